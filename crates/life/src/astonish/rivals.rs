//! Rivals of the mind's surprise, which get the same sightings and may ask the same eye. Each gives nats for a tick. They are told
//! the eye's true noise and how often it misses, which no mind is.

use super::surprise::in_nats;
use piaget_terms::{Name, Sight as _, Sighting, Vec2, Vec3, maths};
use piaget_world::Sensed;

/// What a rival is given in one tick.
pub(super) struct Glance<'a> {
    pub time_s: f64,
    pub tick_s: f32,
    pub sensed: &'a Sensed,
}

/// How strongly things are taken to change their course, in m/s per root second.
const STRAY: f64 = 0.3;
/// The least noise of a seen place: a pixel and the shape of a thing move its middle.
const LEAST_NOISE_M: f64 = 0.03;
/// A first guess at a speed, one standard deviation.
const FIRST_SPEED: f64 = 1.5;
/// A sighting farther off than this, in squared deviations on the ground, is of another thing: one in a million.
const GATE: f64 = 27.6;
/// What a thing out of thin air is worth, in nats.
const BIRTH_NATS: f64 = 8.0;
/// How far around it everything must be in view for a thing to have come out of thin air.
const CLEAR_M: f32 = 0.6;
/// What is met in the first second was there before.
const SETTLED_S: f64 = 1.0;
/// A filter that was looked for in vain up to this many nats is given up.
const GIVEN_UP_NATS: f64 = 12.0;
/// How often at most a look misses a thing: nothing is certain.
const LEAST_MISS: f64 = 0.01;

/// A constant-velocity Kalman filter on the ground; both axes share their variances.
#[derive(Clone, Debug)]
struct Filter {
    kind: Name,
    colour: Option<Name>,
    at: [f64; 2],
    velocity: [f64; 2],
    /// Variances of place, of place with speed, and of speed.
    variance: [f64; 3],
    height_m: f32,
    /// What is left of each guess at where it is, while it is out of sight.
    left: [f64; GUESSES],
}

const GUESSES: usize = RINGS.len() * SPOKES;
/// Radii of three rings that each hold a third of a normal distribution on the ground.
const RINGS: [f64; 3] = [0.604, 1.177, 1.893];
const SPOKES: usize = 8;

impl Filter {
    fn new(seen: &Sighting, noise_m: f64) -> Self {
        Self {
            kind: seen.kind,
            colour: seen.colour,
            at: ground(seen.position),
            velocity: [0.0; 2],
            variance: [noise_m * noise_m, 0.0, FIRST_SPEED * FIRST_SPEED],
            height_m: seen.position.y,
            left: [1.0; GUESSES],
        }
    }

    fn pass(&mut self, t: f64) {
        let [pp, pv, vv] = &mut self.variance;
        let q = STRAY * STRAY;
        *pp += 2.0 * t * *pv + t * t * *vv + q * t * t * t / 3.0;
        *pv += t * *vv + q * t * t / 2.0;
        *vv += q * t;
        for axis in 0..2 {
            self.at[axis] += t * self.velocity[axis];
        }
    }

    /// How far off a sighting is, in squared deviations; `None` for a thing that looks otherwise.
    fn off(&self, seen: &Sighting, noise_m: f64) -> Option<f64> {
        let same = seen.kind == self.kind && seen.colour == self.colour;
        let place = ground(seen.position);
        let square: f64 = (0..2).map(|axis| (place[axis] - self.at[axis]).powi(2)).sum();
        same.then(|| square / (self.variance[0] + noise_m * noise_m))
    }

    fn update(&mut self, seen: &Sighting, noise_m: f64) {
        let place = ground(seen.position);
        let [pp, pv, vv] = &mut self.variance;
        let (gain_p, gain_v) = (*pp / (*pp + noise_m * noise_m), *pv / (*pp + noise_m * noise_m));
        for ((at, velocity), place) in self.at.iter_mut().zip(&mut self.velocity).zip(place) {
            let off = place - *at;
            *at += gain_p * off;
            *velocity += gain_v * off;
        }
        *vv -= gain_v * *pv;
        *pp *= 1.0 - gain_p;
        *pv *= 1.0 - gain_p;
        self.left = [1.0; GUESSES];
    }

    /// Looks for it where it may be, and says how improbable it is by now that nothing was seen, in nats.
    fn look_in_vain(&mut self, sensed: &Sensed, missed: f64) -> f64 {
        let deviation = self.variance[0].sqrt();
        let mut points = [Vec3::ZERO; GUESSES];
        for (index, point) in points.iter_mut().enumerate() {
            let (ring, spoke) = (index / SPOKES, index % SPOKES);
            let angle = (spoke as f32 + ring as f32 / 3.0) * std::f32::consts::TAU / SPOKES as f32;
            let off = maths::direction(angle) * (RINGS[ring] * deviation) as f32;
            *point = Vec3::new(self.at[0] as f32, self.height_m, self.at[1] as f32) + off;
        }
        let mut seen = [false; GUESSES];
        sensed.sees(&points, &mut seen);
        for (left, seen) in self.left.iter_mut().zip(seen) {
            *left *= if seen { missed.max(LEAST_MISS) } else { 1.0 };
        }
        in_nats(self.left.iter().sum::<f64>() / GUESSES as f64)
    }
}

fn ground(place: Vec3) -> [f64; 2] {
    [place.x.into(), place.z.into()]
}

/// Kalman filters, one for each thing, each given the nearest sighting of its looks.
pub(super) struct Filters {
    /// Whether what is out of sight is kept, looked for and missed, and whether births in plain view are odd.
    permanence: bool,
    noise_m: f64,
    missed: f64,
    filters: Vec<Filter>,
}

impl Filters {
    pub fn new(permanence: bool, noise_m: f32, missed: f32) -> Self {
        let noise_m = f64::from(noise_m).max(LEAST_NOISE_M);
        Self { permanence, noise_m, missed: missed.into(), filters: Vec::new() }
    }

    pub fn see(&mut self, glance: &Glance<'_>) -> f64 {
        let sightings = &glance.sensed.sightings;
        let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
        for (at, filter) in self.filters.iter_mut().enumerate() {
            filter.pass(glance.tick_s.into());
            for (number, seen) in sightings.iter().enumerate() {
                let off = filter.off(seen, self.noise_m).filter(|off| *off <= GATE);
                pairs.extend(off.map(|off| (off, at, number)));
            }
        }
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
        let mut nats = 0.0f64;
        let (mut met, mut taken) = (vec![false; self.filters.len()], vec![false; sightings.len()]);
        for (off, at, number) in pairs {
            if !met[at] && !taken[number] {
                (met[at], taken[number]) = (true, true);
                nats = nats.max(0.5 * off);
                self.filters[at].update(&sightings[number], self.noise_m);
            }
        }
        let (permanence, missed) = (self.permanence, self.missed);
        let mut met = met.into_iter();
        self.filters.retain_mut(|filter| {
            if met.next() == Some(true) {
                return true;
            }
            if !permanence {
                return false;
            }
            let vain = filter.look_in_vain(glance.sensed, missed);
            nats = nats.max(vain);
            vain < GIVEN_UP_NATS
        });
        for (seen, _) in sightings.iter().zip(taken).filter(|(_, taken)| !taken) {
            if permanence && glance.time_s > SETTLED_S && is_in_the_open(glance.sensed, seen.position) {
                nats = nats.max(BIRTH_NATS);
            }
            self.filters.push(Filter::new(seen, self.noise_m));
        }
        nats
    }
}

/// Whether everything beside a place is in view, so that nothing can have come there unseen.
fn is_in_the_open(sensed: &Sensed, at: Vec3) -> bool {
    let across = (at - sensed.body.position).cross(Vec3::Y).normalize_or_zero() * CLEAR_M;
    let mut seen = [false; 2];
    sensed.sees(&[at + across, at - across], &mut seen);
    seen == [true; 2]
}

/// Compares a tick's sightings with those of the tick before: metres to the nearest one that looks the same, and one for each
/// thing more or less.
#[derive(Default)]
pub(super) struct Difference {
    before: Option<Vec<(Name, Option<Name>, Vec2)>>,
}

impl Difference {
    pub fn see(&mut self, glance: &Glance<'_>) -> f64 {
        let seen = |seen: &Sighting| (seen.kind, seen.colour, maths::ground(seen.position));
        let now: Vec<_> = glance.sensed.sightings.iter().map(seen).collect();
        let change = self.before.as_ref().map_or(0.0, |before| {
            let moved = now.iter().filter_map(|(kind, colour, at)| {
                let same = before.iter().filter(|other| other.0 == *kind && other.1 == *colour);
                same.map(|other| other.2.distance(*at)).reduce(f32::min)
            });
            now.len().abs_diff(before.len()) as f32 + moved.fold(0.0, f32::max)
        });
        self.before = Some(now);
        change.into()
    }
}
