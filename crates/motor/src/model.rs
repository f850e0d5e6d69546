//! What a character's file holds: bones, clips, skinned meshes and the names of its faces.

use crate::{Clip, Skeleton, Transform};
use glam::{Mat4, Vec3};

/// Why a file cannot be read: which, where in it, what is wrong and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {at}: {what} ({hint})")]
pub struct BadFile {
    /// The file's name.
    pub file: String,
    /// The place in it: a path such as `animations[2].channels[0]`, or a line and column.
    pub at: String,
    /// What is wrong.
    pub what: String,
    /// What would be right.
    pub hint: String,
}

/// Which joints a mesh hangs from, and how it was bound to them.
#[derive(Clone, Debug, PartialEq)]
pub struct Skin {
    /// Joints of the skeleton.
    pub joints: Vec<u32>,
    /// For each, from the mesh's space to the joint's.
    pub inverse_binds: Vec<Mat4>,
}

/// Offsets of a mesh's points that a morph weight adds.
#[derive(Clone, Debug, PartialEq)]
pub struct Morph {
    /// Which of the model's morphs.
    pub morph: u32,
    /// One offset per point.
    pub offsets: Vec<Vec3>,
}

/// Triangles of one colour, bound to a skin.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// Its name.
    pub name: String,
    /// Which of the model's skins.
    pub skin: u32,
    /// Red, green, blue, alpha: linear, 0 to 1.
    pub colour: [f32; 4],
    /// Points.
    pub points: Vec<Vec3>,
    /// Normals, one per point.
    pub normals: Vec<Vec3>,
    /// Per point, four joints of the skin.
    pub joints: Vec<[u16; 4]>,
    /// Per point, their weights; they sum to 1.
    pub weights: Vec<[f32; 4]>,
    /// Triangles.
    pub triangles: Vec<[u32; 3]>,
    /// Its faces.
    pub morphs: Vec<Morph>,
}

/// A body with everything that was made for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The name of the file or body.
    pub name: String,
    /// The bones.
    pub skeleton: Skeleton,
    /// The movements.
    pub clips: Vec<Clip>,
    /// The names of the morph targets, in the order of a pose's weights.
    pub morphs: Vec<String>,
    /// Skins of the meshes.
    pub skins: Vec<Skin>,
    /// What is seen.
    pub meshes: Vec<Mesh>,
    /// Things of the file that were passed over, as sentences for a person.
    pub notes: Vec<String>,
}

impl Mesh {
    /// Its points and normals in the model's space, in a pose whose joints stand at `places`.
    pub fn posed(
        &self,
        skin: &Skin,
        places: &[Transform],
        weights: &[f32],
        points: &mut Vec<Vec3>,
        normals: &mut Vec<Vec3>,
    ) {
        let matrices: Vec<Mat4> = (skin.joints.iter().zip(&skin.inverse_binds))
            .map(|(joint, inverse)| places[*joint as usize].matrix() * *inverse)
            .collect();
        points.clear();
        normals.clear();
        for (index, point) in self.points.iter().enumerate() {
            let mut point = *point;
            for morph in &self.morphs {
                point += morph.offsets[index] * weights.get(morph.morph as usize).copied().unwrap_or(0.0);
            }
            let (mut placed, mut turned) = (Vec3::ZERO, Vec3::ZERO);
            for (joint, weight) in
                self.joints[index].iter().zip(self.weights[index]).filter(|(_, w)| *w > 0.0)
            {
                let matrix = &matrices[usize::from(*joint)];
                placed += matrix.transform_point3(point) * weight;
                turned += matrix.transform_vector3(self.normals[index]) * weight;
            }
            points.push(placed);
            normals.push(turned.normalize_or_zero());
        }
    }
}
