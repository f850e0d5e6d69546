//! [`Memory`] from outside.

use super::*;
use piaget_terms::{Chance, Name};

const DAY: f64 = 86_400.0;

fn home() -> House {
    let text = "place \"home\" { place \"kitchen\" { place \"table\"; place \"drawer\"; place \"sink\" }; \
                place \"hall\" { place \"hook\"; place \"bench\" }; place \"attic\" }";
    House::from_text("home.kdl", text).unwrap()
}

fn what(object: &str, kind: &str) -> What {
    What { object: Name::cut(object).into(), kind: Name::cut(kind) }
}

fn memory() -> Memory {
    Memory::new(home(), MemoryConfig::default())
}

fn at(name: &str) -> PlaceId {
    home().find(name).unwrap()
}

#[test]
fn chances_sum_to_one_and_agree_place_by_place_whatever_happens() {
    let mut chance = Chance::new(5);
    let mut memory = memory();
    let leaves = home().leaves().to_vec();
    let keys = what("keys", "key");
    let mut chances = Vec::new();
    let mut now = 0.0;
    for _ in 0..300 {
        now += f64::from(chance.between(0.0, 1.0)) * if chance.happens(0.5) { 60.0 } else { DAY };
        let place = leaves[chance.below(leaves.len() as u32) as usize];
        match chance.below(3) {
            0 => memory.found(keys, place, now),
            1 => memory.missed(keys, place, now),
            _ => memory.found(what("other", "key"), place, now),
        }
        memory.chances(keys, now, &mut chances);
        let total: f32 = chances.iter().sum();
        assert!((total - 1.0).abs() < 1e-3 || total == 0.0, "{total}");
        for (leaf, chance) in leaves.iter().zip(&chances) {
            let alone = memory.chance_at(keys, *leaf, now);
            assert!((alone - chance).abs() < 2e-3 || total == 0.0, "{leaf:?}: {alone} {chance}");
        }
        let kitchen: f32 = leaves.iter().zip(&chances).take(3).map(|(_, c)| c).sum();
        let whole = memory.chance_at(keys, at("kitchen"), now);
        assert!((kitchen - whole).abs() < 5e-3 || total == 0.0, "{kitchen} {whole}");
    }
}

#[test]
fn where_it_was_just_missed_it_is_not_and_later_it_may_be() {
    let mut memory = memory();
    let cup = what("cup", "cup");
    (0..5).for_each(|day| memory.found(cup, at("table"), f64::from(day) * DAY));
    memory.missed(cup, at("table"), 5.0 * DAY);
    assert!(memory.chance_at(cup, at("table"), 5.0 * DAY) < 1e-3);
    assert!(memory.chance_at(cup, at("table"), 8.0 * DAY) > 0.2);
}

#[test]
fn a_changed_habit_is_followed_at_once() {
    let mut memory = memory();
    let pc = what("pc", "computer");
    (0..40).for_each(|day| memory.found(pc, at("table"), f64::from(day) * DAY));
    memory.missed(pc, at("table"), 40.0 * DAY);
    memory.found(pc, at("hook"), 40.0 * DAY + 60.0);
    assert_eq!(memory.order(pc, 41.0 * DAY)[0].0, at("hook"));
}

#[test]
fn a_time_of_day_is_learned() {
    let mut memory = memory();
    let bag = what("bag", "bag");
    for day in 0..20 {
        memory.found(bag, at("hook"), f64::from(day) * DAY + 0.3 * DAY);
        memory.found(bag, at("table"), f64::from(day) * DAY + 0.8 * DAY);
    }
    assert_eq!(memory.order(bag, 20.3 * DAY)[0].0, at("hook"));
    assert_eq!(memory.order(bag, 20.8 * DAY)[0].0, at("table"));
}

#[test]
fn reports_are_believed_until_disproved_and_liars_less_and_less() {
    let mut memory = memory();
    let ball = what("ball", "toy");
    (0..10).for_each(|day| memory.found(ball, at("bench"), f64::from(day) * DAY));
    memory.told(ball, at("kitchen"), 10.0 * DAY);
    let first = memory.order(ball, 10.0 * DAY)[0].0;
    assert!(home().within(first, at("kitchen")));
    memory.missed(ball, at("kitchen"), 10.0 * DAY);
    assert_eq!(memory.order(ball, 10.0 * DAY)[0].0, at("bench"));
    for day in 10..60 {
        let now = f64::from(day) * DAY;
        memory.told(ball, at("kitchen"), now);
        memory.found(ball, at("bench"), now + 60.0);
    }
    memory.told(ball, at("kitchen"), 60.0 * DAY);
    assert_eq!(memory.order(ball, 60.0 * DAY)[0].0, at("bench"));
}

#[test]
fn of_contradicting_reports_the_latest_counts_most_and_none_is_lost() {
    let mut memory = memory();
    let ball = what("ball", "toy");
    (0..5).for_each(|day| memory.found(ball, at("bench"), f64::from(day) * DAY));
    for (minute, place) in ["table", "drawer", "sink", "hook", "attic", "table"].into_iter().enumerate() {
        memory.told(ball, at(place), 5.0 * DAY + 60.0 * minute as f64);
    }
    let order = memory.order(ball, 5.0 * DAY + 400.0);
    assert_eq!((order[0].0, order[1].0), (at("table"), at("attic")), "{order:?}");
    assert!((order.iter().map(|(_, chance)| chance).sum::<f32>() - 1.0).abs() < 1e-3);
    // Each proves false; what was seen stands.
    for place in ["table", "attic", "hook", "sink", "drawer"] {
        memory.missed(ball, at(place), 5.0 * DAY + 500.0);
    }
    assert_eq!(memory.order(ball, 5.0 * DAY + 500.0)[0].0, at("bench"));
}

#[test]
fn a_hundred_thousand_findings_and_misses_leave_numbers() {
    let mut memory = memory();
    let keys = what("keys", "key");
    let leaves = home().leaves().to_vec();
    for minute in 0..100_000 {
        let place = leaves[minute / 7 % leaves.len()];
        let now = minute as f64 * 600.0;
        if minute % 3 == 0 { memory.missed(keys, place, now) } else { memory.found(keys, place, now) }
    }
    let order = memory.order(keys, 6e7 + 60.0);
    assert!(order.iter().all(|(_, chance)| chance.is_finite() && *chance >= 0.0));
    assert!((order.iter().map(|(_, chance)| chance).sum::<f32>() - 1.0).abs() < 1e-3);
}

#[test]
fn a_habit_is_taken_for_an_old_one_after_two_odd_findings_and_not_after_one() {
    let mut memory = memory();
    let pc = what("pc", "computer");
    (0..60).for_each(|day| memory.found(pc, at("table"), f64::from(day) * DAY));
    memory.found(pc, at("hook"), 60.0 * DAY);
    memory.found(pc, at("table"), 61.0 * DAY);
    assert_eq!(memory.order(pc, 64.0 * DAY)[0].0, at("table"), "once is nothing");
    (62..64).for_each(|day| memory.found(pc, at("hook"), f64::from(day) * DAY));
    assert_eq!(memory.order(pc, 70.0 * DAY)[0].0, at("hook"), "twice is a new habit");
}

#[test]
fn a_new_place_seen_twice_does_not_hide_that_the_habit_is_an_old_one() {
    let mut memory = memory();
    let pc = what("pc", "computer");
    (0..60).for_each(|day| memory.found(pc, at("table"), f64::from(day) * DAY));
    for (day, place) in [(60, "hook"), (61, "hook"), (62, "bench"), (63, "hook"), (64, "bench")] {
        memory.found(pc, at(place), f64::from(day) * DAY);
    }
    let order = memory.order(pc, 75.0 * DAY);
    let first: Vec<_> = order.iter().take(2).map(|(place, _)| *place).collect();
    assert!(first.contains(&at("hook")) && first.contains(&at("bench")), "{order:?}");
}

#[test]
fn how_long_a_thing_stays_is_learned_place_by_place() {
    let mut memory = memory();
    let cup = what("cup", "cup");
    // For hours in the drawer, for minutes on the table.
    for day in 0..30 {
        let noon = f64::from(day) * DAY + 0.5 * DAY;
        for hour in [-5.0, -3.0, -1.0] {
            memory.found(cup, at("drawer"), noon + hour * 3600.0);
        }
        memory.found(cup, at("table"), noon);
        memory.missed(cup, at("table"), noon + 1800.0);
        for hour in [0.6, 1.5, 3.0, 6.0] {
            memory.found(cup, at("drawer"), noon + hour * 3600.0);
        }
    }
    let noon = 30.5 * DAY;
    memory.found(cup, at("table"), noon);
    assert_eq!(memory.order(cup, noon + 60.0)[0].0, at("table"), "a minute later it is still there");
    assert_eq!(memory.order(cup, noon + 2.0 * 3600.0)[0].0, at("drawer"), "two hours later it was put away");
    memory.found(cup, at("drawer"), noon + 2.0 * 3600.0);
    let there = memory.chance_at(cup, at("drawer"), noon + 4.0 * 3600.0);
    assert!(there > 0.9, "and there it stays: {there}");
}

#[test]
fn a_thing_of_no_known_kind_is_looked_for_where_most_things_are() {
    let mut memory = memory();
    for index in 0..12 {
        memory.found(
            what(&format!("thing {index}"), &format!("kind {index}")),
            at("bench"),
            f64::from(index),
        );
    }
    assert_eq!(memory.order(what("gadget", "gadgets"), DAY)[0].0, at("bench"));
    assert_eq!(memory.order(what("gadget", ""), DAY)[0].0, at("bench"));
    // What is known of the kind says more than what is known of all things.
    memory.found(what("a pen", "pen"), at("sink"), DAY);
    memory.found(what("a second pen", "pen"), at("sink"), DAY);
    memory.found(what("a third pen", "pen"), at("sink"), DAY);
    assert_eq!(memory.order(what("a new pen", "pen"), DAY)[0].0, at("sink"));
}

#[test]
fn where_kinds_tell_nothing_they_are_heeded_less() {
    let chance_at_sink = |scattered: bool| {
        let mut memory = memory();
        let leaves = home().leaves().to_vec();
        for index in 0..200usize {
            let (kind, thing) = (index % 5, format!("thing {index}"));
            // Each kind in one place of its own, or every thing anywhere.
            let place = leaves[if scattered { index * 7 / 5 % leaves.len() } else { kind }];
            memory.found(what(&thing, &format!("kind {kind}")), place, index as f64);
        }
        (0..3).for_each(|pen| memory.found(what(&format!("pen {pen}"), "pen"), at("sink"), 300.0));
        memory.chance_at(what("a new pen", "pen"), at("sink"), 400.0)
    };
    let (orderly, scattered) = (chance_at_sink(false), chance_at_sink(true));
    assert!(orderly > scattered + 0.2, "{orderly} {scattered}");
}

#[test]
fn it_knows_how_sure_it_is() {
    let mut memory = memory();
    let (fixed, loose) = (what("lamp", "lamp"), what("cat", "cat"));
    for day in 0..30 {
        memory.found(fixed, at("table"), f64::from(day) * DAY);
        memory.found(loose, home().leaves()[day as usize * 5 % 6], f64::from(day) * DAY);
    }
    let now = 31.0 * DAY;
    assert!(memory.sureness(fixed, now) > memory.sureness(loose, now) + 0.3);
    assert!(memory.sureness(what("never seen", ""), now) < 0.05);
}

#[test]
fn size_is_bounded_and_the_longest_unmet_is_forgotten() {
    let config = MemoryConfig { most_objects: 10, ..MemoryConfig::default() };
    let mut memory = Memory::new(home(), config);
    for index in 0..25 {
        memory.found(what(&format!("thing {index}"), "thing"), at("sink"), f64::from(index));
    }
    assert_eq!(memory.len(), 10);
    assert!(memory.last_seen(Name::cut("thing 3").into()).is_none());
    assert!(memory.last_seen(Name::cut("thing 24").into()).is_some());
}

#[test]
fn a_saved_memory_answers_the_same() {
    let mut memory = memory();
    let keys = what("keys", "key");
    (0..9).for_each(|day| memory.found(keys, home().leaves()[day % 3], day as f64 * DAY));
    memory.told(keys, at("hall"), 9.0 * DAY);
    let text = serde_json::to_string(&memory).unwrap();
    let restored: Memory = serde_json::from_str(&text).unwrap();
    assert_eq!(memory.order(keys, 9.5 * DAY), restored.order(keys, 9.5 * DAY));
}

#[test]
fn unknown_places_are_learned_or_refused_as_the_character_says() {
    let mut learns = memory();
    let shed = learns.place(Name::cut("shed"), home().root()).unwrap();
    learns.found(what("rake", "tool"), shed, 0.0);
    assert_eq!(learns.order(what("rake", "tool"), 60.0)[0].0, shed);
    let mut strict = Memory::new(home(), MemoryConfig { learns_places: false, ..MemoryConfig::default() });
    let refused = strict.place(Name::cut("shed"), home().root()).unwrap_err();
    assert!(refused.to_string().contains("shed"));
    // Nonsense is dropped, not learned.
    strict.found(what("rake", "tool"), PlaceId(999), 0.0);
    strict.found(what("rake", "tool"), at("sink"), f64::NAN);
    assert!(strict.is_empty());
}

#[test]
fn travel_decides_between_places_and_without_it_the_order_is_the_same() {
    let mut memory = memory();
    let keys = what("keys", "key");
    for (day, place) in ["table", "hook", "sink", "table", "bench", "hook", "table"].into_iter().enumerate() {
        memory.found(keys, at(place), day as f64 * DAY);
    }
    let now = 20.0 * DAY;
    let by_chance: Vec<PlaceId> = memory.order(keys, now).into_iter().map(|(place, _)| place).collect();
    let mut search = SearchOrder::default();
    assert_eq!(memory.order_with_travel(&mut search, keys, now, |_, _| 0.0), by_chance);
    // A negative or missing length is no travel.
    assert_eq!(memory.order_with_travel(&mut search, keys, now, |_, _| f32::NAN), by_chance);
    assert_eq!(memory.order_with_travel(&mut search, keys, now, |_, _| -3.0), by_chance);
    // Where no way leads is tried last.
    let no_way = |_, to| if to == by_chance[0] { f32::INFINITY } else { 0.0 };
    let order = memory.order_with_travel(&mut search, keys, now, no_way);
    assert_eq!((order.len(), order.last()), (by_chance.len(), by_chance.first()));
    // From room to room is far: the hall is left only once, after all of it.
    let house = home();
    let room = |place: PlaceId| house[place].parent;
    let travel = |from: Option<PlaceId>, to: PlaceId| {
        if from.map_or(Some(at("hall")), room) == room(to) { 0.0 } else { 100.0 }
    };
    let order = memory.order_with_travel(&mut search, keys, now, travel);
    assert!(house.within(order[0], at("hall")) && house.within(order[1], at("hall")), "{order:?}");
    assert_eq!(order.len(), by_chance.len());
}

#[test]
fn more_places_than_a_search_takes_are_all_in_the_order() {
    let mut house = House::new(Name::cut("hotel"));
    let root = house.root();
    let count = MOST_SEARCH_PLACES + 6;
    house.add_all((0..count).map(|room| (Name::cut(&format!("room {room}")), root, None))).unwrap();
    let mut memory = Memory::new(house, MemoryConfig::default());
    let bag = what("bag", "bag");
    memory.found(bag, PlaceId(3), 0.0);
    let mut order = memory.order_with_travel(&mut SearchOrder::default(), bag, 60.0, |_, _| 1.0);
    assert_eq!(order[0], PlaceId(3));
    order.sort();
    assert_eq!(order, memory.house().leaves());
}

/// The two were joined into one text and cut at 28 bytes: one cup was then found where another had been put.
#[test]
fn objects_are_the_same_only_if_colour_and_name_both_are() {
    let looks = |colour: &str, name: &str| What {
        object: ObjectName { colour: Some(Name::cut(colour)), name: Name::cut(name) },
        kind: Name::cut(name),
    };
    let pairs = [
        // Alike in their first 28 bytes.
        (looks("very dark turquoise-blue", "teacup"), looks("very dark turquoise-blue", "teapot")),
        // The same words, divided elsewhere.
        (looks("dark", "red ball"), looks("dark red", "ball")),
    ];
    for (one, other) in pairs {
        let mut memory = memory();
        memory.found(one, at("table"), 0.0);
        memory.found(other, at("attic"), 1.0);
        assert_eq!(memory.len(), 2, "{} and {}", one.object, other.object);
        assert_eq!(memory.last_seen(one.object), Some((at("table"), 0.0)));
        let text = serde_json::to_string(&memory).unwrap();
        let again: Memory = serde_json::from_str(&text).unwrap();
        assert_eq!(again.last_seen(other.object), Some((at("attic"), 1.0)));
        again.validate(&MemoryConfig::default()).unwrap();
    }
}

#[test]
fn places_in_turn_are_foretold_day_by_day_though_one_comes_twice() {
    let mut memory = memory();
    let bin = what("bin", "bin");
    let turn = ["table", "hook", "table", "attic"];
    (0..20).for_each(|day| memory.found(bin, at(turn[day % 4]), day as f64 * DAY + 0.4 * DAY));
    for day in 20..24 {
        let now = day as f64 * DAY + 0.3 * DAY;
        assert_eq!(memory.order(bin, now)[0].0, at(turn[day % 4]), "day {day}");
        memory.found(bin, at(turn[day % 4]), now);
    }
}

#[test]
fn weekends_are_told_from_other_days() {
    let mut memory = memory();
    let bag = what("bag", "bag");
    let kept = |day: u32| if day % 7 >= 5 { "attic" } else { "hook" };
    (0..21).for_each(|day| memory.found(bag, at(kept(day)), f64::from(day) * DAY + 0.5 * DAY));
    for day in 21..28 {
        let now = f64::from(day) * DAY + 0.5 * DAY;
        assert_eq!(memory.order(bag, now)[0].0, at(kept(day)), "day {day}");
        memory.found(bag, at(kept(day)), now);
    }
}

#[test]
fn what_is_in_a_bag_goes_along_and_a_closed_bag_is_not_searched_by_looking_at_it() {
    let mut memory = memory();
    let (keys, bag) = (what("keys", "key"), what("bag", "bag"));
    for day in 0..6 {
        let place = ["hook", "table", "attic"][day % 3];
        memory.found_in(keys, bag, at(place), day as f64 * DAY);
    }
    let now = 6.0 * DAY;
    memory.found(bag, at("sink"), now);
    assert_eq!(memory.last_seen(keys.object), Some((at("attic"), 5.0 * DAY)));
    // Seen closed in the kitchen: nothing lies there, and yet the keys are there.
    memory.missed(keys, at("kitchen"), now + 60.0);
    assert!(memory.chance_at(keys, at("sink"), now + 120.0) > 0.8);
    // Opened and empty, it is no longer.
    memory.missed_in(keys, bag.object, now + 180.0);
    assert!(memory.chance_at(keys, at("sink"), now + 200.0) < 0.02);
    assert!(memory.goes_with(keys.object, bag.object) && !memory.goes_with(bag.object, keys.object));
    // Taken out and laid down: where it was seen is where it is.
    memory.found(keys, at("bench"), now + 300.0);
    memory.found(bag, at("attic"), now + 360.0);
    assert_eq!(memory.order(keys, now + 400.0)[0].0, at("bench"));
}

/// The shell game, and invisible displacement: a pea under one of three cups, which change places behind a screen.
#[test]
fn what_is_under_a_cup_is_where_the_cup_is_after_any_number_of_moves() {
    let spots = ["table", "drawer", "sink", "hook", "bench", "attic"];
    for seed in 0..40 {
        let mut chance = Chance::new(seed);
        let mut memory = memory();
        let (pea, cups) = (what("pea", "pea"), ["cup 1", "cup 2", "cup 3"].map(|name| what(name, "cup")));
        let mut lie: Vec<&str> = spots[..3].to_vec();
        let under = chance.below(3) as usize;
        memory.found(pea, at(lie[under]), 0.0);
        memory.found_in(pea, cups[under], at(lie[under]), 1.0);
        (0..3).for_each(|cup| memory.found(cups[cup], at(lie[cup]), 2.0));
        let mut now = 3.0;
        for _ in 0..1 + chance.below(4) {
            let cup = chance.below(3) as usize;
            let free: Vec<&str> = spots.into_iter().filter(|spot| !lie.contains(spot)).collect();
            lie[cup] = free[chance.below(free.len() as u32) as usize];
            now += 5.0;
            memory.found(cups[cup], at(lie[cup]), now);
        }
        assert_eq!(memory.order(pea, now + 5.0)[0].0, at(lie[under]), "seed {seed}");
        // A purse in the bag of a person: what holds may be held.
        let (coin, purse, owner) = (what("coin", "coin"), what("purse", "purse"), what("owner", "person"));
        memory.found_in(purse, owner, at("attic"), now);
        memory.found_in(coin, purse, at("attic"), now);
        memory.found_in(purse, owner, at("attic"), now + 1.0);
        memory.found(owner, at("hook"), now + 20.0);
        assert_eq!(memory.order(coin, now + 25.0)[0].0, at("hook"));
    }
}

#[test]
fn things_in_one_another_do_not_go_round_in_circles() {
    let mut memory = memory();
    let (one, other) = (what("one", "box"), what("other", "box"));
    memory.found_in(one, other, at("table"), 0.0);
    memory.found_in(other, one, at("table"), 10.0);
    memory.found_in(one, one, at("table"), 20.0);
    let order = memory.order(one, 30.0);
    assert!((order.iter().map(|(_, chance)| chance).sum::<f32>() - 1.0).abs() < 1e-3, "{order:?}");
    memory.validate(&MemoryConfig::default()).unwrap();
}

#[test]
fn a_liar_is_heeded_less_than_one_who_was_right_and_no_is_understood() {
    let mut memory = memory();
    let ball = what("ball", "toy");
    let (fox, owl) = (Name::cut("fox"), Name::cut("owl"));
    for day in 0..10 {
        let now = f64::from(day) * DAY;
        memory.told_by(fox, ball, at("attic"), true, now);
        memory.told_by(owl, ball, at("bench"), true, now);
        memory.found(ball, at("bench"), now + 60.0);
    }
    assert!(memory.trust_in(owl) > 0.9 && memory.trust_in(fox) < 0.4);
    let now = 20.0 * DAY;
    memory.told_by(owl, ball, at("bench"), false, now);
    assert_ne!(memory.order(ball, now)[0].0, at("bench"), "it is said not to be there");
    memory.validate(&MemoryConfig::default()).unwrap();
}

#[test]
fn stays_are_remembered_one_by_one_and_boundedly() {
    let config = MemoryConfig { most_stays: 8, ..MemoryConfig::default() };
    let mut memory = Memory::new(home(), config);
    let cup = what("cup", "cup");
    for day in 0..30 {
        for hour in 8..12 {
            let place = if day % 2 == 0 { "table" } else { "sink" };
            memory.found(cup, at(place), f64::from(day) * DAY + f64::from(hour) * 3600.0);
        }
    }
    let stays = memory.stays(cup.object);
    assert_eq!(stays.len(), 8);
    let last = stays[7];
    assert_eq!(
        (last.place, last.from_s, last.to_s() - last.from_s),
        (at("sink"), 29.0 * DAY + 8.0 * 3600.0, 3.0 * 3600.0)
    );
    assert_eq!(stays[6].place, at("table"));
    memory.validate(&config).unwrap();
}

#[test]
fn how_often_a_thing_is_put_back_is_learned_and_a_place_seen_empty_stays_so_until_then() {
    let mut memory = memory();
    let lamp = what("lamp", "lamp");
    for day in 0..20 {
        [9.0, 12.0, 15.0, 18.0]
            .iter()
            .for_each(|hour| memory.found(lamp, at("table"), f64::from(day) * DAY + hour * 3600.0));
    }
    let now = 20.0 * DAY + 9.0 * 3600.0;
    memory.found(lamp, at("table"), now);
    memory.missed(lamp, at("kitchen"), now + 60.0);
    let soon = memory.chance_at(lamp, at("table"), now + 120.0);
    assert!(soon < 0.02, "{soon}");
    let rate = memory.moved_between(lamp, now, now + 60.0);
    assert!(rate < 0.02 && memory.moved_between(lamp, now, now + 30.0 * DAY) > rate, "{rate}");
}
