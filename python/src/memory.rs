//! What-where memory alone: where things are usually kept, and in which order to look.

use crate::{arrays, callback, errors, packed, senses};
use numpy::{PyArray1, ToPyArray};
use piaget::memory::{self, House, MemoryConfig, ObjectName, PlaceId, SearchOrder, What};
use piaget::terms::Name;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Where things are kept.
///
/// >>> import piaget
/// >>> memory = piaget.Memory('place "home" { place "desk"; place "sofa" }')
/// >>> memory.found("pen", "sofa", now_s=0.0)
/// >>> memory.order("pen", now_s=60.0)[0][0]
/// 'sofa'
#[pyclass(module = "piaget._native")]
pub struct Memory {
    inner: memory::Memory,
}

impl Memory {
    /// A memory that a mind has.
    pub fn of(inner: memory::Memory) -> Self {
        Self { inner }
    }

    fn place(&self, name: &str) -> PyResult<PlaceId> {
        self.inner.house().find(name).ok_or_else(|| {
            let names: Vec<&str> = self.inner.house().names().map(Name::as_str).collect();
            let hint = piaget::text::nearest(name, names);
            let hint = hint.map_or(String::new(), |near| format!("; did you mean {near:?}?"));
            errors::value(format!("there is no place {name:?}{hint}"))
        })
    }

    fn name_of(&self, place: PlaceId) -> String {
        self.inner.house()[place].name.to_string()
    }
}

/// What is meant; words before the kind are its colour.
fn what(object: &str, kind: Option<&str>) -> PyResult<What> {
    let object = senses::name("object", object)?;
    let kind = kind.map(|kind| senses::name("kind", kind)).transpose()?.unwrap_or(object);
    Ok(What { object: ObjectName::of_words(object.as_str(), kind), kind })
}

fn time(now_s: f64) -> PyResult<f64> {
    arrays::time("now_s", now_s)
}

#[pymethods]
impl Memory {
    /// A memory of the places that a text describes: `place "home" { place "desk"; place "sofa" }`.
    #[new]
    #[pyo3(signature = (places, name="places.kdl"))]
    fn new(py: Python<'_>, places: &str, name: &str) -> PyResult<Self> {
        let house = House::from_text(name, places).map_err(|found| errors::of_file(py, &found))?;
        Ok(Self { inner: memory::Memory::new(house, MemoryConfig::default()) })
    }

    /// The specific places, in the order of `chances`.
    #[getter]
    fn places(&self) -> Vec<String> {
        self.inner.house().leaves().iter().map(|place| self.name_of(*place)).collect()
    }

    /// A thing was found at a place.
    #[pyo3(signature = (object, place, now_s, kind=None))]
    fn found(&mut self, object: &str, place: &str, now_s: f64, kind: Option<&str>) -> PyResult<()> {
        self.inner.found(what(object, kind)?, self.place(place)?, time(now_s)?);
        Ok(())
    }

    /// A thing was looked for at a place, and was not there.
    #[pyo3(signature = (object, place, now_s, kind=None))]
    fn missed(&mut self, object: &str, place: &str, now_s: f64, kind: Option<&str>) -> PyResult<()> {
        self.inner.missed(what(object, kind)?, self.place(place)?, time(now_s)?);
        Ok(())
    }

    /// Somebody said that a thing is at a place, or is not there; whose word has been right is trusted more.
    #[pyo3(signature = (object, place, now_s, kind=None, *, by=None, there=true))]
    fn told(
        &mut self,
        object: &str,
        place: &str,
        now_s: f64,
        kind: Option<&str>,
        by: Option<&str>,
        there: bool,
    ) -> PyResult<()> {
        let by = by.map(|by| senses::name("by", by)).transpose()?.unwrap_or_default();
        self.inner.told_by(by, what(object, kind)?, self.place(place)?, there, time(now_s)?);
        Ok(())
    }

    /// How far the word of somebody is trusted, 0 to 1.
    fn trust_in(&self, who: &str) -> PyResult<f32> {
        Ok(self.inner.trust_in(senses::name("who", who)?))
    }

    /// A thing was found in another one, or with somebody, at a place: where the holder goes, it goes.
    #[pyo3(signature = (object, holder, place, now_s, kind=None))]
    fn found_in(
        &mut self,
        object: &str,
        holder: &str,
        place: &str,
        now_s: f64,
        kind: Option<&str>,
    ) -> PyResult<()> {
        self.inner.found_in(what(object, kind)?, what(holder, None)?, self.place(place)?, time(now_s)?);
        Ok(())
    }

    /// The things that it remembers.
    #[getter]
    fn objects(&self) -> Vec<String> {
        self.inner.objects().map(|(what, _)| what.object.to_string()).collect()
    }

    /// Where and when a thing was seen last; nothing for one that never was.
    #[pyo3(signature = (object, kind=None))]
    fn last_seen(&self, object: &str, kind: Option<&str>) -> PyResult<Option<(String, f64)>> {
        let seen = self.inner.last_seen(what(object, kind)?.object);
        Ok(seen.map(|(place, at_s)| (self.name_of(place), at_s)))
    }

    /// Where a thing was, as far as that is remembered one by one: the place, from when and to when.
    #[pyo3(signature = (object, kind=None))]
    fn stays(&self, object: &str, kind: Option<&str>) -> PyResult<Vec<(String, f64, f64)>> {
        let stays = self.inner.stays(what(object, kind)?.object);
        Ok(stays.iter().map(|stay| (self.name_of(stay.place), stay.from_s, stay.to_s())).collect())
    }

    /// The chance that a thing is put elsewhere, or back where it is kept, between two times.
    #[pyo3(signature = (object, from_s, to_s, kind=None))]
    fn moved_between(&self, object: &str, from_s: f64, to_s: f64, kind: Option<&str>) -> PyResult<f32> {
        Ok(self.inner.moved_between(what(object, kind)?, time(from_s)?, time(to_s)?))
    }

    /// The chance that a thing is at each of `places` now.
    #[pyo3(signature = (object, now_s, kind=None))]
    fn chances<'py>(
        &self,
        py: Python<'py>,
        object: &str,
        now_s: f64,
        kind: Option<&str>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let mut chances = Vec::new();
        self.inner.chances(what(object, kind)?, time(now_s)?, &mut chances);
        Ok(chances.to_pyarray(py))
    }

    /// In which order to look for a thing: places with their chances, the most chance per look first. With `travel`, a
    /// function of two names (the first is `None` where the seeker stands) that says what it costs to go there in looks.
    #[pyo3(signature = (object, now_s, kind=None, travel=None))]
    fn order(
        &self,
        object: &str,
        now_s: f64,
        kind: Option<&str>,
        travel: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<(String, f32)>> {
        let (what, now_s) = (what(object, kind)?, time(now_s)?);
        let plain = self.inner.order(what, now_s);
        let Some(travel) = travel else {
            return Ok(plain.iter().map(|(place, chance)| (self.name_of(*place), *chance)).collect());
        };
        let failed = std::cell::RefCell::new(None);
        let cost = |from: Option<PlaceId>, to: PlaceId| {
            let asked = callback::call(travel, (from.map(|from| self.name_of(from)), self.name_of(to)));
            let cost = asked.and_then(|cost| arrays::amount("what travel returned", cost.extract()?));
            cost.unwrap_or_else(|error| {
                failed.borrow_mut().get_or_insert(error);
                0.0
            })
        };
        let order = self.inner.order_with_travel(&mut SearchOrder::default(), what, now_s, cost);
        if let Some(error) = failed.into_inner() {
            return Err(error);
        }
        let chance =
            |place: PlaceId| plain.iter().find(|(one, _)| *one == place).map_or(0.0, |(_, chance)| *chance);
        Ok(order.into_iter().map(|place| (self.name_of(place), chance(place))).collect())
    }

    /// How sure it is where a thing is: 1 when one place has all the chance, 0 when every place is as likely.
    #[pyo3(signature = (object, now_s, kind=None))]
    fn sureness(&self, object: &str, now_s: f64, kind: Option<&str>) -> PyResult<f32> {
        Ok(self.inner.sureness(what(object, kind)?, time(now_s)?))
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }

    fn __repr__(&self) -> String {
        format!("Memory({} things, {} places)", self.inner.len(), self.inner.house().leaves().len())
    }

    #[staticmethod]
    fn _from_bytes(py: Python<'_>, bytes: &[u8]) -> PyResult<Self> {
        let inner: memory::Memory = packed::unpack(py, "Memory", bytes)?;
        inner.validate(&MemoryConfig::default()).map_err(|why| errors::of_saved(py, &why))?;
        Ok(Self { inner })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let (py, own) = (slf.py(), slf.try_borrow()?);
        let bytes = packed::pack(py, "Memory", &own.inner)?;
        Ok((py.get_type::<Self>().getattr("_from_bytes")?, (bytes,)))
    }
}
