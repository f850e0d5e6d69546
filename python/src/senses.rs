//! Senses from plain Python data: dictionaries with the fields that `piaget/_types.py` lists. What is unknown or does not fit
//! is told with its place.

use crate::{arrays, errors};
use piaget::terms::{
    BodySense, Feature, FeatureValue, HostId, MovementSense, MovementStage, Name, Sighting, Sound, Utterance,
};
use piaget::text::nearest;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A name of at most 28 bytes.
pub fn name(what: &str, text: &str) -> PyResult<Name> {
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
            let found = given.get_type();
            PyTypeError::new_err(format!(
                "{place} is a {found}; it must be a dictionary with {}",
                known.join(", ")
            ))
        })?;
        for key in dict.keys() {
            let key: String = key.extract()?;
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

const BODY: [&str; 9] =
    ["position", "yaw", "head_yaw", "head_pitch", "velocity", "blocked", "holding", "ate", "movement"];

/// The own body: a dictionary, or only where it stands.
pub fn body(given: &Bound<'_, PyAny>) -> PyResult<BodySense> {
    if !given.is_instance_of::<PyDict>() {
        return Ok(BodySense::standing(arrays::point("body", given)?, 0.0));
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
    Ok(body)
}

const SIGHTING: [&str; 9] =
    ["kind", "position", "id", "colour", "shape", "confidence", "pixels", "solid", "features"];

/// What is seen.
pub fn sightings(given: &Bound<'_, PyAny>) -> PyResult<Vec<Sighting>> {
    let mut all = Vec::new();
    for (index, one) in given.try_iter()?.enumerate() {
        let one = one?;
        let plain = Plain::new(format!("sightings[{index}]"), &one, &SIGHTING)?;
        let kind =
            plain.name("kind")?.ok_or_else(|| errors::value(format!("{} is missing", plain.path("kind"))))?;
        let at = arrays::point(&plain.path("position"), &plain.need("position")?)?;
        let id: u32 = match plain.get("id")? {
            Some(id) => id.extract()?,
            None => index as u32,
        };
        let mut sighting = Sighting::new(HostId(id), kind, at);
        sighting.colour = plain.name("colour")?;
        sighting.shape = plain.name("shape")?;
        sighting.confidence = plain.number("confidence")?.unwrap_or(1.0);
        if !(0.0..=1.0).contains(&sighting.confidence) {
            let (place, found) = (plain.path("confidence"), sighting.confidence);
            return Err(errors::value(format!("{place} is {found}; it must be 0 to 1")));
        }
        sighting.pixels = plain.get("pixels")?.map(|pixels| pixels.extract()).transpose()?.unwrap_or(0);
        sighting.solid = plain.flag("solid")?;
        if let Some(given) = plain.get("features")? {
            features(&plain.path("features"), &given, &mut sighting)?;
        }
        all.push(sighting);
    }
    Ok(all)
}

fn features(place: &str, given: &Bound<'_, PyAny>, sighting: &mut Sighting) -> PyResult<()> {
    let dict =
        given.cast::<PyDict>().map_err(|_| PyTypeError::new_err(format!("{place} must be a dictionary")))?;
    for (path, value) in dict.iter() {
        let path: String = path.extract()?;
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

const SOUND: [&str; 4] = ["position", "speaker", "loudness", "words"];

/// What is heard.
pub fn sounds(given: &Bound<'_, PyAny>) -> PyResult<Vec<Sound>> {
    let mut all = Vec::new();
    for (index, one) in given.try_iter()?.enumerate() {
        let one = one?;
        let plain = Plain::new(format!("sounds[{index}]"), &one, &SOUND)?;
        let mut sound = Sound::new(arrays::point(&plain.path("position"), &plain.need("position")?)?);
        sound.speaker = plain.name("speaker")?;
        sound.loudness = plain.number("loudness")?.unwrap_or(1.0);
        sound.words = plain.text("words")?.map(|text| utterance(&plain.path("words"), &text)).transpose()?;
        all.push(sound);
    }
    Ok(all)
}

/// A sound with words, said by a voice at a place.
pub fn voice(by: &str, words: &str, at: piaget::terms::Vec3) -> PyResult<Sound> {
    Ok(Sound::new(at).speaker(name("speaker", by)?).words(utterance("words", words)?))
}
