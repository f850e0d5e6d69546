"""`make python-cluster`: a Ray cluster of two nodes on this machine: the same tables as here, also when a node is lost, and what it costs.

Says for a sweep of 200 lives and for a population how long each takes here and there. Ends with 1 where a table or a digest differs.
"""

import argparse
import os
import threading
import time

import piaget

HERE = "127.0.0.1"
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


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--lives", type=int, default=200)
    arguments.add_argument("--people", type=int, default=80)
    given = arguments.parse_args()
    import ray
    from ray.cluster_utils import Cluster

    seeds, differ = range(given.lives // 2), []

    def compare(name, one, other):
        if one != other:
            differ.append(name)

    print(f"load of the machine before: {os.getloadavg()[0]:.1f} of {os.cpu_count()} processors")
    one = piaget.sweep(live, GRID, seeds, workers=1)
    each = one.seconds / len(one)
    print(f"sweep of {len(one)} lives of {SECONDS:g} s: one thread {one.seconds:.1f} s ({each * 1e3:.0f} ms a life)")
    two = piaget.sweep(live, GRID, seeds, workers=2)
    compare("two threads", dict(one), dict(two))
    print(f"  two threads {two.seconds:.1f} s, {one.seconds / two.seconds:.2f} times as fast")
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False, "node_ip_address": HERE})
    cluster.add_node(num_cpus=1, node_ip_address=HERE)
    begun = time.monotonic()
    ray.init(address=cluster.address, log_to_driver=False)
    piaget.sweep(nothing, GRID, range(4), address=cluster.address)
    print(f"  Ray, two nodes of one processor each: connected and warm after {time.monotonic() - begun:.1f} s")
    empty = piaget.sweep(nothing, GRID, seeds, address=cluster.address)
    print(f"  an empty task costs {empty.seconds / len(empty) * 1e3:.1f} ms")
    there = piaget.sweep(live, GRID, seeds, address=cluster.address)
    compare("the cluster", dict(one), dict(there))
    overhead = there.seconds / two.seconds - 1
    print(f"  on the cluster {there.seconds:.1f} s, {one.seconds / there.seconds:.2f} times as fast as one thread, {overhead:+.0%} beside two threads")
    chunks = piaget.sweep(LIFE, GRID, seeds, address=cluster.address)
    compare("lives in chunks", one["digest"], chunks["digest"])
    bytes_kept = len(begin(1, 0.8).save())
    print(f"  as lives that are kept every 60 ticks: {chunks.seconds:.1f} s; a kept world has {bytes_kept / 1024:.0f} KiB at its beginning")
    for name, experiment in (("function", live), ("life", LIFE)):
        lost, removed = cluster.add_node(num_cpus=2, node_ip_address=HERE), []
        cluster.wait_for_nodes()
        begun = time.monotonic()

        def lose(node=lost, removed=removed, begun=begun):
            cluster.remove_node(node, allow_graceful=False)
            removed.append(time.monotonic() - begun)

        timer = threading.Timer(max(2.0, there.seconds * 0.3), lose)
        timer.start()
        table = piaget.sweep(experiment, GRID, seeds, address=cluster.address)
        timer.join()
        compare(f"a lost node ({name})", one["digest"], table["digest"])
        print(f"  a third node killed after {removed[0]:.1f} of {table.seconds:.1f} s ({name}): {table.retried} pieces done again, the same table")
    ground, digests = piaget.Terrain(60, 40, walls=[(-12, 0, 0.2, 9), (12, 4, 0.2, 9), (0, -10, 8, 0.2)]), set()
    for address in (None, cluster.address):
        for workers in (1, 2, 4):
            made = piaget.population(given.people, VILLAGER, ground, seconds=10, seed=1, workers=workers, regions=8, address=address)
            digests.add(made.digest)
            where = "here" if address is None else "on the cluster"
            print(f"population of {given.people}, {workers} workers {where}: {made.seconds:.1f} s, {made.seconds * 10:.0f} ms a tick, {made.moved} moves, digest {made.digest}")
    compare("the population", len(digests), 1)
    ray.shutdown()
    cluster.shutdown()
    print(f"differ: {', '.join(differ)}" if differ else "everything is the same")
    return int(bool(differ))


if __name__ == "__main__":
    raise SystemExit(main())
