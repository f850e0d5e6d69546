//! What watching another has taught, as values: the stage `others` finds them, and the mind takes them in at one place,
//! after that stage and before the next.

use super::action::NewAction;
use super::{Supposed, Wanted};

/// What one tick of watching has taught.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lessons {
    /// Words to put on lists, each with its list's number.
    pub words: Supposed,
    /// An action to add to the own tree.
    pub action: Option<NewAction>,
    /// An action that was learnt and does not do what it is for, by its place among those that were learnt.
    pub given_up: Option<u16>,
    /// What another is understood to want from now on.
    pub wanted: Option<Wanted>,
}
