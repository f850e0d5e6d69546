//! A document's animations become clips.

use super::ClipExtras;
use super::buffers::Source;
use super::read::names_of;
use crate::{BadFile, Clip, Keys, Moves, Track};
use ::gltf::json::{self, animation::Interpolation, animation::Property, validation::Checked};
use piaget_terms::Name;

pub(super) fn clips(
    source: &Source,
    joint_of: &[Option<u32>],
    morphs: &[String],
    notes: &mut Vec<String>,
) -> Result<Vec<Clip>, BadFile> {
    let mut clips: Vec<Clip> = Vec::new();
    for (index, animation) in source.root.animations.iter().enumerate() {
        let given = animation.name.clone().unwrap_or_else(|| format!("clip {index}"));
        let mut name = Name::cut(&given);
        if name != given.as_str() {
            notes.push(format!("the name `{given}` was cut to `{name}`"));
        }
        if clips.iter().any(|clip| clip.name == name) {
            name = Name::cut(&format!("{index} {given}"));
        }
        let mut clip = Clip::new(name, 0.0);
        for (number, channel) in animation.channels.iter().enumerate() {
            let at = format!("animations[{index}].channels[{number}]");
            tracks(source, animation, channel, (joint_of, morphs), &at, &mut clip, notes)?;
        }
        clip.seconds = clip.tracks.iter().filter_map(|track| track.times.last()).fold(0.0, |a, b| b.max(a));
        if let Some(extras) = &animation.extras
            && let Ok(extras) = serde_json::from_str::<ClipExtras>(extras.get())
        {
            extras.give(&mut clip);
        }
        clips.push(clip);
    }
    Ok(clips)
}

fn tracks(
    source: &Source,
    animation: &json::Animation,
    channel: &json::animation::Channel,
    (joint_of, morphs): (&[Option<u32>], &[String]),
    at: &str,
    clip: &mut Clip,
    notes: &mut Vec<String>,
) -> Result<(), BadFile> {
    let node = channel.target.node.value();
    let sampler = animation.samplers.get(channel.sampler.value());
    let Some(sampler) = sampler else {
        return Err(source.bad(at, "has no sampler", "export the animation again"));
    };
    let times = source.numbers(sampler.input, 1, &format!("{at}.input"))?;
    if times.is_empty() {
        return Err(source.bad(at, "has no keys", "remove the channel or give it a key"));
    }
    if let Some(late) = times.windows(2).position(|pair| pair[1] <= pair[0]) {
        let what = format!("key {} is at {} s, after {} s", late + 1, times[late + 1], times[late]);
        return Err(source.bad(format!("{at}.input"), what, "the times of keys must ascend"));
    }
    if times[0] < 0.0 {
        return Err(source.bad(format!("{at}.input"), "a key is before 0 s", "clips begin at 0"));
    }
    let keys = match sampler.interpolation {
        Checked::Valid(Interpolation::Step) => Keys::Step,
        Checked::Valid(Interpolation::CubicSpline) => Keys::Cubic,
        _ => Keys::Linear,
    };
    let per_key = if keys == Keys::Cubic { 3 } else { 1 };
    let output = |width: usize| {
        let values = source.numbers(sampler.output, width, &format!("{at}.output"))?;
        Ok::<_, BadFile>(values)
    };
    let check = |values: &Vec<f32>, width: usize| {
        let (have, need) = (values.len(), times.len() * per_key * width);
        if have == need {
            return Ok(());
        }
        Err(source.bad(
            format!("{at}.output"),
            format!("{have} numbers where {need} are needed"),
            "export again",
        ))
    };
    let Checked::Valid(path) = channel.target.path else {
        return Err(source.bad(at, "moves something unknown", "export the animation again"));
    };
    match path {
        Property::Rotation | Property::Translation => {
            let Some(Some(joint)) = joint_of.get(node).copied() else {
                return Err(source.bad(at, "moves a node that does not exist", "export the animation again"));
            };
            let moves =
                if path == Property::Rotation { Moves::Rotation(joint) } else { Moves::Translation(joint) };
            let mut values = output(moves.width())?;
            check(&values, moves.width())?;
            if path == Property::Rotation && keys != Keys::Cubic {
                for (key, value) in values.chunks_exact_mut(4).enumerate() {
                    let length = value.iter().map(|v| v * v).sum::<f32>().sqrt();
                    if length < 1e-3 {
                        let what = format!("the turn of key {key} is zero");
                        return Err(source.bad(format!("{at}.output"), what, "turns are unit quaternions"));
                    }
                    value.iter_mut().for_each(|v| *v /= length);
                }
            }
            clip.tracks.push(Track { moves, keys, times, values });
        }
        Property::MorphTargetWeights => {
            let mesh = source.root.nodes[node].mesh.and_then(|mesh| source.root.meshes.get(mesh.value()));
            let names = mesh.map_or_else(Vec::new, names_of);
            let values = output(1)?;
            check(&values, names.len())?;
            for (own, name) in names.iter().enumerate() {
                let Some(morph) = morphs.iter().position(|morph| morph == name) else { continue };
                let moves = Moves::Weight(morph as u32);
                // Meshes that share a morph share its weight; the first channel of a clip decides.
                if clip.tracks.iter().any(|track| track.moves == moves) {
                    continue;
                }
                // Values lie key by key (tangent, value, tangent where cubic), each with all targets in a row.
                let values = values.chunks_exact(names.len()).map(|row| row[own]).collect();
                clip.tracks.push(Track { moves, keys, times: times.clone(), values });
            }
        }
        Property::Scale => {
            let note =
                format!("clip `{}` animates the scale of node {node}; sizes stay as at rest", clip.name);
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }
    Ok(())
}
