//! Where the test data is, and how it becomes graphs.

use piaget_motor::{Clip, EffectorMap, GraphConfig, Model, PoseGraph, bvh, gltf};
use std::path::{Path, PathBuf};

/// The folder of test data, or `None` with a printed line.
pub fn data() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("PIAGET_DATA").map_or(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: there is no test data at {} (set PIAGET_DATA)", folder.display());
    None
}

pub fn model(path: &Path) -> Model {
    let bytes = std::fs::read(path).unwrap();
    gltf::read(&path.display().to_string(), &bytes, &mut |_| None).unwrap()
}

/// Every capture, by file name.
pub fn captures() -> Vec<Model> {
    let Some(data) = data() else { return Vec::new() };
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(data.join("mocap-cmu")).unwrap().map(|f| f.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "bvh"));
    files.sort();
    let read = |file: &PathBuf| {
        bvh::read(&file.display().to_string(), &std::fs::read_to_string(file).unwrap()).unwrap()
    };
    files.iter().map(read).collect()
}

/// The graph of captures, all on the first one's skeleton, without their first frame (a T-pose).
pub fn captured_graph(models: &[Model], config: GraphConfig) -> PoseGraph {
    let skeleton = &models[0].skeleton;
    let clips: Vec<Clip> = models
        .iter()
        .map(|model| model.clips[0].without_start(0.03).onto(&model.skeleton, skeleton))
        .collect();
    PoseGraph::of_clips(skeleton, EffectorMap::guess(skeleton), 0, &clips, config).unwrap()
}

/// Every graph that can be built here, with a name: real characters, one person's captures, our own bodies.
pub fn graphs() -> Vec<(String, PoseGraph)> {
    let mut graphs = Vec::new();
    if let Some(data) = data() {
        for name in ["RobotExpressive.glb", "Fox.glb"] {
            let model = model(&data.join("characters").join(name));
            graphs.push((name.to_owned(), PoseGraph::new(&model, GraphConfig::default()).unwrap()));
        }
        let person: Vec<Model> =
            captures().into_iter().filter(|m| m.clips[0].name.as_str().starts_with("143_")).collect();
        graphs.push(("subject 143".to_owned(), captured_graph(&person, GraphConfig::default())));
    }
    for (name, model) in own() {
        graphs.push((name, PoseGraph::new(&model, GraphConfig::default()).unwrap()));
    }
    graphs
}

/// Our own bodies, from their files.
pub fn own() -> Vec<(String, Model)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bodies");
    let mut files: Vec<PathBuf> = match std::fs::read_dir(folder) {
        Ok(entries) => entries.map(|entry| entry.unwrap().path()).collect(),
        Err(_) => Vec::new(),
    };
    files.retain(|file| file.extension().is_some_and(|e| e == "glb"));
    files.sort();
    files.iter().map(|file| (file.file_name().unwrap().to_string_lossy().into_owned(), model(file))).collect()
}
