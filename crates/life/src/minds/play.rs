//! Plays a stage of false belief before our mind, reads where it expects the other to look, and then sees where the other goes.

use super::stage::{MARBLE, OBSERVER, OTHER, Stage};
use crate::family::{Subject, World};
use crate::record::Numbers;
use crate::scene;
use piaget_mind::{BeliefId, Mind};
use piaget_sim::Simulation;
use piaget_terms::{Chance, Effector, Sighting, Vec2, maths};

pub(super) const OWN_KNOWLEDGE: &str = "own knowledge";
pub(super) const FACED: &str = "when last faced";
pub(super) const FIRST: &str = "first place";
pub(super) const FORGETS: &str = "forgets at once";
pub(super) const RANDOM: &str = "random";
/// The kind of the other.
const PERSON: &str = "person";

/// What was played: where each subject expects the other to look, and where it went.
pub(super) struct Watched {
    ours: Option<Vec2>,
    /// Where our mind itself believes the marble to be.
    own: Option<Vec2>,
    faced: Option<Vec2>,
    /// The place that the other set out for.
    went: Option<usize>,
}

/// Plays the stage. Predictions are read in the tick before the other is asked.
pub(super) fn watch(stage: &Stage, world: &World) -> Result<Watched, String> {
    let mut simulation = scene::simulation(world)?;
    let mut faced = Faced::default();
    // The order is said in the first tick that begins at or after its time.
    let tick_s = 1.0 / f64::from(stage.tick_hz);
    while simulation.time_s() + tick_s < f64::from(stage.ask_s) && !simulation.is_over() {
        simulation.step();
        faced.look(&simulation)?;
    }
    let actor = simulation.actor(OBSERVER).ok_or("nobody watches")?;
    let (other, marble) = (newest(&actor.mind, PERSON), newest(&actor.mind, MARBLE));
    let ours = other.zip(marble).and_then(|(other, marble)| actor.mind.expects_at(other, marble));
    let own = marble.and_then(|marble| Some(actor.mind.view().record(marble)?.position));
    let mut went = None;
    while went.is_none() && !simulation.is_over() {
        simulation.step();
        let other = simulation.actor(OTHER).ok_or("nobody is thought of")?;
        let goal = other.intent.travel.map(|travel| maths::ground(travel.goal));
        went = goal.and_then(|goal| stage.place_of(goal));
    }
    let ground = |at: Option<piaget_terms::Vec3>| at.map(maths::ground);
    Ok(Watched { ours: ground(ours), own: ground(own), faced: faced.marble, went })
}

/// The belief of a kind that was sensed last.
fn newest(mind: &Mind, kind: &str) -> Option<BeliefId> {
    let view = mind.view();
    let alike = view.beliefs().iter().skip(1).filter(|belief| belief.now.kind == *kind);
    alike.max_by(|a, b| a.sensed_s.total_cmp(&b.sensed_s)).map(|belief| belief.id)
}

/// A rule without a mind: the other knows where the marble was when it last faced it, whatever stood in between.
#[derive(Default)]
struct Faced {
    marble: Option<Vec2>,
    before: Option<Vec2>,
    yaw: Option<f32>,
}

impl Faced {
    fn look(&mut self, simulation: &Simulation) -> Result<(), String> {
        /// The other has walked when it is this far from where it was.
        const WALKED_M: f32 = 0.5;
        let actor = simulation.actor(OBSERVER).ok_or("nobody watches")?;
        let of = |kind: &str| actor.sensed.sightings.iter().find(|sighting| sighting.kind == *kind);
        let Some((other, marble)) = of(PERSON).zip(of(MARBLE)) else { return Ok(()) };
        let here = maths::ground(other.position);
        let part = |sighting: &Sighting, part: Effector| {
            sighting.effectors.iter().find(|own| own.effector == part).map(|own| maths::ground(own.position))
        };
        let nose =
            part(other, Effector::Root).zip(part(other, Effector::Nose)).map(|(root, nose)| nose - root);
        let before = *self.before.get_or_insert(here);
        let walked = (here.distance(before) > WALKED_M).then(|| here - before);
        if walked.is_some() {
            self.before = Some(here);
        }
        self.yaw = nose.or(walked).map(|way| maths::yaw_of(maths::on_ground(way))).or(self.yaw);
        let towards = maths::yaw_of(maths::on_ground(maths::ground(marble.position) - here));
        let faces = |yaw: f32| maths::wrap_angle(towards - yaw).abs() <= std::f32::consts::FRAC_PI_2;
        if self.yaw.is_some_and(faces) {
            self.marble = Some(maths::ground(marble.position));
        }
        Ok(())
    }
}

impl Watched {
    /// Which place each subject expects the other to look at.
    pub fn answers(&self, stage: &Stage, seed: u64) -> Vec<(&'static str, Option<usize>)> {
        let place = |at: Option<Vec2>| at.and_then(|at| stage.place_of(at));
        let mut chance = Chance::of_part(seed, 0);
        let first = stage.events.iter().find_map(|(_, event)| match event {
            super::stage::Event::Rolls(to) => stage.place_of(*to),
            _ => None,
        });
        vec![
            (Subject::OURS, place(self.ours)),
            (OWN_KNOWLEDGE, place(self.own)),
            (FACED, place(self.faced)),
            (FIRST, first),
            (Subject::TRUTH, self.went),
            (FORGETS, None),
            (RANDOM, Some(chance.below(stage.places.len() as u32) as usize)),
        ]
    }

    /// Whether an answer is where the other went. Where the other did not set out at all, nothing can be measured.
    pub fn score(&self, answer: Option<usize>) -> Numbers {
        let mut numbers = Numbers::default();
        numbers.set("set-out", f64::from(u8::from(self.went.is_some())));
        if let Some(went) = self.went {
            numbers.set("right", f64::from(u8::from(answer == Some(went))));
            numbers.set("answered", f64::from(u8::from(answer.is_some())));
        }
        numbers
    }

    /// Whether the other went where the stage means it to.
    pub fn went(&self) -> Option<usize> {
        self.went
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage(places: u32) -> Stage {
        Stage {
            name: String::new(),
            shows: "",
            tick_hz: 10.0,
            seed: 1,
            noise_m: 0.0,
            missed: 0.0,
            field_of_view_deg: 90.0,
            radius_m: 0.2,
            roll_m_per_s: 1.0,
            walk_m_per_s: 1.0,
            places: (0..places).map(|place| Vec2::new(3.0 * place as f32, 9.0)).collect(),
            screens: Vec::new(),
            begins: Vec2::ZERO,
            home: Vec2::ZERO,
            comes_from: Vec2::ZERO,
            events: Vec::new(),
            ask_s: 1.0,
        }
    }

    fn watched(ours: Option<Vec2>, went: Option<usize>) -> Watched {
        Watched { ours, own: None, faced: None, went }
    }

    fn right(watched: &Watched, stage: &Stage, seed: u64, name: &str) -> Option<f64> {
        let answers = watched.answers(stage, seed);
        let (_, answer) = answers.into_iter().find(|(who, _)| *who == name).unwrap();
        watched.score(answer).get("right")
    }

    #[test]
    fn known_subjects_get_what_arithmetic_says() {
        for places in [2, 4] {
            let (stage, watched) = (stage(places), watched(None, Some(1)));
            let of = |seed, name: &str| right(&watched, &stage, seed, name).unwrap();
            let random = (0..4000).map(|seed| of(seed, RANDOM)).sum::<f64>() / 4000.0;
            assert!((random - 1.0 / f64::from(places)).abs() < 0.03, "{random} of {places}");
            assert_eq!((of(1, Subject::TRUTH), of(1, FORGETS), of(1, Subject::OURS)), (1.0, 0.0, 0.0));
        }
    }

    #[test]
    fn no_place_is_no_answer_and_who_stays_is_not_scored() {
        let stage = stage(3);
        let between = Vec2::new(1.5, 12.0);
        for (ours, expected) in
            [(Vec2::NAN, 0.0), (Vec2::INFINITY, 0.0), (between, 0.0), (stage.places[1], 1.0)]
        {
            assert_eq!(
                right(&watched(Some(ours), Some(1)), &stage, 1, Subject::OURS),
                Some(expected),
                "{ours}"
            );
        }
        assert_eq!(right(&watched(Some(stage.places[1]), None), &stage, 1, Subject::OURS), None);
    }
}
