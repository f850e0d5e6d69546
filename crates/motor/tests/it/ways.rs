//! The cheapest way is the cheapest way, and every movement can be reached.

use crate::common;
use piaget_motor::{Finder, GraphConfig, PoseGraph};
use piaget_terms::{Chance, Effector, Vec3};
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
fn the_way_to_a_condition_is_the_cheapest_to_any_pose_that_fulfils_it() {
    for (name, graph) in common::graphs() {
        let mut chance = Chance::new(6);
        let (mut finder, mut way) = (Finder::default(), Vec::new());
        let poses = graph.nodes().len() as u32;
        for _ in 0..20 {
            let from = chance.below(poses);
            let costs = dijkstra(&graph, from);
            let wanted: Vec<u32> = (0..8).map(|_| chance.below(poses)).collect();
            let least = wanted.iter().map(|pose| costs[*pose as usize]).fold(f32::INFINITY, f32::min);
            let found = finder.to_any(&graph, from, &|pose| wanted.contains(&pose), &mut way).unwrap();
            assert!((found.cost - least).abs() <= 1e-4 * least.max(1.0), "{name}: {found:?} {least}");
            assert!(way.last().is_none_or(|last| wanted.contains(last)), "{name}: {way:?}");
            assert!(finder.to_any(&graph, from, &|_| false, &mut way).is_none());
        }
    }
}

#[test]
fn the_pose_that_brings_a_hand_nearest_is_found_among_all() {
    for (name, graph) in common::graphs() {
        let mut chance = Chance::new(7);
        for effector in Effector::ALL {
            let places: Vec<Vec3> =
                graph.nodes().iter().filter_map(|node| node.effectors[effector as usize]).collect();
            for _ in 0..50 {
                let mut away = || chance.between(-2.0, 2.0);
                let point = Vec3::new(away(), away(), away());
                let least = places.iter().map(|place| place.distance(point)).fold(f32::INFINITY, f32::min);
                let found = graph.nearest_pose(effector, point);
                assert_eq!(found.is_some(), !places.is_empty(), "{name}: {effector:?}");
                if let Some(pose) = found {
                    let place = graph.nodes()[pose as usize].effectors[effector as usize].unwrap();
                    assert!(place.distance(point) <= least + 1e-5, "{name}: {effector:?} {point}");
                }
            }
        }
    }
}

#[test]
fn an_edge_that_costs_more_is_avoided_and_the_way_is_still_the_cheapest() {
    let mut avoided = 0;
    for (name, mut graph) in common::graphs() {
        let mut chance = Chance::new(8);
        let (mut finder, mut way) = (Finder::default(), Vec::new());
        let poses = graph.nodes().len() as u32;
        for _ in 0..20 {
            let (from, to) = (chance.below(poses), chance.below(poses));
            let Some(before) = finder.to_pose(&graph, from, to, &mut way).filter(|_| way.len() > 1) else {
                continue;
            };
            let step = chance.below(way.len() as u32 - 1) as usize;
            let (a, b) = (way[step], way[step + 1]);
            assert!(graph.reweigh(a, b, 50.0), "{name}: {a} to {b} is on the way");
            let after = finder.to_pose(&graph, from, to, &mut way).expect("the edge is still there");
            let true_cost = dijkstra(&graph, from)[to as usize];
            assert!(
                (after.cost - true_cost).abs() <= 1e-4 * true_cost.max(1.0),
                "{name}: {after:?} {true_cost}"
            );
            assert!(after.cost >= before.cost, "{name}");
            avoided += u32::from(!way.windows(2).any(|pair| pair == [a, b]));
            // Nothing costs less than the time it takes.
            assert!(graph.reweigh(a, b, 0.0));
            let edge = graph.edges(a).iter().find(|edge| edge.to == b).unwrap();
            assert_eq!(edge.cost, edge.seconds, "{name}");
        }
        let nowhere = (0..poses).find(|pose| graph.edges(0).iter().all(|edge| edge.to != *pose)).unwrap();
        assert!(!graph.reweigh(0, nowhere, 1.0), "{name}: there is no such edge");
    }
    assert!(avoided > 10, "{avoided}");
}

#[test]
fn groups_of_movements_are_joined_by_the_cheapest_edge_between_them() {
    for (name, graph) in common::graphs() {
        let groups = graph.groups();
        let group_of = |pose: u32| {
            let movement = graph.nodes()[pose as usize].movement;
            groups.iter().position(|(_, members)| members.contains(&movement)).unwrap() as u32
        };
        let mut cheapest = std::collections::BTreeMap::new();
        for pose in 0..graph.nodes().len() as u32 {
            for edge in graph.edges(pose) {
                let (from, to) = (group_of(pose), group_of(edge.to));
                if from != to {
                    let known = cheapest.entry((from, to)).or_insert(f32::INFINITY);
                    *known = known.min(edge.cost);
                }
            }
        }
        let told: std::collections::BTreeMap<_, _> =
            graph.group_edges().into_iter().map(|(from, to, cost)| ((from, to), cost)).collect();
        assert_eq!(told, cheapest, "{name}");
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
