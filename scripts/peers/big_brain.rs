//! What big-brain, a utility AI for Bevy, takes to score four wishes of each of a thousand creatures and to choose among
//! them. Prints microseconds per creature and tick, the least of several.

use bevy::prelude::*;
use big_brain::prelude::*;
use std::time::Instant;

const CREATURES: usize = 1_000;
const WISHES: usize = 4;
const TICKS: u32 = 60;

/// How much a creature wants each; it changes from tick to tick, so that the choice does.
#[derive(Component)]
struct Drives {
    wants: [f32; WISHES],
    at: f32,
}

#[derive(Clone, Component, Debug, ScorerBuilder)]
struct Wants(usize);

#[derive(Clone, Component, Debug, ActionBuilder)]
struct Act;

fn feel(mut all: Query<&mut Drives>) {
    for mut drives in &mut all {
        drives.at += 1.0 / 30.0;
        let at = drives.at;
        for (wish, wants) in drives.wants.iter_mut().enumerate() {
            *wants = 0.5 + 0.5 * (at + wish as f32).sin();
        }
    }
}

fn score(drives: Query<&Drives>, mut scorers: Query<(&Actor, &mut Score, &Wants)>) {
    for (Actor(actor), mut score, wants) in &mut scorers {
        if let Ok(drives) = drives.get(*actor) {
            score.set(drives.wants[wants.0]);
        }
    }
}

fn act(mut acts: Query<&mut ActionState, With<Act>>) {
    for mut state in &mut acts {
        match *state {
            ActionState::Requested => *state = ActionState::Executing,
            ActionState::Cancelled => *state = ActionState::Failure,
            _ => {}
        }
    }
}

fn main() {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), BigBrainPlugin::new(PreUpdate)));
    app.add_systems(First, feel);
    app.add_systems(PreUpdate, (score.in_set(BigBrainSet::Scorers), act.in_set(BigBrainSet::Actions)));
    for creature in 0..CREATURES {
        let mut thinker = Thinker::build().picker(Highest);
        for wish in 0..WISHES {
            thinker = thinker.when(Wants(wish), Act);
        }
        app.world_mut().spawn((Drives { wants: [0.0; WISHES], at: creature as f32 * 0.37 }, thinker));
    }
    app.finish();
    app.cleanup();
    (0..TICKS).for_each(|_| app.update());
    let mut least = f64::INFINITY;
    for _ in 0..10 {
        let begun = Instant::now();
        (0..TICKS).for_each(|_| app.update());
        least = least.min(begun.elapsed().as_secs_f64());
    }
    let mut states = app.world_mut().query_filtered::<&ActionState, With<Act>>();
    let doing = states.iter(app.world()).filter(|state| **state == ActionState::Executing).count();
    assert!(doing > CREATURES / 2, "only {doing} of them do anything");
    println!("{}", least / f64::from(TICKS) / CREATURES as f64 * 1e6);
}
