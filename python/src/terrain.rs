//! The ground as creatures know it.

use crate::arrays::{self, Dim};
use crate::{errors, packed};
use numpy::{PyArray2, PyArrayMethods, PyUntypedArrayMethods, ToPyArray};
use piaget::terms::{self, Grid, Rect, Vec2, Wall};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::Arc;

/// The farthest that ground may reach from the origin.
const MOST_M: f32 = 1e5;
/// The most cells of a grid.
const MOST_CELLS: usize = 1 << 26;

/// Ground with walls (x, z, half length, half thickness, yaw, height), or with cells that one can or cannot stand in.
///
/// >>> import piaget
/// >>> yard = piaget.Terrain(20, 20, walls=[(0, 3, 3, 0.1)])
/// >>> yard.is_cut((0, -4), (0, 6)), yard.is_open((5, 5))
/// (True, True)
#[pyclass(module = "piaget._native", frozen)]
pub struct Terrain {
    pub inner: Arc<terms::Terrain>,
}

impl Terrain {
    pub fn of(inner: Arc<terms::Terrain>) -> Self {
        Self { inner }
    }
}

#[pymethods]
impl Terrain {
    #[new]
    #[pyo3(signature = (width_m, depth_m, walls=None, *, centre=None))]
    fn new(
        width_m: f32,
        depth_m: f32,
        walls: Option<&Bound<'_, PyAny>>,
        centre: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        for (name, side) in [("width_m", width_m), ("depth_m", depth_m)] {
            if !(side.is_finite() && side > 0.0 && side <= MOST_M) {
                return Err(errors::value(format!(
                    "{name} is {side}; it must be above 0 and at most {MOST_M} m"
                )));
            }
        }
        let centre = centre.map(|given| arrays::place("centre", given)).transpose()?.unwrap_or_default();
        let around = Rect::centred(width_m, depth_m);
        let bounds = near(Rect { min: around.min + centre, max: around.max + centre })?;
        let walls = walls.map(read_walls).transpose()?.unwrap_or_default();
        Ok(Self::of(Arc::new(terms::Terrain { bounds, walls, grid: None })))
    }

    /// Ground given as cells; row 0 lies at the smallest z.
    #[staticmethod]
    #[pyo3(signature = (free, cell_m=1.0, origin=None))]
    fn from_cells(free: &Bound<'_, PyAny>, cell_m: f32, origin: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let free = arrays::flags("free", free, &[&[Dim::Any("rows"), Dim::Any("columns")]])?;
        let cell_m = arrays::positive("cell_m", cell_m)?;
        let [rows, columns] = [free.shape()[0], free.shape()[1]];
        if rows * columns == 0 || rows * columns > MOST_CELLS {
            return Err(errors::value(format!(
                "free has {rows} x {columns} cells; it must have 1 to {MOST_CELLS}"
            )));
        }
        let origin = match origin {
            Some(given) => arrays::place("origin", given)?,
            None => Vec2::new(columns as f32, rows as f32) * cell_m * -0.5,
        };
        let grid = Grid {
            columns: columns as u32,
            rows: rows as u32,
            cell_m,
            origin,
            free: free.as_slice()?.to_vec(),
        };
        let bounds = near(grid.bounds())?;
        Ok(Self::of(Arc::new(terms::Terrain { bounds, walls: Vec::new(), grid: Some(grid) })))
    }

    /// `(min_x, min_z, max_x, max_z)`.
    #[getter]
    fn bounds(&self) -> (f32, f32, f32, f32) {
        let Rect { min, max } = self.inner.bounds;
        (min.x, min.y, max.x, max.y)
    }

    /// One row per wall: x, z, half length, half thickness, yaw, height.
    #[getter]
    fn walls<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let one =
            |wall: &Wall| [wall.centre.x, wall.centre.y, wall.half.x, wall.half.y, wall.yaw, wall.height_m];
        let flat: Vec<f32> = self.inner.walls.iter().flat_map(one).collect();
        flat.to_pyarray(py).reshape([self.inner.walls.len(), 6])
    }

    /// The cells that one can stand in, or nothing for ground without cells.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<bool>>>> {
        let Some(grid) = &self.inner.grid else { return Ok(None) };
        grid.free.to_pyarray(py).reshape([grid.rows as usize, grid.columns as usize]).map(Some)
    }

    /// Whether one can stand at a place, this far from every wall.
    #[pyo3(signature = (place, margin_m=0.0))]
    fn is_open(&self, place: &Bound<'_, PyAny>, margin_m: f32) -> PyResult<bool> {
        Ok(self.inner.is_open(arrays::place("place", place)?, margin_m))
    }

    /// Whether a wall stands between two places.
    #[pyo3(signature = (a, b, margin_m=0.0))]
    fn is_cut(&self, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, margin_m: f32) -> PyResult<bool> {
        Ok(self.inner.is_cut(arrays::place("a", a)?, arrays::place("b", b)?, margin_m))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.inner == other.inner
    }

    fn __repr__(&self) -> String {
        let size = self.inner.bounds.size();
        format!("Terrain({} x {} m, {} walls)", size.x, size.y, self.inner.walls.len())
    }

    #[staticmethod]
    fn _from_bytes(py: Python<'_>, bytes: &[u8]) -> PyResult<Self> {
        Ok(Self::of(Arc::new(packed::unpack(py, "Terrain", bytes)?)))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let py = slf.py();
        let bytes = packed::pack(py, "Terrain", &*slf.get().inner)?;
        Ok((py.get_type::<Self>().getattr("_from_bytes")?, (bytes,)))
    }
}

/// Ground that does not reach farther than numbers are fine enough for.
fn near(bounds: Rect) -> PyResult<Rect> {
    let reach_m = bounds.min.abs().max(bounds.max.abs()).max_element();
    match reach_m <= MOST_M {
        true => Ok(bounds),
        false => Err(errors::value(format!(
            "the ground reaches {reach_m} m from the origin; it must be at most {MOST_M} m"
        ))),
    }
}

/// Rows of x, z, half length, half thickness, and optionally yaw and height.
fn read_walls(given: &Bound<'_, PyAny>) -> PyResult<Vec<Wall>> {
    const HEIGHT_M: f32 = 2.0;
    if given.len().is_ok_and(|length| length == 0) {
        return Ok(Vec::new());
    }
    let width = |columns| [Dim::Any("walls"), Dim::Is(columns)];
    let walls = arrays::floats("walls", given, &[&width(4), &width(5), &width(6)])?;
    let columns = walls.shape()[1];
    let mut read = Vec::new();
    for (index, row) in walls.as_slice()?.chunks_exact(columns).enumerate() {
        let half = Vec2::new(row[2], row[3]);
        if half.min_element() < 0.0 {
            return Err(errors::value(format!("walls[{index}] has a negative half size: {half}")));
        }
        let (yaw, height_m) = (*row.get(4).unwrap_or(&0.0), *row.get(5).unwrap_or(&HEIGHT_M));
        if height_m < 0.0 {
            return Err(errors::value(format!("walls[{index}] has a negative height: {height_m}")));
        }
        read.push(Wall { centre: Vec2::new(row[0], row[1]), half, yaw, height_m });
    }
    Ok(read)
}
