//! Whatever has serde's traits as plain Python data: dictionaries, lists, tuples, numbers, words.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyNone, PyString, PyTuple};
use serde::ser::{self, Serialize};
use std::fmt;

/// The value as Python would write it.
pub fn plain<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    value.serialize(ToPython(py)).map_err(|Failed(error)| error)
}

/// What Python said when it could not make a value.
#[derive(Debug)]
struct Failed(PyErr);

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Failed {}

impl ser::Error for Failed {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(crate::errors::value(message))
    }
}

impl From<PyErr> for Failed {
    fn from(error: PyErr) -> Self {
        Self(error)
    }
}

type Made<'py> = Result<Bound<'py, PyAny>, Failed>;

#[derive(Clone, Copy)]
struct ToPython<'py>(Python<'py>);

impl<'py> ToPython<'py> {
    fn of(self, value: impl IntoPyObjectExt<'py>) -> Made<'py> {
        Ok(value.into_bound_py_any(self.0)?)
    }
}

/// A list or a tuple that grows; with the variant that it belongs to, if any.
struct Row<'py> {
    py: Python<'py>,
    items: Vec<Bound<'py, PyAny>>,
    is_tuple: bool,
    variant: Option<&'static str>,
}

impl<'py> Row<'py> {
    fn new(py: Python<'py>, is_tuple: bool, variant: Option<&'static str>) -> Self {
        Self { py, items: Vec::new(), is_tuple, variant }
    }

    fn push(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Failed> {
        self.items.push(value.serialize(ToPython(self.py))?);
        Ok(())
    }

    fn finish(self) -> Made<'py> {
        let made = match self.is_tuple {
            true => PyTuple::new(self.py, self.items)?.into_any(),
            false => PyList::new(self.py, self.items)?.into_any(),
        };
        named(self.py, self.variant, made)
    }
}

/// A dictionary that grows.
struct Fields<'py> {
    dict: Bound<'py, PyDict>,
    key: Option<Bound<'py, PyAny>>,
    variant: Option<&'static str>,
}

impl<'py> Fields<'py> {
    fn new(py: Python<'py>, variant: Option<&'static str>) -> Self {
        Self { dict: PyDict::new(py), key: None, variant }
    }

    fn set(&mut self, key: &'static str, value: &(impl Serialize + ?Sized)) -> Result<(), Failed> {
        Ok(self.dict.set_item(key, value.serialize(ToPython(self.dict.py()))?)?)
    }

    fn finish(self) -> Made<'py> {
        named(self.dict.py(), self.variant, self.dict.clone().into_any())
    }
}

fn named<'py>(py: Python<'py>, variant: Option<&'static str>, value: Bound<'py, PyAny>) -> Made<'py> {
    let Some(variant) = variant else { return Ok(value) };
    let dict = PyDict::new(py);
    dict.set_item(variant, value)?;
    Ok(dict.into_any())
}

macro_rules! numbers {
    ($($method:ident $kind:ty),*) => {
        $(fn $method(self, value: $kind) -> Made<'py> { self.of(value) })*
    };
}

impl<'py> ser::Serializer for ToPython<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = Failed;
    type SerializeSeq = Row<'py>;
    type SerializeTuple = Row<'py>;
    type SerializeTupleStruct = Row<'py>;
    type SerializeTupleVariant = Row<'py>;
    type SerializeMap = Fields<'py>;
    type SerializeStruct = Fields<'py>;
    type SerializeStructVariant = Fields<'py>;

    numbers!(serialize_bool bool, serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64, serialize_f32 f32,
        serialize_f64 f64, serialize_char char);

    fn serialize_str(self, value: &str) -> Made<'py> {
        Ok(PyString::new(self.0, value).into_any())
    }
    fn serialize_bytes(self, value: &[u8]) -> Made<'py> {
        Ok(PyBytes::new(self.0, value).into_any())
    }
    fn serialize_none(self) -> Made<'py> {
        Ok(PyNone::get(self.0).to_owned().into_any())
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Made<'py> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Made<'py> {
        self.serialize_none()
    }
    fn serialize_unit_struct(self, _: &'static str) -> Made<'py> {
        self.serialize_none()
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Made<'py> {
        self.serialize_str(variant)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Made<'py> {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Made<'py> {
        named(self.0, Some(variant), value.serialize(self)?)
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Row<'py>, Failed> {
        Ok(Row::new(self.0, false, None))
    }
    fn serialize_tuple(self, _: usize) -> Result<Row<'py>, Failed> {
        Ok(Row::new(self.0, true, None))
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Row<'py>, Failed> {
        Ok(Row::new(self.0, true, None))
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Row<'py>, Failed> {
        Ok(Row::new(self.0, true, Some(variant)))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Fields<'py>, Failed> {
        Ok(Fields::new(self.0, None))
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields<'py>, Failed> {
        Ok(Fields::new(self.0, None))
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Fields<'py>, Failed> {
        Ok(Fields::new(self.0, Some(variant)))
    }
}

macro_rules! rows {
    ($($kind:ident $method:ident),*) => {$(
        impl<'py> ser::$kind for Row<'py> {
            type Ok = Bound<'py, PyAny>;
            type Error = Failed;
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failed> { self.push(value) }
            fn end(self) -> Made<'py> { self.finish() }
        }
    )*};
}

rows!(SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field);

macro_rules! fields {
    ($($kind:ident),*) => {$(
        impl<'py> ser::$kind for Fields<'py> {
            type Ok = Bound<'py, PyAny>;
            type Error = Failed;
            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Failed> {
                self.set(key, value)
            }
            fn end(self) -> Made<'py> { self.finish() }
        }
    )*};
}

fields!(SerializeStruct, SerializeStructVariant);

impl<'py> ser::SerializeMap for Fields<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = Failed;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Failed> {
        self.key = Some(key.serialize(ToPython(self.dict.py()))?);
        Ok(())
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failed> {
        let value = value.serialize(ToPython(self.dict.py()))?;
        let key =
            self.key.take().ok_or_else(|| <Failed as ser::Error>::custom("a value came before its key"))?;
        Ok(self.dict.set_item(key, value)?)
    }
    fn end(self) -> Made<'py> {
        self.finish()
    }
}
