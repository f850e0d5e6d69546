//! What is in view on a grid of hexagons, as hexx finds it: 20 cells in every direction, two walls. Prints the least
//! microseconds per field of view.
use hexx::{Hex, algorithms::range_fov};
use std::{hint::black_box, time::Instant};

fn main() {
    let wall = |cell: Hex| (cell.y == 6 || cell.y == -9) && cell.x.abs() < 5;
    let mut least = f64::INFINITY;
    for _ in 0..20 {
        let begun = Instant::now();
        for _ in 0..100 {
            black_box(range_fov(black_box(Hex::ZERO), 20, wall));
        }
        least = least.min(begun.elapsed().as_secs_f64() / 100.0);
    }
    println!("{}", least * 1e6);
}
