//! One tick of classifying.

use super::Config;
use crate::model::{BeliefId, Beliefs, Evaluation, Knowledge, KnownWords, Look, View};

/// Classifying needs no buffers of its own: its answers are kept beside the beliefs.
#[derive(Clone, Debug, Default)]
pub struct Scratch;

/// Percepts and selectors on what is believed now.
pub fn step(config: &Config, knowledge: &Knowledge, _: &mut Scratch, beliefs: &mut Beliefs) {
    evaluate(config, knowledge, beliefs);
    let view = View::now(config, knowledge, beliefs);
    beliefs.other = find_other(config, &view);
    answer_selectors(config, knowledge, beliefs);
}

/// Computes anew what a save leaves out.
pub fn refresh(config: &Config, knowledge: &Knowledge, beliefs: &mut Beliefs) {
    evaluate(config, knowledge, beliefs);
    answer_selectors(config, knowledge, beliefs);
}

/// Who is attended to stays so while it fits: a conversation does not change partners at every step.
fn find_other(config: &Config, view: &View<'_>) -> Option<BeliefId> {
    let other = config.other.as_ref()?;
    let kept = view.other().filter(|id| view.belief(*id).is_some() && other.accepts(view, *id));
    kept.or_else(|| other.choose(view))
}

fn answer_selectors(config: &Config, knowledge: &Knowledge, beliefs: &mut Beliefs) {
    let mut picks = std::mem::take(&mut beliefs.picks);
    picks.clear();
    let view = View::now(config, knowledge, beliefs);
    picks.extend(config.selectors.iter().map(|selector| selector.pick(&view)));
    beliefs.picks = picks;
}

/// The percept tree on every belief: a row each.
fn evaluate(config: &Config, knowledge: &Knowledge, beliefs: &mut Beliefs) {
    let percepts = config.percepts.len();
    beliefs.percepts = percepts;
    let mut evaluations = std::mem::take(&mut beliefs.evaluations);
    evaluations.resize(beliefs.all.len() * percepts, Evaluation::NO);
    let about = |id: Option<BeliefId>| id.and_then(|id| beliefs.get(id));
    let (own, other) = (about(Some(BeliefId::SELF)), about(beliefs.other));
    if percepts > 0 {
        for (belief, row) in beliefs.all.iter().zip(evaluations.chunks_exact_mut(percepts)) {
            let look = Look {
                record: &belief.now,
                minds: Some((belief.id, beliefs.minds())),
                history: Some(&belief.history),
                viewer: own.map(|own| &own.now),
                viewer_history: own.map(|own| &own.history),
                other: other.map(|other| &other.now),
                other_history: other.map(|other| &other.history),
                knows: KnownWords::of(knowledge),
                tree: &config.percepts,
                row: None,
            };
            config.percepts.evaluate_all(look, row);
        }
    }
    beliefs.evaluations = evaluations;
}
