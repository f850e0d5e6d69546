//! What can be seen and heard.

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_reflect::prelude::*;

/// Something that creatures can see. Without it an entity is invisible to all minds.
///
/// ```
/// use bevy_piaget::Perceivable;
/// let sheep = Perceivable { colour: Some("white".into()), ..Perceivable::new("sheep") };
/// assert_eq!(sheep.kind, "sheep");
/// ```
#[derive(Component, Reflect, Clone, Debug, PartialEq)]
#[reflect(Component, Default)]
pub struct Perceivable {
    /// What kind of thing it looks like, as characters call it. Names here have at most
    /// [`NAME_BYTES`](piaget::terms::name::NAME_BYTES) bytes; a longer one is warned of, and the thing is not seen.
    pub kind: String,
    /// The name of its colour.
    pub colour: Option<String>,
    /// The word for its shape.
    pub shape: Option<String>,
    /// Where its middle is, from the entity's origin.
    pub middle: Vec3,
    /// Half its size. It is seen if its middle, its top or one of its sides is. Default: 0.25 each way.
    pub half_size: Vec3,
    /// How sure an eye is of it, 0 to 1; lower it for camouflage. Default 1.
    pub confidence: f32,
    /// Further features of its state, such as a door's; at most 8 are seen.
    pub traits: Vec<Trait>,
    /// Its marked body parts, if it is a creature that others may watch and imitate.
    pub parts: Vec<Part>,
}

impl Default for Perceivable {
    fn default() -> Self {
        Self {
            kind: String::new(),
            colour: None,
            shape: None,
            middle: Vec3::ZERO,
            half_size: Vec3::splat(0.25),
            confidence: 1.0,
            traits: Vec::new(),
            parts: Vec::new(),
        }
    }
}

impl Perceivable {
    /// A thing of a kind, of half a metre's size.
    pub fn new(kind: impl Into<String>) -> Self {
        Self { kind: kind.into(), ..Self::default() }
    }
}

/// A named feature of a thing's state ("door.handle.state").
#[derive(Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Default)]
pub struct Trait {
    /// Which.
    pub path: String,
    /// What is seen of it.
    pub value: TraitValue,
}

/// A marked part of a body, such as "right-hand".
#[derive(Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Default)]
pub struct Part {
    /// Which: `root`, `neck`, `nose`, and `left-` or `right-` with `elbow`, `hand`, `knee`, `foot`.
    pub name: String,
    /// Where it is, from the entity's origin.
    pub at: Vec3,
}

/// The value of a feature.
#[derive(Reflect, Clone, Debug, PartialEq)]
#[reflect(Default)]
pub enum TraitValue {
    /// A number.
    Number(f32),
    /// Three.
    Vector(Vec3),
    /// A word.
    Word(String),
}

impl Default for TraitValue {
    fn default() -> Self {
        Self::Number(0.0)
    }
}

/// A sound to be heard by every creature near enough; write it as a message.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Noise {
    /// The kind of thing it comes from, as far as one can hear.
    pub speaker: Option<String>,
    /// Where.
    pub at: Vec3,
    /// 1 is a clear voice.
    pub loudness: f32,
    /// The words; `None` for a mere noise. What has more than
    /// [`UTTERANCE_BYTES`](piaget::terms::name::UTTERANCE_BYTES) bytes is warned of and not heard.
    pub words: Option<String>,
}
