//! Why a creature does what it does: the page of `piaget why`, for the moment that is shown.

use super::play::{Play, Refusal};
use super::{GoOn, Session};
use crate::library::shortened;
use crate::messages::{FromLab, WhyNow, WhySection};
use piaget_mind::Why;
use piaget_sim::why::why_now;

impl Session {
    pub(super) fn tell_why(
        &mut self,
        creature: &str,
        belief: Option<u32>,
        go_on: GoOn<'_>,
    ) -> Result<(), Refusal> {
        let play = self.shown.as_ref().unwrap_or(&self.play);
        let none = || format!("there is no creature \"{}\"", shortened(creature));
        let mut why = why_now(&play.simulation, creature).ok_or_else(none)?;
        let changed = self.a_second_before(play, creature, go_on).map(|before| why.changes_since(&before));
        let answer = format!("At {:.1} s {creature} {}.", play.simulation.time_s(), why.answer());
        if let Some(belief) = belief {
            why.tell_only_of_belief(belief);
        }
        let mut sections = why.sections();
        if let Some(changed) = changed {
            let changed = if changed.is_empty() { vec!["nothing".to_owned()] } else { changed };
            sections.push(("Changed since a second ago", changed));
        }
        let sections = sections
            .into_iter()
            .map(|(title, lines)| WhySection { title: title.to_owned(), lines })
            .collect();
        let tick = play.tick();
        // Only the last question waits for its answer.
        self.answers.retain(|answer| !matches!(answer, FromLab::Why(_)));
        self.answers.push(FromLab::Why(WhyNow { creature: creature.to_owned(), tick, answer, sections }));
        Ok(())
    }

    /// The same creature a second before, played anew from the past; nothing where that is not known, or takes too long.
    fn a_second_before(&self, play: &Play, creature: &str, go_on: GoOn<'_>) -> Option<Why> {
        let second = play.simulation.scenario().tick_hz.round() as u32;
        let tick = play.tick().checked_sub(second)?;
        if u64::from(tick) < self.past.earliest() {
            return None;
        }
        let mut earlier = self.past.before(tick.into(), &self.play).ok()?;
        while earlier.tick() < tick {
            if !go_on() || !earlier.step(go_on) {
                return None;
            }
        }
        why_now(&earlier.simulation, creature)
    }
}
