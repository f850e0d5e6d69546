//! A mind that is given another character in the middle of its life: the same beliefs, feelings and knowledge as far as
//! the new character has a place for them. What it cannot keep begins as a newborn's.

use crate::{Beliefs, Character, Mind, believe, expect, remember};
use piaget_occupancy::Map;
use piaget_terms::maths;
use std::mem::discriminant;
use std::sync::Arc;

impl Mind {
    /// Gives the creature another character. Given the one that it has, nothing changes.
    pub fn recast(&mut self, character: Arc<Character>) {
        // The seed plays no part: the generator goes on from where it was.
        let new = Self::new(character.clone(), self.terrain.clone(), 0);
        let Self { character: old, state: was, intent, .. } = std::mem::replace(self, new);
        let (map, state) = (self.map.as_ref(), &mut self.state);
        self.intent = intent;
        (state.chance, state.attention) = (was.chance, was.attention);

        let mut perceive = was.perceive;
        let known = std::mem::replace(&mut perceive.knowledge, state.perceive.knowledge.clone());
        state.perceive = perceive;
        for (list, before) in known.lists.iter().zip(&old.perceive.lists) {
            for word in list.words.iter().filter(|word| !before.words.contains(word)) {
                state.perceive.knowledge.learn(list.name.as_str(), *word);
            }
        }

        state.beliefs = was.beliefs;
        let same_features = same_features(&old.expect, &character.expect);
        lay_out(&mut state.beliefs, map, same_features);
        if same_features && old.expect.stranger == character.expect.stranger {
            state.expect = was.expect;
        }
        if old.imitate == character.imitate {
            state.imitate = was.imitate;
        }
        // Places that it was told of, or found by itself, are its own; those of a file must be the same ones.
        let same_places = |old: &remember::State, new: &remember::State| {
            let told = character.remember.as_ref().is_some_and(|config| config.house.is_none());
            told || old.memory().house().fits(new.memory().house()).is_ok()
        };
        let remembered = was.remember.zip(state.remember.as_ref());
        if let Some((old, _)) = remembered.filter(|(old, new)| same_places(old, new)) {
            state.remember = Some(old);
        }
        character.feel.take_over(&old.feel, &was.feelings, &mut state.feelings);
        state.deciding.take_over(was.deciding);
        state.intend = was.intend;
        believe::refresh(&character.believe, &character.perceive, &state.perceive, map, &mut state.beliefs);
    }
}

/// Whether expectations that one character formed mean the same to the other.
fn same_features(a: &expect::Config, b: &expect::Config) -> bool {
    a.features.len() == b.features.len()
        && a.features.iter().zip(&b.features).all(|(a, b)| {
            a.of == b.of
                && discriminant(&a.predictor) == discriminant(&b.predictor)
                && a.repeats.is_some() == b.repeats.is_some()
        })
}

/// Lays the maps of what is believed on the new character's lattice.
fn lay_out(beliefs: &mut Beliefs, map: Option<&Arc<Map>>, keep_expectations: bool) {
    for belief in beliefs.things_mut() {
        belief.place = match (belief.place.take(), map) {
            (_, None) => None,
            (Some(place), Some(map)) => place.on(map).or(Some(believe::Place::anywhere(map))),
            (None, Some(map)) => Some(believe::Place::met(map, maths::ground(belief.now.position), 0.0)),
        };
        if !keep_expectations {
            belief.expectation = expect::Expectation::default();
        }
    }
}
