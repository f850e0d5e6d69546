//! A budget in minds, and crowds.

use crate::{add_character, common, crowd, digest, start, watcher_asset};
use bevy_app::App;
use bevy_piaget::Threads;
use bevy_piaget::prelude::*;
use std::num::NonZeroU32;

fn town(yards: u32, threads: Threads, budget: Option<u32>) -> App {
    let mut app = common::headless(threads);
    app.world_mut().resource_mut::<PiagetSettings>().minds_per_tick = budget.and_then(NonZeroU32::new);
    let watcher = add_character(app.world(), watcher_asset());
    crowd::add(&mut app, yards, &watcher);
    start(&mut app);
    app
}

/// How often each creature has thought, by its clock.
fn clocks(app: &mut App) -> Vec<f64> {
    let mut minds = app.world_mut().query::<&LiveMind>();
    minds.iter(app.world()).map(|live| live.mind().view().time_s()).collect()
}

#[test]
fn a_budget_is_kept_and_everyones_turn_comes() {
    let mut app = town(30, Threads::Own(1), Some(7));
    for _ in 0..100 {
        let before = clocks(&mut app);
        app.update();
        let after = clocks(&mut app);
        let thought = before.iter().zip(&after).filter(|(before, after)| before != after).count();
        assert!(thought <= 7, "{thought} thought in one tick");
    }
    // 100 ticks of 7 turns each over 30 creatures; the longest wait is 5 ticks.
    let now = 100.0 / common::HZ;
    for clock in clocks(&mut app) {
        assert!(now - clock <= 6.0 / common::HZ, "one has not thought since {clock} s of {now}");
    }
}

#[test]
fn a_budget_gives_the_same_bits_on_any_number_of_threads() {
    let run = |threads| {
        let mut app = town(20, threads, Some(6));
        (0..200).for_each(|_| app.update());
        digest(app.world_mut())
    };
    assert_eq!(run(Threads::Own(1)), run(Threads::Own(2)));
}

#[test]
fn a_thousand_creatures_keep_track_of_a_thousand_toys() {
    let mut app = town(1000, Threads::Bevys, None);
    (0..60).for_each(|_| app.update());
    let mut minds = app.world_mut().query::<(&LiveMind, &Intention)>();
    let all: Vec<_> = minds.iter(app.world()).collect();
    assert_eq!(all.len(), 1000);
    // Each knows of its own toy and acts on it, in view or not; nobody knows of the neighbours' through the walls of
    // distance.
    let busy = all.iter().filter(|(_, intention)| intention.because.as_deref() == Some("stay-near")).count();
    let unseen = all.iter().filter(|(live, _)| live.seen().is_empty()).count();
    assert!(busy > 900, "{busy} of 1000 act on their toy");
    assert!(unseen > 50, "{unseen} of 1000 have lost sight of it");
}
