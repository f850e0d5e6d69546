//! Posed skeletons in the loop (Buchsbaum 5.7): a creature with a `body` plays what its mind asks for, others see its
//! marked parts where the skeleton really has them, and what a movement does happens at its mark.

use crate::scenario::CreaturePlan;
use piaget_motor::{Body, GraphConfig, Look, Report, Request, Rig, RigConfig};
use piaget_terms::{HostId, MovementStage, Name, maths};
use piaget_world::{Creature, Posed, World};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Marks at which a movement has its effect on the world; a movement without one has it at its end.
const EFFECTS: [&str; 3] = ["take", "swallow", "release"];

/// What is saved of a body.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PlayedState {
    pub body: Body,
    yaw: f32,
}

/// A body being played.
pub(crate) struct Played {
    rig: Arc<Rig>,
    pub state: PlayedState,
}

/// Rigs that were made already: creatures of one body and height share theirs.
#[derive(Default)]
pub(crate) struct Wardrobe(BTreeMap<(Name, u32), Arc<Rig>>);

impl Wardrobe {
    /// The body of a creature, if its scenario gives it one.
    pub fn dress(&mut self, plan: &CreaturePlan, seed: u64) -> Option<Played> {
        let height_m = plan.character.body.height_m;
        let key = (plan.body?, height_m.to_bits());
        let rig = match self.0.get(&key) {
            Some(rig) => rig.clone(),
            None => {
                let model = piaget_bodies::make(key.0.as_str())?;
                let points = model.meshes.iter().flat_map(|mesh| &mesh.points);
                let tall = points.map(|point| point.y).fold(f32::MIN_POSITIVE, f32::max);
                let config = RigConfig { metres_per_unit: height_m / tall, ..RigConfig::default() };
                // Our own bodies always make a graph; a test of theirs says so.
                let rig = Arc::new(Rig::new(&model, GraphConfig::default(), config).ok()?);
                self.0.insert(key, rig.clone());
                rig
            }
        };
        let body = Body::new(&rig, seed);
        Some(Played { rig, state: PlayedState { body, yaw: plan.yaw } })
    }
}

impl Played {
    /// Goes on from a saved state.
    pub fn restore(&mut self, state: PlayedState) {
        self.state = state;
        self.state.body.refresh(&self.rig);
    }

    /// The rig and the body, for those who draw it.
    pub fn posed(&self) -> (&Rig, &Body) {
        (&self.rig, &self.state.body)
    }

    /// After a tick of the world: plays on, shows the marked parts, and tells the world how far the movement is.
    pub fn play(&mut self, world: &mut World, id: HostId, tick_s: f32) {
        let Some(creature) = world.creature(id) else { return };
        let under_way = creature.movement().filter(|movement| movement.stage == MovementStage::Begun);
        let known = |name: Name| {
            let program = self.rig.programs.iter().any(|program| program.name == name);
            program || self.rig.graph.movement(name.as_str()).is_some()
        };
        // What the body does not have is left to the world's own timer.
        let movement = under_way.map(|movement| movement.name).filter(|name| known(*name));
        let request = self.request(creature, movement, tick_s);
        let report = self.state.body.step(&self.rig, tick_s, &request);
        self.state.yaw = creature.yaw;
        world.let_host_move(id, movement.is_some());
        if let Some(stage) = movement.and_then(|name| stage(name, &report)) {
            world.report_movement(id, stage);
        }
        let metres = self.rig.config().metres_per_unit;
        let places = self.rig.graph.effector_map().places(self.state.body.places());
        let parts: arrayvec::ArrayVec<Posed, 11> =
            places.map(|(effector, place)| Posed { effector, place: place * metres }).collect();
        world.pose(id, &parts);
    }

    fn request<'a>(&self, creature: &'a Creature, movement: Option<Name>, tick_s: f32) -> Request<'a> {
        let intent = creature.intent();
        let object = intent.movement.and_then(|movement| movement.object).map(|object| {
            let (to, turn) = (object.position - creature.position, maths::direction(creature.yaw));
            glam::Vec3::new(to.x * turn.z - to.z * turn.x, to.y, to.x * turn.x + to.z * turn.z)
        });
        let (yaw, pitch) = (creature.head_yaw, creature.head_pitch);
        Request {
            movement,
            object,
            speed_m_per_s: creature.velocity.length(),
            turn_rad_per_s: maths::wrap_angle(creature.yaw - self.state.yaw) / tick_s,
            look: intent.gaze.map(|_| Look::Angles { yaw, pitch }),
            face: &intent.expression,
            holds: &[],
        }
    }
}

/// How far the asked movement has come, as the world should know it.
fn stage(name: Name, report: &Report) -> Option<MovementStage> {
    let had_effect = |(of, mark): &(Name, Name)| *of == name && EFFECTS.contains(&mark.as_str());
    if report.marks.iter().any(had_effect) {
        return Some(MovementStage::Finished);
    }
    report.movement.filter(|movement| movement.name == name).map(|movement| movement.stage)
}
