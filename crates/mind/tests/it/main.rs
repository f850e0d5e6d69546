//! Tests of the mind from outside.

mod allocating;
mod arrows;
mod believing;
mod broken;
mod expecting;
mod filterpy;
mod intending;
mod nonsense;
mod others_view;
mod own_kinds;
mod raccoon;
mod remembering;
mod saving;
mod settings;
mod support;
mod understanding;
mod unsound;
mod watching;
