"""Memory stays flat, whatever goes wrong on the way."""

from __future__ import annotations

import gc
import os
import pickle
from pathlib import Path

import numpy as np
import pytest
from conftest import SHORT

import piaget

ROUNDS = 1_000 if SHORT else 10_000
MOST_MB = 24.0


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def test_rounds_of_right_and_wrong_use_keep_memory_flat(guard, yard):
    if not Path("/proc/self/statm").exists():
        pytest.skip("this system does not tell how much memory is used")
    mind = piaget.Mind(guard, yard)
    found = piaget.Map(piaget.Terrain(8, 8))

    def broken(points):
        raise KeyError("x")

    def one(number):
        mind.step((0, 0, 0), [{"kind": "thief", "position": (0, 0, 6)}] if number % 7 == 0 else [])
        mind.report(), mind.events(), mind.map("thief")
        for wrong in (
            lambda: mind.step((0, 0, np.nan)),
            lambda: mind.step((0, 0, 0), [{"kind": "thief"}]),
            lambda: mind.step((0, 0, 0), sight=broken),
            lambda: piaget.Character.parse("beleifs"),
            lambda: found.cull(np.ones(2, dtype=bool)),
        ):
            try:
                wrong()
            except (ValueError, KeyError, TypeError):
                pass
        if number % 20 == 0:
            pickle.loads(pickle.dumps(mind))
            minds = piaget.Minds(2, guard, yard, threads=2, things=[("thief", None)])
            minds.step(np.zeros((2, 2)), np.zeros(2), np.zeros((1, 3)))
            minds.maps("thief")

    for number in range(ROUNDS // 5):
        one(number)
    gc.collect()
    before = resident_mb()
    for number in range(ROUNDS):
        one(number)
    gc.collect()
    assert resident_mb() - before < MOST_MB, (before, resident_mb())
