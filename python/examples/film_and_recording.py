"""A film of a run, and a Rerun recording where Rerun is installed."""

import importlib.util
import os

import piaget

seconds = 3 if os.environ.get("PIAGET_SHORT") else None
result = piaget.run("pursuit", seed=1, seconds=seconds)
film = result.film("film_and_recording.png", every=20, size=200)
print(f"film_and_recording.png: {len(film) / 1024:.0f} KiB")
if importlib.util.find_spec("rerun"):
    import piaget.rerun

    path = piaget.rerun.write(result, "pursuit.rrd", every=5)
    print(f"{path}: {path.stat().st_size / 1024:.0f} KiB")
