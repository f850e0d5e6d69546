//! Things that go with things: what a person carries, what is in a bag, a box or under a cup. A holder is a thing like any
//! other, with a memory of where it is; what it holds is where it is, seen or not. A closed holder tells nothing of what is in
//! it until it is opened.

use super::rhythm::{Hazard, Rhythm};
use super::{Memory, ObjectName, What};
use crate::house::{House, PlaceId};
use piaget_terms::valid::{Checked, amount, at_most, index, time};
use serde::{Deserialize, Serialize};

/// The most holders that are remembered for one thing.
const MOST_HOLDERS: usize = 8;
/// How deep things may be in things: a coin in a purse in a bag with a person.
const DEEPEST: u32 = 4;
/// What is less likely than this is not followed to where it is.
const LEAST: f32 = 1e-4;

/// What a thing was found in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Holding {
    holders: Vec<Holder>,
    /// How often it lay somewhere instead.
    lies: f32,
    /// What it was in when it was seen last (`None` if it lay somewhere), where that was and when.
    last: Option<(Option<ObjectName>, PlaceId, f64)>,
    rhythm: Rhythm,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Holder {
    what: What,
    /// How often the thing was in it.
    count: f32,
    /// When it was last seen without the thing, since the thing was last in it.
    missed_s: Option<f64>,
}

/// How likely a thing lies somewhere, and how likely each of its holders has it.
pub(super) struct Held {
    pub lies: f32,
    by: arrayvec::ArrayVec<(What, f32), MOST_HOLDERS>,
}

impl Holding {
    pub fn validate(&self, house: &House) -> Checked {
        at_most("holders", self.holders.len(), MOST_HOLDERS)?;
        amount("lies", self.lies)?;
        self.rhythm.validate()?;
        for holder in &self.holders {
            amount("holders", holder.count)?;
            holder.missed_s.map_or(Ok(()), |missed_s| time("holders", missed_s))?;
        }
        self.last.map_or(Ok(()), |(_, place, seen_s)| {
            index("holding", place.0 as usize, house.len())?;
            time("holding", seen_s)
        })
    }

    /// Where and when it was seen last, in a holder.
    pub fn last_held(&self) -> Option<(PlaceId, f64)> {
        self.last.filter(|(holder, ..)| holder.is_some()).map(|(_, place, seen_s)| (place, seen_s))
    }

    /// The share of findings in a holder, or of those where it lay.
    fn share(&self, holder: Option<ObjectName>, prior: f32) -> f32 {
        let all = self.lies + self.holders.iter().map(|holder| holder.count).sum::<f32>() + prior;
        let count = match holder {
            None => self.lies + prior,
            Some(name) => {
                self.holders.iter().find(|one| one.what.object == name).map_or(0.0, |one| one.count)
            }
        };
        count / all.max(1e-9)
    }

    /// What is believed of it now. `open` says how far what was missed leaves room for its lying somewhere.
    fn held(&self, hazard: &Hazard, prior: f32, now_s: f64, open: f32) -> Held {
        let moved = self.last.map_or(1.0, |(_, _, seen_s)| hazard.gone(seen_s, now_s));
        let still = |holder: Option<ObjectName>| match self.last {
            Some((last, ..)) if last == holder => 1.0 - moved,
            _ => 0.0,
        };
        let mut held = Held { lies: 0.0, by: arrayvec::ArrayVec::new() };
        held.lies = open * (still(None) + moved * self.share(None, prior));
        for holder in self.holders.iter().take(MOST_HOLDERS) {
            let share = self.share(Some(holder.what.object), prior);
            let chance = match holder.missed_s {
                // Seen without it: it can only be in it if it was put there since.
                Some(missed_s) => hazard.gone(missed_s, now_s) * share,
                None => still(Some(holder.what.object)) + moved * share,
            };
            held.by.push((holder.what, chance));
        }
        let all = held.lies + held.by.iter().map(|(_, chance)| chance).sum::<f32>();
        match all > 1e-12 {
            true => {
                held.lies /= all;
                held.by.iter_mut().for_each(|(_, chance)| *chance /= all);
            }
            false => {
                held.lies = 1.0;
                held.by.clear();
            }
        }
        held
    }

    /// It is seen in a holder, or lying somewhere.
    fn note(
        &mut self,
        holder: Option<What>,
        place: PlaceId,
        hazard: &Hazard,
        keeps: f32,
        prior: f32,
        now_s: f64,
    ) {
        let name = holder.map(|holder| holder.object);
        let mut news = 1.0;
        if let Some((last, _, seen_s)) = self.last {
            let whole = (seen_s, now_s);
            if last == name {
                let moved = hazard.gone(seen_s, now_s);
                let back = moved * self.share(name, prior);
                news = back / (1.0 - moved + back).max(1e-9);
            }
            let shows = 1.0 - self.share(last, prior);
            self.rhythm.learn(hazard, whole, (last != name).then_some(whole), shows, 1.0);
        }
        let fade = 1.0 - (1.0 - keeps) * news;
        self.lies *= fade;
        self.holders.iter_mut().for_each(|holder| holder.count *= fade);
        match holder {
            None => self.lies += news,
            Some(what) => {
                let at = self.holders.iter().position(|one| one.what.object == what.object);
                let at = at.unwrap_or_else(|| self.add(what));
                self.holders[at].count += news;
                self.holders[at].missed_s = None;
            }
        }
        self.last = Some((name, place, now_s));
    }

    fn add(&mut self, what: What) -> usize {
        if self.holders.len() >= MOST_HOLDERS {
            let weakest = self.holders.iter().enumerate().min_by(|a, b| a.1.count.total_cmp(&b.1.count));
            let weakest = weakest.map_or(0, |(at, _)| at);
            self.holders.swap_remove(weakest);
        }
        self.holders.push(Holder { what, count: 0.0, missed_s: None });
        self.holders.len() - 1
    }
}

impl Memory {
    /// The thing was found in another, or with a person, which is at a place.
    ///
    /// ```
    /// use piaget_memory::{House, Memory, MemoryConfig, What};
    /// use piaget_terms::Name;
    /// let house = House::from_text("home.kdl", r#"place "home" { place "hall"; place "study"; place "bed" }"#).unwrap();
    /// let (hall, study) = (house.find("hall").unwrap(), house.find("study").unwrap());
    /// let mut memory = Memory::new(house, MemoryConfig::default());
    /// let thing = |name| What { object: Name::cut(name).into(), kind: Name::cut(name) };
    /// memory.found_in(thing("keys"), thing("bag"), hall, 0.0);
    /// // The bag is closed, and somebody carries it off.
    /// memory.found(thing("bag"), study, 600.0);
    /// assert_eq!(memory.order(thing("keys"), 700.0)[0].0, study);
    /// ```
    pub fn found_in(&mut self, what: What, holder: What, place: PlaceId, now_s: f64) {
        if self.check(place, now_s).is_none() || what.object == holder.object {
            return;
        }
        self.found(holder, place, now_s);
        let index = self.entry(what, now_s);
        self.note_held(index, Some(holder), place, now_s);
        // It lies nowhere now.
        let object = &mut self.objects[index];
        if let Some((last, _)) = object.last {
            object.missed.retain(|(at, _)| *at != last);
            object.missed.push((last, now_s));
            object.missed.truncate(super::experts::MOST_MISSES);
            object.left_by_s.get_or_insert(now_s);
        }
    }

    /// A holder was seen open, or a person was seen, without the thing.
    pub fn missed_in(&mut self, what: What, holder: ObjectName, now_s: f64) {
        let Some(&index) = self.by_name.get(&what.object).filter(|_| now_s.is_finite()) else { return };
        let holding = self.objects[index as usize].holding.as_deref_mut();
        let holders = holding.map(|holding| &mut holding.holders).into_iter().flatten();
        for holder in holders.filter(|one| one.what.object == holder) {
            holder.missed_s = Some(now_s);
        }
    }

    /// Whether a thing was ever found in a holder.
    pub fn goes_with(&self, what: ObjectName, holder: ObjectName) -> bool {
        let holding = self.remembered(what).and_then(|object| object.holding.as_ref());
        holding.is_some_and(|holding| holding.holders.iter().any(|one| one.what.object == holder))
    }

    pub(super) fn note_held(&mut self, index: usize, holder: Option<What>, place: PlaceId, now_s: f64) {
        let object = &self.objects[index];
        if holder.is_none() && object.holding.is_none() {
            return;
        }
        let mut holding = self.objects[index].holding.take().unwrap_or_else(|| {
            // All that was seen of it so far was seen lying.
            let lies = self.objects[index].habit.findings(&self.house);
            Box::new(Holding { lies, ..Holding::default() })
        });
        let hazard = holding.rhythm.hazard(self.rhythm.all(), &self.config);
        let (keeps, prior) = (self.config.long_keeps, self.config.lies_prior);
        holding.note(holder, place, &hazard, keeps, prior, now_s);
        self.objects[index].holding = Some(holding);
    }

    /// How likely it lies somewhere or is held, `open` being how far misses leave room for lying.
    pub(super) fn held(&self, object: ObjectName, now_s: f64, open: f32) -> Option<Held> {
        let holding = self.remembered(object)?.holding.as_ref()?;
        let hazard = holding.rhythm.hazard(self.rhythm.all(), &self.config);
        Some(holding.held(&hazard, self.config.lies_prior, now_s, open))
    }

    /// Moves what is held to where its holders are. `out` holds the chances of where the thing lies from `start` on, and is used
    /// beyond them as a buffer.
    pub(super) fn follow_holders(
        &self,
        held: &Held,
        now_s: f64,
        depth: u32,
        start: usize,
        out: &mut Vec<f32>,
    ) {
        let count = self.house.leaves().len();
        out[start..start + count].iter_mut().for_each(|chance| *chance *= held.lies);
        if depth >= DEEPEST {
            return;
        }
        for (holder, share) in held.by.iter().filter(|(_, share)| *share > LEAST) {
            self.chances_from(*holder, now_s, depth + 1, start + count, out);
            let (own, others) = out.split_at_mut(start + count);
            for (own, holder) in own[start..].iter_mut().zip(&others[..count]) {
                *own += share * holder;
            }
            out.truncate(start + count);
        }
    }

    /// The chance that it is at a place, in one of its holders.
    pub(super) fn chance_held_at(&self, held: &Held, place: PlaceId, now_s: f64, depth: u32) -> f32 {
        let followed = held.by.iter().filter(|(_, share)| depth < DEEPEST && *share > LEAST);
        followed.map(|(holder, share)| share * self.chance_at_from(*holder, place, now_s, depth + 1)).sum()
    }
}
