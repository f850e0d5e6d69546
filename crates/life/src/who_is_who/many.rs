//! Several things that look the same: they pass behind pillars, cross, hide each other, or go in a group.

use super::common::{CLEAR_M, Common, Fitted, LEAST_OPEN_S, OPEN_S, STILL_S};
use super::stage::{Cover, Stage, Walker, half_view_m};
use crate::family::{Case, Draws, Half, Part};
use crate::record::Numbers;
use piaget_terms::Vec2;

pub(super) const PILLARS: Part = Part {
    name: "pillars",
    says: "Things walk to and fro behind pillars, each on a way of its own.",
    half: Half::Possible,
};
pub(super) const CROSSING: Part = Part {
    name: "crossing",
    says: "Pairs of things cross in the open or behind a post.",
    half: Half::Possible,
};
pub(super) const MUTUAL: Part = Part {
    name: "mutual",
    says: "Things walk past each other, and the nearer ones hide the farther ones.",
    half: Half::Possible,
};
pub(super) const GROUP: Part = Part {
    name: "group",
    says: "A group walks behind a wall and comes out on the other side.",
    half: Half::Possible,
};

/// Pillars and posts stand at this share of the distance of the nearest way, or nearer to it.
const PILLAR_DEPTHS: (f32, f32) = (0.6, 0.9);
const MOST_PILLARS: u32 = 4;
/// How much slower or faster than drawn each thing goes.
const PACES: (f32, f32) = (0.8, 1.2);
/// How often a place for a pillar is looked for.
const TRIES: u32 = 20;
/// How long things walk in all, where the view is wide enough.
const WALKED_S: f32 = 8.0;

/// The room between two ways beside each other.
fn lane(common: &Common) -> f32 {
    2.0 * common.radius + CLEAR_M
}

/// Pillars between the eye and the nearest way, apart from each other.
fn pillars(draws: &mut Draws<'_>, common: &Common, distance: f32, radius: f32) -> Vec<Cover> {
    let wanted = 1 + draws.chance.below(MOST_PILLARS);
    let mut places: Vec<Vec2> = Vec::new();
    for _ in 0..TRIES {
        let depth = distance * draws.chance.between(PILLAR_DEPTHS.0, PILLAR_DEPTHS.1);
        let depth = depth.min(distance - radius - common.radius - CLEAR_M);
        let at = Vec2::new(half_view_m(depth) * draws.chance.between(-0.7, 0.7), depth);
        if places.len() < wanted as usize
            && places.iter().all(|other| other.distance(at) > 2.0 * radius + CLEAR_M)
        {
            places.push(at);
        }
    }
    places.into_iter().map(|at| Cover::Post { at, radius_m: radius }).collect()
}

/// Each thing on a way of its own, to and fro, with or without pillars in front.
pub(super) fn ways(case: &Case<'_>) -> Result<(Stage, Numbers), String> {
    let mut draws = case.draws(case.part.name);
    let common = Common::draw(&mut draws)?;
    let (cover, alike) = (draws.number("cover"), draws.whole("alike"));
    // Who hides whom needs two.
    let least = if case.part.name == MUTUAL.name { 2 } else { 1 };
    let depth_of = |alike: u32| lane(&common) * (alike - 1) as f32;
    let fitted =
        common.fit(&mut draws, (least, alike), cover, depth_of, |Fitted { distance, cover, .. }| {
            let pillar = distance * PILLAR_DEPTHS.0 - cover;
            half_view_m(distance) >= LEAST_OPEN_S * common.speed + common.radius && pillar > 1.0
        })?;
    let Fitted { distance, cover, count: alike } = fitted;
    let depth = depth_of(alike);
    draws.conditions.set("alike", alike.into());
    let half = (half_view_m(distance) - common.radius).min(WALKED_S * common.speed * 0.5);
    // There and back, so that each is hidden several times.
    let length_s = STILL_S + 4.0 * half / (common.speed * PACES.0) + 1.0;
    let mut stage = common.stage(case, &mut draws, distance + depth, length_s);
    if case.part.name == PILLARS.name {
        stage.covers = pillars(&mut draws, &common, distance, cover);
    }
    for index in 0..alike {
        let far = distance + lane(&common) * index as f32;
        let side = if draws.chance.happens(0.5) { 1.0 } else { -1.0 };
        let pace = draws.chance.between(PACES.0, PACES.1);
        let (from, to) = (Vec2::new(-side * half, far), Vec2::new(side * half, far));
        stage.walkers.push(Walker::walks(from, STILL_S, vec![to, from], common.speed * pace));
    }
    Ok((stage, draws.conditions))
}

/// Pairs of things whose ways cross; half of the worlds have a post before each crossing.
pub(super) fn crossing(case: &Case<'_>) -> Result<(Stage, Numbers), String> {
    let mut draws = case.draws("crossing");
    let common = Common::draw(&mut draws)?;
    let (cover, alike) = (draws.number("cover"), draws.whole("alike"));
    let hidden = draws.chance.happens(0.5);
    draws.conditions.set("crossing behind a post", f64::from(u8::from(hidden)));
    // The two ways of a pair are so far apart at their ends, and each pair has ground of its own.
    let apart = 4.0 * lane(&common);
    let depth_of = |pairs: u32| (apart + lane(&common)) * pairs as f32;
    let fitted =
        common.fit(&mut draws, (1, alike / 2), cover, depth_of, |Fitted { distance, cover, .. }| {
            let post = distance - cover - common.radius - CLEAR_M - cover;
            half_view_m(distance) >= LEAST_OPEN_S * common.speed + 2.0 * cover + common.radius && post > 1.0
        })?;
    let Fitted { distance, cover, count: pairs } = fitted;
    let depth = depth_of(pairs);
    draws.conditions.set("alike", f64::from(2 * pairs));
    let half = (half_view_m(distance) - common.radius).min(OPEN_S * common.speed + 2.0 * cover);
    // The second comes to the crossing when the first has left it, or they would walk through each other.
    let later_s = 2.0 * lane(&common) / common.speed;
    let length_s = STILL_S + Vec2::new(2.0 * half, apart).length() / common.speed + later_s + 1.0;
    let mut stage = common.stage(case, &mut draws, distance + depth, length_s);
    for pair in 0..pairs {
        let near = distance + (apart + lane(&common)) * pair as f32;
        let side = if draws.chance.happens(0.5) { 1.0 } else { -1.0 };
        let corner = |x: f32, far: bool| Vec2::new(side * x, if far { near + apart } else { near });
        let first = Walker::walks(corner(-half, false), STILL_S, vec![corner(half, true)], common.speed);
        let second =
            Walker::walks(corner(-half, true), STILL_S + later_s, vec![corner(half, false)], common.speed);
        stage.walkers.extend([first, second]);
    }
    if hidden {
        let at = Vec2::new(0.0, distance - cover - common.radius - CLEAR_M);
        stage.covers.push(Cover::Post { at, radius_m: cover });
    }
    Ok((stage, draws.conditions))
}

/// A group that walks behind a wall in formation.
pub(super) fn group(case: &Case<'_>) -> Result<(Stage, Numbers), String> {
    let mut draws = case.draws("group");
    let common = Common::draw(&mut draws)?;
    let (cover, alike) = (draws.number("cover"), draws.whole("alike"));
    let side = if draws.chance.happens(0.5) { 1.0 } else { -1.0 };
    // Two rows, one behind the other; each thing a little out of its place.
    let spacing = 2.0 * lane(&common);
    let long_of = |alike: u32| spacing * (alike.div_ceil(2) - 1) as f32;
    let fitted = common.fit(
        &mut draws,
        (2, alike),
        cover,
        |_| spacing,
        |Fitted { distance, cover, count }| {
            let room = half_view_m(distance) - 2.0 * cover - common.radius - long_of(count);
            distance - common.radius - CLEAR_M > 1.0 && room >= LEAST_OPEN_S * common.speed
        },
    )?;
    let Fitted { distance, cover, count: alike } = fitted;
    let (wall, long, depth) = (4.0 * cover, long_of(alike), spacing);
    draws.conditions.set("alike", alike.into());
    let screen = distance - common.radius - CLEAR_M;
    let half = (wall * 0.5 + common.radius + OPEN_S * common.speed).min(half_view_m(distance) - long);
    let length_s = STILL_S + (2.0 * half + long) / common.speed + 1.0;
    let mut stage = common.stage(case, &mut draws, distance + depth, length_s);
    let onto_screen = screen / distance;
    let from = Vec2::new(-wall * 0.5 * onto_screen, screen);
    stage.covers.push(Cover::Wall { from, to_x: wall * 0.5 * onto_screen });
    for index in 0..alike {
        let (rank, row) = (index / 2, index % 2);
        let stray = lane(&common) * 0.4;
        let off = Vec2::new(draws.chance.between(-stray, stray), draws.chance.between(0.0, stray));
        let place =
            |x: f32| Vec2::new(side * (x - spacing * rank as f32), distance + spacing * row as f32) + off;
        stage.walkers.push(Walker::walks(place(-half), STILL_S, vec![place(half + long)], common.speed));
    }
    Ok((stage, draws.conditions))
}
