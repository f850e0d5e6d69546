//! A scenario being played for a visitor: the simulation, the bodies that are drawn, and everything done by hand with its
//! tick. Those, the scenario and the seed are all there is to it: played again they give the same digest.

use super::GoOn;
use super::changes;
use super::game::Referee;
use super::puppet::Puppet;
use super::replay::Recorded;
use super::room::{BUDGET, Brought, too_much};
use super::story::Story;
use super::text::{self, flattened, with_number};
use crate::library::Library;
use crate::messages::{Change, Choice, Mistake, Timed};
use piaget_mind::{Budget, Character};
use piaget_sim::files::Files as _;
use piaget_sim::{Action, Happening, Simulation, Threads};
use piaget_terms::Name;
use piaget_text::{Diagnostics, Source};
use std::collections::{BTreeMap, btree_map::Entry};
use std::sync::Arc;

/// The most changes that one run may hold.
pub const MAX_CHANGES: usize = 2000;
/// The most bytes of all texts in them.
const MAX_TEXTS: usize = 1 << 20;
/// The greatest seed that a page can say: JavaScript counts no further without loss.
const MAX_SEED: u64 = 1 << 53;
/// The most settings of a choice.
const MAX_SETTINGS: usize = 100;
/// What is kept of what happened until somebody reads it.
const MAX_HAPPENED: usize = 200;
/// Why something was not done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Refusal {
    /// A sentence.
    pub why: String,
    /// The mistakes of a file.
    pub mistakes: Vec<Mistake>,
}

impl From<String> for Refusal {
    fn from(why: String) -> Self {
        Self { why, mistakes: Vec::new() }
    }
}

impl Refusal {
    fn of(why: &str, found: &Diagnostics) -> Self {
        Self { why: why.to_owned(), mistakes: text::mistakes(found) }
    }
}

/// A scenario being played.
pub struct Play {
    /// The simulation.
    pub simulation: Simulation,
    /// What its minds may ask for.
    pub(super) budget: Budget,
    /// What was brought in of late.
    pub(super) brought: Brought,
    /// The drawn body of each creature.
    pub puppets: Vec<Option<Puppet>>,
    /// What happened, in sentences.
    pub story: Story,
    /// The referee, for a scenario that can be played as a game.
    pub game: Option<Referee>,
    /// What was chosen, without what was changed.
    pub choice: Choice,
    /// What is done by hand, in the order of time: what was done, then what a link still holds.
    changes: Vec<Timed>,
    /// The first that is still to come.
    next: usize,
    /// The characters' texts, as far as somebody asked for them.
    texts: BTreeMap<Name, String>,
    /// The bytes of all texts that creatures were given.
    text_bytes: usize,
    happened: Vec<Happening>,
    untold: u32,
    /// Things that the visitor moved, brought or took since the last tick.
    touched: Vec<Name>,
    /// The recording that is played again, where one is.
    pub(super) recorded: Option<Arc<Recorded>>,
}

/// What is kept of a play beside its simulation.
#[derive(Clone)]
pub struct Drawn {
    /// The drawn body of each creature.
    pub puppets: Vec<Option<Puppet>>,
    /// What happened, in sentences.
    pub story: Story,
    /// The referee.
    pub game: Option<Referee>,
}

impl Play {
    /// A choice at its beginning.
    pub fn begin(library: &Library, choice: &Choice) -> Result<Self, Refusal> {
        check(choice)?;
        let wanted = piaget_sim::Choice { seed: choice.seed, set: choice.set.clone() };
        let scenario = library.load(&choice.scenario, &wanted)?;
        let scenario = scenario.map_err(|found| Refusal::of("the scenario cannot be played so", &found))?;
        let budget = Self::budget_of(library, choice, &scenario)?;
        scenario.over_budget(&budget).map_err(too_much)?;
        let seed = scenario.seed;
        let simulation = Simulation::new(scenario, Threads::One).map_err(|error| error.to_string())?;
        let own = Choice { seed: Some(seed), changes: Vec::new(), until: None, ..choice.clone() };
        let play = Self::of(library, simulation, own, None);
        Ok(Self { budget, changes: choice.changes.clone(), ..play })
    }

    /// A simulation at its beginning.
    pub(super) fn of(
        library: &Library,
        simulation: Simulation,
        choice: Choice,
        recorded: Option<Arc<Recorded>>,
    ) -> Self {
        let body = |actor: &piaget_sim::Actor| {
            simulation.world().creature(actor.id).and_then(|creature| Puppet::of(library, creature, actor))
        };
        let puppets = simulation.actors().iter().map(body).collect();
        Self {
            simulation,
            budget: BUDGET,
            brought: Brought::default(),
            puppets,
            story: Story::default(),
            game: Referee::of(&choice.scenario),
            choice,
            changes: Vec::new(),
            next: 0,
            texts: BTreeMap::new(),
            text_bytes: 0,
            happened: Vec::new(),
            untold: 0,
            touched: Vec::new(),
            recorded,
        }
    }

    /// The same play from an earlier moment of it, when so many changes had been made.
    pub fn from(&self, simulation: Simulation, drawn: Drawn, made: usize) -> Self {
        let Drawn { puppets, story, game } = drawn;
        Self {
            simulation,
            budget: self.budget,
            brought: Brought::default(),
            puppets,
            story,
            game,
            choice: self.choice.clone(),
            changes: self.changes.clone(),
            next: made,
            texts: BTreeMap::new(),
            text_bytes: 0,
            happened: Vec::new(),
            untold: 0,
            touched: Vec::new(),
            recorded: self.recorded.clone(),
        }
    }

    /// How many ticks have passed.
    pub fn tick(&self) -> u32 {
        u32::try_from(self.simulation.tick()).unwrap_or(u32::MAX)
    }

    /// How many changes have been made.
    pub fn made(&self) -> usize {
        self.next
    }

    /// The bytes of all texts that creatures were given since it began: what a recording of it holds of them.
    pub fn text_bytes(&self) -> usize {
        self.text_bytes
    }

    /// What was chosen, with everything that was done by hand so far.
    pub fn shared(&self) -> Choice {
        Choice {
            changes: self.changes[..self.next].to_vec(),
            until: Some(self.tick()),
            ..self.choice.clone()
        }
    }

    /// Does something by hand; it happens at the beginning of the next tick.
    pub fn change(&mut self, change: Change) -> Result<(), Refusal> {
        if self.changes.len() >= MAX_CHANGES {
            return Err(format!("{MAX_CHANGES} changes have been made; restart to make more").into());
        }
        let texts: usize = self.changes.iter().map(|timed| text_of(&timed.change)).sum();
        if texts + text_of(&change) > MAX_TEXTS {
            return Err("the changed character files have become too much; restart to make more"
                .to_owned()
                .into());
        }
        self.apply(&change)?;
        self.changes.insert(self.next, Timed { tick: self.tick(), change });
        self.next += 1;
        Ok(())
    }

    /// One tick, and before it the changes of a link that are due. Where `go_on` says no between two of them, the tick is
    /// not played and the answer is no; the next call goes on from there. Each change is carried out before the next is looked at, so
    /// that few texts are held.
    pub fn step(&mut self, go_on: GoOn<'_>) -> bool {
        if !self.simulation.take_inputs_while(go_on) {
            return false;
        }
        while let Some(timed) = self.changes.get(self.next).filter(|timed| timed.tick <= self.tick()) {
            if !go_on() {
                return false;
            }
            let change = timed.change.clone();
            self.next += 1;
            if let Err(refusal) = self.apply(&change) {
                let t = self.simulation.time_s();
                let about = format!("a change of the link: {}", refusal.why);
                self.tell([Happening::new(t, None, "refused", about)]);
            }
            if !self.simulation.take_inputs_while(go_on) {
                return false;
            }
        }
        self.repeat_inputs();
        let happened = self.simulation.step().to_vec();
        self.story.note(&self.simulation, &happened);
        if let Some(game) = &mut self.game {
            game.note(&self.simulation, &happened, &mut self.touched);
        }
        self.tell(happened);
        self.tell(self.verdict());
        let tick_s = self.simulation.scenario().tick_s();
        for (actor, puppet) in self.simulation.actors().iter().zip(&mut self.puppets) {
            if let (Some(puppet), Some(creature)) = (puppet, self.simulation.world().creature(actor.id)) {
                puppet.step(creature, tick_s);
            }
        }
        true
    }

    /// What happened since this was last asked, and how much of it was left out.
    pub fn take_happened(&mut self) -> (Vec<Happening>, u32) {
        (std::mem::take(&mut self.happened), std::mem::take(&mut self.untold))
    }

    fn tell(&mut self, happened: impl IntoIterator<Item = Happening>) {
        for one in happened {
            match self.happened.len() < MAX_HAPPENED {
                true => self.happened.push(one),
                false => self.untold += 1,
            }
        }
    }

    /// A creature's character file as one text.
    pub fn text(&mut self, creature: &str) -> Result<&str, Refusal> {
        let scenario = self.simulation.scenario();
        let plan = scenario.creatures.iter().find(|plan| plan.name == *creature);
        let plan =
            plan.ok_or_else(|| format!("there is no creature \"{}\"", crate::library::shortened(creature)))?;
        match self.texts.entry(plan.name) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(unknown) => {
                let files = &scenario.files;
                let mut read = |name: &str| files.read(name).map(|text| Source::new(name, text));
                let main = read(&plan.character_file)?;
                let text = flattened(&main, &mut read);
                Ok(unknown.insert(text.map_err(|found| Refusal::of("the character cannot be read", &found))?))
            }
        }
    }

    fn apply(&mut self, change: &Change) -> Result<(), Refusal> {
        self.carry_out(change)?;
        if let Some(game) = &mut self.game {
            game.hear(change, &self.simulation);
        }
        Ok(())
    }

    fn carry_out(&mut self, change: &Change) -> Result<(), Refusal> {
        let (creature, text) = match change {
            Change::Set { creature, path, value } => {
                (creature, with_number(self.text(creature)?, path, *value)?)
            }
            Change::Character { creature, text } => {
                changes::check_text(text)?;
                // Its name is looked up before its mistakes are.
                self.text(creature)?;
                (creature, text.clone())
            }
            other => {
                let action = changes::action(other, self)?;
                if matches!(action, Action::Add(_)) {
                    self.bring_in()?;
                }
                self.touched.extend(touched_by(other).map(Name::cut));
                self.simulation.input(action);
                return Ok(());
            }
        };
        let files = &self.simulation.scenario().files;
        let mut include = |name: &str| files.read(name).map(|text| Source::new(name, text));
        let source = Source::new(format!("{creature}.kdl"), text);
        let character = Character::parse(&source, &mut include);
        let character = character
            .map_err(|found| Refusal::of("the character has mistakes; the old one stays", &found))?;
        let actor =
            self.simulation.actor(creature).ok_or_else(|| format!("there is no creature \"{creature}\""))?;
        if character.model != actor.mind.character().model {
            return Err(format!("\"{creature}\" keeps its body while it lives: `model` must stay").into());
        }
        let creature = Name::new(creature).map_err(|error| error.to_string())?;
        self.has_room_for(creature, &character)?;
        self.texts.insert(creature, source.text.clone());
        self.text_bytes += source.text.len();
        self.simulation.input(Action::Become { creature, text: source.text });
        Ok(())
    }
}

/// The thing that a change has a hand on.
fn touched_by(change: &Change) -> Option<&str> {
    match change {
        Change::Slide { thing, .. } | Change::Remove { thing } => Some(thing),
        Change::Transport { what, .. } => Some(what),
        Change::Add { thing } => Some(&thing.name),
        _ => None,
    }
}

fn text_of(change: &Change) -> usize {
    if let Change::Character { text, .. } = change { text.len() } else { 0 }
}

fn check(choice: &Choice) -> Result<(), String> {
    if choice.seed.is_some_and(|seed| seed > MAX_SEED) {
        return Err(format!("a seed is a whole number from 0 to {MAX_SEED}"));
    }
    if choice.set.len() > MAX_SETTINGS || choice.changes.len() > MAX_CHANGES {
        return Err(format!("a link holds at most {MAX_SETTINGS} settings and {MAX_CHANGES} changes"));
    }
    if choice.changes.iter().map(|timed| text_of(&timed.change)).sum::<usize>() > MAX_TEXTS {
        return Err(format!("the character files of a link have at most {MAX_TEXTS} bytes together"));
    }
    if !choice.changes.is_sorted_by_key(|timed| timed.tick) {
        return Err("the changes of a link must stand in the order of time".into());
    }
    Ok(())
}
