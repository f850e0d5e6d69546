//! What follows what is learnt, and its omission surprises (Kline 4.2.1).

use crate::claim::{Bar, Claim, Measured, Trials};
use crate::figure::{self, Column, Labels};
use crate::run::{Run, Trial};
use crate::{scene, statistics};
use piaget_mind::Mind;
use piaget_terms::{
    Blind, BodySense, Chance, Feature, FeatureValue, HostId, MovementSense, MovementStage, Name, Rect,
    Senses, Sighting, Sound, Terrain, Vec3,
};
use std::sync::Arc;

pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "expect.contingency",
    source: "Kline 4.2.1",
    says: "After a bell, a word or a movement of its own a door opens, eight times, with a delay of its own; the ninth time it \
           stays shut, and that surprises. Where bell and door come at their own times it does not.",
    metric: "share of lives in which the omission of the paired event surprises",
    bar: Bar::AtLeast(0.95),
    trials: Trials { full: 300, quick: 20 },
    run: contingency,
}];

/// How often the two come before the probe.
const PAIRINGS: u32 = 8;
/// A scene lasts so long, in seconds: the cue comes within its first second.
const SCENE_S: f32 = 14.0;

fn contingency(run: &Run<'_>) -> Result<Measured, String> {
    let paired = run.try_each(|trial| life(trial, true))?;
    let unpaired = run.try_each(|trial| life(trial, false))?;
    let share = |of: &dyn Fn(&Life) -> bool, all: &[Life]| {
        statistics::rate_of(&all.iter().map(of).collect::<Vec<_>>()).value
    };
    let omitted = share(&|life| life.omitted[0], &paired);
    let mean = |time: usize| {
        paired.iter().map(|life| f64::from(life.urges[time])).sum::<f64>() / paired.len() as f64
    };
    let columns: Vec<Column> =
        (0..OMISSIONS).map(|time| Column::new((time + 1).to_string(), mean(time))).collect();
    let labels = Labels { title: "Surprise by omission in a row", x: "omission", y: "urge" };
    Ok(Measured::new(omitted)
        .require(
            "unpaired events whose omission surprises",
            share(&|life| life.omitted[0], &unpaired),
            Bar::AtMost(0.02),
        )
        .require(
            "lives with a surprise while the pairs go on",
            share(&|life| life.early, &paired),
            Bar::AtMost(0.02),
        )
        .require(
            "third omissions that still surprise",
            share(&|life| life.omitted[2], &paired),
            Bar::AtMost(0.1),
        )
        .figure(figure::columns(labels, &columns, None)))
}

/// How often the bell rings in vain.
const OMISSIONS: usize = 3;

struct Life {
    /// Whether something surprised while the pairs went on.
    early: bool,
    /// Whether each omission did.
    omitted: [bool; OMISSIONS],
    urges: [f32; OMISSIONS],
}

/// What the door opens after.
#[derive(Clone, Copy)]
enum Cue {
    Bell,
    Word,
    OwnMovement,
}

fn life(trial: Trial, paired: bool) -> Result<Life, String> {
    let terrain = Terrain::open(Rect::centred(20.0, 20.0));
    let mut chance = Chance::of_part(trial.seed, 1);
    let mut stage = Stage {
        mind: Mind::new(scene::character("listener", "")?, Arc::new(terrain), trial.seed),
        body: BodySense::standing(Vec3::ZERO, 0.0),
        time_s: 0.0,
        tick_s: 1.0 / [10.0, 20.0, 30.0, 60.0][chance.below(4) as usize],
        cue: [Cue::Bell, Cue::Word, Cue::OwnMovement][chance.below(3) as usize],
        opens_s: f32::INFINITY,
    };
    let (delay_s, varies_s) = (chance.between(0.5, 4.0), chance.between(0.0, 0.15));
    let mut early = false;
    for _ in 0..PAIRINGS {
        let cue_s = chance.between(0.1, 1.0);
        let opens_s = match paired {
            true => cue_s + (delay_s + varies_s * chance.normal()).max(0.1),
            false => chance.between(0.1, SCENE_S - 1.0),
        };
        let cue_s = if paired { cue_s } else { chance.between(0.1, SCENE_S - 1.0) };
        let lasts_s = SCENE_S + chance.between(0.0, 8.0);
        early |= stage.play(lasts_s, cue_s, opens_s) > 0.0;
    }
    let urges = [(); OMISSIONS].map(|()| stage.play(SCENE_S, 0.5, f32::INFINITY));
    Ok(Life { early, omitted: urges.map(|urge| urge > 0.0), urges })
}

struct Stage {
    mind: Mind,
    body: BodySense,
    time_s: f64,
    tick_s: f32,
    cue: Cue,
    opens_s: f32,
}

impl Stage {
    /// A scene with a cue and a door that opens for two seconds; gives the greatest urge to show surprise.
    fn play(&mut self, lasts_s: f32, cue_s: f32, opens_s: f32) -> f32 {
        self.opens_s = opens_s;
        let (mut since_s, mut most) = (0.0, 0.0f32);
        while since_s < lasts_s {
            let now = since_s..since_s + self.tick_s;
            self.pass(now.contains(&cue_s), (self.opens_s..self.opens_s + 2.0).contains(&since_s));
            most = most.max(self.mind.expecting().urges()[1]);
            since_s += self.tick_s;
        }
        most
    }

    fn pass(&mut self, cue: bool, open: bool) {
        let mut door = Sighting::new(HostId(1), Name::cut("door"), Vec3::Z * 4.0).colour(Name::cut("white"));
        let state = Name::cut(if open { "open" } else { "shut" });
        door.features.push(Feature::new(Name::cut("state"), FeatureValue::Word(state)));
        let from = Sound::new(Vec3::X * 3.0);
        let sound = match self.cue {
            Cue::Bell => Some(from.speaker(Name::cut("bell"))),
            Cue::Word => {
                Some(from.speaker(Name::cut("butler")).words("come in".try_into().unwrap_or_default()))
            }
            Cue::OwnMovement => None,
        };
        let sounds: Vec<Sound> = sound.into_iter().filter(|_| cue).collect();
        let moved = cue && matches!(self.cue, Cue::OwnMovement);
        self.body.movement =
            moved.then(|| MovementSense::new(Name::cut("pull-rope"), MovementStage::Finished));
        self.time_s += f64::from(self.tick_s);
        let sightings = [door];
        let senses =
            Senses::new(self.time_s, self.tick_s, &self.body, &Blind).sightings(&sightings).sounds(&sounds);
        self.mind.step(&senses);
    }
}
