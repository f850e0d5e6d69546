//! How violations are shown, and asked for (Kline 2.2.2 and 3.2.5).

use super::watch::{Eye, Told, Watch, wall};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::{Run, Trial};
use crate::statistics;
use piaget_terms::{HostId, Name, Vec2};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "kline.expression",
        source: "Kline 2.2.2 and 3.2.5",
        says: "What vanishes, jumps or changes its colour in view, and what comes out of thin air, is shown by face or gesture if it \
               lasts; what is possible never is. A jump and a new colour that are over at once are shown as a double take; that a \
               thing was not seen for a moment is not shown. By the printed account nothing is shown that is over at once. One who \
               gives no benefit of the doubt shows a moment's absence, one who is never sure does not show what lasts. The surer the \
               creature was the later it shows it; a skittish one shows it soonest, a slow-witted one last, and a naive one is \
               confused at most.",
        metric: "least share of right answers: of each kind that lasts, of each that is over at once, of each that is possible",
        bar: Bar::AtLeast(0.95),
        trials: Trials { full: 100, quick: 4 },
        run: expression,
    },
    Claim {
        id: "kline.sources",
        source: "Kline 3.2.5",
        says: "\"The closest red thing whose place surprised me\" is found among twenty things.",
        metric: "share of right answers",
        bar: Bar::AtLeast(0.99),
        trials: Trials { full: 200, quick: 10 },
        run: sources,
    },
];

const SHOWN: [&str; 3] = ["rub-eyes", "startle", "scratch-head"];

/// What the creature shows at this moment.
fn shows(watch: &Watch) -> Option<Name> {
    watch
        .intent
        .movement
        .map(|movement| movement.name)
        .filter(|name| SHOWN.iter().any(|shown| *name == *shown))
}

/// A cube that is watched, and then gone for a time: when the creature first shows something, and all that it shows.
fn gone(
    trial: Trial,
    character: &str,
    watched_s: f32,
    gone_s: f32,
) -> Result<(Option<f64>, Vec<Name>), String> {
    let mut watch = Watch::new((character, ""), Vec::new(), Eye::CLEAN, trial)?;
    let cube = Told::new(1, "cube", watch.somewhere(5.0, 10.0, 0.5));
    watch.wait(watched_s, |_| vec![cube.clone()]);
    let (mut first, mut all) = (None, Vec::new());
    let from_s = watch.time_s;
    let mut note = |watch: &Watch, _: f32| {
        if let Some(shown) = shows(watch) {
            first.get_or_insert(watch.time_s - from_s);
            all.push(shown);
        }
    };
    watch.play(gone_s, |_| Vec::new(), &mut note);
    watch.play(3.0, |_| vec![cube.clone()], &mut note);
    all.dedup();
    Ok((first, all))
}

/// What happens to a cube that has been watched for four seconds.
#[derive(Clone, Copy, PartialEq)]
enum Scene {
    Vanishes,
    Jumps,
    Repaints,
    /// Another thing is there of a sudden.
    Appears,
    /// Nothing happens.
    Stands,
    /// It goes behind a wall and comes out when it should.
    Passes,
    /// Another thing walks in from the edge of view.
    WalksIn,
}

impl Scene {
    const MIRACLES: [Self; 4] = [Self::Vanishes, Self::Jumps, Self::Repaints, Self::Appears];
    const POSSIBLE: [Self; 3] = [Self::Stands, Self::Passes, Self::WalksIn];

    fn name(self) -> &'static str {
        match self {
            Self::Vanishes => "vanishes",
            Self::Jumps => "jumps",
            Self::Repaints => "changes its colour",
            Self::Appears => "comes out of thin air",
            Self::Stands => "stands",
            Self::Passes => "passes behind a wall",
            Self::WalksIn => "walks in",
        }
    }
}

/// What may be over at once. What came out of thin air and is gone again has vanished: it is left out.
const OVER_AT_ONCE: [Scene; 3] = [Scene::Vanishes, Scene::Jumps, Scene::Repaints];

impl Scene {
    /// Whether it is shown although it is over at once: a brief moment of confusion is not enough, and a strong surprise is, by a double
    /// take.
    fn is_taken_twice(self) -> bool {
        matches!(self, Self::Jumps | Self::Repaints)
    }
}

/// A violation that is over at once lasts one tick.
const PASSING_TICKS: u32 = 1;
/// What lasts is shown by then.
const SHOWN_BY_S: f32 = 6.0;

/// Whether anything is shown; a miracle lasts, or is over after a tick.
fn is_shown(
    trial: Trial,
    (character, more): (&str, &str),
    scene: Scene,
    lasts: bool,
) -> Result<bool, String> {
    let walls = if scene == Scene::Passes { vec![wall(0.0, 0.0, 3.0)] } else { Vec::new() };
    let mut watch = Watch::new((character, more), walls, Eye::CLEAN, trial)?.at_any_rate();
    let speed = watch.chance.between(0.3, 2.5);
    let mut cube = Told::new(1, "cube", watch.somewhere(5.0, 10.0, 0.5));
    if scene == Scene::Passes {
        let depth = watch.chance.between(0.6, 2.0);
        let start = cube.at(Vec2::new(-4.5, depth));
        let mut shown = false;
        let world = |t: f32| {
            let along = speed * (t - 1.0).max(0.0);
            vec![start.at(Vec2::new(-4.5 + along, depth))]
        };
        // On to the end: who stops for no reason is odd.
        watch.play(1.0 + 9.0 / speed, world, |watch, t| shown |= t > 1.0 && shows(watch).is_some());
        return Ok(shown);
    }
    watch.wait(4.0, |_| vec![cube.clone()]);
    let usual = vec![cube.clone()];
    let stranger = Told::new(2, "ball", watch.somewhere(5.0, 10.0, 0.3));
    let odd: Vec<Told> = match scene {
        Scene::Vanishes => Vec::new(),
        Scene::Jumps => loop {
            let there = cube.at(watch.somewhere(4.0, 14.0, 0.8));
            if (1.0..6.0).contains(&there.at.distance(cube.at)) {
                break vec![there];
            }
        },
        Scene::Repaints => {
            cube.colour = "blue";
            vec![cube]
        }
        Scene::Appears => vec![usual[0].clone(), stranger.clone()],
        Scene::Stands | Scene::Passes | Scene::WalksIn => usual.clone(),
    };
    let mut shown = false;
    if scene == Scene::WalksIn {
        // Behind the cube, across the view, and on: who stops for no reason is odd.
        let depth = usual[0].at.z + 1.5;
        let edge = (depth + 9.0) * 0.577 + 1.0;
        let world = |t: f32| vec![usual[0].clone(), stranger.at(Vec2::new(edge - speed * t, depth))];
        watch.play(SHOWN_BY_S, world, |watch, _| shown |= shows(watch).is_some());
    } else if lasts {
        watch.play(SHOWN_BY_S, |_| odd.clone(), |watch, _| shown |= shows(watch).is_some());
    } else {
        for _ in 0..PASSING_TICKS {
            watch.pass(&odd);
            shown |= shows(&watch).is_some();
        }
        watch.play(3.0, |_| usual.clone(), |watch, _| shown |= shows(watch).is_some());
    }
    Ok(shown)
}

/// The share of right answers of each kind: name and share. By the printed account nothing is shown that is over at once.
fn answers(
    run: &Run<'_>,
    mind: (&'static str, &'static str),
    is_printed: bool,
) -> Result<Vec<(String, f64)>, String> {
    let mut all = Vec::new();
    let mut ask = |name: String, scene: Scene, lasts: bool, right: bool| -> Result<(), String> {
        let shown = run.try_each(|trial| Ok(is_shown(trial, mind, scene, lasts)? == right))?;
        all.push((name, statistics::rate_of(&shown).value));
        Ok(())
    };
    for scene in Scene::MIRACLES {
        ask(format!("{}, lasts: shown", scene.name()), scene, true, true)?;
    }
    for scene in OVER_AT_ONCE {
        let right = scene.is_taken_twice() && !is_printed;
        let shown = if right { "shown" } else { "not shown" };
        ask(format!("{} for a tick: {shown}", scene.name()), scene, false, right)?;
    }
    for scene in Scene::POSSIBLE {
        ask(format!("{}: not shown", scene.name()), scene, true, false)?;
    }
    Ok(all)
}

fn expression(run: &Run<'_>) -> Result<Measured, String> {
    let least = |answers: &[(String, f64)]| answers.iter().map(|(_, share)| *share).fold(1.0, f64::min);
    let at_once = Scene::MIRACLES.len()..Scene::MIRACLES.len() + OVER_AT_ONCE.len();
    let ours = answers(run, ("walker", ""), false)?;
    let hasty = answers(run, ("walker", "expect { doubt confusion=0 surprise=0 disbelief=0 }"), false)?;
    let naive_answers = answers(run, ("naive", ""), false)?;
    let printed = answers(run, ("walker-printed", ""), true)?;
    let delay = |character: &'static str, watched_s: f32| -> Result<Vec<f64>, String> {
        let one = |trial| Ok(gone(trial, character, watched_s, 6.0)?.0.unwrap_or(f64::INFINITY));
        run.try_each(one)
    };
    // Just sure enough to be confused, and as sure as can be.
    let (unsure, sure) =
        (run.try_each(|trial| puzzled(trial, 0.5))?, run.try_each(|trial| puzzled(trial, 4.0))?);
    let grows: Vec<bool> = unsure.iter().zip(&sure).map(|(unsure, sure)| unsure < sure).collect();
    let (skittish, plain, slow) =
        (delay("skittish", 4.0)?, delay("walker", 4.0)?, delay("slow-witted", 4.0)?);
    let ordered: Vec<bool> = (0..plain.len())
        .map(|at| skittish[at] < plain[at] && plain[at] < slow[at] && slow[at].is_finite())
        .collect();
    let naive = run.try_each(|trial| {
        let shown = gone(trial, "naive", 4.0, 6.0)?.1;
        Ok(!shown.is_empty() && shown.iter().all(|shown| *shown == "scratch-head"))
    })?;
    let value = |answers: &[bool]| statistics::rate_of(answers).value;
    let mut measured = Measured::new(least(&ours))
        .require(
            "rival: one who gives no benefit of the doubt, least share of what is over at once",
            least(&hasty[at_once.clone()]),
            Bar::AtMost(0.5),
        )
        .require(
            "as printed, least share of what is over at once",
            least(&printed[at_once]),
            Bar::AtLeast(0.95),
        )
        .require(
            "rival: one who is never sure, least share of what lasts and was known",
            least(&naive_answers[..OVER_AT_ONCE.len()]),
            Bar::AtMost(0.5),
        )
        .require("trials in which the surer creature waits longer", value(&grows), Bar::AtLeast(0.95))
        .require("skittish before plain before slow-witted", value(&ordered), Bar::AtLeast(0.95))
        .require("naive creatures that are confused and nothing else", value(&naive), Bar::AtLeast(0.95));
    for (name, share) in ours {
        measured = measured.detail(name, share);
    }
    Ok(measured
        .detail("median_delay_skittish_s", statistics::median(&skittish))
        .detail("median_delay_walker_s", statistics::median(&plain))
        .detail("median_delay_slow_witted_s", statistics::median(&slow))
        .detail("median_wait_unsure_s", statistics::median(&unsure))
        .detail("median_wait_sure_s", statistics::median(&sure)))
}

/// How long after a cube is gone confusion is strong enough to be shown.
fn puzzled(trial: Trial, watched_s: f32) -> Result<f64, String> {
    let mut watch = Watch::new(("walker", ""), Vec::new(), Eye::CLEAN, trial)?;
    let cube = Told::new(1, "cube", watch.somewhere(5.0, 10.0, 0.5));
    watch.wait(watched_s, |_| vec![cube.clone()]);
    let (from_s, mut when) = (watch.time_s, f64::INFINITY);
    watch.play(
        6.0,
        |_| Vec::new(),
        |watch, _| {
            let confusion = watch.mind.report().values.into_iter().find(|(name, _)| *name == "confusion");
            if confusion.is_some_and(|(_, value)| value >= 1.0) {
                when = when.min(watch.time_s - from_s);
            }
        },
    );
    Ok(when)
}

const THINGS: u32 = 20;

fn sources(run: &Run<'_>) -> Result<Measured, String> {
    let right = run.try_each(find_the_culprit)?;
    let rate = statistics::rate_of(&right);
    Ok(Measured::new(rate.value).detail("wilson_low", rate.low))
}

fn find_the_culprit(trial: Trial) -> Result<bool, String> {
    const ASK: &str =
        "selector \"culprit\" \"red\" nearest=#true { violated \"surprise\" feature=\"position\" within=1 }";
    let mut watch = Watch::new(("walker", ASK), Vec::new(), Eye::CLEAN, trial)?;
    let mut things: Vec<Told> = Vec::new();
    for id in 0..THINGS {
        let mut thing = Told::new(id, "cube", watch.somewhere(3.0, 15.0, 0.9));
        thing.colour = ["red", "blue", "green"][watch.chance.below(3) as usize];
        thing.glow = Some("dark");
        things.push(thing);
    }
    // Sure enough to be surprised; one that is in disbelief would be believed to be where it was.
    watch.wait(1.4, |_| things.clone());
    let from = watch.body.position;
    let mut nearest: Option<(f32, u32)> = None;
    for thing in &mut things {
        match watch.chance.below(4) {
            0 => {
                let there = loop {
                    let there = thing.at(watch.somewhere(3.0, 15.0, 0.9));
                    if there.at.distance(thing.at) > 1.0 {
                        break there;
                    }
                };
                let distance = from.with_y(there.at.y).distance(there.at);
                if there.colour == "red" && nearest.is_none_or(|(least, _)| distance < least) {
                    nearest = Some((distance, there.id));
                }
                *thing = there;
            }
            // Odd, but not in its place.
            1 => thing.glow = Some("lit"),
            _ => {}
        }
    }
    watch.wait(0.3, |_| things.clone());
    let view = watch.mind.view();
    let selectors = &watch.mind.character().classify.selectors;
    let culprit = selectors.iter().find(|selector| selector.name == "culprit").ok_or("no selector")?;
    let found = culprit.choose(&view).and_then(|id| view.belief(id)).and_then(|belief| belief.seen_as);
    Ok(found == nearest.map(|(_, id)| HostId(id)))
}
