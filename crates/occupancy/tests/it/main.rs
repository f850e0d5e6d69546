//! What the maps promise, from outside.
mod bad_input;
mod calibration;
mod looking;
mod mass;
