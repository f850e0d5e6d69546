//! Where to go and where to look next for one thing that is not in sight, from its map.
//!
//! [`Policy::Likely`] is the paper's (Isla 5.2): always towards the most likely place; look-around and search come
//! of themselves. [`Policy::Effort`] weighs what may be found against what it costs: the map is cut into
//! districts, the best ones are put in the order of least expected effort, ways round walls and turning
//! counted, and on the way the eyes sweep where most can be seen. Neither knows where the thing is.

use super::order::{Order, Places};
use crate::navigate::{Cell, Flood, Ground};
use piaget_occupancy::Distribution;
use piaget_terms::{Vec2, maths};
use serde::{Deserialize, Serialize};

/// By what the next place is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Policy {
    /// The most likely place.
    Likely,
    /// The place where finding is most likely for the effort, several looks ahead.
    #[default]
    Effort,
}

/// How a creature seeks. Lengths scale with what the eye can take in at once.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeekConfig {
    /// By what the next place is chosen.
    pub policy: Policy,
    /// The side of a district: about what one look takes in. Larger plans are coarser and cheaper. Default 4 m.
    pub district_m: f32,
    /// How many districts are put in order, at most 10. Default 8.
    pub districts: u32,
    /// Seconds between two plans. Default 1.
    pub plan_every_s: f32,
    /// How much cheaper another district must be to turn away from the one under way, as a share. Default 0.2.
    pub stickiness: f32,
    /// How far the eyes are counted on while sweeping. Default 12 m.
    pub sweep_m: f32,
    /// What one look takes in, as an angle. Default 60 degrees.
    pub sweep_rad: f32,
}

impl Default for SeekConfig {
    fn default() -> Self {
        Self {
            policy: Policy::Effort,
            district_m: 4.0,
            districts: 8,
            plan_every_s: 1.0,
            stickiness: 0.2,
            sweep_m: 12.0,
            sweep_rad: std::f32::consts::FRAC_PI_3,
        }
    }
}

/// The seeker's body in this tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stance {
    /// Where it stands.
    pub at: Vec2,
    /// Which way it looks.
    pub gaze_yaw: f32,
    /// How fast it goes.
    pub speed_m_per_s: f32,
    /// How fast it turns its gaze.
    pub turn_rad_per_s: f32,
    /// Whether it may walk, or only look from where it stands.
    pub may_go: bool,
}

/// Where to go and where to look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Where the thing is to be met.
    pub go: Vec2,
    /// Where to look meanwhile.
    pub look: Vec2,
}

/// What one search remembers from tick to tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Seeking {
    /// The district under way, and how likely it was when it was chosen.
    chosen: Option<(Vec2, f32)>,
    since_plan_s: f32,
}

/// Buffers for planning; nothing in them outlives a call.
#[derive(Clone, Debug, Default)]
pub struct Seeker {
    flood: Flood,
    districts: Vec<District>,
    /// Where each district of the grid stands in `districts`, by generation.
    index: Vec<u32>,
    best: Vec<Stop>,
    places: Places,
    order: Order,
    sweep: Vec<f32>,
}

/// A part of the ground with what the map holds of it.
#[derive(Clone, Copy, Debug)]
struct District {
    mass: f32,
    /// The most likely point of it.
    peak: Vec2,
    peak_mass: f32,
    cell: u32,
}

/// A district worth going to.
#[derive(Clone, Copy, Debug)]
struct Stop {
    place: Vec2,
    cell: Cell,
    mass: f32,
    effort_s: f32,
}

/// Directions in which the eyes may sweep.
const SWEEPS: usize = 24;
/// A walker looks about at least this long before a district counts as inspected.
const LOOK_S: f32 = 0.5;

impl Seeker {
    /// Where to go and look now; `None` if the map says nothing.
    pub fn target(
        &mut self,
        config: &SeekConfig,
        seeking: &mut Seeking,
        map: &Distribution,
        ground: &Ground,
        stance: &Stance,
        tick_s: f32,
    ) -> Option<Target> {
        let likely = map.most_likely()?.place;
        if config.policy == Policy::Likely {
            *seeking = Seeking::default();
            return Some(Target { go: likely, look: likely });
        }
        if !stance.may_go {
            return Some(Target {
                go: stance.at,
                look: self.sweep(config, map, ground, stance).unwrap_or(likely),
            });
        }
        seeking.since_plan_s += tick_s;
        let go = match seeking.chosen.filter(|_| seeking.since_plan_s < config.plan_every_s) {
            Some((place, mass)) if map.mass_within(place, config.district_m * 0.5) > 0.5 * mass => place,
            _ => {
                let place = self.plan(config, seeking, map, ground, stance).unwrap_or(likely);
                let mass = map.mass_within(place, config.district_m * 0.5);
                *seeking = Seeking { chosen: Some((place, mass)), since_plan_s: 0.0 };
                place
            }
        };
        let look = self.sweep(config, map, ground, stance).unwrap_or(go);
        Some(Target { go, look })
    }

    /// The first of the districts in the order of least expected effort.
    fn plan(
        &mut self,
        config: &SeekConfig,
        seeking: &Seeking,
        map: &Distribution,
        ground: &Ground,
        stance: &Stance,
    ) -> Option<Vec2> {
        let start = free_cell(ground, stance.at)?;
        self.cut_into_districts(config, map);
        self.flood.from(ground, start, f32::INFINITY);
        self.choose_stops(config, seeking, ground, stance);
        let stops = self.best.len() + 1;
        self.places.chance.clear();
        self.places.chance.extend(self.best.iter().map(|stop| stop.mass));
        self.places.effort.clear();
        self.places.effort.resize(stops * stops, 0.0);
        for (to, stop) in self.best.iter().enumerate() {
            self.places.effort[to + 1] = stop.effort_s;
        }
        let speed = stance.speed_m_per_s.max(0.05);
        // Between stops the way is at least as long as the straight line and as what the flood tells apart.
        for (from, a) in self.best.iter().enumerate() {
            for (to, b) in self.best.iter().enumerate().filter(|(to, _)| *to != from) {
                let apart = (a.effort_s - b.effort_s).abs().max(a.place.distance(b.place) / speed);
                self.places.effort[(from + 1) * stops + to + 1] = apart + LOOK_S;
            }
        }
        let first = *self.order.find(&self.places).first()?;
        self.best.get(usize::from(first)).map(|stop| stop.place)
    }

    fn cut_into_districts(&mut self, config: &SeekConfig, map: &Distribution) {
        let bounds = map.lattice().bounds();
        let side = config.district_m.max(map.lattice().cell_m());
        let size = (bounds.size() / side).ceil().max(Vec2::ONE);
        let columns = size.x as usize;
        self.index.clear();
        self.index.resize(columns * size.y as usize, u32::MAX);
        self.districts.clear();
        for (node, mass) in map.nodes_with_mass() {
            let place = map.lattice().place(node);
            let at = ((place - bounds.min) / side).floor().clamp(Vec2::ZERO, size - Vec2::ONE);
            let cell = at.y as usize * columns + at.x as usize;
            if self.index[cell] == u32::MAX {
                self.index[cell] = self.districts.len() as u32;
                self.districts.push(District { mass: 0.0, peak: place, peak_mass: 0.0, cell: cell as u32 });
            }
            let district = &mut self.districts[self.index[cell] as usize];
            district.mass += mass;
            if mass > district.peak_mass {
                (district.peak, district.peak_mass) = (place, mass);
            }
        }
        // The order of districts must not depend on the order of nodes.
        self.districts.sort_unstable_by_key(|district| district.cell);
    }

    /// The districts with the most to find for the time that it takes to get there.
    fn choose_stops(&mut self, config: &SeekConfig, seeking: &Seeking, ground: &Ground, stance: &Stance) {
        self.best.clear();
        let most = (config.districts as usize).clamp(1, super::order::EXACT);
        let speed = stance.speed_m_per_s.max(0.05);
        for district in &self.districts {
            let Some(cell) = free_cell(ground, district.peak) else { continue };
            let Some(distance) = self.flood.distance_m(ground, cell) else { continue };
            let towards = district.peak - stance.at;
            let turn = maths::wrap_angle(maths::atan2(towards.x, towards.y) - stance.gaze_yaw).abs();
            let mut effort_s = distance / speed + turn / stance.turn_rad_per_s.max(0.1) + LOOK_S;
            if seeking.chosen.is_some_and(|(place, _)| place.distance(district.peak) < config.district_m) {
                effort_s *= 1.0 - config.stickiness.clamp(0.0, 0.9);
            }
            let stop = Stop { place: district.peak, cell, mass: district.mass, effort_s };
            let worth = |stop: &Stop| stop.mass / stop.effort_s;
            if self.best.len() < most {
                self.best.push(stop);
            } else if let Some(least) =
                (0..most).min_by(|a, b| worth(&self.best[*a]).total_cmp(&worth(&self.best[*b])))
                && worth(&stop) > worth(&self.best[least])
            {
                self.best[least] = stop;
            }
        }
        self.best.sort_unstable_by_key(|stop| (stop.cell.1, stop.cell.0));
    }

    /// The point to look at so that the most of what may be seen from here is seen, for the turn it takes.
    fn sweep(
        &mut self,
        config: &SeekConfig,
        map: &Distribution,
        ground: &Ground,
        stance: &Stance,
    ) -> Option<Vec2> {
        self.sweep.clear();
        self.sweep.resize(SWEEPS, 0.0);
        let step = std::f32::consts::TAU / SWEEPS as f32;
        let mut any = false;
        for (node, mass) in map.nodes_with_mass() {
            let place = map.lattice().place(node);
            let towards = place - stance.at;
            if towards.length_squared() > config.sweep_m * config.sweep_m || !ground.sees(stance.at, place) {
                continue;
            }
            let yaw = maths::atan2(towards.x, towards.y);
            let slot = ((yaw / step).round() as i64).rem_euclid(SWEEPS as i64) as usize;
            self.sweep[slot] += mass;
            any = true;
        }
        if !any {
            return None;
        }
        let wide = ((config.sweep_rad * 0.5 / step) as i64).max(0);
        let worth = |slot: i64| {
            let seen: f32 =
                (-wide..=wide).map(|off| self.sweep[(slot + off).rem_euclid(SWEEPS as i64) as usize]).sum();
            let turn = maths::wrap_angle(slot as f32 * step - stance.gaze_yaw).abs();
            seen / (turn / stance.turn_rad_per_s.max(0.1) + LOOK_S)
        };
        let best = (0..SWEEPS as i64).max_by(|a, b| worth(*a).total_cmp(&worth(*b)).then(b.cmp(a)))?;
        if worth(best) <= 0.0 {
            return None;
        }
        let yaw = best as f32 * step;
        Some(stance.at + Vec2::new(maths::sin(yaw), maths::cos(yaw)) * config.sweep_m * 0.5)
    }
}

/// The cell that holds a place, or the nearest one that a body can stand in.
fn free_cell(ground: &Ground, place: Vec2) -> Option<Cell> {
    let free = |cell: Cell| ground.island_of(cell) != 0;
    ground.cell_at(place).filter(|cell| free(*cell)).or_else(|| ground.nearest_cell(place, free))
}
