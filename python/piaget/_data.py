"""The scenarios and characters that come with the package."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path

from ._errors import FileError
from ._native import Character, Scenario
from ._types import Path as AnyPath


def data_folder() -> Path:
    """The folder with `scenarios`, `characters`, `places` and `bodies`.

    >>> import piaget
    >>> (piaget.data_folder() / "scenarios" / "two-walls.kdl").exists()
    True
    """
    return Path(__file__).parent / "data"


def scenarios() -> list[str]:
    """The names of the scenarios that come with the package.

    >>> import piaget
    >>> "two-walls" in piaget.scenarios()
    True
    """
    return sorted(file.stem for file in (data_folder() / "scenarios").glob("*.kdl"))


def load_scenario(name: AnyPath, seed: int | None = None, set: Mapping[str, object] | None = None) -> Scenario:
    """A scenario by its file, or by its name among those that come with the package.

    >>> import piaget
    >>> piaget.load_scenario("two-walls").creatures
    ['duncan']
    """
    return Scenario.load(_file(name, "scenarios"), seed, set)


def character(name: AnyPath) -> Character:
    """A character by its file, or by its name among those that come with the package.

    >>> import piaget
    >>> piaget.character("duncan").name
    'duncan'
    """
    return Character.load(_file(name, "characters"))


def _file(name: AnyPath, folder: str) -> Path:
    path = Path(name)
    known = data_folder() / folder / f"{name}.kdl"
    if path.suffix == "" and known.exists():
        return known
    if path.suffix == "" and path.name == str(name) and not path.exists():
        names = sorted(file.stem for file in known.parent.glob("*.kdl"))
        near = difflib.get_close_matches(str(name), names, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"name a file, or one of {', '.join(names)}"
        raise FileError([(str(name), 1, 1, f"there is no such file, and none of this name comes with the package ({folder})", hint)])
    return path
