//! Mistakes as Python exceptions. The classes are Python's own (`piaget/_errors.py`): an abi3 module cannot add fields to one.

use piaget::text::{Diagnostic, Diagnostics};
use pyo3::call::PyCallArgs;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fmt::Display;

/// `FileError` with every mistake of a file: file, line, column, what is wrong, what would be right.
pub fn of_file(py: Python<'_>, found: &Diagnostics) -> PyErr {
    let told: Vec<_> = found.0.iter().map(told).collect();
    raise(py, "FileError", (told,))
}

fn told(one: &Diagnostic) -> (String, usize, usize, String, String) {
    (one.file.clone(), one.line, one.column, one.message.clone(), one.hint.clone())
}

/// `SavedError`: bytes that are not what was saved here, or of another version or character.
pub fn of_saved(py: Python<'_>, what: &impl Display) -> PyErr {
    raise(py, "SavedError", (what.to_string(),))
}

/// `ClosedError`: used after it was closed.
pub fn closed(py: Python<'_>, what: &str) -> PyErr {
    raise(py, "ClosedError", (format!("this {what} was closed; make another one"),))
}

/// `ValueError` with a sentence.
pub fn value(what: impl Display) -> PyErr {
    PyValueError::new_err(what.to_string())
}

fn raise<'py>(py: Python<'py>, class: &str, arguments: impl PyCallArgs<'py>) -> PyErr {
    let class = py.import("piaget._errors").and_then(|errors| errors.getattr(class));
    class.and_then(|class| class.call1(arguments)).map_or_else(|error| error, PyErr::from_value)
}

/// A digest of bytes, seeded with the one before: the same function that digests of runs are made with.
///
/// >>> import piaget
/// >>> piaget.digest_of(b"a", piaget.digest_of(b"b")) != piaget.digest_of(b"ab")
/// True
#[pyfunction]
#[pyo3(signature = (bytes, before=0))]
pub fn digest_of(bytes: &[u8], before: u64) -> u64 {
    xxhash_rust::xxh3::xxh3_64_with_seed(bytes, before)
}
