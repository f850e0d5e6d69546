"""What tests share. They import the installed package: `scripts/python.py` runs them outside of its sources."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

import piaget

ROOT = Path(__file__).resolve().parent.parent.parent
SHORT = bool(os.environ.get("PIAGET_SHORT"))

GUARD = """
character "guard"
percepts { kind "thief" }
selector "thief" "thief"
beliefs persist=60 { map }
actions { tuple "catch" object="thief" { do "approach" within=0.8 speed="run" } }
"""


@pytest.fixture(autouse=True, scope="session")
def interrupts():
    """What runs in the background of a shell is deaf to Ctrl-C, and some tests send it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def guard() -> piaget.Character:
    return piaget.Character.parse(GUARD, "guard.kdl")


@pytest.fixture
def yard() -> piaget.Terrain:
    return piaget.Terrain(20, 20, [(0, 3, 3, 0.1)])


@pytest.fixture(scope="session")
def program() -> Path:
    """The program `piaget` that PIAGET names; `scripts/python.py` names the one of this tree."""
    found = Path(os.environ.get("PIAGET", ""))
    if not found.is_file() or subprocess.run([found, "--version"], capture_output=True).returncode != 0:
        pytest.skip("PIAGET does not name the program piaget")
    return found
