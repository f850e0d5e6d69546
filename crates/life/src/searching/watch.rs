//! What a search comes to: watched from outside, whoever searches.

use super::stage::{Stage, ground_of};
use piaget_terms::{Sight, Vec2, Vec3, maths};
use piaget_world::Sensed;

/// A place counts as looked at when this height above it is in view: the middle of what may stand there.
const LOOK_HEIGHT_M: f32 = 0.3;
/// How often it is noted where one is and what is in view.
const NOTE_EVERY_S: f64 = 0.1;
/// A thing is reached when so much is left between its surface and the body's, and it is in view.
const REACHED_M: f32 = 1.0;
/// The cells of hidden ground.
const CELL_M: f32 = 0.5;
/// What the best known plan sees before it stops where there is nothing to find.
pub const ENOUGH: f64 = 0.9;
/// A place is circled by who stays this near to it and goes round it.
const CIRCLE_M: f32 = 3.0;

/// How a search went.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Searched {
    /// When the thing was reached, from the beginning of the search.
    pub reached_s: Option<f64>,
    /// When it was first seen.
    pub seen_s: Option<f64>,
    /// When it was given up.
    pub gave_up_s: Option<f64>,
    /// How long one was on the way somewhere, and how long of that pressed against something.
    pub travel_s: f64,
    /// See there.
    pub pressed_s: f64,
    /// The longest time on end that one was pressed against something.
    pub stuck_s: f64,
    /// Ground that could not be seen from where the search began, and the share of it that was looked at.
    pub hidden_m2: f64,
    /// See there. 1 where nothing was hidden.
    pub inspected: f64,
    /// When [`ENOUGH`] of it had been looked at.
    pub enough_s: Option<f64>,
    /// How often that place was circled that was circled most.
    pub circled: f64,
}

/// What one tick was like.
pub struct Moment<'a> {
    /// Since the search began.
    pub time_s: f64,
    /// How long the tick is.
    pub tick_s: f64,
    /// Where the body is.
    pub at: Vec2,
    /// How wide it is, from its middle.
    pub radius_m: f32,
    /// What is in view.
    pub sensed: &'a Sensed,
    /// Whether the thing is seen, and where it is.
    pub thing: Option<(bool, Vec2)>,
    /// How fast one wants to go, if anywhere.
    pub wants_m_per_s: Option<f32>,
    /// How fast one goes, and whether something is in the way.
    pub goes_m_per_s: f32,
    /// See there.
    pub blocked: bool,
}

/// Watches one search.
pub struct Watcher {
    left: Vec<Vec3>,
    hidden: usize,
    thing_radius_m: f32,
    next_note_s: f64,
    stuck_s: f64,
    trail: Vec<Vec2>,
    bounds: (Vec2, Vec2),
    searched: Searched,
    seen: Vec<bool>,
}

impl Watcher {
    /// Before the search begins.
    pub fn new(stage: &Stage) -> Self {
        let left = hidden_ground(stage);
        Self {
            hidden: left.len(),
            left,
            thing_radius_m: stage.thing_radius_m(),
            next_note_s: 0.0,
            stuck_s: 0.0,
            trail: Vec::new(),
            bounds: (stage.truth.bounds.min, stage.truth.bounds.max),
            searched: Searched::default(),
            seen: Vec::new(),
        }
    }

    /// Takes note of a tick; true once the thing is reached.
    pub fn note(&mut self, moment: &Moment<'_>) -> bool {
        if let Some(wanted) = moment.wants_m_per_s {
            self.searched.travel_s += moment.tick_s;
            // Who slides along a wall gets on.
            let pressed = moment.blocked && moment.goes_m_per_s < 0.2 * wanted;
            self.stuck_s = if pressed { self.stuck_s + moment.tick_s } else { 0.0 };
            self.searched.pressed_s += if pressed { moment.tick_s } else { 0.0 };
            self.searched.stuck_s = self.searched.stuck_s.max(self.stuck_s);
        }
        if moment.time_s >= self.next_note_s {
            self.next_note_s += NOTE_EVERY_S;
            self.trail.push(moment.at);
            self.seen.clear();
            self.seen.resize(self.left.len(), false);
            moment.sensed.sees(&self.left, &mut self.seen);
            let mut seen = self.seen.iter();
            // No eye looks at its own feet, and nothing is hidden there.
            let here = |place: &Vec3| maths::ground(*place).distance(moment.at) < CELL_M;
            self.left.retain(|place| !seen.next().copied().unwrap_or(false) && !here(place));
            if self.inspected() >= ENOUGH {
                self.searched.enough_s.get_or_insert(moment.time_s);
            }
        }
        let Some((sees, place)) = moment.thing else { return false };
        if sees {
            self.searched.seen_s.get_or_insert(moment.time_s);
            let gap = place.distance(moment.at) - self.thing_radius_m - moment.radius_m;
            if gap <= REACHED_M {
                self.searched.reached_s.get_or_insert(moment.time_s);
            }
        }
        self.searched.reached_s.is_some()
    }

    /// The share of the hidden ground that was in view so far.
    pub fn inspected(&self) -> f64 {
        1.0 - self.left.len() as f64 / self.hidden.max(1) as f64
    }

    /// The search is given up.
    pub fn gives_up(&mut self, time_s: f64) {
        self.searched.gave_up_s.get_or_insert(time_s);
    }

    /// What it came to.
    pub fn finish(mut self) -> Searched {
        self.searched.hidden_m2 = self.hidden as f64 * f64::from(CELL_M * CELL_M);
        self.searched.inspected = self.inspected();
        self.searched.circled = f64::from(circled(&self.trail, self.bounds));
        self.searched
    }
}

/// The middles of cells that a body can get to and that no look from where the search begins shows.
pub fn hidden_ground(stage: &Stage) -> Vec<Vec3> {
    let ground = ground_of(&stage.truth, 0.25);
    let every = (CELL_M / ground.cell_m).round().max(1.0) as usize;
    let here = ground.cell_at(stage.from).map_or(0, |cell| ground.island_of(cell));
    let mut places = Vec::new();
    for row in (0..ground.rows).step_by(every) {
        for column in (0..ground.columns).step_by(every) {
            let place = ground.centre_of((column, row));
            let reachable = here != 0 && ground.island_of((column, row)) == here;
            if reachable && stage.truth.is_cut(stage.from, place, 0.0) {
                places.push(Vec3::new(place.x, LOOK_HEIGHT_M, place.y));
            }
        }
    }
    places
}

/// How often a trail goes round the place that it goes round most, without leaving its surroundings meanwhile.
pub fn circled(trail: &[Vec2], (min, max): (Vec2, Vec2)) -> f32 {
    let mut most = 0.0f32;
    let (columns, rows) = ((max.x - min.x) as i32, (max.y - min.y) as i32);
    for row in 0..rows {
        for column in 0..columns {
            let place = min + Vec2::new(column as f32 + 0.5, row as f32 + 0.5);
            let (mut turned, mut before) = (0.0f32, None::<f32>);
            for at in trail {
                let towards = *at - place;
                if towards.length() > CIRCLE_M {
                    (turned, before) = (0.0, None);
                    continue;
                }
                // Over the place itself there is no direction.
                if towards.length() < 0.2 {
                    continue;
                }
                let yaw = maths::atan2(towards.x, towards.y);
                turned += before.map_or(0.0, |before| maths::wrap_angle(yaw - before));
                before = Some(yaw);
                most = most.max(turned.abs());
            }
        }
    }
    most / std::f32::consts::TAU
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_goes_round_a_place_three_times_has_circled_it_three_times() {
        let turns = |count: f32| -> Vec<Vec2> {
            let steps = (count * 40.0) as i32;
            let angle = |step: i32| std::f32::consts::TAU * step as f32 / 40.0;
            (0..=steps)
                .map(|step| Vec2::new(maths::sin(angle(step)), maths::cos(angle(step))) * 2.0)
                .collect()
        };
        let bounds = (Vec2::splat(-5.0), Vec2::splat(5.0));
        assert!((circled(&turns(3.0), bounds) - 3.0).abs() < 0.01);
        assert!(circled(&turns(0.5), bounds) < 1.0);
        // There and back is no circle, however often.
        let line: Vec<Vec2> =
            (0..400).map(|step| Vec2::new((step % 80 - 40i32).abs() as f32 * 0.1, 0.3)).collect();
        assert!(circled(&line, bounds) < 1.0);
    }
}
