//! Contact: what is solid holds up what moves, and nothing is inside of something else.

use super::config::Config;
use crate::model::{Belief, Tick};
use piaget_terms::{Vec2, Vec3, maths};

/// Something that holds up what moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solid {
    /// The belief.
    pub id: u32,
    pub place: Vec3,
    /// Half its width and height, where they are known.
    pub half: Option<Vec2>,
    /// Whether it is seen now and is no creature: what a body holds or leans on is not inside of it.
    pub is_seen_thing: bool,
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
    half_m: f32,
    solids: &[Solid],
) -> bool {
    let is_ahead = |other: &Solid| {
        let apart = maths::ground(other.place - at);
        let reach_m = match other.half {
            Some(half) if half_m > 0.0 => config.touching_m.max(half_m + half.x + config.explain.near_m),
            _ => config.touching_m,
        };
        apart.length() <= reach_m && apart.dot(maths::ground(velocity)) > 0.0
    };
    solids.iter().any(|other| other.id != id && is_ahead(other))
}

/// Whether a moving thing is about to run into a wall, or over the edge of the ground.
pub(super) fn is_at_wall(config: &Config, velocity: Vec3, at: Vec3, half_m: f32, tick: &Tick<'_>) -> bool {
    let reach_m = if half_m > 0.0 { half_m + config.explain.near_m } else { config.touching_m };
    let ahead = at + velocity.normalize_or_zero() * reach_m.max(config.touching_m);
    let stopped = maths::ground(tick.terrain.clamp(ahead)).distance_squared(maths::ground(ahead)) > 1e-6;
    stopped || tick.terrain.is_cut(maths::ground(at), maths::ground(ahead), 0.0)
}

/// Where a thing that goes straight on would run into another, and stop.
pub(super) fn stops_at_thing(
    from: Vec3,
    to: Vec3,
    (id, half_m): (u32, f32),
    solids: &[Solid],
) -> Option<Vec3> {
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
        let meets_m = ahead_m - half_chord_m2.max(0.0).sqrt();
        (half_chord_m2 > 0.0 && meets_m > 0.0 && meets_m < length_m).then_some(meets_m)
    };
    let first_m = solids.iter().filter_map(meets_m).reduce(f32::min)?;
    Some(from.lerp(to, first_m / length_m))
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
        let across_m = maths::ground(apart).length();
        across_m < share * (half.x + its.x) && apart.y.abs() < share * (half.y + its.y)
    })
}
