//! Tests of the loop and its files, one module per contract.

mod broken;
mod budget;
mod determinism;
mod golden;
mod mutation;
mod no_oracle;
mod scenarios;
mod story;
mod traces;
mod tutorial;
