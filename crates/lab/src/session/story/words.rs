//! How a person would call things and places.

use piaget_sim::{Actor, Simulation};
use piaget_terms::{HostId, Vec3, maths};
use piaget_world::World;

/// Words for a wall that need no "wall" after them.
const WALLS: [&str; 8] = ["wall", "hedge", "fence", "screen", "board", "door", "curtain", "barrier"];
/// Nearer than this a thing is "here".
const HERE_M: f32 = 0.7;

/// A name as the beginning of a sentence.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A name with spaces for its hyphens.
pub fn spaced(name: &str) -> String {
    name.replace('-', " ")
}

/// A thing by its name and kind: "the sheep", "the second cheese", "the first sheep". What is only numbered goes by its
/// kind.
pub fn thing(name: &str, kind: &str) -> String {
    if name.is_empty() || name.contains(|letter: char| letter.is_ascii_digit()) {
        format!("the {}", spaced(kind))
    } else if name.contains(kind) {
        format!("the {}", spaced(name))
    } else {
        format!("the {} {}", spaced(name), spaced(kind))
    }
}

/// What the world has under this number: a creature by its name, a thing with its article.
pub fn of(world: &World, id: HostId) -> Option<String> {
    let creature = world.creature(id).map(|creature| capital(creature.name.as_str()));
    creature.or_else(|| world.thing(id).map(|own| thing(own.name.as_str(), own.kind.as_str())))
}

/// A wall by its name: "the left wall", "the hedge".
pub fn wall(name: &str) -> String {
    let plain = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '-');
    let last = plain.rsplit('-').next().unwrap_or_default();
    match WALLS.contains(&last) {
        true => format!("the {}", spaced(plain)),
        false => format!("the {} wall", spaced(plain)),
    }
}

/// The wall that stands between two places of the ground, the nearest to the first if there are several.
pub fn wall_between(simulation: &Simulation, from: Vec3, to: Vec3) -> Option<String> {
    let (here, there) = (maths::ground(from), maths::ground(to));
    let names = &simulation.scenario().walls;
    let walls = simulation.world().walls().iter();
    let cutting = walls.filter(|(_, own)| own.cuts(here, there, 0.0));
    let nearest = cutting
        .min_by(|(_, a), (_, b)| a.centre.distance_squared(here).total_cmp(&b.centre.distance_squared(here)));
    nearest.and_then(|(id, _)| names.get(id.0 as usize)).map(|name| wall(name.as_str()))
}

/// Where a place is, as one creature has it: behind a wall, or so far to a side of it. `seen` is whether the creature sees
/// what is there: then no wall is between.
pub fn place(simulation: &Simulation, actor: &Actor, at: Vec3, seen: bool) -> String {
    let own = &actor.sensed.body;
    if !seen && let Some(wall) = wall_between(simulation, own.position, at) {
        return format!("behind {wall}");
    }
    let (side, away_m) = side(own.position, own.yaw, at);
    match side {
        Side::Here => format!("beside {}", capital(actor.name.as_str())),
        _ => format!("{away_m:.1} m {} {}", side.of(), capital(actor.name.as_str())),
    }
}

/// On which side of a body a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// So near that no side is meant.
    Here,
    /// Within 45 degrees of where the body faces.
    Ahead,
    /// On its left.
    Left,
    /// On its right.
    Right,
    /// Behind it.
    Behind,
}

impl Side {
    fn of(self) -> &'static str {
        match self {
            Self::Here => "beside",
            Self::Ahead => "ahead of",
            Self::Left => "to the left of",
            Self::Right => "to the right of",
            Self::Behind => "behind",
        }
    }
}

/// The side of a body that a place is on, and how far away it is over the ground.
pub fn side(own: Vec3, yaw: f32, at: Vec3) -> (Side, f32) {
    let away_m = maths::ground(at - own).length();
    let turn = maths::wrap_angle(maths::yaw_of(at - own) - yaw);
    let quarter = std::f32::consts::FRAC_PI_4;
    let side = if away_m < HERE_M {
        Side::Here
    } else if turn.abs() <= quarter {
        Side::Ahead
    } else if turn.abs() >= 3.0 * quarter {
        Side::Behind
    } else if turn > 0.0 {
        // +x is to the left of a body that looks along +z, where y is up.
        Side::Left
    } else {
        Side::Right
    };
    (side, away_m)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_and_walls_are_called_as_a_person_would() {
        assert_eq!(thing("sheep", "sheep"), "the sheep");
        assert_eq!(thing("second-ice-cream", "ice-cream"), "the second ice cream");
        assert_eq!(thing("first", "sheep"), "the first sheep");
        assert_eq!(thing("berry-2", "berry"), "the berry");
        assert_eq!(wall("left"), "the left wall");
        assert_eq!(wall("wall"), "the wall");
        assert_eq!(wall("hedge"), "the hedge");
        assert_eq!(wall("bedroom-2"), "the bedroom wall");
    }

    #[test]
    fn sides_are_those_of_the_body() {
        let side_of = |x, z| side(Vec3::ZERO, 0.0, Vec3::new(x, 0.0, z)).0;
        assert_eq!(side_of(0.0, 3.0), Side::Ahead);
        assert_eq!(side_of(0.0, -3.0), Side::Behind);
        assert_eq!(side_of(3.0, 0.0), Side::Left);
        assert_eq!(side_of(-3.0, 0.5), Side::Right);
        assert_eq!(side_of(0.1, 0.1), Side::Here);
    }
}
