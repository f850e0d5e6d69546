//! A warm belief is seen, spreads, is culled, read and copied without allocating.

use piaget_occupancy::{Distribution, Lattice, Map, Prior, Seen, Visible};
use piaget_terms::{Rect, Terrain, Vec2};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, with a count per thread: tests in other threads do not disturb it.
struct Counting;

// SAFETY: every call goes to the system's allocator unchanged; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from `alloc` above, or from its default `realloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn a_warm_belief_allocates_nothing() {
    let map = Map::new(Lattice::hexagons(&Terrain::open(Rect::centred(30.0, 20.0)), 0.5, 0.0));
    let mut belief = Distribution::uniform(&map);
    let mut ahead = belief.clone();
    let mut visible = Visible::new(map.lattice());
    let mut peaks = Vec::new();
    let mut live = |rounds: u32| {
        for tick in 0..rounds {
            if tick % 60 < 10 {
                let at = Vec2::new(-3.0 + (tick % 60) as f32 * 0.12, 0.4);
                belief.observe(Seen::at(at, 0.1));
            }
            belief.spread(0.1);
            visible.clear();
            visible.ask_with(&belief, 0.3, |points, seen| {
                points.iter().zip(seen).for_each(|(point, seen)| *seen = point.x > 2.0);
            });
            // Now and then nothing is left, and the map falls back to a prior.
            let rate = if tick % 97 == 0 { 1.0 } else { 0.5 };
            belief.cull(&visible, rate, Prior::Uniform);
            belief.peaks(3, 2.0, &mut peaks);
            belief.forecast(&mut ahead, 0.5, 0.1);
            assert!(belief.most_likely().is_some());
        }
    };
    let counted = || ALLOCATIONS.with(Cell::get);
    let before_warming = counted();
    live(120);
    let warm = counted();
    assert!(warm > before_warming, "nothing is counted");
    live(240);
    assert_eq!(counted() - warm, 0);
}
