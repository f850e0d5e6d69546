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

impl Recording {
    /// Opens the bytes of a recording, or says why they are none.
    pub fn open(bytes: &[u8], threads: Threads) -> Result<Self, SealError> {
        let content: Content = open_value(Kind::Recording, bytes)?;
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

    /// The simulation at its beginning and what came in, each with its tick: for those who play it in their own time.
    pub fn into_parts(self) -> (Simulation, Vec<(u64, Action)>) {
        (self.simulation, self.inputs)
    }

    /// Plays one tick; false if there is none left.
    pub fn step(&mut self) -> bool {
        let tick = self.simulation.tick();
        if tick >= self.ticks {
            return false;
        }
        for (_, action) in self.inputs.iter().filter(|(at, _)| *at == tick) {
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
