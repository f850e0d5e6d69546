//! How bodies turn and walk, and how scripted things slide. The head turns first and the body follows; walls,
//! solid things and other bodies stop a body, and it slides along them.

use crate::collide::{Contact, Footprint, Mover, SKIN_M, area_of};
use crate::config::Refusal;
use crate::creature::Creature;
use crate::world::{Event, World};
use piaget_terms::{HostId, Rect, Vec2, Vec3, maths};
use std::f32::consts::TAU;

/// A body that meets something turns its way along it this many times in a tick.
const MAX_TURNS: usize = 4;
/// A free place is looked for on rings of this many points.
const RING_POINTS: u32 = 16;
/// And on at most this many rings, half a body's radius apart.
const RINGS: u32 = 200;
/// Who holds something and looks this near to the hand, as a share of the arm's length, looks at what it holds.
const AT_HAND: f32 = 0.5;

impl Creature {
    fn mover(&self, id: HostId) -> Mover {
        Mover { id, low: 0.0, high: self.body.height_m, solid: true }
    }

    /// Turns body and head, and gives the way that the body would go.
    fn turn_and_step(&mut self, dt_s: f32) -> Vec2 {
        let here = maths::ground(self.position);
        let travel = self.intent.travel.filter(|travel| {
            let finite = travel.towards.is_finite() && travel.goal.is_finite() && travel.speed_m_per_s > 0.0;
            finite && maths::ground(travel.goal).distance(here) > travel.arrive_within_m
        });
        let way = travel.map_or(Vec2::ZERO, |travel| maths::ground(travel.towards) - here);
        let gaze = self.intent.gaze.map(|gaze| gaze.at - self.eye_position()).filter(|to| to.is_finite());
        let gaze = gaze.filter(|to| maths::ground(*to) != Vec2::ZERO);
        let gaze_yaw = gaze.map(maths::yaw_of);

        let travel_yaw = (way != Vec2::ZERO).then(|| maths::yaw_of(maths::on_ground(way)));
        // What is in one's own hand turns with the body: only the head follows it.
        let at_hand = self.holding.is_some()
            && self
                .intent
                .gaze
                .is_some_and(|gaze| gaze.at.distance(self.hand()) <= AT_HAND * self.body.reach_m);
        if let Some(wanted) = travel_yaw.or(gaze_yaw.filter(|_| !at_hand)) {
            let most = self.body.turn_rad_per_s * dt_s;
            let turn = maths::wrap_angle(wanted - self.yaw).clamp(-most, most);
            self.yaw = maths::wrap_angle(self.yaw + turn);
        }
        let limit = self.body.head_yaw_limit_rad;
        let yaw = gaze_yaw.map_or(0.0, |yaw| maths::wrap_angle(yaw - self.yaw).clamp(-limit, limit));
        let limit = self.body.head_pitch_limit_rad;
        let pitch =
            gaze.map_or(0.0, |to| maths::atan2(to.y, maths::ground(to).length()).clamp(-limit, limit));
        let most = self.body.head_turn_rad_per_s * dt_s;
        self.head_yaw = maths::approach(self.head_yaw, yaw, most);
        self.head_pitch = maths::approach(self.head_pitch, pitch, most);

        let (Some(travel), Some(wanted)) = (travel, travel_yaw) else { return Vec2::ZERO };
        // One walks where one faces: slower while turning, not at all backwards.
        let facing = maths::cos(maths::wrap_angle(wanted - self.yaw)).max(0.0);
        let speed = travel.speed_m_per_s.min(self.body.run_m_per_s) * facing;
        way.clamp_length_max(speed * dt_s)
    }
}

impl World {
    /// Every body turns and walks as it means to, in order.
    pub(crate) fn walk(&mut self, dt_s: f32) {
        let mut obstacles = Vec::new();
        let ids: Vec<HostId> = self.creatures.keys().copied().collect();
        for id in ids {
            let Some(creature) = self.creatures.get_mut(&id) else { continue };
            let way = creature.turn_and_step(dt_s);
            (creature.blocked, creature.velocity) = (false, Vec3::ZERO);
            if way == Vec2::ZERO {
                continue;
            }
            let (from, radius, mover) =
                (maths::ground(creature.position), creature.body.radius_m, creature.mover(id));
            self.obstacles(mover, area_of(from, Vec2::ZERO, way.length() + radius), &mut obstacles);
            if self.step_out(id, &obstacles) {
                continue;
            }
            let (to, blocked) = go(from, way, radius, &obstacles, &self.ground.limits());
            if let Some(creature) = self.creatures.get_mut(&id) {
                creature.position = maths::on_ground(to);
                creature.velocity = maths::on_ground((to - from) / dt_s);
                creature.blocked = blocked;
            }
        }
    }

    /// Things move on along their paths, until something stops them for this tick.
    pub(crate) fn slide_things(&mut self, dt_s: f32) {
        let mut obstacles = Vec::new();
        let sliding = self.things.iter().filter(|(_, thing)| thing.slide.is_some());
        let ids: Vec<HostId> = sliding.map(|(id, _)| *id).collect();
        for id in ids {
            let mut left_s = dt_s;
            while left_s > 0.0 {
                let Some(thing) = self.things.get(&id) else { break };
                let Some(slide) = &thing.slide else { break };
                let Some(&target) = slide.path.get(slide.next as usize) else { break };
                let whole = target - thing.position;
                let step = whole.clamp_length_max(slide.speed_m_per_s * left_s);
                let arrives = step == whole;
                let share = self.free_share(id, step, &mut obstacles);
                let used_s =
                    if slide.speed_m_per_s > 0.0 { step.length() / slide.speed_m_per_s } else { left_s };
                left_s = if arrives && share >= 1.0 { left_s - used_s } else { 0.0 };
                let Some(thing) = self.things.get_mut(&id) else { break };
                thing.position = if arrives && share >= 1.0 { target } else { thing.position + step * share };
                if arrives && share >= 1.0 && thing.slide.as_mut().is_some_and(next_point_is_last) {
                    thing.slide = None;
                    self.events.push(Event::SlideEnded { thing: id });
                }
            }
        }
    }

    /// The share of a step that a thing can go.
    fn free_share(&self, id: HostId, step: Vec3, obstacles: &mut Vec<Footprint>) -> f32 {
        let Some(thing) = self.things.get(&id).filter(|thing| !thing.hidden) else { return 1.0 };
        let (from, way) = (maths::ground(thing.position), maths::ground(step));
        if way == Vec2::ZERO {
            return 1.0;
        }
        let low = thing.position.y.min(thing.position.y + step.y);
        let high = thing.position.y.max(thing.position.y + step.y) + thing.height_m;
        let mover = Mover { id, low, high, solid: thing.solid };
        self.obstacles(mover, area_of(from, way, thing.ground_radius_m), obstacles);
        let own = Footprint::of_thing(thing);
        let met = obstacles.iter().filter_map(|other| other.widened(&own, from).sweep(from, way, 0.0));
        met.map(|contact| contact.share).fold(1.0, f32::min)
    }

    /// Puts a body at the free place that is nearest to where it is wanted, as far as rings of points tell.
    pub(crate) fn place_body(&mut self, id: HostId, wanted: Vec3) -> Result<(), Refusal> {
        let creature = self.creatures.get(&id).ok_or(Refusal::NoSuch(id))?;
        let (radius, mover) = (creature.body.radius_m, creature.mover(id));
        let wanted = maths::ground(wanted);
        let (bounds, mut obstacles) = (inset(&self.ground.limits(), radius), Vec::new());
        let mut is_free = |place: Vec2| {
            self.obstacles(mover, area_of(place, Vec2::ZERO, radius), &mut obstacles);
            bounds.contains(place) && obstacles.iter().all(|other| other.separation(place).0 >= radius)
        };
        let ring = |ring: u32| (0..RING_POINTS).map(move |point| (ring, point));
        let around = (1..=RINGS).flat_map(ring).map(|(ring, point)| {
            let angle = TAU * point as f32 / RING_POINTS as f32;
            wanted + Vec2::new(maths::sin(angle), maths::cos(angle)) * (ring as f32 * radius * 0.5)
        });
        let nearest = wanted.clamp(bounds.min, bounds.max.max(bounds.min));
        let place = [wanted, nearest].into_iter().chain(around).find(|place| is_free(*place));
        let place = place.ok_or(Refusal::NoRoom)?;
        if let Some(creature) = self.creatures.get_mut(&id) {
            creature.position = maths::on_ground(place);
        }
        Ok(())
    }

    /// Whoever stands in something within an area, because a script put it there, steps out of it. One who cannot
    /// stays.
    pub(crate) fn settle(&mut self, area: Rect) {
        let mut obstacles = Vec::new();
        let stands_there = |creature: &Creature| {
            let reach = Vec2::splat(creature.body.radius_m);
            let around = Rect { min: area.min - reach, max: area.max + reach };
            !creature.hidden && around.contains(maths::ground(creature.position))
        };
        let there = self.creatures.iter().filter(|(_, creature)| stands_there(creature));
        let ids: Vec<HostId> = there.map(|(id, _)| *id).collect();
        for id in ids {
            let Some(creature) = self.creatures.get(&id) else { continue };
            let (place, radius) = (maths::ground(creature.position), creature.body.radius_m);
            self.obstacles(creature.mover(id), area_of(place, Vec2::ZERO, radius), &mut obstacles);
            self.step_out(id, &obstacles);
        }
    }

    /// Steps out of what one is deepest in, the shortest way, if there is room anywhere; and whether one had to.
    fn step_out(&mut self, id: HostId, obstacles: &[Footprint]) -> bool {
        let Some(creature) = self.creatures.get(&id) else { return false };
        let (place, radius) = (maths::ground(creature.position), creature.body.radius_m);
        let Some((gap, out)) = deepest(obstacles, place, radius) else { return false };
        let beside = maths::on_ground(place + out * (SKIN_M - gap));
        self.place_body(id, beside).is_ok()
    }
}

/// How deep a circle is in what it is deepest in, and the way out.
fn deepest(obstacles: &[Footprint], place: Vec2, radius: f32) -> Option<(f32, Vec2)> {
    let gaps = obstacles.iter().map(|other| other.separation(place)).map(|(gap, out)| (gap - radius, out));
    gaps.filter(|(gap, _)| *gap < 0.0).min_by(|a, b| a.0.total_cmp(&b.0))
}

fn next_point_is_last(slide: &mut crate::thing::Slide) -> bool {
    slide.next += 1;
    slide.next as usize >= slide.path.len()
}

/// The bounds for the middle of a body.
fn inset(bounds: &Rect, radius: f32) -> Rect {
    Rect { min: bounds.min + Vec2::splat(radius), max: bounds.max - Vec2::splat(radius) }
}

/// Goes as far as one can, along what one meets; and whether one met anything.
fn go(from: Vec2, way: Vec2, radius: f32, obstacles: &[Footprint], bounds: &Rect) -> (Vec2, bool) {
    let inner = inset(bounds, radius);
    let (mut place, mut left, mut before, mut blocked) = (from, way, None::<Vec2>, false);
    for _ in 0..MAX_TURNS {
        let met = obstacles.iter().filter_map(|other| other.sweep(place, left, radius));
        let met = met.chain(meet_bounds(&inner, place, left));
        let Some(first) = met.reduce(|a, b| if b.share < a.share { b } else { a }) else {
            return (place + left, blocked);
        };
        blocked = true;
        place += left * first.share;
        let rest = left * (1.0 - first.share);
        left = rest - first.normal * rest.dot(first.normal).min(0.0);
        // In a corner there is nowhere to go on to.
        if before.is_some_and(|normal| left.dot(normal) < 0.0) || left.length_squared() < 1e-12 {
            break;
        }
        before = Some(first.normal);
    }
    (place, blocked)
}

/// Where a point that leaves a rectangle meets its border.
fn meet_bounds(inner: &Rect, from: Vec2, way: Vec2) -> Option<Contact> {
    let sides = [
        (from.x - inner.min.x, way.x, Vec2::X),
        (inner.max.x - from.x, -way.x, Vec2::NEG_X),
        (from.y - inner.min.y, way.y, Vec2::Y),
        (inner.max.y - from.y, -way.y, Vec2::NEG_Y),
    ];
    let met = sides.into_iter().filter(|(gap, along, _)| *along < 0.0 && gap + along < 0.0);
    met.map(|(gap, along, normal)| Contact { share: (gap / -along).max(0.0), normal })
        .reduce(|a, b| if b.share < a.share { b } else { a })
}
