//! Why each tuple is active or not: noted in the tick as small marks, put into words when somebody asks.

use super::{ActionTree, ConditionId, TupleId, Words};
use serde::{Deserialize, Serialize};

/// Why a tuple that was active stopped being so.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum End {
    /// A do-until held.
    Done(ConditionId, bool),
    /// It is no longer possible.
    CanNot(ConditionId),
    /// Its object is gone.
    ObjectLost,
    /// It is no longer worth anything.
    Worthless,
    /// A rival was clearly worth more when a new choice was made.
    Beaten(TupleId),
    /// A rival broke in.
    Interrupted(TupleId),
    /// Nothing below it could be done.
    NothingBelow,
    /// Looking for its object on is not worth while.
    InVain,
}

/// Why a tuple is what it is in this tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Reason {
    /// Not considered: its parent action is not active.
    #[default]
    NotAsked,
    /// It may be chosen.
    Possible,
    /// Active: nothing else was possible.
    Only,
    /// Active: it had the highest value.
    Highest,
    /// Active: chance chose it, with this probability.
    ByChance(f32),
    /// Active: it broke into another.
    Interrupts(TupleId),
    /// Active: no reason to change.
    Kept,
    /// Active: a rival was worth more, and chance let it go on, with this probability.
    KeptByChance(f32),
    /// There is nothing for it to be about.
    NoObject,
    /// A can-I trigger does not hold.
    CanNot(ConditionId),
    /// A should-I trigger does not hold.
    ShouldNot(ConditionId),
    /// It would be done as soon as it began.
    AlreadyDone(ConditionId),
    /// It is worth nothing now.
    Worthless,
    /// Nothing below it can be done.
    NothingBelow,
    /// Another had a higher value.
    Lower(TupleId),
    /// Chance chose another.
    Unlucky(TupleId),
    /// The active one is not clearly worth less.
    WithinMargin(TupleId),
    /// Worth more than the active one, whose commitment still lasts.
    Committed(TupleId),
    /// Its object was looked for in vain.
    InVain,
    /// It was active, and ended in this tick.
    Ended(End),
}

impl Reason {
    /// Whether the tuple is active in its group.
    pub fn is_active(&self) -> bool {
        matches!(
            self,
            Self::Only
                | Self::Highest
                | Self::ByChance(_)
                | Self::Interrupts(_)
                | Self::Kept
                | Self::KeptByChance(_)
        )
    }

    /// The tuple that stood in the way, if it was one.
    pub fn rival(&self) -> Option<TupleId> {
        match self {
            Self::Lower(rival)
            | Self::Unlucky(rival)
            | Self::WithinMargin(rival)
            | Self::Committed(rival) => Some(*rival),
            Self::Ended(End::Beaten(rival) | End::Interrupted(rival)) => Some(*rival),
            _ => None,
        }
    }

    /// The reason in words.
    pub fn describe(&self, tree: &ActionTree, words: Words<'_>) -> String {
        let name = |tuple: &TupleId| tree.get(*tuple).map(|tuple| tuple.name).unwrap_or_default();
        let text = |condition: &ConditionId| tree.conditions().describe(*condition, words);
        match self {
            Self::NotAsked => "parent action is not active".to_owned(),
            Self::Possible => "possible".to_owned(),
            Self::Only => "nothing else was possible".to_owned(),
            Self::Highest => "it had the highest value".to_owned(),
            Self::ByChance(share) => format!("chosen by chance ({:.0} %)", share * 100.0),
            Self::Interrupts(whom) => format!("it broke into \"{}\"", name(whom)),
            Self::Kept => "no reason to change".to_owned(),
            Self::KeptByChance(share) => format!("chance let it go on ({:.0} %)", share * 100.0),
            Self::NoObject => "there is nothing for it to be about".to_owned(),
            Self::CanNot(condition) => format!("cannot: needs {}", text(condition)),
            Self::ShouldNot(condition) => format!("should not: needs {}", text(condition)),
            Self::AlreadyDone(condition) => format!("already done: {}", text(condition)),
            Self::Worthless => "worth nothing now".to_owned(),
            Self::NothingBelow => "nothing below it can be done".to_owned(),
            Self::Lower(whom) => format!("\"{}\" had a higher value", name(whom)),
            Self::Unlucky(whom) => format!("chance chose \"{}\"", name(whom)),
            Self::WithinMargin(whom) => format!("not clearly worth more than \"{}\"", name(whom)),
            Self::InVain => "it was looked for in vain".to_owned(),
            Self::Committed(whom) => format!("\"{}\" was chosen a moment ago", name(whom)),
            Self::Ended(end) => match end {
                End::Done(condition, true) => format!("succeeded: {}", text(condition)),
                End::Done(condition, false) => format!("ended: {}", text(condition)),
                End::CanNot(condition) => format!("ended: it needs {}", text(condition)),
                End::ObjectLost => "ended: what it was about is gone".to_owned(),
                End::Worthless => "ended: worth nothing any more".to_owned(),
                End::Beaten(whom) => format!("ended: \"{}\" is clearly worth more", name(whom)),
                End::Interrupted(whom) => format!("interrupted by \"{}\"", name(whom)),
                End::NothingBelow => "ended: nothing below it can be done".to_owned(),
                End::InVain => "ended: looking for it on is not worth while".to_owned(),
            },
        }
    }
}
