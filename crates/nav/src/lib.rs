//! Path planning over known ground: around the walls of a terrain and around bodies. It knows nothing of minds. Isla
//! and Blumberg (2002, section 4.3) name such a "Navigation System" and do not describe it.
//!
//! - [`Ground`]: the terrain as a grid of cells that a body of one size can stand in, with its connected components and
//!   exact line of sight.
//! - [`PathSearch`]: A* over the grid, then string pulling to an any-angle path.
//! - [`Flood`]: distances from one cell to all near it (Dijkstra's algorithm as a flood fill): a distance field.
//! - [`Regions`]: blocks of ground that hang together, as a coarse graph, and which of them see each other.
//! - [`Navigator`]: keeps a path from tick to tick and plans anew only when the goal moves, the path is blocked or the
//!   ground is another.
//!
//! It does not steer, push or wait, and it predicts nobody: bodies are discs where they are now.
//!
//! ```
//! use piaget_nav::{Ground, PathSearch, Raster};
//! use piaget_terms::{Rect, Terrain, Vec2, Wall};
//! let mut terrain = Terrain::open(Rect::centred(10.0, 10.0));
//! terrain.walls.push(Wall { centre: Vec2::ZERO, half: Vec2::new(2.0, 0.1), yaw: 0.0, height_m: 2.0 });
//! let ground = Ground::new(&terrain, 0.3, &Raster::default());
//! let cell = |x, z| ground.cell_at(Vec2::new(x, z)).unwrap();
//! let mut search = PathSearch::default();
//! let length = search.any_angle(&ground, &[], cell(0.0, -2.0), cell(0.0, 2.0)).unwrap();
//! assert!(length * f64::from(ground.cell_m) > 4.0, "round the wall, not through it");
//! assert!(search.path().len() > 2, "with a corner at the end of the wall");
//! ```
#![forbid(unsafe_code)]

mod flood;
mod ground;
mod path_search;
mod regions;
mod sight;
mod string_pulling;
mod travel;

pub use flood::Flood;
pub use ground::{Cell, Ground, Raster};
pub use path_search::{Octile, PathSearch};
pub use regions::{RegionFlood, Regions};
pub use string_pulling::length_of;
pub use travel::{NavigateConfig, Navigator, Progress, Trip, WhyNot};

use piaget_terms::Vec2;
use serde::{Deserialize, Serialize};

/// A body to go around: a disc on the ground where it is believed to be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Disc {
    /// Its middle, as x and z.
    pub centre: Vec2,
    /// How far it reaches.
    pub radius_m: f32,
}

impl PathSearch {
    /// An any-angle path: the shortest path over cells (A*), shortened by string pulling. Gives its length in cells, or
    /// `None` where there is no path.
    /// [`PathSearch::path`] then holds its corners. Never longer than [`PathSearch::shortest`].
    pub fn any_angle(&mut self, ground: &Ground, bodies: &[Disc], from: Cell, to: Cell) -> Option<f64> {
        self.shortest(ground, bodies, from, to)?;
        string_pulling::pull(ground, bodies, self.path_mut());
        Some(length_of(self.path()))
    }
}

/// How far the walker's middle must stay from a body's middle. A walker that stands closer than that already may
/// stay as close as it is, so that it can walk away. `None` for a body that is no obstacle.
fn clear_of(body: &Disc, ground: &Ground, start: Vec2) -> Option<f32> {
    let apart = start.distance(body.centre);
    let wanted = body.radius_m + ground.radius_m;
    let radius_m = if apart < wanted + ground.cell_m { apart - ground.cell_m } else { wanted };
    (radius_m.is_finite() && radius_m > 0.0).then_some(radius_m.min(wanted))
}
