//! Whether a scenario asks for more than the [`Budget`]: told from its ground, its characters and how many there are,
//! before a map is made.

use super::timeline::Action;
use super::{CreaturePlan, Scenario};
use piaget_mind::{Budget, Character, Cost, OverBudget};
use piaget_terms::Name;
use std::sync::Arc;

/// A megabyte, for people.
const MB: u64 = 1 << 20;

impl Scenario {
    /// What its creatures ask for beyond a budget, and the creature that the sentence is about.
    pub fn over_budget(&self, budget: &Budget) -> Result<(), (Name, OverBudget)> {
        self.over_budget_with(budget, None, 0)
    }

    /// As [`Scenario::over_budget`], where one creature is about to be given another character, and so many things are there by now.
    pub fn over_budget_with(
        &self,
        budget: &Budget,
        changed: Option<(Name, &Character)>,
        things: usize,
    ) -> Result<(), (Name, OverBudget)> {
        let actions = self.timeline.iter().flat_map(|event| &event.actions);
        let added = actions.filter(|action| matches!(action, Action::Add(_))).count();
        let others = things.max(self.things.len() + added) + self.creatures.len();
        let mut bytes = 0u64;
        let mut known: Vec<&CreaturePlan> = Vec::new();
        let mut largest: Option<(u64, Name)> = None;
        for plan in &self.creatures {
            let new = changed.filter(|(creature, _)| *creature == plan.name).map(|(_, character)| character);
            let cost = Cost::of(new.unwrap_or(&plan.character), &self.terrain, others);
            budget.check(&cost, &self.terrain).map_err(|over| (plan.name, over))?;
            // Creatures of one character share its maps.
            let is_known = known.iter().any(|other| Arc::ptr_eq(&other.character, &plan.character));
            let shared = match new.is_none() && is_known {
                true => 0,
                false => {
                    known.push(plan);
                    cost.shared_bytes
                }
            };
            let asked = cost.own_bytes.saturating_add(shared);
            bytes = bytes.saturating_add(asked);
            if largest.is_none_or(|(most, _)| asked > most) {
                largest = Some((asked, plan.name));
            }
        }
        let Some((most, name)) = largest.filter(|_| bytes > budget.bytes) else { return Ok(()) };
        let what = format!(
            "the creatures could take {} MB of memory together, this one {} MB; at most {} MB are given",
            bytes / MB,
            most / MB,
            budget.bytes / MB
        );
        let hint =
            "have fewer creatures, a smaller ground, a larger `cell` of the map, or fewer `most` beliefs";
        Err((name, OverBudget { what, hint: hint.into() }))
    }
}
