//! What the lab has to show: scenarios, the files that they name, and bodies. All in memory, so that a session needs no
//! disk; whoever starts the lab fills it.

use crate::messages::ScenarioCard;
use piaget_motor::Rig;
use piaget_sim::files::{Files, Kept};
use piaget_sim::{Choice, Scenario};
use piaget_text::{Diagnostics, Source, nearest};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

/// The scenario that a visitor sees first, where there is one of this name.
pub const FIRST: &str = "two-walls";

/// Scenarios, the files they name, and bodies.
///
/// ```
/// use piaget_lab::Library;
/// let text = r#"
///     scenario "empty" { shows "Nothing."; try "Add something." }
///     length 1
///     ground { size 20 20 }
/// "#;
/// let mut library = Library::default();
/// library.add_scenario("empty", text);
/// assert_eq!(library.cards()[0].shows, "Nothing.");
/// ```
#[derive(Clone, Default)]
pub struct Library {
    scenarios: BTreeMap<String, Source>,
    files: Kept,
    /// Cards that were made elsewhere, of scenarios whose files may not all be here yet.
    told: BTreeMap<String, ScenarioCard>,
    cards: OnceLock<Vec<ScenarioCard>>,
}

impl Library {
    /// Adds a scenario's text under a name.
    pub fn add_scenario(&mut self, name: &str, text: &str) {
        self.scenarios.insert(name.to_owned(), Source::new(format!("scenarios/{name}.kdl"), text));
        self.told.remove(name);
        self.cards = OnceLock::new();
    }

    /// Takes a scenario's card on trust: its text and what it names may come later, or never.
    pub fn add_card(&mut self, card: ScenarioCard) {
        self.told.insert(card.name.clone(), card);
        self.cards = OnceLock::new();
    }

    /// As [`Library::add_scenario`], for one whose card was told and still holds.
    pub fn add_told_scenario(&mut self, name: &str, text: &str) {
        let card = self.told.remove(name);
        self.add_scenario(name, text);
        self.told.extend(card.map(|card| (name.to_owned(), card)));
    }

    /// Adds a file that scenarios or characters may name ("characters/duncan.kdl").
    pub fn add_file(&mut self, reference: &str, text: &str) {
        self.files.0.insert(reference.to_owned(), text.to_owned());
        self.cards = OnceLock::new();
    }

    /// The text of a file that scenarios or characters may name.
    pub fn file(&self, reference: &str) -> Option<&str> {
        self.files.0.get(reference).map(String::as_str)
    }

    /// Adds a file that is no text, under the reference by which characters name it.
    pub fn add_bytes(&mut self, reference: &str, bytes: Vec<u8>) {
        self.files.1.insert(reference.to_owned(), bytes);
        self.cards = OnceLock::new();
    }

    /// The bytes of a file that is no text.
    pub fn bytes(&self, reference: &str) -> Option<&[u8]> {
        self.files.1.get(reference).map(|bytes| &bytes[..])
    }

    /// Adds a body by its glTF file; characters name it "bodies/NAME.glb".
    pub fn add_body(&mut self, name: &str, bytes: Vec<u8>) {
        self.files.1.insert(format!("bodies/{name}.glb"), bytes);
        self.cards = OnceLock::new();
    }

    /// A body's file.
    pub fn body(&self, name: &str) -> Option<&[u8]> {
        self.files.1.get(&format!("bodies/{name}.glb")).map(|bytes| &bytes[..])
    }

    /// Every scenario that can be played, the first one to show first, then by name. What cannot be played is left out;
    /// `piaget check` says why.
    pub fn cards(&self) -> &[ScenarioCard] {
        self.cards.get_or_init(|| {
            let own = self.scenarios.keys().filter(|name| !self.told.contains_key(*name));
            let mut cards: Vec<_> = own.filter_map(|name| self.card(name)).collect();
            cards.extend(self.told.values().cloned());
            cards.sort_by(|a, b| (a.name != FIRST, &a.name).cmp(&(b.name != FIRST, &b.name)));
            cards
        })
    }

    fn card(&self, name: &str) -> Option<ScenarioCard> {
        let scenario = self.load(name, &Choice::default()).ok()?.ok()?;
        Some(ScenarioCard {
            name: name.to_owned(),
            shows: scenario.shows,
            try_this: scenario.try_this,
            length_s: scenario.length_s,
            creatures: scenario.creatures.iter().map(|creature| creature.kind.to_string()).collect(),
        })
    }

    /// A scenario as it is to be played. The outer mistake is a name that nothing has; the inner ones are those of
    /// settings and files.
    pub fn load(&self, name: &str, choice: &Choice) -> Result<Result<Scenario, Diagnostics>, String> {
        self.load_from(name, choice, &self.files)
    }

    fn load_from(
        &self,
        name: &str,
        choice: &Choice,
        files: &dyn Files,
    ) -> Result<Result<Scenario, Diagnostics>, String> {
        let Some(source) = self.scenarios.get(name) else {
            if self.told.contains_key(name) {
                return Err(format!("the files of the scenario \"{name}\" are not here yet"));
            }
            let known = self.scenarios.keys().chain(self.told.keys());
            let near = nearest(name, known.map(String::as_str));
            let near = near.map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
            return Err(format!("there is no scenario \"{}\"{near}", shortened(name)));
        };
        // A file's own seed plays it as written; `piaget check` has looked at all that it may vary to.
        let seed = choice.seed.or_else(|| Some(Scenario::own_seed(source)));
        Ok(Scenario::load(source, files, &Choice { seed, set: choice.set.clone() }))
    }

    /// Every file that a scenario names, those of drawn bodies included, and those of them that are not here. What a missing
    /// file would name is known only when it is here.
    pub fn files_of(&self, name: &str) -> Result<FilesOf, String> {
        let asked = Asked { files: &self.files, named: RefCell::default(), missing: RefCell::default() };
        let scenario = self.load_from(name, &Choice::default(), &asked)?;
        let drawn = scenario.iter().flat_map(|scenario| &scenario.creatures).filter(|one| one.rig.is_none());
        for name in drawn.filter_map(|one| usual_body(one.kind.as_str())) {
            let _ = asked.bytes(&format!("bodies/{name}.glb"));
        }
        Ok(FilesOf { here: asked.named.into_inner(), missing: asked.missing.into_inner() })
    }

    /// A drawn body for a creature whose character names none: the usual one of its kind.
    pub fn body_for(&self, kind: &str) -> Option<(&'static str, Arc<Rig>)> {
        let name = usual_body(kind)?;
        // A body that cannot be read is not drawn; a test reads all of ours.
        piaget_sim::rig(name, self.body(name)?).ok().map(|rig| (name, rig))
    }
}

impl Files for Library {
    fn read(&self, reference: &str) -> Result<String, String> {
        self.files.read(reference)
    }

    fn bytes(&self, reference: &str) -> Result<Vec<u8>, String> {
        self.files.bytes(reference)
    }
}

/// The files that a scenario names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilesOf {
    /// Those that are here.
    pub here: BTreeSet<String>,
    /// Those that are not. A file may be looked for in two places, so that not all of them need exist.
    pub missing: BTreeSet<String>,
}

/// Files that are asked for, and what was asked.
struct Asked<'a> {
    files: &'a Kept,
    named: RefCell<BTreeSet<String>>,
    missing: RefCell<BTreeSet<String>>,
}

impl Asked<'_> {
    fn note<T>(&self, reference: &str, found: &Result<T, String>) {
        let list = if found.is_ok() { &self.named } else { &self.missing };
        list.borrow_mut().insert(reference.to_owned());
    }
}

impl Files for Asked<'_> {
    fn read(&self, reference: &str) -> Result<String, String> {
        let found = self.files.read(reference);
        self.note(reference, &found);
        found
    }

    fn bytes(&self, reference: &str) -> Result<Vec<u8>, String> {
        let found = self.files.bytes(reference);
        self.note(reference, &found);
        found
    }
}

/// The body that stands for a kind.
fn usual_body(kind: &str) -> Option<&'static str> {
    match kind {
        "dog" => Some("terrier"),
        "mouse" => Some("max"),
        "sheep" => Some("sheep"),
        "person" | "walker" | "biped" => Some("walker"),
        _ => None,
    }
}

/// A text of a visitor as it may be repeated to them.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() <= MOST {
        text.to_owned()
    } else {
        text.chars().take(MOST).collect::<String>() + "..."
    }
}
