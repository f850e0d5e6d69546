//! Subjects whose score is known: they test the scorer, and show what no skill gets.

use super::truth::{Row, Scene};
use crate::family::Subject;
use piaget_terms::Chance;

pub(super) const TRUTH: Subject =
    Subject { name: Subject::TRUTH, says: "Told by the scorer who is who and where, also while hidden." };
pub(super) const FORGETS: Subject =
    Subject { name: "forgets at once", says: "Takes what it sees for new in each frame, and forgets it." };
pub(super) const RANDOM: Subject = Subject {
    name: "random",
    says: "Deals out the numbers of all things to what it sees, anew in each frame.",
};

/// Every thing from when it could first be seen to the end of its life, or for as long as it lasts.
pub(super) fn told_the_truth(scene: &Scene) -> Vec<Row> {
    let mut rows = Vec::new();
    for (id, stay) in scene.stays.iter().enumerate() {
        let Some((first, last)) = stay.life() else { continue };
        let end = if scene.lasting { stay.at.len() - 1 } else { last };
        let row =
            |own| Row { frame: stay.first + own, id: id as u64, at: stay.at[own], seen: stay.detected[own] };
        rows.extend((first..=end).map(row));
    }
    rows.sort_by_key(|row| (row.frame, row.id));
    rows
}

/// For whom every sighting is a new thing that is gone in the next frame.
pub(super) fn forgets(scene: &Scene) -> Vec<Row> {
    let all = scene.frames.iter().enumerate();
    let all = all.flat_map(|(frame, seen)| seen.iter().map(move |detection| (frame, detection.at)));
    (0..).zip(all).map(|(id, (frame, at))| Row { frame, id, at, seen: true }).collect()
}

/// Who knows how many things there are, and guesses in each frame which is which.
pub(super) fn guesses(scene: &Scene, seed: u64) -> Vec<Row> {
    let mut chance = Chance::of_part(seed, 0);
    let mut rows = Vec::new();
    let mut ids: Vec<u64> = (0..scene.stays.len() as u64).collect();
    for (frame, seen) in scene.frames.iter().enumerate() {
        for at in (1..ids.len()).rev() {
            ids.swap(at, chance.below(at as u32 + 1) as usize);
        }
        rows.extend(seen.iter().zip(&ids).map(|(one, id)| Row { frame, id: *id, at: one.at, seen: true }));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::super::score::score;
    use super::super::truth::{Detection, Stay};
    use super::*;

    /// Things that stand 5 m apart and are seen exactly; the first is hidden now and then.
    fn scene(things: usize, frames: usize, lasting: bool) -> Scene {
        let mut scene =
            Scene { frames: vec![Vec::new(); frames], at_end: things, lasting, ..Scene::default() };
        for index in 0..things {
            let at = [5.0 * index as f64, 0.0];
            let visible: Vec<bool> = (0..frames).map(|frame| index > 0 || frame % 50 < 40).collect();
            for (frame, _) in visible.iter().enumerate().filter(|(_, visible)| **visible) {
                scene.frames[frame].push(Detection { at, stay: index });
            }
            scene.stays.push(Stay { first: 0, at: vec![at; frames], detected: visible.clone(), visible });
        }
        scene
    }

    #[test]
    fn the_truth_gets_1() {
        for (things, lasting) in [(1, true), (3, false), (3, true)] {
            let scene = scene(things, 140, lasting);
            let numbers = score(&scene, &told_the_truth(&scene));
            for name in ["idf1", "hota", "mota", "idf1-seen", "right-number"] {
                assert!((numbers.get(name).unwrap() - 1.0).abs() < 1e-12, "{name} of {things}: {numbers:?}");
            }
            for name in ["switches", "false", "lost"] {
                assert_eq!(numbers.get(name), Some(0.0), "{name}");
            }
            assert_eq!(numbers.get("events"), Some(2.0));
        }
    }

    #[test]
    fn who_forgets_at_once_gets_what_arithmetic_says() {
        // One thing, seen in 120 of 140 frames of its life (hidden in frames 40 to 49 and 90 to 99): the best pairing covers
        // one row of 140 true and 120 claimed ones; a switch at each event and, in CLEAR, at each frame but the first.
        let scene = scene(1, 140, true);
        let numbers = score(&scene, &forgets(&scene));
        let near = |name: &str, value: f64| {
            let got = numbers.get(name).unwrap();
            assert!((got - value).abs() < 1e-12, "{name}: {got} should be {value}");
        };
        near("idf1", 2.0 / 260.0);
        near("idf1-seen", 1.0 / 120.0);
        near("mota", (120.0 - 119.0) / 140.0);
        // Detection 120 of 140; each of the 120 matches has 1 of the 140 rows of its pair.
        near("hota", (120.0f64 / 140.0 * (1.0 / 140.0)).sqrt());
        near("switches", 2.0);
        near("new", 2.0);
        near("false", 0.0);
    }

    #[test]
    fn who_guesses_gets_one_in_as_many_as_there_are() {
        for things in [2, 4] {
            let scene = scene(things, 4000, true);
            let numbers = score(&scene, &guesses(&scene, 7));
            let share = 1.0 / things as f64;
            let seen = numbers.get("idf1-seen").unwrap();
            assert!((seen - share).abs() < 0.03, "{seen} of {things}");
            // The last guess within the second of grace is right as often as any other.
            let switches = numbers.get("switches").unwrap() / numbers.get("events").unwrap();
            assert!((switches - (1.0 - share)).abs() < 0.15, "{switches} of {things}");
        }
    }

    #[test]
    fn to_go_on_believing_in_what_is_out_of_sight_for_good_is_neither_right_nor_wrong() {
        let mut scene = scene(2, 100, true);
        for frame in 40..100 {
            scene.stays[0].visible[frame] = false;
            scene.stays[0].detected[frame] = false;
            scene.frames[frame].retain(|one| one.stay != 0);
        }
        let numbers = score(&scene, &told_the_truth(&scene));
        assert_eq!((numbers.get("idf1"), numbers.get("false")), (Some(1.0), Some(0.0)));
        // Where nobody lasts, it is wrong.
        scene.lasting = false;
        let rows = told_the_truth(&Scene { lasting: true, ..scene.clone() });
        assert!(score(&scene, &rows).get("idf1").unwrap() < 0.9);
    }
}
