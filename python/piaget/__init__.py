"""Minds for synthetic creatures: what is out of sight is still there, and is looked for.

A guard that has lost sight of a thief knows that the thief still exists:

>>> import piaget
>>> guard = piaget.Character.parse('''
...     character "guard"
...     percepts { kind "thief" }
...     selector "thief" "thief"
...     beliefs persist=60 { map }
...     actions { tuple "catch" object="thief" { do "approach" within=0.8 } }
... ''')
>>> mind = piaget.Mind(guard, piaget.Terrain(20, 20), seed=7)
>>> intent = mind.step({"position": (0, 0, 0), "yaw": 0.0}, [{"kind": "thief", "position": (0, 0, 6)}])
>>> intent["because"]
'catch'
>>> intent = mind.step({"position": (0, 0, 0)}, [], sight="blind")  # out of sight now
>>> mind.report()["beliefs"][0]["kind"]
'thief'

Angles are in radians, lengths in metres; y is up, a yaw of 0 looks along +z and grows towards +x.

=================  ====================================================================================
`Mind`, `Minds`    one mind stepped with plain data, or thousands with arrays
`Map`, `Maps`      occupancy maps alone: where a thing may be that nobody sees
`World`, `run`     the reference world, step by step or whole, with events and trace as columns
`Memory`, `Graph`  what is kept where; pose graphs
`sweep`            an experiment over a grid and seeds, in threads or on a Ray cluster
`population`       a large world in regions, on many workers, with one digest
`tune`             settings of a character against a measure
`replicate`        the papers' claims and the generated worlds, on a cluster too
`piaget.envs`      Gymnasium and PettingZoo environments
`piaget.rerun`     a run as a Rerun recording
=================  ====================================================================================
"""

from ._charts import chart
from ._data import character, data_folder, load_scenario, scenarios
from ._errors import ClosedError, FileError, Mistake, SavedError, VersionError
from ._native import (
    Character,
    Field,
    Graph,
    Map,
    Maps,
    Memory,
    Mind,
    Minds,
    Scenario,
    Terrain,
    World,
    Worlds,
    __version__,
    digest_of,
)
from ._pictures import draw, film, png
from ._population import Population, population
from ._replicate import ClaimMeasure, FamilyMeasure, replicate
from ._run import Columns, Result, run
from ._sweep import Life, SweepError, Table, sweep
from ._tune import Tuned, fill, tune
from ._types import Body, Contingency, Event, Extent, Intent, Intents, Occlusion, OtherBelief, OtherMind, Report, Sighting, Sound, Told

__all__ = [
    "Body",
    "Character",
    "ClaimMeasure",
    "ClosedError",
    "Columns",
    "Contingency",
    "Event",
    "Extent",
    "FamilyMeasure",
    "Field",
    "FileError",
    "Graph",
    "Intent",
    "Intents",
    "Life",
    "Map",
    "Maps",
    "Memory",
    "Mind",
    "Minds",
    "Mistake",
    "Occlusion",
    "OtherBelief",
    "OtherMind",
    "Population",
    "Report",
    "Result",
    "SavedError",
    "Scenario",
    "Sighting",
    "Sound",
    "SweepError",
    "Table",
    "Terrain",
    "Told",
    "Tuned",
    "VersionError",
    "World",
    "Worlds",
    "__version__",
    "character",
    "chart",
    "data_folder",
    "digest_of",
    "draw",
    "fill",
    "film",
    "load_scenario",
    "png",
    "population",
    "replicate",
    "run",
    "scenarios",
    "sweep",
    "tune",
]
