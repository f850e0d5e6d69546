//! Obstacles that nobody told of: solid things that are seen, by their extent, and whatever stops the body. Walls that
//! the terrain knows are not here; the ground has them.

use super::Input;
use crate::model::{Belief, BeliefId, View};
use arrayvec::ArrayVec;
use piaget_nav::{Disc, Progress};
use piaget_terms::valid::{Checked, amount, at_most, point, time};
use piaget_terms::{Vec2, maths};
use serde::{Deserialize, Serialize};

/// How many places where the body was stopped are kept; the oldest gives way.
const MOST_FELT: usize = 16;
/// The most discs that stand for one side of a thing.
const MOST_DISCS: usize = 32;
/// From how many sides one thing is remembered, and how many sides of all things.
const MOST_SIDES: usize = 4;
/// See there.
const MOST_SIDES_OF_ALL: usize = 64;

/// What counts as an obstacle, and for how long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObstaclesConfig {
    /// Whether solid things that are seen are walked around. Default true.
    pub seen: bool,
    /// Whether what stops the body is walked around. Default true.
    pub felt: bool,
    /// A thing is taken to be as deep as it is wide, up to this: its far side does not show. Raising it gives wide things
    /// more room. Default 0.8.
    pub deep_m: f32,
    /// The radius that what stopped the body is taken to have at first. Raising it may close a narrow way. Default 0.2.
    pub felt_m: f32,
    /// By how much it is taken to be wider to either side for each second that the body is still stopped. Raising it
    /// leaves a wide obstacle sooner, by a longer way. Default 6.
    pub widens_m_per_s: f32,
    /// The cosine between the way that is barred now and the side of an obstacle that was met before, up to which it is taken for the
    /// same side; and that between two looks at a thing, from which on they show the same side of it. Raising it takes corners
    /// for wide walls. Default 0.7.
    pub same_side: f32,
    /// So many looks at a side of a thing that stands still settle where that side is. Raising it evens out more noise, and
    /// lets ways change for longer. Default 8.
    pub looks: u32,
    /// A thing that shows farther than this from where it was, beyond what another angle explains, was moved. Raising it evens
    /// out more noise, and follows what moves later. Default 0.3.
    pub moved_m: f32,
    /// A side that shows this many times as wide as it was taken to be is looked at anew. Default 1.15.
    pub wider: f32,
    /// How long an obstacle is remembered that is not met again, in seconds. Default 30.
    pub lasts_s: f32,
    /// A thing out of sight that was slower than this is taken to be where it was seen. Default 0.1.
    pub still_m_per_s: f32,
    /// Below this share of the walking speed a body that touches something counts as stopped. Default 0.25.
    pub stopped: f32,
}

impl Default for ObstaclesConfig {
    fn default() -> Self {
        Self {
            seen: true,
            felt: true,
            deep_m: 0.8,
            felt_m: 0.2,
            widens_m_per_s: 6.0,
            same_side: 0.7,
            looks: 8,
            moved_m: 0.3,
            wider: 1.15,
            lasts_s: 30.0,
            still_m_per_s: 0.1,
            stopped: 0.25,
        }
    }
}

/// Where the body was stopped: a row of discs, square to the way it wanted to go.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Felt {
    centre: Vec2,
    /// The direction of the row.
    along: Vec2,
    /// How far the row reaches to either side.
    half_m: f32,
    /// When it was last met.
    met_s: f64,
}

/// One side of a solid thing, as it was seen: a row of discs behind its near face. How deep the thing is does not show, and with
/// each look from elsewhere the guess would be another, and with it the way; so a side is kept as it was first made out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Side {
    of: BeliefId,
    centre: Vec2,
    /// From the eye to the thing.
    ahead: Vec2,
    width_m: f32,
    radius_m: f32,
    /// How often it was looked at, as far as that matters.
    looks: u32,
    /// Whether it was seen to move.
    moves: bool,
}

/// What stopped the body, and what solid things were seen, as far as they are remembered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Obstacles {
    felt: ArrayVec<Felt, MOST_FELT>,
    sides: Vec<Side>,
}

impl Obstacles {
    /// Whether saved obstacles have places and sizes.
    pub fn validate(&self) -> Checked {
        self.felt.iter().try_for_each(|felt| {
            point("felt", felt.centre)?;
            point("felt", felt.along)?;
            amount("felt", felt.half_m)?;
            time("felt", felt.met_s)
        })?;
        at_most("sides", self.sides.len(), MOST_SIDES_OF_ALL)?;
        self.sides.iter().try_for_each(|side| {
            point("side", side.centre)?;
            point("side", side.ahead)?;
            amount("side", side.width_m)?;
            amount("side", side.radius_m)
        })
    }

    /// Notes the sides of the solid things in view.
    pub fn look(&mut self, config: &ObstaclesConfig, view: &View<'_>) {
        let Some(own) = view.viewer().filter(|_| config.seen) else { return };
        let (eye, now_s) = (maths::ground(own.position), view.time_s());
        self.sides.retain(|side| {
            view.belief(side.of).is_some_and(|belief| {
                belief.now.solid == Some(true) && belief.unseen_s(now_s) <= config.lasts_s
            })
        });
        for belief in view.beliefs().iter().skip(1) {
            let shows = belief.now.seen && belief.now.solid == Some(true);
            if let Some(side) = Side::of(config, belief, eye).filter(|_| shows) {
                self.note(config, side, belief.now.velocity.length() >= config.still_m_per_s);
            }
        }
    }

    /// Keeps a side as it was first made out, unless the thing was moved since or shows to be wider. What is seen to move is
    /// followed from look to look.
    fn note(&mut self, config: &ObstaclesConfig, side: Side, stirs: bool) {
        let of_it = |kept: &Side| kept.of == side.of;
        let was_moved = |kept: &Side| of_it(kept) && (kept.moves && stirs || kept.is_off(config, &side));
        if self.sides.iter().any(was_moved) {
            self.sides.retain(|kept| !of_it(kept));
            return self.sides.push(Side { moves: true, ..side });
        }
        let same = |kept: &&mut Side| of_it(kept) && kept.ahead.dot(side.ahead) >= config.same_side;
        match self.sides.iter_mut().find(same) {
            Some(kept) if kept.moves || side.width_m > config.wider * kept.width_m => *kept = side,
            Some(kept) if kept.looks < config.looks => {
                kept.looks += 1;
                kept.centre += (side.centre - kept.centre) / kept.looks as f32;
            }
            Some(_) => {}
            None => {
                let known = self.sides.iter().filter(|kept| of_it(kept)).count();
                if known < MOST_SIDES && self.sides.len() < MOST_SIDES_OF_ALL {
                    self.sides.push(side);
                }
            }
        }
    }

    /// Notes what stops the body on its way. Touching the thing that is gone to, `goal`, is no obstacle.
    pub fn feel(&mut self, config: &ObstaclesConfig, input: &Input<'_>, goal: Option<Disc>) {
        let now_s = input.tick.time_s;
        let lasts_s = f64::from(config.lasts_s);
        self.felt.retain(|felt| (0.0..=lasts_s).contains(&(now_s - felt.met_s)));
        let Some(ahead) = stopped_towards(config, input) else { return };
        let here = maths::ground(input.tick.body.position);
        let touched = here + ahead * input.on.body.radius_m;
        let centre = touched + ahead * config.felt_m;
        let is_goal = goal.is_some_and(|goal| touched.distance(goal.centre) <= goal.radius_m + config.felt_m);
        // Who brushes a wall that is on the map finds the way round it there.
        if is_goal || !input.tick.terrain.is_open(centre, 0.0) {
            return;
        }
        // Another side of a corner is met by going another way.
        let same_side = |felt: &Felt| felt.along.dot(ahead).abs() <= config.same_side;
        let is_known = |felt: &&mut Felt| felt.reaches(centre, 2.0 * config.felt_m) && same_side(felt);
        match self.felt.iter_mut().find(is_known) {
            // The body still cannot go on: what stops it is wider than it was taken to be.
            Some(felt) => {
                // Two places where it was met show how it lies.
                let from_first = centre - felt.centre;
                if from_first.length() > config.felt_m {
                    felt.along = from_first.normalize_or_zero();
                }
                // Wider, and the discs of the row would leave gaps.
                let widest_m = config.felt_m * (MOST_DISCS / 2) as f32;
                felt.half_m += config.widens_m_per_s * input.tick.tick_s;
                felt.half_m = felt.half_m.max(from_first.length()).min(widest_m);
                felt.met_s = now_s;
            }
            None => {
                if self.felt.is_full() {
                    self.felt.remove(0);
                }
                // A body that is stopped still slides a little along what stops it, if not head on.
                let slides = maths::ground(input.tick.body.velocity).normalize_or_zero();
                let along = if slides == Vec2::ZERO { ahead.perp() } else { slides };
                self.felt.push(Felt { centre, along, half_m: 0.0, met_s: now_s });
            }
        }
    }

    /// What was only felt is a guess. A guess that leaves no way is dropped.
    pub fn doubt(&mut self, progress: Option<Progress>) {
        if matches!(progress, Some(Progress::NoWay { why, .. }) if why.is_of_bodies()) {
            self.felt.clear();
        }
    }

    /// Adds the obstacles of this moment to the bodies to go around: all but the object that is walked to.
    pub fn gather(
        &self,
        config: &ObstaclesConfig,
        view: &View<'_>,
        (object, height_m): (Option<BeliefId>, f32),
        bodies: &mut Vec<Disc>,
    ) {
        if config.felt {
            for felt in &self.felt {
                row(felt.centre, felt.along, felt.half_m, config.felt_m, bodies);
            }
        }
        self.outlines(view, bodies, |belief| {
            Some(belief.id) != object && stands_there(config, belief, view.time_s(), height_m)
        });
    }

    /// Adds what hides what is behind it from an eye of this height: solid things that are seen to be as tall.
    pub fn hiding(
        &self,
        config: &ObstaclesConfig,
        view: &View<'_>,
        (object, eye_m): (BeliefId, f32),
        hides: &mut Vec<Disc>,
    ) {
        self.outlines(view, hides, |belief| {
            let top_m = belief.now.extent.map(|extent| belief.now.position.y + 0.5 * extent.height_m);
            let tall = top_m.is_some_and(|top_m| top_m >= eye_m);
            belief.id != object && tall && stands_there(config, belief, view.time_s(), eye_m)
        });
    }

    /// Adds the discs of all sides that were seen of the things that count.
    fn outlines(&self, view: &View<'_>, discs: &mut Vec<Disc>, counts: impl Fn(&Belief) -> bool) {
        for side in &self.sides {
            if view.belief(side.of).is_some_and(&counts) {
                let half_m = (0.5 * side.width_m - side.radius_m).max(0.0);
                row(side.centre, side.ahead.perp(), half_m, side.radius_m, discs);
            }
        }
    }
}

/// The direction in which the body wants to go and cannot.
fn stopped_towards(config: &ObstaclesConfig, input: &Input<'_>) -> Option<Vec2> {
    let Some(Progress::OnTheWay { towards, .. }) = input.tick.feedback.travel else { return None };
    let body = input.tick.body;
    let ahead = (towards - maths::ground(body.position)).normalize_or_zero();
    let slow = maths::ground(body.velocity).dot(ahead) < config.stopped * input.on.body.walk_m_per_s;
    (config.felt && body.blocked && slow && ahead != Vec2::ZERO).then_some(ahead)
}

/// Whether a believed thing is in the way of a body of this height, where it is believed to be.
fn stands_there(config: &ObstaclesConfig, belief: &Belief, time_s: f64, height_m: f32) -> bool {
    let (now, unseen_s) = (&belief.now, belief.unseen_s(time_s));
    let still = now.velocity.length() < config.still_m_per_s;
    // Something that moves is elsewhere as soon as it is out of sight.
    let there = unseen_s <= 0.0 || (still && unseen_s <= config.lasts_s && belief.is_there(time_s));
    let overhead = now.extent.is_some_and(|extent| now.position.y - 0.5 * extent.height_m > height_m);
    now.solid == Some(true) && there && !overhead && belief.carried.is_none()
}

impl Side {
    /// The side that a thing shows; nothing for one without an extent.
    fn of(config: &ObstaclesConfig, belief: &Belief, eye: Vec2) -> Option<Self> {
        let width_m = belief.now.extent?.width_m;
        let radius_m = 0.5 * width_m.min(config.deep_m);
        let near = maths::ground(belief.now.position);
        let ahead = (near - eye).normalize_or_zero();
        let makes_sense = radius_m > 0.0 && width_m.is_finite() && near.is_finite();
        let centre = near + ahead * radius_m;
        let side = Self { of: belief.id, centre, ahead, width_m, radius_m, looks: 1, moves: false };
        makes_sense.then_some(side)
    }

    /// Whether the thing is not where it was when this side was made out. What shows of a thing that stands still wanders along
    /// its face as one goes past, by half of its width for each radian.
    fn is_off(&self, config: &ObstaclesConfig, now: &Self) -> bool {
        let (along, across) = (self.ahead.dot(now.ahead), self.ahead.perp_dot(now.ahead));
        let turned = maths::atan2(across.abs(), along);
        let width_m = self.width_m.max(now.width_m);
        let other_face_m = if along < config.same_side { config.deep_m } else { 0.0 };
        let wanders_m = 0.5 * width_m * turned + other_face_m;
        self.centre.distance(now.centre) > config.moved_m + wanders_m
    }
}

impl Felt {
    /// Whether a point is within so much of the row.
    fn reaches(&self, point: Vec2, within_m: f32) -> bool {
        let along = self.along.dot(point - self.centre).clamp(-self.half_m, self.half_m);
        point.distance(self.centre + self.along * along) <= within_m
    }
}

/// Discs side by side whose middles lie within `half_m` of the centre, no farther apart than their radius.
fn row(centre: Vec2, along: Vec2, half_m: f32, radius_m: f32, bodies: &mut Vec<Disc>) {
    let to_a_side = ((half_m / radius_m).ceil() as usize).min(MOST_DISCS / 2);
    bodies.push(Disc { centre, radius_m });
    for step in 1..=to_a_side {
        let away = along * (half_m * step as f32 / to_a_side as f32);
        bodies.extend([away, -away].map(|away| Disc { centre: centre + away, radius_m }));
    }
}

/// How far the thing that is walked to may reach.
pub(super) fn reach_of(view: &View<'_>, object: Option<BeliefId>) -> f32 {
    let extent = object.and_then(|object| view.record(object)?.extent);
    extent.map_or(0.0, |extent| extent.width_m)
}
