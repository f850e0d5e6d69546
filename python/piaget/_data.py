"""The scenarios and characters that come with the package."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

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
    return known if path.suffix == "" and known.exists() else path
