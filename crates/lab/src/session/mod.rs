//! One visitor's lab: takes what the visitor says, plays, and tells what there is to see. No socket, no thread and no
//! clock are in here: whoever carries the messages says how much time has passed. A server does that over a WebSocket;
//! a page with the program compiled to WebAssembly can do it without one.

mod answers;
mod changes;
mod clock;
mod export;
mod game;
mod past;
mod plans;
mod play;
mod puppet;
mod replay;
mod room;
mod story;
mod tell;
mod text;
mod why;

use crate::library::{Library, shortened};
use crate::messages::{Choice, Clock, FromLab, PROTOCOL, Refused, Shared, ToLab, Welcome};
use answers::Answers;
use export::Exporting;
use past::Past;
use play::{Play, Refusal};
use std::sync::Arc;
use tell::Teller;
use why::Asking;

/// The slowest and the fastest that time goes.
const SPEEDS: (f32, f32) = (0.1, 20.0);
/// The most ticks that can be asked for at once.
const MAX_STEP: u32 = 3_000;
/// The most ticks that are played in one go, so that others get their turn and a visitor is heard.
const TICKS_AT_ONCE: u32 = 60;
/// The last tick that a link may hurry to: an hour of most scenarios.
const MAX_UNTIL: u32 = 108_000;
/// What one visitor's past, answers and file in the making may hold together, in bytes.
const MAX_BYTES: usize = 8 << 20;

/// Asked between two ticks and between two changes whether to go on.
pub type GoOn<'a> = &'a mut dyn FnMut() -> bool;

/// What the lab says.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// Words, to be sent as JSON.
    Text(Box<FromLab>),
    /// A frame, as its bytes.
    Frame(Vec<u8>),
}

/// One visitor's lab.
///
/// ```
/// use piaget_lab::{Library, Said, Session, messages::ToLab};
/// use std::sync::Arc;
/// let mut library = Library::default();
/// library.add_scenario("empty", r#"
///     scenario "empty" { shows "Nothing."; try "Add something." }
///     length 10
///     ground { size 20 20 }
/// "#);
/// let mut session = Session::new(Arc::new(library)).unwrap();
/// session.hear(ToLab::Speed { factor: 2.0 });
/// session.advance(0.5);
/// let mut told = Vec::new();
/// while let Some(said) = session.say() {
///     told.push(said);
/// }
/// assert!(matches!(told.last(), Some(Said::Frame(_))));
/// assert_eq!(session.tick(), 30);
/// ```
pub struct Session {
    library: Arc<Library>,
    play: Play,
    past: Past,
    /// A past moment that is shown instead of the present.
    shown: Option<Play>,
    /// A past moment that is still being played, and the tick at which it will be shown.
    seeking: Option<(Play, u32)>,
    selected: usize,
    belief: Option<u32>,
    paused: bool,
    speed: f32,
    /// Time that has passed for the visitor and not yet for the creatures.
    owed_s: f64,
    /// Ticks that were asked for one by one.
    steps: u32,
    /// Where a link wants to be.
    until: Option<u32>,
    /// Whether the end of the scenario was told.
    ended: bool,
    exporting: Option<Exporting>,
    asking: Option<Asking>,
    /// Whether the file in the making is next to be worked on, before the play; they take turns.
    export_first: bool,
    /// Whether a frame is next to be told, before a part of a file; they take turns.
    frame_first: bool,
    /// The tick before which the selected creature was given another character: with it, its plan changes.
    changed_at: Option<u32>,
    /// How many tuples and places the plan has that was told; a mind may learn more.
    told: (usize, usize),
    teller: Teller,
    answers: Answers,
}

impl Session {
    /// A visitor comes in and sees the first scenario.
    pub fn new(library: Arc<Library>) -> Result<Self, String> {
        let first = library.cards().first().ok_or("there is no scenario to play")?.name.clone();
        Self::beginning_with(library, &first)
    }

    /// A visitor comes in and sees this scenario first.
    pub fn beginning_with(library: Arc<Library>, scenario: &str) -> Result<Self, String> {
        let scenario = scenario.to_owned();
        let choice = Choice { scenario, seed: None, set: Vec::new(), changes: Vec::new(), until: None };
        let play = Play::begin(&library, &choice).map_err(|refusal| refusal.why)?;
        let welcome = FromLab::Welcome(Welcome {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION").into(),
            scenarios: library.cards().to_vec(),
            first: play.choice.scenario.clone(),
            characters: library.characters(),
        });
        let mut session = Self {
            library,
            play,
            past: Past::default(),
            shown: None,
            seeking: None,
            selected: 0,
            belief: None,
            paused: false,
            speed: 1.0,
            owed_s: 0.0,
            steps: 0,
            until: None,
            ended: false,
            exporting: None,
            asking: None,
            export_first: false,
            frame_first: false,
            changed_at: None,
            told: (0, 0),
            teller: Teller::default(),
            answers: Answers::default(),
        };
        session.answers.push(welcome);
        session.set_stage();
        Ok(session)
    }

    /// How many ticks have passed.
    pub fn tick(&self) -> u32 {
        self.play.tick()
    }

    /// How often something new can be seen: ticks per second, times how fast time goes.
    pub fn rate_hz(&self) -> f32 {
        self.play.simulation.scenario().tick_hz * self.speed.min(1.0)
    }

    /// Whether nothing changes until the visitor says something.
    pub fn is_still(&self) -> bool {
        let done = self.seeking.is_none() && self.exporting.is_none() && self.asking.is_none();
        self.paused && self.steps == 0 && self.until.is_none() && done
    }

    /// How many answers wait to be told. A visitor who does not listen makes them grow.
    pub fn waiting(&self) -> usize {
        self.answers.len()
    }

    /// The bytes of the answers that wait to be told.
    pub fn waiting_bytes(&self) -> usize {
        self.answers.bytes()
    }

    /// The bytes of what this session keeps besides its simulation: answers that wait, the past, a file in the making.
    pub fn kept_bytes(&self) -> usize {
        self.past.bytes() + self.told_later()
    }

    /// The bytes of what its minds believe.
    pub fn belief_bytes(&self) -> usize {
        self.play.belief_bytes()
    }

    /// The bytes of answers and of a file in the making.
    fn told_later(&self) -> usize {
        self.answers.bytes() + self.exporting.as_ref().map_or(0, Exporting::bytes)
    }

    /// Takes a message as it comes over the wire.
    pub fn hear_text(&mut self, text: &str) {
        self.hear_text_while(text, &mut || true);
    }

    /// As [`Session::hear_text`], as long as `go_on` says so. What is left is done when time passes.
    pub fn hear_text_while(&mut self, text: &str, go_on: GoOn<'_>) {
        match serde_json::from_str(text) {
            Ok(message) => self.hear_while(message, go_on),
            Err(error) => {
                let why = format!("this is no message of the lab: {error}");
                self.refuse("message", shortened_to(&why, 300).into());
            }
        }
    }

    /// Takes a message.
    pub fn hear(&mut self, message: ToLab) {
        self.hear_while(message, &mut || true);
    }

    /// As [`Session::hear`], as long as `go_on` says so. What is left is done when time passes.
    pub fn hear_while(&mut self, message: ToLab, go_on: GoOn<'_>) {
        let what = message.word();
        if let Err(refusal) = self.obey(message, go_on) {
            self.refuse(what, refusal);
        }
    }

    fn obey(&mut self, message: ToLab, go_on: GoOn<'_>) -> Result<(), Refusal> {
        match message {
            ToLab::Restart { .. } if self.play.is_replay() => self.replay_again()?,
            message if self.play.keeps_from(&message) => return Err(replay::AS_IT_WAS.to_owned().into()),
            ToLab::Choose(choice) => self.choose(&choice)?,
            ToLab::Restart { seed } => {
                let seed = seed.or(self.play.choice.seed);
                self.choose(&Choice { seed, ..self.play.choice.clone() })?;
            }
            ToLab::Pause => (self.paused, self.steps, self.until) = (true, 0, None),
            ToLab::Resume => {
                (self.shown, self.seeking) = (None, None);
                (self.paused, self.steps, self.owed_s) = (false, 0, 0.0);
            }
            ToLab::Step { ticks } => {
                if !(1..=MAX_STEP).contains(&ticks) {
                    return Err(format!("one to {MAX_STEP} ticks can be stepped, not {ticks}").into());
                }
                (self.shown, self.seeking) = (None, None);
                (self.paused, self.steps) = (true, (self.steps + ticks).min(MAX_STEP));
            }
            ToLab::Speed { factor } => {
                self.speed = changes::number(factor, SPEEDS.0, SPEEDS.1, "the speed")?;
            }
            ToLab::Change(change) => {
                if self.shown.is_some() || self.seeking.is_some() {
                    return Err("the past cannot be changed; go back to the present first".to_owned().into());
                }
                let character = matches!(
                    change,
                    crate::messages::Change::Set { .. } | crate::messages::Change::Character { .. }
                );
                self.play.change(change)?;
                if self.paused {
                    // Where time stands still it goes on by a tick, so that what was done can be seen.
                    self.steps = self.steps.max(1);
                }
                if character {
                    self.changed_at = Some(self.tick());
                }
            }
            ToLab::Select { creature, belief } => {
                let actors = self.play.simulation.actors();
                let at = actors.iter().position(|actor| actor.name == *creature);
                let at = at.ok_or_else(|| format!("there is no creature \"{}\"", shortened(&creature)))?;
                self.belief = belief;
                if at != std::mem::replace(&mut self.selected, at) {
                    self.tell_mind();
                }
            }
            ToLab::Why { creature, belief } => self.tell_why(&creature, belief, go_on)?,
            ToLab::Scrub { tick } => self.scrub(tick, go_on)?,
            ToLab::Export { what } => {
                if self.exporting.is_some() {
                    return Err("another file is still being made".to_owned().into());
                }
                self.export(what)?;
            }
            ToLab::Share => {
                let digest = self.play.simulation.digest().to_string();
                self.answers.push(FromLab::Shared(Shared { choice: self.play.shared(), digest }));
            }
            ToLab::Digest => {
                let play = self.shown.as_ref().unwrap_or(&self.play);
                let digest = play.simulation.digest().to_string();
                self.answers.push(FromLab::Digest { tick: play.tick(), digest });
            }
            ToLab::StillHere => {}
        }
        Ok(())
    }

    fn choose(&mut self, choice: &Choice) -> Result<(), Refusal> {
        if let Some(until) = choice.until.filter(|until| *until > MAX_UNTIL) {
            return Err(format!("a link plays up to tick {MAX_UNTIL} at most, not {until}").into());
        }
        let play = Play::begin(&self.library, choice)?;
        self.stand_at(play, choice.until);
        Ok(())
    }

    /// Stands at the beginning of a play, and hurries to a tick of it if one is told.
    fn stand_at(&mut self, play: Play, until: Option<u32>) {
        self.play = play;
        (self.past, self.shown, self.seeking) = (Past::default(), None, None);
        (self.exporting, self.asking) = (None, None);
        (self.selected, self.belief, self.changed_at) = (0, None, None);
        (self.owed_s, self.steps, self.until, self.ended) = (0.0, 0, until, false);
        self.paused = until.is_some();
        self.set_stage();
    }

    /// Tells the visitor that a scenario stands at its beginning.
    fn set_stage(&mut self) {
        // Answers about the old stage would be taken to be about the new one.
        self.answers.retain(|reply| !matches!(reply, FromLab::Stage(_) | FromLab::Mind(_)));
        self.answers.push(FromLab::Stage(plans::stage(&self.play)));
        self.teller = Teller::default();
        self.tell_mind();
    }

    /// Tells how the selected mind is built.
    fn tell_mind(&mut self) {
        if let Some(plan) = plans::mind(&mut self.play, self.selected) {
            self.told = (plan.actions.len(), plan.memory.as_ref().map_or(0, |memory| memory.places.len()));
            self.answers.retain(|reply| !matches!(reply, FromLab::Mind(_)));
            self.answers.push(FromLab::Mind(Box::new(plan)));
        }
        self.teller.forget_mind();
    }

    /// The next thing to tell the visitor; `None` if there is nothing new. Frames are made when they are asked for, so
    /// that one who asks seldom misses frames and nothing else.
    pub fn say(&mut self) -> Option<Said> {
        let actor = self.play.simulation.actors().get(self.selected);
        let learnt = actor.is_some_and(|actor| {
            let places = actor.mind.memory().map_or(0, |memory| memory.house().len());
            (actor.mind.actions().tuples().len(), places) != self.told
        });
        if learnt || self.changed_at.is_some_and(|tick| self.tick() > tick) {
            self.changed_at = None;
            self.tell_mind();
        }
        if let Some(answer) = self.answers.pop() {
            return Some(Said::Text(Box::new(answer)));
        }
        self.frame_first = !self.frame_first;
        if self.frame_first {
            return self.frame().or_else(|| self.part());
        }
        self.part().or_else(|| self.frame())
    }

    /// The next part of a file in the making.
    fn part(&mut self) -> Option<Said> {
        let (part, last) = self.exporting.as_mut()?.part()?;
        if last {
            self.exporting = None;
        }
        Some(Said::Text(Box::new(FromLab::Exported(part))))
    }

    /// What there is to see, if anything is new.
    fn frame(&mut self) -> Option<Said> {
        // What was shown before is old, and what will be shown is not there yet.
        if self.seeking.is_some() {
            return None;
        }
        let clock = Clock {
            paused: self.is_still() || (self.paused && self.shown.is_some()),
            speed: self.speed,
            over: self.play.simulation.is_over(),
            earliest: self.past.earliest() as u32,
            present: self.shown.as_ref().map(|_| self.tick()),
            until: self.until,
        };
        let play = self.shown.as_mut().unwrap_or(&mut self.play);
        self.teller.frame(play, clock, self.selected, self.belief).map(Said::Frame)
    }

    fn refuse(&mut self, what: &str, refusal: Refusal) {
        let Refusal { why, mistakes } = refusal;
        self.answers.push(FromLab::Refused(Refused { what: what.into(), why, mistakes }));
    }
}

fn shortened_to(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}
