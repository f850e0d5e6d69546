//! Others: they are watched through what shows of their bodies, their gestures are recognised as own movements
//! (Buchsbaum 6.1), remembered, and performed when the character decides to.
//!
//! The model of the other is the own body: without one ([`crate::Mind::embody`]) nothing is recognised. What a
//! gesture was for is asked of the own action tree ([`understand`], 6.2).

mod about;
mod afford;
mod foresee;
mod identify;
mod learn;
mod own_actions;
mod read;
mod step;
mod tool;
mod tries;
pub mod understand;

pub use learn::{NotLearned, OwnBody};
pub use own_actions::{Follow, OwnActions, Use};
pub use read::{NODES, read};
pub use step::{Input, Output, Scratch, step};
pub use understand::{Explanation, Outcome, Understanding};

use crate::model::action::{Action, ActionTree, ConditionId, Decision};
use crate::model::{BeliefId, HandConfig};
use piaget_motor::watch::{MOST_FRAMES, OwnPoses, PoseView, Recognised, WatchConfig, Watcher};
use piaget_motor::{Clip, PoseGraph};
use piaget_terms::valid::{Checked, Within, at_most, count, index, require};
use piaget_terms::{Name, Vec3};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How a character watches others: the `watch` node of its file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// How gestures are cut and matched.
    pub watch: WatchConfig,
    /// How many others are watched at a time.
    pub others: u32,
    /// How many gestures are remembered; the oldest gives way.
    pub gestures: u32,
    /// How much surer it is of the movement than single looks are: the movements' probabilities are raised to this power
    /// when actions are weighed.
    pub sharpness: f32,
    /// How deep the middle of another's trunk lies behind what shows of it: root and neck.
    pub trunk_m: f32,
    /// How deep the middle of its other marked parts lies.
    pub part_m: f32,
    /// When what another brought about becomes an action of one's own.
    pub lesson: LessonConfig,
    /// What a gesture is taken to be about.
    pub about: AboutConfig,
}

/// How the object of a gesture is told from the things around.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AboutConfig {
    /// A hand that came this near to a thing is at it. Raising it lets things compete that are farther from the hand.
    pub hand_m: f32,
    /// How much a hand at a thing says: raising it settles on the thing that a hand came nearest to.
    pub hand_sure: f32,
    /// A thing is before the eyes of another within this angle from where its nose points, on the ground.
    pub sees_rad: f32,
    /// What it could not see counts this much, as a share.
    pub behind: f32,
    /// Explanations as probable as this share of the best are as good as it.
    pub tie: f32,
}

impl Default for AboutConfig {
    fn default() -> Self {
        Self { hand_m: 0.05, hand_sure: 3.0, sees_rad: 2.0, behind: 0.1, tie: 0.8 }
    }
}

/// When a movement of another is taken to have brought about what an own action is for (Buchsbaum 7.2.7).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LessonConfig {
    /// What comes later than this after a movement is not its result.
    pub result_within_s: f32,
    /// Who has walked farther than this meanwhile got there on foot.
    pub stayed_m: f32,
    /// A thing that moved less than this was not brought.
    pub brought_m: f32,
    /// When a thing is in a hand.
    pub hands: HandConfig,
    /// A thing that a hand came this near to was touched.
    pub touched_m: f32,
    /// At how many moments of a movement it is asked what was held: a hand does not show at every moment.
    pub moments: u32,
    /// What was learnt is given up when it has failed so often in a row.
    pub tries: u32,
    /// The new action is tried from this share of the distance that it was seen from.
    pub nearer: f32,
}

impl Default for LessonConfig {
    fn default() -> Self {
        Self {
            result_within_s: 2.0,
            stayed_m: 0.2,
            brought_m: 0.15,
            hands: HandConfig::default(),
            touched_m: 0.15,
            moments: 8,
            tries: 3,
            nearer: 0.95,
        }
    }
}

/// Groups of movements by which a body stands or gets about.
const PASSING: [&str; 2] = ["gait", "idle"];

/// A gesture of somebody, as it is remembered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Gesture {
    /// Its number among all that were seen, from 1.
    pub number: u32,
    /// Whose it was; the belief may have been given up since.
    pub of: Option<BeliefId>,
    /// What kind of creature that was.
    pub kind: Name,
    /// When, and what it was taken for.
    pub recognised: Recognised,
    /// What it looked like on the own body, at a steady rate.
    pub frames: Vec<PoseView>,
}

/// What watching keeps from tick to tick.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct State {
    watched: Vec<Watched>,
    /// A ring; the newest is the one with the greatest number.
    gestures: Vec<Gesture>,
    seen: u32,
    /// The gesture that is being imitated.
    imitated: Option<u32>,
    /// Movements that it learned from others.
    learned: Vec<Clip>,
    /// What it knows of its own behaviour.
    own_actions: OwnActions,
    /// Gestures up to this number were made sense of.
    understood: u32,
    /// The other who was attended to last.
    attended: Option<BeliefId>,
    /// Whose gesture taught what was learnt last: a place among the watched.
    teacher: u32,
    /// What is understood of nobody.
    #[serde(skip)]
    nobody: Understanding,
    /// What came of trying what was learnt.
    tries: tries::Tries,
    /// What the other wants to come true.
    wish: Option<ConditionId>,
    /// The character's own measure of how sure it is of movements.
    sharpness: f32,
    /// Movements of getting about and of standing, which need no explanation.
    passing: Vec<Name>,
    /// The own body as it looks from outside; a host gives it, and a save leaves it out.
    #[serde(skip)]
    body: Option<Arc<OwnBody>>,
}

/// One other who is watched.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Watched {
    of: Option<BeliefId>,
    /// When it was last in view.
    last_s: f64,
    watcher: Watcher,
    /// What its last gesture was taken for.
    latest: Understanding,
    /// The last of its gestures of which it was noted what it wants.
    followed: u32,
}

impl State {
    /// Room for a character that watches.
    pub(crate) fn new(config: Option<&Config>) -> Self {
        let Some(config) = config else { return Self::default() };
        let watched = || Watched {
            of: None,
            last_s: f64::MIN,
            watcher: Watcher::new(),
            latest: Understanding::default(),
            followed: 0,
        };
        Self {
            watched: (0..config.others).map(|_| watched()).collect(),
            gestures: (0..config.gestures).map(|_| Gesture::with_room()).collect(),
            sharpness: config.sharpness,
            ..Self::default()
        }
    }

    /// Whether what was saved is of a character that watches so, with these actions.
    pub(crate) fn validate(&self, config: Option<&Config>, tree: &ActionTree) -> Checked {
        let room = |of: fn(&Config) -> u32| config.map_or(0, of) as usize;
        count("watched", self.watched.len(), room(|config| config.others))?;
        count("gestures", self.gestures.len(), room(|config| config.gestures))?;
        for watched in &self.watched {
            require(!watched.last_s.is_nan(), "watched.last_s", || "is not a time".into())?;
            watched.watcher.validate().within("watched.watcher")?;
            watched.latest.validate(tree.tuples.len(), tree.conditions.len()).within("watched.latest")?;
        }
        for gesture in &self.gestures {
            gesture.recognised.validate().within("gestures.recognised")?;
            at_most("gestures.frames", gesture.frames.len(), MOST_FRAMES as usize)?;
            gesture.frames.iter().try_for_each(PoseView::validate).within("gestures.frames")?;
        }
        let sharpness = config.map_or(0.0, |config| config.sharpness);
        require(self.sharpness == sharpness, "sharpness", || format!("is {}", self.sharpness))?;
        require(self.seen <= u32::MAX / 2, "seen", || "is more than any life counts".into())?;
        let (tuples, conditions) = (tree.tuples.len(), tree.conditions.len());
        self.own_actions.validate(tuples).within("own_actions")?;
        self.tries.validate(tree.learnt().len()).within("tries")?;
        self.wish.map_or(Ok(()), |wish| index("wish", usize::from(wish.0), conditions))?;
        // Which joints a body has is known only when it is given.
        self.learned.iter().try_for_each(|clip| clip.validate(usize::MAX, usize::MAX)).within("learned")
    }

    /// Knows itself by this body, with the movements that it has learned.
    pub(crate) fn embody(&mut self, config: &Config, graph: &PoseGraph) {
        let mut body = OwnBody::new(graph, &config.watch);
        body.take_in(&config.watch, &self.learned);
        self.know_passing(body.poses());
        self.body = Some(Arc::new(body));
    }

    /// The own body as it looks from outside.
    pub fn own_poses(&self) -> Option<&OwnPoses> {
        self.body.as_ref().map(|body| body.poses())
    }

    /// Goes on without the body that it knew itself by, such as before another mind's is given.
    pub(crate) fn keep_body_of(&mut self, other: &Self) {
        self.body.clone_from(&other.body);
    }

    /// Learns which of the own movements are no doings of their own.
    fn know_passing(&mut self, own: &OwnPoses) {
        let passing = own.movements().iter().filter(|movement| PASSING.contains(&movement.group.as_str()));
        self.passing = passing.map(|movement| movement.name).collect();
    }

    fn is_getting_about(&self, movement: Name) -> bool {
        self.passing.contains(&movement)
    }

    /// The gestures that are remembered, the latest first.
    pub fn gestures(&self) -> impl Iterator<Item = &Gesture> {
        let count = self.gestures.len() as u32;
        (0..count.min(self.seen)).map(move |back| &self.gestures[((self.seen - 1 - back) % count) as usize])
    }

    /// A gesture by its number, while it is remembered.
    pub fn gesture(&self, number: u32) -> Option<&Gesture> {
        self.gestures().find(|gesture| gesture.number == number)
    }

    /// The last gesture of somebody, or of anybody.
    pub fn latest(&self, of: Option<BeliefId>) -> Option<&Gesture> {
        self.gestures().find(|gesture| of.is_none() || gesture.of == of)
    }

    /// The others that are watched.
    pub fn others(&self) -> impl Iterator<Item = BeliefId> {
        self.watched.iter().filter_map(|watched| watched.of)
    }

    /// The other whose last gesture is asked about: the one that is attended to, if it made any; else whoever made the
    /// last.
    pub fn attended(&self) -> Option<BeliefId> {
        self.attended.filter(|of| self.latest(Some(*of)).is_some())
    }

    /// The movements that it learned from others.
    pub fn learned(&self) -> &[Clip] {
        &self.learned
    }

    /// How many gestures were seen so far.
    pub fn seen(&self) -> u32 {
        self.seen
    }

    /// Since when somebody is doing something; `None` while it stands, or is not watched.
    pub fn moving_since(&self, of: BeliefId) -> Option<f64> {
        self.watched.iter().find(|watched| watched.of == Some(of))?.watcher.moving_since()
    }

    /// The movement that imitates the last gesture of somebody (or of anybody), and where it reached to, in the own
    /// root's frame. It stays the same while it is performed: what is seen meanwhile does not disturb it.
    pub(crate) fn imitate(&mut self, decision: &Decision) -> Option<(Name, Option<Vec3>)> {
        if decision.action != Action::Imitate {
            return None;
        }
        if decision.began {
            self.imitated = None;
        }
        let of = decision.object.or_else(|| self.attended());
        let number = self.imitated.or_else(|| self.latest(of).map(|gesture| gesture.number))?;
        self.imitated = Some(number);
        let nearest = self.gesture(number)?.recognised.nearest()?;
        Some((nearest.name, nearest.aim))
    }
}

impl Gesture {
    fn with_room() -> Self {
        /// Frames of the longest gesture at the default rate.
        const FRAMES: usize = 96;
        Self { frames: Vec::with_capacity(FRAMES), ..Self::default() }
    }
}
