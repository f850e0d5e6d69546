//! The `minds` node of a character file.

use super::{Config, GazeConfig, Settings};
use crate::believe;
use piaget_terms::{BodyPlan, Eyes};
use piaget_text::Fields;

/// The top nodes that this stage reads.
pub const NODES: &[&str] = &["minds"];

/// How far a nose is before a body's root and how thick its trunk is, against the radius that it keeps free; how thick a nose is
/// against its height: as the own body is.
const NOSE_OF_RADIUS: f32 = 0.6;
const TRUNK_OF_RADIUS: f32 = 0.585;
const PART_OF_HEIGHT: f32 = 0.05;

const METRES: std::ops::RangeInclusive<f32> = 0.0..=1e6;

/// Reads the nodes of this stage; a character without one thinks of nobody's mind.
///
/// `minds "person" "dog" most=2 things=12 field-of-view=110`
pub fn read(
    nodes: Vec<Fields<'_>>,
    (body, eyes): (&BodyPlan, &Eyes),
    believe: &believe::Config,
) -> Option<Config> {
    let mut settings: Option<Settings> = None;
    for mut node in nodes {
        let settings = settings.get_or_insert_with(|| settings_of(body, eyes));
        read_node(&mut node, settings);
    }
    let settings = settings?;
    let believe = believe::Config {
        most: settings.things,
        history_moments: settings.history_moments,
        // Nobody is taken to think that a thing left over the edge of the ground because it was not seen again: whether the other
        // would have seen it there is not known well enough.
        unnoticed: 0.0,
        gone_after_s: f32::INFINITY,
        ..believe.clone()
    };
    Some(Config { settings, believe })
}

/// The model of the other is the own body.
pub(super) fn settings_of(body: &BodyPlan, eyes: &Eyes) -> Settings {
    let eye = &eyes.eye;
    Settings {
        field_of_view_rad: eye.field_of_view_rad,
        aspect: eye.rows as f32 / eye.columns.max(1) as f32,
        range_m: eye.range_m,
        hearing_m: eyes.hearing_m,
        eye_share: body.eye_height_m / body.height_m.max(f32::MIN_POSITIVE),
        gaze: GazeConfig {
            nose_m: body.radius_m * NOSE_OF_RADIUS,
            trunk_m: body.radius_m * TRUNK_OF_RADIUS,
            part_m: body.height_m * PART_OF_HEIGHT,
            ..GazeConfig::default()
        },
        ..Settings::default()
    }
}

fn read_node(node: &mut Fields<'_>, settings: &mut Settings) {
    let set = |to: &mut f32, value: Option<f32>| *to = value.unwrap_or(*to);
    let count = |to: &mut u32, value: Option<i64>| *to = value.map_or(*to, |value| value as u32);
    if node.arguments() == 0 {
        node.problem("`minds` names no kind of creature", "write whose minds it thinks of: `minds \"dog\"`");
    }
    for index in 0..node.arguments() {
        let Some(kind) = node.name_argument(index, "a kind of creature") else { continue };
        // A second node adds to the first.
        if !settings.kinds.contains(&kind) {
            settings.kinds.push(kind);
        }
    }
    count(&mut settings.most, node.whole("most", 1..=32));
    count(&mut settings.things, node.whole("things", 2..=256));
    count(&mut settings.history_moments, node.whole("history", 1..=1024));
    set(&mut settings.every_s, node.number("every", 0.0..=10.0));
    let degrees = node.number("field-of-view", 1.0..=179.0);
    set(&mut settings.field_of_view_rad, degrees.map(f32::to_radians));
    set(&mut settings.range_m, node.number("range", METRES));
    set(&mut settings.hearing_m, node.number("hearing", METRES));
    set(&mut settings.eye_share, node.number("eye-share", 0.0..=1.0));
    set(&mut settings.glance_s, node.number("glance", 0.0..=60.0));
    set(&mut settings.sure, node.number("sure", 0.0..=1.0));
    set(&mut settings.doubt, node.number("doubt", 0.0..=10.0));
    set(&mut settings.lies_m, node.number("lies", 0.0..=10.0));
    set(&mut settings.gives_way_s, node.number("gives-way", 0.0..=1e7));
    settings.lives_here = node.flag("lives-here").unwrap_or(settings.lives_here);
    if let Some(mut gaze) = node.child("gaze") {
        let to = &mut settings.gaze;
        set(&mut to.over_s, gaze.number("over", 1e-3..=60.0));
        set(&mut to.noise_m, gaze.number("noise", 0.0..=10.0));
        set(&mut to.nose_m, gaze.number("nose", 1e-3..=10.0));
        set(&mut to.trunk_m, gaze.number("trunk", 0.0..=10.0));
        set(&mut to.part_m, gaze.number("part", 0.0..=10.0));
        set(&mut to.pixel_share, gaze.number("pixel", 0.0..=1.0));
        set(&mut to.walks_m_per_s, gaze.number("walks-speed", 0.0..=100.0));
        set(&mut to.walks_rad, gaze.number("walks-doubt", 0.0..=180.0).map(f32::to_radians));
        set(&mut to.sure_rad, gaze.number("sure", 0.0..=180.0).map(f32::to_radians));
        set(&mut to.walks_m, gaze.number("walks", 1e-3..=100.0));
        set(&mut to.walks_deviations, gaze.number("walks-deviations", 0.0..=100.0));
        set(&mut to.noseless_s, gaze.number("noseless", 0.0..=60.0));
    }
}
