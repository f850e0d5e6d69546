//! Looking for what is not seen: where it may be, how much of that is in view, and where it will come out.

use super::config::Config;
use super::contact::{Solid, half_width_m, middle, stops_at_thing};
use crate::model::expectation::{Expectation, FeatureConfig, FeatureOf, GUESSES, Track};
use crate::model::{Belief, Record, Tick, overlooked_log};
use piaget_terms::{FeatureValue, Terrain, Vec3, maths};

/// Radii, in standard deviations, of three rings that each hold a third of a normal distribution on the ground. Not a
/// setting: they follow from the distribution.
const RINGS: [f32; 3] = [0.604, 1.177, 1.893];

/// Points on each ring. Not a setting: the room for guesses is of a fixed size.
const SPOKES: usize = 6;

const _: () = assert!(GUESSES == RINGS.len() * SPOKES);

/// Looks for a thing where it may be: at guesses around its expected place, which go on and apart as the expectation does. A
/// guess that was looked at often enough is given up (the eye may take in one part of them now and another later). Gives the
/// share of guesses given up, or 0 while none is in view.
pub(super) fn look_for(config: &Config, belief: &mut Belief, solids: &[Solid], tick: &Tick<'_>) -> f32 {
    let place = belief.expectation.place(&config.features);
    let centre = place.and_then(|(track, at)| match track.expected(&config.features[at]) {
        Some(FeatureValue::Vector(position)) => Some(position),
        _ => None,
    });
    let (centre, spread_m) = match (place, centre) {
        (Some((track, at)), centre) => (centre, track.deviation_m(&config.features[at])),
        (None, _) if config.explain.is_printed() => (None, 0.0),
        // Without a salient place, it is looked for where it would be if it went on.
        (None, _) => {
            let steady = &belief.expectation.steady;
            let at = steady.place();
            (Some(Vec3::new(at.x, belief.sensed_at.y, at.y)), steady.deviation_m())
        }
    };
    let centre =
        centre.map_or(belief.now.position, |place| stop_at_walls(tick.terrain, belief.sensed_at, place));
    let mut points = [centre; GUESSES];
    for (index, point) in points.iter_mut().enumerate() {
        let (ring, spoke) = (index / SPOKES, index % SPOKES);
        // Every ring is turned a little, so that no two points stand in line with the eye.
        let angle = (spoke as f32 + ring as f32 / RINGS.len() as f32) * std::f32::consts::TAU / SPOKES as f32;
        let off = *point + maths::direction(angle) * (RINGS[ring] * spread_m);
        *point = stop_at_walls(tick.terrain, centre, tick.terrain.clamp(off));
    }
    let (own, half_m) = (belief.id.0, half_width_m(belief));
    let (from, to) = (middle(belief.sensed_at, half_m, tick), middle(centre, half_m, tick));
    let stops = stops_at_thing(from, to, (own, half_m), solids).filter(|_| !config.explain.is_printed());
    if let Some((stops, squarely)) = stops {
        // It was held up there, unless it can have gone round.
        let every = if squarely { 1 } else { 2 };
        points.iter_mut().step_by(every).for_each(|point| *point = stops - (to - centre));
    }
    let mut seen = [false; GUESSES];
    tick.sight.sees(&points, &mut seen);
    // As printed, a guess is given up all at once; else no look is quite sure, and each counts for itself.
    let is_printed = config.explain.is_printed();
    let surest = if is_printed { 1.0 } else { 1.0 - maths::exp(-config.explain.look_nats) };
    let (mut in_view, mut given_up) = (false, 0.0);
    let chances = tick.noticing().chances(belief.now.extent);
    // Of what showed little a moment ago, less may show now.
    let is_recent = belief.unseen_s(tick.time_s) <= config.explain.foretell_s;
    let occlusion = belief.now.occlusion.filter(|_| is_recent && !is_printed);
    let shown = occlusion.map_or(1.0, |occlusion| occlusion.shown);
    let shown = if shown >= MOSTLY_SHOWN { 1.0 } else { shown * shown };
    // And of what would be half behind something else.
    let shown =
        if is_printed || is_clear(belief, (centre, spread_m), tick) { shown } else { shown * HALF_SEEN };
    let Expectation { vain_nats, looks, .. } = &mut belief.expectation;
    for (((nats, looks), seen), point) in vain_nats.iter_mut().zip(looks).zip(seen).zip(points) {
        let chance = (chances.at(point) * shown).min(surest);
        // What would not be noticed is not in view.
        let seen = seen && chance > 0.0;
        in_view |= seen;
        *looks = looks.saturating_add(u8::from(seen));
        // Each look counts as much as it would have shown then, whatever a look would show now.
        *nats = if seen { (*nats - overlooked_log(chance)).min(MOST_VAIN_NATS) } else { *nats };
        let overlooked = maths::exp(-*nats);
        given_up += match is_printed {
            true => f32::from(u8::from(*nats > 0.0 && overlooked <= config.visible.overlooked)),
            false => 1.0 - overlooked,
        };
    }
    if in_view { given_up / GUESSES as f32 } else { 0.0 }
}

/// More than this is as good as impossible. Not a setting: it keeps a sum of looks finite.
const MOST_VAIN_NATS: f32 = 80.0;

/// Whether both sides of a thing at a place would be in view.
fn is_clear(belief: &Belief, (at, spread_m): (Vec3, f32), tick: &Tick<'_>) -> bool {
    let side =
        (at - tick.body.position).cross(Vec3::Y).normalize_or_zero() * (half_width_m(belief) + spread_m);
    let mut seen = [false; 2];
    tick.sight.sees(&[at + side, at - side], &mut seen);
    seen == [true; 2]
}

/// How likely a thing that is half behind another is noticed, relative to one that is not. Not a setting: what shows of it
/// may be less than a pixel.
const HALF_SEEN: f32 = 0.1;

/// What shows at least so much of itself shows. Not a setting: edges of pixels hide as much.
pub(super) const MOSTLY_SHOWN: f32 = 0.85;

/// How likely it is that a thing in view, with this chance of being noticed, is overlooked so many times on end.
fn overlooked(chance: f32, ticks: f32) -> f32 {
    maths::powf(1.0 - chance, ticks)
}

/// Whether a thing that is seen again was only overlooked meanwhile, and not out of sight.
pub(super) fn was_overlooked(config: &Config, track: &Track, now: &Record, tick: &Tick<'_>) -> bool {
    let missed_ticks = (track.unmeasured_s() / tick.tick_s - 1.0).max(0.0);
    overlooked(tick.noticing().chance(now.extent, now.position), missed_ticks.round())
        > config.visible.overlooked
}

/// Things do not go through walls: on the straight way to where one is expected, it is expected before the first wall.
pub(super) fn stop_at_walls(terrain: &Terrain, from: Vec3, to: Vec3) -> Vec3 {
    let is_free = |share: f32| !terrain.is_cut(maths::ground(from), maths::ground(from.lerp(to, share)), 0.0);
    if is_free(1.0) {
        return to;
    }
    let (mut free, mut barred) = (0.0, 1.0);
    for _ in 0..WALL_HALVINGS {
        let middle = 0.5 * (free + barred);
        *(if is_free(middle) { &mut free } else { &mut barred }) = middle;
    }
    from.lerp(to, free)
}

/// Halvings of the way to a wall: a thousandth of it is near enough. Not a setting: a numerical tolerance.
const WALL_HALVINGS: u32 = 10;

/// Whether something hides a part of a thing that is seen: of such a thing only the visible part is measured.
pub(super) fn is_partly_hidden(feature: &FeatureConfig, belief: &Belief, tick: &Tick<'_>) -> bool {
    if feature.of != FeatureOf::Position || feature.extent_m <= 0.0 {
        return false;
    }
    // To the left and to the right of it, as the creature sees it: before and behind it hides only itself.
    let across =
        (belief.now.position - tick.body.position).cross(Vec3::Y).normalize_or_zero() * feature.extent_m;
    let points = [belief.now.position + across, belief.now.position - across];
    let mut seen = [false; 2];
    tick.sight.sees(&points, &mut seen);
    !seen.iter().all(|seen| *seen)
}

/// Where a thing that is out of sight will come into view again, if it goes on as expected: the first expected place, looking
/// ahead in small steps, to which no wall bars the way of the eye after one to which a wall does. Where no wall ever does,
/// the thing is hidden by something else, and where it is expected now is as good a place as any.
pub fn comes_out(
    config: &Config,
    expectation: &Expectation,
    eye: Vec3,
    terrain: &Terrain,
    within_s: f32,
) -> Option<Vec3> {
    let step_s = config.look_ahead_step_s;
    let steps = (within_s / step_s) as u32;
    let place = |step: u32| expectation.foretold(&config.features, step as f32 * step_s);
    let is_open = |place: Vec3| !terrain.is_cut(maths::ground(eye), maths::ground(place), 0.0);
    let mut was_hidden = false;
    for place in (0..=steps).filter_map(place).map(|place| terrain.clamp(place)) {
        let open = is_open(place);
        if open && was_hidden {
            return Some(place);
        }
        was_hidden |= !open;
    }
    if was_hidden { None } else { place(0).map(|place| terrain.clamp(place)) }
}
