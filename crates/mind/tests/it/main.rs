//! Tests of the mind from outside.

mod believing;
mod broken;
mod filterpy;
mod nonsense;
mod others_view;
mod saving;
mod support;
