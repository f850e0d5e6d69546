//! A mind with a world of its own: a guard, a thief, and a wall to hide behind.
use piaget::prelude::*;
use piaget::terms::{Name, Vec2, Vec3};

/// The guard's character: it recognises thieves, keeps track of one that it cannot see, and wants to catch it.
const GUARD: &str = r#"
character "guard"
percepts { kind "thief" }
selector "thief" "thief"
beliefs persist=600 { map }
actions {
    tuple "catch" object="thief" { do "approach" within=0.8 speed="run" }
}
"#;

const TICK_S: f32 = 0.1;
const SECONDS: u32 = 9;
const TICKS_PER_SECOND: u32 = 10;
/// How far the guard runs and the thief walks in one tick.
const GUARD_STEP_M: f32 = 0.3;
const THIEF_STEP_M: f32 = 0.15;

/// The guard's body: where it stands and which way it looks.
struct Guard {
    at: Vec3,
    looks: Vec3,
}

impl Guard {
    /// Whether a point lies ahead of the guard, within 60 degrees, and no wall is in between.
    fn sees(&self, point: Vec3, wall: &Wall) -> bool {
        let is_ahead = (point - self.at).normalize_or_zero().dot(self.looks) > 0.5;
        is_ahead && !wall.cuts(ground(self.at), ground(point), 0.0)
    }

    /// Looks and goes where the mind wants to.
    fn carry_out(&mut self, intent: &Intent) {
        if let Some(gaze) = intent.gaze {
            self.looks = (gaze.at - self.at).normalize_or(self.looks);
        }
        if let Some(travel) = intent.travel {
            self.at += (travel.towards - self.at).clamp_length_max(GUARD_STEP_M);
        }
    }
}

/// The thief walks behind the wall and stays there.
fn walk(thief: &mut Vec3) {
    let hideout_x = 1.0;
    thief.x = (thief.x + THIEF_STEP_M).min(hideout_x);
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let wall = Wall { centre: Vec2::new(0.0, 3.0), half: Vec2::new(3.0, 0.1), yaw: 0.0, height_m: 2.0 };
    let yard = Terrain::around_origin(20.0, 20.0).with_walls(vec![wall]);
    let character = piaget::parse_character("guard.kdl", GUARD)?;
    let seed = 7;
    let mut mind = Mind::new(character.into(), yard.into(), seed);

    let mut guard = Guard { at: Vec3::new(0.0, 0.0, -4.0), looks: Vec3::Z };
    let mut thief = Vec3::new(-6.0, 0.0, 4.0);
    let thief_kind = Name::try_from("thief")?;

    for tick in 0..SECONDS * TICKS_PER_SECOND {
        let time_s = f64::from(tick) / f64::from(TICKS_PER_SECOND);
        walk(&mut thief);

        // What the guard's body senses in this tick, and nothing more.
        let mut sightings = Vec::new();
        if guard.sees(thief, &wall) {
            sightings.push(Sighting::new(HostId(1), thief_kind, thief));
        }
        let body = BodySense::standing(guard.at, yaw_of(guard.looks));
        let sight = SightBy(|point| guard.sees(point, &wall));
        let senses = Senses::new(time_s, TICK_S, &body, &sight).sightings(&sightings);

        let intent = mind.step(&senses).clone();
        guard.carry_out(&intent);

        if tick % TICKS_PER_SECOND == 0 {
            let verb = if sightings.is_empty() { "thinks" } else { "sees" };
            let believed = mind.attention().at.map_or("nowhere".to_owned(), |at| format!("{at:.1}"));
            println!("{time_s:3.1} s: the guard at {:.1} {verb} the thief at {believed}", guard.at);
        }
    }
    Ok(())
}
