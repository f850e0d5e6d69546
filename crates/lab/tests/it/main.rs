//! The lab from outside: sessions by what they say, the server by what comes over its sockets.

mod attacks;
mod bad_input;
mod door;
mod hostile;
mod replaying;
mod serving;
mod support;
mod telling;
