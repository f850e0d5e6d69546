//! Homes of others: HOMER+ (simulated households: which thing moved where and when, over 75 days; here) and Housekeep
//! (where people say that things belong; [`housekeep`]). An agent that sees only the room it visits is asked for things on
//! days it never lived before.

mod claims;
mod housekeep;

pub use housekeep::{Belongings, housekeep};

use crate::brom::{Kind, Seeker, shuffle};
use crate::data;
use crate::run::Run;
use piaget_memory::{House, MemoryConfig, PlaceId, PrintedNetworkConfig, What};
use piaget_terms::{Chance, Name};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub(crate) const CLAIMS: &[crate::claim::Claim] = claims::CLAIMS;

/// Who is measured in these homes: ours first.
pub fn rivals() -> [(&'static str, Kind); 6] {
    let like_people = PrintedNetworkConfig { last_found_first: true, ..PrintedNetworkConfig::default() };
    [
        ("better", Kind::Better(MemoryConfig::default())),
        ("printed", Kind::Printed(PrintedNetworkConfig::default())),
        ("printed, last found first", Kind::Printed(like_people)),
        ("next place by time of day", Kind::TimeOfDay),
        ("last seen", Kind::LastSeen),
        ("most frequent", Kind::MostFrequent),
    ]
}

/// How searching went in a home.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// How many searches there were.
    pub searches: usize,
    /// Places inspected per search.
    pub inspected: f64,
    /// The share of searches that ended at the first place.
    pub first_try: f64,
}

/// A household of HOMER+.
pub struct Household {
    house: House,
    things: Vec<Thing>,
    days: Vec<Day>,
}

struct Thing {
    what: What,
    at_first: usize,
    moves: bool,
}

struct Day {
    is_test: bool,
    /// Minute, thing, new holder.
    moves: Vec<(u32, usize, usize)>,
}

#[derive(Deserialize)]
struct File {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    name: String,
    class: String,
    category: String,
    #[serde(rename = "static")]
    fixed: bool,
    initial_parent: String,
}

/// Where things are on a day: holders by number, things before places.
struct Arrangement<'a> {
    household: &'a Household,
    holder: Vec<usize>,
}

const MINUTE_S: f64 = 60.0;
const DAY_S: f64 = 86_400.0;
const UP: (u32, u32) = (360, 1440);
/// How often the agent goes into a room, and how often it is asked for a thing on a test day.
const VISIT_EVERY: u32 = 20;
const ASKED_PER_DAY: u32 = 40;

impl Household {
    /// Reads a household, `A` or `B`.
    pub fn load(letter: &str) -> Result<Self, String> {
        let folder = data::folder("homes/homer-plus")?;
        let file = data::text(&folder.join(format!("household{letter}.json")))?;
        let file: File = serde_json::from_str(&file).map_err(|error| error.to_string())?;
        let moves = data::text(&folder.join(format!("household{letter}_moves.csv")))?;
        Self::from_files(&file, &moves)
    }

    fn from_files(file: &File, moves: &str) -> Result<Self, String> {
        let node = |name: &str| file.nodes.iter().find(|node| node.name == name);
        let mut house = House::new(Name::cut("home"));
        // Furniture stands directly in its room, and a room's own floor is a place like any other.
        let mut place_of = BTreeMap::new();
        for room in file.nodes.iter().filter(|node| node.category == "Rooms") {
            let id = house.add(Name::cut(&room.name), house.root(), None).map_err(|why| why.to_string())?;
            let floor = Name::cut(&format!("{} floor", room.class));
            place_of.insert(room.name.as_str(), house.add(floor, id, None).map_err(|why| why.to_string())?);
        }
        let fixed = |node: &&Node| node.fixed && node.category != "Rooms" && node.category != "Home";
        for furniture in file.nodes.iter().filter(fixed) {
            let mut room = furniture;
            while room.category != "Rooms" {
                room = node(&room.initial_parent).ok_or("a piece of furniture stands in no room")?;
            }
            let id = house.find(&room.name).ok_or("a room is missing")?;
            let id = house.add(Name::cut(&furniture.name), id, None).map_err(|why| why.to_string())?;
            place_of.insert(furniture.name.as_str(), id);
        }
        let movable: Vec<&Node> = file.nodes.iter().filter(|node| !node.fixed).collect();
        // Holders by number: things first, then places.
        let holder = |name: &str| -> Option<usize> {
            let thing = movable.iter().position(|node| node.name == name);
            thing.or_else(|| place_of.get(name).map(|place| movable.len() + place.0 as usize))
        };
        let mut days: Vec<(String, Day)> = Vec::new();
        let mut moving = vec![false; movable.len()];
        for line in moves.lines().skip(1) {
            let mut fields = line.split(',');
            let mut next = || fields.next().ok_or_else(|| format!("too few fields: {line}"));
            let (day, minute, thing, _, to) = (next()?, next()?, next()?, next()?, next()?);
            if days.last().is_none_or(|(last, _)| last != day) {
                days.push((day.to_owned(), Day { is_test: day.starts_with("test"), moves: Vec::new() }));
            }
            let (Some(thing), Some(to)) = (holder(thing).filter(|t| *t < movable.len()), holder(to)) else {
                continue;
            };
            moving[thing] = true;
            let minute = minute.parse().map_err(|_| format!("no minute: {line}"))?;
            days.last_mut().expect("a day was pushed").1.moves.push((minute, thing, to));
        }
        // Life first, test days after it.
        days.sort_by(|a, b| (a.1.is_test, &a.0).cmp(&(b.1.is_test, &b.0)));
        let thing = |(index, node): (usize, &&Node)| Thing {
            what: What { object: Name::cut(&node.name).into(), kind: Name::cut(&node.class) },
            at_first: holder(&node.initial_parent).unwrap_or(movable.len()),
            moves: moving[index],
        };
        let things = movable.iter().enumerate().map(thing).collect();
        Ok(Self { house, things, days: days.into_iter().map(|(_, day)| day).collect() })
    }

    /// Lives as many lives as the run has trials, each through all days with one kind of memory, and searches on the test
    /// days.
    pub fn search(&self, kind: Kind, run: &Run<'_>) -> Found {
        let lives = run.each(|trial| self.live(kind, trial.seed));
        let sum = lives.iter().fold((0, 0, 0), |sum, life| (sum.0 + life.0, sum.1 + life.1, sum.2 + life.2));
        let (searches, inspected, first) = sum;
        let each = searches.max(1) as f64;
        Found { searches, inspected: f64::from(inspected) / each, first_try: first as f64 / each }
    }

    /// Searches, places inspected and first tries of one life.
    fn live(&self, kind: Kind, seed: u64) -> (usize, u32, usize) {
        let mut chance = Chance::of_part(seed, 1);
        let mut walk = self.house.leaves().to_vec();
        shuffle(&mut walk, &mut chance);
        let mut seeker = Seeker::new(kind, &self.house, walk);
        let rooms: Vec<PlaceId> = self.house[self.house.root()].children.clone();
        let moving: Vec<usize> = (0..self.things.len()).filter(|thing| self.things[*thing].moves).collect();
        let (mut searches, mut inspected, mut first) = (0, 0u32, 0);
        for (number, day) in self.days.iter().enumerate() {
            let mut now =
                Arrangement { household: self, holder: self.things.iter().map(|t| t.at_first).collect() };
            let mut moves = day.moves.iter().peekable();
            let mut asked: Vec<(u32, usize)> = (0..if day.is_test { ASKED_PER_DAY } else { 0 })
                .map(|_| {
                    (UP.0 + chance.below(UP.1 - UP.0), moving[chance.below(moving.len() as u32) as usize])
                })
                .collect();
            asked.sort_unstable();
            let mut asked = asked.into_iter().peekable();
            for minute in UP.0..UP.1 {
                while let Some((_, thing, to)) = moves.next_if(|(when, _, _)| *when <= minute) {
                    now.holder[*thing] = *to;
                }
                let time_s = number as f64 * DAY_S + f64::from(minute) * MINUTE_S;
                if minute % VISIT_EVERY == 0 {
                    let room = rooms[chance.below(rooms.len() as u32) as usize];
                    now.look_into(room, &mut seeker, time_s);
                }
                while let Some((_, thing)) = asked.next_if(|(when, _)| *when <= minute) {
                    let count = now.look_for(thing, &mut seeker, time_s);
                    searches += 1;
                    inspected += count;
                    first += usize::from(count == 1);
                }
            }
        }
        (searches, inspected, first)
    }
}

impl Arrangement<'_> {
    /// The specific place where a thing is; things in other things are where those are.
    fn place_of(&self, thing: usize) -> PlaceId {
        let count = self.household.things.len();
        let mut at = thing;
        // A cycle of containers would be a mistake in the data; nothing is nested deeper than this.
        for _ in 0..8 {
            at = self.holder[at];
            if at >= count {
                return PlaceId((at - count) as u32);
            }
        }
        self.household.house.root()
    }

    /// Sees everything in a room, and that what was there last is there no more.
    fn look_into(&self, room: PlaceId, seeker: &mut Seeker, time_s: f64) {
        let house = &self.household.house;
        for (index, thing) in self.household.things.iter().enumerate() {
            let place = self.place_of(index);
            if house.within(place, room) {
                seeker.found(house, thing.what, place, time_s);
            } else if seeker.notices(house, thing.what, room) {
                seeker.missed(house, thing.what, room, time_s);
            }
        }
    }

    /// Inspects places until the thing is found; gives how many.
    fn look_for(&self, thing: usize, seeker: &mut Seeker, time_s: f64) -> u32 {
        let house = &self.household.house;
        let (what, at) = (self.household.things[thing].what, self.place_of(thing));
        let mut inspected = 0;
        for place in seeker.order(house, what, time_s) {
            inspected += 1;
            if place == at {
                seeker.found(house, what, place, time_s);
                break;
            }
            seeker.missed(house, what, place, time_s);
        }
        inspected
    }
}
