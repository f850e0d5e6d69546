"""`make bench-peers`: our figures beside those of others who do the same work, measured in the same run.

Occupancy map: numpy, and C that the compiler vectorises. Looking at a map: hexx's field of view. Choosing: big-brain's scorers.
Kalman filter: filterpy. Who is who: Stone Soup. Comparing two gestures: dynamic time warping in numpy. What cannot be fetched here is left out with a line that says so.

`--markdown FILE` also writes the table as a page. `PIAGET=program` measures a program that is built already.
"""

import argparse
import datetime
import json
import os
import platform
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "target" / "peers"
REQUIREMENTS = ROOT / "scripts" / "peers" / "requirements.txt"
SIZES = [32, 100, 1000]
# What a node gives away in a step. The time does not depend on it, as long as no mass fades to nothing.
LAMBDA = 0.05

NUMPY_MAP = """
import sys, time
import numpy as np
side, given = int(sys.argv[1]), float(sys.argv[2])
share = np.float32(given / 6)
mass = np.zeros((side + 2, side + 2), np.float32)
mass[1:-1, 1:-1] = 1 / side**2
even = (np.arange(side) % 2 == 0)[:, None]
def around(m):
    here, above, below = m[1:-1], m[:-2], m[2:]
    both = above + below
    lean = np.where(even, both[:, :-2], both[:, 2:])
    return here[:, :-2] + here[:, 2:] + both[:, 1:-1] + lean
inside = np.zeros_like(mass); inside[1:-1, 1:-1] = 1
kept = 1 - share * around(inside)
hidden = np.ones((side, side), np.float32); hidden[:, : side // 3] = 0.5
steps, least = (3 if side >= 500 else 200), 1e9
for _ in range(20):
    begun = time.perf_counter()
    for step in range(steps):
        if step % 16 == 0:
            mass[1:-1, 1:-1] = 1 / side**2
        new = (mass[1:-1, 1:-1] * kept + around(mass) * share) * hidden
        mass[1:-1, 1:-1] = new / new.sum()
    least = min(least, (time.perf_counter() - begun) / steps)
print(least / side**2 * 1e9)
"""

FILTERPY = """
import time
import numpy as np
from filterpy.kalman import KalmanFilter
kf = KalmanFilter(dim_x=3, dim_z=1)
dt = 1 / 30
kf.F = np.array([[1, dt, dt * dt / 2], [0, 1, dt], [0, 0, 1]]); kf.H = np.array([[1.0, 0, 0]])
kf.R *= 0.01; kf.Q = np.eye(3) * 0.01
least = 1e9
for _ in range(20):
    begun = time.perf_counter()
    for step in range(500):
        kf.predict(); kf.update(np.array([[step * dt]]))
    least = min(least, (time.perf_counter() - begun) / 500)
print(least * 1e6)
"""

WARPING = """
import time
import numpy as np
rng = np.random.default_rng(1)
a, b = rng.normal(size=(90, 27)), rng.normal(size=(90, 27))
def warped(a, b):
    cost = np.sqrt(((a[:, None] - b[None]) ** 2).sum(2))
    all = np.full((len(a) + 1, len(b) + 1), np.inf); all[0, 0] = 0
    for i in range(1, len(a) + 1):
        row, before = all[i], all[i - 1]
        for j in range(1, len(b) + 1):
            row[j] = cost[i - 1, j - 1] + min(before[j], row[j - 1], before[j - 1])
    return all[-1, -1]
least = 1e9
for _ in range(10):
    begun = time.perf_counter(); warped(a, b)
    least = min(least, time.perf_counter() - begun)
print(least * 1e6)
"""


def program() -> list[str]:
    built = os.environ.get("PIAGET")
    return [built] if built else ["cargo", "run", "--locked", "--quiet", "--release", "-p", "piaget-cli", "--bin", "piaget", "--"]


def ours(*names: str) -> list[dict]:
    command = [*program(), "bench", *names, "--json"]
    said = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    return [json.loads(line) for line in said.splitlines() if line.startswith("{")]


def python() -> Path | None:
    """An interpreter of our own with the libraries, or nothing."""
    own = PLACE / "venv" / "bin" / "python"
    if not own.exists():
        print("peers: fetching numpy, filterpy and Stone Soup into target/peers", file=sys.stderr)
        venv.create(PLACE / "venv", with_pip=True)
        fetch = [own, "-m", "pip", "install", "--quiet", "--require-hashes", "--only-binary", ":all:", "-r", REQUIREMENTS]
        if subprocess.run(fetch).returncode:
            shutil.rmtree(PLACE / "venv")
            return None
    return own


def measured(command: list, *arguments: object) -> float | None:
    done = subprocess.run([*command, *map(str, arguments)], stdout=subprocess.PIPE, text=True)
    return float(done.stdout) if done.returncode == 0 else None


def c_map() -> Path | None:
    program = PLACE / "map"
    flags = ["-O3", "-march=native", "-ffast-math"]
    compiled = shutil.which("cc") and subprocess.run(["cc", *flags, "-o", program, ROOT / "scripts/peers/map.c"])
    return program if compiled and compiled.returncode == 0 else None


def package(source: str, dependencies: str) -> Path | None:
    """A package of its own around one source file, so that our own libraries do not come with it."""
    name = source.replace("_", "-")
    package = PLACE / name
    (package / "src").mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / f"scripts/peers/{source}.rs", package / "src/main.rs")
    shutil.copy(ROOT / f"scripts/peers/{source}.lock", package / "Cargo.lock")
    head = f'[package]\nname = "{name}-peer"\nedition = "2021"\n\n[workspace]\n\n[dependencies]\n'
    (package / "Cargo.toml").write_text(head + dependencies)
    print(f"peers: building {name} in target/peers", file=sys.stderr)
    build = ["cargo", "build", "--locked", "--quiet", "--release", "--manifest-path", package / "Cargo.toml"]
    built = subprocess.run([*build, "--target-dir", package / "target"]).returncode == 0
    return package / f"target/release/{name}-peer" if built else None


# Scenes of recorded walkers on which Stone Soup is compared: few, since it takes milliseconds a frame.
SCENES = 4


def who_is_who(interpreter: Path | None) -> list[tuple[str, float, str]]:
    """Who, IDF1 of what was seen, and the time of a frame where it was taken: on the same scenes of recorded walkers."""
    if not interpreter:
        return []
    life = [*program(), "life", "who-is-who/walkers"]
    said = subprocess.run([*life, "--worlds", str(SCENES), "--json"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    figures = [figure for figure in map(json.loads, said.splitlines()) if figure.get("measure") == "idf1 seen"]
    rows = [(figure["subject"], figure["value"], "") for figure in figures]
    if not rows:
        return []
    write = [[*life, "--seed", str(seed), "--scenario", str(PLACE / "scenes")] for seed in range(1, SCENES + 1)]
    scenes = [subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.strip() for command in write]
    done = subprocess.run([interpreter, ROOT / "scripts/peers/stone_soup.py", *scenes], stdout=subprocess.PIPE, text=True)
    if done.returncode == 0:
        score, milliseconds = map(float, done.stdout.split())
        rows.append(("Stone Soup, JPDA", score, f"{milliseconds:.1f} ms a frame"))
    return rows


HEXX = 'hexx = { version = "0.25", default-features = false, features = ["algorithms"] }\n'
BIG_BRAIN = 'big-brain = "0.22"\nbevy = { version = "0.15", default-features = false }\n'


def machine() -> str:
    try:
        names = [line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    except OSError:
        names = []
    return f"{names[0] if names else platform.machine()}, {os.cpu_count()} threads"


def main() -> None:
    arguments = argparse.ArgumentParser(description="our figures beside those of others")
    arguments.add_argument("--markdown", metavar="FILE", help="also write the table as a page")
    page = arguments.parse_args().markdown
    PLACE.mkdir(parents=True, exist_ok=True)
    interpreter, compiled = python(), c_map()
    fov, big_brain = package("field_of_view", HEXX), package("big_brain", BIG_BRAIN)
    rows: list[tuple[str, str, float, str, float | None]] = []

    def py(source: str, *arguments: object) -> float | None:
        return measured([interpreter, "-c", source], *arguments) if interpreter else None

    figures = ours("occupancy", "expect", "imitate", "crowd")
    by_nodes = {figure["nodes"]: figure for figure in figures if figure["bench"] == "occupancy.step"}
    for side in SIZES:
        least = by_nodes[side * side]["least"]
        name = f"map step, {side * side:,} nodes"
        rows.append((name, "ns per node", least, "vectorised C", measured([compiled], side, LAMBDA) if compiled else None))
        rows.append((name, "ns per node", least, "numpy", py(NUMPY_MAP, side, LAMBDA)))
    small = next(figure for figure in figures if figure["bench"] == "mind.small")
    parts = dict(small["parts"])
    look, choose = parts["look"], parts["feel"] + parts["decide"]
    rows.append(("look, 1,024 nodes, 4 maps", "us", look, "hexx, field of view, radius 20", measured([fov]) if fov else None))
    rows.append(("feeling and choosing", "us", choose, "big-brain, 4 scorers and a picker", measured([big_brain]) if big_brain else None))
    feature = next(figure for figure in figures if figure["bench"] == "expect.6-features")
    rows.append(("expecting one feature", "us", feature["us_per_feature_of_a_belief"], "filterpy predict, update", py(FILTERPY)))
    gesture = next(figure for figure in figures if figure["bench"] == "imitate.gesture")
    rows.append(("recognising one gesture", "us", gesture["value"], "one comparison by time warping, numpy", py(WARPING)))
    print(f"{'what':26} {'unit':12} {'ours':>10} {'theirs':>10} {'ratio':>7}  peer")
    for what, unit, value, peer, theirs in rows:
        told = f"{theirs:10.3f} {theirs / value:7.2f}" if theirs and value > 0 else f"{'left out':>10} {'':7}"
        print(f"{what:26} {unit:12} {value:10.3f} {told}  {peer}")
    walkers = who_is_who(interpreter)
    if walkers:
        print(f"\nwho is who, {SCENES} scenes of recorded walkers: IDF1 of what was seen")
    for who, score, note in walkers:
        print(f"{who:26} {score:10.3f}  {note}")
    if page:
        lines = [
            "# Beside others",
            "",
            "Written by `make cost`, which is also `make bench-peers`: what others need for the same work, or for the nearest to it,",
            "in the same run. A ratio above 1 means that ours is faster. Each figure is the least of several. big-brain scores and",
            "picks, and no more; ours also lets drives and feelings go on, asks conditions about beliefs, keeps to what it does for a",
            "while, and keeps the reasons.",
            "",
            f"{machine()}, {datetime.date.today().isoformat()}.",
            "",
            "| what | unit | ours | peer | theirs | ratio |",
            "|---|---|--:|---|--:|--:|",
        ]
        for what, unit, value, peer, theirs in rows:
            told = f"{theirs:.3g} | {theirs / value:.2f}" if theirs and value > 0 else "left out | "
            lines.append(f"| {what} | {unit} | {value:.3g} | {peer} | {told} |")
        if walkers:
            lines += ["", f"Who is who, on {SCENES} scenes of recorded walkers: IDF1 of what was seen.", "", "| who | IDF1 seen | |", "|---|--:|---|"]
            lines += [f"| {who} | {score:.3f} | {note} |" for who, score, note in walkers]
        Path(page).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
