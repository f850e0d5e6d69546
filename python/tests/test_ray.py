"""On a Ray cluster of two nodes: the same tables, also when a node is lost."""

from __future__ import annotations

import os
import threading
import time

import pytest
from conftest import SHORT
from test_sweep import LIFE, SPEEDS, WHO, live

import piaget

# Ray keeps to loopback then: nothing of it can be reached from elsewhere. It is read when Ray is imported.
os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
ray = pytest.importorskip("ray")
pytestmark = pytest.mark.ray
HERE = "127.0.0.1"


def slow(seed, speed):
    time.sleep(0.05)
    return live(seed, speed)


@pytest.fixture(scope="module")
def cluster():
    from ray.cluster_utils import Cluster

    head = {"num_cpus": 1, "include_dashboard": False, "node_ip_address": HERE}
    made = Cluster(initialize_head=True, head_node_args=head)
    made.add_node(num_cpus=1, node_ip_address=HERE)
    ray.init(address=made.address, log_to_driver=False)
    yield made
    ray.shutdown()
    made.shutdown()


def test_a_sweep_is_the_same_on_a_cluster(cluster):
    seeds = range(3 if SHORT else 20)
    here, there = (piaget.sweep(live, {"speed": SPEEDS}, seeds, address=address) for address in (None, cluster.address))
    assert dict(here) == dict(there)
    with pytest.raises(piaget.SweepError, match="failed for"):
        piaget.sweep(lambda seed: 1 / 0, {}, [1], address=cluster.address)


def test_a_population_has_the_same_digest_on_a_cluster(cluster):
    ground = piaget.Terrain(30, 20)
    made = [piaget.population(10, WHO, ground, seconds=1, workers=workers, address=address) for workers, address in ((1, None), (2, cluster.address))]
    assert made[0].digest == made[1].digest


@pytest.mark.long
@pytest.mark.parametrize("experiment", [slow, LIFE], ids=["function", "life"])
def test_a_lost_node_changes_nothing(cluster, experiment):
    lost = cluster.add_node(num_cpus=2, node_ip_address=HERE)
    grid, seeds = {"speed": SPEEDS}, range(100)
    here = piaget.sweep(experiment, grid, seeds)
    timer = threading.Timer(3.0, lambda: cluster.remove_node(lost, allow_graceful=False))
    timer.start()
    there = piaget.sweep(experiment, grid, seeds, address=cluster.address)
    timer.join()
    assert dict(here) == dict(there) and len(there) == 200
