//! Data association: which record belongs to which belief (Isla 4.2). What a pair costs is decided here; all pairs are
//! then solved at once ([`super::assignment`]), so that two sheep that cross keep who they are.

use super::Config;
use super::assignment::{Assigner, Pair};
use crate::model::{Belief, Beliefs};
use crate::perceive::Snapshot;
use piaget_terms::maths;

/// Assigns the records of a tick to beliefs; `gone` are records that were merged into others.
pub(super) fn associate(
    config: &Config,
    beliefs: &Beliefs,
    assigner: &mut Assigner,
    (snapshots, gone): (&[Snapshot], &[bool]),
) {
    assigner.pairs.clear();
    for (row, snapshot) in snapshots.iter().enumerate().filter(|(row, _)| !gone[*row]) {
        for (column, belief) in beliefs.all.iter().enumerate().skip(1) {
            if let Some(cost) = cost(config, belief, snapshot, beliefs.time_s) {
                assigner.pairs.push(Pair { row: row as u32, column: column as u32, cost });
            }
        }
    }
    assigner.solve(config.assignment, snapshots.len(), beliefs.all.len());
}

/// What taking a record for a believed thing costs; `None` where it cannot be the same thing.
fn cost(config: &Config, belief: &Belief, snapshot: &Snapshot, time_s: f64) -> Option<f32> {
    if config.same.id
        && let (Some(known), Some(seen)) = (belief.host, snapshot.id)
    {
        return (known == seen).then_some(0.0);
    }
    if !config.same.allows(&belief.now, &snapshot.record) {
        return None;
    }
    // What is in view is followed by the eye; the map speaks of what was lost from it.
    if let (Some(map), Some(place)) = (&config.map, &belief.place)
        && !belief.now.seen
    {
        let at = maths::ground(snapshot.record.position);
        return place.cost(map, at, config.whereabouts.slack_m);
    }
    let mut whereabouts = config.whereabouts;
    if !snapshot.record.seen {
        // An ear places things less well than an eye.
        whereabouts.slack_m += config.hear_within_m;
    }
    whereabouts.cost(belief, snapshot.record.position, time_s)
}
