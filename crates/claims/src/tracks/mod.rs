//! Real people lost from sight: where will they come out? Pedestrians of the ETH and UCY recordings are hidden, with
//! shut eyes for a given time or behind an invented occluder, and each way of predicting says how likely the cell is
//! in which they are next seen. Each way's settings are fitted on one recording and scored on the other.

mod fit;

use crate::claim::{Bar, Claim, Measured, Trials};
use crate::data;
use crate::run::Run;
use fit::{Fitted, fit};
use piaget_occupancy::{Distribution, Lattice, Map, Prior, Seen, Settings, Visible};
use piaget_terms::{Rect, Terrain, Vec2};
use rayon::prelude::*;
use serde::Serialize;
use std::sync::Arc;

/// Between two positions of a recording.
const SAMPLE_S: f32 = 0.4;
/// The cells that likelihoods are of.
const CELL_M: f32 = 0.5;
/// How far the map reaches beyond the recording.
const MARGIN_M: f32 = 8.0;
/// How many positions are seen before a person is hidden.
const SEEN_BEFORE: usize = 6;
/// Hidden times in samples: 1.2 to 4.8 s.
const HIDDEN: [usize; 5] = [3, 5, 7, 10, 12];
/// A new case begins every so many samples.
const EVERY: usize = 4;
/// Every prediction is mixed with this much of "anywhere", or one miss would decide everything.
const ANYWHERE: f64 = 1e-3;
/// Ticks between two positions: 1.3 and 1.4 go by the tick.
const TICKS: usize = 4;
/// No fit may take positions for more exact than this: people were marked by hand.
const LEAST_NOISE_M: f64 = 0.03;
/// Cases used for fitting.
const FITTED_ON: usize = 240;

pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "isla.tracks",
    source: "Isla and Blumberg 3.2.1",
    says: "Where people come out who were lost from sight is foretold better than by a Kalman filter, whether or not that is told \
           what is seen to be empty; settings are fitted on another recording.",
    metric: "least lead in the mean log likelihood of the cell, in nats, over two recordings and two ways of hiding",
    bar: Bar::AtLeast(0.001),
    trials: Trials { full: FITTED_ON as u32, quick: 60 },
    run: leads,
}];

/// The least lead over the filters; a trial is a person on whom the settings are fitted.
fn leads(run: &Run<'_>) -> Result<Measured, String> {
    let mut measured = Measured::new(f64::INFINITY);
    for hiding in [Hiding::EyesShut, Hiding::Occluder] {
        let scores = match compare_ways(hiding, &["ours", "kalman", "kalman, culled"], run.trials as usize) {
            Ok(scores) => scores,
            Err(why) => return Ok(Measured::skipped(why)),
        };
        for own in scores.iter().filter(|score| score.way == "ours") {
            for rival in scores.iter().filter(|s| s.way != "ours" && s.scored_on == own.scored_on) {
                let lead = own.mean_log_likelihood - rival.mean_log_likelihood;
                measured.value = measured.value.min(lead);
                let hidden = match hiding {
                    Hiding::EyesShut => "eyes shut",
                    Hiding::Occluder => "occluder",
                };
                measured = measured.detail(format!("{}, {hidden}, over {}", own.scored_on, rival.way), lead);
            }
        }
    }
    run.each(|_| ());
    Ok(measured)
}

/// One recording: people's ways over the ground, sampled every 0.4 s without gaps.
pub struct Recording {
    /// Its folder.
    pub name: &'static str,
    tracks: Vec<Vec<Vec2>>,
    lattice: Arc<Lattice>,
}

impl Recording {
    /// Reads a recording of the data folder.
    pub fn load(name: &'static str) -> Result<Self, String> {
        let file = data::folder("tracks")?.join(name).join("obsmat.txt");
        let tracks = parse(&data::text(&file)?);
        if tracks.is_empty() {
            return Err(format!("{} holds no track", file.display()));
        }
        let all = || tracks.iter().flatten();
        let (min, max) = all().fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(a, b), p| (a.min(*p), b.max(*p)));
        let bounds = Rect { min: min - MARGIN_M, max: max + MARGIN_M };
        let lattice = Arc::new(Lattice::hexagons(&Terrain::open(bounds), CELL_M, 0.0));
        Ok(Self { name, tracks, lattice })
    }
}

/// Rows of frame, person, x, -, y, ...; frames of one person follow each other at a fixed distance.
fn parse(text: &str) -> Vec<Vec<Vec2>> {
    let mut rows: Vec<(u32, u32, Vec2)> = text
        .lines()
        .filter_map(|line| {
            let numbers: Vec<f32> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
            (numbers.len() >= 5)
                .then(|| (numbers[1] as u32, numbers[0] as u32, Vec2::new(numbers[2], numbers[4])))
        })
        .collect();
    rows.sort_by_key(|(person, frame, _)| (*person, *frame));
    let steps = rows.windows(2).filter(|w| w[0].0 == w[1].0 && w[1].1 > w[0].1).map(|w| w[1].1 - w[0].1);
    let Some(step) = steps.min() else { return Vec::new() };
    let mut tracks: Vec<Vec<Vec2>> = Vec::new();
    let mut last = None;
    for (person, frame, place) in rows {
        if last != Some((person, frame.wrapping_sub(step))) {
            tracks.push(Vec::new());
        }
        last = Some((person, frame));
        if let Some(track) = tracks.last_mut() {
            track.push(place);
        }
    }
    tracks
}

/// How a person is lost from sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hiding {
    /// The eyes are shut for 1.2 to 4.8 s: nothing is learned meanwhile.
    EyesShut,
    /// An occluder stands ahead, as long as the person would walk in some seconds: what is beside it stays in view,
    /// and the person is seen again when leaving it, 1 to 5 s later.
    Occluder,
}

/// One person, hidden once.
struct Case<'a> {
    recording: &'a Recording,
    before: &'a [Vec2],
    /// From the first hidden position on.
    after: &'a [Vec2],
    /// After how many samples the person is seen again: the cell at those times is what is scored.
    seen_again: Vec<usize>,
    occluder: Option<Occluder>,
}

/// A rectangle on the ground that hides what is in it.
#[derive(Clone, Copy)]
struct Occluder {
    from: Vec2,
    along: Vec2,
    length_m: f32,
}

impl Occluder {
    const HALF_WIDTH_M: f32 = 2.0;
    const BEHIND_M: f32 = 0.7;

    fn hides(&self, place: Vec2) -> bool {
        let d = place - self.from;
        let ahead = d.dot(self.along);
        (-Self::BEHIND_M..=self.length_m).contains(&ahead)
            && d.perp_dot(self.along).abs() <= Self::HALF_WIDTH_M
    }
}

fn cases(recording: &Recording, hiding: Hiding) -> Vec<Case<'_>> {
    let mut cases = Vec::new();
    for track in &recording.tracks {
        for end in (SEEN_BEFORE..track.len()).step_by(EVERY) {
            let (before, after) = (&track[end - SEEN_BEFORE..end], &track[end..]);
            match hiding {
                Hiding::EyesShut => {
                    let seen_again: Vec<usize> =
                        HIDDEN.into_iter().filter(|hidden| *hidden <= after.len()).collect();
                    if !seen_again.is_empty() {
                        cases.push(Case { recording, before, after, seen_again, occluder: None });
                    }
                }
                Hiding::Occluder => cases.extend(behind(recording, before, after, end / EVERY)),
            }
        }
    }
    cases
}

/// Occluders of different lengths take turns.
fn behind<'a>(
    recording: &'a Recording,
    before: &'a [Vec2],
    after: &'a [Vec2],
    turn: usize,
) -> Option<Case<'a>> {
    let last = before[before.len() - 1];
    let velocity = (last - before[before.len() - 3]) / (2.0 * SAMPLE_S);
    let along = velocity.try_normalize()?;
    let length_m = velocity.length() * [1.5, 2.5, 3.5][turn % 3];
    let occluder = Occluder { from: last, along, length_m };
    let out = after.iter().position(|place| !occluder.hides(*place))? + 1;
    let hidden_s = out as f32 * SAMPLE_S;
    (1.0..=5.0).contains(&hidden_s).then(|| Case {
        recording,
        before,
        after,
        seen_again: vec![out],
        occluder: Some(occluder),
    })
}

/// A way of predicting, with its settings.
#[derive(Clone, Debug)]
enum Way {
    Map(Box<Settings>),
    Kalman { stray: f64, noise: f64 },
    LastPosition { per_root_s: f64 },
}

/// The ways that are compared, ours first: fitted as the others are, and with the defaults of the crate.
/// A Kalman filter can neither be culled nor see walls; "kalman, culled" is one whose prediction is laid on a map.
pub const WAYS: [&str; 7] =
    ["ours", "ours as shipped", "isla 1.3", "isla 1.4", "kalman", "kalman, culled", "last position"];

/// The settings of a way of predicting that lays its belief on a map, for other recordings: as it is before it is fitted, with this
/// noise. `None` for a way without a map.
pub fn map_settings(way: &str, noise_m: f32) -> Option<Settings> {
    match fit::unfitted(way, f64::from(noise_m)) {
        Way::Map(settings) => Some(*settings),
        _ => None,
    }
}

/// Log likelihoods of the cells in which the person is seen again.
fn score(case: &Case<'_>, way: &Way) -> Vec<f64> {
    let lattice = &case.recording.lattice;
    let anywhere = 1.0 / lattice.len() as f64;
    let mixed = |p: f64| ((1.0 - ANYWHERE) * p + ANYWHERE * anywhere).ln();
    match way {
        Way::Map(settings) => on_map(case, settings).into_iter().map(mixed).collect(),
        Way::Kalman { stray, noise } => {
            let (place, velocity, variance) = filtered(case.before, *stray, *noise);
            let at = |samples: &usize| {
                let t = f64::from(SAMPLE_S) * *samples as f64;
                let [pp, pv, vv] = variance;
                let spread = pp + 2.0 * t * pv + t * t * vv + stray * stray * t * t * t / 3.0;
                let mean = [place[0] + t * velocity[0], place[1] + t * velocity[1]];
                mixed(cell_mass(lattice, case.after[*samples - 1], mean, spread))
            };
            case.seen_again.iter().map(at).collect()
        }
        Way::LastPosition { per_root_s } => {
            let last = case.before[case.before.len() - 1];
            let at = |samples: &usize| {
                let spread = per_root_s * per_root_s * f64::from(SAMPLE_S) * *samples as f64;
                let mean = [f64::from(last.x), f64::from(last.y)];
                mixed(cell_mass(lattice, case.after[*samples - 1], mean, spread))
            };
            case.seen_again.iter().map(at).collect()
        }
    }
}

fn on_map(case: &Case<'_>, settings: &Settings) -> Vec<f64> {
    let map = Map::sharing(case.recording.lattice.clone(), settings.clone());
    let lattice = map.lattice();
    let mut belief = Distribution::seen(&map, Seen::at(case.before[0], SAMPLE_S));
    for place in &case.before[1..] {
        belief.spread(SAMPLE_S);
        belief.observe(Seen::at(*place, SAMPLE_S));
    }
    let mut visible = Visible::new(lattice);
    let mut likelihoods = Vec::new();
    let last = case.seen_again.iter().copied().max().unwrap_or(0);
    for sample in 1..=last {
        for _ in 0..TICKS {
            belief.spread(SAMPLE_S / TICKS as f32);
        }
        if case.seen_again.contains(&sample) {
            let cell = lattice.nearest(case.after[sample - 1]);
            likelihoods.push(cell.map_or(0.0, |cell| f64::from(belief.probability_within_cell(cell))));
        } else if let Some(occluder) = case.occluder {
            visible.clear();
            visible.ask_with(&belief, 0.0, |points, seen| {
                for (point, seen) in points.iter().zip(seen) {
                    *seen = !occluder.hides(Vec2::new(point.x, point.z));
                }
            });
            belief.cull(&visible, 0.95, Prior::Uniform);
        }
    }
    likelihoods
}

/// A constant-velocity Kalman filter over the positions seen; both axes share their variances.
fn filtered(seen: &[Vec2], stray: f64, noise: f64) -> ([f64; 2], [f64; 2], [f64; 3]) {
    let t = f64::from(SAMPLE_S);
    let (q, r) = (stray * stray, noise * noise);
    let of = |place: Vec2| [f64::from(place.x), f64::from(place.y)];
    let (mut place, mut velocity) = (of(seen[0]), [0.0, 0.0]);
    let [mut pp, mut pv, mut vv] = [r, 0.0, 2.25];
    for measured in &seen[1..] {
        pp += 2.0 * t * pv + t * t * vv + q * t * t * t / 3.0;
        pv += t * vv + q * t * t / 2.0;
        vv += q * t;
        let (gain_p, gain_v) = (pp / (pp + r), pv / (pp + r));
        for axis in 0..2 {
            let expected = place[axis] + t * velocity[axis];
            let off = of(*measured)[axis] - expected;
            place[axis] = expected + gain_p * off;
            velocity[axis] += gain_v * off;
        }
        vv -= gain_v * pv;
        pp *= 1.0 - gain_p;
        pv *= 1.0 - gain_p;
    }
    (place, velocity, [pp, pv, vv])
}

/// How much of a normal distribution lies in the cell of a place, on a lattice of hexagons of half a metre: the mean density over
/// points of the cell.
pub fn cell_mass(lattice: &Lattice, place: Vec2, mean: [f64; 2], variance: f64) -> f64 {
    const SIDE: i32 = 12;
    let Some(cell) = lattice.nearest(place) else { return 0.0 };
    let middle = lattice.place(cell);
    let (mut sum, mut inside) = (0.0, 0u32);
    for i in 0..SIDE {
        for j in 0..SIDE {
            let offset = (Vec2::new(i as f32, j as f32) + 0.5) / SIDE as f32 - 0.5;
            let point = middle + offset * CELL_M * 1.16;
            if lattice.nearest(point) == Some(cell) {
                let (x, y) = (f64::from(point.x) - mean[0], f64::from(point.y) - mean[1]);
                sum += (-(x * x + y * y) / (2.0 * variance)).exp() / (std::f64::consts::TAU * variance);
                inside += 1;
            }
        }
    }
    let area = f64::from(CELL_M) * f64::from(CELL_M) * 0.866_025_403_784;
    sum / f64::from(inside.max(1)) * area
}

/// How one way did on one recording.
#[derive(Clone, Debug, Serialize)]
pub struct Score {
    /// The way of predicting.
    pub way: &'static str,
    /// How people were hidden.
    pub hiding: Hiding,
    /// The recording it was scored on; its settings were fitted on the other.
    pub scored_on: &'static str,
    /// The mean log likelihood of the cell in which they were seen again, in nats.
    pub mean_log_likelihood: f64,
    /// The same by hidden time, in seconds.
    pub by_hidden_s: Vec<(f32, f64)>,
    /// Over how many times seen again.
    pub count: usize,
    /// The settings that were fitted.
    pub fitted: String,
}

/// Compares all ways, each fitted on one recording and scored on the other, and the other way round.
pub fn compare(hiding: Hiding) -> Result<Vec<Score>, String> {
    compare_ways(hiding, &WAYS, FITTED_ON)
}

fn compare_ways(hiding: Hiding, ways: &[&'static str], fitted_on: usize) -> Result<Vec<Score>, String> {
    let recordings = [Recording::load("eth")?, Recording::load("ucy-zara01")?];
    let [a, b] = &recordings;
    let mut scores = Vec::new();
    for (fit_on, score_on) in [(a, b), (b, a)] {
        let fit_cases = cases(fit_on, hiding);
        let every = fit_cases.len().div_ceil(fitted_on.max(1)).max(1);
        let some: Vec<&Case<'_>> = fit_cases.iter().step_by(every).collect();
        let all = cases(score_on, hiding);
        for way in ways {
            let fitted = fit(way, &some);
            scores.push(scored(way, hiding, &fitted, score_on, &all));
        }
    }
    Ok(scores)
}

fn scored(
    way: &'static str,
    hiding: Hiding,
    fitted: &Fitted,
    recording: &Recording,
    all: &[Case<'_>],
) -> Score {
    let built = fitted.build(way);
    let scores: Vec<Vec<f64>> = all.par_iter().map(|case| score(case, &built)).collect();
    let flat: Vec<(usize, f64)> = all
        .iter()
        .zip(&scores)
        .flat_map(|(case, scores)| case.seen_again.iter().copied().zip(scores.iter().copied()))
        .collect();
    let mean = |of: &mut dyn Iterator<Item = f64>| {
        let (sum, count) = of.fold((0.0, 0usize), |(sum, count), score| (sum + score, count + 1));
        sum / count.max(1) as f64
    };
    let mut times: Vec<usize> = flat.iter().map(|(samples, _)| *samples).collect();
    times.sort_unstable();
    times.dedup();
    let by_hidden_s = times
        .into_iter()
        .map(|time| {
            let of_time = &mut flat.iter().filter(|(samples, _)| *samples == time).map(|(_, score)| *score);
            (time as f32 * SAMPLE_S, mean(of_time))
        })
        .collect();
    Score {
        way,
        hiding,
        scored_on: recording.name,
        mean_log_likelihood: mean(&mut flat.iter().map(|(_, score)| *score)),
        by_hidden_s,
        count: flat.len(),
        fitted: fitted.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_with_a_gap_are_two_tracks() {
        let text = "0 1 0 0 0 0 0 0\n6 1 1 0 0 0 0 0\n18 1 2 0 0 0 0 0\n24 1 3 0 0 0 0 0\n0 2 5 0 5 0 0 0\n";
        let lengths: Vec<usize> = parse(text).iter().map(Vec::len).collect();
        assert_eq!(lengths, [2, 2, 1]);
    }

    #[test]
    fn a_normal_distribution_over_all_cells_sums_to_1() {
        let lattice = Lattice::hexagons(&Terrain::open(Rect::centred(12.0, 12.0)), CELL_M, 0.0);
        for variance in [0.05, 0.6] {
            let sum: f64 = lattice
                .open_nodes()
                .map(|n| cell_mass(&lattice, lattice.place(n), [0.1, -0.2], variance))
                .sum();
            assert!((sum - 1.0).abs() < 0.02, "{sum}");
        }
    }
}
