//! Claims about the mind's spine: what a creature of values and action tuples does with what it believes.

mod forager;

pub(crate) use forager::CLAIMS;
