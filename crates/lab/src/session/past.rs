//! The last minutes, to be shown again: not what was drawn, but snapshots and all that came in since. A past moment is
//! played anew from the snapshot before it, so that every part of it is there, exactly as it was.

use super::play::{Drawn, Play};
use super::story;
use piaget_sim::{Scenario, Simulation, Threads};
use std::collections::VecDeque;
use std::sync::Arc;

/// Seconds of simulated time between two snapshots: the most that is played to show a moment.
const EVERY_S: f32 = 4.0;
/// How far back one can look.
const REACH_S: f32 = 300.0;
/// What the drawn body of one creature takes in a snapshot, roughly.
const PUPPET_BYTES: usize = 4 << 10;

/// A simulation as it was before a tick.
struct Snapshot {
    tick: u64,
    /// The scenario it is of: the same for all, until a creature is given another character.
    scenario: Arc<Scenario>,
    simulation: Vec<u8>,
    drawn: Drawn,
    /// How many of the visitor's changes had been made.
    changes: usize,
    /// What it takes in memory without the scenario.
    bytes: usize,
    /// What the scenario takes, in the oldest snapshot of those that share it; else nothing.
    scenario_bytes: usize,
}

/// Snapshots, the oldest first.
#[derive(Default)]
pub struct Past {
    snapshots: VecDeque<Snapshot>,
    bytes: usize,
}

impl Past {
    /// Takes a snapshot, if it is time for one. All snapshots together hold at most `most_bytes`; a large world's past
    /// reaches less far back.
    pub fn keep(&mut self, play: &Play, most_bytes: usize) {
        let simulation = &play.simulation;
        let (tick, hz) = (simulation.tick(), simulation.scenario().tick_hz);
        let every = (EVERY_S * hz).max(1.0) as u64;
        if self.snapshots.back().is_some_and(|last| tick < last.tick + every) {
            return;
        }
        let same = self.snapshots.back().filter(|last| last.scenario.text == simulation.scenario().text);
        let same = same.filter(|last| last.scenario.files == simulation.scenario().files);
        let scenario_bytes = if same.is_some() { 0 } else { bytes_of(simulation.scenario()) };
        let scenario =
            same.map_or_else(|| Arc::new(simulation.scenario().clone()), |last| last.scenario.clone());
        let saved = simulation.snapshot();
        let drawn =
            Drawn { puppets: play.puppets.clone(), story: play.story.clone(), game: play.game.clone() };
        let bytes = saved.len() + drawn.puppets.len() * (PUPPET_BYTES + story::BYTES_PER_CREATURE);
        let changes = play.made();
        self.bytes += bytes + scenario_bytes;
        self.snapshots.push_back(Snapshot {
            tick,
            scenario,
            simulation: saved,
            drawn,
            changes,
            bytes,
            scenario_bytes,
        });
        self.trim(most_bytes);
    }

    /// Forgets the oldest until no more is held than that; the newest stays.
    pub fn trim(&mut self, most_bytes: usize) {
        let most = (REACH_S / EVERY_S) as usize;
        while self.snapshots.len() > most || (self.bytes > most_bytes && self.snapshots.len() > 1) {
            let Some(old) = self.snapshots.pop_front() else { return };
            self.bytes -= old.bytes;
            match self.snapshots.front_mut().filter(|next| Arc::ptr_eq(&next.scenario, &old.scenario)) {
                Some(next) => next.scenario_bytes = old.scenario_bytes,
                None => self.bytes -= old.scenario_bytes,
            }
        }
    }

    /// The bytes that it holds.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The earliest tick that can be shown.
    pub fn earliest(&self) -> u64 {
        self.snapshots.front().map_or(0, |first| first.tick + 1)
    }

    /// The play a little before the tick, to be played up to it.
    pub fn before(&self, tick: u64, play: &Play) -> Result<Play, String> {
        // What was sensed and intended is not saved, so that the tick itself must be played.
        let snapshot = self.snapshots.iter().rev().find(|snapshot| snapshot.tick < tick);
        let snapshot = snapshot.ok_or_else(|| format!("tick {tick} is no longer known"))?;
        let scenario = Scenario::clone(&snapshot.scenario);
        let simulation = Simulation::resume(scenario, &snapshot.simulation, Threads::One);
        let simulation = simulation.map_err(|error| error.to_string())?;
        Ok(play.from(simulation, snapshot.drawn.clone(), snapshot.changes))
    }
}

/// What a scenario's text and files take in memory. What was read from them is about as much again.
fn bytes_of(scenario: &Scenario) -> usize {
    let texts: usize = scenario.files.0.values().map(String::len).sum();
    let others: usize = scenario.files.1.values().map(Vec::len).sum();
    2 * (scenario.text.text.len() + texts) + others
}
