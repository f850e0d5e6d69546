//! Numbers that decide what a creature does are settings with a documented default. This test finds constants in the
//! sources of the mind and of watching that are neither settings nor known to be something else.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Constants that are no settings, each with the reason.
const NO_SETTINGS: &[(&str, &str, &str)] = &[
    ("mind/src/act/obstacles.rs", "MOST_FELT", "a capacity"),
    ("mind/src/act/obstacles.rs", "MOST_DISCS", "a capacity"),
    ("mind/src/act/seek/survey.rs", "FROM_HERE", "a mark in place of a number"),
    ("mind/src/act/seek/survey.rs", "SOON_S", "a tolerance: keeps a quotient finite"),
    ("mind/src/believe/assignment.rs", "NONE", "a mark in place of a number"),
    ("mind/src/budget.rs", "LATTICE_BYTES", "the size of data"),
    ("mind/src/budget.rs", "GOAL_BYTES", "the size of data"),
    ("mind/src/budget.rs", "MASS_BYTES", "the size of data"),
    ("mind/src/budget.rs", "PLAIN_LAYERS", "the size of data"),
    ("mind/src/budget.rs", "GROUND_BYTES", "the size of data"),
    ("mind/src/budget.rs", "SEARCH_BYTES", "the size of data"),
    ("mind/src/budget.rs", "MOMENT_BYTES", "the size of data"),
    ("mind/src/budget.rs", "PICTURE_BYTES", "the size of data"),
    ("mind/src/budget.rs", "HEXAGON", "geometry"),
    ("mind/src/character/include.rs", "MAX_DEPTH", "a limit against hostile files"),
    (
        "mind/src/classify/kinds/space.rs",
        "HALF_AN_EYE_FIELD",
        "the default of the setting `within` of a pose",
    ),
    ("mind/src/classify/places.rs", "MOST", "a limit against hostile files"),
    ("mind/src/classify/places.rs", "LIMIT_M", "larger than any ground"),
    ("mind/src/perceive/mod.rs", "MAX_HINTS", "a capacity"),
    ("mind/src/classify/read.rs", "MAX_PERCEPTS", "a limit against hostile files"),
    ("mind/src/decide/rivals.rs", "SLACK_S", "a tolerance of rounding"),
    ("mind/src/expect/config.rs", "MAX_FEATURES", "a capacity"),
    ("mind/src/expect/habituation.rs", "MOST", "a capacity"),
    ("mind/src/expect/step.rs", "RINGS", "quantiles of the normal distribution"),
    ("mind/src/expect/step.rs", "SPOKES", "a capacity: guesses have room for so many"),
    ("mind/src/expect/step.rs", "WALL_HALVINGS", "a tolerance of bisection"),
    ("mind/src/feel/group.rs", "SWEEPS", "rounds of a solver"),
    ("mind/src/feel/group.rs", "SETTLED", "a tolerance of a solver"),
    ("mind/src/feel/network.rs", "BOUND", "the default of the setting `bound`"),
    ("mind/src/feel/read.rs", "MOST", "a limit against hostile files"),
    ("mind/src/invariants.rs", "MASS_TOLERANCE", "a tolerance of rounding"),
    ("mind/src/model/action/decision.rs", "MAX_DEPTH", "a capacity"),
    ("mind/src/model/expectation/discrete.rs", "MAX_VALUES", "a capacity"),
    ("mind/src/model/expectation/kalman.rs", "LONGEST_PREDICTION_S", "the range of f32"),
    ("mind/src/model/expectation/kalman.rs", "HARDLY_FADED", "a tolerance: where a series is exact"),
    ("mind/src/model/expectation/kalman.rs", "COVARIANCE_TOLERANCE", "a tolerance of rounding"),
    ("mind/src/model/expectation/mod.rs", "GUESSES", "a capacity"),
    ("mind/src/model/history.rs", "MOST_MOMENTS", "a limit against hostile saved minds"),
    ("mind/src/model/knowledge.rs", "MAX_SUPPOSED", "a capacity"),
    ("mind/src/others/afford.rs", "MOST_LEAVES", "a capacity"),
    ("mind/src/others/mod.rs", "FRAMES", "a capacity"),
    ("mind/src/others/read.rs", "TRUNK_OF_RADIUS", "the default of the setting `trunk`"),
    ("mind/src/others/read.rs", "PART_OF_HEIGHT", "the default of the setting `part`"),
    ("mind/src/others/understand.rs", "MOST_EXPLANATIONS", "a capacity"),
    ("mind/src/others/understand.rs", "MOST_NEXT", "a capacity"),
    ("mind/src/others/understand.rs", "MOST_LEARNT", "a capacity"),
    ("mind/src/believe/associate.rs", "AROUND", "a capacity"),
    (
        "mind/src/believe/associate.rs",
        "FITS_NATS",
        "a gate that saves time: what fits better is not asked further",
    ),
    ("mind/src/expect/contingency.rs", "AT_LEAST_S", "a tolerance: keeps the rate of a newborn finite"),
    ("mind/src/expect/contingency.rs", "LAW", "a place in a list"),
    ("mind/src/expect/contingency.rs", "LEAST_WEIGHT", "a tolerance: keeps logarithms finite"),
    ("mind/src/expect/contingency.rs", "MOST_IN_VAIN", "a capacity: more of them change nothing"),
    ("mind/src/expect/contingency.rs", "MOST_LOOKED", "a capacity"),
    ("mind/src/expect/contingency.rs", "PRIOR", "a tolerance: keeps the deviation of one delay finite"),
    ("mind/src/perceive/noise.rs", "FOLLOWED", "a capacity"),
    ("mind/src/perceive/noise.rs", "GAIN", "for which an estimate converges fastest"),
    ("mind/src/perceive/noise.rs", "LEAST_M", "a tolerance of rounding"),
    ("mind/src/perceive/noise.rs", "MEDIAN", "a quantile of the normal distribution"),
    ("mind/src/expect/explain.rs", "IMPOSSIBLE", "a mark in place of a number"),
    ("mind/src/expect/explain.rs", "RISES_NATS", "a tolerance of rounding"),
    ("mind/src/model/beliefs.rs", "MOST_RIVALS", "a capacity"),
    ("mind/src/model/explanation.rs", "EXPLANATIONS", "a capacity"),
    ("mind/src/model/explanation.rs", "FARTHEST_M", "larger than any ground"),
    ("mind/src/model/explanation.rs", "URGE_AT_SURPRISE", "defines the unit of an urge"),
    ("mind/src/model/motion.rs", "LONGEST_S", "the range of f32"),
    ("mind/src/model/score.rs", "WAITING", "a capacity"),
    ("mind/src/report.rs", "LEAST", "what a report leaves out"),
    ("mind/src/perceive/step.rs", "FARTHEST", "a limit against hostile senses"),
    ("mind/src/perceive/step.rs", "LARGEST", "a limit against hostile senses"),
    ("mind/src/perceive/step.rs", "LONGEST_TICK_S", "a limit against hostile senses"),
    ("mind/src/why.rs", "NOTICEABLE", "what a person is told, not what a creature does"),
    ("motor/src/watch/correspond.rs", "MOST_LATE", "a capacity: delays that are tried"),
    ("motor/src/watch/correspond.rs", "LITTLE", "a tolerance: regularises a correlation"),
    ("motor/src/watch/learn.rs", "ROUNDS", "rounds of a solver"),
    ("motor/src/watch/learn.rs", "STEP", "the step of a solver"),
    ("motor/src/watch/learn.rs", "MOST_RAD", "the step of a solver"),
    ("motor/src/watch/matching.rs", "ROUNDS", "rounds of a solver"),
    ("motor/src/watch/mod.rs", "MOST_RIVALS", "a capacity"),
    ("motor/src/watch/mod.rs", "MOST_TOUCHES", "a capacity"),
    ("motor/src/watch/own.rs", "NONE", "a mark in place of a number"),
    ("motor/src/watch/stream.rs", "REACH", "a tolerance: where a kernel is cut"),
    ("motor/src/watch/stream.rs", "TELLING_S", "a tolerance: regularises a regression"),
    ("motor/src/watch/view.rs", "LANES", "the size of data"),
    ("motor/src/watch/view.rs", "WHOLE", "the size of data"),
    ("motor/src/watch/view.rs", "SPEED_S", "part of what a distance between poses means"),
    ("motor/src/watch/view.rs", "NOSE", "part of what a distance between poses means"),
    ("motor/src/watch/watcher.rs", "LOOKS", "a capacity"),
    ("motor/src/watch/watcher.rs", "MOST_FRAMES", "a capacity"),
    ("motor/src/watch/watcher.rs", "MOST_HUBS", "a capacity"),
    ("motor/src/watch/watcher.rs", "MOST_WAITING", "a capacity"),
];

const NUMBERS: [&str; 14] = [
    "f32", "f64", "u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize", "Duration", "Vec3",
];

/// The name of the number, or list of numbers, that a line of source defines as a constant.
fn number(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
        Some(rest) => rest.trim_start(),
        None => line,
    };
    let (name, rest) =
        line.strip_prefix("const ").or_else(|| line.strip_prefix("static "))?.split_once(": ")?;
    let of = rest.trim_start_matches(['&', '[', '(']);
    let of = of.split([';', ' ', ',', ']', ')']).next()?.rsplit("::").next()?;
    NUMBERS.contains(&of).then_some(name)
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder can be read").map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
        if path.is_dir() {
            sources(&path, found);
        } else if name.ends_with(".rs") && name != "tests.rs" && name != "fixture.rs" {
            found.push(path);
        }
    }
}

#[test]
fn a_constant_number_is_a_setting_or_has_a_reason() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the crates' folder");
    let mut files = Vec::new();
    sources(&crates.join("mind/src"), &mut files);
    sources(&crates.join("motor/src/watch"), &mut files);
    let mut found = BTreeSet::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source file can be read");
        let code = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let name = file.strip_prefix(&crates).expect("below the crates").to_str().expect("a plain name");
        let name = name.replace('\\', "/");
        found.extend(code.lines().filter_map(number).map(|constant| (name.clone(), constant.to_owned())));
    }
    let known: BTreeSet<(String, String)> =
        NO_SETTINGS.iter().map(|(file, name, _)| ((*file).to_owned(), (*name).to_owned())).collect();
    let new: Vec<_> = found.difference(&known).collect();
    assert!(
        new.is_empty(),
        "make these numbers fields of the stage's settings, with a documented default, or say in this test why they are no \
         settings: {new:#?}"
    );
    let gone: Vec<_> = known.difference(&found).collect();
    assert!(gone.is_empty(), "these constants are gone, so take them off the list: {gone:#?}");
}

#[test]
fn constants_are_recognised_however_they_are_written() {
    for line in [
        "const A: f32 = 1.0;",
        "    pub const A: usize = 3;",
        "pub(super) const A: [f32; 3] = [1.0; 3];",
        "pub(crate) static A: (f32, f32) = (1.0, 2.0);",
        "const A: std::time::Duration = Duration::from_secs(1);",
        "const A: &[f64] = &[1.0];",
    ] {
        assert_eq!(number(line), Some("A"), "{line}");
    }
    for line in [
        "pub struct Few<T, const A: usize>(Vec<T>);",
        "const A: &str = \"f32\";",
        "let a: f32 = 1.0;",
        "// const A: f32 = 1;",
    ] {
        assert_eq!(number(line), None, "{line}");
    }
}
