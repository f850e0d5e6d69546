//! How a character remembers what is kept where: the settings of its memory and how the memory meets the rest of the
//! mind. Read from the `memory` node of a character file.

use crate::model::HandConfig;
use piaget_memory::{House, MemoryConfig, ObjectName, RoomsConfig, What};
use piaget_terms::Name;
use piaget_text::{Fields, Source, nearest};

/// How a character remembers.
#[derive(Clone, Debug)]
pub struct Config {
    /// How the memory learns.
    pub memory: MemoryConfig,
    /// The places that it knows from the start; without them it finds its own.
    pub house: Option<House>,
    /// How rooms are found, where it finds its own.
    pub rooms: RoomsConfig,
    /// After how long out of sight a thing is expected where it is usually kept, rather than where it was lost.
    /// Default 60 s.
    pub after_s: f32,
    /// How often a thing that stays in view is noted again. Default 60 s.
    pub note_every_s: f32,
    /// A thing that moves faster than this is not kept anywhere now. Default 0.1 m/s.
    pub still_m_per_s: f32,
    /// The share of chance that is kept for where no place is named. More searches more widely. Default 0.05.
    pub elsewhere: f32,
    /// How long a remembered thing is taken to stay where it is by itself; that others put it elsewhere is the memory's account.
    /// Less lets it wander off. Default 30 days.
    pub rests_s: f32,
    /// Given up, a thing comes to mind again after this long. Default 60 s.
    pub again_s: f32,
    /// How far a place reaches that has a point and no area, and one that is learned. Default 0.75 m.
    pub around_m: f32,
    /// The most places that are learned within one whole; what is found beyond belongs to the nearest. Default 16.
    pub most_spots: u32,
    /// How often it asks itself what it has not seen. Raising it makes things come to mind later. Default 1 s.
    pub recall_every_s: f32,
    /// When a thing is in a hand: it is kept nowhere then.
    pub hands: HandConfig,
    /// What has moved less than this lies where it lay. Raising it notes small shifts less often. Default 0.1 m.
    pub same_point_m: f32,
    /// A place counts as searched when a thing there would have been noticed with this chance. Raising it takes more
    /// looks before a thing is missed at a place. Default 0.95.
    pub sure: f32,
    /// What was seen to move for at least this share of its time may walk off from where it is remembered; everything
    /// else lies where it was put. Raising it lets fewer things walk off. Default 0.5.
    pub walks_share: f32,
    /// Kinds of things that it keeps in mind though it does not see them.
    pub recall: Vec<Name>,
    /// What it found before its first day.
    pub before: Vec<Before>,
}

/// The most findings before the first day, all together: each is learned when the creature is born.
const MOST_BEFORE: u64 = 10_000;

/// Something found before a creature's first day, on so many days in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Before {
    /// What.
    pub what: What,
    /// Where.
    pub place: Name,
    /// On how many days in a row.
    pub times: u32,
    /// How many days ago the last of them was.
    pub ago: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            memory: MemoryConfig::default(),
            house: None,
            rooms: RoomsConfig::default(),
            after_s: 60.0,
            note_every_s: 60.0,
            still_m_per_s: 0.1,
            elsewhere: 0.05,
            rests_s: 2_592_000.0,
            again_s: 60.0,
            around_m: 0.75,
            most_spots: 16,
            recall_every_s: 1.0,
            hands: HandConfig::default(),
            same_point_m: 0.1,
            sure: 0.95,
            walks_share: 0.5,
            recall: Vec::new(),
            before: Vec::new(),
        }
    }
}

/// The top nodes that this stage reads.
pub const NODES: &[&str] = &["memory"];

const SECONDS: std::ops::RangeInclusive<f32> = 0.0..=1e9;

/// Reads `memory places="places/home.kdl" { recall "ball"; found "red ball" kind="ball" at="chest" times=5 }`; `None`
/// for a character without a memory.
pub fn read(
    nodes: Vec<Fields<'_>>,
    has_map: bool,
    include: &mut dyn FnMut(&str) -> Result<Source, String>,
) -> Option<Config> {
    let mut config: Option<Config> = None;
    for mut node in nodes {
        if !has_map {
            let hint = "write `beliefs { map }`: memory says where on the map a thing is likely";
            node.missing_elsewhere(&["beliefs", "map"], "a character with a `memory` needs a map", hint);
        }
        read_memory(&mut node, config.get_or_insert_with(Config::default), include);
    }
    config
}

fn read_memory(
    node: &mut Fields<'_>,
    config: &mut Config,
    include: &mut dyn FnMut(&str) -> Result<Source, String>,
) {
    let set = |to: &mut f32, value: Option<f32>| *to = value.unwrap_or(*to);
    let set_f64 = |to: &mut f64, value: Option<f32>| *to = value.map_or(*to, f64::from);
    set(&mut config.after_s, node.number("after", SECONDS));
    set(&mut config.note_every_s, node.number("note-every", SECONDS));
    set(&mut config.still_m_per_s, node.number("still", 0.0..=100.0));
    set(&mut config.elsewhere, node.number("elsewhere", 0.0..=1.0));
    set(&mut config.rests_s, node.number("rests", SECONDS));
    set(&mut config.again_s, node.number("again", SECONDS));
    set(&mut config.around_m, node.number("around", 0.05..=1e3));
    set(&mut config.recall_every_s, node.number("recall-every", SECONDS));
    set(&mut config.same_point_m, node.number("same-point", 0.0..=1e3));
    set(&mut config.sure, node.number("sure", 0.01..=0.9999));
    set(&mut config.walks_share, node.number("walks", 0.0..=1.0));
    config.most_spots = node.whole("most-spots", 1..=1024).map_or(config.most_spots, |most| most as u32);
    let memory = &mut config.memory;
    set_f64(&mut memory.day_s, node.number("day", 1.0..=1e9));
    set_f64(&mut memory.report_lasts_s, node.number("report-lasts", 1e-3..=1e9));
    memory.learns_places = node.flag("learns-places").unwrap_or(memory.learns_places);
    memory.most_objects =
        node.whole("most-objects", 1..=10_000_000).map_or(memory.most_objects, |most| most as u32);
    if let Some(mut stays) = node.child("stays") {
        for (index, stay) in memory.stays_s.iter_mut().enumerate() {
            set_f64(stay, stays.number_argument(index, "three durations in seconds", 1.0..=1e9));
        }
    }
    if let Some(mut rooms) = node.child("rooms") {
        set(&mut config.rooms.door, rooms.number("door", 0.0..=1.0));
        set(&mut config.rooms.least_m2, rooms.number("least", 0.0..=1e6));
        config.rooms.most = rooms.whole("most", 1..=65_536).map_or(config.rooms.most, |most| most as u32);
    }
    let is_told = node.has("places");
    if let Some(path) = node.word("places") {
        match include(path) {
            Err(why) => node.problem_at(
                node.span_of("places"),
                format!("\"{path}\" cannot be read: {why}"),
                "check the path",
            ),
            Ok(source) => match House::from_text(&source.name, &source.text) {
                Ok(house) => config.house = Some(house),
                Err(mistakes) => node.mistakes_of_file(mistakes),
            },
        }
    }
    for mut recall in node.children("recall") {
        for index in 0..recall.arguments() {
            config.recall.extend(recall.name_argument(index, "a kind of thing"));
        }
    }
    let mut all = 0;
    for mut found in node.children("found") {
        let Some(before) = read_before(&mut found, is_told, config.house.as_ref()) else { continue };
        let fitted = all <= MOST_BEFORE;
        all += u64::from(before.times);
        if all <= MOST_BEFORE {
            config.before.push(before);
        } else if fitted {
            let message =
                format!("more than {MOST_BEFORE} things were found before the first day, all together");
            found.problem(message, "leave some out, or lower `times`");
        }
    }
}

/// `is_told` says whether the character names a file of places: one that cannot be read is told elsewhere.
fn read_before(node: &mut Fields<'_>, is_told: bool, house: Option<&House>) -> Option<Before> {
    let object = node.name_argument(0, "the thing's colour and kind");
    let kind = node.name("kind");
    let place = node.name("at");
    let place = node.need(place, "a place", "write at=\"toy chest\"");
    let times = node.whole("times", 1..=MOST_BEFORE as i64).unwrap_or(1) as u32;
    let ago = node.whole("ago", 1..=1_000_000).unwrap_or(1) as u32;
    let (object, place) = (object?, place?);
    match house {
        None if is_told => return None,
        None => {
            let hint = "write `memory places=\"places/home.kdl\"`";
            node.problem("what was found before needs places that are known from the start", hint);
            return None;
        }
        Some(house) if house.find(place.as_str()).is_none() => {
            let hint = match nearest(place.as_str(), house.names().map(|name| name.as_str())) {
                Some(known) => format!("did you mean \"{known}\"?"),
                None => "name a place of the file of places".to_owned(),
            };
            node.unresolved(
                node.span_of("at"),
                ("place of the house", place.as_str()),
                format!("there is no place \"{place}\""),
                hint,
            );
            return None;
        }
        Some(_) => {}
    }
    let kind = kind.unwrap_or_else(|| Name::cut(object.as_str().rsplit(' ').next().unwrap_or_default()));
    let object = ObjectName::of_words(object.as_str(), kind);
    Some(Before { what: What { object, kind }, place, times, ago })
}
