//! The `expect` section of a character file, with the restrictions of Kline 3.2.1: each has its own sentence.

use super::config::{Config, MAX_FEATURES, StrangerConfig};
use super::contingency::ContingencyConfig;
use crate::model::expectation::{
    DiscreteConfig, FeatureConfig, FeatureOf, KalmanConfig, Predictor, RepeatConfig, Rule, ViolatedFeature,
};
use piaget_terms::maths;
use piaget_text::{Fields, nearest};
use std::ops::RangeInclusive;

/// The top nodes that this stage reads.
pub const NODES: &[&str] = &["expect"];

const SECONDS: RangeInclusive<f32> = 0.0..=1e6;
const RATE: RangeInclusive<f32> = 0.0..=1e3;
const SHARE: RangeInclusive<f32> = 0.0..=1.0;

/// Reads the nodes of this stage. A later section changes what an earlier one said, so that a character may include
/// another and differ from it.
pub fn read(sections: Vec<Fields<'_>>) -> Config {
    let mut config = Config::default();
    for mut section in sections {
        read_section(&mut section, &mut config);
    }
    config
}

fn read_section(node: &mut Fields<'_>, config: &mut Config) {
    read_likelihood(node, config);
    set(&mut config.look_ahead_s, node.number("look-ahead", 0.0..=100.0));
    set(&mut config.look_ahead_step_s, node.number("look-ahead-step", 0.01..=10.0));
    set(&mut config.touching_m, node.number("touching", 0.0..=100.0));
    set(&mut config.visible.share, node.number("should-see", SHARE));
    set(&mut config.visible.overlooked, node.number("overlooked", SHARE));
    if let Some(mut confidences) = node.child("confidence") {
        read_confidences(&mut confidences, config);
    }
    if let Some(mut rates) = node.child("rates") {
        read_rates(&mut rates, config);
    }
    if let Some(mut ratio) = node.child("ratio") {
        read_ratio(&mut ratio, config);
    }
    if let Some(mut habits) = node.child("habits") {
        set(&mut config.habituation.oddities, habits.number("oddities", 1e-3..=1e6));
        set(&mut config.habituation.kind_counts, habits.number("kind-counts", 0.0..=1.0));
        set(&mut config.habituation.forgets_half_in_s, habits.number("half-life", 1e-3..=1e7));
    }
    if let Some(mut doubt) = node.child("doubt") {
        set(&mut config.doubt.confusion_s, doubt.number("confusion", SECONDS));
        set(&mut config.doubt.surprise_s, doubt.number("surprise", SECONDS));
        set(&mut config.doubt.disbelief_s, doubt.number("disbelief", SECONDS));
    }
    for mut feature in node.children("feature") {
        read_feature(&mut feature, config);
    }
    if let Some(mut stranger) = node.child("stranger") {
        config.stranger = Some(read_stranger(&mut stranger));
    }
    if let Some(mut node) = node.child("contingencies") {
        read_contingencies(&mut node, config.contingencies.get_or_insert_default());
    }
}

/// `contingencies within=10 broken-law=0.00001`
fn read_contingencies(node: &mut Fields<'_>, to: &mut ContingencyConfig) {
    /// What is sure is not learnt, and what cannot be neither.
    const PRIOR: RangeInclusive<f32> = 1e-9..=0.5;
    set(&mut to.within_s, node.number("within", 0.1..=600.0));
    set(&mut to.broken_law, node.number("broken-law", PRIOR));
    set(&mut to.law, node.number("law", PRIOR));
    set(&mut to.habit, node.number("habit", PRIOR));
    set(&mut to.varies_s, node.number("varies", 0.01..=100.0));
    set(&mut to.least_varies_s, node.number("least-varies", 0.001..=100.0));
    set(&mut to.deviations, node.number("deviations", 1.0..=20.0));
    set(&mut to.shown_from, node.number("shown-from", SHARE));
    set(&mut to.same_s, node.number("same", 0.0..=100.0));
    let count = |value: Option<i64>, to: &mut u32| *to = value.map_or(*to, |value| value as u32);
    count(node.whole("events", 2..=200), &mut to.most_events);
    count(node.whole("pairs", 1..=1000), &mut to.most_pairs);
}

/// The least likelihood, or the most standard deviations: two ways to say one thing.
fn read_likelihood(node: &mut Fields<'_>, config: &mut Config) {
    let likelihood = node.number("min-likelihood", SHARE);
    let deviations = node.number("max-deviations", 0.0..=12.0);
    if likelihood.is_some() && deviations.is_some() {
        let hint = "keep the one that you prefer to think in";
        node.problem("`min-likelihood` and `max-deviations` both say what is odd", hint);
    }
    let as_likelihood = deviations.map(|deviations| maths::exp(-0.5 * deviations * deviations));
    set(&mut config.violation.minimum_allowed_likelihood, likelihood.or(as_likelihood));
}

/// `confidence initial=0.2 low=0.1 medium=0.4 high=0.6 very-high=0.9`
fn read_confidences(node: &mut Fields<'_>, config: &mut Config) {
    const ANY: RangeInclusive<f32> = -1e3..=1e3;
    set(&mut config.confidence.initial, node.number("initial", SHARE));
    let to = &mut config.violation;
    set(&mut to.low_confidence, node.number("low", ANY));
    set(&mut to.medium_confidence, node.number("medium", ANY));
    set(&mut to.high_confidence, node.number("high", ANY));
    set(&mut to.very_high_confidence, node.number("very-high", ANY));
    let (low, medium) = (to.low_confidence, to.medium_confidence);
    let (high, very_high) = (to.high_confidence, to.very_high_confidence);
    if low <= 0.0 {
        node.problem_at(
            node.span_of("low"),
            format!("low confidence ({low}) is not above 0"),
            "raise `low`: without any confidence nothing confuses",
        );
    }
    if low > medium {
        node.problem_at(
            node.span_of("medium"),
            format!("medium confidence ({medium}) is below low confidence ({low})"),
            "whoever is surprised is confused too: raise `medium` or lower `low`",
        );
    }
    if medium > high {
        node.problem_at(
            node.span_of("high"),
            format!("high confidence ({high}) is below medium confidence ({medium})"),
            "a missing thing takes more to surprise than an odd one: raise `high` or lower `medium`",
        );
    }
    if high > very_high {
        node.problem_at(
            node.span_of("very-high"),
            format!("very high confidence ({very_high}) is below high confidence ({high})"),
            "disbelief takes the most confidence: raise `very-high` or lower `high`",
        );
    }
    if very_high > 1.0 {
        node.problem_at(
            node.span_of("very-high"),
            format!("very high confidence ({very_high}) is above 1"),
            "confidence ends at 1: lower `very-high`",
        );
    }
}

/// `rates min-growth=0.05 max-growth=0.5 min-decay=0.02 max-decay=1`
fn read_rates(node: &mut Fields<'_>, config: &mut Config) {
    let to = &mut config.confidence;
    set(&mut to.min_growth_per_s, node.number("min-growth", RATE));
    set(&mut to.max_growth_per_s, node.number("max-growth", RATE));
    set(&mut to.min_decay_per_s, node.number("min-decay", RATE));
    set(&mut to.max_decay_per_s, node.number("max-decay", RATE));
    set(&mut to.unseen_decay_per_s, node.number("unseen-decay", RATE));
    to.weigh_by_likelihood = node.flag("weigh-by-likelihood").unwrap_or(to.weigh_by_likelihood);
    let pairs = [
        ("growth", "min-growth", "max-growth", to.min_growth_per_s, to.max_growth_per_s),
        ("decay", "min-decay", "max-decay", to.min_decay_per_s, to.max_decay_per_s),
    ];
    for (what, least_key, most_key, least, most) in pairs {
        if least <= 0.0 {
            node.problem_at(
                node.span_of(least_key),
                format!("the least {what} ({least}) is not above 0"),
                format!("raise `{least_key}`, if only a little"),
            );
        }
        if least >= most {
            node.problem_at(
                node.span_of(most_key),
                format!("the greatest {what} ({most}) is not above the least ({least})"),
                format!("raise `{most_key}` or lower `{least_key}`"),
            );
        }
    }
}

/// `ratio confusion=10 surprise=1000 disbelief=100000`: Kline 4.1.1, item 1.
fn read_ratio(node: &mut Fields<'_>, config: &mut Config) {
    const RATIO: RangeInclusive<f32> = 1e-3..=1e30;
    let mut one = |key: &'static str| {
        let value = node.number(key, RATIO);
        node.need(value, key, "say from which confidence over likelihood on it comes")
    };
    let (confusion, surprise, disbelief) = (one("confusion"), one("surprise"), one("disbelief"));
    if let (Some(confusion), Some(surprise), Some(disbelief)) = (confusion, surprise, disbelief) {
        if !(confusion <= surprise && surprise <= disbelief) {
            node.problem(
                "the ratios do not rise from confusion over surprise to disbelief",
                "order them: disbelief takes the most",
            );
        }
        config.violation.rule = Rule::Ratio { confusion, surprise, disbelief };
    }
}

/// `feature "position" predictor="kalman" noise=0.05 { repeats longest=6.4 }`
fn read_feature(node: &mut Fields<'_>, config: &mut Config) {
    let Some(name) = node.name_argument(0, "a feature: position, kind, colour, shape, or a path") else {
        return;
    };
    let of = FeatureOf::named(name);
    let is_word = matches!(of, FeatureOf::Kind | FeatureOf::Colour | FeatureOf::Shape);
    let kinds = [("hold", 0), ("kalman", 1), ("discrete", 2), ("occupancy", 3)];
    let default = if of == FeatureOf::Position { 1 } else { usize::from(is_word) * 2 };
    let chosen = node.choice("predictor", &kinds).unwrap_or(default);
    let wrong = match (of, chosen) {
        (FeatureOf::Position, 2) => Some("a place has no few values to count"),
        (FeatureOf::Kind | FeatureOf::Colour | FeatureOf::Shape, 1) => Some("words do not move smoothly"),
        (of, 3) if of != FeatureOf::Position => Some("a map says where things are, and nothing else"),
        _ => None,
    };
    if let Some(why) = wrong {
        let hint = if is_word { "write predictor=\"discrete\"" } else { "write predictor=\"kalman\"" };
        node.problem_at(
            node.span_of("predictor"),
            format!("{why}: \"{name}\" needs another predictor"),
            hint,
        );
    }
    let predictor = match chosen {
        0 => Predictor::Hold,
        1 => Predictor::Kalman(read_kalman(node)),
        2 => Predictor::Discrete(read_discrete(node)),
        _ => Predictor::Occupancy(read_kalman(node)),
    };
    let feels_absence = node.flag("absence").unwrap_or(of == FeatureOf::Position);
    let extent_m = node.number("extent", 0.0..=100.0).unwrap_or(0.0);
    let repeats = node.child("repeats").map(|mut repeats| read_repeats(&mut repeats));
    if repeats.is_some() && matches!(predictor, Predictor::Hold | Predictor::Discrete(_)) {
        node.problem("only what moves smoothly is watched for repetitions", "leave `repeats` out");
    }
    let feature = FeatureConfig { name, of, predictor, repeats, feels_absence, extent_m };
    match config.features.iter().position(|known| known.name == name) {
        Some(known) => config.features[known] = feature,
        None if config.features.len() >= MAX_FEATURES => {
            node.problem(format!("there are more than {MAX_FEATURES} salient features"), "remove some");
        }
        None => config.features.push(feature),
    }
}

fn read_kalman(node: &mut Fields<'_>) -> KalmanConfig {
    let mut kalman = KalmanConfig::default();
    set(&mut kalman.measurement_m, node.number("noise", 1e-4..=1e3));
    set(&mut kalman.jerk_density, node.number("jerk", 1e-9..=1e6));
    set(&mut kalman.initial_speed_m_per_s, node.number("speed", 1e-4..=1e3));
    set(&mut kalman.initial_acceleration_m_per_s2, node.number("acceleration", 1e-4..=1e3));
    set(&mut kalman.acceleration_fades_s, node.number("acceleration-fades", 1e-2..=1e9));
    kalman
}

fn read_discrete(node: &mut Fields<'_>) -> DiscreteConfig {
    let mut discrete = DiscreteConfig::default();
    set(&mut discrete.unseen_counts_for_s, node.number("novelty", 1e-9..=1e3));
    set(&mut discrete.forgets_half_in_s, node.number("half-life", 1e-3..=1e7));
    discrete
}

/// `repeats sample=0.1 longest=6.4 ahead=0.5`: seconds.
fn read_repeats(node: &mut Fields<'_>) -> RepeatConfig {
    let mut repeats = RepeatConfig::default();
    set(&mut repeats.pattern.sample_s, node.number("sample", 0.01..=10.0));
    let longest = node.number("longest", 0.1..=1000.0);
    if let Some(longest_s) = longest {
        repeats.pattern.longest_period = ((longest_s / repeats.pattern.sample_s) as u32).clamp(2, 1024);
    }
    set(&mut repeats.pattern.forgets_half_in_s, node.number("half-life", 1e-2..=1e6));
    set(&mut repeats.pattern.tolerance, node.number("tolerance", 1e-4..=1.0));
    set(&mut repeats.horizon_s, node.number("ahead", 0.01..=60.0));
    set(&mut repeats.compared_over, node.number("compared-over", 0.125..=1e3));
    repeats
}

/// `stranger cell=0.5 speed=3 confidence=0.8 min-likelihood=0.001`
fn read_stranger(node: &mut Fields<'_>) -> StrangerConfig {
    let mut stranger = StrangerConfig::default();
    set(&mut stranger.map.cell_m, node.number("cell", 0.02..=100.0));
    set(&mut stranger.map.look_height_m, node.number("look-height", 0.0..=100.0));
    set(&mut stranger.map.settings.habits.speed_mps, node.number("speed", 0.0..=100.0));
    set(&mut stranger.confidence, node.number("confidence", SHARE));
    set(&mut stranger.min_likelihood, node.number("min-likelihood", SHARE));
    stranger
}

/// The salient feature of a name (`arrival` is one that every character has), or a note about the one that is not.
pub fn find_feature(
    node: &Fields<'_>,
    span: std::ops::Range<usize>,
    word: &str,
    features: &[FeatureConfig],
) -> Option<ViolatedFeature> {
    if word == ARRIVAL {
        return Some(ViolatedFeature::Arrival);
    }
    let found = features.iter().position(|feature| feature.name == *word);
    if found.is_none() {
        let known = features.iter().map(|feature| feature.name.as_str()).chain([ARRIVAL]);
        let hint = match nearest(word, known) {
            Some(known) => format!("did you mean \"{known}\"?"),
            None => format!("write `feature \"{word}\"` in `expect`"),
        };
        node.unresolved(span, ("feature", word), format!("\"{word}\" is not a salient feature"), hint);
    }
    found.map(|at| ViolatedFeature::Salient(at as u8))
}

const ARRIVAL: &str = "arrival";

fn set(to: &mut f32, value: Option<f32>) {
    *to = value.unwrap_or(*to);
}
