//! Bodies as they are drawn. A creature whose character names a model is drawn as the simulation poses it; for others a
//! rig follows what their bodies do in the world. It shows and decides nothing.

use crate::library::Library;
use crate::messages::{BodyPlan, MotorNow, MotorPlan, MovementPlan, TransitionPlan};
use piaget_motor::{Body, Look, Request, Rig};
use piaget_sim::Actor;
use piaget_terms::{MovementStage, Name, maths};
use piaget_world::Creature;
use std::sync::Arc;

/// Sixteen bits for a part of a quaternion or a weight from -1 to 1.
const UNIT: f32 = 32_767.0;
/// Sixteen bits for a place of up to 8 units.
const PLACE: f32 = 4_096.0;
/// A joint that a clip moves by less than this stays where it rests.
const MOVES: f32 = 1e-4;

/// A creature's drawn body.
#[derive(Clone)]
pub struct Puppet {
    model: String,
    rig: Arc<Rig>,
    moved: Arc<[u32]>,
    /// The body that follows; none where the simulation poses one.
    follower: Option<Box<Follower>>,
}

#[derive(Clone)]
struct Follower {
    body: Body,
    yaw: f32,
}

impl Puppet {
    /// The body for a creature, if there is one.
    pub fn of(library: &Library, creature: &Creature, actor: &Actor) -> Option<Self> {
        if let (Some(embodied), Some(model)) = (&actor.embodied, &actor.mind.character().model) {
            let rig = embodied.rig().clone();
            return Some(Self { model: model.clone(), moved: moved(&rig), rig, follower: None });
        }
        let (name, rig) = library.body_for(creature.kind.as_str())?;
        let follower = Follower { body: Body::new(&rig, 0), yaw: creature.yaw };
        let model = format!("bodies/{name}.glb");
        Some(Self { model, moved: moved(&rig), rig, follower: Some(Box::new(follower)) })
    }

    /// Lets a tick pass.
    pub fn step(&mut self, creature: &Creature, tick_s: f32) {
        let Some(follower) = &mut self.follower else { return };
        let turned = maths::wrap_angle(creature.yaw - std::mem::replace(&mut follower.yaw, creature.yaw));
        let movement = creature.movement().filter(|movement| movement.stage == MovementStage::Begun);
        let request = Request {
            movement: movement.map(|movement| movement.name),
            speed_m_per_s: maths::ground(creature.velocity).length(),
            turn_rad_per_s: turned / tick_s,
            look: Some(Look::Angles { yaw: creature.head_yaw, pitch: creature.head_pitch }),
            face: &creature.intent().expression,
            ..Request::default()
        };
        follower.body.step(&self.rig, tick_s, &request);
    }

    /// The posed body.
    fn body<'a>(&'a self, actor: &'a Actor) -> Option<&'a Body> {
        let follows = self.follower.as_ref().map(|follower| &follower.body);
        follows.or_else(|| actor.embodied.as_ref().map(|embodied| embodied.body()))
    }

    /// What of it does not change.
    pub fn plan(&self) -> BodyPlan {
        let joints = self.rig.graph.skeleton().joints();
        BodyPlan {
            model: format!("/{}", self.model),
            metres_per_unit: self.rig.config().metres_per_unit,
            joints: joints.iter().map(|joint| joint.name.clone()).collect(),
            moved: self.moved.to_vec(),
            morphs: self.rig.morphs().to_vec(),
        }
    }

    /// Its pose as bytes; `docs/lab.md` says how they lie.
    pub fn write(&self, actor: &Actor, bytes: &mut Vec<u8>) {
        let Some(pose) = self.body(actor).map(Body::pose) else { return };
        let mut put = |number: f32| {
            let short = number.round().clamp(-UNIT, UNIT) as i16;
            bytes.extend(short.to_le_bytes());
        };
        for turn in &pose.rotations {
            // A turn and its negative are one; the same sign every time makes for shorter differences.
            let turn = if turn.w < 0.0 { -*turn } else { *turn };
            turn.to_array().into_iter().for_each(|part| put(part * UNIT));
        }
        for joint in &self.moved[..] {
            let place = pose.translations.get(*joint as usize).copied().unwrap_or_default();
            place.to_array().into_iter().for_each(|part| put(part * PLACE));
        }
        pose.weights.iter().for_each(|weight| put(weight * UNIT));
    }

    /// The pose graph.
    pub fn motor_plan(&self) -> MotorPlan {
        let graph = &self.rig.graph;
        let movement = |movement: &piaget_motor::graph::Movement| MovementPlan {
            name: movement.name.to_string(),
            group: movement.group.to_string(),
            seconds: movement.seconds,
            cyclic: movement.cyclic,
        };
        let leads = |from: usize| {
            let from = from as u32;
            graph.coarse().edges(from).iter().map(move |(to, cost)| TransitionPlan {
                from,
                to: *to,
                cost: *cost,
            })
        };
        MotorPlan {
            movements: graph.movements().iter().map(movement).collect(),
            transitions: (0..graph.movements().len()).flat_map(leads).collect(),
            poses: graph.nodes().len() as u32,
        }
    }

    /// The movements that it can be asked for.
    pub fn movements(&self) -> impl Iterator<Item = Name> + '_ {
        self.rig.graph.movements().iter().filter(|movement| !movement.removed).map(|movement| movement.name)
    }

    /// Where it is on the pose graph.
    pub fn motor_now(&self, actor: &Actor) -> Option<MotorNow> {
        let (graph, player) = (&self.rig.graph, self.body(actor)?.player());
        let (from, ..) = player.place();
        let node = &graph.nodes()[from as usize];
        let movement = &graph.movements()[node.movement as usize];
        let mut path = vec![node.movement];
        for pose in player.way() {
            let next = graph.nodes()[*pose as usize].movement;
            if path.last() != Some(&next) {
                path.push(next);
            }
        }
        let part = (node.time_s / movement.seconds.max(1e-3)).clamp(0.0, 1.0);
        Some(MotorNow { movement: node.movement, part, path })
    }
}

/// The joints that some clip moves against their parents.
fn moved(rig: &Rig) -> Arc<[u32]> {
    let joints = rig.graph.skeleton().joints();
    let strays = |joint: usize| {
        let rest = joints[joint].rest.translation;
        rig.graph
            .nodes()
            .iter()
            .any(|node| node.pose.translations.get(joint).is_some_and(|place| place.distance(rest) > MOVES))
    };
    (0..joints.len()).filter(|joint| strays(*joint)).map(|joint| joint as u32).collect()
}
