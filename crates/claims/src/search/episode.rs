//! Where a search takes place and how it begins: a game map, a thing that was watched and then lost from sight, and
//! the way it takes unseen. All of it is settled before any searcher moves, so all searchers get the same.

use piaget_mind::act::seek::{Policy, SearchGround, SeekConfig};
use piaget_nav::{Cell, Ground, PathSearch};
use piaget_occupancy::{
    Calibrated, Course, Distribution, Habits, Journeys, Lattice, Map, Seen, Settings, Spread,
};
use piaget_terms::{Chance, Terrain, Vec2, maths};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What all searchers and all episodes have in common.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// How fast a searcher walks.
    pub speed_m_per_s: f32,
    /// How fast the thing goes, or is carried, as a share of that.
    pub target_share: f32,
    /// How fast a searcher turns its head.
    pub turn_rad_per_s: f32,
    /// How wide its view is.
    pub view_rad: f32,
    /// How far it sees.
    pub view_m: f32,
    /// The chance that a thing in view is noticed in a tick, as the searchers believe.
    pub detection: f32,
    /// How long the thing was watched before.
    pub watched_s: f32,
    /// For how long the thing may go before the search begins.
    pub head_start_s: (f32, f32),
    /// When the search is given up; an unfound thing counts as found then.
    pub most_s: f32,
    /// How long a tick is.
    pub tick_s: f32,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            speed_m_per_s: 1.4,
            target_share: 0.7,
            turn_rad_per_s: 2.0,
            view_rad: std::f32::consts::FRAC_PI_3,
            view_m: 12.0,
            detection: 0.9,
            watched_s: 10.0,
            head_start_s: (5.0, 30.0),
            most_s: 180.0,
            tick_s: 0.25,
        }
    }
}

impl Rules {
    /// How many ticks a search may last.
    pub fn ticks(&self) -> usize {
        (self.most_s / self.tick_s).ceil() as usize
    }

    /// How a searcher with these eyes seeks.
    pub fn seek(&self, policy: Policy) -> SeekConfig {
        SeekConfig { policy, sweep_m: self.view_m, sweep_rad: self.view_rad, ..SeekConfig::default() }
    }

    fn target_m_per_s(&self) -> f32 {
        self.speed_m_per_s * self.target_share
    }
}

/// What is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// Something that walks shortest ways between random points, and goes on walking.
    Walking,
    /// Something that lay still, was carried elsewhere unseen, and lies still there.
    Still,
}

/// A map with what every search on it needs.
pub struct Field {
    /// The map's name.
    pub name: String,
    /// Its cells.
    pub ground: Ground,
    /// Where probability can be.
    pub map: Arc<Map>,
    /// The cells in regions.
    pub search: SearchGround,
    /// The cells of the largest part that hangs together: everything happens there.
    pub cells: Vec<Cell>,
    /// A tour that brings a walker within view of all of it.
    pub tour: Vec<Vec2>,
}

impl Field {
    /// Prepares a map. `None` if nobody can stand anywhere on it.
    pub fn new(name: &str, terrain: &Terrain, ground: Ground, rules: &Rules) -> Option<Self> {
        let all = || (0..ground.rows).flat_map(|row| (0..ground.columns).map(move |column| (column, row)));
        let islands = all().map(|cell| ground.island_of(cell)).max()?;
        let mut sizes = vec![0u32; islands as usize + 1];
        all().map(|cell| ground.island_of(cell)).filter(|i| *i > 0).for_each(|i| sizes[i as usize] += 1);
        let largest = (1..sizes.len()).max_by_key(|island| sizes[*island])? as u32;
        let cells: Vec<Cell> = all().filter(|cell| ground.island_of(*cell) == largest).collect();
        // What is known of such things in general: they go as fast as they do, and are not seldom moved.
        let habits = Habits {
            speed_mps: rules.target_m_per_s(),
            moving: 0.6,
            rest_s: 10.0,
            course_s: 12.0,
            worth_s: 30.0,
            ..Habits::default()
        };
        // A walker is on its way somewhere, or keeps to its line; how far it is off grows with the way it has gone.
        let course =
            Course { weight: 1.0, turn: 0.0, speed: 1.0, speed_spread: 0.1, turn_spread: 0.15, stray: 0.0 };
        let spread = Spread::Calibrated(Calibrated {
            courses: vec![course],
            journeys: Some(Journeys::default()),
            ..Calibrated::default()
        });
        let settings = Settings { habits, spread, ..Settings::default() };
        let map = Map::with(Lattice::squares(terrain, ground.cell_m, 0.0), settings);
        let tour = tour(&ground, &cells, rules.view_m);
        let search = SearchGround::new(&rules.seek(Policy::Effort), &ground, map.lattice());
        Some(Self { name: name.to_owned(), ground, map, search, cells, tour })
    }

    /// A random place to stand.
    pub fn anywhere(&self, chance: &mut Chance) -> Vec2 {
        self.ground.centre_of(self.cells[chance.below(self.cells.len() as u32) as usize])
    }
}

/// Waypoints about a view apart, each next one the nearest not yet visited.
fn tour(ground: &Ground, cells: &[Cell], view_m: f32) -> Vec<Vec2> {
    let side = view_m.max(ground.cell_m);
    let square = |cell: Cell| (ground.centre_of(cell) / side).floor();
    let off_middle = |cell: Cell| {
        let place = ground.centre_of(cell) / side;
        (place - place.floor() - Vec2::splat(0.5)).length_squared()
    };
    let mut best: std::collections::BTreeMap<(i32, i32), Cell> = std::collections::BTreeMap::new();
    for cell in cells {
        let key = (square(*cell).y as i32, square(*cell).x as i32);
        let kept = best.entry(key).or_insert(*cell);
        if off_middle(*cell) < off_middle(*kept) {
            *kept = *cell;
        }
    }
    let mut left: Vec<Vec2> = best.values().map(|cell| ground.centre_of(*cell)).collect();
    let mut tour: Vec<Vec2> = left.pop().into_iter().collect();
    let mut search = PathSearch::default();
    while !left.is_empty() {
        let from = tour[tour.len() - 1];
        // The nearest by the way there; only those few that are nearest in a straight line are asked.
        let mut near: Vec<usize> = (0..left.len()).collect();
        near.sort_by(|a, b| left[*a].distance(from).total_cmp(&left[*b].distance(from)));
        near.truncate(5);
        let mut way = |to: Vec2| {
            let (Some(a), Some(b)) = (ground.cell_at(from), ground.cell_at(to)) else { return f64::INFINITY };
            search.shortest(ground, &[], a, b).map_or(f64::INFINITY, |way| way.length())
        };
        let lengths: Vec<f64> = near.iter().map(|index| way(left[*index])).collect();
        let nearest = (0..near.len()).min_by(|a, b| lengths[*a].total_cmp(&lengths[*b])).unwrap_or(0);
        tour.push(left.swap_remove(near[nearest]));
    }
    tour
}

/// One search before it begins.
pub struct Episode {
    /// Where the searcher stands.
    pub from: Vec2,
    /// Which way it looks: to where the thing was last seen.
    pub yaw: f32,
    /// Where that was.
    pub last_seen: Vec2,
    /// What it believes by now.
    pub belief: Distribution,
    /// Where the thing truly is, tick by tick. Only the eyes may ask, and the cheater.
    pub truth: Vec<Vec2>,
    /// Decides the random searcher's way.
    pub seed: u64,
}

/// How often a beginning is drawn anew when the thing would still be in sight.
const DRAWS: u32 = 2000;

impl Episode {
    /// Draws a beginning. `None` if the map has none in which the thing is out of sight.
    pub fn draw(field: &Field, target: Target, rules: &Rules, seed: u64) -> Option<Self> {
        let mut chance = Chance::new(seed);
        let mut walk = Walk::default();
        (0..DRAWS).find_map(|_| Self::try_draw(field, target, rules, &mut walk, &mut chance))
    }

    fn try_draw(
        field: &Field,
        target: Target,
        rules: &Rules,
        walk: &mut Walk,
        chance: &mut Chance,
    ) -> Option<Self> {
        let speed = rules.target_m_per_s();
        let head_start_s = chance.between(rules.head_start_s.0, rules.head_start_s.1);
        let starts_at = field.anywhere(chance);
        let begins_s =
            rules.watched_s + if target == Target::Walking { chance.between(0.0, 60.0) } else { 0.0 };
        let lost_m = if target == Target::Walking { begins_s * speed } else { 0.0 };
        let ends_m = lost_m
            + head_start_s * speed
            + if target == Target::Walking { rules.most_s * speed } else { 0.0 };
        let corners = walk.lay(field, starts_at, ends_m, chance);
        let at = |seconds: f32| match target {
            Target::Walking => along(corners, (begins_s + seconds) * speed),
            Target::Still => along(corners, seconds.clamp(0.0, head_start_s) * speed),
        };
        let last_seen = at(0.0);
        let from = field.anywhere_near(last_seen, rules.view_m * 0.75, chance)?;
        let hidden = at(head_start_s);
        if from.distance(hidden) <= rules.view_m && field.ground.sees(from, hidden) {
            return None;
        }
        let mut belief = Distribution::seen(&field.map, Seen::at(at(-rules.watched_s), 0.0));
        let looks = (rules.watched_s / rules.tick_s) as i32;
        for look in (0..looks).rev() {
            let t = -(look as f32) * rules.tick_s;
            let velocity = (at(t) - at(t - rules.tick_s)) / rules.tick_s;
            let seen = Seen { velocity: Some(velocity), ..Seen::at(at(t), rules.tick_s) };
            belief.observe(seen);
        }
        for _ in 0..(head_start_s / rules.tick_s) as u32 {
            belief.spread(rules.tick_s);
        }
        let truth = (0..=rules.ticks()).map(|tick| at(head_start_s + tick as f32 * rules.tick_s)).collect();
        let towards = last_seen - from;
        let yaw = maths::atan2(towards.x, towards.y);
        let seed = u64::from(chance.bits());
        Some(Self { from, yaw, last_seen, belief, truth, seed })
    }
}

impl Field {
    /// A place from which another is seen, not further than this.
    fn anywhere_near(&self, place: Vec2, most_m: f32, chance: &mut Chance) -> Option<Vec2> {
        const TRIES: u32 = 30;
        (0..TRIES).find_map(|_| {
            let off = Vec2::new(chance.between(-most_m, most_m), chance.between(-most_m, most_m));
            let cell = self.ground.cell_at(place + off).filter(|cell| self.ground.island_of(*cell) != 0)?;
            let there = self.ground.centre_of(cell);
            (there.distance(place) <= most_m && self.ground.sees(there, place)).then_some(there)
        })
    }
}

/// Lays ways between random points.
#[derive(Default)]
struct Walk {
    search: PathSearch,
    corners: Vec<Vec2>,
}

impl Walk {
    /// Corners of shortest ways from random point to random point, of at least this length together.
    fn lay(&mut self, field: &Field, from: Vec2, length_m: f32, chance: &mut Chance) -> &[Vec2] {
        self.corners.clear();
        self.corners.push(from);
        let mut length = 0.0;
        while length < length_m {
            let from = self.corners[self.corners.len() - 1];
            let to = field.anywhere(chance);
            let (Some(a), Some(b)) = (field.ground.cell_at(from), field.ground.cell_at(to)) else { break };
            if field.cells.len() < 2 {
                break;
            }
            if self.search.any_angle(&field.ground, &[], a, b).is_some() {
                for cell in &self.search.path()[1..] {
                    let corner = field.ground.centre_of(*cell);
                    length += corner.distance(self.corners[self.corners.len() - 1]);
                    self.corners.push(corner);
                }
            }
        }
        &self.corners
    }
}

/// The point so far along a way; its ends beyond either end.
fn along(corners: &[Vec2], mut distance: f32) -> Vec2 {
    for pair in corners.windows(2) {
        let length = pair[0].distance(pair[1]);
        if distance <= length {
            return pair[0].lerp(pair[1], (distance / length.max(1e-6)).max(0.0));
        }
        distance -= length;
    }
    corners[corners.len() - 1]
}
