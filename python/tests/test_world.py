"""The reference world from Python is the one of `piaget run`, bit for bit."""

from __future__ import annotations

import json
import pickle
import subprocess
import time

import numpy as np
import pytest
from conftest import ROOT, SHORT

import piaget

NAMES = ["two-walls", "pursuit", "voe-vanish"] if SHORT else piaget.scenarios()


def by_program(program, name, seed=None, seconds=None):
    command = [program, "run", ROOT / "scenarios" / f"{name}.kdl", "--json"]
    command += ["--seed", str(seed)] if seed is not None else []
    command += ["--seconds", str(seconds)] if seconds is not None else []
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


@pytest.mark.parametrize("name", NAMES)
def test_digests_are_those_of_the_program_also_after_pickling_in_the_middle(program, name):
    expected = by_program(program, name)
    plain = piaget.run(name, every=0)
    assert (plain.ticks, plain.digest) == (expected["ticks"], expected["digest"])
    world = piaget.World(piaget.load_scenario(name))
    ticks = world.scenario.ticks
    world.run(ticks // 2)
    world = pickle.loads(pickle.dumps(world))
    world.run(ticks - ticks // 2)
    assert world.is_over and world.digest == expected["digest"]


def test_every_scenario_of_the_tree_comes_with_the_package():
    assert piaget.scenarios() == sorted(file.stem for file in (ROOT / "scenarios").glob("*.kdl"))


@pytest.mark.parametrize("name", NAMES)
def test_digests_with_another_seed_are_those_of_the_program(program, name):
    found, expected = piaget.run(name, 11, seconds=3, every=0), by_program(program, name, 11, 3)
    assert (found.ticks, found.digest) == (expected["ticks"], expected["digest"])


def test_another_seed_and_events_are_those_of_the_program(program):
    found, expected = piaget.run("two-walls", 5, seconds=6), by_program(program, "two-walls", 5, 6)
    assert found.digest == expected["digest"] and found.seed == 5
    told = [(one["event"], one["about"]) for one in expected["events"]]
    assert list(zip(found.events["event"], found.events["about"], strict=True)) == told


def test_a_run_is_columns():
    result = piaget.run("two-walls", 1, seconds=3, every=2)
    assert len(result.moments) == 45 and set(result.moments["creature"]) == {"duncan"}
    assert result.beliefs["x"].dtype == np.float64 and len(result.feelings) > 0
    assert result.things["tick"][0] == 0
    frame = result.moments.to_pandas()
    assert list(frame.columns) == list(result.moments) and len(frame) == 45
    assert result.moments.to_arrow().num_rows == 45
    assert len(piaget.run("two-walls", 1, seconds=3, every=0).moments) == 0


def test_an_agent_leads_a_body_and_things_are_moved():
    with piaget.World(piaget.load_scenario("two-walls")) as world:
        start = world.truth()["duncan"]["position"]
        world.walk("duncan", (start[0] + 2, start[2]), 1.0)
        world.note("now")
        events = world.run(30)
        assert any(event["event"] == "note" for event in events)
        assert world.truth()["duncan"]["position"][0] > start[0] + 0.5
        assert world.intent("duncan").keys() == {"gaze", "travel", "movement", "expression", "utterance", "because"}
        assert "saw" in world.senses("duncan") and "beliefs" in world.report("duncan")
        thing = world.scenario.things[0]
        world.hide(thing)
        world.step()
        assert world.truth()[thing]["hidden"]
        world.move_wall("nowhere", (0, 0))
        assert any(event["event"] == "refused" for event in world.step())
        with pytest.raises(ValueError, match="there is no creature 'x'|there is no creature \"x\""):
            world.report("x")
        with pytest.raises(ValueError, match="finite"):
            world.walk("duncan", (np.nan, 0))
    for use in (world.step, world.save, world.truth, lambda: world.digest):
        with pytest.raises(piaget.ClosedError):
            use()


def test_many_worlds_are_as_single_ones():
    scenarios = [piaget.load_scenario("two-walls", seed) for seed in range(4)]
    many, ones = piaget.Worlds(scenarios, threads=2), [piaget.World(one) for one in scenarios]
    for _ in range(3):
        at = many.positions("duncan")[:, [0, 2]] + [0.5, 0.2]
        many.walk("duncan", at, 1.0)
        many.step(10)
        for one, place in zip(ones, at, strict=True):
            one.walk("duncan", place, 1.0)
            one.run(10)
    assert many.digests == [one.digest for one in ones]
    many.reset(2, scenarios[0])
    assert many.time_s[2] == 0.0 and many.sees("duncan", scenarios[0].things[0]).dtype == bool
    with pytest.raises(ValueError, match="world 0 has no"):
        many.positions("nobody")
    many.close()
    with pytest.raises(piaget.ClosedError):
        many.step()


def test_mistakes_of_a_scenario_have_their_place():
    with pytest.raises(piaget.FileError) as told:
        piaget.Scenario.parse('scenario "a" { shows "A."; try "B." }\nlength 1\nground { sise 20 20 }', "a.kdl")
    assert told.value.line == 3 and "size" in told.value.hint
    with pytest.raises(piaget.FileError, match="--set"):
        piaget.load_scenario("two-walls", set={"no.such.path": 1})
    with pytest.raises(ValueError, match="has its seed"):
        piaget.run(piaget.load_scenario("two-walls"), 4)
    with pytest.raises(piaget.SavedError):
        piaget.World.load(b"piaget?")
    assert piaget.load_scenario("two-walls", set={"tick": 60}).tick_hz == 60


@pytest.mark.long
def test_an_interrupt_ends_a_long_run():
    """The lock is given up and signals are looked for while a world runs."""
    import signal

    world = piaget.World(piaget.load_scenario("two-walls"))
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    previous = signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt()))
    begun = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            world.run(10**9)
    finally:
        signal.signal(signal.SIGALRM, previous)
    assert time.monotonic() - begun < 5
