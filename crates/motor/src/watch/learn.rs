//! A gesture that was seen becomes a movement of the own body (Buchsbaum 7.2.6): for every frame the own joints are
//! turned until the own parts are where the other's were, starting from the nearest own pose. What comes out is a
//! clip, to be added to the graph like any other.

use super::OwnPoses;
use super::view::PoseView;
use crate::effectors::EFFECTORS;
use crate::graph::PoseGraph;
use crate::{Clip, Pose, Skeleton, Transform, pose};
use glam::Vec3;
use piaget_terms::{Effector, Name};

/// Rounds through all joints per frame. Not a setting, like the two below: they make the inverse kinematics converge.
const ROUNDS: usize = 24;
/// The share of a joint's best turn that is made at a time: joints share the work.
const STEP: f32 = 0.5;
/// A joint turns by no more at a time.
const MOST_RAD: f32 = 0.3;

/// Makes a gesture, seen as `frames` on the own body at a steady rate, into a clip of the own body. `None` where
/// too little was seen.
pub fn learn(
    graph: &PoseGraph,
    own: &OwnPoses,
    frames: &[PoseView],
    step_s: f32,
    name: Name,
) -> Option<Clip> {
    let seen = frames.iter().filter(|frame| frame.seen() > 2).count();
    if frames.len() < 4 || 2 * seen < frames.len() {
        return None;
    }
    let mut fit = Fit::new(graph, own);
    let mut poses: Vec<Pose> = Vec::with_capacity(frames.len() + 2);
    for frame in frames {
        fit.follow(graph, own, frame);
        poses.push(fit.pose.clone());
    }
    // It begins and ends as the own body stands, so that it can be entered and left.
    let standing = fit.standing(graph, own);
    poses.insert(0, standing.clone());
    poses.push(standing);
    Some(Clip::of_poses(name, graph.skeleton(), &poses, step_s))
}

/// The own joints on their way to what was seen.
struct Fit {
    pose: Pose,
    places: Vec<Transform>,
    /// Per joint, the effectors that hang from it.
    carries: Vec<[bool; EFFECTORS]>,
}

impl Fit {
    fn new(graph: &PoseGraph, own: &OwnPoses) -> Self {
        let (skeleton, map) = (graph.skeleton(), graph.effector_map());
        let hangs = |effector: Effector, joint: u32| {
            map.joint(effector).is_some_and(|part| part != joint && skeleton.hangs_from(part, joint))
        };
        // The root stays where it stands: joints above it would turn the whole body.
        let root = map.joint(Effector::Root).unwrap_or(graph.carrier());
        let carries = (0..skeleton.len() as u32)
            .map(|joint| Effector::ALL.map(|effector| joint >= root && hangs(effector, joint)))
            .collect();
        let pose = graph.nodes()[own.first_standing() as usize].pose.clone();
        Self { pose, places: Vec::new(), carries }
    }

    fn standing(&self, graph: &PoseGraph, own: &OwnPoses) -> Pose {
        graph.nodes()[own.first_standing() as usize].pose.clone()
    }

    /// Turns the joints until the parts are as in the frame; begins where the frame before ended.
    fn follow(&mut self, graph: &PoseGraph, own: &OwnPoses, frame: &PoseView) {
        let skeleton = graph.skeleton();
        let map = graph.effector_map();
        self.lift_root(graph, own, frame);
        for round in 0..ROUNDS {
            skeleton.place(&self.pose, &mut self.places);
            let now = self.view(graph, own);
            // Which way the other faced is found anew as the own pose comes nearer to its.
            let target = if round < 2 { frame.laid_onto(own.standing()) } else { frame.laid_onto(&now) };
            let root = self.root(graph);
            for joint in 0..skeleton.len() {
                if !self.carries[joint].contains(&true) {
                    continue;
                }
                self.turn(skeleton, joint, |effector| {
                    let part = map.joint(effector)?;
                    let wanted = root + target.part(effector)? * own.unit();
                    Some((part as usize, wanted))
                });
            }
        }
        skeleton.place(&self.pose, &mut self.places);
    }

    /// Turns one joint towards what its parts want.
    fn turn(
        &mut self,
        skeleton: &Skeleton,
        joint: usize,
        wanted: impl Fn(Effector) -> Option<(usize, Vec3)>,
    ) {
        let place = self.places[joint];
        let (mut torque, mut inertia) = (Vec3::ZERO, 0.0);
        for effector in Effector::ALL.into_iter().filter(|effector| self.carries[joint][*effector as usize]) {
            let Some((part, target)) = wanted(effector) else { continue };
            let arm = self.places[part].translation - place.translation;
            torque += arm.cross(target - self.places[part].translation);
            inertia += arm.length_squared();
        }
        if inertia <= 1e-9 {
            return;
        }
        let turn = (torque * (STEP / inertia)).clamp_length_max(MOST_RAD);
        // The turn is given in the model's space; the joint keeps it in its own.
        let own_turn = place.rotation.conjugate() * pose::exp(turn) * place.rotation;
        self.pose.rotations[joint] = (self.pose.rotations[joint] * own_turn).normalize();
        skeleton.place(&self.pose, &mut self.places);
    }

    /// Puts the root as high above standing as the other's was.
    fn lift_root(&mut self, graph: &PoseGraph, own: &OwnPoses, frame: &PoseView) {
        let (Some(root), Some(above)) = (graph.effector_map().joint(Effector::Root), frame.above()) else {
            return;
        };
        let standing = &graph.nodes()[own.first_standing() as usize].pose;
        let joint = root as usize;
        let height = standing.translations[joint].y + above * own.unit();
        self.pose.translations[joint].y = height;
    }

    fn root(&self, graph: &PoseGraph) -> Vec3 {
        let root = graph.effector_map().joint(Effector::Root);
        root.map_or(Vec3::ZERO, |root| self.places[root as usize].translation)
    }

    fn view(&self, graph: &PoseGraph, own: &OwnPoses) -> PoseView {
        let root = self.root(graph);
        let mut parts = [None; EFFECTORS];
        for (effector, place) in graph.effector_map().places(&self.places) {
            parts[effector as usize] = Some((place - root) / own.unit());
        }
        PoseView::new(&parts, None)
    }
}
