//! What the others did, what was named, and how the two compare.

use piaget_terms::{HostId, Name};

/// A movement that somebody performed.
#[derive(Clone, Debug, PartialEq)]
pub struct Performed {
    /// Who, by number.
    pub by: usize,
    /// Which movement.
    pub name: Name,
    /// From when to when.
    pub from_s: f64,
    /// See there.
    pub to_s: f64,
    /// Of how many looks the performer was in view, and of how many there were.
    pub in_view: (u32, u32),
    /// What it was about, and the kind of that.
    pub object: Option<(HostId, Name)>,
    /// What it was for: the drive.
    pub motive: Option<&'static str>,
    /// What stood nearest to the performer of all that Max knows a use for.
    pub nearest: Option<Name>,
}

/// A gesture that was named, or was like none that is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    /// Whose it was said to be, by number; `None` where that was not said.
    pub by: Option<usize>,
    /// The movement; `None` for a novel one.
    pub name: Option<Name>,
    /// From when to when.
    pub from_s: f64,
    /// See there.
    pub to_s: f64,
    /// What it was said to be about, where that was said.
    pub about: Option<About>,
}

/// What a gesture was said to be about.
#[derive(Clone, Debug, PartialEq)]
pub struct About {
    /// The kind of the object.
    pub kind: Option<Name>,
    /// The motive, in words.
    pub motive: String,
}

/// The share that a movement and a gesture must have in common of the longer of the two, for the one to be of the other.
const COVERS: f64 = 0.3;

/// Getting about, and standing: no gestures, whoever names them.
pub fn is_passing(name: &str) -> bool {
    ["walk", "turn", "stand", "idle", "run"].contains(&name)
        || ["walk-", "turn-", "run-"].iter().any(|start| name.starts_with(start))
}

/// A movement by the name that it is taken for: parts of a blended one are one.
pub fn taken_for(name: Name) -> Name {
    if name.starts_with("reach-") { Name::cut("reach") } else { name }
}

/// What watching came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    /// Gestures that were performed in view.
    pub performed: u32,
    /// Of these, those that were named rightly.
    pub recalled: u32,
    /// Gestures that were named.
    pub named: u32,
    /// Of these, those that fit one that was performed.
    pub right: u32,
    /// Reaches that were named and that nobody made.
    pub false_reaches: u32,
    /// Novel gestures at times when nobody performed anything.
    pub false_novel: u32,
    /// Gestures that were named rightly and had an object.
    pub with_object: u32,
    /// Of these, those of which the object was named rightly.
    pub right_object: u32,
    /// Of these, those of which the motive was named rightly.
    pub right_motive: u32,
}

/// How long a gesture that was named and one that was performed go on together, if the one is of the other.
fn together_s(one: &Performed, other: &Named) -> Option<f64> {
    let is_timed = other.from_s.is_finite() && other.to_s.is_finite();
    if !is_timed || other.by.is_some_and(|by| by != one.by) {
        return None;
    }
    let both_s = one.to_s.min(other.to_s) - one.from_s.max(other.from_s);
    let longer_s = (one.to_s - one.from_s).max(other.to_s - other.from_s);
    (both_s > 0.0 && both_s >= COVERS * longer_s).then_some(both_s)
}

/// For each gesture that was named, which one that was performed it is; each is of one at most. Those that go on together the
/// longest are taken first.
fn pairs(performed: &[Performed], named: &[Named]) -> Vec<Option<usize>> {
    let mut all: Vec<(f64, usize, usize)> = Vec::new();
    for (at, one) in performed.iter().enumerate().filter(|(_, one)| !is_passing(&one.name)) {
        let same = named.iter().enumerate().filter(|(_, other)| other.name == Some(one.name));
        all.extend(same.filter_map(|(number, other)| Some((together_s(one, other)?, at, number))));
    }
    all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    let (mut taken, mut of) = (vec![false; performed.len()], vec![None; named.len()]);
    for (_, at, number) in all {
        if !taken[at] && of[number].is_none() {
            (taken[at], of[number]) = (true, Some(at));
        }
    }
    of
}

/// Compares what was named with what was done.
pub fn compare(performed: &[Performed], named: &[Named]) -> Counts {
    let mut counts = Counts::default();
    let of = pairs(performed, named);
    for (at, one) in performed.iter().enumerate() {
        let (seen, looks) = one.in_view;
        if is_passing(&one.name) || 2 * seen < looks {
            continue;
        }
        counts.performed += 1;
        let Some(rightly) = of.iter().position(|of| *of == Some(at)).map(|number| &named[number]) else {
            continue;
        };
        counts.recalled += 1;
        if let Some((_, kind)) = one.object {
            counts.with_object += 1;
            let about = rightly.about.as_ref();
            counts.right_object += u32::from(about.is_some_and(|about| about.kind == Some(kind)));
            let motive = |motive: &str| about.is_some_and(|about| about.motive.contains(motive));
            counts.right_motive += u32::from(one.motive.is_some_and(motive));
        }
    }
    for (other, of) in named.iter().zip(&of) {
        match other.name {
            Some(name) if is_passing(&name) => {}
            Some(name) => {
                counts.named += 1;
                counts.right += u32::from(of.is_some());
                counts.false_reaches += u32::from(of.is_none() && name == "reach");
            }
            None => {
                let doing = |one: &Performed| !is_passing(&one.name) && together_s(one, other).is_some();
                counts.false_novel += u32::from(!performed.iter().any(doing));
            }
        }
    }
    counts
}

/// One who is told by the scorer what was done.
pub fn told(performed: &[Performed]) -> Vec<Named> {
    let one = |one: &Performed| Named {
        by: Some(one.by),
        name: Some(one.name),
        from_s: one.from_s,
        to_s: one.to_s,
        about: Some(About {
            kind: one.object.map(|(_, kind)| kind),
            motive: one.motive.unwrap_or_default().to_owned(),
        }),
    };
    performed.iter().map(one).collect()
}

/// One who goes by the layout alone: told the movement by the scorer, it takes what stands nearest for the object.
pub fn by_layout(performed: &[Performed]) -> Vec<Named> {
    let motive = |kind: Name| if kind == "cheese" { "hunger" } else { "playfulness" };
    let one = |one: &Performed| Named {
        by: Some(one.by),
        name: Some(one.name),
        from_s: one.from_s,
        to_s: one.to_s,
        about: one.nearest.map(|kind| About { kind: Some(kind), motive: motive(kind).to_owned() }),
    };
    performed.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::super::stage::GESTURES;
    use super::super::watch::by_chance;
    use super::*;
    use piaget_terms::Chance;

    /// A gesture of two seconds every ten.
    fn life(count: u32) -> Vec<Performed> {
        let one = |index: u32| Performed {
            by: 0,
            name: Name::cut(GESTURES[index as usize % GESTURES.len()]),
            from_s: f64::from(index) * 10.0,
            to_s: f64::from(index) * 10.0 + 2.0,
            in_view: (10, 10),
            object: Some((HostId(1), Name::cut("ball"))),
            motive: Some("playfulness"),
            nearest: Some(Name::cut("cheese")),
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn who_is_told_the_truth_gets_everything() {
        let life = life(50);
        let counts = compare(&life, &told(&life));
        assert_eq!((counts.performed, counts.recalled, counts.named, counts.right), (50, 50, 50, 50));
        assert_eq!((counts.with_object, counts.right_object, counts.right_motive), (50, 50, 50));
        let counts = compare(&life, &by_layout(&life));
        assert_eq!((counts.recalled, counts.right_object, counts.right_motive), (50, 0, 0));
    }

    #[test]
    fn who_forgets_at_once_names_nothing_and_is_never_wrong() {
        let counts = compare(&life(50), &[]);
        assert_eq!((counts.performed, counts.recalled, counts.named, counts.false_novel), (50, 0, 0, 0));
    }

    #[test]
    fn chance_gets_what_arithmetic_says() {
        let life = life(1400);
        let named = by_chance(&life, 14_000.0, &mut Chance::new(5));
        let counts = compare(&life, &named);
        // As many as were performed, each of two seconds and of any name: it fits where it covers enough of one that is
        // performed, 2 * (2 - 0.6) s of every ten, and has its name, one of fourteen. A fit may serve two by accident.
        let expected = 1400.0 * 0.28 / 14.0;
        assert_eq!(counts.named, 1400);
        assert!((f64::from(counts.right) - expected).abs() < 3.0 * expected.sqrt(), "{counts:?} {expected}");
    }

    #[test]
    fn pacing_that_is_named_pacing_is_no_alarm_and_a_reach_is() {
        let named =
            |name: &str| Named { by: None, name: Some(Name::cut(name)), from_s: 1.0, to_s: 2.0, about: None };
        let novel = Named { name: None, ..named("") };
        let counts = compare(&[], &[named("walk"), named("turn"), named("reach"), novel]);
        assert_eq!((counts.named, counts.right, counts.false_novel), (1, 0, 1));
    }

    #[test]
    fn a_gesture_of_somebody_else_is_none_of_this_one() {
        let life = life(3);
        let of =
            |by: usize| told(&life).into_iter().map(|one| Named { by: Some(by), ..one }).collect::<Vec<_>>();
        let counts = compare(&life, &of(1));
        assert_eq!((counts.recalled, counts.named, counts.right), (0, 3, 0));
        assert_eq!(compare(&life, &of(0)).recalled, 3);
    }

    fn one(name: &str, from_s: f64, to_s: f64) -> Named {
        Named { by: Some(0), name: Some(Name::cut(name)), from_s, to_s, about: None }
    }

    #[test]
    fn who_names_everything_all_the_time_is_right_of_nothing() {
        let life = life(50);
        let named: Vec<Named> = GESTURES.iter().map(|name| one(name, 0.0, 500.0)).collect();
        let counts = compare(&life, &named);
        assert_eq!((counts.recalled, counts.named, counts.right), (0, GESTURES.len() as u32, 0));
        // Whoever cuts it up has a name right for each performance, and all others wrong.
        let often =
            (0..250).flat_map(|at| GESTURES.map(|name| one(name, 2.0 * at as f64, 2.0 * at as f64 + 2.0)));
        let counts = compare(&life, &often.collect::<Vec<_>>());
        assert_eq!((counts.recalled, counts.named, counts.right), (50, 250 * GESTURES.len() as u32, 50));
    }

    #[test]
    fn who_repeats_a_name_is_right_once() {
        let life = life(50);
        let named: Vec<Named> =
            told(&life).into_iter().flat_map(|one| [one.clone(), one.clone(), one]).collect();
        let counts = compare(&life, &named);
        assert_eq!((counts.recalled, counts.named, counts.right), (50, 150, 50));
    }

    #[test]
    fn who_is_a_second_late_is_right_of_what_lasts_two_and_not_of_what_lasts_one() {
        let late = |life: &[Performed]| {
            let late = |one: Named| Named { from_s: one.from_s + 1.0, to_s: one.to_s + 1.0, ..one };
            compare(life, &told(life).into_iter().map(late).collect::<Vec<_>>()).right
        };
        let mut life = life(50);
        assert_eq!(late(&life), 50);
        life.iter_mut().for_each(|one| one.to_s = one.from_s + 1.0);
        assert_eq!(late(&life), 0);
    }

    #[test]
    fn what_has_no_time_is_false() {
        let counts = compare(&life(50), &[one("beg", f64::NAN, f64::NAN), one("beg", 0.0, f64::INFINITY)]);
        assert_eq!((counts.recalled, counts.named, counts.right), (0, 2, 0));
        let novel = Named { name: None, ..one("beg", 0.0, 500.0) };
        assert_eq!(compare(&life(50), &[novel]).false_novel, 1);
    }

    #[test]
    fn what_was_out_of_view_is_not_missed() {
        let mut life = life(2);
        life[0].in_view = (4, 10);
        assert_eq!(compare(&life, &[]).performed, 1);
    }
}
