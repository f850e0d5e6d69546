//! A demonstration: one body performs, another's synthetic eyes look on. What the eyes gave is kept, so that one
//! demonstration can be watched by several minds.

use piaget_motor::watch::Parts;
use piaget_motor::{Body, GraphConfig, Look, Model, Request, Rig, RigConfig, gltf};
use piaget_terms::{
    BodyPlan, BodySense, Chance, Effector, Eyes, Gaze, HostId, Intent, MovementStage, Name, Rect, Sighting,
    Terrain, Vec3, maths,
};
use piaget_world::{Creature, Posed, Sensed, World};
use std::sync::LazyLock;

/// The body that performs and the one that looks on are of one size.
pub const MOUSE: BodyPlan = BodyPlan {
    height_m: 0.88,
    radius_m: 0.15,
    eye_height_m: 0.68,
    walk_m_per_s: 0.7,
    run_m_per_s: 1.1,
    turn_rad_per_s: 3.0,
    head_turn_rad_per_s: 5.0,
    head_yaw_limit_rad: 1.4,
    head_pitch_limit_rad: 0.9,
    reach_m: 0.5,
    grasp_m: 0.09,
};

/// How long it stands before and after.
const STANDS_S: f32 = 1.2;
/// A movement in a circle goes on for this long.
const ROUNDS_S: f32 = 3.0;
/// Nothing takes longer.
const PATIENCE_S: f32 = 8.0;

/// The mouse's body as it is committed.
pub static MOUSE_MODEL: LazyLock<Model> = LazyLock::new(|| {
    let bytes: &[u8] = include_bytes!("../../../../bodies/morris.glb");
    gltf::read("morris.glb", bytes, &mut |_| None).unwrap_or_else(|wrong| panic!("{wrong}"))
});

/// What it can do.
pub static MOUSE_RIG: LazyLock<Rig> = LazyLock::new(|| rig(&MOUSE_MODEL));

/// The rig of a model at its usual settings.
pub fn rig(model: &Model) -> Rig {
    let rig = Rig::new(model, GraphConfig::default(), RigConfig::default());
    rig.unwrap_or_else(|wrong| panic!("{}: {wrong}", model.name))
}

/// From where and how a demonstration is seen.
#[derive(Clone, Copy, Debug)]
pub struct Seat {
    /// How far away the onlooker stands.
    pub distance_m: f32,
    /// How far the performer is turned from facing the onlooker.
    pub turned_rad: f32,
    /// Where on the compass the performer stands.
    pub bearing_rad: f32,
    /// How fast it performs.
    pub pace: f32,
    /// How often the eyes look.
    pub hz: f32,
    /// Whether the performer looks at the onlooker meanwhile.
    pub looks: bool,
}

impl Seat {
    /// A seat by chance: 1.5 to 5 m away, up to a right angle aside, at a pace of 0.7 to 1.4 and 15 to 60 looks per
    /// second.
    pub fn by_chance(chance: &mut Chance) -> Self {
        Self {
            distance_m: chance.between(1.5, 5.0),
            turned_rad: chance.between(-1.0, 1.0) * std::f32::consts::FRAC_PI_3,
            bearing_rad: chance.between(-3.1, 3.1),
            pace: chance.between(0.7, 1.4),
            hz: chance.between(15.0, 60.0),
            looks: chance.happens(0.3),
        }
    }
}

/// What one look of the onlooker's eyes gave.
#[derive(Clone, Debug)]
pub struct Glimpse {
    /// When.
    pub time_s: f64,
    /// What was seen.
    pub sightings: Vec<Sighting>,
}

/// A demonstration as it was seen.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The onlooker's own body, which stands still.
    pub onlooker: BodySense,
    /// The time from one look to the next.
    pub tick_s: f32,
    /// What it saw.
    pub glimpses: Vec<Glimpse>,
}

/// Lets a body perform movements one after another, standing between them, and looks on.
pub fn show(rig: &Rig, movements: &[&str], seat: Seat, eyes: Eyes, seed: u64) -> Result<Shown, String> {
    show_meaning(&Intent::default(), rig, movements, seat, eyes, seed)
}

/// As [`show`], by a performer of whom the world holds this as what it means to do.
pub fn show_meaning(
    means: &Intent,
    rig: &Rig,
    movements: &[&str],
    seat: Seat,
    eyes: Eyes,
    seed: u64,
) -> Result<Shown, String> {
    // Who walks or turns looks where it goes.
    let goes = |name: &&str| name.starts_with("walk") || name.starts_with("turn");
    let seat = Seat { looks: seat.looks && !movements.iter().any(goes), ..seat };
    let mut demonstration = Demonstration::new(rig, seat, eyes, seed)?;
    demonstration.world.act(demonstration.performer, means);
    demonstration.play(None, STANDS_S)?;
    for movement in movements {
        demonstration.perform(movement)?;
        demonstration.play(None, STANDS_S)?;
    }
    Ok(demonstration.shown)
}

/// A demonstration by a body of which only the places of its parts are known: captured people, an animator's figure.
pub struct Puppet {
    /// The places of the parts over time, in the body's own axes and in metres.
    pub looks: Vec<(f64, Parts)>,
    /// How it stands before and after.
    pub stands: Parts,
}

/// When a puppet's movement began and ended, in the time of what was shown.
pub type Span = (f64, f64);

/// Lets a puppet stand, perform and stand, and looks on. It goes from one to the other in a moment, as bodies do.
pub fn show_puppet(puppet: &Puppet, seat: Seat, eyes: Eyes, seed: u64) -> Result<(Shown, Span), String> {
    const BETWEEN_S: f32 = 0.25;
    let mut demonstration = Demonstration::new(&MOUSE_RIG, seat, eyes, seed)?;
    let tick_s = demonstration.shown.tick_s;
    let lasts_s = puppet.looks.last().map_or(0.0, |look| look.0) as f32 / seat.pace;
    let first = puppet.looks.first().map_or(puppet.stands, |look| look.1);
    let last = puppet.looks.last().map_or(puppet.stands, |look| look.1);
    let begins_s = STANDS_S + BETWEEN_S;
    let at = |time_s: f32| -> Parts {
        let since_s = time_s - begins_s;
        if since_s < 0.0 {
            mixed(&puppet.stands, &first, 1.0 + since_s / BETWEEN_S)
        } else if since_s < lasts_s {
            let look = puppet.looks.partition_point(|look| look.0 <= f64::from(since_s * seat.pace));
            puppet.looks[look.saturating_sub(1)].1
        } else {
            mixed(&last, &puppet.stands, (since_s - lasts_s) / BETWEEN_S)
        }
    };
    let all_s = begins_s + lasts_s + BETWEEN_S + STANDS_S;
    for tick in 0..(all_s / tick_s) as u32 {
        demonstration.pose(&at(tick as f32 * tick_s), tick_s)?;
    }
    let began_s = demonstration.shown.glimpses.first().map_or(0.0, |glimpse| glimpse.time_s);
    let span = (began_s + f64::from(begins_s), began_s + f64::from(begins_s + lasts_s));
    Ok((demonstration.shown, span))
}

/// Between two poses: 0 is the first, 1 and more the second.
fn mixed(a: &Parts, b: &Parts, share: f32) -> Parts {
    let share = share.clamp(0.0, 1.0);
    std::array::from_fn(|part| Some(a[part]?.lerp(b[part]?, share)))
}

struct Demonstration<'a> {
    rig: &'a Rig,
    body: Body,
    world: World,
    performer: HostId,
    onlooker: HostId,
    sensed: Sensed,
    seat: Seat,
    shown: Shown,
}

impl<'a> Demonstration<'a> {
    fn new(rig: &'a Rig, seat: Seat, eyes: Eyes, seed: u64) -> Result<Self, String> {
        let mut world = World::new(&Terrain::open(Rect::centred(30.0, 30.0)), seed);
        let mouse = |colour: &str| Creature::new(Name::cut("mouse"), Name::cut(colour), MOUSE, eyes);
        let there = maths::direction(seat.bearing_rad) * seat.distance_m;
        let mut max = mouse("brown");
        max.yaw = seat.bearing_rad;
        let mut morris = mouse("blue");
        morris.position = there;
        morris.yaw = maths::wrap_angle(seat.bearing_rad + std::f32::consts::PI + seat.turned_rad);
        let refused = |refusal: piaget_world::Refusal| refusal.to_string();
        let onlooker = world.add_creature(max).map_err(refused)?;
        let performer = world.add_creature(morris).map_err(refused)?;
        let tick_s = 1.0 / seat.hz;
        let shown = Shown { onlooker: BodySense::standing(Vec3::ZERO, 0.0), tick_s, glimpses: Vec::new() };
        let body = Body::new(rig, seed);
        Ok(Self { rig, body, world, performer, onlooker, sensed: Sensed::default(), seat, shown })
    }

    fn perform(&mut self, movement: &str) -> Result<(), String> {
        let found = self.rig.graph.movement(movement).ok_or_else(|| format!("no movement `{movement}`"))?;
        let cyclic = self.rig.graph.movements()[found as usize].cyclic;
        let seconds = if cyclic { ROUNDS_S / self.seat.pace } else { PATIENCE_S };
        self.play(Some(Name::cut(movement)), seconds)?;
        // A body in motion comes to rest when it can.
        let tick_s = self.shown.tick_s;
        for _ in 0..(PATIENCE_S / tick_s) as u32 {
            let (pose, ..) = self.body.player().place();
            let at = self.rig.graph.nodes()[pose as usize].movement;
            if self.rig.graph.movements()[at as usize].name == self.rig.config().idle {
                break;
            }
            self.tick(None, tick_s)?;
        }
        Ok(())
    }

    /// Plays until the movement is finished or the time is up.
    fn play(&mut self, movement: Option<Name>, seconds: f32) -> Result<(), String> {
        let tick_s = self.shown.tick_s;
        for _ in 0..(seconds / tick_s) as u32 {
            if self.tick(movement, tick_s)? {
                break;
            }
        }
        Ok(())
    }

    /// One look at parts that stand so.
    fn pose(&mut self, parts: &Parts, tick_s: f32) -> Result<(), String> {
        let creature = self.world.creature(self.performer).ok_or("the performer is gone")?;
        let at = creature.position + Vec3::Y * (MOUSE.height_m * 0.5);
        let parts: Vec<Posed> = Effector::ALL
            .into_iter()
            .filter_map(|effector| Some(Posed { effector, place: parts[effector as usize]? }))
            .collect();
        self.world.pose(self.performer, &parts);
        self.look(at, tick_s);
        Ok(())
    }

    /// The onlooker looks at a place, time passes, and what it sees is kept.
    fn look(&mut self, at: Vec3, tick_s: f32) {
        self.world.act(self.onlooker, &Intent::default().gaze(Gaze::new(at)));
        self.world.tick(tick_s);
        self.world.sense(self.onlooker, &mut self.sensed);
        self.shown.onlooker.clone_from(&self.sensed.body);
        let glimpse = Glimpse { time_s: self.world.time_s(), sightings: self.sensed.sightings.clone() };
        self.shown.glimpses.push(glimpse);
    }

    /// One look; true if the movement has ended.
    fn tick(&mut self, movement: Option<Name>, tick_s: f32) -> Result<bool, String> {
        let creature = self.world.creature(self.performer).ok_or("the performer is gone")?;
        let (position, yaw) = (creature.position, creature.yaw);
        let turned = |yaw: f32, own: Vec3| {
            let (sin, cos) = (maths::sin(yaw), maths::cos(yaw));
            Vec3::new(own.x * cos + own.z * sin, own.y, own.z * cos - own.x * sin)
        };
        let onlooker = turned(-yaw, -position + Vec3::Y * MOUSE.eye_height_m);
        let look = self.seat.looks.then_some(Look::At(onlooker));
        let request = Request { movement, look, ..Request::default() };
        let report = self.body.step(self.rig, tick_s * self.seat.pace, &request);
        let place = position + turned(yaw, report.root.shift);
        if report.root.shift.length_squared() > 0.0 {
            self.world.transport(self.performer, place).map_err(|refusal| refusal.to_string())?;
        }
        let turn = self.world.turn(self.performer, maths::wrap_angle(yaw + report.root.yaw));
        turn.map_err(|refusal| refusal.to_string())?;
        let identity = piaget_motor::Transform::IDENTITY;
        let parts: Vec<Posed> = self
            .body
            .effectors(self.rig, identity)
            .map(|(effector, place)| Posed { effector, place })
            .collect();
        self.world.pose(self.performer, &parts);
        let at = place + Vec3::Y * (MOUSE.height_m * 0.5);
        self.look(at, tick_s);
        Ok(report.movement.is_some_and(|sense| sense.stage != MovementStage::Begun))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::buchsbaum::onlooker::{Fault, Onlooker};
    use piaget_motor::Clip;
    use piaget_terms::MovementRequest;

    /// The same body with other words for everything that it does.
    fn renamed() -> Rig {
        let other = |name: Name| Name::cut(&format!("x-{name}"));
        let mut model = MOUSE_MODEL.clone();
        for clip in &mut model.clips {
            let corner = clip.corner.map(|corner| piaget_motor::Corner { of: other(corner.of), ..corner });
            *clip = Clip { name: other(clip.name), corner, group: other(clip.group), ..clip.clone() };
        }
        let usual = RigConfig::default();
        let config = RigConfig { idle: other(usual.idle), gait: other(usual.gait), ..usual };
        Rig::new(&model, GraphConfig::default(), config).unwrap()
    }

    #[test]
    fn what_the_other_calls_its_movements_and_means_by_them_never_reaches_the_onlooker() {
        let seat = Seat::by_chance(&mut Chance::new(4));
        let request = |name: &str| MovementRequest::new(Name::cut(name), None);
        let truth = Intent::default().movement(request("wave")).because(Name::cut("greet"));
        let lie = Intent::default().movement(request("sulk")).because(Name::cut("spite"));
        let minds = [
            show_meaning(&truth, &MOUSE_RIG, &["wave", "throw"], seat, Eyes::default(), 3),
            show_meaning(&lie, &renamed(), &["x-wave", "x-throw"], seat, Eyes::default(), 3),
        ]
        .map(|shown| {
            let mut onlooker = Onlooker::new(&MOUSE_RIG.graph, "").unwrap();
            let seen = onlooker.watch(&shown.unwrap(), Fault::default(), &mut Chance::new(0));
            assert_eq!(seen.len(), 2);
            serde_json::to_string(onlooker.mind.state()).unwrap()
        });
        assert_eq!(minds[0], minds[1]);
    }
}
