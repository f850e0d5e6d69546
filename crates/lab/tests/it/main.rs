//! The lab from outside: sessions by what they say, the server by what comes over its sockets.

mod attacks;
mod bad_input;
mod captions;
mod door;
mod games;
mod hostile;
mod replaying;
mod serving;
mod support;
mod telling;
