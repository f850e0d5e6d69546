//! What may be found where, how soon, and from which places it is seen: the map cut into districts, and the few
//! vantage points that between them see the most for the time it takes to get there.
//!
//! A district counts as seen from another when the likeliest point of it is in line of sight and near enough: a
//! corner is worth going to for what lies behind it. What is seen from where one stands is left to the sweeping eyes.

use super::place::{SeekConfig, Stance};
use piaget_nav::{Cell, Flood, Ground};
use piaget_occupancy::Distribution;
use piaget_terms::Vec2;
use std::ops::Range;

/// In place of a vantage point: seen from where the seeker stands.
const FROM_HERE: u8 = u8::MAX;
/// Nothing is inspected sooner than this. Not a setting: keeps what a place is worth finite where nothing takes time.
const SOON_S: f32 = 0.05;

/// Buffers of a survey; nothing in them outlives a plan.
#[derive(Clone, Debug, Default)]
pub(super) struct Survey {
    pub flood: Flood,
    /// The districts with mass, by their place in the grid.
    pub districts: Vec<District>,
    /// Which district is where in the grid of districts.
    index: Vec<u32>,
    columns: usize,
    side: f32,
    origin: Vec2,
    /// What is seen from where, district after district.
    seen: Vec<u32>,
    /// Promising vantage points, the best last.
    queue: Vec<(f32, u32)>,
    pub vantages: Vec<Vantage>,
}

/// A part of the ground with what the map holds of it.
#[derive(Clone, Debug)]
pub(super) struct District {
    pub mass: f32,
    /// The most likely point of it.
    pub peak: Vec2,
    peak_mass: f32,
    pub cell: Cell,
    square: u32,
    /// How long it takes to get there; infinite where no way leads.
    pub eta_s: f32,
    /// Where the districts that are seen from here are listed, once that is known.
    sees: Option<Range<u32>>,
    /// The vantage point that it is left to, or [`FROM_HERE`].
    taken_by: Option<u8>,
}

/// A place to look from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vantage {
    pub district: u32,
    /// What is seen from it and from no better one.
    pub mass: f32,
}

impl Survey {
    /// Surveys the map from where the seeker stands. False if it can stand nowhere.
    pub fn take(
        &mut self,
        config: &SeekConfig,
        map: &Distribution,
        ground: &Ground,
        stance: &Stance,
    ) -> bool {
        let Some(start) = free_cell(ground, stance.at) else { return false };
        self.cut_into_districts(config, map);
        for district in &mut self.districts {
            district.cell = free_cell(ground, district.peak).unwrap_or(start);
        }
        let speed = stance.speed_m_per_s.max(0.05);
        // What can be reached soon is what matters; only where little is there is it worth looking further.
        for reach_s in [config.horizon_s, f32::INFINITY] {
            self.flood.from(ground, start, reach_s * speed);
            let mut reached = 0.0;
            for district in &mut self.districts {
                let distance = self.flood.distance_m(ground, district.cell);
                district.eta_s = distance.map_or(f32::INFINITY, |m| m / speed);
                reached += distance.map_or(0.0, |_| district.mass);
            }
            if reached > 0.5 {
                break;
            }
        }
        for district in &mut self.districts {
            let near = district.peak.distance_squared(stance.at) <= config.sweep_m * config.sweep_m;
            if near && ground.sees(stance.at, district.peak) {
                district.taken_by = Some(FROM_HERE);
            }
        }
        self.choose_vantages(config, ground);
        true
    }

    fn cut_into_districts(&mut self, config: &SeekConfig, map: &Distribution) {
        let bounds = map.lattice().bounds();
        self.side = config.district_m.max(map.lattice().cell_m());
        self.origin = bounds.min;
        let size = (bounds.size() / self.side).floor().max(Vec2::ZERO) + Vec2::ONE;
        self.columns = size.x as usize;
        self.index.clear();
        self.index.resize(self.columns * size.y as usize, u32::MAX);
        self.districts.clear();
        self.seen.clear();
        let lattice = map.lattice();
        let rows = self.index.len() / self.columns;
        for (node, mass) in map.nodes_with_mass() {
            let place = lattice.place(node);
            let at = ((place - self.origin) / self.side).max(Vec2::ZERO);
            let square = (at.y as usize).min(rows - 1) * self.columns + (at.x as usize).min(self.columns - 1);
            if self.index[square] == u32::MAX {
                self.index[square] = self.districts.len() as u32;
                self.districts.push(District::new(place, square));
            }
            let district = &mut self.districts[self.index[square] as usize];
            district.mass += mass;
            if mass > district.peak_mass {
                (district.peak, district.peak_mass) = (place, mass);
            }
        }
    }

    /// Takes the best vantage point again and again; what it sees is left to it. An upper bound on what a point sees
    /// spares asking most of them (what is left to see only ever gets less).
    fn choose_vantages(&mut self, config: &SeekConfig, ground: &Ground) {
        self.queue.clear();
        self.vantages.clear();
        let worth = |mass: f32, district: &District| mass / (district.eta_s + config.look_s).max(SOON_S);
        for index in 0..self.districts.len() as u32 {
            if self.districts[index as usize].eta_s.is_finite() {
                let mut bound = 0.0;
                self.around(index, config.sweep_m, |survey, beside| {
                    let beside = &survey.districts[beside as usize];
                    bound += if beside.taken_by.is_none() { beside.mass } else { 0.0 };
                });
                self.queue.push((worth(bound, &self.districts[index as usize]), index));
            }
        }
        let by_worth = |a: &(f32, u32), b: &(f32, u32)| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1));
        self.queue.sort_unstable_by(by_worth);
        let most = (config.districts as usize).clamp(1, piaget_memory::MOST_EXACT_PLACES);
        let mut tried = 0;
        while self.vantages.len() < most && tried < config.most_tried as usize {
            let Some((_, index)) = self.queue.pop() else { break };
            tried += 1;
            let list = self.sees(index, config, ground);
            let left: f32 = self.seen[list.clone()]
                .iter()
                .map(|seen| &self.districts[*seen as usize])
                .filter(|seen| seen.taken_by.is_none())
                .map(|seen| seen.mass)
                .sum();
            let value = worth(left, &self.districts[index as usize]);
            if self.queue.last().is_some_and(|next| next.0 > value) {
                let at = self.queue.partition_point(|other| by_worth(other, &(value, index)).is_lt());
                self.queue.insert(at, (value, index));
                continue;
            }
            if left <= 0.0 {
                break;
            }
            for at in list {
                let seen = &mut self.districts[self.seen[at] as usize];
                seen.taken_by = seen.taken_by.or(Some(self.vantages.len() as u8));
            }
            self.vantages.push(Vantage { district: index, mass: left });
        }
    }

    /// The districts of which the middles lie within a distance, the own one first.
    fn around(&self, index: u32, within_m: f32, mut tell: impl FnMut(&Self, u32)) {
        tell(self, index);
        let square = self.districts[index as usize].square as usize;
        let (column, row) = ((square % self.columns) as i64, (square / self.columns) as i64);
        let reach = (within_m / self.side).floor() as i64;
        let rows = (self.index.len() / self.columns) as i64;
        for down in (-reach).max(-row)..=reach.min(rows - 1 - row) {
            for right in (-reach).max(-column)..=reach.min(self.columns as i64 - 1 - column) {
                let beside = self.index[((row + down) * self.columns as i64 + column + right) as usize];
                if beside != u32::MAX && beside != index && right * right + down * down <= reach * reach {
                    tell(self, beside);
                }
            }
        }
    }

    /// Where the districts are listed that are seen from a district's likeliest point.
    pub fn sees(&mut self, index: u32, config: &SeekConfig, ground: &Ground) -> Range<usize> {
        if self.districts[index as usize].sees.is_none() {
            let from = self.seen.len() as u32;
            let mut seen = std::mem::take(&mut self.seen);
            let at = ground.centre_of(self.districts[index as usize].cell);
            self.around(index, config.sweep_m, |survey, beside| {
                let place = survey.districts[beside as usize].peak;
                let near = place.distance_squared(at) <= config.sweep_m * config.sweep_m;
                if beside == index || (near && ground.sees(at, place)) {
                    seen.push(beside);
                }
            });
            self.seen = seen;
            self.districts[index as usize].sees = Some(from..self.seen.len() as u32);
        }
        let range = self.districts[index as usize].sees.clone().unwrap_or(0..0);
        range.start as usize..range.end as usize
    }

    /// The district that holds a place, if the place is near enough to its likeliest point to stand for it.
    pub fn district_at(&self, place: Vec2, within_m: f32) -> Option<u32> {
        let at = (place - self.origin) / self.side;
        let inside = at.x >= 0.0 && at.y >= 0.0 && (at.x as usize) < self.columns;
        let square = inside.then(|| at.y as usize * self.columns + at.x as usize)?;
        let index = self.index.get(square).copied().filter(|index| *index != u32::MAX)?;
        (self.districts[index as usize].peak.distance(place) <= within_m).then_some(index)
    }

    /// A district of a list that [`Survey::sees`] named, and the vantage point that it is left to.
    pub fn listed(&self, at: usize) -> (u32, &District, Option<u8>) {
        let district = &self.districts[self.seen[at] as usize];
        (self.seen[at], district, district.taken_by.filter(|by| *by != FROM_HERE))
    }
}

impl District {
    fn new(place: Vec2, square: usize) -> Self {
        Self {
            mass: 0.0,
            peak: place,
            peak_mass: 0.0,
            cell: (0, 0),
            square: square as u32,
            eta_s: f32::INFINITY,
            sees: None,
            taken_by: None,
        }
    }
}

/// The cell that holds a place, or the nearest one that a body can stand in.
pub(super) fn free_cell(ground: &Ground, place: Vec2) -> Option<Cell> {
    let free = |cell: Cell| ground.island_of(cell) != 0;
    ground.cell_at(place).filter(|cell| free(*cell)).or_else(|| ground.nearest_cell(place, free))
}
