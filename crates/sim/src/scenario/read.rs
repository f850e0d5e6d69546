//! The reader of scenario files: nodes become a [`Scenario`], mistakes become diagnostics.

use super::{
    DEFAULT_TICK_HZ, FileKind, MAX_CREATURES, MAX_JITTERS, MAX_LENGTH_S, MAX_SIDE_M, MAX_THINGS, MAX_WALLS,
    Scenario, check, creature, jitter, movements, names, thing, timeline,
};
use crate::files::{Keeping, Kept};
use crate::gridmap;
use kdl::KdlDocument;
use piaget_memory::House;
use piaget_terms::{Grid, Name, Rect, Terrain, Vec2, Vec3, Wall};
use piaget_text::{Fields, Problems, Source};
use piaget_world::limits;
use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

/// The seed where a file gives none.
const DEFAULT_SEED: u64 = 1;
const DEFAULT_WALL_HEIGHT_M: f32 = 2.0;
pub(super) const SIZES: RangeInclusive<f32> = limits::SHAPE_SIZE_M.0..=limits::SHAPE_SIZE_M.1;

/// The seed that a file gives; a wrong one is reported when the file is read.
pub(super) fn seed_of(document: &KdlDocument) -> u64 {
    let node = document.nodes().iter().find(|node| node.name().value() == "seed");
    node.and_then(|node| node.get(0)?.as_integer())
        .and_then(|seed| u64::try_from(seed).ok())
        .unwrap_or(DEFAULT_SEED)
}

/// The bytes of the node that describes a creature.
pub(super) fn span_of_creature(document: &KdlDocument, creature: Name) -> Range<usize> {
    let mut nodes = document.nodes().iter().filter(|node| node.name().value() == "creature");
    let node = nodes.find(|node| node.get(0).and_then(|name| name.as_string()) == Some(creature.as_str()));
    node.map_or(0..0, |node| {
        node.name().span().offset()..node.name().span().offset() + node.name().span().len()
    })
}

/// Reads a document. The result is whole only if no problem was noted.
pub(super) fn scenario(
    source: &Source,
    document: &KdlDocument,
    files: &Keeping<'_>,
    problems: &Problems,
) -> Option<Scenario> {
    let mut top: BTreeMap<&str, Vec<Fields<'_>>> = BTreeMap::new();
    for node in source.nodes(document, problems) {
        match FileKind::Scenario.nodes().iter().find(|known| **known == node.node_name()) {
            Some(known) => top.entry(known).or_default().push(node),
            None if FileKind::Character.nodes().contains(&node.node_name()) => {
                node.misplaced("it belongs into a character, a file of its own (docs/character-files.md)");
            }
            None => node.unknown(FileKind::Scenario.nodes()),
        }
    }
    for (name, most) in [
        ("wall", MAX_WALLS),
        ("thing", MAX_THINGS),
        ("creature", MAX_CREATURES),
        ("jitter", MAX_JITTERS),
        ("movement", movements::MAX_MOVEMENTS),
    ] {
        let over = top.get_mut(name).map_or(Vec::new(), |all| all.split_off(all.len().min(most)));
        if let Some(first) = over.first() {
            first.problem(format!("there are more than {most} of `{name}`"), format!("write at most {most}"));
        }
        over.into_iter().for_each(Fields::ignore);
    }
    let mut one = |name: &str| -> Option<Fields<'_>> {
        let mut all = top.remove(name).unwrap_or_default().into_iter();
        let first = all.next();
        for second in all {
            second.problem(format!("`{name}` stands here twice"), "keep one of them");
            second.ignore();
        }
        first
    };
    let missing = |what: &str, message: &str, hint: &str| problems.missing(source, what, message, hint);
    let head = match one("scenario") {
        Some(mut head) => {
            let name = head.name_argument(0, "a name");
            let shows = sentence(&mut head, "shows");
            // Who plays with a file of one's own knows what to try.
            let try_this =
                if head.has_child("try") { sentence(&mut head, "try") } else { Some(String::new()) };
            // What is missing here must not keep the rest of the file from being read.
            name.zip(shows).zip(try_this).map(|((name, shows), try_this)| (name, shows, try_this))
        }
        None => {
            missing(
                "scenario",
                "the file has no `scenario`",
                "begin with: scenario \"name\" { shows \"...\"; try \"...\" }",
            );
            None
        }
    };
    let length_s = match one("length") {
        Some(mut length) => length.number_argument(0, "a number of seconds", 0.1..=MAX_LENGTH_S),
        None => {
            missing("length", "the file does not say how long it plays", "write `length 30`, in seconds");
            None
        }
    };
    let hz = limits::TICK_HZ;
    let tick_hz = one("tick").map_or(Some(DEFAULT_TICK_HZ), |mut tick| {
        tick.number_argument(0, "the number of ticks per second", hz.0..=hz.1)
    });
    let seed = one("seed").map_or(Some(DEFAULT_SEED), |mut seed| {
        seed.whole_argument(0, "a whole number", 0..=i64::MAX).map(|seed| seed as u64)
    });
    let map_node = one("map");
    let has_map = map_node.is_some();
    let grid = map_node.and_then(|node| map(node, files, problems));
    let places = one("places").and_then(|node| places(node, files));
    let bounds = ground(one("ground"), grid.as_ref(), |message, hint| {
        // Of a map that cannot be read that is said already.
        if !has_map {
            missing("ground", message, hint);
        }
    });
    let mut timelines = one("timeline");
    let (mut walls, mut wall_names) = (Vec::new(), Vec::new());
    for node in top.remove("wall").unwrap_or_default() {
        if let Some((name, wall)) = wall(node, bounds) {
            wall_names.push(name);
            walls.push(wall);
        }
    }
    let terrain = Arc::new(Terrain { bounds, walls, grid });
    let mut things = Vec::new();
    for mut node in top.remove("thing").unwrap_or_default() {
        things.extend(thing::thing(&mut node, bounds));
    }
    let mut creatures = Vec::new();
    let mut characters = BTreeMap::new();
    for node in top.remove("creature").unwrap_or_default() {
        creatures.extend(creature::creature(node, &terrain, &mut characters, files, problems));
    }
    let names = names::gather(source, document, bounds, problems);
    let mut movements = Vec::new();
    for node in top.remove("movement").unwrap_or_default() {
        movements.extend(movements::read(node, &movements));
    }
    let mut events = Vec::new();
    if let Some(timeline) = &mut timelines {
        timeline::read(timeline, &names, &mut events);
    }
    for mut node in top.remove("jitter").unwrap_or_default() {
        jitter::read(&mut node, document, &source.text);
    }
    let ((name, shows, try_this), length_s) = (head?, length_s?);
    let scenario = Scenario {
        name,
        shows,
        try_this,
        length_s,
        tick_hz: tick_hz?,
        seed: seed?,
        terrain,
        places,
        walls: wall_names,
        things,
        creatures,
        timeline: events,
        movements,
        text: Source::new("", ""),
        files: Kept::default(),
    };
    if problems.is_empty() {
        check::timeline(&scenario, source, problems);
    }
    Some(scenario)
}

fn sentence(head: &mut Fields<'_>, what: &'static str) -> Option<String> {
    match head.child(what) {
        Some(mut node) => node.word_argument(0, "a sentence").map(str::to_owned),
        None => {
            head.need(None, &format!("`{what}`"), &format!("write `{what} \"a sentence\"` in its braces"))
        }
    }
}

fn map(mut node: Fields<'_>, files: &Keeping<'_>, problems: &Problems) -> Option<Grid> {
    let reference = node.word_argument(0, "the file of a grid map")?;
    match files.source(reference) {
        Err(error) => {
            node.problem_at(
                node.span_of_argument(0),
                error,
                "name a .map file from this folder or one above",
            );
            None
        }
        Ok(source) => match gridmap::read_map(&source) {
            Ok(grid) if grid.free.len() > limits::MAX_GRID_CELLS => {
                let message = format!("the map has {} cells", grid.free.len());
                let hint = format!("a world holds at most {} cells", limits::MAX_GRID_CELLS);
                node.problem_at(node.span_of_argument(0), message, hint);
                None
            }
            Ok(grid) => Some(grid),
            Err(found) => {
                found.0.into_iter().for_each(|found| problems.add(found));
                None
            }
        },
    }
}

fn ground(node: Option<Fields<'_>>, grid: Option<&Grid>, missing: impl Fn(&str, &str)) -> Rect {
    let everywhere = Rect::centred(2.0 * MAX_SIDE_M, 2.0 * MAX_SIDE_M);
    let Some(mut node) = node else {
        return grid.map_or_else(
            || {
                missing(
                    "the file has no ground",
                    "write `ground { size 20 20 }`, in metres, or `map \"x.map\"`",
                );
                everywhere
            },
            Grid::bounds,
        );
    };
    let size = match node.child("size") {
        Some(mut size) => {
            let width = size.number_argument(0, "a width", 1.0..=MAX_SIDE_M);
            let depth = size.number_argument(1, "a depth", 1.0..=MAX_SIDE_M);
            width.zip(depth)
        }
        None => node.need(None, "a size", "write `size 20 20` in its braces, in metres"),
    };
    let centre = node.point_child("centre", MAX_SIDE_M / 2.0).unwrap_or_default();
    let Some((width, depth)) = size else { return everywhere };
    let (half, centre) = (Vec2::new(width, depth) * 0.5, Vec2::new(centre.x, centre.z));
    let bounds = Rect { min: centre - half, max: centre + half };
    if let Some(grid) = grid.filter(|grid| {
        let cells = grid.bounds();
        !(bounds.contains(cells.min) && bounds.contains(cells.max))
    }) {
        let (min, max) = (grid.bounds().min, grid.bounds().max);
        node.problem(
            "the ground is smaller than the map".to_owned(),
            format!(
                "the map reaches from {} {} to {} {}; leave `ground` out to take its size",
                min.x, min.y, max.x, max.y
            ),
        );
    }
    bounds
}

fn wall(mut node: Fields<'_>, bounds: Rect) -> Option<(Name, Wall)> {
    let name = own_name(&mut node)?;
    let at = place(&mut node, "at", bounds);
    let size = match node.child("size") {
        Some(mut size) => {
            let length = size.number_argument(0, "a length", 0.01..=MAX_SIDE_M);
            let thickness = size.number_argument(1, "a thickness", 0.01..=MAX_SIDE_M);
            length.zip(thickness)
        }
        None => node.need(None, "a size", "write `size 5 0.3`: length along x and thickness along z"),
    };
    let height_m = number(&mut node, "height", SIZES).unwrap_or(DEFAULT_WALL_HEIGHT_M);
    let yaw = yaw(&mut node).unwrap_or(0.0);
    let (at, (length, thickness)) = (at?, size?);
    Some((
        name,
        Wall { centre: Vec2::new(at.x, at.z), half: Vec2::new(length, thickness) * 0.5, yaw, height_m },
    ))
}

/// `places "places/home.kdl"`: what creatures that remember, and know no places of their own, are told of where they live.
fn places(mut node: Fields<'_>, files: &Keeping<'_>) -> Option<House> {
    let path = node.word_argument(0, "a file of places")?;
    let source = match files.source(path) {
        Ok(source) => source,
        Err(error) => {
            node.problem_at(
                node.span_of_argument(0),
                error,
                "name a file of places from this folder or one above",
            );
            return None;
        }
    };
    if let Some(other) = FileKind::Places.mistaken(&source) {
        let message = format!("\"{path}\" holds {other}, not places");
        node.problem_at(
            node.span_of_argument(0),
            message,
            "name a file of places: `piaget new places` begins one",
        );
        return None;
    }
    House::from_text(&source.name, &source.text).map_err(|found| node.mistakes_of_file(found)).ok()
}

/// The name that a node gives itself: it can be part of a path, and means nothing else.
pub(super) fn own_name(node: &mut Fields<'_>) -> Option<Name> {
    let Some(name) = node.name_argument(0, "a name") else {
        node.leave();
        return None;
    };
    let reserved = ["nobody", "anybody"].contains(&name.as_str());
    let digits = name.as_str().bytes().all(|byte| byte.is_ascii_digit());
    if reserved || digits || name.as_str().contains(['.', '=']) {
        node.problem_at(
            node.span_of_argument(0),
            format!("\"{name}\" cannot be a name"),
            "a name has no dot or equals sign, is not only digits, and is not \"nobody\" or \"anybody\"",
        );
        node.leave();
        return None;
    }
    Some(name)
}

/// A number that a child node gives.
pub(super) fn number(node: &mut Fields<'_>, name: &'static str, within: RangeInclusive<f32>) -> Option<f32> {
    node.child(name)?.number_argument(0, name, within)
}

pub(super) fn flag(node: &mut Fields<'_>, name: &'static str) -> Option<bool> {
    let mut child = node.child(name)?;
    if child.arguments() == 0 { Some(true) } else { child.flag_argument(0, name) }
}

/// A turn, written in degrees because people think in them, in radians.
pub(super) fn yaw(node: &mut Fields<'_>) -> Option<f32> {
    number(node, "yaw", -360.0..=360.0).map(f32::to_radians)
}

/// A place that must be given, on the ground that there is.
pub(super) fn place(node: &mut Fields<'_>, name: &'static str, bounds: Rect) -> Option<Vec3> {
    match node.child(name) {
        Some(place) => within(place, bounds),
        None => node.need(None, "a place", &format!("write `{name} x z` in its braces, in metres")),
    }
}

/// A place on the ground that there is.
pub(super) fn within(mut node: Fields<'_>, bounds: Rect) -> Option<Vec3> {
    let place = node.point(2.0 * MAX_SIDE_M)?;
    if !bounds.contains(Vec2::new(place.x, place.z)) || place.y < 0.0 {
        node.problem(
            format!("{} {} lies outside the ground", place.x, place.z),
            format!(
                "choose x from {} to {}, z from {} to {}, and no height below 0",
                bounds.min.x, bounds.max.x, bounds.min.y, bounds.max.y
            ),
        );
        return None;
    }
    Some(place)
}
