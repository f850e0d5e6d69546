//! Beliefs: what is known of each thing over time (Buchsbaum 5.5), each with its past.

use super::expectation::FeatureConfig;
use super::explanation::{Account, ExplainConfig};
use super::{Expectation, History, Motion, Place, Record, Stray};
use piaget_occupancy::Distribution;
use piaget_terms::valid::{Checked, Within, amount, finite, require, share, time, vector};
use piaget_terms::{Effector, HostId, Vec2, Vec3, maths};
use serde::{Deserialize, Serialize};

/// A belief's own number in a mind; never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BeliefId(pub u32);

impl BeliefId {
    /// The creature's belief about itself.
    pub const SELF: Self = Self(0);
}

/// What has or holds a thing: the hand at which it was seen last, or what came over it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Carried {
    /// Whose hand, or which thing it is in or under.
    pub by: BeliefId,
    /// Which hand; `None` if it is in or under the thing.
    pub hand: Option<Effector>,
    /// Where the thing was from there.
    pub off: Vec3,
    /// Whether it has gone along.
    pub goes: bool,
}

impl Carried {
    /// Whether it is in or under another thing, which hides it and takes it along.
    pub fn is_covered(&self) -> bool {
        self.hand.is_none()
    }
}

/// What a mind believes of one thing.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Belief {
    /// Its number.
    pub id: BeliefId,
    /// What is believed now: as sensed in this tick, or as it is thought to have gone on since.
    pub now: Record,
    /// What was sensed before.
    pub history: History,
    /// The host's number for it, only while it is seen in this very tick.
    pub seen_as: Option<HostId>,
    /// The host's number for it, kept only where the character may tell things apart by it.
    pub host: Option<HostId>,
    /// Where it was last sensed.
    pub sensed_at: Vec3,
    /// When it was last sensed.
    pub sensed_s: f64,
    /// When it was first sensed.
    pub since_s: f64,
    /// How sure the senses were of it then.
    pub sensed_confidence: f32,
    /// For how long its place has been in view without the thing being seen there.
    pub missed_s: f32,
    /// Since when it does not count as there any more, because it was missed for long enough.
    pub absent_from_s: Option<f64>,
    /// Whether it would be beyond the edge of the ground by now, where things come and go over it.
    pub is_beyond_edge: bool,
    /// The size at which it shows when nothing hides a part of it.
    pub whole_size: f32,
    /// For how long only a part of it has shown.
    pub partly_s: f32,
    /// Whether it may have walked into view when it was met, from behind something or over the edge of view.
    pub walked_in: bool,
    /// How improbable it was that it came into view when it was met, in nats; 0 where the own eye turned to it.
    pub arrival_nats: f32,
    /// Whether it came into view as a new thing, while the creature had its eyes open.
    pub arrived: bool,
    /// From where, and in which direction, the creature has looked ever since it was last seen; `None` once it looked elsewhere.
    pub watched_from: Option<(Vec3, f32)>,
    /// Where it was sensed before it was last sensed, if it was seen then.
    pub came_from: Option<Vec3>,
    /// Whether it was expected where it is kept, and not where it was seen, until it was last sensed.
    pub was_recalled: bool,
    /// Whether it is seen inside of another thing.
    pub overlaps: bool,
    /// How it moves on the ground.
    pub motion: Motion,
    /// How it met where it was expected when it was last seen.
    pub stray: Stray,
    /// The hand at which it was seen last, or what it is in or under.
    pub carried: Option<Carried>,
    /// Where it may be, for a character with a map.
    pub place: Option<Place>,
    /// What is expected of it, for a character with salient features.
    pub expectation: Expectation,
}

impl Belief {
    /// A new belief about what was sensed.
    pub(crate) fn new(id: BeliefId, record: &Record, history_moments: u32) -> Self {
        Self {
            id,
            now: record.clone(),
            history: History::new(history_moments),
            seen_as: None,
            host: None,
            sensed_at: record.position,
            sensed_s: record.time_s,
            since_s: record.time_s,
            sensed_confidence: record.confidence,
            missed_s: 0.0,
            absent_from_s: None,
            is_beyond_edge: false,
            whole_size: record.size,
            partly_s: 0.0,
            walked_in: true,
            arrival_nats: 0.0,
            arrived: false,
            watched_from: None,
            came_from: None,
            was_recalled: false,
            overlaps: false,
            motion: Motion::default(),
            stray: Stray::default(),
            carried: None,
            place: None,
            expectation: Expectation::default(),
        }
    }

    /// What it takes in memory: itself, its past and its map.
    pub fn bytes(&self) -> usize {
        let map = self.place.as_ref().and_then(Place::map).map_or(0, Distribution::bytes);
        size_of::<Self>() + self.history.bytes() + map
    }

    /// Whether a saved belief could have been formed, by a character with these salient features.
    pub(super) fn validate(&self, features: &[FeatureConfig]) -> Checked {
        self.now.validate().within("now")?;
        self.history.validate().within("history")?;
        vector("sensed_at", self.sensed_at)?;
        for (field, seconds) in [
            ("sensed_s", self.sensed_s),
            ("since_s", self.since_s),
            ("absent_from_s", self.absent_from_s.unwrap_or(0.0)),
        ] {
            time(field, seconds)?;
        }
        share("sensed_confidence", self.sensed_confidence)?;
        amount("missed_s", self.missed_s)?;
        require(self.whole_size >= 0.0, "whole_size", || format!("is {}", self.whole_size))?;
        amount("partly_s", self.partly_s)?;
        amount("arrival_nats", self.arrival_nats)?;
        self.motion.validate()?;
        self.stray.validate().within("stray")?;
        self.came_from.map_or(Ok(()), |place| vector("came_from", place))?;
        let (eye, yaw) = self.watched_from.unwrap_or_default();
        vector("watched_from", eye)?;
        finite("watched_from", yaw)?;
        self.carried.map_or(Ok(()), |carried| vector("carried", carried.off))?;
        if let Some(place) = &self.place {
            place.outcome.validate().within("place")?;
        }
        self.expectation.validate(features).within("expectation")
    }

    /// Makes an old belief's room into a new belief, without allocating.
    pub(crate) fn renew(&mut self, id: BeliefId, record: &Record) {
        self.history.clear();
        self.now.clone_from(record);
        (self.id, self.seen_as, self.host, self.missed_s) = (id, None, None, 0.0);
        (self.sensed_at, self.sensed_s, self.since_s) = (record.position, record.time_s, record.time_s);
        (self.sensed_confidence, self.absent_from_s) = (record.confidence, None);
        self.is_beyond_edge = false;
        (self.whole_size, self.partly_s, self.carried) = (record.size, 0.0, None);
        (self.came_from, self.was_recalled, self.stray) = (None, false, Stray::default());
        (self.walked_in, self.overlaps, self.motion) = (true, false, Motion::default());
        (self.arrived, self.arrival_nats, self.watched_from) = (false, 0.0, None);
    }

    /// How this tick surprises, from 0 to 1: a bounded urge that grows with how improbable what was seen is. As printed, it is
    /// that of the place alone (Isla 1.8).
    pub fn surprise(&self, explain: &ExplainConfig) -> f32 {
        match explain.account {
            Account::Explanations => explain.urge(self.expectation.explanations.nats),
            Account::AsPrinted => self.place.as_ref().map_or(0.0, |place| place.outcome.surprise()),
        }
    }

    /// Where it is on the ground by all that was seen of it: of a thing in view, less what is noise; of one out of view, where it is
    /// believed to be, and more exactly so where it goes on.
    pub fn estimate(&self, explain: &ExplainConfig) -> Vec2 {
        let told = maths::ground(self.now.position);
        let goes_on = self
            .place
            .as_ref()
            .and_then(|place| place.map())
            .is_none_or(|map| self.motion.off_m(told) <= map.lattice().cell_m());
        let is_estimated = !explain.is_printed() && self.id != BeliefId::SELF;
        if is_estimated && (self.now.seen || goes_on) { self.motion.place } else { told }
    }

    /// Whether it is rather within so many metres of [`Belief::estimate`] than not, by all that is believed of it.
    pub fn is_placed(&self, explain: &ExplainConfig, within_m: f32) -> bool {
        if self.now.seen || explain.is_printed() {
            return true;
        }
        let (told, place) = (self.estimate(explain), self.place.as_ref());
        let reach = within_m / self.motion.deviation_m().max(f32::MIN_POSITIVE);
        let is_near = 1.0 - maths::exp(-0.5 * reach * reach);
        let by_motion = self.expectation.explanations.goes_on() * is_near;
        let around_m2 = std::f32::consts::PI * within_m * within_m;
        let mapped = place.and_then(|place| place.log_density(told)).map(|log| maths::exp(log) * around_m2);
        if told == self.motion.place { by_motion >= 0.5 } else { mapped.is_none_or(|share| share >= 0.5) }
    }

    /// How much this tick startles, from 0 to 1: what is felt already does not startle again.
    pub fn startle(&self, explain: &ExplainConfig) -> f32 {
        match explain.account {
            Account::Explanations => self.expectation.explanations.startle,
            Account::AsPrinted => self.surprise(explain),
        }
    }

    /// How sure it is that the thing is not where it should be seen, from 0 to 1; `None` where not seeing it is no wonder.
    pub fn missed(&self, explain: &ExplainConfig) -> Option<f32> {
        let nats = self.expectation.explanations.absent_nats;
        (nats >= explain.surprise_nats).then(|| explain.urge(nats))
    }

    /// Seconds since it was last sensed.
    pub fn unseen_s(&self, time_s: f64) -> f32 {
        (time_s - self.sensed_s).max(0.0) as f32
    }

    /// Whether the thing is not held for one that surely is no more, or that has left.
    pub fn is_held(&self) -> bool {
        self.now.seen || !self.expectation.explanations.has_surely_ceased() && !self.is_beyond_edge
    }

    /// Whether it counts as there at a time.
    pub fn is_there(&self, time_s: f64) -> bool {
        self.absent_from_s.is_none_or(|from| time_s <= from)
    }

    /// What was believed at a time: the record of that moment, or `None` where the past does not reach back.
    pub fn at(&self, time_s: f64) -> Option<&Record> {
        if time_s >= self.now.time_s { Some(&self.now) } else { self.history.at(time_s) }
    }
}
