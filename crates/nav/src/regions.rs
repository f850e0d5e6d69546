//! Ground in regions: the cells of each square block that hang together within it. A coarse graph over them answers how far
//! it is from anywhere to anywhere in a fraction of the time that a flood over cells takes, and never joins what a wall
//! within a block keeps apart. Which regions see each other is worked out once per ground.

use super::{Cell, Ground};
use piaget_terms::Vec2;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Of a cell that belongs to no region.
const NONE: u32 = u32::MAX;

/// The regions of a ground, the ways between them, and which of them see each other.
///
/// ```
/// use piaget_nav::{Ground, Raster, RegionFlood, Regions};
/// use piaget_terms::{Rect, Terrain, Vec2, Wall};
/// let mut terrain = Terrain::open(Rect::centred(12.0, 12.0));
/// terrain.walls.push(Wall { centre: Vec2::ZERO, half: Vec2::new(4.0, 0.1), yaw: 0.0, height_m: 2.0 });
/// let ground = Ground::new(&terrain, 0.2, &Raster::default());
/// let regions = Regions::new(&ground, 2.0, 8.0);
/// let (here, behind) = (Vec2::new(0.0, -1.0), Vec2::new(0.0, 1.0));
/// let mut flood = RegionFlood::default();
/// flood.from(&ground, &regions, here, 100.0);
/// let metres = flood.distance_m(&ground, &regions, behind).unwrap();
/// // Round the wall, by the middles of regions: the straightest way has 8.8 m.
/// assert!(metres > 8.8 && metres < 13.0, "{metres}");
/// assert!(!regions.seen_from(regions.at(&ground, here).unwrap()).contains(&regions.at(&ground, behind).unwrap()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Regions {
    /// Per cell of the ground, row by row, its region.
    of: Vec<u32>,
    columns: u32,
    /// The cell of each region that is nearest to its middle.
    middles: Vec<Cell>,
    places: Vec<Vec2>,
    /// Where the ways of each region begin, and where each leads to in how many metres.
    first_way: Vec<u32>,
    ways: Vec<(u32, f32)>,
    /// Where the regions that each sees begin, and which they are.
    first_seen: Vec<u32>,
    seen: Vec<u32>,
}

impl Regions {
    /// Cuts a ground into blocks of about this side; regions see each other up to `sight_m`.
    pub fn new(ground: &Ground, side_m: f32, sight_m: f32) -> Self {
        let side = ((side_m / ground.cell_m).round().max(1.0)) as u32;
        let cells = ground.columns as usize * ground.rows as usize;
        let mut new = Self { of: vec![NONE; cells], columns: ground.columns, ..Self::default() };
        for top in (0..ground.rows).step_by(side as usize) {
            for left in (0..ground.columns).step_by(side as usize) {
                new.cut_block(ground, (left, top), side);
            }
        }
        new.places = new.middles.iter().map(|cell| ground.centre_of(*cell)).collect();
        new.join(ground);
        new.look(ground, sight_m);
        new
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.middles.len()
    }

    /// Whether nobody can stand anywhere.
    pub fn is_empty(&self) -> bool {
        self.middles.is_empty()
    }

    /// The region of a cell; `None` where nobody can stand.
    pub fn of(&self, cell: Cell) -> Option<u32> {
        let at = cell.1 as usize * self.columns as usize + cell.0 as usize;
        let inside = cell.0 < self.columns;
        self.of.get(at).copied().filter(|region| inside && *region != NONE)
    }

    /// The region that holds a point, or the nearest one.
    pub fn at(&self, ground: &Ground, point: Vec2) -> Option<u32> {
        let own = ground.cell_at(point).and_then(|cell| self.of(cell));
        own.or_else(|| self.of(ground.nearest_cell(point, |cell| ground.island_of(cell) != 0)?))
    }

    /// A point of a region that one can stand on, about its middle.
    pub fn place(&self, region: u32) -> Vec2 {
        self.places[region as usize]
    }

    /// The regions whose middles are in line of sight of this one's, itself included, in order.
    pub fn seen_from(&self, region: u32) -> &[u32] {
        let [from, to] = [region, region + 1].map(|at| self.first_seen[at as usize] as usize);
        &self.seen[from..to]
    }

    fn ways(&self, region: u32) -> &[(u32, f32)] {
        let [from, to] = [region, region + 1].map(|at| self.first_way[at as usize] as usize);
        &self.ways[from..to]
    }

    /// Gives the parts of one block that hang together a number each.
    fn cut_block(&mut self, ground: &Ground, (left, top): Cell, side: u32) {
        let (right, bottom) = ((left + side).min(ground.columns), (top + side).min(ground.rows));
        let at = |cell: Cell| cell.1 as usize * ground.columns as usize + cell.0 as usize;
        let mut members: Vec<Cell> = Vec::new();
        for row in top..bottom {
            for column in left..right {
                if ground.island_of((column, row)) == 0 || self.of[at((column, row))] != NONE {
                    continue;
                }
                let region = self.middles.len() as u32;
                members.clear();
                members.push((column, row));
                self.of[at((column, row))] = region;
                let mut next = 0;
                while let Some(&(column, row)) = members.get(next) {
                    next += 1;
                    let beside = [
                        (column + 1, row),
                        (column, row + 1),
                        (column.wrapping_sub(1), row),
                        (column, row.wrapping_sub(1)),
                    ];
                    for cell in beside {
                        let inside = (left..right).contains(&cell.0) && (top..bottom).contains(&cell.1);
                        if inside && ground.island_of(cell) != 0 && self.of[at(cell)] == NONE {
                            self.of[at(cell)] = region;
                            members.push(cell);
                        }
                    }
                }
                let sum = members.iter().fold(Vec2::ZERO, |sum, cell| sum + ground.centre_of(*cell));
                let middle = sum / members.len() as f32;
                let far = |cell: &Cell| ground.centre_of(*cell).distance_squared(middle);
                let nearest = members.iter().copied().min_by(|a, b| far(a).total_cmp(&far(b)));
                self.middles.push(nearest.unwrap_or((column, row)));
            }
        }
    }

    /// Finds the ways between regions that touch, straight where their middles see each other.
    fn join(&mut self, ground: &Ground) {
        let mut ways: BTreeMap<(u32, u32), f32> = BTreeMap::new();
        for row in 0..ground.rows {
            for column in 0..ground.columns {
                let Some(here) = self.of((column, row)) else { continue };
                let mut meet = |cell: Cell, straight: bool| {
                    let Some(there) = self.of(cell).filter(|there| *there != here) else { return };
                    let border = ground.centre_of((column, row));
                    let [a, b] = [here, there].map(|region| self.places[region as usize]);
                    let metres = match ground.sees(a, b) {
                        true => a.distance(b),
                        false if straight => a.distance(border) + border.distance(b),
                        false => return,
                    };
                    let kept = ways.entry((here.min(there), here.max(there))).or_insert(metres);
                    *kept = kept.min(metres);
                };
                meet((column + 1, row), true);
                meet((column, row + 1), true);
                meet((column + 1, row + 1), false);
                if column > 0 {
                    meet((column - 1, row + 1), false);
                }
            }
        }
        let mut all: Vec<(u32, u32, f32)> =
            ways.into_iter().flat_map(|((a, b), metres)| [(a, b, metres), (b, a, metres)]).collect();
        all.sort_unstable_by_key(|(from, to, _)| (*from, *to));
        self.first_way = (0..=self.len() as u32)
            .map(|region| all.partition_point(|(from, ..)| *from < region) as u32)
            .collect();
        self.ways = all.into_iter().map(|(_, to, metres)| (to, metres)).collect();
    }

    /// Finds out which middles see each other. Only regions in blocks within reach are asked about.
    fn look(&mut self, ground: &Ground, sight_m: f32) {
        let side = sight_m.max(ground.cell_m);
        let block = |place: Vec2| {
            let at = (place - ground.origin) / side;
            (at.x.max(0.0) as u32, at.y.max(0.0) as u32)
        };
        let mut blocks: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
        for (region, place) in self.places.iter().enumerate() {
            blocks.entry(block(*place)).or_default().push(region as u32);
        }
        self.first_seen.push(0);
        for (region, place) in self.places.iter().enumerate() {
            let (column, row) = block(*place);
            let from = self.seen.len();
            for row in row.saturating_sub(1)..=row + 1 {
                for column in column.saturating_sub(1)..=column + 1 {
                    let near = blocks.get(&(column, row)).into_iter().flatten();
                    self.seen.extend(near.filter(|other| {
                        let there = self.places[**other as usize];
                        **other as usize == region
                            || (there.distance_squared(*place) <= sight_m * sight_m
                                && ground.sees(*place, there))
                    }));
                }
            }
            self.seen[from..].sort_unstable();
            self.first_seen.push(self.seen.len() as u32);
        }
    }
}

/// Distances from one point to all regions near it (Dijkstra's algorithm). Keeps its room.
#[derive(Clone, Debug, Default)]
pub struct RegionFlood {
    from: Vec2,
    /// Per region: in which round it was reached, how far it is, and from which region.
    reached: Vec<(u32, f32, u32)>,
    round: u32,
    /// Distances as bits, which order as the numbers do, and regions.
    open: BinaryHeap<Reverse<(u32, u32)>>,
}

impl RegionFlood {
    /// Reaches out from a point as far as `reach_m`.
    pub fn from(&mut self, ground: &Ground, regions: &Regions, from: Vec2, reach_m: f32) {
        self.reach_out(ground, regions, (from, reach_m), |_| false);
    }

    /// Reaches out from a point as far as `reach_m`, and no farther once all of these regions are reached. Others may be
    /// nearer than they are said to be then.
    pub fn towards(
        &mut self,
        ground: &Ground,
        regions: &Regions,
        (from, reach_m): (Vec2, f32),
        goals: impl Iterator<Item = u32> + Clone,
    ) {
        let mut left = goals.clone().count();
        self.reach_out(ground, regions, (from, reach_m), |region| {
            left -= goals.clone().filter(|goal| *goal == region).count().min(left);
            left == 0
        });
    }

    /// Until `is_done` says so of a region that was reached.
    fn reach_out(
        &mut self,
        ground: &Ground,
        regions: &Regions,
        (from, reach_m): (Vec2, f32),
        mut is_done: impl FnMut(u32) -> bool,
    ) {
        self.reached.resize(regions.len(), (0, 0.0, NONE));
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.reached.fill((0, 0.0, NONE));
            self.round = 1;
        }
        self.from = from;
        self.open.clear();
        let Some(start) = regions.at(ground, from) else { return };
        let to_middle = from.distance(regions.place(start));
        self.reach(start, to_middle, NONE);
        for (beside, metres) in regions.ways(start) {
            let straight = ground.sees(from, regions.place(*beside));
            let metres = if straight { from.distance(regions.place(*beside)) } else { to_middle + metres };
            self.reach(*beside, metres, start);
        }
        while let Some(Reverse((bits, region))) = self.open.pop() {
            let far = f32::from_bits(bits);
            if far > self.reached[region as usize].1 || far > reach_m {
                continue;
            }
            if is_done(region) {
                break;
            }
            for (to, metres) in regions.ways(region) {
                self.reach(*to, far + metres, region);
            }
        }
    }

    /// How far a point is; `None` if it was not reached.
    pub fn distance_m(&self, ground: &Ground, regions: &Regions, to: Vec2) -> Option<f32> {
        let region = regions.at(ground, to)?;
        let (own, _) = self.known(region)?;
        if ground.sees(self.from, to) {
            return Some(self.from.distance(to));
        }
        let beside = regions.ways(region).iter().filter_map(|(beside, _)| {
            let (far, _) = self.known(*beside)?;
            let place = regions.place(*beside);
            ground.sees(place, to).then(|| far + place.distance(to))
        });
        Some(beside.fold(own + regions.place(region).distance(to), f32::min))
    }

    /// How far the middle of a region is; `None` if it was not reached.
    pub fn to_region_m(&self, region: u32) -> Option<f32> {
        self.known(region).map(|(far, _)| far)
    }

    /// The regions on the way to a region, from the far end, the first one left out.
    pub fn way_back(&self, region: u32, mut tell: impl FnMut(u32)) {
        let mut at = region;
        while let Some((_, before)) = self.known(at).filter(|(_, before)| *before != NONE) {
            tell(at);
            at = before;
        }
    }

    fn known(&self, region: u32) -> Option<(f32, u32)> {
        let (round, far, before) = *self.reached.get(region as usize)?;
        (round == self.round && self.round > 0).then_some((far, before))
    }

    fn reach(&mut self, region: u32, far: f32, before: u32) {
        let (round, known, _) = self.reached[region as usize];
        if round != self.round || far < known {
            self.reached[region as usize] = (self.round, far, before);
            self.open.push(Reverse((far.to_bits(), region)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Flood, Raster};
    use piaget_terms::{Chance, Rect, Terrain, Wall};

    fn walled(seed: u64) -> Terrain {
        let mut chance = Chance::new(seed);
        let mut terrain = Terrain::open(Rect::centred(14.0, 14.0));
        for _ in 0..9 {
            terrain.walls.push(Wall {
                centre: Vec2::new(chance.between(-6.0, 6.0), chance.between(-6.0, 6.0)),
                half: Vec2::new(chance.between(0.3, 2.5), 0.1),
                yaw: chance.between(-3.0, 3.0),
                height_m: 2.0,
            });
        }
        terrain
    }

    #[test]
    fn distances_are_nearly_those_over_cells() {
        let (mut compared, mut ratios) = (0, 0.0);
        for seed in 0..6 {
            let ground = Ground::new(&walled(seed), 0.2, &Raster { cell_m: 0.25, ..Raster::default() });
            let regions = Regions::new(&ground, 1.5, 8.0);
            let (mut flood, mut coarse) = (Flood::default(), RegionFlood::default());
            let mut chance = Chance::new(seed + 50);
            for _ in 0..30 {
                let mut cell = || (chance.below(ground.columns), chance.below(ground.rows));
                let (from, to) = (cell(), cell());
                if ground.island_of(from) == 0 || ground.island_of(to) == 0 {
                    continue;
                }
                flood.from(&ground, from, 100.0);
                let [a, b] = [from, to].map(|cell| ground.centre_of(cell));
                coarse.from(&ground, &regions, a, 100.0);
                let (exact, near) = (flood.distance_m(&ground, to), coarse.distance_m(&ground, &regions, b));
                assert_eq!(exact.is_some(), near.is_some(), "seed {seed}: {from:?} {to:?}");
                if let (Some(exact), Some(near)) = (exact.filter(|m| *m > 2.0), near) {
                    assert!(near < 1.6 * exact + 1.0, "seed {seed}: {near} for {exact}");
                    (compared, ratios) = (compared + 1, ratios + near / exact);
                }
            }
        }
        let mean = ratios / compared as f32;
        assert!(compared > 60 && (0.9..1.12).contains(&mean), "{mean} over {compared}");
    }

    #[test]
    fn goals_are_as_far_as_without_stopping_at_them() {
        for seed in 0..6 {
            let ground = Ground::new(&walled(seed), 0.2, &Raster { cell_m: 0.25, ..Raster::default() });
            let regions = Regions::new(&ground, 1.5, 8.0);
            let (mut all, mut some) = (RegionFlood::default(), RegionFlood::default());
            let mut chance = Chance::new(seed + 90);
            for _ in 0..10 {
                let count = regions.len() as u32;
                let goals = [0; 4].map(|_| chance.below(count));
                let from = regions.place(chance.below(count));
                all.from(&ground, &regions, from, 100.0);
                some.towards(&ground, &regions, (from, 100.0), goals.iter().copied());
                for goal in goals {
                    assert_eq!(some.to_region_m(goal), all.to_region_m(goal), "seed {seed}");
                    let ways = [&all, &some].map(|flood| {
                        let mut way = Vec::new();
                        flood.way_back(goal, |region| way.push(region));
                        way
                    });
                    assert_eq!(ways[0], ways[1], "seed {seed}");
                }
            }
        }
    }

    #[test]
    fn no_region_joins_what_a_wall_keeps_apart() {
        let mut terrain = Terrain::open(Rect::centred(9.0, 9.0));
        terrain.walls.push(Wall { centre: Vec2::ZERO, half: Vec2::new(3.0, 0.1), yaw: 0.0, height_m: 2.0 });
        let ground = Ground::new(&terrain, 0.2, &Raster::default());
        let regions = Regions::new(&ground, 3.0, 9.0);
        let at = |x, z| regions.at(&ground, Vec2::new(x, z)).unwrap();
        assert_ne!(at(0.0, -0.5), at(0.0, 0.5));
        assert!(!regions.seen_from(at(0.0, -0.5)).contains(&at(0.0, 0.5)));
        assert!(regions.seen_from(at(0.0, -0.5)).contains(&at(0.0, -3.5)));
    }

    #[test]
    fn a_ground_where_nobody_can_stand_has_none() {
        let mut terrain = Terrain::open(Rect::centred(2.0, 2.0));
        terrain.walls.push(Wall { centre: Vec2::ZERO, half: Vec2::new(3.0, 3.0), yaw: 0.0, height_m: 2.0 });
        let ground = Ground::new(&terrain, 0.2, &Raster::default());
        let regions = Regions::new(&ground, 3.0, 9.0);
        let mut flood = RegionFlood::default();
        flood.from(&ground, &regions, Vec2::ZERO, 10.0);
        assert!(regions.is_empty() && flood.distance_m(&ground, &regions, Vec2::ONE).is_none());
    }
}
