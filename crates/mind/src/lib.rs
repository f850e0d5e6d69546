//! The creature. A tick passes through its stages: [`perceive`], [`believe`], [`expect`], [`imitate`],
//! [`feel`], [`decide`], [`intend`] (which asks [`navigate`] for the way); [`Mind::step`] reads like this list. Each stage is a function of its configuration
//! (a part of the [`Character`]), what came from the stages before, and its own state (a part of [`MindState`]).
//!
//! There is no I/O here, no clock, no thread, no global state, and no road to the truth: a mind knows what its
//! [`Senses`] gave it.
#![forbid(unsafe_code)]

pub mod believe;
pub mod decide;
pub mod expect;
pub mod feel;
pub mod imitate;
pub mod intend;
pub mod navigate;
pub mod perceive;
pub mod remember;
pub mod seek;

mod budget;
pub mod character;
mod habitat;
mod recast;
pub mod report;
pub mod scene;
mod sound;
mod stage;

pub use believe::{Belief, BeliefId, Beliefs, Found, Pick, Selector, SelectorId, View, Viewpoint};
pub use budget::{Budget, Cost, OverBudget};
pub use character::Character;
pub use habitat::Habitat;
pub use report::Report;
pub use sound::Unsound;
pub use stage::Stage;

use piaget_motor::{PoseGraph, watch::OwnPoses};
use piaget_occupancy::Map;
use piaget_terms::{Attention, Chance, Intent, Name, Senses, Terrain, maths};
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
/// let sheep = Sighting::new(HostId(3), Name::cut("sheep"), Name::cut("white"), Vec3::new(0.0, 0.4, 5.0));
/// let body = BodySense::standing(Vec3::ZERO, 0.0);
/// for (tick, sightings) in [&[sheep][..], &[]].into_iter().enumerate() {
///     let time_s = tick as f64 * 0.1;
///     mind.step(&Senses { time_s, tick_s: 0.1, body: &body, sightings, sounds: &[], sight: &Blind });
/// }
/// assert_eq!(mind.report().beliefs[0].kind, "sheep", "out of sight, but believed in");
/// ```
pub struct Mind {
    character: Arc<Character>,
    terrain: Arc<Terrain>,
    /// What it shares with others of its character on this ground.
    habitat: Arc<Habitat>,
    /// For a character that keeps track of what is out of view.
    map: Option<Arc<Map>>,
    /// For a character that watches others: how its own body looks.
    own: Option<imitate::OwnBody>,
    /// For a character that remembers what is kept where.
    home: Option<remember::Home>,
    state: MindState,
    scratch: Scratch,
    intent: Intent,
}

/// All of a mind that changes: what is saved and loaded.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MindState {
    chance: Chance,
    attention: Attention,
    perceive: perceive::State,
    beliefs: Beliefs,
    expect: expect::State,
    imitate: imitate::State,
    remember: Option<remember::State>,
    feelings: feel::Feelings,
    deciding: decide::Deciding,
    intend: intend::State,
}

/// Buffers of the stages; nothing in them outlives a tick.
#[derive(Clone, Debug, Default)]
struct Scratch {
    perceive: perceive::Scratch,
    believe: believe::Scratch,
    expect: expect::Scratch,
    imitate: imitate::Scratch,
    remember: remember::Scratch,
    intend: intend::Scratch,
}

impl Mind {
    /// A newborn mind.
    pub fn new(character: Arc<Character>, terrain: Arc<Terrain>, seed: u64) -> Self {
        Self::born_in(&Arc::new(Habitat::new(character, terrain)), seed)
    }

    /// A newborn mind that shares what does not change with others in the same habitat.
    pub fn born_in(habitat: &Arc<Habitat>, seed: u64) -> Self {
        let character = &habitat.character;
        let state = MindState {
            chance: Chance::new(seed),
            attention: Attention::default(),
            perceive: perceive::State::new(&character.perceive),
            beliefs: Beliefs::new(&character.believe),
            expect: expect::State::new(&character.expect, habitat.strangers.as_ref()),
            imitate: imitate::State::new(character.imitate.as_ref()),
            remember: character.remember.as_ref().map(remember::State::new),
            feelings: character.feel.newborn(),
            deciding: decide::Deciding::new(character.decide.clone()),
            intend: intend::State::default(),
        };
        Self::restore_in(habitat, state)
    }

    /// A mind that goes on from a saved state.
    pub fn restore(character: Arc<Character>, terrain: Arc<Terrain>, state: MindState) -> Self {
        Self::restore_in(&Arc::new(Habitat::new(character, terrain)), state)
    }

    /// The same, in a habitat that it shares with others.
    pub fn restore_in(habitat: &Arc<Habitat>, mut state: MindState) -> Self {
        let (character, map) = (habitat.character.clone(), habitat.map.clone());
        state.expect.attach(habitat.strangers.as_ref());
        believe::refresh(
            &character.believe,
            &character.perceive,
            &state.perceive,
            map.as_ref(),
            &mut state.beliefs,
        );
        let mut mind = Self {
            character,
            terrain: habitat.terrain.clone(),
            habitat: habitat.clone(),
            map,
            home: None,
            own: None,
            state,
            scratch: Scratch::default(),
            intent: Intent::default(),
        };
        mind.find_home();
        mind
    }

    /// Goes on as another version of its character, such as one whose file was edited while it lives: what it believes and
    /// feels stays, what it does is chosen anew. False, and nothing changes, if the two do not name the same parts.
    pub fn move_to(&mut self, habitat: &Arc<Habitat>) -> bool {
        if !habitat.welcomes_from(&self.habitat) {
            return false;
        }
        self.habitat = habitat.clone();
        self.character = habitat.character.clone();
        self.state.deciding = decide::Deciding::new(self.character.decide.clone());
        let (character, perceived) = (&self.character, &self.state.perceive);
        let beliefs = &mut self.state.beliefs;
        believe::refresh(&character.believe, &character.perceive, perceived, self.map.as_ref(), beliefs);
        self.find_home();
        true
    }

    /// What it shares with others of its character on this ground.
    pub fn habitat(&self) -> &Arc<Habitat> {
        &self.habitat
    }

    /// Lays the places that it remembers out on the ground.
    fn find_home(&mut self) {
        let remembers =
            self.character.remember.as_ref().zip(self.state.remember.as_ref()).zip(self.map.as_ref());
        self.home = remembers.map(|((config, state), map)| {
            let rooms = state.is_grown().then(|| self.habitat.rooms().cloned()).flatten();
            remember::Home::new(config, state.memory().house(), rooms, map)
        });
    }

    /// Tells a newborn of the places it lives in, unless its character knows its own or has no memory.
    pub fn settle(&mut self, house: &remember::House) {
        let own = self.character.remember.as_ref().filter(|config| config.house.is_none());
        if let Some((config, state)) = own.zip(self.state.remember.as_mut()) {
            state.settle(config, house.clone());
            self.find_home();
        }
    }

    /// What it remembers of what is kept where, for a character with a memory.
    pub fn memory(&self) -> Option<&remember::Memory> {
        self.state.remember.as_ref().map(remember::State::memory)
    }

    /// What it looks for now, as its memory knows it: something that it attends to and does not see.
    /// [`Memory::order`](remember::Memory::order) then is its current searching rule (Brom 3).
    pub fn sought(&self) -> Option<remember::What> {
        self.state.remember.as_ref()?.sought(&self.state.beliefs)
    }

    /// The places that it knows on the ground, for a character with a memory.
    pub fn home(&self) -> Option<&remember::Home> {
        self.home.as_ref()
    }

    /// What to save so that [`Mind::restore`] goes on as if nothing had happened.
    pub fn state(&self) -> &MindState {
        &self.state
    }

    /// The character it was made from.
    pub fn character(&self) -> &Character {
        &self.character
    }

    /// The terrain it knows.
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// What this tick left to the next.
    pub fn attention(&self) -> Attention {
        self.state.attention
    }

    /// What it expects, besides what its beliefs hold: habits of kinds, and where strangers may be.
    pub fn expecting(&self) -> &expect::State {
        &self.state.expect
    }

    /// Gives it a body to know itself by: the graph of its own poses, against which it holds what others do. A mind
    /// without one, or whose character does not watch, recognises no movement.
    pub fn embody(&mut self, graph: &PoseGraph) {
        let watch = self.character.imitate.as_ref();
        self.own = watch.map(|config| {
            let mut own = imitate::OwnBody::new(graph, &config.watch);
            own.take_in(&config.watch, self.state.imitate.learned());
            own
        });
        if let Some(own) = &self.own {
            self.state.imitate.know_passing(own.poses());
        }
    }

    /// Makes a gesture that it remembers a movement of its own, under this name: from now on it recognises it. The
    /// clip is for the host's body, which can perform it once it is added to its graph
    /// ([`PoseGraph::add`](piaget_motor::PoseGraph::add)). Not part of a tick.
    pub fn learn_movement(
        &mut self,
        gesture: u32,
        name: Name,
    ) -> Result<&piaget_motor::Clip, imitate::NotLearned> {
        let config = self.character.imitate.as_ref().ok_or(imitate::NotLearned::NoBody)?;
        let own = self.own.as_mut().ok_or(imitate::NotLearned::NoBody)?;
        imitate::learn(&config.watch, own, &mut self.state.imitate, gesture, name)
    }

    /// The own body as it looks from outside.
    pub fn own_poses(&self) -> Option<&OwnPoses> {
        self.own.as_ref().map(imitate::OwnBody::poses)
    }

    /// What it has seen others do.
    pub fn watching(&self) -> &imitate::State {
        &self.state.imitate
    }

    /// What it makes of what others do, in words; nothing for a mind without a body to compare them with.
    pub fn understanding(&self) -> Option<report::WatchingReport> {
        self.own.as_ref()?;
        let (feel, selectors) = (&self.character.feel, &self.character.believe.selectors);
        let state = &self.state;
        Some(report::watching(&state.imitate, &state.deciding, feel, selectors, &state.beliefs))
    }

    /// What it believes now.
    pub fn view(&self) -> View<'_> {
        View::now(
            &self.character.perceive,
            &self.character.believe,
            &self.state.perceive,
            &self.state.beliefs,
        )
    }

    /// The action system: its tree, what is active in it, and why.
    pub fn deciding(&self) -> &decide::Deciding {
        &self.state.deciding
    }

    /// Puts a word on one of the character's lists ("ice-cream" on "edible"); false if nothing changed.
    pub fn learn(&mut self, list: &str, word: Name) -> bool {
        self.state.perceive.knowledge.learn(list, word)
    }

    /// What it knows of the kinds of things: its lists, with what was learnt.
    pub fn knowledge(&self) -> &perceive::Knowledge {
        &self.state.perceive.knowledge
    }

    /// One tick.
    pub fn step(&mut self, senses: &Senses<'_>) -> &Intent {
        self.step_by_stages(senses, |_| {})
    }

    /// One tick, in which `done` is told after each stage: to see what each costs.
    pub fn step_by_stages(&mut self, senses: &Senses<'_>, mut done: impl FnMut(Stage)) -> &Intent {
        let (character, state, scratch) = (&*self.character, &mut self.state, &mut self.scratch);

        perceive::step(&character.perceive, &mut state.perceive, &mut scratch.perceive, senses);
        done(Stage::Perceive);
        let (time_s, tick_s) = (state.perceive.time_s, state.perceive.tick_s);

        let attended = state.deciding.decision().object;
        let kind_of = |id: BeliefId| state.beliefs.get(id).map(|belief| belief.now.kind);
        let eaten = attended.filter(|id| senses.body.ate.is_some() && kind_of(*id) == senses.body.ate);
        let tick = believe::Tick {
            perceived: &state.perceive,
            sensed: &mut scratch.perceive,
            senses,
            eaten,
            map: self.map.as_ref(),
        };
        believe::step(&character.believe, &mut state.beliefs, &mut scratch.believe, tick, &mut done);

        let from = state.perceive.body.position;
        let tick = expect::Tick { time_s, tick_s, from, sight: senses.sight, terrain: &self.terrain };
        expect::step(&character.expect, &mut state.expect, &mut scratch.expect, &mut state.beliefs, tick);
        done(Stage::Expect);
        if let Some(config) = &character.remember
            && let (Some(map), Some(map_config)) = (self.map.as_ref(), character.believe.map.as_ref())
            && let (Some(remembered), Some(home)) = (state.remember.as_mut(), self.home.as_mut())
        {
            let tick = remember::Tick {
                time_s,
                map,
                map_config,
                believe: &character.believe,
                sight: senses.sight,
                sounds: &scratch.perceive.sounds,
                own: maths::ground(from),
                attended,
                holding: state.perceive.body.holding,
            };
            remember::step(config, remembered, home, &mut scratch.remember, &mut state.beliefs, &tick);
        }
        done(Stage::Remember);
        believe::answer(&character.believe, &character.perceive, &state.perceive, &mut state.beliefs);
        done(Stage::Answer);
        if let (Some(config), Some(own)) = (&character.imitate, &self.own) {
            imitate::step(config, own.poses(), &mut state.imitate, &mut scratch.imitate, &state.beliefs);
            let mut own = imitate::understand::Own {
                perceive: &character.perceive,
                believe: &character.believe,
                perceived: &mut state.perceive,
                beliefs: &mut state.beliefs,
                deciding: &mut state.deciding,
            };
            imitate::understand::understand(&mut state.imitate, &mut own);
        }
        done(Stage::Imitate);
        let view = View::now(&character.perceive, &character.believe, &state.perceive, &state.beliefs);

        let (body, sounds) = (&state.perceive.body, &scratch.perceive.sounds);
        let signals = &expect::signals(&state.beliefs, &state.expect, attended);
        let seeking = attended.and_then(|id| state.beliefs.get(id)).is_some_and(|belief| !belief.now.seen);
        let felt = feel::Felt { tick_s, scene: &view, body, sounds, signals, seeking };
        character.feel.feel(&felt, &mut state.feelings);
        done(Stage::Feel);

        let watched = state.imitate.watched(&state.beliefs);
        let situation = decide::Situation {
            time_s,
            scene: &view,
            values: &character.feel,
            feelings: &state.feelings,
            body,
            sounds,
            travel: state.intend.progress(),
            watched,
        };
        let decision = state.deciding.decide(&situation, &mut state.chance);
        done(Stage::Decide);

        let (terrain, ground) = (&*self.terrain, &self.habitat.ground);
        let (body, expect) = (&character.body, &character.expect);
        let imitates = decision.action == decide::Action::Imitate;
        let imitated = imitates.then(|| state.imitate.imitate(decision.object, decision.began)).flatten();
        let tick = intend::Tick { body, terrain, ground, view: &view, expect, imitated, tick_s };
        let intent = &mut self.intent;
        intend::step(&character.intend, &mut state.intend, &mut scratch.intend, &tick, decision, intent);
        character.feel.express(&state.feelings, &mut intent.expression);

        let object = decision.object.and_then(|object| view.record(object));
        state.attention =
            Attention { at: object.map(|object| object.position), kind: object.map(|object| object.kind) };
        done(Stage::Intend);
        intent
    }

    /// What the mind holds now, to be drawn or traced. Allocates; not part of a tick.
    pub fn report(&self) -> Report {
        Report {
            beliefs: report::beliefs(&self.state.beliefs),
            memory: self.state.remember.as_ref().map(report::memory),
            values: self.character.feel.report(&self.state.feelings),
            held: self.character.feel.held(&self.state.feelings).collect(),
            choices: self.state.deciding.report(&self.character.feel, &self.character.believe.selectors),
            watching: self.understanding(),
            travel: self.state.intend.progress(),
            way: self.state.intend.way().to_vec(),
            dropped: self.state.perceive.dropped,
        }
    }
}
