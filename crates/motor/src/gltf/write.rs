//! A model becomes a `.glb`.

use super::ClipExtras;
use crate::{Clip, Keys, Mesh, Model, Moves, Track};
use glam::Vec3;
use serde_json::{Value, json};

/// The bytes of a `.glb` that holds the model. The same model gives the same bytes.
pub fn write(model: &Model) -> Vec<u8> {
    write_with(model, false)
}

/// The same at a little more than half the size: turns are kept to 16 bits, within a ten-thousandth of a
/// radian, and skin weights to 8.
pub fn write_compact(model: &Model) -> Vec<u8> {
    write_with(model, true)
}

fn write_with(model: &Model, compact: bool) -> Vec<u8> {
    let mut out = Writer { compact, ..Writer::default() };
    let joints = model.skeleton.joints();
    let mut nodes: Vec<Value> = Vec::new();
    for (index, joint) in joints.iter().enumerate() {
        let children: Vec<usize> =
            (0..joints.len()).filter(|child| joints[*child].parent == Some(index as u32)).collect();
        let mut node = json!({ "name": joint.name });
        if joint.rest.translation != Vec3::ZERO {
            node["translation"] = json!(joint.rest.translation.to_array());
        }
        if joint.rest.rotation != glam::Quat::IDENTITY {
            node["rotation"] = json!(joint.rest.rotation.to_array());
        }
        if joint.rest.scale != Vec3::ONE {
            node["scale"] = json!(joint.rest.scale.to_array());
        }
        if !children.is_empty() {
            node["children"] = json!(children);
        }
        nodes.push(node);
    }
    let mut roots: Vec<usize> = (0..joints.len()).filter(|joint| joints[*joint].parent.is_none()).collect();
    let skins: Vec<Value> = model.skins.iter().map(|skin| out.skin(skin)).collect();
    let (mut meshes, mut materials, mut faces) = (Vec::new(), Vec::<Value>::new(), Vec::new());
    for mesh in &model.meshes {
        roots.push(nodes.len());
        nodes.push(json!({ "name": mesh.name, "mesh": meshes.len(), "skin": mesh.skin }));
        if !mesh.morphs.is_empty() {
            faces.push((nodes.len() - 1, mesh));
        }
        let material = json!({ "pbrMetallicRoughness": {
            "baseColorFactor": mesh.colour, "metallicFactor": 0.0, "roughnessFactor": 0.9 } });
        let material = materials.iter().position(|other| *other == material).unwrap_or_else(|| {
            materials.push(material);
            materials.len() - 1
        });
        meshes.push(out.mesh(mesh, material, &model.morphs));
    }
    let animations: Vec<Value> = model.clips.iter().map(|clip| out.clip(clip, &faces)).collect();
    out.put_keys();
    let mut root = json!({
        "asset": { "version": "2.0", "generator": "piaget" },
        "scene": 0,
        "scenes": [{ "nodes": roots }],
        "nodes": nodes,
        "skins": skins,
        "animations": animations,
        "accessors": out.accessors,
        "bufferViews": out.views,
        "buffers": [{ "byteLength": out.bytes.len() }],
    });
    if !meshes.is_empty() {
        root["meshes"] = json!(meshes);
        root["materials"] = json!(materials);
    }
    glb(&root, &out.bytes)
}

/// Weights as whole numbers that sum to 255: what rounding leaves goes to the first.
fn in_eight_bits(weights: &[[f32; 4]]) -> Vec<u16> {
    let eight_bits = |weight: &[f32; 4]| {
        let mut whole = weight.map(|weight| (weight * 255.0) as u16);
        whole[0] += 255u16.saturating_sub(whole.iter().sum());
        whole
    };
    weights.iter().flat_map(eight_bits).collect()
}

/// JSON with fields in the order of their names: the same bytes whatever features `serde_json` was built with.
fn put_text(value: &Value, out: &mut String) {
    match value {
        Value::Object(fields) => {
            let mut names: Vec<&String> = fields.keys().collect();
            names.sort();
            for (index, name) in names.into_iter().enumerate() {
                out.push(if index == 0 { '{' } else { ',' });
                out.push_str(&Value::from(name.as_str()).to_string());
                out.push(':');
                put_text(&fields[name], out);
            }
            out.push_str(if fields.is_empty() { "{}" } else { "}" });
        }
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                put_text(item, out);
            }
            out.push(']');
        }
        other => out.push_str(&other.to_string()),
    }
}

fn glb(root: &Value, binary: &[u8]) -> Vec<u8> {
    let mut text = String::new();
    put_text(root, &mut text);
    let mut text = text.into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut bytes = Vec::new();
    let length = 12 + 8 + text.len() + 8 + binary.len();
    let word = |bytes: &mut Vec<u8>, value: u32| bytes.extend(value.to_le_bytes());
    bytes.extend(b"glTF");
    word(&mut bytes, 2);
    word(&mut bytes, length as u32);
    word(&mut bytes, text.len() as u32);
    bytes.extend(b"JSON");
    bytes.extend(text);
    word(&mut bytes, binary.len() as u32);
    bytes.extend(b"BIN\0");
    bytes.extend(binary);
    bytes
}

#[derive(Default)]
struct Writer {
    compact: bool,
    bytes: Vec<u8>,
    /// Keys of all clips: one view that many accessors look into.
    keys: Vec<u8>,
    /// Accessors of keys, whose view is known only at the end.
    key_accessors: Vec<usize>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    /// Times that were written already, so that tracks share them.
    times: Vec<(Vec<f32>, usize)>,
}

impl Writer {
    fn view(&mut self, data: &[u8], target: Option<u32>) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let mut view = json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": data.len() });
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.bytes.extend(data);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.views.push(view);
        self.views.len() - 1
    }

    /// Puts keys beside the others and says where. The accessor that comes next is theirs.
    fn key_bytes(&mut self, data: &[u8]) -> usize {
        let offset = self.keys.len();
        self.keys.extend(data);
        self.keys.resize(self.keys.len().next_multiple_of(4), 0);
        self.key_accessors.push(self.accessors.len());
        offset
    }

    /// Turns as 16-bit fractions.
    fn turns(&mut self, numbers: &[f32]) -> usize {
        let short = |number: &f32| ((number * 32767.0).round() as i16).to_le_bytes();
        let data: Vec<u8> = numbers.iter().flat_map(short).collect();
        let offset = self.key_bytes(&data);
        self.accessors.push(json!({ "bufferView": 0, "byteOffset": offset, "componentType": 5122,
            "normalized": true, "count": numbers.len() / 4, "type": "VEC4" }));
        self.accessors.len() - 1
    }

    /// Writes the keys out as one view.
    fn put_keys(&mut self) {
        let keys = std::mem::take(&mut self.keys);
        let view = self.view(&keys, None);
        for accessor in std::mem::take(&mut self.key_accessors) {
            self.accessors[accessor]["bufferView"] = json!(view);
        }
    }

    fn floats(
        &mut self,
        numbers: &[f32],
        kind: &str,
        width: usize,
        target: Option<u32>,
        range: bool,
    ) -> usize {
        let data: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let (view, offset) = match target {
            Some(_) => (self.view(&data, target), 0),
            None => (0, self.key_bytes(&data)),
        };
        let mut accessor = json!({
            "bufferView": view, "componentType": 5126, "count": numbers.len() / width, "type": kind });
        if target.is_none() {
            accessor["byteOffset"] = json!(offset);
        }
        if range {
            let column = |axis: usize| numbers.iter().skip(axis).step_by(width).copied();
            accessor["min"] = (0..width).map(|axis| column(axis).fold(f32::MAX, f32::min)).collect();
            accessor["max"] = (0..width).map(|axis| column(axis).fold(f32::MIN, f32::max)).collect();
        }
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    fn vectors(&mut self, vectors: &[Vec3], range: bool) -> usize {
        let numbers: Vec<f32> = vectors.iter().flat_map(|vector| vector.to_array()).collect();
        self.floats(&numbers, "VEC3", 3, Some(34962), range)
    }

    fn shorts(&mut self, shorts: &[u16], kind: &str, width: usize, target: u32) -> usize {
        let data: Vec<u8> = shorts.iter().flat_map(|short| short.to_le_bytes()).collect();
        let view = self.view(&data, Some(target));
        self.accessors.push(json!({
            "bufferView": view, "componentType": 5123, "count": shorts.len() / width, "type": kind }));
        self.accessors.len() - 1
    }

    /// Numbers below 256, four per point.
    fn small(&mut self, numbers: &[u16], normalised: bool) -> usize {
        let data: Vec<u8> = numbers.iter().map(|number| *number as u8).collect();
        let view = self.view(&data, Some(34962));
        let mut accessor = json!({
            "bufferView": view, "componentType": 5121, "count": numbers.len() / 4, "type": "VEC4" });
        if normalised {
            accessor["normalized"] = json!(true);
        }
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    fn skin(&mut self, skin: &crate::Skin) -> Value {
        let numbers: Vec<f32> = skin.inverse_binds.iter().flat_map(|m| m.to_cols_array()).collect();
        // Matrices of a skin may not share a view with keys.
        let data: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let view = self.view(&data, None);
        self.accessors.push(json!({
            "bufferView": view, "componentType": 5126, "count": skin.joints.len(), "type": "MAT4" }));
        json!({ "joints": skin.joints, "inverseBindMatrices": self.accessors.len() - 1 })
    }

    fn mesh(&mut self, mesh: &Mesh, material: usize, morphs: &[String]) -> Value {
        let weights: Vec<f32> = mesh.weights.iter().flatten().copied().collect();
        let joints: Vec<u16> = mesh.joints.iter().flatten().copied().collect();
        let indices: Vec<u32> = mesh.triangles.iter().flatten().copied().collect();
        let indices = if mesh.points.len() < 65535 {
            let shorts: Vec<u16> = indices.iter().map(|index| *index as u16).collect();
            self.shorts(&shorts, "SCALAR", 1, 34963)
        } else {
            let data: Vec<u8> = indices.iter().flat_map(|index| index.to_le_bytes()).collect();
            let view = self.view(&data, Some(34963));
            self.accessors.push(json!({
                "bufferView": view, "componentType": 5125, "count": indices.len(), "type": "SCALAR" }));
            self.accessors.len() - 1
        };
        let small = self.compact && joints.iter().all(|joint| *joint < 256);
        let mut primitive = json!({
            "attributes": {
                "POSITION": self.vectors(&mesh.points, true),
                "NORMAL": self.vectors(&mesh.normals, false),
                "JOINTS_0": if small { self.small(&joints, false) } else { self.shorts(&joints, "VEC4", 4, 34962) },
                "WEIGHTS_0": if small {
                    self.small(&in_eight_bits(&mesh.weights), true)
                } else {
                    self.floats(&weights, "VEC4", 4, Some(34962), false)
                },
            },
            "indices": indices,
            "material": material,
        });
        let mut value = json!({ "name": mesh.name });
        if !mesh.morphs.is_empty() {
            let targets =
                mesh.morphs.iter().map(|morph| json!({ "POSITION": self.vectors(&morph.offsets, true) }));
            primitive["targets"] = targets.collect();
            value["weights"] = json!(vec![0.0; mesh.morphs.len()]);
            let names = mesh.morphs.iter().map(|morph| morphs[morph.morph as usize].clone());
            value["extras"] = json!({ "targetNames": names.collect::<Vec<_>>() });
        }
        value["primitives"] = json!([primitive]);
        value
    }

    fn clip(&mut self, clip: &Clip, faces: &[(usize, &Mesh)]) -> Value {
        let (mut channels, mut samplers) = (Vec::new(), Vec::new());
        let mut put =
            |out: &mut Self, track: &Track, values: &[f32], kind: &str, width, node: u32, path: &str| {
                let input = out.shared_times(&track.times);
                let interpolation = match track.keys {
                    Keys::Linear => "LINEAR",
                    Keys::Step => "STEP",
                    Keys::Cubic => "CUBICSPLINE",
                };
                let output = match out.compact && width == 4 && track.keys == Keys::Linear {
                    true => out.turns(values),
                    false => out.floats(values, kind, width, None, false),
                };
                channels.push(json!({ "sampler": samplers.len(), "target": { "node": node, "path": path } }));
                samplers.push(json!({ "input": input, "interpolation": interpolation, "output": output }));
            };
        for track in &clip.tracks {
            match track.moves {
                Moves::Rotation(joint) => put(self, track, &track.values, "VEC4", 4, joint, "rotation"),
                Moves::Translation(joint) => put(self, track, &track.values, "VEC3", 3, joint, "translation"),
                Moves::Weight(_) => {}
            }
        }
        // glTF wants all weights of a mesh in one channel: those that share their times go together.
        let weight = |morph: u32| clip.tracks.iter().find(|track| track.moves == Moves::Weight(morph));
        let first = clip.tracks.iter().find(|track| matches!(track.moves, Moves::Weight(_)));
        for ((node, mesh), first) in faces.iter().zip(first.iter().cycle()) {
            let mut values = Vec::new();
            for row in 0..first.values.len() {
                for morph in &mesh.morphs {
                    let track = weight(morph.morph).filter(|track| track.times == first.times);
                    values.push(track.map_or(0.0, |track| track.values[row]));
                }
            }
            put(self, first, &values, "SCALAR", 1, *node as u32, "weights");
        }
        let extras = serde_json::to_value(ClipExtras::of(clip)).unwrap_or_default();
        json!({ "name": clip.name, "channels": channels, "samplers": samplers, "extras": extras })
    }

    fn shared_times(&mut self, times: &[f32]) -> usize {
        if let Some((_, index)) = self.times.iter().find(|(known, _)| known == times) {
            return *index;
        }
        let index = self.floats(times, "SCALAR", 1, None, true);
        self.times.push((times.to_vec(), index));
        index
    }
}
