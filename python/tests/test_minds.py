"""Many minds, with arrays."""

from __future__ import annotations

import multiprocessing
import pickle
import threading

import numpy as np
import pytest

import piaget

KINDS = [("thief", None), ("thief", "red")]


def batch(guard, yard, n=20, **options):
    return piaget.Minds(n, guard, yard, seeds=range(n), things=KINDS, **options)


def places(n, t):
    angle = np.arange(n) + t
    return np.stack([np.sin(angle) * 3, np.cos(angle) * 3 - 2], axis=1).astype(np.float32)


def live(minds, ticks, **options):
    rows = []
    for tick in range(ticks):
        n = len(minds)
        things = np.array([[-6 + 0.1 * tick, 0, 4], [2, 0, -6]], dtype=np.float32)
        intents = minds.step(places(n, tick * 0.02), np.zeros(n), things, **options)
        rows.append(np.nan_to_num(intents["towards"]).copy())
    return np.stack(rows)


def test_a_batch_does_what_single_minds_do(guard, yard):
    minds = batch(guard, yard, 5, threads=2, sight=piaget.Field(90))
    ones = [piaget.Mind(guard, yard, seed) for seed in range(5)]
    for tick in range(30):
        at = places(5, tick * 0.02)
        things = np.array([[-6 + 0.1 * tick, 0, 4], [2, 0, -6]], dtype=np.float32)
        intents = minds.step(at, np.zeros(5), things)
        for index, mind in enumerate(ones):
            # What is in view is worked out by a map of one node for each thing: the same field, the same walls.
            seen = [
                {"kind": kind, "colour": colour, "position": thing, "id": number}
                for number, ((kind, colour), thing) in enumerate(zip(KINDS, things, strict=True))
                if in_view(yard, at[index], thing)
            ]
            intent = mind.step((*at[index],), seen, sight=piaget.Field(90))
            because = minds.words[intents["because"][index]] if intents["because"][index] >= 0 else None
            assert because == intent["because"]
    assert minds.save() == [mind.save() for mind in ones]


def in_view(yard, at, thing):
    away = np.array([thing[0] - at[0], thing[2] - at[1]])
    inside = away[1] >= np.linalg.norm(away) * np.cos(np.radians(45)) - 1e-6
    return inside and not yard.is_cut(tuple(at), (thing[0], thing[2]))


def test_threads_and_pickling_change_nothing(guard, yard):
    one, two = batch(guard, yard, threads=1), batch(guard, yard, threads=2)
    assert np.array_equal(live(one, 20), live(two, 20))
    again = pickle.loads(pickle.dumps(two))
    assert len(again) == 20 and again.time_s == two.time_s
    assert np.array_equal(live(one, 20), live(again, 20))
    assert one.save() == again.save()


def test_minds_come_and_go(guard, yard):
    minds = batch(guard, yard, 6)
    live(minds, 10)
    saved = minds.save([1, 4])
    minds.remove([1, 4])
    assert len(minds) == 4
    minds.extend(saved)
    assert minds.save()[4:] == saved
    with pytest.raises(IndexError):
        minds.remove([9])


def test_maps_and_feelings_are_arrays(guard, yard):
    minds = batch(guard, yard, 8)
    live(minds, 30)
    maps = minds.maps("thief")
    assert maps.shape == (8, len(minds.places)) and maps.dtype == np.float32
    held = maps.sum(axis=1)
    assert np.all((abs(held - 1) < 1e-2) | (held == 0)) and held.max() > 0.9
    out = np.empty_like(maps)
    assert minds.maps("thief", out) is out and np.array_equal(out, maps)
    with pytest.raises(ValueError, match="out has the shape"):
        minds.maps("thief", out[:, ::2])
    names, values = minds.values()
    assert values.shape == (8, len(names))
    assert minds.nats().shape == (8,) and minds.believed("thief").shape == (8, 2)
    assert minds.report(int(held.argmax()))["beliefs"]


def test_one_function_a_tick_sees_for_all(guard, yard):
    calls = []

    def sight(positions, yaws, nodes):
        calls.append((positions.shape, yaws.shape, nodes.shape))
        return nodes[None, :, 1] > positions[:, 2:3]

    minds = batch(guard, yard, 10, sight=sight)
    live(minds, 12)
    assert len(calls) == 12 and calls[0][0] == (10, 3)
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(minds)

    def broken(positions, yaws, nodes):
        raise ZeroDivisionError("no eyes")

    with pytest.raises(ZeroDivisionError, match="no eyes"):
        live(batch(guard, yard, 3, sight=broken), 1)
    with pytest.raises(ValueError, match="what sight returned has the shape"):
        live(batch(guard, yard, 3, sight=lambda p, y, n: np.ones((2, 2), dtype=bool)), 1)


WRONG = [
    (dict(positions=np.zeros((3, 2))), ValueError, r"positions has the shape \[3, 2\]"),
    (dict(positions=np.zeros((4, 5))), ValueError, "2 or 3"),
    (dict(positions=np.full((4, 2), np.nan)), ValueError, r"positions\[0, 0\] is NaN"),
    (dict(positions=np.array([["a", "b"]] * 4)), TypeError, "must be an array of float32"),
    (dict(positions=np.zeros((4, 2), dtype=complex)), TypeError, "complex"),
    (dict(positions=[[1, 2], [3]]), TypeError, "positions"),
    (dict(yaws=np.zeros(3)), ValueError, "yaws"),
    (dict(yaws=np.array([0, 0, 0, np.inf])), ValueError, r"yaws\[3\] is inf"),
    (dict(things=np.zeros((3, 3))), ValueError, "things has the shape"),
    (dict(seen=np.zeros((4, 2))), TypeError, "bool"),
    (dict(seen=np.zeros((4, 3), dtype=bool)), ValueError, "seen"),
    (dict(heard=["a"]), ValueError, "heard has 1 entries"),
    (dict(heard=3), TypeError, "heard"),
    (dict(tick_s=-1.0), ValueError, "tick_s"),
]


@pytest.mark.parametrize(("given", "kind", "message"), WRONG)
def test_wrong_arrays_are_told(guard, yard, given, kind, message):
    minds = batch(guard, yard, 4)
    right = dict(positions=np.zeros((4, 2)), yaws=np.zeros(4), things=np.zeros((2, 3)))
    with pytest.raises(kind, match=message):
        minds.step(**{**right, **given})
    minds.step(**right)


def test_arrays_of_any_layout_give_the_same(guard, yard):
    n = 7
    at = np.random.default_rng(1).uniform(-5, 5, (n, 2)).astype(np.float32)
    forms = [at, at.astype(np.float64), np.asfortranarray(at), np.repeat(at, 2, axis=0)[::2], at.tolist(), np.flip(np.flip(at))]
    saved = []
    for form in forms:
        minds = batch(guard, yard, n)
        for _ in range(5):
            minds.step(form, np.zeros(n), np.array([[0, 0, 6], [3, 0, 0]]))
        saved.append(minds.save())
    assert all(one == saved[0] for one in saved)


def test_use_after_close_says_so(guard, yard):
    minds = batch(guard, yard, 2)
    with minds:
        live(minds, 1)
    for use in (lambda: live(minds, 1), minds.save, lambda: minds.maps("thief"), minds.events):
        with pytest.raises(piaget.ClosedError, match="closed"):
            minds.step(np.zeros((2, 2)), np.zeros(2)) if use is None else use()
    assert len(minds) == 0 and "closed" in repr(minds)


def _in_child(queue, minds):
    live(minds, 5)
    queue.put([bytes(one) for one in minds.save()])


def test_a_fork_in_the_middle_goes_on_in_both(guard, yard):
    minds = batch(guard, yard, 8, threads=2)
    live(minds, 10)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_in_child, args=(queue, minds))
    child.start()
    found = queue.get(timeout=60)
    child.join(60)
    live(minds, 5)
    assert found == minds.save()


def test_a_function_that_uses_what_is_being_stepped_is_told_so(guard, yard):
    minds = batch(guard, yard, 2, sight=lambda positions, yaws, nodes: minds.save())
    with pytest.raises(RuntimeError, match="borrowed"):
        live(minds, 1)
    mind = piaget.Mind(guard, yard)
    mind.step((0, 0, 0), [{"kind": "thief", "position": (0, 0, 6)}])
    with pytest.raises(RuntimeError, match="borrowed"):
        mind.step((0, 0, 0), sight=lambda points: mind.report())
    mind.step((0, 0, 0))


def test_two_threads_at_one_batch_are_told_or_take_turns(guard, yard):
    minds, told = batch(guard, yard, 60, threads=2), []

    def work():
        for _ in range(20):
            try:
                live(minds, 1)
            except RuntimeError as error:
                told.append(str(error))

    pair = [threading.Thread(target=work) for _ in range(2)]
    for one in pair:
        one.start()
    for one in pair:
        one.join()
    assert all("borrowed" in one for one in told)
    assert round(minds.time_s / 0.1) == 40 - len(told), "every tick happened whole, or not at all"


def test_too_few_seeds_and_odd_threads_are_refused(guard, yard):
    with pytest.raises(ValueError, match="3 seeds for 4 minds"):
        piaget.Minds(4, guard, yard, seeds=[1, 2, 3])
    with pytest.raises(ValueError, match="threads is 0"):
        piaget.Minds(4, guard, yard, threads=0)
    with pytest.raises(ValueError, match="a node `map`"):
        piaget.Minds(1, piaget.Character.parse('character "a"'), yard).maps("thief")
