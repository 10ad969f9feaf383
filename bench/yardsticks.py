"""Yardsticks of speed: small C++ programs, and another engine, where they are installed."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from pathlib import Path
from random import Random

# The line of each program's output that does what our random games do, and the column to compare.
PROGRAMS = {
    "quixo": ("quixo.cpp", r"scalar (?:rejection|pext).*?playouts/s ([\d.]+)M", 1e6),
    "x": ("xgame.cpp", r"fill\+corner eval.*?playouts/s ([\d.]+)k", 1e3),
    "olix": ("olix.cpp", r"full rules.*?plies/s ([\d.]+)M", 1e6),
}


def build_programs(folder: Path, build: Path) -> dict[str, Path]:
    """The yardstick programs that can be built here, by game."""
    compiler = shutil.which("g++")
    if not compiler or not folder.is_dir():
        return {}
    build.mkdir(parents=True, exist_ok=True)
    programs = {}
    for name, (source, _, _) in PROGRAMS.items():
        target = build / name
        if not target.exists():
            command = [compiler, "-O3", "-march=native", str(folder / source), "-o", str(target)]
            subprocess.run(command, check=True)
        programs[name] = target
    return programs


def run_program(name: str, program: Path, seconds: float) -> float:
    """The yardstick's speed: random games a second; moves, where its games are longer than ours."""
    _, pattern, unit = PROGRAMS[name]
    output = subprocess.run([program, str(seconds)], capture_output=True, text=True, check=True).stdout
    return max(float(number) for number in re.findall(pattern, output)) * unit


def measure_open_spiel(seconds: float) -> float | None:
    """Moves a second that OpenSpiel gives a Python program on a small game; None if it is missing."""
    try:
        import pyspiel  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return None
    game, rng, moves = pyspiel.load_game("hex(board_size=5)"), Random(1), 0
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        for _ in range(20):
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
                moves += 1
    return moves / (time.perf_counter() - started)
