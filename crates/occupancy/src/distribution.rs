//! Where one thing may be: mass on the nodes of a map, tightened by sight, spread by time, culled by looking and
//! not finding (Isla 3.2). Reads are in `reads`.
//!
//! Mass is kept in layers: what *roams*, what *rests*, and one layer for each course that a moving thing may
//! keep. The number at a node is their sum. Sums are counted in f64 at every step and divided out at the next.

use crate::journeys::Heading;
use crate::lattice::{Lattice, Node};
use crate::layer::{Layer, Scratch};
use crate::map::Map;
use crate::mobility::{Habits, Mobility};
use crate::moving::{Moving, diffuse};
use crate::reach::Reach;
use crate::spread::{Calibrated, Spread, Variance};
use crate::verify::{Observed, Prior, Seen, Verification};
use glam::Vec2;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, OnceLock};

/// The longest time that passes at once, a little more than a day: what is left of an expectation after that is its spread
/// over all the ground, and the powers of longer times are no numbers any more.
pub const LONGEST_S: f32 = 1.0e5;

/// When less than this is stored, it is made large again: beside little mass, the crumbs that spreading drops would
/// count. Until then only the factor that makes all of it one is kept (Isla 1.11).
pub(crate) const LITTLE_STORED: f64 = 0.1;

/// What is more than so many deviations off is not noise.
const MOST_DEVIATIONS: f32 = 3.0;

/// Where one thing may be.
///
/// ```
/// use piaget_occupancy::{Distribution, Lattice, Map, Prior, Seen, Visible};
/// use piaget_terms::{Rect, Terrain, Vec2};
/// let map = Map::new(Lattice::hexagons(&Terrain::open(Rect::centred(20.0, 20.0)), 0.5, 0.0));
/// let mut sheep = Distribution::uniform(&map);
/// sheep.observe(Seen::at(Vec2::ZERO, 0.1));
/// for _ in 0..50 {
///     sheep.spread(0.1);
/// }
/// // We look at the left half and see no sheep.
/// let mut visible = Visible::new(map.lattice());
/// visible.ask_with(&sheep, 0.3, |points, seen| {
///     points.iter().zip(seen).for_each(|(point, seen)| *seen = point.x < 0.0);
/// });
/// let culled = sheep.cull(&visible, 0.9, Prior::Uniform);
/// assert!(culled.confusion > 0.3);
/// assert!(sheep.mass_in(|place| place.x > 0.0) > 0.8);
/// ```
#[derive(Clone, Debug)]
pub struct Distribution {
    pub(crate) map: Arc<Map>,
    pub(crate) layers: Vec<MassLayer>,
    pub(crate) state: State,
    pub(crate) scratch: Scratch,
    /// The likeliest node and what is stored there, once somebody has asked since the mass last changed.
    pub(crate) likeliest: OnceLock<Option<(Node, f32)>>,
    /// What can have been reached, on a map with a top speed.
    pub(crate) reach: Option<Reach>,
}

/// One layer of mass, and how it moves.
#[derive(Clone, Debug)]
pub(crate) struct MassLayer {
    pub mass: Layer,
    pub motion: Motion,
}

/// How a layer moves.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Motion {
    /// Which way it goes; nothing for what roams or rests.
    pub velocity: Vec2,
    /// How far it is ahead of the nodes that hold it.
    pub offset: Vec2,
    /// Variance gained and not yet spread.
    pub pending: Variance,
    /// Share to be given up and not yet poured.
    pub giving_up: f32,
    /// How far it has come on its journey, and not yet been moved.
    pub way_m: f32,
}

/// What a distribution knows beside its mass.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct State {
    /// One over the stored sum.
    pub scale: f32,
    /// Since the thing was last seen.
    pub unseen_s: f32,
    /// Where it was then.
    pub last_seen: Option<Node>,
    pub mobility: Mobility,
    /// The velocity of Isla 1.4, which decays.
    pub printed_velocity: Vec2,
    /// Where it may be on its way to.
    pub heading: Heading,
    /// Whether a share of the mass was let be elsewhere since it was last seen.
    pub elsewhere: bool,
    /// What is expected of this thing before it has been watched, where that is not what the map expects of all. Not saved:
    /// whoever knows its kind says it again.
    #[serde(skip)]
    pub habits: Option<Habits>,
}

/// The layers in their order: roaming, resting, then courses.
pub(crate) const ROAMING: usize = 0;
pub(crate) const RESTING: usize = 1;
pub(crate) const COURSES: usize = 2;

impl Distribution {
    /// A thing that may be anywhere. On a map without open nodes every read says that there is nothing.
    pub fn uniform(map: &Arc<Map>) -> Self {
        let mut new = Self::empty(map);
        new.fall_back(None, Prior::Uniform);
        new
    }

    /// A thing that was just seen.
    pub fn seen(map: &Arc<Map>, seen: Seen) -> Self {
        let mut new = Self::empty(map);
        new.observe(seen);
        if new.layers[ROAMING].mass.is_empty() && new.total() <= 0.0 {
            new.fall_back(None, Prior::Uniform);
        }
        new
    }

    /// A thing whose likely places are known. Places outside the map count at its border; weights that are not
    /// positive numbers do not count; if none does, it may be anywhere.
    pub fn from_places(map: &Arc<Map>, places: &[(Vec2, f32)]) -> Self {
        let mut new = Self::empty(map);
        new.fall_back(None, Prior::Places(places));
        new
    }

    /// Forgets what the map held and lays it out anew over places that are likely from elsewhere: where a thing is
    /// usually kept. It rests there until it is moved. False, and nothing changed, where no place counts.
    pub fn lay(&mut self, places: &[(Vec2, f32)]) -> bool {
        let counts =
            |(place, weight): &&(Vec2, f32)| place.is_finite() && weight.is_finite() && *weight > 0.0;
        let map = self.map.clone();
        let lattice = map.lattice();
        let mut nodes =
            places.iter().filter(counts).filter_map(|(at, mass)| Some((lattice.nearest(*at)?, *mass)));
        let Some(first) = nodes.next() else { return false };
        for layer in &mut self.layers {
            layer.mass.clear(lattice);
            layer.motion = Motion::default();
        }
        (self.state.printed_velocity, self.state.elsewhere) = (Vec2::ZERO, false);
        let printed = matches!(map.settings().spread, Spread::AsPrinted(_));
        let layer = &mut self.layer_mut(if printed { ROAMING } else { RESTING }).mass;
        for (node, mass) in std::iter::once(first).chain(nodes) {
            layer.put(lattice, node, mass);
        }
        layer.count(lattice);
        let by = (1.0 / layer.total) as f32;
        layer.scale(lattice, by, 0.0);
        self.renormalise();
        true
    }

    pub(crate) fn empty(map: &Arc<Map>) -> Self {
        let roaming = MassLayer { mass: Layer::new(map.lattice()), motion: Motion::default() };
        Self {
            map: map.clone(),
            layers: vec![roaming],
            state: State {
                scale: 1.0,
                unseen_s: 0.0,
                last_seen: None,
                mobility: Mobility::default(),
                printed_velocity: Vec2::ZERO,
                heading: Heading::default(),
                elsewhere: false,
                habits: None,
            },
            scratch: Scratch::new(map.lattice()),
            likeliest: OnceLock::new(),
            reach: None,
        }
    }

    /// The nodes and ways under it.
    pub fn lattice(&self) -> &Lattice {
        self.map.lattice()
    }

    /// The map it lies on.
    pub fn map(&self) -> &Arc<Map> {
        &self.map
    }

    /// What the thing has been seen to do.
    pub fn mobility(&self) -> &Mobility {
        &self.state.mobility
    }

    /// What the thing is known to do: from an older belief about it, or from others of its kind.
    pub fn set_mobility(&mut self, mobility: Mobility) {
        self.state.mobility = mobility;
    }

    /// What is expected of things of its kind before they have been watched; the map's own habits without this. Not moving at
    /// all (`moving` is 0) keeps its mass where it was seen, until it is seen to move.
    pub fn set_habits(&mut self, habits: Option<Habits>) {
        self.state.habits = habits;
    }

    /// What is expected of it before it has been watched.
    pub fn habits(&self) -> &Habits {
        self.state.habits.as_ref().unwrap_or(&self.map.settings().habits)
    }

    /// What it takes in memory, the map it lies on not counted: that is shared.
    pub fn bytes(&self) -> usize {
        let layers: usize = self.layers.iter().map(|layer| layer.mass.bytes()).sum();
        size_of::<Self>() + self.layers.capacity() * size_of::<MassLayer>() + layers + self.scratch.bytes()
    }

    /// How long ago it was seen.
    pub fn unseen_s(&self) -> f32 {
        self.state.unseen_s
    }

    /// The stored sum over all layers.
    pub(crate) fn total(&self) -> f64 {
        self.layers.iter().map(|layer| layer.mass.total).sum()
    }

    /// Whoever changes the mass ends with this.
    pub(crate) fn renormalise(&mut self) {
        self.likeliest.take();
        self.rescale();
    }

    pub(crate) fn rescale(&mut self) {
        let total = self.total();
        self.state.scale = if total > 0.0 { (1.0 / total) as f32 } else { 1.0 };
    }

    /// Makes the stored mass large again where little of it is left.
    pub(crate) fn fold(&mut self, stored: f64) {
        if stored > 0.0 && stored < LITTLE_STORED {
            let by = (1.0 / stored) as f32;
            let lattice = self.map.lattice();
            self.layers.iter_mut().for_each(|layer| layer.mass.scale(lattice, by, 0.0));
        }
    }

    pub(crate) fn layer_mut(&mut self, index: usize) -> &mut MassLayer {
        while self.layers.len() <= index {
            self.layers.push(MassLayer { mass: Layer::new(self.map.lattice()), motion: Motion::default() });
        }
        &mut self.layers[index]
    }

    // Observation.

    /// Tightens the distribution around where the thing was seen (Isla 1.5 and 1.6), learns from it how the thing
    /// moves, and says how expected it was there. A place outside the map counts at its border. One that may be off by more than
    /// a cell is spread at once; what is less waits until time passes.
    pub fn observe(&mut self, seen: Seen) -> Observed {
        let Some(node) = self.lattice().nearest(seen.place) else {
            return Observed {
                node: None,
                likelihood_ratio: 0.0,
                probability: 0.0,
                verification: Verification::Unverifiable,
            };
        };
        let printed = matches!(self.map.settings().spread, Spread::AsPrinted(_));
        let likelihood_ratio =
            if printed { self.node_likelihood_ratio(node) } else { self.likelihood_ratio(seen.place) };
        let probability = self.probability(node);
        let settings = &self.map.settings();
        let expected = likelihood_ratio >= settings.expected_ratio;
        let habits = *self.habits();
        self.state.mobility.observe_within(seen.place, seen.noise_m, seen.since_s.min(LONGEST_S), &habits);
        if let Some(velocity) = seen.velocity {
            self.state.mobility.observe_velocity(velocity, &habits);
        }
        if let Spread::Calibrated(Calibrated { journeys: Some(journeys), .. }) = &settings.spread
            && let Some(destinations) = self.map.destinations()
        {
            let rests = self.state.mobility.velocity().length() < habits.still_mps;
            self.state.heading.observe(destinations, self.map.lattice(), journeys, seen.place, rests);
        }
        match self.filtered(&seen).filter(|_| !printed) {
            Some((node, filtered)) => self.tighten(node, &filtered),
            None => self.tighten(node, &seen),
        }
        Observed {
            node: Some(node),
            likelihood_ratio,
            probability,
            verification: if expected { Verification::True } else { Verification::False },
        }
    }

    /// A sighting by a noisy eye, as all sightings together place the thing; nothing for an eye that is as good as is assumed,
    /// nor for a thing that is where noise does not put it.
    fn filtered(&self, seen: &Seen) -> Option<(Node, Seen)> {
        if !(seen.noise_m > self.map.settings().habits.noise_m) {
            return None;
        }
        let (place, sure_to_m) = self.state.mobility.place_within();
        let is_noise = place.distance(seen.place) <= MOST_DEVIATIONS * seen.noise_m;
        let node = self.lattice().nearest(place).filter(|_| is_noise)?;
        Some((node, Seen { place, noise_m: sure_to_m.min(seen.noise_m), ..*seen }))
    }

    fn tighten(&mut self, node: Node, seen: &Seen) {
        let map = self.map.clone();
        let lattice = map.lattice();
        for layer in &mut self.layers {
            layer.mass.clear(lattice);
            layer.motion = Motion::default();
        }
        (self.state.unseen_s, self.state.elsewhere) = (0.0, false);
        self.state.last_seen = Some(node);
        let velocity = self.state.mobility.velocity();
        match &map.settings().spread {
            Spread::AsPrinted(_) => {
                self.state.printed_velocity = velocity;
                self.layers[ROAMING].mass.put(lattice, node, 1.0);
                self.layers[ROAMING].mass.count(lattice);
            }
            Spread::Calibrated(calibrated) => self.set_out(calibrated, node, seen, velocity),
        }
        if seen.noise_m > lattice.cell_m() {
            let Self { layers, scratch, .. } = self;
            layers.iter_mut().for_each(|layer| diffuse(lattice, layer, scratch));
        }
        self.renormalise();
    }

    /// Shares the mass of a thing just seen between resting and the courses it may be on.
    fn set_out(&mut self, calibrated: &Calibrated, node: Node, seen: &Seen, velocity: Vec2) {
        let map = self.map.clone();
        let (lattice, habits) = (map.lattice(), *self.habits());
        let velocity = velocity.clamp_length_max(calibrated.most_mps.max(0.0));
        let weights: f32 = calibrated.courses.iter().map(|course| course.weight.max(0.0)).sum();
        // Between once and twice the speed that counts as still, the thing may or may not be moving.
        let moves = (velocity.length() / habits.still_mps.max(1e-3) - 1.0).clamp(0.0, 1.0);
        let moves = if weights > 0.0 { moves } else { 0.0 };
        let stopped = moves * calibrated.stopped.clamp(0.0, 1.0);
        let noise = Variance::even(seen.noise_m * seen.noise_m);
        let (nodes, near) = self.around(seen.place, node);
        for (layer, share) in [(ROAMING, stopped), (RESTING, 1.0 - moves)] {
            if share > 0.0 {
                let layer = self.layer_mut(layer);
                for (node, near) in nodes.iter().zip(near).filter(|(_, near)| *near > 0.0) {
                    layer.mass.put(lattice, *node, share * near);
                }
                layer.mass.count(lattice);
                layer.motion.pending = noise;
            }
        }
        let mut moving = moves - stopped;
        if moving <= 0.0 {
            return;
        }
        if let Some(journeys) = calibrated.journeys {
            moving -= self.set_out_on_journeys(calibrated, &journeys, node, moving);
        }
        let inside = seen.place.clamp(lattice.bounds().min, lattice.bounds().max);
        for (index, course) in calibrated.courses.iter().enumerate() {
            let layer = self.layer_mut(COURSES + index);
            let share = moving * course.weight.max(0.0) / weights;
            layer.motion = Motion {
                velocity: Vec2::from_angle(course.turn).rotate(velocity) * course.speed,
                offset: inside - lattice.place(node),
                pending: noise,
                ..Motion::default()
            };
            layer.mass.put(lattice, node, share);
            layer.mass.count(lattice);
        }
    }

    // Spreading.

    /// Lets a tick pass in which the thing may have moved. Nothing happens for a length that is not a positive
    /// number. A long tick does what many short ones would; one of more than [`LONGEST_S`] counts as that.
    pub fn spread(&mut self, tick_s: f32) {
        self.advance(tick_s, true);
    }

    /// As [`Distribution::spread`], for a thing that neither gives up its course nor ends its rest.
    pub(crate) fn keep_course(&mut self, tick_s: f32) {
        self.advance(tick_s, false);
    }

    fn advance(&mut self, tick_s: f32, gives_up: bool) {
        if !tick_s.is_finite() || tick_s <= 0.0 {
            return;
        }
        let tick_s = tick_s.min(LONGEST_S);
        let Self { map, layers, state, scratch, .. } = self;
        Moving { map, layers, state, scratch }.advance(tick_s, gives_up);
        self.state.unseen_s += tick_s;
        self.hold_to_top_speed();
        // Mass leaks over the border where the paper's spreading is asked to.
        self.fold(self.total());
        self.renormalise();
    }
}
