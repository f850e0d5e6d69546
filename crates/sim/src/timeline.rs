//! Runs the timeline of a scenario: sets off its events and does to the world what they, or a person, want done.
//! It sees the truth; minds do not see it.

use crate::happening::{Happening, words};
use crate::scenario::{Action, Condition, Event, Trigger, Verb, Watcher};
use piaget_terms::valid::{Checked, amount, at_most, count, index, require, vector};
use piaget_terms::{
    HostId, MovementRequest, MovementSense, MovementStage, Name, Sound, Travel, Vec2, Vec3, maths,
};
use piaget_world::{Refusal, Thing, WallId, World, limits};
use serde::{Deserialize, Serialize};

/// What a timeline has come to; part of a saved simulation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Progress {
    /// Per event, whether it was set off at least once.
    set_off: Vec<bool>,
    /// Per event, whether its condition held in the tick before.
    held: Vec<bool>,
    /// What is to come: the tick, then the event.
    due: Vec<(u64, u32)>,
}

/// A body that the timeline walks, whatever its mind intends; part of a saved simulation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ScriptedWalk {
    /// The points still to come, the next one last.
    left: Vec<Vec3>,
    speed_m_per_s: f32,
}

/// A movement that a person lets a body perform once; part of a saved simulation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct OrderedMovement {
    pub name: Name,
    /// Whether the body was asked before this tick: what it tells of the movement is then about this time.
    pub asked: bool,
}

/// What one creature noticed in a tick, as far as conditions ask for it.
pub(crate) struct Noticed<'a> {
    pub name: Name,
    pub id: HostId,
    pub seen: &'a [HostId],
    pub seen_before: &'a [HostId],
    pub sounds: &'a [Sound],
}

/// A scripted body is at a point of its path when it is this near.
const ARRIVED_M: f32 = 0.15;
/// A walk is over when the body is still and this near to the last point: another body may stand on it.
const NEARLY_M: f32 = 0.6;

/// No simulation lasts longer: ticks are added to others without asking whether the sum is a number.
pub(crate) const LAST_TICK: u64 = u64::MAX / 4;

impl Progress {
    /// Before the first tick.
    pub fn new(events: &[Event], tick_hz: f32) -> Self {
        let due = events.iter().enumerate().filter_map(|(index, event)| match event.trigger {
            Trigger::At(time) => Some((ticks(time, tick_hz), index as u32)),
            _ => None,
        });
        Self { set_off: vec![false; events.len()], held: vec![false; events.len()], due: due.collect() }
    }

    /// Whether it belongs to this timeline. An event is due once at a time.
    pub fn validate(&self, events: &[Event]) -> Checked {
        count("set_off", self.set_off.len(), events.len())?;
        count("held", self.held.len(), events.len())?;
        at_most("due", self.due.len(), events.len())?;
        for (tick, event) in &self.due {
            index("due", *event as usize, events.len())?;
            require(*tick <= LAST_TICK, "due", || format!("names tick {tick}, which never comes"))?;
        }
        Ok(())
    }

    /// The next event that is due in this tick, in the order of time and file; those that wait for it become due.
    pub fn next(&mut self, events: &[Event], tick: u64, tick_hz: f32) -> Option<u32> {
        let next = *self.due.iter().filter(|(due, _)| *due <= tick).min()?;
        self.due.retain(|due| *due != next);
        let index = next.1;
        self.set_off[index as usize] = true;
        for (waiting, event) in events.iter().enumerate() {
            if event.trigger == Trigger::After(index) {
                self.due.push((tick + ticks(event.delay_s, tick_hz), waiting as u32));
            }
        }
        Some(index)
    }

    /// Sets off the events whose condition has begun to hold in this tick; they happen in the next, or later.
    pub fn notice(
        &mut self,
        events: &[Event],
        world: &World,
        noticed: &[Noticed<'_>],
        tick: u64,
        tick_hz: f32,
    ) {
        for (index, event) in events.iter().enumerate() {
            let Trigger::When(condition) = event.trigger else { continue };
            let holds = condition_holds(&condition, world, noticed);
            let begins = holds && !std::mem::replace(&mut self.held[index], holds);
            self.held[index] = holds;
            let waits = self.due.iter().any(|(_, due)| *due == index as u32);
            if begins && !waits && !(event.once && self.set_off[index]) {
                self.due.push((tick + 1 + ticks(event.delay_s, tick_hz), index as u32));
            }
        }
    }
}

/// The first tick at or after a time; a time that is a whole number of ticks but for rounding counts as whole.
fn ticks(seconds: f32, tick_hz: f32) -> u64 {
    const ROUNDING: f64 = 1e-3;
    (f64::from(seconds) * f64::from(tick_hz) - ROUNDING).ceil().max(0.0) as u64
}

fn condition_holds(condition: &Condition, world: &World, noticed: &[Noticed<'_>]) -> bool {
    let what = world.named(condition.what.as_str());
    let sees = |one: &Noticed<'_>| what.is_some_and(|what| one.seen.contains(&what));
    let does = |one: &Noticed<'_>| match condition.verb {
        Verb::Sees => sees(one),
        Verb::Loses => what.is_some_and(|what| one.seen_before.contains(&what)) && !sees(one),
        Verb::Hears => one.sounds.iter().any(|sound| {
            let words = sound.said();
            words == condition.what.as_str() || words.split(' ').next() == Some(condition.what.as_str())
        }),
        Verb::Reaches => {
            let (here, there) = (place(world, Some(one.id)), place(world, what));
            here.zip(there)
                .is_some_and(|(a, b)| maths::ground(a).distance(maths::ground(b)) <= condition.within_m)
        }
        Verb::PicksUp => what.is_some() && world.creature(one.id).is_some_and(|own| own.holding() == what),
        Verb::Eats => world.events().iter().any(|event| match event {
            piaget_world::Event::Ate { creature, kind, .. } => *creature == one.id && *kind == condition.what,
            _ => false,
        }),
    };
    match condition.who {
        Watcher::Creature(name) => noticed.iter().any(|one| one.name == name && does(one)),
        Watcher::Anybody => noticed.iter().any(does),
        Watcher::Nobody => !noticed.iter().any(does),
    }
}

fn place(world: &World, id: Option<HostId>) -> Option<Vec3> {
    let id = id?;
    world
        .thing(id)
        .map(|thing| thing.position)
        .or_else(|| world.creature(id).map(|creature| creature.position))
}

/// Does something to the world. A walk is given back, since bodies are led by the loop.
pub(crate) fn perform(
    action: &Action,
    world: &mut World,
    walls: &[Name],
    happened: &mut Vec<Happening>,
) -> Option<(HostId, ScriptedWalk)> {
    let t = world.time_s();
    let word = word_of(action);
    let mut tell = |event: &str, about: String| {
        happened.push(Happening::new(t, None, event, about));
    };
    if let Action::Note(text) = action {
        tell(words::NOTE, text.clone());
        return None;
    }
    let about = about(action);
    match change(action, world, walls) {
        Ok(walk) => {
            tell(word, about);
            walk
        }
        Err(why) => {
            tell(words::REFUSED, format!("{word} {about}: {why}"));
            None
        }
    }
}

fn change(
    action: &Action,
    world: &mut World,
    walls: &[Name],
) -> Result<Option<(HostId, ScriptedWalk)>, String> {
    let find = |world: &World, name: &Name| {
        world.named(name.as_str()).ok_or_else(|| format!("there is no \"{name}\" now"))
    };
    let done = |result: Result<(), Refusal>| result.map(|()| None).map_err(|refusal| refusal.to_string());
    match action {
        Action::Slide { thing, path, speed_m_per_s } => {
            let id = find(world, thing)?;
            done(world.slide(id, path.clone(), *speed_m_per_s))
        }
        Action::Transport { what, to } => {
            let id = find(world, what)?;
            done(world.transport(id, *to))
        }
        Action::Hide(thing) => {
            let id = find(world, thing)?;
            done(world.hide(id))
        }
        Action::Show(thing) => {
            let id = find(world, thing)?;
            done(world.show(id))
        }
        Action::Remove(thing) => {
            let id = find(world, thing)?;
            done(world.remove(id))
        }
        Action::Add(thing) => add(world, thing),
        Action::PickUp { creature, thing } => {
            let (creature, thing) = (find(world, creature)?, find(world, thing)?);
            done(world.pick_up(creature, thing))
        }
        Action::PutDown { creature, at } => {
            let creature = find(world, creature)?;
            let held = world.creature(creature).and_then(piaget_world::Creature::holding);
            done(world.put_down(creature))?;
            match (held, at) {
                (Some(held), Some(at)) => done(world.transport(held, *at)),
                _ => Ok(None),
            }
        }
        Action::Say { by, words, at, loudness } => {
            let speaker = world.named(by.as_str());
            let position =
                at.or_else(|| place(world, speaker)).ok_or("nobody of that name is there to speak")?;
            let kind = speaker.and_then(|id| world.thing(id).map(|thing| thing.kind));
            let kind = kind.or_else(|| speaker.and_then(|id| world.creature(id).map(|own| own.kind)));
            world.make_sound(
                Sound::new(position).speaker(kind.unwrap_or(*by)).loudness(*loudness).words(*words),
            );
            Ok(None)
        }
        Action::MoveWall { wall, to, yaw } => {
            let index = walls.iter().position(|name| name == wall);
            let id = WallId(index.ok_or_else(|| format!("there is no wall \"{wall}\""))? as u32);
            let found = world.walls().iter().find(|(own, _)| *own == id).map(|(_, wall)| *wall);
            let mut moved = found.ok_or_else(|| format!("there is no wall \"{wall}\" now"))?;
            moved.centre = Vec2::new(to.x, to.z);
            moved.yaw = yaw.unwrap_or(moved.yaw);
            done(world.move_wall(id, moved))
        }
        Action::Walk { creature, path, speed_m_per_s } => {
            let id = find(world, creature)?;
            let good = path.iter().all(|point| point.is_finite()) && speed_m_per_s.is_finite();
            let left = path.iter().rev().copied().collect();
            let walk = ScriptedWalk { left, speed_m_per_s: *speed_m_per_s };
            good.then_some(Some((id, walk))).ok_or_else(|| "the path must be made of numbers".into())
        }
        Action::Paint { what, colour } => {
            let id = find(world, what)?;
            done(world.paint(id, *colour))
        }
        Action::Set { thing, features, shape, solid } => {
            let id = find(world, thing)?;
            for feature in features {
                done(world.set_feature(id, *feature))?;
            }
            if let Some(shape) = shape {
                done(world.set_shape(id, (**shape).clone()))?;
            }
            match solid {
                Some(solid) => done(world.set_solid(id, *solid)),
                None => Ok(None),
            }
        }
        // Minds and what leads a body are the loop's.
        Action::Perform { .. } | Action::Become { .. } | Action::Note(_) => Ok(None),
    }
}

fn add(world: &mut World, thing: &Thing) -> Result<Option<(HostId, ScriptedWalk)>, String> {
    if world.named(thing.name.as_str()).is_some() {
        return Err("it is there already".into());
    }
    world.add_thing(thing.clone()).map(|_| None).map_err(|refusal| refusal.to_string())
}

/// The word that files use for an action.
fn word_of(action: &Action) -> &'static str {
    match action {
        Action::Slide { .. } => "slide",
        Action::Transport { .. } => "transport",
        Action::Hide(_) => "hide",
        Action::Show(_) => "show",
        Action::Remove(_) => "remove",
        Action::Add(_) => "add",
        Action::PickUp { .. } => "pick-up",
        Action::PutDown { .. } => "put-down",
        Action::Say { .. } => "say",
        Action::MoveWall { .. } => "move-wall",
        Action::Walk { .. } => "walk",
        Action::Perform { .. } => "perform",
        Action::Become { .. } => "become",
        Action::Note(_) => words::NOTE,
        Action::Paint { .. } => "paint",
        Action::Set { .. } => "set",
    }
}

fn about(action: &Action) -> String {
    match action {
        Action::Slide { thing, .. } | Action::Hide(thing) | Action::Show(thing) | Action::Remove(thing) => {
            thing.to_string()
        }
        Action::Transport { what, .. } => what.to_string(),
        Action::Add(thing) => thing.name.to_string(),
        Action::PickUp { creature, thing } => format!("{creature}: {thing}"),
        Action::PutDown { creature, .. }
        | Action::Walk { creature, .. }
        | Action::Become { creature, .. } => creature.to_string(),
        Action::Say { by, words, .. } => format!("{by}: {words}"),
        Action::Perform { creature, movement } => format!("{creature}: {movement}"),
        Action::MoveWall { wall, .. } => wall.to_string(),
        Action::Note(text) => text.clone(),
        Action::Paint { what, colour } => format!("{what}: {colour}"),
        Action::Set { thing, features, shape, .. } => {
            let mut about = thing.to_string();
            for feature in features {
                about += &format!(" {}", feature.path);
            }
            if let Some(shape) = shape {
                about += &format!(" {}", shape.word());
            }
            about
        }
    }
}

impl OrderedMovement {
    /// What the body is to do, given what it tells of its movement; `None` when it is over.
    pub fn request(&mut self, told: Option<MovementSense>) -> Option<MovementRequest> {
        let ended = told.is_some_and(|told| told.name == self.name && told.stage != MovementStage::Begun);
        let over = std::mem::replace(&mut self.asked, true) && ended;
        (!over).then_some(MovementRequest::new(self.name, None))
    }
}

impl ScriptedWalk {
    /// Whether a saved walk leads somewhere.
    pub fn validate(&self) -> Checked {
        at_most("left", self.left.len(), limits::MAX_PATH_POINTS)?;
        amount("speed_m_per_s", self.speed_m_per_s)?;
        self.left.iter().try_for_each(|point| vector("left", *point))
    }

    /// Where the body must go from here; `None` when it has come to the end.
    pub fn travel(&mut self, position: Vec3, is_blocked: bool) -> Option<Travel> {
        let here = maths::ground(position);
        while let Some(next) = self.left.last() {
            let away = here.distance(maths::ground(*next));
            let ends = self.left.len() == 1 && is_blocked && away <= NEARLY_M;
            if away > ARRIVED_M && !ends {
                break;
            }
            self.left.pop();
        }
        let (towards, goal) = (*self.left.last()?, *self.left.first()?);
        let arrive_within_m = ARRIVED_M * 0.5;
        Some(Travel::straight(goal, self.speed_m_per_s, arrive_within_m).by_way_of(towards))
    }
}
