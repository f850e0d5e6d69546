//! What the maps promise, from outside.
mod allocating;
mod bad_input;
mod calibration;
mod looking;
mod mass;
