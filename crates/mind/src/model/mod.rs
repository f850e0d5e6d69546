//! What the stages share: what was sensed, what is believed and expected of it, what is known, felt and can be done. Data
//! and reads; no stage stands here, and nothing here depends on one.

pub mod action;
pub(crate) mod asks_mind;
pub mod expectation;
pub mod explanation;
pub mod hand;
pub mod selector;
pub mod words;

mod belief;
mod beliefs;
mod bounded;
mod history;
mod knowledge;
mod lesson;
mod motion;
mod noticing;
mod other_mind;
mod percept;
mod place;
mod places;
mod record;
mod score;
mod steady;
mod tick;
mod value;
mod view;

pub use asks_mind::AsksMind;
pub use belief::{Belief, BeliefId, Carried};
pub use beliefs::{Beliefs, MOST_RIVALS, Rival, Room, Wanted};
pub use bounded::BoundedVec;
pub use expectation::Expectation;
pub use explanation::{Explanation, Explanations};
pub use hand::HandConfig;
pub use history::History;
pub use knowledge::{Knowledge, KnownWords, Looks, MAX_SUPPOSED, Supposed, Word, WordList};
pub use lesson::Lessons;
pub use motion::{Courses, Looked, Mapped, Motion, MotionConfig, Stray, log_sum, overlooked_log};
pub use noticing::{Chances, LookedAt, Noticed, Noticing, Sought};
pub(crate) use other_mind::Lies;
pub use other_mind::{About, GazeEstimate, MOST_HEARD, OtherMind};
pub use percept::{Datum, Evaluation, Look, Percept, PerceptId, PerceptNode, PerceptTree};
pub use place::{AtRest, MapConfig, Place, PlaceOutcome, Recalled};
pub use places::{KnownPlaces, NamedPlace, NamedPlaceId, Route, RouteId};
pub use record::{Eye, HOLDING, Record};
pub use score::Score;
pub(crate) use score::Strayed;
pub use selector::{Concepts, Refusal, Selector};
pub(crate) use steady::Seeing;
pub use steady::{Steady, SteadyConfig};
pub use tick::{Feedback, MOST_SEARCHES, Searching, Tick};
pub use value::{Feelings, Term, ValueId};
pub use view::{Found, Pick, SelectorId, View, Viewpoint};
