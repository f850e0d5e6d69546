//! What a visitor does becomes what a simulation understands, or a sentence that says why it cannot be.

use super::play::Play;
use super::text::MAX_TEXT;
use crate::library::shortened;
use crate::messages::{Change, NewThing, Point, ShapePlan};
use piaget_sim::Action;
use piaget_terms::{Name, Utterance, Vec3};
use piaget_world::{Shape, Thing, World, limits};

/// The most points of a way that a hand draws.
const MAX_PATH: usize = 100;
/// The fastest that a hand slides a thing, in metres per second.
const MAX_SPEED: f32 = 20.0;
/// The most things that a visitor brings in; a scenario may hold more.
const MAX_THINGS: usize = 200;

/// The action that carries out a change. Characters are the session's own business and not among them.
pub fn action(change: &Change, play: &Play) -> Result<Action, String> {
    let (world, walls) = (play.simulation.world(), &play.simulation.scenario().walls);
    match change {
        Change::Slide { thing, path, speed } => {
            if path.is_empty() || path.len() > MAX_PATH {
                return Err(format!("a way to slide along has 1 to {MAX_PATH} points"));
            }
            let path = path.iter().map(|to| place(*to)).collect::<Result<Vec<_>, _>>()?;
            let speed_m_per_s = number(*speed, 0.01, MAX_SPEED, "the speed")?;
            let thing = existing(thing, world)?;
            if world.named(thing.as_str()).is_some_and(|id| world.thing(id).is_none()) {
                return Err(format!("\"{thing}\" is a creature: it walks by itself, or can be transported"));
            }
            Ok(Action::Slide { thing, path, speed_m_per_s })
        }
        Change::Transport { what, to } => {
            Ok(Action::Transport { what: existing(what, world)?, to: place(*to)? })
        }
        Change::Add { thing } => Ok(Action::Add(Box::new(new_thing(thing, world)?))),
        Change::Remove { thing } => {
            let name = existing(thing, world)?;
            match world.named(name.as_str()).and_then(|id| world.thing(id)) {
                Some(_) => Ok(Action::Remove(name)),
                None => Err(format!("\"{name}\" is a creature and stays")),
            }
        }
        Change::MoveWall { wall, to, yaw } => {
            let name = Name::new(wall).map_err(|error| error.to_string())?;
            if !walls.contains(&name) {
                return Err(format!("there is no wall \"{name}\""));
            }
            let yaw = yaw.map(|degrees| number(degrees, -3600.0, 3600.0, "the turn")).transpose()?;
            Ok(Action::MoveWall { wall: name, to: place(*to)?, yaw: yaw.map(f32::to_radians) })
        }
        Change::Say { by, words, at } => {
            let by = Name::new(by).map_err(|error| error.to_string())?;
            let said = Utterance::from(words).map_err(|_| {
                format!(
                    "\"{}\" is too long to be said; {} bytes at most",
                    shortened(words),
                    piaget_terms::name::UTTERANCE_BYTES
                )
            })?;
            let at = at.map(place).transpose()?;
            if at.is_none() && world.named(by.as_str()).is_none() {
                return Err(format!(
                    "nobody called \"{by}\" is there to speak; say where the voice comes from"
                ));
            }
            Ok(Action::Say { by, words: said, at, loudness: 1.0 })
        }
        Change::Perform { creature, movement } => {
            let at = play.simulation.actors().iter().position(|actor| actor.name == creature.as_str());
            let at = at.ok_or_else(|| format!("there is no creature \"{}\"", shortened(creature)))?;
            let name = Name::new(movement).map_err(|error| error.to_string())?;
            let knows =
                play.puppets[at].as_ref().is_none_or(|body| body.movements().any(|known| known == name));
            match knows {
                true => Ok(Action::Perform { creature: play.simulation.actors()[at].name, movement: name }),
                false => Err(format!("the body of \"{}\" has no movement \"{name}\"", shortened(creature))),
            }
        }
        Change::Set { .. } | Change::Character { .. } => Err("a character is no part of the world".into()),
    }
}

/// The change to a character's text that a visitor asks for.
pub fn check_text(text: &str) -> Result<(), String> {
    if text.len() > MAX_TEXT {
        return Err(format!("a character file has at most {MAX_TEXT} bytes"));
    }
    Ok(())
}

fn existing(name: &str, world: &World) -> Result<Name, String> {
    let known = Name::new(name).ok().filter(|name| world.named(name.as_str()).is_some());
    known.ok_or_else(|| format!("there is no \"{}\" here", shortened(name)))
}

fn new_thing(new: &NewThing, world: &World) -> Result<Thing, String> {
    let name = |text: &str, what: &str| match Name::new(text) {
        Ok(name) if !name.is_empty() => Ok(name),
        Ok(_) => Err(format!("a new thing needs {what}")),
        Err(error) => Err(error.to_string()),
    };
    let own = name(&new.name, "a name")?;
    if world.named(own.as_str()).is_some() {
        return Err(format!("there is a \"{own}\" already"));
    }
    if world.things().count() >= MAX_THINGS.min(limits::MAX_THINGS) {
        return Err(format!("there are {MAX_THINGS} things already"));
    }
    let shape = match new.shape {
        ShapePlan::Box { size } => Shape::Box { size_m: size.into() },
        ShapePlan::Sphere { radius } => Shape::Sphere { radius_m: radius },
        ShapePlan::Capsule { height, radius } => Shape::Capsule { height_m: height, radius_m: radius },
        ShapePlan::Cylinder { height, radius } => Shape::Cylinder { height_m: height, radius_m: radius },
    };
    shape.check().map_err(|refusal| refusal.to_string())?;
    let mut thing =
        Thing::new(name(&new.kind, "a kind")?, name(&new.colour, "a colour")?, shape, place(new.at)?);
    (thing.name, thing.solid) = (own, new.solid);
    Ok(thing)
}

fn place(point: Point) -> Result<Vec3, String> {
    for (axis, number) in ["x", "y", "z"].into_iter().zip(point) {
        self::number(number, -limits::MAX_COORDINATE_M, limits::MAX_COORDINATE_M, axis)?;
    }
    Ok(point.into())
}

/// A number within its range.
pub fn number(number: f32, least: f32, most: f32, what: &str) -> Result<f32, String> {
    match number.is_finite() && (least..=most).contains(&number) {
        true => Ok(number),
        false => Err(format!("{what} is {number}, outside {least} to {most}")),
    }
}
