"""What is written runs: doctests of the package, the README's Python lines, the examples, the page of the book."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, SHORT

import piaget

FILES = sorted((ROOT / "python" / "examples").glob("*.py"))
QUICK = {"object_permanence", "keys_at_home", "tune_a_guard", "village"}
EXAMPLES = [pytest.param(file, id=file.stem, marks=() if file.stem in QUICK else pytest.mark.long) for file in FILES]


def modules():
    return ["piaget", *(one.name for one in pkgutil.walk_packages(piaget.__path__, "piaget."))]


@pytest.mark.parametrize("name", modules())
def test_doctests(name):
    found = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert found.failed == 0
    if name == "piaget._native":
        classes = [one for one in vars(piaget).values() if isinstance(one, type) and one.__module__ == name]
        assert all(">>>" in (one.__doc__ or "") for one in classes) and found.attempted > len(classes) > 10


def test_every_example_stands_in_the_gallery_with_its_picture():
    page = (ROOT / "docs" / "python-gallery.md").read_text()
    assert len(FILES) >= 10
    for file in FILES:
        assert f"python/examples/{file.name}" in page, file.name
        picture = f"pictures/python-{file.stem.replace('_', '-')}.png"
        assert picture in page and (ROOT / "docs" / picture).exists(), picture


def blocks(page):
    return re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_python_lines_of_pages_run_as_printed(page, tmp_path, monkeypatch):
    found = blocks(page)
    assert found
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__page__"}
    for block in found:
        exec(compile(block, page, "exec"), names)


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_run(example, tmp_path):
    environment = {**os.environ, "PIAGET_SHORT": "1"}
    told = subprocess.run([sys.executable, "-P", example], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=600)
    assert told.returncode == 0, told.stderr[-2000:]
    assert told.stdout.strip(), "an example says what it found"
    assert list(tmp_path.glob("*.png")), "an example leaves its picture"


def test_every_public_name_is_told_of():
    page = (ROOT / "docs" / "python.md").read_text()
    assert SHORT or all(name in page for name in ("Mind", "Minds", "Map", "Maps", "World", "Memory", "Graph", "sweep", "population", "tune"))
    for name in piaget.__all__:
        assert hasattr(piaget, name)
    assert Path(piaget.__file__).parent != ROOT / "python" / "piaget", "the tests are of the installed package"
