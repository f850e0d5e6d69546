//! Looking around (Isla 5.2.1), and gaze while somebody else moves the body (sketch).

use super::{apart_rad, came, duncan, gaze_yaw, order, sheep, truth, yaw_to};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::figure::{self, Labels, Series};
use crate::run::{Run, Trial};
use crate::{scene, statistics};
use piaget_sim::Action;
use piaget_terms::{Gaze, Intent, Name, Vec2, Vec3, maths};

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "isla.lookaround",
        source: "Isla 5.2.1",
        says: "Told to look at a sheep that was moved unseen, Duncan looks at the middle of where it may be, then to one \
               side and the other until he finds it. Nothing in him is called looking around.",
        metric: "share of trials in which it is found after looking from side to side at least twice",
        bar: Bar::AtLeast(0.95),
        trials: Trials { full: 100, quick: 8 },
        run: look_around,
    },
    Claim {
        id: "isla.scripted",
        source: "Isla sketch 1 and 5",
        says: "While a script walks the body, the eyes follow the map: they are on where the sheep really is behind a wall, \
               more often than on where it was seen last or on where it would be had it gone on. Half of the \
               sheep stop behind the wall.",
        metric: "share of the time out of sight in which the gaze is within 20 degrees of the sheep, mean of trials",
        bar: Bar::AtLeast(0.95),
        trials: Trials { full: 100, quick: 12 },
        run: scripted,
    },
];

/// How a dog looked for the sheep.
struct Look {
    /// Seconds from the lifting of the curtain until the sheep was seen.
    found_s: Option<f64>,
    /// How often the place that he wants to see went over to the other side of the middle.
    alternations: u32,
    /// Whether it began at the middle.
    began_at_middle: bool,
    /// The gaze over time, in degrees from the middle.
    gaze: Vec<(f64, f64)>,
}

/// Longer than this nobody looks.
const PATIENCE_S: f64 = 20.0;
/// A gaze this far from the middle is to one side of it.
const ASIDE_RAD: f32 = 0.26;

fn look_around(run: &Run<'_>) -> Result<Measured, String> {
    let ours = run.try_each(|trial| look(trial, "duncan"))?;
    let last = run.try_each(|trial| look(trial, "last-seen"))?;
    let random = run.try_each(random_sweep)?;
    let found =
        |looks: &[Look]| statistics::rate_of(&looks.iter().map(|l| l.found_s.is_some()).collect::<Vec<_>>());
    let emerged: Vec<bool> =
        ours.iter().map(|l| l.found_s.is_some() && l.alternations >= 2 && l.began_at_middle).collect();
    let rate = statistics::rate_of(&emerged);
    let capped = |time: Option<f64>| time.unwrap_or(PATIENCE_S);
    let times: Vec<f64> = ours.iter().map(|look| capped(look.found_s)).collect();
    let chance: Vec<f64> = random.into_iter().map(capped).collect();
    let ratio = statistics::median(&times) / statistics::median(&chance);
    let labels = Labels { title: "Gaze of three trials", x: "time (s)", y: "degrees from the middle" };
    let lines: Vec<Series> = ours
        .iter()
        .take(3)
        .enumerate()
        .map(|(at, look)| Series::new(format!("trial {}", at + 1), look.gaze.clone()))
        .collect();
    Ok(Measured::new(rate.value)
        .detail("wilson_low", rate.low)
        .detail("median_time_s", statistics::median(&times))
        .detail("median_time_at_random_s", statistics::median(&chance))
        .detail(
            "median_alternations",
            statistics::median(&ours.iter().map(|l| f64::from(l.alternations)).collect::<Vec<_>>()),
        )
        .require("found", found(&ours).value, Bar::AtLeast(0.95))
        .detail("time_relative_to_random", ratio)
        .require("control_last_position_finds", found(&last).value, Bar::AtMost(0.1))
        .figure(figure::lines(labels, &lines, None)))
}

/// The trial's own place for the sheep: to either side, out of the first look's view.
fn hidden_place(trial: Trial) -> Vec3 {
    let mut chance = trial.chance();
    let side = if chance.happens(0.5) { 1.0 } else { -1.0 };
    let yaw = side * chance.between(1.4, 2.0);
    maths::direction(yaw) * chance.between(4.0, 7.0)
}

fn look(trial: Trial, character: &str) -> Result<Look, String> {
    let character = format!("creature.duncan.character=characters/{character}.kdl");
    let mut simulation = scene::simulation("look-around", trial, &[&character])?;
    let own = truth(&simulation, "duncan").ok_or("there is no duncan")?;
    let middle = yaw_to(own, truth(&simulation, "sheep").ok_or("there is no sheep")?);
    let (mut lifted, mut side) = (None, 0.0f32);
    let mut look = Look { found_s: None, alternations: 0, began_at_middle: false, gaze: Vec::new() };
    while !simulation.is_over() {
        let happened = simulation.step().to_vec();
        let gaze = gaze_yaw(&simulation).ok_or("duncan is gone")?;
        if came(&happened, "moved") {
            let to = hidden_place(trial) + maths::on_ground(own);
            simulation.input(Action::Transport { what: Name::cut("sheep"), to });
        }
        if came(&happened, "lifted") {
            lifted = Some(simulation.time_s());
            look.began_at_middle = apart_rad(gaze, middle) < ASIDE_RAD;
        }
        let Some(since) = lifted.map(|lifted| simulation.time_s() - lifted) else { continue };
        look.gaze.push((since, f64::from(maths::wrap_angle(gaze - middle).to_degrees())));
        let wanted = duncan(&simulation)?.intent.gaze.map(|gaze| yaw_to(own, maths::ground(gaze.at)));
        let off = maths::wrap_angle(wanted.unwrap_or(middle) - middle);
        if off.abs() > ASIDE_RAD && off.signum() != side {
            look.alternations += u32::from(side != 0.0);
            side = off.signum();
        }
        if sheep(duncan(&simulation)?).any(|belief| belief.now.seen) {
            look.found_s = Some(since);
            break;
        }
        if since > PATIENCE_S {
            break;
        }
    }
    Ok(look)
}

/// The same body in the same place, turning its gaze to one direction after another at random.
fn random_sweep(trial: Trial) -> Result<Option<f64>, String> {
    let mut simulation = scene::simulation("look-around", trial, &[])?;
    let mut chance = piaget_terms::Chance::of_part(trial.seed, 7);
    let mut world = loop {
        let happened = simulation.step().to_vec();
        if came(&happened, "moved") {
            let own = truth(&simulation, "duncan").ok_or("there is no duncan")?;
            let to = hidden_place(trial) + maths::on_ground(own);
            simulation.input(Action::Transport { what: Name::cut("sheep"), to });
        }
        if came(&happened, "lifted") {
            break simulation.world().clone();
        }
    };
    let (dog, target) = (world.named("duncan"), world.named("sheep"));
    let (dog, target) = dog.zip(target).ok_or("somebody is missing")?;
    let mut sensed = piaget_world::Sensed::default();
    let (tick_s, mut wanted) = (1.0 / 30.0, None);
    let mut intent = Intent::default();
    for tick in 0..(PATIENCE_S / tick_s) as u32 {
        world.sense(dog, &mut sensed);
        if sensed.senses(0.0, tick_s as f32).sightings.iter().any(|sighting| sighting.id == target) {
            return Ok(Some(f64::from(tick) * tick_s));
        }
        let creature = world.creature(dog).ok_or("duncan is gone")?;
        let (at, gaze) = (creature.eye_position(), creature.gaze_yaw());
        let yaw = match wanted {
            Some(yaw) if apart_rad(gaze, yaw) > 0.05 => yaw,
            _ => chance.between(-std::f32::consts::PI, std::f32::consts::PI),
        };
        wanted = Some(yaw);
        intent.gaze = Some(Gaze::new(at + maths::direction(yaw) * 5.0));
        world.act(dog, &intent);
        world.tick(tick_s as f32);
    }
    Ok(None)
}

/// Where the eyes are while the sheep is out of sight: ours, and those of rivals whose necks are as quick as thought.
#[derive(Clone, Copy, Default)]
struct Follow {
    ticks: u32,
    ours: u32,
    /// On where the sheep was seen last.
    last_seen: u32,
    /// On where it would be, had it gone on as it was last seen to go.
    goes_on: u32,
    ahead: u32,
}

fn scripted(run: &Run<'_>) -> Result<Measured, String> {
    let trials = run.try_each(follow)?;
    let hidden: Vec<&Follow> = trials.iter().filter(|follow| follow.ticks > 0).collect();
    let shares = |of: fn(&Follow) -> u32| -> Vec<f64> {
        hidden.iter().map(|follow| f64::from(of(follow)) / f64::from(follow.ticks)).collect()
    };
    let mean = |of: fn(&Follow) -> u32| statistics::mean(&shares(of)).value;
    let ours = shares(|follow| follow.ours);
    let (last_seen, goes_on) = (mean(|follow| follow.last_seen), mean(|follow| follow.goes_on));
    let value = statistics::mean(&ours).value;
    let labels = Labels {
        title: "Gaze on the sheep while it is hidden and a script walks",
        x: "share of time",
        y: "trials",
    };
    Ok(Measured::new(value)
        .require(
            "trials in which it was hidden",
            hidden.len() as f64 / trials.len() as f64,
            Bar::AtLeast(0.8),
        )
        .require("less that of looking where it was seen last", value - last_seen, Bar::AtLeast(0.05))
        .require(
            "less that of looking where it would be, had it gone on",
            value - goes_on,
            Bar::AtLeast(0.05),
        )
        .detail("looking where it was seen last", last_seen)
        .detail("looking where it would be, had it gone on", goes_on)
        .detail("looking straight ahead", mean(|follow| follow.ahead))
        .detail("tenth_percentile", statistics::quantile(&ours, 0.1))
        .figure(figure::histogram(labels, &ours, 10, Some(0.95))))
}

/// A sheep passes behind a wall at any pace, or stops there, while a script walks the dog that was told to look at it.
/// What counts is where the sheep really is; ticks in which the neck cannot turn that far do not.
fn follow(trial: Trial) -> Result<Follow, String> {
    const NEAR_RAD: f32 = 0.35;
    const RATES_HZ: [u32; 3] = [10, 30, 60];
    /// A flicker at the wall's edge is not hiding.
    const HIDDEN_S: f64 = 0.3;
    let mut chance = trial.chance();
    let speed = chance.between(0.4, 3.0);
    let stops = chance.happens(0.5);
    let to = if stops { chance.between(-2.0, 2.0) } else { 9.0 };
    let set = [
        format!("tick={}", RATES_HZ[chance.below(RATES_HZ.len() as u32) as usize]),
        format!("wall.wall.size={} 0.3", chance.between(3.0, 8.0)),
        format!("event.goes.slide.speed={speed}"),
        format!("event.goes.slide.to={to} 6.5"),
    ];
    let set: Vec<&str> = set.iter().map(String::as_str).collect();
    let mut simulation = scene::simulation("passing", trial, &set)?;
    let path = (0..12).map(|_| Vec3::new(chance.between(-6.0, 6.0), 0.0, chance.between(-10.0, -3.0)));
    let path = path.collect();
    simulation.input(Action::Walk { creature: Name::cut("duncan"), path, speed_m_per_s: 1.2 });
    simulation.input(order("look at sheep"));
    let mut follow = Follow::default();
    let mut seen: Option<(f64, Vec2, Vec2)> = None;
    // Long enough to pass behind the longest wall; one that stopped is looked for no longer than that.
    let until_s = 3.0 + f64::from(16.0 / speed).min(20.0);
    while !simulation.is_over() && simulation.time_s() < until_s {
        simulation.step();
        let t = simulation.time_s();
        let actor = duncan(&simulation)?;
        let place = truth(&simulation, "sheep").ok_or("the sheep is gone")?;
        let id = simulation.world().named("sheep");
        if actor.sensed.sightings.iter().any(|sighting| Some(sighting.id) == id) {
            let before = seen.filter(|(before, ..)| t - before < HIDDEN_S);
            let velocity = before.map(|(before, at, _)| (place - at) / (t - before) as f32);
            seen = Some((t, place, velocity.unwrap_or_default()));
            continue;
        }
        let Some((seen_s, at, velocity)) = seen.filter(|(before, ..)| t - before > HIDDEN_S) else {
            continue;
        };
        // He gives up in the end, and then looks where he likes.
        if actor.intent.because.as_deref() != Some("look-at-sheep") {
            continue;
        }
        let own = truth(&simulation, "duncan").ok_or("duncan is gone")?;
        let body = simulation.world().creature(actor.id).ok_or("duncan is gone")?;
        let towards = yaw_to(own, place);
        if apart_rad(body.yaw, towards) > actor.mind.character().body.head_yaw_limit_rad {
            continue;
        }
        let on = |yaw: f32| u32::from(apart_rad(yaw, towards) < NEAR_RAD);
        follow.ticks += 1;
        follow.ours += on(body.gaze_yaw());
        follow.last_seen += on(yaw_to(own, at));
        follow.goes_on += on(yaw_to(own, at + velocity * (t - seen_s) as f32));
        follow.ahead += on(body.yaw);
    }
    Ok(follow)
}
