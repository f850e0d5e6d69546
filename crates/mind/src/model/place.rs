//! Where an unseen thing may be: an occupancy map per belief (Isla 3 and 4.2). Seeing tightens it, time spreads it,
//! looking and not finding empties it; what is left is where the thing is believed to be.
//!
//! The plain account in [`crate::believe::whereabouts`] is for characters without a map, and for things that are in view.

use super::noticing::{LookedAt, Noticing, Sought};
use piaget_occupancy::{
    Culled, Distribution, Habits, Lattice, Map, Mobility, NotRestored, Outcome, Prior, Saved, Seen, Settings,
    Shape,
};
use piaget_occupancy::{Verification, Visible, salience};
use piaget_terms::valid::{Checked, share};
use piaget_terms::{Name, Sight, Terrain, Vec2, Vec3, maths};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::Arc;

/// How a character keeps track of places.
#[derive(Clone, Debug, PartialEq)]
pub struct MapConfig {
    /// Hexagons as in the paper, or squares.
    pub shape: Shape,
    /// The distance between neighbouring nodes. Smaller is finer and costs more. Default 0.5 m.
    pub cell_m: f32,
    /// Nodes this near to a wall are taken to be in it: the half width of what is looked for. Default 0.
    pub margin_m: f32,
    /// How things are believed to move, and how beliefs are checked.
    pub settings: Settings,
    /// What is expected of kinds that move otherwise than most, such as what never moves.
    pub habits_of: Vec<(Name, Habits)>,
    /// How far above the ground a place is looked at; half a body's height (Isla 4.1.1).
    pub look_height_m: f32,
    /// Whether all of a cell must be in view to count as seen. Errs on the side of "not seen". Default true.
    pub whole_cell: bool,
    /// Nearer than this to its own middle a creature would feel a thing, so that nothing is there. Default 0.4 m.
    pub touch_m: f32,
    /// A thing seen where the map gives less than this, relative to its best place, is another thing (Isla 1.12).
    /// Default 0.001.
    pub match_likelihood: f32,
}

impl Default for MapConfig {
    fn default() -> Self {
        Self {
            shape: Shape::Hexagons,
            cell_m: 0.5,
            margin_m: 0.0,
            settings: Settings::default(),
            habits_of: Vec::new(),
            look_height_m: 0.3,
            whole_cell: true,
            touch_m: 0.4,
            match_likelihood: 1e-3,
        }
    }
}

impl MapConfig {
    /// What is expected of a kind, where that is not what is expected of most.
    pub fn habits_of(&self, kind: Name) -> Option<Habits> {
        self.habits_of.iter().find(|(known, _)| *known == kind).map(|(_, habits)| *habits)
    }

    /// The map of a terrain; built once and shared by all beliefs, and by all minds of one character there.
    pub fn map_of(&self, terrain: &Terrain) -> Arc<Map> {
        let lattice = match (self.shape, &terrain.grid) {
            // Ground that is given as cells keeps its cells.
            (_, Some(grid)) => Lattice::squares(terrain, grid.cell_m, self.margin_m),
            (Shape::Hexagons, None) => Lattice::hexagons(terrain, self.cell_m, self.margin_m),
            _ => Lattice::squares(terrain, self.cell_m, self.margin_m),
        };
        Map::with(lattice, self.settings.clone())
    }
}

/// Where one thing is believed to be, and what this tick made of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Place {
    map: Held,
    /// The tick's outcome.
    pub outcome: PlaceOutcome,
    /// What memory said, while the map goes back to it rather than to a sighting.
    pub recalled: Option<Recalled>,
}

/// What memory says of where a thing is usually kept.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recalled {
    /// The likeliest place.
    pub place: Name,
    /// Its chance.
    pub chance: f32,
}

/// How long a remembered thing is taken to stay where it is kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AtRest {
    /// For about this long.
    pub rests_s: f32,
    /// What was seen to move for at least this share of its time is not taken to stay.
    pub walks_share: f32,
}

/// What one tick said of where a thing was expected.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlaceOutcome {
    /// How likely the place was where the thing was seen, relative to the best place; 1 where nothing was expected
    /// or nothing was seen.
    pub likelihood: f32,
    /// The mass that lay where the creature looked and saw nothing (Isla 1.9).
    pub confusion: f32,
    /// Whether the expectation proved true, false, or could not be verified (Isla 2).
    pub verification: Verification,
    /// Whether the thing was found again after it had been out of sight.
    pub found: bool,
    /// Whether nothing was left of the map, so that it began anew from what is hidden.
    pub fell_back: bool,
    /// Whether the map was laid out anew over the places where the thing is usually kept.
    pub remembered: bool,
    /// Whether nothing was left and nothing is hidden either: the thing is gone, or was overlooked.
    pub gone: bool,
}

impl PlaceOutcome {
    /// Whether saved shares are shares.
    pub(crate) fn validate(&self) -> Checked {
        share("likelihood", self.likelihood)?;
        share("confusion", self.confusion)
    }

    /// `1 - L` (Isla 1.8) for a thing that was found again or that is not where it was expected. A thing that is followed by
    /// the eye and goes on as expected does not surprise, however often the creature ticks.
    pub fn surprise(&self) -> f32 {
        let unexpected = self.found || self.verification == Verification::False;
        if unexpected { 1.0 - self.likelihood } else { 0.0 }
    }
}

impl Default for PlaceOutcome {
    fn default() -> Self {
        Self {
            likelihood: 1.0,
            confusion: 0.0,
            verification: Verification::Unverifiable,
            found: false,
            fell_back: false,
            remembered: false,
            gone: false,
        }
    }
}

impl PlaceOutcome {
    /// Isla 1.8.
    pub fn salience(&self) -> f32 {
        salience(self.likelihood)
    }
}

/// A map in use, or one that was loaded and waits for its lattice.
#[derive(Clone, Debug)]
enum Held {
    Live(Box<Distribution>),
    Saved(Box<Saved>),
}

impl Place {
    /// A thing just met.
    pub fn met(map: &Arc<Map>, seen: Seen) -> Self {
        let seen = Distribution::seen(map, seen);
        Self { map: Held::Live(Box::new(seen)), outcome: PlaceOutcome::default(), recalled: None }
    }

    /// A thing that may be anywhere.
    pub fn anywhere(map: &Arc<Map>) -> Self {
        let map = Held::Live(Box::new(Distribution::uniform(map)));
        Self { map, outcome: PlaceOutcome::default(), recalled: None }
    }

    /// Another thing takes the room of one that was given up.
    pub fn meet_again(&mut self, seen: Seen) {
        if let Held::Live(map) = &mut self.map {
            map.set_mobility(Mobility::default());
            map.observe(seen);
        }
        (self.outcome, self.recalled) = (PlaceOutcome::default(), None);
    }

    /// What is expected of it before it has been watched; what the map expects of all where nothing is said.
    pub fn set_habits(&mut self, habits: Option<Habits>) {
        if let Held::Live(map) = &mut self.map {
            map.set_habits(habits);
        }
    }

    /// The map itself; `None` only between loading and the first tick.
    pub fn map(&self) -> Option<&Distribution> {
        match &self.map {
            Held::Live(map) => Some(map),
            Held::Saved(_) => None,
        }
    }

    /// Lays a loaded map on its lattice. A map saved on another ground begins anew; a damaged one is refused.
    pub fn attach(&mut self, map: &Arc<Map>) -> Checked {
        if let Held::Saved(saved) = &self.map {
            let live = match Distribution::restore(map, saved) {
                Ok(live) => live,
                Err(NotRestored::OtherLattice) => Distribution::uniform(map),
                Err(NotRestored::Damaged(invalid)) => return Err(invalid),
            };
            self.map = Held::Live(Box::new(live));
        }
        Ok(())
    }

    /// The same belief on another map, and whether its nodes are the same ones; where they are not, what was believed is laid on
    /// those that lie there.
    pub fn on(self, map: &Arc<Map>) -> (Self, bool) {
        let (live, same) = match self.map {
            Held::Live(live) => live.on(map),
            // Never attached to a ground: nothing is known of where its nodes were.
            Held::Saved(_) => (Distribution::uniform(map), false),
        };
        (Self { map: Held::Live(Box::new(live)), outcome: self.outcome, recalled: self.recalled }, same)
    }

    /// Lets a tick pass.
    pub fn spread(&mut self, tick_s: f32) {
        self.outcome = PlaceOutcome::default();
        if let Held::Live(map) = &mut self.map {
            map.spread(tick_s);
        }
    }

    /// Lets a share of the map be where its own account of moving does not expect the thing; once until it is seen again.
    pub fn admit_elsewhere(&mut self, share: f32) {
        if let Held::Live(map) = &mut self.map {
            map.admit_elsewhere(share);
        }
    }

    /// The thing was seen; `found` if it had been out of sight.
    pub fn observe(&mut self, seen: Seen, found: bool) {
        if let Held::Live(map) = &mut self.map {
            let observed = map.observe(seen);
            self.outcome.likelihood = observed.likelihood_ratio;
            self.outcome.found = found;
            self.outcome.verification = observed.verification;
            self.recalled = None;
        }
    }

    /// The thing is in another, which is here: the map says so, and nothing was found or missed.
    pub fn go_along(&mut self, at: Vec2, tick_s: f32) {
        if let Held::Live(map) = &mut self.map {
            map.observe(Seen { velocity: Some(Vec2::ZERO), ..Seen::at(at, tick_s) });
            self.recalled = None;
        }
    }

    /// Lays the map out anew over places where the thing is likely to be kept; false where no place counts.
    pub fn lay(&mut self, places: &[(Vec2, f32)], at_rest: AtRest, recalled: Recalled) -> bool {
        let Held::Live(map) = &mut self.map else { return false };
        if !map.lay(places) {
            return false;
        }
        let habits = *map.habits();
        // Who has been seen to walk may walk off; everything else lies where it was put.
        if map.mobility().moving_share(&habits) < at_rest.walks_share {
            let mut mobility = Mobility::default();
            mobility.observe(Vec2::ZERO, 0.0, &habits);
            mobility.observe(Vec2::ZERO, at_rest.rests_s, &habits);
            map.set_mobility(mobility);
        }
        self.recalled = Some(recalled);
        self.outcome.remembered = true;
        true
    }

    /// After the map was laid out anew: what is in view loses its mass, once more in the same tick.
    pub fn look_again(
        &mut self,
        looked_at: &mut LookedAt,
        eye: &Noticing<'_>,
        sought: Option<Sought>,
        config: &MapConfig,
    ) {
        let before = self.outcome;
        self.look_for(looked_at, eye, sought, config);
        let after = std::mem::replace(&mut self.outcome, before);
        self.outcome.gone = after.gone;
        if after.fell_back {
            (self.outcome.remembered, self.recalled) = (false, None);
        }
    }

    /// The thing was not seen: what is in view loses its mass.
    pub fn cull(&mut self, visible: &mut Visible, (sight, rate): (&dyn Sight, f32), config: &MapConfig) {
        if let Held::Live(map) = &mut self.map {
            visible.ask(map, sight, config.look_height_m, config.whole_cell);
            let mut culled = map.cull(visible, rate, Prior::Uniform);
            // What the map has fallen back to was not asked about: what of it is in view is empty too.
            if culled.outcome == Outcome::FellBack {
                visible.ask(map, sight, config.look_height_m, config.whole_cell);
                culled.outcome = fell_back_to(map.cull(visible, rate, Prior::Uniform));
            }
            self.note(culled);
        }
    }

    /// As [`Place::cull`] for a thing whose size is known. One that a look at the usual height passes over is looked for at
    /// its own; one that is small loses little mass where it would hardly be noticed.
    pub fn look_for(
        &mut self,
        looked_at: &mut LookedAt,
        eye: &Noticing<'_>,
        sought: Option<Sought>,
        config: &MapConfig,
    ) {
        let Held::Live(map) = &mut self.map else { return };
        let odd = sought.filter(|sought| {
            let is_small = eye.is_small(sought.extent, map.farthest_m(maths::ground(eye.eye)));
            eye.sure_pixels > 0.0 && (is_small || sought.is_below(config.look_height_m))
        });
        let Some(Sought { extent, height_m }) = odd else {
            return self.cull(&mut looked_at.shared, (eye.sight, eye.rate()), config);
        };
        let LookedAt { shared, own } = looked_at;
        let below = odd.is_some_and(|sought| sought.is_below(config.look_height_m));
        let (visible, height_m) = if below { (own, height_m) } else { (shared, config.look_height_m) };
        visible.ask(map, eye.sight, height_m, config.whole_cell);
        let chances = eye.chances(Some(extent));
        let chance = |place: Vec2| chances.at(Vec3::new(place.x, height_m, place.y));
        let mut culled = map.cull_by(visible, Prior::Uniform, chance);
        if culled.outcome == Outcome::FellBack {
            visible.ask(map, eye.sight, height_m, config.whole_cell);
            culled.outcome = fell_back_to(map.cull_by(visible, Prior::Uniform, chance));
        }
        if below {
            visible.clear();
        }
        self.note(culled);
    }

    fn note(&mut self, culled: Culled) {
        self.outcome.confusion = culled.confusion;
        self.outcome.verification = culled.verification;
        self.outcome.fell_back = matches!(culled.outcome, Outcome::FellBack | Outcome::FellBackInView);
        self.outcome.gone = culled.outcome == Outcome::FellBackInView;
        if self.outcome.fell_back {
            self.recalled = None;
        }
    }

    /// The logarithm of how likely the thing is to be at a place, per square metre; `None` off the map.
    pub fn log_density(&self, at: Vec2) -> Option<f32> {
        let map = self.map()?;
        let lattice = map.lattice();
        let density = map.probability(lattice.nearest(at)?) / (lattice.cell_m() * lattice.cell_m());
        Some(maths::ln(density.max(1e-12)))
    }

    /// The cost of taking a thing at this place for this one, comparable with the plain account's for a slack of
    /// `slack_m`; `None` where it cannot be the same thing.
    pub fn cost(&self, config: &MapConfig, at: Vec2, slack_m: f32) -> Option<f32> {
        let map = self.map()?;
        // Where a thing is usually kept says nothing against its being elsewhere today.
        if self.recalled.is_none() && map.likelihood_ratio(at) < config.match_likelihood {
            return None;
        }
        // The negative logarithm of the density there, over that of a normal one with a third of the slack.
        let lattice = map.lattice();
        let node = lattice.nearest(at)?;
        let density = map.probability(node).max(1e-12) / (lattice.cell_m() * lattice.cell_m());
        let sharpest = 2.0 * std::f32::consts::PI * slack_m * slack_m / 9.0;
        Some((-maths::ln(density * sharpest)).max(0.0))
    }
}

/// What a map has fallen back to, once what of that is in view was taken out too.
fn fell_back_to(again: Culled) -> Outcome {
    match again.outcome {
        Outcome::FellBackInView => Outcome::FellBackInView,
        _ => Outcome::FellBack,
    }
}

impl Serialize for Held {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Live(map) => map.save().serialize(serializer),
            Self::Saved(saved) => saved.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Held {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Saved::deserialize(deserializer).map(|saved| Self::Saved(Box::new(saved)))
    }
}
