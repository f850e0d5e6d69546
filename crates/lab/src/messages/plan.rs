//! What stays the same for a while: what there is to choose, how a scenario's world and a creature's mind are built.

use super::{Choice, WallNow};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What there is to see here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Welcome {
    /// The version of the messages.
    pub protocol: u32,
    /// The version of the program.
    pub version: String,
    /// The scenarios to choose from.
    pub scenarios: Vec<ScenarioCard>,
    /// A scenario to begin with.
    pub first: String,
    /// The character files that a creature may be given, to compare two minds.
    pub characters: Vec<String>,
}

/// A scenario to choose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ScenarioCard {
    /// Its name.
    pub name: String,
    /// What it shows.
    pub shows: String,
    /// What to try.
    pub try_this: String,
    /// How long it plays, in seconds.
    pub length_s: f32,
    /// The creatures' kinds.
    pub creatures: Vec<String>,
}

/// A scenario at its beginning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Stage {
    /// What was chosen; the seed is filled in.
    pub choice: Choice,
    /// What it shows.
    pub shows: String,
    /// What to try.
    pub try_this: String,
    /// How long it plays, in seconds; it may be played on.
    pub length_s: f32,
    /// Ticks per second.
    pub tick_hz: f32,
    /// The ground.
    pub ground: GroundPlan,
    /// The creatures, in the order in which frames tell of them.
    pub creatures: Vec<CreaturePlan>,
}

/// The ground.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct GroundPlan {
    /// The corner with the smallest x and z.
    pub min: [f32; 2],
    /// The corner with the greatest x and z.
    pub max: [f32; 2],
    /// The walls as every creature knows them: as they stood at the beginning.
    pub walls: Vec<WallNow>,
    /// Cells on which one cannot stand, where the ground is a map of cells: rectangles of x, z, width and depth.
    pub blocked: Vec<[f32; 4]>,
}

/// A creature: what of it does not change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct CreaturePlan {
    /// Its name in the scenario.
    pub name: String,
    /// The world's number for it.
    pub id: u32,
    /// What others see it as.
    pub kind: String,
    /// The name of its colour.
    pub colour: String,
    /// Its character's name.
    pub character: String,
    /// Metres from the ground to its top.
    pub height: f32,
    /// Of the body that collides.
    pub radius: f32,
    /// Metres from the ground to its eye.
    pub eye_height: f32,
    /// Its horizontal field of view in radians.
    pub field_of_view: f32,
    /// How far it sees.
    pub range: f32,
    /// Its drawn body; `null` for a plain capsule.
    pub body: Option<BodyPlan>,
    /// What it understands when it is said.
    pub orders: Vec<OrderPlan>,
}

/// A body that is drawn: a glTF file and what frames say of its joints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct BodyPlan {
    /// The file, as a path on this server.
    pub model: String,
    /// How many metres a unit of the file is.
    pub metres_per_unit: f32,
    /// The joints whose turns frames give, in this order.
    pub joints: Vec<String>,
    /// Those of them, by place in `joints`, whose places frames give after all turns.
    pub moved: Vec<u32>,
    /// The morph targets whose weights frames give.
    pub morphs: Vec<String>,
}

/// How a mind is built.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct MindPlan {
    /// Whose.
    pub creature: String,
    /// Its character's name.
    pub character: String,
    /// Its horizontal field of view in radians.
    pub field_of_view: f32,
    /// How far it sees.
    pub range: f32,
    /// The network of values, in the order in which frames give their numbers.
    pub values: Vec<ValuePlan>,
    /// The action tree from the top down, in the order in which frames tell of its tuples.
    pub actions: Vec<ActionPlan>,
    /// The percept tree.
    pub percepts: Vec<PerceptPlan>,
    /// The nodes of its maps; `null` for a mind without.
    pub lattice: Option<LatticePlan>,
    /// The places its what-where memory knows; `null` for a mind without.
    pub memory: Option<MemoryPlan>,
    /// Its pose graph; `null` for a body without.
    pub motor: Option<MotorPlan>,
    /// What it understands when it is said.
    pub orders: Vec<OrderPlan>,
    /// Every number of its character file that may be changed.
    pub parameters: Vec<Parameter>,
    /// Its character file, as it stands.
    pub text: String,
}

/// What kind of value it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum ValueRole {
    /// Read from beliefs and senses.
    Sense,
    /// The sum of its inputs, anew in every tick.
    Accumulator,
    /// Keeps what it was given, and fades.
    Drive,
    /// A drive that shows on the face.
    Emotion,
    /// A drive's distance from where it is satisfied.
    Strength,
}

/// One value of the network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ValuePlan {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub role: ValueRole,
    /// What comes in.
    pub inputs: Vec<InputPlan>,
    /// The least and the most it can read.
    pub range: [f32; 2],
    /// The group it competes in.
    pub group: Option<String>,
    /// The face it shows, for an emotion.
    pub face: Option<String>,
}

/// What comes into a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct InputPlan {
    /// The place of the value it comes from; `null` for a constant.
    pub from: Option<u32>,
    /// The number that comes in, if that is a constant.
    pub constant: Option<f32>,
    /// How much it counts, if that is a constant.
    pub gain: Option<f32>,
    /// The place of the value that says how much it counts, if one does.
    pub gain_from: Option<u32>,
    /// Whether it is what the value read in the tick before.
    pub delayed: bool,
}

/// One tuple of the action tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ActionPlan {
    /// Its name.
    pub tuple: String,
    /// How deep it stands, from 0; it hangs from the last tuple before it that is less deep.
    pub depth: u8,
    /// The place of the value that says what it is worth; `null` where that is a number of the file.
    pub value: Option<u32>,
}

/// One percept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct PerceptPlan {
    /// Its name.
    pub name: String,
    /// The place of the percept it refines.
    pub parent: Option<u32>,
}

/// How the nodes of a map lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum LatticeShape {
    /// Hexagons with a corner towards z.
    Hexagons,
    /// Squares.
    Squares,
    /// Any places.
    Graph,
}

/// The nodes of a mind's maps. Maps and views in frames are bytes in the order of `places`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct LatticePlan {
    /// How they lie.
    pub shape: LatticeShape,
    /// Metres between neighbouring nodes.
    pub cell: f32,
    /// x and z of every open node, in centimetres.
    pub places: Vec<[i32; 2]>,
}

/// The places of a what-where memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct MemoryPlan {
    /// The places, the whole first.
    pub places: Vec<PlacePlan>,
}

/// One place of a what-where memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct PlacePlan {
    /// Its name.
    pub name: String,
    /// The place that it is a part of.
    pub parent: Option<u32>,
    /// x and z, where it lies on the ground.
    pub at: Option<[f32; 2]>,
}

/// A pose graph, as coarse as a person can read: movements and how one leads to another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct MotorPlan {
    /// The movements.
    pub movements: Vec<MovementPlan>,
    /// The ways from one to another.
    pub transitions: Vec<TransitionPlan>,
    /// How many poses the graph has.
    pub poses: u32,
}

/// A movement of a pose graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct MovementPlan {
    /// Its name.
    pub name: String,
    /// Its group.
    pub group: String,
    /// How long it lasts.
    pub seconds: f32,
    /// Whether its end leads to its beginning.
    pub cyclic: bool,
}

/// A way between two movements.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct TransitionPlan {
    /// The place of the movement it leaves.
    pub from: u32,
    /// The place of the movement it leads to.
    pub to: u32,
    /// What it costs at least.
    pub cost: f32,
}

/// Something that can be said to a creature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct OrderPlan {
    /// The words.
    pub words: String,
    /// What hearing them feeds.
    pub about: String,
}

/// A number of a character file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Parameter {
    /// From the outside in ("values.frustration.half-life").
    pub path: String,
    /// What it is now.
    pub value: f32,
    /// A least value that makes sense on a slider; the file's reader has the last word.
    pub least: f32,
    /// A greatest one.
    pub most: f32,
    /// The line of the mind's `text` it stands in.
    pub line: u32,
}

/// Something was not done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Refused {
    /// The message it answers, by its `type` ("choose", "change").
    pub what: String,
    /// A sentence.
    pub why: String,
    /// The mistakes of a file.
    pub mistakes: Vec<Mistake>,
}

/// A mistake in a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Mistake {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// How many characters it covers.
    pub length: u32,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub hint: String,
}

/// A file to take home, or a part of one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Exported {
    /// What to call it.
    pub name: String,
    /// Its media type.
    pub media: String,
    /// Whether `content` is base64.
    pub base64: bool,
    /// What this part holds. The contents of all parts, one after the other, are the content of the file.
    pub content: String,
    /// Whether another part comes.
    pub more: bool,
}

/// What a link must hold: the choice with every change made so far, and where it had come to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Shared {
    /// To be sent as `choose`; its `until` is the tick of the digest.
    pub choice: Choice,
    /// The digest at that tick.
    pub digest: String,
}
