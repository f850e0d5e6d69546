//! What a host or a script may change in a world between two ticks. Whoever is in the way of what has come steps aside.

use crate::config::{Refusal, limits};
use crate::creature::{Creature, Posed};
use crate::ground::WallId;
use crate::shape::Shape;
use crate::thing::{Slide, Thing};
use crate::world::{Sounding, World};
use arrayvec::ArrayVec;
use piaget_terms::{
    BodyPlan, Eyes, Feature, HostId, Intent, MovementStage, Name, Rect, Sound, Vec2, Vec3, Wall, maths,
};

impl World {
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
