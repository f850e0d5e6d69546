//! What became of the parts of a mind when its character was changed.

use crate::Character;
use piaget_terms::Name;
use std::fmt;

/// What became of the parts of a mind when its character was changed: what is the same in both characters is kept, what only
/// the new one has begins as a newborn's, what only the old one had is dropped.
///
/// ```
/// use piaget_mind::{Blueprint, Character, Mind};
/// use piaget_terms::{Rect, Terrain};
/// use std::sync::Arc;
/// let blueprint = |text: &str| {
///     let source = piaget_text::Source::new("a.kdl", text);
///     let character = Character::parse(&source, &mut |_| Err("no other files".into())).unwrap();
///     Arc::new(Blueprint::new(Arc::new(character), Arc::new(Terrain::open(Rect::centred(9.0, 9.0)))))
/// };
/// let mut mind = Mind::from_blueprint(&blueprint("character \"a\"; values { drive \"hunger\" }"), 7);
/// let kept = mind.change_character(&blueprint("character \"a\"; values { drive \"hunger\"; drive \"fear\" }"));
/// assert_eq!(kept.to_string(), "value \"fear\" is new; value \"fear.strength\" is new; all else is kept");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Each part.
    pub parts: Vec<KeptPart>,
}

/// One part of a mind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptPart {
    /// What it is: "value", "tuple", "list", "place", "selector", or what there is one of: "beliefs", "maps", "memory" ...
    pub what: &'static str,
    /// What its character calls it; empty for what there is one of.
    pub name: Name,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is as it was.
    Kept,
    /// Laid out anew on another lattice, each thing where it was believed to be.
    LaidAnew,
    /// It begins as a newborn's.
    New,
    /// The character has no place for it any more.
    Dropped,
    /// What it means has changed, so that it begins anew.
    BegunAnew,
}

impl Kept {
    /// Whether every part is as it was.
    pub fn is_all(&self) -> bool {
        self.parts.iter().all(|part| part.fate == Fate::Kept)
    }

    /// The parts that are not as they were.
    pub fn changed(&self) -> impl Iterator<Item = &KeptPart> {
        self.parts.iter().filter(|part| part.fate != Fate::Kept)
    }

    /// The parts that have names.
    pub(crate) fn of_names(before: &Character, now: &Character) -> Self {
        let mut kept = Self::default();
        let names = |character: &Character, what: &str| -> Vec<Name> {
            let concepts = &character.classify;
            match what {
                "value" => character.feel.names().to_vec(),
                "tuple" => character.decide.tuples().iter().map(|tuple| tuple.name).collect(),
                "selector" => concepts.selectors.iter().map(|selector| selector.name).collect(),
                "list" => concepts.lists.iter().map(|list| list.name).collect(),
                "place" => concepts.places.iter().map(|place| place.name).collect(),
                _ => concepts.routes.iter().map(|route| route.name).collect(),
            }
        };
        for what in ["value", "tuple", "selector", "list", "place", "route"] {
            let (old, new) = (names(before, what), names(now, what));
            for name in &old {
                let fate = if new.contains(name) { Fate::Kept } else { Fate::Dropped };
                kept.parts.push(KeptPart { what, name: *name, fate });
            }
            for name in new.iter().filter(|name| !old.contains(name)) {
                kept.parts.push(KeptPart { what, name: *name, fate: Fate::New });
            }
        }
        kept
    }

    pub(crate) fn part(&mut self, what: &'static str, fate: Fate) {
        self.parts.push(KeptPart { what, name: Name::default(), fate });
    }

    /// A part that either character may lack.
    pub(crate) fn optional(&mut self, what: &'static str, before: bool, now: bool, kept: bool) {
        match (before, now) {
            (true, true) => self.part(what, if kept { Fate::Kept } else { Fate::BegunAnew }),
            (true, false) => self.part(what, Fate::Dropped),
            (false, true) => self.part(what, Fate::New),
            (false, false) => {}
        }
    }
}

impl fmt::Display for KeptPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.what)?;
        if !self.name.is_empty() {
            write!(f, " \"{}\"", self.name)?;
        }
        let plural =
            ["beliefs", "maps", "expectations", "learnt actions", "others' minds"].contains(&self.what);
        let is = if plural { "are" } else { "is" };
        match self.fate {
            Fate::Kept => write!(f, " {is} kept"),
            Fate::LaidAnew => write!(f, " {is} laid anew"),
            Fate::New => write!(f, " {is} new"),
            Fate::Dropped => write!(f, " {is} dropped"),
            Fate::BegunAnew => write!(f, " begin{} anew", if plural { "" } else { "s" }),
        }
    }
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_all() {
            return write!(f, "all is kept");
        }
        for part in self.changed() {
            write!(f, "{part}; ")?;
        }
        write!(f, "all else is kept")
    }
}
