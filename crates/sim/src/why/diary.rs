//! What one creature met, believed and did while a scenario was played, beside what was really there. It is kept by
//! whoever asks why, outside of the mind: a mind never reads it.

use super::Met;
use crate::happening::Happening;
use crate::simulation::{Actor, Simulation};
use piaget_mind::Mind;
use piaget_mind::model::action::{Action, ObjectChoice, Reason, TupleId, Words};
use piaget_mind::model::{BeliefId, Refusal};
use piaget_nav::{Progress, WhyNot};
use piaget_terms::{HostId, Name, Sight as _, Sound, Vec3, maths};
use piaget_world::Event;
use serde::Serialize;
use std::collections::BTreeMap;
use std::mem::discriminant;

/// What was noted of one creature from the first tick on.
#[derive(Clone, Debug)]
pub struct Diary {
    /// Whose it is.
    pub creature: Name,
    /// The things and other creatures of the world.
    pub things: BTreeMap<HostId, Met>,
    /// The tuples of its action tree, in their order.
    pub tuples: Vec<TupleNotes>,
    /// How it got about.
    pub travel: TravelNotes,
    /// Words that were said, and whether it heard them.
    pub said: Vec<Said>,
    /// What happened to it, in order.
    pub happened: Vec<Happening>,
    /// The places that it knows by name.
    pub places: BTreeMap<Name, PlaceNotes>,
    /// Between what its values were, in the order of its character.
    pub felt: Vec<Felt>,
    /// What it gave up last, and why.
    pub dropped: Option<Dropped>,
}

/// A place that the creature knows by name.
#[derive(Clone, Copy, Debug)]
pub struct PlaceNotes {
    /// How far it was from there when it was nearest.
    pub nearest_m: f32,
    /// When it was that near.
    pub nearest_s: f64,
    /// Whether nobody said where it is, so that the creature takes it to be where it first stood.
    pub untold: bool,
}

/// Between what a value was.
#[derive(Clone, Copy, Debug)]
pub struct Felt {
    /// The least.
    pub least: f32,
    /// The most.
    pub most: f32,
}

/// An action that came to its end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Dropped {
    /// When.
    pub time_s: f64,
    /// Which.
    pub tuple: Name,
    /// Why.
    pub because: String,
}

/// Why a selector did not take a believed thing.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The belief.
    pub belief: BeliefId,
    /// The condition that it did not fulfil.
    pub refusal: Refusal,
    /// The same in words, with the numbers of the last of these ticks.
    pub because: String,
    /// In how many ticks.
    pub ticks: u32,
}

/// What became of one tuple.
#[derive(Clone, Debug, Default)]
pub struct TupleNotes {
    /// Ticks in which it was active.
    pub active: u32,
    /// When it was active for the first time.
    pub began_s: Option<f64>,
    /// Whether it was active in the last tick.
    pub is_active: bool,
    /// The most that it was worth.
    pub most: f32,
    /// Why it was not active, with the ticks in which that was so and the worth then of the tuple and of its rival.
    pub hindrances: Vec<Hindrance>,
    /// What it was done to, and in how many ticks, where it picks its object.
    pub objects: BTreeMap<BeliefId, u32>,
    /// What its selector did not take.
    pub refused: Vec<Refused>,
}

/// A reason for which a tuple was not active.
#[derive(Clone, Copy, Debug)]
pub struct Hindrance {
    /// The reason.
    pub reason: Reason,
    /// In how many ticks.
    pub ticks: u32,
    /// What the tuple was worth in the last of them.
    pub worth: f32,
    /// And its rival, if the reason names one.
    pub rivals_worth: f32,
}

/// How a creature got about.
#[derive(Clone, Debug, Default)]
pub struct TravelNotes {
    /// Ticks in which it wanted to go somewhere.
    pub wanted: u32,
    /// How fast it wanted to go in the last tick, if it wanted to.
    pub speed_m_per_s: Option<f32>,
    /// Ticks in which there was no way, and why in the last of them.
    pub no_way: u32,
    /// Why there was none.
    pub why: Option<WhyNot>,
    /// The nearest thing that the terrain does not know, where such things were to blame.
    pub barred_by: Option<Name>,
    /// Ticks in which something stopped the body on its way.
    pub blocked: u32,
    /// Ticks in which each solid thing or other creature stood between the creature and what it acts on.
    pub between: BTreeMap<Name, u32>,
    /// What stood there in the last of them: a thing or a wall, and whether the creature's terrain has it.
    pub stopped_by: Option<(Name, bool)>,
}

/// Words that were said.
#[derive(Clone, Debug)]
pub struct Said {
    /// The sound.
    pub sound: Sound,
    /// How far from the creature's ear.
    pub distance_m: f32,
    /// How far it hears a sound as loud as this.
    pub heard_within_m: f32,
}

/// A thing this near to where the object is believed to be may be the object itself.
const SAME_PLACE_M: f32 = 0.5;
/// A body moves less than this in its first tick.
const FIRST_STOOD_M: f32 = 0.5;
/// As many words are kept as a person would read.
const MOST_SAID: usize = 200;

impl Diary {
    /// An empty one, before the first tick.
    pub fn new(creature: Name) -> Self {
        Self {
            creature,
            things: BTreeMap::new(),
            tuples: Vec::new(),
            travel: TravelNotes::default(),
            said: Vec::new(),
            happened: Vec::new(),
            places: BTreeMap::new(),
            felt: Vec::new(),
            dropped: None,
        }
    }

    /// Notes the tick that was just played.
    pub fn note(&mut self, simulation: &Simulation) {
        let Some(actor) = simulation.actor(self.creature.as_str()) else { return };
        self.note_things(simulation, actor);
        self.note_tuples(&actor.mind);
        self.note_objects(&actor.mind);
        self.note_places(simulation, actor);
        self.note_feelings(actor);
        self.note_travel(simulation, actor);
        self.note_sounds(simulation, actor);
        let own = simulation.happened().iter().filter(|one| one.creature == Some(self.creature));
        self.happened.extend(own.cloned());
    }

    fn note_things(&mut self, simulation: &Simulation, actor: &Actor) {
        let world = simulation.world();
        // What is hidden from beginning to end is known to have never been there.
        for (id, thing) in world.things().filter(|(_, thing)| thing.hidden) {
            self.things.entry(id).or_insert_with(|| Met::new(thing.name, thing.kind));
        }
        let things = world.things().filter(|(_, thing)| !thing.hidden);
        let things = things.map(|(id, thing)| (id, thing.name, thing.kind, thing.middle()));
        let others = world.creatures().filter(|(id, _)| *id != actor.id);
        let others = others.map(|(id, one)| (id, one.name, one.kind, one.eye_position()));
        let there: Vec<(HostId, Name, Name, Vec3)> = things.chain(others).collect();
        for event in world.events() {
            if let Event::Ate { creature, thing, .. } = event
                && *creature == actor.id
                && let Some(met) = self.things.get_mut(thing)
            {
                met.eaten_s.get_or_insert(world.time_s());
            }
        }
        for (id, met) in &mut self.things {
            if met.there > 0 && !there.iter().any(|(own, ..)| own == id) {
                met.gone_s.get_or_insert(world.time_s());
            }
        }
        let points: Vec<Vec3> = there.iter().map(|(.., at)| *at).collect();
        let mut in_view = vec![false; points.len()];
        actor.sensed.sees(&points, &mut in_view);
        for ((id, name, kind, at), in_view) in there.into_iter().zip(in_view) {
            let met = self.things.entry(id).or_insert_with(|| Met::new(name, kind));
            met.note(actor, world.time_s(), (id, at), in_view);
        }
    }

    fn note_tuples(&mut self, mind: &Mind) {
        let (tree, deciding) = (mind.actions(), mind.deciding());
        self.tuples.resize_with(tree.tuples().len(), TupleNotes::default);
        for (at, notes) in self.tuples.iter_mut().enumerate() {
            let id = TupleId(at as u16);
            let (reason, worth) = (deciding.reason(id), deciding.worth(id));
            notes.most = notes.most.max(worth);
            if let (Reason::Ended(_), Some(tuple)) = (reason, tree.get(id)) {
                let because = reason.describe(tree, words_of(mind));
                self.dropped = Some(Dropped { time_s: mind.view().time_s(), tuple: tuple.name, because });
            }
            notes.is_active = reason.is_active();
            if notes.is_active {
                notes.active += 1;
                notes.began_s.get_or_insert(mind.view().time_s());
                continue;
            }
            let rivals_worth = reason.rival().map_or(0.0, |rival| deciding.worth(rival));
            let known = notes.hindrances.iter_mut().find(|known| known.reason == reason);
            match known {
                Some(known) => {
                    (known.ticks, known.worth, known.rivals_worth) = (known.ticks + 1, worth, rivals_worth);
                }
                None => notes.hindrances.push(Hindrance { reason, ticks: 1, worth, rivals_worth }),
            }
        }
    }

    /// What each tuple that picks its object was done to, and why not to others.
    fn note_objects(&mut self, mind: &Mind) {
        let (tree, deciding, view) = (mind.actions(), mind.deciding(), mind.view());
        for (at, (tuple, notes)) in tree.tuples().iter().zip(&mut self.tuples).enumerate() {
            let ObjectChoice::Picked(selector) = tuple.object else { continue };
            let Some(selector) = mind.character().classify.selectors.get(usize::from(selector.0)) else {
                continue;
            };
            let id = TupleId(at as u16);
            if let Some(object) = deciding.object(id).filter(|_| deciding.reason(id).is_active()) {
                *notes.objects.entry(object).or_default() += 1;
            }
            for belief in &view.beliefs()[1..] {
                let Some(refusal) = selector.why_not(&view, belief.id) else { continue };
                let because = selector.refuses_because(&view, belief.id, refusal);
                let is_same = |known: &Refused| {
                    known.belief == belief.id && discriminant(&known.refusal) == discriminant(&refusal)
                };
                match notes.refused.iter_mut().find(|known| is_same(known)) {
                    Some(known) => {
                        (known.refusal, known.because, known.ticks) = (refusal, because, known.ticks + 1)
                    }
                    None => notes.refused.push(Refused { belief: belief.id, refusal, because, ticks: 1 }),
                }
            }
        }
    }

    fn note_places(&mut self, simulation: &Simulation, actor: &Actor) {
        let (mind, here) = (&actor.mind, maths::ground(actor.sensed.body.position));
        let plan = simulation.scenario().creatures.iter().find(|plan| plan.name == actor.name);
        let time_s = simulation.world().time_s();
        for place in &mind.character().classify.places {
            let Some(at) = mind.place(place.name.as_str()).map(maths::ground) else { continue };
            let away_m = at.distance(here);
            let notes = self.places.entry(place.name).or_insert_with(|| {
                let told = place.at.is_some()
                    || plan.is_some_and(|plan| plan.places.iter().any(|(name, _)| *name == place.name));
                // Where nobody tells, it is where the creature stands in its first tick.
                PlaceNotes { nearest_m: away_m, nearest_s: time_s, untold: !told && away_m < FIRST_STOOD_M }
            });
            if away_m < notes.nearest_m {
                (notes.nearest_m, notes.nearest_s) = (away_m, time_s);
            }
        }
    }

    fn note_feelings(&mut self, actor: &Actor) {
        let values = &actor.report.values;
        self.felt.resize(values.len(), Felt { least: f32::INFINITY, most: f32::NEG_INFINITY });
        for (felt, (_, value)) in self.felt.iter_mut().zip(values) {
            *felt = Felt { least: felt.least.min(*value), most: felt.most.max(*value) };
        }
    }

    fn note_travel(&mut self, simulation: &Simulation, actor: &Actor) {
        let notes = &mut self.travel;
        notes.speed_m_per_s = actor.mind.intent().travel.map(|travel| travel.speed_m_per_s);
        let Some(progress) = actor.report.travel else { return };
        notes.wanted += 1;
        for name in between(simulation, actor) {
            *notes.between.entry(name).or_default() += 1;
        }
        if let Progress::NoWay { why, .. } = progress {
            notes.no_way += 1;
            notes.why = Some(why);
            let nearest = || nearest_solid(simulation, actor).map(|(name, _)| name);
            notes.barred_by = if why.is_of_bodies() { nearest() } else { None };
        }
        if actor.sensed.body.blocked {
            notes.blocked += 1;
            notes.stopped_by = what_stops(simulation, actor).or(notes.stopped_by);
        }
    }

    fn note_sounds(&mut self, simulation: &Simulation, actor: &Actor) {
        let Some(body) = simulation.world().creature(actor.id) else { return };
        for sound in simulation.world().sounds().filter(|sound| !sound.said().is_empty()) {
            let heard_within_m = body.eyes.hearing_m * sound.loudness;
            let distance_m = sound.position.distance(body.eye_position());
            if self.said.len() < MOST_SAID {
                self.said.push(Said { sound: *sound, distance_m, heard_within_m });
            }
        }
    }

    /// A place by name; none where a thing is called so.
    pub fn place(&self, name: Name) -> Option<&PlaceNotes> {
        self.places.get(&name).filter(|_| self.of(name).next().is_none())
    }

    /// Those of a kind, or of a name.
    pub fn of(&self, word: Name) -> impl Iterator<Item = &Met> {
        self.things.values().filter(move |met| met.kind == word || met.name == word)
    }
}

/// What stands against a body that was stopped, and whether the creature's terrain has it.
fn what_stops(simulation: &Simulation, actor: &Actor) -> Option<(Name, bool)> {
    /// What is nearer than this touches.
    const TOUCHES_M: f32 = 0.15;
    let (world, at) = (simulation.world(), maths::ground(actor.sensed.body.position));
    let reach_m = actor.mind.character().body.radius_m + TOUCHES_M;
    if let Some((name, _)) = nearest_solid(simulation, actor).filter(|(_, gap_m)| *gap_m <= reach_m) {
        return Some((name, false));
    }
    let known = &actor.mind.terrain().walls;
    let mut walls = world.walls().iter().zip(&simulation.scenario().walls);
    let touched = walls.find(|((_, wall), _)| wall.contains(at, reach_m));
    touched.map(|((_, wall), name)| (*name, known.contains(wall)))
}

/// The nearest solid thing or other creature, and how far its outline is from the middle of the body.
fn nearest_solid(simulation: &Simulation, actor: &Actor) -> Option<(Name, f32)> {
    let (world, at) = (simulation.world(), maths::ground(actor.sensed.body.position));
    let things = world.things().filter(|(_, thing)| thing.solid && !thing.hidden);
    let things = things.map(|(_, thing)| (thing.name, thing.position, thing.shape.ground_radius_m()));
    let others = world.creatures().filter(|(id, _)| *id != actor.id);
    let others = others.map(|(_, other)| (other.name, other.position, other.body.radius_m));
    let gaps = things.chain(others);
    let gaps = gaps.map(|(name, place, radius_m)| (name, maths::ground(place).distance(at) - radius_m));
    gaps.min_by(|a, b| a.1.total_cmp(&b.1))
}

/// Solid things and other creatures between a creature and what it acts on, by the circles around them.
fn between(simulation: &Simulation, actor: &Actor) -> Vec<Name> {
    let object = actor.mind.deciding().decision().object.and_then(|id| actor.mind.view().about(id));
    let Some(object) = object else { return Vec::new() };
    let (from, to) = (maths::ground(actor.sensed.body.position), maths::ground(object.position));
    let way = to - from;
    let stands = |place: Vec3, radius_m: f32| {
        let place = maths::ground(place);
        let share = ((place - from).dot(way) / way.length_squared().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
        (from + way * share).distance(place) <= radius_m
    };
    let solid = simulation.world().things().filter(|(_, thing)| thing.solid && !thing.hidden);
    let solid = solid.map(|(_, thing)| (thing.name, thing.position, thing.shape.ground_radius_m()));
    let bodies = simulation.world().creatures().filter(|(id, _)| *id != actor.id);
    let bodies = bodies.map(|(_, other)| (other.name, other.position, other.body.radius_m));
    // What it acts on is not in its own way.
    let others = solid.chain(bodies).filter(|(_, at, _)| maths::ground(*at).distance(to) > SAME_PLACE_M);
    others.filter(|(_, at, radius_m)| stands(*at, *radius_m)).map(|(name, ..)| name).collect()
}

/// The movement that a tuple performs, if it performs one.
pub(super) fn movement_of(action: Option<Action>) -> Option<Name> {
    match action {
        Some(Action::Movement(name)) => Some(name),
        _ => None,
    }
}

/// A character's own words, to describe conditions with.
pub(super) fn words_of(mind: &Mind) -> Words<'_> {
    let character = mind.character();
    Words {
        values: character.feel.names(),
        selectors: &character.classify.selectors,
        places: &character.classify.places,
    }
}
