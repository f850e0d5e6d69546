//! How a character gets about: the `navigate` node of a character file.

use super::seek::{Policy, SeekConfig};
use super::{Avoid, Config};
use crate::classify::read_selector;
use crate::model::Concepts;
use piaget_terms::BodyPlan;
use piaget_text::Fields;

/// The top nodes that this stage reads.
pub const NODES: &[&str] = &["navigate", "seek"];

/// Reads the nodes of this stage.
///
/// `navigate clearance=0.1 { avoid "creature" radius=0.4 }`
pub fn read(nodes: Vec<Fields<'_>>, body: &BodyPlan, concepts: &Concepts) -> Config {
    let mut config = Config::default();
    for mut node in nodes {
        let set = |to: &mut f32, value: Option<f32>| *to = value.unwrap_or(*to);
        if node.node_name() == "seek" {
            read_seek(&mut node, &mut config.seek);
            continue;
        }
        let navigate = &mut config.navigate;
        navigate.any_angle = node.flag("any-angle").unwrap_or(navigate.any_angle);
        set(&mut navigate.goal_moves_m, node.number("goal-moves", 0.0..=1e4));
        set(&mut navigate.goal_jumps_m, node.number("goal-jumps", 0.0..=1e4));
        set(&mut navigate.clearance_m, node.number("clearance", 0.0..=1e3));
        set(&mut navigate.look_ahead_m, node.number("look-ahead", 0.0..=1e4));
        set(&mut config.raster.cell_m, node.number("cell", 0.01..=100.0));
        if let Some(mut obstacles) = node.child("obstacles") {
            let to = &mut config.obstacles;
            to.seen = obstacles.flag("seen").unwrap_or(to.seen);
            to.felt = obstacles.flag("felt").unwrap_or(to.felt);
            set(&mut to.deep_m, obstacles.number("deep", 0.0..=1e3));
            set(&mut to.felt_m, obstacles.number("felt-radius", 0.01..=1e3));
            set(&mut to.widens_m_per_s, obstacles.number("widens", 0.0..=1e3));
            set(&mut to.same_side, obstacles.number("same-side", 0.0..=1.0));
            to.looks = obstacles.whole("looks", 1..=10_000).map_or(to.looks, |count| count as u32);
            set(&mut to.moved_m, obstacles.number("moved", 0.0..=1e3));
            set(&mut to.wider, obstacles.number("wider", 1.0..=1e3));
            set(&mut to.lasts_s, obstacles.number("lasts", 0.0..=1e6));
            set(&mut to.still_m_per_s, obstacles.number("still", 0.0..=1e3));
            set(&mut to.stopped, obstacles.number("stopped", 0.0..=1.0));
        }
        if let Some(mut refuge) = node.child("refuge") {
            let to = &mut config.refuge;
            set(&mut to.turn_rad, refuge.number("turn", 0.01..=3.2));
            to.turns = refuge.whole("turns", 0..=64).map_or(to.turns, |count| count as u32);
            to.halvings = refuge.whole("halvings", 0..=8).map_or(to.halvings, |count| count as u32);
        }
        for mut avoid in node.children("avoid") {
            let radius_m = avoid.number("radius", 0.0..=1e3).unwrap_or(body.radius_m);
            let which = read_selector(&mut avoid, concepts);
            config.avoid.push(Avoid { which, radius_m });
        }
    }
    config
}

/// `seek policy="effort" district=4`
fn read_seek(node: &mut Fields<'_>, config: &mut SeekConfig) {
    let set = |to: &mut f32, value: Option<f32>| *to = value.unwrap_or(*to);
    let policies = [("likely", Policy::Likely), ("effort", Policy::Effort)];
    config.policy = node.choice("policy", &policies).unwrap_or(config.policy);
    set(&mut config.district_m, node.number("district", 0.1..=1e3));
    config.districts = node.whole("districts", 1..=10).map_or(config.districts, |count| count as u32);
    set(&mut config.plan_every_s, node.number("plan-every", 0.0..=1e3));
    set(&mut config.stickiness, node.number("stickiness", 0.0..=0.9));
    set(&mut config.sweep_m, node.number("sweep", 0.1..=1e4));
    set(&mut config.sweep_rad, node.number("sweep-angle", 0.01..=6.3));
    set(&mut config.look_s, node.number("look", 0.0..=1e3));
    set(&mut config.horizon_s, node.number("horizon", 0.1..=1e5));
    set(&mut config.within_m, node.number("within", 0.0..=1e3));
    set(&mut config.seen_in_passing, node.number("in-passing", 0.0..=1.0));
    let count = |to: &mut u32, value: Option<i64>| *to = value.map_or(*to, |value| value as u32);
    count(&mut config.sweep_directions, node.whole("sweep-directions", 4..=64));
    set(&mut config.look_every_s, node.number("look-every", 0.0..=1e3));
    set(&mut config.rest_s, node.number("rest", 0.0..=1e3));
    set(&mut config.anew_m, node.number("anew", 0.01..=1e3));
    set(&mut config.heads_for, node.number("heads-for", 0.0..=1.0));
    set(&mut config.leaves, node.number("leaves", 0.0..=1.0));
    set(&mut config.leads, node.number("leads", 0.0..=1.0));
    set(&mut config.aside, node.number("aside", 0.0..=1e3));
    set(&mut config.retry_s, node.number("retry", 0.0..=1e6));
    set(&mut config.late, node.number("late", 1.0..=1e3));
    set(&mut config.gone, node.number("gone", 0.0..=0.99));
    set(&mut config.elsewhere, node.number("elsewhere", 0.0..=0.99));
    set(&mut config.otherwise_per_s, node.number("otherwise", 0.0..=1e3));
    set(&mut config.resume, node.number("resume", 0.0..=1.0));
    set(&mut config.again_s, node.number("again", 0.1..=1e6));
}
