//! Draws the pictures of the book from a mind at work: `cargo run -p piaget --example pictures -- docs/pictures`.
//! Green: the map of where the thief may be. Filled: where he is believed to be. Hollow: where he is.
use piaget::prelude::*;
use std::fmt::Write as _;

const GUARD: &str = r#"character "guard"
percepts { kind "thief" }
selector "thief" "thief"
beliefs persist=60 { map cell=0.5 }
actions { tuple "catch" object="thief" { do "approach" within=0.8 speed="run" } }"#;

/// How many pixels a metre is.
const SCALE: f32 = 18.0;
/// What is shown of the ground: from the left upper corner, in metres.
const SHOWN: Rect = Rect { min: Vec2::new(-8.0, -5.0), max: Vec2::new(8.0, 6.5) };

struct Yard {
    mind: Mind,
    wall: Wall,
    guard: Vec3,
    looks: Vec3,
    thief: Vec3,
    time_s: f64,
    seen: bool,
}

impl Yard {
    fn new() -> Self {
        let wall = Wall { centre: Vec2::new(0.0, 2.0), half: Vec2::new(3.0, 0.1), yaw: 0.0, height_m: 2.0 };
        let ground = Terrain { bounds: Rect::centred(18.0, 18.0), walls: vec![wall], grid: None };
        let character = piaget::parse_character("guard.kdl", GUARD).expect("our own character");
        let mind = Mind::new(character.into(), ground.into(), 7);
        let (guard, thief) = (Vec3::Z * -4.0, Vec3::new(-6.0, 0.0, 4.0));
        Self { mind, wall, guard, looks: Vec3::Z, thief, time_s: 0.0, seen: false }
    }

    /// A tick; the thief walks to the right until `stops_at`, the guard goes only if he may.
    fn step(&mut self, stops_at: f32, may_go: bool) {
        const TICK_S: f32 = 0.1;
        self.thief.x = (self.thief.x + 0.12).min(stops_at);
        let (guard, looks, wall) = (self.guard, self.looks, self.wall);
        let in_view = |point: Vec3| {
            let ahead = (point - guard).normalize_or_zero().dot(looks) > 0.6;
            ahead && !wall.cuts(ground(guard), ground(point), 0.0)
        };
        self.seen = in_view(self.thief);
        let thief = [Sighting::new(HostId(1), Name::cut("thief"), Name::default(), self.thief)];
        let sightings = if self.seen { &thief[..] } else { &[] };
        let body = BodySense::standing(guard, yaw_of(looks));
        let (time_s, sight) = (self.time_s, &SightBy(in_view));
        let senses = Senses { time_s, tick_s: TICK_S, body: &body, sightings, sounds: &[], sight };
        let intent = self.mind.step(&senses);
        if may_go {
            self.looks = intent.gaze.map_or(looks, |gaze| (gaze.at - guard).normalize_or(looks));
            let way = intent.travel.map(|way| (way.towards - guard, way.speed_m_per_s * TICK_S));
            self.guard += way.map_or(Vec3::ZERO, |(way, most)| way.clamp_length_max(most));
        }
        self.time_s += f64::from(TICK_S);
    }

    fn draw(&self, left: f32, caption: &str, svg: &mut String) {
        let size = SHOWN.size() * SCALE;
        let _ = writeln!(svg, r##"<g transform="translate({left:.0} 0)">"##);
        let _ = writeln!(svg, r##"<rect width="{:.0}" height="{:.0}" fill="#f7f7f4"/>"##, size.x, size.y);
        for belief in self.mind.view().beliefs().iter().skip(1) {
            let map = belief.place.as_ref().and_then(|place| place.map()).filter(|_| !belief.now.seen);
            let best = map.and_then(|map| map.most_likely()).map_or(0.0, |peak| peak.probability);
            for (node, probability) in map.iter().flat_map(|map| map.nodes_with_mass()) {
                let (share, place) = (probability / best, map.map(|map| map.lattice().place(node)));
                if let Some(place) = place.filter(|place| share > 0.02 && SHOWN.contains(*place)) {
                    circle(svg, place, 0.27, &format!(r##"fill="#009e73" fill-opacity="{share:.2}""##));
                }
            }
            circle(svg, ground(belief.now.position), 0.22, r##"fill="#d55e00""##);
        }
        circle(svg, ground(self.thief), 0.3, r##"fill="none" stroke="#333" stroke-width="1.5""##);
        let (corner, half) = (point(self.wall.centre - self.wall.half), self.wall.half * 2.0 * SCALE);
        let _ = writeln!(
            svg,
            r##"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" fill="#555"/>"##,
            corner.x,
            corner.y - half.y,
            half.x,
            half.y
        );
        let (eye, side) = (ground(self.guard), ground(self.looks).perp() * 0.9);
        for edge in [ground(self.looks) + side * 1.4, ground(self.looks) - side * 1.4] {
            let (a, b) = (point(eye), point(eye + edge.normalize_or_zero() * 2.0));
            let _ = writeln!(
                svg,
                r##"<line x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}" stroke="#0072b2"/>"##,
                a.x, a.y, b.x, b.y
            );
        }
        circle(svg, eye, 0.3, r##"fill="#0072b2""##);
        let below = size.y + 16.0;
        let _ = writeln!(
            svg,
            r##"<text x="4" y="{below:.0}" font-size="13" font-family="sans-serif">{caption}</text>"##
        );
        svg.push_str("</g>\n");
    }
}

/// A place on the picture; z is drawn upwards, as the text has the guard below.
fn point(place: Vec2) -> Vec2 {
    Vec2::new(place.x - SHOWN.min.x, SHOWN.max.y - place.y) * SCALE
}

fn circle(svg: &mut String, place: Vec2, radius_m: f32, look: &str) {
    let at = point(place);
    let _ =
        writeln!(svg, r##"<circle cx="{:.1}" cy="{:.1}" r="{:.1}" {look}/>"##, at.x, at.y, radius_m * SCALE);
}

fn picture(panels: usize, draw: impl FnOnce(&mut String, f32)) -> String {
    let size = SHOWN.size() * SCALE;
    let (width, height) = ((size.x + 8.0) * panels as f32, size.y + 24.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\">\n"
    );
    draw(&mut svg, size.x + 8.0);
    svg.push_str("</svg>\n");
    svg
}

fn main() {
    let folder = std::path::PathBuf::from(std::env::args().nth(1).expect("give a folder to draw into"));
    let mut yard = Yard::new();
    let map = picture(4, |svg, wide| {
        let moments =
            [(1.0, "in view"), (3.4, "just lost"), (5.0, "expected behind the wall"), (8.0, "expected out")];
        for (panel, (until_s, caption)) in moments.into_iter().enumerate() {
            while yard.time_s < until_s - 0.05 {
                yard.step(0.0, false);
            }
            yard.draw(wide * panel as f32, &format!("{until_s:.1} s: {caption}"), svg);
        }
    });
    let mut yard = Yard::new();
    let search = picture(1, |svg, _| {
        let mut way = Vec::new();
        while yard.time_s < 20.0 && !(yard.seen && yard.guard.distance(yard.thief) < 1.0) {
            yard.step(0.0, true);
            way.push(point(ground(yard.guard)));
        }
        yard.draw(0.0, &format!("found after {:.1} s", yard.time_s), svg);
        let points: String = way.iter().map(|at| format!("{:.1},{:.1} ", at.x, at.y)).collect();
        let _ = writeln!(
            svg,
            r##"<polyline points="{points}" fill="none" stroke="#0072b2" stroke-dasharray="4 3"/>"##
        );
    });
    for (name, svg) in [("map.svg", map), ("search.svg", search)] {
        std::fs::write(folder.join(name), svg).expect("a writable folder");
    }
}
