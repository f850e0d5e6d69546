//! The new house as data: `places/new-house.kdl`, read into places, objects and where they are kept.

use piaget_memory::{House, PlaceId, What};
use piaget_terms::{Chance, Name};
use piaget_text::{Diagnostics, Fields, Problems, Source, nearest};

/// The scenario that ships with the repository.
pub const NEW_HOUSE: &str = include_str!("../../../../places/new-house.kdl");

/// How a thing is kept (Brom 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// In the same place.
    Always,
    /// 90 % in one place.
    Mostly,
    /// 30 % in each of three places of one room.
    Three,
    /// Anywhere in one room.
    Room,
    /// Moved so often that only the house is sure.
    House,
}

impl Class {
    /// All five.
    pub const ALL: [Self; 5] = [Self::Always, Self::Mostly, Self::Three, Self::Room, Self::House];

    /// The word for it in files.
    pub fn word(self) -> &'static str {
        ["always", "mostly", "three", "room", "house"][self as usize]
    }
}

/// A thing of the house.
#[derive(Clone, Debug)]
pub struct Object {
    /// Which, and of what kind.
    pub what: What,
    /// How it is kept.
    pub class: Class,
    /// How often it is looked for.
    pub per_day: f32,
    at: Vec<PlaceId>,
    later: Vec<PlaceId>,
}

/// A house with what is kept in it.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its places.
    pub house: House,
    /// Its things.
    pub objects: Vec<Object>,
}

impl Scenario {
    /// The new house.
    pub fn new_house() -> Result<Self, Diagnostics> {
        Self::from_text("places/new-house.kdl", NEW_HOUSE)
    }

    /// A house and its objects from the text of a file.
    pub fn from_text(name: &str, text: &str) -> Result<Self, Diagnostics> {
        let house = House::from_text(name, text)?;
        let source = Source::new(name, text);
        let problems = Problems::default();
        let mut objects = Vec::new();
        if let Some(document) = source.parse(&problems) {
            for fields in source.nodes(&document, &problems) {
                match fields.node_name() {
                    "object" => objects.extend(read_object(&house, fields)),
                    _ => fields.ignore(),
                }
            }
        }
        problems.into_result(Self { house, objects })
    }

    /// The same house with other sizes: every room whose turn it is gets `more` further places.
    pub fn resized(&self, rooms: &[&str], more: u32) -> Self {
        let mut other = self.clone();
        for room in rooms {
            let Some(id) = other.house.find(room) else { continue };
            let new = (1..=more).map(|n| (Name::cut(&format!("{room} corner {n}")), id, None));
            // Names of corners are new, so none is refused.
            let _ = other.house.add_all(new);
        }
        other
    }

    /// The same house furnished anew: how many looks each specific place takes is drawn.
    pub fn furnished(&self, chance: &mut Chance, most_looks: u32) -> Self {
        let mut other = self.clone();
        for leaf in self.house.leaves() {
            other.house.enlarge(*leaf, 1 + chance.below(most_looks));
        }
        other
    }

    /// The true chance of each specific place for an object, before or after the change of habits.
    pub fn truth(&self, object: &Object, changed: bool) -> Vec<f32> {
        let leaves = self.house.leaves();
        let places = if changed && !object.later.is_empty() { &object.later } else { &object.at };
        let share = match object.class {
            Class::Always => 1.0,
            Class::Mostly | Class::Three => 0.9,
            Class::Room | Class::House => 1.0,
        };
        let kept: Vec<bool> =
            leaves.iter().map(|leaf| places.iter().any(|place| self.house.within(*leaf, *place))).collect();
        let inside = kept.iter().filter(|kept| **kept).count().max(1) as f32;
        let outside = (leaves.len() as f32 - inside).max(1.0);
        let chance = |kept: &bool| if *kept { share / inside } else { (1.0 - share) / outside };
        kept.iter().map(chance).collect()
    }

    /// Where the object is put.
    pub fn draw(&self, object: &Object, changed: bool, chance: &mut Chance) -> PlaceId {
        let drawn = chance.weighted(&self.truth(object, changed));
        self.house.leaves()[drawn.unwrap_or(0)]
    }
}

fn read_object(house: &House, mut fields: Fields<'_>) -> Option<Object> {
    let name = fields.name_argument(0, "the object's name");
    let kind = fields.name("kind").unwrap_or_default();
    let words: Vec<(&str, Class)> = Class::ALL.iter().map(|class| (class.word(), *class)).collect();
    let class = fields.choice("class", &words);
    let class = fields.need(class, "a class", "write class=\"always\" or another");
    let per_day = fields.number("per-day", 0.0..=100.0).unwrap_or(1.0);
    let at = read_places(house, fields.child("at"))?;
    let later = read_places(house, fields.child("later"))?;
    let (object, class) = (name?, class?);
    let wanted = match class {
        Class::Three => 3,
        Class::House => 0,
        _ => 1,
    };
    if at.len() != wanted {
        let message =
            format!("`{object}` of class \"{}\" needs {wanted} places, not {}", class.word(), at.len());
        fields.problem(message, "name them in a child `at`");
        return None;
    }
    // Anywhere in the house is everywhere under its root.
    let at = if class == Class::House { vec![house.root()] } else { at };
    Some(Object { what: What { object: object.into(), kind }, class, per_day, at, later })
}

fn read_places(house: &House, fields: Option<Fields<'_>>) -> Option<Vec<PlaceId>> {
    let Some(mut fields) = fields else { return Some(Vec::new()) };
    let mut places = Vec::new();
    for index in 0..fields.arguments() {
        let name = fields.word_argument(index, "a place")?;
        let Some(place) = house.find(name) else {
            let message = format!("there is no place `{name}` in this house");
            let hint = match nearest(name, house.names().map(|known| known.as_str())) {
                Some(known) => format!("did you mean \"{known}\"?"),
                None => "name a place of this file".to_owned(),
            };
            fields.problem_at(fields.span_of_argument(index), message, hint);
            return None;
        };
        places.push(place);
    }
    Some(places)
}
