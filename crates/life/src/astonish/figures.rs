//! Figures that are no means: AUCs, one threshold for all parts, rank correlation with the true displacement, change over tick
//! rates, and what each watcher does.

use super::play::RATES;
use super::{MEASURES, PARTS, SUBJECTS};
use crate::family::Subject;
use crate::figure::{Better, Figure, pooled};
use crate::record::Record;
use piaget_claims::statistics;

/// How well the impossible is told from the possible by one number: the chance that an impossible scene has the greater one.
/// Equal numbers count half.
pub(super) fn auc(impossible: &[f64], possible: &[f64]) -> f64 {
    let mut sorted = possible.to_vec();
    sorted.sort_by(f64::total_cmp);
    let won: f64 = impossible
        .iter()
        .map(|score| {
            let below = sorted.partition_point(|other| other < score);
            let equal = sorted.partition_point(|other| other <= score) - below;
            below as f64 + 0.5 * equal as f64
        })
        .sum();
    won / (impossible.len() * possible.len()) as f64
}

/// Half the width of an AUC's 95 % interval (Hanley and McNeil 1982).
fn auc_half(auc: f64, impossible: usize, possible: usize) -> f64 {
    let (n, m) = (impossible as f64, possible as f64);
    let (q1, q2) = (auc / (2.0 - auc), 2.0 * auc * auc / (1.0 + auc));
    let variance = auc * (1.0 - auc) + (n - 1.0) * (q1 - auc * auc) + (m - 1.0) * (q2 - auc * auc);
    1.96 * (variance / (n * m)).max(0.0).sqrt()
}

/// The threshold above which most impossible scenes lie and few possible ones: the greatest mean of both shares.
pub(super) fn best_threshold(impossible: &[f64], possible: &[f64]) -> f64 {
    let sorted = |scores: &[f64]| {
        let mut sorted = scores.to_vec();
        sorted.sort_by(f64::total_cmp);
        sorted
    };
    let (impossible, possible) = (sorted(impossible), sorted(possible));
    let share_above = |scores: &[f64], at: f64| {
        (scores.len() - scores.partition_point(|score| *score <= at)) as f64 / scores.len().max(1) as f64
    };
    let gain = |at: f64| share_above(&impossible, at) - share_above(&possible, at);
    let mut best = (f64::NEG_INFINITY, 0.0);
    for at in impossible.iter().chain(&possible) {
        if gain(*at) > best.0 {
            best = (gain(*at), *at);
        }
    }
    best.1
}

/// A subject's numbers of this name.
fn numbers(records: &[&Record], subject: &str, name: &str) -> Vec<f64> {
    records.iter().filter_map(|record| record.score(subject)?.numbers.get(name)).collect()
}

struct Told {
    part: &'static str,
    subject: &'static str,
}

impl Told {
    fn figure(
        &self,
        measure: &'static str,
        (value, low, high): (f64, f64, f64),
        worlds: usize,
        better: Better,
    ) -> Figure {
        Figure { part: self.part, subject: self.subject, measure, value, low, high, worlds, better }
    }

    fn share(&self, measure: &'static str, answers: &[bool], better: Better) -> Option<Figure> {
        let rate = statistics::rate_of(answers);
        (!answers.is_empty())
            .then(|| self.figure(measure, (rate.value, rate.low, rate.high), answers.len(), better))
    }
}

pub(super) fn figures(records: &[Record]) -> Vec<Figure> {
    let all: Vec<&Record> = records.iter().collect();
    let mut figures = Vec::new();
    for subject in SUBJECTS {
        for part in PARTS {
            let own: Vec<&Record> = all.iter().copied().filter(|record| record.part == part.name).collect();
            figures.extend(auc_figure(&own, &Told { part: part.name, subject: subject.name }));
        }
        let told = Told { part: Figure::ALL, subject: subject.name };
        figures.extend(auc_figure(&all, &told));
        figures.extend(threshold_figures(&all, &told));
    }
    for (watcher, name) in ["ours: duncan", "ours: walker"].into_iter().enumerate() {
        let own: Vec<Record> =
            records.iter().filter(|record| is(record, "watcher", watcher as f64)).cloned().collect();
        let mut of_watcher = pooled(MEASURES, &own);
        of_watcher.retain(|figure| figure.part == Figure::ALL && figure.subject == Subject::OURS);
        figures.extend(of_watcher.into_iter().map(|figure| Figure { subject: name, ..figure }));
        let own: Vec<&Record> = own.iter().collect();
        figures.extend(by_displacement(&own, name));
        figures.extend(passes(&own, name));
    }
    figures.extend(spearman(&all));
    figures.extend(alarms_by_eye(records));
    figures.extend(rates(&all));
    figures
}

fn is(record: &Record, condition: &str, value: f64) -> bool {
    record.conditions.get(condition) == Some(value)
}

fn auc_figure(records: &[&Record], told: &Told) -> Option<Figure> {
    let impossible = numbers(records, told.subject, "impossible");
    let possible = numbers(records, told.subject, "possible");
    if impossible.is_empty() || possible.is_empty() {
        return None;
    }
    let value = auc(&impossible, &possible);
    let half = auc_half(value, impossible.len(), possible.len());
    Some(told.figure("auc", (value, value - half, value + half), impossible.len(), Better::Higher))
}

/// The shares beyond one threshold for all parts. That of the even seeds is chosen on the odd ones and the other way round.
fn threshold_figures(records: &[&Record], told: &Told) -> Vec<Figure> {
    let (mut above, mut below, mut thresholds) = (Vec::new(), Vec::new(), Vec::new());
    for fold in 0..2 {
        let (chosen_on, judged): (Vec<&Record>, Vec<&Record>) =
            records.iter().partition(|record| record.seed % 2 == fold);
        let of = |records: &[&Record], name| numbers(records, told.subject, name);
        let threshold = best_threshold(&of(&chosen_on, "impossible"), &of(&chosen_on, "possible"));
        thresholds.push(threshold);
        above.extend(of(&judged, "impossible").into_iter().map(|nats| nats > threshold));
        below.extend(of(&judged, "possible").into_iter().map(|nats| nats <= threshold));
    }
    let threshold = statistics::mean(&thresholds).value;
    let ends = (threshold, thresholds[0].min(thresholds[1]), thresholds[0].max(thresholds[1]));
    [
        told.share("impossible above the threshold", &above, Better::Higher),
        told.share("possible below the threshold", &below, Better::Higher),
        (!above.is_empty()).then(|| told.figure("threshold (nats)", ends, above.len(), Better::Lower)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Jumps in plain view by how far: the share of which the mind tells that it is surprised or does not believe it.
fn by_displacement(records: &[&Record], subject: &'static str) -> Vec<Figure> {
    const GROUPS: [(f64, f64, &str); 5] = [
        (0.0, 1.0, "surprised at a jump below 1 m"),
        (1.0, 2.0, "surprised at a jump of 1 to 2 m"),
        (2.0, 3.0, "surprised at a jump of 2 to 3 m"),
        (3.0, 5.0, "surprised at a jump of 3 to 5 m"),
        (5.0, 12.0, "surprised at a jump beyond 5 m"),
    ];
    let told = Told { part: "jump", subject };
    let in_view = |record: &&&Record| record.part == "jump" && is(record, "covered", 0.0);
    let jumps: Vec<&Record> = records.iter().filter(in_view).copied().collect();
    let group = |(low, high, name): (f64, f64, &'static str)| {
        let far =
            |record: &&&Record| record.conditions.get("displacement").is_some_and(|m| m >= low && m < high);
        let own: Vec<&Record> = jumps.iter().filter(far).copied().collect();
        let answers: Vec<bool> =
            numbers(&own, Subject::OURS, "surprised").iter().map(|yes| *yes > 0.5).collect();
        told.share(name, &answers, Better::Higher)
    };
    GROUPS.into_iter().filter_map(group).collect()
}

/// Ordinary passes behind a wall: the share in which the eyes are rubbed.
fn passes(records: &[&Record], subject: &'static str) -> Option<Figure> {
    let ordinary = ["delay", "too-early", "wrong-side"];
    let own: Vec<&Record> =
        records.iter().filter(|record| ordinary.contains(&record.part)).copied().collect();
    let rubs: Vec<bool> =
        numbers(&own, Subject::OURS, "rubs_possible").iter().map(|yes| *yes > 0.5).collect();
    Told { part: Figure::ALL, subject }.share("rubs its eyes at ordinary passes", &rubs, Better::Lower)
}

/// Surprise with the true displacement, over jumps.
fn spearman(records: &[&Record]) -> Vec<Figure> {
    let own: Vec<&Record> = records.iter().filter(|record| record.part == "jump").copied().collect();
    let one = |subject: &Subject| {
        let pairs: Vec<(f64, f64)> = own
            .iter()
            .filter_map(|record| {
                Some((
                    record.conditions.get("displacement")?,
                    record.score(subject.name)?.numbers.get("impossible")?,
                ))
            })
            .collect();
        let (metres, nats): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
        let value = statistics::rank_correlation(&metres, &nats);
        // Fisher's transformation.
        let half = 1.96 / (metres.len() as f64 - 3.0).max(1.0).sqrt();
        let ends = (value, (value.atanh() - half).tanh(), (value.atanh() + half).tanh());
        let told = Told { part: "jump", subject: subject.name };
        value
            .is_finite()
            .then(|| told.figure("spearman with displacement", ends, metres.len(), Better::Higher))
    };
    SUBJECTS.iter().filter_map(one).collect()
}

/// Alarms of the default eye, and of one with about 0.15 m of noise.
fn alarms_by_eye(records: &[Record]) -> Vec<Figure> {
    const EYES: [(f64, f64, &str); 2] = [
        (0.0, 0.0, "alarms per object-hour, default eye"),
        (0.1, 0.2, "alarms per object-hour, noise 0.1 to 0.2 m"),
    ];
    let mut figures = Vec::new();
    for (low, high, name) in EYES {
        let eye = |record: &&Record| {
            record.conditions.get("noise").is_some_and(|noise| noise >= low && noise <= high)
        };
        let own: Vec<Record> = records.iter().filter(eye).cloned().collect();
        let alarms = pooled(MEASURES, &own)
            .into_iter()
            .filter(|figure| figure.part == Figure::ALL && figure.measure == "alarms per object-hour");
        figures.extend(alarms.map(|figure| Figure { measure: name, ..figure }));
    }
    figures
}

/// How much the surprise at one jump differs between tick rates: the greatest less the least, by the greatest.
fn rates(records: &[&Record]) -> Option<Figure> {
    let change = |record: &&&Record| {
        let score = record.score(Subject::OURS)?;
        let nats: Vec<f64> = RATES.iter().filter_map(|(_, name)| score.numbers.get(name)).collect();
        let most = nats.iter().copied().fold(0.0, f64::max);
        let least = nats.iter().copied().fold(f64::INFINITY, f64::min);
        (nats.len() == RATES.len() && most > 0.0).then(|| (most - least) / most)
    };
    let changes: Vec<f64> = records.iter().filter_map(|record| change(&record)).collect();
    let quantile = |share| statistics::quantile(&changes, share);
    let ends = (quantile(0.5), quantile(0.25), quantile(0.75));
    let told = Told { part: "rates", subject: Subject::OURS };
    (!changes.is_empty()).then(|| {
        told.figure("change over tick rates (median, quartiles)", ends, changes.len(), Better::Lower)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::Half;
    use crate::record::{Numbers, Score};

    #[test]
    fn an_auc_is_1_for_the_truth_and_a_half_for_whoever_knows_nothing() {
        assert_eq!(auc(&[1.0; 5], &[0.0; 7]), 1.0);
        assert_eq!(auc(&[0.0; 5], &[1.0; 7]), 0.0);
        assert_eq!(auc(&[0.0; 5], &[0.0; 7]), 0.5);
        assert_eq!(auc(&[1.0, 3.0], &[2.0, 0.0]), 0.75);
        assert_eq!(auc_half(1.0, 10, 10), 0.0);
    }

    #[test]
    fn who_is_always_astonished_is_as_good_as_who_never_is() {
        for same in [0.0, 20.0, f64::INFINITY] {
            assert_eq!(auc(&[same; 5], &[same; 7]), 0.5, "{same}");
            // No threshold lets one half through and not the other.
            let threshold = best_threshold(&[same; 5], &[same; 7]);
            assert_eq!([same; 5].iter().filter(|nats| **nats > threshold).count(), 0, "{same}");
        }
    }

    #[test]
    fn the_best_threshold_parts_what_can_be_parted() {
        let threshold = best_threshold(&[5.0, 6.0, 0.0], &[1.0, 2.0, 2.0]);
        assert_eq!(threshold, 2.0);
        assert_eq!(best_threshold(&[], &[]), 0.0);
    }

    /// Records of subjects whose score is known.
    fn known(worlds: u64) -> Vec<Record> {
        let mut records = Vec::new();
        for seed in 0..worlds {
            for part in ["vanish", "jump"] {
                let mut chance = piaget_terms::Chance::of_part(seed, part.len() as u64);
                let scores = [(Subject::TRUTH, 1.0, 0.0), ("forgets at once", 0.0, 0.0)];
                let random = ("random", f64::from(chance.unit()), f64::from(chance.unit()));
                let score = |(subject, impossible, possible): (&'static str, f64, f64)| {
                    let numbers = [("impossible", impossible), ("possible", possible)];
                    Score::new(subject, Numbers::from_iter(numbers))
                };
                records.push(Record {
                    family: "astonish",
                    part,
                    half: Half::Both,
                    seed,
                    conditions: Numbers::default(),
                    scores: scores.into_iter().chain([random]).map(score).collect(),
                });
            }
        }
        records
    }

    #[test]
    fn known_subjects_get_what_arithmetic_says() {
        let figures = figures(&known(1000));
        let value = |subject: &str, part: &str, measure: &str| {
            let found =
                figures.iter().find(|f| f.subject == subject && f.part == part && f.measure == measure);
            found.unwrap_or_else(|| panic!("{subject} {part} {measure}")).value
        };
        for part in ["vanish", "jump", Figure::ALL] {
            assert_eq!(value(Subject::TRUTH, part, "auc"), 1.0);
            assert_eq!(value("forgets at once", part, "auc"), 0.5);
            assert!((value("random", part, "auc") - 0.5).abs() < 0.03);
        }
        assert_eq!(value(Subject::TRUTH, Figure::ALL, "impossible above the threshold"), 1.0);
        assert_eq!(value(Subject::TRUTH, Figure::ALL, "possible below the threshold"), 1.0);
        // Nothing lies above a threshold of 0 where every number is 0.
        assert_eq!(value("forgets at once", Figure::ALL, "impossible above the threshold"), 0.0);
        assert_eq!(value("forgets at once", Figure::ALL, "possible below the threshold"), 1.0);
        // Both shares of a random number add up to 1 whatever the threshold is.
        let both = value("random", Figure::ALL, "impossible above the threshold")
            + value("random", Figure::ALL, "possible below the threshold");
        assert!((both - 1.0).abs() < 0.06, "{both}");
    }
}
