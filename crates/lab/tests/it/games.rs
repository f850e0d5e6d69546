//! The referee: hidings by script lie between the two ends of the score, links lead to the same score, and no foul goes
//! unnoticed. Fouls are looked for here in what frames tell, not in what the referee keeps.

use crate::support::{Visitor, chosen};
use piaget_lab::messages::{Change, Choice, FromLab, GameNow, GamePhase, NewThing, ShapePlan, ToLab};

const HZ: u32 = 30;

fn begun(scenario: &str, seed: u64) -> Visitor {
    let mut visitor = Visitor::new();
    visitor.tell(ToLab::Choose(Choice { seed: Some(seed), ..chosen(scenario) }));
    assert!(visitor.refused().is_none(), "{:?}", visitor.refused());
    visitor
}

/// Plays on and gives back how the game stands last.
fn play(visitor: &mut Visitor, ticks: u32) -> GameNow {
    let mut now = None;
    for _ in 0..ticks.div_ceil(10) {
        visitor.wait(10);
        now = visitor.game.clone().or(now);
        if now.as_ref().is_some_and(|now| now.phase == GamePhase::Over) {
            break;
        }
    }
    now.expect("a game")
}

/// Ways behind each wall of the scenario.
const WAYS: [&[[f32; 2]]; 6] = [
    &[[-6.0, -2.0], [-10.5, -2.0], [-10.2, 2.3]],
    &[[-3.0, 4.0], [-2.0, 7.5], [-3.0, 9.2], [-5.3, 8.8]],
    &[[-3.0, 3.0], [-3.0, 5.0], [0.0, 4.6]],
    &[[-3.0, 3.0], [-3.0, 9.0], [-2.8, 12.8], [1.0, 12.6]],
    &[[-3.0, 3.0], [-2.0, 8.8], [4.0, 9.0], [6.5, 7.8]],
    &[[-1.0, -1.0], [9.0, -3.0], [12.0, -3.0], [11.5, 1.2]],
];

fn push(visitor: &mut Visitor, to: [f32; 2]) {
    visitor.change(Change::Slide { thing: "sheep".into(), path: vec![[to[0], 0.0, to[1]]], speed: 6.0 });
}

/// Numbers that look thrown and are the same each time.
fn thrown(seed: u64, count: u64) -> f32 {
    let mixed = (seed * 1000 + count).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed >> 40) % 10_000) as f32 / 10_000.0
}

#[test]
fn twenty_hidings_lie_between_the_ends_of_the_score_and_differ() {
    let mut scores = Vec::new();
    for at in 0..20u64 {
        let mut visitor = begun("hide", at);
        // He has been called and looks away.
        visitor.wait(5 * HZ);
        // Round the end of a wall and behind it, or not quite.
        let mut way = WAYS[at as usize % WAYS.len()].to_vec();
        let last = way.last_mut().unwrap();
        *last = [last[0] - 0.4 + 0.8 * thrown(at, 1), last[1] + 0.4 * thrown(at, 2)];
        let path = way.into_iter().map(|[x, z]| [x, 0.0, z]).collect();
        visitor.change(Change::Slide { thing: "sheep".into(), path, speed: 6.0 });
        let now = play(&mut visitor, 45 * HZ);
        assert_eq!(now.phase, GamePhase::Over, "{now:?}");
        assert!((0.0..=30.0).contains(&now.score) && !now.outcome.is_empty(), "{now:?}");
        scores.push(now.score);
    }
    scores.sort_by(f32::total_cmp);
    println!("scores: {scores:?}");
    assert!(scores[14] - scores[4] > 5.0, "where it is hidden makes no difference: {scores:?}");
}

#[test]
fn a_link_leads_to_the_same_score() {
    for seed in 1..=3 {
        let mut visitor = begun("hide", seed);
        visitor.wait(5 * HZ + seed as u32);
        push(&mut visitor, [6.0, 8.0]);
        visitor.wait(7);
        push(&mut visitor, [7.0, 9.0]);
        let now = play(&mut visitor, 45 * HZ);
        visitor.tell(ToLab::Share);
        let shared = visitor.said.iter().find_map(|said| match said {
            FromLab::Shared(shared) => Some(shared.clone()),
            _ => None,
        });
        let choice = shared.expect("a link").choice;
        let mut friend = Visitor::new();
        friend.tell(ToLab::Choose(choice.clone()));
        while friend.session.tick() < choice.until.unwrap() {
            friend.session.advance(0.0);
            friend.listen();
        }
        friend.listen();
        assert_eq!(friend.game.as_ref(), Some(&now));
    }
}

/// The sheep is pushed at random moments to random places. Whenever it moved while the mind held it to be in sight, there
/// must be a foul, and where it never did, there must be none.
#[test]
fn no_foul_goes_unnoticed_in_100_random_plays() {
    let (mut fouls, mut clean) = (0, 0);
    for seed in 0..100u64 {
        let mut visitor = begun("hide", seed % 7);
        let sheep = visitor.picture.things.values().find(|thing| thing.kind == "sheep").unwrap().id;
        // Half of them before he is called, when he sees it.
        let (first, span) = if seed % 2 == 0 { (5, 40.0) } else { (60, 290.0) };
        let at_tick = first + (thrown(seed, 3) * span) as u32;
        let to = [-8.0 + 16.0 * thrown(seed, 4), 12.0 * thrown(seed, 5)];
        visitor.wait(at_tick);
        let sees = |visitor: &Visitor| visitor.picture.beliefs.values().any(|one| one.seen_as == Some(sheep));
        let place = |visitor: &Visitor| visitor.picture.things[&sheep].at;
        let mut foul = sees(&visitor);
        push(&mut visitor, to);
        // Touched in the next tick, and then whenever it moves: a wall may hold it up for ever.
        for tick in 0..4 * HZ {
            let (before, from) = (sees(&visitor), place(&visitor));
            visitor.watch(1);
            let moved = tick == 0 || place(&visitor) != from;
            foul |= moved && (before || sees(&visitor));
            if !visitor.picture.things[&sheep].sliding {
                break;
            }
        }
        let told = visitor.game.as_ref().map_or(0, |now| now.fouls);
        assert_eq!(told > 0, foul, "play {seed}: pushed at tick {at_tick} to {to:?}, {told} fouls told");
        *(if foul { &mut fouls } else { &mut clean }) += 1;
    }
    assert!(
        fouls >= 10 && clean >= 10,
        "{fouls} plays with a foul, {clean} without: too few of one to mean anything"
    );
}

/// Ways to win that are none: nobody sees them, and each costs the round.
#[test]
fn what_the_rules_do_not_allow_is_a_foul() {
    let sheep = || "sheep".to_owned();
    // Between the walls and off the ground.
    let away = [[-3.0, 0.0, 4.0], [-2.0, 0.0, 7.5], [-2.0, 0.0, 20.0]];
    let cube = NewThing {
        name: "block".into(),
        kind: "cube".into(),
        colour: "red".into(),
        shape: ShapePlan::Box { size: [1.0, 1.0, 1.0] },
        at: [3.0, 0.0, 3.0],
        solid: true,
    };
    for change in [
        Change::Remove { thing: sheep() },
        Change::Transport { what: sheep(), to: [3.0, 0.0, 9.0] },
        Change::Transport { what: "duncan".into(), to: [0.0, 0.0, -14.0] },
        Change::Slide { thing: "shepherd".into(), path: vec![[3.0, 0.0, -12.0]], speed: 2.0 },
        Change::Slide { thing: sheep(), path: away.to_vec(), speed: 20.0 },
        Change::MoveWall { wall: "middle".into(), to: [-2.6, 0.0, 0.0], yaw: None },
        Change::Add { thing: cube },
        Change::Say { by: "shepherd".into(), words: "approach shepherd".into(), at: None },
        Change::Set { creature: "duncan".into(), path: "eyes.field-of-view".into(), value: 5.0 },
        Change::Perform { creature: "duncan".into(), movement: "sit".into() },
    ] {
        let mut visitor = begun("hide", 3);
        visitor.wait(5 * HZ);
        visitor.change(change.clone());
        // What the lab itself refuses was not done.
        if visitor.refused().is_some() {
            continue;
        }
        let now = play(&mut visitor, 45 * HZ);
        assert!(now.fouls > 0 && now.score == 0.0, "{change:?}: {now:?}");
    }
}

/// In teaching, toys and words are what hands and voice are for; another mind for Max is not.
#[test]
fn teaching_takes_toys_and_words() {
    let hoop = NewThing {
        name: "hoop-1".into(),
        kind: "hoop".into(),
        colour: "orange".into(),
        shape: ShapePlan::Cylinder { radius: 0.09, height: 0.04 },
        at: [1.0, 0.55, 0.5],
        solid: false,
    };
    let mut visitor = begun("mice", 1);
    visitor.wait(HZ);
    visitor.change(Change::Add { thing: hoop });
    visitor.wait(HZ);
    visitor.change(Change::Slide { thing: "hoop-1".into(), path: vec![[1.2, 0.55, 0.5]], speed: 1.0 });
    visitor.change(Change::Say {
        by: "visitor".into(),
        words: "go morris".into(),
        at: Some([1.0, 0.0, 0.0]),
    });
    visitor.wait(HZ);
    assert_eq!(visitor.game.as_ref().map(|now| now.fouls), Some(0));
    visitor.change(Change::Transport { what: "max".into(), to: [0.0, 0.0, 1.0] });
    visitor.wait(HZ);
    assert_eq!(visitor.game.as_ref().map(|now| now.fouls), Some(1));
}
