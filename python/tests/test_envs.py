"""The environments keep the rules of Gymnasium and PettingZoo."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from conftest import SHORT
from gymnasium.utils.env_checker import check_env

import piaget
import piaget.envs
from piaget.envs import GuardAndThief, HideVector

IDS = ["piaget/Hide-v0", "piaget/Seek-v0", "piaget/KeepHouse-v0"]


@pytest.mark.parametrize("identity", IDS)
def test_the_checker_of_gymnasium_passes(identity):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        check_env(gymnasium.make(identity, render_mode="rgb_array").unwrapped)
    wrong = [str(one.message) for one in told if "Env" in str(one.message) or "observation" in str(one.message)]
    assert not [one for one in wrong if "render" not in one], wrong


@pytest.mark.parametrize("identity", IDS)
def test_the_same_seed_gives_the_same_episode(identity):
    def episode(seed):
        env = gymnasium.make(identity)
        found = [env.reset(seed=seed)[0]]
        chance = np.random.default_rng(3)
        rewards = []
        for _ in range(15):
            observation, reward, over, late, _ = env.step(int(chance.integers(env.action_space.n)))
            found.append(observation)
            rewards.append(reward)
            if over or late:
                break
        env.close()
        return found, rewards

    (a, rewards_a), (b, rewards_b), (c, _) = episode(5), episode(5), episode(6)
    flat = lambda found: np.concatenate([np.concatenate([np.ravel(v) for v in o.values()]) if isinstance(o, dict) else o for o in found])  # noqa: E731
    assert np.array_equal(flat(a), flat(b)) and rewards_a == rewards_b
    assert flat(a).shape != flat(c).shape or not np.array_equal(flat(a), flat(c))


@pytest.mark.parametrize("identity", IDS)
def test_pictures_are_rgb_and_close_is_final(identity):
    env = gymnasium.make(identity, render_mode="rgb_array")
    env.reset(seed=1)
    env.step(0)
    picture = env.render()
    assert picture.dtype == np.uint8 and picture.ndim == 3 and picture.std() > 5
    inner = env.unwrapped
    env.close()
    with pytest.raises(RuntimeError, match="close"):
        inner.step(np.int64(0))


def test_vectors_of_gymnasium_and_our_own():
    plain = gymnasium.make_vec("piaget/Hide-v0", num_envs=2, vectorization_mode="sync")
    own = gymnasium.make_vec("piaget/Hide-v0", num_envs=2, vectorization_mode="vector_entry_point")
    assert isinstance(own.unwrapped, HideVector)
    a, _ = plain.reset(seed=3)
    b, _ = own.reset(seed=3)
    assert np.allclose(a, b)
    for action in (1, 5, 0, 3):
        a, reward_a, over_a, _, _ = plain.step(np.array([action, action]))
        b, reward_b, over_b, _, _ = own.step(np.array([action, action]))
        assert np.allclose(a, b, atol=1e-5) and np.allclose(reward_a, reward_b) and np.array_equal(over_a, over_b)
    with pytest.raises(ValueError, match=r"of the shape \(2,\)"):
        own.step(np.zeros(3, dtype=int))
    own.close()
    with pytest.raises(RuntimeError):
        own.unwrapped.step(np.zeros(2, dtype=int))


@pytest.mark.long
def test_a_native_batch_of_a_thousand_steps_and_begins_anew():
    env = HideVector(1000, max_episode_steps=5)
    observations, _ = env.reset(seed=1)
    assert observations.shape == (1000, 18)
    chance, begun = np.random.default_rng(1), 0
    for _ in range(12):
        observations, rewards, over, late, _ = env.step(chance.integers(9, size=1000))
        assert env.observation_space.contains(observations)
        begun += int((over | late).sum())
    assert begun >= 1000


@pytest.mark.parametrize("wrong", [-1, 9, 3.7, None, "left", np.array([3]), float("nan")])
def test_actions_that_there_are_not_are_refused(wrong):
    for make in (piaget.envs.Hide, piaget.envs.Seek, piaget.envs.KeepHouse):
        env = make()
        env.reset(seed=1)
        with pytest.raises(ValueError, match="the action is .*; it must be a whole number from 0 to [78]"):
            env.step(wrong)
    batch = HideVector(2)
    batch.reset(seed=1)
    for actions in ([wrong, 0], [0], [[0, 0]]):
        with pytest.raises(ValueError, match="the action is"):
            batch.step(actions)
    teams = GuardAndThief()
    teams.reset(seed=1)
    with pytest.raises(ValueError, match="the action is"):
        teams.step(dict.fromkeys(teams.agents, wrong))
    with pytest.raises(ValueError, match="no action is given for guard_1"):
        teams.step(dict.fromkeys(["guard_0", "thief_0", "thief_1"], 0))


def test_options_that_there_are_not_are_refused():
    for make in (lambda: piaget.envs.Hide(render_mode="human"), lambda: piaget.envs.KeepHouse(render_mode="ansi")):
        with pytest.raises(ValueError, match='render_mode is .*; it must be "rgb_array" or None'):
            make()
    for make in (lambda: piaget.envs.Seek(max_steps=0), lambda: HideVector(0), lambda: piaget.envs.KeepHouse(requests=-1)):
        with pytest.raises(ValueError, match="it must be at least 1"):
            make()
    with pytest.raises(ValueError, match="there are 1 seeds for 2 yards"):
        HideVector(2).reset(seed=[1])


@pytest.mark.parametrize("minds", [None, "guards", "thieves"])
def test_the_tests_of_pettingzoo_pass(minds):
    from pettingzoo.test import parallel_api_test, parallel_seed_test

    parallel_api_test(GuardAndThief(minds=minds, max_steps=20), num_cycles=30 if SHORT else 100)
    parallel_seed_test(lambda: GuardAndThief(minds=minds, max_steps=20), num_cycles=15)


def test_guards_with_minds_catch_thieves_that_stand_still():
    env, caught = GuardAndThief(guards=2, thieves=1, minds="guards", max_steps=200), 0
    assert env.possible_agents == ["thief_0"]
    for seed in range(4):
        env.reset(seed=seed)
        while env.agents:
            _, rewards, over, _, _ = env.step(dict.fromkeys(env.agents, 0))
        caught += over.get("thief_0", False) and rewards["thief_0"] < 0
    assert caught >= 2, caught
    with pytest.raises(ValueError, match="minds is"):
        GuardAndThief(minds="everybody")


def test_whoever_goes_by_the_memory_keeps_house_better_than_chance():
    def score(policy):
        env, total = piaget.envs.KeepHouse(), 0.0
        for seed in range(6):
            env.reset(seed=seed)
            for _ in range(100):
                _, reward, over, _, _ = env.step(policy(env))
                total += reward
                if over:
                    break
        return total

    chance = np.random.default_rng(1)
    by_memory, by_chance = score(lambda env: env.by_memory()), score(lambda env: int(chance.integers(8)))
    assert by_memory > by_chance + 50, (by_memory, by_chance)
