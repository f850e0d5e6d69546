//! Movements that change the world.

use crate::world::World;
use piaget_terms::HostId;

impl World {
    pub(crate) fn let_go(&mut self, _thing: HostId) {}

    pub(crate) fn perform(&mut self, _dt_s: f32) {}

    pub(crate) fn carry(&mut self) {}
}
