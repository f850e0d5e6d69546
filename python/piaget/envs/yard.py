"""Hide and seek in a yard (Gymnasium)."""

from __future__ import annotations

import math
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .._native import World
from .._pictures import draw
from . import given, ground
from .ground import DIRECTIONS, MOVES, SIZE_M, TICK_HZ

Observation = NDArray[np.float32]
CAUGHT_M = 0.75
FOUND_M = 1.2
STEP_TICKS = 2
"""Ticks of the world in one step of an agent."""
REACH_M = 3.0
"""How far ahead a led body is sent; it never gets there within a step."""
AGENT_M_PER_S = 1.4


def hide_scenario(chance: np.random.Generator) -> tuple[int, Any]:
    """A layout, and a world in which a dog sees the agent at first."""
    layout, seed = int(chance.integers(ground.LAYOUTS)), int(chance.integers(1 << 31))
    agent = ground.open_place(chance, layout)
    dog = agent
    for _ in range(200):
        dog = ground.open_place(chance, layout, [agent], 4.0)
        if not ground.terrain(layout).is_cut(dog, agent, 0.1):
            break
    yaw = math.atan2(agent[0] - dog[0], agent[1] - dog[1])
    bodies = ground.creature("dog", "dog", "dog.kdl", dog, yaw, "brown")
    bodies += "\n" + ground.creature("agent", "person", "agent.kdl", agent, yaw, "blue")
    files = {
        "dog.kdl": ground.SEEKER.format(kind="dog", wanted="person", run=1.3),
        "agent.kdl": ground.LED.format(kind="person", wanted="dog"),
    }
    return layout, ground.scenario(layout, seed, bodies, files)


def hide_observation(layouts: Any, agent: Any, dog: Any, dog_yaw: Any, seen: Any, left: Any) -> Observation:
    """What the agents observe, a row each: own place, the dog's from there, its gaze, whether it sees, time left, ways."""
    cells = ground.cell_of(agent)
    free = ground.clearances()[layouts, cells[:, 0], cells[:, 1]] / 4.0
    away = (dog - agent) / SIZE_M
    far = np.linalg.norm(away, axis=1, keepdims=True)
    gaze = np.stack([np.sin(dog_yaw), np.cos(dog_yaw)], axis=1)
    parts = [agent / (SIZE_M / 2), away, far, gaze, np.stack([seen, left], axis=1), np.ones((len(agent), 1)), free]
    return np.concatenate(parts, axis=1).astype(np.float32)


def hide_reward(seen: Any, caught: Any) -> Any:
    """A little for every step out of its sight, and much less for being caught."""
    return np.where(caught, -5.0, np.where(seen, -0.05, 0.05)).astype(np.float32)


class Hide(gymnasium.Env[Observation, np.int64]):
    """An agent hides from a dog that saw it, lost it, and looks for it where its map says.

    Nine actions: stay, or go one of eight ways. The episode ends when the dog has caught the agent.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": TICK_HZ // STEP_TICKS}

    def __init__(self, render_mode: str | None = None, max_steps: int = 200) -> None:
        self.observation_space = spaces.Box(-2.0, 2.0, (18,), np.float32)
        self.action_space = spaces.Discrete(len(MOVES))
        given.options(render_mode, max_steps=max_steps)
        self.render_mode, self.max_steps = render_mode, max_steps
        self.world: World | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """A new yard."""
        super().reset(seed=seed)
        self.layout, scenario = hide_scenario(self.np_random)
        self.world, self.steps = World(scenario), 0
        self.world.step()
        return self._look()[0], {"layout": self.layout}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Goes one way for a fifth of a second."""
        world = _open(self.world)
        lead(world, "agent", MOVES[given.actions(action, len(MOVES))])
        world.run(STEP_TICKS)
        self.steps += 1
        observation, seen, caught = self._look()
        reward = float(hide_reward(np.array([seen]), np.array([caught]))[0])
        return observation, reward, caught, False, {"seen": seen, "digest": world.digest}

    def _look(self) -> tuple[Observation, bool, bool]:
        world = _open(self.world)
        truth = world.truth()
        agent, dog = (np.array([[*truth[name]["position"][::2]]], dtype=np.float32) for name in ("agent", "dog"))
        seen = any(one["id"] == truth["agent"]["id"] for one in world.senses("dog")["saw"])
        caught = bool(np.linalg.norm(agent - dog) < CAUGHT_M) and seen
        left = np.array([1.0 - self.steps / self.max_steps])
        yaw = np.array([truth["dog"]["gaze_yaw"]])
        return hide_observation([self.layout], agent, dog, yaw, np.array([float(seen)]), left)[0], seen, caught

    def render(self) -> Any:
        """The yard from above, with the dog's map of where the agent may be."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs render_mode=\"rgb_array\"")
            return None
        return draw(_open(self.world), size=256, creature="dog", kind="person", terrain=ground.terrain(self.layout))

    def close(self) -> None:
        """Gives back the world."""
        if self.world is not None:
            self.world.close()
            self.world = None


class Seek(gymnasium.Env[Any, np.int64]):
    """An agent looks for a toy that was carried behind a wall, and sees what the dog whose body it has sees.

    With `observe_map` it also observes the map of the dog's mind: where the toy may be, on a grid of 16 x 16.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": TICK_HZ // STEP_TICKS}
    GRID = 16

    def __init__(self, render_mode: str | None = None, observe_map: bool = True, max_steps: int = 200) -> None:
        own = spaces.Box(-2.0, 2.0, (16,), np.float32)
        grid = spaces.Box(0.0, 1.0, (self.GRID, self.GRID), np.float32)
        self.observation_space = spaces.Dict({"own": own, "map": grid}) if observe_map else own
        self.action_space = spaces.Discrete(len(MOVES))
        given.options(render_mode, max_steps=max_steps)
        self.render_mode, self.observe_map, self.max_steps = render_mode, observe_map, max_steps
        self.world: World | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A new yard: the toy is shown, then slides away."""
        super().reset(seed=seed)
        chance = self.np_random
        self.layout, number = int(chance.integers(ground.LAYOUTS)), int(chance.integers(1 << 31))
        agent = ground.open_place(chance, self.layout)
        toy = ground.open_place(chance, self.layout, [agent], 3.0)
        hidden = ground.open_place(chance, self.layout, [agent, toy], 3.0)
        yaw = math.atan2(toy[0] - agent[0], toy[1] - agent[1])
        bodies = ground.creature("agent", "dog", "agent.kdl", agent, yaw, "brown")
        bodies += f'\nthing "toy" {{ kind "toy"; colour "red"; at {toy[0]} {toy[1]}; solid #false; shape "sphere" {{ radius 0.2 }} }}'
        scenario = ground.scenario(self.layout, number, bodies, {"agent.kdl": ground.LED.format(kind="dog", wanted="toy")})
        self.world, self.steps = World(scenario), 0
        self.world.step()
        self.world.slide("toy", [hidden], 1.5)
        self.world.run(STEP_TICKS)
        return self._look()[0], {"layout": self.layout}

    def step(self, action: np.int64) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Goes one way for a fifth of a second."""
        world = _open(self.world)
        lead(world, "agent", MOVES[given.actions(action, len(MOVES))])
        world.run(STEP_TICKS)
        self.steps += 1
        observation, found = self._look()
        return observation, 10.0 if found else -0.05, found, False, {"digest": world.digest}

    def _look(self) -> tuple[Any, bool]:
        world = _open(self.world)
        truth, saw = world.truth(), world.senses("agent")["saw"]
        at = np.array([truth["agent"]["position"][::2]], dtype=np.float32)
        yaw = truth["agent"]["gaze_yaw"]
        seen = next((one for one in saw if one["kind"] == "toy"), None)
        away = np.zeros(2) if seen is None else np.array(seen["position"])[[0, 2]] - at[0]
        cell = ground.cell_of(at)[0]
        free = ground.clearances()[self.layout, cell[0], cell[1]] / 4.0
        numbers = [at[0] / (SIZE_M / 2), [math.sin(yaw), math.cos(yaw), float(seen is not None)], away / SIZE_M]
        own = np.concatenate([*numbers, [1.0 - self.steps / self.max_steps], free]).astype(np.float32)
        found = seen is not None and float(np.linalg.norm(away)) < FOUND_M and self.steps > 0
        return ({"own": own, "map": self._map()} if self.observe_map else own), found

    def _map(self) -> Observation:
        grid = np.zeros((self.GRID, self.GRID), dtype=np.float32)
        found = _open(self.world).map("agent", "toy")
        if found is not None:
            cells = np.clip(((found.places + SIZE_M / 2) / SIZE_M * self.GRID).astype(int), 0, self.GRID - 1)
            np.add.at(grid, (cells[:, 1], cells[:, 0]), found.probabilities)
        return np.clip(grid, 0.0, 1.0)

    def render(self) -> Any:
        """The yard from above, with the map."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs render_mode=\"rgb_array\"")
            return None
        return draw(_open(self.world), size=256, creature="agent", kind="toy", terrain=ground.terrain(self.layout))

    def close(self) -> None:
        """Gives back the world."""
        if self.world is not None:
            self.world.close()
            self.world = None


def lead(world: World, creature: str, way: Observation) -> None:
    """Sends a body one way; a way of zeros stops it."""
    x, _, z = world.truth()[creature]["position"]
    limit = SIZE_M / 2 - 0.3
    to = (min(max(x + float(way[0]) * REACH_M, -limit), limit), min(max(z + float(way[1]) * REACH_M, -limit), limit))
    world.walk(creature, to, AGENT_M_PER_S if np.any(way) else 0.0)


def _open(world: World | None) -> World:
    if world is None:
        raise RuntimeError("reset() comes first, and nothing comes after close()")
    return world


__all__ = ["DIRECTIONS", "Hide", "Seek"]
