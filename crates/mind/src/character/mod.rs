//! A character file becomes a validated [`Character`]. Text in, value or diagnostics out; the caller reads the
//! files, so that a mind needs no disk.
//!
//! Every stage reads its own nodes, in the order in which a tick passes through the stages: whatever a node may
//! refer to has been read before it, wherever it stands in the file.

mod body;
mod include;
mod misplaced;
mod texts;

pub use texts::CharacterTexts;

use crate::classify::PerceptKinds;
use crate::model::{Looks, explanation, hand};
use crate::{act, believe, classify, decide, events, expect, feel, minds, others, perceive, remember};
use include::Gathered;
use piaget_terms::{BodyPlan, Eyes, Name, sealed};
use piaget_text::{Diagnostics, Fields, Problems, Source};

/// Everything that decides how a creature behaves.
///
/// ```
/// use piaget_mind::Character;
/// use piaget_text::Source;
/// let text = r#"
///     character "duncan"
///     body kind="dog" height=0.55
///     percepts { kind "sheep" }
///     beliefs persist=10
/// "#;
/// let source = Source::new("duncan.kdl", text);
/// let duncan = Character::parse(&source, &mut |_| Err("there are no other files".into())).unwrap();
/// assert_eq!(duncan.classify.percepts.len(), 1);
///
/// let source = Source::new("duncan.kdl", "character \"duncan\"\nbeleifs persist=10");
/// let mistakes = Character::parse(&source, &mut |_| Err("there are no other files".into())).unwrap_err();
/// assert_eq!(mistakes.0[0].hint, "did you mean `beliefs`?");
/// ```
#[derive(Clone, Debug)]
pub struct Character {
    /// What it is called.
    pub name: Name,
    /// Of all texts that it was read from, so that a saved mind can tell that its character was changed.
    pub text_checksum: u64,
    /// Those texts: a saved mind keeps them, to know what its character was when the files have been edited.
    pub texts: CharacterTexts,
    /// Its body.
    pub body: BodyPlan,
    /// The file with its skeleton and movements, for a host that poses bodies.
    pub model: Option<String>,
    /// Its senses.
    pub eyes: Eyes,
    /// How it takes in what its senses give.
    pub perceive: perceive::Config,
    /// What it makes of that.
    pub believe: believe::Config,
    /// What it expects of that.
    pub expect: expect::Config,
    /// What it remembers of what is kept where; `None` for one that does not.
    pub remember: Option<remember::Config>,
    /// Whose minds it thinks of; `None` for one that thinks of nobody's.
    pub minds: Option<minds::Config>,
    /// What it can tell apart.
    pub classify: classify::Config,
    /// How it watches others; `None` if it does not.
    pub others: Option<others::Config>,
    /// What it feels.
    pub feel: feel::Config,
    /// What it can do, and when.
    pub decide: decide::Config,
    /// How it gets about.
    pub act: act::Config,
    /// When what happens to it is told.
    pub events: events::Config,
}

impl Character {
    /// Reads a character file. `include` gives the text of a file that this one includes.
    pub fn parse(
        source: &Source,
        include: &mut dyn FnMut(&str) -> Result<Source, String>,
    ) -> Result<Self, Diagnostics> {
        Self::parse_with(source, include, &PerceptKinds::default())
    }

    /// Reads a character file that may use percept kinds of the caller's own.
    pub fn parse_with(
        source: &Source,
        include: &mut dyn FnMut(&str) -> Result<Source, String>,
        kinds: &PerceptKinds,
    ) -> Result<Self, Diagnostics> {
        let problems = Problems::default();
        let mut text_checksum = sealed::checksum(source.text.as_bytes());
        let mut texts = CharacterTexts { files: Vec::new(), kinds: kinds.clone() };
        texts.files.push((source.name.clone(), source.text.clone()));
        let mut include = |path: &str| {
            let found = include(path)?;
            if !texts.files.iter().any(|(known, _)| known == path) {
                texts.files.push((path.to_owned(), found.text.clone()));
            }
            // Turned, so that the order of the texts counts.
            text_checksum = text_checksum.rotate_left(1) ^ sealed::checksum(found.text.as_bytes());
            Ok(found)
        };
        let mut gathered = Gathered::default();
        gathered.gather(source, &mut include, &problems);
        let mut character = compose(&gathered, source, &problems, kinds, &mut include);
        (character.text_checksum, character.texts) = (text_checksum, texts);
        problems.into_result(character)
    }
}

/// The top nodes that belong to no stage.
const NODES: &[&str] = &["character", "body", "eyes"];

fn compose(
    gathered: &Gathered,
    main: &Source,
    problems: &Problems,
    kinds: &PerceptKinds,
    include: &mut dyn FnMut(&str) -> Result<Source, String>,
) -> Character {
    let mut nodes: Vec<Fields<'_>> = Vec::new();
    for (source, document) in &gathered.parts {
        nodes.extend(source.nodes(document, problems));
    }
    let mut take = |wanted: &[&str]| -> Vec<Fields<'_>> {
        let (taken, left) =
            std::mem::take(&mut nodes).into_iter().partition(|node| wanted.contains(&node.node_name()));
        nodes = left;
        taken
    };
    take(&["include"]).into_iter().for_each(Fields::ignore);
    let (mut name, mut model) = (None, None);
    let (mut body, mut eyes, mut own) = (BodyPlan::default(), Eyes::default(), Looks::default());
    for mut node in take(NODES) {
        match node.node_name() {
            "character" => name = node.name_argument(0, "a name"),
            "body" => {
                model = node.word("model").map(str::to_owned).or(model);
                body = body::read_body(&mut node, &mut own, body);
            }
            _ => eyes = body::read_eyes(&mut node, eyes),
        }
    }
    let mut perceive = perceive::read(take(perceive::NODES));
    let explain = explanation::read(take(explanation::NODES));
    let mut believe = believe::read(take(believe::NODES));
    let mut expect = expect::read(take(expect::NODES));
    let hands = hand::read(take(hand::NODES));
    (believe.explain, believe.hands) = (explain, hands);
    expect.explain_by(explain);
    let remember = remember::read(take(remember::NODES), believe.map.is_some(), include)
        .map(|remember| remember::Config { hands, ..remember });
    let minds = minds::read(take(minds::NODES), (&body, &eyes), &believe);
    let classify = classify::read(take(classify::NODES), kinds, &expect.features);
    let others = others::read(take(others::NODES), &body).map(|others| {
        let lesson = others::LessonConfig { hands, ..others.lesson };
        others::Config { lesson, ..others }
    });
    let feel = feel::read(take(feel::NODES), &classify.selectors);
    let vocabulary = decide::Vocabulary { values: &feel, concepts: &classify, thinks: minds.is_some() };
    let decide = decide::read(take(decide::NODES), vocabulary);
    let act = act::read(take(act::NODES), &body, &classify);
    let events = events::read(take(events::NODES));
    let stages = [
        explanation::NODES,
        hand::NODES,
        perceive::NODES,
        believe::NODES,
        expect::NODES,
        remember::NODES,
        minds::NODES,
        classify::NODES,
        others::NODES,
        feel::NODES,
        decide::NODES,
        act::NODES,
        events::NODES,
    ];
    let allowed = [NODES, &["include"], &stages.concat()].concat();
    for node in nodes {
        match misplaced::place_of(node.node_name(), kinds) {
            Some(hint) => node.misplaced(hint),
            None => node.unknown(&allowed),
        }
    }
    if name.is_none() && problems.is_empty() {
        let hint = "begin with `character \"duncan\"`";
        problems.add(main.problem(0..0, "this character has no name", hint));
    }
    let name = name.unwrap_or_default();
    own.kind = if own.kind.is_empty() { name } else { own.kind };
    (perceive.own, perceive.eye_height_m, perceive.hearing_m) = (own, body.eye_height_m, eyes.hearing_m);
    Character {
        name,
        text_checksum: 0,
        texts: CharacterTexts::default(),
        body,
        model,
        eyes,
        perceive,
        believe,
        expect,
        remember,
        minds,
        classify,
        others,
        feel,
        decide,
        act,
        events,
    }
}
