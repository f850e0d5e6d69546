//! Learning a movement that was only seen (Buchsbaum 7.2.6): the own body's graph grows by it.

use super::State;
use piaget_motor::watch::{self, OwnPoses, WatchConfig};
use piaget_motor::{Clip, PoseGraph};
use piaget_terms::Name;
use std::sync::Arc;

/// The own body as its mind knows it: what it can do, and how that looks.
#[derive(Clone, Debug)]
pub struct OwnBody {
    graph: PoseGraph,
    poses: OwnPoses,
}

/// Why nothing was learned.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotLearned {
    /// The mind knows of no body.
    #[error("this mind has no body to learn with")]
    NoBody,
    /// The gesture is not remembered.
    #[error("gesture {0} is not remembered")]
    Forgotten(u32),
    /// The body has a movement of this name.
    #[error("there is a movement `{0}` already")]
    Known(Name),
    /// Too little was seen of it.
    #[error("too little was seen of gesture {0}")]
    Unclear(u32),
}

impl OwnBody {
    /// A body with this graph.
    pub fn new(graph: &PoseGraph, config: &WatchConfig) -> Self {
        Self { graph: graph.clone(), poses: OwnPoses::new(graph, config) }
    }

    /// How its poses look from outside.
    pub fn poses(&self) -> &OwnPoses {
        &self.poses
    }

    /// Adds movements that the graph does not have yet.
    pub(crate) fn take_in(&mut self, config: &WatchConfig, clips: &[Clip]) {
        let mut changed = false;
        for clip in clips {
            let joints = self.graph.skeleton().len();
            changed |= clip.validate(joints, self.graph.morphs()).is_ok() && self.graph.add(clip).is_ok();
        }
        if changed {
            self.poses = OwnPoses::new(&self.graph, config);
        }
    }
}

impl State {
    /// Makes a remembered gesture a movement of the own body.
    pub(crate) fn learn_movement(
        &mut self,
        config: &WatchConfig,
        number: u32,
        name: Name,
    ) -> Result<&Clip, NotLearned> {
        let mut own = self.body.take().ok_or(NotLearned::NoBody)?;
        let learned = clip_of(&own, self, number, name);
        if let Ok(clip) = &learned {
            Arc::make_mut(&mut own).take_in(config, std::slice::from_ref(clip));
        }
        self.body = Some(own);
        self.learned.push(learned?);
        self.learned.last().ok_or(NotLearned::Unclear(number))
    }
}

fn clip_of(own: &OwnBody, state: &State, number: u32, name: Name) -> Result<Clip, NotLearned> {
    if own.graph.movement(name.as_str()).is_some() {
        return Err(NotLearned::Known(name));
    }
    let gesture = state.gesture(number).ok_or(NotLearned::Forgotten(number))?;
    let (seen, frames) = (&gesture.recognised, &gesture.frames);
    let lasted_s = (seen.to_s - seen.from_s) as f32 + 2.0 * seen.lead_s;
    let step_s = lasted_s / frames.len().saturating_sub(1).max(1) as f32;
    let clip = watch::learn(&own.graph, &own.poses, frames, step_s, name);
    clip.ok_or(NotLearned::Unclear(number))
}
