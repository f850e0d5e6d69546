//! When a search ends: as soon as the rate of finding falls below what else there is to do. What was given up is left alone
//! until it is wanted anew, or sensed again.

use super::Situation;
use super::choose::Chooser;
use crate::model::action::{Action, End, GroupId, Reason, TupleId};

impl Chooser<'_> {
    /// Ends, or leaves alone, what goes after a thing that is looked for in vain.
    pub(super) fn weigh_search(&mut self, group: GroupId, active: Option<TupleId>, now: &Situation<'_>) {
        for at in 0..self.tree.groups[group.index()].members.len() {
            let id = self.member(group, at);
            let is_active = Some(id) == active;
            let possible = self.state.marks[id.index()].reason == Reason::Possible;
            let given_up = self.state.in_vain == Some(id);
            if !possible {
                // No longer wanted: the next time it is, it is looked for anew.
                self.state.in_vain = self.state.in_vain.filter(|_| !given_up);
                continue;
            }
            let Some(rate_per_s) = self.rate_of_finding(id, now) else {
                self.state.in_vain = self.state.in_vain.filter(|_| !given_up);
                continue;
            };
            let (least_per_s, resume) = self.least_rate(group, id, now);
            if is_active && rate_per_s < least_per_s {
                self.state.in_vain = Some(id);
                self.state.marks[id.index()].reason = Reason::Ended(End::InVain);
            } else if given_up && !is_active {
                match rate_per_s < resume * least_per_s {
                    true => self.state.marks[id.index()].reason = Reason::InVain,
                    false => self.state.in_vain = None,
                }
            }
        }
    }

    /// The chance per second of finding the object of a tuple that goes after it; nothing where it is not looked for.
    fn rate_of_finding(&self, id: TupleId, now: &Situation<'_>) -> Option<f32> {
        let goes = matches!(self.tree.tuples[id.index()].action, Some(Action::Approach { .. }));
        let object = self.state.object(id).filter(|_| goes)?;
        let unseen = now.view.belief(object).is_some_and(|belief| !belief.now.seen);
        now.tick.feedback.search_for(object).filter(|_| unseen)?.rate_per_s
    }

    /// The rate below which what else could be done is worth more, and how many times as much takes it up again.
    fn least_rate(&self, group: GroupId, id: TupleId, now: &Situation<'_>) -> (f32, f32) {
        let own = self.state.worth(id).max(f32::MIN_POSITIVE);
        let members = self.tree.groups[group.index()].members.iter().filter(|member| **member != id);
        let possible = members.filter(|member| self.state.marks[member.index()].reason == Reason::Possible);
        let rival = possible.map(|member| self.state.worth(*member)).fold(0.0, f32::max);
        let search = self.state.object(id).and_then(|object| now.tick.feedback.search_for(object));
        let (otherwise, resume) = search.map_or((0.0, 1.0), |search| (search.otherwise_per_s, search.resume));
        (otherwise * (1.0 + rival / own), resume)
    }
}
