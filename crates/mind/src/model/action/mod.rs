//! Action tuples, their conditions and the reasons of a choice (Buchsbaum 5.6) as data. The stage `decide` chooses among
//! them; `others` asks the same triggers from another's point of view.

mod condition;
mod decision;
mod learnt;
mod other_minds;
mod reason;
mod tuple;

pub use condition::{Asked, Condition, ConditionId, Conditions, SelfKnowledge, Words};
pub use decision::{Decision, MAX_DEPTH, NewAction, Watched};
pub use other_minds::{MindQuestion, Question, Spot};
pub use reason::{End, Reason};
pub use tuple::{
    Action, ActionGroup, ActionTree, GroupId, ObjectChoice, Selection, Speed, Tuple, TupleId, Until,
};
