//! Learnt contingencies (Kline 4.2.1): "after the bell the door opens", with its delay. What is paired is learnt from what
//! is sensed: words and noises, discrete features that change, and the own movements. An event that was due and does not
//! come is an omission, and how improbable it was is its surprise.
//!
//! Each pair of events has three rival explanations with weights: a *law* (the second follows nearly always, after a delay
//! that varies little), a *habit* (it follows as often as it did so far) and *chance* (it comes at its own rate, whatever
//! went before). An exact delay soon speaks for the law. One omission refutes it, and the habit that is left makes the next
//! one less of a surprise.
//!
//! What is not learnt: pairs of more than two events, and what happens to things that are out of sight.

mod pair;
#[cfg(test)]
mod tests;

use crate::model::{BeliefId, Beliefs, Tick};
pub use pair::Pair;
use pair::{LAW, LEAST_WEIGHT};
use piaget_terms::valid::{Checked, amount, at_most, index, require, time};
use piaget_terms::{FeatureValue, MovementStage, Name, maths};
use serde::{Deserialize, Serialize};

/// How contingencies are learnt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContingencyConfig {
    /// What comes later than this after an event is not taken to follow from it. Default 10 s.
    pub within_s: f32,
    /// The chance that a law fails. Smaller makes an omission more of a surprise. Default 0.00001.
    pub broken_law: f32,
    /// How likely a pair of events is a law before anything speaks for it. Default 0.01.
    pub law: f32,
    /// How likely it is a habit. What has never failed is rather taken for a law: else eight times would not make an
    /// omission surprising. Default 0.000001.
    pub habit: f32,
    /// How much the delay of a law is thought to vary before it is known. Default 0.3 s.
    pub varies_s: f32,
    /// No delay varies less than this: what is sensed comes in ticks. Default 0.1 s.
    pub least_varies_s: f32,
    /// An event is due for so many standard deviations of its delay. Default 5.
    pub deviations: f32,
    /// An omission is shown from this share of the surprise of a broken law on. Default 0.75.
    pub shown_from: f32,
    /// The same event again within this time is the same event. Default 0.5 s.
    pub same_s: f32,
    /// The most events that are told apart, and the most pairs; the least probable pair makes room. Defaults 24 and 64.
    pub most_events: u32,
    /// The most pairs.
    pub most_pairs: u32,
}

impl Default for ContingencyConfig {
    fn default() -> Self {
        Self {
            within_s: 10.0,
            broken_law: 1e-5,
            law: 0.01,
            habit: 1e-6,
            varies_s: 0.3,
            least_varies_s: 0.1,
            deviations: 5.0,
            shown_from: 0.75,
            same_s: 0.5,
            most_events: 24,
            most_pairs: 64,
        }
    }
}

/// Something that happens at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Occurrence {
    /// Somebody or something was heard.
    Heard {
        /// What it sounded like.
        speaker: Name,
        /// What it said, cut to a name; empty for a noise.
        words: Name,
    },
    /// A discrete feature of a thing in view changed.
    Became {
        /// The kind of thing.
        kind: Name,
        /// The feature; "colour" for its colour.
        path: Name,
        /// What it changed to.
        value: Name,
    },
    /// The own body finished a movement.
    Did(Name),
}

/// An occurrence that was met before.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Known {
    what: Occurrence,
    /// How often, and when last.
    times: f32,
    last_s: f64,
}

/// A thing's discrete features as they were last seen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Looked {
    belief: BeliefId,
    path: Name,
    value: Name,
    seen_s: f64,
}

/// The most features of things that are watched for changes.
const MOST_LOOKED: usize = 32;
/// The feature that a colour counts as.
const COLOUR: &str = "colour";

/// What was learnt of which event follows which.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Contingencies {
    known: Vec<Known>,
    pairs: Vec<Pair>,
    looked: Vec<Looked>,
    /// How long the creature has lived with open senses.
    lived_s: f64,
    /// The omission of this tick that was least probable.
    omitted: Option<Omission>,
}

/// What was due and did not come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Omission {
    /// After what.
    pub after: Occurrence,
    /// What did not come.
    pub due: Occurrence,
    /// How improbable that was: the negative logarithm of its chance.
    pub nats: f32,
}

impl Contingencies {
    /// A newborn's, with room for all that it may learn.
    pub fn new(config: &ContingencyConfig) -> Self {
        Self {
            known: Vec::with_capacity(config.most_events as usize),
            pairs: Vec::with_capacity(config.most_pairs as usize),
            looked: Vec::with_capacity(MOST_LOOKED),
            lived_s: 0.0,
            omitted: None,
        }
    }

    /// Whether what was saved could have been learnt.
    pub fn validate(&self, config: &ContingencyConfig) -> Checked {
        at_most("known", self.known.len(), config.most_events as usize)?;
        at_most("pairs", self.pairs.len(), config.most_pairs as usize)?;
        at_most("looked", self.looked.len(), MOST_LOOKED)?;
        time("lived_s", self.lived_s)?;
        for known in &self.known {
            amount("times", known.times)?;
            time("last_s", known.last_s)?;
        }
        for pair in &self.pairs {
            index("first", usize::from(pair.first), self.known.len())?;
            index("second", usize::from(pair.second), self.known.len())?;
            for (field, number) in
                [("due", pair.due), ("came", pair.came), ("delay_s", pair.delay_s), ("squares", pair.squares)]
            {
                amount(field, number)?;
            }
            require(pair.came <= pair.due, "came", || "is more than was due".into())?;
            let are_weights = pair.weights.iter().all(|weight| (LEAST_WEIGHT..=0.0).contains(weight));
            require(are_weights, "weights", || format!("are {:?}", pair.weights))?;
            pair.since_s.map_or(Ok(()), |since_s| time("since_s", since_s))?;
        }
        Ok(())
    }

    /// The least probable omission of this tick.
    pub fn omitted(&self) -> Option<&Omission> {
        self.omitted.as_ref()
    }

    /// What was learnt: which occurrence follows which, after how long, and how likely that is a law.
    pub fn pairs(&self) -> impl Iterator<Item = (&Occurrence, &Occurrence, f32, f32)> {
        self.pairs.iter().map(|pair| {
            let [first, second] = [pair.first, pair.second].map(|index| &self.known[usize::from(index)].what);
            (first, second, pair.delay_s, maths::exp(pair.weights[LAW]))
        })
    }

    /// Takes in a tick. Gives how improbable the least probable omission was, in nats; 0 where nothing was omitted.
    pub fn step(&mut self, config: &ContingencyConfig, beliefs: &Beliefs, tick: &Tick<'_>) -> f32 {
        self.omitted = None;
        self.lived_s += f64::from(tick.tick_s);
        for sound in tick.sounds {
            let words = Name::cut(sound.said());
            let speaker = sound.speaker.unwrap_or_default();
            self.happens(config, Occurrence::Heard { speaker, words }, tick.time_s);
        }
        if let Some(done) = tick.body.movement.filter(|own| own.stage == MovementStage::Finished) {
            self.happens(config, Occurrence::Did(done.name), tick.time_s);
        }
        self.notice_changes(config, beliefs, tick.time_s);
        self.miss(config, beliefs, tick.time_s, tick.tick_s);
        self.omitted.map_or(0.0, |omission| omission.nats)
    }

    fn notice_changes(&mut self, config: &ContingencyConfig, beliefs: &Beliefs, time_s: f64) {
        for belief in
            beliefs.all().iter().skip(1).filter(|belief| belief.now.seen && belief.sensed_s >= time_s)
        {
            let words = belief.now.features.iter().filter_map(|feature| match feature.value {
                FeatureValue::Word(word) => Some((feature.path, word)),
                _ => None,
            });
            let colour = (!belief.now.colour.is_empty()).then(|| (Name::cut(COLOUR), belief.now.colour));
            for (path, value) in words.chain(colour) {
                let before = self.looked.iter_mut().find(|one| one.belief == belief.id && one.path == path);
                let Some(before) = before else {
                    self.look_at(Looked { belief: belief.id, path, value, seen_s: time_s });
                    continue;
                };
                // When a thing changed that was out of sight is not known.
                let watched = time_s - before.seen_s <= f64::from(config.same_s);
                let changed = std::mem::replace(&mut before.value, value) != value;
                before.seen_s = time_s;
                if watched && changed {
                    self.happens(config, Occurrence::Became { kind: belief.now.kind, path, value }, time_s);
                }
            }
        }
    }

    /// Watches a feature; the one that was longest out of sight makes room.
    fn look_at(&mut self, new: Looked) {
        if self.looked.len() >= MOST_LOOKED {
            let oldest = (0..self.looked.len())
                .min_by(|a, b| self.looked[*a].seen_s.total_cmp(&self.looked[*b].seen_s));
            if let Some(oldest) = oldest {
                self.looked.swap_remove(oldest);
            }
        }
        self.looked.push(new);
    }

    /// Something happened: what was due has come, what follows from it is due, and it may follow from what was before.
    fn happens(&mut self, config: &ContingencyConfig, what: Occurrence, time_s: f64) {
        let Some(now) = self.know(config, what, time_s) else { return };
        for pair in self.pairs.iter_mut().filter(|pair| usize::from(pair.second) == now) {
            if let Some(since_s) = pair.since_s.take() {
                pair.comes(config, (time_s - since_s) as f32, rate(&self.known[now], self.lived_s));
            }
        }
        for pair in self.pairs.iter_mut().filter(|pair| usize::from(pair.first) == now) {
            pair.since_s.get_or_insert(time_s);
        }
        for before in 0..self.known.len() {
            let since_s = time_s - self.known[before].last_s;
            let follows = before != now && since_s > 0.0 && since_s <= f64::from(config.within_s);
            let has_pair = |pair: &Pair| (usize::from(pair.first), usize::from(pair.second)) == (before, now);
            if follows && !self.pairs.iter().any(has_pair) {
                self.pair(config, (before, now), since_s as f32);
            }
        }
    }

    /// The number of an occurrence, if it is a new one and not the same still going on.
    fn know(&mut self, config: &ContingencyConfig, what: Occurrence, time_s: f64) -> Option<usize> {
        if let Some(at) = self.known.iter().position(|known| known.what == what) {
            let known = &mut self.known[at];
            let again = time_s - known.last_s > f64::from(config.same_s);
            known.last_s = time_s;
            known.times += f32::from(u8::from(again));
            return again.then_some(at);
        }
        if self.known.len() >= config.most_events as usize {
            // What has been heard of least is forgotten, with all that it is paired with.
            let rarest = (0..self.known.len()).min_by(|a, b| {
                let key = |index: usize| (self.known[index].times, self.known[index].last_s);
                let ((a, at_a), (b, at_b)) = (key(*a), key(*b));
                a.total_cmp(&b).then(at_a.total_cmp(&at_b))
            })?;
            self.forget(rarest);
        }
        self.known.push(Known { what, times: 1.0, last_s: time_s });
        Some(self.known.len() - 1)
    }

    fn forget(&mut self, event: usize) {
        let last = self.known.len() - 1;
        self.known.swap_remove(event);
        self.pairs.retain(|pair| usize::from(pair.first) != event && usize::from(pair.second) != event);
        for number in self.pairs.iter_mut().flat_map(|pair| [&mut pair.first, &mut pair.second]) {
            if usize::from(*number) == last {
                *number = event as u8;
            }
        }
    }

    /// A pair that was met for the first time; the least probable law makes room.
    fn pair(&mut self, config: &ContingencyConfig, (first, second): (usize, usize), delay_s: f32) {
        if self.pairs.len() >= config.most_pairs as usize {
            let weakest = (0..self.pairs.len())
                .min_by(|a, b| self.pairs[*a].weights[LAW].total_cmp(&self.pairs[*b].weights[LAW]));
            match weakest {
                Some(weakest) => drop(self.pairs.swap_remove(weakest)),
                None => return,
            }
        }
        let mut pair = Pair::new(config, first as u8, second as u8);
        // The first event came before, and this one did not follow.
        let in_vain = (self.known[first].times - 1.0).max(0.0);
        let known = &self.known[second];
        for _ in 0..(in_vain.min(MOST_IN_VAIN) as u32) {
            pair.fails(config, rate(known, self.lived_s));
        }
        pair.comes(config, delay_s, rate(known, self.lived_s));
        self.pairs.push(pair);
    }

    /// What is overdue is omitted, if it would have been noticed. Within one long tick anything may have come and gone.
    fn miss(&mut self, config: &ContingencyConfig, beliefs: &Beliefs, time_s: f64, tick_s: f32) {
        for index in 0..self.pairs.len() {
            let pair = &mut self.pairs[index];
            let Some(since_s) = pair.since_s else { continue };
            let deadline_s = pair.deadline_s(config);
            if time_s - since_s <= f64::from(deadline_s) {
                continue;
            }
            pair.since_s = None;
            let (after, due) = (&self.known[usize::from(pair.first)], &self.known[usize::from(pair.second)]);
            if tick_s > deadline_s || !would_notice(&due.what, beliefs, time_s) {
                continue;
            }
            let nats = pair.fails(config, rate(due, self.lived_s));
            if self.omitted.is_none_or(|omission| omission.nats < nats) {
                self.omitted = Some(Omission { after: after.what, due: due.what, nats });
            }
        }
    }
}

/// How many earlier events without a sequel count against a pair that is met for the first time. Not a setting: a few are
/// enough to refute a law.
const MOST_IN_VAIN: f32 = 8.0;

/// How often an occurrence comes by itself, per second: once more than it did, in a few seconds more than were lived.
fn rate(known: &Known, lived_s: f64) -> f32 {
    /// What is met at once is not thought to come all the time.
    const AT_LEAST_S: f64 = 10.0;
    known.times / (lived_s.max(0.0) + AT_LEAST_S) as f32
}

/// Whether the creature would have noticed an occurrence now: sounds always, changes of things in view.
fn would_notice(what: &Occurrence, beliefs: &Beliefs, time_s: f64) -> bool {
    match what {
        Occurrence::Became { kind, .. } => {
            let mut things = beliefs.all().iter().skip(1);
            things.any(|belief| belief.now.kind == *kind && belief.now.seen && belief.sensed_s >= time_s)
        }
        // Whoever does not move any more has decided so.
        Occurrence::Did(_) => false,
        Occurrence::Heard { .. } => true,
    }
}
