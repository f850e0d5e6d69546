"""The plain data that goes into a mind and comes out of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any, TypeAlias, TypedDict, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._native import Field

Point: TypeAlias = Union[tuple[float, float], tuple[float, float, float], Sequence[float], NDArray[Any]]
"""x and z on the ground, or x, y and z."""

Path: TypeAlias = Union[str, PathLike[str]]
Floats: TypeAlias = NDArray[np.float32]
Flags: TypeAlias = NDArray[np.bool_]


class Body(TypedDict, total=False):
    """The own body; `position` must be there."""

    position: Point
    yaw: float
    head_yaw: float
    head_pitch: float
    velocity: Point
    blocked: bool
    holding: str | None
    ate: str | None
    movement: tuple[str, str] | None


class Sighting(TypedDict, total=False):
    """One thing as seen; `kind` and `position` must be there."""

    kind: str
    position: Point
    id: int
    colour: str | None
    shape: str | None
    confidence: float
    pixels: int
    solid: bool | None
    features: Mapping[str, float | str | Point]


class Sound(TypedDict, total=False):
    """Something heard; `position` must be there."""

    position: Point
    speaker: str | None
    loudness: float
    words: str | None


class Travel(TypedDict):
    """Where the body should go."""

    towards: tuple[float, float, float]
    goal: tuple[float, float, float]
    speed_m_per_s: float
    arrive_within_m: float


class Object(TypedDict):
    """What a movement is done to."""

    seen_as: int | None
    kind: str | None
    position: tuple[float, float, float]


class Movement(TypedDict):
    """A movement that the body is asked to perform."""

    name: str
    object: Object | None


class Intent(TypedDict):
    """What a mind wants its body to do in this tick, and because of which action."""

    gaze: tuple[float, float, float] | None
    travel: Travel | None
    movement: Movement | None
    expression: dict[str, float]
    utterance: str | None
    because: str | None


class Intents(TypedDict):
    """What many minds want, as columns. What is absent is NaN, or -1 among numbers of words."""

    gaze: Floats
    towards: Floats
    goal: Floats
    speed_m_per_s: Floats
    because: NDArray[np.int32]
    movement: NDArray[np.int32]


class Event(TypedDict):
    """What happened to a mind."""

    kind: str
    belief: int | None
    about: str
    seen_as: int | None
    at: tuple[float, float, float] | None
    strength: float
    unseen_s: float


Report: TypeAlias = dict[str, Any]
"""Beliefs, feelings, choices with their reasons: what `docs/trace.md` describes."""

Sight: TypeAlias = Union[Field, str, Callable[[Floats], ArrayLike]]
"""What is in view: a field of view cut by walls, "blind", or a function that says of an array of points which are in view."""

BatchSight: TypeAlias = Union[Field, Callable[[Floats, Floats, Floats], ArrayLike]]
"""The same for many minds: a function of positions, yaws and the places of all nodes gives a row of yes and no for each mind."""
