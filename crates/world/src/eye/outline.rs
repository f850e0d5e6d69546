//! The outline of a thing in the picture, whether something nearer covers it or not, and how much of it shows.
//!
//! Only bodies of which at least one pixel shows take part. They are rigid, so that what shows tells where the rest is;
//! what no pixel shows cannot change an outline.

use super::NEAR_M;
use super::surface::{Ball, BoxSurface, Rod, Surface};
use super::view::View;
use piaget_terms::{Extent, Occlusion, Vec2, Vec3};

/// The most samples across and down an outline, when the share that shows is counted.
const MOST_SAMPLES: u32 = 24;
/// What is hidden by less than this many pixels counts as shown: the edge of what shows is known to a pixel at each end.
const TOLERANCE_PX: f32 = 1.5;

/// A rectangle of the picture: least and greatest x and y at depth 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub low: Vec2,
    pub high: Vec2,
}

impl Bounds {
    const EMPTY: Self = Self { low: Vec2::splat(f32::INFINITY), high: Vec2::splat(f32::NEG_INFINITY) };

    fn with(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn size(self) -> Vec2 {
        self.high - self.low
    }
}

/// The pixels in which a thing shows, the last not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PixelBounds {
    pub left: u32,
    pub right: u32,
    pub top: u32,
    pub bottom: u32,
}

impl PixelBounds {
    pub const EMPTY: Self = Self { left: u32::MAX, right: 0, top: u32::MAX, bottom: 0 };

    /// The least rectangle that holds both.
    pub fn with(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            right: self.right.max(other.right),
            top: self.top.min(other.top),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

impl View {
    /// How much of a thing shows and how large it is, from the slots of its bodies that show and the pixels in which they do. `None` where the renderer
    /// left no surfaces, or where the thing reaches beside or behind the eye and has no outline.
    pub(crate) fn occlusion(
        &self,
        own: &[u32],
        at: PixelBounds,
        depth_m: f32,
    ) -> Option<(Occlusion, Extent)> {
        let whole = self.bounds(own)?;
        let pixel = self.pixel_size();
        let corner = |column: u32, row: u32| self.eye.slope_from_screen(Vec2::new(column as f32, row as f32));
        let (upper_left, lower_right) = (corner(at.left, at.top), corner(at.right, at.bottom));
        let middle = (upper_left + lower_right) * 0.5;
        // A step in the picture is longer than square to the line of sight, the more the farther from its middle.
        let metres = Vec2::new(across(middle.x), across(middle.y)) * depth_m;
        let hidden =
            |by: f32, pixel: f32, metres: f32| if by > TOLERANCE_PX * pixel { by * metres } else { 0.0 };
        let sides = Occlusion {
            shown: 1.0,
            left_m: hidden(upper_left.x - whole.low.x, pixel.x, metres.x),
            right_m: hidden(whole.high.x - lower_right.x, pixel.x, metres.x),
            above_m: hidden(whole.high.y - upper_left.y, pixel.y, metres.y),
            below_m: hidden(lower_right.y - whole.low.y, pixel.y, metres.y),
        };
        let size = whole.size() * metres;
        let extent = Extent::new(size.x, size.y);
        if !sides.is_cut() && !self.is_covered(own, at) {
            return Some((Occlusion::NONE, extent));
        }
        Some((Occlusion { shown: self.shown_share(own, whole), ..sides }, extent))
    }

    /// Whether something nearer stands among the pixels of a thing.
    fn is_covered(&self, own: &[u32], at: PixelBounds) -> bool {
        let rows = || (at.top..at.bottom).map(|row| (row * self.eye.columns) as usize);
        let (left, right) = (at.left as usize, at.right as usize);
        let pixels = || {
            rows().flat_map(|start| {
                let row = start + left..start + right;
                self.slots[row.clone()].iter().zip(&self.inverse_depths[row])
            })
        };
        let own_depths = pixels().filter(|(slot, _)| own.contains(slot)).map(|(_, inverse)| *inverse);
        let farthest = own_depths.fold(f32::INFINITY, f32::min);
        pixels().any(|(slot, inverse)| *inverse > farthest && !own.contains(slot))
    }

    /// The rectangle around bodies, hidden parts included; `None` if a surface is unknown or reaches behind the eye.
    fn bounds(&self, own: &[u32]) -> Option<Bounds> {
        own.iter().try_fold(Bounds::EMPTY, |bounds, slot| {
            let surface = self.surfaces[*slot as usize].as_ref()?;
            Some(bounds.with(surface.bounds(&self.triangles)?))
        })
    }

    /// The share of the outline of bodies that is in the picture and behind nothing nearer, by a grid of samples.
    fn shown_share(&self, own: &[u32], whole: Bounds) -> f32 {
        let (size, pixel) = (whole.size(), self.pixel_size());
        let (columns, rows) = (samples(size.x, pixel.x), samples(size.y, pixel.y));
        let step = size / Vec2::new(columns as f32, rows as f32);
        let nearest = |slope: Vec2| {
            let surfaces = own.iter().filter_map(|slot| self.surfaces[*slot as usize].as_ref());
            surfaces.filter_map(|surface| surface.inverse_depth(slope, &self.triangles)).reduce(f32::max)
        };
        let (mut all, mut shown) = (0u32, 0u32);
        for row in 0..rows {
            for column in 0..columns {
                let slope = whole.low + Vec2::new(column as f32 + 0.5, row as f32 + 0.5) * step;
                if let Some(inverse) = nearest(slope) {
                    all += 1;
                    shown += u32::from(self.is_clear(own, slope, inverse));
                }
            }
        }
        if all > 0 { shown as f32 / all as f32 } else { 1.0 }
    }

    /// Whether a direction is in the picture, with nothing but these bodies nearer than a depth.
    fn is_clear(&self, own: &[u32], slope: Vec2, inverse: f32) -> bool {
        let ndc = slope / self.eye.half;
        if ndc.abs().max_element() >= 1.0 {
            return false;
        }
        let at = self.pixel(self.eye.screen_from_ndc(ndc));
        own.contains(&self.slots[at]) || self.inverse_depths[at] <= inverse
    }

    /// The width and height of a pixel at depth 1.
    fn pixel_size(&self) -> Vec2 {
        self.eye.half * 2.0 / Vec2::new(self.eye.columns as f32, self.eye.rows as f32)
    }
}

/// How many samples a length of an outline gets: one for each pixel, and at most [`MOST_SAMPLES`]. What touches the eye has an
/// outline without end.
fn samples(length: f32, pixel: f32) -> u32 {
    ((length / pixel) as u32).min(MOST_SAMPLES - 1) + 1
}

/// The share of a step in the picture that is square to the line of sight, so far from the picture's middle.
fn across(slope: f32) -> f32 {
    1.0 / (1.0 + slope * slope).sqrt()
}

impl Surface {
    /// The rectangle of the picture around it; `None` if it reaches behind the eye.
    fn bounds(&self, triangles: &[[Vec3; 3]]) -> Option<Bounds> {
        match self {
            Self::Box(it) => around(it.corners()),
            Self::Sphere(ball) => around_disc(ball.centre, ball.radius, Vec3::ZERO),
            Self::Capsule(rod) => {
                let [a, b] = rod.ends();
                Some(around_ball(a)?.with(around_ball(b)?))
            }
            Self::Cylinder(rod) => around_cylinder(rod),
            Self::Mesh { first, count } => {
                around(triangles[*first as usize..(first + count) as usize].iter().flatten().copied())
            }
        }
    }
}

impl BoxSurface {
    fn corners(&self) -> impl Iterator<Item = Vec3> + use<'_> {
        const SIGNS: [f32; 2] = [-1.0, 1.0];
        let ends = |axis: usize| SIGNS.map(|sign| self.axes.col(axis) * (self.half[axis] * sign));
        let (x, y, z) = (ends(0), ends(1), ends(2));
        (0..8).map(move |at| self.centre + x[at & 1] + y[at >> 1 & 1] + z[at >> 2])
    }
}

fn around(corners: impl Iterator<Item = Vec3>) -> Option<Bounds> {
    corners.into_iter().try_fold(Bounds::EMPTY, |bounds, corner| {
        let slope = corner.truncate() / -corner.z;
        (-corner.z >= NEAR_M).then(|| bounds.with(Bounds { low: slope, high: slope }))
    })
}

fn around_ball(ball: Ball) -> Option<Bounds> {
    around_disc(ball.centre, ball.radius, Vec3::ZERO)
}

fn around_cylinder(rod: &Rod) -> Option<Bounds> {
    let reach = rod.axis * rod.half;
    let ends = [rod.centre + reach, rod.centre - reach];
    let [a, b] = ends.map(|centre| around_disc(centre, rod.radius, rod.axis));
    Some(a?.with(b?))
}

/// The rectangle around a disc square to an axis of length 1, or around a ball where there is no axis: where planes
/// through the eye touch it.
fn around_disc(centre: Vec3, radius: f32, axis: Vec3) -> Option<Bounds> {
    if -centre.z <= radius + NEAR_M {
        return None;
    }
    let square = radius * radius;
    // A plane x + s z = 0 touches it where its distance from the middle is the radius as seen along the plane's normal.
    let tangents = |along: f32, axis_along: f32| {
        let a = centre.z * centre.z - square * (1.0 - axis.z * axis.z);
        let b = along * centre.z + square * axis_along * axis.z;
        let c = along * along - square * (1.0 - axis_along * axis_along);
        let root = (b * b - a * c).max(0.0).sqrt();
        ((-b - root) / a, (-b + root) / a)
    };
    let ((left, right), (below, above)) = (tangents(centre.x, axis.x), tangents(centre.y, axis.y));
    Some(Bounds { low: Vec2::new(left, below), high: Vec2::new(right, above) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_without_end_has_the_most_samples() {
        for (length, count) in
            [(0.0, 1), (0.5, 1), (3.5, 4), (1e3, MOST_SAMPLES), (f32::INFINITY, MOST_SAMPLES)]
        {
            assert_eq!(samples(length, 1.0), count, "{length}");
        }
        assert_eq!(samples(f32::NAN, 1.0), 1);
    }
}
