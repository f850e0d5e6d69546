//! What becomes of an expectation that is violated (Kline 2.2.3, 3.2.4): the steps down to acceptance, and going on with what
//! was expected.

use super::watch::{Eye, Told, Watch, wall};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::figure::{self, Labels, Series};
use crate::run::{Run, Trial};
use crate::statistics;
use piaget_terms::Vec2;

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "kline.terrace",
        source: "Kline 2.2.3",
        says: "Whoever is very sure of a thing that vanishes in view is in disbelief, surprised and confused at once; disbelief ends \
               first, then surprise, then confusion, and then it is accepted. Who hardly knew the thing does not come to disbelief, \
               and nobody wonders at one that a curtain hides. One who is sure at first sight, and one who never is, fail.",
        metric: "share of trials in which all three go so",
        bar: Bar::AtLeast(0.95),
        trials: Trials { full: 200, quick: 8 },
        run: terrace,
    },
    Claim {
        id: "kline.disbelief",
        source: "Kline 2.2.3 and 3.2.4",
        says: "A creature that is sure of a thing goes on with what it expected when the thing is suddenly elsewhere in view, near or \
               far, for a while and then no more; an illusion of a moment does not reach it; and what it hardly knew it believes to \
               be where it sees it. One who believes whatever it sees, and one who is sure at first sight, fail.",
        metric: "least share of trials in which this is so: it lasts, it is an illusion, it was hardly known",
        bar: Bar::AtLeast(0.95),
        trials: Trials { full: 200, quick: 8 },
        run: disbelief,
    },
];

/// Minds that are tried: ours, and rivals that lack what the claim is about.
const MINDS: [(&str, &str, &str); 3] = [
    ("ours", "walker", ""),
    ("who is sure at first sight", "walker", "expect { confidence initial=1 }"),
    ("who never is sure", "naive", ""),
];

/// Watched for so long a thing is well known, and hardly.
const WELL_KNOWN_S: (f32, f32) = (4.0, 7.0);
const HARDLY_KNOWN_S: f32 = 0.4;
/// It has been accepted by then.
const PATIENCE_S: f32 = 20.0;

/// A thing that stands or moves in view, and has been watched for a while.
struct Known {
    watch: Watch,
    thing: Told,
    velocity: Vec2,
    /// When the watching began.
    from_s: f64,
}

impl Known {
    fn new(trial: Trial, mind: (&str, &str), seconds: f32) -> Result<Self, String> {
        let mut watch = Watch::new(mind, Vec::new(), Eye::CLEAN, trial)?.at_any_rate();
        let thing = Told::new(1, "cube", watch.somewhere(6.0, 10.0, 0.3));
        let speed = if watch.chance.happens(0.5) { watch.chance.between(0.1, 0.5) } else { 0.0 };
        let slant = watch.chance.between(-1.0, 1.0);
        // Towards the middle of the view, so that it stays in it.
        let velocity = Vec2::new(-thing.at.x.signum(), slant * 0.3).normalize() * speed;
        let from_s = watch.time_s;
        let mut known = Self { watch, thing, velocity, from_s };
        let (thing, velocity) = (known.thing.clone(), known.velocity);
        known.watch.wait(seconds, |t| vec![thing.at(Vec2::new(thing.at.x, thing.at.z) + velocity * t)]);
        Ok(known)
    }

    /// Where it would be now, had nothing happened.
    fn place(&self) -> Vec2 {
        let since_s = (self.watch.time_s - self.from_s) as f32;
        Vec2::new(self.thing.at.x, self.thing.at.z) + self.velocity * since_s
    }

    /// Where the mind believes it to be.
    fn believed(&self) -> Option<Vec2> {
        self.watch.belief("cube").map(|belief| piaget_terms::maths::ground(belief.now.position))
    }

    /// One tick in which it is seen there, or nowhere.
    fn pass(&mut self, at: Option<Vec2>) {
        let things: Vec<Told> = at.map(|at| self.thing.at(at)).into_iter().collect();
        self.watch.pass(&things);
    }

    /// Another place in view, 1 to 6 m away.
    fn elsewhere(&mut self) -> Vec2 {
        let from = self.place();
        loop {
            let place = self.watch.somewhere(4.0, 14.0, 0.8);
            if (1.0..6.0).contains(&place.distance(from)) {
                return place;
            }
        }
    }
}

fn well_known(trial: Trial, mind: (&str, &str)) -> Result<Known, String> {
    let seconds = trial.chance().between(WELL_KNOWN_S.0, WELL_KNOWN_S.1);
    Known::new(trial, mind, seconds)
}

/// When each kind of violation was there last after a thing was gone, from then; not a number if it never was.
struct Steps {
    disbelief: f64,
    surprise: f64,
    confusion: f64,
    /// Whether all three were there within the first second.
    at_once: bool,
    trace: Vec<(f64, f64)>,
}

fn vanishes(mut known: Known) -> Steps {
    /// After so long a calm nothing comes any more.
    const CALM_S: f64 = 3.0;
    let from_s = known.watch.time_s;
    let mut odd_s = 0.0;
    let mut steps = Steps {
        disbelief: f64::NAN,
        surprise: f64::NAN,
        confusion: f64::NAN,
        at_once: false,
        trace: Vec::new(),
    };
    while known.watch.time_s - from_s < f64::from(PATIENCE_S) {
        known.pass(None);
        let t = known.watch.time_s - from_s;
        let now =
            known.watch.belief("cube").map(|belief| belief.expectation.violations()).unwrap_or_default();
        for (last, is) in [
            (&mut steps.disbelief, now.disbelief),
            (&mut steps.surprise, now.surprise),
            (&mut steps.confusion, now.confusion),
        ] {
            *last = if is { t } else { *last };
        }
        steps.at_once |= t < 1.0 && now.count() == 3;
        steps.trace.push((t, f64::from(now.count())));
        odd_s = if now.count() > 0 { t } else { odd_s };
        if t - odd_s > CALM_S {
            break;
        }
    }
    steps
}

/// Whether a thing that a curtain hides, drawn in an instant, surprises within five seconds.
fn curtain(mut known: Known) -> bool {
    let at = known.place();
    // Right before it, and wide enough for where it may go meanwhile.
    known.watch.screens.push(wall(at.x, at.y - 0.6, 8.0));
    let from_s = known.watch.time_s;
    let mut odd = false;
    while known.watch.time_s - from_s < 5.0 {
        known.pass(Some(at));
        odd |= known.watch.violations() > 0;
    }
    odd
}

/// Which of the three went right, and the first one over time.
type Judged = ([bool; 3], Vec<(f64, f64)>);

fn terrace(run: &Run<'_>) -> Result<Measured, String> {
    let judge = |mind: (&'static str, &'static str)| -> Result<Vec<Judged>, String> {
        run.try_each(|trial| {
            let sure = vanishes(well_known(trial, mind)?);
            let down = sure.disbelief < sure.surprise && sure.surprise < sure.confusion;
            let accepted = sure.confusion < f64::from(PATIENCE_S) - 1.0;
            let unsure = vanishes(Known::new(trial, mind, HARDLY_KNOWN_S)?);
            let hidden = curtain(well_known(trial, mind)?);
            Ok(([sure.at_once && down && accepted, unsure.disbelief.is_nan(), !hidden], sure.trace))
        })
    };
    let share = |trials: &[Judged], of: &dyn Fn(&[bool; 3]) -> bool| {
        statistics::rate_of(&trials.iter().map(|(right, _)| of(right)).collect::<Vec<_>>())
    };
    let all = |right: &[bool; 3]| right.iter().all(|right| *right);
    let ours = judge((MINDS[0].1, MINDS[0].2))?;
    let rate = share(&ours, &all);
    let mut measured = Measured::new(rate.value)
        .detail("wilson_low", rate.low)
        .detail("vanishes: disbelief, surprise, confusion, acceptance", share(&ours, &|right| right[0]).value)
        .detail("hardly known: no disbelief", share(&ours, &|right| right[1]).value)
        .detail("behind a curtain: nothing odd", share(&ours, &|right| right[2]).value);
    for (name, character, more) in &MINDS[1..] {
        let rival = share(&judge((character, more))?, &all).value;
        measured = measured.require(format!("rival: {name}"), rival, Bar::AtMost(0.5));
    }
    let line = Series::new("kinds of violation", ours[0].1.clone());
    let labels = Labels { title: "A cube vanishes in view", x: "time (s)", y: "" };
    Ok(measured.figure(figure::lines(labels, &[line], None)))
}

/// How near a believed place is to one that it is told by.
const SAME_M: f32 = 0.3;

/// For how long the mind went on with what it expected, and when it took over what it sees; infinite if never.
fn goes_on(mut known: Known) -> (f64, f64) {
    let there = known.elsewhere();
    let from_s = known.watch.time_s;
    let (mut held_s, mut took_s) = (0.0, f64::INFINITY);
    while known.watch.time_s - from_s < f64::from(PATIENCE_S) && took_s.is_infinite() {
        known.pass(Some(there));
        let t = known.watch.time_s - from_s;
        let (expected, believed) = (known.place(), known.believed());
        let is = |place: Vec2| believed.is_some_and(|at| at.distance(place) < SAME_M);
        if is(there) {
            took_s = t;
        } else if is(expected) {
            held_s = t;
        }
    }
    (held_s, took_s)
}

/// Whether the mind is ever taken in by a thing that is elsewhere for a moment.
fn taken_in(mut known: Known) -> bool {
    let there = known.elsewhere();
    let from_s = known.watch.time_s;
    let mut taken_in = false;
    while known.watch.time_s - from_s < 1.0 {
        let place = if known.watch.time_s - from_s < 0.12 { there } else { known.place() };
        known.pass(Some(place));
        taken_in |= known.believed().is_none_or(|at| at.distance(there) < SAME_M);
    }
    taken_in
}

fn disbelief(run: &Run<'_>) -> Result<Measured, String> {
    /// Goes on for at least so long, and no longer than this.
    const HOLDS_S: f64 = 0.2;
    const ACCEPTS_S: f64 = 10.0;
    let judge = |mind: (&'static str, &'static str)| -> Result<[f64; 3], String> {
        let trials = run.try_each(|trial| {
            let (held_s, took_s) = goes_on(well_known(trial, mind)?);
            let illusion = taken_in(well_known(trial, mind)?);
            let (_, at_once_s) = goes_on(Known::new(trial, mind, HARDLY_KNOWN_S)?);
            Ok([held_s >= HOLDS_S && took_s <= ACCEPTS_S, !illusion, at_once_s <= 0.25])
        })?;
        let share = |which: usize| {
            statistics::rate_of(&trials.iter().map(|right: &[bool; 3]| right[which]).collect::<Vec<_>>())
                .value
        };
        Ok([share(0), share(1), share(2)])
    };
    let least = |shares: [f64; 3]| shares.into_iter().fold(1.0, f64::min);
    let ours = judge((MINDS[0].1, MINDS[0].2))?;
    let mut measured = Measured::new(least(ours))
        .detail("it lasts: goes on with what it expected, and then accepts it", ours[0])
        .detail("an illusion of a moment does not reach it", ours[1])
        .detail("hardly known: believes what it sees at once", ours[2]);
    for (name, character, more) in &MINDS[1..] {
        let rival = least(judge((character, more))?);
        measured = measured.require(format!("rival: {name}"), rival, Bar::AtMost(0.5));
    }
    Ok(measured)
}
