"""`make metrics`: the scores of `crates/life/src/metrics` beside those of trackeval and motmetrics, on 100 random cases.

A case is a function of its number; Rust makes the same ones (`crates/life/src/metrics/cases.rs`). The expected scores are
committed, and a test holds our own to them. This program works them out anew and says whether they still agree; `--write`
writes them.
"""

import argparse
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "target" / "metrics"
REQUIREMENTS = ROOT / "scripts" / "metrics" / "requirements.txt"
EXPECTED = ROOT / "crates" / "life" / "src" / "metrics" / "expected.txt"
CASES = 100
AGREE = 1e-3
MASK = (1 << 64) - 1
HEAD = "# case idf1 hota deta assa mota switches: by trackeval, written by scripts/metrics.py\n"


class Stream:
    """SplitMix64 as a counter."""

    def __init__(self, key: int) -> None:
        self.key, self.counter = key, 0

    def unit(self) -> float:
        self.counter += 1
        z = (self.key + self.counter * 0x9E3779B97F4A7C15) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return ((z ^ (z >> 31)) >> 11) * 2.0**-53

    def below(self, count: int) -> int:
        return int(self.unit() * count)


def case(number: int) -> list[tuple[list, list]]:
    """Frames of true (id, x, y) and claimed (id, x, y)."""
    chance = Stream(number)
    things, frames = 1 + chance.below(6), 5 + chance.below(40)
    missed, fresh, swapped = 0.4 * chance.unit(), 0.1 * chance.unit(), 0.2 * chance.unit()
    noise, false = 0.8 * chance.unit(), 0.4 * chance.unit()
    ways = []
    for _ in range(things):
        x, y = 6 * chance.unit(), 6 * chance.unit()
        dx, dy = 0.4 * (chance.unit() - 0.5), 0.4 * (chance.unit() - 0.5)
        first = chance.below(frames)
        ways.append((x, y, dx, dy, first, first + 1 + chance.below(frames - first)))
    ids, following, all_frames = list(range(things)), things, []
    for frame in range(frames):
        if things > 1 and chance.unit() < swapped:
            a, b = chance.below(things), chance.below(things)
            ids[a], ids[b] = ids[b], ids[a]
        truth, claimed = [], []
        for thing, (x, y, dx, dy, first, end) in enumerate(ways):
            if chance.unit() < fresh:
                ids[thing], following = following, following + 1
            seen, off_x, off_y = chance.unit() >= missed, chance.unit() - 0.5, chance.unit() - 0.5
            if first <= frame < end:
                at_x, at_y = x + dx * frame, y + dy * frame
                truth.append((thing, at_x, at_y))
                if seen:
                    claimed.append((ids[thing], at_x + noise * off_x, at_y + noise * off_y))
        if chance.unit() < false:
            claimed.append((following, 6 * chance.unit(), 6 * chance.unit()))
            following += 1
        all_frames.append((truth, claimed))
    return all_frames


def scores(number: int) -> tuple[list[float], list[float]]:
    """By trackeval; and idf1 and mota by motmetrics."""
    import motmetrics
    import numpy as np
    from trackeval.metrics import CLEAR, HOTA, Identity

    frames = case(number)
    numbers = [{}, {}]
    data = {"gt_ids": [], "tracker_ids": [], "similarity_scores": []}
    accumulator = motmetrics.MOTAccumulator(auto_id=True)
    for sides in frames:
        ids = [np.array([known.setdefault(row[0], len(known)) for row in rows], dtype=int) for rows, known in zip(sides, numbers)]
        a, b = (np.array([row[1:] for row in rows]).reshape(-1, 2) for rows in sides)
        similarity = np.maximum(0, 1 - np.sqrt(((a[:, None] - b[None]) ** 2).sum(2)))
        data["gt_ids"].append(ids[0])
        data["tracker_ids"].append(ids[1])
        data["similarity_scores"].append(similarity)
        accumulator.update(list(ids[0]), list(ids[1]), np.where(similarity >= 0.5, 1 - similarity, np.nan))
    data["num_gt_ids"], data["num_tracker_ids"] = map(len, numbers)
    data["num_gt_dets"], data["num_tracker_dets"] = (sum(map(len, data[name])) for name in ("gt_ids", "tracker_ids"))
    data["num_timesteps"] = len(frames)
    settings = {"PRINT_CONFIG": False, "THRESHOLD": 0.5}
    hota, identity = HOTA().eval_sequence(data), Identity(settings).eval_sequence(data)
    clear = CLEAR(settings).eval_sequence(data)
    means = [float(np.mean(hota[name])) for name in ("HOTA", "DetA", "AssA")]
    ours = [float(identity["IDF1"]), *means, float(clear["MOTA"]), float(clear["IDSW"])]
    other = motmetrics.metrics.create().compute(accumulator, metrics=["idf1", "mota"], name="case")
    return ours, [float(other[name].iloc[0]) for name in ("idf1", "mota")]


def compare(write: bool) -> int:
    lines, apart = [], 0.0
    for number in range(CASES):
        by_trackeval, by_motmetrics = scores(number)
        lines.append(f"{number} " + " ".join(f"{score:.9g}" for score in by_trackeval))
        apart = max(apart, abs(by_trackeval[0] - by_motmetrics[0]), abs(by_trackeval[4] - by_motmetrics[1]))
    print(f"trackeval and motmetrics differ by at most {apart:.2g} in idf1 and mota of {CASES} cases")
    if write:
        EXPECTED.write_text(HEAD + "\n".join(lines) + "\n")
        return 0
    committed = [line for line in EXPECTED.read_text().splitlines() if not line.startswith("#")]
    pairs = [zip(map(float, a.split()), map(float, b.split()), strict=True) for a, b in zip(lines, committed, strict=True)]
    furthest = max(abs(a - b) for pair in pairs for a, b in pair)
    print(f"the committed scores differ by at most {furthest:.2g} from what trackeval gives now")
    return int(furthest > AGREE or apart > AGREE)


def main() -> int:
    arguments = argparse.ArgumentParser(description="our scores beside those of trackeval and motmetrics")
    arguments.add_argument("--write", action="store_true", help="write the expected scores")
    arguments.add_argument("--here", action="store_true", help="this interpreter has the libraries")
    given = arguments.parse_args()
    if given.here:
        return compare(given.write)
    own = PLACE / "venv" / "bin" / "python"
    if not own.exists():
        print("metrics: fetching trackeval and motmetrics into target/metrics", file=sys.stderr)
        venv.create(PLACE / "venv", with_pip=True)
        fetch = [own, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", REQUIREMENTS]
        subprocess.run(fetch, check=True)
    return subprocess.run([own, __file__, "--here", *(["--write"] if given.write else [])]).returncode


if __name__ == "__main__":
    sys.exit(main())
