"""What astonishes: the strongest surprise of an onlooker when things vanish, jump, come from nowhere or pass through others."""

import os
from pathlib import Path

import numpy as np

import piaget

SEEDS = range(1 if os.environ.get("PIAGET_SHORT") else 8)
SCENES = [name for name in piaget.scenarios() if name.startswith("voe-")]


def astonished(seed: int, scene: str) -> dict[str, float]:
    """The strongest surprise that anybody felt, in nats."""
    result = piaget.run(scene, seed)
    return {"nats": float(np.max(result.moments["felt_nats"]))}


table = piaget.sweep(astonished, {"scene": SCENES[:2] if os.environ.get("PIAGET_SHORT") else SCENES}, SEEDS)
means = table.mean("nats", by="scene")
for scene, nats in means.items():
    print(f"{scene:20} {nats:6.1f} nats")
bars = {scene.removeprefix("voe-"): nats for scene, nats in means.items()}
Path("surprise.png").write_bytes(piaget.png(piaget.chart(bars, y="strongest surprise, nats", size=(960, 240))))
