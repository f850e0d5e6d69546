//! Saved minds whose content was made up: bytes are changed and the envelope is put right again, so that the checksum does
//! not catch them. Such a mind is refused with a sentence, or it lives on: 20 ticks and a report, without a panic, without
//! a hang and without growing.
//!
//! `PIAGET_RESEALED=1000000 cargo nextest run -p piaget resealed --no-capture` tries a million; `PIAGET_RESEALED_FROM` is
//! the first round, to try one of them again.

use crate::damage::{Rounds, Tally, damage};
use crate::hostile::{CHARACTERS, lead, lead_for, newborn, newborn_in};
use piaget::mind::{Blueprint, Mind};
use piaget::terms::sealed::{Kind, open, seal};
use piaget::terms::{Chance, Rect, Terrain, Vec2, Wall};
use std::sync::Arc;

/// Minds that are tried where nobody asks for more.
const ROUNDS: u32 = 6_000;
/// How long each one that is not refused lives on.
const TICKS: usize = 20;
/// Bytes of senses for so many ticks, and more.
const SENSES: u32 = 50 * TICKS as u32;
/// One in so many minds lives on the usual ground. On a small one its maps are few bytes among others, so that most changes meet
/// something else.
const USUAL: u32 = 32;
/// One in so many is changed anywhere, its character's texts counted; else what is changed is its state.
const ANYWHERE: u32 = 32;
/// One in so many is loaded as a mind whose character was edited since: part by part.
const EDITED: u32 = 64;

/// A mind that has lived through something, as it was saved.
struct Saved {
    blueprint: Arc<Blueprint>,
    payload: Vec<u8>,
    /// Where the state begins: after whose mind it is.
    state: usize,
    /// The same character after an edit.
    edited: Arc<Blueprint>,
}

#[test]
fn minds_that_were_changed_and_sealed_again_are_refused_or_live_on() {
    let rounds = Rounds::or(ROUNDS);
    let small = Arc::new(Terrain {
        bounds: Rect::centred(5.0, 5.0),
        walls: vec![Wall { centre: Vec2::new(0.5, 1.0), half: Vec2::new(0.8, 0.1), yaw: 0.3, height_m: 2.0 }],
        grid: None,
    });
    let usual: Vec<Saved> = (0..CHARACTERS).map(|which| lived(newborn(which, 7), 600)).collect();
    let few: Vec<Saved> = (0..CHARACTERS)
        .flat_map(|which| [40, 600].map(|long| lived(newborn_in(which, 7, &small), long)))
        .collect();
    let mut tally = Tally::default();
    for round in rounds.first..rounds.first.saturating_add(rounds.count) {
        let mut chance = Chance::of_part(20, u64::from(round));
        let among = if chance.below(USUAL) == 0 { &usual } else { &few };
        let saved = &among[chance.below(among.len() as u32) as usize];
        let edited = chance.below(EDITED) == 0;
        let from = if chance.below(ANYWHERE) == 0 { 0 } else { saved.state };
        let mut payload = saved.payload.clone();
        damage(&mut payload, from, &mut chance);
        tally.attempt(round, || {
            let blueprint = if edited { &saved.edited } else { &saved.blueprint };
            let restored = piaget::restore_in(blueprint, &seal(Kind::Mind, &payload));
            let mut mind = restored.map_err(|refused| refused.to_string())?;
            let senses: Vec<u8> = (0..SENSES).map(|_| chance.bits() as u8).collect();
            assert_eq!(lead_for(&mut mind, &senses, TICKS), TICKS, "it was led for too short");
            drop(mind.report());
            Ok(())
        });
    }
    tally.judge("minds", &rounds);
}

/// A mind that lives through something, and what it is saved as.
fn lived(mut mind: Mind, long: u32) -> Saved {
    let life: Vec<u8> = (0..long).map(|at| 32 + (at * 7919 % 223) as u8).collect();
    lead(&mut mind, &life);
    let bytes = piaget::save(&mind).expect("it can be saved");
    let payload = open(Kind::Mind, &bytes).expect("just sealed").to_vec();
    let state = payload.len() - state_bytes(&mind);
    let (character, terrain) = (mind.character(), mind.blueprint().terrain());
    let mut edited = character.clone();
    edited.text_checksum ^= 1;
    let edited = Arc::new(Blueprint::new(Arc::new(edited), terrain.clone()));
    Saved { blueprint: mind.blueprint().clone(), payload, state, edited }
}

fn state_bytes(mind: &Mind) -> usize {
    postcard::to_allocvec(mind.state()).expect("it serialises").len()
}
