//! Finding out why a creature does what it does, or does not do what it should: a [`Diary`] is kept while the scenario is
//! played, [`Goal`] says what should have come about, and [`cause_of`] names the first obstacle on the way there, from
//! eyes and ears over beliefs, choice and way to the body. Only here is what a mind held compared with the truth.

mod cause;
mod choice;
mod deed;
mod diary;
mod goal;
mod met;

pub use cause::Cause;
pub use diary::{Diary, Dropped, Felt, Hindrance, PlaceNotes, Refused, Said, TravelNotes, TupleNotes};
pub use goal::{Goal, NotAGoal};
pub use met::Met;

use crate::simulation::{Actor, Simulation};
use diary::movement_of;
use piaget_mind::model::PerceptId;
use piaget_mind::model::action::{Action, Condition, End, ObjectChoice, Reason, Tuple, TupleId};
use piaget_mind::{Mind, Why};
use piaget_terms::Name;
use piaget_text::nearest;

/// A way that was blocked for less than this share of the time on it was passed all the same.
const HELD_UP: f32 = 0.25;
/// A body that goes at less than this share of what it wants is held back.
const HELD_BACK: f32 = 0.5;
/// Cells larger than this hide more than a room's corner.
const COARSE_M: f32 = 1.5;
/// Where fewer sightings were to be expected of what was in view, it was rather overlooked than too small.
const OVERLOOKED: f32 = 0.5;
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
            Err(cause) => return self.of_untold_places(None).unwrap_or(cause),
        };
        let cause = self.first(tuple);
        // Who was under way had begun too late, if it was kept from it for longer.
        match cause {
            Cause::OnTheWay { .. } | Cause::Unfinished { .. } => self.of_a_late_start(tuple).unwrap_or(cause),
            _ => cause,
        }
    }

    fn first(&self, tuple: Option<TupleId>) -> Cause {
        self.of_words()
            .or_else(|| self.of_hearing(tuple))
            .or_else(|| self.of_kinds(tuple))
            .or_else(|| self.of_seeing())
            .or_else(|| self.of_forgetting(tuple))
            .or_else(|| self.of_untold_places(tuple))
            .or_else(|| self.of_preference(tuple))
            .or_else(|| self.of_not_getting_there(tuple))
            .or_else(|| self.of_a_search_in_vain())
            .or_else(|| self.of_choice(tuple))
            .or_else(|| self.of_its_going())
            .or_else(|| self.of_the_way())
            .or_else(|| self.of_place())
            .or_else(|| self.of_the_body(tuple))
            .or_else(|| self.of_not_coming_to_a_place())
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
            tuple.is_some_and(|tuple| match self.goal_place() {
                Some(place) => self.leads_to(tuple.action, place),
                None => self.goal.is_done_by(tuple.name, movement_of(tuple.action), tuple.action),
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
            let base = self.goal.base();
            let performs = |tuple: &Tuple| movement_of(tuple.action).map(|movement| (movement, tuple.name));
            let movements: Vec<(Name, Name)> = tree.tuples().iter().filter_map(performs).collect();
            if let Some(near) = nearest(&base, movements.iter().map(|(movement, _)| movement.as_str()))
                && let Some((movement, tuple)) = movements.iter().find(|(movement, _)| *movement == *near)
            {
                return Cause::OtherMovement { verb: base.to_string(), movement: *movement, tuple: *tuple };
            }
            let asked = [self.goal.verb.as_str(), &*base, self.goal.verb.trim_end_matches("es")];
            let near = asked.iter().find_map(|verb| nearest(verb, names.iter().map(Name::as_str)));
            Cause::NoAction { verb: self.goal.verb.clone(), nearest: near.map(Name::cut), actions: names }
        })
    }

    /// Whether an action goes to a place by name.
    fn leads_to(&self, action: Option<Action>, place: Name) -> bool {
        let named = &self.mind().character().classify;
        let Some(id) = named.place(place.as_str()) else { return false };
        match action {
            Some(Action::Go { place, .. }) => place == id,
            Some(Action::Patrol { route, .. }) => {
                named.routes.get(usize::from(route.0)).is_some_and(|route| route.stops.contains(&id))
            }
            _ => false,
        }
    }

    /// What was asked about is not in the scenario.
    fn of_words(&self) -> Option<Cause> {
        let about = self.goal.about.filter(|_| self.goal.is_about_a_thing())?;
        if self.goal_place().is_some() || self.diary.of(about).any(|met| met.there > 0) {
            return None;
        }
        if let Some(hidden) = self.diary.of(about).next() {
            return Some(Cause::NeverThere { thing: hidden.called() });
        }
        let things = self.diary.things.values().flat_map(|met| [met.name, met.kind]);
        let known = things.chain(self.diary.places.keys().copied());
        let known: Vec<Name> = known.filter(|name| !name.is_empty()).collect();
        Some(Cause::NoSuchThing {
            asked: about,
            nearest: nearest(about.as_str(), known.iter().map(Name::as_str)).map(Name::cut),
        })
    }

    /// The kinds of things that a tuple may be about, by the percepts of its selector.
    fn kinds_of(&self, tuple: TupleId) -> Vec<Name> {
        let concepts = &self.mind().character().classify;
        let selector = self.picker(tuple).map(|(_, selector)| selector);
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

    /// The kind or name of the thing that was asked about.
    fn about_a_thing(&self) -> Option<Name> {
        self.goal.about.filter(|_| self.goal.is_about_a_thing() && self.goal_place().is_none())
    }

    /// It was never seen, and why not.
    fn of_seeing(&self) -> Option<Cause> {
        let about = self.about_a_thing()?;
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
        let detection = self.mind().character().eyes.eye.detection_rate;
        let sightings = detection * met.in_view as f32;
        Some(match (met.in_range, met.in_view) {
            (0, _) => Cause::EyesTooShort { thing, nearest_m: met.nearest_m, range_m },
            _ if detection <= 0.0 => Cause::Overlooked { thing, detection },
            (_, looks) if looks > 0 && sightings < OVERLOOKED => Cause::Overlooked { thing, detection },
            (_, 0) => Cause::NeverInView { thing, nearest_m: met.nearest_m },
            _ => Cause::TooSmall { thing, nearest_m: met.nearest_m },
        })
    }

    /// It was believed in, and forgotten before anything was done about it.
    fn of_forgetting(&self, tuple: Option<TupleId>) -> Option<Cause> {
        let about = self.about_a_thing()?;
        let forgotten = self.diary.of(about).find_map(|met| Some((met, met.seen_s?.1, met.forgotten_s?)));
        let (met, seen_s, forgotten_s) = forgotten?;
        let persist_s = self.mind().character().believe.persist_s;
        if met.gone_s.is_some_and(|gone_s| gone_s < forgotten_s) {
            return self.of_its_going();
        }
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
        let (id, hindrance) = self.first_hindrance(tuple)?;
        let (Reason::CanNot(condition) | Reason::ShouldNot(condition)) = hindrance.reason else {
            return None;
        };
        let nearness = self.mind().actions().conditions().get(condition);
        match nearness {
            Some(Condition::Near(..) | Condition::ObjectSeen | Condition::Seen(_)) => self
                .of_its_going()
                .or_else(|| self.of_a_way_to_another(id))
                .or_else(|| self.of_what_misleads())
                .or_else(|| self.of_being_on_the_way()),
            Some(Condition::NearPlace(..)) => self.of_the_way(),
            _ => None,
        }
    }

    /// What goes there beside the tuple that waits is about another thing.
    fn of_a_way_to_another(&self, waits: TupleId) -> Option<Cause> {
        let tree = self.mind().actions();
        tree.above(waits)?;
        let group = tree.get(waits)?.group;
        let tuples = tree.tuples().iter().enumerate();
        let mut beside = tuples.filter(|(at, tuple)| {
            tuple.group == group
                && matches!(tuple.object, ObjectChoice::Picked(_))
                && *at != usize::from(waits.0)
        });
        beside.find_map(|(at, _)| self.of_preference(Some(TupleId(at as u16))))
    }

    fn of_what_misleads(&self) -> Option<Cause> {
        self.of_the_way().or_else(|| self.of_place()).or_else(|| self.of_what_is_between())
    }

    /// It was there, and is no longer.
    pub(super) fn of_its_going(&self) -> Option<Cause> {
        let all = self.diary.of(self.about_a_thing()?);
        let gone = all.map(|met| Some((met.called(), met.gone_s?))).collect::<Option<Vec<_>>>()?;
        let (thing, since_s) = gone.into_iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
        Some(Cause::Gone { thing, since_s })
    }

    /// It goes there, and nothing stops it: the play was over before it was there.
    fn of_being_on_the_way(&self) -> Option<Cause> {
        let met = self.diary.of(self.about_a_thing()?).find(|met| met.seen_s.is_some())?;
        let speed_m_per_s = self.diary.travel.speed_m_per_s?;
        // Who stands though it wants to go is kept by something else.
        if self.actor.sensed.body.velocity.length() < speed_m_per_s * HELD_BACK {
            return None;
        }
        Some(Cause::OnTheWay { thing: met.called(), left_m: met.nearest_ground_m, speed_m_per_s })
    }

    /// What was looked for in vain and given up is not to blame for its value: what misled the search is.
    fn of_a_search_in_vain(&self) -> Option<Cause> {
        let in_vain = |one: &Hindrance| matches!(one.reason, Reason::InVain | Reason::Ended(End::InVain));
        let given_up = self.diary.tuples.iter().any(|notes| notes.hindrances.iter().any(in_vain));
        given_up.then(|| self.of_its_going().or_else(|| self.of_what_misleads())).flatten()
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
        let about = self.about_a_thing()?;
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

    fn name_of(&self, tuple: TupleId) -> Option<Name> {
        self.mind().actions().get(tuple).map(|tuple| tuple.name)
    }
}
