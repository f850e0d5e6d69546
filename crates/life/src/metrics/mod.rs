//! How well tracks fit the truth, by the field's measures: IDF1 (Ristani 2016), HOTA (Luiten 2020) and MOTA (CLEAR,
//! Bernardin 2008). `make metrics` compares them with `trackeval` and `motmetrics`.
//!
//! The similarity of two places is 1 less their distance by [`Tables::REACH_M`], and 0 beyond it. IDF1 and MOTA take a pair for
//! the same from half of that on; HOTA is the mean over 19 thresholds.

use crate::assignment::{Costs, assign};

/// The least similarity of a pair for IDF1 and MOTA.
const SAME: f64 = 0.5;
/// Rounding must not decide whether a pair is at a threshold.
const EPSILON: f64 = f64::EPSILON;
/// A former partner is kept, whatever the similarity, as long as it is a possible one (CLEAR).
const KEPT_PARTNER: f64 = 1000.0;
/// The thresholds of HOTA are 0.05, 0.1 ... 0.95.
const THRESHOLDS: usize = 19;

/// One frame: who is there by the truth, who is there by the tracks, and how similar each pair is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// Numbers of true things, from 0.
    pub truth: Vec<usize>,
    /// Numbers of tracks, from 0.
    pub tracks: Vec<usize>,
    /// The similarity of each true thing (row) with each track (column), 0 to 1.
    pub similarity: Vec<Vec<f64>>,
}

/// All frames of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tables {
    /// In the order of time.
    pub frames: Vec<Frame>,
    /// How many true things there are.
    pub truths: usize,
    /// How many tracks there are.
    pub tracks: usize,
}

/// The scores of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Metrics {
    /// How much of truth and tracks is covered by the best one-to-one pairing of things with tracks.
    pub idf1: f64,
    /// The geometric mean of how well things are detected and how well they are told apart.
    pub hota: f64,
    /// The detection half of HOTA.
    pub deta: f64,
    /// The association half of HOTA.
    pub assa: f64,
    /// 1 less the misses, false rows and switches by the number of true rows. It has no lower bound.
    pub mota: f64,
    /// How often a thing's track became another.
    pub switches: u32,
}

/// Which track each true thing was matched with in each frame (CLEAR).
pub type Matches = Vec<Vec<Option<usize>>>;

impl Tables {
    /// The distance at which two places are no longer similar at all.
    pub const REACH_M: f64 = 1.0;

    /// The similarity of two places.
    pub fn similarity(a: [f64; 2], b: [f64; 2]) -> f64 {
        let (x, y) = (a[0] - b[0], a[1] - b[1]);
        (1.0 - (x * x + y * y).sqrt() / Self::REACH_M).max(0.0)
    }

    /// The scores, and which track each thing was matched with in each frame.
    pub fn score(&self) -> (Metrics, Matches) {
        let (g, t) = (self.truths, self.tracks);
        let (mut truth_rows, mut track_rows) = (vec![0.0; g], vec![0.0; t]);
        let (mut soft, mut hard) = (vec![vec![0.0; t]; g], vec![vec![0.0; t]; g]);
        for frame in &self.frames {
            frame.truth.iter().for_each(|one| truth_rows[*one] += 1.0);
            frame.tracks.iter().for_each(|one| track_rows[*one] += 1.0);
            let by_track: Vec<f64> =
                (0..frame.tracks.len()).map(|j| frame.similarity.iter().map(|row| row[j]).sum()).collect();
            for (row, truth) in frame.similarity.iter().zip(&frame.truth) {
                let by_truth: f64 = row.iter().sum();
                for ((s, track), column) in row.iter().zip(&frame.tracks).zip(&by_track) {
                    let all = by_truth + column - s;
                    soft[*truth][*track] += if all > EPSILON { s / all } else { 0.0 };
                    hard[*truth][*track] += f64::from(u8::from(*s >= SAME));
                }
            }
        }
        let (all_truth, all_tracks): (f64, f64) = (truth_rows.iter().sum(), track_rows.iter().sum());
        let idf1 = 2.0 * most(&hard) / (all_truth + all_tracks).max(1.0);
        let (hota, deta, assa) = self.hota(&soft, (&truth_rows, &track_rows));
        let (matches, hits, switches) = self.clear();
        let false_rows = all_tracks - f64::from(hits);
        let mota = (f64::from(hits) - false_rows - f64::from(switches)) / all_truth.max(1.0);
        (Metrics { idf1, hota, deta, assa, mota, switches }, matches)
    }

    fn hota(&self, soft: &[Vec<f64>], (truth_rows, track_rows): (&[f64], &[f64])) -> (f64, f64, f64) {
        let jaccard = |i: usize, j: usize| {
            let all = truth_rows[i] + track_rows[j] - soft[i][j];
            if all > EPSILON { soft[i][j] / all } else { 0.0 }
        };
        let mut pairs = Vec::new();
        for frame in self.frames.iter().filter(|frame| !frame.truth.is_empty() && !frame.tracks.is_empty()) {
            let value =
                |i: usize, j: usize| jaccard(frame.truth[i], frame.tracks[j]) * frame.similarity[i][j];
            for (i, j) in best(frame.truth.len(), frame.tracks.len(), value) {
                pairs.push((frame.truth[i], frame.tracks[j], frame.similarity[i][j]));
            }
        }
        let (all_truth, all_tracks): (f64, f64) = (truth_rows.iter().sum(), track_rows.iter().sum());
        let (mut hota, mut deta, mut assa) = (0.0, 0.0, 0.0);
        for step in 1..=THRESHOLDS {
            let threshold = 0.05 * step as f64 - EPSILON;
            let mut counts = vec![vec![0.0; self.tracks]; self.truths];
            let mut hits = 0.0f64;
            for (truth, track, _) in pairs.iter().filter(|(_, _, s)| *s >= threshold) {
                counts[*truth][*track] += 1.0;
                hits += 1.0;
            }
            let mut associated = 0.0;
            for (i, row) in counts.iter().enumerate() {
                for (j, count) in row.iter().enumerate().filter(|(_, count)| **count > 0.0) {
                    associated += count * count / (truth_rows[i] + track_rows[j] - count).max(1.0);
                }
            }
            let association = associated / hits.max(1.0);
            let detection = hits / (all_truth + all_tracks - hits).max(1.0);
            hota += (association * detection).sqrt();
            deta += detection;
            assa += association;
        }
        let count = THRESHOLDS as f64;
        (hota / count, deta / count, assa / count)
    }

    /// The matches of CLEAR, how many there are, and how often a thing's track changed.
    fn clear(&self) -> (Matches, u32, u32) {
        let mut matches = vec![vec![None; self.truths]; self.frames.len()];
        let mut last: Vec<Option<usize>> = vec![None; self.truths];
        let mut in_last_frame: Vec<Option<usize>> = vec![None; self.truths];
        let (mut hits, mut switches) = (0, 0);
        for (frame, matched) in self.frames.iter().zip(&mut matches) {
            if frame.truth.is_empty() || frame.tracks.is_empty() {
                continue;
            }
            let value = |i: usize, j: usize| match frame.similarity[i][j] {
                s if s < SAME - EPSILON => 0.0,
                s if in_last_frame[frame.truth[i]] == Some(frame.tracks[j]) => KEPT_PARTNER + s,
                s => s,
            };
            let pairs: Vec<(usize, usize)> = best(frame.truth.len(), frame.tracks.len(), value)
                .into_iter()
                .filter(|(i, j)| value(*i, *j) > EPSILON)
                .map(|(i, j)| (frame.truth[i], frame.tracks[j]))
                .collect();
            in_last_frame.fill(None);
            for (truth, track) in pairs {
                hits += 1;
                switches += u32::from(last[truth].is_some_and(|before| before != track));
                (last[truth], in_last_frame[truth], matched[truth]) = (Some(track), Some(track), Some(track));
            }
        }
        (matches, hits, switches)
    }
}

/// The pairs of the assignment with the greatest value.
fn best(rows: usize, columns: usize, value: impl Fn(usize, usize) -> f64) -> Vec<(usize, usize)> {
    let mut costs = Costs::new(rows, columns, 0.0);
    for i in 0..rows {
        for (j, cost) in costs.row_mut(i).iter_mut().enumerate() {
            *cost = -value(i, j);
        }
    }
    assign(&costs).into_iter().enumerate().filter_map(|(row, column)| Some((row, column?))).collect()
}

/// The greatest sum over one-to-one pairs.
fn most(table: &[Vec<f64>]) -> f64 {
    let columns = table.first().map_or(0, Vec::len);
    best(table.len(), columns, |i, j| table[i][j]).into_iter().map(|(i, j)| table[i][j]).sum()
}

#[cfg(test)]
mod cases;

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers and places along a line.
    type Places<'a> = &'a [(usize, f64)];

    /// Frames of things at places, against tracks at places.
    fn tables(frames: &[(Places<'_>, Places<'_>)]) -> Tables {
        let mut tables = Tables::default();
        for (truth, tracks) in frames {
            let similarity =
                |a: f64| tracks.iter().map(|(_, b)| Tables::similarity([a, 0.0], [*b, 0.0])).collect();
            tables.frames.push(Frame {
                truth: truth.iter().map(|(id, _)| *id).collect(),
                tracks: tracks.iter().map(|(id, _)| *id).collect(),
                similarity: truth.iter().map(|(_, a)| similarity(*a)).collect(),
            });
            tables.truths = truth.iter().map(|(id, _)| id + 1).chain([tables.truths]).max().unwrap_or(0);
            tables.tracks = tracks.iter().map(|(id, _)| id + 1).chain([tables.tracks]).max().unwrap_or(0);
        }
        tables
    }

    #[test]
    fn the_truth_gets_1() {
        let both: &[(usize, f64)] = &[(0, 0.0), (1, 5.0)];
        let (metrics, _) = tables(&[(both, both), (both, both)]).score();
        assert!(
            [metrics.idf1, metrics.hota, metrics.mota].iter().all(|one| (one - 1.0).abs() < 1e-12),
            "{metrics:?}"
        );
        assert_eq!(metrics.switches, 0);
    }

    #[test]
    fn who_says_nothing_gets_0() {
        let (metrics, _) = tables(&[(&[(0, 0.0)], &[]), (&[(0, 0.0)], &[])]).score();
        assert_eq!((metrics.idf1, metrics.hota, metrics.mota), (0.0, 0.0, 0.0));
        let (metrics, _) = tables(&[]).score();
        assert_eq!((metrics.idf1, metrics.hota, metrics.mota), (0.0, 0.0, 0.0));
    }

    #[test]
    fn who_takes_every_sighting_for_a_new_thing_gets_what_arithmetic_says() {
        // n frames of one thing, each with a track of its own at the right place: the best pairing covers one row of n
        // true and n claimed; every match is the only one of its track; every frame but the first is a switch.
        for n in [2usize, 5, 10] {
            let rows: Vec<[(usize, f64); 1]> = (0..n).map(|id| [(id, 0.0)]).collect();
            let frames: Vec<(Places<'_>, Places<'_>)> =
                rows.iter().map(|row| (&[(0, 0.0)][..], &row[..])).collect();
            let (metrics, _) = tables(&frames).score();
            let n = n as f64;
            assert!((metrics.idf1 - 1.0 / n).abs() < 1e-12, "{metrics:?}");
            assert!((metrics.hota - (1.0 / n).sqrt()).abs() < 1e-12, "{metrics:?}");
            assert!((metrics.mota - (1.0 - (n - 1.0) / n)).abs() < 1e-12, "{metrics:?}");
        }
    }

    #[test]
    fn a_switch_in_the_middle_halves_identity_and_leaves_detection_whole() {
        let thing: &[(usize, f64)] = &[(0, 0.0)];
        let (metrics, matches) = tables(&[(thing, &[(0, 0.0)]), (thing, &[(1, 0.0)])]).score();
        assert!((metrics.idf1 - 0.5).abs() < 1e-12 && (metrics.deta - 1.0).abs() < 1e-12);
        assert!((metrics.assa - 0.5).abs() < 1e-12, "{metrics:?}");
        assert_eq!((metrics.switches, matches), (1, vec![vec![Some(0)], vec![Some(1)]]));
    }

    #[test]
    fn a_partner_is_kept_when_another_comes_nearer() {
        let thing: &[(usize, f64)] = &[(0, 0.0)];
        let (metrics, _) = tables(&[(thing, &[(0, 0.1), (1, 3.0)]), (thing, &[(0, 0.4), (1, 0.0)])]).score();
        assert_eq!(metrics.switches, 0);
    }
}
