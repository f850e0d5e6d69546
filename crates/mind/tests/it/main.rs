//! Tests of the mind from outside.

mod filterpy;
