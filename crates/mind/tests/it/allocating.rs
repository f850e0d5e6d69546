//! A mind of the size of *Swamped!*'s raccoon (Kline 3.1) thinks without allocating once it is warm.

use crate::support::{field, thing};
use piaget_mind::{Character, Mind};
use piaget_terms::{
    Blind, BodySense, Chance, Effector, EffectorSighting, MovementSense, MovementStage, Name, Senses,
    Sighting, Sound, Utterance, Vec3,
};
use piaget_text::Source;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, with a count per thread: tests in other threads do not disturb it.
struct Counting;

// SAFETY: every call goes to the system's allocator unchanged; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from `alloc` or `realloc` above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the pointer came from `alloc` or `realloc` above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// How often this thread has allocated.
pub fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

const KINDS: [&str; 16] = [
    "egg", "fish", "corn", "berry", "nut", "scrap", "ball", "stick", "shell", "can", "chicken", "friend",
    "keeper", "dog", "owl", "trap",
];

fn raccoon(more: &str) -> Arc<Character> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../characters/raccoon.kdl");
    let text = std::fs::read_to_string(path).unwrap() + more;
    let parsed = Character::parse(&Source::new("raccoon.kdl", text), &mut |_| Err("no other files".into()));
    Arc::new(parsed.unwrap_or_else(|mistakes| panic!("{mistakes}")))
}

/// Twenty things that wander about, are hidden now and then, and make a noise.
struct Swamp {
    places: Vec<Vec3>,
    chance: Chance,
    sightings: Vec<Sighting>,
    sounds: Vec<Sound>,
    body: BodySense,
    tick: u32,
}

impl Swamp {
    fn new(things: usize) -> Self {
        let mut chance = Chance::new(11);
        let mut place = |index: usize| {
            let place = Vec3::new(chance.between(-12.0, 4.0), 0.2, chance.between(-12.0, 4.0));
            // Dangers keep to a corner, or there would be nothing to do but flee.
            let danger = ["dog", "owl", "trap"].contains(&KINDS[index % KINDS.len()]);
            if danger { place * 0.2 + Vec3::new(17.0, 0.0, 17.0) } else { place }
        };
        let places = (0..things).map(&mut place).collect();
        let body = BodySense::standing(Vec3::ZERO, 0.0);
        Self { places, chance, sightings: Vec::new(), sounds: Vec::new(), body, tick: 0 }
    }

    /// The next tick: how often the mind allocated, and what it did.
    fn pass(&mut self, mind: &mut Mind) -> (u64, Name) {
        self.sightings.clear();
        self.sounds.clear();
        for (index, place) in self.places.iter_mut().enumerate() {
            let walks = index % 3 == 0;
            let step =
                Vec3::new(self.chance.normal(), 0.0, self.chance.normal()) * if walks { 0.03 } else { 0.0 };
            *place = (*place + step).clamp(Vec3::splat(-18.0), Vec3::splat(18.0));
            let hidden = (self.tick / 40 + index as u32).is_multiple_of(5);
            if hidden {
                continue;
            }
            let colour = ["red", "green", "blue"][index % 3];
            let mut sighting = thing(index as u32, KINDS[index % KINDS.len()], colour, *place);
            if KINDS[index % KINDS.len()] == "friend" {
                for (effector, offset) in [(Effector::Root, Vec3::ZERO), (Effector::Nose, Vec3::X * 0.2)] {
                    sighting.effectors.push(EffectorSighting::new(effector, *place + offset));
                }
            }
            self.sightings.push(sighting);
            if self.tick.is_multiple_of(97) && index == 12 {
                let words = Utterance::from("shoo").unwrap();
                let speaker = Name::cut("keeper");
                self.sounds.push(Sound::new(*place).speaker(speaker).words(words));
            }
        }
        let tick_s = 1.0 / 30.0;
        let time_s = f64::from(self.tick) * f64::from(tick_s);
        self.tick += 1;
        let senses =
            Senses::new(time_s, tick_s, &self.body, &Blind).sightings(&self.sightings).sounds(&self.sounds);
        let before = ALLOCATIONS.with(Cell::get);
        let intent = mind.step(&senses);
        let because = intent.because.unwrap_or_default();
        let allocated = ALLOCATIONS.with(Cell::get) - before;
        // The body does as it is told: it walks, and every movement succeeds after a while.
        if let Some(travel) = intent.travel {
            let step = travel.speed_m_per_s * tick_s;
            self.body.position = self.body.position.move_towards(travel.towards, step);
        }
        self.body.ate = None;
        self.body.movement = intent.movement.map(|request| {
            let done = self.tick.is_multiple_of(30);
            match request.name.as_str() {
                "pick-up" if done => self.body.holding = request.object.and_then(|object| object.kind),
                "eat" if done => self.body.ate = self.body.holding.take(),
                _ => {}
            }
            let stage = if done { MovementStage::Finished } else { MovementStage::Begun };
            MovementSense::new(request.name, stage)
        });
        (allocated, because)
    }
}

#[test]
fn a_warm_raccoon_with_twenty_beliefs_thinks_without_allocating() {
    let character = raccoon("");
    assert_eq!(character.classify.percepts.len(), 60);
    let behaviours = character.decide.tuples().iter().filter(|tuple| tuple.action.is_some());
    assert_eq!(behaviours.count(), 84);
    let mut mind = Mind::new(character, field(), 5);
    let mut swamp = Swamp::new(20);
    let mut tuples = Vec::new();
    for _ in 0..3000 {
        swamp.pass(&mut mind);
    }
    for tick in 0..3000 {
        let (allocated, because) = swamp.pass(&mut mind);
        assert_eq!(allocated, 0, "{allocated} allocations in tick {tick}");
        tuples.push(because);
    }
    assert_eq!(mind.report().beliefs.len(), 20);
    tuples.sort_unstable();
    tuples.dedup();
    assert!(tuples.len() >= 5, "a mind that does only this is not warm: {tuples:?}");
}

#[test]
fn a_warm_raccoon_with_expectations_thinks_without_allocating() {
    let expect = r#"
        expect {
            feature "position" { repeats longest=4 }
            feature "colour"
            feature "kind"
            feature "glow" predictor="kalman"
            stranger cell=1
        }
    "#;
    let mut mind = Mind::new(raccoon(expect), field(), 5);
    let mut swamp = Swamp::new(20);
    for _ in 0..1500 {
        swamp.pass(&mut mind);
    }
    for tick in 0..1500 {
        let (allocated, _) = swamp.pass(&mut mind);
        assert_eq!(allocated, 0, "{allocated} allocations in tick {tick}");
    }
    let believed = mind.view().beliefs().iter().skip(1);
    assert!(believed.clone().all(|belief| belief.expectation.tracks.len() == 4));
    assert!(
        believed.clone().any(|belief| belief.expectation.tracks[0].last_s[0].is_some()),
        "nothing was odd"
    );
}

/// The size that `piaget bench expect` measures: 200 beliefs with six salient features each.
#[test]
fn two_hundred_beliefs_with_six_features_each_are_expected_without_allocating() {
    let character = crate::support::character(
        r#"
        character "watcher"
        beliefs most=256 persist=60 history=4 { match id=#true }
        expect {
            feature "position"
            feature "colour"
            feature "kind"
            feature "glow" predictor="kalman"
            feature "state" predictor="discrete"
            feature "heat" predictor="kalman"
        }
        "#,
    );
    let mut mind = Mind::new(character, field(), 5);
    let mut swamp = Swamp::new(200);
    for _ in 0..300 {
        swamp.pass(&mut mind);
    }
    for tick in 0..300 {
        let (allocated, _) = swamp.pass(&mut mind);
        assert_eq!(allocated, 0, "{allocated} allocations in tick {tick}");
    }
    let believed = &mind.view().beliefs()[1..];
    assert_eq!(believed.len(), 200);
    assert!(believed.iter().all(|belief| belief.expectation.tracks.len() == 6));
}
