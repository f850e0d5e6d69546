//! Believe: records of this tick that come from one thing are merged, matched with what is believed already,
//! and kept with their past (Buchsbaum 5.5, Isla 4.2).
//!
//! Where an unseen thing may be is a map where the character has one, else plain: where it was last sensed.
//! Whoever persists for 0 seconds is the reactive creature of Kline 1.1.1.

pub mod assign;
pub mod belief;
pub mod carried;
pub mod place;
pub mod select;
pub mod view;
pub mod whereabouts;

mod merge;
mod read;
mod update;

pub use assign::Assignment;
pub use belief::{Belief, BeliefId, History};
pub use carried::Carried;
pub use place::{MapConfig, Place, PlaceOutcome, Recalled};
pub use read::{NODES, find_percept, find_selector, read, read_selector};
pub use select::Selector;
pub use update::{Scratch, Tick, answer, refresh, step};
pub use view::{Found, Pick, SelectorId, View, Viewpoint};
pub use whereabouts::Whereabouts;

use crate::perceive::{Evaluation, PerceptId, Record};
use piaget_occupancy::Map;
use piaget_terms::Vec3;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How a character makes and keeps beliefs.
#[derive(Clone, Debug)]
pub struct Config {
    /// How long a thing that is not sensed is still believed in; 0: only while it is.
    pub persist_s: f32,
    /// How long its place may be in view without the thing being there before the belief is given up.
    pub give_up_s: f32,
    /// How long its place may be in view without the thing being there before nobody acts on it any more. What was
    /// seen of it is still known until it is given up.
    pub absent_s: f32,
    /// A thing this near to another's hand may go with it; 0 for a character that thinks of no such thing.
    pub carried_m: f32,
    /// Confidence in what is not sensed halves in this time.
    pub half_life_s: f32,
    /// The most beliefs, the one about itself included; the one unseen for longest gives way.
    pub most: u32,
    /// How many records each belief's past holds.
    pub history_moments: u32,
    /// The least time between two of them; 0 for every tick.
    pub history_every_s: f32,
    /// Records of one tick within this distance, and alike, come from one thing.
    pub merge_within_m: f32,
    /// A voice within this distance of a thing that could have spoken is taken for that thing's.
    pub hear_within_m: f32,
    /// Which looks must agree for two records to be of one thing.
    pub same: Same,
    /// Where a thing is expected, and how far off it may be to be the same.
    pub whereabouts: Whereabouts,
    /// A map for what is out of view; without one, the plain account serves.
    pub map: Option<MapConfig>,
    /// How records are assigned to beliefs.
    pub assignment: Assignment,
    /// Velocities are averaged over about this time; 0 trusts the last two places.
    pub smooth_velocity_s: f32,
    /// A thing that shows less than this share of itself is seen in part: the middle of what shows is then no measure
    /// of how it moves.
    pub whole_share: f32,
    /// For how long at most its movement is taken on trust while it is seen in part.
    pub trust_part_s: f32,
    /// Which creature it acts in reference to.
    pub other: Option<Selector>,
    /// Selectors that other parts of the character may use by name.
    pub selectors: Vec<Selector>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            persist_s: 30.0,
            give_up_s: 0.5,
            absent_s: f32::INFINITY,
            carried_m: 0.0,
            half_life_s: 30.0,
            most: 64,
            history_moments: 64,
            history_every_s: 0.0,
            merge_within_m: 0.05,
            hear_within_m: 1.0,
            same: Same::default(),
            whereabouts: Whereabouts::default(),
            map: None,
            assignment: Assignment::Optimal,
            smooth_velocity_s: 0.1,
            whole_share: 0.85,
            trust_part_s: 1.5,
            other: None,
            selectors: Vec::new(),
        }
    }
}

/// By what a character tells things apart besides their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Same {
    /// Things of different kinds are different things.
    pub kind: bool,
    /// Things of different colours are.
    pub colour: bool,
    /// Things of different shapes are.
    pub shape: bool,
    /// The host's numbers may be used (Kline's given correspondence); else looks and place must do (Isla 4.2).
    pub id: bool,
}

impl Default for Same {
    fn default() -> Self {
        Self { kind: true, colour: true, shape: true, id: false }
    }
}

impl Same {
    /// Whether two records could be of one thing by their looks: distance 0 or infinity.
    pub fn allows(&self, a: &Record, b: &Record) -> bool {
        let agree = |asked: bool, a: piaget_terms::Name, b: piaget_terms::Name| {
            !asked || a.is_empty() || b.is_empty() || a == b
        };
        agree(self.kind, a.kind, b.kind)
            && agree(self.colour, a.colour, b.colour)
            && agree(self.shape, a.shape, b.shape)
    }
}

/// What another wants and does not have (Buchsbaum 7.2.4).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wanted {
    /// Who wants it.
    pub who: BeliefId,
    /// What it was seen to want.
    pub object: BeliefId,
    /// What would serve it as well: whatever its motive's selector accepts.
    pub like: Option<SelectorId>,
}

/// Everything a mind believes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Beliefs {
    /// By rising number; the belief about itself is the first.
    all: Vec<Belief>,
    next: u32,
    time_s: f64,
    other: Option<BeliefId>,
    wanted: Option<Wanted>,
    /// Belief by percept, for the present.
    #[serde(skip)]
    evaluations: Vec<Evaluation>,
    #[serde(skip)]
    percepts: usize,
    /// What each named selector answers, for the present.
    #[serde(skip)]
    picks: Vec<Pick>,
}

impl Beliefs {
    /// A newborn's: it knows of itself.
    pub fn new(config: &Config) -> Self {
        let own = Belief::new(BeliefId::SELF, &Record::at(0.0, Vec3::ZERO), config.history_moments);
        Self {
            all: vec![own],
            next: 1,
            time_s: 0.0,
            other: None,
            wanted: None,
            evaluations: Vec::new(),
            percepts: 0,
            picks: Vec::new(),
        }
    }

    /// All beliefs, that about the creature itself first.
    pub fn all(&self) -> &[Belief] {
        &self.all
    }

    /// All beliefs about other things, to be changed by what is expected of them.
    pub(crate) fn things_mut(&mut self) -> impl Iterator<Item = &mut Belief> {
        self.all.iter_mut().skip(1)
    }

    /// A thing comes to mind that is not sensed now: a belief that may be anywhere, until memory says where. `None` where
    /// there is no room for more.
    pub(crate) fn recall(&mut self, config: &Config, map: &Arc<Map>, record: &Record) -> Option<&mut Belief> {
        if self.all.len() >= config.most.max(1) as usize {
            return None;
        }
        let mut belief = Belief::new(BeliefId(self.next), record, config.history_moments);
        self.next = self.next.saturating_add(1);
        belief.place = Some(Place::anywhere(map));
        self.all.push(belief);
        self.all.last_mut()
    }

    /// A belief, if it is still held.
    pub fn get(&self, id: BeliefId) -> Option<&Belief> {
        self.slot(id).map(|slot| &self.all[slot])
    }

    /// The creature it acts in reference to.
    pub fn other(&self) -> Option<BeliefId> {
        self.other
    }

    /// What another is understood to want.
    pub fn wanted(&self) -> Option<Wanted> {
        self.wanted
    }

    /// Notes what another wants.
    pub(crate) fn want(&mut self, wanted: Option<Wanted>) {
        self.wanted = wanted;
    }

    /// When the beliefs were last brought up to date.
    pub fn time_s(&self) -> f64 {
        self.time_s
    }

    /// What a percept makes of a believed thing now.
    pub fn evaluation(&self, id: BeliefId, percept: PerceptId) -> Evaluation {
        self.slot(id).map_or(Evaluation::NO, |slot| self.evaluation_at(slot, percept))
    }

    /// As [`Beliefs::evaluation`], by the belief's place among the others.
    fn evaluation_at(&self, slot: usize, percept: PerceptId) -> Evaluation {
        let index = slot * self.percepts + usize::from(percept.0);
        self.evaluations.get(index).copied().unwrap_or(Evaluation::NO)
    }

    fn slot(&self, id: BeliefId) -> Option<usize> {
        self.all.binary_search_by_key(&id, |belief| belief.id).ok()
    }
}
