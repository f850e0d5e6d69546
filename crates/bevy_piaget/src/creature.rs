//! A creature: its character, its living mind, and what it means to do.

use crate::bodies::Body;
use crate::character::CharacterAsset;
use crate::happen::Happened;
use bevy_asset::Handle;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_reflect::prelude::*;
use bevy_transform::components::Transform;
use piaget::mind::Mind;
use piaget::motor::PoseGraph;
use piaget::terms::{BodySense, HostId, Intent, Name, NameTooLong, Sighting, Sound};
use std::sync::Arc;

/// An entity with a mind. Once its character is loaded and its ground is known it gets a [`LiveMind`].
#[derive(Component, Reflect, Clone, Debug)]
#[reflect(Component)]
#[require(Transform, Body, Intention)]
pub struct Creature {
    /// What it is like.
    pub character: Handle<CharacterAsset>,
    /// Decides everything that is left to chance.
    pub seed: u64,
}

impl Creature {
    /// A creature of this character.
    pub fn new(character: Handle<CharacterAsset>, seed: u64) -> Self {
        Self { character, seed }
    }
}

/// The movements that a creature's own body can perform. With it, and a character that watches others, it recognises
/// what they do.
#[derive(Component, Clone)]
pub struct Embodied(pub Arc<PoseGraph>);

/// What a creature means to do, a mind's [`Intent`] in Bevy's types; written whenever it has thought. [`Legs`](crate::Legs) carry
/// out looking and going.
#[derive(Component, Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Component, Default)]
pub struct Intention {
    /// Where to look.
    pub gaze: Option<Vec3>,
    /// Where to go; `None` to stand still.
    pub travel: Option<Travel>,
    /// What movement to perform.
    pub movement: Option<MovementRequest>,
    /// What the face shows: emotions with weights from 0 to 1.
    pub expression: Vec<(String, f32)>,
    /// What to say.
    pub utterance: Option<String>,
    /// The action tuple that decided this; `None` if nothing could be done.
    pub because: Option<String>,
}

/// Where a creature wants to go.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Default)]
pub struct Travel {
    /// The next point to walk to in a straight line.
    pub towards: Vec3,
    /// Where the way ends.
    pub goal: Vec3,
    /// How fast to go.
    pub speed_m_per_s: f32,
    /// Near enough to the goal to stop.
    pub arrive_within_m: f32,
}

/// A movement that a creature's body is asked to perform.
#[derive(Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Default)]
pub struct MovementRequest {
    /// Which movement.
    pub name: String,
    /// What it is done to.
    pub object: Option<Object>,
}

/// What a movement is done to, as the creature knows it.
#[derive(Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Default)]
pub struct Object {
    /// The entity, only while the creature sees it.
    pub seen_as: Option<Entity>,
    /// What it is believed to be; `None` for a mere place.
    pub kind: Option<String>,
    /// Where it is believed to be.
    pub position: Vec3,
}

/// What a creature believes of one thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Believed {
    /// The entity, only while the creature sees it.
    pub entity: Option<Entity>,
    /// What it is believed to be; `None` if it was only heard.
    pub kind: Option<String>,
    /// Where it is believed to be.
    pub at: Vec3,
    /// How it is believed to move, in metres per second.
    pub velocity: Vec3,
    /// Seconds since it was last seen.
    pub unseen_s: f32,
    /// How sure the mind is of it, 0 to 1.
    pub confidence: f32,
}

impl Intention {
    /// Takes over a mind's intent. Allocates only where a text comes up that was absent.
    pub(crate) fn take_over(&mut self, intent: &Intent, entity_of: impl Fn(u32) -> Option<Entity>) {
        self.gaze = intent.gaze.map(|gaze| crate::to_bevy(gaze.at));
        self.travel = intent.travel.map(|travel| Travel {
            towards: crate::to_bevy(travel.towards),
            goal: crate::to_bevy(travel.goal),
            speed_m_per_s: travel.speed_m_per_s,
            arrive_within_m: travel.arrive_within_m,
        });
        match intent.movement {
            None => self.movement = None,
            Some(wanted) => {
                let own = self.movement.get_or_insert_default();
                overwrite(&mut own.name, &wanted.name);
                own.object = wanted.object.map(|object| Object {
                    seen_as: object.seen_as.and_then(|id| entity_of(id.0)),
                    kind: object.kind.map(|kind| kind.to_string()),
                    position: crate::to_bevy(object.position),
                });
            }
        }
        self.expression.resize_with(intent.expression.len(), Default::default);
        for ((own, own_weight), (emotion, weight)) in self.expression.iter_mut().zip(&intent.expression) {
            overwrite(own, emotion);
            *own_weight = *weight;
        }
        write(&mut self.utterance, intent.utterance.as_deref());
        write(&mut self.because, intent.because.as_deref());
    }
}

fn write(into: &mut Option<String>, text: Option<&str>) {
    match (into.as_mut(), text) {
        (Some(into), Some(text)) => overwrite(into, text),
        _ => *into = text.map(str::to_owned),
    }
}

/// Keeps the room that the text has.
fn overwrite(into: &mut String, text: &str) {
    if into != text {
        into.clear();
        into.push_str(text);
    }
}

/// A creature's mind at work. The plugin adds it; remove it to let the creature begin anew.
#[derive(Component)]
pub struct LiveMind {
    pub(crate) mind: Mind,
    /// Its place in the order of births, which is the order of thinking.
    pub(crate) born: u64,
    /// When it last thought.
    pub(crate) thought_at: u64,
    /// Time that passed since then.
    pub(crate) owed_s: f32,
    /// Its own clock.
    pub(crate) time_s: f64,
    /// Where it stood when it last thought.
    pub(crate) stood_at: Option<piaget::terms::Vec3>,
    pub(crate) body: BodySense,
    pub(crate) sightings: Vec<Sighting>,
    /// The entity of each sighting.
    pub(crate) seen: Vec<Entity>,
    pub(crate) sounds: Vec<Sound>,
    pub(crate) candidates: Vec<u32>,
    pub(crate) happened: Vec<Happened>,
    /// A name in its `Body` that has too many bytes.
    pub(crate) too_long: Option<NameTooLong>,
}

impl LiveMind {
    pub(crate) fn new(mind: Mind, born: u64, thought_at: u64) -> Self {
        let time_s = mind.view().time_s();
        Self {
            mind,
            born,
            thought_at,
            owed_s: 0.0,
            time_s,
            stood_at: None,
            body: BodySense::standing(piaget::terms::Vec3::ZERO, 0.0),
            sightings: Vec::new(),
            seen: Vec::new(),
            sounds: Vec::new(),
            candidates: Vec::new(),
            happened: Vec::new(),
            too_long: None,
        }
    }

    /// The mind: everything it believes, feels and decided can be read. It speaks in Piaget's own types, whose vectors
    /// are not Bevy's; [`to_bevy`](crate::to_bevy) converts them.
    pub fn mind(&self) -> &Mind {
        &self.mind
    }

    /// What it saw when it last thought.
    pub fn seen(&self) -> &[Entity] {
        &self.seen
    }

    /// What it believes, the creature itself left out.
    pub fn beliefs(&self) -> Vec<Believed> {
        let entity_of = |id: HostId| {
            let at = self.sightings.iter().position(|sighting| sighting.id == id)?;
            self.seen.get(at).copied()
        };
        let believed = self.mind.report().beliefs.into_iter();
        believed
            .map(|belief| Believed {
                entity: belief.seen_as.and_then(entity_of),
                kind: belief.kind.non_empty().map(|kind| kind.to_string()),
                at: crate::to_bevy(belief.position),
                velocity: crate::to_bevy(belief.velocity),
                unseen_s: belief.unseen_s,
                confidence: belief.confidence,
            })
            .collect()
    }

    /// Puts a word on one of the character's lists; false if nothing changed.
    pub fn learn(&mut self, list: &str, word: &str) -> Result<bool, NameTooLong> {
        Ok(self.mind.learn(list, Name::new(word)?))
    }
}
