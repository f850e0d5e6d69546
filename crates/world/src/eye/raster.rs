//! The world's own renderer: draws a scene into the buffers, row by row, nearest surface first come by depth.
//!
//! Flat faces are cut out by the planes through the eye and their edges (no projected corners, so no clipping, and
//! two faces that share an edge share it to the last bit); in inverse depth a face is linear along a row. Round
//! forms are met exactly at each pixel of the rectangle that holds them.

use super::scene::{Form, Item, Scene};
use super::surface::{BoxSurface, Surface};
use super::view::View;
use super::{Eye, NEAR_M, Renderer};
use arrayvec::ArrayVec;
use piaget_terms::{Vec2, Vec3};

/// Draws a scene.
pub struct Raster<'a> {
    scene: &'a Scene,
}

impl<'a> Raster<'a> {
    /// A renderer of this scene.
    pub fn new(scene: &'a Scene) -> Self {
        Self { scene }
    }
}

impl Renderer for Raster<'_> {
    fn render(&self, eye: &Eye, view: &mut View) {
        let canvas = Canvas::new(eye);
        for group in self.scene.groups() {
            if !canvas.may_show(eye.eye_from_point(group.centre), group.bound, eye.range_m) {
                continue;
            }
            let items = &self.scene.items()[group.first as usize..(group.first + group.count) as usize];
            for item in items.iter().filter(|item| !is_own(item, eye)) {
                self.draw_item(item, &canvas, eye, view);
            }
        }
    }
}

impl Raster<'_> {
    fn draw_item(&self, item: &Item, canvas: &Canvas, eye: &Eye, view: &mut View) {
        let centre = eye.eye_from_point(item.centre);
        if !canvas.may_show(centre, item.bound, eye.range_m) {
            return;
        }
        view.beyond_range |= centre.length() + item.bound > eye.range_m;
        let mesh = match item.form {
            Form::Mesh { first, count } => self.scene.mesh(first, count),
            _ => &[],
        };
        let slot = view.mark(item.mark);
        let surface = Surface::new(item, centre, eye, mesh, &mut view.triangles);
        view.surfaces[slot as usize] = Some(surface);
        canvas.draw(&surface, slot, view);
    }
}

fn is_own(item: &Item, eye: &Eye) -> bool {
    eye.owner.is_some() && item.mark.body() == eye.owner
}

/// Columns and rows of pixels, the last not included.
#[derive(Clone, Copy)]
struct Tile {
    left: u32,
    right: u32,
    top: u32,
    bottom: u32,
}

/// The pixels of an eye: direction of the upper left pixel's centre and the step from one to the next.
struct Canvas {
    columns: u32,
    rows: u32,
    half: Vec2,
    /// Inverse lengths of the normals of the frustum's sides.
    side: Vec2,
    first: Vec2,
    step: Vec2,
}

impl Canvas {
    fn new(eye: &Eye) -> Self {
        let first = eye.slope_from_screen(Vec2::splat(0.5));
        let pixels = Vec2::new(eye.columns as f32, eye.rows as f32);
        let step = Vec2::new(2.0, -2.0) * eye.half / pixels;
        let side = (Vec2::ONE + eye.half * eye.half).map(|squared| 1.0 / squared.sqrt());
        Self { columns: eye.columns, rows: eye.rows, half: eye.half, side, first, step }
    }

    /// Whether a sphere may reach into the frustum.
    fn may_show(&self, centre: Vec3, bound: f32, range_m: f32) -> bool {
        let depth = -centre.z;
        let reach = range_m + bound;
        depth + bound > NEAR_M
            && (centre.x.abs() - self.half.x * depth) * self.side.x <= bound
            && (centre.y.abs() - self.half.y * depth) * self.side.y <= bound
            && centre.length_squared() <= reach * reach
    }

    fn draw(&self, surface: &Surface, slot: u32, view: &mut View) {
        match *surface {
            Surface::Box(it) => self.draw_box(&it, slot, view),
            Surface::Sphere(ball) => {
                self.fill(self.tile_of_ball(ball.centre, ball.radius), slot, view, |d| ball.meet(d));
            }
            Surface::Capsule(rod) => {
                if rod.holds_eye() {
                    return;
                }
                for ball in rod.ends() {
                    self.fill(self.tile_of_ball(ball.centre, ball.radius), slot, view, |d| ball.meet(d));
                }
                self.fill(
                    self.tile_of_balls(rod.ends().map(|ball| ball.centre), rod.radius),
                    slot,
                    view,
                    |d| rod.meet_side(d),
                );
            }
            Surface::Cylinder(rod) => {
                let tile = self.tile_of_balls(rod.ends().map(|ball| ball.centre), rod.radius);
                self.fill(tile, slot, view, |d| rod.meet_side(d));
                self.fill(tile, slot, view, |d| rod.meet_end(d));
            }
            Surface::Mesh { first, count } => {
                for at in first..first + count {
                    let corners = view.triangles[at as usize];
                    self.draw_polygon(&corners, slot, view);
                }
            }
        }
    }

    /// The faces of a box that face the eye.
    fn draw_box(&self, it: &BoxSurface, slot: u32, view: &mut View) {
        for axis in 0..3 {
            let (out, u, v) = (it.axes.col(axis), it.axes.col((axis + 1) % 3), it.axes.col((axis + 2) % 3));
            let (u, v) = (u * it.half[(axis + 1) % 3], v * it.half[(axis + 2) % 3]);
            let middle = out.dot(it.centre);
            let out = if middle < -it.half[axis] {
                out * it.half[axis]
            } else if middle > it.half[axis] {
                out * -it.half[axis]
            } else {
                continue;
            };
            let face = it.centre + out;
            self.draw_polygon(&[face - u - v, face + u - v, face + u + v, face - u + v], slot, view);
        }
    }

    /// A flat convex face of at most four corners.
    fn draw_polygon(&self, corners: &[Vec3], slot: u32, view: &mut View) {
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        let offset = normal.dot(corners[0]);
        if offset == 0.0 {
            return;
        }
        let Some((top, bottom)) = self.rows_of(corners) else { return };
        let depth = self.plane(normal * (1.0 / offset));
        // Positive inside: the planes through the eye and each edge, and depths not nearer than the near plane.
        let mut cuts: ArrayVec<Plane, 5> = ArrayVec::new();
        for (at, corner) in corners.iter().enumerate() {
            let edge = corner.cross(corners[(at + 1) % corners.len()]);
            cuts.push(self.plane(edge * offset.signum()));
        }
        cuts.push(Plane { at_first: 1.0 / NEAR_M - depth.at_first, column: -depth.column, row: -depth.row });
        for row in top..bottom {
            let Some((left, right)) = span(&cuts, row as f32, self.columns) else { continue };
            let start = (row * self.columns) as usize;
            let (from, to) = (start + left as usize, start + right as usize);
            let at_row = depth.at_first + depth.row * row as f32;
            let pixels = view.inverse_depths[from..to].iter_mut().zip(&mut view.slots[from..to]);
            for (column, (nearest, own)) in (left..right).zip(pixels) {
                let inverse = at_row + depth.column * column as i32 as f32;
                let nearer = inverse > *nearest;
                *nearest = if nearer { inverse } else { *nearest };
                *own = if nearer { slot } else { *own };
            }
        }
    }

    /// A linear function of directions as one of columns and rows.
    fn plane(&self, normal: Vec3) -> Plane {
        Plane {
            at_first: normal.dot(self.first.extend(-1.0)),
            column: normal.x * self.step.x,
            row: normal.y * self.step.y,
        }
    }

    /// The rows that a polygon may touch: all of them if it comes too near to project its corners.
    fn rows_of(&self, corners: &[Vec3]) -> Option<(u32, u32)> {
        if corners.iter().all(|corner| -corner.z < NEAR_M) {
            return None;
        }
        if corners.iter().any(|corner| -corner.z < NEAR_M) {
            return Some((0, self.rows));
        }
        let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
        for corner in corners {
            let slope = corner.y / -corner.z;
            (low, high) = (low.min(slope), high.max(slope));
        }
        let row = |slope: f32| (slope - self.first.y) / self.step.y;
        let top = (row(high).max(0.0) as u32).saturating_sub(1);
        let bottom = (row(low) + 2.0).clamp(0.0, self.rows as f32) as u32;
        (top < bottom).then_some((top, bottom))
    }

    /// Where a round form is nearer than what is there, it is put there.
    #[inline(always)]
    fn fill(&self, tile: Tile, slot: u32, view: &mut View, meet: impl Fn(Vec3) -> f32) {
        for row in tile.top..tile.bottom {
            let y = self.first.y + self.step.y * row as f32;
            let start = (row * self.columns) as usize;
            let (from, to) = (start + tile.left as usize, start + tile.right as usize);
            let pixels = view.inverse_depths[from..to].iter_mut().zip(&mut view.slots[from..to]);
            for (column, (nearest, own)) in (tile.left..tile.right).zip(pixels) {
                let x = self.first.x + self.step.x * column as i32 as f32;
                let inverse = meet(Vec3::new(x, y, -1.0));
                let nearer = (inverse > *nearest) & (inverse <= 1.0 / NEAR_M);
                *nearest = if nearer { inverse } else { *nearest };
                *own = if nearer { slot } else { *own };
            }
        }
    }

    /// The pixels that two equal spheres and all between them may touch.
    fn tile_of_balls(&self, centres: [Vec3; 2], radius: f32) -> Tile {
        let [a, b] = centres.map(|centre| self.tile_of_ball(centre, radius));
        let (left, right) = (a.left.min(b.left), a.right.max(b.right));
        Tile { left, right, top: a.top.min(b.top), bottom: a.bottom.max(b.bottom) }
    }

    /// The pixels that a sphere may touch.
    fn tile_of_ball(&self, centre: Vec3, radius: f32) -> Tile {
        let depth = -centre.z;
        if depth <= radius + NEAR_M {
            return Tile { left: 0, right: self.columns, top: 0, bottom: self.rows };
        }
        // Slopes of the two tangents from the eye, in the plane of one axis and the line of sight.
        let tangents = |at: f32| {
            let square = depth * depth - radius * radius;
            let root = radius * (at * at + square).max(0.0).sqrt();
            ((at * depth - root) / square, (at * depth + root) / square)
        };
        let ((x0, x1), (y0, y1)) = (tangents(centre.x), tangents(centre.y));
        let pixel = |slope: f32, first: f32, step: f32, most: u32, past: f32| {
            ((slope - first) / step + past).clamp(0.0, most as f32) as u32
        };
        Tile {
            left: pixel(x0, self.first.x, self.step.x, self.columns, -1.0),
            right: pixel(x1, self.first.x, self.step.x, self.columns, 2.0),
            top: pixel(y1, self.first.y, self.step.y, self.rows, -1.0),
            bottom: pixel(y0, self.first.y, self.step.y, self.rows, 2.0),
        }
    }
}

/// A value at the first pixel, and how it grows from column to column and from row to row.
#[derive(Clone, Copy)]
struct Plane {
    at_first: f32,
    column: f32,
    row: f32,
}

/// The columns of a row in which no cut is below 0.
fn span(cuts: &[Plane], row: f32, columns: u32) -> Option<(u32, u32)> {
    let (mut left, mut right) = (0.0f32, (columns - 1) as f32);
    for cut in cuts {
        let at_row = cut.at_first + cut.row * row;
        let border = at_row / -cut.column;
        if cut.column > 0.0 {
            left = left.max(border);
        } else if cut.column < 0.0 {
            right = right.min(border);
        } else if at_row < 0.0 {
            return None;
        }
    }
    if left > right {
        return None;
    }
    let first = left as u32;
    let first = first + u32::from((first as f32) < left);
    let end = right as u32 + 1;
    (first < end).then_some((first, end))
}
