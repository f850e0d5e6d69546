//! The last minutes, to be shown again: not what was drawn, but snapshots and all that came in since. A past moment is
//! played anew from the snapshot before it, so that every part of it is there, exactly as it was.

use super::puppet::Puppet;
use piaget_sim::{Scenario, Simulation, Threads};
use std::collections::VecDeque;
use std::sync::Arc;

/// Seconds of simulated time between two snapshots: the most that is played to show a moment.
const EVERY_S: f32 = 4.0;
/// How far back one can look.
const REACH_S: f32 = 300.0;
/// The memory that one visitor's past may take; a large world's reaches less far back.
const MAX_BYTES: usize = 16 << 20;

/// A simulation as it was before a tick.
struct Snapshot {
    tick: u64,
    /// The scenario it is of: the same for all, until a creature is given another character.
    scenario: Arc<Scenario>,
    simulation: Vec<u8>,
    puppets: Vec<Option<Puppet>>,
}

/// Snapshots, the oldest first.
#[derive(Default)]
pub struct Past {
    snapshots: VecDeque<Snapshot>,
    bytes: usize,
}

impl Past {
    /// Takes a snapshot, if it is time for one.
    pub fn keep(&mut self, simulation: &Simulation, puppets: &[Option<Puppet>]) {
        let (tick, hz) = (simulation.tick(), simulation.scenario().tick_hz);
        let every = (EVERY_S * hz).max(1.0) as u64;
        if self.snapshots.back().is_some_and(|last| tick < last.tick + every) {
            return;
        }
        let same = self.snapshots.back().filter(|last| last.scenario.text == simulation.scenario().text);
        let same = same.filter(|last| last.scenario.files == simulation.scenario().files);
        let scenario =
            same.map_or_else(|| Arc::new(simulation.scenario().clone()), |last| last.scenario.clone());
        let snapshot =
            Snapshot { tick, scenario, simulation: simulation.snapshot(), puppets: puppets.to_vec() };
        self.bytes += snapshot.simulation.len();
        self.snapshots.push_back(snapshot);
        let most = (REACH_S / EVERY_S) as usize;
        while self.snapshots.len() > most || (self.bytes > MAX_BYTES && self.snapshots.len() > 1) {
            self.bytes -= self.snapshots.pop_front().map_or(0, |old| old.simulation.len());
        }
    }

    /// The earliest tick that can be shown.
    pub fn earliest(&self) -> u64 {
        self.snapshots.front().map_or(0, |first| first.tick + 1)
    }

    /// The simulation a little before the tick, to be played up to it.
    pub fn before(&self, tick: u64) -> Result<(Simulation, Vec<Option<Puppet>>), String> {
        // What was sensed and intended is not saved, so that the tick itself must be played.
        let snapshot = self.snapshots.iter().rev().find(|snapshot| snapshot.tick < tick);
        let snapshot = snapshot.ok_or_else(|| format!("tick {tick} is no longer known"))?;
        let scenario = Scenario::clone(&snapshot.scenario);
        let simulation = Simulation::resume(scenario, &snapshot.simulation, Threads::One);
        Ok((simulation.map_err(|error| error.to_string())?, snapshot.puppets.clone()))
    }
}
