//! A simulation as bytes, from which it goes on as if nothing had happened.

use super::{Actor, Blueprints, Simulation};
use crate::digest::Digest;
use crate::embody::{Embodied, EmbodiedState};
use crate::files::Kept;
use crate::scenario::{Action, Scenario};
use crate::timeline::{LAST_TICK, OrderedMovement, Progress, ScriptedWalk};
use crate::workers::{Threads, WorkerPool};
use piaget_mind::{Mind, MindState, Report};
use piaget_terms::sealed::{self, Kind, SealError};
use piaget_terms::valid::{Invalid, Within};
use piaget_terms::{HostId, MovementSense, Name};
use piaget_text::Source;
use piaget_world::World;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// What is saved of a simulation in the middle; with the scenario's text and files it is all there is.
#[derive(Serialize, Deserialize)]
struct Saved {
    text_name: String,
    text: String,
    files: Kept,
    world: World,
    actors: Vec<SavedActor>,
    progress: Progress,
    tick: u64,
    digest: Digest,
    waiting: Vec<Action>,
}

#[derive(Serialize, Deserialize)]
struct SavedActor {
    name: Name,
    id: HostId,
    mind: MindState,
    report: Report,
    seen: Vec<HostId>,
    movement: Option<MovementSense>,
    chosen: Option<Name>,
    walk: Option<ScriptedWalk>,
    ordered: Option<OrderedMovement>,
    embodied: Option<EmbodiedState>,
}

impl Simulation {
    /// Everything, as bytes from which [`Simulation::load`] goes on as if nothing had happened.
    pub fn save(&self) -> Vec<u8> {
        self.saved(self.scenario.text.clone(), self.scenario.files.clone())
    }

    /// As [`Simulation::save`], without the scenario and its files: for those who keep many and the scenario besides.
    pub fn snapshot(&self) -> Vec<u8> {
        self.saved(Source::new("", ""), Kept::default())
    }

    fn saved(&self, text: Source, files: Kept) -> Vec<u8> {
        let actors = self.actors.iter().map(|actor| SavedActor {
            name: actor.name,
            id: actor.id,
            mind: actor.mind.state().clone(),
            report: actor.report.clone(),
            seen: actor.seen.clone(),
            movement: actor.movement,
            chosen: actor.chosen,
            walk: actor.walk.clone(),
            ordered: actor.ordered,
            embodied: actor.embodied.as_ref().map(|own| own.state().clone()),
        });
        let saved = Saved {
            text_name: text.name,
            text: text.text,
            files,
            world: self.world.clone(),
            actors: actors.collect(),
            progress: self.progress.clone(),
            tick: self.tick,
            digest: self.digest,
            waiting: self.waiting.clone(),
        };
        seal_value(Kind::Simulation, &saved)
    }

    /// A saved simulation.
    pub fn load(bytes: &[u8], threads: Threads) -> Result<Self, SealError> {
        let saved: Saved = open_value(Kind::Simulation, bytes)?;
        let source = Source::new(saved.text_name.as_str(), saved.text.as_str());
        let scenario =
            Scenario::load_settled(&source, &saved.files).map_err(|found| unreadable(found.to_string()))?;
        Self::revive(scenario, saved, threads)
    }

    /// A snapshot of a simulation of this scenario.
    pub fn resume(scenario: Scenario, snapshot: &[u8], threads: Threads) -> Result<Self, SealError> {
        Self::revive(scenario, open_value(Kind::Simulation, snapshot)?, threads)
    }

    fn revive(scenario: Scenario, saved: Saved, threads: Threads) -> Result<Self, SealError> {
        saved.world.validate().within("world").map_err(invalid)?;
        saved.progress.validate(&scenario.timeline).within("progress").map_err(invalid)?;
        if saved.tick > LAST_TICK {
            return Err(unreadable(format!("`tick` is {}, which never comes", saved.tick)));
        }
        if saved.actors.len() != scenario.creatures.len() {
            let (found, expected) = (saved.actors.len(), scenario.creatures.len());
            return Err(unreadable(format!("it has {found} creatures, and the scenario has {expected}")));
        }
        let mut actors: Vec<Actor> = Vec::new();
        let mut blueprints = Blueprints::new(&scenario);
        for own in saved.actors {
            if actors.iter().any(|other| other.id == own.id) {
                return Err(unreadable(format!("\"{}\" shares its body with another mind", own.name)));
            }
            let plan = scenario.creatures.iter().find(|plan| plan.name == own.name);
            let plan = plan.ok_or_else(|| unreadable(format!("it has no creature \"{}\"", own.name)))?;
            let within = format!("{}.mind", own.name);
            let mut mind = Mind::restore(&blueprints.of(plan), own.mind).within(&within).map_err(invalid)?;
            if let Some(rig) = &plan.rig {
                mind.embody(&rig.graph);
            }
            let mut actor = Actor::new(own.name, own.id, mind);
            (actor.report, actor.seen, actor.movement) = (own.report, own.seen, own.movement);
            if let Some(walk) = &own.walk {
                walk.validate().within("walk").map_err(invalid)?;
            }
            (actor.chosen, actor.walk, actor.ordered) = (own.chosen, own.walk, own.ordered);
            let embodied = plan.rig.clone().zip(own.embodied);
            let embodied = embodied.map(|(rig, state)| Embodied::restore(rig, state)).transpose();
            actor.embodied = embodied.within("embodied").map_err(invalid)?;
            actors.push(actor);
        }
        Ok(Self {
            scenario,
            world: saved.world,
            actors,
            progress: saved.progress,
            tick: saved.tick,
            digest: saved.digest,
            waiting: saved.waiting,
            happened: Vec::new(),
            begun: false,
            recorder: None,
            workers: WorkerPool::new(threads),
        })
    }
}

fn unreadable(why: String) -> SealError {
    SealError::Unreadable { what: Kind::Simulation.word(), why }
}

fn invalid(invalid: Invalid) -> SealError {
    unreadable(invalid.to_string())
}

/// A value in its envelope.
pub(crate) fn seal_value(kind: Kind, value: &impl Serialize) -> Vec<u8> {
    // Our own types serialise without fail: no maps with unknown lengths, no borrowed trickery.
    sealed::seal(kind, &postcard::to_stdvec(value).expect("plain data serialises"))
}

/// The value that was sealed.
pub(crate) fn open_value<T: DeserializeOwned>(kind: Kind, bytes: &[u8]) -> Result<T, SealError> {
    postcard::from_bytes(sealed::open(kind, bytes)?)
        .map_err(|error| SealError::Unreadable { what: kind.word(), why: error.to_string() })
}
