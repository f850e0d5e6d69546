//! Where a thing tends to be: the edges of Brom's network with counts that fade, read as a probability that goes
//! down the hierarchy of places. What was never seen is filled in from above: an object from its kind, a kind from
//! all other things, and those from the sizes of places.

use super::house::{House, PlaceId};
use piaget_terms::valid::{Checked, amount, index, require};
use serde::{Deserialize, Serialize};

/// Parts of a day that are told apart.
pub(super) const HOURS: usize = 8;
/// Spans of the past that are weighed: all of it, the last several findings, the last few, and all since the habit was
/// last found to be an old one.
pub(super) const SPANS: usize = 4;
/// The span that weighs all of the past.
pub(super) const LONG: usize = 0;
/// The span since the habit changed.
pub(super) const SINCE: usize = 3;
/// Ways to make chances of the counts of a span: places told apart, spread over their room, or told apart with all that was
/// found once taken for a slip, which may happen anywhere.
pub(super) const WAYS: usize = 3;
/// The way that takes single findings for slips.
pub(super) const SLIPS: usize = 2;
/// Ways of reading these counts: by each span in each way, or by the time of day.
pub(super) const COUNTED: usize = WAYS * SPANS + 1;
/// The reading of all of the past with slips anywhere: what other readings are filled in from.
pub(super) const ALL_OF_IT: usize = WAYS * LONG + SLIPS;
/// Half-lives of stays that are considered.
pub(super) const HALF_LIVES: usize = 3;
/// Ways to say how long a thing stays: by each half-life, and by the hours at which it was put elsewhere before.
pub(super) const STAYS: usize = HALF_LIVES + 1;

/// An edge between an object (or a kind) and a place, at any level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct HabitEdge {
    pub place: PlaceId,
    spans: [f32; SPANS],
    hours: [f32; HOURS],
    /// What the parts of this place hold back for parts where the thing was never found, by span.
    held_back: [f32; SPANS],
    /// The same where single findings are slips.
    held_back_slips: [f32; SPANS],
    /// How far each duration of stay is trusted for the thing when it is left here.
    stays: [f32; STAYS],
}

/// What is left of counts after one more finding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fading {
    pub views: [f32; SPANS],
    pub hour: f32,
}

/// One finding to learn from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    pub place: PlaceId,
    /// The part of the day.
    pub hour: usize,
    /// How much it tells that was not known a moment ago, 0 to 1.
    pub news: f32,
    /// How far each duration of stay is trusted at a place where the thing never was.
    pub stays: [f32; STAYS],
}

/// The edges of one object or kind, sorted by place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct PlaceHabit {
    pub edges: Vec<HabitEdge>,
}

impl PlaceHabit {
    /// Whether saved edges lead to places of this house, in their order.
    pub fn validate(&self, house: &House) -> Checked {
        let rising = self.edges.is_sorted_by(|a, b| a.place < b.place);
        require(rising, "edges", || "are not in the order of places".into())?;
        for edge in &self.edges {
            index("edges", edge.place.0 as usize, house.len())?;
            let held_back = edge.held_back.iter().chain(&edge.held_back_slips);
            let counts = edge.spans.iter().chain(&edge.hours).chain(held_back).chain(&edge.stays);
            counts.into_iter().try_for_each(|count| amount("edges", *count))?;
        }
        Ok(())
    }

    /// Strengthens the place and all that contain it, and lets the rest fade. The kind's habit is the sum of its objects'
    /// long views and is kept so.
    pub fn learn(&mut self, house: &House, finding: Finding, fading: &Fading, sums: &mut Sums<'_>) {
        let keeps = |share: f32| 1.0 - (1.0 - share) * finding.news;
        for edge in &mut self.edges {
            let long = edge.spans[LONG];
            for (count, share) in edge.spans.iter_mut().zip(fading.views) {
                *count *= keeps(share);
            }
            edge.hours[finding.hour] *= keeps(fading.hour);
            if let Some(kind) = sums.kind.as_deref_mut() {
                kind.add(edge.place, edge.spans[LONG] - long);
            }
        }
        for place in house.up_from(finding.place) {
            let at = match self.edges.binary_search_by_key(&place, |edge| edge.place) {
                Ok(at) => at,
                Err(at) => {
                    let new = HabitEdge {
                        place,
                        spans: [0.0; SPANS],
                        hours: [0.0; HOURS],
                        held_back: [0.0; SPANS],
                        held_back_slips: [0.0; SPANS],
                        stays: finding.stays,
                    };
                    self.edges.insert(at, new);
                    sums.count_thing(house, place);
                    at
                }
            };
            let edge = &mut self.edges[at];
            edge.spans.iter_mut().for_each(|count| *count += finding.news);
            edge.hours[finding.hour] += finding.news;
            if let Some(kind) = sums.kind.as_deref_mut() {
                kind.add(place, finding.news);
            }
        }
    }

    /// How far each duration of stay is trusted at a place, where the thing was found there before.
    pub fn stays(&self, place: PlaceId) -> Option<&[f32; STAYS]> {
        self.edge(place).map(|edge| &edge.stays)
    }

    /// The same, to learn it.
    pub fn stays_mut(&mut self, place: PlaceId) -> Option<&mut [f32; STAYS]> {
        let at = self.edges.binary_search_by_key(&place, |edge| edge.place).ok()?;
        Some(&mut self.edges[at].stays)
    }

    /// The habit was an old one: what counts since then are these findings.
    pub fn begin_anew(&mut self, house: &House, findings: impl Iterator<Item = PlaceId>) {
        self.edges.iter_mut().for_each(|edge| edge.spans[SINCE] = 0.0);
        for finding in findings {
            for place in house.up_from(finding) {
                if let Ok(at) = self.edges.binary_search_by_key(&place, |edge| edge.place) {
                    self.edges[at].spans[SINCE] += 1.0;
                }
            }
        }
    }

    /// Forgets the faintest specific places beyond a number of edges, and counts what is held back: the more
    /// different places a thing was found in, the likelier is one where it never was (Pitman and Yor).
    pub fn settle(&mut self, house: &House, most: usize, novelty: f32, slips: f32) {
        while self.edges.len() > most && self.forget_weakest(house) {}
        for edge in &mut self.edges {
            (edge.held_back, edge.held_back_slips) = ([0.0; SPANS], [0.0; SPANS]);
        }
        for part in 0..self.edges.len() {
            let (place, spans) = (self.edges[part].place, self.edges[part].spans);
            let Some(whole) = house[place].parent else { continue };
            if let Ok(at) = self.edges.binary_search_by_key(&whole, |edge| edge.place) {
                for (span, count) in spans.into_iter().enumerate() {
                    self.edges[at].held_back[span] += count.min(novelty);
                    self.edges[at].held_back_slips[span] += count.min(slips);
                }
            }
        }
    }

    /// Drops the faintest specific place; what contained it keeps its counts.
    fn forget_weakest(&mut self, house: &House) -> bool {
        let specific = self.edges.iter().enumerate().filter(|(_, edge)| house[edge.place].level == 1);
        let weakest = specific.min_by(|a, b| a.1.spans[LONG].total_cmp(&b.1.spans[LONG])).map(|(at, _)| at);
        weakest.map(|at| self.edges.remove(at)).is_some()
    }

    fn edge(&self, place: PlaceId) -> Option<&HabitEdge> {
        self.edges.binary_search_by_key(&place, |edge| edge.place).ok().map(|at| &self.edges[at])
    }

    /// How often the thing was found, in the long view.
    pub fn findings(&self, house: &House) -> f32 {
        self.edge(house.root()).map_or(0.0, |edge| edge.spans[LONG])
    }

    /// Whether the thing was found at a place or at one of its parts.
    pub fn knows(&self, place: PlaceId) -> bool {
        self.edge(place).is_some()
    }
}

/// Where the things of a kind tend to be: per place of any level, how often they were found there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct KindHabit {
    counts: Vec<(PlaceId, f32)>,
}

impl KindHabit {
    /// Whether saved counts are of places of this house, in their order.
    pub fn validate(&self, house: &House) -> Checked {
        let rising = self.counts.is_sorted_by(|a, b| a.0 < b.0);
        require(rising, "counts", || "are not in the order of places".into())?;
        for (place, count) in &self.counts {
            index("counts", place.0 as usize, house.len())?;
            amount("counts", *count)?;
        }
        Ok(())
    }

    /// Counts more (or less) at one place.
    pub fn add(&mut self, place: PlaceId, more: f32) {
        match self.counts.binary_search_by_key(&place, |count| count.0) {
            Ok(at) => self.counts[at].1 = (self.counts[at].1 + more).max(0.0),
            Err(at) => self.counts.insert(at, (place, more.max(0.0))),
        }
    }

    /// Forgets the faintest specific places beyond a number.
    pub fn trim(&mut self, house: &House, most: usize) {
        while self.counts.len() > most {
            let specific = self.counts.iter().enumerate().filter(|(_, count)| house[count.0].level == 1);
            let Some((at, _)) = specific.min_by(|a, b| a.1.1.total_cmp(&b.1.1)) else { break };
            self.counts.remove(at);
        }
    }

    fn count(&self, place: PlaceId) -> f32 {
        self.counts.binary_search_by_key(&place, |count| count.0).map_or(0.0, |at| self.counts[at].1)
    }
}

/// How many things were ever found at a place, and how many at its parts, each part's counted anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Things {
    here: f32,
    in_parts: f32,
}

impl Things {
    /// Whether saved counts are counts.
    pub fn validate(&self) -> Checked {
        amount("here", self.here)?;
        amount("in_parts", self.in_parts)
    }
}

/// What an object's findings are also counted in: its kind's habit, and the things of each place, by number. One thing that
/// is always in one place says nothing of others, however often it is seen.
pub(super) struct Sums<'a> {
    pub kind: Option<&'a mut KindHabit>,
    pub things: &'a mut Vec<Things>,
}

impl Sums<'_> {
    fn count_thing(&mut self, house: &House, place: PlaceId) {
        self.things.resize(self.things.len().max(house.len()), Things::default());
        self.things[place.0 as usize].here += 1.0;
        if let Some(whole) = house[place].parent {
            self.things[whole.0 as usize].in_parts += 1.0;
        }
    }
}

/// An object's habit over its kind's over that of all other things over the sizes of places.
#[derive(Clone, Copy)]
pub(super) struct Layers<'a> {
    pub house: &'a House,
    pub own: Option<&'a PlaceHabit>,
    pub kind: Option<&'a KindHabit>,
    /// The things of each place, by number; the last that never had any may be left out.
    pub things: &'a [Things],
    /// Findings that a kind's prior is worth.
    pub kind_prior: f32,
    /// Things that the prior of all things is worth.
    pub things_prior: f32,
    /// How much of a first finding speaks for places where the thing was never found.
    pub novelty: f32,
    /// The same where single findings are slips.
    pub slips: f32,
    /// Findings that the prior of an object is worth.
    pub own_prior: f32,
    /// The same for the specific places of one whole, where the thing may lie anywhere in it.
    pub spread_prior: f32,
    /// The part of the day.
    pub hour: usize,
}

impl Layers<'_> {
    /// The chance to be in a part by what is known without the object itself, given that it is in the whole.
    fn share_of_others(&self, part: PlaceId, whole: PlaceId, mine: [f32; 2]) -> f32 {
        let by_size = self.house[part].size as f32 / self.house[whole].size as f32;
        let blend = |part: f32, whole: f32, prior: f32, below: f32| {
            (part.max(0.0) + prior * below) / (whole.max(0.0) + prior).max(1e-9)
        };
        let things = |place: PlaceId| self.things.get(place.0 as usize).copied().unwrap_or_default();
        let by_all = blend(things(part).here, things(whole).in_parts, self.things_prior, by_size);
        // What other things of the kind do; what the object itself did must not count twice.
        self.kind.map_or(by_all, |kind| {
            blend(kind.count(part) - mine[0], kind.count(whole) - mine[1], self.kind_prior, by_all)
        })
    }

    /// The chance to be in a part, given that it is in the whole, by each reading.
    fn shares(&self, part: PlaceId, whole: PlaceId) -> [f32; COUNTED] {
        let edge = |place: PlaceId| self.own.and_then(|own| own.edge(place));
        let (of_part, of_whole) = (edge(part), edge(whole));
        let long = |edge: Option<&HabitEdge>| edge.map_or(0.0, |edge| edge.spans[LONG]);
        let by_kind = self.share_of_others(part, whole, [long(of_part), long(of_whole)]);
        let Some(of_whole) = of_whole else { return [by_kind; COUNTED] };
        let of_span = |span: usize, way: usize, prior: f32| {
            let count = of_part.map_or(0.0, |edge| edge.spans[span]);
            let (discount, held_back) = match way == SLIPS {
                true => (self.slips, of_whole.held_back_slips[span]),
                false => (self.novelty, of_whole.held_back[span]),
            };
            (count - count.min(discount) + (prior + held_back) * by_kind)
                / (of_whole.spans[span] + prior).max(1e-9)
        };
        let prior = self.own_prior;
        let within = if self.house[whole].level == 2 { self.spread_prior } else { prior };
        std::array::from_fn(|reading| match (reading / WAYS, reading % WAYS) {
            (span, way) if span < SPANS => of_span(span, way, if way == 1 { within } else { prior }),
            // What is usual at this hour is filled in from what is usual at all.
            _ => {
                let here = of_part.map_or(0.0, |edge| edge.hours[self.hour]);
                (here + prior * of_span(LONG, 0, prior)) / (of_whole.hours[self.hour] + prior).max(1e-9)
            }
        })
    }

    /// The chance to be at a place of any level, by each reading.
    pub fn chances(&self, place: PlaceId) -> [f32; COUNTED] {
        let mut chances = [1.0; COUNTED];
        for (part, whole) in self.house.up_from(place).zip(self.house.up_from(place).skip(1)) {
            let shares = self.shares(part, whole);
            chances.iter_mut().zip(shares).for_each(|(chance, share)| *chance *= share);
        }
        chances
    }

    /// The chance of a new thing of the kind.
    pub fn chance_of_kind(&self, place: PlaceId) -> f32 {
        let steps = self.house.up_from(place).zip(self.house.up_from(place).skip(1));
        steps.map(|(part, whole)| self.share_of_others(part, whole, [0.0; 2])).product()
    }
}
