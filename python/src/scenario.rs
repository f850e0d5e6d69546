//! Scenarios from text and from files, with the files they name: a scenario that travels takes them along.

use crate::terrain::Terrain;
use crate::{arrays, errors};
use piaget::text::{Diagnostics, Source};
use piaget_sim::files::{Disk, Files, Kept, read_source};
use piaget_sim::{self as sim, Choice};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A world with its creatures and a timeline, ready to be played.
///
/// >>> import piaget
/// >>> piaget.load_scenario("two-walls", seed=3, set={"tick": 60}).tick_hz
/// 60.0
#[pyclass(module = "piaget._native", frozen)]
pub struct Scenario {
    pub inner: sim::Scenario,
}

type Parts = (String, String, BTreeMap<String, String>, BTreeMap<String, Vec<u8>>, u64);

impl Scenario {
    fn read(py: Python<'_>, source: &Source, files: &(dyn Files + Sync), choice: &Choice) -> PyResult<Self> {
        let read = py.detach(|| sim::Scenario::load(source, files, choice));
        read.map(|inner| Self { inner }).map_err(|found| errors::of_file(py, &found))
    }
}

fn choice(seed: Option<u64>, set: Option<BTreeMap<String, Bound<'_, PyAny>>>) -> PyResult<Choice> {
    let one = |(path, value): (String, Bound<'_, PyAny>)| {
        let text = value.str()?.to_string();
        // Python's own and those of numpy.
        let is_flag = !value.is_instance_of::<PyString>() && (text == "True" || text == "False");
        let text = if is_flag { format!("#{}", text.to_lowercase()) } else { text };
        PyResult::Ok(format!("{path}={text}"))
    };
    let set = set.unwrap_or_default().into_iter().map(one).collect::<PyResult<_>>()?;
    Ok(Choice { seed, set })
}

#[pymethods]
impl Scenario {
    /// From a file. `set` changes values by path, as `--set` does: `{"thing.sheep.at.x": 3}`.
    #[staticmethod]
    #[pyo3(signature = (path, seed=None, set=None))]
    fn load(
        py: Python<'_>,
        path: PathBuf,
        #[pyo3(from_py_with = arrays::seed)] seed: Option<u64>,
        set: Option<BTreeMap<String, Bound<'_, PyAny>>>,
    ) -> PyResult<Self> {
        let source = read_source(&path).map_err(|why| {
            let nothing = Source::new(path.display().to_string(), "");
            let problem = nothing.problem(0..0, format!("it cannot be read: {why}"), "check the path");
            errors::of_file(py, &Diagnostics(vec![problem]))
        })?;
        Self::read(py, &source, &Disk::beside(&path), &choice(seed, set)?)
    }

    /// From a text; `files` are the texts of the characters and places that it names, `models` the bytes of bodies.
    #[staticmethod]
    #[pyo3(signature = (text, name="scenario.kdl", files=None, models=None, seed=None, set=None))]
    fn parse(
        py: Python<'_>,
        text: &str,
        name: &str,
        files: Option<BTreeMap<String, String>>,
        models: Option<BTreeMap<String, Vec<u8>>>,
        #[pyo3(from_py_with = arrays::seed)] seed: Option<u64>,
        set: Option<BTreeMap<String, Bound<'_, PyAny>>>,
    ) -> PyResult<Self> {
        let kept = Kept(files.unwrap_or_default(), models.unwrap_or_default());
        Self::read(py, &Source::new(name, text), &kept, &choice(seed, set)?)
    }

    /// What it is called.
    #[getter]
    fn name(&self) -> &str {
        self.inner.name.as_str()
    }

    /// What it shows, in a sentence.
    #[getter]
    fn shows(&self) -> &str {
        &self.inner.shows
    }

    /// What decides every chance in it.
    #[getter]
    fn seed(&self) -> u64 {
        self.inner.seed
    }

    /// Ticks per second.
    #[getter]
    fn tick_hz(&self) -> f32 {
        self.inner.tick_hz
    }

    /// How many ticks it plays.
    #[getter]
    fn ticks(&self) -> u64 {
        self.inner.ticks()
    }

    /// The names of its creatures.
    #[getter]
    fn creatures(&self) -> Vec<&str> {
        self.inner.creatures.iter().map(|plan| plan.name.as_str()).collect()
    }

    /// The names of its things.
    #[getter]
    fn things(&self) -> Vec<&str> {
        self.inner.things.iter().map(|thing| thing.name.as_str()).collect()
    }

    /// Its ground.
    #[getter]
    fn terrain(&self) -> Terrain {
        Terrain::of(self.inner.terrain.clone())
    }

    /// Its text, with every setting and variation written into it.
    #[getter]
    fn text(&self) -> &str {
        &self.inner.text.text
    }

    fn __repr__(&self) -> String {
        format!("Scenario({:?}, seed {}, {} ticks)", self.name(), self.seed(), self.ticks())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let own = &slf.get().inner;
        let Kept(files, models) = own.files.clone();
        let parse = slf.py().get_type::<Self>().getattr("parse")?;
        Ok((parse, (own.text.text.clone(), own.text.name.clone(), files, models, own.seed)))
    }
}
