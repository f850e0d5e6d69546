//! One tick of a mind: its stages, one after the other. The order stands here and nowhere else.

use crate::model::{Feedback, View};
use crate::{
    Mind, act, believe, classify, decide, events, expect, feel, learn, minds, others, perceive, remember,
};
use piaget_terms::{Intent, Senses};

/// A stage of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Senses become records.
    Perceive,
    /// Records are matched with beliefs (data association); maps spread, and are emptied where the creature looks.
    Believe,
    /// Predictions are checked.
    Expect,
    /// What is kept where.
    Remember,
    /// What others have seen, and so believe.
    Minds,
    /// Percepts and selectors on what is believed.
    Classify,
    /// Others are watched and understood.
    Others,
    /// Drives and emotions.
    Feel,
    /// Actions compete.
    Decide,
    /// What the body is asked to do, with the way there.
    Act,
}

impl Stage {
    /// All of them, in the order in which a tick passes through them.
    pub const ALL: [Self; 10] = [
        Self::Perceive,
        Self::Believe,
        Self::Expect,
        Self::Remember,
        Self::Minds,
        Self::Classify,
        Self::Others,
        Self::Feel,
        Self::Decide,
        Self::Act,
    ];

    /// Its name in lower case: that of its module.
    pub fn name(self) -> &'static str {
        match self {
            Self::Perceive => "perceive",
            Self::Believe => "believe",
            Self::Expect => "expect",
            Self::Remember => "remember",
            Self::Minds => "minds",
            Self::Classify => "classify",
            Self::Others => "others",
            Self::Feel => "feel",
            Self::Decide => "decide",
            Self::Act => "act",
        }
    }
}

impl Mind {
    /// One tick.
    pub fn step(&mut self, senses: &Senses<'_>) -> &Intent {
        self.step_by_stages(senses, |_| {})
    }

    /// One tick, in which `done` is told after each stage: to see what each costs. A mind itself has no clock.
    pub fn step_by_stages(&mut self, senses: &Senses<'_>, mut done: impl FnMut(Stage)) -> &Intent {
        let (shared, s, x) = (&*self.blueprint, &mut self.state, &mut self.scratch);
        let c = &*shared.character;

        let sensed = perceive::step(&c.perceive, &mut s.perceive, &mut x.perceive, senses);
        done(Stage::Perceive);
        s.knowledge.places.live_at(sensed.body.position);
        let tick = &shared.tick(&sensed, senses.sight, (&s.feedback, &s.beliefs));
        believe::step(&c.believe, &mut s.beliefs, &mut x.believe, believe::Input { sensed, tick });
        done(Stage::Believe);
        let input = expect::Input { beliefs: &mut s.beliefs, tick };
        let signals = &expect::step(&c.expect, &mut s.expect, &mut x.expect, input);
        done(Stage::Expect);
        let input = remember::Input { beliefs: &mut s.beliefs, believe: &c.believe, tick };
        remember::step(c.remember.as_ref(), &mut s.remember, &mut x.remember, input);
        done(Stage::Remember);
        minds::step(c.minds.as_ref(), &mut s.beliefs, &mut x.minds, minds::Input { tick });
        done(Stage::Minds);
        classify::step(&c.classify, &s.knowledge, &mut x.classify, &mut s.beliefs);
        done(Stage::Classify);
        let view = View::now(&c.classify, &s.knowledge, &s.beliefs);
        let input = others::Input { view, actions: &s.actions, tick };
        let others::Output { watched, lessons } =
            others::step(c.others.as_ref(), &mut s.others, &mut x.others, input);
        learn::take_in(&lessons, &mut s.knowledge, &mut s.beliefs, &mut s.actions, &mut s.others);
        done(Stage::Others);
        let view = &View::now(&c.classify, &s.knowledge, &s.beliefs);
        let face = feel::step(&c.feel, &mut s.feel, &mut x.feel, feel::Input { tick, view, signals });
        done(Stage::Feel);
        let situation = decide::Situation { tick, view, feelings: &s.feel, watched };
        let input = decide::Input { situation, chance: &mut s.chance };
        let decision = decide::step(&s.actions, &mut s.decide, &mut x.decide, input);
        done(Stage::Decide);
        let imitated = s.others.imitate(decision);
        let input = act::Input { tick, view, on: shared.footing(), decision, imitated, face };
        self.intent = act::step(&c.act, &mut s.act, &mut x.act, input);
        done(Stage::Act);

        s.feedback = Feedback::new(decision, view, s.act.progress(), s.act.searches(&c.act));
        let (intent, explain) = (&self.intent, &c.expect.explain);
        s.events.note(&c.events, events::Input { view, decision, lessons: &lessons, intent, explain });
        &self.intent
    }
}
