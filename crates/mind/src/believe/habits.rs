//! How things of a kind are expected to move before they have been watched: a post does not, a mouse does.

use super::Config;
use crate::model::Beliefs;

/// Tells every map what to expect of its thing, by its kind. Only for characters that tell kinds apart in this.
pub(super) fn by_kind(config: &Config, beliefs: &mut Beliefs) {
    let Some(map) = config.map.as_ref().filter(|map| !map.habits_of.is_empty()) else { return };
    for belief in &mut beliefs.all {
        if let Some(place) = &mut belief.place {
            place.set_habits(map.habits_of(belief.now.kind));
        }
    }
}
