//! What the maps promise, from outside.
mod allocating;
mod bad_input;
mod calibration;
mod journeys;
mod looking;
mod mass;
