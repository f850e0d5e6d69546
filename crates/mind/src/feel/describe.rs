//! How a network of values is built, for those who draw it.

use super::{Node, Transducer, Values};
use crate::model::{Term, ValueId};
use piaget_terms::Name;

/// One value as a person would draw it.
#[derive(Clone, Debug, PartialEq)]
pub struct Described<'a> {
    /// What it is called.
    pub name: Name,
    /// How it comes about.
    pub node: &'a Node,
    /// What comes in and how much it counts. A strength has its drive as its only input.
    pub inputs: Vec<(Term, Term)>,
    /// The least and the most it can read.
    pub range: [f32; 2],
    /// The group whose policy it is under.
    pub group: Option<Name>,
    /// The face that it shows, for an emotion.
    pub face: Option<Name>,
}

impl Values {
    /// Every value, in the order of the file.
    ///
    /// ```
    /// use piaget_mind::Character;
    /// let text = "character \"a\"\nvalues { drive \"hunger\"; accumulator \"wish\" { add \"hunger\" gain=2 } }";
    /// let source = piaget_text::Source::new("a.kdl", text);
    /// let character = Character::parse(&source, &mut |_| Err("no other files".into())).unwrap();
    /// let wish = character.feel.describe().last().unwrap().inputs.len();
    /// assert_eq!(wish, 1);
    /// ```
    pub fn describe(&self) -> impl Iterator<Item = Described<'_>> {
        (0..self.names.len()).map(|at| {
            let id = ValueId(at as u16);
            let node = &self.nodes[at];
            let inputs = match node {
                Node::Sensed(_) => Vec::new(),
                Node::Strength { of, multiplier, .. } => vec![(Term::Value(*of), *multiplier)],
                Node::Accumulator(range) | Node::Level(_, range) => {
                    let own = &self.inputs[range.start as usize..range.end as usize];
                    own.iter().map(|input| (input.input, input.gain)).collect()
                }
            };
            let emotion = self.emotions.iter().position(|emotion| *emotion == id);
            Described {
                name: self.names[at],
                node,
                inputs,
                range: self.range(id),
                group: self.group_of[at].map(|group| self.groups[usize::from(group)].name),
                face: emotion.map(|emotion| self.faces[emotion]),
            }
        })
    }

    /// The words that it listens for, with the value that hears them.
    pub fn listens_for(&self) -> impl Iterator<Item = (&str, Name)> {
        self.nodes.iter().zip(&self.names).filter_map(|(node, name)| match node {
            Node::Sensed(Transducer::Heard(words)) => Some((words.as_str(), *name)),
            _ => None,
        })
    }
}
