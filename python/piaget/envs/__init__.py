"""Environments for learning agents, against and with minds that search.

==========================  =======================================================================================
`piaget/Hide-v0`            an agent hides from a dog whose mind looks for it
`piaget/Seek-v0`            an agent looks for a toy with a dog's eyes; the mind's map can be part of what it observes
`piaget/KeepHouse-v0`       an agent fetches things at home; the memory's chances are what it observes
`guard_and_thief_v0`        guards and thieves in teams (PettingZoo); either team may be played by minds
==========================  =======================================================================================

`register()` makes the first three known to Gymnasium; importing this module does so if Gymnasium is installed.

>>> import gymnasium, piaget.envs
>>> env = gymnasium.make("piaget/Hide-v0")
>>> observation, info = env.reset(seed=1)
>>> observation.shape
(18,)
"""

from __future__ import annotations

from .house import KeepHouse
from .teams import GuardAndThief, guard_and_thief_v0
from .vector import HideVector
from .yard import Hide, Seek

__all__ = ["GuardAndThief", "Hide", "HideVector", "KeepHouse", "Seek", "guard_and_thief_v0", "register"]


def register() -> None:
    """Makes the environments known to Gymnasium."""
    import gymnasium

    for name, entry, steps in (("Hide", "yard:Hide", 200), ("Seek", "yard:Seek", 200), ("KeepHouse", "house:KeepHouse", 100)):
        identity = f"piaget/{name}-v0"
        if identity not in gymnasium.registry:
            batch = "piaget.envs.vector:HideVector" if name == "Hide" else None
            gymnasium.register(identity, f"piaget.envs.{entry}", max_episode_steps=steps, vector_entry_point=batch)


register()
