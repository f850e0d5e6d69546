//! How another body is watched: the settings of cutting, measuring and matching.

use piaget_terms::Name;
use serde::{Deserialize, Serialize};

/// How a path through the own graph is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum GestureMatching {
    /// Pose by pose from the middle frame outward, each frame one edge further, the majority decides (6.1.3).
    AsPrinted,
    /// From the middle frames outward along each of the likeliest movements, at its own pace, whichever way the
    /// body faces.
    #[default]
    Warped,
}

/// How another is watched. Lengths are in own body heights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WatchConfig {
    /// The own movement that is standing; where the body lacks it, its busiest hub stands in.
    pub standing: Name,
    /// The groups of own movements by which a body stands or gets about: doing nothing in particular.
    pub passing: [Name; 2],
    /// So many poses of each of these stand for it.
    pub passing_poses: u32,
    /// Nobody walks or turns slower than this share of the own pace.
    pub slowest_gait: f32,
    /// How the own graph is searched.
    pub search: GestureMatching,
    /// How many rivals are kept: paths as printed, movements otherwise. More find more and take longer.
    pub beam: u32,
    /// Standing ends this share of the way to the farthest pose of the quietest own movement.
    pub away_share: f32,
    /// But never nearer to standing than this, so that noise is no gesture,
    pub away_least: f32,
    /// nor farther.
    pub away_most: f32,
    /// Places are averaged over about this time to tell whether the other stands.
    pub smooth_s: f32,
    /// Noise of this size along each axis doubles the time over which places are averaged.
    pub noise_doubles: f32,
    /// Who is still for this long with nothing but its head out of place stands.
    pub settle_s: f32,
    /// How it stands is taken from this long at first, if it is no farther than `away_most` from the own standing.
    pub learn_stance_s: f32,
    /// Whoever stands for this long has ended a gesture.
    pub stood_s: f32,
    /// Who comes as near to standing as this many times where standing ends passes by it: there one gesture may end and
    /// another begin.
    pub passes_within: f32,
    /// Two movements in a row must come this much nearer than the nearest single one to be taken for two, as a share.
    pub apart: f32,
    /// So much before and after what crossed the threshold belongs to a gesture.
    pub lead_s: f32,
    /// Shorter than this is no gesture.
    pub shortest_s: f32,
    /// From this length on a gesture may end at a place that it returned to, or where a hand took or left a thing.
    pub return_after_s: f32,
    /// As near as this to where it was is a return.
    pub return_within: f32,
    /// A gesture is cut here at the latest.
    pub longest_s: f32,
    /// Who is away from standing and still for this long has ended a gesture: it holds a pose.
    pub held_s: f32,
    /// Slower than this, in own body heights per second, is still,
    pub still_per_s: f32,
    /// if no part of it is faster than this. Raising it takes a foot that taps for a pose that is held.
    pub still_part_per_s: f32,
    /// Unseen for longer, a gesture is broken off.
    pub gap_s: f32,
    /// Places are averaged over about this time before matching.
    pub filter_s: f32,
    /// Frames per second that are matched, whatever the eyes' rate.
    pub match_hz: f32,
    /// The slowest and the fastest that another performs a movement, against the own.
    pub pace: (f32, f32),
    /// Beyond this distance from every own movement a gesture is novel.
    pub novel_beyond: f32,
    /// So many times as far, where every other own movement is at least twice as far as the nearest.
    pub novel_clear: f32,
    /// A gesture must come nearer than doing nothing by this much, in squares. Raising it misses quiet gestures.
    pub margin: f32,
    /// Noise adds so many times what averaging leaves of it to that. Raising it misses more in a blur.
    pub margin_noise: f32,
    /// And be no farther than this share of how far doing nothing is.
    pub beats: f32,
    /// The nearest movement must be nearer than the next by so many times what averaging leaves of the noise. Raising it
    /// names fewer gestures in a blur.
    pub clear_noise: f32,
    /// What is like no own movement is something if it is this far from doing nothing.
    pub novel_away: f32,
    /// And by so many times what averaging leaves of the noise besides. Raising it sees fewer novel gestures in a blur.
    pub novel_noise: f32,
    /// A difference of this size between rivals makes the nearer clearly more probable.
    pub doubt: f32,
    /// So many times as far is clearly farther, for `novel_clear`. Raising it calls more gestures novel.
    pub clearly: f32,
    /// A hand or foot this near to a thing touches it, in metres.
    pub touch_m: f32,
    /// A part that touches leaves when it is this many times farther: noise in its place does not count twice. Default 1.5.
    pub touch_leaves: f32,
    /// A return to a pose within this time is no return, only slowness. Raising it cuts long gestures less often.
    pub return_apart_s: f32,
    /// Who travels no faster than this, in own body heights per second, may be standing.
    pub stands_below_per_s: f32,
    /// Who shows fewer parts is not watched. Raising it sees less of who is half hidden; lowering it sees more that is not
    /// there.
    pub least_parts: u32,
    /// So many looks at first are always measured, also while something is done. Raising it learns lengths sooner and
    /// takes bent limbs for shorter ones.
    pub first_looks: u32,
    /// An own movement whose first pose is this near to standing begins in standing. Raising it takes more cyclic
    /// movements for gestures that are repeated.
    pub begins_within: f32,
    /// Which frames choose the rivals, as shares of the gesture: the middle ones are the least generic.
    pub middle: [f32; 3],
    /// The share of frames at either end of a gesture that a cyclic movement need not explain: it is entered from
    /// standing and left to it. Raising it rests on fewer frames.
    pub entry_share: f32,
    /// How it is told that the other stands.
    pub cut: CutConfig,
    /// How the other's body is measured.
    pub likeness: LikenessConfig,
}

/// How it is told that the other stands. A body with noise or with hidden parts stands at some distance from the own
/// standing pose; that distance is learned (a noise floor).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CutConfig {
    /// Who has been still for `settle_s` stands although it is this many times as far from standing as it might be
    /// otherwise. Raising it takes quiet poses for standing.
    pub settled: f32,
    /// The time over which the distance of standing is averaged at first, in seconds. Raising it learns it slower.
    pub floor_s: f32,
    /// How much slower it is learned once something may be done, as a share. Raising it takes slow gestures for standing.
    pub floor_slower: f32,
    /// Between two looks no more time than this is taken to have passed, in seconds.
    pub most_passed_s: f64,
}

impl Default for CutConfig {
    fn default() -> Self {
        Self { settled: 1.4, floor_s: 0.5, floor_slower: 0.25, most_passed_s: 0.1 }
    }
}

/// How the other's body is measured: its lengths, how it stands, and the noise of the eyes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LikenessConfig {
    /// Looks that count for the length of a part; about half a minute at 30 Hz. Raising it changes lengths slower.
    pub looks: f32,
    /// The time over which standing is learned at first, in seconds. Raising it learns it slower.
    pub learned_in_s: f32,
    /// The same once it has been seen for a while: slowly, lest a quiet gesture be taken for a way to stand.
    pub changed_in_s: f32,
    /// A part that is farther off the own standing pose than this is not how it stands.
    pub most_offset: f32,
    /// How far the other turns until nothing is left of what was learned of how it looks when it stands, in radians.
    pub fades_rad: f32,
    /// How fast the estimate of the noise variance follows down, as a share of the difference per look,
    pub noise_falls: f32,
    /// and up. Quick movements look like noise; raising it takes more of them for noise.
    pub noise_rises: f32,
}

impl Default for LikenessConfig {
    fn default() -> Self {
        Self {
            looks: 1000.0,
            learned_in_s: 0.6,
            changed_in_s: 3.0,
            most_offset: 0.4,
            fades_rad: 1.5,
            noise_falls: 0.1,
            noise_rises: 0.04,
        }
    }
}

impl Default for WatchConfig {
    fn default() -> Self {
        Self {
            standing: Name::cut("stand"),
            passing: [Name::cut("gait"), Name::cut("idle")],
            passing_poses: 8,
            slowest_gait: 0.4,
            search: GestureMatching::default(),
            beam: 8,
            away_share: 0.5,
            away_least: 0.015,
            away_most: 0.06,
            smooth_s: 0.08,
            noise_doubles: 0.015,
            settle_s: 0.4,
            learn_stance_s: 0.5,
            stood_s: 0.25,
            passes_within: 2.0,
            apart: 0.8,
            lead_s: 0.15,
            shortest_s: 0.35,
            return_after_s: 5.0,
            return_within: 0.03,
            longest_s: 7.0,
            held_s: 1.5,
            still_per_s: 0.03,
            still_part_per_s: 0.05,
            gap_s: 0.6,
            filter_s: 0.05,
            match_hz: 15.0,
            pace: (0.5, 2.0),
            novel_beyond: 0.038,
            novel_clear: 1.4,
            margin: 0.012,
            margin_noise: 0.3,
            beats: 0.85,
            clear_noise: 0.1,
            novel_away: 0.055,
            novel_noise: 2.0,
            doubt: 0.02,
            clearly: 2.0,
            touch_m: 0.1,
            touch_leaves: 1.5,
            return_apart_s: 0.5,
            stands_below_per_s: 0.1,
            least_parts: 4,
            first_looks: 15,
            begins_within: 0.01,
            middle: [0.35, 0.5, 0.65],
            entry_share: 0.25,
            cut: CutConfig::default(),
            likeness: LikenessConfig::default(),
        }
    }
}
