//! What a distribution says: the likeliest node, how likely a place is, how much mass a region holds, how unsure
//! it all is, the best separate places, and what it will say some time from now.

use crate::distribution::{Distribution, MassLayer};
use crate::kernel::for_each_machine;
use crate::lattice::{BLOCK, Lattice, Node, Shape};
use crate::layer::{NOTHING, joined};
use crate::vector::{Lanes, Vector};
use crate::verify::salience;
use glam::Vec2;
use piaget_terms::maths;
use std::ops::Range;

/// A likely place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peak {
    /// The node.
    pub node: Node,
    /// Where it is.
    pub place: Vec2,
    /// The probability at the node.
    pub probability: f32,
    /// The probability within the distance that keeps peaks apart; for the likeliest node alone, its own.
    pub mass: f32,
}

/// No forecast runs for more ticks than this.
const MOST_TICKS: f32 = 100_000.0;
/// Less mass than this coming in is no arrival.
const LEAST_ARRIVAL: f32 = 1e-3;

/// The rows that any layer has mass in, and in which of their blocks.
#[inline(always)]
pub(crate) fn rows_with_mass(layers: &[MassLayer]) -> impl Iterator<Item = (usize, Range<u32>)> + '_ {
    let active = || layers.iter().map(|layer| &layer.mass).filter(|mass| !mass.is_empty());
    let from = active().map(|mass| mass.rows().start).min().unwrap_or(0);
    let to = active().map(|mass| mass.rows().end).max().unwrap_or(0);
    (from..to).map(move |row| {
        let blocks = active().fold(NOTHING, |all, mass| joined(all, mass.span(row)));
        (row, blocks.0..blocks.1)
    })
}

/// A block of each layer that has mass there. Of the others nothing is read: it would have to be fetched.
#[inline(always)]
pub(crate) fn blocks_with_mass(
    layers: &[MassLayer],
    (row, block): (usize, u32),
    at: usize,
) -> impl Iterator<Item = &Lanes> {
    layers.iter().filter(move |layer| layer.mass.holds(row, block)).map(move |layer| {
        let (blocks, _) = layer.mass.mass[at..at + BLOCK].as_chunks();
        &blocks[0]
    })
}

impl Distribution {
    /// Every place that holds mass, and how much: to draw a map.
    pub fn places_with_mass(&self) -> impl Iterator<Item = (Vec2, f32)> + '_ {
        let lattice = self.lattice();
        self.nodes_with_mass().map(move |(node, mass)| (lattice.place(node), mass))
    }

    /// The probability that the thing is at this node; 0 for what is no node.
    pub fn probability(&self, node: Node) -> f32 {
        self.stored_mass(node.index()) * self.state.scale
    }

    /// The probabilities at many nodes, for those who copy whole maps: one sweep for each layer. What is no node has 0.
    ///
    /// ```
    /// use piaget_occupancy::{Distribution, Lattice, Map, Seen};
    /// use piaget_terms::{Rect, Terrain, Vec2};
    /// let map = Map::new(Lattice::hexagons(&Terrain::open(Rect::centred(9.0, 9.0)), 0.5, 0.0));
    /// let mut sheep = Distribution::seen(&map, Seen::at(Vec2::ZERO, 0.1));
    /// sheep.spread(3.0);
    /// let nodes: Vec<_> = map.lattice().open_nodes().collect();
    /// let mut read = vec![0.0; nodes.len()];
    /// sheep.probabilities(&nodes, &mut read);
    /// assert!(nodes.iter().zip(&read).all(|(node, read)| sheep.probability(*node) == *read));
    /// ```
    pub fn probabilities(&self, nodes: &[Node], out: &mut [f32]) {
        out.fill(0.0);
        let mut at = 0;
        // Nodes that are stored one after the other are read as one row.
        for run in nodes.chunk_by(|a, b| a.0.wrapping_add(1) == b.0) {
            let Some(out) = out.get_mut(at..at + run.len()) else { return };
            let start = run[0].index();
            for layer in self.layers.iter().filter(|layer| !layer.mass.is_empty()) {
                let mass = layer.mass.mass.get(start..start + run.len()).unwrap_or_default();
                out.iter_mut().zip(mass).for_each(|(out, mass)| *out += mass);
            }
            out.iter_mut().for_each(|out| *out *= self.state.scale);
            at += run.len();
        }
    }

    /// As [`Distribution::probability`], exact to a fraction of a cell for what moves: mass on a course stands on the
    /// node nearest to where it is by now, up to half a cell off, and is read from where it really is. Costs more,
    /// and beside a wall a little of it may be read on the wall's other side.
    pub fn probability_within_cell(&self, node: Node) -> f32 {
        let lattice = self.lattice();
        let mut sum = 0.0;
        for layer in self.layers.iter().filter(|layer| !layer.mass.is_empty()) {
            let offset = layer.motion.offset;
            if offset == Vec2::ZERO {
                sum += layer.mass.mass.get(node.index()).copied().unwrap_or(0.0);
                continue;
            }
            let from = lattice.place(node) - offset;
            if let Some(nearest) = lattice.nearest(from) {
                let (nodes, shares) = self.around(from, nearest);
                sum += nodes
                    .iter()
                    .zip(shares)
                    .map(|(node, share)| share * layer.mass.mass[node.index()])
                    .sum::<f32>();
            }
        }
        sum * self.state.scale
    }

    fn stored_mass(&self, at: usize) -> f32 {
        self.layers.iter().map(|layer| layer.mass.mass.get(at).copied().unwrap_or(0.0)).sum()
    }

    /// The most likely node, the first in order of equals; `None` if the map has no open node. Looked for once, however
    /// often it is asked, until the mass changes.
    pub fn most_likely(&self) -> Option<Peak> {
        let (node, mass) = (*self.likeliest.get_or_init(|| self.find_most_likely()))?;
        let probability = mass * self.state.scale;
        Some(Peak { node, place: self.lattice().place(node), probability, mass: probability })
    }

    fn find_most_likely(&self) -> Option<(Node, f32)> {
        let (most, mut row) = likeliest_row(&self.layers, self.lattice())?;
        let at = row.find(|at| self.stored_mass(*at) == most)?;
        Some((Node(at as u32), most))
    }

    /// Where mass is stored, in order.
    pub(crate) fn stored_with_mass(&self) -> impl Iterator<Item = usize> + '_ {
        rows_with_mass(&self.layers)
            .flat_map(|(row, blocks)| self.lattice().stored_span(row, (blocks.start, blocks.end)))
            .filter(|at| self.stored_mass(*at) > 0.0)
    }

    /// The nodes with mass and their probabilities, in order.
    pub fn nodes_with_mass(&self) -> impl Iterator<Item = (Node, f32)> + '_ {
        self.stored_with_mass().map(|at| (Node(at as u32), self.stored_mass(at) * self.state.scale))
    }

    /// No mass is farther from a place than this. Cheap: only the ends of rows are looked at.
    pub fn farthest_m(&self, from: Vec2) -> f32 {
        let lattice = self.lattice();
        let ends = rows_with_mass(&self.layers).filter(|(_, blocks)| !blocks.is_empty()).flat_map(
            |(row, blocks)| {
                let place_of = lattice.places_in_row(row);
                let (first, end) = (blocks.start as usize * BLOCK, blocks.end as usize * BLOCK);
                [place_of(first), place_of(end - 1)]
            },
        );
        match lattice.shape() {
            // Nodes of a graph lie in no order.
            Shape::Graph => {
                self.nodes_with_mass().map(|(node, _)| lattice.place(node).distance(from)).fold(0.0, f32::max)
            }
            _ => ends.map(|place| place.distance(from)).fold(0.0, f32::max),
        }
    }

    /// The nodes with mass within `radius_m` of a place, with their probabilities, in order. Only the rows and columns
    /// around it are looked at; on a graph, every node.
    pub fn nodes_within(&self, centre: Vec2, radius_m: f32) -> impl Iterator<Item = (Node, f32)> + '_ {
        let lattice = self.lattice();
        let (rows, columns) = lattice.window(centre, radius_m);
        let stored = rows.flat_map(move |row| {
            let from = lattice.stored(row, columns.start);
            from..from + columns.len()
        });
        let near =
            move |at: &usize| lattice.place(Node(*at as u32)).distance_squared(centre) <= radius_m * radius_m;
        let mass = |at: usize| (Node(at as u32), self.stored_mass(at) * self.state.scale);
        stored.filter(near).map(mass).filter(|(_, mass)| *mass > 0.0)
    }

    /// How likely this place is, relative to the best place: 1 there, 0 where the thing cannot be. Between nodes it
    /// is interpolated, so that a small movement over the border of a cell is a small surprise.
    pub fn likelihood_ratio(&self, place: Vec2) -> f32 {
        let lattice = self.lattice();
        let (Some(node), Some(best)) = (lattice.nearest(place), self.most_likely()) else { return 0.0 };
        let (nodes, mut shares) = self.around(place, node);
        let here: f32 =
            nodes.iter().zip(shares).map(|(node, share)| share * self.stored_mass(node.index())).sum();
        // The same shares at the best place, laid as well as they can be: a place between nodes is not to blame for
        // being there.
        let mut around_best = [0.0; 9];
        around_best[0] = self.stored_mass(best.node.index());
        for (slot, node) in lattice.neighbours(best.node).take(8).enumerate() {
            around_best[slot + 1] = self.stored_mass(node.index());
        }
        shares.sort_unstable_by(|a, b| b.total_cmp(a));
        around_best.sort_unstable_by(|a, b| b.total_cmp(a));
        let most: f32 = shares.iter().zip(around_best).map(|(share, mass)| share * mass).sum();
        if most > 0.0 { (here / most).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// The likelihood ratio of a node, without interpolation: `p / p_highest` of Isla 1.8.
    pub fn node_likelihood_ratio(&self, node: Node) -> f32 {
        let best = self.most_likely().map_or(0.0, |best| best.probability);
        if best > 0.0 { (self.probability(node) / best).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// How far an observation at this place is from this belief (Isla 1.12); at most
    /// [`MOST_SALIENT`](crate::MOST_SALIENT).
    pub fn place_distance(&self, place: Vec2) -> f32 {
        salience(self.likelihood_ratio(place))
    }

    /// The nodes around a place and how much each has of it: all to the node for a place at its middle.
    pub(crate) fn around(&self, place: Vec2, nearest: Node) -> ([Node; 9], [f32; 9]) {
        let lattice = self.lattice();
        let mut nodes = [nearest; 9];
        let mut shares = [0.0; 9];
        let bounds = lattice.bounds();
        let place = place.clamp(bounds.min, bounds.max);
        let near = |node: Node| {
            let near = (1.0 - lattice.place(node).distance(place) / lattice.cell_m()).max(0.0);
            near * near
        };
        shares[0] = near(nearest);
        for (slot, node) in lattice.neighbours(nearest).take(8).enumerate() {
            nodes[slot + 1] = node;
            shares[slot + 1] = near(node);
        }
        let all: f32 = shares.iter().sum();
        if all > 0.0 {
            shares.iter_mut().for_each(|share| *share /= all);
        } else {
            shares[0] = 1.0;
        }
        (nodes, shares)
    }

    /// The probability that the thing is where `inside` says.
    pub fn mass_in(&self, inside: impl Fn(Vec2) -> bool) -> f32 {
        let lattice = self.lattice();
        let mass: f64 = self
            .nodes_with_mass()
            .filter(|(node, _)| inside(lattice.place(*node)))
            .map(|(_, probability)| f64::from(probability))
            .sum();
        mass as f32
    }

    /// The probability that the thing is within `radius_m` of a place.
    pub fn mass_within(&self, centre: Vec2, radius_m: f32) -> f32 {
        let mass: f64 = self.nodes_within(centre, radius_m).map(|(_, mass)| f64::from(mass)).sum();
        mass as f32
    }

    /// The sum of all probabilities, counted anew: 1 but for rounding, or 0 on a map without open nodes.
    pub fn total_probability(&self) -> f64 {
        self.stored_with_mass().map(|at| f64::from(self.stored_mass(at))).sum::<f64>()
            * f64::from(self.state.scale)
    }

    /// How unsure the map is, in bits: 0 when all mass is on one node, 10 when it is even over 1,024.
    pub fn entropy_bits(&self) -> f32 {
        let nats: f64 = self
            .nodes_with_mass()
            .map(|(_, p)| if p > 0.0 { -f64::from(p) * f64::from(maths::ln(p)) } else { 0.0 })
            .sum();
        (nats / std::f64::consts::LN_2) as f32
    }

    /// The mean place, exact to a fraction of a cell for what moves; `None` if the map has no open node.
    pub fn mean(&self) -> Option<Vec2> {
        let lattice = self.lattice();
        let (mut x, mut z, mut all) = (0.0f64, 0.0f64, 0.0f64);
        for layer in &self.layers {
            for span in layer.mass.active(lattice) {
                for at in span {
                    let mass = f64::from(layer.mass.mass[at]);
                    if mass > 0.0 {
                        let place = lattice.place(Node(at as u32)) + layer.motion.offset;
                        x += mass * f64::from(place.x);
                        z += mass * f64::from(place.y);
                        all += mass;
                    }
                }
            }
        }
        (all > 0.0).then(|| Vec2::new((x / all) as f32, (z / all) as f32))
    }

    /// The `k` best places that are at least `apart_m` from one another, best first, each with the mass within
    /// half that distance. `peaks` is emptied first and keeps its room.
    pub fn peaks(&self, k: usize, apart_m: f32, peaks: &mut Vec<Peak>) {
        peaks.clear();
        let lattice = self.lattice();
        if k == 0 {
            return;
        }
        // Each round takes the best node that is far enough from those taken: k rounds over the active nodes.
        for _ in 0..k {
            let mut best: Option<Peak> = None;
            for (node, probability) in self.nodes_with_mass() {
                if best.is_some_and(|best| best.probability >= probability) {
                    continue;
                }
                let place = lattice.place(node);
                let apart = peaks.iter().all(|peak| peak.place.distance(place) >= apart_m);
                // A slope of a peak already taken is no place of its own.
                let top = lattice.neighbours(node).all(|beside| self.probability(beside) <= probability);
                if apart && top {
                    best = Some(Peak { node, place, probability, mass: 0.0 });
                }
            }
            let Some(mut best) = best else { return };
            best.mass = self.mass_within(best.place, (apart_m * 0.5).max(lattice.cell_m() * 0.5));
            peaks.push(best);
        }
    }

    /// Runs `ahead` forward from this belief by `seconds`, in ticks of `tick_s`: what this map would say then if
    /// nothing were seen meanwhile. `ahead` keeps its room.
    pub fn forecast(&self, ahead: &mut Self, seconds: f32, tick_s: f32) {
        ahead.copy_from(self);
        if !(seconds.is_finite() && tick_s > 0.0) {
            return;
        }
        let ticks = (seconds / tick_s).floor().min(MOST_TICKS) as u32;
        for _ in 0..ticks {
            ahead.spread(tick_s);
        }
        ahead.spread(seconds - ticks as f32 * tick_s);
    }

    /// When the thing is expected in a region if it keeps its course unseen: the time from now by which half of the
    /// mass that will have come in within `within_s` is there, and how much that will be. `None` if none comes in.
    pub fn expected_arrival(
        &self,
        ahead: &mut Self,
        within_s: f32,
        tick_s: f32,
        inside: impl Fn(Vec2) -> bool,
    ) -> Option<(f32, f32)> {
        if !(within_s.is_finite() && tick_s > 0.0) {
            return None;
        }
        let ticks = (within_s / tick_s).clamp(0.0, MOST_TICKS) as u32;
        let at_first = self.mass_in(&inside);
        // Once to learn how much will come in, once to find when half of it has.
        let mut most = 0.0f32;
        ahead.copy_from(self);
        for _ in 0..ticks {
            ahead.keep_course(tick_s);
            most = most.max(ahead.mass_in(&inside) - at_first);
        }
        if most < LEAST_ARRIVAL {
            return None;
        }
        ahead.copy_from(self);
        for tick in 1..=ticks {
            ahead.keep_course(tick_s);
            if ahead.mass_in(&inside) - at_first >= 0.5 * most {
                return Some((tick as f32 * tick_s, most));
            }
        }
        None
    }

    /// Becomes the same as another distribution on the same lattice, without new room once it has enough.
    pub fn copy_from(&mut self, other: &Self) {
        self.map.clone_from(&other.map);
        self.state.clone_from(&other.state);
        self.likeliest.clone_from(&other.likeliest);
        if !other.layers.is_empty() {
            self.layer_mut(other.layers.len() - 1);
        }
        let lattice: &Lattice = other.map.lattice();
        for (index, layer) in self.layers.iter_mut().enumerate() {
            match other.layers.get(index) {
                Some(from) => {
                    layer.mass.copy_from(&from.mass, lattice);
                    layer.motion = from.motion;
                }
                None => layer.mass.clear(lattice),
            }
        }
    }
}

for_each_machine!(
    /// The greatest sum over all layers, and the first row that has it: where it is stored.
    likeliest_row, likeliest_row_by,
    (layers: &[MassLayer], lattice: &Lattice) -> Option<(f32, Range<usize>)>);

/// # Safety
/// The processor must have the instructions of `V`.
#[inline(always)]
unsafe fn likeliest_row_by<V: Vector>(
    layers: &[MassLayer],
    lattice: &Lattice,
) -> Option<(f32, Range<usize>)> {
    let (mut most, mut at) = (0.0, None);
    for (row, blocks) in rows_with_mass(layers) {
        // SAFETY: the caller knows that the processor has the instructions of `V`.
        let greatest = unsafe { greatest_sum::<V>(layers, lattice, row, blocks.clone()) };
        if greatest > most {
            (most, at) = (greatest, Some(lattice.stored_span(row, (blocks.start, blocks.end))));
        }
    }
    at.map(|row| (most, row))
}

/// The greatest number in some blocks of a row, all layers taken together.
///
/// # Safety
/// The processor must have the instructions of `V`.
#[inline(always)]
unsafe fn greatest_sum<V: Vector>(
    layers: &[MassLayer],
    lattice: &Lattice,
    row: usize,
    blocks: Range<u32>,
) -> f32 {
    // SAFETY: the caller knows that the processor has the instructions of `V`.
    unsafe {
        let mut greatest = V::all(0.0);
        for block in blocks {
            let at = lattice.stored(row, block as usize * BLOCK);
            let masses = blocks_with_mass(layers, (row, block), at);
            greatest = greatest.or_greater(masses.fold(V::all(0.0), |sum, mass| sum.plus(V::load(mass))));
        }
        greatest.greatest()
    }
}
