//! Bodies that are posed: a creature whose character names a model performs its movements with it. The mind's
//! intent becomes a request to the motor system; the posed skeleton, the marks that were passed and how far the
//! movement has come go back to the world.

use arrayvec::ArrayVec;
use piaget_motor::gaze::GazeConfig;
use piaget_motor::{Body, GraphConfig, Look, Report, Request, Rig, RigConfig, gltf};
use piaget_terms::valid::{Invalid, Within, amount, finite};
use piaget_terms::{Effector, HostId, Intent, Name, maths};
use piaget_world::{Posed, World};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex};
use xxhash_rust::xxh3::xxh3_64;

/// How many bodies are kept at hand.
const MOST_KEPT: usize = 32;

/// How far the head follows the eyes: a glance is mostly theirs.
const HEAD_YAW_RAD: f32 = 0.6;
const HEAD_PITCH_RAD: f32 = 0.25;

/// Bodies that were read before, by their file's digest: many trials share one.
static READ: LazyLock<Mutex<BTreeMap<u64, Arc<Rig>>>> = LazyLock::new(Mutex::default);

/// The body in a model's file, or a sentence that says why there is none.
pub fn rig(name: &str, bytes: &[u8]) -> Result<Arc<Rig>, String> {
    let key = xxh3_64(bytes);
    let kept = || READ.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(rig) = kept().get(&key) {
        return Ok(rig.clone());
    }
    let model = gltf::read(name, bytes, &mut |_| None).map_err(|bad| bad.to_string())?;
    let gaze =
        GazeConfig { yaw_limit_rad: HEAD_YAW_RAD, pitch_limit_rad: HEAD_PITCH_RAD, ..GazeConfig::default() };
    let config = RigConfig { gaze, ..RigConfig::default() };
    let rig = Rig::new(&model, GraphConfig::default(), config).map_err(|why| why.to_string())?;
    let rig = Arc::new(rig);
    let mut kept = kept();
    if kept.len() < MOST_KEPT {
        kept.insert(key, rig.clone());
    }
    Ok(rig)
}

/// A posed body at work.
#[derive(Clone, Debug)]
pub struct Embodied {
    rig: Arc<Rig>,
    state: EmbodiedState,
}

/// What is saved of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EmbodiedState {
    body: Body,
    /// How much faster than made its movements are performed.
    pace: f32,
    yaw: f32,
}

impl Embodied {
    /// A body that stands idle.
    pub fn new(rig: Arc<Rig>, pace: f32, yaw: f32, seed: u64) -> Self {
        let body = Body::new(&rig, seed);
        Self { rig, state: EmbodiedState { body, pace, yaw } }
    }

    /// A body that goes on as it was saved, or what is wrong with it.
    pub(crate) fn restore(rig: Arc<Rig>, mut state: EmbodiedState) -> Result<Self, Invalid> {
        state.body.validate(&rig).within("body")?;
        amount("pace", state.pace)?;
        finite("yaw", state.yaw)?;
        state.body.refresh(&rig);
        Ok(Self { rig, state })
    }

    /// What all bodies of its kind share.
    pub fn rig(&self) -> &Arc<Rig> {
        &self.rig
    }

    /// The posed body.
    pub fn body(&self) -> &Body {
        &self.state.body
    }

    pub(crate) fn state(&self) -> &EmbodiedState {
        &self.state
    }

    /// Puts the marked parts of the body where its pose has them.
    pub(crate) fn show(&self, world: &mut World, id: HostId) {
        let places = self.rig.graph.effector_map().places(self.state.body.places());
        let metres = self.rig.config().metres_per_unit;
        let posed: ArrayVec<Posed, { Effector::ALL.len() }> =
            places.map(|(effector, place)| Posed { effector, place: place * metres }).collect();
        world.pose(id, &posed);
    }

    /// Performs what the mind intends for one tick, and shows the world the pose.
    pub(crate) fn perform(&mut self, world: &mut World, id: HostId, intent: &Intent, tick_s: f32) {
        let Some(creature) = world.creature(id) else { return };
        let turn = maths::wrap_angle(creature.yaw - self.state.yaw) / tick_s;
        let object = intent.movement.and_then(|movement| movement.object);
        let holding = [Name::cut(HOLDING)];
        let request = Request {
            movement: intent.movement.map(|movement| movement.name),
            object: object.map(|object| creature.own_from_world(object.position)),
            speed_m_per_s: creature.velocity.length(),
            turn_rad_per_s: turn,
            look: Some(Look::Angles { yaw: creature.head_yaw, pitch: creature.head_pitch }),
            face: &intent.expression,
            holds: if creature.holding().is_some() { &holding } else { &[] },
        };
        self.state.yaw = creature.yaw;
        let report = self.state.body.step(&self.rig, tick_s * self.state.pace, &request);
        self.show(world, id);
        tell(world, id, &report);
    }
}

/// The word under which motor programs learn that the hand is full.
const HOLDING: &str = "holding";

fn tell(world: &mut World, id: HostId, report: &Report) {
    let Some(movement) = report.movement else { return };
    for (_, mark) in report.marks.iter().filter(|(name, _)| *name == movement.name) {
        world.pass_mark(id, *mark);
    }
    world.report_movement(id, movement.stage);
}
