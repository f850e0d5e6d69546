//! Many worlds at once, for learning agents: bodies are led by arrays, what they and others see comes back as arrays.

use crate::arrays::{self, Dim, Points};
use crate::errors;
use crate::map::Nodes;
use crate::mind::distribution;
use crate::pool::Pool;
use crate::scenario::Scenario;
use crate::senses::name;
use crate::world::TICKS_AT_ONCE;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods, ToPyArray};
use piaget::terms::{HostId, Vec3};
use piaget_sim::{Action, Simulation, Threads};
use pyo3::prelude::*;

/// Many scenarios being played, each in its own world.
///
/// >>> import piaget
/// >>> worlds = piaget.Worlds([piaget.load_scenario("two-walls", seed) for seed in range(3)])
/// >>> worlds.step(10)
/// >>> worlds.positions("duncan").shape
/// (3, 3)
#[pyclass(module = "piaget._native")]
pub struct Worlds {
    all: Option<Vec<Simulation>>,
    pool: Pool,
}

impl Worlds {
    fn seen(&self, py: Python<'_>) -> PyResult<&Vec<Simulation>> {
        self.all.as_ref().ok_or_else(|| errors::closed(py, "batch of worlds"))
    }

    fn play(&mut self, py: Python<'_>) -> PyResult<(&mut Vec<Simulation>, &mut Pool)> {
        let Self { all, pool } = self;
        Ok((all.as_mut().ok_or_else(|| errors::closed(py, "batch of worlds"))?, pool))
    }

    /// What every world has by this name.
    fn ids(&self, py: Python<'_>, wanted: &str) -> PyResult<Vec<HostId>> {
        let find = |(index, one): (usize, &Simulation)| {
            one.world().named(wanted).ok_or_else(|| errors::value(format!("world {index} has no {wanted:?}")))
        };
        self.seen(py)?.iter().enumerate().map(find).collect()
    }

    /// Refuses what is no creature with a mind in every world.
    fn check_creature(&self, py: Python<'_>, wanted: &str) -> PyResult<()> {
        match self.seen(py)?.iter().position(|one| one.actor(wanted).is_none()) {
            None => Ok(()),
            Some(index) => Err(errors::value(format!("world {index} has no creature {wanted:?}"))),
        }
    }
}

fn begin(scenario: &Scenario) -> PyResult<Simulation> {
    Simulation::new(scenario.inner.clone(), Threads::One).map_err(errors::value)
}

fn body(simulation: &Simulation, id: HostId) -> (Vec3, f32) {
    let world = simulation.world();
    let thing = world.thing(id).map(|thing| (thing.position, thing.yaw));
    thing
        .or_else(|| world.creature(id).map(|one| (one.position, one.gaze_yaw())))
        .unwrap_or((Vec3::NAN, f32::NAN))
}

#[pymethods]
impl Worlds {
    #[new]
    #[pyo3(signature = (scenarios, threads=None))]
    fn new(
        scenarios: Vec<Py<Scenario>>,
        #[pyo3(from_py_with = arrays::threads)] threads: Option<usize>,
    ) -> PyResult<Self> {
        let all = scenarios.iter().map(|scenario| begin(scenario.get())).collect::<PyResult<_>>()?;
        Ok(Self { all: Some(all), pool: Pool::new(threads) })
    }

    /// So many ticks of all of them. Can be interrupted.
    #[pyo3(signature = (ticks=1))]
    fn step(&mut self, py: Python<'_>, ticks: u32) -> PyResult<()> {
        let (all, pool) = self.play(py)?;
        let mut left = ticks;
        while left > 0 {
            py.check_signals()?;
            let now = left.min(TICKS_AT_ONCE as u32);
            py.detach(|| {
                pool.for_each(all, |_, one| {
                    for _ in 0..now {
                        one.step();
                    }
                });
            });
            left -= now;
        }
        Ok(())
    }

    /// Walks the creature of this name in each world towards its place.
    #[pyo3(signature = (creature, places, speed_m_per_s=1.2))]
    fn walk(
        &mut self,
        py: Python<'_>,
        creature: &str,
        places: &Bound<'_, PyAny>,
        speed_m_per_s: f32,
    ) -> PyResult<()> {
        let n = self.seen(py)?.len();
        self.check_creature(py, creature)?;
        let places = arrays::floats("places", places, &[&[Dim::Is(n), Dim::Point]])?;
        let points = Points::new(places.as_slice()?, places.shape());
        let (creature, speed_m_per_s) =
            (name("creature", creature)?, arrays::number("speed_m_per_s", speed_m_per_s)?);
        for (index, one) in self.play(py)?.0.iter_mut().enumerate() {
            one.input(Action::Walk { creature, path: vec![points.at(index)], speed_m_per_s });
        }
        Ok(())
    }

    /// Where the thing or creature of this name is in each world.
    fn positions<'py>(&self, py: Python<'py>, what: &str) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let (ids, all) = (self.ids(py, what)?, self.seen(py)?);
        let flat: Vec<f32> = all.iter().zip(ids).flat_map(|(one, id)| body(one, id).0.to_array()).collect();
        flat.to_pyarray(py).reshape([all.len(), 3])
    }

    /// Which way it looks in each world.
    fn yaws<'py>(&self, py: Python<'py>, what: &str) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let ids = self.ids(py, what)?;
        let yaws: Vec<f32> = self.seen(py)?.iter().zip(ids).map(|(one, id)| body(one, id).1).collect();
        Ok(yaws.to_pyarray(py))
    }

    /// Whether a creature saw a thing or another creature in the last tick of each world.
    fn sees<'py>(&self, py: Python<'py>, creature: &str, what: &str) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let ids = self.ids(py, what)?;
        self.check_creature(py, creature)?;
        let sees = |(one, id): (&Simulation, HostId)| {
            let actor = one.actor(creature);
            actor.is_some_and(|actor| actor.sensed.sightings.iter().any(|sighting| sighting.id == id))
        };
        let seen: Vec<bool> = self.seen(py)?.iter().zip(ids).map(sees).collect();
        Ok(seen.to_pyarray(py))
    }

    /// Where a creature thinks that a thing of this kind is, in each world: a row of open nodes each. All worlds must have the
    /// same ground.
    #[pyo3(signature = (creature, kind, out=None))]
    fn maps<'py>(
        &mut self,
        py: Python<'py>,
        creature: &str,
        kind: &str,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let n = self.seen(py)?.len();
        let actor = self.seen(py)?.first().and_then(|one| one.actor(creature));
        let config =
            actor.and_then(|actor| actor.mind.character().believe.map.as_ref().map(|config| (actor, config)));
        let Some((actor, config)) = config else {
            return Err(errors::value(format!("there is no creature {creature:?} with a map")));
        };
        let nodes = Nodes::new(config.map_of(actor.mind.terrain()).lattice());
        let stored = nodes.order.len();
        let width = nodes.nodes.len();
        let out = arrays::rows(out, py, n, width)?;
        let mut written = out.try_readwrite()?;
        let flat = written.as_slice_mut()?;
        let (all, pool) = self.play(py)?;
        py.detach(|| {
            let mut each: Vec<_> = all.iter_mut().zip(flat.chunks_exact_mut(width.max(1))).collect();
            pool.for_each(&mut each, |_, (one, row)| {
                let map = one.actor(creature).and_then(|actor| distribution(&actor.mind, kind));
                match map.filter(|map| map.lattice().stored_len() == stored) {
                    Some(map) => map.probabilities(&nodes.nodes, row),
                    None => row.fill(0.0),
                }
            });
        });
        drop(written);
        Ok(out)
    }

    /// Begins one of the worlds anew, with another scenario.
    fn reset(&mut self, py: Python<'_>, index: i64, scenario: &Scenario) -> PyResult<()> {
        let (all, _) = self.play(py)?;
        let index = arrays::index("world", index, all.len())?;
        all[index] = begin(scenario)?;
        Ok(())
    }

    /// The digests of all of them.
    #[getter]
    fn digests(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.seen(py)?.iter().map(|one| one.digest().to_string()).collect())
    }

    /// Seconds since the beginning of each.
    #[getter]
    fn time_s<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        Ok(self.seen(py)?.iter().map(Simulation::time_s).collect::<Vec<f64>>().to_pyarray(py))
    }

    /// Gives back its memory; whoever uses it afterwards gets a `ClosedError`.
    fn close(&mut self) {
        self.all = None;
    }

    fn __len__(&self) -> usize {
        self.all.as_ref().map_or(0, Vec::len)
    }

    fn __repr__(&self) -> String {
        format!("Worlds({})", self.__len__())
    }
}
