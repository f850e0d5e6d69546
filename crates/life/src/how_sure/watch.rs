//! Plays a world and keeps, for each subject, what its predictions were worth.

use super::predict::{Kalman, OnMap, Worth, forecast};
use super::{MAPS, SUBJECTS, ways};
use crate::family::Subject;
use crate::record::{Numbers, Score};
use piaget_mind::{Belief, BeliefId, Mind};
use piaget_occupancy::{Distribution, Lattice};
use piaget_sim::Simulation;
use piaget_terms::{Chance, HostId, Vec2, maths};
use std::sync::Arc;

/// A foretold place counts as right within this.
const HIT_M: f32 = 0.5;
/// How far ahead is foretold while a thing is in view.
const AHEAD_S: f32 = 1.0;
/// Out of sight for less than this is a blink.
const BLINK_S: f32 = 0.3;
/// Scores count from then on: first the mind must see how the thing moves.
const SETTLED_S: f64 = 2.0;
/// When the told confidence is compared between things: after this time of watching.
const KNOWN_S: f64 = 10.0;

/// A prediction that waits for its time.
#[derive(Clone, Default)]
struct Pending {
    map: Option<Distribution>,
    /// Whether there was a map to look ahead with.
    made: bool,
}

/// Everything that is kept while a world is played.
pub(super) struct Watch {
    thing: HostId,
    /// Half of its width.
    half_m: f32,
    lattice: Arc<Lattice>,
    maps: Vec<OnMap>,
    kalman: Kalman,
    chance: Chance,
    tally: Vec<Tally>,
    /// The belief that was last paired with the thing.
    belief: Option<BeliefId>,
    /// Our map as the last tick left it, while the thing is out of sight.
    before: Option<Distribution>,
    had_before: bool,
    unseen_s: f32,
    /// When the waiting predictions fall due, what they are, and which place and confidence were told with ours.
    due_s: Option<f64>,
    pending: Vec<Pending>,
    kalman_pending: Option<([f64; 2], f64)>,
    told: Option<(Vec2, f64)>,
    next_s: f64,
}

/// What is counted for one subject.
#[derive(Clone, Default)]
struct Tally {
    out: Vec<f64>,
    out_levels: Vec<f64>,
    ahead: Vec<f64>,
    ahead_levels: Vec<f64>,
    confidence: Vec<f64>,
    hits: Vec<f64>,
    /// The confidence after ten seconds.
    known: Option<f64>,
}

impl Watch {
    pub fn new(simulation: &Simulation, drawn: &ways::Drawn, seed: u64) -> Result<Self, String> {
        let thing = simulation.world().named("thing").ok_or("there is no thing")?;
        let cell_m = 0.5;
        let lattice = Arc::new(Lattice::hexagons(&simulation.scenario().terrain, cell_m, 0.0));
        let maps =
            MAPS.iter().filter_map(|way| OnMap::new(&lattice, way, drawn.noise_m, drawn.missed)).collect();
        Ok(Self {
            thing,
            half_m: drawn.half_m,
            lattice,
            maps,
            kalman: Kalman::new(drawn.noise_m),
            chance: Chance::of_part(seed, 11),
            tally: vec![Tally::default(); SUBJECTS.len()],
            belief: None,
            before: None,
            had_before: false,
            unseen_s: 0.0,
            due_s: None,
            pending: vec![Pending::default(); 1 + MAPS.len()],
            kalman_pending: None,
            told: None,
            next_s: SETTLED_S,
        })
    }

    /// When the next tick is sensed, and where the thing is then: the side of it that faces the watcher, since nobody sees its
    /// middle.
    pub fn truth(&self, simulation: &Simulation) -> Result<(f64, Vec2), String> {
        let world = simulation.world();
        let middle = maths::ground(world.thing(self.thing).ok_or("the thing is gone")?.position);
        let watcher =
            world.named("watcher").and_then(|id| world.creature(id)).ok_or("the watcher is gone")?;
        let towards = (maths::ground(watcher.position) - middle).normalize_or_zero();
        Ok((simulation.time_s(), middle + towards * self.half_m))
    }

    pub fn tick(&mut self, simulation: &Simulation, (time_s, truth): (f64, Vec2)) -> Result<(), String> {
        let tick_s = simulation.scenario().tick_s();
        let actor = simulation.actor("watcher").ok_or("the watcher is gone")?;
        let sighting = actor.sensed.sightings.iter().find(|seen| seen.id == self.thing);
        let seen = sighting.map(|seen| maths::ground(seen.position));
        self.maps.iter_mut().for_each(|map| map.pass(tick_s));
        self.kalman.pass(tick_s);
        if seen.is_some() && self.unseen_s > BLINK_S && time_s > SETTLED_S {
            self.score_out(truth, tick_s);
        }
        if self.due_s.is_some_and(|due| time_s >= due) {
            self.score_ahead(truth);
        }
        for map in &mut self.maps {
            map.see(seen, self.unseen_s + tick_s, &actor.sensed, LOOK_HEIGHT_M);
        }
        self.kalman.see(seen);
        self.unseen_s = if seen.is_some() { 0.0 } else { self.unseen_s + tick_s };
        self.keep_ours(&actor.mind);
        if seen.is_some() && time_s >= self.next_s {
            self.foretell(&actor.mind, time_s);
        }
        if time_s >= KNOWN_S && self.tally[0].known.is_none() {
            self.tally[0].known =
                self.of_thing(&actor.mind).map(|belief| belief.expectation.score.value().into());
        }
        Ok(())
    }

    fn of_thing<'a>(&self, mind: &'a Mind) -> Option<&'a Belief> {
        let id = self.belief?;
        mind.view().beliefs().iter().find(|belief| belief.id == id)
    }

    /// Finds our belief of the thing, and keeps its map while the thing is out of sight.
    fn keep_ours(&mut self, mind: &Mind) {
        let seen_as =
            mind.view().beliefs().iter().find(|belief| belief.seen_as == Some(self.thing)).map(|b| b.id);
        self.belief = seen_as.or(self.belief);
        self.had_before = false;
        if self.unseen_s > 0.0
            && let Some(map) = self.of_thing(mind).and_then(|belief| belief.place.as_ref()?.map())
        {
            self.had_before = true;
            match &mut self.before {
                Some(before) if before.lattice().len() == map.lattice().len() => before.copy_from(map),
                before => *before = Some(map.clone()),
            }
        }
    }

    /// The thing has come out.
    fn score_out(&mut self, truth: Vec2, tick_s: f32) {
        let cells = self.lattice.len();
        let ours = match (&mut self.before, self.had_before) {
            (Some(before), true) => {
                before.spread(tick_s);
                Worth::of_map(before, truth)
            }
            _ => Worth::of_nothing(cells),
        };
        let mut all = vec![ours];
        let maps = self
            .maps
            .iter()
            .map(|map| map.belief().map_or(Worth::of_nothing(cells), |b| Worth::of_map(b, truth)));
        all.extend(maps);
        let kalman = self.kalman.foretold(0.0);
        let normal = |(mean, variance)| Worth::of_normal(&self.lattice, truth, mean, variance);
        all.push(kalman.map_or(Worth::of_nothing(cells), normal));
        all.extend(self.controls(truth));
        for (tally, worth) in self.in_order(&all) {
            self.tally[tally].out.push(worth.log);
            self.tally[tally].out_levels.push(worth.level);
        }
    }

    /// What was foretold a second ago meets the truth.
    fn score_ahead(&mut self, truth: Vec2) {
        self.due_s = None;
        let cells = self.lattice.len();
        let of = |pending: &Pending| match &pending.map {
            Some(map) if pending.made => Worth::of_map(map, truth),
            _ => Worth::of_nothing(cells),
        };
        let mut all: Vec<Worth> = self.pending.iter().map(of).collect();
        let normal = |(mean, variance)| Worth::of_normal(&self.lattice, truth, mean, variance);
        all.push(self.kalman_pending.take().map_or(Worth::of_nothing(cells), normal));
        all.extend(self.controls(truth));
        for (tally, worth) in self.in_order(&all) {
            self.tally[tally].ahead.push(worth.log);
            self.tally[tally].ahead_levels.push(worth.level);
        }
        if let Some((place, confidence)) = self.told.take() {
            let hit = place.distance(truth) <= HIT_M;
            self.tally[0].confidence.push(as_told(confidence, hit));
            self.tally[0].hits.push(f64::from(u8::from(hit)));
        }
    }

    /// Random, forgetful and truthful.
    fn controls(&mut self, truth: Vec2) -> [Worth; 3] {
        let cells = self.lattice.len();
        let drawn = self.chance.below(cells as u32) as usize;
        let own = self.lattice.nearest(truth);
        let drawn = self.lattice.open_nodes().nth(drawn);
        let right = drawn.is_some() && drawn == own;
        let random = if right { Worth::of(1.0, cells, [1.0].into_iter()) } else { Worth::of_nothing(cells) };
        let even = Worth { log: -(cells as f64).ln(), level: 0.5 };
        [random, even, Worth { log: 0.0, level: 0.5 }]
    }

    /// Subjects' numbers with what they were worth: ours, the maps, the filter, the controls.
    fn in_order(&self, all: &[Worth]) -> Vec<(usize, Worth)> {
        let names = [Subject::OURS].into_iter().chain(MAPS).chain([
            "kalman",
            "random",
            "forgets at once",
            Subject::TRUTH,
        ]);
        let number = |name: &str| SUBJECTS.iter().position(|subject| subject.name == name);
        names.zip(all).filter_map(|(name, worth)| Some((number(name)?, *worth))).collect()
    }

    /// Looks a second ahead.
    fn foretell(&mut self, mind: &Mind, time_s: f64) {
        self.due_s = Some(time_s + f64::from(AHEAD_S));
        self.next_s = time_s + f64::from(AHEAD_S) + 1e-3;
        let Some(id) = self.belief else { return };
        let belief = mind.view().beliefs().iter().find(|belief| belief.id == id);
        let map = belief.and_then(|belief| belief.place.as_ref()?.map());
        self.pending[0].made = map.is_some();
        if let Some(map) = map {
            forecast(map, &mut self.pending[0].map, AHEAD_S);
        }
        for (map, pending) in self.maps.iter().zip(&mut self.pending[1..]) {
            pending.made = map.belief().is_some();
            if let Some(belief) = map.belief() {
                forecast(belief, &mut pending.map, AHEAD_S);
            }
        }
        self.kalman_pending = self.kalman.foretold(AHEAD_S);
        self.told = belief.map(|belief| {
            let features = &mind.character().expect.features;
            let straight = belief.now.position + belief.now.velocity * AHEAD_S;
            let place = belief.expectation.foretold(features, AHEAD_S).unwrap_or(straight);
            (maths::ground(place), belief.expectation.score.value().into())
        });
    }

    pub fn scores(self) -> Vec<Score> {
        let score = |(subject, tally): (&Subject, Tally)| {
            let mut numbers = Numbers::default();
            for (name, all) in [("out_log", &tally.out), ("ahead_log", &tally.ahead)] {
                numbers.set(name, all.iter().sum());
            }
            numbers.set("out_count", tally.out.len() as f64);
            numbers.set("ahead_count", tally.ahead.len() as f64);
            // Who tells no place has hit nothing.
            if subject.name == Subject::OURS {
                numbers.set("hits", tally.hits.iter().sum());
                numbers.set("confidence", tally.confidence.iter().sum());
            }
            if let Some(known) = tally.known {
                numbers.set("confidence_10_s", known);
            }
            let samples = vec![
                ("out_level", tally.out_levels),
                ("ahead_level", tally.ahead_levels),
                ("confidence", tally.confidence),
                ("hit", tally.hits),
            ];
            Score { subject: subject.name, numbers, samples }
        };
        SUBJECTS.iter().zip(self.tally).map(score).collect()
    }
}

/// A told confidence as it is scored: between 0 and 1, and what is no number is wrong whatever comes.
fn as_told(confidence: f64, hit: bool) -> f64 {
    match confidence.is_finite() {
        true => confidence.clamp(0.0, 1.0),
        false => f64::from(u8::from(!hit)),
    }
}

/// How far above the ground rivals look for the thing, as the characters' maps do.
const LOOK_HEIGHT_M: f32 = 0.3;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_confidence_that_is_no_number_is_wrong_whatever_comes() {
        assert_eq!([as_told(f64::NAN, true), as_told(f64::INFINITY, false)], [0.0, 1.0]);
        assert_eq!([as_told(7.0, true), as_told(-1.0, true), as_told(0.4, false)], [1.0, 0.0, 0.4]);
    }
}
