//! One thing passes behind a post, or behind two screens with a gap between them.

use super::stage::{Cover, Stage, Walk, Walker, half_view_m, radius_of};
use crate::family::{Case, Draws, Half, Part};
use crate::record::Numbers;
use crate::scene::seen_within_m;
use piaget_terms::Vec2;

pub(super) const POST: Part = Part {
    name: "post",
    says: "A thing passes behind a post and comes out on the other side.",
    half: Half::Possible,
};
pub(super) const GAP_CLOSED: Part = Part {
    name: "gap-closed",
    says: "A thing passes behind one long screen and comes out on the other side.",
    half: Half::Possible,
};
pub(super) const GAP_OPEN: Part = Part {
    name: "gap-open",
    says: "A thing stops behind one of two screens, and another comes out from behind the other; nothing crossed the gap.",
    half: Half::Absent,
};

/// How long a thing is in the open before it is hidden, and after.
const OPEN_S: f32 = 3.0;
/// Things begin to move so long after the beginning.
const STILL_S: f32 = 1.0;
/// Nothing walks nearer to what hides it than this.
const CLEAR_M: f32 = 0.3;
/// How much nearer than the way what hides it stands, at most, as a share of the distance.
const NEARER: f32 = 0.4;

/// What all stages of this family draw first, in the same order.
pub(super) struct Common {
    pub speed: f32,
    pub size: f32,
    pub radius: f32,
    pub distance: f32,
    pub tick_hz: f32,
    pub noise: f32,
    pub missed: f32,
    pub clutter: u32,
}

impl Common {
    pub fn draw(draws: &mut Draws<'_>) -> Result<Self, String> {
        let (speed, size) = (draws.number("speed"), draws.number("size"));
        let far = draws.number("distance");
        let (tick_hz, noise, missed) = (draws.number("tick"), draws.number("noise"), draws.number("missed"));
        let clutter = draws.whole("clutter");
        if speed <= 0.0 || size <= 0.0 {
            return Err(format!("a thing of {size} m at {speed} m/s never passes anything"));
        }
        // What is too small to be seen at the distance comes nearer: nobody could tell who is who.
        let distance = far.min(seen_within_m(2.0 * radius_of(size)));
        draws.conditions.set("distance", distance.into());
        Ok(Self { speed, size, radius: radius_of(size), distance, tick_hz, noise, missed, clutter })
    }

    /// A stage with nothing on it yet.
    pub fn stage(&self, case: &Case<'_>, draws: &mut Draws<'_>, length_s: f32) -> Stage {
        let clutter = (0..self.clutter).map(|_| {
            // Beyond the ways, so that nothing runs into it and it hides nothing.
            let depth = self.distance + 2.0 + 3.0 * draws.chance.unit();
            Vec2::new(half_view_m(depth) * draws.chance.between(-1.0, 1.0), depth)
        });
        Stage {
            name: format!("{}-{}", case.part.name, case.seed),
            shows: case.part.says,
            tick_hz: self.tick_hz,
            seed: case.seed & u64::from(u32::MAX),
            length_s,
            size_m: self.size,
            noise_m: self.noise,
            missed: self.missed,
            walkers: Vec::new(),
            covers: Vec::new(),
            clutter: clutter.collect(),
        }
    }
}

/// A thing walks past a post.
pub(super) fn post(case: &Case<'_>) -> Result<(Stage, Numbers), String> {
    let mut draws = case.draws("post");
    let common = Common::draw(&mut draws)?;
    let cover = draws.number("cover");
    let nearer = (common.distance * NEARER * draws.chance.unit()).max(cover + common.radius + CLEAR_M);
    let side = if draws.chance.happens(0.5) { 1.0 } else { -1.0 };
    let depth = common.distance - nearer;
    if depth <= cover + 1.0 {
        return Err(format!(
            "a post of radius {cover} m does not fit between the eye and {} m",
            common.distance
        ));
    }
    // The post's shadow on the way, and as much way to each side as the thing walks in the open.
    let shadow = cover * common.distance / depth + common.radius;
    let half = shadow + OPEN_S * common.speed;
    let (from, to) = (Vec2::new(-side * half, common.distance), Vec2::new(side * half, common.distance));
    let length_s = STILL_S + 2.0 * half / common.speed + 1.0;
    let mut stage = common.stage(case, &mut draws, length_s);
    stage.covers.push(Cover::Post { at: Vec2::new(0.0, depth), radius_m: cover });
    let walk = Walk { at_s: STILL_S, way: vec![to], speed_m_per_s: common.speed };
    stage.walkers.push(Walker { from, walks: vec![walk] });
    Ok((stage, draws.conditions))
}

/// A thing goes behind a screen; it, or another, comes out from behind the next one.
pub(super) fn gap(case: &Case<'_>) -> Result<(Stage, Numbers), String> {
    let mut draws = case.draws("gap");
    let common = Common::draw(&mut draws)?;
    let cover = draws.number("cover");
    let side = if draws.chance.happens(0.5) { 1.0 } else { -1.0 };
    let depth =
        common.distance - (common.distance * NEARER * draws.chance.unit()).max(common.radius + CLEAR_M);
    if depth <= 1.0 {
        return Err(format!("a screen does not fit between the eye and {} m", common.distance));
    }
    let scale = common.distance / depth;
    // On the way: a shadow that holds a thing, a gap in which it would be seen whole for half a second, another shadow.
    let screen = (8.0 * cover).max(4.0 * common.radius + 2.0 * CLEAR_M);
    let gap = 2.0 * common.radius + (0.5 * common.speed).max(3.0 * common.speed / common.tick_hz);
    let half = gap * 0.5 + screen;
    let outside = half + common.radius + OPEN_S * common.speed;
    let length_s = STILL_S + 2.0 * outside / common.speed + 1.0;
    let mut stage = common.stage(case, &mut draws, length_s);
    let wall = |from: f32, to: f32| Cover::Wall { from: Vec2::new(from / scale, depth), to_x: to / scale };
    let at = |x: f32| Vec2::new(side * x, common.distance);
    let walk = |at_s: f32, to: f32| Walk { at_s, way: vec![at(to)], speed_m_per_s: common.speed };
    // Where a thing stands wholly in the middle of a shadow.
    let behind = gap * 0.5 + screen * 0.5;
    if case.part.name == GAP_OPEN.name {
        stage.covers.extend([wall(-half, -gap * 0.5), wall(gap * 0.5, half)]);
        stage.walkers.push(Walker { from: at(-outside), walks: vec![walk(STILL_S, -behind)] });
        // The other leaves its hiding place when the first would have come there.
        let meets_s = STILL_S + (outside + behind) / common.speed;
        stage.walkers.push(Walker { from: at(behind), walks: vec![walk(meets_s, outside)] });
    } else {
        stage.covers.push(wall(-half, half));
        stage.walkers.push(Walker { from: at(-outside), walks: vec![walk(STILL_S, outside)] });
    }
    Ok((stage, draws.conditions))
}
