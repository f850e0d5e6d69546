//! Tests of the mind from outside.

mod acting;
mod allocating;
mod arrows;
mod believing;
mod character_mistakes;
mod contingencies;
mod events;
mod expecting;
mod explaining;
mod filterpy;
mod identity;
mod invalid_measurements;
mod invalid_senses;
mod large_character;
mod minds;
mod odd_hosts;
mod others_view;
mod own_kinds;
mod places;
mod remembering;
mod saving;
mod searching;
mod settings;
mod support;
mod understanding;
mod watching;
