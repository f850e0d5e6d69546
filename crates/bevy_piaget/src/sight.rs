//! What stands in the way of looking. Entities marked [`Opaque`] do, by default; a game with a physics engine lets that
//! answer instead, through [`SightSource`].

use bevy_ecs::prelude::*;
use bevy_ecs::system::{SystemParam, SystemParamItem};
use bevy_math::Vec3;
use bevy_reflect::prelude::*;
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::helper::TransformHelper;
use parry3d::math::{Pose, Rotation};
use parry3d::partitioning::{Bvh, BvhBuildStrategy};
use parry3d::query::Ray;
use parry3d::shape::SharedShape;

/// Marks an entity that nobody can see through, with its shape around the entity's origin. The transform's scale
/// counts.
#[derive(Component, Reflect, Clone, Debug, PartialEq)]
#[reflect(Component)]
#[require(Transform)]
pub enum Opaque {
    /// A box.
    Cuboid {
        /// Half its size.
        half: Vec3,
    },
    /// A ball.
    Sphere {
        /// Its radius.
        radius: f32,
    },
    /// Upright.
    Cylinder {
        /// Half its height.
        half_height: f32,
        /// Its radius.
        radius: f32,
    },
    /// Any surface.
    Triangles {
        /// The corners.
        corners: Vec<Vec3>,
        /// Three corners each, by their number.
        triangles: Vec<[u32; 3]>,
    },
}

#[cfg(feature = "mesh")]
impl Opaque {
    /// The surface of one of Bevy's meshes; `None` for one that is not made of triangles.
    pub fn of_mesh(mesh: &bevy_mesh::Mesh) -> Option<Self> {
        use bevy_mesh::{Mesh, PrimitiveTopology, VertexAttributeValues};
        if mesh.primitive_topology() != PrimitiveTopology::TriangleList {
            return None;
        }
        let Some(VertexAttributeValues::Float32x3(places)) = mesh.attribute(Mesh::ATTRIBUTE_POSITION) else {
            return None;
        };
        let corners: Vec<Vec3> = places.iter().copied().map(Vec3::from_array).collect();
        let numbers: Vec<u32> = match mesh.indices() {
            Some(indices) => indices.iter().map(|number| number as u32).collect(),
            None => (0..corners.len() as u32).collect(),
        };
        let triangles = numbers.as_chunks::<3>().0.to_vec();
        Some(Self::Triangles { corners, triangles })
    }
}

impl Opaque {
    fn shape(&self, scale: Vec3) -> Option<SharedShape> {
        let good = |lengths: &[f32]| lengths.iter().all(|length| length.is_finite() && *length > 0.0);
        // What is mirrored is another surface; the other shapes are their own mirror images.
        let (mirrored, scale) = (scale, scale.abs());
        match self {
            Self::Cuboid { half } => {
                let half = *half * scale;
                good(&half.to_array()).then(|| SharedShape::cuboid(half.x, half.y, half.z))
            }
            Self::Sphere { radius } => {
                let radius = radius * scale.max_element();
                good(&[radius]).then(|| SharedShape::ball(radius))
            }
            Self::Cylinder { half_height, radius } => {
                let (half_height, radius) = (half_height * scale.y, radius * scale.x.max(scale.z));
                good(&[half_height, radius]).then(|| SharedShape::cylinder(half_height, radius))
            }
            Self::Triangles { corners, triangles } => {
                let places: Vec<_> =
                    corners.iter().map(|corner| crate::to_piaget(*corner * mirrored)).collect();
                let known = triangles.iter().flatten().all(|corner| (*corner as usize) < corners.len());
                let sound = known && places.iter().all(|place| place.is_finite());
                sound.then(|| SharedShape::trimesh(places, triangles.clone()).ok()).flatten()
            }
        }
    }
}

/// Says whether something stands between two points. Asked from many threads at once.
pub trait Rays: Sync {
    /// Whether the straight line is blocked by anything but these entities.
    fn blocked(&self, from: Vec3, to: Vec3, except: [Entity; 2]) -> bool;
}

/// Where a plugin finds its [`Rays`]: a system parameter, such as the spatial query of a physics engine. Give it to
/// [`PiagetPlugin::seeing_by`](crate::PiagetPlugin::seeing_by).
///
/// For Avian, a struct that derives `SystemParam`, holds its `SpatialQuery` and implements [`Rays`] with `cast_ray` and a filter
/// without the two entities; for Rapier the same with `ReadRapierContext`.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_ecs::system::{SystemParam, SystemParamItem};
/// use bevy_math::Vec3;
/// use bevy_piaget::{PiagetPlugin, Rays, SightSource};
///
/// /// A game on a plain with fog: nobody sees farther than it allows.
/// #[derive(Resource)]
/// struct Fog(f32);
/// #[derive(SystemParam)]
/// struct InFog<'w>(Res<'w, Fog>);
/// impl Rays for InFog<'_> {
///     fn blocked(&self, from: Vec3, to: Vec3, _except: [Entity; 2]) -> bool {
///         from.distance(to) > self.0.0
///     }
/// }
/// impl SightSource for InFog<'static> {
///     fn rays<'a>(param: &'a SystemParamItem<'_, '_, Self>) -> &'a dyn Rays {
///         param
///     }
/// }
/// let plugin = PiagetPlugin::seeing_by::<InFog<'static>>();
/// ```
pub trait SightSource: SystemParam + 'static {
    /// The rays of this tick.
    fn rays<'a>(param: &'a SystemParamItem<'_, '_, Self>) -> &'a dyn Rays;
}

/// Sight by rays against everything [`Opaque`].
#[derive(SystemParam)]
pub struct OpaqueSight<'w> {
    opaques: Res<'w, Opaques>,
}

impl SightSource for OpaqueSight<'static> {
    fn rays<'a>(param: &'a SystemParamItem<'_, '_, Self>) -> &'a dyn Rays {
        &*param.opaques
    }
}

/// Everything opaque, in a tree that rays pass through quickly.
#[derive(Resource, Default)]
pub struct Opaques {
    bodies: Vec<Standing>,
    tree: Bvh,
}

struct Standing {
    entity: Entity,
    pose: Pose,
    shape: SharedShape,
}

/// How near to its end a line may meet something without being blocked: rounding, and surfaces that are looked at.
const GRAZE: f32 = 1e-4;

impl Rays for Opaques {
    fn blocked(&self, from: Vec3, to: Vec3, except: [Entity; 2]) -> bool {
        let ray = Ray::new(crate::to_piaget(from), crate::to_piaget(to - from));
        let met = self.tree.cast_ray(&ray, 1.0 - GRAZE, |at, best| {
            let body = self.bodies.get(at as usize)?;
            if except.contains(&body.entity) {
                return None;
            }
            body.shape.cast_ray(&body.pose, &ray, best, true)
        });
        met.is_some()
    }
}

/// Whether an opaque entity has come or changed.
type Changes = Or<(Changed<Opaque>, Changed<Transform>)>;

/// Builds the tree anew when something opaque has come, moved or gone.
pub(crate) fn gather_opaques(
    mut opaques: ResMut<'_, Opaques>,
    all: Query<'_, '_, (Entity, &Opaque, &Transform, Has<ChildOf>)>,
    changed: Query<'_, '_, Entity, (With<Opaque>, Changes)>,
    mut gone: RemovedComponents<'_, '_, Opaque>,
    places: TransformHelper<'_, '_>,
) {
    let any_gone = gone.read().count() > 0;
    // What hangs on another entity moves with it, whether its own transform changes or not.
    let any_hung = all.iter().any(|(_, _, _, hung)| hung);
    if changed.is_empty() && !any_gone && !any_hung {
        return;
    }
    let standing = |(entity, opaque, own, hung): (Entity, &Opaque, &Transform, bool)| {
        let place = if hung {
            places.compute_global_transform(entity).ok().map(|place| place.compute_transform())?
        } else {
            *own
        };
        let turn = place.rotation;
        if !place.translation.is_finite() || !turn.is_finite() {
            return None;
        }
        let shape = opaque.shape(place.scale)?;
        let turn = Rotation::from_xyzw(turn.x, turn.y, turn.z, turn.w);
        Some(Standing { entity, pose: Pose::from_parts(crate::to_piaget(place.translation), turn), shape })
    };
    opaques.bodies.clear();
    opaques.bodies.extend(all.iter().filter_map(standing));
    opaques.bodies.sort_by_key(|body| body.entity);
    let boxes: Vec<_> = opaques.bodies.iter().map(|body| body.shape.compute_aabb(&body.pose)).collect();
    opaques.tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes);
}

/// Where something is in the world: its own transform, or what its parents make of it.
pub(crate) fn place_of(
    entity: Entity,
    own: &Transform,
    hung: bool,
    places: &TransformHelper<'_, '_>,
) -> Transform {
    let global = |place: GlobalTransform| place.compute_transform();
    if hung { places.compute_global_transform(entity).map_or(*own, global) } else { *own }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_ecs::system::RunSystemOnce;

    /// Whether something at a place hides what lies two metres behind it from two metres before it, so far aside.
    fn hides(opaque: Opaque, place: Transform, aside: f32) -> bool {
        let mut world = World::new();
        world.init_resource::<Opaques>();
        let at = place.translation;
        world.spawn((opaque, place));
        world.run_system_once(gather_opaques).expect("it can run");
        let aside = Vec3::X * aside;
        let nobody = [Entity::PLACEHOLDER; 2];
        world.resource::<Opaques>().blocked(at + aside - Vec3::Z * 2.0, at + aside + Vec3::Z * 2.0, nobody)
    }

    /// One triangle that stands across the line of sight, from the middle to the right.
    fn triangle() -> Opaque {
        let corners = vec![Vec3::NEG_Y, Vec3::Y, Vec3::X];
        Opaque::Triangles { corners, triangles: vec![[0, 1, 2]] }
    }

    #[test]
    fn each_shape_hides_what_is_behind_it_and_no_more() {
        let shapes = [
            (Opaque::Cuboid { half: Vec3::splat(0.5) }, 0.45, 0.55),
            (Opaque::Sphere { radius: 0.5 }, 0.45, 0.55),
            (Opaque::Cylinder { half_height: 1.0, radius: 0.5 }, 0.45, 0.55),
            (triangle(), 0.9, 1.1),
        ];
        let here = Transform::from_xyz(7.0, 1.0, -3.0);
        for (shape, within, beside) in shapes {
            assert!(hides(shape.clone(), here, within), "{shape:?}");
            assert!(!hides(shape.clone(), here, beside), "{shape:?}");
            let larger = here.with_scale(Vec3::splat(2.0));
            assert!(hides(shape.clone(), larger, beside), "{shape:?}");
            assert!(!hides(shape.clone(), larger, 2.0 * beside), "{shape:?}");
        }
    }

    #[test]
    fn a_mirrored_surface_hides_on_the_other_side() {
        let mirrored = Transform::from_scale(Vec3::new(-1.0, 1.0, 1.0));
        assert!(hides(triangle(), Transform::IDENTITY, 0.5) && !hides(triangle(), Transform::IDENTITY, -0.5));
        assert!(hides(triangle(), mirrored, -0.5) && !hides(triangle(), mirrored, 0.5));
    }

    #[test]
    fn shapes_that_are_none_hide_nothing() {
        let corners = vec![Vec3::NEG_Y, Vec3::Y, Vec3::X];
        for shape in [
            Opaque::Cuboid { half: Vec3::new(f32::INFINITY, 1.0, 1.0) },
            Opaque::Sphere { radius: -1.0 },
            Opaque::Cylinder { half_height: 0.0, radius: 1.0 },
            Opaque::Triangles { corners: corners.clone(), triangles: vec![[0, 1, 3]] },
            Opaque::Triangles { corners: corners.clone(), triangles: Vec::new() },
            Opaque::Triangles { corners: vec![Vec3::NAN; 3], triangles: vec![[0, 1, 2]] },
        ] {
            assert!(!hides(shape.clone(), Transform::IDENTITY, 0.1), "{shape:?}");
        }
        let no_place = Transform::from_xyz(f32::NAN, 0.0, 0.0);
        assert!(!hides(Opaque::Sphere { radius: 1.0 }, no_place, 0.0));
    }

    #[cfg(feature = "mesh")]
    #[test]
    fn a_mesh_hides_as_its_triangles_do() {
        use bevy_mesh::{Indices, Mesh, PrimitiveTopology};
        let corners = vec![[0.0, -1.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
        let bare = |topology| Mesh::new(topology, Default::default());
        let mesh = bare(PrimitiveTopology::TriangleList)
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, corners)
            .with_inserted_indices(Indices::U32(vec![0, 1, 2]));
        assert_eq!(Opaque::of_mesh(&mesh), Some(triangle()));
        assert_eq!(Opaque::of_mesh(&mesh.with_removed_indices()), Some(triangle()));
        assert_eq!(Opaque::of_mesh(&bare(PrimitiveTopology::TriangleList)), None);
        assert_eq!(Opaque::of_mesh(&bare(PrimitiveTopology::LineList)), None);
    }
}
