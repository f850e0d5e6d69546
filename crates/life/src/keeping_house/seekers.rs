//! Who looks for things in a house: the mind's memory, its rivals, and those whose score is known beforehand.

use super::filter::Filter;
use super::home::Home;
use crate::family::Subject;
use piaget_claims::brom::{self, Kind, shuffle};
use piaget_memory::{Memory, MemoryConfig, PlaceId, PrintedNetworkConfig, What};
use piaget_terms::{Chance, Name};
use std::collections::BTreeMap;

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The memory that minds have.
    Ours,
    /// The printed network that tries the place of the last finding first: the final model of Brom.
    PrintedLastFound,
    /// Where it was seen last, then where before that.
    LastSeen,
    /// A table of the next place by the last place and the time of day.
    NextByHour,
    /// Where it was most often.
    MostFrequent,
    /// Any order, another each time.
    Chance,
    /// One and the same order every time: nothing is remembered.
    #[cfg(test)]
    Forgets,
    /// Names no place at all.
    #[cfg(test)]
    Silent,
    /// The exact filter, naming its first place alone.
    #[cfg(test)]
    FirstOnly,
    /// The exact filter, naming each place twice.
    #[cfg(test)]
    Twice,
    /// Is told by the scorer.
    Truth,
    /// The exact filter itself.
    Exact,
}

impl Who {
    /// Ours, its rivals and the controls, in the order of tables.
    pub const MEASURED: [Self; 8] = [
        Self::Ours,
        Self::PrintedLastFound,
        Self::LastSeen,
        Self::NextByHour,
        Self::MostFrequent,
        Self::Chance,
        Self::Exact,
        Self::Truth,
    ];

    /// What tables call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ours => Subject::OURS,
            Self::PrintedLastFound => "printed with last-found",
            Self::LastSeen => "last seen",
            Self::NextByHour => "next place by time of day",
            Self::MostFrequent => "most frequent",
            Self::Chance => "chance",
            #[cfg(test)]
            Self::Forgets => "forgets",
            #[cfg(test)]
            Self::Silent | Self::FirstOnly | Self::Twice => "fools",
            Self::Truth => Subject::TRUTH,
            Self::Exact => "exact filter",
        }
    }

    fn kind(self) -> Option<Kind> {
        match self {
            Self::Ours => Some(Kind::Better(MemoryConfig::default())),
            Self::PrintedLastFound => {
                Some(Kind::Printed(PrintedNetworkConfig { last_found_first: true, ..Default::default() }))
            }
            Self::LastSeen => Some(Kind::LastSeen),
            Self::MostFrequent => Some(Kind::MostFrequent),
            _ => None,
        }
    }
}

/// Parts of a day that the table tells apart: three hours each.
const HOURS_APART: u32 = 3;

/// One who looks, in one house.
pub struct Seeker<'a> {
    home: &'a Home,
    who: Who,
    memory: Option<brom::Seeker>,
    table: BTreeMap<usize, Table>,
    /// In which order places are tried that nothing speaks for.
    walk: Vec<usize>,
    chance: Chance,
}

/// How often a thing was found at each place after another place and at a time of day.
#[derive(Default)]
struct Table {
    last: Option<usize>,
    /// By last place, part of the day and place.
    next: BTreeMap<(usize, u32, usize), u32>,
    /// By part of the day and place.
    hour: BTreeMap<(u32, usize), u32>,
    all: BTreeMap<usize, u32>,
}

impl Table {
    fn found(&mut self, place: usize, minute: u32) {
        let part = part_of_day(minute);
        if let Some(last) = self.last {
            *self.next.entry((last, part, place)).or_default() += 1;
        }
        *self.hour.entry((part, place)).or_default() += 1;
        *self.all.entry(place).or_default() += 1;
        self.last = Some(place);
    }

    /// What speaks for a place: first what follows on the last one at this time of day, then this time of day, then all.
    fn worth(&self, place: usize, minute: u32) -> (u32, u32, u32) {
        let part = part_of_day(minute);
        let count = |number: Option<&u32>| number.copied().unwrap_or(0);
        let next = self.last.map_or(0, |last| count(self.next.get(&(last, part, place))));
        (next, count(self.hour.get(&(part, place))), count(self.all.get(&place)))
    }
}

fn part_of_day(minute: u32) -> u32 {
    minute / 60 % 24 / HOURS_APART
}

impl<'a> Seeker<'a> {
    /// One who is new to the house.
    pub fn new(home: &'a Home, who: Who, seed: u64) -> Self {
        let mut chance = Chance::of_part(seed, 2);
        let mut walk: Vec<usize> = (0..home.places()).collect();
        shuffle(&mut walk, &mut chance);
        let places = walk.iter().map(|place| home.place(*place)).collect();
        let memory = who.kind().map(|kind| brom::Seeker::new(kind, &home.house, places));
        Self { home, who, memory, table: BTreeMap::new(), walk, chance }
    }

    /// In which order it would look into places for a thing now. The scorer gives the truth and the filter for those who are
    /// told.
    pub fn order(&mut self, thing: usize, minute: u32, filter: &mut Filter) -> Vec<usize> {
        if let Some(memory) = &mut self.memory {
            let order = memory.order(&self.home.house, what(self.home, thing), seconds(minute));
            let number = |place| self.home.house.leaves().binary_search(place).ok();
            return order.iter().filter_map(number).collect();
        }
        let mut order = self.walk.clone();
        match self.who {
            Who::Chance => shuffle(&mut order, &mut self.chance),
            Who::NextByHour => {
                let table = self.table.entry(thing).or_default();
                order.sort_by_key(|place| std::cmp::Reverse(table.worth(*place, minute)));
            }
            Who::Truth => {
                let (at, _) = self.home.things[thing].at(minute);
                order.sort_by_key(|place| *place != at);
            }
            Who::Exact => {
                let chances = filter.chances(minute);
                order.sort_by(|a, b| chances[*b].total_cmp(&chances[*a]));
            }
            #[cfg(test)]
            Who::Silent => order.clear(),
            #[cfg(test)]
            Who::FirstOnly | Who::Twice => {
                let chances = filter.chances(minute);
                order.sort_by(|a, b| chances[*b].total_cmp(&chances[*a]));
                match self.who {
                    Who::Twice => order = order.iter().flat_map(|place| [*place; 2]).collect(),
                    _ => order.truncate(1),
                }
            }
            _ => {}
        }
        order
    }

    /// A thing was found or seen at a place, lying there or in what holds it.
    pub fn found(&mut self, thing: usize, place: usize, held: bool, minute: u32) {
        let what = what(self.home, thing);
        let (at, now_s) = (self.home.place(place), seconds(minute));
        match &mut self.memory {
            Some(memory) if held && self.who == Who::Ours => {
                memory.better().found_in(what, holder(thing), at, now_s);
            }
            Some(memory) => memory.found(&self.home.house, what, at, now_s),
            None => self.table.entry(thing).or_default().found(place, minute),
        }
    }

    /// What holds a thing was seen at a place.
    pub fn found_holder(&mut self, thing: usize, place: usize, minute: u32) {
        if let Some(memory) = &mut self.memory {
            memory.found(&self.home.house, holder(thing), self.home.place(place), seconds(minute));
        }
    }

    /// What holds a thing was seen without it.
    pub fn missed_in_holder(&mut self, thing: usize, minute: u32) {
        let what = what(self.home, thing);
        if let Some(memory) = self.ours() {
            memory.missed_in(what, holder(thing).object, seconds(minute));
        }
    }

    /// What holds a thing is not at a place that was looked at.
    pub fn missed_holder(&mut self, thing: usize, place: PlaceId, minute: u32) {
        if let Some(memory) = self.ours() {
            memory.missed(holder(thing), place, seconds(minute));
        }
    }

    /// A thing was looked for at a place and is not there.
    pub fn missed(&mut self, thing: usize, place: usize, minute: u32) {
        if let Some(memory) = &mut self.memory {
            let (what, place) = (what(self.home, thing), self.home.place(place));
            memory.missed(&self.home.house, what, place, seconds(minute));
        }
    }

    /// Something else was looked for at a place, and a thing is not there either.
    pub fn not_at(&mut self, thing: usize, place: usize, minute: u32) {
        let (what, place) = (what(self.home, thing), self.home.place(place));
        if let Some(memory) = self.ours() {
            memory.missed(what, place, seconds(minute));
        }
    }

    /// A room was entered and a thing does not lie there. Rivals notice that of a thing that they saw last in the room, unless
    /// it may be in a closed thing that is there: what else is absent would only confuse them.
    pub fn missed_in_room(&mut self, thing: usize, room: usize, in_closed: bool, minute: u32) {
        let (what, room) = (what(self.home, thing), self.home.rooms[room]);
        if let Some(memory) = self.ours() {
            return memory.missed(what, room, seconds(minute));
        }
        let Some(memory) = self.memory.as_mut().filter(|_| !in_closed) else { return };
        if memory.last_seen(what).is_some_and(|last| self.home.house.within(last, room)) {
            memory.missed(&self.home.house, what, room, seconds(minute));
        }
    }

    fn ours(&mut self) -> Option<&mut Memory> {
        self.memory.as_mut().filter(|_| self.who == Who::Ours).map(brom::Seeker::better)
    }
}

/// What holds a thing: a person or a bag.
fn holder(thing: usize) -> What {
    What { object: Name::cut(&format!("holder {thing}")).into(), kind: Name::cut("holder") }
}

fn what(home: &Home, thing: usize) -> What {
    let kept = &home.things[thing];
    What { object: kept.name.into(), kind: kept.kind }
}

fn seconds(minute: u32) -> f64 {
    f64::from(minute) * 60.0
}
