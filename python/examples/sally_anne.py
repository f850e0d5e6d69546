"""The test of Sally and Anne: a marble is moved behind Sally's back, and Anne knows where Sally will look for it.

Anne has the character of the scenario; what she takes Sally to believe comes from what she sees Sally look at.
"""

import os
from pathlib import Path

import numpy as np

import piaget

result = piaget.run("sally-anne", seconds=17 if os.environ.get("PIAGET_SHORT") else None, every=5)
truth = result.things.where(thing="marble")
anne = result.beliefs.where(creature="anne", kind="marble")
sally = result.minds.where(creature="anne", kind="marble")
for at_s in (8.0, 16.0, 26.0):
    past = np.flatnonzero(np.asarray(sally["t"]) <= at_s)
    if at_s <= result.seconds and len(past) > 0:
        here, there = sally["own_x"][past[-1]], sally["x"][past[-1]]
        print(f"{at_s:.0f} s: Anne takes the marble to be at x = {here:.1f}, and Sally to look for it at x = {there:.1f}")
curves = {"the marble": truth, "as Anne has it": anne, "where Sally will look": sally}
chart = piaget.chart({name: (one["t"], one["x"]) for name, one in curves.items()}, x="s", y="x, m")
Path("sally_anne.png").write_bytes(piaget.png(chart))
