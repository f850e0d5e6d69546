//! Weeks in a house: rooms are entered, things are wanted and looked for, place by place. Whoever looks has the exact filter
//! at his side, which sees what he sees and says how many looks would have done.

use super::filter::{Filter, Shown};
use super::habit::DAY_MIN;
use super::home::{Happens, Home};
use super::seekers::{Seeker, Who};

/// Searches of the first days are not counted: nothing can be known of a habit yet.
const NEW_DAYS: u32 = 7;

/// What the searches of one life came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Looked {
    /// How many there were.
    pub searches: u32,
    /// Places looked into.
    pub looks: f64,
    /// Places that the exact filter would have looked into, given the same sightings.
    pub exact: f64,
    /// Searches that ended at the first place.
    pub first: u32,
    /// The same for the exact filter; ties count in part.
    pub exact_first: f64,
}

/// Lives all weeks.
pub fn live(home: &Home, habit: super::habit::Habit, who: Who, seed: u64) -> Looked {
    let mut seeker = Seeker::new(home, who, seed);
    let mut filters: Vec<Filter> =
        (0..home.asked).map(|_| Filter::new(habit, home.days, home.places())).collect();
    let mut looked = Looked::default();
    for &(minute, event) in &home.events {
        match event {
            Happens::Visit(room) => visit(home, room, minute, &mut seeker, &mut filters),
            Happens::Wanted(thing) => {
                let one = search(home, thing, minute, &mut seeker, &mut filters);
                if minute >= NEW_DAYS * DAY_MIN {
                    looked.searches += 1;
                    looked.looks += one.looks;
                    looked.exact += one.exact;
                    looked.first += one.first;
                    looked.exact_first += one.exact_first;
                }
            }
        }
    }
    looked
}

fn visit(home: &Home, room: usize, minute: u32, seeker: &mut Seeker<'_>, filters: &mut [Filter]) {
    for place in &home.in_room[room] {
        look(home, *place, false, minute, seeker, filters);
    }
    let here = |place: usize| home.in_room[room].contains(&place);
    for (thing, kept) in home.things.iter().enumerate() {
        let (at, held) = kept.at(minute);
        let holder = kept.holder_at(minute);
        if holder.is_some_and(|at| !here(at)) {
            seeker.missed_holder(thing, home.rooms[room], minute);
        }
        let in_closed = holder.is_some_and(here) && !kept.shows(true);
        if !(here(at) && kept.shows(held)) {
            seeker.missed_in_room(thing, room, in_closed, minute);
        }
    }
}

/// Looks at one place; `opened` says whether into closed things as well.
fn look(
    home: &Home,
    place: usize,
    opened: bool,
    minute: u32,
    seeker: &mut Seeker<'_>,
    filters: &mut [Filter],
) {
    for (thing, kept) in home.things.iter().enumerate() {
        let (at, held) = kept.at(minute);
        let seen = at == place && (opened || kept.shows(held));
        let holder = kept.holder_at(minute) == Some(place);
        if holder {
            seeker.found_holder(thing, place, minute);
        }
        if seen {
            seeker.found(thing, place, held, minute);
        }
        if holder && (opened || kept.shows(true)) && !(seen && held) {
            seeker.missed_in_holder(thing, minute);
        }
        if let Some(filter) = filters.get_mut(thing) {
            let shown = Shown { lies: seen && !held, held: seen && held, holder, opened };
            filter.look(place, shown, minute);
        }
    }
}

fn search(home: &Home, thing: usize, minute: u32, seeker: &mut Seeker<'_>, filters: &mut [Filter]) -> Looked {
    let (at, _) = home.things[thing].at(minute);
    let mut order = seeker.order(thing, minute, &mut filters[thing]);
    // It has to be found: who names too few places goes on through all others.
    let others: Vec<usize> = (0..home.places()).filter(|place| !order.contains(place)).collect();
    order.extend(others);
    let (exact, exact_first) = rank(&filters[thing].chances(minute), at);
    let mut looks = 0;
    for place in order {
        looks += 1;
        look(home, place, true, minute, seeker, filters);
        for (other, kept) in home.things.iter().enumerate().filter(|(other, _)| *other != thing) {
            if kept.at(minute).0 != place {
                seeker.not_at(other, place, minute);
            }
        }
        for (other, kept) in home.things.iter().enumerate() {
            if kept.holder_at(minute).is_some_and(|at| at != place) {
                seeker.missed_holder(other, home.place(place), minute);
            }
        }
        if place == at {
            break;
        }
        seeker.missed(thing, place, minute);
    }
    let first = u32::from(looks == 1);
    Looked { searches: 1, looks: f64::from(looks), exact, first, exact_first }
}

/// The looks that an order by probability takes on average, and how likely its first is the right one. Places that are as
/// probable as each other come in any order.
fn rank(chances: &[f64], at: usize) -> (f64, f64) {
    /// Rounding makes equal probabilities differ by less than this share.
    const SAME: f64 = 1e-9;
    let likelier = chances.iter().filter(|chance| **chance > chances[at] * (1.0 + SAME)).count() as f64;
    let same = chances.iter().filter(|chance| (**chance - chances[at]).abs() <= chances[at] * SAME).count();
    let same = same.max(1) as f64;
    (likelier + (same + 1.0) / 2.0, if likelier == 0.0 { 1.0 / same } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::super::habit::Habit;
    use super::super::home::Draws;
    use super::*;

    const DRAWS: Draws = Draws { rooms: 6, places: (3, 5), days: 28, visits: 12, things: 3, wanted: 2 };

    fn all_lives(habit: Habit, who: Who) -> (f64, Looked) {
        let mut sum = Looked::default();
        let mut by_chance = 0.0;
        for seed in 0..8 {
            let home = Home::draw(habit, &DRAWS, seed).expect("the house can be drawn");
            let one = live(&home, habit, who, seed);
            by_chance += f64::from(one.searches) * (home.places() as f64 + 1.0) / 2.0;
            sum.searches += one.searches;
            sum.looks += one.looks;
            sum.exact += one.exact;
            sum.first += one.first;
            sum.exact_first += one.exact_first;
        }
        (by_chance / f64::from(sum.searches), sum)
    }

    #[test]
    fn who_is_told_the_truth_needs_one_look() {
        for habit in Habit::ALL {
            let (_, looked) = all_lives(habit, Who::Truth);
            assert!(looked.searches > 0 && looked.looks == f64::from(looked.searches), "{habit:?}");
            assert_eq!(looked.first, looked.searches);
            assert!(looked.exact >= looked.looks);
        }
    }

    #[test]
    fn the_exact_filter_gets_a_score_of_1() {
        for habit in Habit::ALL {
            let (_, looked) = all_lives(habit, Who::Exact);
            let ratio = looked.looks / looked.exact;
            // Ties are broken by chance for the one and averaged for the other.
            assert!((ratio - 1.0).abs() < 0.1, "{habit:?}: {ratio}");
        }
    }

    #[test]
    fn chance_and_who_forgets_need_half_of_all_places() {
        for who in [Who::Chance, Who::Forgets] {
            let (expected, looked) = all_lives(Habit::ByHour, who);
            let mean = looked.looks / f64::from(looked.searches);
            // Of n places any order takes (n + 1) / 2 looks on average.
            assert!((mean / expected - 1.0).abs() < 0.1, "{who:?}: {mean} {expected}");
        }
    }

    #[test]
    fn who_names_no_place_needs_half_of_all_and_is_right_at_first_by_chance() {
        let (expected, looked) = all_lives(Habit::ByHour, Who::Silent);
        let mean = looked.looks / f64::from(looked.searches);
        // The eight houses have some sixty places for their things, so that the mean place has a standard error of 7 %.
        assert!((mean / expected - 1.0).abs() < 0.2, "{mean} {expected}");
        assert!(f64::from(looked.first) < 0.15 * f64::from(looked.searches), "{looked:?}");
    }

    #[test]
    fn who_names_one_place_looks_into_half_of_the_others_where_it_is_wrong() {
        let (by_chance, looked) = all_lives(Habit::Mostly, Who::FirstOnly);
        let wrong = f64::from(looked.searches - looked.first);
        assert!(wrong > 0.0 && looked.first > 0);
        // One look for each search, and of the n - 1 others n / 2 on average, which is by_chance - 1/2.
        let expected = f64::from(looked.searches) + wrong * (by_chance - 0.5);
        assert!((looked.looks / expected - 1.0).abs() < 0.25, "{looked:?}, {expected}");
        let (_, exact) = all_lives(Habit::Mostly, Who::Exact);
        assert!(looked.looks > exact.looks, "{looked:?}, {exact:?}");
    }

    #[test]
    fn who_names_each_place_twice_looks_twice_into_all_but_the_last() {
        let (_, once) = all_lives(Habit::Mostly, Who::Exact);
        let (_, twice) = all_lives(Habit::Mostly, Who::Twice);
        let expected = 2.0 * once.looks - f64::from(once.searches);
        assert!((twice.looks / expected - 1.0).abs() < 0.05, "{twice:?}, {expected}");
        assert!((f64::from(twice.first) / f64::from(once.first) - 1.0).abs() < 0.05, "{twice:?}, {once:?}");
    }

    #[test]
    fn nobody_does_better_than_the_exact_filter() {
        for habit in Habit::ALL {
            for who in Who::MEASURED.into_iter().filter(|who| *who != Who::Truth) {
                let (_, looked) = all_lives(habit, who);
                assert!(looked.looks >= 0.93 * looked.exact, "{habit:?} {who:?}: {looked:?}");
            }
        }
    }

    #[test]
    fn ties_take_half_of_them_on_average() {
        assert_eq!(rank(&[0.25; 4], 2), (2.5, 0.25));
        assert_eq!(rank(&[0.5, 0.3, 0.2], 1), (2.0, 0.0));
        assert_eq!(rank(&[0.5, 0.3, 0.2], 0), (1.0, 1.0));
    }
}
