//! Occupancy maps alone, for those who search for things.

use crate::arrays::{self, Dim, Points};
use crate::plain::plain;
use crate::sight::{Blocks, Field, FieldView};
use crate::terrain::Terrain;
use crate::{callback, errors, packed};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods, ToPyArray};
use piaget::occupancy::{
    self, Distribution, Habits, Lattice, Node, Prior, Saved, Seen, Settings, Spread, Visible,
};
use piaget::terms::{Vec2, Vec3};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::Arc;

/// What DLPack calls the processor (`kDLCPU`), and which one.
pub const DLPACK_PROCESSOR: (i32, i32) = (1, 0);
/// How high above the ground places are looked at, where nothing is said.
pub const LOOK_HEIGHT_M: f32 = 0.3;
/// The most nodes of a lattice.
const MOST_NODES: f64 = 4e6;

/// How a map is built: enough to build it again elsewhere.
#[derive(Clone, serde::Serialize, serde::Deserialize)]
pub struct Plan {
    pub terrain: piaget::terms::Terrain,
    pub squares: bool,
    pub cell_m: f32,
    pub margin_m: f32,
    pub settings: Settings,
}

impl Plan {
    pub fn read(
        terrain: &Terrain,
        shape: &str,
        cell_m: f32,
        margin_m: f32,
        habits: Option<&Bound<'_, PyDict>>,
        printed: Option<f32>,
    ) -> PyResult<Self> {
        let squares = match shape {
            "hexagons" => false,
            "squares" => true,
            _ => {
                return Err(errors::value(format!(
                    "shape is {shape:?}; it must be \"hexagons\" or \"squares\""
                )));
            }
        };
        let (cell_m, margin_m) = (arrays::positive("cell_m", cell_m)?, arrays::amount("margin_m", margin_m)?);
        let size = terrain.inner.bounds.size() / cell_m;
        let nodes = f64::from(size.x) * f64::from(size.y);
        if nodes > MOST_NODES {
            return Err(errors::value(format!(
                "cell_m is {cell_m}: that makes {nodes:.0} nodes; at most {MOST_NODES}"
            )));
        }
        let mut settings = Settings::default();
        if let Some(given) = habits {
            read_habits(given, &mut settings.habits)?;
        }
        if let Some(lambda) = printed {
            settings.spread = Spread::isotropic(arrays::share("printed", lambda)?);
        }
        Ok(Self { terrain: (*terrain.inner).clone(), squares, cell_m, margin_m, settings })
    }

    pub fn build(&self) -> Arc<occupancy::Map> {
        let lattice = match self.squares {
            true => Lattice::squares(&self.terrain, self.cell_m, self.margin_m),
            false => Lattice::hexagons(&self.terrain, self.cell_m, self.margin_m),
        };
        occupancy::Map::with(lattice, self.settings.clone())
    }
}

fn read_habits(given: &Bound<'_, PyDict>, habits: &mut Habits) -> PyResult<()> {
    for (key, value) in given.iter() {
        let key: String = key.extract().map_err(|_| {
            PyTypeError::new_err(format!("habits has the field {key:?}; fields are named by words"))
        })?;
        let place = format!("habits[{key:?}]");
        let value = value.extract().map_err(|_| PyTypeError::new_err(format!("{place} must be a number")))?;
        let value =
            if key == "moving" { arrays::share(&place, value) } else { arrays::amount(&place, value) }?;
        let slot = match key.as_str() {
            "speed_mps" => &mut habits.speed_mps,
            "course_s" => &mut habits.course_s,
            "rest_s" => &mut habits.rest_s,
            "moving" => &mut habits.moving,
            "worth_s" => &mut habits.worth_s,
            "still_mps" => &mut habits.still_mps,
            "turn" => &mut habits.turn,
            "noise_m" => &mut habits.noise_m,
            "stray_mps_per_root_s" => &mut habits.stray_mps_per_root_s,
            "first_mps" => &mut habits.first_mps,
            _ => {
                let known = "speed_mps, course_s, rest_s, moving, worth_s, still_mps, turn, noise_m, \
                             stray_mps_per_root_s, first_mps";
                return Err(errors::value(format!("habits has an unknown field {key:?}; known are {known}")));
            }
        };
        *slot = value;
    }
    Ok(())
}

/// The open nodes of a lattice: the columns of every array of probabilities.
pub struct Nodes {
    pub nodes: Vec<Node>,
    /// For each stored number, which of them it is.
    pub order: Vec<u32>,
}

impl Nodes {
    pub fn new(lattice: &Lattice) -> Self {
        let nodes: Vec<Node> = lattice.open_nodes().collect();
        let mut order = vec![0; lattice.stored_len()];
        for (index, node) in nodes.iter().enumerate() {
            order[node.0 as usize] = index as u32;
        }
        Self { nodes, order }
    }

    pub fn places<'py>(&self, py: Python<'py>, lattice: &Lattice) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let flat: Vec<f32> = self.nodes.iter().flat_map(|node| lattice.place(*node).to_array()).collect();
        flat.to_pyarray(py).reshape([self.nodes.len(), 2])
    }
}

/// Where one thing may be.
///
/// >>> import piaget
/// >>> where = piaget.Map(piaget.Terrain(10, 10), 0.5)
/// >>> seen = where.observe((2, 2))
/// >>> where.spread(5.0)
/// >>> round(float(where.probabilities.sum()), 3), where.mass_within((2, 2), 1.0) < 1.0
/// (1.0, True)
#[pyclass(module = "piaget._native")]
pub struct Map {
    /// How it was built; nothing for the map of a mind.
    plan: Option<Plan>,
    inner: Distribution,
    nodes: Nodes,
    visible: Visible,
}

impl Map {
    pub fn of(inner: Distribution) -> Self {
        let (nodes, visible) = (Nodes::new(inner.lattice()), Visible::new(inner.lattice()));
        Self { plan: None, inner, nodes, visible }
    }

    fn read(&self) -> Vec<f32> {
        let mut out = vec![0.0; self.nodes.nodes.len()];
        self.inner.probabilities(&self.nodes.nodes, &mut out);
        out
    }
}

#[pymethods]
impl Map {
    #[new]
    #[pyo3(signature = (terrain, cell_m=0.5, *, shape="hexagons", margin_m=0.0, habits=None, printed=None))]
    fn new(
        terrain: &Terrain,
        cell_m: f32,
        shape: &str,
        margin_m: f32,
        habits: Option<&Bound<'_, PyDict>>,
        printed: Option<f32>,
    ) -> PyResult<Self> {
        let plan = Plan::read(terrain, shape, cell_m, margin_m, habits, printed)?;
        let mut map = Self::of(Distribution::uniform(&plan.build()));
        map.plan = Some(plan);
        Ok(map)
    }

    /// The thing is seen: all probability goes there. Says how expected that was.
    #[pyo3(signature = (place, *, since_s=0.1, velocity=None, noise_m=0.0))]
    fn observe<'py>(
        &mut self,
        py: Python<'py>,
        place: &Bound<'py, PyAny>,
        since_s: f32,
        velocity: Option<&Bound<'py, PyAny>>,
        noise_m: f32,
    ) -> PyResult<Bound<'py, PyDict>> {
        let place = arrays::place("place", place)?;
        let velocity = velocity.map(|given| arrays::place("velocity", given)).transpose()?;
        let (since_s, noise_m) = (arrays::amount("since_s", since_s)?, arrays::amount("noise_m", noise_m)?);
        let found = self.inner.observe(Seen { place, velocity, noise_m, since_s });
        let dict = PyDict::new(py);
        dict.set_item("likelihood_ratio", found.likelihood_ratio)?;
        dict.set_item("probability", found.probability)?;
        dict.set_item("salience", found.salience())?;
        dict.set_item("verification", plain(py, &found.verification)?)?;
        Ok(dict)
    }

    /// Time passes in which the thing may have moved.
    #[pyo3(signature = (tick_s=0.1))]
    fn spread(&mut self, tick_s: f32) -> PyResult<()> {
        self.inner.spread(arrays::positive("tick_s", tick_s)?);
        Ok(())
    }

    /// Looks, and does not find it: what is in view loses its probability to the rest. `seen` is one yes or no for each of
    /// `places`, or a function of an array of points.
    #[pyo3(signature = (seen, *, rate=1.0, prior=None))]
    fn cull<'py>(
        &mut self,
        py: Python<'py>,
        seen: &Bound<'py, PyAny>,
        rate: f32,
        prior: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let answers = match seen.is_callable() {
            true => callback::call(seen, (self.points(py)?,))?,
            false => seen.clone(),
        };
        let answers = arrays::flags("seen", &answers, &[&[Dim::Is(self.nodes.nodes.len())]])?;
        self.visible.clear();
        for (node, seen) in self.nodes.nodes.iter().zip(answers.as_slice()?) {
            self.visible.set(*node, *seen);
        }
        self.take_out(py, rate, prior)
    }

    /// As `cull`, with the field of view of an eye at a place, cut by the walls.
    #[pyo3(signature = (place, yaw, field=None, *, rate=1.0, prior=None))]
    fn look<'py>(
        &mut self,
        py: Python<'py>,
        place: &Bound<'py, PyAny>,
        yaw: f32,
        field: Option<&Field>,
        rate: f32,
        prior: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let Some(plan) = &self.plan else {
            return Err(PyTypeError::new_err("this is the map of a mind, which looks for itself; use cull"));
        };
        let at = arrays::point("place", place)?;
        let field = field.copied().unwrap_or_default();
        let blocks = Blocks::new(&Arc::new(plan.terrain.clone()));
        let view = FieldView::new(&blocks, field, at, arrays::number("yaw", yaw)?);
        self.visible.clear();
        self.visible.ask(&self.inner, &view, LOOK_HEIGHT_M, true);
        self.take_out(py, arrays::share("rate", rate)? * field.detection_rate, prior)
    }

    /// The probability at each open node.
    #[getter]
    fn probabilities<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        self.read().to_pyarray(py)
    }

    /// The probabilities for other libraries (DLPack), in the processor's memory: `torch.from_dlpack(a_map)`.
    #[pyo3(signature = (**options))]
    fn __dlpack__<'py>(
        &self,
        py: Python<'py>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.probabilities(py).call_method("__dlpack__", (), options)
    }

    /// The processor: maps are not on another device.
    fn __dlpack_device__(&self) -> (i32, i32) {
        DLPACK_PROCESSOR
    }

    /// Where the open nodes are: x and z.
    #[getter]
    fn places<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        self.nodes.places(py, self.inner.lattice())
    }

    /// Where the open nodes are in the world, at the height at which they are looked at.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let lattice = self.inner.lattice();
        let point = |node: &Node| lattice.place_at(*node, LOOK_HEIGHT_M).to_array();
        let flat: Vec<f32> = self.nodes.nodes.iter().flat_map(point).collect();
        flat.to_pyarray(py).reshape([self.nodes.nodes.len(), 3])
    }

    /// The distance between neighbouring nodes.
    #[getter]
    fn cell_m(&self) -> f32 {
        self.inner.lattice().cell_m()
    }

    /// Whether the nodes are hexagons or squares.
    #[getter]
    fn shape(&self) -> String {
        format!("{:?}", self.inner.lattice().shape()).to_lowercase()
    }

    /// The likeliest place and its probability; nothing on a map without open nodes.
    #[getter]
    fn most_likely(&self) -> Option<((f32, f32), f32)> {
        self.inner.most_likely().map(|peak| ((peak.place.x, peak.place.y), peak.probability))
    }

    /// The `k` best places at least `apart_m` from one another: x, z, and the probability around each.
    #[pyo3(signature = (k=5, apart_m=2.0))]
    fn peaks(&self, k: usize, apart_m: f32) -> PyResult<Vec<(f32, f32, f32)>> {
        const MOST: usize = 1000;
        let mut peaks = Vec::new();
        self.inner.peaks(k.min(MOST), arrays::positive("apart_m", apart_m)?, &mut peaks);
        Ok(peaks.iter().map(|peak| (peak.place.x, peak.place.y, peak.mass)).collect())
    }

    /// The mean place.
    #[getter]
    fn mean(&self) -> Option<(f32, f32)> {
        self.inner.mean().map(|place| (place.x, place.y))
    }

    /// How unsure it is, in bits.
    #[getter]
    fn entropy_bits(&self) -> f32 {
        self.inner.entropy_bits()
    }

    /// How long ago the thing was seen.
    #[getter]
    fn unseen_s(&self) -> f32 {
        self.inner.unseen_s()
    }

    /// The probability that the thing is within a distance of a place.
    fn mass_within(&self, place: &Bound<'_, PyAny>, radius_m: f32) -> PyResult<f32> {
        Ok(self.inner.mass_within(arrays::place("place", place)?, arrays::amount("radius_m", radius_m)?))
    }

    /// The probability density at places, per square metre: for log scores. It is 0 where there is no ground.
    fn density<'py>(
        &self,
        py: Python<'py>,
        places: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let places = arrays::floats("places", places, &[&[Dim::Any("places"), Dim::Point], &[Dim::Point]])?;
        let points = Points::new(places.as_slice()?, places.shape());
        let one = |index: usize| density(&self.inner, points.at(index));
        Ok((0..points.len()).map(one).collect::<Vec<f32>>().to_pyarray(py))
    }

    /// The map as it will be if the thing stays unseen.
    #[pyo3(signature = (seconds, tick_s=0.1))]
    fn forecast(&self, seconds: f32, tick_s: f32) -> PyResult<Self> {
        let mut ahead = self.inner.clone();
        self.inner.forecast(
            &mut ahead,
            arrays::amount("seconds", seconds)?,
            arrays::positive("tick_s", tick_s)?,
        );
        let mut map = Self::of(ahead);
        map.plan.clone_from(&self.plan);
        Ok(map)
    }

    /// Lays it out anew over places with weights, where the thing is usually kept. False where no place counts.
    fn lay(&mut self, places: &Bound<'_, PyAny>, weights: &Bound<'_, PyAny>) -> PyResult<bool> {
        let pairs = pairs(places, weights)?;
        Ok(self.inner.lay(&pairs))
    }

    /// Another map that is as this one is now.
    fn copy(&self) -> Self {
        let mut map = Self::of(self.inner.clone());
        map.plan.clone_from(&self.plan);
        map
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __len__(&self) -> usize {
        self.nodes.nodes.len()
    }

    /// A picture for notebooks.
    fn _repr_png_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("piaget._pictures")?.call_method1("png_of_map", (slf,))
    }

    fn __repr__(&self) -> String {
        format!("Map({} open nodes, {:.2} bits)", self.nodes.nodes.len(), self.inner.entropy_bits())
    }

    #[staticmethod]
    fn _from_bytes(py: Python<'_>, bytes: &[u8]) -> PyResult<Self> {
        let (plan, saved): (Plan, Saved) = packed::unpack(py, "Map", bytes)?;
        let inner = Distribution::restore(&plan.build(), &saved).map_err(|why| errors::of_saved(py, &why))?;
        let mut map = Self::of(inner);
        map.plan = Some(plan);
        Ok(map)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let (py, own) = (slf.py(), slf.try_borrow()?);
        let Some(plan) = &own.plan else {
            return Err(PyTypeError::new_err("this is the map of a mind; pickle the mind"));
        };
        let bytes = packed::pack(py, "Map", &(plan, own.inner.save()))?;
        Ok((py.get_type::<Self>().getattr("_from_bytes")?, (bytes,)))
    }
}

impl Map {
    fn take_out<'py>(
        &mut self,
        py: Python<'py>,
        rate: f32,
        prior: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let rate = arrays::share("rate", rate)?;
        let given = prior.map(|given| {
            let pair = given.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>)>();
            let wrong = |_| PyTypeError::new_err("prior must be a pair of places and their weights");
            let (places, weights) = pair.map_err(wrong)?;
            pairs(&places, &weights)
        });
        let given = given.transpose()?;
        let prior = given.as_deref().map_or(Prior::Uniform, Prior::Places);
        let culled = self.inner.cull(&self.visible, rate, prior);
        let dict = PyDict::new(py);
        dict.set_item("confusion", culled.confusion)?;
        dict.set_item("outcome", plain(py, &culled.outcome)?)?;
        dict.set_item("verification", plain(py, &culled.verification)?)?;
        Ok(dict)
    }
}

/// The probability density of a map at a place, per square metre.
pub fn density(map: &Distribution, at: Vec3) -> f32 {
    let (lattice, place) = (map.lattice(), Vec2::new(at.x, at.z));
    let node = lattice.nearest(place);
    // Beside the ground, or deep in a wall, a place belongs to no cell.
    let node = node.filter(|node| lattice.place(*node).distance(place) <= lattice.cell_m());
    node.map_or(0.0, |node| map.probability_within_cell(node) / cell_area(lattice))
}

/// How much ground a node stands for.
fn cell_area(lattice: &Lattice) -> f32 {
    let side = lattice.cell_m() * lattice.cell_m();
    match lattice.shape() {
        occupancy::Shape::Hexagons => side * 0.866_025_4,
        _ => side,
    }
}

fn pairs(places: &Bound<'_, PyAny>, weights: &Bound<'_, PyAny>) -> PyResult<Vec<(Vec2, f32)>> {
    let places = arrays::floats("places", places, &[&[Dim::Any("places"), Dim::Point]])?;
    let points = Points::new(places.as_slice()?, places.shape());
    let weights = arrays::floats("weights", weights, &[&[Dim::Is(points.len())]])?;
    if let Some(index) = weights.as_slice()?.iter().position(|weight| *weight < 0.0) {
        return Err(errors::value(format!("weights[{index}] is below 0")));
    }
    let place = |index: usize| Vec2::new(points.at(index).x, points.at(index).z);
    Ok(weights.as_slice()?.iter().enumerate().map(|(index, weight)| (place(index), *weight)).collect())
}
