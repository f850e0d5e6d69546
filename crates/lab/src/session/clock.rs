//! How time passes for a visitor: on from the present, tick by tick when asked so, and back to a moment of the past.

use super::play::Refusal;
use super::{GoOn, MAX_BYTES, Session, TICKS_AT_ONCE};

impl Session {
    pub(super) fn scrub(&mut self, tick: Option<u32>, go_on: GoOn<'_>) -> Result<(), Refusal> {
        (self.steps, self.until) = (0, None);
        let Some(tick) = tick.filter(|tick| *tick != self.tick()) else {
            (self.shown, self.seeking) = (None, None);
            return Ok(());
        };
        let (earliest, present) = (self.past.earliest() as u32, self.tick());
        if !(earliest..=present).contains(&tick) {
            return Err(format!("ticks {earliest} to {present} can be shown, not {tick}").into());
        }
        // Going on from the moment on show is cheaper than from a snapshot, if it lies before.
        let near = self.seeking.take().map(|(play, _)| play).or(self.shown.take());
        let play = match near.filter(|play| play.tick() <= tick) {
            Some(play) => play,
            None => self.past.before(tick.into(), &self.play)?,
        };
        self.paused = true;
        self.seeking = Some((play, tick));
        self.go_on_seeking(go_on);
        Ok(())
    }

    /// Plays a past moment up to its tick, then shows it.
    fn go_on_seeking(&mut self, go_on: GoOn<'_>) {
        let Some((mut play, tick)) = self.seeking.take() else { return };
        while play.tick() < tick {
            if !go_on() || !play.step(go_on) {
                self.seeking = Some((play, tick));
                return;
            }
        }
        play.take_happened();
        play.story.take();
        self.shown = Some(play);
    }

    /// Lets time pass for the visitor; the creatures' time follows at its speed.
    pub fn advance(&mut self, elapsed_s: f64) {
        self.advance_while(elapsed_s, &mut || true);
    }

    /// As [`Session::advance`], as long as `go_on` says so, which is asked between two ticks and between two changes. What
    /// was asked for tick by tick is then still to be done; time that has passed is not caught up with.
    pub fn advance_while(&mut self, elapsed_s: f64, go_on: GoOn<'_>) {
        self.go_on_asking(go_on);
        self.export_first = !self.export_first;
        if self.export_first {
            self.go_on_exporting(go_on);
            self.play_on(elapsed_s, go_on);
        } else {
            self.play_on(elapsed_s, go_on);
            self.go_on_exporting(go_on);
        }
        self.past.trim(MAX_BYTES.saturating_sub(self.told_later()));
    }

    fn play_on(&mut self, elapsed_s: f64, go_on: GoOn<'_>) {
        if self.seeking.is_some() {
            self.go_on_seeking(go_on);
            return;
        }
        if self.paused && self.steps == 0 && self.until.is_none() {
            return;
        }
        if let Some(refusal) = self.play.is_too_large() {
            (self.paused, self.steps, self.until) = (true, 0, None);
            self.refuse("step", refusal);
            return;
        }
        if let Some(until) = self.until {
            self.play_ticks(until.saturating_sub(self.tick()).min(TICKS_AT_ONCE), go_on);
            self.until = Some(until).filter(|until| self.tick() < *until);
            return;
        }
        if self.steps > 0 {
            self.steps -= self.play_ticks(self.steps.min(TICKS_AT_ONCE), go_on);
            return;
        }
        if self.paused || !elapsed_s.is_finite() {
            return;
        }
        let tick_s = f64::from(self.play.simulation.scenario().tick_s());
        self.owed_s += elapsed_s.max(0.0) * f64::from(self.speed);
        // Rounding must not cost a tick now and then.
        let due = ((self.owed_s / tick_s) + 1e-4).floor();
        self.owed_s = (self.owed_s - due * tick_s).max(0.0);
        // A machine that cannot keep up shows slow creatures, and never tries to catch up.
        self.play_ticks(due.min(f64::from(TICKS_AT_ONCE)) as u32, go_on);
        if self.play.simulation.is_over() && !std::mem::replace(&mut self.ended, true) {
            self.paused = true;
        }
    }

    /// Plays so many ticks, as long as `go_on` says so; gives back how many were played.
    fn play_ticks(&mut self, ticks: u32, go_on: GoOn<'_>) -> u32 {
        for played in 0..ticks {
            if !go_on() {
                return played;
            }
            self.past.keep(&self.play, MAX_BYTES.saturating_sub(self.told_later()));
            if !self.play.step(go_on) {
                return played;
            }
            if self.play.ends_here() {
                self.paused = true;
                return ticks;
            }
            if self.play.is_too_large().is_some() {
                return played + 1;
            }
        }
        ticks
    }
}
