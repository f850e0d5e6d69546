//! The Kalman predictor against an independent one: filterpy, installed from PyPI into a folder of the build.
//! Where it cannot be installed the test says so and passes.

use piaget_mind::model::expectation::{Kalman, KalmanConfig};
use piaget_terms::{Chance, Vec3};
use serde_json::{Value, json};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const RUNS: u64 = 1000;
const STEPS: usize = 40;
const TICK_S: f32 = 1.0 / 30.0;

/// A Python with filterpy, or why there is none.
fn python_with_filterpy() -> Result<PathBuf, String> {
    let venv = Path::new(env!("CARGO_TARGET_TMPDIR")).join("filterpy");
    let python = venv.join("bin/python");
    let works = |python: &Path| {
        let mut command = Command::new(python);
        command.args(["-c", "import filterpy.kalman"]).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    if works(&python) {
        return Ok(python);
    }
    let run = |program: &Path, arguments: &[&str]| {
        let done = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
        done.is_ok_and(|status| status.success())
    };
    println!("installing filterpy from PyPI, to compare the Kalman predictor with it");
    let made = run(Path::new("python3"), &["-m", "venv", &venv.to_string_lossy()])
        && run(&python, &["-m", "pip", "install", "-q", "numpy", "scipy", "filterpy"]);
    if made && works(&python) { Ok(python) } else { Err("python3 with filterpy cannot be had here".into()) }
}

/// The plain constant-acceleration model: what filterpy is told, written independently of the predictor.
fn model(density: f64) -> (Value, Value) {
    let t = f64::from(TICK_S);
    let q = |x: f64| x * density;
    (
        json!([[1.0, t, t * t / 2.0], [0.0, 1.0, t], [0.0, 0.0, 1.0]]),
        json!([
            [q(t.powi(5) / 20.0), q(t.powi(4) / 8.0), q(t.powi(3) / 6.0)],
            [q(t.powi(4) / 8.0), q(t.powi(3) / 3.0), q(t * t / 2.0)],
            [q(t.powi(3) / 6.0), q(t * t / 2.0), q(t)]
        ]),
    )
}

#[test]
fn estimates_agree_with_filterpy_over_a_thousand_random_runs() {
    let python = match python_with_filterpy() {
        Ok(python) => python,
        Err(why) => return println!("skipped: {why}"),
    };
    let mut ours: Vec<Vec<[f32; 3]>> = Vec::new();
    let mut runs = Vec::new();
    for run in 0..RUNS {
        let mut chance = Chance::new(run);
        let config = KalmanConfig {
            measurement_m: chance.between(0.02, 0.3),
            jerk_density: chance.between(0.05, 2.0),
            initial_speed_m_per_s: chance.between(0.2, 2.0),
            initial_acceleration_m_per_s2: chance.between(0.2, 2.0),
            acceleration_fades_s: f32::INFINITY,
        };
        let (speed, start) = (chance.between(-2.0, 2.0), chance.between(-3.0, 3.0));
        let mut filter = Kalman::new(&config, Vec3::X * start);
        let (f, q) = model(f64::from(config.jerk_density));
        let (mut steps, mut estimates) = (Vec::new(), Vec::new());
        for step in 1..=STEPS {
            let seen = chance.happens(0.8);
            let z = start + speed * TICK_S * step as f32 + chance.normal() * config.measurement_m;
            filter.predict(&config, TICK_S);
            if seen {
                filter.update(&config, Vec3::X * z);
            }
            steps.push(json!({ "F": f, "Q": q, "z": seen.then_some(z) }));
            estimates.push([filter.position().x, filter.velocity().x, filter.acceleration().x]);
        }
        let square = |x: f32| f64::from(x) * f64::from(x);
        runs.push(json!({
            "x0": start,
            "P0": [
                [square(config.measurement_m), 0.0, 0.0],
                [0.0, square(config.initial_speed_m_per_s), 0.0],
                [0.0, 0.0, square(config.initial_acceleration_m_per_s2)]
            ],
            "R": square(config.measurement_m),
            "steps": steps,
        }));
        ours.push(estimates);
    }

    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/peers/filterpy_kalman.py");
    let mut child =
        Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let text = serde_json::to_vec(&runs).unwrap();
    let writer = std::thread::spawn(move || input.write_all(&text));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let theirs: Vec<Vec<[f64; 3]>> = serde_json::from_slice(&output.stdout).unwrap();

    let mut worst = 0.0f64;
    for (a, b) in ours.iter().flatten().zip(theirs.iter().flatten()) {
        for (a, b) in a.iter().zip(b) {
            worst = worst.max((f64::from(*a) - b).abs());
        }
    }
    println!("largest difference from filterpy over {RUNS} runs: {worst:e}");
    assert!(theirs.len() == RUNS as usize && worst < 1e-4, "{worst}");
}
