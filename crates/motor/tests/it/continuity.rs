//! Whatever is asked and whenever: nothing pops.

use crate::common;
use glam::Vec3;
use piaget_motor::player::{Events, Player};
use piaget_motor::{Pose, PoseGraph, pose};
use piaget_terms::Chance;

/// The root's fastest travel and turn in any pose.
fn fastest_root(graph: &PoseGraph) -> (f32, f32) {
    let roots = graph.nodes().iter().map(|node| node.root);
    roots.fold((0.0, 0.0), |(v, w): (f32, f32), root| {
        (v.max(root.velocity.length()), w.max(root.yaw_rate.abs()))
    })
}

#[test]
fn over_ten_thousand_requests_no_joint_and_no_root_moves_too_fast() {
    for (name, graph) in common::graphs() {
        let mut chance = Chance::new(11);
        let centre = graph.hubs().first().map_or(0, |hub| graph.nodes()[hub.pose as usize].movement);
        let mut player = Player::new(&graph, centre);
        let (mut before, mut now) = (Pose::default(), Pose::default());
        player.pose(&graph, &mut before);
        let (fast_root, fast_turn) = fastest_root(&graph);
        let mut events = Events::new();
        let mut worst = (0.0f32, 0u32, 0.0f32);
        for _ in 0..10_000 {
            let movement = chance.below(graph.movements().len() as u32);
            events.clear();
            match chance.below(8) {
                0 => player.rest(&graph, &mut events),
                1 => {
                    player.ask_pose(&graph, chance.below(graph.nodes().len() as u32), &mut events);
                }
                _ => {
                    assert!(player.ask(&graph, movement, &mut events), "{name}");
                }
            }
            for _ in 0..1 + chance.below(6) {
                let tick_s = [1.0 / 120.0, 1.0 / 60.0, 1.0 / 30.0, 0.1][chance.below(4) as usize];
                let step = player.advance(&graph, tick_s, 1.0, &mut events);
                player.pose(&graph, &mut now);
                assert!(now.is_finite());
                for joint in 0..now.rotations.len() {
                    let speed = pose::angle(before.rotations[joint], now.rotations[joint]) / tick_s;
                    let share = speed / graph.fastest_spin()[joint];
                    if share > worst.0 {
                        worst = (share, joint as u32, speed);
                    }
                    let drift: Vec3 = now.translations[joint] - before.translations[joint];
                    let share = drift.length() / tick_s / graph.fastest_drift()[joint];
                    assert!(share <= 1.5, "{name}: joint {joint} drifts {share} times its fastest");
                }
                assert!(step.shift.length() <= 1.01 * fast_root * tick_s + 1e-6, "{name}: the root jumps");
                assert!(step.yaw.abs() <= 1.01 * fast_turn * tick_s + 1e-6, "{name}: the root spins");
                std::mem::swap(&mut before, &mut now);
            }
        }
        println!("{name}: worst {worst:?}");
        assert!(worst.0 <= 1.5, "{name}: joint {} turns {} times its fastest", worst.1, worst.0);
    }
}
