//! Scenario files: a world, its creatures, a timeline, and which numbers vary from one trial to the next. One
//! format for tests, benches, claims and the lab; `docs/scenarios.md` describes it to the people who write them.
//!
//! Played with the seed that the file gives, a scenario is what is written. Any other seed varies the numbers
//! that `jitter` names, so a scenario and a seed say everything.

mod address;
mod budget;
mod check;
mod creature;
mod jitter;
mod kind;
mod movements;
mod names;
mod read;
mod thing;
mod timeline;

pub use kind::FileKind;
pub use timeline::{Action, Condition, Event, Trigger, Verb, Watcher};

use crate::files::{Files, Keeping, Kept};
use piaget_memory::House;
use piaget_mind::{Budget, Character};
use piaget_motor::Rig;
use piaget_terms::{Name, Terrain, Vec3};
use piaget_text::{Diagnostics, Problems, Source};
use piaget_world::{Rule, Thing};
use std::sync::Arc;

/// The greatest extent of the ground, and how far from the origin it may reach, in metres.
pub const MAX_SIDE_M: f32 = piaget_world::limits::MAX_SIZE_M;
/// The longest scenario: a day.
pub const MAX_LENGTH_S: f32 = 86_400.0;
/// The most events of a timeline.
pub const MAX_EVENTS: usize = 1000;
/// The most walls of a file.
pub const MAX_WALLS: usize = 1000;
/// The most things of a file.
pub const MAX_THINGS: usize = 1000;
/// The most creatures of a file.
pub const MAX_CREATURES: usize = 500;
/// The most nodes that say what varies.
pub const MAX_JITTERS: usize = 200;
/// Ticks per second where a file says nothing.
pub const DEFAULT_TICK_HZ: f32 = 30.0;

/// A creature as it begins.
#[derive(Clone, Debug)]
pub struct CreaturePlan {
    /// What the timeline and the trace call it.
    pub name: Name,
    /// What others see it as; its character's name where the file says nothing.
    pub kind: Name,
    /// The name of its colour.
    pub colour: Name,
    /// The file of its character, as written.
    pub character_file: String,
    /// Its character.
    pub character: Arc<Character>,
    /// Where it stands.
    pub at: Vec3,
    /// Which way it faces, in radians.
    pub yaw: f32,
    /// Its posed body, where its character names a model.
    pub rig: Option<Arc<Rig>>,
    /// How much faster than made its movements are performed.
    pub pace: f32,
    /// Where places are that its character knows by name.
    pub places: Vec<(Name, Vec3)>,
}

/// A scenario that can be played.
///
/// ```
/// use piaget_sim::{files::Kept, scenario::{Choice, Scenario}};
/// use piaget_text::Source;
/// let text = r#"
///     scenario "field" { shows "A cube on a field."; try "Move it." }
///     length 10
///     ground { size 20 20 }
///     thing "cube" { at 0 5; shape "box" { size 0.5 0.5 0.5 } }
///     timeline { at 2 { slide "cube" { to 3 5; speed 1 } } }
/// "#;
/// let choice = Choice { set: vec!["thing.cube.at.x=-2".into()], ..Choice::default() };
/// let scenario = Scenario::load(&Source::new("field.kdl", text), &Kept::default(), &choice).unwrap();
/// assert_eq!(scenario.things[0].position.x, -2.0);
/// ```
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What it is called.
    pub name: Name,
    /// What it shows, in a sentence.
    pub shows: String,
    /// What to try with it, in a sentence.
    pub try_this: String,
    /// How long it plays.
    pub length_s: f32,
    /// Ticks per second.
    pub tick_hz: f32,
    /// What decides every chance in it.
    pub seed: u64,
    /// The ground, as every creature knows it.
    pub terrain: Arc<Terrain>,
    /// The places that creatures with a memory and none of their own are told of.
    pub places: Option<House>,
    /// The names of the terrain's walls, in its order.
    pub walls: Vec<Name>,
    /// The things that are there from the beginning.
    pub things: Vec<Thing>,
    /// The creatures.
    pub creatures: Vec<CreaturePlan>,
    /// What happens, in the order of the file.
    pub timeline: Vec<Event>,
    /// What movements do, beside those that every world knows.
    pub movements: Vec<Rule>,
    /// The text it was read from, with every setting and variation written into it, and the files it names:
    /// all that is needed to play it again elsewhere.
    pub text: Source,
    /// The files that the text names.
    pub files: Kept,
}

/// How a person wants a scenario played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The seed; the file's own where nothing is said.
    pub seed: Option<u64>,
    /// Settings, each `PATH=VALUE` ("thing.sheep.at.x=3", "tick=60").
    pub set: Vec<String>,
}

impl Choice {
    /// With another seed.
    pub fn seed(seed: u64) -> Self {
        Self { seed: Some(seed), set: Vec::new() }
    }
}

impl Scenario {
    /// Reads and checks a scenario file, or reports every mistake in it and in the files that it names.
    pub fn load(source: &Source, files: &dyn Files, choice: &Choice) -> Result<Self, Diagnostics> {
        // A file is checked for all it may vary to; one draw of it has only itself to answer for.
        read_settled(settle(source, choice)?, files, choice.seed.is_none())
    }

    /// The seed that a text gives itself. Chosen, it plays the file as written and leaves out the check of all that it may
    /// vary to: for those who read the same file again and again.
    pub fn own_seed(source: &Source) -> u64 {
        source.parse(&Problems::default()).map_or(0, |document| read::seed_of(&document))
    }

    /// Reads a text into which every choice is written already.
    pub(crate) fn load_settled(text: &Source, files: &dyn Files) -> Result<Self, Diagnostics> {
        read_settled(text.clone(), files, false)
    }

    /// Gives a creature another character, as if the file had named it. What is left after an error is of no use.
    pub(crate) fn change_character(&mut self, creature: Name, text: &str) -> Result<(), String> {
        let plan = self.creatures.iter_mut().find(|plan| plan.name == creature);
        let plan = plan.ok_or_else(|| format!("there is no creature \"{creature}\""))?;
        let reference = format!("becomes/{creature}.kdl");
        let files = &self.files;
        let mut include = |name: &str| files.read(name).map(|text| Source::new(name, text));
        let character = Character::parse(&Source::new(reference.as_str(), text), &mut include);
        let character = character.map_err(|mistakes| mistakes.to_string())?;
        if character.model != plan.character.model {
            return Err(format!("\"{creature}\" keeps its body while it lives: `model` must stay as it was"));
        }
        let settled = set(&self.text, &format!("creature.{creature}.character={reference}"));
        self.text = settled.map_err(|mistakes| mistakes.to_string())?;
        self.files.0.insert(reference.clone(), text.to_owned());
        (plan.character, plan.character_file) = (Arc::new(character), reference);
        self.over_budget(&Budget::default())
            .map_err(|(name, over)| format!("\"{name}\" asks for too much: {}; {}", over.what, over.hint))
    }

    /// How many ticks it plays.
    pub fn ticks(&self) -> u64 {
        (f64::from(self.length_s) * f64::from(self.tick_hz)).round() as u64
    }

    /// How long a tick lasts.
    pub fn tick_s(&self) -> f32 {
        1.0 / self.tick_hz
    }
}

fn read_settled(text: Source, files: &dyn Files, with_ends: bool) -> Result<Scenario, Diagnostics> {
    let files = Keeping::new(files);
    let problems = Problems::default();
    let mut scenario = None;
    if let Some(document) = text.parse(&problems) {
        scenario = read::scenario(&text, &document, &files, &problems);
        if let Some(scenario) = scenario.as_ref().filter(|_| problems.is_empty())
            && let Err((creature, over)) = scenario.over_budget(&Budget::default())
        {
            let span = read::span_of_creature(&document, creature);
            problems.note(&text, span, format!("\"{creature}\" asks for too much: {}", over.what), over.hint);
        }
        if problems.is_empty() && with_ends {
            jitter::check_ends(&text, &document, &files, &problems);
        }
    }
    problems.into_result(())?;
    let mut scenario = scenario.expect("a scenario without a mistake was read");
    scenario.files = files.kept.into_inner();
    scenario.text = text;
    Ok(scenario)
}

/// The text with the choice written into it: settings first, then the seed and what it varies.
fn settle(source: &Source, choice: &Choice) -> Result<Source, Diagnostics> {
    let mut text = source.clone();
    for setting in &choice.set {
        text = set(&text, setting)?;
    }
    let Some(seed) = choice.seed else { return Ok(text) };
    let problems = Problems::default();
    let document = text.parse(&problems);
    problems.into_result(())?;
    let document = document.expect("a text without a mistake was parsed");
    if read::seed_of(&document) == seed {
        return Ok(text);
    }
    text.text = jitter::vary(&text, &document, seed)?;
    set(&text, &format!("seed={seed}"))
}

fn set(text: &Source, setting: &str) -> Result<Source, Diagnostics> {
    let refuse = |message: String, hint: &str| {
        let place = Source::new(format!("--set {setting}"), "");
        Diagnostics(vec![place.problem(0..0, message, hint)])
    };
    let Some((path, value)) = setting.split_once('=') else {
        return Err(refuse("a setting needs a path and a value".into(), "write PATH=VALUE, such as tick=60"));
    };
    let problems = Problems::default();
    let document = text.parse(&problems);
    problems.into_result(())?;
    let document = document.expect("a text without a mistake was parsed");
    let edited = address::edit(&document, &text.text, path.trim(), value)
        .map_err(|error| refuse(error, "a path goes from the outside in, such as thing.sheep.at.x"))?;
    Ok(Source::new(text.name.clone(), edited))
}
