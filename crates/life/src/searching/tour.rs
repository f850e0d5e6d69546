//! The best known plan: which places to look from, and the exact best order in which to visit them.

use super::plan::LOOK_S;
use super::stage::{MOST_SEARCH_S, Stage};
use piaget_nav::{Cell, Flood, Ground};
use piaget_terms::{Vec2, maths};

/// How many places a plan visits; an exact order over more would take too long.
const MOST_STOPS: usize = 10;
/// How many places are weighed for it.
const MOST_WEIGHED: usize = 260;

/// The places to look from, in the order of the visit.
pub(super) fn plan(stage: &Stage, ground: &Ground, speed: f32, greed: f32) -> Vec<Vec2> {
    let Some(start) = free_cell(ground, stage.from) else { return Vec::new() };
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
            let mut shows = vec![0u64; stage.candidates.len().div_ceil(64)];
            for (index, place) in stage.candidates.iter().enumerate() {
                if !stage.truth.is_cut(at, *place, 0.0) {
                    shows[index / 64] |= 1 << (index % 64);
                }
            }
            weighed.push((at, way_m / speed, shows));
        }
    }
    let chosen = cover(&weighed, greed, speed);
    order(stage, ground, &weighed, chosen, speed)
}

/// Takes the stop that shows most that is new for the way to it, again and again. More greed minds the way less.
fn cover(weighed: &[(Vec2, f32, Vec<u64>)], greed: f32, speed: f32) -> Vec<usize> {
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
            maths::exp(greed * maths::ln(new(index) as f32 + 1e-6)) / (way_s + LOOK_S)
        };
        let best = (0..weighed.len()).max_by(|a, b| worth(*a).total_cmp(&worth(*b)));
        let Some(best) = best.filter(|best| new(*best) > 0) else { break };
        seen.iter_mut().zip(&weighed[best].2).for_each(|(seen, shows)| *seen |= shows);
        chosen.push(best);
    }
    chosen
}

/// The order of least expected time: dynamic programming over the sets of stops that have been visited.
fn order(
    stage: &Stage,
    ground: &Ground,
    weighed: &[(Vec2, f32, Vec<u64>)],
    chosen: Vec<usize>,
    speed: f32,
) -> Vec<Vec2> {
    let count = chosen.len();
    let mut flood = Flood::default();
    // The last one is where the search begins.
    let places: Vec<Vec2> = chosen.iter().map(|index| weighed[*index].0).chain([stage.from]).collect();
    let legs: Vec<Vec<f32>> = places
        .iter()
        .map(|from| {
            let Some(cell) = free_cell(ground, *from) else { return vec![f32::INFINITY; count] };
            flood.from(ground, cell, f32::INFINITY);
            let way = |to: &Vec2| free_cell(ground, *to).and_then(|to| flood.distance_m(ground, to));
            places[..count].iter().map(|to| way(to).map_or(1e6, |m| m / speed) + LOOK_S).collect()
        })
        .collect();
    let all = stage.candidates.len() as f32;
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
    let rest = unseen[full] * MOST_SEARCH_S;
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

pub(super) fn free_cell(ground: &Ground, place: Vec2) -> Option<Cell> {
    let free = |cell: Cell| ground.island_of(cell) != 0;
    ground.cell_at(place).filter(|cell| free(*cell)).or_else(|| ground.nearest_cell(place, free))
}
