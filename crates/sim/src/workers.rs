//! Who does the work of a tick: one thread, or several. The only place of this crate that knows of threads; what
//! they compute does not depend on how many they are, because no creature's step reads another's.

/// How many threads step the creatures of a simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threads {
    /// The one that asks.
    #[default]
    One,
    /// As many as the machine has.
    All,
    /// So many, at least one.
    Exactly(u16),
}

#[cfg(not(target_family = "wasm"))]
pub(crate) use many::WorkerPool;
#[cfg(target_family = "wasm")]
pub(crate) use single::WorkerPool;

#[cfg(not(target_family = "wasm"))]
mod many {
    use super::Threads;
    use rayon::prelude::*;

    /// The threads of one simulation.
    pub(crate) enum WorkerPool {
        Here,
        Global,
        Own(rayon::ThreadPool),
    }

    impl WorkerPool {
        /// A machine that refuses to start the threads gets the work done by one.
        pub fn new(threads: Threads) -> Self {
            let count = match threads {
                Threads::All => return Self::Global,
                Threads::One => 1,
                Threads::Exactly(count) => usize::from(count),
            };
            if count <= 1 {
                return Self::Here;
            }
            rayon::ThreadPoolBuilder::new().num_threads(count).build().map_or(Self::Here, Self::Own)
        }

        pub fn for_each<T: Send>(&self, items: &mut [T], work: impl Fn(&mut T) + Sync + Send) {
            match self {
                Self::Here => items.iter_mut().for_each(work),
                Self::Global => items.par_iter_mut().for_each(work),
                Self::Own(pool) => pool.install(|| items.par_iter_mut().for_each(work)),
            }
        }
    }
}

#[cfg(target_family = "wasm")]
mod single {
    use super::Threads;

    /// A browser's page has one thread.
    pub(crate) struct WorkerPool;

    impl WorkerPool {
        pub fn new(_threads: Threads) -> Self {
            Self
        }

        pub fn for_each<T>(&self, items: &mut [T], work: impl Fn(&mut T)) {
            items.iter_mut().for_each(work);
        }
    }
}
