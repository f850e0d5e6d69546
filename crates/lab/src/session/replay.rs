//! Recordings in a visitor's hands: a run that was kept, in the lab or by `piaget run --record`, is watched again as it was.

use super::Session;
use super::play::Play;
use super::room::{CROWD_BUDGET, too_much};
use crate::Library;
use crate::messages::{Choice, Export, ToLab};
use piaget_sim::{Action, Digest, Happening, Recording, Threads, inputs_at};
use std::sync::Arc;

/// What a recording holds besides its beginning.
pub struct Recorded {
    /// What came in, with its tick.
    inputs: Vec<(u64, Action)>,
    /// The tick at which it ends.
    ticks: u64,
    /// The digest that it had there.
    digest: Digest,
    /// The whole file, to begin again.
    bytes: Vec<u8>,
}

/// Why something is not done while a recording plays.
pub const AS_IT_WAS: &str =
    "a recording plays as it was, and is itself what can be passed on; choose its scenario to change things";

impl Session {
    /// Plays a recording from its beginning; at its end time stands still and the story tells whether its digest is the same.
    pub fn replay(&mut self, bytes: &[u8]) -> Result<(), String> {
        let play = Play::recorded(self.library(), bytes)?;
        self.stand_at(play, None);
        Ok(())
    }

    /// The same recording from its beginning.
    pub(super) fn replay_again(&mut self) -> Result<(), String> {
        let bytes = self.play.recorded.as_ref().map(|recorded| recorded.bytes.clone()).unwrap_or_default();
        self.replay(&bytes)
    }

    /// What there is to choose from.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// What there is to choose from. What is added is there for what is chosen from then on.
    pub fn library_mut(&mut self) -> &mut Library {
        Arc::make_mut(&mut self.library)
    }
}

impl Play {
    fn recorded(library: &Library, bytes: &[u8]) -> Result<Self, String> {
        let recording = Recording::open(bytes, Threads::One).map_err(|error| error.to_string())?;
        let (ticks, digest) = (recording.ticks(), recording.digest());
        let (simulation, inputs) = recording.into_parts();
        let scenario = simulation.scenario();
        scenario.over_budget(&CROWD_BUDGET).map_err(|over| too_much(over).why)?;
        let (name, seed) = (scenario.name.to_string(), Some(scenario.seed));
        let choice = Choice { scenario: name, seed, set: Vec::new(), changes: Vec::new(), until: None };
        let recorded = Recorded { inputs, ticks, digest, bytes: bytes.to_vec() };
        Ok(Self::of(library, simulation, choice, Some(Arc::new(recorded))))
    }

    /// Whether this began with a recording.
    pub fn is_replay(&self) -> bool {
        self.recorded.is_some()
    }

    /// Whether a recording keeps one from this: it cannot be changed, and what comes of it has no scenario to begin with.
    pub fn keeps_from(&self, message: &ToLab) -> bool {
        let passed_on =
            matches!(message, ToLab::Share | ToLab::Export { what: Export::Recording | Export::Trace });
        self.is_replay() && (passed_on || matches!(message, ToLab::Change(_)))
    }

    /// Whether a recording ends with this very tick.
    pub fn ends_here(&self) -> bool {
        self.recorded.as_ref().is_some_and(|recorded| recorded.ticks == self.simulation.tick())
    }

    /// What came in before the next tick.
    pub(super) fn repeat_inputs(&mut self) {
        let Some(recorded) = self.recorded.clone() else { return };
        let tick = self.simulation.tick();
        for (_, action) in inputs_at(&recorded.inputs, tick) {
            self.simulation.input(action.clone());
        }
    }

    /// How a recording ended, where it did with the last tick.
    pub(super) fn verdict(&self) -> Option<Happening> {
        let recorded = self.recorded.as_ref().filter(|_| self.ends_here())?;
        let same = if recorded.digest == self.simulation.digest() { "the same" } else { "another" };
        let about = format!("the recording ends here, with {same} digest as when it was made");
        Some(Happening::new(self.simulation.time_s(), None, "recording", about))
    }
}
