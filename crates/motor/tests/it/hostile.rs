//! Models from strangers: each of these is a few megabytes at most, breaks no rule of its format, and once took gigabytes or
//! minutes. All are refused with a sentence, or read in no time.

use piaget_motor::graph::NoGraph;
use piaget_motor::{BadFile, Clip, EffectorMap, GraphConfig, Joint, Keys, Model, Moves, PoseGraph};
use piaget_motor::{Skeleton, Track, Transform, bvh, gltf};
use piaget_terms::Name;

/// Two keys of one number and of three, and what the smallest model needs besides.
const KEYS: &str = r#""buffers":[{"byteLength":32,"uri":"data:;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}],
    "bufferViews":[{"buffer":0,"byteLength":32}],
    "accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},
        {"bufferView":0,"byteOffset":8,"componentType":5126,"count":2,"type":"VEC3"}]"#;
const SAMPLERS: &str = r#""samplers":[{"input":0,"output":1}]"#;

/// A glTF file of these parts.
fn read(parts: &[&str]) -> Result<Model, BadFile> {
    let text = format!(r#"{{"asset":{{"version":"2.0"}},{}}}"#, parts.join(","));
    gltf::read("hostile.gltf", text.as_bytes(), &mut |_| None)
}

/// The same piece again and again, with commas between.
fn repeated(piece: &str, times: usize) -> String {
    vec![piece; times].join(",")
}

fn is_refused(read: Result<Model, BadFile>, says: &str) {
    let bad = read.expect_err("it was read");
    assert!(bad.to_string().contains(says), "{bad}");
}

/// Three bytes of text each, and half a kilobyte once they are read.
#[test]
fn objects_are_counted_before_they_are_made() {
    for list in ["nodes", "materials", "meshes", "accessors"] {
        is_refused(read(&[&format!(r#""{list}":[{}]"#, repeated("{}", 300_000))]), "objects");
    }
    is_refused(read(&[&format!(r#""extensionsUsed":[{}]"#, repeated("\"\"", 5_000_000))]), "values");
}

/// Each name was compared with all before it.
#[test]
fn animations_are_counted_before_they_are_compared() {
    let animations = repeated(r#"{"channels":[],"samplers":[]}"#, 2_000);
    let nodes = r#""nodes":[{}],"skins":[{"joints":[0]}]"#;
    is_refused(read(&[nodes, &format!(r#""animations":[{animations}]"#)]), "2000 animations");
}

/// Each note was compared with all before it.
#[test]
fn a_file_that_deserves_many_notes_gets_a_hundred() {
    let nodes: Vec<String> = (0..500).map(|node| format!(r#"{{"name":"{node}"}}"#)).collect();
    let channels: Vec<String> = (0..500)
        .map(|node| format!(r#"{{"sampler":0,"target":{{"node":{node},"path":"scale"}}}}"#))
        .collect();
    let animation = format!(r#""animations":[{{"channels":[{}],{SAMPLERS}}}]"#, channels.join(","));
    let nodes = format!(r#""nodes":[{}],"skins":[{{"joints":[0]}}]"#, nodes.join(","));
    assert_eq!(read(&[&nodes, &animation, KEYS]).expect("it is a model").notes.len(), 100);
}

/// Each weight of each channel was looked for among a thousand names, and among a thousand tracks.
#[test]
fn weights_of_many_morphs_are_found_at_once() {
    const MORPHS: usize = 1_000;
    const CHANNELS: usize = 5_000;
    let names: Vec<String> = (0..MORPHS).map(|morph| format!(r#""m{morph}""#)).collect();
    let mesh = format!(
        r#""meshes":[{{"primitives":[{{"attributes":{{"POSITION":1}},"targets":[{}]}}],"extras":{{"targetNames":[{}]}}}}]"#,
        repeated(r#"{"POSITION":1}"#, MORPHS),
        names.join(",")
    );
    let channel = r#"{"sampler":0,"target":{"node":0,"path":"weights"}}"#;
    let animation = format!(
        r#""animations":[{{"channels":[{}],"samplers":[{{"input":0,"output":2}}]}}]"#,
        repeated(channel, CHANNELS)
    );
    let bytes = 4 * (1 + MORPHS);
    let buffers = format!(
        r#""buffers":[{{"byteLength":{bytes},"uri":"data:;base64,{}"}}],
        "bufferViews":[{{"buffer":0,"byteLength":{bytes}}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":1,"type":"SCALAR","min":[0],"max":[0]}},
            {{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}},
            {{"bufferView":0,"componentType":5126,"count":{MORPHS},"type":"SCALAR"}}]"#,
        "A".repeat(bytes.div_ceil(3) * 4),
    );
    let nodes = r#""nodes":[{"mesh":0,"skin":0}],"skins":[{"joints":[0]}]"#;
    let model = read(&[nodes, &mesh, &animation, &buffers]).expect("it is a model");
    assert_eq!((model.morphs.len(), model.clips[0].tracks.len()), (MORPHS, MORPHS));
}

/// A name of a megabyte was copied for every node that shows its mesh.
#[test]
fn a_long_name_is_not_copied_in_full() {
    let mesh = format!(
        r#""meshes":[{{"name":"{}","primitives":[{{"attributes":{{"POSITION":1}}}}]}}]"#,
        "x".repeat(1 << 20)
    );
    let nodes =
        format!(r#""nodes":[{}],"skins":[{{"joints":[0]}}]"#, repeated(r#"{"mesh":0,"skin":0}"#, 1_000));
    let animation = format!(r#""animations":[{{"channels":[],{SAMPLERS}}}]"#);
    let keys =
        KEYS.replace(r#""count":2,"type":"VEC3""#, r#""count":2,"type":"VEC3","min":[0,0,0],"max":[0,0,0]"#);
    let model = read(&[&nodes, &mesh, &animation, &keys]).expect("it is a model");
    assert_eq!((model.meshes.len(), model.meshes[0].name.len()), (1_000, 100));
}

/// What was passed over was passed over, and noted, for each node that shows it.
#[test]
fn what_is_passed_over_is_counted_too() {
    let points = repeated(r#"{"attributes":{"POSITION":1},"mode":0}"#, 50_000);
    let mesh = format!(r#""meshes":[{{"primitives":[{points}]}}]"#);
    let nodes =
        format!(r#""nodes":[{}],"skins":[{{"joints":[0]}}]"#, repeated(r#"{"mesh":0,"skin":0}"#, 1_000));
    let animation = format!(r#""animations":[{{"channels":[],{SAMPLERS}}}]"#);
    let keys =
        KEYS.replace(r#""count":2,"type":"VEC3""#, r#""count":2,"type":"VEC3","min":[0,0,0],"max":[0,0,0]"#);
    is_refused(read(&[&nodes, &mesh, &animation, &keys]), "more numbers than");
}

/// A hundred buffers that name one file of 200 MB.
#[test]
fn buffers_are_bounded_all_together() {
    const BYTES: usize = 64 << 20;
    let buffers = repeated(&format!(r#"{{"byteLength":{BYTES},"uri":"zeros.bin"}}"#), 100);
    let text = format!(r#"{{"asset":{{"version":"2.0"}},"buffers":[{buffers}]}}"#);
    let mut fetched = 0;
    let read = gltf::read("many.gltf", text.as_bytes(), &mut |_| {
        fetched += 1;
        Some(vec![0; BYTES])
    });
    is_refused(read, "all together hold more than");
    assert!(fetched <= 5, "{fetched} were fetched");
}

/// `CHANNELS 0` again and again: each frame passed through all of them.
#[test]
fn a_joint_has_its_channels_once() {
    let capture = |channels: &str, frames: usize| {
        let numbers = "0 ".repeat(frames);
        format!(
            "HIERARCHY\nROOT a\n{{\n OFFSET 0 0 0\n{channels}}}\nMOTION\nFrames: {frames}\nFrame Time: 0.03\n{numbers}"
        )
    };
    let one = " CHANNELS 1 Xrotation\n";
    is_refused(bvh::read("twice.bvh", &capture(&one.repeat(2), 2)), "channels already");
    let none = format!("{one}{}", " CHANNELS 0\n".repeat(100_000));
    is_refused(bvh::read("none.bvh", &capture(&none, 500_000)), "channels already");
    // Ten bytes are made of each that is read.
    is_refused(bvh::read("long.bvh", &capture(one, 7_000_000)), "has room for");
}

/// A clip of so many seconds in which the first of some joints moves a little.
fn graph_of(seconds: f32, joints: u32) -> Result<PoseGraph, NoGraph> {
    let joint = |at: u32| Joint {
        name: at.to_string(),
        parent: at.checked_sub(1),
        rest: Transform::at(glam::Vec3::new(0.0, 0.1, 0.0)),
    };
    let skeleton = Skeleton::new((0..joints).map(joint).collect()).expect("a skeleton");
    let track = Track {
        moves: Moves::Translation(0),
        keys: Keys::Linear,
        times: vec![0.0, seconds],
        values: vec![0.0, 0.0, 0.0, 0.1, 0.0, 0.0],
    };
    let mut clip = Clip::new(Name::cut("walk"), seconds);
    clip.tracks.push(track);
    let effectors = EffectorMap::guess(&skeleton);
    PoseGraph::of_clips(&skeleton, effectors, 0, &[clip], GraphConfig::default())
}

/// Two keys say that a movement lasts for hours, or until the end of time.
#[test]
fn poses_are_counted_before_they_are_made() {
    for (seconds, joints) in [(13_000.0, 20), (1_500.0, 1_000), (3e38, 2)] {
        let refused = graph_of(seconds, joints).map(|_| ()).expect_err("a graph was made");
        assert!(matches!(refused, NoGraph::TooMany(_)), "{refused}");
    }
}

/// Who hardly moves has all poses near to each other.
#[test]
fn poses_that_are_all_alike_are_too_many() {
    assert!(graph_of(20.0, 20).is_ok());
    assert_eq!(graph_of(400.0, 2).map(|_| ()), Err(NoGraph::TooAlike));
}
