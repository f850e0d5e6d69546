//! Many minds of one character on one ground: arrays in, arrays out. They are stepped without the interpreter's lock, by as many
//! threads as were asked for; neither the order nor the number of threads changes anything.

use crate::arrays::{self, Dim, Points};
use crate::character::Character;
use crate::intents::{self, Row};
use crate::map::Nodes;
use crate::mind as one_mind;
use crate::pool::Pool;
use crate::sight::{Blocks, Field, FieldView, NodesInView};
use crate::terrain::Terrain;
use crate::{callback, errors, room, senses};
use numpy::{PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods, ToPyArray};
use piaget::mind::{Blueprint, Mind};
use piaget::occupancy;
use piaget::terms::{
    BodySense, Effector, EffectorSighting, HostId, Name, Senses, Sight, Sighting, Sound, Vec3, maths,
};
use pyo3::exceptions::PyTypeError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::Arc;

/// One mind of many, with its buffers.
pub struct One {
    pub mind: Mind,
    body: BodySense,
    sightings: Vec<Sighting>,
    row: Row,
}

impl One {
    fn new(mind: Mind) -> Self {
        let body = BodySense::standing(Vec3::ZERO, 0.0);
        Self { mind, body, sightings: Vec::new(), row: Row::NOTHING }
    }
}

/// What is the same for all of them.
pub struct Shared {
    pub character: Py<Character>,
    pub terrain: Py<Terrain>,
    blueprint: Arc<Blueprint>,
    blocks: Blocks,
    field: Field,
    /// A function that says what is in view of all of them at once.
    sight: Option<Py<PyAny>>,
    /// The kinds of things around, with their colours.
    things: Vec<(Name, Option<Name>)>,
    /// The lattice of their maps.
    pub map: Option<(Arc<occupancy::Map>, Nodes)>,
}

/// Many minds of one character on one ground: arrays in, arrays out.
///
/// >>> import numpy, piaget
/// >>> dog = piaget.Character.parse('character "dog"\npercepts { kind "ball" }\nbeliefs persist=30 { map }')
/// >>> minds = piaget.Minds(100, dog, piaget.Terrain(10, 10), things=[("ball", "red")])
/// >>> intents = minds.step(numpy.zeros((100, 2)), numpy.zeros(100), things=[[0, 0, 3]])
/// >>> intents["gaze"].shape, minds.believed("ball")[7].tolist()
/// ((100, 3), [0.0, 3.0])
#[pyclass(module = "piaget._native")]
pub struct Minds {
    pub shared: Shared,
    all: Option<Vec<One>>,
    pub pool: Pool,
    pub time_s: f64,
    words: Vec<Name>,
}

type Pickled =
    (Py<Character>, Py<Terrain>, Vec<Py<PyBytes>>, Vec<(String, Option<String>)>, Py<Field>, usize, f64);

/// What a tick brings to each mind.
struct Tick<'a> {
    positions: Points<'a>,
    yaws: &'a [f32],
    things: Option<(Points<'a>, bool)>,
    /// Which way each thing looks, and whether that is said for each mind.
    facing: Option<(&'a [f32], bool)>,
    seen: Option<&'a [bool]>,
    present: Option<&'a [bool]>,
    in_view: Option<&'a [bool]>,
    heard: &'a [Option<Sound>],
    time_s: f64,
    tick_s: f32,
}

impl Shared {
    /// Root and nose of a thing that looks somewhere, as high as the own eye; nothing where the yaw is not a number.
    fn face(&self, place: Vec3, yaw: f32) -> impl Iterator<Item = EffectorSighting> {
        /// How far a nose is before the root. Only the direction counts: these noses are seen without noise.
        const NOSE_M: f32 = 0.2;
        let height_m = self.blueprint.character().perceive.eye_height_m;
        let root = Vec3::new(place.x, height_m, place.z);
        let parts = [(Effector::Root, root), (Effector::Nose, root + maths::direction(yaw) * NOSE_M)];
        parts.map(|(part, at)| EffectorSighting::new(part, at)).into_iter().filter(move |_| yaw.is_finite())
    }

    fn step(&self, tick: &Tick<'_>, index: usize, one: &mut One) {
        (one.body.position, one.body.yaw) = (tick.positions.at(index), tick.yaws[index]);
        let view = FieldView::new(&self.blocks, self.field, one.body.position, one.body.yaw);
        let nodes = self.map.as_ref().zip(tick.in_view).map(|((map, nodes), all)| {
            let width = nodes.nodes.len();
            let seen = &all[index * width..(index + 1) * width];
            NodesInView { lattice: map.lattice(), order: &nodes.order, seen }
        });
        let sight: &dyn Sight = nodes.as_ref().map_or(&view, |nodes| nodes);
        one.sightings.clear();
        if let Some((things, of_each)) = &tick.things {
            let count = self.things.len();
            for (number, (kind, colour)) in self.things.iter().enumerate() {
                if tick.present.is_some_and(|present| !present[index * count + number]) {
                    continue;
                }
                let place = things.at(if *of_each { index * count + number } else { number });
                let seen = match tick.seen {
                    Some(seen) => seen[index * count + number],
                    None if nodes.is_none() => view.has(place),
                    None => {
                        let mut seen = [false];
                        sight.sees(&[place], &mut seen);
                        seen[0]
                    }
                };
                if seen {
                    let mut sighting = Sighting::new(HostId(number as u32), *kind, place);
                    sighting.colour = *colour;
                    if let Some((yaws, of_each)) = tick.facing {
                        let yaw = yaws[if of_each { index * count + number } else { number }];
                        sighting.effectors.extend(self.face(place, yaw));
                    }
                    one.sightings.push(sighting);
                }
            }
        }
        let sounds =
            tick.heard.get(index).and_then(Option::as_ref).map(std::slice::from_ref).unwrap_or_default();
        let senses =
            Senses::new(tick.time_s, tick.tick_s, &one.body, sight).sightings(&one.sightings).sounds(sounds);
        one.row = Row::new(one.mind.step(&senses));
    }
}

impl Minds {
    fn make(
        character: Py<Character>,
        terrain: Py<Terrain>,
        things: Vec<(String, Option<String>)>,
        sight: Option<&Bound<'_, PyAny>>,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let blueprint = one_mind::blueprint(character.get(), terrain.get())?;
        let (who, ground) = (blueprint.character(), blueprint.terrain());
        let mut kinds = Vec::new();
        for (kind, colour) in things {
            let colour = colour.map(|colour| senses::name("colour", &colour)).transpose()?;
            kinds.push((senses::name("kind", &kind)?, colour));
        }
        let (mut field, mut function) = (Field::of_character(who), None);
        match sight {
            None => {}
            Some(given) if given.cast::<Field>().is_ok() => field = *given.cast::<Field>()?.get(),
            Some(given) if given.is_callable() => function = Some(given.clone().unbind()),
            Some(_) => return Err(PyTypeError::new_err("sight must be a Field, a function, or None")),
        }
        let map = who.believe.map.as_ref().map(|config| {
            let map = config.map_of(ground);
            let nodes = Nodes::new(map.lattice());
            (map, nodes)
        });
        if function.is_some() && map.is_none() {
            return Err(errors::value(
                "this character has no maps, so that there is no place that sight could be asked about: give a Field, and with each \
                 step what is `seen`",
            ));
        }
        let blocks = Blocks::new(ground);
        let shared =
            Shared { character, terrain, blueprint, blocks, field, sight: function, things: kinds, map };
        Ok(Self { shared, all: Some(Vec::new()), pool: Pool::new(threads), time_s: 0.0, words: Vec::new() })
    }

    pub fn minds(&self, py: Python<'_>) -> PyResult<&Vec<One>> {
        self.all.as_ref().ok_or_else(|| errors::closed(py, "batch of minds"))
    }

    /// The minds, what they share and the threads, to be worked on.
    pub fn parts(&mut self, py: Python<'_>) -> PyResult<(&mut Vec<One>, &Shared, &mut Pool)> {
        let Self { shared, all, pool, .. } = self;
        let all = all.as_mut().ok_or_else(|| errors::closed(py, "batch of minds"))?;
        Ok((all, shared, pool))
    }

    pub fn one(&self, py: Python<'_>, index: i64) -> PyResult<&Mind> {
        let all = self.minds(py)?;
        Ok(&all[arrays::index("mind", index, all.len())?].mind)
    }

    /// What the function says is in view of each of them: a row of nodes each.
    fn ask<'py>(
        &self,
        py: Python<'py>,
        positions: &Points<'_>,
        yaws: &[f32],
    ) -> PyResult<Option<PyReadonlyArrayDyn<'py, bool>>> {
        let Some((function, (map, nodes))) = self.shared.sight.as_ref().zip(self.shared.map.as_ref()) else {
            return Ok(None);
        };
        let flat: Vec<f32> = (0..positions.len()).flat_map(|index| positions.at(index).to_array()).collect();
        let bodies = flat.to_pyarray(py).reshape([positions.len(), 3])?;
        let places = nodes.places(py, map.lattice())?;
        let answer = callback::call(function.bind(py), (bodies, yaws.to_pyarray(py), places))?;
        let shape: [&[Dim]; 1] = [&[Dim::Is(positions.len()), Dim::Is(nodes.nodes.len())]];
        arrays::flags("what sight returned", &answer, &shape).map(Some)
    }
}

#[pymethods]
impl Minds {
    #[new]
    #[pyo3(signature = (n, character, terrain, seeds=None, *, things=Vec::new(), sight=None, threads=None))]
    fn new(
        #[pyo3(from_py_with = arrays::count)] n: u64,
        character: Py<Character>,
        terrain: Py<Terrain>,
        seeds: Option<&Bound<'_, PyAny>>,
        things: Vec<(String, Option<String>)>,
        sight: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = arrays::threads)] threads: Option<usize>,
    ) -> PyResult<Self> {
        let n = n as usize;
        room::check(n, "minds", size_of::<One>() as u64)?;
        let mut minds = Self::make(character, terrain, things, sight, threads)?;
        let seeds = seeds.map(|given| self::seeds(given, n)).transpose()?;
        minds.all = Some(born(&minds.shared.blueprint, n, seeds.as_deref())?);
        Ok(minds)
    }

    /// One tick of all of them. `positions` and `yaws` say where each body is and looks; `things` where each of the kinds
    /// is, for all or for each mind, and `facing` which way it looks, in radians (NaN for what has no face). What is `present` for a
    /// mind and in view is seen, or what `seen` says. Absent is NaN, or -1.
    #[pyo3(signature = (positions, yaws, things=None, *, facing=None, seen=None, present=None, heard=None, speaker="voice", heard_at=None, tick_s=0.1))]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
        yaws: &Bound<'py, PyAny>,
        things: Option<&Bound<'py, PyAny>>,
        facing: Option<&Bound<'py, PyAny>>,
        seen: Option<&Bound<'py, PyAny>>,
        present: Option<&Bound<'py, PyAny>>,
        heard: Option<&Bound<'py, PyAny>>,
        speaker: &str,
        heard_at: Option<&Bound<'py, PyAny>>,
        tick_s: f32,
    ) -> PyResult<Bound<'py, PyDict>> {
        let n = self.minds(py)?.len();
        let count = self.shared.things.len();
        let tick_s = arrays::positive("tick_s", tick_s)?;
        let positions = arrays::floats("positions", positions, &[&[Dim::Is(n), Dim::Point]])?;
        let yaws = arrays::floats("yaws", yaws, &[&[Dim::Is(n)]])?;
        let shapes: [&[Dim]; 2] = [&[Dim::Is(count), Dim::Point], &[Dim::Is(n), Dim::Is(count), Dim::Point]];
        let things = things.map(|given| arrays::floats("things", given, &shapes)).transpose()?;
        let about = [("facing", facing.is_some()), ("seen", seen.is_some()), ("present", present.is_some())];
        if let (None, Some((name, _))) = (&things, about.iter().find(|(_, given)| *given)) {
            return Err(errors::value(format!(
                "{name} says something about things, and things are not given"
            )));
        }
        let shapes: [&[Dim]; 2] = [&[Dim::Is(count)], &[Dim::Is(n), Dim::Is(count)]];
        let facing = facing.map(|given| arrays::floats_or_nan("facing", given, &shapes)).transpose()?;
        let mask = |name: &str, given: Option<&Bound<'py, PyAny>>| {
            given.map(|given| arrays::flags(name, given, &[&[Dim::Is(n), Dim::Is(count)]])).transpose()
        };
        let (seen, present) = (mask("seen", seen)?, mask("present", present)?);
        let heard_at =
            heard_at.map(|given| arrays::point("heard_at", given)).transpose()?.unwrap_or_default();
        let heard = heard.map(|given| sounds(given, n, speaker, heard_at)).transpose()?.unwrap_or_default();
        let bodies = Points::new(positions.as_slice()?, positions.shape());
        let in_view = self.ask(py, &bodies, yaws.as_slice()?)?;
        let things = match &things {
            Some(things) => {
                Some((Points::new(things.as_slice()?, things.shape()), things.shape().len() == 3))
            }
            None => None,
        };
        let facing = match &facing {
            Some(facing) => Some((facing.as_slice()?, facing.shape().len() == 2)),
            None => None,
        };
        let tick = Tick {
            positions: bodies,
            yaws: yaws.as_slice()?,
            things,
            facing,
            seen: seen.as_ref().map(|seen| seen.as_slice()).transpose()?,
            present: present.as_ref().map(|present| present.as_slice()).transpose()?,
            in_view: in_view.as_ref().map(|seen| seen.as_slice()).transpose()?,
            heard: &heard,
            time_s: self.time_s,
            tick_s,
        };
        let (all, shared, pool) = self.parts(py)?;
        py.detach(|| pool.for_each(all, |index, one| shared.step(&tick, index, one)));
        self.time_s += f64::from(tick_s);
        let rows: Vec<Row> = self.minds(py)?.iter().map(|one| one.row).collect();
        intents::columns(py, &rows, &mut self.words)
    }

    /// The words that numbers of actions and movements stand for.
    #[getter]
    fn words(&self) -> Vec<String> {
        self.words.iter().map(|word| word.to_string()).collect()
    }

    /// The states of some of them, or of all, as bytes.
    #[pyo3(signature = (indices=None))]
    fn save(&self, py: Python<'_>, indices: Option<Vec<i64>>) -> PyResult<Vec<Py<PyBytes>>> {
        let all = self.minds(py)?;
        let indices = indices.unwrap_or_else(|| (0..all.len() as i64).collect());
        let saved = |index: i64| {
            let bytes = piaget::save(self.one(py, index)?).map_err(errors::value)?;
            Ok(PyBytes::new(py, &bytes).unbind())
        };
        indices.into_iter().map(saved).collect()
    }

    /// Takes in minds that were saved, after those that are there.
    fn extend(&mut self, py: Python<'_>, saved: Vec<Vec<u8>>) -> PyResult<()> {
        let (all, shared, _) = self.parts(py)?;
        let restore = |bytes: &Vec<u8>| piaget::restore_in(&shared.blueprint, bytes).map(One::new);
        let new: Result<Vec<One>, _> = saved.iter().map(restore).collect();
        all.extend(new.map_err(|why| errors::of_saved(py, &why))?);
        Ok(())
    }

    /// Takes minds out; those after them move up.
    fn remove(&mut self, py: Python<'_>, indices: Vec<i64>) -> PyResult<()> {
        let (all, _, _) = self.parts(py)?;
        let mut stays = vec![true; all.len()];
        for index in indices {
            stays[arrays::index("mind", index, all.len())?] = false;
        }
        let mut stays = stays.into_iter();
        all.retain(|_| stays.next().unwrap_or(true));
        Ok(())
    }

    /// When the next tick begins, in seconds.
    #[getter]
    fn time_s(&self) -> f64 {
        self.time_s
    }

    #[setter]
    fn set_time_s(&mut self, time_s: f64) -> PyResult<()> {
        self.time_s = arrays::time("time_s", time_s)?;
        Ok(())
    }

    /// The number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.pool.threads()
    }

    /// Gives back its memory; whoever uses it afterwards gets a `ClosedError`.
    fn close(&mut self) {
        self.all = None;
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&mut self, _error: &Bound<'_, PyAny>) {
        self.close();
    }

    /// Its function may hold the minds in turn, as the method of an object that has them does.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.shared.sight.as_ref().map_or(Ok(()), |sight| visit.call(sight))
    }

    fn __clear__(&mut self) {
        self.shared.sight = None;
    }

    fn __len__(&self) -> usize {
        self.all.as_ref().map_or(0, Vec::len)
    }

    fn __repr__(&self) -> String {
        let name = self.shared.blueprint.character().name;
        match &self.all {
            Some(all) => format!("Minds({} of {:?} at {:.1} s)", all.len(), name.as_str(), self.time_s),
            None => "Minds(closed)".into(),
        }
    }

    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        character: Py<Character>,
        terrain: Py<Terrain>,
        saved: Vec<Vec<u8>>,
        things: Vec<(String, Option<String>)>,
        field: &Bound<'_, PyAny>,
        threads: usize,
        time_s: f64,
    ) -> PyResult<Self> {
        let mut minds = Self::make(character, terrain, things, Some(field), Some(threads))?;
        minds.extend(py, saved)?;
        minds.time_s = time_s;
        Ok(minds)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let (py, own) = (slf.py(), slf.try_borrow()?);
        if own.shared.sight.is_some() {
            return Err(PyTypeError::new_err(
                "minds that see by a function cannot be pickled; save() them instead",
            ));
        }
        let word = |(kind, colour): &(Name, Option<Name>)| {
            (kind.to_string(), colour.map(|colour| colour.to_string()))
        };
        let state = (
            own.shared.character.clone_ref(py),
            own.shared.terrain.clone_ref(py),
            own.save(py, None)?,
            own.shared.things.iter().map(word).collect(),
            Py::new(py, own.shared.field)?,
            own.pool.threads(),
            own.time_s,
        );
        Ok((py.get_type::<Self>().getattr("_restore")?, state))
    }
}

/// As many seeds as there are minds, from whatever gives them one after the other.
fn seeds(given: &Bound<'_, PyAny>, n: usize) -> PyResult<Vec<u64>> {
    let Ok(each) = given.try_iter() else {
        return Err(PyTypeError::new_err(format!("seeds must be {n} whole numbers, one for each mind")));
    };
    let mut seeds = Vec::new();
    // One more than is wanted tells that there are too many; what has no end is not read to its end.
    for (index, one) in each.take(n.saturating_add(1)).enumerate() {
        seeds.push(arrays::whole(&format!("seeds[{index}]"), &one?)?);
    }
    match seeds.len() == n {
        true => Ok(seeds),
        false if seeds.len() > n => {
            Err(errors::value(format!("there are more seeds than {n} minds; give one each")))
        }
        false => Err(errors::value(format!("there are {} seeds for {n} minds; give one each", seeds.len()))),
    }
}

/// Newborn minds, by their seeds or with their numbers for seeds; refused as soon as it shows that not all of them fit into memory.
fn born(blueprint: &Arc<Blueprint>, n: usize, seeds: Option<&[u64]>) -> PyResult<Vec<One>> {
    const SAMPLE: usize = 256;
    let one = |index: usize| {
        let seed = seeds.map_or(index as u64, |seeds| seeds[index]);
        One::new(Mind::from_blueprint(blueprint, seed))
    };
    let before = room::held();
    let mut all: Vec<One> = (0..n.min(SAMPLE)).map(one).collect();
    if let Some((before, now)) = before.zip(room::held()) {
        room::check(n - all.len(), "more minds", now.saturating_sub(before) / SAMPLE as u64)?;
    }
    all.reserve_exact(n - all.len());
    all.extend((all.len()..n).map(one));
    Ok(all)
}

/// Words for all of them, or a list of words or nothing for each.
fn sounds(given: &Bound<'_, PyAny>, n: usize, speaker: &str, at: Vec3) -> PyResult<Vec<Option<Sound>>> {
    if let Ok(words) = given.extract::<String>() {
        return Ok(vec![Some(senses::voice(speaker, &words, at)?); n]);
    }
    let each: Vec<Option<String>> = given
        .extract()
        .map_err(|_| PyTypeError::new_err("heard must be words, or a list of words or None"))?;
    if each.len() != n {
        return Err(errors::value(format!("heard has {} entries for {n} minds", each.len())));
    }
    each.iter()
        .map(|words| words.as_ref().map(|words| senses::voice(speaker, words, at)).transpose())
        .collect()
}
