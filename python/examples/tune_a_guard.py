"""Tune a guard: which idea of a thief's habits, and how much patience, let him find a thief soonest that hid behind the walls?

The guard is that of the stealth game (`crates/bevy_piaget/assets/guard.kdl`) with four of his settings left open. He is tuned on some
nights and judged on others. RAY_ADDRESS makes the trials on a cluster, by Ray Tune.
"""

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
YARD = """
scenario "yard" { shows "A thief slips behind a wall and hides."; try "Another seed." }
length 120
tick 10
seed 1
ground { size 50 50 }
wall "w0" { at 0 3; size 10 0.3; height 2.2; yaw 0 }
wall "w1" { at 9 6; size 7 0.3; height 2.2; yaw 90 }
wall "w2" { at -9 6; size 7 0.3; height 2.2; yaw 90 }
wall "w3" { at 0 10; size 12 0.3; height 2.2; yaw 0 }
wall "w4" { at -15 14; size 8 0.3; height 2.2; yaw 45 }
wall "w5" { at 15 14; size 8 0.3; height 2.2; yaw -45 }
wall "w6" { at -18 0; size 8 0.3; height 2.2; yaw 90 }
wall "w7" { at 18 0; size 8 0.3; height 2.2; yaw 90 }
wall "w8" { at -8 -8; size 6 0.3; height 2.2; yaw 0 }
wall "w9" { at 8 -8; size 6 0.3; height 2.2; yaw 0 }
wall "w10" { at 0 18; size 10 0.3; height 2.2; yaw 0 }
wall "w11" { at -16 -14; size 7 0.3; height 2.2; yaw 0 }
wall "w12" { at 16 -14; size 7 0.3; height 2.2; yaw 0 }
thing "thief" { kind "thief"; colour "red"; at -6 1.5; solid #false; shape "capsule" { radius 0.25; height 1.6 } }
creature "guard" { kind "guard"; character "guard.kdl"; colour "blue"; at 0 -18; yaw 0 }
timeline { at 1 name="goes" { slide "thief" { to -6.5 4.5; to 0 6; WAY; speed 4 } } }
jitter "thing.thief.at" 1
jitter "creature.guard.at" 2
jitter "event.goes.slide.speed" 0.4
"""
WAYS = ["to 0 21", "to 7 8; to 12 12; to 19 18", "to -7 12; to -19 18", "to 7 4; to 14 4; to 22 0", "to -7 8; to -14 4; to -22 0", "to 7 4; to 14 0; to 16 -16"]


def seconds_to_catch(guard: piaget.Character, seed: int) -> float:
    """How long it takes, at most two minutes. Where the thief hides is drawn anew each night."""
    yard = YARD.replace("WAY", random.Random(seed).choice(WAYS))
    world = piaget.World(piaget.Scenario.parse(yard, "yard.kdl", {"guard.kdl": guard.text}, seed=seed))
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
    samples=3 if SHORT else 40,
    seeds=range(2 if SHORT else 16),
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
