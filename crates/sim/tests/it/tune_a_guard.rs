//! `docs/tune-a-guard.md` states for how long the guard searches and shrugs, and that he acts when he sees the thief again. Here
//! it is played: the guard with the page's block, and a thief who vanishes and comes back.

use crate::scenarios::root;
use piaget_sim::files::Kept;
use piaget_sim::{Choice, Happening, Scenario, Simulation, Threads, words};
use piaget_text::Source;

/// The page's block about boredom.
fn block(page: &str) -> String {
    let blocks = page.split("```kdl more\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut found = blocks.filter(|block| block.contains("shrug"));
    found.next().expect("the page has a block with `shrug`").to_owned()
}

/// A hall with six bays on either side; each has a door that is just wide enough to look in through.
fn bays() -> String {
    let mut walls = String::new();
    for (side, x) in [("left", -10.0f32), ("right", 10.0)] {
        let back = 12.1f32.copysign(x);
        walls += &format!("wall \"{side}-back\" {{ at {back} 0; size 0.2 24; height 2.5 }}\n");
        for bay in 0..=6 {
            let z = -12.0 + 4.0 * bay as f32;
            walls += &format!("wall \"{side}-{bay}\" {{ at {x} {z}; size 4 0.2; height 2.5 }}\n");
            // The front, but for the door.
            for (end, middle) in [("a", z + 0.7), ("b", z + 3.3)].into_iter().filter(|_| bay < 6) {
                let front = 8.0f32.copysign(x);
                walls += &format!(
                    "wall \"{side}-{bay}-{end}\" {{ at {front} {middle}; size 0.2 1.4; height 2.5 }}\n"
                );
            }
        }
    }
    walls
}

fn play(more: &str, walls: &str, comes_back_s: f32) -> Vec<Happening> {
    let guard = std::fs::read_to_string(root().join("crates/bevy_piaget/assets/guard.kdl")).unwrap();
    // Where there are bays, he runs into one of them and is gone.
    let (ground, flees) = match walls.is_empty() {
        true => ("24 24", ""),
        false => ("32 24", r#"at 0.5 { slide "thief" { to 6 10; to 10 10; to 11 11.2; speed 4 } }"#),
    };
    let scenario = format!(
        r#"scenario "yard" {{ shows "A thief vanishes and comes back." }}
        length 70
        ground {{ size {ground} }}
        {walls}
        thing "thief" {{ kind "thief"; colour "black"; at 6 8; shape "capsule" {{ radius 0.25; height 1.7 }}; solid #false }}
        creature "guard" {{ kind "guard"; character "guard.kdl"; at 0 -6; yaw 0 }}
        timeline {{
            {flees}
            at 3 {{ hide "thief" }}
            at {comes_back_s} {{ transport "thief" {{ to 0 0 }}; show "thief" }}
        }}"#
    );
    let mut files = Kept::default();
    files.0.insert("guard.kdl".into(), format!("{guard}\n{more}"));
    let scenario = Scenario::load(&Source::new("yard.kdl", scenario), &files, &Choice::default());
    let mut simulation =
        Simulation::new(scenario.unwrap_or_else(|found| panic!("{found}")), Threads::One).unwrap();
    let mut told = Vec::new();
    simulation.run(|simulation| told.extend_from_slice(simulation.happened()));
    told
}

fn first(told: &[Happening], event: &str, about: &str, after_s: f64) -> Option<f64> {
    told.iter().find(|one| one.t > after_s && one.event == event && one.about == about).map(|one| one.t)
}

#[test]
fn he_searches_and_shrugs_for_as_long_as_the_page_says() {
    let page = std::fs::read_to_string(root().join("docs/tune-a-guard.md")).unwrap();
    assert!(page.contains("searches for about twenty seconds") && page.contains("after eight seconds or so"));
    assert!(page.contains("two or three seconds") && page.contains("some sixteen"));
    let lost_s = |told: &[Happening]| first(told, words::LOSES, "thief", 0.0).expect("he loses him");
    let searched_s = |told: &[Happening]| {
        first(told, words::CHOSE, "patrol", lost_s(told)).expect("he gives up") - lost_s(told)
    };
    let open_s = searched_s(&play("", "", 65.0));
    assert!((1.5..=3.5).contains(&open_s), "in the open he searched for {open_s} s");
    let bays_s = searched_s(&play("", &bays(), 65.0));
    assert!((13.0..=19.0).contains(&bays_s), "in a hall with bays he searched for {bays_s} s");
    let weary_s = searched_s(&play("seek otherwise=0", &bays(), 65.0));
    assert!((17.0..=24.0).contains(&weary_s), "he searched for {weary_s} s until he was weary");
    let told = play(&block(&page), &bays(), 65.0);
    let shrugs_s = first(&told, words::CHOSE, "shrug", 0.0).expect("he shrugs");
    let after_s = shrugs_s - lost_s(&told);
    assert!((6.5..=10.5).contains(&after_s), "he shrugs after {after_s} s");
    let goes_on_s = first(&told, words::CHOSE, "catch", shrugs_s).expect("he goes back to it");
    assert!((8.0..=12.5).contains(&(goes_on_s - shrugs_s)), "he shrugged for {} s", goes_on_s - shrugs_s);
}

#[test]
fn he_acts_when_he_sees_the_thief_while_he_shrugs() {
    let page = std::fs::read_to_string(root().join("docs/tune-a-guard.md")).unwrap();
    // While he shrugs, he turns: the thief is in view within one turn.
    let told = play(&block(&page), &bays(), 13.5);
    let shrugs_s = first(&told, words::CHOSE, "shrug", 3.0).expect("he shrugs");
    let sees_s = first(&told, words::SEES, "thief", shrugs_s).expect("he sees him again");
    let acts_s = first(&told, words::CHOSE, "catch", shrugs_s).expect("he acts");
    assert!(sees_s >= 13.5 && acts_s - sees_s < 0.5, "seen at {sees_s} s, acted at {acts_s} s");
}
