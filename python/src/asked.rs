//! What a mind is told besides senses, and what it answers when it is asked: others' minds, places by name, what follows what,
//! what is kept where, and why it does what it does.

use crate::errors;
use crate::graph::Graph;
use crate::intents::place;
use crate::memory::Memory;
use crate::mind::Mind;
use crate::plain::plain;
use crate::{arrays, senses};
use piaget::memory::House;
use piaget::mind::{self, BeliefId, OtherMind};
use piaget::terms::{Name, Told, Vec3};
use pyo3::Borrowed;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// A believed thing: by the number of the belief, or the one of a kind that was sensed last.
pub enum Which {
    /// The number; 0 is the creature itself.
    Belief(u32),
    /// The kind.
    Kind(String),
}

impl FromPyObject<'_, '_> for Which {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(kind) = given.extract() {
            return Ok(Self::Kind(kind));
        }
        let found = senses::kind_of(&given);
        let wrong = |_| {
            PyTypeError::new_err(format!(
                "a kind of thing is wanted, or the number of a belief; this is {found}"
            ))
        };
        let number: i128 = given.extract().map_err(wrong)?;
        let unknown = |_| errors::value(format!("no belief has the number {number}"));
        u32::try_from(number).map(Self::Belief).map_err(unknown)
    }
}

impl Which {
    /// The belief that is meant.
    pub fn find(&self, mind: &mind::Mind) -> Option<BeliefId> {
        let view = mind.view();
        match self {
            Self::Belief(number) => view.belief(BeliefId(*number)).map(|belief| belief.id),
            Self::Kind(kind) => {
                let of_kind = view.beliefs().iter().skip(1).filter(|belief| belief.now.kind == **kind);
                of_kind.max_by(|a, b| a.sensed_s.total_cmp(&b.sensed_s)).map(|belief| belief.id)
            }
        }
    }
}

/// Where one is taken to expect a thing.
pub fn expects_at(mind: &mind::Mind, other: &Which, thing: &Which) -> Option<Vec3> {
    mind.expects_at(other.find(mind)?, thing.find(mind)?)
}

/// What a friend tells of a thing.
pub fn told(kind: &str, at: &Bound<'_, PyAny>, spread_m: f32) -> PyResult<Told> {
    if !(spread_m.is_finite() && spread_m >= 0.0) {
        return Err(errors::value(format!("spread_m is {spread_m}; it must be a number from 0 on")));
    }
    Ok(Told::new(senses::name("kind", kind)?, arrays::point("at", at)?, spread_m))
}

/// Says where a place of the character is; whoever knows no such place hears which there are.
pub fn set_place(mind: &mut mind::Mind, name: &str, at: Vec3) -> PyResult<()> {
    if mind.set_place(name, at) {
        return Ok(());
    }
    let known: Vec<&str> = mind.character().classify.places.iter().map(|place| place.name.as_str()).collect();
    Err(errors::value(format!("the character has no place {name:?}; its places are {known:?}")))
}

/// What one other is taken to believe.
fn other<'py>(py: Python<'py>, other: &OtherMind) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("of", other.of.0)?;
    dict.set_item("kind", other.kind.as_str())?;
    dict.set_item("since_s", other.since_s)?;
    dict.set_item("watched", other.is_watched)?;
    dict.set_item("gaze_yaw", other.gaze.yaw)?;
    let beliefs = PyList::empty(py);
    for belief in other.beliefs.all().iter().skip(1) {
        let tie = other.ties().iter().find(|tie| tie.theirs == belief.id);
        let one = PyDict::new(py);
        one.set_item("about", tie.map(|tie| tie.ours.0))?;
        one.set_item("kind", belief.now.kind.as_str())?;
        one.set_item("position", place(belief.now.position))?;
        one.set_item("confidence", belief.now.confidence)?;
        one.set_item("there", belief.is_there(other.beliefs.time_s()))?;
        one.set_item("sees", tie.is_some_and(|tie| tie.sees))?;
        one.set_item("seen_s", tie.and_then(|tie| tie.seen_s))?;
        beliefs.append(one)?;
    }
    dict.set_item("beliefs", beliefs)?;
    Ok(dict)
}

#[pymethods]
impl Mind {
    /// A friend tells of a thing, however far away the friend is; it is taken in with the next step. False where too much was
    /// told in one tick.
    #[pyo3(signature = (kind, at, spread_m=0.0, by=None))]
    fn hint(&mut self, kind: &str, at: &Bound<'_, PyAny>, spread_m: f32, by: Option<&str>) -> PyResult<bool> {
        let by = by.map(|by| senses::name("by", by)).transpose()?;
        Ok(self.inner.hint(told(kind, at, spread_m)?, by))
    }

    /// Says where one of the places is that the character knows by name; from the next step on it goes there.
    fn set_place(&mut self, name: &str, at: &Bound<'_, PyAny>) -> PyResult<()> {
        set_place(&mut self.inner, name, arrays::point("at", at)?)
    }

    /// The places that the character knows by name, with where they are; nothing for one that it was not told of and has not
    /// begun to live at.
    #[getter]
    fn places<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for known in &self.inner.character().classify.places {
            let name = known.name.as_str();
            dict.set_item(name, self.inner.place(name).map(place))?;
        }
        Ok(dict)
    }

    /// What others are taken to believe, for a character with `minds`: one entry for each that is thought of.
    fn minds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let all = self.inner.minds().iter().map(|one| other(py, one)).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, all)
    }

    /// Where another is taken to expect a thing: both by a kind, or by the number of a belief (0 is the creature itself). Nothing
    /// where the other's mind is not thought of, or knows of no such thing.
    fn expects_at(&self, other: Which, thing: Which) -> Option<(f32, f32, f32)> {
        expects_at(&self.inner, &other, &thing).map(place)
    }

    /// Which thing another would take by one of the character's selectors: the number of the own belief, and where the other
    /// expects it.
    fn would_pick(&self, other: Which, selector: &str) -> Option<(u32, (f32, f32, f32))> {
        let found = self.inner.would_pick(other.find(&self.inner)?, selector)?;
        Some((found.belief.0, place(found.position)))
    }

    /// What follows what, as far as it was learnt (`contingencies` in the character): after which event, after how long, and how
    /// likely that is a law.
    fn contingencies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        let learnt = self.inner.expecting().contingencies();
        for (after, follows, delay_s, law) in learnt.into_iter().flat_map(|learnt| learnt.pairs()) {
            let dict = PyDict::new(py);
            dict.set_item("after", plain(py, after)?)?;
            dict.set_item("follows", plain(py, follows)?)?;
            dict.set_item("delay_s", delay_s)?;
            dict.set_item("law", law)?;
            list.append(dict)?;
        }
        Ok(list)
    }

    /// What was due in the last tick and did not come: after what, what, and how improbable that was, in nats.
    #[getter]
    fn omission<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let omitted = self.inner.expecting().contingencies().and_then(|learnt| learnt.omitted());
        omitted.map(|omitted| plain(py, omitted)).transpose()
    }

    /// What it remembers of what is kept where, as a memory of its own; nothing for a character without one.
    #[getter]
    fn memory(&self) -> Option<Memory> {
        self.inner.memory().cloned().map(Memory::of)
    }

    /// Tells a newborn of the places it lives in, as `Memory` takes them: for a character with a memory, or with places by name.
    #[pyo3(signature = (places, name="places.kdl"))]
    fn settle(&mut self, py: Python<'_>, places: &str, name: &str) -> PyResult<()> {
        let house = House::from_text(name, places).map_err(|found| errors::of_file(py, &found))?;
        self.inner.settle(&house);
        Ok(())
    }

    /// Gives it a body to know itself by: what others do is held against its movements. It is not part of what is saved: a mind
    /// that was loaded is given it again.
    fn embody(slf: &Bound<'_, Self>, graph: &Bound<'_, Graph>) -> PyResult<()> {
        let mut own = slf.try_borrow_mut()?;
        own.inner.embody(graph.try_borrow()?.poses());
        own.body = Some(graph.clone().unbind());
        Ok(())
    }

    /// Why it does what it does: what it believes and feels, every action with its value and reason, which object it takes and why
    /// not another; and an answer in one sentence.
    fn why<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let why = self.inner.why(None);
        let dict = plain(py, &why)?;
        dict.set_item("answer", why.answer())?;
        Ok(dict)
    }

    /// The words on one of the character's lists, with what was learnt.
    fn words(&self, list: &str) -> PyResult<Vec<String>> {
        let lists = &self.inner.knowledge().lists;
        let found = lists.iter().find(|one| one.name == *list).map(|one| &one.words);
        found.map(|words| words.iter().map(Name::to_string).collect()).ok_or_else(|| {
            let known: Vec<&str> = lists.iter().map(|one| one.name.as_str()).collect();
            errors::value(format!("the character has no list {list:?}; its lists are {known:?}"))
        })
    }

    /// Puts a word on one of the character's lists; false if nothing changed.
    fn learn(&mut self, list: &str, word: &str) -> PyResult<bool> {
        self.words(list)?;
        Ok(self.inner.learn(list, senses::name("word", word)?))
    }
}
