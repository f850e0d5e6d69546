//! String pulling: from a path over cells to an any-angle path. The string is pulled until it lies against the corners. Every change
//! replaces a bend by a straight line that touches free cells only, so the result is never longer than the way over
//! cells and never passes through a wall.

use super::ground::{Cell, Ground, STEPS};
use super::{Disc, clear_of};
use piaget_terms::Vec2;

/// Pulls the way tight. `path` becomes its corners, both ends included.
pub(super) fn pull(ground: &Ground, bodies: &[Disc], path: &mut Vec<Cell>) {
    let Some(&first) = path.first() else { return };
    let line = Line { ground, bodies, start: ground.centre_of(first) };
    shorten(&line, path);
    // Corners then slide to where the string is tighter, which may make others needless. Each round shortens the
    // way; the last rounds gain nothing worth their time.
    const ROUNDS: usize = 8;
    for _ in 0..ROUNDS {
        let slid = slide(&line, path);
        let before = path.len();
        drop_needless(&line, path);
        if !slid && path.len() == before {
            break;
        }
    }
}

/// The length of a way through these cells' middles, in cells.
pub fn length_of(path: &[Cell]) -> f64 {
    path.windows(2).map(|pair| distance(pair[0], pair[1])).sum()
}

fn distance(a: Cell, b: Cell) -> f64 {
    let (dx, dz) = (f64::from(a.0.abs_diff(b.0)), f64::from(a.1.abs_diff(b.1)));
    (dx * dx + dz * dz).sqrt()
}

struct Line<'a> {
    ground: &'a Ground,
    bodies: &'a [Disc],
    start: Vec2,
}

impl Line<'_> {
    fn is_clear(&self, a: Cell, b: Cell) -> bool {
        self.ground.sees_cells(a, b)
            && (self.bodies.is_empty()
                || clear_of_bodies(
                    self.ground,
                    self.bodies,
                    self.start,
                    self.ground.centre_of(a),
                    self.ground.centre_of(b),
                ))
    }
}

/// Whether a straight way keeps clear of bodies. A walker that already touches one may walk away from it.
pub(super) fn clear_of_bodies(ground: &Ground, bodies: &[Disc], start: Vec2, a: Vec2, b: Vec2) -> bool {
    bodies.iter().all(|body| {
        clear_of(body, ground, start).is_none_or(|radius_m| {
            let along = b - a;
            let t = ((body.centre - a).dot(along) / along.length_squared().max(1e-12)).clamp(0.0, 1.0);
            (a + along * t).distance_squared(body.centre) >= radius_m * radius_m
        })
    })
}

/// Keeps from each corner the farthest cell that a doubling and then halving search sees.
fn shorten(line: &Line<'_>, path: &mut Vec<Cell>) {
    let (mut kept, mut at) = (1, 0);
    while at + 1 < path.len() {
        let (mut seen, mut reach) = (at + 1, 2);
        let mut unseen = path.len();
        while at + reach < path.len() {
            if !line.is_clear(path[at], path[at + reach]) {
                unseen = at + reach;
                break;
            }
            seen = at + reach;
            reach *= 2;
        }
        if unseen == path.len() && line.is_clear(path[at], path[path.len() - 1]) {
            seen = path.len() - 1;
        }
        while unseen.saturating_sub(seen) > 1 {
            let middle = (seen + unseen) / 2;
            if line.is_clear(path[at], path[middle]) { seen = middle } else { unseen = middle }
        }
        path[kept] = path[seen];
        kept += 1;
        at = seen;
    }
    path.truncate(kept);
}

/// Moves every corner to neighbouring cells for as long as that shortens the way.
fn slide(line: &Line<'_>, path: &mut [Cell]) -> bool {
    let mut slid = false;
    for corner in 1..path.len().saturating_sub(1) {
        let (a, b) = (path[corner - 1], path[corner + 1]);
        let mut length = distance(a, path[corner]) + distance(path[corner], b);
        loop {
            let here = path[corner];
            let better = STEPS
                .iter()
                .map(|(dx, dz)| (here.0.wrapping_add_signed(*dx), here.1.wrapping_add_signed(*dz)))
                .map(|cell| (cell, distance(a, cell) + distance(cell, b)))
                .filter(|(cell, new)| *new < length - 1e-9 && line.ground.island_of(*cell) != 0)
                .filter(|(cell, _)| line.is_clear(a, *cell) && line.is_clear(*cell, b))
                .min_by(|x, y| x.1.total_cmp(&y.1));
            let Some((cell, new)) = better else { break };
            (path[corner], length, slid) = (cell, new, true);
        }
    }
    slid
}

/// Drops corners whose neighbours see each other.
fn drop_needless(line: &Line<'_>, path: &mut Vec<Cell>) {
    let mut kept = 1;
    for corner in 1..path.len().saturating_sub(1) {
        if !line.is_clear(path[kept - 1], path[corner + 1]) {
            path[kept] = path[corner];
            kept += 1;
        }
    }
    if path.len() > 1 {
        path[kept] = path[path.len() - 1];
        path.truncate(kept + 1);
    }
}
