//! Feet and a neck for creatures whose game has none: carries out where a creature wants to look and go. Keeps out of
//! the land's walls; knows nothing of other bodies.

use crate::bodies::Body;
use crate::creature::{Intention, LiveMind};
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec3};
use bevy_reflect::prelude::*;
use bevy_time::Time;
use bevy_transform::components::Transform;
use piaget::terms::maths;

/// Lets the plugin turn and walk this creature, at the speeds of its character's body.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Component, Default)]
pub struct Legs {
    /// Scales all speeds; 0 roots it to the spot. Default 1.
    pub pace: f32,
}

impl Default for Legs {
    fn default() -> Self {
        Self { pace: 1.0 }
    }
}

/// A creature that the plugin walks.
type Walker<'a> = (&'a Legs, &'a Intention, &'a LiveMind, &'a mut Body, &'a mut Transform);

/// Turns heads, then bodies, and walks.
pub(crate) fn walk(time: Res<'_, Time>, mut walkers: Query<'_, '_, Walker<'_>>) {
    let tick_s = time.delta_secs();
    for (legs, intention, live, mut body, mut transform) in &mut walkers {
        let (from, tick_s) = (transform.translation, tick_s * legs.pace.max(0.0));
        let good = from.is_finite() && transform.rotation.is_finite() && tick_s.is_finite();
        if !good || tick_s == 0.0 {
            continue;
        }
        let plan = &live.mind().character().body;
        let terrain = live.mind().terrain();

        let eye = from + Vec3::Y * (plan.eye_height_m - body.feet_below_m);
        let ahead = crate::to_piaget(transform.rotation * Vec3::NEG_Z);
        let mut yaw = maths::yaw_of(ahead);
        let looked_at = intention.gaze.or(intention.travel.map(|travel| travel.towards));
        let wanted = looked_at.map(|point| crate::to_piaget(point - eye));
        let wanted = wanted.filter(|way| way.is_finite() && maths::ground(*way).length_squared() > 1e-6);
        let goal_yaw = wanted.map_or(yaw, maths::yaw_of);
        yaw += maths::wrap_angle(goal_yaw - yaw)
            .clamp(-plan.turn_rad_per_s * tick_s, plan.turn_rad_per_s * tick_s);
        let limit = plan.head_yaw_limit_rad;
        let head = maths::wrap_angle(goal_yaw - yaw).clamp(-limit, limit);
        body.head_yaw = maths::approach(body.head_yaw, head, plan.head_turn_rad_per_s * tick_s);
        let pitch = wanted.map_or(0.0, |way| maths::atan2(way.y, maths::ground(way).length()));
        let pitch = pitch.clamp(-plan.head_pitch_limit_rad, plan.head_pitch_limit_rad);
        body.head_pitch = maths::approach(body.head_pitch, pitch, plan.head_turn_rad_per_s * tick_s);
        // Bevy's forward is -z, which is half a turn from a yaw of 0.
        transform.rotation = Quat::from_rotation_y(yaw + std::f32::consts::PI);

        body.blocked = false;
        let Some(travel) = intention.travel else { continue };
        let level = |point: Vec3| Vec3::new(point.x, from.y, point.z);
        if level(travel.goal).distance(from) <= travel.arrive_within_m || !travel.towards.is_finite() {
            continue;
        }
        let step = (level(travel.towards) - from).clamp_length_max(travel.speed_m_per_s * tick_s);
        let to = maths::ground(crate::to_piaget(from + step));
        body.blocked = !terrain.is_open(to, 0.0);
        if !body.blocked {
            transform.translation += step;
        }
    }
}
