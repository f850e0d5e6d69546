//! The loop: world -> senses -> mind -> intent -> world.
//!
//! A tick is: what the timeline and people want is done to the world; every creature senses and its mind steps, each
//! on its own; what they noticed is told; their intents are carried out; time passes. Minds get nothing but senses.

use crate::digest::{self, Digest};
use crate::embody::Embodied;
use crate::happening::{self, Happening, words};
use crate::recording::Recorder;
use crate::scenario::{Action, CreaturePlan, Scenario};
use crate::timeline::{self, Noticed, Progress};
use crate::workers::{Threads, WorkerPool};
use piaget_mind::{Blueprint, Mind};
use piaget_terms::{Chance, HostId, Name, Terrain};
use piaget_world::{Creature, Event as WorldEvent, World};
use std::sync::Arc;

mod actor;
mod saving;
pub use actor::Actor;
pub(crate) use saving::{open_value, seal_value};

/// A scenario being played.
///
/// ```
/// use piaget_sim::{Simulation, Threads, files::Kept, scenario::{Choice, Scenario}};
/// use piaget_text::Source;
/// let text = r#"
///     scenario "empty" { shows "Nothing."; try "Add something." }
///     length 1
///     ground { size 20 20 }
///     timeline { at 0.5 { note "half of it" } }
/// "#;
/// let scenario = Scenario::load(&Source::new("empty.kdl", text), &Kept::default(), &Choice::default()).unwrap();
/// let mut simulation = Simulation::new(scenario, Threads::One).unwrap();
/// let mut told = Vec::new();
/// while !simulation.is_over() {
///     told.extend_from_slice(simulation.step());
/// }
/// assert_eq!((told.len(), told[0].about.as_str()), (1, "half of it"));
/// ```
pub struct Simulation {
    pub(crate) scenario: Scenario,
    pub(crate) world: World,
    pub(crate) actors: Vec<Actor>,
    progress: Progress,
    tick: u64,
    digest: Digest,
    waiting: Vec<Action>,
    happened: Vec<Happening>,
    recorder: Option<Recorder>,
    workers: WorkerPool,
}

/// Why a scenario cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{name}\" cannot be put into the world: {why}")]
pub struct CannotBegin {
    /// The thing or creature.
    pub name: Name,
    /// The world's reason.
    pub why: String,
}

/// What creatures of one character share, made once for each character: a crowd would take gigabytes else.
pub(crate) struct Blueprints {
    terrain: Arc<Terrain>,
    all: Vec<Arc<Blueprint>>,
}

impl Blueprints {
    pub fn new(scenario: &Scenario) -> Self {
        Self { terrain: scenario.terrain.clone(), all: Vec::new() }
    }

    pub fn of(&mut self, plan: &CreaturePlan) -> Arc<Blueprint> {
        let known = self.all.iter().find(|blueprint| Arc::ptr_eq(blueprint.character(), &plan.character));
        known.cloned().unwrap_or_else(|| {
            let new = Arc::new(Blueprint::new(plan.character.clone(), self.terrain.clone()));
            self.all.push(new.clone());
            new
        })
    }
}

impl Simulation {
    /// A scenario before its first tick.
    pub fn new(scenario: Scenario, threads: Threads) -> Result<Self, CannotBegin> {
        let mut world = World::new(&scenario.terrain, scenario.seed);
        scenario.movements.iter().cloned().for_each(|rule| world.set_rule(rule));
        for thing in &scenario.things {
            world
                .add_thing(thing.clone())
                .map_err(|why| CannotBegin { name: thing.name, why: why.to_string() })?;
        }
        let mut actors = Vec::new();
        let mut blueprints = Blueprints::new(&scenario);
        for (index, plan) in scenario.creatures.iter().enumerate() {
            let id = world
                .add_creature(body(plan))
                .map_err(|why| CannotBegin { name: plan.name, why: why.to_string() })?;
            let seed = Chance::of_part(scenario.seed, index as u64).bits();
            let mut mind = Mind::from_blueprint(&blueprints.of(plan), seed.into());
            if let Some(places) = &scenario.places {
                mind.settle(places);
            }
            for (name, at) in &plan.places {
                mind.set_place(name.as_str(), *at);
            }
            if let Some(rig) = &plan.rig {
                mind.embody(&rig.graph);
            }
            let mut actor = Actor::new(plan.name, id, mind);
            if let Some(rig) = &plan.rig {
                world.let_host_move(id, true);
                let embodied = Embodied::new(rig.clone(), plan.pace, plan.yaw, seed.into());
                embodied.show(&mut world, id);
                actor.embodied = Some(embodied);
            }
            actors.push(actor);
        }
        let progress = Progress::new(&scenario.timeline, scenario.tick_hz);
        Ok(Self {
            scenario,
            world,
            actors,
            progress,
            tick: 0,
            digest: Digest::default(),
            waiting: Vec::new(),
            happened: Vec::new(),
            recorder: None,
            workers: WorkerPool::new(threads),
        })
    }

    /// What is being played.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The truth, for those who may know it: renderers, measurements, people.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The creatures, in the order of the scenario.
    pub fn actors(&self) -> &[Actor] {
        &self.actors
    }

    /// The creature of this name.
    pub fn actor(&self, name: &str) -> Option<&Actor> {
        self.actors.iter().find(|actor| actor.name == name)
    }

    /// How many ticks have passed.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// Seconds since the beginning.
    pub fn time_s(&self) -> f64 {
        self.world.time_s()
    }

    /// Whether the scenario's length has passed. It may be stepped on all the same.
    pub fn is_over(&self) -> bool {
        self.tick >= self.scenario.ticks()
    }

    /// The digest of all ticks so far.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// What happened in the last tick.
    pub fn happened(&self) -> &[Happening] {
        &self.happened
    }

    /// Something that a person does; it happens at the beginning of the next tick, and is part of a recording.
    pub fn input(&mut self, action: Action) {
        if let Some(recorder) = &mut self.recorder {
            recorder.input(self.tick, action.clone());
        }
        self.waiting.push(action);
    }

    /// Keeps all that comes in from now on, so that it can be played again.
    pub fn record(&mut self) {
        self.recorder = Some(Recorder::new(self.save()));
    }

    /// The recording since [`Simulation::record`], as a file's bytes; `None` if nothing was recorded.
    pub fn recording(&self) -> Option<Vec<u8>> {
        self.recorder.as_ref().map(|recorder| recorder.finish(self.tick, self.digest))
    }

    /// One tick; gives back what happened in it.
    pub fn step(&mut self) -> &[Happening] {
        self.think();
        self.act();
        &self.happened
    }

    /// Everybody senses, and every mind steps.
    fn think(&mut self) {
        self.happened.clear();
        self.direct();
        let (world, tick_s) = (&self.world, self.scenario.tick_s());
        self.workers.for_each(&mut self.actors, |actor| actor.step(world, tick_s));
        self.tell();
        self.watch();
    }

    /// What they intend is carried out, and time passes.
    fn act(&mut self) {
        let tick_s = self.scenario.tick_s();
        for actor in &mut self.actors {
            actor.carry_out(&mut self.world, tick_s, &mut self.happened);
        }
        self.world.tick(tick_s);
        self.tell_of_world();
        self.digest = digest::tick(self.digest, &self.world, self.actors.iter().map(|actor| actor.digest));
        self.tick += 1;
    }

    /// Plays to the end of the scenario; `each` is called after every tick.
    pub fn run(&mut self, mut each: impl FnMut(&Self)) -> Digest {
        while !self.is_over() {
            self.step();
            each(self);
        }
        self.digest
    }

    /// The timeline and people have their way with the world.
    fn direct(&mut self) {
        for action in std::mem::take(&mut self.waiting) {
            self.perform(&action);
        }
        let hz = self.scenario.tick_hz;
        while let Some(index) = self.progress.next(&self.scenario.timeline, self.tick, hz) {
            let event = &self.scenario.timeline[index as usize];
            let actions = event.actions.clone();
            if let Some(name) = event.name {
                self.push(None, words::EVENT, name.to_string());
            }
            for action in actions {
                self.perform(&action);
            }
        }
    }

    fn perform(&mut self, action: &Action) {
        let done = match action {
            Action::Become { creature, text } => self.change_character(*creature, text),
            Action::Perform { creature, movement } => self.order(*creature, *movement),
            _ => Ok(()),
        };
        if let Err(why) = done {
            return self.push(None, words::REFUSED, why);
        }
        let walk = timeline::perform(action, &mut self.world, &self.scenario.walls, &mut self.happened);
        if let Some((id, walk)) = walk
            && let Some(actor) = self.actors.iter_mut().find(|actor| actor.id == id)
        {
            actor.walk = Some(walk);
        }
    }

    /// What every creature noticed and chose.
    fn tell(&mut self) {
        let Self { actors, happened, world, .. } = self;
        let t = world.time_s();
        for actor in actors {
            let creature = Some(actor.name);
            let mut tell = |event: &str, about: String| {
                happened.push(Happening::new(t, creature, event, about));
            };
            for id in actor.seen.iter().filter(|id| !actor.seen_before.contains(id)) {
                tell(words::SEES, called(world, *id));
            }
            for id in actor.seen_before.iter().filter(|id| !actor.seen.contains(id)) {
                tell(words::LOSES, called(world, *id));
            }
            for sound in &actor.sensed.sounds {
                tell(words::HEARS, format!("{}: {}", sound.speaker.unwrap_or_default(), sound.said()));
            }
            let movement = actor.sensed.body.movement;
            if let Some(now) = movement.filter(|_| movement != actor.movement) {
                tell(happening::movement_word(now.stage), now.name.to_string());
            }
            actor.movement = movement;
            let because = actor.intent.because;
            if std::mem::replace(&mut actor.chosen, because) != because {
                tell(words::CHOSE, because.map_or("nothing".into(), |tuple| tuple.to_string()));
            }
            happening::of_mind(t, actor.name, &actor.mind, &actor.report, happened);
        }
    }

    /// Conditions of the timeline that have begun to hold.
    fn watch(&mut self) {
        let noticed: Vec<Noticed<'_>> = self.actors.iter().map(Actor::noticed).collect();
        let hz = self.scenario.tick_hz;
        self.progress.notice(&self.scenario.timeline, &self.world, &noticed, self.tick, hz);
    }

    fn tell_of_world(&mut self) {
        for event in self.world.events().to_vec() {
            let (creature, word, about) = match event {
                WorldEvent::PickedUp { creature, thing } => {
                    (Some(creature), words::PICKED_UP, self.name_of(thing))
                }
                WorldEvent::PutDown { creature, thing } => {
                    (Some(creature), words::PUT_DOWN, self.name_of(thing))
                }
                WorldEvent::Ate { creature, kind, .. } => (Some(creature), words::ATE, kind.to_string()),
                WorldEvent::Said { creature, words: said } => (Some(creature), words::SAID, said.to_string()),
                WorldEvent::SlideEnded { thing } => (None, words::SLIDE_ENDED, self.name_of(thing)),
                _ => continue,
            };
            let creature = creature.and_then(|id| self.world.creature(id)).map(|creature| creature.name);
            self.push(creature, word, about);
        }
    }

    fn name_of(&self, id: HostId) -> String {
        called(&self.world, id)
    }

    fn push(&mut self, creature: Option<Name>, event: &str, about: String) {
        let t = self.world.time_s();
        self.happened.push(Happening::new(t, creature, event, about));
    }
}

fn body(plan: &CreaturePlan) -> Creature {
    let mut body = Creature::new(plan.kind, plan.colour, plan.character.body, plan.character.eyes);
    (body.name, body.position, body.yaw) = (plan.name, plan.at, plan.yaw);
    body
}

/// What a person would call a thing or creature: its name in the scenario, else its kind, else that it is gone.
fn called(world: &World, id: HostId) -> String {
    let named = |name: Name, kind: Name| if name.is_empty() { kind } else { name };
    let thing = world.thing(id).map(|thing| named(thing.name, thing.kind));
    let found = thing.or_else(|| world.creature(id).map(|creature| named(creature.name, creature.kind)));
    found.map_or_else(|| "something that is gone".into(), |name| name.to_string())
}

#[cfg(test)]
mod tests;
