//! Each claim of the papers as an experiment with a number and a bar.
//!
//! A claim is one [`Claim`] in one [`register`]: what the paper says (in our words), what is measured, and how
//! good it must be. It runs over many seeds; every trial has its own, so a claim gives the same number for the
//! same seed whatever the number of threads. One file per paper; statistics and figures are shared.
//!
//! ```
//! let unknown = piaget_claims::find(&["no such claim"]).unwrap_err();
//! assert!(unknown.to_string().starts_with("there is no claim `no such claim`"));
//! ```

mod claim;
pub mod data;
mod differences;
pub mod figure;
pub mod homes;
pub mod page;
mod run;
pub mod scene;
pub mod statistics;

pub mod brom;
mod buchsbaum;
mod isla;
mod kline;
mod matching;
mod mind;
pub mod navigate;
mod occupancy;
pub mod search;
mod social;
pub mod tracks;
mod world;

pub use claim::{Bar, Claim, Measured, Outcome, Requirement, Trials, Verdict};
pub use differences::differences;
pub use page::page;
pub use run::{Run, Trial};

/// Every claim, in the order in which people read them: the ground first, then paper by paper.
pub fn register() -> impl Iterator<Item = &'static Claim> {
    let ground = [world::CLAIMS, matching::CLAIMS, mind::CLAIMS, navigate::CLAIMS, occupancy::CLAIMS];
    let others = [brom::CLAIMS, brom::MEMORY_CLAIMS, brom::CREATURE_CLAIMS, homes::CLAIMS];
    let papers =
        [tracks::CLAIMS, search::CLAIMS].into_iter().chain(kline::CLAIMS.iter().copied()).chain(others);
    let mice = buchsbaum::claims().chain(social::claims());
    ground.into_iter().flatten().chain(isla::claims()).chain(papers.flatten()).chain(mice)
}

/// Claims that are known not to hold yet, each with what is missing. They are run and shown like the others, and fail
/// like them; only a quick run, which asks whether something broke, does not count their failing.
pub const OPEN: &[(&str, &str)] = &[
    (
        "mind.matching",
        "0.52 switches per crossing in 8 trials where sheep hide each other, as many as a plain tracker has; 0.02 are asked \
         for",
    ),
    (
        "isla.tracks",
        "0.07 nats behind a Kalman filter that is told what is seen to be empty, with eyes shut on eth; 0.002 to 0.03 ahead of it in \
         the other three, and 0.1 to 0.3 ahead of one that is not told in all four",
    ),
    (
        "isla.salience",
        "1.00 and 0.83 in order of 6 trials each of two seeds: at 60 ticks a second 0.5 of the latter",
    ),
    (
        "isla.match",
        "two sheep are believed in in all of 40 trials, but Duncan begins behind the left wall in none of 8 on \
         ground of any depth; one that was seen to cross is one sheep in 0.90",
    ),
    (
        "isla.scripted",
        "0.97 and 0.93 in 40 trials each of two seeds: looking where the sheep would be had it gone on has 0.85 \
         and 0.92, and is not clearly beaten",
    ),
    (
        "isla.giveup",
        "rank correlation 0.64, 0.49 and 0.60 in 60, 60 and 100 trials of three seeds (the least time in which it could be seen has \
         0.38), but in 0.77, 0.88 and 0.93 of them nine tenths of the hidden ground were seen before, and 0.9 are asked for",
    ),
    (
        "kline.trick",
        "the cube that stops behind the wall is noticed in all of 40 trials and looked for there first in 0.95, but is believed to \
         be between the last sight and the exit in 0.93, and 0.95 are asked for",
    ),
    (
        "kline.decay",
        "0.67 of 100 trials, where the time since the ghost was seen gives 0.66 and a count of all looks 0.76",
    ),
    (
        "kline.expression",
        "1.00 of the answers are right, but one who gives no benefit of the doubt shows a moment's absence as seldom: nobody \
         shows it, so that the rival is not beaten",
    ),
    (
        "expect.voe",
        "0.89 of pairs: of one thing that passes through another a quarter is noticed, of screens that stop at \
         nothing three quarters",
    ),
    (
        "memory.one-setting",
        "1.00 to 1.03 times the looks of the exact filter in 8 and 16 trials of three seeds, and so has the printed network with \
         people's habit to look first where the thing was found last: 0.98 to 1.01 times ours, which leaves nothing to beat it by",
    ),
    (
        "memory.watched",
        "1.08 and 1.11 times the looks of one who knows how often things are moved in 300 trials each of two seeds, and 2 % fewer and 5 % \
         more than of one who goes where the thing was put whatever the hour",
    ),
    (
        "memory.housekeep",
        "1.02 times the first tries at the most frequent place, and 1.00 within a room: beyond how popular a \
         place is two people agree by 0.03 only, and counting all places that nine of them find right gives 1.01 and 1.00",
    ),
    (
        "buchsbaum.proportions",
        "through eyes and cutting 0.77 and 0.72 in 20 and 10 trials, and time warping with limbs scaled, told where to cut, has \
         0.97",
    ),
    (
        "buchsbaum.capture",
        "through eyes and cutting 0.23 are recognised, and 0.39 by time warping with limbs scaled, told where to \
         cut",
    ),
];

/// What is missing of a claim that is known not to hold yet.
pub fn open(claim: &Claim) -> Option<&'static str> {
    OPEN.iter().find(|(id, _)| *id == claim.id).map(|(_, missing)| *missing)
}

/// No claim has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownClaim {
    /// What was asked for.
    pub wanted: String,
    /// The name it most likely stands for.
    pub nearest: Option<&'static str>,
}

impl std::fmt::Display for UnknownClaim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no claim `{}`", self.wanted)?;
        match self.nearest {
            Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
            None => write!(f, "; `piaget replicate --list` shows them all"),
        }
    }
}

impl std::error::Error for UnknownClaim {}

/// The claims whose names begin with any of `names`, in the register's order; all of them if none is named.
pub fn find<S: AsRef<str>>(names: &[S]) -> Result<Vec<&'static Claim>, UnknownClaim> {
    for name in names.iter().map(AsRef::as_ref) {
        if !register().any(|claim| claim.id.starts_with(name)) {
            let nearest = piaget_text::nearest(name, register().flat_map(prefixes));
            return Err(UnknownClaim { wanted: name.to_owned(), nearest });
        }
    }
    let wanted =
        |claim: &&Claim| names.is_empty() || names.iter().any(|name| claim.id.starts_with(name.as_ref()));
    Ok(register().filter(wanted).collect())
}

/// A claim's name and the groups it belongs to: `kline`, `kline.reactive`, `kline.reactive.stops`.
fn prefixes(claim: &'static Claim) -> impl Iterator<Item = &'static str> {
    let ends = claim.id.match_indices('.').map(|(at, _)| at).chain([claim.id.len()]);
    ends.map(|end| &claim.id[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_say_paper_first() {
        let mut names: Vec<_> = register().map(|claim| claim.id).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "two claims share a name");
        assert!(names.iter().all(|name| name.split('.').count() >= 2), "{names:?}");
    }

    #[test]
    fn a_prefix_finds_a_group_and_a_typo_finds_its_neighbour() {
        assert!(find(&["world.eyes"]).unwrap().iter().all(|claim| claim.id.starts_with("world.eyes.")));
        assert_eq!(find(&["wrld.eyes"]).unwrap_err().nearest, Some("world.eyes"));
        assert_eq!(find::<&str>(&[]).unwrap().len(), register().count());
    }

    #[test]
    fn only_claims_can_be_open() {
        assert!(OPEN.iter().all(|(id, _)| register().any(|claim| claim.id == *id)));
    }

    #[test]
    fn every_claim_says_what_it_is() {
        for claim in register() {
            assert!(!claim.source.is_empty() && !claim.metric.is_empty(), "{}", claim.id);
            let sentence = claim.says.trim_start_matches('"').starts_with(char::is_uppercase);
            assert!(sentence && claim.says.ends_with('.'), "{} should claim it in a sentence", claim.id);
            assert!(claim.trials.quick >= 1 && claim.trials.full >= claim.trials.quick, "{}", claim.id);
        }
    }
}
