"""`make python-cluster`: a Ray cluster of two nodes on this machine: the same tables as here, also when a node is lost, and what it costs.

Says for a sweep of 200 lives and for a population how long each takes here and there. Ends with 1 where a table or a digest differs.
"""

import argparse
import os
import threading
import time

import piaget

NODE = {"num_cpus": 1, "node_ip_address": "127.0.0.1", "object_store_memory": 80 * 2**20}
"""On this machine and for it alone."""
SECONDS = 8.0
GRID = {"speed": [0.8, 1.2]}
VILLAGER = piaget.Character.parse("""
    character "villager"
    body kind="person" walk=1.3
    percepts { kind "person" }
    selector "somebody" "person" nearest=#true
    beliefs persist=20 most=12
    values { drive "company" start=0.5 grow=0.02 }
    actions { tuple "visit" value="company" object="somebody" { do "approach" within=1.5 } }
""")


def live(seed, speed):
    result = piaget.run("pursuit", seed, set={"event.goes.slide.speed": speed}, seconds=SECONDS, every=0)
    return {"events": len(result.events), "digest": result.digest}


def begin(seed, speed):
    return piaget.World(piaget.load_scenario("pursuit", seed, {"event.goes.slide.speed": speed}))


def advance(world):
    world.run(60)
    return world


LIFE = piaget.Life(begin, advance, lambda world: world.time_s >= SECONDS - 1e-6, lambda world: {"digest": world.digest})


def nothing(seed, speed):
    return {"seed_of": seed}


class Checks:
    """Compares tables, and keeps the names of those that differ."""

    def __init__(self):
        self.differ = []

    def same(self, name, one, other):
        """What to say of it."""
        if one != other:
            self.differ.append(name)
        return "the same table" if one == other else "ANOTHER TABLE"


def sweeps(cluster, seeds, checks):
    """A sweep in one thread, in two, and on the cluster; gives the first."""
    one = piaget.sweep(live, GRID, seeds, workers=1)
    print(f"sweep of {len(one)} lives of {SECONDS:g} s: one thread {one.seconds:.1f} s ({one.seconds / len(one) * 1e3:.0f} ms a life)")
    two = piaget.sweep(live, GRID, seeds, workers=2)
    told = checks.same("two threads", dict(one), dict(two))
    print(f"  two threads {two.seconds:.1f} s, {one.seconds / two.seconds:.2f} times as fast: {told}")
    piaget.sweep(nothing, GRID, range(4), address=cluster.address)
    empty = piaget.sweep(nothing, GRID, range(500), address=cluster.address)
    print(f"  an empty task costs {empty.seconds / len(empty) * 1e3:.2f} ms on the cluster")
    there = piaget.sweep(live, GRID, seeds, address=cluster.address)
    told = checks.same("the cluster", dict(one), dict(there))
    beside = f"{one.seconds / there.seconds:.2f} times as fast as one thread, {there.seconds / two.seconds - 1:+.0%} beside two threads"
    print(f"  on the cluster {there.seconds:.1f} s, {beside}: {told}")
    chunks = piaget.sweep(LIFE, GRID, seeds, address=cluster.address)
    told = checks.same("lives in chunks", one["digest"], chunks["digest"])
    kib = len(begin(1, 0.8).save()) / 1024
    print(f"  as lives that are kept every 60 ticks {chunks.seconds:.1f} s: {told}; a kept world has {kib:.0f} KiB at its beginning")
    return one, there.seconds


def losses(cluster, second, seeds, expected, seconds, checks):
    """One of the two nodes is killed in the middle, and another one takes its place afterwards."""
    for name, experiment in (("function", live), ("life", LIFE)):
        begun, removed = time.monotonic(), []

        def lose(node=second, removed=removed, begun=begun):
            cluster.remove_node(node, allow_graceful=False)
            removed.append(time.monotonic() - begun)

        timer = threading.Timer(seconds * 0.3, lose)
        timer.start()
        table = piaget.sweep(experiment, GRID, seeds, address=cluster.address)
        timer.join()
        told = checks.same(f"a lost node ({name})", expected["digest"], table["digest"])
        if not (removed[0] < table.seconds and table.retried > 0):
            checks.differ.append(f"no work was lost ({name})")
        print(f"  one of two nodes killed after {removed[0]:.1f} of {table.seconds:.1f} s ({name}): {table.retried} pieces done again, {told}")
        second = cluster.add_node(**NODE)


def populations(cluster, people, checks):
    """The same village for any number of workers, here and there."""
    ground, digests = piaget.Terrain(60, 40, walls=[(-12, 0, 0.2, 9), (12, 4, 0.2, 9), (0, -10, 8, 0.2)]), set()
    for address in (None, cluster.address):
        for workers in (1, 2, 4):
            made = piaget.population(people, VILLAGER, ground, seconds=10, seed=1, workers=workers, regions=8, address=address)
            digests.add(made.digest)
            where = "here" if address is None else "on the cluster"
            print(f"population of {people}, {workers} workers {where}: {made.seconds * 10:.0f} ms a tick, {made.moved} moves, digest {made.digest}")
    checks.same("the population", len(digests), 1)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--lives", type=int, default=200)
    arguments.add_argument("--people", type=int, default=80)
    given = arguments.parse_args()
    # Ray keeps to loopback then, and its workers give way to nobody; it is read when Ray is imported.
    os.environ.setdefault("RAY_worker_niceness", "0")
    os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    import ray
    from ray.cluster_utils import Cluster

    seeds, checks = range(given.lives // 2), Checks()
    print(f"load of the machine before: {os.getloadavg()[0]:.1f} of {os.cpu_count()} processors")
    begun = time.monotonic()
    cluster = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False})
    try:
        second = cluster.add_node(**NODE)
        ray.init(address=cluster.address, log_to_driver=False)
        print(f"Ray, two nodes of one processor each: here after {time.monotonic() - begun:.1f} s")
        expected, seconds = sweeps(cluster, seeds, checks)
        losses(cluster, second, seeds, expected, seconds, checks)
        populations(cluster, given.people, checks)
    finally:
        ray.shutdown()
        cluster.shutdown()
    print(f"wrong: {', '.join(checks.differ)}" if checks.differ else "everything is the same")
    return int(bool(checks.differ))


if __name__ == "__main__":
    raise SystemExit(main())
