//! Generated worlds that nobody arranged, played and scored against the truth, beside rivals that can win.
//!
//! A [`Family`] asks one question ("who is who?"). It is a generator with wide [`Ranges`] and a scorer. A seed gives a
//! world; the family plays it and gives a [`Record`]: what was drawn, and what was counted for our mind, for each rival
//! and for each control. [`Figure`]s are read off many records. Everything is a function of family, part, seed and ranges,
//! so the same seed gives the same score on any number of threads.
//!
//! ```
//! use piaget_life::{Run, find};
//! let (family, parts) = find("who-is-who/post").unwrap();
//! let run = Run { seed: 1, worlds: Some(2), quick: true };
//! let played = run.play(family, &parts, &family.ranges(), &|| ()).unwrap();
//! assert_eq!(played.records.len(), 2);
//! assert_eq!(find("who-is-whom").err().unwrap().nearest, Some("who-is-who".to_owned()));
//! ```

pub mod assignment;
mod family;
mod figure;
pub mod metrics;
pub mod page;
mod ranges;
mod record;
mod run;
pub mod scene;

pub mod astonish;
pub mod goes_with;
pub mod how_sure;
pub mod keeping_house;
pub mod minds;
pub mod searching;
pub mod watching;
pub mod who_is_who;

pub use family::{About, Case, Draws, Family, Fault, Half, Part, Subject, World, Worlds};
pub use figure::{Better, Curve, Figure, Measure, curve, pooled, ratio, worst};
pub use ranges::{BadRange, Range, Ranges, Values, common};
pub use record::{Numbers, Record, Score};
pub use run::{Played, Run};

/// Every family, in the order in which people read them.
pub const FAMILIES: &[&dyn Family] = &[
    &who_is_who::WhoIsWho,
    &astonish::Astonish,
    &how_sure::HowSure,
    &searching::Searching,
    &watching::Watching,
    &keeping_house::KeepingHouse,
    &goes_with::GoesWith,
    &minds::Minds,
];

/// No family or part has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// What was asked for.
    pub wanted: String,
    /// The name it most likely stands for.
    pub nearest: Option<String>,
}

impl std::fmt::Display for Unknown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no family or part `{}`", self.wanted)?;
        match &self.nearest {
            Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
            None => write!(f, "; `piaget life --list` shows them all"),
        }
    }
}

impl std::error::Error for Unknown {}

/// The family of this name with all its parts, or with one of them (`who-is-who/post`).
pub fn find(name: &str) -> Result<(&'static dyn Family, Vec<&'static Part>), Unknown> {
    for family in FAMILIES {
        if family.name() == name {
            return Ok((*family, family.parts().iter().collect()));
        }
        let part = family.parts().iter().find(|part| full_name(*family, part) == name);
        if let Some(part) = part {
            return Ok((*family, vec![part]));
        }
    }
    let parts = FAMILIES.iter().flat_map(|family| family.parts().iter().map(|part| full_name(*family, part)));
    let names: Vec<String> = FAMILIES.iter().map(|family| family.name().to_owned()).chain(parts).collect();
    let nearest = piaget_text::nearest(name, names.iter().map(String::as_str)).map(str::to_owned);
    Err(Unknown { wanted: name.to_owned(), nearest })
}

/// A part's name with that of its family: `who-is-who/post`.
pub fn full_name(family: &dyn Family, part: &Part) -> String {
    format!("{}/{}", family.name(), part.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_everything_says_what_it_is() {
        let mut names = Vec::new();
        for family in FAMILIES {
            names.push(family.name().to_owned());
            names.extend(family.parts().iter().map(|part| full_name(*family, part)));
            for says in family.parts().iter().map(|part| part.says).chain([family.says()]) {
                assert!(says.starts_with(char::is_uppercase) && says.ends_with(['.', '?']), "{says}");
            }
            assert_eq!(family.subjects()[0].name, Subject::OURS, "{}", family.name());
            assert!(!family.measures().is_empty() && !family.parts().is_empty(), "{}", family.name());
            for curve in family.curves() {
                assert!(family.measures().iter().any(|measure| measure.name == curve.measure), "{curve:?}");
            }
        }
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "two share a name");
    }

    #[test]
    fn every_family_has_two_halves() {
        for family in FAMILIES {
            let half =
                |half: Half| family.parts().iter().any(|part| part.half == half || part.half == Half::Both);
            assert!(half(Half::Possible), "{} has no possible half", family.name());
            assert!(half(Half::Impossible) || half(Half::Absent), "{} counts no alarms", family.name());
        }
    }

    #[test]
    fn a_typo_finds_its_neighbour() {
        assert_eq!(find("who-is-who/pst").err().unwrap().nearest, Some("who-is-who/post".to_owned()));
        assert_eq!(find("zzzzzzzzzzzz").err().unwrap().nearest, None);
    }
}
