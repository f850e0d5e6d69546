//! A data record (Buchsbaum 5.2): what was sensed of one thing at one moment. The creature's own body gives a
//! record of the same form as another's (6.2.4), so that every percept works on both.

use super::BoundedVec;
use piaget_terms::senses::MAX_FEATURES;
use piaget_terms::valid::{Checked, Within, amount, finite, require, share, time, vector};
use piaget_terms::{
    BodySense, Effector, EffectorSighting, Extent, Feature, FeatureValue, Name, Occlusion, Sighting, Sound,
    Told, Utterance, Vec3, maths,
};
use serde::{Deserialize, Serialize};

/// The path of the feature that says what another creature holds.
pub const HOLDING: &str = "holding";

/// Where somebody looks from, and which way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Eye {
    /// The eye, or the nose where only that was seen.
    pub position: Vec3,
    /// Its direction on the ground.
    pub yaw: f32,
    /// How far it is raised.
    pub pitch: f32,
}

/// What was sensed of one thing at one moment. An empty name or list means that nothing was sensed of it.
///
/// There is no host id here: what percepts may look at is what looks, sounds and places tell.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// When.
    pub time_s: f64,
    /// What kind of thing it looks like.
    pub kind: Name,
    /// The name of its colour.
    pub colour: Name,
    /// The word for its shape.
    pub shape: Name,
    /// Where it is, in the world.
    pub position: Vec3,
    /// How it moves: felt for the own body, estimated from its places for others.
    pub velocity: Vec3,
    /// Which way its body faces, if that can be told.
    pub facing: Option<f32>,
    /// Where it looks from, if it has eyes that were sensed.
    pub eye: Option<Eye>,
    /// How sure the senses are of this, 0 to 1.
    pub confidence: f32,
    /// How much of it shows, whatever its distance: the pixels that it would cover a metre away. 0 where the host does
    /// not say.
    pub size: f32,
    /// How much of it shows and which sides are cut off, if the eye said so.
    pub occlusion: Option<Occlusion>,
    /// How large it is as seen from the eye, with what is hidden of it, if the eye said so.
    pub extent: Option<Extent>,
    /// Whether other solids must go around it, if the eye said so.
    pub solid: Option<bool>,
    /// How far its place may be off beyond what the eye may, one standard deviation: for what was heard or told.
    pub spread_m: f32,
    /// Whether it was seen or felt, not only heard.
    pub seen: bool,
    /// What it holds.
    pub holding: Option<Name>,
    /// What it said at this moment.
    pub words: Utterance,
    /// Further features of its state.
    pub features: BoundedVec<Feature, MAX_FEATURES>,
    /// Its marked body parts.
    pub effectors: BoundedVec<EffectorSighting, 11>,
}

impl Record {
    /// How far the middle of what shows may be off the middle of the whole, because something hides a part of it. Where the
    /// sides show and the midst does not, what is hidden tells no direction.
    pub fn hidden_m(&self) -> f32 {
        let Some(occlusion) = self.occlusion else { return 0.0 };
        let width_m = self.extent.map_or(0.0, |extent| extent.width_m);
        let hidden = if occlusion.shown < 1.0 { 1.0 - occlusion.shown.max(0.0) } else { 0.0 };
        0.5 * occlusion.offset().length().max(hidden * width_m)
    }

    /// A thing at a place, of which nothing else is known.
    ///
    /// ```
    /// use piaget_mind::model::Record;
    /// let somewhere = Record::at(0.0, piaget_terms::Vec3::X);
    /// assert!(somewhere.kind.is_empty() && somewhere.effector(piaget_terms::Effector::Nose).is_none());
    /// ```
    pub fn at(time_s: f64, position: Vec3) -> Self {
        Self {
            time_s,
            kind: Name::default(),
            colour: Name::default(),
            shape: Name::default(),
            position,
            velocity: Vec3::ZERO,
            facing: None,
            eye: None,
            confidence: 1.0,
            size: 0.0,
            occlusion: None,
            extent: None,
            solid: None,
            spread_m: 0.0,
            seen: true,
            holding: None,
            words: Utterance::new(),
            features: BoundedVec::default(),
            effectors: BoundedVec::default(),
        }
    }

    /// Whether a saved record could have been sensed.
    pub(crate) fn validate(&self) -> Checked {
        time("time_s", self.time_s)?;
        vector("position", self.position)?;
        vector("velocity", self.velocity)?;
        self.facing.map_or(Ok(()), |facing| finite("facing", facing))?;
        if let Some(eye) = &self.eye {
            vector("eye.position", eye.position)?;
            finite("eye.yaw", eye.yaw)?;
            finite("eye.pitch", eye.pitch)?;
        }
        share("confidence", self.confidence)?;
        amount("spread_m", self.spread_m)?;
        require(self.size >= 0.0, "size", || format!("is {}", self.size))?;
        self.occlusion.map_or(Ok(()), |occlusion| occlusion.validate().within("occlusion"))?;
        self.extent.map_or(Ok(()), |extent| extent.validate().within("extent"))?;
        self.effectors.iter().try_for_each(|part| vector("effectors", part.position))
    }

    /// Forgets all but the room it has, and is of a thing at a place.
    fn begin(&mut self, time_s: f64, position: Vec3) {
        let (mut features, mut effectors) =
            (std::mem::take(&mut self.features), std::mem::take(&mut self.effectors));
        features.clear();
        effectors.clear();
        *self = Self { features, effectors, ..Self::at(time_s, position) };
    }

    /// Becomes that of a thing as it was seen.
    pub fn see(&mut self, time_s: f64, sighting: &Sighting) {
        self.begin(time_s, sighting.position);
        self.kind = sighting.kind;
        (self.colour, self.shape) = (sighting.colour.unwrap_or_default(), sighting.shape.unwrap_or_default());
        self.confidence = sighting.confidence;
        (self.occlusion, self.extent, self.solid) = (sighting.occlusion, sighting.extent, sighting.solid);
        self.features.set(&sighting.features);
        self.effectors.set(&sighting.effectors);
        self.facing = self.facing_of_parts();
        self.eye = match (self.effector(Effector::Nose), self.facing) {
            (Some(position), Some(yaw)) => Some(Eye { position, yaw, pitch: 0.0 }),
            _ => None,
        };
        self.holding = match self.feature(HOLDING) {
            Some(FeatureValue::Word(word)) if !word.is_empty() => Some(word),
            _ => None,
        };
    }

    /// Becomes that of somebody who was heard.
    pub fn hear(&mut self, time_s: f64, sound: &Sound, confidence: f32) {
        self.begin(time_s, sound.position);
        self.kind = sound.speaker.unwrap_or_default();
        self.words = sound.words.unwrap_or_default();
        (self.confidence, self.spread_m) = (confidence, sound.spread_m);
        self.seen = false;
    }

    /// Becomes that of a thing that somebody told of.
    pub fn hear_of(&mut self, time_s: f64, told: &Told, confidence: f32) {
        self.begin(time_s, told.at);
        self.kind = told.kind;
        (self.confidence, self.spread_m) = (confidence, told.spread_m);
        self.seen = false;
    }

    /// Becomes that of the own body as it is felt. Where its parts are felt, it faces where they say, as another's does.
    pub fn feel(&mut self, time_s: f64, body: &BodySense, eye_height_m: f32) {
        self.begin(time_s, body.position);
        self.velocity = body.velocity;
        self.effectors.set(&body.effectors);
        self.facing = Some(self.facing_of_parts().unwrap_or(body.yaw));
        self.eye = Some(Eye {
            position: body.position + Vec3::Y * eye_height_m,
            yaw: maths::wrap_angle(body.yaw + body.head_yaw),
            pitch: body.head_pitch,
        });
        self.holding = body.holding;
    }

    /// Where a marked part is.
    pub fn effector(&self, effector: Effector) -> Option<Vec3> {
        self.effectors.iter().find(|part| part.effector == effector).map(|part| part.position)
    }

    /// The value of a feature of its state.
    pub fn feature(&self, path: &str) -> Option<FeatureValue> {
        self.features.iter().find(|feature| feature.path == *path).map(|feature| feature.value)
    }

    /// How far away a point is on the ground. A body is where its root is, if that shows: the middle of what shows of
    /// it may be an outstretched arm.
    pub fn distance_m(&self, point: Vec3) -> f32 {
        maths::ground(self.root()).distance(maths::ground(point))
    }

    /// From the middle of what shows, which is its place, to the middle of the whole thing, for an eye that saw it from
    /// here. `None` where the eye did not say what is hidden.
    pub fn occlusion_offset(&self, eye: Vec3) -> Option<Vec3> {
        self.occlusion.map(|occlusion| occlusion.world_offset(eye, self.position))
    }

    /// Where its root is, if that shows; else where the thing is.
    pub fn root(&self) -> Vec3 {
        self.effector(Effector::Root).unwrap_or(self.position)
    }

    /// From root to nose is forward (Buchsbaum 6.1.2).
    fn facing_of_parts(&self) -> Option<f32> {
        let (root, nose) = (self.effector(Effector::Root)?, self.effector(Effector::Nose)?);
        let forward = maths::ground(nose) - maths::ground(root);
        (forward.length_squared() > 1e-8).then(|| maths::yaw_of(nose - root))
    }
}

impl Clone for Record {
    fn clone(&self) -> Self {
        let mut new = Self::at(self.time_s, self.position);
        new.clone_from(self);
        new
    }

    /// Keeps the room it has: a record is overwritten many times a tick.
    fn clone_from(&mut self, from: &Self) {
        let (mut features, mut effectors) =
            (std::mem::take(&mut self.features), std::mem::take(&mut self.effectors));
        features.clone_from(&from.features);
        effectors.clone_from(&from.effectors);
        let Self {
            time_s,
            kind,
            colour,
            shape,
            position,
            velocity,
            facing,
            eye,
            confidence,
            size,
            occlusion,
            extent,
            solid,
            spread_m,
            seen,
            holding,
            words,
            features: _,
            effectors: _,
        } = *from;
        *self = Self {
            time_s,
            kind,
            colour,
            shape,
            position,
            velocity,
            facing,
            eye,
            confidence,
            size,
            occlusion,
            extent,
            solid,
            spread_m,
            seen,
            holding,
            words,
            features,
            effectors,
        };
    }
}
