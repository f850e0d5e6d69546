//! Everything a mind believes: the belief state that the stages share. Data and reads; which sighting belongs to which
//! belief, and what is given up, is decided by the stage `believe`.

use super::expectation::FeatureConfig;
use super::{
    Belief, BeliefId, Courses, Evaluation, Motion, Noticed, OtherMind, PerceptId, Pick, Place, Record,
    SelectorId,
};
use arrayvec::ArrayVec;
use piaget_occupancy::Map;
use piaget_terms::Vec3;
use piaget_terms::valid::{Checked, Invalid, Within, at_most, finite, index, require, time};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What another wants and does not have (Buchsbaum 7.2.4).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wanted {
    /// Who wants it.
    pub who: BeliefId,
    /// What it was seen to want.
    pub object: BeliefId,
    /// What would serve it as well: whatever its motive's selector accepts.
    pub like: Option<SelectorId>,
}

/// The most pairings that are kept open at once. Not a setting: the room for them is of a fixed size.
pub const MOST_RIVALS: usize = 16;

/// A sighting that was taken for one thing, and could have been another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rival {
    /// The thing that it was taken for.
    pub belief: BeliefId,
    /// The one that it could have been; `None` for one not met before.
    pub other: Option<BeliefId>,
    /// How what was seen moves, if it was the other.
    pub instead: Motion,
    /// How the thing that it was taken for would go on, if it was not that; `None` for one not met before.
    pub ghost: Option<Motion>,
    /// How much likelier it was the one, in nats.
    pub lead_nats: f32,
    /// When that was.
    pub since_s: f64,
}

/// How much room a character has for beliefs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    /// The most beliefs, the one about itself included.
    pub most: u32,
    /// How many records each belief's past holds.
    pub history_moments: u32,
}

/// Everything a mind believes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Beliefs {
    /// By rising number; the belief about itself is the first.
    pub(crate) all: Vec<Belief>,
    pub(crate) next: u32,
    pub(crate) time_s: f64,
    pub(crate) other: Option<BeliefId>,
    /// Pairings that were not clear.
    pub(crate) rivals: ArrayVec<Rival, MOST_RIVALS>,
    /// How often things in plain view were seen.
    pub(crate) noticed: Noticed,
    /// How things were seen to keep their course.
    pub(crate) courses: Courses,
    /// How many new things have come into view.
    pub(crate) arrived: u32,
    /// How many new things have come out of thin air.
    pub(crate) from_nowhere: u32,
    /// How many new things have come in over the edge of the ground.
    pub(crate) over_edge: u32,
    /// What others are taken to believe, for a character that thinks of that.
    pub(crate) minds: Vec<OtherMind>,
    wanted: Option<Wanted>,
    /// Belief by percept, for the present.
    #[serde(skip)]
    pub(crate) evaluations: Vec<Evaluation>,
    #[serde(skip)]
    pub(crate) percepts: usize,
    /// What each named selector answers, for the present.
    #[serde(skip)]
    pub(crate) picks: Vec<Pick>,
}

impl Beliefs {
    /// What they take in memory, with what others are taken to believe.
    pub fn bytes(&self) -> usize {
        let minds = self.minds.iter().map(|mind| mind.beliefs.bytes());
        self.all.iter().map(Belief::bytes).chain(minds).sum()
    }

    /// A newborn's: it knows of itself.
    pub fn new(history_moments: u32) -> Self {
        let own = Belief::new(BeliefId::SELF, &Record::at(0.0, Vec3::ZERO), history_moments);
        Self {
            all: vec![own],
            next: 1,
            time_s: 0.0,
            other: None,
            rivals: ArrayVec::new(),
            noticed: Noticed::default(),
            courses: Courses::default(),
            arrived: 0,
            from_nowhere: 0,
            over_edge: 0,
            minds: Vec::new(),
            wanted: None,
            evaluations: Vec::new(),
            percepts: 0,
            picks: Vec::new(),
        }
    }

    /// Whether saved beliefs fit into this room, and are of a character with so many selectors and these features.
    pub(crate) fn validate(&self, room: Room, selectors: usize, features: &[FeatureConfig]) -> Checked {
        at_most("all", self.all.len(), room.most.max(1) as usize)?;
        let own = self.all.first().is_some_and(|belief| belief.id == BeliefId::SELF);
        require(own, "all", || "does not begin with the belief about itself".into())?;
        require(self.all.is_sorted_by(|a, b| a.id < b.id), "all", || {
            "is not in the order of numbers".into()
        })?;
        let last = self.all.last().map_or(0, |belief| belief.id.0);
        require(last < self.next, "next", || format!("is {}, which was given already", self.next))?;
        time("time_s", self.time_s)?;
        if let Some(like) = self.wanted.and_then(|wanted| wanted.like) {
            index("wanted.like", usize::from(like.0), selectors)?;
        }
        self.noticed.validate()?;
        self.courses.validate()?;
        for rival in &self.rivals {
            rival.instead.validate().within("rivals")?;
            rival.ghost.map_or(Ok(()), |ghost| ghost.validate()).within("rivals")?;
            finite("rivals", rival.lead_nats)?;
            time("rivals", rival.since_s)?;
        }
        for belief in &self.all {
            belief.validate(features).within(&format!("all[{}]", belief.id.0))?;
        }
        Ok(())
    }

    /// Whether what is saved of others' minds fits a character that thinks of so many others, with this room for each.
    pub(crate) fn validate_minds(&self, most: u32, room: Room, selectors: usize) -> Checked {
        at_most("minds", self.minds.len(), most as usize)?;
        self.minds.iter().try_for_each(|mind| mind.validate(room, selectors).within("minds"))
    }

    /// Lays loaded maps on their lattice, or says what is wrong with one.
    pub(crate) fn attach(&mut self, map: Option<&Arc<Map>>) -> Checked {
        self.minds.iter_mut().try_for_each(|mind| mind.beliefs.attach(map).within("minds"))?;
        for belief in &mut self.all {
            let Some(place) = &mut belief.place else { continue };
            let map =
                map.ok_or_else(|| Invalid::new("place", "is there, but the character keeps no maps"))?;
            place.attach(map).within(&format!("all[{}].place", belief.id.0))?;
        }
        Ok(())
    }

    /// All beliefs, that about the creature itself first.
    pub fn all(&self) -> &[Belief] {
        &self.all
    }

    /// All beliefs about other things, to be changed by what is expected of them.
    pub(crate) fn things_mut(&mut self) -> impl Iterator<Item = &mut Belief> {
        self.all.iter_mut().skip(1)
    }

    /// A thing comes to mind that is not sensed now: a belief that may be anywhere, until memory says where. `None` where
    /// there is no room for more.
    pub(crate) fn recall(&mut self, room: Room, map: &Arc<Map>, record: &Record) -> Option<&mut Belief> {
        if self.all.len() >= room.most.max(1) as usize {
            return None;
        }
        let mut belief = Belief::new(BeliefId(self.next), record, room.history_moments);
        self.next = self.next.saturating_add(1);
        belief.place = Some(Place::anywhere(map));
        self.all.push(belief);
        self.all.last_mut()
    }

    /// A belief, if it is still held.
    pub fn get(&self, id: BeliefId) -> Option<&Belief> {
        self.slot(id).map(|slot| &self.all[slot])
    }

    /// The creature it acts in reference to.
    pub fn other(&self) -> Option<BeliefId> {
        self.other
    }

    /// What another is understood to want.
    pub fn wanted(&self) -> Option<Wanted> {
        self.wanted
    }

    /// Notes what another wants.
    pub(crate) fn want(&mut self, wanted: Option<Wanted>) {
        self.wanted = wanted;
    }

    /// What others are taken to believe.
    pub fn minds(&self) -> &[OtherMind] {
        &self.minds
    }

    /// What one other is taken to believe, if its mind is thought of.
    pub fn mind_of(&self, other: BeliefId) -> Option<&OtherMind> {
        self.minds.iter().find(|mind| mind.of == other)
    }

    /// When the beliefs were last brought up to date.
    pub fn time_s(&self) -> f64 {
        self.time_s
    }

    /// What a percept makes of a believed thing now.
    pub fn evaluation(&self, id: BeliefId, percept: PerceptId) -> Evaluation {
        self.slot(id).map_or(Evaluation::NO, |slot| self.evaluation_at(slot, percept))
    }

    /// As [`Beliefs::evaluation`], by the belief's place among the others.
    pub(crate) fn evaluation_at(&self, slot: usize, percept: PerceptId) -> Evaluation {
        let index = slot * self.percepts + usize::from(percept.0);
        self.evaluations.get(index).copied().unwrap_or(Evaluation::NO)
    }

    pub(crate) fn slot(&self, id: BeliefId) -> Option<usize> {
        self.all.binary_search_by_key(&id, |belief| belief.id).ok()
    }
}
