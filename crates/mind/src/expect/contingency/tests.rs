use super::*;
use piaget_terms::Chance;

fn door() -> Occurrence {
    Occurrence::Heard { speaker: Name::cut("door"), words: Name::default() }
}

fn bell() -> Occurrence {
    Occurrence::Heard { speaker: Name::cut("bell"), words: Name::default() }
}

/// A life in ticks of a thirtieth of a second in which occurrences come at times; gives the omissions.
fn live(own: &mut Contingencies, seconds: f64, when: &[(f64, Occurrence)]) -> Vec<(f64, Omission)> {
    let config = ContingencyConfig::default();
    let (start, tick_s) = (own.lived_s, 1.0 / 30.0);
    let (beliefs, mut omissions) = (Beliefs::new(1), Vec::new());
    while own.lived_s < start + seconds {
        let from = own.lived_s;
        own.lived_s += tick_s;
        own.omitted = None;
        let now = own.lived_s;
        for (_, what) in when.iter().filter(|(at, _)| (from..now).contains(&(start + at))) {
            own.happens(&config, *what, now);
        }
        own.miss(&config, &beliefs, now, tick_s as f32);
        omissions.extend(own.omitted.map(|omission| (now - start, omission)));
        assert!(own.validate(&config).is_ok(), "{:?}", own.validate(&config));
    }
    omissions
}

fn newborn() -> Contingencies {
    Contingencies::new(&ContingencyConfig::default())
}

/// So many pairs of bell and door, with delays that vary by this much.
fn train(own: &mut Contingencies, pairs: u32, varies_s: f32, chance: &mut Chance) {
    for _ in 0..pairs {
        let delay_s = f64::from((1.5 + varies_s * chance.normal()).max(0.2));
        let gap_s = f64::from(chance.between(6.0, 20.0));
        live(own, gap_s, &[(0.1, bell()), (0.1 + delay_s, door())]);
    }
}

#[test]
fn the_omission_of_what_followed_eight_times_surprises_at_its_time() {
    for seed in 0..20 {
        let (mut own, mut chance) = (newborn(), Chance::new(seed));
        train(&mut own, 8, 0.1, &mut chance);
        let omissions = live(&mut own, 15.0, &[(0.1, bell())]);
        let [(at, omission)] = &omissions[..] else { panic!("{omissions:?}") };
        assert!(omission.nats > 9.0 && omission.due == door(), "{omission:?}");
        assert!((1.6..6.0).contains(at), "{at}");
    }
}

#[test]
fn the_second_omission_surprises_less_and_the_fourth_hardly() {
    let (mut own, mut chance) = (newborn(), Chance::new(3));
    train(&mut own, 8, 0.1, &mut chance);
    let nats: Vec<f32> = (0..4).map(|_| live(&mut own, 15.0, &[(0.1, bell())])[0].1.nats).collect();
    assert!(nats[1] < 0.5 * nats[0] && nats[3] < 0.15 * nats[0], "{nats:?}");
}

#[test]
fn what_comes_at_its_own_times_is_no_omission_to_wonder_at() {
    let mut surprised = 0;
    for seed in 0..100 {
        let (mut own, mut chance) = (newborn(), Chance::new(1000 + seed));
        for _ in 0..8 {
            let at = |chance: &mut Chance| f64::from(chance.between(0.1, 12.0));
            let (bell_at, door_at) = (at(&mut chance), at(&mut chance));
            live(&mut own, 13.0, &[(bell_at, bell()), (door_at, door())]);
        }
        let omissions = live(&mut own, 15.0, &[(0.1, bell())]);
        surprised += u32::from(omissions.iter().any(|(_, omission)| omission.nats > 8.0));
    }
    assert!(surprised <= 2, "{surprised} of 100");
}

#[test]
fn a_thousand_kinds_of_events_leave_no_more_room_taken_than_there_is() {
    let (mut own, config, mut chance) = (newborn(), ContingencyConfig::default(), Chance::new(5));
    let (events, pairs) = (own.known.capacity(), own.pairs.capacity());
    for step in 0..3000 {
        own.lived_s += 0.4;
        let kind = Name::cut(&format!("kind-{}", chance.below(1000)));
        let (now, what) = (own.lived_s, Occurrence::Became { kind, path: kind, value: kind });
        own.happens(&config, what, now);
        own.miss(&config, &Beliefs::new(1), now, 0.4);
        assert!(own.validate(&config).is_ok(), "step {step}: {:?}", own.validate(&config));
    }
    assert_eq!((own.known.capacity(), own.pairs.capacity()), (events, pairs));
}

/// Who was away for an hour missed nothing.
#[test]
fn a_clock_that_jumps_is_no_omission() {
    let (mut own, config, mut chance) = (newborn(), ContingencyConfig::default(), Chance::new(6));
    train(&mut own, 8, 0.1, &mut chance);
    own.happens(&config, bell(), own.lived_s);
    own.omitted = None;
    own.miss(&config, &Beliefs::new(1), own.lived_s + 3600.0, 3600.0);
    assert_eq!(own.omitted(), None);
}

/// What one could not have noticed is not missed.
#[test]
fn a_door_out_of_sight_is_not_missed() {
    let opens =
        Occurrence::Became { kind: Name::cut("door"), path: Name::cut("state"), value: Name::cut("open") };
    let (mut own, mut omissions) = (newborn(), 0);
    for _ in 0..9 {
        omissions += live(&mut own, 12.0, &[(0.1, bell()), (1.6, opens)]).len();
    }
    omissions += live(&mut own, 12.0, &[(0.1, bell())]).len();
    assert_eq!(omissions, 0);
}
