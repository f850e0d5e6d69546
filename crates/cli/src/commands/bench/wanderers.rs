//! What minds are measured with: things that stand or wander on the spot, nine in ten in view, around a body that goes where
//! its mind wants to.

use piaget_mind::Mind;
use piaget_terms::{Blind, BodySense, Chance, Senses, Sighting, Vec3, maths};

const TICK_S: f32 = 1.0 / 30.0;

/// The things, and the body that sees them.
pub struct Wanderers {
    homes: Vec<Vec3>,
    look: fn(usize, Vec3, f32) -> Sighting,
    sightings: Vec<Sighting>,
    body: BodySense,
    tick: u32,
}

impl Wanderers {
    /// So many, so far from the middle at most on either axis. `look` says what one is seen as: by its number, its place,
    /// and how far it has turned.
    pub fn new(things: usize, within_m: f32, look: fn(usize, Vec3, f32) -> Sighting) -> Self {
        let mut chance = Chance::new(2);
        let mut across = || chance.between(-within_m, within_m);
        let homes = (0..things).map(|_| Vec3::new(across(), 0.2, across())).collect();
        let body = BodySense::standing(Vec3::ZERO, 0.0);
        Self { homes, look, sightings: Vec::new(), body, tick: 0 }
    }

    /// One tick of a mind among them.
    pub fn pass(&mut self, mind: &mut Mind) {
        self.sightings.clear();
        let time_s = f64::from(self.tick) * f64::from(TICK_S);
        for (index, home) in self.homes.iter().enumerate() {
            if (self.tick / 30 + index as u32).is_multiple_of(10) {
                continue;
            }
            let turn = self.tick as f32 * TICK_S * (index % 3) as f32;
            self.sightings.push((self.look)(index, *home + maths::direction(turn) * 0.3, turn));
        }
        self.tick += 1;
        let (body, sightings) = (&self.body, &self.sightings);
        let intent = mind.step(&Senses::new(time_s, TICK_S, body, &Blind).sightings(sightings));
        if let Some(travel) = intent.travel {
            let step_m = travel.speed_m_per_s * TICK_S;
            self.body.position = self.body.position.move_towards(travel.towards, step_m);
        }
    }
}
