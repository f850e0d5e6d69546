//! Claims about occupancy maps by themselves, without a mind.

use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::{Run, Trial};
use piaget_occupancy::{Distribution, Lattice, Map, Outcome, Prior, Settings, Spread, Visible};
use piaget_terms::{Rect, Terrain, Vec2};

pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "occupancy.detection",
    source: "Isla 3.2.3, against 1.10",
    says: "Eyes that overlook things now and then do not make a searcher lose a still thing for good, if looking and \
           not finding lowers probability by the detection rate instead of to nothing.",
    metric: "share of still things lost for good, at the worst of three detection rates",
    bar: Bar::AtMost(0.0),
    trials: Trials { full: 1000, quick: 60 },
    run: detection,
}];

/// How often a thing in view is noticed.
const RATES: [f32; 3] = [0.9, 0.7, 0.5];
/// Places where the thing may be.
const PLACES: usize = 40;
/// What one look takes in, around the likeliest place.
const LOOK_M: f32 = 0.8;
/// After so many looks it counts as lost.
const LOOKS: u32 = 5000;

fn detection(run: &Run<'_>) -> Result<Measured, String> {
    let found = run.each(|trial| RATES.map(|rate| [search(trial, rate, true), search(trial, rate, false)]));
    let lost = |rate: usize, way: usize| {
        found.iter().filter(|trial| trial[rate][way].is_none()).count() as f64 / found.len().max(1) as f64
    };
    let worst = (0..RATES.len()).map(|rate| lost(rate, 0)).fold(0.0, f64::max);
    let mut measured = Measured::new(worst);
    for (at, rate) in RATES.into_iter().enumerate() {
        let looks: f64 = found.iter().filter_map(|trial| trial[at][0]).map(f64::from).sum();
        let mean = looks / found.len().max(1) as f64;
        let overlooked = f64::from(1.0 - rate);
        measured = measured.detail(format!("mean looks at {rate}"), mean).require(
            format!("lost as printed at {rate}"),
            lost(at, 1),
            // What is overlooked once is lost; three standard errors of a share of one half allow for chance.
            Bar::Between(
                (overlooked - 1.5 / f64::from(run.trials).sqrt()).max(0.0),
                overlooked + 1.5 / f64::from(run.trials).sqrt(),
            ),
        );
    }
    Ok(measured)
}

/// Looks at the likeliest place again and again. After how many looks the thing is found, if it is.
fn search(trial: Trial, rate: f32, calibrated: bool) -> Option<u32> {
    let mut chance = trial.chance();
    let field = Terrain::open(Rect::centred(20.0, 20.0));
    // A thing known to be still: nothing spreads, so nothing brings back what was culled.
    let settings = Settings { spread: Spread::isotropic(0.0), ..Settings::default() };
    let map = Map::with(Lattice::hexagons(&field, 0.5, 0.0), settings);
    let places: Vec<(Vec2, f32)> = (0..PLACES)
        .map(|_| (Vec2::new(chance.between(-9.0, 9.0), chance.between(-9.0, 9.0)), chance.between(0.1, 1.0)))
        .collect();
    let weights: Vec<f32> = places.iter().map(|(_, weight)| *weight).collect();
    let truth = map.lattice().place(map.lattice().nearest(places[chance.weighted(&weights)?].0)?);
    let mut belief = Distribution::from_places(&map, &places);
    let mut visible = Visible::new(map.lattice());
    for look in 1..=LOOKS {
        let at = belief.most_likely()?.place;
        if truth.distance(at) < LOOK_M && chance.happens(rate) {
            return Some(look);
        }
        visible.clear();
        visible.ask_with(&belief, 0.3, |points, seen| {
            for (point, seen) in points.iter().zip(seen) {
                *seen = Vec2::new(point.x, point.z).distance(at) < LOOK_M;
            }
        });
        let culled = belief.cull(&visible, if calibrated { rate } else { 1.0 }, Prior::Uniform);
        if !calibrated && culled.outcome != Outcome::Revised {
            // The printed map has nothing left.
            return None;
        }
        belief.spread(0.1);
    }
    None
}
