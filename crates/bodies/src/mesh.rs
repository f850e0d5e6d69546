//! Low-poly shapes on bones: balls and tubes in a few colours.

use glam::{Mat4, Quat, Vec3};
use piaget_motor::{Mesh, Morph, Pose, Skeleton, Skin};

/// Shapes being put together, one mesh per colour.
pub struct Sculptor<'a> {
    skeleton: &'a Skeleton,
    places: Vec<Vec3>,
    meshes: Vec<Mesh>,
}

/// A face's change of shape: which morph, how points move about the shape's middle.
pub struct Change<'a> {
    /// Which morph.
    pub morph: u32,
    /// Where a point of the shape goes, given relative to its middle.
    pub moved: &'a dyn Fn(Vec3) -> Vec3,
}

impl<'a> Sculptor<'a> {
    /// Nothing yet, on a resting skeleton.
    pub fn new(skeleton: &'a Skeleton) -> Self {
        let mut places = Vec::new();
        skeleton.place(&Pose::rest(skeleton, 0), &mut places);
        Self { skeleton, places: places.iter().map(|place| place.translation).collect(), meshes: Vec::new() }
    }

    /// Where a joint rests.
    pub fn at(&self, joint: u32) -> Vec3 {
        self.places[joint as usize]
    }

    /// A ball at an offset from a joint, stretched to its radii, turned.
    pub fn ball(&mut self, colour: [f32; 3], joint: u32, middle: Vec3, radii: Vec3, turn: Quat) {
        self.face(colour, joint, middle, (radii, turn), 10, &[]);
    }

    /// A ball that faces change.
    pub fn face(
        &mut self,
        colour: [f32; 3],
        joint: u32,
        middle: Vec3,
        (radii, turn): (Vec3, Quat),
        around: u32,
        changes: &[Change],
    ) {
        let rings = (around * 2 / 3).max(4);
        let centre = self.at(joint) + middle;
        let (mut points, mut normals) = (Vec::new(), Vec::new());
        for ring in 0..=rings {
            let tilt = std::f32::consts::PI * ring as f32 / rings as f32;
            let (height, width) = (piaget_terms::maths::cos(tilt), piaget_terms::maths::sin(tilt));
            for step in 0..around {
                let angle = std::f32::consts::TAU * step as f32 / around as f32;
                let unit = Vec3::new(
                    width * piaget_terms::maths::sin(angle),
                    height,
                    width * piaget_terms::maths::cos(angle),
                );
                points.push(turn * (unit * radii));
                normals.push((turn * (unit / radii)).normalize_or(Vec3::Y));
            }
        }
        let triangles = grid(rings, around);
        let bound = vec![([joint as u16, 0, 0, 0], [1.0, 0.0, 0.0, 0.0]); points.len()];
        let morphs: Vec<(u32, Vec<Vec3>)> = (changes.iter())
            .map(|change| {
                (change.morph, points.iter().map(|point| (change.moved)(*point) - *point).collect())
            })
            .collect();
        let points = points.into_iter().map(|point| centre + point).collect();
        self.put(colour, points, normals, triangles, bound, morphs);
    }

    /// A tube along joints, `radii` thick at each and `end` beyond the last, bending smoothly with them.
    pub fn tube(&mut self, colour: [f32; 3], joints: &[u32], radii: &[f32], end: Vec3) {
        const AROUND: u32 = 8;
        let mut path: Vec<(Vec3, f32, [u16; 4], [f32; 4])> = Vec::new();
        for (index, joint) in joints.iter().enumerate() {
            let before = joints[index.saturating_sub(1)];
            let next = joints.get(index + 1).map_or(self.at(*joint) + end, |next| self.at(*next));
            let (here, radius) = (self.at(*joint), radii[index]);
            let next_radius = radii.get(index + 1).copied().unwrap_or(radius * 0.6);
            // At a joint both bones hold the skin; within a bone its own does.
            let shared = if before == *joint { [1.0, 0.0, 0.0, 0.0] } else { [0.5, 0.5, 0.0, 0.0] };
            let second = if before == *joint { 0 } else { *joint as u16 };
            path.push((here, radius, [before as u16, second, 0, 0], shared));
            for part in [0.25, 0.6] {
                let at = here.lerp(next, part);
                path.push((
                    at,
                    radius + (next_radius - radius) * part,
                    [*joint as u16, 0, 0, 0],
                    [1.0, 0.0, 0.0, 0.0],
                ));
            }
            if index + 1 == joints.len() {
                path.push((next, next_radius, [*joint as u16, 0, 0, 0], [1.0, 0.0, 0.0, 0.0]));
            }
        }
        let (mut points, mut normals, mut bound) = (Vec::new(), Vec::new(), Vec::new());
        let last = path.len() - 1;
        for (index, (middle, radius, joints, weights)) in path.iter().enumerate() {
            let along =
                (path[(index + 1).min(last)].0 - path[index.saturating_sub(1)].0).normalize_or(Vec3::Y);
            let side = along.cross(if along.z.abs() > 0.8 { Vec3::X } else { Vec3::Z }).normalize_or(Vec3::X);
            let other = side.cross(along);
            for step in 0..AROUND {
                let angle = std::f32::consts::TAU * step as f32 / AROUND as f32;
                let out = side * piaget_terms::maths::cos(angle) + other * piaget_terms::maths::sin(angle);
                // The ends are drawn together to close the tube.
                let close = if index == 0 || index == last { 0.35 } else { 1.0 };
                points.push(*middle + out * (*radius * close));
                normals.push(if close < 1.0 {
                    (out + along * (if index == 0 { -1.0 } else { 1.0 })).normalize()
                } else {
                    out
                });
                bound.push((*joints, *weights));
            }
        }
        let mut triangles = grid(last as u32, AROUND);
        for step in 1..AROUND - 1 {
            triangles.push([0, step + 1, step]);
            let start = last as u32 * AROUND;
            triangles.push([start, start + step, start + step + 1]);
        }
        // `side` and `other` turn against the direction of the grid; turn its triangles round.
        triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
        self.put(colour, points, normals, triangles, bound, Vec::new());
    }

    fn put(
        &mut self,
        colour: [f32; 3],
        points: Vec<Vec3>,
        normals: Vec<Vec3>,
        triangles: Vec<[u32; 3]>,
        bound: Vec<([u16; 4], [f32; 4])>,
        morphs: Vec<(u32, Vec<Vec3>)>,
    ) {
        let colour = [colour[0], colour[1], colour[2], 1.0];
        let index = self.meshes.iter().position(|mesh| mesh.colour == colour).unwrap_or_else(|| {
            self.meshes.push(Mesh {
                name: format!("part {}", self.meshes.len()),
                skin: 0,
                colour,
                points: Vec::new(),
                normals: Vec::new(),
                joints: Vec::new(),
                weights: Vec::new(),
                triangles: Vec::new(),
                morphs: Vec::new(),
            });
            self.meshes.len() - 1
        });
        let mesh = &mut self.meshes[index];
        let first = mesh.points.len();
        let count = points.len();
        mesh.points.extend(points);
        mesh.normals.extend(normals);
        mesh.joints.extend(bound.iter().map(|bound| bound.0));
        mesh.weights.extend(bound.iter().map(|bound| bound.1));
        mesh.triangles.extend(triangles.iter().map(|t| t.map(|index| index + first as u32)));
        for (morph, offsets) in morphs {
            let at = mesh.morphs.iter().position(|known| known.morph == morph).unwrap_or_else(|| {
                mesh.morphs.push(Morph { morph, offsets: vec![Vec3::ZERO; first] });
                mesh.morphs.len() - 1
            });
            mesh.morphs[at].offsets.resize(first, Vec3::ZERO);
            mesh.morphs[at].offsets.extend(offsets);
        }
        for morph in &mut mesh.morphs {
            morph.offsets.resize(first + count, Vec3::ZERO);
        }
    }

    /// The skin and the meshes.
    pub fn finish(self) -> (Vec<Skin>, Vec<Mesh>) {
        let joints: Vec<u32> = (0..self.skeleton.len() as u32).collect();
        let inverse_binds = self.places.iter().map(|place| Mat4::from_translation(-*place)).collect();
        (vec![Skin { joints, inverse_binds }], self.meshes)
    }
}

/// Triangles between rings of points.
fn grid(rings: u32, around: u32) -> Vec<[u32; 3]> {
    let mut triangles = Vec::new();
    for ring in 0..rings {
        for step in 0..around {
            let next = (step + 1) % around;
            let (a, b) = (ring * around + step, ring * around + next);
            let (c, d) = (a + around, b + around);
            triangles.push([a, c, b]);
            triangles.push([b, c, d]);
        }
    }
    triangles
}
