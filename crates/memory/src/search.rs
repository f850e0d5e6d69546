//! In which order to inspect several places, so that the expected effort until the thing is found is least (search
//! theory). Every search of this workspace asks here: by the what-where memory and by an occupancy map.
//!
//! - [`by_chance_per_effort`]: where travel does not count, the best order is by probability per effort (Smith's rule).
//! - [`SearchOrder`]: where travel counts, dynamic programming gives the best order for up to [`MOST_EXACT_PLACES`]
//!   places; beyond, a beam search and local improvement come near it. What is seen on the way to a place counts as
//!   inspected. Brom 5 asks for it: the travelling salesman problem with uncertainties.

use serde::{Deserialize, Serialize};

/// Up to this many places the order is exact.
pub const MOST_EXACT_PLACES: usize = 10;
/// The most places that are put in order; the least likely ones beyond are left out.
pub const MOST_SEARCH_PLACES: usize = 64;
/// Sorts places by chance per effort, the highest first: the order of least expected effort where the way from place to
/// place costs nothing. `chance_and_effort` tells both for one place. Places that are worth the same keep their order.
///
/// ```
/// // The wardrobe is likelier than the hook, but takes four looks.
/// let mut places = [("wardrobe", 0.6, 4.0), ("hook", 0.3, 1.0)];
/// piaget_memory::by_chance_per_effort(&mut places, |(_, chance, looks)| (*chance, *looks));
/// assert_eq!(places[0].0, "hook");
/// ```
pub fn by_chance_per_effort<T>(places: &mut [T], chance_and_effort: impl Fn(&T) -> (f32, f32)) {
    let worth = |place: &T| {
        let (chance, effort) = chance_and_effort(place);
        chance / effort
    };
    places.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
}

/// Partial orders that are kept at each length beyond [`MOST_EXACT_PLACES`].
const BEAM: usize = 48;

/// Places with their chances and the effort between them.
///
/// Stop 0 is where the creature stands; stop `i + 1` is place `i`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SearchPlaces {
    /// The chance that the thing is at each place. Need not sum to 1: the rest is "somewhere else".
    pub chance: Vec<f32>,
    /// `effort[from * stops + to]`: going from stop to stop and inspecting the latter.
    pub effort: Vec<f32>,
    /// `seen[from * stops + to]`: a bit per place that is seen on the way, beside the place itself. Empty where
    /// nothing is seen on the way.
    pub seen: Vec<u64>,
}

/// Finds orders; keeps its buffers, so that a warm call does not allocate.
#[derive(Clone, Debug, Default)]
pub struct SearchOrder {
    order: Vec<u8>,
    best: Vec<f32>,
    next: Vec<u8>,
    beam: Vec<Partial>,
    grown: Vec<Partial>,
    trial: Vec<u8>,
}

/// A beginning of an order.
#[derive(Clone, Copy, Debug)]
struct Partial {
    /// Places inspected so far.
    done: u64,
    at: u8,
    left: f32,
    cost: f32,
    /// The lower bound that ranks it.
    rank: f32,
    way: [u8; MOST_SEARCH_PLACES],
    length: u8,
}

impl SearchPlaces {
    /// How many places there are.
    pub fn len(&self) -> usize {
        self.chance.len().min(MOST_SEARCH_PLACES)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.chance.is_empty()
    }

    /// Effort of one leg.
    fn leg(&self, from: usize, to: usize) -> f32 {
        self.effort[from * (self.chance.len() + 1) + to]
    }

    /// What a leg inspects: its end, and what is seen on the way.
    fn inspected(&self, from: usize, to: usize) -> u64 {
        let on_the_way = self.seen.get(from * (self.chance.len() + 1) + to).copied().unwrap_or(0);
        on_the_way | 1 << (to - 1)
    }

    /// The chance of all places in a set.
    fn chance_of(&self, places: u64) -> f32 {
        (0..self.len()).filter(|place| places >> place & 1 == 1).map(|place| self.chance[place]).sum()
    }

    /// Expected effort of inspecting in this order, counting an unfound thing as found at the end.
    pub fn expected_effort(&self, order: &[u8]) -> f32 {
        let (mut at, mut done, mut left, mut cost) = (0, 0u64, self.total(), 0.0);
        for place in order.iter().map(|place| usize::from(*place)) {
            if done >> place & 1 == 1 {
                continue;
            }
            cost += left * self.leg(at, place + 1);
            let fresh = self.inspected(at, place + 1) & !done;
            left -= self.chance_of(fresh);
            done |= fresh;
            at = place + 1;
        }
        cost
    }

    fn total(&self) -> f32 {
        self.chance.iter().take(MOST_SEARCH_PLACES).sum()
    }
}

impl SearchOrder {
    /// The order in which to inspect the places, best first.
    ///
    /// ```
    /// use piaget_memory::{SearchOrder, SearchPlaces};
    /// // Nearly as likely and much nearer: first the near one.
    /// let places = SearchPlaces {
    ///     chance: vec![0.55, 0.45],
    ///     effort: vec![0.0, 10.0, 1.0, 10.0, 0.0, 9.0, 1.0, 9.0, 0.0],
    ///     seen: Vec::new(),
    /// };
    /// assert_eq!(SearchOrder::default().find(&places), [1, 0]);
    /// ```
    pub fn find(&mut self, places: &SearchPlaces) -> &[u8] {
        self.order.clear();
        if places.len() <= MOST_EXACT_PLACES {
            self.exact(places);
        } else {
            self.beam(places);
            self.improve(places);
        }
        &self.order
    }

    /// Dynamic programming over sets of inspected places: `best[set][at]` is the effort still to come.
    fn exact(&mut self, places: &SearchPlaces) {
        let count = places.len();
        let stops = count + 1;
        self.best.clear();
        self.best.resize(stops << count, 0.0);
        self.next.clear();
        self.next.resize(stops << count, u8::MAX);
        let total = places.total();
        for set in (0..(1usize << count) - usize::from(count > 0)).rev() {
            let left = total - places.chance_of(set as u64);
            for at in 0..stops {
                let (mut least, mut which) = (f32::INFINITY, u8::MAX);
                for place in (0..count).filter(|place| set >> place & 1 == 0) {
                    let then = (set as u64 | places.inspected(at, place + 1)) as usize & ((1 << count) - 1);
                    let cost = left * places.leg(at, place + 1) + self.best[then * stops + place + 1];
                    if cost < least {
                        (least, which) = (cost, place as u8);
                    }
                }
                self.best[set * stops + at] = least;
                self.next[set * stops + at] = which;
            }
        }
        let (mut set, mut at) = (0usize, 0usize);
        while set + 1 < 1 << count {
            let place = usize::from(self.next[set * stops + at]);
            if place >= count {
                break;
            }
            self.order.push(place as u8);
            set = (set as u64 | places.inspected(at, place + 1)) as usize & ((1 << count) - 1);
            at = place + 1;
        }
    }

    /// Grows orders place by place and keeps the most promising ones.
    fn beam(&mut self, places: &SearchPlaces) {
        let count = places.len();
        let all = if count == MOST_SEARCH_PLACES { u64::MAX } else { (1 << count) - 1 };
        self.beam.clear();
        self.beam.push(Partial {
            done: 0,
            at: 0,
            left: places.total(),
            cost: 0.0,
            rank: 0.0,
            way: [0; MOST_SEARCH_PLACES],
            length: 0,
        });
        loop {
            self.grown.clear();
            for partial in self.beam.iter().filter(|partial| partial.done != all) {
                for place in (0..count).filter(|place| partial.done >> place & 1 == 0) {
                    self.grown.push(partial.extended(places, place));
                }
            }
            if self.grown.is_empty() {
                break;
            }
            self.grown.sort_unstable_by(|a, b| a.rank.total_cmp(&b.rank));
            self.grown.dedup_by(|a, b| a.done == b.done && a.at == b.at);
            self.grown.truncate(BEAM);
            std::mem::swap(&mut self.beam, &mut self.grown);
        }
        if let Some(best) = self.beam.iter().min_by(|a, b| a.cost.total_cmp(&b.cost)) {
            self.order.extend_from_slice(&best.way[..usize::from(best.length)]);
        }
    }

    /// Moves runs of places elsewhere, and turns them round, while that helps.
    fn improve(&mut self, places: &SearchPlaces) {
        const ROUNDS: usize = 20;
        let mut cost = places.expected_effort(&self.order);
        for _ in 0..ROUNDS {
            let before = cost;
            for from in 0..self.order.len() {
                for to in 0..self.order.len() {
                    self.try_order(places, &mut cost, |order| {
                        let place = order.remove(from);
                        order.insert(to, place);
                    });
                    if from < to {
                        self.try_order(places, &mut cost, |order| order[from..=to].reverse());
                    }
                }
            }
            if cost >= before {
                break;
            }
        }
    }

    fn try_order(&mut self, places: &SearchPlaces, cost: &mut f32, change: impl Fn(&mut Vec<u8>)) {
        self.trial.clear();
        self.trial.extend_from_slice(&self.order);
        change(&mut self.trial);
        let changed = places.expected_effort(&self.trial);
        if changed < *cost - 1e-6 {
            *cost = changed;
            std::mem::swap(&mut self.order, &mut self.trial);
        }
    }
}

impl Partial {
    fn extended(&self, places: &SearchPlaces, place: usize) -> Self {
        let mut grown = *self;
        let (from, to) = (usize::from(self.at), place + 1);
        let fresh = places.inspected(from, to) & !self.done;
        grown.cost += self.left * places.leg(from, to);
        grown.left -= places.chance_of(fresh);
        grown.done |= fresh;
        grown.at = to as u8;
        grown.way[usize::from(self.length)] = place as u8;
        grown.length += 1;
        // What has been spent, and what the rest costs if each place took its shortest leg, most likely first.
        grown.rank = grown.cost + grown.left * nearest_leg(places, grown.done, to) * 2.0;
        grown
    }
}

/// The shortest leg to a place that is still to be inspected; 0 where none is left.
fn nearest_leg(places: &SearchPlaces, done: u64, at: usize) -> f32 {
    let legs =
        (0..places.len()).filter(|place| done >> place & 1 == 0).map(|place| places.leg(at, place + 1));
    let least = legs.fold(f32::INFINITY, f32::min);
    if least.is_finite() { least } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piaget_terms::{Chance, Vec2};

    fn scattered(seed: u64, count: usize) -> SearchPlaces {
        let mut chance = Chance::new(seed);
        let points: Vec<Vec2> =
            (0..=count).map(|_| Vec2::new(chance.between(0.0, 10.0), chance.between(0.0, 10.0))).collect();
        let mut weights: Vec<f32> = (0..count).map(|_| chance.between(0.05, 1.0)).collect();
        let total: f32 = weights.iter().sum();
        weights.iter_mut().for_each(|w| *w /= total);
        let effort = points.iter().flat_map(|a| points.iter().map(|b| a.distance(*b) + 0.5)).collect();
        SearchPlaces { chance: weights, effort, seen: Vec::new() }
    }

    fn permutations(rest: &mut Vec<u8>, chosen: &mut Vec<u8>, visit: &mut impl FnMut(&[u8])) {
        if rest.is_empty() {
            return visit(chosen);
        }
        for index in 0..rest.len() {
            let place = rest.remove(index);
            chosen.push(place);
            permutations(rest, chosen, visit);
            chosen.pop();
            rest.insert(index, place);
        }
    }

    #[test]
    fn the_exact_order_is_the_best_of_all_orders() {
        for seed in 0..20 {
            let places = scattered(seed, 6);
            let mut least = f32::INFINITY;
            permutations(&mut (0..6).collect(), &mut Vec::new(), &mut |order| {
                least = least.min(places.expected_effort(order));
            });
            let found = places.expected_effort(SearchOrder::default().find(&places));
            assert!((found - least).abs() < 1e-4, "seed {seed}: {found} against {least}");
        }
    }

    #[test]
    fn the_beam_comes_close_to_the_exact_order() {
        let mut worst = 1.0f32;
        for seed in 0..50 {
            let places = scattered(seed, MOST_EXACT_PLACES);
            let exact = places.expected_effort(SearchOrder::default().find(&places));
            let mut order = SearchOrder::default();
            order.beam(&places);
            order.improve(&places);
            worst = worst.max(places.expected_effort(&order.order) / exact);
        }
        assert!(worst < 1.05, "{worst}");
    }

    #[test]
    fn what_is_seen_on_the_way_is_not_visited_again() {
        let mut places = scattered(3, 5);
        places.seen = vec![0; 36];
        // On the way from the start to place 0 everything is seen.
        places.seen[1] = 0b11111;
        places.effort[1] = 0.1;
        assert_eq!(SearchOrder::default().find(&places), [0]);
    }

    /// Without travel the search over orders and the sort by chance per effort are the same rule.
    #[test]
    fn without_travel_the_order_is_that_of_chance_per_effort() {
        for (seed, count) in (0..20).flat_map(|seed| [(seed, 6), (seed, MOST_EXACT_PLACES), (seed, 20)]) {
            let mut chance = Chance::new(seed);
            let looks: Vec<f32> = (0..count).map(|_| 1.0 + chance.below(5) as f32).collect();
            let mut places = scattered(seed, count);
            let each_stop = std::iter::once(0.0).chain(looks.iter().copied());
            places.effort = (0..=count).flat_map(|_| each_stop.clone()).collect();
            let mut sorted: Vec<u8> = (0..count as u8).collect();
            by_chance_per_effort(&mut sorted, |place| {
                (places.chance[usize::from(*place)], looks[usize::from(*place)])
            });
            let best = places.expected_effort(&sorted);
            let found = places.expected_effort(SearchOrder::default().find(&places));
            let slack = if count <= MOST_EXACT_PLACES { 1e-4 } else { 0.02 * best };
            assert!(found > best - 1e-4 && found < best + slack, "{count} places: {found} against {best}");
        }
    }

    #[test]
    fn nowhere_to_look_is_an_empty_order() {
        assert!(SearchOrder::default().find(&SearchPlaces::default()).is_empty());
    }
}
