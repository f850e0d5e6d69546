"""Tune a guard: which view and which idea of a thief's speed let him find a thief soonest that slipped behind a wall?"""

import os

import piaget

SHORT = bool(os.environ.get("PIAGET_SHORT"))
GUARD = """
character "guard"
body kind="guard" height=1.8 radius=0.3 walk=1.4 run=1.8 turn=3.5
eyes field-of-view=70 range=30 columns=64 rows=32
percepts { kind "thief" }
selector "thief" "thief" nearest=#true
beliefs persist=300 { map cell=0.75 look-height=0.9 { habits speed=${speed} course=${course} rest=${rest} } }
actions { tuple "catch" object="thief" { do "approach" within=0.9 speed="run" } }
"""
YARD = """
scenario "yard" { shows "A thief slips behind a wall and goes on."; try "Another seed." }
length 60
tick 10
seed 1
ground { size 30 30 }
wall "a" { at 0 3; size 9 0.3; height 2.2 }
wall "b" { at 7 8; size 7 0.3; height 2.2; yaw 90 }
wall "c" { at -8 9; size 6 0.3; height 2.2; yaw 45 }
thing "thief" { kind "thief"; colour "red"; at -6 4; solid #false; shape "capsule" { radius 0.25; height 1.6 } }
creature "guard" { kind "guard"; character "guard.kdl"; colour "blue"; at -4 -8; yaw 0 }
timeline { at 1 name="goes" { slide "thief" { to 2 5; to 11 12; speed 2.2 } } }
jitter "thing.thief.at" 1
jitter "creature.guard.at" 2
jitter "event.goes.slide.speed" 0.4
"""


def seconds_to_catch(guard: piaget.Character, seed: int) -> float:
    """How long it takes, at most a minute."""
    world = piaget.World(piaget.Scenario.parse(YARD, "yard.kdl", {"guard.kdl": guard.text}, seed=seed))
    while not world.is_over:
        world.run(5)
        truth = world.truth()
        (x, _, z), (u, _, v) = truth["guard"]["position"], truth["thief"]["position"]
        if (x - u) ** 2 + (z - v) ** 2 < 1.2**2:
            break
    return world.time_s


found = piaget.tune(
    GUARD,
    {"speed": (0.3, 4.0), "course": (1.0, 40.0), "rest": (1.0, 60.0)},
    seconds_to_catch,
    shipped={"speed": 1.8, "course": 20.0, "rest": 20.0},
    maximise=False,
    samples=3 if SHORT else 40,
    seeds=range(2 if SHORT else 12),
    out="guard.kdl",
    progress=not SHORT,
)
print(f"shipped: {found.shipped_value:.1f} s; found: {found.value:.1f} s with {found.settings}, {found.gain:.0%} better")
