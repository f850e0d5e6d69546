"""A thousand yards at once: `Hide` as a native batch (Gymnasium's vector interface)."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .._native import Worlds
from . import given
from .ground import MOVES, SIZE_M
from .yard import AGENT_M_PER_S, CAUGHT_M, REACH_M, STEP_TICKS, hide_observation, hide_reward, hide_scenario


class HideVector(VectorEnv[Any, Any, Any]):
    """Many `Hide` yards stepped together, without the interpreter's lock. A yard that is over begins anew with the next step."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, num_envs: int = 1, max_episode_steps: int | None = 200, threads: int | None = None, **_: Any) -> None:
        given.options(None, num_envs=num_envs, max_episode_steps=max_episode_steps)
        self.num_envs, self.max_steps, self.threads = num_envs, max_episode_steps or 200, threads
        self.single_observation_space = spaces.Box(-2.0, 2.0, (18,), np.float32)
        self.single_action_space = spaces.Discrete(len(MOVES))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.worlds: Worlds | None = None

    def reset(self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """All yards anew. Yard `i` is the one that `Hide` has with seed `seed + i`."""
        if isinstance(seed, int):
            seeds: list[int | None] = [seed + index for index in range(self.num_envs)]
        else:
            seeds = list(seed) if seed is not None else [None] * self.num_envs
        if len(seeds) != self.num_envs:
            raise ValueError(f"there are {len(seeds)} seeds for {self.num_envs} yards; give one each")
        self.chances = [gymnasium.utils.seeding.np_random(one)[0] for one in seeds]
        made = [hide_scenario(chance) for chance in self.chances]
        self.layouts = np.array([layout for layout, _ in made], dtype=np.intp)
        self.worlds = Worlds([scenario for _, scenario in made], self.threads)
        self.worlds.step()
        self.steps = np.zeros(self.num_envs, dtype=np.int64)
        self.over = np.zeros(self.num_envs, dtype=bool)
        return self._look()[0], {}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One step of all."""
        if self.worlds is None:
            raise RuntimeError("reset() comes first, and nothing comes after close()")
        ways = MOVES[given.actions(actions, len(MOVES), (self.num_envs,))]
        begun = self.over.copy()
        for index in np.flatnonzero(begun):
            self.layouts[index], scenario = hide_scenario(self.chances[index])
            self.worlds.reset(int(index), scenario)
        self.steps[begun] = 0
        places = self.worlds.positions("agent")[:, [0, 2]]
        limit = SIZE_M / 2 - 0.3
        to = np.where(np.any(ways != 0, axis=1)[:, None], np.clip(places + ways * REACH_M, -limit, limit), places)
        self.worlds.walk("agent", to, AGENT_M_PER_S)
        self.worlds.step(STEP_TICKS)
        self.steps[~begun] += 1
        observation, seen, caught = self._look()
        truncated = (self.steps >= self.max_steps) & ~caught
        caught, truncated = caught & ~begun, truncated & ~begun
        rewards = np.where(begun, 0.0, hide_reward(seen, caught)).astype(np.float32)
        self.over = caught | truncated
        return observation, rewards, caught, truncated, {}

    def _look(self) -> tuple[Any, Any, Any]:
        assert self.worlds is not None
        agent, dog = (self.worlds.positions(name)[:, [0, 2]] for name in ("agent", "dog"))
        seen = self.worlds.sees("dog", "agent")
        caught = (np.linalg.norm(agent - dog, axis=1) < CAUGHT_M) & seen
        left = 1.0 - self.steps / self.max_steps
        return hide_observation(self.layouts, agent, dog, self.worlds.yaws("dog"), seen.astype(np.float32), left), seen, caught

    def close_extras(self, **kwargs: Any) -> None:
        """Gives back the worlds."""
        if self.worlds is not None:
            self.worlds.close()
            self.worlds = None
