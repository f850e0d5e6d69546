//! The lab: watch a mind think, in the browser.

pub mod messages;
