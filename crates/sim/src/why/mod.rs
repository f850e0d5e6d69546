//! Finding out why a creature does what it does, or does not do what it should: a [`Diary`] is kept while the scenario is
//! played, [`Goal`] says what should have come about, and [`cause_of`] names the first obstacle on the way there, from
//! eyes and ears over beliefs, choice and way to the body. Only here is what a mind held compared with the truth.

mod cause;
mod diary;
mod goal;

pub use cause::Cause;
pub use diary::{Diary, Hindrance, Met, Said, TravelNotes, TupleNotes};
pub use goal::{Goal, NotAGoal};

use crate::simulation::{Actor, Simulation};
use diary::movement_of;
use piaget_mind::model::PerceptId;
use piaget_mind::model::action::{Condition, ConditionId, End, ObjectChoice, Reason, TupleId, Words};
use piaget_mind::model::words::fits;
use piaget_mind::{Mind, Why};
use piaget_terms::Name;
use piaget_text::nearest;

/// A way that was blocked for less than this share of the time on it was passed all the same.
const HELD_UP: f32 = 0.25;
/// Cells larger than this hide more than a room's corner.
const COARSE_M: f32 = 1.5;
/// A place that is off by more than this many metres is another place.
const ELSEWHERE_M: f32 = 2.0;

/// Why a creature does what it does now, with what its senses gave it in the last tick; `None` if it is not there.
pub fn why_now(simulation: &Simulation, creature: &str) -> Option<Why> {
    let actor = simulation.actor(creature)?;
    let senses = actor.sensed.senses(simulation.time_s(), simulation.scenario().tick_s());
    Some(actor.mind.why(Some(&senses)))
}

/// The first obstacle between a creature and what it should do; `None` if it was done.
pub fn cause_of(simulation: &Simulation, diary: &Diary, goal: &Goal) -> Option<Cause> {
    if goal.reached_s(diary).is_some() {
        return None;
    }
    let actor = simulation.actor(diary.creature.as_str())?;
    let inquiry = Inquiry { simulation, actor, diary, goal };
    Some(inquiry.cause())
}

/// What is compared to find the cause.
struct Inquiry<'a> {
    simulation: &'a Simulation,
    actor: &'a Actor,
    diary: &'a Diary,
    goal: &'a Goal,
}

impl Inquiry<'_> {
    fn mind(&self) -> &Mind {
        &self.actor.mind
    }

    fn cause(&self) -> Cause {
        let tuple = match self.wanted_tuple() {
            Ok(tuple) => tuple,
            Err(cause) => return cause,
        };
        self.of_words()
            .or_else(|| self.of_hearing(tuple))
            .or_else(|| self.of_kinds(tuple))
            .or_else(|| self.of_seeing())
            .or_else(|| self.of_forgetting(tuple))
            .or_else(|| self.of_not_getting_there(tuple))
            .or_else(|| self.of_a_search_in_vain())
            .or_else(|| self.of_choice(tuple))
            .or_else(|| self.of_the_way())
            .or_else(|| self.of_place())
            .or_else(|| self.of_the_body(tuple))
            .unwrap_or(Cause::Unfinished { tuple: tuple.and_then(|id| self.name_of(id)) })
    }

    /// The action that would do it; nothing for what needs no action, such as seeing.
    fn wanted_tuple(&self) -> Result<Option<TupleId>, Cause> {
        if !self.goal.needs_action() {
            return Ok(None);
        }
        let tree = self.mind().actions();
        let does = |id: &TupleId| {
            let tuple = tree.get(*id);
            tuple.is_some_and(|tuple| {
                self.goal.is_done_by(tuple.name, movement_of(tuple.action), tuple.action)
            })
        };
        let all: Vec<TupleId> = (0..tree.tuples().len()).map(|at| TupleId(at as u16)).filter(does).collect();
        // Of several that would do it, the one whose object is of the kind that was asked for.
        let fits_kind = |id: &&TupleId| {
            let kinds = self.kinds_of(**id);
            self.goal.about.is_none_or(|about| kinds.contains(&about))
        };
        let found = all.iter().find(fits_kind).or(all.first()).copied();
        found.map(Some).ok_or_else(|| {
            let names: Vec<Name> = tree.tuples().iter().map(|tuple| tuple.name).collect();
            let near = nearest(&self.goal.verb, names.iter().map(Name::as_str)).map(Name::cut);
            Cause::NoAction { verb: self.goal.verb.clone(), nearest: near }
        })
    }

    /// What was asked about is not in the scenario.
    fn of_words(&self) -> Option<Cause> {
        let about = self.goal.about.filter(|_| self.goal.is_about_a_thing())?;
        if self.diary.of(about).next().is_some() {
            return None;
        }
        let known = self.diary.things.values().flat_map(|met| [met.name, met.kind]);
        let known: Vec<Name> = known.filter(|name| !name.is_empty()).collect();
        Some(Cause::NoSuchThing {
            asked: about,
            nearest: nearest(about.as_str(), known.iter().map(Name::as_str)).map(Name::cut),
        })
    }

    /// Words that it waits for were said too far away, or never.
    fn of_hearing(&self, tuple: Option<TupleId>) -> Option<Cause> {
        let awaited = match tuple {
            None => self.goal.hears.as_ref().map(|words| words.to_string()),
            Some(tuple) => self.awaited_words(tuple),
        }?;
        let mut said = self.diary.said.iter().filter(|said| fits(&awaited, said.sound.said()).is_some());
        let first = said.clone().next();
        if said.any(|said| said.distance_m <= said.heard_within_m) {
            return None;
        }
        Some(match first {
            Some(said) => {
                Cause::Deaf { words: awaited, distance_m: said.distance_m, hearing_m: said.heard_within_m }
            }
            None => Cause::NeverSaid { words: awaited },
        })
    }

    /// The words without which a tuple, or one above it, is never chosen.
    fn awaited_words(&self, tuple: TupleId) -> Option<String> {
        let tree = self.mind().actions();
        let path = std::iter::successors(Some(tuple), |at| tree.above(*at));
        let mut hindered = path.filter_map(|id| self.main_hindrance(id));
        hindered.find_map(|found| match found.reason {
            Reason::CanNot(id) | Reason::ShouldNot(id) => self.words_in(id),
            _ => None,
        })
    }

    fn words_in(&self, id: ConditionId) -> Option<String> {
        match self.mind().actions().conditions().get(id)? {
            Condition::Heard(words) => Some(words.to_string()),
            Condition::Recently(part, _) => self.words_in(*part),
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().find_map(|part| self.words_in(*part))
            }
            _ => None,
        }
    }

    /// The kinds of things that a tuple may be about, by the percepts of its selector.
    fn kinds_of(&self, tuple: TupleId) -> Vec<Name> {
        let tree = self.mind().actions();
        let mut path = std::iter::successors(Some(tuple), |at| tree.above(*at));
        let selector = path.find_map(|id| match tree.get(id)?.object {
            ObjectChoice::Picked(selector) => Some(selector),
            ObjectChoice::Inherited => None,
        });
        let concepts = &self.mind().character().classify;
        let selector = selector.and_then(|id| concepts.selectors.get(usize::from(id.0)));
        let percepts = selector.into_iter().flat_map(|selector| selector.all.iter().chain(&selector.any));
        let nodes = concepts.percepts.nodes();
        // A percept below others is asked only about what those let through.
        let with_parents =
            |id| std::iter::successors(Some(id), |at: &PerceptId| nodes[usize::from(at.0)].parent);
        let asked = percepts.flat_map(|id| with_parents(*id));
        asked.flat_map(|id| nodes[usize::from(id.0)].percept.kinds().iter().copied()).collect()
    }

    /// The character asks for a kind that nothing here has.
    fn of_kinds(&self, tuple: Option<TupleId>) -> Option<Cause> {
        let kinds = self.kinds_of(tuple?);
        let there: Vec<Name> = self.diary.things.values().map(|met| met.kind).collect();
        if kinds.is_empty() || kinds.iter().any(|kind| there.contains(kind)) {
            return None;
        }
        let wanted = kinds[0];
        let asked_for = self.goal.about.and_then(|about| self.diary.of(about).next()).map(|met| met.kind);
        let near = nearest(wanted.as_str(), there.iter().map(Name::as_str)).map(Name::cut);
        Some(Cause::NoSuchKind { tuple: self.name_of(tuple?)?, kind: wanted, nearest: asked_for.or(near) })
    }

    /// It was never seen, and why not.
    fn of_seeing(&self) -> Option<Cause> {
        let about = self.goal.about.filter(|_| self.goal.is_about_a_thing())?;
        if self.diary.of(about).any(|met| met.seen_s.is_some()) {
            return None;
        }
        let met = self.diary.of(about).min_by(|a, b| a.nearest_m.total_cmp(&b.nearest_m))?;
        let range_m = self.mind().character().eyes.eye.range_m;
        // What memory has of it is looked for elsewhere: that is said first.
        if let Some((believed, truth)) = met.believed_at.filter(|_| met.recalled.is_some())
            && believed.distance(truth) > ELSEWHERE_M
        {
            return Some(self.elsewhere(met));
        }
        let thing = met.called();
        Some(match (met.in_range, met.in_view) {
            (0, _) => Cause::EyesTooShort { thing, nearest_m: met.nearest_m, range_m },
            (_, 0) => Cause::NeverInView { thing, nearest_m: met.nearest_m },
            _ => Cause::TooSmall { thing, nearest_m: met.nearest_m },
        })
    }

    /// It was believed in, and forgotten before anything was done about it.
    fn of_forgetting(&self, tuple: Option<TupleId>) -> Option<Cause> {
        let about = self.goal.about.filter(|_| self.goal.is_about_a_thing())?;
        let forgotten = self.diary.of(about).find_map(|met| Some((met, met.seen_s?.1, met.forgotten_s?)));
        let (met, seen_s, forgotten_s) = forgotten?;
        let persist_s = self.mind().character().believe.persist_s;
        // Who looked in vain gave it up for a reason; who did not, forgot it.
        let by_itself = forgotten_s - seen_s <= f64::from(persist_s) * 1.5 + 1.0;
        let needed = tuple.is_none_or(|tuple| {
            let path = std::iter::successors(Some(tuple), |at| self.mind().actions().above(*at));
            path.filter_map(|id| self.diary.tuples.get(usize::from(id.0))).any(|notes| {
                notes
                    .hindrances
                    .iter()
                    .any(|one| matches!(one.reason, Reason::NoObject | Reason::Ended(End::ObjectLost)))
            })
        });
        (by_itself && needed).then_some(Cause::Forgotten {
            thing: met.called(),
            seen_s,
            forgotten_s,
            persist_s,
        })
    }

    /// What waits for the creature to be near its object is not to blame if the creature does not get there.
    fn of_not_getting_there(&self, tuple: Option<TupleId>) -> Option<Cause> {
        let (_, hindrance) = self.first_hindrance(tuple)?;
        let (Reason::CanNot(condition) | Reason::ShouldNot(condition)) = hindrance.reason else {
            return None;
        };
        let nearness = self.mind().actions().conditions().get(condition);
        let waits =
            matches!(nearness, Some(Condition::Near(..) | Condition::ObjectSeen | Condition::Seen(_)));
        waits
            .then(|| self.of_the_way().or_else(|| self.of_place()).or_else(|| self.of_what_is_between()))
            .flatten()
    }

    /// What was looked for in vain and given up is not to blame for its value: what misled the search is.
    fn of_a_search_in_vain(&self) -> Option<Cause> {
        let in_vain = |one: &Hindrance| matches!(one.reason, Reason::InVain | Reason::Ended(End::InVain));
        let given_up = self.diary.tuples.iter().any(|notes| notes.hindrances.iter().any(in_vain));
        given_up
            .then(|| self.of_the_way().or_else(|| self.of_place()).or_else(|| self.of_what_is_between()))
            .flatten()
    }

    /// The first tuple from the top down that was kept from being chosen, and by what.
    fn first_hindrance(&self, tuple: Option<TupleId>) -> Option<(TupleId, Hindrance)> {
        let tree = self.mind().actions();
        let mut path: Vec<TupleId> = std::iter::successors(tuple, |at| tree.above(*at)).collect();
        path.reverse();
        path.into_iter().find_map(|id| {
            let notes = self.diary.tuples.get(usize::from(id.0))?;
            let hindrance = self.main_hindrance(id)?;
            // Something that is done most of the time is not what stands in the way.
            (hindrance.ticks > notes.active).then_some((id, hindrance))
        })
    }

    /// It was not chosen, and why not.
    fn of_choice(&self, tuple: Option<TupleId>) -> Option<Cause> {
        let tree = self.mind().actions();
        let (id, hindrance) = self.first_hindrance(tuple)?;
        let (name, notes) = (self.name_of(id)?, &self.diary.tuples[usize::from(id.0)]);
        let words = Words {
            values: self.mind().character().feel.names(),
            selectors: &self.mind().character().classify.selectors,
            places: &self.mind().character().classify.places,
        };
        let rival = hindrance.reason.rival().and_then(|rival| self.name_of(rival));
        Some(match hindrance.reason {
            Reason::CanNot(condition) | Reason::Ended(End::CanNot(condition)) => {
                Cause::Cannot { tuple: name, needs: tree.conditions().describe(condition, words) }
            }
            Reason::ShouldNot(condition) => {
                Cause::ShouldNot { tuple: name, needs: tree.conditions().describe(condition, words) }
            }
            Reason::Worthless | Reason::Ended(End::Worthless) => {
                Cause::Worthless { tuple: name, most: notes.most }
            }
            Reason::Lower(_) | Reason::Unlucky(_) | Reason::Committed(_) => Cause::WorthLess {
                tuple: name,
                worth: hindrance.worth,
                rival: rival?,
                rivals_worth: hindrance.rivals_worth,
            },
            Reason::WithinMargin(_) if hindrance.worth <= hindrance.rivals_worth => Cause::WorthLess {
                tuple: name,
                worth: hindrance.worth,
                rival: rival?,
                rivals_worth: hindrance.rivals_worth,
            },
            Reason::WithinMargin(_) => Cause::Margin {
                tuple: name,
                worth: hindrance.worth,
                rival: rival?,
                rivals_worth: hindrance.rivals_worth,
                margin: tree.get(id).map_or(0.0, |tuple| tree.groups()[usize::from(tuple.group.0)].margin),
            },
            Reason::NoObject | Reason::Ended(End::ObjectLost) => self.no_object(name)?,
            _ => return None,
        })
    }

    fn no_object(&self, tuple: Name) -> Option<Cause> {
        let about = self.goal.about?;
        let met = self.diary.of(about).next()?;
        Some(Cause::NotTaken { tuple, thing: met.called() })
    }

    /// The reason for which a tuple was not active most of the time; that it was not asked about tells nothing.
    fn main_hindrance(&self, tuple: TupleId) -> Option<Hindrance> {
        let notes = self.diary.tuples.get(usize::from(tuple.0))?;
        let told = notes.hindrances.iter().filter(|one| {
            !matches!(one.reason, Reason::NotAsked | Reason::Possible | Reason::AlreadyDone(_))
        });
        told.max_by_key(|one| one.ticks).copied()
    }

    /// There was no way, or something stood in it.
    fn of_the_way(&self) -> Option<Cause> {
        let travel = &self.diary.travel;
        let most = |ticks: u32| ticks as f32 > travel.wanted as f32 * HELD_UP;
        if travel.wanted > 0 && most(travel.blocked) {
            let (by, known) = travel.stopped_by.map_or((None, true), |(by, known)| (Some(by), known));
            let seconds = travel.blocked as f32 * self.simulation.scenario().tick_s();
            return Some(Cause::Stopped { by, known, seconds });
        }
        let why = travel.why.filter(|_| most(travel.no_way))?;
        Some(Cause::NoWay { why: why.to_string(), barred_by: travel.barred_by })
    }

    /// Something that its terrain does not know stood between it and the thing most of the time.
    fn of_what_is_between(&self) -> Option<Cause> {
        let travel = &self.diary.travel;
        let (by, ticks) = travel.between.iter().max_by_key(|(_, ticks)| **ticks)?;
        let seconds = *ticks as f32 * self.simulation.scenario().tick_s();
        (*ticks > travel.wanted / 2).then_some(Cause::Stopped { by: Some(*by), known: false, seconds })
    }

    /// It is looked for in another place, or on a map that is too coarse to lead there.
    fn of_place(&self) -> Option<Cause> {
        let about = self.goal.about.filter(|_| self.goal.is_about_a_thing())?;
        let met = self.diary.of(about).find(|met| met.believed_at.is_some())?;
        let cell_m = self.mind().character().believe.map.as_ref().map(|map| map.cell_m);
        if let Some(cell_m) = cell_m.filter(|cell_m| *cell_m > COARSE_M && met.recalled.is_none()) {
            return Some(Cause::CellTooLarge { thing: met.called(), cell_m, off_m: met.off_m });
        }
        (met.off_m > ELSEWHERE_M).then(|| self.elsewhere(met))
    }

    fn elsewhere(&self, met: &Met) -> Cause {
        let (believed, truth) = met.believed_at.unwrap_or_default();
        Cause::Elsewhere { thing: met.called(), believed, truth, remembered: met.recalled }
    }

    /// The body cannot do it.
    fn of_the_body(&self, tuple: Option<TupleId>) -> Option<Cause> {
        let movement = movement_of(self.mind().actions().get(tuple?)?.action)?;
        let refused =
            |one: &&crate::Happening| one.event == crate::words::CANNOT && one.about == movement.as_str();
        self.diary.happened.iter().find(refused).map(|_| Cause::BodyCannot { movement })
    }

    fn name_of(&self, tuple: TupleId) -> Option<Name> {
        self.mind().actions().get(tuple).map(|tuple| tuple.name)
    }
}
