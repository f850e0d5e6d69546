//! Housekeep: where people say that things belong, ten annotations per thing and room, by different people, so that a
//! column of the table is nobody. Nine are what is known of a kind, the tenth says whether a first try is right.

use crate::data;
use piaget_memory::{House, Memory, MemoryConfig, PlaceId, What};
use piaget_terms::Name;
use serde::Serialize;
use std::collections::BTreeMap;

/// When it is asked; any time will do.
const NOW_S: f64 = 86_400.0;

/// How often a new thing is found at the first try where its owner keeps it, on Housekeep.
#[derive(Clone, Debug, Serialize)]
pub struct Belongings {
    /// Questions asked.
    pub asked: usize,
    /// With what nine annotations say about the kind, the first try is a place that is right by the tenth.
    pub first_try: f64,
    /// Any place where it is right, for one who tries places at random.
    pub by_chance: f64,
    /// Any place where it is right, for one who tries the place where most things are.
    pub most_frequent: f64,
    /// Any place where it is right, for one who counts how often the kind itself was put where.
    pub most_frequent_of_kind: f64,
    /// The same three for one who is told the room: the first try within it.
    pub in_room: [f64; 3],
    /// Questions asked of that kind.
    pub asked_in_room: usize,
    /// How far two annotations of one thing agree beyond how popular a place is at all: the mean correlation of what
    /// is left. Near 0, no memory of kinds can tell more than the most frequent place.
    pub agreement: f64,
}

/// Asks for things that were never seen, with people's preferences as the memory of their kinds.
pub fn housekeep() -> Result<Belongings, String> {
    const PEOPLE: usize = 10;
    let text = data::text(&data::folder("homes/housekeep")?.join("ranks.csv"))?;
    let mut house = House::new(Name::cut("home"));
    // Per object and place, the rank within its room that each person gave: 1 is best, 0 or less is not where it
    // belongs.
    let mut ranks: BTreeMap<&str, Vec<(PlaceId, [i32; PEOPLE])>> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [object, room, receptacle, given @ ..] = &fields[..] else { continue };
        let room = house.add(Name::cut(room), house.root(), None).map_err(|why| why.to_string())?;
        let name = Name::cut(&format!("{receptacle} {}", room.0));
        let place = house.add(name, room, None).map_err(|why| why.to_string())?;
        let mut row = [0; PEOPLE];
        for (rank, given) in row.iter_mut().zip(given) {
            *rank = given.trim().parse::<f32>().map_or(0, |rank| rank as i32);
        }
        ranks.entry(object).or_default().push((place, row));
    }
    let (mut asked, mut sums) = (0usize, [0.0f64; 3]);
    let mut by_kind = 0.0f64;
    let (mut asked_in_room, mut in_room) = (0usize, [0.0f64; 3]);
    for tenth in 0..PEOPLE {
        let mut memory = Memory::new(house.clone(), MemoryConfig::default());
        let mut counts = vec![0u32; house.len()];
        // Numbers for names: some objects' names are too long to tell apart once cut.
        let kind = |index: usize| Name::cut(&format!("kind {index}"));
        for (index, rows) in ranks.values().enumerate() {
            for (place, row) in rows {
                for person in (0..PEOPLE).filter(|person| *person != tenth && row[*person] == 1) {
                    let object = Name::cut(&format!("{person} {index} {}", place.0));
                    memory.found(What { object: object.into(), kind: kind(index) }, *place, 0.0);
                    counts[place.0 as usize] += 1;
                }
            }
        }
        let usual = |places: &mut dyn Iterator<Item = PlaceId>| {
            places.max_by_key(|place| (counts[place.0 as usize], std::cmp::Reverse(*place)))
        };
        for (index, rows) in ranks.values().enumerate() {
            let right = |place: PlaceId| rows.iter().any(|(at, row)| *at == place && row[tenth] > 0);
            let new = What { object: Name::cut("something new").into(), kind: kind(index) };
            let order = memory.order(new, NOW_S);
            // The whole house first, then room by room.
            for whole in std::iter::once(house.root()).chain(house[house.root()].children.iter().copied()) {
                let places: Vec<PlaceId> = house.leaves_in(whole);
                let acceptable = places.iter().filter(|place| right(**place)).count();
                let first = order.iter().map(|(place, _)| *place).find(|place| house.within(*place, whole));
                let most = usual(&mut places.iter().copied());
                let (Some(first), Some(most), 1..) = (first, most, acceptable) else { continue };
                let in_house = whole == house.root();
                if in_house {
                    let count = |row: &[i32; PEOPLE]| {
                        (0..PEOPLE).filter(|person| *person != tenth && row[*person] == 1).count()
                    };
                    // Of places that are as frequent, the one where most things are.
                    let own = rows.iter().max_by_key(|(place, row)| (count(row), counts[place.0 as usize]));
                    by_kind += f64::from(u8::from(own.is_some_and(|(place, _)| right(*place))));
                }
                let (asked, sums) = match in_house {
                    true => (&mut asked, &mut sums),
                    false => (&mut asked_in_room, &mut in_room),
                };
                *asked += 1;
                sums[0] += f64::from(u8::from(right(first)));
                sums[1] += acceptable as f64 / places.len() as f64;
                sums[2] += f64::from(u8::from(right(most)));
            }
        }
    }
    let [first_try, by_chance, most_frequent] = sums.map(|sum| sum / asked.max(1) as f64);
    let in_room = in_room.map(|sum| sum / asked_in_room.max(1) as f64);
    let agreement = agreement(&ranks);
    let most_frequent_of_kind = by_kind / asked.max(1) as f64;
    Ok(Belongings {
        asked,
        first_try,
        by_chance,
        most_frequent,
        most_frequent_of_kind,
        in_room,
        asked_in_room,
        agreement,
    })
}

/// The mean correlation between two annotations of the same things, after each place's own popularity is taken out.
fn agreement<const PEOPLE: usize>(ranks: &BTreeMap<&str, Vec<(PlaceId, [i32; PEOPLE])>>) -> f64 {
    let mut popular: BTreeMap<PlaceId, ([f64; PEOPLE], f64)> = BTreeMap::new();
    let yes = |rank: i32| f64::from(u8::from(rank > 0));
    for (place, row) in ranks.values().flatten() {
        let (sums, count) = popular.entry(*place).or_insert(([0.0; PEOPLE], 0.0));
        sums.iter_mut().zip(row).for_each(|(sum, rank)| *sum += yes(*rank));
        *count += 1.0;
    }
    let mut products = vec![0.0; PEOPLE * PEOPLE];
    for (place, row) in ranks.values().flatten() {
        let (sums, count) = &popular[place];
        let left: Vec<f64> = row.iter().zip(sums).map(|(rank, sum)| yes(*rank) - sum / count).collect();
        for (a, left_a) in left.iter().enumerate() {
            for (b, left_b) in left.iter().enumerate() {
                products[a * PEOPLE + b] += left_a * left_b;
            }
        }
    }
    let pairs = (0..PEOPLE).flat_map(|a| (0..a).map(move |b| (a, b)));
    let each = pairs.map(|(a, b)| {
        let scale = (products[a * PEOPLE + a] * products[b * PEOPLE + b]).sqrt();
        products[a * PEOPLE + b] / scale.max(1e-12)
    });
    let all: Vec<f64> = each.collect();
    crate::statistics::mean(&all).value
}
