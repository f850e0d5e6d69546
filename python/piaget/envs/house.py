"""Keeping house (Gymnasium): an agent is asked for things and looks for them where they may be."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .._charts import Picture
from .._native import Memory
from .._pictures import Canvas
from . import given

PLACES = {
    "hook": (-4.0, -3.0), "shelf": (-4.0, 0.0), "desk": (-4.0, 3.0), "sofa": (0.0, 3.0),
    "table": (0.0, -3.0), "drawer": (4.0, -3.0), "bed": (4.0, 3.0), "box": (4.0, 0.0),
}
THINGS = ("keys", "phone", "book")
DAY_S = 86_400.0


class KeepHouse(gymnasium.Env[NDArray[np.float32], np.int64]):
    """Each thing has its habits: a usual place, a second one, and now and then anywhere. Once during an episode a habit changes.

    An action is a place to look at. It costs the way and the look; finding the thing is worth 5, and the next one is asked for. What
    the agent observes is what the memory says of the thing: a chance for each place, what it has looked at, and where it stands.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 2}

    def __init__(self, render_mode: str | None = None, requests: int = 12) -> None:
        count = len(PLACES)
        self.observation_space = spaces.Box(0.0, 1.0, (count * 3 + len(THINGS),), np.float32)
        self.action_space = spaces.Discrete(count)
        given.options(render_mode, requests=requests)
        self.render_mode, self.requests = render_mode, requests
        self.places = np.array(list(PLACES.values()), dtype=np.float32)
        self.memory: Memory | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """A new household: a week is watched before the first request."""
        super().reset(seed=seed)
        inside = "; ".join(f'place "{name}" {{ at {x} {z} }}' for name, (x, z) in PLACES.items())
        self.memory = Memory(f'place "home" {{ {inside} }}', "home.kdl")
        self.habits = {thing: self._habit() for thing in THINGS}
        self.now_s, self.here, self.asked = 0.0, 0, 0
        for _ in range(7):
            self.now_s += DAY_S
            for thing in THINGS:
                self.memory.found(thing, self._put(thing), self.now_s)
        self._ask()
        return self._observe(), {}

    def _habit(self) -> NDArray[np.float64]:
        chances = np.full(len(PLACES), 0.15 / len(PLACES))
        usual, second = self.np_random.choice(len(PLACES), 2, replace=False)
        chances[usual] += 0.6
        chances[second] += 0.25
        return np.asarray(chances / chances.sum())

    def _put(self, thing: str) -> str:
        return list(PLACES)[int(self.np_random.choice(len(PLACES), p=self.habits[thing]))]

    def _ask(self) -> None:
        """The next day, the next request."""
        self.now_s += DAY_S
        if self.asked == self.requests // 2:
            changed = THINGS[int(self.np_random.integers(len(THINGS)))]
            self.habits[changed] = self._habit()
        self.thing = THINGS[int(self.np_random.integers(len(THINGS)))]
        self.where = list(PLACES).index(self._put(self.thing))
        self.looked = np.zeros(len(PLACES), dtype=np.float32)

    def step(self, action: np.int64) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Looks at a place."""
        if self.memory is None:
            raise RuntimeError("reset() comes first, and nothing comes after close()")
        place = int(given.actions(action, len(PLACES)))
        cost = 0.1 * float(np.linalg.norm(self.places[place] - self.places[self.here])) + 0.2
        self.here, self.looked[place] = place, 1.0
        self.now_s += 60.0
        name, found = list(PLACES)[place], place == self.where
        if found:
            self.memory.found(self.thing, name, self.now_s)
            self.asked += 1
            self._ask()
        else:
            self.memory.missed(self.thing, name, self.now_s)
        return self._observe(), (5.0 if found else 0.0) - cost, self.asked >= self.requests, False, {"found": found}

    def _observe(self) -> NDArray[np.float32]:
        assert self.memory is not None
        here, asked = np.zeros(len(PLACES)), np.zeros(len(THINGS))
        here[self.here], asked[THINGS.index(self.thing)] = 1.0, 1.0
        chances = self.memory.chances(self.thing, self.now_s)
        return np.concatenate([np.clip(chances, 0.0, 1.0), self.looked, here, asked]).astype(np.float32)

    def by_memory(self) -> int:
        """What somebody would do who goes by the memory alone, the way counted."""
        assert self.memory is not None
        names = list(PLACES)

        def travel(start: str | None, to: str) -> float:
            at = self.places[self.here] if start is None else np.array(PLACES[start])
            return 0.5 * float(np.linalg.norm(np.array(PLACES[to]) - at))

        order = self.memory.order(self.thing, self.now_s, travel=travel)
        left = [names.index(name) for name, _ in order if not self.looked[names.index(name)]]
        return left[0] if left else int(np.argmin(self.looked))

    def render(self) -> Picture | None:
        """The house from above: redder places are likelier, the thing is green."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs render_mode=\"rgb_array\"")
            return None
        canvas = Canvas((-6, -5, 6, 5), 240)
        for place, chance in zip(self.places, self._observe()[: len(PLACES)], strict=True):
            canvas.disc(float(place[0]), float(place[1]), 0.8, (214, 40, 32), float(0.1 + 0.9 * chance))
        x, z = (float(value) for value in self.places[self.where])
        canvas.disc(x, z, 0.3, (66, 150, 78))
        x, z = (float(value) for value in self.places[self.here])
        canvas.disc(x, z + 0.5, 0.35, (58, 104, 190))
        return canvas.pixels

    def close(self) -> None:
        """Gives back the memory."""
        self.memory = None
