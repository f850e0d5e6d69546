//! The crate as a newcomer meets it.

mod damage;
mod dependencies;
mod edits;
mod examples;
#[path = "../../../../fuzz/hostile.rs"]
#[allow(dead_code, reason = "the fuzz targets use the rest")]
mod hostile;
mod memory;
mod minds;
mod resealed;

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}
