//! A world that was saved is checked by the rules that adding things one by one goes by, before anybody goes on from it.

use crate::change::{check_body, check_place};
use crate::config::{Refusal, limits};
use crate::creature::Creature;
use crate::thing::Thing;
use crate::world::World;
use piaget_terms::valid::{Checked, Invalid, Within, amount, at_most, finite, index, require, time, vector};
use piaget_terms::{FeatureValue, HostId, Vec3};

impl World {
    /// Whether everything in it could have come there through the world's own functions.
    pub fn validate(&self) -> Checked {
        at_most("things", self.things.len(), limits::MAX_THINGS)?;
        at_most("creatures", self.creatures.len(), limits::MAX_CREATURES)?;
        time("time_s", self.time_s())?;
        require(self.next_id <= u32::MAX / 2, "next_id", || "leaves no numbers for more things".into())?;
        require(self.ticks <= u64::MAX / 2, "ticks", || "is beyond all time".into())?;
        for (id, thing) in &self.things {
            self.validate_thing(*id, thing).within(&format!("things[{}]", id.0))?;
        }
        for (id, creature) in &self.creatures {
            self.validate_creature(*id, creature).within(&format!("creatures[{}]", id.0))?;
        }
        let times = &self.movement_times;
        for lasts_s in [times.pick_up_s, times.put_down_s, times.eat_s, times.other_s] {
            amount("movement_times", lasts_s)?;
        }
        self.rules.iter().try_for_each(|rule| rule.validate().within("rules"))?;
        self.validate_sounds()
    }

    fn validate_thing(&self, id: HostId, thing: &Thing) -> Checked {
        self.validate_id(id)?;
        thing.shape.check().map_err(|refusal| refused("shape", &refusal))?;
        place("position", thing.position)?;
        finite("yaw", thing.yaw)?;
        let measured = (thing.shape.ground_radius_m(), thing.shape.height_m());
        require((thing.ground_radius_m, thing.height_m) == measured, "shape", || {
            "does not have the size that was measured".into()
        })?;
        for feature in &thing.features {
            match feature.value {
                FeatureValue::Number(number) => finite("features", number)?,
                FeatureValue::Vector(three) => vector("features", three)?,
                FeatureValue::Word(_) => {}
            }
        }
        if let Some(slide) = &thing.slide {
            at_most("slide.path", slide.path.len(), limits::MAX_PATH_POINTS)?;
            index("slide.next", slide.next as usize, slide.path.len())?;
            amount("slide.speed_m_per_s", slide.speed_m_per_s)?;
            slide.path.iter().try_for_each(|point| place("slide.path", *point))?;
        }
        let holder = thing.held_by.map(|holder| self.creatures.get(&holder));
        require(
            holder.is_none_or(|holder| holder.is_some_and(|own| own.holding == Some(id))),
            "held_by",
            || "names a creature that does not hold it".into(),
        )
    }

    fn validate_creature(&self, id: HostId, creature: &Creature) -> Checked {
        self.validate_id(id)?;
        require(!self.things.contains_key(&id), "id", || "is the number of a thing, too".into())?;
        place("position", creature.position)?;
        vector("velocity", creature.velocity)?;
        for (field, angle) in
            [("yaw", creature.yaw), ("head_yaw", creature.head_yaw), ("head_pitch", creature.head_pitch)]
        {
            finite(field, angle)?;
        }
        check_body(creature).map_err(|refusal| refused("body", &refusal))?;
        creature.posed.iter().try_for_each(|part| place("posed", part.place))?;
        creature.intent.validate().within("intent")?;
        if let Some(performing) = creature.performing {
            amount("performing.elapsed_s", performing.elapsed_s)?;
            if let Some(object) = performing.request.object {
                vector("performing.object", object.position)?;
            }
        }
        let held = creature.holding.map(|held| self.things.get(&held));
        require(
            held.is_none_or(|held| held.is_some_and(|thing| thing.held_by == Some(id))),
            "holding",
            || "names a thing that it does not hold".into(),
        )
    }

    /// A number is given to one thing or creature, once.
    fn validate_id(&self, id: HostId) -> Checked {
        require(id.0 < self.next_id, "id", || format!("is {}, which was not given yet", id.0))
    }

    fn validate_sounds(&self) -> Checked {
        at_most("sounds", self.sounds.len() + self.coming_sounds.len(), limits::MAX_THINGS)?;
        for sounding in self.sounds.iter().chain(&self.coming_sounds) {
            sounding.sound.validate().within("sounds")?;
        }
        Ok(())
    }
}

fn place(field: &str, place: Vec3) -> Checked {
    check_place(place).map_err(|refusal| refused(field, &refusal))
}

fn refused(field: &str, refusal: &Refusal) -> Invalid {
    Invalid::new(field, format!("is refused: {refusal}"))
}
