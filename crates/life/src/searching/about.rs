//! What the family is, for people: its parts, who is measured, and what is measured of them.

use crate::family::{About, Half, Part, Subject};
use crate::figure::{Better, Curve, Measure};

pub(super) const SMALL: &str = "small";
pub(super) const ROOMS: &str = "rooms";

pub(super) const PARTS: &[Part] = &[
    Part {
        name: "hidden",
        says: "Behind Duncan's back the sheep goes where it cannot be seen from where he stands.",
        half: Half::Possible,
    },
    Part {
        name: "moved",
        says: "The same, and while he searches the sheep goes elsewhere once more.",
        half: Half::Possible,
    },
    Part { name: "absent", says: "The same, but the sheep has left the ground.", half: Half::Absent },
    Part {
        name: "crates",
        says: "Crates that the terrain does not know stand in the way; the twin has walls in their place.",
        half: Half::Possible,
    },
    Part {
        name: "moved-wall",
        says: "A known wall was moved into the way; in the twin it stands there from the beginning.",
        half: Half::Possible,
    },
    Part {
        name: "cart",
        says: "A cart passes to and fro across the way; the twin's cart lets everybody pass.",
        half: Half::Possible,
    },
    Part {
        name: "guard-hidden",
        says: "The README's guard watches a thief walk out of sight, and then goes after it.",
        half: Half::Possible,
    },
    Part {
        name: "guard-crates",
        says: "The same, and crates that nobody told of stand in the way; the twin has walls in their place.",
        half: Half::Possible,
    },
    Part { name: "guard-absent", says: "The same, but the thief has left the ground.", half: Half::Absent },
    Part {
        name: SMALL,
        says: "Up to nine places on a small map: the way of Duncan's policy beside the exact optimum.",
        half: Half::Possible,
    },
    Part {
        name: ROOMS,
        says: "Rooms of any kind, eyes of 2 to 20 m and 40 to 200 degrees: does every search come to an end?",
        half: Half::Possible,
    },
];

pub(super) const LIKELY: &str = "most likely first";
pub(super) const PLANNED: &str = "planned by effort";
pub(super) const NEAREST: &str = "nearest first";
pub(super) const RANDOM: &str = "random walk";
pub(super) const BEST: &str = "best known plan";

pub(super) const SUBJECTS: &[Subject] = &[
    Subject { name: Subject::OURS, says: "Duncan, or the README's guard, as shipped." },
    Subject { name: LIKELY, says: "The same mind, always on its way to the likeliest place (Isla)." },
    Subject { name: PLANNED, says: "The same mind with the policy that weighs finding against effort." },
    Subject { name: NEAREST, says: "Told of all obstacles: the nearest place that has not been seen." },
    Subject { name: RANDOM, says: "Told of all obstacles: from one random place to another." },
    Subject {
        name: BEST,
        says: "Told of all obstacles and of the chances: the best order of places to look from.",
    },
    Subject { name: Subject::TRUTH, says: "Told by the scorer where the thing is." },
];

pub(super) const MEASURES: &[Measure] = &[
    Measure {
        name: "found",
        says: "Share of things that are seen and come up to within 90 s.",
        of: "found",
        per: None,
        better: Better::Higher,
    },
    Measure {
        name: "time over best plan",
        says: "Time until the thing is reached, 90 s where it is not, by that of the best known plan.",
        of: "time_s",
        per: Some("best_s"),
        better: Better::Lower,
    },
    Measure {
        name: "time over known",
        says: "The same by the own time in the twin in which the obstacle is known.",
        of: "time_s",
        per: Some("known_s"),
        better: Better::Lower,
    },
    Measure {
        name: "found in the twin",
        says: "Share of things that are found where the obstacle is known.",
        of: "known_found",
        per: None,
        better: Better::Higher,
    },
    Measure {
        name: "pressed",
        says: "Share of the time on the way that is spent pressed against something.",
        of: "pressed_s",
        per: Some("travel_s"),
        better: Better::Lower,
    },
    Measure {
        name: "stuck over 1 s",
        says: "Share of searches in which one is pressed against something for more than a second on end.",
        of: "stuck",
        per: None,
        better: Better::Lower,
    },
    Measure {
        name: "inspected",
        says: "Share of the hidden ground that was looked at before giving up, or within 300 s.",
        of: "inspected_m2",
        per: Some("hidden_m2"),
        better: Better::Higher,
    },
    Measure {
        name: "nine tenths seen",
        says: "Share of searches that see nine tenths of the hidden ground.",
        of: "enough",
        per: None,
        better: Better::Higher,
    },
    Measure {
        name: "nine tenths over least",
        says: "Time until these nine tenths are seen, where they are, by the least time in which they can be.",
        of: "enough_s",
        per: Some("enough_best_s"),
        better: Better::Lower,
    },
    Measure {
        name: "gave up",
        says: "Share of searches that are given up within 300 s.",
        of: "gave_up",
        per: None,
        better: Better::Higher,
    },
    Measure {
        name: "gave up after s",
        says: "Mean time until giving up, 300 s where one does not.",
        of: "gave_up_s",
        per: None,
        better: Better::Lower,
    },
    Measure {
        name: "gave up over least",
        says: "Time until giving up, by the least time in which nine tenths of the hidden ground can be seen.",
        of: "gave_up_s",
        per: Some("best_s"),
        better: Better::Lower,
    },
    Measure {
        name: "open field after s",
        says: "The same on ground where nothing can hide.",
        of: "open_s",
        per: None,
        better: Better::Lower,
    },
    Measure {
        name: "circled twice",
        says: "Share of searches in which some place is circled twice or more.",
        of: "circled_twice",
        per: None,
        better: Better::Lower,
    },
    Measure {
        name: "way over optimum",
        says: "Expected way until the thing is found, by the least possible.",
        of: "way_m",
        per: Some("optimum_m"),
        better: Better::Lower,
    },
    Measure {
        name: "never ends",
        says: "Share of searches in rooms that neither find nor give up within 600 s.",
        of: "never_ends",
        per: None,
        better: Better::Lower,
    },
    Measure {
        name: "left without a reason",
        says: "Share of places set out for that are left for none of the reasons there are.",
        of: "unexplained",
        per: Some("plans"),
        better: Better::Lower,
    },
    Measure {
        name: "left for a better one",
        says: "Share of places set out for that are left for a better one before they are reached.",
        of: "better",
        per: Some("plans"),
        better: Better::Lower,
    },
    Measure {
        name: "gap over twice the way",
        says: "Share of searches with more than twice the time of the way, and of looking around at both ends, between two looks at new ground.",
        of: "long_gap",
        per: None,
        better: Better::Lower,
    },
];
pub(super) const GIVE_UP_RANKS: &str = "giving up follows hidden ground";
pub(super) const GIVE_UP_BY_BEST: &str = "giving up follows the least time";

pub(super) const CURVES: &[Curve] = &[
    Curve { measure: "found", over: "speed" },
    Curve { measure: "found", over: "noise" },
    Curve { measure: "found", over: "tick" },
    Curve { measure: "time over best plan", over: "side" },
    Curve { measure: "pressed", over: "layout" },
];

/// What it is, for people.
pub(super) const ABOUT: About = About {
    name: "searching",
    says: "A thing is out of sight: is it found, how soon, and when is it given up?",
    parts: PARTS,
    subjects: SUBJECTS,
    measures: MEASURES,
    curves: CURVES,
};
