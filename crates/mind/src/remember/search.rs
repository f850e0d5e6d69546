//! What a search teaches: a place of which everything was looked at in vain does not hold what is looked for.

use super::config::Config;
use super::home::Home;
use super::step::{Moment, Scratch, State, what_of};
use crate::model::{BeliefId, Beliefs};
use piaget_terms::maths;
use serde::{Deserialize, Serialize};

/// A search under way: what has been looked into since it began.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SearchProgress {
    pub(super) belief: BeliefId,
    /// Per node of the layout, how many looks are left until it counts as seen.
    pub(super) looks_left: Vec<u8>,
    /// Per place, how many of its own nodes are left.
    pub(super) nodes_left: Vec<u32>,
}

/// What is looked for and not found at a place of which everything was seen is missed there.
pub(super) fn search(
    config: &Config,
    state: &mut State,
    home: &Home,
    scratch: &mut Scratch,
    beliefs: &Beliefs,
    tick: &Moment<'_>,
) {
    let sought = tick.attended.and_then(|id| beliefs.get(id));
    let Some(belief) = sought.filter(|belief| belief.id != BeliefId::SELF && !belief.now.seen) else {
        state.search = None;
        return;
    };
    let chances = (tick.eye.chance(belief.now.extent, belief.now.position), config.sure);
    let places = state.memory.house().len();
    let begun = state.search.take().filter(|search| search.belief == belief.id);
    let mut search = begun.unwrap_or_else(|| SearchProgress::begin(home, belief.id, chances));
    // A place that was learned meanwhile divides the ground anew.
    search.count(home, places);
    scratch.asked.clear();
    scratch.points.clear();
    for (index, (node, place)) in home.layout.nodes().enumerate() {
        if let Some(place) = place.filter(|_| search.looks_left.get(index).is_some_and(|left| *left > 0)) {
            scratch.asked.push((index as u32, place));
            scratch.points.push(tick.map.lattice().place_at(node, tick.map_config.look_height_m));
        }
    }
    scratch.seen.clear();
    scratch.seen.resize(scratch.points.len(), false);
    tick.eye.sight.sees(&scratch.points, &mut scratch.seen);
    scratch.done.clear();
    for ((index, place), _) in scratch.asked.iter().zip(&scratch.seen).filter(|(_, seen)| **seen) {
        let left = &mut search.looks_left[*index as usize];
        *left -= 1;
        if *left == 0 {
            let nodes = &mut search.nodes_left[place.0 as usize];
            *nodes = nodes.saturating_sub(1);
            if *nodes == 0 && state.memory.house()[*place].children.is_empty() {
                scratch.done.push(*place);
            }
        }
    }
    let recalled_as = state.thread(belief.id).recalled_as;
    let what = recalled_as.unwrap_or_else(|| what_of(&belief.now));
    for place in scratch.done.drain(..) {
        state.memory.missed(what, place, tick.time_s);
    }
    state.search = Some(search);
}

impl SearchProgress {
    fn begin(home: &Home, belief: BeliefId, (rate, sure): (f32, f32)) -> Self {
        let rate = rate.clamp(0.01, 1.0);
        let looks = if rate >= sure { 1.0 } else { (maths::ln(1.0 - sure) / maths::ln(1.0 - rate)).ceil() };
        let looks_left = vec![looks.clamp(1.0, 255.0) as u8; home.layout.nodes().count()];
        Self { belief, looks_left, nodes_left: Vec::new() }
    }

    fn count(&mut self, home: &Home, places: usize) {
        if self.nodes_left.len() == places {
            return;
        }
        self.nodes_left.clear();
        self.nodes_left.resize(places, 0);
        for ((_, place), left) in home.layout.nodes().zip(&self.looks_left) {
            if let Some(place) = place.filter(|_| *left > 0) {
                self.nodes_left[place.0 as usize] += 1;
            }
        }
    }
}
