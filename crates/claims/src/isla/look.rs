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
        says: "While a script walks the body, the eyes follow the map: they keep to where the sheep is most likely.",
        metric: "share of time in which the gaze is within 20 degrees of the most likely place, median of trials",
        bar: Bar::AtLeast(0.9),
        trials: Trials { full: 100, quick: 6 },
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

fn scripted(run: &Run<'_>) -> Result<Measured, String> {
    let shares = run.try_each(follow)?;
    let ours: Vec<f64> = shares.iter().map(|(gaze, _)| *gaze).collect();
    let ahead: Vec<f64> = shares.iter().map(|(_, ahead)| *ahead).collect();
    let labels = Labels {
        title: "Gaze on the most likely place while a script walks",
        x: "share of time",
        y: "trials",
    };
    Ok(Measured::new(statistics::median(&ours))
        .detail("tenth_percentile", statistics::quantile(&ours, 0.1))
        .require("control_looking_straight_ahead", statistics::median(&ahead), Bar::AtMost(0.5))
        .figure(figure::histogram(labels, &ours, 10, Some(0.9))))
}

/// The share of time in which the eyes are on the most likely place, and in which the body's front is: of the time
/// in which the neck can turn that far.
fn follow(trial: Trial) -> Result<(f64, f64), String> {
    const NEAR_RAD: f32 = 0.35;
    const WATCHED_TICKS: u32 = 300;
    let mut simulation = scene::simulation("two-walls", trial, &[])?;
    let mut chance = trial.chance();
    let (mut on_map, mut ahead, mut ticks) = (0u32, 0u32, 0u32);
    let mut scripted = false;
    while !simulation.is_over() && ticks < WATCHED_TICKS {
        let happened = simulation.step().to_vec();
        if came(&happened, "first-order") {
            // From now on a script has the body: a round through the field, far from both walls.
            scripted = true;
            let path =
                (0..12).map(|_| Vec3::new(chance.between(-8.0, 8.0), 0.0, chance.between(-10.0, -2.0)));
            let path = path.collect();
            simulation.input(Action::Walk { creature: Name::cut("duncan"), path, speed_m_per_s: 1.2 });
        }
        // The scenario's own order is heard first; this one replaces it.
        if scripted && duncan(&simulation)?.intent.because.as_deref() == Some("approach-sheep") {
            simulation.input(order("look at sheep"));
        }
        let actor = duncan(&simulation)?;
        let likely =
            sheep(actor).find(|belief| !belief.now.seen).map(|belief| maths::ground(belief.now.position));
        let (Some(likely), Some(own), true) = (likely, truth(&simulation, "duncan"), scripted) else {
            continue;
        };
        // He gives up in the end, and then looks where he likes.
        if actor.intent.because.as_deref() != Some("look-at-sheep") {
            continue;
        }
        let body = simulation.world().creature(actor.id).ok_or("duncan is gone")?;
        let towards = yaw_to(own, Vec2::new(likely.x, likely.y));
        if apart_rad(body.yaw, towards) > actor.mind.character().body.head_yaw_limit_rad {
            continue;
        }
        ticks += 1;
        on_map += u32::from(apart_rad(body.gaze_yaw(), towards) < NEAR_RAD);
        ahead += u32::from(apart_rad(body.yaw, towards) < NEAR_RAD);
    }
    let share = |count: u32| f64::from(count) / f64::from(ticks.max(1));
    Ok((share(on_map), share(ahead)))
}
