//! A trip from tick to tick: the way that was planned, how far along it the body is, and when to plan anew.

use super::{Cell, Disc, Ground, PathSearch, string_pulling};
use piaget_terms::Vec2;
use piaget_terms::valid::{Checked, amount, at_most, point, require};
use serde::{Deserialize, Serialize};

/// What decides how a creature finds its way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NavigateConfig {
    /// Walk straight lines between corners (any angle) rather than from cell to cell. Default true.
    pub any_angle: bool,
    /// How far the goal may move before the way to it is planned anew. Default 0.1.
    pub goal_moves_m: f32,
    /// A goal that moves by more than this at once is another goal: the end of the way does not follow it. Default 1.
    pub goal_jumps_m: f32,
    /// Room left between oneself and a body when planning, beyond touching. Default 0.1.
    pub clearance_m: f32,
    /// How far ahead on the way bodies are minded once the way is planned. Default 4.
    pub look_ahead_m: f32,
}

impl Default for NavigateConfig {
    fn default() -> Self {
        Self { any_angle: true, goal_moves_m: 0.1, goal_jumps_m: 1.0, clearance_m: 0.1, look_ahead_m: 4.0 }
    }
}

/// From where to where, and how near is near enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trip {
    /// Where the body is, as x and z.
    pub from: Vec2,
    /// Where it wants to be.
    pub to: Vec2,
    /// It has arrived when it is this near.
    pub within_m: f32,
}

/// How a trip stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Progress {
    /// Near enough to the goal.
    Arrived,
    /// There is a way.
    OnTheWay {
        /// The next corner of it: walk straight there.
        towards: Vec2,
        /// How long it still is.
        remaining_m: f32,
    },
    /// There is none.
    NoWay {
        /// Why.
        why: WhyNot,
        /// The point nearest to the goal that can be reached; where the start is enclosed, the nearest way out of it.
        nearest: Option<Vec2>,
    },
}

/// Why there is no way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum WhyNot {
    /// A coordinate of the goal or of the start is infinite or not a number.
    #[error("the goal or the start is not finite")]
    NotFinite,
    /// The goal lies beyond the ground that is known.
    #[error("the goal is outside the map")]
    GoalOffMap,
    /// The goal lies in a wall, or too near to one for this body.
    #[error("the goal is in a wall, or too near to one for this body")]
    GoalInWall,
    /// A body stands on the goal.
    #[error("a body stands on the goal")]
    GoalTaken,
    /// Walls separate the goal from here.
    #[error("walls separate the goal from the start")]
    CutOff,
    /// Bodies stand in every way that walls leave open.
    #[error("bodies block every way to the goal")]
    BodiesInTheWay,
    /// The start lies off the map, in a wall, or where the body cannot take a step.
    #[error("the start is outside the map, in a wall or enclosed")]
    StartEnclosed,
}

impl Progress {
    /// Whether a saved answer names places that are finite.
    pub fn validate(&self) -> Checked {
        match *self {
            Self::Arrived => Ok(()),
            Self::OnTheWay { towards, remaining_m } => {
                point("towards", towards)?;
                amount("remaining_m", remaining_m)
            }
            Self::NoWay { nearest, .. } => nearest.map_or(Ok(()), |nearest| point("nearest", nearest)),
        }
    }
}

impl WhyNot {
    /// Whether only bodies are to blame, which move.
    pub fn is_of_bodies(self) -> bool {
        matches!(self, Self::GoalTaken | Self::BodiesInTheWay)
    }
}

/// A way under one's feet, kept from tick to tick and saved with the mind.
///
/// ```
/// use piaget_nav::{Ground, NavigateConfig, Navigator, Progress, Raster, Trip};
/// use piaget_terms::{Rect, Terrain, Vec2, Wall};
/// let mut terrain = Terrain::open(Rect::centred(10.0, 10.0));
/// terrain.walls.push(Wall { centre: Vec2::ZERO, half: Vec2::new(2.0, 0.1), yaw: 0.0, height_m: 2.0 });
/// let ground = Ground::new(&terrain, 0.3, &Raster::default());
/// let mut navigator = Navigator::default();
/// let mut at = Vec2::new(0.0, -2.0);
/// let goal = Vec2::new(0.0, 2.0);
/// for _ in 0..1000 {
///     let trip = Trip { from: at, to: goal, within_m: 0.05 };
///     match navigator.advance(&NavigateConfig::default(), &ground, &[], trip) {
///         Progress::OnTheWay { towards, .. } => at = at.move_towards(towards, 0.05),
///         Progress::Arrived => break,
///         Progress::NoWay { why, .. } => panic!("{why}"),
///     }
///     assert!(terrain.is_open(at, 0.29));
/// }
/// assert!(at.distance(goal) < 0.06);
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Navigator {
    /// Corners still to pass; the last is the goal.
    way: Vec<Vec2>,
    next: u32,
    goal: Vec2,
    ground: u64,
    /// The answer when there is no way, and where the body stood when it was found.
    no_way: Option<(WhyNot, Option<Vec2>, Vec2)>,
    bodies: u64,
    plans: u64,
    #[serde(skip)]
    search: PathSearch,
    #[serde(skip)]
    widened: Vec<Disc>,
}

impl Navigator {
    /// Whether a saved way is one: its corners are finite, and the next is among them.
    pub fn validate(&self) -> Checked {
        self.way.iter().try_for_each(|corner| point("way", *corner))?;
        at_most("next", self.next as usize, self.way.len())?;
        point("goal", self.goal)?;
        if let Some((_, nearest, from)) = self.no_way {
            point("no_way", from)?;
            nearest.map_or(Ok(()), |nearest| point("no_way", nearest))?;
        }
        require(self.plans <= u64::MAX / 2, "plans", || "is more than any life counts".into())
    }

    /// The corners that are still to be passed.
    pub fn way(&self) -> &[Vec2] {
        &self.way[(self.next as usize).min(self.way.len())..]
    }

    /// How often a way had to be planned in its life.
    pub fn plans(&self) -> u64 {
        self.plans
    }

    /// Gives up the way it kept.
    pub fn forget(&mut self) {
        self.way.clear();
        self.next = 0;
        self.no_way = None;
    }

    /// Where to walk now. Bodies should not hold the one that is walked to, nor the walker itself.
    pub fn advance(
        &mut self,
        config: &NavigateConfig,
        ground: &Ground,
        bodies: &[Disc],
        trip: Trip,
    ) -> Progress {
        if !(trip.from.is_finite() && trip.to.is_finite()) {
            self.forget();
            return Progress::NoWay { why: WhyNot::NotFinite, nearest: None };
        }
        if self.has_arrived(ground, trip) {
            self.forget();
            return Progress::Arrived;
        }
        if !self.still_holds(config, ground, bodies, trip) {
            self.plan(config, ground, bodies, trip);
        }
        if let Some((why, nearest, _)) = self.no_way {
            return Progress::NoWay { why, nearest };
        }
        let way = self.way();
        let Some(&towards) = way.first() else { return Progress::Arrived };
        let rest: f32 = way.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        Progress::OnTheWay { towards, remaining_m: trip.from.distance(towards) + rest }
    }

    /// Near enough, and not with a wall between where one could come closer.
    fn has_arrived(&self, ground: &Ground, trip: Trip) -> bool {
        trip.from.distance(trip.to) <= trip.within_m
            && (!ground.is_free(trip.to) || !ground.is_free(trip.from) || ground.sees(trip.from, trip.to))
    }

    /// Moves along the kept way; false if it no longer leads from here to the goal.
    fn still_holds(&mut self, config: &NavigateConfig, ground: &Ground, bodies: &[Disc], trip: Trip) -> bool {
        if self.ground != ground.digest {
            return false;
        }
        let moved = self.goal.distance(trip.to) > config.goal_moves_m;
        if let Some((_, _, from)) = self.no_way {
            let here = from.distance(trip.from) <= ground.cell_m;
            return here && !moved && self.bodies == digest(bodies);
        }
        if self.way().is_empty() || (moved && !self.follow_goal(config, ground, trip.to)) {
            return false;
        }
        while self.way().len() > 1 && self.can_skip(ground, bodies, trip.from) {
            self.next += 1;
        }
        // The goal moved a little since the way was planned, and its end is no longer near enough.
        if self.way().len() == 1 && is_at(ground, trip.from, self.way()[0]) {
            return false;
        }
        // A body pushed against a wall stands in no free cell; it is led out by the way it has. And one that has
        // just turned a corner, though not exactly in it, goes on.
        let turning = self.next > 0 && is_at(ground, trip.from, self.way[self.next as usize - 1]);
        (turning || !ground.is_free(trip.from) || ground.sees(trip.from, self.way()[0]))
            && self.is_clear_ahead(config, ground, bodies, trip.from)
    }

    /// Whether the next corner is reached, or the one after it can be walked to straight.
    fn can_skip(&self, ground: &Ground, bodies: &[Disc], from: Vec2) -> bool {
        let way = self.way();
        is_at(ground, from, way[0])
            || (ground.sees(from, way[1])
                && string_pulling::clear_of_bodies(ground, bodies, from, from, way[1]))
    }

    /// Lets the end of the way follow a goal that moved a little, where a straight line allows it.
    fn follow_goal(&mut self, config: &NavigateConfig, ground: &Ground, to: Vec2) -> bool {
        if self.goal.distance(to) > config.goal_jumps_m {
            return false;
        }
        let Some((last, before)) = self.way.split_last_mut() else { return false };
        let follows = before.last().is_some_and(|before| ground.sees(*before, to));
        if follows && (self.next as usize) < before.len() {
            *last = to;
            self.goal = to;
            return true;
        }
        false
    }

    fn is_clear_ahead(&self, config: &NavigateConfig, ground: &Ground, bodies: &[Disc], from: Vec2) -> bool {
        let mut at = from;
        let mut left = config.look_ahead_m;
        for &corner in self.way() {
            let length = at.distance(corner);
            let to = if length > left { at + (corner - at) * (left / length) } else { corner };
            if !string_pulling::clear_of_bodies(ground, bodies, from, at, to) {
                return false;
            }
            left -= length;
            if left <= 0.0 {
                break;
            }
            at = corner;
        }
        true
    }

    fn plan(&mut self, config: &NavigateConfig, ground: &Ground, bodies: &[Disc], trip: Trip) {
        self.forget();
        self.plans += 1;
        (self.goal, self.ground, self.bodies) = (trip.to, ground.digest, digest(bodies));
        self.widened.clear();
        let wider = bodies.iter().filter(|body| body.centre.is_finite() && body.radius_m.is_finite());
        self.widened.extend(wider.map(|b| Disc { radius_m: b.radius_m + config.clearance_m, ..*b }));
        if let Err((why, nearest)) = self.try_plan(config, ground, trip) {
            self.way.clear();
            self.no_way = Some((why, nearest, trip.from));
        }
    }

    fn try_plan(
        &mut self,
        config: &NavigateConfig,
        ground: &Ground,
        trip: Trip,
    ) -> Result<(), (WhyNot, Option<Vec2>)> {
        let start = self.start(ground, trip.from).ok_or_else(|| {
            let out = ground.nearest_cell(trip.from, |cell| ground.island_of(cell) != 0);
            (WhyNot::StartEnclosed, out.map(|cell| ground.centre_of(cell)))
        })?;
        let island = ground.island_of(start);
        let taken = self
            .widened
            .iter()
            .any(|body| trip.to.distance(body.centre) < body.radius_m + ground.radius_m - config.clearance_m);
        let (why, goal) = match ground.cell_at(trip.to) {
            None => (Some(WhyNot::GoalOffMap), None),
            Some(cell) if ground.island_of(cell) == 0 => (Some(WhyNot::GoalInWall), None),
            Some(cell) if ground.island_of(cell) != island => (Some(WhyNot::CutOff), None),
            Some(cell) => (taken.then_some(WhyNot::GoalTaken), Some(cell)),
        };
        // Near enough may be reachable where the goal itself is not.
        let goal = match goal {
            Some(cell) => cell,
            None => {
                let nearest = ground.nearest_cell(trip.to, |cell| ground.island_of(cell) == island);
                nearest.ok_or((WhyNot::StartEnclosed, None))?
            }
        };
        let mut end = if why.is_none() { trip.to } else { ground.centre_of(goal) };
        let found = self.search.shortest(ground, &self.widened, start, goal);
        if found.is_none() {
            let (cell, _) = self.search.as_near_as_possible(ground, start);
            end = ground.centre_of(cell);
        }
        let trouble = why.or(found.is_none().then_some(WhyNot::BodiesInTheWay));
        if let Some(why) = trouble.filter(|_| end.distance(trip.to) > trip.within_m) {
            return Err((why, Some(end)));
        }
        self.lay(config, ground, trip.from, end);
        Ok(())
    }

    /// The cell to start from: one's own, or the nearest free one where a wall was brushed.
    fn start(&self, ground: &Ground, from: Vec2) -> Option<Cell> {
        let own = ground.cell_at(from).filter(|cell| ground.island_of(*cell) != 0);
        own.or_else(|| {
            // Pushed in by no more than its own radius and the coarseness of the cells; else it is enclosed.
            let reach = ground.radius_m + ground.cell_m * 2.0;
            ground
                .nearest_cell(from, |cell| ground.island_of(cell) != 0)
                .filter(|cell| ground.centre_of(*cell).distance(from) <= reach)
        })
    }

    /// Turns the cells that the search found into corners from here to the end.
    fn lay(&mut self, config: &NavigateConfig, ground: &Ground, from: Vec2, end: Vec2) {
        let first = self.search.path().first().copied();
        if config.any_angle {
            string_pulling::pull(ground, &self.widened, self.search.path_mut());
        }
        self.way.extend(self.search.path().iter().map(|cell| ground.centre_of(*cell)));
        if let Some(last) = self.way.last_mut() {
            *last = end;
        }
        let starts_at_home = first.is_some() && ground.cell_at(from) == first;
        // The first corner is the middle of one's own cell: no need to go there if one stands in it, or if the next is
        // in sight.
        let skip = self.way.len() > 1
            && starts_at_home
            && (is_at(ground, from, self.way[0])
                || (ground.sees(from, self.way[1])
                    && string_pulling::clear_of_bodies(ground, &self.widened, from, from, self.way[1])));
        self.next = u32::from(skip);
    }
}

/// Whether a corner counts as reached: no walker hits it exactly.
fn is_at(ground: &Ground, from: Vec2, corner: Vec2) -> bool {
    const PART_OF_CELL: f32 = 0.1;
    from.distance(corner) < ground.cell_m * PART_OF_CELL
}

/// A number that changes when any body moves or changes size.
fn digest(bodies: &[Disc]) -> u64 {
    bodies
        .iter()
        .flat_map(|b| [b.centre.x, b.centre.y, b.radius_m])
        .fold(0xcbf2_9ce4_8422_2325, |hash, part| {
            (hash ^ u64::from(part.to_bits())).wrapping_mul(0x100_0000_01b3)
        })
}

#[cfg(test)]
mod tests;
