//! The exact Bayes filter: it is told which kind of habit a thing has, and what the seeker saw, and nothing else. Which of
//! the habit's rules it is, and which places are the usual ones, it works out.
//!
//! Given a rule, stretches of time are independent but for the usual places, and the usual places of different slots are
//! independent of each other. So the probability of all that was seen is a product over slots of sums over places, and nothing
//! is approximated. Looking into places in the order of their probability then takes the fewest looks on average.

use super::habit::{Habit, Holding, Rule};
use super::home::PlaceSet;

/// What a look at one specific place showed of one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The thing lies there.
    pub lies: bool,
    /// The thing is there in what holds it.
    pub held: bool,
    /// What holds it is there.
    pub holder: bool,
    /// Whether the look went into closed things.
    pub opened: bool,
}

/// The filter of one thing.
#[derive(Clone, Debug)]
pub struct Filter {
    places: usize,
    clocks: Vec<Clock>,
    rules: Vec<Hypothesis>,
    held: Option<Held>,
}

/// Rules that cut days at the same hours share what was seen since the last cut.
#[derive(Clone, Debug)]
struct Clock {
    /// When stretches begin.
    starts: Vec<u32>,
    /// The stretch that it is.
    now: usize,
    /// Where the thing may lie in this stretch, by what was seen in it.
    may: PlaceSet,
    /// Whether nothing that was seen in this stretch speaks against the thing being held.
    in_holder: bool,
    /// What all rules of this clock say before anything is seen in this stretch; none if it is to be worked out anew.
    foretold: Option<Foretold>,
}

#[derive(Clone, Debug)]
struct Foretold {
    /// The probability that it lies at each place.
    lies: Vec<f64>,
    /// The probability that it is held.
    held: f64,
}

/// One rule, as far as it was borne out.
#[derive(Clone, Debug)]
struct Hypothesis {
    weight: f64,
    slips: f64,
    clock: usize,
    /// The slot of each stretch.
    slots: Vec<usize>,
    /// Per slot, the probability that it is each place.
    usual: Vec<Vec<f64>>,
}

/// What is known of the holder now: where it may be since it last went elsewhere.
#[derive(Clone, Debug)]
struct Held {
    holding: Holding,
    moves: Vec<u32>,
    now: usize,
    may: PlaceSet,
}

impl Filter {
    /// A filter that has seen nothing, for a thing of such a habit in a house with so many specific places.
    pub fn new(habit: Habit, days: u32, places: usize) -> Self {
        let all = every(places);
        let (mut clocks, mut rules) = (Vec::<Clock>::new(), Vec::new());
        let mut holding = None;
        for (weight, rule) in Rule::all(habit, days) {
            let stretches = rule.stretches(days);
            let starts: Vec<u32> = stretches.iter().map(|stretch| stretch.from_min).collect();
            let clock = clocks.iter().position(|clock| clock.starts == starts).unwrap_or_else(|| {
                clocks.push(Clock { starts, now: 0, may: all, in_holder: true, foretold: None });
                clocks.len() - 1
            });
            holding = rule.holding;
            rules.push(Hypothesis {
                weight,
                slips: f64::from(rule.slips),
                clock,
                slots: stretches.iter().map(|stretch| stretch.slot).collect(),
                usual: vec![vec![1.0 / places as f64; places]; rule.slots()],
            });
        }
        let held = holding.map(|holding| Held { holding, moves: holding.moves(days), now: 0, may: all });
        Self { places, clocks, rules, held }
    }

    /// Takes in what a look at a place showed.
    pub fn look(&mut self, place: usize, shown: Shown, minute: u32) {
        self.pass(minute);
        let bit: PlaceSet = 1 << place;
        if let Some(held) = &mut self.held {
            held.may = if shown.holder { bit } else { held.may & !bit };
        }
        // What is in a closed bag shows only to who opens it.
        let hides = self.held.as_ref().is_some_and(|held| held.holding == Holding::Bag) && !shown.opened;
        for clock in &mut self.clocks {
            clock.may = match shown {
                Shown { held: true, .. } => 0,
                // Seen at two places in one stretch: the stretch is none, and whatever cuts days so is wrong.
                Shown { lies: true, .. } => clock.may & bit,
                _ => clock.may & !bit,
            };
            clock.in_holder &= !shown.lies && (shown.held || !shown.holder || hides);
        }
    }

    /// The probability of each specific place.
    pub fn chances(&mut self, minute: u32) -> Vec<f64> {
        self.pass(minute);
        let mut chances = vec![0.0; self.places];
        for number in 0..self.clocks.len() {
            if self.clocks[number].foretold.is_none() {
                self.clocks[number].foretold = Some(self.foretell(number));
            }
            let clock = &self.clocks[number];
            let Some(foretold) = &clock.foretold else { continue };
            for (place, chance) in chances.iter_mut().enumerate().filter(|(at, _)| clock.may >> at & 1 == 1) {
                *chance += foretold.lies[place];
            }
            if let Some(held) = self.held.as_ref().filter(|_| clock.in_holder) {
                let share = foretold.held / f64::from(held.may.count_ones().max(1));
                let may = chances.iter_mut().enumerate().filter(|(at, _)| held.may >> at & 1 == 1);
                may.for_each(|(_, chance)| *chance += share);
            }
        }
        let whole: f64 = chances.iter().sum();
        chances.iter_mut().for_each(|chance| *chance /= whole.max(f64::MIN_POSITIVE));
        chances
    }

    /// What the rules of a clock say of this stretch, by their weights.
    fn foretell(&self, clock: usize) -> Foretold {
        let mut foretold = Foretold { lies: vec![0.0; self.places], held: 0.0 };
        for rule in self.rules.iter().filter(|rule| rule.clock == clock) {
            let usual = &rule.usual[rule.slots[self.clocks[clock].now]];
            let (there, anywhere) = match self.held.is_some() {
                true => (rule.weight * rule.slips, 0.0),
                false => (rule.weight * (1.0 - rule.slips), rule.weight * rule.slips / self.places as f64),
            };
            foretold.held += rule.weight * (1.0 - rule.slips);
            foretold.lies.iter_mut().zip(usual).for_each(|(lies, usual)| *lies += there * usual + anywhere);
        }
        foretold
    }

    /// Time passes: stretches that have ended say what the usual places are.
    fn pass(&mut self, minute: u32) {
        let places = self.places;
        if let Some(held) = &mut self.held {
            while held.moves.get(held.now + 1).is_some_and(|from| *from <= minute) {
                (held.now, held.may) = (held.now + 1, every(places));
            }
        }
        let is_held = self.held.is_some();
        let mut ended = false;
        for (number, clock) in self.clocks.iter_mut().enumerate() {
            while clock.starts.get(clock.now + 1).is_some_and(|next| *next <= minute) {
                if clock.may != every(places) || !clock.in_holder {
                    let rules = self.rules.iter_mut().filter(|rule| rule.clock == number);
                    rules.for_each(|rule| rule.take_in(clock, places, is_held));
                }
                (clock.now, clock.may, clock.in_holder) = (clock.now + 1, every(places), true);
                ended = true;
            }
        }
        if ended {
            let whole: f64 = self.rules.iter().map(|rule| rule.weight).sum();
            self.rules.iter_mut().for_each(|rule| rule.weight /= whole.max(f64::MIN_POSITIVE));
            // What is so improbable changes no sum of these numbers.
            self.rules.retain(|rule| rule.weight > f64::EPSILON * 1e-3);
            self.clocks.iter_mut().for_each(|clock| clock.foretold = None);
        }
    }
}

impl Hypothesis {
    /// Takes in what was seen in the stretch that ends.
    fn take_in(&mut self, clock: &Clock, places: usize, is_held: bool) {
        let (may, slips) = (clock.may, self.slips);
        // The probability of what was seen if this is the usual place, and if it is another.
        let (there, elsewhere) = match is_held {
            true => {
                let held = if clock.in_holder { 1.0 - slips } else { 0.0 };
                (held + slips, held)
            }
            false => {
                let slipped = slips * f64::from(may.count_ones()) / places as f64;
                (1.0 - slips + slipped, slipped)
            }
        };
        let usual = &mut self.usual[self.slots[clock.now]];
        let mut evidence = 0.0;
        for (place, chance) in usual.iter_mut().enumerate() {
            *chance *= if may >> place & 1 == 1 { there } else { elsewhere };
            evidence += *chance;
        }
        if evidence > 0.0 {
            usual.iter_mut().for_each(|chance| *chance /= evidence);
        }
        self.weight *= evidence;
    }
}

/// All of so many places.
fn every(places: usize) -> PlaceSet {
    PlaceSet::MAX >> (PlaceSet::BITS as usize - places)
}

#[cfg(test)]
mod tests {
    use super::super::habit::DAY_MIN;
    use super::*;

    const NOTHING: Shown = Shown { lies: false, held: false, holder: false, opened: true };
    const LIES: Shown = Shown { lies: true, ..NOTHING };

    fn at(day: u32, hour: u32) -> u32 {
        day * DAY_MIN + hour * 60
    }

    #[test]
    fn what_is_always_in_one_place_is_known_after_one_look() {
        let mut filter = Filter::new(Habit::Always, 14, 10);
        assert!((filter.chances(at(0, 8))[3] - 0.1).abs() < 1e-12);
        filter.look(3, LIES, at(0, 9));
        assert!(filter.chances(at(9, 9))[3] > 1.0 - 1e-9);
    }

    #[test]
    fn a_place_seen_empty_is_excluded_until_the_thing_may_have_been_moved() {
        let mut filter = Filter::new(Habit::Mostly, 14, 10);
        filter.look(3, NOTHING, at(0, 9));
        let chances = filter.chances(at(0, 10));
        assert!(chances[3] == 0.0 && (chances[4] - 1.0 / 9.0).abs() < 1e-12, "{chances:?}");
        // By hand: the mean over slips of 0.1, 0.2 and 0.3 that were as likely as each other.
        let mut expected = 0.0;
        for slips in [0.1f64, 0.2, 0.3] {
            let not_usual = slips * 0.9;
            let usual_elsewhere = (1.0 - slips) + slips * 0.9;
            let posterior = 0.1 * not_usual / (0.1 * not_usual + 0.9 * usual_elsewhere);
            // All three rules give what was seen the same probability, 0.9.
            expected += ((1.0 - slips) * posterior + slips / 10.0) / 3.0;
        }
        let later = filter.chances(at(0, 15))[3];
        assert!((later - expected).abs() < 1e-8, "{later} {expected}");
    }

    #[test]
    fn a_cycle_is_foretold_once_it_has_been_seen() {
        let mut filter = Filter::new(Habit::Cycle, 28, 12);
        for day in 0..12 {
            filter.look([2, 7, 5][day as usize % 3], LIES, at(day, 9));
        }
        assert!(filter.chances(at(12, 8))[2] > 0.85);
        assert!(filter.chances(at(13, 8))[7] > 0.85);
    }

    #[test]
    fn what_lies_at_two_places_between_two_cuts_refutes_the_cuts() {
        let mut filter = Filter::new(Habit::ByHour, 28, 12);
        for day in 0..3 {
            filter.look(2, LIES, at(day, 11));
            filter.look(7, LIES, at(day, 13));
        }
        // The cut is at twelve or at one; whoever cuts elsewhere would have seen it in two places at once.
        assert!(filter.chances(at(3, 10))[2] > 0.9 && filter.chances(at(3, 14))[7] > 0.9);
        assert!(filter.rules.iter().all(|rule| {
            let starts = &filter.clocks[rule.clock].starts;
            starts.iter().any(|from| (at(0, 12)..=at(0, 13)).contains(from))
        }));
    }

    #[test]
    fn what_is_in_a_bag_is_where_the_bag_was_seen() {
        let mut filter = Filter::new(Habit::InBag, 28, 12);
        let bag = Shown { holder: true, opened: false, ..NOTHING };
        filter.look(4, bag, at(0, 9));
        assert!(filter.chances(at(0, 10))[4] > 0.9);
        // Opened and found empty: it lies where it else belongs, which may be there too.
        filter.look(4, Shown { opened: true, ..bag }, at(0, 11));
        let chances = filter.chances(at(0, 12));
        assert!(chances[4] == 0.0 && (chances[5] - 1.0 / 11.0).abs() < 1e-9, "{chances:?}");
    }
}
