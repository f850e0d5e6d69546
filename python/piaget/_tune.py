"""Settings of a character against a measure: a claim, a life, or whatever a function says.

The character is a text with `${name}` where a setting stands; the space says between which numbers each may lie.
"""

from __future__ import annotations

import math
import random
import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ._native import Character
from ._sweep import Bar, SweepError, Table, sweep
from ._types import Path as AnyPath

Space = Mapping[str, tuple[float, float]]
Measure = Callable[[Character, int], float]


@dataclass(frozen=True)
class Tuned:
    """What was found; the shipped settings are the first trial."""

    settings: dict[str, float]
    value: float
    shipped_value: float
    text: str
    trials: Table
    interrupted: bool = False

    @property
    def gain(self) -> float:
        """How much better than the shipped settings, as a share of theirs; never below 0, since they are among the trials."""
        return abs(self.value - self.shipped_value) / max(abs(self.shipped_value), 1e-9)

    @property
    def character(self) -> Character:
        """The best one."""
        return Character.parse(self.text)


def fill(template: str, settings: Mapping[str, float]) -> str:
    """A character's text with its settings written in.

    >>> import piaget
    >>> piaget.fill("beliefs persist=${persist}", {"persist": 30.0})
    'beliefs persist=30'
    """
    try:
        return string.Template(template).substitute({name: f"{value:.6g}" for name, value in settings.items()})
    except KeyError as missing:
        raise ValueError(f"the character has a place {missing} that the space does not name") from None


def tune(
    template: str,
    space: Space,
    measure: Measure,
    *,
    shipped: Mapping[str, float],
    seeds: Sequence[int] = range(4),
    samples: int = 40,
    maximise: bool = True,
    out: AnyPath | None = None,
    address: str | None = None,
    workers: int | None = None,
    seed: int = 0,
    progress: bool = False,
) -> Tuned:
    """Looks for the settings whose mean measure over the seeds is best. The measure is a function of a character and a seed, a
    `ClaimMeasure` or a `FamilyMeasure`.

    A third of the trials is at random, the rest around the best so far, ever nearer: here, with the seeds in threads, or with an address
    as trials of Ray Tune. `out` gets the best as a character file whenever there is a better one. Interrupted with Ctrl-C, it gives
    what was found until then.

    >>> import piaget
    >>> found = piaget.tune('character "a"\\nbeliefs persist=${persist}', {"persist": (1, 100)},
    ...     lambda character, seed: -abs(float(character.text.split("=")[1]) - 50), shipped={"persist": 10}, samples=20, seeds=[0])
    >>> found.value > found.shipped_value
    True
    """
    places = string.Template(template).get_identifiers()
    for name, ends in space.items():
        if not (len(ends) == 2 and all(math.isfinite(end) for end in ends) and ends[0] < ends[1]):
            raise ValueError(f"space[{name!r}] is {ends}; it must be two numbers, the lower first")
        if name not in shipped:
            raise ValueError(f"shipped says nothing of {name!r}")
        if name not in places:
            raise ValueError(f"the character has no place ${{{name}}}; it has {', '.join(places) or 'none'}")
    if samples < 1 or len(seeds) < 1:
        raise ValueError(f"at least one trial and one seed are needed; samples is {samples}, and there are {len(seeds)} seeds")
    Character.parse(fill(template, dict(shipped)))
    sign = 1.0 if maximise else -1.0
    run = _Search(template, space, measure, list(seeds), sign, workers, random.Random(seed), samples, out)
    bar = Bar(samples, progress)
    if address is None:
        interrupted = run.here(dict(shipped), bar)
    else:
        interrupted = run.on_ray(dict(shipped), address, bar)
    bar.close()
    best = run.best()
    text = fill(template, best[0])
    columns = {name: [trial[0][name] for trial in run.trials] for name in space}
    trials = Table({**columns, "value": [trial[1] for trial in run.trials]}, 0.0)
    return Tuned(best[0], best[1], run.trials[0][1], text, trials, interrupted)


class _Search:
    """Trials so far, the shipped settings first."""

    def __init__(
        self,
        template: str,
        space: Space,
        measure: Measure,
        seeds: list[int],
        sign: float,
        workers: int | None,
        chance: random.Random,
        samples: int,
        out: AnyPath | None,
    ) -> None:
        self.template, self.space, self.measure, self.seeds, self.sign, self.workers = template, space, measure, seeds, sign, workers
        self.chance, self.samples, self.out = chance, samples, out
        self.trials: list[tuple[dict[str, float], float]] = []

    def evaluate(self, settings: dict[str, float]) -> float:
        """The mean measure of a trial."""
        character = Character.parse(fill(self.template, settings))
        table = sweep(lambda seed: {"value": measured(self.measure, character, seed)}, {}, self.seeds, workers=self.workers)
        return float(table.mean("value"))

    def best(self) -> tuple[dict[str, float], float]:
        return max(self.trials, key=lambda trial: self.sign * trial[1])

    def note(self, settings: dict[str, float], value: float, bar: Bar) -> None:
        if not math.isfinite(value):
            raise SweepError(f"the measure of {settings} is {value}; it must be a number")
        self.trials.append((settings, value))
        best = self.best()
        if self.out is not None and best[0] is settings:
            Path(self.out).write_text(fill(self.template, settings))
        bar.advance(f"best {best[1]:.4g}, shipped {self.trials[0][1]:.4g}")

    def here(self, shipped: dict[str, float], bar: Bar) -> bool:
        self.note(shipped, self.evaluate(shipped), bar)
        try:
            for number in range(1, self.samples):
                settings = self.propose(number)
                self.note(settings, self.evaluate(settings), bar)
        except KeyboardInterrupt:
            return True
        return False

    def propose(self, number: int) -> dict[str, float]:
        """At random first, then around the best, ever nearer."""
        if number <= self.samples // 3:
            return {name: self.chance.uniform(low, high) for name, (low, high) in self.space.items()}
        best, width = self.best()[0], 0.3 * (1.0 - number / self.samples) + 0.02
        near = {name: self.chance.gauss(best[name], width * (high - low)) for name, (low, high) in self.space.items()}
        return {name: min(max(value, self.space[name][0]), self.space[name][1]) for name, value in near.items()}

    def on_ray(self, shipped: dict[str, float], address: str, bar: Bar) -> bool:
        from ._ray import tune_on_ray

        self.note(shipped, self.evaluate(shipped), bar)
        return tune_on_ray(self, address, bar)


def measured(measure: Measure, character: Character, seed: int) -> float:
    """What a measure says, as a number."""
    value = measure(character, seed)
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"the measure gave {value!r}; it must give a number") from None


def evaluate_trial(template: str, measure: Measure, seeds: list[int], settings: Mapping[str, Any]) -> float:
    """What a trial on a cluster does."""
    character = Character.parse(fill(template, dict(settings)))
    values = [measured(measure, character, seed) for seed in seeds]
    return sum(values) / len(values)
