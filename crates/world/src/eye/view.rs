//! The buffers of one eye: at each pixel's centre which surface is nearest and how far it is; and what follows from
//! them: whether a test point is in view (Isla 4.1.1).

use super::surface::Surface;
use super::{Eye, NEAR_M};
use piaget_terms::{Effector, EyePlan, HostId, Vec2, Vec3};

/// What a surface belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// A wall or a blocked cell: it hides, and is not sighted itself.
    Terrain,
    /// A thing.
    Thing(HostId),
    /// A creature's trunk.
    Body(HostId),
    /// A creature's marked part.
    Effector(HostId, Effector),
}

impl Mark {
    /// The thing or creature that it belongs to.
    pub fn host(self) -> Option<HostId> {
        match self {
            Self::Terrain => None,
            Self::Thing(id) | Self::Body(id) | Self::Effector(id, _) => Some(id),
        }
    }

    /// The creature that it is a part of.
    pub fn body(self) -> Option<HostId> {
        match self {
            Self::Terrain | Self::Thing(_) => None,
            Self::Body(id) | Self::Effector(id, _) => Some(id),
        }
    }
}

/// The id buffer and the depth buffer of one eye.
///
/// The id buffer holds *slots*, places in the list of [`View::marks`]. The depth buffer holds inverse depths, in
/// which planes stay planes and far is as exact as near; 0 is "nothing there".
///
/// ```
/// use piaget_terms::{EyePlan, HostId, Vec3};
/// use piaget_world::eye::{Eye, Mark, View};
/// let mut view = View::default();
/// view.begin(&Eye::new(&EyePlan::default(), Vec3::Y, 0.0, 0.0, None));
/// let slot = view.mark(Mark::Thing(HostId(4)));
/// view.put(80, 60, slot, 3.0); // a host's own renderer says what it sees
/// assert_eq!(view.at(80, 60), Some((Mark::Thing(HostId(4)), 3.0)));
/// ```
#[derive(Clone, Debug)]
pub struct View {
    pub(super) eye: Eye,
    pub(super) marks: Vec<Mark>,
    /// The surface of each slot, where the renderer gives it: it settles test points at edges.
    pub(super) surfaces: Vec<Option<Surface>>,
    /// Corners of meshes' triangles, in eye space.
    pub(super) triangles: Vec<[Vec3; 3]>,
    pub(super) slots: Vec<u32>,
    pub(super) inverse_depths: Vec<f32>,
    /// Whether something drawn may be beyond the range.
    pub(super) beyond_range: bool,
}

impl Default for View {
    fn default() -> Self {
        Self {
            eye: Eye::new(&EyePlan { columns: 1, rows: 1, ..EyePlan::default() }, Vec3::ZERO, 0.0, 0.0, None),
            marks: Vec::new(),
            surfaces: Vec::new(),
            triangles: Vec::new(),
            slots: vec![Self::NOTHING],
            inverse_depths: vec![0.0],
            beyond_range: false,
        }
    }
}

impl View {
    /// The slot of pixels where there is nothing.
    pub const NOTHING: u32 = u32::MAX;

    /// Clears the buffers for an eye.
    pub fn begin(&mut self, eye: &Eye) {
        self.eye = *eye;
        self.marks.clear();
        self.surfaces.clear();
        self.triangles.clear();
        let pixels = eye.columns as usize * eye.rows as usize;
        self.slots.clear();
        self.slots.resize(pixels, Self::NOTHING);
        self.inverse_depths.clear();
        self.inverse_depths.resize(pixels, 0.0);
        self.beyond_range = false;
    }

    /// Clears the pixels whose nearest surface is beyond the range.
    pub fn end(&mut self) {
        if !self.beyond_range {
            return;
        }
        let range_squared = self.eye.range_m * self.eye.range_m;
        for row in 0..self.eye.rows {
            for column in 0..self.eye.columns {
                let at = (row * self.eye.columns + column) as usize;
                let slope = self.eye.slope_from_screen(Vec2::new(column as f32 + 0.5, row as f32 + 0.5));
                let inverse = self.inverse_depths[at];
                if slope.length_squared() + 1.0 > range_squared * inverse * inverse {
                    self.inverse_depths[at] = 0.0;
                    self.slots[at] = Self::NOTHING;
                }
            }
        }
    }

    /// Opens a slot for something that may be seen.
    pub fn mark(&mut self, mark: Mark) -> u32 {
        self.marks.push(mark);
        self.surfaces.push(None);
        self.marks.len() as u32 - 1
    }

    /// Says that a slot's surface is at a pixel, at a depth along the line of sight, unless something nearer is.
    pub fn put(&mut self, column: u32, row: u32, slot: u32, depth_m: f32) {
        let at = (row * self.eye.columns + column) as usize;
        let inverse = 1.0 / depth_m;
        if depth_m >= NEAR_M && inverse > self.inverse_depths[at] {
            self.inverse_depths[at] = inverse;
            self.slots[at] = slot;
            self.beyond_range = true;
        }
    }

    /// The eye that looked.
    pub fn eye(&self) -> &Eye {
        &self.eye
    }

    /// Pixels across.
    pub fn columns(&self) -> u32 {
        self.eye.columns
    }

    /// Pixels down.
    pub fn rows(&self) -> u32 {
        self.eye.rows
    }

    /// What each slot belongs to.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// The id buffer, row by row from the top.
    pub fn slots(&self) -> &[u32] {
        &self.slots
    }

    /// The depth buffer, row by row from the top.
    pub fn inverse_depths(&self) -> &[f32] {
        &self.inverse_depths
    }

    /// What is at a pixel, and its depth along the line of sight.
    pub fn at(&self, column: u32, row: u32) -> Option<(Mark, f32)> {
        let at = (row * self.eye.columns + column) as usize;
        let slot = self.slots[at];
        (slot != Self::NOTHING).then(|| (self.marks[slot as usize], 1.0 / self.inverse_depths[at]))
    }

    /// The inverse depth at a place of the screen, if the surface there is one of those asked for.
    pub(crate) fn inverse_depth_at(&self, screen: Vec2, belongs: impl Fn(u32) -> bool) -> Option<f32> {
        let at = self.pixel(screen);
        let slot = self.slots[at];
        if slot == Self::NOTHING || !belongs(slot) {
            return None;
        }
        // The place need not be the pixel's centre; the surface itself says how deep it is there.
        let slope = self.eye.slope_from_screen(screen);
        Some(self.surface_depth(slot, slope).unwrap_or(self.inverse_depths[at]))
    }

    /// For each point, whether a thing there would be seen.
    ///
    /// The depth buffer decides where the nine pixels around the point agree. Where they do not there is an edge,
    /// and the surfaces seen in those pixels are asked exactly, if the renderer left them.
    pub fn sees(&self, points: &[Vec3], seen: &mut [bool]) {
        for (point, seen) in points.iter().zip(seen) {
            *seen = self.sees_point(*point);
        }
    }

    /// For each place, whether all of a cell of this radius around it is in view. Errs on the side of "no": the
    /// middle and six points around it must be in view, and so must all pixels next to theirs.
    pub fn sees_whole(&self, centres: &[Vec3], radius_m: f32, seen: &mut [bool]) {
        const HALF_ROOT_3: f32 = 0.866_025_4;
        const AROUND: [(f32, f32); 7] = [
            (0.0, 0.0),
            (1.0, 0.0),
            (0.5, HALF_ROOT_3),
            (-0.5, HALF_ROOT_3),
            (-1.0, 0.0),
            (-0.5, -HALF_ROOT_3),
            (0.5, -HALF_ROOT_3),
        ];
        for (centre, seen) in centres.iter().zip(seen) {
            *seen = AROUND.iter().all(|(x, z)| {
                let point = *centre + Vec3::new(*x, 0.0, *z) * radius_m;
                self.eye.screen_from_world(point).is_some_and(|screen| {
                    let (_, nearest) = self.around(screen.truncate());
                    nearest * screen.z < 1.0
                })
            });
        }
    }

    /// Whether a thing at this one point would be seen.
    pub fn sees_point(&self, point: Vec3) -> bool {
        let Some(screen) = self.eye.screen_from_world(point) else { return false };
        let (inverse, screen) = (1.0 / screen.z, screen.truncate());
        let (farthest, nearest) = self.around(screen);
        if inverse > nearest {
            return true;
        }
        if inverse < farthest {
            return false;
        }
        let slope = self.eye.slope_from_screen(screen);
        let mut asked = [Self::NOTHING; 9];
        for (at, slot) in self.neighbours(screen).enumerate() {
            let slot = self.slots[slot];
            if slot == Self::NOTHING || asked[..at].contains(&slot) {
                continue;
            }
            asked[at] = slot;
            match &self.surfaces[slot as usize] {
                // Without surfaces the pixel itself decides.
                None => return inverse >= self.inverse_depths[self.pixel(screen)],
                Some(surface) => {
                    if surface.inverse_depth(slope, &self.triangles).is_some_and(|surface| surface > inverse)
                    {
                        return false;
                    }
                }
            }
        }
        true
    }

    fn surface_depth(&self, slot: u32, slope: Vec2) -> Option<f32> {
        self.surfaces[slot as usize].as_ref()?.inverse_depth(slope, &self.triangles)
    }

    /// The smallest and the greatest inverse depth of the nine pixels around a place of the screen.
    fn around(&self, screen: Vec2) -> (f32, f32) {
        self.neighbours(screen).fold((f32::INFINITY, 0.0), |(low, high), at| {
            let inverse = self.inverse_depths[at];
            (inverse.min(low), inverse.max(high))
        })
    }

    fn neighbours(&self, screen: Vec2) -> impl Iterator<Item = usize> + use<> {
        let (columns, rows) = (self.eye.columns as usize, self.eye.rows as usize);
        let (column, row) = ((screen.x as usize).min(columns - 1), (screen.y as usize).min(rows - 1));
        let (left, right) = (column.saturating_sub(1), (column + 1).min(columns - 1));
        (row.saturating_sub(1)..=(row + 1).min(rows - 1))
            .flat_map(move |row| (left..=right).map(move |column| row * columns + column))
    }

    pub(super) fn pixel(&self, screen: Vec2) -> usize {
        let column = (screen.x as u32).min(self.eye.columns - 1);
        let row = (screen.y as u32).min(self.eye.rows - 1);
        (row * self.eye.columns + column) as usize
    }
}
