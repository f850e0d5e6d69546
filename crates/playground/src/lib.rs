//! The lab's session for a page that needs no server: [`Playground`] holds files and a session, and [`exports`] are plain
//! functions over it, built for WebAssembly without imports. `web/src/playground/worker.ts` is the other end; it has the
//! clock and fetches files. Built by `scripts/wasm.sh playground`.

pub mod exports;
mod playground;
mod words;

pub use playground::{Index, Mistaken, Playground, Shown};
