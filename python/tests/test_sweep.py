"""Sweeps, populations and tuning: the same table wherever they run."""

from __future__ import annotations

import os
import signal
import threading
import time

import numpy as np
import pytest
from conftest import SHORT

import piaget
from piaget._sweep import check_version

SPEEDS = [0.8, 1.2]


def live(seed, speed):
    result = piaget.run("pursuit", seed, set={"event.goes.slide.speed": speed}, seconds=2, every=0)
    return {"events": len(result.events), "digest": result.digest}


def begin(seed, speed):
    return piaget.World(piaget.load_scenario("pursuit", seed, {"event.goes.slide.speed": speed}))


def advance(world):
    world.run(10)
    return world


LIFE = piaget.Life(begin, advance, lambda world: world.tick >= 60, lambda world: {"digest": world.digest})


def test_a_sweep_is_in_the_order_of_the_grid_for_any_number_of_threads():
    one, two = (piaget.sweep(live, {"speed": SPEEDS}, range(3), workers=workers) for workers in (1, 2))
    assert one["speed"] == [0.8] * 3 + [1.2] * 3 and one["seed"] == [0, 1, 2] * 2
    assert one["digest"] == two["digest"] and len(set(one["digest"])) == 6
    lives = piaget.sweep(LIFE, {"speed": SPEEDS}, range(3))
    assert lives["digest"] == one["digest"], "a life in chunks is the same life"
    assert set(one.mean("events", by="speed")) == set(SPEEDS)


def test_a_failure_says_for_what():
    def fails(seed, speed):
        if seed == 1:
            raise RuntimeError("it fell over")
        return {}

    with pytest.raises(piaget.SweepError, match=r"'speed': 0.8.*seed 1: RuntimeError: it fell over"):
        piaget.sweep(fails, {"speed": [0.8]}, range(3))
    with pytest.raises(TypeError, match="list of values"):
        piaget.sweep(live, {"speed": 0.8})
    with pytest.raises(piaget.SweepError, match="also one of its settings"):
        piaget.sweep(lambda seed, a: {"a": 1}, {"a": [1]})


def test_a_grid_is_whatever_has_values():
    def way(seed, speed):
        return {"way": seed * speed}

    plain = piaget.sweep(way, {"speed": [0.0, 0.5, 1.0]}, [1, 2])
    for speeds, seeds in ((np.linspace(0, 1, 3), np.arange(1, 3)), ((one / 2 for one in range(3)), range(1, 3))):
        assert dict(piaget.sweep(way, {"speed": speeds}, seeds)) == dict(plain)
    assert type(piaget.sweep(way, {"speed": np.ones(1)}, np.arange(1))["seed"][0]) is int
    assert repr(plain) == "Table(6 rows: speed, seed, way)"
    with pytest.raises(ValueError, match="one setting too many"):
        piaget.sweep(way, {"seed": [1]}, [1])


@pytest.mark.parametrize(
    ("experiment", "options", "kind", "message"),
    [
        (lambda seed: 3.0, {}, piaget.SweepError, "it gave a float; it must give numbers by name"),
        (lambda seed: None, {}, piaget.SweepError, "it gave a NoneType"),
        (3, {}, TypeError, "the experiment is a int; it must be a function of a seed and settings, or a Life"),
        (live, {"seeds": 3}, TypeError, "seeds is a int; it must be a list of values"),
        (live, {"workers": 0}, ValueError, "workers is 0; it must be at least 1"),
    ],
)
def test_what_is_no_sweep_is_told(experiment, options, kind, message):
    with pytest.raises(kind, match=message):
        piaget.sweep(experiment, **options)


def test_a_sweep_of_thousands_ends_at_an_interrupt():
    done = []

    def slow(seed):
        done.append(seed)
        if seed == 20:
            os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.002)
        return {"seed_of": seed}

    for _ in range(3):
        done.clear()
        with pytest.raises(KeyboardInterrupt):
            piaget.sweep(slow, {}, range(20_000), workers=2)
        assert 20 < len(done) < 20_000


def test_a_worker_of_another_version_is_refused():
    with pytest.raises(piaget.VersionError, match="sent by 9.9"):
        check_version("9.9")


WHO = piaget.Character.parse('character "a"\npercepts { kind "person" }\nselector "p" "person" nearest=#true\nbeliefs persist=20 { map cell=1 }\nactions { tuple "go" object="p" { do "approach" within=1 } }')


def crowd(**options):
    ground = piaget.Terrain(40, 20, [(0, 0, 0.2, 4)])
    return piaget.population(24, WHO, ground, seconds=2 if SHORT else 6, seed=3, **options)


def test_a_population_has_one_digest_for_any_number_of_workers():
    found = [crowd(workers=workers, regions=8) for workers in (1, 2, 4)]
    assert len({one.digest for one in found}) == 1
    assert found[0].moved == 0 and (SHORT or found[2].moved > 0)
    assert found[0].events == found[2].events and len(found[0].track) > 0
    with pytest.raises(ValueError, match="at least one"):
        piaget.population(0, WHO, piaget.Terrain(5, 5))
    for name, value in (("seconds", -1), ("seconds", float("nan")), ("tick_s", 0), ("seed", -1), ("regions", 0)):
        with pytest.raises(ValueError, match=f"{name} is {value}; it must be"):
            piaget.population(2, WHO, piaget.Terrain(5, 5), **{"seconds": 1, name: value})
    with pytest.raises(ValueError, match="too small for a population"):
        piaget.population(2, WHO, piaget.Terrain(0.5, 5))


def test_tuning_finds_better_and_keeps_what_it_found_at_an_interrupt(tmp_path):
    template = 'character "a"\nbeliefs persist=${persist}'

    def measure(character, seed):
        return -abs(float(character.text.split("=")[1]) - 70) + seed * 0

    found = piaget.tune(template, {"persist": (1, 100)}, measure, shipped={"persist": 10}, samples=30, out=tmp_path / "best.kdl")
    assert found.value > -10 > found.shipped_value and found.gain > 0.1
    assert piaget.Character.load(tmp_path / "best.kdl").text == found.text

    def slow(character, seed):
        time.sleep(0.05)
        return measure(character, seed)

    timer = threading.Timer(0.6, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    cut = piaget.tune(template, {"persist": (1, 100)}, slow, shipped={"persist": 10}, samples=10_000, seeds=[0], out=tmp_path / "cut.kdl")
    assert cut.interrupted and 1 < len(cut.trials) < 10_000 and (tmp_path / "cut.kdl").exists()
    with pytest.raises(ValueError, match="does not name"):
        piaget.tune('character "${who}"\nbeliefs persist=${persist}', {"persist": (1, 2)}, measure, shipped={"persist": 1})
    with pytest.raises(ValueError, match=r"the character has no place \$\{persist\}; it has who"):
        piaget.tune('character "${who}"', {"persist": (1, 2)}, measure, shipped={"persist": 1})
    with pytest.raises(ValueError, match="the lower first"):
        piaget.tune(template, {"persist": (2, 1)}, measure, shipped={"persist": 1})


def test_a_measure_that_is_no_number_is_told():
    for options in ({"samples": 0}, {"seeds": []}):
        with pytest.raises(ValueError, match="at least one trial and one seed are needed"):
            piaget.tune('character "a"\nbeliefs persist=${p}', {"p": (1, 2)}, lambda who, seed: 1.0, shipped={"p": 1}, **options)
    with pytest.raises(piaget.SweepError, match="the measure gave 'much'; it must give a number"):
        piaget.tune('character "a"\nbeliefs persist=${p}', {"p": (1, 2)}, lambda who, seed: "much", shipped={"p": 1}, samples=2)
    with pytest.raises(piaget.SweepError, match="must be a number"):
        piaget.tune('character "a"\nbeliefs persist=${p}', {"p": (1, 2)}, lambda who, seed: float("nan"), shipped={"p": 1}, samples=2)


def test_claims_and_families_measure_a_tuned_character(program):
    text = (piaget.data_folder() / "characters" / "forager.kdl").read_text()
    fear = 'rate "danger-near" gain=6'
    assert fear in text
    template = text.replace(fear, 'rate "danger-near" gain=${fear}')
    measure = piaget.ClaimMeasure("mind.interrupt", character="forager", program=program)
    found = piaget.tune(template, {"fear": (3.0, 8.0)}, measure, shipped={"fear": 0.0}, samples=2, seeds=[1], workers=1)
    assert found.value > found.shipped_value, "without fear nothing interrupts it"
    with pytest.raises(piaget.SweepError, match="a measure is one"):
        piaget.ClaimMeasure("mind", character="forager", program=program)(piaget.Character.parse(text), 1)


@pytest.mark.long
def test_a_family_of_worlds_measures_a_character(program):
    duncan = piaget.character("duncan")
    figures = piaget.replicate(families=["how-sure"], worlds=1, program=program)["figures"][0]
    one = next(line for line in figures if "measure" in line and line["value"] is not None)
    known = piaget.FamilyMeasure("how-sure", one["subject"], one["measure"], character="duncan", worlds=1, program=program)
    assert np.isfinite(known(duncan, 1))
    with pytest.raises(piaget.SweepError, match="it measures"):
        piaget.FamilyMeasure("how-sure", "nobody", "nothing", character="duncan", worlds=1, program=program)(duncan, 1)


def test_a_program_of_another_version_is_refused(tmp_path):
    other = tmp_path / "piaget"
    other.write_text("#!/bin/sh\necho piaget 9.9.9\n")
    other.chmod(0o755)
    with pytest.raises(piaget.VersionError, match="has version 9.9.9"):
        piaget.replicate(["mind"], program=other)
    with pytest.raises(FileNotFoundError, match="did not say its version"):
        piaget.replicate(["mind"], program="/bin/false")


def test_claims_are_run_by_the_program(program):
    table = piaget.replicate(["mind.opportunism"], program=program)
    assert table["work"] == ["replicate mind.opportunism"] and table["figures"][0][0]["claim"] == "mind.opportunism"
    with pytest.raises(piaget.SweepError):
        piaget.replicate(["no.such.claim"], program=program)
