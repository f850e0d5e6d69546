//! One account of where a thing is: the map of an unseen thing follows the memory. Where memory's chance of a place changes, the
//! share of the map there changes alike. What was looked at in vain stays empty but for what may have been put back since, at the
//! rate that memory learnt for the thing. A place of whose share hardly anything is left was looked at: the thing is missed there,
//! whether it was looked for or not.

use super::config::Config;
use super::home::Home;
use super::step::{Moment, Scratch, State, at_rest, weigh, what_of};
use crate::model::{Belief, BeliefId};
use piaget_memory::{PlaceId, What};
use piaget_occupancy::Distribution;
use piaget_terms::valid::{Checked, amount, time};
use piaget_terms::{Name, Vec3};
use serde::{Deserialize, Serialize};

/// What memory said of a thing when the map last followed it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Account {
    pub(super) belief: BeliefId,
    at_s: f64,
    /// By specific place.
    chances: Vec<f32>,
}

impl Account {
    pub(super) fn validate(&self) -> Checked {
        time("accounts", self.at_s)?;
        self.chances.iter().try_for_each(|chance| amount("accounts", *chance))
    }
}

/// The map of one unseen thing follows memory, if it went by memory before.
pub(super) fn follow(
    config: &Config,
    state: &mut State,
    home: &mut Home,
    scratch: &mut Scratch,
    belief: &mut Belief,
    tick: &Moment<'_>,
) {
    let id = belief.id;
    let number = state.accounts.binary_search_by_key(&id, |account| account.belief);
    let what = state.thread(id).recalled_as.unwrap_or_else(|| what_of(&belief.now));
    let Some(place) = belief.place.as_mut().filter(|place| place.recalled.is_some()) else {
        number.map(|number| state.accounts.remove(number)).ok();
        return;
    };
    let number = match number {
        Ok(number) => number,
        Err(number) => {
            let mut chances = Vec::new();
            state.memory.chances(what, tick.time_s, &mut chances);
            state.accounts.insert(number, Account { belief: id, at_s: tick.time_s, chances });
            return;
        }
    };
    if tick.time_s - state.accounts[number].at_s < f64::from(config.recall_every_s) {
        return;
    }
    let Some(map) = place.map() else { return };
    let account = &state.accounts[number];
    let at_s = account.at_s;
    // A place that was learned meanwhile divides the ground anew.
    let known = account.chances.len() == state.memory.house().leaves().len();
    if known {
        let (house, lattice) = (state.memory.house(), tick.map.lattice());
        home.layout.weights(house, lattice, &account.chances, config.elsewhere, &mut scratch.before);
        find_looked_at(config, home, scratch, map);
        for at in 0..scratch.done.len() {
            let place = scratch.done[at];
            if state.memory.house()[place].children.is_empty() && !state.memory.was_missed(what.object, place)
            {
                state.memory.missed(what, place, tick.time_s);
            }
        }
        scratch.done.clear();
    }
    let Some(recalled) = weigh(config, &mut state.memory, home, scratch, what, tick) else { return };
    if known {
        let put_back = state.memory.moved_between(what, at_s, tick.time_s);
        blend(home, scratch, map, put_back);
    }
    let outcome = place.outcome;
    place.lay(&scratch.weights, at_rest(config), recalled);
    place.outcome = outcome;
    if let Some(likely) = place.map().and_then(|map| map.most_likely()) {
        belief.now.position = Vec3::new(likely.place.x, belief.now.position.y, likely.place.y);
    }
    let account = &mut state.accounts[number];
    account.at_s = tick.time_s;
    account.chances.clone_from(&scratch.chances);
}

/// The specific places of which hardly anything is left, by what was laid there.
fn find_looked_at(config: &Config, home: &Home, scratch: &mut Scratch, map: &Distribution) {
    /// What memory gave less than this tells nothing by being gone.
    const LEAST: f32 = 1e-3;
    let places = home.layout.places();
    scratch.laid.clear();
    scratch.laid.resize(places, (0.0, 0.0));
    for ((node, place), (_, laid)) in home.layout.nodes().zip(&scratch.before) {
        if let Some(place) = place {
            let sums = &mut scratch.laid[place.0 as usize];
            *sums = (sums.0 + laid, sums.1 + map.probability(node));
        }
    }
    let looked_at = |(laid, left): &(f32, f32)| *laid > LEAST && *left < (1.0 - config.sure) * laid;
    let numbers = scratch.laid.iter().enumerate().filter(|(_, sums)| looked_at(sums));
    scratch.done.clear();
    scratch.done.extend(numbers.map(|(number, _)| PlaceId(number as u32)));
}

/// What is left of the map, as memory's chances have changed, and what was put back since.
fn blend(home: &Home, scratch: &mut Scratch, map: &Distribution, put_back: f32) {
    /// What was next to impossible before comes back by being put there alone.
    const MOST_GROWTH: f32 = 100.0;
    let nodes = home.layout.nodes().zip(&scratch.before);
    for (((node, _), (_, before)), (_, weight)) in nodes.zip(&mut scratch.weights) {
        let growth = if *before > 0.0 { (*weight / before).min(MOST_GROWTH) } else { 0.0 };
        *weight = (1.0 - put_back) * map.probability(node) * growth + put_back * *weight;
    }
}

/// What a creature was asked for and has never met: by its kind it may be anywhere.
pub(super) fn only_named(kind: Name) -> What {
    What { object: kind.into(), kind }
}
