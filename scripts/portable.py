"""The same digests everywhere: plays scenarios with each set of the processor's instructions and, where there is a module, as
WebAssembly, and compares every digest with the committed one, which came from a build with little optimisation.

    python3 scripts/portable.py PROGRAM [--module MODULE.wasm] [--emulator "qemu-aarch64 -L ..."] [--short] [SCENARIO ...]

`--short` plays the few scenarios that end soonest and are not alike; `make test` does that. `--emulator` runs a program that was built for
another processor.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FORMS = ["scalar", "avx2", "avx512"]
# A search on hexagons, many creatures at once, and surprise.
SHORT = ["square", "two-walls", "forager", "voe-block"]


def committed() -> dict[str, str]:
    lines = (ROOT / "crates/sim/tests/it/golden.txt").read_text().splitlines()
    return dict(line.split() for line in lines if line and not line.startswith("#"))


def natively(program: list[str], form: str, *arguments: str) -> str:
    environment = {**os.environ, "PIAGET_SIMD": form}
    done = subprocess.run([*program, *arguments], cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"portable: `{' '.join(arguments)}` ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def digests(program: list[str], form: str, names: list[str]) -> dict[str, str]:
    return {name: json.loads(natively(program, form, "run", name, "--json").splitlines()[-1])["digest"] for name in names}


def as_module(module: str, names: list[str]) -> dict[str, str]:
    command = ["node", "scripts/portable.mjs", module, *names]
    said = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    return dict(line.split() for line in said.splitlines())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("names", nargs="*", metavar="SCENARIO")
    parser.add_argument("--module")
    parser.add_argument("--emulator", default="")
    parser.add_argument("--short", action="store_true")
    told = parser.parse_args()
    golden = committed()
    names = told.names or (SHORT if told.short else list(golden))
    if unknown := [name for name in names if name not in golden]:
        parser.error(f"no digest is committed for {', '.join(unknown)}")
    program = [*shlex.split(told.emulator), told.program]
    played: dict[str, dict[str, str]] = {}
    for form in FORMS:
        # The program says what it really uses: a form that the processor lacks must not look like one that was played.
        used = natively(program, form, "instructions").strip()
        if used != form:
            print(f"skipped: {form}, which this processor does not have")
            continue
        played[form] = digests(program, form, names)
    if told.module:
        played["WebAssembly"] = as_module(told.module, names)
    else:
        print("skipped: WebAssembly in the comparison of digests, which `make portable` plays")
    different = 0
    for name in names:
        wrong = {form: found.get(name) for form, found in played.items() if found.get(name) != golden[name]}
        different += bool(wrong)
        told_wrong = ", ".join(f"{form} {digest}" for form, digest in wrong.items())
        print(f"{name:24} {golden[name]}{f'  but {told_wrong}' if wrong else ''}")
    verdict = f"{different} differ" if different else "each digest is the committed one"
    print(f"portable: {len(names)} scenarios by {', '.join(played)}: {verdict}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
