"""A sweep: how often a walker is surprised, by the speed of what it follows. RAY_ADDRESS sends it to a cluster."""

import os
from pathlib import Path

import piaget

SPEEDS = [0.5, 0.9, 1.5]
SEEDS = range(2 if os.environ.get("PIAGET_SHORT") else 30)


def follow(seed: int, speed: float) -> dict[str, int]:
    """How often it was surprised, and whether it found the cube again."""
    result = piaget.run("pursuit", seed, set={"event.goes.slide.speed": speed}, every=0)
    told = result.events["event"]
    return {"surprised": told.count("surprised"), "found": told.count("found")}


table = piaget.sweep(follow, {"speed": SPEEDS}, SEEDS, address=os.environ.get("RAY_ADDRESS"))
found, surprised = (table.mean(name, by="speed") for name in ("found", "surprised"))
for speed in SPEEDS:
    print(f"{speed:.1f} m/s: surprised {surprised[speed]:.2f} times, found it again {found[speed]:.2f} times")
curves = {"surprised": (SPEEDS, list(surprised.values())), "found again": (SPEEDS, list(found.values()))}
Path("sweep_on_ray.png").write_bytes(piaget.png(piaget.chart(curves, x="m/s", y="times")))
print(f"{len(table)} lives in {table.seconds:.1f} s")
