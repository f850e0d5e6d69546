//! The program `piaget`.
fn main() {}
