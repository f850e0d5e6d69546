//! Files and a session, without a clock: whoever calls says how much time has passed and how much may be done at once.

use crate::words;
use piaget_lab::messages::{FromLab, ScenarioCard};
use piaget_lab::{Library, Said, Session};
use piaget_mind::Character;
use piaget_sim::files::Files as _;
use piaget_sim::{Choice, Scenario};
use piaget_text::{Diagnostics, Problems, Source};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A scenario as a page offers it before it has its files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shown {
    /// What the choice of scenarios shows.
    pub card: ScenarioCard,
    /// The files that it is made of, its own among them.
    pub files: BTreeSet<String>,
}

/// Every scenario that can be chosen: made when the playground is built, read when it is opened.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Index {
    /// The version of the program.
    pub version: String,
    /// The scenarios, the first one to show first.
    pub scenarios: Vec<Shown>,
}

/// A mistake of a text in an editor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mistaken {
    /// The file that it stands in: the one that was written, or one that it names.
    pub file: String,
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
    /// The characters that it is about.
    pub length: usize,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub hint: String,
}

/// One page's lab.
#[derive(Default)]
pub struct Playground {
    /// Where files wait for the session that will hold them.
    waiting: Library,
    session: Option<Session>,
}

impl Playground {
    /// Takes the index of scenarios that the page came with.
    pub fn tell(&mut self, index: Index) {
        let library = self.library();
        for shown in index.scenarios {
            library.add_card(shown.card);
        }
    }

    /// Every scenario with its card and its files; all of them must be here.
    pub fn index(&mut self) -> Index {
        let library = self.library();
        let cards = library.cards().to_vec();
        let shown = |card: ScenarioCard| {
            let mut files = library.files_of(&card.name).unwrap_or_default().here;
            files.insert(file_of(&card.name));
            Shown { card, files }
        };
        Index { version: env!("CARGO_PKG_VERSION").into(), scenarios: cards.into_iter().map(shown).collect() }
    }

    /// What can be chosen now.
    pub fn cards(&mut self) -> Vec<ScenarioCard> {
        self.library().cards().to_vec()
    }

    /// Keeps a file under the name by which others name it. One that the page came with (`own` is false) is as its card
    /// says; one that a person wrote or dropped is looked at anew.
    pub fn keep(&mut self, name: &str, bytes: Vec<u8>, own: bool) -> Result<(), String> {
        if !name.ends_with(".kdl") {
            self.library().add_bytes(name, bytes);
            return Ok(());
        }
        let text = String::from_utf8(bytes).map_err(|_| format!("\"{name}\" is no text in UTF-8"))?;
        match scenario_of(name) {
            Some(scenario) if own => self.library().add_scenario(scenario, &text),
            Some(scenario) => self.library().add_told_scenario(scenario, &text),
            None => self.library().add_file(name, &text),
        }
        Ok(())
    }

    /// The files that a scenario still lacks.
    pub fn missing(&mut self, scenario: &str) -> BTreeSet<String> {
        self.library().files_of(scenario).map(|files| files.missing).unwrap_or_default()
    }

    /// The visitor comes in and sees this scenario.
    pub fn begin(&mut self, scenario: &str) -> Result<(), String> {
        let library = Arc::new(std::mem::take(self.library()));
        self.session = None;
        match Session::beginning_with(library.clone(), scenario) {
            Ok(session) => self.session = Some(session),
            Err(why) => {
                self.waiting = Arc::unwrap_or_clone(library);
                return Err(why);
            }
        }
        Ok(())
    }

    /// Hears a message, and works on it as long as `go_on` says so.
    pub fn hear(&mut self, text: &str, go_on: &mut dyn FnMut() -> bool) {
        if let Some(session) = &mut self.session {
            session.hear_text_while(text, go_on);
        }
    }

    /// Lets time pass, as long as `go_on` says so.
    pub fn advance(&mut self, elapsed_s: f64, go_on: &mut dyn FnMut() -> bool) {
        if let Some(session) = &mut self.session {
            session.advance_while(elapsed_s, go_on);
        }
    }

    /// The next thing to tell: words as JSON, or a frame's bytes.
    pub fn say(&mut self) -> Option<Result<String, Vec<u8>>> {
        Some(match self.session.as_mut()?.say()? {
            Said::Text(words) => Ok(in_json(&words)),
            Said::Frame(bytes) => Err(bytes),
        })
    }

    /// Plays a recording instead of a scenario.
    pub fn replay(&mut self, recording: &[u8]) -> Result<(), String> {
        self.session.as_mut().ok_or("the playground is not open")?.replay(recording)
    }

    /// How often something new can be seen.
    pub fn rate_hz(&self) -> f32 {
        self.session.as_ref().map_or(0.0, Session::rate_hz)
    }

    /// Whether nothing changes until the visitor says something.
    pub fn is_still(&self) -> bool {
        self.session.as_ref().is_none_or(Session::is_still)
    }

    /// How many ticks have passed.
    pub fn tick(&self) -> u32 {
        self.session.as_ref().map_or(0, Session::tick)
    }

    /// Every mistake of a text as it would be read under this name, as `piaget check` tells them.
    pub fn check(&self, name: &str, text: &str) -> Vec<Mistaken> {
        let found = self.read(name, text).err();
        found.iter().flat_map(|found| &found.0).map(|one| mistaken(one, name, text)).collect()
    }

    /// The words that the reader knows at a place of a text, in the order in which it asks for them.
    pub fn words(&self, name: &str, text: &str, at: usize) -> Vec<String> {
        words::at(text, at, &mut |text| self.read(name, text).err())
    }

    fn read(&self, name: &str, text: &str) -> Result<(), Diagnostics> {
        let source = Source::new(name, text);
        let files = self.session.as_ref().map_or(&self.waiting, Session::library);
        if is_character(&source) {
            let mut include = |reference: &str| {
                let beside = files.read(&format!("characters/{reference}"));
                let text = beside.or_else(|_| files.read(reference));
                text.map(|text| Source::new(reference, text))
            };
            return Character::parse(&source, &mut include).map(|_| ());
        }
        Scenario::load(&source, files, &Choice::default()).map(|_| ())
    }

    fn library(&mut self) -> &mut Library {
        match &mut self.session {
            Some(session) => session.library_mut(),
            None => &mut self.waiting,
        }
    }
}

/// Whether a text is a character's: by what it holds, else by its folder.
fn is_character(source: &Source) -> bool {
    let document = source.parse(&Problems::default());
    let holds =
        |name| document.iter().flat_map(|document| document.nodes()).any(|node| node.name().value() == name);
    !holds("scenario") && (holds("character") || source.name.starts_with("characters/"))
}

/// The name of the scenario that a file holds.
fn scenario_of(name: &str) -> Option<&str> {
    name.strip_prefix("scenarios/")?.strip_suffix(".kdl")
}

fn file_of(scenario: &str) -> String {
    format!("scenarios/{scenario}.kdl")
}

fn mistaken(one: &piaget_text::Diagnostic, name: &str, text: &str) -> Mistaken {
    let own = (one.file == name).then(|| text.get(one.span.clone())).flatten();
    Mistaken {
        file: one.file.clone(),
        line: one.line,
        column: one.column,
        length: own.map_or(0, |part| part.chars().count()),
        message: one.message.clone(),
        hint: one.hint.clone(),
    }
}

fn in_json(words: &FromLab) -> String {
    serde_json::to_string(words).expect("messages are plain data")
}

#[cfg(test)]
mod tests {
    use super::*;
    use piaget_sim::{Simulation, Threads};

    const EMPTY: &str = "scenario \"empty\" { shows \"A ball.\"; try \"Move it.\" }\nlength 2\nground { size 9 9 }\n\
        thing \"ball\" { at 1 1; shape \"sphere\" { radius 0.2 } }\n";
    const DOG: &str = "scenario \"dog\" { shows \"A dog.\"; try \"Wait.\" }\nlength 2\nground { size 9 9 }\n\
        creature \"rex\" { kind \"dog\"; character \"characters/rex.kdl\"; at 0 0 }\n";

    fn with(files: &[(&str, &str)]) -> Playground {
        let mut playground = Playground::default();
        for (name, text) in files {
            playground.keep(name, text.as_bytes().to_vec(), true).unwrap();
        }
        playground
    }

    /// Everything that is to be told: words, and how many frames.
    fn told(playground: &mut Playground) -> (Vec<String>, usize) {
        let (mut words, mut frames) = (Vec::new(), 0);
        while let Some(said) = playground.say() {
            match said {
                Ok(said) => words.push(said),
                Err(_) => frames += 1,
            }
        }
        (words, frames)
    }

    #[test]
    fn a_session_is_told_time_and_tells_frames() {
        let mut playground = with(&[("scenarios/empty.kdl", EMPTY)]);
        assert_eq!(playground.begin("nothing").unwrap_err(), "there is no scenario \"nothing\"");
        playground.begin("empty").unwrap();
        let (words, frames) = told(&mut playground);
        assert!(words[0].contains("\"welcome\"") && words[1].contains("\"stage\""), "{words:?}");
        assert_eq!(frames, 1);
        playground.advance(0.5, &mut || true);
        assert_eq!((playground.tick(), told(&mut playground).1), (15, 1));
        playground.hear("{\"type\":\"pause\"}", &mut || true);
        assert!(playground.is_still());
        playground.hear("nonsense", &mut || true);
        assert!(told(&mut playground).0[0].contains("refused"));
    }

    #[test]
    fn no_more_is_played_at_once_than_was_allowed() {
        let mut playground = with(&[("scenarios/empty.kdl", EMPTY)]);
        playground.begin("empty").unwrap();
        let mut left = 4;
        playground.advance(1.0, &mut || {
            left -= 1;
            left >= 0
        });
        assert_eq!(playground.tick(), 4);
    }

    #[test]
    fn the_files_of_a_scenario_are_known_and_missed() {
        let mut playground = with(&[("scenarios/dog.kdl", DOG)]);
        assert!(playground.missing("dog").contains("characters/rex.kdl"));
        playground.keep("characters/rex.kdl", b"character \"rex\"".to_vec(), true).unwrap();
        // The body that is drawn for a dog is known once there is a dog.
        assert_eq!(playground.missing("dog"), BTreeSet::from(["bodies/terrier.glb".to_owned()]));
        let index = playground.index();
        assert_eq!(index.scenarios[0].card.creatures, ["dog"]);
        let files = ["characters/rex.kdl", "scenarios/dog.kdl"].map(str::to_owned);
        assert_eq!(index.scenarios[0].files, BTreeSet::from(files));
        // Another page is told the index first, and may choose before it has the files.
        let mut other = Playground::default();
        other.tell(index);
        assert_eq!(other.cards()[0].name, "dog");
        assert!(other.begin("dog").is_err());
        for (name, text) in [("scenarios/dog.kdl", DOG), ("characters/rex.kdl", "character \"rex\"")] {
            other.keep(name, text.as_bytes().to_vec(), false).unwrap();
        }
        other.begin("dog").unwrap();
        assert!(told(&mut other).0[0].contains("\"dog\""));
    }

    #[test]
    fn files_that_come_while_it_plays_are_there_for_the_next_choice() {
        let mut playground = with(&[("scenarios/empty.kdl", EMPTY)]);
        playground.begin("empty").unwrap();
        told(&mut playground);
        playground.keep("scenarios/other.kdl", EMPTY.replace("empty", "other").into_bytes(), true).unwrap();
        assert_eq!(playground.cards().len(), 2);
        playground.hear("{\"type\":\"choose\",\"scenario\":\"other\"}", &mut || true);
        assert!(told(&mut playground).0[0].contains("\"other\""));
        assert!(playground.keep("scenarios/bad.kdl", vec![0xff], true).unwrap_err().contains("UTF-8"));
    }

    #[test]
    fn mistakes_are_told_with_their_lines() {
        let playground = with(&[("characters/rex.kdl", "character \"rex\"\neyes rnge=4\n")]);
        let found = playground.check("characters/a.kdl", "character \"a\"\n\neyes rnge=4\n");
        assert_eq!((found.len(), found[0].line, found[0].column), (1, 3, 6), "{found:?}");
        assert_eq!(found[0].hint, "did you mean `range`?");
        assert_eq!(found[0].length, "rnge=4".len());
        // One in a file that it names is told with that file.
        let found = playground.check("scenarios/dog.kdl", DOG);
        assert_eq!((found[0].file.as_str(), found[0].line), ("characters/rex.kdl", 2));
        assert!(playground.check("scenarios/empty.kdl", EMPTY).is_empty());
    }

    #[test]
    fn a_recording_is_played_again_to_the_same_digest() {
        let source = Source::new("empty.kdl", EMPTY);
        let scenario = Scenario::load(&source, &Library::default(), &Choice::default()).unwrap();
        let mut simulation = Simulation::new(scenario, Threads::One).unwrap();
        simulation.record();
        (0..20).for_each(|_| drop(simulation.step().to_vec()));
        let recording = simulation.recording().unwrap();
        let mut playground = with(&[("scenarios/empty.kdl", EMPTY)]);
        assert!(playground.replay(&recording).is_err(), "it is not open yet");
        playground.begin("empty").unwrap();
        playground.replay(&recording).unwrap();
        playground.advance(5.0, &mut || true);
        // It stands still at its end, and says so; what was recorded cannot be changed.
        assert_eq!((playground.tick(), playground.is_still()), (20, true));
        playground.hear("{\"type\":\"share\"}", &mut || true);
        let mut said = String::new();
        while let Some(one) = playground.say() {
            said += &one.unwrap_or_else(|frame| String::from_utf8_lossy(&frame).into_owned());
        }
        assert!(said.contains("with the same digest") && said.contains("plays as it was"), "{said}");
        assert!(said.contains(&simulation.digest().to_string()));
        playground.hear("{\"type\":\"resume\"}", &mut || true);
        playground.advance(0.5, &mut || true);
        assert_eq!(playground.tick(), 35);
        assert!(playground.replay(b"no recording").is_err());
    }
}
