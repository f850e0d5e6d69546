//! The graph at lower resolution: movements as nodes, the cheapest way from each to each as edges.

use super::PoseGraph;
use serde::{Deserialize, Serialize};

/// Which movements lead to which, and at what least cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Coarse {
    /// Per movement, the movements that an edge leads to, with the cheapest edge's cost.
    out: Vec<Vec<(u32, f32)>>,
    into: Vec<Vec<(u32, f32)>>,
}

impl Coarse {
    /// Movements that can be entered straight from this one.
    pub fn edges(&self, movement: u32) -> &[(u32, f32)] {
        &self.out[movement as usize]
    }

    pub(super) fn grow(&mut self, movements: usize) {
        self.out.resize(movements, Vec::new());
        self.into.resize(movements, Vec::new());
    }

    pub(super) fn offer(&mut self, from: u32, to: u32, cost: f32) {
        if from == to {
            return;
        }
        let put = |list: &mut Vec<(u32, f32)>, other: u32| match list.iter_mut().find(|edge| edge.0 == other)
        {
            Some(edge) => edge.1 = edge.1.min(cost),
            None => list.push((other, cost)),
        };
        put(&mut self.out[from as usize], to);
        put(&mut self.into[to as usize], from);
    }

    pub(super) fn forget(&mut self, movement: u32) {
        for lists in [&mut self.out, &mut self.into] {
            lists[movement as usize].clear();
            lists.iter_mut().for_each(|list| list.retain(|edge| edge.0 != movement));
        }
    }

    /// Takes away and finds anew what an edge between two movements costs at least, after one became dearer.
    pub(super) fn refresh(&mut self, graph: &[(u32, u32, f32)]) {
        for list in self.out.iter_mut().chain(&mut self.into) {
            list.clear();
        }
        for (from, to, cost) in graph {
            self.offer(*from, *to, *cost);
        }
    }

    /// For each movement, a lower bound of the cost from any of its poses into `goal`; infinite if no way leads there.
    pub(super) fn bounds_to(&self, goal: u32, bounds: &mut Vec<f32>) {
        bounds.clear();
        bounds.resize(self.into.len(), f32::INFINITY);
        bounds[goal as usize] = 0.0;
        // There are a few dozen movements: settling the cheapest by a scan is faster than a heap.
        for _ in 0..bounds.len() {
            let mut changed = false;
            for movement in 0..self.into.len() {
                let cost = bounds[movement];
                if cost == f32::INFINITY {
                    continue;
                }
                for (from, step) in &self.into[movement] {
                    let known = &mut bounds[*from as usize];
                    if cost + step < *known {
                        *known = cost + step;
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
    }
}

impl PoseGraph {
    /// The edges between groups of movements: the coarsest view, with the cheapest edge's cost.
    pub fn group_edges(&self) -> Vec<(u32, u32, f32)> {
        let groups = self.groups();
        let group_of = |movement: u32| groups.iter().position(|(_, members)| members.contains(&movement));
        let mut edges: Vec<(u32, u32, f32)> = Vec::new();
        for from in 0..self.movements.len() as u32 {
            for (to, cost) in self.coarse.edges(from) {
                let (Some(a), Some(b)) = (group_of(from), group_of(*to)) else { continue };
                if a == b {
                    continue;
                }
                match edges.iter_mut().find(|edge| (edge.0, edge.1) == (a as u32, b as u32)) {
                    Some(edge) => edge.2 = edge.2.min(*cost),
                    None => edges.push((a as u32, b as u32, *cost)),
                }
            }
        }
        edges
    }
}
