//! How a creature seeks.

use serde::{Deserialize, Serialize};

/// By what the next place is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Policy {
    /// The most likely place.
    Likely,
    /// The place where finding is most likely for the effort, several looks ahead.
    #[default]
    Effort,
}

/// How a creature seeks, and when it stops.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeekConfig {
    /// By what the next place is chosen.
    pub policy: Policy,
    /// The side of the blocks that ground is cut into for plans. Larger plans are coarser and cheaper. Default 2.5 m.
    pub district_m: f32,
    /// How many places to look from are put in order, at most 10. Default 8.
    pub districts: u32,
    /// Seconds between two plans. Default 1.
    pub plan_every_s: f32,
    /// Seconds between two looks at the map: what has been seen since, and where to look next. Default 0.2.
    pub look_every_s: f32,
    /// How much cheaper another place must be to turn away from the one under way, as a share; each time it is done before
    /// the place is reached makes the next time as much harder. Default 0.2.
    pub stickiness: f32,
    /// How far a place to look from is counted on to show, at most. Default 12 m.
    pub sweep_m: f32,
    /// What one look takes in, as an angle. Default 60 degrees.
    pub sweep_rad: f32,
    /// Where one look from here shows the thing with more than this probability, one goes there while one looks. Raising it
    /// stands and looks more often before it goes. Default 0.5.
    pub heads_for: f32,
    /// On the way, a glance to a side must find at least this share, there and back, of what the place under way finds in a
    /// second. Raising it keeps the eyes on where one goes. Default 1.
    pub aside: f32,
    /// On the way the eyes are turned towards where most is going to show, by at most this share of the view: more than half
    /// of it, and the way is no longer in view. Default 0.4.
    pub leads: f32,
    /// How long a look takes before a place counts as inspected. Default 0.5 s.
    pub look_s: f32,
    /// How long the eyes rest on a direction before it counts as looked at. Default 0.1 s.
    pub rest_s: f32,
    /// How far one goes before a direction that was looked at is worth another look. Default 1 m.
    pub anew_m: f32,
    /// Places further away than this are not weighed while there are nearer ones. Default 60 s.
    pub horizon_s: f32,
    /// A place where the thing may be is looked into from this near. Raising it stops farther from the place.
    /// Default 0.3 m.
    pub within_m: f32,
    /// The share of what a place would show that must be seen on the way for the place to count as inspected in passing.
    /// Raising it goes to more places. Default 0.7.
    pub seen_in_passing: f32,
    /// At a place one looks around until less than this share of what it promised is left to be seen from there. Raising it
    /// leaves sooner. Default 0.03.
    pub leaves: f32,
    /// Into how many directions the eyes may sweep, at most 64. Raising it looks more exactly and costs more. Default 24.
    pub sweep_directions: u32,
    /// A place that is not reached within so many times the time that the way there takes is left. Default 3.
    pub late: f32,
    /// A place that no way leads to, or that is not reached in time, is tried again after so many seconds, and each time after
    /// twice as many. Raising it waits longer for ways to open. Default 10.
    pub retry_s: f32,
    /// The chance that a thing that is looked for is not here at all, before anything was looked at. Raising it gives up
    /// sooner. Default 0.05.
    pub gone: f32,
    /// The chance that it is here, but where the map's own account of moving does not expect it. Raising it looks farther
    /// afield, and longer. Default 0.1.
    pub elsewhere: f32,
    /// The rate of finding, per second, below which a search is not worth going on with when there is nothing else to do. A
    /// rival action raises it by what it is worth beside the search. Raising it gives up sooner. Default 0.002.
    pub otherwise_per_s: f32,
    /// The share of the best rate of a search that must have come back before what was given up is looked for again. Raising it
    /// leaves alone for longer what was given up. Default 0.5.
    pub resume: f32,
    /// After giving up, hope comes back with this half-life: things return and move. Default 120 s.
    pub again_s: f32,
}

impl Default for SeekConfig {
    fn default() -> Self {
        Self {
            policy: Policy::Effort,
            district_m: 2.5,
            districts: 8,
            plan_every_s: 1.0,
            look_every_s: 0.2,
            stickiness: 0.2,
            sweep_m: 12.0,
            sweep_rad: std::f32::consts::FRAC_PI_3,
            heads_for: 0.5,
            aside: 1.0,
            leads: 0.4,
            look_s: 0.5,
            rest_s: 0.1,
            anew_m: 1.0,
            horizon_s: 60.0,
            within_m: 0.3,
            seen_in_passing: 0.7,
            leaves: 0.03,
            sweep_directions: 24,
            late: 3.0,
            retry_s: 10.0,
            gone: 0.05,
            elsewhere: 0.1,
            otherwise_per_s: 0.002,
            resume: 0.5,
            again_s: 120.0,
        }
    }
}
