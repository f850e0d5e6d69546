//! The bodies of our own characters: a mouse (Max is brown, Morris blue), a terrier (Duncan), a sheep and a walker,
//! modelled and animated in code, so that the repository holds where its art comes from.
//!
//! [`all`] makes them; `piaget clips --generate bodies` writes them. Movements are made the way an animator would:
//! hands and feet are put where they should be, curves ease from pose to pose, hands move in arcs, loose parts
//! follow through. Nothing here is needed at run time.

mod bake;
mod biped;
mod curve;
mod gait;
mod gestures;
mod limb;
mod look;
mod mesh;
mod quadruped;

use biped::{Biped, FACES};
use gait::Gait;
use gestures::Gesture;
use glam::Vec3;
use look::Colours;
use piaget_motor::{Clip, Model};
use quadruped::Quadruped;

/// Two corners of the box before a mouse, in its own frame, within which its nine blended reaches take hold of any
/// point.
pub const MOUSE_REACH: [Vec3; 2] = [Vec3::new(-0.26, 0.41, 0.17), Vec3::new(0.0, 0.72, 0.27)];

/// How long a reach takes.
const REACH_S: f32 = 1.6;

/// Every body with the name of its file, without an ending.
pub fn all() -> Vec<(&'static str, Model)> {
    let brown = Colours { coat: [0.25, 0.12, 0.05], light: [0.62, 0.45, 0.27], skin: [0.75, 0.42, 0.36] };
    let blue = Colours { coat: [0.06, 0.13, 0.38], light: [0.35, 0.48, 0.75], skin: [0.75, 0.42, 0.36] };
    vec![
        ("max", mouse("max", &brown)),
        ("morris", mouse("morris", &blue)),
        ("terrier", terrier()),
        ("sheep", sheep()),
        ("walker", walker()),
    ]
}

fn model(name: &str, skeleton: &piaget_motor::Skeleton, clips: Vec<Clip>, parts: Parts) -> Model {
    Model {
        name: name.into(),
        skeleton: skeleton.clone(),
        clips,
        morphs: FACES.map(String::from).to_vec(),
        skins: parts.0,
        meshes: parts.1,
        notes: Vec::new(),
    }
}

type Parts = (Vec<piaget_motor::Skin>, Vec<piaget_motor::Mesh>);

/// Walks ahead and in curves, and turns on the spot, as corners of `walk` and `turn`.
fn biped_gaits(body: &Biped, gait: Gait, bounce: f32) -> Vec<Clip> {
    let loose = body.loose();
    let bake = |name: &str, of: &str, gait: Gait| {
        let plan = bake::round(name, gait.cycle_s).group("gait").corner(of, Vec3::X * gait.turn);
        plan.bake(&body.skeleton, &loose, |t| body.pose(&body.walk(&gait, t, bounce)))
    };
    let turn = |turn| Gait { turn, ..gait };
    let spot = |turn| Gait { turn, speed: 0.0, duty: 0.7, ..gait };
    vec![
        bake("walk-ahead", "walk", gait),
        bake("walk-left", "walk", turn(0.9)),
        bake("walk-right", "walk", turn(-0.9)),
        bake("turn-left", "turn", spot(1.6)),
        bake("turn-right", "turn", spot(-1.6)),
    ]
}

fn bake_all(body: &Biped, gestures: Vec<Gesture>) -> Vec<Clip> {
    let loose = body.loose();
    let bake = |(plan, controls): Gesture| {
        let ends = plan.ends_after();
        plan.bake(&body.skeleton, &loose, |t| {
            let mut controls = controls(t);
            if let Some(seconds) = ends {
                controls.settle(t, seconds);
            }
            body.pose(&controls)
        })
    };
    gestures.into_iter().map(bake).collect()
}

fn mouse(name: &str, colours: &Colours) -> Model {
    let body = Biped::new(biped::Measures {
        ankle: 0.045,
        shin: 0.13,
        thigh: 0.13,
        hip: 0.065,
        foot: 0.045,
        bend: 0.06,
        back: [0.1, 0.11, 0.09, 0.04],
        shoulder: (0.105, 0.045),
        upper: 0.145,
        fore: 0.145,
        head: (0.135, 0.1),
        nose: 0.205,
        ears: Some((0.085, 0.085, 0.16)),
        tail: Some(0.1),
    });
    let gait = Gait { cycle_s: 0.8, speed: 0.42, turn: 0.0, duty: 0.6, lift: 0.06 };
    let mut clips = bake_all(
        &body,
        vec![
            gestures::stand(),
            gestures::jump(),
            gestures::jump_for_joy(),
            gestures::beg(),
            gestures::eat(),
            gestures::pick_up(),
            gestures::throw(),
            gestures::dance(),
            gestures::wave(),
            gestures::thumbs_up(),
            gestures::shrug(),
            gestures::cover_face(),
            gestures::pound_ground(),
            gestures::stand_frustrated(),
            gestures::tap_foot(),
        ],
    );
    clips.extend(biped_gaits(&body, gait, 0.06));
    clips.extend(reaches(&body));
    let parts = look::mouse(&body, colours);
    model(name, &body.skeleton, clips, parts)
}

/// Nine reaches: eight corners of a box and the middle of its near side.
fn reaches(body: &Biped) -> Vec<Clip> {
    let [low, high] = MOUSE_REACH;
    // Blended arms straighten a little: to reach all of the box, the near ones must be nearer, and the middle of the
    // near side needs a reach of its own.
    let low = low - Vec3::Z * 0.025;
    let mut targets: Vec<Vec3> = (0..8)
        .map(|corner| {
            let pick = |bit: i32, low: f32, high: f32| if corner & bit == 0 { low } else { high };
            Vec3::new(pick(1, low.x, high.x), pick(2, low.y, high.y), pick(4, low.z, high.z))
        })
        .collect();
    targets.push(((low + high) * 0.5).with_z(low.z));
    let (loose, shoulder, arm) = (body.loose(), body.shoulder(1), body.arm());
    let bake = |(index, target): (usize, &Vec3)| {
        let plan =
            bake::once(&format!("reach-{}", index + 1), REACH_S).mark("take", 0.8).corner("reach", *target);
        plan.group("reach").bake(&body.skeleton, &loose, |t| {
            let mut controls = gestures::reach_to(t, *target, shoulder, arm);
            controls.settle(t, REACH_S);
            body.pose(&controls)
        })
    };
    targets.iter().enumerate().map(bake).collect()
}

fn walker() -> Model {
    let body = Biped::new(biped::Measures {
        ankle: 0.08,
        shin: 0.41,
        thigh: 0.41,
        hip: 0.1,
        foot: 0.095,
        bend: 0.025,
        back: [0.16, 0.2, 0.2, 0.09],
        shoulder: (0.19, 0.14),
        upper: 0.29,
        fore: 0.27,
        head: (0.13, 0.11),
        nose: 0.135,
        ears: None,
        tail: None,
    });
    let gait = Gait { cycle_s: 1.1, speed: 1.2, turn: 0.0, duty: 0.6, lift: 0.1 };
    let mut clips = bake_all(
        &body,
        vec![
            gestures::stand(),
            gestures::rub_eyes(),
            gestures::startle(),
            gestures::scratch_head(),
            gestures::peer(),
            gestures::wave(),
            gestures::shrug(),
            gestures::pick_up(),
        ],
    );
    clips.extend(biped_gaits(&body, gait, 0.03));
    let colours = Colours { coat: [0.1, 0.09, 0.13], light: [0.35, 0.1, 0.07], skin: [0.6, 0.36, 0.25] };
    let parts = look::person(&body, &colours);
    model("walker", &body.skeleton, clips, parts)
}

const WALK: [f32; 4] = [0.25, 0.75, 0.0, 0.5];
const TROT: [f32; 4] = [0.0, 0.5, 0.5, 0.0];

fn beast_clips(body: &Quadruped, acts: Vec<quadruped::Act>, walk: Gait, trot: Option<Gait>) -> Vec<Clip> {
    let loose = body.loose();
    let bake =
        |(plan, controls): quadruped::Act| plan.bake(&body.skeleton, &loose, |t| body.pose(&controls(t)));
    let mut clips: Vec<Clip> = acts.into_iter().map(bake).collect();
    let gait = |name: &str, of: Option<&str>, gait: Gait, phases, bounce| {
        let mut plan = bake::round(name, gait.cycle_s).group("gait");
        if let Some(of) = of {
            plan = plan.corner(of, Vec3::X * gait.turn);
        }
        plan.bake(&body.skeleton, &loose, |t| body.pose(&body.walk(&gait, phases, bounce, t)))
    };
    let turn = |turn| Gait { turn, ..walk };
    let spot = |turn| Gait { turn, speed: 0.0, ..walk };
    clips.push(gait("walk-ahead", Some("walk"), walk, WALK, 0.012));
    clips.push(gait("walk-left", Some("walk"), turn(0.8), WALK, 0.012));
    clips.push(gait("walk-right", Some("walk"), turn(-0.8), WALK, 0.012));
    clips.push(gait("turn-left", Some("turn"), spot(1.4), WALK, 0.008));
    clips.push(gait("turn-right", Some("turn"), spot(-1.4), WALK, 0.008));
    if let Some(trot) = trot {
        clips.push(gait("trot", None, trot, TROT, 0.035));
    }
    clips
}

fn terrier() -> Model {
    let body = Quadruped::new(quadruped::Measures {
        paw: 0.03,
        front: (0.1, 0.105),
        hind: (0.11, 0.105),
        bend: 0.1,
        half: 0.082,
        back: 0.29,
        neck: [(0.075, 0.07), (0.05, 0.075)],
        head: 0.095,
        nose: 0.15,
        tail: (0.045, 1.0),
        ear: 0.075,
    });
    let walk = Gait { cycle_s: 0.7, speed: 0.5, turn: 0.0, duty: 0.64, lift: 0.05 };
    let trot = Gait { cycle_s: 0.42, speed: 1.2, turn: 0.0, duty: 0.46, lift: 0.06 };
    let acts = vec![
        quadruped::stand(),
        quadruped::sit(),
        quadruped::look(),
        quadruped::head_tilt(),
        quadruped::eat(),
        quadruped::pick_up(),
        quadruped::startle(),
    ];
    let clips = beast_clips(&body, acts, walk, Some(trot));
    let colours = Colours { coat: [0.42, 0.3, 0.18], light: [0.75, 0.68, 0.56], skin: [0.3, 0.2, 0.15] };
    let parts = look::beast(&body, &colours, None);
    model("terrier", &body.skeleton, clips, parts)
}

fn sheep() -> Model {
    let body = Quadruped::new(quadruped::Measures {
        paw: 0.04,
        front: (0.19, 0.2),
        hind: (0.2, 0.2),
        bend: 0.06,
        half: 0.13,
        back: 0.46,
        neck: [(0.15, 0.1), (0.08, 0.12)],
        head: 0.115,
        nose: 0.19,
        tail: (0.05, -0.9),
        ear: 0.12,
    });
    let walk = Gait { cycle_s: 1.0, speed: 0.65, turn: 0.0, duty: 0.66, lift: 0.06 };
    let acts = vec![
        quadruped::stand(),
        quadruped::eat(),
        quadruped::look(),
        quadruped::head_tilt(),
        quadruped::startle(),
    ];
    let clips = beast_clips(&body, acts, walk, None);
    let wool = [0.78, 0.75, 0.68];
    let colours = Colours { coat: wool, light: wool, skin: [0.09, 0.075, 0.07] };
    let parts = look::beast(&body, &colours, Some(wool));
    model("sheep", &body.skeleton, clips, parts)
}
