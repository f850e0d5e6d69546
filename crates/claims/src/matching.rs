//! Ten sheep of one colour cross each other's ways, and a mind that may not use the host's numbers keeps them apart
//! by place alone (Isla 4.2), beside the same mind with greedy matching.

use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::{Run, Trial};
use glam::Vec2;
use piaget_mind::{Character, Mind};
use piaget_terms::{Blind, BodySense, Chance, HostId, Name, Rect, Senses, Sighting, Terrain, Vec3, maths};
use piaget_text::Source;
use std::sync::Arc;

pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "mind.matching",
    source: "Isla & Blumberg 2002, 4.2",
    says: "Sheep that look alike and cross in view are not taken for one another.",
    metric: "identity switches per crossing",
    bar: Bar::AtMost(0.01),
    trials: Trials { full: 100, quick: 8 },
    run,
}];

const SHEEP: usize = 10;
/// Sheep are half a metre wide and squeeze past each other.
const WIDTH_M: f32 = 0.5;
/// Two sheep cross when they come this near and part again.
const CROSSING_M: f32 = 1.0;
const FIELD_M: f32 = 5.0;
const SECONDS: f32 = 60.0;
/// Where the one who watches has its eyes.
const WATCHER: Vec2 = Vec2::new(0.0, -9.0);

/// How the sheep are seen.
#[derive(Clone, Copy)]
struct Eyes {
    ticks_per_s: u32,
    /// Whether a sheep hides those behind it.
    hiding: bool,
    greedy: bool,
}

#[derive(Clone, Copy, Default)]
struct Count {
    crossings: u32,
    switches: u32,
}

fn run(run: &Run<'_>) -> Result<Measured, String> {
    let optimal = Eyes { ticks_per_s: 10, hiding: false, greedy: false };
    let greedy = |eyes: Eyes| Eyes { greedy: true, ..eyes };
    let fast = Eyes { ticks_per_s: 30, ..optimal };
    let hiding = Eyes { hiding: true, ..optimal };
    let all = [optimal, greedy(optimal), fast, greedy(fast), hiding, greedy(hiding)];
    let minds = all.iter().map(|eyes| watcher(eyes.greedy)).collect::<Result<Vec<_>, _>>()?;
    let trials = run.each(|trial| {
        let watch = |(eyes, mind): (&Eyes, &Arc<Character>)| watch(*eyes, mind, trial);
        all.iter().zip(&minds).map(watch).collect::<Vec<Count>>()
    });
    let total = |which: usize| {
        let of = |count: fn(&Count) -> u32| {
            trials.iter().map(|trial| f64::from(count(&trial[which]))).sum::<f64>()
        };
        (of(|count| count.switches), of(|count| count.crossings))
    };
    let rate = |which: usize| total(which).0 / total(which).1;
    Ok(Measured::new(rate(0))
        .require("crossings per trial", total(0).1 / f64::from(run.trials), Bar::AtLeast(20.0))
        .detail("switches", total(0).0)
        .detail("crossings", total(0).1)
        .detail("switches_greedy", total(1).0)
        .detail("per_crossing_greedy", rate(1))
        .detail("per_crossing_30_hz", rate(2))
        .detail("per_crossing_30_hz_greedy", rate(3))
        .detail("per_crossing_hiding_each_other", rate(4))
        .detail("per_crossing_hiding_each_other_greedy", rate(5)))
}

fn watcher(greedy: bool) -> Result<Arc<Character>, String> {
    let assignment = if greedy { "greedy" } else { "optimal" };
    let text = format!(
        "character \"watcher\"\npercepts {{ kind \"sheep\" }}\n\
         beliefs persist=10 {{ match speed=2 assignment=\"{assignment}\" }}"
    );
    let parsed = Character::parse(&Source::new("watcher.kdl", text), &mut |_| Err("no other files".into()));
    parsed.map(Arc::new).map_err(|mistakes| mistakes.to_string())
}

fn watch(eyes: Eyes, character: &Arc<Character>, trial: Trial) -> Count {
    // The sheep walk alike whoever watches them.
    let mut chance = trial.chance();
    let mut noise = Chance::of_part(trial.seed, 1);
    let mut flock = Flock::new(&mut chance);
    let terrain = Arc::new(Terrain::open(Rect::centred(30.0, 30.0)));
    let mut mind = Mind::new(Arc::clone(character), terrain, trial.seed);
    let body = BodySense::standing(maths::on_ground(WATCHER), 0.0);
    let tick_s = 1.0 / eyes.ticks_per_s as f32;
    let mut known: [Option<u32>; SHEEP] = [None; SHEEP];
    let mut count = Count::default();
    let mut sightings = Vec::new();
    for tick in 0..(SECONDS * eyes.ticks_per_s as f32) as u32 {
        count.crossings += flock.walk(tick_s, &mut chance);
        sightings.clear();
        for (index, place) in flock.places.iter().enumerate() {
            // Drawn for hidden ones too, so that hiding changes nothing else.
            let off = Vec3::new(noise.normal(), 0.0, noise.normal()) * 0.02;
            if !(eyes.hiding && flock.hides(index)) {
                let place = maths::on_ground(*place) + Vec3::Y * 0.4 + off;
                let (id, kind) = (HostId(index as u32), Name::cut("sheep"));
                sightings.push(Sighting::new(id, kind, place).colour(Name::cut("white")));
            }
        }
        let time_s = f64::from(tick) * f64::from(tick_s);
        let senses = Senses::new(time_s, tick_s, &body, &Blind).sightings(&sightings);
        mind.step(&senses);
        for belief in mind.view().beliefs() {
            let Some(seen) = belief.seen_as else { continue };
            let sheep = &mut known[seen.0 as usize];
            // A sheep that was one belief and is now another has changed its identity.
            count.switches += u32::from(sheep.is_some_and(|before| before != belief.id.0));
            *sheep = Some(belief.id.0);
        }
    }
    count
}

/// Sheep that walk from one side of the field to another and squeeze past each other.
struct Flock {
    places: [Vec2; SHEEP],
    goals: [Vec2; SHEEP],
    speeds: [f32; SHEEP],
    near: [[bool; SHEEP]; SHEEP],
}

impl Flock {
    fn new(chance: &mut Chance) -> Self {
        let mut place = || Vec2::new(chance.between(-FIELD_M, FIELD_M), chance.between(-FIELD_M, FIELD_M));
        let (places, goals) = (std::array::from_fn(|_| place()), std::array::from_fn(|_| place()));
        let speeds = std::array::from_fn(|_| chance.between(0.5, 1.5));
        Self { places, goals, speeds, near: [[false; SHEEP]; SHEEP] }
    }

    /// One tick; how many pairs finished crossing.
    fn walk(&mut self, tick_s: f32, chance: &mut Chance) -> u32 {
        for sheep in 0..SHEEP {
            if self.places[sheep].distance(self.goals[sheep]) < WIDTH_M {
                let goal = || Vec2::new(chance.between(-FIELD_M, FIELD_M), chance.between(-FIELD_M, FIELD_M));
                self.goals[sheep] = std::iter::repeat_with(goal)
                    .find(|goal| goal.distance(self.places[sheep]) > FIELD_M)
                    .unwrap_or_default();
            }
            self.places[sheep] =
                self.places[sheep].move_towards(self.goals[sheep], self.speeds[sheep] * tick_s);
        }
        let mut crossings = 0;
        for a in 0..SHEEP {
            for b in a + 1..SHEEP {
                let apart = self.places[b] - self.places[a];
                let distance = apart.length();
                if distance < WIDTH_M {
                    // Each gives way half, and a little to its right, or two that meet head on would stand forever.
                    let away = apart.normalize_or(Vec2::X);
                    let give = (away * 0.5 + away.perp() * 0.3) * (WIDTH_M - distance);
                    self.places[a] -= give;
                    self.places[b] += give;
                }
                crossings += u32::from(self.near[a][b] && distance > CROSSING_M);
                self.near[a][b] = distance < CROSSING_M;
            }
        }
        crossings
    }

    /// Whether a sheep stands behind another for the one who watches.
    fn hides(&self, index: usize) -> bool {
        let from_eye = |sheep: usize| self.places[sheep] - WATCHER;
        let (own, own_m) = (from_eye(index), from_eye(index).length());
        (0..SHEEP).filter(|other| *other != index && from_eye(*other).length() < own_m).any(|other| {
            let nearer = from_eye(other);
            own.perp_dot(nearer).abs() / own_m < 0.5 * WIDTH_M && own.dot(nearer) > 0.0
        })
    }
}
