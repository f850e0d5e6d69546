//! Surprise, confusion and frustration while searching (Isla 5.4 and fig. 9), held against what really happened and not
//! against the numbers that drive them.

use super::{came, duncan, felt, order, sheep, truth};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::figure::{self, Labels, Series};
use crate::run::{Run, Trial};
use crate::{scene, statistics};
use piaget_sim::Action;
use piaget_terms::{Name, Sight as _, Vec2, Vec3, maths};

pub(super) const CLAIMS: &[Claim] = &[Claim {
    id: "isla.emotions",
    source: "Isla 5.4 and fig. 9",
    says: "Duncan is more confused when the place where he left the sheep is empty than when it is there, more surprised the \
           further from where he left it he finds it, and more frustrated by searching than by watching. A feeling that follows \
           the clock, and that of a dog without a map, tell none of it.",
    metric: "lesser share of pairs told apart: empty or not by confusion, far or near by surprise",
    bar: Bar::AtLeast(0.9),
    trials: Trials { full: 100, quick: 9 },
    run: emotions,
}];

/// A feeling shows within this time of what it is about.
const SOON_S: f64 = 1.0;
/// As near as this a sheep is where it was left, and as far as this it is elsewhere.
const NEAR_M: f64 = 1.5;
const FAR_M: f64 = 4.0;
const RATES_HZ: [u32; 3] = [10, 30, 60];

/// What a dog felt on coming back to where it left the sheep.
struct Return {
    /// The greatest confusion within a second of looking into the place; not a number if it never looked.
    confusion: f64,
    /// How long the sheep had been out of sight then.
    unseen_s: f64,
    /// Frustration half a second after the order, at the end of the search, and after four seconds of watching the sheep.
    frustration: [f64; 3],
    trace: [Vec<(f64, f64)>; 3],
}

/// The sheep is hidden behind a wall, found there, left, and has meanwhile been moved behind the other wall, or not.
fn comes_back(trial: Trial, character: &str, moved: bool) -> Result<Return, String> {
    let rate = RATES_HZ[trial.index as usize % RATES_HZ.len()];
    let character = format!("creature.duncan.character=characters/{character}.kdl");
    let (tick, second) = (format!("tick={rate}"), if moved { "5 6" } else { "-5 6" });
    let second = format!("event.hide-second.transport.to={second}");
    let mut simulation = scene::simulation("two-walls", trial, &[&character, &tick, &second])?;
    let mut left = None;
    let (mut ordered, mut looked, mut found, mut seen_s) = (None, None, None, 0.0);
    let mut back = Return {
        confusion: f64::NAN,
        unseen_s: f64::NAN,
        frustration: [f64::NAN; 3],
        trace: Default::default(),
    };
    while !simulation.is_over() {
        let happened = simulation.step().to_vec();
        let t = simulation.time_s();
        if came(&happened, "second-call") {
            left = truth(&simulation, "sheep");
        }
        if came(&happened, "second-order") {
            ordered = Some(t);
        }
        let actor = duncan(&simulation)?;
        let now = ["surprise", "confusion", "frustration"].map(|name| felt(actor, name));
        for (trace, value) in back.trace.iter_mut().zip(now) {
            trace.push((t, value));
        }
        let sees = sheep(actor).any(|belief| belief.now.seen);
        let (Some(ordered), Some(left)) = (ordered, left) else {
            seen_s = if sees { t } else { seen_s };
            continue;
        };
        if t <= ordered + 0.5 {
            back.frustration[0] = now[2];
        }
        let mut in_view = [false];
        actor.sensed.sees(&[Vec3::new(left.x, 0.3, left.y)], &mut in_view);
        // The sheep may show before the middle of its place does.
        if looked.is_none() && (in_view[0] || (sees && !moved)) {
            looked = Some(t);
            (back.confusion, back.unseen_s) = (0.0, t - seen_s);
        }
        if looked.is_some_and(|looked| t - looked <= SOON_S) {
            back.confusion = back.confusion.max(now[1]);
        }
        if sees && found.is_none() {
            found = Some(t);
            back.frustration[1] = now[2];
        }
        if found.is_some_and(|found| t - found >= 4.0) {
            back.frustration[2] = now[2];
            break;
        }
    }
    Ok(back)
}

/// How far the sheep was moved, for how long it was out of sight, and the greatest surprise within a second of its finding.
struct Find {
    /// Whether it was taken for another sheep: more than one is believed in then.
    another: bool,
    moved_m: f64,
    unseen_s: f64,
    surprise: f64,
}

/// Behind a curtain the sheep is moved in the open, or is not; then the curtain is lifted.
fn finds(trial: Trial, character: &str) -> Result<Option<Find>, String> {
    let mut chance = trial.chance();
    let rate = RATES_HZ[chance.below(RATES_HZ.len() as u32) as usize];
    let set = [
        format!("creature.duncan.character=characters/{character}.kdl"),
        format!("tick={rate}"),
        format!("event.lifted.delay={}", chance.between(3.5, 12.0)),
    ];
    let set: Vec<&str> = set.iter().map(String::as_str).collect();
    let mut simulation = scene::simulation("look-around", trial, &set)?;
    let own = truth(&simulation, "duncan").ok_or("there is no duncan")?;
    let before = truth(&simulation, "sheep").ok_or("there is no sheep")?;
    // A third stay, a third go anywhere in view, a third far into the distance: all are found by the first look.
    let there = match trial.index % 3 {
        0 => before + Vec2::new(chance.between(-0.7, 0.7), chance.between(-0.7, 0.7)),
        _ => {
            let ahead = maths::direction(chance.between(-0.4, 0.4)) * chance.between(2.0, 14.0);
            own + maths::ground(ahead)
        }
    };
    // He attends to the sheep from the beginning: surprise is about what he attends to.
    simulation.input(order("look at sheep"));
    let (mut lifted, mut found, mut surprise) = (None, None, 0.0f64);
    while !simulation.is_over() {
        let happened = simulation.step().to_vec();
        let t = simulation.time_s();
        if came(&happened, "moved") {
            simulation.input(Action::Transport { what: Name::cut("sheep"), to: maths::on_ground(there) });
        }
        if came(&happened, "lifted") {
            lifted = Some(t);
        }
        let Some(lifted) = lifted else { continue };
        let actor = duncan(&simulation)?;
        if found.is_none() && sheep(actor).any(|belief| belief.now.seen) {
            found = Some(t);
        }
        if let Some(found) = found {
            surprise = surprise.max(felt(actor, "surprise"));
            if t - found > SOON_S {
                let moved_m = f64::from(before.distance(there));
                let another = sheep(actor).count() > 1;
                return Ok(Some(Find { another, moved_m, unseen_s: found - 2.0, surprise }));
            }
        }
        if t - lifted > 10.0 {
            return Ok(None);
        }
    }
    Ok(None)
}

/// Frustration after eight seconds of being told to look at a sheep that is in view all the while.
fn watches(trial: Trial) -> Result<f64, String> {
    // The curtain comes long after.
    let set = ["event.lowered.time=25"];
    let mut simulation = scene::simulation("look-around", trial, &set)?;
    simulation.input(order("look at sheep"));
    while simulation.time_s() < 8.0 {
        simulation.step();
    }
    Ok(felt(duncan(&simulation)?, "frustration"))
}

/// How well a feeling tells far from near.
fn far_from_near(finds: &[Find], feeling: fn(&Find) -> f64) -> f64 {
    let of = |is: &dyn Fn(&Find) -> bool| -> Vec<f64> {
        finds.iter().filter(|find| is(find)).map(feeling).collect()
    };
    statistics::auc(&of(&|find| find.moved_m > FAR_M), &of(&|find| find.moved_m < NEAR_M))
}

/// The share of some finds that were taken for another sheep.
fn taken_for_another(finds: &[Find], of: fn(&Find) -> bool) -> f64 {
    let some: Vec<bool> = finds.iter().filter(|find| of(find)).map(|find| find.another).collect();
    statistics::rate_of(&some).value
}

fn emotions(run: &Run<'_>) -> Result<Measured, String> {
    let pairs = |character: &'static str| -> Result<[Vec<Return>; 2], String> {
        let of = |moved| run.try_each(|trial| comes_back(trial, character, moved));
        Ok([of(true)?, of(false)?])
    };
    let [moved, stayed] = pairs("duncan")?;
    let [without_moved, without_stayed] = pairs("last-seen")?;
    let confused = |of: &[Return]| of.iter().map(|back| back.confusion).collect::<Vec<f64>>();
    let unseen = |of: &[Return]| of.iter().map(|back| back.unseen_s).collect::<Vec<f64>>();
    let confusion = statistics::auc(&confused(&moved), &confused(&stayed));
    let found = |character: &'static str| -> Result<Vec<Find>, String> {
        Ok(run.try_each(|trial| finds(trial, character))?.into_iter().flatten().collect())
    };
    let (ours, printed) = (found("duncan")?, found("duncan-printed")?);
    let surprise = far_from_near(&ours, |find| find.surprise);
    let (metres, felt): (Vec<f64>, Vec<f64>) = ours.iter().map(|find| (find.moved_m, find.surprise)).unzip();
    let watching = run.try_each(watches)?;
    let searched: Vec<&Return> =
        moved.iter().filter(|back| back.frustration.iter().all(|f| f.is_finite())).collect();
    let rises = |back: &&Return| back.frustration[1] > back.frustration[0];
    let falls = |back: &&Return| back.frustration[2] < back.frustration[1];
    let shaped =
        statistics::rate(searched.iter().filter(|back| rises(back) && falls(back)).count(), searched.len());
    let by_searching: Vec<f64> = searched.iter().map(|back| back.frustration[1]).collect();
    let labels =
        Labels { title: "A search for the sheep, as felt (compare fig. 9)", x: "time (s)", y: "value" };
    let lines = moved.first().map_or_else(Vec::new, |back| {
        let [surprise, confusion, frustration] = &back.trace;
        vec![
            Series::new("surprise", surprise.clone()),
            Series::new("confusion", confusion.clone()),
            Series::new("frustration", frustration.clone()),
        ]
    });
    Ok(Measured::new(confusion.min(surprise))
        .require(
            "rank correlation of surprise and distance",
            statistics::rank_correlation(&metres, &felt),
            Bar::AtLeast(0.5),
        )
        .require(
            "frustration rises with the search and falls with the finding",
            shaped.value,
            Bar::AtLeast(0.95),
        )
        .require(
            "searching told from watching by frustration",
            statistics::auc(&by_searching, &watching),
            Bar::AtLeast(0.95),
        )
        .require(
            "rival: empty or not, by the time out of sight",
            statistics::auc(&unseen(&moved), &unseen(&stayed)),
            Bar::AtMost(0.75),
        )
        .require(
            "rival: far or near, by the time out of sight",
            far_from_near(&ours, |find| find.unseen_s),
            Bar::AtMost(0.75),
        )
        .require(
            "rival: empty or not, by a dog without a map",
            statistics::auc(&confused(&without_moved), &confused(&without_stayed)),
            Bar::AtMost(0.75),
        )
        .detail("empty or not, by confusion", confusion)
        .detail("far or near, by surprise", surprise)
        .detail("far or near, with 1.4 as printed", far_from_near(&printed, |find| find.surprise))
        .detail("searches", searched.len() as f64)
        .detail("finds", ours.len() as f64)
        .detail("far finds taken for another sheep", taken_for_another(&ours, |find| find.moved_m > FAR_M))
        .detail("near finds taken for another sheep", taken_for_another(&ours, |find| find.moved_m < NEAR_M))
        .figure(figure::lines(labels, &lines, None)))
}
