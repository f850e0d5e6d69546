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
    """The text with its settings written in."""
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
    """Looks for the settings whose mean measure over the seeds is best.

    Without an address the trials run here, in threads: a third at random, the rest around the best so far, ever nearer. With an address
    they are trials of Ray Tune. Interrupted with Ctrl-C, it gives what was found until then. `out` gets the best as a character file.

    >>> import piaget
    >>> found = piaget.tune('character "a"\\nbeliefs persist=${persist}', {"persist": (1, 100)},
    ...     lambda character, seed: -abs(float(character.text.split("=")[1]) - 50), shipped={"persist": 10}, samples=20, seeds=[0])
    >>> found.value > found.shipped_value
    True
    """
    for name, (low, high) in space.items():
        if not (math.isfinite(low) and math.isfinite(high) and low < high):
            raise ValueError(f"space[{name!r}] is {(low, high)}; it must be two numbers, the lower first")
        if name not in shipped:
            raise ValueError(f"shipped says nothing of {name!r}")
    Character.parse(fill(template, dict(shipped)))
    sign = 1.0 if maximise else -1.0
    run = _Search(template, space, measure, list(seeds), sign, workers)
    bar = Bar(samples, progress)
    if address is None:
        interrupted = run.here(dict(shipped), samples, random.Random(seed), bar)
    else:
        interrupted = run.on_ray(dict(shipped), samples, address, bar)
    bar.close()
    best = max(run.trials, key=lambda trial: sign * trial[1])
    text = fill(template, best[0])
    if out is not None:
        Path(out).write_text(text)
    columns = {name: [trial[0][name] for trial in run.trials] for name in space}
    trials = Table({**columns, "value": [trial[1] for trial in run.trials]}, 0.0)
    return Tuned(best[0], best[1], run.trials[0][1], text, trials, interrupted)


class _Search:
    """Trials so far, the shipped settings first."""

    def __init__(self, template: str, space: Space, measure: Measure, seeds: list[int], sign: float, workers: int | None) -> None:
        self.template, self.space, self.measure, self.seeds, self.sign, self.workers = template, space, measure, seeds, sign, workers
        self.trials: list[tuple[dict[str, float], float]] = []

    def evaluate(self, settings: dict[str, float]) -> float:
        """The mean measure of a trial."""
        character = Character.parse(fill(self.template, settings))
        table = sweep(lambda seed: {"value": self.measure(character, seed)}, {}, self.seeds, workers=self.workers)
        return float(table.mean("value"))

    def note(self, settings: dict[str, float], value: float, bar: Bar) -> None:
        self.trials.append((settings, value))
        best = max(self.trials, key=lambda trial: self.sign * trial[1])[1]
        bar.advance(f"best {best:.4g}, shipped {self.trials[0][1]:.4g}")

    def here(self, shipped: dict[str, float], samples: int, chance: random.Random, bar: Bar) -> bool:
        self.note(shipped, self.evaluate(shipped), bar)
        try:
            for number in range(1, samples):
                settings = self.propose(number, samples, chance)
                self.note(settings, self.evaluate(settings), bar)
        except KeyboardInterrupt:
            return True
        return False

    def propose(self, number: int, samples: int, chance: random.Random) -> dict[str, float]:
        """At random first, then around the best, ever nearer."""
        if number <= samples // 3:
            return {name: chance.uniform(low, high) for name, (low, high) in self.space.items()}
        best = max(self.trials, key=lambda trial: self.sign * trial[1])[0]
        width = 0.3 * (1.0 - number / samples) + 0.02
        near = {name: chance.gauss(best[name], width * (high - low)) for name, (low, high) in self.space.items()}
        return {name: min(max(value, self.space[name][0]), self.space[name][1]) for name, value in near.items()}

    def on_ray(self, shipped: dict[str, float], samples: int, address: str, bar: Bar) -> bool:
        from ._ray import carry, connect

        carry(connect(address), self.measure)
        from ray import tune as ray_tune

        template, measure, seeds = self.template, self.measure, self.seeds

        def trial(config: dict[str, Any]) -> None:
            character = Character.parse(fill(template, config))
            values = [measure(character, seed) for seed in seeds]
            ray_tune.report({"value": sum(values) / len(values)})

        self.note(shipped, self.evaluate(shipped), bar)
        space = {name: ray_tune.uniform(low, high) for name, (low, high) in self.space.items()}
        mode = "max" if self.sign > 0 else "min"
        tuner = ray_tune.Tuner(
            trial,
            param_space=space,
            tune_config=ray_tune.TuneConfig(metric="value", mode=mode, num_samples=samples - 1),
        )
        # Tune itself ends its trials at Ctrl-C and gives those that are over.
        results = tuner.fit()
        for one in (results[index] for index in range(len(results))):
            if one.metrics and "value" in one.metrics and one.config is not None:
                self.note({name: float(one.config[name]) for name in self.space}, float(one.metrics["value"]), bar)
        if len(self.trials) == 1 and samples > 1 and results.errors:
            raise SweepError(f"every trial failed; the first: {results.errors[0]}")
        return len(self.trials) < samples
