//! Things that go with things: a ball is put under a cup and the cup is moved, in view, behind a screen, among others that look the
//! same. Where is the ball? Piaget's invisible displacement, the shell game, and LA-CATER's *contained* and *carried*.

mod play;
mod stage;

use crate::family::{About, Case, Draws, Family, Fault, Half, Part, Subject, World, Worlds};
use crate::figure::{Better, Curve, Measure};
use crate::ranges::{Range, Ranges, Values, common as shared};
use crate::record::{Numbers, Record, Score};
use crate::scene::seen_within_m;
use piaget_terms::Vec2;
use stage::{BALL, Moved, Stage, ball_radius, cup_radius, half_view_m};

/// The family.
pub struct GoesWith;

const CONTAINED: Part = Part {
    name: "contained",
    says: "A cup is lowered over a ball and stays where it is.",
    half: Half::Possible,
};
const CARRIED: Part = Part {
    name: "carried",
    says: "A cup is lowered over a ball and moved, with the ball in it.",
    half: Half::Possible,
};
const BEHIND_SCREEN: Part = Part {
    name: "behind-screen",
    says: "A cup with a ball in it is moved behind a screen and comes out on the other side.",
    half: Half::Possible,
};
const SHELL_GAME: Part = Part {
    name: "shell-game",
    says: "One of several cups that look the same is lowered over a ball; then pairs of cups change places.",
    half: Half::Possible,
};
const LEFT: Part = Part {
    name: "left",
    says: "A cup is lowered over a ball, lifted and moved away; the ball stays where it was.",
    half: Half::Absent,
};

const PARTS: &[Part] = &[CONTAINED, CARRIED, BEHIND_SCREEN, SHELL_GAME, LEFT];

const SUBJECTS: &[Subject] = &[
    Subject { name: Subject::OURS, says: "The mind of the sheepdog, who thinks of things under things." },
    Subject { name: play::LAST_SEEN, says: "Believes the ball to be where it was seen last." },
    Subject {
        name: play::NEAREST_CUP,
        says: "Believes it to be in the cup that is nearest to where it was seen last.",
    },
    Subject { name: Subject::TRUTH, says: "Told by the scorer where the ball is." },
    Subject { name: play::FORGETS, says: "Believes in nothing that it does not see." },
    Subject { name: play::RANDOM, says: "Takes any of the places where the ball may be." },
];

const MEASURES: &[Measure] = &[
    Measure {
        name: "right",
        says: "The ball is believed to be in the cup, or at the place, where it is.",
        of: "right",
        per: None,
        better: Better::Higher,
    },
    Measure {
        name: "one ball",
        says: "One ball is believed in at the end, as there is.",
        of: "one-ball",
        per: None,
        better: Better::Higher,
    },
];

const CURVES: &[Curve] = &[
    Curve { measure: "right", over: "moves" },
    Curve { measure: "right", over: "speed" },
    Curve { measure: "right", over: "noise" },
    Curve { measure: "right", over: "missed" },
    Curve { measure: "right", over: "tick" },
    Curve { measure: "right", over: "cups" },
];

/// How long all stand still before, between and after movements.
const STILL_S: f32 = 1.0;
/// Cups go up and down at this speed, or as fast as all else where that is slower.
const LOWER_M_PER_S: f32 = 1.0;
/// A stage is moved away in steps of this until it fits into the field of view.
const AWAY_M: f32 = 0.25;

/// What all parts draw, in this order.
struct Drawn {
    speed: f32,
    size: f32,
    tick_hz: f32,
    noise: f32,
    missed: f32,
    moves: u32,
    cups: u32,
    distance: f32,
    /// How far apart cups stand.
    apart: f32,
}

fn draw(draws: &mut Draws<'_>, wanted_cups: Option<u32>) -> Result<Drawn, String> {
    let (speed, size) = (draws.number("speed"), draws.number("size"));
    let (wanted_m, tick_hz) = (draws.number("distance"), draws.number("tick"));
    let (noise, missed) = (draws.number("noise"), draws.number("missed"));
    let (moves, drawn_cups) = (draws.whole("moves"), draws.whole("cups"));
    if !(speed > 0.0 && size > 0.0) {
        return Err(format!("cups of {size} m at {speed} m/s never get anywhere"));
    }
    let cups = wanted_cups.unwrap_or(drawn_cups);
    // Noise does not make one cup of two that stand beside each other.
    let apart = (3.5 * cup_radius(size)).max(2.0 * cup_radius(size) + 4.0 * noise);
    let farthest = seen_within_m(2.0 * ball_radius(size));
    let room_m = apart * (cups.max(3) as f32 + 1.0) * 0.5;
    let mut distance = wanted_m.min(farthest);
    while half_view_m(distance) < room_m && distance < farthest {
        distance = (distance + AWAY_M).min(farthest);
    }
    draws.conditions.set("distance", distance.into());
    draws.conditions.set("cups", cups.into());
    Ok(Drawn { speed, size, tick_hz, noise, missed, moves, cups, distance, apart })
}

impl Drawn {
    /// The place of a cup in the row.
    fn slot(&self, index: u32) -> Vec2 {
        let middle = (self.cups as f32 - 1.0) * 0.5;
        Vec2::new((index as f32 - middle) * self.apart, self.distance)
    }

    /// All cups in their places, the first of them above the ball, and when it has been lowered.
    fn begin(&self, case: &Case<'_>, over: u32) -> (Stage, f32) {
        let lifted_m = 2.0 * self.size;
        let cup = |index: u32| Moved {
            name: format!("cup-{index}"),
            from: self.slot(index),
            height_m: if index == over { lifted_m } else { 0.0 },
            slides: Vec::new(),
        };
        let ball = Moved { name: BALL.to_owned(), from: self.slot(over), height_m: 0.0, slides: Vec::new() };
        let mut stage = Stage {
            name: format!("{}-{}", case.part.name, case.seed),
            shows: case.part.says,
            tick_hz: self.tick_hz,
            seed: case.seed & i64::MAX as u64,
            length_s: 0.0,
            size_m: self.size,
            noise_m: self.noise,
            missed: self.missed,
            cups: (0..self.cups).map(cup).collect(),
            ball,
            screen: None,
        };
        let lowered = stage.cups[over as usize].lift(2.0 * STILL_S, lifted_m, 0.0, LOWER_M_PER_S);
        (stage, lowered + STILL_S)
    }
}

/// Both go the same way at the same time: one is in the other.
fn go_together(stage: &mut Stage, cup: usize, at_s: f32, way: &[Vec2], speed: f32) -> f32 {
    stage.ball.go(at_s, way, speed);
    stage.cups[cup].go(at_s, way, speed)
}

fn one_cup(case: &Case<'_>) -> Result<(Stage, Numbers), String> {
    let mut draws = case.draws("one-cup");
    let drawn = draw(&mut draws, Some(1))?;
    let (mut stage, mut now_s) = drawn.begin(case, 0);
    let half = half_view_m(drawn.distance) - cup_radius(drawn.size);
    let mut place = |stage: &Stage| {
        let from = stage.cups[0].last();
        let (x, z) = (draws.chance.between(-half, half), draws.chance.between(0.0, 2.0));
        let to = Vec2::new(x, drawn.distance + z);
        // Far enough that the place where it was is free.
        let least = 3.0 * cup_radius(drawn.size);
        if to.distance(from) < least { from + Vec2::new(0.0, least) } else { to }
    };
    match case.part.name {
        name if name == CARRIED.name => {
            for _ in 0..drawn.moves {
                let to = place(&stage);
                now_s = go_together(&mut stage, 0, now_s, &[to], drawn.speed) + STILL_S;
            }
        }
        name if name == LEFT.name => {
            let lifted_m = 2.0 * drawn.size;
            now_s = stage.cups[0].lift(now_s, 0.0, lifted_m, LOWER_M_PER_S) + STILL_S;
            let to = place(&stage);
            let from = stage.cups[0].last();
            let slide = stage::Slide {
                at_s: now_s,
                way: vec![(to, lifted_m), (to, 0.0)],
                speed_m_per_s: drawn.speed,
            };
            now_s += (from.distance(to) + lifted_m) / drawn.speed + STILL_S;
            stage.cups[0].slides.push(slide);
        }
        name if name == BEHIND_SCREEN.name => {
            let wide = (6.0 * cup_radius(drawn.size)).min(half);
            let side = if draws.chance.happens(0.5) { 1.0 } else { -1.0 };
            let deep = drawn.distance + 2.0 * cup_radius(drawn.size) + 0.5;
            let (before, after) = (Vec2::new(-side * half, deep), Vec2::new(side * half, deep));
            stage.screen = Some((-wide * 0.5, wide * 0.5, drawn.distance - 2.0 * cup_radius(drawn.size)));
            // It begins beside the screen.
            let begin = Vec2::new(-side * half, drawn.distance);
            (stage.cups[0].from, stage.ball.from) = (begin, begin);
            stage.cups[0].slides[0].way[0].0 = begin;
            now_s = go_together(&mut stage, 0, now_s, &[before, after], drawn.speed) + STILL_S;
        }
        _ => {}
    }
    draws.conditions.set("moves", if case.part.name == CARRIED.name { drawn.moves.into() } else { 0.0 });
    stage.length_s = now_s + 2.0 * STILL_S;
    Ok((stage, draws.conditions))
}

fn shell_game(case: &Case<'_>) -> Result<(Stage, Numbers), String> {
    let mut draws = case.draws("shell-game");
    let drawn = draw(&mut draws, None)?;
    let over = draws.chance.below(drawn.cups);
    let (mut stage, mut now_s) = drawn.begin(case, over);
    let aside = Vec2::new(0.0, 1.5 * cup_radius(drawn.size) + 2.0 * drawn.noise);
    for _ in 0..drawn.moves {
        let first = draws.chance.below(drawn.cups);
        let second = (first + 1 + draws.chance.below(drawn.cups - 1)) % drawn.cups;
        let (a, b) = (stage.cups[first as usize].last(), stage.cups[second as usize].last());
        let begin_s = now_s;
        for (cup, from, to, aside) in [(first, a, b, -aside), (second, b, a, aside)] {
            let way = [from + aside, to + aside, to];
            let there_s = match cup == over {
                true => go_together(&mut stage, cup as usize, begin_s, &way, drawn.speed),
                false => stage.cups[cup as usize].go(begin_s, &way, drawn.speed),
            };
            now_s = now_s.max(there_s);
        }
        now_s += STILL_S;
    }
    stage.length_s = now_s + 2.0 * STILL_S;
    Ok((stage, draws.conditions))
}

impl GoesWith {
    fn stage(&self, case: &Case<'_>) -> Result<(Stage, Numbers), Fault> {
        let build = if *case.part == SHELL_GAME { shell_game } else { one_cup };
        build(case).map_err(|why| case.unplayable(self, why))
    }
}

/// What it is, for people.
const ABOUT: About = About {
    name: "goes-with",
    says: "A thing is put into another that is moved: is it known to be where that is?",
    parts: PARTS,
    subjects: SUBJECTS,
    measures: MEASURES,
    curves: CURVES,
};

impl Family for GoesWith {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn ranges(&self) -> Ranges {
        let own = [
            Range {
                name: "moves",
                unit: "",
                says: "how often a cup is moved, or two change places",
                values: Values::Whole(1.0, 4.0),
                limits: (0.0, 20.0),
            },
            Range {
                name: "cups",
                unit: "",
                says: "how many cups look the same in the shell game",
                values: Values::Whole(2.0, 4.0),
                limits: (2.0, 8.0),
            },
        ];
        Ranges::new(shared::seen().into_iter().chain(own))
    }

    fn worlds(&self, _: &Part) -> Worlds {
        Worlds { quick: 8, full: 150 }
    }

    fn world(&self, case: &Case<'_>) -> Result<World, Fault> {
        let (stage, conditions) = self.stage(case)?;
        Ok(stage.world(conditions))
    }

    fn play(&self, case: &Case<'_>) -> Result<Record, Fault> {
        let (stage, conditions) = self.stage(case)?;
        let world = stage.world(conditions.clone());
        let watched = play::watch(&stage, &world).map_err(|why| case.unplayable(self, why))?;
        let mut record = case.record(self, conditions);
        record.scores = watched
            .answers(case.seed)
            .into_iter()
            .map(|(name, answer)| Score::new(name, watched.score(&answer)))
            .collect();
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Run;

    #[test]
    fn pinned_worlds_give_the_same_records_on_1_and_2_threads_and_the_truth_gets_1() {
        let mut ranges = GoesWith.ranges();
        for text in ["tick=10", "speed=1..3"] {
            ranges.set(text).unwrap();
        }
        let run = Run { seed: 5, worlds: Some(2), quick: true };
        let parts: Vec<&'static Part> = PARTS.iter().collect();
        let played = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| run.play(&GoesWith, &parts, &ranges, &|| ()).unwrap())
        };
        let (one, two) = (played(1), played(2));
        assert_eq!(one.records, two.records);
        for record in &one.records {
            let of = |subject: &str| record.score(subject).unwrap().numbers.get("right");
            assert_eq!(of(Subject::TRUTH), Some(1.0), "{} {}", record.part, record.seed);
            let forgets = of(play::FORGETS).unwrap();
            assert_eq!(forgets, if record.part == LEFT.name { 1.0 } else { 0.0 }, "{}", record.part);
        }
    }

    #[test]
    fn every_seed_of_the_wide_ranges_makes_a_world_that_can_be_read() {
        let ranges = GoesWith.ranges();
        for part in PARTS {
            for seed in 1..100 {
                let world = GoesWith.world(&Case { part, seed, ranges: &ranges });
                let world = world.unwrap_or_else(|why| panic!("{why}"));
                if let Err(why) = crate::scene::simulation(&world) {
                    panic!("{} {seed}: {why}\n{}", part.name, world.scenario.unwrap_or_default());
                }
            }
        }
    }
}
