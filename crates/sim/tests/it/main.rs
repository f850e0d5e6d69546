//! Tests of the loop and its files, one module per contract.

mod broken;
mod budget;
#[path = "../../../piaget/tests/it/damage.rs"]
mod damage;
mod determinism;
mod golden;
mod imitating;
#[path = "../../../piaget/tests/it/memory.rs"]
mod memory;
mod mistakes;
mod mutation;
mod no_oracle;
mod obstacles;
mod omission;
mod one_sheep;
mod recipes;
mod resealed;
mod scenarios;
mod small_things;
mod story;
mod traces;
mod tune_a_guard;
mod tutorial;
mod why;
