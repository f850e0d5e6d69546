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
    effectors: Mapping[str, Point]


class Occlusion(TypedDict, total=False):
    """How much of a thing shows, and how far it reaches beyond that on each side, as the eye sees it."""

    shown: float
    left_m: float
    right_m: float
    above_m: float
    below_m: float


class Extent(TypedDict):
    """How large a thing is as seen from here, with what is hidden of it."""

    width_m: float
    height_m: float


class Told(TypedDict, total=False):
    """What somebody tells of a thing; `kind` and `at` must be there."""

    kind: str
    at: Point
    spread_m: float


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
    effectors: Mapping[str, Point]
    """Marked parts of a body: root, neck, nose, left-hand and so on; where somebody looks is told by root and nose."""
    occlusion: Occlusion | None
    extent: Extent | None


class Sound(TypedDict, total=False):
    """Something heard; `position` must be there."""

    position: Point
    speaker: str | None
    loudness: float
    words: str | None
    spread_m: float
    tells: Told | None


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


class OtherBelief(TypedDict):
    """One thing that another is taken to believe in."""

    about: int | None
    """The own belief that it is about."""
    kind: str
    position: tuple[float, float, float]
    confidence: float
    there: bool
    """Whether the other expects it there, or knows that it has gone."""
    sees: bool
    seen_s: float | None


class OtherMind(TypedDict):
    """What another is taken to believe."""

    of: int
    """The own belief about the other."""
    kind: str
    since_s: float
    watched: bool
    gaze_yaw: float | None
    beliefs: list[OtherBelief]


class Contingency(TypedDict):
    """What follows what."""

    after: Any
    follows: Any
    delay_s: float
    law: float


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
