//! Max watches: the scenario is played, and what the others do is noted beside what he and his rivals make of it.

use super::stage::{GESTURES, Stage};
use super::truth::{About, Named, Performed, is_passing, taken_for};
use super::warp::{Track, Warping};
use piaget_sim::{Actor, Simulation};
use piaget_terms::{Chance, HostId, MovementStage, Name, maths};

/// A movement that is asked for again within so long is the same one.
const SAME_S: f64 = 0.12;
/// How long a gesture of chance is.
const CHANCE_S: f64 = 2.0;

/// What was done and what was made of it.
pub struct Watched {
    /// What the others did.
    pub performed: Vec<Performed>,
    /// What Max named.
    pub ours: Vec<Named>,
    /// What time warping named.
    pub warped: Vec<Named>,
    /// The share of looks at others in which the hips did not show.
    pub hips_hidden: f64,
}

/// Plays it to the end.
pub fn watch(stage: &Stage, mut simulation: Simulation, warping: &Warping) -> Result<Watched, String> {
    let mut watched =
        Watched { performed: Vec::new(), ours: Vec::new(), warped: Vec::new(), hips_hidden: 0.0 };
    let mut tracks: Vec<Track> = (0..stage.others()).map(|_| Track::new(warping)).collect();
    let mut open: Vec<Option<usize>> = vec![None; stage.others()];
    let (mut seen, mut hips) = (0u32, [0u32; 2]);
    let mut bodies = vec![HostId(u32::MAX); stage.others()];
    while !simulation.is_over() {
        simulation.step();
        let time_s = simulation.time_s();
        let max = simulation.actor("max").ok_or("there is no Max")?;
        for other in 0..stage.others() {
            let name = Stage::name(other);
            let actor = simulation.actor(&name).ok_or("an other is gone")?;
            let sighting = max.sensed.sightings.iter().find(|sighting| sighting.id == actor.id);
            if let Some(sighting) = sighting {
                let root = piaget_terms::Effector::Root;
                hips[0] += 1;
                hips[1] += u32::from(!sighting.effectors.iter().any(|part| part.effector == root));
                let before = watched.warped.len();
                tracks[other].look(time_s, sighting, warping, &mut watched.warped);
                watched.warped[before..].iter_mut().for_each(|one| one.by = Some(other));
            }
            bodies[other] = actor.id;
            note(&simulation, actor, other, sighting.is_some(), &mut open[other], &mut watched.performed);
        }
        let (watching, view) = (max.mind.watching(), max.mind.view());
        let before = std::mem::replace(&mut seen, watching.seen());
        let new: Vec<_> = watching.gestures().filter(|gesture| gesture.number > before).collect();
        for gesture in new.into_iter().rev() {
            let recognised = &gesture.recognised;
            let name = recognised.movement().map(|movement| taken_for(movement.name));
            let (from_s, to_s) = (recognised.from_s, recognised.to_s);
            let understood = gesture.of.filter(|of| watching.understanding_of(*of).gesture == gesture.number);
            let report = understood.and_then(|of| max.mind.understanding_of(of));
            let about = report
                .filter(|report| !report.action.is_empty())
                .map(|report| About { kind: report.object.map(|(_, kind)| kind), motive: report.motive });
            let whose = gesture.of.and_then(|of| view.all().get(of)).and_then(|belief| belief.seen_as);
            let by = whose.and_then(|id| bodies.iter().position(|body| *body == id));
            watched.ours.push(Named { by, name, from_s, to_s, about });
        }
    }
    watched.hips_hidden = f64::from(hips[1]) / f64::from(hips[0].max(1));
    Ok(watched)
}

/// Notes what an other performs in this tick.
fn note(
    simulation: &Simulation,
    actor: &Actor,
    by: usize,
    in_view: bool,
    open: &mut Option<usize>,
    performed: &mut Vec<Performed>,
) {
    let time_s = simulation.time_s();
    let movement = actor.sensed.body.movement.filter(|movement| movement.stage == MovementStage::Begun);
    let Some(movement) = movement else { return };
    let name = taken_for(movement.name);
    if is_passing(&name) {
        return;
    }
    let same = open.filter(|at| performed[*at].name == name && time_s - performed[*at].to_s < SAME_S);
    let at = same.unwrap_or_else(|| {
        let object = actor.intent.movement.and_then(|request| request.object);
        let object = object.and_then(|object| Some((object.seen_as?, object.kind?)));
        performed.push(Performed {
            by,
            name,
            from_s: time_s,
            to_s: time_s,
            in_view: (0, 0),
            // Who is told to make a gesture makes it at somebody, not about something.
            object: object.filter(|(_, kind)| *kind != "mouse"),
            motive: actor.intent.because.and_then(motive_of),
            nearest: nearest(simulation, actor.id),
        });
        performed.len() - 1
    });
    *open = Some(at);
    let one = &mut performed[at];
    one.to_s = time_s;
    one.in_view = (one.in_view.0 + u32::from(in_view), one.in_view.1 + 1);
}

/// The drive that an action of a mouse serves.
fn motive_of(because: Name) -> Option<&'static str> {
    match because {
        _ if because.contains("food") => Some("hunger"),
        _ if because.contains("toy") => Some("playfulness"),
        _ => None,
    }
}

/// The kind that stands nearest to a body, of those that Max knows a use for.
fn nearest(simulation: &Simulation, body: HostId) -> Option<Name> {
    let world = simulation.world();
    let at = world.creature(body)?.hand();
    let known = |kind: Name| ["cheese", "ball", "baton"].iter().any(|known| kind == *known);
    let things = world.things().filter(|(_, thing)| !thing.hidden && known(thing.kind));
    let far = |position: piaget_terms::Vec3| maths::ground(position).distance(maths::ground(at));
    let nearest = things.min_by(|a, b| far(a.1.position).total_cmp(&far(b.1.position)));
    nearest.map(|(_, thing)| thing.kind)
}

/// As many gestures as were performed, at any time and of any name.
pub fn by_chance(performed: &[Performed], seconds: f64, chance: &mut Chance) -> Vec<Named> {
    let count = performed.iter().filter(|one| !is_passing(&one.name)).count();
    let one = |_| {
        let from_s = f64::from(chance.unit()) * (seconds - CHANCE_S).max(0.0);
        let name = GESTURES[chance.below(GESTURES.len() as u32) as usize];
        Named { by: None, name: Some(Name::cut(name)), from_s, to_s: from_s + CHANCE_S, about: None }
    };
    (0..count).map(one).collect()
}
