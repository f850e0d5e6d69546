//! Movements that change the world: "pick-up", "put-down", "eat" and those of the table in [`crate::rules`] act on what is in
//! reach. A movement begins, lasts a while ([`crate::MovementTimes`], or as long as a host that performs it says) and then has
//! its effect. All others begin and end without one, for a motor system to fill.

use crate::collide::{Footprint, Mover, area_of};
use crate::config::Refusal;
use crate::creature::{Creature, Performing};
use crate::thing::Thing;
use crate::world::{Event, World};
use piaget_terms::{HostId, MovementRequest, MovementSense, MovementStage, Object, Vec2, Vec3, maths};
use std::f32::consts::FRAC_PI_4;

/// A thing put down stands this far from the body.
const PUT_DOWN_GAP_M: f32 = 0.02;
/// One reaches over walls up to this share of the own height.
const REACH_OVER: f32 = 0.5;
/// Where to put a thing, in eighths of a turn from straight ahead, in the order of trying.
const PUT_DOWN_TURNS: [f32; 8] = [0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 4.0];

impl World {
    /// Puts a thing into a creature's hand at once, wherever it is.
    pub fn pick_up(&mut self, creature: HostId, thing: HostId) -> Result<(), Refusal> {
        self.take_hold(creature, thing)?;
        self.changed();
        Ok(())
    }

    /// Lets a creature put down what it holds, at once.
    pub fn put_down(&mut self, creature: HostId) -> Result<(), Refusal> {
        self.lay_down(creature, None)?;
        self.changed();
        Ok(())
    }

    /// Lets a creature eat a thing, at once and wherever it is: the thing is gone, or less is left of the food in it.
    pub fn eat(&mut self, creature: HostId, thing: HostId) -> Result<(), Refusal> {
        self.swallow(creature, thing)?;
        self.changed();
        Ok(())
    }

    /// Carries every creature's movement on.
    pub(crate) fn perform(&mut self, dt_s: f32) {
        let ids: Vec<HostId> = self.creatures.keys().copied().collect();
        for id in ids {
            let Some(creature) = self.creatures.get_mut(&id) else { continue };
            creature.ate = None;
            let reported = creature.reported.take();
            let (request, performing) = (creature.intent.movement, creature.performing);
            let sense = match (performing, request) {
                (None, None) => None,
                (None, Some(request)) => Some((request, self.begin(id, request))),
                (Some(under_way), Some(request)) if is_same(&under_way.request, &request) => {
                    Some((request, self.carry_on(id, Performing { request, ..under_way }, reported, dt_s)))
                }
                (Some(under_way), _) => Some((under_way.request, MovementStage::Interrupted)),
            };
            let Some(creature) = self.creatures.get_mut(&id) else { continue };
            creature.movement = sense.map(|(request, stage)| MovementSense::new(request.name, stage));
            if sense.is_none_or(|(_, stage)| stage != MovementStage::Begun) {
                creature.performing = None;
            }
        }
    }

    fn begin(&mut self, id: HostId, request: MovementRequest) -> MovementStage {
        // A posed body may go through the movement with nothing at hand; whether it does anything shows then.
        let posed = self.creatures.get(&id).is_some_and(|creature| creature.host_moves);
        if !posed && self.target(id, &request).is_err() {
            return MovementStage::Cannot;
        }
        if let Some(creature) = self.creatures.get_mut(&id) {
            creature.performing = Some(Performing { request, elapsed_s: 0.0, done: false });
            creature.marks.clear();
        }
        MovementStage::Begun
    }

    fn carry_on(
        &mut self,
        id: HostId,
        mut under_way: Performing,
        reported: Option<MovementStage>,
        dt_s: f32,
    ) -> MovementStage {
        if self.creatures.get(&id).is_some_and(|creature| creature.host_moves) {
            return self.carry_on_posed(id, under_way, reported);
        }
        let lasts_s = match under_way.request.name.as_str() {
            "pick-up" => self.movement_times.pick_up_s,
            "put-down" => self.movement_times.put_down_s,
            "eat" => self.movement_times.eat_s,
            _ => self.rule(under_way.request.name).map_or(self.movement_times.other_s, |rule| rule.lasts_s),
        };
        let Some(creature) = self.creatures.get_mut(&id) else { return MovementStage::Cannot };
        under_way.elapsed_s += dt_s;
        creature.performing = Some(under_way);
        let by_timer = under_way.elapsed_s >= lasts_s;
        if !by_timer {
            return MovementStage::Begun;
        }
        let done = self.take_effect(id, &under_way.request);
        if done.is_ok() { MovementStage::Finished } else { MovementStage::Cannot }
    }

    /// What the movement is done to: `None` if it needs nothing, a refusal if what it needs is not in reach.
    fn target(&self, id: HostId, request: &MovementRequest) -> Result<Option<HostId>, Refusal> {
        let creature = self.creatures.get(&id).ok_or(Refusal::NoSuch(id))?;
        match request.name.as_str() {
            "pick-up" if creature.holding.is_some() => Err(Refusal::Hands),
            "pick-up" => self.in_reach(id, creature, request.object, false).map(Some),
            "eat" => {
                let thing = self.in_reach(id, creature, request.object, true)?;
                // An empty bowl is not eaten.
                if self.has_food(thing) == Some(false) { Err(Refusal::Hands) } else { Ok(Some(thing)) }
            }
            "put-down" => creature.holding.map(Some).ok_or(Refusal::Hands),
            _ => self.target_by_rule(id, request),
        }
    }

    fn take_effect(&mut self, id: HostId, request: &MovementRequest) -> Result<(), Refusal> {
        // What was in reach at the beginning may be gone by now.
        let Some(thing) = self.target(id, request)? else { return Ok(()) };
        match request.name.as_str() {
            "pick-up" => self.take_hold(id, thing),
            "eat" => self.swallow(id, thing),
            "put-down" => self.lay_down(id, request.object.map(|object| object.position)),
            _ => self.take_effect_by_rule(id, request.name, thing),
        }
    }

    /// The thing in reach that is meant: of the right kind, the one seen as such, else the one nearest to where it is
    /// believed to be.
    pub(crate) fn in_reach(
        &self,
        id: HostId,
        creature: &Creature,
        object: Option<Object>,
        also_held: bool,
    ) -> Result<HostId, Refusal> {
        let object = object.ok_or(Refusal::Hands)?;
        let can_take = |(_, thing): &(&HostId, &Thing)| {
            let free = thing.held_by.is_none() || (also_held && thing.held_by == Some(id));
            Some(thing.kind) == object.kind && !thing.hidden && free && self.reaches(creature, thing)
        };
        let rank = |(thing_id, thing): &(&HostId, &Thing)| {
            let other = object.seen_as != Some(**thing_id);
            (other, thing.position.distance_squared(object.position))
        };
        let found = self.things.iter().filter(can_take).min_by(|a, b| {
            let (a, b) = (rank(a), rank(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        found.map(|(thing_id, _)| *thing_id).ok_or(Refusal::Hands)
    }

    /// Whether a hand comes to the thing: near enough, low enough, and no wall between.
    fn reaches(&self, creature: &Creature, thing: &Thing) -> bool {
        let here = maths::ground(creature.position);
        let near = Footprint::of_thing(thing).separation(here).0 <= creature.body.reach_m;
        let low = thing.position.y <= creature.body.height_m + creature.body.reach_m;
        near && low && self.nothing_between(creature, maths::ground(thing.position))
    }

    fn nothing_between(&self, creature: &Creature, there: Vec2) -> bool {
        let (here, boxes) = (maths::ground(creature.position), self.ground.boxes());
        let near = self.ground.near(area_of(here, there - here, 0.0));
        let walls = near.into_iter().map(|at| &boxes[at as usize]);
        let mut high = walls.filter(|wall| wall.height_m > creature.body.height_m * REACH_OVER);
        !high.any(|wall| wall.cuts(here, there, 0.0))
    }

    pub(crate) fn take_hold(&mut self, id: HostId, thing_id: HostId) -> Result<(), Refusal> {
        let creature = self.creatures.get_mut(&id).ok_or(Refusal::NoSuch(id))?;
        let thing = self.things.get_mut(&thing_id).ok_or(Refusal::NoSuch(thing_id))?;
        if creature.holding.is_some() || thing.held_by.is_some() {
            return Err(Refusal::Hands);
        }
        (creature.holding, creature.holding_kind) = (Some(thing_id), Some(thing.kind));
        (thing.held_by, thing.slide) = (Some(id), None);
        self.events.push(Event::PickedUp { creature: id, thing: thing_id });
        Ok(())
    }

    pub(crate) fn swallow(&mut self, id: HostId, thing_id: HostId) -> Result<(), Refusal> {
        let kind = self.things.get(&thing_id).ok_or(Refusal::NoSuch(thing_id))?.kind;
        if !self.creatures.contains_key(&id) {
            return Err(Refusal::NoSuch(id));
        }
        if self.has_food(thing_id).is_some() {
            return if self.eat_from(id, thing_id) { Ok(()) } else { Err(Refusal::Hands) };
        }
        self.let_go(thing_id);
        self.things.remove(&thing_id);
        if let Some(creature) = self.creatures.get_mut(&id) {
            creature.ate = Some(kind);
        }
        self.events.push(Event::Ate { creature: id, thing: thing_id, kind });
        Ok(())
    }

    /// Puts down what is held: where it is wanted, if that is in reach, else beside the body where there is room.
    pub(crate) fn lay_down(&mut self, id: HostId, wanted: Option<Vec3>) -> Result<(), Refusal> {
        let creature = self.creatures.get(&id).ok_or(Refusal::NoSuch(id))?;
        let thing_id = creature.holding.ok_or(Refusal::Hands)?;
        let thing = self.things.get(&thing_id).ok_or(Refusal::NoSuch(thing_id))?;
        let (here, radius) = (maths::ground(creature.position), thing.ground_radius_m);
        let beside = creature.body.radius_m + radius + PUT_DOWN_GAP_M;
        let wanted = wanted.map(maths::ground).filter(|place| {
            let distance = place.distance(here);
            distance <= creature.body.reach_m + radius && (!thing.solid || distance >= beside)
        });
        let around = PUT_DOWN_TURNS.iter().map(|eighths| {
            let direction = maths::direction(creature.yaw + eighths * FRAC_PI_4);
            here + maths::ground(direction) * beside
        });
        let mover = Mover { id: thing_id, low: 0.0, high: thing.height_m, solid: thing.solid };
        let (bounds, mut obstacles) = (self.ground.limits(), Vec::new());
        let place = wanted.into_iter().chain(around).find(|place| {
            self.obstacles(mover, area_of(*place, Vec2::ZERO, radius), &mut obstacles);
            bounds.contains(*place)
                && obstacles.iter().all(|other| other.separation(*place).0 >= radius)
                && self.nothing_between(creature, *place)
        });
        let place = maths::on_ground(place.ok_or(Refusal::NoRoom)?);
        self.let_go(thing_id);
        if let Some(thing) = self.things.get_mut(&thing_id) {
            thing.position = place;
        }
        self.events.push(Event::PutDown { creature: id, thing: thing_id });
        Ok(())
    }

    /// The thing leaves the hand that holds it, if one does.
    pub(crate) fn let_go(&mut self, thing: HostId) {
        let holder = self.things.get_mut(&thing).and_then(|thing| thing.held_by.take());
        if let Some(holder) = holder.and_then(|holder| self.creatures.get_mut(&holder)) {
            (holder.holding, holder.holding_kind) = (None, None);
        }
    }

    /// Held things are where the hands are.
    pub(crate) fn carry(&mut self) {
        for creature in self.creatures.values() {
            if let Some(thing) = creature.holding.and_then(|thing| self.things.get_mut(&thing)) {
                thing.position = creature.grip(thing) - Vec3::Y * (thing.height_m * 0.5);
                thing.yaw = creature.yaw;
            }
        }
    }
}

/// The same movement with the same kind of thing; where it is believed to be may change meanwhile.
fn is_same(a: &MovementRequest, b: &MovementRequest) -> bool {
    a.name == b.name && a.object.map(|object| object.kind) == b.object.map(|object| object.kind)
}
