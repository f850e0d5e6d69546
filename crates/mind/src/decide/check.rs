//! Triggers that can never hold, whatever the creature meets: found when the file is read.

use super::read::Vocabulary;
use crate::model::action::{Action, ActionTree, Condition, ConditionId, Conditions, Tuple};
use piaget_terms::Name;
use piaget_text::{Fields, nearest};

/// The section that a condition is written in, and its bytes there.
type Written<'s> = (&'s Fields<'s>, std::ops::Range<usize>);

/// Reports contexts of a tuple that can never hold.
pub(super) fn triggers(
    tuple: &Tuple,
    conditions: &Conditions,
    node: &Fields<'_>,
    at: &dyn Fn(ConditionId) -> std::ops::Range<usize>,
    known: Vocabulary<'_>,
) {
    let contexts = tuple.can.iter().chain(&tuple.should).copied();
    let untils = tuple.until.iter().map(|until| until.condition);
    for context in contexts.clone().chain(untils) {
        if let Some(why) = never(context, conditions, known) {
            let text = conditions.describe(context, known.words());
            let message = format!("\"{}\": `{text}` can never be true: {why}", tuple.name);
            node.problem_at(at(context), message, "change or remove it");
        }
    }
    // Triggers must hold together.
    let together: Vec<ConditionId> = contexts.collect();
    if let Some(why) = contradiction(&together, conditions, known) {
        node.problem(
            format!("the triggers of \"{}\" can never hold together: {why}", tuple.name),
            "change one",
        );
    }
}

/// Reports conditions that wait for a movement which no tuple performs.
pub(super) fn movements<'s>(
    tree: &ActionTree,
    at: &dyn Fn(ConditionId) -> Written<'s>,
    known: Vocabulary<'_>,
) {
    let performed = |name: &Name| {
        name.is_empty() || tree.tuples().iter().any(|tuple| tuple.action == Some(Action::Movement(*name)))
    };
    for id in 0..tree.conditions().len() as u16 {
        if let Some(Condition::Finished(name) | Condition::Cannot(name)) =
            tree.conditions().get(ConditionId(id))
            && !performed(name)
        {
            let text = tree.conditions().describe(ConditionId(id), known.words());
            let performed = tree.tuples().iter().filter_map(|tuple| match tuple.action {
                Some(Action::Movement(movement)) => Some(movement),
                _ => None,
            });
            let performed: Vec<Name> = performed.collect();
            let hint = match nearest(name.as_str(), performed.iter().map(Name::as_str)) {
                Some(known) => format!("did you mean \"{known}\"?"),
                None => format!("write `do \"movement\" \"{name}\"` in a tuple, or correct the name"),
            };
            let message = format!("`{text}` can never be true: no tuple performs the movement \"{name}\"");
            let (section, span) = at(ConditionId(id));
            section.unresolved(span, ("movement", name.as_str()), message, hint);
        }
    }
}

/// Reports conditions that ask for a tuple which is not there.
pub(super) fn doings<'s>(tree: &ActionTree, at: &dyn Fn(ConditionId) -> Written<'s>) {
    let names = tree.tuples().iter().map(|tuple| tuple.name.as_str());
    for id in 0..tree.conditions().len() as u16 {
        if let Some(Condition::Doing(name)) = tree.conditions().get(ConditionId(id))
            && !names.clone().any(|tuple| tuple == name.as_str())
        {
            let hint = match nearest(name.as_str(), names.clone()) {
                Some(known) => format!("did you mean \"{known}\"?"),
                None => "write the name of a tuple".to_owned(),
            };
            let message = format!("there is no tuple \"{name}\" to be doing");
            let (section, span) = at(ConditionId(id));
            section.unresolved(span, ("tuple", name.as_str()), message, hint);
        }
    }
}

/// Why a condition can never hold, if that can be told from the character alone.
fn never(id: ConditionId, conditions: &Conditions, known: Vocabulary<'_>) -> Option<String> {
    match conditions.get(id)? {
        Condition::Above(value, than) => {
            let [_, high] = known.values.range(*value);
            (high <= *than).then(|| format!("`{}` never passes {high}", known.values.name(*value)))
        }
        Condition::Below(value, than) => {
            let [low, _] = known.values.range(*value);
            (low >= *than).then(|| format!("`{}` is never below {low}", known.values.name(*value)))
        }
        Condition::All(parts) => parts
            .iter()
            .find_map(|part| never(*part, conditions, known))
            .or_else(|| contradiction(parts, conditions, known)),
        Condition::Any(parts) => {
            let reasons = parts.iter().map(|part| never(*part, conditions, known));
            let all: Option<Vec<String>> = reasons.collect();
            all.map(|all| if all.is_empty() { "it has no parts".to_owned() } else { all.join("; ") })
        }
        Condition::Recently(part, _) => never(*part, conditions, known),
        _ => None,
    }
}

/// Why several conditions exclude each other.
fn contradiction(parts: &[ConditionId], conditions: &Conditions, known: Vocabulary<'_>) -> Option<String> {
    let text = |id: &ConditionId| conditions.describe(*id, known.words());
    for (index, first) in parts.iter().enumerate() {
        for second in &parts[index + 1..] {
            let excludes = match (conditions.get(*first)?, conditions.get(*second)?) {
                (Condition::Above(a, low), Condition::Below(b, high))
                | (Condition::Below(b, high), Condition::Above(a, low)) => a == b && low >= high,
                (Condition::Not(part), other) | (other, Condition::Not(part)) => {
                    conditions.get(*part)? == other
                }
                (Condition::Holding(a), Condition::Holding(b)) => a != b && !a.is_empty() && !b.is_empty(),
                _ => false,
            };
            if excludes {
                return Some(format!("{} and {}", text(first), text(second)));
            }
        }
    }
    None
}
