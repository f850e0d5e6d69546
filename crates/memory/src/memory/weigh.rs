//! Trust: which expert foretold best what was found and missed. Kept per object for ways of reading its habit, per object
//! and place for durations of stay, and once for all for how far things go with their kind.

use super::change::character_of;
use super::config::{KIND_PRIORS, MemoryConfig};
use super::experts::VIEWS;
use super::{Memory, Remembered};
use crate::habit::{Layers, STAYS};
use crate::house::PlaceId;
use piaget_terms::maths;

/// No expert is refuted for good: chances this small are as good as none.
const LEAST: f32 = 1e-4;
impl Memory {
    /// Trusts each expert as it foretold what happened at a place, and doubts a little. Gives the surprise, 0 to 1.
    pub(super) fn weigh(&mut self, index: usize, now_s: f64, place: PlaceId, found: bool, news: f32) -> f32 {
        let what = self.objects[index].what;
        let mixture = self.mixture(what, now_s);
        let chances = mixture.chances(place);
        // What may be in a bag is not expected to lie anywhere.
        let lies = if found {
            1.0
        } else {
            self.held(what.object, now_s, mixture.open()).map_or(1.0, |held| held.lies)
        };
        let (mut views, mut stays) = ([0.0; VIEWS], [0.0; STAYS]);
        let (mut expected, mut sum) = (0.0, 0.0);
        for (view, (trusts, chances)) in mixture.trust.iter().zip(&chances).enumerate() {
            for (stay, (trust, chance)) in trusts.iter().zip(chances).enumerate() {
                let foretold = if found { *chance } else { 1.0 - lies * *chance };
                expected += trust * foretold;
                let trust = trust * foretold.max(LEAST);
                views[view] += trust;
                stays[stay] += trust;
                sum += trust;
            }
        }
        if !(sum > 0.0 && sum.is_finite()) {
            return 0.0;
        }
        views.iter_mut().chain(&mut stays).for_each(|trust| *trust /= sum);
        // Of a place that is as usual as not, nothing follows for others.
        let usual = self.objects[index].last.map_or(1.0, |(last, _)| mixture.usual(last));
        let unusual = (1.0 - 2.0 * usual).max(0.0);
        let object = &mut self.objects[index];
        self.stays = object.learn_stays(&stays, &self.stays, unusual, news, &self.config);
        if !found {
            object.missed_chance *= expected.clamp(0.0, 1.0);
            object.trust = views;
            return 0.0;
        }
        // Surprise is measured against chance, before the search had ruled out anything.
        let before = expected * std::mem::replace(&mut object.missed_chance, 1.0);
        let leaves = (self.house[self.house.root()].size as f32 / self.house[place].size as f32).max(1.0);
        let surprise = (1.0 - before * leaves).clamp(0.0, 1.0);
        let (doubt, surprised) = (self.config.doubt * news, self.config.surprised_doubt * surprise);
        for (trust, usual) in views.iter_mut().zip(self.trust) {
            *trust += doubt * (usual - *trust);
        }
        // Which span of the past to go by is open again; how orderly it is kept, less so.
        let character = character_of(&views);
        let keeps = self.config.keeps_character;
        for (trust, character) in views.iter_mut().zip(character) {
            let open = character * keeps + (1.0 - keeps) / VIEWS as f32;
            *trust += surprised * (open - *trust);
        }
        object.trust = views;
        // What is learned about one object is a first guess for the next; slowly, for one object is not all.
        for (all, one) in self.trust.iter_mut().zip(views) {
            *all += self.config.others_share * (one - *all);
        }
        surprise
    }

    /// When a thing that is found now came to its place, if it did not stay there since it was seen last.
    pub(super) fn came(&self, index: usize, place: PlaceId, now_s: f64) -> Option<(f64, f64)> {
        let object = &self.objects[index];
        let (last, last_s) = object.last?;
        if last == place && object.left_by_s.is_none() {
            return None;
        }
        // One move may have done it: after it was missed here, and before it was missed there.
        let left_by_s = object.left_by_s.unwrap_or(now_s);
        let missed_here = object.missed.iter().filter(|(at, _)| *at == place).map(|(_, then_s)| *then_s);
        let after_s = Some(missed_here.fold(last_s, f64::max)).filter(|after_s| *after_s < left_by_s);
        Some((after_s.unwrap_or(last_s), left_by_s))
    }

    /// Learns at which hours a thing is put elsewhere.
    pub(super) fn learn_rhythm(&mut self, index: usize) {
        let object = &self.objects[index];
        let mut rhythm = object.rhythm;
        rhythm.learn_anew(object.history.stays(), &self.rhythm, &self.config);
        let before = std::mem::replace(&mut self.objects[index].rhythm, rhythm);
        self.rhythm.add(&before, -self.config.rhythm_share);
        self.rhythm.add(&rhythm, self.config.rhythm_share);
    }

    /// A thing is found for the first time: how far do things go with their kind?
    pub(super) fn weigh_kind(&mut self, index: usize, place: PlaceId) {
        let object = &self.objects[index];
        let Some(kind) = self.kinds.get(&object.what.kind).filter(|_| object.last.is_none()) else { return };
        let mut trust = self.kind_trust;
        for (trust, kind_prior) in trust.iter_mut().zip(self.config.kind_priors) {
            let layers = Layers { own: None, kind: Some(kind), kind_prior, ..self.layers(object.what, 0.0) };
            *trust *= layers.chance_of_kind(place).max(LEAST);
        }
        let total: f32 = trust.iter().sum();
        if total > 0.0 {
            let even = 1.0 / KIND_PRIORS as f32;
            self.kind_trust =
                trust.map(|trust| trust / total + self.config.kind_doubt * (even - trust / total));
        }
    }

    /// How many findings a kind needs to weigh as much as all other things, as far as is known.
    pub(super) fn kind_prior(&self) -> f32 {
        let each = self.kind_trust.iter().zip(self.config.kind_priors);
        maths::exp(each.map(|(trust, prior)| trust * maths::ln(prior.max(1e-6))).sum())
    }
}

impl Remembered {
    /// How far each duration of stay is trusted where the thing was seen last.
    pub(super) fn stays_where_last_seen(&self) -> &[f32; STAYS] {
        self.last.and_then(|(place, _)| self.habit.stays(place)).unwrap_or(&self.stays)
    }

    /// Learns how long it stays where it was seen last; from there a little for places where it never was, as far as this one is
    /// unusual too, and less for other things, whose trust is given back.
    fn learn_stays(
        &mut self,
        learned: &[f32; STAYS],
        all: &[f32; STAYS],
        unusual: f32,
        news: f32,
        config: &MemoryConfig,
    ) -> [f32; STAYS] {
        let Some((last, _)) = self.last else { return *all };
        let toward = |trust: &[f32; STAYS], other: &[f32; STAYS], share: f32| -> [f32; STAYS] {
            std::array::from_fn(|stay| trust[stay] + share * (other[stay] - trust[stay]))
        };
        self.stays = toward(&self.stays, learned, unusual * config.place_share);
        let all = toward(all, learned, unusual * config.stay_share);
        if let Some(here) = self.habit.stays_mut(last) {
            *here = toward(learned, &all, config.stay_doubt * news);
        }
        all
    }
}
