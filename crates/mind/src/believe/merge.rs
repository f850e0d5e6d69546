//! Merge metrics (Buchsbaum 5.5): which records of one tick come from one thing, and what stays of them.

use super::Config;
use crate::model::Record;
use crate::perceive::Snapshot;

/// Merges what belongs together; `gone[i]` says that snapshot `i` went into an earlier one.
pub(super) fn merge(config: &Config, snapshots: &mut [Snapshot], gone: &mut Vec<bool>) {
    gone.clear();
    gone.resize(snapshots.len(), false);
    for second in 1..snapshots.len() {
        let (before, rest) = snapshots.split_at_mut(second);
        let late = &rest[0];
        // A voice goes to the nearest that could have spoken; a second look at a thing, to the nearest alike.
        let near = |early: &Snapshot| early.record.position.distance_squared(late.record.position);
        let first = (0..second)
            .filter(|&index| !gone[index] && one_thing(config, &before[index], late))
            .min_by(|&a, &b| near(&before[a]).total_cmp(&near(&before[b])));
        if let Some(first) = first {
            let early = &mut before[first];
            early.id = early.id.or(late.id);
            join(&mut early.record, &late.record);
            gone[second] = true;
        }
    }
}

fn one_thing(config: &Config, a: &Snapshot, b: &Snapshot) -> bool {
    if config.same.id && a.id.is_some() && b.id.is_some() {
        return a.id == b.id;
    }
    let both_seen = a.record.seen && b.record.seen;
    let within_m = if both_seen { config.merge_within_m } else { config.hear_within_m };
    config.same.allows(&a.record, &b.record) && a.record.distance_m(b.record.position) <= within_m
}

/// Of two values that conflict, the more confident stays; what only one has is kept.
fn join(kept: &mut Record, other: &Record) {
    // What was seen tells more of a place than what was heard, however loud.
    let other_wins = (other.seen, other.confidence) > (kept.seen, kept.confidence);
    let stays = |kept: &mut piaget_terms::Name, other: piaget_terms::Name| {
        if kept.is_empty() || (other_wins && !other.is_empty()) {
            *kept = other;
        }
    };
    stays(&mut kept.kind, other.kind);
    stays(&mut kept.colour, other.colour);
    stays(&mut kept.shape, other.shape);
    if other_wins {
        kept.position = other.position;
        kept.confidence = other.confidence;
        kept.facing = other.facing.or(kept.facing);
        kept.eye = other.eye.or(kept.eye);
        kept.holding = other.holding.or(kept.holding);
    } else {
        kept.facing = kept.facing.or(other.facing);
        kept.eye = kept.eye.or(other.eye);
        kept.holding = kept.holding.or(other.holding);
    }
    kept.seen |= other.seen;
    if kept.words.is_empty() || (other_wins && !other.words.is_empty()) {
        kept.words = other.words;
    }
    for feature in &other.features {
        match kept.features.iter_mut().find(|known| known.path == feature.path) {
            Some(known) if other_wins => *known = *feature,
            Some(_) => {}
            None => _ = kept.features.try_push(*feature),
        }
    }
    for part in &other.effectors {
        match kept.effectors.iter_mut().find(|known| known.effector == part.effector) {
            Some(known) if other_wins => *known = *part,
            Some(_) => {}
            None => _ = kept.effectors.try_push(*part),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piaget_terms::{HostId, Name, Utterance, Vec3};

    fn snapshot(id: u32, x: f32, confidence: f32) -> Snapshot {
        let record = Record { confidence, ..Record::at(0.0, Vec3::X * x) };
        Snapshot { record, id: Some(HostId(id)) }
    }

    #[test]
    fn the_surer_of_two_conflicting_places_stays() {
        let mut pair = [snapshot(1, 0.0, 0.5), snapshot(2, 0.04, 0.9)];
        pair[0].record.kind = Name::cut("mouse");
        let mut gone = Vec::new();
        merge(&Config::default(), &mut pair, &mut gone);
        assert_eq!(gone, [false, true]);
        assert_eq!((pair[0].record.position.x, pair[0].record.kind.as_str()), (0.04, "mouse"));
    }

    #[test]
    fn a_voice_joins_the_nearest_that_could_have_spoken() {
        let mut all = vec![snapshot(1, 0.9, 1.0), snapshot(2, 0.2, 1.0), snapshot(3, 0.0, 1.0)];
        all[0].record.kind = Name::cut("shepherd");
        all[1].record.kind = Name::cut("shepherd");
        all[2].record.kind = Name::cut("sheep");
        let mut voice =
            Record { seen: false, words: Utterance::from("come").unwrap(), ..Record::at(0.0, Vec3::ZERO) };
        voice.kind = Name::cut("shepherd");
        all.push(Snapshot { record: voice, id: None });
        let mut gone = Vec::new();
        merge(&Config::default(), &mut all, &mut gone);
        assert_eq!(gone, [false, false, false, true]);
        assert_eq!(&all[1].record.words[..], "come");
        assert_eq!(all[1].record.position.x, 0.2, "the eye knows the place better");
    }
}
