//! A way to where the choice wants to be: around the walls a creature knows and the bodies it believes in.
//!
//! [`Ground`] is the terrain cut into cells once for a body's size; [`Search`] finds shortest ways over it; a
//! [`Navigator`] keeps a way from tick to tick and plans anew only when the goal moves, the way is blocked or the
//! ground is another. It does not steer, push or wait: bodies are discs where they are believed to be now.

mod flood;
mod ground;
mod search;
mod sight;
mod taut;
mod travel;

pub use flood::Flood;
pub use ground::{Cell, Ground, Raster};
pub use search::{Octile, Search};
pub use taut::length_of;
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

impl Search {
    /// The shortest way at any angle that pulling the way over cells tight gives: its length in cells, or `None`.
    /// [`Search::path`] then holds its corners. Never longer than [`Search::shortest`].
    pub fn any_angle(&mut self, ground: &Ground, bodies: &[Disc], from: Cell, to: Cell) -> Option<f64> {
        self.shortest(ground, bodies, from, to)?;
        taut::pull(ground, bodies, self.path_mut());
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
