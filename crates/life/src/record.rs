//! What one world gave: what was drawn, and what was counted for each subject.

use crate::family::Half;
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

/// Named numbers in the order in which they were set.
///
/// ```
/// let mut numbers = piaget_life::Numbers::default();
/// numbers.set("speed", 1.5);
/// assert_eq!(numbers.get("speed"), Some(1.5));
/// assert_eq!(serde_json::to_string(&numbers).unwrap(), r#"{"speed":1.5}"#);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Numbers(Vec<(&'static str, f64)>);

impl Numbers {
    /// Sets one; a second value under the same name replaces the first.
    pub fn set(&mut self, name: &'static str, value: f64) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = value,
            None => self.0.push((name, value)),
        }
    }

    /// Adds to one, which begins at 0.
    pub fn add(&mut self, name: &'static str, value: f64) {
        self.set(name, self.get(name).unwrap_or(0.0) + value);
    }

    /// The number of this name.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        self.0.iter().copied()
    }
}

impl FromIterator<(&'static str, f64)> for Numbers {
    fn from_iter<I: IntoIterator<Item = (&'static str, f64)>>(numbers: I) -> Self {
        let mut all = Self::default();
        numbers.into_iter().for_each(|(name, value)| all.set(name, value));
        all
    }
}

impl Serialize for Numbers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

/// What one world gave.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record {
    /// The family.
    pub family: &'static str,
    /// The part of it.
    pub part: &'static str,
    /// Which half the world belongs to. A part of both says here which it was.
    pub half: Half,
    /// The seed that gives the same world again.
    pub seed: u64,
    /// What was drawn.
    pub conditions: Numbers,
    /// What was counted for each subject, ours first.
    pub scores: Vec<Score>,
}

impl Record {
    /// A sentence about the first number of a score that is not finite: it would be left out of every figure, and who brought it
    /// about would do better than by a bad one.
    pub fn odd_number(&self) -> Option<String> {
        let odd = |score: &Score| {
            let samples =
                score.samples.iter().flat_map(|(name, all)| all.iter().map(move |one| (*name, *one)));
            let (name, _) = score.numbers.iter().chain(samples).find(|(_, number)| !number.is_finite())?;
            Some(format!("`{name}` of {} is not finite", score.subject))
        };
        self.scores.iter().find_map(odd)
    }

    /// What was counted for this subject.
    pub fn score(&self, subject: &str) -> Option<&Score> {
        self.scores.iter().find(|score| score.subject == subject)
    }
}

/// What was counted for one subject in one world.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// The subject.
    pub subject: &'static str,
    /// Counts, sums and scores of the whole world. A number that could not be measured is left out.
    pub numbers: Numbers,
    /// Numbers of which a world gives many, for figures that need each of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<(&'static str, Vec<f64>)>,
}

impl Score {
    /// Without samples.
    pub fn new(subject: &'static str, numbers: Numbers) -> Self {
        Self { subject, numbers, samples: Vec::new() }
    }

    /// The samples of this name; none if there are none.
    pub fn samples(&self, name: &str) -> &[f64] {
        self.samples.iter().find(|(known, _)| *known == name).map_or(&[], |(_, samples)| samples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_is_not_finite_is_told() {
        let score = |number: f64| Score {
            subject: "ours",
            numbers: Numbers::default(),
            samples: vec![("hit", vec![0.5, number])],
        };
        let record = |number: f64| Record {
            family: "test",
            part: "a",
            half: Half::Both,
            seed: 1,
            conditions: Numbers::default(),
            scores: vec![Score::new("truth", Numbers::from_iter([("idf1", 1.0)])), score(number)],
        };
        assert_eq!(record(1.0).odd_number(), None);
        assert_eq!(record(f64::NAN).odd_number().unwrap(), "`hit` of ours is not finite");
    }
}
