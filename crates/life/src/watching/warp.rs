//! The rival: time warping on what shows of a body, scaled by its trunk. Each movement of the mouse's own body is a template;
//! the stream of looks is searched for stretches that are a warped template (subsequence matching as in Sakurai et al. 2007,
//! "SPRING"). Poses are compared by how far they are from how the body usually stands, so that it does not matter which side of
//! a part shows. A stretch that the frames of walking, turning and standing explain nearly as well is none.

use super::stage::GESTURES;
use super::truth::{Named, is_passing, taken_for};
use piaget_claims::scene;
use piaget_motor::{Body, GraphConfig, Request, Rig, RigConfig, Transform, gltf};
use piaget_terms::{Effector, MovementStage, Name, Sighting, Vec3, maths};

/// What shows of a body, from its root, faced ahead, in lengths of its trunk.
type Frame = [Vec3; Effector::ALL.len()];

/// Frames per second that are compared.
const HZ: f32 = 10.0;
/// A stretch counts as a template when it is off by less than this on average, in lengths of the trunk, and by less than such
/// a share of what walking, turning and standing are off. Of 0.15 to 0.6 and of 0.5 to 0.9 those with the best F1 on seeds from
/// 1000 of `gestures`, with noise up to 2 cm.
const OFF: f32 = 0.4;
const SHARE: f32 = 0.7;
/// Nobody performs a movement in less than this share of its time, or in more.
const PACES: (f64, f64) = (0.4, 2.2);
/// How fast what counts as the usual pose follows what is seen, per frame.
const USUAL: f32 = 1.0 / 100.0;
/// A movement in a circle is a template of this length.
const ROUND_S: f32 = 2.0;
/// Nothing takes longer.
const MOST_S: f32 = 8.0;
/// What gets about, besides gestures.
const PASSING: [&str; 5] = ["walk-ahead", "walk-left", "walk-right", "turn-left", "turn-right"];

/// The templates.
pub struct Warping {
    templates: Vec<(Name, Vec<Frame>)>,
    /// Frames of walking, turning and standing.
    passing: Vec<Frame>,
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
        let (mut templates, mut passing) = (Vec::new(), Vec::new());
        let mut standing = None;
        for name in ["stand".to_owned()].into_iter().chain(names) {
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
                let trunk_m = trunk_m(&parts);
                frames.extend(trunk_m.and_then(|trunk_m| faced(&parts, &STILL, trunk_m)));
                if report.movement.is_some_and(|sense| sense.stage != MovementStage::Begun) {
                    break;
                }
            }
            let still = *standing.get_or_insert(*frames.first().unwrap_or(&STILL));
            frames.iter_mut().for_each(|frame| *frame = less(frame, &still));
            match is_passing(&name) {
                true => passing.extend(frames),
                false => templates.push((taken_for(Name::cut(&name)), frames)),
            }
        }
        Ok(Self { templates, passing })
    }
}

/// Nothing has shown yet.
const STILL: Frame = [Vec3::ZERO; Effector::ALL.len()];

fn trunk_m(parts: &[Option<Vec3>; Effector::ALL.len()]) -> Option<f32> {
    Some(parts[Effector::Root as usize]?.distance(parts[Effector::Neck as usize]?))
}

/// Parts from the root, faced by the nose, by the length of the trunk; what does not show is as it was. `None` where root,
/// neck or nose do not show.
fn faced(parts: &[Option<Vec3>; Effector::ALL.len()], before: &Frame, trunk_m: f32) -> Option<Frame> {
    let part = |effector: Effector| parts[effector as usize];
    let (root, neck, nose) = (part(Effector::Root)?, part(Effector::Neck)?, part(Effector::Nose)?);
    let trunk_m = trunk_m.max(0.05);
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
    /// What was seen of each part since the last frame: sum and number of looks.
    seen: [(Vec3, f32); Effector::ALL.len()],
    /// The sum of the trunk's lengths, and of how many frames.
    trunk: (f32, f32),
    /// How the body usually stands, and after how many frames.
    usual: (Frame, u32),
    /// Times of frames, with the sum of what walking, turning and standing were off until then.
    nothing: Vec<(f64, f32)>,
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
        let seen = [(Vec3::ZERO, 0.0); Effector::ALL.len()];
        Self {
            next_s: 0.0,
            last: STILL,
            seen,
            trunk: (0.0, 0.0),
            usual: (STILL, 0),
            nothing: Vec::new(),
            matching,
        }
    }

    /// Takes in a look, and tells the gestures that have ended.
    pub fn look(&mut self, time_s: f64, sighting: &Sighting, warping: &Warping, told: &mut Vec<Named>) {
        for part in &sighting.effectors {
            let (sum, looks) = &mut self.seen[part.effector as usize];
            (*sum, *looks) = (*sum + part.position, *looks + 1.0);
        }
        if time_s < self.next_s {
            return;
        }
        self.next_s = time_s + 1.0 / f64::from(HZ);
        let parts = self.seen.map(|(sum, looks)| (looks > 0.0).then(|| sum / looks));
        self.seen = [(Vec3::ZERO, 0.0); Effector::ALL.len()];
        if let Some(trunk_m) = trunk_m(&parts) {
            self.trunk = (self.trunk.0 + trunk_m, self.trunk.1 + 1.0);
        }
        let trunk_m = self.trunk.0 / self.trunk.1.max(1.0);
        let Some(frame) = faced(&parts, &self.last, trunk_m) else { return };
        self.last = frame;
        self.usual.1 += 1;
        let follows = USUAL.max(1.0 / self.usual.1 as f32);
        let usual = &mut self.usual.0;
        usual.iter_mut().zip(&frame).for_each(|(usual, now)| *usual += (*now - *usual) * follows);
        let frame = less(&frame, usual);
        let off =
            warping.passing.iter().map(|passing| distance(passing, &frame)).fold(f32::INFINITY, f32::min);
        self.nothing.push((time_s, self.nothing.last().map_or(0.0, |last| last.1) + off));
        for ((_, template), matching) in warping.templates.iter().zip(&mut self.matching) {
            if let Some(best) = matching.advance(template, &frame, time_s) {
                let paces = (best.2 - best.1) * f64::from(HZ) / template.len() as f64;
                let nothing = nothing_off(&self.nothing, best.1, best.2);
                let better = matching.best.is_none_or(|known| best.0 < known.0);
                if best.0 < OFF && best.0 < SHARE * nothing && better && (PACES.0..PACES.1).contains(&paces) {
                    matching.best = Some(best);
                }
            }
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
        told.push(Named { by: None, name: Some(warping.templates[at].0), from_s, to_s, about: None });
        // What overlaps it was the same gesture.
        for matching in &mut self.matching {
            matching.best = matching.best.filter(|best| best.1 >= to_s);
            matching.rows.iter_mut().filter(|row| row.1 < to_s).for_each(|row| row.0 = f32::INFINITY);
        }
    }
}

impl Matching {
    /// Takes in a frame; gives the match that ends with it: how far off, from when to when.
    fn advance(&mut self, template: &[Frame], frame: &Frame, time_s: f64) -> Option<(f32, f64, f64)> {
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
        let &(sum, from_s, steps) = self.rows.last()?;
        Some((sum / steps.max(1) as f32, from_s, time_s)).filter(|best| best.0.is_finite())
    }
}

/// How far off walking, turning and standing are in a stretch, on average.
fn nothing_off(sums: &[(f64, f32)], from_s: f64, to_s: f64) -> f32 {
    let until = |time_s: f64| sums.partition_point(|one| one.0 <= time_s);
    let (from, to) = (until(from_s - 1e-6), until(to_s));
    let sum = |count: usize| if count == 0 { 0.0 } else { sums[count - 1].1 };
    (sum(to) - sum(from)) / (to - from).max(1) as f32
}

fn distance(a: &Frame, b: &Frame) -> f32 {
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).sum::<f32>() / Effector::ALL.len() as f32
}

fn less(frame: &Frame, usual: &Frame) -> Frame {
    std::array::from_fn(|part| frame[part] - usual[part])
}
