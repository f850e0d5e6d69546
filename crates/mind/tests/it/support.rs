//! What the tests share: a character from text, and a mind that lives through ticks of a tenth of a second.

use piaget_mind::{Character, Mind};
use piaget_terms::{
    Blind, BodySense, HostId, Intent, Name, Rect, Senses, Sight, Sighting, Sound, Terrain, Vec3,
};
use piaget_text::Source;
use std::sync::Arc;

pub const TICK_S: f32 = 0.1;

pub fn character(text: &str) -> Arc<Character> {
    let source = Source::new("test.kdl", text);
    match Character::parse(&source, &mut |_| Err("there are no other files".into())) {
        Ok(character) => Arc::new(character),
        Err(mistakes) => panic!("{mistakes}"),
    }
}

pub fn field() -> Arc<Terrain> {
    Arc::new(Terrain::open(Rect::centred(40.0, 40.0)))
}

pub fn mind(text: &str) -> Mind {
    Mind::new(character(text), field(), 7)
}

pub fn thing(id: u32, kind: &str, colour: &str, position: Vec3) -> Sighting {
    Sighting::new(HostId(id), Name::cut(kind), position).colour(Name::cut(colour))
}

/// Where a mind is in a world that a test tells it.
pub struct Life {
    pub mind: Mind,
    pub body: BodySense,
    pub ticks: u32,
}

impl Life {
    pub fn new(text: &str) -> Self {
        Self { mind: mind(text), body: BodySense::standing(Vec3::ZERO, 0.0), ticks: 0 }
    }

    pub fn time_s(&self) -> f64 {
        f64::from(self.ticks) * f64::from(TICK_S)
    }

    pub fn sees(&mut self, sightings: &[Sighting]) -> Intent {
        self.senses(sightings, &[], &Blind)
    }

    pub fn senses(&mut self, sightings: &[Sighting], sounds: &[Sound], sight: &dyn Sight) -> Intent {
        let time_s = self.time_s();
        self.ticks += 1;
        let senses = Senses::new(time_s, TICK_S, &self.body, sight).sightings(sightings).sounds(sounds);
        self.mind.step(&senses).clone()
    }
}
