//! Cuts a stream of views into gestures (Buchsbaum 6.1.2): where the other passes through standing, and, for those
//! that go on without, where it returns to a pose, holds still, or takes or leaves a thing.

use super::{CutConfig, OwnPoses, PoseView, WatchConfig};
use piaget_terms::valid::{Checked, amount, finite, require, time};
use serde::{Deserialize, Serialize};

/// Why a gesture ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cut {
    /// It came back to standing.
    #[default]
    Stood,
    /// It passed by standing without stopping there: what came before and what came after are own movements, and
    /// both together are none.
    Passed,
    /// It came back to an earlier pose of its own.
    Returned,
    /// It holds a pose.
    Held,
    /// A hand or foot came to a thing or left it.
    Touched,
    /// It lasted too long.
    Long,
    /// It went out of sight: its end was not seen.
    Lost,
}

/// Whether the other stands or does something, and since when.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cutter {
    /// The distance to doing nothing.
    distance: Option<f32>,
    /// The distance that standing itself has: noise, and what is hidden.
    floor: f32,
    /// For how long that has been learned.
    floor_known_s: f32,
    last_s: f64,
    /// Since when it is away from standing.
    moving_since: Option<f64>,
    /// Since when it stands again.
    standing_since: Option<f64>,
    /// Since when it is still.
    still_since: Option<f64>,
    /// Whether a gesture may begin only after standing: after a held pose the rest of it is none.
    must_stand: bool,
    /// Whether it was asked what came before this pause.
    asked: bool,
}

impl Cutter {
    /// Whether saved times are times, none after the last look.
    pub(super) fn validate(&self) -> Checked {
        finite("distance", self.distance.unwrap_or(0.0))?;
        finite("floor", self.floor)?;
        amount("floor_known_s", self.floor_known_s)?;
        require(!self.last_s.is_nan(), "last_s", || "is not a time".into())?;
        for since_s in [self.moving_since, self.standing_since, self.still_since].into_iter().flatten() {
            time("since", since_s)?;
        }
        Ok(())
    }

    /// Since when a gesture is under way.
    pub fn moving_since(&self) -> Option<f64> {
        self.moving_since
    }

    /// Whether what shows is the rest of something that has been told.
    pub(super) fn must_stand(&self) -> bool {
        self.must_stand
    }

    /// The distance to standing, in own body heights.
    pub fn distance(&self) -> Option<f32> {
        self.distance
    }

    /// As near to standing as this, it stands: what standing has of itself adds to what is done as noise adds to a
    /// signal, in squares.
    pub(super) fn stands_within(&self, own: &OwnPoses) -> f32 {
        (self.floor * self.floor + own.away() * own.away()).sqrt()
    }

    /// Takes in how the other stands before it has done anything.
    pub fn learn_stance(&mut self, own: &OwnPoses, config: &CutConfig, time_s: f64, view: &PoseView) {
        let distance = own.from_nothing(view);
        if distance.is_finite() {
            let passed_s = if self.last_s == 0.0 { 0.0 } else { time_s - self.last_s };
            self.learn_floor(config, distance, passed_s.min(config.most_passed_s));
            self.last_s = time_s;
        }
    }

    /// At first it is the mean of what was seen so far: the very first looks, of which nothing is averaged yet, are the
    /// farthest off where there is noise.
    fn learn_floor(&mut self, config: &CutConfig, distance: f32, passed_s: f64) {
        let passed_s = passed_s as f32;
        self.floor_known_s = (self.floor_known_s + passed_s).min(config.floor_s);
        let first = self.floor_known_s <= passed_s;
        let trust = if first { 1.0 } else { (passed_s / self.floor_known_s).clamp(0.0, 1.0) };
        self.floor += (distance - self.floor) * trust;
    }

    /// Takes in a view, how fast its parts move on average and how fast the fastest does; says whether a gesture has ended, when and why.
    pub fn see(
        &mut self,
        own: &OwnPoses,
        config: &WatchConfig,
        time_s: f64,
        view: &PoseView,
        (speed_per_s, fastest_per_s): (f32, f32),
    ) -> Option<(f64, Cut)> {
        let distance = own.from_nothing(view);
        if !distance.is_finite() {
            return None;
        }
        let passed_s = (time_s - self.last_s).min(config.cut.most_passed_s);
        self.last_s = time_s;
        self.distance = Some(distance);
        let away = self.stands_within(own);
        let is_still = speed_per_s <= config.still_per_s && fastest_per_s <= config.still_part_per_s;
        self.still_since = is_still.then(|| self.still_since.unwrap_or(time_s));
        self.asked &= is_still;
        let settled = self.still_since.is_some_and(|since| (time_s - since) as f32 >= config.settle_s);
        let stands = distance <= away || (settled && distance <= config.cut.settled * away);
        if stands && self.moving_since.is_none() {
            self.learn_floor(&config.cut, distance, passed_s * f64::from(config.cut.floor_slower));
        }
        if stands {
            self.must_stand = false;
            let since = *self.standing_since.get_or_insert(time_s);
            let stood_s = (time_s - since) as f32;
            return match self.moving_since {
                Some(_) if stood_s >= config.stood_s => Some((since, Cut::Stood)),
                _ => None,
            };
        }
        self.standing_since = None;
        if self.must_stand {
            self.must_stand = is_still;
            return None;
        }
        let since = *self.moving_since.get_or_insert(time_s);
        if let Some(end_s) =
            self.still_since.and_then(|still| held(config, (since, still.max(since), time_s)))
        {
            self.must_stand = true;
            return Some((end_s, Cut::Held));
        }
        ((time_s - since) as f32 >= config.longest_s).then_some((time_s, Cut::Long))
    }

    /// Since when the other pauses near to standing, in the midst of what it does: with a thing in its hand, or a part
    /// of it hidden, it may seem farther from standing than it is. Said once in a pause.
    pub(super) fn pauses(&mut self, own: &OwnPoses, config: &WatchConfig, time_s: f64) -> Option<f64> {
        let (since, still) = (self.moving_since?, self.still_since?);
        let near = self.distance? <= config.passes_within * self.stands_within(own);
        let pauses = near && (time_s - still) as f32 >= config.settle_s;
        (pauses && !std::mem::replace(&mut self.asked, pauses)).then_some(still.max(since))
    }

    /// The gesture is over.
    pub fn end(&mut self, cut: Cut, time_s: f64) {
        let goes_on = matches!(cut, Cut::Returned | Cut::Touched | Cut::Long);
        self.moving_since = goes_on.then_some(time_s);
        self.must_stand |= cut == Cut::Passed;
        if cut == Cut::Lost {
            *self = Self { floor: self.floor, floor_known_s: self.floor_known_s, ..Self::default() };
        }
    }
}

/// When a gesture ended that began at the first of three moments, has been still since the second and is looked at in
/// the third; `None` while it may go on. A pose that is taken at once is the gesture itself: it is kept for longer the
/// slower it is performed, and lasts as long as it is kept.
fn held(config: &WatchConfig, (since_s, still_s, now_s): (f64, f64, f64)) -> Option<f64> {
    let at_once = ((still_s - since_s) as f32) < config.shortest_s;
    let (least_s, end_s) =
        if at_once { (config.held_s / config.pace.0, now_s) } else { (config.held_s, still_s) };
    ((now_s - still_s) as f32 >= least_s).then_some(end_s)
}
