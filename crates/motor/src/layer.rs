//! Layers: a movement played on some joints above what the rest of the body does (wave while walking).

use crate::graph::PoseGraph;
use crate::player::{Event, Events};
use crate::{Pose, Skeleton, pose};
use piaget_terms::valid::{Checked, amount, index, require, share};
use serde::{Deserialize, Serialize};

/// While a layer comes or goes, it may add at most this part of a joint's fastest motion.
const FADE_HASTE: f32 = 0.4;
/// No layer comes or goes faster.
const SHORTEST_FADE_S: f32 = 0.15;

/// Per joint, how much a layer governs it: 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mask(pub Vec<f32>);

impl Mask {
    /// A joint and all that hangs from it.
    pub fn below(skeleton: &Skeleton, joint: u32) -> Self {
        let all = 0..skeleton.len() as u32;
        Self(all.map(|other| if skeleton.hangs_from(other, joint) { 1.0 } else { 0.0 }).collect())
    }
}

/// A movement being played on a part of the body.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Layer {
    movement: Option<u32>,
    time_s: f32,
    weight: f32,
    fade_s: f32,
    leaving: bool,
    #[serde(skip)]
    scratch: (Pose, Pose),
}

impl Layer {
    /// Whether a saved layer plays a movement of this graph.
    pub fn validate(&self, graph: &PoseGraph) -> Checked {
        if let Some(movement) = self.movement {
            index("movement", movement as usize, graph.movements().len())?;
            require(self.fade_s >= SHORTEST_FADE_S, "fade_s", || {
                format!("is {}, but no layer comes faster than in {SHORTEST_FADE_S} s", self.fade_s)
            })?;
        }
        amount("time_s", self.time_s)?;
        share("weight", self.weight)
    }

    /// The movement that it plays.
    pub fn movement(&self) -> Option<u32> {
        self.movement.filter(|_| !self.leaving)
    }

    /// Begins a movement from its start; one under way is interrupted. It takes hold gradually.
    pub fn play(&mut self, graph: &PoseGraph, movement: u32, under: &Pose, mask: &Mask, events: &mut Events) {
        if self.weight > 0.0 && self.movement.is_some() {
            // Only one movement fits in a layer: the old one must have gone before the new one comes.
            self.stop(events);
            return;
        }
        self.movement = Some(movement);
        (self.time_s, self.weight, self.leaving) = (0.0, 0.0, false);
        self.fade_s = self.fade_for(graph, under, mask);
        let _ = events.try_push(Event::Begun(movement));
    }

    /// Lets go of the body gradually.
    pub fn stop(&mut self, events: &mut Events) {
        if let Some(movement) = self.movement.filter(|_| !self.leaving) {
            self.leaving = true;
            let _ = events.try_push(Event::Interrupted(movement));
        }
    }

    /// Lets time pass and lays the movement over a pose.
    pub fn apply(
        &mut self,
        graph: &PoseGraph,
        tick_s: f32,
        mask: &Mask,
        pose: &mut Pose,
        events: &mut Events,
    ) {
        let Some(movement) = self.movement else { return };
        let seconds = graph.movements()[movement as usize].seconds;
        let before = self.time_s;
        self.time_s += tick_s;
        for mark in &graph.movements()[movement as usize].marks {
            if mark.at_s >= before && mark.at_s < self.time_s && !self.leaving {
                let _ = events.try_push(Event::Passed(movement, mark.name));
            }
        }
        if !self.leaving && self.time_s >= seconds {
            self.leaving = true;
            self.fade_s = self.fade_for(graph, pose, mask);
            let _ = events.try_push(Event::Finished(movement));
        }
        let change = tick_s / self.fade_s;
        self.weight = if self.leaving { self.weight - change } else { (self.weight + change).min(1.0) };
        if self.weight <= 0.0 {
            (self.movement, self.weight, self.leaving) = (None, 0.0, false);
            return;
        }
        let mut scratch = std::mem::take(&mut self.scratch);
        self.sample(graph, &mut scratch);
        for (joint, mask) in mask.0.iter().enumerate().filter(|(_, mask)| **mask > 0.0) {
            let part = mask * self.weight;
            pose.rotations[joint] = pose::slerp(pose.rotations[joint], scratch.0.rotations[joint], part);
            pose.translations[joint] = pose.translations[joint].lerp(scratch.0.translations[joint], part);
        }
        for (weight, layer) in pose.weights.iter_mut().zip(&scratch.0.weights) {
            *weight += (layer - *weight) * self.weight;
        }
        self.scratch = scratch;
    }

    /// The pose of the movement at the layer's time.
    fn sample(&self, graph: &PoseGraph, out: &mut (Pose, Pose)) {
        let Some(movement) = self.movement.map(|movement| &graph.movements()[movement as usize]) else {
            return;
        };
        let count = movement.poses.len() as u32;
        let steps = if movement.cyclic { count } else { count - 1 } as f32;
        let at = (self.time_s / movement.seconds.max(1e-6)).min(1.0) * steps;
        let frame = at as u32;
        let pose = |frame: u32| {
            let frame = if movement.cyclic { frame % count } else { frame.min(count - 1) };
            &graph.nodes()[(movement.poses.start + frame) as usize].pose
        };
        out.0.copy_from(pose(frame));
        out.0.mix(pose(frame + 1), at - frame as f32);
    }

    /// How long coming or going takes, so that no joint hurries.
    fn fade_for(&mut self, graph: &PoseGraph, under: &Pose, mask: &Mask) -> f32 {
        let mut scratch = std::mem::take(&mut self.scratch);
        self.sample(graph, &mut scratch);
        let mut fade_s = SHORTEST_FADE_S;
        for (joint, _) in mask.0.iter().enumerate().filter(|(_, mask)| **mask > 0.0) {
            let turn = pose::angle(under.rotations[joint], scratch.0.rotations[joint]);
            fade_s = fade_s.max(turn / (FADE_HASTE * graph.fastest_spin()[joint]));
        }
        self.scratch = scratch;
        fade_s
    }
}
