//! Looking for one thing that is not in sight: where to go and where to look next, and whether to go on. All of it comes from the
//! thing's map. Nobody here knows where the thing is.
//!
//! [`Policy::Likely`] is the paper's (Isla 5.2): always towards the most likely place. [`Policy::Effort`] makes a plan: the
//! ground in regions, the places from which most of them is seen, in the order of least expected time, ways round walls and
//! what is seen on them counted. A plan is kept until it is done or a clearly better one is found ([`Turn`] says which), and on
//! the way the eyes sweep where most can be seen. How likely it is to be found by going on, and how soon, is [`Hope`].

mod config;
mod ground;
mod hope;
mod plan;
mod seeker;
mod survey;
mod sweep;

pub use config::{Policy, SeekConfig};
pub use ground::SearchGround;
pub use hope::Hope;
pub use seeker::{Seeker, Seeking, Situation, Stance, Target, Turn};
