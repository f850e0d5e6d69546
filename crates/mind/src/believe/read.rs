//! The `beliefs` node of a character file.

use super::{Assignment, Config};
use crate::model::MapConfig;
use piaget_occupancy::{AsPrinted, Habits, Journeys, Shape, Spread};
use piaget_text::Fields;

/// The top nodes that this stage reads.
pub const NODES: &[&str] = &["beliefs"];

const SECONDS: std::ops::RangeInclusive<f32> = 0.0..=1e7;
const METRES: std::ops::RangeInclusive<f32> = 0.0..=1e6;

/// Reads the nodes of this stage.
pub fn read(nodes: Vec<Fields<'_>>) -> Config {
    let mut config = Config::default();
    for mut node in nodes {
        read_beliefs(&mut node, &mut config);
    }
    config
}

fn read_beliefs(node: &mut Fields<'_>, config: &mut Config) {
    let set = |to: &mut f32, value: Option<f32>| *to = value.unwrap_or(*to);
    set(&mut config.persist_s, node.number("persist", SECONDS));
    set(&mut config.give_up_s, node.number("give-up", SECONDS));
    set(&mut config.absent_s, node.number("absent", SECONDS));
    config.carried = node.flag("carried").unwrap_or(config.carried);
    set(&mut config.covered_s, node.number("covered", SECONDS));
    set(&mut config.covered_speed_m_per_s, node.number("covered-speed", METRES));
    set(&mut config.half_life_s, node.number("half-life", 1e-3..=1e7));
    set(&mut config.history_every_s, node.number("history-every", SECONDS));
    set(&mut config.smooth_velocity_s, node.number("smooth-velocity", SECONDS));
    set(&mut config.whole_share, node.number("whole", 0.0..=1.0));
    set(&mut config.trust_part_s, node.number("trust-part", SECONDS));
    set(&mut config.usual_size_after_s, node.number("usual-after", 1e-3..=1e7));
    set(&mut config.unnoticed, node.number("unnoticed", 1e-9..=1.0));
    set(&mut config.glimpse_s, node.number("glimpse", SECONDS));
    set(&mut config.gone_after_s, node.number("gone-after", SECONDS));
    set(&mut config.returns, node.number("returns", 1e-6..=1.0));
    set(&mut config.usual_from_nowhere, node.number("usual-from-nowhere", 0.0..=1e3));
    set(&mut config.trusted_looks, node.number("trusted-looks", 0.0..=1e7));
    set(&mut config.noticed_over, node.number("noticed-over", 1.0..=1e7));
    config.edge_arrivals =
        node.whole("edge-arrivals", 1..=1_000_000).map_or(config.edge_arrivals, |count| count as u32);
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
    if let Some(mut motion) = node.child("motion") {
        set(&mut config.motion.noise_m, motion.number("noise", 1e-4..=1e3));
        set(&mut config.motion.stirs_m_per_s, motion.number("stirs", 0.0..=10.0));
        set(&mut config.motion.course_turns, motion.number("course-turns", 0.0..=1e6));
        set(&mut config.motion.course_every_s, motion.number("course-every", 0.05..=1e3));
        set(&mut config.motion.course_speed_m_per_s, motion.number("course-speed", 1e-3..=100.0));
        set(&mut config.motion.turns_at_once_m, motion.number("turns-at-once", 1e-3..=10.0));
        set(&mut config.motion.roams_m, motion.number("roams", 0.1..=1e4));
        set(&mut config.motion.course_s, motion.number("course", 0.1..=1e4));
        set(&mut config.motion.turned_deviations, motion.number("turned", 0.5..=100.0));
        set(&mut config.motion.change_density, motion.number("change", 1e-6..=1e4));
        set(&mut config.motion.unseen_density, motion.number("change-unseen", 1e-6..=1e4));
        set(&mut config.motion.speed_m_per_s, motion.number("speed", 1e-3..=1e3));
        set(&mut config.motion.goes_on, motion.number("goes-on", 0.01..=0.98));
        set(&mut config.motion.stands, motion.number("stands", 0.001..=0.98));
        set(&mut config.undecided_nats, motion.number("undecided", 0.0..=100.0));
        set(&mut config.undecided_s, motion.number("undecided-for", SECONDS));
        if config.motion.goes_on + config.motion.stands > 0.999 {
            motion.problem("`goes-on` and `stands` leave nothing for turning", "let them sum to less than 1");
        }
    }
    // A second node adds to the first.
    config.map = node.child("map").map(|mut map| read_map(&mut map)).or(config.map.take());
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
    settings.top_speed_mps = node.number("top-speed", 0.0..=1e4).or(settings.top_speed_mps);
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
    // Those of all things first: a kind differs from them in what it says.
    let (of_kinds, of_all): (Vec<_>, Vec<_>) =
        node.children("habits").into_iter().partition(|habits| habits.arguments() > 0);
    for (index, mut habits) in of_all.into_iter().enumerate() {
        match index {
            0 => read_habits(&mut habits, &mut config.settings.habits),
            _ => {
                habits
                    .problem("`habits` stands here twice", "keep one of them, or name the kind of the other");
                habits.leave();
            }
        }
    }
    for mut habits in of_kinds {
        let mut of_kind = config.settings.habits;
        read_habits(&mut habits, &mut of_kind);
        for index in 0..habits.arguments() {
            let Some(kind) = habits.name_argument(index, "a kind") else { continue };
            if config.habits_of(kind).is_some() {
                let message = format!("there are two `habits` of \"{kind}\"");
                habits.problem_at(habits.span_of_argument(index), message, "keep one of them");
            }
            config.habits_of.push((kind, of_kind));
        }
    }
    config
}

/// `habits speed=1.2` for all things, `habits "post" "wall" moving=0` for some kinds.
fn read_habits(node: &mut Fields<'_>, to: &mut Habits) {
    let set = |to: &mut f32, value: Option<f32>| *to = value.unwrap_or(*to);
    set(&mut to.speed_mps, node.number("speed", 0.0..=100.0));
    set(&mut to.course_s, node.number("course", 0.01..=1e6));
    set(&mut to.rest_s, node.number("rest", 0.01..=1e6));
    set(&mut to.moving, node.number("moving", 0.0..=1.0));
    set(&mut to.worth_s, node.number("worth", 0.0..=1e6));
    set(&mut to.still_mps, node.number("still", 0.0..=100.0));
    set(&mut to.noise_m, node.number("noise", 0.0..=100.0));
}
