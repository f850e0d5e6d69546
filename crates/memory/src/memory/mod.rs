//! The memory that learns its own weights: for every specific place the chance that a thing is there now, with one setting
//! for everything.
//!
//! A thing stays where it was seen last for some time and is then put where it usually goes. How long it stays at each
//! of its places (a cup for weeks in the cupboard, for minutes on the table) and how its habit is best read (all of the
//! past, the last few findings, this time of day) is not set but learned: every combination is an expert, weighed by how
//! well it foretold what was found and missed. A share of the weight goes back to all experts at each finding, so a
//! changed habit is noticed. How far things go with their kind is learned as well. Sizes are bounded and no query looks
//! at more than that. Distances are not known here; [`SearchOrder`](crate::SearchOrder) has them.

mod ask;
mod change;
mod config;
mod experts;
mod history;
mod holding;
mod order;
mod rhythm;
mod told;
mod weigh;
mod what;

pub use config::MemoryConfig;
pub use history::Stay;
pub use what::{ObjectName, What};

use super::habit::{Fading, Finding, HOURS, KindHabit, Layers, PlaceHabit, STAYS, Sums, Things};
use super::house::{Area, House, PlaceId};
use arrayvec::ArrayVec;
use change::MOST_ODD;
use config::KIND_PRIORS;
use experts::{ExpertMixture, MOST_MISSES, VIEWS};
use history::History;
use holding::Holding;
use piaget_terms::valid::{Checked, Within, amount, at_most, count, index, require, time};
use piaget_terms::{Name, Vec2};
use rhythm::{Hazard, Rhythms};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use told::{Reports, Trusted};

/// What a creature remembers about where things are kept.
///
/// ```
/// use piaget_memory::{House, Memory, MemoryConfig, What};
/// use piaget_terms::Name;
/// let house = House::from_text("home.kdl", r#"place "home" { place "desk"; place "sofa"; place "bed" }"#).unwrap();
/// let desk = house.find("desk").unwrap();
/// let mut memory = Memory::new(house, MemoryConfig::default());
/// let pen = |name| What { object: Name::cut(name).into(), kind: Name::cut("pen") };
/// memory.found(pen("my pen"), desk, 0.0);
/// memory.found(pen("my pen"), desk, 86_400.0);
/// // Another pen, never seen: it is a pen, and pens are on desks.
/// assert_eq!(memory.order(pen("new pen"), 90_000.0)[0].0, desk);
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Memory {
    config: MemoryConfig,
    house: House,
    objects: Vec<Remembered>,
    #[serde(with = "as_pairs")]
    by_name: BTreeMap<ObjectName, u32>,
    kinds: BTreeMap<Name, KindHabit>,
    /// The things of each place, by number.
    things: Vec<Things>,
    /// How far each way of reading a habit is trusted for an object that is new.
    trust: [f32; VIEWS],
    /// The same for each duration of stay.
    stays: [f32; STAYS],
    /// At which hours things are put elsewhere.
    rhythm: Rhythms,
    /// The same for each weight of a kind.
    kind_trust: [f32; KIND_PRIORS],
    trusted: Trusted,
}

/// What is remembered of one object.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Remembered {
    what: What,
    habit: PlaceHabit,
    trust: [f32; VIEWS],
    /// How far each duration of stay is trusted at a place where it never was.
    stays: [f32; STAYS],
    /// Where and when it was seen last.
    last: Option<(PlaceId, f64)>,
    /// When it was first noticed that it is there no more.
    left_by_s: Option<f64>,
    /// Where it was missed since, and when.
    missed: Vec<(PlaceId, f64)>,
    history: History,
    rhythm: Rhythms,
    /// For a thing that was ever found in another.
    holding: Option<Box<Holding>>,
    reports: Reports,
    touched_s: f64,
    /// The chance that all misses since it was last found had.
    missed_chance: f32,
    /// The last findings in a row that the habit did not foretell.
    odd: ArrayVec<PlaceId, MOST_ODD>,
}

impl Remembered {
    fn validate(&self, house: &House, config: &MemoryConfig) -> Checked {
        let there = |field: &str, place: PlaceId| index(field, place.0 as usize, house.len());
        self.habit.validate(house).within("habit")?;
        let trusts = self.trust.iter().chain(&self.stays);
        trusts.into_iter().try_for_each(|trust| amount("trust", *trust))?;
        at_most("missed", self.missed.len(), most_misses(config))?;
        self.history.validate(house, config)?;
        self.rhythm.validate()?;
        self.holding.as_ref().map_or(Ok(()), |holding| holding.validate(house))?;
        self.left_by_s.map_or(Ok(()), |left_s| time("left_by_s", left_s))?;
        for (place, at_s) in self.last.iter().chain(&self.missed) {
            there("missed", *place)?;
            time("missed", *at_s)?;
        }
        told::validate(&self.reports, house)?;
        self.odd.iter().try_for_each(|place| there("odd", *place))?;
        time("touched_s", self.touched_s)?;
        amount("missed_chance", self.missed_chance)
    }
}

/// A place that is not known and may not be learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotLearned {
    /// The character refuses new places.
    #[error("`{0}` is not a known place, and this memory does not learn new ones")]
    Unknown(Name),
    /// The place cannot stand there.
    #[error(transparent)]
    Refused(#[from] super::house::PlaceRefused),
}

impl Memory {
    /// A memory that knows its places and nothing else.
    pub fn new(house: House, config: MemoryConfig) -> Self {
        Self {
            config,
            house,
            objects: Vec::new(),
            by_name: BTreeMap::new(),
            kinds: BTreeMap::new(),
            things: Vec::new(),
            trust: [1.0 / VIEWS as f32; VIEWS],
            stays: [1.0 / STAYS as f32; STAYS],
            rhythm: Rhythms::default(),
            kind_trust: [1.0 / KIND_PRIORS as f32; KIND_PRIORS],
            trusted: Trusted::new(&config),
        }
    }

    /// Whether a saved memory is of one with these settings: every place and object that it names is there, nothing is more
    /// than there is room for, and numbers are numbers.
    pub fn validate(&self, config: &MemoryConfig) -> Checked {
        require(self.config == *config, "config", || "is not that of the character".into())?;
        at_most("objects", self.objects.len(), config.most_objects.max(1) as usize)?;
        count("by_name", self.by_name.len(), self.objects.len())?;
        for (number, object) in self.objects.iter().enumerate() {
            let found = self.by_name.get(&object.what.object) == Some(&(number as u32));
            require(found, "by_name", || format!("does not name object {number}"))?;
            object.validate(&self.house, config).within(&format!("objects[{number}]"))?;
        }
        self.kinds.values().try_for_each(|kind| kind.validate(&self.house)).within("kinds")?;
        at_most("things", self.things.len(), self.house.len())?;
        self.things.iter().try_for_each(Things::validate).within("things")?;
        let trusts = self.trust.iter().chain(&self.stays).chain(&self.kind_trust);
        trusts.into_iter().try_for_each(|trust| amount("trust", *trust))?;
        self.rhythm.validate()?;
        self.trusted.validate()
    }

    /// Goes by other settings from now on.
    pub fn set_config(&mut self, config: MemoryConfig) {
        self.config = config;
    }

    /// The places it knows.
    pub fn house(&self) -> &House {
        &self.house
    }

    /// How many objects it remembers.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Whether it remembers nothing yet.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// Everything it remembers, each with the place and time of its last sighting.
    pub fn objects(&self) -> impl Iterator<Item = (What, Option<(PlaceId, f64)>)> + '_ {
        self.objects.iter().map(|object| (object.what, object.last))
    }

    /// The object that words name, with its kind.
    pub fn called(&self, words: &str) -> Option<What> {
        self.objects.iter().map(|object| object.what).find(|what| what.object.is_called(words))
    }

    /// Whether anything speaks for where an object is: it was found, or told of, or others of its kind were found.
    pub fn has_evidence(&self, what: What) -> bool {
        let own = self.remembered(what.object);
        own.is_some_and(|own| own.last.is_some() || !own.reports.is_empty())
            || (!what.kind.is_empty() && self.kinds.contains_key(&what.kind))
    }

    /// Whether an object was missed at all of a place since it was seen last.
    pub fn was_missed(&self, object: ObjectName, place: PlaceId) -> bool {
        let Some(object) = self.remembered(object) else { return false };
        let mut all = true;
        self.house.for_all_in(place, &mut |part| {
            let missed = || object.missed.iter().any(|(at, _)| *at == part);
            all &= !self.house[part].children.is_empty() || missed();
        });
        all
    }

    /// Where and when an object was seen last.
    pub fn last_seen(&self, object: ObjectName) -> Option<(PlaceId, f64)> {
        let object = self.remembered(object)?;
        let held = object.holding.as_ref().and_then(|holding| holding.last_held());
        held.filter(|(_, held_s)| object.last.is_none_or(|(_, last_s)| last_s < *held_s)).or(object.last)
    }

    /// The stays of an object that are remembered one by one, in the order of time: where it was, from when on and for how long.
    pub fn stays(&self, object: ObjectName) -> &[Stay] {
        self.remembered(object).map_or(&[], |object| object.history.stays())
    }

    /// The place of a name, learned as a part of `within` where it is new and the character learns places.
    pub fn place(&mut self, name: Name, within: PlaceId) -> Result<PlaceId, NotLearned> {
        match self.house.find(name.as_str()) {
            Some(place) => Ok(place),
            None if self.config.learns_places => Ok(self.house.add(name, within, None)?),
            None => Err(NotLearned::Unknown(name)),
        }
    }

    /// A place that was found on the ground, as a part of `within`.
    pub fn learn_place(
        &mut self,
        name: Name,
        within: PlaceId,
        at: Vec2,
        area: Area,
    ) -> Result<PlaceId, NotLearned> {
        if !self.config.learns_places {
            return Err(NotLearned::Unknown(name));
        }
        let place = self.house.add(name, within, Some(at))?;
        self.house.lay_out(place, area);
        Ok(place)
    }

    /// The thing was found or seen at a place.
    pub fn found(&mut self, what: What, place: PlaceId, now_s: f64) {
        let Some(now_s) = self.check(place, now_s) else { return };
        let index = self.entry(what, now_s);
        let is_odd = self.is_odd(index, now_s, place);
        self.weigh_kind(index, place);
        let came = self.came(index, place, now_s);
        let mixture = self.mixture(what, now_s);
        let (usual, put_back) = (mixture.usual(place), mixture.put_back());
        let news = if came.is_none() { put_back } else { 1.0 };
        let surprise = self.weigh(index, now_s, place, true, news);
        let config = self.config;
        let object = &mut self.objects[index];
        let finding = Finding { place, hour: hour(&config, now_s), news, stays: object.stays };
        // A habit that foretold so badly may be an old one.
        let keeps = 1.0 - config.surprised_forgets * surprise;
        let fading = Fading {
            views: [
                config.long_keeps * keeps,
                config.lately_keeps * keeps,
                config.recent_keeps,
                config.long_keeps * keeps,
            ],
            hour: config.hour_keeps * keeps,
        };
        let kind = (!what.kind.is_empty()).then(|| self.kinds.entry(what.kind).or_default());
        let mut sums = Sums { kind, things: &mut self.things };
        object.habit.learn(&self.house, finding, &fading, &mut sums);
        // Seeing it where it was earlier in the day is no new finding, odd or not.
        let day = |time_s: f64| (time_s / config.day_s.max(1e-9)).floor();
        if came.is_some() || object.last.is_none_or(|(_, last_s)| day(last_s) != day(now_s)) {
            object.note_odd(&self.house, place, is_odd, &config);
        }
        object.habit.settle(&self.house, config.most_edges as usize, config.novelty, config.slips);
        if let Some(kind) = sums.kind {
            kind.trim(&self.house, config.most_kind_edges as usize);
        }
        object.history.note(place, now_s, came, usual, &config);
        object.last = Some((place, now_s));
        object.left_by_s = None;
        object.missed.clear();
        if came.is_some() {
            self.learn_rhythm(index);
        }
        self.note_held(index, None, place, now_s);
        self.judge_reports(index, place, now_s);
    }

    /// Another was watched putting the thing there: as good as seeing it there oneself.
    pub fn watched(&mut self, what: What, place: PlaceId, now_s: f64) {
        self.found(what, place, now_s);
    }

    /// The thing was looked for at a place and is in none of its parts.
    pub fn missed(&mut self, what: What, place: PlaceId, now_s: f64) {
        let Some(now_s) = self.check(place, now_s) else { return };
        let index = self.entry(what, now_s);
        // Where it never was nobody expected it, and that it is not there tells of no expert.
        if self.objects[index].habit.knows(place) {
            self.weigh(index, now_s, place, false, 0.0);
        }
        let (house, most) = (&self.house, most_misses(&self.config));
        let object = &mut self.objects[index];
        house.for_all_in(place, &mut |leaf| {
            if !house[leaf].children.is_empty() {
                return;
            }
            object.missed.retain(|(place, _)| *place != leaf);
            if object.missed.len() >= most {
                object.missed.remove(0);
            }
            object.missed.push((leaf, now_s));
        });
        if object.last.is_some_and(|(last, _)| house.within(last, place)) {
            object.left_by_s.get_or_insert(now_s);
        }
    }

    fn remembered(&self, object: ObjectName) -> Option<&Remembered> {
        self.by_name.get(&object).map(|index| &self.objects[*index as usize])
    }

    /// Whether a place and a time make sense here; time never runs back far enough to divide by.
    fn check(&self, place: PlaceId, now_s: f64) -> Option<f64> {
        (now_s.is_finite() && (place.0 as usize) < self.house.len()).then_some(now_s)
    }

    fn entry(&mut self, what: What, now_s: f64) -> usize {
        if let Some(&index) = self.by_name.get(&what.object) {
            let object = &mut self.objects[index as usize];
            object.touched_s = now_s;
            object.what.kind = what.kind;
            return index as usize;
        }
        let new = Remembered {
            what,
            habit: PlaceHabit::default(),
            trust: self.trust,
            stays: self.stays,
            last: None,
            left_by_s: None,
            missed: Vec::new(),
            history: History::default(),
            rhythm: Rhythms::default(),
            holding: None,
            reports: Reports::new(),
            touched_s: now_s,
            missed_chance: 1.0,
            odd: ArrayVec::new(),
        };
        let index = if self.objects.len() < self.config.most_objects.max(1) as usize {
            self.objects.push(new);
            self.objects.len() - 1
        } else {
            let oldest =
                self.objects.iter().enumerate().min_by(|a, b| a.1.touched_s.total_cmp(&b.1.touched_s));
            let index = oldest.map_or(0, |(index, _)| index);
            self.by_name.remove(&self.objects[index].what.object);
            self.objects[index] = new;
            index
        };
        self.by_name.insert(what.object, index as u32);
        index
    }

    fn mixture(&self, what: What, now_s: f64) -> ExpertMixture<'_> {
        let object = self.remembered(what.object);
        let layers = self.layers(what, now_s);
        let hazards = self.hazards(object, &layers);
        ExpertMixture::new(&self.config, layers, object, (&self.trust, &self.stays), hazards, now_s)
    }

    /// At which hours a thing is put elsewhere from where it was seen last, and from anywhere.
    fn hazards(&self, object: Option<&Remembered>, layers: &Layers<'_>) -> [Hazard; 2] {
        let own = object.map_or(self.rhythm, |object| object.rhythm);
        let last = object.and_then(|object| object.last);
        let usual = last.map_or(1.0, |(last, _)| experts::usual(layers, last));
        [usual, 1.0].map(|usual| own.hazard(usual, &self.rhythm, &self.config))
    }

    fn layers(&self, what: What, now_s: f64) -> Layers<'_> {
        let config = &self.config;
        Layers {
            house: &self.house,
            own: self.remembered(what.object).map(|object| &object.habit),
            kind: self.kinds.get(&what.kind).filter(|_| !what.kind.is_empty()),
            things: &self.things,
            kind_prior: self.kind_prior(),
            things_prior: config.things_prior,
            novelty: config.novelty,
            slips: config.slips,
            own_prior: config.own_prior,
            spread_prior: config.spread_prior,
            hour: hour(config, now_s),
        }
    }
}

fn most_misses(config: &MemoryConfig) -> usize {
    (config.most_misses.max(1) as usize).min(MOST_MISSES)
}

fn hour(config: &MemoryConfig, now_s: f64) -> usize {
    let share = (now_s / config.day_s.max(1e-9)).rem_euclid(1.0);
    ((share * HOURS as f64) as usize).min(HOURS - 1)
}

/// Texts have only texts as keys, so that a map by [`ObjectName`] is written as a list of pairs.
mod as_pairs {
    use super::ObjectName;
    use serde::{Deserialize, Deserializer, Serializer};
    use std::collections::BTreeMap;

    pub fn serialize<S: Serializer>(map: &BTreeMap<ObjectName, u32>, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(map)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<ObjectName, u32>, D::Error> {
        Ok(Vec::deserialize(from)?.into_iter().collect())
    }
}
