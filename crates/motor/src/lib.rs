//! The motor system (Buchsbaum 5.7, after Downie): pose graphs from animation clips, ways through them,
//! blending, layers, gaze, and motor programs. It reads and writes character files as bytes.
//!
//! There is no disk here, no clock and no world: a host brings bytes, the length of a tick and a request, and
//! gets a posed skeleton, the places of its effectors and the marks that were passed.

pub mod blend;
pub mod body;
pub mod bvh;
pub mod clip;
pub mod effectors;
pub mod gaze;
pub mod gltf;
pub mod graph;
pub mod layer;
pub mod model;
pub mod player;
pub mod pose;
pub mod program;
mod program_text;
pub mod skeleton;
pub mod watch;

pub use body::{Body, Report, Request, Rig, RigConfig};
pub use clip::{Bound, Clip, Corner, Keys, Mark, Moves, Track};
pub use effectors::EffectorMap;
pub use gaze::Look;
pub use graph::{Finder, GraphConfig, PoseGraph};
pub use model::{BadFile, Mesh, Model, Morph, Skin};
pub use player::Player;
pub use pose::Pose;
pub use program_text::read_programs;
pub use skeleton::{Joint, NoSkeleton, Skeleton, Transform};
