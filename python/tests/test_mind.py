"""One mind, with plain data."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import piaget


def live(mind: piaget.Mind, ticks: int) -> list[piaget.Intent]:
    """A thief walks behind a wall, and is not seen from then on."""
    intents = []
    for _ in range(ticks):
        t = mind.time_s
        thief = (-6 + 1.5 * t, 0, 4)
        seen = [{"kind": "thief", "position": thief, "id": 1}] if thief[0] < -3 else []
        intents.append(mind.step({"position": (0, 0, -4), "yaw": 0.0}, seen, sight=piaget.Field(120)))
    return intents


def test_what_is_out_of_sight_is_still_believed_and_expected_ahead(guard, yard):
    mind = piaget.Mind(guard, yard, seed=7)
    last = live(mind, 40)[-1]
    belief = mind.report()["beliefs"][0]
    assert belief["kind"] == "thief" and belief["seen_as"] is None
    assert belief["position"][0] > -3, "it is thought to have gone on"
    assert last["because"] == "catch" and last["travel"]["speed_m_per_s"] > 0
    found = mind.map("thief")
    assert found is not None and abs(found.probabilities.sum() - 1) < 1e-3
    assert mind.map("unicorn") is None
    assert any(event["kind"] == "lost" for event in _events(guard, yard))


def _events(guard, yard):
    mind, told = piaget.Mind(guard, yard, seed=7), []
    for _ in range(40):
        live(mind, 1)
        told += mind.events()
    return told


@pytest.mark.parametrize("again", [lambda mind: pickle.loads(pickle.dumps(mind)), copy.copy, copy.deepcopy, piaget.Mind.copy])
def test_a_copy_goes_on_as_the_mind_does(guard, yard, again):
    mind = piaget.Mind(guard, yard, seed=7)
    live(mind, 25)
    other = again(mind)
    assert live(mind, 20) == live(other, 20)
    assert mind.save() == other.save() and mind.report() == other.report()


def test_saved_bytes_belong_to_their_character(guard, yard):
    saved = piaget.Mind(guard, yard).save()
    other = piaget.Character.parse('character "cat"')
    with pytest.raises(piaget.SavedError, match="guard.*cat"):
        piaget.Mind.load(other, yard, saved)
    with pytest.raises(piaget.SavedError):
        piaget.Mind.load(guard, yard, saved[:-3])
    with pytest.raises(piaget.SavedError):
        piaget.Mind.load(guard, yard, b"nonsense")


def test_a_mind_moves_to_other_ground_with_what_it_believes(guard, yard):
    mind = piaget.Mind(guard, yard)
    live(mind, 5)
    larger = piaget.Terrain(40, 40)
    mind.move_to(larger)
    assert mind.terrain == larger and mind.report()["beliefs"][0]["kind"] == "thief"
    assert len(mind.map("thief")) > len(piaget.Map(yard))
    live(mind, 5)


def test_sight_by_a_function_is_asked_for_many_points_at_once(guard, yard):
    sizes = []

    def sight(points):
        sizes.append(len(points))
        assert points.dtype == np.float32 and points.shape[1] == 3
        return points[:, 2] > 0

    mind = piaget.Mind(guard, yard)
    mind.step((0, 0, 0), [{"kind": "thief", "position": (0, 0, 6)}], sight=sight)
    for _ in range(30):
        mind.step((0, 0, 0), sight=sight)
    assert max(sizes) > 50, "points come in batches"


def test_a_function_that_raises_is_told_and_the_mind_goes_on(guard, yard):
    mind = piaget.Mind(guard, yard)
    mind.step((0, 0, 0), [{"kind": "thief", "position": (0, 0, 6)}])

    def broken(points):
        raise KeyError("no such wall")

    with pytest.raises(KeyError, match="no such wall"):
        mind.step((0, 0, 0), sight=broken)
    with pytest.raises(ValueError, match="what sight returned"):
        mind.step((0, 0, 0), sight=lambda points: np.ones(3, dtype=bool))
    with pytest.raises(TypeError, match="must be an array of bool"):
        mind.step((0, 0, 0), sight=lambda points: points[:, 0])
    mind.step((0, 0, 0))


WRONG = [
    ({"sightings": [{"kind": "thief"}]}, ValueError, r'sightings\[0\]\["position"\] is missing'),
    ({"sightings": [{"kind": "thief", "position": (0, 0, float("nan"))}]}, ValueError, "finite"),
    ({"sightings": [{"kind": "thief", "position": (0, 0, 1), "color": "red"}]}, ValueError, "did you mean \"colour\""),
    ({"sightings": [{"kind": "x" * 40, "position": (0, 0)}]}, ValueError, "at most 28"),
    ({"sightings": [{"kind": "thief", "position": (0, 0), "confidence": 2}]}, ValueError, "0 to 1"),
    ({"sightings": [("thief", 1)]}, TypeError, "must be a dictionary"),
    ({"sounds": [{"position": (0, 0), "words": "a" * 80}]}, ValueError, "at most 60"),
    ({"tick_s": 0.0}, ValueError, "above 0"),
    ({"tick_s": float("inf")}, ValueError, "above 0"),
    ({"time_s": -1.0}, ValueError, "from 0 to"),
    ({"time_s": 1e300}, ValueError, "time_s is 1000"),
    ({"body": {"yaw": 1.0}}, ValueError, "position"),
    ({"body": {"position": (0, 0), "movement": ("wave", "never")}}, ValueError, "stage"),
    ({"body": "here"}, TypeError, "body"),
    ({"sight": 3}, TypeError, "sight must be"),
]


@pytest.mark.parametrize(("given", "kind", "message"), WRONG)
def test_wrong_senses_are_told_with_their_place(guard, yard, given, kind, message):
    mind = piaget.Mind(guard, yard)
    before = mind.save()
    with pytest.raises(kind, match=message):
        mind.step(**{"body": (0, 0, 0), **given})
    assert mind.save() == before, "nothing has happened to the mind"


def test_every_mistake_of_a_character_has_its_line_and_hint(tmp_path):
    text = 'character "dog"\nbeleifs persist=3\nbeliefs persist=-1\n'
    file = tmp_path / "dog.kdl"
    file.write_text(text)
    with pytest.raises(piaget.FileError) as told:
        piaget.Character.load(file)
    lines = [mistake.line for mistake in told.value.mistakes]
    assert lines == [2, 3] and told.value.file == str(file)
    assert "did you mean `beliefs`" in str(told.value)
    again = pickle.loads(pickle.dumps(told.value))
    assert again.mistakes == told.value.mistakes
    with pytest.raises(piaget.FileError, match="cannot be read"):
        piaget.Character.load(tmp_path / "none.kdl")


def test_a_character_takes_its_includes_along():
    duncan = piaget.character("duncan")
    assert duncan.includes
    again = pickle.loads(pickle.dumps(duncan))
    assert again.text == duncan.text and again.actions == duncan.actions
    terrain = piaget.Terrain(10, 10)
    assert piaget.Mind.load(again, terrain, piaget.Mind(duncan, terrain).save()).character.name == "duncan"
