//! The stages of a tick by name, for whoever wants to know what each costs: a mind itself has no clock.

/// A part of a tick. What stands under *believe* in the papers is three parts here, since they cost so differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Senses become records.
    Perceive,
    /// Records of one thing are merged, and maps spread.
    Spread,
    /// Records are matched with beliefs and taken in.
    Match,
    /// What is not sensed is looked for: the host is asked what is in view, and maps are emptied there.
    Look,
    /// Predictions are checked.
    Expect,
    /// What is kept where.
    Remember,
    /// Percepts and selectors on what is believed.
    Answer,
    /// Others are watched and understood.
    Imitate,
    /// Drives and emotions.
    Feel,
    /// Actions compete.
    Decide,
    /// What the body is asked to do, with the way there.
    Intend,
}

impl Stage {
    /// All of them, in the order in which a tick passes through them.
    pub const ALL: [Self; 11] = [
        Self::Perceive,
        Self::Spread,
        Self::Match,
        Self::Look,
        Self::Expect,
        Self::Remember,
        Self::Answer,
        Self::Imitate,
        Self::Feel,
        Self::Decide,
        Self::Intend,
    ];

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Perceive => "perceive",
            Self::Spread => "spread",
            Self::Match => "match",
            Self::Look => "look",
            Self::Expect => "expect",
            Self::Remember => "remember",
            Self::Answer => "answer",
            Self::Imitate => "imitate",
            Self::Feel => "feel",
            Self::Decide => "decide",
            Self::Intend => "intend",
        }
    }
}
