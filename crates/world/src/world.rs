//! The world: what is in it, and one tick for all.
//!
//! Things and creatures share one row of numbers and are always visited in its order, so the same changes give the
//! same bits. What may be changed between ticks is in `change`, what eyes see of it in [`crate::sense`].

use crate::config::MovementTimes;
use crate::creature::Creature;
use crate::eye::scene::{Scene, SceneCache};
use crate::ground::{Ground, WallId};
use crate::handle::{Doing, doings};
use crate::rules::{self, Rule};
use crate::thing::Thing;
use piaget_terms::{HostId, Name, Sound, Terrain, Utterance, Wall};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Something that happened in the last tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum Event {
    PickedUp {
        creature: HostId,
        thing: HostId,
    },
    PutDown {
        creature: HostId,
        thing: HostId,
    },
    /// The thing is gone, or there is less food in it; its kind is kept here.
    Ate {
        creature: HostId,
        thing: HostId,
        kind: Name,
    },
    Said {
        creature: HostId,
        words: Utterance,
    },
    /// A thing has come to the end of its slide.
    SlideEnded {
        thing: HostId,
    },
}

/// A sound and who made it; nobody hears himself.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sounding {
    pub maker: Option<HostId>,
    pub sound: Sound,
}

/// Everything that is the case.
///
/// ```
/// use piaget_terms::{Name, Rect, Terrain, Vec3};
/// use piaget_world::{Shape, Thing, World};
/// let mut world = World::new(&Terrain::open(Rect::centred(10.0, 10.0)), 7);
/// let cube = world.add_thing(Thing::new(Name::cut("cube"), Name::cut("red"), Shape::cube(0.3), Vec3::ZERO))?;
/// world.slide(cube, vec![Vec3::new(1.0, 0.0, 0.0)], 0.5)?;
/// for _ in 0..10 {
///     world.tick(0.1);
/// }
/// assert!((world.thing(cube).unwrap().position.x - 0.5).abs() < 1e-4);
/// # Ok::<(), piaget_world::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct World {
    pub(crate) ground: Ground,
    pub(crate) things: BTreeMap<HostId, Thing>,
    pub(crate) creatures: BTreeMap<HostId, Creature>,
    pub(crate) next_id: u32,
    pub(crate) seed: u64,
    pub(crate) ticks: u64,
    time_s: f64,
    /// How long movements take.
    pub movement_times: MovementTimes,
    /// What movements do that a host performs with a posed body.
    pub doings: Vec<Doing>,
    /// What other movements do.
    pub(crate) rules: Vec<Rule>,
    /// What can be heard now, and what will be after the next tick.
    pub(crate) sounds: Vec<Sounding>,
    pub(crate) coming_sounds: Vec<Sounding>,
    pub(crate) events: Vec<Event>,
    #[serde(skip)]
    pub(crate) scene: SceneCache,
}

impl World {
    /// A world on this ground with nothing in it. The seed decides the faults of eyes, and nothing else.
    pub fn new(terrain: &Terrain, seed: u64) -> Self {
        Self {
            ground: Ground::new(terrain),
            things: BTreeMap::new(),
            creatures: BTreeMap::new(),
            next_id: 1,
            seed,
            ticks: 0,
            time_s: 0.0,
            movement_times: MovementTimes::default(),
            doings: doings(),
            rules: rules::built_in(),
            sounds: Vec::new(),
            coming_sounds: Vec::new(),
            events: Vec::new(),
            scene: SceneCache::default(),
        }
    }

    /// Seconds since the beginning.
    pub fn time_s(&self) -> f64 {
        self.time_s
    }

    /// Ticks since the beginning.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// The ground as it is now; what a creature is told of it at its beginning.
    pub fn terrain(&self) -> Terrain {
        self.ground.terrain()
    }

    /// The walls and their numbers.
    pub fn walls(&self) -> &[(WallId, Wall)] {
        self.ground.walls()
    }

    /// A thing.
    pub fn thing(&self, id: HostId) -> Option<&Thing> {
        self.things.get(&id)
    }

    /// All things, in the order of their numbers.
    pub fn things(&self) -> impl Iterator<Item = (HostId, &Thing)> {
        self.things.iter().map(|(id, thing)| (*id, thing))
    }

    /// A creature.
    pub fn creature(&self, id: HostId) -> Option<&Creature> {
        self.creatures.get(&id)
    }

    /// All creatures, in the order of their numbers.
    pub fn creatures(&self) -> impl Iterator<Item = (HostId, &Creature)> {
        self.creatures.iter().map(|(id, creature)| (*id, creature))
    }

    /// What a script calls by this name: the first such thing or creature.
    pub fn named(&self, name: &str) -> Option<HostId> {
        let thing = self.things.iter().find(|(_, thing)| thing.name == name).map(|(id, _)| *id);
        thing.or_else(|| self.creatures.iter().find(|(_, c)| c.name == name).map(|(id, _)| *id))
    }

    /// What happened in the last tick, and by changes since.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What can be heard in this tick, by whoever is near enough.
    pub fn sounds(&self) -> impl Iterator<Item = &Sound> {
        self.sounds.iter().map(|sounding| &sounding.sound)
    }

    /// What eyes can see, ready to be drawn.
    pub fn scene(&self) -> &Scene {
        self.scene.get_or_build(self)
    }

    /// Lets `dt_s` seconds pass: bodies move, then scripted things, then movements have their effects. Nothing
    /// happens in no time.
    pub fn tick(&mut self, dt_s: f32) {
        if !(dt_s.is_finite() && dt_s > 0.0) {
            return;
        }
        self.events.clear();
        std::mem::swap(&mut self.sounds, &mut self.coming_sounds);
        self.coming_sounds.clear();
        self.speak();
        self.walk(dt_s);
        self.slide_things(dt_s);
        self.perform(dt_s);
        self.carry();
        self.ticks += 1;
        self.time_s += f64::from(dt_s);
        self.rebuild_scene();
    }

    /// Words that creatures mean to say become sounds, once each.
    fn speak(&mut self) {
        for (id, creature) in &mut self.creatures {
            if let Some(words) = creature.intent.utterance.take() {
                let position = creature.eye_position();
                let sound = Sound::new(position).speaker(creature.kind).words(words);
                self.sounds.push(Sounding { maker: Some(*id), sound });
                self.events.push(Event::Said { creature: *id, words });
            }
        }
    }

    fn rebuild_scene(&mut self) {
        let mut scene = self.scene.take();
        scene.fill(self);
        self.scene.set(scene);
    }
}
