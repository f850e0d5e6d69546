//! Places and routes of a character file: `place "post" { at 3 4 }` and `route "round" "post" "gate"`.

use super::Config;
use crate::model::{NamedPlace, NamedPlaceId, Route};
use piaget_terms::Name;
use piaget_text::{Fields, nearest};

/// The most places, and the most routes, of a character.
const MOST: usize = 1024;
/// How far from the origin a place may be.
const LIMIT_M: f32 = 1e6;

/// Places first, then routes over them, wherever they stand in the file.
pub(super) fn read(nodes: Vec<Fields<'_>>, config: &mut Config) {
    let (places, routes): (Vec<_>, Vec<_>) = nodes.into_iter().partition(|node| node.node_name() == "place");
    for mut node in places {
        let name = node.name_argument(0, "a name");
        let at = node.point_child("at", LIMIT_M);
        let Some(name) = name else { continue };
        if config.place(name.as_str()).is_some() {
            let message = format!("there are two places \"{name}\"");
            node.twice(node.span_of_argument(0), "place", message, "give one of them another name");
        } else if config.places.len() >= MOST {
            node.problem(format!("there are more than {MOST} places"), "leave some out");
        } else {
            config.places.push(NamedPlace { name, at });
        }
    }
    for mut node in routes {
        read_route(&mut node, config);
    }
}

fn read_route(node: &mut Fields<'_>, config: &mut Config) {
    let name = node.name_argument(0, "a name and its places");
    let mut stops: Vec<NamedPlaceId> = Vec::new();
    for index in 1..node.arguments() {
        let Some(word) = node.word_argument(index, "a place") else { continue };
        let found = config.place(word);
        if found.is_none() {
            let hint = match nearest(word, config.places.iter().map(|place| place.name.as_str())) {
                Some(known) => format!("did you mean \"{known}\"?"),
                None => format!("write `place \"{word}\" {{ at 3 4 }}` at the top of the file"),
            };
            node.unresolved(
                node.span_of_argument(index),
                ("place", word),
                format!("there is no place \"{word}\""),
                hint,
            );
        }
        stops.extend(found);
    }
    let Some(name) = name else { return };
    let known = |name: Name| config.routes.iter().any(|route| route.name == name);
    if node.arguments() < 2 {
        let hint = "write the names of places after it: `route \"round\" \"post\" \"gate\"`";
        node.problem(format!("the route \"{name}\" has no places"), hint);
    } else if known(name) {
        let message = format!("there are two routes \"{name}\"");
        node.twice(node.span_of_argument(0), "route", message, "give one of them another name");
    } else if config.routes.len() >= MOST {
        node.problem(format!("there are more than {MOST} routes"), "leave some out");
    } else if !stops.is_empty() {
        config.routes.push(Route { name, stops });
    }
}
