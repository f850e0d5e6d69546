//! How a character watches others: the `watch` node of a character file.

use super::{AboutConfig, Config, LessonConfig};
use piaget_motor::watch::{GestureMatching, MOST_RIVALS, WatchConfig};
use piaget_terms::BodyPlan;
use piaget_text::Fields;

/// The top nodes that this stage reads.
pub const NODES: &[&str] = &["watch"];

/// How thick a trunk is against the radius that a body keeps free, and a hand against its height: as the own body is.
const TRUNK_OF_RADIUS: f32 = 0.585;
const PART_OF_HEIGHT: f32 = 0.05;

/// Reads the nodes of this stage; a character without one does not watch.
///
/// `watch others=4 gestures=16 beam=8 novel=0.06 search="warped"`
pub fn read(nodes: Vec<Fields<'_>>, body: &BodyPlan) -> Option<Config> {
    let mut config = None;
    for mut node in nodes {
        let config = config.get_or_insert(Config {
            watch: WatchConfig::default(),
            others: 4,
            gestures: 16,
            sharpness: 3.0,
            trunk_m: body.radius_m * TRUNK_OF_RADIUS,
            part_m: body.height_m * PART_OF_HEIGHT,
            lesson: LessonConfig::default(),
            about: AboutConfig::default(),
        });
        read_node(&mut node, config);
    }
    config
}

fn read_node(node: &mut Fields<'_>, config: &mut Config) {
    let set = |to: &mut f32, value: Option<f32>| *to = value.unwrap_or(*to);
    let count = |to: &mut u32, value: Option<i64>| *to = value.map_or(*to, |value| value as u32);
    count(&mut config.others, node.whole("others", 1..=32));
    count(&mut config.gestures, node.whole("gestures", 1..=256));
    set(&mut config.sharpness, node.number("sharpness", 0.0..=100.0));
    set(&mut config.trunk_m, node.number("trunk", 0.0..=10.0));
    set(&mut config.part_m, node.number("part", 0.0..=10.0));
    if let Some(mut lesson) = node.child("lesson") {
        read_lesson(&mut lesson, &mut config.lesson);
    }
    if let Some(mut about) = node.child("about") {
        read_about(&mut about, &mut config.about);
    }
    let watch = &mut config.watch;
    watch.standing = node.name("standing").unwrap_or(watch.standing);
    let searches = [("printed", GestureMatching::AsPrinted), ("warped", GestureMatching::Warped)];
    watch.search = node.choice("search", &searches).unwrap_or(watch.search);
    count(&mut watch.beam, node.whole("beam", 1..=MOST_RIVALS as i64));
    set(&mut watch.novel_beyond, node.number("novel", 0.0..=10.0));
    set(&mut watch.novel_clear, node.number("novel-clear", 1.0..=10.0));
    set(&mut watch.passes_within, node.number("passes", 0.0..=10.0));
    set(&mut watch.apart, node.number("apart", 0.0..=1.0));
    set(&mut watch.margin, node.number("margin", 0.0..=10.0));
    set(&mut watch.margin_noise, node.number("margin-noise", 0.0..=100.0));
    set(&mut watch.beats, node.number("beats", 0.0..=1.0));
    set(&mut watch.clear_noise, node.number("clear-noise", 0.0..=100.0));
    set(&mut watch.novel_away, node.number("novel-away", 0.0..=10.0));
    set(&mut watch.novel_noise, node.number("novel-noise", 0.0..=100.0));
    count(&mut watch.least_parts, node.whole("parts", 1..=11));
    set(&mut watch.doubt, node.number("doubt", 1e-4..=10.0));
    set(&mut watch.gap_s, node.number("gap", 0.0..=60.0));
    set(&mut watch.longest_s, node.number("longest", 0.5..=8.0));
    set(&mut watch.touch_m, node.number("touch", 0.0..=10.0));
    set(&mut watch.clearly, node.number("clearly", 1.0..=100.0));
    set(&mut watch.learn_stance_s, node.number("learn-stance", 0.0..=60.0));
    set(&mut watch.return_apart_s, node.number("return-apart", 0.0..=60.0));
    count(&mut watch.first_looks, node.whole("first-looks", 0..=512));
    // Less than half, so that frames are left in the middle.
    set(&mut watch.entry_share, node.number("entry", 0.0..=0.4));
    if let Some(mut stance) = node.child("stance") {
        set(&mut watch.still_part_per_s, stance.number("still-part", 0.0..=100.0));
        set(&mut watch.cut.settled, stance.number("settled", 1.0..=100.0));
        set(&mut watch.cut.floor_s, stance.number("floor", 1e-3..=60.0));
        set(&mut watch.cut.floor_slower, stance.number("floor-slower", 0.0..=1.0));
    }
    if let Some(mut nothing) = node.child("nothing") {
        count(&mut watch.passing_poses, nothing.whole("poses", 1..=64));
        set(&mut watch.slowest_gait, nothing.number("slowest", 1e-3..=1.0));
        set(&mut watch.stands_below_per_s, nothing.number("stands-below", 0.0..=100.0));
    }
    if let Some(mut likeness) = node.child("likeness") {
        let to = &mut watch.likeness;
        set(&mut to.looks, likeness.number("looks", 2.0..=1e6));
        set(&mut to.learned_in_s, likeness.number("learned-in", 1e-3..=60.0));
        set(&mut to.changed_in_s, likeness.number("changed-in", 1e-3..=1e4));
        set(&mut to.most_offset, likeness.number("most-offset", 0.0..=10.0));
        set(&mut to.fades_rad, likeness.number("fades", 1e-3..=100.0));
        set(&mut to.noise_falls, likeness.number("noise-falls", 0.0..=1.0));
        set(&mut to.noise_rises, likeness.number("noise-rises", 0.0..=1.0));
    }
}

/// `lesson within=2 brought=0.15`
fn read_lesson(node: &mut Fields<'_>, config: &mut LessonConfig) {
    let set = |to: &mut f32, value: Option<f32>| *to = value.unwrap_or(*to);
    set(&mut config.result_within_s, node.number("within", 0.0..=60.0));
    set(&mut config.stayed_m, node.number("stayed", 0.0..=10.0));
    set(&mut config.brought_m, node.number("brought", 0.0..=10.0));
    set(&mut config.touched_m, node.number("touched", 0.0..=10.0));
    set(&mut config.nearer, node.number("nearer", 0.01..=1.0));
    config.tries = node.whole("tries", 1..=100).map_or(config.tries, |count| count as u32);
    config.moments = node.whole("moments", 1..=64).map_or(config.moments, |count| count as u32);
}

/// `about hand=0.05 sees=115 behind=0.1`
fn read_about(node: &mut Fields<'_>, config: &mut AboutConfig) {
    let set = |to: &mut f32, value: Option<f32>| *to = value.unwrap_or(*to);
    set(&mut config.hand_m, node.number("hand", 1e-3..=10.0));
    set(&mut config.hand_sure, node.number("hand-sure", 0.0..=100.0));
    set(&mut config.sees_rad, node.number("sees", 0.0..=180.0).map(f32::to_radians));
    set(&mut config.behind, node.number("behind", 0.0..=1.0));
    set(&mut config.tie, node.number("tie", 0.0..=1.0));
}
