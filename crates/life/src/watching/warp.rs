//! The rival: time warping on what shows of a body, scaled by its trunk. Each movement of the mouse's own body is a template;
//! the stream of looks is searched for stretches that are a warped template (subsequence matching as in Sakurai et al. 2007,
//! "SPRING"). It knows no walking and no turning but as templates that compete.

use super::stage::GESTURES;
use super::truth::Named;
use piaget_claims::scene;
use piaget_motor::{Body, GraphConfig, Request, Rig, RigConfig, Transform, gltf};
use piaget_terms::{Effector, MovementStage, Name, Sighting, Vec3, maths};

/// What shows of a body, from its root, faced ahead, in lengths of its trunk.
type Frame = [Vec3; Effector::ALL.len()];

/// Frames per second that are compared.
const HZ: f32 = 10.0;
/// A stretch counts as a template when it is off by less than this on average, in lengths of the trunk. Of 0.05 to 0.5 the
/// one with the best F1 on seeds 1000 to 1005 of `gestures`.
const OFF: f32 = 0.2;
/// A movement in a circle is a template of this length.
const ROUND_S: f32 = 2.0;
/// Nothing takes longer.
const MOST_S: f32 = 8.0;
/// What gets about, besides gestures.
const PASSING: [&str; 4] = ["walk-ahead", "turn-left", "turn-right", "stand"];

/// The templates.
pub struct Warping {
    templates: Vec<(Name, Vec<Frame>)>,
}

impl Warping {
    /// The movements of the mouse's own body.
    pub fn new() -> Result<Self, String> {
        let bytes = scene::files().1.get("bodies/morris.glb").ok_or("there is no body of Morris")?;
        let model = gltf::read("morris.glb", bytes, &mut |_| None).map_err(|wrong| wrong.to_string())?;
        let rig = Rig::new(&model, GraphConfig::default(), RigConfig::default());
        let rig = rig.map_err(|wrong| wrong.to_string())?;
        let reaches = (1..=9).map(|number| format!("reach-{number}"));
        let names = GESTURES.iter().chain(&PASSING).map(|name| (*name).to_owned()).chain(reaches);
        let mut templates = Vec::new();
        for name in names {
            let Some(found) = rig.graph.movement(&name) else { continue };
            let cyclic = rig.graph.movements()[found as usize].cyclic;
            let mut body = Body::new(&rig, 1);
            let mut frames = Vec::new();
            for _ in 0..((if cyclic { ROUND_S } else { MOST_S }) * HZ) as u32 {
                let request = Request { movement: Some(Name::cut(&name)), ..Request::default() };
                let report = body.step(&rig, 1.0 / HZ, &request);
                let mut parts = [None; Effector::ALL.len()];
                for (effector, place) in body.effectors(&rig, Transform::IDENTITY) {
                    parts[effector as usize] = Some(place);
                }
                frames.extend(faced(&parts, &[Vec3::ZERO; Effector::ALL.len()]));
                if report.movement.is_some_and(|sense| sense.stage != MovementStage::Begun) {
                    break;
                }
            }
            templates.push((super::truth::taken_for(Name::cut(&name)), frames));
        }
        Ok(Self { templates })
    }
}

/// Parts from the root, faced by the nose, by the length of the trunk; what does not show is as it was. `None` where root,
/// neck or nose do not show.
fn faced(parts: &[Option<Vec3>; Effector::ALL.len()], before: &Frame) -> Option<Frame> {
    let part = |effector: Effector| parts[effector as usize];
    let (root, neck, nose) = (part(Effector::Root)?, part(Effector::Neck)?, part(Effector::Nose)?);
    let trunk_m = root.distance(neck).max(0.05);
    let yaw = -maths::yaw_of(nose - neck);
    let (sin, cos) = (maths::sin(yaw), maths::cos(yaw));
    let mut frame = *before;
    for (own, place) in frame.iter_mut().zip(parts) {
        if let Some(place) = place {
            let p = (*place - root) / trunk_m;
            *own = Vec3::new(p.x * cos + p.z * sin, p.y, p.z * cos - p.x * sin);
        }
    }
    Some(frame)
}

/// The stream of one other.
pub struct Track {
    next_s: f64,
    last: Frame,
    matching: Vec<Matching>,
}

/// How far a template has been matched: per frame of it, the least sum of distances, where that began, and its steps.
struct Matching {
    rows: Vec<(f32, f64, u32)>,
    /// The best match that has not been told yet: how far off, from when to when.
    best: Option<(f32, f64, f64)>,
}

impl Track {
    /// A stream that has not begun.
    pub fn new(warping: &Warping) -> Self {
        let matching = |(_, template): &(Name, Vec<Frame>)| Matching {
            rows: vec![(f32::INFINITY, 0.0, 1); template.len()],
            best: None,
        };
        let matching = warping.templates.iter().map(matching).collect();
        Self { next_s: 0.0, last: [Vec3::ZERO; Effector::ALL.len()], matching }
    }

    /// Takes in a look, and tells the gestures that have ended.
    pub fn look(&mut self, time_s: f64, sighting: &Sighting, warping: &Warping, told: &mut Vec<Named>) {
        if time_s < self.next_s {
            return;
        }
        self.next_s = time_s + 1.0 / f64::from(HZ);
        let mut parts = [None; Effector::ALL.len()];
        for part in &sighting.effectors {
            parts[part.effector as usize] = Some(part.position);
        }
        let Some(frame) = faced(&parts, &self.last) else { return };
        self.last = frame;
        for ((_, template), matching) in warping.templates.iter().zip(&mut self.matching) {
            matching.advance(template, &frame, time_s);
        }
        self.tell(warping, time_s, told);
    }

    /// The best template that has ended and that nothing going on could better.
    fn tell(&mut self, warping: &Warping, time_s: f64, told: &mut Vec<Named>) {
        /// Who waits so long after an end hears of nothing better.
        const WAIT_S: f64 = 0.6;
        let ended = |matching: &Matching| matching.best.filter(|best| time_s - best.2 > WAIT_S);
        let best = self.matching.iter().enumerate().filter_map(|(at, one)| Some((at, ended(one)?)));
        let Some((at, (_, from_s, to_s))) = best.min_by(|a, b| a.1.0.total_cmp(&b.1.0)) else { return };
        told.push(Named { name: Some(warping.templates[at].0), from_s, to_s, about: None });
        // What overlaps it was the same gesture.
        for matching in &mut self.matching {
            matching.best = matching.best.filter(|best| best.1 >= to_s);
            matching.rows.iter_mut().filter(|row| row.1 < to_s).for_each(|row| row.0 = f32::INFINITY);
        }
    }
}

impl Matching {
    fn advance(&mut self, template: &[Frame], frame: &Frame, time_s: f64) {
        let distance = |a: &Frame, b: &Frame| {
            a.iter().zip(b).map(|(a, b)| a.distance(*b)).sum::<f32>() / Effector::ALL.len() as f32
        };
        // A match may begin at any look.
        let mut before_above = (0.0, time_s, 0);
        for (row, own) in template.iter().enumerate() {
            let before = self.rows[row];
            let above = if row == 0 { (0.0, time_s, 0) } else { self.rows[row - 1] };
            let ways = [before, before_above, above];
            let least = ways.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or(before);
            self.rows[row] = (least.0 + distance(own, frame), least.1, least.2 + 1);
            before_above = before;
        }
        let Some(&(sum, from_s, steps)) = self.rows.last() else { return };
        let off = sum / steps.max(1) as f32;
        if off < OFF && self.best.is_none_or(|best| off < best.0) {
            self.best = Some((off, from_s, time_s));
        }
    }
}
