//! The tuples of one group as rivals: whether a choice is due, which of them is chosen, and why the others were not.

use super::choose::Chooser;
use crate::model::action::{End, GroupId, Reason, Selection, TupleId};
use piaget_terms::{Chance, maths};

/// What a group does in this tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Turn {
    Keep { committed: bool },
    Choose,
    Interrupt(TupleId),
}

impl Chooser<'_> {
    /// What a group whose active tuple goes on should do.
    pub(super) fn turn(&self, group: GroupId, active: Option<TupleId>, time_s: f64) -> Turn {
        let Some(active) = active else { return Turn::Choose };
        let settings = &self.tree.groups[group.index()];
        let course = &self.state.courses[group.index()];
        let worth = self.state.marks[active.index()].worth;
        let rivals = settings.members.iter().copied().filter(|member| *member != active);
        let (mut interrupter, mut beaten) = (None, false);
        for rival in rivals.filter(|rival| self.state.marks[rival.index()].reason == Reason::Possible) {
            let rivals_worth = self.state.marks[rival.index()].worth;
            let breaks_in = self.tree.tuples[rival.index()].interrupts && rivals_worth > worth
                || rivals_worth > worth * (1.0 + settings.interrupt_margin);
            let best = interrupter.map_or(0.0, |(_, most)| most);
            if breaks_in && rivals_worth > best {
                interrupter = Some((rival, rivals_worth));
            }
            beaten |= rivals_worth > worth * (1.0 + settings.margin);
        }
        // A little slack, because the clock is a sum of ticks.
        const SLACK_S: f64 = 1e-6;
        let committed = time_s - course.chosen_s + SLACK_S < f64::from(settings.commit_s);
        match interrupter {
            Some((rival, _)) => Turn::Interrupt(rival),
            None if beaten && !committed => Turn::Choose,
            None if beaten => Turn::Keep { committed: true },
            None => Turn::Keep { committed: false },
        }
    }

    /// The tuple that is to be active, and why.
    pub(super) fn pick(
        &mut self,
        group: GroupId,
        turn: Turn,
        active: Option<TupleId>,
        chance: &mut Chance,
    ) -> Option<(TupleId, Reason)> {
        match (turn, active) {
            (Turn::Keep { .. }, Some(active)) => return Some((active, Reason::Kept)),
            (Turn::Interrupt(rival), Some(active)) => return Some((rival, Reason::Interrupts(active))),
            _ => {}
        }
        let settings = &self.tree.groups[group.index()];
        let possible = |member: &TupleId| self.state.marks[member.index()].reason == Reason::Possible;
        let mut count = 0;
        let mut best: Option<(TupleId, f32)> = None;
        for member in settings.members.iter().copied().filter(possible) {
            let worth = self.state.marks[member.index()].worth;
            count += 1;
            if best.is_none_or(|(_, most)| worth > most) {
                best = Some((member, worth));
            }
        }
        let (best, most) = best?;
        if count == 1 {
            return Some((best, if active == Some(best) { Reason::Kept } else { Reason::Only }));
        }
        let Selection::Probable { .. } = settings.selection else { return Some((best, Reason::Highest)) };
        self.weights.clear();
        for member in &settings.members {
            let mark = &self.state.marks[member.index()];
            let weight = if mark.reason == Reason::Possible {
                weigh(mark.worth, most, settings.selection)
            } else {
                0.0
            };
            self.weights.push(weight);
        }
        let chosen = settings.members[chance.weighted(self.weights)?];
        let share = self.share(group, chosen);
        let again = active == Some(chosen);
        Some((chosen, if again { Reason::KeptByChance(share) } else { Reason::ByChance(share) }))
    }

    /// The probability with which a group chooses a member.
    fn share(&self, group: GroupId, member: TupleId) -> f32 {
        let settings = &self.tree.groups[group.index()];
        let possible = |member: &&TupleId| self.state.marks[member.index()].reason == Reason::Possible;
        let all =
            || settings.members.iter().filter(possible).map(|member| self.state.marks[member.index()].worth);
        let most = all().fold(0.0, f32::max);
        let total: f32 = all().map(|worth| weigh(worth, most, settings.selection)).sum();
        weigh(self.state.marks[member.index()].worth, most, settings.selection) / total
    }

    /// Notes why those that were not chosen were not.
    pub(super) fn explain(
        &mut self,
        group: GroupId,
        chosen: Option<TupleId>,
        turn: Turn,
        active: Option<TupleId>,
        ended: Option<(TupleId, End)>,
    ) {
        for at in 0..self.tree.groups[group.index()].members.len() {
            let member = self.member(group, at);
            if Some(member) == chosen {
                continue;
            }
            let ended = ended.filter(|(tuple, _)| *tuple == member);
            let reason = match (self.state.marks[member.index()].reason, chosen) {
                (_, _) if ended.is_some() => ended.map_or(Reason::Possible, |(_, end)| Reason::Ended(end)),
                (Reason::Possible, Some(chosen)) => match turn {
                    Turn::Interrupt(by) if active == Some(member) => Reason::Ended(End::Interrupted(by)),
                    Turn::Interrupt(by) => Reason::Lower(by),
                    Turn::Choose if active == Some(member) => Reason::Ended(End::Beaten(chosen)),
                    Turn::Choose => match self.tree.groups[group.index()].selection {
                        Selection::Highest => Reason::Lower(chosen),
                        Selection::Probable { .. } => Reason::Unlucky(chosen),
                    },
                    Turn::Keep { committed: true } if self.state.worth(member) > self.state.worth(chosen) => {
                        Reason::Committed(chosen)
                    }
                    Turn::Keep { .. } => Reason::WithinMargin(chosen),
                },
                (reason, _) => reason,
            };
            self.state.marks[member.index()].reason = reason;
        }
    }
}

/// The weight of a value beside the greatest one; the quotient keeps high powers from overflowing.
fn weigh(worth: f32, most: f32, selection: Selection) -> f32 {
    match selection {
        Selection::Probable { sharpness } if most > 0.0 => maths::powf((worth / most).max(0.0), sharpness),
        _ => worth,
    }
}
