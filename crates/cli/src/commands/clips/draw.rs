//! A pose graph as a picture: movements are arcs of a circle, their poses dots on it, transitions chords, bridges
//! dashed chords, hubs in the middle with spokes.

use piaget_motor::PoseGraph;
use piaget_motor::graph::EdgeKind;
use piaget_terms::maths::{cos, sin};
use std::fmt::Write;

const SIZE: f32 = 1000.0;
const RADIUS: f32 = 340.0;

/// The picture.
pub fn svg(graph: &PoseGraph) -> String {
    let movements: Vec<_> = graph.movements().iter().filter(|movement| !movement.removed).collect();
    let poses: usize = movements.iter().map(|movement| movement.poses.len() + 3).sum();
    let mut angles = vec![0.0f32; graph.nodes().len()];
    let mut at = 0.0;
    let step = std::f32::consts::TAU / poses.max(1) as f32;
    for movement in &movements {
        for pose in movement.poses.clone() {
            angles[pose as usize] = at;
            at += step;
        }
        at += 3.0 * step;
    }
    let place =
        |angle: f32, radius: f32| (SIZE / 2.0 + radius * sin(angle), SIZE / 2.0 - radius * cos(angle));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIZE} {SIZE}\" font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"{SIZE}\" height=\"{SIZE}\" fill=\"#fdfcf8\"/>\n"
    );
    // Writing to a string cannot fail.
    for from in 0..graph.nodes().len() as u32 {
        for edge in graph.edges(from).iter().filter(|edge| edge.kind != EdgeKind::Next) {
            let ((x0, y0), (x1, y1)) =
                (place(angles[from as usize], RADIUS), place(angles[edge.to as usize], RADIUS));
            let centre = SIZE / 2.0;
            let style = match edge.kind {
                EdgeKind::Bridge => "stroke=\"#c0392b\" stroke-width=\"1.2\" stroke-dasharray=\"5 3\"",
                _ => "stroke=\"#2c7fb8\" stroke-width=\"0.4\" stroke-opacity=\"0.35\"",
            };
            let _ = writeln!(
                out,
                "<path d=\"M{x0:.1} {y0:.1}Q{centre} {centre} {x1:.1} {y1:.1}\" fill=\"none\" {style}/>"
            );
        }
    }
    for movement in &movements {
        for pose in movement.poses.clone() {
            let (x, y) = place(angles[pose as usize], RADIUS);
            let _ = writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2\" fill=\"#444\"/>");
        }
        let middle = (angles[movement.poses.start as usize] + angles[movement.poses.end as usize - 1]) / 2.0;
        let (x, y) = place(middle, RADIUS + 14.0);
        let degrees = middle.to_degrees() - 90.0;
        let (turn, anchor) =
            if middle > std::f32::consts::PI { (degrees + 180.0, "end") } else { (degrees, "start") };
        let kind = if movement.cyclic { " \u{21bb}" } else { "" };
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" transform=\"rotate({turn:.1} {x:.1} {y:.1})\" text-anchor=\"{anchor}\" dominant-baseline=\"middle\">{}{kind}</text>",
            escape(movement.name.as_str())
        );
    }
    for (index, hub) in graph.hubs().iter().enumerate() {
        let (x, y) = place(angles[hub.pose as usize], 60.0 + 22.0 * index as f32);
        for movement in &hub.movements {
            let start = graph.movements()[*movement as usize].poses.start;
            let (x1, y1) = place(angles[start as usize], RADIUS);
            let _ = writeln!(
                out,
                "<line x1=\"{x:.1}\" y1=\"{y:.1}\" x2=\"{x1:.1}\" y2=\"{y1:.1}\" stroke=\"#e6a817\" stroke-width=\"0.8\"/>"
            );
        }
        let size = 6.0 + hub.movements.len() as f32 * 0.5;
        let name = graph.movements()[graph.nodes()[hub.pose as usize].movement as usize].name;
        let _ = writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{size:.1}\" fill=\"#e6a817\"/><text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            y - size - 4.0,
            escape(name.as_str())
        );
    }
    out.push_str("</svg>\n");
    out
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
