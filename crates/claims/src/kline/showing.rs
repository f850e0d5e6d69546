//! How violations are shown, and asked for (Kline 2.2.2 and 3.2.5).

use super::watch::{Eye, Told, Watch};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::{Run, Trial};
use crate::statistics;
use piaget_terms::{HostId, Name};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "kline.expression",
        source: "Kline 2.2.2 and 3.2.5",
        says: "A violation that is over at once is not shown; one that lasts is, and the later the surer the creature was. A \
               skittish creature shows it soonest, a slow-witted one last, and a naive one is confused at most.",
        metric: "share of passing violations that are not shown",
        bar: Bar::AtLeast(0.95),
        trials: Trials { full: 100, quick: 5 },
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

fn expression(run: &Run<'_>) -> Result<Measured, String> {
    let passing = run.try_each(|trial| Ok(gone(trial, "walker", 4.0, 0.03)?.0.is_none()))?;
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
    Ok(Measured::new(value(&passing))
        .require("trials in which the surer creature waits longer", value(&grows), Bar::AtLeast(0.95))
        .require("skittish before plain before slow-witted", value(&ordered), Bar::AtLeast(0.95))
        .require("naive creatures that are confused and nothing else", value(&naive), Bar::AtLeast(0.95))
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
