//! Obstacles in the choice of an action: its object, its triggers, its value, and the rivals that it has.

use super::diary::words_of;
use super::{Cause, Hindrance, Inquiry, Refused};
use piaget_mind::feel::{Node, Transducer};
use piaget_mind::model::action::{Condition, ConditionId, End, ObjectChoice, Reason, TupleId};
use piaget_mind::model::words::fits;
use piaget_mind::model::{BeliefId, Selector, Term, ValueId};
use piaget_terms::Name;
use std::iter::successors;

impl Inquiry<'_> {
    /// The first tuple from the top down that was kept from being chosen, and by what.
    pub(super) fn first_hindrance(&self, tuple: Option<TupleId>) -> Option<(TupleId, Hindrance)> {
        let tree = self.mind().actions();
        let mut path: Vec<TupleId> = successors(tuple, |at| tree.above(*at)).collect();
        path.reverse();
        path.into_iter().find_map(|id| {
            let notes = self.diary.tuples.get(usize::from(id.0))?;
            let hindrance = self.main_hindrance(id)?;
            // Something that is done most of the time, or in the end, is not what stands in the way.
            (hindrance.ticks > notes.active && !notes.is_active).then_some((id, hindrance))
        })
    }

    /// It was chosen in the end, after it had been kept from that for longer than it was done.
    pub(super) fn of_a_late_start(&self, tuple: Option<TupleId>) -> Option<Cause> {
        let path = successors(tuple, |at| self.mind().actions().above(*at));
        path.filter_map(|id| {
            let notes = self.diary.tuples.get(usize::from(id.0)).filter(|notes| notes.is_active)?;
            let hindrance = self.main_hindrance(id).filter(|hindrance| hindrance.ticks > notes.active)?;
            let before = Box::new(self.of_hindrance(id, hindrance)?);
            Some(Cause::Late { tuple: self.name_of(id)?, began_s: notes.began_s?, before })
        })
        .last()
    }

    /// The reason for which a tuple was not active most of the time; that it was not asked about tells nothing.
    fn main_hindrance(&self, tuple: TupleId) -> Option<Hindrance> {
        let notes = self.diary.tuples.get(usize::from(tuple.0))?;
        let told =
            notes.hindrances.iter().filter(|one| !matches!(one.reason, Reason::NotAsked | Reason::Possible));
        told.max_by_key(|one| one.ticks).copied()
    }

    /// It was not chosen, and why not.
    pub(super) fn of_choice(&self, tuple: Option<TupleId>) -> Option<Cause> {
        let (id, hindrance) = self.first_hindrance(tuple)?;
        self.of_hindrance(id, hindrance)
    }

    /// What kept a tuple from being chosen.
    fn of_hindrance(&self, id: TupleId, hindrance: Hindrance) -> Option<Cause> {
        let tree = self.mind().actions();
        let (name, notes) = (self.name_of(id)?, &self.diary.tuples[usize::from(id.0)]);
        let rival = hindrance.reason.rival().and_then(|rival| self.name_of(rival));
        let group = tree.get(id).and_then(|tuple| tree.groups().get(usize::from(tuple.group.0)));
        let too_low = |rival: Option<Name>| {
            let (worth, rivals_worth) = (hindrance.worth, hindrance.rivals_worth);
            Some(Cause::WorthLess { tuple: name, worth, rival: rival?, rivals_worth })
        };
        match hindrance.reason {
            Reason::CanNot(condition) | Reason::Ended(End::CanNot(condition)) => Some(Cause::Cannot {
                tuple: name,
                needs: self.describe(condition),
                measured: self.measured(condition),
            }),
            Reason::ShouldNot(condition) => Some(Cause::ShouldNot {
                tuple: name,
                needs: self.describe(condition),
                measured: self.measured(condition),
            }),
            Reason::Worthless | Reason::Ended(End::Worthless) => {
                let value = self.value_of(id).map(|value| self.mind().character().feel.name(value));
                // What was worth more at another time was chosen then.
                let most = if notes.active == 0 { notes.most } else { hindrance.worth };
                Some(Cause::Worthless { tuple: name, most, value })
            }
            Reason::AlreadyDone(condition) => {
                Some(Cause::Done { tuple: name, until: self.describe(condition) })
            }
            Reason::Committed(_) => {
                Some(Cause::Committed { tuple: name, rival: rival?, commit_s: group?.commit_s })
            }
            Reason::Unlucky(_) if hindrance.worth > hindrance.rivals_worth => {
                Some(Cause::Unlucky { tuple: name, rival: rival? })
            }
            Reason::Lower(_) | Reason::Unlucky(_) => too_low(rival),
            Reason::WithinMargin(_) if hindrance.worth <= hindrance.rivals_worth => too_low(rival),
            Reason::WithinMargin(_) => Some(Cause::Margin {
                tuple: name,
                worth: hindrance.worth,
                rival: rival?,
                rivals_worth: hindrance.rivals_worth,
                margin: group?.margin,
            }),
            Reason::NoObject | Reason::Ended(End::ObjectLost) => self.no_object(id, name),
            _ => None,
        }
    }

    fn describe(&self, condition: ConditionId) -> String {
        self.mind().actions().conditions().describe(condition, words_of(self.mind()))
    }

    /// How near what a condition asks for came to it, in words.
    fn measured(&self, condition: ConditionId) -> Option<String> {
        let felt = |value: &ValueId| self.diary.felt.get(usize::from(value.0)).copied();
        match self.mind().actions().conditions().get(condition)? {
            Condition::Above(value, _) => felt(value).map(|felt| format!("it was {:.2} at most", felt.most)),
            Condition::Below(value, _) => {
                felt(value).map(|felt| format!("it was {:.2} at least", felt.least))
            }
            Condition::Near(..) => {
                let met = self.diary.of(self.about_a_thing()?).next()?;
                Some(format!("it was never nearer than {:.1} m", met.nearest_ground_m))
            }
            Condition::NearPlace(place, _) => {
                let place = self.mind().character().classify.places.get(usize::from(place.0))?;
                let nearest_m = self.diary.places.get(&place.name)?.nearest_m;
                Some(format!("it was never nearer than {nearest_m:.1} m"))
            }
            _ => None,
        }
    }

    /// The value that a tuple, or the nearest one above it with a value, is worth by.
    fn value_of(&self, tuple: TupleId) -> Option<ValueId> {
        match self.mind().actions().get(tuple)?.value {
            Term::Value(value) | Term::Delayed(value) => Some(value),
            Term::Constant(_) => None,
        }
    }

    /// The tuple on the way up that picks an object, and its selector.
    pub(super) fn picker(&self, tuple: TupleId) -> Option<(TupleId, &Selector)> {
        let tree = self.mind().actions();
        let mut path = successors(Some(tuple), |at| tree.above(*at));
        path.find_map(|id| match tree.get(id)?.object {
            ObjectChoice::Picked(selector) => {
                Some((id, self.mind().character().classify.selectors.get(usize::from(selector.0))?))
            }
            ObjectChoice::Inherited => None,
        })
    }

    /// The selector takes nothing: why not what was asked about.
    fn no_object(&self, tuple: TupleId, name: Name) -> Option<Cause> {
        if let Some(gone) = self.of_its_going() {
            return Some(gone);
        }
        let met = self.diary.of(self.goal.about?).next()?;
        let because = self.refusal(tuple, met.belief).map(|refused| refused.because.clone());
        Some(Cause::NotTaken { tuple: name, thing: met.called(), because })
    }

    /// Why the selector of a tuple did not take a belief most of the time.
    fn refusal(&self, tuple: TupleId, belief: Option<u32>) -> Option<&Refused> {
        let notes = self.diary.tuples.get(usize::from(tuple.0))?;
        notes.refused.iter().filter(|one| Some(one.belief.0) == belief).max_by_key(|one| one.ticks)
    }

    /// It does it, and to something else.
    pub(super) fn of_preference(&self, tuple: Option<TupleId>) -> Option<Cause> {
        let about = self.about_a_thing()?;
        let (id, selector) = self.picker(tuple?)?;
        let notes = self.diary.tuples.get(usize::from(id.0))?;
        let wanted: Vec<BeliefId> = self.diary.of(about).filter_map(|met| met.belief).map(BeliefId).collect();
        let (chosen, ticks) = notes.objects.iter().max_by_key(|(_, ticks)| **ticks)?;
        // What was acted on for a while is not what it was kept from.
        let acted_on = |one: &BeliefId| notes.objects.get(one).is_some_and(|own| own * 4 > *ticks);
        if wanted.is_empty() || wanted.iter().any(acted_on) {
            return None;
        }
        let met = self.diary.of(about).find(|met| met.belief.is_some())?;
        let other = self.diary.things.values().find(|met| met.belief == Some(chosen.0))?;
        let view = self.mind().view();
        // What would do now and then was passed over then.
        let refused = self.refusal(id, met.belief).filter(|refused| refused.ticks > notes.active / 2);
        let because = match refused {
            Some(refused) => refused.because.clone(),
            None => selector.passed_over(&view, BeliefId(met.belief?), Some(*chosen)),
        };
        Some(Cause::PrefersAnother {
            tuple: self.name_of(id)?,
            thing: met.called(),
            chosen: other.called(),
            because,
        })
    }

    /// Words that it waits for were said too far away, or never.
    pub(super) fn of_hearing(&self, tuple: Option<TupleId>) -> Option<Cause> {
        let awaited = match tuple {
            None => self.goal.hears.iter().map(|words| words.to_string()).collect(),
            Some(tuple) => self.awaited_words(tuple),
        };
        let said_of = |words: &str| {
            let said = self.diary.said.iter();
            let words = words.to_owned();
            said.filter(move |said| fits(&words, said.sound.said()).is_some())
        };
        let heard = |words: &String| said_of(words).any(|said| said.distance_m <= said.heard_within_m);
        if awaited.iter().any(heard) {
            return None;
        }
        let said = awaited.iter().find_map(|words| said_of(words).next().map(|said| (words, said)));
        match said {
            Some((words, said)) => Some(Cause::Deaf {
                words: words.clone(),
                distance_m: said.distance_m,
                hearing_m: said.heard_within_m,
            }),
            None => Some(Cause::NeverSaid { words: awaited.first()?.clone() }),
        }
    }

    /// The words without which a tuple, or one above it, is never chosen: any of these would do.
    fn awaited_words(&self, tuple: TupleId) -> Vec<String> {
        let tree = self.mind().actions();
        let path = successors(Some(tuple), |at| tree.above(*at));
        let hindered = path.filter_map(|id| Some((id, self.main_hindrance(id)?)));
        let awaited = hindered.map(|(id, found)| match found.reason {
            Reason::CanNot(condition) | Reason::ShouldNot(condition) => self.words_in(condition),
            Reason::Worthless => self.value_of(id).map_or_else(Vec::new, |value| self.words_raising(value)),
            _ => Vec::new(),
        });
        awaited.into_iter().find(|words| !words.is_empty()).unwrap_or_default()
    }

    fn words_in(&self, id: ConditionId) -> Vec<String> {
        match self.mind().actions().conditions().get(id) {
            Some(Condition::Heard(words)) => vec![words.to_string()],
            Some(Condition::Above(value, _)) => self.words_raising(*value),
            Some(Condition::Recently(part, _)) => self.words_in(*part),
            Some(Condition::All(parts) | Condition::Any(parts)) => {
                let each = parts.iter().map(|part| self.words_in(*part));
                each.into_iter().find(|words| !words.is_empty()).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    /// The words that raise a value, where nothing else does.
    fn words_raising(&self, value: ValueId) -> Vec<String> {
        let network: Vec<_> = self.mind().character().feel.describe().collect();
        let (mut open, mut met, mut words) = (vec![value], vec![value], Vec::new());
        while let Some(value) = open.pop() {
            let Some(found) = network.get(usize::from(value.0)) else { continue };
            match found.node {
                Node::Sensed(Transducer::Heard(heard)) => words.push(heard.to_string()),
                Node::Sensed(_) => return Vec::new(),
                _ => {}
            }
            let raises = |gain: &Term| !matches!(gain, Term::Constant(gain) if *gain <= 0.0);
            for (input, _) in found.inputs.iter().filter(|(_, gain)| raises(gain)) {
                match input {
                    Term::Constant(number) if *number <= 0.0 => {}
                    Term::Constant(_) => return Vec::new(),
                    Term::Value(next) | Term::Delayed(next) if met.contains(next) => {}
                    Term::Value(next) | Term::Delayed(next) => {
                        met.push(*next);
                        open.push(*next);
                    }
                }
            }
        }
        words
    }
}
