//! Checks of saved state before anybody goes on from it. An envelope guards against accidents; these guard against state
//! that was made up: an index beyond its list, a number that is none, more of something than the character has room for.

use crate::{BodySense, Extent, Intent, Occlusion, Sighting, Sound, Vec2, Vec3};

/// What is wrong with saved state: which field, and what.
///
/// ```
/// use piaget_terms::valid::{self, Within};
/// let wrong = valid::index("next", 7, 3).within("slide").unwrap_err();
/// assert_eq!(wrong.to_string(), "`slide.next` is 7, but there are only 3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{field}` {why}")]
pub struct Invalid {
    /// The path of the field.
    pub field: String,
    /// The rest of the sentence.
    pub why: String,
}

impl Invalid {
    /// A field, and what is wrong with it.
    pub fn new(field: &str, why: impl Into<String>) -> Self {
        Self { field: field.to_owned(), why: why.into() }
    }
}

/// Nothing, or what is wrong.
pub type Checked = Result<(), Invalid>;

/// Says in which part the wrong field lies.
pub trait Within {
    /// The same, with the part's name before the field's.
    fn within(self, part: &str) -> Self;
}

impl<T> Within for Result<T, Invalid> {
    fn within(self, part: &str) -> Self {
        self.map_err(|invalid| Invalid { field: format!("{part}.{}", invalid.field), ..invalid })
    }
}

/// Anything that can be said in a sentence after the field's name.
pub fn require(holds: bool, field: &str, why: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(Invalid::new(field, why())) }
}

/// A finite number, and not the largest of them.
pub fn finite(field: &str, number: f32) -> Checked {
    require(number.abs() <= MOST, field, || format!("is {number}, which is beyond all measure"))
}

/// No time that a mind keeps is farther away, in seconds: its clock goes to 1e12, and the differences of times are squared.
const FARTHEST_S: f64 = 2e12;
/// No place or velocity that a mind keeps is larger, a million kilometres.
const LARGEST: f32 = 1e9;
/// No other number is larger, so that its square stays within the range of numbers; it is some times the square of the above.
const MOST: f32 = 1e19;

/// A time that a clock could show, or one within reach of it.
pub fn time(field: &str, seconds: f64) -> Checked {
    require(seconds.abs() <= FARTHEST_S, field, || format!("is {seconds}, which no clock shows"))
}

/// A finite number that is not negative.
pub fn amount(field: &str, number: f32) -> Checked {
    require((0.0..=MOST).contains(&number), field, || {
        format!("is {number}, which is not a number from 0 to {MOST:e}")
    })
}

/// An amount, or the largest of numbers, which stands for none yet.
pub fn amount_or_none(field: &str, number: f32) -> Checked {
    if number == f32::MAX { Ok(()) } else { amount(field, number) }
}

/// A number from 0 to 1.
pub fn share(field: &str, number: f32) -> Checked {
    require((0.0..=1.0).contains(&number), field, || format!("is {number}, which is not between 0 and 1"))
}

/// A place or velocity whose parts are finite.
pub fn vector(field: &str, vector: Vec3) -> Checked {
    require(vector.abs().max_element() <= LARGEST && vector.is_finite(), field, || {
        format!("is {vector}, which is nowhere")
    })
}

/// A point of the ground whose parts are finite and could have been seen.
pub fn point(field: &str, point: Vec2) -> Checked {
    require(point.abs().max_element() <= LARGEST && point.is_finite(), field, || {
        format!("is {point}, which is nowhere")
    })
}

/// An index into a list of so many.
pub fn index(field: &str, index: usize, len: usize) -> Checked {
    require(index < len, field, || format!("is {index}, but there are only {len}"))
}

/// At most so many.
pub fn at_most(field: &str, count: usize, most: usize) -> Checked {
    require(count <= most, field, || format!("has {count} entries, but there is room for {most}"))
}

/// Exactly so many.
pub fn count(field: &str, count: usize, expected: usize) -> Checked {
    require(count == expected, field, || format!("has {count} entries where {expected} are expected"))
}

impl BodySense {
    /// Whether all of its numbers are finite.
    pub fn validate(&self) -> Checked {
        vector("position", self.position)?;
        vector("velocity", self.velocity)?;
        for (field, angle) in
            [("yaw", self.yaw), ("head_yaw", self.head_yaw), ("head_pitch", self.head_pitch)]
        {
            finite(field, angle)?;
        }
        self.effectors.iter().try_for_each(|part| vector("effectors", part.position))
    }
}

impl Sighting {
    /// Whether its numbers are finite and its confidence is a share.
    pub fn validate(&self) -> Checked {
        vector("position", self.position)?;
        share("confidence", self.confidence)?;
        self.occlusion.map_or(Ok(()), |occlusion| occlusion.validate().within("occlusion"))?;
        self.extent.map_or(Ok(()), |extent| extent.validate().within("extent"))?;
        self.effectors.iter().try_for_each(|part| vector("effectors", part.position))
    }
}

impl Occlusion {
    /// Whether it is a share with finite lengths that are not negative.
    pub fn validate(&self) -> Checked {
        share("shown", self.shown)?;
        let [left_m, right_m, above_m, below_m] = self.sides();
        amount("left_m", left_m)?;
        amount("right_m", right_m)?;
        amount("above_m", above_m)?;
        amount("below_m", below_m)
    }
}

impl Extent {
    /// Whether its lengths are finite and not negative.
    pub fn validate(&self) -> Checked {
        amount("width_m", self.width_m)?;
        amount("height_m", self.height_m)
    }
}

impl Sound {
    /// Whether its numbers are finite.
    pub fn validate(&self) -> Checked {
        vector("position", self.position)?;
        amount("loudness", self.loudness)
    }
}

impl Intent {
    /// Whether a host could carry it out.
    pub fn validate(&self) -> Checked {
        if let Some(gaze) = self.gaze {
            vector("gaze", gaze.at)?;
        }
        if let Some(travel) = self.travel {
            vector("travel.towards", travel.towards)?;
            vector("travel.goal", travel.goal)?;
            amount("travel.speed_m_per_s", travel.speed_m_per_s)?;
            amount("travel.arrive_within_m", travel.arrive_within_m)?;
        }
        if let Some(object) = self.movement.and_then(|movement| movement.object) {
            vector("movement.object", object.position)?;
        }
        self.expression.iter().try_for_each(|(_, weight)| share("expression", *weight))
    }
}
