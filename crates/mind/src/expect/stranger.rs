//! Somebody not yet met (Kline 4.1.1, item 4): one map of where a stranger may be. What is seen to be empty is
//! empty, what is hidden may hold one, and strangers walk. A new thing where that map has almost nothing came out
//! of thin air: a reject-2. One that walks in from the edge of view, or from behind a wall, did not.

use super::config::{Config, StrangerConfig};
use crate::model::Place;
use crate::model::expectation::{Confidence, ConfidenceConfig, Evidence, Violations};
use piaget_occupancy::{Map, Visible};
use piaget_terms::valid::{Checked, Within};
use piaget_terms::{Sight, Vec2};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Where a stranger may be, and how sure the creature is that strangers come from somewhere.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stranger {
    place: Place,
    confidence: Confidence,
    /// Whether somebody came out of thin air in this tick.
    startled: bool,
    met: bool,
    /// Whether nothing is hidden, so that a stranger can be nowhere.
    nowhere: bool,
}

impl Stranger {
    /// A newborn's: a stranger may be anywhere.
    pub fn new(config: &StrangerConfig, confidence: &ConfidenceConfig, map: &Arc<Map>) -> Self {
        let mut sure = Confidence::new(confidence);
        sure.value = config.confidence;
        Self { place: Place::anywhere(map), confidence: sure, startled: false, met: false, nowhere: false }
    }

    /// Whether saved shares are shares.
    pub(super) fn validate(&self) -> Checked {
        self.place.outcome.validate().within("place")?;
        self.confidence.validate().within("confidence")
    }

    /// Lays a loaded map on its lattice, or says what is wrong with it.
    pub(super) fn attach(&mut self, map: &Arc<Map>) -> Checked {
        self.place.attach(map).within("place")
    }

    /// How likely it is, relative to the best hiding place, that a stranger is here.
    pub fn likelihood(&self, at: Vec2) -> f32 {
        if self.nowhere {
            return 0.0;
        }
        self.place.map().map_or(1.0, |map| map.likelihood_ratio(at))
    }

    /// A tick begins: strangers walk.
    pub(super) fn walk(&mut self, tick_s: f32) {
        (self.startled, self.met) = (false, false);
        self.place.spread(tick_s);
    }

    /// A new thing at a place: how likely that was, and what it brings.
    pub(super) fn meet(&mut self, config: &Config, own: &StrangerConfig, at: Vec2) -> (f32, Violations) {
        let likelihood = self.likelihood(at);
        self.met = true;
        if likelihood >= own.min_likelihood {
            return (likelihood, Violations::default());
        }
        self.startled = true;
        // Below the stranger's own bar it is odd, whatever the bar of other features.
        (likelihood, config.violation.judge(true, true, 0.0, self.confidence.value))
    }

    /// What is in view is empty of strangers.
    pub(super) fn look(
        &mut self,
        config: &Config,
        own: &StrangerConfig,
        visible: &mut Option<Visible>,
        sight: &dyn Sight,
        tick_s: f32,
    ) {
        if let Some(map) = self.place.map() {
            let visible = visible.get_or_insert_with(|| Visible::new(map.lattice()));
            visible.clear();
            self.place.cull(visible, (sight, sight.detection_rate()), &own.map);
            self.nowhere = self.place.outcome.gone;
        }
        if self.met {
            let evidence = Evidence { available: true, violated: self.startled, likelihood: 1.0 };
            self.confidence.update(&config.confidence, evidence, tick_s);
        }
    }
}
