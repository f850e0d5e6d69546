"""`make python-peers`: minds from Python beside `piaget bench crowd`, maps beside filterpy, Stone Soup and particles in numpy.

The task: a walker is seen for some seconds at 10 Hz, turns as people do, and is then behind a wall for some seconds. Every rival says where
it is; scored by the log density at the true place, in nats per square metre, with what a step costs. All see the same.
"""

import argparse
import json
import os
import subprocess
import time
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np

import piaget

ROOT = Path(__file__).resolve().parent.parent.parent
TICK_S, SEEN_TICKS, HIDDEN_TICKS, NOISE_M = 0.1, 40, 30, 0.05
PARTICLES = 1000
STRAYS = (0.05, 0.1, 0.15, 0.2, 0.3, 0.45, 0.7, 1.0)
"""How strongly a walker may change its velocity, in m/s per square root of a second: the rivals take what is best on other walkers."""
stray = 0.3


def walkers(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Tracks of people who walk at a speed of their own and turn a little all the time; some stop. With what is seen of them."""
    chance = np.random.default_rng(seed)
    ticks = SEEN_TICKS + HIDDEN_TICKS
    speed = np.clip(chance.normal(1.2, 0.25, (count, 1)), 0.3, None) * np.ones((1, ticks))
    stops = chance.random(count) < 0.2
    for index in np.flatnonzero(stops):
        speed[index, chance.integers(SEEN_TICKS, ticks) :] = 0.0
    turn = chance.normal(0, 0.12, (count, ticks)) * np.sqrt(TICK_S)
    heading = chance.uniform(-np.pi, np.pi, (count, 1)) + turn.cumsum(axis=1)
    steps = np.stack([np.sin(heading), np.cos(heading)], axis=2) * speed[..., None] * TICK_S
    tracks = steps.cumsum(axis=1)
    return tracks, tracks[:, :SEEN_TICKS] + chance.normal(0, NOISE_M, (count, SEEN_TICKS, 2))


def score(density: float) -> float:
    return float(np.log(max(density, 1e-6)))


def gauss(mean: np.ndarray, variance: np.ndarray, at: np.ndarray) -> float:
    away = at - mean
    return float(np.exp(-0.5 * away @ np.linalg.solve(variance, away)) / (2 * np.pi * np.sqrt(np.linalg.det(variance))))


def constant_velocity() -> tuple[np.ndarray, np.ndarray]:
    block = np.array([[1, TICK_S], [0, 1]])
    noise = stray**2 * np.array([[TICK_S**3 / 3, TICK_S**2 / 2], [TICK_S**2 / 2, TICK_S]])
    zero = np.zeros((2, 2))
    return np.block([[block, zero], [zero, block]]), np.block([[noise, zero], [zero, noise]])


def by_map(track: np.ndarray, seen: np.ndarray) -> float:
    found = by_map.ground  # the lattice is shared by all walkers, as a game would
    one = found.copy()
    for place in seen:
        one.spread(TICK_S)
        one.observe(place, since_s=TICK_S, noise_m=NOISE_M)
    for _ in range(HIDDEN_TICKS):
        one.spread(TICK_S)
    return score(float(one.density(track[-1])[0]))


def by_filterpy(track: np.ndarray, seen: np.ndarray) -> float:
    from filterpy.kalman import KalmanFilter

    own = KalmanFilter(dim_x=4, dim_z=2)
    own.F, own.Q = constant_velocity()
    own.H = np.array([[1.0, 0, 0, 0], [0, 0, 1.0, 0]])
    own.R, own.P = np.eye(2) * NOISE_M**2, np.diag([NOISE_M**2, 1.5, NOISE_M**2, 1.5])
    own.x = np.array([[seen[0][0]], [0], [seen[0][1]], [0]])
    for place in seen[1:]:
        own.predict()
        own.update(place.reshape(2, 1))
    for _ in range(HIDDEN_TICKS):
        own.predict()
    return score(gauss(own.x[[0, 2], 0], own.P[np.ix_([0, 2], [0, 2])], track[-1]))


def by_stone_soup(track: np.ndarray, seen: np.ndarray) -> float:
    from stonesoup.models.measurement.linear import LinearGaussian
    from stonesoup.models.transition.linear import CombinedLinearGaussianTransitionModel, ConstantVelocity
    from stonesoup.predictor.kalman import KalmanPredictor
    from stonesoup.types.detection import Detection
    from stonesoup.types.hypothesis import SingleHypothesis
    from stonesoup.types.state import GaussianState
    from stonesoup.updater.kalman import KalmanUpdater

    predictor = KalmanPredictor(CombinedLinearGaussianTransitionModel([ConstantVelocity(stray**2)] * 2))
    model = LinearGaussian(4, (0, 2), np.eye(2) * NOISE_M**2)
    updater = KalmanUpdater(model)
    now = datetime(2000, 1, 1)
    state = GaussianState([seen[0][0], 0, seen[0][1], 0], np.diag([NOISE_M**2, 1.5, NOISE_M**2, 1.5]), timestamp=now)
    for place in seen[1:]:
        now += timedelta(seconds=TICK_S)
        prediction = predictor.predict(state, timestamp=now)
        state = updater.update(SingleHypothesis(prediction, Detection(place.reshape(2, 1), timestamp=now, measurement_model=model)))
    for _ in range(HIDDEN_TICKS):
        now += timedelta(seconds=TICK_S)
        state = predictor.predict(state, timestamp=now)
    mean, covar = np.asarray(state.state_vector, dtype=float)[:, 0], np.asarray(state.covar, dtype=float)
    return score(gauss(mean[[0, 2]], covar[np.ix_([0, 2], [0, 2])], track[-1]))


def by_particles(track: np.ndarray, seen: np.ndarray) -> float:
    chance = np.random.default_rng(1)
    at = seen[0] + chance.normal(0, NOISE_M, (PARTICLES, 2))
    velocity = chance.normal(0, 1.2, (PARTICLES, 2))
    for place in seen[1:]:
        velocity += chance.normal(0, stray * np.sqrt(TICK_S), velocity.shape)
        at += velocity * TICK_S
        weights = np.exp(-0.5 * ((at - place) ** 2).sum(axis=1) / (2 * NOISE_M) ** 2) + 1e-300
        picked = np.searchsorted(np.cumsum(weights / weights.sum()), (chance.random() + np.arange(PARTICLES)) / PARTICLES)
        picked = np.minimum(picked, PARTICLES - 1)
        at, velocity = at[picked], velocity[picked]
    for _ in range(HIDDEN_TICKS):
        velocity += chance.normal(0, stray * np.sqrt(TICK_S), velocity.shape)
        at += velocity * TICK_S
    # A kernel of a quarter of a metre makes a density of them.
    width = 0.25
    return score(float(np.mean(np.exp(-0.5 * ((at - track[-1]) ** 2).sum(axis=1) / width**2) / (2 * np.pi * width**2))))


def tracking(count: int) -> None:
    global stray
    others, seen_of_others = walkers(count, seed=8)
    by_stray = {}
    for stray in STRAYS:
        by_stray[stray] = np.mean([by_filterpy(track, own) for track, own in zip(others, seen_of_others, strict=True)])
    stray = max(by_stray, key=by_stray.get)
    tracks, seen = walkers(count, seed=7)
    by_map.ground = piaget.Map(piaget.Terrain(32, 32), 0.5)
    rivals = {"piaget.Map": by_map, "filterpy": by_filterpy, "Stone Soup": by_stone_soup, "numpy particles": by_particles}
    steps = SEEN_TICKS + HIDDEN_TICKS
    print(f"tracking, in time of one processor: {count} walkers, seen for {SEEN_TICKS * TICK_S:.0f} s, hidden for {HIDDEN_TICKS * TICK_S:.0f} s")
    print(f"  rivals stray by {stray} m/s a root second, the best of {STRAYS} on {count} other walkers; the map has its defaults")
    for name, rival in rivals.items():
        rival(tracks[0], seen[0])
        begun = time.process_time()
        scores = [rival(track, own) for track, own in zip(tracks, seen, strict=True)]
        us = (time.process_time() - begun) / count / steps * 1e6
        print(f"  {name:16} {us:8.1f} us a step, {np.mean(scores):6.2f} nats per square metre")
    maps = piaget.Maps(count, piaget.Terrain(32, 32), 0.5, threads=1)
    begun = time.process_time()
    for tick in range(SEEN_TICKS):
        maps.spread(TICK_S)
        maps.observe(seen[:, tick], since_s=TICK_S, noise_m=NOISE_M)
    for _ in range(HIDDEN_TICKS):
        maps.spread(TICK_S)
    us = (time.process_time() - begun) / count / steps * 1e6
    nats = np.log(np.maximum(maps.density(tracks[:, -1]), 1e-6)).mean()
    print(f"  {'piaget.Maps':16} {us:8.1f} us a step, {nats:6.2f} nats per square metre, {count} at once")


def crowd(minds: int, threads: int) -> tuple[list[tuple[float, float]], piaget.Minds]:
    """The lives of `piaget bench crowd`: 4 sheep wander in and out of the sight of each dog. Gives what each tick took, in seconds of the
    clock and of the processor."""
    sheep, tick_s, warm, ticks = 4, 1 / 30, 90, 30
    half = np.array([8.0, 8.0 * 0.8660254], dtype=np.float32)
    walls = [(x, half[1] * 0.5, half[0] * 0.24, 0.15, 0.3) for x in (-half[0] * 0.5, half[0] * 0.5)]
    ground = piaget.Terrain(2 * half[0], 2 * half[1], walls)
    dogs = piaget.Minds(minds, piaget.character("duncan"), ground, things=[("sheep", "white")] * sheep, sight=piaget.Field(60), threads=threads)
    chance = np.random.default_rng(1)
    places = chance.uniform(-half * 0.9, half * 0.9, (minds, sheep, 2)).astype(np.float32)
    heading = chance.uniform(-3.1, 3.1, (minds, sheep)).astype(np.float32)
    at, yaws = np.zeros((minds, 2), dtype=np.float32), np.zeros(minds, dtype=np.float32)
    dogs.step(at, yaws, places, seen=np.ones((minds, sheep), dtype=bool), heard="look at sheep", speaker="shepherd", tick_s=tick_s)
    most, times = np.float32(2.5 * tick_s), []
    for _ in range(1, warm + ticks + 1):
        begun, begun_by_processor = time.perf_counter(), time.process_time()
        step = np.stack([np.sin(heading), np.cos(heading)], axis=2) * np.float32(0.4 * tick_s)
        inside = np.all(abs(places + step) <= half, axis=2)
        places = np.where(inside[..., None], places + step, places)
        heading = np.where(inside, heading, heading + 2.0)
        gaze = dogs.step(at, yaws, places, tick_s=tick_s)["gaze"]
        wanted = np.where(np.isfinite(gaze[:, 0]), np.arctan2(gaze[:, 0], gaze[:, 2]), yaws)
        turn = (wanted - yaws + np.pi) % (2 * np.pi) - np.pi
        yaws = yaws + np.clip(turn, -most, most).astype(np.float32)
        times.append((time.perf_counter() - begun, time.process_time() - begun_by_processor))
    return times[warm:], dogs


def bench(program: Path, minds: int, threads: int) -> tuple[float, float]:
    """The middle and the least time of a creature in a tick, as `piaget bench crowd` says them, in microseconds."""
    said = subprocess.run([program, "bench", "crowd", "--json"], capture_output=True, text=True, check=True).stdout
    figures = {line["bench"]: line for line in map(json.loads, said.splitlines())}
    figure = figures[f"crowd.{minds}" + (".two-threads" if threads == 2 else "")]
    return figure["value"], figure["least_us"]


def crowds(program: Path | None, minds: int, threads: int, rounds: int) -> None:
    """From Python and from the program in turn. On a machine that does other work the least time says most: what was in the way of one was
    not in the way of the other."""
    own: list[tuple[float, float]] = []
    theirs: list[tuple[float, float]] = []
    for number in range(rounds):
        times, dogs = crowd(minds, threads)
        each = np.array(times) / minds * 1e6
        own.append((float(np.median(each[:, 0])), float(each[:, 0].min())))
        line = f"crowd of {minds} on {threads} threads, round {number + 1}: from Python {own[-1][0]:.1f} us per creature, least {own[-1][1]:.1f}"
        line += f", of the processor {np.median(each[:, 1]):.1f}"
        if program is not None:
            theirs.append(bench(program, minds, threads))
            line += f"; piaget bench crowd {theirs[-1][0]:.1f}, least {theirs[-1][1]:.1f}"
        print(line)
    if theirs:
        middle, _ = np.median(own, axis=0) / np.median(theirs, axis=0)
        _, least = np.min(own, axis=0) / np.min(theirs, axis=0)
        print(f"  from Python {middle:.2f} times that by the middle, {least:.2f} by the least")
    out = dogs.maps("sheep")
    reads = []
    for _ in range(50):
        begun = time.perf_counter()
        dogs.maps("sheep", out)
        reads.append(time.perf_counter() - begun)
    print(f"reading {out.shape[0]} maps of {out.shape[1]} open nodes: {np.median(reads) * 1e3:.2f} ms (least {np.min(reads) * 1e3:.2f})")


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--walkers", type=int, default=200)
    arguments.add_argument("--minds", type=int, default=1000)
    arguments.add_argument("--threads", type=int, default=1)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--program", type=Path, default=ROOT / "target" / "release" / "piaget")
    arguments.add_argument("--only", choices=["crowd", "tracking"])
    given = arguments.parse_args()
    if given.only != "tracking":
        print(f"load of the machine: {os.getloadavg()[0]:.1f} of {os.cpu_count()} processors")
        crowds(given.program if given.program.exists() else None, given.minds, given.threads, given.rounds)
    if given.only != "crowd":
        tracking(given.walkers)


if __name__ == "__main__":
    main()
