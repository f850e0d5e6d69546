//! What expecting keeps from tick to tick.

use super::config::Config;
use super::contingency::Contingencies;
use super::habituation::Habituation;
use super::stranger::Stranger;
use piaget_occupancy::Map;
use piaget_terms::Name;
use piaget_terms::valid::{Checked, Within, amount, finite, require};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What expecting keeps besides the expectations, which live in their beliefs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct State {
    pub(super) habituation: Habituation,
    pub(super) stranger: Option<Stranger>,
    pub(crate) contingencies: Option<Contingencies>,
    /// How much the violations of this tick press to be shown: confusion, surprise, disbelief.
    pub(super) urges: [f32; 3],
    /// The most improbable that this tick brought, in nats.
    pub(super) nats: f32,
    /// The strongest surprise that is felt, in nats.
    pub(super) felt_nats: f32,
}

impl State {
    /// A newborn's.
    pub fn new(config: &Config, map: Option<&Arc<Map>>) -> Self {
        let stranger = config.stranger.as_ref().zip(map);
        let stranger = stranger.map(|(stranger, map)| Stranger::new(stranger, &config.confidence, map));
        let contingencies = config.contingencies.as_ref().map(Contingencies::new);
        Self { stranger, contingencies, ..Self::default() }
    }

    /// Whether what was saved is of a character that expects so.
    pub fn validate(&self, config: &Config) -> Checked {
        self.habituation.validate(config.features.len()).within("habituation")?;
        let reckons = self.stranger.is_some() == config.stranger.is_some();
        require(reckons, "stranger", || "does not go with the character".into())?;
        if let Some(stranger) = &self.stranger {
            stranger.validate().within("stranger")?;
        }
        let learns = self.contingencies.is_some() == config.contingencies.is_some();
        require(learns, "contingencies", || "does not go with the character".into())?;
        if let (Some(own), Some(config)) = (&self.contingencies, &config.contingencies) {
            own.validate(config).within("contingencies")?;
        }
        amount("nats", self.nats)?;
        amount("felt_nats", self.felt_nats)?;
        self.urges.iter().try_for_each(|urge| finite("urges", *urge))
    }

    /// Lays a loaded map on its lattice, or says what is wrong with it.
    pub fn attach(&mut self, map: Option<&Arc<Map>>) -> Checked {
        match (&mut self.stranger, map) {
            (Some(stranger), Some(map)) => stranger.attach(map).within("stranger"),
            _ => Ok(()),
        }
    }

    /// What has become usual.
    pub fn habituation(&self) -> &Habituation {
        &self.habituation
    }

    /// Where somebody not yet met may be.
    pub fn stranger(&self) -> Option<&Stranger> {
        self.stranger.as_ref()
    }

    /// What was learnt of which event follows which, for a character that learns it.
    pub fn contingencies(&self) -> Option<&Contingencies> {
        self.contingencies.as_ref()
    }

    /// How much this tick's violations press to be shown: confusion, surprise, disbelief.
    pub fn urges(&self) -> [f32; 3] {
        self.urges
    }

    /// How improbable the oddest of this tick was, in nats, over all explanations and all things.
    pub fn nats(&self) -> f32 {
        self.nats
    }

    /// The strongest surprise that is felt, in nats: that of this tick, or of an earlier one as far as it has not faded.
    pub fn felt_nats(&self) -> f32 {
        self.felt_nats
    }

    /// Something was so improbable, whatever it was about: it is felt.
    pub(super) fn astonish(&mut self, nats: f32) {
        self.nats = self.nats.max(nats);
        self.felt_nats = self.felt_nats.max(nats);
    }
}

/// The names under which [`State::urges`] reach the feelings.
pub(super) fn named_urges(state: &State) -> [(Name, f32); 3] {
    let named = |name: &str, at: usize| (Name::cut(name), state.urges[at]);
    [named("show-confusion", 0), named("show-surprise", 1), named("show-disbelief", 2)]
}
