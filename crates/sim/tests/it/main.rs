//! Tests of the loop and its files, one module per contract.

mod broken;
mod scenarios;
