"""`make python` and `make python-test`: the wheel of the Python package, and its tests in a virtual environment of their own.

Everything lies below `target`: what is built in `target/python`, the wheel in `target/wheels`. What is fetched has an exact version
and a sum (scripts/python/requirements.txt). Needs nothing beyond Python's own library to begin.

`make test` runs the short form: no wheel, but the same package laid out in `target/python/short`, with the native module that it has
built among all the others, of the debug profile; --native names it.

What cannot be fetched, or not soon enough, is no failure: the tests are then skipped, with a sentence that says so.
"""

import argparse
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "python"
PLACE = ROOT / "target" / "python"
WHEELS = ROOT / "target" / "wheels"
OWN = PLACE / "venv" / "bin" / "python"
SHORT = PLACE / "short"
REPORT = PLACE / "report.xml"
REQUIREMENTS = ROOT / "scripts" / "python" / "requirements.txt"
PEERS = ROOT / "scripts" / "python" / "peers.txt"
# What the package carries, so that `piaget.run("two-walls")` works wherever it is installed.
CARRIED = ("scenarios", "characters", "places", "bodies")
MOST_MB = 6.0
LEAST_PYTHON = (3, 11)
FETCH_S = 300
"""What has not come by then is taken for what does not come."""
SHORT_TESTS_S = 480
"""The short form takes a minute; who takes so long will never end."""


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


class NotFetched(Exception):
    """What is needed is not here, and does not come."""


def fetch(requirements: Path, what: str) -> None:
    """Into a virtual environment of the project, once for each list and Python."""
    mark = PLACE / f"{requirements.stem}.sum"
    wanted = hashlib.sha256(requirements.read_bytes() + sys.version.encode()).hexdigest()
    if runs(OWN) and mark.exists() and mark.read_text() == wanted:
        return
    say(f"fetching {what} into target/python")
    quick = ["--no-compile", "--no-input", "--disable-pip-version-check", "--retries", "2", "--timeout", "20", "--progress-bar", "off"]
    install = [OWN, "-m", "pip", "install", "--quiet", "--require-hashes", "--only-binary", ":all:", *quick, "-r", requirements]
    try:
        if not (runs(OWN) and (PLACE / "venv.version").exists() and (PLACE / "venv.version").read_text() == sys.version):
            venv.create(PLACE / "venv", with_pip=True, clear=True)
            (PLACE / "venv.version").write_text(sys.version)
        made = subprocess.run(install, timeout=FETCH_S, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    except subprocess.TimeoutExpired:
        raise NotFetched(f"nothing more came within {FETCH_S} s") from None
    except (OSError, subprocess.SubprocessError) as error:
        raise NotFetched(str(error)) from None
    if made.returncode != 0:
        errors = [line for line in made.stdout.splitlines() if line.startswith("ERROR")]
        raise NotFetched((errors or made.stdout.splitlines() or ["pip said nothing"])[0])
    mark.write_text(wanted)


def runs(python: Path) -> bool:
    """Whether it is there and can be run: an environment dies with the Python that it was made from."""
    try:
        return subprocess.run([python, "-c", ""], capture_output=True).returncode == 0
    except OSError:
        return False


def carry(package: Path) -> None:
    """Copies what the package carries; it is not kept in history twice."""
    data = package / "data"
    shutil.rmtree(data, ignore_errors=True)
    for folder in CARRIED:
        shutil.copytree(ROOT / folder, data / folder)


def build() -> Path:
    """The wheel."""
    carry(PACKAGE / "piaget")
    shutil.rmtree(WHEELS, ignore_errors=True)
    maturin = [OWN, "-m", "maturin", "build", "--locked", "--quiet", "--release", "--interpreter", OWN, "--out", WHEELS]
    # A wheel is small: nobody debugs it.
    maturin += ["--config", "profile.release.debug=false", "--config", "profile.release.strip=true"]
    environment = {**os.environ, "CARGO_TARGET_DIR": str(PLACE / "build"), "CARGO_INCREMENTAL": "0"}
    subprocess.run(maturin, cwd=PACKAGE, env=environment, check=True)
    wheel = next(WHEELS.glob("piaget-*.whl"))
    size = wheel.stat().st_size / 1e6
    say(f"{wheel.relative_to(ROOT)}, {size:.2f} MB")
    if size > MOST_MB:
        sys.exit(f"python: the wheel has {size:.2f} MB; at most {MOST_MB} are wanted")
    return wheel


def lay_out(native: Path | None) -> None:
    """The package as a folder, with a native module that is quick to make, or with the one that was named."""
    shutil.rmtree(SHORT, ignore_errors=True)
    shutil.copytree(PACKAGE / "piaget", SHORT / "piaget", ignore=shutil.ignore_patterns("__pycache__", "data", "*.so"))
    carry(SHORT / "piaget")
    if native is None:
        subprocess.run(["cargo", "build", "--locked", "--package", "piaget-python"], cwd=ROOT, check=True)
        native = ROOT / "target" / "debug" / "lib_native.so"
    shutil.copy(native, SHORT / "piaget" / "_native.abi3.so")


def program() -> str:
    """The program `piaget` of this tree, for the tests that compare with it."""
    if named := os.environ.get("PIAGET"):
        return named
    say("building the program piaget, to compare with")
    subprocess.run(["cargo", "build", "--locked", "--quiet", "--package", "piaget-cli"], cwd=ROOT, check=True)
    return str(ROOT / "target" / "debug" / "piaget")


def install(wheel: Path) -> None:
    """Exactly this wheel, from its file."""
    pip = [OWN, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-index", "--force-reinstall", wheel]
    subprocess.run(pip, check=True)


def test(short: bool, more: list[str]) -> int:
    """pytest with the doctests, mypy on examples and package, stubtest; the tests import what was installed, not the sources."""
    own = {"PIAGET": program(), "PIAGET_SHORT": "1" if short else "", "PYTHONPATH": str(SHORT) if short else "", "MYPYPATH": str(SHORT) if short else ""}
    environment = {**os.environ, **own, "RAY_USAGE_STATS_ENABLED": "0", "DO_NOT_TRACK": "1"}
    tests = [OWN, "-P", "-m", "pytest", "-p", "no:cacheprovider", "--junitxml", REPORT, "--rootdir", PACKAGE, PACKAGE / "tests", "-rs", *more]
    if short:
        tests += ["-m", "not long", "--durations", "8", "-o", "faulthandler_timeout=120"]
    REPORT.unlink(missing_ok=True)
    failed = run(tests, environment, SHORT_TESTS_S if short else None)
    if more:
        return failed
    strict = [OWN, "-m", "mypy", "--strict", "--cache-dir", PLACE / "mypy"]
    checks = [[OWN, "-m", "mypy.stubtest", "piaget._native"], [*strict, PACKAGE / "examples"]]
    if not short:
        checks.append([*strict, "-p", "piaget"])
    for check in checks:
        say(" ".join(str(part) for part in check[2:]))
        failed |= run(check, environment, SHORT_TESTS_S if short else None)
    return failed


def run(command: list, environment: dict[str, str], limit_s: float | None) -> int:
    """Its status; one that goes on for longer than it may is ended, with all that it began, and has failed."""
    process = subprocess.Popen(command, cwd=PLACE, env=environment, start_new_session=True)
    try:
        return process.wait(limit_s)
    except subprocess.TimeoutExpired:
        say(f"ended after {limit_s} s: {' '.join(str(part) for part in command[2:5])}")
        return 1
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def gallery(names: list[str]) -> int:
    """Runs the examples whole (or those that are named) and puts their pictures into the book."""
    for example in sorted((PACKAGE / "examples").glob("*.py")):
        if names and example.stem not in names:
            continue
        say(example.name)
        with tempfile.TemporaryDirectory() as folder:
            if subprocess.run([OWN, "-P", example], cwd=folder, env={**os.environ, "PIAGET_SHORT": ""}).returncode != 0:
                return 1
            picture = ROOT / "docs" / "pictures" / f"python-{example.stem.replace('_', '-')}.png"
            shutil.copy(Path(folder) / f"{example.stem}.png", picture)
    return 0


def main() -> int:
    arguments = argparse.ArgumentParser(description="the wheel of the Python package, and its tests")
    arguments.add_argument("what", choices=["fetch", "build", "test", "peers", "cluster", "gallery"])
    arguments.add_argument("--short", action="store_true", help="a build that is quick to make, and the tests that `make test` runs")
    arguments.add_argument("--native", type=Path, help="the native module, where it is built already")
    given, more = arguments.parse_known_args()
    is_asked_for = given.what not in ("fetch", "test")
    if why := cannot():
        print(f"skipped: {why}")
        return int(is_asked_for)
    PLACE.mkdir(parents=True, exist_ok=True)
    try:
        fetch(REQUIREMENTS, "maturin, pytest, mypy, Gymnasium, PettingZoo, Ray and Rerun")
    except NotFetched as why:
        print(f"skipped: what the Python tests need cannot be fetched here: {why}")
        return int(is_asked_for)
    if given.what == "fetch":
        return 0
    if given.short:
        lay_out(given.native)
        return test(True, more)
    wheel = build()
    if given.what == "build":
        return 0
    install(wheel)
    if given.what == "peers":
        try:
            fetch(PEERS, "filterpy and Stone Soup")
        except NotFetched as why:
            sys.exit(f"python: filterpy and Stone Soup cannot be fetched here: {why}")
        return subprocess.run([OWN, "-P", ROOT / "scripts" / "python" / "beside.py", *more], cwd=PLACE).returncode
    if given.what == "cluster":
        own = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0"}
        return subprocess.run([OWN, "-P", ROOT / "scripts" / "python" / "cluster.py", *more], cwd=PLACE, env=own).returncode
    if given.what == "gallery":
        return gallery(more)
    with zipfile.ZipFile(wheel) as parts:
        assert any(name.endswith("py.typed") for name in parts.namelist()), "the wheel says that it is typed"
    return test(False, more)


if __name__ == "__main__":
    sys.exit(main())
