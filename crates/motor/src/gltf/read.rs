//! A glTF document becomes a model.

use super::Notes;
use super::buffers::Source;
use super::clips::{Context, clips};
use super::morphs::Morphs;
use crate::{BadFile, Joint, Mesh, Model, Morph, Skeleton, Skin, Transform};
use ::gltf::json::{self, animation::Property, mesh::Mode, mesh::Semantic, validation::Checked};
use glam::{Mat4, Quat, Vec3};

/// More nodes than this are refused before anything is walked.
const MAX_NODES: usize = 8 * crate::skeleton::MAX_JOINTS;

/// Reads a `.glb` or `.gltf`. `name` is for messages; `fetch` brings the bytes of a buffer that lies in
/// another file, by its URI.
///
/// ```
/// let bad = piaget_motor::gltf::read("empty.glb", b"glTF\x02\0\0\0", &mut |_| None).unwrap_err();
/// assert_eq!(bad.at, "container");
/// ```
pub fn read(
    name: &str,
    bytes: &[u8],
    fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Model, BadFile> {
    let source = Source::open(name, bytes, fetch)?;
    let root = &source.root;
    if root.skins.is_empty() {
        return Err(source.bad(
            "skins",
            "the file holds no skin",
            "bind the mesh to a skeleton before exporting",
        ));
    }
    if root.animations.is_empty() {
        return Err(source.bad(
            "animations",
            "the file holds no animation",
            "export at least one clip with it",
        ));
    }
    let mut notes = Notes::default();
    let (skeleton, joint_of) = skeleton(&source)?;
    let morphs = Morphs::of(&source)?;
    let skins = skins(&source, &joint_of)?;
    let (skins, meshes) = meshes(&source, skins, &joint_of, &morphs, &mut notes)?;
    let clips = clips(&Context { source: &source, joint_of: &joint_of, morphs: &morphs }, &mut notes)?;
    Ok(Model { name: name.into(), skeleton, clips, morphs: morphs.names, skins, meshes, notes: notes.0 })
}

/// What an animation moves must be there: the one reference that the library does not check.
fn every_target_is_there(source: &Source) -> Result<(), BadFile> {
    let count = source.root.nodes.len();
    for (index, animation) in source.root.animations.iter().enumerate() {
        for node in animation.channels.iter().map(|channel| channel.target.node.value()) {
            if node >= count {
                let at = format!("animations[{index}].channels");
                let what = format!("refers to node {node}, but there are {count}");
                return Err(source.bad(at, what, "count nodes from 0"));
            }
        }
    }
    Ok(())
}

/// The nodes that move or are seen, and all that they hang from, parents first; and each node's joint.
fn skeleton(source: &Source) -> Result<(Skeleton, Vec<Option<u32>>), BadFile> {
    let nodes = &source.root.nodes;
    if nodes.len() > MAX_NODES {
        let what = format!("{} nodes; at most {MAX_NODES} are read", nodes.len());
        return Err(source.bad("nodes", what, "export the character alone, without its scene"));
    }
    every_target_is_there(source)?;
    let mut parents = vec![None; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        for child in node.children.iter().flatten() {
            if parents[child.value()].replace(index).is_some() {
                let at = format!("nodes[{index}].children");
                let what = format!("node {} hangs from two nodes", child.value());
                return Err(source.bad(at, what, "a node has one parent"));
            }
        }
    }
    let skin_joints = source.root.skins.iter().flat_map(|skin| &skin.joints).map(json::Index::value);
    let animated = source.root.animations.iter().flat_map(|animation| &animation.channels);
    let moved = |channel: &&json::animation::Channel| {
        !matches!(channel.target.path, Checked::Valid(Property::MorphTargetWeights))
    };
    let animated = animated.filter(moved).map(|channel| channel.target.node.value());
    let seen = nodes.iter().enumerate().filter(|(_, node)| node.mesh.is_some() && node.skin.is_none());
    let seen = seen.map(|(index, _)| index);
    let mut wanted = vec![false; nodes.len()];
    for mut node in skin_joints.chain(animated).chain(seen) {
        if wanted[node] {
            continue;
        }
        let mut steps = 0;
        while !wanted[node] {
            wanted[node] = true;
            let Some(parent) = parents[node] else { break };
            node = parent;
        }
        // A loop never meets a root: walking up from inside it visits more nodes than there are.
        let mut up = Some(node);
        while let Some(at) = up {
            steps += 1;
            if steps > nodes.len() {
                let place = format!("nodes[{at}]");
                return Err(source.bad(place, "hangs from itself in a loop", "joints form a tree"));
            }
            up = parents[at];
        }
    }
    let mut joint_of = vec![None; nodes.len()];
    let mut joints: Vec<Joint> = Vec::new();
    // Depth first from each root, children in order: parents always come first.
    let mut stack: Vec<usize> =
        (0..nodes.len()).rev().filter(|node| wanted[*node] && parents[*node].is_none()).collect();
    while let Some(node) = stack.pop() {
        let parent = parents[node].and_then(|parent| joint_of[parent]);
        joint_of[node] = Some(joints.len() as u32);
        let name = nodes[node].name.clone().unwrap_or_else(|| format!("node {node}"));
        joints.push(Joint { name, parent, rest: rest(&nodes[node]) });
        let children = nodes[node].children.iter().flatten().map(json::Index::value);
        let start = stack.len();
        stack.extend(children.filter(|child| wanted[*child]));
        stack[start..].reverse();
    }
    let skeleton = Skeleton::new(joints).map_err(|error| {
        source.bad("nodes", error.to_string(), "check the skeleton in the program that made it")
    })?;
    Ok((skeleton, joint_of))
}

fn rest(node: &json::Node) -> Transform {
    if let Some(matrix) = &node.matrix {
        let (scale, rotation, translation) = Mat4::from_cols_array(matrix).to_scale_rotation_translation();
        return Transform { translation, rotation, scale };
    }
    let rotation = node.rotation.map_or(Quat::IDENTITY, |rotation| Quat::from_array(rotation.0));
    let rotation = if rotation.length_squared() > 1e-12 { rotation.normalize() } else { Quat::IDENTITY };
    Transform {
        translation: node.translation.map_or(Vec3::ZERO, Vec3::from_array),
        rotation,
        scale: node.scale.map_or(Vec3::ONE, Vec3::from_array),
    }
}

fn skins(source: &Source, joint_of: &[Option<u32>]) -> Result<Vec<Skin>, BadFile> {
    let mut skins = Vec::new();
    for (index, skin) in source.root.skins.iter().enumerate() {
        let joints: Vec<u32> = skin.joints.iter().filter_map(|node| joint_of[node.value()]).collect();
        let inverse_binds = match skin.inverse_bind_matrices {
            None => {
                source.count(16 * joints.len() as u64, &format!("skins[{index}]"))?;
                vec![Mat4::IDENTITY; joints.len()]
            }
            Some(accessor) => {
                let at = format!("skins[{index}].inverseBindMatrices");
                let numbers = source.numbers(accessor, 16, &at)?;
                let (count, needed) = (numbers.len() / 16, joints.len());
                if count < needed {
                    let what = format!("{count} matrices for {needed} joints");
                    return Err(source.bad(at, what, "there must be one per joint"));
                }
                numbers.chunks_exact(16).take(needed).map(Mat4::from_cols_slice).collect()
            }
        };
        skins.push(Skin { joints, inverse_binds });
    }
    Ok(skins)
}

fn meshes(
    source: &Source,
    mut skins: Vec<Skin>,
    joint_of: &[Option<u32>],
    morphs: &Morphs,
    notes: &mut Notes,
) -> Result<(Vec<Skin>, Vec<Mesh>), BadFile> {
    let mut meshes = Vec::new();
    for (index, node) in source.root.nodes.iter().enumerate() {
        let Some(mesh_index) = node.mesh.map(|mesh| mesh.value()) else { continue };
        let mesh = &source.root.meshes[mesh_index];
        // A mesh without a skin hangs rigidly from its own node.
        let skin = match node.skin {
            Some(skin) => skin.value(),
            None => {
                let Some(joint) = joint_of[index] else { continue };
                skins.push(Skin { joints: vec![joint], inverse_binds: vec![Mat4::IDENTITY] });
                skins.len() - 1
            }
        };
        for (part, primitive) in mesh.primitives.iter().enumerate() {
            let at = format!("meshes[{mesh_index}].primitives[{part}]");
            // Each counts as often as a node shows it, also where it is passed over.
            source.count(1, &at)?;
            if !matches!(primitive.mode, Checked::Valid(Mode::Triangles)) {
                notes.add(|| format!("{at} is not made of triangles; it was passed over"));
                continue;
            }
            let bound =
                Bound { skin: skin as u32, joints: skins[skin].joints.len(), rigid: node.skin.is_none() };
            let mut read = primitive_mesh(source, primitive, bound, &at)?;
            read.name = mesh.name.as_deref().map_or_else(|| format!("mesh {mesh_index}"), super::cut);
            for (target, morph) in primitive.targets.iter().flatten().zip(morphs.of_mesh(mesh_index)) {
                let Some(accessor) = target.positions else { continue };
                let offsets = vectors(source, accessor, &format!("{at}.targets"))?;
                if offsets.len() != read.points.len() {
                    return Err(source.bad(
                        at,
                        format!("morph `{}` has another number of points", morphs.names[*morph as usize]),
                        "export again",
                    ));
                }
                read.morphs.push(Morph { morph: *morph, offsets });
            }
            meshes.push(read);
        }
    }
    Ok((skins, meshes))
}

/// What a mesh's points are bound to.
#[derive(Clone, Copy)]
struct Bound {
    skin: u32,
    joints: usize,
    rigid: bool,
}

fn vectors(source: &Source, accessor: json::Index<json::Accessor>, at: &str) -> Result<Vec<Vec3>, BadFile> {
    Ok(source.numbers(accessor, 3, at)?.chunks_exact(3).map(Vec3::from_slice).collect())
}

fn primitive_mesh(
    source: &Source,
    primitive: &json::mesh::Primitive,
    bound: Bound,
    at: &str,
) -> Result<Mesh, BadFile> {
    let attribute = |semantic: Semantic| primitive.attributes.get(&Checked::Valid(semantic)).copied();
    let Some(points) = attribute(Semantic::Positions) else {
        return Err(source.bad(at, "has no POSITION", "export the mesh again"));
    };
    let points = vectors(source, points, &format!("{at}.POSITION"))?;
    let indices: Vec<u32> = match primitive.indices {
        Some(accessor) => {
            source.numbers(accessor, 1, &format!("{at}.indices"))?.iter().map(|index| *index as u32).collect()
        }
        None => (0..points.len() as u32).collect(),
    };
    if let Some(beyond) = indices.iter().find(|index| **index as usize >= points.len()) {
        let what = format!("a triangle uses point {beyond} of {}", points.len());
        return Err(source.bad(format!("{at}.indices"), what, "export the mesh again"));
    }
    let triangles: Vec<[u32; 3]> = indices.chunks_exact(3).map(|t| [t[0], t[1], t[2]]).collect();
    let normals = match attribute(Semantic::Normals) {
        Some(accessor) => vectors(source, accessor, &format!("{at}.NORMAL"))?,
        None => flat_normals(&points, &triangles),
    };
    let (joints, weights) = match (attribute(Semantic::Joints(0)), attribute(Semantic::Weights(0))) {
        (Some(joints), Some(weights)) if !bound.rigid => {
            let joints = source.numbers(joints, 4, &format!("{at}.JOINTS_0"))?;
            let weights = source.numbers(weights, 4, &format!("{at}.WEIGHTS_0"))?;
            if let Some(beyond) =
                joints.iter().find(|joint| **joint < 0.0 || **joint as usize >= bound.joints)
            {
                let what = format!("a point hangs from joint {beyond} of {}", bound.joints);
                return Err(source.bad(format!("{at}.JOINTS_0"), what, "export the mesh again"));
            }
            let joints = joints.chunks_exact(4).map(|j| [j[0] as u16, j[1] as u16, j[2] as u16, j[3] as u16]);
            let weights = weights.chunks_exact(4).map(|w| {
                let sum: f32 = w.iter().sum();
                if sum > 1e-6 {
                    [w[0] / sum, w[1] / sum, w[2] / sum, w[3] / sum]
                } else {
                    [1.0, 0.0, 0.0, 0.0]
                }
            });
            (joints.collect(), weights.collect())
        }
        _ => (vec![[0; 4]; points.len()], vec![[1.0, 0.0, 0.0, 0.0]; points.len()]),
    };
    if [normals.len(), Vec::len(&joints), Vec::len(&weights)].iter().any(|length| *length != points.len()) {
        return Err(source.bad(at, "its attributes have different lengths", "export the mesh again"));
    }
    let material = primitive.material.and_then(|material| source.root.materials.get(material.value()));
    let colour = material.map_or([0.8, 0.8, 0.8, 1.0], |m| m.pbr_metallic_roughness.base_color_factor.0);
    Ok(Mesh {
        name: String::new(),
        skin: bound.skin,
        colour,
        points,
        normals,
        joints,
        weights,
        triangles,
        morphs: Vec::new(),
    })
}

fn flat_normals(points: &[Vec3], triangles: &[[u32; 3]]) -> Vec<Vec3> {
    let mut normals = vec![Vec3::ZERO; points.len()];
    for triangle in triangles {
        let [a, b, c] = triangle.map(|index| points[index as usize]);
        let normal = (b - a).cross(c - a);
        triangle.iter().for_each(|index| normals[*index as usize] += normal);
    }
    normals.into_iter().map(Vec3::normalize_or_zero).collect()
}
