"""`make python` and `make python-test`: the wheel of the Python package, and its tests in a virtual environment of their own.

Everything lies below `target`: what is built in `target/python`, the wheel in `target/wheels`. What is fetched has an exact version
and a sum (scripts/python/requirements.txt). Needs nothing beyond Python's own library to begin.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "python"
PLACE = ROOT / "target" / "python"
WHEELS = ROOT / "target" / "wheels"
OWN = PLACE / "venv" / "bin" / "python"
REQUIREMENTS = ROOT / "scripts" / "python" / "requirements.txt"
PEERS = ROOT / "scripts" / "python" / "peers.txt"
# What the package carries, so that `piaget.run("two-walls")` works wherever it is installed.
CARRIED = ("scenarios", "characters", "places", "bodies")
MOST_MB = 6.0
LEAST_PYTHON = (3, 11)


def say(what: str) -> None:
    print(f"python: {what}", file=sys.stderr)


def cannot() -> str | None:
    """Why there is no Python to test with."""
    if sys.version_info < LEAST_PYTHON:
        return f"the Python package needs Python {'.'.join(map(str, LEAST_PYTHON))}, and this is {sys.version.split()[0]}"
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        return "this Python cannot make virtual environments (python3-venv is missing)"
    return None


def fetch(requirements: Path, what: str) -> None:
    """Into a virtual environment of the project, once for each list."""
    mark = PLACE / f"{requirements.stem}.sum"
    wanted = hashlib.sha256(requirements.read_bytes()).hexdigest()
    if OWN.exists() and mark.exists() and mark.read_text() == wanted:
        return
    say(f"fetching {what} into target/python")
    if not OWN.exists():
        venv.create(PLACE / "venv", with_pip=True)
    install = [OWN, "-m", "pip", "install", "--quiet", "--require-hashes", "--disable-pip-version-check", "-r", requirements]
    subprocess.run(install, check=True)
    mark.write_text(wanted)


def carry() -> None:
    """Copies what the package carries; it is not kept in history twice."""
    data = PACKAGE / "piaget" / "data"
    shutil.rmtree(data, ignore_errors=True)
    for folder in CARRIED:
        shutil.copytree(ROOT / folder, data / folder)


def build(release: bool) -> Path:
    """The wheel."""
    carry()
    out = WHEELS if release else PLACE / "wheels"
    shutil.rmtree(out, ignore_errors=True)
    maturin = [OWN, "-m", "maturin", "build", "--locked", "--quiet", "--interpreter", OWN, "--out", out]
    environment = {**os.environ, "CARGO_TARGET_DIR": str(PLACE / "build"), "CARGO_INCREMENTAL": "0"}
    subprocess.run([*maturin, *(["--release"] if release else [])], cwd=PACKAGE, env=environment, check=True)
    wheel = next(out.glob("piaget-*.whl"))
    size = wheel.stat().st_size / 1e6
    say(f"{wheel.relative_to(ROOT)}, {size:.2f} MB")
    if release and size > MOST_MB:
        sys.exit(f"python: the wheel has {size:.2f} MB; at most {MOST_MB} are wanted")
    return wheel


def install(wheel: Path) -> None:
    """Exactly this wheel, from its file."""
    pip = [OWN, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-index", "--force-reinstall", wheel]
    subprocess.run(pip, check=True)


def test(short: bool, more: list[str]) -> int:
    """pytest with the doctests, mypy on examples and package, stubtest; the tests import the installed wheel, not the sources."""
    environment = {**os.environ, "PIAGET_SHORT": "1" if short else "", "PYTHONPATH": "", "RAY_USAGE_STATS_ENABLED": "0"}
    tests = [OWN, "-P", "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", PACKAGE, PACKAGE / "tests", *more]
    if short:
        tests += ["-m", "not long"]
    failed = subprocess.run(tests, cwd=PLACE, env=environment).returncode
    if more:
        return failed
    checks = [[OWN, "-m", "mypy.stubtest", "piaget._native"]]
    checks.append([OWN, "-m", "mypy", "--strict", PACKAGE / "examples"])
    if not short:
        checks.append([OWN, "-m", "mypy", "--strict", "-p", "piaget"])
    for check in checks:
        say(" ".join(str(part) for part in check[2:]))
        failed |= subprocess.run(check, cwd=PLACE, env=environment).returncode
    return failed


def main() -> int:
    arguments = argparse.ArgumentParser(description="the wheel of the Python package, and its tests")
    arguments.add_argument("what", choices=["build", "test", "peers"])
    arguments.add_argument("--short", action="store_true", help="a build that is quick to make, and the tests that `make test` runs")
    given, more = arguments.parse_known_args()
    if why := cannot():
        print(f"skipped: {why}")
        return 0 if given.what == "test" else 1
    PLACE.mkdir(parents=True, exist_ok=True)
    try:
        fetch(REQUIREMENTS, "maturin, pytest, mypy, Gymnasium, PettingZoo, Ray and Rerun")
    except subprocess.CalledProcessError:
        print("skipped: what the Python tests need cannot be fetched here")
        return 0 if given.what == "test" else 1
    wheel = build(release=not given.short)
    if given.what == "build":
        return 0
    install(wheel)
    if given.what == "peers":
        fetch(PEERS, "filterpy and Stone Soup")
        return subprocess.run([OWN, "-P", ROOT / "scripts" / "python" / "beside.py", *more], cwd=PLACE).returncode
    with zipfile.ZipFile(wheel) as parts:
        assert any(name.endswith("py.typed") for name in parts.namelist()), "the wheel says that it is typed"
    return test(given.short, more)


if __name__ == "__main__":
    sys.exit(main())
