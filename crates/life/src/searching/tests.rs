//! The family and its scorer.

use super::*;
use crate::run::Run;

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
        let parts: Vec<&'static Part> = PARTS.iter().filter(|part| part.half == Half::Absent).collect();
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
