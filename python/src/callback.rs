//! Functions of Python that are called from here.

use pyo3::call::PyCallArgs;
use pyo3::exceptions::PyRecursionError;
use pyo3::prelude::*;
use std::cell::Cell;

/// So many functions may be at work within one another: one that steps another mind, which asks a function in turn, takes more
/// of the stack than Python's own limit of recursion knows of.
const MOST_NESTED: u32 = 32;

thread_local! {
    static NESTED: Cell<u32> = const { Cell::new(0) };
}

/// One function at work, until it is dropped.
struct Entered;

impl Entered {
    fn new() -> PyResult<Self> {
        let nested = NESTED.get();
        if nested >= MOST_NESTED {
            return Err(PyRecursionError::new_err(format!(
                "{MOST_NESTED} functions that piaget calls are at work within one another; what they call must end somewhere"
            )));
        }
        NESTED.set(nested + 1);
        Ok(Self)
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        NESTED.set(NESTED.get() - 1);
    }
}

/// Calls a function of Python.
pub fn call<'py>(
    function: &Bound<'py, PyAny>,
    arguments: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let _entered = Entered::new()?;
    function.call1(arguments)
}
