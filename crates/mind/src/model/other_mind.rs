//! What another is taken to believe: a belief set of its own, one level deep, kept by the same stage as the own beliefs
//! (`crate::believe`) from what the other was seen to see and hear (Buchsbaum 2 and 7, simulation theory). Data and reads.
//!
//! Its beliefs have numbers of their own. Which own belief each is about is kept beside them.

use super::{Belief, BeliefId, Beliefs, Record, Room};
use arrayvec::ArrayVec;
use piaget_terms::valid::{Checked, Within, amount, at_most, finite, point, require, time, vector};
use piaget_terms::{Name, Sound, Vec2, Vec3, maths};
use serde::{Deserialize, Serialize};

/// The most sounds that another is taken to hear between two thoughts of it. Not a setting: the room for them is of a fixed size.
pub const MOST_HEARD: usize = 8;

/// One other, as its mind is thought of.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OtherMind {
    /// The own belief about the other.
    pub of: BeliefId,
    /// What kind of creature it is.
    pub kind: Name,
    /// What it is taken to believe; the belief about itself is the first.
    pub beliefs: Beliefs,
    /// Where it looks, as far as that can be told.
    pub gaze: GazeEstimate,
    /// Since when its mind is thought of.
    pub since_s: f64,
    /// Whether its eyes counted as open when it was last thought of: it was in view, and it could be told where it looks.
    pub is_watched: bool,
    /// Time that has passed since it was last thought of.
    pub(crate) waited_s: f32,
    /// What it has heard since then.
    pub(crate) heard: ArrayVec<Sound, MOST_HEARD>,
    /// Where it stands.
    pub(crate) stands: Lies,
    /// Which own belief each of its beliefs is about.
    pub(crate) about: Vec<About>,
}

/// Which own belief a belief of another is about.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// Its belief.
    pub theirs: BeliefId,
    /// The own one.
    pub ours: BeliefId,
    /// When it was seen to see the thing last; `None` for what it has only heard of.
    pub seen_s: Option<f64>,
    /// Whether it saw the thing when it was last thought of.
    pub sees: bool,
    /// Where the thing lies.
    pub(crate) lies: Lies,
}

impl About {
    /// A tie to a thing that is about here.
    pub(crate) fn new(theirs: BeliefId, ours: BeliefId, seen_s: Option<f64>, at: Vec2) -> Self {
        Self { theirs, ours, seen_s, sees: seen_s.is_some(), lies: Lies::new(at) }
    }
}

/// Where something is on the ground, averaged since it lies or stands there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Lies {
    /// The mean of the looks.
    pub at: Vec2,
    /// How many there were.
    pub looks: f32,
}

impl Lies {
    /// After the first look.
    pub fn new(at: Vec2) -> Self {
        Self { at, looks: 1.0 }
    }

    fn validate(&self) -> Checked {
        point("lies", self.at)?;
        require(self.looks >= 1.0, "lies", || "is of no look".into())
    }

    /// One more look: a mean while it is about there, within so many metres, and anew where it has moved.
    pub fn look(&mut self, at: Vec2, within_m: f32) {
        let looks = (self.looks + 1.0).min(MOST_LOOKS);
        *self = match self.at.distance(at) <= within_m {
            true => Self { at: self.at + (at - self.at) / looks, looks },
            false => Self::new(at),
        };
    }

    /// The mean and how far it may be off, where that is better than an estimate from the last looks.
    pub fn or(&self, (at, off_m): (Vec2, f32), noise_m: f32) -> (Vec2, f32) {
        let lies_m = noise_m / self.looks.sqrt();
        if self.looks > 1.0 && lies_m < off_m { (self.at, lies_m) } else { (at, off_m) }
    }
}

/// Over more looks than these a place is not averaged. Not a setting: by then it is known better than any map has it.
const MOST_LOOKS: f32 = 100.0;

/// Which way another looks, by its nose and by the way it goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GazeEstimate {
    /// Its direction on the ground, once that is known.
    pub yaw: Option<f32>,
    /// How far that may be off, in radians.
    pub doubt_rad: f32,
    /// How high its eye is above the ground, once that is known.
    pub eye_height_m: Option<f32>,
    /// From root to nose, as a sum over looks that fades, and the sum of their weights.
    pub(crate) nose: Vec2,
    pub(crate) looks: f32,
    /// For how long other parts as small as the nose have shown without it.
    pub(crate) noseless_s: f32,
    /// Where it was when its way was last read.
    pub(crate) anchor: Option<Vec2>,
}

impl GazeEstimate {
    fn validate(&self) -> Checked {
        self.yaw.map_or(Ok(()), |yaw| finite("yaw", yaw))?;
        self.eye_height_m.map_or(Ok(()), |height| finite("eye_height_m", height))?;
        amount("doubt_rad", self.doubt_rad)?;
        point("nose", self.nose)?;
        amount("looks", self.looks)?;
        amount("noseless_s", self.noseless_s)?;
        self.anchor.map_or(Ok(()), |anchor| point("anchor", anchor))
    }
}

impl OtherMind {
    /// Of one that was just met: nothing is known of what it has seen.
    pub(crate) fn new(of: &Belief, history_moments: u32, time_s: f64) -> Self {
        let mut beliefs = Beliefs::new(history_moments);
        beliefs.time_s = time_s;
        beliefs.all[0].now.clone_from(&of.now);
        Self {
            of: of.id,
            kind: of.now.kind,
            beliefs,
            gaze: GazeEstimate::default(),
            since_s: time_s,
            is_watched: false,
            // It is thought of at once.
            waited_s: f32::MAX,
            heard: ArrayVec::new(),
            stands: Lies::new(maths::ground(of.now.position)),
            about: Vec::new(),
        }
    }

    /// Whether a saved one fits into this room. It holds no minds of others in turn: that is one level deep.
    pub(super) fn validate(&self, room: Room, selectors: usize) -> Checked {
        self.beliefs.validate(room, selectors, &[]).within("beliefs")?;
        require(self.beliefs.minds.is_empty(), "beliefs.minds", || "is a second level".into())?;
        at_most("about", self.about.len(), room.most.max(1) as usize)?;
        self.gaze.validate().within("gaze")?;
        self.stands.validate().within("stands")?;
        time("since_s", self.since_s)?;
        for sound in &self.heard {
            vector("heard", sound.position)?;
            amount("heard", sound.spread_m)?;
            finite("heard", sound.loudness)?;
            sound.tells.map_or(Ok(()), |told| vector("heard", told.at))?;
        }
        require(!self.waited_s.is_nan(), "waited_s", || "is not a time".into())?;
        self.about.iter().try_for_each(|about| {
            about.lies.validate().within("about")?;
            about.seen_s.map_or(Ok(()), |seen_s| time("about", seen_s))
        })
    }

    /// What it believes of one of the own beliefs; the latest, if it takes one thing for two. [`BeliefId::SELF`] asks what
    /// it knows of the creature that thinks of it.
    pub fn about(&self, ours: BeliefId) -> Option<&Belief> {
        self.tie(ours).map(|(belief, _)| belief)
    }

    /// All ties between its beliefs and the own.
    pub fn ties(&self) -> &[About] {
        &self.about
    }

    /// The own belief that one of its beliefs is about.
    pub fn ours(&self, theirs: BeliefId) -> Option<BeliefId> {
        self.about.iter().find(|about| about.theirs == theirs).map(|about| about.ours)
    }

    fn tie(&self, ours: BeliefId) -> Option<(&Belief, About)> {
        let own = self.about.iter().filter(|about| about.ours == ours);
        let held = own.filter_map(|about| Some((self.beliefs.get(about.theirs)?, *about)));
        held.max_by(|a, b| a.0.sensed_s.total_cmp(&b.0.sensed_s))
    }

    /// Where it expects one of the own believed things to be; `None` where it knows of no such thing.
    pub fn expects_at(&self, ours: BeliefId) -> Option<Vec3> {
        let belief = self.about(ours)?;
        belief.is_there(self.beliefs.time_s()).then_some(belief.now.position)
    }

    /// Whether it expects a thing where the creature itself believes it to be, within so many metres on the ground.
    pub fn knows(&self, ours: BeliefId, at: Vec3, within_m: f32) -> bool {
        let expected = self.expects_at(ours);
        expected.is_some_and(|there| maths::ground(there).distance(maths::ground(at)) <= within_m)
    }

    /// Whether it was seen to see a thing within the last seconds.
    pub fn has_seen(&self, ours: BeliefId, within_s: f32) -> bool {
        let since_s = |about: &About| about.seen_s.map(|seen_s| self.beliefs.time_s() - seen_s);
        let own = self.about.iter().filter(|about| about.ours == ours);
        own.filter_map(since_s).any(|since_s| since_s <= f64::from(within_s))
    }

    /// Whether it sees a thing now.
    pub fn sees(&self, ours: BeliefId) -> bool {
        self.about.iter().any(|about| about.ours == ours && about.sees)
    }

    /// Whether it sees a thing and looks its way, within this angle.
    pub fn looks_at(&self, ours: BeliefId, at: Vec3, within_rad: f32) -> bool {
        let Some((own, yaw)) = self.itself().zip(self.gaze.yaw) else { return false };
        let off = maths::wrap_angle(maths::yaw_of(at - own.position) - yaw).abs();
        self.sees(ours) && off <= within_rad
    }

    /// Itself, as it was when it was last thought of.
    pub fn itself(&self) -> Option<&Record> {
        self.beliefs.all().first().map(|own| &own.now)
    }
}
