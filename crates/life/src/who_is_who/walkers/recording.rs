//! Recorded pedestrians: where each person was, ten times a second, and the area that people walk in.

use crate::who_is_who::FRAMES_HZ;
use piaget_claims::data;
use std::path::{Path, PathBuf};

/// Seconds between two annotated rows of a person, in all recordings of this format.
const STEP_S: f64 = 0.4;
/// Rounding must not lose the frame at which a person was annotated.
const ROUNDING: f64 = 1e-6;
/// The area reaches from this share of all rows to that one, in x and in y.
const AREA_SHARES: [f64; 2] = [0.01, 0.99];

/// A recording.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::who_is_who) struct Recording {
    /// The least and the greatest x, then those of y.
    pub area: [f64; 4],
    /// How many frames it has.
    pub frames: usize,
    /// Everybody in it.
    pub people: Vec<Person>,
    /// How many people were inside the area before each frame, summed up from the beginning.
    pub inside_before: Vec<f64>,
}

/// A person's way.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::who_is_who) struct Person {
    pub first: usize,
    pub at: Vec<[f64; 2]>,
    pub inside: Vec<bool>,
}

/// The folders of all recordings, by name.
pub(in crate::who_is_who) fn folders() -> Result<Vec<PathBuf>, String> {
    let root = data::folder("tracks")?;
    let entries =
        std::fs::read_dir(&root).map_err(|why| format!("{} cannot be read: {why}", root.display()))?;
    let mut folders: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.join(FILE).is_file()).collect();
    folders.sort();
    match folders.is_empty() {
        true => Err(format!("no folder of {} holds {FILE}", root.display())),
        false => Ok(folders),
    }
}

/// What a recording's rows stand in.
const FILE: &str = "obsmat.txt";

impl Recording {
    /// Reads the recording of a folder.
    pub fn load(folder: &Path) -> Result<Self, String> {
        let file = folder.join(FILE);
        Self::parse(&data::text(&file)?).ok_or_else(|| format!("{} holds no person's way", file.display()))
    }

    /// Rows of frame, person, x, -, y, ...
    fn parse(text: &str) -> Option<Self> {
        let row = |line: &str| {
            let numbers: Vec<f64> = line.split_whitespace().map_while(|word| word.parse().ok()).collect();
            let finite = numbers.len() >= 5 && numbers.iter().all(|number| number.is_finite());
            finite.then(|| [numbers[1], numbers[0], numbers[2], numbers[4]])
        };
        let mut rows: Vec<[f64; 4]> = text.lines().filter_map(row).collect();
        rows.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
        let mut frames: Vec<f64> = rows.iter().map(|row| row[1]).collect();
        frames.sort_by(f64::total_cmp);
        frames.dedup();
        let (begin, end) = (*frames.first()?, *frames.last()?);
        let step = frames.windows(2).map(|pair| pair[1] - pair[0]).reduce(f64::min)?;
        let time = |frame: f64| (frame - begin) / step * STEP_S * FRAMES_HZ;
        let column = |index: usize| rows.iter().map(|row| row[index]).collect::<Vec<f64>>();
        let [x, y] = [column(2), column(3)].map(|all| AREA_SHARES.map(|share| percentile(&all, share)));
        let area = [x[0], x[1], y[0], y[1]];
        let count = (time(end) + ROUNDING).floor() as usize + 1;
        let people: Vec<Person> =
            rows.chunk_by(|a, b| a[0] == b[0]).map(|own| Person::of(own, time, area)).collect();
        let mut inside = vec![0.0; count + 1];
        for person in &people {
            for (own, _) in person.inside.iter().enumerate().filter(|(_, inside)| **inside) {
                inside[person.first + own] += 1.0;
            }
        }
        let mut inside_before = vec![0.0];
        inside_before.extend(inside.iter().scan(0.0, |sum, one| {
            *sum += one;
            Some(*sum)
        }));
        Some(Self { area, frames: count, people, inside_before })
    }
}

impl Person {
    /// One person's rows, in the order of time, laid on frames by straight lines.
    fn of(rows: &[[f64; 4]], time: impl Fn(f64) -> f64, area: [f64; 4]) -> Self {
        let times: Vec<f64> = rows.iter().map(|row| time(row[1])).collect();
        let first = (times[0] - ROUNDING).ceil().max(0.0) as usize;
        let last = (times[times.len() - 1] + ROUNDING).floor() as usize;
        let place = |frame: usize| [2, 3].map(|column| straight(&times, rows, column, frame as f64));
        let at: Vec<[f64; 2]> = (first..=last).map(place).collect();
        let is_inside =
            |at: &[f64; 2]| (area[0]..=area[1]).contains(&at[0]) && (area[2]..=area[3]).contains(&at[1]);
        Self { first, inside: at.iter().map(is_inside).collect(), at }
    }
}

/// A column of rows at a time between two of them.
fn straight(times: &[f64], rows: &[[f64; 4]], column: usize, at: f64) -> f64 {
    let next = times.partition_point(|time| *time <= at);
    match next {
        0 => rows[0][column],
        next if next == times.len() => rows[next - 1][column],
        next => {
            let (a, b) = (next - 1, next);
            let slope = (rows[b][column] - rows[a][column]) / (times[b] - times[a]);
            slope * (at - times[a]) + rows[a][column]
        }
    }
}

/// The value below which this share of the numbers lies, between neighbours in proportion.
fn percentile(numbers: &[f64], share: f64) -> f64 {
    piaget_claims::statistics::quantile(numbers, share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_ten_places_a_second() {
        let text = "0 7 0 0 0 0 0 0\n6 7 4 0 8 0 0 0\n6 9 1 0 1 0 0 0\n12 9 3 0 1 0 0 0\n";
        let recording = Recording::parse(text).unwrap();
        assert_eq!(recording.frames, 9);
        let people = &recording.people;
        assert_eq!((people[0].first, people[1].first), (0, 4));
        assert_eq!(people[0].at, [[0.0, 0.0], [1.0, 2.0], [2.0, 4.0], [3.0, 6.0], [4.0, 8.0]]);
        assert_eq!(people[1].at.last(), Some(&[3.0, 1.0]));
        assert_eq!(recording.inside_before.len(), 11);
    }

    #[test]
    fn a_text_without_ways_is_refused() {
        for text in ["", "1 2 3\n", "0 1 0 0 0\n", "a b c d e\n", "0 1 nan 0 0\n6 1 nan 0 0\n"] {
            assert_eq!(Recording::parse(text), None, "{text:?}");
        }
    }
}
