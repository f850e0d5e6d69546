//! What happens to things on their way: before the watcher's eyes, and behind walls.

use super::Moment;
use super::script::{Presence, Script};
use super::stage::{COVER_M, Stage, WATCHED_S};
use super::standing::{block, panel};
use piaget_terms::{Chance, Vec2};

/// The least time before and after a wall.
const BESIDE_S: f32 = 1.2;
/// The least time behind a wall, fully hidden.
const HIDDEN_S: f32 = 0.7;
/// The longest.
const MOST_HIDDEN_S: f32 = 4.0;

/// The way past one wall.
pub(super) fn pass_way_m(speed: f32, size: f32) -> f32 {
    (2.0 * BESIDE_S + HIDDEN_S) * speed + 3.0 * size
}

/// The way past two walls with a gap between them.
pub(super) fn two_walls_way_m(speed: f32, size: f32) -> f32 {
    (2.0 * BESIDE_S + 3.0 * 0.5) * speed + 7.0 * size
}

/// A straight way behind a wall, and when what happens on it.
struct Pass {
    from: Vec2,
    velocity: Vec2,
    /// When all of it is hidden, and when the first of it shows again.
    hidden_s: f32,
    shows_s: f32,
    /// When it would leave the stage.
    end_s: f32,
}

impl Pass {
    fn at(&self, time_s: f32) -> Vec2 {
        self.from + self.velocity * time_s
    }

    /// A place that is not reached before a time.
    fn beyond(&self, time_s: f32) -> Vec2 {
        self.at(time_s + 0.3)
    }
}

/// A wall somewhere on the line, and a thing that passes behind it.
fn pass(stage: &Stage, chance: &mut Chance, script: &mut Script) -> Pass {
    let (half, thing, speed, side) =
        (stage.half_m() - stage.thing_m(), stage.thing_m(), stage.speed, stage.side);
    let room_s = ((2.0 * half - 2.0 * thing) / speed - 2.0 * BESIDE_S).max(HIDDEN_S);
    let inside_s = chance.between(HIDDEN_S, room_s.clamp(HIDDEN_S, MOST_HIDDEN_S));
    let spare_s = (room_s - inside_s).max(0.0);
    let before_s = BESIDE_S + chance.unit() * spare_s.min(stage.known_s);
    // Along the way, from where it begins.
    let (near, far) = (speed * before_s + thing, speed * (before_s + inside_s) + 3.0 * thing);
    let from = Vec2::new(-half * side, stage.distance);
    let velocity = Vec2::new(speed * side, 0.0);
    stage.hide_line(script, "wall", from.x + near * side, from.x + far * side);
    let (hidden_s, shows_s) = ((near + thing) / speed, (far - thing) / speed);
    let end_s = shows_s + (2.0 * thing / speed) + BESIDE_S;
    Pass { from, velocity, hidden_s, shows_s, end_s }
}

fn start(script: &mut Script, stage: &Stage, pass: &Pass) {
    script.thing("thing", &stage.look, pass.from, Presence::Solid);
}

/// Comes out late: it stands behind the wall for a while. In the twin it stands for as long before it sets out, so that both scenes
/// are equally long: who is surprised at random is not surprised more often in the one than in the other.
pub(super) fn delay(stage: &Stage, chance: &mut Chance, happens: bool) -> (Script, Moment) {
    let mut script = stage.script(0.0);
    let pass = pass(stage, chance, &mut script);
    let late_s = chance.between(1.5, 4.0);
    start(&mut script, stage, &pass);
    stage.crowd(&mut script, chance, 0.0);
    let middle_s = 0.5 * (pass.hidden_s + pass.shows_s);
    let end_s = pass.end_s + late_s;
    match happens {
        true => {
            script.slide(0.0, "thing", &[pass.at(middle_s)], stage.speed);
            script.slide(middle_s + late_s, "thing", &[pass.beyond(pass.end_s)], stage.speed);
        }
        false => script.slide(late_s, "thing", &[pass.beyond(pass.end_s)], stage.speed),
    }
    let mut moment = Moment::new(pass.shows_s, pass.shows_s, end_s, vec![pass.at(pass.shows_s)]);
    moment.displacement_m = late_s * stage.speed;
    (script, moment)
}

/// Comes out too early: it is at the other end of the wall as soon as it is hidden.
pub(super) fn early(stage: &Stage, chance: &mut Chance, happens: bool) -> (Script, Moment) {
    let mut script = stage.script(0.0);
    let pass = pass(stage, chance, &mut script);
    start(&mut script, stage, &pass);
    stage.crowd(&mut script, chance, 0.0);
    let jumps_s = pass.hidden_s + 0.1 * (pass.shows_s - pass.hidden_s);
    script.slide(0.0, "thing", &[pass.beyond(pass.end_s)], stage.speed);
    let saved_s = pass.shows_s - jumps_s;
    if happens {
        script.transport(jumps_s, "thing", pass.at(pass.shows_s));
        script.slide(jumps_s, "thing", &[pass.beyond(pass.end_s)], stage.speed);
    }
    // Both scenes end before it has come to the end of its way in either.
    let end_s = pass.end_s - saved_s + 0.2;
    let mut moment = Moment::new(jumps_s, jumps_s, end_s.max(jumps_s + 0.8), vec![pass.at(pass.shows_s)]);
    moment.displacement_m = saved_s * stage.speed;
    (script, moment)
}

/// Comes out from behind a wall that it cannot have reached unseen: there is a gap between the two, in plain view.
pub(super) fn wrong_wall(stage: &Stage, chance: &mut Chance, happens: bool) -> (Script, Moment) {
    let mut script = stage.script(0.0);
    let (half, thing, speed, side) =
        (stage.half_m() - stage.thing_m(), stage.thing_m(), stage.speed, stage.side);
    let room_s = ((2.0 * half - 6.0 * thing) / speed - 2.0 * BESIDE_S).max(1.5);
    // Hidden, in the gap, hidden again.
    let third_s = (room_s / 3.0).min(2.5);
    let inside_s = third_s * chance.between(0.7, 1.0);
    let along = |time_s: f32, things: f32| speed * time_s + things * thing;
    let first = (along(BESIDE_S, 1.0), along(BESIDE_S + inside_s, 3.0));
    let second = (first.1 + along(third_s, 2.0), first.1 + along(third_s + inside_s, 4.0));
    let from = Vec2::new(-half * side, stage.distance);
    let place = |along: f32| Vec2::new(from.x + along * side, stage.distance);
    stage.hide_line(&mut script, "first", place(first.0).x, place(first.1).x);
    stage.hide_line(&mut script, "second", place(second.0).x, place(second.1).x);
    script.thing("thing", &stage.look, from, Presence::Solid);
    stage.crowd(&mut script, chance, 0.0);
    let middle = |wall: (f32, f32)| 0.5 * (wall.0 + wall.1);
    let end = second.1 + thing + BESIDE_S * speed;
    let beyond = place(end + 0.3 * speed);
    match happens {
        true => {
            script.slide(0.0, "thing", &[place(middle(first))], speed);
            script.transport(middle(second) / speed, "thing", place(middle(second)));
            script.slide(middle(second) / speed, "thing", &[beyond], speed);
        }
        false => script.slide(0.0, "thing", &[beyond], speed),
    }
    // It should show in the gap now.
    let due_s = (first.1 - thing) / speed;
    let mut moment = Moment::new(due_s, due_s, end / speed, vec![place(first.1), place(second.1)]);
    moment.displacement_m = middle(second) - middle(first);
    (script, moment)
}

/// Goes through another thing. In the twin it runs into it and stops.
pub(super) fn pass_through(stage: &Stage, chance: &mut Chance, happens: bool) -> (Script, Moment) {
    let mut script = stage.script(0.0);
    let lane = stage.lane(chance, WATCHED_S);
    let thin = chance.happens(0.5);
    let thick = if thin { COVER_M } else { stage.look.size_m };
    let from = lane.at(0.0);
    script.thing("thing", &stage.look, from, if happens { Presence::Ghost } else { Presence::Solid });
    let obstacle = lane.event + Vec2::new(stage.side * (stage.thing_m() + 0.5 * thick), 0.0);
    match thin {
        true => panel(&mut script, stage, obstacle.x, obstacle.y),
        false => block(&mut script, stage, obstacle),
    }
    stage.crowd(&mut script, chance, stage.distance + 1.5 * stage.look.size_m);
    script.slide(0.0, "thing", &[lane.beyond()], stage.speed);
    (script, Moment::new(lane.known_s, lane.known_s, lane.end_s(), vec![obstacle]))
}

/// Stops for no reason. In the twin a wall stands there.
pub(super) fn stop(stage: &Stage, chance: &mut Chance, happens: bool) -> (Script, Moment) {
    let mut script = stage.script(0.0);
    let lane = stage.lane(chance, WATCHED_S);
    script.thing("thing", &stage.look, lane.at(0.0), Presence::Solid);
    let deep = 2.0 * stage.look.size_m;
    let off = if happens { deep + stage.look.size_m } else { 0.0 };
    let wall = lane.event + Vec2::new(stage.side * (stage.thing_m() + 0.5 * COVER_M), off);
    script.wall("wall", wall, COVER_M, deep, stage.look.size_m);
    stage.crowd(&mut script, chance, stage.distance + 2.5 * deep);
    match happens {
        true => script.slide(0.0, "thing", &[lane.event], stage.speed),
        false => script.slide(0.0, "thing", &[lane.beyond()], stage.speed),
    }
    (script, Moment::new(lane.known_s, lane.known_s, lane.end_s(), vec![lane.event]))
}

/// Is there of a sudden, on its way. In the twin it came out from behind a wall.
pub(super) fn appear(stage: &Stage, chance: &mut Chance, happens: bool) -> (Script, Moment) {
    let mut script = stage.script(0.0);
    let (thing, speed, side) = (stage.thing_m(), stage.speed, stage.side);
    let hidden = Vec2::new(-side * (stage.half_m() - thing), stage.distance);
    stage.hide_line(&mut script, "wall", hidden.x - (thing + 0.3), hidden.x + (thing + 0.3));
    let starts_s = stage.known_s;
    let emerges_s = starts_s + 0.3 / speed;
    // Clear of the wall by its own width at least.
    let clear_m = 4.0 * thing + 0.3 + chance.unit() * 0.5 * speed;
    let event_s = starts_s + clear_m / speed;
    let place = |time_s: f32| hidden + Vec2::new(side * speed * (time_s - starts_s), 0.0);
    let room_s = (2.0 * (stage.half_m() - thing) - clear_m) / speed;
    let end_s = event_s + room_s.clamp(1.0, 3.0);
    match happens {
        true => {
            script.thing("thing", &stage.look, place(event_s), Presence::Hidden);
            script.at(event_s, "show \"thing\"".into());
            script.slide(event_s, "thing", &[place(end_s + 0.3)], speed);
        }
        false => {
            script.thing("thing", &stage.look, hidden, Presence::Solid);
            script.slide(starts_s, "thing", &[place(end_s + 0.3)], speed);
        }
    }
    stage.crowd(&mut script, chance, 0.0);
    (script, Moment::new(emerges_s, event_s, end_s, vec![place(event_s)]))
}

/// The way that [`appear`] needs.
pub(super) fn appear_way_m(speed: f32, size: f32) -> f32 {
    4.0 * size + 0.6 + 1.5 * speed
}

/// Bounces off a wall: possible.
pub(super) fn bounce(stage: &Stage, chance: &mut Chance) -> (Script, Moment) {
    let mut script = stage.script(0.0);
    let lane = stage.lane(chance, WATCHED_S);
    script.thing("thing", &stage.look, lane.at(0.0), Presence::Solid);
    let wall = lane.event + Vec2::new(stage.side * (stage.thing_m() + 0.5 * COVER_M), 0.0);
    script.wall("wall", wall, COVER_M, 2.0 * stage.look.size_m, stage.look.size_m);
    stage.crowd(&mut script, chance, stage.distance + 2.0 * stage.look.size_m);
    script.slide(0.0, "thing", &[lane.beyond()], stage.speed);
    let kept = chance.between(0.5, 1.0);
    let back = lane.event - lane.velocity * (kept * (lane.after_s + 0.3));
    script.slide(lane.known_s, "thing", &[back], stage.speed * kept);
    (script, Moment::new(lane.known_s, lane.known_s, lane.end_s(), vec![lane.event]))
}

/// Turns on its way: possible.
pub(super) fn turn(stage: &Stage, chance: &mut Chance) -> (Script, Moment) {
    let mut script = stage.script(0.0);
    let lane = stage.lane(chance, WATCHED_S);
    script.thing("thing", &stage.look, lane.at(0.0), Presence::Solid);
    // Towards the watcher or away from it, or partly back; never so far that it leaves what can be seen of it.
    let angle = chance.between(0.5, 2.6) * if chance.happens(0.5) { 1.0 } else { -1.0 };
    let seconds = lane.after_s + 0.3;
    let way = |angle: f32| Vec2::from_angle(angle).rotate(lane.velocity) * seconds;
    let fits = |angle: f32| stage.holds(lane.event + way(angle));
    let angle = [angle, -angle].into_iter().find(|angle| fits(*angle)).unwrap_or(0.5);
    script.slide(0.0, "thing", &[lane.event, lane.event + way(angle)], stage.speed);
    stage.crowd(&mut script, chance, stage.distance + way(angle).y.max(0.0));
    (script, Moment::new(lane.known_s, lane.known_s, lane.end_s(), vec![lane.event]))
}

/// Passes behind a low wall or a post, so that only a part of it shows: possible.
pub(super) fn part_hidden(stage: &Stage, chance: &mut Chance) -> (Script, Moment) {
    let mut script = stage.script(0.0);
    let lane = stage.lane(chance, WATCHED_S);
    script.thing("thing", &stage.look, lane.at(0.0), Presence::Solid);
    let nearer = (stage.distance - stage.cover_gap_m()) / stage.distance;
    let (post, share) = (chance.happens(0.5), chance.between(0.3, 0.7));
    let (eye, high) = (stage.watcher.eye_height_m(), stage.look.size_m);
    // The line of sight to this share of its height, where the wall stands.
    let low_m = (eye + (share * high - eye) * nearer).max(0.05);
    let (across, height) = match post {
        true => (2.0 * stage.thing_m() * share * nearer, stage.cover_height_m()),
        false => (chance.between(1.0, 3.0) * stage.look.size_m, low_m),
    };
    script.wall("cover", lane.event * nearer, across, COVER_M, height);
    stage.crowd(&mut script, chance, 0.0);
    script.slide(0.0, "thing", &[lane.beyond()], stage.speed);
    let begins_s = (lane.known_s - (0.5 * across / nearer + stage.thing_m()) / stage.speed).max(0.5);
    (script, Moment::new(begins_s, lane.known_s, lane.end_s(), vec![lane.event]))
}

/// Outside of the view of a watcher that looks ahead (30 degrees), or at an end of the stage (41 degrees): the tangent.
const OUTSIDE: f32 = 0.9;
/// The longest scene of [`walk_in`].
const WALK_IN_S: f32 = 16.0;

/// The greatest distance at which a thing comes into view within the time of a scene.
pub(super) fn walk_in_within_m(speed: f32) -> f32 {
    // To the edge of view of whoever looks at the far end of the stage (19 degrees on this side).
    const LATEST_EDGE: f32 = 0.34;
    0.6 * WALK_IN_S * speed / (OUTSIDE - LATEST_EDGE)
}

/// Walks in from the edge of view: possible.
pub(super) fn walk_in(stage: &Stage, chance: &mut Chance) -> (Script, Moment) {
    let outside = OUTSIDE * stage.distance + stage.look.size_m;
    let mut script = stage.script(2.0 * outside + 2.0);
    let from = Vec2::new(-stage.side * outside, stage.distance);
    let velocity = Vec2::new(stage.side * stage.speed, 0.0);
    script.thing("thing", &stage.look, from, Presence::Solid);
    stage.crowd(&mut script, chance, 0.0);
    let seconds = (2.0 * outside / stage.speed - 0.5).min(WALK_IN_S);
    script.slide(0.0, "thing", &[from + velocity * (seconds + 0.3)], stage.speed);
    (script, Moment::new(0.5, 0.5, seconds, vec![from]))
}
