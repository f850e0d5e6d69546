//! Where to go and where to look next for one thing that is not in sight, from its map.
//!
//! [`Policy::Likely`] is the paper's (Isla 5.2): always towards the most likely place; look-around and search come
//! of themselves. [`Policy::Effort`] weighs what may be found against what it costs: the map is cut into
//! districts, the places from which most of them is seen are put in the order of least expected effort, ways round
//! walls and what is seen on them counted, and on the way the eyes sweep where most can be seen. Neither knows where the thing is.

use super::survey::{Survey, Vantage};
use piaget_memory::{SearchOrder, SearchPlaces};
use piaget_nav::{Cell, Flood, Ground};
use piaget_occupancy::Distribution;
use piaget_terms::valid::{Checked, point, require};
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
    /// The side of a district, the least that is told apart. Larger plans are coarser and cheaper. Default 3 m.
    pub district_m: f32,
    /// How many places to look from are put in order, at most 10. Default 8.
    pub districts: u32,
    /// Seconds between two plans. Default 1.
    pub plan_every_s: f32,
    /// How much cheaper another place must be to turn away from the one under way, as a share; each time it is done before
    /// the place is reached makes the next time as much harder. Default 0.2.
    pub stickiness: f32,
    /// How far the eyes are counted on. Default 12 m.
    pub sweep_m: f32,
    /// What one look takes in, as an angle. Default 60 degrees.
    pub sweep_rad: f32,
    /// How long a look takes before a place counts as inspected. Default 0.5 s.
    pub look_s: f32,
    /// Places further away than this are weighed only when most of what may be found is there. Default 60 s.
    pub horizon_s: f32,
    /// A place where the thing may be is looked into from this near. Raising it stops farther from the place.
    /// Default 0.3 m.
    pub within_m: f32,
    /// The share of what a place would show that must be seen on the way for the place to count as inspected in passing.
    /// Raising it goes to more places. Default 0.7.
    pub seen_in_passing: f32,
    /// Into how many directions the eyes may sweep. Raising it looks more exactly and costs more. Default 24.
    pub sweep_directions: u32,
    /// The most vantage points that are tried for a plan. Raising it plans better on large maps and costs more: finding
    /// out what is seen from each is the dearest part of a plan. Default 256.
    pub most_tried: u32,
}

impl Default for SeekConfig {
    fn default() -> Self {
        Self {
            policy: Policy::Effort,
            district_m: 3.0,
            districts: 8,
            plan_every_s: 1.0,
            stickiness: 0.2,
            sweep_m: 12.0,
            sweep_rad: std::f32::consts::FRAC_PI_3,
            look_s: 0.5,
            horizon_s: 60.0,
            within_m: 0.3,
            seen_in_passing: 0.7,
            sweep_directions: 24,
            most_tried: 256,
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
    /// The place under way.
    chosen: Option<Vec2>,
    /// How often it turned away from a place where the thing may still be, without having been at one.
    turns: u8,
    since_plan_s: f32,
}

impl Seeking {
    /// Whether a saved search is one.
    pub(crate) fn validate(&self) -> Checked {
        self.chosen.map_or(Ok(()), |chosen| point("chosen", chosen))?;
        require(!self.since_plan_s.is_nan(), "since_plan_s", || "is not a time".into())
    }
}

/// Buffers for planning; nothing in them outlives a call.
#[derive(Clone, Debug, Default)]
pub struct Seeker {
    survey: Survey,
    /// Distances from one place to look from to the others.
    between: Flood,
    places: SearchPlaces,
    order: SearchOrder,
    /// Of each place's mass, what has been seen on a way.
    passed: Vec<f32>,
    /// The districts on a way.
    way: Vec<u32>,
    counted: Counted,
    sweep: Vec<f32>,
}

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
        if config.policy == Policy::Likely {
            *seeking = Seeking::default();
            let likely = map.most_likely()?.place;
            return Some(Target { go: likely, look: likely });
        }
        let go =
            if stance.may_go { self.way(config, seeking, map, ground, stance, tick_s)? } else { stance.at };
        let look = match self.sweep(config, map, ground, stance) {
            Some(look) => look,
            None if stance.may_go => go,
            None => map.most_likely()?.place,
        };
        Some(Target { go, look })
    }

    /// The place under way, or a new one when it is time to plan or it is reached.
    fn way(
        &mut self,
        config: &SeekConfig,
        seeking: &mut Seeking,
        map: &Distribution,
        ground: &Ground,
        stance: &Stance,
        tick_s: f32,
    ) -> Option<Vec2> {
        seeking.since_plan_s += tick_s;
        let under_way = |place: &Vec2| place.distance(stance.at) > ground.cell_m * 0.5;
        if seeking.since_plan_s < config.plan_every_s
            && let Some(place) = seeking.chosen.filter(under_way)
        {
            return Some(place);
        }
        if !seeking.chosen.as_ref().is_some_and(under_way) {
            seeking.turns = 0;
        }
        let (place, turns) = match self.plan(config, seeking, map, ground, stance) {
            Some(planned) => planned,
            None => (map.most_likely()?.place, 0),
        };
        *seeking = Seeking { chosen: Some(place), turns, since_plan_s: 0.0 };
        Some(place)
    }

    /// The first of the places to look from in the order of least expected effort, and how often it has turned with this. What
    /// a plan counts on seeing on its way may not lie on the way that is walked, and then the next plan looks better each time:
    /// were it not harder to turn each time, a seeker could go to and fro between two plans for ever.
    fn plan(
        &mut self,
        config: &SeekConfig,
        seeking: &Seeking,
        map: &Distribution,
        ground: &Ground,
        stance: &Stance,
    ) -> Option<(Vec2, u8)> {
        if !self.survey.take(config, map, ground, stance) || self.survey.vantages.is_empty() {
            return None;
        }
        let count = self.survey.vantages.len();
        let stops = count + 1;
        self.places.chance.clear();
        self.places.chance.extend(self.survey.vantages.iter().map(|vantage| vantage.mass));
        self.places.effort.clear();
        self.places.effort.resize(stops * stops, 0.0);
        self.places.seen.clear();
        self.places.seen.resize(stops * stops, 0);
        let place_of = |survey: &Survey, to: usize| {
            let district = &survey.districts[survey.vantages[to].district as usize];
            (district.cell, district.eta_s)
        };
        let is_chosen = |cell: Cell| {
            seeking.chosen.is_some_and(|at| at.distance(ground.centre_of(cell)) < config.district_m)
        };
        let sticks_once = 1.0 - config.stickiness.clamp(0.0, 0.9);
        let sticks = (0..seeking.turns).fold(sticks_once, |sticks, _| sticks * sticks_once);
        let mut could_go_on = false;
        for to in 0..count {
            let (cell, eta_s) = place_of(&self.survey, to);
            could_go_on |= is_chosen(cell);
            self.places.effort[to + 1] = eta_s * if is_chosen(cell) { sticks } else { 1.0 } + config.look_s;
            self.places.seen[to + 1] = self.seen_on_the_way(config, ground, false, cell);
        }
        let speed = stance.speed_m_per_s.max(0.05);
        let reach_m = config.horizon_s * speed;
        for from in 0..count {
            let (start, from_s) = place_of(&self.survey, from);
            self.between.from(ground, start, reach_m);
            for to in (0..count).filter(|to| *to != from) {
                let (cell, to_s) = place_of(&self.survey, to);
                let slot = (from + 1) * stops + to + 1;
                // Beyond the reach of the flood the way by where one stands now is as good as any.
                let apart_s = self.between.distance_m(ground, cell).map_or(from_s + to_s, |m| m / speed);
                self.places.effort[slot] = apart_s + config.look_s;
                self.places.seen[slot] = self.seen_on_the_way(config, ground, true, cell);
            }
        }
        let first = *self.order.find(&self.places).first()?;
        let (cell, _) = place_of(&self.survey, usize::from(first));
        let turns = match could_go_on {
            true => seeking.turns.saturating_add(u8::from(!is_chosen(cell))),
            false => 0,
        };
        Some((ground.centre_of(cell), turns))
    }

    /// The places of which most is seen on the way to a cell: from where the seeker stands, or from where the last
    /// flood began.
    fn seen_on_the_way(&mut self, config: &SeekConfig, ground: &Ground, onward: bool, cell: Cell) -> u64 {
        self.passed.clear();
        self.passed.resize(self.survey.vantages.len(), 0.0);
        self.way.clear();
        let flood = if onward { &self.between } else { &self.survey.flood };
        let mut last = None;
        flood.way_back(ground, cell, |cell, _| {
            let district = self.survey.district_at(ground.centre_of(cell), config.sweep_m);
            if district != last {
                self.way.extend(district);
                last = district;
            }
        });
        self.counted.begin(self.survey.districts.len());
        for index in 0..self.way.len() {
            for at in self.survey.sees(self.way[index], config, ground) {
                let (district, seen, left_to) = self.survey.listed(at);
                if let Some(vantage) = left_to.filter(|_| self.counted.first(district)) {
                    self.passed[usize::from(vantage)] += seen.mass;
                }
            }
        }
        let most = |(passed, vantage): (&f32, &Vantage)| *passed > config.seen_in_passing * vantage.mass;
        let each = self.passed.iter().zip(&self.survey.vantages).map(most);
        each.enumerate().fold(0, |bits, (place, seen)| bits | u64::from(seen) << place)
    }

    /// The point to look at so that the most of what may be seen from here is seen, for the turn it takes.
    fn sweep(
        &mut self,
        config: &SeekConfig,
        map: &Distribution,
        ground: &Ground,
        stance: &Stance,
    ) -> Option<Vec2> {
        let directions = i64::from(config.sweep_directions.max(1));
        self.sweep.clear();
        self.sweep.resize(directions as usize, 0.0);
        let step = std::f32::consts::TAU / directions as f32;
        let mut any = false;
        for (node, mass) in map.nodes_within(stance.at, config.sweep_m) {
            let place = map.lattice().place(node);
            let towards = place - stance.at;
            if !ground.sees(stance.at, place) {
                continue;
            }
            let yaw = maths::atan2(towards.x, towards.y);
            let slot = ((yaw / step).round() as i64).rem_euclid(directions) as usize;
            self.sweep[slot] += mass;
            any = true;
        }
        if !any {
            return None;
        }
        let wide = ((config.sweep_rad * 0.5 / step) as i64).max(0);
        let worth = |slot: i64| {
            let seen: f32 =
                (-wide..=wide).map(|off| self.sweep[(slot + off).rem_euclid(directions) as usize]).sum();
            let turn = maths::wrap_angle(slot as f32 * step - stance.gaze_yaw).abs();
            seen / (turn / stance.turn_rad_per_s.max(0.1) + config.look_s)
        };
        let best = (0..directions).max_by(|a, b| worth(*a).total_cmp(&worth(*b)).then(b.cmp(a)))?;
        if worth(best) <= 0.0 {
            return None;
        }
        let yaw = best as f32 * step;
        Some(stance.at + Vec2::new(maths::sin(yaw), maths::cos(yaw)) * config.sweep_m * 0.5)
    }
}

/// Which districts have been counted already, without clearing between counts.
#[derive(Clone, Debug, Default)]
struct Counted {
    marks: Vec<u32>,
    round: u32,
}

impl Counted {
    fn begin(&mut self, count: usize) {
        self.round = self.round.wrapping_add(1);
        if self.marks.len() < count || self.round == 0 {
            self.marks.clear();
            self.marks.resize(count, 0);
            self.round = 1;
        }
    }

    /// Whether this one comes for the first time.
    fn first(&mut self, index: u32) -> bool {
        std::mem::replace(&mut self.marks[index as usize], self.round) != self.round
    }
}
