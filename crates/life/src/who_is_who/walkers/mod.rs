//! Real walkers: a fixed observer watches recorded pedestrians who all look the same; pillars or walls hide them.
//!
//! A scene is a function of recording, seed, kind, noise and missed looks. All chance is SplitMix64 used as a counter, so
//! that a scene can be made again in any language. People walk through pillars and walls, which were not there.

mod host;
mod recording;

pub(super) use host::watch;
pub(super) use recording::{Recording, folders};

use super::truth::{Detection, Scene, Stay};

/// Frames of a scene: 40 s.
const FRAMES: usize = 400;
/// The mean number of people in the area that a stretch of a recording must have.
const LEAST_PEOPLE: f64 = 4.0;
/// Shorter stays in the area are left out altogether.
const LEAST_STAY: usize = 10;
/// How often a stretch with enough people is looked for.
const TRIES: usize = 500;
/// The observer stands on the border of the area grown by this.
const BORDER_M: f64 = 1.0;
const PILLARS: usize = 6;
const WALLS: usize = 2;
const WALL_M: f64 = 3.0;

/// What hides people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hiding {
    /// Round ones.
    Pillars,
    /// Straight ones.
    Walls,
}

/// What stands between an observer and people.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Occluders {
    observer: [f64; 2],
    /// Centre and radius.
    pillars: Vec<([f64; 2], f64)>,
    /// From end to end.
    walls: Vec<([f64; 2], [f64; 2])>,
}

/// A scene of real walkers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Walkers {
    /// The frame of the recording at which it begins.
    pub start: usize,
    pub occluders: Occluders,
    pub scene: Scene,
}

/// SplitMix64 as a counter: the uniform number, from 0 to 1, of this draw of this stream.
fn uniform(key: u64, counter: u64) -> f64 {
    let mut z = key.wrapping_add(counter.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^= z >> 31;
    (z >> 11) as f64 / (1u64 << 53) as f64
}

/// The numbers of a stream, one after the other.
struct Stream {
    key: u64,
    counter: u64,
}

impl Stream {
    fn next(&mut self) -> f64 {
        self.counter += 1;
        uniform(self.key, self.counter - 1)
    }
}

impl Occluders {
    fn draw(area: [f64; 4], hiding: Hiding, stream: &mut Stream) -> Self {
        let [x0, x1, y0, y1] = area;
        let observer = on_border([x0 - BORDER_M, x1 + BORDER_M, y0 - BORDER_M, y1 + BORDER_M], stream.next());
        let mut all = Self { observer, ..Self::default() };
        let apart = |at: [f64; 2]| (at[0] - observer[0]).hypot(at[1] - observer[1]);
        let place = |stream: &mut Stream| [x0 + stream.next() * (x1 - x0), y0 + stream.next() * (y1 - y0)];
        while hiding == Hiding::Pillars && all.pillars.len() < PILLARS {
            let radius = 0.25 + 0.35 * stream.next();
            let at = place(stream);
            if apart(at) >= 2.0 + radius {
                all.pillars.push((at, radius));
            }
        }
        while hiding == Hiding::Walls && all.walls.len() < WALLS {
            use std::f64::consts::FRAC_PI_2;
            let at = place(stream);
            let sight = (at[1] - observer[1]).atan2(at[0] - observer[0]);
            let angle = sight + FRAC_PI_2 + (stream.next() - 0.5) * FRAC_PI_2;
            if apart(at) >= 3.0 {
                let half = [WALL_M / 2.0 * angle.cos(), WALL_M / 2.0 * angle.sin()];
                all.walls.push(([at[0] - half[0], at[1] - half[1]], [at[0] + half[0], at[1] + half[1]]));
            }
        }
        all
    }

    /// Whether the observer's line of sight to a place meets a pillar or a wall.
    pub fn hide(&self, at: [f64; 2]) -> bool {
        let o = self.observer;
        let d = [at[0] - o[0], at[1] - o[1]];
        let square = d[0] * d[0] + d[1] * d[1] + 1e-12;
        let by_pillar = |(c, radius): &([f64; 2], f64)| {
            let along = (((c[0] - o[0]) * d[0] + (c[1] - o[1]) * d[1]) / square).clamp(0.0, 1.0);
            let off = [o[0] + along * d[0] - c[0], o[1] + along * d[1] - c[1]];
            off[0] * off[0] + off[1] * off[1] <= radius * radius
        };
        let by_wall = |(a, b): &([f64; 2], [f64; 2])| {
            let e = [b[0] - a[0], b[1] - a[1]];
            let cross = d[0] * e[1] - d[1] * e[0];
            let cross = if cross.abs() < 1e-12 { 1e-12 } else { cross };
            let from = [a[0] - o[0], a[1] - o[1]];
            let (sight, wall) =
                ((from[0] * e[1] - from[1] * e[0]) / cross, (from[0] * d[1] - from[1] * d[0]) / cross);
            (0.0..=1.0).contains(&sight) && (0.0..=1.0).contains(&wall)
        };
        self.pillars.iter().any(by_pillar) || self.walls.iter().any(by_wall)
    }
}

/// A place on the border of an area, counter-clockwise from its lower corner, by its share of the way around.
fn on_border([x0, x1, y0, y1]: [f64; 4], share: f64) -> [f64; 2] {
    let (width, height) = (x1 - x0, y1 - y0);
    let along = share * 2.0 * (width + height);
    match along {
        _ if along < width => [x0 + along, y0],
        _ if along < width + height => [x1, y0 + along - width],
        _ if along < 2.0 * width + height => [x1 - (along - width - height), y1],
        _ => [x0, y1 - (along - 2.0 * width - height)],
    }
}

/// The scene of a recording.
pub(super) fn scene(
    recording: &Recording,
    seed: u64,
    hiding: Hiding,
    noise_m: f64,
    missed: f64,
) -> Result<Walkers, String> {
    let key = seed.wrapping_mul(1_000_003).wrapping_add(u64::from(hiding == Hiding::Walls));
    let mut stream = Stream { key, counter: 0 };
    let room = recording.frames.checked_sub(FRAMES).ok_or("the recording is shorter than a scene")?;
    let enough = |start: &usize| {
        let before = &recording.inside_before;
        (before[start + FRAMES] - before[*start]) / FRAMES as f64 >= LEAST_PEOPLE
    };
    // Where no stretch has enough people, the last one that was tried is taken.
    let mut start = 0;
    for _ in 0..TRIES {
        start = (stream.next() * room as f64) as usize;
        if enough(&start) {
            break;
        }
    }
    let occluders = Occluders::draw(recording.area, hiding, &mut stream);
    let mut scene = Scene {
        area: recording.area,
        noise_m,
        frames: vec![Vec::new(); FRAMES],
        stays: stays(recording, start, &occluders),
        at_end: 0,
        lasting: false,
    };
    let key = key.wrapping_add(1 << 40);
    for (index, stay) in scene.stays.iter_mut().enumerate() {
        for own in 0..stay.at.len() {
            let frame = stay.first + own;
            let draw = 3 * (index * FRAMES + frame) as u64;
            let [miss, radius, angle] = [0, 1, 2].map(|which| uniform(key, draw + which));
            let (radius, angle) = ((-2.0 * (1.0 - radius).ln()).sqrt(), std::f64::consts::TAU * angle);
            let detected = stay.visible[own] && miss >= missed;
            stay.detected.push(detected);
            if detected {
                let [x, y] = stay.at[own];
                let at = [x + noise_m * radius * angle.cos(), y + noise_m * radius * angle.sin()];
                scene.frames[frame].push(Detection { at, stay: index });
            }
        }
    }
    for frame in &mut scene.frames {
        frame.sort_by(|a, b| a.at[0].total_cmp(&b.at[0]).then(a.at[1].total_cmp(&b.at[1])));
    }
    // At the end there are those who are seen again or are in view.
    scene.at_end = scene.stays.iter().filter(|stay| stay.last_frame() == Some(FRAMES - 1)).count();
    Ok(Walkers { start, occluders, scene })
}

/// Unbroken runs of one person inside the area, cut to the scene.
fn stays(recording: &Recording, start: usize, occluders: &Occluders) -> Vec<Stay> {
    let mut stays = Vec::new();
    for person in &recording.people {
        let (from, to) = (person.first.max(start), (person.first + person.at.len()).min(start + FRAMES));
        if from >= to {
            continue;
        }
        let mut at = from - person.first;
        for run in person.inside[at..to - person.first].chunk_by(|a, b| a == b) {
            if run[0] && run.len() >= LEAST_STAY {
                let places = person.at[at..at + run.len()].to_vec();
                let visible = places.iter().map(|place| !occluders.hide(*place)).collect();
                stays.push(Stay {
                    first: person.first + at - start,
                    at: places,
                    visible,
                    detected: Vec::new(),
                });
            }
            at += run.len();
        }
    }
    stays
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Start, observer, stays, detections, events, sum of x: what other implementations of the scene give.
    type Known = (&'static str, Hiding, u64, usize, [f64; 2], usize, usize, usize, f64);
    const KNOWN: [Known; 4] = [
        ("eth", Hiding::Pillars, 0, 6479, [14.337_300, 6.075_869], 40, 1797, 2, 12_517.983_087),
        ("eth", Hiding::Pillars, 1, 2578, [-5.653_873, -0.105_511], 29, 1596, 7, 7_206.662_246),
        ("ucy-zara01", Hiding::Pillars, 0, 2831, [3.651_433, 17.773_083], 17, 1260, 22, -2_468.818_437),
        ("ucy-zara01", Hiding::Walls, 1, 1, [-5.910_406, 20.873_947], 22, 809, 3, -2_344.890_467),
    ];

    #[test]
    fn scenes_are_those_of_other_implementations() {
        let folders = match folders() {
            Ok(folders) => folders,
            Err(why) => return println!("skipped: {why}"),
        };
        for (name, hiding, seed, start, observer, stays, detections, events, sum) in KNOWN {
            let folder = folders.iter().find(|folder| folder.ends_with(name)).expect("a known recording");
            let walkers = scene(&Recording::load(folder).unwrap(), seed, hiding, 0.05, 0.1).unwrap();
            let scene = &walkers.scene;
            let all = || scene.frames.iter().flatten();
            let counts = (walkers.start, scene.stays.len(), all().count(), scene.events().len());
            assert_eq!(counts, (start, stays, detections, events), "{name} {hiding:?} {seed}");
            let near = |a: f64, b: f64| (a - b).abs() < 1e-5;
            let at = walkers.occluders.observer;
            assert!(near(at[0], observer[0]) && near(at[1], observer[1]), "{at:?}");
            assert!(near(all().map(|one| one.at[0]).sum(), sum), "{name} {seed}");
        }
    }
}
