//! One tick of choosing. A choice is made when it is due, not in every tick: when nothing is active, when the
//! active tuple ends, when a rival interrupts, or when a rival is worth clearly more and the commitment to the
//! active one is over. So the length of a tick changes nothing.

mod rivals;

use super::condition::Asked;
use super::{Action, ActionTree, Decision, End, GroupId, MAX_DEPTH, ObjectChoice, Reason, Situation};
use super::{ConditionId, TupleId};
use crate::believe::BeliefId;
use crate::perceive::kinds::utterance::fits;
use crate::scene::Scene;
use arrayvec::ArrayVec;
use piaget_nav::Progress;
use piaget_terms::{Chance, Name, Vec3, maths};
use rivals::Turn;
use serde::{Deserialize, Serialize};

/// What a group is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Course {
    active: Option<TupleId>,
    /// When the active tuple began.
    since_s: f64,
    /// When the last choice was made.
    chosen_s: f64,
}

/// What is known of one tuple in this tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Mark {
    worth: f32,
    reason: Reason,
    object: Option<BeliefId>,
}

/// The action system of one creature: its tree, what is active in it, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Deciding {
    tree: ActionTree,
    courses: Vec<Course>,
    marks: Vec<Mark>,
    held_at: Vec<f64>,
    /// The tuples that the tick before left active.
    doing: ArrayVec<Name, MAX_DEPTH>,
    decision: Decision,
    /// The movement that the active tuple borrowed when it began, and its object.
    borrowed: Option<(Name, Option<BeliefId>)>,
    #[serde(skip)]
    weights: Vec<f32>,
}

impl Deciding {
    /// A newborn's action system.
    pub fn new(tree: ActionTree) -> Self {
        let mut new = Self {
            courses: Vec::new(),
            marks: Vec::new(),
            held_at: Vec::new(),
            doing: ArrayVec::new(),
            decision: Decision::default(),
            borrowed: None,
            weights: Vec::new(),
            tree,
        };
        new.make_room();
        new
    }

    /// Goes on with what another was doing, if its tree was built alike; else it begins anew.
    pub(crate) fn take_over(&mut self, other: Self) {
        let names =
            |tree: &ActionTree| tree.tuples.iter().map(|tuple| (tuple.name, tuple.group)).collect::<Vec<_>>();
        let alike = names(&self.tree) == names(&other.tree)
            && self.tree.groups.len() == other.tree.groups.len()
            && self.tree.conditions.len() == other.tree.conditions.len();
        if alike {
            *self = Self { tree: std::mem::take(&mut self.tree), ..other };
        }
    }

    /// The tree, with what was learnt.
    pub fn tree(&self) -> &ActionTree {
        &self.tree
    }

    /// The tree, to learn a tuple.
    pub fn tree_mut(&mut self) -> &mut ActionTree {
        &mut self.tree
    }

    /// What the last tick decided.
    pub fn decision(&self) -> &Decision {
        &self.decision
    }

    /// Why a tuple is active or not.
    pub fn reason(&self, tuple: TupleId) -> Reason {
        self.marks.get(tuple.index()).map(|mark| mark.reason).unwrap_or_default()
    }

    /// What a tuple is worth.
    pub fn worth(&self, tuple: TupleId) -> f32 {
        self.marks.get(tuple.index()).map_or(0.0, |mark| mark.worth)
    }

    /// What a tuple is about.
    pub fn object(&self, tuple: TupleId) -> Option<BeliefId> {
        self.marks.get(tuple.index()).and_then(|mark| mark.object)
    }

    /// One tick.
    pub fn decide(&mut self, now: &Situation<'_>, chance: &mut Chance) -> &Decision {
        self.make_room();
        for (tuple, mark) in self.tree.tuples.iter().zip(&mut self.marks) {
            let worth = now.feelings.term(tuple.value);
            mark.worth = if worth.is_finite() { worth } else { 0.0 };
            mark.reason = Reason::NotAsked;
        }
        // What happens is remembered whoever was active.
        let doing = self.decision.path.iter().filter_map(|tuple| self.tree.get(*tuple));
        self.doing = doing.map(|tuple| tuple.name).collect();
        let asked = now.asked(&[], &self.doing, None, Some(0.0));
        self.tree.conditions.remember(&asked, &mut self.held_at);

        let before = self.decision.path.last().copied();
        self.decision.path.clear();
        self.run(GroupId::TOP, None, now, chance);
        self.conclude(before, now, chance);
        &self.decision
    }

    /// Whether a tuple would be possible for the one whose scene this is, judged by the can-I triggers from the
    /// top of its subsystem down (Buchsbaum 6.2): what it would be about, or which tuple stands in the way and
    /// why. What cannot be told of another does not stand in the way; what is `supposed` holds (7.2.5).
    pub fn could(
        &self,
        tuple: TupleId,
        scene: &dyn Scene,
        time_s: f64,
        supposed: Option<ConditionId>,
    ) -> Result<Option<BeliefId>, (TupleId, Reason)> {
        let mut path: ArrayVec<TupleId, MAX_DEPTH> = ArrayVec::new();
        let mut at = Some(tuple).filter(|tuple| self.tree.get(*tuple).is_some());
        while let Some(step) = at.filter(|_| !path.is_full()) {
            path.push(step);
            at = self.tree.above(step);
        }
        let mut object = None;
        for step in path.into_iter().rev() {
            let tuple = &self.tree.tuples[step.index()];
            if let ObjectChoice::Picked(selector) = tuple.object {
                let found = scene.pick(selector).found.ok_or((step, Reason::NoObject))?;
                object = Some(found.belief);
            }
            let asked = Asked { scene, object, time_s, own: None, supposed };
            if let Some(condition) = self.first(&tuple.can, &asked, false) {
                return Err((step, Reason::CanNot(condition)));
            }
        }
        Ok(object)
    }

    fn make_room(&mut self) {
        self.courses.resize(self.tree.groups.len(), Course::default());
        self.marks.resize(self.tree.tuples.len(), Mark::default());
        let most = self.tree.groups.iter().map(|group| group.members.len()).max().unwrap_or(0);
        self.weights.clear();
        self.weights.reserve(most);
    }

    /// Lets a group choose, and the groups below what it chose. Whether there is anything to do.
    fn run(
        &mut self,
        group: GroupId,
        object: Option<BeliefId>,
        now: &Situation<'_>,
        chance: &mut Chance,
    ) -> bool {
        if self.decision.path.is_full() {
            return false;
        }
        let active = self.courses[group.index()].active;
        for at in 0..self.tree.groups[group.index()].members.len() {
            let member = self.member(group, at);
            self.appraise(member, object, Some(member) == active, now);
        }
        let ended = self.ended(active, object, now);
        let mut turn = if ended.is_some() { Turn::Choose } else { self.turn(group, active, now.time_s) };
        loop {
            let Some((chosen, why)) = self.pick(group, turn, active, chance) else {
                self.sleep(group);
                self.explain(group, None, turn, active, ended);
                return false;
            };
            self.decision.path.push(chosen);
            let tuple = &self.tree.tuples[chosen.index()];
            let (below, acts) = (tuple.below, tuple.action.is_some());
            let about = self.marks[chosen.index()].object;
            let again = ended.is_some_and(|(tuple, _)| tuple == chosen);
            if let Some(below) = below.filter(|_| again) {
                self.sleep(below);
            }
            if below.is_some_and(|below| self.run(below, about, now, chance)) || acts {
                self.take_up(group, chosen, turn, again, now.time_s);
                self.marks[chosen.index()].reason = why;
                self.explain(group, Some(chosen), turn, active, ended);
                return true;
            }
            self.decision.path.pop();
            let was_active = active == Some(chosen);
            self.marks[chosen.index()].reason =
                if was_active { Reason::Ended(End::NothingBelow) } else { Reason::NothingBelow };
            turn = Turn::Choose;
        }
    }

    /// Finds a tuple's object, and whether it may be chosen (or may go on, if it is active).
    fn appraise(&mut self, id: TupleId, inherited: Option<BeliefId>, active: bool, now: &Situation<'_>) {
        let tuple = &self.tree.tuples[id.index()];
        let group = &self.tree.groups[tuple.group.index()];
        let mark = self.marks[id.index()];
        let object = match tuple.object {
            ObjectChoice::Inherited => inherited,
            ObjectChoice::Picked(selector) => {
                let held = mark.object.filter(|held| active && now.scene.accepts(selector, *held));
                let held = held.and_then(|held| now.scene.about(held));
                match (held, now.scene.pick(selector).found) {
                    // An object is kept until another is clearly nearer: else two at equal distances would have
                    // the creature walk to and fro between them.
                    (Some(held), Some(better))
                        if better.distance_m * (1.0 + group.margin) < held.distance_m =>
                    {
                        Some(better.belief)
                    }
                    (Some(held), _) => Some(held.belief),
                    (None, found) => found.map(|found| found.belief),
                }
            }
        };
        let course = &self.courses[tuple.group.index()];
        let active_s = active.then_some((now.time_s - course.since_s) as f32);
        let asked = now.asked(&self.held_at, &self.doing, object, active_s);
        let needs_object = tuple.object != ObjectChoice::Inherited
            || tuple.action.is_some_and(|action| action.needs_object());
        let done = || {
            let mut untils = tuple.until.iter();
            untils.find(|until| self.tree.conditions.holds(until.condition, &asked) == Some(true))
        };
        // What is done is done, even if its object went with it: a meal is eaten.
        let reason = if let Some(until) = done().filter(|_| active) {
            Reason::Ended(End::Done(until.condition, until.success))
        } else if needs_object && object.is_none() {
            if active { Reason::Ended(End::ObjectLost) } else { Reason::NoObject }
        } else if let Some(condition) = self.first(&tuple.can, &asked, false) {
            if active { Reason::Ended(End::CanNot(condition)) } else { Reason::CanNot(condition) }
        } else if mark.worth <= 0.0 {
            if active { Reason::Ended(End::Worthless) } else { Reason::Worthless }
        } else if let Some(condition) = self.first(&tuple.should, &asked, false).filter(|_| !active) {
            Reason::ShouldNot(condition)
        } else if let Some(until) = done() {
            Reason::AlreadyDone(until.condition)
        } else {
            Reason::Possible
        };
        let mark = &mut self.marks[id.index()];
        (mark.object, mark.reason) = (object, reason);
    }

    /// Whether the active tuple ended by itself. It may then be chosen anew like any other.
    fn ended(
        &mut self,
        active: Option<TupleId>,
        object: Option<BeliefId>,
        now: &Situation<'_>,
    ) -> Option<(TupleId, End)> {
        let active = active?;
        let Reason::Ended(end) = self.marks[active.index()].reason else { return None };
        self.appraise(active, object, false, now);
        Some((active, end))
    }

    /// Makes a tuple the active one. Only now, when there is something to do for it, does the old one end: a
    /// rival that comes to nothing must not disturb it.
    fn take_up(&mut self, group: GroupId, chosen: TupleId, turn: Turn, again: bool, time_s: f64) {
        let goes_on = self.courses[group.index()].active == Some(chosen);
        if !goes_on {
            self.sleep(group);
        }
        let course = &mut self.courses[group.index()];
        if !goes_on || again {
            *course = Course { active: Some(chosen), since_s: time_s, chosen_s: time_s };
        } else if turn == Turn::Choose {
            course.chosen_s = time_s;
        }
    }

    /// Nothing in a group, nor below it, is active any more.
    fn sleep(&mut self, group: GroupId) {
        let mut next = Some(group);
        while let Some(active) = next.and_then(|group| self.courses[group.index()].active.take()) {
            next = self.tree.tuples[active.index()].below;
        }
    }

    fn conclude(&mut self, before: Option<TupleId>, now: &Situation<'_>, chance: &mut Chance) {
        let decision = &mut self.decision;
        let place = decision.place.take();
        let Some(last) = decision.path.last().copied() else {
            let path = std::mem::take(&mut decision.path);
            *decision = Decision { path, ..Decision::default() };
            return;
        };
        let tuple = &self.tree.tuples[last.index()];
        decision.action = tuple.action.unwrap_or_default();
        decision.object = self.marks[last.index()].object;
        decision.because = tuple.name;
        decision.began = self.courses[tuple.group.index()].since_s == now.time_s;
        let borrows = match &decision.action {
            Action::Told(pattern) => {
                now.sounds.iter().find_map(|sound| Some((fits(pattern, &sound.words)?, decision.object)))
            }
            Action::Enact => now.watched.action,
            _ => return self.wander(before, last, place, now, chance),
        };
        // What is borrowed is kept to the end, whatever is seen or heard meanwhile.
        if decision.began {
            self.borrowed = borrows;
        }
        match self.borrowed {
            Some((movement, object)) => {
                (decision.action, decision.object) = (Action::Movement(movement), object)
            }
            None => decision.action = Action::Wait,
        }
    }

    /// A wanderer keeps the place it goes to until it is there.
    fn wander(
        &mut self,
        before: Option<TupleId>,
        last: TupleId,
        place: Option<Vec3>,
        now: &Situation<'_>,
        chance: &mut Chance,
    ) {
        let decision = &mut self.decision;
        if let Action::Wander { radius_m, .. } = decision.action {
            let over = matches!(now.travel, Some(Progress::Arrived | Progress::NoWay { .. }));
            let same = before == Some(last) && !decision.began && !over;
            decision.place = place.filter(|_| same).or_else(|| {
                let away = maths::direction(chance.between(0.0, std::f32::consts::TAU));
                // The root spreads places evenly over the disc.
                Some(now.body.position + away * radius_m * chance.unit().sqrt())
            });
        }
    }

    fn member(&self, group: GroupId, at: usize) -> TupleId {
        self.tree.groups[group.index()].members[at]
    }

    /// The part to blame in the first of several conditions that is certainly `wanted`.
    fn first(&self, conditions: &[ConditionId], asked: &Asked<'_>, wanted: bool) -> Option<ConditionId> {
        let all = &self.tree.conditions;
        let found = conditions.iter().find(|condition| all.holds(**condition, asked) == Some(wanted));
        found.map(|condition| all.blame(*condition, asked))
    }
}
