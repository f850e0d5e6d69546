//! What comes of comparing a map with what was seen (Isla 2, 3.2.2 and 3.2.3).

use crate::distribution::{Distribution, LITTLE_STORED, Motion, ROAMING};
use crate::lattice::Node;
use crate::spread::Spread;
use crate::visible::Visible;
use glam::Vec2;
use serde::{Deserialize, Serialize};

/// Salience and place distance end here, where the paper's equations would divide by zero: a likelihood ratio
/// below a millionth counts as a millionth.
pub const MOST_SALIENT: f32 = 1e6;

/// When less than this is left after culling, nothing is left, and the map falls back to a prior.
pub const NOTHING_LEFT: f64 = 1e-6;

/// What became of the map's best guess (Isla 2, fig. 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verification {
    /// The thing was seen where it was expected.
    True,
    /// It was seen where it was not expected, or the likeliest place was seen to be empty: an expectation
    /// violation.
    False,
    /// Neither the thing nor the likeliest place was in view.
    Unverifiable,
}

/// A thing as seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// Where.
    pub place: Vec2,
    /// Its velocity, where the host knows it; otherwise it is estimated from changes of place.
    pub velocity: Option<Vec2>,
    /// How far the place may be off, one standard deviation. 0 tightens to the place itself.
    pub noise_m: f32,
    /// How long ago it was last looked for: one tick while it is in view.
    pub since_s: f32,
}

impl Seen {
    /// Seen at a place one tick after the last look.
    pub fn at(place: Vec2, since_s: f32) -> Self {
        Self { place, velocity: None, noise_m: 0.0, since_s }
    }
}

/// What a sighting says of the expectation that was there before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observed {
    /// The node that the sighting belongs to; `None` if the map has no open node or the place is not finite, and
    /// then nothing has changed.
    pub node: Option<Node>,
    /// The likelihood there relative to the best place, 0 to 1.
    pub likelihood_ratio: f32,
    /// The probability that the node held.
    pub probability: f32,
    /// Whether the place was expected.
    pub verification: Verification,
}

impl Observed {
    /// Isla 1.8: how much less likely this place was than the best; at most [`MOST_SALIENT`].
    pub fn salience(&self) -> f32 {
        salience(self.likelihood_ratio)
    }

    /// Isla 1.7, which calls even the best place of a wide distribution salient; at most [`MOST_SALIENT`].
    pub fn salience_unnormalised(&self) -> f32 {
        salience(self.probability)
    }
}

/// Isla 1.8 and 1.12 from a likelihood ratio: `1 / L - 1`, at most [`MOST_SALIENT`].
pub fn salience(likelihood_ratio: f32) -> f32 {
    let least = 1.0 / (MOST_SALIENT + 1.0);
    if likelihood_ratio.is_nan() {
        return MOST_SALIENT;
    }
    (1.0 / likelihood_ratio.clamp(least, 1.0) - 1.0).min(MOST_SALIENT)
}

/// What became of the map when what is in view was taken out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// Nothing of the distribution was in view.
    Untouched,
    /// What was in view has become less likely, the rest more.
    Revised,
    /// Nothing was left, so the map now holds the prior that was given, or all that is hidden and can be reached from where
    /// the thing was last seen, the likelier the nearer to there.
    FellBack,
    /// Nothing was left and nothing is hidden either: uniform over all that can be reached. The thing is gone, or
    /// was overlooked.
    FellBackInView,
    /// The map has no open node.
    NoMap,
}

/// What looking and not finding did to a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Culled {
    /// The mass taken out: Isla 1.9, weighted by the detection rate. The paper's *confusion*.
    pub confusion: f32,
    /// What became of the map.
    pub outcome: Outcome,
    /// Whether the likeliest place was among those seen to be empty.
    pub verification: Verification,
}

/// Where a thing may be when the map has nothing left to say. Never the truth.
#[derive(Clone, Copy, Debug, Default)]
pub enum Prior<'a> {
    /// The same everywhere that is hidden and can be reached.
    #[default]
    Uniform,
    /// Places with weights, such as where it has been found before.
    Places(&'a [(Vec2, f32)]),
}

const NO_MAP: Culled =
    Culled { confusion: 0.0, outcome: Outcome::NoMap, verification: Verification::Unverifiable };

/// What looking took out of a map.
struct Lost {
    mass: f64,
    best_seen: bool,
}

fn share(rate: f32) -> f32 {
    if rate.is_nan() { 0.0 } else { rate.clamp(0.0, 1.0) }
}

impl Distribution {
    /// Takes out what is in view, since the thing was not seen there (Isla 1.9 to 1.11). `rate` is the chance that
    /// a thing in view would have been noticed: 1 empties what is seen, as the paper does; less leaves some, so
    /// that a thing overlooked is not lost for good.
    pub fn cull(&mut self, visible: &Visible, rate: f32, prior: Prior<'_>) -> Culled {
        let rate = share(rate);
        let mut active = self.layers.iter().filter(|layer| !layer.mass.is_empty());
        let (first, another) = (active.next(), active.next());
        if first.is_none() {
            return NO_MAP;
        }
        // One layer's likeliest node is found in passing; that of several is not the likeliest of any.
        let best_seen = another.map(|_| self.most_likely().is_some_and(|best| visible.sees(best.node)));
        let (mut in_view, mut first_best_seen) = (0.0, false);
        for layer in self.layers.iter_mut().filter(|layer| !layer.mass.is_empty()) {
            let found = layer.mass.cull(self.map.lattice(), visible.state(), rate);
            in_view += found.in_view;
            first_best_seen = found.best_is_in_view;
        }
        let best_seen = best_seen.unwrap_or(first_best_seen);
        self.revise(visible, prior, Lost { mass: in_view * f64::from(rate), best_seen })
    }

    /// As [`Distribution::cull`] for a thing that may be overlooked here and not there: `rate` says of each place in view
    /// how likely the thing would have been noticed at it.
    pub fn cull_by(&mut self, visible: &Visible, prior: Prior<'_>, rate: impl Fn(Vec2) -> f32) -> Culled {
        /// A place where the thing would rather have been noticed than not is seen to be empty.
        const RATHER: f32 = 0.5;
        let rate = |place: Vec2| share(rate(place));
        let Some(best) = self.most_likely() else { return NO_MAP };
        let best_seen = visible.sees(best.node) && rate(best.place) >= RATHER;
        let mut mass = 0.0;
        for layer in self.layers.iter_mut().filter(|layer| !layer.mass.is_empty()) {
            mass += layer.mass.cull_by(self.map.lattice(), visible.state(), rate);
        }
        self.revise(visible, prior, Lost { mass, best_seen })
    }

    /// Makes the rest of a map whole again after looking.
    fn revise(&mut self, visible: &Visible, prior: Prior<'_>, lost: Lost) -> Culled {
        let scale = f64::from(self.state.scale);
        let stored = self.total();
        let verification = match lost.best_seen {
            true => Verification::False,
            false => Verification::Unverifiable,
        };
        let confusion = (lost.mass * scale).clamp(0.0, 1.0) as f32;
        let outcome = if stored * scale < NOTHING_LEFT {
            self.fall_back(Some(visible), prior)
        } else if lost.mass > 0.0 {
            Outcome::Revised
        } else {
            Outcome::Untouched
        };
        if outcome == Outcome::Revised {
            self.fold(stored);
        }
        // Looking elsewhere leaves the likeliest node what it is: the others only lost.
        let stays = verification == Verification::Unverifiable && stored >= LITTLE_STORED;
        match outcome {
            Outcome::Untouched => self.rescale(),
            Outcome::Revised if stays => self.rescale(),
            _ => self.renormalise(),
        }
        Culled { confusion, outcome, verification }
    }

    /// Replaces the map by a prior: given places, or else uniform over what is hidden and reachable.
    pub(crate) fn fall_back(&mut self, visible: Option<&Visible>, prior: Prior<'_>) -> Outcome {
        let map = self.map.clone();
        let lattice = map.lattice();
        for layer in &mut self.layers {
            layer.mass.clear(lattice);
            layer.motion = Motion::default();
        }
        self.state.printed_velocity = Vec2::ZERO;
        let last_seen = self.state.last_seen;
        let printed = matches!(map.settings().spread, Spread::AsPrinted(_));
        let outwards = self.outwards();
        let weight = |node: Node| if printed { 1.0 } else { outwards(node) };
        let reachable = |node: Node| last_seen.is_none_or(|last| lattice.joined(last, node));
        let hidden = |node: Node| visible.is_none_or(|visible| !visible.sees(node));
        let layer = &mut self.layers[ROAMING].mass;
        let mut outcome = Outcome::FellBack;
        if let Prior::Places(places) = prior {
            for (place, weight) in places.iter().filter(|(_, weight)| weight.is_finite() && *weight > 0.0) {
                if let Some(node) = lattice.nearest(*place).filter(|node| hidden(*node)) {
                    layer.put(lattice, node, *weight);
                }
            }
        }
        if layer.is_empty() {
            for node in lattice.open_nodes().filter(|node| reachable(*node) && hidden(*node)) {
                layer.put(lattice, node, weight(node));
            }
        }
        if layer.is_empty() {
            outcome = Outcome::FellBackInView;
            for node in lattice.open_nodes().filter(|node| reachable(*node)) {
                layer.put(lattice, node, weight(node));
            }
        }
        if layer.is_empty() {
            return Outcome::NoMap;
        }
        layer.count(lattice);
        let by = (1.0 / layer.total) as f32;
        layer.scale(lattice, by, 0.0);
        self.renormalise();
        outcome
    }
}
