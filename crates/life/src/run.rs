//! Many worlds of a family, in parallel, with records in the order of parts and seeds.

use crate::family::{Case, Family, Fault, Part};
use crate::figure::Figure;
use crate::ranges::Ranges;
use crate::record::Record;
use rayon::prelude::*;

/// How many worlds to play, and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The seed of the first world; the next worlds have the next seeds.
    pub seed: u64,
    /// How many worlds of each part; as many as the family says where nothing is said.
    pub worlds: Option<u32>,
    /// Few worlds.
    pub quick: bool,
}

/// What a family gave.
pub struct Played {
    /// The family.
    pub family: &'static dyn Family,
    /// What each world gave, by part and seed.
    pub records: Vec<Record>,
    /// Parts that could not be played because data is missing, each with a sentence.
    pub skipped: Vec<(&'static Part, String)>,
}

impl Played {
    /// The figures of the family.
    pub fn figures(&self) -> Vec<Figure> {
        self.family.figures(&self.records)
    }
}

impl Run {
    /// How many worlds of a part this run plays.
    pub fn count(&self, family: &dyn Family, part: &Part) -> u32 {
        let own = family.worlds(part);
        self.worlds.unwrap_or(if self.quick { own.quick } else { own.full })
    }

    /// How many worlds of all these parts this run plays.
    pub fn total(&self, family: &dyn Family, parts: &[&'static Part]) -> u64 {
        parts.iter().map(|part| u64::from(self.count(family, part))).sum()
    }

    /// Plays every world; `progress` is called after each. The first world that cannot be played, in the order of parts
    /// and seeds, ends it.
    pub fn play(
        &self,
        family: &'static dyn Family,
        parts: &[&'static Part],
        ranges: &Ranges,
        progress: &(dyn Fn() + Sync),
    ) -> Result<Played, Fault> {
        let seeds = |part: &'static Part| {
            (0..self.count(family, part)).map(move |index| (part, self.seed.wrapping_add(index.into())))
        };
        let cases: Vec<(&'static Part, u64)> = parts.iter().flat_map(|part| seeds(part)).collect();
        let one = |(part, seed): &(&'static Part, u64)| {
            let case = Case { part, seed: *seed, ranges };
            let result = family.play(&case).and_then(|record| match record.odd_number() {
                None => Ok(record),
                Some(why) => Err(case.unplayable(family, why)),
            });
            progress();
            result
        };
        // Worlds differ in cost a hundredfold, so each is a piece of work of its own.
        let results: Vec<Result<Record, Fault>> = cases.par_iter().with_max_len(1).map(one).collect();
        let (mut records, mut skipped) = (Vec::new(), Vec::<(&'static Part, String)>::new());
        for ((part, _), result) in cases.iter().zip(results) {
            match result {
                Ok(record) => records.push(record),
                Err(Fault::NoData(why)) if skipped.iter().any(|(known, _)| known == part) => drop(why),
                Err(Fault::NoData(why)) => skipped.push((part, why)),
                Err(fault) => return Err(fault),
            }
        }
        Ok(Played { family, records, skipped })
    }
}
