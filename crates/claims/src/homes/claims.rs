//! What the better memory must do in the homes of others.

use super::{Found, Household, housekeep, rivals};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::Run;

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "memory.homes",
        source: "ours, on HOMER+",
        says: "In two simulated households one who sees only the room he visits finds things with fewer looks than by any rival.",
        metric: "places inspected beyond the first, per those of the best rival, in the worse household",
        bar: Bar::AtMost(0.9),
        trials: Trials { full: 20, quick: 2 },
        run: homes,
    },
    Claim {
        id: "memory.housekeep",
        source: "ours, on Housekeep",
        says: "What people prefer for a kind tells where a new thing of it is, clearly better than the place where most things are, and \
               no worse than counting where the kind itself was put.",
        metric: "first tries that are right, per those at the most frequent place",
        bar: Bar::AtLeast(1.05),
        trials: Trials { full: 1, quick: 1 },
        run: belongings,
    },
];

fn homes(run: &Run<'_>) -> Result<Measured, String> {
    let mut measured = Measured::new(0.0);
    for letter in ["A", "B"] {
        let household = match Household::load(letter) {
            Ok(household) => household,
            Err(why) => return Ok(Measured::skipped(why)),
        };
        let [ours, others @ ..] = rivals().map(|(_, kind)| household.search(kind, run));
        let best = |of: fn(&Found) -> f64| others.iter().map(of).fold(f64::INFINITY, f64::min);
        let beyond = |found: &Found| found.inspected - 1.0;
        let failed = |found: &Found| 1.0 - found.first_try;
        measured.value = measured.value.max(beyond(&ours) / best(beyond));
        measured = measured
            .require(
                format!("{letter}: failed first tries, per the best rival's"),
                failed(&ours) / best(failed),
                Bar::AtMost(0.9),
            )
            .detail(format!("{letter}: first tries"), ours.first_try)
            .detail(format!("{letter}: places inspected"), ours.inspected)
            .detail(format!("{letter}: best rival's first tries"), 1.0 - best(failed))
            .detail(format!("{letter}: best rival's places inspected"), 1.0 + best(beyond));
    }
    Ok(measured)
}

fn belongings(_: &Run<'_>) -> Result<Measured, String> {
    let found = match housekeep() {
        Ok(found) => found,
        Err(why) => return Ok(Measured::skipped(why)),
    };
    let [in_room, chance_in_room, frequent_in_room] = found.in_room;
    Ok(Measured::new(found.first_try / found.most_frequent)
        .require("the same within a room", in_room / frequent_in_room, Bar::AtLeast(1.05))
        .require(
            "rival: per those where the kind was put most often",
            found.first_try / found.most_frequent_of_kind,
            Bar::AtLeast(1.0),
        )
        .require("per first tries by chance", found.first_try / found.by_chance, Bar::AtLeast(2.0))
        .detail("first tries", found.first_try)
        .detail("where the kind was put most often", found.most_frequent_of_kind)
        .detail("agreement of two people beyond how popular a place is", found.agreement)
        .detail("at the most frequent place", found.most_frequent)
        .detail("by chance", found.by_chance)
        .detail("first tries within a room, by chance", chance_in_room))
}
