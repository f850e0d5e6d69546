//! The one place where what was learnt from others is taken in: words on lists, a new action, what another wants.

use crate::model::action::ActionTree;
use crate::model::{Beliefs, Knowledge, Lessons};
use crate::others;
use piaget_terms::Name;

/// The list of kinds that serve as tools; a character without it learns no tools.
const TOOLS: &str = "tools";

/// Takes in what watching another has taught.
pub(crate) fn take_in(
    lessons: &Lessons,
    knowledge: &mut Knowledge,
    beliefs: &mut Beliefs,
    actions: &mut ActionTree,
    others: &mut others::State,
) {
    for (list, word) in &lessons.words {
        let list = knowledge.lists.get(usize::from(*list)).map(|list| list.name);
        list.map(|list| knowledge.learn(list.as_str(), *word));
    }
    beliefs.want(lessons.wanted);
    if let Some(lesson) = lessons.given_up {
        actions.give_up(usize::from(lesson), true);
    }
    let learnt = lessons.action.as_ref().and_then(|lesson| Some((lesson, actions.learn(lesson)?)));
    if let Some((lesson, action)) = learnt {
        let tool = lesson.tool.filter(|tool| knowledge.learn(TOOLS, *tool));
        others.note_learnt(action, tool.map(|tool| (Name::cut(TOOLS), tool)));
    }
}
