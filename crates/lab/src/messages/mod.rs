//! What a visitor and the lab say to each other. The page's TypeScript types in `web/src/messages` are generated from
//! these, so the two cannot drift apart; a test says when they are out of date.
//!
//! All messages are JSON text but for [`Frame`]s, which come thirty times a second: those travel as bytes, laid out as
//! [`bytes`] says. `docs/lab.md` describes both to those who write another page.

pub mod bytes;
mod change;
mod frame;
mod game;
mod plan;
mod story;
#[cfg(test)]
mod typescript;
mod visitor;
mod why;

pub use change::{Change, NewThing, ShapePlan, Timed};
pub use frame::{
    AskedPercept, BeliefNow, Blob, ChoiceNow, Clock, CreatureNow, EyeNow, Frame, Happened, HistoryPoint,
    MapNow, MindNow, MotorNow, MoveStage, RememberedPlace, SearchNow, ThingNow, TraitNow, WallNow,
    WatchingNow,
};
pub use game::{Game, GameNow, GamePhase};
pub use plan::{
    ActionPlan, BodyPlan, CreaturePlan, Exported, GroundPlan, InputPlan, LatticePlan, LatticeShape,
    MemoryPlan, MindPlan, Mistake, MotorPlan, MovementPlan, OrderPlan, Parameter, PerceptPlan, PlacePlan,
    Refused, ScenarioCard, Shared, Stage, TransitionPlan, ValuePlan, ValueRole, Welcome,
};
pub use story::{Caption, CaptionSort};
pub use visitor::{Choice, Export, ToLab};
pub use why::{WhyNow, WhySection};

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The version of these messages. It grows when a message changes its meaning or goes.
pub const PROTOCOL: u32 = 2;

/// A place in the world: x, y (up) and z in metres.
pub type Point = [f32; 3];

/// What the lab says in words; [`Frame`]s come besides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromLab {
    /// The first message: what there is to see here.
    Welcome(Welcome),
    /// A scenario stands at its beginning. Everything known of the one before is void, and so are its frames.
    Stage(Stage),
    /// How the mind is built that frames tell of from now on. Comes after a stage, a selection and a new character.
    Mind(Box<MindPlan>),
    /// Something asked for was not done, and nothing changed.
    Refused(Refused),
    /// A file that was asked for, or a part of it.
    Exported(Exported),
    /// All that a link must hold to show the same again.
    Shared(Shared),
    /// Why a creature does what it does, as it was asked.
    Why(WhyNow),
    /// The digest of all ticks so far.
    Digest {
        /// How many ticks it covers.
        tick: u32,
        /// 16 hexadecimal digits.
        digest: String,
    },
    /// The lab hangs up, and why. Nothing comes after.
    Bye {
        /// A sentence for a person.
        why: String,
    },
}
