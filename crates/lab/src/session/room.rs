//! What the minds of one visitor may take in memory. It is reckoned before anything is made, and looked at again before every tick: a
//! mind may come to believe in more things than there are, and a visitor may bring things in.

use super::play::{Play, Refusal};
use crate::library::Library;
use crate::messages::Choice;
use piaget_mind::{Budget, Character, Cost, OverBudget};
use piaget_sim::Scenario;
use piaget_terms::Name;

/// The most that the minds of one visitor may ask for, together. A run is played a second time for a file or for a moment of the
/// past, so it may be there twice. A tick is not interrupted, so the maps are small enough for a tick to be short.
pub const BUDGET: Budget = Budget { map_nodes: 60_000, journey_nodes: 600_000, bytes: 24 << 20 };
/// The same in a scenario that could take more as it is written. That is reckoned from above: a crowd uses a small part of it.
pub const CROWD_BUDGET: Budget = Budget { bytes: 96 << 20, ..BUDGET };
/// What the beliefs of one play may come to hold, whatever was reckoned: where they hold more, its time stands still.
const MOST_HELD: u64 = 24 << 20;
const MB: u64 = 1 << 20;

/// How many things a visitor has brought in before a tick.
#[derive(Clone, Copy, Default)]
pub struct Brought {
    tick: u32,
    count: u64,
}

impl Play {
    /// What the minds of a visitor may ask for in a scenario, whatever was set in it.
    pub(super) fn budget_of(
        library: &Library,
        choice: &Choice,
        scenario: &Scenario,
    ) -> Result<Budget, Refusal> {
        let fits = |scenario: &Scenario| scenario.over_budget(&BUDGET).is_ok();
        let fits = match choice.set.is_empty() {
            true => fits(scenario),
            false => {
                let as_written = library.load(&choice.scenario, &piaget_sim::Choice::default())?;
                as_written.is_ok_and(|as_written| fits(&as_written))
            }
        };
        Ok(if fits { BUDGET } else { CROWD_BUDGET })
    }

    /// Whether a creature may be given this character.
    pub(super) fn has_room_for(&self, creature: Name, character: &Character) -> Result<(), Refusal> {
        // What was brought in before the next tick counts too: it will be there when the character begins to believe.
        let things = self.simulation.world().things().count() + self.brought_in_now() as usize;
        let scenario = self.simulation.scenario();
        scenario.over_budget_with(&self.budget, Some((creature, character)), things).map_err(too_much)
    }

    /// Counts a thing that is brought in before the next tick, if there is room for what the minds make of it in that one tick.
    pub(super) fn bring_in(&mut self) -> Result<(), Refusal> {
        let others = self.simulation.world().things().count() + self.simulation.actors().len();
        let terrain = &self.simulation.scenario().terrain;
        let one_more = self.simulation.actors().iter().map(|actor| {
            let own = |others| Cost::of(actor.mind.character(), terrain, others).own_bytes;
            own(others + 1).saturating_sub(own(others))
        });
        let (each, tick) = (one_more.sum::<u64>(), self.tick());
        let before = self.brought_in_now();
        if (before + 1).saturating_mul(each) > BUDGET.bytes {
            let why =
                "the minds here have no room for more new things in one tick; let time go on".to_owned();
            return Err(why.into());
        }
        self.brought = Brought { tick, count: before + 1 };
        Ok(())
    }

    /// How many things were brought in since the last tick.
    fn brought_in_now(&self) -> u64 {
        if self.brought.tick == self.tick() { self.brought.count } else { 0 }
    }

    /// What its minds hold in their beliefs.
    pub(super) fn belief_bytes(&self) -> usize {
        self.simulation.actors().iter().map(|actor| actor.mind.belief_bytes()).sum()
    }

    /// Why time does not go on, where the minds have come to hold more than a visitor has.
    pub(super) fn is_too_large(&self) -> Option<Refusal> {
        let held = self.belief_bytes();
        (held as u64 > MOST_HELD).then(|| {
            let (held, most) = (held as u64 / MB, MOST_HELD / MB);
            let why = format!(
                "what is believed here takes {held} MB, and a visitor of the lab has {most} MB; begin anew"
            );
            why.into()
        })
    }
}

/// The sentence for what goes beyond a visitor's budget.
pub fn too_much((creature, over): (Name, OverBudget)) -> Refusal {
    format!("\"{creature}\" asks for more than a visitor of the lab has: {}; {}", over.what, over.hint).into()
}
