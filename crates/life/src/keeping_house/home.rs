//! A house with things in it, and the weeks that are lived there: drawn from a seed, settled before anybody looks for
//! anything, so that all who look get the same.
//!
//! A thing's day is cut into stretches. At the beginning of each it is put where its habit says, or, at the habit's rate of
//! slips, anywhere in the house. A thing that is kept in another (a person's pocket, a bag) goes where that goes.

use super::habit::{DAY_MIN, Habit, Holding, Rule, Stretch};
use piaget_memory::{House, PlaceId};
use piaget_terms::{Chance, Name};

/// When somebody is up: things are wanted and rooms entered from seven to eleven in the evening.
pub const UP_MIN: (u32, u32) = (7 * 60, 23 * 60);

/// The most specific places of a house, so that a set of them is one number.
pub const MOST_PLACES: usize = 128;

/// A set of specific places, by their number in [`House::leaves`].
pub type PlaceSet = u128;

/// How a world is to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Draws {
    /// How many rooms.
    pub rooms: u32,
    /// How many specific places a room has, from and to.
    pub places: (u32, u32),
    /// For how many days.
    pub days: u32,
    /// How often a room is entered in a day.
    pub visits: u32,
    /// How many things have the habit that is asked about.
    pub things: u32,
    /// How often each of them is wanted in a day.
    pub wanted: u32,
}

/// A thing with where it is at every moment.
#[derive(Clone, Debug)]
pub struct Kept {
    /// What it is called.
    pub name: Name,
    /// What kind of thing it is.
    pub kind: Name,
    /// How it is kept, with what was drawn for it.
    pub rule: Rule,
    /// Where it is and whether it is in what holds it, from a minute on.
    track: Vec<(u32, usize, bool)>,
    /// Where what holds it is, from a minute on; empty if nothing does.
    holder: Vec<(u32, usize)>,
}

impl Kept {
    /// Where it is: the place, and whether it is in what holds it.
    pub fn at(&self, minute: u32) -> (usize, bool) {
        let next = self.track.partition_point(|(from, ..)| *from <= minute);
        let (_, place, held) = self.track[next.max(1) - 1];
        match held {
            true => (self.holder_at(minute).unwrap_or(place), true),
            false => (place, false),
        }
    }

    /// Where what holds it is.
    pub fn holder_at(&self, minute: u32) -> Option<usize> {
        let next = self.holder.partition_point(|(from, _)| *from <= minute);
        Some(self.holder.get(next.max(1) - 1)?.1)
    }

    /// Whether it shows to somebody who only passes by.
    pub fn shows(&self, held: bool) -> bool {
        !(held && self.rule.holding == Some(Holding::Bag))
    }

    fn draw(name: &str, kind: &str, habit: Habit, days: u32, places: usize, chance: &mut Chance) -> Self {
        let rule = Rule::draw(habit, days, chance);
        let anywhere = |chance: &mut Chance| chance.below(places as u32) as usize;
        let usual: Vec<usize> = (0..rule.slots()).map(|_| anywhere(chance)).collect();
        let mut track = Vec::new();
        for stretch in rule.stretches(days) {
            let Stretch { from_min, slot } = stretch;
            track.push(match chance.happens(rule.slips) {
                // Who does not put it into its holder lays it where it else belongs.
                true if rule.holding.is_some() => (from_min, usual[slot], false),
                true => (from_min, anywhere(chance), false),
                false => (from_min, usual[slot], rule.holding.is_some()),
            });
        }
        let holder = rule.holding.map_or(Vec::new(), |holding| {
            holding.moves(days).into_iter().map(|from| (from, anywhere(chance))).collect()
        });
        Self { name: Name::cut(name), kind: Name::cut(kind), rule, track, holder }
    }
}

/// Something that happens in a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Happens {
    /// A room is entered, by its number.
    Visit(usize),
    /// A thing is wanted, by its number.
    Wanted(usize),
}

/// A house with its things and its weeks.
#[derive(Clone, Debug)]
pub struct Home {
    /// Its places.
    pub house: House,
    /// As a file of places.
    pub text: String,
    /// Its rooms.
    pub rooms: Vec<PlaceId>,
    /// The specific places of each room, by number.
    pub in_room: Vec<Vec<usize>>,
    /// Its things. Those with the habit that is asked about come first.
    pub things: Vec<Kept>,
    /// How many things are wanted: the first ones.
    pub asked: usize,
    /// What happens when, in order.
    pub events: Vec<(u32, Happens)>,
    /// For how many days.
    pub days: u32,
}

impl Home {
    /// Draws a house and the weeks in it.
    pub fn draw(habit: Habit, draws: &Draws, seed: u64) -> Result<Self, String> {
        let mut chance = Chance::of_part(seed, 0);
        let counts: Vec<u32> = (0..draws.rooms)
            .map(|_| draws.places.0 + chance.below(draws.places.1 - draws.places.0 + 1))
            .collect();
        let mut text = String::from("place \"house\" {\n");
        for (room, count) in counts.iter().enumerate() {
            text += &format!("    place \"room {}\" {{", room + 1);
            (0..*count).for_each(|spot| text += &format!(" place \"spot {}-{}\";", room + 1, spot + 1));
            text += " }\n";
        }
        text += "}\n";
        let house = House::from_text("house.kdl", &text).map_err(|wrong| wrong.to_string())?;
        let places = house.leaves().len();
        if places > MOST_PLACES {
            return Err(format!("the house has {places} places, and at most {MOST_PLACES} are counted"));
        }
        let rooms = house[house.root()].children.clone();
        let number = |place: &PlaceId| house.leaves().binary_search(place).ok();
        let in_room =
            rooms.iter().map(|room| house.leaves_in(*room).iter().filter_map(number).collect()).collect();
        // Two of the things asked for are of one kind, and each kind of habit is about in the house.
        let mut things = Vec::new();
        for index in 0..draws.things {
            let kind = format!("kind {}", index / 2);
            let name = format!("thing {index}");
            things.push(Kept::draw(&name, &kind, habit, draws.days, places, &mut chance));
        }
        let asked = things.len();
        for (index, other) in Habit::ALL.into_iter().filter(|other| *other != habit).enumerate() {
            let name = format!("other {index}");
            things.push(Kept::draw(&name, "other", other, draws.days, places, &mut chance));
        }
        let events = draw_events(draws, asked, &mut Chance::of_part(seed, 1));
        text += &describe(&house, &things[..asked]);
        Ok(Self { house, text, rooms, in_room, things, asked, events, days: draws.days })
    }

    /// How many specific places there are.
    pub fn places(&self) -> usize {
        self.house.leaves().len()
    }

    /// The specific place of a number.
    pub fn place(&self, number: usize) -> PlaceId {
        self.house.leaves()[number]
    }
}

fn draw_events(draws: &Draws, asked: usize, chance: &mut Chance) -> Vec<(u32, Happens)> {
    let mut events = Vec::new();
    for day in 0..draws.days {
        let mut minute = || day * DAY_MIN + UP_MIN.0 + chance.below(UP_MIN.1 - UP_MIN.0);
        let visits: Vec<u32> = (0..draws.visits).map(|_| minute()).collect();
        let wanted: Vec<(u32, usize)> = (0..asked)
            .flat_map(|thing| (0..draws.wanted).map(move |_| thing))
            .map(|t| (minute(), t))
            .collect();
        let room = |chance: &mut Chance| chance.below(draws.rooms) as usize;
        events.extend(visits.into_iter().map(|at| (at, Happens::Visit(room(chance)))));
        events.extend(wanted.into_iter().map(|(at, thing)| (at, Happens::Wanted(thing))));
    }
    events.sort_unstable();
    events
}

/// What a person who reads the file is told of the things.
fn describe(house: &House, things: &[Kept]) -> String {
    let place = |number: usize| house[house.leaves()[number]].name;
    let mut text = String::new();
    for thing in things {
        let first: Vec<String> =
            thing.track.iter().take(4).map(|(_, at, _)| place(*at).to_string()).collect();
        text += &format!("// {}: {:?}, first at {}\n", thing.name, thing.rule, first.join(", "));
    }
    text
}
