//! What a person does to a creature itself: another character while it lives, as the lab's sliders give it, or an order
//! to its body. The scenario is changed with it,
//! so that saving, loading and recording go on as ever.

use crate::simulation::Simulation;
use crate::timeline::OrderedMovement;
use piaget_mind::Blueprint;
use piaget_terms::Name;
use std::sync::Arc;

impl Simulation {
    /// Gives a creature another character, or says why not; then nothing has changed.
    pub(crate) fn change_character(&mut self, creature: Name, text: &str) -> Result<(), String> {
        let at = self.actors.iter().position(|actor| actor.name == creature);
        let at = at.ok_or_else(|| format!("there is no creature \"{creature}\""))?;
        let mut scenario = self.scenario.clone();
        scenario.change_character(creature, text)?;
        let plan = scenario.creatures.iter().find(|plan| plan.name == creature);
        let character = plan.map(|plan| plan.character.clone()).ok_or("there is no such creature")?;
        let reshaped = self.world.reshape(self.actors[at].id, character.body, character.eyes);
        reshaped.map_err(|refusal| refusal.to_string())?;
        let rig = plan.and_then(|plan| plan.rig.clone());
        let mind = &mut self.actors[at].mind;
        let terrain = mind.blueprint().terrain().clone();
        mind.change_character(&Arc::new(Blueprint::new(character, terrain)));
        if let Some(rig) = rig {
            mind.embody(&rig.graph);
        }
        self.scenario = scenario;
        Ok(())
    }

    /// Lets a body perform a movement once.
    pub(crate) fn order(&mut self, creature: Name, movement: Name) -> Result<(), String> {
        let actor = self.actors.iter_mut().find(|actor| actor.name == creature);
        let actor =
            actor.ok_or_else(|| format!("perform {movement}: there is no creature \"{creature}\""))?;
        actor.ordered = Some(OrderedMovement { name: movement, asked: false });
        Ok(())
    }
}
