//! Things as a scenario describes them: their look, shape and features.

use super::names;
use super::read::{SIZES, flag, own_name, place, yaw};
use arrayvec::ArrayVec;
use piaget_terms::senses::MAX_FEATURES;
use piaget_terms::{Feature, FeatureValue, Name, Rect, Vec3};
use piaget_text::Fields;
use piaget_world::{Shape, Thing};
use std::ops::RangeInclusive;

/// A thing, as `thing` and `add` describe it.
pub(super) fn thing(node: &mut Fields<'_>, bounds: Rect) -> Option<Thing> {
    let name = own_name(node)?;
    let kind = node.child("kind").map_or(Some(name), |mut kind| kind.name_argument(0, "a kind"));
    let colour = node.child("colour").map_or(Some(Name::cut("grey")), |mut c| c.name_argument(0, "a colour"));
    let at = place(node, "at", bounds);
    let shape = match node.child("shape") {
        Some(shape_node) => shape(shape_node),
        None => node.need(None, "a shape", "write `shape \"box\" { size 0.5 0.5 0.5 }` in its braces"),
    };
    let yaw = yaw(node).unwrap_or(0.0);
    let solid = flag(node, "solid").unwrap_or(true);
    let hidden = flag(node, "hidden").unwrap_or(false);
    // All is read before anything that is missing ends it: what stands here is known.
    let features = features(node);
    let mut thing = Thing::new(kind?, colour?, shape?, at?);
    (thing.name, thing.yaw, thing.solid, thing.hidden) = (name, yaw, solid, hidden);
    thing.features = features;
    Some(thing)
}

/// The lines `feature` of a node.
pub(super) fn features(node: &mut Fields<'_>) -> ArrayVec<Feature, MAX_FEATURES> {
    let mut features = ArrayVec::new();
    for mut feature_node in node.children("feature") {
        let Some(feature) = feature(&mut feature_node) else { continue };
        if features.iter().any(|other: &Feature| other.path == feature.path) {
            feature_node
                .problem(format!("the feature \"{}\" stands here twice", feature.path), "keep one of them");
        } else if features.try_push(feature).is_err() {
            feature_node.problem(format!("a thing has at most {MAX_FEATURES} features"), "leave some out");
        }
    }
    features
}

fn feature(node: &mut Fields<'_>) -> Option<Feature> {
    let path = node.name_argument(0, "the feature's name")?;
    const LIMIT: RangeInclusive<f32> = -1e6..=1e6;
    let value = match node.arguments() {
        4 => {
            let mut part = |index| node.number_argument(index, "the value", LIMIT);
            FeatureValue::Vector(Vec3::new(part(1)?, part(2)?, part(3)?))
        }
        _ => match node.is_word_argument(1) {
            true => FeatureValue::Word(node.name_argument(1, "a value")?),
            false => {
                FeatureValue::Number(node.number_argument(1, "a value: a number, three or a word", LIMIT)?)
            }
        },
    };
    Some(Feature::new(path, value))
}

/// The shape that a node describes.
pub(super) fn shape(mut node: Fields<'_>) -> Option<Shape> {
    const SHAPES: [&str; 4] = ["box", "sphere", "capsule", "cylinder"];
    let Some(word) = node.word_argument(0, "the word for a shape") else {
        node.leave();
        return None;
    };
    let mut length = |name: &'static str| match node.child(name) {
        Some(mut length) => length.number_argument(0, "a length", SIZES),
        None => {
            node.need(None, &format!("a {name}"), &format!("write `{name} 0.5` in its braces, in metres"))
        }
    };
    match word {
        "box" => match node.child("size") {
            Some(mut size) => {
                let mut side = |index, what| size.number_argument(index, what, SIZES);
                let sides = (side(0, "a width"), side(1, "a height"), side(2, "a depth"));
                Some(Shape::Box { size_m: Vec3::new(sides.0?, sides.1?, sides.2?) })
            }
            None => node.need(None, "a size", "write `size 0.5 0.5 0.5` in its braces: width, height, depth"),
        },
        "sphere" => Some(Shape::Sphere { radius_m: length("radius")? }),
        "capsule" | "cylinder" => {
            let (radius_m, height_m) = (length("radius"), length("height"));
            let (radius_m, height_m) = (radius_m?, height_m?);
            if word == "cylinder" {
                return Some(Shape::Cylinder { height_m, radius_m });
            }
            if height_m < 2.0 * radius_m {
                node.problem(
                    format!("a capsule of radius {radius_m} is at least {} high", 2.0 * radius_m),
                    "make `height` at least twice `radius`, or take a sphere",
                );
                return None;
            }
            Some(Shape::Capsule { height_m, radius_m })
        }
        _ => {
            let hint = names::choose("shape", word, SHAPES);
            node.problem_at(node.span_of_argument(0), format!("there is no shape \"{word}\""), hint);
            node.ignore();
            None
        }
    }
}
