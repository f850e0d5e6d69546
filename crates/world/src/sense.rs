//! What crosses from the world to one creature in one tick, made only from its eye's buffers, sounds within hearing
//! and its own body. What no pixel shows cannot change a bit of it.

use crate::eye::{Eye, Mark, PixelBounds, Raster, Renderer, View};
use crate::world::World;
use piaget_terms::{
    BodySense, Chance, EffectorSighting, HostId, Name, Occlusion, Senses, Sight, Sighting, Sound, Vec2, Vec3,
    maths,
};

/// The senses of one creature, filled anew in each tick in the same memory.
///
/// ```
/// use piaget_terms::{BodyPlan, Eyes, Name, Rect, Sight, Terrain, Vec3};
/// use piaget_world::{Creature, Sensed, World};
/// let mut world = World::new(&Terrain::open(Rect::centred(10.0, 10.0)), 7);
/// let dog = Creature::new(Name::cut("dog"), Name::cut("brown"), BodyPlan::default(), Eyes::default());
/// let dog = world.add_creature(dog)?;
/// let mut sensed = Sensed::default();
/// assert!(world.sense(dog, &mut sensed));
/// let mut seen = [false; 2];
/// sensed.sees(&[Vec3::new(0.0, 0.5, 3.0), Vec3::new(0.0, 0.5, -3.0)], &mut seen);
/// assert_eq!(seen, [true, false]);
/// # Ok::<(), piaget_world::Refusal>(())
/// ```
pub struct Sensed {
    /// What the eye's buffers hold.
    pub view: View,
    /// What is seen, in the order of the host's numbers.
    pub sightings: Vec<Sighting>,
    /// What is heard.
    pub sounds: Vec<Sound>,
    /// The own body.
    pub body: BodySense,
    detection_rate: f32,
    tallies: Vec<Tally>,
    /// The slots of one thing.
    own: Vec<u32>,
}

/// What the buffers hold of one marked surface.
#[derive(Clone, Copy, Debug)]
struct Tally {
    pixels: u32,
    /// Sums of the pixels' columns and rows.
    column: u64,
    row: u64,
    bounds: PixelBounds,
}

impl Tally {
    const NOTHING: Self = Self { pixels: 0, column: 0, row: 0, bounds: PixelBounds::EMPTY };
}

impl Default for Sensed {
    fn default() -> Self {
        Self {
            view: View::default(),
            sightings: Vec::new(),
            sounds: Vec::new(),
            body: BodySense::standing(Vec3::ZERO, 0.0),
            detection_rate: 1.0,
            tallies: Vec::new(),
            own: Vec::new(),
        }
    }
}

impl Sensed {
    /// As a mind takes it.
    pub fn senses(&self, time_s: f64, tick_s: f32) -> Senses<'_> {
        Senses::new(time_s, tick_s, &self.body, self).sightings(&self.sightings).sounds(&self.sounds)
    }
}

impl Sight for Sensed {
    fn sees(&self, points: &[Vec3], seen: &mut [bool]) {
        self.view.sees(points, seen);
    }

    fn sees_whole(&self, centres: &[Vec3], radius_m: f32, seen: &mut [bool]) {
        self.view.sees_whole(centres, radius_m, seen);
    }

    fn detection_rate(&self) -> f32 {
        self.detection_rate
    }

    fn resolution_rad(&self) -> f32 {
        self.view.eye().resolution_rad()
    }

    fn range_m(&self) -> f32 {
        self.view.eye().range_m
    }

    fn view_rad(&self) -> f32 {
        2.0 * maths::atan2(self.view.eye().half.x, 1.0)
    }
}

impl World {
    /// The eye of a creature as it stands.
    pub fn eye(&self, id: HostId) -> Option<Eye> {
        let creature = self.creature(id)?;
        let (position, yaw) = (creature.eye_position(), creature.gaze_yaw());
        Some(Eye::new(&creature.eyes.eye, position, yaw, creature.head_pitch, Some(id)))
    }

    /// Fills in what a creature senses now; false if there is no such creature.
    pub fn sense(&self, id: HostId, sensed: &mut Sensed) -> bool {
        self.sense_with(&Raster::new(self.scene()), id, sensed)
    }

    /// As [`World::sense`], with another way to look.
    pub fn sense_with(&self, renderer: &dyn Renderer, id: HostId, sensed: &mut Sensed) -> bool {
        let (Some(creature), Some(eye)) = (self.creature(id), self.eye(id)) else {
            return false;
        };
        sensed.view.begin(&eye);
        renderer.render(&eye, &mut sensed.view);
        sensed.view.end();
        sensed.detection_rate = creature.eyes.eye.detection_rate.min(1.0);
        self.fill_sightings(id, sensed);
        let ear = creature.eye_position();
        let hears = |sound: &Sound| {
            let within = creature.eyes.hearing_m * sound.loudness;
            sound.position.distance_squared(ear) <= within * within
        };
        sensed.sounds.clear();
        let others = self.sounds.iter().filter(|sounding| sounding.maker != Some(id)).map(|s| s.sound);
        sensed.sounds.extend(others.filter(hears));
        creature.fill_sense(&mut sensed.body);
        true
    }

    fn fill_sightings(&self, observer: HostId, sensed: &mut Sensed) {
        let Sensed { view, sightings, tallies, own, .. } = sensed;
        sightings.clear();
        tally(view, tallies);
        for (slot, &mark) in view.marks().iter().enumerate().filter(|(slot, _)| tallies[*slot].pixels > 0) {
            let Some(id) = mark.host() else { continue };
            let sighting = match sightings.iter().position(|sighting| sighting.id == id) {
                Some(at) => &mut sightings[at],
                None => {
                    let Some(looks) = self.looks(id) else { continue };
                    sightings.push(looks);
                    sightings.last_mut().expect("just pushed")
                }
            };
            if let Mark::Effector(_, effector) = mark {
                let position = centroid(view, tallies[slot], |own| own as usize == slot);
                // A renderer that marks a part twice shows it once.
                let _ = sighting.effectors.try_push(EffectorSighting::new(effector, position));
            }
            sighting.pixels += tallies[slot].pixels;
        }
        sightings.sort_unstable_by_key(|sighting| sighting.id);
        let plan = self.creatures[&observer].eyes.eye;
        let seed = self.seed ^ self.ticks.rotate_left(32) ^ u64::from(observer.0);
        sightings.retain_mut(|sighting| {
            let belongs = |slot: u32| view.marks()[slot as usize].host() == Some(sighting.id);
            own.clear();
            own.extend(
                (0u32..).zip(tallies.iter()).filter(|(_, tally)| tally.pixels > 0).map(|(slot, _)| slot),
            );
            own.retain(|slot| belongs(*slot));
            let tally: Tally = own.iter().map(|slot| tallies[*slot as usize]).sum();
            sighting.position = centroid(view, tally, belongs);
            let depth_m = view.eye().depth_m(sighting.position);
            if let Some((occlusion, extent)) = view.occlusion(own, tally.bounds, depth_m) {
                (sighting.occlusion, sighting.extent) = (Some(occlusion), Some(extent));
            }
            self.hide_trunk(view, own, sighting);
            // A stream for each pair of observer and thing: what is not seen draws nothing.
            let mut chance = Chance::of_part(seed, sighting.id.0.into());
            let noticed = plan.detection_rate >= 1.0 || chance.happens(plan.detection_rate);
            if noticed && plan.position_noise_m > 0.0 {
                let mut noise =
                    || Vec3::new(chance.normal(), chance.normal(), chance.normal()) * plan.position_noise_m;
                sighting.position += noise();
                sighting.effectors.iter_mut().for_each(|part| part.position += noise());
            }
            noticed
        });
    }

    /// Of a creature whose trunk does not show, the rest may be on any side of what shows.
    fn hide_trunk(&self, view: &View, own: &[u32], sighting: &mut Sighting) {
        let Some(creature) = self.creature(sighting.id) else { return };
        let trunk = Mark::Body(sighting.id);
        if own.iter().any(|slot| view.marks()[*slot as usize] == trunk) {
            return;
        }
        let Some(shows) = sighting.extent.take() else { return };
        let (height_m, width_m) = (creature.body.height_m, 2.0 * creature.trunk_radius_m());
        let (seen, trunk) = (shows.width_m * shows.height_m, width_m * height_m);
        sighting.occlusion = Some(Occlusion {
            shown: seen / (seen + trunk),
            left_m: height_m,
            right_m: height_m,
            above_m: height_m,
            below_m: height_m,
        });
    }

    /// What anyone who sees it can tell of a thing or creature, without its place.
    fn looks(&self, id: HostId) -> Option<Sighting> {
        if let Some(thing) = self.thing(id) {
            let mut looks = Sighting::new(id, thing.kind, Vec3::ZERO).shape(thing.shape.word());
            looks.colour = thing.colour.non_empty();
            looks.features = thing.features.clone();
            looks.solid = Some(thing.solid);
            return Some(looks);
        }
        let creature = self.creature(id)?;
        let mut looks = Sighting::new(id, creature.kind, Vec3::ZERO).shape(Name::cut("capsule"));
        looks.colour = creature.colour.non_empty();
        looks.solid = Some(true);
        Some(looks)
    }
}

/// Counts pixels and sums their places, run by run.
fn tally(view: &View, tallies: &mut Vec<Tally>) {
    tallies.clear();
    tallies.resize(view.marks().len(), Tally::NOTHING);
    let columns = view.columns() as usize;
    for (row, slots) in view.slots().chunks_exact(columns).enumerate() {
        let mut from = 0;
        for run in slots.chunk_by(|a, b| a == b) {
            let to = from + run.len();
            if run[0] != View::NOTHING {
                let own = &mut tallies[run[0] as usize];
                own.pixels += run.len() as u32;
                own.column += ((from + to - 1) * run.len()) as u64 / 2;
                own.row += (row * run.len()) as u64;
                let (left, right, top) = (from as u32, to as u32, row as u32);
                own.bounds = own.bounds.with(PixelBounds { left, right, top, bottom: top + 1 });
            }
            from = to;
        }
    }
}

impl std::iter::Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::NOTHING, |sum, one| Self {
            pixels: sum.pixels + one.pixels,
            column: sum.column + one.column,
            row: sum.row + one.row,
            bounds: sum.bounds.with(one.bounds),
        })
    }
}

/// The centroid of the visible part in the world: its place on the screen, at the depth of the surface there. Where
/// another surface covers that place, at the mean of its own inverse depths, which is the depth of a plane there.
fn centroid(view: &View, tally: Tally, belongs: impl Fn(u32) -> bool) -> Vec3 {
    let mean = |sum: u64| sum as f32 / tally.pixels as f32 + 0.5;
    let screen = Vec2::new(mean(tally.column), mean(tally.row));
    let inverse = view.inverse_depth_at(screen, &belongs).unwrap_or_else(|| {
        let own = view.slots().iter().zip(view.inverse_depths());
        let own = own.filter(|(slot, _)| **slot != View::NOTHING && belongs(**slot));
        own.map(|(_, inverse)| *inverse).sum::<f32>() / tally.pixels as f32
    });
    view.eye().world_from_screen(screen, 1.0 / inverse)
}
