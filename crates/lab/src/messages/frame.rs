//! What goes on: one moment of a simulation, told as the difference from the frame that this visitor got before. A part
//! that is left out is as it was. A frame that is `whole` forgets all before it.

use super::{Caption, GameNow, Point, ShapePlan};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A piece of the bytes that follow a frame's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Blob {
    /// Where it begins.
    pub at: u32,
    /// How many bytes it has.
    pub length: u32,
}

/// One moment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct Frame {
    /// How many ticks have passed.
    pub tick: u32,
    /// Seconds since the beginning.
    pub t: f64,
    /// Whether nothing from before holds: the first frame of a stage.
    pub whole: bool,
    /// The digest of all ticks so far, 16 hexadecimal digits.
    pub digest: String,
    /// How time goes, if that changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clock: Option<Clock>,
    /// All creatures, in the order of the stage. Those that are gone are left out of the world, not of this list.
    pub creatures: Vec<CreatureNow>,
    /// Things that are new or changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<ThingNow>>", optional)]
    pub things: Vec<ThingNow>,
    /// The numbers of things that are gone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<u32>>", optional)]
    pub gone: Vec<u32>,
    /// All walls, if one changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub walls: Option<Vec<WallNow>>,
    /// The selected creature's mind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mind: Option<Box<MindNow>>,
    /// What happened since the last frame.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Happened>>", optional)]
    pub happened: Vec<Happened>,
    /// What of it is worth telling, in sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Caption>>", optional)]
    pub story: Vec<Caption>,
    /// How the game stands, for a scenario that can be played as one, if that changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub game: Option<GameNow>,
    /// So many happenings were left out, because too many came at once.
    #[serde(default, skip_serializing_if = "is_none")]
    #[ts(as = "Option<u32>", optional)]
    pub untold: u32,
}

fn is_none(count: &u32) -> bool {
    *count == 0
}

/// How time goes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct Clock {
    /// Whether it stands still.
    pub paused: bool,
    /// How fast it goes.
    pub speed: f32,
    /// Whether the scenario's length has passed; it goes on if it is let.
    pub over: bool,
    /// The earliest tick that can be shown again.
    pub earliest: u32,
    /// The present tick, if a past one is shown.
    pub present: Option<u32>,
    /// Where it hurries to, while it plays a link up to its tick.
    pub until: Option<u32>,
}

/// How far a movement has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum MoveStage {
    /// It goes on.
    Begun,
    /// It is done.
    Finished,
    /// Something broke it off.
    Interrupted,
    /// The body has no such movement or cannot do it now.
    Cannot,
}

/// A creature as it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct CreatureNow {
    /// The point on the ground below the body.
    pub at: Point,
    /// Which way the body faces, in radians: 0 along +z, growing towards +x.
    pub yaw: f32,
    /// How far the head is turned from the body.
    pub head_yaw: f32,
    /// How far the head is tilted, positive upwards.
    pub head_pitch: f32,
    /// Metres per second over the ground.
    pub speed: f32,
    /// Whether it is nowhere.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub hidden: bool,
    /// The world's number of what it holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub holding: Option<u32>,
    /// The movement under way or just ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub movement: Option<(String, MoveStage)>,
    /// The action tuple that it follows, empty for none.
    pub doing: String,
    /// Where it means to look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub gaze: Option<Point>,
    /// The faces it shows and how strongly, 0 to 1.
    pub face: Vec<(String, f32)>,
    /// What it says in this tick.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub says: Option<String>,
    /// Its joints, as a patch of bytes (see `docs/lab.md`); absent where it has no drawn body or did not move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pose: Option<Blob>,
}

/// A thing as it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ThingNow {
    /// The world's number for it.
    pub id: u32,
    /// What the scenario calls it.
    pub name: String,
    /// What creatures see it as.
    pub kind: String,
    /// The name of its colour.
    pub colour: String,
    /// Its form; `null` for one of triangles.
    pub shape: Option<ShapePlan>,
    /// The point of its base.
    pub at: Point,
    /// How far it is turned.
    pub yaw: f32,
    /// Whether it is nowhere.
    pub hidden: bool,
    /// Whether it slides.
    pub sliding: bool,
    /// The world's number of the creature that holds it.
    pub held_by: Option<u32>,
    /// Its state: paths and what stands there, in words.
    pub features: Vec<(String, String)>,
}

/// A wall as it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct WallNow {
    /// What the scenario calls it.
    pub name: String,
    /// The middle of its foot: x and z.
    pub at: [f32; 2],
    /// Length and thickness.
    pub size: [f32; 2],
    /// Its height.
    pub height: f32,
    /// Its turn in radians.
    pub yaw: f32,
}

/// The selected creature's mind. Parts that are left out are as they were.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct MindNow {
    /// Whose: the place among the stage's creatures.
    pub creature: u32,
    /// Whether nothing told of a mind before holds: the first after a `mind`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub whole: bool,
    /// Every value, in the order of the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub values: Option<Vec<f32>>,
    /// What of its beliefs is new or changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<BeliefNow>>", optional)]
    pub beliefs: Vec<BeliefNow>,
    /// The numbers of beliefs that it gave up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<u32>>", optional)]
    pub forgotten: Vec<u32>,
    /// The belief it attends to, in every frame.
    pub attends: Option<u32>,
    /// Tuples whose value, state or reason changed, by their place in the plan.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<ChoiceNow>>", optional)]
    pub choices: Vec<ChoiceNow>,
    /// The corners of its way, x and z, if that changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub way: Option<Vec<[f32; 2]>>,
    /// What it has in mind, in its own words, if that changed; empty for nothing in particular.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub thought: Option<String>,
    /// How its way stands, in words, if that changed; empty if it goes nowhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub travel: Option<String>,
    /// Maps of where unseen things may be that changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<MapNow>>", optional)]
    pub maps: Vec<MapNow>,
    /// Beliefs whose maps are no longer told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<u32>>", optional)]
    pub unmapped: Vec<u32>,
    /// Which nodes it looked at and sees: a patch of bytes, one a node, 1 for seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub visible: Option<Blob>,
    /// What its eye shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub eye: Option<EyeNow>,
    /// What its percepts make of the selected belief, in the order of the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub percepts: Option<Vec<AskedPercept>>,
    /// The past of the selected belief, the latest first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub history: Option<Vec<HistoryPoint>>,
    /// Where its body is on the pose graph.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub motor: Option<MotorNow>,
    /// What it remembers of where things are kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub search: Option<SearchNow>,
    /// What it makes of another whom it watches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub watching: Option<WatchingNow>,
}

/// A believed thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct BeliefNow {
    /// Its number in this mind.
    pub belief: u32,
    /// What it is believed to be.
    pub kind: String,
    /// Its colour.
    pub colour: String,
    /// Where it is believed to be.
    pub at: Point,
    /// How it is believed to move.
    pub velocity: Point,
    /// The world's number, if it is seen now.
    pub seen_as: Option<u32>,
    /// Seconds since it was last seen.
    pub unseen_s: f32,
    /// How sure the mind is of it, 0 to 1.
    pub confidence: f32,
    /// Where it was expected to be (Kline's ghost), for a salient place.
    pub ghost: Option<Point>,
    /// Isla 1.8 for this tick, at most 1e6; `null` for a mind without a map.
    pub salience: Option<f32>,
    /// Isla 1.9 for this tick; `null` for a mind without a map.
    pub confusion: Option<f32>,
    /// Violations of this tick: "confusion", "surprise", "disbelief".
    pub violations: Vec<String>,
    /// What it may be doing, the likeliest first, with weights; empty for a mind that does not ask.
    pub explanations: Vec<(String, f32)>,
    /// How improbable what this tick brought was, over all explanations, in nats.
    pub nats: f32,
    /// What is expected of its salient features.
    pub traits: Vec<TraitNow>,
}

/// What is expected of one salient feature (Kline 3.2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct TraitNow {
    /// The feature.
    pub feature: String,
    /// What is expected, in words.
    pub expected: String,
    /// How sure, 0 to 1.
    pub confidence: f32,
    /// How reliable the predictor has been, 0 to 1.
    pub reliability: f32,
}

/// One tuple.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ChoiceNow {
    /// Its place in the plan.
    pub tuple: u32,
    /// What performing it is worth.
    pub value: f32,
    /// Whether it is the active one of its group.
    pub active: bool,
    /// Why.
    pub because: String,
    /// The belief it is about.
    pub object: Option<u32>,
    /// Since when it is active, in seconds; `null` for one that is not.
    pub since: Option<f64>,
    /// Whether it could be done and was weighed against the active one, which was preferred.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub rival: bool,
    /// Why it became so: the reason of the tick in which it began; empty for one that is not active.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    pub began: String,
}

/// Where an unseen thing may be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct MapNow {
    /// The belief.
    pub belief: u32,
    /// A patch of bytes, one a node: 0 for none, else `2^(24 (byte / 255 - 1))` is its probability.
    pub mass: Blob,
    /// The likeliest place: x and z.
    pub peak: Option<[f32; 2]>,
    /// How spread out it is.
    pub entropy_bits: f32,
}

/// What an eye shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct EyeNow {
    /// Pixels across.
    pub columns: u32,
    /// Pixels down.
    pub rows: u32,
    /// A patch of bytes, one a pixel from the top left: 0 for nothing, 1 for walls, else the place in `marks` plus 2.
    pub pixels: Blob,
    /// The world's numbers of what is seen, and the marked part of a body if it is one.
    pub marks: Vec<(u32, Option<String>)>,
}

/// What one percept makes of the selected belief.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct AskedPercept {
    /// How well it matches, 0 to 1.
    pub matches: f32,
    /// How sure it is.
    pub confidence: f32,
    /// What it tells besides, in words.
    pub data: String,
}

/// What was once believed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct HistoryPoint {
    /// When.
    pub t: f64,
    /// Where.
    pub at: Point,
    /// How sure.
    pub confidence: f32,
    /// Whether it was seen.
    pub seen: bool,
}

/// Where a body is on its pose graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct MotorNow {
    /// The movement it is in, by its place in the plan.
    pub movement: u32,
    /// How far through it, 0 to 1.
    pub part: f32,
    /// The movements still to be passed to what is asked, this one first.
    pub path: Vec<u32>,
}

/// What-where memory and the search it guides (Brom).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct SearchNow {
    /// What is looked for; `null` while it attends to nothing unseen.
    pub object: Option<String>,
    /// The current searching rule: places, the likeliest first; empty while nothing is looked for.
    pub rule: Vec<RememberedPlace>,
    /// Things it remembers, those met last first, each with the places where it likeliest is now.
    pub network: Vec<(String, RememberedPlace)>,
    /// So many more things are remembered than told.
    #[serde(default, skip_serializing_if = "is_none")]
    #[ts(as = "Option<u32>", optional)]
    pub untold: u32,
}

/// A place in a memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct RememberedPlace {
    /// The place in the plan.
    pub place: u32,
    /// How likely it is to be there.
    pub likely: f32,
}

/// What a mind makes of another whom it watches (Buchsbaum).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct WatchingNow {
    /// The belief about the one it watches.
    pub whom: Option<u32>,
    /// How far it has come, in words; empty while no gesture was seen.
    pub state: String,
    /// Own movements that the last gesture may have been, the best first, with how probable each is.
    pub candidates: Vec<(String, f32)>,
    /// The movement it is taken for; `null` for a gesture that is none of its own.
    pub movement: Option<String>,
    /// Own actions that may explain what was done, the most probable first.
    pub explanations: Vec<(String, f32)>,
    /// The action it takes that to be.
    pub action: Option<String>,
    /// The motive it takes to be behind it.
    pub motive: Option<String>,
    /// What the action is taken to be about.
    pub object: Option<String>,
    /// What the action is to bring, in words.
    pub goal: Option<String>,
    /// What was learned by it, in words.
    pub learned: Vec<String>,
}

/// Something that happened; the words are those of `docs/trace.md`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Happened {
    /// When.
    pub t: f64,
    /// To whom.
    pub creature: Option<String>,
    /// What.
    pub event: String,
    /// About what.
    pub about: String,
}
