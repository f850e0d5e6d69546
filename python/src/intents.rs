//! Intents as Python data: a dictionary for one mind, columns for many.

use numpy::{PyArrayMethods, ToPyArray};
use piaget::terms::{Intent, Name, Object, Vec3};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A place as Python has it.
pub fn place(at: Vec3) -> (f32, f32, f32) {
    (at.x, at.y, at.z)
}

/// What one mind intends.
pub fn dict<'py>(py: Python<'py>, intent: &Intent) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("gaze", intent.gaze.map(|gaze| place(gaze.at)))?;
    let travel = intent.travel.map(|travel| {
        let dict = PyDict::new(py);
        dict.set_item("towards", place(travel.towards))?;
        dict.set_item("goal", place(travel.goal))?;
        dict.set_item("speed_m_per_s", travel.speed_m_per_s)?;
        dict.set_item("arrive_within_m", travel.arrive_within_m)?;
        PyResult::Ok(dict)
    });
    dict.set_item("travel", travel.transpose()?)?;
    let movement = intent.movement.map(|movement| {
        let dict = PyDict::new(py);
        dict.set_item("name", movement.name.as_str())?;
        dict.set_item("object", movement.object.map(|object| self::object(py, &object)).transpose()?)?;
        PyResult::Ok(dict)
    });
    dict.set_item("movement", movement.transpose()?)?;
    let face = PyDict::new(py);
    for (emotion, weight) in &intent.expression {
        face.set_item(emotion.as_str(), weight)?;
    }
    dict.set_item("expression", face)?;
    dict.set_item("utterance", intent.utterance.as_ref().map(|words| words.as_str()))?;
    dict.set_item("because", intent.because.as_deref())?;
    Ok(dict)
}

fn object<'py>(py: Python<'py>, object: &Object) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("seen_as", object.seen_as.map(|id| id.0))?;
    dict.set_item("kind", object.kind.as_deref())?;
    dict.set_item("position", place(object.position))?;
    Ok(dict)
}

/// What one mind of many intends, in numbers: absent is NaN.
#[derive(Clone, Copy)]
pub struct Row {
    pub gaze: Vec3,
    pub towards: Vec3,
    pub goal: Vec3,
    pub speed_m_per_s: f32,
    pub because: Option<Name>,
    pub movement: Option<Name>,
}

impl Row {
    pub const NOTHING: Self = Self {
        gaze: Vec3::NAN,
        towards: Vec3::NAN,
        goal: Vec3::NAN,
        speed_m_per_s: 0.0,
        because: None,
        movement: None,
    };

    pub fn new(intent: &Intent) -> Self {
        let travel = intent.travel.as_ref();
        Self {
            gaze: intent.gaze.map_or(Vec3::NAN, |gaze| gaze.at),
            towards: travel.map_or(Vec3::NAN, |travel| travel.towards),
            goal: travel.map_or(Vec3::NAN, |travel| travel.goal),
            speed_m_per_s: travel.map_or(0.0, |travel| travel.speed_m_per_s),
            because: intent.because,
            movement: intent.movement.map(|movement| movement.name),
        }
    }
}

/// All of them as columns; names become numbers in a list that grows.
pub fn columns<'py>(py: Python<'py>, rows: &[Row], words: &mut Vec<Name>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let points = |of: fn(&Row) -> Vec3| {
        let flat: Vec<f32> = rows.iter().flat_map(|row| of(row).to_array()).collect();
        flat.to_pyarray(py).reshape([rows.len(), 3])
    };
    dict.set_item("gaze", points(|row| row.gaze)?)?;
    dict.set_item("towards", points(|row| row.towards)?)?;
    dict.set_item("goal", points(|row| row.goal)?)?;
    let speeds: Vec<f32> = rows.iter().map(|row| row.speed_m_per_s).collect();
    dict.set_item("speed_m_per_s", speeds.to_pyarray(py))?;
    let mut number = |name: Option<Name>| -> i32 {
        let Some(name) = name else { return -1 };
        let known = words.iter().position(|word| *word == name);
        known.unwrap_or_else(|| {
            words.push(name);
            words.len() - 1
        }) as i32
    };
    let because: Vec<i32> = rows.iter().map(|row| number(row.because)).collect();
    let movement: Vec<i32> = rows.iter().map(|row| number(row.movement)).collect();
    dict.set_item("because", because.to_pyarray(py))?;
    dict.set_item("movement", movement.to_pyarray(py))?;
    Ok(dict)
}
