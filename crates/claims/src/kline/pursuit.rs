//! Kline's test session (3.3): the cube goes on behind a wall, or is made to stop there.

use crate::claim::{Bar, Claim, Measured, Trials};
use crate::figure::{self, Labels, Series};
use crate::run::{Run, Trial};
use crate::{scene, statistics};
use piaget_sim::{Simulation, words};
use piaget_terms::{Sight as _, Vec2, Vec3, maths};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "kline.pursuit",
        source: "Kline 3.3",
        says: "When the cube slides behind a wall, the walker heads for where it will come out and is there in time; the creature \
               that only reacts stops.",
        metric: "share of trials in which it is within 1 m of the cube at some time from 1 s before to 1 s after the cube passes \
                 the far end of the wall",
        bar: Bar::AtLeast(0.9),
        trials: Trials { full: 200, quick: 10 },
        run: pursuit,
    },
    Claim {
        id: "kline.trick",
        source: "Kline 3.3, figure 3-7, and 4.1.2, item 1",
        says: "When the cube stops behind the wall, the walker is wrong-footed when it should have come out and not before, and then \
               looks for it between where it was last seen and where it should have come out.",
        metric: "share of trials without a violation while the cube was rightly out of sight, and with one within 2 s of when it \
                 should have been seen",
        bar: Bar::AtLeast(0.95),
        trials: Trials { full: 200, quick: 10 },
        run: trick,
    },
];

/// The walker is at the cube when it is this near to its middle.
const THERE_M: f32 = 1.0;
/// In time is so long before or after.
const IN_TIME_S: f64 = 1.0;
/// It heads for a place when it wants to go this near to it: half the wall's length. From afar, and at a slant, the cube comes
/// out beyond the wall's end.
const HEADS_FOR_M: f32 = 3.0;
/// How long it may take to make up one's mind, or to come to rest.
const SETTLE_S: f64 = 0.5;
/// Slower than this is standing.
const STANDING_M_PER_S: f32 = 0.05;

/// One tick, as it was.
struct Moment {
    t: f64,
    walker: Vec2,
    speed_m_per_s: f32,
    goal: Option<Vec2>,
    cube: Vec3,
    /// Where the cube is believed to be.
    believed: Option<Vec2>,
    violations: u32,
    /// Confidence in the cube's place, how likely its measured place was, and whether it is missing from plain view.
    confidence: f32,
    likelihood: Option<f32>,
    missing: bool,
    /// Where the cube would be if it had gone on since it was lost, once that is in view.
    should_be: Option<Vec2>,
}

/// A pursuit from beginning to end.
struct Session {
    moments: Vec<Moment>,
    /// When the cube was out of sight for longest: lost, and seen again.
    hidden: (f64, f64),
    /// What the timeline and the walker told.
    told: Vec<(f64, String)>,
    /// The far end of the wall, along x.
    wall_end: f32,
}

/// What is replaced in which file.
type Edits<'a> = &'a [(&'a str, &'a str, &'a str)];

/// Plays a scenario with a walker, a cube and a first wall that it slides along.
fn play(name: &str, trial: Trial, set: &[&str], edits: Edits<'_>) -> Result<Session, String> {
    let mut simulation = scene::edited(name, trial, set, edits)?;
    let wall = simulation.world().walls().first().ok_or("there is no wall")?.1;
    let wall_end = wall.corners().map(|corner| corner.x).into_iter().fold(f32::MIN, f32::max);
    let mut session =
        Session { moments: Vec::new(), hidden: (f64::NAN, f64::NAN), told: Vec::new(), wall_end };
    let mut lost: Option<(f64, Vec3, Vec3)> = None;
    while !simulation.is_over() {
        simulation.step();
        let before = session.moments.last().map(|moment| (moment.t, moment.cube));
        let mut moment = look(&simulation)?;
        let velocity = before.map_or(Vec3::ZERO, |(t, cube)| (moment.cube - cube) / (moment.t - t) as f32);
        for happening in simulation.happened() {
            if scene::is(happening, "walker", words::LOSES, "cube") {
                lost = Some((happening.t, moment.cube, velocity));
            } else if scene::is(happening, "walker", words::SEES, "cube") {
                session.note_hidden(lost.take().map(|(t, ..)| t), happening.t);
            }
            if happening.event == words::EVENT {
                session.told.push((happening.t, happening.about.clone()));
            }
        }
        if let Some((since, place, velocity)) = lost {
            let phantom = place + velocity * (moment.t - since) as f32;
            let mut in_view = [false];
            let walker = simulation.actor("walker").ok_or("the walker is gone")?;
            walker.sensed.sees(&[phantom + Vec3::Y * 0.25], &mut in_view);
            moment.should_be = in_view[0].then_some(maths::ground(phantom));
        }
        session.moments.push(moment);
    }
    session.note_hidden(lost.map(|(t, ..)| t), simulation.time_s());
    Ok(session)
}

fn look(simulation: &Simulation) -> Result<Moment, String> {
    let walker = simulation.actor("walker").ok_or("the walker is gone")?;
    let world = simulation.world();
    let body = world.creature(walker.id).ok_or("the walker has no body")?;
    let cube = world.named("cube").and_then(|id| world.thing(id)).ok_or("the cube is gone")?;
    let belief = walker.mind.view().beliefs().iter().skip(1).find(|belief| belief.now.kind == *"cube");
    let place = belief.and_then(|belief| belief.expectation.tracks.first());
    Ok(Moment {
        t: simulation.time_s(),
        walker: maths::ground(body.position),
        speed_m_per_s: body.velocity.length(),
        goal: walker.intent.travel.as_ref().map(|travel| maths::ground(travel.goal)),
        cube: cube.position,
        believed: belief.map(|belief| maths::ground(belief.now.position)),
        violations: belief.map_or(0, |belief| belief.expectation.violations().count()),
        confidence: place.map_or(0.0, |track| track.confidence.value),
        likelihood: place.and_then(|track| track.likelihood),
        missing: belief.is_some_and(|belief| {
            belief.expectation.grounding == Some(piaget_mind::model::expectation::Grounding::Reject1)
        }),
        should_be: None,
    })
}

impl Session {
    fn note_hidden(&mut self, lost: Option<f64>, until: f64) {
        // At the wall's edge the cube may flicker; it is hidden while it is out of sight for longest.
        if let Some(lost) = lost
            && !(until - lost <= self.hidden.1 - self.hidden.0)
        {
            self.hidden = (lost, until);
        }
    }

    fn between(&self, from: f64, to: f64) -> impl Iterator<Item = &Moment> {
        self.moments.iter().filter(move |moment| (from..=to).contains(&moment.t))
    }

    /// When and where the cube passes the far end of the wall if it goes on as it did when it was lost. (A walker that has come
    /// round the wall may stand in its way.)
    fn exit(&self) -> Option<(f64, Vec2)> {
        let lost = self.between(self.hidden.0, f64::INFINITY).next()?;
        let later = self.between(lost.t + SETTLE_S, f64::INFINITY).next()?;
        let velocity = (later.cube - lost.cube) / (later.t - lost.t) as f32;
        let passes_s = (self.wall_end - lost.cube.x) / velocity.x;
        passes_s
            .is_finite()
            .then(|| (lost.t + f64::from(passes_s), maths::ground(lost.cube + velocity * passes_s)))
    }

    fn path(&self, of: impl Fn(&Moment) -> Vec2) -> Vec<(f64, f64)> {
        let place = |moment: &Moment| (f64::from(of(moment).x), f64::from(of(moment).y));
        self.moments.iter().map(place).collect()
    }
}

const REACTIVE: &str = "creature.walker.character=characters/reactive.kdl";

fn pursuit(run: &Run<'_>) -> Result<Measured, String> {
    let sessions = run.try_each(|trial| play("pursuit", trial, &[], &[]))?;
    let (mut there, mut heads, mut nearest) = (Vec::new(), Vec::new(), Vec::new());
    for session in &sessions {
        let (t, exit) = session.exit().ok_or("the cube did not move on")?;
        let apart = |moment: &Moment| f64::from(moment.walker.distance(maths::ground(moment.cube)));
        let near = session.between(t - IN_TIME_S, t + IN_TIME_S).map(apart).fold(f64::INFINITY, f64::min);
        nearest.push(near);
        there.push(near <= f64::from(THERE_M));
        let decided = session.between(session.hidden.0 + 2.0 * SETTLE_S, f64::INFINITY).next();
        let goal = decided.and_then(|moment| moment.goal);
        heads.push(goal.is_some_and(|goal| goal.distance(exit) <= HEADS_FOR_M));
    }
    let controls = run.try_each(|trial| play("pursuit", trial, &[REACTIVE], &[]))?;
    let stops = |session: &Session| {
        let (lost, found) = session.hidden;
        let mut standing = session.between(lost + SETTLE_S, found);
        found - lost > 2.0 * SETTLE_S && standing.all(|moment| moment.speed_m_per_s < STANDING_M_PER_S)
    };
    let stopped: Vec<bool> = controls.iter().map(stops).collect();
    let rate = statistics::rate_of(&there);
    let hidden: Vec<f64> = sessions.iter().map(|session| session.hidden.1 - session.hidden.0).collect();
    Ok(Measured::new(rate.value)
        .detail("wilson_low", rate.low)
        .require(
            "heads for where it will come out, 1 s after it is lost",
            statistics::rate_of(&heads).value,
            Bar::AtLeast(0.9),
        )
        .require("the reactive control stops", statistics::rate_of(&stopped).value, Bar::AtLeast(1.0))
        .detail("median_nearest_m", statistics::median(&nearest))
        .detail("median_hidden_s", statistics::median(&hidden))
        .figure(ground(run, &sessions[0], &controls[0])?))
}

/// The first trial from above, with its control.
fn ground(run: &Run<'_>, session: &Session, control: &Session) -> Result<String, String> {
    let terrain = scene::simulation("pursuit", run.trial(0), &[])?.world().terrain();
    let paths = [
        Series::new("the cube", session.path(|moment| maths::ground(moment.cube))),
        Series::new("the walker", session.path(|moment| moment.walker)),
        Series::new("the creature that only reacts", control.path(|moment| moment.walker)),
    ];
    let at = |t: f64| session.between(t, f64::INFINITY).next();
    let mut places = Vec::new();
    let lost = at(session.hidden.0).map(|moment| ("lost".to_owned(), moment.walker));
    let found = at(session.hidden.1).map(|moment| ("seen again".to_owned(), moment.walker));
    places.extend(lost.into_iter().chain(found));
    places.extend(session.exit().map(|(_, exit)| ("comes out".to_owned(), exit)));
    Ok(figure::ground("Pursuit behind a wall", &terrain, &paths, &places))
}

/// The violation must come this soon after the cube should have been seen.
const NOTICED_S: f64 = 2.0;
/// A cube has edges, which should be seen before its middle; and eyes have pixels.
const BEFORE_S: f64 = 0.3;
/// How far beside the cube's way, and before its beginning, a place still counts as being between its ends.
const BESIDE_M: f32 = 1.0;
/// The walker's map says where in cells of this size, and a cell of which a part is hidden may hold the cube.
const CELL_M: f32 = 0.5;
/// The cube is found again within this time.
const FOUND_S: f64 = 10.0;

/// How one walker took it that the cube did not come out.
struct Tricked {
    /// No violation while the cube was rightly out of sight.
    calm: bool,
    /// A violation when it should have come out.
    noticed: bool,
    /// Of the moments of the search in which it goes somewhere, those in which it goes between the last sight and the exit; and
    /// all of them.
    between: (u32, u32),
    /// Whether it first believed the cube to be there, and whether that was the first place it went to.
    believed: bool,
    first: bool,
    found: bool,
}

/// The walker without a map: it knows where the cube is not, and nothing of where else it may be.
const WITHOUT_MAP: Edits<'_> =
    &[("characters/shared/foresight.kdl", "map cell=0.5 look-height=0.25", "// no map")];

fn trick(run: &Run<'_>) -> Result<Measured, String> {
    let play = |edits: Edits<'_>| {
        run.try_each(|trial| {
            let stops_at = trial.chance().between(-1.0, 1.0);
            let stop = format!("event.goes.slide.to={stops_at:.2} 5.5");
            // Quick enough that it should have come out before the walker can look behind the wall.
            judge(&play("pursuit", trial, &[&stop, "event.goes.slide.speed=1.5"], edits)?)
        })
    };
    let (tricked, controls) = (play(&[])?, play(WITHOUT_MAP)?);
    let share = |of: fn(&Tricked) -> bool| statistics::rate_of(&tricked.iter().map(of).collect::<Vec<_>>());
    let rate = share(|one| one.calm && one.noticed);
    let (inside, all) =
        tricked.iter().fold((0, 0), |sum, one| (sum.0 + one.between.0, sum.1 + one.between.1));
    let found_without: Vec<bool> = controls.iter().map(|one| one.found).collect();
    Ok(Measured::new(rate.value)
        .detail("wilson_low", rate.low)
        .detail("no violation before", share(|one| one.calm).value)
        .detail("a violation when it should have come out", share(|one| one.noticed).value)
        .require(
            "believes it between the last sight and the exit, half a second later",
            share(|one| one.believed).value,
            Bar::AtLeast(0.95),
        )
        .require("goes to look there first", share(|one| one.first).value, Bar::AtLeast(0.95))
        .detail("share of the search spent on the way there", f64::from(inside) / f64::from(all.max(1)))
        .require("found again within 10 s", share(|one| one.found).value, Bar::AtLeast(0.95))
        .require(
            "found again by one without a map of where else it may be",
            statistics::rate_of(&found_without).value,
            Bar::AtMost(0.5),
        )
        .figure(trace(run)?))
}

fn judge(session: &Session) -> Result<Tricked, String> {
    let (lost, found) = session.hidden;
    let out = session.between(lost, found).find_map(|moment| Some((moment.t, moment.should_be?)));
    let (should, exit) = out.ok_or("the place where it should have come out was never looked at")?;
    let calm = session.between(lost, should - BEFORE_S).all(|moment| moment.violations == 0);
    let first = session.between(should - BEFORE_S, should + NOTICED_S).find(|moment| moment.violations > 0);
    let noticed = first.map(|moment| moment.t);
    let last_seen = session.between(lost, found).next().ok_or("it was never lost")?.cube;
    let ways = (last_seen.x - BESIDE_M)..=(exit.x + CELL_M);
    let is_between = |place: Vec2| ways.contains(&place.x) && (place.y - last_seen.z).abs() <= 2.0 * BESIDE_M;
    let (mut between, mut believed, mut went_first) = ((0, 0), false, false);
    if let Some(noticed) = noticed {
        for goal in session.between(noticed, found).filter_map(|moment| moment.goal) {
            went_first |= between.1 == 0 && is_between(goal);
            between.0 += u32::from(is_between(goal));
            between.1 += 1;
        }
        let settled = session.between(noticed + SETTLE_S, f64::INFINITY).next();
        believed = settled.and_then(|moment| moment.believed).is_some_and(is_between);
    }
    let found = noticed.is_some_and(|noticed| found - noticed <= FOUND_S);
    Ok(Tricked { calm, noticed: noticed.is_some(), between, believed, first: went_first, found })
}

/// One session, annotated as figure 3-7: the cube goes behind the wall, waits there, comes out, and is transported.
fn trace(run: &Run<'_>) -> Result<String, String> {
    let session = play("square", run.trial(0), &["creature.walker.character=characters/walker.kdl"], &[])?;
    let line = |name: &str, of: &dyn Fn(&Moment) -> f64| {
        Series::new(name, session.moments.iter().map(|moment| (moment.t, of(moment))).collect())
    };
    let lines = [
        line("confidence", &|moment| f64::from(moment.confidence)),
        line("likelihood", &|moment| moment.likelihood.map_or(f64::NAN, f64::from)),
        line("kinds of violation / 3", &|moment| f64::from(moment.violations) / 3.0),
    ];
    // The likelihood of what is missing is undefined: the paper marks it with an X.
    let missing = session.moments.iter().filter(|moment| moment.missing).step_by(5);
    let crosses: Vec<_> = missing.map(|moment| (moment.t, 0.0)).collect();
    let mut notes: Vec<(f64, String)> = session.told.clone();
    notes.push((session.hidden.0, "out of sight".into()));
    notes.push((session.hidden.1, "seen again".into()));
    notes.extend(session.moments.iter().find(|moment| moment.missing).map(|m| (m.t, "missing".to_owned())));
    let labels = Labels { title: "A test session (after Kline's figure 3-7)", x: "time (s)", y: "" };
    Ok(figure::annotated(labels, &lines, &crosses, &notes))
}
