//! What happens to things that stand, in plain view or behind a curtain that is drawn and opened.

use super::Moment;
use super::script::{Form, Look, Presence, Script};
use super::stage::{COVER_M, Lane, Stage, WATCHED_S};
use piaget_terms::{Chance, Vec2};

/// How long a scene goes on after something has happened to a thing that stands.
const AFTER_S: f32 = 2.5;
/// From the drawing of a curtain to what happens behind it.
const COVERED_S: f32 = 0.5;
/// The longest time for which a curtain stays drawn after that.
const STAYS_S: f32 = 3.0;

/// The way that a moving thing needs, as seconds of its speed.
pub(super) fn way_m(speed: f32, size: f32) -> f32 {
    2.0 * WATCHED_S * speed + size
}

/// When a curtain is drawn, when it happens behind it, and when it is opened.
fn curtain_times(stage: &Stage, chance: &mut Chance) -> (f32, f32, f32) {
    let drawn_s = stage.known_s;
    (drawn_s, drawn_s + COVERED_S, drawn_s + 2.0 * COVERED_S + chance.between(0.0, STAYS_S))
}

/// A thing that stands, or moves along the lane from the beginning.
fn put(script: &mut Script, stage: &Stage, lane: &Lane, moving: bool) {
    let from = if moving { lane.at(0.0) } else { lane.event };
    script.thing("thing", &stage.look, from, Presence::Solid);
    if moving {
        script.slide(0.0, "thing", &[lane.beyond()], stage.speed);
    }
}

/// Vanishes: in view, standing or moving, or behind a curtain.
pub(super) fn vanish(stage: &Stage, chance: &mut Chance, happens: bool) -> (Script, Moment) {
    let mut script = stage.script(0.0);
    let lane = stage.lane(chance, WATCHED_S);
    let moving = !stage.covered && chance.happens(0.5);
    let times = curtain_times(stage, chance);
    put(&mut script, stage, &lane, moving);
    stage.crowd(&mut script, chance, 0.0);
    let (event_s, length_s) = match stage.covered {
        true => {
            stage.curtain(&mut script, lane.event, stage.thing_m() + 0.2, (times.0, times.2));
            (times.1, times.2 + AFTER_S)
        }
        false if moving => (lane.known_s, lane.end_s()),
        false => (stage.known_s, stage.known_s + AFTER_S),
    };
    if happens {
        script.at(event_s, "hide \"thing\"".into());
    }
    let shown_s = if stage.covered { times.2 } else { event_s };
    (script, Moment::new(event_s, shown_s, length_s, vec![lane.event]))
}

/// Is elsewhere in an instant, and goes on as before: in view, standing or moving, or behind a curtain.
pub(super) fn jump(stage: &Stage, chance: &mut Chance, happens: bool) -> (Script, Moment) {
    let mut script = stage.script(0.0);
    let lane = stage.lane(chance, WATCHED_S);
    let moving = !stage.covered && chance.happens(0.5);
    let times = curtain_times(stage, chance);
    let to = landing(stage, chance, &lane, moving);
    put(&mut script, stage, &lane, moving);
    stage.crowd(&mut script, chance, to.y);
    let (event_s, length_s) = match stage.covered {
        true => {
            stage.curtain(&mut script, lane.event, stage.thing_m() + 0.2, (times.0, times.2));
            (times.1, times.2 + AFTER_S)
        }
        false if moving => (lane.known_s, lane.end_s()),
        false => (stage.known_s, stage.known_s + AFTER_S),
    };
    if happens {
        script.transport(event_s, "thing", to);
        if moving {
            script.slide(event_s, "thing", &[to + (lane.beyond() - lane.event)], stage.speed);
        }
    }
    let mut moment = Moment::new(event_s, event_s, length_s, vec![lane.event, to]);
    moment.displacement_m = to.distance(lane.event);
    moment.moving = moving;
    (script, moment)
}

/// Where a jump ends: as far away as was drawn, in any direction in which that is on the stage.
fn landing(stage: &Stage, chance: &mut Chance, lane: &Lane, moving: bool) -> Vec2 {
    let ahead = if moving { lane.velocity * lane.after_s } else { Vec2::ZERO };
    let mut length = stage.displacement;
    for turn in 0..400 {
        let angle = chance.between(0.0, std::f32::consts::TAU);
        let to = lane.event + Vec2::from_angle(angle) * length;
        if stage.holds(to) && stage.holds(to + ahead) {
            return to;
        }
        // A stage that is too small for the jump makes it shorter.
        length *= if turn >= 100 { 0.98 } else { 1.0 };
    }
    lane.event + Vec2::Y * length
}

/// Two things that look otherwise change places, in view or behind a curtain that hides both.
pub(super) fn swap(stage: &Stage, chance: &mut Chance, happens: bool) -> (Script, Moment) {
    let mut script = stage.script(0.0);
    let times = curtain_times(stage, chance);
    let (half, least) = (stage.half_m() - stage.thing_m(), 2.4 * stage.thing_m() + 0.2);
    let apart = chance.between(least, (2.0 * half).max(least));
    let middle = chance.between(-1.0, 1.0) * (half - 0.5 * apart).max(0.0);
    let places = [-0.5, 0.5].map(|share| Vec2::new(middle + share * apart * stage.side, stage.distance));
    let other = Look { colour: stage.other_colour, ..stage.look };
    script.thing("thing", &stage.look, places[0], Presence::Solid);
    script.thing("second", &other, places[1], Presence::Solid);
    stage.crowd(&mut script, chance, 0.0);
    let event_s = if stage.covered { times.1 } else { stage.known_s };
    let shown_s = if stage.covered { times.2 } else { event_s };
    if stage.covered {
        let half = 0.5 * apart + stage.thing_m() + 0.2;
        stage.curtain(&mut script, Vec2::new(middle, stage.distance), half, (times.0, times.2));
    }
    if happens {
        script.transport(event_s, "thing", places[1]);
        script.transport(event_s, "second", places[0]);
    }
    let mut moment = Moment::new(event_s, shown_s, shown_s + AFTER_S, places.to_vec());
    moment.displacement_m = apart;
    (script, moment)
}

/// Has another colour of a sudden, in view or behind a curtain.
pub(super) fn repaint(stage: &Stage, chance: &mut Chance, happens: bool) -> (Script, Moment) {
    let mut script = stage.script(0.0);
    let times = curtain_times(stage, chance);
    let at = stage.on_line(chance.between(-1.0, 1.0));
    script.thing("thing", &stage.look, at, Presence::Solid);
    stage.crowd(&mut script, chance, 0.0);
    let event_s = if stage.covered { times.1 } else { stage.known_s };
    let shown_s = if stage.covered { times.2 } else { event_s };
    if stage.covered {
        stage.curtain(&mut script, at, stage.thing_m() + 0.2, (times.0, times.2));
    }
    if happens {
        script.at(event_s, format!("paint \"thing\" \"{}\"", stage.other_colour));
    }
    (script, Moment::new(event_s, shown_s, shown_s + AFTER_S, vec![at]))
}

/// One becomes two: a second one stands beside it of a sudden. In the twin it comes from behind a wall and walks there.
pub(super) fn split(stage: &Stage, chance: &mut Chance, happens: bool) -> (Script, Moment) {
    let mut script = stage.script(0.0);
    let thing = stage.thing_m();
    // The wall stands at one end of the line and the thing towards the other.
    let hidden = Vec2::new(-stage.side * (stage.half_m() - thing), stage.distance);
    let wall = (hidden.x - (thing + 0.3), hidden.x + (thing + 0.3));
    let stands = Vec2::new(stage.side * chance.between(0.4, 1.0) * (stage.half_m() - thing), stage.distance);
    let beside = stands - Vec2::new(stage.side * 2.1 * thing, 0.0);
    stage.hide_line(&mut script, "wall", wall.0, wall.1);
    script.thing("thing", &stage.look, stands, Presence::Solid);
    let starts_s = stage.known_s;
    let way = (beside - hidden).length();
    let event_s = starts_s + way / stage.speed;
    let emerges_s = starts_s + 0.3 / stage.speed;
    match happens {
        true => {
            script.thing("second", &stage.look, beside, Presence::Hidden);
            script.at(event_s, "show \"second\"".into());
        }
        false => {
            script.thing("second", &stage.look, hidden, Presence::Solid);
            script.slide(starts_s, "second", &[beside], stage.speed);
        }
    }
    stage.crowd(&mut script, chance, 0.0);
    (script, Moment::new(emerges_s, event_s, event_s + AFTER_S, vec![beside]))
}

/// 1 + 1 is 1 or 3: a second thing goes behind the curtain where the first stands. In the twin two are there when it opens.
pub(super) fn sum(stage: &Stage, chance: &mut Chance, happens: bool) -> (Script, Moment) {
    let mut script = stage.script(0.0);
    let thing = stage.thing_m();
    let hidden = Vec2::new(-stage.side * (stage.half_m() - thing), stage.distance);
    let wall = (hidden.x - (thing + 0.3), hidden.x + (thing + 0.3));
    let step = 2.2 * thing + 0.05;
    let first = Vec2::new(stage.side * (stage.half_m() - 2.0 * thing - step), stage.distance);
    let (second, third) = (first - Vec2::X * (stage.side * step), first + Vec2::X * (stage.side * step));
    let three = chance.happens(0.5);
    let (drawn_s, stays_s) = (stage.known_s, chance.between(0.3, STAYS_S));
    let starts_s = drawn_s + COVERED_S;
    let inside_s = starts_s + (second - hidden).length() / stage.speed;
    let opens_s = inside_s + stays_s;
    stage.hide_line(&mut script, "wall", wall.0, wall.1);
    stage.curtain(&mut script, first, step + thing + 0.2, (drawn_s, opens_s));
    script.thing("thing", &stage.look, first, Presence::Solid);
    script.thing("second", &stage.look, hidden, Presence::Solid);
    script.slide(starts_s, "second", &[second], stage.speed);
    stage.crowd(&mut script, chance, 0.0);
    let event_s = inside_s + 0.5 * stays_s;
    if happens && three {
        script.thing("third", &stage.look, third, Presence::Hidden);
        script.at(event_s, "show \"third\"".into());
    } else if happens {
        script.at(event_s, "hide \"second\"".into());
    }
    (script, Moment::new(event_s, opens_s, opens_s + AFTER_S, vec![first, second, third]))
}

/// The way that [`sum`] needs: a wall, a free way, and a curtain before three.
pub(super) fn sum_way_m(speed: f32, size: f32) -> f32 {
    6.0 * size + 1.2 + 0.5 * speed
}

/// The way that [`split`] needs.
pub(super) fn split_way_m(speed: f32, size: f32) -> f32 {
    5.0 * size + 1.0 + 0.5 * speed
}

/// A panel that stands across a way: it stops what runs into it.
pub(super) fn panel(script: &mut Script, stage: &Stage, x: f32, ahead: f32) {
    let deep = 3.0 * stage.look.size_m;
    script.panel("panel", Vec2::new(x, ahead), COVER_M, stage.look.size_m, deep);
}

/// An obstacle like a crate.
pub(super) fn block(script: &mut Script, stage: &Stage, at: Vec2) {
    let look = Look { kind: "block", colour: "grey", form: Form::Box, size_m: stage.look.size_m };
    script.thing("block", &look, at, Presence::Solid);
}
