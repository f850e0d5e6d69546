//! Places in a hierarchy (Brom 3): the house holds rooms, a room holds tables and drawers. Read from `places/*.kdl`
//! or grown place by place; a place has one parent, a level counted from the bottom and a size.

use piaget_terms::{Name, Rect, Vec2};
use piaget_text::{Diagnostics, Fields, Problems, Source, nearest};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A place of a [`House`], by its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlaceId(pub u32);

/// A place: anywhere a person would give a name to, from a bedside table to a whole house.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HousePlace {
    /// What it is called; no other place of the house is called so.
    pub name: Name,
    /// The place that it is a part of.
    pub parent: Option<PlaceId>,
    /// Its own parts.
    pub children: Vec<PlaceId>,
    /// 1 for a specific place; one more than the highest of its parts otherwise.
    pub level: u32,
    /// How many looks it takes to inspect: 1 for a specific place unless it is larger ([`House::enlarge`]), and the sum of its
    /// parts for any other, so that no complexity is 0.
    pub size: u32,
    /// Where it is, if that is known: for the way from place to place.
    pub at: Option<Vec2>,
    /// How far it reaches around that, if it is known.
    pub area: Option<Area>,
}

impl HousePlace {
    fn new(name: Name, parent: Option<PlaceId>, at: Option<Vec2>) -> Self {
        Self { name, parent, children: Vec::new(), level: 1, size: 1, at, area: None }
    }
}

/// The ground that a place covers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Area {
    /// A rectangle.
    Box(Rect),
    /// All within so many metres of where it is.
    Round(f32),
    /// The room of the ground that holds the point where it is ([`Rooms`](super::Rooms)).
    Room,
}

/// All places that a creature knows, in one hierarchy under a root.
///
/// ```
/// use piaget_memory::House;
/// let house = House::from_text("home.kdl", r#"
///     place "home" {
///         place "kitchen" { place "table"; place "drawer" }
///         place "hall"
///     }
/// "#).unwrap();
/// let kitchen = house.find("kitchen").unwrap();
/// assert_eq!((house[kitchen].level, house[kitchen].size), (2, 2));
/// assert_eq!(house.leaves().len(), 3);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Saved")]
pub struct House {
    places: Vec<HousePlace>,
    by_name: BTreeMap<Name, PlaceId>,
    leaves: Vec<PlaceId>,
}

/// A house as a file has it, which may be damaged.
#[derive(Deserialize)]
struct Saved {
    places: Vec<HousePlace>,
    by_name: BTreeMap<Name, PlaceId>,
    #[serde(rename = "leaves")]
    _leaves: Vec<PlaceId>,
}

impl TryFrom<Saved> for House {
    type Error = &'static str;

    fn try_from(saved: Saved) -> Result<Self, Self::Error> {
        let Saved { places, by_name, .. } = saved;
        let count = places.len();
        let part_of = |part: PlaceId, whole: usize| {
            places.get(part.0 as usize).is_some_and(|place| place.parent == Some(PlaceId(whole as u32)))
        };
        let sound = |(at, place): (usize, &HousePlace)| {
            // Only the root is no part of anything. A part has a higher number than its whole, and parts stand in order.
            place.parent.is_none() == (at == 0)
                && place.parent.is_none_or(|whole| (whole.0 as usize) < at)
                && place.children.iter().all(|part| part_of(*part, at))
                && place.children.is_sorted_by(|a, b| a < b)
                && (!place.children.is_empty() || (1..=LARGEST).contains(&place.size))
                && by_name.get(&place.name) == Some(&PlaceId(at as u32))
        };
        let parts: usize = places.iter().map(|place| place.children.len()).sum();
        let fits = (1..=MOST_PLACES).contains(&count) && by_name.len() == count && parts == count - 1;
        if !(fits && places.iter().enumerate().all(sound)) {
            return Err("its places do not fit together");
        }
        let mut house = Self { places, by_name, leaves: Vec::new() };
        house.measure();
        Ok(house)
    }
}

/// A saved memory is about other places than these.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this memory is about another house: it knows `{known}`, which is not here ({missing} of its places are not); \
     load it with its own places, or begin a new memory"
)]
pub struct OtherHouse {
    /// One of the places that are missing here.
    pub known: Name,
    /// How many are.
    pub missing: u32,
}

/// Why a place cannot be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlaceRefused {
    /// There is a place of this name elsewhere already.
    #[error("`{0}` already stands in another place; a place has one parent")]
    TwoParents(Name),
    /// A place cannot be its own part.
    #[error("`{0}` cannot stand inside itself")]
    InsideItself(Name),
    /// There are as many places as can be remembered.
    #[error("a house has at most {MOST_PLACES} places")]
    TooMany,
}

/// The most places of one house.
pub const MOST_PLACES: usize = 1 << 20;
/// The most looks that a specific place may take: all together stay within what can be counted.
pub const LARGEST: u32 = 1 << 11;

impl House {
    /// A house that is nothing but its root.
    pub fn new(root: Name) -> Self {
        let place = HousePlace::new(root, None, None);
        Self { places: vec![place], by_name: BTreeMap::from([(root, PlaceId(0))]), leaves: vec![PlaceId(0)] }
    }

    /// Reads a house from the text of a `places/*.kdl` file.
    pub fn from_text(name: &str, text: &str) -> Result<Self, Diagnostics> {
        let source = Source::new(name, text);
        let problems = Problems::default();
        let mut house = None;
        if let Some(document) = source.parse(&problems) {
            for fields in source.nodes(&document, &problems) {
                match fields.node_name() {
                    "place" => read_place(&mut house, None, fields),
                    // Scenarios keep what lives in a house in the same file.
                    "object" => fields.ignore(),
                    _ => fields.unknown(&["place", "object"]),
                }
            }
            if house.is_none() && problems.is_empty() {
                let hint = "write `place \"home\" { place \"kitchen\" }`";
                problems.add(source.problem(0..0, "no place stands in this file", hint));
            }
        }
        problems.into_result(()).map(|()| {
            let mut house = house.expect("a file without a mistake holds a place");
            house.measure();
            house
        })
    }

    /// Adds a part to a place. Adding it again to the same place changes nothing.
    pub fn add(&mut self, name: Name, parent: PlaceId, at: Option<Vec2>) -> Result<PlaceId, PlaceRefused> {
        let id = self.insert(name, parent, at)?;
        self.measure();
        Ok(id)
    }

    /// Says what ground a place covers.
    pub fn lay_out(&mut self, place: PlaceId, area: Area) {
        if let Some(place) = self.places.get_mut(place.0 as usize) {
            place.area = Some(area);
        }
    }

    /// Says how many looks it takes to inspect a specific place: a wardrobe takes more than a hook. A place with parts takes as
    /// many as they do together, whatever is said of it.
    pub fn enlarge(&mut self, place: PlaceId, looks: u32) {
        if let Some(place) = self.places.get_mut(place.0 as usize) {
            place.size = looks.clamp(1, LARGEST);
        }
        self.measure();
    }

    /// Adds many parts at once: for large places, where measuring after each would take long.
    pub fn add_all(
        &mut self,
        parts: impl IntoIterator<Item = (Name, PlaceId, Option<Vec2>)>,
    ) -> Result<(), PlaceRefused> {
        for (name, parent, at) in parts {
            self.insert(name, parent, at)?;
        }
        self.measure();
        Ok(())
    }

    fn insert(&mut self, name: Name, parent: PlaceId, at: Option<Vec2>) -> Result<PlaceId, PlaceRefused> {
        if let Some(&id) = self.by_name.get(&name) {
            return match self[id].parent {
                Some(same) if same == parent => Ok(id),
                _ if self.within(parent, id) => Err(PlaceRefused::InsideItself(name)),
                _ => Err(PlaceRefused::TwoParents(name)),
            };
        }
        if self.places.len() >= MOST_PLACES {
            return Err(PlaceRefused::TooMany);
        }
        let id = PlaceId(self.places.len() as u32);
        self.places.push(HousePlace::new(name, Some(parent), at));
        self.places[parent.0 as usize].children.push(id);
        self.by_name.insert(name, id);
        Ok(id)
    }

    /// Levels and sizes from the bottom. A part always has a higher number than its whole.
    fn measure(&mut self) {
        self.leaves.clear();
        for place in &mut self.places {
            place.level = 1;
            if !place.children.is_empty() {
                place.size = 0;
            }
        }
        for index in (0..self.places.len()).rev() {
            let (level, size) = (self.places[index].level, self.places[index].size);
            if let Some(parent) = self.places[index].parent {
                let whole = &mut self.places[parent.0 as usize];
                whole.level = whole.level.max(level + 1);
                whole.size += size;
            }
        }
        let leaves = (0..self.places.len() as u32).map(PlaceId);
        self.leaves = leaves.filter(|id| self.places[id.0 as usize].children.is_empty()).collect();
    }

    /// The whole.
    pub fn root(&self) -> PlaceId {
        PlaceId(0)
    }

    /// How many places there are, of all levels.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Never: there is always a root.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// What the places are called, by their numbers.
    pub fn names(&self) -> impl Iterator<Item = &Name> {
        self.places.iter().map(|place| &place.name)
    }

    /// The specific places, those without parts, in the order of their numbers.
    pub fn leaves(&self) -> &[PlaceId] {
        &self.leaves
    }

    /// The place of this name.
    pub fn find(&self, name: &str) -> Option<PlaceId> {
        self.by_name.get(&Name::cut(name)).copied()
    }

    /// The place itself and all that it is a part of, up to the root.
    pub fn up_from(&self, place: PlaceId) -> impl Iterator<Item = PlaceId> + '_ {
        std::iter::successors(Some(place), |id| self[*id].parent)
    }

    /// Whether a place is another or lies in it.
    pub fn within(&self, place: PlaceId, whole: PlaceId) -> bool {
        self.up_from(place).any(|id| id == whole)
    }

    /// Visits a place and all its parts, parts after their whole.
    pub fn for_all_in(&self, place: PlaceId, visit: &mut impl FnMut(PlaceId)) {
        visit(place);
        for child in &self[place].children {
            self.for_all_in(*child, visit);
        }
    }

    /// The specific places in a place.
    pub fn leaves_in(&self, place: PlaceId) -> Vec<PlaceId> {
        let mut leaves = Vec::new();
        self.for_all_in(place, &mut |id| {
            if self[id].children.is_empty() {
                leaves.push(id);
            }
        });
        leaves
    }

    /// Whether a memory of `self` can go on in `other`: every place of `self` must be there.
    pub fn fits(&self, other: &House) -> Result<(), OtherHouse> {
        let parent = |house: &House, place: &HousePlace| place.parent.map(|parent| house[parent].name);
        let mut missing = self.places.iter().filter(|place| {
            other.find(place.name.as_str()).is_none_or(|id| parent(other, &other[id]) != parent(self, place))
        });
        match missing.next() {
            None => Ok(()),
            Some(first) => Err(OtherHouse { known: first.name, missing: 1 + missing.count() as u32 }),
        }
    }
}

impl std::ops::Index<PlaceId> for House {
    type Output = HousePlace;

    fn index(&self, id: PlaceId) -> &HousePlace {
        &self.places[id.0 as usize]
    }
}

/// `at 2 3; size 4 5` for a rectangle, `at 2 3; radius 1` for a round place.
fn read_ground(fields: &mut Fields<'_>) -> (Option<Vec2>, Option<Area>) {
    let at = fields.point_child("at", 1e6).map(|point| Vec2::new(point.x, point.z));
    let mut lengths = |name: &'static str, what: &'static str, count: usize| {
        let mut child = fields.child(name)?;
        let length = (0..count).map(|index| child.number_argument(index, what, 1e-3..=1e6));
        let length: Option<Vec<f32>> = length.collect();
        if at.is_none() {
            child
                .problem(format!("a place with a `{name}` must say where it is"), "write `at x z` beside it");
        }
        length.zip(at)
    };
    let size = lengths("size", "width and depth in metres", 2);
    let radius = lengths("radius", "metres", 1);
    let area = match (size, radius) {
        (Some((size, at)), _) => {
            let half = Vec2::new(size[0], size[1]) * 0.5;
            Some(Area::Box(Rect { min: at - half, max: at + half }))
        }
        (None, Some((radius, _))) => Some(Area::Round(radius[0])),
        (None, None) => None,
    };
    (at, area)
}

fn read_place(house: &mut Option<House>, parent: Option<PlaceId>, mut fields: Fields<'_>) {
    let name = fields.name_argument(0, "the place's name");
    let (at, area) = read_ground(&mut fields);
    let inside = fields.name("in");
    let parts = fields.children("place");
    let looks = fields.whole("looks", 1..=i64::from(LARGEST)).map(|looks| looks as u32);
    if looks.is_some() && !parts.is_empty() {
        let hint = "leave it out: a place with parts takes as many as they do together";
        fields.problem_at(fields.span_of("looks"), "`looks` is for places without parts", hint);
    }
    let Some(name) = name else {
        parts.into_iter().for_each(Fields::ignore);
        return fields.ignore();
    };
    let id = match house.as_mut() {
        None => {
            let mut new = House::new(name);
            let whole = &mut new.places[0];
            (whole.at, whole.area, whole.size) = (at, area, looks.unwrap_or(1));
            Some(house.insert(new).root())
        }
        Some(house) => {
            let named = inside.map(|inside| (inside, house.find(inside.as_str())));
            let parent = match (parent, named) {
                (None, Some((inside, None))) => {
                    let hint = "name a place that stands above in the file";
                    let word = inside.as_str();
                    let hint = match nearest(word, house.names().map(|name| name.as_str())) {
                        Some(known) => format!("did you mean \"{known}\"?"),
                        None => hint.to_owned(),
                    };
                    fields.unresolved(
                        fields.span_of("in"),
                        ("place", word),
                        format!("there is no place `{inside}`"),
                        hint,
                    );
                    None
                }
                (None, Some((_, there))) => there,
                (Some(_), Some((inside, _))) => {
                    let message = format!("`{name}` stands inside braces and also in `{inside}`");
                    fields.problem_at(
                        fields.span_of("in"),
                        message,
                        "a place has one parent: keep one of them",
                    );
                    None
                }
                (Some(parent), None) => Some(parent),
                (None, None) => {
                    let root = house[house.root()].name;
                    let hint = format!("put it in the braces of `{root}`, or write in=\"{root}\"");
                    fields.problem(format!("`{name}` stands in no place"), hint);
                    None
                }
            };
            parent.and_then(|parent| {
                let known = house.by_name.contains_key(&name);
                match house.insert(name, parent, at) {
                    Ok(_) if known => {
                        let message = format!("`{name}` stands here twice");
                        fields.twice(
                            fields.span(),
                            "place",
                            message,
                            "keep one of them, or give one another name",
                        );
                        None
                    }
                    Ok(id) => {
                        let place = &mut house.places[id.0 as usize];
                        (place.area, place.size) = (area, looks.unwrap_or(1));
                        Some(id)
                    }
                    Err(why) => {
                        fields.twice(
                            fields.span(),
                            "place",
                            why.to_string(),
                            "give one of the two another name",
                        );
                        None
                    }
                }
            })
        }
    };
    for part in parts {
        match id {
            Some(id) => read_place(house, Some(id), part),
            None => part.ignore(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_sizes_are_counted_from_the_bottom() {
        let text = "place \"home\" {\n place \"attic\"\n place \"study\" { place \"desk\" { place \"top\"; \
                    place \"drawer\" }; place \"shelf\" }\n}";
        let house = House::from_text("home.kdl", text).unwrap();
        let measures = |name: &str| {
            let place = &house[house.find(name).unwrap()];
            (place.level, place.size)
        };
        assert_eq!(measures("home"), (4, 4));
        assert_eq!(measures("study"), (3, 3));
        assert_eq!(measures("desk"), (2, 2));
        assert_eq!(measures("attic"), (1, 1));
    }

    #[test]
    fn a_place_may_take_more_than_one_look() {
        let text = "place \"home\" { place \"room\" { place \"wardrobe\" looks=4; place \"hook\" }; place \"shed\" looks=3 }";
        let mut house = House::from_text("home.kdl", text).unwrap();
        let size = |house: &House, name: &str| house[house.find(name).unwrap()].size;
        assert_eq!(["wardrobe", "room", "shed", "home"].map(|name| size(&house, name)), [4, 5, 3, 8]);
        let (shed, room) = (house.find("shed").unwrap(), house.find("room").unwrap());
        house.enlarge(shed, 0);
        house.enlarge(room, 99);
        assert_eq!(["shed", "room", "home"].map(|name| size(&house, name)), [1, 5, 6]);
        house.add(Name::cut("shelf"), shed, None).unwrap();
        assert_eq!(["shed", "shelf", "home"].map(|name| size(&house, name)), [1, 1, 6]);
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        for (text, line, says) in [
            ("place \"a\" {\n place \"a\"\n}", 2, "inside itself"),
            ("place \"a\" {\n place \"b\" { place \"c\" }\n place \"d\" { place \"c\" }\n}", 3, "one parent"),
            ("place \"a\"\nplace \"b\" in=\"x\"", 2, "no place `x`"),
            ("place \"a\"\nplace \"b\"", 2, "in no place"),
            ("place \"a\" {\n place \"b\"; place \"b\"\n}", 2, "twice"),
            ("", 1, "no place"),
            ("place \"a\" colour=\"red\"", 1, "colour"),
            ("place \"a\" {\n size 2 3\n}", 2, "must say where it is"),
            ("place \"a\" {\n at 0 0\n radius -1\n}", 3, "`metres` is -1"),
            ("place \"a\" looks=2 {\n place \"b\"\n}", 1, "places without parts"),
            ("place \"a\" looks=0", 1, "looks"),
        ] {
            let wrong = House::from_text("bad.kdl", text).unwrap_err();
            assert_eq!(wrong.0[0].line, line, "{wrong}");
            assert!(wrong.to_string().contains(says), "{wrong}");
        }
    }

    #[test]
    fn a_memory_of_another_house_is_refused() {
        let here = House::from_text("a.kdl", "place \"a\" { place \"b\"; place \"c\" }").unwrap();
        let there = House::from_text("b.kdl", "place \"a\" { place \"b\" }").unwrap();
        assert!(there.fits(&here).is_ok());
        assert_eq!(here.fits(&there).unwrap_err().known, "c");
    }
}
