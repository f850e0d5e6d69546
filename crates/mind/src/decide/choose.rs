//! One tick of choosing. A choice is made when it is due, not in every tick: when nothing is active, when the
//! active tuple ends, when a rival interrupts, or when a rival is worth clearly more and the commitment to the
//! active one is over. So the length of a tick changes nothing.

use super::Situation;
use super::places::{self, Round};
use super::rivals::Turn;
use crate::model::BeliefId;
use crate::model::action::{
    Action, ActionTree, Decision, End, GroupId, MAX_DEPTH, ObjectChoice, Reason, TupleId,
};
use crate::model::words::fits;
use arrayvec::ArrayVec;
use piaget_nav::Progress;
use piaget_terms::valid::{Checked, at_most, finite, index, require, time, vector};
use piaget_terms::{Chance, Name, Vec3, maths};
use serde::{Deserialize, Serialize};

/// What a group is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Course {
    pub(super) active: Option<TupleId>,
    /// When the active tuple began.
    since_s: f64,
    /// When the last choice was made.
    pub(super) chosen_s: f64,
}

/// What is known of one tuple in this tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Mark {
    pub(super) worth: f32,
    pub(super) reason: Reason,
    object: Option<BeliefId>,
    /// What was looked for in vain and is still wanted.
    pub(super) given_up: Option<BeliefId>,
}

/// What is active in an action tree, and why: what deciding keeps from tick to tick.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub(super) courses: Vec<Course>,
    pub(super) marks: Vec<Mark>,
    held_at: Vec<f64>,
    /// The tuples that the tick before left active.
    doing: ArrayVec<Name, MAX_DEPTH>,
    pub(super) decision: Decision,
    /// The movement that the active tuple borrowed when it began, and its object.
    borrowed: Option<(Name, Option<BeliefId>)>,
    /// How far it has come on each of its rounds.
    rounds: Vec<Round>,
}

/// Buffers that every tick reuses.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    weights: Vec<f32>,
}

impl State {
    /// A newborn's.
    pub fn new(tree: &ActionTree) -> Self {
        let mut new = Self::default();
        new.make_room(tree);
        new
    }

    /// Whether what was saved names tuples and conditions of this tree.
    pub fn validate(&self, tree: &ActionTree) -> Checked {
        let (tuples, conditions) = (tree.tuples.len(), tree.conditions.len());
        at_most("courses", self.courses.len(), tree.groups.len())?;
        for (course, group) in self.courses.iter().zip(&tree.groups) {
            let member = course.active.is_none_or(|active| group.members.contains(&active));
            require(member, "courses.active", || "is not a tuple of its group".into())?;
            time("courses.since_s", course.since_s)?;
            require(!course.chosen_s.is_nan(), "courses.chosen_s", || "is not a time".into())?;
        }
        at_most("marks", self.marks.len(), tuples)?;
        self.marks.iter().try_for_each(|mark| finite("marks.worth", mark.worth))?;
        at_most("held_at", self.held_at.len(), conditions)?;
        let never = self.held_at.iter().any(|at| at.is_nan());
        require(!never, "held_at", || "is not a time".into())?;
        self.rounds.iter().try_for_each(|round| round.validate())?;
        self.decision.path.iter().try_for_each(|tuple| index("decision.path", tuple.index(), tuples))?;
        self.decision.place.map_or(Ok(()), |place| vector("decision.place", place))
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

    /// Since when a tuple is active; `None` for one that is not.
    pub fn since_s(&self, tree: &ActionTree, tuple: TupleId) -> Option<f64> {
        let course = self.courses.get(tree.get(tuple)?.group.index())?;
        (course.active == Some(tuple)).then_some(course.since_s)
    }

    /// Takes over what another state has for the tuples that both trees know by the same name: which of them are active since
    /// when, and how far rounds have come. Whether what was being done goes on.
    pub(crate) fn take_over(
        &mut self,
        was: Self,
        (old, new): (&ActionTree, &ActionTree),
        same: impl Fn(TupleId) -> Option<TupleId>,
    ) -> bool {
        self.make_room(new);
        for (at, course) in was.courses.iter().enumerate() {
            let Some(active) = course.active.and_then(&same) else { continue };
            let above =
                |tree: &ActionTree, group: GroupId| tree.groups.get(group.index()).map(|group| group.above);
            let group = new.tuples[active.index()].group;
            let same_group =
                above(old, GroupId(at as u16)).map(|above| above.and_then(&same)) == above(new, group);
            if same_group {
                self.courses[group.index()] = Course { active: Some(active), ..*course };
            }
        }
        for (at, mark) in was.marks.iter().enumerate() {
            if let Some(tuple) = same(TupleId(at as u16)) {
                self.marks[tuple.index()] = Mark { reason: Reason::NotAsked, ..*mark };
            }
        }
        self.rounds = was.rounds;
        let path: Option<ArrayVec<TupleId, MAX_DEPTH>> =
            was.decision.path.iter().map(|id| same(*id)).collect();
        let active = |id: &TupleId| self.courses[new.tuples[id.index()].group.index()].active == Some(*id);
        let goes_on = path.filter(|path| path.iter().all(active));
        if let Some(path) = &goes_on {
            let action = path.last().and_then(|last| new.tuples[last.index()].action).unwrap_or_default();
            self.decision = Decision { path: path.clone(), action, ..was.decision };
            self.borrowed = was.borrowed;
        }
        goes_on.is_some()
    }

    /// Room for every tuple and group; a tree may have grown by learning.
    fn make_room(&mut self, tree: &ActionTree) {
        self.courses.resize(tree.groups.len(), Course::default());
        self.marks.resize(tree.tuples.len(), Mark::default());
    }
}

/// What comes in.
pub struct Input<'a> {
    /// What the choice rests on.
    pub situation: Situation<'a>,
    /// The mind's generator.
    pub chance: &'a mut Chance,
}

/// Chooses one action of the tree.
pub fn step<'a>(
    config: &ActionTree,
    state: &'a mut State,
    scratch: &mut Scratch,
    Input { situation, chance }: Input<'_>,
) -> &'a Decision {
    state.make_room(config);
    let most = config.groups.iter().map(|group| group.members.len()).max().unwrap_or(0);
    scratch.weights.clear();
    scratch.weights.reserve(most);
    Chooser { tree: config, state, weights: &mut scratch.weights }.decide(&situation, chance);
    &state.decision
}

/// An action tree at the moment of its choice.
pub(super) struct Chooser<'a> {
    pub(super) tree: &'a ActionTree,
    pub(super) state: &'a mut State,
    pub(super) weights: &'a mut Vec<f32>,
}

impl Chooser<'_> {
    fn decide(&mut self, now: &Situation<'_>, chance: &mut Chance) {
        for (tuple, mark) in self.tree.tuples.iter().zip(&mut self.state.marks) {
            let worth = now.feelings.term(tuple.value);
            mark.worth = if worth.is_finite() { worth } else { 0.0 };
            mark.reason = Reason::NotAsked;
        }
        // What happens is remembered whoever was active.
        let doing = self.state.decision.path.iter().filter_map(|tuple| self.tree.get(*tuple));
        self.state.doing = doing.map(|tuple| tuple.name).collect();
        let asked = now.asked(&[], &self.state.doing, None, Some(0.0));
        self.tree.conditions.remember(&asked, &mut self.state.held_at);

        let before = self.state.decision.path.last().copied();
        self.state.decision.path.clear();
        self.state.decision.gave_up = None;
        self.run(GroupId::TOP, None, now, chance);
        let gave_up = self.state.decision.gave_up;
        self.conclude(before, now, chance);
        let in_vain = |mark: &Mark| matches!(mark.reason, Reason::InVain | Reason::Ended(End::InVain));
        self.state.decision.in_vain = self.state.marks.iter().any(in_vain);
        self.state.decision.gave_up = gave_up;
    }

    /// Lets a group choose, and the groups below what it chose. Whether there is anything to do.
    fn run(
        &mut self,
        group: GroupId,
        object: Option<BeliefId>,
        now: &Situation<'_>,
        chance: &mut Chance,
    ) -> bool {
        if self.state.decision.path.is_full() {
            return false;
        }
        let active = self.state.courses[group.index()].active;
        for at in 0..self.tree.groups[group.index()].members.len() {
            let member = self.member(group, at);
            self.appraise(member, object, Some(member) == active, now);
        }
        self.weigh_search(group, active, now);
        let ended = self.ended(active, object, now);
        let mut turn = if ended.is_some() { Turn::Choose } else { self.turn(group, active, now.tick.time_s) };
        loop {
            let Some((chosen, why)) = self.pick(group, turn, active, chance) else {
                self.sleep(group);
                self.explain(group, None, turn, active, ended);
                return false;
            };
            self.state.decision.path.push(chosen);
            let tuple = &self.tree.tuples[chosen.index()];
            let (below, acts) = (tuple.below, tuple.action.is_some());
            let about = self.state.marks[chosen.index()].object;
            let again = ended.is_some_and(|(tuple, _)| tuple == chosen);
            if let Some(below) = below.filter(|_| again) {
                self.sleep(below);
            }
            if below.is_some_and(|below| self.run(below, about, now, chance)) || acts {
                self.take_up(group, chosen, turn, again, now.tick.time_s);
                self.state.marks[chosen.index()].reason = why;
                self.explain(group, Some(chosen), turn, active, ended);
                return true;
            }
            self.state.decision.path.pop();
            let was_active = active == Some(chosen);
            self.state.marks[chosen.index()].reason =
                if was_active { Reason::Ended(End::NothingBelow) } else { Reason::NothingBelow };
            turn = Turn::Choose;
        }
    }

    /// Finds a tuple's object, and whether it may be chosen (or may go on, if it is active).
    fn appraise(&mut self, id: TupleId, inherited: Option<BeliefId>, active: bool, now: &Situation<'_>) {
        let tuple = &self.tree.tuples[id.index()];
        let group = &self.tree.groups[tuple.group.index()];
        let mark = self.state.marks[id.index()];
        let object = match tuple.object {
            ObjectChoice::Inherited => inherited,
            ObjectChoice::Picked(selector) => {
                let held = mark.object.filter(|held| active && now.view.accepts(selector, *held));
                let held = held.and_then(|held| now.view.about(held));
                // What is looked for is kept as long as that is worth while: the likeliest places of two things that are out of
                // sight change from tick to tick.
                let sought = |id: BeliefId| now.tick.feedback.search_for(id).is_some();
                match (held, now.view.pick(selector).found) {
                    (Some(held), Some(better)) if !better.seen && !held.seen && sought(held.belief) => {
                        Some(held.belief)
                    }
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
        let course = &self.state.courses[tuple.group.index()];
        let active_s = active.then_some((now.tick.time_s - course.since_s) as f32);
        let asked = now.asked(&self.state.held_at, &self.state.doing, object, active_s);
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
        } else if let Some(condition) = self.tree.conditions.first(&tuple.can, &asked, false) {
            if active { Reason::Ended(End::CanNot(condition)) } else { Reason::CanNot(condition) }
        } else if mark.worth <= 0.0 {
            if active { Reason::Ended(End::Worthless) } else { Reason::Worthless }
        } else if let Some(condition) =
            self.tree.conditions.first(&tuple.should, &asked, false).filter(|_| !active)
        {
            Reason::ShouldNot(condition)
        } else if let Some(until) = done() {
            Reason::AlreadyDone(until.condition)
        } else {
            Reason::Possible
        };
        let mark = &mut self.state.marks[id.index()];
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
        let Reason::Ended(end) = self.state.marks[active.index()].reason else { return None };
        self.appraise(active, object, false, now);
        if end == End::InVain {
            self.state.marks[active.index()].reason = Reason::InVain;
        }
        Some((active, end))
    }

    /// Makes a tuple the active one. Only now, when there is something to do for it, does the old one end: a
    /// rival that comes to nothing must not disturb it.
    fn take_up(&mut self, group: GroupId, chosen: TupleId, turn: Turn, again: bool, time_s: f64) {
        let goes_on = self.state.courses[group.index()].active == Some(chosen);
        if !goes_on {
            self.sleep(group);
        }
        let course = &mut self.state.courses[group.index()];
        if !goes_on || again {
            *course = Course { active: Some(chosen), since_s: time_s, chosen_s: time_s };
        } else if turn == Turn::Choose {
            course.chosen_s = time_s;
        }
    }

    /// Nothing in a group, nor below it, is active any more.
    fn sleep(&mut self, group: GroupId) {
        let mut next = Some(group);
        while let Some(active) = next.and_then(|group| self.state.courses[group.index()].active.take()) {
            next = self.tree.tuples[active.index()].below;
        }
    }

    fn conclude(&mut self, before: Option<TupleId>, now: &Situation<'_>, chance: &mut Chance) {
        let decision = &mut self.state.decision;
        let place = decision.place.take();
        let Some(last) = decision.path.last().copied() else {
            let path = std::mem::take(&mut decision.path);
            *decision = Decision { path, ..Decision::default() };
            return;
        };
        let tuple = &self.tree.tuples[last.index()];
        decision.action = tuple.action.unwrap_or_default();
        decision.object = self.state.marks[last.index()].object;
        decision.because = tuple.name;
        decision.began = self.state.courses[tuple.group.index()].since_s == now.tick.time_s;
        let borrows = match &decision.action {
            Action::Told(pattern) => {
                now.tick.sounds.iter().find_map(|sound| Some((fits(pattern, sound.said())?, decision.object)))
            }
            Action::Enact => now.watched.action,
            _ => return self.wander(before, last, place, now, chance),
        };
        // What is borrowed is kept to the end, whatever is seen or heard meanwhile.
        if decision.began {
            self.state.borrowed = borrows;
        }
        match self.state.borrowed {
            Some((movement, object)) => {
                (decision.action, decision.object) = (Action::Movement(movement), object)
            }
            None => decision.action = Action::Wait,
        }
    }

    /// Where to, for those that go to a place: a wanderer keeps it until it is there.
    fn wander(
        &mut self,
        before: Option<TupleId>,
        last: TupleId,
        place: Option<Vec3>,
        now: &Situation<'_>,
        chance: &mut Chance,
    ) {
        let decision = &mut self.state.decision;
        let goes_on = before == Some(last) && !decision.began;
        match decision.action {
            Action::Wander { radius_m, around, .. } => {
                let over =
                    matches!(now.tick.feedback.travel, Some(Progress::Arrived | Progress::NoWay { .. }));
                decision.place = place.filter(|_| goes_on && !over).or_else(|| {
                    let away = maths::direction(chance.between(0.0, std::f32::consts::TAU));
                    let middle = around.and_then(|around| now.view.place(around));
                    // The root spreads places evenly over the disc.
                    Some(middle.unwrap_or(now.tick.body.position) + away * radius_m * chance.unit().sqrt())
                });
            }
            Action::Go { place, .. } => decision.place = now.view.place(place),
            Action::Patrol { route, pause_s, .. } => {
                let travel = now.tick.feedback.travel.filter(|_| goes_on);
                decision.place = places::next_stop(&mut self.state.rounds, route, pause_s, travel, now);
            }
            _ => {}
        }
    }

    pub(super) fn member(&self, group: GroupId, at: usize) -> TupleId {
        self.tree.groups[group.index()].members[at]
    }
}
