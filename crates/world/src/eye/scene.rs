//! What eyes can see of the world in one tick: upright shapes with their places and marks, made once and drawn from
//! every eye.

use super::view::Mark;
use crate::shape::Shape;
use crate::world::World;
use piaget_terms::{Vec3, Wall, maths};
use std::sync::OnceLock;

/// An upright form around its own middle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Form {
    /// Half the width, height and depth.
    Box {
        half: Vec3,
    },
    Sphere {
        radius: f32,
    },
    /// Half the length of the axis, without the round ends.
    Capsule {
        half_axis: f32,
        radius: f32,
    },
    Cylinder {
        half_height: f32,
        radius: f32,
    },
    /// Triangles of [`Scene::mesh`], which are in the world.
    Mesh {
        first: u32,
        count: u32,
    },
}

/// One opaque body of the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Item {
    /// What the id buffer says where it is seen.
    pub mark: Mark,
    /// The middle, in the world.
    pub centre: Vec3,
    /// A sphere of this radius around the middle holds it all.
    pub bound: f32,
    /// Its own x axis: a horizontal direction of length 1. Its y axis is the vertical.
    pub x_axis: Vec3,
    /// The form around the middle.
    pub form: Form,
}

impl Item {
    /// Its own z axis.
    pub fn z_axis(&self) -> Vec3 {
        Vec3::new(-self.x_axis.z, 0.0, self.x_axis.x)
    }
}

/// Items that follow each other and a sphere that holds them all, to be passed over at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Group {
    pub first: u32,
    pub count: u32,
    pub centre: Vec3,
    pub bound: f32,
}

/// Walls and things that follow each other in one group; a creature and its marks are a group of their own.
const GROUP_ITEMS: usize = 16;

/// Everything opaque, in the order of walls, things and creatures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    items: Vec<Item>,
    triangles: Vec<[Vec3; 3]>,
    groups: Vec<Group>,
}

impl Scene {
    /// Makes it anew, in the same memory.
    pub(crate) fn fill(&mut self, world: &World) {
        self.items.clear();
        self.triangles.clear();
        self.groups.clear();
        for wall in world.ground.boxes() {
            self.add_wall(wall);
        }
        for (id, thing) in world.things.iter().filter(|(_, thing)| !thing.hidden) {
            self.add_shape(Mark::Thing(*id), &thing.shape, thing.position, thing.yaw);
        }
        for first in (0..self.items.len()).step_by(GROUP_ITEMS) {
            self.group(first, (first + GROUP_ITEMS).min(self.items.len()));
        }
        for (id, creature) in world.creatures.iter().filter(|(_, creature)| !creature.hidden) {
            let (height_m, radius_m) = (creature.body.height_m, creature.trunk_radius_m());
            let height_m = height_m.max(2.0 * radius_m);
            let trunk = Shape::Capsule { height_m, radius_m };
            let first = self.items.len();
            self.add_shape(Mark::Body(*id), &trunk, creature.position, creature.yaw);
            for part in creature.effectors() {
                let mark = Mark::Effector(*id, part.effector);
                self.add_sphere(mark, part.position, creature.mark_radius_m(part.effector));
            }
            self.group(first, self.items.len());
        }
    }

    /// The bodies.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    pub(crate) fn groups(&self) -> &[Group] {
        &self.groups
    }

    fn group(&mut self, first: usize, end: usize) {
        let items = &self.items[first..end];
        let start = (Vec3::splat(f32::INFINITY), Vec3::splat(f32::NEG_INFINITY));
        let (low, high) = items.iter().fold(start, |(low, high), item| {
            let reach = Vec3::splat(item.bound);
            (low.min(item.centre - reach), high.max(item.centre + reach))
        });
        let centre = (low + high) * 0.5;
        let bound = items.iter().map(|item| item.centre.distance(centre) + item.bound).fold(0.0, f32::max);
        // A hair more than its items, lest rounding pass over one that just shows.
        let bound = bound * (1.0 + 1e-5) + 1e-5;
        self.groups.push(Group { first: first as u32, count: (end - first) as u32, centre, bound });
    }

    fn add_wall(&mut self, wall: &Wall) {
        let half = Vec3::new(wall.half.x, wall.height_m * 0.5, wall.half.y);
        let centre = Vec3::new(wall.centre.x, half.y, wall.centre.y);
        let x_axis = x_axis(wall.yaw);
        self.items.push(Item {
            mark: Mark::Terrain,
            centre,
            bound: half.length(),
            x_axis,
            form: Form::Box { half },
        });
    }

    fn add_sphere(&mut self, mark: Mark, centre: Vec3, radius: f32) {
        self.items.push(Item { mark, centre, bound: radius, x_axis: Vec3::X, form: Form::Sphere { radius } });
    }

    fn add_shape(&mut self, mark: Mark, shape: &Shape, base: Vec3, yaw: f32) {
        let at = |height: f32| base + Vec3::Y * height;
        let x_axis = x_axis(yaw);
        let item = match shape {
            Shape::Box { size_m } => {
                let half = *size_m * 0.5;
                Item { mark, centre: at(half.y), bound: half.length(), x_axis, form: Form::Box { half } }
            }
            Shape::Sphere { radius_m } => return self.add_sphere(mark, at(*radius_m), *radius_m),
            Shape::Capsule { height_m, radius_m } => {
                let (half, radius) = (height_m * 0.5, *radius_m);
                let form = Form::Capsule { half_axis: half - radius, radius };
                Item { mark, centre: at(half), bound: half, x_axis, form }
            }
            Shape::Cylinder { height_m, radius_m } => {
                let (half_height, radius) = (height_m * 0.5, *radius_m);
                let bound = Vec3::new(half_height, radius, 0.0).length();
                Item {
                    mark,
                    centre: at(half_height),
                    bound,
                    x_axis,
                    form: Form::Cylinder { half_height, radius },
                }
            }
            Shape::Mesh(mesh) => {
                let z_axis = Vec3::new(-x_axis.z, 0.0, x_axis.x);
                let corner = |index: u32| {
                    let own = mesh.vertices[index as usize];
                    base + x_axis * own.x + Vec3::Y * own.y + z_axis * own.z
                };
                let first = self.triangles.len() as u32;
                self.triangles.extend(mesh.triangles.iter().map(|triangle| triangle.map(corner)));
                let own = &self.triangles[first as usize..];
                let start = (own[0][0], own[0][0]);
                let (low, high) =
                    own.iter().flatten().fold(start, |(low, high), c| (low.min(*c), high.max(*c)));
                let form = Form::Mesh { first, count: own.len() as u32 };
                Item { mark, centre: (low + high) * 0.5, bound: (high - low).length() * 0.5, x_axis, form }
            }
        };
        self.items.push(item);
    }

    /// The triangles of a mesh, their corners in the world.
    pub fn mesh(&self, first: u32, count: u32) -> &[[Vec3; 3]] {
        &self.triangles[first as usize..(first + count) as usize]
    }
}

/// A turn about +y takes x towards -z.
fn x_axis(yaw: f32) -> Vec3 {
    Vec3::new(maths::cos(yaw), 0.0, -maths::sin(yaw))
}

/// The scene of the world as it is, made when first asked for. It is no part of the world's state: it is not saved,
/// not copied and not compared.
#[derive(Debug, Default)]
pub(crate) struct SceneCache(OnceLock<Scene>, Scene);

impl SceneCache {
    pub fn get_or_build(&self, world: &World) -> &Scene {
        self.0.get_or_init(|| {
            let mut scene = Scene::default();
            scene.fill(world);
            scene
        })
    }

    /// The world has changed; the memory is kept.
    pub fn clear(&mut self) {
        if let Some(scene) = self.0.take() {
            self.1 = scene;
        }
    }

    /// The memory of an old scene.
    pub fn take(&mut self) -> Scene {
        self.clear();
        std::mem::take(&mut self.1)
    }

    pub fn set(&mut self, scene: Scene) {
        self.0 = OnceLock::from(scene);
    }
}

impl Clone for SceneCache {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for SceneCache {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
