//! What a host gives a mind at each tick, and nothing else: sightings, sounds, the own body, the clock, and a
//! way to ask "do I see this point?".

use crate::name::absent_as_empty;
use crate::{Effector, Extent, Name, Occlusion, Utterance};
use arrayvec::ArrayVec;
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// The host's own number for a thing. A character chooses whether its mind may use it to tell one thing from
/// another (Kline's given correspondence) or must match by looks and place (Isla 4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HostId(pub u32);

/// The most features that one sighting carries.
pub const MAX_FEATURES: usize = 8;

/// The value of one feature of a thing's state (Kline 2.1).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum FeatureValue {
    /// A number, such as a brightness.
    Number(f32),
    /// Three numbers, such as an offset.
    Vector(Vec3),
    /// A word, such as the state of a door.
    Word(Name),
}

/// A named feature. A state may hold states: a path with dots says which ("door.handle.state").
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Feature {
    /// The path of the feature within the thing's state.
    pub path: Name,
    /// What was seen of it.
    pub value: FeatureValue,
}

impl Feature {
    /// A feature and what was seen of it.
    pub fn new(path: Name, value: FeatureValue) -> Self {
        Self { path, value }
    }
}

/// A marked body part of another creature, as seen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EffectorSighting {
    /// Which part.
    pub effector: Effector,
    /// Where its visible part was, in the world.
    pub position: Vec3,
}

impl EffectorSighting {
    /// A part and its place in the world.
    pub fn new(effector: Effector, position: Vec3) -> Self {
        Self { effector, position }
    }
}

/// One thing as seen in one tick.
///
/// ```
/// use piaget_terms::{HostId, Name, Sighting, Vec3};
/// let sheep = Sighting::new(HostId(3), Name::new("sheep")?, Vec3::Z).colour(Name::new("white")?).confidence(0.8);
/// assert_eq!(sheep.colour.as_deref(), Some("white"));
/// assert_eq!(sheep.shape, None);
/// # Ok::<(), piaget_terms::NameTooLong>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Sighting {
    /// The host's number for it.
    pub id: HostId,
    /// What kind of thing it looks like ("sheep").
    pub kind: Name,
    /// The name of its colour, if the host says one.
    #[serde(with = "absent_as_empty")]
    pub colour: Option<Name>,
    /// The word for its shape ("box", "sphere", "capsule", "cylinder", "mesh"), if the host says one.
    #[serde(with = "absent_as_empty")]
    pub shape: Option<Name>,
    /// Where it is, in the world: the centroid of its visible part (Isla 4.1).
    pub position: Vec3,
    /// How sure the eye is of the above, 0 to 1.
    pub confidence: f32,
    /// How many pixels of it were visible; 0 where the host does not render.
    pub pixels: u32,
    /// Further features of its state.
    pub features: ArrayVec<Feature, MAX_FEATURES>,
    /// Its marked body parts that were visible, if it is a creature.
    pub effectors: ArrayVec<EffectorSighting, 11>,
    /// How much of it shows and which sides are cut off; `None` where the host does not say.
    #[serde(default)]
    pub occlusion: Option<Occlusion>,
    /// How large it is as seen from here, with what is hidden of it; `None` where the host does not say.
    #[serde(default)]
    pub extent: Option<Extent>,
    /// Whether bodies and other solid things must go around it; `None` where the host does not say.
    #[serde(default)]
    pub solid: Option<bool>,
}

impl Sighting {
    /// A sighting with full confidence and nothing but kind and place: what a small host needs.
    pub fn new(id: HostId, kind: Name, position: Vec3) -> Self {
        Self {
            id,
            kind,
            colour: None,
            shape: None,
            position,
            confidence: 1.0,
            pixels: 0,
            features: ArrayVec::new(),
            effectors: ArrayVec::new(),
            occlusion: None,
            extent: None,
            solid: None,
        }
    }

    /// With the name of its colour.
    pub fn colour(mut self, colour: Name) -> Self {
        self.colour = Some(colour);
        self
    }

    /// With the word for its shape.
    pub fn shape(mut self, shape: Name) -> Self {
        self.shape = Some(shape);
        self
    }

    /// As sure as this, 0 to 1.
    pub fn confidence(mut self, confidence: f32) -> Self {
        self.confidence = confidence;
        self
    }

    /// With what hides parts of it. A host that can tell says [`Occlusion::NONE`] of a thing that shows whole.
    pub fn occlusion(mut self, occlusion: Occlusion) -> Self {
        self.occlusion = Some(occlusion);
        self
    }

    /// As large as this, with what is hidden of it.
    pub fn extent(mut self, extent: Extent) -> Self {
        self.extent = Some(extent);
        self
    }

    /// Solid or not.
    pub fn solid(mut self, solid: bool) -> Self {
        self.solid = Some(solid);
        self
    }
}

/// Something heard.
///
/// ```
/// use piaget_terms::{Name, Sound, Utterance, Vec3};
/// let call = Sound::new(Vec3::X).speaker(Name::new("shepherd")?).words(Utterance::from("come").unwrap());
/// assert_eq!((call.loudness, call.said()), (1.0, "come"));
/// assert_eq!(Sound::new(Vec3::X).loudness(0.2).said(), "");
/// # Ok::<(), piaget_terms::NameTooLong>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Sound {
    /// The kind of thing it came from, as far as one can hear ("shepherd").
    #[serde(with = "absent_as_empty")]
    pub speaker: Option<Name>,
    /// Where it came from.
    pub position: Vec3,
    /// How loud it was at its source; 1 is a clear voice.
    pub loudness: f32,
    /// The words; `None` for a noise.
    #[serde(with = "absent_as_empty")]
    pub words: Option<Utterance>,
    /// How far the place may be off, one standard deviation in metres: footsteps through a wall are heard, but not to the spot. 0
    /// for a sound that is heard exactly where it is.
    pub spread_m: f32,
    /// What it tells of something else: "the thief is over there".
    pub tells: Option<Told>,
}

/// What somebody tells of a thing: of which kind it is, and about where.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Told {
    /// What kind of thing.
    pub kind: Name,
    /// Where it is said to be.
    pub at: Vec3,
    /// How far off that may be, one standard deviation in metres.
    pub spread_m: f32,
}

impl Told {
    /// A thing of a kind about a place.
    pub fn new(kind: Name, at: Vec3, spread_m: f32) -> Self {
        Self { kind, at, spread_m }
    }
}

impl Sound {
    /// A noise as loud as a clear voice, of which one cannot hear who made it.
    pub fn new(position: Vec3) -> Self {
        Self { speaker: None, position, loudness: 1.0, words: None, spread_m: 0.0, tells: None }
    }

    /// From this kind of thing.
    pub fn speaker(mut self, speaker: Name) -> Self {
        self.speaker = Some(speaker);
        self
    }

    /// As loud as this at its source.
    pub fn loudness(mut self, loudness: f32) -> Self {
        self.loudness = loudness;
        self
    }

    /// With words.
    pub fn words(mut self, words: Utterance) -> Self {
        self.words = Some(words);
        self
    }

    /// Heard to be about there: the place may be off by this many metres, one standard deviation.
    pub fn spread(mut self, spread_m: f32) -> Self {
        self.spread_m = spread_m;
        self
    }

    /// Which tells of something else.
    pub fn tells(mut self, told: Told) -> Self {
        self.tells = Some(told);
        self
    }

    /// The words as text, empty for a noise.
    pub fn said(&self) -> &str {
        self.words.as_ref().map_or("", |words| words.as_str())
    }
}

/// How far a requested movement has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum MovementStage {
    Begun,
    Finished,
    Interrupted,
    /// The body has no such movement or cannot do it now.
    Cannot,
}

/// What the body reports of the movement it performs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MovementSense {
    /// Which movement.
    pub name: Name,
    /// How far it has come.
    pub stage: MovementStage,
}

impl MovementSense {
    /// A movement and how far it has come.
    pub fn new(name: Name, stage: MovementStage) -> Self {
        Self { name, stage }
    }
}

/// The creature's sense of its own body. Begin with [`BodySense::standing`] and set what the host knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BodySense {
    /// The point on the ground below the body.
    pub position: Vec3,
    /// Which way the body faces.
    pub yaw: f32,
    /// How far the head is turned from the body, positive as yaw is.
    pub head_yaw: f32,
    /// How far the head is tilted, positive upwards.
    pub head_pitch: f32,
    /// How the body moves.
    pub velocity: Vec3,
    /// Whether something stopped the body in this tick.
    pub blocked: bool,
    /// The kind of thing in its hand or mouth.
    pub holding: Option<Name>,
    /// What was eaten in this tick.
    pub ate: Option<Name>,
    /// The movement under way, or the one that ended in this tick.
    pub movement: Option<MovementSense>,
    /// Where its own marked parts are, in the world.
    pub effectors: ArrayVec<EffectorSighting, 11>,
}

impl BodySense {
    /// A body that stands still at a place.
    pub fn standing(position: Vec3, yaw: f32) -> Self {
        Self {
            position,
            yaw,
            head_yaw: 0.0,
            head_pitch: 0.0,
            velocity: Vec3::ZERO,
            blocked: false,
            holding: None,
            ate: None,
            movement: None,
            effectors: ArrayVec::new(),
        }
    }
}

/// The host's answer to "is this point in view and unobstructed?" (Isla 4.1.1). A mind asks in batches, and
/// only about places that matter to it.
pub trait Sight {
    /// For each point, whether a thing there would be seen. `seen` has the length of `points`.
    fn sees(&self, points: &[Vec3], seen: &mut [bool]);

    /// For each place, whether all of a cell of this radius around it is in view: errs on the side of "no". Asked only of
    /// places that are themselves in view. A host that can tell of a whole disc at once should: this asks about six points
    /// around each.
    fn sees_whole(&self, centres: &[Vec3], radius_m: f32, seen: &mut [bool]) {
        const AROUND: [Vec3; 6] = [
            Vec3::new(1.0, 0.0, 0.0),
            Vec3::new(0.5, 0.0, 0.866_025_4),
            Vec3::new(-0.5, 0.0, 0.866_025_4),
            Vec3::new(-1.0, 0.0, 0.0),
            Vec3::new(-0.5, 0.0, -0.866_025_4),
            Vec3::new(0.5, 0.0, -0.866_025_4),
        ];
        for (centre, seen) in centres.iter().zip(seen) {
            let points = AROUND.map(|offset| *centre + offset * radius_m);
            let mut answers = [false; 6];
            self.sees(&points, &mut answers);
            *seen = answers.iter().all(|answer| *answer);
        }
    }

    /// The chance that a thing in view is noticed in one tick; what is not noticed need not be absent.
    fn detection_rate(&self) -> f32 {
        1.0
    }

    /// The angle that one pixel takes up. A thing that shows as less than a pixel or two may not be among the sightings
    /// although its place is in view; a mind does not take it for absent then. 0 for a host that sees things however
    /// small they are.
    fn resolution_rad(&self) -> f32 {
        0.0
    }

    /// How far this eye sees. A search goes nearer to what is farther off; infinite for a host that does not say.
    fn range_m(&self) -> f32 {
        f32::INFINITY
    }

    /// How wide this eye's view is, as an angle; 0 for a host that does not say.
    fn view_rad(&self) -> f32 {
        0.0
    }
}

/// Sees nothing: for a creature with its eyes shut, and for tests.
pub struct Blind;

impl Sight for Blind {
    fn sees(&self, _points: &[Vec3], seen: &mut [bool]) {
        seen.fill(false);
    }
}

/// Everything that a mind learns in one tick.
///
/// ```
/// use piaget_terms::{Blind, BodySense, HostId, Name, Senses, Sighting, Vec3};
/// let body = BodySense::standing(Vec3::ZERO, 0.0);
/// let seen = [Sighting::new(HostId(3), Name::new("sheep")?, Vec3::Z)];
/// let senses = Senses::new(0.0, 0.1, &body, &Blind).sightings(&seen);
/// assert!(senses.sounds.is_empty());
/// # Ok::<(), piaget_terms::NameTooLong>(())
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Senses<'a> {
    /// The clock, since the creature's beginning.
    pub time_s: f64,
    /// How long this tick lasts.
    pub tick_s: f32,
    /// The own body.
    pub body: &'a BodySense,
    /// What is seen now.
    pub sightings: &'a [Sighting],
    /// What is heard now.
    pub sounds: &'a [Sound],
    /// A way to ask whether a point is in view now.
    pub sight: &'a dyn Sight,
}

impl<'a> Senses<'a> {
    /// The senses of a body that sees no thing and hears nothing in this tick; [`Blind`] sees no point either.
    pub fn new(time_s: f64, tick_s: f32, body: &'a BodySense, sight: &'a dyn Sight) -> Self {
        Self { time_s, tick_s, body, sightings: &[], sounds: &[], sight }
    }

    /// With what is seen.
    pub fn sightings(mut self, sightings: &'a [Sighting]) -> Self {
        self.sightings = sightings;
        self
    }

    /// With what is heard.
    pub fn sounds(mut self, sounds: &'a [Sound]) -> Self {
        self.sounds = sounds;
        self
    }
}

/// What one tick leaves to the next: where the creature's attention is. A host may use it to look more closely
/// there; it may ignore it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Attention {
    /// Where the object of attention is believed to be.
    pub at: Option<Vec3>,
    /// Its kind.
    pub kind: Option<Name>,
}

impl Attention {
    /// Attention to a thing of a kind at a place.
    pub fn new(at: Option<Vec3>, kind: Option<Name>) -> Self {
        Self { at, kind }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Intent, Object};

    /// Digests are made of what is written, so that an absent name must go on being written as an empty one.
    #[test]
    fn what_is_absent_is_written_as_an_empty_text_and_read_as_absent() {
        let bare = Sighting::new(HostId(1), Name::cut("egg"), Vec3::ZERO);
        let text = serde_json::to_string(&bare).unwrap();
        assert!(text.contains(r#""kind":"egg","colour":"","shape":"""#), "{text}");
        assert_eq!(serde_json::from_str::<Sighting>(&text).unwrap(), bare);
        let white = bare.clone().colour(Name::cut("white"));
        assert_eq!(serde_json::from_str::<Sighting>(&serde_json::to_string(&white).unwrap()).unwrap(), white);

        let noise = serde_json::to_string(&Sound::new(Vec3::ZERO)).unwrap();
        assert!(noise.contains(r#""speaker":"""#) && noise.contains(r#""words":"""#), "{noise}");
        assert_eq!(serde_json::from_str::<Sound>(&noise).unwrap(), Sound::new(Vec3::ZERO));
        assert!(serde_json::to_string(&Intent::default()).unwrap().contains(r#""because":"""#));
        let place = serde_json::to_string(&Object::new(None, None, Vec3::ZERO)).unwrap();
        assert!(place.contains(r#""kind":"""#), "{place}");
    }
}
