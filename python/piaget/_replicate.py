"""Claims of the papers and families of generated worlds, one piece of work each, here or on a cluster, and as measures for `tune`.

They are run by the program `piaget`, which every machine of the cluster must have: the package itself carries no experiments.
"""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ._errors import VersionError
from ._native import Character, __version__
from ._sweep import SweepError, Table, sweep
from ._types import Path as AnyPath


def find_program(program: AnyPath | None) -> str:
    """The program: the given one, that of PIAGET, or the one on the path; it must be of the version of this package."""
    found = os.fspath(program) if program is not None else os.environ.get("PIAGET") or shutil.which("piaget")
    if not found:
        raise FileNotFoundError("the program piaget is not on the path; name it by program= or PIAGET (cargo build --release makes it)")
    _check_program(found)
    return found


@functools.cache
def _check_program(program: str) -> None:
    told = subprocess.run([program, "--version"], capture_output=True, text=True)
    words = told.stdout.split()
    if told.returncode != 0 or not words:
        raise FileNotFoundError(f"{program} is not the program piaget: it did not say its version")
    if words[-1] != __version__:
        raise VersionError(f"the program {program} has version {words[-1]}, and this package {__version__}; install the same")


def replicate(
    claims: Sequence[str] = (),
    *,
    families: Sequence[str] = (),
    quick: bool = True,
    worlds: int | None = None,
    seed: int = 1,
    program: AnyPath | None = None,
    address: str | None = None,
    workers: int | None = None,
    progress: bool = False,
) -> Table:
    """Runs claims (by the beginning of their names; all if neither claims nor families are named) and families of `piaget life`.

    A row for each claim or family: its figures as the program says them, in the order in which it lists them. `worlds` says how many
    worlds of each part of a family. On a cluster every machine looks for the program for itself, unless it is named.
    """
    own = find_program(program)
    work = [["replicate", name] for name in _listed(own, claims)] if claims or not families else []
    work += [["life", name] for name in families]
    run = _Run(None if program is None else own, quick, worlds)
    table = sweep(run, {"work": [" ".join(one) for one in work]}, [seed], address=address, workers=workers, progress=progress)
    return Table({"work": table["work"], "ok": table["ok"], "figures": table["figures"]}, table.seconds, table.retried)


def _listed(program: str, claims: Sequence[str]) -> list[str]:
    told = subprocess.run([program, "replicate", "--list", "--json", *claims], capture_output=True, text=True)
    if told.returncode != 0:
        raise SweepError(told.stderr.strip())
    return [json.loads(line)["claim"] for line in told.stdout.splitlines()]


@dataclass(frozen=True)
class _Run:
    """One run of the program; it can be pickled."""

    program: str | None
    quick: bool
    worlds: int | None

    def __call__(self, seed: int, work: str, more: Sequence[str] = ()) -> dict[str, Any]:
        command, name = work.split(" ", 1)
        options = ["--seed", str(seed), "--json", *more]
        if command == "replicate":
            options.append("--allow-skipped")
        if command == "life" and self.worlds is not None:
            options += ["--worlds", str(self.worlds)]
        elif self.quick:
            options.append("--quick")
        told = subprocess.run([find_program(self.program), command, name, *options], capture_output=True, text=True)
        figures = [json.loads(line) for line in told.stdout.splitlines() if line.startswith("{")]
        if not figures:
            raise SweepError(f"piaget {work}: {told.stderr.strip()}")
        return {"ok": told.returncode == 0, "figures": figures}

    def with_character(self, seed: int, work: str, name: str, character: Character) -> list[dict[str, Any]]:
        """The figures with another character in the place of the one of this name."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / f"{name}.kdl"
            file.write_text(character.text)
            figures: list[dict[str, Any]] = self(seed, work, ["--character", f"{name}={file}"])["figures"]
            return figures


@dataclass(frozen=True)
class ClaimMeasure:
    """A measure for `tune`: what a claim measures, with the tuned character in the place of the shipped one of this name.

    >>> import piaget
    >>> piaget.ClaimMeasure("mind.interrupt", character="forager").claim
    'mind.interrupt'
    """

    claim: str
    character: str
    quick: bool = True
    program: AnyPath | None = None

    def __call__(self, character: Character, seed: int) -> float:
        """The value of the claim."""
        program = None if self.program is None else os.fspath(self.program)
        figures = _Run(program, self.quick, None).with_character(seed, f"replicate {self.claim}", self.character, character)
        if len(figures) != 1:
            raise SweepError(f"{self.claim} names {len(figures)} claims; a measure is one: {[one['claim'] for one in figures]}")
        return _number(figures[0]["value"], self.claim)


@dataclass(frozen=True)
class FamilyMeasure:
    """A measure for `tune`: what a family of `piaget life` measures of a subject, with the tuned character in the place of the shipped one.

    >>> import piaget
    >>> piaget.FamilyMeasure("searching", "mind", "found", character="duncan").worlds
    4
    """

    family: str
    subject: str
    measure: str
    character: str
    worlds: int = 4
    program: AnyPath | None = None

    def __call__(self, character: Character, seed: int) -> float:
        """The value of the figure, over all parts where there are several."""
        program = None if self.program is None else os.fspath(self.program)
        lines = _Run(program, False, self.worlds).with_character(seed, f"life {self.family}", self.character, character)
        figures = [line for line in lines if "measure" in line]
        fit = [one for one in figures if (one["subject"], one["measure"]) == (self.subject, self.measure)]
        if not fit:
            known = sorted({(one["subject"], one["measure"]) for one in figures})
            raise SweepError(f"{self.family} does not measure {self.measure!r} of {self.subject!r}; it measures {known}")
        return _number(next((one for one in fit if one["part"] == "all"), fit[0])["value"], self.family)


def _number(value: Any, what: str) -> float:
    if value is None:
        raise SweepError(f"{what} could not be measured")
    return float(value)
