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
MOST_MB = 4.0
"""Less than half a kilobyte for each of ten thousand rounds."""
STRETCHES = 4
"""What leaks grows in every stretch. The allocator's pools grow in the first ones, as the threads that share them change."""


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def refuses(wrong):
    """Whether an exception says so."""
    try:
        wrong()
    except (ValueError, KeyError, TypeError, RuntimeError):
        return True
    return False


def test_rounds_of_right_and_wrong_use_keep_memory_flat(guard, yard):
    if not Path("/proc/self/statm").exists():
        pytest.skip("this system does not tell how much memory is used")
    mind, found, closed = piaget.Mind(guard, yard), piaget.Map(piaget.Terrain(8, 8)), piaget.Minds(1, guard, yard)
    closed.close()
    at, yaws, places = np.zeros((2, 2)), np.zeros(2), np.zeros((1, 3))
    striped = np.zeros((4, 4), dtype=np.float32)[::2, ::2]

    def broken(*points):
        raise KeyError("x")

    def many(**options):
        return piaget.Minds(2, guard, yard, threads=2, things=[("thief", None)], **options)

    minds, blind = many(), many(sight=broken)
    wrongs = [
        lambda: mind.step((0, 0, np.nan)),
        lambda: mind.step((0, 0, 0), [{"kind": "thief"}]),
        lambda: mind.step((0, 0, 0), sight=broken),
        lambda: mind.step((0, 0, 0), sight=lambda points: points),
        lambda: minds.step(np.zeros((3, 2)), yaws, places),
        lambda: minds.step(at.astype(complex), yaws, places),
        lambda: minds.step(at + np.inf, yaws, places),
        lambda: blind.step(at, yaws, places),
        lambda: closed.step(at[:1], yaws[:1], places),
        lambda: piaget.Mind.load(guard, yard, b"nonsense"),
        lambda: piaget.Character.parse("beleifs"),
        lambda: piaget.Scenario.parse('scenario "a" {'),
        lambda: found.cull(np.ones(2, dtype=bool)),
    ]

    def one(number):
        mind.step((0, 0, 0), [{"kind": "thief", "position": (0, 0, 6)}] if number % 7 == 0 else [])
        mind.report(), mind.events(), mind.map("thief")
        minds.step(striped, yaws, places)
        assert all(refuses(wrong) for wrong in wrongs)
        if number % 20 == 0:
            pickle.loads(pickle.dumps(mind))
            many().maps("thief")

    for number in range(ROUNDS // 5):
        one(number)
    grown = []
    while not grown or (grown[-1] >= MOST_MB and len(grown) < STRETCHES):
        gc.collect()
        before = resident_mb()
        for number in range(ROUNDS):
            one(number)
        gc.collect()
        grown.append(resident_mb() - before)
        print(f"{ROUNDS} rounds: {before:.1f} MB before, {grown[-1]:+.2f} MB")
    assert grown[-1] < MOST_MB, grown
