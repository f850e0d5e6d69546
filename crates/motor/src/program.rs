//! Motor programs (Buchsbaum 5.7.4): small computations that ask for movements one after another. They run on a
//! stack, can be asked to stop, and may say not yet.

use crate::graph::PoseGraph;
use crate::player::{Event, Events, Player, Task};
use arrayvec::ArrayVec;
use piaget_terms::valid::{Checked, finite, index, require};
use piaget_terms::{Chance, Name};
use serde::{Deserialize, Serialize};

/// How deep programs may run each other.
pub const MAX_STACK: usize = 16;
/// Instructions per tick, so that a program that never waits cannot hold up the world.
const MOST_PER_TICK: usize = 64;

/// One instruction. Programs are written as text or built by hand; both become these.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Op {
    /// Find a way to a movement and go through it.
    Perform(u32),
    /// Find a way to a pose.
    Pose(u32),
    /// Wait for a time, idling.
    Wait(f32),
    /// Post a word for the behaviour and the world to see.
    Post(Name),
    /// Begin a block that is done this often; 0 is for ever.
    Repeat(u32),
    /// The end of that block.
    Again,
    /// Go on at one of these instructions, by chance in proportion to the weights.
    Choose(Vec<(u32, f32)>),
    /// Go on at this instruction if a condition holds (or if it does not).
    Unless(Name, u32),
    /// Go on at this instruction.
    Jump(u32),
    /// Run another program to its end.
    Run(u32),
    /// From here the program does not let itself be stopped.
    Hold,
    /// From here it does again.
    Release,
}

/// A named list of instructions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Program {
    /// Its name.
    pub name: Name,
    /// What it does.
    pub ops: Vec<Op>,
}

/// How far a program has come.
#[derive(Clone, Debug, PartialEq)]
pub enum ProgramStatus {
    /// It runs.
    Running,
    /// It came to its end.
    Finished,
    /// It was stopped, or the body was taken away from it.
    Interrupted,
    /// It cannot go on, and why.
    Cannot(&'static str),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Frame {
    program: u32,
    at: u32,
    /// For each block that is open: where it begins and how often it is still to be done.
    blocks: ArrayVec<(u32, u32), 8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum Waiting {
    No,
    For(f32),
    Movement(u32),
    Pose(u32),
}

/// A program that is running: a stack, and what the top of it waits for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Runner {
    stack: ArrayVec<Frame, MAX_STACK>,
    waiting: Waiting,
    held: u32,
    stop_asked: bool,
}

impl Runner {
    /// Begins a program.
    pub fn new(program: u32) -> Self {
        let mut stack = ArrayVec::new();
        stack.push(Frame { program, at: 0, blocks: ArrayVec::new() });
        Self { stack, waiting: Waiting::No, held: 0, stop_asked: false }
    }

    /// Whether a saved program waits for something that this graph has.
    pub fn validate(&self, programs: &[Program], graph: &PoseGraph) -> Checked {
        self.stack().try_for_each(|program| index("stack", program as usize, programs.len()))?;
        match self.waiting {
            Waiting::No => {}
            Waiting::For(seconds) => finite("waiting", seconds)?,
            Waiting::Movement(movement) => index("waiting", movement as usize, graph.movements().len())?,
            Waiting::Pose(pose) => index("waiting", pose as usize, graph.nodes().len())?,
        }
        require(self.held <= u32::MAX / 2, "held", || "is more than any program counts".into())
    }

    /// The programs under way, the outermost first.
    pub fn stack(&self) -> impl Iterator<Item = u32> + '_ {
        self.stack.iter().map(|frame| frame.program)
    }

    /// Asks it to stop. Returns whether it does; if not yet, it will stop as soon as it can.
    pub fn stop(&mut self, graph: &PoseGraph, player: &mut Player, events: &mut Events) -> bool {
        self.stop_asked = true;
        if self.held > 0 || !player.can_stop(graph) {
            return false;
        }
        self.stack.clear();
        player.rest(graph, events);
        true
    }

    /// Goes on as far as it can in this tick. `events` are those of the player's last advance.
    pub fn step(
        &mut self,
        (programs, graph): (&[Program], &PoseGraph),
        player: &mut Player,
        tick_s: f32,
        (events, posts): (&mut Events, &mut Posts),
        (holds, chance): (&dyn Fn(&str) -> bool, &mut Chance),
    ) -> ProgramStatus {
        if self.stop_asked && self.stop(graph, player, events) {
            return ProgramStatus::Interrupted;
        }
        match &mut self.waiting {
            Waiting::No => {}
            Waiting::For(left) => {
                *left -= tick_s;
                if *left > 0.0 {
                    return ProgramStatus::Running;
                }
            }
            Waiting::Movement(movement) => {
                if !events.contains(&Event::Finished(*movement)) {
                    let own = [Task::Approach(*movement), Task::Perform(*movement)].contains(&player.task());
                    return if own { ProgramStatus::Running } else { self.give_up() };
                }
            }
            Waiting::Pose(pose) => {
                if player.place().0 != *pose {
                    let own = player.task() == Task::Pose(*pose);
                    return if own { ProgramStatus::Running } else { self.give_up() };
                }
            }
        }
        self.waiting = Waiting::No;
        for _ in 0..MOST_PER_TICK {
            let Some(frame) = self.stack.last_mut() else { return ProgramStatus::Finished };
            let Some(op) =
                programs.get(frame.program as usize).and_then(|program| program.ops.get(frame.at as usize))
            else {
                self.stack.pop();
                continue;
            };
            frame.at += 1;
            match op {
                Op::Perform(movement) => {
                    if !player.ask(graph, *movement, events) {
                        self.stack.clear();
                        return ProgramStatus::Cannot("no way leads to the movement");
                    }
                    self.waiting = Waiting::Movement(*movement);
                    return ProgramStatus::Running;
                }
                Op::Pose(pose) => {
                    if !player.ask_pose(graph, *pose, events) {
                        self.stack.clear();
                        return ProgramStatus::Cannot("no way leads to the pose");
                    }
                    self.waiting = Waiting::Pose(*pose);
                    return ProgramStatus::Running;
                }
                Op::Wait(seconds) => {
                    player.rest(graph, events);
                    self.waiting = Waiting::For(*seconds);
                    return ProgramStatus::Running;
                }
                Op::Post(word) => {
                    let _ = posts.try_push(*word);
                }
                Op::Repeat(times) => {
                    if frame.blocks.try_push((frame.at, *times)).is_err() {
                        self.stack.clear();
                        return ProgramStatus::Cannot("its blocks are nested too deep");
                    }
                }
                Op::Again => {
                    if let Some((start, left)) = frame.blocks.last_mut() {
                        if *left == 1 {
                            frame.blocks.pop();
                        } else {
                            *left = left.saturating_sub(1);
                            frame.at = *start;
                        }
                    }
                }
                Op::Choose(options) => {
                    let mut weights: ArrayVec<f32, 16> = ArrayVec::new();
                    weights.extend(options.iter().take(16).map(|option| option.1));
                    if let Some(chosen) = chance.weighted(&weights) {
                        frame.at = options[chosen].0;
                    }
                }
                Op::Unless(condition, to) => {
                    if !holds(condition.as_str()) {
                        frame.at = *to;
                    }
                }
                Op::Jump(to) => frame.at = *to,
                Op::Run(program) => {
                    let frame = Frame { program: *program, at: 0, blocks: ArrayVec::new() };
                    if self.stack.try_push(frame).is_err() {
                        self.stack.clear();
                        return ProgramStatus::Cannot("programs run each other too deep");
                    }
                }
                Op::Hold => self.held += 1,
                Op::Release => self.held = self.held.saturating_sub(1),
            }
        }
        ProgramStatus::Running
    }

    fn give_up(&mut self) -> ProgramStatus {
        self.stack.clear();
        ProgramStatus::Interrupted
    }
}

/// Words that programs posted in a tick.
pub type Posts = ArrayVec<Name, 8>;
