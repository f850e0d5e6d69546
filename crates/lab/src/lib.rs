//! The lab: watch a mind think, in the browser. [`Session`] is one visitor's lab without sockets, threads or a clock;
//! [`messages`] are what it hears and says; the server (feature `server`) carries them to browsers.

pub mod library;
pub mod messages;
#[cfg(feature = "server")]
pub mod server;
pub mod session;

pub use library::{FIRST, FilesOf, Library};
pub use session::{Said, Session};
