//! What a person who watches the watcher could see: its face, its gestures, and a quick turn of its gaze to the place. Each counts
//! only where the twin, at the same moment, does not show it.

use piaget_sim::Simulation;
use piaget_terms::{Name, Vec2, maths};

/// A weight of the face that differs from the twin's by this much can be seen.
const FACE: f32 = 0.25;
/// A turn of the gaze by this much within [`FLICK_S`] is a flick that a person notices.
const FLICK_RAD: f32 = 0.14;
const FLICK_S: f32 = 0.25;
/// The gaze is at a place that it points to within this.
const AT_RAD: f32 = 0.1;
/// A twin that flicks its gaze within this time of it does the same.
const SAME_S: f32 = 0.5;

/// Gestures that show a violation.
pub(super) const GESTURES: [&str; 3] = ["startle", "rub-eyes", "scratch-head"];

/// How the watcher looks from outside in one tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Appearance {
    pub time_s: f64,
    /// The strongest of surprised and confused.
    pub face: f32,
    pub gesture: Option<Name>,
    /// Which way its eyes point.
    pub gaze_yaw: f32,
    pub from: Vec2,
}

/// How a watcher looks now.
pub(super) fn appearance(simulation: &Simulation, watcher: &str) -> Option<Appearance> {
    let actor = simulation.actor(watcher)?;
    let body = simulation.world().creature(actor.id)?;
    let shown = ["surprised", "confused"];
    let weights =
        actor.intent.expression.iter().filter(|(name, _)| shown.iter().any(|shown| *name == *shown));
    let gesture = actor.intent.movement.map(|movement| movement.name);
    Some(Appearance {
        time_s: simulation.time_s(),
        face: weights.map(|(_, weight)| *weight).fold(0.0, f32::max),
        gesture: gesture.filter(|name| GESTURES.iter().any(|known| *name == *known)),
        gaze_yaw: body.gaze_yaw(),
        from: maths::ground(body.position),
    })
}

/// What of it could be seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reaction {
    pub face: bool,
    pub gesture: bool,
    pub gaze: bool,
}

impl Reaction {
    pub fn any(self) -> bool {
        self.face || self.gesture || self.gaze
    }
}

/// Compares what a watcher shows from a time on with what it shows in the twin at the same moments.
pub(super) fn reaction(shown: &[Appearance], twin: &[Appearance], from_s: f64, places: &[Vec2]) -> Reaction {
    let near = |time_s: f64, now: &Appearance| (time_s - now.time_s).abs() <= f64::from(SAME_S);
    let flicked: Vec<f64> =
        (0..twin.len()).filter(|at| flicks(twin, *at)).map(|at| twin[at].time_s).collect();
    let made: Vec<(f64, Name)> = twin.iter().filter_map(|own| Some((own.time_s, own.gesture?))).collect();
    let mut reaction = Reaction::default();
    for (at, now) in shown.iter().enumerate().filter(|(_, now)| now.time_s >= from_s) {
        reaction.face |= now.face - twin.get(at).map_or(0.0, |other| other.face) >= FACE;
        let mirrored = made.iter().any(|(time_s, name)| Some(*name) == now.gesture && near(*time_s, now));
        reaction.gesture |= now.gesture.is_some() && !mirrored;
        if flicks(shown, at) && places.iter().any(|place| points_at(now, *place)) {
            reaction.gaze |= !flicked.iter().any(|time_s| near(*time_s, now));
        }
    }
    reaction
}

/// Whether the gaze has turned quickly just before a tick.
fn flicks(shown: &[Appearance], at: usize) -> bool {
    let now = &shown[at];
    let before =
        shown[..at].iter().rev().take_while(|old| now.time_s - old.time_s <= f64::from(FLICK_S) + 1e-6);
    before.into_iter().any(|old| maths::wrap_angle(now.gaze_yaw - old.gaze_yaw).abs() >= FLICK_RAD)
}

fn points_at(now: &Appearance, place: Vec2) -> bool {
    let yaw = maths::yaw_of(maths::on_ground(place - now.from));
    maths::wrap_angle(yaw - now.gaze_yaw).abs() <= AT_RAD
}

#[cfg(test)]
mod tests {
    use super::*;

    fn still(ticks: usize) -> Vec<Appearance> {
        (0..ticks).map(|tick| Appearance { time_s: tick as f64 * 0.1, ..Appearance::default() }).collect()
    }

    #[test]
    fn whoever_does_as_its_twin_shows_nothing() {
        let mut both = still(30);
        both[15].face = 1.0;
        both[16].gesture = Some(Name::cut("startle"));
        both[20].gaze_yaw = 0.5;
        assert!(!reaction(&both, &both, 1.0, &[Vec2::new(5.0, 9.0)]).any());
    }

    #[test]
    fn whoever_fidgets_shows_as_much_without_a_reason() {
        let place = [Vec2::new(0.0, 10.0)];
        let fidgets = |seed: u64| {
            let mut chance = piaget_terms::Chance::new(seed);
            let mut shown = still(60);
            for now in &mut shown {
                (now.face, now.gaze_yaw) = (chance.unit(), chance.between(-1.0, 1.0));
            }
            shown
        };
        for seed in 0..20 {
            let (odd, twin) = (fidgets(2 * seed), fidgets(2 * seed + 1));
            assert!(reaction(&odd, &twin, 1.0, &place).any() && reaction(&twin, &odd, 1.0, &place).any());
        }
        // A face that is no number shows nothing.
        let mut odd = still(60);
        odd.iter_mut().for_each(|now| (now.face, now.gaze_yaw) = (f32::NAN, f32::NAN));
        assert!(!reaction(&odd, &still(60), 1.0, &place).any());
    }

    #[test]
    fn face_gesture_and_gaze_count_after_the_event_and_each_alone() {
        let place = [Vec2::new(maths::tan(0.3) * 10.0, 10.0)];
        let twin = still(30);
        let mut face = still(30);
        face[15].face = 0.3;
        assert_eq!(reaction(&face, &twin, 1.0, &place), Reaction { face: true, ..Reaction::default() });
        assert!(!reaction(&face, &twin, 1.6, &place).any(), "before the event");
        let mut gesture = still(30);
        gesture[15].gesture = Some(Name::cut("startle"));
        assert_eq!(reaction(&gesture, &twin, 1.0, &place), Reaction { gesture: true, ..Reaction::default() });
        let mut gaze = still(30);
        gaze[15..].iter_mut().for_each(|later| later.gaze_yaw = 0.3);
        assert_eq!(reaction(&gaze, &twin, 1.0, &place), Reaction { gaze: true, ..Reaction::default() });
        assert!(!reaction(&gaze, &twin, 1.0, &[Vec2::new(-3.0, 10.0)]).any(), "a look elsewhere");
        let mut slow = still(30);
        slow.iter_mut().enumerate().for_each(|(tick, now)| now.gaze_yaw = tick as f32 * 0.02);
        assert!(!reaction(&slow, &twin, 1.0, &place).any(), "following is no flick");
    }
}
