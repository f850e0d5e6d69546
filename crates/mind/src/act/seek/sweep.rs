//! Where the eyes go from where one stands: into which directions one has looked from here, and which is worth the next look.

use super::seeker::Situation;
use super::survey::{District, Survey};
use arrayvec::ArrayVec;
use piaget_terms::valid::{Checked, amount_or_none, point};
use piaget_terms::{Vec2, maths};
use serde::{Deserialize, Serialize};
use std::f32::consts::{PI, TAU};

/// Room for directions.
pub(super) const MOST_DIRECTIONS: usize = 64;

/// How long the eyes have rested on each direction since one came here.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Swept {
    from: Vec2,
    rested_s: ArrayVec<f32, MOST_DIRECTIONS>,
}

impl Swept {
    pub fn validate(&self) -> Checked {
        point("from", self.from)?;
        self.rested_s.iter().try_for_each(|rested_s| amount_or_none("rested_s", *rested_s))
    }

    /// Counts where the eyes point in this tick.
    pub fn note(&mut self, now: &Situation<'_>) {
        let directions = (now.config.sweep_directions as usize).clamp(1, MOST_DIRECTIONS);
        let moved = self.from.distance(now.stance.at) > now.config.anew_m;
        if moved || self.rested_s.len() != directions {
            self.from = now.stance.at;
            self.rested_s.clear();
            self.rested_s.extend(std::iter::repeat_n(0.0, directions));
        }
        let step = TAU / directions as f32;
        let half = 0.5 * now.stance.view_rad - 0.25 * step;
        for (slot, rested_s) in self.rested_s.iter_mut().enumerate() {
            let off = maths::wrap_angle(slot as f32 * step - now.stance.gaze_yaw).abs();
            *rested_s += if off <= half { now.tick_s } else { 0.0 };
        }
    }

    /// A direction that one cannot look into from here, or does not get to.
    pub fn pass_over(&mut self, yaw: f32) {
        if let Some(rested_s) = self.slot(yaw).and_then(|slot| self.rested_s.get_mut(slot)) {
            *rested_s = f32::MAX;
        }
    }

    fn slot(&self, yaw: f32) -> Option<usize> {
        let directions = self.rested_s.len();
        let slot = (yaw / TAU * directions as f32).round() as i64;
        (directions > 0).then(|| slot.rem_euclid(directions as i64) as usize)
    }

    fn is_done(&self, slot: usize, rest_s: f32) -> bool {
        self.rested_s.get(slot).is_some_and(|rested_s| *rested_s >= rest_s)
    }

    /// Whether the eyes have rested on a direction.
    pub fn has(&self, yaw: f32, rest_s: f32) -> bool {
        self.slot(yaw).is_some_and(|slot| self.is_done(slot, rest_s))
    }
}

/// A look into one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Glance {
    pub yaw: f32,
    /// How long the eyes take to get there.
    pub turn_s: f32,
    /// What it shows.
    pub mass: f32,
}

/// No neck is counted as slower. Not a setting: keeps times finite where the host gives no speed.
pub(super) const MOST_SLOWLY_RAD_PER_S: f32 = 0.1;

/// What may be seen from here by looking, by direction.
#[derive(Clone, Debug, Default)]
pub(super) struct Sweep {
    mass: Vec<f32>,
    /// Per district, whether it is left to the eyes from here.
    pub from_here: Vec<bool>,
    in_sight: Vec<bool>,
    /// All that is left to look at from here.
    pub left: f32,
}

impl Sweep {
    /// Finds what is in line of sight and has not been looked at from here.
    pub fn look(&mut self, now: &Situation<'_>, survey: &Survey, swept: &Swept) {
        let (stance, directions) = (now.stance, swept.rested_s.len());
        // So near, a region spans many directions, and its nodes are told apart.
        let near_m = 1.5 * now.config.district_m;
        self.mass.clear();
        self.mass.resize(directions, 0.0);
        self.from_here.clear();
        self.in_sight.clear();
        self.left = 0.0;
        let own = now.on.regions.at(now.ground, stance.at);
        for district in &survey.districts {
            let place = now.on.regions.place(district.region);
            let away_m = place.distance(stance.at);
            let worth_it = district.from_afar > 0.0;
            let in_sight = worth_it
                && (Some(district.region) == own || (away_m <= stance.sees_m && now.sees(stance.at, place)));
            self.in_sight.push(in_sight);
            let mut from_here = false;
            if in_sight && away_m > near_m {
                from_here = self.add(district.peak - stance.at, district.from_afar, swept, now.config.rest_s);
            }
            self.from_here.push(from_here);
        }
        for (node, mass) in now.map.nodes_within(stance.at, near_m.min(stance.sees_m)) {
            let place = now.map.lattice().place(node);
            let slot = now.on.region_of(node).and_then(|region| survey.of(region)).map(|(slot, _)| slot);
            let Some(slot) = slot.filter(|slot| self.in_sight[*slot]) else { continue };
            let district = &survey.districts[slot];
            if now.on.regions.place(district.region).distance(stance.at) <= near_m {
                let share = district.from_afar / district.mass.max(f32::MIN_POSITIVE);
                self.from_here[slot] |= self.add(place - stance.at, mass * share, swept, now.config.rest_s);
            }
        }
    }

    fn add(&mut self, towards: Vec2, mass: f32, swept: &Swept, rest_s: f32) -> bool {
        let Some(slot) = swept.slot(maths::atan2(towards.x, towards.y)) else { return false };
        if swept.is_done(slot, rest_s) {
            return false;
        }
        self.mass[slot] += mass;
        self.left += mass;
        true
    }

    /// The direction that shows the most for the turn that it takes; nothing if nothing is left to look at from here.
    /// Who walks looks no farther aside than the neck turns.
    pub fn best(&self, now: &Situation<'_>, walks: bool) -> Option<Glance> {
        let directions = self.mass.len() as i64;
        let step = TAU / directions as f32;
        let wide = ((now.stance.view_rad * 0.5 / step) as i64).clamp(0, directions / 2);
        let turn_s = |slot: i64| {
            let turn = maths::wrap_angle(slot as f32 * step - now.stance.gaze_yaw).abs();
            turn / now.stance.turn_rad_per_s.max(MOST_SLOWLY_RAD_PER_S)
        };
        let shows = |slot: i64| -> f32 {
            (-wide..=wide).map(|off| self.mass[(slot + off).rem_euclid(directions) as usize]).sum()
        };
        let worth = |slot: i64| shows(slot) / (turn_s(slot) + now.config.look_s);
        // A direction itself must hold something: its neighbours are looked at in passing.
        let within = |slot: i64| {
            let off = maths::wrap_angle(slot as f32 * step - now.stance.facing_yaw).abs();
            !walks || off <= now.stance.neck_rad
        };
        let some = (0..directions).filter(|slot| self.mass[*slot as usize] > 0.0 && within(*slot));
        let best = some.max_by(|a, b| worth(*a).total_cmp(&worth(*b)).then(b.cmp(a)))?;
        let yaw = maths::wrap_angle(best as f32 * step);
        Some(Glance { yaw, turn_s: turn_s(best), mass: shows(best) })
    }

    /// Where the thing is likelier than not to be seen by one look from here: the district that holds most of it.
    pub fn likely<'a>(&self, now: &Situation<'_>, survey: &'a Survey) -> Option<&'a District> {
        let glance = self.best(now, false).filter(|glance| glance.mass > now.config.heads_for)?;
        let half = 0.5 * now.stance.view_rad;
        let ahead = |district: &District| {
            let way = district.peak - now.stance.at;
            maths::wrap_angle(maths::atan2(way.x, way.y) - glance.yaw).abs() <= half
        };
        let from_here = survey.districts.iter().zip(&self.from_here).filter(|(_, from_here)| **from_here);
        let ahead = from_here.map(|(district, _)| district).filter(|district| ahead(district));
        ahead.max_by(|a, b| a.mass.total_cmp(&b.mass).then(b.region.cmp(&a.region)))
    }

    /// What looking on from here finds in a second, as a share of what is here.
    pub fn rate_per_s(&self, now: &Situation<'_>) -> f32 {
        self.left / (now.config.look_s + 0.5 * PI / now.stance.turn_rad_per_s.max(MOST_SLOWLY_RAD_PER_S))
    }
}
