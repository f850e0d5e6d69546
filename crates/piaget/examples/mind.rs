//! A mind in 30 lines, with a world of its own: a guard, a thief, and a wall to hide behind.
use piaget::prelude::*;

const GUARD: &str = r#"character "guard"
percepts { kind "thief" }
selector "thief" "thief"
beliefs persist=60 { map }
actions { tuple "catch" object="thief" { do "approach" within=0.8 speed="run" } }"#;

fn main() {
    let wall = Wall { centre: Vec2::new(0.0, 3.0), half: Vec2::new(3.0, 0.1), yaw: 0.0, height_m: 2.0 };
    let yard = Terrain { bounds: Rect::centred(20.0, 20.0), walls: vec![wall], grid: None };
    let mut mind = Mind::new(piaget::parse_character("guard.kdl", GUARD).unwrap().into(), yard.into(), 7);
    let (mut guard, mut looks, mut thief) = (Vec3::Z * -4.0, Vec3::Z, Vec3::new(-6.0, 0.0, 4.0));
    for tick in 0..150 {
        let (time_s, tick_s) = (f64::from(tick) * 0.1, 0.1);
        thief.x = (thief.x + 0.15).min(1.0); // walks behind the wall, and stays there
        let in_view = |point: Vec3| {
            let ahead = (point - guard).normalize_or_zero().dot(looks) > 0.5;
            ahead && !wall.cuts(ground(guard), ground(point), 0.0)
        };
        let seen = [Sighting::new(HostId(1), Name::cut("thief"), Name::default(), thief)];
        let sightings = if in_view(thief) { &seen[..] } else { &[] };
        let (body, sight) = (BodySense::standing(guard, yaw_of(looks)), &SightBy(in_view));
        let intent = mind.step(&Senses { time_s, tick_s, body: &body, sightings, sounds: &[], sight });
        looks = intent.gaze.map_or(looks, |gaze| (gaze.at - guard).normalize_or(looks));
        guard += intent.travel.map_or(Vec3::ZERO, |way| (way.towards - guard).clamp_length_max(0.3));
        let (word, believed) = (["thinks", "sees"][sightings.len()], mind.attention().at);
        if tick % 10 == 0 {
            println!("{time_s:4.1} s: the guard at {guard:.1} {word} the thief at {believed:.1?}");
        }
    }
}
