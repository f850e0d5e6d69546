"""A large world in regions: a worker has the minds of some regions, minds that cross a border move there with their state, and the
digest is the same whatever the number of regions and workers.

Bodies are discs that go where their minds want and never leave the ground; every mind sees the others within its field of view.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._errors import VersionError
from ._native import Character, Field, Minds, Terrain, __version__, digest_of
from ._sweep import Bar, check_version

Rows = NDArray[np.float32]
EDGE_M = 0.5
"""So near to the edge of the ground nobody begins."""
MOST_RESTORED = 20
"""A cluster that loses more workers than this during one population does not get to its end."""


@dataclass
class Population:
    """What became of a population."""

    digest: str
    """Of every position in every tick, and of every mind at the end."""
    positions: Rows
    """Where everybody is at the end: x and z."""
    yaws: Rows
    events: list[tuple[float, int, str]]
    """When, to whom, what."""
    moved: int
    """How often a mind moved to another worker."""
    seconds: float
    """How long it took."""
    bytes_moved: int = 0
    restored: int = 0
    """How often a worker was lost and all went on from where they were last kept."""
    track: list[Rows] = field(default_factory=list)
    """Where everybody was, once a second."""
    terrain: Terrain | None = None
    """The ground on which they live."""

    def _repr_png_(self) -> bytes:
        from ._pictures import draw, png

        return png(draw(self))


class Region:
    """The minds that one worker has."""

    def __init__(self, character: Character, terrain: Terrain, kind: str, count: int, sight: Field, version: str = __version__) -> None:
        check_version(version)
        self.numbers: list[int] = []
        self.minds = Minds(0, character, terrain, things=[(kind, None)] * count, sight=sight, threads=1)
        self.reach_m = sight.reach_m

    def born(self, numbers: Sequence[int], saved: Sequence[bytes]) -> None:
        """Takes minds in, in the order of their numbers."""
        self.minds.extend(list(saved))
        self.numbers.extend(numbers)

    def step(self, positions: Rows, yaws: Rows, tick: int, tick_s: float) -> tuple[list[int], Rows, Rows, Rows, list[tuple[int, str]]]:
        """One tick of its minds."""
        own = np.asarray(self.numbers, dtype=np.intp)
        self.minds.time_s = tick * tick_s
        far = np.linalg.norm(positions[own][:, None] - positions[None], axis=2)
        present = far <= self.reach_m
        present[np.arange(len(own)), own] = False
        intents = self.minds.step(positions[own], yaws[own], positions, present=present, tick_s=tick_s)
        events = [(self.numbers[index], event["kind"]) for index, event in self.minds.events()]
        return self.numbers, intents["towards"], intents["speed_m_per_s"], intents["gaze"], events

    def leave(self, numbers: Sequence[int]) -> list[bytes]:
        """Gives minds up."""
        indices = [self.numbers.index(number) for number in numbers]
        saved = self.minds.save(indices)
        self.minds.remove(indices)
        gone = set(numbers)
        self.numbers = [number for number in self.numbers if number not in gone]
        return saved

    def saved(self) -> dict[int, bytes]:
        """Every mind that it has."""
        return dict(zip(self.numbers, self.minds.save(), strict=True))

    def digests(self) -> dict[int, int]:
        """Of every mind that it has."""
        return {number: digest_of(saved) for number, saved in self.saved().items()}


class _Lost(Exception):
    """A worker is gone, and the minds that it had."""


@dataclass
class _Moment:
    """All that there is before a tick."""

    tick: int
    positions: Rows
    yaws: Rows
    digest: int
    minds: dict[int, bytes]
    told: tuple[int, int, int, int]
    """How many events and tracks there were, and what had moved."""


class _Here:
    """Regions in this process, a thread for each worker."""

    can_be_lost = False

    def __init__(self, workers: int, make: Any) -> None:
        self.regions = [make() for _ in range(workers)]
        self.pool = ThreadPoolExecutor(max_workers=workers)

    def call(self, method: str, arguments: dict[int, tuple[Any, ...]]) -> dict[int, Any]:
        futures = {worker: self.pool.submit(getattr(self.regions[worker], method), *given) for worker, given in arguments.items()}
        return {worker: future.result() for worker, future in futures.items()}

    def renew(self) -> None:
        """Nothing: what is here is not lost."""

    def close(self) -> None:
        self.pool.shutdown()


class _Cluster:
    """Regions as Ray actors."""

    can_be_lost = True

    def __init__(self, workers: int, address: str, arguments: tuple[Any, ...]) -> None:
        from ._ray import connect

        self.ray = connect(address)
        self.workers, self.arguments = workers, arguments
        self.regions: list[Any] = []
        self.renew()

    def renew(self) -> None:
        """New actors in the place of all."""
        self.close()
        # Small clusters share their processors: an actor that waited for one would wait for ever.
        cpus = float(self.ray.cluster_resources().get("CPU", 1.0))
        actor = self.ray.remote(num_cpus=min(0.5, math.floor(cpus / self.workers * 100) / 100))(Region)
        self.regions = [actor.remote(*self.arguments) for _ in range(self.workers)]

    def call(self, method: str, arguments: dict[int, tuple[Any, ...]]) -> dict[int, Any]:
        asked = {worker: getattr(self.regions[worker], method).remote(*given) for worker, given in arguments.items()}
        try:
            found = self.ray.get(list(asked.values()))
        except self.ray.exceptions.RayTaskError as error:
            raise error.as_instanceof_cause() from None
        except self.ray.exceptions.ActorDiedError as error:
            # An actor that could not be made says so itself: to make it again would not help.
            cause = getattr(error, "cause", None)
            if isinstance(cause, VersionError) or "VersionError" in str(error):
                raise VersionError(str(error)) from None
            raise _Lost from error
        except self.ray.exceptions.RayError as error:
            raise _Lost from error
        return dict(zip(asked, found, strict=True))

    def close(self) -> None:
        for region in self.regions:
            self.ray.kill(region)


def population(
    n: int,
    character: Character,
    terrain: Terrain,
    *,
    seconds: float = 10.0,
    seed: int = 0,
    workers: int = 1,
    regions: int | None = None,
    address: str | None = None,
    kind: str = "person",
    sight: Field | None = None,
    tick_s: float = 0.1,
    keep_s: float = 10.0,
    turn_rad_per_s: float = 2.5,
    stroll_m_per_s: float = 0.8,
    progress: bool = False,
) -> Population:
    """Lets `n` minds of one character live together on one ground.

    The ground is cut into `regions` strips along x, and each worker has some of them; a mind whose body crosses a border moves to the
    other worker as saved bytes. A body that its mind leaves alone strolls on and turns at the border. On a cluster all minds are kept
    every `keep_s` seconds of theirs, and where a worker is lost all go on from there.

    >>> import piaget
    >>> who = piaget.Character.parse('character "a"\\npercepts { kind "person" }\\nbeliefs persist=5')
    >>> ground = piaget.Terrain(30, 30)
    >>> one, two = (piaget.population(8, who, ground, seconds=1, workers=workers) for workers in (1, 2))
    >>> one.digest == two.digest
    True
    """
    if n < 1 or workers < 1:
        raise ValueError(f"a population needs at least one mind and one worker; n is {n}, workers is {workers}")
    for name, value, least in (("seconds", seconds, 0.0), ("tick_s", tick_s, 1e-6), ("keep_s", keep_s, 0.0), ("seed", seed, 0)):
        if not least <= value < math.inf:
            raise ValueError(f"{name} is {value}; it must be a number from {least:g} on")
    if regions is not None and regions < 1:
        raise ValueError(f"regions is {regions}; it must be at least 1")
    begun = time.monotonic()
    regions = max(workers, regions or workers)
    sight = sight or Field(120, 12.0)
    chance = np.random.default_rng(seed)
    min_x, min_z, max_x, max_z = terrain.bounds
    low, high = np.array([min_x, min_z]) + EDGE_M, np.array([max_x, max_z]) - EDGE_M
    if not (low < high).all():
        raise ValueError(f"{terrain} is too small for a population: nobody begins within {EDGE_M} m of its edge")
    positions = np.asarray([_open_place(chance, terrain, low, high) for _ in range(n)], dtype=np.float32)
    yaws = chance.uniform(-np.pi, np.pi, n).astype(np.float32)
    arguments = (character, terrain, kind, n, sight)
    place = _Here(workers, lambda: Region(*arguments)) if address is None else _Cluster(workers, address, (*arguments, __version__))

    def home(at: Rows) -> NDArray[np.intp]:
        strip = (at[:, 0] - min_x) / max(max_x - min_x, 1e-6) * regions
        return np.clip(strip.astype(np.intp), 0, regions - 1) * workers // regions

    result = Population("", positions, yaws, [], 0, 0.0, terrain=terrain)
    newborn = dict(enumerate(Minds(n, character, terrain, seeds=[seed * 1_000_003 + number for number in range(n)]).save()))
    kept = _Moment(0, positions, yaws, 0, newborn, (0, 0, 0, 0))
    ticks, keep_ticks = round(seconds / tick_s), max(1, round(keep_s / tick_s))
    bar = Bar(ticks, progress)

    def live(moment: _Moment) -> int:
        """From a moment to the end; gives the digest."""
        nonlocal kept
        positions, yaws, digest = moment.positions, moment.yaws, moment.digest
        events, tracks, result.moved, result.bytes_moved = moment.told
        del result.events[events:], result.track[tracks:]
        where = home(positions)
        numbers = {worker: [int(number) for number in np.flatnonzero(where == worker)] for worker in range(workers)}
        place.call("born", {worker: (own, [moment.minds[number] for number in own]) for worker, own in numbers.items()})
        for tick in range(moment.tick, ticks):
            if place.can_be_lost and tick > moment.tick and tick % keep_ticks == 0:
                told = (len(result.events), len(result.track), result.moved, result.bytes_moved)
                kept = _Moment(tick, positions, yaws, digest, _of_all(place, "saved", workers), told)
            everyone = {worker: (positions, yaws, tick, tick_s) for worker in range(workers)}
            towards, gaze = (np.full((n, 3), np.nan, dtype=np.float32) for _ in range(2))
            speeds = np.zeros(n, dtype=np.float32)
            happened: list[tuple[int, str]] = []
            for own, own_towards, own_speeds, own_gaze, events_of in place.call("step", everyone).values():
                towards[own], speeds[own], gaze[own] = own_towards, own_speeds, own_gaze
                happened.extend(events_of)
            result.events.extend((tick * tick_s, number, what) for number, what in sorted(happened))
            positions, yaws = _carry_out(terrain, positions, yaws, towards, speeds, gaze, tick_s, turn_rad_per_s, stroll_m_per_s)
            digest = digest_of(positions.tobytes() + yaws.tobytes(), digest)
            where = _move(place, where, home(positions), result)
            if tick % max(1, round(1 / tick_s)) == 0:
                result.track.append(positions.copy())
            if tick >= bar.done:
                bar.advance()
        minds = _of_all(place, "digests", workers)
        for number in range(n):
            digest = digest_of(minds[number].to_bytes(8, "little"), digest)
        result.positions, result.yaws = positions, yaws
        return digest

    try:
        while not result.digest:
            try:
                result.digest = f"{live(kept):016x}"
            except _Lost as lost:
                result.restored += 1
                if result.restored > MOST_RESTORED:
                    raise RuntimeError(f"workers were lost {result.restored} times: {lost.__cause__}") from lost
                place.renew()
    finally:
        bar.close()
        place.close()
    result.seconds = time.monotonic() - begun
    return result


def _of_all(place: Any, method: str, workers: int) -> dict[int, Any]:
    """What every worker says of its minds, together."""
    found: dict[int, Any] = {}
    for own in place.call(method, {worker: () for worker in range(workers)}).values():
        found.update(own)
    return found


def _move(place: Any, where: NDArray[np.intp], now: NDArray[np.intp], result: Population) -> NDArray[np.intp]:
    """Sends the minds of bodies that crossed a border to their new worker."""
    crossed = np.flatnonzero(where != now)
    if len(crossed) == 0:
        return where
    leaving: dict[int, list[int]] = {}
    for number in crossed:
        leaving.setdefault(int(where[number]), []).append(int(number))
    saved: dict[int, bytes] = {}
    for worker, states in place.call("leave", {worker: (own,) for worker, own in leaving.items()}).items():
        saved.update(zip(leaving[worker], states, strict=True))
    coming: dict[int, list[int]] = {}
    for number in crossed:
        coming.setdefault(int(now[number]), []).append(int(number))
    place.call("born", {worker: (own, [saved[number] for number in own]) for worker, own in coming.items()})
    result.moved += len(crossed)
    result.bytes_moved += sum(len(state) for state in saved.values())
    return now


def _open_place(chance: np.random.Generator, terrain: Terrain, low: Any, high: Any) -> Any:
    for _ in range(1000):
        at = chance.uniform(low, high)
        if terrain.is_open((float(at[0]), float(at[1])), 0.3):
            return at
    raise ValueError("the ground has hardly a place to stand on")


def _carry_out(
    terrain: Terrain,
    positions: Rows,
    yaws: Rows,
    towards: Rows,
    speeds: Rows,
    gaze: Rows,
    tick_s: float,
    turn_rad_per_s: float,
    stroll_m_per_s: float,
) -> tuple[Rows, Rows]:
    """Moves bodies as their minds want; those without a wish stroll on."""
    goes = np.isfinite(towards[:, 0])
    looks = np.isfinite(gaze[:, 0])
    way = np.where(goes[:, None], towards[:, [0, 2]] - positions, 0.0)
    sight = np.where(looks[:, None], gaze[:, [0, 2]] - positions, np.stack([np.sin(yaws), np.cos(yaws)], axis=1))
    wanted = np.arctan2(sight[:, 0], sight[:, 1])
    turn = (wanted - yaws + np.pi) % (2 * np.pi) - np.pi
    most = np.float32(turn_rad_per_s * tick_s)
    new_yaws = (yaws + np.clip(turn, -most, most) + np.pi) % (2 * np.pi) - np.pi
    far = np.linalg.norm(way, axis=1, keepdims=True)
    stride = np.minimum(far, speeds[:, None] * tick_s)
    walked = np.where(far > 1e-6, way / np.maximum(far, 1e-6) * stride, 0.0)
    strolled = np.stack([np.sin(yaws), np.cos(yaws)], axis=1) * stroll_m_per_s * tick_s
    new = (positions + np.where(goes[:, None], walked, strolled)).astype(np.float32)
    for number in range(len(new)):
        at, to = (tuple(float(value) for value in one[number]) for one in (positions, new))
        if not terrain.is_open(to, 0.2) or terrain.is_cut(at, to, 0.2):
            new[number] = positions[number]
            new_yaws[number] = (new_yaws[number] + 2.0 + np.pi) % (2 * np.pi) - np.pi
    return new, new_yaws.astype(np.float32)
