//! Senses from plain Python data: dictionaries with the fields that `piaget/_types.py` lists. What is unknown or does not fit
//! is told with its place.

use crate::{arrays, errors};
use piaget::terms::{
    BodySense, Effector, EffectorSighting, Extent, Feature, FeatureValue, HostId, MovementSense,
    MovementStage, Name, Occlusion, Sighting, Sound, Told, Utterance,
};
use piaget::text::nearest;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator};

/// The most sightings, and the most sounds, that one tick takes in: a generator without an end must not fill the memory.
const MOST_AT_ONCE: usize = 65_536;

/// A name of at most 28 bytes.
pub fn name(what: &str, text: &str) -> PyResult<Name> {
    if text.is_empty() {
        return Err(errors::value(format!("{what} is an empty name")));
    }
    Name::new(text).map_err(|why| errors::value(format!("{what}: {why}")))
}

fn utterance(what: &str, text: &str) -> PyResult<Utterance> {
    Utterance::from(text)
        .map_err(|_| errors::value(format!("{what} has {} bytes; at most 60 can be heard", text.len())))
}

/// A dictionary whose fields are asked for by name.
struct Plain<'a, 'py> {
    place: String,
    dict: &'a Bound<'py, PyDict>,
}

impl<'a, 'py> Plain<'a, 'py> {
    fn new(place: String, given: &'a Bound<'py, PyAny>, known: &[&'static str]) -> PyResult<Self> {
        let dict = given.cast::<PyDict>().map_err(|_| {
            PyTypeError::new_err(format!(
                "{place} is {}; it must be a dictionary with {}",
                kind_of(given),
                known.join(", ")
            ))
        })?;
        for key in dict.keys() {
            let key: String = key.extract().map_err(|_| {
                PyTypeError::new_err(format!("{place} has the field {key:?}; fields are named by words"))
            })?;
            if !known.contains(&key.as_str()) {
                let hint = nearest(&key, known.iter().copied());
                let hint = hint.map_or(format!("known are {}", known.join(", ")), |word| {
                    format!("did you mean {word:?}?")
                });
                return Err(errors::value(format!("{place} has an unknown field {key:?}; {hint}")));
            }
        }
        Ok(Self { place, dict })
    }

    fn path(&self, field: &str) -> String {
        format!("{}[{field:?}]", self.place)
    }

    fn get(&self, field: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.dict.get_item(field)?.filter(|value| !value.is_none()))
    }

    fn need(&self, field: &str) -> PyResult<Bound<'py, PyAny>> {
        self.get(field)?.ok_or_else(|| errors::value(format!("{} is missing", self.path(field))))
    }

    fn number(&self, field: &str) -> PyResult<Option<f32>> {
        let Some(value) = self.get(field)? else { return Ok(None) };
        let wrong = |_| PyTypeError::new_err(format!("{} must be a number", self.path(field)));
        arrays::number(&self.path(field), value.extract().map_err(wrong)?).map(Some)
    }

    fn name(&self, field: &str) -> PyResult<Option<Name>> {
        self.text(field)?.map(|text| name(&self.path(field), &text)).transpose()
    }

    fn whole(&self, field: &str) -> PyResult<Option<u32>> {
        let Some(value) = self.get(field)? else { return Ok(None) };
        let given = arrays::whole(&self.path(field), &value)?;
        let large =
            |_| errors::value(format!("{} is {given}; it must be at most {}", self.path(field), u32::MAX));
        given.try_into().map(Some).map_err(large)
    }

    /// A length or a share: not below 0, and 0 where nothing is said.
    fn amount(&self, field: &str) -> PyResult<f32> {
        let value = self.number(field)?.unwrap_or(0.0);
        match value >= 0.0 {
            true => Ok(value),
            false => Err(errors::value(format!("{} is {value}; it must not be below 0", self.path(field)))),
        }
    }

    fn text(&self, field: &str) -> PyResult<Option<String>> {
        let Some(value) = self.get(field)? else { return Ok(None) };
        let wrong = |_| PyTypeError::new_err(format!("{} must be a word", self.path(field)));
        value.extract().map(Some).map_err(wrong)
    }

    fn flag(&self, field: &str) -> PyResult<Option<bool>> {
        let Some(value) = self.get(field)? else { return Ok(None) };
        let wrong = |_| PyTypeError::new_err(format!("{} must be True or False", self.path(field)));
        value.extract().map(Some).map_err(wrong)
    }
}

const BODY: [&str; 10] = [
    "position",
    "yaw",
    "head_yaw",
    "head_pitch",
    "velocity",
    "blocked",
    "holding",
    "ate",
    "movement",
    "effectors",
];

/// The own body: a dictionary, or only where it stands.
pub fn body(given: &Bound<'_, PyAny>) -> PyResult<BodySense> {
    if !given.is_instance_of::<PyDict>() {
        let at = arrays::point("body", given).map_err(|why| {
            match why.is_instance_of::<PyTypeError>(given.py()) {
                true => PyTypeError::new_err(format!(
                    "body is {}; it must be a place, (x, z) or (x, y, z), or a dictionary with {}",
                    kind_of(given),
                    BODY.join(", ")
                )),
                false => why,
            }
        })?;
        return Ok(BodySense::standing(at, 0.0));
    }
    let plain = Plain::new("body".into(), given, &BODY)?;
    let at = arrays::point(&plain.path("position"), &plain.need("position")?)?;
    let mut body = BodySense::standing(at, plain.number("yaw")?.unwrap_or(0.0));
    body.head_yaw = plain.number("head_yaw")?.unwrap_or(0.0);
    body.head_pitch = plain.number("head_pitch")?.unwrap_or(0.0);
    if let Some(velocity) = plain.get("velocity")? {
        body.velocity = arrays::point(&plain.path("velocity"), &velocity)?;
    }
    body.blocked = plain.flag("blocked")?.unwrap_or(false);
    body.holding = plain.name("holding")?;
    body.ate = plain.name("ate")?;
    if let Some(movement) = plain.get("movement")? {
        let place = plain.path("movement");
        let (which, stage): (String, String) = movement.extract().map_err(|_| {
            PyTypeError::new_err(format!("{place} must be a pair such as (\"wave\", \"finished\")"))
        })?;
        let stage = match stage.as_str() {
            "begun" => MovementStage::Begun,
            "finished" => MovementStage::Finished,
            "interrupted" => MovementStage::Interrupted,
            "cannot" => MovementStage::Cannot,
            _ => {
                let known = "begun, finished, interrupted or cannot";
                return Err(errors::value(format!("{place} has the stage {stage:?}; it must be {known}")));
            }
        };
        body.movement = Some(MovementSense::new(name(&place, &which)?, stage));
    }
    if let Some(given) = plain.get("effectors")? {
        body.effectors.extend(effectors(&plain.path("effectors"), &given)?);
    }
    Ok(body)
}

const SIGHTING: [&str; 12] = [
    "kind",
    "position",
    "id",
    "colour",
    "shape",
    "confidence",
    "pixels",
    "solid",
    "features",
    "effectors",
    "occlusion",
    "extent",
];

/// What is seen.
pub fn sightings(given: &Bound<'_, PyAny>) -> PyResult<Vec<Sighting>> {
    let mut all = Vec::new();
    for (index, one) in each("sightings", given)?.enumerate() {
        let one = one?;
        few("sightings", index)?;
        let plain = Plain::new(format!("sightings[{index}]"), &one, &SIGHTING)?;
        let kind =
            plain.name("kind")?.ok_or_else(|| errors::value(format!("{} is missing", plain.path("kind"))))?;
        let at = arrays::point(&plain.path("position"), &plain.need("position")?)?;
        let id = plain.whole("id")?.unwrap_or(index as u32);
        let mut sighting = Sighting::new(HostId(id), kind, at);
        sighting.colour = plain.name("colour")?;
        sighting.shape = plain.name("shape")?;
        sighting.confidence = plain.number("confidence")?.unwrap_or(1.0);
        if !(0.0..=1.0).contains(&sighting.confidence) {
            let (place, found) = (plain.path("confidence"), sighting.confidence);
            return Err(errors::value(format!("{place} is {found}; it must be 0 to 1")));
        }
        sighting.pixels = plain.whole("pixels")?.unwrap_or(0);
        sighting.solid = plain.flag("solid")?;
        if let Some(given) = plain.get("features")? {
            features(&plain.path("features"), &given, &mut sighting)?;
        }
        if let Some(given) = plain.get("effectors")? {
            sighting.effectors.extend(effectors(&plain.path("effectors"), &given)?);
        }
        if let Some(given) = plain.get("occlusion")? {
            sighting.occlusion = Some(occlusion(plain.path("occlusion"), &given)?);
        }
        if let Some(given) = plain.get("extent")? {
            let extent = Plain::new(plain.path("extent"), &given, &["width_m", "height_m"])?;
            sighting.extent = Some(Extent::new(extent.amount("width_m")?, extent.amount("height_m")?));
        }
        all.push(sighting);
    }
    Ok(all)
}

/// One after the other, from whatever gives dictionaries.
fn each<'py>(what: &str, given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyIterator>> {
    if !given.is_instance_of::<PyDict>()
        && let Ok(each) = given.try_iter()
    {
        return Ok(each);
    }
    Err(PyTypeError::new_err(format!("{what} is {}; it must be a list of dictionaries", kind_of(given))))
}

/// The kind of a value, for those who gave another one.
pub fn kind_of(given: &Bound<'_, PyAny>) -> String {
    given.get_type().name().map_or_else(|_| "something else".into(), |name| format!("of type {name}"))
}

fn few(what: &str, index: usize) -> PyResult<()> {
    match index < MOST_AT_ONCE {
        true => Ok(()),
        false => Err(errors::value(format!("there are more than {MOST_AT_ONCE} {what} in one tick"))),
    }
}

/// Marked parts of a body: each by its name, with where it is.
fn effectors(place: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<EffectorSighting>> {
    let words = Effector::ALL.map(Effector::word);
    let parts = Plain::new(place.into(), given, &words)?;
    let mut all = Vec::new();
    for effector in Effector::ALL {
        if let Some(at) = parts.get(effector.word())? {
            all.push(EffectorSighting::new(effector, arrays::point(&parts.path(effector.word()), &at)?));
        }
    }
    Ok(all)
}

/// How much of a thing shows, and how far it reaches beyond that on each side.
fn occlusion(place: String, given: &Bound<'_, PyAny>) -> PyResult<Occlusion> {
    let sides = Plain::new(place, given, &["shown", "left_m", "right_m", "above_m", "below_m"])?;
    let shown = sides.number("shown")?.unwrap_or(1.0);
    if !(0.0..=1.0).contains(&shown) {
        return Err(errors::value(format!("{} is {shown}; it must be 0 to 1", sides.path("shown"))));
    }
    Ok(Occlusion {
        shown,
        left_m: sides.amount("left_m")?,
        right_m: sides.amount("right_m")?,
        above_m: sides.amount("above_m")?,
        below_m: sides.amount("below_m")?,
    })
}

fn features(place: &str, given: &Bound<'_, PyAny>, sighting: &mut Sighting) -> PyResult<()> {
    let dict =
        given.cast::<PyDict>().map_err(|_| PyTypeError::new_err(format!("{place} must be a dictionary")))?;
    for (path, value) in dict.iter() {
        let path: String = path.extract().map_err(|_| {
            PyTypeError::new_err(format!("{place} has the feature {path:?}; features are named by words"))
        })?;
        let here = format!("{place}[{path:?}]");
        let value = if let Ok(word) = value.extract::<String>() {
            FeatureValue::Word(name(&here, &word)?)
        } else if let Ok(number) = value.extract::<f32>() {
            FeatureValue::Number(arrays::number(&here, number)?)
        } else {
            FeatureValue::Vector(arrays::point(&here, &value)?)
        };
        let feature = Feature::new(name(&here, &path)?, value);
        let full = |_| errors::value(format!("{place} has more features than a sighting holds"));
        sighting.features.try_push(feature).map_err(full)?;
    }
    Ok(())
}

const SOUND: [&str; 6] = ["position", "speaker", "loudness", "words", "spread_m", "tells"];

/// What is heard.
pub fn sounds(given: &Bound<'_, PyAny>) -> PyResult<Vec<Sound>> {
    let mut all = Vec::new();
    for (index, one) in each("sounds", given)?.enumerate() {
        let one = one?;
        few("sounds", index)?;
        let plain = Plain::new(format!("sounds[{index}]"), &one, &SOUND)?;
        let mut sound = Sound::new(arrays::point(&plain.path("position"), &plain.need("position")?)?);
        sound.speaker = plain.name("speaker")?;
        sound.loudness = plain.number("loudness")?.unwrap_or(1.0);
        sound.words = plain.text("words")?.map(|text| utterance(&plain.path("words"), &text)).transpose()?;
        sound.spread_m = plain.amount("spread_m")?;
        if let Some(given) = plain.get("tells")? {
            sound.tells = Some(told(plain.path("tells"), &given)?);
        }
        all.push(sound);
    }
    Ok(all)
}

/// What somebody tells of a thing.
fn told(place: String, given: &Bound<'_, PyAny>) -> PyResult<Told> {
    let told = Plain::new(place, given, &["kind", "at", "spread_m"])?;
    let kind =
        told.name("kind")?.ok_or_else(|| errors::value(format!("{} is missing", told.path("kind"))))?;
    Ok(Told::new(kind, arrays::point(&told.path("at"), &told.need("at")?)?, told.amount("spread_m")?))
}

/// A sound with words, said by a voice at a place.
pub fn voice(by: &str, words: &str, at: piaget::terms::Vec3) -> PyResult<Sound> {
    Ok(Sound::new(at).speaker(name("speaker", by)?).words(utterance("words", words)?))
}
