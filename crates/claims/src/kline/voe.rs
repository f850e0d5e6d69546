//! Violation of expectation as infants are tested: pairs of scenes, one possible and one not, after the eight situations of
//! ADEPT (Smith et al. 2019), and a ninth: one thing passes through another. Each is a scenario (`scenarios/voe-*.kdl`) that an
//! onlooker watches with rendered eyes, at any speed and rate of looks; the matched control is the same with a setting.
//!
//! Two things differ from the original: screens move away instead of turning over, and curtains are drawn in an instant.

use crate::claim::{Bar, Claim, Measured, Trials};
use crate::figure::{self, Column, Labels};
use crate::run::{Run, Trial};
use crate::{scene, statistics};
use piaget_sim::Simulation;
use piaget_terms::{Chance, HostId, Vec3, maths};
use std::collections::BTreeMap;

pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "expect.voe",
    source: "Smith et al. 2019 (ADEPT), Kline 2.2",
    says: "Of two scenes that differ in one impossible event, the impossible one surprises more, at speeds from 0.4 to 2.5 m/s and 10 \
           to 60 looks a second: things that appear, vanish, jump, skip a gap, come late, pass a barrier or pass through each other, \
           and screens that pass through things or stop at nothing. One who only compares each sighting with the two before it \
           cannot tell them.",
    metric: "share of pairs in which the impossible scene surprises more, clean input",
    bar: Bar::AtLeast(1.0),
    trials: Trials { full: 100, quick: 3 },
    run: voe,
}];

/// One of the nine.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Situation {
    Create,
    Vanish,
    OverturnLong,
    OverturnShort,
    Jump,
    Skip,
    Delay,
    Block,
    Through,
}

const SITUATIONS: [Situation; 9] = [
    Situation::Create,
    Situation::Vanish,
    Situation::OverturnLong,
    Situation::OverturnShort,
    Situation::Jump,
    Situation::Skip,
    Situation::Delay,
    Situation::Block,
    Situation::Through,
];

/// A ball rolls through a cube that stands in its way. In the control the cube stands behind it.
const THROUGH: &str = r#"
scenario "voe-through" { shows "One thing passes through another."; try "Watch." }
length 60
seed 1
ground { size 24 20 }
thing "ball" { kind "ball"; colour "blue"; at -4 2; solid #false; shape "sphere" { radius 0.25 } }
thing "cube" { kind "cube"; colour "red"; at AT; solid #false; shape "box" { size 0.5 0.5 0.5 } }
creature "onlooker" { character "characters/onlooker.kdl"; at 0 -8; yaw 0 }
timeline { at 3 name="goes" { slide "ball" { to 4 2; speed SPEED } } }
jitter "creature.onlooker.at" 0.4
jitter "creature.onlooker.yaw" 3
tick HZ
"#;

impl Situation {
    fn name(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Vanish => "vanish",
            Self::OverturnLong => "overturn, long",
            Self::OverturnShort => "overturn, short",
            Self::Jump => "jump in view",
            Self::Skip => "skip a gap",
            Self::Delay => "delay",
            Self::Block => "block",
            Self::Through => "pass through",
        }
    }

    /// The scene at this pace, impossible or not, and for how long it is played: what is put off beyond that does not happen.
    fn scene(
        self,
        pace: &Pace,
        odd: bool,
        trial: Trial,
        eye: Edits<'_>,
    ) -> Result<(Simulation, f64), String> {
        let v = pace.m_per_s;
        let late = LATE_S;
        let pick = |odd_value: f32| if odd { odd_value } else { late };
        let (file, set, played_s): (&str, Vec<String>, f32) = match self {
            Self::Create | Self::Vanish => {
                let cube = match (self, odd) {
                    (Self::Create, false) => Some("thing.cube.at=0 1.5".to_owned()),
                    (Self::Vanish, false) => Some("event.goes.transport.to=0 1.5".to_owned()),
                    _ => None,
                };
                (
                    if self == Self::Create { "voe-create" } else { "voe-vanish" },
                    cube.into_iter().collect(),
                    11.0,
                )
            }
            Self::OverturnLong => {
                let mut set = vec![
                    format!("event.moves.slide.speed={v}"),
                    // The screen covers the cube then.
                    format!("event.goes.time={}", 0.2 + 4.7 / v),
                ];
                set.extend((!odd).then(|| "thing.cube.at=9 -9".to_owned()));
                ("voe-overturn-long", set, 3.0 + 8.0 / v)
            }
            Self::OverturnShort => {
                let mut set = vec![format!("event.moves.slide.speed={v}")];
                set.extend((!odd).then(|| "thing.cube.at=0 2".to_owned()));
                ("voe-overturn-short", set, 4.0 + 5.0 / v)
            }
            Self::Jump => {
                let at = 1.0 + 3.15 / v;
                let set = vec![
                    format!("event.goes.slide.speed={v}"),
                    format!("event.jumps.time={}", pick(at)),
                    format!("event.jumps.transport.to={} 2", -0.85 + pace.jump_m),
                    format!("event.jumps.slide.speed={v}"),
                ];
                ("voe-jump", set, at + 2.0)
            }
            Self::Skip => {
                let set = vec![
                    format!("event.goes.slide.speed={v}"),
                    format!("event.leaves.time={}", pick(1.0 + 3.2 / v)),
                    format!("event.returns.time={}", pick(1.0 + 7.2 / v - 0.1) + 0.1),
                    format!("event.returns.slide.speed={v}"),
                ];
                ("voe-skip", set, 1.0 + 9.5 / v)
            }
            Self::Delay => {
                let to = if odd { "0 2" } else { "8 2" };
                let set = vec![
                    format!("event.goes.slide.speed={v}"),
                    format!("event.goes.slide.to={to}"),
                    format!("event.goes-on.delay={}", 5.0 / v + pace.wait_s),
                    format!("event.goes-on.slide.speed={v}"),
                ];
                ("voe-delay", set, 1.0 + 8.0 / v + pace.wait_s)
            }
            Self::Block => {
                let set = vec![
                    format!("event.goes.slide.speed={v}"),
                    format!("event.passes.delay={}", pick(5.5 / v)),
                    format!("event.passes.slide.speed={v}"),
                ];
                ("voe-block", set, 1.0 + 9.0 / v)
            }
            Self::Through => {
                let at = if odd { "0.5 2" } else { "0.5 3.5" };
                let text = THROUGH.replace("AT", at).replace("SPEED", &v.to_string());
                let text = text.replace("HZ", &pace.hz.to_string());
                return Ok((scene::written_with(&text, trial, eye)?, f64::from(3.0 + 7.5 / v)));
            }
        };
        let usual = [format!("length={}", late + 10.0), format!("tick={}", pace.hz)];
        let set: Vec<&str> = set.iter().chain(&usual).map(String::as_str).collect();
        Ok((scene::edited(file, trial, &set, eye)?, f64::from(played_s)))
    }
}

/// What is put off until then never happens.
const LATE_S: f32 = 50.0;

/// What is replaced in which file.
type Edits<'a> = &'a [(&'a str, &'a str, &'a str)];

/// How fast and how finely a scene passes.
struct Pace {
    m_per_s: f32,
    hz: u32,
    jump_m: f32,
    wait_s: f32,
}

impl Pace {
    fn draw(trial: Trial) -> Self {
        let mut chance: Chance = trial.chance();
        Self {
            m_per_s: chance.between(0.4, 2.5),
            hz: [10, 30, 60][chance.below(3) as usize],
            jump_m: chance.between(1.0, 4.0),
            wait_s: chance.between(1.5, 4.0),
        }
    }
}

/// The onlooker's eye, with 5 cm of noise, that overlooks one thing in ten.
const NOISY: Edits<'_> =
    &[("characters/onlooker.kdl", "eyes field-of-view=60", "eyes field-of-view=60 noise=0.05 detection=0.9")];

/// How much a scene surprised: violations over all its ticks, then the least likely measurement, in nats.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
struct Score {
    violations: u32,
    nats: f32,
}

/// What a pair of scenes came to: whether the impossible one surprised more, by the mind and by the rival.
struct Pair {
    ours: bool,
    rival: bool,
    fast: bool,
}

fn voe(run: &Run<'_>) -> Result<Measured, String> {
    let (clean, noisy) = (pairs(run, &[])?, pairs(run, NOISY)?);
    let share = |pairs: &[Pair], of: fn(&Pair) -> bool| {
        statistics::rate_of(&pairs.iter().map(of).collect::<Vec<_>>()).value
    };
    let mean = |all: &[Vec<Pair>], of: fn(&Pair) -> bool| {
        statistics::mean(&all.iter().map(|pairs| share(pairs, of)).collect::<Vec<_>>()).value
    };
    let columns: Vec<Column> = SITUATIONS
        .iter()
        .zip(&noisy)
        .map(|(situation, pairs)| Column::new(situation.name(), share(pairs, |pair| pair.ours)))
        .collect();
    let labels = Labels {
        title: "Relative accuracy with 5 cm of noise and 0.9 detection",
        x: "",
        y: "share of pairs",
    };
    let mut measured = Measured::new(mean(&clean, |pair| pair.ours))
        .require(
            "with 5 cm of noise and detection rate 0.9",
            mean(&noisy, |pair| pair.ours),
            Bar::AtLeast(0.9),
        )
        .require("rival: by the jerk of what is seen", mean(&clean, |pair| pair.rival), Bar::AtMost(0.8));
    let slow = clean.iter().flatten().filter(|pair| !pair.fast).map(|pair| pair.ours).collect::<Vec<_>>();
    let fast = clean.iter().flatten().filter(|pair| pair.fast).map(|pair| pair.ours).collect::<Vec<_>>();
    measured = measured
        .detail("below 1 m/s, clean", statistics::rate_of(&slow).value)
        .detail("from 1 m/s on, clean", statistics::rate_of(&fast).value);
    for (situation, (clean, noisy)) in SITUATIONS.iter().zip(clean.iter().zip(&noisy)) {
        let name = situation.name();
        measured = measured
            .detail(format!("{name}, clean"), share(clean, |pair| pair.ours))
            .detail(format!("{name}, noisy"), share(noisy, |pair| pair.ours))
            .detail(format!("{name}, rival"), share(clean, |pair| pair.rival));
    }
    Ok(measured.figure(figure::columns(labels, &columns, None)))
}

fn pairs(run: &Run<'_>, eye: Edits<'_>) -> Result<Vec<Vec<Pair>>, String> {
    let one = |situation: &Situation| {
        run.try_each(|trial| {
            let pace = Pace::draw(trial);
            let odd = surprise(situation.scene(&pace, true, trial, eye)?)?;
            let usual = surprise(situation.scene(&pace, false, trial, eye)?)?;
            Ok(Pair { ours: odd.0 > usual.0, rival: odd.1 > usual.1, fast: pace.m_per_s >= 1.0 })
        })
    };
    SITUATIONS.iter().map(one).collect()
}

/// Plays a scene and adds up how it surprises, the mind and one who knows only the last two sightings of each thing: by how
/// much, at most, a sighting is off the straight way on.
fn surprise((mut simulation, played_s): (Simulation, f64)) -> Result<(Score, f32), String> {
    let mut score = Score::default();
    let mut seen: BTreeMap<HostId, (Vec3, Vec3)> = BTreeMap::new();
    let mut off_m = 0.0f32;
    while simulation.time_s() < played_s {
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
        for sighting in &onlooker.sensed.sightings {
            let at = sighting.position;
            let (last, before) = seen.get(&sighting.id).copied().unwrap_or((at, at));
            off_m = off_m.max(at.distance(last + (last - before)));
            seen.insert(sighting.id, (at, last));
        }
    }
    Ok((score, off_m))
}
