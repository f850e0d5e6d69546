"""Calibrate a prior: which speed of a map's habits foretells walkers best that are lost behind a wall?

Walkers start at rest, set out at some time at a speed of their own, and are scored by the log density where they are.
"""

import os
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import piaget

WALKERS = 40 if os.environ.get("PIAGET_SHORT") else 400
GROUND = piaget.Terrain(60, 60)


def walkers(seed: int) -> NDArray[np.float64]:
    """Where each is after 10 s: it rests for some 4 s, then walks at 0.7 m/s one way."""
    chance = np.random.default_rng(seed)
    rests = chance.exponential(4.0, WALKERS)
    speeds = np.clip(chance.normal(0.7, 0.15, WALKERS), 0.2, None)
    way = np.clip(10.0 - rests, 0.0, None) * speeds
    angle = chance.uniform(0, 2 * np.pi, WALKERS)
    return np.stack([np.sin(angle) * way, np.cos(angle) * way], axis=1)


def score(seed: int, speed: float) -> dict[str, float]:
    """The mean log density, in nats per square metre."""
    maps = piaget.Maps(WALKERS, GROUND, 0.5, habits={"speed_mps": speed, "rest_s": 4.0, "moving": 0.7})
    maps.observe(np.zeros((WALKERS, 2)))
    for _ in range(20):
        maps.spread(0.5)
    return {"nats": float(np.log(np.maximum(maps.density(walkers(seed)), 1e-9)).mean())}


table = piaget.sweep(score, {"speed": [0.2, 0.4, 0.7, 1.2, 2.0, 3.0]}, seeds=range(2), workers=1)
means = table.mean("nats", by="speed")
for speed, nats in means.items():
    print(f"{speed:.1f} m/s: {nats:.2f} nats per square metre")
Path("calibrate_prior.png").write_bytes(piaget.png(piaget.chart({"score": (list(means), list(means.values()))}, x="m/s", y="nats per square metre")))
best = max(means, key=lambda speed: float(means[speed]))
print(f"best: {best} m/s; the walkers walk at 0.7 m/s")
assert 0.3 < best < 1.5
