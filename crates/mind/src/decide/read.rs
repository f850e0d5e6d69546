//! The `actions` section of a character file becomes an [`ActionTree`], or diagnostics.

use super::{check, other_minds, places};
use crate::classify::find_selector;
use crate::feel::{Values, utterance};
use crate::model::action::{
    Action, ActionGroup, ActionTree, Condition, ConditionId, GroupId, MAX_DEPTH, ObjectChoice, Selection,
    Speed, Tuple, TupleId, Until, Words,
};
use crate::model::{Concepts, SelectorId, Term, ValueId};
use piaget_terms::Name;
use piaget_text::{Fields, nearest};
use std::ops::Range;

/// What an `actions` section may refer to.
#[derive(Clone, Copy)]
pub struct Vocabulary<'a> {
    /// The character's values.
    pub values: &'a Values,
    /// Its named selectors, places and routes.
    pub concepts: &'a Concepts,
    /// Whether it thinks of others' minds.
    pub thinks: bool,
}

impl<'a> Vocabulary<'a> {
    /// The words to describe conditions with.
    pub fn words(&self) -> Words<'a> {
        Words {
            values: self.values.names(),
            selectors: &self.concepts.selectors,
            places: &self.concepts.places,
        }
    }
}

const ACTIONS: [&str; 13] = [
    "wait",
    "look-at",
    "look-around",
    "approach",
    "keep-away",
    "wander",
    "go",
    "patrol",
    "movement",
    "say",
    "told",
    "imitate",
    "enact",
];
const CONDITIONS: [&str; 29] = [
    "all",
    "any",
    "not",
    "above",
    "below",
    "dominant",
    "believed",
    "seen",
    "object-seen",
    "object-is",
    "near",
    "holding",
    "heard",
    "ate",
    "finished",
    "cannot",
    "arrived",
    "no-way",
    "blocked",
    "after",
    "recognised",
    "identified",
    "recently",
    "doing",
    "knows",
    "unaware",
    "has-seen",
    "looks-at",
    "expects-at",
];
const METRES: std::ops::RangeInclusive<f32> = 0.0..=1.0e4;
const SECONDS: std::ops::RangeInclusive<f32> = 0.0..=1.0e6;
const ANY: std::ops::RangeInclusive<f32> = -1.0e6..=1.0e6;

/// The top nodes that this stage reads.
pub const NODES: &[&str] = &["actions"];

/// Reads the nodes of this stage: all `actions` sections together are one tree.
pub fn read(mut sections: Vec<Fields<'_>>, known: Vocabulary<'_>) -> ActionTree {
    let mut reader = Reader {
        tree: ActionTree::default(),
        known,
        written: Vec::new(),
        section: 0,
        meant_objects: Vec::new(),
    };
    for (index, section) in sections.iter_mut().enumerate() {
        reader.section = index;
        let top = reader.tree.groups[0].clone();
        reader.tree.groups[0] = ActionGroup { members: top.members.clone(), ..reader.group(section, top) };
        reader.members(section, GroupId::TOP, 1);
        if !section.has_child("tuple") {
            section.problem("there is nothing to do: the group has no members", "write a `tuple` inside it");
        }
    }
    let Reader { tree, written, .. } = reader;
    let at = |id: ConditionId| {
        let (section, span) = written[usize::from(id.0)].clone();
        (&sections[section], span)
    };
    check::movements(&tree, &at, known);
    check::doings(&tree, &at);
    tree
}

struct Reader<'k> {
    tree: ActionTree,
    known: Vocabulary<'k>,
    /// Where each condition is written: in which section, and its bytes there.
    written: Vec<(usize, Range<usize>)>,
    section: usize,
    /// The tuples that name an object, be there such a selector or not.
    meant_objects: Vec<Name>,
}

impl Reader<'_> {
    /// The settings of a group, with those of the group above it where nothing else is said.
    fn group(&mut self, node: &mut Fields<'_>, above: ActionGroup) -> ActionGroup {
        let before = match above.selection {
            Selection::Probable { sharpness } => sharpness,
            Selection::Highest => 1.0,
        };
        let sharpness = node.number("sharpness", 0.0..=1000.0);
        let probable = Selection::Probable { sharpness: sharpness.unwrap_or(before) };
        let kinds = [("probable", probable), ("highest", Selection::Highest)];
        let chosen = node.choice("choose", &kinds);
        let selection = chosen.or(sharpness.map(|_| probable)).unwrap_or(above.selection);
        ActionGroup {
            above: None,
            members: Vec::new(),
            selection,
            margin: node.number("margin", 0.0..=1000.0).unwrap_or(above.margin),
            commit_s: node.number("commit", SECONDS).unwrap_or(above.commit_s),
            interrupt_margin: node.number("interrupt-margin", 0.0..=1.0e6).unwrap_or(above.interrupt_margin),
        }
    }

    fn members(&mut self, node: &mut Fields<'_>, group: GroupId, depth: usize) {
        for mut member in node.children("tuple") {
            if depth > MAX_DEPTH {
                member.problem(format!("tuples stand more than {MAX_DEPTH} deep"), "flatten the tree");
                member.ignore();
                continue;
            }
            self.tuple(&mut member, group, depth);
        }
    }

    fn tuple(&mut self, node: &mut Fields<'_>, group: GroupId, depth: usize) {
        let Some(name) = node.name_argument(0, "a name") else { return };
        let value = self.term(node, "value").unwrap_or(Term::Constant(1.0));
        if let Term::Constant(number) = value
            && number <= 0.0
        {
            node.problem_at(
                node.span_of("value"),
                "the value is never above 0, so it is never chosen",
                "raise it",
            );
        }
        let object = match self.selector(node, "object") {
            Some(selector) => ObjectChoice::Picked(selector),
            None => ObjectChoice::Inherited,
        };
        if node.has("object") {
            self.meant_objects.push(name);
        }
        let action = node.child("do").and_then(|mut action| self.action(&mut action));
        let can = self.contexts(node, "can");
        let should = self.contexts(node, "should");
        let mut until = Vec::new();
        for mut context in node.children("until") {
            let success = context.flag("success").unwrap_or(false);
            let conditions = self.all(&mut context);
            until.extend(conditions.map(|condition| Until { condition, success }));
        }
        node.misplaced_children(&CONDITIONS, |_| {
            "it stands in the braces of `can`, `should` or `until`".to_owned()
        });
        node.misplaced_children(&ACTIONS, |action| format!("write `do \"{action}\"`"));
        let interrupts = node.flag("interrupts").unwrap_or(false);
        let tuple = Tuple { name, group, action, object, can, should, until, value, interrupts, below: None };
        let at = |id: ConditionId| self.written[usize::from(id.0)].1.clone();
        check::triggers(&tuple, &self.tree.conditions, node, &at, self.known);
        let Some(id) = self.tree.add(tuple) else {
            let message = format!("there is already a tuple called \"{name}\"");
            node.twice(node.span_of_argument(0), "tuple", message, "give each tuple a name of its own");
            return;
        };
        self.below(node, id, depth);
        let tuple = &self.tree.tuples[id.index()];
        if tuple.action.is_none() && tuple.below.is_none() && !node.has_child("do") {
            node.missing(
                "do",
                format!("\"{name}\" does nothing"),
                "write what it does, such as `do \"approach\"`, or tuples below it",
            );
        }
        let needs_object = tuple.action.is_some_and(|action| action.needs_object());
        if needs_object && !self.has_object(id) {
            node.problem(
                format!("\"{name}\" needs an object, and nothing above it has one"),
                "write object=\"SELECTOR\" here or at the top of its subsystem",
            );
        }
    }

    fn below(&mut self, node: &mut Fields<'_>, id: TupleId, depth: usize) {
        let inherited = self.tree.groups[self.tree.tuples[id.index()].group.index()].clone();
        let settings = self.group(node, inherited);
        let first = self.tree.tuples.len();
        if !node.has_child("tuple") {
            return;
        }
        if let Some(group) = self.tree.add_group(id, settings) {
            self.members(node, group, depth + 1);
            if self.tree.tuples.len() == first {
                // Every member was faulty and has been reported.
                self.tree.tuples[id.index()].below = None;
                self.tree.groups.truncate(group.index());
            }
        }
    }

    fn has_object(&self, id: TupleId) -> bool {
        let mut at = Some(id);
        while let Some(tuple) = at {
            let Tuple { name, object, .. } = &self.tree.tuples[tuple.index()];
            // One that means a selector which is not there has been told so.
            if *object != ObjectChoice::Inherited || self.meant_objects.contains(name) {
                return true;
            }
            at = self.tree.above(tuple);
        }
        false
    }

    fn action(&mut self, node: &mut Fields<'_>) -> Option<Action> {
        let word = node.word_argument(0, "an action")?;
        let action = match word {
            "wait" => Action::Wait,
            "look-at" => Action::LookAt,
            "look-around" => Action::LookAround {
                turn_rad_per_s: node.number("turn", -20.0..=20.0).unwrap_or(1.5),
                up_rad: node.number("up", -89.0..=89.0).unwrap_or(0.0).to_radians(),
            },
            "approach" => {
                let speed = speed(node);
                Action::Approach { speed, within_m: node.number("within", METRES).unwrap_or(0.5) }
            }
            "keep-away" => {
                let speed = speed(node);
                Action::KeepAway { speed, distance_m: node.number("distance", METRES).unwrap_or(10.0) }
            }
            "wander" => {
                let speed = speed(node);
                let around = match node.has("around") {
                    true => Some(places::place(node, "around", self.known.concepts)?),
                    false => None,
                };
                Action::Wander { speed, radius_m: node.number("radius", METRES).unwrap_or(5.0), around }
            }
            "go" => {
                let speed = speed(node);
                places::go(node, self.known.concepts, speed)?
            }
            "patrol" => {
                let speed = speed(node);
                places::patrol(node, self.known.concepts, speed)?
            }
            "movement" => Action::Movement(node.name_argument(1, "the movement's name")?),
            "told" => Action::Told(
                utterance(node, "words")
                    .or_else(|| node.need(None, "`words`", "write words=\"max {movement}\""))?,
            ),
            "imitate" => Action::Imitate,
            "enact" => Action::Enact,
            "say" => Action::Say(
                utterance(node, "words")
                    .or_else(|| node.need(None, "`words`", "write what to say: words=\"...\""))?,
            ),
            _ => {
                let hint = match nearest(word, ACTIONS) {
                    Some(known) => format!("did you mean \"{known}\"?"),
                    None => format!("choose one of: {}", ACTIONS.join(", ")),
                };
                node.problem_at(node.span_of_argument(0), format!("there is no action \"{word}\""), hint);
                return None;
            }
        };
        Some(action)
    }

    fn contexts(&mut self, node: &mut Fields<'_>, key: &'static str) -> Vec<ConditionId> {
        let mut all = Vec::new();
        for mut context in node.children(key) {
            all.extend(self.all(&mut context));
        }
        all
    }

    /// All the conditions inside a node, as one.
    fn all(&mut self, node: &mut Fields<'_>) -> Option<ConditionId> {
        let parts = self.parts(node);
        match parts.as_slice() {
            // What stands there is mistaken and told.
            [] if node.has_children() => None,
            [] => {
                node.problem(format!("`{}` holds no condition", node.node_name()), "write one inside it");
                None
            }
            [one] => Some(*one),
            _ => self.add(node, Condition::All(parts)),
        }
    }

    fn parts(&mut self, node: &mut Fields<'_>) -> Vec<ConditionId> {
        let mut parts = Vec::new();
        for part in node.every_child_of(&CONDITIONS) {
            parts.extend(self.condition(part));
        }
        parts
    }

    fn condition(&mut self, mut node: Fields<'_>) -> Option<ConditionId> {
        let condition = match node.node_name() {
            "all" => return self.all(&mut node),
            "any" => {
                let parts = self.parts(&mut node);
                if parts.is_empty() && node.has_children() {
                    return None;
                }
                Condition::Any(parts)
            }
            "not" => Condition::Not(self.all(&mut node)?),
            "above" => {
                let value = self.value(&mut node);
                let than = node.number_argument(1, "a number", ANY);
                Condition::Above(value?, than?)
            }
            "below" => {
                let value = self.value(&mut node);
                let than = node.number_argument(1, "a number", ANY);
                Condition::Below(value?, than?)
            }
            "dominant" => Condition::Dominant(self.value(&mut node)?),
            "believed" => Condition::Believed(self.selector_argument(&mut node)?),
            "seen" => Condition::Seen(self.selector_argument(&mut node)?),
            "object-seen" => Condition::ObjectSeen,
            "object-is" => Condition::ObjectIs(self.selector_argument(&mut node)?),
            "near" if node.has("place") => {
                let place = places::place(&mut node, "place", self.known.concepts);
                let within = node.number("within", METRES);
                let within = node.need(within, "`within`", "say how many metres are near");
                Condition::NearPlace(place?, within?)
            }
            "near" => {
                let selector =
                    if node.arguments() > 0 { Some(self.selector_argument(&mut node)?) } else { None };
                let within = node.number("within", METRES);
                Condition::Near(selector, node.need(within, "`within`", "say how many metres are near")?)
            }
            "holding" => Condition::Holding(kind(&mut node)?),
            "ate" => Condition::Ate(kind(&mut node)?),
            "heard" => Condition::Heard(
                utterance(&mut node, "words")
                    .or_else(|| node.need(None, "`words`", "write what is heard: words=\"...\""))?,
            ),
            "finished" => Condition::Finished(kind(&mut node)?),
            "cannot" => Condition::Cannot(kind(&mut node)?),
            "recognised" => Condition::Recognised,
            "identified" => Condition::Identified,
            "arrived" => Condition::Arrived,
            "no-way" => Condition::NoWay,
            "blocked" => Condition::Blocked,
            "after" => Condition::After(node.number_argument(0, "seconds", SECONDS)?),
            "doing" => Condition::Doing(node.name_argument(0, "a tuple")?),
            "recently" => {
                let within = node.number("within", SECONDS);
                let within = node.need(within, "`within`", "say how many seconds are recent");
                Condition::Recently(self.all(&mut node)?, within?)
            }
            word if other_minds::WORDS.contains(&word) => other_minds::read(&mut node, self.known)?,
            _ => {
                node.unknown(&CONDITIONS);
                return None;
            }
        };
        self.add(&node, condition)
    }

    fn add(&mut self, node: &Fields<'_>, condition: Condition) -> Option<ConditionId> {
        let added = self.tree.conditions.add(condition);
        if added.is_some() {
            self.written.push((self.section, node.span()));
        }
        node.need(added, "fewer conditions: there is no more room", "remove some")
    }

    fn value(&self, node: &mut Fields<'_>) -> Option<ValueId> {
        let word = node.word_argument(0, "a value")?;
        self.known.values.resolve(node, node.span_of_argument(0), word)
    }

    fn term(&self, node: &mut Fields<'_>, key: &'static str) -> Option<Term> {
        if node.is_word(key) {
            let word = node.word(key)?;
            self.known.values.resolve(node, node.span_of(key), word).map(Term::Value)
        } else {
            node.number(key, ANY).map(Term::Constant)
        }
    }

    fn selector(&self, node: &mut Fields<'_>, key: &'static str) -> Option<SelectorId> {
        let word = node.word(key)?;
        find_selector(node, node.span_of(key), word, &self.known.concepts.selectors)
    }

    fn selector_argument(&self, node: &mut Fields<'_>) -> Option<SelectorId> {
        let word = node.word_argument(0, "a selector")?;
        find_selector(node, node.span_of_argument(0), word, &self.known.concepts.selectors)
    }
}

fn speed(node: &mut Fields<'_>) -> Speed {
    if node.is_word("speed") {
        node.choice("speed", &[("walk", Speed::Walk), ("run", Speed::Run)]).unwrap_or_default()
    } else {
        node.number("speed", 0.0..=100.0).map(Speed::Exactly).unwrap_or_default()
    }
}

/// A kind of thing, or nothing for any.
fn kind(node: &mut Fields<'_>) -> Option<Name> {
    if node.arguments() == 0 { Some(Name::default()) } else { node.name_argument(0, "a kind") }
}
