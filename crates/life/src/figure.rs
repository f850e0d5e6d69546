//! Figures over many records: means and ratios with intervals, curves over what was drawn, the worst worlds.

use crate::record::Record;
use piaget_claims::statistics;
use serde::Serialize;

/// What a measure should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Better {
    /// The more the better.
    Higher,
    /// The less the better.
    Lower,
}

/// What is read off the numbers of a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// As tables have it.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub says: &'static str,
    /// The number of a [`Score`](crate::Score) that it is of.
    pub of: &'static str,
    /// Without: the mean over worlds. With: the sum of `of` over all worlds by the sum of this one, so that a world with
    /// many events counts more than one with few.
    pub per: Option<&'static str>,
    /// What it should be.
    pub better: Better,
}

/// A measure drawn over a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Curve {
    /// The name of the measure.
    pub measure: &'static str,
    /// The name of the condition: `speed`.
    pub over: &'static str,
}

/// A number over many records.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// The part that it is of; `all` for all parts together.
    pub part: &'static str,
    /// The subject.
    pub subject: &'static str,
    /// The measure.
    pub measure: &'static str,
    /// Its value. Not a number where nothing could be measured.
    pub value: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Of how many worlds.
    pub worlds: usize,
    /// What it should be.
    pub better: Better,
}

impl Figure {
    /// The part of figures over all parts.
    pub const ALL: &'static str = "all";
}

/// Every measure of every subject: by part in the order of the records, then over all parts where there are several.
pub fn pooled(measures: &[Measure], records: &[Record]) -> Vec<Figure> {
    let mut parts: Vec<&'static str> = Vec::new();
    for record in records {
        if !parts.contains(&record.part) {
            parts.push(record.part);
        }
    }
    let mut figures = Vec::new();
    for part in &parts {
        let of_part: Vec<&Record> = records.iter().filter(|record| record.part == *part).collect();
        add(measures, part, &of_part, &mut figures);
    }
    if parts.len() > 1 {
        add(measures, Figure::ALL, &records.iter().collect::<Vec<_>>(), &mut figures);
    }
    figures
}

fn add(measures: &[Measure], part: &'static str, records: &[&Record], figures: &mut Vec<Figure>) {
    let mut subjects: Vec<&'static str> = Vec::new();
    for score in records.iter().flat_map(|record| &record.scores) {
        if !subjects.contains(&score.subject) {
            subjects.push(score.subject);
        }
    }
    for subject in subjects {
        for measure in measures {
            let pairs = pairs(measure, subject, records.iter().copied());
            if !pairs.is_empty() {
                let (value, half) = ratio(&pairs);
                figures.push(Figure {
                    part,
                    subject,
                    measure: measure.name,
                    value,
                    low: value - half,
                    high: value + half,
                    worlds: pairs.len(),
                    better: measure.better,
                });
            }
        }
    }
}

/// A measure's number and what it is divided by, of each record that has both.
fn pairs<'a>(measure: &Measure, subject: &str, records: impl Iterator<Item = &'a Record>) -> Vec<(f64, f64)> {
    let pair = |record: &Record| {
        let numbers = &record.score(subject)?.numbers;
        let per = measure.per.map_or(Some(1.0), |per| numbers.get(per))?;
        Some((numbers.get(measure.of)?, per))
    };
    records.filter_map(pair).filter(|(of, per)| of.is_finite() && per.is_finite()).collect()
}

/// The sum of the first numbers by the sum of the second, with half the width of its 95 % interval over worlds (the
/// variance of a ratio by linearisation). Where the second numbers are all 1 this is the mean and its interval.
///
/// ```
/// let (value, half) = piaget_life::ratio(&[(1.0, 1.0), (2.0, 1.0), (3.0, 1.0)]);
/// assert!((value - 2.0).abs() < 1e-12 && (half - 1.96 / 3f64.sqrt()).abs() < 1e-3);
/// ```
pub fn ratio(pairs: &[(f64, f64)]) -> (f64, f64) {
    let (of, per) = pairs.iter().fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
    let value = of / per;
    let residuals: Vec<f64> = pairs.iter().map(|(of, per)| of - value * per).collect();
    // The residuals' mean is 0, so the half width of their mean's interval is that of the ratio times the mean divisor.
    let half = statistics::mean(&residuals).half_width * pairs.len() as f64 / per;
    (value, half.abs())
}

/// A measure of a subject over a condition: the records are put in so many groups of equal size by the condition, and each
/// group gives a point at its mean condition. Records with the same condition stay together.
pub fn curve(
    records: &[Record],
    measure: &Measure,
    subject: &str,
    over: &str,
    groups: usize,
) -> Vec<(f64, f64)> {
    let mut known: Vec<(f64, &Record)> =
        records.iter().filter_map(|record| Some((record.conditions.get(over)?, record))).collect();
    known.sort_by(|a, b| a.0.total_cmp(&b.0));
    let size = known.len().div_ceil(groups.max(1)).max(1);
    let mut points = Vec::new();
    let mut start = 0;
    while start < known.len() {
        let mut end = (start + size).min(known.len());
        while end < known.len() && known[end].0 == known[end - 1].0 {
            end += 1;
        }
        let group = &known[start..end];
        let pairs = pairs(measure, subject, group.iter().map(|(_, record)| *record));
        let x = group.iter().map(|(x, _)| x).sum::<f64>() / group.len() as f64;
        let value = ratio(&pairs).0;
        if value.is_finite() {
            points.push((x, value));
        }
        start = end;
    }
    points
}

/// The records in which this subject did worst by this measure, the worst first. The order of equal ones is theirs.
pub fn worst<'a>(
    records: &'a [Record],
    measure: &Measure,
    subject: &str,
    most: usize,
) -> Vec<(&'a Record, f64)> {
    let value = |record: &'a Record| {
        let pairs = pairs(measure, subject, std::iter::once(record));
        let value = ratio(&pairs).0;
        value.is_finite().then_some((record, value))
    };
    let mut all: Vec<(&Record, f64)> = records.iter().filter_map(value).collect();
    all.sort_by(|a, b| match measure.better {
        Better::Higher => a.1.total_cmp(&b.1),
        Better::Lower => b.1.total_cmp(&a.1),
    });
    all.truncate(most);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::Half;
    use crate::record::{Numbers, Score};

    const SWITCHES: Measure = Measure {
        name: "switches",
        says: "Some.",
        of: "switches",
        per: Some("events"),
        better: Better::Lower,
    };
    const SCORE: Measure =
        Measure { name: "score", says: "Some.", of: "score", per: None, better: Better::Higher };

    fn record(part: &'static str, seed: u64, switches: f64, events: f64, score: f64) -> Record {
        let numbers = [("switches", switches), ("events", events), ("score", score)];
        Record {
            family: "test",
            part,
            half: Half::Possible,
            seed,
            conditions: Numbers::from_iter([("speed", seed as f64)]),
            scores: vec![Score::new("ours", Numbers::from_iter(numbers))],
        }
    }

    #[test]
    fn ratios_pool_and_means_do_not() {
        let records =
            [record("a", 1, 1.0, 1.0, 0.2), record("a", 2, 0.0, 9.0, 0.4), record("b", 3, 5.0, 5.0, 0.9)];
        let figures = pooled(&[SWITCHES, SCORE], &records);
        let value = |part: &str, measure: &str| {
            figures.iter().find(|one| one.part == part && one.measure == measure).unwrap().value
        };
        assert!((value("a", "switches") - 0.1).abs() < 1e-12);
        assert!((value("a", "score") - 0.3).abs() < 1e-12);
        assert!((value("all", "switches") - 6.0 / 15.0).abs() < 1e-12);
        assert!((value("all", "score") - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_world_without_events_counts_for_no_ratio_and_is_never_the_worst() {
        let records = [record("a", 1, 0.0, 0.0, 0.2), record("a", 2, 1.0, 4.0, 0.4)];
        assert_eq!(pooled(&[SWITCHES], &records)[0].value, 0.25);
        let worst = worst(&records, &SWITCHES, "ours", 10);
        assert_eq!(worst.iter().map(|(record, _)| record.seed).collect::<Vec<_>>(), [2]);
        assert!(pooled(&[SWITCHES], &records[..1])[0].value.is_nan());
    }

    #[test]
    fn the_worst_come_first() {
        let records =
            [record("a", 1, 0.0, 1.0, 0.5), record("a", 2, 1.0, 1.0, 0.1), record("a", 3, 0.5, 1.0, 0.3)];
        for measure in [SWITCHES, SCORE] {
            let seeds: Vec<u64> =
                worst(&records, &measure, "ours", 2).iter().map(|(record, _)| record.seed).collect();
            assert_eq!(seeds, [2, 3], "{}", measure.name);
        }
    }

    #[test]
    fn a_curve_has_a_point_for_each_group() {
        let records: Vec<Record> = (0..10).map(|seed| record("a", seed, seed as f64, 1.0, 0.0)).collect();
        let points = curve(&records, &SWITCHES, "ours", "speed", 5);
        assert_eq!(points, [(0.5, 0.5), (2.5, 2.5), (4.5, 4.5), (6.5, 6.5), (8.5, 8.5)]);
        assert!(curve(&records, &SWITCHES, "ours", "noise", 5).is_empty());
        assert!(curve(&records, &SWITCHES, "nobody", "speed", 5).is_empty());
    }
}
