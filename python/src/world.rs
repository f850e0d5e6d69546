//! The reference world, step by step.

use crate::character::Character;
use crate::graph::Graph;
use crate::map::Map;
use crate::mind::{self as one_mind, Mind};
use crate::plain::plain;
use crate::scenario::Scenario;
use crate::terrain::Terrain;
use crate::{arrays, errors, intents};
use piaget::motor::PoseGraph;
use piaget_sim::{Actor, Happening, Simulation, Threads};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

/// So many ticks between looks at the keyboard.
pub const TICKS_AT_ONCE: u64 = 64;

/// How a world is loaded again, and from what.
type Pickled<'py> = (Bound<'py, PyAny>, (Bound<'py, PyBytes>, u16));

/// A scenario being played.
///
/// >>> import piaget
/// >>> with piaget.World(piaget.load_scenario("two-walls")) as world:
/// ...     events = world.run(30)
/// ...     world.tick, world.creatures
/// (30, ['duncan'])
#[pyclass(module = "piaget._native")]
pub struct World {
    pub inner: Option<Simulation>,
    threads: u16,
    /// Threads do not survive a fork.
    made_in: u32,
}

impl World {
    fn of(inner: Simulation, threads: u16) -> Self {
        Self { inner: Some(inner), threads, made_in: std::process::id() }
    }

    fn restore(py: Python<'_>, bytes: &[u8], threads: u16) -> PyResult<Self> {
        let loaded = py.detach(|| Simulation::load(bytes, self::threads(threads)));
        Ok(Self::of(loaded.map_err(|why| errors::of_saved(py, &why))?, threads))
    }

    /// The simulation, unless it was closed; made anew in a process that was forked.
    pub fn play(&mut self, py: Python<'_>) -> PyResult<&mut Simulation> {
        let (process, threads) = (std::process::id(), self.threads);
        let forked = self.made_in != process && threads > 1;
        if let Some(old) = self.inner.take_if(|_| forked) {
            let again = Simulation::load(&old.save(), self::threads(threads));
            // Its threads are not here; to end them would wait for ever.
            std::mem::forget(old);
            self.inner = Some(again.map_err(|why| errors::of_saved(py, &why))?);
            self.made_in = process;
        }
        self.inner.as_mut().ok_or_else(|| errors::closed(py, "world"))
    }

    pub fn seen(&self, py: Python<'_>) -> PyResult<&Simulation> {
        self.inner.as_ref().ok_or_else(|| errors::closed(py, "world"))
    }

    fn actor(&self, py: Python<'_>, name: &str) -> PyResult<&Actor> {
        let simulation = self.seen(py)?;
        simulation.actor(name).ok_or_else(|| {
            let known: Vec<&str> = simulation.actors().iter().map(|actor| actor.name.as_str()).collect();
            errors::value(format!("there is no creature {name:?}; there are {known:?}"))
        })
    }
}

fn threads(count: u16) -> Threads {
    if count <= 1 { Threads::One } else { Threads::Exactly(count) }
}

/// What happened, as a list of dictionaries.
pub fn told<'py>(py: Python<'py>, happened: &[Happening]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for one in happened {
        list.append(plain(py, one)?)?;
    }
    Ok(list)
}

#[pymethods]
impl World {
    #[new]
    #[pyo3(signature = (scenario, threads=1))]
    fn new(
        py: Python<'_>,
        scenario: &Scenario,
        #[pyo3(from_py_with = arrays::threads)] threads: Option<usize>,
    ) -> PyResult<Self> {
        let threads = threads.map_or(1, |threads| threads as u16);
        let scenario = scenario.inner.clone();
        let made = py.detach(|| Simulation::new(scenario, self::threads(threads)));
        Ok(Self::of(made.map_err(errors::value)?, threads))
    }

    /// One tick; gives back what happened in it.
    fn step<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let simulation = self.play(py)?;
        py.detach(|| {
            simulation.step();
        });
        told(py, simulation.happened())
    }

    /// Many ticks, or all that are left; gives back what happened in them. Can be interrupted.
    #[pyo3(signature = (ticks=None))]
    fn run<'py>(&mut self, py: Python<'py>, ticks: Option<u64>) -> PyResult<Bound<'py, PyList>> {
        let simulation = self.play(py)?;
        let end = match ticks {
            Some(ticks) => simulation.tick().saturating_add(ticks),
            None => simulation.scenario().ticks().max(simulation.tick()),
        };
        let mut happened = Vec::new();
        while simulation.tick() < end {
            py.check_signals()?;
            py.detach(|| {
                for _ in 0..TICKS_AT_ONCE.min(end - simulation.tick()) {
                    happened.extend_from_slice(simulation.step());
                }
            });
        }
        told(py, &happened)
    }

    /// How many ticks have passed.
    #[getter]
    fn tick(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.seen(py)?.tick())
    }

    /// Seconds since the beginning.
    #[getter]
    fn time_s(&self, py: Python<'_>) -> PyResult<f64> {
        Ok(self.seen(py)?.time_s())
    }

    /// Whether the scenario's length has passed.
    #[getter]
    fn is_over(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.seen(py)?.is_over())
    }

    /// The digest of all ticks so far, as `piaget run` prints it.
    #[getter]
    fn digest(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.seen(py)?.digest().to_string())
    }

    /// The names of its creatures.
    #[getter]
    fn creatures(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.seen(py)?.actors().iter().map(|actor| actor.name.to_string()).collect())
    }

    /// Everything that is the case: each body and thing by name, with where it is.
    fn truth<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (dict, world) = (PyDict::new(py), self.seen(py)?.world());
        let place = |at: piaget::terms::Vec3| (at.x, at.y, at.z);
        for (id, thing) in world.things() {
            let one = PyDict::new(py);
            one.set_item("id", id.0)?;
            one.set_item("kind", thing.kind.as_str())?;
            one.set_item("colour", thing.colour.as_str())?;
            one.set_item("position", place(thing.position))?;
            one.set_item("yaw", thing.yaw)?;
            one.set_item("hidden", thing.hidden)?;
            one.set_item("radius_m", thing.shape.ground_radius_m())?;
            one.set_item("creature", false)?;
            dict.set_item(thing.name.as_str(), one)?;
        }
        for (id, body) in world.creatures() {
            let one = PyDict::new(py);
            one.set_item("id", id.0)?;
            one.set_item("kind", body.kind.as_str())?;
            one.set_item("colour", body.colour.as_str())?;
            one.set_item("position", place(body.position))?;
            one.set_item("yaw", body.yaw)?;
            one.set_item("gaze_yaw", body.gaze_yaw())?;
            one.set_item("hidden", body.hidden)?;
            one.set_item("radius_m", body.body.radius_m)?;
            one.set_item("creature", true)?;
            dict.set_item(body.name.as_str(), one)?;
        }
        Ok(dict)
    }

    /// What a creature sensed in the last tick: its body, what it saw and heard.
    fn senses<'py>(&self, py: Python<'py>, creature: &str) -> PyResult<Bound<'py, PyDict>> {
        let (dict, sensed) = (PyDict::new(py), &self.actor(py, creature)?.sensed);
        dict.set_item("body", plain(py, &sensed.body)?)?;
        dict.set_item("saw", plain(py, &sensed.sightings)?)?;
        dict.set_item("heard", plain(py, &sensed.sounds)?)?;
        Ok(dict)
    }

    /// What it meant to do.
    fn intent<'py>(&self, py: Python<'py>, creature: &str) -> PyResult<Bound<'py, PyDict>> {
        intents::dict(py, &self.actor(py, creature)?.intent)
    }

    /// What its mind holds.
    fn report<'py>(&self, py: Python<'py>, creature: &str) -> PyResult<Bound<'py, PyAny>> {
        one_mind::report(py, &self.actor(py, creature)?.report)
    }

    /// Its mind: a copy, which can be asked and stepped on its own.
    fn mind(&self, py: Python<'_>, creature: &str) -> PyResult<Mind> {
        let (mind, scenario) = (&self.actor(py, creature)?.mind, self.seen(py)?.scenario());
        let character = Py::new(py, Character::of(mind.blueprint().character().clone()))?;
        let terrain = Py::new(py, Terrain::of(mind.blueprint().terrain().clone()))?;
        let bytes = piaget::save(mind).map_err(errors::value)?;
        let mut copy = Mind::restore(py, character, terrain, &bytes, self.seen(py)?.time_s())?;
        let plan = scenario.creatures.iter().find(|plan| plan.name == *creature);
        if let Some(rig) = plan.and_then(|plan| plan.rig.as_ref()) {
            copy.inner.embody(&rig.graph);
            copy.body = Some(Py::new(py, Graph::of(PoseGraph::clone(&rig.graph)))?);
        }
        Ok(copy)
    }

    /// Where it thinks that a thing of this kind is.
    fn map(&self, py: Python<'_>, creature: &str, kind: &str) -> PyResult<Option<Map>> {
        Ok(one_mind::map_of(&self.actor(py, creature)?.mind, kind))
    }

    /// Everything as bytes, from which `load` goes on as if nothing had happened.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.seen(py)?.save()))
    }

    /// A saved world.
    #[staticmethod]
    #[pyo3(signature = (bytes, threads=1))]
    fn load(
        py: Python<'_>,
        bytes: &[u8],
        #[pyo3(from_py_with = arrays::threads)] threads: Option<usize>,
    ) -> PyResult<Self> {
        Self::restore(py, bytes, threads.map_or(1, |threads| threads as u16))
    }

    /// Another world that is as this one is now.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        Self::restore(py, &self.seen(py)?.save(), self.threads)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py>> {
        let (py, own) = (slf.py(), slf.try_borrow()?);
        Ok((py.get_type::<Self>().getattr("load")?, (own.save(py)?, own.threads)))
    }

    /// What is being played.
    #[getter]
    fn scenario(&self, py: Python<'_>) -> PyResult<Scenario> {
        Ok(Scenario { inner: self.seen(py)?.scenario().clone() })
    }

    /// Gives back its memory; whoever uses it afterwards gets a `ClosedError`.
    fn close(&mut self) {
        self.inner = None;
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&mut self, _error: &Bound<'_, PyAny>) {
        self.close();
    }

    /// A picture for notebooks.
    fn _repr_png_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("piaget._pictures")?.call_method1("png_of_world", (slf,))
    }

    fn __repr__(&self) -> String {
        match &self.inner {
            Some(own) => format!("World({:?} at {:.1} s)", own.scenario().name.as_str(), own.time_s()),
            None => "World(closed)".into(),
        }
    }
}
