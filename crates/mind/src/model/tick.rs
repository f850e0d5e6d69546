//! What every stage is told of a tick, and what a tick leaves to the next.

use super::action::{ActionTree, Decision, MAX_DEPTH, TupleId};
use super::explanation::ExplainConfig;
use super::{BeliefId, Noticing, Seeing, View};
use arrayvec::ArrayVec;
use piaget_nav::Progress;
use piaget_occupancy::Map;
use piaget_terms::valid::{Checked, Within, amount, index, share, vector};
use piaget_terms::{Attention, BodySense, Sight, Sound, Terrain, Vec3};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// One tick, as every stage after perceiving is told of it.
#[derive(Clone, Copy)]
pub struct Tick<'a> {
    /// The clock.
    pub time_s: f64,
    /// How long the tick lasts; 0 if the host's clock stood still.
    pub tick_s: f32,
    /// The own body.
    pub body: &'a BodySense,
    /// What is heard.
    pub sounds: &'a [Sound],
    /// To ask what is in view.
    pub sight: &'a dyn Sight,
    /// Where the own eye is.
    pub eye: Vec3,
    /// How many pixels make a thing sure to be noticed, as [`Noticing`] has it.
    pub sure_pixels: f32,
    /// The share of looks in which things in plain view have been seen, as [`Noticing`] has it.
    pub notices: f32,
    /// The deviation of the own eye's places in one direction, once it is known.
    pub noise_m: Option<f32>,
    /// The lie of the land, as the creature knows it.
    pub terrain: &'a Terrain,
    /// The map of the terrain, for a character that keeps track of what is out of view.
    pub map: Option<&'a Arc<Map>>,
    /// What the tick before left.
    pub feedback: &'a Feedback,
}

impl<'a> Tick<'a> {
    /// The own eye, as far as absences are judged by it.
    pub fn noticing(&self) -> Noticing<'a> {
        Noticing { sight: self.sight, eye: self.eye, sure_pixels: self.sure_pixels, notices: self.notices }
    }

    /// How exactly the place of something just there is seen: by the eye's noise, or `assumed_m` until that is known, and to
    /// a share of a pixel.
    pub(crate) fn seeing(&self, explain: &ExplainConfig, assumed_m: f32, at: Vec3) -> Seeing {
        let noise_m = self.noise_m.map_or(assumed_m, |known_m| known_m.max(explain.least_noise_m));
        let pixel_rad = explain.pixel_share * self.sight.resolution_rad();
        let bias_m = if pixel_rad.is_finite() { pixel_rad.max(0.0) * at.distance(self.eye) } else { 0.0 };
        Seeing { noise_m, bias_m }
    }
}

/// What a tick leaves to the next, besides what is believed, known and felt: what was decided and how far it came.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Feedback {
    /// What was acted on, as a host may hear of it.
    pub attention: Attention,
    /// The object of attention.
    pub attended: Option<BeliefId>,
    /// The tuples that were active, from the top down.
    pub path: ArrayVec<TupleId, MAX_DEPTH>,
    /// How the way stands that the creature wanted to go.
    pub travel: Option<Progress>,
    /// How the searches stand for what is looked for, or was of late.
    pub searches: ArrayVec<Searching, MOST_SEARCHES>,
    /// Whether anything was looked for in vain, and is still wanted.
    pub in_vain: bool,
}

/// How many searches are kept in mind.
pub const MOST_SEARCHES: usize = 4;

/// How a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Searching {
    /// What is looked for.
    pub object: BeliefId,
    /// The probability that it is here, and not seen yet.
    pub here: f32,
    /// The share of the hope at the beginning that is lost.
    pub lost: f32,
    /// The chance per second of finding it by going on; nothing before there is a plan.
    pub rate_per_s: Option<f32>,
    /// The rate below which it is not worth going on when there is nothing else to do.
    pub otherwise_per_s: f32,
    /// Whether so much hope has come back that what was given up is worth looking for again.
    pub revived: bool,
    /// The share that may be where the map does not expect it; 0 while it is not looked for.
    pub elsewhere: f32,
}

impl Feedback {
    /// Whether what was saved names tuples of this tree, and places.
    pub fn validate(&self, tree: &ActionTree) -> Checked {
        self.attention.at.map_or(Ok(()), |at| vector("attention", at))?;
        self.path.iter().try_for_each(|tuple| index("path", tuple.index(), tree.tuples.len()))?;
        self.travel.map_or(Ok(()), |travel| travel.validate().within("travel"))?;
        self.searches.iter().try_for_each(|search| {
            share("search.here", search.here)?;
            share("search.lost", search.lost)?;
            share("search.elsewhere", search.elsewhere)?;
            amount("search.otherwise_per_s", search.otherwise_per_s)?;
            search.rate_per_s.map_or(Ok(()), |rate| amount("search.rate_per_s", rate))
        })
    }

    /// How the search for a thing stands.
    pub fn search_for(&self, object: BeliefId) -> Option<&Searching> {
        self.searches.iter().find(|search| search.object == object)
    }

    /// What a decision and the way that it asked for leave behind.
    pub fn new(
        decision: &Decision,
        view: &View<'_>,
        travel: Option<Progress>,
        searches: ArrayVec<Searching, MOST_SEARCHES>,
    ) -> Self {
        let object = decision.object.and_then(|object| view.record(object));
        let attention = Attention::new(
            object.map(|object| object.position),
            object.and_then(|object| object.kind.non_empty()),
        );
        let (attended, path, in_vain) = (decision.object, decision.path.clone(), decision.in_vain);
        Self { attention, attended, path, travel, searches, in_vain }
    }
}
