//! A run as columns: what happened, and what each creature did, believed and felt in every tick.

use crate::world::World;
use numpy::ToPyArray;
use piaget::mind::BeliefId;
use piaget_sim::{Actor, Happening, Simulation};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;

/// A table that grows by rows: numbers, whole numbers and words.
#[derive(Default)]
struct Table {
    numbers: BTreeMap<&'static str, Vec<f64>>,
    whole: BTreeMap<&'static str, Vec<i64>>,
    words: BTreeMap<&'static str, Vec<String>>,
}

impl Table {
    fn number(&mut self, column: &'static str, value: impl Into<f64>) {
        self.numbers.entry(column).or_default().push(value.into());
    }

    fn whole(&mut self, column: &'static str, value: u64) {
        self.whole.entry(column).or_default().push(value as i64);
    }

    fn word(&mut self, column: &'static str, value: &str) {
        self.words.entry(column).or_default().push(value.to_owned());
    }

    fn finish<'py>(self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (column, values) in self.whole {
            dict.set_item(column, values.to_pyarray(py))?;
        }
        for (column, values) in self.words {
            dict.set_item(column, values)?;
        }
        for (column, values) in self.numbers {
            dict.set_item(column, values.to_pyarray(py))?;
        }
        Ok(dict)
    }
}

#[derive(Default)]
struct Tables {
    events: Table,
    moments: Table,
    beliefs: Table,
    feelings: Table,
    minds: Table,
    things: Table,
}

impl Tables {
    fn event(&mut self, one: &Happening) {
        let table = &mut self.events;
        table.number("t", one.t);
        table.word("creature", one.creature.as_deref().unwrap_or(""));
        table.word("event", &one.event);
        table.word("about", &one.about);
        table.whole("belief", one.belief.map_or(u64::MAX, u64::from));
        table.number("strength", one.strength.unwrap_or(f32::NAN));
    }

    fn tick(&mut self, simulation: &Simulation) {
        let tick = simulation.tick().saturating_sub(1);
        let t = simulation.time_s() - f64::from(simulation.scenario().tick_s());
        for actor in simulation.actors() {
            let (body, report, table) = (&actor.sensed.body, &actor.report, &mut self.moments);
            table.whole("tick", tick);
            table.number("t", t);
            table.word("creature", &actor.name);
            for (column, value) in [("x", body.position.x), ("y", body.position.y), ("z", body.position.z)] {
                table.number(column, value);
            }
            table.number("yaw", body.yaw);
            table.number("gaze_yaw", body.yaw + body.head_yaw);
            table.whole("saw", actor.sensed.sightings.len() as u64);
            table.word("because", actor.intent.because.as_deref().unwrap_or(""));
            table.number("nats", report.nats);
            table.number("felt_nats", report.felt_nats);
            for belief in &report.beliefs {
                let table = &mut self.beliefs;
                table.whole("tick", tick);
                table.number("t", t);
                table.word("creature", &actor.name);
                table.whole("belief", belief.belief.into());
                table.word("kind", &belief.kind);
                let (at, by) = (belief.position, belief.velocity);
                for (column, value) in [("x", at.x), ("y", at.y), ("z", at.z), ("vx", by.x), ("vz", by.z)] {
                    table.number(column, value);
                }
                table.whole("seen", belief.seen_as.is_some().into());
                table.number("unseen_s", belief.unseen_s);
                table.number("confidence", belief.confidence);
                table.number("nats", belief.nats);
                table.number("felt_nats", belief.felt_nats);
                table.number("foretold", belief.foretold);
            }
            for (name, value) in &report.values {
                let table = &mut self.feelings;
                table.whole("tick", tick);
                table.number("t", t);
                table.word("creature", &actor.name);
                table.word("name", name);
                table.number("value", *value);
            }
            self.others(actor, tick, t);
        }
        for (_, thing) in simulation.world().things() {
            let table = &mut self.things;
            table.whole("tick", tick);
            table.number("t", t);
            table.word("thing", &thing.name);
            for (column, value) in [("x", thing.position.x), ("y", thing.position.y), ("z", thing.position.z)]
            {
                table.number(column, value);
            }
            table.number("yaw", thing.yaw);
            table.whole("hidden", thing.hidden.into());
        }
    }
}

impl Tables {
    /// What others are taken to believe, and whether they expect it where the creature itself does.
    fn others(&mut self, actor: &Actor, tick: u64, t: f64) {
        let view = actor.mind.view();
        for other in actor.mind.minds() {
            for about in other.ties().iter().filter(|about| about.ours != BeliefId::SELF) {
                let Some((at, own)) = other.expects_at(about.ours).zip(view.record(about.ours)) else {
                    continue;
                };
                let table = &mut self.minds;
                table.whole("tick", tick);
                table.number("t", t);
                table.word("creature", &actor.name);
                table.whole("other", other.of.0.into());
                table.word("other_kind", &other.kind);
                table.whole("belief", about.ours.0.into());
                table.word("kind", &own.kind);
                for (column, value) in [("x", at.x), ("y", at.y), ("z", at.z)] {
                    table.number(column, value);
                }
                table.number("own_x", own.position.x);
                table.number("own_z", own.position.z);
                table.whole("sees", about.sees.into());
            }
        }
    }
}

/// Plays a world on to the end of its scenario, or for so many ticks, and keeps every `every`th tick; 0 keeps only events.
#[pyfunction]
#[pyo3(signature = (world, ticks=None, every=1))]
pub fn play<'py>(
    py: Python<'py>,
    world: &mut World,
    ticks: Option<u64>,
    every: u64,
) -> PyResult<Bound<'py, PyDict>> {
    /// So many ticks between looks at the keyboard.
    const AT_ONCE: u64 = 64;
    let simulation = world.play(py)?;
    let end = match ticks {
        Some(ticks) => simulation.tick().saturating_add(ticks),
        None => simulation.scenario().ticks().max(simulation.tick()),
    };
    let mut tables = Tables::default();
    while simulation.tick() < end {
        py.check_signals()?;
        py.detach(|| {
            for _ in 0..AT_ONCE.min(end - simulation.tick()) {
                simulation.step();
                simulation.happened().iter().for_each(|one| tables.event(one));
                if every > 0 && (simulation.tick() - 1).is_multiple_of(every) {
                    tables.tick(simulation);
                }
            }
        });
    }
    let dict = PyDict::new(py);
    dict.set_item("events", tables.events.finish(py)?)?;
    dict.set_item("moments", tables.moments.finish(py)?)?;
    dict.set_item("beliefs", tables.beliefs.finish(py)?)?;
    dict.set_item("feelings", tables.feelings.finish(py)?)?;
    dict.set_item("minds", tables.minds.finish(py)?)?;
    dict.set_item("things", tables.things.finish(py)?)?;
    Ok(dict)
}
