//! Who foretells where the thing is: our mind by the map of its belief, rivals by maps and filters of their own on the same
//! sightings, and controls.

use piaget_claims::tracks;
use piaget_occupancy::{Distribution, Lattice, Map, Prior, Seen, Visible};
use piaget_terms::Vec2;
use piaget_world::Sensed;
use std::sync::Arc;

/// Every prediction is mixed with this much of "anywhere", or one miss would decide everything.
const ANYWHERE: f64 = 1e-3;
/// Steps in which a forecast is made.
const STEP_S: f32 = 0.1;

/// What a prediction was worth once the truth is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Worth {
    /// The logarithm of the probability of the true cell.
    pub log: f64,
    /// How much of the probability lay in likelier cells, half of that of equally likely ones included: evenly spread between 0
    /// and 1 for a calibrated prediction.
    pub level: f64,
}

impl Worth {
    /// Of a cell's probability and the probabilities of all cells. What is no probability is none, and who gives out more than
    /// there is gives each cell its share.
    pub fn of(probability: f64, cells: usize, all: impl Iterator<Item = f64>) -> Self {
        /// Rounding makes a sum differ from 1 by less.
        const ROUNDING: f64 = 1e-3;
        let anywhere = 1.0 / cells as f64;
        let valid = |number: f64| if number.is_finite() { number.max(0.0) } else { 0.0 };
        let probability = valid(probability);
        let (mut likelier, mut equal, mut sum) = (0.0, 0.0, 0.0);
        for other in all.map(valid) {
            sum += other;
            if other > probability {
                likelier += other;
            } else if other == probability {
                equal += other;
            }
        }
        let given = if sum > 1.0 + ROUNDING { sum } else { 1.0 };
        let (probability, likelier, equal) = (probability / given, likelier / given, equal / given);
        let log = ((1.0 - ANYWHERE) * probability + ANYWHERE * anywhere).ln();
        Self { log, level: likelier + 0.5 * equal }
    }

    /// Of a map and the true place.
    pub fn of_map(map: &Distribution, place: Vec2) -> Self {
        let lattice = map.lattice();
        let cell = lattice.nearest(place);
        let probability = cell.map_or(0.0, |cell| f64::from(map.probability_within_cell(cell)));
        let others = map.nodes_with_mass().filter(|(node, _)| Some(*node) != cell);
        let others = others.map(|(_, other)| f64::from(other)).chain([probability]);
        Self::of(probability, lattice.len(), others)
    }

    /// Of having no idea.
    pub fn of_nothing(cells: usize) -> Self {
        Self { log: (ANYWHERE / cells as f64).ln(), level: 1.0 }
    }

    /// Of a normal distribution on the ground.
    pub fn of_normal(lattice: &Lattice, place: Vec2, mean: [f64; 2], variance: f64) -> Self {
        let probability = tracks::cell_mass(lattice, place, mean, variance);
        let square = (f64::from(place.x) - mean[0]).powi(2) + (f64::from(place.y) - mean[1]).powi(2);
        let level = 1.0 - (-square / (2.0 * variance)).exp();
        let anywhere = 1.0 / lattice.len() as f64;
        Self { log: ((1.0 - ANYWHERE) * probability + ANYWHERE * anywhere).ln(), level }
    }
}

/// A rival that lays its belief on a map.
pub(super) struct OnMap {
    belief: Option<Distribution>,
    map: Arc<Map>,
    visible: Visible,
    missed: f32,
}

impl OnMap {
    pub fn new(lattice: &Arc<Lattice>, way: &str, noise_m: f32, missed: f32) -> Option<Self> {
        let settings = tracks::map_settings(way, noise_m)?;
        let map = Map::sharing(lattice.clone(), settings);
        let visible = Visible::new(map.lattice());
        Some(Self { belief: None, map, visible, missed })
    }

    /// A tick passes.
    pub fn pass(&mut self, tick_s: f32) {
        if let Some(belief) = &mut self.belief {
            belief.spread(tick_s);
        }
    }

    /// What it holds before it is told of this tick.
    pub fn belief(&self) -> Option<&Distribution> {
        self.belief.as_ref()
    }

    /// What this tick showed: the thing's place, so many seconds after it was last seen, or where it is not.
    pub fn see(&mut self, seen: Option<Vec2>, since_s: f32, sensed: &Sensed, height_m: f32) {
        match (&mut self.belief, seen) {
            (Some(belief), Some(place)) => {
                belief.observe(Seen::at(place, since_s));
            }
            (belief @ None, Some(place)) => {
                *belief = Some(Distribution::seen(&self.map, Seen::at(place, since_s)))
            }
            (Some(belief), None) => {
                self.visible.clear();
                self.visible.ask(belief, sensed, height_m, true);
                belief.cull(&self.visible, 1.0 - self.missed, Prior::Uniform);
            }
            (None, None) => {}
        }
    }
}

/// A constant-velocity Kalman filter that knows neither walls nor what it sees to be empty.
pub(super) struct Kalman {
    noise_m: f64,
    /// Place, velocity, and variances of place, of place with speed, and of speed.
    state: Option<([f64; 2], [f64; 2], [f64; 3])>,
}

impl Kalman {
    /// How strongly things are taken to change their course, in m/s per root second: walkers as recorded.
    const STRAY: f64 = 0.5;
    const LEAST_NOISE_M: f64 = 0.03;
    const FIRST_SPEED: f64 = 1.5;

    pub fn new(noise_m: f32) -> Self {
        Self { noise_m: f64::from(noise_m).max(Self::LEAST_NOISE_M), state: None }
    }

    fn ahead(state: ([f64; 2], [f64; 2], [f64; 3]), t: f64) -> ([f64; 2], [f64; 2], [f64; 3]) {
        let (at, velocity, [pp, pv, vv]) = state;
        let q = Self::STRAY * Self::STRAY;
        let later =
            [pp + 2.0 * t * pv + t * t * vv + q * t * t * t / 3.0, pv + t * vv + q * t * t / 2.0, vv + q * t];
        ([at[0] + t * velocity[0], at[1] + t * velocity[1]], velocity, later)
    }

    pub fn pass(&mut self, tick_s: f32) {
        self.state = self.state.map(|state| Self::ahead(state, tick_s.into()));
    }

    pub fn see(&mut self, seen: Option<Vec2>) {
        let Some(place) = seen else { return };
        let (measured, r) = ([f64::from(place.x), f64::from(place.y)], self.noise_m * self.noise_m);
        self.state = Some(match self.state {
            None => (measured, [0.0; 2], [r, 0.0, Self::FIRST_SPEED * Self::FIRST_SPEED]),
            Some((at, velocity, [pp, pv, vv])) => {
                let (gain_p, gain_v) = (pp / (pp + r), pv / (pp + r));
                let off = [measured[0] - at[0], measured[1] - at[1]];
                let at = [at[0] + gain_p * off[0], at[1] + gain_p * off[1]];
                let velocity = [velocity[0] + gain_v * off[0], velocity[1] + gain_v * off[1]];
                (at, velocity, [pp * (1.0 - gain_p), pv * (1.0 - gain_p), vv - gain_v * pv])
            }
        });
    }

    /// Mean and variance so many seconds ahead.
    pub fn foretold(&self, ahead_s: f32) -> Option<([f64; 2], f64)> {
        let (at, _, [pp, ..]) = Self::ahead(self.state?, ahead_s.into());
        Some((at, pp))
    }
}

/// What a map says so many seconds ahead, in the room of an older forecast.
pub(super) fn forecast(map: &Distribution, room: &mut Option<Distribution>, seconds: f32) {
    let ahead = room.get_or_insert_with(|| map.clone());
    if ahead.lattice().len() != map.lattice().len() {
        *ahead = map.clone();
    }
    map.forecast(ahead, seconds, STEP_S);
}

#[cfg(test)]
mod tests {
    use super::*;
    use piaget_terms::{Rect, Terrain};

    #[test]
    fn a_calibrated_prediction_has_levels_between_0_and_1() {
        // Four cells; the true one is the second likeliest.
        let all = [0.5, 0.3, 0.2, 0.0];
        let worth = Worth::of(0.3, 4, all.into_iter());
        assert!((worth.level - 0.65).abs() < 1e-9);
        assert!((worth.log - (0.999f64 * 0.3 + 0.001 * 0.25).ln()).abs() < 1e-12);
    }

    #[test]
    fn the_truth_gets_almost_1_and_no_idea_almost_nothing() {
        assert!(Worth::of(1.0, 400, [1.0].into_iter()).log.exp() > 0.998);
        assert!((Worth::of_nothing(400).log.exp() - 1e-3 / 400.0).abs() < 1e-12);
        let even = Worth::of(1.0 / 400.0, 400, std::iter::repeat_n(1.0 / 400.0, 400));
        assert!((even.log.exp() - 1.0 / 400.0).abs() < 1e-9 && (even.level - 0.5).abs() < 1e-9);
    }

    #[test]
    fn nobody_gives_out_more_than_there_is() {
        // Everything is certain: as good as no idea where.
        let all = Worth::of(1.0, 400, std::iter::repeat_n(1.0, 400));
        assert!((all.log.exp() - 1.0 / 400.0).abs() < 1e-9 && (all.level - 0.5).abs() < 1e-9, "{all:?}");
        // What is no probability is nothing.
        for odd in [f64::NAN, f64::INFINITY, -1.0] {
            let worth = Worth::of(odd, 400, [odd, 0.2].into_iter());
            assert!((worth.log - Worth::of_nothing(400).log).abs() < 1e-9, "{worth:?}");
            assert!(worth.level.is_finite());
        }
        // Nothing anywhere.
        let nothing = Worth::of(0.0, 400, std::iter::repeat_n(0.0, 400));
        assert!((nothing.log - Worth::of_nothing(400).log).abs() < 1e-9);
    }

    #[test]
    fn a_filter_follows_what_moves_steadily_and_is_surer_then() {
        let mut filter = Kalman::new(0.05);
        for tick in 0..60 {
            filter.pass(0.1);
            filter.see(Some(Vec2::new(0.1 * tick as f32, 3.0)));
        }
        let (mean, near) = filter.foretold(1.0).unwrap();
        assert!((mean[0] - 6.9).abs() < 0.05 && (mean[1] - 3.0).abs() < 1e-6, "{mean:?}");
        assert!(filter.foretold(3.0).unwrap().1 > near);
        let lattice = Lattice::hexagons(&Terrain::open(Rect::centred(20.0, 20.0)), 0.5, 0.0);
        let there = Worth::of_normal(&lattice, Vec2::new(6.9, 3.0), mean, near);
        let elsewhere = Worth::of_normal(&lattice, Vec2::new(-6.9, 3.0), mean, near);
        assert!(there.log > elsewhere.log + 3.0 && there.level < 0.1 && elsewhere.level > 0.99);
    }
}
