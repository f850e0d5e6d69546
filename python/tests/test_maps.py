"""Maps, memories and graphs alone."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import piaget


def test_a_walker_is_expected_at_the_other_end_of_the_wall(yard):
    found = piaget.Map(yard)
    for tick in range(20):
        found.spread(0.1)
        found.observe((-5 + tick * 0.1, 4))
    ahead = found.forecast(6.0)
    assert ahead.mean[0] > 1.5
    assert found.unseen_s == 0 and ahead.mass_within((3, 4), 3) > 0.5


def test_looking_and_not_finding_empties_what_is_in_view(yard):
    found = piaget.Map(yard, habits={"rest_s": 1.0})
    found.observe((0, -5))
    for _ in range(100):
        found.spread(0.1)
    left = found.cull(lambda points: points[:, 0] < 0)
    assert left["confusion"] > 0.3 and left["outcome"] == "Revised"
    assert found.probabilities[found.places[:, 0] < 0].sum() < 1e-6
    seen = found.look((8, -8), 0.0, piaget.Field(60))
    assert 0 <= seen["confusion"] <= 1
    gone = found.cull(np.ones(len(found), dtype=bool))
    assert gone["outcome"] == "FellBackInView"


def test_many_maps_are_as_single_ones(yard):
    many, ones = piaget.Maps(6, yard, threads=2), [piaget.Map(yard) for _ in range(6)]
    chance = np.random.default_rng(1)
    for tick in range(30):
        at, seen = chance.uniform(-5, 5, (6, 2)), chance.random(6) < 0.3
        in_view = chance.random((6, len(ones[0]))) < 0.2
        many.spread(0.1)
        many.observe(at, seen)
        lost = many.cull(in_view, ~seen, rate=0.9)
        for index, one in enumerate(ones):
            one.spread(0.1)
            if seen[index]:
                one.observe(at[index])
            else:
                assert one.cull(in_view[index], rate=0.9)["confusion"] == pytest.approx(lost[index])
    assert np.array_equal(many.read(), np.stack([one.probabilities for one in ones]))
    assert np.allclose(many.density(np.zeros((6, 2))), [one.density((0, 0))[0] for one in ones])


def test_many_maps_look_as_single_ones_and_travel(yard):
    many, ones = piaget.Maps(5, yard, 0.5, threads=2), [piaget.Map(yard, 0.5) for _ in range(5)]
    at, yaws = np.linspace(-4, 4, 10).reshape(5, 2), np.linspace(-3, 3, 5)
    for tick in range(6):
        many.spread(0.5)
        which = np.arange(5) != tick
        lost = many.look(at, yaws, piaget.Field(100, detection_rate=0.8), which, rate=0.9)
        for index, one in enumerate(ones):
            one.spread(0.5)
            if which[index]:
                assert one.look(at[index], yaws[index], piaget.Field(100, detection_rate=0.8), rate=0.9)["confusion"] == lost[index]
        many = pickle.loads(pickle.dumps(many))
    assert many.threads == 2 and np.array_equal(many.read(), np.stack([one.probabilities for one in ones]))
    for wrong, message in (
        (lambda: many.look(at[:4], yaws), "places has the shape"),
        (lambda: many.look(at, yaws[:2]), "yaws has the shape"),
        (lambda: many.look(at, yaws, rate=2.0), "0 to 1"),
        (lambda: many.look(at, yaws * np.nan), "finite"),
    ):
        with pytest.raises(ValueError, match=message):
            wrong()
    with pytest.raises(piaget.SavedError):
        piaget.Maps._from_bytes(b"\x01", 1)


class Foreign:
    """An array of another library: it can be had by DLPack alone."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_arrays_go_to_and_come_from_other_libraries(yard):
    found, many = piaget.Map(yard), piaget.Maps(3, yard)
    assert np.array_equal(np.from_dlpack(found), found.probabilities) and found.__dlpack_device__() == (1, 0)
    places = np.array([[1, 1], [2, 2], [3, 3]], dtype=np.float32)
    many.observe(Foreign(places))
    assert np.from_dlpack(many).shape == (3, len(many.places))
    assert np.allclose(many.most_likely, places, atol=0.5)
    with pytest.raises(TypeError, match="places must be an array"):
        many.observe(Foreign(places.astype(complex)))


def test_a_map_travels(yard):
    found = piaget.Map(yard, 0.4, shape="squares")
    found.observe((1, 1))
    again = pickle.loads(pickle.dumps(found))
    for one in (found, again):
        one.spread(3.0)
    assert np.array_equal(found.probabilities, again.probabilities) and again.shape == "squares"
    with pytest.raises(piaget.SavedError):
        piaget.Map._from_bytes(b"\x00\x01")


@pytest.mark.parametrize(
    ("use", "message"),
    [
        (lambda m: m.observe((np.nan, 0)), "finite"),
        (lambda m: m.observe((1, 2, 3, 4)), "place has the shape"),
        (lambda m: m.spread(0), "above 0"),
        (lambda m: m.cull(np.ones(3, dtype=bool)), "seen has the shape"),
        (lambda m: m.cull(np.ones(len(m), dtype=bool), rate=1.5), "0 to 1"),
        (lambda m: piaget.Map(piaget.Terrain(10, 10), 0.0), "cell_m"),
        (lambda m: piaget.Map(piaget.Terrain(1000, 1000), 0.01), "nodes"),
        (lambda m: piaget.Map(piaget.Terrain(10, 10), shape="circles"), "hexagons"),
        (lambda m: piaget.Map(piaget.Terrain(10, 10), habits={"sped": 1.0}), "unknown field"),
        (lambda m: piaget.Terrain(-1, 2), "above 0"),
        (lambda m: piaget.Terrain(10, 10, [(0, 0, 1)]), "walls has the shape"),
        (lambda m: piaget.Terrain(10, 10, [(0, 0, -1, 1)]), "negative"),
        (lambda m: piaget.Terrain.from_cells(np.zeros((0, 3), dtype=bool)), "cells"),
        (lambda m: piaget.Field(0), "degrees"),
    ],
)
def test_wrong_uses_are_told(yard, use, message):
    with pytest.raises(ValueError, match=message):
        use(piaget.Map(yard))


def test_ground_of_cells_blocks_the_way_and_the_sight():
    free = np.ones((20, 20), dtype=bool)
    free[10, :15] = False
    ground = piaget.Terrain.from_cells(free, 1.0)
    assert not ground.is_open((0, 0.5)) and ground.is_open((0, 3))
    found = piaget.Map(ground, 1.0, shape="squares")
    found.look((0.5, -5), 0.0, piaget.Field(90))
    behind = (found.places[:, 1] > 2) & (abs(found.places[:, 0]) < 2)
    before = (found.places[:, 1] < -1) & (found.places[:, 1] > -3) & (abs(found.places[:, 0]) < 1)
    assert found.probabilities[behind].min() > 0 and found.probabilities[before].max() == 0


def test_memory_learns_habits_and_travels():
    memory = piaget.Memory('place "home" { place "desk"; place "sofa"; place "bed" }')
    for day in range(5):
        memory.found("pen", "desk", day * 86400.0)
    assert memory.order("pen", 5 * 86400.0)[0][0] == "desk"
    memory.missed("pen", "desk", 5 * 86400.0)
    assert memory.chances("pen", 5 * 86400.0 + 1).sum() == pytest.approx(1, abs=1e-3)
    far = memory.order("pen", 6 * 86400.0, travel=lambda start, to: 50.0 if to == "desk" else 1.0)
    assert far[0][0] != "desk"
    again = pickle.loads(pickle.dumps(memory))
    assert np.array_equal(again.chances("pen", 9e5), memory.chances("pen", 9e5))
    with pytest.raises(ValueError, match="did you mean \"desk\""):
        memory.found("pen", "desc", 0.0)
    with pytest.raises(ZeroDivisionError):
        memory.order("pen", 6 * 86400.0, travel=lambda start, to: 1 / 0)
    with pytest.raises(piaget.FileError):
        piaget.Memory("plaice \"home\"")


def test_a_pose_graph_finds_ways_between_movements():
    graph = piaget.Graph(piaget.data_folder() / "bodies" / "terrier.glb")
    assert len(graph) > 10 and len(graph.movements) > 1
    edges = graph.edges()
    assert len(edges["from"]) == len(edges["cost"]) and edges["seconds"].min() >= 0
    way = graph.way(0, graph.movements[-1])
    assert way is not None and way[0]
    assert graph.distance(0, 0) == 0 and graph.effectors(0).shape == (11, 3)
    with pytest.raises(ValueError, match="there is no movement"):
        graph.way(0, "fly")
    with pytest.raises(ValueError, match="there is no pose"):
        graph.way(10**6, graph.movements[0])
    with pytest.raises(ValueError):
        piaget.Graph("nothing.glb")
