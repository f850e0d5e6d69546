//! Ways between places of any arrangement, and how probability passes along them.
//!
//! There is no grid to shift along, so drifting mass is shared between the two ways that lie on either side of
//! the velocity: the mean is right where ways lead both sides, with more spread than on a lattice.

use glam::Vec2;
use piaget_terms::Rect;

/// One way out of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub to: u32,
    /// From here to there.
    pub step: Vec2,
    /// Share of mass that passes for each square metre of variance gained on an axis; the same both ways.
    pub per_m2: f32,
}

/// The ways out of every node, one node after the other.
#[derive(Clone, Debug)]
pub(crate) struct Ways {
    pub places: Vec<Vec2>,
    starts: Vec<u32>,
    all: Vec<Way>,
    pub mean_length_m: f32,
    pub bounds: Rect,
    /// The greatest share that any node gives away for each square metre of variance.
    pub greatest_per_m2: f32,
}

impl Ways {
    pub fn new(places: &[Vec2], ways: &[(u32, u32)]) -> Self {
        let count = places.len() as u32;
        let mut pairs: Vec<(u32, u32)> = ways
            .iter()
            .filter(|(a, b)| a != b && *a < count && *b < count)
            .flat_map(|&(a, b)| [(a, b), (b, a)])
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut starts = vec![0u32; places.len() + 1];
        for (a, _) in &pairs {
            starts[*a as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let degree = |at: u32| (starts[at as usize + 1] - starts[at as usize]) as f32;
        let all: Vec<Way> = pairs
            .iter()
            .map(|&(a, b)| {
                let step = places[b as usize] - places[a as usize];
                // A node with k ways of length l, each taking a share r, gains k r l^2 of squared distance:
                // half of that on each axis.
                let degree = 0.5 * (degree(a) + degree(b));
                Way { to: b, step, per_m2: 2.0 / (degree * step.length_squared().max(1e-6)) }
            })
            .collect();
        let length_m: f64 = all.iter().map(|way| f64::from(way.step.length())).sum();
        let mean_length_m = if all.is_empty() { 1.0 } else { (length_m / all.len() as f64) as f32 };
        let greatest_per_m2 = (0..places.len())
            .map(|at| all[starts[at] as usize..starts[at + 1] as usize].iter().map(|way| way.per_m2).sum())
            .fold(0.0, f32::max);
        let zero = Rect { min: Vec2::ZERO, max: Vec2::ZERO };
        let bounds =
            places.iter().fold(places.first().map_or(zero, |p| Rect { min: *p, max: *p }), |b, p| Rect {
                min: b.min.min(*p),
                max: b.max.max(*p),
            });
        Self { places: places.to_vec(), starts, all, mean_length_m, bounds, greatest_per_m2 }
    }

    pub fn from(&self, at: usize) -> &[Way] {
        if at >= self.places.len() {
            return &[];
        }
        &self.all[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The nearest place; the caller has made sure that there is one.
    pub fn nearest(&self, to: Vec2) -> usize {
        let mut best = (f32::INFINITY, 0);
        for (at, place) in self.places.iter().enumerate() {
            let far = place.distance_squared(to);
            if far < best.0 {
                best = (far, at);
            }
        }
        best.1
    }

    /// Spreads by `variance_m2` on each axis, small enough that no node gives away more than it has.
    pub fn diffuse(&self, mass: &mut [f32], scratch: &mut [f32], variance_m2: f32) {
        let before = &mut scratch[..mass.len()];
        before.copy_from_slice(mass);
        for at in 0..self.places.len() {
            let here = before[at];
            let gained: f32 =
                self.from(at).iter().map(|way| way.per_m2 * variance_m2 * before[way.to as usize]).sum();
            let given: f32 = self.from(at).iter().map(|way| way.per_m2 * variance_m2).sum();
            mass[at] = here * (1.0 - given).max(0.0) + gained;
        }
    }

    /// Moves mass by `by`, not much further than ways are long. What finds no way stays.
    pub fn drift(&self, mass: &mut [f32], scratch: &mut [f32], by: Vec2) {
        let before = &mut scratch[..mass.len()];
        before.copy_from_slice(mass);
        for (at, &here) in before.iter().enumerate().take(self.places.len()) {
            if here <= 0.0 {
                continue;
            }
            for (to, share) in self.shares(at, by) {
                mass[to] += here * share;
                mass[at] -= here * share;
            }
            mass[at] = mass[at].max(0.0);
        }
    }

    /// Gives mass away as 1.4 says, as printed: each way by its own rate, normalised if they pass 1.
    pub fn hop(&self, mass: &mut [f32], scratch: &mut [f32], rate: impl Fn(&Way) -> f32) {
        let before = &mut scratch[..mass.len()];
        before.copy_from_slice(mass);
        for (at, &here) in before.iter().enumerate().take(self.places.len()) {
            let total: f32 = self.from(at).iter().map(&rate).sum();
            let cap = if total > 1.0 { 1.0 / total } else { 1.0 };
            for way in self.from(at) {
                mass[way.to as usize] += here * rate(way) * cap;
            }
            mass[at] = (mass[at] - here * total * cap).max(0.0);
        }
    }

    fn shares(&self, at: usize, by: Vec2) -> [(usize, f32); 2] {
        // The two ways nearest to the direction, one on either side.
        let mut left: Option<(&Way, f32)> = None;
        let mut right: Option<(&Way, f32)> = None;
        for way in self.from(at) {
            let cosine = way.step.dot(by) / way.step.length().max(1e-6);
            if cosine <= 0.0 {
                continue;
            }
            let side = if by.perp_dot(way.step) >= 0.0 { &mut left } else { &mut right };
            if side.is_none_or(|(_, best)| cosine > best) {
                *side = Some((way, cosine));
            }
        }
        let along = |way: &Way| (by.dot(way.step) / way.step.length_squared().max(1e-6)).clamp(0.0, 1.0);
        match (left, right) {
            (Some((a, _)), Some((b, _))) => {
                let across = a.step.perp_dot(b.step);
                if across.abs() < 1e-6 {
                    return [(a.to as usize, along(a)), (b.to as usize, 0.0)];
                }
                let (u, v) =
                    ((by.perp_dot(b.step) / across).max(0.0), (a.step.perp_dot(by) / across).max(0.0));
                let cap = (1.0 / (u + v).max(1e-6)).min(1.0);
                [(a.to as usize, u * cap), (b.to as usize, v * cap)]
            }
            (Some((a, _)), None) | (None, Some((a, _))) => [(a.to as usize, along(a)), (at, 0.0)],
            (None, None) => [(at, 0.0), (at, 0.0)],
        }
    }
}
