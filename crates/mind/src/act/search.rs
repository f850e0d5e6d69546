//! The search that acting is about: for which thing, how it stands, and what is kept of it once it is over.

use super::seek::{Policy, SeekConfig, Seeking, Situation, Stance, Turn};
use super::{Config, Input, Scratch, State};
use crate::expect;
use crate::model::action::Action;
use crate::model::expectation::Output;
use crate::model::{Belief, BeliefId, Searching};
use piaget_nav::Progress;
use piaget_terms::valid::{Checked, time};
use piaget_terms::{Vec3, maths};
use serde::{Deserialize, Serialize};

/// A search for one thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Search {
    object: BeliefId,
    /// When the thing was last sensed, as of the beginning: a glimpse or a sound begins another search.
    sensed_s: f64,
    /// Whether it is looked for in this tick.
    active: bool,
    seeking: Seeking,
}

impl Search {
    pub fn validate(&self) -> Checked {
        time("sensed_s", self.sensed_s)?;
        self.seeking.validate()
    }

    /// Whether it is looked for in this tick.
    pub fn is_active(&self) -> bool {
        self.active
    }

    /// Why the place before the one under way was left, and how many places were set out for.
    pub fn turn(&self) -> (Turn, u32) {
        self.seeking.turn()
    }

    /// What other stages are told.
    pub fn standing(&self, config: &SeekConfig) -> Searching {
        let hope = self.seeking.hope();
        Searching {
            object: self.object,
            here: hope.here(config),
            lost: hope.lost(config),
            rate_per_s: hope.rate_per_s(config),
            otherwise_per_s: config.otherwise_per_s,
            resume: config.resume,
            // The paper's own policy keeps to the paper's own map.
            elsewhere: if self.active && config.policy == Policy::Effort { config.elsewhere } else { 0.0 },
        }
    }

    fn begin(belief: &Belief) -> Self {
        Self { object: belief.id, sensed_s: belief.sensed_s, active: true, seeking: Seeking::default() }
    }

    fn goes_on_for(&self, belief: &Belief) -> bool {
        self.object == belief.id && self.sensed_s == belief.sensed_s
    }
}

/// For a thing out of sight that goes on as expected: puts the place where it will come out into `place` (Kline 3.3).
/// For one that has a map and is not where it was expected: puts the place to go to into `place` and gives the point to look at.
/// Whatever is done with a thing, approaching or watching it, implies looking for it (Isla 5.2.2).
pub(super) fn seek(
    config: &Config,
    state: &mut State,
    scratch: &mut Scratch,
    input: &Input<'_>,
    (id, action): (BeliefId, &Action),
    place: &mut Vec3,
) -> Option<Vec3> {
    let belief = input.view.belief(id).filter(|belief| !belief.now.seen)?;
    let own = input.view.viewer()?;
    let eye = own.eye?;
    if belief.expectation.output == Output::Expectation {
        // It is waited for, not looked for.
        state.search.iter_mut().for_each(|search| search.active = false);
        let (terrain, within_s) = (input.tick.terrain, input.on.expect.look_ahead_s);
        let out = expect::comes_out(input.on.expect, &belief.expectation, eye.position, terrain, within_s)?;
        *place = out;
        return Some(out);
    }
    let (where_to_be, on) = belief.place.as_ref().zip(input.on.search)?;
    let map = where_to_be.map()?;
    let speed = match action {
        Action::Approach { speed, .. } => Some(speed.of(input.on.body)),
        _ => None,
    };
    let mut search = match state.search.take() {
        Some(search) if search.goes_on_for(belief) => search,
        _ => Search::begin(belief),
    };
    if input.decision.began && !search.active || where_to_be.outcome.remembered {
        search.seeking.take_up();
    }
    search.active = true;
    search.seeking.hope_mut().looked(where_to_be.outcome.confusion);
    let sees_m = input.tick.noticing().noticed_within_m(belief.now.extent);
    let view_rad = input.tick.sight.view_rad();
    let stance = Stance {
        at: maths::ground(own.position),
        gaze_yaw: eye.yaw,
        speed_m_per_s: speed.unwrap_or(input.on.body.walk_m_per_s),
        turn_rad_per_s: input.on.body.head_turn_rad_per_s.min(input.on.body.turn_rad_per_s),
        sees_m: sees_m.min(input.tick.sight.range_m()),
        view_rad: if view_rad > 0.0 { view_rad } else { config.seek.sweep_rad },
        may_go: speed.is_some(),
        no_way: matches!(input.tick.feedback.travel, Some(Progress::NoWay { .. })),
    };
    scratch.hides.clear();
    state.obstacles.hiding(&config.obstacles, input.view, (id, eye.position.y), &mut scratch.hides);
    let now = Situation {
        config: &config.seek,
        map,
        ground: input.on.ground,
        on,
        hides: &scratch.hides,
        stance: &stance,
        tick_s: input.tick.tick_s,
    };
    let target = scratch.seeker.target(&mut search.seeking, &now);
    state.search = Some(search);
    let target = target?;
    let height = place.y;
    if stance.may_go {
        *place = Vec3::new(target.go.x, height, target.go.y);
    }
    Some(Vec3::new(target.look.x, height, target.look.y))
}

/// Keeps what is left of a search that is not under way in this tick, until the thing is sensed again.
pub(super) fn rest(config: &Config, state: &mut State, input: &Input<'_>) {
    let Some(search) = &mut state.search else { return };
    let sought = Some(search.object) == input.decision.object;
    let lost = input.view.belief(search.object).filter(|belief| search.goes_on_for(belief));
    match lost {
        None => state.search = None,
        Some(_) if sought => {}
        Some(_) => {
            search.active = false;
            search.seeking.hope_mut().rest(&config.seek, input.tick.tick_s);
        }
    }
}
