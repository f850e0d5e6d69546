"""What a mind is told besides senses, and what it answers: others' minds, places, hints, what follows what, what is kept where."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from conftest import GUARD

import piaget

ANNE = """
character "anne"
body kind="person" eye-height=1.5
percepts { kind "person"; kind "ball" }
selector "ball" "ball" latest=#true
beliefs persist=600 { map }
minds "person" field-of-view=110
place "post" { at 3 4 }
place "home"
list "round" "ball"
actions { tuple "stand" { do "wait" } }
"""
ROOM = piaget.Terrain(20, 20)
SALLY = (0.0, 6.0)


@pytest.fixture
def anne() -> piaget.Character:
    return piaget.Character.parse(ANNE, "anne.kdl")


def ball(tick):
    """It rolls from left to right, from the third second on."""
    return (min(-1.0 + 0.1 * max(tick - 30, 0), 1.0), 0.3, 2.0)


def looks(tick):
    """Sally looks this way at first, and away while the ball rolls."""
    return math.pi if tick < 20 else 0.0


def watch(mind, sees_all):
    for tick in range(60):
        yaw = math.pi if sees_all else looks(tick)
        x, z = SALLY
        parts = {"root": (x, 1.5, z), "nose": (x + 0.2 * math.sin(yaw), 1.5, z + 0.2 * math.cos(yaw))}
        sally = {"kind": "person", "position": (x, 0.9, z), "id": 1, "effectors": parts}
        mind.step((0, 0, 0), [sally, {"kind": "ball", "position": ball(tick), "id": 2}], sight="blind")


@pytest.mark.parametrize("sees_all", [False, True])
def test_where_another_looks_for_what_was_moved_behind_its_back(anne, sees_all):
    mind = piaget.Mind(anne, ROOM, seed=7)
    assert mind.minds() == [] and mind.expects_at("person", "ball") is None
    watch(mind, sees_all)
    own = next(one for one in mind.report()["beliefs"] if one["kind"] == "ball")
    expected = mind.expects_at("person", "ball")
    assert own["position"][0] > 0.9
    assert (expected[0] > 0.6) if sees_all else (expected[0] < -0.4)
    (sally,) = mind.minds()
    assert sally["kind"] == "person" and sally["watched"] and math.cos(sally["gaze_yaw"]) * (1 if not sees_all else -1) > 0.9
    theirs = next(one for one in sally["beliefs"] if one["about"] == own["belief"])
    assert theirs["position"] == expected and theirs["sees"] == sees_all
    assert mind.expects_at(sally["of"], own["belief"]) == expected
    assert mind.would_pick("person", "ball") == (own["belief"], expected)
    assert mind.would_pick("person", "no such selector") is None and mind.expects_at("person", 4711) is None
    assert mind.expects_at("person", 0) is not None, "she has seen the one who watches her"
    again = pickle.loads(pickle.dumps(mind))
    assert again.minds() == mind.minds()
    assert "takes others to believe" in mind._repr_html_()


def test_a_batch_tells_what_others_expect_by_where_things_look(anne):
    n = 6
    minds = piaget.Minds(n, anne, ROOM, things=[("person", None), ("ball", None)], sight=piaget.Field(120))
    for tick in range(60):
        facing = np.array([[math.pi if mind % 2 else looks(tick), np.nan] for mind in range(n)])
        minds.step(np.zeros((n, 2)), np.zeros(n), np.array([[SALLY[0], 0.9, SALLY[1]], ball(tick)]), facing=facing)
    expected = minds.expects_at("person", "ball")
    assert expected.shape == (n, 3)
    assert np.all(expected[::2, 0] < -0.4) and np.all(expected[1::2, 0] > 0.6), expected
    assert np.all(minds.believed("ball")[:, 0] > 0.9)
    assert np.all(np.isnan(minds.expects_at("person", "unicorn")))
    one = minds.mind(3)
    assert one.expects_at("person", "ball") == tuple(expected[3]) and one.save() == minds.save([3])[0]
    with pytest.raises(ValueError, match="facing has the shape"):
        minds.step(np.zeros((n, 2)), np.zeros(n), np.zeros((2, 3)), facing=np.zeros(n))


def test_anne_of_the_reference_world_knows_where_sally_will_look():
    scenario = piaget.load_scenario("sally-anne")
    result = piaget.run(scenario, every=10, seconds=26)
    held = result.minds.where(creature="anne", kind="marble")
    assert held["x"][-1] < -0.5 and held["own_x"][-1] > 0.5 and len(result.minds.where(creature="sally")) == 0
    world = piaget.World(scenario)
    world.run(26 * 30)
    assert world.digest == result.digest
    mind = world.mind("anne")
    assert mind.expects_at("person", "marble")[0] == pytest.approx(held["x"][-1])
    assert mind.character.name == "anne" and mind.terrain == scenario.terrain and mind.time_s == world.time_s
    before = world.save()
    mind.step((0, 0, 0))
    assert world.save() == before, "it is a copy"


def test_a_hint_is_taken_in_with_the_next_step(guard, yard):
    mind = piaget.Mind(guard, yard)
    assert mind.hint("thief", (4, 5), spread_m=2.0, by="guard")
    assert mind.step((0, 0, 0), sight="blind")["because"] == "catch"
    for _ in range(40):
        mind.hint("thief", (4, 5))
    assert not mind.hint("thief", (4, 5)), "too much was told in one tick"
    for wrong in (lambda: mind.hint("thief", (4, np.nan)), lambda: mind.hint("thief", (4, 5), spread_m=-1), lambda: mind.hint("x" * 40, (4, 5))):
        with pytest.raises(ValueError):
            wrong()
    minds = piaget.Minds(4, guard, yard, sight=piaget.Field(30))
    minds.hint("thief", (4, 5), 1.0, which=np.array([True, False, True, False]))
    because = minds.step(np.zeros((4, 2)), np.zeros(4))["because"]
    assert (because >= 0).tolist() == [True, False, True, False]


def test_footsteps_and_what_somebody_says_of_another_are_heard(guard, yard):
    mind = piaget.Mind(guard, yard)
    mind.step((0, 0, 0), [], [{"position": (0, 0, 8), "speaker": "thief", "spread_m": 2.0}], sight="blind")
    assert mind.report()["beliefs"][0]["kind"] == "thief"
    told = piaget.Mind(guard, yard)
    told.step((0, 0, 0), [], [{"position": (1, 0, 0), "speaker": "friend", "tells": {"kind": "thief", "at": (0, 8)}}], sight="blind")
    assert "thief" in [one["kind"] for one in told.report()["beliefs"]]


def test_places_are_told_by_name(anne):
    mind = piaget.Mind(anne, ROOM)
    assert mind.places == {"post": (3.0, 0.0, 4.0), "home": None}
    mind.step((1, 0, 2))
    assert mind.places["home"] == (1.0, 0.0, 2.0), "it lives where it first stood"
    mind.set_place("home", (5, 5))
    assert mind.places["home"] == (5.0, 0.0, 5.0)
    with pytest.raises(ValueError, match=r'no place "hoem"; its places are \["post", "home"\]'):
        mind.set_place("hoem", (0, 0))
    minds = piaget.Minds(3, anne, ROOM)
    minds.set_place("home", np.array([[1, 1], [2, 2], [3, 3]]))
    assert [minds.mind(index).places["home"][0] for index in range(3)] == [1.0, 2.0, 3.0]
    minds.set_place("home", (9, 9))
    assert minds.mind(2).places["home"] == (9.0, 0.0, 9.0)


def test_words_that_were_learnt_are_told(anne):
    mind = piaget.Mind(anne, ROOM)
    assert mind.learn("round", "marble") and mind.words("round") == ["ball", "marble"]
    with pytest.raises(ValueError, match='no list "square"'):
        mind.words("square")


LISTENER = 'character "listener"\npercepts { kind "door" }\nbeliefs persist=300\nexpect { contingencies within=10 law=0.01 }'


def test_what_follows_what_is_learnt_and_an_omission_told():
    mind = piaget.Mind(piaget.Character.parse(LISTENER), ROOM)
    assert mind.contingencies() == [] and mind.omission is None

    def hear(bell, opens):
        for tick in range(100):
            sounds = [{"position": (3, 2), "speaker": "bell", "words": "ding"}] if bell and tick == 10 else []
            state = "open" if opens and 25 <= tick < 55 else "shut"
            mind.step((0, 0, 0), [{"kind": "door", "position": (0, 0, 4), "features": {"state": state}}], sounds)
            if mind.omission:
                return mind.omission
        return None

    for _ in range(8):
        assert hear(bell=True, opens=True) is None
    (law,) = [one for one in mind.contingencies() if "Heard" in one["after"] and one["follows"].get("Became", {}).get("value") == "open"]
    assert law["delay_s"] == pytest.approx(1.5, abs=0.1) and law["law"] > 0.5
    omission = hear(bell=True, opens=False)
    assert omission["after"]["Heard"]["words"] == "ding" and omission["nats"] > 5


KEEPER = 'character "keeper"\npercepts { kind "ball" }\nbeliefs persist=30 { map }\nmemory'


def test_the_memory_of_a_mind_can_be_asked(guard):
    keeper = piaget.Character.parse(KEEPER)
    mind = piaget.Mind(keeper, ROOM)
    with pytest.raises(piaget.FileError):
        mind.settle('plaec "home"')
    mind.settle('place "home" { place "desk"; place "sofa" }')
    assert mind.memory.places == ["desk", "sofa"]
    assert piaget.Mind(guard, ROOM).memory is None


def test_a_memory_tells_of_stays_trust_and_holders():
    day = 86_400.0
    memory = piaget.Memory('place "home" { place "hall"; place "study"; place "bed" }')
    for number in range(8):
        memory.told("pen", "bed", number * day, by="fox")
        memory.found("pen", "hall", number * day + 600)
    assert memory.trust_in("fox") < memory.trust_in("owl")
    assert memory.objects == ["pen"] and memory.last_seen("pen") == ("hall", 7 * day + 600) and memory.last_seen("hat") is None
    place, from_s, to_s = memory.stays("pen")[-1]
    assert place == "hall" and from_s <= to_s
    assert 0.0 <= memory.moved_between("pen", 8 * day, 9 * day) <= 1.0
    memory.found_in("keys", "bag", "hall", 8 * day)
    memory.found("bag", "study", 8 * day + 600)
    assert memory.order("keys", 8 * day + 700)[0][0] == "study"
    memory.told("pen", "hall", 8 * day, by="owl", there=False)
    assert pickle.loads(pickle.dumps(memory)).chances("pen", 8 * day + 60).tolist() == memory.chances("pen", 8 * day + 60).tolist()


def test_why_answers_in_a_sentence_and_in_full(yard):
    mind = piaget.Mind(piaget.Character.parse(GUARD.replace('"thief" "thief"', '"thief" "thief" nearest=#true')), yard)
    mind.step((0, 0, 0), [{"kind": "thief", "position": (0, 0, z), "id": z} for z in (2, 5)])
    why = mind.why()
    assert why["answer"].startswith('does "catch" about thief')
    first, second = why["actions"][0]["object"]["candidates"]
    assert first["because"] == "the nearest, 2.0 m away" and "farther" in second["because"]
    assert why["believes"][0]["kind"] == "thief" and why["believes"][0]["since_s"] == 0.0


def test_a_map_is_had_by_kind_and_by_belief(guard, yard):
    mind = piaget.Mind(guard, yard)
    mind.step((0, 0, 0), [{"kind": "thief", "position": (0, 0, z), "id": z} for z in (4, 7)])
    first, second = mind.report()["beliefs"]
    by_number = [mind.map(one["belief"]).most_likely[0] for one in (first, second)]
    assert abs(by_number[0][1] - by_number[1][1]) > 2
    assert mind.map(4711) is None
    with pytest.raises(TypeError, match="kind"):
        mind.map(1.5)


def test_a_body_makes_others_movements_known(yard):
    terrier = piaget.Graph(piaget.data_folder() / "bodies" / "terrier.glb")
    mind = piaget.Mind(piaget.Character.parse('character "a"\nbeliefs persist=9\nwatch'), yard)
    assert mind.report()["watching"] is None
    mind.embody(terrier)
    assert mind.report()["watching"]["gestures"] == 0
    assert mind.copy().report()["watching"] is not None
    loaded = pickle.loads(pickle.dumps(mind))
    assert loaded.report()["watching"] is None, "a body is not part of what is saved"
    loaded.embody(terrier)
    assert loaded.report() == mind.report()


def test_sides_that_are_cut_off_are_told_and_checked(guard, yard):
    mind = piaget.Mind(guard, yard)
    whole = {"kind": "thief", "position": (0, 0, 4), "extent": {"width_m": 0.6, "height_m": 1.7}}
    mind.step((0, 0, 0), [{**whole, "occlusion": {"shown": 0.5, "right_m": 0.3}}])
    for wrong, place in [
        ({"occlusion": {"shown": 2}}, r'\["occlusion"\]\["shown"\] is 2'),
        ({"occlusion": {"left": 1}}, 'unknown field "left"; did you mean "left_m"'),
        ({"extent": {"width_m": -1, "height_m": 1}}, r'\["extent"\]\["width_m"\] is -1'),
        ({"effectors": {"noze": (0, 0)}}, 'did you mean "nose"'),
        ({"effectors": {"nose": (0, np.inf)}}, r'\["effectors"\]\["nose"\]'),
    ]:
        with pytest.raises(ValueError, match=place):
            mind.step((0, 0, 0), [{**whole, **wrong}])
