//! Rooms of every kind, with eyes of every range and width: does a search always come to an end, and does it look at new ground
//! as often as the ways between allow? A searcher that shuttles between two goals does neither.

use piaget_mind::act::seek::{SearchGround, SeekConfig, Seeker, Seeking, Situation, Stance, Turn};
use piaget_nav::{Cell, Flood, Ground, NavigateConfig, Navigator, Progress, Raster, Trip};
use piaget_occupancy::{Distribution, Lattice, Map, Outcome, Prior, Seen, Visible};
use piaget_terms::{Chance, Rect, Terrain, Vec2, Wall, maths};

/// Nobody searches for longer.
const MOST_S: f32 = 600.0;
const TICK_S: f32 = 0.1;
const SPEED_M_PER_S: f32 = 1.4;
const TURN_RAD_PER_S: f32 = 2.5;
const BODY_M: f32 = 0.2;
/// How near a thing is felt.
const TOUCH_M: f32 = 0.4;
/// What is looked at from so near has been looked at.
const MAP_CELL_M: f32 = 0.5;

/// A room before a search begins.
#[derive(Clone, Debug)]
pub struct Room {
    terrain: Terrain,
    from: Vec2,
    yaw: f32,
    sees_m: f32,
    view_rad: f32,
    /// Where the thing is taken to be: places with weights, or where it was seen and how long ago.
    prior: Believed,
    /// Where the thing is, if it is there at all.
    thing: Option<Vec2>,
}

#[derive(Clone, Debug)]
enum Believed {
    Places(Vec<(Vec2, f32)>),
    Seen(Vec2, f32),
    Anywhere,
}

/// How a search in a room went.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InRoom {
    /// When the thing was seen.
    pub found_s: Option<f32>,
    /// When the search was given up.
    pub gave_up_s: Option<f32>,
    /// The share of the ground that was looked at.
    pub looked: f32,
    /// How many places were set out for.
    pub plans: u32,
    /// How many of them were left for a better one before they were reached.
    pub better: u32,
    /// How many of them were left for no reason that is known.
    pub unexplained: u32,
    /// The longest time between two looks at new ground, by the time of the way from where the first was to where the next was and
    /// of looking around at both ends.
    pub longest_gap: f32,
}

impl Room {
    /// Draws a room of 4 to 20 m with walls and boxes, eyes of 2 to 20 m and 40 to 200 degrees.
    pub fn draw(chance: &mut Chance) -> Self {
        loop {
            let size = Vec2::new(chance.between(4.0, 20.0), chance.between(4.0, 20.0));
            let mut terrain = Terrain::open(Rect::centred(size.x, size.y));
            for _ in 0..chance.below(9) {
                let thick = if chance.happens(0.5) { 0.1 } else { chance.between(0.2, 0.8) };
                terrain.walls.push(Wall {
                    centre: Vec2::new(chance.between(-0.5, 0.5), chance.between(-0.5, 0.5)) * size,
                    half: Vec2::new(chance.between(0.3, 0.3 * size.max_element()), thick),
                    yaw: if chance.happens(0.5) { 0.0 } else { chance.between(-1.6, 1.6) },
                    height_m: 2.5,
                });
            }
            let ground = ground_of(&terrain);
            let mut anywhere = || -> Option<Vec2> {
                let cell: Cell = (chance.below(ground.columns), chance.below(ground.rows));
                (ground.island_of(cell) != 0).then(|| ground.centre_of(cell))
            };
            let (Some(from), Some(seen), Some(there)) = (anywhere(), anywhere(), anywhere()) else {
                continue;
            };
            let places: Vec<(Vec2, f32)> = (0..3).filter_map(|_| anywhere()).map(|at| (at, 0.0)).collect();
            let prior = match chance.below(3) {
                0 => Believed::Anywhere,
                1 => Believed::Seen(seen, chance.between(0.0, 30.0)),
                _ => {
                    let weigh = |(at, _): (Vec2, f32)| (at, chance.between(0.01, 1.0));
                    Believed::Places(places.into_iter().chain([(seen, 0.0)]).map(weigh).collect())
                }
            };
            return Self {
                terrain,
                from,
                yaw: chance.between(-3.1, 3.1),
                sees_m: chance.between(2.0, 20.0),
                view_rad: chance.between(40.0, 200.0).to_radians(),
                prior,
                thing: chance.happens(0.5).then_some(there),
            };
        }
    }

    /// A cat looks for its bowl on ground of 12 by 8 m with one counter; it remembers the bowl in the corner of the kitchen.
    pub fn with_a_bowl(sees_m: f32) -> Self {
        let mut terrain = Terrain::open(Rect::centred(12.0, 8.0));
        let counter = Wall { centre: Vec2::ZERO, half: Vec2::new(1.5, 0.3), yaw: 0.0, height_m: 1.0 };
        terrain.walls.push(counter);
        let bowl = Vec2::new(5.0, 3.0);
        Self {
            terrain,
            from: Vec2::new(-5.0, -3.0),
            yaw: 0.0,
            sees_m,
            view_rad: 60f32.to_radians(),
            prior: Believed::Places(vec![(bowl, 0.96), (Vec2::new(-4.0, 3.0), 0.04)]),
            thing: Some(bowl),
        }
    }

    /// Searches until the thing is seen, the search is given up, or time is up.
    pub fn search(&self, config: &SeekConfig) -> InRoom {
        let ground = ground_of(&self.terrain);
        let map = Map::new(Lattice::hexagons(&self.terrain, MAP_CELL_M, 0.0));
        let lattice = map.lattice();
        let mut belief = match &self.prior {
            Believed::Anywhere => Distribution::uniform(&map),
            Believed::Places(places) => Distribution::from_places(&map, places),
            Believed::Seen(at, ago_s) => {
                let mut seen = Distribution::seen(&map, Seen::at(*at, TICK_S));
                seen.spread(*ago_s);
                seen
            }
        };
        belief.admit_elsewhere(config.elsewhere);
        let on = SearchGround::new(config, &ground, lattice);
        let (mut seeker, mut seeking, mut navigator) =
            (Seeker::default(), Seeking::default(), Navigator::default());
        let mut visible = Visible::new(lattice);
        let (mut at, mut yaw, mut no_way) = (self.from, self.yaw, false);
        let mut looked = vec![false; lattice.stored_len()];
        let mut flood = Flood::default();
        let mut last_new = (0.0, at);
        let (mut count, mut plans_before) = (0u32, 0);
        let open: Vec<_> = lattice.open_nodes().collect();
        let here = ground.cell_at(at).map_or(0, |cell| ground.island_of(cell));
        let reachable = |place: Vec2| {
            ground.cell_at(place).is_some_and(|cell| here != 0 && ground.island_of(cell) == here)
        };
        let all = open.iter().filter(|node| reachable(lattice.place(**node))).count();
        let mut result = InRoom::default();
        for tick in 0..(MOST_S / TICK_S) as u32 {
            let time_s = tick as f32 * TICK_S;
            if self.thing.is_some_and(|thing| self.sees(at, yaw, thing)) {
                result.found_s = Some(time_s);
                break;
            }
            visible.clear();
            visible.ask_with(&belief, 0.3, |points, seen| {
                for (point, seen) in points.iter().zip(seen) {
                    *seen = self.sees(at, yaw, maths::ground(*point));
                }
            });
            let culled = belief.cull(&visible, 0.95, Prior::Uniform);
            match culled.outcome {
                Outcome::FellBack | Outcome::FellBackInView => seeking.hope_mut().misled(config),
                _ => seeking.hope_mut().looked(culled.confusion),
            }
            let mut is_new = false;
            for node in &open {
                let place = lattice.place(*node);
                if visible.sees(*node)
                    && !std::mem::replace(&mut looked[node.index()], true)
                    && reachable(place)
                {
                    (count, is_new) = (count + 1, true);
                }
            }
            if is_new {
                if let Some(cell) = ground.cell_at(at).filter(|_| time_s - last_new.0 > 1.0) {
                    flood.from(&ground, cell, 1e4);
                    let way_m = ground.cell_at(last_new.1).and_then(|to| flood.distance_m(&ground, to));
                    let way_s = way_m.unwrap_or(0.0) / SPEED_M_PER_S;
                    let look_s = 2.0 * std::f32::consts::TAU / TURN_RAD_PER_S + 2.0 * config.look_s;
                    result.longest_gap = result.longest_gap.max((time_s - last_new.0) / (way_s + look_s));
                }
                last_new = (time_s, at);
            }
            belief.spread(TICK_S);
            let stance = Stance {
                at,
                gaze_yaw: yaw,
                speed_m_per_s: SPEED_M_PER_S,
                turn_rad_per_s: TURN_RAD_PER_S,
                sees_m: self.sees_m,
                view_rad: self.view_rad,
                facing_yaw: 0.0,
                neck_rad: std::f32::consts::PI,
                may_go: true,
                no_way,
            };
            let now = Situation {
                config,
                map: &belief,
                ground: &ground,
                on: &on,
                hides: &[],
                stance: &stance,
                tick_s: TICK_S,
            };
            let Some(target) = seeker.target(&mut seeking, &now) else { break };
            let (turn, plans) = seeking.turn();
            if plans != plans_before {
                result.better += u32::from(turn == Turn::Better);
                result.unexplained += u32::from(turn == Turn::First && plans_before > 0);
                plans_before = plans;
            }
            if seeking.hope().rate_per_s(config).is_some_and(|rate| rate < config.otherwise_per_s) {
                result.gave_up_s = Some(time_s);
                break;
            }
            let trip = Trip { from: at, to: target.go, within_m: config.within_m.min(0.2) };
            let progress = navigator.advance(&NavigateConfig::default(), &ground, &[], trip);
            no_way = matches!(progress, Progress::NoWay { .. });
            if let Progress::OnTheWay { towards, .. } = progress {
                at = at.move_towards(towards, SPEED_M_PER_S * TICK_S);
            }
            let towards = target.look - at;
            if towards.length() > 1e-3 {
                let turn = maths::wrap_angle(maths::atan2(towards.x, towards.y) - yaw);
                let most = TURN_RAD_PER_S * TICK_S;
                yaw = maths::wrap_angle(yaw + turn.clamp(-most, most));
            }
        }
        result.plans = plans_before;
        result.looked = count as f32 / all.max(1) as f32;
        result
    }

    fn sees(&self, at: Vec2, yaw: f32, place: Vec2) -> bool {
        let towards = place - at;
        let away_m = towards.length();
        if away_m <= TOUCH_M {
            return true;
        }
        let off = maths::wrap_angle(maths::atan2(towards.x, towards.y) - yaw).abs();
        away_m <= self.sees_m && off <= 0.5 * self.view_rad && !self.terrain.is_cut(at, place, 0.0)
    }
}

fn ground_of(terrain: &Terrain) -> Ground {
    Ground::new(terrain, BODY_M, &Raster { cell_m: 0.25, ..Raster::default() })
}

#[cfg(test)]
mod odd;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cat_finds_its_bowl_whatever_the_range_of_its_eyes() {
        for sees_m in [3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 12.0] {
            let searched = Room::with_a_bowl(sees_m).search(&SeekConfig::default());
            assert!(searched.found_s.is_some_and(|time_s| time_s < 20.0), "{sees_m} m: {searched:?}");
        }
    }

    #[test]
    fn every_search_ends_and_every_plan_is_left_for_a_reason() {
        // PIAGET_ROOMS asks for more of them.
        let rooms = std::env::var("PIAGET_ROOMS").ok().and_then(|rooms| rooms.parse().ok()).unwrap_or(300);
        let mut chance = Chance::new(23);
        let mut broken = Vec::new();
        for index in 0..rooms {
            let searched = Room::draw(&mut chance).search(&SeekConfig::default());
            let ended = searched.found_s.is_some() || searched.gave_up_s.is_some();
            if !ended || searched.unexplained > 0 {
                broken.push(format!("room {index}: {searched:?}"));
            }
        }
        assert!(broken.is_empty(), "{} of {rooms}\n{}", broken.len(), broken.join("\n"));
    }
}
