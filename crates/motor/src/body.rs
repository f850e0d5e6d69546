//! A body that can be asked: skeleton, graph, player, layer, gaze, face and programs behind one `step`. What a
//! host plugs in: requests come from a mind's intent; the posed skeleton, the effectors' places and the marks
//! that were passed go back to the world.

use crate::gaze::{Gaze, GazeConfig, GazeJoints, Look};
use crate::graph::{GraphConfig, NoGraph, PoseGraph};
use crate::layer::{Layer, Mask};
use crate::player::{Event, Events, Player, RootStep};
use crate::program::{Posts, Program, ProgramStatus, Runner};
use crate::{Model, Pose, Transform, blend};
use arrayvec::ArrayVec;
use glam::Vec3;
use piaget_terms::valid::{Checked, Within, count, finite, vector};
use piaget_terms::{Chance, Effector, MovementSense, MovementStage, Name, maths};
use serde::{Deserialize, Serialize};

/// How a body behaves beside its graph.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RigConfig {
    /// The movement played when nothing is asked; where the body lacks it, its busiest hub decides.
    pub idle: Name,
    /// The movement played while the body travels; where the body lacks it, it glides.
    pub gait: Name,
    /// The body counts as travelling from this speed on.
    pub travels_from_m_per_s: f32,
    /// The limits of how much slower or faster than made the gait is played to match the body's speed.
    pub gait_rates: (f32, f32),
    /// How fast a face changes, in weight per second.
    pub face_per_s: f32,
    /// How it looks around.
    pub gaze: GazeConfig,
    /// The mark of a blended movement at which the hand should be at the object.
    pub take_mark: Name,
    /// A reach is aimed anew when its object has moved this far.
    pub aim_again_m: f32,
    /// How many metres a unit of the file is.
    pub metres_per_unit: f32,
}

impl Default for RigConfig {
    fn default() -> Self {
        Self {
            idle: Name::cut("stand"),
            gait: Name::cut("walk"),
            travels_from_m_per_s: 0.05,
            gait_rates: (0.4, 2.5),
            face_per_s: 4.0,
            gaze: GazeConfig::default(),
            take_mark: Name::cut("take"),
            aim_again_m: 0.01,
            metres_per_unit: 1.0,
        }
    }
}

/// What all bodies of one kind share.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rig {
    /// What the body can do. May be changed while bodies use it.
    pub graph: PoseGraph,
    /// Its motor programs.
    pub programs: Vec<Program>,
    config: RigConfig,
    morphs: Vec<String>,
    upper: Mask,
    gaze: Option<GazeJoints>,
    idle: u32,
    gait: Option<(u32, f32)>,
}

/// What a body is asked in a tick. The default asks nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request<'a> {
    /// A movement or program by name; ask again in every tick while it is wanted.
    pub movement: Option<Name>,
    /// Where its object is, in the body's frame (root on the ground, z ahead): what a reach reaches for.
    pub object: Option<Vec3>,
    /// How fast the body travels over the ground, as the host moves it.
    pub speed_m_per_s: f32,
    /// How fast it turns.
    pub turn_rad_per_s: f32,
    /// Where to look.
    pub look: Option<Look>,
    /// The face: names of morph targets and weights.
    pub face: &'a [(Name, f32)],
    /// Words that hold now, for `when` in programs.
    pub holds: &'a [Name],
}

/// What a tick brought.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The asked movement or program, and how far it has come.
    pub movement: Option<MovementSense>,
    /// Where it cannot: the names that the body does have and that come nearest.
    pub nearest: ArrayVec<Name, 3>,
    /// Marks that were passed: movement and mark.
    pub marks: ArrayVec<(Name, Name), 8>,
    /// Words that programs posted.
    pub posts: Posts,
    /// How clips moved the root, for hosts that let them.
    pub root: RootStep,
}

/// One body's state. Everything in it can be saved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Body {
    player: Player,
    layer: Layer,
    gaze: Gaze,
    face: Vec<f32>,
    runner: Option<(Runner, Name)>,
    asked: Option<Name>,
    aimed: Option<(Name, Vec3)>,
    stage: Option<MovementSense>,
    in_layer: bool,
    chance: Chance,
    #[serde(skip)]
    pose: Pose,
    #[serde(skip)]
    places: Vec<Transform>,
    #[serde(skip)]
    scratch: (Pose, Vec<Transform>),
}

impl Rig {
    /// The rig of a model.
    pub fn new(model: &Model, graph: GraphConfig, config: RigConfig) -> Result<Self, NoGraph> {
        let graph = PoseGraph::new(model, graph)?;
        let skeleton = graph.skeleton();
        let idle = graph.movement(config.idle.as_str());
        let idle = idle.unwrap_or_else(|| graph.nodes()[graph.centre() as usize].movement);
        let gait = graph.movement(config.gait.as_str()).map(|gait| {
            let nodes = &graph.nodes()[graph.movements()[gait as usize].poses.start as usize..]
                [..graph.movements()[gait as usize].poses.len()];
            let ahead: f32 = nodes.iter().map(|node| node.root.velocity.z).sum();
            (gait, ahead / nodes.len() as f32 * config.metres_per_unit)
        });
        // Above the lowest joint that carries both a hand and the neck, a gesture may be laid over a gait.
        let map = graph.effector_map();
        let hand = map.joint(Effector::RightHand).or(map.joint(Effector::LeftHand));
        let carries = |joint: &u32| {
            let parts = [map.joint(Effector::Neck), hand];
            parts.iter().flatten().all(|part| skeleton.hangs_from(*part, *joint))
        };
        let chest = (0..skeleton.len() as u32).filter(carries).max().unwrap_or(0);
        let upper = Mask::below(skeleton, chest);
        let gaze = GazeJoints::guess(skeleton);
        let morphs = model.morphs.clone();
        Ok(Self { graph, programs: Vec::new(), config, morphs, upper, gaze, idle, gait })
    }

    /// The names of the morph targets.
    pub fn morphs(&self) -> &[String] {
        &self.morphs
    }

    /// The settings.
    pub fn config(&self) -> &RigConfig {
        &self.config
    }
}

impl Body {
    /// A body that stands idle; `seed` decides what its programs choose.
    pub fn new(rig: &Rig, seed: u64) -> Self {
        let mut body = Self {
            player: Player::new(&rig.graph, rig.idle),
            layer: Layer::default(),
            gaze: Gaze::default(),
            face: vec![0.0; rig.morphs.len()],
            runner: None,
            asked: None,
            aimed: None,
            stage: None,
            in_layer: false,
            chance: Chance::new(seed),
            pose: Pose::default(),
            places: Vec::new(),
            scratch: Default::default(),
        };
        body.refresh(rig);
        body
    }

    /// Whether a saved body belongs to this rig; ask before [`refresh`](Self::refresh).
    pub fn validate(&self, rig: &Rig) -> Checked {
        self.player.validate(&rig.graph).within("player")?;
        self.layer.validate(&rig.graph).within("layer")?;
        self.gaze.validate().within("gaze")?;
        count("face", self.face.len(), rig.morphs.len())?;
        self.face.iter().try_for_each(|weight| finite("face", *weight))?;
        if let Some((runner, _)) = &self.runner {
            runner.validate(&rig.programs, &rig.graph).within("runner")?;
        }
        self.aimed.map_or(Ok(()), |(_, at)| vector("aimed", at))
    }

    /// The pose of this moment, gaze and face included. After loading, [`refresh`](Self::refresh) first.
    pub fn pose(&self) -> &Pose {
        &self.pose
    }

    /// Where every joint stands in the body's own frame.
    pub fn places(&self) -> &[Transform] {
        &self.places
    }

    /// Where it is on the graph.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// How the head is turned and tilted by looking, and how much looking governs it.
    pub fn gaze(&self) -> &Gaze {
        &self.gaze
    }

    /// Poses the skeleton anew from the state, as after loading.
    pub fn refresh(&mut self, rig: &Rig) {
        self.pose_now(rig, 0.0, None, &mut Events::new());
    }

    /// Where the effectors are in the world, for a body whose root stands there. Allocates nothing.
    pub fn effectors<'a>(
        &'a self,
        rig: &'a Rig,
        world_from_root: Transform,
    ) -> impl Iterator<Item = (Effector, Vec3)> + 'a {
        let metres = rig.config.metres_per_unit;
        let places = rig.graph.effector_map().places(&self.places);
        places.map(move |(effector, place)| (effector, world_from_root.point(place * metres)))
    }

    /// Lets a tick pass.
    pub fn step(&mut self, rig: &Rig, tick_s: f32, request: &Request) -> Report {
        let mut report = Report::default();
        let mut events = Events::new();
        let graph = &rig.graph;
        self.answer(rig, request, &mut report, &mut events);
        let rate = self.set_gait(rig, request);
        report.root = self.player.advance(graph, tick_s, rate, &mut events);
        self.run_program(rig, tick_s, request, &mut report, &mut events);
        self.show_face(rig, tick_s, request);
        self.pose_now(rig, tick_s, request.look, &mut events);
        self.tell(graph, &events, &mut report);
        report.movement = self.stage;
        report
    }

    /// Begins what is newly asked, ends what is no longer asked.
    fn answer(&mut self, rig: &Rig, request: &Request, report: &mut Report, events: &mut Events) {
        let ended = self.stage.is_some_and(|stage| stage.stage != MovementStage::Begun);
        if let (Some(name), true) = (request.movement, self.asked == request.movement && !ended) {
            self.aim(rig, name, request);
            return;
        }
        if self.asked.is_some() && self.asked != request.movement && !ended {
            self.stop(rig, events);
        }
        let cannot = |stage: Option<MovementSense>| stage.is_some_and(|s| s.stage == MovementStage::Cannot);
        if self.asked == request.movement && cannot(self.stage) {
            // Asked again for what it cannot do: the answer stays.
            report.nearest = near(&rig.graph, request.movement);
            return;
        }
        self.asked = request.movement;
        self.aimed = None;
        self.stage = None;
        let Some(name) = request.movement else { return };
        if let Some((runner, _)) = &mut self.runner {
            if !runner.stop(&rig.graph, &mut self.player, events) {
                // Not yet: it is asked again in the next tick.
                self.asked = None;
                return;
            }
            self.runner = None;
        }
        if let Some(program) = rig.programs.iter().position(|program| program.name == name) {
            self.runner = Some((Runner::new(program as u32), name));
            self.in_layer = false;
            self.stage = Some(MovementSense::new(name, MovementStage::Begun));
            return;
        }
        let Some(movement) = rig.graph.movement(name.as_str()) else {
            self.stage = Some(MovementSense::new(name, MovementStage::Cannot));
            report.nearest = near(&rig.graph, Some(name));
            return;
        };
        self.aim(rig, name, request);
        let travelling = request.speed_m_per_s >= rig.config.travels_from_m_per_s && rig.gait.is_some();
        self.in_layer = travelling;
        if travelling {
            self.layer.play(&rig.graph, movement, &self.pose, &rig.upper, events);
            if self.layer.movement() != Some(movement) {
                // The layer is still letting go of what it played.
                self.asked = None;
            }
        } else if !self.player.ask(&rig.graph, movement, events) {
            self.stage = Some(MovementSense::new(name, MovementStage::Cannot));
        }
    }

    /// A blended movement with an object is mixed so that the hand comes to the object. Once it has begun the
    /// aim follows the object only as fast as the mix may change.
    fn aim(&mut self, rig: &Rig, name: Name, request: &Request) {
        let Some(object) = request.object.filter(|object| object.is_finite()) else { return };
        let Some(movement) = rig.graph.movement(name.as_str()) else { return };
        if rig.graph.movements()[movement as usize].blend.is_empty() {
            return;
        }
        if self.aimed.is_some_and(|(at, old)| at == name && old.distance(object) < rig.config.aim_again_m) {
            return;
        }
        self.aimed = Some((name, object));
        let point = object / rig.config.metres_per_unit;
        let mut scratch = std::mem::take(&mut self.scratch);
        let weights = rig.graph.weights_to_reach(
            movement,
            Effector::RightHand,
            point,
            rig.config.take_mark.as_str(),
            &mut scratch,
        );
        self.scratch = scratch;
        self.player.set_mix(&rig.graph, movement, &weights);
    }

    fn stop(&mut self, rig: &Rig, events: &mut Events) {
        if let Some((runner, _)) = &mut self.runner {
            runner.stop(&rig.graph, &mut self.player, events);
        } else if self.in_layer {
            self.layer.stop(events);
        } else {
            self.player.rest(&rig.graph, events);
        }
    }

    /// Walks while the host moves the body, at the pace that the ground demands.
    fn set_gait(&mut self, rig: &Rig, request: &Request) -> f32 {
        let Some((gait, pace)) = rig.gait else { return 1.0 };
        if request.speed_m_per_s < rig.config.travels_from_m_per_s {
            self.player.set_idle(&rig.graph, rig.idle);
            return 1.0;
        }
        self.player.set_idle(&rig.graph, gait);
        let corners = &rig.graph.movements()[gait as usize].blend;
        if !corners.is_empty() {
            let point = Vec3::new(request.turn_rad_per_s, 0.0, 0.0);
            let weights = blend::weights_for(corners.iter().map(|corner| corner.1), point);
            self.player.set_mix(&rig.graph, gait, &weights);
        }
        let (from, ..) = self.player.place();
        if rig.graph.nodes()[from as usize].movement != gait || pace <= 0.0 {
            return 1.0;
        }
        (request.speed_m_per_s / pace).clamp(rig.config.gait_rates.0, rig.config.gait_rates.1)
    }

    fn run_program(
        &mut self,
        rig: &Rig,
        tick_s: f32,
        request: &Request,
        report: &mut Report,
        events: &mut Events,
    ) {
        let Some((runner, name)) = &mut self.runner else { return };
        let holds = |word: &str| request.holds.iter().any(|held| *held == word);
        let stage = runner.step(
            (&rig.programs, &rig.graph),
            &mut self.player,
            tick_s,
            (events, &mut report.posts),
            (&holds, &mut self.chance),
        );
        let name = *name;
        let stage = match stage {
            ProgramStatus::Running => return,
            ProgramStatus::Finished => MovementStage::Finished,
            ProgramStatus::Interrupted => MovementStage::Interrupted,
            ProgramStatus::Cannot(_) => MovementStage::Cannot,
        };
        if stage == MovementStage::Finished {
            self.player.rest(&rig.graph, events);
        }
        self.runner = None;
        self.stage = Some(MovementSense::new(name, stage));
    }

    fn show_face(&mut self, rig: &Rig, tick_s: f32, request: &Request) {
        for (morph, weight) in rig.morphs.iter().zip(&mut self.face) {
            let wanted = request.face.iter().find(|(name, _)| name.as_str().eq_ignore_ascii_case(morph));
            let wanted = wanted.map_or(0.0, |(_, weight)| weight.clamp(0.0, 1.0));
            *weight = maths::approach(*weight, wanted, rig.config.face_per_s * tick_s);
        }
    }

    fn pose_now(&mut self, rig: &Rig, tick_s: f32, look: Option<Look>, events: &mut Events) {
        let graph = &rig.graph;
        let mut pose = std::mem::take(&mut self.pose);
        self.player.pose(graph, &mut pose);
        self.layer.apply(graph, tick_s, &rig.upper, &mut pose, events);
        for (shown, face) in pose.weights.iter_mut().zip(&self.face) {
            *shown = shown.max(*face);
        }
        let mut places = std::mem::take(&mut self.places);
        graph.skeleton().place(&pose, &mut places);
        if let Some(joints) = &rig.gaze {
            let rig = (graph.skeleton(), joints, &rig.config.gaze);
            self.gaze.apply(rig, tick_s, look, &mut pose, &mut places);
        }
        (self.pose, self.places) = (pose, places);
    }

    /// Turns the player's events into what is told.
    fn tell(&mut self, graph: &PoseGraph, events: &Events, report: &mut Report) {
        let name = |movement: u32| graph.movements()[movement as usize].name;
        for event in events {
            let (movement, stage) = match event {
                Event::Passed(movement, mark) => {
                    let _ = report.marks.try_push((name(*movement), *mark));
                    continue;
                }
                Event::Begun(movement) => (*movement, MovementStage::Begun),
                Event::Finished(movement) => (*movement, MovementStage::Finished),
                Event::Interrupted(movement) => (*movement, MovementStage::Interrupted),
            };
            // A program speaks for itself; its movements are its own affair.
            let speaks = self.runner.is_none() && self.stage.is_none_or(|stage| stage.name == name(movement));
            if speaks {
                self.stage = Some(MovementSense::new(name(movement), stage));
            }
        }
    }
}

fn near(graph: &PoseGraph, name: Option<Name>) -> ArrayVec<Name, 3> {
    name.map_or_else(ArrayVec::new, |name| graph.nearest_names(name.as_str()).into_iter().take(3).collect())
}
