//! Minds about minds: a marble is moved while another looks, looks away, sees a part of it or only hears it. Where will the other
//! look for it? The tests of false belief (Wimmer and Perner 1983; Baron-Cohen, Leslie and Frith 1985), each with a twin in which
//! the other knows. The answer is read before the other moves, and scored by where it then goes with a mind of its own.

mod play;
mod stage;

use crate::family::{About, Case, Draws, Family, Fault, Half, Part, Subject, World, Worlds};
use crate::figure::{Better, Curve, Measure};
use crate::ranges::{Range, Ranges, Values, common as shared};
use crate::record::{Numbers, Record, Score};
use crate::scene::{EYE_RANGE_M, FIELD_OF_VIEW_DEG, seen_within_m};
use piaget_terms::{Vec2, maths};
use stage::{Event, Screen, Stage};

/// The family.
pub struct Minds;

/// A part in which the other comes to hold what is no longer so.
const fn mistaken(name: &'static str, says: &'static str) -> Part {
    Part { name, says, half: Half::Absent }
}

/// Its twin, in which it knows.
const fn knows(name: &'static str, says: &'static str) -> Part {
    Part { name, says, half: Half::Possible }
}

const MOVED_UNSEEN: Part =
    mistaken("moved-unseen", "The other goes away, the marble is moved, the other comes back.");
const MOVED_SEEN: Part =
    knows("moved-seen", "The marble is moved while the other watches, who then goes away and comes back.");
const HALF_SEEN: Part =
    mistaken("half-seen", "The other sees the marble moved once, goes away, and misses the second time.");
const ALL_SEEN: Part =
    knows("all-seen", "The other sees the marble moved twice, then goes away and comes back.");
const BEHIND_CURTAIN: Part =
    mistaken("behind-curtain", "The other looks on, but a curtain hides from it where the marble is moved.");
const NO_CURTAIN: Part = knows("no-curtain", "The same without the curtain.");
const UNHEARD: Part =
    mistaken("unheard", "The marble is moved behind the other's back, with a sound that does not reach it.");
const HEARD: Part =
    knows("heard", "The marble is moved behind the other's back, with a sound that it hears.");
const AWAY_TWICE: Part =
    mistaken("away-twice", "The other goes away and comes back twice; the marble is moved the second time.");
const BACK_BETWEEN: Part = knows(
    "back-between",
    "The marble is moved while the other is away, who comes back, looks behind the screens, and goes again.",
);

const PARTS: &[Part] = &[
    MOVED_UNSEEN,
    MOVED_SEEN,
    HALF_SEEN,
    ALL_SEEN,
    BEHIND_CURTAIN,
    NO_CURTAIN,
    UNHEARD,
    HEARD,
    AWAY_TWICE,
    BACK_BETWEEN,
];

const SUBJECTS: &[Subject] = &[
    Subject { name: Subject::OURS, says: "The mind of Anne, who keeps what the other has seen apart." },
    Subject {
        name: play::OWN_KNOWLEDGE,
        says: "The same mind with the other's view switched off: the other knows what it knows itself.",
    },
    Subject {
        name: play::FACED,
        says: "Where the marble was when the other last faced it, whatever stood in between.",
    },
    Subject { name: play::FIRST, says: "Where the marble was first put." },
    Subject { name: Subject::TRUTH, says: "Told by the scorer where the other goes." },
    Subject { name: play::FORGETS, says: "Knows of nothing that it does not see, and foretells no place." },
    Subject { name: play::RANDOM, says: "Takes any of the places." },
];

const MEASURES: &[Measure] = &[
    Measure {
        name: "right",
        says: "The place where the other then goes was foretold.",
        of: "right",
        per: None,
        better: Better::Higher,
    },
    Measure {
        name: "answered",
        says: "A place was foretold at all.",
        of: "answered",
        per: None,
        better: Better::Higher,
    },
    Measure {
        name: "set out",
        says: "The other set out for one of the places; only these worlds are scored.",
        of: "set-out",
        per: None,
        better: Better::Higher,
    },
];

const CURVES: &[Curve] = &[
    Curve { measure: "right", over: "distance" },
    Curve { measure: "right", over: "noise" },
    Curve { measure: "right", over: "missed" },
    Curve { measure: "right", over: "tick" },
    Curve { measure: "right", over: "speed" },
    Curve { measure: "right", over: "view" },
    Curve { measure: "right", over: "places" },
];

/// How long all stand still between movements.
const STILL_S: f32 = 1.5;
/// How long a body may take to turn round before it walks.
const TURNS_S: f32 = 1.5;
/// How far the other goes away.
const AWAY_M: f32 = 3.0;
/// How far it comes to its place at first.
const COMES_M: f32 = 2.0;
/// How far screens stand behind the marble's middle, beyond its radius.
const GAP_M: f32 = 0.35;
/// How much wider than the marble a screen is to either side.
const WIDER_M: f32 = 0.4;
/// The other's eyes are this high.
const EYES_M: f32 = 1.45;
/// What happens stays this far from the edge of a field of view.
const EDGE_DEG: f32 = 8.0;
/// The share of the half field of view of the observer in which things happen.
const USED_VIEW: f32 = 0.85;

/// What all parts draw, in this order.
struct Drawn {
    roll: f32,
    walk: f32,
    radius: f32,
    tick_hz: f32,
    noise: f32,
    missed: f32,
    view_deg: f32,
    places: u32,
    distance: f32,
    /// How far apart places are.
    apart: f32,
    /// How far behind the row the other stands.
    behind: f32,
    side: f32,
    first: u32,
}

fn tan_deg(degrees: f32) -> f32 {
    maths::tan(degrees.to_radians())
}

fn draw(draws: &mut Draws<'_>, part: &Part) -> Result<Drawn, String> {
    let (roll, walk) = (draws.number("speed"), draws.number("walk"));
    let (size, wanted_m) = (draws.number("size"), draws.number("distance"));
    let (tick_hz, noise, missed) = (draws.number("tick"), draws.number("noise"), draws.number("missed"));
    let (view_deg, drawn_places) = (draws.number("view"), draws.whole("places"));
    if !(roll > 0.0 && walk > 0.0) {
        return Err("nothing ever gets anywhere".to_owned());
    }
    let twice = [HALF_SEEN.name, ALL_SEEN.name].contains(&part.name);
    let least = if twice { 3 } else { 2 };
    let radius = 0.16 + 0.2 * size;
    let screen_m = 2.0 * (radius + WIDER_M);
    // A gap between two screens in which the marble shows for a while, and that the eye's noise does not fill.
    let apart = screen_m + 0.9 + 1.5 * radius + 2.0 * noise;
    // How far behind the row the other stands to see all of it, and the least and the greatest distance at which the observer
    // sees both.
    let fit = |places: u32| {
        let half_row = apart * places as f32 * 0.5;
        let behind = (half_row * 1.15 / tan_deg(view_deg * 0.5 - EDGE_DEG)).max(5.0);
        let farthest = seen_within_m(2.0 * radius).min(EYE_RANGE_M - 2.0 - behind - AWAY_M);
        let nearest = (half_row + 1.0) / (tan_deg(FIELD_OF_VIEW_DEG * 0.5) * USED_VIEW) + 2.0;
        (nearest <= farthest).then_some((places, behind, nearest, farthest))
    };
    // Fewer screens where the row would be too wide.
    let fits = (least..=drawn_places.max(least)).rev().find_map(fit);
    let (places, behind, nearest, farthest) =
        fits.ok_or_else(|| format!("a row of {least} screens, {apart} m apart, cannot be seen whole"))?;
    let distance = wanted_m.clamp(nearest, farthest);
    let side = if draws.chance.happens(0.5) { 1.0 } else { -1.0 };
    let first = draws.chance.below(places);
    draws.conditions.set("distance", distance.into());
    draws.conditions.set("places", places.into());
    Ok(Drawn {
        roll,
        walk,
        radius,
        tick_hz,
        noise,
        missed,
        view_deg,
        places,
        distance,
        apart,
        behind,
        side,
        first,
    })
}

/// What happens, one after the other.
struct Script {
    stage: Stage,
    now_s: f32,
    marble: Vec2,
    other: Vec2,
}

impl Script {
    fn roll(&mut self, place: u32) {
        let to = self.stage.places[place as usize];
        self.stage.events.push((self.now_s, Event::Rolls(to)));
        self.now_s += self.marble.distance(to) / self.stage.roll_m_per_s + STILL_S;
        self.marble = to;
    }

    fn walk(&mut self, way: &[Vec2]) {
        self.stage.events.push((self.now_s, Event::Walks(way.to_vec())));
        for to in way {
            self.now_s += self.other.distance(*to) / self.stage.walk_m_per_s + TURNS_S;
            self.other = *to;
        }
        self.now_s += STILL_S;
    }

    fn leave(&mut self) {
        let home = self.stage.home;
        self.walk(&[home + Vec2::new(0.0, AWAY_M)]);
    }

    fn come_back(&mut self) {
        self.walk(&[self.stage.home]);
    }
}

impl Drawn {
    fn place(&self, index: u32) -> Vec2 {
        let middle = (self.places as f32 - 1.0) * 0.5;
        Vec2::new((index as f32 - middle) * self.apart, self.distance)
    }

    /// All stand, and the marble rolls behind the first screen while both look.
    fn begin(&self, case: &Case<'_>, home: Vec2, first: u32) -> Script {
        let places: Vec<Vec2> = (0..self.places).map(|index| self.place(index)).collect();
        let gap_m = self.radius + GAP_M;
        // As high as the other's look over the marble, and a little more.
        let top_m = 2.0 * self.radius;
        let high_m = top_m + (EYES_M - top_m).max(0.0) * gap_m / self.behind + 0.25;
        let screen = |place: &Vec2| {
            let share = gap_m / self.behind;
            let x = place.x + (home.x - place.x) * share;
            Screen { at: Vec2::new(x, place.y + gap_m), long_m: 2.0 * (self.radius + WIDER_M), high_m }
        };
        let screens = places.iter().map(screen).collect();
        let begins = places[first as usize] + Vec2::new(self.side * self.apart * 0.5, 0.0);
        let stage = Stage {
            name: format!("{}-{}", case.part.name, case.seed),
            shows: case.part.says,
            tick_hz: self.tick_hz,
            seed: case.seed & i64::MAX as u64,
            noise_m: self.noise,
            missed: self.missed,
            field_of_view_deg: self.view_deg,
            radius_m: self.radius,
            roll_m_per_s: self.roll,
            walk_m_per_s: self.walk,
            places,
            screens,
            begins,
            home,
            comes_from: home,
            events: Vec::new(),
            ask_s: 0.0,
        };
        // It comes to its place, so that one who cannot make out a face knows which way it looks.
        let comes_from = home + Vec2::new(0.0, COMES_M);
        let mut script = Script { stage, now_s: STILL_S, marble: begins, other: comes_from };
        script.stage.comes_from = comes_from;
        script.come_back();
        script.roll(first);
        script
    }
}

fn build(case: &Case<'_>) -> Result<(Stage, Numbers), String> {
    // Twins draw the same numbers.
    let pair = PARTS.iter().position(|part| part == case.part).unwrap_or(0) / 2;
    let mut draws = case.draws(["moved", "half", "curtain", "sound", "twice"][pair]);
    let drawn = draw(&mut draws, case.part)?;
    let others = drawn.places - 1;
    let mut next = |from: u32| (from + 1 + draws.chance.below(others)) % drawn.places;
    let first = drawn.first;
    let second = next(first);
    let name = case.part.name;
    let middle = Vec2::new(0.0, drawn.distance + drawn.behind);
    if [BEHIND_CURTAIN.name, NO_CURTAIN.name].contains(&name) {
        return Ok((curtain(case, &drawn), draws.conditions));
    }
    let mut script = drawn.begin(case, middle, first);
    match name {
        _ if name == MOVED_UNSEEN.name => {
            script.leave();
            script.roll(second);
            script.come_back();
        }
        _ if name == MOVED_SEEN.name => {
            script.roll(second);
            script.leave();
            script.come_back();
        }
        _ if name == HALF_SEEN.name || name == ALL_SEEN.name => {
            // Somewhere else than at first, or what was seen last would not differ from it.
            let third = (0..drawn.places).find(|place| ![first, second].contains(place)).unwrap_or(first);
            script.roll(second);
            if name == ALL_SEEN.name {
                script.roll(third);
            }
            script.leave();
            if name == HALF_SEEN.name {
                script.roll(third);
            }
            script.come_back();
        }
        _ if name == HEARD.name || name == UNHEARD.name => {
            script.leave();
            script.roll(second);
            let ears = script.other.distance(script.marble);
            // Loud enough by half for both, or by half not for the other.
            let loudness = match name == HEARD.name {
                true => 1.5 * ears.max(script.marble.length()) / HEARING_M,
                false => 0.5 * ears / HEARING_M,
            };
            script.stage.events.push((script.now_s, Event::Sounds(loudness)));
            script.now_s += STILL_S;
            script.come_back();
        }
        _ if name == AWAY_TWICE.name => {
            script.leave();
            script.come_back();
            script.leave();
            script.roll(second);
            script.come_back();
        }
        _ => {
            script.leave();
            script.roll(second);
            // Round the end of the row, to look along it from the observer's side.
            let end = drawn.side * (drawn.apart * (drawn.places as f32 * 0.5) + 1.0);
            let corner = Vec2::new(end, drawn.distance + 1.5);
            let near = Vec2::new(end, drawn.distance - 2.0);
            let along = near - Vec2::new(drawn.side * 0.8, -0.4);
            script.walk(&[corner, near, along]);
            script.walk(&[near, corner, middle + Vec2::new(0.0, AWAY_M)]);
            script.come_back();
        }
    }
    script.stage.ask_s = script.now_s + STILL_S;
    Ok((script.stage, draws.conditions))
}

/// The other's ears: a sound of loudness 1 is heard within this distance, as its character has it.
const HEARING_M: f32 = 50.0;

/// The other stands at one end of the row. A high curtain before it hides all but the first screen, and the marble is moved.
fn curtain(case: &Case<'_>, drawn: &Drawn) -> Stage {
    // The first at that end, and the one beside it.
    let (first, second) = if drawn.side > 0.0 { (drawn.places - 1, drawn.places - 2) } else { (0, 1) };
    let home = Vec2::new(drawn.place(first).x + drawn.side * 1.0, drawn.distance + drawn.behind);
    let mut script = drawn.begin(case, home, first);
    let before_m = 1.4;
    // From the inner edge of the first screen to beyond the other end of the row, as the other sees it.
    let share = before_m / drawn.behind;
    let seen_at = |x: f32| home.x + (x - home.x) * share;
    let inner = drawn.place(first).x - drawn.side * (drawn.radius + WIDER_M + 0.2);
    let beyond = -drawn.side * drawn.apart * (drawn.places as f32 * 0.5 + 1.5);
    let (a, b) = (seen_at(inner), seen_at(beyond));
    if case.part.name == BEHIND_CURTAIN.name {
        let at = Vec2::new((a + b) * 0.5, home.y - before_m);
        script.stage.screens.push(Screen { at, long_m: (a - b).abs(), high_m: 2.2 });
    }
    script.roll(second);
    script.stage.ask_s = script.now_s + STILL_S;
    script.stage
}

/// What it is, for people.
const ABOUT: About = About {
    name: "minds",
    says: "A thing is moved, and another has seen it, or not: where will the other look?",
    parts: PARTS,
    subjects: SUBJECTS,
    measures: MEASURES,
    curves: CURVES,
};

impl Family for Minds {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn ranges(&self) -> Ranges {
        let own = [
            Range {
                name: "walk",
                unit: "m/s",
                says: "how fast the other walks",
                values: Values::Between(0.6, 1.8),
                limits: (0.0, 5.0),
            },
            Range {
                name: "view",
                unit: "degrees",
                says: "how wide the other sees",
                values: Values::Between(80.0, 130.0),
                limits: (40.0, 160.0),
            },
            Range {
                name: "places",
                unit: "",
                says: "how many screens there are",
                values: Values::Whole(2.0, 4.0),
                limits: (2.0, 5.0),
            },
        ];
        Ranges::new(shared::seen().into_iter().chain(own))
    }

    fn worlds(&self, _: &Part) -> Worlds {
        Worlds { quick: 6, full: 100 }
    }

    fn world(&self, case: &Case<'_>) -> Result<World, Fault> {
        let (stage, conditions) = build(case).map_err(|why| case.unplayable(self, why))?;
        Ok(stage.world(conditions))
    }

    fn play(&self, case: &Case<'_>) -> Result<Record, Fault> {
        let (stage, mut conditions) = build(case).map_err(|why| case.unplayable(self, why))?;
        let world = stage.world(conditions.clone());
        let watched = play::watch(&stage, &world).map_err(|why| case.unplayable(self, why))?;
        conditions.set("went", watched.went().map_or(-1.0, |went| went as f64));
        let mut record = case.record(self, conditions);
        let answers = watched.answers(&stage, case.seed);
        record.scores =
            answers.into_iter().map(|(name, answer)| Score::new(name, watched.score(answer))).collect();
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Run;

    #[test]
    fn pinned_worlds_give_the_same_records_on_1_and_2_threads_and_the_truth_gets_1() {
        let mut ranges = Minds.ranges();
        for text in ["tick=10", "speed=1..3", "noise=0..0.05"] {
            ranges.set(text).unwrap();
        }
        let run = Run { seed: 5, worlds: Some(1), quick: true };
        let parts: Vec<&'static Part> = PARTS.iter().collect();
        let played = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| run.play(&Minds, &parts, &ranges, &|| ()).unwrap())
        };
        let (one, two) = (played(1), played(2));
        assert_eq!(one.records, two.records);
        for record in &one.records {
            let of = |subject: &str| record.score(subject).unwrap().numbers.get("right");
            assert_eq!(of(Subject::TRUTH), Some(1.0), "{} {}", record.part, record.seed);
            // Who hands the other its own knowledge is right just where the other knows.
            let knows = f64::from(u8::from(record.half == Half::Possible));
            assert_eq!(of(play::OWN_KNOWLEDGE), Some(knows), "{} {}", record.part, record.seed);
        }
    }

    #[test]
    fn every_seed_of_the_wide_ranges_makes_a_world_that_can_be_read() {
        let ranges = Minds.ranges();
        for part in PARTS {
            for seed in 1..25 {
                let world = Minds.world(&Case { part, seed, ranges: &ranges });
                let world = world.unwrap_or_else(|why| panic!("{why}"));
                if let Err(why) = crate::scene::simulation(&world) {
                    panic!("{} {seed}: {why}\n{}", part.name, world.scenario.unwrap_or_default());
                }
            }
        }
    }
}
