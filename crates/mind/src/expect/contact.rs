//! Contact: what is solid holds up what moves, and nothing is inside of something else.

use super::config::Config;
use crate::model::{Belief, Tick};
use piaget_terms::{Vec2, Vec3, maths};

/// Something that holds up what moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solid {
    /// The belief.
    pub id: u32,
    /// Its middle, as far as that can be told from the side that shows.
    pub place: Vec3,
    /// One standard deviation of that.
    pub sure_to_m: f32,
    /// Half its width and height, where they are known.
    pub half: Option<Vec2>,
    /// Whether it is seen now and is no creature: what a body holds or leans on is not inside of it.
    pub is_seen_thing: bool,
}

impl Solid {
    /// What is believed of a thing, as something solid.
    pub fn of(config: &Config, belief: &Belief, tick: &Tick<'_>) -> Self {
        let (now, half_m) = (&belief.now, half_width_m(belief));
        // What has just come into view is where it is seen, and not where it was expected.
        let is_followed = !now.seen || belief.stray.unseen_s <= 2.0 * tick.tick_s;
        let is_known = is_followed && belief.since_s < tick.time_s && belief.expectation.of == belief.id.0;
        let expected = belief.expectation.foretold(&config.features, 0.0).filter(|_| !now.seen);
        let steady = &belief.expectation.steady;
        let goes_on = (is_known && !config.explain.is_printed()).then(|| {
            let at = steady.place();
            Vec3::new(at.x, now.position.y, at.y)
        });
        // What is out of sight holds things up where it is expected, not in the middle of the cell that its map likes best.
        let side = expected.or(goes_on).unwrap_or(now.position);
        Self {
            id: belief.id.0,
            place: if config.explain.is_printed() { side } else { middle(side, half_m, tick) },
            sure_to_m: if goes_on.is_some() { steady.deviation_m() } else { 0.0 },
            half: now.extent.map(|extent| Vec2::new(extent.width_m, extent.height_m) * 0.5),
            is_seen_thing: now.seen && now.effectors.is_empty() && belief.carried.is_none(),
        }
    }
}

/// The middle of a thing of which one side shows: it is taken to be as deep as it is wide.
pub(super) fn middle(side: Vec3, half_m: f32, tick: &Tick<'_>) -> Vec3 {
    let away = maths::on_ground(maths::ground(side - tick.body.position));
    side + away.normalize_or_zero() * half_m
}

/// Half of how wide a thing is, where that is known.
pub(super) fn half_width_m(belief: &Belief) -> f32 {
    belief.now.extent.map_or(0.0, |extent| 0.5 * extent.width_m)
}

/// Whether another thing is believed to stand just ahead of where a moving one is.
pub(super) fn is_touching(
    config: &Config,
    velocity: Vec3,
    (id, at): (u32, Vec3),
    (half_m, tick): (f32, &Tick<'_>),
    solids: &[Solid],
) -> bool {
    let away = maths::ground(at - tick.body.position).normalize_or_zero();
    let is_ahead = |other: &Solid| {
        let apart = maths::ground(other.place - at);
        let reach_m = match other.half {
            Some(half) if half_m > 0.0 => config.touching_m.max(half_m + half.x + config.explain.near_m),
            _ => config.touching_m,
        };
        let near = apart.length() <= reach_m || (half_m > 0.0 && is_beside(apart, away, (half_m, reach_m)));
        near && apart.dot(maths::ground(velocity)) > 0.0
    };
    solids.iter().any(|other| other.id != id && is_ahead(other))
}

/// Whether something nearer is beside a thing, as the eye has them: how deep it is does not show, and it may reach as far as
/// the thing.
fn is_beside(apart: Vec2, away: Vec2, (half_m, reach_m): (f32, f32)) -> bool {
    let (nearer_m, aside_m) = (-apart.dot(away), apart.perp_dot(away).abs());
    aside_m <= reach_m && nearer_m > 0.0 && nearer_m <= reach_m + 2.0 * half_m
}

/// Whether a moving thing is about to run into a wall, or over the edge of the ground.
pub(super) fn is_at_wall(config: &Config, velocity: Vec3, at: Vec3, half_m: f32, tick: &Tick<'_>) -> bool {
    let reach_m = if half_m > 0.0 { half_m + config.explain.near_m } else { config.touching_m };
    let ahead = at + velocity.normalize_or_zero() * reach_m.max(config.touching_m);
    let stopped = maths::ground(tick.terrain.clamp(ahead)).distance_squared(maths::ground(ahead)) > 1e-6;
    stopped || tick.terrain.is_cut(maths::ground(at), maths::ground(ahead), 0.0)
}

/// Where a thing that goes straight on would run into another, and stop; and whether squarely, so that it cannot well slip past.
pub(super) fn stops_at_thing(
    from: Vec3,
    to: Vec3,
    (id, half_m): (u32, f32),
    solids: &[Solid],
) -> Option<(Vec3, bool)> {
    let way = maths::ground(to - from);
    let length_m = way.length();
    if half_m <= 0.0 || length_m <= f32::MIN_POSITIVE {
        return None;
    }
    let along = way / length_m;
    let meets_m = |other: &Solid| {
        let reach_m = half_m + other.half.filter(|_| other.id != id)?.x;
        let off = maths::ground(other.place - from);
        let (ahead_m, aside_m) = (off.dot(along), off.perp_dot(along));
        let half_chord_m2 = reach_m * reach_m - aside_m * aside_m;
        let meets_m = (ahead_m - half_chord_m2.max(0.0).sqrt()).max(0.0);
        let squarely = 2.0 * aside_m.abs() < reach_m;
        (half_chord_m2 > 0.0 && ahead_m > 0.0 && meets_m < length_m).then_some((meets_m, squarely))
    };
    let (first_m, squarely) =
        solids.iter().filter_map(meets_m).reduce(|a, b| if b.0 < a.0 { b } else { a })?;
    Some((from.lerp(to, first_m / length_m), squarely))
}

/// Whether the straight way from one place to another leads through the midst of a thing.
pub(super) fn leads_through(
    config: &Config,
    (from, to): (Vec3, Vec3),
    (id, seen_to_m): (u32, f32),
    solids: &[Solid],
) -> bool {
    let way = maths::ground(to - from);
    let length_m = way.length();
    if length_m <= f32::MIN_POSITIVE {
        return false;
    }
    let along = way / length_m;
    solids.iter().filter(|other| other.id != id && other.is_seen_thing).any(|other| {
        let Some(half) = other.half else { return false };
        let off = maths::ground(other.place - from);
        let (ahead_m, aside_m) = (off.dot(along), off.perp_dot(along).abs());
        let midst_m = config.explain.inside_share * half.x;
        aside_m + 2.0 * (other.sure_to_m + seen_to_m) < midst_m
            && ahead_m > midst_m
            && length_m - ahead_m > midst_m
    })
}

/// Whether a thing is inside of another: their middles are nearer than half of what both take up.
pub(super) fn overlaps(config: &Config, belief: &Belief, solids: &[Solid]) -> bool {
    let share = config.explain.inside_share;
    let Some(own) = solids.iter().find(|solid| solid.id == belief.id.0 && solid.is_seen_thing) else {
        return false;
    };
    let Some(half) = own.half else { return false };
    solids.iter().any(|other| {
        let Some(its) = other.half.filter(|_| other.is_seen_thing && other.id != own.id) else {
            return false;
        };
        let apart = other.place - own.place;
        // What is not known so exactly may well be beside it.
        let unsure_m = 2.0 * (own.sure_to_m + other.sure_to_m);
        let across_m = maths::ground(apart).length() + unsure_m;
        across_m < share * (half.x + its.x) && apart.y.abs() < share * (half.y + its.y)
    })
}
