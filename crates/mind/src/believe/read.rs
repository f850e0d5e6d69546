//! The beliefs of a character file: `beliefs`, `selector` and `other` nodes, and selectors wherever they stand.

use super::select::{DataRange, From, Prefer, Whom};
use super::{Assignment, Config, MapConfig, Selector, SelectorId};
use crate::expect::{FeatureConfig, Violated, find_feature};
use crate::perceive::kinds::space::effector;
use crate::perceive::{PerceptId, PerceptTree};
use piaget_occupancy::{AsPrinted, Journeys, Shape, Spread};
use piaget_terms::Effector;
use piaget_text::{Fields, nearest};

/// The top nodes that this stage reads.
pub const NODES: &[&str] = &["beliefs", "selector", "other"];

const SECONDS: std::ops::RangeInclusive<f32> = 0.0..=1e7;
const METRES: std::ops::RangeInclusive<f32> = 0.0..=1e6;

/// Reads the nodes of this stage.
pub fn read(nodes: Vec<Fields<'_>>, percepts: &PerceptTree, features: &[FeatureConfig]) -> Config {
    let mut config = Config::default();
    for mut node in nodes {
        match node.node_name() {
            "beliefs" => read_beliefs(&mut node, &mut config),
            "selector" => {
                let name = node.name_argument(0, "a name and the percepts that must match");
                let mut selector = read_conditions(&mut node, 1, percepts);
                selector.violated = read_violated(&mut node, features);
                selector.name = name.unwrap_or_default();
                if config.selectors.iter().any(|known| known.name == selector.name) {
                    let message = format!("there are two selectors \"{}\"", selector.name);
                    node.problem_at(node.span_of_argument(0), message, "give one of them another name");
                }
                config.selectors.push(selector);
            }
            _ => {
                if config.other.is_some() {
                    node.problem("`other` stands here twice", "keep one of them");
                }
                config.other = Some(read_conditions(&mut node, 0, percepts));
            }
        }
    }
    config
}

fn read_beliefs(node: &mut Fields<'_>, config: &mut Config) {
    let set = |to: &mut f32, value: Option<f32>| *to = value.unwrap_or(*to);
    set(&mut config.persist_s, node.number("persist", SECONDS));
    set(&mut config.give_up_s, node.number("give-up", SECONDS));
    set(&mut config.absent_s, node.number("absent", SECONDS));
    set(&mut config.carried_m, node.number("carried", METRES));
    set(&mut config.half_life_s, node.number("half-life", 1e-3..=1e7));
    set(&mut config.history_every_s, node.number("history-every", SECONDS));
    set(&mut config.smooth_velocity_s, node.number("smooth-velocity", SECONDS));
    set(&mut config.whole_share, node.number("whole", 0.0..=1.0));
    set(&mut config.trust_part_s, node.number("trust-part", SECONDS));
    config.most = node.whole("most", 1..=4096).map_or(config.most, |most| most as u32);
    config.history_moments = node.whole("history", 1..=100_000).map_or(config.history_moments, |n| n as u32);
    if let Some(mut merge) = node.child("merge") {
        set(&mut config.merge_within_m, merge.number("within", METRES));
        set(&mut config.hear_within_m, merge.number("hear-within", METRES));
    }
    if let Some(mut same) = node.child("match") {
        let set_flag = |to: &mut bool, value: Option<bool>| *to = value.unwrap_or(*to);
        set_flag(&mut config.same.kind, same.flag("kind"));
        set_flag(&mut config.same.colour, same.flag("colour"));
        set_flag(&mut config.same.shape, same.flag("shape"));
        set_flag(&mut config.same.id, same.flag("id"));
        set(&mut config.whereabouts.coast_s, same.number("coast", SECONDS));
        set(&mut config.whereabouts.speed_m_per_s, same.number("speed", METRES));
        set(&mut config.whereabouts.slack_m, same.number("slack", 1e-4..=1e6));
        set(&mut config.whereabouts.threshold, same.number("threshold", METRES));
        let ways = [("optimal", Assignment::Optimal), ("greedy", Assignment::Greedy)];
        config.assignment = same.choice("assignment", &ways).unwrap_or(config.assignment);
    }
    config.map = node.child("map").map(|mut map| read_map(&mut map));
}

/// `map cell=0.5 spread="calibrated" { habits speed=1.2 }`: where things may be that are out of view.
fn read_map(node: &mut Fields<'_>) -> MapConfig {
    let set = |to: &mut f32, value: Option<f32>| *to = value.unwrap_or(*to);
    let mut config = MapConfig::default();
    let shapes = [("hexagons", Shape::Hexagons), ("squares", Shape::Squares)];
    config.shape = node.choice("shape", &shapes).unwrap_or(config.shape);
    set(&mut config.cell_m, node.number("cell", 0.02..=100.0));
    set(&mut config.margin_m, node.number("margin", METRES));
    set(&mut config.look_height_m, node.number("look-height", METRES));
    config.whole_cell = node.flag("whole-cell").unwrap_or(config.whole_cell);
    set(&mut config.touch_m, node.number("touch", METRES));
    set(&mut config.match_likelihood, node.number("match-likelihood", 0.0..=1.0));
    let settings = &mut config.settings;
    set(&mut settings.expected_ratio, node.number("expected", 0.0..=1.0));
    let lambda = node.number("lambda", 0.0..=1.0);
    let kept = node.number("velocity-kept", 0.0..=1.0);
    let printed = AsPrinted::default();
    let printed = AsPrinted {
        lambda: lambda.unwrap_or(printed.lambda),
        velocity_kept: kept.unwrap_or(printed.velocity_kept),
        ..printed
    };
    // Whether a printed way is driven by velocity; none for the calibrated one.
    let spreads = [("calibrated", None), ("isotropic", Some(false)), ("velocity", Some(true))];
    match node.choice("spread", &spreads).flatten() {
        Some(velocity_driven) => {
            settings.spread = Spread::AsPrinted(AsPrinted { velocity_driven, ..printed })
        }
        None if lambda.is_some() || kept.is_some() => node.problem(
            "`lambda` and `velocity-kept` belong to the printed ways of spreading",
            "leave them out, or write spread=\"isotropic\" or spread=\"velocity\"",
        ),
        None => {}
    }
    if let Some(mut journeys) = node.child("journeys") {
        let mut to = Journeys::default();
        to.goals = journeys.whole("goals", 1..=256).map_or(to.goals, |goals| goals as u32);
        set(&mut to.share, journeys.number("share", 0.0..=1.0));
        set(&mut to.keen_per_m, journeys.number("keen", 0.0..=100.0));
        set(&mut to.lasts_s, journeys.number("lasts", 0.01..=1e6));
        match &mut settings.spread {
            Spread::Calibrated(calibrated) => calibrated.journeys = Some(to),
            Spread::AsPrinted(_) => journeys.problem(
                "the printed ways of spreading know no journeys",
                "leave `journeys` out, or write spread=\"calibrated\"",
            ),
        }
    }
    if let Some(mut habits) = node.child("habits") {
        let to = &mut settings.habits;
        set(&mut to.speed_mps, habits.number("speed", 0.0..=100.0));
        set(&mut to.course_s, habits.number("course", 0.01..=1e6));
        set(&mut to.rest_s, habits.number("rest", 0.01..=1e6));
        set(&mut to.moving, habits.number("moving", 0.0..=1.0));
        set(&mut to.worth_s, habits.number("worth", 0.0..=1e6));
        set(&mut to.still_mps, habits.number("still", 0.0..=100.0));
        set(&mut to.noise_m, habits.number("noise", 0.0..=100.0));
    }
    config
}

/// A selector as it is written where it is used: `select "food" nearest=#true within=5`, or `select by="snack"`
/// for one that the file names elsewhere. Mistakes are noted; what is left of the selector still works.
pub fn read_selector(node: &mut Fields<'_>, percepts: &PerceptTree, named: &[Selector]) -> Selector {
    let Some(name) = node.word("by") else { return read_conditions(node, 0, percepts) };
    let found = find_selector(node, node.span_of("by"), name, named);
    found.map_or(Selector::default(), |id| named[usize::from(id.0)].clone())
}

/// The selector of a name, or a note at the given bytes about the one that does not exist.
pub fn find_selector(
    node: &Fields<'_>,
    span: std::ops::Range<usize>,
    name: &str,
    named: &[Selector],
) -> Option<SelectorId> {
    let found = named.iter().position(|selector| selector.name == *name);
    if found.is_none() {
        let hint = match nearest(name, named.iter().map(|selector| selector.name.as_str())) {
            Some(known) => format!("did you mean \"{known}\"?"),
            None => format!("write one at the top of the file: `selector \"{name}\" \"food\" nearest=#true`"),
        };
        node.problem_at(span, format!("there is no selector \"{name}\""), hint);
    }
    found.map(|index| SelectorId(index as u16))
}

fn read_conditions(node: &mut Fields<'_>, first: usize, percepts: &PerceptTree) -> Selector {
    let mut selector = Selector { all: read_percepts(node, first, percepts), ..Selector::default() };
    let whom =
        [("things", Whom::Things), ("self", Whom::Viewer), ("other", Whom::Other), ("wanted", Whom::Wanted)];
    selector.whom = node.choice("who", &whom).unwrap_or_default();
    for mut any in node.children("any") {
        selector.any.extend(read_percepts(&mut any, 0, percepts));
    }
    for mut not in node.children("not") {
        selector.not.extend(read_percepts(&mut not, 0, percepts));
    }
    for mut data in node.children("data") {
        let percept = read_percepts(&mut data, 0, percepts).first().copied();
        let above = data.number("above", f32::MIN..=f32::MAX).unwrap_or(f32::NEG_INFINITY);
        let below = data.number("below", f32::MIN..=f32::MAX).unwrap_or(f32::INFINITY);
        selector.data.extend(percept.map(|percept| DataRange { percept, above, below }));
    }
    let set = |to: &mut f32, value: Option<f32>| *to = value.unwrap_or(*to);
    set(&mut selector.at_least, node.number("at-least", 1e-6..=1.0));
    set(&mut selector.within_m, node.number("within", METRES));
    set(&mut selector.beyond_m, node.number("beyond", METRES));
    set(&mut selector.faster_m_per_s, node.number("faster", METRES));
    set(&mut selector.slower_m_per_s, node.number("slower", METRES));
    set(&mut selector.sensed_within_s, node.number("sensed", SECONDS));
    set(&mut selector.ago_s, node.number("ago", SECONDS));
    for (least, key) in [
        (selector.beyond_m > selector.within_m, "beyond"),
        (selector.faster_m_per_s > selector.slower_m_per_s, "faster"),
    ] {
        if least {
            let message = format!("`{key}` leaves nothing to choose from");
            node.problem_at(
                node.span_of(key),
                message,
                "the least is greater than the greatest: exchange the two",
            );
        }
    }
    selector.from = read_from(node);
    selector.prefer = read_preference(node);
    for percept in selector.all.iter().filter(|percept| selector.not.contains(percept)) {
        let message = format!("\"{}\" must match and must not match", percepts.name(*percept));
        node.problem(message, "this selector could never choose anything: leave one of the two out");
    }
    selector
}

/// `violated "surprise" feature="position" within=2` in a selector's braces: things that did not behave as expected.
fn read_violated(node: &mut Fields<'_>, features: &[FeatureConfig]) -> Option<Violated> {
    let mut violated = node.child("violated")?;
    let mut kinds = [false; 3];
    const WORDS: [&str; 3] = ["confusion", "surprise", "disbelief"];
    for index in 0..violated.arguments() {
        let Some(word) = violated.word_argument(index, "a kind of violation") else { continue };
        match WORDS.iter().position(|known| *known == word) {
            Some(kind) => kinds[kind] = true,
            None => {
                let hint = match nearest(word, WORDS) {
                    Some(known) => format!("did you mean \"{known}\"?"),
                    None => "write \"confusion\", \"surprise\" or \"disbelief\"".to_owned(),
                };
                let message = format!("there is no violation \"{word}\"");
                violated.problem_at(violated.span_of_argument(index), message, hint);
            }
        }
    }
    if kinds == [false; 3] {
        kinds = [true; 3];
    }
    let feature = violated.word("feature");
    let feature =
        feature.and_then(|word| find_feature(&violated, violated.span_of("feature"), word, features));
    let within_s = violated.number("within", SECONDS).unwrap_or(VIOLATED_WITHIN_S);
    Some(Violated { kinds, feature, within_s })
}

/// For how long a violation is remembered by a selector that does not say.
const VIOLATED_WITHIN_S: f32 = 1.0;

fn read_percepts(node: &mut Fields<'_>, first: usize, percepts: &PerceptTree) -> Vec<PerceptId> {
    let mut found = Vec::new();
    for index in first..node.arguments() {
        if let Some(word) = node.word_argument(index, "a percept") {
            found.extend(find_percept(node, node.span_of_argument(index), word, percepts));
        }
    }
    found
}

/// The percept of a name, or a note at the given bytes about the one that does not exist.
pub fn find_percept(
    node: &Fields<'_>,
    span: std::ops::Range<usize>,
    word: &str,
    percepts: &PerceptTree,
) -> Option<PerceptId> {
    let found = percepts.find(word);
    if found.is_none() {
        let hint = match nearest(word, percepts.nodes().iter().map(|node| node.name.as_str())) {
            Some(known) => format!("did you mean \"{known}\"?"),
            None => format!("write one in `percepts`, such as `kind \"{word}\"`"),
        };
        node.problem_at(span, format!("there is no percept \"{word}\""), hint);
    }
    found
}

fn read_from(node: &mut Fields<'_>) -> From {
    let Some(word) = node.word("from") else { return From::Viewer };
    let (others, part) = match word.strip_prefix("other.") {
        Some(part) => (true, part),
        None => (false, word),
    };
    match (word, effector(part)) {
        ("self", _) => From::Viewer,
        ("other", _) => From::Other,
        (_, Some(part)) if others => From::OtherPart(part),
        (_, Some(part)) => From::Part(part),
        _ => {
            let known = Effector::ALL.map(Effector::word);
            let hint = match nearest(part, known.into_iter().chain(["self", "other"])) {
                Some(known) => format!("did you mean \"{known}\"?"),
                None => "write \"self\", \"other\", a part such as \"left-hand\", or \"other.left-hand\""
                    .to_owned(),
            };
            node.problem_at(
                node.span_of("from"),
                format!("distances cannot be measured from \"{word}\""),
                hint,
            );
            From::Viewer
        }
    }
}

fn read_preference(node: &mut Fields<'_>) -> Prefer {
    let all = [
        ("nearest", Prefer::Nearest),
        ("farthest", Prefer::Farthest),
        ("surest", Prefer::Surest),
        ("latest", Prefer::Latest),
        ("fastest", Prefer::Fastest),
    ];
    let mut chosen: Option<(&str, Prefer)> = None;
    for (key, prefer) in all {
        if node.flag(key) == Some(true) {
            if let Some((other, _)) = chosen {
                let message = format!("`{other}` and `{key}` cannot both decide");
                node.problem_at(node.span_of(key), message, "keep the one that matters");
            }
            chosen = Some((key, prefer));
        }
    }
    chosen.map_or(Prefer::First, |(_, prefer)| prefer)
}
