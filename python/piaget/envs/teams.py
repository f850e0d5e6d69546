"""Guards and thieves (PettingZoo, parallel). A thief wants to reach the loot; a guard wants to catch thieves that it sees."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv  # type: ignore[import-untyped, unused-ignore]

from .._native import World
from .._pictures import draw
from . import given, ground
from .ground import MOVES, SIZE_M, TICK_HZ
from .yard import CAUGHT_M, STEP_TICKS, lead

LOOT_M = 0.7


class GuardAndThief(ParallelEnv[str, Any, Any]):  # type: ignore[misc, unused-ignore]
    """Teams in a yard. With `minds="guards"` or `"thieves"` that team is played by its minds, and only the other one learns.

    Each observes itself, the loot, and of the others only those that its own eyes see.
    """

    metadata = {"name": "guard_and_thief_v0", "render_modes": ["rgb_array"], "render_fps": TICK_HZ // STEP_TICKS, "is_parallelizable": True}

    def __init__(self, guards: int = 2, thieves: int = 2, minds: str | None = None, max_steps: int = 150, render_mode: str | None = None) -> None:
        if minds not in (None, "guards", "thieves"):
            raise ValueError(f"minds is {minds!r}; it must be \"guards\", \"thieves\" or None")
        given.options(render_mode, max_steps=max_steps)
        if not (1 <= guards <= 8 and 1 <= thieves <= 8):
            raise ValueError(f"a team has 1 to 8 members; guards is {guards}, thieves is {thieves}")
        self.guards = [f"guard_{number}" for number in range(guards)]
        self.thieves = [f"thief_{number}" for number in range(thieves)]
        self.everybody = self.guards + self.thieves
        self.possible_agents = [name for name in self.everybody if minds != ("guards" if name in self.guards else "thieves")]
        self.agents: list[str] = []
        self.minds, self.max_steps, self.render_mode = minds, max_steps, render_mode
        self.world: World | None = None
        self.chance = np.random.default_rng()

    @functools.lru_cache(maxsize=None)  # noqa: B019 (PettingZoo asks for the same object each time)
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Own place, gaze and clearances; the loot; of each other: whether it is seen, and where from here."""
        return spaces.Box(-2.0, 2.0, (15 + 3 * (len(self.everybody) - 1),), np.float32)

    @functools.lru_cache(maxsize=None)  # noqa: B019
    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Stay, or go one of eight ways."""
        return spaces.Discrete(len(MOVES))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """A new yard."""
        if seed is not None:
            self.chance = np.random.default_rng(seed)
            for agent in self.possible_agents:
                self.action_space(agent).seed(seed)
        chance = self.chance
        self.layout, number = int(chance.integers(ground.LAYOUTS)), int(chance.integers(1 << 31))
        loot = ground.open_place(chance, self.layout)
        taken, bodies = [loot], [f'thing "loot" {{ kind "loot"; colour "yellow"; at {loot[0]} {loot[1]}; solid #false; shape "box" {{ size 0.4 0.3 0.4 }} }}']
        for name in self.everybody:
            is_guard = name in self.guards
            at = ground.open_place(chance, self.layout, taken, 1.5 if is_guard else 5.0)
            taken.append(at)
            yaw = float(chance.uniform(-math.pi, math.pi))
            kind, colour = ("guard", "blue") if is_guard else ("thief", "red")
            bodies.append(ground.creature(name, kind, f"{kind}.kdl", at, yaw, colour))
        mind_guards, mind_thieves = self.minds == "guards", self.minds == "thieves"
        files = {
            "guard.kdl": (ground.SEEKER if mind_guards else ground.LED).format(kind="guard", wanted="thief", run=1.3),
            "thief.kdl": (ground.SEEKER if mind_thieves else ground.LED).format(kind="thief", wanted="loot", run=1.3),
        }
        self.world = World(ground.scenario(self.layout, number, "\n".join(bodies), files))
        self.world.step()
        self.loot = np.array(loot, dtype=np.float32)
        self.agents, self.steps, self.out = list(self.possible_agents), 0, set[str]()
        return self._observe(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """One step of all."""
        world = self._open()
        if missing := [agent for agent in self.agents if agent not in actions]:
            raise ValueError(f"no action is given for {', '.join(missing)}")
        chosen = {agent: MOVES[given.actions(actions[agent], len(MOVES))] for agent in self.agents}
        for agent, way in chosen.items():
            lead(world, agent, way)
        world.run(STEP_TICKS)
        self.steps += 1
        truth = world.truth()
        at = {name: np.array(truth[name]["position"][::2], dtype=np.float32) for name in self.everybody}
        rewards = dict.fromkeys(self.agents, -0.01)
        for thief in [name for name in self.thieves if name not in self.out]:
            catchers = [guard for guard in self.guards if np.linalg.norm(at[guard] - at[thief]) < CAUGHT_M and self._sees(guard, thief)]
            has_loot = float(np.linalg.norm(at[thief] - self.loot)) < LOOT_M
            if catchers or has_loot:
                self.out.add(thief)
                world.hide(thief)
                self._reward(rewards, thief, -1.0 if catchers else 1.0)
                for guard in self.guards:
                    self._reward(rewards, guard, (1.0 if guard in catchers else 0.5) if catchers else -0.5)
        done = len(self.out) == len(self.thieves)
        late = self.steps >= self.max_steps
        terminated = {agent: done or agent in self.out for agent in self.agents}
        truncated = {agent: late and not terminated[agent] for agent in self.agents}
        observations = self._observe()
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agents = [agent for agent in self.agents if not (terminated[agent] or truncated[agent])]
        return observations, rewards, terminated, truncated, infos

    def _reward(self, rewards: dict[str, float], agent: str, worth: float) -> None:
        if agent in rewards:
            rewards[agent] += worth

    def _sees(self, creature: str, other: str) -> bool:
        world = self._open()
        identity = world.truth()[other]["id"]
        return any(one["id"] == identity for one in world.senses(creature)["saw"])

    def _observe(self) -> dict[str, Any]:
        world = self._open()
        truth = world.truth()
        found = {}
        for agent in self.agents:
            at = np.array([truth[agent]["position"][::2]], dtype=np.float32)
            cell, yaw = ground.cell_of(at)[0], truth[agent]["gaze_yaw"]
            saw = {one["id"] for one in world.senses(agent)["saw"]}
            others: list[float] = []
            for name in self.everybody:
                if name != agent:
                    seen = truth[name]["id"] in saw
                    away = (np.array(truth[name]["position"][::2]) - at[0]) / SIZE_M if seen else (0.0, 0.0)
                    others += [float(seen), float(away[0]), float(away[1])]
            free = ground.clearances()[self.layout, cell[0], cell[1]] / 4.0
            own = [*(at[0] / (SIZE_M / 2)), math.sin(yaw), math.cos(yaw), 1.0 - self.steps / self.max_steps]
            found[agent] = np.concatenate([own, (self.loot - at[0]) / SIZE_M, free, others]).astype(np.float32)
        return found

    def render(self) -> Any:
        """The yard from above."""
        return draw(self._open(), size=256, terrain=ground.terrain(self.layout)) if self.render_mode else None

    def close(self) -> None:
        """Gives back the world."""
        if self.world is not None:
            self.world.close()
            self.world = None

    def _open(self) -> World:
        if self.world is None:
            raise RuntimeError("reset() comes first, and nothing comes after close()")
        return self.world


def guard_and_thief_v0(**options: Any) -> GuardAndThief:
    """The parallel environment."""
    return GuardAndThief(**options)
