//! Many minds at once. No mind's step reads another mind, so the order and the number of threads change nothing.

/// Does something to each item: on all cores with the feature `parallel`, else one after the other.
///
/// ```
/// let mut counts = [1, 2, 3];
/// piaget::for_each(&mut counts, |count| *count *= 10);
/// assert_eq!(counts, [10, 20, 30]);
/// ```
pub fn for_each<T: Send>(items: &mut [T], work: impl Fn(&mut T) + Sync + Send) {
    #[cfg(all(feature = "parallel", not(target_family = "wasm")))]
    {
        use rayon::prelude::*;
        items.par_iter_mut().for_each(work);
    }
    #[cfg(not(all(feature = "parallel", not(target_family = "wasm"))))]
    items.iter_mut().for_each(work);
}
