//! The story: what happened, in sentences. Everything in them is what the simulation and the minds report (their events,
//! choices and reasons, who sees what); nothing is decided or guessed here, only put into words, and not too often.

mod minds;
mod thought;
mod words;
mod worldly;

use crate::messages::{Caption, CaptionSort};
use minds::OneMind;
use piaget_sim::{Actor, Happening, Simulation};
use piaget_terms::{HostId, Name, Vec3};

pub use thought::thought;

/// What is kept of captions until somebody reads them.
const MAX_CAPTIONS: usize = 200;
/// The same sentence is not told again within so many seconds.
const AGAIN_S: f64 = 6.0;
/// What the story of one creature takes in a snapshot, roughly.
pub const BYTES_PER_CREATURE: usize = 2 << 10;

/// What was told, and what must be known of the tick before to tell of the next.
#[derive(Clone, Default)]
pub struct Story {
    minds: Vec<OneMind>,
    /// Sentences of the last seconds and when they were told.
    told: Vec<(String, f64)>,
    /// Things that a hand or the timeline pushes.
    pushed: Vec<(Name, f64)>,
    /// Where everything was in the tick before.
    places: Vec<(HostId, Vec3)>,
    captions: Vec<Caption>,
}

/// Since when a tuple is active, and why it became so.
#[derive(Clone, Debug, PartialEq)]
pub struct Began {
    /// The tuple.
    pub tuple: Name,
    /// Its object then.
    pub object: Option<u32>,
    /// Seconds since the beginning.
    pub since: f64,
    /// The reason that the mind gave when it began.
    pub because: String,
}

impl Story {
    /// Tells of a tick that was played.
    pub fn note(&mut self, simulation: &Simulation, happened: &[Happening]) {
        let actors = simulation.actors();
        self.minds.resize_with(actors.len(), OneMind::default);
        let mut teller = Teller { simulation, before: &self.minds, places: &self.places, found: Vec::new() };
        for happening in happened {
            worldly::tell(&mut teller, happening, &mut self.pushed);
        }
        let mut found = teller.found;
        for (actor, mind) in actors.iter().zip(&mut self.minds) {
            mind.note(simulation, actor, &mut found);
        }
        for caption in found {
            self.keep(caption);
        }
        self.places.clear();
        self.places.extend(simulation.world().things().map(|(id, thing)| (id, thing.position)));
    }

    fn keep(&mut self, caption: Caption) {
        self.told.retain(|(_, t)| caption.t - t < AGAIN_S);
        if caption.sort != CaptionSort::Said && self.told.iter().any(|(text, _)| *text == caption.text) {
            return;
        }
        self.told.push((caption.text.clone(), caption.t));
        if self.captions.len() == MAX_CAPTIONS {
            self.captions.remove(0);
        }
        self.captions.push(caption);
    }

    /// What was told since this was last asked.
    pub fn take(&mut self) -> Vec<Caption> {
        std::mem::take(&mut self.captions)
    }

    /// Since when, and why, a creature does what its active tuples say; from the top down.
    pub fn began(&self, creature: usize) -> &[Began] {
        self.minds.get(creature).map_or(&[], |mind| &mind.active)
    }

    fn mind(&self, creature: usize) -> Option<&OneMind> {
        self.minds.get(creature)
    }
}

/// One tick being told.
struct Teller<'a> {
    simulation: &'a Simulation,
    before: &'a [OneMind],
    places: &'a [(HostId, Vec3)],
    found: Vec<Caption>,
}

impl Teller<'_> {
    fn add(&mut self, t: f64, sort: CaptionSort, text: String) -> &mut Caption {
        self.found.push(caption(self.simulation, t, sort, text));
        self.found.last_mut().expect("just pushed")
    }

    /// Creatures that are there, each with whether it saw a thing before what happened, and whether it sees it now.
    fn onlookers(&self, id: HostId) -> impl Iterator<Item = (&Actor, bool, bool)> {
        let there = move |actor: &&Actor| {
            let own = self.simulation.world().creature(actor.id);
            actor.id != id && own.is_some_and(|own| !own.hidden)
        };
        let actors = self.simulation.actors().iter().zip(self.before);
        actors.filter(move |(actor, _)| there(actor)).map(move |(actor, before)| {
            (actor, before.saw(id), actor.sensed.sightings.iter().any(|sighting| sighting.id == id))
        })
    }
}

fn caption(simulation: &Simulation, t: f64, sort: CaptionSort, text: String) -> Caption {
    let tick = u32::try_from(simulation.tick()).unwrap_or(u32::MAX);
    Caption { tick, t, sort, creature: None, text, detail: String::new(), words: None, id: None, at: None }
}

fn point(place: Vec3) -> [f32; 3] {
    super::tell::point(place)
}
