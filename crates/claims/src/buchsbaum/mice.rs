//! Max and Morris in a trial: where they stand, what a person gives them and says to them, and what came of it.

use crate::run::Trial;
use crate::scene;
use piaget_mind::others::Understanding;
use piaget_mind::report::WatchingReport;
use piaget_sim::{Action, Actor, Happening, Simulation};
use piaget_terms::{Chance, MovementStage, Name, Utterance, Vec3, maths};

/// What both mice share, and the line of each mouse's own file that gives it that.
pub const SHARED: &str = "characters/shared/mouse.kdl";
pub const INCLUDE: &str = "include \"characters/shared/mouse.kdl\"";
/// Frame rates that a trial is played at.
const RATES_HZ: [f32; 4] = [20.0, 30.0, 40.0, 60.0];

/// The two of them in one trial.
pub struct Mice {
    /// The world and both minds.
    pub simulation: Simulation,
    /// Everything that happened so far.
    pub told: Vec<Happening>,
    /// When Morris was truly performing which movement: name, from, to. Known to the experiment alone.
    performed: Vec<(Name, f64, f64)>,
    /// What Morris's last movement of which name was truly about. Known to the experiment alone.
    meant: Vec<(Name, Name)>,
}

impl Mice {
    /// Morris somewhere, facing anywhere; Max 1.5 to 5 m from him, anywhere within 60 degrees of his front, looking
    /// roughly at him. Morris performs at 0.7 to 1.4 of the usual pace, and the eyes have one of four rates.
    pub fn new(scenario: &str, trial: Trial, edits: &[(&str, &str, &str)]) -> Result<Self, String> {
        let mut chance = trial.chance();
        let facing = chance.between(-std::f32::consts::PI, std::f32::consts::PI);
        let (off, distance) = (chance.between(-1.05, 1.05), chance.between(1.5, 5.0));
        let morris = Vec3::new(chance.between(-1.0, 1.0), 0.0, chance.between(-1.0, 1.0));
        let max = morris + maths::direction(facing + off) * distance;
        let towards = maths::wrap_angle(maths::yaw_of(morris - max) + chance.between(-0.35, 0.35));
        let pace = chance.between(0.7, 1.4);
        let hz = RATES_HZ[(chance.unit() * RATES_HZ.len() as f32) as usize % RATES_HZ.len()];
        let set = [
            format!("creature.morris.at={} {}", morris.x, morris.z),
            format!("creature.morris.yaw={}", facing.to_degrees()),
            format!("creature.morris.pace={pace}"),
            format!("creature.max.at={} {}", max.x, max.z),
            format!("creature.max.yaw={}", towards.to_degrees()),
            format!("tick={hz}"),
        ];
        let mut mice = Self::placed(scenario, trial, edits, &set)?;
        mice.say("stay morris");
        mice.run(1.5);
        Ok(mice)
    }

    /// As the scenario has it, with settings.
    pub fn placed(
        scenario: &str,
        trial: Trial,
        edits: &[(&str, &str, &str)],
        set: &[String],
    ) -> Result<Self, String> {
        let set: Vec<&str> = set.iter().map(String::as_str).collect();
        let simulation = scene::edited(scenario, trial, &set, edits)?;
        Ok(Self { simulation, told: Vec::new(), performed: Vec::new(), meant: Vec::new() })
    }

    /// Max.
    pub fn max(&self) -> &Actor {
        self.simulation.actor("max").expect("the scenario has Max")
    }

    /// Morris.
    pub fn morris(&self) -> &Actor {
        self.simulation.actor("morris").expect("the scenario has Morris")
    }

    /// What Max makes of what he saw.
    pub fn watching(&self) -> WatchingReport {
        self.max().mind.report().watching.unwrap_or_default()
    }

    /// What Max took the last gesture for.
    pub fn understanding(&self) -> &Understanding {
        self.max().mind.watching().understanding()
    }

    /// A person says something.
    pub fn say(&mut self, words: &str) {
        let words = Utterance::from(words).expect("commands are short");
        let at = Some(Vec3::new(3.0, 1.0, 0.0));
        self.simulation.input(Action::Say { by: Name::cut("keeper"), words, at, loudness: 1.0 });
    }

    /// A place in a mouse's own axes (x to its left, z ahead), in the world.
    pub fn before(&self, mouse: &str, own: Vec3) -> Vec3 {
        let world = self.simulation.world();
        let creature = world.named(mouse).and_then(|id| world.creature(id));
        creature.map_or(own, |creature| creature.world_from_own(own))
    }

    /// A place higher than Morris's head that he must jump for, varied: a few steps away, so that he sees it, and not
    /// over the head of Max, who must see what it is about.
    pub fn overhead(&self, chance: &mut Chance) -> Vec3 {
        /// As steep as Max can look up without raising his head, and how often a better place is tried.
        const STEEP: f32 = 0.6;
        const TRIES: u32 = 50;
        let world = self.simulation.world();
        let max = world.named("max").and_then(|id| world.creature(id));
        let mut place = Vec3::ZERO;
        for _ in 0..TRIES {
            let (aside, up, ahead) =
                (chance.between(-0.2, 0.2), chance.between(1.1, 1.25), chance.between(0.7, 1.0));
            place = self.before("morris", Vec3::new(aside, up, ahead));
            let seen = max.is_none_or(|max| {
                let away = maths::ground(place).distance(maths::ground(max.position));
                place.y - max.body.eye_height_m <= STEEP * away
            });
            if seen {
                break;
            }
        }
        place
    }

    /// Lets Morris do as he likes; before, he stands.
    pub fn let_go(&mut self) {
        self.say("go morris");
    }

    /// Puts a thing somewhere for all to see.
    pub fn give(&mut self, thing: &str, to: Vec3) {
        self.simulation.input(Action::Transport { what: Name::cut(thing), to });
        self.simulation.input(Action::Show(Name::cut(thing)));
    }

    /// Takes a thing away.
    pub fn take_away(&mut self, thing: &str) {
        self.simulation.input(Action::Hide(Name::cut(thing)));
    }

    /// Puts a thing into a hand.
    pub fn hand(&mut self, mouse: &str, thing: &str) {
        self.simulation.input(Action::Show(Name::cut(thing)));
        self.simulation.input(Action::PickUp { creature: Name::cut(mouse), thing: Name::cut(thing) });
    }

    /// Lets a tick pass.
    pub fn step(&mut self) {
        let told = self.simulation.step();
        self.told.extend_from_slice(told);
        let time_s = self.simulation.time_s();
        let movement = self.morris().sensed.body.movement;
        let request = self.morris().intent.movement;
        if let Some((name, kind)) = request.and_then(|request| Some((request.name, request.object?.kind?))) {
            self.meant.retain(|(meant, _)| *meant != name);
            self.meant.push((name, kind));
        }
        if let Some(movement) = movement.filter(|movement| movement.stage == MovementStage::Begun) {
            match self.performed.last_mut() {
                Some((name, _, to)) if *name == movement.name && time_s - *to < 0.12 => *to = time_s,
                _ => self.performed.push((movement.name, time_s, time_s)),
            }
        }
    }

    /// The kind of thing that Morris's last movement of this name was truly about.
    pub fn meant(&self, movement: &str) -> Option<Name> {
        self.meant.iter().find(|(name, _)| *name == *movement).map(|(_, kind)| *kind)
    }

    /// Lets seconds pass.
    pub fn run(&mut self, seconds: f64) {
        self.until(seconds, |_| false);
    }

    /// Lets time pass until something is so, at most so many seconds; whether it came to be so.
    pub fn until(&mut self, most_s: f64, is_so: impl Fn(&Self) -> bool) -> bool {
        let end = self.simulation.time_s() + most_s;
        while self.simulation.time_s() < end {
            self.step();
            if is_so(self) {
                return true;
            }
        }
        false
    }

    /// Whether something happened to a mouse since a moment.
    pub fn happened(&self, since_s: f64, mouse: &str, event: &str, about: &str) -> bool {
        self.told.iter().any(|told| told.t >= since_s && scene::is(told, mouse, event, about))
    }

    /// Now.
    pub fn now(&self) -> f64 {
        self.simulation.time_s()
    }

    /// What Max makes of the first gesture that was mostly Morris's performing this movement, begun after a moment.
    pub fn understands(&mut self, movement: &str, since_s: f64, most_s: f64) -> Option<WatchingReport> {
        let before = self.understanding().gesture;
        let shown = |mice: &Self| {
            let seen = mice.understanding();
            let own = seen.to_s - seen.from_s;
            let shared = |(_, from, to): &&(Name, f64, f64)| {
                let both = seen.to_s.min(*to) - seen.from_s.max(*from);
                both >= 0.5 * own && both >= 0.3 * (*to - *from)
            };
            let mut performed =
                mice.performed.iter().filter(|(name, from, _)| *name == *movement && *from >= since_s);
            seen.gesture > before && performed.any(|one| shared(&one))
        };
        self.until(most_s, shown).then(|| self.watching())
    }

    /// Asks Max what he saw; whether he then performs this movement.
    pub fn shows(&mut self, movement: &str) -> bool {
        let asked = self.now();
        self.say("max identify");
        self.until(1.0, |mice| mice.happened(asked, "max", "begins", movement))
    }
}

/// A place that Morris reaches for and cannot quite come to.
pub const JUST_TOO_HIGH: Vec3 = Vec3::new(-0.04, 0.83, 0.24);

/// A place before Morris that he can reach, varied.
pub fn in_reach(chance: &mut Chance) -> Vec3 {
    Vec3::new(chance.between(-0.12, -0.02), chance.between(0.46, 0.64), chance.between(0.21, 0.25))
}
