//! One module per command: its arguments, and `run`.

pub mod bench;
pub mod check;
pub mod replicate;
pub mod scenarios;
