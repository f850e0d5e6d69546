//! Policies that a group imposes on its members (Kline 3.1.2). A member keeps its own level; the policy decides
//! what the rest of the mind reads of it.

use crate::model::ValueId;
use piaget_terms::Name;

/// What a group does to its members.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GroupPolicy {
    /// Nothing: the group only gives them a dominant one.
    Plain,
    /// All but the highest read as 0.
    Highest,
    /// Those below the threshold read as 0.
    Above(f32),
    /// Each is lowered by the others times their inhibition, never below 0 (Minsky's cross-exclusion, Ludlow's
    /// mutual inhibition). With inhibition above 1 one member stays, and a rival must exceed it by that factor.
    CrossExclusion,
}

/// Members under one policy.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueGroup {
    /// What it is called.
    pub name: Name,
    /// What it imposes.
    pub policy: GroupPolicy,
    /// Who is in it.
    pub members: Vec<ValueId>,
    /// How much member `row` lowers member `column`, row by row; only for cross-exclusion.
    pub inhibition: Vec<f32>,
}

/// Sweeps over a cross-exclusion group in one tick, at most. It starts from what the tick before left, so that a
/// settled group needs two.
const SWEEPS: usize = 24;
/// A change below this is no change.
const SETTLED: f32 = 1e-6;

impl ValueGroup {
    /// Writes what each member reads as into `output`, from its raw value; `output` still holds the tick before.
    pub(super) fn impose(&self, raw: &[f32], output: &mut [f32]) {
        match self.policy {
            GroupPolicy::Plain => self.each(|_, at| output[at] = raw[at]),
            GroupPolicy::Above(threshold) => {
                self.each(|_, at| output[at] = if raw[at] > threshold { raw[at] } else { 0.0 });
            }
            GroupPolicy::Highest => {
                let highest = self.highest(raw);
                self.each(|member, at| output[at] = if Some(member) == highest { raw[at] } else { 0.0 });
            }
            GroupPolicy::CrossExclusion => {
                for _ in 0..SWEEPS {
                    if self.sweep(raw, output) < SETTLED {
                        break;
                    }
                }
            }
        }
    }

    /// The member with the largest value above 0; the first one of equals.
    pub(super) fn highest(&self, values: &[f32]) -> Option<usize> {
        let mut best = None;
        let mut most = 0.0;
        self.each(|member, at| {
            if values[at] > most {
                (best, most) = (Some(member), values[at]);
            }
        });
        best
    }

    fn each(&self, mut visit: impl FnMut(usize, usize)) {
        for (member, value) in self.members.iter().enumerate() {
            visit(member, value.index());
        }
    }

    fn sweep(&self, raw: &[f32], output: &mut [f32]) -> f32 {
        let count = self.members.len();
        let mut changed = 0.0f32;
        for (member, value) in self.members.iter().enumerate() {
            let others = self.members.iter().enumerate().filter(|(other, _)| *other != member);
            let lowered: f32 =
                others.map(|(other, id)| self.inhibition[other * count + member] * output[id.index()]).sum();
            let next = (raw[value.index()] - lowered).max(0.0);
            changed = changed.max((next - output[value.index()]).abs());
            output[value.index()] = next;
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(policy: GroupPolicy, inhibition: f32) -> ValueGroup {
        let members: Vec<ValueId> = (0..3).map(ValueId).collect();
        ValueGroup { name: Name::cut("mood"), policy, members, inhibition: vec![inhibition; 9] }
    }

    fn check(policy: GroupPolicy, inhibition: f32, raw: [f32; 3], before: [f32; 3], expected: [f32; 3]) {
        let mut output = before;
        group(policy, inhibition).impose(&raw, &mut output);
        for (found, wanted) in output.iter().zip(expected) {
            assert!((found - wanted).abs() < 1e-4, "{policy:?}: {output:?}, not {expected:?}");
        }
    }

    #[test]
    fn each_policy_does_what_it_says() {
        let raw = [0.5, 0.9, 0.2];
        check(GroupPolicy::Plain, 0.0, raw, [0.0; 3], raw);
        check(GroupPolicy::Highest, 0.0, raw, [0.0; 3], [0.0, 0.9, 0.0]);
        check(GroupPolicy::Above(0.4), 0.0, raw, [0.0; 3], [0.5, 0.9, 0.0]);
        // Mild inhibition lets several live; the fixed point of two is x = (a - i b) / (1 - i^2).
        check(GroupPolicy::CrossExclusion, 0.5, [0.5, 0.9, 0.0], [0.0; 3], [0.066_67, 0.866_67, 0.0]);
    }

    #[test]
    fn strong_inhibition_keeps_the_winner_until_it_is_clearly_beaten() {
        let policy = GroupPolicy::CrossExclusion;
        check(policy, 1.2, [0.5, 0.55, 0.0], [0.5, 0.0, 0.0], [0.5, 0.0, 0.0]);
        check(policy, 1.2, [0.5, 0.65, 0.0], [0.5, 0.0, 0.0], [0.0, 0.65, 0.0]);
    }
}
