//! Pose graphs alone: built from a glTF or BVH file, with ways from movement to movement.

use crate::errors;
use numpy::{PyArray1, PyArray2, PyArrayMethods, ToPyArray};
use piaget::motor::graph::Finder;
use piaget::motor::{GraphConfig, Model, PoseGraph, bvh, gltf};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::{Path, PathBuf};

/// The largest file that is read.
const MOST_BYTES: u64 = 256 << 20;

/// A graph of poses.
///
/// >>> import piaget
/// >>> graph = piaget.Graph(piaget.data_folder() / "bodies" / "terrier.glb")
/// >>> poses, seconds = graph.way(0, graph.movements[0])
/// >>> seconds >= 0.0
/// True
#[pyclass(module = "piaget._native")]
pub struct Graph {
    inner: PoseGraph,
    finder: Finder,
}

fn model(path: &Path) -> Result<Model, String> {
    let bytes = piaget_sim::files::read_bytes(path, MOST_BYTES).map_err(|why| why.to_string())?;
    let name = path.display().to_string();
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("bvh")) {
        let text = String::from_utf8(bytes).map_err(|_| "it is not text".to_owned())?;
        return bvh::read(&name, &text).map_err(|bad| bad.to_string());
    }
    let beside = path.parent().map(PathBuf::from).unwrap_or_default();
    let mut fetch = |reference: &str| {
        let inside = !reference.contains("..") && !reference.starts_with('/');
        inside.then(|| piaget_sim::files::read_bytes(&beside.join(reference), MOST_BYTES).ok()).flatten()
    };
    gltf::read(&name, &bytes, &mut fetch).map_err(|bad| bad.to_string())
}

impl Graph {
    /// A body that was read elsewhere.
    pub fn of(inner: PoseGraph) -> Self {
        Self { inner, finder: Finder::default() }
    }

    /// The poses and the ways between them.
    pub fn poses(&self) -> &PoseGraph {
        &self.inner
    }

    fn movement(&self, name: &str) -> PyResult<u32> {
        self.inner.movement(name).ok_or_else(|| {
            let near: Vec<String> =
                self.inner.nearest_names(name).iter().map(|name| name.to_string()).collect();
            errors::value(format!("there is no movement {name:?}; nearest are {near:?}"))
        })
    }
}

#[pymethods]
impl Graph {
    /// From the animations of a `.glb`, `.gltf` or `.bvh` file.
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let made = py.detach(|| {
            let model = model(&path)?;
            PoseGraph::new(&model, GraphConfig::default()).map_err(|why| why.to_string())
        });
        let inner = made.map_err(|why| errors::value(format!("{}: {why}", path.display())))?;
        Ok(Self::of(inner))
    }

    /// The names of its movements.
    #[getter]
    fn movements(&self) -> Vec<String> {
        self.inner.movements().iter().filter(|one| !one.removed).map(|one| one.name.to_string()).collect()
    }

    /// For each pose, the number of its movement.
    #[getter]
    fn movement_of<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.inner.nodes().iter().map(|node| node.movement).collect::<Vec<u32>>().to_pyarray(py)
    }

    /// Every way from pose to pose: from, to, and what it costs and takes in seconds.
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (mut from, mut to, mut cost, mut seconds) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for pose in 0..self.inner.nodes().len() as u32 {
            for edge in self.inner.edges(pose) {
                from.push(pose);
                to.push(edge.to);
                cost.push(edge.cost);
                seconds.push(edge.seconds);
            }
        }
        let dict = PyDict::new(py);
        dict.set_item("from", from.to_pyarray(py))?;
        dict.set_item("to", to.to_pyarray(py))?;
        dict.set_item("cost", cost.to_pyarray(py))?;
        dict.set_item("seconds", seconds.to_pyarray(py))?;
        Ok(dict)
    }

    /// The cheapest way from a pose to the beginning of a movement: the poses passed, and how long it takes.
    fn way(&mut self, pose: u32, movement: &str) -> PyResult<Option<(Vec<u32>, f32)>> {
        let poses = self.inner.nodes().len();
        if pose as usize >= poses {
            return Err(errors::value(format!("there is no pose {pose}; there are {poses}")));
        }
        let to = self.movement(movement)?;
        let mut way = Vec::new();
        let found = self.finder.to_movement(&self.inner, pose, to, &mut way);
        Ok(found.map(|found| (way, found.seconds)))
    }

    /// The distance of two poses.
    fn distance(&self, a: u32, b: u32) -> PyResult<f32> {
        let poses = self.inner.nodes().len() as u32;
        match a < poses && b < poses {
            true => Ok(self.inner.distance(a, b)),
            false => Err(errors::value(format!("poses are numbered 0 to {}", poses.saturating_sub(1)))),
        }
    }

    /// Where the marked body parts are in a pose, NaN for those that the body does not have: x, y, z for each.
    fn effectors<'py>(&self, py: Python<'py>, pose: u32) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let node = self.inner.nodes().get(pose as usize);
        let node = node.ok_or_else(|| errors::value(format!("there is no pose {pose}")))?;
        let flat: Vec<f32> =
            node.effectors.iter().flat_map(|at| at.map_or([f32::NAN; 3], |at| at.to_array())).collect();
        flat.to_pyarray(py).reshape([node.effectors.len(), 3])
    }

    fn __len__(&self) -> usize {
        self.inner.nodes().len()
    }

    fn __repr__(&self) -> String {
        let (poses, ways) = (self.inner.nodes().len(), self.inner.edge_count());
        format!("Graph({} movements, {poses} poses, {ways} ways)", self.movements().len())
    }
}
