//! A mind searches: its scenario is played and watched from outside.

use super::stage::Stage;
use super::watch::{Moment, Searched, Watcher};
use piaget_sim::Simulation;
use piaget_terms::maths;

/// Who has not meant the thing for so long has given it up.
const GIVEN_UP_S: f64 = 0.5;

/// Plays a scenario of the stage to the end of its search.
pub fn search(stage: &Stage, mut simulation: Simulation) -> Result<Searched, String> {
    let guards = stage.task.is_guards();
    let (who, thing, means) =
        if guards { ("guard", "thief", "catch") } else { ("duncan", "sheep", "approach-sheep") };
    let order_s = f64::from(stage.order_s());
    let mut watcher = Watcher::new(stage);
    let (mut began, mut meant_s) = (false, f64::NEG_INFINITY);
    while !simulation.is_over() {
        let now_s = simulation.time_s() - order_s;
        simulation.step();
        if now_s < 0.0 {
            continue;
        }
        let world = simulation.world();
        let actor = simulation.actor(who).ok_or("the searcher is gone")?;
        let body = world.creature(actor.id).ok_or("the searcher has no body")?;
        let id = world.named(thing);
        let there = id.and_then(|id| world.thing(id)).filter(|thing| !thing.hidden);
        let sees = actor.sensed.sightings.iter().any(|sighting| Some(sighting.id) == id);
        let moment = Moment {
            time_s: now_s,
            tick_s: f64::from(simulation.scenario().tick_s()),
            at: maths::ground(body.position),
            radius_m: body.body.radius_m,
            sensed: &actor.sensed,
            thing: there.map(|thing| (sees, maths::ground(thing.position))),
            wants_m_per_s: actor.intent.travel.map(|travel| travel.speed_m_per_s),
            goes_m_per_s: body.velocity.length(),
            blocked: body.blocked,
        };
        if watcher.note(&moment) {
            break;
        }
        let means_it = actor.intent.because.is_some_and(|because| because == means);
        if means_it {
            (began, meant_s) = (true, now_s);
        }
        if began && now_s - meant_s > GIVEN_UP_S {
            watcher.gives_up(meant_s);
            break;
        }
        if now_s > f64::from(stage.most_s()) {
            break;
        }
    }
    Ok(watcher.finish())
}
