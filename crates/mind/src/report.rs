//! What every stage of a mind holds after a tick, in a form that traces, the lab and a person can read. They
//! draw this and compute nothing of their own.

use crate::act::seek::Turn;
use crate::model::action::{ConditionId, GroupId, TupleId, Words};
use crate::model::expectation::{Grounding, Violations};
use crate::model::{Belief, BeliefId, Beliefs, Expectation, Explanation, PlaceOutcome, Recalled};
use crate::others::Outcome;
use crate::{Character, MindState, remember};
use piaget_nav::Progress;
use piaget_terms::{HostId, Name, Vec2, Vec3};
use serde::{Deserialize, Serialize};

/// A mind at one moment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// What it believes there is.
    pub beliefs: Vec<BeliefReport>,
    /// What it remembers of what is kept where, for a character with a memory.
    pub memory: Option<MemoryReport>,
    /// What it feels: every value of the network by name.
    pub values: Vec<(Name, f32)>,
    /// Values that grew out of control and are held at the character's bound.
    pub held: Vec<Name>,
    /// What it chose and why, from the top of the action tree down.
    pub choices: Vec<ChoiceReport>,
    /// What it makes of what another does, for a mind that watches.
    pub watching: Option<WatchingReport>,
    /// How the way stands that it wants to go, and why if there is none.
    pub travel: Option<Progress>,
    /// The corners of that way still to be passed, as x and z.
    pub way: Vec<Vec2>,
    /// How the search stands for what is looked for, or was last, and why the place before was left.
    pub search: Option<SearchReport>,
    /// How improbable the oddest of this tick was, in nats, over all things.
    pub nats: f32,
    /// The strongest surprise that is felt, in nats.
    pub felt_nats: f32,
    /// Sightings and sounds that made no sense (a place that is not a number, more than it can hold).
    pub dropped: u32,
}

/// A search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchReport {
    /// The belief that is looked for.
    pub belief: u32,
    /// The probability that it is here, and not seen yet.
    pub here: f32,
    /// The chance per second of finding it by going on; nothing before there is a plan.
    pub rate_per_s: Option<f32>,
    /// Why the place before the one under way was left, and how many places were set out for.
    pub turn: (Turn, u32),
    /// Whether it was given up.
    pub in_vain: bool,
}

/// A believed thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BeliefReport {
    /// The belief's own number in this mind.
    pub belief: u32,
    /// What it is believed to be.
    pub kind: Name,
    /// Its colour.
    pub colour: Name,
    /// Where it is believed to be.
    pub position: Vec3,
    /// How it is believed to move.
    pub velocity: Vec3,
    /// The host's number, if it is seen in this tick.
    pub seen_as: Option<HostId>,
    /// Seconds since it was last seen.
    pub unseen_s: f32,
    /// How sure the mind is of it, 0 to 1.
    pub confidence: f32,
    /// What this tick said of where it was expected, for a character with a map.
    pub place: Option<PlaceOutcome>,
    /// What memory said of where it is usually kept, while that is where it is expected.
    pub recalled: Option<Recalled>,
    /// How this tick met what was expected of its features, for a character with salient ones.
    pub expected: Option<ExpectationReport>,
    /// What it may be doing, the likeliest first, with weights; those below a hundredth are left out.
    pub explanations: Vec<(Explanation, f32)>,
    /// How improbable what this tick brought was, over all explanations, in nats.
    pub nats: f32,
    /// The surprise that is felt: that of this tick, or of an earlier one as far as it has not faded.
    pub felt_nats: f32,
    /// How well its place was foretold of late, 0 to 1: how sure the mind is of what it will do next.
    pub foretold: f32,
}

/// How a tick met what was expected of a thing (Kline 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExpectationReport {
    /// How likely the least likely of its measurements was; nothing where nothing was measured.
    pub likelihood: Option<f32>,
    /// What sensory grounding said (Kline fig. 2-1).
    pub grounding: Option<Grounding>,
    /// Which kinds of violation it brought.
    pub violations: Violations,
}

/// How much is remembered of what is kept where.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MemoryReport {
    /// Things.
    pub objects: u32,
    /// Places, of all levels.
    pub places: u32,
    /// Findings at places that are not known and that the character does not learn.
    pub refused: u32,
}

/// One tuple of the action tree in one tick.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChoiceReport {
    /// How deep it stands in the tree, from 0.
    pub depth: u8,
    /// The tuple.
    pub tuple: Name,
    /// What performing it is worth now.
    pub value: f32,
    /// Whether it is the one that is active in its group.
    pub active: bool,
    /// Why it was chosen or passed over.
    pub because: String,
    /// The belief it is about.
    pub object: Option<u32>,
}

/// What a mind makes of what another does.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WatchingReport {
    /// How many gestures it has seen.
    pub gestures: u32,
    /// Own movements that the last gesture was like, with their probabilities.
    pub movements: Vec<(Name, f32)>,
    /// Whether it was like none of them.
    pub novel: bool,
    /// When it began and ended.
    pub from_to_s: (f64, f64),
    /// When the gesture began and ended that is explained here: the last that asked for an explanation.
    pub understood_s: (f64, f64),
    /// The actions that may explain what was done, the most probable first.
    pub explanations: Vec<ExplanationReport>,
    /// Whether another motive, or another kind of thing, explains it as well as the first.
    pub tied: bool,
    /// How probable it is that none of them does.
    pub unknown: f32,
    /// The action that it is taken for; empty for "I do not know".
    pub action: Name,
    /// What it was about, and the kind of that.
    pub object: Option<(u32, Name)>,
    /// Why it is done: the should-I triggers of its subsystem, in words.
    pub motive: String,
    /// What it is to bring: the success do-until, in words; empty if that cannot be seen of another.
    pub goal: String,
    /// What came of it.
    pub outcome: Outcome,
    /// What is expected next if it succeeds, with probabilities.
    pub next: Vec<(Name, f32)>,
    /// Words that it taught: list and word.
    pub learnt: Vec<(Name, Name)>,
    /// The action that it taught; empty for none.
    pub new_action: Name,
    /// The belief that the other wants and does not have.
    pub wanted: Option<u32>,
}

/// One action as an explanation of what another did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExplanationReport {
    /// The action.
    pub action: Name,
    /// What it serves.
    pub motive: Name,
    /// The kind of thing that it was about.
    pub kind: Name,
    /// How probable it is.
    pub probability: f32,
}

/// The report of a mind.
pub(crate) fn of(character: &Character, state: &MindState) -> Report {
    Report {
        beliefs: beliefs(&state.beliefs),
        memory: state.remember.as_ref().map(memory),
        values: character.feel.report(&state.feel),
        held: character.feel.held(&state.feel).collect(),
        choices: choices(character, state),
        watching: watching(character, state),
        travel: state.act.progress(),
        way: state.act.way().to_vec(),
        search: search(character, state),
        nats: state.expect.nats(),
        felt_nats: state.expect.felt_nats(),
        dropped: state.perceive.dropped,
    }
}

/// How the search stands.
fn search(character: &Character, state: &MindState) -> Option<SearchReport> {
    let searches = state.act.searches(&character.act);
    let search = searches.last()?;
    Some(SearchReport {
        belief: search.object.0,
        here: search.here,
        rate_per_s: search.rate_per_s,
        turn: state.act.turn(),
        in_vain: state.feedback.in_vain,
    })
}

/// The character's own words, to describe conditions with.
fn words_of(character: &Character) -> Words<'_> {
    Words {
        values: character.feel.names(),
        selectors: &character.classify.selectors,
        places: &character.classify.places,
    }
}

/// The whole action tree after a tick, from the top down: what each tuple is worth, and why it is active or not.
pub(crate) fn choices(character: &Character, state: &MindState) -> Vec<ChoiceReport> {
    let mut all = Vec::with_capacity(state.actions.tuples().len());
    add_choices(state, words_of(character), (GroupId::TOP, 0), &mut all);
    all
}

fn add_choices(
    state: &MindState,
    words: Words<'_>,
    (group, depth): (GroupId, u8),
    all: &mut Vec<ChoiceReport>,
) {
    let (tree, deciding) = (&state.actions, &state.decide);
    for member in &tree.groups()[group.index()].members {
        let tuple = &tree.tuples()[member.index()];
        let reason = deciding.reason(*member);
        all.push(ChoiceReport {
            depth,
            tuple: tuple.name,
            value: deciding.worth(*member),
            active: reason.is_active(),
            because: reason.describe(tree, words),
            object: deciding.object(*member).map(|belief| belief.0),
        });
        if let Some(below) = tuple.below {
            add_choices(state, words, (below, depth + 1), all);
        }
    }
}

/// What watching holds, in words; nothing for a mind without a body to compare others with.
pub(crate) fn watching(character: &Character, state: &MindState) -> Option<WatchingReport> {
    watching_of(character, state, None)
}

/// The same of one other, or of the one that is attended to.
pub(crate) fn watching_of(
    character: &Character,
    state: &MindState,
    other: Option<BeliefId>,
) -> Option<WatchingReport> {
    let (watching, tree, beliefs) = (&state.others, &state.actions, &state.beliefs);
    watching.own_poses()?;
    let name = |tuple: TupleId| tree.get(tuple).map(|tuple| tuple.name).unwrap_or_default();
    let words = |condition: &ConditionId| tree.conditions().describe(*condition, words_of(character));
    let seen = watching.latest(other.or_else(|| watching.attended())).map(|gesture| &gesture.recognised);
    let understood = other.map_or_else(|| watching.understanding(), |other| watching.understanding_of(other));
    let best = understood.action();
    let should = best.and_then(|best| tree.get(best.motive)).map(|top| top.should.as_slice());
    Some(WatchingReport {
        gestures: watching.seen(),
        movements: seen
            .map(|seen| seen.ranked.iter().map(|one| (one.name, one.probability)).collect())
            .unwrap_or_default(),
        novel: seen.is_some_and(|seen| seen.novel),
        from_to_s: seen.map(|seen| (seen.from_s, seen.to_s)).unwrap_or_default(),
        explanations: understood
            .explanations
            .iter()
            .map(|one| ExplanationReport {
                action: name(one.action),
                motive: name(one.motive),
                kind: one.kind,
                probability: one.probability,
            })
            .collect(),
        understood_s: (understood.from_s, understood.to_s),
        tied: understood.tied,
        unknown: understood.unknown,
        action: best.map(|best| name(best.action)).unwrap_or_default(),
        object: best.and_then(|best| Some((best.object?.0, best.kind))),
        motive: should.unwrap_or_default().iter().map(words).collect::<Vec<_>>().join(" and "),
        goal: understood.goal.as_ref().map(words).unwrap_or_default(),
        outcome: understood.outcome,
        next: understood.next.iter().map(|(tuple, share)| (name(*tuple), *share)).collect(),
        learnt: understood.learnt.to_vec(),
        new_action: understood.new_action.map(name).unwrap_or_default(),
        wanted: beliefs.wanted().map(|wanted| wanted.object.0),
    })
}

/// The believed things, without the creature itself.
fn beliefs(beliefs: &Beliefs) -> Vec<BeliefReport> {
    let report = |belief: &Belief| BeliefReport {
        belief: belief.id.0,
        kind: belief.now.kind,
        colour: belief.now.colour,
        position: belief.now.position,
        velocity: belief.now.velocity,
        seen_as: belief.seen_as,
        unseen_s: belief.unseen_s(beliefs.time_s()),
        confidence: belief.now.confidence,
        place: belief.place.as_ref().map(|place| place.outcome),
        recalled: belief.place.as_ref().and_then(|place| place.recalled),
        expected: expected(&belief.expectation),
        explanations: explanations(&belief.expectation),
        nats: belief.expectation.explanations.nats,
        felt_nats: belief.expectation.explanations.felt_nats,
        foretold: belief.expectation.score.value(),
    };
    beliefs.all().iter().skip(1).map(report).collect()
}

/// How the tick met what was expected of a thing; nothing where nothing was.
fn expected(expectation: &Expectation) -> Option<ExpectationReport> {
    let arrived = expectation.arrival.any().then_some(expectation.arrival_likelihood);
    let measured = expectation.tracks.iter().filter_map(|track| track.likelihood);
    let report = ExpectationReport {
        likelihood: measured.chain(arrived).reduce(f32::min),
        grounding: expectation.grounding,
        violations: expectation.violations(),
    };
    (report.grounding.is_some() || report.violations.any()).then_some(report)
}

/// What a thing may be doing, the likeliest first.
fn explanations(expectation: &Expectation) -> Vec<(Explanation, f32)> {
    const LEAST: f32 = 0.01;
    let weights = &expectation.explanations.weights;
    let all = Explanation::ALL.into_iter().zip(weights.iter().copied());
    let mut told: Vec<(Explanation, f32)> = all.filter(|(_, weight)| *weight >= LEAST).collect();
    told.sort_by(|a, b| b.1.total_cmp(&a.1));
    told
}

/// How much is remembered.
fn memory(state: &remember::State) -> MemoryReport {
    let memory = state.memory();
    MemoryReport {
        objects: memory.len() as u32,
        places: memory.house().len() as u32,
        refused: state.refused(),
    }
}
