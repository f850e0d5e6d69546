"""Hide and seek: an agent learns by PPO to keep out of the sight of a dog whose mind looks for it, and beats chance.

Everything in numpy, as CleanRL writes it in torch: one file, a net of two layers, clipped ratios. The curve is written as a picture.
"""

import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import piaget
from piaget.envs import HideVector

SHORT = bool(os.environ.get("PIAGET_SHORT"))
YARDS, STEPS, ROUNDS, JUDGED = (8, 16, 2, 8) if SHORT else (32, 60, 40, 200)
GAMMA, LAMBDA, CLIP, RATE, EPOCHS, ENTROPY = 0.98, 0.95, 0.2, 1.5e-3, 4, 0.01
Floats = NDArray[np.float64]


class Net:
    """Two layers of tanh, then a head; Adam."""

    def __init__(self, sizes: list[int], chance: np.random.Generator) -> None:
        pairs = zip(sizes, sizes[1:], strict=False)
        self.parts: list[Floats] = []
        for index, (a, b) in enumerate(pairs):
            gain = 0.01 if index == len(sizes) - 2 else 1.0
            self.parts += [chance.normal(0, gain / np.sqrt(a), (a, b)), np.zeros(b)]
        self.first, self.second = ([np.zeros_like(part) for part in self.parts] for _ in range(2))
        self.count = 0

    def forward(self, x: Floats) -> tuple[Floats, list[Floats]]:
        """The head's numbers, and what came before each layer."""
        kept = [x]
        for index in range(0, len(self.parts), 2):
            x = x @ self.parts[index] + self.parts[index + 1]
            if index + 2 < len(self.parts):
                x = np.tanh(x)
                kept.append(x)
        return x, kept

    def learn(self, kept: list[Floats], slope: Floats) -> None:
        """One step down the slope of the head's numbers."""
        slopes: list[Floats] = []
        for index in range(len(self.parts) - 2, -1, -2):
            before = kept[index // 2]
            slopes = [before.T @ slope, slope.sum(axis=0), *slopes]
            slope = (slope @ self.parts[index].T) * (1 - before**2)
        self.count += 1
        size = np.sqrt(sum(float((one**2).sum()) for one in slopes))
        for index, one in enumerate(slopes):
            one = one * min(1.0, 0.5 / (size + 1e-9))
            self.first[index] = 0.9 * self.first[index] + 0.1 * one
            self.second[index] = 0.999 * self.second[index] + 0.001 * one**2
            mean, spread = self.first[index] / (1 - 0.9**self.count), self.second[index] / (1 - 0.999**self.count)
            self.parts[index] -= RATE * mean / (np.sqrt(spread) + 1e-8)


def chances_of(numbers: Floats) -> Floats:
    """Softmax."""
    numbers = np.exp(numbers - numbers.max(axis=1, keepdims=True))
    return np.asarray(numbers / numbers.sum(axis=1, keepdims=True))


def draw(chances: Floats, chance: np.random.Generator) -> NDArray[np.int64]:
    """One action each."""
    most = chances.shape[1] - 1
    below = (chances.cumsum(axis=1) < chance.random((len(chances), 1))).sum(axis=1)
    return np.asarray(np.minimum(below, most), dtype=np.int64)


def score(policy: Net | None, seed: int) -> tuple[float, float]:
    """The mean return of whole episodes that were not learnt from, and its standard error."""
    env, chance = HideVector(JUDGED, max_episode_steps=STEPS), np.random.default_rng(seed)
    seen, _ = env.reset(seed=10_000 + seed)
    total, alive = np.zeros(JUDGED), np.ones(JUDGED, dtype=bool)
    for _ in range(STEPS):
        uniform = np.full((JUDGED, 9), 1 / 9)
        chances = uniform if policy is None else chances_of(policy.forward(seen.astype(float))[0])
        seen, reward, over, late, _ = env.step(draw(chances, chance))
        total += reward * alive
        alive &= ~(over | late)
    env.close()
    return float(total.mean()), float(total.std() / np.sqrt(JUDGED))


chance = np.random.default_rng(1)
actor, critic = Net([18, 64, 64, 9], chance), Net([18, 64, 64, 1], chance)
env = HideVector(YARDS, max_episode_steps=STEPS)
now = env.reset(seed=1)[0]
begun = np.zeros(YARDS, dtype=bool)
curve: list[float] = []
for round_ in range(ROUNDS):
    rows: list[tuple[Any, ...]] = []
    for _ in range(STEPS):
        chances = chances_of(actor.forward(now.astype(float))[0])
        actions = draw(chances, chance)
        value = critic.forward(now.astype(float))[0][:, 0]
        then, reward, over, late = env.step(actions)[:4]
        rows.append((now, actions, np.log(chances[np.arange(YARDS), actions] + 1e-12), value, reward, over | late, ~begun))
        now, begun = then, over | late
    values = [row[3] for row in rows] + [critic.forward(now.astype(float))[0][:, 0]]
    gains, gain = [], np.zeros(YARDS)
    for index in range(STEPS - 1, -1, -1):
        goes_on = 1.0 - rows[index][5]
        gain = rows[index][4] + GAMMA * values[index + 1] * goes_on - values[index] + GAMMA * LAMBDA * goes_on * gain
        gains.append(gain)
    x = np.concatenate([row[0] for row in rows]).astype(float)
    acts, logs, old, valid = (np.concatenate([row[at] for row in rows]) for at in (1, 2, 3, 6))
    worth = np.concatenate(gains[::-1])
    x, acts, logs, returns, worth = (part[valid] for part in (x, acts, logs, worth + old, worth))
    for _ in range(EPOCHS):
        for batch in np.array_split(chance.permutation(len(x)), 4):
            numbers, kept = actor.forward(x[batch])
            chances = chances_of(numbers)
            one_hot = np.eye(9)[acts[batch]]
            ratio = np.exp(np.log((chances * one_hot).sum(axis=1) + 1e-12) - logs[batch])
            better = (worth[batch] - worth[batch].mean()) / (worth[batch].std() + 1e-8)
            within = ((better > 0) & (ratio < 1 + CLIP)) | ((better < 0) & (ratio > 1 - CLIP))
            slope = -(better * ratio * within)[:, None] * (one_hot - chances)
            bits = np.log(chances + 1e-12)
            slope += ENTROPY * chances * (bits - (chances * bits).sum(axis=1, keepdims=True))
            actor.learn(kept, slope / len(batch))
            guess, kept = critic.forward(x[batch])
            critic.learn(kept, (guess - returns[batch][:, None]) / len(batch))
    curve.append(float(np.mean(np.concatenate([row[4] for row in rows]))))
    if not SHORT and round_ % 10 == 9:
        print(f"round {round_ + 1}: {curve[-1]:+.3f} reward a step", flush=True)
(by_chance, error), (learnt, learnt_error) = score(None, 1), score(actor, 1)
print(f"the return of {JUDGED} new episodes: by chance {by_chance:.2f} +- {error:.2f}, learnt {learnt:.2f} +- {learnt_error:.2f}")
Path("hide_and_seek.png").write_bytes(piaget.png(piaget.chart({"reward of a step": curve}, x="rounds")))
assert SHORT or learnt - by_chance > 2 * (error**2 + learnt_error**2) ** 0.5
