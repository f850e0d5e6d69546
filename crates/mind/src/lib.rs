//! The creature. A tick passes through the stages in the order of the modules below; each is a function of its
//! configuration, what came from the stage before, and its own state.
//!
//! There is no I/O here, no clock, no thread, no global state, and no road to the truth: a mind knows what its
//! [`Senses`](piaget_terms::Senses) gave it.
#![forbid(unsafe_code)]

pub mod character;
pub mod expect;
pub mod navigate;
pub mod report;
pub mod seek;

pub use character::Character;
pub use report::Report;

use piaget_terms::{Attention, Chance, Gaze, Intent, Name, Senses, Terrain, Travel};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A mind: a character's settings, the terrain it knows, and everything it has come to believe and feel.
pub struct Mind {
    character: Arc<Character>,
    terrain: Arc<Terrain>,
    state: MindState,
    intent: Intent,
}

/// All of a mind that changes: what is saved and loaded.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MindState {
    chance: Chance,
    attention: Attention,
}

impl Mind {
    /// A newborn mind.
    pub fn new(character: Arc<Character>, terrain: Arc<Terrain>, seed: u64) -> Self {
        let state = MindState { chance: Chance::new(seed), attention: Attention::default() };
        Self::restore(character, terrain, state)
    }

    /// A mind that goes on from a saved state.
    pub fn restore(character: Arc<Character>, terrain: Arc<Terrain>, state: MindState) -> Self {
        Self { character, terrain, state, intent: Intent::default() }
    }

    /// What to save so that [`Mind::restore`] goes on as if nothing had happened.
    pub fn state(&self) -> &MindState {
        &self.state
    }

    /// The character it was made from.
    pub fn character(&self) -> &Character {
        &self.character
    }

    /// The terrain it knows.
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// What this tick left to the next.
    pub fn attention(&self) -> Attention {
        self.state.attention
    }

    /// One tick.
    pub fn step(&mut self, senses: &Senses<'_>) -> &Intent {
        // The reactive creature (Kline 1.1.1): see, react, repeat.
        let wanted = senses.sightings.iter().find(|sighting| sighting.kind == self.character.wants);
        self.intent = Intent::default();
        self.state.attention = Attention { at: wanted.map(|w| w.position), kind: wanted.map(|w| w.kind) };
        if let Some(wanted) = wanted {
            self.intent.gaze = Some(Gaze { at: wanted.position });
            self.intent.travel = Some(Travel {
                towards: wanted.position,
                goal: wanted.position,
                speed_m_per_s: self.character.body.walk_m_per_s,
                arrive_within_m: self.character.body.reach_m,
            });
            self.intent.because = Name::cut("approach");
        }
        &self.intent
    }

    /// What the mind holds now, to be drawn or traced. Allocates; not part of a tick.
    pub fn report(&self) -> Report {
        Report::default()
    }
}
