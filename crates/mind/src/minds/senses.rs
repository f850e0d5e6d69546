//! What another senses, made of what this creature perceives: records of the things that the other can see from where it stands,
//! and of the sounds that reach it.

use super::Settings;
use super::sight::OtherSight;
use crate::model::explanation::ExplainConfig;
use crate::model::{About, Belief, BeliefId, Beliefs, Lies, Noticing, OtherMind, Record, Tick};
use crate::perceive::Snapshot;
use piaget_terms::{HostId, Vec3, maths};

/// Records that are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Records {
    pub snapshots: Vec<Snapshot>,
    spare: Vec<Record>,
}

impl Records {
    /// Forgets what was sensed before.
    pub fn clear(&mut self) {
        self.spare.extend(self.snapshots.drain(..).rev().map(|snapshot| snapshot.record));
    }

    fn push(&mut self, id: Option<HostId>) -> &mut Record {
        let record = self.spare.pop().unwrap_or_else(|| Record::at(0.0, Vec3::ZERO));
        self.snapshots.push(Snapshot { record, id });
        let last = self.snapshots.len() - 1;
        &mut self.snapshots[last].record
    }

    /// A thing that the other senses as this creature believes it to be. The number of the own belief takes the place of a
    /// host's number: it says which own belief was sensed and tells the other's mind nothing.
    pub fn see(&mut self, belief: &Belief, place: Vec3, time_s: f64) {
        let record = self.push(Some(HostId(belief.id.0)));
        record.clone_from(&belief.now);
        (record.time_s, record.position, record.seen) = (time_s, place, true);
        // What hides it from here does not hide it from there, and how large it shows is not known.
        (record.occlusion, record.size, record.spread_m) = (None, 0.0, 0.0);
        record.words.clear();
    }
}

/// Gathers what the other sees, or what it is taken to know from before (`all`).
pub(super) fn see(
    settings: &Settings,
    own: &Beliefs,
    (sight, all): (&OtherSight<'_>, bool),
    (explain, about): (&ExplainConfig, &[About]),
    records: &mut Records,
    tick: &Tick<'_>,
) {
    let noticing = Noticing { sight, eye: sight.eye, sure_pixels: tick.sure_pixels, notices: 1.0 };
    for belief in own.all().iter().filter(|belief| belief.id != sight.who) {
        let is_self = belief.id == BeliefId::SELF;
        if !is_self && !is_known(settings, belief, tick.time_s) {
            continue;
        }
        let is_large = || noticing.chance(belief.now.extent, belief.now.position) > 0.0;
        let (place, off_m) = place_of(settings, belief, (explain, about), tick);
        if all || (sight.sees_thing(belief.id, belief, (place, off_m)) && is_large()) {
            records.see(belief, place, tick.time_s);
        }
    }
}

/// Where a thing is and how far that may be off: averaged while it lies there.
fn place_of(
    settings: &Settings,
    belief: &Belief,
    (explain, about): (&ExplainConfig, &[About]),
    tick: &Tick<'_>,
) -> (Vec3, f32) {
    let now = belief.now.position;
    if belief.id == BeliefId::SELF {
        return (now, 0.0);
    }
    let noise_m = tick.noise_m.unwrap_or(0.0);
    let estimate = (belief.estimate(explain), noise_m.min(belief.motion.deviation_m()));
    let tied = about.iter().find(|about| about.ours == belief.id);
    let (at, off_m) = tied.map_or(estimate, |tied| tied.lies.or(estimate, noise_m));
    // For all that the eye can tell, it stands on the ground.
    let stands_m = belief.now.extent.map_or(now.y, |extent| 0.5 * extent.height_m);
    let height_m = if (now.y - stands_m).abs() <= 3.0 * noise_m { stands_m } else { now.y };
    (Vec3::new(at.x, height_m, at.y), settings.doubt * off_m)
}

/// Notes where things lie, and where the other itself stands.
pub(super) fn look(
    settings: &Settings,
    own: &Beliefs,
    mind: &mut OtherMind,
    explain: &ExplainConfig,
    tick: &Tick<'_>,
) {
    let look = |of: BeliefId, lies: &mut Lies| {
        let Some(belief) = own.get(of).filter(|belief| belief.sensed_s >= tick.time_s) else { return };
        let off_m = belief.motion.deviation_m().min(tick.noise_m.unwrap_or(0.0));
        // Twice as many deviations: most looks at what lies must not begin anew.
        lies.look(belief.estimate(explain), settings.lies_m + 2.0 * settings.doubt * off_m);
    };
    mind.about.iter_mut().for_each(|about| look(about.ours, &mut about.lies));
    look(mind.of, &mut mind.stands);
}

/// Whether this creature knows where a thing is, so that it knows what one who looks there sees.
fn is_known(settings: &Settings, belief: &Belief, time_s: f64) -> bool {
    if belief.now.seen && belief.sensed_s >= time_s {
        return true;
    }
    let is_covered = belief.carried.is_some_and(|carried| carried.is_covered());
    if is_covered || !belief.is_held() || !belief.is_there(time_s) {
        return false;
    }
    match belief.place.as_ref().and_then(|place| place.map()) {
        Some(map) => {
            let at = maths::ground(belief.now.position);
            let cell_m = map.lattice().cell_m();
            map.mass_within(at, cell_m) >= settings.sure
        }
        None => belief.now.confidence >= settings.sure,
    }
}

/// Notes what reaches the other's ears. What it says itself is nothing new to it.
pub(super) fn listen(settings: &Settings, of: &Belief, mind: &mut OtherMind, tick: &Tick<'_>) {
    for sound in tick.sounds {
        let distance_m = sound.position.distance(of.now.position);
        let height_m = of.now.extent.map_or(0.0, |extent| extent.height_m);
        let its_own = sound.speaker == of.now.kind.non_empty() && distance_m <= height_m.max(1.0);
        if !its_own && distance_m <= settings.hearing_m * sound.loudness {
            // What is beyond the room of a moment is not heard.
            let _ = mind.heard.try_push(*sound);
        }
    }
}

/// Gathers what the other has heard since it was last thought of.
pub(super) fn hear(
    settings: &Settings,
    of: &Belief,
    mind: &mut OtherMind,
    records: &mut Records,
    time_s: f64,
) {
    for sound in mind.heard.drain(..) {
        let reach_m = (settings.hearing_m * sound.loudness).max(f32::MIN_POSITIVE);
        let confidence = (1.0 - sound.position.distance(of.now.position) / reach_m).clamp(0.0, 1.0);
        records.push(None).hear(time_s, &sound, confidence);
        if let Some(told) = &sound.tells {
            records.push(None).hear_of(time_s, told, confidence);
        }
    }
}
