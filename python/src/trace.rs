//! A run as columns: what happened, and what each creature did, believed and felt in every tick.

use crate::world::{TICKS_AT_ONCE, World};
use numpy::ToPyArray;
use piaget::mind::BeliefId;
use piaget_sim::{Actor, Happening, Simulation};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// What a column holds.
enum Column {
    Numbers(Vec<f64>),
    Whole(Vec<i64>),
    Words(Vec<String>),
}

/// Makes an empty column.
type Empty = fn() -> Column;
const NUMBERS: Empty = || Column::Numbers(Vec::new());
const WHOLE: Empty = || Column::Whole(Vec::new());
const WORDS: Empty = || Column::Words(Vec::new());

/// A table that grows by rows. Its columns are there before its first row.
struct Table(Vec<(&'static str, Column)>);

impl Table {
    fn new<const N: usize>(columns: [(&'static str, Empty); N]) -> Self {
        Self(columns.map(|(name, empty)| (name, empty())).into())
    }

    fn column(&mut self, name: &str) -> Option<&mut Column> {
        self.0.iter_mut().find(|(one, _)| *one == name).map(|(_, column)| column)
    }

    fn number(&mut self, column: &str, value: impl Into<f64>) {
        match self.column(column) {
            Some(Column::Numbers(values)) => values.push(value.into()),
            _ => unreachable!("{column} is no column of numbers"),
        }
    }

    fn whole(&mut self, column: &str, value: u64) {
        match self.column(column) {
            Some(Column::Whole(values)) => values.push(value as i64),
            _ => unreachable!("{column} is no column of whole numbers"),
        }
    }

    fn word(&mut self, column: &str, value: &str) {
        match self.column(column) {
            Some(Column::Words(values)) => values.push(value.to_owned()),
            _ => unreachable!("{column} is no column of words"),
        }
    }

    fn finish<'py>(self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, column) in self.0 {
            match column {
                Column::Numbers(values) => dict.set_item(name, values.to_pyarray(py))?,
                Column::Whole(values) => dict.set_item(name, values.to_pyarray(py))?,
                Column::Words(values) => dict.set_item(name, values)?,
            }
        }
        Ok(dict)
    }
}

struct Tables {
    events: Table,
    moments: Table,
    beliefs: Table,
    feelings: Table,
    minds: Table,
    things: Table,
}

impl Tables {
    fn new() -> Self {
        let (tick, t, creature) = (("tick", WHOLE), ("t", NUMBERS), ("creature", WORDS));
        let [x, y, z] = ["x", "y", "z"].map(|name| (name, NUMBERS));
        Self {
            events: Table::new([
                t,
                creature,
                ("event", WORDS),
                ("about", WORDS),
                ("belief", WHOLE),
                ("strength", NUMBERS),
            ]),
            moments: Table::new([
                tick,
                t,
                creature,
                x,
                y,
                z,
                ("yaw", NUMBERS),
                ("gaze_yaw", NUMBERS),
                ("saw", WHOLE),
                ("because", WORDS),
                ("nats", NUMBERS),
                ("felt_nats", NUMBERS),
            ]),
            beliefs: Table::new([
                tick,
                t,
                creature,
                ("belief", WHOLE),
                ("kind", WORDS),
                x,
                y,
                z,
                ("vx", NUMBERS),
                ("vz", NUMBERS),
                ("seen", WHOLE),
                ("unseen_s", NUMBERS),
                ("confidence", NUMBERS),
                ("nats", NUMBERS),
                ("felt_nats", NUMBERS),
                ("foretold", NUMBERS),
            ]),
            feelings: Table::new([tick, t, creature, ("name", WORDS), ("value", NUMBERS)]),
            minds: Table::new([
                tick,
                t,
                creature,
                ("other", WHOLE),
                ("other_kind", WORDS),
                ("belief", WHOLE),
                ("kind", WORDS),
                x,
                y,
                z,
                ("own_x", NUMBERS),
                ("own_z", NUMBERS),
                ("sees", WHOLE),
            ]),
            things: Table::new([tick, t, ("thing", WORDS), x, y, z, ("yaw", NUMBERS), ("hidden", WHOLE)]),
        }
    }

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
    let simulation = world.play(py)?;
    let end = match ticks {
        Some(ticks) => simulation.tick().saturating_add(ticks),
        None => simulation.scenario().ticks().max(simulation.tick()),
    };
    let mut tables = Tables::new();
    while simulation.tick() < end {
        py.check_signals()?;
        py.detach(|| {
            for _ in 0..TICKS_AT_ONCE.min(end - simulation.tick()) {
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
