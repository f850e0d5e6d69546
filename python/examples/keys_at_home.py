"""A robot looks for keys at home: the memory learns where things are kept, and in which order to look.

With a household of HOMER+ in the folder that PIAGET_DATA names it learns from that; else from a household of its own.
"""

import csv
import os
from pathlib import Path

import numpy as np

import piaget

DAY_S = 86_400.0
Finding = tuple[float, str, str]


def recorded() -> list[Finding]:
    """When which thing was where, in a simulated household."""
    folder = Path(os.environ.get("PIAGET_DATA", "../shared/data")) / "homes" / "homer-plus"
    findings: list[Finding] = []
    for file in sorted(folder.glob("**/*.csv"))[:1]:
        for row in csv.DictReader(file.open()):
            known = {name.lower(): value for name, value in row.items() if name}
            thing, place = known.get("object"), known.get("to") or known.get("destination")
            if thing and place:
                findings.append((len(findings) * 600.0, thing[:28], place[:28]))
    return findings[:4000]


def made_up() -> list[Finding]:
    """Keys on the hook, sometimes in the coat; from day 20 on in the bowl."""
    chance = np.random.default_rng(1)
    days = range(40)
    return [(day * DAY_S, "keys", str(chance.choice(["hook", "coat"], p=[0.8, 0.2]) if day < 20 else "bowl")) for day in days]


findings = recorded() or made_up()
places = sorted({place for _, _, place in findings} | {"desk", "shelf", "bed", "drawer"})
memory = piaget.Memory('place "home" { ' + "; ".join(f'place "{place}"' for place in places) + " }")
ranks = []
for number, (now_s, thing, place) in enumerate(findings):
    if number > len(findings) // 2:
        order = [name for name, _ in memory.order(thing, now_s)]
        ranks.append(order.index(place) + 1)
    memory.found(thing, place, now_s)
print(f"{len(findings)} findings at {len(places)} places; of the second half {np.mean(np.array(ranks) == 1):.0%} were found at the first look,")
print(f"{np.mean(ranks):.2f} looks each; by chance it would take {(len(places) + 1) / 2:.1f}")
first = np.cumsum(np.array(ranks) == 1) / np.arange(1, len(ranks) + 1)
Path("keys_at_home.png").write_bytes(piaget.png(piaget.chart({"found at the first look": first}, x="findings of the second half", y="share")))
assert np.mean(ranks) < (len(places) + 1) / 2
