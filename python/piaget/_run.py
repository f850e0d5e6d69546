"""A whole run, with what happened and the trace as columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _native
from ._data import load_scenario
from ._native import Scenario, World
from ._types import Path


MOST_TICKS = 2.0**63
"""What is counted in ticks ends there."""


class Columns(Mapping[str, Any]):
    """A table as columns: numpy arrays of numbers, lists of words.

    >>> from piaget import Columns
    >>> table = Columns({"t": [0.0, 0.1], "event": ["sees", "loses"]})
    >>> len(table.where(event="loses")), table.rows()[0]["event"]
    (1, 'sees')
    """

    def __init__(self, columns: Mapping[str, Any]) -> None:
        self._columns = dict(columns)

    def __getitem__(self, name: str) -> Any:
        if name not in self._columns:
            raise KeyError(f"there is no column {name!r}; there are {', '.join(self._columns) or 'none'}")
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        """How many rows there are."""
        return len(next(iter(self._columns.values()))) if self._columns else 0

    def keys(self) -> Any:
        """The names of the columns."""
        return self._columns.keys()

    def rows(self) -> list[dict[str, Any]]:
        """The rows as dictionaries."""
        names = list(self._columns)
        return [dict(zip(names, row, strict=True)) for row in zip(*self._columns.values(), strict=True)]

    def where(self, **wanted: object) -> Columns:
        """The rows whose columns have these values."""
        keep = np.ones(len(self), dtype=bool)
        for name, value in wanted.items():
            keep &= np.asarray(self[name]) == value
        return Columns({name: self._take(column, keep) for name, column in self._columns.items()})

    @staticmethod
    def _take(column: Any, keep: Any) -> Any:
        if isinstance(column, np.ndarray):
            return column[keep]
        return [value for value, kept in zip(column, keep, strict=True) if kept]

    def to_pandas(self) -> Any:
        """As a pandas frame; pandas must be installed."""
        import pandas  # type: ignore[import-untyped, unused-ignore]

        return pandas.DataFrame(self._columns)

    def to_arrow(self) -> Any:
        """As an Arrow table; pyarrow must be installed."""
        import pyarrow  # type: ignore[import-untyped, unused-ignore]

        return pyarrow.table(self._columns)

    def to_polars(self) -> Any:
        """As a polars frame; polars must be installed."""
        import polars  # type: ignore[import-not-found, unused-ignore]

        return polars.DataFrame(self._columns)

    def _repr_html_(self) -> str:
        from ._pictures import html_table

        return html_table(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self)} rows: {', '.join(self._columns)})"


@dataclass(frozen=True)
class Result:
    """What a run was: its digest, what happened, and what each creature did, believed, felt and took others to believe."""

    scenario: Scenario
    ticks: int
    seconds: float
    digest: str
    events: Columns
    moments: Columns
    beliefs: Columns
    feelings: Columns
    minds: Columns
    """What others are taken to believe, for creatures with `minds`: where each other expects what."""
    things: Columns

    @property
    def seed(self) -> int:
        """What decided every chance in it."""
        return self.scenario.seed

    def film(self, path: Path | None = None, *, every: int = 6, size: int = 360, creature: str | None = None) -> bytes:
        """The run seen from above, as an animated PNG: it is played once more and drawn."""
        from ._pictures import film

        return film(World(self.scenario), path, ticks=self.ticks, every=every, size=size, creature=creature)

    def curves(self, creature: str | None = None, names: Sequence[str] | None = None, size: tuple[int, int] = (640, 240)) -> bytes:
        """The feelings of a creature over time, or those that are named, as a PNG."""
        from ._pictures import curves

        return curves(self, creature, names, size)

    def _repr_html_(self) -> str:
        from ._pictures import html_of_result

        return html_of_result(self)

    def _repr_png_(self) -> bytes:
        world = World(self.scenario)
        world.run(self.ticks)
        return world._repr_png_()

    def __repr__(self) -> str:
        name = self.scenario.name
        return f"Result({name!r}, seed {self.seed}, {self.ticks} ticks, {len(self.events)} events, digest {self.digest})"


def run(
    scenario: Scenario | Path,
    seed: int | None = None,
    *,
    set: Mapping[str, object] | None = None,
    seconds: float | None = None,
    every: int = 1,
    threads: int = 1,
) -> Result:
    """Plays a scenario to its end and keeps every `every`th tick (0 keeps only what happened).

    The digest is the one that `piaget run` prints for the same scenario and seed.

    >>> import piaget
    >>> result = piaget.run("two-walls", seed=1, seconds=2)
    >>> result.ticks, len(result.moments) == result.ticks
    (60, True)
    >>> piaget.run("two-walls", seed=1, seconds=2, threads=2).digest == result.digest
    True
    """
    if isinstance(scenario, Scenario):
        if seed is not None or set is not None:
            raise ValueError("a Scenario has its seed and settings already; give its name or file, or leave them out")
    else:
        scenario = load_scenario(scenario, seed, set)
    if seconds is not None and not 0.0 <= seconds * scenario.tick_hz < MOST_TICKS:
        raise ValueError(f"seconds is {seconds}; it must be a number from 0 on")
    if every < 0:
        raise ValueError(f"every is {every}; it must be 0 (only what happened) or more")
    world = World(scenario, threads)
    ticks = None if seconds is None else round(seconds * scenario.tick_hz)
    tables = {name: Columns(table) for name, table in _native.play(world, ticks, every).items()}
    return Result(scenario, world.tick, world.time_s, world.digest, **tables)
