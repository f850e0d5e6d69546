//! One to three others who live before Max's eyes, and what they are told to do. Drawn from a seed.

use crate::scene::rounded;
use piaget_claims::scene;
use piaget_terms::{Chance, Vec2, Vec3, maths};
use std::fmt::Write as _;

/// What the others do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// There is nothing to be had: they pace and look about.
    Pacing,
    /// They stand and turn on the spot.
    Turning,
    /// They pace, and now and then one is told to make a gesture.
    Gestures,
    /// They stand behind low walls and make gestures.
    HalfHidden,
    /// They are hungry; food and toys are in reach.
    Feeding,
    /// They are playful; food and toys are in reach.
    Playing,
}

/// What is drawn besides.
#[derive(Clone, Copy, Debug)]
pub struct Draws {
    /// How many others.
    pub others: u32,
    /// For how long.
    pub seconds: f32,
    /// How far away they are at first.
    pub distance_m: f32,
    /// How high the wall before them is.
    pub cover_m: f32,
    /// How fast they perform.
    pub pace: f32,
    /// Ticks per second.
    pub tick_hz: f32,
    /// The error of the eye.
    pub noise_m: f32,
    /// The share of looks that give nothing.
    pub missed: f32,
}

/// Movements that mean something, by the names of a mouse's body.
pub const GESTURES: [&str; 14] = [
    "jump",
    "jump-for-joy",
    "beg",
    "eat",
    "pick-up",
    "throw",
    "dance",
    "wave",
    "thumbs-up",
    "shrug",
    "cover-face",
    "pound-ground",
    "stand-frustrated",
    "tap-foot",
];

/// The file of Max with the eyes that were drawn.
const WATCHER: &str = "watcher.kdl";
/// The ground is so wide that nobody comes to its edge within minutes.
const SIDE_M: f32 = 30.0;
/// From one gesture of an other to the next, from and to.
const EVERY_S: (f32, f32) = (7.0, 14.0);
/// A wall stands so far before an other and is so long.
const WALL_M: (f32, f32) = (0.45, 1.6);
/// Who is given food and toys has these in reach.
const IN_REACH: [(&str, &str, &str); 4] = [
    ("cheese", "yellow", "shape \"sphere\" { radius 0.06 }"),
    ("ball", "red", "shape \"sphere\" { radius 0.07 }"),
    ("baton", "green", "shape \"cylinder\" { radius 0.04; height 0.2 }"),
    ("cheese", "yellow", "shape \"sphere\" { radius 0.06 }"),
];

/// One life to be watched.
#[derive(Clone, Debug)]
pub struct Stage {
    /// What they do.
    pub life: Life,
    /// What was drawn.
    pub draws: Draws,
    others: Vec<(Vec2, f32)>,
    /// When who is told to do what.
    orders: Vec<(f32, usize, &'static str)>,
    seed: u64,
}

impl Stage {
    /// Draws where they stand and what they are told.
    pub fn draw(life: Life, draws: Draws, seed: u64) -> Self {
        let mut chance = Chance::of_part(seed, 7);
        let mut others: Vec<(Vec2, f32)> = Vec::new();
        // Apart from each other, all in view at first.
        for index in 0..draws.others {
            let spread = 0.45;
            let off = spread * (index as f32 - (draws.others as f32 - 1.0) * 0.5);
            let bearing = off + chance.between(-0.1, 0.1);
            let apart = 1.2 * index as f32 * chance.between(0.5, 1.0);
            let at = maths::ground(maths::direction(bearing)) * (draws.distance_m + apart);
            others.push((at, chance.between(-std::f32::consts::PI, std::f32::consts::PI)));
        }
        let mut orders = Vec::new();
        for other in 0..others.len() {
            let mut at_s = chance.between(2.0, 6.0);
            while at_s < draws.seconds - 5.0 {
                match life {
                    Life::Gestures | Life::HalfHidden => {
                        orders.push((at_s, other, GESTURES[chance.below(GESTURES.len() as u32) as usize]));
                    }
                    _ => {}
                }
                at_s += chance.between(EVERY_S.0, EVERY_S.1);
            }
        }
        orders.sort_by(|a, b| a.0.total_cmp(&b.0));
        Self { life, draws, others, orders, seed }
    }

    /// What a scenario calls an other.
    pub fn name(index: usize) -> String {
        format!("m{}", index + 1)
    }

    /// How many others there are.
    pub fn others(&self) -> usize {
        self.others.len()
    }

    /// The scenario's text.
    pub fn scenario(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(
            text,
            "scenario \"life-watching\" {{\n    shows \"Max watches the ordinary life of others ({:?}).\"\n    try \"See what he takes their movements for.\"\n}}",
            self.life
        );
        let _ = writeln!(
            text,
            "length {}\ntick {}\nseed {}\nground {{ size {SIDE_M} {SIDE_M}; centre 0 6 }}",
            rounded(self.draws.seconds),
            self.draws.tick_hz,
            self.seed % 1_000_000
        );
        let _ = writeln!(
            text,
            "creature \"max\" {{ kind \"mouse\"; character \"{WATCHER}\"; colour \"brown\"; at 0 0; yaw 0; pace 1 }}"
        );
        for (index, (at, yaw)) in self.others.iter().enumerate() {
            let name = Self::name(index);
            let _ = writeln!(
                text,
                "creature \"{name}\" {{ kind \"mouse\"; character \"{name}.kdl\"; colour \"blue\"; at {} {}; yaw {}; pace {} }}",
                rounded(at.x),
                rounded(at.y),
                rounded(yaw.to_degrees()),
                rounded(self.draws.pace)
            );
            if self.life == Life::HalfHidden {
                let wall = *at - at.normalize_or_zero() * WALL_M.0;
                let yaw = maths::yaw_of(maths::on_ground(*at)).to_degrees();
                let _ = writeln!(
                    text,
                    "wall \"before-{name}\" {{ at {} {}; size {} 0.06; height {}; yaw {} }}",
                    rounded(wall.x),
                    rounded(wall.y),
                    WALL_M.1,
                    rounded(self.draws.cover_m),
                    rounded(yaw)
                );
            }
            if matches!(self.life, Life::Feeding | Life::Playing) {
                text += &self.in_reach(index, *at, *yaw);
            }
        }
        let _ =
            writeln!(text, "timeline {{\n    at 0.1 {{ say \"max observe\" {{ by \"keeper\"; at 3 0 }} }}");
        for index in 0..self.others.len() {
            let word = if self.life == Life::HalfHidden { "stay" } else { "go" };
            let name = Self::name(index);
            let _ = writeln!(text, "    at 0.2 {{ say \"{word} {name}\" {{ by \"keeper\"; at 3 0 }} }}");
        }
        for (at_s, other, movement) in &self.orders {
            let name = Self::name(*other);
            let _ = writeln!(
                text,
                "    at {} {{ say \"{name} {movement}\" {{ by \"keeper\"; at 3 0 }} }}",
                rounded(*at_s)
            );
        }
        text + "}\n"
    }

    /// Things before an other, in its reach, in an order by chance.
    fn in_reach(&self, other: usize, at: Vec2, yaw: f32) -> String {
        let mut chance = Chance::of_part(self.seed, 100 + other as u64);
        let mut text = String::new();
        let first = chance.below(IN_REACH.len() as u32) as usize;
        for index in 0..IN_REACH.len() {
            let (kind, colour, shape) = IN_REACH[(first + index) % IN_REACH.len()];
            let aside = -0.16 + 0.1 * index as f32 + chance.between(-0.02, 0.02);
            let own = Vec3::new(aside, chance.between(0.46, 0.64), chance.between(0.21, 0.3));
            let (ahead, left) = (maths::direction(yaw), Vec3::Y.cross(maths::direction(yaw)));
            let place = maths::on_ground(at) + ahead * own.z + left * own.x + Vec3::Y * own.y;
            let _ = writeln!(
                text,
                "thing \"{kind}-{other}-{index}\" {{ kind \"{kind}\"; colour \"{colour}\"; at {} {} {}; solid #false; {shape} }}",
                rounded(place.x),
                rounded(place.y),
                rounded(place.z)
            );
        }
        text
    }

    /// Max with the eyes that were drawn, and each other with words of his own.
    pub fn files(&self) -> Result<Vec<(String, String)>, String> {
        let committed = |file: &str| {
            scene::files().0.get(file).cloned().ok_or_else(|| format!("there is no file {file}"))
        };
        let (noise, detection) = (rounded(self.draws.noise_m), rounded(1.0 - self.draws.missed));
        let eyes = format!(
            "eyes field-of-view=90 columns=320 rows=240 range=20 noise={noise} detection={detection}"
        );
        let mut files = vec![(
            WATCHER.to_owned(),
            format!("character \"max\"\ninclude \"characters/max.kdl\"\n{eyes}\n"),
        )];
        let edit = |text: String, from: &str, to: &str| match text.contains(from) {
            true => Ok(text.replace(from, to)),
            false => Err(format!("`{from}` does not stand in the mouse's character")),
        };
        let include = "include \"characters/shared/mouse.kdl\"";
        let shared = committed("characters/shared/mouse.kdl")?;
        // The others need not see well to be seen.
        let shared = edit(shared, "columns=320 rows=240", "columns=160 rows=120")?;
        let shared = match self.life {
            // They only look about.
            Life::Turning => {
                let pace = "tuple \"walk-about\" { do \"wander\" radius=1.5; until { arrived }; until { no-way }; until { after 4 } }";
                edit(shared, pace, "")?
            }
            Life::Feeding => edit(
                shared,
                "drive \"playfulness\" start=0.7 grow=0.006",
                "drive \"playfulness\" start=0.2 grow=0",
            )?,
            Life::Playing => {
                edit(shared, "drive \"hunger\" start=0.8 grow=0.006", "drive \"hunger\" start=0.1 grow=0")?
            }
            _ => shared,
        };
        for index in 0..self.others.len() {
            let name = Self::name(index);
            let mut text = edit(committed("characters/morris.kdl")?, include, &shared)?;
            for words in ["morris {movement}", "stay morris", "go morris"] {
                text = edit(text, words, &words.replace("morris", &name))?;
            }
            files.push((format!("{name}.kdl"), text));
        }
        Ok(files)
    }
}
