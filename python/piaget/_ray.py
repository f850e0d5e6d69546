"""Work on a Ray cluster. Nodes may be lost: what they were doing is done again elsewhere, from where it was last kept."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import sysconfig
import tempfile
from collections import deque
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ._native import __version__
from ._sweep import Bar, Life, Numbers, SweepError, Task, check_version, live, live_chunk

if TYPE_CHECKING:
    from ._tune import _Search

MOST_LOST = 20
"""A piece of work whose worker is lost more often than this takes it down itself."""


def connect(address: str) -> Any:
    """The module `ray`, connected to a cluster; "local" begins one here."""
    try:
        import ray
    except ImportError as error:
        raise ImportError("a cluster needs Ray: pip install piaget[ray]") from error
    if not ray.is_initialized():
        if address == "local":
            # On this machine and for it alone: nothing of it can be reached from elsewhere.
            ray.init(include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR, _node_ip_address="127.0.0.1")
        else:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    return ray


def carry(ray: Any, *functions: Any) -> None:
    """Lets functions of modules that are not installed travel with their text, and what they use of other such modules: workers do
    not have those files."""
    installed = [Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platlib", "purelib")]
    waiting, seen = list(functions), set[int]()
    while waiting:
        one = waiting.pop()
        name = one.__name__ if isinstance(one, ModuleType) else getattr(one, "__module__", None)
        module = sys.modules.get(name or "")
        file = getattr(module, "__file__", None)
        if id(one) in seen or module is None or (name or "").split(".")[0] == "piaget":
            continue
        seen.add(id(one))
        is_script = name == "__main__"
        if not is_script and (file is None or any(folder in Path(file).resolve().parents for folder in installed)):
            continue
        if not is_script:
            ray.cloudpickle.register_pickle_by_value(module)
        waiting += _used(one)


def _used(one: Any) -> list[Any]:
    """The functions, classes and modules that a function names or has closed over."""
    code = getattr(one, "__code__", None)
    if code is None:
        return []
    known = getattr(one, "__globals__", {})
    found = [known[name] for name in code.co_names if name in known]
    for cell in getattr(one, "__closure__", None) or ():
        with contextlib.suppress(ValueError):
            found.append(cell.cell_contents)
    return [value for value in found if callable(value) or isinstance(value, ModuleType)]


def _live(experiment: Callable[..., Numbers], task: Task, version: str) -> tuple[int, Numbers]:
    check_version(version)
    return live(experiment, task)


def run_tasks(experiment: Callable[..., Numbers] | Life, tasks: list[Task], address: str, bar: Bar) -> tuple[list[Numbers], int]:
    """The rows of all tasks in their order, and how many pieces were done again."""
    ray = connect(address)
    carry(ray, *((experiment.begin, experiment.advance, experiment.is_over, experiment.measure) if isinstance(experiment, Life) else (experiment,)))
    experiment_ref = ray.put(experiment)
    function = ray.remote(max_retries=0)(live_chunk if isinstance(experiment, Life) else _live)
    rows: dict[int, Numbers] = {}
    # What is kept of a life lies here with the driver: a node that is lost takes nothing with it.
    kept: dict[int, bytes] = {}
    lost: dict[int, int] = {}
    running: dict[Any, Task] = {}
    waiting = deque(tasks)
    most, finished = _most_at_once(ray), 0

    def submit(task: Task) -> None:
        given = (task, kept.get(task[0])) if isinstance(experiment, Life) else (task,)
        running[function.remote(experiment_ref, *given, __version__)] = task

    def take(done: Any) -> None:
        """What became of one piece: a row, a state to go on from, or nothing, so that it is done again."""
        task = running.pop(done)
        try:
            found = ray.get(done)
        except ray.exceptions.RayTaskError as error:
            raise error.as_instanceof_cause() if isinstance(error.cause, Exception) else SweepError(str(error)) from None
        except ray.exceptions.RayError as error:
            # The worker or its node is gone.
            lost[task[0]] = lost.get(task[0], 0) + 1
            if lost[task[0]] > MOST_LOST:
                why = f"{type(error).__name__}: {str(error).splitlines()[0]}"
                raise SweepError(f"{task[1]} with seed {task[2]} lost its worker {lost[task[0]]} times; at last: {why}") from error
            waiting.appendleft(task)
            return
        if isinstance(experiment, Life) and found[2] is None:
            kept[task[0]] = found[1]
            waiting.appendleft(task)
            return
        rows[task[0]] = found[-1]
        kept.pop(task[0], None)
        bar.advance()

    try:
        while waiting or running:
            while waiting and len(running) < most:
                submit(waiting.popleft())
            ray.wait(list(running), num_returns=1)
            ready, _ = ray.wait(list(running), num_returns=len(running), timeout=0)
            for one in ready:
                take(one)
            finished += len(ready)
            if finished >= most:
                # A cluster may have grown.
                most, finished = _most_at_once(ray), 0
    except BaseException:
        for one in running:
            ray.cancel(one, force=True)
        raise
    return [rows[number] for number in range(len(tasks))], sum(lost.values())


def _most_at_once(ray: Any) -> int:
    """How many tasks are sent ahead: enough to keep every processor busy, and few enough for the driver to look through."""
    return 4 * max(16, int(ray.cluster_resources().get("CPU", 1)))


def tune_on_ray(search: _Search, address: str, bar: Bar) -> bool:
    """Makes the trials of a search as trials of Ray Tune; says whether it was interrupted. What is over is noted at once, so that an
    interrupt loses nothing."""
    # Tune's own tables would write over the bar.
    os.environ.setdefault("RAY_AIR_NEW_OUTPUT", "0")
    ray = connect(address)
    carry(ray, search.measure)
    from ray import tune
    from ray.tune.search import ConcurrencyLimiter, Searcher

    from ._tune import evaluate_trial

    template, measure, seeds, version = search.template, search.measure, search.seeds, __version__

    class Proposals(Searcher):  # type: ignore[misc, unused-ignore]
        """Proposes what the search proposes, and tells it what came of it."""

        def __init__(self) -> None:
            super().__init__(metric="value", mode="max" if search.sign > 0 else "min")
            self.begun: dict[str, dict[str, float]] = {}

        def suggest(self, trial_id: str) -> dict[str, float] | None:
            number = len(self.begun) + 1
            if number >= search.samples:
                return None
            self.begun[trial_id] = search.propose(number)
            return dict(self.begun[trial_id])

        def on_trial_complete(self, trial_id: str, result: dict[str, Any] | None = None, error: bool = False) -> None:
            if not error and result and "value" in result:
                search.note(self.begun[trial_id], float(result["value"]), bar)

        def save(self, checkpoint_path: str) -> None:
            """Nothing: a search that is broken off is not taken up again."""

        def restore(self, checkpoint_path: str) -> None:
            """Nothing, as above."""

    def trial(config: dict[str, Any]) -> None:
        check_version(version)
        tune.report({"value": evaluate_trial(template, measure, seeds, config)})

    most = max(1, int(ray.cluster_resources().get("CPU", 1)))
    with tempfile.TemporaryDirectory() as folder:
        tuner = tune.Tuner(
            trial,
            tune_config=tune.TuneConfig(num_samples=search.samples - 1, search_alg=ConcurrencyLimiter(Proposals(), max_concurrent=most)),
            run_config=tune.RunConfig(storage_path=folder, verbose=0),
        )
        try:
            # Tune itself ends its trials at Ctrl-C and gives those that are over.
            results = tuner.fit()
        except KeyboardInterrupt:
            return True
    if len(search.trials) == 1 and search.samples > 1 and results.errors:
        raise SweepError(f"every trial failed; the first: {results.errors[0]}")
    return len(search.trials) + int(results.num_errors) < search.samples
