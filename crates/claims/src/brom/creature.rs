//! The memory within a creature: it is the prior of the map, and its places can be the creature's own finding.

use super::claims::new_house;
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::{Run, Trial};
use crate::scene;
use crate::statistics::mean;
use piaget_memory::PlaceId;
use piaget_mind::{Character, Mind};
use piaget_nav::{Ground, PathSearch, Raster};
use piaget_sim::{Simulation, words};
use piaget_terms::{
    Blind, BodySense, Chance, HostId, Name, Rect, Senses, Sighting, Terrain, Vec2, Vec3, Wall,
};
use piaget_text::Source;
use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "memory.prior",
        source: "ours, Brom with Isla",
        says: "Asked for a ball not seen today, a creature goes where it is usually kept, anywhere in a house of six rooms.",
        metric: "seconds until it is found beyond those of the way there, per those of one who knows only that it is in the house",
        bar: Bar::AtMost(0.25),
        trials: Trials { full: 100, quick: 6 },
        run: prior,
    },
    Claim {
        id: "memory.grown",
        source: "Brom, open point c",
        says: "Rooms and the spots where things are kept are found by the creature, without being told of any.",
        metric: "share of the ground that it counts to the true room",
        bar: Bar::AtLeast(0.9),
        trials: Trials { full: 100, quick: 4 },
        run: grown,
    },
];

const BUTLER: &str = "characters/butler.kdl";
const HABIT: &str =
    "found \"red ball\" at=\"wardrobe\" times=6\n    found \"red ball\" at=\"sofa\" times=1 ago=4";
const ORDER: &str = "at 2 name=\"order\"";
/// Long enough to look into every room.
const PATIENCE_S: f64 = 150.0;

/// How long a butler looked for a ball, from when he was asked.
#[derive(Clone, Copy)]
struct Looked {
    seconds: f64,
    /// How long the way to where it can be seen takes, for one who knows it. No memory makes that shorter.
    way_s: f64,
}

impl Looked {
    fn found(self) -> bool {
        self.seconds < PATIENCE_S
    }

    /// Never less than nothing: another way may happen to show it sooner than the shortest.
    fn lost_s(self) -> f64 {
        (self.seconds - self.way_s).max(0.0)
    }
}

/// How the butler looks for a ball that lies at a place, if he is taught so much. `None` if he saw it before he was asked.
fn look_for(trial: Trial, lies: Vec2, habit: &str, told: &str) -> Result<Option<Looked>, String> {
    let at = format!("thing.ball.at={} 0.2 {}", lies.x, lies.y);
    let length = format!("length={}", 2.0 * PATIENCE_S);
    let order = format!("at 0.5 {{ say {told:?} {{ by \"owner\" }} }}\n    {ORDER}");
    let edits = [(BUTLER, HABIT, habit), ("scenarios/usual-place.kdl", ORDER, order.as_str())];
    let edits = if told.is_empty() { &edits[..1] } else { &edits[..] };
    let mut simulation = scene::edited("usual-place", trial, &[&at, &length], edits)?;
    let mut asked = None;
    while !simulation.is_over() {
        let time_s = simulation.time_s();
        let happened = simulation.step();
        let sees = happened.iter().any(|h| h.event == words::SEES && h.about == "ball");
        if happened.iter().any(|h| h.event == words::EVENT && h.about == "order") {
            asked = Some((time_s, way_s(&simulation)?));
        }
        match asked {
            None if sees => return Ok(None),
            Some((asked_s, way_s)) if sees || time_s - asked_s >= PATIENCE_S => {
                return Ok(Some(Looked { seconds: (time_s - asked_s).min(PATIENCE_S), way_s }));
            }
            _ => {}
        }
    }
    Err("the butler was never asked".to_owned())
}

/// How long the butler walks along the shortest way to the ball until no wall hides it any more.
fn way_s(simulation: &Simulation) -> Result<f64, String> {
    const STEP_M: f32 = 0.05;
    let butler = simulation.actor("butler").ok_or("there is no butler")?;
    let body = &butler.mind.character().body;
    let terrain = simulation.world().terrain();
    let raster = Raster::default();
    let (walked, seen) = (Ground::new(&terrain, body.radius_m, &raster), Ground::new(&terrain, 0.0, &raster));
    let from = scene::truth(simulation, "butler").ok_or("the butler is gone")?;
    let ball = scene::truth(simulation, "ball").ok_or("the ball is gone")?;
    let open = |point| walked.nearest_cell(point, |cell| walked.island_of(cell) != 0);
    let (a, b) = open(from).zip(open(ball)).ok_or("there is no ground")?;
    let mut search = PathSearch::default();
    search.any_angle(&walked, &[], a, b).ok_or("there is no way to the ball")?;
    let corners = search.path().iter().skip(1).map(|cell| walked.centre_of(*cell));
    let (mut at, mut way_m) = (from, 0.0);
    for corner in corners {
        while !seen.sees(at, ball) && at.distance(corner) > STEP_M {
            at += (corner - at).normalize_or_zero() * STEP_M;
            way_m += STEP_M;
        }
    }
    Ok(f64::from(way_m / body.walk_m_per_s))
}

fn prior(run: &Run<'_>) -> Result<Measured, String> {
    let house = new_house()?.house;
    let each = run.each(|trial| {
        let mut chance = trial.chance();
        let leaves = house.leaves();
        let any = |chance: &mut Chance| leaves[chance.below(leaves.len() as u32) as usize];
        let (usual, other) = (any(&mut chance), any(&mut chance));
        let at = |place: PlaceId| house[place].at.ok_or("a place of the new house has no ground");
        let habit = format!("found \"red ball\" at={:?} times=6", house[usual].name.as_str());
        let there = look_for(trial, at(usual)?, &habit, "")?;
        let ignorant = look_for(trial, at(usual)?, "", "the ball is in the house")?;
        let moved = look_for(trial, at(other)?, &habit, "")?;
        Ok::<_, String>((there, ignorant, moved))
    });
    let each: Vec<_> = each.into_iter().collect::<Result<_, _>>()?;
    let share_found = |searches: Vec<Option<Looked>>| {
        let asked: Vec<bool> = searches.into_iter().flatten().map(Looked::found).collect();
        asked.iter().filter(|found| **found).count() as f64 / asked.len().max(1) as f64
    };
    let pairs = each.iter().filter_map(|(there, ignorant, _)| there.zip(*ignorant));
    let (there, ignorant): (Vec<Looked>, Vec<Looked>) = pairs.unzip();
    let mean_of = |what: fn(&Looked) -> f64, looked: &[Looked]| {
        mean(&looked.iter().map(what).collect::<Vec<f64>>()).value
    };
    let lost = |looked| mean_of(|one| one.lost_s(), looked);
    let seconds = |looked| mean_of(|one| one.seconds, looked);
    Ok(Measured::new(lost(&there) / lost(&ignorant))
        .require(
            "found where it is usually kept",
            share_found(each.iter().map(|one| one.0).collect()),
            Bar::AtLeast(0.95),
        )
        .require(
            "found where it never was before",
            share_found(each.iter().map(|one| one.2).collect()),
            Bar::AtLeast(0.9),
        )
        .detail("seconds, usual place", seconds(&there))
        .detail("seconds, told only that it is in the house", seconds(&ignorant))
        .detail("seconds that the way takes", mean_of(|one| one.way_s, &there)))
}

/// A house of three by two rooms with walls and doors anywhere within reason.
struct Plan {
    terrain: Terrain,
    /// The walls between columns, and the wall between the two rows.
    columns: [f32; 2],
    row: f32,
}

impl Plan {
    fn draw(chance: &mut Chance) -> Self {
        let columns = [chance.between(-4.5, -2.0), chance.between(2.0, 4.5)];
        let row = chance.between(-1.5, 1.5);
        let mut terrain = Terrain::open(Rect::centred(18.0, 16.0));
        // A wall from one end to the other, with a door of some width somewhere in it.
        let mut wall = |along_z: bool, across: f32, from: f32, to: f32| {
            let width = chance.between(0.8, 1.4);
            let door = chance.between(from + 0.5 + width * 0.5, to - 0.5 - width * 0.5);
            for (from, to) in [(from, door - width * 0.5), (door + width * 0.5, to)] {
                let (middle, half) = ((from + to) * 0.5, (to - from) * 0.5);
                let (centre, half) = match along_z {
                    true => (Vec2::new(across, middle), Vec2::new(0.1, half)),
                    false => (Vec2::new(middle, across), Vec2::new(half, 0.1)),
                };
                terrain.walls.push(Wall { centre, half, yaw: 0.0, height_m: 2.6 });
            }
        };
        for across in columns {
            wall(true, across, -8.0, row);
            wall(true, across, row, 8.0);
        }
        for (from, to) in [(-9.0, columns[0]), (columns[0], columns[1]), (columns[1], 9.0)] {
            wall(false, row, from, to);
        }
        Self { terrain, columns, row }
    }

    fn room(&self, point: Vec2) -> usize {
        let column = self.columns.iter().filter(|wall| point.x > **wall).count();
        column + 3 * usize::from(point.y > self.row)
    }

    /// Anywhere in a room, away from its walls.
    fn point_in(&self, room: usize, chance: &mut Chance) -> Vec2 {
        let edges = [-9.0, self.columns[0], self.columns[1], 9.0];
        let (low, high) = if room < 3 { (-8.0, self.row) } else { (self.row, 8.0) };
        const CLEAR_M: f32 = 0.6;
        Vec2::new(
            chance.between(edges[room % 3] + CLEAR_M, edges[room % 3 + 1] - CLEAR_M),
            chance.between(low + CLEAR_M, high - CLEAR_M),
        )
    }
}

/// A creature that is told of no places, and what it came to know of them.
struct Dweller {
    mind: Mind,
    ticks: u32,
}

impl Dweller {
    fn new(terrain: &Terrain, seed: u64) -> Result<Self, String> {
        let text = "character \"dweller\"\nbody radius=0.2\nbeliefs persist=2 { map cell=0.5 }\nmemory";
        let parsed =
            Character::parse(&Source::new("dweller.kdl", text), &mut |_| Err("no other files".into()));
        let character = parsed.map_err(|mistakes| mistakes.to_string())?;
        Ok(Self { mind: Mind::new(Arc::new(character), Arc::new(terrain.clone()), seed), ticks: 0 })
    }

    fn sees(&mut self, from: Vec2, thing: Option<(u32, Vec2)>) {
        let body = BodySense::standing(Vec3::new(from.x, 0.0, from.y), 0.0);
        let sighting = thing.map(|(number, at)| {
            let kind = Name::cut(&format!("thing {number}"));
            Sighting::new(HostId(number), kind, Vec3::new(at.x, 0.3, at.y)).colour(Name::cut("red"))
        });
        self.ticks += 1;
        let sightings = sighting.as_slice();
        let time_s = f64::from(self.ticks);
        self.mind.step(&Senses::new(time_s, 1.0, &body, &Blind).sightings(sightings));
    }

    /// The place that it counts a point to, at the depth of rooms or as deep as it goes.
    fn place(&self, point: Vec2, deepest: bool) -> Option<PlaceId> {
        let (home, house) = (self.mind.home()?, self.mind.memory()?.house());
        let inner = home.place_at(house, point)?;
        match deepest {
            true => Some(inner),
            false => house.up_from(inner).find(|place| house[*place].parent == Some(house.root())),
        }
    }
}

/// Places where things are kept, in each room.
const PLACES_PER_ROOM: usize = 4;

fn grown(run: &Run<'_>) -> Result<Measured, String> {
    const FINDINGS: usize = 5;
    let each = run.each(|trial| {
        let mut chance = trial.chance();
        let plan = Plan::draw(&mut chance);
        let mut dweller = Dweller::new(&plan.terrain, trial.seed)?;
        // It walks about in every room.
        for _ in 0..10 {
            for room in 0..6 {
                let at = plan.point_in(room, &mut chance);
                dweller.sees(at, None);
            }
        }
        // Things are kept at some places of each room, and lie about there.
        let mut findings: Vec<(usize, Vec2)> = Vec::new();
        for room in 0..6 {
            let mut places: Vec<Vec2> = Vec::new();
            for _ in 0..200 {
                let at = plan.point_in(room, &mut chance);
                if places.len() < PLACES_PER_ROOM && places.iter().all(|other| other.distance(at) > 2.0) {
                    places.push(at);
                }
            }
            for (place, at) in places.iter().enumerate() {
                let mut lies = || *at + Vec2::new(chance.normal(), chance.normal()) * 0.15;
                findings.extend((0..FINDINGS).map(|_| (room * PLACES_PER_ROOM + place, lies())));
            }
        }
        super::shuffle(&mut findings, &mut chance);
        for (number, (_, at)) in findings.iter().enumerate() {
            dweller.sees(*at + Vec2::splat(0.5), Some((number as u32, *at)));
        }
        Ok::<_, String>((agreement(&plan, &dweller), pairs_alike(&dweller, &findings)))
    });
    let each: Vec<(f64, f64)> = each.into_iter().collect::<Result<_, _>>()?;
    let (rooms, spots): (Vec<f64>, Vec<f64>) = each.into_iter().unzip();
    let worst = rooms.iter().copied().fold(1.0, f64::min);
    Ok(Measured::new(mean(&rooms).value)
        .require(
            "pairs of findings that are alike or apart as they should be",
            mean(&spots).value,
            Bar::AtLeast(0.95),
        )
        .detail("share of the ground, worst house", worst))
}

/// The share of open ground whose grown room is that of its true room. Each true room has one grown room, the one that
/// shares the most ground with it; no grown room serves two.
fn agreement(plan: &Plan, dweller: &Dweller) -> f64 {
    let mut shared: BTreeMap<(usize, PlaceId), u32> = BTreeMap::new();
    let mut all = 0u32;
    for step in 0..72 * 64 {
        let point =
            Vec2::new((step % 72) as f32 + 0.5, (step / 72) as f32 + 0.5) * 0.25 - Vec2::new(9.0, 8.0);
        if !plan.terrain.is_open(point, 0.0) {
            continue;
        }
        all += 1;
        if let Some(place) = dweller.place(point, false) {
            *shared.entry((plan.room(point), place)).or_default() += 1;
        }
    }
    let mut ranked: Vec<_> = shared.into_iter().map(|(pair, count)| (count, pair)).collect();
    ranked.sort_unstable_by(|a, b| b.cmp(a));
    let (mut rooms, mut places, mut agreed) = (Vec::new(), Vec::new(), 0);
    for (count, (room, place)) in ranked {
        if !rooms.contains(&room) && !places.contains(&place) {
            rooms.push(room);
            places.push(place);
            agreed += count;
        }
    }
    f64::from(agreed) / f64::from(all.max(1))
}

/// Of all pairs of findings in one room, the share that is taken for one spot exactly if it is one (Rand's index).
fn pairs_alike(dweller: &Dweller, findings: &[(usize, Vec2)]) -> f64 {
    let spots: Vec<_> = findings.iter().map(|(_, at)| dweller.place(*at, true)).collect();
    let (mut right, mut all) = (0u32, 0u32);
    for a in 0..findings.len() {
        for b in a + 1..findings.len() {
            if findings[a].0 / PLACES_PER_ROOM == findings[b].0 / PLACES_PER_ROOM {
                all += 1;
                right += u32::from((findings[a].0 == findings[b].0) == (spots[a] == spots[b]));
            }
        }
    }
    f64::from(right) / f64::from(all.max(1))
}
