//! Believe: records of this tick that come from one thing are merged, matched with what is believed already,
//! and kept with their past (Buchsbaum 5.5, Isla 4.2).
//!
//! Where an unseen thing may be is a map where the character has one, else plain: where it was last sensed.
//! Whoever persists for 0 seconds is the reactive creature of Kline 1.1.1.

pub mod assignment;
pub mod whereabouts;

mod associate;
mod carried;
mod habits;
mod merge;
mod read;
mod rivals;
mod step;
mod unsensed;

pub use assignment::Assignment;
pub use read::{NODES, read};
pub use step::{Input, Scratch, step};
pub use whereabouts::Whereabouts;

use crate::model::explanation::ExplainConfig;
use crate::model::{Beliefs, HandConfig, MapConfig, MotionConfig, Record, Room};
use piaget_terms::Name;

/// What believing keeps from tick to tick is what is believed.
pub type State = Beliefs;

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
    /// Whether it thinks of things that went with the hand of another.
    pub carried: bool,
    /// When a thing is in a hand.
    pub hands: HandConfig,
    /// A thing that lay still, and was lost from sight where a larger thing stands within so many seconds, is taken to be in or
    /// under that thing, and goes with it; 0 for a character that thinks of no such thing. Default 0.
    pub covered_s: f32,
    /// What moved faster than this when it was lost from sight went on by itself, and is under nothing. Default 0.2 m/s.
    pub covered_speed_m_per_s: f32,
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
    /// A thing that turns its narrow side shows less for a while; after about this time the smaller size is the usual
    /// one. Raising it takes things for hidden in part for longer.
    pub usual_size_after_s: f32,
    /// How things are thought to move, where sightings are explained.
    pub motion: MotionConfig,
    /// A pairing whose next best is less than this less likely, in nats, is kept open.
    pub undecided_nats: f32,
    /// For so many seconds.
    pub undecided_s: f32,
    /// What would have been overlooked with less than this chance, where it can only be, is not there.
    pub unnoticed: f32,
    /// What was seen for less than this time, and then not although it would have been noticed, was never there.
    pub glimpse_s: f32,
    /// Where so many new things have come in over the edge of the ground, things may leave over it too.
    pub edge_arrivals: u32,
    /// There, one that went over it comes back with this chance.
    pub returns: f32,
    /// There, a thing that was not seen for so many seconds has left.
    pub gone_after_s: f32,
    /// How much each thing that came out of thin air makes the next one less odd; 0: it is as odd as ever.
    pub usual_from_nowhere: f32,
    /// A host's word for how sure its eye is counts as so many looks; how often things in plain view are seen is learnt from there.
    pub trusted_looks: f32,
    /// Over so many looks that is averaged.
    pub noticed_over: f32,
    /// How sightings are explained, or that they are matched as printed. The whole character has one.
    pub explain: ExplainConfig,
}

impl Config {
    /// The share of looks in which things in plain view are seen, as far as that is known.
    pub(crate) fn notices(&self, beliefs: &Beliefs) -> f32 {
        if self.explain.is_printed() { 1.0 } else { beliefs.noticed.share(self.trusted_looks) }
    }

    /// How much room there is for beliefs.
    pub fn room(&self) -> Room {
        Room { most: self.most, history_moments: self.history_moments }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            persist_s: 30.0,
            give_up_s: 0.5,
            absent_s: f32::INFINITY,
            carried: false,
            hands: HandConfig::default(),
            covered_s: 0.0,
            covered_speed_m_per_s: 0.2,
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
            usual_size_after_s: 5.0,
            motion: MotionConfig::default(),
            undecided_nats: 6.0,
            undecided_s: 5.0,
            unnoticed: 0.01,
            glimpse_s: 0.1,
            edge_arrivals: 2,
            returns: 0.05,
            gone_after_s: 10.0,
            usual_from_nowhere: 1.0,
            trusted_looks: 50.0,
            noticed_over: 600.0,
            explain: ExplainConfig::default(),
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
        self.differences(a, b) == 0
    }

    /// How many of the looks that are asked for differ.
    pub fn differences(&self, a: &Record, b: &Record) -> u32 {
        let differ = |asked: bool, a: Name, b: Name| asked && !a.is_empty() && !b.is_empty() && a != b;
        u32::from(differ(self.kind, a.kind, b.kind))
            + u32::from(differ(self.colour, a.colour, b.colour))
            + u32::from(differ(self.shape, a.shape, b.shape))
    }
}
