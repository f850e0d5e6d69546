//! Plays a stage of cups before our mind, and compares where it believes the ball to be with where it is.

use super::stage::{BALL, OBSERVER, Stage, ball_radius, cup_radius};
use crate::family::{Subject, World};
use crate::record::Numbers;
use crate::scene;
use piaget_terms::{Chance, HostId, Vec2, maths};

pub(super) const LAST_SEEN: &str = "last seen";
pub(super) const NEAREST_CUP: &str = "nearest cup";
pub(super) const FORGETS: &str = "forgets at once";
pub(super) const RANDOM: &str = "random";
/// What was seen so lately is in view, though a look may have missed it since.
const IN_VIEW_S: f64 = 1.5;

/// What was played: the places at the end, and what our mind held.
pub(super) struct Watched {
    ball: Vec2,
    cups: Vec<Vec2>,
    /// Where the ball was before anything was moved.
    began: Vec2,
    ours: Vec<Vec2>,
    last_seen: Option<Vec2>,
    /// Whether the ball is in view at the end.
    seen: bool,
    size_m: f32,
}

/// Plays the stage to its end.
pub(super) fn watch(stage: &Stage, world: &World) -> Result<Watched, String> {
    let mut simulation = scene::simulation(world)?;
    let id = |name: &str| simulation.world().named(name).ok_or(format!("{name} is missing"));
    let ball = id(BALL)?;
    let cups: Vec<HostId> = stage.cups.iter().map(|cup| id(&cup.name)).collect::<Result<_, _>>()?;
    let mut last_seen = None;
    let mut seen_s = f64::NEG_INFINITY;
    while !simulation.is_over() {
        simulation.step();
        let actor = simulation.actor(OBSERVER).ok_or("nobody watches")?;
        let sighting = actor.sensed.sightings.iter().find(|sighting| sighting.id == ball);
        if sighting.is_some() {
            seen_s = simulation.time_s();
        }
        last_seen = sighting.map(|sighting| maths::ground(sighting.position)).or(last_seen);
    }
    let at = |id: HostId| {
        let thing = simulation.world().thing(id);
        thing.map(|thing| maths::ground(thing.position)).ok_or("a thing is gone".to_owned())
    };
    let actor = simulation.actor(OBSERVER).ok_or("nobody watches")?;
    let balls = actor.report.beliefs.iter().filter(|belief| belief.kind == BALL);
    Ok(Watched {
        ball: at(ball)?,
        cups: cups.into_iter().map(at).collect::<Result<_, _>>()?,
        began: stage.ball.from,
        ours: balls.map(|belief| maths::ground(belief.position)).collect(),
        last_seen,
        seen: simulation.time_s() - seen_s <= IN_VIEW_S,
        size_m: stage.size_m,
    })
}

impl Watched {
    /// Where each subject believes balls to be at the end.
    pub fn answers(&self, seed: u64) -> Vec<(&'static str, Vec<Vec2>)> {
        let mut chance = Chance::of_part(seed, 0);
        let places = self.places();
        let random = places[chance.below(places.len() as u32) as usize];
        let near = |at: Vec2| {
            let away = |cup: &&Vec2| cup.distance_squared(at);
            self.cups.iter().min_by(|a, b| away(a).total_cmp(&away(b))).copied()
        };
        let in_view = self.seen.then_some(self.ball);
        let last = in_view.or(self.last_seen);
        vec![
            (Subject::OURS, self.ours.clone()),
            (LAST_SEEN, last.into_iter().collect()),
            (NEAREST_CUP, in_view.or(self.last_seen.and_then(near)).into_iter().collect()),
            (Subject::TRUTH, vec![self.ball]),
            (FORGETS, in_view.into_iter().collect()),
            (RANDOM, vec![random]),
        ]
    }

    /// Every place where the ball may be: in a cup, or where it was.
    fn places(&self) -> Vec<Vec2> {
        let apart = |at: &Vec2| at.distance(self.began) > 2.0 * cup_radius(self.size_m);
        let free = self.cups.iter().all(apart).then_some(self.began);
        self.cups.iter().copied().chain(free).collect()
    }

    /// The share of belief that lies where the ball is. What is believed to be far from every place counts as wrong.
    pub fn score(&self, believed: &[Vec2]) -> Numbers {
        let places = self.places();
        let nearest = |at: Vec2| {
            let away = |place: &&Vec2| place.distance_squared(at);
            places.iter().min_by(|a, b| away(a).total_cmp(&away(b))).copied()
        };
        // The eye sees the near side of a thing, and an unseen thing is known to a cell of the map.
        const CELL_M: f32 = 0.75;
        let reach_m = cup_radius(self.size_m) + ball_radius(self.size_m) + CELL_M;
        let is_right = |at: &Vec2| {
            at.distance(self.ball) <= reach_m
                && nearest(*at).is_some_and(|place| place.distance(self.ball) < cup_radius(self.size_m))
        };
        let right = believed.iter().filter(|at| is_right(at)).count() as f64 / believed.len().max(1) as f64;
        Numbers::from_iter([("right", right), ("one-ball", f64::from(u8::from(believed.len() == 1)))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ball is in the second of four cups that stand 2 m apart; where it began, the first cup stands now.
    fn watched() -> Watched {
        let cups: Vec<Vec2> = (0..4).map(|cup| Vec2::new(2.0 * cup as f32, 9.0)).collect();
        Watched {
            ball: cups[1],
            began: cups[0],
            cups,
            ours: Vec::new(),
            last_seen: None,
            seen: false,
            size_m: 0.5,
        }
    }

    fn score(believed: &[Vec2]) -> (f64, f64) {
        let numbers = watched().score(believed);
        (numbers.get("right").unwrap(), numbers.get("one-ball").unwrap())
    }

    #[test]
    fn fools_get_what_arithmetic_says() {
        let of = watched();
        let late = of.began;
        assert_eq!(score(&[of.ball]), (1.0, 1.0), "told the truth");
        assert_eq!(score(&[]), (0.0, 0.0), "says nothing");
        assert_eq!(score(&of.cups), (0.25, 0.0), "says every cup");
        assert_eq!(score(&[of.ball; 2]), (1.0, 0.0), "says one ball twice");
        assert_eq!(score(&[late]), (0.0, 1.0), "believes that it never moved");
        assert_eq!(score(&[Vec2::NAN]), (0.0, 1.0), "says no place");
        assert_eq!(score(&[of.ball, Vec2::NAN]), (0.5, 0.0), "says a place and no place");
        assert_eq!(score(&[of.ball + Vec2::X * 1.1]), (0.0, 1.0), "says a place nearer to another cup");
        assert_eq!(score(&[of.ball + 50.0]), (0.0, 1.0), "says a place far from all");
    }

    #[test]
    fn who_guesses_is_right_once_in_as_many_as_there_are() {
        let of = watched();
        let answer = |seed, name: &str| {
            let answers = of.answers(seed);
            let (_, believed) = answers.into_iter().find(|(who, _)| *who == name).unwrap();
            of.score(&believed).get("right").unwrap()
        };
        let mean = |name: &str| (0..4000).map(|seed| answer(seed, name)).sum::<f64>() / 4000.0;
        assert!((mean(RANDOM) - 0.25).abs() < 0.03, "{}", mean(RANDOM));
        assert_eq!((mean(Subject::TRUTH), mean(FORGETS)), (1.0, 0.0));
    }
}
