//! The cheapest way is the cheapest way, and every movement can be reached.

use crate::common;
use piaget_motor::{Finder, GraphConfig, PoseGraph};
use piaget_terms::Chance;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Costs from one pose to all, by Dijkstra's plain method.
fn dijkstra(graph: &PoseGraph, from: u32) -> Vec<f32> {
    let mut costs = vec![f32::INFINITY; graph.nodes().len()];
    let mut heap = BinaryHeap::new();
    costs[from as usize] = 0.0;
    heap.push((Reverse(0u32), from));
    while let Some((Reverse(bits), pose)) = heap.pop() {
        let cost = f32::from_bits(bits);
        if cost > costs[pose as usize] {
            continue;
        }
        let own = graph.nodes()[pose as usize].movement;
        for edge in graph.edges(pose) {
            let leaves = graph.nodes()[edge.to as usize].movement != own;
            if leaves && !graph.can_leave(pose) {
                continue;
            }
            let through = cost + edge.cost;
            if through < costs[edge.to as usize] {
                costs[edge.to as usize] = through;
                // Costs are not negative, so their bits are in their order.
                heap.push((Reverse(through.to_bits()), edge.to));
            }
        }
    }
    costs
}

#[test]
fn the_cost_of_a_star_is_dijkstras_on_a_thousand_pairs_of_each_graph() {
    for (name, graph) in common::graphs() {
        let mut chance = Chance::new(5);
        let mut finder = Finder::default();
        let mut way = Vec::new();
        let poses = graph.nodes().len() as u32;
        let mut expanded = 0u64;
        for _ in 0..100 {
            let from = chance.below(poses);
            let costs = dijkstra(&graph, from);
            for _ in 0..10 {
                let to = chance.below(poses);
                let found = finder.to_pose(&graph, from, to, &mut way);
                match found {
                    Some(found) => {
                        let true_cost = costs[to as usize];
                        assert!(
                            (found.cost - true_cost).abs() <= 1e-4 * true_cost.max(1.0),
                            "{name}: {found:?} {true_cost}"
                        );
                        expanded += u64::from(found.expanded);
                    }
                    None => assert_eq!(costs[to as usize], f32::INFINITY, "{name}: {from} to {to}"),
                }
            }
        }
        println!(
            "{name}: {poses} poses, {} edges, {} looked at per search",
            graph.edge_count(),
            expanded / 1000
        );
    }
}

#[test]
fn from_any_pose_any_movement_is_reached() {
    for (name, graph) in common::graphs() {
        assert!(graph.is_connected(), "{name}");
        for movement in graph.movements() {
            let back = graph.reached(movement.poses.start, true);
            assert!(back.iter().all(|reaches| *reaches), "{name}: {}", movement.name);
        }
        println!(
            "{name}: hubs {:?}",
            graph.hubs().iter().map(|h| (h.pose, h.movements.len())).collect::<Vec<_>>()
        );
    }
}

#[test]
fn a_movement_added_later_is_joined_and_one_removed_is_gone() {
    let captures = common::captures();
    let person: Vec<_> =
        captures.into_iter().filter(|m| m.clips[0].name.as_str().starts_with("13_")).collect();
    let Some((last, others)) = person.split_last() else { return };
    let mut graph = common::captured_graph(others, GraphConfig::default());
    let before: Vec<_> = (0..graph.nodes().len() as u32).map(|pose| graph.edges(pose).to_vec()).collect();
    let clip = last.clips[0].without_start(0.03).onto(&last.skeleton, graph.skeleton());
    let added = graph.add(&clip).unwrap();
    assert!(graph.is_connected());
    assert!(graph.add(&clip).is_err(), "a second movement of one name");
    for (pose, edges) in before.iter().enumerate() {
        assert!(graph.edges(pose as u32).starts_with(edges), "old edges stay as they were");
    }
    graph.remove(added);
    assert_eq!(graph.movement(clip.name.as_str()), None);
    assert!(graph.is_connected());
    let gone = graph.movements()[added as usize].poses.clone();
    let reached = graph.reached(0, false);
    assert!(gone.clone().all(|pose| !reached[pose as usize]));
    let can_leave = graph.reached(gone.start, false);
    assert!(can_leave[0], "a body that is in it can leave");
}
