//! Draws what creatures have in mind: where they think an unseen thing may be, where they look, what they believe in and
//! why they do what they do. It reads, and changes nothing.

use crate::bodies::Body;
use crate::creature::{Intention, LiveMind};
use bevy_app::{App, Plugin, PostUpdate};
use bevy_color::{Alpha, Color, Hsla};
use bevy_ecs::prelude::*;
use bevy_gizmos::prelude::*;
use bevy_math::{Isometry3d, Quat, Vec2, Vec3};
use bevy_transform::components::Transform;
use piaget::terms::maths;

/// What is drawn.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Overlay {
    /// Where an unseen thing may be: a spot for each node, the stronger the likelier.
    pub maps: bool,
    /// Where they look, and how far to either side they see.
    pub gaze: bool,
    /// A cross for each belief, with a line from who holds it.
    pub beliefs: bool,
    /// The way they mean to go, and the name of what they are doing.
    pub reasons: bool,
    /// How far above the ground maps are drawn.
    pub height_m: f32,
    /// How large words are, in metres.
    pub letters_m: f32,
}

impl Default for Overlay {
    fn default() -> Self {
        Self { maps: true, gaze: true, beliefs: true, reasons: true, height_m: 0.03, letters_m: 0.45 }
    }
}

/// Adds the [`Overlay`]. Needs Bevy's gizmos to be drawn by something.
#[derive(Clone, Copy, Debug, Default)]
pub struct OverlayPlugin;

impl Plugin for OverlayPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Overlay>().add_systems(PostUpdate, draw);
    }
}

/// Nodes that hold less than this share of the best one's probability are left out.
const FAINT: f32 = 0.02;
/// How far a look is drawn.
const LOOK_M: f32 = 4.0;

/// A creature with something to draw.
type Drawn<'a> = (&'a Transform, &'a Body, &'a LiveMind, &'a Intention);

fn draw(overlay: Res<'_, Overlay>, creatures: Query<'_, '_, Drawn<'_>>, mut gizmos: Gizmos<'_, '_>) {
    let flat = Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2);
    for (transform, body, live, intention) in &creatures {
        let mind = live.mind();
        let plan = &mind.character().body;
        let feet = transform.translation - Vec3::Y * body.feet_below_m;
        let eye = feet + Vec3::Y * plan.eye_height_m;
        if !feet.is_finite() || !transform.rotation.is_finite() {
            continue;
        }
        // Each creature has a colour of its own.
        let own: Color = Hsla::hsl((live.born * 137 % 360) as f32, 0.8, 0.55).into();
        for belief in mind.view().beliefs().iter().skip(1) {
            let at = crate::to_bevy(belief.now.position);
            if overlay.beliefs {
                gizmos.cross(Isometry3d::from_translation(at), 0.25, own);
                gizmos.line(eye, at, own.with_alpha(0.25));
            }
            let Some(map) = belief.place.as_ref().and_then(|place| place.map()) else { continue };
            if !overlay.maps || belief.now.seen {
                continue;
            }
            let best = map.most_likely().map_or(0.0, |peak| peak.probability);
            for (node, probability) in map.nodes_with_mass() {
                let share = probability / best;
                if share >= FAINT {
                    let spot = map.lattice().place_at(node, overlay.height_m);
                    let radius = map.lattice().cell_m() * 0.45 * share.sqrt();
                    let place = Isometry3d::new(crate::to_bevy(spot), flat);
                    gizmos.circle(place, radius, own.with_alpha(0.2 + 0.8 * share)).resolution(8);
                }
            }
        }
        if overlay.gaze {
            let yaw = maths::yaw_of(crate::to_piaget(transform.rotation * Vec3::NEG_Z)) + body.head_yaw;
            let half = mind.character().eyes.eye.field_of_view_rad * 0.5;
            for side in [-half, half] {
                let ahead = crate::to_bevy(maths::direction(yaw + side));
                gizmos.line(eye, eye + ahead * LOOK_M, own.with_alpha(0.6));
            }
        }
        if overlay.reasons {
            if let Some(travel) = intention.travel {
                gizmos.arrow(feet + Vec3::Y * 0.1, travel.goal.with_y(0.1), own.with_alpha(0.5));
            }
            let above = Isometry3d::new(feet + Vec3::Y * (plan.height_m + 0.4), flat);
            let words = intention.because.as_deref().unwrap_or("nothing to do");
            gizmos.text(above, words, overlay.letters_m, Vec2::ZERO, own);
        }
    }
}
