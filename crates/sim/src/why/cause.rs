//! What stood in the way, in a sentence that says what to change.

use piaget_terms::{Name, Vec3};
use serde::Serialize;
use std::fmt::{self, Display, Formatter};

/// The first obstacle between a creature and what it should do.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "cause", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Cause {
    /// No action of the character does it.
    NoAction { verb: String, nearest: Option<Name>, actions: Vec<Name> },
    /// No action performs the movement, and one performs another that is called nearly so.
    OtherMovement { verb: String, movement: Name, tuple: Name },
    /// The scenario has no such thing.
    NoSuchThing { asked: Name, nearest: Option<Name> },
    /// It was hidden all the time.
    NeverThere { thing: Name },
    /// The character asks for a kind that nothing in the scenario has.
    NoSuchKind { tuple: Name, kind: Name, nearest: Option<Name> },
    /// It was never within the eye's range.
    EyesTooShort { thing: Name, nearest_m: f32, range_m: f32 },
    /// It was always out of view, or behind something.
    NeverInView { thing: Name, nearest_m: f32 },
    /// It was in view, but too small to be noticed.
    TooSmall { thing: Name, nearest_m: f32 },
    /// It was in view, and the eye overlooks most of what is.
    Overlooked { thing: Name, detection: f32 },
    /// It was there once.
    Gone { thing: Name, since_s: f64 },
    /// It went there, and the play was over before.
    OnTheWay { thing: Name, left_m: f32, speed_m_per_s: f32 },
    /// It was chosen in the end, and kept from that for most of the time.
    Late { tuple: Name, began_s: f64, before: Box<Cause> },
    /// Its `until` holds already, so that it is never begun.
    Done { tuple: Name, until: String },
    /// The words that it waits for were said too far away.
    Deaf { words: String, distance_m: f32, hearing_m: f32 },
    /// The words that it waits for were never said.
    NeverSaid { words: String },
    /// It was forgotten before anything was done about it.
    Forgotten { thing: Name, seen_s: f64, forgotten_s: f64, persist_s: f32 },
    /// A can-I trigger never held.
    Cannot { tuple: Name, needs: String, measured: Option<String> },
    /// A should-I trigger never held.
    ShouldNot { tuple: Name, needs: String, measured: Option<String> },
    /// Its value was never above 0.
    Worthless { tuple: Name, most: f32, value: Option<Name> },
    /// Another action was worth more.
    WorthLess { tuple: Name, worth: f32, rival: Name, rivals_worth: f32 },
    /// It was worth more than the active action, but not by the margin of the group.
    Margin { tuple: Name, worth: f32, rival: Name, rivals_worth: f32, margin: f32 },
    /// Another action had been chosen, and its commitment lasted.
    Committed { tuple: Name, rival: Name, commit_s: f32 },
    /// Chance chose another, though this one was worth more.
    Unlucky { tuple: Name, rival: Name },
    /// The selector of the action does not take the thing.
    NotTaken { tuple: Name, thing: Name, because: Option<String> },
    /// The selector of the action takes another thing.
    PrefersAnother { tuple: Name, thing: Name, chosen: Name, because: String },
    /// Something stopped the body, or stood in its way.
    Stopped { by: Option<Name>, known: bool, seconds: f32 },
    /// There was no way.
    NoWay { why: String, barred_by: Option<Name> },
    /// It is believed to be elsewhere.
    Elsewhere { thing: Name, believed: Vec3, truth: Vec3, remembered: Option<(Name, f32)> },
    /// The map is too coarse to lead to it.
    CellTooLarge { thing: Name, cell_m: f32, off_m: f32 },
    /// The body does not know the movement, or could not do it.
    BodyCannot { movement: Name, because: Option<String> },
    /// The movement was done, and nothing came of it.
    DoesNothing { movement: Name, times: usize },
    /// Nobody said where a place by name is.
    UntoldPlace { place: Name },
    /// It did not come to a place by name.
    NotAtPlace { place: Name, nearest_m: f32 },
    /// Nothing stood in the way: it was under way when the play ended.
    Unfinished { tuple: Option<Name> },
}

impl Display for Cause {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let did_you_mean =
            |near: &Option<Name>| near.map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
        match self {
            Self::NoAction { verb, nearest: None, actions } => {
                let actions: Vec<String> = actions.iter().map(|name| format!("\"{name}\"")).collect();
                write!(f, "no action of its character {verb}; it has {}", actions.join(", "))
            }
            Self::NoAction { verb, nearest, .. } => {
                write!(f, "no action of its character {verb}{}", did_you_mean(nearest))
            }
            Self::NoSuchThing { asked, nearest } => {
                write!(f, "the scenario has no \"{asked}\"{}", did_you_mean(nearest))
            }
            Self::NeverThere { thing } => {
                write!(
                    f,
                    "{thing} was hidden all the time: nothing has shown it (`show \"{thing}\"` in the timeline)"
                )
            }
            Self::NoSuchKind { tuple, kind, nearest } => write!(
                f,
                "\"{tuple}\" asks for things of the kind \"{kind}\", and the scenario has none{}",
                did_you_mean(nearest)
            ),
            Self::EyesTooShort { thing, nearest_m, range_m } => write!(
                f,
                "its eyes are too short: {thing} was never nearer than {nearest_m:.1} m, and they reach {range_m} m (`eyes range={range_m}`)"
            ),
            Self::NeverInView { thing, nearest_m } => write!(
                f,
                "{thing} was never in view, though it was {nearest_m:.1} m away: it is behind something, or the creature never looked there"
            ),
            Self::TooSmall { thing, nearest_m } => write!(
                f,
                "{thing} is too small to be noticed from {nearest_m:.1} m away (`eyes columns=` and `rows=` give more pixels)"
            ),
            Self::Deaf { words, distance_m, hearing_m } => write!(
                f,
                "it is deaf to \"{words}\": that was said {distance_m:.1} m away, and it hears such a voice within {hearing_m:.1} m (`eyes hearing=`)"
            ),
            Self::NeverSaid { words } => write!(f, "it waits for \"{words}\", which nobody said"),
            Self::Forgotten { thing, seen_s, forgotten_s, persist_s } => write!(
                f,
                "it forgot {thing} too soon: last seen at {seen_s:.1} s, no longer believed in at {forgotten_s:.1} s (`beliefs persist={persist_s}`)"
            ),
            Self::OtherMovement { verb, movement, tuple } => {
                write!(f, "no action of its character does \"{verb}\": \"{tuple}\" does \"{movement}\"")
            }
            Self::Overlooked { thing, detection } => write!(
                f,
                "its eyes overlook what is in view: {thing} was noticed with a chance of {detection} a tick (`eyes detection={detection}`)"
            ),
            Self::Gone { thing, since_s } => write!(
                f,
                "{thing} is no longer there since {since_s:.1} s: it was hidden, removed, or eaten by somebody"
            ),
            Self::OnTheWay { thing, left_m, speed_m_per_s } => write!(
                f,
                "it was too slow, or the play too short: {left_m:.1} m to {thing} were left, at {speed_m_per_s} m/s (`body walk=` and `run=`)"
            ),
            Self::Late { tuple, began_s, before } => {
                write!(f, "\"{tuple}\" began as late as {began_s:.1} s, because until then {before}")
            }
            Self::Done { tuple, until } => {
                write!(f, "\"{tuple}\" counts as done, so that it is not begun: its `until` holds ({until})")
            }
            Self::Cannot { tuple, needs, measured } => {
                let measured = in_brackets(measured);
                write!(
                    f,
                    "\"{tuple}\" was not possible: its `can` needs {needs}, which did not hold{measured}"
                )
            }
            Self::ShouldNot { tuple, needs, measured } => {
                let measured = in_brackets(measured);
                write!(
                    f,
                    "there was no reason for \"{tuple}\": its `should` needs {needs}, which did not hold{measured}"
                )
            }
            Self::Worthless { tuple, most, value } => {
                let by = value.map_or(String::new(), |value| format!(" by \"{value}\""));
                write!(f, "the value of \"{tuple}\" is too low: it was worth {most:.2} at most{by}")
            }
            Self::WorthLess { tuple, worth, rival, rivals_worth } => write!(
                f,
                "the value of \"{tuple}\" is too low: it was worth {worth:.2}, and \"{rival}\" {rivals_worth:.2}"
            ),
            Self::Margin { tuple, worth, rival, rivals_worth, margin } => write!(
                f,
                "the margin is too high: \"{tuple}\" was worth {worth:.2} and \"{rival}\" {rivals_worth:.2}, but a change needs {:.0} % more (`margin={margin}`)",
                margin * 100.0
            ),
            Self::Committed { tuple, rival, commit_s } => write!(
                f,
                "\"{rival}\" had been chosen before \"{tuple}\" was worth more, and a choice stands for {commit_s} s (`commit={commit_s}`)"
            ),
            Self::Unlucky { tuple, rival } => write!(
                f,
                "chance chose \"{rival}\" though \"{tuple}\" was worth more (`choose=\"highest\"`, or a larger `sharpness`)"
            ),
            Self::NotTaken { tuple, thing, because } => {
                let because = because.as_ref().map_or(String::new(), |because| format!(": {because}"));
                write!(
                    f,
                    "the selector of \"{tuple}\" does not take {thing}, though it is believed in{because}"
                )
            }
            Self::PrefersAnother { tuple, thing, chosen, because } => {
                write!(f, "\"{tuple}\" is about {chosen} instead; of {thing} its selector says: {because}")
            }
            Self::Stopped { by, known, seconds } => {
                let what = by.map_or("something".to_owned(), |by| format!("\"{by}\""));
                let unknown = if *known { "" } else { ", which its terrain does not know," };
                write!(f, "{what}{unknown} was in its way for {seconds:.1} s")
            }
            Self::NoWay { why, barred_by: None } => write!(f, "there is no way there: {why}"),
            Self::NoWay { why, barred_by: Some(by) } => {
                write!(
                    f,
                    "there is no way there: {why}; the nearest is \"{by}\", which its terrain does not know"
                )
            }
            Self::Elsewhere { thing, believed, truth, remembered } => {
                let off_m = (*believed - *truth).with_y(0.0).length();
                let place = |at: &Vec3| format!("({:.1}, {:.1})", at.x, at.z);
                let (believed, truth) = (place(believed), place(truth));
                match remembered {
                    Some((at, chance)) => write!(
                        f,
                        "its memory says that {thing} is at {at} ({:.0} %), near {believed}; it is at {truth}, {off_m:.1} m off",
                        chance * 100.0
                    ),
                    None => write!(
                        f,
                        "it believes {thing} to be at {believed}; it is at {truth}, {off_m:.1} m off"
                    ),
                }
            }
            Self::CellTooLarge { thing, cell_m, off_m } => write!(
                f,
                "the cells of its map are too large: {thing} is {off_m:.1} m from where it is believed to be, on a map of {cell_m} m a cell (`map cell={cell_m}`)"
            ),
            Self::BodyCannot { movement, because } => {
                let because = because.as_ref().map_or(String::new(), |because| format!(": {because}"));
                write!(f, "its body cannot \"{movement}\" here{because}")
            }
            Self::DoesNothing { movement, times } => write!(
                f,
                "its body did \"{movement}\" {times} times and this is not what comes of it: a movement does what the scenario's `movement \"{movement}\"` says, and nothing without one"
            ),
            Self::UntoldPlace { place } => write!(
                f,
                "nobody says where \"{place}\" is, so that it takes it to be where it first stood (`place \"{place}\" {{ at x z }}` in its character or in the scenario's `creature`)"
            ),
            Self::NotAtPlace { place, nearest_m } => {
                write!(f, "it never came nearer to \"{place}\" than {nearest_m:.1} m")
            }
            Self::Unfinished { tuple: Some(tuple) } => {
                write!(f, "nothing stands in the way: it was at \"{tuple}\" when the play ended")
            }
            Self::Unfinished { tuple: None } => {
                write!(f, "nothing stands in the way: it did not come to it in time")
            }
        }
    }
}

/// A figure that belongs to what was said before it.
fn in_brackets(measured: &Option<String>) -> String {
    measured.as_ref().map_or(String::new(), |measured| format!(" ({measured})"))
}
