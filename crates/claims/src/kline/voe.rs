//! Violation of expectation as infants are tested: pairs of scenes, one possible and one not, after the eight situations of
//! ADEPT (Smith et al. 2019). Each is a scenario file (`scenarios/voe-*.kdl`) that an onlooker watches with rendered eyes;
//! the matched control is the same file with a setting.
//!
//! Two things differ from the original: screens move away instead of turning over, and curtains are drawn in an instant.

use crate::claim::{Bar, Claim, Measured, Trials};
use crate::figure::{self, Column, Labels};
use crate::run::{Run, Trial};
use crate::{scene, statistics};
use piaget_terms::maths;

pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "expect.voe",
    source: "Smith et al. 2019 (ADEPT), Kline 2.2",
    says: "Of two scenes that differ in one impossible event, the impossible one surprises more: things that appear, vanish, jump, \
           skip a gap, come late, pass a barrier, and screens that pass through things or stop at nothing.",
    metric: "share of pairs in which the impossible scene surprises more, clean input",
    bar: Bar::AtLeast(1.0),
    trials: Trials { full: 100, quick: 4 },
    run: voe,
}];

/// One of the eight: its name, its scenario, and the settings that make it possible.
struct Situation {
    name: &'static str,
    scenario: &'static str,
    control: &'static [&'static str],
}

const SITUATIONS: [Situation; 8] = [
    Situation { name: "create", scenario: "voe-create", control: &["thing.cube.at=0 1.5"] },
    Situation { name: "vanish", scenario: "voe-vanish", control: &["event.goes.transport.to=0 1.5"] },
    Situation { name: "overturn, long", scenario: "voe-overturn-long", control: &["thing.cube.at=9 -9"] },
    Situation { name: "overturn, short", scenario: "voe-overturn-short", control: &["thing.cube.at=0 2"] },
    Situation { name: "jump in view", scenario: "voe-jump", control: &["event.jumps.time=11.5"] },
    Situation {
        name: "skip a gap",
        scenario: "voe-skip",
        control: &["event.leaves.time=11.3", "event.returns.time=11.5"],
    },
    Situation { name: "delay", scenario: "voe-delay", control: &["event.goes.slide.to=8 2"] },
    Situation { name: "block", scenario: "voe-block", control: &["event.passes.delay=10.5"] },
];

/// What comes later does not count: controls put off there what makes the other scene impossible.
const PLAYED_S: f64 = 11.0;

/// The onlooker's eye, with 5 cm of noise, that overlooks one thing in ten.
const NOISY: &[(&str, &str, &str)] =
    &[("characters/onlooker.kdl", "eyes field-of-view=60", "eyes field-of-view=60 noise=0.05 detection=0.9")];

/// How much a scene surprised: violations over all its ticks, then the least likely measurement, in nats.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
struct Score {
    violations: u32,
    nats: f32,
}

fn voe(run: &Run<'_>) -> Result<Measured, String> {
    let clean = accuracy(run, &[])?;
    let noisy = accuracy(run, NOISY)?;
    let mean = |rates: &[f64]| statistics::mean(rates).value;
    let columns: Vec<Column> =
        SITUATIONS.iter().zip(&noisy).map(|(situation, rate)| Column::new(situation.name, *rate)).collect();
    let labels = Labels {
        title: "Relative accuracy with 5 cm of noise and 0.9 detection",
        x: "",
        y: "share of pairs",
    };
    let mut measured = Measured::new(mean(&clean)).require(
        "with 5 cm of noise and detection rate 0.9",
        mean(&noisy),
        Bar::AtLeast(0.9),
    );
    for (situation, (clean, noisy)) in SITUATIONS.iter().zip(clean.iter().zip(&noisy)) {
        let name = situation.name;
        measured = measured.detail(format!("{name}, clean"), *clean).detail(format!("{name}, noisy"), *noisy);
    }
    Ok(measured.figure(figure::columns(labels, &columns, None)))
}

/// The share of pairs, for each situation, in which the impossible scene surprises more.
fn accuracy(run: &Run<'_>, eye: &[(&str, &str, &str)]) -> Result<Vec<f64>, String> {
    let one = |situation: &Situation| {
        let right = run.try_each(|trial| {
            let odd = surprise(situation, trial, &[], eye)?;
            Ok(odd > surprise(situation, trial, situation.control, eye)?)
        })?;
        Ok(statistics::rate_of(&right).value)
    };
    SITUATIONS.iter().map(one).collect()
}

/// Plays a scene and adds up how it surprises.
fn surprise(
    situation: &Situation,
    trial: Trial,
    set: &[&str],
    eye: &[(&str, &str, &str)],
) -> Result<Score, String> {
    let mut simulation = scene::edited(situation.scenario, trial, set, eye)?;
    let mut score = Score::default();
    while simulation.time_s() < PLAYED_S {
        simulation.step();
        let onlooker = simulation.actor("onlooker").ok_or("the onlooker is gone")?;
        for belief in onlooker.mind.view().beliefs().iter().skip(1) {
            let expectation = &belief.expectation;
            let tracks = expectation.tracks.iter();
            score.violations += expectation.arrival.count();
            score.violations += tracks.clone().map(|track| track.violations.count()).sum::<u32>();
            let just_met = belief.since_s >= belief.now.time_s;
            let arrival = just_met.then_some(expectation.arrival_likelihood);
            let least = tracks.filter_map(|track| track.likelihood).chain(arrival).fold(1.0f32, f32::min);
            score.nats = score.nats.max(-maths::ln(least.max(1e-30)));
        }
    }
    Ok(score)
}
