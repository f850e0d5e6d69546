//! Trying what was learnt from another: an action that does not bring about what it is for is given up after a few tries.

use super::understand::Observer;
use super::{LessonConfig, State};
use crate::model::action::{Asked, ConditionId};
use crate::model::{BeliefId, Tick};
use piaget_terms::MovementStage;
use piaget_terms::valid::{Checked, at_most, time};
use serde::{Deserialize, Serialize};

/// What came of trying what was learnt.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Tries {
    /// For each lesson, how often in a row it failed.
    failed: Vec<u8>,
    /// The try whose result is awaited.
    awaited: Option<Try>,
}

/// One try.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Try {
    lesson: u16,
    goal: ConditionId,
    object: Option<BeliefId>,
    ended_s: f64,
}

impl Tries {
    /// Whether what was saved is of a tree with so many lessons.
    pub fn validate(&self, lessons: usize) -> Checked {
        at_most("failed", self.failed.len(), lessons)?;
        self.awaited.map_or(Ok(()), |awaited| time("awaited", awaited.ended_s))
    }
}

/// Notes what came of the last try, and whether another has ended.
pub(super) fn note(config: &LessonConfig, state: &mut State, own: &mut Observer<'_>, tick: &Tick<'_>) {
    let now_s = own.beliefs.time_s();
    let ended = ended(own, tick, now_s);
    if let Some(awaited) = state.tries.awaited {
        let asked =
            Asked { view: &own.view, object: awaited.object, time_s: now_s, own: None, supposed: None };
        let reached = own.actions.conditions().holds(awaited.goal, &asked) == Some(true);
        let late = now_s - awaited.ended_s > f64::from(config.result_within_s);
        if reached || late || ended.is_some() {
            state.tries.awaited = None;
            count(config, state, own, awaited.lesson, reached);
        }
    }
    state.tries.awaited = ended.or(state.tries.awaited);
}

/// The lesson whose movement the own body has just finished.
fn ended(own: &Observer<'_>, tick: &Tick<'_>, now_s: f64) -> Option<Try> {
    let finished = tick.body.movement.filter(|movement| movement.stage == MovementStage::Finished)?;
    let learnt = own.actions.learnt().iter().enumerate();
    let mut learnt = learnt.filter(|(_, lesson)| lesson.movement == finished.name && !lesson.given_up);
    let (at, lesson) = learnt.find(|(_, lesson)| {
        own.actions.learnt_as(lesson).is_some_and(|top| tick.feedback.path.contains(&top))
    })?;
    Some(Try { lesson: at as u16, goal: lesson.goal, object: tick.feedback.attended, ended_s: now_s })
}

fn count(config: &LessonConfig, state: &mut State, own: &mut Observer<'_>, lesson: u16, reached: bool) {
    let failed = &mut state.tries.failed;
    if failed.len() <= usize::from(lesson) {
        failed.resize(usize::from(lesson) + 1, 0);
    }
    let times = &mut failed[usize::from(lesson)];
    *times = if reached { 0 } else { times.saturating_add(1) };
    if u32::from(*times) >= config.tries {
        *times = 0;
        own.lessons.given_up = Some(lesson);
    }
}
