//! From the host's senses to records that can be trusted to be numbers.

use super::{Config, State};
use crate::model::Record;
use piaget_terms::{BodySense, FeatureValue, HostId, Senses, Sighting, Sound, Told, Vec3};

/// Nothing lies, moves or sounds beyond this, in metres, metres per second or voices: a host that says so is
/// wrong, and the arithmetic of distances would overflow.
pub const FARTHEST: f32 = 1e6;

/// No feature is larger than this: its square would leave the range of numbers.
pub const LARGEST: f32 = 1e12;

/// A tick that is said to be longer lasts a day: what happened in it is forgotten all the same.
pub const LONGEST_TICK_S: f32 = 86_400.0;

/// No clock shows more than this, thirty thousand years: a host that says so is wrong, and the differences of times would leave
/// the range of numbers.
pub const LATEST_S: f64 = 1e12;

fn is_place(place: Vec3) -> bool {
    place.is_finite() && place.abs().max_element() <= FARTHEST
}

fn is_spread(spread_m: f32) -> bool {
    (0.0..=FARTHEST).contains(&spread_m)
}

/// Whether what was told makes sense: it is at a place, and not spread without limit.
pub fn is_valid_told(told: &Told) -> bool {
    is_place(told.at) && is_spread(told.spread_m)
}

/// A record of this tick with the host's number of the thing, which only matching may use, and only where the
/// character allows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// What was sensed.
    pub record: Record,
    /// The host's number, if the thing was seen.
    pub id: Option<HostId>,
}

/// Buffers that every tick reuses; nothing in them outlives it.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    snapshots: Vec<Snapshot>,
    own: Option<Record>,
    sounds: Vec<Sound>,
    order: Vec<(HostId, u32)>,
    /// Records that are not needed now, for their room.
    spare: Vec<Record>,
}

/// What was sensed in one tick, checked.
pub struct Sensed<'a> {
    /// The clock; it never runs backwards, whatever the host says.
    pub time_s: f64,
    /// How long this tick lasts; 0 if the host's clock stood still.
    pub tick_s: f32,
    /// The own body as it was last felt.
    pub body: &'a BodySense,
    /// What was heard.
    pub sounds: &'a [Sound],
    /// The own body's record, if it could be felt.
    pub own: Option<&'a Record>,
    /// The records of this tick: what was seen, then what was heard.
    pub snapshots: &'a mut Vec<Snapshot>,
    /// The deviation of the own eye's places in one direction, once it is known.
    pub noise_m: Option<f32>,
}

/// Takes in one tick.
pub fn step<'a>(
    config: &Config,
    state: &'a mut State,
    scratch: &'a mut Scratch,
    senses: &Senses<'_>,
) -> Sensed<'a> {
    state.dropped = 0;
    tell_time(state, senses);
    feel_body(config, state, &mut scratch.own, senses.body);
    scratch.spare.extend(scratch.snapshots.drain(..).rev().map(|snapshot| snapshot.record));
    see(config, state, scratch, senses);
    state.noise.observe(&config.noise, &scratch.snapshots, state.tick_s);
    hear(config, state, scratch, senses);
    state.dropped_ever += u64::from(state.dropped);
    Sensed {
        time_s: state.time_s,
        tick_s: state.tick_s,
        body: &state.body,
        sounds: &scratch.sounds,
        own: scratch.own.as_ref(),
        snapshots: &mut scratch.snapshots,
        noise_m: state.noise.deviation_m(&config.noise),
    }
}

fn tell_time(state: &mut State, senses: &Senses<'_>) {
    let goes_on = senses.time_s.abs() <= LATEST_S && (!state.awake || senses.time_s > state.time_s);
    let lasts = senses.tick_s.is_finite() && senses.tick_s > 0.0;
    if goes_on && lasts {
        (state.time_s, state.tick_s) = (senses.time_s, senses.tick_s.min(LONGEST_TICK_S));
    } else {
        state.tick_s = 0.0;
        state.dropped += 1;
    }
    state.awake = true;
}

/// The own body; where the host says what cannot be, it is felt as it was before.
fn feel_body(config: &Config, state: &mut State, own: &mut Option<Record>, body: &BodySense) {
    let numbers = [body.yaw, body.head_yaw, body.head_pitch];
    let felt = is_place(body.position)
        && is_place(body.velocity)
        && numbers.iter().all(|number| number.abs() <= FARTHEST);
    if !felt {
        state.dropped += 1;
        *own = None;
        return;
    }
    state.body.clone_from(body);
    state.body.effectors.retain(|part| is_place(part.position));
    state.dropped += (body.effectors.len() - state.body.effectors.len()) as u32;
    let record = own.get_or_insert_with(|| Record::at(state.time_s, body.position));
    record.feel(state.time_s, &state.body, config.eye_height_m);
    (record.kind, record.colour, record.shape) = (config.own.kind, config.own.colour, config.own.shape);
}

fn see(config: &Config, state: &mut State, scratch: &mut Scratch, senses: &Senses<'_>) {
    scratch.order.clear();
    let makes_sense = |sighting: &Sighting| is_place(sighting.position) && sighting.confidence.is_finite();
    for (index, sighting) in senses.sightings.iter().enumerate() {
        if makes_sense(sighting) {
            scratch.order.push((sighting.id, index as u32));
        } else {
            state.dropped += 1;
        }
    }
    let sighting = |index: u32| &senses.sightings[index as usize];
    // One thing cannot be seen twice: the surer sighting stays.
    let order = &mut scratch.order;
    order.sort_unstable_by(|a, b| {
        let surer = sighting(b.1).confidence.total_cmp(&sighting(a.1).confidence);
        a.0.cmp(&b.0).then(surer).then(a.1.cmp(&b.1))
    });
    let before = order.len();
    order.dedup_by_key(|(id, _)| *id);
    state.dropped += (before - order.len()) as u32;
    let most = config.max_sightings as usize;
    if order.len() > most {
        let near = |index: u32| sighting(index).position.distance_squared(state.body.position);
        order.sort_unstable_by(|a, b| near(a.1).total_cmp(&near(b.1)).then(a.1.cmp(&b.1)));
        state.dropped += (order.len() - most) as u32;
        order.truncate(most);
    }
    order.sort_unstable_by_key(|(_, index)| *index);
    for &(id, index) in order.iter() {
        let mut record = overwritable(&mut scratch.spare);
        record.see(state.time_s, sighting(index));
        let away = sighting(index).position.distance_squared(state.body.position);
        record.size = sighting(index).pixels as f32 * away;
        record.confidence = record.confidence.clamp(0.0, 1.0);
        state.dropped += without_nonsense(&mut record);
        scratch.snapshots.push(Snapshot { record, id: Some(id) });
    }
}

/// A record to be overwritten.
fn overwritable(spare: &mut Vec<Record>) -> Record {
    spare.pop().unwrap_or_else(|| Record::at(0.0, Vec3::ZERO))
}

fn hear(config: &Config, state: &mut State, scratch: &mut Scratch, senses: &Senses<'_>) {
    let makes_sense = |sound: &Sound| {
        is_place(sound.position)
            && sound.loudness.abs() <= FARTHEST
            && is_spread(sound.spread_m)
            && sound.tells.as_ref().is_none_or(is_valid_told)
    };
    scratch.sounds.clear();
    // What the host was asked to pass on is heard wherever the friend is.
    for (told, by) in state.hints.drain(..) {
        // Also what a saved mind says that it was told.
        if !is_valid_told(&told) {
            state.dropped += 1;
            continue;
        }
        let mut record = overwritable(&mut scratch.spare);
        record.hear_of(state.time_s, &told, 1.0);
        scratch.snapshots.push(Snapshot { record, id: None });
        let sound = Sound::new(state.body.position).tells(told);
        scratch.sounds.push(by.map_or(sound, |by| sound.speaker(by)));
    }
    for sound in senses.sounds {
        let room = scratch.sounds.len() < config.max_sounds as usize;
        if !makes_sense(sound) || !room {
            state.dropped += 1;
            continue;
        }
        // A voice of loudness 1 fades to nothing at the limit of hearing.
        let reach_m = config.hearing_m * sound.loudness;
        let distance_m = sound.position.distance(state.body.position);
        if distance_m <= reach_m {
            let confidence = (1.0 - distance_m / reach_m.max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
            let mut record = overwritable(&mut scratch.spare);
            record.hear(state.time_s, sound, confidence);
            scratch.snapshots.push(Snapshot { record, id: None });
            if let Some(told) = &sound.tells {
                let mut record = overwritable(&mut scratch.spare);
                record.hear_of(state.time_s, told, confidence);
                scratch.snapshots.push(Snapshot { record, id: None });
            }
            scratch.sounds.push(*sound);
        }
    }
}

/// Takes parts and features out that are not numbers, and outlines that cannot be; says how many.
fn without_nonsense(record: &mut Record) -> u32 {
    let outlines = u32::from(record.occlusion.is_some()) + u32::from(record.extent.is_some());
    let is_length = |length_m: f32| (0.0..=FARTHEST).contains(&length_m);
    record.occlusion = record.occlusion.filter(|occlusion| {
        (0.0..=1.0).contains(&occlusion.shown) && occlusion.sides().into_iter().all(is_length)
    });
    record.extent = record.extent.filter(|extent| is_length(extent.width_m) && is_length(extent.height_m));
    let outlines = outlines - u32::from(record.occlusion.is_some()) - u32::from(record.extent.is_some());
    let before = record.effectors.len() + record.features.len();
    record.effectors.retain(|part| is_place(part.position));
    record.features.retain(|feature| match feature.value {
        FeatureValue::Number(number) => number.abs() <= LARGEST,
        FeatureValue::Vector(vector) => vector.is_finite() && vector.abs().max_element() <= LARGEST,
        FeatureValue::Word(_) => true,
    });
    let dropped = before - record.effectors.len() - record.features.len();
    if dropped > 0 {
        record.facing = record.facing.filter(|facing| facing.is_finite());
        record.eye = record.eye.filter(|eye| eye.position.is_finite() && eye.yaw.is_finite());
    }
    dropped as u32 + outlines
}
