"""The yards of the environments: a few layouts of walls, where one can stand, and how far one can go in eight directions."""

from __future__ import annotations

import functools
import math

import numpy as np
from numpy.typing import NDArray

from .._native import Scenario, Terrain

SIZE_M = 16.0
LAYOUTS = 8
TICK_HZ = 10
CELL_M = 0.5
DIRECTIONS = np.array([(math.sin(turn), math.cos(turn)) for turn in np.arange(8) * math.pi / 4], dtype=np.float32)
"""The eight ways, from +z towards +x."""
MOVES = np.concatenate([np.zeros((1, 2), dtype=np.float32), DIRECTIONS])
"""What the nine actions do: stay, or go one of the eight ways."""

SEEKER = """
character "seeker"
body kind="{kind}" height=0.7 radius=0.22 eye-height=0.6 walk=1.1 run={run} turn=3.5 head-turn=5 head-yaw-limit=1.2
eyes field-of-view=90 columns=48 rows=24 range=24
percepts {{ kind "{wanted}" }}
selector "wanted" "{wanted}" nearest=#true
beliefs persist=300 {{ map cell=0.5 look-height=0.35 }}
actions choose="highest" {{
    tuple "catch" value=2 object="wanted" {{ do "approach" within=0.5 speed="run" }}
    tuple "look-about" value=0.5 {{ do "look-around" turn=2 }}
}}
"""
LED = """
character "led"
body kind="{kind}" height=0.7 radius=0.22 eye-height=0.6 walk=1.3 run=1.6 turn=6 head-turn=6
eyes field-of-view=90 columns=48 rows=24 range=24
percepts {{ kind "{wanted}" }}
selector "wanted" "{wanted}" nearest=#true
beliefs persist=300 {{ map cell=0.5 look-height=0.2 }}
"""


@functools.cache
def walls(layout: int) -> tuple[tuple[float, float, float, float, float], ...]:
    """The walls of a layout: x, z, length, thickness, yaw in degrees."""
    chance = np.random.default_rng(1000 + layout)
    found: list[tuple[float, float, float, float, float]] = []
    while len(found) < 6:
        x, z = (round(float(value), 2) for value in chance.uniform(-5.5, 5.5, 2))
        if all(math.hypot(x - other[0], z - other[1]) > 3.2 for other in found):
            length, yaw = round(float(chance.uniform(2.2, 4.0)), 2), float(chance.choice([0, 45, 90, 135]))
            found.append((x, z, length, 0.3, yaw))
    return tuple(found)


@functools.cache
def terrain(layout: int) -> Terrain:
    """The ground of a layout."""
    rows = [(x, z, length / 2, thick / 2, math.radians(yaw), 1.8) for x, z, length, thick, yaw in walls(layout)]
    return Terrain(SIZE_M, SIZE_M, rows)


@functools.cache
def clearances() -> NDArray[np.float32]:
    """How far one can go from each cell in each of the eight ways, in every layout: at most 4 m."""
    cells = round(SIZE_M / CELL_M)
    table = np.zeros((LAYOUTS, cells, cells, 8), dtype=np.float32)
    steps = np.arange(1, 9) * CELL_M
    middles = (np.arange(cells) + 0.5) * CELL_M - SIZE_M / 2
    for layout in range(LAYOUTS):
        ground = terrain(layout)
        for column, x in enumerate(middles):
            for row, z in enumerate(middles):
                for way, (dx, dz) in enumerate(DIRECTIONS):
                    far = [step for step in steps if ground.is_open((x + dx * step, z + dz * step), 0.2)]
                    free = next((index for index, step in enumerate(steps) if step not in far), len(steps))
                    table[layout, column, row, way] = free * CELL_M
    return table


def cell_of(positions: NDArray[np.float32]) -> NDArray[np.intp]:
    """The cells of places."""
    cells = round(SIZE_M / CELL_M)
    return np.clip(((positions + SIZE_M / 2) / CELL_M).astype(np.intp), 0, cells - 1)


def open_place(chance: np.random.Generator, layout: int, apart_from: list[tuple[float, float]] | None = None, least_m: float = 0.0) -> tuple[float, float]:
    """A place where one can stand, so far from others."""
    ground, half = terrain(layout), SIZE_M / 2 - 0.8
    at = (0.0, 0.0)
    for _ in range(500):
        at = (round(float(chance.uniform(-half, half)), 3), round(float(chance.uniform(-half, half)), 3))
        away = [math.hypot(at[0] - other[0], at[1] - other[1]) for other in apart_from or []]
        if ground.is_open(at, 0.5) and all(far >= least_m for far in away):
            break
    return at


def scenario(layout: int, seed: int, bodies: str, files: dict[str, str]) -> Scenario:
    """A world of a layout with these creatures and things."""
    text = [f'scenario "yard" {{ shows "A yard."; try "Hide." }}\nlength 86400\ntick {TICK_HZ}\nseed {seed}\nground {{ size {SIZE_M} {SIZE_M} }}']
    for index, (x, z, length, thick, yaw) in enumerate(walls(layout)):
        text.append(f'wall "w{index}" {{ at {x} {z}; size {length} {thick}; yaw {yaw}; height 1.8 }}')
    return Scenario.parse("\n".join([*text, bodies]), "yard.kdl", files, seed=seed)


def creature(name: str, kind: str, file: str, at: tuple[float, float], yaw: float, colour: str) -> str:
    """A creature as scenario files have it; yaw in radians."""
    return f'creature "{name}" {{ kind "{kind}"; character "{file}"; colour "{colour}"; at {at[0]} {at[1]}; yaw {round(math.degrees(yaw), 2)} }}'
