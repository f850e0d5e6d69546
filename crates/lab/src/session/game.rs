//! The referee of the three games. Scores and fouls are told from what the minds report: what they saw, their events, and
//! where they believe things to be. The same changes at the same ticks give the same score.

use crate::messages::{Change, Game, GameNow, GamePhase};
use piaget_mind::events::EventKind;
use piaget_sim::{Actor, Happening, Simulation};
use piaget_terms::{HostId, Name, Vec3, maths};

/// The most seconds that a search counts, and what giving up is worth.
const MOST_S: f64 = 30.0;
/// Seconds for tricking the walker and for teaching Max.
const TRICK_S: f64 = 20.0;
const TEACH_S: f64 = 58.0;
/// Points for a confusion and a surprise, and what a foul costs.
const CONFUSION: f32 = 10.0;
const SURPRISE: f32 = 20.0;
const FOUL: f32 = 30.0;
/// A thing believed farther than this from where it is, is believed wrongly.
const WRONG_M: f32 = 1.0;
/// Touches within so many seconds are one touch.
const ONE_TOUCH_S: f64 = 1.0;
/// The event of the timeline with which the dog's turn begins.
const ORDER: &str = "order";

/// One game being played.
#[derive(Clone)]
pub struct Referee {
    game: Game,
    phase: GamePhase,
    score: f32,
    fouls: u32,
    seen: bool,
    /// When the creature's turn began; for teaching, when the first thing was brought.
    since: Option<f64>,
    /// Things that a hand moves, until they come to rest.
    in_hand: Vec<Name>,
    /// Where the thing was in the tick before.
    place: Option<Vec3>,
    fouled: Option<f64>,
    /// Whether something was done since the last tick that the rules do not allow.
    meddled: bool,
    outcome: String,
}

impl Referee {
    /// The referee of a scenario that can be played as a game.
    pub fn of(scenario: &str) -> Option<Self> {
        let game = match scenario {
            "hide" => Game::Hide,
            "pursuit" => Game::Trick,
            "mice" => Game::Teach,
            _ => return None,
        };
        Some(Self {
            game,
            phase: GamePhase::Wait,
            score: 0.0,
            fouls: 0,
            seen: false,
            since: None,
            in_hand: Vec::new(),
            place: None,
            fouled: None,
            meddled: false,
            outcome: String::new(),
        })
    }

    /// How it stands.
    pub fn now(&self, t: f64) -> GameNow {
        let most = match self.game {
            Game::Hide => MOST_S,
            Game::Trick => TRICK_S,
            Game::Teach => TEACH_S,
        };
        let left = |since: f64| ((most - (t - since)).max(0.0) * 10.0).round() as f32 / 10.0;
        let runs = matches!(self.phase, GamePhase::Watch | GamePhase::Hands);
        GameNow {
            game: self.game,
            phase: self.phase,
            score: (self.score * 100.0).round() / 100.0,
            fouls: self.fouls,
            seen: self.seen,
            left_s: self.since.filter(|_| runs).map(left),
            outcome: self.outcome.clone(),
        }
    }

    /// Whether the rules let a visitor do this at all: push the thing that the game is about; in teaching, bring toys, push
    /// them and speak.
    fn allows(&self, change: &Change, simulation: &Simulation) -> bool {
        match (self.game, change) {
            (Game::Hide | Game::Trick, Change::Slide { thing, .. }) => self.thing() == Some(thing.as_str()),
            (Game::Teach, Change::Add { .. } | Change::Say { .. }) => true,
            (Game::Teach, Change::Slide { thing, .. } | Change::Remove { thing }) => {
                simulation.world().named(thing).is_some_and(|id| simulation.world().thing(id).is_some())
            }
            _ => false,
        }
    }

    /// Takes down what a visitor does before the next tick.
    pub fn hear(&mut self, change: &Change, simulation: &Simulation) {
        self.meddled |= self.phase != GamePhase::Over && !self.allows(change, simulation);
    }

    /// Watches a tick that was played; `touched` are the things that the visitor has moved, brought or taken before it.
    pub fn note(&mut self, simulation: &Simulation, happened: &[Happening], touched: &mut Vec<Name>) {
        let touched = std::mem::take(touched);
        if self.phase == GamePhase::Over {
            return;
        }
        let Some(actor) = simulation.actors().first() else { return };
        let t = actor.mind.view().time_s();
        let before = self.seen;
        let thing = self.thing().and_then(|name| simulation.world().named(name));
        self.seen = thing.is_some_and(|id| sees(actor, id));
        for name in &touched {
            if !self.in_hand.contains(name) {
                self.in_hand.push(*name);
            }
        }
        let place = thing.and_then(|id| simulation.world().thing(id)).map(|thing| thing.position);
        let moved = std::mem::replace(&mut self.place, place) != place;
        let strayed = place.is_some_and(|at| !on_ground(simulation, at));
        let meddled = std::mem::take(&mut self.meddled) || strayed;
        self.note_fouls(&touched, moved, before || self.seen, meddled, t);
        self.in_hand.retain(|name| {
            let thing = simulation.world().named(name.as_str()).and_then(|id| simulation.world().thing(id));
            thing.is_some_and(|thing| thing.slide().is_some())
        });
        match self.game {
            Game::Hide => self.hide(actor, happened, t),
            Game::Trick => self.trick(simulation, actor, thing, t),
            Game::Teach => self.teach(actor, &touched, t),
        }
    }

    /// The thing that the game is about.
    fn thing(&self) -> Option<&'static str> {
        match self.game {
            Game::Hide => Some("sheep"),
            Game::Trick => Some("cube"),
            Game::Teach => None,
        }
    }

    /// A thing that a hand touches or moves while the creature sees it; any touch in the creature's turn; and what the rules do
    /// not let a visitor do. A thing that a wall holds up does not move, however long the hand pushes.
    fn note_fouls(&mut self, touched: &[Name], moved: bool, seen: bool, meddled: bool, t: f64) {
        let ours = |name: &Name| self.thing().is_some_and(|thing| *name == thing);
        let touches = touched.iter().any(ours);
        let moves = moved && self.in_hand.iter().any(ours);
        let late = self.game == Game::Hide && self.phase == GamePhase::Watch && touches;
        if ((touches || moves) && seen) || late || meddled {
            let last = self.fouled.replace(t);
            if last.is_none_or(|last| t - last > ONE_TOUCH_S) {
                self.fouls += 1;
                if self.game == Game::Trick {
                    self.score -= FOUL;
                }
            }
        }
    }

    fn hide(&mut self, actor: &Actor, happened: &[Happening], t: f64) {
        let ordered = happened.iter().any(|one| one.event == "event" && one.about == ORDER);
        match self.since {
            None if ordered => (self.since, self.phase) = (Some(t), GamePhase::Watch),
            None => self.phase = if self.seen { GamePhase::Wait } else { GamePhase::Hands },
            Some(since) => {
                let gave_up = actor
                    .mind
                    .events()
                    .iter()
                    .any(|event| event.kind == EventKind::GaveUp && event.about == "sheep");
                let passed = t - since;
                self.score = passed.min(MOST_S) as f32;
                if self.seen {
                    self.end(format!("Found after {passed:.1} s."));
                } else if gave_up {
                    self.score = MOST_S as f32;
                    self.end(format!("Gave up after {passed:.1} s."));
                } else if passed >= MOST_S {
                    self.end(format!("Not found in {MOST_S:.0} s."));
                }
                if self.phase == GamePhase::Over && self.fouls > 0 {
                    self.score = 0.0;
                }
            }
        }
    }

    fn trick(&mut self, simulation: &Simulation, actor: &Actor, thing: Option<HostId>, t: f64) {
        let since = *self.since.get_or_insert(t);
        self.phase = if self.seen { GamePhase::Watch } else { GamePhase::Hands };
        for event in actor.mind.events().iter().filter(|event| event.about == "cube") {
            self.score += match event.kind {
                EventKind::Confused => CONFUSION,
                EventKind::Surprised => SURPRISE,
                _ => 0.0,
            };
        }
        let truth = thing.and_then(|id| simulation.world().thing(id)).map(|thing| thing.position);
        let believed =
            actor.report.beliefs.iter().find(|belief| belief.kind == "cube").map(|one| one.position);
        if let (Some(truth), Some(believed)) = (truth, believed)
            && maths::ground(truth - believed).length() > WRONG_M
        {
            let speed = maths::ground(actor.sensed.body.velocity).length();
            self.score += speed * simulation.scenario().tick_s();
        }
        if t - since >= TRICK_S {
            self.end(format!("{:.0} points.", self.score));
        }
    }

    fn teach(&mut self, actor: &Actor, touched: &[Name], t: f64) {
        if self.since.is_none() && touched.is_empty() {
            self.phase = GamePhase::Hands;
            return;
        }
        let since = *self.since.get_or_insert(t);
        self.phase = GamePhase::Watch;
        self.score = (t - since) as f32;
        if self.fouls > 0 {
            self.score = TEACH_S as f32;
        }
        let learned = actor.mind.events().iter().find(|event| event.kind == EventKind::Learned);
        if let Some(event) = learned {
            let what = event.about.as_str().replace('-', " ");
            self.end(format!("Learned {what} after {:.1} s.", t - since));
        } else if t - since >= TEACH_S {
            self.end(format!("Nothing was learned in {TEACH_S:.0} s."));
        }
    }

    fn end(&mut self, outcome: String) {
        (self.phase, self.outcome) = (GamePhase::Over, outcome);
    }
}

/// Whether a place is on the ground that creatures can walk to the edges of.
fn on_ground(simulation: &Simulation, at: Vec3) -> bool {
    simulation.world().terrain().bounds.contains(maths::ground(at))
}

/// Whether a mind holds a thing to be in sight.
fn sees(actor: &Actor, id: HostId) -> bool {
    actor.report.beliefs.iter().any(|belief| belief.seen_as == Some(id))
}
