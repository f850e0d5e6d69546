//! A creature that is given another character while it lives, as the lab's sliders do. The scenario is changed with it,
//! so that saving, loading and recording go on as ever.

use crate::simulation::Simulation;
use piaget_terms::Name;

impl Simulation {
    /// Gives a creature another character, or says why not; then nothing has changed.
    pub(crate) fn recast(&mut self, creature: Name, text: &str) -> Result<(), String> {
        let at = self.actors.iter().position(|actor| actor.name == creature);
        let at = at.ok_or_else(|| format!("there is no creature \"{creature}\""))?;
        let mut scenario = self.scenario.clone();
        scenario.recast(creature, text)?;
        let plan = scenario.creatures.iter().find(|plan| plan.name == creature);
        let character = plan.map(|plan| plan.character.clone()).ok_or("there is no such creature")?;
        let reshaped = self.world.reshape(self.actors[at].id, character.body, character.eyes);
        reshaped.map_err(|refusal| refusal.to_string())?;
        self.actors[at].mind.recast(character);
        self.scenario = scenario;
        Ok(())
    }
}
