//! Actions that were learnt from others (Buchsbaum 7.2.7): tuples beside those of the character file.

use super::{
    Action, ActionGroup, ActionTree, Condition, ConditionId, NewAction, ObjectChoice, Selection, Speed,
    Tuple, TupleId, Until,
};
use crate::model::Term;
use piaget_terms::Name;
use piaget_terms::valid::{Checked, require};

impl ActionTree {
    /// Whether a saved tree is this character's, with what was learnt: it is built again and compared, so that no group
    /// can hold itself and no tuple can name a condition that is not there.
    pub(crate) fn validate(&self, of_character: &Self) -> Checked {
        let mut built = of_character.clone();
        for (number, lesson) in self.learnt.iter().enumerate() {
            let finite = lesson.distance_m.is_finite() && lesson.approach_m.is_finite();
            let known = usize::from(lesson.goal.0) < built.conditions.len();
            let learnt = if finite && known { built.learn(lesson) } else { None };
            require(learnt.is_some(), "learnt", || format!("has a lesson {number} that cannot be learnt"))?;
        }
        require(built == *self, "tuples", || "are not those of the character and of what was learnt".into())
    }

    /// What was learnt, in order.
    pub fn learnt(&self) -> &[NewAction] {
        &self.learnt
    }

    /// The action that a lesson became.
    pub fn learnt_as(&self, lesson: &NewAction) -> Option<TupleId> {
        let at = self.tuples.iter().position(|tuple| is_called(tuple.name, lesson))?;
        Some(TupleId(at as u16))
    }

    /// Gives up what was learnt, or takes it up again. Its tuples stay where they are: numbers of others do not change.
    pub fn give_up(&mut self, lesson: usize, given_up: bool) {
        let Some(found) = self.learnt.get(lesson).copied() else { return };
        let Some((top, never)) = self.learnt_as(&found).zip(self.never_of(&found)) else { return };
        self.learnt[lesson].given_up = given_up;
        let can = &mut self.tuples[top.index()].can;
        can.retain(|condition| *condition != never);
        if given_up {
            can.push(never);
        }
    }

    /// The condition that a lesson was given for the day when it is given up: the one before how near it is performed.
    fn never_of(&self, lesson: &NewAction) -> Option<ConditionId> {
        let group = self.get(self.learnt_as(lesson)?)?.below?;
        let performs = |tuple: &&Tuple| tuple.action == Some(Action::Movement(lesson.movement));
        let near = self.tuples.iter().filter(|tuple| tuple.group == group).find(performs)?.can.first()?;
        near.0.checked_sub(1).map(ConditionId)
    }

    /// Puts a new action beside the one whose goal it serves: go near enough, then perform the movement. What was given up
    /// is taken up again. `None` if the tree is full or has an action of this name.
    pub fn learn(&mut self, lesson: &NewAction) -> Option<TupleId> {
        let again = self.learnt.iter().position(|known| known.given_up && is_called(name_of(known), lesson));
        if let Some(again) = again.filter(|_| !lesson.given_up) {
            self.give_up(again, false);
            return self.learnt_as(lesson);
        }
        let NewAction { movement, kind, .. } = *lesson;
        let group = self.get(lesson.like)?.group;
        let value = self.get(lesson.like)?.value;
        let mut can = Vec::new();
        if let Some(tool) = lesson.tool {
            can.push(self.conditions.add(Condition::Holding(tool))?);
        }
        let never = self.conditions.add(Condition::Any(Vec::new()))?;
        can.extend(lesson.given_up.then_some(never));
        let near = self.conditions.add(Condition::Near(None, lesson.distance_m))?;
        let finished = self.conditions.add(Condition::Finished(movement))?;
        let until = vec![Until { condition: lesson.goal, success: true }];
        let blank = |name: String, group| Tuple {
            name: Name::cut(&name),
            group,
            action: None,
            object: ObjectChoice::Inherited,
            can: Vec::new(),
            should: Vec::new(),
            until: Vec::new(),
            value: Term::Constant(1.0),
            interrupts: false,
            below: None,
        };
        let top = self.add(Tuple { can, until, value, ..blank(name_of(lesson).to_string(), group) })?;
        let settings = ActionGroup { selection: Selection::Highest, ..ActionGroup::default() };
        let below = self.add_group(top, settings)?;
        let go = Action::Approach { speed: Speed::Walk, within_m: lesson.approach_m };
        let went = vec![Until { condition: near, success: true }];
        self.add(Tuple { action: Some(go), until: went, ..blank(format!("near-{movement}-{kind}"), below) })?;
        let perform = Tuple {
            action: Some(Action::Movement(movement)),
            can: vec![near],
            until: vec![Until { condition: finished, success: false }],
            value: Term::Constant(2.0),
            ..blank(format!("do-{movement}-{kind}"), below)
        };
        self.add(perform)?;
        self.learnt.push(*lesson);
        Some(top)
    }

    /// Learns again what was learnt in another tree, as far as the actions are here whose goals it serves.
    pub(crate) fn relearn(&mut self, other: &Self) {
        for lesson in &other.learnt {
            let like = other.get(lesson.like).and_then(|like| self.find(like.name.as_str()));
            if let Some((like, goal)) = like.and_then(|like| Some((like, self.visible_goal_of(like)?))) {
                self.learn(&NewAction { like, goal, ..*lesson });
            }
        }
    }

    /// Whether two trees have the same tuples in the same groups, so that what is active in one means the same in the
    /// other.
    pub(crate) fn is_built_like(&self, other: &Self) -> bool {
        let names =
            |tree: &Self| tree.tuples.iter().map(|tuple| (tuple.name, tuple.group)).collect::<Vec<_>>();
        names(self) == names(other)
            && self.groups.len() == other.groups.len()
            && self.conditions.len() == other.conditions.len()
    }
}

/// What an action that was learnt is called.
fn name_of(lesson: &NewAction) -> Name {
    Name::cut(&format!("{}-{}", lesson.movement, lesson.kind))
}

/// Whether an action is called so.
fn is_called(name: Name, lesson: &NewAction) -> bool {
    let kind = name.strip_prefix(lesson.movement.as_str()).and_then(|rest| rest.strip_prefix('-'));
    kind.is_some_and(|kind| kind == lesson.kind.as_str())
}
