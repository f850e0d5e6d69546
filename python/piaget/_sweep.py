"""An experiment over a grid of settings and seeds: in threads here, or on a Ray cluster, with the same table in the same order.

An experiment is a function of settings and a seed that gives numbers, or a `Life` that goes on for longer than a worker may live.
"""

from __future__ import annotations

import itertools
import pickle
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

import numpy as np

from ._errors import VersionError
from ._native import __version__
from ._run import Columns

Settings = dict[str, Any]
Numbers = Mapping[str, Any]
Task = tuple[int, Settings, int]


class SweepError(RuntimeError):
    """An experiment raised an exception; it says for which settings and seed."""


@dataclass(frozen=True)
class Life:
    """An experiment that is longer than a worker may live. Its state is kept between chunks, so that it goes on elsewhere when a
    worker is lost: it must be something that can be pickled, such as a `World` or a dictionary with `Mind`s.

    >>> import piaget
    >>> life = piaget.Life(
    ...     begin=lambda seed, speed: {"seed": seed, "way": 0.0, "speed": speed, "ticks": 0},
    ...     advance=lambda state: {**state, "way": state["way"] + state["speed"], "ticks": state["ticks"] + 1},
    ...     is_over=lambda state: state["ticks"] == 3,
    ...     measure=lambda state: {"way": state["way"]},
    ... )
    >>> piaget.sweep(life, {"speed": [1.0, 2.0]}, seeds=[7], workers=1)["way"]
    [3.0, 6.0]
    """

    begin: Callable[..., Any]
    """`begin(seed=..., **settings)` gives the state before the first chunk."""
    advance: Callable[[Any], Any]
    """Lives one chunk and gives the state after it."""
    is_over: Callable[[Any], bool]
    measure: Callable[[Any], Numbers]


class Table(Columns):
    """What a sweep found: a row for each setting and seed, in the order of the grid."""

    def __init__(self, columns: Mapping[str, Any], seconds: float, retried: int = 0) -> None:
        super().__init__(columns)
        self.seconds = seconds
        """How long it took."""
        self.retried = retried
        """How many pieces of work were done again because a worker was lost."""

    def mean(self, name: str, by: str | None = None) -> Any:
        """The mean of a column, or a dictionary of means for each value of another."""
        if by is None:
            return sum(self[name]) / max(1, len(self))
        groups: dict[Any, list[float]] = {}
        for key, value in zip(self[by], self[name], strict=True):
            groups.setdefault(key, []).append(value)
        return {key: sum(values) / len(values) for key, values in groups.items()}


def tasks_of(grid: Mapping[str, Iterable[Any]], seeds: Iterable[int]) -> list[Task]:
    """Every setting with every seed, numbered."""
    axes = {name: _values(f"grid[{name!r}]", values) for name, values in grid.items()}
    if "seed" in axes:
        raise ValueError('grid["seed"] is one setting too many: seeds are given as seeds=')
    settings = [dict(zip(axes, values, strict=True)) for values in itertools.product(*axes.values())]
    pairs = itertools.product(settings, _values("seeds", seeds))
    return [(number, one, seed) for number, (one, seed) in enumerate(pairs)]


def _values(what: str, given: Iterable[Any]) -> list[Any]:
    """A list of values to try, from whatever has them; those of an array as Python's own numbers."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise TypeError(f"{what} is a {type(given).__name__}; it must be a list of values to try")
    return given.tolist() if isinstance(given, np.ndarray) else list(given)


def sweep(
    experiment: Callable[..., Numbers] | Life,
    grid: Mapping[str, Iterable[Any]] | None = None,
    seeds: Iterable[int] = (0,),
    *,
    address: str | None = None,
    workers: int | None = None,
    progress: bool = False,
) -> Table:
    """Runs an experiment for every combination of a grid with every seed.

    Without an address it runs here, in `workers` threads: worlds and batches give up the interpreter's lock while they work. With an
    address ("auto", "local" or that of a cluster) it runs on Ray (`pip install piaget[ray]`). The table and its order are the same.

    >>> import piaget
    >>> def life(seed, scenario):
    ...     return {"events": len(piaget.run(scenario, seed, seconds=1, every=0).events)}
    >>> table = piaget.sweep(life, {"scenario": ["two-walls"]}, seeds=range(2), workers=2)
    >>> table["seed"], list(table)
    ([0, 1], ['scenario', 'seed', 'events'])
    """
    if not (callable(experiment) or isinstance(experiment, Life)):
        raise TypeError(f"the experiment is a {type(experiment).__name__}; it must be a function of a seed and settings, or a Life")
    if workers is not None and workers < 1:
        raise ValueError(f"workers is {workers}; it must be at least 1")
    tasks = tasks_of(grid or {}, seeds)
    begun = time.monotonic()
    bar = Bar(len(tasks), progress)
    if address is None:
        rows, retried = _here(experiment, tasks, workers, bar), 0
    else:
        from ._ray import run_tasks

        rows, retried = run_tasks(experiment, tasks, address, bar)
    bar.close()
    return Table(_columns(tasks, rows), time.monotonic() - begun, retried)


def _columns(tasks: list[Task], rows: list[Numbers]) -> dict[str, list[Any]]:
    settings = list(tasks[0][1]) if tasks else []
    columns: dict[str, list[Any]] = {name: [task[1][name] for task in tasks] for name in settings}
    columns["seed"] = [task[2] for task in tasks]
    names = dict.fromkeys(name for row in rows for name in row)
    for name in names:
        if name in columns:
            raise SweepError(f"the experiment gives a number {name!r}, which is also one of its settings")
        columns[name] = [row.get(name) for row in rows]
    return columns


def _here(experiment: Callable[..., Numbers] | Life, tasks: list[Task], workers: int | None, bar: Bar) -> list[Numbers]:
    rows: dict[int, Numbers] = {}
    # Not `concurrent.futures.wait`: a Ctrl-C while it takes the locks of thousands of futures leaves some of them taken for ever.
    over: SimpleQueue[Future[tuple[int, Numbers]]] = SimpleQueue()
    pool = ThreadPoolExecutor(max_workers=workers)
    try:
        for task in tasks:
            pool.submit(live, experiment, task).add_done_callback(over.put)
        for _ in tasks:
            number, row = over.get().result()
            rows[number] = row
            bar.advance()
    finally:
        pool.shutdown(cancel_futures=True)
    return [rows[number] for number in range(len(tasks))]


def live(experiment: Callable[..., Numbers] | Life, task: Task) -> tuple[int, Numbers]:
    """All of one task."""
    number, settings, seed = task
    try:
        if isinstance(experiment, Life):
            state = experiment.begin(seed=seed, **settings)
            while not experiment.is_over(state):
                state = experiment.advance(state)
            return number, _numbers(experiment.measure(state))
        return number, _numbers(experiment(seed=seed, **settings))
    except Exception as error:
        raise SweepError(f"the experiment failed for {settings} with seed {seed}: {type(error).__name__}: {error}") from error


def _numbers(given: Any) -> Numbers:
    if not isinstance(given, Mapping):
        raise TypeError(f"it gave a {type(given).__name__}; it must give numbers by name, such as {{'found': 3.0}}")
    return given


def live_chunk(life: Life, task: Task, saved: bytes | None, version: str) -> tuple[int, bytes | None, Numbers | None]:
    """One chunk of a life: its state as bytes while it goes on, else its numbers."""
    check_version(version)
    number, settings, seed = task
    try:
        state = life.begin(seed=seed, **settings) if saved is None else pickle.loads(saved)
        if not life.is_over(state):
            state = life.advance(state)
        if life.is_over(state):
            return number, None, _numbers(life.measure(state))
        return number, pickle.dumps(state), None
    except Exception as error:
        raise SweepError(f"the experiment failed for {settings} with seed {seed}: {type(error).__name__}: {error}") from error


def check_version(version: str) -> None:
    """Results of another version would not be the same."""
    if version != __version__:
        raise VersionError(f"this worker has piaget {__version__}, and the work was sent by {version}; install the same")


class Bar:
    """A line that says how far the work has come."""

    def __init__(self, total: int, shown: bool) -> None:
        self.total, self.done, self.shown, self.begun = total, 0, shown, time.monotonic()
        self.note = ""

    def advance(self, note: str = "") -> None:
        """One more piece is done."""
        self.done += 1
        self.note = note or self.note
        if self.shown:
            width = 30
            full = round(width * self.done / max(1, self.total))
            seconds = time.monotonic() - self.begun
            line = f"\r[{'#' * full}{'.' * (width - full)}] {self.done}/{self.total} {seconds:.0f} s {self.note}"
            sys.stderr.write(line)
            sys.stderr.flush()

    def close(self) -> None:
        """The work is over."""
        if self.shown:
            sys.stderr.write("\n")


def batches(items: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    """Pieces of a list."""
    for at in range(0, len(items), size):
        yield items[at : at + size]
