//! The family and its scorer.

use super::*;
use crate::run::Run;
use piaget_terms::Chance;

fn ranges() -> Ranges {
    let mut ranges = Searching.ranges();
    ranges.set("side=12..16").unwrap();
    ranges.set("tick=10").unwrap();
    ranges
}

#[test]
fn the_same_seed_gives_the_same_record_on_any_number_of_threads() {
    let play = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let run = Run { seed: 3, worlds: Some(1), quick: true };
        let some = ["absent", "guard-absent", "hidden", SMALL, ROOMS];
        let parts: Vec<&'static Part> = PARTS.iter().filter(|part| some.contains(&part.name)).collect();
        pool.install(|| run.play(&Searching, &parts, &ranges(), &|| ()).unwrap().records)
    };
    assert_eq!(play(1), play(2));
}

#[test]
fn every_task_can_be_played_on_every_ground_that_can_hide_something() {
    let ranges = ranges();
    for part in PARTS.iter().filter(|part| ![SMALL, ROOMS].contains(&part.name)) {
        for seed in 0..12 {
            let case = Case { part, seed, ranges: &ranges };
            let (stage, _) = Searching.stage(&case).unwrap();
            for twin in [false, true] {
                let made = scene::simulation(&world(&stage, twin, None, Numbers::default()));
                assert!(made.is_ok(), "{} {seed} {twin}: {:?}", part.name, made.err());
            }
            let hidden = stage.truth.is_cut(stage.from, stage.at, 0.0);
            assert!(hidden || stage.draws.layout == Layout::OpenField, "{} {seed}", part.name);
            assert!(!stage.truth.is_cut(stage.from, stage.seen_at, 0.0), "{} {seed}", part.name);
        }
    }
}

#[test]
fn small_worlds_give_the_exact_optimum_a_score_of_1() {
    let ranges = ranges();
    let part = PARTS.iter().find(|part| part.name == SMALL).unwrap();
    for seed in 0..5 {
        let record = Searching.play(&Case { part, seed, ranges: &ranges }).unwrap();
        let ratio = |subject: &str| {
            let numbers = &record.score(subject).unwrap().numbers;
            numbers.get("way_m").unwrap() / numbers.get("optimum_m").unwrap()
        };
        assert_eq!(ratio(BEST), 1.0);
        assert!(ratio(Subject::OURS) >= 1.0 - 1e-6);
    }
}

/// Searches in vain on grounds that hide 10, 20 ... 400 square metres, by when each is given up and how much was looked at.
fn in_vain(gives_up: impl Fn(f64) -> (f64, f64)) -> Vec<Record> {
    let record = |number: u32| {
        let hidden_m2 = 10.0 * f64::from(number);
        let (gave_up_s, share) = gives_up(hidden_m2);
        let numbers =
            [("hidden_m2", hidden_m2), ("inspected_m2", hidden_m2 * share), ("gave_up_s", gave_up_s)];
        Record {
            family: "searching",
            part: "absent",
            half: Half::Absent,
            seed: number.into(),
            conditions: Numbers::default(),
            scores: vec![Score::new(Subject::OURS, Numbers::from_iter(numbers))],
        }
    };
    (1..=40).map(record).collect()
}

#[test]
fn giving_up_by_a_clock_or_at_random_does_not_follow_hidden_ground() {
    let of = |gives_up: &dyn Fn(f64) -> (f64, f64), measure: &str| {
        let figures = Searching.figures(&in_vain(gives_up));
        figures.iter().find(|figure| figure.measure == measure).map(|figure| figure.value).unwrap()
    };
    assert!((of(&|hidden| (hidden * hidden, 1.0), GIVE_UP_RANKS) - 1.0).abs() < 1e-9);
    // At once, and never: a constant follows nothing. What was looked at tells the two apart.
    for (after_s, share) in [(0.0, 0.0), (300.0, 1.0)] {
        assert!(of(&|_| (after_s, share), GIVE_UP_RANKS).is_nan());
        assert_eq!(of(&|_| (after_s, share), "inspected"), share);
    }
    let chance = std::cell::RefCell::new(Chance::new(3));
    let random = of(&|_| (f64::from(chance.borrow_mut().unit()), 0.5), GIVE_UP_RANKS);
    assert!(random.abs() < 0.4, "{random}");
}
