//! Watching another body (Buchsbaum 6.1): its visible parts, frame by frame, are put onto the own body, cut into
//! gestures where it passes through standing, and matched with the own pose graph.
//!
//! A [`Watcher`] is fed what shows of one other; [`OwnPoses`] is the own body as the model. There is no belief here,
//! no object of an action and no reason for it: what a movement is for is a matter of minds.

mod correspond;
mod cut;
mod learn;
mod likeness;
mod matching;
mod own;
mod printed;
mod stream;
mod view;
mod watcher;

pub use correspond::{Correspondence, Game};
pub use cut::{Cut, Cutter};
pub use learn::learn;
pub use likeness::{Likeness, Placed};
pub use matching::{Matcher, Ranked, Shown};
pub use own::{OwnMovement, OwnPoses};
pub use stream::{Look, Span, Stream};
pub use view::{Parts, PoseView, parts_of};
pub use watcher::{MOST_FRAMES, Matching, Seen, Watcher};

use arrayvec::ArrayVec;
use glam::Vec3;
use piaget_terms::valid::{Checked, finite, share, time, vector};
use piaget_terms::{Effector, Name};
use serde::{Deserialize, Serialize};

/// The most movements that a gesture is held against in full, and the most that are listed.
pub const MOST_RIVALS: usize = 16;
/// The most touches of things that are kept of one gesture.
pub const MOST_TOUCHES: usize = 4;

/// How a path through the own graph is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Search {
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
    /// How the own graph is searched.
    pub search: Search,
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
    pub greet_s: f32,
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
    /// Slower than this, in own body heights per second, is still.
    pub still_per_s: f32,
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
    /// A difference of this size between rivals makes the nearer clearly more probable.
    pub doubt: f32,
    /// A hand or foot this near to a thing touches it, in metres.
    pub touch_m: f32,
}

impl Default for WatchConfig {
    fn default() -> Self {
        Self {
            standing: Name::cut("stand"),
            search: Search::default(),
            beam: 8,
            away_share: 0.5,
            away_least: 0.015,
            away_most: 0.06,
            smooth_s: 0.08,
            noise_doubles: 0.015,
            settle_s: 0.4,
            greet_s: 0.5,
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
            gap_s: 0.6,
            filter_s: 0.05,
            match_hz: 15.0,
            pace: (0.5, 2.0),
            novel_beyond: 0.038,
            novel_clear: 1.4,
            doubt: 0.02,
            touch_m: 0.1,
        }
    }
}

/// One own movement as an explanation of a gesture.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// The movement to ask the own body for.
    pub name: Name,
    /// Its place among [`OwnPoses::movements`].
    pub movement: u32,
    /// How far the gesture is from it on average, in own body heights.
    pub distance: f32,
    /// How probable it is among the listed, 0 to 1.
    pub probability: f32,
    /// How fast it was performed against the own.
    pub pace: f32,
    /// For a blended movement, the point of its space: where a reach reached to, in the root's frame and the own
    /// file's unit.
    pub aim: Option<Vec3>,
}

/// A part that came close to a thing during a gesture, or left it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Touch {
    /// Which part.
    pub effector: Effector,
    /// Which thing, by the number that the watcher was given.
    pub thing: u32,
    /// When.
    pub time_s: f64,
    /// Whether it came close; else it drew away.
    pub nears: bool,
}

/// A gesture that was seen, and what it is taken for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Recognised {
    /// When it began.
    pub from_s: f64,
    /// When it ended.
    pub to_s: f64,
    /// Own movements, the nearest first; empty where nothing could be compared.
    pub ranked: ArrayVec<Candidate, MOST_RIVALS>,
    /// Whether it matches no own movement (6.1.3); the nearest are listed all the same.
    pub novel: bool,
    /// Why it was cut where it ends.
    pub cut: Cut,
    /// Parts that came near to things, in the order of time.
    pub touched: ArrayVec<Touch, MOST_TOUCHES>,
}

impl Recognised {
    /// Whether what was saved of it are probabilities of movements.
    pub fn validate(&self) -> Checked {
        time("from_s", self.from_s)?;
        time("to_s", self.to_s)?;
        for candidate in &self.ranked {
            share("probability", candidate.probability)?;
            finite("distance", candidate.distance)?;
            finite("pace", candidate.pace)?;
            candidate.aim.map_or(Ok(()), |aim| vector("aim", aim))?;
        }
        Ok(())
    }

    /// The movement that it is taken for; `None` for a novel one.
    pub fn movement(&self) -> Option<&Candidate> {
        self.ranked.first().filter(|_| !self.novel)
    }

    /// The own movement that comes nearest, also for a novel gesture.
    pub fn nearest(&self) -> Option<&Candidate> {
        self.ranked.first()
    }
}
