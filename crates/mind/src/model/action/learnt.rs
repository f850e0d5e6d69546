//! Actions that were learnt from others (Buchsbaum 7.2.7): tuples beside those of the character file.

use super::{
    Action, ActionGroup, ActionTree, Condition, NewAction, ObjectChoice, Selection, Speed, Tuple, TupleId,
    Until,
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

    /// Puts a new action beside the one whose goal it serves: go near enough, then perform the movement. `None` if the
    /// tree is full or has an action of this name.
    pub fn learn(&mut self, lesson: &NewAction) -> Option<TupleId> {
        let NewAction { movement, kind, .. } = *lesson;
        let group = self.get(lesson.like)?.group;
        let value = self.get(lesson.like)?.value;
        let mut can = Vec::new();
        if let Some(tool) = lesson.tool {
            can.push(self.conditions.add(Condition::Holding(tool))?);
        }
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
        let top = self.add(Tuple { can, until, value, ..blank(format!("{movement}-{kind}"), group) })?;
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
