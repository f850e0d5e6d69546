//! The lab from outside: sessions by what they say, the server by what comes over its sockets.

mod attacks;
mod bad_input;
mod captions;
mod door;
mod games;
mod greedy;
mod hostile;
mod manners;
#[path = "../../../piaget/tests/it/memory.rs"]
#[allow(dead_code, reason = "others ask for the processor time")]
mod memory;
mod replaying;
mod serving;
mod support;
mod telling;
mod why;
