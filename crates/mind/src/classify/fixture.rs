//! What a test's creature believes, written down: one kind of thing for each of a few selectors.

use super::kinds::symbolic::Symbolic;
use super::step::refresh;
use crate::model::selector::Prefer;
use crate::model::{
    Belief, BeliefId, Beliefs, Concepts, Feedback, Knowledge, Record, Selector, Tick, View, Word,
};
use piaget_terms::{Blind, BodySense, Name, Rect, Terrain, Vec3};
use std::sync::Arc;

pub(crate) struct Believed {
    concepts: Concepts,
    knowledge: Knowledge,
    beliefs: Beliefs,
}

impl Default for Believed {
    fn default() -> Self {
        let mut concepts = Concepts::default();
        for at in 0..3 {
            let kind = Name::cut(&format!("kind-{at}"));
            let percept = Arc::new(Symbolic { word: Word::Kind, accepts: vec![kind] });
            let percept = concepts.percepts.push(kind, percept, None);
            let selector =
                Selector { name: kind, all: vec![percept], prefer: Prefer::Nearest, ..Selector::default() };
            concepts.selectors.push(selector);
        }
        let mut new = Self { concepts, knowledge: Knowledge::default(), beliefs: Beliefs::new(1) };
        refresh(&new.concepts, &new.knowledge, &mut new.beliefs);
        new
    }
}

impl Believed {
    /// With one more thing that a selector accepts.
    pub fn thing(mut self, selector: u16, belief: u32, distance_m: f32) -> Self {
        let mut record = Record::at(0.0, Vec3::new(distance_m, 0.0, 0.0));
        record.kind = self.concepts.selectors[usize::from(selector)].name;
        let belief = Belief::new(BeliefId(belief), &record, 1);
        let at = self.beliefs.all.partition_point(|known| known.id < belief.id);
        self.beliefs.all.insert(at, belief);
        refresh(&self.concepts, &self.knowledge, &mut self.beliefs);
        self
    }

    pub fn view(&self) -> View<'_> {
        View::now(&self.concepts, &self.knowledge, &self.beliefs)
    }
}

/// A tick in which nothing is seen or heard.
pub(crate) fn with_tick<T>(
    body: &BodySense,
    time_s: f64,
    tick_s: f32,
    run: impl FnOnce(&Tick<'_>) -> T,
) -> T {
    let terrain = Terrain::open(Rect::centred(20.0, 20.0));
    let feedback = Feedback::default();
    run(&Tick {
        time_s,
        tick_s,
        body,
        sounds: &[],
        sight: &Blind,
        eye: body.position,
        sure_pixels: 2.0,
        notices: 1.0,
        noise_m: None,
        terrain: &terrain,
        map: None,
        feedback: &feedback,
    })
}
