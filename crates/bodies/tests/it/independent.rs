//! Others' opinions of our files: the Khronos validator, and poses worked out by a Python program of a few lines. Where
//! their tools cannot be fetched the tests say so and pass.

use piaget_motor::{Pose, gltf};
use std::path::{Path, PathBuf};
use std::process::Command;

fn target() -> PathBuf {
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/independent");
    std::fs::create_dir_all(&target).unwrap();
    target.canonicalize().unwrap()
}

fn ran(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        println!("{command:?}: {text} {}", String::from_utf8_lossy(&output.stderr));
    }
    output.status.success().then_some(text)
}

#[test]
fn the_khronos_validator_finds_no_errors() {
    let folder = target();
    if !folder.join("node_modules/gltf-validator").is_dir() {
        let install = ["install", "--no-audit", "--no-fund", "--prefix"];
        if ran(Command::new("npm").args(install).arg(&folder).arg("gltf-validator")).is_none() {
            println!("skipped: npm cannot fetch gltf-validator here");
            return;
        }
    }
    let script = folder.join("validate.cjs");
    std::fs::write(&script, include_str!("validate.cjs")).unwrap();
    let files: Vec<PathBuf> =
        piaget_bodies::all().iter().map(|(name, _)| super::folder().join(format!("{name}.glb"))).collect();
    let report = ran(Command::new("node").arg(script).args(files)).expect("the validator runs");
    print!("{report}");
    assert!(
        report.lines().count() == 5 && report.lines().all(|line| line.ends_with(" 0 errors")),
        "{report}"
    );
}

#[test]
fn python_works_out_the_same_poses() {
    let folder = target();
    let python = folder.join("venv/bin/python");
    if !python.is_file() {
        let made = ran(Command::new("python3").args(["-m", "venv"]).arg(folder.join("venv")));
        let got = made.and_then(|_| {
            ran(Command::new(&python).args(["-m", "pip", "install", "-q", "pygltflib", "numpy"]))
        });
        if got.is_none() {
            let _ = std::fs::remove_dir_all(folder.join("venv"));
            println!("skipped: python cannot fetch pygltflib and numpy here");
            return;
        }
    }
    let script = folder.join("poses.py");
    std::fs::write(&script, include_str!("poses.py")).unwrap();
    for (name, _) in piaget_bodies::all() {
        let path = super::folder().join(format!("{name}.glb"));
        let theirs = ran(Command::new(&python).arg(&script).arg(&path)).expect("the program runs");
        let model = gltf::read(name, &std::fs::read(&path).unwrap(), &mut |_| None).unwrap();
        let (mut pose, mut places) = (Pose::rest(&model.skeleton, model.morphs.len()), Vec::new());
        let (mut compared, mut worst) = (0, 0.0f32);
        for line in theirs.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let clip = model.clips.iter().find(|clip| clip.name == words[0]).unwrap();
            let number = |index: usize| words[index].parse::<f32>().unwrap();
            clip.sample(&model.skeleton, number(1), &mut pose);
            model.skeleton.place(&pose, &mut places);
            let joint = model.skeleton.find(words[2]).unwrap();
            let theirs = glam::Vec3::new(number(3), number(4), number(5));
            worst = worst.max((places[joint as usize].translation - theirs).length());
            compared += 1;
        }
        println!("{name}: {compared} places, worst difference {worst:.1e} m");
        assert!(compared > 500 && worst < 1e-4, "{name}: {compared} {worst}");
    }
}
