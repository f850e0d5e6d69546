//! Trials over many seeds, in parallel, with results in the order of the trials.

use piaget_terms::Chance;
use rayon::prelude::*;
use std::sync::Mutex;

/// One running of a claim: its seed, how many trials, and who wants to know how far it is.
pub struct Run<'a> {
    /// Decides every trial.
    pub seed: u64,
    /// How many trials to make.
    pub trials: u32,
    progress: &'a (dyn Fn() + Sync),
}

/// One trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// From 0.
    pub index: u32,
    /// The trial's own seed, decided by the claim's seed and the index: for the scenario's jitter and its minds.
    pub seed: u64,
}

impl Trial {
    /// A stream of chance for the experiment's own dice. Apart from the scenario's, which take the seed itself.
    pub fn chance(&self) -> Chance {
        Chance::of_part(self.seed, u64::from(self.index))
    }
}

impl<'a> Run<'a> {
    /// A running with this seed.
    pub fn new(seed: u64, trials: u32, progress: &'a (dyn Fn() + Sync)) -> Self {
        Self { seed, trials, progress }
    }

    /// The trial with this index.
    pub fn trial(&self, index: u32) -> Trial {
        let mut chance = Chance::of_part(self.seed, u64::from(index));
        // Seeds stay below 2^48, so that they survive a passage through JSON's floating numbers.
        Trial { index, seed: (u64::from(chance.bits() >> 16) << 32) | u64::from(chance.bits()) }
    }

    /// Makes every trial and gathers what each gave, in order.
    pub fn each<T: Send>(&self, trial: impl Fn(Trial) -> T + Sync + Send) -> Vec<T> {
        let results: Vec<Mutex<Option<T>>> = (0..self.trials).map(|_| Mutex::new(None)).collect();
        for_each_index(self.trials, &|index| {
            let result = trial(self.trial(index));
            *results[index as usize].lock().expect("each trial has a place of its own") = Some(result);
            (self.progress)();
        });
        let every = results.into_iter().filter_map(|place| place.into_inner().ok().flatten());
        every.collect()
    }

    /// As [`Run::each`], for trials that can fail: the first failure, by trial, ends it.
    pub fn try_each<T: Send>(
        &self,
        trial: impl Fn(Trial) -> Result<T, String> + Sync + Send,
    ) -> Result<Vec<T>, String> {
        self.each(trial).into_iter().collect()
    }
}

/// Does something for every index, in parallel. Not generic: what rayon makes of a closure is much code, and there is a closure for
/// every claim.
fn for_each_index(count: u32, one: &(dyn Fn(u32) + Sync)) {
    (0..count).into_par_iter().for_each(one);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn trials_depend_on_seed_and_index_alone() {
        let ended = AtomicU32::new(0);
        let progress = || {
            ended.fetch_add(1, Ordering::Relaxed);
        };
        let run = Run::new(5, 40, &progress);
        let here = run.each(|trial| trial.chance().bits());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        assert_eq!(here, pool.install(|| run.each(|trial| trial.chance().bits())));
        assert_eq!(ended.load(Ordering::Relaxed), 80);
        assert_eq!(Run::new(5, 3, &|| ()).trial(2), run.trial(2));
        let mut distinct = here.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), here.len());
    }
}
