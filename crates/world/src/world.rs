//! The world: what is in it, what a script or a creature may change, and one tick for all.
//!
//! Things and creatures share one row of numbers and are always visited in its order, so the same changes give the
//! same bits. What eyes see of it is in [`crate::sense`].

use crate::config::{MovementTimes, Refusal, limits};
use crate::creature::{Creature, Posed};
use crate::eye::scene::{Scene, SceneCache};
use crate::ground::{Ground, WallId};
use crate::handle::{Doing, doings};
use crate::rules::{self, Rule};
use crate::shape::Shape;
use crate::thing::{Slide, Thing};
use arrayvec::ArrayVec;
use piaget_terms::{
    BodyPlan, Eyes, Feature, HostId, Intent, MovementStage, Name, Rect, Sound, Terrain, Utterance, Vec2,
    Vec3, Wall, maths,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Something that happened in the last tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum Event {
    PickedUp {
        creature: HostId,
        thing: HostId,
    },
    PutDown {
        creature: HostId,
        thing: HostId,
    },
    /// The thing is gone, or there is less food in it; its kind is kept here.
    Ate {
        creature: HostId,
        thing: HostId,
        kind: Name,
    },
    Said {
        creature: HostId,
        words: Utterance,
    },
    /// A thing has come to the end of its slide.
    SlideEnded {
        thing: HostId,
    },
}

/// A sound and who made it; nobody hears himself.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sounding {
    pub maker: Option<HostId>,
    pub sound: Sound,
}

/// Everything that is the case.
///
/// ```
/// use piaget_terms::{Name, Rect, Terrain, Vec3};
/// use piaget_world::{Shape, Thing, World};
/// let mut world = World::new(&Terrain::open(Rect::centred(10.0, 10.0)), 7);
/// let cube = world.add_thing(Thing::new(Name::cut("cube"), Name::cut("red"), Shape::cube(0.3), Vec3::ZERO))?;
/// world.slide(cube, vec![Vec3::new(1.0, 0.0, 0.0)], 0.5)?;
/// for _ in 0..10 {
///     world.tick(0.1);
/// }
/// assert!((world.thing(cube).unwrap().position.x - 0.5).abs() < 1e-4);
/// # Ok::<(), piaget_world::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct World {
    pub(crate) ground: Ground,
    pub(crate) things: BTreeMap<HostId, Thing>,
    pub(crate) creatures: BTreeMap<HostId, Creature>,
    pub(crate) next_id: u32,
    pub(crate) seed: u64,
    pub(crate) ticks: u64,
    time_s: f64,
    /// How long movements take.
    pub movement_times: MovementTimes,
    /// What movements do that a host performs with a posed body.
    pub doings: Vec<Doing>,
    /// What other movements do.
    pub(crate) rules: Vec<Rule>,
    /// What can be heard now, and what will be after the next tick.
    pub(crate) sounds: Vec<Sounding>,
    pub(crate) coming_sounds: Vec<Sounding>,
    pub(crate) events: Vec<Event>,
    #[serde(skip)]
    scene: SceneCache,
}

impl World {
    /// A world on this ground with nothing in it. The seed decides the faults of eyes, and nothing else.
    pub fn new(terrain: &Terrain, seed: u64) -> Self {
        Self {
            ground: Ground::new(terrain),
            things: BTreeMap::new(),
            creatures: BTreeMap::new(),
            next_id: 1,
            seed,
            ticks: 0,
            time_s: 0.0,
            movement_times: MovementTimes::default(),
            doings: doings(),
            rules: rules::built_in(),
            sounds: Vec::new(),
            coming_sounds: Vec::new(),
            events: Vec::new(),
            scene: SceneCache::default(),
        }
    }

    /// Seconds since the beginning.
    pub fn time_s(&self) -> f64 {
        self.time_s
    }

    /// Ticks since the beginning.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// The ground as it is now; what a creature is told of it at its beginning.
    pub fn terrain(&self) -> Terrain {
        self.ground.terrain()
    }

    /// The walls and their numbers.
    pub fn walls(&self) -> &[(WallId, Wall)] {
        self.ground.walls()
    }

    /// A thing.
    pub fn thing(&self, id: HostId) -> Option<&Thing> {
        self.things.get(&id)
    }

    /// All things, in the order of their numbers.
    pub fn things(&self) -> impl Iterator<Item = (HostId, &Thing)> {
        self.things.iter().map(|(id, thing)| (*id, thing))
    }

    /// A creature.
    pub fn creature(&self, id: HostId) -> Option<&Creature> {
        self.creatures.get(&id)
    }

    /// All creatures, in the order of their numbers.
    pub fn creatures(&self) -> impl Iterator<Item = (HostId, &Creature)> {
        self.creatures.iter().map(|(id, creature)| (*id, creature))
    }

    /// What a script calls by this name: the first such thing or creature.
    pub fn named(&self, name: &str) -> Option<HostId> {
        let thing = self.things.iter().find(|(_, thing)| thing.name == name).map(|(id, _)| *id);
        thing.or_else(|| self.creatures.iter().find(|(_, c)| c.name == name).map(|(id, _)| *id))
    }

    /// What happened in the last tick, and by changes since.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What can be heard in this tick, by whoever is near enough.
    pub fn sounds(&self) -> impl Iterator<Item = &Sound> {
        self.sounds.iter().map(|sounding| &sounding.sound)
    }

    /// What eyes can see, ready to be drawn.
    pub fn scene(&self) -> &Scene {
        self.scene.get_or_build(self)
    }

    /// Adds a thing.
    pub fn add_thing(&mut self, mut thing: Thing) -> Result<HostId, Refusal> {
        if self.things.len() >= limits::MAX_THINGS {
            return Err(Refusal::Full("things", limits::MAX_THINGS));
        }
        thing.shape.check()?;
        check_place(thing.position)?;
        if !thing.yaw.is_finite() {
            return Err(Refusal::BadNumber("yaw"));
        }
        thing.ground_radius_m = thing.shape.ground_radius_m();
        thing.height_m = thing.shape.height_m();
        let id = self.take_id();
        self.things.insert(id, thing);
        self.has_come(id);
        Ok(id)
    }

    /// Adds a creature. If something stands at its place it comes to stand beside it.
    pub fn add_creature(&mut self, creature: Creature) -> Result<HostId, Refusal> {
        if self.creatures.len() >= limits::MAX_CREATURES {
            return Err(Refusal::Full("creatures", limits::MAX_CREATURES));
        }
        check_place(creature.position)?;
        check_body(&creature)?;
        let id = self.take_id();
        let wanted = creature.position;
        self.creatures.insert(id, creature);
        let placed = self.place_body(id, wanted);
        if placed.is_err() {
            self.creatures.remove(&id);
        }
        self.changed();
        placed.map(|()| id)
    }

    /// Takes a thing or a creature out of the world; what it held lies where it was.
    pub fn remove(&mut self, id: HostId) -> Result<(), Refusal> {
        if let Some(thing) = self.things.remove(&id) {
            if let Some(holder) = thing.held_by.and_then(|holder| self.creatures.get_mut(&holder)) {
                (holder.holding, holder.holding_kind) = (None, None);
            }
        } else {
            let creature = self.creatures.remove(&id).ok_or(Refusal::NoSuch(id))?;
            if let Some(thing) = creature.holding.and_then(|thing| self.things.get_mut(&thing)) {
                thing.held_by = None;
                thing.position.y = 0.0;
            }
        }
        self.changed();
        Ok(())
    }

    /// Makes a thing or a creature be nowhere: unseen and in nobody's way.
    pub fn hide(&mut self, id: HostId) -> Result<(), Refusal> {
        *self.hidden_mut(id)? = true;
        self.changed();
        Ok(())
    }

    /// Ends [`World::hide`].
    pub fn show(&mut self, id: HostId) -> Result<(), Refusal> {
        *self.hidden_mut(id)? = false;
        self.has_come(id);
        Ok(())
    }

    fn hidden_mut(&mut self, id: HostId) -> Result<&mut bool, Refusal> {
        let thing = self.things.get_mut(&id).map(|thing| &mut thing.hidden);
        thing.or_else(|| self.creatures.get_mut(&id).map(|c| &mut c.hidden)).ok_or(Refusal::NoSuch(id))
    }

    /// Moves a thing or a creature in an instant; it leaves the hand or the slide that it was in. A creature comes
    /// to stand at the nearest free place.
    pub fn transport(&mut self, id: HostId, position: Vec3) -> Result<(), Refusal> {
        check_place(position)?;
        if self.creatures.contains_key(&id) {
            self.place_body(id, position)?;
        } else {
            self.let_go(id);
            let thing = self.things.get_mut(&id).ok_or(Refusal::NoSuch(id))?;
            thing.position = position;
            thing.slide = None;
        }
        self.has_come(id);
        Ok(())
    }

    /// Turns a thing or a creature about the vertical.
    pub fn turn(&mut self, id: HostId, yaw: f32) -> Result<(), Refusal> {
        if !yaw.is_finite() {
            return Err(Refusal::BadNumber("yaw"));
        }
        let thing = self.things.get_mut(&id).map(|thing| &mut thing.yaw);
        let own = thing.or_else(|| self.creatures.get_mut(&id).map(|c| &mut c.yaw));
        *own.ok_or(Refusal::NoSuch(id))? = yaw;
        self.has_come(id);
        Ok(())
    }

    /// Begins to slide a thing along a path at a speed; an empty path stops it.
    pub fn slide(&mut self, id: HostId, path: Vec<Vec3>, speed_m_per_s: f32) -> Result<(), Refusal> {
        if path.len() > limits::MAX_PATH_POINTS {
            return Err(Refusal::Full("points of a path", limits::MAX_PATH_POINTS));
        }
        path.iter().try_for_each(|point| check_place(*point))?;
        if !(speed_m_per_s.is_finite() && speed_m_per_s >= 0.0) {
            return Err(Refusal::BadNumber("speed"));
        }
        self.let_go(id);
        let thing = self.things.get_mut(&id).ok_or(Refusal::NoSuch(id))?;
        thing.slide = (!path.is_empty()).then_some(Slide { path, speed_m_per_s, next: 0 });
        Ok(())
    }

    /// Sets one feature of a thing's state.
    pub fn set_feature(&mut self, id: HostId, feature: Feature) -> Result<(), Refusal> {
        let thing = self.things.get_mut(&id).ok_or(Refusal::NoSuch(id))?;
        match thing.features.iter_mut().find(|own| own.path == feature.path) {
            Some(own) => *own = feature,
            None => {
                thing
                    .features
                    .try_push(feature)
                    .map_err(|_| Refusal::Full("features", thing.features.capacity()))?;
            }
        }
        Ok(())
    }

    /// Gives a thing or a creature another colour.
    pub fn paint(&mut self, id: HostId, colour: Name) -> Result<(), Refusal> {
        let thing = self.things.get_mut(&id).map(|thing| &mut thing.colour);
        let own = thing.or_else(|| self.creatures.get_mut(&id).map(|creature| &mut creature.colour));
        *own.ok_or(Refusal::NoSuch(id))? = colour;
        Ok(())
    }

    /// Gives a thing another form, around the same base point. Bodies that stand there step aside, if there is room.
    pub fn set_shape(&mut self, id: HostId, shape: Shape) -> Result<(), Refusal> {
        shape.check()?;
        let thing = self.things.get_mut(&id).ok_or(Refusal::NoSuch(id))?;
        (thing.ground_radius_m, thing.height_m) = (shape.ground_radius_m(), shape.height_m());
        thing.shape = shape;
        self.has_come(id);
        Ok(())
    }

    /// Lets bodies pass through a thing, or not. Bodies that stand there step aside, if there is room.
    pub fn set_solid(&mut self, id: HostId, solid: bool) -> Result<(), Refusal> {
        self.things.get_mut(&id).ok_or(Refusal::NoSuch(id))?.solid = solid;
        self.has_come(id);
        Ok(())
    }

    /// Adds a wall. Bodies that stand there step aside, if there is room.
    pub fn add_wall(&mut self, wall: Wall) -> Result<WallId, Refusal> {
        let id = self.ground.add(wall)?;
        self.wall_has_come(&wall);
        Ok(id)
    }

    /// Moves or changes a wall. Bodies that stand there step aside, if there is room.
    pub fn move_wall(&mut self, id: WallId, wall: Wall) -> Result<(), Refusal> {
        self.ground.change(id, wall)?;
        self.wall_has_come(&wall);
        Ok(())
    }

    /// Takes a wall away.
    pub fn remove_wall(&mut self, id: WallId) -> Result<(), Refusal> {
        self.ground.remove(id)?;
        self.changed();
        Ok(())
    }

    /// Makes a sound that is heard after the next tick, such as a person's command.
    pub fn make_sound(&mut self, sound: Sound) {
        self.coming_sounds.push(Sounding { maker: None, sound });
    }

    /// What a creature means to do from now on.
    pub fn act(&mut self, id: HostId, intent: &Intent) {
        if let Some(creature) = self.creatures.get_mut(&id) {
            creature.intent.clone_from(intent);
        }
    }

    /// Places a creature's marked parts, in its own axes, until the next call: how a posed skeleton shows itself.
    pub fn pose(&mut self, id: HostId, parts: &[Posed]) {
        if let Some(creature) = self.creatures.get_mut(&id) {
            let good = parts.iter().filter(|part| part.place.is_finite()).take(creature.posed.capacity());
            creature.posed = good.copied().collect::<ArrayVec<_, 11>>();
            if creature.holding.is_some() {
                self.carry();
            }
            self.scene.clear();
        }
    }

    /// Gives a creature another body or other senses; it stands where it stood.
    pub fn reshape(&mut self, id: HostId, body: BodyPlan, eyes: Eyes) -> Result<(), Refusal> {
        let creature = self.creatures.get_mut(&id).ok_or(Refusal::NoSuch(id))?;
        let other = Creature::new(creature.kind, creature.colour, body, eyes);
        check_body(&other)?;
        if creature.body != body {
            (creature.body, creature.posed) = (body, other.posed);
        }
        creature.eyes = eyes;
        self.has_come(id);
        Ok(())
    }

    /// How far the movement has come that a host performs for a creature ([`Creature::host_moves`]). `Finished` lets
    /// its effect happen in the next tick.
    pub fn report_movement(&mut self, id: HostId, stage: MovementStage) {
        if let Some(creature) = self.creatures.get_mut(&id) {
            creature.reported = Some(stage);
        }
    }

    /// Lets a host perform this creature's movements, or the world's own timer again.
    pub fn let_host_move(&mut self, id: HostId, host_moves: bool) {
        if let Some(creature) = self.creatures.get_mut(&id) {
            creature.host_moves = host_moves;
        }
    }

    /// Lets `dt_s` seconds pass: bodies move, then scripted things, then movements have their effects. Nothing
    /// happens in no time.
    pub fn tick(&mut self, dt_s: f32) {
        if !(dt_s.is_finite() && dt_s > 0.0) {
            return;
        }
        self.events.clear();
        std::mem::swap(&mut self.sounds, &mut self.coming_sounds);
        self.coming_sounds.clear();
        self.speak();
        self.walk(dt_s);
        self.slide_things(dt_s);
        self.perform(dt_s);
        self.carry();
        self.ticks += 1;
        self.time_s += f64::from(dt_s);
        self.rebuild_scene();
    }

    /// Words that creatures mean to say become sounds, once each.
    fn speak(&mut self) {
        for (id, creature) in &mut self.creatures {
            if let Some(words) = creature.intent.utterance.take() {
                let position = creature.eye_position();
                let sound = Sound::new(position).speaker(creature.kind).words(words);
                self.sounds.push(Sounding { maker: Some(*id), sound });
                self.events.push(Event::Said { creature: *id, words });
            }
        }
    }

    fn take_id(&mut self) -> HostId {
        let id = HostId(self.next_id);
        self.next_id += 1;
        id
    }

    /// After a change from outside: what eyes see is out of date.
    pub(crate) fn changed(&mut self) {
        self.carry();
        self.scene.clear();
    }

    /// After something has come to be somewhere: somebody may stand in it.
    fn has_come(&mut self, id: HostId) {
        if let Some(thing) = self.things.get(&id).filter(|thing| thing.hinders()) {
            let (place, reach) = (maths::ground(thing.position), Vec2::splat(thing.ground_radius_m));
            self.settle(Rect { min: place - reach, max: place + reach });
        } else if let Some(creature) = self.creatures.get(&id) {
            let place = maths::ground(creature.position);
            self.settle(Rect { min: place, max: place });
        }
        self.changed();
    }

    /// After a wall has come to be somewhere.
    fn wall_has_come(&mut self, wall: &Wall) {
        let reach = Vec2::splat(wall.half.length());
        self.settle(Rect { min: wall.centre - reach, max: wall.centre + reach });
        self.changed();
    }

    fn rebuild_scene(&mut self) {
        let mut scene = self.scene.take();
        scene.fill(self);
        self.scene.set(scene);
    }
}

pub(crate) fn check_place(place: Vec3) -> Result<(), Refusal> {
    let good = place.is_finite() && place.abs().max_element() <= limits::MAX_COORDINATE_M;
    if good { Ok(()) } else { Err(Refusal::BadNumber("place")) }
}

pub(crate) fn check_body(creature: &Creature) -> Result<(), Refusal> {
    let (body, eye) = (&creature.body, &creature.eyes.eye);
    let sizes = [body.height_m, body.radius_m, body.eye_height_m];
    let fits = |size: f32| (limits::SHAPE_SIZE_M.0..=limits::SHAPE_SIZE_M.1).contains(&size);
    let rates = [
        body.walk_m_per_s,
        body.run_m_per_s,
        body.turn_rad_per_s,
        body.head_turn_rad_per_s,
        body.head_yaw_limit_rad,
        body.head_pitch_limit_rad,
        body.reach_m,
        eye.position_noise_m,
        eye.detection_rate,
        creature.eyes.hearing_m,
    ];
    if !sizes.into_iter().all(fits) || !rates.into_iter().all(|rate| rate.is_finite() && rate >= 0.0) {
        return Err(Refusal::BadNumber("size or ability of the body"));
    }
    let picture = (1..=limits::MAX_EYE_PIXELS).contains(&eye.columns)
        && (1..=limits::MAX_EYE_PIXELS).contains(&eye.rows);
    let view = eye.field_of_view_rad > 0.0 && eye.field_of_view_rad <= limits::MAX_FIELD_OF_VIEW_RAD;
    if picture && view && eye.range_m > 0.0 { Ok(()) } else { Err(Refusal::BadNumber("picture of the eye")) }
}
