"""Ten thousand lives: dogs that watch sheep wander in and out of sight, all at once, with what they cost."""

import os
import time
from pathlib import Path

import numpy as np

import piaget

LIVES = 200 if os.environ.get("PIAGET_SHORT") else 10_000
SHEEP, TICK_S = 4, 1 / 30
dogs = piaget.character("duncan")
field = piaget.Terrain(16, 13.86, walls=[(-4, 3.46, 1.92, 0.15, 0.3), (4, 3.46, 1.92, 0.15, 0.3)])
minds = piaget.Minds(LIVES, dogs, field, things=[("sheep", "white")] * SHEEP, sight=piaget.Field(60))

chance = np.random.default_rng(1)
at = np.zeros((LIVES, 2), dtype=np.float32)
yaws = np.zeros(LIVES, dtype=np.float32)
sheep = chance.uniform([-7, -6], [7, 6], (LIVES, SHEEP, 2)).astype(np.float32)
heading = chance.uniform(-np.pi, np.pi, (LIVES, SHEEP)).astype(np.float32)
minds.step(at, yaws, sheep, seen=np.ones((LIVES, SHEEP), dtype=bool), heard="look at sheep", speaker="shepherd", tick_s=TICK_S)

ticks, taken, felt = 60, 0.0, []
names = minds.values()[0]
for tick in range(ticks):
    begun = time.monotonic()
    sheep += np.stack([np.sin(heading), np.cos(heading)], axis=2) * np.float32(0.4 * TICK_S)
    outside = np.any(abs(sheep) > (8.0, 6.9), axis=2)
    heading[outside] += 2.0
    np.clip(sheep, (-8.0, -6.9), (8.0, 6.9), out=sheep)
    gaze = minds.step(at, yaws, sheep, tick_s=TICK_S)["gaze"]
    wanted = np.where(np.isfinite(gaze[:, 0]), np.arctan2(gaze[:, 0] - at[:, 0], gaze[:, 2] - at[:, 1]), yaws)
    turn = (wanted - yaws + np.pi) % (2 * np.pi) - np.pi
    yaws += np.clip(turn, -2.5 * TICK_S, 2.5 * TICK_S).astype(np.float32)
    taken += time.monotonic() - begun
    if tick % 6 == 0:
        felt.append(minds.values()[1].mean(axis=0))
each = taken / ticks / LIVES
maps = minds.maps("sheep")
print(f"{LIVES} lives, {each * 1e6:.1f} us for each in a tick, on {minds.threads} threads")
print(f"their maps of a sheep: {maps.shape[0]} x {maps.shape[1]} numbers, {int((maps.sum(axis=1) > 0.5).sum())} believe in one")
shown = {name: [float(values[names.index(name)]) for values in felt] for name in ("confusion", "surprise", "frustration")}
Path("ten_thousand_lives.png").write_bytes(piaget.png(piaget.chart(shown, x="ticks / 6", y="mean of all dogs")))
