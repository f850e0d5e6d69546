//! Characters from text and from files, with the texts they were read from: a mind that travels takes them along.

use crate::errors;
use piaget::mind;
use piaget::text::{Diagnostics, Source};
use piaget_sim::files::{Disk, Files, read_source};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// What a creature is like.
///
/// >>> import piaget
/// >>> dog = piaget.Character.parse('character "dog"\nbeliefs persist=30 { map }')
/// >>> dog.name
/// 'dog'
#[pyclass(module = "piaget._native", frozen)]
pub struct Character {
    pub inner: Arc<mind::Character>,
    source: Source,
    /// The texts that it includes.
    includes: BTreeMap<String, String>,
}

type Parts = (String, String, BTreeMap<String, String>);

impl Character {
    fn read(
        source: Source,
        mut find: impl FnMut(&str) -> Result<String, String>,
    ) -> Result<Self, Diagnostics> {
        let mut includes = BTreeMap::new();
        let inner = mind::Character::parse(&source, &mut |wanted| {
            let text = find(wanted)?;
            includes.insert(wanted.to_owned(), text.clone());
            Ok(Source::new(wanted, text))
        })?;
        Ok(Self { inner: Arc::new(inner), source, includes })
    }
}

impl Character {
    /// One that was read elsewhere: it has the texts that it was read from.
    pub fn of(inner: Arc<mind::Character>) -> Self {
        let mut texts = inner.texts.files().iter().cloned();
        let (name, text) = texts.next().unwrap_or_default();
        Self { source: Source::new(name, text), includes: texts.collect(), inner }
    }
}

#[pymethods]
impl Character {
    /// From a text; `includes` are the texts of files that it names.
    #[staticmethod]
    #[pyo3(signature = (text, name="character.kdl", includes=None))]
    fn parse(
        py: Python<'_>,
        text: &str,
        name: &str,
        includes: Option<BTreeMap<String, String>>,
    ) -> PyResult<Self> {
        let includes = includes.unwrap_or_default();
        let find = |wanted: &str| {
            includes
                .get(wanted)
                .cloned()
                .ok_or_else(|| "this text was not given; put it into `includes`".to_owned())
        };
        Self::read(Source::new(name, text), find).map_err(|found| errors::of_file(py, &found))
    }

    /// From a file; what it includes is looked for beside it, then above, up to the folder that holds `characters`.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let source = read_source(&path).map_err(|why| {
            let nothing = Source::new(path.display().to_string(), "");
            let problem = nothing.problem(0..0, format!("it cannot be read: {why}"), "check the path");
            errors::of_file(py, &Diagnostics(vec![problem]))
        })?;
        let disk = Disk::beside(&path);
        Self::read(source, |wanted| disk.read(wanted)).map_err(|found| errors::of_file(py, &found))
    }

    /// What it is called.
    #[getter]
    fn name(&self) -> &str {
        self.inner.name.as_str()
    }

    /// The text that it was read from.
    #[getter]
    fn text(&self) -> &str {
        &self.source.text
    }

    /// The texts of the files that it includes.
    #[getter]
    fn includes(&self) -> BTreeMap<String, String> {
        self.includes.clone()
    }

    /// The names of its actions, in the order of the file.
    #[getter]
    fn actions(&self) -> Vec<&str> {
        self.inner.decide.tuples().iter().map(|tuple| tuple.name.as_str()).collect()
    }

    fn __repr__(&self) -> String {
        format!("Character({:?} from {:?})", self.name(), self.source.name)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let own = slf.get();
        let parse = slf.py().get_type::<Self>().getattr("parse")?;
        Ok((parse, (own.source.text.clone(), own.source.name.clone(), own.includes.clone())))
    }
}
