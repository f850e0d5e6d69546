//! Bodies and scripted things move.

use crate::config::Refusal;
use crate::world::World;
use piaget_terms::{HostId, Vec3, maths};

impl World {
    pub(crate) fn place_body(&mut self, id: HostId, wanted: Vec3) -> Result<(), Refusal> {
        self.creatures.get_mut(&id).ok_or(Refusal::NoSuch(id))?.position = wanted;
        Ok(())
    }

    pub(crate) fn settle(&mut self) {}

    pub(crate) fn walk(&mut self, dt_s: f32) {
        for creature in self.creatures.values_mut() {
            let Some(travel) = creature.intent.travel else { continue };
            let way = maths::ground(travel.towards - creature.position);
            let step = way.clamp_length_max(travel.speed_m_per_s * dt_s);
            creature.position += maths::on_ground(step);
        }
    }

    pub(crate) fn slide_things(&mut self, dt_s: f32) {
        for thing in self.things.values_mut() {
            let Some(slide) = &thing.slide else { continue };
            let way = slide.path[slide.next as usize] - thing.position;
            thing.position += way.clamp_length_max(slide.speed_m_per_s * dt_s);
        }
    }
}
