//! The best known plan of one who is told everything: which places to look from, and the exact best order in which to visit them.
//! Rivals walk it; how long it takes says how much there is to search.

use piaget_nav::{Cell, Flood, Ground, PathSearch};
use piaget_terms::{Terrain, Vec2, maths};

/// How many places a plan visits; an exact order over more would take too long.
const MOST_STOPS: usize = 10;
/// How many places are weighed for it.
const MOST_WEIGHED: usize = 260;

/// How much the ways count when the places to look from are chosen: a tour is made for each of them.
const GREEDS: [f32; 3] = [0.5, 1.0, 2.0];
/// How far apart the points of a way are from which it is looked.
const STEP_M: f32 = 0.25;

/// What is to be looked at.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// What hides things.
    pub terrain: &'a Terrain,
    /// The ground that is walked.
    pub ground: &'a Ground,
    /// Where the tour begins.
    pub from: Vec2,
    /// The places that are to be seen.
    pub places: &'a [Vec2],
    /// How fast one goes.
    pub speed_m_per_s: f32,
    /// How long a look round takes, besides the way.
    pub look_s: f32,
    /// What is never seen counts as seen so late.
    pub most_s: f32,
}

/// The least time in which such a share of the places is seen, by the best of several tours. The eye looks all round and
/// takes no time; `None` where no tour shows so much.
pub fn least_s(task: &Task<'_>, share: f32) -> Option<f32> {
    GREEDS.iter().filter_map(|greed| walked_s(task, &tour(task, *greed), share)).min_by(f32::total_cmp)
}

/// How long a tour takes until it has shown such a share.
fn walked_s(task: &Task<'_>, stops: &[Vec2], share: f32) -> Option<f32> {
    let mut left = task.places.to_vec();
    let enough = (task.places.len() as f32 * (1.0 - share)) as usize;
    let mut search = PathSearch::default();
    let (mut at, mut way_m) = (task.from, 0.0);
    let mut look = |at: Vec2| {
        left.retain(|place| task.terrain.is_cut(at, *place, 0.0));
        left.len() <= enough
    };
    if look(at) {
        return Some(0.0);
    }
    for stop in stops {
        let (from, to) = (free_cell(task.ground, at)?, free_cell(task.ground, *stop)?);
        search.any_angle(task.ground, &[], from, to)?;
        for corner in search.path().iter().map(|cell| task.ground.centre_of(*cell)) {
            while at != corner {
                let next = at.move_towards(corner, STEP_M);
                way_m += at.distance(next);
                at = next;
                if look(at) {
                    return Some(way_m / task.speed_m_per_s);
                }
            }
        }
    }
    None
}

/// The places to look from, in the order of the visit. More greed minds the way less.
pub fn tour(task: &Task<'_>, greed: f32) -> Vec<Vec2> {
    let ground = task.ground;
    let Some(start) = free_cell(ground, task.from) else { return Vec::new() };
    let island = ground.island_of(start);
    let mut flood = Flood::default();
    flood.from(ground, start, f32::INFINITY);
    let cells = (ground.columns * ground.rows) as usize;
    let every = ((cells as f32 / MOST_WEIGHED as f32).sqrt().ceil() as usize).max(2);
    let mut weighed: Vec<(Vec2, f32, Vec<u64>)> = Vec::new();
    for row in (every as u32 / 2..ground.rows).step_by(every) {
        for column in (every as u32 / 2..ground.columns).step_by(every) {
            let middle = ground.centre_of((column, row));
            let near = |cell: Cell| ground.island_of(cell) == island;
            let Some(cell) = ground.nearest_cell(middle, near) else { continue };
            let at = ground.centre_of(cell);
            if at.distance(middle) > every as f32 * ground.cell_m {
                continue;
            }
            let Some(way_m) = flood.distance_m(ground, cell) else { continue };
            let mut shows = vec![0u64; task.places.len().div_ceil(64)];
            for (index, place) in task.places.iter().enumerate() {
                if !task.terrain.is_cut(at, *place, 0.0) {
                    shows[index / 64] |= 1 << (index % 64);
                }
            }
            weighed.push((at, way_m / task.speed_m_per_s, shows));
        }
    }
    let chosen = cover(task, &weighed, greed);
    order(task, &weighed, chosen)
}

/// Takes the stop that shows most that is new for the way to it, again and again.
fn cover(task: &Task<'_>, weighed: &[(Vec2, f32, Vec<u64>)], greed: f32) -> Vec<usize> {
    let speed = task.speed_m_per_s;
    let mut seen = vec![0u64; weighed.first().map_or(0, |one| one.2.len())];
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < MOST_STOPS {
        let new = |index: usize| -> u32 {
            weighed[index].2.iter().zip(&seen).map(|(shows, seen)| (shows & !seen).count_ones()).sum()
        };
        let worth = |index: usize| {
            let (at, eta_s, _) = &weighed[index];
            // By the straight way from the last stop, or by the true way from the start.
            let way_s = chosen.last().map_or(*eta_s, |last| weighed[*last].0.distance(*at) / speed);
            maths::exp(greed * maths::ln(new(index) as f32 + 1e-6)) / (way_s + task.look_s)
        };
        let best = (0..weighed.len()).max_by(|a, b| worth(*a).total_cmp(&worth(*b)));
        let Some(best) = best.filter(|best| new(*best) > 0) else { break };
        seen.iter_mut().zip(&weighed[best].2).for_each(|(seen, shows)| *seen |= shows);
        chosen.push(best);
    }
    chosen
}

/// The order of least expected time: dynamic programming over the sets of stops that have been visited.
fn order(task: &Task<'_>, weighed: &[(Vec2, f32, Vec<u64>)], chosen: Vec<usize>) -> Vec<Vec2> {
    let (ground, speed, count) = (task.ground, task.speed_m_per_s, chosen.len());
    let mut flood = Flood::default();
    // The last one is where the search begins.
    let places: Vec<Vec2> = chosen.iter().map(|index| weighed[*index].0).chain([task.from]).collect();
    let legs: Vec<Vec<f32>> = places
        .iter()
        .map(|from| {
            let Some(cell) = free_cell(ground, *from) else { return vec![f32::INFINITY; count] };
            flood.from(ground, cell, f32::INFINITY);
            let way = |to: &Vec2| free_cell(ground, *to).and_then(|to| flood.distance_m(ground, to));
            places[..count].iter().map(|to| way(to).map_or(1e6, |m| m / speed) + task.look_s).collect()
        })
        .collect();
    let all = task.places.len() as f32;
    let unseen: Vec<f32> = (0..1usize << count)
        .map(|set| {
            let mut seen = vec![0u64; weighed.first().map_or(0, |one| one.2.len())];
            for (_, index) in chosen.iter().enumerate().filter(|(stop, _)| set >> stop & 1 == 1) {
                seen.iter_mut().zip(&weighed[*index].2).for_each(|(seen, shows)| *seen |= shows);
            }
            all - seen.iter().map(|bits| bits.count_ones()).sum::<u32>() as f32
        })
        .collect();
    let full = (1usize << count) - 1;
    // What no stop shows is charged as if it took as long again as all of the plan could.
    let rest = unseen[full] * task.most_s;
    let mut cost = vec![vec![rest; count + 1]; full + 1];
    let mut next = vec![vec![0usize; count + 1]; full + 1];
    for set in (0..full).rev() {
        for at in 0..=count {
            let leg = |to: usize| unseen[set] * legs[at][to] + cost[set | 1 << to][to];
            let best = (0..count).filter(|to| set >> to & 1 == 0).min_by(|a, b| leg(*a).total_cmp(&leg(*b)));
            if let Some(best) = best {
                (cost[set][at], next[set][at]) = (leg(best), best);
            }
        }
    }
    let (mut set, mut at, mut stops) = (0, count, Vec::new());
    while set != full {
        let to = next[set][at];
        stops.push(places[to]);
        (set, at) = (set | 1 << to, to);
    }
    stops
}

/// The cell of a place, or the nearest one on which one can stand.
pub fn free_cell(ground: &Ground, place: Vec2) -> Option<Cell> {
    let free = |cell: Cell| ground.island_of(cell) != 0;
    ground.cell_at(place).filter(|cell| free(*cell)).or_else(|| ground.nearest_cell(place, free))
}
