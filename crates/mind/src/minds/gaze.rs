//! Which way another looks: from root to nose (Buchsbaum 6.1.2), averaged over looks as the eye's noise asks for; where no nose
//! can be made out, the way it goes; where other parts show and the nose does not, away.

use crate::model::{Belief, GazeEstimate, Tick};
use piaget_terms::{Effector, Vec2, maths};

/// How it is told where another looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GazeConfig {
    /// Looks at a nose are averaged over about this time. Raising it helps noisy eyes and follows turns later. Default 0.4.
    pub over_s: f32,
    /// How exactly parts are seen while the eye's noise is not known. Default 0.01 m.
    pub noise_m: f32,
    /// A nose is this far before a body's root, where it is seen to be nearer: as on the own body.
    pub nose_m: f32,
    /// How deep the middle of a trunk lies behind what shows of its root: as on the own body.
    pub trunk_m: f32,
    /// How deep the middle of a nose lies behind what shows of it: as on the own body.
    pub part_m: f32,
    /// A place is seen to this share of a pixel. Default 0.3.
    pub pixel_share: f32,
    /// Which way a nose points counts where it is known to this angle. Default 0.5.
    pub sure_rad: f32,
    /// One that has come this far looks where it goes. Default 0.5 m.
    pub walks_m: f32,
    /// Who is slower than this does not walk. Default 0.2 m/s.
    pub walks_m_per_s: f32,
    /// It may then look this far to either side. Default 0.2.
    pub walks_rad: f32,
    /// And so many deviations of where it is seen to be. Default 6.
    pub walks_deviations: f32,
    /// Where no nose has shown for so long, and parts as small have, it looks away. Default 0.4.
    pub noseless_s: f32,
}

impl Default for GazeConfig {
    fn default() -> Self {
        Self {
            over_s: 0.4,
            noise_m: 0.01,
            nose_m: 0.1,
            trunk_m: 0.0,
            part_m: 0.0,
            pixel_share: 0.3,
            sure_rad: 0.5,
            walks_m: 0.5,
            walks_m_per_s: 0.2,
            walks_rad: 0.2,
            walks_deviations: 6.0,
            noseless_s: 0.4,
        }
    }
}

/// Parts that are marked as small as a nose is.
const SMALL: [Effector; 8] = [
    Effector::LeftElbow,
    Effector::RightElbow,
    Effector::LeftHand,
    Effector::RightHand,
    Effector::LeftKnee,
    Effector::RightKnee,
    Effector::LeftFoot,
    Effector::RightFoot,
];

/// One tick in which the other may be in view, and about here.
pub(super) fn watch(
    config: &GazeConfig,
    eye_share: f32,
    gaze: &mut GazeEstimate,
    (of, at): (&Belief, Vec2),
    tick: &Tick<'_>,
) {
    let faded = maths::exp(-tick.tick_s / config.over_s.max(f32::MIN_POSITIVE));
    gaze.nose *= faded;
    gaze.looks *= faded;
    if !of.now.seen || of.sensed_s < tick.time_s {
        return;
    }
    let record = &of.now;
    let (root, nose) = (record.effector(Effector::Root), record.effector(Effector::Nose));
    let height_m = nose.map(|nose| nose.y).or(record.extent.map(|extent| extent.height_m * eye_share));
    if let Some(height_m) = height_m.filter(|height_m| height_m.is_finite()) {
        let before = gaze.eye_height_m.unwrap_or(height_m);
        gaze.eye_height_m = Some(height_m + (before - height_m) * faded);
    }
    let away = maths::ground(record.position - tick.eye);
    // A nose that is smaller than a pixel or two need not show.
    let is_large = 2.0 * config.part_m >= tick.sure_pixels * tick.sight.resolution_rad() * away.length();
    let shows_small = is_large && SMALL.iter().any(|part| record.effector(*part).is_some());
    gaze.noseless_s = match (nose, shows_small) {
        (None, true) => gaze.noseless_s + tick.tick_s,
        _ => 0.0,
    };
    if let Some((root, nose)) = root.zip(nose) {
        // What shows is the near side of both.
        let deeper = away.normalize_or_zero() * (config.part_m - config.trunk_m);
        gaze.nose += maths::ground(nose) - maths::ground(root) + deeper;
        gaze.looks += 1.0;
    }
    let by_way = by_way(config, gaze, (of, at));
    let told = by_nose(config, gaze, away.length(), tick).or(by_way).or_else(|| {
        let looks_away = gaze.noseless_s >= config.noseless_s;
        looks_away.then(|| (maths::yaw_of(maths::on_ground(away)), config.sure_rad))
    });
    if let Some((yaw, doubt_rad)) = told {
        (gaze.yaw, gaze.doubt_rad) = (Some(yaw), doubt_rad);
    }
}

/// Where its nose points and how far that may be off, if the eye is good enough to tell.
fn by_nose(config: &GazeConfig, gaze: &GazeEstimate, away_m: f32, tick: &Tick<'_>) -> Option<(f32, f32)> {
    if gaze.looks <= 0.0 {
        return None;
    }
    let noise_m = tick.noise_m.unwrap_or(config.noise_m);
    let mean = gaze.nose / gaze.looks;
    // The difference of two places. Noise is averaged over looks, the edges of pixels are not.
    let pixel_m = config.pixel_share * tick.sight.resolution_rad() * away_m;
    let pixel_m = if pixel_m.is_finite() { pixel_m.max(0.0) } else { 0.0 };
    let off_m = (2.0 * (noise_m * noise_m / gaze.looks + pixel_m * pixel_m)).sqrt();
    let doubt_rad = off_m / config.nose_m.max(f32::MIN_POSITIVE);
    (doubt_rad <= config.sure_rad && mean.length_squared() > 0.0)
        .then(|| (maths::yaw_of(maths::on_ground(mean)), doubt_rad))
}

/// The way it has come since that was last read; `None` while it stands.
fn by_way(config: &GazeConfig, gaze: &mut GazeEstimate, (of, at): (&Belief, Vec2)) -> Option<(f32, f32)> {
    let anchor = *gaze.anchor.get_or_insert(at);
    let way = at - anchor;
    let motion = &of.motion;
    let least_m = config.walks_m.max(config.walks_deviations * motion.deviation_m());
    let speed = motion.velocity.dot(way.normalize_or_zero());
    if !(way.length() > least_m && speed > config.walks_m_per_s.max(2.0 * motion.speed_deviation_m_per_s())) {
        return None;
    }
    gaze.anchor = Some(at);
    Some((maths::yaw_of(maths::on_ground(way)), config.walks_rad))
}
