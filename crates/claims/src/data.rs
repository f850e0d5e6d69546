//! Data of others that the repository does not carry: recordings, maps, homes.

use piaget_sim::files::read_bytes;
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

/// The most bytes of a file of the data.
const MOST_BYTES: u64 = 256 << 20;

/// The bytes of a file of the data.
pub fn bytes(file: &Path) -> Result<Vec<u8>, String> {
    read_bytes(file, MOST_BYTES).map_err(|error| format!("{} cannot be read: {error}", file.display()))
}

/// The text of a file of the data.
pub fn text(file: &Path) -> Result<String, String> {
    String::from_utf8(bytes(file)?).map_err(|_| format!("{} cannot be read: it is no text", file.display()))
}
