//! What the creature has come to know of its own behaviour: which tuples were active while it performed which
//! movement (the movement-action correspondence map, Buchsbaum 6.2), and which action followed which (7.2.5). It
//! is learned from own behaviour alone; what others do does not count.

use crate::model::action::{Action, ActionTree, TupleId};
use piaget_terms::valid::{Checked, index};
use piaget_terms::{BodySense, MovementStage, Name};
use serde::{Deserialize, Serialize};

/// How often a tuple was active while a movement was begun.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Use {
    /// The movement.
    pub movement: Name,
    /// The tuple: the one that asked for it, or one above that.
    pub tuple: TupleId,
    /// How often.
    pub times: u32,
}

/// How often one action came after another in the same subsystem.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Follow {
    /// The earlier.
    pub first: TupleId,
    /// The later.
    pub then: TupleId,
    /// How often.
    pub times: u32,
}

/// The map from movements to actions, and from actions to the next.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OwnActions {
    uses: Vec<Use>,
    follows: Vec<Follow>,
    /// The movement under way, so that it counts once.
    performing: Option<Name>,
    /// The last action that performed a movement.
    last: Option<TupleId>,
}

impl OwnActions {
    /// Whether a saved map names tuples of a tree with so many.
    pub(super) fn validate(&self, tuples: usize) -> Checked {
        self.uses.iter().try_for_each(|used| index("uses", used.tuple.index(), tuples))?;
        for follow in &self.follows {
            index("follows", follow.first.index(), tuples)?;
            index("follows", follow.then.index(), tuples)?;
        }
        self.last.map_or(Ok(()), |last| index("last", last.index(), tuples))
    }

    /// All of the map.
    pub fn uses(&self) -> &[Use] {
        &self.uses
    }

    /// How often a tuple was active while a movement was begun.
    pub fn times(&self, movement: Name, tuple: TupleId) -> u32 {
        let used = self.uses.iter().find(|used| used.movement == movement && used.tuple == tuple);
        used.map_or(0, |used| used.times)
    }

    /// How often an action came after another.
    pub fn followed(&self, first: TupleId, then: TupleId) -> u32 {
        let found = self.follows.iter().find(|follow| follow.first == first && follow.then == then);
        found.map_or(0, |follow| follow.times)
    }

    /// Goes on in another tree, in which tuples have other numbers or are gone.
    pub(super) fn renumber(&mut self, of: &dyn Fn(TupleId) -> Option<TupleId>) {
        let uses = std::mem::take(&mut self.uses).into_iter();
        self.uses = uses.filter_map(|used| Some(Use { tuple: of(used.tuple)?, ..used })).collect();
        let follows = std::mem::take(&mut self.follows).into_iter();
        let follow = |one: Follow| Some(Follow { first: of(one.first)?, then: of(one.then)?, ..one });
        self.follows = follows.filter_map(follow).collect();
        self.last = self.last.and_then(of);
    }

    /// Notes a movement of the own body that has begun, with the tuples that led to it.
    pub(super) fn note(&mut self, body: &BodySense, path: &[TupleId], tree: &ActionTree) {
        let begun = body.movement.filter(|movement| movement.stage == MovementStage::Begun);
        let before = std::mem::replace(&mut self.performing, begun.map(|movement| movement.name));
        let Some(movement) = begun.map(|movement| movement.name).filter(|name| before != Some(*name)) else {
            return;
        };
        let leaf = path.last().copied();
        // A movement that was borrowed (told, imitated, shown) says nothing of what it is for.
        let asks = leaf.and_then(|leaf| tree.get(leaf)).and_then(|tuple| tuple.action);
        let Some(leaf) = leaf.filter(|_| asks == Some(Action::Movement(movement))) else { return };
        for tuple in path {
            self.count_use(movement, *tuple);
        }
        if let Some(first) =
            self.last.replace(leaf).filter(|last| tree.subsystem(*last) == tree.subsystem(leaf))
        {
            self.count_follow(first, leaf);
        }
    }

    fn count_use(&mut self, movement: Name, tuple: TupleId) {
        match self.uses.iter_mut().find(|used| used.movement == movement && used.tuple == tuple) {
            Some(used) => used.times = used.times.saturating_add(1),
            None => self.uses.push(Use { movement, tuple, times: 1 }),
        }
    }

    fn count_follow(&mut self, first: TupleId, then: TupleId) {
        match self.follows.iter_mut().find(|follow| follow.first == first && follow.then == then) {
            Some(follow) => follow.times = follow.times.saturating_add(1),
            None => self.follows.push(Follow { first, then, times: 1 }),
        }
    }
}
