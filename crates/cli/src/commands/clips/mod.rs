//! `piaget clips`: what a character's file holds, its pose graph, and a contact sheet of its movements.

mod draw;
mod font;
pub(super) mod raster;
mod sheet;

use crate::failure::{Done, Failure};
use crate::tell;
use crate::{files, output};
use piaget_motor::graph::EdgeKind;
use piaget_motor::{BadFile, GraphConfig, Model, PoseGraph, bvh, gltf};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What `piaget clips` can be told.
#[derive(clap::Args)]
pub struct Args {
    /// A character (.glb, .gltf) or a motion capture (.bvh)
    #[arg(required_unless_present = "generate")]
    file: Option<PathBuf>,
    /// Say how its pose graph hangs together, and draw it into this file (.svg)
    #[arg(long, value_name = "OUT.svg", num_args = 0..=1)]
    graph: Option<Option<PathBuf>>,
    /// Render every movement, frame beside frame, into this file
    #[arg(long, value_name = "OUT.png")]
    sheet: Option<PathBuf>,
    /// Only these movements
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Leave out so many seconds at the beginning of each clip (motion capture often begins with a T-pose)
    #[arg(long, default_value_t = 0.0, value_name = "SECONDS")]
    skip: f32,
    /// Make our own bodies anew and write them into this folder
    #[arg(long, value_name = "FOLDER")]
    generate: Option<PathBuf>,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Done {
    if let Some(folder) = &args.generate {
        generate(folder)?;
    }
    let Some(file) = &args.file else { return Ok(()) };
    let mut model = load(file)?;
    if args.skip > 0.0 {
        model.clips = model.clips.iter().map(|clip| clip.without_start(args.skip)).collect();
    }
    if !args.only.is_empty() {
        for wanted in &args.only {
            if !model.clips.iter().any(|clip| clip.name == wanted.as_str()) {
                let near = piaget_text::nearest(wanted, model.clips.iter().map(|clip| clip.name.as_str()));
                let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                return Err(Failure::Usage(format!("{} has no clip `{wanted}`{near}", file.display())));
            }
        }
        model.clips.retain(|clip| args.only.iter().any(|wanted| clip.name == wanted.as_str()));
    }
    if let Some(out) = &args.sheet {
        write(out, &sheet::render(&model).png())?;
        tell!("wrote {}", out.display());
    }
    if let Some(out) = &args.graph {
        show_graph(&model, args.json, file, out.as_deref())?;
    }
    if args.sheet.is_none() && args.graph.is_none() {
        list(&model, args.json)?;
    }
    Ok(())
}

/// A model from a file of either kind.
pub fn load(file: &Path) -> Result<Model, Failure> {
    let bytes = files::load(file)?;
    let name = file.display().to_string();
    let wrong = |bad: BadFile| {
        let BadFile { file, at, what, hint } = bad;
        Failure::Wrong(format!("{file}: {at}: {what}\n  hint: {hint}"))
    };
    if file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("bvh")) {
        let text = String::from_utf8_lossy(&bytes);
        return bvh::read(&name, &text).map_err(wrong);
    }
    // A buffer may lie beside the file, never elsewhere; a pipe there would keep us waiting.
    let mut fetch = |uri: &str| {
        let plain = !uri.contains("..") && !uri.starts_with('/') && !uri.contains(':');
        let beside = Some(file.with_file_name(uri)).filter(|path| plain && path.is_file());
        beside.and_then(|path| files::load(&path).ok())
    };
    gltf::read(&name, &bytes, &mut fetch).map_err(wrong)
}

fn write(path: &Path, bytes: &[u8]) -> Done {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        files::make_folder(folder)?;
    }
    files::save(path, bytes)
}

fn generate(folder: &Path) -> Done {
    for (name, model) in piaget_bodies::all() {
        let path = folder.join(format!("{name}.glb"));
        let bytes = gltf::write_compact(&model);
        write(&path, &bytes)?;
        tell!("wrote {} ({} kB)", path.display(), bytes.len() / 1000);
    }
    Ok(())
}

fn list(model: &Model, as_json: bool) -> Done {
    let mut out = output::stdout();
    if as_json {
        for clip in &model.clips {
            let marks: Vec<_> = clip.marks.iter().map(|mark| json!([mark.name, mark.at_s])).collect();
            output::json_line(&json!({
                "clip": clip.name, "seconds": clip.seconds, "tracks": clip.tracks.len(), "cyclic": clip.cyclic,
                "group": clip.group, "marks": marks, "blend": clip.corner.map(|corner| corner.of),
            }))?;
        }
        return Ok(());
    }
    let points: usize = model.meshes.iter().map(|mesh| mesh.points.len()).sum();
    let triangles: usize = model.meshes.iter().map(|mesh| mesh.triangles.len()).sum();
    writeln!(
        out,
        "{} joints, height {:.3}; {} meshes, {points} points, {triangles} triangles",
        model.skeleton.len(),
        model.skeleton.height(),
        model.meshes.len()
    )?;
    if !model.morphs.is_empty() {
        writeln!(out, "faces: {}", model.morphs.join(", "))?;
    }
    for clip in &model.clips {
        write!(out, "{:28} {:6.2} s {:3} tracks", clip.name, clip.seconds, clip.tracks.len())?;
        if clip.cyclic {
            write!(out, ", cyclic")?;
        }
        if let Some(corner) = clip.corner {
            write!(out, ", part of {}", corner.of)?;
        }
        for mark in &clip.marks {
            write!(out, ", {} at {:.2}", mark.name, mark.at_s)?;
        }
        writeln!(out)?;
    }
    for note in &model.notes {
        writeln!(out, "note: {note}")?;
    }
    Ok(())
}

fn show_graph(model: &Model, as_json: bool, file: &Path, out: Option<&Path>) -> Done {
    let graph = PoseGraph::new(model, GraphConfig::default())
        .map_err(|error| Failure::Wrong(format!("{}: {error}", file.display())))?;
    let count = |kind: EdgeKind| {
        let edges = (0..graph.nodes().len() as u32).flat_map(|pose| graph.edges(pose));
        edges.filter(|edge| edge.kind == kind).count()
    };
    let (next, transitions, bridges) =
        (count(EdgeKind::Next), count(EdgeKind::Transition), count(EdgeKind::Bridge));
    let hubs: Vec<_> = (graph.hubs().iter())
        .map(|hub| {
            let node = &graph.nodes()[hub.pose as usize];
            let movement = graph.movements()[node.movement as usize].name;
            (movement, node.time_s, hub.movements.len())
        })
        .collect();
    if as_json {
        output::json_line(&json!({
            "poses": graph.nodes().len(), "movements": graph.movements().len(), "groups": graph.groups().len(),
            "next": next, "transitions": transitions, "bridges": bridges, "connected": graph.is_connected(),
            "hubs": hubs.iter().map(|(movement, at, count)| json!({ "in": movement, "at": at, "movements": count })).collect::<Vec<_>>(),
        }))?;
    } else {
        let mut out = output::stdout();
        let poses = graph.nodes().len();
        writeln!(
            out,
            "{poses} poses, {} movements, {} groups",
            graph.movements().len(),
            graph.groups().len()
        )?;
        writeln!(out, "{next} edges within clips, {transitions} transitions, {bridges} bridges")?;
        let connected = if graph.is_connected() {
            "every movement can be reached from every pose"
        } else {
            "NOT connected"
        };
        writeln!(out, "{connected}")?;
        for (movement, at, count) in &hubs {
            writeln!(out, "hub: {movement} at {at:.2} s, passed by {count} movements")?;
        }
        for (name, members) in graph.groups().iter().filter(|(_, members)| members.len() > 1) {
            let names: Vec<_> =
                members.iter().map(|m| graph.movements()[*m as usize].name.to_string()).collect();
            writeln!(out, "group {name}: {}", names.join(", "))?;
        }
    }
    let stem = file.file_stem().map_or_else(|| "body".into(), |stem| stem.to_string_lossy().into_owned());
    let out = out.map_or_else(|| PathBuf::from(format!("out/{stem}-graph.svg")), Path::to_owned);
    write(&out, draw::svg(&graph).as_bytes())?;
    tell!("wrote {}", out.display());
    Ok(())
}
