"""Claims of the papers and families of generated worlds, one piece of work each, here or on a cluster.

They are run by the program `piaget`, which every machine of the cluster must have: the package itself carries no experiments.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from typing import Any

from ._sweep import SweepError, Table, sweep
from ._types import Path


def find_program(program: Path | None) -> str:
    """The program: the given one, that of PIAGET, or the one on the path."""
    found = os.fspath(program) if program is not None else os.environ.get("PIAGET") or shutil.which("piaget")
    if not found:
        raise FileNotFoundError("the program piaget is not on the path; name it by program= or PIAGET (cargo build --release makes it)")
    return found


def replicate(
    claims: Sequence[str] = (),
    *,
    families: Sequence[str] = (),
    quick: bool = True,
    seed: int = 1,
    program: Path | None = None,
    address: str | None = None,
    workers: int | None = None,
    progress: bool = False,
) -> Table:
    """Runs claims (by the beginning of their names; all if neither claims nor families are named) and families of `piaget life`.

    A row for each claim or family: its figures as the program says them, in the order in which it lists them.
    """
    own = find_program(program)
    work = [["replicate", name] for name in _listed(own, claims)] if claims or not families else []
    work += [["life", name] for name in families]
    options = [*(["--quick"] if quick else []), "--seed", str(seed), "--json"]
    table = sweep(_Run(own, options), {"work": [" ".join(one) for one in work]}, [seed], address=address, workers=workers, progress=progress)
    return Table({"work": table["work"], "ok": table["ok"], "figures": table["figures"]}, table.seconds, table.retried)


def _listed(program: str, claims: Sequence[str]) -> list[str]:
    told = subprocess.run([program, "replicate", "--list", "--json", *claims], capture_output=True, text=True)
    if told.returncode != 0:
        raise SweepError(told.stderr.strip())
    return [json.loads(line)["claim"] for line in told.stdout.splitlines()]


class _Run:
    """One run of the program; it can be pickled."""

    def __init__(self, program: str, options: list[str]) -> None:
        self.program, self.options = program, options

    def __call__(self, seed: int, work: str) -> dict[str, Any]:
        command, name = work.split(" ", 1)
        more = ["--allow-skipped"] if command == "replicate" else []
        told = subprocess.run([self.program, command, name, *self.options, *more], capture_output=True, text=True)
        figures = [json.loads(line) for line in told.stdout.splitlines() if line.startswith("{")]
        if not figures:
            raise SweepError(f"piaget {work}: {told.stderr.strip()}")
        return {"ok": told.returncode == 0, "figures": figures}
