//! What a batch of minds is told besides senses, and what it answers: arrays of all of them, or one of them by itself.

use crate::asked::{self, Which};
use crate::mind::{self as one_mind, Mind};
use crate::minds::{Minds, One};
use crate::{arrays, errors, senses};
use arrays::{Dim, Points};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods, ToPyArray};
use piaget::terms::Vec3;
use pyo3::prelude::*;
use pyo3::types::PyList;

#[pymethods]
impl Minds {
    /// Where each mind thinks that a thing of this kind is: a row for each, a column for each open node of their map. Zeros
    /// for one that believes in none.
    #[pyo3(signature = (kind, out=None))]
    fn maps<'py>(
        &mut self,
        py: Python<'py>,
        kind: &str,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let (all, shared, pool) = self.parts(py)?;
        let n = all.len();
        let Some((_, nodes)) = &shared.map else {
            return Err(errors::value("this character has no maps: its `beliefs` need a node `map`"));
        };
        let width = nodes.nodes.len();
        let out = arrays::rows(out, py, n, width)?;
        let mut written = out.try_readwrite()?;
        let flat = written.as_slice_mut()?;
        py.detach(|| {
            let mut each: Vec<_> = all.iter_mut().zip(flat.chunks_exact_mut(width.max(1))).collect();
            pool.for_each(&mut each, |_, (one, row)| match one_mind::distribution(&one.mind, kind) {
                Some(map) => map.probabilities(&nodes.nodes, row),
                None => row.fill(0.0),
            });
        });
        drop(written);
        Ok(out)
    }

    /// Where the columns of `maps` are: x and z.
    #[getter]
    fn places<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        match &self.shared.map {
            Some((map, nodes)) => nodes.places(py, map.lattice()),
            None => Ok(PyArray2::zeros(py, [0, 2], false)),
        }
    }

    /// Where each mind thinks that a thing of this kind is most likely: x and z, NaN for one that believes in none.
    fn believed<'py>(&self, py: Python<'py>, kind: &str) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let place = |one: &One| {
            let beliefs = one.mind.view().beliefs();
            let of_kind = beliefs.iter().skip(1).filter(|belief| belief.now.kind == kind);
            let latest = of_kind.max_by(|a, b| a.sensed_s.total_cmp(&b.sensed_s));
            latest.map_or([f32::NAN; 2], |belief| [belief.now.position.x, belief.now.position.z])
        };
        let flat: Vec<f32> = self.minds(py)?.iter().flat_map(place).collect();
        flat.to_pyarray(py).reshape([flat.len() / 2, 2])
    }

    /// What each of them feels: the names, and a row for each mind.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<(Vec<String>, Bound<'py, PyArray2<f32>>)> {
        let all = self.minds(py)?;
        let reports: Vec<_> = all.iter().map(|one| one.mind.report().values).collect();
        let names: Vec<String> = reports
            .first()
            .map_or(Vec::new(), |first| first.iter().map(|(name, _)| name.to_string()).collect());
        let flat: Vec<f32> = reports.iter().flatten().map(|(_, value)| *value).collect();
        Ok((names.clone(), flat.to_pyarray(py).reshape([all.len(), names.len()])?))
    }

    /// How improbable what each met in this tick was, in nats.
    fn nats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let nats: Vec<f32> = self.minds(py)?.iter().map(|one| one.mind.expecting().nats()).collect();
        Ok(nats.to_pyarray(py))
    }

    /// What happened to them in the last tick: the number of the mind, and what happened.
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for (index, one) in self.minds(py)?.iter().enumerate() {
            if !one.mind.events().is_empty() {
                for event in one_mind::events(py, &one.mind)? {
                    list.append((index, event))?;
                }
            }
        }
        Ok(list)
    }

    /// What one of them holds now.
    fn report<'py>(&self, py: Python<'py>, index: i64) -> PyResult<Bound<'py, PyAny>> {
        one_mind::report(py, &self.one(py, index)?.report())
    }

    /// One of them by itself: a copy, which can be asked and stepped on its own.
    fn mind(&self, py: Python<'_>, index: i64) -> PyResult<Mind> {
        let bytes = piaget::save(self.one(py, index)?).map_err(errors::value)?;
        let (character, terrain) = (self.shared.character.clone_ref(py), self.shared.terrain.clone_ref(py));
        Mind::restore(py, character, terrain, &bytes, self.time_s)
    }

    /// Where each mind takes another to expect a thing (see `Mind.expects_at`); NaN where it does not think of that other's mind,
    /// or the other knows of no such thing.
    fn expects_at<'py>(
        &self,
        py: Python<'py>,
        other: Which,
        thing: Which,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let all = self.minds(py)?;
        let expected =
            |one: &One| asked::expects_at(&one.mind, &other, &thing).unwrap_or(Vec3::NAN).to_array();
        let flat: Vec<f32> = all.iter().flat_map(expected).collect();
        flat.to_pyarray(py).reshape([all.len(), 3])
    }

    /// A friend tells all of them of a thing, or those that `which` says; it is taken in with the next step.
    #[pyo3(signature = (kind, at, spread_m=0.0, by=None, *, which=None))]
    fn hint(
        &mut self,
        py: Python<'_>,
        kind: &str,
        at: &Bound<'_, PyAny>,
        spread_m: f32,
        by: Option<&str>,
        which: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let by = by.map(|by| senses::name("by", by)).transpose()?;
        let (all, _, _) = self.parts(py)?;
        let n = all.len();
        let told = asked::told(kind, at, spread_m)?;
        let which = which.map(|given| arrays::flags("which", given, &[&[Dim::Is(n)]])).transpose()?;
        let which = which.as_ref().map(|which| which.as_slice()).transpose()?;
        for (index, one) in all.iter_mut().enumerate() {
            if which.is_none_or(|which| which[index]) {
                one.mind.hint(told, by);
            }
        }
        Ok(())
    }

    /// Says where one of the places is that the character knows by name: for all, or a row for each.
    fn set_place(&mut self, py: Python<'_>, name: &str, at: &Bound<'_, PyAny>) -> PyResult<()> {
        let (all, _, _) = self.parts(py)?;
        let at = arrays::floats("at", at, &[&[Dim::Point], &[Dim::Is(all.len()), Dim::Point]])?;
        let (of_each, points) = (at.shape().len() == 2, Points::new(at.as_slice()?, at.shape()));
        for (index, one) in all.iter_mut().enumerate() {
            asked::set_place(&mut one.mind, name, points.at(if of_each { index } else { 0 }))?;
        }
        Ok(())
    }
}
