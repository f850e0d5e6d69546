//! What the lab has to show: scenarios, the files that they name, and bodies. All in memory, so that a session needs no
//! disk; whoever starts the lab fills it.

use crate::messages::ScenarioCard;
use piaget_motor::Rig;
use piaget_sim::files::Kept;
use piaget_sim::{Choice, Scenario};
use piaget_text::{Diagnostics, Source, nearest};
use std::collections::BTreeMap;
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
#[derive(Default)]
pub struct Library {
    scenarios: BTreeMap<String, Source>,
    files: Kept,
    cards: OnceLock<Vec<ScenarioCard>>,
}

impl Library {
    /// Adds a scenario's text under a name.
    pub fn add_scenario(&mut self, name: &str, text: &str) {
        self.scenarios.insert(name.to_owned(), Source::new(format!("scenarios/{name}.kdl"), text));
        self.cards = OnceLock::new();
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
            let mut cards: Vec<_> = self.scenarios.keys().filter_map(|name| self.card(name)).collect();
            cards.sort_by_key(|card| card.name != FIRST);
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
        let Some(source) = self.scenarios.get(name) else {
            let near = nearest(name, self.scenarios.keys().map(String::as_str));
            let near = near.map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
            return Err(format!("there is no scenario \"{}\"{near}", shortened(name)));
        };
        // A file's own seed plays it as written; `piaget check` has looked at all that it may vary to.
        let seed = choice.seed.or_else(|| Some(Scenario::own_seed(source)));
        Ok(Scenario::load(source, &self.files, &Choice { seed, set: choice.set.clone() }))
    }

    /// A drawn body for a creature whose character names none: the usual one of its kind.
    pub fn body_for(&self, kind: &str) -> Option<(&'static str, Arc<Rig>)> {
        let name = match kind {
            "dog" => "terrier",
            "mouse" => "max",
            "sheep" => "sheep",
            "person" | "walker" | "biped" => "walker",
            _ => return None,
        };
        // A body that cannot be read is not drawn; a test reads all of ours.
        piaget_sim::rig(name, self.body(name)?).ok().map(|rig| (name, rig))
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
