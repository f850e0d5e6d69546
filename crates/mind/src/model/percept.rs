//! The percept tree (Buchsbaum 5.4): a record is shown to the top percepts, and to their children where they
//! pass it on. Trees are kept flat, parents before children.

use super::{BeliefId, History, KnownWords, OtherMind, Record, Word};
use piaget_terms::{Name, Vec3};
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::sync::Arc;

/// A percept's place in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PerceptId(pub u16);

impl PerceptId {
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What a percept computed besides its match.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Datum {
    /// Nothing.
    #[default]
    Nothing,
    /// A number: a distance, an angle, the value of a feature.
    Number(f32),
    /// A word: the one that was recognised.
    Word(Name),
    /// A place in three frames.
    Place {
        /// In the world.
        world: Vec3,
        /// From the viewer's body: x to its left, y up, z ahead.
        body: Vec3,
        /// From the viewer's eye: x to the right, y up, -z ahead.
        eye: Vec3,
    },
    /// How it moves.
    Motion {
        /// Metres per second on the ground.
        speed: f32,
        /// The yaw of its direction.
        heading: f32,
        /// Metres per second by which it comes nearer to the viewer.
        closing: f32,
    },
}

impl Datum {
    /// The one number that stands for the datum: itself, a distance on the ground, or a speed.
    pub fn number(&self) -> Option<f32> {
        match *self {
            Self::Number(number) => Some(number),
            Self::Place { body, .. } => Some((body.x * body.x + body.z * body.z).sqrt()),
            Self::Motion { speed, .. } => Some(speed),
            Self::Nothing | Self::Word(_) => None,
        }
    }
}

/// What a percept makes of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// How well the record matches, 0 to 1.
    pub matched: f32,
    /// How sure the percept is of that, 0 to 1.
    pub confidence: f32,
    /// What it computed besides.
    pub data: Datum,
    /// Whether its children are shown the record.
    pub passes: bool,
}

impl Evaluation {
    /// The record does not hold what the percept looks for.
    pub const NO: Self = Self { matched: 0.0, confidence: 1.0, data: Datum::Nothing, passes: false };

    /// The usual answer: children are shown what matched at all.
    pub fn new(matched: f32, confidence: f32, data: Datum) -> Self {
        let matched = if matched >= 0.0 { matched.min(1.0) } else { 0.0 };
        Self { matched, confidence, data, passes: matched > 0.0 }
    }

    /// Yes or no.
    pub fn is(matched: bool, confidence: f32, data: Datum) -> Self {
        if matched { Self::new(1.0, confidence, data) } else { Self { confidence, ..Self::NO } }
    }
}

/// What a percept may look at.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// What was sensed of the thing, or what is still believed of it.
    pub record: &'a Record,
    /// Which belief it is of, and what others are taken to believe; only for the own view of the present.
    pub minds: Option<(BeliefId, &'a [OtherMind])>,
    /// Its past, if it has been met before.
    pub history: Option<&'a History>,
    /// The viewer: the creature itself, or the other whose view is taken.
    pub viewer: Option<&'a Record>,
    /// The viewer's past.
    pub viewer_history: Option<&'a History>,
    /// The creature that the viewer acts in reference to.
    pub other: Option<&'a Record>,
    /// The other's past.
    pub other_history: Option<&'a History>,
    /// What was learnt, and what is supposed.
    pub knows: KnownWords<'a>,
    /// The tree, for percepts that build on others.
    pub tree: &'a PerceptTree,
    /// What the percepts before this one made of the record, where that is at hand.
    pub row: Option<&'a [Evaluation]>,
}

impl<'a> Look<'a> {
    /// What another percept makes of this record.
    pub fn ask(&self, percept: PerceptId) -> Evaluation {
        match self.row.and_then(|row| row.get(percept.index())) {
            Some(evaluation) => *evaluation,
            None => self.tree.evaluate(percept, self),
        }
    }

    /// The same look at an earlier record of the same thing, with viewer and other as they were then.
    pub fn at(&self, record: &'a Record) -> Self {
        let then = |now: Option<&'a Record>, past: Option<&'a History>| {
            past.and_then(|past| past.at(record.time_s)).or(now)
        };
        Self {
            record,
            viewer: then(self.viewer, self.viewer_history),
            other: then(self.other, self.other_history),
            minds: None,
            row: None,
            ..*self
        }
    }
}

/// An atomic unit of perception. Whoever uses the library may write their own and register a reader for it in
/// [`PerceptKinds`](crate::classify::PerceptKinds); ours come through the same door.
pub trait Percept: Debug + Send + Sync {
    /// Examines a record. Called many times a tick: it must not allocate.
    fn examine(&self, look: &Look<'_>) -> Evaluation;

    /// The kinds of things that it matches; empty where it does not go by kinds.
    fn kinds(&self) -> &[Name] {
        &[]
    }

    /// The list that it looks words up on, and which word of a thing: what it would take to learn to match.
    fn list(&self) -> Option<(u16, Word)> {
        None
    }
}

/// One percept in its tree.
#[derive(Clone, Debug)]
pub struct PerceptNode {
    /// What other parts of the character call it.
    pub name: Name,
    /// What it recognises.
    pub percept: Arc<dyn Percept>,
    /// The percept that must pass a record on to this one.
    pub parent: Option<PerceptId>,
    /// The first percept after this one's children.
    pub end: u16,
}

/// All percepts of a character.
#[derive(Clone, Debug, Default)]
pub struct PerceptTree {
    nodes: Vec<PerceptNode>,
}

impl PerceptTree {
    /// The percepts, parents before children.
    pub fn nodes(&self) -> &[PerceptNode] {
        &self.nodes
    }

    /// How many percepts there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The percept of a name.
    pub fn find(&self, name: &str) -> Option<PerceptId> {
        self.nodes.iter().position(|node| node.name == *name).map(|index| PerceptId(index as u16))
    }

    /// The list that a percept looks words up on, and which word of a thing.
    pub fn list_of(&self, percept: PerceptId) -> Option<(u16, Word)> {
        self.nodes.get(percept.index())?.percept.list()
    }

    /// A percept's name.
    pub fn name(&self, percept: PerceptId) -> Name {
        self.nodes.get(percept.index()).map_or(Name::default(), |node| node.name)
    }

    /// Adds a percept below a parent. A parent's children are added before the next percept that is not one.
    pub(crate) fn push(
        &mut self,
        name: Name,
        percept: Arc<dyn Percept>,
        parent: Option<PerceptId>,
    ) -> PerceptId {
        let id = PerceptId(self.nodes.len() as u16);
        self.nodes.push(PerceptNode { name, percept, parent, end: id.0 + 1 });
        let mut above = parent;
        while let Some(ancestor) = above {
            let node = &mut self.nodes[ancestor.index()];
            node.end = id.0 + 1;
            above = node.parent;
        }
        id
    }

    /// What one percept makes of a record; its ancestors must have passed it on.
    pub fn evaluate(&self, percept: PerceptId, look: &Look<'_>) -> Evaluation {
        let Some(node) = self.nodes.get(percept.index()) else { return Evaluation::NO };
        let shown = node.parent.is_none_or(|parent| self.evaluate(parent, look).passes);
        if shown { node.percept.examine(look) } else { Evaluation::NO }
    }

    /// What every percept makes of a record. `row` has one place per percept.
    pub fn evaluate_all(&self, look: Look<'_>, row: &mut [Evaluation]) {
        let mut index = 0;
        while index < self.nodes.len().min(row.len()) {
            let node = &self.nodes[index];
            let (before, rest) = row.split_at_mut(index);
            rest[0] = node.percept.examine(&Look { row: Some(before), ..look });
            index += 1;
            if !rest[0].passes {
                let end = usize::from(node.end);
                row[index..end].fill(Evaluation::NO);
                index = end;
            }
        }
    }
}
