//! The creature. A tick passes through its stages in the order of [`Stage::ALL`]: [`perceive`], [`believe`], [`expect`],
//! [`remember`], [`minds`], [`classify`], [`others`], [`feel`], [`decide`], [`act`]; [`Mind::step`] reads like this list. Each stage
//! is `step(&Config, &mut State, &mut Scratch, input) -> output`: a function of its configuration (a part of the
//! [`Character`]), its own state (a part of [`MindState`]), and what came from the stages before. What they share is data
//! without stages ([`model`]). What a tick leaves to the next is one [`model::Feedback`].
//!
//! There is no I/O here, no clock, no thread, no global state, and no road to the truth: a mind knows what its
//! [`Senses`](piaget_terms::Senses) gave it.
#![forbid(unsafe_code)]

pub mod model;

// The stages, in the order of a tick; a blank line between them, so that formatting does not sort them.
pub mod perceive;

pub mod believe;

pub mod expect;

pub mod remember;

pub mod minds;

pub mod classify;

pub mod others;

pub mod feel;

pub mod decide;

pub mod act;

mod learn;
mod tick;

pub mod character;
pub mod events;
pub mod report;
pub mod why;

mod blueprint;
mod budget;
mod change;
mod host;
mod invariants;
mod kept;
mod thinking;

pub use blueprint::Blueprint;
pub use budget::{Budget, Cost, OverBudget};
pub use character::Character;
pub use events::Event;
pub use invariants::BrokenInvariant;
pub use kept::{Fate, Kept, KeptPart};
pub use model::{Belief, BeliefId, Beliefs, Found, OtherMind, Pick, Selector, SelectorId, View, Viewpoint};
pub use report::Report;
pub use tick::Stage;
pub use why::Why;

use model::action::ActionTree;
use model::{Feedback, Knowledge, KnownPlaces, NamedPlaceId, Room};
use piaget_motor::{PoseGraph, watch::OwnPoses};
use piaget_terms::valid::{Checked, Invalid, Within};
use piaget_terms::{Attention, Chance, Intent, Name, Terrain, Vec3, maths};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A mind: a character's settings, the terrain it knows, and everything it has come to believe and feel.
///
/// ```
/// use piaget_mind::{Character, Mind};
/// use piaget_terms::{Blind, BodySense, HostId, Name, Rect, Senses, Sighting, Terrain, Vec3};
/// use std::sync::Arc;
///
/// let text = "character \"duncan\"\nbeliefs persist=10";
/// let source = piaget_text::Source::new("duncan.kdl", text);
/// let character = Character::parse(&source, &mut |_| Err("no other files".into())).unwrap();
/// let terrain = Terrain::open(Rect::centred(20.0, 20.0));
/// let mut mind = Mind::new(Arc::new(character), Arc::new(terrain), 7);
///
/// let sheep = Sighting::new(HostId(3), Name::cut("sheep"), Vec3::new(0.0, 0.4, 5.0)).colour(Name::cut("white"));
/// let body = BodySense::standing(Vec3::ZERO, 0.0);
/// for (tick, sightings) in [&[sheep][..], &[]].into_iter().enumerate() {
///     let time_s = tick as f64 * 0.1;
///     mind.step(&Senses::new(time_s, 0.1, &body, &Blind).sightings(sightings));
/// }
/// assert_eq!(mind.report().beliefs[0].kind, "sheep", "out of sight, but believed in");
/// ```
pub struct Mind {
    /// Its character on its ground, shared with others of the kind.
    blueprint: Arc<Blueprint>,
    state: MindState,
    scratch: Scratch,
    intent: Intent,
}

/// All of a mind that changes: what is saved and loaded.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MindState {
    chance: Chance,
    feedback: Feedback,
    perceive: perceive::State,
    beliefs: believe::State,
    expect: expect::State,
    remember: Option<remember::State>,
    knowledge: classify::State,
    others: others::State,
    feel: feel::State,
    /// What it can do: the character's tree, with what was learnt.
    actions: ActionTree,
    decide: decide::State,
    act: act::State,
    events: events::State,
}

/// Buffers of the stages; nothing in them outlives a tick.
#[derive(Clone, Debug, Default)]
struct Scratch {
    perceive: perceive::Scratch,
    believe: believe::Scratch,
    expect: expect::Scratch,
    remember: remember::Scratch,
    minds: minds::Scratch,
    classify: classify::Scratch,
    others: others::Scratch,
    feel: feel::Scratch,
    decide: decide::Scratch,
    act: act::Scratch,
}

impl MindState {
    /// A newborn's.
    fn new(blueprint: &Blueprint, seed: u64) -> Self {
        let character = &blueprint.character;
        Self {
            chance: Chance::new(seed),
            feedback: Feedback::default(),
            perceive: perceive::State::new(),
            beliefs: Beliefs::new(character.believe.history_moments),
            expect: expect::State::new(&character.expect, blueprint.strangers.as_ref()),
            remember: character.remember.as_ref().map(remember::State::new),
            knowledge: Knowledge {
                lists: character.classify.lists.clone(),
                places: KnownPlaces::new(&character.classify.places),
            },
            others: others::State::new(character.others.as_ref()),
            feel: character.feel.newborn(),
            actions: character.decide.clone(),
            decide: decide::State::new(&character.decide),
            act: act::State::default(),
            events: events::State::default(),
        }
    }
}

impl MindState {
    /// Whether a saved state could be that of a mind of this character. Each stage says what is wrong with its own.
    fn validate(&self, character: &Character) -> Checked {
        let room = character.believe.room();
        let (most, selectors) = (room.most.max(1) as usize, character.classify.selectors.len());
        self.perceive.validate().within("perceive")?;
        self.beliefs.validate(room, selectors, &character.expect.features).within("beliefs")?;
        let minds = character.minds.as_ref().map(|minds| (minds.settings.most, minds.room()));
        let (others, room) = minds.unwrap_or((0, Room { most: 0, history_moments: 0 }));
        self.beliefs.validate_minds(others, room, selectors).within("beliefs")?;
        self.expect.validate(&character.expect).within("expect")?;
        match (&self.remember, &character.remember) {
            (Some(state), Some(config)) => state.validate(config, most).within("remember")?,
            (None, None) => {}
            _ => return Err(Invalid::new("remember", "does not go with the character")),
        }
        self.knowledge.validate(&character.classify).within("knowledge")?;
        self.actions.validate(&character.decide).within("actions")?;
        self.others.validate(character.others.as_ref(), &self.actions).within("others")?;
        self.feel.validate(character.feel.names().len()).within("feel")?;
        self.decide.validate(&self.actions).within("decide")?;
        self.act.validate().within("act")?;
        self.events.validate(most).within("events")?;
        self.feedback.validate(&self.actions).within("feedback")
    }

    /// Lays loaded maps on the ground.
    fn attach(&mut self, blueprint: &Blueprint) -> Checked {
        self.expect.attach(blueprint.strangers.as_ref()).within("expect")?;
        self.beliefs.attach(blueprint.map.as_ref()).within("beliefs")
    }
}

impl Mind {
    /// A newborn mind.
    pub fn new(character: Arc<Character>, terrain: Arc<Terrain>, seed: u64) -> Self {
        Self::from_blueprint(&Arc::new(Blueprint::new(character, terrain)), seed)
    }

    /// A newborn mind that shares what does not change with others of the same blueprint.
    pub fn from_blueprint(blueprint: &Arc<Blueprint>, seed: u64) -> Self {
        let mut mind = Self::of(blueprint, MindState::new(blueprint, seed));
        let remember = blueprint.character.remember.as_ref();
        if let Some(house) = remember.and_then(|config| config.house.as_ref()) {
            mind.know_places_of(house);
        }
        mind.refresh();
        mind
    }

    /// A mind that goes on from a saved state. The state is checked against the character first, and refused with the
    /// field that is wrong: what was made up must not end the program in a later tick.
    pub fn restore(blueprint: &Arc<Blueprint>, mut state: MindState) -> Result<Self, Invalid> {
        state.validate(&blueprint.character)?;
        state.attach(blueprint)?;
        let mut mind = Self::of(blueprint, state);
        mind.refresh();
        Ok(mind)
    }

    fn of(blueprint: &Arc<Blueprint>, state: MindState) -> Self {
        Self { blueprint: blueprint.clone(), state, scratch: Scratch::default(), intent: Intent::default() }
    }

    /// Works out what a save leaves out: what follows from the state and the blueprint.
    fn refresh(&mut self) {
        let (shared, state) = (&*self.blueprint, &mut self.state);
        classify::refresh(&shared.character.classify, &state.knowledge, &mut state.beliefs);
        self.lay_home();
    }

    /// Lays the places that it remembers out on the ground.
    fn lay_home(&mut self) {
        let shared = &*self.blueprint;
        let remembers = shared.character.remember.as_ref().zip(self.state.remember.as_mut());
        if let Some(((config, state), map)) = remembers.zip(shared.map.as_ref()) {
            state.lay_home(config, shared.rooms(), map);
        }
    }

    /// Its character on its ground, which it may share with others.
    pub fn blueprint(&self) -> &Arc<Blueprint> {
        &self.blueprint
    }

    /// Says where one of the places is that its character knows by name (`place "post"` in its file); false if it knows none of
    /// this name. May be told again: from the next tick on it goes there.
    pub fn set_place(&mut self, name: &str, at: Vec3) -> bool {
        let place = self.blueprint.character.classify.place(name);
        if let Some(place) = place {
            self.state.knowledge.places.set(place, at);
        }
        place.is_some() && at.is_finite()
    }

    /// Where a place is that it knows by name. What it was not told is, from its first tick on, where it then stood.
    pub fn place(&self, name: &str) -> Option<Vec3> {
        self.state.knowledge.places.get(self.blueprint.character.classify.place(name)?)
    }

    /// Takes the named places that nobody told it of from a house that has places of the same names.
    fn know_places_of(&mut self, house: &piaget_memory::House) {
        for (at, place) in self.blueprint.character.classify.places.iter().enumerate() {
            let found = house.find(place.name.as_str()).and_then(|id| house[id].at);
            if let (None, Some(found)) = (place.at, found) {
                self.state.knowledge.places.set(NamedPlaceId(at as u16), maths::on_ground(found));
            }
        }
    }

    /// Tells a newborn of the places it lives in, unless its character knows its own. One without a memory hears of those that it
    /// knows by name.
    pub fn settle(&mut self, house: &piaget_memory::House) {
        self.know_places_of(house);
        let own = self.blueprint.character.remember.as_ref().filter(|config| config.house.is_none());
        if let Some((config, state)) = own.zip(self.state.remember.as_mut()) {
            state.settle(config, house.clone());
            self.lay_home();
        }
    }

    /// What it remembers of what is kept where, for a character with a memory.
    pub fn memory(&self) -> Option<&piaget_memory::Memory> {
        self.state.remember.as_ref().map(remember::State::memory)
    }

    /// What it looks for now, as its memory knows it: something that it attends to and does not see.
    /// [`Memory::order`](piaget_memory::Memory::order) then is its current searching rule (Brom 3).
    pub fn sought(&self) -> Option<piaget_memory::What> {
        self.state.remember.as_ref()?.sought(&self.state.beliefs)
    }

    /// The places that it knows on the ground, for a character with a memory.
    pub fn home(&self) -> Option<&remember::Home> {
        self.state.remember.as_ref()?.home()
    }

    /// What to save so that [`Mind::restore`] goes on as if nothing had happened.
    pub fn state(&self) -> &MindState {
        &self.state
    }

    /// The character it was made from.
    pub fn character(&self) -> &Character {
        &self.blueprint.character
    }

    /// The terrain it knows.
    pub fn terrain(&self) -> &Terrain {
        &self.blueprint.terrain
    }

    /// What it acts on, as the last tick left it.
    pub fn attention(&self) -> Attention {
        self.state.feedback.attention
    }

    /// What happened to it in the last tick.
    pub fn events(&self) -> &[Event] {
        self.state.events.events()
    }

    /// What it expects, besides what its beliefs hold: what has become usual, and where strangers may be.
    pub fn expecting(&self) -> &expect::State {
        &self.state.expect
    }

    /// Gives it a body to know itself by: the graph of its own poses, against which it holds what others do. A mind
    /// without one, or whose character does not watch, recognises no movement.
    pub fn embody(&mut self, graph: &PoseGraph) {
        if let Some(config) = &self.blueprint.character.others {
            self.state.others.embody(config, graph);
        }
    }

    /// Makes a gesture that it remembers a movement of its own, under this name: from now on it recognises it. The
    /// clip is for the host's body, which can perform it once it is added to its graph
    /// ([`PoseGraph::add`](piaget_motor::PoseGraph::add)). Not part of a tick.
    pub fn learn_movement(
        &mut self,
        gesture: u32,
        name: Name,
    ) -> Result<&piaget_motor::Clip, others::NotLearned> {
        let config = self.blueprint.character.others.as_ref().ok_or(others::NotLearned::NoBody)?;
        self.state.others.learn_movement(&config.watch, gesture, name)
    }

    /// The own body as it looks from outside.
    pub fn own_poses(&self) -> Option<&OwnPoses> {
        self.state.others.own_poses()
    }

    /// What it has seen others do.
    pub fn watching(&self) -> &others::State {
        &self.state.others
    }

    /// What it believes now.
    pub fn view(&self) -> View<'_> {
        View::now(&self.blueprint.character.classify, &self.state.knowledge, &self.state.beliefs)
    }

    /// What it can do: the character's actions, with what was learnt.
    pub fn actions(&self) -> &ActionTree {
        &self.state.actions
    }

    /// What is active among its actions, and why.
    pub fn deciding(&self) -> &decide::State {
        &self.state.decide
    }

    /// Puts a word on one of the character's lists ("ice-cream" on "edible"); false if nothing changed.
    pub fn learn(&mut self, list: &str, word: Name) -> bool {
        self.state.knowledge.learn(list, word)
    }

    /// What it knows of the kinds of things: its lists, with what was learnt.
    pub fn knowledge(&self) -> &Knowledge {
        &self.state.knowledge
    }

    /// What the mind holds now, to be drawn or traced. Allocates; not part of a tick.
    pub fn report(&self) -> Report {
        report::of(&self.blueprint.character, &self.state)
    }

    /// Every action from the top of the tree down: what it is worth, and why it is active or not. Allocates.
    pub fn choices(&self) -> Vec<report::ChoiceReport> {
        report::choices(&self.blueprint.character, &self.state)
    }

    /// What it makes of what others do, in words; nothing for a mind without a body to compare them with.
    pub fn understanding(&self) -> Option<report::WatchingReport> {
        report::watching(&self.blueprint.character, &self.state)
    }

    /// The same of one other: each has its own last gesture.
    pub fn understanding_of(&self, other: BeliefId) -> Option<report::WatchingReport> {
        report::watching_of(&self.blueprint.character, &self.state, Some(other))
    }
}
