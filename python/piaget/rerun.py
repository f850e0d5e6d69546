"""A run as a Rerun recording: the world, maps, gaze, beliefs and feelings on one timeline, with its blueprint.

Needs `pip install piaget[rerun]`. Nothing is sent anywhere: the recording is a file, and analytics are off.
"""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any

import numpy as np

from ._native import Scenario, World
from ._pictures import _COLOURS
from ._run import Result
from ._types import Path as AnyPath


def write(run: Result | Scenario, path: AnyPath, *, every: int = 3, creature: str | None = None, ticks: int | None = None) -> Path:
    """Plays a run once more and writes it as an `.rrd` file; `rerun FILE` shows it."""
    os.environ.setdefault("DO_NOT_TRACK", "1")
    try:
        import rerun as rr
    except ImportError as error:
        raise ImportError("a recording needs Rerun: pip install piaget[rerun]") from error
    if every < 1:
        raise ValueError(f"every is {every}; it must be at least 1")
    scenario = run.scenario if isinstance(run, Result) else run
    if not isinstance(scenario, Scenario):
        raise TypeError(f"a recording is made of a Result or a Scenario; this is a {type(run).__name__}")
    if creature is not None and creature not in scenario.creatures:
        raise ValueError(f"there is no creature {creature!r}; there are {scenario.creatures}")
    left = ticks if ticks is not None else run.ticks if isinstance(run, Result) else scenario.ticks
    world = World(scenario)
    creatures = [creature] if creature else world.creatures
    stream = rr.RecordingStream("piaget", recording_id=f"{scenario.name}-{scenario.seed}")
    stream.save(str(path), default_blueprint=_blueprint(creatures))
    _ground(rr, stream, scenario)
    for tick in range(left):
        events = world.step()
        stream.set_time("time", duration=world.time_s)
        for event in events:
            stream.log("events", rr.TextLog(f"{event['creature'] or ''} {event['event']} {event['about']}".strip()))
        if tick % every == 0:
            _moment(rr, stream, world, creatures)
    stream.flush()
    stream.disconnect()
    return Path(path)


def _blueprint(creatures: list[str]) -> Any:
    import rerun.blueprint as rrb

    feelings = [rrb.TimeSeriesView(origin=f"minds/{name}/feels", name=f"{name} feels") for name in creatures[:4]]
    return rrb.Blueprint(
        rrb.Horizontal(
            rrb.Spatial3DView(origin="/", contents="world/**", name="world"),
            rrb.Vertical(*feelings, rrb.TextLogView(origin="events", name="what happened")),
            column_shares=[2, 1],
        ),
        collapse_panels=True,
    )


def _ground(rr: Any, stream: Any, scenario: Scenario) -> None:
    stream.log("world", rr.ViewCoordinates.RIGHT_HAND_Y_UP, static=True)
    walls = scenario.terrain.walls
    if len(walls) > 0:
        half = np.stack([walls[:, 2], walls[:, 5] / 2, walls[:, 3]], axis=1)
        centres = np.stack([walls[:, 0], walls[:, 5] / 2, walls[:, 1]], axis=1)
        turns = [rr.RotationAxisAngle(axis=[0, 1, 0], radians=float(yaw)) for yaw in walls[:, 4]]
        stream.log("world/walls", rr.Boxes3D(half_sizes=half, centers=centres, rotation_axis_angles=turns), static=True)
    min_x, min_z, max_x, max_z = scenario.terrain.bounds
    corners = [[min_x, 0, min_z], [max_x, 0, min_z], [max_x, 0, max_z], [min_x, 0, max_z], [min_x, 0, min_z]]
    stream.log("world/border", rr.LineStrips3D([corners]), static=True)


def _moment(rr: Any, stream: Any, world: World, creatures: list[str]) -> None:
    shown = {name: one for name, one in world.truth().items() if not one["hidden"]}
    if shown:
        stream.log(
            "world/bodies",
            rr.Points3D(
                [[one["position"][0], one["position"][1] + one["radius_m"], one["position"][2]] for one in shown.values()],
                radii=[one["radius_m"] for one in shown.values()],
                colors=[_COLOURS.get(one["colour"], (150, 120, 90)) for one in shown.values()],
                labels=list(shown),
            ),
        )
    for name in creatures:
        own = world.truth()[name]
        x, y, z = own["position"]
        yaw, intent, report = own["gaze_yaw"], world.intent(name), world.report(name)
        stream.log(f"world/{name}/gaze", rr.Arrows3D(origins=[[x, y + 0.5, z]], vectors=[[math.sin(yaw), 0, math.cos(yaw)]]))
        if intent["travel"]:
            stream.log(f"world/{name}/goal", rr.Points3D([intent["travel"]["goal"]], radii=[0.1]))
        beliefs = [one for one in report["beliefs"] if one["seen_as"] is None]
        places, labels = [one["position"] for one in beliefs], [f"{name} believes: {one['kind']}" for one in beliefs]
        stream.log(f"world/{name}/beliefs", rr.Points3D(places, radii=[0.15] * len(places), labels=labels))
        for kind in sorted({one["kind"] for one in beliefs}):
            found = world.map(name, kind)
            if found is not None:
                _map(rr, stream, f"world/{name}/map/{kind}", found)
        for value, now in report["values"].items():
            stream.log(f"minds/{name}/feels/{value}", rr.Scalars(now))
        stream.log(f"minds/{name}/feels/nats", rr.Scalars(report["felt_nats"]))


def _map(rr: Any, stream: Any, entity: str, found: Any) -> None:
    probabilities, places = found.probabilities, found.places
    most = float(probabilities.max(initial=0.0))
    likely = probabilities > most * 0.02
    share = np.sqrt(probabilities[likely] / max(most, 1e-12))
    ground = places[likely]
    points = np.stack([ground[:, 0], np.full(len(ground), 0.02), ground[:, 1]], axis=1)
    colours = np.stack([np.full(len(share), 214), 40 + 0 * share, 32 + 0 * share, 40 + 200 * share], axis=1).astype(np.uint8)
    stream.log(entity, rr.Points3D(points, radii=found.cell_m * 0.45, colors=colours))
