//! Data of others that the repository does not carry: recordings, maps, homes.

use std::path::{Path, PathBuf};

/// A folder of the data, found through `PIAGET_DATA`, else in `../shared/data` beside the repository. The error says
/// what is missing, in the words that a skipped claim gives.
pub fn folder(name: &str) -> Result<PathBuf, String> {
    let root = std::env::var_os("PIAGET_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    let folder = root.join(name);
    match folder.is_dir() {
        true => Ok(folder),
        false => Err(format!("no data in {} (set PIAGET_DATA)", folder.display())),
    }
}

/// The text of a file of the data.
pub fn text(file: &Path) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|error| format!("{} cannot be read: {error}", file.display()))
}
