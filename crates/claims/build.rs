//! Puts every committed scenario, character, file of places and body into the crate, so that a claim runs wherever the
//! program stands.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root =
        Path::new(&env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?).join("../..").canonicalize()?;
    let mut list = String::from("pub(crate) const COMMITTED: &[(&str, &str)] = &[\n");
    let put = |list: &mut String, folder: &str, ending: &str, include: &str| -> io::Result<()> {
        println!("cargo::rerun-if-changed={}", root.join(folder).display());
        for file in files_below(&root.join(folder), ending)? {
            let reference = file.strip_prefix(&root).map_err(io::Error::other)?.display().to_string();
            let _ = writeln!(list, "    ({reference:?}, {include}({:?})),", file.display().to_string());
        }
        Ok(())
    };
    put(&mut list, "characters", "kdl", "include_str!")?;
    put(&mut list, "places", "kdl", "include_str!")?;
    put(&mut list, "scenarios", "kdl", "include_str!")?;
    list.push_str("];\npub(crate) const BODIES: &[(&str, &[u8])] = &[\n");
    put(&mut list, "bodies", "glb", "include_bytes!")?;
    list.push_str("];\n");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("committed.rs"), list)
}

fn files_below(folder: &Path, ending: &str) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => files.extend(files_below(&path, ending)?),
            false if path.extension().is_some_and(|own| own == ending) => files.push(path),
            false => {}
        }
    }
    files.sort();
    Ok(files)
}
