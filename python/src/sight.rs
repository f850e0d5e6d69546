//! What is in view: by the terrain's own walls here, or by a function of Python that is asked for many points at once.

use crate::arrays::{self, Dim};
use crate::{callback, errors};
use numpy::PyArrayMethods;
use numpy::ToPyArray;
use piaget::nav::{Ground, Raster};
use piaget::occupancy::Lattice;
use piaget::terms::maths::{cos, direction, ground, sin};
use piaget::terms::{Sight, Terrain, Vec2, Vec3};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex};

/// A field of view that walls cut.
///
/// >>> import piaget
/// >>> piaget.Field(90, reach_m=15).degrees
/// 90.0
#[pyclass(module = "piaget._native", frozen)]
#[derive(Clone, Copy)]
pub struct Field {
    /// Half of its angle, in radians.
    pub half_rad: f32,
    /// Nothing farther away is seen.
    #[pyo3(get)]
    pub reach_m: f32,
    /// The chance that a thing in view is noticed in one tick.
    #[pyo3(get)]
    pub detection_rate: f32,
}

#[pymethods]
impl Field {
    #[new]
    #[pyo3(signature = (degrees=60.0, reach_m=100.0, detection_rate=1.0))]
    fn new(degrees: f32, reach_m: f32, detection_rate: f32) -> PyResult<Self> {
        if !(degrees > 0.0 && degrees <= 360.0) {
            return Err(errors::value(format!("degrees is {degrees}; it must be above 0 and at most 360")));
        }
        Ok(Self {
            half_rad: degrees.to_radians() * 0.5,
            reach_m: arrays::positive("reach_m", reach_m)?,
            detection_rate: arrays::share("detection_rate", detection_rate)?,
        })
    }

    /// The whole angle in degrees.
    #[getter]
    fn degrees(&self) -> f32 {
        (self.half_rad * 2.0).to_degrees()
    }

    fn __repr__(&self) -> String {
        format!(
            "Field(degrees={}, reach_m={}, detection_rate={})",
            self.degrees(),
            self.reach_m,
            self.detection_rate
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, pyo3::types::PyType>, (f32, f32, f32)) {
        let own = slf.get();
        (slf.py().get_type::<Self>(), (own.degrees(), own.reach_m, own.detection_rate))
    }
}

impl Default for Field {
    /// That of Python's `Field()`.
    fn default() -> Self {
        Self { half_rad: std::f32::consts::FRAC_PI_6, reach_m: 100.0, detection_rate: 1.0 }
    }
}

impl Field {
    /// The eye that a character's file describes.
    pub fn of_character(character: &piaget::mind::Character) -> Self {
        let eye = &character.eyes.eye;
        Self {
            half_rad: eye.field_of_view_rad * 0.5,
            reach_m: eye.range_m,
            detection_rate: eye.detection_rate,
        }
    }
}

/// What stands in the way of a look: walls, and cells where the ground has them.
pub struct Blocks {
    terrain: Arc<Terrain>,
    cells: Option<Ground>,
}

impl Blocks {
    pub fn new(terrain: &Arc<Terrain>) -> Self {
        let cells = terrain.grid.as_ref().map(|_| Ground::new(terrain, 0.0, &Raster::default()));
        Self { terrain: terrain.clone(), cells }
    }

    fn cut(&self, from: Vec2, to: Vec2, margin_m: f32) -> bool {
        self.terrain.is_cut(from, to, margin_m)
            || self.cells.as_ref().is_some_and(|cells| !cells.sees(from, to))
    }
}

/// A field of view from a place.
pub struct FieldView<'a> {
    pub blocks: &'a Blocks,
    pub at: Vec2,
    towards: Vec2,
    cos_half: f32,
    sin_half: f32,
    field: Field,
}

impl<'a> FieldView<'a> {
    pub fn new(blocks: &'a Blocks, field: Field, at: Vec3, yaw: f32) -> Self {
        let (cos_half, sin_half) = (cos(field.half_rad), sin(field.half_rad));
        Self { blocks, at: ground(at), towards: ground(direction(yaw)), cos_half, sin_half, field }
    }

    /// Whether a point lies in the field and nothing stands before it.
    pub fn has(&self, point: Vec3) -> bool {
        let away = ground(point) - self.at;
        let far2 = away.length_squared();
        let ahead = away.dot(self.towards);
        let within = match self.cos_half >= 0.0 {
            true => ahead >= 0.0 && ahead * ahead >= self.cos_half * self.cos_half * far2,
            false => ahead >= 0.0 || ahead * ahead <= self.cos_half * self.cos_half * far2,
        };
        within
            && far2 <= self.field.reach_m * self.field.reach_m
            && !self.blocks.cut(self.at, ground(point), 0.0)
    }
}

impl Sight for FieldView<'_> {
    fn sees(&self, points: &[Vec3], seen: &mut [bool]) {
        for (point, seen) in points.iter().zip(seen) {
            *seen = self.has(*point);
        }
    }

    /// A disc is in view where it stays clear of both edges of the field, and of every wall made wider by its radius.
    fn sees_whole(&self, centres: &[Vec3], radius_m: f32, seen: &mut [bool]) {
        for (centre, seen) in centres.iter().zip(seen) {
            let centre = ground(*centre);
            let away = centre - self.at;
            let (ahead, aside) = (away.dot(self.towards), away.perp_dot(self.towards).abs());
            let far_m = away.length();
            // What lies ahead is clear of a blind wedge behind, but for its tip.
            let before = self.cos_half < 0.0 && ahead >= 0.0 && far_m >= radius_m;
            let clear = before || ahead * self.sin_half - aside * self.cos_half >= radius_m;
            *seen = clear
                && far_m + radius_m <= self.field.reach_m
                && !self.blocks.cut(self.at, centre, radius_m);
        }
    }

    fn detection_rate(&self) -> f32 {
        self.field.detection_rate
    }

    fn range_m(&self) -> f32 {
        self.field.reach_m
    }

    fn view_rad(&self) -> f32 {
        2.0 * self.field.half_rad
    }
}

/// A function of Python that says of an array of points which are in view. The first exception that it raises is kept, and
/// everything is out of view from then on.
pub struct Asked<'a> {
    function: &'a Py<PyAny>,
    pub failed: Mutex<Option<PyErr>>,
}

impl<'a> Asked<'a> {
    pub fn new(function: &'a Py<PyAny>) -> Self {
        Self { function, failed: Mutex::new(None) }
    }

    fn ask(&self, points: &[Vec3], seen: &mut [bool]) -> PyResult<()> {
        Python::attach(|py| {
            let flat: Vec<f32> = points.iter().flat_map(|point| point.to_array()).collect();
            let given = flat.to_pyarray(py).reshape([points.len(), 3])?;
            let answer = callback::call(self.function.bind(py), (given,))?;
            let answer = arrays::flags("what sight returned", &answer, &[&[Dim::Is(points.len())]])?;
            seen.copy_from_slice(answer.as_slice()?);
            Ok(())
        })
    }
}

impl Sight for Asked<'_> {
    fn sees(&self, points: &[Vec3], seen: &mut [bool]) {
        seen.fill(false);
        let mut failed = self.failed.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if !points.is_empty() && failed.is_none() {
            *failed = self.ask(points, seen).err();
        }
    }

    /// All six points around all places at once.
    fn sees_whole(&self, centres: &[Vec3], radius_m: f32, seen: &mut [bool]) {
        const AROUND: [(f32, f32); 6] = [
            (1.0, 0.0),
            (0.5, 0.866_025_4),
            (-0.5, 0.866_025_4),
            (-1.0, 0.0),
            (-0.5, -0.866_025_4),
            (0.5, -0.866_025_4),
        ];
        let around = |centre: &Vec3| AROUND.map(|(x, z)| *centre + Vec3::new(x, 0.0, z) * radius_m);
        let points: Vec<Vec3> = centres.iter().flat_map(around).collect();
        let mut each = vec![false; points.len()];
        self.sees(&points, &mut each);
        for (six, seen) in each.chunks_exact(6).zip(seen) {
            *seen = six.iter().all(|answer| *answer);
        }
    }
}

/// What Python said of every node of a lattice before the tick: a point is in view if the node nearest to it is.
pub struct NodesInView<'a> {
    pub lattice: &'a Lattice,
    /// For each stored number, which of the open nodes it is.
    pub order: &'a [u32],
    pub seen: &'a [bool],
}

impl NodesInView<'_> {
    fn has(&self, place: Vec2) -> bool {
        let node = self.lattice.nearest(place);
        node.is_some_and(|node| self.seen[self.order[node.0 as usize] as usize])
    }
}

impl Sight for NodesInView<'_> {
    fn sees(&self, points: &[Vec3], seen: &mut [bool]) {
        for (point, seen) in points.iter().zip(seen) {
            *seen = self.has(ground(*point));
        }
    }

    /// The answer for a node is about all of its cell.
    fn sees_whole(&self, centres: &[Vec3], _: f32, seen: &mut [bool]) {
        self.sees(centres, seen);
    }
}
