"""A village in regions: people walk to one another, and those who cross a border move to another worker with their minds."""

import os
from pathlib import Path

import piaget

SHORT = bool(os.environ.get("PIAGET_SHORT"))
PERSON = piaget.Character.parse("""
    character "villager"
    body kind="person" walk=1.3
    percepts { kind "person" }
    selector "somebody" "person" nearest=#true
    beliefs persist=20 most=12
    values { drive "company" start=0.5 grow=0.02 }
    actions { tuple "visit" value="company" object="somebody" { do "approach" within=1.5 } }
""")
square = piaget.Terrain(60, 40, walls=[(-12, 0, 0.2, 9), (12, 4, 0.2, 9), (0, -10, 8, 0.2)])
for workers in (1, 2, 4):
    village = piaget.population(12 if SHORT else 80, PERSON, square, seconds=2 if SHORT else 20, seed=1, workers=workers, regions=8)
    kib = village.bytes_moved / max(1, village.moved) / 1024
    print(f"{workers} workers: digest {village.digest}, {village.moved} moves of {kib:.1f} KiB each, {village.seconds:.1f} s")
Path("village.png").write_bytes(piaget.png(piaget.draw(village, terrain=square)))
