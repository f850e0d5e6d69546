"""Uses that nobody meant: each is told what is wrong and where, or simply works; none ends the interpreter."""

from __future__ import annotations

import gc
import itertools
import os
import pickle
import subprocess
import sys
import textwrap
import threading
import time
import weakref

import numpy as np
import pytest

import piaget

THINGS = [("thief", None)]


def batch(guard, yard, n=8, **options):
    return piaget.Minds(n, guard, yard, things=THINGS, **options)


def tick(minds, **options):
    n = len(minds)
    return minds.step(np.zeros((n, 2)), np.zeros(n), np.array([[0, 0, 6]]), **options)


def in_a_process(text):
    """What a program of its own says; whoever is ended by a signal has a negative status."""
    own = "import piaget, numpy as np\nguard = piaget.Character.parse('character \"guard\"\\npercepts { kind \"thief\" }\\nbeliefs persist=60 { map }')\n"
    told = subprocess.run([sys.executable, "-P", "-c", own + textwrap.dedent(text)], capture_output=True, text=True, timeout=120)
    assert told.returncode == 0, (told.returncode, told.stdout[-500:], told.stderr[-2000:])
    return told.stdout


def test_another_interpreter_in_the_process_is_told_that_it_cannot():
    told = in_a_process("""
        import _xxsubinterpreters as interpreters
        other = interpreters.create()
        try:
            interpreters.run_string(other, "import piaget")
            print("imported")
        except interpreters.RunFailedError as error:
            print(error)
        piaget.Mind(guard, piaget.Terrain(5, 5)).step((0, 0))
    """)
    assert told.strip()


def test_a_thread_that_is_stepping_at_the_end_of_the_program_ends_with_it():
    in_a_process("""
        import threading
        minds = piaget.Minds(60, guard, piaget.Terrain(20, 20), things=[("thief", None)], threads=2)
        begun = threading.Event()
        def live():
            while True:
                minds.step(np.zeros((60, 2)), np.zeros(60), [[0, 0, 6]])
                begun.set()
        threading.Thread(target=live, daemon=True).start()
        begun.wait()
    """)


def test_more_minds_than_fit_are_refused_before_they_are_made(guard, yard):
    for n in (10**8, 2**40, 2**63):
        with pytest.raises(MemoryError, match="of memory are free; make fewer at a time"):
            piaget.Minds(n, guard, yard)
    for n in (-1, 2**70, 1.5, None):
        with pytest.raises(ValueError, match=r"n is .*; it must be a whole number"):
            piaget.Minds(n, guard, yard)
    with pytest.raises((MemoryError, ValueError), match="maps"):
        piaget.Maps(10**8, yard)


def test_ground_that_is_too_wide_for_the_map_is_refused_with_what_would_fit(guard):
    wide = piaget.Terrain(90_000, 90_000)
    for make in (lambda: piaget.Mind(guard, wide), lambda: piaget.Minds(2, guard, wide)):
        with pytest.raises(ValueError, match=r"its map would have .* nodes.*write `map cell="):
            make()
    small = piaget.Mind(guard, piaget.Terrain(9, 9))
    before = small.save()
    with pytest.raises(ValueError, match="nodes"):
        small.move_to(wide)
    assert small.save() == before and small.terrain == piaget.Terrain(9, 9)


def test_no_minds_at_all(guard, yard):
    minds = batch(guard, yard, 0, threads=2)
    intents = tick(minds)
    assert intents["gaze"].shape == (0, 3) and minds.maps("thief").shape[0] == 0 and minds.values()[1].shape[0] == 0
    assert minds.events() == [] and minds.save() == [] and len(pickle.loads(pickle.dumps(minds))) == 0
    assert piaget.Maps(0, yard).read().shape[0] == 0 and piaget.Worlds([]).digests == []


@pytest.mark.parametrize("seeds", [np.arange(4), range(4), (n for n in range(4)), [np.uint8(0), np.int64(1), 2, True + 2], np.arange(4, dtype=np.uint16)])
def test_seeds_are_whole_numbers_from_whatever_has_them(guard, yard, seeds):
    minds, plain = piaget.Minds(4, guard, yard, seeds=seeds), piaget.Minds(4, guard, yard, seeds=[0, 1, 2, 3])
    assert minds.save() == plain.save()


@pytest.mark.parametrize(
    ("seeds", "kind", "message"),
    [
        (np.arange(4.0), ValueError, r"seeds\[0\] is .*0.0.*; it must be a whole number"),
        ([0, -1, 2, 3], ValueError, r"seeds\[1\] is -1"),
        ([0, 1, 2**64, 3], ValueError, r"seeds\[2\] is 18446744073709551616"),
        (itertools.count(), ValueError, "more seeds than 4 minds"),
        (["a"] * 4, ValueError, r"seeds\[0\] is 'a'"),
        (7, TypeError, "seeds must be 4 whole numbers"),
        (np.zeros((4, 2), dtype=int), ValueError, r"seeds\[0\] is array"),
    ],
)
def test_seeds_of_another_kind_are_told_with_their_place(guard, yard, seeds, kind, message):
    with pytest.raises(kind, match=message):
        piaget.Minds(4, guard, yard, seeds=seeds)


def test_one_array_may_be_given_twice_and_changed_afterwards(guard, yard):
    n = 4
    shared = np.zeros((n, 2), dtype=np.float32)
    once = piaget.Minds(n, guard, yard, things=THINGS * n)
    twice = piaget.Minds(n, guard, yard, things=THINGS * n)
    once.step(shared.copy(), np.zeros(n, dtype=np.float32), shared.copy())
    twice.step(shared, shared[:, 0], shared)
    shared[:] = np.nan
    assert once.save() == twice.save()
    once.step(np.zeros((n, 2)), np.zeros(n), np.ones((n, 2)))
    maps = once.maps("thief")
    frozen = maps.view()
    frozen.flags.writeable = False
    with pytest.raises(Exception, match="(?i)writ|read-only"):
        once.maps("thief", frozen)


def test_bytes_that_are_looked_at_as_flags_mean_yes_where_they_are_not_zero(guard, yard):
    odd = np.full((3, 1), 2, dtype=np.uint8).view(bool)
    plain, strange = batch(guard, yard, 3), batch(guard, yard, 3)
    tick(plain, seen=np.ones((3, 1), dtype=bool))
    tick(strange, seen=odd)
    assert plain.save() == strange.save()
    found, other = piaget.Map(yard), piaget.Map(yard)
    cells = np.zeros(len(found), dtype=np.uint8)
    cells[::3] = 255
    found.cull(cells.view(bool)), other.cull(cells != 0)
    assert np.array_equal(found.probabilities, other.probabilities)


def test_sightings_come_from_generators_even_from_broken_and_endless_ones(guard, yard):
    mind, plain = piaget.Mind(guard, yard), piaget.Mind(guard, yard)
    thief = {"kind": "thief", "position": (0, 0, 6)}
    mind.step((0, 0), (one for one in [thief]), iter([]))
    plain.step((0, 0), [thief])
    before = mind.save()
    assert before == plain.save()

    def broken():
        yield thief
        raise OSError("the camera is unplugged")

    with pytest.raises(OSError, match="unplugged"):
        mind.step((0, 0), broken())
    with pytest.raises(ValueError, match="more than 65536 sightings in one tick"):
        mind.step((0, 0), itertools.repeat(thief))
    with pytest.raises(RuntimeError, match="borrowed"):
        mind.step((0, 0), (mind.step((0, 0)) for _ in range(1)))
    assert mind.save() == before


@pytest.mark.parametrize(
    ("sighting", "kind", "message"),
    [
        ({"id": -1}, ValueError, r'sightings\[0\]\["id"\] is -1'),
        ({"id": 2**32}, ValueError, r'sightings\[0\]\["id"\] is 4294967296; it must be at most'),
        ({"id": "seven"}, ValueError, r'sightings\[0\]\["id"\] is \'seven\''),
        ({"pixels": 1.5}, ValueError, r'sightings\[0\]\["pixels"\] is 1.5'),
        ({3: "three"}, TypeError, r"sightings\[0\] has the field 3"),
        ({"features": {7: 1.0}}, TypeError, r'sightings\[0\]\["features"\] has the feature 7'),
        ({"kind": "\ud800"}, TypeError, r'sightings\[0\]\["kind"\] must be a word'),
        ({"position": "zz"}, TypeError, r'sightings\[0\]\["position"\]'),
        ({"position": (0, 0, 10**400)}, (TypeError, ValueError, OverflowError), "."),
    ],
)
def test_odd_values_are_told_with_their_place(guard, yard, sighting, kind, message):
    mind = piaget.Mind(guard, yard)
    with pytest.raises(kind, match=message):
        mind.step((0, 0), [{"kind": "thief", "position": (0, 0), **sighting}])


def test_numbers_of_numpy_are_numbers(guard, yard):
    plain, numpy = piaget.Mind(guard, yard, 3), piaget.Mind(guard, yard, np.int64(3))
    thief = {"kind": "thief", "position": (0.0, 0.0, 6.0), "id": 5, "confidence": 0.5}
    ours = {"kind": np.str_("thief"), "position": np.array([0, 0, 6]), "id": np.uint32(5), "confidence": np.float32(0.5)}
    plain.step({"position": (0, 0, 0), "yaw": 0.5}, [thief], tick_s=0.125, time_s=2.0)
    numpy.step({"position": np.zeros(3), "yaw": np.float64(0.5)}, [ours], tick_s=np.float32(0.125), time_s=np.float64(2))
    assert plain.save() == numpy.save()
    for wrong in (np.array([0.1, 0.2]), "0.1", 1j, None):
        with pytest.raises((TypeError, ValueError)):
            plain.step((0, 0), tick_s=wrong)


def test_a_clock_that_jumps_harms_nobody(guard, yard):
    mind = piaget.Mind(guard, yard)
    for time_s in (5.0, 1.0, 1e12, 0.0, 5.1):
        mind.step((0, 0), [{"kind": "thief", "position": (0, 0, 6)}], time_s=time_s)
    mind.step((0, 0), tick_s=3e38, time_s=6.0)
    with pytest.raises(ValueError, match="time_s is 3000"):
        mind.step((0, 0))  # its own clock stands there now
    mind.step((1e30, 0), [{"kind": "thief", "position": (3e38, 0, -3e38)}], time_s=7.0)
    found = mind.map("thief")
    assert found is None or np.isfinite(found.probabilities).all()
    pickle.loads(pickle.dumps(mind))


def test_paths_that_are_not_utf8_are_opened_and_told_of(tmp_path):
    folder = os.path.join(os.fsencode(tmp_path), b"caf\xe9")
    os.mkdir(folder)
    path = os.fsdecode(os.path.join(folder, b"dog.kdl"))
    with open(path, "w") as file:
        file.write('character "dog"')
    assert piaget.Character.load(path).name == "dog"
    assert pickle.loads(pickle.dumps(piaget.Character.load(path))).name == "dog"
    with pytest.raises(piaget.FileError, match="cannot be read"):
        piaget.Character.load(path + "x")
    with pytest.raises(piaget.FileError, match="cannot be read"):
        piaget.Scenario.load(tmp_path)
    with open(path, "wb") as file:
        file.write(b'character "\xff"')
    with pytest.raises(piaget.FileError):
        piaget.Character.load(path)


def test_one_character_lives_in_many_places_at_once(guard, yard):
    wide = piaget.Terrain(30, 30)
    minds = [piaget.Mind(guard, ground, 1) for ground in (yard, wide, yard)]
    for mind in minds:
        mind.step((0, 0), [{"kind": "thief", "position": (0, 0, 6)}])
    assert minds[0].save() == minds[2].save() and minds[0].character is minds[1].character
    elsewhere = piaget.Mind.load(guard, yard, minds[0].save())
    elsewhere.step((0, 0))
    assert minds[0].time_s == minds[2].time_s and minds[0].save() == minds[2].save()


def test_a_collection_in_the_middle_of_a_step_harms_nobody(guard, yard):
    def collect(positions, yaws, nodes):
        gc.collect()
        return np.ones((len(positions), len(nodes)), dtype=bool)

    minds = batch(guard, yard, sight=collect)
    for _ in range(3):
        tick(minds)
    mind = piaget.Mind(guard, yard)
    mind.step((0, 0), [{"kind": "thief", "position": (0, 0, 6)}])
    mind.step((0, 0), sight=lambda points: (gc.collect() >= 0) & (points[:, 0] > 0))


def test_minds_that_hold_who_holds_them_are_collected(guard, yard):
    class Host:
        def __init__(self):
            self.minds = batch(guard, yard, 4, sight=self.sees)

        def sees(self, positions, yaws, nodes):
            return np.ones((len(positions), len(nodes)), dtype=bool)

    host = Host()
    tick(host.minds)
    gone = weakref.ref(host)
    del host
    gc.collect()
    assert gone() is None, "the cycle from the minds over their function to the minds is found"


def test_closing_and_pickling_in_the_middle_of_a_step_is_told(guard, yard):
    told = []

    def use(positions, yaws, nodes):
        for act in (minds.close, lambda: pickle.dumps(minds), lambda: minds.extend([]), lambda: minds.remove([0]), lambda: minds.time_s):
            with pytest.raises(RuntimeError, match="borrowed"):
                act()
            told.append(act)
        return np.ones((len(positions), len(nodes)), dtype=bool)

    minds = batch(guard, yard, sight=use)
    tick(minds)
    assert len(told) == 5 and len(minds) == 8
    mind = piaget.Mind(guard, yard)
    mind.step((0, 0), [{"kind": "thief", "position": (0, 0, 6)}])

    def look(points):
        with pytest.raises(RuntimeError, match="borrowed"):
            pickle.dumps(mind)
        told.append(mind)
        return points[:, 0] > 0

    mind.step((0, 0), sight=look)
    assert told[-1] is mind


def test_closing_from_another_thread_is_told_or_comes_between_two_steps(guard, yard):
    for _ in range(3):
        minds, begun, told = batch(guard, yard, 60, threads=2), threading.Event(), []

        def live(minds=minds, begun=begun, told=told):
            try:
                for _ in range(2000):
                    tick(minds)
                    begun.set()
                    time.sleep(0.001)  # else it is being stepped whenever another thread has its turn
            except (piaget.ClosedError, RuntimeError) as error:
                told.append(error)

        thread = threading.Thread(target=live)
        thread.start()
        begun.wait()
        closed = False
        while not closed:
            try:
                minds.close()
                closed = True
            except RuntimeError as error:
                assert "borrowed" in str(error)
                time.sleep(0.001)
        thread.join()
        assert all(isinstance(one, piaget.ClosedError) or "borrowed" in str(one) for one in told)


def test_two_threads_that_read_into_one_array_are_told_or_take_turns(guard, yard):
    pair, out, told = [batch(guard, yard, 300, threads=1) for _ in range(2)], None, []
    for minds in pair:
        tick(minds)
    out = pair[0].maps("thief")

    def read(minds):
        for _ in range(60):
            try:
                minds.maps("thief", out)
                minds.step(np.zeros((300, 2)), np.zeros(300), [[0, 0, 6]])
            except Exception as error:
                told.append(error)

    threads = [threading.Thread(target=read, args=(minds,)) for minds in pair]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert all(isinstance(one, (RuntimeError, TypeError, ValueError)) for one in told), told[:1]


def test_exceptions_of_a_callback_in_one_thread_are_told_there(guard, yard):
    def broken(positions, yaws, nodes):
        raise LookupError("no eyes")

    found = []

    def live(sight, expected):
        minds = batch(guard, yard, 20, sight=sight, threads=2)
        for _ in range(20):
            try:
                tick(minds)
                found.append(None)
            except LookupError as error:
                found.append(error)
        assert minds.time_s == pytest.approx(0.0 if expected else 2.0)

    threads = [threading.Thread(target=live, args=one) for one in ((broken, True), (piaget.Field(90), False))]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sum(isinstance(one, LookupError) for one in found) == 20 and len(found) == 40


def test_bytes_of_another_version_kind_or_damaged_are_refused(guard, yard):
    maps = piaget.Maps(3, yard)
    memory = piaget.Memory('place "home" { place "desk" }')
    for one in (yard, piaget.Map(yard), maps, memory):
        name = type(one).__name__
        restore, given = one.__reduce__()[:2]
        packed = given[0]
        rest = given[1:]
        with pytest.raises(piaget.SavedError, match=f"this {name} was pickled by piaget 0.0.1, and this is {piaget.__version__}"):
            restore(packed.replace(piaget.__version__.encode(), b"0.0.1", 1), *rest)
        with pytest.raises(piaget.SavedError, match="damaged"):
            restore(packed[:-1] + bytes([packed[-1] ^ 1]), *rest)
        with pytest.raises(piaget.SavedError, match="not the bytes of a pickled"):
            restore(b"", *rest)
    restore, _ = yard.__reduce__()
    with pytest.raises(piaget.SavedError, match='bytes of a pickled "Map", not of a Terrain'):
        restore(piaget.Map(yard).__reduce__()[1][0])
    with pytest.raises(piaget.SavedError):
        piaget.Mind.load(guard, yard, piaget.World(piaget.load_scenario("two-walls")).save())


def test_a_fork_while_another_thread_steps_goes_on_in_both():
    in_a_process("""
        import os, threading
        minds = piaget.Minds(200, guard, piaget.Terrain(20, 20), things=[("thief", None)], threads=2)
        own = piaget.Minds(50, guard, piaget.Terrain(20, 20), things=[("thief", None)], threads=2)
        at, yaws = np.zeros((200, 2)), np.zeros(200)
        over = threading.Event()
        def live():
            while not over.is_set():
                minds.step(at, yaws, [[0, 0, 6]])
        thread = threading.Thread(target=live)
        thread.start()
        for _ in range(5):
            own.step(at[:50], yaws[:50], [[0, 0, 6]])
            child = os.fork()
            if child == 0:
                own.step(at[:50], yaws[:50], [[0, 0, 6]])
                os._exit(0)
            _, status = os.waitpid(child, 0)
            assert status == 0, status
        over.set()
        thread.join()
    """)


def test_classes_are_final_and_have_no_other_fields(guard, yard):
    with pytest.raises(TypeError, match="not an acceptable base type"):
        type("Own", (piaget.Mind,), {})
    with pytest.raises(AttributeError):
        piaget.Mind(guard, yard).mood = "good"
