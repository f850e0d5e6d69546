//! Whether what was seen is a gesture at all: it has to explain the frames better than doing nothing does, and what is like no
//! own movement has to be clearly something else than that.

use super::cut::Cut;
use super::view::PoseView;
use super::{Candidate, OwnPoses, Recognised, WatchConfig};

/// Whether a gesture is none of the own movements. Where one of them is far nearer than all others, what is left of the
/// distance is more likely a matter of how it was performed and seen.
pub(super) fn is_novel(config: &WatchConfig, ranked: &[Candidate], left_of_noise: f32) -> bool {
    let far = |place: usize| ranked.get(place).map_or(f32::INFINITY, |candidate| candidate.distance);
    let clear = far(1) >= config.clearly * far(0);
    let beyond = if clear { config.novel_clear * config.novel_beyond } else { config.novel_beyond };
    far(0) > beyond + left_of_noise
}

/// How far the frames of a gesture are from doing nothing: on average over the very frames that the nearest own movement
/// was measured over, and as a root mean square without what leads to the gesture and away from it.
pub(super) fn from_nothing(
    own: &OwnPoses,
    config: &WatchConfig,
    seen: &Recognised,
    frames: &[PoseView],
    step_s: f32,
) -> (f32, f32) {
    let cyclic = seen.nearest().is_some_and(|best| own.movements()[best.movement as usize].cyclic);
    let entry = if cyclic { (frames.len() as f32 * config.entry_share) as usize } else { 0 };
    let lead = (seen.lead_s / step_s.max(1e-3)).round() as usize;
    let (mut all, mut inside) = ((0.0f32, 0.0f32), (0.0f32, 0.0f32));
    for (at, frame) in frames.iter().enumerate() {
        let far = own.from_nothing(frame);
        if !far.is_finite() {
            continue;
        }
        let within = |margin: usize| at >= margin && at + margin < frames.len();
        if within(entry) {
            all = (all.0 + far, all.1 + 1.0);
        }
        if within(lead) {
            inside = (inside.0 + far * far, inside.1 + 1.0);
        }
    }
    let mean = |(sum, count): (f32, f32)| if count > 0.0 { sum / count } else { 0.0 };
    (mean(all), mean(inside).sqrt())
}

/// Whether doing nothing in particular explains what was seen as well as a gesture does; what is best explained by walking
/// or turning is told as that. Noise in places widens the margin.
pub(super) fn passes(own: &OwnPoses, config: &WatchConfig, seen: &Recognised, left_of_noise: f32) -> bool {
    let Some(best) = seen.ranked.first() else { return seen.away < config.novel_away };
    if seen.novel {
        // Of what has no end, or none that was seen, it cannot be told that it is one gesture.
        let ends = !matches!(seen.cut, Cut::Long | Cut::Lost);
        return !ends || seen.away < config.novel_away + config.novel_noise * left_of_noise;
    }
    if config.passing.contains(&own.movements()[best.movement as usize].group) {
        return false;
    }
    // In a blur the nearest may be any of those that are about as near: silence is better than a false name.
    let clear = config.clear_noise * left_of_noise;
    if seen.ranked.get(1).is_some_and(|rival| rival.distance - best.distance < clear) {
        return true;
    }
    let gained = seen.nothing * seen.nothing - best.distance * best.distance;
    let noise = config.margin_noise * left_of_noise;
    gained < config.margin * config.margin + noise * noise || best.distance > config.beats * seen.nothing
}
