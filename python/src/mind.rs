//! One mind, stepped with plain data.

use crate::asked::Which;
use crate::character::Character;
use crate::graph::Graph;
use crate::map::Map;
use crate::plain::plain;
use crate::sight::{Asked, Blocks, Field, FieldView};
use crate::terrain::Terrain;
use crate::{arrays, errors, intents, senses};
use piaget::mind::{self, BeliefId, Blueprint, Budget, Cost};
use piaget::terms::{Blind, Senses, Sight};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use std::sync::Arc;

/// A mind with its character, its ground and its clock.
///
/// >>> import pickle, piaget
/// >>> dog = piaget.Character.parse('character "dog"\npercepts { kind "ball" }\nbeliefs persist=30 { map }')
/// >>> mind = piaget.Mind(dog, piaget.Terrain(10, 10), seed=1)
/// >>> intent = mind.step((0, 0, 0), [{"kind": "ball", "position": (0, 0, 3)}])
/// >>> again = pickle.loads(pickle.dumps(mind))
/// >>> again.report()["beliefs"][0]["kind"], again.time_s == mind.time_s
/// ('ball', True)
#[pyclass(module = "piaget._native")]
pub struct Mind {
    character: Py<Character>,
    terrain: Py<Terrain>,
    blocks: Blocks,
    pub inner: mind::Mind,
    /// What it knows its own body by.
    pub body: Option<Py<Graph>>,
    time_s: f64,
}

/// What a step looks with.
enum Look<'a> {
    Blind,
    Field(Field),
    Asked(&'a Py<PyAny>),
}

type Pickled = (Py<Character>, Py<Terrain>, Py<PyBytes>, f64);

impl Mind {
    pub fn of(character: Py<Character>, terrain: Py<Terrain>, inner: mind::Mind, time_s: f64) -> Self {
        let blocks = Blocks::new(&terrain.get().inner);
        Self { character, terrain, blocks, inner, body: None, time_s }
    }

    /// As it was when it was saved, with the body that it knows itself by.
    fn again(&self, py: Python<'_>, bytes: &[u8]) -> PyResult<mind::Mind> {
        let restored = piaget::restore_in(self.inner.blueprint(), bytes);
        let mut inner = restored.map_err(|why| errors::of_saved(py, &why))?;
        if let Some(body) = &self.body {
            inner.embody(body.bind(py).try_borrow()?.poses());
        }
        Ok(inner)
    }

    pub fn restore(
        py: Python<'_>,
        character: Py<Character>,
        terrain: Py<Terrain>,
        bytes: &[u8],
        time_s: f64,
    ) -> PyResult<Self> {
        let blueprint = blueprint(character.get(), terrain.get())?;
        let inner = piaget::restore_in(&blueprint, bytes).map_err(|why| errors::of_saved(py, &why))?;
        Ok(Self::of(character, terrain, inner, time_s))
    }
}

/// A character on a ground, unless its maps would be larger than any machine has room for.
pub fn blueprint(character: &Character, terrain: &Terrain) -> PyResult<Arc<Blueprint>> {
    let (who, ground) = (&character.inner, &terrain.inner);
    let cost = Cost::of(who, ground, who.believe.most as usize);
    let checked = Budget::default().check(&cost, ground);
    checked.map_err(|over| {
        errors::value(format!("{:?} on this ground: {}; {}", who.name.as_str(), over.what, over.hint))
    })?;
    Ok(Arc::new(Blueprint::new(who.clone(), ground.clone())))
}

fn seed(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    arrays::whole("seed", given)
}

#[pymethods]
impl Mind {
    #[new]
    #[pyo3(signature = (character, terrain, seed=0))]
    fn new(
        character: Py<Character>,
        terrain: Py<Terrain>,
        #[pyo3(from_py_with = seed)] seed: u64,
    ) -> PyResult<Self> {
        let inner = mind::Mind::from_blueprint(&blueprint(character.get(), terrain.get())?, seed);
        Ok(Self::of(character, terrain, inner, 0.0))
    }

    /// One tick: what the body senses comes in, what it is to do comes out.
    #[pyo3(signature = (body, sightings=None, sounds=None, *, sight=None, tick_s=0.1, time_s=None))]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        body: &Bound<'py, PyAny>,
        sightings: Option<&Bound<'py, PyAny>>,
        sounds: Option<&Bound<'py, PyAny>>,
        sight: Option<&Bound<'py, PyAny>>,
        tick_s: f32,
        time_s: Option<f64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let tick_s = arrays::positive("tick_s", tick_s)?;
        let time_s = time_s.unwrap_or(self.time_s);
        let time_s = arrays::time("time_s", time_s)?;
        let body = senses::body(body)?;
        let sightings = sightings.map(senses::sightings).transpose()?.unwrap_or_default();
        let sounds = sounds.map(senses::sounds).transpose()?.unwrap_or_default();
        let function = sight.filter(|given| given.is_callable()).map(|given| given.clone().unbind());
        let look = match (sight, &function) {
            (_, Some(function)) => Look::Asked(function),
            (None, _) => Look::Field(Field::of_character(self.inner.character())),
            (Some(given), _) => look(given)?,
        };
        let before = match look {
            Look::Asked(_) => piaget::save(&self.inner).map_err(errors::value)?,
            _ => Vec::new(),
        };
        let (inner, blocks) = (&mut self.inner, &self.blocks);
        let mut step = |sight: &dyn Sight| {
            let senses = Senses::new(time_s, tick_s, &body, sight).sightings(&sightings).sounds(&sounds);
            inner.step(&senses).clone()
        };
        let intent = match look {
            Look::Blind => step(&Blind),
            Look::Field(field) => {
                let yaw = body.yaw + body.head_yaw;
                step(&FieldView::new(blocks, field, body.position, yaw))
            }
            Look::Asked(function) => {
                let asked = Asked::new(function);
                let intent = step(&asked);
                let failed = asked.failed.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
                if let Some(error) = failed {
                    // A tick in which it could not look has not been.
                    self.inner = self.again(py, &before)?;
                    return Err(error);
                }
                intent
            }
        };
        self.time_s = time_s + f64::from(tick_s);
        intents::dict(py, &intent)
    }

    /// What it holds now: beliefs, feelings, choices and why.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        report(py, &self.inner.report())
    }

    /// What happened to it in the last tick.
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        events(py, &self.inner)
    }

    /// Where it thinks that a thing of this kind is, or the one of this belief: its map, as it is now. Nothing for what it does
    /// not believe in.
    fn map(&self, kind: Which) -> Option<Map> {
        match kind {
            Which::Kind(kind) => map_of(&self.inner, &kind),
            Which::Belief(number) => self.inner.map_of(BeliefId(number)).map(|map| Map::of(map.clone())),
        }
    }

    /// Goes on, on other ground, with all that it believes, feels and remembers, as far as that has a place there.
    fn move_to(&mut self, terrain: Py<Terrain>) -> PyResult<()> {
        self.inner.change_character(&blueprint(self.character.get(), terrain.get())?);
        (self.blocks, self.terrain) = (Blocks::new(&terrain.get().inner), terrain);
        Ok(())
    }

    /// Goes on as another character.
    #[pyo3(name = "become")]
    fn become_(&mut self, character: Py<Character>) -> PyResult<()> {
        self.inner.change_character(&blueprint(character.get(), self.terrain.get())?);
        self.character = character;
        Ok(())
    }

    /// Its state as bytes; the character and the terrain are not part of it.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &piaget::save(&self.inner).map_err(errors::value)?))
    }

    /// A mind that goes on where it was saved.
    #[staticmethod]
    #[pyo3(signature = (character, terrain, bytes, time_s=0.0))]
    fn load(
        py: Python<'_>,
        character: Py<Character>,
        terrain: Py<Terrain>,
        bytes: &[u8],
        time_s: f64,
    ) -> PyResult<Self> {
        Self::restore(py, character, terrain, bytes, time_s)
    }

    /// Another mind that is as this one is now.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let bytes = piaget::save(&self.inner).map_err(errors::value)?;
        let (character, terrain) = (self.character.clone_ref(py), self.terrain.clone_ref(py));
        let mut copy = Self::of(character, terrain, self.again(py, &bytes)?, self.time_s);
        copy.body = self.body.as_ref().map(|body| body.clone_ref(py));
        Ok(copy)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let (py, own) = (slf.py(), slf.try_borrow()?);
        let (character, terrain) = (own.character.clone_ref(py), own.terrain.clone_ref(py));
        Ok((py.get_type::<Self>().getattr("load")?, (character, terrain, own.save(py)?.unbind(), own.time_s)))
    }

    /// Its character.
    #[getter]
    fn character(&self, py: Python<'_>) -> Py<Character> {
        self.character.clone_ref(py)
    }

    /// Its ground.
    #[getter]
    fn terrain(&self, py: Python<'_>) -> Py<Terrain> {
        self.terrain.clone_ref(py)
    }

    /// When its next tick begins, in seconds.
    #[getter]
    fn time_s(&self) -> f64 {
        self.time_s
    }

    /// What it attends to: the kind, and where it is believed to be.
    #[getter]
    fn attention(&self) -> Option<(Option<String>, (f32, f32, f32))> {
        let attention = self.inner.attention();
        let at = attention.at?;
        Some((attention.kind.map(|kind| kind.to_string()), (at.x, at.y, at.z)))
    }

    /// What it holds, for notebooks.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("piaget._pictures")?.call_method1("html_of_mind", (slf,))
    }

    fn __repr__(&self) -> String {
        format!("Mind({:?} at {:.1} s)", self.inner.character().name.as_str(), self.time_s)
    }
}

/// "blind" or a field; functions are told apart before.
fn look<'a>(given: &Bound<'_, PyAny>) -> PyResult<Look<'a>> {
    if let Ok(field) = given.cast::<Field>() {
        return Ok(Look::Field(*field.get()));
    }
    match given.extract::<String>().as_deref() {
        Ok("blind") => Ok(Look::Blind),
        _ => Err(PyTypeError::new_err(
            "sight must be a Field, \"blind\", a function of an array of points, or None",
        )),
    }
}

/// A report as dictionaries; values by name.
pub fn report<'py>(py: Python<'py>, report: &mind::Report) -> PyResult<Bound<'py, PyAny>> {
    let made = plain(py, report)?;
    let values = PyDict::new(py);
    for (name, value) in &report.values {
        values.set_item(name.as_str(), value)?;
    }
    made.set_item("values", values)?;
    Ok(made)
}

/// What happened to a mind in the last tick.
pub fn events<'py>(py: Python<'py>, mind: &mind::Mind) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for event in mind.events() {
        let made = plain(py, event)?;
        made.set_item("kind", event.kind.word())?;
        list.append(made)?;
    }
    Ok(list)
}

/// The map of the belief about this kind that was seen last.
pub fn distribution<'a>(mind: &'a mind::Mind, kind: &str) -> Option<&'a piaget::occupancy::Distribution> {
    let beliefs = mind.view().beliefs();
    let of_kind = beliefs.iter().skip(1).filter(|belief| belief.now.kind == kind);
    let with_map = of_kind.filter(|belief| belief.place.as_ref().is_some_and(|place| place.map().is_some()));
    let latest = with_map.max_by(|a, b| a.sensed_s.total_cmp(&b.sensed_s))?;
    latest.place.as_ref()?.map()
}

/// The same, as a map of its own.
pub fn map_of(mind: &mind::Mind, kind: &str) -> Option<Map> {
    distribution(mind, kind).map(|found| Map::of(found.clone()))
}
