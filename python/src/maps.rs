//! Many maps on one ground, worked on at once.

use crate::arrays::{self, Dim, Points};
use crate::map::{DLPACK_PROCESSOR, LOOK_HEIGHT_M, Nodes, Plan, density};
use crate::pool::Pool;
use crate::sight::{Blocks, Field, FieldView};
use crate::terrain::Terrain;
use crate::{errors, packed, room};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods, ToPyArray};
use piaget::occupancy::{self, Distribution, Prior, Saved, Seen, Visible};
use piaget::terms::Vec2;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::Arc;

/// The bytes of all of them, and the number of threads.
type Pickled<'py> = (Bound<'py, PyBytes>, usize);

/// One map of many, and which of its nodes are in view.
struct One {
    map: Distribution,
    visible: Visible,
    confusion: f32,
}

/// Many maps on one ground.
///
/// >>> import numpy, piaget
/// >>> maps = piaget.Maps(50, piaget.Terrain(10, 10), 0.5)
/// >>> maps.observe(numpy.ones((50, 2)))
/// >>> maps.spread(2.0)
/// >>> lost = maps.look(numpy.zeros((50, 2)), numpy.zeros(50), piaget.Field(90))
/// >>> lost.shape, maps.read().shape == (50, len(maps.places))
/// ((50,), True)
#[pyclass(module = "piaget._native")]
pub struct Maps {
    plan: Plan,
    shared: Arc<occupancy::Map>,
    blocks: Blocks,
    all: Vec<One>,
    nodes: Nodes,
    pool: Pool,
}

impl Maps {
    fn of(plan: Plan, threads: Option<usize>) -> Self {
        let (shared, blocks) = (plan.build(), Blocks::new(&Arc::new(plan.terrain.clone())));
        let nodes = Nodes::new(shared.lattice());
        Self { plan, shared, blocks, all: Vec::new(), nodes, pool: Pool::new(threads) }
    }

    fn one(&self, map: Distribution) -> One {
        One { map, visible: Visible::new(self.shared.lattice()), confusion: 0.0 }
    }
}

#[pymethods]
impl Maps {
    #[new]
    #[pyo3(signature = (n, terrain, cell_m=0.5, *, shape="hexagons", margin_m=0.0, habits=None, printed=None, threads=None))]
    fn new(
        #[pyo3(from_py_with = arrays::count)] n: u64,
        terrain: &Terrain,
        cell_m: f32,
        shape: &str,
        margin_m: f32,
        habits: Option<&Bound<'_, PyDict>>,
        printed: Option<f32>,
        #[pyo3(from_py_with = arrays::threads)] threads: Option<usize>,
    ) -> PyResult<Self> {
        /// What all of them may take together, in stored numbers.
        const MOST: usize = 1 << 31;
        let n = n as usize;
        let mut maps = Self::of(Plan::read(terrain, shape, cell_m, margin_m, habits, printed)?, threads);
        let lattice = maps.shared.lattice();
        if n.saturating_mul(lattice.stored_len()) > MOST {
            return Err(errors::value(format!("{n} maps of {} nodes are more than fit", lattice.len())));
        }
        room::check(n, "maps", (lattice.stored_len() * size_of::<f32>()) as u64)?;
        maps.all = (0..n).map(|_| maps.one(Distribution::uniform(&maps.shared))).collect();
        Ok(maps)
    }

    /// Each thing is seen at its place, where `seen` says so.
    #[pyo3(signature = (places, seen=None, *, since_s=0.1, noise_m=0.0))]
    fn observe(
        &mut self,
        py: Python<'_>,
        places: &Bound<'_, PyAny>,
        seen: Option<&Bound<'_, PyAny>>,
        since_s: f32,
        noise_m: f32,
    ) -> PyResult<()> {
        let n = self.all.len();
        let places = arrays::floats("places", places, &[&[Dim::Is(n), Dim::Point]])?;
        let seen = seen.map(|given| arrays::flags("seen", given, &[&[Dim::Is(n)]])).transpose()?;
        let seen = seen.as_ref().map(|seen| seen.as_slice()).transpose()?;
        let points = Points::new(places.as_slice()?, places.shape());
        let (since_s, noise_m) = (arrays::amount("since_s", since_s)?, arrays::amount("noise_m", noise_m)?);
        let Self { all, pool, .. } = self;
        py.detach(|| {
            pool.for_each(all, |index, one| {
                if seen.is_none_or(|seen| seen[index]) {
                    let place = Vec2::new(points.at(index).x, points.at(index).z);
                    one.map.observe(Seen { place, velocity: None, noise_m, since_s });
                }
            });
        });
        Ok(())
    }

    /// Time passes for all of them.
    #[pyo3(signature = (tick_s=0.1))]
    fn spread(&mut self, py: Python<'_>, tick_s: f32) -> PyResult<()> {
        let tick_s = arrays::positive("tick_s", tick_s)?;
        let Self { all, pool, .. } = self;
        py.detach(|| pool.for_each(all, |_, one| one.map.spread(tick_s)));
        Ok(())
    }

    /// Takes out what is in view, for those whose thing was not seen: a row of yes and no for each map, or one row for all.
    /// Gives back how much each lost.
    #[pyo3(signature = (in_view, which=None, *, rate=1.0))]
    fn cull<'py>(
        &mut self,
        py: Python<'py>,
        in_view: &Bound<'py, PyAny>,
        which: Option<&Bound<'py, PyAny>>,
        rate: f32,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let rate = arrays::share("rate", rate)?;
        let (n, nodes) = (self.all.len(), &self.nodes.nodes);
        let shapes: [&[Dim]; 2] = [&[Dim::Is(n), Dim::Is(nodes.len())], &[Dim::Is(nodes.len())]];
        let in_view = arrays::flags("in_view", in_view, &shapes)?;
        let one_for_all = in_view.shape().len() == 1;
        let flat = in_view.as_slice()?;
        let which = which.map(|given| arrays::flags("which", given, &[&[Dim::Is(n)]])).transpose()?;
        let which = which.as_ref().map(|which| which.as_slice()).transpose()?;
        let Self { all, pool, .. } = self;
        py.detach(|| {
            pool.for_each(all, |index, one| {
                one.confusion = 0.0;
                if which.is_some_and(|which| !which[index]) {
                    return;
                }
                let row =
                    if one_for_all { flat } else { &flat[index * nodes.len()..(index + 1) * nodes.len()] };
                one.visible.clear();
                for (node, seen) in nodes.iter().zip(row).filter(|(_, seen)| **seen) {
                    one.visible.set(*node, *seen);
                }
                one.confusion = one.map.cull(&one.visible, rate, Prior::Uniform).confusion;
            });
        });
        Ok(self.all.iter().map(|one| one.confusion).collect::<Vec<f32>>().to_pyarray(py))
    }

    /// As `cull`, with a field of view at a place for each map, cut by the walls.
    #[pyo3(signature = (places, yaws, field=None, which=None, *, rate=1.0))]
    fn look<'py>(
        &mut self,
        py: Python<'py>,
        places: &Bound<'py, PyAny>,
        yaws: &Bound<'py, PyAny>,
        field: Option<&Field>,
        which: Option<&Bound<'py, PyAny>>,
        rate: f32,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let (n, field) = (self.all.len(), field.copied().unwrap_or_default());
        let rate = arrays::share("rate", rate)? * field.detection_rate;
        let places = arrays::floats("places", places, &[&[Dim::Is(n), Dim::Point]])?;
        let points = Points::new(places.as_slice()?, places.shape());
        let yaws = arrays::floats("yaws", yaws, &[&[Dim::Is(n)]])?;
        let yaws = yaws.as_slice()?;
        let which = which.map(|given| arrays::flags("which", given, &[&[Dim::Is(n)]])).transpose()?;
        let which = which.as_ref().map(|which| which.as_slice()).transpose()?;
        let Self { all, pool, blocks, .. } = self;
        let blocks = &*blocks;
        py.detach(|| {
            pool.for_each(all, |index, one| {
                one.confusion = 0.0;
                if which.is_some_and(|which| !which[index]) {
                    return;
                }
                let view = FieldView::new(blocks, field, points.at(index), yaws[index]);
                one.visible.clear();
                one.visible.ask(&one.map, &view, LOOK_HEIGHT_M, true);
                one.confusion = one.map.cull(&one.visible, rate, Prior::Uniform).confusion;
            });
        });
        Ok(self.all.iter().map(|one| one.confusion).collect::<Vec<f32>>().to_pyarray(py))
    }

    /// The probabilities of all: a row for each map, a column for each open node. Written into `out` if it is given.
    #[pyo3(signature = (out=None))]
    fn read<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let (n, width) = (self.all.len(), self.nodes.nodes.len());
        let out = arrays::rows(out, py, n, width)?;
        let (Self { all, pool, nodes, .. }, mut written) = (self, out.try_readwrite()?);
        let flat = written.as_slice_mut()?;
        py.detach(|| {
            let mut each: Vec<(&mut One, &mut [f32])> =
                all.iter_mut().zip(flat.chunks_exact_mut(width.max(1))).collect();
            pool.for_each(&mut each, |_, (one, row)| one.map.probabilities(&nodes.nodes, row));
        });
        drop(written);
        Ok(out)
    }

    /// All probabilities for other libraries (DLPack), in the processor's memory: `torch.from_dlpack(maps)`.
    #[pyo3(signature = (**options))]
    fn __dlpack__<'py>(
        &mut self,
        py: Python<'py>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.read(py, None)?.call_method("__dlpack__", (), options)
    }

    /// The processor: maps are not on another device.
    fn __dlpack_device__(&self) -> (i32, i32) {
        DLPACK_PROCESSOR
    }

    /// The probability density that each map has at its own place, per square metre; 0 where there is no ground.
    fn density<'py>(
        &self,
        py: Python<'py>,
        places: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let places = arrays::floats("places", places, &[&[Dim::Is(self.all.len()), Dim::Point]])?;
        let points = Points::new(places.as_slice()?, places.shape());
        let one = |(index, one): (usize, &One)| density(&one.map, points.at(index));
        Ok(self.all.iter().enumerate().map(one).collect::<Vec<f32>>().to_pyarray(py))
    }

    /// The likeliest place of each: x and z.
    #[getter]
    fn most_likely<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let place = |one: &One| one.map.most_likely().map_or(Vec2::NAN, |peak| peak.place).to_array();
        let flat: Vec<f32> = self.all.iter().flat_map(place).collect();
        flat.to_pyarray(py).reshape([self.all.len(), 2])
    }

    /// Where the open nodes are: x and z.
    #[getter]
    fn places<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        self.nodes.places(py, self.shared.lattice())
    }

    /// The number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.pool.threads()
    }

    fn __len__(&self) -> usize {
        self.all.len()
    }

    fn __repr__(&self) -> String {
        format!("Maps({} of {} open nodes)", self.all.len(), self.nodes.nodes.len())
    }

    #[staticmethod]
    fn _from_bytes(py: Python<'_>, bytes: &[u8], threads: usize) -> PyResult<Self> {
        let (plan, saved): (Plan, Vec<Saved>) = packed::unpack(py, "Maps", bytes)?;
        let mut maps = Self::of(plan, Some(threads));
        let restore = |one| Distribution::restore(&maps.shared, one).map(|map| maps.one(map));
        let all: Result<Vec<One>, _> = saved.iter().map(restore).collect();
        maps.all = all.map_err(|why| errors::of_saved(py, &why))?;
        Ok(maps)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Pickled<'py>)> {
        let (py, own) = (slf.py(), slf.try_borrow()?);
        let saved: Vec<Saved> = own.all.iter().map(|one| one.map.save()).collect();
        let bytes = packed::pack(py, "Maps", &(&own.plan, saved))?;
        Ok((py.get_type::<Self>().getattr("_from_bytes")?, (bytes, own.pool.threads())))
    }
}
