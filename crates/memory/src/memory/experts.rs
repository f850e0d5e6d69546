//! A mixture of experts: what [`Memory`](super::Memory) makes of one object at one moment. Every expert's chances are
//! weighed by the trust in it. An expert is a way of reading the past with a way to say how long the thing stays.

use super::history::{HISTORIES, LIKE_TODAY, Votes};
use super::rhythm::Hazard;
use super::{MemoryConfig, Remembered};
use crate::habit::{ALL_OF_IT, COUNTED, HALF_LIVES, Layers, SINCE, SLIPS, STAYS, WAYS};
use crate::house::PlaceId;
use arrayvec::ArrayVec;
use piaget_terms::maths;

/// Ways of reading the past, each with every way to say how long things stay.
pub(super) const VIEWS: usize = COUNTED + HISTORIES;
/// The view that says itself whether the thing is still where it was.
const KNOWS_STAYS: usize = COUNTED + LIKE_TODAY;
/// The most places where a thing was missed that are weighed.
pub(super) const MOST_MISSES: usize = 128;

/// One object at one moment, ready to be asked.
pub(super) struct ExpertMixture<'a> {
    pub(super) layers: Layers<'a>,
    object: Option<&'a Remembered>,
    pub(super) trust: [[f32; STAYS]; VIEWS],
    votes: Votes,
    history_prior: f32,
    /// The chance to have been put anew since it was seen last, by each way to say so.
    since_last: [f32; STAYS],
    missed: ArrayVec<Missed, MOST_MISSES>,
    /// How many specific places of where it was seen last it was not missed at.
    last_open: u32,
    /// What an expert's chances add up to before they are divided by it.
    total: [[f32; STAYS]; VIEWS],
}

/// A specific place where the thing was missed.
struct Missed {
    place: PlaceId,
    /// The chance to have been put anew since then.
    since: [f32; STAYS],
    chances: [f32; VIEWS],
}

impl<'a> ExpertMixture<'a> {
    pub(super) fn new(
        config: &MemoryConfig,
        layers: Layers<'a>,
        object: Option<&'a Remembered>,
        (views, stays): (&[f32; VIEWS], &[f32; STAYS]),
        [hazard, any_hazard]: [Hazard; 2],
        now_s: f64,
    ) -> Self {
        let views = object.map_or(views, |object| &object.trust);
        let stays = object.map_or(stays, Remembered::stays_where_last_seen);
        let last = object.and_then(|object| object.last);
        let since = |then_s: f64| -> [f32; STAYS] {
            std::array::from_fn(|stay| match config.stays_s.get(stay).filter(|_| stay < HALF_LIVES) {
                Some(half_s) => gone(now_s - then_s, *half_s),
                None => hazard.gone(then_s, now_s),
            })
        };
        let mut mixture = Self {
            layers,
            object,
            trust: views.map(|view| stays.map(|stay| view * stay)),
            votes: object.map_or_else(Votes::none, |object| {
                object.history.votes(last, now_s, &any_hazard, config.history_slips)
            }),
            history_prior: config.history_prior,
            since_last: last.map_or([1.0; STAYS], |(_, then_s)| since(then_s)),
            missed: ArrayVec::new(),
            last_open: 0,
            total: [[0.0; STAYS]; VIEWS],
        };
        for &(place, then_s) in object.iter().flat_map(|object| &object.missed).take(MOST_MISSES) {
            let chances = mixture.habit(place);
            mixture.missed.push(Missed { place, since: since(then_s), chances });
        }
        mixture.last_open = last.map_or(0, |(last, _)| mixture.open_in(last, last));
        mixture.add_up();
        mixture
    }

    /// What experts' chances add up to. A reading sums to 1, so only places where the thing was missed need a look.
    fn add_up(&mut self) {
        for view in 0..VIEWS {
            let before = self.since_last(view);
            let mut totals = before;
            for missed in &self.missed {
                for (stay, total) in totals.iter_mut().enumerate() {
                    *total += missed.chances[view] * (missed.since[stay] - before[stay]);
                }
            }
            if self.last_open > 0 {
                totals.iter_mut().zip(before).for_each(|(total, moved)| *total += 1.0 - moved);
            }
            self.total[view] = totals.map(|total| total.max(0.0));
        }
    }

    /// The chance that the reading of a view applies: that the thing was put anew.
    fn since_last(&self, view: usize) -> [f32; STAYS] {
        if view == KNOWS_STAYS { [1.0; STAYS] } else { self.since_last }
    }

    /// What each view says of a place of any level, whatever was missed and wherever it was last.
    pub(super) fn habit(&self, place: PlaceId) -> [f32; VIEWS] {
        let counted = self.layers.chances(place);
        let usual = counted[ALL_OF_IT];
        let there = self.last().map_or(0.0, |last| self.share_of_last(last, place));
        let moved = self.since_last[HALF_LIVES];
        let still_there = (1.0 - moved) * there + moved * usual;
        let history = self.votes.chances(self.layers.house, place, [usual, still_there], self.history_prior);
        std::array::from_fn(|view| match view.checked_sub(COUNTED) {
            None => counted[view],
            Some(view) => history[view],
        })
    }

    /// How much of where it was seen last a place is, whatever was missed there.
    fn share_of_last(&self, last: PlaceId, place: PlaceId) -> f32 {
        let house = self.layers.house;
        match (house.within(last, place), house.within(place, last)) {
            (true, _) => 1.0,
            (_, true) => house[place].size as f32 / house[last].size as f32,
            _ => 0.0,
        }
    }

    /// By what the habit of a place is to be multiplied, for each view: where it was missed since, it can only be if it was
    /// put there since.
    pub(super) fn factors(&self, missed: Option<&[f32; STAYS]>) -> [f32; VIEWS] {
        std::array::from_fn(|view| {
            let since = missed.copied().unwrap_or_else(|| self.since_last(view));
            (0..STAYS).map(|stay| self.weight(view, stay) * since[stay]).sum()
        })
    }

    /// The trust in an expert, by what its chances add up to.
    fn weight(&self, view: usize, stay: usize) -> f32 {
        let total = self.total[view][stay];
        if total > 1e-12 { self.trust[view][stay] / total } else { 0.0 }
    }

    /// How well all experts together bear what was missed: 1 if nothing was.
    pub(super) fn open(&self) -> f32 {
        let each = self.trust.iter().flatten().zip(self.total.iter().flatten());
        each.map(|(trust, total)| trust * total).sum::<f32>().clamp(0.0, 1.0)
    }

    /// Where it was missed since, with what each view says of it and the factors there.
    pub(super) fn missed(&self) -> impl Iterator<Item = (PlaceId, &[f32; VIEWS], &[f32; STAYS])> + '_ {
        self.missed.iter().map(|missed| (missed.place, &missed.chances, &missed.since))
    }

    fn last(&self) -> Option<PlaceId> {
        self.object.and_then(|object| object.last).map(|(place, _)| place)
    }

    /// How many specific places of both wholes it was not missed at since.
    pub(super) fn open_in(&self, one: PlaceId, other: PlaceId) -> u32 {
        let house = self.layers.house;
        let inner = if house.within(one, other) { one } else { other };
        if !house.within(inner, one) || !house.within(inner, other) {
            return 0;
        }
        let mut open = 0;
        house.for_all_in(inner, &mut |part| {
            let missed = || self.missed.iter().any(|missed| missed.place == part);
            open += u32::from(house[part].children.is_empty() && !missed());
        });
        open
    }

    /// Where it was seen last, and the chance that it never left.
    pub(super) fn stays(&self) -> Option<(PlaceId, f32)> {
        let last = self.last().filter(|_| self.last_open > 0)?;
        let mut chance = 0.0;
        for view in 0..VIEWS {
            let moved = self.since_last(view);
            chance += (0..STAYS).map(|stay| self.weight(view, stay) * (1.0 - moved[stay])).sum::<f32>();
        }
        Some((last, chance))
    }

    /// What each expert says about a place of any level.
    pub(super) fn chances(&self, place: PlaceId) -> [[f32; STAYS]; VIEWS] {
        let house = self.layers.house;
        let habit = self.habit(place);
        // Seen in a room and no nearer, any of the room's places may have it.
        let open = self.last().filter(|_| self.last_open > 0).map_or(0, |last| self.open_in(last, place));
        let share = open as f32 / self.last_open.max(1) as f32;
        std::array::from_fn(|view| {
            let moved = self.since_last(view);
            std::array::from_fn(|stay| {
                let total = self.total[view][stay];
                if total <= 1e-12 {
                    return 0.0;
                }
                let mut chance = habit[view] * moved[stay] + (1.0 - moved[stay]) * share;
                for missed in self.missed.iter().filter(|missed| house.within(missed.place, place)) {
                    chance += missed.chances[view] * (missed.since[stay] - moved[stay]);
                }
                (chance / total).clamp(0.0, 1.0)
            })
        })
    }

    /// The chance that it is at a place of any level.
    pub(super) fn chance(&self, place: PlaceId) -> f32 {
        let each = self.chances(place);
        self.trust.iter().flatten().zip(each.iter().flatten()).map(|(trust, chance)| trust * chance).sum()
    }

    /// How usual a place is.
    pub(super) fn usual(&self, place: PlaceId) -> f32 {
        usual(&self.layers, place)
    }

    /// The chance that it was put anew since it was seen last, if it is now where it was then.
    pub(super) fn put_back(&self) -> f32 {
        let Some(last) = self.last() else { return 1.0 };
        let back = self.since_last[HALF_LIVES] * self.usual(last);
        back / (1.0 - self.since_last[HALF_LIVES] + back).max(1e-9)
    }
}

/// How usual a place is, by all of the past or since the habit changed.
pub(super) fn usual(layers: &Layers<'_>, place: PlaceId) -> f32 {
    let chances = layers.chances(place);
    chances[ALL_OF_IT].max(chances[WAYS * SINCE + SLIPS]).clamp(0.0, 1.0)
}

/// The chance to have gone after some seconds, where half are gone after `half_s`.
pub(super) fn gone(seconds: f64, half_s: f64) -> f32 {
    leave((std::f64::consts::LN_2 * seconds.max(0.0) / half_s.max(1e-9)) as f32)
}

/// The chance to have left at least once, where so many leavings are expected. Exact for very few.
pub(super) fn leave(expected: f32) -> f32 {
    if expected < 1e-3 { expected - 0.5 * expected * expected } else { 1.0 - maths::exp(-expected) }
}
