//! Subjects that try to fool the scorer, each with the score that arithmetic gives it.

use super::controls::told_the_truth;
use super::score::score;
use super::truth::{Detection, Row, Scene, Stay};
use crate::record::Numbers;

/// Frames of the scene.
const T: usize = 140;
/// How far the two that walk come in a frame: 0.8 m/s.
const STEP_M: f64 = 0.08;

/// Two that walk beside each other, 5 m apart, and a third that stands and is hidden twice. All are seen exactly.
fn scene() -> Scene {
    let mut scene = Scene { frames: vec![Vec::new(); T], at_end: 3, lasting: true, ..Scene::default() };
    for thing in 0..3usize {
        let along = |frame: usize| if thing < 2 { STEP_M * frame as f64 } else { 0.0 };
        let at: Vec<[f64; 2]> = (0..T).map(|frame| [5.0 * thing as f64, along(frame)]).collect();
        let visible: Vec<bool> = (0..T).map(|frame| thing < 2 || frame % 50 < 40).collect();
        for frame in (0..T).filter(|frame| visible[*frame]) {
            scene.frames[frame].push(Detection { at: at[frame], stay: thing });
        }
        scene.stays.push(Stay { first: 0, at, detected: visible.clone(), visible });
    }
    scene
}

#[track_caller]
fn near(numbers: &Numbers, name: &str, value: f64) {
    let got = numbers.get(name).unwrap();
    assert!((got - value).abs() < 1e-9, "{name}: {got} should be {value}; {numbers:?}");
}

#[test]
fn who_says_nothing_is_never_false_and_loses_everything() {
    let numbers = score(&scene(), &[]);
    for (name, value) in [("idf1", 0.0), ("hota", 0.0), ("mota", 0.0), ("false", 0.0), ("lost", 3.0)] {
        near(&numbers, name, value);
    }
    near(&numbers, "switches", 2.0);
    near(&numbers, "right-number", 0.0);
}

#[test]
fn who_says_everything_is_right_once_in_as_many_as_it_says() {
    let scene = scene();
    let mut rows = told_the_truth(&scene);
    // Beside the truth one identity in each of 97 places where nothing ever is.
    let elsewhere = |frame: usize, place: u64| Row {
        frame,
        id: 100 + place,
        at: [50.0 + place as f64, 0.0],
        seen: false,
    };
    rows.extend((0..T).flat_map(|frame| (0..97).map(move |place| elsewhere(frame, place))));
    let numbers = score(&scene, &rows);
    near(&numbers, "idf1", 2.0 * 3.0 / (3.0 + 100.0));
    near(&numbers, "mota", (3.0 - 97.0) / 3.0);
    near(&numbers, "false", 97.0);
    near(&numbers, "right-number", 0.0);
    near(&numbers, "switches", 0.0);
}

#[test]
fn who_repeats_the_truth_a_second_later_is_right_of_what_stands() {
    let scene = scene();
    let late: Vec<Row> =
        told_the_truth(&scene).into_iter().map(|row| Row { frame: row.frame + 10, ..row }).collect();
    // Rows after the end are of no frame. Who walks is 0.8 m ahead of what is said, beyond half a metre.
    let numbers = score(&scene, &late);
    let (all, said) = (T as f64, T as f64 - 10.0);
    near(&numbers, "idf1", 2.0 * said / (3.0 * all + 3.0 * said));
    near(&numbers, "lost", 2.0);
    near(&numbers, "false", 2.0);
}

#[test]
fn who_says_each_thing_twice_has_twice_as_many() {
    let scene = scene();
    let twice = |row: Row| [row, Row { id: row.id + 10, ..row }];
    let rows: Vec<Row> = told_the_truth(&scene).into_iter().flat_map(twice).collect();
    let numbers = score(&scene, &rows);
    near(&numbers, "idf1", 2.0 / 3.0);
    near(&numbers, "mota", 0.0);
    near(&numbers, "false", 3.0);
    near(&numbers, "right-number", 0.0);
}

#[test]
fn who_says_one_and_the_same_twice_in_one_place_gains_nothing() {
    let scene = scene();
    let rows: Vec<Row> = told_the_truth(&scene).into_iter().flat_map(|row| [row; 2]).collect();
    let numbers = score(&scene, &rows);
    near(&numbers, "idf1", 2.0 / 3.0);
    near(&numbers, "mota", 0.0);
    near(&numbers, "right-number", 0.0);
    // Each second saying is an identity of its own that fits nothing.
    near(&numbers, "false", 3.0 * T as f64);
}

#[test]
fn one_identity_for_all_is_that_of_one() {
    let scene = scene();
    let rows: Vec<Row> = told_the_truth(&scene).into_iter().map(|row| Row { id: 7, ..row }).collect();
    let numbers = score(&scene, &rows);
    // The first of each frame keeps it; each of the others is another one in every frame, of which the pairing covers one row.
    near(&numbers, "idf1", (T as f64 + 2.0) / (3.0 * T as f64));
    // The one that is hidden is never the first.
    near(&numbers, "switches", 2.0);
}

#[test]
fn who_says_no_place_is_nowhere_and_holds_as_many_as_it_holds() {
    let scene = scene();
    for place in [f64::NAN, f64::INFINITY] {
        let rows: Vec<Row> =
            told_the_truth(&scene).into_iter().map(|row| Row { at: [place, 0.0], ..row }).collect();
        let numbers = score(&scene, &rows);
        for (name, value) in
            [("idf1", 0.0), ("hota", 0.0), ("mota", 0.0), ("lost", 3.0), ("right-number", 1.0)]
        {
            near(&numbers, name, value);
        }
        assert!(numbers.iter().all(|(_, number)| number.is_finite()), "{numbers:?}");
    }
}

#[test]
fn who_believes_that_nothing_moves_is_right_of_what_stands_and_at_first() {
    let scene = scene();
    let first = |row: Row| Row { at: scene.stays[row.id as usize].at[0], ..row };
    let rows: Vec<Row> = told_the_truth(&scene).into_iter().map(first).collect();
    // Within half a metre in frames 0 to 6.
    let numbers = score(&scene, &rows);
    near(&numbers, "idf1", 2.0 * (T as f64 + 2.0 * 7.0) / (6.0 * T as f64));
}

#[test]
fn who_swaps_two_in_every_frame_has_them_half() {
    let scene = scene();
    let swap = |row: Row| if row.id < 2 && row.frame % 2 == 1 { Row { id: 1 - row.id, ..row } } else { row };
    let rows: Vec<Row> = told_the_truth(&scene).into_iter().map(swap).collect();
    let numbers = score(&scene, &rows);
    near(&numbers, "idf1", 2.0 / 3.0);
    near(&numbers, "false", 0.0);
    near(&numbers, "right-number", 1.0);
    // In plain view: no event, but each frame but the first changes two identities.
    near(&numbers, "switches", 0.0);
    near(&numbers, "mota", (3.0 * T as f64 - 2.0 * (T as f64 - 1.0)) / (3.0 * T as f64));
}
