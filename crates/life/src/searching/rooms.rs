//! Rooms of every kind: a search there ends, and no plan is left without a reason.

use crate::family::Subject;
use crate::record::{Numbers, Record, Score};
use piaget_claims::search::Room;
use piaget_mind::act::seek::SeekConfig;
use piaget_terms::Chance;

/// More than so many times the way, and the looks at both ends, between two looks at new ground is a stall.
const LONG_GAP: f32 = 2.0;

/// Searches one room.
pub fn play(mut record: Record, chance: &mut Chance) -> Record {
    let searched = Room::draw(chance).search(&SeekConfig::default());
    let yes = |is: bool| f64::from(u8::from(is));
    let ends = searched.found_s.is_some() || searched.gave_up_s.is_some();
    let numbers = [
        ("never_ends", yes(!ends)),
        ("unexplained", searched.unexplained.into()),
        ("better", searched.better.into()),
        ("plans", searched.plans.max(1).into()),
        ("long_gap", yes(searched.longest_gap > LONG_GAP)),
    ];
    record.scores.push(Score::new(Subject::OURS, Numbers::from_iter(numbers)));
    record
}
