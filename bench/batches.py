"""Many games at once: our batches against OpenSpiel and pgx, on one core, on boards of about the same size.

Each does what a program that learns needs: random legal moves, and for each position the mask of legal moves
and the observation. pgx runs in an environment of its own (`--pgx PYTHON`), for it needs JAX.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import tablier

GAMES = 1024
"""Side by side."""
PAIRS = (("quixo", "hex(board_size=5)", "connect_four"), ("olix", "hex(board_size=11)", "hex"))
"""Ours, and what it is compared with: as many cells in OpenSpiel; in pgx the nearest that it has (7 x 6 cells
for 5 x 5, and Hex with 11 x 11)."""
TIMEOUT = 300.0
"""Seconds for pgx, which compiles first."""

PGX = """
import json, sys, time
import jax, pgx
from pgx.experimental import auto_reset
name, seconds, n = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
env = pgx.make(name)
step = jax.vmap(auto_reset(env.step, env.init))

@jax.jit
def many(state, key):
    def once(carry, _):
        state, key = carry
        key, draw, again = jax.random.split(key, 3)
        scores = jax.random.uniform(draw, state.legal_action_mask.shape) * state.legal_action_mask
        state = step(state, scores.argmax(axis=-1), jax.random.split(again, n))
        return (state, key), None
    return jax.lax.scan(once, (state, key), None, length=16)[0]

key = jax.random.PRNGKey(0)
state = jax.jit(jax.vmap(env.init))(jax.random.split(key, n))
state, key = jax.block_until_ready(many(state, key))
done, started = 0, time.perf_counter()
while time.perf_counter() - started < seconds:
    state, key = jax.block_until_ready(many(state, key))
    done += 16 * n
print(json.dumps({"rate": done / (time.perf_counter() - started)}))
"""


def measure_batch(name: str) -> Callable[[float], float]:
    """Moves a second of a batch of random games, masks and planes included."""
    many = tablier.batch(tablier.game(name), GAMES, seed=1)

    def work(seconds: float) -> float:
        done, started = 0, time.perf_counter()
        while time.perf_counter() - started < seconds:
            many.step(many.samples)
            done += GAMES
        return done / (time.perf_counter() - started)

    return work


def measure_open_spiel(game_text: str) -> Callable[[float], float] | None:
    """Moves a second of random games in OpenSpiel, masks and observations included; None without it."""
    try:
        import pyspiel
    except ImportError:
        return None
    game, rng = pyspiel.load_game(game_text), Random(1)

    def work(seconds: float) -> float:
        done, started = 0, time.perf_counter()
        state = game.new_initial_state()
        while time.perf_counter() - started < seconds:
            for _ in range(100):
                state.legal_actions_mask()
                state.observation_tensor()
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
                if state.is_terminal():
                    state = game.new_initial_state()
            done += 100
        return done / (time.perf_counter() - started)

    return work


def measure_pgx(python: Path, name: str, seconds: float) -> float | None:
    """Moves a second of a batch of random games in pgx, on one core; None if it does not run."""
    flags = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    environment = {**os.environ, "XLA_FLAGS": flags, "JAX_PLATFORMS": "cpu", "OMP_NUM_THREADS": "1"}
    pin = ["taskset", "-c", "0"] if sys.platform == "linux" else []
    try:
        found = subprocess.run(
            [*pin, str(python), "-c", PGX, name, str(seconds), str(GAMES)],
            capture_output=True, text=True, check=True, timeout=TIMEOUT, env=environment,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return None
    return float(json.loads(found.stdout.splitlines()[-1])["rate"])
