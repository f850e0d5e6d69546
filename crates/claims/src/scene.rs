//! The committed scenarios, for claims: carried in the crate, so that a claim runs wherever the program stands.

use crate::run::Trial;
use piaget_mind::Character;
use piaget_sim::files::Kept;
use piaget_sim::{Choice, Happening, Scenario, Simulation, Threads};
use piaget_terms::{Vec2, maths};
use piaget_text::{Diagnostics, Source};
use std::sync::{Arc, OnceLock};

include!(concat!(env!("OUT_DIR"), "/committed.rs"));

static FILES: OnceLock<Kept> = OnceLock::new();

fn committed() -> Kept {
    let texts = COMMITTED.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    let bodies = BODIES.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec()));
    Kept(texts.collect(), bodies.collect())
}

/// Every committed scenario, character, file of places and body, by reference.
pub fn files() -> &'static Kept {
    FILES.get_or_init(committed)
}

/// The names of the committed characters.
pub fn characters() -> impl Iterator<Item = &'static str> {
    let name = |file: &'static str| file.strip_prefix("characters/")?.strip_suffix(".kdl");
    COMMITTED.iter().filter_map(move |&(file, _)| name(file)).filter(|name| !name.contains('/'))
}

/// Puts other texts in the place of committed characters, by their names, for every claim and generated world of this process:
/// so settings are measured by what the shipped ones are measured by. Comes before the first of them; what comes too late is
/// false.
pub fn with_characters(texts: &[(&str, Source)]) -> Result<bool, Diagnostics> {
    let mut files = committed();
    for (name, source) in texts {
        let read = |path: &str| files.0.get(path).ok_or_else(|| format!("there is no file `{path}`"));
        Character::parse(source, &mut |path| Ok(Source::new(path, read(path)?.as_str())))?;
        files.0.insert(format!("characters/{name}.kdl"), source.text.clone());
    }
    Ok(FILES.set(files).is_ok())
}

/// A committed scenario with its numbers varied by the trial's seed, and with settings (`PATH=VALUE`), ready to run.
///
/// ```
/// let trial = piaget_claims::Run::new(1, 1, &|| ()).trial(0);
/// let simulation = piaget_claims::scene::simulation("square", trial, &["tick=60"]).unwrap();
/// assert_eq!(simulation.scenario().tick_hz, 60.0);
/// ```
pub fn simulation(name: &str, trial: Trial, set: &[&str]) -> Result<Simulation, String> {
    play(name, trial, set, files())
}

/// As [`simulation`], with words of the named files replaced: `(file, from, to)`. For what a trial varies in a
/// character. What is to be replaced must be there.
pub fn edited(
    name: &str,
    trial: Trial,
    set: &[&str],
    edits: &[(&str, &str, &str)],
) -> Result<Simulation, String> {
    play(name, trial, set, &with_edits(edits)?)
}

/// The text of a committed file, to be changed for one creature and not for another.
pub(crate) fn text(file: &str) -> Result<&'static str, String> {
    files().0.get(file).map(String::as_str).ok_or_else(|| format!("there is no file `{file}`"))
}

fn with_edits(edits: &[(&str, &str, &str)]) -> Result<Kept, String> {
    let mut files = files().clone();
    for (file, from, to) in edits {
        let text = files.0.get_mut(*file).filter(|text| text.contains(from));
        let text = text.ok_or_else(|| format!("`{from}` does not stand in {file}"))?;
        *text = text.replace(from, to);
    }
    Ok(files)
}

/// A scenario that an experiment wrote for this trial; it may name committed files.
pub(crate) fn written(text: &str, trial: Trial) -> Result<Simulation, String> {
    load(&written_source(text), trial, &[], files())
}

/// As [`written`], with words of the named files replaced.
pub(crate) fn written_with(
    text: &str,
    trial: Trial,
    edits: &[(&str, &str, &str)],
) -> Result<Simulation, String> {
    load(&written_source(text), trial, &[], &with_edits(edits)?)
}

fn written_source(text: &str) -> Source {
    Source::new("scenarios/written.kdl", text)
}

fn play(name: &str, trial: Trial, set: &[&str], files: &Kept) -> Result<Simulation, String> {
    let file = format!("scenarios/{name}.kdl");
    let text = files.0.get(&file).ok_or_else(|| format!("there is no scenario `{name}`"))?;
    load(&Source::new(file, text), trial, set, files)
}

fn load(source: &Source, trial: Trial, set: &[&str], files: &Kept) -> Result<Simulation, String> {
    let choice = Choice { seed: Some(trial.seed), set: set.iter().map(|&set| set.to_owned()).collect() };
    let scenario = Scenario::load(source, files, &choice).map_err(|wrong| wrong.to_string())?;
    // Trials run side by side; creatures within one need not.
    Simulation::new(scenario, Threads::One).map_err(|why| why.to_string())
}

/// Where a thing or a body really is: for the experimenter, never for a mind.
pub(crate) fn truth(simulation: &Simulation, name: &str) -> Option<Vec2> {
    let world = simulation.world();
    let id = world.named(name)?;
    let thing = world.thing(id).map(|thing| thing.position);
    thing.or_else(|| world.creature(id).map(|creature| creature.position)).map(maths::ground)
}

/// Whether a happening is this event of this creature about this.
pub fn is(happening: &Happening, creature: &str, event: &str, about: &str) -> bool {
    let who = happening.creature.is_some_and(|name| name == creature);
    who && happening.event == event && happening.about == about
}

/// A committed character, with more text behind it: settings of the experiment's own.
///
/// ```
/// let walker = piaget_claims::scene::character("walker", "expect max-deviations=5").unwrap();
/// assert_eq!(walker.expect.features[0].name, "position");
/// ```
pub fn character(name: &str, more: &str) -> Result<Arc<Character>, String> {
    let read = |file: &str| files().0.get(file).ok_or_else(|| format!("there is no file `{file}`"));
    let file = format!("characters/{name}.kdl");
    let source = Source::new(file.as_str(), format!("{}\n{more}", read(&file)?));
    let mut include = |path: &str| Ok(Source::new(path, read(path)?.as_str()));
    Character::parse(&source, &mut include).map(Arc::new).map_err(|mistakes| mistakes.to_string())
}
