//! A mind that only watches: what it makes of a demonstration that another's eyes saw.

use super::show::Shown;
use piaget_mind::others::Gesture;
use piaget_mind::{Character, Mind};
use piaget_motor::PoseGraph;
use piaget_terms::{Blind, Chance, Effector, Rect, Senses, Sighting, Terrain, Vec3};
use piaget_text::Source;
use std::sync::Arc;

/// Its character: a mouse's body, and open eyes.
const CHARACTER: &str = r#"
character "onlooker"
body kind="mouse" height=0.88 radius=0.15 eye-height=0.68
"#;

/// What is wrong with the eyes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fault {
    /// The share of looks that give nothing.
    pub missing: f32,
    /// The error of each place along each axis.
    pub noise_m: f32,
    /// Only hands, feet, root, nose and neck show.
    pub seven: bool,
}

/// A mind with a body of its own that watches.
pub struct Onlooker {
    /// The mind.
    pub mind: Mind,
    time_s: f64,
}

impl Onlooker {
    /// With an own graph, and settings of the `watch` node.
    pub fn new(graph: &PoseGraph, watch: &str) -> Result<Self, String> {
        let text = format!("{CHARACTER}\nwatch {watch}\n");
        let source = Source::new("onlooker.kdl", text);
        let character = Character::parse(&source, &mut |_| Err("there are no other files".into()));
        let character = character.map_err(|mistakes| mistakes.to_string())?;
        let terrain = Terrain::open(Rect::centred(30.0, 30.0));
        let mut mind = Mind::new(Arc::new(character), Arc::new(terrain), 1);
        mind.embody(graph);
        Ok(Self { mind, time_s: 0.0 })
    }

    /// Watches a demonstration; gives the gestures that it saw, the first first.
    pub fn watch(&mut self, shown: &Shown, fault: Fault, chance: &mut Chance) -> Vec<Gesture> {
        let before = self.mind.watching().seen();
        self.look_away(shown);
        let from_s = self.time_s;
        for glimpse in &shown.glimpses {
            self.time_s = from_s + glimpse.time_s;
            let missed = fault.missing > 0.0 && chance.happens(fault.missing);
            let sightings: Vec<Sighting> =
                if missed { Vec::new() } else { faulty(&glimpse.sightings, fault, chance) };
            self.mind
                .step(&Senses::new(self.time_s, shown.tick_s, &shown.onlooker, &Blind).sightings(&sightings));
        }
        let mut seen: Vec<Gesture> =
            self.mind.watching().gestures().filter(|gesture| gesture.number > before).cloned().collect();
        seen.reverse();
        seen
    }
}

impl Onlooker {
    /// Sees nothing for a while: one demonstration is not the continuation of another.
    fn look_away(&mut self, shown: &Shown) {
        /// Ticks and their length.
        const AWAY: (u32, f32) = (20, 0.1);
        for _ in 0..AWAY.0 {
            self.time_s += f64::from(AWAY.1);
            let (time_s, tick_s, body) = (self.time_s, AWAY.1, &shown.onlooker);
            self.mind.step(&Senses::new(time_s, tick_s, body, &Blind));
        }
    }
}

fn faulty(sightings: &[Sighting], fault: Fault, chance: &mut Chance) -> Vec<Sighting> {
    let mut sightings = sightings.to_vec();
    for sighting in &mut sightings {
        if fault.seven {
            let joint = |effector| {
                use Effector::{LeftElbow, LeftKnee, RightElbow, RightKnee};
                matches!(effector, LeftElbow | RightElbow | LeftKnee | RightKnee)
            };
            sighting.effectors.retain(|part| !joint(part.effector));
        }
        if fault.noise_m > 0.0 {
            for part in &mut sighting.effectors {
                let noise = Vec3::new(chance.normal(), chance.normal(), chance.normal());
                part.position += noise * fault.noise_m;
            }
        }
    }
    sightings
}
