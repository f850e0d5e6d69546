//! Calibration: how often the truth lies where a given share of the probability was, and how often whoever was so sure was right.

use super::{PARTS, SUBJECTS};
use crate::family::Subject;
use crate::figure::{Better, Figure};
use crate::record::Record;
use piaget_claims::statistics;

/// Regions of the greatest probability that should hold the truth as often as they hold probability.
const REGIONS: [(f64, &str); 3] = [
    (0.5, "truth within the likeliest 50 %"),
    (0.8, "truth within the likeliest 80 %"),
    (0.95, "truth within the likeliest 95 %"),
];

/// The told confidence in groups, with the name of the hit rate of each.
const GROUPS: [(f64, f64, &str); 5] = [
    (0.0, 0.2, "hit rate where told 0 to 0.2"),
    (0.2, 0.4, "hit rate where told 0.2 to 0.4"),
    (0.4, 0.6, "hit rate where told 0.4 to 0.6"),
    (0.6, 0.8, "hit rate where told 0.6 to 0.8"),
    (0.8, 1.01, "hit rate where told 0.8 to 1"),
];

/// The chance that a hit was told with more confidence than a miss.
const HITS_TOLD: &str = "hits told from misses";

/// The mean distance between what should be and what is, over ten regions: 0 for a calibrated prediction, 0.5 at most.
pub(super) fn miscalibration(levels: &[f64]) -> f64 {
    let off = (1..=9).map(|tenth| {
        let nominal = f64::from(tenth) / 10.0;
        let share = levels.iter().filter(|level| **level <= nominal).count() as f64 / levels.len() as f64;
        (share - nominal).abs()
    });
    off.sum::<f64>() / 9.0
}

/// The mean distance between the told confidence and the hit rate, over groups, by how many are in each.
pub(super) fn overconfidence(told: &[(f64, f64)]) -> f64 {
    let sum: f64 = GROUPS
        .iter()
        .map(|(low, high, _)| {
            let own: Vec<&(f64, f64)> = told.iter().filter(|(c, _)| *c >= *low && *c < *high).collect();
            let (confidence, hits) =
                own.iter().fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
            (confidence - hits).abs()
        })
        .sum();
    sum / told.len() as f64
}

pub(super) fn figures(records: &[Record]) -> Vec<Figure> {
    let mut figures = Vec::new();
    let parts: Vec<&'static str> = PARTS.iter().map(|part| part.name).chain([Figure::ALL]).collect();
    for part in parts {
        let own: Vec<&Record> = records.iter().filter(|r| part == Figure::ALL || r.part == part).collect();
        if own.is_empty() {
            continue;
        }
        for subject in SUBJECTS {
            let samples = |name: &str| -> Vec<f64> {
                let scores = own.iter().filter_map(|record| record.score(subject.name));
                scores.flat_map(|score| score.samples(name).iter().copied()).collect()
            };
            let figure = |measure, (value, low, high): (f64, f64, f64), better| Figure {
                part,
                subject: subject.name,
                measure,
                value,
                low,
                high,
                worlds: own.len(),
                better,
            };
            let levels = samples("out_level");
            if !levels.is_empty() {
                let off = miscalibration(&levels);
                figures.push(figure("miscalibration, comes out", (off, off, off), Better::Lower));
                for (region, name) in REGIONS {
                    let inside: Vec<bool> = levels.iter().map(|level| *level <= region).collect();
                    let rate = statistics::rate_of(&inside);
                    figures.push(figure(name, (rate.value, rate.low, rate.high), Better::Higher));
                }
            }
            if subject.name != Subject::OURS {
                continue;
            }
            let told: Vec<(f64, f64)> = samples("confidence").into_iter().zip(samples("hit")).collect();
            if !told.is_empty() {
                let off = overconfidence(&told);
                figures.push(figure("confidence off the hit rate", (off, off, off), Better::Lower));
                // One who always tells the mean hit rate is never off, and tells nothing.
                let of = |hit: bool| -> Vec<f64> {
                    told.iter().filter(|(_, h)| (*h > 0.5) == hit).map(|(c, _)| *c).collect()
                };
                let (hits, misses) = (of(true), of(false));
                if !hits.is_empty() && !misses.is_empty() {
                    let told = statistics::auc(&hits, &misses);
                    figures.push(figure(HITS_TOLD, (told, told, told), Better::Higher));
                }
            }
            for (low, high, name) in GROUPS {
                let hits: Vec<bool> =
                    told.iter().filter(|(c, _)| *c >= low && *c < high).map(|(_, hit)| *hit > 0.5).collect();
                if !hits.is_empty() {
                    let rate = statistics::rate_of(&hits);
                    figures.push(figure(name, (rate.value, rate.low, rate.high), Better::Higher));
                }
            }
            for (watcher, name) in ["duncan's confidence after 10 s", "the walker's confidence after 10 s"]
                .into_iter()
                .enumerate()
            {
                let of_watcher = own.iter().filter(|r| r.conditions.get("watcher") == Some(watcher as f64));
                let known: Vec<f64> = of_watcher
                    .filter_map(|r| r.score(Subject::OURS)?.numbers.get("confidence_10_s"))
                    .collect();
                if !known.is_empty() {
                    let mean = statistics::mean(&known);
                    let ends = (mean.value, mean.value - mean.half_width, mean.value + mean.half_width);
                    figures.push(figure(name, ends, Better::Higher));
                }
            }
        }
    }
    figures
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::Half;
    use crate::record::{Numbers, Score};

    #[test]
    fn even_levels_are_calibrated_and_others_are_not() {
        let even: Vec<f64> = (0..1000).map(|i| (f64::from(i) + 0.5) / 1000.0).collect();
        assert!(miscalibration(&even) < 1e-3);
        // Always in the least likely place, and always in the likeliest.
        assert!((miscalibration(&[1.0; 50]) - 0.5).abs() < 1e-9);
        assert!((miscalibration(&[0.0; 50]) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn whoever_is_as_sure_as_right_is_not_overconfident() {
        let honest: Vec<(f64, f64)> = (0..100).map(|i| (0.7, f64::from(u8::from(i < 70)))).collect();
        assert!(overconfidence(&honest) < 1e-9);
        let boaster: Vec<(f64, f64)> = (0..100).map(|i| (1.0, f64::from(u8::from(i < 40)))).collect();
        assert!((overconfidence(&boaster) - 0.6).abs() < 1e-9);
    }

    #[test]
    fn who_always_tells_the_mean_is_never_off_and_tells_nothing() {
        let told = |confidence: &[f64]| {
            let hits: Vec<f64> =
                (0..confidence.len()).map(|index| f64::from(u8::from(index % 2 == 0))).collect();
            let numbers = Numbers::from_iter([("hits", 0.0)]);
            let samples = vec![("confidence", confidence.to_vec()), ("hit", hits)];
            let scores = vec![Score { subject: Subject::OURS, numbers, samples }];
            let conditions = Numbers::default();
            let record = Record {
                family: "how-sure",
                part: PARTS[0].name,
                half: Half::Both,
                seed: 1,
                conditions,
                scores,
            };
            let figures = figures(&[record]);
            let value =
                |measure: &str| figures.iter().find(|figure| figure.measure == measure).unwrap().value;
            (value("confidence off the hit rate"), value(HITS_TOLD))
        };
        assert_eq!(told(&[0.5; 40]), (0.0, 0.5));
        let knows: Vec<f64> = (0..40).map(|index| if index % 2 == 0 { 0.9 } else { 0.1 }).collect();
        let (off, auc) = told(&knows);
        assert!((off - 0.1).abs() < 1e-9 && auc == 1.0, "{off} {auc}");
    }
}
