//! Who stands in whose way. Everything stands upright, so it is a matter of footprints on the ground: convex
//! polygons with a rounding, swept exactly along a straight way, so that nothing fast passes through anything thin.
//! A body's footprint is its whole circle at every height, which holds its capsule.

use crate::shape::{Mesh, Shape};
use crate::thing::Thing;
use crate::world::World;
use arrayvec::ArrayVec;
use piaget_terms::{HostId, Rect, Vec2, Vec3, Wall, maths};

/// What moves stops this far from what it meets, so that rounding never leaves it inside.
pub(crate) const SKIN_M: f32 = 1e-3;

/// Corners of one footprint: four of a box, or as many as a box swept around a cut triangle has.
const MAX_CORNERS: usize = 12;

/// A convex polygon on the ground, widened by a radius. One point makes a circle; two make a stretched one.
#[derive(Clone, Debug)]
pub(crate) struct Footprint {
    corners: ArrayVec<Vec2, MAX_CORNERS>,
    radius: f32,
}

/// Where something on its way meets a footprint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    /// The share of the way that is free.
    pub share: f32,
    /// Away from the footprint, of length 1.
    pub normal: Vec2,
}

impl Footprint {
    pub fn circle(centre: Vec2, radius: f32) -> Self {
        Self { corners: ArrayVec::from_iter([centre]), radius }
    }

    pub fn of_wall(wall: &Wall) -> Self {
        Self { corners: ArrayVec::from_iter(wall.corners()), radius: 0.0 }
    }

    /// The one footprint of a thing as it moves; of a mesh, the box around it.
    pub fn of_thing(thing: &Thing) -> Self {
        let centre = maths::ground(thing.position);
        match &thing.shape {
            Shape::Box { size_m } => {
                let half = Vec2::new(size_m.x, size_m.z) * 0.5;
                Self::of_wall(&Wall { centre, half, yaw: thing.yaw, height_m: size_m.y })
            }
            Shape::Mesh(mesh) => {
                let all = mesh.vertices.iter().map(|v| maths::ground(*v));
                let start = (Vec2::splat(f32::INFINITY), Vec2::splat(f32::NEG_INFINITY));
                let (low, high) = all.fold(start, |(low, high), v| (low.min(v), high.max(v)));
                let (half, own) = ((high - low) * 0.5, (low + high) * 0.5);
                let centre = centre + turned(own, thing.yaw);
                Self::of_wall(&Wall { centre, half, yaw: thing.yaw, height_m: 1.0 })
            }
            round => Self::circle(centre, round.ground_radius_m()),
        }
    }

    /// How far a point is from it (below 0 inside), and the shortest way out.
    pub fn separation(&self, point: Vec2) -> (f32, Vec2) {
        let count = self.corners.len();
        let mut nearest = (f32::INFINITY, Vec2::ZERO);
        let (mut left, mut right) = (count > 2, count > 2);
        for (at, &a) in self.corners.iter().enumerate() {
            let b = self.corners[(at + 1) % count];
            let (along, from_a) = (b - a, point - a);
            let share = (from_a.dot(along) / along.length_squared().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
            let away = from_a - along * share;
            if away.length_squared() < nearest.0 {
                nearest = (away.length_squared(), away);
            }
            let side = along.perp_dot(from_a);
            left &= side > 0.0;
            right &= side < 0.0;
        }
        let distance = nearest.0.sqrt();
        let normal = if distance > 0.0 { nearest.1 / distance } else { Vec2::X };
        if left || right { (-distance - self.radius, -normal) } else { (distance - self.radius, normal) }
    }

    /// Where a circle on a straight way meets it. One that touches already is stopped if it would go on into it; one
    /// that is inside is not.
    pub fn sweep(&self, from: Vec2, way: Vec2, radius: f32) -> Option<Contact> {
        let reach = self.radius + radius + SKIN_M;
        let (gap, normal) = self.separation(from);
        let gap = gap - radius;
        if gap <= SKIN_M {
            return (gap > -SKIN_M && way.dot(normal) < 0.0).then_some(Contact { share: 0.0, normal });
        }
        let mut first = f32::INFINITY;
        for (at, &a) in self.corners.iter().enumerate() {
            first = first.min(meet_circle(from - a, way, reach));
            let along = self.corners[(at + 1) % self.corners.len()] - a;
            first = first.min(meet_edge(from - a, way, along, reach));
        }
        (first <= 1.0).then(|| Contact { share: first, normal: self.separation(from + way * first).1 })
    }

    /// What a point at `origin` must keep clear of so that a footprint which moves with it keeps clear of this one.
    pub fn widened(&self, moving: &Self, origin: Vec2) -> Self {
        let mut all: ArrayVec<Vec2, { MAX_CORNERS * MAX_CORNERS }> = ArrayVec::new();
        for corner in &self.corners {
            all.extend(moving.corners.iter().map(|own| *corner - (*own - origin)));
        }
        Self { corners: hull(&mut all), radius: self.radius + moving.radius }
    }

    /// Whether it may come within `margin` of a rectangle.
    fn is_near(&self, area: &Rect, margin: f32) -> bool {
        let (low, high) =
            self.corners.iter().fold((self.corners[0], self.corners[0]), |(low, high), corner| {
                (low.min(*corner), high.max(*corner))
            });
        let reach = Vec2::splat(self.radius + margin);
        (low - reach).cmple(area.max).all() && (high + reach).cmpge(area.min).all()
    }
}

/// The share of the way after which a point comes within `reach` of the origin.
fn meet_circle(from: Vec2, way: Vec2, reach: f32) -> f32 {
    let (a, b) = (way.length_squared(), from.dot(way));
    let under_root = a * reach * reach - from.perp_dot(way) * from.perp_dot(way);
    if b >= 0.0 || under_root < 0.0 || a == 0.0 {
        return f32::INFINITY;
    }
    ((-b - under_root.sqrt()) / a).max(0.0)
}

/// The share of the way after which a point comes within `reach` of an edge from the origin along `along`, between
/// its ends.
fn meet_edge(from: Vec2, way: Vec2, along: Vec2, reach: f32) -> f32 {
    let length = along.length();
    if length == 0.0 {
        return f32::INFINITY;
    }
    let across = along.perp() / length;
    let (distance, approach) = (from.dot(across), way.dot(across));
    let (distance, approach) = if distance < 0.0 { (-distance, -approach) } else { (distance, approach) };
    // Rounding may have left it a hair nearer than it should be.
    if approach >= 0.0 || distance < reach - 0.5 * SKIN_M {
        return f32::INFINITY;
    }
    let share = ((distance - reach) / -approach).max(0.0);
    let foot = (from + way * share).dot(along) / (length * length);
    if (0.0..=1.0).contains(&foot) { share } else { f32::INFINITY }
}

/// The convex hull, by Andrew's monotone chain. Sums of two footprints never need more corners than there is room
/// for; should rounding ask for one more, it is left out.
fn hull(points: &mut [Vec2]) -> ArrayVec<Vec2, MAX_CORNERS> {
    points.sort_unstable_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let mut chain: ArrayVec<Vec2, { 2 * MAX_CORNERS * MAX_CORNERS }> = ArrayVec::new();
    for half in 0..2 {
        let start = chain.len();
        for at in 0..points.len() {
            let point = points[if half == 0 { at } else { points.len() - 1 - at }];
            while chain.len() >= start + 2 {
                let (a, b) = (chain[chain.len() - 2], chain[chain.len() - 1]);
                if (b - a).perp_dot(point - b) > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
    }
    if chain.is_empty() {
        chain.extend(points.first().copied());
    }
    chain.into_iter().take(MAX_CORNERS).collect()
}

fn turned(own: Vec2, yaw: f32) -> Vec2 {
    let (sin, cos) = (maths::sin(yaw), maths::cos(yaw));
    Vec2::new(own.x * cos + own.y * sin, own.y * cos - own.x * sin)
}

/// Whose way it is: what is passed over, under or through is left out.
#[derive(Clone, Copy)]
pub(crate) struct Mover {
    /// Not in its own way.
    pub id: HostId,
    /// The lowest and the highest point of it.
    pub low: f32,
    pub high: f32,
    /// Whether bodies and solid things stop it, or walls only.
    pub solid: bool,
}

impl World {
    /// The footprints that a mover may meet within an area, walls first.
    pub(crate) fn obstacles(&self, mover: Mover, area: Rect, found: &mut Vec<Footprint>) {
        found.clear();
        let (margin, boxes) = (2.0 * SKIN_M, self.ground.boxes());
        let (low, high) = (area.min - Vec2::splat(margin), area.max + Vec2::splat(margin));
        let near = self.ground.near(Rect { min: low, max: high });
        let walls = near.into_iter().map(|at| &boxes[at as usize]).filter(|wall| wall.height_m > mover.low);
        found.extend(walls.map(Footprint::of_wall));
        if !mover.solid {
            return;
        }
        let in_the_way = self.things.iter().filter(|(id, thing)| **id != mover.id && thing.hinders());
        for thing in in_the_way.map(|(_, thing)| thing) {
            let (bottom, top) = (thing.position.y, thing.position.y + thing.height_m);
            let around = Footprint::circle(maths::ground(thing.position), thing.ground_radius_m);
            if top <= mover.low || bottom >= mover.high || !around.is_near(&area, margin) {
                continue;
            }
            match &thing.shape {
                Shape::Mesh(mesh) => cut_mesh(mesh, thing, mover, found),
                _ => found.push(Footprint::of_thing(thing)),
            }
        }
        let others = self.creatures.iter().filter(|(id, other)| **id != mover.id && !other.hidden);
        for (_, other) in others.filter(|(_, other)| other.body.height_m > mover.low) {
            let circle = Footprint::circle(maths::ground(other.position), other.body.radius_m);
            if circle.is_near(&area, margin) {
                found.push(circle);
            }
        }
    }
}

/// The part of each triangle at the mover's height, seen from above: one can walk under an arch.
fn cut_mesh(mesh: &Mesh, thing: &Thing, mover: Mover, found: &mut Vec<Footprint>) {
    let (low, high) = (mover.low - thing.position.y, mover.high - thing.position.y);
    for triangle in &mesh.triangles {
        let mut corners: ArrayVec<Vec3, 5> = triangle.iter().map(|at| mesh.vertices[*at as usize]).collect();
        corners = keep(&corners, |v| v.y - low);
        corners = keep(&corners, |v| high - v.y);
        if corners.is_empty() {
            continue;
        }
        let at = |own: &Vec3| maths::ground(thing.position) + turned(maths::ground(*own), thing.yaw);
        let mut flat: ArrayVec<Vec2, 5> = corners.iter().map(at).collect();
        found.push(Footprint { corners: hull(&mut flat), radius: 0.0 });
    }
}

/// The part of a convex polygon where a linear function is not below 0.
fn keep(corners: &[Vec3], inside: impl Fn(Vec3) -> f32) -> ArrayVec<Vec3, 5> {
    let mut kept = ArrayVec::new();
    for (at, &a) in corners.iter().enumerate() {
        let b = corners[(at + 1) % corners.len()];
        let (da, db) = (inside(a), inside(b));
        if da >= 0.0 {
            kept.push(a);
        }
        if (da < 0.0) != (db < 0.0) {
            kept.push(a + (b - a) * (da / (da - db)));
        }
    }
    kept
}

/// The rectangle that holds a straight way and a margin around it.
pub(crate) fn area_of(from: Vec2, way: Vec2, margin: f32) -> Rect {
    let (to, margin) = (from + way, Vec2::splat(margin));
    Rect { min: from.min(to) - margin, max: from.max(to) + margin }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piaget_terms::Chance;

    /// The gap after the free share of the way is the skin; up to there it is larger.
    #[test]
    fn a_swept_circle_stops_at_the_skin() {
        let mut chance = Chance::new(3);
        let mut hits = 0;
        for _ in 0..20_000 {
            let mut pair =
                |reach: f32| Vec2::new(chance.between(-reach, reach), chance.between(-reach, reach));
            let (centre, half, from, way) = (pair(1.0), pair(1.0).abs() + 0.01, pair(4.0), pair(8.0));
            let wall = Wall { centre, half, yaw: chance.between(-3.0, 3.0), height_m: 1.0 };
            let (footprint, radius) = (Footprint::of_wall(&wall), chance.between(0.05, 0.5));
            let gap = |share: f32| footprint.separation(from + way * share).0 - radius;
            if gap(0.0) < SKIN_M {
                continue;
            }
            let free = footprint.sweep(from, way, radius).map_or(1.0, |contact| contact.share);
            if free < 1.0 {
                hits += 1;
                assert!((gap(free) - SKIN_M).abs() < 1e-4, "{} at {free}", gap(free));
            }
            for step in 0..50 {
                assert!(gap(free * step as f32 / 50.0) > SKIN_M - 1e-4);
            }
        }
        assert!(hits > 1_500, "{hits}");
    }

    #[test]
    fn a_box_that_moves_keeps_clear_as_its_corners_do() {
        let wall = Wall { centre: Vec2::new(3.0, 0.0), half: Vec2::new(0.1, 2.0), yaw: 0.0, height_m: 1.0 };
        let mover = Wall { centre: Vec2::ZERO, half: Vec2::new(0.5, 0.2), yaw: 0.0, height_m: 1.0 };
        let widened = Footprint::of_wall(&wall).widened(&Footprint::of_wall(&mover), Vec2::ZERO);
        let contact = widened.sweep(Vec2::ZERO, Vec2::new(10.0, 0.0), 0.0).unwrap();
        assert!((contact.share * 10.0 - (2.4 - SKIN_M)).abs() < 1e-4);
        assert!(widened.sweep(Vec2::new(0.0, 2.3), Vec2::new(10.0, 0.0), 0.0).is_none());
    }
}
