//! One creature of a simulation: between its body in the world and its mind.

use crate::digest;
use crate::embody::Embodied;
use crate::happening::{Happening, words};
use crate::timeline::{Noticed, OrderedMovement, ScriptedWalk};
use piaget_mind::{Mind, Report};
use piaget_terms::{HostId, Intent, MovementSense, Name};
use piaget_world::{Sensed, World};

/// One creature of a simulation: its body's number in the world, its mind, and what passed between them in the
/// last tick.
pub struct Actor {
    /// What the scenario calls it.
    pub name: Name,
    /// Its body.
    pub id: HostId,
    /// Its mind.
    pub mind: Mind,
    /// What it sensed.
    pub sensed: Sensed,
    /// What it intended.
    pub intent: Intent,
    /// What its mind held then.
    pub report: Report,
    pub(super) seen: Vec<HostId>,
    pub(super) seen_before: Vec<HostId>,
    pub(super) movement: Option<MovementSense>,
    pub(super) chosen: Option<Name>,
    pub(super) walk: Option<ScriptedWalk>,
    pub(crate) ordered: Option<OrderedMovement>,
    /// Its posed body, where it has one.
    pub embodied: Option<Embodied>,
    pub(super) digest: u64,
    bytes: Vec<u8>,
}

impl Actor {
    pub(super) fn new(name: Name, id: HostId, mind: Mind) -> Self {
        Self {
            name,
            id,
            mind,
            sensed: Sensed::default(),
            intent: Intent::default(),
            report: Report::default(),
            seen: Vec::new(),
            seen_before: Vec::new(),
            movement: None,
            chosen: None,
            walk: None,
            ordered: None,
            embodied: None,
            digest: 0,
            bytes: Vec::new(),
        }
    }

    /// Senses and thinks. Reads nothing but the world and itself, so that creatures can be stepped in any order.
    pub(super) fn step(&mut self, world: &World, tick_s: f32) {
        world.sense(self.id, &mut self.sensed);
        let senses = self.sensed.senses(world.time_s(), tick_s);
        self.intent.clone_from(self.mind.step(&senses));
        self.report = self.mind.report();
        std::mem::swap(&mut self.seen, &mut self.seen_before);
        self.seen.clear();
        self.seen.extend(self.sensed.sightings.iter().map(|sighting| sighting.id));
        let mut bytes = std::mem::take(&mut self.bytes);
        self.digest = digest::actor(self, &mut bytes);
        self.bytes = bytes;
    }

    pub(super) fn noticed(&self) -> Noticed<'_> {
        Noticed {
            name: self.name,
            id: self.id,
            seen: &self.seen,
            seen_before: &self.seen_before,
            sounds: &self.sensed.sounds,
        }
    }

    /// Gives the body its orders: the mind's, or those of a script that leads it.
    pub(super) fn carry_out(&mut self, world: &mut World, tick_s: f32, happened: &mut Vec<Happening>) {
        let body = &self.sensed.body;
        let led = self.walk.as_mut().map(|walk| walk.travel(body.position, body.blocked));
        let ordered = self.ordered.as_mut().and_then(|ordered| ordered.request(body.movement));
        if ordered.is_none() {
            self.ordered = None;
        }
        // A script has the feet, or an order the whole body; eyes, face and voice stay the mind's.
        let scripted = match (ordered, led) {
            (None, None) => None,
            (movement, led) => {
                let mut intent = self.intent.clone();
                (intent.travel, intent.movement) = (led.flatten(), movement);
                Some(intent)
            }
        };
        let intent = scripted.as_ref().unwrap_or(&self.intent);
        world.act(self.id, intent);
        if let Some(embodied) = &mut self.embodied {
            embodied.perform(world, self.id, intent, tick_s);
        }
        if led.is_some_and(|travel| travel.is_none()) {
            self.walk = None;
            let (t, creature) = (world.time_s(), Some(self.name));
            happened.push(Happening::new(t, creature, words::ARRIVED, String::new()));
        }
    }
}
