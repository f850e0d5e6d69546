//! Any bytes given to the character reader are read or refused, and what is read can live: a mind made of it takes
//! a few steps through senses that hold things, nonsense and nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use piaget_mind::{Character, Mind};
use piaget_terms::{Blind, BodySense, HostId, Name, Rect, Senses, Sighting, Terrain, Vec3};
use piaget_text::Source;
use std::sync::{Arc, LazyLock};

/// Where it lives: small, because each run makes its ground and maps.
static FIELD: LazyLock<Arc<Terrain>> = LazyLock::new(|| Arc::new(Terrain::open(Rect::centred(8.0, 8.0))));

/// The file that a character can include here.
const INCLUDED: (&str, &str) = ("characters/reactive.kdl", include_str!("../../characters/reactive.kdl"));

const STEPS: u32 = 6;
const TICK_S: f32 = 0.1;

fuzz_target!(|data: &[u8]| {
    let source = Source::new("fuzzed.kdl", String::from_utf8_lossy(data).into_owned());
    let mut include = |path: &str| match path == INCLUDED.0 {
        true => Ok(Source::new(INCLUDED.0, INCLUDED.1)),
        false => Err("there is no such file".to_owned()),
    };
    match Character::parse(&source, &mut include) {
        Ok(character) => live(character),
        Err(found) => assert!(!found.0.is_empty()),
    }
});

fn live(character: Character) {
    let mut mind = Mind::new(Arc::new(character), FIELD.clone(), 7);
    let body = BodySense::standing(Vec3::ZERO, 0.0);
    let thing = |id: u32, kind: &str, place: Vec3| {
        Sighting::new(HostId(id), Name::cut(kind), place).colour(Name::cut("white"))
    };
    for step in 0..STEPS {
        let walked = Vec3::Z * (1.0 + 0.1 * step as f32);
        let things = [thing(1, "sheep", walked), thing(2, "wolf", Vec3::NAN), thing(3, "apple", -walked)];
        let seen = if step % 3 == 2 { &things[..0] } else { &things[..] };
        let time_s = f64::from(step) * f64::from(TICK_S);
        mind.step(&Senses::new(time_s, TICK_S, &body, &Blind).sightings(seen));
    }
}
