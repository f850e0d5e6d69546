//! Arrays that Python gives, checked: shape, kind of numbers, finite. Whatever numpy can read as numbers is taken, and what other
//! libraries give by DLPack in the processor's memory; what already is a contiguous array of f32 is not copied.

use crate::errors;
use numpy::{
    Element, PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use piaget::terms::{Vec2, Vec3};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A dimension as it must be: so long, or any length.
#[derive(Clone, Copy)]
pub enum Dim {
    /// Exactly so long.
    Is(usize),
    /// However long.
    Any(&'static str),
    /// 2 (x, z) or 3 (x, y, z).
    Point,
}

impl Dim {
    fn takes(self, length: usize) -> bool {
        match self {
            Self::Is(wanted) => wanted == length,
            Self::Any(_) => true,
            Self::Point => length == 2 || length == 3,
        }
    }

    fn word(self) -> String {
        match self {
            Self::Is(wanted) => wanted.to_string(),
            Self::Any(name) => name.into(),
            Self::Point => "2 or 3".into(),
        }
    }
}

/// An array of finite numbers as f32, row by row.
pub fn floats<'py>(
    name: &str,
    given: &Bound<'py, PyAny>,
    shapes: &[&[Dim]],
) -> PyResult<PyReadonlyArrayDyn<'py, f32>> {
    let values = floats_or_nan(name, given, shapes)?;
    let flat = values.as_slice()?;
    if let Some(at) = flat.iter().position(|value| !value.is_finite()) {
        let index = index_of(at, values.shape());
        return Err(errors::value(format!("{name}[{index}] is {}; every number must be finite", flat[at])));
    }
    Ok(values)
}

/// The same where what is not a number means that there is none.
pub fn floats_or_nan<'py>(
    name: &str,
    given: &Bound<'py, PyAny>,
    shapes: &[&[Dim]],
) -> PyResult<PyReadonlyArrayDyn<'py, f32>> {
    let array = contiguous::<f32>(name, given, "float32", "fiu")?;
    check_shape(name, array.shape(), shapes)?;
    read(name, &array)
}

/// An array of yes and no.
pub fn flags<'py>(
    name: &str,
    given: &Bound<'py, PyAny>,
    shapes: &[&[Dim]],
) -> PyResult<PyReadonlyArrayDyn<'py, bool>> {
    let array = contiguous::<bool>(name, given, "bool", "b")?;
    check_shape(name, array.shape(), shapes)?;
    read(name, &yes_or_no(array)?)
}

/// The array, unless another thread is writing into it.
fn read<'py, T: Element>(
    name: &str,
    array: &Bound<'py, PyArrayDyn<T>>,
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    array.try_readonly().map_err(|_| {
        PyRuntimeError::new_err(format!("{name} is being written by another thread; give each its own array"))
    })
}

/// The same flags as ones and zeros. To numpy any byte that is not 0 is a yes, where an array was made by looking at bytes as
/// flags; to Rust only 1 is.
fn yes_or_no<'py>(flags: Bound<'py, PyArrayDyn<bool>>) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
    let bytes = flags.call_method1("view", ("uint8",))?.cast_into::<PyArrayDyn<u8>>()?;
    if read("an array of bool", &bytes)?.as_slice()?.iter().all(|byte| *byte <= 1) {
        return Ok(flags);
    }
    let clean = flags.py().import("numpy")?.call_method1("not_equal", (bytes, 0))?;
    Ok(clean.cast_into::<PyArrayDyn<bool>>()?)
}

fn contiguous<'py, T: Element>(
    name: &str,
    given: &Bound<'py, PyAny>,
    dtype: &str,
    kinds: &str,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let py = given.py();
    let numpy = py.import("numpy")?;
    let wrong = |found: String| {
        PyTypeError::new_err(format!(
            "{name} must be an array of {dtype}, or what numpy can read as one; {found}"
        ))
    };
    let read = if is_only_dlpack(given)? { "from_dlpack" } else { "asarray" };
    let plain = numpy.call_method1(read, (given,)).map_err(|why| {
        let error = wrong(format!("numpy cannot: {why}"));
        error.set_cause(py, Some(why));
        error
    })?;
    let kind: String = plain.getattr("dtype")?.getattr("kind")?.extract()?;
    if !kinds.contains(&kind) {
        let found: String = plain.getattr("dtype")?.str()?.extract()?;
        return Err(wrong(format!("it is of {found}")));
    }
    let options = PyDict::new(py);
    options.set_item("dtype", dtype)?;
    options.set_item("order", "C")?;
    let array = numpy.call_method("asarray", (plain,), Some(&options))?.cast_into::<PyArrayDyn<T>>()?;
    // What was cut out of other bytes may lie between two numbers.
    let array = if array.data().is_aligned() { array } else { array.call_method0("copy")?.cast_into()? };
    Ok(array)
}

/// Whether an array of another library can be had by DLPack alone: numpy's `asarray` does not try that.
fn is_only_dlpack(given: &Bound<'_, PyAny>) -> PyResult<bool> {
    if given.is_instance_of::<PyUntypedArray>() || !given.hasattr("__dlpack__")? {
        return Ok(false);
    }
    Ok(!given.hasattr("__array__")? && !given.hasattr("__array_interface__")?)
}

fn check_shape(name: &str, found: &[usize], shapes: &[&[Dim]]) -> PyResult<()> {
    let fits =
        |shape: &&[Dim]| shape.len() == found.len() && shape.iter().zip(found).all(|(dim, n)| dim.takes(*n));
    if shapes.iter().any(fits) {
        return Ok(());
    }
    let word = |shape: &[Dim]| {
        let dims: Vec<_> = shape.iter().map(|dim| dim.word()).collect();
        format!("({})", dims.join(", "))
    };
    let wanted: Vec<_> = shapes.iter().map(|shape| word(shape)).collect();
    Err(errors::value(format!("{name} has the shape {found:?}; it must be {}", wanted.join(" or "))))
}

fn index_of(mut at: usize, shape: &[usize]) -> String {
    let mut index = vec![0; shape.len()];
    for (slot, length) in index.iter_mut().zip(shape).rev() {
        (*slot, at) = (at % length.max(&1), at / length.max(&1));
    }
    index.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

/// A new array of so many rows, or the given one if it has this shape and can be written row by row.
pub fn rows<'py>(
    out: Option<&Bound<'py, PyAny>>,
    py: Python<'py>,
    n: usize,
    width: usize,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let Some(given) = out else { return Ok(PyArray2::zeros(py, [n, width], false)) };
    let wanted = format!("it must be an array of float32, ({n}, {width}), row by row");
    let Ok(array) = given.cast::<PyUntypedArray>() else {
        return Err(PyTypeError::new_err(format!("out is a {}; {wanted}", given.get_type().name()?)));
    };
    let Ok(rows) = array.cast::<PyArrayDyn<f32>>() else {
        return Err(PyTypeError::new_err(format!("out is an array of {}; {wanted}", array.dtype())));
    };
    if rows.shape() != [n, width] || !rows.is_c_contiguous() || !rows.data().is_aligned() {
        let layout = if rows.is_c_contiguous() { "" } else { ", not row by row" };
        return Err(errors::value(format!("out has the shape {:?}{layout}; {wanted}", rows.shape())));
    }
    if !given.getattr("flags")?.getattr("writeable")?.is_truthy()? {
        return Err(errors::value("out cannot be written: its flag `writeable` is False"));
    }
    Ok(rows.cast::<PyArray2<f32>>()?.clone())
}

/// Points of two (x, z) or three (x, y, z) numbers.
pub struct Points<'a> {
    flat: &'a [f32],
    width: usize,
}

impl<'a> Points<'a> {
    /// Of a checked array whose last dimension is [`Dim::Point`].
    pub fn new(flat: &'a [f32], shape: &[usize]) -> Self {
        Self { flat, width: shape.last().copied().unwrap_or(3) }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.flat.len() / self.width
    }

    /// One of them; the ground lies at height 0.
    pub fn at(&self, index: usize) -> Vec3 {
        let point = &self.flat[index * self.width..(index + 1) * self.width];
        match *point {
            [x, z] => Vec3::new(x, 0.0, z),
            [x, y, z] => Vec3::new(x, y, z),
            _ => Vec3::ZERO,
        }
    }
}

/// One point of two or three numbers.
pub fn point(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec3> {
    // A tuple or list, the usual case, needs no array.
    if let Ok((x, y, z)) = given.extract::<(f32, f32, f32)>() {
        return finite(name, Vec3::new(x, y, z));
    }
    if let Ok((x, z)) = given.extract::<(f32, f32)>() {
        return finite(name, Vec3::new(x, 0.0, z));
    }
    let array = floats(name, given, &[&[Dim::Point]])?;
    let point = Points::new(array.as_slice()?, array.shape()).at(0);
    Ok(point)
}

/// A point on the ground.
pub fn place(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec2> {
    let point = point(name, given)?;
    Ok(Vec2::new(point.x, point.z))
}

fn finite(name: &str, point: Vec3) -> PyResult<Vec3> {
    match point.is_finite() {
        true => Ok(point),
        false => Err(errors::value(format!("{name} is {point}; every number must be finite"))),
    }
}

/// A finite number.
pub fn number(name: &str, value: f32) -> PyResult<f32> {
    match value.is_finite() {
        true => Ok(value),
        false => Err(errors::value(format!("{name} is {value}; it must be finite"))),
    }
}

/// A number above zero.
pub fn positive(name: &str, value: f32) -> PyResult<f32> {
    match value.is_finite() && value > 0.0 {
        true => Ok(value),
        false => Err(errors::value(format!("{name} is {value}; it must be a number above 0"))),
    }
}

/// A length, a time or a speed: a finite number that is not below zero.
pub fn amount(name: &str, value: f32) -> PyResult<f32> {
    match value.is_finite() && value >= 0.0 {
        true => Ok(value),
        false => Err(errors::value(format!("{name} is {value}; it must be a number from 0 on"))),
    }
}

/// A share or a probability.
pub fn share(name: &str, value: f32) -> PyResult<f32> {
    match (0.0..=1.0).contains(&value) {
        true => Ok(value),
        false => Err(errors::value(format!("{name} is {value}; it must be 0 to 1"))),
    }
}

/// A whole number from 0 on.
pub fn whole(name: &str, given: &Bound<'_, PyAny>) -> PyResult<u64> {
    given.extract().map_err(|_| {
        let found = given.repr().map_or_else(|_| "not a number".into(), |text| text.to_string());
        errors::value(format!("{name} is {found}; it must be a whole number from 0 to 2**64 - 1"))
    })
}

/// A seed, where one is given.
pub fn seed(given: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    (!given.is_none()).then(|| whole("seed", given)).transpose()
}

/// How many of something there are to be.
pub fn count(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole("n", given)
}

/// A number of threads, where one is given.
pub fn threads(given: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    const MOST: u64 = 1024;
    if given.is_none() {
        return Ok(None);
    }
    match whole("threads", given)? {
        count @ 1..=MOST => Ok(Some(count as usize)),
        count => Err(errors::value(format!("threads is {count}; it must be 1 to {MOST}"))),
    }
}

/// One of so many things, counted from 0.
pub fn index(what: &str, index: i64, count: usize) -> PyResult<usize> {
    let found = usize::try_from(index).ok().filter(|index| *index < count);
    found.ok_or_else(|| PyIndexError::new_err(format!("there is no {what} {index} of {count}")))
}

/// A time since the beginning. What is later than thirty thousand years is a mistake, and its differences would leave the range
/// of numbers.
pub fn time(name: &str, value: f64) -> PyResult<f64> {
    const LATEST_S: f64 = 1e12;
    match (0.0..=LATEST_S).contains(&value) {
        true => Ok(value),
        false => Err(errors::value(format!("{name} is {value}; it must be a number from 0 to {LATEST_S}"))),
    }
}
