//! Learning about things by watching (Buchsbaum 4.4, 4.5, 6.2.6): ice cream is food; a cube is thrown, a hoop danced
//! with.

use super::mice::{JUST_TOO_HIGH, Mice, SHARED, in_reach};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::Run;
use crate::statistics;
use piaget_terms::Vec3;

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "buchsbaum.food",
        source: "Buchsbaum 4.4, 6.2.6",
        says: "Max sees Morris reach for an ice cream and does not know why; he sees him eat it and has learned that it \
               is food. When he is hungry he takes one and eats it.",
        metric: "share of trials in which it is learned from one meal and then eaten",
        bar: Bar::AtLeast(0.95),
        trials: Trials { full: 100, quick: 4 },
        run: food,
    },
    Claim {
        id: "buchsbaum.toy",
        source: "Buchsbaum 4.5, 6.2.6",
        says: "Max sees Morris throw a cube, or dance with a hoop, and has learned both that it is a toy and how one plays \
               with it. When he is playful he does the same with it.",
        metric: "share of trials in which the use of the toy is learned from one demonstration and then made",
        bar: Bar::AtLeast(0.95),
        trials: Trials { full: 100, quick: 4 },
        run: toy,
    },
];

/// How a lesson went.
struct Lesson {
    /// What shows nothing taught nothing, and Max shrugged.
    nothing_first: bool,
    learned: bool,
    used: bool,
}

fn measured(lessons: &[Lesson]) -> Measured {
    let rate =
        |of: &dyn Fn(&Lesson) -> bool| statistics::rate_of(&lessons.iter().map(of).collect::<Vec<_>>());
    let all = rate(&|lesson| lesson.learned && lesson.used);
    Measured::new(all.value)
        .detail("low", all.low)
        .detail("learned", rate(&|lesson| lesson.learned).value)
        .detail("used", rate(&|lesson| lesson.used).value)
        .require("reaching_teaches_nothing", rate(&|lesson| lesson.nothing_first).value, Bar::AtLeast(0.95))
}

fn food(run: &Run<'_>) -> Result<Measured, String> {
    Ok(measured(&run.try_each(|trial| {
        let hungry = [(
            SHARED,
            "drive \"playfulness\" start=0.7 grow=0.006",
            "drive \"playfulness\" start=0.1 grow=0",
        )];
        let mut mice = Mice::new("mice", trial, &hungry)?;
        let mut chance = trial.chance();
        let knows = |mice: &Mice| mice.max().mind.knowledge().lists("edible", "ice-cream");
        mice.give("ice-cream", mice.before("morris", JUST_TOO_HIGH));
        mice.let_go();
        let named = mice.understands("reach", 0.0, 20.0);
        let nothing = named.is_some_and(|named| named.action.is_empty()) && !knows(&mice);
        let nothing_first = nothing && mice.shows("shrug");
        mice.run(2.0);
        let since = mice.now();
        mice.give("ice-cream", mice.before("morris", in_reach(&mut chance)));
        let named = mice.understands("eat", since, 30.0);
        let learned =
            knows(&mice) && named.is_some_and(|named| named.action == "eat-food") && mice.shows("eat");
        mice.run(3.0);
        Ok(Lesson { nothing_first, learned, used: uses(&mut mice, "second-ice-cream", "ate", "ice-cream") })
    })?))
}

fn toy(run: &Run<'_>) -> Result<Measured, String> {
    Ok(measured(&run.try_each(|trial| {
        let (thing, movement, list, other) = if trial.index.is_multiple_of(2) {
            ("cube", "throw", "throwable", "danceable")
        } else {
            ("hoop", "dance", "danceable", "throwable")
        };
        let playful =
            [(SHARED, "drive \"hunger\" start=0.8 grow=0.006", "drive \"hunger\" start=0.1 grow=0")];
        let mut mice = Mice::new("mice", trial, &playful)?;
        let knows = |mice: &Mice, list: &str| mice.max().mind.knowledge().lists(list, thing);
        mice.give(thing, mice.before("morris", JUST_TOO_HIGH));
        mice.let_go();
        let named = mice.understands("reach", 0.0, 20.0);
        let nothing_first = named.is_some_and(|named| named.action.is_empty()) && !knows(&mice, "toys");
        let since = mice.now();
        mice.hand("morris", thing);
        let shown = mice.understands(movement, since, 20.0).is_some();
        let learned = shown && knows(&mice, "toys") && knows(&mice, list) && !knows(&mice, other);
        mice.take_away(thing);
        mice.run(1.0);
        Ok(Lesson { nothing_first, learned, used: uses(&mut mice, thing, "finishes", movement) })
    })?))
}

/// Gives Max the thing and his freedom; whether he makes use of it.
fn uses(mice: &mut Mice, thing: &str, event: &str, about: &str) -> bool {
    mice.say("stay morris");
    mice.say("max rest");
    mice.run(0.5);
    let since = mice.now();
    mice.give(thing, mice.before("max", Vec3::new(-0.05, 0.55, 0.4)));
    mice.until(30.0, |mice| mice.happened(since, "max", event, about))
}
