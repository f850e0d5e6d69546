//! Percepts of place, motion, nearness to body parts, and pose.

use crate::classify::read::Known;
use crate::model::{Datum, Evaluation, Look, Percept, Record};
use piaget_terms::{Effector, Vec3, maths};
use piaget_text::Fields;
use std::sync::Arc;

/// A body faces what is within this angle of straight ahead: the default of `within` in a `pose`, which is the setting.
const HALF_AN_EYE_FIELD: f32 = 0.5;
const FAR: std::ops::RangeInclusive<f32> = 0.0..=1e6;

/// Matches things at a distance; the datum is the place in the frames of world, body and eye.
#[derive(Clone, Copy, Debug)]
pub struct Location {
    /// Nothing farther from the viewer matches fully.
    pub within_m: f32,
    /// Nothing nearer matches.
    pub beyond_m: f32,
    /// Beyond `within_m` the match falls to 0 over this distance.
    pub fade_m: f32,
}

impl Percept for Location {
    fn examine(&self, look: &Look<'_>) -> Evaluation {
        let world = look.record.position;
        let data = Datum::Place {
            world,
            body: look.viewer.map_or(world, |viewer| body_from_world(viewer, world)),
            eye: look.viewer.map_or(world, |viewer| eye_from_world(viewer, world)),
        };
        let distance_m = look.viewer.map_or(0.0, |viewer| viewer.distance_m(world));
        let matched =
            if distance_m < self.beyond_m { 0.0 } else { fading(distance_m, self.within_m, self.fade_m) };
        Evaluation { data, ..Evaluation::new(matched, look.record.confidence, data) }
    }
}

/// A point in a body's own frame: x to its left, y up, z ahead (a yaw grows towards +x).
pub fn body_from_world(body: &Record, point: Vec3) -> Vec3 {
    turned_back(point - body.position, body.facing.unwrap_or(0.0))
}

/// A point in the frame of somebody's eye: x to the right, y up, -z ahead.
pub fn eye_from_world(body: &Record, point: Vec3) -> Vec3 {
    let Some(eye) = body.eye else {
        let own = body_from_world(body, point);
        return Vec3::new(-own.x, own.y, -own.z);
    };
    let ahead = turned_back(point - eye.position, eye.yaw);
    let (s, c) = (maths::sin(eye.pitch), maths::cos(eye.pitch));
    Vec3::new(-ahead.x, ahead.y * c - ahead.z * s, -(ahead.z * c + ahead.y * s))
}

fn turned_back(offset: Vec3, yaw: f32) -> Vec3 {
    let (s, c) = (maths::sin(yaw), maths::cos(yaw));
    Vec3::new(offset.x * c - offset.z * s, offset.y, offset.x * s + offset.z * c)
}

/// 1 up to a limit, then falling to 0 over the fade.
fn fading(distance_m: f32, within_m: f32, fade_m: f32) -> f32 {
    if distance_m <= within_m {
        1.0
    } else if fade_m > 0.0 {
        (1.0 - (distance_m - within_m) / fade_m).max(0.0)
    } else {
        0.0
    }
}

/// `location "near" within=3 fade=1`, `location "place"`
pub fn read_location(node: &mut Fields<'_>, _: &Known<'_>) -> Option<Arc<dyn Percept>> {
    let within_m = node.number("within", FAR).unwrap_or(f32::INFINITY);
    let beyond_m = node.number("beyond", FAR).unwrap_or(0.0);
    if beyond_m > within_m {
        let message = format!("nothing is within {within_m} m and beyond {beyond_m} m");
        node.problem_at(node.span_of("beyond"), message, "this percept could never match: exchange the two");
    }
    let fade_m = node.number("fade", FAR).unwrap_or(0.0);
    Some(Arc::new(Location { within_m, beyond_m, fade_m }))
}

/// Matches things by how they move; the datum is speed, heading and closing speed.
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    /// At least this fast.
    pub faster_m_per_s: f32,
    /// At most this fast.
    pub slower_m_per_s: f32,
    /// Coming nearer to the viewer at least this fast.
    pub closing_m_per_s: f32,
}

impl Percept for Motion {
    fn examine(&self, look: &Look<'_>) -> Evaluation {
        let velocity = Vec3::new(look.record.velocity.x, 0.0, look.record.velocity.z);
        let speed = velocity.length();
        let closing = look.viewer.map_or(0.0, |viewer| {
            let away = maths::on_ground(maths::ground(look.record.position) - maths::ground(viewer.position));
            let own = Vec3::new(viewer.velocity.x, 0.0, viewer.velocity.z);
            -(velocity - own).dot(away.normalize_or_zero())
        });
        let matches =
            speed >= self.faster_m_per_s && speed <= self.slower_m_per_s && closing >= self.closing_m_per_s;
        let data = Datum::Motion { speed, heading: maths::yaw_of(velocity), closing };
        Evaluation { data, ..Evaluation::is(matches, look.record.confidence, data) }
    }
}

/// `motion "moving" faster=0.1`, `motion "coming" approaching=0.2`
pub fn read_motion(node: &mut Fields<'_>, _: &Known<'_>) -> Option<Arc<dyn Percept>> {
    let faster_m_per_s = node.number("faster", FAR).unwrap_or(0.0);
    let slower_m_per_s = node.number("slower", FAR).unwrap_or(f32::INFINITY);
    if faster_m_per_s > slower_m_per_s {
        let message = format!("nothing is faster than {faster_m_per_s} and slower than {slower_m_per_s}");
        node.problem_at(node.span_of("slower"), message, "this percept could never match: exchange the two");
    }
    let closing_m_per_s = node.number("approaching", -1e6..=1e6).unwrap_or(f32::NEG_INFINITY);
    Some(Arc::new(Motion { faster_m_per_s, slower_m_per_s, closing_m_per_s }))
}

/// Whose body a percept relates things to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The viewer's own.
    Own,
    /// That of the creature it acts in reference to.
    Others,
}

impl Whose {
    /// The words that files use.
    pub const CHOICES: &[(&'static str, Self)] = &[("self", Self::Own), ("other", Self::Others)];

    fn of<'a>(self, look: &Look<'a>) -> Option<&'a Record> {
        match self {
            Self::Own => look.viewer,
            Self::Others => look.other,
        }
    }
}

/// Matches things near a marked part of a body; the datum is the distance to the nearest of the parts.
#[derive(Clone, Debug)]
pub struct Proximity {
    /// Which parts; the nearest counts.
    pub parts: Vec<Effector>,
    /// On whose body.
    pub whose: Whose,
    /// Near enough.
    pub within_m: f32,
    /// Beyond `within_m` the match falls to 0 over this distance.
    pub fade_m: f32,
}

impl Percept for Proximity {
    fn examine(&self, look: &Look<'_>) -> Evaluation {
        let confidence = look.record.confidence;
        let place = look.record.position;
        let nearest = self.whose.of(look).and_then(|body| {
            let parts = self.parts.iter().filter_map(|part| body.effector(*part));
            parts.map(|part| part.distance(place)).min_by(f32::total_cmp)
        });
        match nearest {
            Some(distance_m) => {
                let data = Datum::Number(distance_m);
                let matched = fading(distance_m, self.within_m, self.fade_m);
                Evaluation { data, ..Evaluation::new(matched, confidence, data) }
            }
            None => Evaluation { confidence: 0.0, ..Evaluation::NO },
        }
    }
}

/// `proximity "in-hand" "left-hand" "right-hand" within=0.3`, with `to="other"` for the other's hands
pub fn read_proximity(node: &mut Fields<'_>, _: &Known<'_>) -> Option<Arc<dyn Percept>> {
    let mut parts = Vec::new();
    for index in 1..node.arguments().max(2) {
        parts.push(read_effector(node, index)?);
    }
    let whose = node.choice("to", Whose::CHOICES).unwrap_or(Whose::Own);
    let within_m = node.number("within", FAR);
    let within_m = node.need(within_m, "a distance", "write within=0.3")?;
    let fade_m = node.number("fade", FAR).unwrap_or(0.0);
    Some(Arc::new(Proximity { parts, whose, within_m, fade_m }))
}

fn read_effector(node: &mut Fields<'_>, index: usize) -> Option<Effector> {
    let word = node.word_argument(index, "a body part")?;
    let found = effector(word);
    if found.is_none() {
        let hint = match piaget_text::nearest(word, Effector::ALL.map(Effector::word)) {
            Some(known) => format!("did you mean \"{known}\"?"),
            None => format!("choose one of: {}", Effector::ALL.map(Effector::word).join(", ")),
        };
        node.problem_at(node.span_of_argument(index), format!("there is no body part \"{word}\""), hint);
    }
    found
}

/// The body part of a word.
pub fn effector(word: &str) -> Option<Effector> {
    Effector::ALL.into_iter().find(|effector| effector.word() == word)
}

/// Matches bodies by their pose: where a part is relative to the root, and whom the body faces. The datum is
/// the yaw that it faces.
#[derive(Clone, Copy, Debug)]
pub struct Pose {
    /// A part that must be at least this high above the root.
    pub above: Option<(Effector, f32)>,
    /// Whom it must face, within this angle.
    pub faces: Option<(Whose, f32)>,
}

impl Percept for Pose {
    fn examine(&self, look: &Look<'_>) -> Evaluation {
        let record = look.record;
        let Some(facing) = record.facing else { return Evaluation { confidence: 0.0, ..Evaluation::NO } };
        let raised = self.above.is_none_or(|(part, height_m)| {
            match (record.effector(part), record.effector(Effector::Root)) {
                (Some(part), Some(root)) => part.y - root.y >= height_m,
                _ => false,
            }
        });
        let faces = self.faces.is_none_or(|(whose, within_rad)| {
            whose.of(look).is_some_and(|body| {
                let towards = maths::yaw_of(body.position - record.position);
                maths::wrap_angle(towards - facing).abs() <= within_rad
            })
        });
        let data = Datum::Number(facing);
        Evaluation { data, ..Evaluation::is(raised && faces, record.confidence, data) }
    }
}

/// `pose "looks-at-me" faces="self" within=0.3`, `pose "hand-up" "right-hand" above=0.5`, `pose "creature"`
pub fn read_pose(node: &mut Fields<'_>, _: &Known<'_>) -> Option<Arc<dyn Percept>> {
    let above = match node.arguments() {
        0 | 1 => None,
        _ => {
            let part = read_effector(node, 1)?;
            let height_m = node.number("above", -10.0..=10.0);
            Some((part, node.need(height_m, "the height of that part above the root", "write above=0.5")?))
        }
    };
    let faces = node.choice("faces", Whose::CHOICES).map(|whose| {
        let within_rad = node.number("within", 0.0..=std::f32::consts::PI);
        (whose, within_rad.unwrap_or(HALF_AN_EYE_FIELD))
    });
    Some(Arc::new(Pose { above, faces }))
}
