//! The page and the files that are built into the program may change without any of ours changing.

fn main() {
    for folder in ["web/dist", "scenarios", "characters", "places", "bodies"] {
        println!("cargo::rerun-if-changed=../../{folder}");
    }
}
