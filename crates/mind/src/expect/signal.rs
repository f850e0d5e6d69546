//! What a tick's expectations tell the feelings (Isla 5.4): surprise at what was seen, confusion at what was not.

use super::Config;
use super::state::{State, named_urges};
#[cfg(doc)]
use crate::model::Belief;
use crate::model::{BeliefId, Beliefs};
use piaget_terms::Name;

/// What happened to expectations in one tick, by name, each 0 to 1.
pub type Signals = [(Name, f32); 7];

/// Surprise and confusion of this tick: over all beliefs, and of the object of attention alone (`object-surprise`,
/// `object-confusion`), each 0 to 1.
///
/// Surprise is that of [`Belief::startle`]; confusion is the culled mass.
///
/// Kline's violations come as `show-confusion`, `show-surprise` and `show-disbelief`: a drive that sums them up reaches
/// 1 when the benefit of the doubt is used up (Kline 3.2.5).
pub(super) fn signals(
    config: &Config,
    beliefs: &Beliefs,
    state: &State,
    attended: Option<BeliefId>,
) -> Signals {
    let mut told = [0.0f32; 4];
    for belief in beliefs.all() {
        let outcome = belief.place.as_ref().map(|place| place.outcome).unwrap_or_default();
        let surprise = belief.startle(&config.explain);
        let confusion = outcome.confusion;
        told[0] = told[0].max(surprise);
        told[1] = told[1].max(confusion);
        if attended == Some(belief.id) {
            (told[2], told[3]) = (surprise, confusion);
        }
    }
    let named = |name: &str, amount| (Name::cut(name), amount);
    let [confused, surprised, disbelieving] = named_urges(state);
    [
        confused,
        surprised,
        disbelieving,
        named("surprise", told[0]),
        named("confusion", told[1]),
        named("object-surprise", told[2]),
        named("object-confusion", told[3]),
    ]
}
