//! The search that acting is about: for which thing, how it stands, and what is kept of it once it is over.

use super::seek::{Policy, SeekConfig, Seeking, Situation, Stance, Turn};
use super::{Config, Input, Scratch, State};
use crate::expect;
use crate::model::action::Action;
use crate::model::expectation::Output;
use crate::model::{Belief, BeliefId, MOST_SEARCHES, Searching, View};
use arrayvec::ArrayVec;
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
    /// Whether it began in this tick.
    began: bool,
    /// Whether it is looked for in this tick.
    active: bool,
    /// Whether it was given up.
    given_up: bool,
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

    /// What other stages are told; `any` if anything is looked for.
    pub fn standing(&self, config: &SeekConfig, any: bool) -> Searching {
        let hope = self.seeking.hope();
        Searching {
            object: self.object,
            here: hope.here(config),
            lost: hope.lost(config),
            rate_per_s: hope.rate_per_s(config),
            otherwise_per_s: config.otherwise_per_s,
            revived: hope.is_revived(config),
            // The paper's own policy keeps to the paper's own map.
            elsewhere: if any && config.policy == Policy::Effort { config.elsewhere } else { 0.0 },
        }
    }

    fn begin(belief: &Belief, spare: &mut Spare) -> Self {
        let (object, sensed_s) = (belief.id, belief.sensed_s);
        let seeking = spare.pop().unwrap_or_default();
        Self { object, sensed_s, began: true, active: false, given_up: false, seeking }
    }

    /// Leaves its room to a later search.
    fn end(self, spare: &mut Spare) {
        let _ = spare.try_push(self.seeking.emptied());
    }

    fn goes_on_for(&self, belief: &Belief) -> bool {
        self.object == belief.id && self.sensed_s == belief.sensed_s
    }
}

/// The room of searches that are over.
pub(super) type Spare = ArrayVec<Seeking, MOST_SEARCHES>;

impl State {
    /// The search for a thing, last in the list; a new one where there is none. The oldest gives way.
    fn search_for(&mut self, belief: &Belief) -> &mut Search {
        let search = match self.searches.iter().position(|search| search.goes_on_for(belief)) {
            Some(at) => self.searches.remove(at),
            None => Search::begin(belief, &mut self.spare),
        };
        if self.searches.is_full() {
            self.searches.remove(0).end(&mut self.spare);
        }
        self.searches.push(search);
        let last = self.searches.len() - 1;
        &mut self.searches[last]
    }

    /// Looking for one thing is looking for all of its kind: what is looked at in vain counts for each of them.
    fn look_for_alike(&mut self, belief: &Belief, view: &View<'_>) {
        let alike = |other: &&Belief| {
            other.id != belief.id
                && !other.now.seen
                && other.now.kind == belief.now.kind
                && other.place.is_some()
        };
        for other in view.beliefs().iter().skip(1).filter(alike) {
            let known = self.searches.iter().any(|search| search.goes_on_for(other));
            if !known && !self.searches.is_full() {
                self.searches.insert(0, Search::begin(other, &mut self.spare));
            }
        }
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
        state.searches.iter_mut().for_each(|search| search.active = false);
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
    state.look_for_alike(belief, input.view);
    let search = state.search_for(belief);
    let wanted_anew = search.given_up && !search.seeking.hope().is_revived(&config.seek);
    // What memory says when nothing is left of the map is no new hope: it is what was left out of the account before.
    let comes_to_mind = where_to_be.outcome.remembered && !where_to_be.outcome.fell_back;
    if wanted_anew || comes_to_mind {
        search.seeking.take_up();
    }
    search.given_up = false;
    search.active = true;
    let sees_m = input.tick.noticing().noticed_within_m(belief.now.extent);
    let view_rad = input.tick.sight.view_rad();
    let stance = Stance {
        at: maths::ground(own.position),
        gaze_yaw: eye.yaw,
        facing_yaw: own.facing.unwrap_or(eye.yaw),
        neck_rad: input.on.body.head_yaw_limit_rad,
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
    let target = scratch.seeker.target(&mut state.search_for(belief).seeking, &now)?;
    let height = place.y;
    if stance.may_go {
        *place = Vec3::new(target.go.x, height, target.go.y);
    }
    Some(Vec3::new(target.look.x, height, target.look.y))
}

/// Counts what was looked at in vain in this tick, and keeps what is left of searches until their things are sensed again.
pub(super) fn pass(config: &Config, state: &mut State, input: &Input<'_>) {
    let view = input.view;
    let is_over =
        |search: &Search| view.belief(search.object).is_none_or(|belief| !search.goes_on_for(belief));
    while let Some(at) = state.searches.iter().position(is_over) {
        state.searches.remove(at).end(&mut state.spare);
    }
    for search in &mut state.searches {
        let sought = Some(search.object) == input.decision.object;
        search.given_up |= Some(search.object) == input.decision.gave_up;
        search.active &= sought;
    }
    let any = state.searches.iter().any(Search::is_active);
    for search in &mut state.searches {
        let place = view.belief(search.object).and_then(|belief| belief.place.as_ref());
        let outcome = place.map(|place| place.outcome).unwrap_or_default();
        // That a thing went out of sight says nothing against its being here: a search begins with what is left of the map.
        if std::mem::take(&mut search.began) {
            continue;
        }
        let hope = search.seeking.hope_mut();
        match any {
            true if outcome.fell_back => hope.misled(&config.seek),
            true => hope.looked(outcome.confusion),
            false => hope.rest(&config.seek, input.tick.tick_s),
        }
    }
}
