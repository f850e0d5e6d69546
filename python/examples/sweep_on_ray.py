"""A sweep: how often a walker is surprised, by the speed of what it follows. RAY_ADDRESS sends it to a cluster."""

import os

import piaget

SPEEDS = [0.5, 0.9, 1.5]
SEEDS = range(2 if os.environ.get("PIAGET_SHORT") else 30)


def follow(seed: int, speed: float) -> dict[str, int]:
    """How often it was surprised, and whether it found the cube again."""
    result = piaget.run("pursuit", seed, set={"event.goes.slide.speed": speed}, every=0)
    told = result.events["event"]
    return {"surprised": told.count("surprised"), "found": told.count("found")}


table = piaget.sweep(follow, {"speed": SPEEDS}, SEEDS, address=os.environ.get("RAY_ADDRESS"))
found = table.mean("found", by="speed")
for speed, surprised in table.mean("surprised", by="speed").items():
    print(f"{speed:.1f} m/s: surprised {surprised:.2f} times, found it again {found[speed]:.2f} times")
print(f"{len(table)} lives in {table.seconds:.1f} s")
