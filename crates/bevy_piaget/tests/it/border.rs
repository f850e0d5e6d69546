//! The plugin is a second host: it knows the public crate and nothing behind it.

use std::path::Path;
use std::process::Command;

#[test]
fn the_plugin_uses_only_the_public_crate() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--package",
            "bevy_piaget",
            "--depth",
            "1",
            "--edges",
            "normal,build,dev",
            "--prefix",
            "none",
        ])
        .args(["--all-features", "--offline", "--locked"])
        .current_dir(root)
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).expect("text");
    let ours: Vec<&str> = said.lines().skip(1).filter(|line| line.starts_with("piaget")).collect();
    assert_eq!(ours.len(), 1, "{ours:?}");
    assert!(ours[0].starts_with("piaget v"), "{ours:?}");

    let mut read = 0;
    for folder in ["src", "examples", "tests", "benches"] {
        read += check(&root.join(folder));
    }
    assert!(read > 20, "only {read} files were read");
}

/// No file speaks to a crate behind the border; gives the number of files.
fn check(folder: &Path) -> usize {
    let mut read = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            read += check(&path);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = std::fs::read_to_string(&path).expect("text");
            for behind in ["mind", "occupancy", "motor", "terms", "text", "world", "sim"] {
                let forbidden = format!("piaget{}{behind}", "_");
                assert!(!text.contains(&forbidden), "{} speaks to {forbidden}", path.display());
            }
            read += 1;
        }
    }
    read
}
