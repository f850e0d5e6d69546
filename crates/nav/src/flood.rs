//! A distance field: how far it is from one cell to every cell near it. One flood fill answers for many goals what a
//! path search each would. This is Dijkstra's algorithm with a ring of buckets in place of a heap (Dial's algorithm).
//!
//! Steps are counted as 5 straight and 7 diagonal fifths of a cell, which is 1 % short of octile at worst and lets
//! the open cells wait in a ring of buckets instead of a heap.

use super::ground::STEPS;
use super::{Cell, Ground};

const STRAIGHT: u32 = 5;
const DIAGONAL: u32 = 7;
const BUCKETS: usize = 8;

/// Distances from one cell. Keeps its room, so that a warm flood does not allocate.
#[derive(Clone, Debug, Default)]
pub struct Flood {
    /// Per cell of the padded map: when it was last reached, and how far it was.
    reached: Vec<(u32, u32)>,
    generation: u32,
    buckets: [Vec<u32>; BUCKETS],
}

impl Flood {
    /// Floods the ground from a cell, as far as `reach_m`.
    ///
    /// ```
    /// use piaget_nav::{Flood, Ground, Raster};
    /// use piaget_terms::{Rect, Terrain, Vec2, Wall};
    /// let mut terrain = Terrain::open(Rect::centred(10.0, 10.0));
    /// terrain.walls.push(Wall { centre: Vec2::ZERO, half: Vec2::new(2.0, 0.1), yaw: 0.0, height_m: 2.0 });
    /// let ground = Ground::new(&terrain, 0.2, &Raster::default());
    /// let mut flood = Flood::default();
    /// flood.from(&ground, ground.cell_at(Vec2::new(0.0, -1.0)).unwrap(), 20.0);
    /// let behind = flood.distance_m(&ground, ground.cell_at(Vec2::new(0.0, 1.0)).unwrap()).unwrap();
    /// assert!(behind > 4.0, "round the wall, not through it: {behind}");
    /// ```
    pub fn from(&mut self, ground: &Ground, start: Cell, reach_m: f32) {
        self.reached.resize(ground.around.len(), (0, 0));
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.reached.fill((0, 0));
            self.generation = 1;
        }
        self.buckets.iter_mut().for_each(Vec::clear);
        if ground.island_of(start) == 0 {
            return;
        }
        let most = (reach_m / ground.cell_m * STRAIGHT as f32).min(u32::MAX as f32 * 0.5) as u32;
        let start = ground.index(start);
        self.reached[start] = (self.generation, 0);
        self.buckets[0].push(start as u32);
        let (mut cost, mut waiting) = (0u32, 1usize);
        while waiting > 0 && cost <= most {
            let slot = cost as usize % BUCKETS;
            while let Some(at) = self.buckets[slot].pop() {
                waiting -= 1;
                if self.reached[at as usize] == (self.generation, cost) {
                    waiting += self.spread(ground, at as usize, cost);
                }
            }
            cost += 1;
        }
    }

    /// How far a cell is; `None` if it was not reached.
    pub fn distance_m(&self, ground: &Ground, cell: Cell) -> Option<f32> {
        let (generation, cost) = *self.reached.get(ground.index(cell))?;
        (generation == self.generation && self.generation > 0)
            .then(|| cost as f32 / STRAIGHT as f32 * ground.cell_m)
    }

    /// Walks back from a cell to where the flood began, telling each cell on the way with its distance; both ends
    /// are told. Nothing for a cell that was not reached.
    pub fn way_back(&self, ground: &Ground, cell: Cell, mut tell: impl FnMut(Cell, f32)) {
        let known = |at: usize| {
            let (generation, cost) = self.reached.get(at).copied().unwrap_or((0, 0));
            (generation == self.generation && self.generation > 0).then_some(cost)
        };
        let stride = ground.stride();
        let mut at = ground.index(cell);
        while let Some(cost) = known(at) {
            let here = ((at % stride) as u32 - 1, (at / stride) as u32 - 1);
            tell(here, cost as f32 / STRAIGHT as f32 * ground.cell_m);
            let around = ground.around[at];
            let nearer = STEPS.iter().enumerate().find_map(|(bit, (dx, dz))| {
                let straight = bit % 2 == 0;
                let beside = around >> ((bit + 7) % 8) & around >> ((bit + 1) % 8) & 1;
                let open = around >> bit & 1 == 1 && (straight || beside == 1);
                let to = (at as i64 + i64::from(*dx) + i64::from(*dz) * stride as i64) as usize;
                let step = if straight { STRAIGHT } else { DIAGONAL };
                (open && known(to).is_some_and(|before| before + step == cost)).then_some(to)
            });
            match nearer {
                Some(to) => at = to,
                None => return,
            }
        }
    }

    /// Reaches on from a cell; says how many cells wait more than before.
    fn spread(&mut self, ground: &Ground, at: usize, cost: u32) -> usize {
        let around = ground.around[at];
        let stride = ground.stride() as i64;
        let mut added = 0;
        for (bit, (dx, dz)) in STEPS.iter().enumerate() {
            let straight = bit % 2 == 0;
            // A diagonal step needs both straight neighbours.
            let beside = around >> ((bit + 7) % 8) & around >> ((bit + 1) % 8) & 1;
            if around >> bit & 1 == 0 || !(straight || beside == 1) {
                continue;
            }
            let to = (at as i64 + i64::from(*dx) + i64::from(*dz) * stride) as usize;
            let then = cost + if straight { STRAIGHT } else { DIAGONAL };
            let (generation, before) = self.reached[to];
            if generation != self.generation || then < before {
                self.reached[to] = (self.generation, then);
                self.buckets[then as usize % BUCKETS].push(to as u32);
                added += 1;
            }
        }
        added
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_way_back_leads_to_the_start_step_by_step() {
        let ground = Ground::new(&Terrain::open(Rect::centred(6.0, 6.0)), 0.0, &Raster::default());
        let mut flood = Flood::default();
        flood.from(&ground, (3, 4), 20.0);
        let mut way = Vec::new();
        flood.way_back(&ground, (20, 30), |cell, far| way.push((cell, far)));
        assert_eq!((way[0].0, way[way.len() - 1]), ((20, 30), ((3, 4), 0.0)));
        assert_eq!(way.len(), 27);
        assert!(way.windows(2).all(|pair| pair[0].1 > pair[1].1));
    }

    use super::*;
    use crate::{PathSearch, Raster};
    use piaget_terms::{Chance, Rect, Terrain, Vec2, Wall};

    #[test]
    fn distances_are_those_of_the_shortest_way() {
        let mut chance = Chance::new(5);
        let mut terrain = Terrain::open(Rect::centred(12.0, 12.0));
        for _ in 0..10 {
            terrain.walls.push(Wall {
                centre: Vec2::new(chance.between(-5.0, 5.0), chance.between(-5.0, 5.0)),
                half: Vec2::new(chance.between(0.2, 2.0), 0.1),
                yaw: chance.between(-3.0, 3.0),
                height_m: 2.0,
            });
        }
        let ground = Ground::new(&terrain, 0.2, &Raster::default());
        let (mut flood, mut search) = (Flood::default(), PathSearch::default());
        let mut compared = 0;
        for _ in 0..40 {
            let mut cell = || (chance.below(ground.columns), chance.below(ground.rows));
            let (from, to) = (cell(), cell());
            flood.from(&ground, from, 100.0);
            let way =
                (ground.island_of(from) != 0).then(|| search.shortest(&ground, &[], from, to)).flatten();
            let flooded = flood.distance_m(&ground, to);
            assert_eq!(flooded.is_some(), way.is_some(), "{from:?} {to:?}");
            if let (Some(flooded), Some(cells)) = (flooded, way) {
                let metres = cells.length() as f32 * ground.cell_m;
                assert!((flooded - metres).abs() <= 0.012 * metres + 1e-3, "{flooded} {metres}");
                compared += 1;
            }
        }
        assert!(compared > 10);
    }
}
