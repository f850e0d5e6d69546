//! The world: creatures as they stand, things and walls that changed.

use super::{milli, point};
use crate::messages::{CreatureNow, Frame, MoveStage, ShapePlan, ThingNow, WallNow, bytes};
use crate::session::plans::wall_now;
use crate::session::play::Play;
use crate::session::puppet::Puppet;
use piaget_sim::Actor;
use piaget_terms::{FeatureValue, HostId, MovementStage, maths};
use piaget_world::{Creature, Shape, Thing};
use std::collections::BTreeMap;

/// What was told of the world.
#[derive(Default)]
pub struct ToldWorld {
    things: BTreeMap<u32, ThingNow>,
    walls: Option<Vec<WallNow>>,
    poses: Vec<Vec<u8>>,
}

impl ToldWorld {
    /// Writes what changed into a frame.
    pub fn tell(&mut self, play: &Play, frame: &mut Frame, blobs: &mut Vec<u8>) {
        let simulation = &play.simulation;
        self.poses.resize(simulation.actors().len(), Vec::new());
        for (at, actor) in simulation.actors().iter().enumerate() {
            let mut now =
                simulation.world().creature(actor.id).map(|c| creature(c, actor)).unwrap_or_else(gone);
            if let Some(puppet) = &play.puppets[at] {
                now.pose = self.pose(at, puppet, actor, blobs);
            }
            frame.creatures.push(now);
        }
        let mut left = std::mem::take(&mut self.things);
        for (id, own) in simulation.world().things() {
            let now = thing(id, own);
            if left.remove(&id.0).as_ref() != Some(&now) {
                frame.things.push(now.clone());
            }
            self.things.insert(id.0, now);
        }
        frame.gone = left.into_keys().collect();
        let names = &simulation.scenario().walls;
        let walls = simulation.world().walls().iter();
        let walls: Vec<_> = walls
            .map(|(id, wall)| wall_now(wall, names.get(id.0 as usize).unwrap_or(&Default::default())))
            .collect();
        if self.walls.as_ref() != Some(&walls) {
            frame.walls = Some(walls.clone());
            self.walls = Some(walls);
        }
    }

    fn pose(
        &mut self,
        at: usize,
        puppet: &Puppet,
        actor: &Actor,
        blobs: &mut Vec<u8>,
    ) -> Option<crate::messages::Blob> {
        let mut pose = Vec::with_capacity(self.poses[at].len());
        puppet.write(actor, &mut pose);
        let patch = bytes::diff(&self.poses[at], &pose, blobs);
        self.poses[at] = pose;
        patch
    }
}

/// A creature that was taken out of the world.
fn gone() -> CreatureNow {
    CreatureNow { hidden: true, ..CreatureNow::default() }
}

fn creature(creature: &Creature, actor: &Actor) -> CreatureNow {
    let stage = |stage| match stage {
        MovementStage::Begun => MoveStage::Begun,
        MovementStage::Finished => MoveStage::Finished,
        MovementStage::Interrupted => MoveStage::Interrupted,
        MovementStage::Cannot => MoveStage::Cannot,
    };
    CreatureNow {
        at: point(creature.position),
        yaw: milli(creature.yaw),
        head_yaw: milli(creature.head_yaw),
        head_pitch: milli(creature.head_pitch),
        speed: milli(maths::ground(creature.velocity).length()),
        hidden: creature.hidden,
        holding: creature.holding().map(|id| id.0),
        movement: creature.movement().map(|movement| (movement.name.to_string(), stage(movement.stage))),
        doing: actor.intent.because.unwrap_or_default().to_string(),
        gaze: actor.intent.gaze.map(|gaze| point(gaze.at)),
        face: actor
            .intent
            .expression
            .iter()
            .map(|(face, weight)| (face.to_string(), milli(*weight)))
            .collect(),
        says: actor.intent.utterance.map(|words| words.to_string()),
        pose: None,
    }
}

fn thing(id: HostId, thing: &Thing) -> ThingNow {
    let shape = match thing.shape {
        Shape::Box { size_m } => Some(ShapePlan::Box { size: size_m.into() }),
        Shape::Sphere { radius_m } => Some(ShapePlan::Sphere { radius: radius_m }),
        Shape::Capsule { height_m, radius_m } => {
            Some(ShapePlan::Capsule { height: height_m, radius: radius_m })
        }
        Shape::Cylinder { height_m, radius_m } => {
            Some(ShapePlan::Cylinder { height: height_m, radius: radius_m })
        }
        Shape::Mesh(_) => None,
    };
    let features = thing.features.iter();
    ThingNow {
        id: id.0,
        name: thing.name.to_string(),
        kind: thing.kind.to_string(),
        colour: thing.colour.to_string(),
        shape,
        at: point(thing.position),
        yaw: milli(thing.yaw),
        hidden: thing.hidden,
        sliding: thing.slide().is_some(),
        held_by: thing.held_by().map(|id| id.0),
        features: features.map(|feature| (feature.path.to_string(), in_words(&feature.value))).collect(),
    }
}

/// A feature's value in words.
pub fn in_words(value: &FeatureValue) -> String {
    match value {
        FeatureValue::Number(number) => format!("{number:.2}"),
        FeatureValue::Vector(vector) => format!("{:.2} {:.2} {:.2}", vector.x, vector.y, vector.z),
        FeatureValue::Word(word) => word.to_string(),
    }
}
