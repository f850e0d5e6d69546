"""What is given wrongly is told by its name, with what would be right; nothing of it is taken for something else."""

from __future__ import annotations

import math
import sys
import threading

import numpy as np
import pytest

import piaget

THIEF = {"kind": "thief", "position": (0, 0, 6)}


def batch(guard, yard, n=3, **options):
    minds = piaget.Minds(n, guard, yard, things=[("thief", None)], **options)
    minds.step(np.zeros((n, 2)), np.zeros(n), [[0, 0, 6]], seen=np.ones((n, 1), dtype=bool))
    return minds


def world():
    made = piaget.World(piaget.load_scenario("two-walls"))
    made.run(3)
    return made


MAP = [
    (lambda found: found.observe((0, 0), since_s=-1), "since_s is -1; it must be a number from 0 on"),
    (lambda found: found.observe((0, 0), noise_m=-0.1), "noise_m is -0.1"),
    (lambda found: found.peaks(5, -1.0), "apart_m is -1; it must be a number above 0"),
    (lambda found: found.mass_within((0, 0), -1.0), "radius_m is -1"),
    (lambda found: found.forecast(-1.0), "seconds is -1"),
    (lambda found: found.lay([[0, 0], [1, 1]], [1.0, -1.0]), r"weights\[1\] is below 0"),
    (lambda found: found.cull(np.ones(len(found), dtype=bool), prior=3), "prior must be a pair of places and their weights"),
    (lambda found: found.look((0, 0), 0.0, rate=2.0), "rate is 2; it must be 0 to 1"),
]


@pytest.mark.parametrize(("wrong", "message"), MAP)
def test_a_map_refuses_what_makes_no_sense(yard, wrong, message):
    with pytest.raises((ValueError, TypeError), match=message):
        wrong(piaget.Map(yard))


HABITS = [
    ({"speed_mps": -1}, ValueError, r'habits\["speed_mps"\] is -1; it must be a number from 0 on'),
    ({"moving": 7}, ValueError, r'habits\["moving"\] is 7; it must be 0 to 1'),
    ({"rest_s": "long"}, TypeError, r'habits\["rest_s"\] must be a number'),
    ({3: 1.0}, TypeError, "habits has the field 3; fields are named by words"),
    ({"sped": 1}, ValueError, 'unknown field "sped"; known are speed_mps'),
]


@pytest.mark.parametrize(("habits", "kind", "message"), HABITS)
def test_habits_are_told_by_their_name(yard, habits, kind, message):
    for make in (lambda: piaget.Map(yard, habits=habits), lambda: piaget.Maps(2, yard, habits=habits)):
        with pytest.raises(kind, match=message):
            make()


def test_beside_the_ground_there_is_no_density(yard):
    found, maps = piaget.Map(yard), piaget.Maps(2, yard)
    assert (found.density([[9.9, 9.9], [11.0, 0.0], [1e30, 0.0]]) > 0).tolist() == [True, False, False]
    assert (maps.density([[0, -5], [0, 500]]) > 0).tolist() == [True, False]
    walled = piaget.Map(piaget.Terrain(20, 20, [(0, 0, 4, 4)]), 0.5)
    assert (walled.density([[0, 0], [6, 6]]) > 0).tolist() == [False, True]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: piaget.Terrain(5, 5, centre=(1e38, 0)), "the ground reaches .* from the origin"),
        (lambda: piaget.Terrain.from_cells(np.ones((3, 3), dtype=bool), 1e38), "the ground reaches"),
        (lambda: piaget.Terrain.from_cells(np.ones((3, 3), dtype=bool), origin=(1e38, 0)), "the ground reaches"),
        (lambda: piaget.Terrain(5, 5, walls=[(0, 0, 1, 1, 0, -3)]), r"walls\[0\] has a negative height"),
        (lambda: piaget.Field(90, detection_rate=2), "detection_rate is 2"),
        (lambda: piaget.Maps(-1, piaget.Terrain(5, 5)), "n is -1; it must be a whole number"),
        (lambda: piaget.Maps(2, piaget.Terrain(5, 5), threads=-1), "threads is -1; it must be a whole number"),
        (lambda: piaget.Worlds([], threads=10**6), "threads is 1000000; it must be 1 to 1024"),
        (lambda: piaget.World(piaget.load_scenario("two-walls"), threads=10**6), "threads is 1000000"),
        (lambda: piaget.load_scenario("two-walls", seed=-1), "seed is -1; it must be a whole number"),
    ],
)
def test_what_cannot_be_made_is_refused_by_name(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_walls_without_any_length_stand_in_nobodys_way():
    ground = piaget.Terrain(10, 10, [(0, 0, 0, 0)])
    assert not ground.is_cut((-3, 1), (3, 1)) and len(piaget.Map(ground)) > 100


def test_a_function_that_nobody_could_ask_is_refused(yard):
    without = piaget.Character.parse('character "a"\npercepts { kind "thief" }')
    with pytest.raises(ValueError, match="has no maps, so that there is no place that sight could be asked about"):
        piaget.Minds(2, without, yard, sight=lambda positions, yaws, nodes: nodes)


@pytest.mark.parametrize("name", ["seen", "present", "facing"])
def test_what_is_said_of_things_needs_things(guard, yard, name):
    minds = batch(guard, yard, 2)
    value = np.zeros((2, 1)) if name == "facing" else np.ones((2, 1), dtype=bool)
    with pytest.raises(ValueError, match=f"{name} says something about things, and things are not given"):
        minds.step(np.zeros((2, 2)), np.zeros(2), **{name: value})


def test_numbers_that_are_not_there_are_told_as_indices_are(guard, yard):
    minds, worlds = batch(guard, yard), piaget.Worlds([piaget.load_scenario("two-walls")])
    before = minds.save()
    for use in (lambda i: minds.mind(i), lambda i: minds.report(i), lambda i: minds.save([i]), lambda i: minds.remove([0, i])):
        for index in (-1, 3):
            with pytest.raises(IndexError, match=f"there is no mind {index} of 3"):
                use(index)
    with pytest.raises(IndexError, match="there is no world -1 of 1"):
        worlds.reset(-1, piaget.load_scenario("two-walls"))
    assert minds.save() == before


def test_an_array_to_write_into_is_told_what_it_lacks(guard, yard):
    minds = batch(guard, yard)
    width = minds.maps("thief").shape[1]
    frozen = np.zeros((3, width), dtype=np.float32)
    frozen.flags.writeable = False
    odd = np.zeros(3 * width * 4 + 1, dtype=np.uint8)[1:].view(np.float32).reshape(3, width)
    for out, kind, message in [
        (np.zeros((3, width)), TypeError, "out is an array of float64; it must be an array of float32"),
        (np.zeros((3, width), dtype=">f4"), TypeError, "out is an array of >f4"),
        ([0.0], TypeError, "out is a list; it must be an array of float32"),
        (np.zeros((3, width), dtype=np.float32, order="F"), ValueError, "not row by row"),
        (np.zeros(3 * width, dtype=np.float32), ValueError, "out has the shape"),
        (odd, ValueError, "out has the shape"),
        (frozen, ValueError, "cannot be written"),
    ]:
        with pytest.raises(kind, match=message):
            minds.maps("thief", out)
        with pytest.raises(kind, match="out"):
            piaget.Maps(3, yard).read(out)


def test_numbers_between_two_bytes_are_read(guard, yard):
    at = np.arange(6, dtype=np.float32).reshape(3, 2)
    odd = np.frombuffer(b"x" + at.tobytes(), dtype=np.uint8)[1:].view(np.float32).reshape(3, 2)
    plain, strange = batch(guard, yard), batch(guard, yard)
    plain.step(at, np.zeros(3), [[0, 0, 6]]), strange.step(odd, np.zeros(3), [[0, 0, 6]])
    assert plain.save() == strange.save()


class Unplugged:
    def __array__(self, *given, **named):
        raise OSError("the camera is unplugged")


def test_why_numpy_cannot_read_something_is_told(guard, yard):
    with pytest.raises(TypeError, match="numpy cannot: OSError: the camera is unplugged") as told:
        batch(guard, yard).step(Unplugged(), np.zeros(3))
    assert isinstance(told.value.__cause__, OSError)


@pytest.mark.parametrize(
    ("given", "kind", "message"),
    [
        ((None,), TypeError, r"body is of type NoneType; it must be a place, \(x, z\) or"),
        (({1.0, 2.0},), TypeError, "body is of type set"),
        (((0, 0), THIEF), TypeError, "sightings is of type dict; it must be a list of dictionaries"),
        (((0, 0), 3), TypeError, "sightings is of type int"),
        (((0, 0), [], 3), TypeError, "sounds is of type int"),
        (((0, 0), [{"kind": "", "position": (0, 0)}]), ValueError, r'sightings\[0\]\["kind"\] is an empty name'),
    ],
)
def test_senses_of_another_kind_are_told(guard, yard, given, kind, message):
    with pytest.raises(kind, match=message):
        piaget.Mind(guard, yard).step(*given)


def test_who_is_asked_about_what_nobody_knows_says_so(guard, yard):
    mind = piaget.Mind(guard, yard)
    for use in (lambda: mind.map(None), lambda: mind.expects_at(1.5, "thief")):
        with pytest.raises(TypeError, match="a kind of thing is wanted, or the number of a belief; this is of type"):
            use()
    with pytest.raises(ValueError, match="no belief has the number -1"):
        mind.map(-1)
    with pytest.raises(ValueError, match='the character has no list "edible"'):
        mind.learn("edible", "ice-cream")


def test_a_tick_whose_function_fails_has_not_been(guard, yard):
    mind, plain = piaget.Mind(guard, yard), piaget.Mind(guard, yard)
    for one in (mind, plain):
        one.step((0, 0), [THIEF])
    before = mind.save()
    for sight, kind in ((lambda points: 1 / 0, ZeroDivisionError), (lambda points: points, TypeError), (lambda points: np.ones(0, dtype=bool), ValueError)):
        with pytest.raises(kind):
            mind.step((0, 0), sight=sight)
        assert mind.save() == before and mind.time_s == plain.time_s
    for one in (mind, plain):
        one.step((0, 0), sight=lambda points: points[:, 0] > 0)
    assert mind.save() == plain.save()


def test_names_that_nothing_in_the_world_has_are_refused_at_once():
    made = world()
    for use in (lambda: made.walk("ducan", (0, 0)), lambda: made.pick_up("ducan", "sheep"), lambda: made.become("ducan", 'character "a"')):
        with pytest.raises(ValueError, match='nothing in the world is called "ducan"; did you mean "duncan"'):
            use()
    with pytest.raises(ValueError, match='nothing in the world is called "unicorn"; there are '):
        made.hide("unicorn")
    worlds = piaget.Worlds([piaget.load_scenario("two-walls")])
    for use in (lambda: worlds.sees("nobody", "sheep"), lambda: worlds.walk("nobody", [[0, 0]])):
        with pytest.raises(ValueError, match='world 0 has no creature "nobody"'):
            use()


def test_what_is_no_way_in_looks_is_refused():
    memory = piaget.Memory('place "home" { place "desk"; place "sofa" }')
    for cost in (math.nan, -1.0):
        with pytest.raises(ValueError, match="what travel returned is"):
            memory.order("pen", 1.0, travel=lambda start, to: cost)


def test_a_run_is_told_what_it_may_be():
    for options, message in [
        ({"seconds": math.nan}, "seconds is nan; it must be a number from 0 on"),
        ({"seconds": -1}, "seconds is -1"),
        ({"seconds": 1e300}, "seconds is 1e"),
        ({"every": -1}, "every is -1"),
        ({"seed": -1}, "seed is -1"),
    ]:
        with pytest.raises(ValueError, match=message):
            piaget.run("two-walls", **{"seconds": 0.1, **options})
    with pytest.raises(piaget.FileError, match="none of this name comes with the package.*did you mean 'two-walls'"):
        piaget.run("two-wals")
    with pytest.raises(piaget.FileError, match="did you mean 'duncan'"):
        piaget.character("duncn")
    assert piaget.load_scenario("two-walls", set={"thing.sheep.solid": np.bool_(False)}).things


def test_a_table_has_its_columns_where_nothing_happened():
    result = piaget.run("two-walls", 1, seconds=0.0)
    for table in (result.events, result.moments, result.beliefs, result.feelings, result.minds, result.things):
        assert len(table) == 0 and "t" in table and table.where(t=1.0).rows() == []
    played = piaget.run("two-walls", 1, seconds=0.5)
    for name in ("events", "moments", "beliefs", "feelings", "minds", "things"):
        assert list(getattr(played, name)) == list(getattr(result, name)), name
        assert len({len(column) for column in getattr(played, name).values()}) == 1
    with pytest.raises(KeyError, match="there is no column 'tim'; there are tick, t, creature"):
        played.moments["tim"]
    with pytest.raises(KeyError, match="there is no column 'creture'"):
        played.moments.where(creture="duncan")


def nested(guard, yard, most):
    """A mind whose function steps another such mind, and so on."""
    def look(points):
        nonlocal depth
        depth += 1
        if depth < most:
            mind = piaget.Mind(guard, yard)
            mind.step((0, 0), [THIEF])
            mind.step((0, 0), sight=look)
        return points[:, 0] > 0

    depth = 0
    mind = piaget.Mind(guard, yard)
    mind.step((0, 0), [THIEF])
    mind.step((0, 0), sight=look)


def test_functions_within_functions_end_before_the_stack_does(guard, yard):
    nested(guard, yard, 20)
    limit, size, told = sys.getrecursionlimit(), threading.stack_size(512 * 1024), []

    def live():
        try:
            nested(guard, yard, 10_000)
        except RecursionError as error:
            told.append(str(error))

    try:
        sys.setrecursionlimit(100_000)
        live()
        thread = threading.Thread(target=live)
        thread.start()
        thread.join()
    finally:
        sys.setrecursionlimit(limit)
        threading.stack_size(size)
    assert len(told) == 2 and all("at work within one another" in one for one in told)
    nested(guard, yard, 20)
