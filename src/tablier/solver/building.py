"""Making a table: a folder with a file for each layer that a game's kernel has solved."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from gettext import ngettext
from pathlib import Path

from tablier.board_game import Game
from tablier.core.kernel import Kernel, Needs
from tablier.solver.compression import check_installed
from tablier.solver.file import SolutionError
from tablier.solver.layerfile import Head, LayerFile, path_of, read_head, write
from tablier.solver.plan import UnsolvableError

Report = Callable[[int, int], None]
"""Told how much is done, and of how much: positions, or, by a kernel, milliseconds of estimated work."""
Tell = Callable[[str], None]
"""Told a sentence for the log."""
GB = 1e9
SPARE = 0.3 * GB
"""Memory that the program takes besides the kernel: the blocks that are being written."""


class ShortageError(UnsolvableError):
    """There is not enough memory or disk for a table.

    >>> issubclass(ShortageError, UnsolvableError)
    True
    """


def build(
    game: Game,
    kernel: Kernel,
    folder: Path,
    *,
    threads: int = 1,
    layers: int | None = None,
    report: Report | None = None,
    tell: Tell | None = None,
) -> None:
    """Solve all layers, or so many, that are not in the folder yet; SolutionError if it holds another game's.

    A layer is kept as soon as it is solved. Interrupted in whatever way, the same call goes on after the last
    one that was finished. ShortageError if memory or disk will not do, before anything is written.
    """
    done = finished(game, kernel, folder)
    last = kernel.layers if layers is None else min(layers, kernel.layers)
    if done >= last:
        return
    needs = kernel.needs(done, last)
    if lack := shortage(needs, folder):
        raise ShortageError(f"{game!r} {lack}")
    check_installed()
    if tell:
        tell(describe(needs, threads))
    folder.mkdir(parents=True, exist_ok=True)
    for leftover in folder.glob("*.part"):
        leftover.unlink()
    progress = _Progress(kernel, last, report, tell)
    if done:
        LayerFile(path_of(folder, done - 1)).restore(kernel)
        progress.say(f"going on after {kernel.label(done - 1)}")
    try:
        for layer in range(done, last):
            progress.begin(layer)
            kernel.begin(layer)
            kernel.solve(threads=threads, report=progress.part)
            solved = progress.elapsed
            head = write(folder, game, kernel, layer, threads=threads)
            progress.finish(head, solved)
        progress.end()
    finally:
        kernel.close()


def finished(game: Game, kernel: Kernel, folder: Path) -> int:
    """How many layers, from the first on, are in the folder; SolutionError if one is damaged or foreign."""
    for layer in range(kernel.layers):
        try:
            head = read_head(path_of(folder, layer))
        except FileNotFoundError:
            return layer
        check_head(head, game, kernel, layer, folder)
    return kernel.layers


def check_head(head: Head, game: Game, kernel: Kernel, layer: int, folder: Path) -> None:
    """SolutionError if a layer's file is about another game or from another version."""
    if (head.game, head.options) != (game.id, dict(game.options)):
        raise SolutionError(f"{folder} is about another game")
    if head.kernel != kernel.version:
        raise SolutionError(
            f"{folder} is from another version (tablier {head.version}): solve the game again"
        )
    if (head.layer, head.entries, head.positions) != (layer, kernel.entries(layer), kernel.positions(layer)):
        raise SolutionError(f"{path_of(folder, layer)} is another layer than its name says")


def describe(needs: Needs, threads: int) -> str:
    """What solving takes, in a sentence."""
    minutes = needs.seconds / threads / 60
    if minutes < 1:
        sentence = ngettext(
            "This takes up to {memory} of memory, about {disk} of disk and less than a minute "
            "on {threads} thread.",
            "This takes up to {memory} of memory, about {disk} of disk and less than a minute "
            "on {threads} threads.",
            threads,
        )
    else:
        sentence = ngettext(
            "This takes up to {memory} of memory, about {disk} of disk and about {minutes} minutes "
            "on {threads} thread.",
            "This takes up to {memory} of memory, about {disk} of disk and about {minutes} minutes "
            "on {threads} threads.",
            threads,
        )
    memory, disk = _size(needs.memory), _size(needs.disk)
    return sentence.format(memory=memory, disk=disk, minutes=f"{minutes:.0f}", threads=threads)


def shortage(needs: Needs, folder: Path) -> str | None:
    """What is missing here, as the end of a sentence; None if there is enough."""
    memory = free_memory()
    if memory is not None and memory < needs.memory + (SPARE if needs.memory > GB else 0):
        return f"needs {_size(needs.memory)} of memory, {_size(memory)} are free"
    there = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    disk = shutil.disk_usage(there).free
    if disk < needs.disk:
        return f"needs {_size(needs.disk)} of disk, {_size(disk)} are free in {there}"
    return None


def free_memory() -> int | None:
    """Bytes of memory that could be had now; None where the system does not say."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration):
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None


def _size(count: float) -> str:
    return f"{count / GB:.1f} GB" if count >= GB / 10 else f"{count / 1e6:.1f} MB"


class _Progress:
    """Tells how far the work is, by the estimated work of each layer."""

    def __init__(self, kernel: Kernel, last: int, report: Report | None, tell: Tell | None) -> None:
        self.kernel, self.report, self.tell = kernel, report, tell
        self.work = [kernel.work(layer) for layer in range(last)]
        self.layer, self.begun, self.first = 0, time.monotonic(), time.monotonic()
        self.cpu = time.process_time()

    def say(self, sentence: str) -> None:
        if self.tell:
            self.tell(sentence)

    def begin(self, layer: int) -> None:
        self.layer, self.begun, self.cpu = layer, time.monotonic(), time.process_time()
        self.part(0.0)

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.begun

    def part(self, share: float) -> None:
        """So much of the layer is done."""
        if self.report:
            done = sum(self.work[: self.layer]) + share * self.work[self.layer]
            self.report(int(1000 * done), max(1, int(1000 * sum(self.work))))

    def finish(self, head: Head, solved: float) -> None:
        self.part(1.0)
        boards = sum(each.won + each.lost + each.drawn for each in head.classes)
        won, lost = (sum(getattr(each, name) for each in head.classes) for name in ("won", "lost"))
        self.say(
            f"{head.label}: {boards:,} positions, {won:,} won, {lost:,} lost, {boards - won - lost:,} drawn; "
            f"{head.entries:,} entries in {_size(head.size)}; solved in {solved:.1f} s, written in "
            f"{self.elapsed - solved:.1f} s, {time.process_time() - self.cpu:.1f} s of processor time; "
            f"{time.monotonic() - self.first:.0f} s so far"
        )

    def end(self) -> None:
        seconds, cpu = time.monotonic() - self.first, time.process_time()
        self.say(f"{seconds:.1f} s, {cpu:.1f} s of processor time in all{_peak()}")


def _peak() -> str:
    """How much memory was used at most, as the end of a sentence; nothing where the system does not say."""
    try:
        from resource import RUSAGE_SELF, getrusage
    except ImportError:
        return ""
    return f", {_size(getrusage(RUSAGE_SELF).ru_maxrss * 1024)} of memory at most"
