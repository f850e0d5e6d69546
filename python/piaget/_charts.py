"""Charts without a library: lines and bars with their axes, drawn into an array of colours."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
COLOURS = [(208, 52, 44), (58, 104, 190), (66, 150, 78), (226, 150, 30), (130, 80, 170), (60, 160, 160), (120, 120, 120)]
"""Of curves, one after the other."""
_PAPER, _INK, _GRID = (250, 250, 248), (60, 60, 64), (222, 222, 216)
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 10, 20, 28
# Five columns of eight dots for each character from the space to the tilde, the lowest bit on top.
_FONT = bytes.fromhex(
    "000000000000005f00000007000700147f147f14242a7f2a12231308646236495620500008070300001c2241000041221c002a1c7f1c2a08083e0808"
    "00807030000808080808000060600020100804023e5149453e00427f400072494949462141494d331814127f1027454545393c4a4949314121110907"
    "3649494936464949291e0000140000004034000000081422411414141414004122140802015909063e415d594e7c1211127c7f494949363e41414122"
    "7f4141413e7f494949417f090909013e414151737f0808087f00417f41002040413f017f081422417f404040407f021c027f7f0408107f3e4141413e"
    "7f090909063e4151215e7f09192946264949493203017f01033f4040403f1f2040201f3f4038403f631408146303047804036159494d43007f414141"
    "0204081020004141417f04020102044040404040000307080020545478407f284444383844444428384444287f385454541800087e090218a4a49c78"
    "7f0804047800447d40002040403d007f1028440000417f40007c047804787c080404783844444438fc1824241818242418fc7c080404084854545424"
    "04043f44243c4040207c1c2040201c3c4030403c44281028444c9090907c4464544c440008364100000077000000413608000201020402"
)
_LETTER = 6


def write(picture: Picture, x: int, y: int, words: str, colour: tuple[int, int, int] = _INK) -> None:
    """Small letters whose upper left corner is at a pixel; what does not fit is left out."""
    for place, letter in enumerate(words):
        code = ord(letter) - 32 if 32 <= ord(letter) < 127 else ord("?") - 32
        for column, dots in enumerate(_FONT[code * 5 : code * 5 + 5]):
            at = x + place * _LETTER + column
            for row in range(8):
                if dots >> row & 1 and 0 <= at < picture.shape[1] and 0 <= y + row < picture.shape[0]:
                    picture[y + row, at] = colour


def chart(series: Mapping[str, Any], *, x: str = "", y: str = "", size: tuple[int, int] = (640, 240)) -> Picture:
    """Curves over numbers, or bars over words, as an RGB array; `png` makes a file of it.

    A series is a pair of x and y, or y alone. Numbers in the place of series are bars.

    >>> import piaget
    >>> piaget.chart({"fear": [0, 1, 0.5], "joy": [1, 0, 0.2]}, x="s").shape
    (240, 640, 3)
    >>> piaget.chart({"dog": 3.0, "cat": 5.0}, y="sheep found").dtype
    dtype('uint8')
    """
    width, height = size
    if width < 120 or height < 80:
        raise ValueError(f"size is {size}; a chart needs at least 120 x 80 pixels")
    picture: Picture = np.full((height, width, 3), _PAPER, dtype=np.uint8)
    if series and all(isinstance(one, int | float | np.number) for one in series.values()):
        _bars(picture, {name: float(value) for name, value in series.items()})
    else:
        _lines(picture, {name: _pair(name, one) for name, one in series.items()}, max(_LEFT + 8, (len(y) + 2) * _LETTER))
        write(picture, width - _RIGHT - len(x) * _LETTER, height - 10, x)
    write(picture, 4, 4, y)
    return picture


def _pair(name: str, given: Any) -> tuple[Any, Any]:
    pair = given if isinstance(given, tuple) and len(given) == 2 and np.ndim(given[0]) == 1 else (np.arange(len(given)), given)
    xs, ys = (np.asarray(one, dtype=float) for one in pair)
    if xs.ndim != 1 or xs.shape != ys.shape:
        raise ValueError(f"{name!r} has {xs.shape} x and {ys.shape} y; there must be as many of one as of the other")
    kept = np.isfinite(xs) & np.isfinite(ys)
    return xs[kept], ys[kept]


def _ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers between two."""
    step: float = 10.0 ** math.floor(math.log10(max(high - low, 1e-12)))
    step = next(step * part for part in (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0) if (high - low) / (step * part) <= most)
    return [number * step for number in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def _frame(picture: Picture, low: float, high: float) -> Any:
    """Draws the lines of the heights; gives the row of a height."""
    height, width = picture.shape[:2]

    def row(value: Any) -> Any:
        share = (np.asarray(value) - low) / (high - low)
        return np.clip(height - _BOTTOM - share * (height - _BOTTOM - _TOP), _TOP, height - _BOTTOM).astype(int)

    for tick in _ticks(low, high, 6):
        at = int(row(tick))
        picture[at, _LEFT : width - _RIGHT] = _GRID
        label = f"{tick:.4g}"
        write(picture, _LEFT - 5 - len(label) * _LETTER, at - 3, label)
    return row


def _range(values: Sequence[Any]) -> tuple[float, float]:
    held = np.concatenate([np.zeros(0), *values])
    if len(held) == 0:
        return 0.0, 1.0
    low, high = float(held.min()), float(held.max())
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _lines(picture: Picture, series: dict[str, tuple[Any, Any]], names_at: int) -> None:
    height, width = picture.shape[:2]
    left, right = _range([xs for xs, _ in series.values()])
    low, high = _range([ys for _, ys in series.values()])
    row = _frame(picture, low, high)
    for tick in _ticks(left, right, 10):
        at = int(_LEFT + (tick - left) / (right - left) * (width - _LEFT - _RIGHT - 1))
        picture[height - _BOTTOM : height - _BOTTOM + 4, at] = _INK
        label = f"{tick:.4g}"
        write(picture, at - len(label) * _LETTER // 2, height - _BOTTOM + 6, label)
    columns = np.arange(_LEFT, width - _RIGHT)
    for index, (name, (xs, ys)) in enumerate(series.items()):
        colour = COLOURS[index % len(COLOURS)]
        if len(xs) > 0:
            order = np.argsort(xs, kind="stable")
            places = left + (columns - _LEFT) / max(1, len(columns) - 1) * (right - left)
            within = (places >= xs[order[0]]) & (places <= xs[order[-1]])
            rows = row(np.interp(places[within], xs[order], ys[order]))
            for column, now, before in zip(columns[within], rows, [*rows[:1], *rows[:-1]], strict=True):
                picture[max(0, min(now, before) - 1) : max(now, before) + 1, column] = colour
        write(picture, names_at, 4, name, colour)
        names_at += (len(name) + 2) * _LETTER


def _bars(picture: Picture, values: dict[str, float]) -> None:
    height, width = picture.shape[:2]
    held = [value for value in values.values() if math.isfinite(value)]
    low, high = min([0.0, *held]), max([0.0, *held])
    row = _frame(picture, low, high if high > low else low + 1.0)
    room = (width - _LEFT - _RIGHT) / max(1, len(values))
    zero = int(row(0.0))
    for index, (name, value) in enumerate(values.items()):
        begin = int(_LEFT + index * room)
        fits = name[: max(1, int(room // _LETTER))]
        write(picture, begin + int((room - len(fits) * _LETTER) / 2), height - _BOTTOM + 8, fits)
        if math.isfinite(value):
            top = int(row(value))
            picture[min(top, zero) : max(top, zero) + 1, begin + int(room * 0.2) : begin + max(1, int(room * 0.8))] = COLOURS[1]
