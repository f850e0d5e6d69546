//! The order in which a network is evaluated, and what would make it depend on the length of a tick: both are
//! settled when the file is read.

use super::network::Step;
use super::{Fading, Integration, Node, Pace, Values};
use crate::model::{Term, ValueId};
use piaget_terms::Name;
use piaget_text::Fields;

impl Values {
    /// A thing that happens must not be counted per second, nor a thing that lasts once per tick: either would
    /// make behaviour depend on the length of a tick.
    pub(super) fn check_pace(&self, defined: &[(Fields<'_>, ValueId)]) {
        if self.integration == Integration::AsPrinted {
            return;
        }
        for (line, value) in defined {
            let Node::Level(_, inputs) = &self.nodes[value.index()] else { continue };
            let name = self.name(*value);
            for input in &self.inputs[inputs.start as usize..inputs.end as usize] {
                let happens = self.happens(input.input, 0) || self.happens(input.gain, 0);
                let of = match input.input {
                    Term::Value(value) | Term::Delayed(value) => self.name(value),
                    Term::Constant(_) => Name::cut("a number"),
                };
                match (input.pace, happens) {
                    (Pace::Rate, true) => line.problem(
                        format!("`{name}` takes `{of}` as a rate, but it happens in a single tick"),
                        format!("write `impulse \"{of}\"` in `{name}`"),
                    ),
                    (Pace::Impulse, false) => line.problem(
                        format!(
                            "`{name}` takes `{of}` as an impulse, but it lasts, and would count in every tick"
                        ),
                        format!("write `rate \"{of}\"` in `{name}`"),
                    ),
                    _ => {}
                }
            }
        }
    }

    /// Fixes the order in which the network is evaluated: in the order of the file, but each after what it reads.
    pub(super) fn arrange(&mut self, defined: &[(Fields<'_>, ValueId)]) {
        let values = &*self;
        let count = values.nodes.len();
        let total = count + values.groups.len();
        let needs: Vec<Vec<usize>> = (0..total).map(|at| values.needs(at)).collect();
        let mut done = vec![false; total];
        let mut order = Vec::with_capacity(total);
        loop {
            let next = (0..total).find(|at| !done[*at] && needs[*at].iter().all(|need| done[*need]));
            let Some(next) = next else { break };
            done[next] = true;
            order.push(if next < count {
                Step::Value(ValueId(next as u16))
            } else {
                Step::Group((next - count) as u16)
            });
        }
        if order.len() < total {
            let name = |at: usize| match values.names.get(at) {
                Some(name) => *name,
                None => values.groups[at - count].name,
            };
            let loops = cycle(&needs, &done);
            let path: Vec<String> = loops.iter().map(|at| format!("`{}`", name(*at))).collect();
            let line = defined.iter().find(|(_, value)| loops.contains(&value.index()));
            if let Some((line, _)) = line {
                line.problem(
                    format!("values depend on each other without a delay: {}", path.join(" needs ")),
                    "write delayed=#true on one of these inputs; it then reads the tick before",
                );
            }
        }
        self.order = order;
    }

    /// Whether a term tells of something that happens in one tick only.
    fn happens(&self, term: Term, depth: u8) -> bool {
        let (Term::Value(value) | Term::Delayed(value)) = term else { return false };
        match &self.nodes[value.index()] {
            Node::Sensed(transducer) => transducer.is_event(),
            // A loop of accumulators cannot be longer than this without being reported elsewhere.
            Node::Accumulator(inputs) if depth < 16 => self.inputs
                [inputs.start as usize..inputs.end as usize]
                .iter()
                .any(|input| self.happens(input.input, depth + 1) || self.happens(input.gain, depth + 1)),
            _ => false,
        }
    }

    /// What must be evaluated before a step: values by their place, groups after them.
    fn needs(&self, at: usize) -> Vec<usize> {
        let count = self.nodes.len();
        let Some(node) = self.nodes.get(at) else {
            return self.groups[at - count].members.iter().map(|member| member.index()).collect();
        };
        let mut needs = Vec::new();
        let mut read = |term: Term| {
            if let Term::Value(value) = term {
                let group = self.group_of[value.index()];
                needs.push(group.map_or(value.index(), |group| count + usize::from(group)));
            }
        };
        let inputs = match node {
            Node::Sensed(_) => 0..0,
            Node::Accumulator(inputs) => inputs.clone(),
            Node::Level(level, inputs) => {
                read(level.drift_to);
                if let Fading::KeepValue(keep) = level.fading {
                    read(keep);
                }
                inputs.clone()
            }
            Node::Strength { multiplier, .. } => {
                read(*multiplier);
                0..0
            }
        };
        for input in &self.inputs[inputs.start as usize..inputs.end as usize] {
            read(input.input);
            read(input.gain);
        }
        if let Node::Strength { of, .. } = node {
            needs.push(of.index());
        }
        needs
    }
}

/// One loop among the steps that could not be put in order, its first member repeated at the end.
fn cycle(needs: &[Vec<usize>], done: &[bool]) -> Vec<usize> {
    let mut path = Vec::new();
    let mut at = done.iter().position(|done| !done).unwrap_or(0);
    while !path.contains(&at) {
        path.push(at);
        let Some(next) = needs[at].iter().copied().find(|need| !done[*need]) else { break };
        at = next;
    }
    let start = path.iter().position(|step| *step == at).unwrap_or(0);
    path.drain(..start);
    path.push(at);
    path
}
