//! Walks a pose graph: along the way to what was asked, through the movement, and then home to idling
//! (Buchsbaum 5.7.2). Any tick length; poses and the root never jump.

use crate::blend::{MAX_CORNERS, Weights, blend_poses};
use crate::graph::{EdgeKind, Finder, PoseGraph, PoseNode, RootMotion, between};
use crate::{Pose, pose};
use arrayvec::ArrayVec;
use glam::Vec3;
use piaget_terms::Name;
use piaget_terms::valid::{Checked, amount, at_most, finite, index, require};
use serde::{Deserialize, Serialize};

/// The most events that one step reports; a longer tick drops the rest.
pub const MAX_EVENTS: usize = 16;
/// How fast the weights of a blend may change, per second.
const WEIGHTS_PER_S: f32 = 2.0;

/// Something that happened while playing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// The first pose of an asked movement was reached.
    Begun(u32),
    /// The last pose of an asked movement was reached.
    Finished(u32),
    /// An asked movement was left before its end.
    Interrupted(u32),
    /// A mark of a movement was passed.
    Passed(u32, Name),
}

/// Events of one step.
pub type Events = ArrayVec<Event, MAX_EVENTS>;

/// How the root moved in a step, in the frame it had at the step's beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RootStep {
    /// In the file's unit.
    pub shift: Vec3,
    /// About the vertical.
    pub yaw: f32,
}

/// What the player is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Task {
    /// Nothing was asked: on the way to, or in, the idle movement.
    Idle,
    /// On the way to a movement.
    Approach(u32),
    /// In a movement that was asked for.
    Perform(u32),
    /// On the way to a single pose, or holding it.
    Pose(u32),
}

/// The mix that a blended movement is played with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Mix {
    movement: u32,
    now: Weights,
    goal: Weights,
}

/// A place on a graph that moves with time.
///
/// ```no_run
/// # fn graph() -> piaget_motor::PoseGraph { unimplemented!() }
/// use piaget_motor::{Player, player::Events};
/// let graph = graph();
/// let mut player = Player::new(&graph, graph.movement("stand").unwrap());
/// player.ask(&graph, graph.movement("wave").unwrap(), &mut Events::new());
/// player.advance(&graph, 0.1, 1.0, &mut Events::new());
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Player {
    idle: u32,
    task: Task,
    from: u32,
    to: u32,
    kind: EdgeKind,
    seconds: f32,
    into_s: f32,
    way: Vec<u32>,
    next: u32,
    mixes: Vec<Mix>,
    #[serde(skip)]
    finder: Finder,
    #[serde(skip)]
    ends: (Pose, Pose),
}

impl Player {
    /// Begins in the first pose of the idle movement.
    pub fn new(graph: &PoseGraph, idle: u32) -> Self {
        let start = graph.movements()[idle as usize].poses.start;
        let mixes = graph.movements().iter().enumerate().filter(|(_, m)| !m.blend.is_empty());
        let mixes = mixes.map(|(index, movement)| {
            let count = movement.blend.len().min(MAX_CORNERS);
            let even: Weights = (0..count).map(|_| 1.0 / count as f32).collect();
            Mix { movement: index as u32, now: even.clone(), goal: even }
        });
        let mut player = Self {
            idle,
            task: Task::Idle,
            from: start,
            to: start,
            kind: EdgeKind::Next,
            seconds: 0.0,
            into_s: 0.0,
            way: Vec::new(),
            next: 0,
            mixes: mixes.collect(),
            finder: Finder::default(),
            ends: Default::default(),
        };
        player.go_on(graph);
        player
    }

    /// Whether a saved player stands on this graph: every pose and movement that it names is there.
    pub fn validate(&self, graph: &PoseGraph) -> Checked {
        let (movements, poses) = (graph.movements().len(), graph.nodes().len());
        index("idle", self.idle as usize, movements)?;
        match self.task {
            Task::Idle => {}
            Task::Approach(movement) | Task::Perform(movement) => {
                index("task", movement as usize, movements)?
            }
            Task::Pose(pose) => index("task", pose as usize, poses)?,
        }
        index("from", self.from as usize, poses)?;
        index("to", self.to as usize, poses)?;
        at_most("way", self.way.len(), poses)?;
        self.way.iter().try_for_each(|pose| index("way", *pose as usize, poses))?;
        at_most("next", self.next as usize, self.way.len())?;
        // A pose that is held lasts for ever.
        require(self.seconds >= 0.0, "seconds", || format!("is {}, which is no duration", self.seconds))?;
        amount("into_s", self.into_s)?;
        let fresh = Self::new(graph, self.idle);
        let same = |(own, new): (&Mix, &Mix)| {
            let lengths = own.now.len() == new.now.len() && own.goal.len() == new.goal.len();
            own.movement == new.movement && lengths
        };
        let fits = self.mixes.len() == fresh.mixes.len() && self.mixes.iter().zip(&fresh.mixes).all(same);
        require(fits, "mixes", || "does not belong to the blended movements of this body".into())?;
        let weights = self.mixes.iter().flat_map(|mix| mix.now.iter().chain(&mix.goal));
        weights.copied().try_for_each(|weight| finite("mixes", weight))
    }

    /// What it is about.
    pub fn task(&self) -> Task {
        self.task
    }

    /// The pose that is being left, the pose that is next, and how far between them (0 to 1).
    pub fn place(&self) -> (u32, u32, f32) {
        let part = if self.seconds > 0.0 { (self.into_s / self.seconds).min(1.0) } else { 1.0 };
        (self.from, self.to, part)
    }

    /// The poses still to be passed on the way to what was asked.
    pub fn way(&self) -> &[u32] {
        self.way.get(self.next as usize..).unwrap_or_default()
    }

    /// Whether the body could leave what it is in: false in the air, for instance.
    pub fn can_stop(&self, graph: &PoseGraph) -> bool {
        graph.can_leave(self.to)
    }

    /// Goes to a movement and through it. What was under way is interrupted, and left as soon as it may be left.
    /// Returns whether there is a way.
    pub fn ask(&mut self, graph: &PoseGraph, movement: u32, events: &mut Events) -> bool {
        self.leave_task(events);
        if self.finder.to_movement(graph, self.to, movement, &mut self.way).is_none() {
            self.plan_home(graph);
            return false;
        }
        self.set_out(Task::Approach(movement));
        true
    }

    /// Goes to a pose and holds it. Returns whether there is a way.
    pub fn ask_pose(&mut self, graph: &PoseGraph, pose: u32, events: &mut Events) -> bool {
        self.leave_task(events);
        if self.finder.to_pose(graph, self.to, pose, &mut self.way).is_none() {
            self.plan_home(graph);
            return false;
        }
        self.set_out(Task::Pose(pose));
        true
    }

    /// Gives up what was asked and goes home to idling.
    pub fn rest(&mut self, graph: &PoseGraph, events: &mut Events) {
        if self.task != Task::Idle {
            self.leave_task(events);
            self.task = Task::Idle;
            self.plan_home(graph);
        }
    }

    /// Changes which movement is played when nothing is asked (stand, walk).
    pub fn set_idle(&mut self, graph: &PoseGraph, idle: u32) {
        if self.idle != idle {
            self.idle = idle;
            if self.task == Task::Idle {
                self.plan_home(graph);
            }
        }
    }

    /// The movement that is played when nothing is asked.
    pub fn idle(&self) -> u32 {
        self.idle
    }

    /// Sets the mix of a blended movement: at once if it is not being played, else gradually.
    pub fn set_mix(&mut self, graph: &PoseGraph, movement: u32, weights: &Weights) {
        let playing =
            [self.from, self.to].iter().any(|pose| graph.nodes()[*pose as usize].movement == movement);
        if let Some(mix) = self.mixes.iter_mut().find(|mix| mix.movement == movement)
            && mix.goal.len() == weights.len()
        {
            mix.goal.clone_from(weights);
            if !playing {
                mix.now.clone_from(weights);
            }
        }
    }

    /// Lets time pass. `rate` is how fast clips are played; 1 is as they were made.
    pub fn advance(&mut self, graph: &PoseGraph, tick_s: f32, rate: f32, events: &mut Events) -> RootStep {
        let mut step = RootStep::default();
        let rate = rate.clamp(0.05, 20.0);
        let mut left = if tick_s.is_finite() { tick_s.max(0.0) } else { 0.0 };
        for mix in &mut self.mixes {
            slide(&mut mix.now, &mix.goal, left * WEIGHTS_PER_S);
        }
        while left > 0.0 {
            let until_there = (self.seconds - self.into_s).max(0.0) / rate;
            let part = left.min(until_there);
            self.travel(graph, part, rate, &mut step);
            let reached = self.into_s + part * rate;
            self.pass_marks(graph, self.into_s, reached, events);
            self.into_s = reached;
            left -= part;
            if left > 0.0 || part >= until_there {
                self.arrive(graph, events);
                if self.seconds == f32::INFINITY {
                    break;
                }
            }
        }
        step
    }

    /// The pose at this moment.
    pub fn pose(&mut self, graph: &PoseGraph, out: &mut Pose) {
        let (from, to, part) = self.place();
        let mut ends = std::mem::take(&mut self.ends);
        self.pose_of(graph, from, &mut ends.0);
        self.pose_of(graph, to, &mut ends.1);
        let (a, b) = (&graph.nodes()[from as usize], &graph.nodes()[to as usize]);
        out.copy_from(&ends.0);
        match self.kind {
            EdgeKind::Next => out.mix(&ends.1, part),
            _ => between((a, &ends.0), (b, &ends.1), part, self.seconds, out),
        }
        self.ends = ends;
    }

    /// The pose of a node, mixed where its movement is a blend.
    fn pose_of(&self, graph: &PoseGraph, pose: u32, out: &mut Pose) {
        let node = &graph.nodes()[pose as usize];
        out.copy_from(&node.pose);
        if let Some((mix, frame)) = self.mix_of(graph, pose) {
            let members = &graph.movements()[mix.movement as usize].blend;
            let poses = members.iter().map(|(member, _)| &corner(graph, *member, frame).pose);
            blend_poses(poses.zip(mix.now.iter().copied()), out);
        }
    }

    fn root_of(&self, graph: &PoseGraph, pose: u32) -> RootMotion {
        let Some((mix, frame)) = self.mix_of(graph, pose) else { return graph.nodes()[pose as usize].root };
        let members = &graph.movements()[mix.movement as usize].blend;
        let mut sum = RootMotion::default();
        for ((member, _), weight) in members.iter().zip(&mix.now) {
            let root = corner(graph, *member, frame).root;
            sum.velocity += root.velocity * *weight;
            sum.yaw_rate += root.yaw_rate * weight;
        }
        sum
    }

    fn mix_of(&self, graph: &PoseGraph, pose: u32) -> Option<(&Mix, u32)> {
        let movement = graph.nodes()[pose as usize].movement;
        let mix = self.mixes.iter().find(|mix| mix.movement == movement)?;
        Some((mix, pose - graph.movements()[movement as usize].poses.start))
    }

    fn travel(&self, graph: &PoseGraph, part_s: f32, rate: f32, step: &mut RootStep) {
        let mut root = self.root_of(graph, self.from);
        if self.kind != EdgeKind::Next {
            let to = self.root_of(graph, self.to);
            let middle = ((self.into_s + 0.5 * part_s * rate) / self.seconds.max(1e-6)).clamp(0.0, 1.0);
            root.velocity = root.velocity.lerp(to.velocity, middle);
            root.yaw_rate += (to.yaw_rate - root.yaw_rate) * middle;
        }
        let turn = root.yaw_rate * rate * part_s;
        step.shift += pose::about_up(step.yaw + turn * 0.5) * root.velocity * (rate * part_s);
        step.yaw += turn;
    }

    fn pass_marks(&self, graph: &PoseGraph, from_s: f32, to_s: f32, events: &mut Events) {
        if self.kind != EdgeKind::Next || to_s <= from_s {
            return;
        }
        let node: &PoseNode = &graph.nodes()[self.from as usize];
        let movement = &graph.movements()[node.movement as usize];
        let (start, end) = (node.time_s + from_s, node.time_s + to_s);
        for mark in movement.marks.iter().filter(|mark| mark.at_s >= start && mark.at_s < end) {
            let _ = events.try_push(Event::Passed(node.movement, mark.name));
        }
    }

    fn leave_task(&mut self, events: &mut Events) {
        if let Task::Perform(movement) = self.task {
            let _ = events.try_push(Event::Interrupted(movement));
        }
    }

    fn arrive(&mut self, graph: &PoseGraph, events: &mut Events) {
        self.from = self.to;
        let ends = |movement: u32| {
            let poses = &graph.movements()[movement as usize].poses;
            (poses.start, poses.end - 1)
        };
        if let Task::Approach(movement) = self.task {
            if self.from == ends(movement).0 {
                self.task = Task::Perform(movement);
                let _ = events.try_push(Event::Begun(movement));
            }
        } else if let Task::Perform(movement) = self.task
            && self.from == ends(movement).1
        {
            self.task = Task::Idle;
            let _ = events.try_push(Event::Finished(movement));
            // A mark at the very end belongs to the movement.
            let movement_of = &graph.movements()[movement as usize];
            let last_s = graph.nodes()[self.from as usize].time_s;
            for mark in movement_of.marks.iter().filter(|mark| mark.at_s >= last_s) {
                let _ = events.try_push(Event::Passed(movement, mark.name));
            }
        }
        self.go_on(graph);
    }

    /// Chooses the next edge from the pose that was reached.
    fn go_on(&mut self, graph: &PoseGraph) {
        self.into_s = 0.0;
        if !self.follow(graph) {
            // The way is used up, or the graph changed under it: plan anew from here.
            let planned = match self.task {
                Task::Approach(movement) => {
                    self.finder.to_movement(graph, self.from, movement, &mut self.way).is_some()
                }
                Task::Pose(pose) if pose != self.from => {
                    self.finder.to_pose(graph, self.from, pose, &mut self.way).is_some()
                }
                Task::Pose(_) => false,
                Task::Perform(_) | Task::Idle => {
                    self.task = Task::Idle;
                    let start = graph.movements()[self.idle as usize].poses.start;
                    let found = self.finder.to_pose(graph, self.from, start, &mut self.way);
                    found.is_some() && !self.way.is_empty()
                }
            };
            self.next = 0;
            if !planned || !self.follow(graph) {
                self.way.clear();
                (self.to, self.kind, self.seconds) = (self.from, EdgeKind::Next, f32::INFINITY);
            }
        }
    }

    /// Takes the next edge of the way, or of the movement that is being played.
    fn follow(&mut self, graph: &PoseGraph) -> bool {
        let next = match self.way.get(self.next as usize) {
            Some(pose) => {
                self.next += 1;
                Some(*pose)
            }
            None => match self.task {
                Task::Perform(_) => self.next_frame(graph),
                Task::Idle if graph.nodes()[self.from as usize].movement == self.idle => {
                    self.next_frame(graph)
                }
                _ => None,
            },
        };
        let Some(edge) = next.and_then(|next| graph.edge(self.from, next)) else { return false };
        (self.to, self.kind, self.seconds) = (edge.to, edge.kind, edge.seconds);
        true
    }

    fn next_frame(&self, graph: &PoseGraph) -> Option<u32> {
        graph.edges(self.from).iter().find(|edge| edge.kind == EdgeKind::Next).map(|edge| edge.to)
    }

    /// Begins to walk the way that was found. A body that holds a pose counts as arriving there now.
    fn set_out(&mut self, task: Task) {
        self.task = task;
        self.next = 0;
        if self.seconds == f32::INFINITY {
            self.seconds = 0.0;
        }
    }

    fn plan_home(&mut self, graph: &PoseGraph) {
        self.way.clear();
        if graph.nodes()[self.to as usize].movement != self.idle {
            let start = graph.movements()[self.idle as usize].poses.start;
            self.finder.to_pose(graph, self.to, start, &mut self.way);
        }
        self.set_out(Task::Idle);
    }
}

fn corner(graph: &PoseGraph, member: u32, frame: u32) -> &PoseNode {
    &graph.nodes()[(graph.movements()[member as usize].poses.start + frame) as usize]
}

/// Moves weights towards a goal, none by more than `most`; their sum stays.
fn slide(now: &mut Weights, goal: &Weights, most: f32) {
    let farthest = now.iter().zip(goal).map(|(a, b)| (b - a).abs()).fold(0.0, f32::max);
    if farthest <= most {
        now.clone_from(goal);
        return;
    }
    for (now, goal) in now.iter_mut().zip(goal) {
        *now += (goal - *now) * (most / farthest);
    }
}
