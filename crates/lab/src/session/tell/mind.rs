//! The selected creature's mind: what its stages hold, compared with what was told of them. Nothing is computed here but
//! how to say it in few bytes.

use super::world::in_words;
use super::{memory, milli, point};
use crate::messages::{
    AskedPercept, BeliefNow, ChoiceNow, EyeNow, HistoryPoint, MapNow, MindNow, MotorNow, SearchNow, TraitNow,
    WatchingNow, bytes,
};
use crate::session::plans::lattice_of;
use crate::session::play::Play;
use crate::session::story::{self, Began};
use piaget_mind::model::{Datum, PerceptId};
use piaget_mind::report::{BeliefReport, WatchingReport};
use piaget_mind::{Belief, BeliefId, Mind};
use piaget_nav::Progress;
use piaget_occupancy::{Distribution, Map, Node};
use piaget_sim::Actor;
use piaget_terms::{Name, Sight as _, Vec3, maths};
use piaget_world::eye::{Mark, View};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most maps that are told at once.
const MAX_MAPS: usize = 8;
/// The most moments of a belief's past that are told.
const MAX_HISTORY: usize = 120;
/// An eye with more pixels than this across or down is told with fewer.
const MAX_EYE: u32 = 160;
/// The greatest salience that is told; a measurement that was impossible has no limit.
const MAX_SALIENCE: f32 = 1e6;
/// The least probability that a byte can say is 2 to the power of minus this.
const OCTAVES: f32 = 24.0;

/// An explanation less probable than this is none.
const LEAST_PROBABLE: f32 = 0.005;

/// What was told of a mind.
pub struct ToldMind {
    /// Whose, by its place among the creatures.
    pub creature: usize,
    /// Whether anything was told yet.
    told: bool,
    map: Option<Arc<Map>>,
    /// The open nodes, as points at the height that the mind looks at.
    points: Vec<Vec3>,
    nodes: Vec<Node>,
    seen: Vec<bool>,
    values: Vec<f32>,
    beliefs: BTreeMap<u32, BeliefNow>,
    choices: Vec<ChoiceNow>,
    way: Option<Vec<[f32; 2]>>,
    thought: Option<String>,
    travel: Option<String>,
    maps: BTreeMap<u32, Vec<u8>>,
    visible: Vec<u8>,
    eye: Vec<u8>,
    marks: Vec<(u32, Option<String>)>,
    percepts: Option<Vec<AskedPercept>>,
    history: Option<Vec<HistoryPoint>>,
    motor: Option<MotorNow>,
    search: Option<SearchNow>,
    watching: Option<WatchingNow>,
}

impl ToldMind {
    /// Nothing was told of this mind yet; `None` if there is no such creature.
    pub fn new(play: &Play, creature: usize) -> Option<Self> {
        let mind = &play.simulation.actors().get(creature)?.mind;
        let map = lattice_of(mind, mind.character());
        let height_m = mind.character().believe.map.as_ref().map_or(0.0, |map| map.look_height_m);
        let nodes: Vec<Node> = map.iter().flat_map(|map| map.lattice().open_nodes()).collect();
        let points =
            map.iter().flat_map(|map| nodes.iter().map(|node| map.lattice().place_at(*node, height_m)));
        let points: Vec<Vec3> = points.collect();
        Some(Self {
            creature,
            told: false,
            seen: vec![false; points.len()],
            points,
            nodes,
            map,
            values: Vec::new(),
            beliefs: BTreeMap::new(),
            choices: Vec::new(),
            way: None,
            thought: None,
            travel: None,
            maps: BTreeMap::new(),
            visible: Vec::new(),
            eye: Vec::new(),
            marks: Vec::new(),
            percepts: None,
            history: None,
            motor: None,
            search: None,
            watching: None,
        })
    }

    /// What changed; `selected` is the belief to be told of in detail.
    pub fn tell(&mut self, play: &Play, selected: Option<u32>, blobs: &mut Vec<u8>) -> MindNow {
        let actor = &play.simulation.actors()[self.creature];
        let whole = !std::mem::replace(&mut self.told, true);
        let mut now = MindNow { creature: self.creature as u32, whole, ..MindNow::default() };
        now.attends = actor.mind.deciding().decision().object.map(|belief| belief.0);
        let values: Vec<f32> = actor.report.values.iter().map(|(_, value)| milli(*value)).collect();
        now.values = changed(&mut self.values, values);
        self.tell_beliefs(actor, &mut now);
        self.tell_choices(actor, play.story.began(self.creature), &mut now);
        let way = actor.report.way.iter().map(|corner| [milli(corner.x), milli(corner.y)]).collect();
        now.way = news(&mut self.way, Some(way));
        let thought = story::thought(&play.simulation, &play.story, self.creature);
        now.thought = news(&mut self.thought, Some(thought));
        now.travel = news(&mut self.travel, Some(travel(actor.report.travel.as_ref())));
        self.tell_maps(&actor.mind, selected, &mut now, blobs);
        self.tell_view(actor, &mut now, blobs);
        let belief = selected.and_then(|id| actor.mind.view().belief(BeliefId(id)));
        now.percepts = news(&mut self.percepts, belief.map(|belief| percepts(&actor.mind, belief)));
        now.history = news(&mut self.history, belief.map(history));
        now.motor = news(
            &mut self.motor,
            play.puppets[self.creature].as_ref().and_then(|puppet| puppet.motor_now(actor)),
        );
        now.search = news(&mut self.search, memory::search(&actor.mind));
        now.watching = news(&mut self.watching, watching(&actor.mind));
        now
    }

    fn tell_beliefs(&mut self, actor: &Actor, now: &mut MindNow) {
        let mind = &actor.mind;
        let mut left = std::mem::take(&mut self.beliefs);
        for belief in mind.view().beliefs().iter().skip(1) {
            let report = actor.report.beliefs.iter().find(|one| one.belief == belief.id.0);
            let told = belief_now(mind, belief, report);
            if left.remove(&belief.id.0).as_ref() != Some(&told) {
                now.beliefs.push(told.clone());
            }
            self.beliefs.insert(belief.id.0, told);
        }
        now.forgotten = left.into_keys().collect();
    }

    fn tell_choices(&mut self, actor: &Actor, began: &[Began], now: &mut MindNow) {
        let tree = actor.mind.actions();
        let is_rival = |tuple: Name| {
            tree.find(tuple.as_str()).is_some_and(|id| actor.mind.deciding().reason(id).rival().is_some())
        };
        let choices = actor.report.choices.iter().enumerate().map(|(at, choice)| {
            let began = began.iter().find(|one| choice.active && one.tuple == choice.tuple);
            ChoiceNow {
                tuple: at as u32,
                value: milli(choice.value),
                active: choice.active,
                because: choice.because.clone(),
                object: choice.object,
                rival: is_rival(choice.tuple),
                since: began.map(|began| (began.since * 1000.0).round() / 1000.0),
                began: began.map(|began| began.because.clone()).unwrap_or_default(),
            }
        });
        let choices: Vec<_> = choices.collect();
        let old = std::mem::replace(&mut self.choices, choices);
        let news = self.choices.iter().enumerate().filter(|(at, choice)| old.get(*at) != Some(choice));
        now.choices = news.map(|(_, choice)| choice.clone()).collect();
    }

    /// The selected belief's map, and those of things out of sight.
    fn tell_maps(&mut self, mind: &Mind, selected: Option<u32>, now: &mut MindNow, blobs: &mut Vec<u8>) {
        let mut left = std::mem::take(&mut self.maps);
        if self.map.is_none() {
            return;
        }
        let view = mind.view();
        let mut wanted: Vec<&Belief> = view.beliefs().iter().skip(1).collect();
        wanted.retain(|belief| belief.seen_as.is_none() || selected == Some(belief.id.0));
        let attended = mind.deciding().decision().object;
        // What is picked or attended to comes first, so that it is told however much is believed.
        wanted.sort_by_key(|belief| (selected != Some(belief.id.0), attended != Some(belief.id), belief.id));
        for belief in wanted.into_iter().take(MAX_MAPS) {
            let Some(map) = belief.place.as_ref().and_then(|place| place.map()) else { continue };
            if map.lattice().len() != self.map.as_ref().map_or(0, |own| own.lattice().len()) {
                continue;
            }
            let mass = self.nodes.iter().map(|node| byte_of(map.probability(*node))).collect::<Vec<u8>>();
            let before = left.remove(&belief.id.0).unwrap_or_default();
            if let Some(patch) = bytes::diff(&before, &mass, blobs) {
                now.maps.push(map_now(belief.id.0, map, patch));
            }
            self.maps.insert(belief.id.0, mass);
        }
        now.unmapped = left.into_keys().collect();
    }

    /// Which nodes are in view, and what the eye shows.
    fn tell_view(&mut self, actor: &Actor, now: &mut MindNow, blobs: &mut Vec<u8>) {
        actor.sensed.sees(&self.points, &mut self.seen);
        let visible: Vec<u8> = self.seen.iter().map(|seen| u8::from(*seen)).collect();
        now.visible = bytes::diff(&self.visible, &visible, blobs);
        self.visible = visible;
        let view = &actor.sensed.view;
        let (columns, rows, pixels, marks) = picture(view);
        let patch = bytes::diff(&self.eye, &pixels, blobs);
        if patch.is_some() || marks != self.marks {
            let pixels = patch.unwrap_or_else(|| bytes::unchanged(&self.eye, blobs));
            now.eye = Some(EyeNow { columns, rows, pixels, marks: marks.clone() });
        }
        (self.eye, self.marks) = (pixels, marks);
    }
}

/// What is told if it changed.
fn changed<T: PartialEq + Clone>(told: &mut Vec<T>, now: Vec<T>) -> Option<Vec<T>> {
    (*told != now).then(|| {
        told.clone_from(&now);
        now
    })
}

/// What is told if it is there and changed.
fn news<T: PartialEq + Clone>(told: &mut Option<T>, now: Option<T>) -> Option<T> {
    if *told == now {
        return None;
    }
    told.clone_from(&now);
    now
}

fn belief_now(mind: &Mind, belief: &Belief, report: Option<&BeliefReport>) -> BeliefNow {
    let explained = report.map_or(&[][..], |report| &report.explanations).iter();
    let expect = &mind.character().expect;
    let outcome = belief.place.as_ref().map(|place| place.outcome);
    let kinds = belief.expectation.violations().kinds();
    let words = ["confusion", "surprise", "disbelief"].into_iter().zip(kinds);
    let tracks = belief.expectation.tracks.iter().zip(&expect.features);
    let ghost = belief
        .expectation
        .place(&expect.features)
        .and_then(|(track, at)| track.expected(&expect.features[at]));
    BeliefNow {
        belief: belief.id.0,
        kind: belief.now.kind.to_string(),
        colour: belief.now.colour.to_string(),
        at: point(belief.now.position),
        velocity: point(belief.now.velocity),
        seen_as: belief.seen_as.map(|id| id.0),
        unseen_s: milli(belief.unseen_s(mind.view().time_s())),
        confidence: milli(belief.now.confidence),
        ghost: ghost.and_then(|value| match value {
            piaget_terms::FeatureValue::Vector(place) => Some(point(place)),
            _ => None,
        }),
        salience: outcome.map(|outcome| milli(outcome.salience().min(MAX_SALIENCE))),
        confusion: outcome.map(|outcome| milli(outcome.confusion)),
        violations: words.filter(|(_, violated)| *violated).map(|(word, _)| word.to_owned()).collect(),
        explanations: explained.map(|(what, weight)| (what.word().to_owned(), centi(*weight))).collect(),
        nats: report.map_or(0.0, |report| centi(report.nats)),
        traits: tracks
            .map(|(track, feature)| TraitNow {
                feature: feature.name.to_string(),
                expected: track.expected(feature).as_ref().map(in_words).unwrap_or_default(),
                confidence: milli(track.confidence.value),
                reliability: milli(track.confidence.reliability()),
            })
            .collect(),
    }
}

/// To two digits after the point: weights change a little in every tick, and a person reads no more.
fn centi(number: f32) -> f32 {
    if number.is_finite() { (number * 100.0).round() / 100.0 } else { 0.0 }
}

fn travel(progress: Option<&Progress>) -> String {
    match progress {
        None => String::new(),
        Some(Progress::Arrived) => "has arrived".into(),
        Some(Progress::OnTheWay { remaining_m, .. }) => format!("{remaining_m:.1} m to go"),
        Some(Progress::NoWay { why, .. }) => format!("no way: {why}"),
    }
}

fn map_now(belief: u32, map: &Distribution, mass: crate::messages::Blob) -> MapNow {
    MapNow {
        belief,
        mass,
        peak: map.most_likely().map(|peak| [milli(peak.place.x), milli(peak.place.y)]),
        entropy_bits: milli(map.entropy_bits()),
    }
}

/// A probability as a byte; `docs/lab.md` says which.
fn byte_of(probability: f32) -> u8 {
    if !(probability > 0.0) {
        return 0;
    }
    let octave = maths::ln(probability) * std::f32::consts::LOG2_E;
    // What is there at all is told as more than nothing.
    ((octave / OCTAVES + 1.0) * 255.0).round().clamp(1.0, 255.0) as u8
}

fn percepts(mind: &Mind, belief: &Belief) -> Vec<AskedPercept> {
    let view = mind.view();
    let ask = |at: usize| {
        let answer = view.evaluate(PerceptId(at as u16), belief.id);
        let data = match answer.data {
            Datum::Nothing => String::new(),
            Datum::Number(number) => format!("{number:.2}"),
            Datum::Word(word) => word.to_string(),
            Datum::Place { body, .. } => format!("{:.1} m ahead, {:.1} m to the left", body.z, body.x),
            Datum::Motion { speed, closing, .. } => format!("{speed:.1} m/s, {closing:.1} m/s nearer"),
        };
        AskedPercept { matches: milli(answer.matched), confidence: milli(answer.confidence), data }
    };
    (0..mind.character().classify.percepts.len()).map(ask).collect()
}

fn history(belief: &Belief) -> Vec<HistoryPoint> {
    let moments = belief.history.latest_first().take(MAX_HISTORY);
    let moment = |record: &piaget_mind::model::Record| HistoryPoint {
        t: (record.time_s * 1000.0).round() / 1000.0,
        at: point(record.position),
        confidence: milli(record.confidence),
        seen: record.seen,
    };
    moments.map(moment).collect()
}

/// What the last gesture that was seen is taken for; `None` for a mind that watches nobody.
fn watching(mind: &Mind) -> Option<WatchingNow> {
    mind.character().others.as_ref()?;
    let state = mind.watching();
    let Some(gesture) = state.latest(None) else { return Some(WatchingNow::default()) };
    let seen = &gesture.recognised;
    let understood = mind.understanding();
    let moving = gesture.of.is_some_and(|of| state.moving_since(of).is_some());
    Some(WatchingNow {
        whom: gesture.of.map(|of| of.0),
        state: if moving { "something is being done" } else { "a gesture was seen" }.into(),
        candidates: seen.ranked.iter().map(|one| (one.name.to_string(), milli(one.probability))).collect(),
        movement: seen.movement().map(|movement| movement.name.to_string()),
        explanations: understood.as_ref().map(explanations).unwrap_or_default(),
        action: understood.as_ref().and_then(|all| word(all.action.as_str())),
        motive: understood.as_ref().and_then(|all| word(&all.motive)),
        object: understood.as_ref().and_then(|all| Some(all.object?.1.to_string())),
        goal: understood.as_ref().and_then(|all| word(&all.goal)),
        learned: understood.map(|all| learned(&all)).unwrap_or_default(),
    })
}

/// Actions that may explain what was done; one that serves several ends stands once, with all its probability.
fn explanations(understood: &WatchingReport) -> Vec<(String, f32)> {
    let mut all: Vec<(String, f32)> = Vec::new();
    for one in &understood.explanations {
        match all.iter_mut().find(|(action, _)| one.action == **action) {
            Some((_, probable)) => *probable += one.probability,
            None => all.push((one.action.to_string(), one.probability)),
        }
    }
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    let told = all.into_iter().filter(|(_, probable)| *probable >= LEAST_PROBABLE);
    told.map(|(action, probable)| (action, milli(probable))).collect()
}

/// What the last gesture taught, in words.
fn learned(understood: &WatchingReport) -> Vec<String> {
    let words = understood.learnt.iter().map(|(list, word)| format!("{word} is {list}"));
    words.chain(word(understood.new_action.as_str()).map(|action| format!("how to {action}"))).collect()
}

fn word(word: &str) -> Option<String> {
    (!word.is_empty()).then(|| word.to_owned())
}

/// An eye's picture: how wide and high, a byte for each pixel, and what the bytes stand for.
type Picture = (u32, u32, Vec<u8>, Vec<(u32, Option<String>)>);

fn picture(view: &View) -> Picture {
    let every = view.columns().max(view.rows()).div_ceil(MAX_EYE).max(1);
    let (columns, rows) = (view.columns() / every, view.rows() / every);
    let mut marks = Vec::new();
    // Slots come in the order of drawing; a byte each, in the order in which they are seen.
    let mut bytes = vec![0u8; view.marks().len()];
    let mut pixels = Vec::with_capacity((columns * rows) as usize);
    for row in 0..rows {
        for column in 0..columns {
            let slot = view.slots()[(row * every * view.columns() + column * every) as usize];
            let Some(byte) = bytes.get_mut(slot as usize) else {
                pixels.push(0);
                continue;
            };
            if *byte == 0 {
                *byte = match view.marks()[slot as usize] {
                    Mark::Terrain => 1,
                    Mark::Thing(id) | Mark::Body(id) => named(&mut marks, (id.0, None)),
                    Mark::Effector(id, part) => named(&mut marks, (id.0, Some(part.word().to_owned()))),
                };
            }
            pixels.push(*byte);
        }
    }
    (columns, rows, pixels, marks)
}

/// The byte of a mark; the last one stands for all that do not fit.
fn named(marks: &mut Vec<(u32, Option<String>)>, mark: (u32, Option<String>)) -> u8 {
    let known = marks.iter().position(|known| *known == mark);
    let at = known.unwrap_or_else(|| {
        marks.push(mark);
        marks.len() - 1
    });
    (at + 2).min(255) as u8
}
