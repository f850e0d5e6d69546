//! One thing is hidden and comes out again: behind a post, behind screens with or without a gap, or after minutes away.

use super::common::{CLEAR_M, Common, Fitted, LEAST_OPEN_S, OPEN_S, STILL_S};
use super::stage::{Cover, Stage, Walk, Walker, half_view_m};
use crate::family::{Case, Half, Part};
use crate::record::Numbers;
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
pub(super) const RETURN: Part = Part {
    name: "return",
    says: "A thing goes behind a wall, stays there for long and comes back, while others like it stand about.",
    half: Half::Possible,
};

/// A gap is open for so long to something that crosses it.
const GAP_S: f32 = 0.5;

/// How far from the eye what hides stands: by a share of the distance nearer than the way, and by at least its own room.
fn depth(distance: f32, nearer: f32, room_m: f32) -> f32 {
    distance - (distance * nearer).max(room_m + CLEAR_M)
}

/// A thing walks past a post.
pub(super) fn post(case: &Case<'_>) -> Result<(Stage, Numbers), String> {
    let mut draws = case.draws("post");
    let common = Common::draw(&mut draws)?;
    let cover = draws.number("cover");
    let (nearer, side) = (draws.number("nearer"), if draws.chance.happens(0.5) { 1.0 } else { -1.0 });
    let depth_of = |fitted: Fitted| depth(fitted.distance, nearer, fitted.cover + common.radius);
    // The post's shadow on the way.
    let shadow_of = |fitted: Fitted| fitted.cover * fitted.distance / depth_of(fitted) + common.radius;
    let fitted = common.fit(
        &mut draws,
        (1, 1),
        cover,
        |_| 0.0,
        |fitted| {
            let room = half_view_m(fitted.distance) - shadow_of(fitted);
            depth_of(fitted) > fitted.cover + 1.0 && room >= LEAST_OPEN_S * common.speed
        },
    )?;
    let Fitted { distance, cover, .. } = fitted;
    let half = (shadow_of(fitted) + OPEN_S * common.speed).min(half_view_m(distance));
    let (from, to) = (Vec2::new(-side * half, distance), Vec2::new(side * half, distance));
    let length_s = STILL_S + 2.0 * half / common.speed + 1.0;
    let mut stage = common.stage(case, &mut draws, distance, length_s);
    stage.covers.push(Cover::Post { at: Vec2::new(0.0, depth_of(fitted)), radius_m: cover });
    stage.walkers.push(Walker::walks(from, STILL_S, vec![to], common.speed));
    Ok((stage, draws.conditions))
}

/// A thing goes behind a screen; it, or another, comes out from behind the next one.
pub(super) fn gap(case: &Case<'_>) -> Result<(Stage, Numbers), String> {
    let mut draws = case.draws("gap");
    let common = Common::draw(&mut draws)?;
    let cover = draws.number("cover");
    let (nearer, side) = (draws.number("nearer"), if draws.chance.happens(0.5) { 1.0 } else { -1.0 });
    // On the way: a shadow that holds a thing, a gap in which it would be seen whole for a while, another shadow.
    let screen_of = |cover: f32| (4.0 * cover).max(4.0 * common.radius + 2.0 * CLEAR_M);
    let gap = 2.0 * common.radius + (GAP_S * common.speed).max(3.0 * common.speed / common.tick_hz);
    let fitted = common.fit(
        &mut draws,
        (1, 1),
        cover,
        |_| 0.0,
        |fitted| {
            let room = half_view_m(fitted.distance) - gap * 0.5 - screen_of(fitted.cover) - common.radius;
            depth(fitted.distance, nearer, common.radius) > 1.0 && room >= LEAST_OPEN_S * common.speed
        },
    )?;
    let (distance, screen) = (fitted.distance, screen_of(fitted.cover));
    let half = gap * 0.5 + screen;
    let depth = depth(distance, nearer, common.radius);
    let outside = (half + common.radius + OPEN_S * common.speed).min(half_view_m(distance));
    let length_s = STILL_S + 2.0 * outside / common.speed + 1.0;
    let mut stage = common.stage(case, &mut draws, distance, length_s);
    let onto_screen = depth / distance;
    let wall = |from: f32, to: f32| Cover::Wall {
        from: Vec2::new(from * onto_screen, depth),
        to_x: to * onto_screen,
    };
    let at = |x: f32| Vec2::new(side * x, distance);
    let walker = |from: f32, at_s: f32, to: f32| Walker::walks(at(from), at_s, vec![at(to)], common.speed);
    // Where a thing stands wholly in the middle of a shadow.
    let behind = gap * 0.5 + screen * 0.5;
    if case.part.name == GAP_OPEN.name {
        stage.covers.extend([wall(-half, -gap * 0.5), wall(gap * 0.5, half)]);
        stage.walkers.push(walker(-outside, STILL_S, -behind));
        // The other leaves its hiding place when the first would have come there.
        let meets_s = STILL_S + (outside + behind) / common.speed;
        stage.walkers.push(walker(behind, meets_s, outside));
    } else {
        stage.covers.push(wall(-half, half));
        stage.walkers.push(walker(-outside, STILL_S, outside));
    }
    Ok((stage, draws.conditions))
}

/// A thing goes behind a wall and comes back where it went.
pub(super) fn returns(case: &Case<'_>) -> Result<(Stage, Numbers), String> {
    let mut draws = case.draws("return");
    let common = Common::draw(&mut draws)?;
    let (away_s, alike) = (draws.number("away"), draws.whole("alike"));
    let (nearer, side) = (draws.number("nearer"), if draws.chance.happens(0.5) { 1.0 } else { -1.0 });
    // The others stand beyond its way, apart from each other.
    let spacing = 2.0 * common.radius + CLEAR_M;
    let wall = 4.0 * common.radius + 2.0 * CLEAR_M;
    let open_of = |distance: f32, alike: u32| {
        (half_view_m(distance) * 2.0 - wall).min(OPEN_S * common.speed + spacing * alike as f32)
    };
    let fitted = common.fit(
        &mut draws,
        (1, alike),
        0.0,
        |_| spacing,
        |Fitted { distance, count, .. }| {
            let needed = (LEAST_OPEN_S * common.speed).max(spacing * count as f32);
            depth(distance, nearer, common.radius) > 1.0 && open_of(distance, count) >= needed
        },
    )?;
    let Fitted { distance, count: alike, .. } = fitted;
    draws.conditions.set("alike", alike.into());
    let depth = depth(distance, nearer, common.radius);
    let (open, edge) = (open_of(distance, alike), half_view_m(distance) - wall);
    let far = distance + spacing;
    let walk_s = (open + wall * 0.5) / common.speed;
    let length_s = STILL_S + 2.0 * walk_s + away_s + 1.0;
    let mut stage = common.stage(case, &mut draws, far, length_s);
    let onto_screen = depth / distance;
    let (inner, outer) = (side * edge * onto_screen, side * (edge + wall) * onto_screen);
    stage.covers.push(Cover::Wall { from: Vec2::new(inner.min(outer), depth), to_x: inner.max(outer) });
    let at = |x: f32| Vec2::new(side * x, distance);
    let (begin, hidden) = (at(edge - open), at(edge + wall * 0.5));
    let mut walker = Walker::walks(begin, STILL_S, vec![hidden], common.speed);
    let back = Walk { at_s: STILL_S + walk_s + away_s, way: vec![begin], speed_m_per_s: common.speed };
    walker.walks.push(back);
    stage.walkers.push(walker);
    for other in 1..alike {
        let from = Vec2::new(side * (edge - spacing * (other as f32 + 0.5)), far);
        stage.walkers.push(Walker { from, walks: Vec::new() });
    }
    Ok((stage, draws.conditions))
}
