"""Figure 9 of Isla: what Duncan feels while he looks for a sheep that was moved behind his back.

Confusion rises when the place where he left it is empty, surprise when he finds it elsewhere. The curves are written as a picture.
"""

from pathlib import Path

import numpy as np

import piaget

result = piaget.run("two-walls", seed=1)
felt = result.feelings.where(creature="duncan")
print(f"{len(result.events)} events, digest {result.digest}")
for name in sorted(set(felt["name"])):
    one = felt.where(name=name)
    values = np.asarray(one["value"])
    if values.max() > values.min():
        at = float(np.asarray(one["t"])[values.argmax()])
        print(f"{name:14} {values.min():6.2f} to {values.max():6.2f}, most at {at:5.1f} s")
for event in result.events.rows():
    if event["event"] in ("confused", "surprised", "found", "lost"):
        print(f"{event['t']:5.1f} s: {event['event']} {event['about']}")
Path("isla_figure_9.png").write_bytes(result.curves("duncan", ["confusion", "surprise", "frustration"]))
