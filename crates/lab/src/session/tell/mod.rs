//! Frames: what changed since the last one that was told.

mod memory;
mod mind;
mod world;

use super::play::Play;
use crate::messages::{Clock, Frame, GameNow, Happened, bytes};
use mind::ToldMind;
use piaget_sim::Happening;
use piaget_terms::Vec3;
use world::ToldWorld;

/// What a visitor was told, to be compared with what is.
#[derive(Default)]
pub struct Teller {
    /// The tick, whether it was of the past, and the selected belief.
    told: Option<(u32, bool, Option<u32>)>,
    clock: Clock,
    world: ToldWorld,
    /// `None` where nobody is selected as well.
    mind: Option<ToldMind>,
    mind_is_told: bool,
    game: Option<GameNow>,
}

impl Teller {
    /// The next frame tells the selected mind whole.
    pub fn forget_mind(&mut self) {
        (self.mind, self.mind_is_told) = (None, false);
    }

    /// The frame of this moment; `None` if nothing changed.
    pub fn frame(
        &mut self,
        play: &mut Play,
        clock: Clock,
        selected: usize,
        belief: Option<u32>,
    ) -> Option<Vec<u8>> {
        let key = (play.tick(), clock.present.is_some(), belief);
        if self.told == Some(key) && self.clock == clock && self.mind_is_told {
            return None;
        }
        let whole = self.told.is_none();
        let (happened, untold) = play.take_happened();
        let mut blobs = Vec::new();
        let mut frame = Frame {
            tick: play.tick(),
            t: play.simulation.time_s(),
            whole,
            digest: play.simulation.digest().to_string(),
            clock: (whole || self.clock != clock).then(|| clock.clone()),
            happened: happened.iter().map(told).collect(),
            story: play.story.take(),
            untold,
            ..Frame::default()
        };
        let game = play.game.as_ref().map(|game| game.now(play.simulation.time_s()));
        if self.game != game {
            frame.game.clone_from(&game);
            self.game = game;
        }
        self.world.tell(play, &mut frame, &mut blobs);
        let mind = match self.mind.take().filter(|mind| mind.creature == selected) {
            Some(mind) => Some(mind),
            None => ToldMind::new(play, selected),
        };
        if let Some(mut mind) = mind {
            frame.mind = Some(Box::new(mind.tell(play, belief, &mut blobs)));
            self.mind = Some(mind);
        }
        (self.told, self.clock, self.mind_is_told) = (Some(key), clock, true);
        Some(bytes::pack(&frame, &blobs))
    }
}

fn told(happening: &Happening) -> Happened {
    Happened {
        t: happening.t,
        creature: happening.creature.map(|creature| creature.to_string()),
        event: happening.event.to_string(),
        about: happening.about.clone(),
    }
}

/// To the millimetre: more is not seen, and costs.
pub(super) fn point(place: Vec3) -> [f32; 3] {
    [milli(place.x), milli(place.y), milli(place.z)]
}

/// To three digits after the point; what is no number is 0.
fn milli(number: f32) -> f32 {
    if number.is_finite() { (number * 1000.0).round() / 1000.0 } else { 0.0 }
}
