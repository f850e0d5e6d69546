//! Ten sheep of one colour cross each other's ways, and a mind that may not use the host's numbers keeps them apart
//! by place alone (Isla 4.2), beside the same mind with greedy matching and beside a plain tracker.

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
    says: "Sheep that look alike, cross and hide each other are not taken for one another, and less often than by greedy matching \
           or by a plain tracker.",
    metric: "identity switches per crossing where sheep hide each other, at 10 or 30 looks a second, whichever is more",
    bar: Bar::AtMost(0.02),
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
}

/// Who keeps them apart.
#[derive(Clone, Copy)]
enum Watcher {
    /// A mind that assigns all sightings together.
    Optimal,
    /// A mind that takes the nearest pair first.
    Greedy,
    /// No mind: tracks that go on at their own velocity, and take the nearest sighting within a gate, nearest pair first.
    Tracker,
}

#[derive(Clone, Copy, Default)]
struct Count {
    /// Of the eyes of this trial.
    noise_m: f32,
    crossings: u32,
    switches: u32,
}

const RATES_HZ: [u32; 2] = [10, 30];

fn run(run: &Run<'_>) -> Result<Measured, String> {
    let of = |ticks_per_s, hiding, watcher| (Eyes { ticks_per_s, hiding }, watcher);
    let all: Vec<(Eyes, Watcher)> = [Watcher::Optimal, Watcher::Greedy, Watcher::Tracker]
        .into_iter()
        .flat_map(|watcher| {
            RATES_HZ.into_iter().flat_map(move |hz| [true, false].map(|hiding| of(hz, hiding, watcher)))
        })
        .collect();
    let minds = [watcher(false)?, watcher(true)?];
    let trials = run.each(|trial| {
        let watch = |(eyes, watcher): &(Eyes, Watcher)| match watcher {
            Watcher::Optimal => watch(*eyes, &mut Seen::by_mind(&minds[0], trial), trial),
            Watcher::Greedy => watch(*eyes, &mut Seen::by_mind(&minds[1], trial), trial),
            Watcher::Tracker => watch(*eyes, &mut Seen::Tracks(Tracks::default()), trial),
        };
        all.iter().map(watch).collect::<Vec<Count>>()
    });
    let total = |which: usize| {
        let of = |count: fn(&Count) -> u32| {
            trials.iter().map(|trial| f64::from(count(&trial[which]))).sum::<f64>()
        };
        (of(|count| count.switches), of(|count| count.crossings))
    };
    let rate = |which: usize| total(which).0 / total(which).1;
    // Each watcher has four: 10 a second hiding and not, then 30 a second.
    let hard = |watcher: usize| rate(4 * watcher).max(rate(4 * watcher + 2));
    let easy = |watcher: usize| rate(4 * watcher + 1).max(rate(4 * watcher + 3));
    let mut measured = Measured::new(hard(0))
        .require("the same where none hides another", easy(0), Bar::AtMost(0.01))
        .require("crossings per trial", total(0).1 / f64::from(run.trials), Bar::AtLeast(20.0))
        .require("rival: the same with greedy matching, less ours", hard(1) - hard(0), Bar::AtLeast(0.0))
        .require("rival: the same by tracks that go on, less ours", hard(2) - hard(0), Bar::AtLeast(0.0))
        .detail("greedy, where none hides another", easy(1))
        .detail("by tracks that go on, where none hides another", easy(2));
    // The mind that assigns all together, all in view at 30 a second, by how well it sees.
    for (name, from, to) in
        [("less than 2 cm", 0.0, 0.02), ("2 to 5 cm", 0.02, 0.05), ("5 to 10 cm", 0.05, 0.1)]
    {
        let of_noise =
            || trials.iter().map(|trial| trial[3]).filter(|count| (from..to).contains(&count.noise_m));
        let sum = |of: fn(Count) -> u32| of_noise().map(|count| f64::from(of(count))).sum::<f64>();
        measured = measured.detail(
            format!("optimal, 30 a second, all in view, {name} of noise"),
            sum(|count| count.switches) / sum(|count| count.crossings),
        );
    }
    for (which, (eyes, watcher)) in all.iter().enumerate() {
        let who = ["optimal", "greedy", "tracks"][*watcher as usize];
        let how = if eyes.hiding { "hiding each other" } else { "all in view" };
        measured = measured.detail(format!("{who}, {} a second, {how}", eyes.ticks_per_s), rate(which));
    }
    Ok(measured)
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

/// Whoever says which sighting is which sheep.
enum Seen {
    Mind(Box<Mind>),
    Tracks(Tracks),
}

impl Seen {
    fn by_mind(character: &Arc<Character>, trial: Trial) -> Self {
        let terrain = Arc::new(Terrain::open(Rect::centred(30.0, 30.0)));
        Self::Mind(Box::new(Mind::new(Arc::clone(character), terrain, trial.seed)))
    }

    /// The name that each sighting gets, with the host's number of the sheep, which only the experiment knows.
    fn look(&mut self, sightings: &[Sighting], time_s: f64, tick_s: f32) -> Vec<(u32, u32)> {
        match self {
            Self::Mind(mind) => {
                let body = BodySense::standing(maths::on_ground(WATCHER), 0.0);
                mind.step(&Senses::new(time_s, tick_s, &body, &Blind).sightings(sightings));
                let seen = |belief: &piaget_mind::Belief| Some((belief.seen_as?.0, belief.id.0));
                mind.view().beliefs().iter().filter_map(seen).collect()
            }
            Self::Tracks(tracks) => tracks.look(sightings, tick_s),
        }
    }
}

/// A plain tracker: constant velocity, nearest pair first within a gate, and a track that is not seen goes on for a while.
#[derive(Default)]
struct Tracks {
    all: Vec<Track>,
    made: u32,
}

struct Track {
    number: u32,
    at: Vec2,
    velocity: Vec2,
    unseen_s: f32,
}

impl Tracks {
    /// No farther from where it is expected, and no longer unseen; as long as the mind's beliefs last.
    const GATE_M: f32 = 1.5;
    const KEPT_S: f32 = 10.0;
    /// How much of a measured velocity is taken over each second: noise is a good part of one step.
    const TAKEN_PER_S: f32 = 4.0;

    fn look(&mut self, sightings: &[Sighting], tick_s: f32) -> Vec<(u32, u32)> {
        for track in &mut self.all {
            track.at += track.velocity * tick_s;
            track.unseen_s += tick_s;
        }
        self.all.retain(|track| track.unseen_s < Self::KEPT_S);
        let place = |sighting: &Sighting| maths::ground(sighting.position);
        let mut pairs: Vec<(f32, usize, usize)> = Vec::new();
        for (index, track) in self.all.iter().enumerate() {
            for (seen, sighting) in sightings.iter().enumerate() {
                let off = track.at.distance(place(sighting));
                if off < Self::GATE_M {
                    pairs.push((off, index, seen));
                }
            }
        }
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut taken, mut given) = (vec![false; self.all.len()], vec![None; sightings.len()]);
        for (_, index, seen) in pairs {
            if taken[index] || given[seen].is_some() {
                continue;
            }
            taken[index] = true;
            let track = &mut self.all[index];
            let off = place(&sightings[seen]) - track.at;
            let gain = (Self::TAKEN_PER_S * track.unseen_s).min(1.0);
            track.velocity = (track.velocity + off / track.unseen_s * gain).clamp_length_max(3.0);
            (track.at, track.unseen_s) = (place(&sightings[seen]), 0.0);
            given[seen] = Some(track.number);
        }
        for (seen, sighting) in
            sightings.iter().enumerate().filter(|(seen, _)| given[*seen].is_none()).collect::<Vec<_>>()
        {
            self.made += 1;
            given[seen] = Some(self.made);
            let at = place(sighting);
            self.all.push(Track { number: self.made, at, velocity: Vec2::ZERO, unseen_s: 0.0 });
        }
        sightings.iter().zip(given).filter_map(|(sighting, number)| Some((sighting.id.0, number?))).collect()
    }
}

fn watch(eyes: Eyes, watcher: &mut Seen, trial: Trial) -> Count {
    // The sheep walk alike whoever watches them.
    let mut chance = trial.chance();
    let mut noise = Chance::of_part(trial.seed, 1);
    let noise_m = chance.between(0.0, 0.1);
    let mut flock = Flock::new(&mut chance);
    let tick_s = 1.0 / eyes.ticks_per_s as f32;
    let mut known: [Option<u32>; SHEEP] = [None; SHEEP];
    let mut count = Count { noise_m, ..Count::default() };
    let mut sightings = Vec::new();
    for tick in 0..(SECONDS * eyes.ticks_per_s as f32) as u32 {
        count.crossings += flock.walk(tick_s, &mut chance);
        sightings.clear();
        for (index, place) in flock.places.iter().enumerate() {
            // Drawn for hidden ones too, so that hiding changes nothing else.
            let off = Vec3::new(noise.normal(), 0.0, noise.normal()) * noise_m;
            if !(eyes.hiding && flock.hides(index)) {
                let place = maths::on_ground(*place) + Vec3::Y * 0.4 + off;
                let (id, kind) = (HostId(index as u32), Name::cut("sheep"));
                sightings.push(Sighting::new(id, kind, place).colour(Name::cut("white")));
            }
        }
        let time_s = f64::from(tick) * f64::from(tick_s);
        for (seen, name) in watcher.look(&sightings, time_s, tick_s) {
            let sheep = &mut known[seen as usize];
            // A sheep that was one belief and is now another has changed its identity.
            count.switches += u32::from(sheep.is_some_and(|before| before != name));
            *sheep = Some(name);
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
        let speeds = std::array::from_fn(|_| chance.between(0.3, 2.0));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rival_keeps_two_apart_that_cross_on_straight_ways() {
        let mut tracks = Tracks::default();
        let mut names = [Vec::new(), Vec::new()];
        for tick in 0..60 {
            let along = tick as f32 * 0.1 - 3.0;
            let places = [Vec2::new(along, 0.2), Vec2::new(-along, -0.2)];
            let sightings = [0, 1].map(|sheep: u32| {
                let place = maths::on_ground(places[sheep as usize]);
                Sighting::new(HostId(sheep), Name::cut("sheep"), place)
            });
            for (sheep, name) in tracks.look(&sightings, 0.1) {
                names[sheep as usize].push(name);
            }
        }
        names.iter_mut().for_each(Vec::dedup);
        assert!(names.iter().all(|names| names.len() == 1) && names[0] != names[1], "{names:?}");
    }
}
