//! Files and folders that a person names on the command line.

use crate::failure::Failure;
use std::fs;
use std::path::Path;

/// Makes a folder and those above it.
pub fn make_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder)
        .map_err(|error| Failure::Wrong(format!("the folder {} cannot be made: {error}", folder.display())))
}

/// Writes a file whole or not at all.
pub fn write_whole(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(file, bytes)
        .map_err(|error| Failure::Wrong(format!("{} cannot be written: {error}", file.display())))
}
