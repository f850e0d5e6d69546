//! What decides how [`Memory`](super::Memory) learns.

use crate::habit::HALF_LIVES;
use serde::{Deserialize, Serialize};

/// Different weights of a kind that are considered.
pub(super) const KIND_PRIORS: usize = 5;

/// What decides how the memory learns. The defaults are meant for everything; none is per object or per house.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MemoryConfig {
    /// After how long a thing has been put elsewhere with a chance of a half, for each duration considered, in
    /// seconds. Default: half an hour, half a day, two months.
    pub stays_s: [f64; HALF_LIVES],
    /// How many findings of its own an object needs to weigh as much as its kind. Default 0.2.
    pub own_prior: f32,
    /// How many findings tell the places of one room apart, for an object that may lie anywhere in it. Default 10.
    pub spread_prior: f32,
    /// How much of a first finding at a place speaks for places where the thing was never found. Default 0.2.
    pub novelty: f32,
    /// The same for a thing that is put anywhere now and then: how much of a single finding is a slip. Default 0.9.
    pub slips: f32,
    /// How many findings a kind needs to weigh as much as all other things, for each number considered: where kinds
    /// foretell badly where new things of them are, the larger ones are trusted. Default 0.2, 1, 5, 25, 125.
    pub kind_priors: [f32; KIND_PRIORS],
    /// How many other things weigh as much as the sizes of places. Default 20.
    pub things_prior: f32,
    /// What is left of an old count after one more finding, in the long view. Default 0.98.
    pub long_keeps: f32,
    /// The same in the view of the last several findings. Default 0.85.
    pub lately_keeps: f32,
    /// The same in the view of the last few findings. Default 0.5.
    pub recent_keeps: f32,
    /// The same in the view of a time of day. Default 0.95.
    pub hour_keeps: f32,
    /// How much of the old counts a finding takes away that was much less expected than chance. Default 0.5.
    pub surprised_forgets: f32,
    /// The share of trust that goes back to all experts at each finding. Default 0.01.
    pub doubt: f32,
    /// The same for durations of stay. Default 0.02.
    pub stay_doubt: f32,
    /// The same at a finding that was much less expected than chance: a habit may have changed. Default 0.5.
    pub surprised_doubt: f32,
    /// So many findings in a row that the habit did not foretell mean that it is an old one, and so do two at one place; at most
    /// 4. More is slower to relearn and less easily misled. Default 3.
    pub odd_findings: u32,
    /// A finding is odd that was less likely than this many times chance. Default 1.
    pub odd_below: f32,
    /// The share of trust that goes to what was found since, when a habit proves to be an old one. Default 0.9.
    pub anew: f32,
    /// How far a surprise leaves alone what is known of how orderly a thing is kept, 0 to 1. Default 1.
    pub keeps_character: f32,
    /// The length of a day in seconds. Default 86,400.
    pub day_s: f64,
    /// How often another was right and wrong before the first report: how far reports are trusted. Default 8 and 1.
    pub told_right_wrong: (f32, f32),
    /// How many reports of somebody's own tell as much of him as all others do. Default 4.
    pub source_prior: f32,
    /// After how long a report is worth half, in seconds. Default one day.
    pub report_lasts_s: f64,
    /// Whether a finding at a place that is not known is learned as a new place or refused. Default learned.
    pub learns_places: bool,
    /// The most objects; the one not met for longest is forgotten. Default 200,000.
    pub most_objects: u32,
    /// The most places that are remembered for one object. Default 64.
    pub most_edges: u32,
    /// The most places that are remembered for one kind. Default 512.
    pub most_kind_edges: u32,
    /// The most places where a thing was lately missed that are remembered for it; at most 128. Default 128.
    pub most_misses: u32,
    /// The most stays of a thing that are remembered one by one. Default 96.
    pub most_stays: u32,
    /// How many stays on days like this one weigh as much as what is usual at all. Default 0.3.
    pub history_prior: f32,
    /// How much of one stay on days like this one is a slip, which may happen anywhere. Default 0.5.
    pub history_slips: f32,
    /// How often a thing is put elsewhere in an hour, before anything is known of it. Default 0.05.
    pub moved_per_hour: f32,
    /// How many times an hour has to be lived through until what happened in it weighs as much as what was known before.
    /// Default 2.
    pub rhythm_prior: f32,
    /// A thing is astray where it is less usual than this, and is tidied away at hours of its own. Default 0.15.
    pub astray_below: f32,
    /// How many findings of a thing lying somewhere are assumed before it was ever found in another. Default 0.5.
    pub lies_prior: f32,
    /// How much of what is learned about one object is a first guess for the next. Default 0.01.
    pub others_share: f32,
    /// How much of what is learned of the hours of one object is taken for the hours of the next. Default 0.1.
    pub rhythm_share: f32,
    /// How much of what is learned of stays at one place of an object is taken for its other places. Default 0.1.
    pub place_share: f32,
    /// How much of that is taken for other things. Default 0.02.
    pub stay_share: f32,
    /// The share of trust that goes back to all weights of kinds at each new thing. Default 0.001.
    pub kind_doubt: f32,
    /// How much of a judgement of one source's report is taken for all sources. Default 0.1.
    pub told_share: f32,
    /// After so long between two stays it is as likely as not that the thing was elsewhere meanwhile, in days. Default 0.25.
    pub known_gap_days: f64,
    /// A thing that was not looked at for longer teaches nothing about hours, in days. Default 4.
    pub longest_days: f64,
}

impl Default for MemoryConfig {
    fn default() -> Self {
        const HOUR: f64 = 3600.0;
        Self {
            stays_s: [0.5 * HOUR, 12.0 * HOUR, 1440.0 * HOUR],
            own_prior: 0.2,
            spread_prior: 10.0,
            novelty: 0.2,
            slips: 0.9,
            kind_priors: [0.2, 1.0, 5.0, 25.0, 125.0],
            things_prior: 20.0,
            long_keeps: 0.98,
            lately_keeps: 0.85,
            recent_keeps: 0.5,
            hour_keeps: 0.95,
            surprised_forgets: 0.5,
            doubt: 0.01,
            stay_doubt: 0.02,
            surprised_doubt: 0.5,
            odd_findings: 3,
            odd_below: 1.0,
            anew: 0.9,
            keeps_character: 1.0,
            day_s: 24.0 * HOUR,
            told_right_wrong: (8.0, 1.0),
            source_prior: 4.0,
            report_lasts_s: 24.0 * HOUR,
            learns_places: true,
            most_objects: 200_000,
            most_edges: 64,
            most_kind_edges: 512,
            most_misses: 128,
            most_stays: 96,
            history_prior: 0.3,
            history_slips: 0.5,
            moved_per_hour: 0.05,
            rhythm_prior: 2.0,
            astray_below: 0.15,
            lies_prior: 0.5,
            others_share: 0.01,
            rhythm_share: 0.1,
            place_share: 0.1,
            stay_share: 0.02,
            kind_doubt: 0.001,
            told_share: 0.1,
            known_gap_days: 0.25,
            longest_days: 4.0,
        }
    }
}
