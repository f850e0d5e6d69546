//! The body and the eyes of a character file.

use crate::model::Looks;
use piaget_terms::{BodyPlan, EyePlan, Eyes, Name};
use piaget_text::Fields;
use std::f32::consts::PI;
use std::ops::RangeInclusive;

const LENGTH: RangeInclusive<f32> = 1e-3..=1e4;
const SPEED: RangeInclusive<f32> = 0.0..=1e4;

/// `body kind="dog" height=0.55 radius=0.2 walk=1.2`, on top of what was said before.
pub(super) fn read_body(node: &mut Fields<'_>, own: &mut Looks, default: BodyPlan) -> BodyPlan {
    let set_name = |to: &mut Name, value: Option<Name>| *to = value.unwrap_or(*to);
    set_name(&mut own.kind, node.name("kind"));
    set_name(&mut own.colour, node.name("colour"));
    set_name(&mut own.shape, node.name("shape"));
    let mut number = |key, within, default| node.number(key, within).unwrap_or(default);
    let height_m = number("height", LENGTH, default.height_m);
    BodyPlan {
        height_m,
        radius_m: number("radius", LENGTH, default.radius_m),
        // Eyes sit as far below the top as in the default body.
        eye_height_m: number("eye-height", LENGTH, height_m * default.eye_height_m / default.height_m),
        walk_m_per_s: number("walk", SPEED, default.walk_m_per_s),
        run_m_per_s: number("run", SPEED, default.run_m_per_s),
        turn_rad_per_s: number("turn", SPEED, default.turn_rad_per_s),
        head_turn_rad_per_s: number("head-turn", SPEED, default.head_turn_rad_per_s),
        head_yaw_limit_rad: number("head-yaw-limit", 0.0..=PI, default.head_yaw_limit_rad),
        head_pitch_limit_rad: number("head-pitch-limit", 0.0..=PI / 2.0, default.head_pitch_limit_rad),
        reach_m: number("reach", LENGTH, default.reach_m),
        grasp_m: number("grasp", LENGTH, default.grasp_m),
    }
}

/// `eyes field-of-view=60 columns=160 rows=120 range=100 detection=1 noise=0 hearing=50`, on top of what was said before.
pub(super) fn read_eyes(node: &mut Fields<'_>, default: Eyes) -> Eyes {
    let mut number = |key, within, default| node.number(key, within).unwrap_or(default);
    let degrees = number("field-of-view", 1.0..=179.0, default.eye.field_of_view_rad.to_degrees());
    let (range_m, hearing_m) =
        (number("range", LENGTH, default.eye.range_m), number("hearing", 0.0..=1e4, default.hearing_m));
    let detection_rate = number("detection", 0.0..=1.0, default.eye.detection_rate);
    let position_noise_m = number("noise", 0.0..=10.0, default.eye.position_noise_m);
    let mut pixels = |key, default: u32| node.whole(key, 8..=4096).map_or(default, |pixels| pixels as u32);
    let eye = EyePlan {
        field_of_view_rad: degrees.to_radians(),
        columns: pixels("columns", default.eye.columns),
        rows: pixels("rows", default.eye.rows),
        range_m,
        detection_rate,
        position_noise_m,
    };
    Eyes { eye, hearing_m }
}
