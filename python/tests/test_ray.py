"""On a Ray cluster of two nodes: the same tables, also when a node is lost."""

from __future__ import annotations

import dataclasses
import os
import signal
import threading
import time

import pytest
from conftest import SHORT
from test_sweep import LIFE, SPEEDS, WHO, live

import piaget
import piaget._population
import piaget._ray
import piaget._tune
from piaget._sweep import Bar

# Ray keeps to loopback then: nothing of it can be reached from elsewhere. It is read when Ray is imported.
os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
# Else its workers give way to whatever runs beside them.
os.environ.setdefault("RAY_worker_niceness", "0")
ray = pytest.importorskip("ray")
pytestmark = pytest.mark.ray
HERE = "127.0.0.1"


class Watched(Bar):
    """A bar that others look at, to do something when the work has come so far."""

    last = None

    def __init__(self, total, shown):
        super().__init__(total, shown)
        Watched.last = self


def when(happens, act):
    """Does something once, from a thread, as soon as something is so: no test depends on how fast the machine is."""

    def wait():
        until = time.monotonic() + 240
        while not happens() and time.monotonic() < until:
            time.sleep(0.02)
        act()

    thread = threading.Thread(target=wait)
    thread.start()
    return thread


def come_to(steps):
    return lambda: Watched.last is not None and Watched.last.done >= steps


@pytest.fixture(scope="module")
def cluster():
    from ray.cluster_utils import Cluster

    node = {"num_cpus": 1, "node_ip_address": HERE, "object_store_memory": 80 * 2**20}
    made = None
    for _ in range(2):
        try:
            made = Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False})
            made.add_node(**node)
            ray.init(address=made.address, log_to_driver=False)
            break
        except Exception as error:
            # Ray gives its own processes half a minute, which a machine that is busy with other things may not keep.
            why = str(error).splitlines()[0]
            ray.shutdown()
            if made is not None:
                made.shutdown()
            made = None
    if made is None:
        pytest.skip(f"Ray could not begin a cluster here: {why}")
    yield made
    ray.shutdown()
    made.shutdown()


def test_a_sweep_is_the_same_on_a_cluster(cluster):
    seeds = range(3 if SHORT else 100)
    here, there = (piaget.sweep(live, {"speed": SPEEDS}, seeds, address=address) for address in (None, cluster.address))
    assert dict(here) == dict(there) and len(there) == 2 * len(seeds)
    with pytest.raises(piaget.SweepError, match="failed for"):
        piaget.sweep(lambda seed: 1 / 0, {}, [1], address=cluster.address)


def test_a_worker_of_another_version_refuses_the_work(cluster, monkeypatch):
    monkeypatch.setattr(piaget._ray, "__version__", "9.9")
    with pytest.raises(piaget.VersionError, match="the work was sent by 9.9; install the same"):
        piaget.sweep(live, {"speed": SPEEDS}, [1], address=cluster.address)


def test_a_population_has_the_same_digest_on_a_cluster(cluster):
    ground = piaget.Terrain(30, 20)
    made = [
        piaget.population(10 if SHORT else 24, WHO, ground, seconds=1 if SHORT else 4, workers=workers, regions=8, address=address)
        for workers, address in ((1, None), *((workers, cluster.address) for workers in ((2,) if SHORT else (1, 2, 4))))
    ]
    assert len({one.digest for one in made}) == 1
    assert SHORT or made[-1].moved > 0


@pytest.mark.long
def test_a_population_goes_on_where_a_node_is_lost(cluster, monkeypatch):
    ground, options = piaget.Terrain(40, 20), {"seconds": 12, "regions": 8}
    here = piaget.population(40, WHO, ground, workers=1, **options)
    lost = cluster.add_node(num_cpus=2, node_ip_address=HERE)
    cluster.wait_for_nodes()
    monkeypatch.setattr(piaget._population, "Bar", Watched)
    monkeypatch.setattr(Watched, "last", None)
    loss = when(come_to(30), lambda: cluster.remove_node(lost, allow_graceful=False))
    there = piaget.population(40, WHO, ground, workers=4, keep_s=1.0, address=cluster.address, **options)
    loss.join()
    assert there.restored > 0, f"it was over after {there.seconds:.1f} s"
    assert (here.digest, here.events) == (there.digest, there.events) and len(here.track) == len(there.track)


TEMPLATE = 'character "a"\nbeliefs persist=${persist}'


def distance(character, seed):
    time.sleep(0.02)
    return abs(float(character.text.split("=")[1]) - 70)


@pytest.mark.long
def test_tuning_by_ray_finds_better_and_an_interrupt_keeps_what_was_found(cluster, tmp_path, capsys, monkeypatch):
    options = {"shipped": {"persist": 10}, "maximise": False, "address": cluster.address, "seeds": [0], "progress": True}
    found = piaget.tune(TEMPLATE, {"persist": (1, 100)}, distance, samples=24, out=tmp_path / "best.kdl", **options)
    assert found.value < 20 < found.shipped_value == 60 and len(found.trials) == 24 and not found.interrupted
    assert piaget.Character.load(tmp_path / "best.kdl").text == found.text
    assert "24/24" in capsys.readouterr().err, "the bar comes to its end"

    monkeypatch.setattr(piaget._tune, "Bar", Watched)
    monkeypatch.setattr(Watched, "last", None)
    interrupt = when(come_to(3), lambda: os.kill(os.getpid(), signal.SIGINT))
    cut = piaget.tune(TEMPLATE, {"persist": (1, 100)}, distance, samples=2000, out=tmp_path / "cut.kdl", **options)
    interrupt.join()
    assert cut.interrupted and 1 < len(cut.trials) < 2000
    assert (tmp_path / "cut.kdl").read_text() == cut.text


@pytest.mark.long
def test_work_that_takes_its_workers_down_is_told_at_last(cluster, monkeypatch):
    monkeypatch.setattr(piaget._ray, "MOST_LOST", 2)
    with pytest.raises(piaget.SweepError, match=r"'speed': 3.*seed 7 lost its worker 3 times"):
        piaget.sweep(lambda seed, speed: os._exit(1), {"speed": [3]}, [7], address=cluster.address)


def test_more_tasks_than_are_sent_at_once_are_all_done(cluster, monkeypatch):
    monkeypatch.setattr(piaget._ray, "_most_at_once", lambda ray: 3)
    table = piaget.sweep(lambda seed: {"twice": 2 * seed}, {}, range(20), address=cluster.address)
    assert table["twice"] == list(range(0, 40, 2))


@pytest.mark.long
def test_claims_and_families_run_on_a_cluster(cluster, program):
    options = {"families": ["how-sure"], "worlds": 1, "program": program}
    here, there = (piaget.replicate(["mind.opportunism", "world.eyes"], address=address, **options) for address in (None, cluster.address))
    assert dict(here) == dict(there) and len(there) >= 3


@pytest.mark.long
@pytest.mark.parametrize("experiment", [live, LIFE], ids=["function", "life"])
def test_a_lost_node_changes_nothing(cluster, experiment, tmp_path):
    lost = cluster.add_node(num_cpus=2, node_ip_address=HERE)
    grid, seeds = {"speed": SPEEDS}, range(100)
    here = piaget.sweep(experiment, grid, seeds)

    def mark():
        """Says on which node this is, and takes its time there."""
        (tmp_path / ray.get_runtime_context().get_node_id()).touch()
        time.sleep(0.2 if experiment is live else 0.1)

    def marked(function):
        return lambda *given, **named: (mark(), function(*given, **named))[1]

    there_too = marked(live) if experiment is live else dataclasses.replace(LIFE, advance=marked(LIFE.advance))
    loss = when((tmp_path / lost.node_id).exists, lambda: cluster.remove_node(lost, allow_graceful=False))
    there = piaget.sweep(there_too, grid, seeds, address=cluster.address)
    assert not loss.is_alive(), "the node was lost before the end"
    assert dict(here) == dict(there) and len(there) == 200
    assert there.retried > 0
