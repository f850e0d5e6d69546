//! Why a creature does what it does: the page of `piaget why`, for the moment that is shown.

use super::play::{Play, Refusal};
use super::{GoOn, Session};
use crate::library::shortened;
use crate::messages::{FromLab, WhyNow, WhySection};
use piaget_mind::Why;
use piaget_sim::why::why_now;

/// A question that waits until the moment before it has been played anew.
pub(super) struct Asking {
    creature: String,
    belief: Option<u32>,
    tick: u32,
    time_s: f64,
    why: Why,
    /// The play on its way to that moment, and its tick.
    earlier: (Play, u32),
}

impl Session {
    pub(super) fn tell_why(
        &mut self,
        creature: &str,
        belief: Option<u32>,
        go_on: GoOn<'_>,
    ) -> Result<(), Refusal> {
        let play = self.shown.as_ref().unwrap_or(&self.play);
        let none = || format!("there is no creature \"{}\"", shortened(creature));
        let why = why_now(&play.simulation, creature).ok_or_else(none)?;
        let (creature, tick, time_s) = (creature.to_owned(), play.tick(), play.simulation.time_s());
        // Only the last question is answered.
        self.answers.retain(|answer| !matches!(answer, FromLab::Why(_)));
        self.asking = None;
        match self.a_second_before(play) {
            Some(earlier) => {
                self.asking = Some(Asking { creature, belief, tick, time_s, why, earlier });
                self.go_on_asking(go_on);
            }
            None => self.answers.push(page(creature, (tick, time_s), why, belief, None)),
        }
        Ok(())
    }

    /// A play before the moment a second before, and the tick of that moment; nothing where it is not known.
    fn a_second_before(&self, play: &Play) -> Option<(Play, u32)> {
        let second = play.simulation.scenario().tick_hz.round() as u32;
        let tick = play.tick().checked_sub(second)?;
        let known = u64::from(tick) >= self.past.earliest();
        let earlier = known.then(|| self.past.before(tick.into(), &self.play).ok())??;
        Some((earlier, tick))
    }

    /// Plays what is compared with up to its moment, as long as `go_on` says so, and answers then.
    pub(super) fn go_on_asking(&mut self, go_on: GoOn<'_>) {
        let Some(mut asking) = self.asking.take() else { return };
        let (earlier, until) = &mut asking.earlier;
        while earlier.tick() < *until {
            if !go_on() || !earlier.step(go_on) {
                self.asking = Some(asking);
                return;
            }
        }
        let before = why_now(&earlier.simulation, &asking.creature);
        let changed = before.map(|before| asking.why.changes_since(&before));
        let Asking { creature, belief, tick, time_s, why, .. } = asking;
        self.answers.push(page(creature, (tick, time_s), why, belief, changed));
    }
}

/// The answer: a sentence and the page.
fn page(
    creature: String,
    (tick, time_s): (u32, f64),
    mut why: Why,
    belief: Option<u32>,
    changed: Option<Vec<String>>,
) -> FromLab {
    let answer = format!("At {time_s:.1} s {creature} {}.", why.answer());
    if let Some(belief) = belief {
        why.tell_only_of_belief(belief);
    }
    let mut sections = why.sections();
    if let Some(changed) = changed {
        let changed = if changed.is_empty() { vec!["nothing".to_owned()] } else { changed };
        sections.push(("Changed since a second ago", changed));
    }
    let section = |(title, lines): (&str, _)| WhySection { title: title.to_owned(), lines };
    FromLab::Why(WhyNow { creature, tick, answer, sections: sections.into_iter().map(section).collect() })
}
