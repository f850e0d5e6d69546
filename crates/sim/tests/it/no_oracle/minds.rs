//! No oracle for whoever thinks of another's mind: what Anne takes Sally to believe rests on what Anne's eyes and ears gave her.
//! With Sally's memory, words, drives and reasons exchanged, Anne stays the same to the last bit until it shows in what Sally does.

use super::bits;
use crate::scenarios::{load, root};
use piaget_sim::files::Kept;
use piaget_sim::{Choice, Scenario, Simulation, Threads};
use piaget_terms::maths;

const SALLY: &str = "characters/sally.kdl";
/// When Sally is asked, and what she believes begins to show.
const ASKED_S: f64 = 26.0;

fn play(seed: u64, change: &dyn Fn(&str) -> String) -> Simulation {
    let plain = load(&root().join("scenarios/sally-anne.kdl"), &Choice::default());
    let mut files: Kept = plain.files.clone();
    let changed = change(&files.0[SALLY]);
    files.0.insert(SALLY.into(), changed);
    let scenario = Scenario::load(&plain.text, &files, &Choice::seed(seed));
    Simulation::new(scenario.unwrap_or_else(|found| panic!("{found}")), Threads::One).unwrap()
}

/// Where Anne takes Sally to expect the marble.
fn expected(simulation: &Simulation) -> Option<f32> {
    let anne = &simulation.actor("anne").unwrap().mind;
    let view = anne.view();
    let of = |kind: &str| view.beliefs().iter().skip(1).find(|belief| belief.now.kind == *kind).map(|b| b.id);
    anne.expects_at(of("person")?, of("marble")?).map(|at| maths::ground(at).x)
}

#[test]
fn what_goes_on_in_the_others_head_changes_nothing_until_it_shows() {
    let forgets = |text: &str| text.replace("beliefs persist=600", "beliefs persist=0.1");
    let wishes = |text: &str| {
        let text = text.replace("marble\" latest", "marble\" nearest").replace("\"wish\"", "\"urge\"");
        text.replace("drive \"urge\"", "drive \"hunger\" start=0.9 grow=0.1\n drive \"urge\"")
    };
    let knows = |text: &str| text.replace("find-marble", "xyzzy").replace("give-up=600", "give-up=0.2");
    let changes: [&dyn Fn(&str) -> String; 3] = [&forgets, &wishes, &knows];
    for (at, change) in changes.into_iter().enumerate() {
        let mut both = [play(1, &str::to_owned), play(1, change)];
        while both[0].time_s() < ASKED_S {
            both.iter_mut().for_each(|one| {
                one.step();
            });
            let [plain, other] = both.each_ref().map(|one| one.actor("anne").unwrap());
            assert!(bits(plain) == bits(other), "change {at} reaches Anne at {} s", both[0].time_s());
        }
        assert_eq!(expected(&both[0]), expected(&both[1]));
        let [plain, other] = both.each_ref().map(|one| one.actor("sally").unwrap());
        assert!(
            bits(plain) != bits(other),
            "change {at} changes nothing in Sally, so that nothing could reach Anne"
        );
    }
}

#[test]
fn she_foretells_where_sally_goes_though_she_knows_better() {
    for (moved_s, left) in [(14.0, true), (5.5, false)] {
        let plain = load(&root().join("scenarios/sally-anne.kdl"), &Choice::default());
        let set = vec![format!("event.moved.time={moved_s}")];
        let scenario = Scenario::load(&plain.text, &plain.files, &Choice { seed: None, set });
        let mut simulation =
            Simulation::new(scenario.unwrap_or_else(|found| panic!("{found}")), Threads::One).unwrap();
        while simulation.time_s() < ASKED_S {
            simulation.step();
        }
        let foretold = expected(&simulation).expect("Sally expects it somewhere");
        assert_eq!(foretold < 0.0, left, "moved at {moved_s} s: she expects Sally at {foretold}");
        let mut goes = None;
        while goes.is_none() && !simulation.is_over() {
            simulation.step();
            goes = simulation.actor("sally").unwrap().intent.travel.map(|travel| travel.goal.x);
        }
        assert_eq!(goes.map(|x| x < 0.0), Some(left), "Sally goes to {goes:?}");
    }
}
