//! What confidence is worth (Kline 2.1.2, equation 2.1): whether it tells if a ghost will be there at the next look.

use super::watch::{Eye, Told, Watch};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::figure::{self, Column, Labels};
use crate::run::{Run, Trial};
use crate::statistics;

pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "kline.decay",
    source: "Kline 2.1.2, equation 2.1",
    says: "Confidence in a ghost that is seldom there is gone by the next look, in one that is often there it lasts: it tells whether \
           the ghost will be there better than the last look does, and better than the time since it was seen.",
    metric: "share of pairs of looks, one with the ghost and one without, before which confidence was higher in the former",
    bar: Bar::AtLeast(0.7),
    trials: Trials { full: 200, quick: 16 },
    run: decay,
}];

/// Looks of one life; the first few only teach.
const LOOKS: u32 = 16;
const TAUGHT: u32 = 4;

/// What was known before a look, and what it showed.
struct Before {
    confidence: f64,
    /// Whether it was there at the last look.
    last: f64,
    /// Seconds since it was seen, counted down.
    recent: f64,
    /// The share of all looks so far in which it was there.
    frequency: f64,
    there: bool,
}

/// A ghost is there at a look or not, with a chance of its own; between looks the creature looks away.
fn haunt(trial: Trial) -> Result<Vec<Before>, String> {
    let mut watch = Watch::new(("walker", ""), Vec::new(), Eye::CLEAN, trial)?.at_any_rate();
    let ghost = Told::new(1, "ghost", watch.somewhere(4.0, 10.0, 0.5));
    let often = watch.chance.between(0.05, 0.95);
    let (look_s, away_s) = (watch.chance.between(0.5, 3.0), watch.chance.between(1.0, 6.0));
    let (mut seen, mut seen_s, mut last) = (0, f64::NEG_INFINITY, 0.0);
    let mut all = Vec::new();
    for look in 0..LOOKS {
        watch.body.yaw = std::f32::consts::PI;
        let jittered_s = away_s * watch.chance.between(0.7, 1.3);
        watch.wait(jittered_s, |_| Vec::new());
        let features = &watch.mind.character().expect.features;
        let confidence =
            watch.belief("ghost").and_then(|belief| belief.expectation.confidence(features)).unwrap_or(0.0);
        let there = watch.chance.happens(often);
        if look >= TAUGHT {
            all.push(Before {
                confidence: f64::from(confidence),
                last,
                recent: (seen_s - watch.time_s).max(-1e9),
                frequency: (f64::from(seen) + 0.5) / (f64::from(look) + 1.0),
                there,
            });
        }
        watch.body.yaw = 0.0;
        watch.wait(look_s, |_| if there { vec![ghost.clone()] } else { Vec::new() });
        seen += i32::from(there);
        last = f64::from(u8::from(there));
        seen_s = if there { watch.time_s } else { seen_s };
    }
    Ok(all)
}

fn decay(run: &Run<'_>) -> Result<Measured, String> {
    let looks: Vec<Before> = run.try_each(haunt)?.into_iter().flatten().collect();
    let auc = |of: fn(&Before) -> f64| {
        let when =
            |there: bool| -> Vec<f64> { looks.iter().filter(|look| look.there == there).map(of).collect() };
        statistics::auc(&when(true), &when(false))
    };
    let ours = auc(|look| look.confidence);
    let (last, recent) = (auc(|look| look.last), auc(|look| look.recent));
    let frequency = auc(|look| look.frequency);
    let labels = Labels { title: "Will the ghost be there?", x: "told by", y: "share of pairs" };
    let columns = [
        Column::new("confidence", ours),
        Column::new("the last look", last),
        Column::new("time since it was seen", recent),
        Column::new("a count of all looks", frequency),
    ];
    Ok(Measured::new(ours)
        .require("less that of the last look", ours - last, Bar::AtLeast(0.0))
        .require("less that of the time since it was seen", ours - recent, Bar::AtLeast(0.0))
        .detail("by the last look", last)
        .detail("by the time since it was seen", recent)
        .detail("by a count of all looks, which is all there is to know", frequency)
        .detail("looks", looks.len() as f64)
        .figure(figure::columns(labels, &columns, None)))
}
