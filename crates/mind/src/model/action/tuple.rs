//! Action tuples and the tree they stand in: plain data in flat arrays.

use super::{Asked, Condition, ConditionId, Conditions, MAX_DEPTH, NewAction, Reason};
use crate::model::{BeliefId, NamedPlaceId, RouteId, SelectorId, Term, View};
use arrayvec::ArrayVec;
use piaget_terms::{BodyPlan, Name, Utterance};
use serde::{Deserialize, Serialize};

/// A tuple's place in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TupleId(pub u16);

/// A group's place in its tree; 0 is the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GroupId(pub u16);

impl TupleId {
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl GroupId {
    /// The group of the motivational subsystems.
    pub const TOP: Self = Self(0);

    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// How fast to go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Speed {
    /// The body's usual speed.
    #[default]
    Walk,
    /// The body's greatest speed.
    Run,
    /// So many metres per second.
    Exactly(f32),
}

impl Speed {
    /// Metres per second for a body.
    pub fn of(self, body: &BodyPlan) -> f32 {
        match self {
            Self::Walk => body.walk_m_per_s,
            Self::Run => body.run_m_per_s,
            Self::Exactly(speed) => speed.min(body.run_m_per_s),
        }
    }
}

/// What a tuple does while it is active. Tuples near the top mostly leave it to those below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Action {
    /// Stands still, looking at the object if there is one.
    #[default]
    Wait,
    /// Turns head and body to the object.
    LookAt,
    /// Turns on the spot, to see what there is.
    LookAround {
        /// How fast.
        turn_rad_per_s: f32,
        /// How far above the level of the eyes it looks meanwhile.
        up_rad: f32,
    },
    /// Goes to the object.
    Approach {
        /// How fast.
        speed: Speed,
        /// Near enough to stop.
        within_m: f32,
    },
    /// Goes away from the object.
    KeepAway {
        /// How fast.
        speed: Speed,
        /// Far enough to stop.
        distance_m: f32,
    },
    /// Goes to a place chosen by chance, then to another.
    Wander {
        /// How fast.
        speed: Speed,
        /// How far away a place may be chosen.
        radius_m: f32,
        /// Around which place; around itself where nothing is said.
        around: Option<NamedPlaceId>,
    },
    /// Goes to a place that it knows by name.
    Go {
        /// Where to.
        place: NamedPlaceId,
        /// How fast.
        speed: Speed,
        /// Near enough to stop.
        within_m: f32,
    },
    /// Goes from place to place along a route, and from the last to the first again.
    Patrol {
        /// The places.
        route: RouteId,
        /// How fast.
        speed: Speed,
        /// How long it stays at each.
        pause_s: f32,
        /// How fast it turns to look around meanwhile.
        turn_rad_per_s: f32,
    },
    /// Performs a movement on the object.
    Movement(Name),
    /// Performs the movement that the last gesture of the object was taken for; of anybody, where there is no object.
    Imitate,
    /// Says something.
    Say(Utterance),
    /// Performs the movement that words of this pattern name: `{...}` stands for it.
    Told(Utterance),
    /// Does what it identified another as doing, on the same object (Buchsbaum 6.2).
    Enact,
}

impl Action {
    /// Whether it makes no sense without an object.
    pub fn needs_object(&self) -> bool {
        matches!(self, Self::LookAt | Self::Approach { .. } | Self::KeepAway { .. })
    }
}

/// Where a tuple's object of attention comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum ObjectChoice {
    /// From the tuple above it, and so from the top of its subsystem.
    #[default]
    Inherited,
    /// From a selector: there must be such a thing for the tuple to be possible.
    Picked(SelectorId),
}

/// A do-until context.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Until {
    /// When it holds, the tuple is done.
    pub condition: ConditionId,
    /// Whether the tuple has then achieved what it is for.
    pub success: bool,
}

/// An action tuple: an action with its triggers, its object, its do-untils and its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuple {
    /// What it is called; unique in its tree.
    pub name: Name,
    /// The group it competes in.
    pub group: GroupId,
    /// What it does; with tuples below it, what it does when none of those is possible.
    pub action: Option<Action>,
    /// Where its object comes from.
    pub object: ObjectChoice,
    /// Whether it is possible: must hold as long as it is active. Another's possibilities are judged by these.
    pub can: Vec<ConditionId>,
    /// Whether there is reason to begin. What ends it is for the do-untils to say.
    pub should: Vec<ConditionId>,
    /// When it is done.
    pub until: Vec<Until>,
    /// What performing it is worth.
    pub value: Term,
    /// Whether it breaks into an active rival as soon as it is worth more, whatever the rival's commitment.
    pub interrupts: bool,
    /// The group below it.
    pub below: Option<GroupId>,
}

/// How a group chooses among the tuples that are possible and worth something.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Selection {
    /// By chance, in proportion to value to the power of `sharpness`: 1 as in Buchsbaum 5.6, more is more decided.
    Probable {
        /// The exponent.
        sharpness: f32,
    },
    /// The highest value; the first in the file among equals.
    Highest,
}

/// Tuples that exclude each other, and how the group sticks to one of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActionGroup {
    /// The tuple above.
    pub above: Option<TupleId>,
    /// Who competes.
    pub members: Vec<TupleId>,
    /// How it chooses.
    pub selection: Selection,
    /// A rival must be worth this fraction more than the active tuple for a new choice. Raise it against dithering.
    pub margin: f32,
    /// Seconds after a choice during which only an interruption brings a new one.
    pub commit_s: f32,
    /// A rival worth this fraction more than the active tuple interrupts it at once, commitment or not.
    pub interrupt_margin: f32,
}

impl Default for ActionGroup {
    fn default() -> Self {
        Self {
            above: None,
            members: Vec::new(),
            selection: Selection::Probable { sharpness: 1.0 },
            margin: 0.2,
            commit_s: 1.0,
            interrupt_margin: 1.0,
        }
    }
}

/// The action system of a creature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActionTree {
    pub(crate) tuples: Vec<Tuple>,
    pub(crate) groups: Vec<ActionGroup>,
    pub(crate) conditions: Conditions,
    /// What was learnt beside the character's own actions.
    pub(crate) learnt: Vec<NewAction>,
}

impl Default for ActionTree {
    fn default() -> Self {
        Self {
            tuples: Vec::new(),
            groups: vec![ActionGroup::default()],
            conditions: Conditions::default(),
            learnt: Vec::new(),
        }
    }
}

impl ActionTree {
    /// All tuples, each after the one above it.
    pub fn tuples(&self) -> &[Tuple] {
        &self.tuples
    }

    /// All groups; the first is the top.
    pub fn groups(&self) -> &[ActionGroup] {
        &self.groups
    }

    /// The conditions that tuples refer to.
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// The conditions, to add those of a tuple that is about to be learnt.
    pub fn conditions_mut(&mut self) -> &mut Conditions {
        &mut self.conditions
    }

    /// A tuple by its place.
    pub fn get(&self, tuple: TupleId) -> Option<&Tuple> {
        self.tuples.get(tuple.index())
    }

    /// The tuple of a name.
    pub fn find(&self, name: &str) -> Option<TupleId> {
        self.tuples.iter().position(|tuple| tuple.name == name).map(|at| TupleId(at as u16))
    }

    /// The tuple above another.
    pub fn above(&self, tuple: TupleId) -> Option<TupleId> {
        self.groups.get(self.get(tuple)?.group.index())?.above
    }

    /// The tuple at the top of the motivational subsystem that a tuple stands in.
    pub fn subsystem(&self, tuple: TupleId) -> TupleId {
        let mut top = tuple;
        while let Some(above) = self.above(top) {
            top = above;
        }
        top
    }

    /// How deep a tuple stands, from 0.
    pub fn depth(&self, tuple: TupleId) -> u8 {
        let mut depth = 0;
        let mut at = tuple;
        while let Some(above) = self.above(at) {
            (at, depth) = (above, depth + 1);
        }
        depth
    }

    /// Adds a tuple to its group: from a file, or learnt. `None` if the tree is full, the group is not there, or
    /// the name is taken.
    pub fn add(&mut self, tuple: Tuple) -> Option<TupleId> {
        let id = TupleId(u16::try_from(self.tuples.len()).ok().filter(|id| *id < u16::MAX)?);
        if self.find(tuple.name.as_str()).is_some() {
            return None;
        }
        self.groups.get_mut(tuple.group.index())?.members.push(id);
        self.tuples.push(Tuple { below: None, ..tuple });
        Some(id)
    }

    /// Adds a group below a tuple that has none yet.
    pub fn add_group(&mut self, above: TupleId, group: ActionGroup) -> Option<GroupId> {
        let id = GroupId(u16::try_from(self.groups.len()).ok()?);
        let tuple = self.tuples.get_mut(above.index()).filter(|tuple| tuple.below.is_none())?;
        tuple.below = Some(id);
        self.groups.push(ActionGroup { above: Some(above), members: Vec::new(), ..group });
        Some(id)
    }

    /// Whether a tuple would be possible for the one whose view this is, judged by the can-I triggers from the
    /// top of its subsystem down (Buchsbaum 6.2): what it would be about, or which tuple stands in the way and
    /// why. What cannot be told of another does not stand in the way; what is `supposed` holds (7.2.5).
    pub fn could(
        &self,
        tuple: TupleId,
        view: &View<'_>,
        time_s: f64,
        supposed: Option<ConditionId>,
    ) -> Result<Option<BeliefId>, (TupleId, Reason)> {
        let path = self.path_to(tuple);
        let mut object = None;
        for step in path.into_iter().rev() {
            let tuple = &self.tuples[step.index()];
            if let ObjectChoice::Picked(selector) = tuple.object {
                let found = view.pick(selector).found.ok_or((step, Reason::NoObject))?;
                object = Some(found.belief);
            }
            let asked = Asked { view, object, time_s, own: None, supposed };
            if let Some(condition) = self.conditions.first(&tuple.can, &asked, false) {
                return Err((step, Reason::CanNot(condition)));
            }
        }
        Ok(object)
    }

    /// The selector that says what a tuple is about: its own, or that of the nearest tuple above it that has one.
    pub fn selector_of(&self, tuple: TupleId) -> Option<SelectorId> {
        self.path_to(tuple).into_iter().find_map(|step| match self.tuples[step.index()].object {
            ObjectChoice::Picked(selector) => Some(selector),
            _ => None,
        })
    }

    /// Whether a tuple would be possible, as [`ActionTree::could`] judges it, were it about this very thing: one that its
    /// selector accepts, though it might prefer another.
    pub fn could_be_about(&self, tuple: TupleId, thing: BeliefId, view: &View<'_>, time_s: f64) -> bool {
        let path = self.path_to(tuple);
        let picks = |step: &TupleId| matches!(self.tuples[step.index()].object, ObjectChoice::Picked(_));
        let chosen_by = path.iter().copied().find(picks);
        let mut object = None;
        path.iter().rev().all(|step| {
            let tuple = &self.tuples[step.index()];
            if let ObjectChoice::Picked(selector) = tuple.object {
                object = match chosen_by == Some(*step) {
                    true => Some(thing).filter(|thing| view.accepts(selector, *thing)),
                    false => view.pick(selector).found.map(|found| found.belief),
                };
                if object.is_none() {
                    return false;
                }
            }
            let asked = Asked { view, object, time_s, own: None, supposed: None };
            self.conditions.first(&tuple.can, &asked, false).is_none()
        })
    }

    /// A tuple and those above it, itself first.
    fn path_to(&self, tuple: TupleId) -> ArrayVec<TupleId, MAX_DEPTH> {
        let mut path: ArrayVec<TupleId, MAX_DEPTH> = ArrayVec::new();
        let mut at = Some(tuple).filter(|tuple| self.get(*tuple).is_some());
        while let Some(step) = at.filter(|_| !path.is_full()) {
            path.push(step);
            at = self.above(step);
        }
        path
    }

    /// What a tuple is to bring about: its own success do-until, or that of the nearest tuple above it that has one.
    pub fn goal_of(&self, tuple: TupleId) -> Option<ConditionId> {
        self.nearest_success(tuple, &Some)
    }

    /// The same, as far as it could be seen of another.
    pub fn visible_goal_of(&self, tuple: TupleId) -> Option<ConditionId> {
        self.nearest_success(tuple, &|condition| self.visible(condition))
    }

    fn nearest_success(
        &self,
        tuple: TupleId,
        take: &dyn Fn(ConditionId) -> Option<ConditionId>,
    ) -> Option<ConditionId> {
        let mut at = Some(tuple);
        while let Some(tuple) = at.and_then(|at| self.get(at)) {
            let mut successes = tuple.until.iter().filter(|until| until.success);
            if let Some(goal) = successes.find_map(|until| take(until.condition)) {
                return Some(goal);
            }
            at = at.and_then(|at| self.above(at));
        }
        None
    }

    /// The part of a condition that can be seen of another.
    fn visible(&self, condition: ConditionId) -> Option<ConditionId> {
        match self.conditions.get(condition)? {
            Condition::ObjectIs(_) | Condition::Near(..) | Condition::Holding(_) => Some(condition),
            Condition::All(parts) => parts.iter().find_map(|part| self.visible(*part)),
            _ => None,
        }
    }
}
