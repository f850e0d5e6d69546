//! Numbers that decide what a creature does are settings with a documented default. This test finds constants, and numbers
//! that stand in the middle of a formula, in the sources of the mind, of its memory and of watching, that are neither settings nor known
//! to be something else.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Constants that are no settings, each with the reason.
const NO_SETTINGS: &[(&str, &str, &str)] = &[
    ("mind/src/act/obstacles.rs", "MOST_FELT", "a capacity"),
    ("mind/src/act/obstacles.rs", "MOST_DISCS", "a capacity"),
    ("mind/src/act/obstacles.rs", "MOST_SIDES", "a capacity"),
    ("mind/src/act/obstacles.rs", "MOST_SIDES_OF_ALL", "a capacity"),
    ("mind/src/model/tick.rs", "MOST_SEARCHES", "a capacity"),
    ("mind/src/act/seek/ground.rs", "NONE", "a mark in place of a number"),
    ("mind/src/act/seek/plan.rs", "SOON_S", "a tolerance: keeps a quotient finite"),
    ("mind/src/act/seek/survey.rs", "NONE", "a mark in place of a number"),
    ("mind/src/act/seek/sweep.rs", "MOST_SLOWLY_RAD_PER_S", "a tolerance: keeps a quotient finite"),
    ("mind/src/act/seek/survey.rs", "MOST_DOUBLED", "a capacity: keeps a doubled time within a day"),
    ("mind/src/act/seek/sweep.rs", "MOST_DIRECTIONS", "a capacity"),
    ("mind/src/believe/assignment.rs", "NONE", "a mark in place of a number"),
    ("mind/src/budget.rs", "LATTICE_BYTES", "the size of data"),
    ("mind/src/budget.rs", "GOAL_BYTES", "the size of data"),
    ("mind/src/budget.rs", "MASS_BYTES", "the size of data"),
    ("mind/src/budget.rs", "PLAIN_LAYERS", "the size of data"),
    ("mind/src/budget.rs", "GROUND_BYTES", "the size of data"),
    ("mind/src/budget.rs", "SEARCH_BYTES", "the size of data"),
    ("mind/src/budget.rs", "MOMENT_BYTES", "the size of data"),
    ("mind/src/budget.rs", "PICTURE_BYTES", "the size of data"),
    ("mind/src/budget.rs", "PERIOD_BYTES", "the size of data"),
    ("mind/src/budget.rs", "BELIEF_BYTES", "the size of data"),
    ("mind/src/budget.rs", "EVALUATION_BYTES", "the size of data"),
    ("mind/src/budget.rs", "TRACK_BYTES", "the size of data"),
    ("mind/src/budget.rs", "HEXAGON", "geometry"),
    ("mind/src/character/include.rs", "MAX_BYTES", "a limit against hostile files"),
    ("mind/src/character/include.rs", "MAX_DEPTH", "a limit against hostile files"),
    ("mind/src/character/include.rs", "MAX_FILES", "a limit against hostile files"),
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
    ("mind/src/expect/absence.rs", "RINGS", "quantiles of the normal distribution"),
    ("mind/src/expect/absence.rs", "SPOKES", "a capacity: guesses have room for so many"),
    ("mind/src/expect/absence.rs", "MOST_VAIN_NATS", "a bound: keeps a sum finite"),
    ("mind/src/expect/absence.rs", "WALL_HALVINGS", "a tolerance of bisection"),
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
    ("mind/src/minds/sight.rs", "MOST_SOLIDS", "a capacity"),
    ("mind/src/minds/sight.rs", "WIDEST_RAD", "geometry: less than half of the circle"),
    ("mind/src/minds/read.rs", "NOSE_OF_RADIUS", "the default of the setting `nose` of `gaze`"),
    ("mind/src/minds/read.rs", "TRUNK_OF_RADIUS", "the default of the setting `trunk` of `gaze`"),
    ("mind/src/minds/read.rs", "PART_OF_HEIGHT", "the default of the setting `part` of `gaze`"),
    ("mind/src/model/other_mind.rs", "MOST_LOOKS", "a capacity: more of them change nothing"),
    ("mind/src/minds/sight.rs", "PART", "geometry: how far from its middle a thing is looked at"),
    ("mind/src/model/knowledge.rs", "MAX_SUPPOSED", "a capacity"),
    ("mind/src/model/other_mind.rs", "MOST_HEARD", "a capacity"),
    ("mind/src/others/afford.rs", "MOST_LEAVES", "a capacity"),
    ("mind/src/others/identify.rs", "MOST_OBJECTS", "a capacity"),
    ("mind/src/others/mod.rs", "FRAMES", "a capacity"),
    ("mind/src/others/read.rs", "TRUNK_OF_RADIUS", "the default of the setting `trunk`"),
    ("mind/src/others/read.rs", "PART_OF_HEIGHT", "the default of the setting `part`"),
    ("mind/src/others/tool.rs", "MOST_HELD", "a capacity"),
    ("mind/src/others/understand.rs", "MOST_EXPLANATIONS", "a capacity"),
    ("mind/src/others/understand.rs", "MOST_NEXT", "a capacity"),
    ("mind/src/others/understand.rs", "MOST_LEARNT", "a capacity"),
    ("mind/src/believe/associate.rs", "AROUND", "a capacity"),
    ("mind/src/believe/associate.rs", "LEAST_LEFT", "a tolerance of rounding"),
    ("mind/src/believe/associate.rs", "LEAST_UNNOTICED", "a bound: keeps a logarithm finite"),
    ("mind/src/believe/associate.rs", "SHORT_WAY_M", "a tolerance: the size of a cell"),
    ("mind/src/believe/associate.rs", "DETOUR", "a bound of an approximation: the straight way"),
    ("mind/src/believe/associate.rs", "ON_THE_WAY", "a capacity"),
    ("mind/src/believe/associate.rs", "SHARES", "a capacity"),
    ("mind/src/model/explanation/mod.rs", "SURELY_CEASED", "a bound for telling: nothing is decided by it"),
    ("mind/src/model/motion.rs", "LEAST_OVERLOOKED", "a tolerance of rounding"),
    ("mind/src/model/motion.rs", "MOST_WATCHED_S", "a bound: what was counted then is known"),
    ("mind/src/believe/step.rs", "HERE_AND_NOW_M2_S", "the unit in which an arrival is improbable"),
    ("mind/src/model/motion.rs", "LEAST_LOG", "a bound: keeps a logarithm finite"),
    ("mind/src/believe/associate.rs", "AROUND_SPOKES", "a capacity"),
    ("mind/src/believe/associate.rs", "AROUND_RINGS", "a capacity"),
    ("mind/src/believe/associate.rs", "HALF_SHOWN", "geometry: the half that does not show is hidden"),
    ("mind/src/believe/associate.rs", "OVERLOOKED", "a tolerance: how far back a look reaches"),
    ("mind/src/believe/associate.rs", "MOST_OVERLOOKED", "a bound: keeps that finite"),
    ("mind/src/model/steady.rs", "ANCHORS", "a capacity"),
    ("mind/src/expect/absence.rs", "MOSTLY_SHOWN", "a tolerance: the edges of pixels"),
    ("mind/src/expect/explain.rs", "UNSURE", "a quantile of the normal distribution"),
    ("mind/src/expect/absence.rs", "HALF_SEEN", "a tolerance: less than a pixel may show"),
    ("mind/src/model/steady.rs", "BIAS_LASTS_S", "a tolerance: how long errors stay alike"),
    ("mind/src/model/steady.rs", "MOST_ALIKE", "a bound: keeps that finite"),
    ("mind/src/model/steady.rs", "STANDS_WITHIN", "a tolerance: what can be told of a speed"),
    ("mind/src/model/steady.rs", "STRAYS_MOST", "a tolerance: where a mean is cut"),
    (
        "mind/src/believe/associate.rs",
        "FITS_NATS",
        "a gate that saves time: what fits better is not asked further",
    ),
    ("mind/src/expect/contingency/mod.rs", "AT_LEAST_S", "a tolerance: keeps the rate of a newborn finite"),
    ("mind/src/expect/contingency/pair.rs", "LAW", "a place in a list"),
    ("mind/src/expect/contingency/pair.rs", "LEAST_WEIGHT", "a tolerance: keeps logarithms finite"),
    ("mind/src/expect/contingency/mod.rs", "MOST_IN_VAIN", "a capacity: more of them change nothing"),
    ("mind/src/expect/contingency/mod.rs", "MOST_LOOKED", "a capacity"),
    ("mind/src/expect/contingency/pair.rs", "PRIOR", "a tolerance: keeps the deviation of one delay finite"),
    ("mind/src/perceive/noise.rs", "FOLLOWED", "a capacity"),
    ("mind/src/perceive/noise.rs", "GAIN", "for which an estimate converges fastest"),
    ("mind/src/perceive/noise.rs", "LEAST_M", "a tolerance of rounding"),
    ("mind/src/perceive/noise.rs", "MEDIAN", "a quantile of the normal distribution"),
    ("mind/src/model/explanation/mod.rs", "IMPOSSIBLE", "a mark in place of a number"),
    ("mind/src/expect/explain.rs", "RISES_NATS", "a tolerance of rounding"),
    ("mind/src/model/beliefs.rs", "MOST_RIVALS", "a capacity"),
    ("mind/src/believe/unsensed.rs", "STEPS", "a capacity"),
    ("mind/src/believe/unsensed.rs", "SAME_PLACE_M", "a bound of an approximation"),
    ("mind/src/believe/unsensed.rs", "SAME_WAY_RAD", "a bound of an approximation"),
    ("mind/src/model/explanation/mod.rs", "EXPLANATIONS", "a capacity"),
    ("mind/src/model/explanation/config.rs", "FARTHEST_M", "larger than any ground"),
    ("mind/src/model/explanation/config.rs", "SHORTEST_TICK_S", "a tolerance: keeps a logarithm finite"),
    ("mind/src/model/explanation/config.rs", "URGE_AT_SURPRISE", "defines the unit of an urge"),
    ("mind/src/model/motion.rs", "LONGEST_S", "the range of f32"),
    ("mind/src/model/score.rs", "WAITING", "a capacity"),
    ("mind/src/report.rs", "LEAST", "what a report leaves out"),
    ("mind/src/perceive/step.rs", "FARTHEST", "a limit against hostile senses"),
    ("mind/src/perceive/step.rs", "LARGEST", "a limit against hostile senses"),
    ("mind/src/perceive/step.rs", "LONGEST_TICK_S", "a limit against hostile senses"),
    ("mind/src/perceive/step.rs", "LATEST_S", "a limit against hostile senses"),
    ("mind/src/remember/config.rs", "MOST_BEFORE", "a limit against hostile files"),
    ("mind/src/why/mod.rs", "NOTICEABLE", "what a person is told, not what a creature does"),
    ("mind/src/why/mod.rs", "HALF_M", "what a person is told, not what a creature does"),
    ("memory/src/habit.rs", "HOURS", "the shape of what is counted"),
    ("memory/src/habit.rs", "SPANS", "the shape of what is counted"),
    ("memory/src/habit.rs", "LONG", "a place in a list"),
    ("memory/src/habit.rs", "SINCE", "a place in a list"),
    ("memory/src/habit.rs", "WAYS", "the shape of what is counted"),
    ("memory/src/habit.rs", "SLIPS", "a place in a list"),
    ("memory/src/habit.rs", "COUNTED", "the shape of what is counted"),
    ("memory/src/habit.rs", "ALL_OF_IT", "a place in a list"),
    ("memory/src/habit.rs", "HALF_LIVES", "the shape of what is counted"),
    ("memory/src/habit.rs", "STAYS", "the shape of what is counted"),
    ("memory/src/house.rs", "MOST_PLACES", "a limit against hostile files"),
    ("memory/src/house.rs", "LARGEST", "a limit against hostile files"),
    ("memory/src/memory/change.rs", "MOST_ODD", "a capacity"),
    ("memory/src/memory/config.rs", "KIND_PRIORS", "the shape of a setting"),
    ("memory/src/memory/config.rs", "HOUR", "a unit"),
    ("memory/src/memory/experts.rs", "VIEWS", "the shape of what is counted"),
    ("memory/src/memory/experts.rs", "KNOWS_STAYS", "a place in a list"),
    ("memory/src/memory/experts.rs", "MOST_MISSES", "a capacity"),
    ("memory/src/memory/history.rs", "CALENDARS", "the shape of what is counted"),
    ("memory/src/memory/history.rs", "WEEK_DAYS", "the calendar"),
    ("memory/src/memory/history.rs", "TURNS", "the shape of what is counted"),
    ("memory/src/memory/history.rs", "NEXT", "a place in a list"),
    ("memory/src/memory/history.rs", "SAME_STRETCH", "a place in a list"),
    ("memory/src/memory/history.rs", "LIKE_TODAY", "a place in a list"),
    ("memory/src/memory/history.rs", "HISTORIES", "the shape of what is counted"),
    ("memory/src/memory/history.rs", "MOST_COUNTED", "a capacity"),
    ("memory/src/memory/history.rs", "MOST_DAYS", "a capacity: days that are asked"),
    ("memory/src/memory/holding.rs", "MOST_HOLDERS", "a capacity"),
    ("memory/src/memory/holding.rs", "DEEPEST", "a capacity"),
    ("memory/src/memory/holding.rs", "LEAST", "a tolerance: chances this small are as good as none"),
    ("memory/src/memory/order.rs", "FARTHEST_LOOKS", "a limit against hostile questions"),
    ("memory/src/memory/rhythm.rs", "ROUNDS", "rounds of a solver"),
    ("memory/src/memory/rhythm.rs", "SUREST", "a tolerance: keeps a logarithm finite"),
    ("memory/src/memory/rhythm.rs", "DAY_HOURS", "the calendar"),
    ("memory/src/memory/told.rs", "MOST_REPORTS", "a capacity"),
    ("memory/src/memory/told.rs", "MOST_SOURCES", "a capacity"),
    ("memory/src/memory/weigh.rs", "LEAST", "a tolerance: no expert is refuted for good"),
    ("memory/src/rooms.rs", "NONE", "a mark in place of a number"),
    ("memory/src/rooms.rs", "STRAIGHT", "geometry"),
    ("memory/src/rooms.rs", "DIAGONAL", "geometry"),
    ("memory/src/search.rs", "MOST_EXACT_PLACES", "a capacity: more are searched by a beam"),
    ("memory/src/search.rs", "MOST_SEARCH_PLACES", "a capacity"),
    ("memory/src/search.rs", "BEAM", "a capacity"),
    ("memory/src/search.rs", "ROUNDS", "rounds of a solver"),
    ("motor/src/watch/approach.rs", "FAR_M", "a mark in place of a number"),
    ("motor/src/watch/correspond.rs", "MOST_LATE", "a capacity: delays that are tried"),
    ("motor/src/watch/correspond.rs", "LITTLE", "a tolerance: regularises a correlation"),
    ("motor/src/watch/learn.rs", "ROUNDS", "rounds of a solver"),
    ("motor/src/watch/learn.rs", "STEP", "the step of a solver"),
    ("motor/src/watch/learn.rs", "MOST_RAD", "the step of a solver"),
    ("motor/src/watch/matching.rs", "ROUNDS", "rounds of a solver"),
    ("motor/src/watch/mod.rs", "MOST_RIVALS", "a capacity"),
    ("motor/src/watch/mod.rs", "MOST_TOUCHES", "a capacity"),
    ("motor/src/watch/mod.rs", "MOST_APPROACHED", "a capacity"),
    ("motor/src/watch/own.rs", "NONE", "a mark in place of a number"),
    ("motor/src/watch/stream.rs", "REACH", "a tolerance: where a kernel is cut"),
    ("motor/src/watch/stream.rs", "TELLING_S", "a tolerance: regularises a regression"),
    ("motor/src/watch/view.rs", "LANES", "the size of data"),
    ("motor/src/watch/view.rs", "WHOLE", "the size of data"),
    ("motor/src/watch/view.rs", "SPEED_S", "part of what a distance between poses means"),
    ("motor/src/watch/view.rs", "NOSE", "part of what a distance between poses means"),
    ("motor/src/watch/watcher.rs", "LOOKS", "a capacity"),
    ("motor/src/watch/watcher.rs", "MOST_FRAMES", "a capacity"),
    ("motor/src/watch/apart.rs", "MOST_HUBS", "a capacity"),
    ("motor/src/watch/watcher.rs", "MOST_WAITING", "a capacity"),
];

/// The same for numbers within formulas: the file, the number as it is written, the reason.
const IN_FORMULAS: &[(&str, &str, &str)] = &[
    ("mind/src/act/seek/seeker.rs", "0.05", "a tolerance: keeps a quotient finite"),
    ("mind/src/act/seek/seeker.rs", "0.6", "geometry: within its own cell"),
    ("mind/src/act/seek/seeker.rs", "0.9", "the limit of the setting `stickiness`"),
    ("mind/src/act/seek/sweep.rs", "1.5", "geometry: so near, a region spans several directions"),
    ("mind/src/believe/read.rs", "0.999", "the limit of two settings together"),
    ("mind/src/feel/read.rs", "60.0", "the default of the setting `half-life`"),
    ("mind/src/model/expectation/track.rs", "8.0", "how many predictions are made within a horizon"),
    ("mind/src/model/explanation/config.rs", "1.5", "the tail of a Student distribution on the ground"),
    ("mind/src/model/motion.rs", "1.02", "a tolerance of rounding"),
    ("mind/src/model/place.rs", "9.0", "the square of three deviations"),
    ("mind/src/model/score.rs", "1.5", "a tolerance of when a moment counts as met"),
    ("mind/src/remember/search.rs", "0.01", "a tolerance: keeps the number of looks finite"),
    ("mind/src/remember/search.rs", "255.0", "the size of data"),
    ("motor/src/watch/likeness.rs", "18.0", "the variance of a second difference of three places"),
    ("motor/src/watch/likeness.rs", "6.0", "the noise in the square of a distance between two places"),
    ("motor/src/watch/matching.rs", "2.5", "a tolerance: where a kernel is cut"),
    ("motor/src/watch/watcher.rs", "0.6", "a tolerance: a kernel no narrower than the looks are apart"),
    (
        "motor/src/watch/watcher.rs",
        "2.5",
        "how much longer than the setting `learn-stance` a stance must last",
    ),
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

/// The numbers within the formulas of a line that are neither plain nor a tolerance such as `1e-6`. Ranges of settings are left out, as
/// they stand where a character file is read.
fn in_formulas(line: &str) -> Vec<String> {
    const PLAIN: [&str; 9] = ["0.0", "0.25", "0.5", "1.0", "2.0", "3.0", "4.0", "100.0", "1000.0"];
    let code = line.trim_start();
    if code.starts_with("//") || number(line).is_some() {
        return Vec::new();
    }
    // Every other part is text; the end of a range belongs to its beginning.
    let code = code.split('"').step_by(2).collect::<Vec<_>>().join("\"");
    let code = code.split("//").next().unwrap_or_default().replace("..=", "..");
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '.' || letter == '_';
    code.split(|letter: char| !is_part(letter))
        // Of a range, its ends are limits.
        .filter(|word| word.starts_with(|letter: char| letter.is_ascii_digit()) && !word.contains(".."))
        .map(|word| word.split("_f").next().unwrap_or(word).trim_end_matches("f32").trim_end_matches("f64"))
        .filter(|word| word.contains('.') && !word.contains('e') && !PLAIN.contains(word))
        .filter(|word| word.parse::<f64>().is_ok())
        .map(str::to_owned)
        .collect()
}

/// The code of a source file that is neither a test nor a list of defaults.
fn code_of(text: &str) -> Vec<&str> {
    let code = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let (mut kept, mut closes) = (Vec::new(), None);
    for line in code.lines() {
        let indent = line.len() - line.trim_start().len();
        match closes {
            None if line.contains("impl Default for") || line.contains("const fn default") => {
                closes = Some(indent);
            }
            None => kept.push(line),
            Some(at) if indent == at && line.trim_start().starts_with('}') => closes = None,
            Some(_) => {}
        }
    }
    kept
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

/// The sources in which a number decides what a creature does, by their names below the folder of all crates.
fn deciding() -> Vec<(String, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the crates' folder");
    let mut files = Vec::new();
    for folder in ["mind/src", "memory/src", "motor/src/watch"] {
        sources(&crates.join(folder), &mut files);
    }
    let named = files.into_iter().map(|file| {
        let name = file.strip_prefix(&crates).expect("below the crates").to_str().expect("a plain name");
        (name.replace('\\', "/"), fs::read_to_string(&file).expect("a source file can be read"))
    });
    named.collect()
}

#[test]
fn a_constant_number_is_a_setting_or_has_a_reason() {
    let mut found = BTreeSet::new();
    for (name, text) in deciding() {
        let code = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
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
fn a_number_within_a_formula_is_plain_or_has_a_reason() {
    let mut new = BTreeSet::new();
    for (name, text) in deciding() {
        // Coefficients of series that are derived in comments.
        if name.ends_with("expectation/kalman.rs") {
            continue;
        }
        let reads = |line: &&str| {
            line.contains(".number(") || line.contains("number(\"") || line.contains(".number_argument(")
        };
        for line in code_of(&text).into_iter().filter(|line| !reads(line)) {
            let known =
                |number: &str| IN_FORMULAS.iter().any(|(file, known, _)| *file == name && *known == number);
            new.extend(
                in_formulas(line)
                    .into_iter()
                    .filter(|number| !known(number))
                    .map(|number| (name.clone(), number, line.trim().to_owned())),
            );
        }
    }
    assert!(
        new.is_empty(),
        "make these numbers fields of the stage's settings, with a documented default, or say in this test why they are no \
         settings: {new:#?}"
    );
}

#[test]
fn numbers_within_formulas_are_found() {
    assert_eq!(in_formulas("let within_m = config.touch_m * 1.5;"), ["1.5"]);
    assert_eq!(in_formulas("a(0.6_f32, 7.5f32, 2.0 * b) // 8.5"), ["0.6", "7.5"]);
    for line in [
        "x.max(1e-6) * 0.5",
        "// 1.5",
        "say(\"write 0.3\")",
        "const A: f32 = 1.5;",
        "a.0.1 + b[3]",
        "0.1..=0.9",
    ] {
        assert_eq!(in_formulas(line), Vec::<String>::new(), "{line}");
    }
    let text =
        "let a = 1.5;\nimpl Default for A {\n    b: 2.5,\n}\nlet c = 3.5;\n#[cfg(test)]\nmod tests {\n4.5";
    assert_eq!(code_of(text), ["let a = 1.5;", "let c = 3.5;"]);
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
