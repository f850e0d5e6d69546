"""What astonishes: things that vanish, jump or come from nowhere, beside the same scenes as they should be."""

import os

import numpy as np

import piaget

SEEDS = range(1 if os.environ.get("PIAGET_SHORT") else 8)
SCENES = [name for name in piaget.scenarios() if name.startswith("voe-")]


def astonished(seed: int, scene: str) -> dict[str, float]:
    """The strongest surprise that anybody felt, in nats."""
    result = piaget.run(scene, seed)
    return {"nats": float(np.max(result.moments["felt_nats"]))}


table = piaget.sweep(astonished, {"scene": SCENES[:2] if os.environ.get("PIAGET_SHORT") else SCENES}, SEEDS)
for scene, nats in table.mean("nats", by="scene").items():
    print(f"{scene:20} {nats:6.1f} nats")
