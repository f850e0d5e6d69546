//! The threads of a batch. They are made when they are first needed, and made anew in a process that was forked: threads do
//! not survive a fork.

use rayon::prelude::*;
use std::mem::ManuallyDrop;

/// So many threads, or the one that asks.
pub struct Pool {
    threads: usize,
    made: Option<(u32, ManuallyDrop<rayon::ThreadPool>)>,
}

impl Pool {
    /// `None` takes as many threads as the machine has.
    pub fn new(threads: Option<usize>) -> Self {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        Self { threads: threads.unwrap_or_else(all), made: None }
    }

    /// How many there are.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Does something to each item and its number.
    pub fn for_each<T: Send>(&mut self, items: &mut [T], work: impl Fn(usize, &mut T) + Sync + Send) {
        /// Fewer items than this are not worth a thread of their own.
        const LEAST: usize = 4;
        let one_by_one =
            |items: &mut [T]| items.iter_mut().enumerate().for_each(|(index, item)| work(index, item));
        if self.threads == 1 || items.len() < 2 {
            return one_by_one(items);
        }
        match self.pool() {
            None => one_by_one(items),
            Some(pool) => pool.install(|| {
                items
                    .par_iter_mut()
                    .with_min_len(LEAST)
                    .enumerate()
                    .for_each(|(index, item)| work(index, item));
            }),
        }
    }

    /// A machine that refuses to start the threads gets the work done by one.
    fn pool(&mut self) -> Option<&rayon::ThreadPool> {
        let process = std::process::id();
        if self.made.as_ref().is_none_or(|(made_in, _)| *made_in != process) {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build().ok()?;
            // The threads of the process before are not here; to end them would wait for ever.
            self.made = Some((process, ManuallyDrop::new(pool)));
        }
        self.made.as_ref().map(|(_, pool)| &**pool)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        if let Some((made_in, pool)) = self.made.take()
            && made_in == std::process::id()
        {
            drop(ManuallyDrop::into_inner(pool));
        }
    }
}
