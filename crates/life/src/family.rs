//! What a family of worlds is: a question, a generator with ranges, a scorer.

use crate::figure::{Curve, Figure, Measure, pooled};
use crate::ranges::Ranges;
use crate::record::{Numbers, Record};
use piaget_terms::Chance;
use serde::Serialize;

/// A family of worlds that ask one question. It is written in one file or folder of this crate and listed in
/// [`FAMILIES`](crate::FAMILIES).
pub trait Family: Sync {
    /// What it is, for people and tables.
    fn about(&self) -> &'static About;

    /// What is drawn and between which values. People can narrow or widen them from the command line.
    fn ranges(&self) -> Ranges;

    /// How many worlds of a part are played where nobody says.
    fn worlds(&self, part: &Part) -> Worlds;

    /// The world that a case gives, for people: a scenario's text that can be watched, checked and played in the lab.
    fn world(&self, case: &Case<'_>) -> Result<World, Fault>;

    /// Plays the world of a case and compares what each subject held with the truth. A function of the case alone.
    fn play(&self, case: &Case<'_>) -> Result<Record, Fault>;

    /// The figures over many records: every measure of every subject, by part and over all parts. A family with figures
    /// that are no mean and no ratio (an AUC, a rank correlation) adds them to these.
    fn figures(&self, records: &[Record]) -> Vec<Figure> {
        pooled(self.measures(), records)
    }

    /// Its name on the command line.
    fn name(&self) -> &'static str {
        self.about().name
    }

    /// What is asked, in a sentence.
    fn says(&self) -> &'static str {
        self.about().says
    }

    /// The kinds of worlds that it has.
    fn parts(&self) -> &'static [Part] {
        self.about().parts
    }

    /// Who is scored.
    fn subjects(&self) -> &'static [Subject] {
        self.about().subjects
    }

    /// What is measured of each subject.
    fn measures(&self) -> &'static [Measure] {
        self.about().measures
    }

    /// Which measures are drawn over which conditions.
    fn curves(&self) -> &'static [Curve] {
        self.about().curves
    }
}

/// What a family is.
#[derive(Debug)]
pub struct About {
    /// Its name on the command line: `who-is-who`.
    pub name: &'static str,
    /// What is asked, in a sentence.
    pub says: &'static str,
    /// The kinds of worlds that it has.
    pub parts: &'static [Part],
    /// Who is scored. Our mind is the first; then rivals and controls.
    pub subjects: &'static [Subject],
    /// What is measured of each subject. The worst worlds are those that are worst by the first one.
    pub measures: &'static [Measure],
    /// Which measures are drawn over which conditions.
    pub curves: &'static [Curve],
}

/// A kind of world within a family.
#[derive(Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name after that of its family: `post`.
    pub name: &'static str,
    /// What happens in it, in a sentence.
    pub says: &'static str,
    /// What it counts.
    pub half: Half,
}

/// Whether what happens in a world can happen: alarms are counted in one half, misses in the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Half {
    /// Everything in it could happen in life.
    Possible,
    /// Something happens in it that cannot happen.
    Impossible,
    /// What is asked about is not there.
    Absent,
    /// The seed decides.
    Both,
}

/// Who is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// As tables have it.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub says: &'static str,
}

impl Subject {
    /// The name of our own mind in every family.
    pub const OURS: &'static str = "ours";
    /// The name of the control that the scorer tells the truth.
    pub const TRUTH: &'static str = "told the truth";
}

/// How many worlds of a part are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worlds {
    /// With `--quick`.
    pub quick: u32,
    /// Otherwise.
    pub full: u32,
}

/// One world to be: a part, a seed and the ranges to draw from.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The kind of world.
    pub part: &'static Part,
    /// Decides everything that is drawn.
    pub seed: u64,
    /// What to draw from.
    pub ranges: &'a Ranges,
}

impl<'a> Case<'a> {
    /// The draws of a named stream. Twins (a possible world and its impossible one) name the same stream and get the same
    /// numbers, as long as they draw them in the same order.
    pub fn draws(&self, stream: &str) -> Draws<'a> {
        let number = stream.bytes().fold(0u64, |sum, byte| sum.wrapping_mul(257).wrapping_add(byte.into()));
        Draws {
            ranges: self.ranges,
            chance: Chance::of_part(self.seed, number),
            conditions: Numbers::default(),
        }
    }

    /// A record without scores.
    pub fn record(&self, family: &dyn Family, conditions: Numbers) -> Record {
        Record {
            family: family.name(),
            part: self.part.name,
            half: self.part.half,
            seed: self.seed,
            conditions,
            scores: Vec::new(),
        }
    }

    /// A name for the files of this case: `who-is-who-post-17`.
    pub fn file_stem(&self, family: &dyn Family) -> String {
        format!("{}-{}-{}", family.name(), self.part.name, self.seed)
    }

    /// Says that the world of this case cannot be played, and why.
    pub fn unplayable(&self, family: &dyn Family, why: impl std::fmt::Display) -> Fault {
        let name = crate::full_name(family, self.part);
        Fault::Unplayable(format!(
            "{name} makes a world with seed {} that cannot be played: {why}",
            self.seed
        ))
    }
}

/// Numbers drawn from ranges, and which they were.
pub struct Draws<'a> {
    ranges: &'a Ranges,
    /// For what is drawn from no range: sides, angles, orders.
    pub chance: Chance,
    /// What was drawn so far, by the names of the ranges. A family may add what it worked out.
    pub conditions: Numbers,
}

impl Draws<'_> {
    /// A number of the range of this name, kept as a condition. The family must have such a range.
    pub fn number(&mut self, range: &'static str) -> f32 {
        let drawn = self.ranges.draw(range, &mut self.chance);
        self.conditions.set(range, drawn.into());
        drawn
    }

    /// A whole number of the range of this name, kept as a condition.
    pub fn whole(&mut self, range: &'static str) -> u32 {
        self.number(range).round().max(0.0) as u32
    }
}

/// A world as text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct World {
    /// A scenario. A family whose worlds are no scenarios (weeks in a house, recorded walkers) gives none.
    pub scenario: Option<String>,
    /// Texts that the scenario names, by reference: a character with the eyes that were drawn, or places.
    pub files: Vec<(String, String)>,
    /// What was drawn.
    pub conditions: Numbers,
}

/// Why there is no record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The generator made a world that cannot be played; a sentence.
    Unplayable(String),
    /// Data that others published is not on this machine; a sentence.
    NoData(String),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unplayable(why) | Self::NoData(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Fault {}
