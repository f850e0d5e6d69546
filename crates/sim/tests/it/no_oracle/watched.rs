//! No oracle for whoever watches (Buchsbaum 6.2): what Max makes of Morris rests on what his eyes gave him. With every
//! word of Morris's mind scrambled, with other names for his movements, and with other drives under the same behaviour,
//! Max stays the same to the last bit. That the object of a movement does not reach him either is tested where an intent
//! can be changed on its way to the body (`simulation/tests.rs`).

use super::bits;
use crate::scenarios::{load, root};
use piaget_sim::files::Kept;
use piaget_sim::{Action, Choice, Scenario, Simulation, Threads};
use piaget_terms::{Name, Utterance, Vec3};

const SHARED: &str = "characters/shared/mouse.kdl";
const MORRIS: &str = "characters/morris.kdl";
/// A copy of what the mice share that Morris alone reads.
const HIS_OWN: &str = "characters/shared/scrambled.kdl";
/// What his values, percepts, selectors and lists are called.
const WORDS: [&str; 24] = [
    "hunger",
    "playfulness",
    "joy",
    "despair",
    "impatience",
    "show-joy",
    "show-despair",
    "show-impatience",
    "patient",
    "stay-worth",
    "food",
    "toy",
    "tool",
    "throwable",
    "danceable",
    "edible",
    "toys",
    "tools",
    "in-hand",
    "lately-in-hand",
    "reachable",
    "at-feet",
    "gettable",
    "threw",
];

/// His body.
const BODY: &str = "bodies/morris.glb";
/// Movements that do nothing to things, so that the world need not know them by name, and what else to call them. As
/// many letters, because a model's file counts its bytes.
const MOVEMENTS: [(&str, &str); 8] = [
    ("thumbs-up", "w-thmb-01"),
    ("jump-for-joy", "w-joyjump-02"),
    ("cover-face", "w-cover-03"),
    ("pound-ground", "w-pounding-4"),
    ("tap-foot", "w-tap-05"),
    ("stand-frustrated", "w-frustration-06"),
    ("beg", "w-7"),
    ("dance", "w-d-8"),
];

/// The stage with the mice, and Morris's files changed.
fn play(change: &dyn Fn(&str) -> String, seed: u64) -> Simulation {
    play_with(change, &|_| {}, seed)
}

/// The same with his body changed too.
fn play_with(change: &dyn Fn(&str) -> String, rebuild: &dyn Fn(&mut Vec<u8>), seed: u64) -> Simulation {
    let path = root().join("scenarios/mice.kdl");
    let plain = load(&path, &Choice::default());
    let mut files: Kept = plain.files.clone();
    let shared = change(&files.0[SHARED]);
    let morris = change(&files.0[MORRIS]).replace(SHARED, HIS_OWN);
    assert!(morris.contains(HIS_OWN), "Morris no longer includes {SHARED}");
    files.0.insert(HIS_OWN.into(), shared);
    files.0.insert(MORRIS.into(), morris);
    rebuild(files.1.get_mut(BODY).expect("Morris has a body"));
    let scenario = Scenario::load(&plain.text, &files, &Choice::seed(seed));
    Simulation::new(scenario.unwrap_or_else(|found| panic!("{found}")), Threads::One).unwrap()
}

/// Every tuple, and every word of the list above, is called something else.
fn scrambled(text: &str) -> String {
    let mut text = text.to_owned();
    for (at, word) in WORDS.iter().enumerate() {
        text = text.replace(&format!("\"{word}\""), &format!("\"w{at}\""));
        text = text.replace(&format!("\"{word}."), &format!("\"w{at}."));
    }
    let parts: Vec<&str> = text.split("tuple \"").collect();
    let (mut out, mut renamed) = (parts[0].to_owned(), Vec::new());
    for (at, part) in parts[1..].iter().enumerate() {
        let end = part.find('"').expect("a tuple's name ends");
        // The name's length keeps the two files' tuples apart.
        let new = format!("t{at}-{}", text.len());
        renamed.push((part[..end].to_owned(), new.clone()));
        out += &format!("tuple \"{new}{}", &part[end..]);
    }
    for (old, new) in renamed {
        out = out.replace(&format!("doing \"{old}\""), &format!("doing \"{new}\""));
    }
    out
}

fn say(simulation: &mut Simulation, words: &str) {
    let (words, at) = (Utterance::from(words).unwrap(), Some(Vec3::new(3.0, 1.0, 0.0)));
    simulation.input(Action::Say { by: Name::cut("keeper"), words, at, loudness: 1.0 });
}

fn give(simulation: &mut Simulation, thing: &str) {
    let world = simulation.world();
    let morris = world.named("morris").and_then(|id| world.creature(id)).unwrap();
    let to = morris.world_from_own(Vec3::new(-0.06, 0.55, 0.23));
    simulation.input(Action::Transport { what: Name::cut(thing), to });
    simulation.input(Action::Show(Name::cut(thing)));
}

/// Plays both side by side; Max must not tell them apart. Gives how many gestures he made sense of.
fn compare(mut both: [Simulation; 2], seconds: f64, direct: impl Fn(&mut Simulation, u64)) -> u32 {
    let mut understood = 0;
    while both[0].time_s() < seconds {
        for one in &mut both {
            let tick = one.tick();
            direct(one, tick);
            one.step();
        }
        let [plain, other] = both.each_ref().map(|one| one.actor("max").unwrap());
        assert!(bits(plain) == bits(other), "Max knows better at {} s", both[0].time_s());
        understood = understood.max(plain.mind.watching().understanding().gesture);
    }
    understood
}

#[test]
fn the_words_of_the_others_mind_never_reach_the_onlooker() {
    let both = [play(&str::to_owned, 3), play(&scrambled, 3)];
    let name = |one: &Simulation| one.actor("morris").unwrap().mind.actions().tuples()[0].name;
    assert_ne!(name(&both[0]), name(&both[1]), "nothing was scrambled");
    let understood = compare(both, 16.0, |one, tick| {
        if tick == 30 {
            give(one, "cheese");
        }
    });
    assert!(understood >= 2, "Max saw too little to betray anything: {understood}");
}

#[test]
fn the_others_drives_never_reach_the_onlooker() {
    let sated = |text: &str| {
        text.replace("\"hunger\" start=0.8", "\"hunger\" start=0.05")
            .replace("\"playfulness\" start=0.7", "\"playfulness\" start=0.95")
    };
    let both = [play(&str::to_owned, 4), play(&sated, 4)];
    let understood = compare(both, 14.0, |one, tick| match tick {
        0 => say(one, "stay morris"),
        45 => give(one, "cheese"),
        60 => say(one, "morris wave"),
        180 => say(one, "morris reach"),
        300 => say(one, "morris thumbs-up"),
        _ => {}
    });
    assert!(understood >= 2, "Max saw too little to betray anything: {understood}");
}

#[test]
fn the_names_of_the_others_movements_never_reach_the_onlooker() {
    let quoted = |name: &str| format!("\"{name}\"");
    let renamed = |text: &str| {
        MOVEMENTS.iter().fold(text.to_owned(), |text, (old, new)| text.replace(&quoted(old), &quoted(new)))
    };
    let rebuild = |body: &mut Vec<u8>| {
        for (old, new) in MOVEMENTS {
            let (old, new) = (quoted(old), quoted(new));
            let at = body.windows(old.len()).position(|bytes| bytes == old.as_bytes()).expect("he can do it");
            body[at..at + old.len()].copy_from_slice(new.as_bytes());
        }
    };
    let both = [play(&str::to_owned, 5), play_with(&renamed, &rebuild, 5)];
    let performed = std::cell::RefCell::new([Vec::new(), Vec::new()]);
    let understood = compare(both, 24.0, |one, tick| {
        match tick {
            0 => say(one, "stay morris"),
            60 => say(one, "well done morris"),
            270 => say(one, "shame on morris"),
            480 => say(one, "not yet morris"),
            _ => {}
        }
        let movement = one.actor("morris").unwrap().sensed.body.movement.map(|movement| movement.name);
        let scrambled = movement.is_some_and(|name| MOVEMENTS.iter().any(|(_, new)| name == *new));
        performed.borrow_mut()[usize::from(scrambled)].extend(movement);
    });
    let [plain, scrambled] = performed.into_inner();
    assert!(scrambled.len() > 100 && plain.len() >= scrambled.len(), "{} {}", plain.len(), scrambled.len());
    assert!(understood >= 2, "Max saw too little to betray anything: {understood}");
}
