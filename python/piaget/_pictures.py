"""Pictures without a library: the world from above, maps, curves, films. numpy draws, zlib packs.

Colours: ground is pale, walls dark; a map is red where it is likely; bodies have a wedge where they look.
"""

from __future__ import annotations

import base64
import html
import math
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ._charts import COLOURS, Picture, chart
from ._native import Map, Mind, Terrain, World
from ._types import Path as AnyPath

if TYPE_CHECKING:
    from ._population import Population
    from ._run import Columns, Result

_COLOURS = {
    "red": (208, 52, 44), "green": (66, 150, 78), "blue": (58, 104, 190), "yellow": (226, 190, 40), "white": (245, 245, 240),
    "black": (40, 40, 44), "brown": (140, 96, 58), "grey": (140, 140, 140), "gray": (140, 140, 140), "orange": (230, 130, 40),
    "purple": (130, 80, 170), "pink": (230, 140, 170),
}
_GROUND, _WALL, _LINE, _LIKELY = (232, 234, 224), (72, 76, 84), (60, 60, 64), (214, 40, 32)


class Canvas:
    """A picture of a part of the ground, drawn on in metres."""

    def __init__(self, bounds: tuple[float, float, float, float], size: int) -> None:
        self.min_x, self.min_z, max_x, max_z = bounds
        self.scale = size / max(max_x - self.min_x, max_z - self.min_z, 1e-6)
        width, height = (max(2, round(length * self.scale)) for length in (max_x - self.min_x, max_z - self.min_z))
        self.pixels: Picture = np.full((height, width, 3), _GROUND, dtype=np.uint8)

    def _window(self, x: float, z: float, reach: float) -> tuple[slice, slice, Any, Any]:
        """The pixels around a place, and where they are from there. The picture's top is the greatest z."""
        height, width = self.pixels.shape[:2]
        column, row = (x - self.min_x) * self.scale, height - (z - self.min_z) * self.scale
        reach = reach * self.scale + 2
        rows = slice(max(0, int(row - reach)), max(0, min(height, int(row + reach) + 1)))
        columns = slice(max(0, int(column - reach)), max(0, min(width, int(column + reach) + 1)))
        dx = (np.arange(columns.start, columns.stop)[None, :] + 0.5 - column) / self.scale
        dz = -(np.arange(rows.start, rows.stop)[:, None] + 0.5 - row) / self.scale
        return rows, columns, dx, dz

    def _paint(self, rows: slice, columns: slice, inside: Any, colour: tuple[int, int, int], opacity: float = 1.0) -> None:
        part = self.pixels[rows, columns]
        mixed = part * (1.0 - opacity) + np.asarray(colour) * opacity
        part[inside] = mixed.astype(np.uint8)[inside]

    def disc(self, x: float, z: float, radius: float, colour: tuple[int, int, int], opacity: float = 1.0) -> None:
        """A disc of a radius in metres, at least two pixels wide."""
        radius = max(radius, 1.5 / self.scale)
        rows, columns, dx, dz = self._window(x, z, radius)
        self._paint(rows, columns, dx**2 + dz**2 <= radius**2, colour, opacity)

    def wall(self, x: float, z: float, half: tuple[float, float], yaw: float) -> None:
        """An upright box from above."""
        rows, columns, dx, dz = self._window(x, z, math.hypot(*half))
        s, c = math.sin(yaw), math.cos(yaw)
        least = 0.6 / self.scale
        inside = (abs(dx * c - dz * s) <= max(half[0], least)) & (abs(dx * s + dz * c) <= max(half[1], least))
        self._paint(rows, columns, inside, _WALL)

    def wedge(self, x: float, z: float, yaw: float, half: float, reach: float) -> None:
        """Where somebody looks."""
        rows, columns, dx, dz = self._window(x, z, reach)
        ahead = dx * math.sin(yaw) + dz * math.cos(yaw)
        far = np.sqrt(dx**2 + dz**2)
        self._paint(rows, columns, (far <= reach) & (ahead >= far * math.cos(half)), (90, 120, 200), 0.18)

    def map(self, places: Any, probabilities: Any, cell_m: float) -> None:
        """Where a thing may be: redder is likelier."""
        most = float(probabilities.max(initial=0.0))
        if most <= 0.0:
            return
        # Rows of hexagons are nearer to one another than their neighbours in a row.
        apart = np.diff(np.unique(places[:, 1]))
        half_x, half_z = cell_m * 0.5, 0.5 * float(apart.min() if len(apart) > 0 else cell_m)
        for (x, z), share in zip(places, probabilities / most, strict=True):
            if share > 0.01:
                rows, columns, dx, dz = self._window(x, z, cell_m * 0.6)
                inside = (dx >= -half_x) & (dx < half_x) & (dz >= -half_z) & (dz < half_z)
                self._paint(rows, columns, inside, _LIKELY, 0.15 + 0.7 * math.sqrt(float(share)))

    def terrain(self, terrain: Terrain) -> None:
        """Walls and closed cells."""
        cells = terrain.cells
        if cells is not None:
            height, width = self.pixels.shape[:2]
            rows = np.minimum((np.arange(height) + 0.5) * cells.shape[0] // height, cells.shape[0] - 1).astype(int)[::-1]
            columns = np.minimum((np.arange(width) + 0.5) * cells.shape[1] // width, cells.shape[1] - 1).astype(int)
            self.pixels[~cells[rows][:, columns]] = _WALL
        for x, z, half_x, half_z, yaw, _ in terrain.walls:
            self.wall(x, z, (float(half_x), float(half_z)), float(yaw))


def draw(
    what: World | Map | Population,
    *,
    size: int = 360,
    creature: str | None = None,
    kind: str | None = None,
    terrain: Terrain | None = None,
) -> Picture:
    """A world, a map or a population from above as an RGB array; `png` makes a file of it.

    Of a world: with a creature, its map of what it does not see, or of a kind of thing. With a terrain, its walls.

    >>> import piaget
    >>> piaget.draw(piaget.World(piaget.load_scenario("two-walls")), size=100).shape[2]
    3
    """
    if size < 1:
        raise ValueError(f"size is {size}; a picture has at least one pixel")
    from ._population import Population

    if isinstance(what, World):
        return _world(what, size, creature, kind, terrain or what.scenario.terrain)
    if isinstance(what, Map):
        return _map(what, size, terrain)
    if isinstance(what, Population):
        return _population(what, size, terrain or what.terrain)
    raise TypeError(f"there is no picture of a {type(what).__name__}; draw shows a World, a Map or a Population")


def _world(world: World, size: int, creature: str | None, kind: str | None, terrain: Terrain) -> Picture:
    canvas = Canvas(terrain.bounds, size)
    for name in [creature] if creature else world.creatures[:1]:
        for wanted in [kind] if kind else _kinds(world, name):
            found = world.map(name, wanted)
            if found is not None and found.unseen_s > 0.0:
                canvas.map(found.places, found.probabilities, found.cell_m)
    canvas.terrain(terrain)
    for one in world.truth().values():
        if one["hidden"]:
            continue
        x, _, z = one["position"]
        if one["creature"]:
            canvas.wedge(x, z, one["gaze_yaw"], math.radians(30), 4.0)
        canvas.disc(x, z, one["radius_m"] + 0.04, _LINE)
        canvas.disc(x, z, one["radius_m"], _COLOURS.get(one["colour"], (150, 120, 90)))
    return canvas.pixels


def _map(found: Map, size: int, terrain: Terrain | None) -> Picture:
    places, cell = found.places, found.cell_m
    if len(places) == 0:
        return np.full((8, 8, 3), _WALL, dtype=np.uint8)
    low, high = places.min(axis=0) - cell, places.max(axis=0) + cell
    bounds = terrain.bounds if terrain else (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
    canvas = Canvas(bounds, size)
    canvas.map(places, found.probabilities, cell)
    if terrain:
        canvas.terrain(terrain)
    return canvas.pixels


def _population(what: Population, size: int, terrain: Terrain | None) -> Picture:
    """Where everybody went, paler the longer ago, and where they are."""
    every = np.concatenate([*what.track, what.positions])
    low, high = every.min(axis=0) - 1.0, every.max(axis=0) + 1.0
    canvas = Canvas(terrain.bounds if terrain else (float(low[0]), float(low[1]), float(high[0]), float(high[1])), size)
    for age, places in enumerate(what.track):
        for number, (x, z) in enumerate(places):
            canvas.disc(float(x), float(z), 0.12, COLOURS[number % len(COLOURS)], 0.15 + 0.5 * age / len(what.track))
    if terrain:
        canvas.terrain(terrain)
    for number, (x, z) in enumerate(what.positions):
        canvas.disc(float(x), float(z), 0.35, _LINE)
        canvas.disc(float(x), float(z), 0.28, COLOURS[number % len(COLOURS)])
    return canvas.pixels


def _kinds(world: World, creature: str) -> list[str]:
    """What it believes in and does not see."""
    beliefs = world.report(creature)["beliefs"]
    return sorted({one["kind"] for one in beliefs if one["seen_as"] is None})


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _packed(picture: Picture) -> bytes:
    rows = np.pad(picture.reshape(picture.shape[0], -1), ((0, 0), (1, 0)))
    return zlib.compress(rows.tobytes(), 6)


def _head(picture: Picture) -> bytes:
    height, width = picture.shape[:2]
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))


def png(picture: Picture) -> bytes:
    """An RGB array as a PNG file's bytes.

    >>> import numpy, piaget
    >>> piaget.png(numpy.zeros((4, 4, 3), dtype=numpy.uint8))[:4]
    b'\\x89PNG'
    """
    picture = np.ascontiguousarray(picture, dtype=np.uint8)
    if picture.ndim != 3 or picture.shape[2] != 3 or 0 in picture.shape:
        raise ValueError(f"a picture has the shape (height, width, 3), not {picture.shape}")
    return _head(picture) + _chunk(b"IDAT", _packed(picture)) + _chunk(b"IEND", b"")


def animated(pictures: list[Picture], seconds: float) -> bytes:
    """Pictures of one size as an animated PNG that shows each for so long."""
    if not pictures:
        raise ValueError("a film needs at least one picture")
    height, width = pictures[0].shape[:2]
    milliseconds = max(1, min(65535, round(seconds * 1000)))
    out = [_head(pictures[0]), _chunk(b"acTL", struct.pack(">II", len(pictures), 0))]
    number = 0
    for index, picture in enumerate(pictures):
        frame = struct.pack(">IIIIIHHBB", number, width, height, 0, 0, milliseconds, 1000, 0, 0)
        out.append(_chunk(b"fcTL", frame))
        number += 1
        if index == 0:
            out.append(_chunk(b"IDAT", _packed(picture)))
        else:
            out.append(_chunk(b"fdAT", struct.pack(">I", number) + _packed(picture)))
            number += 1
    return b"".join([*out, _chunk(b"IEND", b"")])


def film(
    world: World,
    path: AnyPath | None = None,
    *,
    ticks: int | None = None,
    every: int = 6,
    size: int = 360,
    creature: str | None = None,
) -> bytes:
    """Plays a world on and draws every `every`th tick: an animated PNG, also written to a file if one is named."""
    if every < 1:
        raise ValueError(f"every is {every}; it must be at least 1")
    scenario = world.scenario
    left = max(0, scenario.ticks - world.tick) if ticks is None else ticks
    pictures = [draw(world, size=size, creature=creature)]
    for _ in range(left // every):
        world.run(every)
        pictures.append(draw(world, size=size, creature=creature))
    made = animated(pictures, every / scenario.tick_hz)
    if path is not None:
        Path(path).write_bytes(made)
    return made


def curves(result: Result, creature: str | None, names_of: Sequence[str] | None, size: tuple[int, int]) -> bytes:
    """Feelings over time, with their names."""
    names = list(dict.fromkeys(result.feelings.get("creature", [])))
    creature = creature or (names[0] if names else "")
    feelings = result.feelings.where(creature=creature) if names else result.feelings
    series = {name: feelings.where(name=name) for name in dict.fromkeys(feelings.get("name", []))}
    # Without names: what rises and falls by degrees, as feelings do; switches and parts of other values are left out.
    felt = [name for name, one in series.items() if "." not in name and len(np.unique(one["value"])) > 2]
    shown = list(names_of) if names_of else felt[: len(COLOURS)]
    if unknown := [name for name in names_of or [] if name not in series]:
        raise ValueError(f"{creature!r} does not feel {unknown}; it feels {list(series)}")
    moving = {name: (series[name]["t"], series[name]["value"]) for name in shown}
    return png(chart(moving, x="s", y=creature, size=size))


def html_of_result(result: Result) -> str:
    """What a notebook shows of a run: the world at its end, and the feelings of its first creature."""
    pictures = [base64.b64encode(picture).decode() for picture in (result._repr_png_(), result.curves())]
    shown = "".join(f'<img src="data:image/png;base64,{picture}">' for picture in pictures)
    return f"<p>{html.escape(repr(result))}</p>{shown}"


def png_of_world(world: World) -> bytes:
    """What a notebook shows of a world."""
    return png(draw(world))


def png_of_map(found: Map) -> bytes:
    """What a notebook shows of a map."""
    return png(draw(found))


def html_table(columns: Columns, most: int = 20) -> str:
    """The first rows of a table."""
    head = "".join(f"<th>{html.escape(name)}</th>" for name in columns)
    rows = zip(*(column[:most] for column in columns.values()), strict=True)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(_short(value))}</td>" for value in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table><p>{len(columns)} rows</p>"


def _short(value: Any) -> str:
    """As a cell of a table; what is absent is empty."""
    if isinstance(value, float):
        return f"{value:.3g}" if math.isfinite(value) else ""
    return str(value)


def html_of_mind(mind: Mind) -> str:
    """What a notebook shows of a mind: what it believes, takes others to believe, feels and chose."""
    report = mind.report()

    def table(title: str, head: list[str], rows: list[list[Any]]) -> str:
        cells = "".join("<tr>" + "".join(f"<td>{html.escape(_short(value))}</td>" for value in row) + "</tr>" for row in rows)
        return f"<b>{title}</b><table><tr>{''.join(f'<th>{name}</th>' for name in head)}</tr>{cells}</table>"

    beliefs = [
        [one["kind"], f"({one['position'][0]:.1f}, {one['position'][2]:.1f})", one["unseen_s"], one["confidence"], one["nats"]]
        for one in report["beliefs"]
    ]
    choices = [[("* " if one["active"] else "") + one["tuple"], one["value"], one["because"]] for one in report["choices"]]
    expected = [
        [other["kind"], one["kind"], f"({one['position'][0]:.1f}, {one['position'][2]:.1f})", "yes" if one["sees"] else ""]
        for other in mind.minds()
        for one in other["beliefs"]
        if one["there"]
    ]
    return (
        f"<h4>{html.escape(mind.character.name)} at {mind.time_s:.1f} s</h4>"
        + table("believes", ["kind", "at", "unseen s", "sure", "nats"], beliefs)
        + (table("takes others to believe", ["other", "kind", "at", "sees it"], expected) if expected else "")
        + table("feels", ["value", "now"], [list(pair) for pair in report["values"].items()])
        + table("chooses", ["action", "worth", "because"], choices)
    )
