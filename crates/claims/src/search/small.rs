//! On maps so small that the best order of inspection can be found by dynamic programming: how much further than the
//! optimum a searcher walks, on average over where the thing may be. The thing lies still; a place is inspected by
//! standing on it.

use piaget_mind::act::seek::{Policy, SearchGround, SeekConfig, Seeker, Seeking, Situation, Stance};
use piaget_nav::{Cell, Ground, PathSearch, Raster};
use piaget_occupancy::{Distribution, Lattice, Map, Prior, Settings, Spread, Visible};
use piaget_terms::{Chance, Grid, Terrain, Vec2, maths};

/// The side of a map, in cells, and the share of cells that are walls.
const SIDE: u32 = 14;
const WALLS: f32 = 0.25;
/// How many places there may be.
const PLACES: (u32, u32) = (4, 9);
/// Nobody needs more steps than this on such a map.
const MOST_STEPS: u32 = 5000;

/// A small map with a few places where a thing may lie.
pub struct Small {
    terrain: Terrain,
    ground: Ground,
    start: Cell,
    places: Vec<(Cell, f32)>,
}

impl Small {
    /// Draws a map and places that can all be reached.
    pub fn draw(chance: &mut Chance) -> Self {
        loop {
            let free = (0..SIDE * SIDE).map(|_| !chance.happens(WALLS)).collect();
            let grid = Grid { columns: SIDE, rows: SIDE, cell_m: 1.0, origin: Vec2::ZERO, free };
            let terrain = Terrain { bounds: grid.bounds(), walls: Vec::new(), grid: Some(grid) };
            let ground = Ground::new(&terrain, 0.0, &Raster::default());
            let mut cell = || (chance.below(SIDE), chance.below(SIDE));
            let start = cell();
            let island = ground.island_of(start);
            let mut places: Vec<(Cell, f32)> = Vec::new();
            for _ in 0..MOST_STEPS {
                let at = cell();
                if ground.island_of(at) == island && at != start && places.iter().all(|place| place.0 != at) {
                    places.push((at, 0.0));
                }
            }
            let count = PLACES.0 + chance.below(PLACES.1 - PLACES.0 + 1);
            places.truncate(count as usize);
            if island == 0 || places.len() < count as usize {
                continue;
            }
            places.iter_mut().for_each(|place| place.1 = chance.between(0.05, 1.0));
            let all: f32 = places.iter().map(|place| place.1).sum();
            places.iter_mut().for_each(|place| place.1 /= all);
            return Self { terrain, ground, start, places };
        }
    }

    /// The least expected way until the thing is found.
    pub fn optimum_m(&self) -> f64 {
        let mut search = PathSearch::default();
        let stops: Vec<Cell> = self.places.iter().map(|place| place.0).chain([self.start]).collect();
        let mut way = |a: Cell, b: Cell| {
            search.shortest(&self.ground, &[], a, b).map_or(f64::INFINITY, |way| way.length())
        };
        let between: Vec<Vec<f64>> =
            stops.iter().map(|a| stops.iter().map(|b| way(*a, *b)).collect()).collect();
        let count = self.places.len();
        // Least effort still to come, by the set of places inspected and the stop one is at.
        let mut rest = vec![vec![0.0; count + 1]; 1 << count];
        for set in (0..(1usize << count) - 1).rev() {
            let out = |place: &usize| set >> place & 1 == 0;
            let left: f64 = (0..count).filter(out).map(|place| f64::from(self.places[place].1)).sum();
            for at in 0..=count {
                let next = |place: usize| left * between[at][place] + rest[set | 1 << place][place];
                rest[set][at] = (0..count).filter(out).map(next).fold(f64::INFINITY, f64::min);
            }
        }
        rest[0][count]
    }

    /// The expected way of a mind that searches by a policy: it plans at every cell and knows only what it has
    /// inspected. `None` if it did not inspect every place.
    pub fn walked_m(&self, policy: Policy) -> Option<f64> {
        let settings = Settings { spread: Spread::isotropic(0.0), ..Settings::default() };
        let map = Map::with(Lattice::squares(&self.terrain, 1.0, 0.0), settings);
        let prior: Vec<(Vec2, f32)> =
            self.places.iter().map(|(cell, weight)| (self.ground.centre_of(*cell), *weight)).collect();
        let mut belief = Distribution::from_places(&map, &prior);
        let mut visible = Visible::new(map.lattice());
        let (mut seeker, mut seeking, mut search) =
            (Seeker::default(), Seeking::default(), PathSearch::default());
        // Eyes that see no further than the cell one stands in.
        let config = SeekConfig {
            policy,
            district_m: 1.0,
            districts: 10,
            plan_every_s: 0.0,
            look_every_s: 0.0,
            sweep_m: 0.4,
            ..SeekConfig::default()
        };
        let on = SearchGround::new(&config, &self.ground, map.lattice());
        let (mut at, mut walked, mut expected, mut gaze_yaw) = (self.start, 0.0, 0.0, 0.0);
        let mut left = self.places.clone();
        for _ in 0..MOST_STEPS {
            if let Some(index) = left.iter().position(|place| place.0 == at) {
                expected += f64::from(left.swap_remove(index).1) * walked;
                if left.is_empty() {
                    return Some(expected);
                }
                visible.clear();
                visible.set(map.lattice().nearest(self.ground.centre_of(at))?, true);
                let culled = belief.cull(&visible, 1.0, Prior::Uniform);
                seeking.hope_mut().looked(culled.confusion);
            }
            let stance = Stance {
                at: self.ground.centre_of(at),
                gaze_yaw,
                speed_m_per_s: 1.0,
                turn_rad_per_s: 10.0,
                sees_m: config.sweep_m,
                view_rad: config.sweep_rad,
                facing_yaw: 0.0,
                neck_rad: std::f32::consts::PI,
                may_go: true,
                no_way: false,
            };
            let now = Situation {
                config: &config,
                map: &belief,
                ground: &self.ground,
                on: &on,
                hides: &[],
                stance: &stance,
                tick_s: 1.0,
            };
            let target = seeker.target(&mut seeking, &now)?;
            gaze_yaw = maths::yaw_of(maths::on_ground(target.look - stance.at));
            search.shortest(&self.ground, &[], at, self.ground.cell_at(target.go)?)?;
            // Who looks around where it stands does not walk.
            let Some(next) = search.path().get(1).copied() else { continue };
            walked += f64::from(self.ground.centre_of(at).distance(self.ground.centre_of(next)));
            at = next;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_searcher_goes_to_and_fro_between_two_plans_for_ever() {
        // On this map one plan counts on passing a place that the way which is then walked does not pass.
        let small = Small::draw(&mut crate::Run::new(1_794_817_070, 500, &|| ()).trial(87).chance());
        assert!(small.walked_m(Policy::Effort).is_some());
    }

    #[test]
    fn nobody_does_better_than_the_optimum() {
        let mut chance = Chance::new(4);
        for _ in 0..10 {
            let small = Small::draw(&mut chance);
            for policy in [Policy::Effort, Policy::Likely] {
                let walked = small.walked_m(policy).expect("every place can be reached");
                assert!(walked >= small.optimum_m() - 1e-3, "{policy:?}: {walked} {}", small.optimum_m());
            }
        }
    }
}
