//! What a creature knew of one thing of the world.

use crate::simulation::Actor;
use piaget_terms::{HostId, Name, Vec3, maths};

/// A thing of the world, and what the creature knew of it.
#[derive(Clone, Debug)]
pub struct Met {
    /// What the scenario calls it.
    pub name: Name,
    /// What it is.
    pub kind: Name,
    /// Its distance on the ground when it was nearest.
    pub nearest_ground_m: f32,
    /// Its distance from the eye when it was nearest.
    pub nearest_m: f32,
    /// Ticks in which it was there at all, and not hidden.
    pub there: u32,
    /// Ticks in which it was within the eye's range.
    pub in_range: u32,
    /// Ticks in which its middle was in view, by the eye itself.
    pub in_view: u32,
    /// When it was first and last seen.
    pub seen_s: Option<(f64, f64)>,
    /// When the creature first ate it, or from it.
    pub eaten_s: Option<f64>,
    /// The belief that it was last seen as.
    pub belief: Option<u32>,
    /// Since when it is no longer there, if it is not: hidden, removed, or eaten by somebody.
    pub gone_s: Option<f64>,
    /// When that belief was given up.
    pub forgotten_s: Option<f64>,
    /// How far from the truth it was believed to be in the last tick in which it was believed in and not seen.
    pub off_m: f32,
    /// Where it was believed to be then, and where it was.
    pub believed_at: Option<(Vec3, Vec3)>,
    /// Where memory said that it is usually kept, and how surely.
    pub recalled: Option<(Name, f32)>,
}

impl Met {
    pub(super) fn new(name: Name, kind: Name) -> Self {
        Self {
            name,
            kind,
            nearest_ground_m: f32::INFINITY,
            nearest_m: f32::INFINITY,
            there: 0,
            in_range: 0,
            in_view: 0,
            seen_s: None,
            eaten_s: None,
            belief: None,
            gone_s: None,
            forgotten_s: None,
            off_m: 0.0,
            believed_at: None,
            recalled: None,
        }
    }

    pub(super) fn note(&mut self, actor: &Actor, time_s: f64, (id, at): (HostId, Vec3), in_view: bool) {
        let eye = actor.mind.character().eyes.eye;
        let head = Vec3::Y * actor.mind.character().body.eye_height_m;
        let distance_m = (actor.sensed.body.position + head).distance(at);
        self.there += 1;
        self.gone_s = None;
        self.nearest_m = self.nearest_m.min(distance_m);
        let ground_m = maths::ground(actor.sensed.body.position).distance(maths::ground(at));
        self.nearest_ground_m = self.nearest_ground_m.min(ground_m);
        self.in_range += u32::from(distance_m <= eye.range_m);
        self.in_view += u32::from(in_view);
        let beliefs = &actor.report.beliefs;
        if let Some(seen) = beliefs.iter().find(|belief| belief.seen_as == Some(id)) {
            self.belief = Some(seen.belief);
            self.seen_s = Some((self.seen_s.map_or(time_s, |(first, _)| first), time_s));
            self.forgotten_s = None;
            return;
        }
        // Before it was met, whatever is believed of its kind stands for it: what was only remembered, say.
        let of_kind = || beliefs.iter().find(|belief| self.belief.is_none() && belief.kind == self.kind);
        let held = self.belief.and_then(|own| beliefs.iter().find(|belief| belief.belief == own));
        match held.or_else(of_kind) {
            Some(belief) => {
                self.off_m = (belief.position - at).with_y(0.0).length();
                self.believed_at = Some((belief.position, at));
                self.recalled = belief.recalled.map(|found| (found.place, found.chance)).or(self.recalled);
            }
            None if self.belief.is_some() && self.forgotten_s.is_none() => self.forgotten_s = Some(time_s),
            None => {}
        }
    }

    /// What a person calls it.
    pub fn called(&self) -> Name {
        if self.name.is_empty() { self.kind } else { self.name }
    }
}
