//! What a creature asks of memory, told from its character and the ground before anything is made, and the most that
//! it may ask for. A file of a hundred bytes can ask for many gigabytes: a fine map of a wide ground.
//!
//! The figures are upper bounds of what is kept for long (maps, ways to goals, the raster for walking, beliefs with their
//! histories and expectations, the eye's picture); small lists are left out.

use crate::model::expectation::Track;
use crate::model::{Belief, Evaluation, MapConfig, Record};
use crate::{Character, believe};
use piaget_occupancy::{Shape, Spread};
use piaget_terms::{Grid, Terrain};

/// The most that the creatures of one world may ask for.
///
/// ```
/// use piaget_mind::{Budget, Character, Cost};
/// use piaget_terms::{Rect, Terrain};
/// let text = "character \"a\"; beliefs { map cell=0.02 }";
/// let source = piaget_text::Source::new("a.kdl", text);
/// let character = Character::parse(&source, &mut |_| Err("no other files".into())).unwrap();
/// let plain = Terrain::open(Rect::centred(4000.0, 4000.0));
/// let over = Budget::default().check(&Cost::of(&character, &plain, 10), &plain).unwrap_err();
/// assert!(over.what.contains("nodes") && over.hint.contains("cell="));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most nodes of one map. Default 4,000,000: a square kilometre in cells of half a metre.
    pub map_nodes: u64,
    /// The most goals times nodes of one map; each takes six bytes and is found before the first tick. Default
    /// 32,000,000.
    pub journey_nodes: u64,
    /// The most bytes of all creatures together. Default 2 GiB.
    pub bytes: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { map_nodes: 4_000_000, journey_nodes: 32_000_000, bytes: 2 << 30 }
    }
}

/// What is asked for beyond the budget, in sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverBudget {
    /// What was asked for, and the most there is.
    pub what: String,
    /// What would be right.
    pub hint: String,
}

/// What a character on a ground asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Nodes of its largest map.
    pub map_nodes: u64,
    /// The cell of that map.
    pub cell_m: f32,
    /// Goals times nodes.
    pub journey_nodes: u64,
    /// Bytes that creatures of this character share.
    pub shared_bytes: u64,
    /// Bytes of each creature.
    pub own_bytes: u64,
}

/// Bytes that a lattice keeps of a node: whether it is open and whole, its part, its open ways and their number, its region.
const LATTICE_BYTES: u64 = 20;
/// Bytes of a goal at a node: a distance and a direction.
const GOAL_BYTES: u64 = 6;
/// Bytes of a layer of mass at a node.
const MASS_BYTES: u64 = 4;
/// Layers besides courses and journeys: what roams and what rests.
const PLAIN_LAYERS: u64 = 2;
/// Bytes of a cell of the ground for walking: its neighbours, its island, two bits of sight, its region.
const GROUND_BYTES: u64 = 10;
/// Bytes that looking for a way keeps of a cell of the ground: the search's node, its mark, the flood's distance.
const SEARCH_BYTES: u64 = 32;
/// Bytes of a moment of a belief's history: a record and its time. There is room for all moments from the first one on.
const MOMENT_BYTES: u64 = (size_of::<Record>() + size_of::<f64>()) as u64;
/// Bytes of a point of an eye's picture: what is seen, and how far it is.
const PICTURE_BYTES: u64 = 8;
/// Bytes that a belief keeps for one sample of the longest period of a feature that may repeat itself: two samples and a lag.
const PERIOD_BYTES: u64 = 44;
/// Bytes of a belief by itself, of what one percept says of it, and of each feature that is expected of it.
const BELIEF_BYTES: u64 = size_of::<Belief>() as u64;
const EVALUATION_BYTES: u64 = size_of::<Evaluation>() as u64;
const TRACK_BYTES: u64 = size_of::<Track>() as u64;

impl Cost {
    /// What a character asks for on a ground where it can meet so many things and creatures.
    pub fn of(character: &Character, terrain: &Terrain, others: usize) -> Self {
        let mut cost = Self::default();
        let beliefs = (others as u64 + 1).min(character.believe.most.into());
        let of_others = character.minds.as_ref().map_or(0, |minds| {
            u64::from(minds.settings.most.min(others as u32))
                * (others as u64 + 1).min(minds.settings.things.into())
        });
        if let Some(map) = &character.believe.map {
            cost.add_map(map, terrain, beliefs + of_others);
        }
        if let Some(stranger) = &character.expect.stranger {
            cost.add_map(&stranger.map, terrain, 1);
        }
        let cells = ground_cells(character, terrain);
        let eye = &character.eyes.eye;
        let percepts = character.classify.percepts.nodes().len() as u64 * EVALUATION_BYTES;
        let moments = |config: &believe::Config| u64::from(config.history_moments) * MOMENT_BYTES;
        let features = character.expect.features.iter();
        let expected = features.map(|feature| {
            let periods = feature.repeats.map_or(0, |repeats| u64::from(repeats.pattern.longest_period));
            TRACK_BYTES + periods * PERIOD_BYTES
        });
        cost.shared_bytes += cells * GROUND_BYTES;
        cost.own_bytes += cells * SEARCH_BYTES
            + beliefs * (BELIEF_BYTES + percepts + moments(&character.believe) + expected.sum::<u64>())
            + of_others
                * (BELIEF_BYTES + character.minds.as_ref().map_or(0, |minds| moments(&minds.believe)))
            + u64::from(eye.columns) * u64::from(eye.rows) * PICTURE_BYTES;
        cost
    }

    fn add_map(&mut self, config: &MapConfig, terrain: &Terrain, beliefs: u64) {
        let (nodes, cell_m) = map_nodes(config, terrain);
        let (courses, goals) = match &config.settings.spread {
            Spread::Calibrated(calibrated) => {
                let goals = calibrated.journeys.map_or(0, |journeys| u64::from(journeys.goals));
                (calibrated.courses.len() as u64, goals)
            }
            Spread::AsPrinted(_) => (0, 0),
        };
        if nodes > self.map_nodes {
            (self.map_nodes, self.cell_m) = (nodes, cell_m);
        }
        self.journey_nodes = self.journey_nodes.max(nodes.saturating_mul(goals));
        let layers = PLAIN_LAYERS + courses + goals;
        let bytes = |each: u64, of: u64| nodes.saturating_mul(each).saturating_mul(of);
        self.shared_bytes = self.shared_bytes.saturating_add(bytes(LATTICE_BYTES + GOAL_BYTES * goals, 1));
        self.own_bytes = self.own_bytes.saturating_add(bytes(MASS_BYTES * layers, beliefs));
    }
}

impl Budget {
    /// Whether the maps of one character are small enough.
    pub fn check(&self, cost: &Cost, terrain: &Terrain) -> Result<(), OverBudget> {
        let area_m2 = area_m2(terrain);
        if cost.map_nodes > self.map_nodes {
            let what = format!(
                "its map would have {} nodes: cells of {} m on {area_m2:.0} m2; at most {} nodes are made",
                cost.map_nodes, cost.cell_m, self.map_nodes
            );
            // A node of hexagons stands for a little less than the square of its cell.
            let cell_m = rounded_up((area_m2 / HEXAGON / self.map_nodes as f64).sqrt());
            return Err(OverBudget {
                what,
                hint: format!("write `map cell={cell_m}`, or make the ground smaller"),
            });
        }
        if cost.journey_nodes > self.journey_nodes {
            let what = format!(
                "its journeys would have {} ways to goals; at most {} are made",
                cost.journey_nodes, self.journey_nodes
            );
            let goals = self.journey_nodes / cost.map_nodes.max(1);
            let hint = match goals {
                0 => "leave `journeys` out, or make the map's `cell` larger".to_owned(),
                _ => format!("write `journeys goals={goals}`, or make the map's `cell` larger"),
            };
            return Err(OverBudget { what, hint });
        }
        Ok(())
    }
}

/// The area of a hexagonal cell, as a share of the square of the distance between middles.
const HEXAGON: f64 = 0.866_025_4;

fn area_m2(terrain: &Terrain) -> f64 {
    let size = terrain.bounds.size();
    f64::from(size.x.max(0.0)) * f64::from(size.y.max(0.0))
}

fn map_nodes(config: &MapConfig, terrain: &Terrain) -> (u64, f32) {
    if let Some(grid) = &terrain.grid {
        return (grid_cells(grid), grid.cell_m);
    }
    // As the lattice has it: a cell that is not a positive number counts as one metre.
    let cell_m = if config.cell_m > 0.0 && config.cell_m.is_finite() { config.cell_m } else { 1.0 };
    let share = if config.shape == Shape::Hexagons { HEXAGON } else { 1.0 };
    let cell_m2 = f64::from(cell_m) * f64::from(cell_m) * share;
    ((area_m2(terrain) / cell_m2).ceil() as u64, cell_m)
}

fn ground_cells(character: &Character, terrain: &Terrain) -> u64 {
    if let Some(grid) = &terrain.grid {
        return grid_cells(grid);
    }
    let raster = &character.act.raster;
    let cell_m = f64::from(raster.cell_m).max(1e-3);
    ((area_m2(terrain) / (cell_m * cell_m)).ceil() as u64).min(raster.most_cells.into())
}

fn grid_cells(grid: &Grid) -> u64 {
    u64::from(grid.columns) * u64::from(grid.rows)
}

/// Up to two digits behind the point, so that what a hint says is enough.
fn rounded_up(cell_m: f64) -> f64 {
    (cell_m * 100.0).ceil() / 100.0
}
