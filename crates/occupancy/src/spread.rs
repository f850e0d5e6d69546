//! How probability spreads while a thing is unseen (Isla 3.2.1): as printed, or calibrated in metres and
//! seconds. What is here are the settings and the arithmetic of shares; the passes are in `kernel`.

use crate::journeys::Journeys;
use crate::kernel::Shares;
use crate::lattice::{Lattice, Shape};
use glam::Vec2;
use serde::{Deserialize, Serialize};

/// Mass below this is dropped and made up for when the map is renormalised: it keeps maps small. A million nodes
/// could lose a millionth of the whole in a step.
pub const LEAST_MASS: f32 = 1e-12;

/// The most that a node gives away in one pass; more is done in several passes.
const MOST_GIVEN: f32 = 0.9;
/// The most passes of one tick: by then the mass is everywhere on any map of a size that fits in memory.
const MOST_PASSES: u32 = 512;
/// The greatest variance of one tick, in square cells: far more than [`MOST_PASSES`] can spread. Shares of a greater one would
/// leave the range of numbers.
const MOST_CELLS2: f32 = 1e9;

/// How probability spreads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Spread {
    /// The equations of the paper, by the tick.
    AsPrinted(AsPrinted),
    /// In metres and seconds, with velocity carried by mass of its own. The default.
    Calibrated(Calibrated),
}

impl Default for Spread {
    fn default() -> Self {
        Self::Calibrated(Calibrated::default())
    }
}

impl Spread {
    /// Isotropic diffusion as printed (Isla 1.3): each tick, each node passes the share `lambda` to its neighbours.
    pub fn isotropic(lambda: f32) -> Self {
        Self::AsPrinted(AsPrinted { lambda, ..AsPrinted::default() })
    }

    /// Velocity-driven diffusion as printed (Isla 1.4).
    pub fn velocity_driven(lambda: f32, velocity_kept: f32) -> Self {
        Self::AsPrinted(AsPrinted { lambda, velocity_kept, velocity_driven: true, leaks: false })
    }
}

/// Isla 1.3 and 1.4 as they stand: everything by the tick, whatever a tick lasts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct AsPrinted {
    /// The share that a node passes on in a tick, 0 to 1; each connection has a sixth of it.
    pub lambda: f32,
    /// Whether the rates favour the last observed velocity (1.4).
    pub velocity_driven: bool,
    /// What is left of the velocity after a tick unseen.
    pub velocity_kept: f32,
    /// Whether a node at a border or wall gives away the shares of neighbours it does not have, as 1.3 says if
    /// read to the letter. The rest is then renormalised, so that the border repels. Not on graphs.
    pub leaks: bool,
}

impl Default for AsPrinted {
    fn default() -> Self {
        Self { lambda: 0.5, velocity_driven: false, velocity_kept: 0.98, leaks: false }
    }
}

/// Spreading in metres and seconds. The same behaviour at any tick length, within the resolution of the map.
///
/// Mass that moves is kept apart from mass that rests and mass that roams. Each *course* is a layer of its own that is carried by
/// the observed velocity and widens as the uncertainty about that velocity grows with time; by and by courses
/// are given up, and their mass is left to roam from where it then is. How soon, and how widely it roams,
/// comes from the thing's [`Mobility`](crate::Mobility).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calibrated {
    /// The least that any thing spreads, on each axis: the standard deviation grows by this in the first second.
    pub least_m_per_root_s: f32,
    /// The ways in which a moving thing may go on. Their weights are shares of the moving mass.
    pub courses: Vec<Course>,
    /// The share of a moving thing's mass that roams from the start: it may have turned as it vanished.
    pub stopped: f32,
    /// Faster observations are taken to be this fast; a velocity that is not finite is taken for none.
    pub most_mps: f32,
    /// Whether what moves is believed to be on its way somewhere, along shortest ways.
    pub journeys: Option<Journeys>,
}

/// One way in which a thing that moves may go on moving.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Course {
    /// Its share of the moving mass.
    pub weight: f32,
    /// Its speed, as a multiple of the observed one.
    pub speed: f32,
    /// How far it turns from the observed direction, in radians.
    pub turn: f32,
    /// How uncertain the speed is, as a share of the speed (one standard deviation).
    pub speed_spread: f32,
    /// How uncertain the direction is, in radians (one standard deviation).
    pub turn_spread: f32,
    /// How much more the velocity strays while unseen than it has been seen to, as a multiple: 1 goes on as before.
    pub stray: f32,
}

impl Default for Calibrated {
    fn default() -> Self {
        let steady =
            Course { weight: 0.85, speed: 1.0, turn: 0.0, speed_spread: 0.03, turn_spread: 0.03, stray: 0.3 };
        let loose = Course { weight: 0.15, speed_spread: 0.1, turn_spread: 0.1, stray: 1.5, ..steady };
        Self {
            least_m_per_root_s: 0.05,
            courses: vec![steady, loose],
            stopped: 0.01,
            most_mps: 15.0,
            journeys: None,
        }
    }
}

impl Course {
    /// The variance along and across the way after `seconds`, for a speed and what is known of how it varies.
    pub(crate) fn variance_m2(&self, seconds: f32, speed: f32, known: &Straying) -> Vec2 {
        let speed = speed * self.speed;
        let stray = self.stray * self.stray * known.per_s * seconds * seconds * seconds / 3.0;
        let of = |spread: f32| {
            let spread = spread * speed;
            (spread * spread + known.velocity) * seconds * seconds + 2.0 * known.both * seconds + stray
        };
        Vec2::new(of(self.speed_spread), of(self.turn_spread))
    }
}

/// How well a velocity is known, as variances on each axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Straying {
    /// Of the velocity itself, and of it with the place.
    pub velocity: f32,
    pub both: f32,
    /// What the velocity's variance gains in a second.
    pub per_s: f32,
}

/// A symmetric tensor of variance on the ground, in square metres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Variance {
    pub xx: f32,
    pub zz: f32,
    pub xz: f32,
}

impl Variance {
    pub fn even(m2: f32) -> Self {
        Self { xx: m2, zz: m2, xz: 0.0 }
    }

    /// Variance along a direction and across it. The two are kept within a factor of three, which is as much as
    /// six neighbours can tell apart in every direction.
    pub fn along(direction: Vec2, along_across: Vec2) -> Self {
        let (along, across) = (along_across.x, along_across.y);
        let (along, across) = (along.max(across / 3.0), across.max(along / 3.0));
        let d = direction.normalize_or_zero();
        Self {
            xx: across + (along - across) * d.x * d.x,
            zz: across + (along - across) * d.y * d.y,
            xz: (along - across) * d.x * d.y,
        }
    }

    pub fn add(&mut self, other: Self) {
        self.xx += other.xx;
        self.zz += other.zz;
        self.xz += other.xz;
    }

    pub fn mean(&self) -> f32 {
        0.5 * (self.xx + self.zz)
    }

    fn scaled(self, by: f32) -> Self {
        Self { xx: self.xx * by, zz: self.zz * by, xz: self.xz * by }
    }

    /// The same where its parts are at most `most`, else scaled down to that. What is not finite counts as the most in every
    /// direction.
    fn within(self, most: f32) -> Self {
        if !(self.xx + self.zz + self.xz).is_finite() {
            return Self::even(most);
        }
        let greatest = self.xx.abs().max(self.zz.abs()).max(self.xz.abs());
        if greatest > most { self.scaled(most / greatest) } else { self }
    }

    /// The shares that give this variance, and in how many passes.
    pub fn shares(&self, lattice: &Lattice) -> (Shares, u32) {
        let per_cell = 1.0 / (lattice.cell_m() * lattice.cell_m());
        let Self { xx, zz, xz } = self.scaled(per_cell).within(MOST_CELLS2);
        let mut out = [0.0f32; 8];
        if lattice.shape() == Shape::Hexagons {
            // Each axis of neighbours adds twice its share of its own direction squared; three shares for the
            // three numbers of the tensor.
            let both = 2.0 * zz / 3.0;
            let difference = 2.0 * xz / 3.0f32.sqrt();
            let level = 0.5 * xx - both * 0.25;
            out[..3].copy_from_slice(&[level, 0.5 * (both + difference), 0.5 * (both - difference)]);
            if self.xx == self.zz && self.xz == 0.0 {
                out[..3].fill(xx / 3.0);
            }
            for way in 0..3 {
                out[way] = out[way].max(0.0);
                out[way + 3] = out[way];
            }
        } else {
            // Even spreading gives each diagonal a quarter of a side, which makes it round.
            let round = xx.min(zz) / 12.0;
            let (rising, falling) = (round.max(0.5 * xz), round.max(-0.5 * xz));
            let sides = rising + falling;
            out[..4].copy_from_slice(&[0.5 * xx - sides, rising, 0.5 * zz - sides, falling]);
            for way in 0..4 {
                out[way] = out[way].max(0.0);
                out[way + 4] = out[way];
            }
        }
        let given: f32 = out.iter().sum();
        if given <= MOST_GIVEN {
            return (Shares { out, floor: LEAST_MASS, leaks: false }, 1);
        }
        let passes = ((given / MOST_GIVEN).ceil().max(1.0) as u32).min(MOST_PASSES);
        let cap = (1.0 / passes as f32).min(MOST_GIVEN / given.max(f32::MIN_POSITIVE));
        for share in &mut out {
            *share *= cap;
        }
        (Shares { out, floor: LEAST_MASS, leaks: false }, passes)
    }

    /// On a graph: the variance of each pass on an axis, and how many.
    pub fn graph_passes(&self, greatest_per_m2: f32) -> (f32, u32) {
        let most_m2 = MOST_CELLS2 / greatest_per_m2.max(f32::MIN_POSITIVE);
        let mean_m2 = self.within(most_m2).mean();
        let given = mean_m2 * greatest_per_m2;
        let passes = ((given / MOST_GIVEN).ceil().max(1.0) as u32).min(MOST_PASSES);
        let most = MOST_GIVEN / greatest_per_m2.max(f32::MIN_POSITIVE);
        ((mean_m2 / passes as f32).min(most), passes)
    }
}

impl AsPrinted {
    /// The rates of Isla 1.4 for each neighbour, normalised if they pass 1; with no velocity, those of 1.3.
    pub(crate) fn shares(&self, lattice: &Lattice, per_tick: Vec2) -> Shares {
        let count = lattice.directions();
        let lambda = if self.lambda.is_finite() { self.lambda.clamp(0.0, 1.0) } else { 0.0 };
        let mut out = [0.0f32; 8];
        for (way, rate) in out.iter_mut().enumerate().take(count) {
            let step = lattice.step(way);
            let along = if self.velocity_driven { per_tick.dot(step) / step.length_squared() } else { 0.0 };
            *rate = lambda / count as f32 + along.max(0.0);
        }
        let total: f32 = out.iter().sum();
        if total > 1.0 {
            out.iter_mut().for_each(|rate| *rate /= total);
        }
        Shares { out, floor: LEAST_MASS, leaks: self.leaks }
    }
}

/// Takes whole steps out of an offset: the direction to step in while the offset is nearer to that neighbour than
/// to where it stands.
pub(crate) fn next_step(lattice: &Lattice, offset: Vec2) -> Option<usize> {
    let sides = if lattice.shape() == Shape::Squares { 2 } else { 1 };
    (0..lattice.directions())
        .step_by(sides)
        .map(|way| (way, lattice.step(way)))
        .filter(|(_, step)| offset.dot(*step) > 0.5 * step.length_squared())
        .max_by(|(_, a), (_, b)| offset.dot(*a).total_cmp(&offset.dot(*b)))
        .map(|(way, _)| way)
}

/// All mass goes one way.
pub(crate) fn hop(way: usize) -> Shares {
    let mut out = [0.0; 8];
    out[way] = 1.0;
    Shares { out, floor: LEAST_MASS, leaks: false }
}
