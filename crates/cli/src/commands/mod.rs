//! One module per command: its arguments, and `run`.

pub mod bench;
pub mod check;
pub mod clips;
pub mod endure;
pub mod evaluate;
pub mod experiment;
pub mod instructions;
pub mod lab;
pub mod life;
pub mod memory;
pub mod new;
pub mod replay;
pub mod replicate;
pub mod run;
pub mod scenarios;
pub mod strip;
pub mod watch;
pub mod why;
