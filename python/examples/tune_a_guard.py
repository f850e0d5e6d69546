"""Tune a guard: which idea of a thief's habits, and how much patience, let him find a thief soonest that hid in a house?

The guard is that of the stealth game (`crates/bevy_piaget/assets/guard.kdl`) with four of his settings left open. He is tuned on some
nights and judged on others. RAY_ADDRESS makes the trials on a cluster, by Ray Tune.
"""

import functools
import os
import random
from pathlib import Path

import piaget

SHORT = bool(os.environ.get("PIAGET_SHORT"))
GUARD = """
character "guard"
body kind="guard" height=1.8 radius=0.3 walk=1.4 run=2.6 turn=3.5
eyes field-of-view=100 range=30
percepts { kind "thief" }
selector "thief" "thief" nearest=#true
beliefs persist=300 half-life=90 { map cell=0.75 look-height=0.9 { habits speed=${speed} course=${course} rest=${rest} } }
memory after=60 { recall "thief" }
seek policy="effort"
values {
    sense "in-sight" seen="thief"
    sense "searching" attention="unseen"
    drive "weariness" half-life=60 { rate "searching" gain=${wearies}; rate "in-sight" gain=-2 }
}
actions choose="highest" {
    tuple "catch" value=2 object="thief" {
        should { below "weariness" 0.4 }
        until { above "weariness" 0.95 }
        do "approach" within=0.9 speed="run"
    }
    tuple "patrol" value=1 { do "wander" radius=7 }
}
"""
HOUSE = """
scenario "house" { shows "A thief slips into a house and hides in one of six rooms."; try "Another seed." }
length 90
tick 10
seed 1
ground { size 24 56 }
WALLS
thing "thief" { kind "thief"; colour "red"; at -6 2.5; solid #false; shape "capsule" { radius 0.25; height 1.6 } }
creature "guard" { kind "guard"; character "guard.kdl"; colour "blue"; at -4 -21; yaw 0 }
timeline { at 1 name="goes" { slide "thief" { to -5 5; to 0 5; to 0 DOOR; to SIDE1 DOOR; to SIDE2 CORNER; speed 4 } } }
jitter "thing.thief.at" 0.5
jitter "creature.guard.at" 0.5
jitter "event.goes.slide.speed" 0.5
"""
DOORS = (9.5, 16.5, 23.5)


def walls() -> str:
    """A corridor with three rooms on either side, and a screen before it: centre x and z, length along x, length along z."""
    boxes = [(0.0, 4.0, 8.0, 0.2), (0.0, 27.0, 22.2, 0.2)]
    for side in (-1, 1):
        boxes += [(side * 11.0, 16.5, 0.2, 21.0), *((side * 6.25, z, 9.5, 0.2) for z in (6.0, 13.0, 20.0))]
        ends = [6.0, *(door + edge for door in DOORS for edge in (-0.7, 0.7)), 27.0]
        boxes += [(side * 1.5, (low + high) / 2, 0.2, high - low) for low, high in zip(ends[::2], ends[1::2], strict=True)]
    return "\n".join(f'wall "w{number}" {{ at {x} {z}; size {dx} {dz}; height 2.4 }}' for number, (x, z, dx, dz) in enumerate(boxes))


def seconds_to_catch(guard: piaget.Character, seed: int) -> float:
    """How long it takes, at most a minute and a half. The room is drawn anew each night."""
    chance = random.Random(seed)
    side, door = chance.choice((-1, 1)), chance.choice(DOORS)
    words = {"WALLS": walls(), "DOOR": str(door), "SIDE1": str(side * 4), "SIDE2": str(side * 9.5), "CORNER": str(door + chance.choice((-2.0, 2.0)))}
    house = functools.reduce(lambda text, word: text.replace(word, words[word]), words, HOUSE)
    world = piaget.World(piaget.Scenario.parse(house, "house.kdl", {"guard.kdl": guard.text}, seed=seed))
    while not world.is_over:
        world.run(5)
        truth = world.truth()
        (x, _, z), (u, _, v) = truth["guard"]["position"], truth["thief"]["position"]
        if (x - u) ** 2 + (z - v) ** 2 < 1.2**2:
            break
    return world.time_s


def mean_seconds(text: str, seeds: range) -> float:
    """Over many nights."""
    guard = piaget.Character.parse(text)
    return float(piaget.sweep(lambda seed: {"s": seconds_to_catch(guard, seed)}, {}, seeds).mean("s"))


SHIPPED = {"speed": 1.8, "course": 20.0, "rest": 20.0, "wearies": 0.05}
found = piaget.tune(
    GUARD,
    {"speed": (0.3, 4.0), "course": (1.0, 40.0), "rest": (1.0, 60.0), "wearies": (0.0, 0.1)},
    seconds_to_catch,
    shipped=SHIPPED,
    maximise=False,
    samples=3 if SHORT else 24,
    seeds=range(2 if SHORT else 20),
    out="guard.kdl",
    address=os.environ.get("RAY_ADDRESS"),
    progress=not SHORT,
)
print(f"shipped: {found.shipped_value:.1f} s; found: {found.value:.1f} s with {found.settings}, {found.gain:.0%} better")
if not SHORT:
    fresh = range(1000, 1040)
    shipped, tuned = (mean_seconds(piaget.fill(GUARD, settings), fresh) for settings in (SHIPPED, found.settings))
    print(f"on {len(fresh)} other nights: shipped {shipped:.1f} s, found {tuned:.1f} s, {1 - tuned / shipped:.0%} better")
values = found.trials["value"]
best = [min(values[: number + 1]) for number in range(len(values))]
Path("tune_a_guard.png").write_bytes(piaget.png(piaget.chart({"trial": values, "best so far": best}, x="trials", y="s to catch the thief")))
