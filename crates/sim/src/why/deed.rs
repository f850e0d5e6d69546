//! Obstacles in what the body does: a movement that it cannot perform, one that does nothing here, and places by name that it does
//! not come to.

use super::diary::movement_of;
use super::{Cause, Inquiry};
use crate::happening::words;
use piaget_mind::model::action::{Action, TupleId};
use piaget_terms::{FeatureValue, Name, maths};

impl Inquiry<'_> {
    /// The body cannot do it, or does it in vain.
    pub(super) fn of_the_body(&self, tuple: Option<TupleId>) -> Option<Cause> {
        let movement = movement_of(self.mind().actions().get(tuple?)?.action)?;
        let times = |event: &str| {
            let own = self.diary.happened.iter();
            own.filter(|one| one.event == *event && one.about == movement.as_str()).count()
        };
        match (times(words::CANNOT), times(words::FINISHES)) {
            (_, times) if times > 0 => Some(Cause::DoesNothing { movement, times }),
            (times, _) if times > 0 => {
                Some(Cause::BodyCannot { movement, because: self.why_it_cannot(movement) })
            }
            _ => None,
        }
    }

    /// What the movement lacks to be done to what was asked about.
    fn why_it_cannot(&self, movement: Name) -> Option<String> {
        let (about, world) = (self.goal.about?, self.simulation.world());
        let (_, thing) = world
            .things()
            .find(|(_, thing)| (thing.name == about || thing.kind == about) && !thing.hidden)?;
        let feature = |path: &str| thing.features.iter().find(|own| own.path == *path).map(|own| own.value);
        if let ("eat", Some(FeatureValue::Number(left))) = (movement.as_str(), feature(piaget_world::FOOD))
            && left <= 0.0
        {
            return Some(format!("nothing is left in {about}"));
        }
        let body = &self.mind().character().body;
        let here = maths::ground(self.actor.sensed.body.position);
        let gap_m = maths::ground(thing.position).distance(here) - thing.shape.ground_radius_m();
        (gap_m > body.reach_m).then(|| {
            format!("{about} is {gap_m:.2} m away, and it reaches {} m (`body reach=`)", body.reach_m)
        })
    }

    /// It is to come to a place that it knows by name, and nobody said where that is.
    pub(super) fn of_untold_places(&self, tuple: Option<TupleId>) -> Option<Cause> {
        let untold = |name: &Name| self.diary.places.get(name).is_some_and(|notes| notes.untold);
        if let Some(place) = self.goal_place().filter(untold) {
            return Some(Cause::UntoldPlace { place });
        }
        let named = &self.mind().character().classify;
        let stops = match self.mind().actions().get(tuple?)?.action? {
            Action::Go { place, .. } => vec![place],
            Action::Wander { around: Some(place), .. } => vec![place],
            Action::Patrol { route, .. } => named.routes.get(usize::from(route.0))?.stops.clone(),
            _ => return None,
        };
        let mut names =
            stops.iter().filter_map(|id| named.places.get(usize::from(id.0))).map(|place| place.name);
        names.find(untold).map(|place| Cause::UntoldPlace { place })
    }

    /// It did not come to the place that was asked about.
    pub(super) fn of_not_coming_to_a_place(&self) -> Option<Cause> {
        let place = self.goal_place()?;
        let nearest_m = self.diary.places.get(&place)?.nearest_m;
        Some(Cause::NotAtPlace { place, nearest_m })
    }

    /// The place by name that should be come to.
    pub(super) fn goal_place(&self) -> Option<Name> {
        self.goal.about.filter(|about| self.goal.is_about_a_thing() && self.diary.place(*about).is_some())
    }
}
