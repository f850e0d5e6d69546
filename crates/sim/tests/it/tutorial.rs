//! `docs/first-character.md` is run as it is written: its blocks, in order, are the character that it promises.

use crate::scenarios::root;
use piaget_sim::files::Kept;
use piaget_sim::{Choice, Happening, Scenario, Simulation, Threads, words};
use piaget_text::Source;

/// The page's blocks of one sort, in order.
fn blocks(page: &str, fence: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Option<String> = None;
    for line in page.lines() {
        match &mut open {
            None if line == fence => open = Some(String::new()),
            None => {}
            Some(_) if line == "```" => found.extend(open.take()),
            Some(block) => {
                block.push_str(line);
                block.push('\n');
            }
        }
    }
    found
}

fn page() -> String {
    std::fs::read_to_string(root().join("docs/first-character.md")).unwrap()
}

/// The page's scenario with the character as it stands after so many of its blocks.
fn begin(steps: usize) -> Simulation {
    let page = page();
    let character = blocks(&page, "```kdl");
    let scenario = blocks(&page, "```kdl scenario");
    assert_eq!((character.len(), scenario.len()), (4, 1), "the page has other blocks than this test knows");
    let mut files = Kept::default();
    files.0.insert("pip.kdl".into(), character[..steps].concat());
    let source = Source::new("pip-at-home.kdl", scenario[0].clone());
    let scenario =
        Scenario::load(&source, &files, &Choice::default()).unwrap_or_else(|found| panic!("{found}"));
    Simulation::new(scenario, Threads::One).unwrap()
}

/// Plays it to its end.
fn play(steps: usize) -> Vec<Happening> {
    let mut told = Vec::new();
    begin(steps).run(|simulation| told.extend_from_slice(simulation.happened()));
    told
}

/// When Pip did this, in order.
fn times(told: &[Happening], event: &str, about: &str) -> Vec<f64> {
    told.iter().filter(|one| one.event == event && one.about == about).map(|one| one.t).collect()
}

#[test]
fn a_body_that_recognises_things_does_nothing_yet() {
    let told = play(1);
    assert!(!times(&told, words::SEES, "berry-1").is_empty());
    assert!(told.iter().all(|one| one.event != words::CHOSE || one.about.is_empty()), "{told:?}");
}

#[test]
fn a_need_and_what_satisfies_it() {
    let told = play(2);
    assert!(!times(&told, words::ATE, "berry").is_empty(), "{told:?}");
    assert!(times(&told, words::FINISHES, "play").is_empty());
}

#[test]
fn a_second_need() {
    let told = play(3);
    assert!(
        !times(&told, words::ATE, "berry").is_empty() && !times(&told, words::FINISHES, "play").is_empty()
    );
}

#[test]
fn a_fear_that_comes_first_and_a_meal_that_is_resumed() {
    let told = play(4);
    let seen = times(&told, words::SEES, "wolf")[0];
    let flees = times(&told, words::CHOSE, "flee");
    assert!(
        flees.first().is_some_and(|fled| (0.0..0.5).contains(&(fled - seen))),
        "seen {seen}, fled {flees:?}"
    );
    let gone = 18.0;
    assert!(times(&told, words::ATE, "berry").iter().any(|ate| *ate > gone), "Pip goes back to its meal");
}

#[test]
fn the_reasons_in_the_middle_of_the_flight_are_as_shown() {
    let shown = blocks(&page(), "```text");
    let lines: Vec<(&str, &str)> = shown[0]
        .lines()
        .map(|line| line.split_once(' ').map(|(name, why)| (name, why.trim())).unwrap())
        .collect();
    assert_eq!(lines.len(), 2);
    let (mut simulation, mut as_shown) = (begin(4), 0);
    simulation.run(|simulation| {
        let choices = &simulation.actors()[0].report.choices;
        let said = |(name, why): &(&str, &str)| {
            choices.iter().any(|choice| choice.tuple == **name && choice.because == **why)
        };
        as_shown += u32::from(lines.iter().all(said));
    });
    assert!(as_shown > 10, "{lines:?} was so in {as_shown} ticks only");
}
