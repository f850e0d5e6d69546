//! A warm step allocates nothing.

use super::rig;
use glam::Vec3;
use piaget_motor::{Body, Look, Request, Transform};
use piaget_terms::Name;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is handed on to the system's allocator; counting touches only a number of this thread.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = COUNT.try_with(|count| count.set(count.get() + 1));
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
fn a_warm_step_with_layers_gaze_face_and_requests_allocates_nothing() {
    let rig = rig("max");
    let mut body = Body::new(&rig, 2);
    let names = ["wave", "reach", "jump", "dance", "beg", "shrug"];
    let face = [(Name::cut("happy"), 0.7)];
    let mut run = |ticks: u32| {
        for tick in 0..ticks {
            let request = Request {
                movement: Some(Name::cut(names[(tick / 40) as usize % names.len()])),
                object: Some(Vec3::new(-0.1, 0.5, 0.2)),
                speed_m_per_s: if tick / 200 % 2 == 0 { 0.0 } else { 0.4 },
                turn_rad_per_s: 0.3,
                look: Some(Look::At(Vec3::new(1.0, 0.5, 1.0))),
                face: &face,
                holds: &[],
            };
            body.step(&rig, 1.0 / 30.0, &request);
            assert_eq!(body.effectors(&rig, Transform::IDENTITY).count(), 11);
        }
    };
    run(2000);
    let before = COUNT.with(Cell::get);
    run(2000);
    assert_eq!(COUNT.with(Cell::get), before);
}
