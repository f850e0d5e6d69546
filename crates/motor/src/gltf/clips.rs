//! A document's animations become clips.

use super::buffers::Source;
use super::morphs::Morphs;
use super::{ClipExtras, Notes};
use crate::{BadFile, Clip, Keys, Moves, Track};
use ::gltf::json::{self, animation::Interpolation, animation::Property, validation::Checked};
use piaget_terms::Name;

/// More animations than this are refused: the name of each is compared with those before it.
const MAX_CLIPS: usize = 1024;

/// What the channels of all animations are read with.
pub(super) struct Context<'a> {
    pub source: &'a Source<'a>,
    pub joint_of: &'a [Option<u32>],
    pub morphs: &'a Morphs,
}

pub(super) fn clips(context: &Context<'_>, notes: &mut Notes) -> Result<Vec<Clip>, BadFile> {
    let animations = &context.source.root.animations;
    if animations.len() > MAX_CLIPS {
        let what = format!("{} animations; at most {MAX_CLIPS} are read", animations.len());
        return Err(context.source.bad("animations", what, "export them in several files"));
    }
    let mut clips: Vec<Clip> = Vec::new();
    for (index, animation) in animations.iter().enumerate() {
        let given = animation.name.clone().unwrap_or_else(|| format!("clip {index}"));
        let mut name = Name::cut(&given);
        if name != given.as_str() {
            notes.add(|| format!("the name `{}` was cut to `{name}`", super::cut(&given)));
        }
        if clips.iter().any(|clip| clip.name == name) {
            name = Name::cut(&format!("{index} {given}"));
        }
        let mut clip = Clip::new(name, 0.0);
        let mut weighed = vec![false; context.morphs.names.len()];
        for (number, channel) in animation.channels.iter().enumerate() {
            let at = format!("animations[{index}].channels[{number}]");
            tracks(context, (animation, channel), &at, (&mut clip, &mut weighed), notes)?;
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

/// Gives a clip the tracks of one channel. `weighed` says which morphs have one already.
fn tracks(
    context: &Context<'_>,
    (animation, channel): (&json::Animation, &json::animation::Channel),
    at: &str,
    (clip, weighed): (&mut Clip, &mut [bool]),
    notes: &mut Notes,
) -> Result<(), BadFile> {
    let Context { source, joint_of, morphs } = context;
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
            let mesh = source.root.nodes[node].mesh;
            let targets = mesh.map_or(&[][..], |mesh| morphs.of_mesh(mesh.value()));
            let values = output(1)?;
            check(&values, targets.len())?;
            for (own, morph) in targets.iter().enumerate() {
                // Meshes that share a morph share its weight; the first channel of a clip decides.
                if std::mem::replace(&mut weighed[*morph as usize], true) {
                    continue;
                }
                // Values lie key by key (tangent, value, tangent where cubic), each with all targets in a row.
                let values = values.chunks_exact(targets.len()).map(|row| row[own]).collect();
                let moves = Moves::Weight(*morph);
                clip.tracks.push(Track { moves, keys, times: times.clone(), values });
            }
        }
        Property::Scale => {
            notes.add(|| {
                format!("clip `{}` animates the scale of node {node}; sizes stay as at rest", clip.name)
            });
        }
    }
    Ok(())
}
