//! Trust: which expert foretold best what was found and missed. Kept per object for ways of reading its habit, per object
//! and place for durations of stay, and once for all for how far things go with their kind.

use super::change::character_of;
use super::config::KIND_PRIORS;
use super::{Memory, Remembered};
use crate::habit::{Layers, Reading, STAYS, VIEWS};
use crate::house::PlaceId;
use piaget_terms::maths;

/// No expert is refuted for good: chances this small are as good as none.
const LEAST: f32 = 1e-4;
/// How much of what is learned about one object is a first guess for the next.
const SHARE: f32 = 0.01;
/// The same from one place of an object to its others.
const SHARE_OF_PLACE: f32 = 0.05;
/// The share of trust that goes back to all weights of kinds at each new thing.
const KIND_DOUBT: f32 = 0.001;

impl Memory {
    /// Trusts each expert as it foretold what happened at a place, and doubts a little. Gives the surprise, 0 to 1.
    pub(super) fn weigh(&mut self, index: usize, now_s: f64, place: PlaceId, found: bool) -> f32 {
        let what = self.objects[index].what;
        let mixture = self.mixture(what, now_s);
        let mut trust = mixture.trust;
        let mut expected = 0.0;
        for (expert, trust) in trust.iter_mut().enumerate() {
            let chance = mixture.chance_of_expert(expert, place, now_s);
            let foretold = if found { chance } else { 1.0 - chance };
            expected += *trust * foretold;
            *trust *= foretold.max(LEAST);
        }
        let total: f32 = trust.iter().sum();
        if !(total > 0.0 && total.is_finite()) {
            return 0.0;
        }
        let (mut views, mut stays) = ([0.0; VIEWS], [0.0; STAYS]);
        for (expert, trust) in trust.iter().enumerate() {
            views[expert / STAYS] += trust / total;
            stays[expert % STAYS] += trust / total;
        }
        let object = &mut self.objects[index];
        self.stays = object.learn_stays(&stays, &self.stays, self.config.stay_doubt);
        if !found {
            object.missed_chance *= expected.clamp(0.0, 1.0);
            object.trust = views;
            return 0.0;
        }
        // Surprise is measured against chance, before the search had ruled out anything.
        let before = expected * std::mem::replace(&mut object.missed_chance, 1.0);
        let leaves = (self.house[self.house.root()].size as f32 / self.house[place].size as f32).max(1.0);
        let surprise = (1.0 - before * leaves).clamp(0.0, 1.0);
        let (doubt, surprised) = (self.config.doubt, self.config.surprised_doubt * surprise);
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
            *all += SHARE * (one - *all);
        }
        surprise
    }

    /// A thing is found for the first time: how far do things go with their kind?
    pub(super) fn weigh_kind(&mut self, index: usize, place: PlaceId) {
        let object = &self.objects[index];
        let Some(kind) = self.kinds.get(&object.what.kind).filter(|_| object.last.is_none()) else { return };
        let reading = Reading::of_view(0, 0, 0.0, 0.0);
        let mut trust = self.kind_trust;
        for (trust, kind_prior) in trust.iter_mut().zip(self.config.kind_priors) {
            let layers = Layers { own: None, kind: Some(kind), kind_prior, ..self.layers(object.what) };
            *trust *= layers.chance(place, &reading).max(LEAST);
        }
        let total: f32 = trust.iter().sum();
        if total > 0.0 {
            let even = 1.0 / KIND_PRIORS as f32;
            self.kind_trust = trust.map(|trust| trust / total + KIND_DOUBT * (even - trust / total));
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

    /// Learns how long it stays where it was seen last; from there a little for its other places, and less for other
    /// things, whose trust is given back.
    fn learn_stays(&mut self, learned: &[f32; STAYS], all: &[f32; STAYS], doubt: f32) -> [f32; STAYS] {
        let Some((last, _)) = self.last else { return *all };
        let toward = |trust: &[f32; STAYS], other: &[f32; STAYS], share: f32| -> [f32; STAYS] {
            std::array::from_fn(|stay| trust[stay] + share * (other[stay] - trust[stay]))
        };
        self.stays = toward(&self.stays, learned, SHARE_OF_PLACE);
        let all = toward(all, learned, SHARE);
        if let Some(here) = self.habit.stays_mut(last) {
            *here = toward(learned, &all, doubt);
        }
        all
    }
}
