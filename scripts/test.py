"""Everything that `make test` checks, with a verdict at the end.

One step runs after the other, but for these: what the Python package is tested with is fetched beside the first steps, and the page,
which spends much of its time waiting for a browser, and after it the Python package are tested beside the last ones. A failed step does
not keep the others from running. Needs nothing beyond Python's own library.

Lints and tests share one build. Clippy is a compiler with more lints: it compiles our own crates in the compiler's place, and what
it made is what the tests run. So libraries are compiled once, not checked for the lints and compiled again for the tests.
"""

import functools
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as xml
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Result:
    """What a step found: whether all was well, how many checks it made, and what it left out."""

    ok: bool
    passed: int = 0
    failed: int = 0
    skipped: list[str] = field(default_factory=list)
    advice: str = ""


@functools.cache
def clippy_driver() -> Path | None:
    """The compiler with clippy's lints, where it is installed."""
    found = subprocess.run(["rustc", "--print", "sysroot"], cwd=ROOT, capture_output=True, text=True)
    driver = Path(found.stdout.strip()) / "bin" / "clippy-driver"
    return driver if driver.exists() else None


def builds() -> dict[str, str]:
    """The environment of every build, so that all steps share one. It is apart from what plain cargo builds while somebody works,
    so there is nothing for incremental compilation to save; it only costs time."""
    driver = clippy_driver()
    wrapper = {"RUSTC_WORKSPACE_WRAPPER": str(driver)} if driver else {}
    # The Python package's native module is the same for every Python from 3.11 on, so none is looked for.
    return {**os.environ, **wrapper, "CARGO_INCREMENTAL": "0", "PYO3_NO_PYTHON": "1"}


def cargo(*arguments: str, keep: bool = False) -> tuple[bool, str]:
    """Runs cargo; with `keep`, also gives what it said."""
    if not keep:
        return subprocess.run(["cargo", *arguments], cwd=ROOT, env=builds()).returncode == 0, ""
    return tee(["cargo", *arguments], **builds())


class Said(threading.local):
    """Where the output of this thread's step goes: what runs beside others says it all at its end."""

    kept: list[str] | None = None

    def line(self, text: str) -> None:
        if self.kept is None:
            sys.stdout.write(text)
            sys.stdout.flush()
        else:
            self.kept.append(text)


SAID = Said()


def tee(command: list[str], **environment: str) -> tuple[bool, str]:
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    said = []
    for line in process.stdout:
        SAID.line(line)
        said.append(line)
    return process.wait() == 0, "".join(said)


def has(subcommand: str) -> bool:
    found = subprocess.run(["cargo", subcommand, "--version"], cwd=ROOT, capture_output=True)
    return found.returncode == 0


def target_folder() -> Path:
    command = ["cargo", "metadata", "--locked", "--no-deps", "--format-version", "1"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return Path(json.loads(found.stdout)["target_directory"])


def check_format() -> Result:
    if not has("fmt"):
        return Result(True, skipped=["format: rustfmt is not installed"])
    ok, _ = cargo("fmt", "--all", "--check")
    return Result(ok, advice="`make format` puts it right")


EVERYTHING = ["build", "--locked", "--workspace", "--all-targets"]


def lint() -> Result:
    """Builds everything that has lints; the steps after it find it built."""
    if not clippy_driver():
        return Result(True, skipped=["lints: clippy is not installed"])
    command = ["cargo", *EVERYTHING, "--message-format", "json"]
    process = subprocess.Popen(command, cwd=ROOT, env=builds(), stdout=subprocess.PIPE, text=True, errors="replace")
    warnings = set()
    for line in process.stdout:
        message = json.loads(line).get("message") if line.startswith("{") else None
        # Libraries of others are compiled without lints, so whatever is said is about our own crates.
        if isinstance(message, dict) and message.get("level") in ("warning", "error"):
            warnings.add(message["rendered"])
    for warning in sorted(warnings):
        SAID.line(warning)
    return Result(process.wait() == 0 and not warnings, advice="every warning counts as a mistake here")


def tests() -> Result:
    # The claims have a step of their own, which shows their numbers.
    if not has("nextest"):
        ok, said = cargo("test", "--locked", "--workspace", "--bins", "--tests", keep=True)
        return counted_by_cargo(ok, said)
    junit = target_folder() / "nextest" / "ci" / "junit.xml"
    junit.unlink(missing_ok=True)
    ok, _ = cargo("nextest", "run", "--locked", "--workspace", "--profile", "ci", "-E", "not binary_id(piaget-claims::claims)")
    if not junit.exists():
        return Result(False, advice="the tests could not be built")
    root = xml.parse(junit).getroot()
    total = int(root.get("tests", 0))
    failed = int(root.get("failures", 0)) + int(root.get("errors", 0))
    return Result(ok, total - failed, failed, skipped_lines("".join(root.itertext())))


def doctests() -> Result:
    # One crate's mistake does not keep the others' examples from being tried.
    ok, said = cargo("test", "--locked", "--quiet", "--workspace", "--doc", "--no-fail-fast", keep=True)
    return counted_by_cargo(ok, said)


def files() -> Result:
    folders = (ROOT / folder for folder in ("scenarios", "characters", "places"))
    # What lies in `shared` is a part of a character, and is checked with those that include it.
    every = (file for folder in folders for file in folder.rglob("*.kdl") if file.parent.name != "shared")
    found = sorted(str(file.relative_to(ROOT)) for file in every)
    if not found:
        return Result(True, skipped=["files: there are no scenarios or characters"])
    ok, said = tee([str(target_folder() / "debug" / "piaget"), "check", *found])
    wrong = len({line.split(":")[0] for line in said.splitlines() if re.match(r"\S+\.kdl:\d+:\d+: ", line)})
    return Result(ok, len(found) - wrong, wrong)


def claims() -> Result:
    ok, said = tee([str(target_folder() / "debug" / "piaget"), "replicate", "--quick", "--allow-skipped"])
    counts = re.search(r"claims: (\d+) hold, (\d+) fail \((\d+) known to be open\)", said)
    if not counts:
        return Result(False, advice="the claims did not run to their end")
    held, failed, known = (int(count) for count in counts.groups())
    left_out = skipped_lines(said) + ([f"{known} claims that are known to be open"] if known else [])
    return Result(ok, held, failed - known, left_out)


def portable() -> Result:
    """A few scenarios with each set of the processor's instructions; `make portable` plays all, and as WebAssembly."""
    program = str(target_folder() / "debug" / "piaget")
    ok, said = tee([sys.executable, str(ROOT / "scripts" / "portable.py"), program, "--short"])
    compared = [line for line in said.splitlines() if re.match(r"[a-z-]+ +[0-9a-f]{16}", line)]
    wrong = sum(" but " in line for line in compared)
    return Result(ok and bool(compared), len(compared) - wrong, wrong, skipped_lines(said))


PYTHON = [sys.executable, str(ROOT / "scripts" / "python.py")]


def fetch_for_python() -> Result:
    """What the Python package is tested with, before it is needed: to fetch it takes a network more than the processor."""
    # Where that cannot be done, the step that needs it says so.
    ok, _ = tee([*PYTHON, "fetch"])
    return Result(ok, advice="`scripts/python.py fetch` says why")


def python_package() -> Result:
    """The Python package in a short form; `make python-test` makes a wheel and runs everything."""
    report = ROOT / "target" / "python" / "report.xml"
    report.unlink(missing_ok=True)
    # What has no lints is not built yet.
    ok, _ = cargo(*EVERYTHING, keep=True)
    if not ok:
        return Result(False, advice="the native module could not be built")
    built = target_folder() / "debug"
    ok, said = tee([*PYTHON, "test", "--short", "--native", str(built / "lib_native.so")], PIAGET=str(built / "piaget"))
    if not report.exists():
        left_out = skipped_lines(said)
        return Result(ok and bool(left_out), skipped=left_out, advice="`scripts/python.py test --short` says why")
    suites = list(xml.parse(report).getroot().iter("testsuite"))
    total, failed, left_out = (sum(int(suite.get(count, 0)) for suite in suites) for count in ("tests", "failures", "skipped"))
    failed += sum(int(suite.get("errors", 0)) for suite in suites)
    reasons = sorted({f"skipped in Python: {one.get('message')}" for suite in suites for one in suite.iter("skipped")})
    return Result(ok and total > failed + left_out, total - failed - left_out, failed, reasons, "`make python-test` says more")


PAGE = str(ROOT / "scripts" / "page.sh")


def build_page() -> Result:
    # Before the program, which carries the page within it.
    ok, said = tee([PAGE, "build"])
    left_out = skipped_lines(said) if not ok else []
    return Result(ok or bool(left_out), advice="`scripts/page.sh build` says why", skipped=left_out)


def page() -> Result:
    report = ROOT / "web" / "test-results" / "report.json"
    report.unlink(missing_ok=True)
    for what in ("check", "test"):
        ok, said = tee([PAGE, what], PIAGET=str(target_folder() / "debug" / "piaget"))
        if left_out := skipped_lines(said) if not ok else []:
            return Result(True, skipped=left_out)
        if not ok and not report.exists():
            return Result(False, advice=f"`scripts/page.sh {what}` says why")
    counts = json.loads(report.read_text())["stats"]
    notes = skipped_lines(said)
    if flaky := counts["flaky"]:
        notes.append(f"{flaky} of the page's tests passed only at the second try")
    return Result(ok, counts["expected"] + flaky, counts["unexpected"], notes)


def playground() -> Result:
    """A few tests of the playground, where `make playground` has built it; `make playground-test` runs all."""
    report = ROOT / "web" / "test-results" / "playground.json"
    report.unlink(missing_ok=True)
    script = str(ROOT / "scripts" / "playground.sh")
    ok, said = tee([script, "test", "--short"], PIAGET=str(target_folder() / "debug" / "piaget"))
    if left_out := skipped_lines(said) if not ok else []:
        return Result(True, skipped=left_out)
    if not report.exists():
        return Result(False, advice="`scripts/playground.sh test --short` says why")
    counts = json.loads(report.read_text())["stats"]
    return Result(ok, counts["expected"] + counts["flaky"], counts["unexpected"], skipped_lines(said))


def counted_by_cargo(ok: bool, said: str) -> Result:
    counts = re.findall(r"test result: \w+\. (\d+) passed; (\d+) failed", said)
    passed, failed = (sum(int(count[i]) for count in counts) for i in (0, 1))
    return Result(ok, passed, failed, skipped_lines(said))


def skipped_lines(said: str) -> list[str]:
    """Tests that need something the machine lacks say so in a line that begins with "skipped"."""
    lines = (line.strip() for line in said.splitlines())
    return sorted({line for line in lines if re.match(r"skip(ped|ping)\b", line, re.IGNORECASE)})


STEPS = [
    ("format", check_format),
    ("built page", build_page),
    ("lints", lint),
    ("tests", tests),
]
BESIDE_FIRST = [("fetching", fetch_for_python)]
# The tests of page and package need the built program and nothing else of what these do.
LAST_STEPS = [("doctests", doctests), ("files", files), ("digests", portable), ("claims", claims)]
BESIDE_LAST = [("page", page), ("playground", playground), ("python", python_package)]


def run(name: str, step) -> tuple[str, Result, float]:
    SAID.line(f"== {name}\n")
    start = time.monotonic()
    return name, step(), time.monotonic() - start


def run_beside(steps: list, results: list) -> threading.Thread:
    """Runs steps one after the other in a thread of their own, which says what each said when it is over."""

    def work() -> None:
        for name, step in steps:
            SAID.kept = []
            try:
                results.append(run(name, step))
            except Exception as error:  # A step that breaks must not look like one that passed.
                results.append((name, Result(False, advice=f"the step broke: {error!r}"), 0.0))
            finally:
                sys.stdout.write("".join(SAID.kept))
                sys.stdout.flush()

    thread = threading.Thread(target=work)
    thread.start()
    return thread


def main() -> int:
    if shutil.which("cargo") is None:
        print("FAILED: Rust is not installed; see https://rustup.rs")
        return 1
    fetched = run_beside(BESIDE_FIRST, first := [])
    results = [run(name, step) for name, step in STEPS]
    fetched.join()
    beside = run_beside(BESIDE_LAST, last := [])
    results += [run(name, step) for name, step in LAST_STEPS]
    beside.join()
    results += first + last
    print("\n== verdict")
    for name, result, seconds in results:
        count = f"{result.passed} passed, {result.failed} failed" if result.passed + result.failed else ""
        print(f"{name:10} {'ok' if result.ok else 'FAILED':7} {seconds:6.1f} s  {count}")
        if not result.ok and result.advice:
            print(f"          {result.advice}")
    for _, result, _ in results:
        for line in result.skipped:
            print(line)
    ok = all(result.ok for _, result, _ in results)
    passed, failed = (sum(getattr(result, what) for _, result, _ in results) for what in ("passed", "failed"))
    broken = sum(not result.ok for _, result, _ in results)
    print(f"{passed} passed, {max(failed, broken)} failed\n{'PASSED' if ok else 'FAILED'}")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
