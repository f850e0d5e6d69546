//! Motor programs as text, in a character file:
//!
//! ```text
//! program "greet" {
//!     go "wave"
//!     wait 0.5
//!     repeat 2 { go "jump" }
//!     choose {
//!         option weight=2 { go "dance" }
//!         option { run "greet-shyly" }
//!     }
//!     when "holding" { pose "throw" mark="release" }
//!     whole { go "beg" }
//!     post "greeted"
//! }
//! ```

use crate::graph::PoseGraph;
use crate::program::{Op, Program};
use piaget_terms::Name;
use piaget_text::{Fields, nearest};

/// The words that may stand in a program.
const WORDS: [&str; 9] = ["go", "pose", "wait", "post", "repeat", "choose", "when", "run", "whole"];

/// Reads `program` nodes of a file; mistakes are noted in its problems. `graph` says which movements there are.
///
/// ```no_run
/// # fn graph() -> piaget_motor::PoseGraph { unimplemented!() }
/// use piaget_text::{Problems, Source};
/// let source = Source::new("max.kdl", "program \"greet\" { go \"wave\"; wait 0.5 }");
/// let problems = Problems::default();
/// let document = source.parse(&problems).unwrap();
/// let programs = piaget_motor::read_programs(source.nodes(&document, &problems), &graph());
/// assert_eq!(programs[0].ops.len(), 2);
/// ```
pub fn read_programs(nodes: Vec<Fields<'_>>, graph: &PoseGraph) -> Vec<Program> {
    let mut named: Vec<(Name, Fields<'_>)> = Vec::new();
    for mut node in nodes {
        if let Some(name) = node.name_argument(0, "a name for the program") {
            if named.iter().any(|(known, _)| *known == name) {
                let message = format!("there are two programs `{name}`");
                node.twice(node.span(), "program", message, "give one of them another name");
                node.ignore();
                continue;
            }
            if graph.movement(name.as_str()).is_some() {
                node.problem(format!("`{name}` is a movement already"), "give the program a name of its own");
            }
            named.push((name, node));
        }
    }
    let names: Vec<Name> = named.iter().map(|(name, _)| *name).collect();
    let mut programs: Vec<Program> = Vec::new();
    let mut spans = Vec::new();
    for (name, mut node) in named {
        let mut reader = Reader { graph, names: &names, ops: Vec::new() };
        reader.block(&mut node);
        spans.push(node);
        programs.push(Program { name, ops: reader.ops });
    }
    for (index, node) in spans.iter().enumerate() {
        if runs_itself(&programs, index) {
            node.problem(
                "the program runs itself, directly or through others",
                "use `repeat` to do a thing again",
            );
        }
    }
    programs
}

fn runs_itself(programs: &[Program], start: usize) -> bool {
    let (mut todo, mut seen) = (vec![start], vec![false; programs.len()]);
    while let Some(at) = todo.pop() {
        for op in &programs[at].ops {
            if let Op::Run(next) = op {
                if *next as usize == start {
                    return true;
                }
                if !std::mem::replace(&mut seen[*next as usize], true) {
                    todo.push(*next as usize);
                }
            }
        }
    }
    false
}

struct Reader<'a> {
    graph: &'a PoseGraph,
    names: &'a [Name],
    ops: Vec<Op>,
}

impl Reader<'_> {
    fn block(&mut self, node: &mut Fields<'_>) {
        for child in node.every_child() {
            self.step(child);
        }
    }

    fn movement(&self, node: &mut Fields<'_>) -> Option<u32> {
        let name = node.name_argument(0, "the name of a movement")?;
        let found = self.graph.movement(name.as_str());
        if found.is_none() {
            let near = self.graph.nearest_names(name.as_str());
            let hint = match near.first() {
                Some(_) => format!(
                    "did you mean {}?",
                    near.iter().map(|n| format!("\"{n}\"")).collect::<Vec<_>>().join(" or ")
                ),
                None => "`piaget clips FILE` lists the movements of a body".to_owned(),
            };
            node.problem_at(node.span_of_argument(0), format!("the body has no movement `{name}`"), hint);
        }
        found
    }

    fn step(&mut self, mut node: Fields<'_>) {
        match node.node_name() {
            "go" => {
                if let Some(movement) = self.movement(&mut node) {
                    self.ops.push(Op::Perform(movement));
                }
            }
            "pose" => {
                let movement = self.movement(&mut node);
                let mark = node.word("mark");
                let at = node.number("at", 0.0..=1.0e6);
                if let Some(pose) = movement.and_then(|movement| self.pose(&node, movement, mark, at)) {
                    self.ops.push(Op::Pose(pose));
                }
            }
            "wait" => {
                if let Some(seconds) = node.number_argument(0, "a number of seconds", 0.0..=3600.0) {
                    self.ops.push(Op::Wait(seconds));
                }
            }
            "post" => {
                if let Some(word) = node.name_argument(0, "a word to post") {
                    self.ops.push(Op::Post(word));
                }
            }
            "repeat" => {
                let times = if node.arguments() == 0 {
                    Some(0.0)
                } else {
                    node.number_argument(0, "how often", 1.0..=1.0e6)
                };
                self.ops.push(Op::Repeat(times.unwrap_or(1.0) as u32));
                let start = self.ops.len();
                self.block(&mut node);
                if !self.ops[start..]
                    .iter()
                    .any(|op| matches!(op, Op::Perform(_) | Op::Pose(_) | Op::Wait(_) | Op::Run(_)))
                {
                    node.problem(
                        "nothing in this block takes time",
                        "put a `go`, `pose`, `run` or `wait` into it",
                    );
                }
                self.ops.push(Op::Again);
            }
            "choose" => self.choose(&mut node),
            "when" => {
                let condition = node.name_argument(0, "a condition").unwrap_or_default();
                let at = self.ops.len();
                self.ops.push(Op::Unless(condition, 0));
                self.block(&mut node);
                self.ops[at] = Op::Unless(condition, self.ops.len() as u32);
            }
            "run" => {
                if let Some(name) = node.name_argument(0, "the name of a program") {
                    match self.names.iter().position(|known| *known == name) {
                        Some(program) => self.ops.push(Op::Run(program as u32)),
                        None => {
                            let near = nearest(name.as_str(), self.names.iter().map(Name::as_str));
                            let hint = near
                                .map_or("write it as a `program` beside this one".into(), |near| {
                                    format!("did you mean \"{near}\"?")
                                });
                            let message = format!("there is no program `{name}`");
                            node.unresolved(
                                node.span_of_argument(0),
                                ("program", name.as_str()),
                                message,
                                hint,
                            );
                        }
                    }
                }
            }
            "whole" => {
                self.ops.push(Op::Hold);
                self.block(&mut node);
                self.ops.push(Op::Release);
            }
            _ => node.unknown(&WORDS),
        }
    }

    fn choose(&mut self, node: &mut Fields<'_>) {
        let at = self.ops.len();
        self.ops.push(Op::Choose(Vec::new()));
        let (mut options, mut jumps) = (Vec::new(), Vec::new());
        for mut option in node.every_child() {
            if option.node_name() != "option" {
                option.unknown(&["option"]);
                continue;
            }
            options.push((self.ops.len() as u32, option.number("weight", 0.0..=1.0e6).unwrap_or(1.0)));
            self.block(&mut option);
            jumps.push(self.ops.len());
            self.ops.push(Op::Jump(0));
        }
        if options.is_empty() || options.len() > 16 || options.iter().all(|option| option.1 == 0.0) {
            node.problem(
                "`choose` needs 1 to 16 options, one of them with a weight above 0",
                "add an `option { ... }`",
            );
        }
        let end = self.ops.len() as u32;
        jumps.into_iter().for_each(|jump| self.ops[jump] = Op::Jump(end));
        self.ops[at] = Op::Choose(options);
    }

    fn pose(&self, node: &Fields<'_>, movement: u32, mark: Option<&str>, at: Option<f32>) -> Option<u32> {
        let movement = &self.graph.movements()[movement as usize];
        let at_s = match mark {
            Some(mark) => match movement.marks.iter().find(|known| known.name == mark) {
                Some(found) => found.at_s,
                None => {
                    let known: Vec<&str> = movement.marks.iter().map(|mark| mark.name.as_str()).collect();
                    let hint = if known.is_empty() {
                        "it has none".into()
                    } else {
                        format!("its marks are: {}", known.join(", "))
                    };
                    node.problem_at(
                        node.span_of("mark"),
                        format!("`{}` has no mark `{mark}`", movement.name),
                        hint,
                    );
                    return None;
                }
            },
            None => at.unwrap_or(0.0),
        };
        let frame = at_s / movement.seconds.max(1e-6) * (movement.poses.len() - 1) as f32;
        Some(movement.poses.start + (frame.round() as u32).min(movement.poses.len() as u32 - 1))
    }
}
