//! Searching behind walls (Isla 5.2.2 and fig. 7).

use super::{came, duncan, sheep, truth};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::figure::{self, Series};
use crate::run::{Run, Trial};
use crate::{scene, statistics};
use piaget_sim::Simulation;
use piaget_terms::{Vec2, Vec3, maths};

pub(super) const CLAIMS: &[Claim] = &[Claim {
    id: "isla.search",
    source: "Isla 5.2.2 and fig. 7",
    says: "Told to approach a sheep that was hidden behind his back, Duncan goes behind the wall nearest to where he \
               last saw it; when it has been moved on, he first looks where he found it, then behind the other wall.",
    metric: "share of trials in which both searches go in this order",
    bar: Bar::AtLeast(0.95),
    trials: Trials { full: 100, quick: 8 },
    run: search,
}];

/// The two places behind walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Behind {
    Left,
    Right,
}

/// Where the sheep is hidden, behind each wall.
fn hides(simulation: &Simulation) -> Result<[(Behind, Vec2); 2], String> {
    let terrain = simulation.world().terrain();
    let [left, right] = terrain.walls[..] else { return Err("there should be two walls".into()) };
    let behind = |wall: &piaget_terms::Wall| {
        let across = maths::ground(maths::direction(wall.yaw));
        wall.centre + across * if across.y > 0.0 { 2.0 } else { -2.0 }
    };
    Ok([(Behind::Left, behind(&left)), (Behind::Right, behind(&right))])
}

/// Which hiding place Duncan sees into now.
fn sees_into(simulation: &Simulation, hides: &[(Behind, Vec2); 2]) -> Result<Option<Behind>, String> {
    let actor = duncan(simulation)?;
    let senses = actor.sensed.senses(0.0, 0.0);
    let points = hides.map(|(_, place)| Vec3::new(place.x, 0.3, place.y));
    let mut seen = [false; 2];
    senses.sight.sees(&points, &mut seen);
    Ok(hides.iter().zip(seen).find(|(_, seen)| *seen).map(|((behind, _), _)| *behind))
}

/// What one search did.
#[derive(Clone, Debug, Default)]
struct Search {
    /// The hiding places in the order in which he saw into them.
    looked: Vec<Behind>,
    found_s: Option<f64>,
    path: Vec<(f64, f64)>,
}

/// Plays on after an order until the sheep is seen, an event comes, or `patience_s` have passed.
fn follow(simulation: &mut Simulation, until: &str, patience_s: f64) -> Result<Search, String> {
    let hides = hides(simulation)?;
    let mut search = Search::default();
    let began = simulation.time_s();
    while !simulation.is_over() && simulation.time_s() - began < patience_s {
        let happened = simulation.step().to_vec();
        if let Some(at) = truth(simulation, "duncan") {
            search.path.push((f64::from(at.x), f64::from(at.y)));
        }
        if let Some(behind) = sees_into(simulation, &hides)?
            && search.looked.last() != Some(&behind)
        {
            search.looked.push(behind);
        }
        if sheep(duncan(simulation)?).any(|belief| belief.now.seen) {
            search.found_s = Some(simulation.time_s() - began);
            // A corner of the sheep may show before the middle of its hiding place does.
            let behind =
                truth(simulation, "sheep").map(|at| if at.x < 0.0 { Behind::Left } else { Behind::Right });
            search.looked.extend(behind.filter(|behind| search.looked.last() != Some(behind)));
            break;
        }
        if came(&happened, until) {
            break;
        }
    }
    Ok(search)
}

pub(super) fn wait_for(simulation: &mut Simulation, event: &str) {
    while !simulation.is_over() && !came(simulation.step(), event) {}
}

/// Both searches of one trial.
fn both(trial: Trial) -> Result<[Search; 2], String> {
    let mut simulation = scene::simulation("two-walls", trial, &[])?;
    wait_for(&mut simulation, "first-order");
    let first = follow(&mut simulation, "second-call", 60.0)?;
    wait_for(&mut simulation, "second-order");
    let second = follow(&mut simulation, "never", 60.0)?;
    Ok([first, second])
}

fn search(run: &Run<'_>) -> Result<Measured, String> {
    let trials = run.try_each(both)?;
    let rate = |good: &dyn Fn(&[Search; 2]) -> bool| {
        statistics::rate_of(&trials.iter().map(good).collect::<Vec<_>>())
    };
    let first = rate(&|t| t[0].looked.first() == Some(&Behind::Left) && t[0].found_s.is_some());
    let second =
        rate(&|t| t[1].looked.first() == Some(&Behind::Left) && t[1].looked.last() == Some(&Behind::Right));
    let whole = rate(&|t| {
        t[0].looked.first() == Some(&Behind::Left)
            && t[1].looked.first() == Some(&Behind::Left)
            && t[1].looked.last() == Some(&Behind::Right)
    });
    let found =
        statistics::rate_of(&trials.iter().flatten().map(|s| s.found_s.is_some()).collect::<Vec<_>>());
    let times = |which: usize| trials.iter().filter_map(|t| t[which].found_s).collect::<Vec<_>>();
    let terrain = scene::simulation("two-walls", run.trial(0), &[])?.world().terrain();
    let paths = trials.first().map_or_else(Vec::new, |t| {
        vec![Series::new("first search", t[0].path.clone()), Series::new("second search", t[1].path.clone())]
    });
    let places = [
        ("hidden first".to_owned(), Vec2::new(-5.0, 6.0)),
        ("hidden second".to_owned(), Vec2::new(5.0, 6.0)),
    ];
    Ok(Measured::new(whole.value)
        .detail("wilson_low", whole.low)
        .detail("first_search_right", first.value)
        .detail("second_search_old_place_then_other", second.value)
        .detail("median_first_s", statistics::median(&times(0)))
        .detail("median_second_s", statistics::median(&times(1)))
        .require("found", found.value, Bar::AtLeast(0.98))
        .figure(figure::ground("Duncan's ways in one trial", &terrain, &paths, &places)))
}
