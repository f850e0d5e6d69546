//! The `values` section of a character file becomes a network, or diagnostics.

use super::{Fading, GroupPolicy, Integration, Level, Node, Pace, Transducer, ValueGroup, Values, Weighted};
use crate::classify::find_selector;
use crate::model::{Selector, SelectorId, Term, ValueId};
use piaget_terms::name::UTTERANCE_BYTES;
use piaget_terms::{Name, Utterance, maths};
use piaget_text::{Fields, nearest};
use std::ops::Range;

/// The top nodes that this stage reads.
pub const NODES: &[&str] = &["values"];

/// Reads the nodes of this stage: all `values` sections together are one network.
pub fn read(mut sections: Vec<Fields<'_>>, selectors: &[Selector]) -> Values {
    let mut reader = Reader { values: Values::default(), selectors };
    let (mut values, mut groups) = (Vec::new(), Vec::new());
    for section in &mut sections {
        reader.settings(section);
        reader.declare(section, &mut values, &mut groups);
    }
    for (node, value) in &mut values {
        match node.node_name() {
            "sense" => reader.sense(node, *value),
            "drive" => reader.level(node, *value, &DRIVE),
            "emotion" => reader.level(node, *value, &EMOTION),
            "autonomic" => reader.level(node, *value, &AUTONOMIC),
            _ => reader.accumulator(node, *value),
        }
    }
    for group in &mut groups {
        reader.group(group);
    }
    reader.values.check_pace(&values);
    reader.values.arrange(&values);
    reader.values
}

const KINDS: [&str; 6] = ["sense", "drive", "emotion", "autonomic", "accumulator", "group"];
/// The most values that one character may have.
const MOST: usize = 4096;
const ANY: std::ops::RangeInclusive<f32> = -1.0e6..=1.0e6;

/// How a word sets the one arithmetic of levels.
struct Temper {
    /// The field that gives the constant input per second.
    bias: &'static str,
    /// Seconds to half, if it fades unless told otherwise.
    half_life_s: Option<f32>,
    /// Whether it has a set point, a multiplier and a strength.
    is_drive: bool,
}

const DRIVE: Temper = Temper { bias: "grow", half_life_s: None, is_drive: true };
const EMOTION: Temper = Temper { bias: "bias", half_life_s: Some(2.0), is_drive: false };
const AUTONOMIC: Temper = Temper { bias: "bias", half_life_s: Some(60.0), is_drive: true };

struct Reader<'s> {
    values: Values,
    selectors: &'s [Selector],
}

impl Reader<'_> {
    fn settings(&mut self, section: &mut Fields<'_>) {
        let forms = [("per-second", Integration::PerSecond), ("as-printed", Integration::AsPrinted)];
        self.values.integration = section.choice("integrate", &forms).unwrap_or(self.values.integration);
        self.values.bound = section.number("bound", 1.0..=1.0e6).unwrap_or(self.values.bound);
    }

    /// First pass: every name gets its place, so that a value may be used above the line that defines it.
    fn declare<'a>(
        &mut self,
        section: &mut Fields<'a>,
        values: &mut Vec<(Fields<'a>, ValueId)>,
        groups: &mut Vec<Fields<'a>>,
    ) {
        for mut node in section.every_child() {
            let kind = node.node_name();
            if !KINDS.contains(&kind) {
                node.unknown(&KINDS);
                continue;
            }
            if kind == "group" {
                groups.push(node);
                continue;
            }
            let name = node.name_argument(0, "a name");
            let Some(value) = name.and_then(|name| self.add(&node, name)) else {
                node.ignore();
                continue;
            };
            if kind == "drive" || kind == "autonomic" {
                self.add_strength(&node, value);
            }
            if kind == "emotion" {
                self.values.emotions.push(value);
                let face = node.name("face").unwrap_or(self.values.name(value));
                self.values.faces.push(face);
            }
            values.push((node, value));
        }
    }

    fn add(&mut self, node: &Fields<'_>, name: Name) -> Option<ValueId> {
        if self.values.find(name.as_str()).is_some() {
            let message = format!("there is already a value called \"{name}\"");
            node.twice(node.span_of_argument(0), "value", message, "give each value a name of its own");
            return None;
        }
        if self.values.names.len() >= MOST {
            node.problem(format!("there are more than {MOST} values"), "remove some");
            return None;
        }
        let values = &mut self.values;
        values.names.push(name);
        values.nodes.push(Node::Accumulator(0..0));
        values.limits.push([f32::NEG_INFINITY, f32::INFINITY]);
        values.group_of.push(None);
        Some(ValueId((values.names.len() - 1) as u16))
    }

    fn add_strength(&mut self, node: &Fields<'_>, of: ValueId) {
        match Name::new(&format!("{}.strength", self.values.name(of))) {
            Ok(name) => drop(self.add(node, name)),
            Err(_) => node.problem_at(
                node.span_of_argument(0),
                "the name is too long for a drive, which adds `.strength` to it",
                "choose a name of at most 19 letters",
            ),
        }
    }

    fn sense(&mut self, node: &mut Fields<'_>, value: ValueId) {
        let mut found = Vec::new();
        let mut take = |transducer: Option<Transducer>| found.extend(transducer);
        take(self.selector(node, "count").map(Transducer::Count));
        take(self.selector(node, "seen").map(Transducer::Seen));
        take(self.selector(node, "believed").map(Transducer::Believed));
        take(self.selector(node, "closeness").map(Transducer::Closeness));
        take(self.selector(node, "unseen").map(Transducer::Unseen));
        take(self.selector(node, "confidence").map(Transducer::Confidence));
        if let Some(selector) = self.selector(node, "distance") {
            let otherwise = node.number("otherwise", 0.0..=1.0e4).unwrap_or(1.0e4);
            take(Some(Transducer::Distance(selector, otherwise)));
        }
        if let Some(selector) = self.selector(node, "nearness") {
            let within = node.number("within", 0.01..=1.0e4);
            let within = node.need(within, "`within`", "say from how many metres on it is 0");
            take(within.map(|within| Transducer::Nearness(selector, within)));
        }
        take(kind_of(node, "loudness").map(Transducer::Loudness));
        take(kind_of(node, "holding").map(Transducer::Holding));
        take(kind_of(node, "ate").map(Transducer::Ate));
        take(utterance(node, "heard").map(Transducer::Heard));
        take(node.name("moving").map(Transducer::Moving));
        take(node.name("finished").map(Transducer::Finished));
        take(node.name("signal").map(Transducer::Signal));
        let attention = [
            ("unseen", Transducer::Seeking),
            ("in-vain", Transducer::Vain),
            ("given-up", Transducer::GivenUp),
        ];
        take(node.choice("attention", &attention));
        if let Some(body) =
            node.choice("body", &[("speed", Transducer::Speed), ("blocked", Transducer::Blocked)])
        {
            take(Some(body));
        }
        match found.as_slice() {
            [one] => self.values.nodes[value.index()] = Node::Sensed(*one),
            [] if node_is_bare(node) => node.missing(
                "what is sensed",
                "`sense` does not say what it senses",
                "for example closeness=\"food\", where \"food\" is a selector",
            ),
            [] => {}
            _ => node.problem("`sense` senses more than one thing", "write a `sense` for each"),
        }
    }

    fn level(&mut self, node: &mut Fields<'_>, value: ValueId, temper: &Temper) {
        let low = node.number("low", ANY).unwrap_or(0.0);
        let high = node.number("high", ANY).unwrap_or(1.0);
        if low >= high {
            node.problem(
                format!("`low` ({low}) is not below `high` ({high})"),
                "raise `high` or lower `low`",
            );
        }
        self.values.limits[value.index()] = [low.min(high), high.max(low)];
        let start = node
            .number("start", low.min(high)..=high.max(low))
            .unwrap_or(0.0f32.clamp(low.min(high), high.max(low)));
        let half_life = node.number("half-life", 1.0e-3..=1.0e7);
        let keep = if node.is_word("keep") {
            self.value(node, "keep").map(|value| Fading::KeepValue(Term::Value(value)))
        } else {
            node.number("keep", 0.0..=100.0).map(Fading::Keep)
        };
        if keep.is_some() && half_life.is_some() {
            node.problem("both `keep` and `half-life` say how fast it fades", "keep one of them");
        }
        let by_half_life = half_life.or(temper.half_life_s).map(|s| Fading::Keep(maths::remaining(1.0, s)));
        let fading = keep.or(by_half_life).unwrap_or(Fading::Keep(1.0));
        let drift_to = self.term(node, "drift-to").unwrap_or(Term::Constant(0.0));
        let bias = self.term(node, temper.bias);

        let first = self.values.inputs.len() as u32;
        self.values.inputs.extend(bias.map(|gain| Weighted {
            input: Term::Constant(1.0),
            gain,
            pace: Pace::Rate,
        }));
        for mut input in node.children("rate") {
            self.input(&mut input, Pace::Rate);
        }
        for mut input in node.children("impulse") {
            self.input(&mut input, Pace::Impulse);
        }
        let inputs = first..self.values.inputs.len() as u32;
        self.values.nodes[value.index()] = Node::Level(Level { start, fading, drift_to }, inputs);
        if temper.is_drive {
            let set_point = node.number("set-point", ANY).unwrap_or(0.0);
            let multiplier = self.term(node, "multiplier").unwrap_or(Term::Constant(1.0));
            let strength = value.index() + 1;
            if let Some(place) = self.values.nodes.get_mut(strength) {
                *place = Node::Strength { of: value, set_point, multiplier };
                self.values.limits[strength] = match multiplier {
                    Term::Constant(by) => {
                        let farthest = (low - set_point).abs().max((high - set_point).abs()) * by;
                        [farthest.min(0.0), farthest.max(0.0)]
                    }
                    _ => [f32::NEG_INFINITY, f32::INFINITY],
                };
            }
        }
    }

    fn accumulator(&mut self, node: &mut Fields<'_>, value: ValueId) {
        let low = node.number("low", ANY).unwrap_or(f32::NEG_INFINITY);
        let high = node.number("high", ANY).unwrap_or(f32::INFINITY);
        if low >= high {
            node.problem(
                format!("`low` ({low}) is not below `high` ({high})"),
                "raise `high` or lower `low`",
            );
        }
        self.values.limits[value.index()] = [low.min(high), high.max(low)];
        let first = self.values.inputs.len() as u32;
        for mut input in node.children("add") {
            self.input(&mut input, Pace::Rate);
        }
        let inputs = first..self.values.inputs.len() as u32;
        if inputs.is_empty() && !node.has_child("add") {
            node.problem("`accumulator` has nothing to sum", "write `add \"NAME\" gain=1` inside it");
        }
        self.values.nodes[value.index()] = Node::Accumulator(inputs);
    }

    fn input(&mut self, node: &mut Fields<'_>, pace: Pace) {
        let input = if node.is_word_argument(0) {
            node.word_argument(0, "a value")
                .and_then(|name| self.known(node, node.span_of_argument(0), name))
                .map(Term::Value)
        } else {
            node.number_argument(0, "a value or a number", ANY).map(Term::Constant)
        };
        let gain = if node.has("gain") { self.term(node, "gain") } else { Some(Term::Constant(1.0)) };
        let delayed = node.flag("delayed").unwrap_or(false);
        if let (Some(input), Some(gain)) = (input, gain) {
            let late = |term| match term {
                Term::Value(value) if delayed => Term::Delayed(value),
                term => term,
            };
            self.values.inputs.push(Weighted { input: late(input), gain: late(gain), pace });
        }
    }

    fn group(&mut self, node: &mut Fields<'_>) {
        let name = node.name_argument(0, "a name").unwrap_or_default();
        let policies = [("plain", 0), ("highest", 1), ("above", 2), ("cross-exclusion", 3)];
        let policy = match node.choice("policy", &policies).unwrap_or(0) {
            0 => GroupPolicy::Plain,
            1 => GroupPolicy::Highest,
            2 => {
                let threshold = node.number("threshold", ANY);
                let hint = "say above which number a member counts";
                GroupPolicy::Above(node.need(threshold, "`threshold`", hint).unwrap_or(0.0))
            }
            _ => GroupPolicy::CrossExclusion,
        };
        let at = self.values.groups.len() as u16;
        let mut members: Vec<ValueId> = Vec::new();
        for mut list in node.children("members") {
            for index in 0..list.arguments() {
                let Some(word) = list.word_argument(index, "a value") else { continue };
                let span = list.span_of_argument(index);
                let Some(member) = self.known(&list, span.clone(), word) else { continue };
                if self.values.group_of[member.index()].is_some() {
                    list.problem_at(
                        span,
                        format!("\"{word}\" is already in a group"),
                        "a value has one group",
                    );
                    continue;
                }
                self.values.group_of[member.index()] = Some(at);
                members.push(member);
            }
        }
        if members.is_empty() {
            node.problem("the group has no members", "write `members \"NAME\" \"NAME\"` inside it");
        }
        let all = node.number("inhibition", 0.0..=100.0).unwrap_or(1.0);
        let mut inhibition = vec![all; members.len() * members.len()];
        for mut one in node.children("inhibit") {
            let mut member = |index| {
                let word = one.word_argument(index, "two members")?;
                let place = self.values.find(word).and_then(|id| members.iter().position(|m| *m == id));
                if place.is_none() {
                    let message = format!("\"{word}\" is not a member of this group");
                    one.problem_at(one.span_of_argument(index), message, "add it to `members`");
                }
                place
            };
            let (who, whom) = (member(0), member(1));
            if let (Some(who), Some(whom), Some(by)) = (who, whom, one.number("by", 0.0..=100.0)) {
                inhibition[who * members.len() + whom] = by;
            }
        }
        self.values.groups.push(ValueGroup { name, policy, members, inhibition });
    }

    fn selector(&self, node: &mut Fields<'_>, key: &'static str) -> Option<SelectorId> {
        let word = node.word(key)?;
        find_selector(node, node.span_of(key), word, self.selectors)
    }

    fn value(&self, node: &mut Fields<'_>, key: &'static str) -> Option<ValueId> {
        let word = node.word(key)?;
        self.known(node, node.span_of(key), word)
    }

    fn term(&self, node: &mut Fields<'_>, key: &'static str) -> Option<Term> {
        if node.is_word(key) {
            self.value(node, key).map(Term::Value)
        } else {
            node.number(key, ANY).map(Term::Constant)
        }
    }

    fn known(&self, node: &Fields<'_>, span: Range<usize>, word: &str) -> Option<ValueId> {
        self.values.resolve(node, span, word)
    }
}

impl Values {
    /// The value that a word names, or a report of what it might have meant.
    pub(crate) fn resolve(&self, node: &Fields<'_>, span: Range<usize>, word: &str) -> Option<ValueId> {
        let found = self.find(word);
        if found.is_none() {
            let hint = match nearest(word, self.names.iter().map(Name::as_str)) {
                Some(known) => format!("did you mean \"{known}\"?"),
                None => "define it in `values`".to_owned(),
            };
            let value = word.strip_suffix(".strength").unwrap_or(word);
            node.unresolved(span, ("value", value), format!("there is no value called \"{word}\""), hint);
        }
        found
    }
}

/// A kind of thing, or "any".
fn kind_of(node: &mut Fields<'_>, key: &'static str) -> Option<Name> {
    node.name(key).map(|name| if name == "any" { Name::default() } else { name })
}

/// Words that are said or heard.
pub(crate) fn utterance(node: &mut Fields<'_>, key: &'static str) -> Option<Utterance> {
    let word = node.word(key)?;
    let words = Utterance::from(word);
    if words.is_err() {
        let message = format!("`{key}` is longer than can be said at once");
        node.problem_at(node.span_of(key), message, format!("use at most {UTTERANCE_BYTES} letters"));
    }
    words.ok()
}

/// Whether a `sense` names nothing at all, rather than something that was already reported.
fn node_is_bare(node: &Fields<'_>) -> bool {
    const ALL: [&str; 16] = [
        "attention",
        "count",
        "seen",
        "believed",
        "closeness",
        "unseen",
        "confidence",
        "distance",
        "nearness",
        "loudness",
        "holding",
        "ate",
        "heard",
        "moving",
        "finished",
        "signal",
    ];
    !ALL.iter().any(|key| node.has(key)) && !node.has("body")
}
