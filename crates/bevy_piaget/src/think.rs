//! One tick of thinking: each creature whose turn it is looks, listens, thinks, and leaves its intention. No creature's
//! turn reads another's, so threads change nothing.

use crate::bodies::{Body, Stance};
use crate::creature::{Intention, LiveMind};
use crate::happen::Happened;
use crate::perceivable::Noise;
use crate::plugin::{MindClock, PiagetSettings, WorkerPool};
use crate::sight::{Rays, SightSource, place_of};
use crate::surroundings::{Noises, Surroundings};
use crate::warnings::{Trouble, Warnings};
use bevy_ecs::prelude::*;
use bevy_ecs::system::StaticSystemParam;
use bevy_math::{Quat, Vec3};
use bevy_time::Time;
use bevy_transform::components::Transform;
use bevy_transform::helper::TransformHelper;
use piaget::terms::{Chance, EffectorSighting, Eyes, Senses, Sight, maths};

/// A creature's parts that a turn needs.
type Thinker<'a> = (Entity, &'a Transform, Has<ChildOf>, &'a mut Body, &'a mut LiveMind, &'a mut Intention);

/// What all turns of a tick share.
struct Moment<'a> {
    rays: &'a dyn Rays,
    surroundings: &'a Surroundings,
    noises: &'a Noises,
    tick: u64,
}

/// One creature's turn.
struct Turn<'a> {
    entity: Entity,
    stance: Stance,
    body: Mut<'a, Body>,
    live: Mut<'a, LiveMind>,
    intention: Mut<'a, Intention>,
}

/// Where the plugin's settings and clocks are.
#[derive(bevy_ecs::system::SystemParam)]
pub(crate) struct Works<'w> {
    time: Res<'w, Time>,
    settings: Res<'w, PiagetSettings>,
    workers: Res<'w, WorkerPool>,
    clock: ResMut<'w, MindClock>,
    surroundings: Res<'w, Surroundings>,
    noises: ResMut<'w, Noises>,
    warnings: ResMut<'w, Warnings>,
}

/// Lets as many minds step as the budget allows, those first that have waited longest.
pub(crate) fn think<S: SightSource>(
    mut works: Works<'_>,
    source: StaticSystemParam<'_, '_, S>,
    mut new_noises: MessageReader<'_, '_, Noise>,
    mut thinkers: Query<'_, '_, Thinker<'_>>,
    places: TransformHelper<'_, '_>,
    mut commands: Commands<'_, '_>,
) {
    let tick_s = works.time.delta_secs();
    if !(tick_s > 0.0) {
        return;
    }
    works.clock.0 += 1;
    let tick = works.clock.0;
    let (mut turns, mut everyone_heard): (Vec<Turn<'_>>, u64) = (Vec::new(), tick);
    for (entity, own, hung, body, mut live, intention) in &mut thinkers {
        live.owed_s += tick_s;
        everyone_heard = everyone_heard.min(live.thought_at);
        let place = place_of(entity, own, hung, &places);
        match Stance::of(&place, &body) {
            Some(stance) => {
                works.warnings.settled(entity, Trouble::NotANumber);
                turns.push(Turn { entity, stance, body, live, intention });
            }
            None => works.warnings.say(Some(entity), Trouble::NotANumber, || {
                "the place of this creature is not a number, so its mind waits; look for a division by zero where \
                 its Transform is set"
                    .into()
            }),
        }
    }
    works.noises.take_in(tick, everyone_heard, new_noises.read(), &mut works.warnings);
    turns.sort_unstable_by_key(|turn| (turn.live.thought_at, turn.live.born));
    turns.truncate(works.settings.minds_per_tick.map_or(usize::MAX, |most| most.get() as usize));

    let moment =
        Moment { rays: S::rays(&source), surroundings: &works.surroundings, noises: &works.noises, tick };
    works.workers.for_each(&mut turns, |turn| turn.take(&moment));
    turns.sort_unstable_by_key(|turn| turn.live.born);
    for mut turn in turns {
        if let Some(too_long) = turn.live.too_long.take() {
            works.warnings.say(Some(turn.entity), Trouble::TextTooLong, || {
                format!("its mind does not feel what its Body says: the name {too_long}")
            });
        }
        for happened in turn.live.happened.drain(..) {
            happened.tell(&mut commands);
        }
    }
}

impl Turn<'_> {
    fn take(&mut self, moment: &Moment<'_>) {
        let live = &mut *self.live;
        let tick_s = std::mem::take(&mut live.owed_s);
        live.time_s += f64::from(tick_s);
        let here = self.stance.position;
        let velocity = (here - live.stood_at.replace(here).unwrap_or(here)) / tick_s;
        live.too_long = self.body.report(self.stance, velocity, &mut live.body).err();

        let (plan, eyes) = (live.mind.character().body, live.mind.character().eyes);
        let eye = Eye::new(self.entity, self.stance, &self.body, plan.eye_height_m, &eyes, moment.rays);
        live.sightings.clear();
        live.seen.clear();
        moment.surroundings.near(eye.at, eyes.eye.range_m, &mut live.candidates);
        for at in live.candidates.iter().copied() {
            let thing = moment.surroundings.thing(at);
            let own = thing.entity == self.entity;
            if own || !thing.points.iter().any(|point| eye.sees_point(*point, thing.entity)) {
                continue;
            }
            // What is left to chance hangs on who, what and when, so that it needs no state of its own.
            let number = thing.sighting.id.0;
            let mut chance = Chance::of_part(live.born << 32 | u64::from(number), moment.tick);
            if eyes.eye.detection_rate < 1.0 && !chance.happens(eyes.eye.detection_rate) {
                continue;
            }
            let mut sighting = thing.sighting.clone();
            if eyes.eye.position_noise_m > 0.0 {
                let noise = piaget::terms::Vec3::new(chance.normal(), 0.0, chance.normal());
                sighting.position += noise * eyes.eye.position_noise_m;
            }
            for (effector, position) in &thing.parts {
                if eye.sees_point(*position, thing.entity) && !sighting.effectors.is_full() {
                    let position = crate::to_piaget(*position);
                    sighting.effectors.push(EffectorSighting::new(*effector, position));
                }
            }
            live.sightings.push(sighting);
            live.seen.push(thing.entity);
        }
        live.sounds.clear();
        let heard = moment.noises.since(live.thought_at);
        live.sounds.extend(heard.filter(|sound| {
            sound.position.distance(crate::to_piaget(eye.at)) <= eyes.hearing_m * sound.loudness.max(0.0)
        }));
        live.thought_at = moment.tick;

        let senses = Senses::new(live.time_s, tick_s, &live.body, &eye)
            .sightings(&live.sightings)
            .sounds(&live.sounds);
        let intent = live.mind.step(&senses);
        self.intention.take_over(intent, |number| moment.surroundings.entity(number));
        let LiveMind { mind, happened, .. } = live;
        let told =
            mind.events().iter().filter_map(|event| Happened::of(self.entity, event, moment.surroundings));
        happened.extend(told);
    }
}

/// An eye in the game: answers a mind's questions about points.
struct Eye<'a> {
    owner: Entity,
    at: Vec3,
    eye_from_world: Quat,
    /// How far to the side and up one sees, per metre ahead.
    slopes: [f32; 2],
    range_m: f32,
    detection_rate: f32,
    rays: &'a dyn Rays,
}

/// Fields of view wider than this are taken for it: half a turn has no slope.
const WIDEST_RAD: f32 = 3.0;

impl<'a> Eye<'a> {
    fn new(
        owner: Entity,
        stance: Stance,
        body: &Body,
        height_m: f32,
        eyes: &Eyes,
        rays: &'a dyn Rays,
    ) -> Self {
        let eye = &eyes.eye;
        let across = maths::tan(eye.field_of_view_rad.min(WIDEST_RAD) * 0.5);
        let upright = eye.rows as f32 / eye.columns.max(1) as f32;
        let turn =
            Quat::from_rotation_y(stance.yaw + body.head_yaw) * Quat::from_rotation_x(-body.head_pitch);
        Self {
            owner,
            at: crate::to_bevy(stance.position) + Vec3::Y * height_m,
            eye_from_world: turn.inverse(),
            slopes: [across, across * upright],
            range_m: eye.range_m,
            detection_rate: eye.detection_rate,
            rays,
        }
    }

    /// Whether a point of a thing (or of the ground, where the thing is the owner itself) is in view.
    fn sees_point(&self, point: Vec3, of: Entity) -> bool {
        let way = point - self.at;
        if way.length_squared() > self.range_m * self.range_m {
            return false;
        }
        // Ahead is +z here, as a yaw of 0 looks that way.
        let seen_from = self.eye_from_world * way;
        let inside = |offset: f32, slope: f32| offset.abs() <= slope * seen_from.z;
        seen_from.z > 0.0
            && inside(seen_from.x, self.slopes[0])
            && inside(seen_from.y, self.slopes[1])
            && !self.rays.blocked(self.at, point, [self.owner, of])
    }
}

impl Sight for Eye<'_> {
    fn sees(&self, points: &[piaget::terms::Vec3], seen: &mut [bool]) {
        for (point, seen) in points.iter().zip(seen) {
            *seen = self.sees_point(crate::to_bevy(*point), self.owner);
        }
    }

    fn detection_rate(&self) -> f32 {
        self.detection_rate
    }

    fn range_m(&self) -> f32 {
        self.range_m
    }

    fn view_rad(&self) -> f32 {
        2.0 * maths::atan2(self.slopes[0], 1.0)
    }
}
