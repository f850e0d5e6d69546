//! What a gesture of another was for (Buchsbaum 6.2): as soon as one has ended, the own action tree is asked which
//! action it could have been, what that was about, why it is done, what it should bring and what comes next.

use super::{Config, Gesture, State, afford, foresee, identify, tool, tries};
use crate::model::action::{ActionTree, ConditionId, TupleId, Watched};
use crate::model::{BeliefId, Beliefs, KnownWords, Lessons, Tick, View, Viewpoint};
use arrayvec::ArrayVec;
use piaget_terms::Name;
use piaget_terms::valid::{Checked, finite, index, time};
use serde::{Deserialize, Serialize};

/// The most actions that one gesture is explained by.
pub const MOST_EXPLANATIONS: usize = 8;
/// The most actions that are expected to come next.
pub const MOST_NEXT: usize = 4;
/// The most words that one gesture teaches.
pub const MOST_LEARNT: usize = 4;

/// One action of the own tree as an explanation of what another did.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Explanation {
    /// The action.
    pub action: TupleId,
    /// The top of its subsystem: what it serves.
    pub motive: TupleId,
    /// The movement that it was recognised by.
    pub movement: Name,
    /// What it was about.
    pub object: Option<BeliefId>,
    /// What kind of thing that is.
    pub kind: Name,
    /// How probable it is, 0 to 1.
    pub probability: f32,
}

/// What came of what another meant to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// Its goal is nothing that can be seen from outside.
    #[default]
    Unknown,
    /// It has reached its goal.
    Reached,
    /// It has not: what was meant is not what came of it.
    Missed,
}

/// What a gesture was taken for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Understanding {
    /// The gesture's number.
    pub gesture: u32,
    /// Whose it was.
    pub of: Option<BeliefId>,
    /// When it began.
    pub from_s: f64,
    /// When it ended.
    pub to_s: f64,
    /// Own actions that explain it, the most probable first.
    pub explanations: ArrayVec<Explanation, MOST_EXPLANATIONS>,
    /// Whether another motive, or another kind of thing, explains it as well as the first.
    pub tied: bool,
    /// How probable it is that none of them does.
    pub unknown: f32,
    /// The most probable movement for which there is no explanation, by its probability.
    pub unexplained: f32,
    /// What the other wants to come true: a success do-until of the best explanation, or of one above it.
    pub goal: Option<ConditionId>,
    /// The part of such a goal that shows from outside.
    pub sign: Option<ConditionId>,
    /// Whether it has.
    pub outcome: Outcome,
    /// The actions that are expected next if it succeeds, with their probabilities.
    pub next: ArrayVec<(TupleId, f32), MOST_NEXT>,
    /// Words that were learnt from it: list and word.
    pub learnt: ArrayVec<(Name, Name), MOST_LEARNT>,
    /// An action that was learnt from it.
    pub new_action: Option<TupleId>,
}

impl Understanding {
    /// Whether what was saved names so many tuples and conditions.
    pub(super) fn validate(&self, tuples: usize, conditions: usize) -> Checked {
        time("from_s", self.from_s)?;
        time("to_s", self.to_s)?;
        for explanation in &self.explanations {
            index("explanations.action", explanation.action.index(), tuples)?;
            index("explanations.motive", explanation.motive.index(), tuples)?;
            finite("explanations.probability", explanation.probability)?;
        }
        finite("unknown", self.unknown)?;
        finite("unexplained", self.unexplained)?;
        let named = self.goal.into_iter().chain(self.sign);
        named.into_iter().try_for_each(|condition| index("goal", usize::from(condition.0), conditions))?;
        for (tuple, probability) in &self.next {
            index("next", tuple.index(), tuples)?;
            finite("next", *probability)?;
        }
        self.new_action.map_or(Ok(()), |action| index("new_action", action.index(), tuples))
    }

    /// The action that it was; `None` for "I do not know".
    pub fn action(&self) -> Option<&Explanation> {
        let best = self.explanations.first()?;
        let same = self.explanations.iter().filter(|one| one.movement == best.movement);
        let movement: f32 = same.map(|one| one.probability).sum();
        Some(best).filter(|_| movement > self.unexplained)
    }
}

/// What the mind brings to understanding another, all of it its own, and what it learns from it.
pub(super) struct Observer<'a> {
    /// What it believes and knows, from its own point of view.
    pub view: View<'a>,
    /// What it believes.
    pub beliefs: &'a Beliefs,
    /// What it can do itself.
    pub actions: &'a ActionTree,
    /// What it has learnt in this tick.
    pub lessons: Lessons,
}

impl Observer<'_> {
    /// The beliefs as another has them, at a moment, with what was learnt in this tick.
    pub(super) fn view_of(&self, who: BeliefId, time_s: f64) -> View<'_> {
        self.view.supposing(&self.lessons.words, self.lessons.wanted).from(Viewpoint { who, time_s })
    }

    /// What is known, with what was learnt in this tick.
    pub(super) fn knows(&self) -> KnownWords<'_> {
        self.view.knows().supposing(&self.lessons.words)
    }
}

/// Notes own behaviour, and makes sense of the gestures that ended since the last tick.
pub(super) fn understand(config: &Config, state: &mut State, own: &mut Observer<'_>, tick: &Tick<'_>) {
    state.own_actions.note(tick.body, &tick.feedback.path, own.actions);
    while state.understood < state.seen {
        state.understood += 1;
        let number = state.understood;
        let Some(at) = state.gestures.iter().position(|gesture| gesture.number == number) else { continue };
        let gesture = std::mem::take(&mut state.gestures[at]);
        let slot = state.watched.iter().position(|watched| watched.of == gesture.of);
        if let Some((new, slot)) = make_sense(config, state, own, &gesture).zip(slot) {
            state.watched[slot].latest = new;
        }
        state.gestures[at] = gesture;
    }
    for slot in 0..state.watched.len() {
        if own.lessons.action.is_none() && tool::learn(&config.lesson, state, slot, own) {
            state.teacher = slot as u32;
        }
        foresee::follow_up(state, slot, own);
    }
    foresee::forget_wish(state, own);
    tries::note(&config.lesson, state, own, tick);
}

fn make_sense(
    config: &Config,
    state: &State,
    own: &mut Observer<'_>,
    gesture: &Gesture,
) -> Option<Understanding> {
    let seen = &gesture.recognised;
    let who = gesture.of?;
    // Whoever only stands or gets about has not done anything that asks for an explanation.
    if !seen.novel && seen.movement().is_some_and(|best| state.is_getting_about(best.name)) {
        return None;
    }
    let mut new = Understanding {
        gesture: gesture.number,
        of: Some(who),
        from_s: seen.from_s,
        to_s: seen.to_s,
        ..Understanding::default()
    };
    identify::explain(&config.about, state, own, gesture, &mut new);
    if new.action().is_none() && afford::learn(own, gesture, who, &mut new) {
        identify::explain(&config.about, state, own, gesture, &mut new);
    }
    foresee::foresee(&state.own_actions, own, &mut new);
    Some(new)
}

impl State {
    /// What the last gesture of the one who is attended to was taken for, or else the last of anybody.
    pub fn understanding(&self) -> &Understanding {
        let attended = self.attended().map(|of| self.understanding_of(of)).filter(|known| known.gesture > 0);
        let newest =
            || self.watched.iter().rev().map(|watched| &watched.latest).max_by_key(|latest| latest.gesture);
        attended.or_else(newest).unwrap_or(&self.nobody)
    }

    /// What the last gesture of somebody was taken for.
    pub fn understanding_of(&self, other: BeliefId) -> &Understanding {
        let watched = self.watched.iter().find(|watched| watched.of == Some(other));
        watched.map_or(&self.nobody, |watched| &watched.latest)
    }

    /// What is known of the own behaviour.
    pub fn own_actions(&self) -> &super::OwnActions {
        &self.own_actions
    }

    /// Goes on with another action tree, in which tuples have other numbers or are gone. What an earlier gesture was
    /// taken for is forgotten where its action is.
    pub(crate) fn renumber(&mut self, of: impl Fn(TupleId) -> Option<TupleId>) {
        self.own_actions.renumber(&of);
        self.tries = tries::Tries::default();
        for latest in self.watched.iter_mut().map(|watched| &mut watched.latest) {
            let explained = |one: Explanation| {
                Some(Explanation { action: of(one.action)?, motive: of(one.motive)?, ..one })
            };
            latest.explanations =
                std::mem::take(&mut latest.explanations).into_iter().filter_map(explained).collect();
            let next = std::mem::take(&mut latest.next).into_iter();
            latest.next = next.filter_map(|(tuple, share)| Some((of(tuple)?, share))).collect();
            latest.new_action = latest.new_action.and_then(&of);
        }
    }

    /// Forgets what another wants, in words of an action tree that is no longer there.
    pub(crate) fn forget_goals(&mut self) {
        self.wish = None;
        for latest in self.watched.iter_mut().map(|watched| &mut watched.latest) {
            (latest.goal, latest.sign) = (None, None);
        }
    }

    /// Notes that the last gesture taught an action, and which word with it.
    pub(crate) fn note_learnt(&mut self, action: TupleId, word: Option<(Name, Name)>) {
        let Some(teacher) = self.watched.get_mut(self.teacher as usize) else { return };
        teacher.latest.new_action = Some(action);
        if let Some(word) = word {
            // What is beyond the room of a report is learnt all the same.
            let _ = teacher.latest.learnt.try_push(word);
        }
    }

    /// What tuples can act on: the movement that was recognised last, and the action that it was.
    pub(crate) fn watched(&self, beliefs: &Beliefs) -> Watched {
        let latest = self.latest(self.attended()).and_then(|gesture| gesture.recognised.nearest());
        let now_s = beliefs.time_s();
        let there = |id: &BeliefId| beliefs.get(*id).is_some_and(|belief| belief.is_there(now_s));
        let action =
            self.understanding().action().map(|action| (action.movement, action.object.filter(there)));
        Watched { movement: latest.map(|nearest| nearest.name), action }
    }
}
