//! Files that should load, and files that should not.

use crate::common;
use piaget_motor::{Pose, bvh, gltf};

#[test]
fn real_characters_and_all_captures_load() {
    let Some(data) = common::data() else { return };
    let robot = common::model(&data.join("characters/RobotExpressive.glb"));
    assert_eq!(robot.clips.len(), 14);
    assert_eq!(robot.morphs, ["Angry", "Surprised", "Sad"]);
    let fox = common::model(&data.join("characters/Fox.glb"));
    assert_eq!(
        fox.clips.iter().map(|clip| clip.name.as_str()).collect::<Vec<_>>(),
        ["Survey", "Walk", "Run"]
    );
    let captures = common::captures();
    assert_eq!(captures.len(), 46);
    for model in &captures {
        assert_eq!(model.skeleton.len(), captures[0].skeleton.len(), "{}", model.name);
        assert!(model.clips[0].seconds > 1.0);
    }
}

/// The largest difference between joint places of two models, over all clips.
fn worst(a: &piaget_motor::Model, b: &piaget_motor::Model) -> f32 {
    let (mut places_a, mut places_b) = (Vec::new(), Vec::new());
    let mut worst = 0.0f32;
    assert_eq!(a.clips.len(), b.clips.len());
    for (one, other) in a.clips.iter().zip(&b.clips) {
        assert_eq!((one.name, one.cyclic, &one.marks), (other.name, other.cyclic, &other.marks));
        for step in 0..=20 {
            let time = one.seconds * step as f32 / 20.0;
            let (mut pose_a, mut pose_b) =
                (Pose::rest(&a.skeleton, a.morphs.len()), Pose::rest(&b.skeleton, b.morphs.len()));
            one.sample(&a.skeleton, time, &mut pose_a);
            other.sample(&b.skeleton, time, &mut pose_b);
            a.skeleton.place(&pose_a, &mut places_a);
            b.skeleton.place(&pose_b, &mut places_b);
            for (index, joint) in a.skeleton.joints().iter().enumerate() {
                let same = b.skeleton.joints().iter().position(|other| other.name == joint.name);
                let Some(same) = same else { panic!("{} was lost", joint.name) };
                let off = (places_a[index].translation - places_b[same].translation).length();
                worst = worst.max(off / a.skeleton.height());
            }
            for (x, y) in pose_a.weights.iter().zip(&pose_b.weights) {
                worst = worst.max((x - y).abs());
            }
        }
    }
    worst
}

#[test]
fn written_and_read_back_the_poses_are_the_same() {
    let mut models: Vec<_> = common::own().into_iter().map(|(_, model)| model).collect();
    if let Some(data) = common::data() {
        models.push(common::model(&data.join("characters/Fox.glb")));
    }
    for model in models {
        let bytes = gltf::write(&model);
        let back = gltf::read(&model.name, &bytes, &mut |_| None).unwrap();
        assert!(worst(&model, &back) < 1e-4, "{}", model.name);
    }
}

#[test]
fn a_bad_file_is_refused_with_the_place_of_the_mistake() {
    let check = |text: &str, at: &str, what: &str| {
        let bad = gltf::read("bad.gltf", text.as_bytes(), &mut |_| None).unwrap_err();
        assert!(bad.at.contains(at) && bad.what.contains(what), "{bad}");
    };
    let asset = r#""asset":{"version":"2.0"}"#;
    check("{", "line 1", "EOF");
    check(&format!("{{{asset}}}"), "skins", "no skin");
    let skin = r#""nodes":[{}],"skins":[{"joints":[0]}]"#;
    check(&format!("{{{asset},{skin}}}"), "animations", "no animation");
    let required = r#""extensionsUsed":["EXT_magic"],"extensionsRequired":["EXT_magic"]"#;
    check(&format!("{{{asset},{required},{skin}}}"), "extensionsRequired", "EXT_magic");
    let looped = r#""nodes":[{"children":[1]},{"children":[0]}],"skins":[{"joints":[0,1]}]"#;
    let animation = |input: &str, output: &str| {
        format!(
            r#""animations":[{{"channels":[{{"sampler":0,"target":{{"node":0,"path":"translation"}}}}],"samplers":[{{"input":0,"output":1}}]}}],
            "buffers":[{{"uri":"data:;base64,{input}{output}","byteLength":32}}],"bufferViews":[{{"buffer":0,"byteLength":32}}],
            "accessors":[{{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR"}},{{"bufferView":0,"byteOffset":8,"componentType":5126,"count":2,"type":"VEC3"}}]"#
        )
    };
    // Times 0 and 1, then six zeros: 32 bytes in base64.
    let (good, zeros) = ("AAAAAAAAgD8A", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==");
    let fine = animation(good, zeros);
    let model = gltf::read("good.gltf", format!("{{{asset},{skin},{fine}}}").as_bytes(), &mut |_| None);
    assert_eq!(model.unwrap().clips[0].seconds, 1.0);
    check(&format!("{{{asset},{looped},{fine}}}"), "nodes", "loop");
    // Found by fuzzing: an animation of a node that is not there.
    let empty = r#""nodes":[{}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]"#;
    check(&format!("{{{asset},{empty}}}"), "meshes[0]", "accessor");
    let elsewhere = fine.replace("\"node\":0", "\"node\":55");
    check(&format!("{{{asset},{skin},{elsewhere}}}"), "animations[0].channels", "node 55");
    let backwards = animation("AACAPwAAAAAA", zeros);
    check(&format!("{{{asset},{skin},{backwards}}}"), "animations[0].channels[0].input", "key 1");
    let not_a_number = animation("AAAAAAAAwH8A", zeros);
    check(&format!("{{{asset},{skin},{not_a_number}}}"), "accessors[0]", "finite");
    let missing = fine.replace("data:;base64,", "gone.bin#");
    check(&format!("{{{asset},{skin},{missing}}}"), "buffers[0]", "missing");
    let short = fine.replace("\"byteLength\":32}]", "\"byteLength\":99}]");
    check(&format!("{{{asset},{skin},{short}}}"), "buffers[0]", "promised");
    let beyond = fine.replace("\"count\":2,\"type\":\"VEC3\"", "\"count\":2000000000,\"type\":\"VEC3\"");
    check(&format!("{{{asset},{skin},{beyond}}}"), "accessors[1]", "more numbers than");
    let crowd: Vec<String> = (0..10_000)
        .map(|i| if i < 9_999 { format!("{{\"children\":[{}]}}", i + 1) } else { "{}".into() })
        .collect();
    let crowd = format!(r#""nodes":[{}],"skins":[{{"joints":[9999]}}]"#, crowd.join(","));
    check(&format!("{{{asset},{crowd},{fine}}}"), "nodes", "10000");
}

#[test]
fn a_truncated_character_is_refused_wherever_it_is_cut() {
    let own = common::own();
    let Some((name, model)) = own.first() else { return };
    let bytes = gltf::write(model);
    for cut in (0..bytes.len()).step_by(bytes.len() / 300 + 1) {
        assert!(gltf::read(name, &bytes[..cut], &mut |_| None).is_err(), "cut at {cut}");
    }
}

#[test]
fn a_bad_capture_is_refused_with_line_and_column() {
    let good = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Xrotation Yrotation Zrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.1\n0 0 0\n90 0 0\n";
    assert_eq!(bvh::read("good.bvh", good).unwrap().clips[0].tracks.len(), 1);
    let check = |from: &str, to: &str, line: &str, what: &str| {
        let bad = bvh::read("bad.bvh", &good.replacen(from, to, 1)).unwrap_err();
        assert!(bad.at.starts_with(line) && bad.what.contains(what), "{bad}");
    };
    check("Frames: 2", "Frames: two", "line 12", "`two`");
    check("90 0 0", "90 0", "line 16", "ends too early");
    check("90", "NaN", "line 15", "not finite");
    check("Zrotation", "Wrotation", "line 5", "not a channel");
    check("Frames: 2", "Frames: 99999999999", "line 12", "has room for");
    check("Frame Time: 0.1", "Frame Time: -1", "line 13", "lasts");
    check("OFFSET", "OFFSTE", "line 4", "not known");
    let deep = format!("HIERARCHY\nROOT a\n{}", "{\nOFFSET 0 0 0\nJOINT b\n".repeat(5000));
    assert!(bvh::read("deep.bvh", &deep).unwrap_err().what.contains("depth"));
}

#[test]
fn a_capture_makes_no_more_frames_than_it_holds() {
    // 100 bytes that asked for 40 GB.
    let empty = "HIERARCHY\nROOT Hips\n{\n OFFSET 0 0 0\n}\nMOTION\nFrames: 10000000000\nFrame Time: 0.01\n";
    let bad = bvh::read("empty.bvh", empty).unwrap_err();
    assert_eq!(bad.what, "no joint has a channel");
    let short = empty.replace("OFFSET 0 0 0", "OFFSET 0 0 0\n CHANNELS 1 Xrotation");
    let bad = bvh::read("short.bvh", &short.replace("10000000000", "30000000")).unwrap_err();
    assert!(bad.what.contains("has room for"), "{bad}");
    // The name of a joint is not copied to each of its ends in full.
    let ends = " End Site\n {\n  OFFSET 0 0 0\n }\n".repeat(200);
    let named = empty.replace("Hips", &"H".repeat(1 << 20)).replace(" OFFSET 0 0 0\n}", &format!("{ends}}}"));
    assert_eq!(bvh::read("named.bvh", &named).unwrap_err().what, "no joint has a channel");
}

#[test]
fn a_mesh_that_many_nodes_show_is_counted_as_often() {
    // A mesh of 30,000 points (360 KB), shown by 1,000 nodes: 90 million numbers.
    let points = 30_000;
    let zeros = "A".repeat(points * 12 / 3 * 4);
    let nodes: Vec<String> = (0..1000).map(|_| r#"{"mesh":0}"#.to_owned()).collect();
    let text = format!(
        r#"{{"asset":{{"version":"2.0"}},
        "nodes":[{{"name":"root"}},{}],
        "skins":[{{"joints":[0]}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
        "buffers":[{{"byteLength":{bytes},"uri":"data:application/octet-stream;base64,{zeros}"}}],
        "bufferViews":[{{"buffer":0,"byteLength":{bytes}}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":{points},"type":"VEC3","min":[0,0,0],"max":[0,0,0]}},
            {{"bufferView":0,"componentType":5126,"count":1,"type":"SCALAR","min":[0],"max":[0]}},
            {{"bufferView":0,"componentType":5126,"count":1,"type":"VEC3"}}],
        "animations":[{{"channels":[{{"sampler":0,"target":{{"node":0,"path":"translation"}}}}],
            "samplers":[{{"input":1,"output":2}}]}}]}}"#,
        nodes.join(","),
        bytes = points * 12,
    );
    let bad = gltf::read("many.gltf", text.as_bytes(), &mut |_| None).unwrap_err();
    assert!(bad.what.contains("more numbers than the 33554432"), "{bad}");
}
