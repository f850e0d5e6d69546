//! glTF 2.0 in and out: bytes to [`Model`](crate::Model) and back. The `gltf` crate knows the format's words and checks indices;
//! reading numbers out of buffers is done here, so that a hostile file meets a bound at every step.
//! Textures, cameras, lights, sparse accessors and animated scales are passed over with a note.

mod buffers;
mod clips;
mod morphs;
mod read;
mod write;

pub use read::read;
pub use write::{write, write_compact};

use crate::{Bound, Corner, Mark};
use glam::Vec3;
use piaget_terms::Name;
use serde::{Deserialize, Serialize};

/// The most notes about one file, and the most characters of a name that is copied.
const MAX_NOTES: usize = 100;
const MAX_NAME: usize = 100;

/// What was passed over in a file, each said once.
#[derive(Default)]
struct Notes(Vec<String>);

impl Notes {
    fn add(&mut self, say: impl FnOnce() -> String) {
        if self.0.len() < MAX_NOTES {
            let note = say();
            if !self.0.contains(&note) {
                self.0.push(note);
            }
        }
    }
}

/// A name that may be as long as its file, cut to what a person reads.
fn cut(name: &str) -> String {
    name.chars().take(MAX_NAME).collect()
}

/// What glTF has no word for travels in an animation's `extras`.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct ClipExtras {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cyclic: bool,
    #[serde(skip_serializing_if = "Name::is_empty")]
    group: Name,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<(Name, f32)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bounds: Vec<[f32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    corner: Option<(Name, [f32; 3])>,
}

impl ClipExtras {
    fn of(clip: &crate::Clip) -> Self {
        Self {
            cyclic: clip.cyclic,
            group: clip.group,
            marks: clip.marks.iter().map(|mark| (mark.name, mark.at_s)).collect(),
            bounds: clip.bounds.iter().map(|bound| [bound.from_s, bound.to_s]).collect(),
            corner: clip.corner.map(|corner| (corner.of, corner.at.to_array())),
        }
    }

    fn give(self, clip: &mut crate::Clip) {
        let within = |time: &f32| (0.0..=clip.seconds).contains(time);
        clip.cyclic = self.cyclic;
        clip.group = self.group;
        let marks = self.marks.into_iter().filter(|(_, at)| within(at));
        clip.marks = marks.map(|(name, at_s)| Mark { name, at_s }).collect();
        clip.marks.sort_by(|a, b| a.at_s.total_cmp(&b.at_s));
        let bounds = self.bounds.into_iter().filter(|[from, to]| within(from) && within(to) && from <= to);
        clip.bounds = bounds.map(|[from_s, to_s]| Bound { from_s, to_s }).collect();
        clip.corner = self.corner.map(|(of, at)| Corner { of, at: Vec3::from_array(at) });
        clip.corner = clip.corner.filter(|corner| corner.at.is_finite());
    }
}
