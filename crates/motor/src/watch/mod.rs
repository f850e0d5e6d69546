//! Watching another body (Buchsbaum 6.1): its visible parts, frame by frame, are put onto the own body, cut into
//! gestures where it passes through standing, and matched with the own pose graph.
//!
//! A [`Watcher`] is fed what shows of one other; [`OwnPoses`] is the own body as the model. There is no belief here,
//! no object of an action and no reason for it: what a movement is for is a matter of minds.

mod apart;
mod approach;
mod config;
mod correspond;
mod cut;
mod judge;
mod learn;
mod likeness;
mod matching;
mod nothing;
mod own;
mod printed;
mod stream;
mod view;
mod watcher;

pub use config::{CutConfig, GestureMatching, LikenessConfig, WatchConfig};
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
use piaget_terms::valid::{Checked, amount, finite, share, time, vector};
use piaget_terms::{Effector, Name};
use serde::{Deserialize, Serialize};

/// The most movements that a gesture is held against in full, and the most that are listed.
pub const MOST_RIVALS: usize = 16;
/// The most things of which it is noted how near a hand came to them.
pub const MOST_APPROACHED: usize = 8;
/// The most touches of things that are kept of one gesture.
pub const MOST_TOUCHES: usize = 4;

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

/// How near a hand came to a thing during a gesture and kept to it, averaged over a moment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Approach {
    /// Which thing, by the number that the watcher was given.
    pub thing: u32,
    /// How near.
    pub distance_m: f32,
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
    /// How far it is from doing nothing in particular (standing, walking, turning), in own body heights: on average, as
    /// the distances of `ranked` are.
    pub nothing: f32,
    /// The same as a root mean square, without what leads to the gesture and away from it.
    pub away: f32,
    /// So much before its beginning and after its end was compared with own movements.
    pub lead_s: f32,
    /// Whether that explains it as well as any gesture would: nothing was done.
    pub passes: bool,
    /// How far off averaged places may still be for the noise of the eyes, in metres.
    pub blur_m: f32,
    /// Why it was cut where it ends.
    pub cut: Cut,
    /// Parts that came near to things, in the order of time.
    pub touched: ArrayVec<Touch, MOST_TOUCHES>,
    /// How near a hand came to things, the nearest first.
    pub approached: ArrayVec<Approach, MOST_APPROACHED>,
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
        self.approached.iter().try_for_each(|near| finite("approached", near.distance_m))?;
        finite("nothing", self.nothing)?;
        finite("away", self.away)?;
        amount("lead_s", self.lead_s)?;
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
