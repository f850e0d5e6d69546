//! Recordings: a simulation as it was when recording began, and all that came in since. Playing one again gives the
//! same digest, or says that it does not.

use crate::digest::Digest;
use crate::scenario::Action;
use crate::simulation::{Simulation, open_value, seal_value};
use crate::workers::Threads;
use piaget_terms::sealed::{Kind, SealError};
use serde::{Deserialize, Serialize};

/// Gathers what comes in.
pub(crate) struct Recorder {
    start: Vec<u8>,
    inputs: Vec<(u64, Action)>,
}

#[derive(Serialize, Deserialize)]
struct Content {
    start: Vec<u8>,
    inputs: Vec<(u64, Action)>,
    ticks: u64,
    digest: Digest,
}

impl Recorder {
    pub fn new(start: Vec<u8>) -> Self {
        Self { start, inputs: Vec::new() }
    }

    pub fn input(&mut self, tick: u64, action: Action) {
        self.inputs.push((tick, action));
    }

    pub fn finish(&self, ticks: u64, digest: Digest) -> Vec<u8> {
        let content = Content { start: self.start.clone(), inputs: self.inputs.clone(), ticks, digest };
        seal_value(Kind::Recording, &content)
    }
}

/// A recording that can be played again.
///
/// ```no_run
/// use piaget_sim::{Recording, Threads};
/// let bytes = std::fs::read("run.piaget").unwrap();
/// let mut recording = Recording::open(&bytes, Threads::One).unwrap();
/// assert_eq!(recording.play(|_| {}), recording.digest());
/// ```
pub struct Recording {
    simulation: Simulation,
    inputs: Vec<(u64, Action)>,
    ticks: u64,
    digest: Digest,
}

/// Of what came in during a recording, in order, that which came before this tick was played.
pub fn inputs_at(inputs: &[(u64, Action)], tick: u64) -> &[(u64, Action)] {
    let from = inputs.partition_point(|(at, _)| *at < tick);
    let until = from + inputs[from..].partition_point(|(at, _)| *at == tick);
    &inputs[from..until]
}

impl Recording {
    /// Opens the bytes of a recording, or says why they are none.
    pub fn open(bytes: &[u8], threads: Threads) -> Result<Self, SealError> {
        let content: Content = open_value(Kind::Recording, bytes)?;
        if !content.inputs.is_sorted_by_key(|(tick, _)| *tick) {
            let why = "what came in does not stand in the order in which it came".to_owned();
            return Err(SealError::Unreadable { what: Kind::Recording.word(), why });
        }
        let simulation = Simulation::load(&content.start, threads)?;
        Ok(Self { simulation, inputs: content.inputs, ticks: content.ticks, digest: content.digest })
    }

    /// The digest that the recorded run had at its end.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The tick at which the recorded run ended.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// The simulation, as far as it has been played.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// The simulation at its beginning and what came in, each with its tick and in order: for those who play it in their own
    /// time.
    pub fn into_parts(self) -> (Simulation, Vec<(u64, Action)>) {
        (self.simulation, self.inputs)
    }

    /// Plays one tick; false if there is none left.
    pub fn step(&mut self) -> bool {
        let tick = self.simulation.tick();
        if tick >= self.ticks {
            return false;
        }
        for (_, action) in inputs_at(&self.inputs, tick) {
            self.simulation.input(action.clone());
        }
        self.simulation.step();
        true
    }

    /// Plays what is left and gives the digest at its end; `each` is called after every tick.
    pub fn play(&mut self, mut each: impl FnMut(&Simulation)) -> Digest {
        while self.step() {
            each(&self.simulation);
        }
        self.simulation.digest()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_in_is_found_by_its_tick_and_refused_out_of_order() {
        let note = |text: &str| Action::Note(text.into());
        let inputs = [(1, note("a")), (3, note("b")), (3, note("c")), (7, note("d"))];
        assert_eq!(inputs_at(&inputs, 3), &inputs[1..3]);
        for nothing in [0, 2, 4, 8, u64::MAX] {
            assert_eq!(inputs_at(&inputs, nothing), &[], "{nothing}");
        }
        let mut recorder = Recorder::new(Vec::new());
        recorder.input(3, note("later"));
        recorder.input(1, note("earlier"));
        let refused = Recording::open(&recorder.finish(9, Digest::default()), Threads::One).map(|_| ());
        assert!(refused.unwrap_err().to_string().contains("order"));
    }
}
