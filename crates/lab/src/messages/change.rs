//! What a visitor does to the world and to minds. The list of these with their ticks, the scenario and the seed are all
//! there is to a run: played again they give the same digest.

use super::Point;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One thing done by hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Change {
    /// Moves a thing along a path; walls and bodies stop it (Kline 3.3).
    Slide {
        /// Its name.
        thing: String,
        /// The places to pass, 1 to 100.
        path: Vec<Point>,
        /// In metres per second, up to 20.
        speed: f32,
    },
    /// Moves a thing or a creature in an instant (Kline 3.3).
    Transport {
        /// Its name.
        what: String,
        /// Where to.
        to: Point,
    },
    /// Brings in a thing (fig. 4-4).
    Add {
        /// What it is.
        thing: NewThing,
    },
    /// Takes a thing away.
    Remove {
        /// Its name.
        thing: String,
    },
    /// Moves a wall. Minds are not told.
    MoveWall {
        /// Its name.
        wall: String,
        /// The middle of its foot.
        to: Point,
        /// Its turn in degrees; as it was where nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        yaw: Option<f32>,
    },
    /// A voice: an order of the shepherd, a command.
    Say {
        /// Who speaks: a thing or creature, or a word for somebody who is not there.
        by: String,
        /// Up to 60 bytes.
        words: String,
        /// Where from; from where the speaker is where nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        at: Option<Point>,
    },
    /// Lets a body perform one of its movements, whatever its mind intends (fig. 4-7).
    Perform {
        /// The creature.
        creature: String,
        /// The movement's name.
        movement: String,
    },
    /// Gives one number of a character another value; acts at once.
    Set {
        /// The creature.
        creature: String,
        /// The parameter's path.
        path: String,
        /// Its new value.
        value: f32,
    },
    /// Gives a creature another character; acts at once. A file with mistakes is refused and the old one stays.
    Character {
        /// The creature.
        creature: String,
        /// The text of a character file.
        text: String,
    },
}

/// A change and the tick before which it was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Timed {
    /// So many ticks had passed.
    pub tick: u32,
    /// What was done then.
    pub change: Change,
}

/// A thing to be brought in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewThing {
    /// A name that nothing else has.
    pub name: String,
    /// What creatures see it as.
    pub kind: String,
    /// The name of its colour.
    pub colour: String,
    /// Its form.
    pub shape: ShapePlan,
    /// Where.
    pub at: Point,
    /// Whether bodies must go around it.
    #[serde(default = "yes")]
    pub solid: bool,
}

fn yes() -> bool {
    true
}

/// The form of a thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "form", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ShapePlan {
    /// Width, height, depth.
    Box {
        /// In metres.
        size: Point,
    },
    /// A ball on its base point.
    Sphere {
        /// In metres.
        radius: f32,
    },
    /// An upright rod with round ends.
    Capsule {
        /// In metres.
        height: f32,
        /// In metres.
        radius: f32,
    },
    /// An upright cylinder.
    Cylinder {
        /// In metres.
        height: f32,
        /// In metres.
        radius: f32,
    },
}
