//! When a search ends: as soon as the rate of finding falls below what else there is to do. What was given up is left alone
//! until it is wanted anew, is sensed again, or hope has come back.

use super::Situation;
use super::choose::Chooser;
use crate::model::Searching;
use crate::model::action::{Action, End, GroupId, Reason, TupleId};

impl Chooser<'_> {
    /// Ends, or leaves alone, what goes after a thing that is looked for in vain.
    pub(super) fn weigh_search(&mut self, group: GroupId, active: Option<TupleId>, now: &Situation<'_>) {
        for at in 0..self.tree.groups[group.index()].members.len() {
            let id = self.member(group, at);
            let mark = self.state.marks[id.index()];
            let search = self.search_of(id, now);
            match (mark.reason, search) {
                (Reason::Possible, Some(search)) if Some(id) == active => {
                    let least_per_s = self.least_rate(group, id, search);
                    if search.rate_per_s.is_some_and(|rate| rate < least_per_s) {
                        let mark = &mut self.state.marks[id.index()];
                        (mark.given_up, mark.reason) = (Some(search.object), Reason::Ended(End::InVain));
                        self.state.decision.gave_up = Some(search.object);
                    }
                }
                (Reason::Possible, Some(search)) if mark.given_up == Some(search.object) => {
                    let mark = &mut self.state.marks[id.index()];
                    match search.revived {
                        true => mark.given_up = None,
                        false => mark.reason = Reason::InVain,
                    }
                }
                // Not to be able to is no reason to begin anew.
                (Reason::CanNot(_), _) => {}
                // No longer wanted, or sensed since: the next time it is looked for anew.
                _ => self.state.marks[id.index()].given_up = None,
            }
        }
    }

    /// How the search stands for the object of a tuple that goes after it; nothing where it is not looked for.
    fn search_of<'a>(&self, id: TupleId, now: &Situation<'a>) -> Option<&'a Searching> {
        let goes = matches!(self.tree.tuples[id.index()].action, Some(Action::Approach { .. }));
        let object = self.state.object(id).filter(|_| goes)?;
        let unseen = now.view.belief(object).is_some_and(|belief| !belief.now.seen);
        now.tick.feedback.search_for(object).filter(|_| unseen)
    }

    /// The rate below which what else could be done is worth more.
    fn least_rate(&self, group: GroupId, id: TupleId, search: &Searching) -> f32 {
        let own = self.state.worth(id).max(f32::MIN_POSITIVE);
        let members = self.tree.groups[group.index()].members.iter().filter(|member| **member != id);
        let possible = members.filter(|member| self.state.marks[member.index()].reason == Reason::Possible);
        let rival = possible.map(|member| self.state.worth(*member)).fold(0.0, f32::max);
        search.otherwise_per_s * (1.0 + (rival / own).min(1.0))
    }
}
