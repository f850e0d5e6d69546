"""What a learner gives an environment, checked: numpy would take -1 for the last of nine actions, and 3.7 for the fourth."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def actions(given: Any, count: int, shape: tuple[int, ...] = ()) -> NDArray[np.intp]:
    """Whole numbers below `count`: one, or an array of this shape."""
    try:
        found = np.asarray(given)
    except ValueError:
        found = np.asarray("ragged")
    if found.dtype.kind not in "iu" or found.shape != shape or (found < 0).any() or (found >= count).any():
        wanted = f"a whole number from 0 to {count - 1}" if shape == () else f"whole numbers from 0 to {count - 1}, of the shape {shape}"
        raise ValueError(f"the action is {given!r}; it must be {wanted}")
    return found.astype(np.intp)


def options(render_mode: str | None, **counts: int | None) -> None:
    """A way of rendering that there is, and counts of at least 1."""
    if render_mode not in (None, "rgb_array"):
        raise ValueError(f'render_mode is {render_mode!r}; it must be "rgb_array" or None')
    for name, count in counts.items():
        if count is not None and count < 1:
            raise ValueError(f"{name} is {count}; it must be at least 1")
