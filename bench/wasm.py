"""The engine and the tables in a browser: `python -m bench.wasm`, after `make wasm`. Prints tables.

Node for what the processor does, against the native build; a real browser for what a visitor waits for, if
chromium is there.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import click
from playwright.sync_api import Page, sync_playwright
from tests.programs import BROWSER, find
from tests.server.harness import Server
from tests.web.conftest import ARGUMENTS

import tablier
from bench.measured import measure

ROOT = Path(__file__).parent.parent
ENGINE = ROOT / "build" / "wasm"
PATIENCE = 180_000
NEW = "/local?/new?game=quixo&play=bot&seat=1&level="
"""The computer begins: the first move that is seen is its."""
LOW, HIGH = 2, 8
"""Levels: one that answers at once, and one that thinks for two seconds."""
ANSWERS = 5
"""Moves whose answers are measured, for a median."""
WATCH = """
window.longest = 0;
new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
}).observe({ type: "longtask", buffered: true });
localStorage.setItem("pace", "none");
"""


@click.command(help=__doc__)
@click.option("--seconds", default=0.6, show_default=True, help="Of random games, for each game.")
@click.option("--pages/--no-pages", default=True, show_default=True, help="Whether a browser is asked.")
def main(seconds: float, pages: bool) -> None:
    print("load {:.1f} {:.1f} {:.1f}".format(*os.getloadavg()))
    for path in sorted(ENGINE.iterdir()):
        print(f"{path.stat().st_size:>12,}  {path.name}")
    compare(seconds)
    if pages and (browser := find(BROWSER)):
        for name, value in watch(browser).items():
            print(f"{name:<46} {value:8.0f} ms")


def compare(seconds: float) -> None:
    """The same measures, native and as WebAssembly."""
    done = subprocess.run(
        ["node", ROOT / "bench" / "wasm.mjs", ROOT, str(seconds)], capture_output=True, text=True, check=True
    )
    wasm: dict[str, Any] = json.loads(done.stdout)
    native = measure(seconds, time.process_time)
    for part in ("load", "thinker", "host"):
        print(f"{part:<10} {wasm[part]:6.2f} s of the processor")
    print(f"memory     {wasm['memory'] / 2**20:6.0f} MB")
    print(f"{'':<18} random games   low level    level 7, same positions")
    for name in tablier.games():
        games = wasm["games"][name] / native["games"][name]
        low, high = 1000 * wasm["low"][name], wasm["high"][name] / native["high"][name]
        print(f"{name:<18} {games:8.2f}      {low:6.0f} ms    {high:8.2f} times as long")


def watch(browser: Path) -> dict[str, float]:
    """What a visitor waits for, in milliseconds, and the longest task of the page meanwhile."""
    with TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data), engine=str(ENGINE))
        opened = playwright.chromium.launch(executable_path=browser, args=ARGUMENTS)
        context = opened.new_context(base_url=server.address)
        context.add_init_script(WATCH)
        page = context.new_page()
        try:
            cold = first_move(page, LOW)
            loading = longest_task(page)
            warm = first_move(page, LOW)
            loading = max(loading, longest_task(page))
            later = [answer(page) for _ in range(ANSWERS)]
            first_move(page, HIGH)
            page.evaluate("window.longest = 0")
            thought = answer(page)
            thinking = longest_task(page)
        finally:
            opened.close()
            server.stop()
    return {
        "first visit, to the computer's first move": cold,
        "warm cache, to the computer's first move": warm,
        f"a move and the answer of level {LOW}, median": median(later),
        f"a move and the answer of level {HIGH}": thought,
        "longest task of the page while it loads": loading,
        f"longest task of the page while level {HIGH} thinks": thinking,
    }


def longest_task(page: Page) -> float:
    """Of those over 50 ms, in this page since it was opened, or since it was reset."""
    longest: float = page.evaluate("window.longest")
    return longest


def first_move(page: Page, level: int) -> float:
    page.goto(f"{NEW}{level}")
    page.wait_for_selector("body[data-at='1']", timeout=PATIENCE)
    now: float = page.evaluate("performance.now()")
    return now


def answer(page: Page) -> float:
    """From the last click of a move until the computer's answer is shown."""
    page.wait_for_selector(".spot.live", timeout=PATIENCE)
    at = int(page.get_attribute("body", "data-at") or 0)
    page.locator(".spot.live").first.click()
    page.wait_for_timeout(100)
    began: float = page.evaluate("performance.now()")
    page.locator(".spot.live").last.click()
    page.wait_for_selector(f"body[data-at='{at + 2}']", timeout=PATIENCE)
    now: float = page.evaluate("performance.now()")
    return now - began


if __name__ == "__main__":
    main()
