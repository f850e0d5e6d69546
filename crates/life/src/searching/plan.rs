//! Rivals who are told what no mind is: where everything stands, and where the thing may have been put. They have the
//! same body, eyes and ground as the mind, in the same world; how they choose where to go is their own.
//!
//! The best known plan: places from which most of what may be found is seen are chosen greedily, in several ways; the order
//! in which they are visited is the exact optimum by dynamic programming over sets; places of which all has been seen on the
//! way are left out. Each of these plans, and going to the nearest place, is walked once where there is nothing, which gives its
//! expected time. The best of them is the one that is compared with.

use super::stage::{MOST_SEARCH_S, Stage};
use super::watch::{ENOUGH, Moment, Searched, Watcher, hidden_ground};
use piaget_claims::search::tour::{self, free_cell};
use piaget_nav::{Cell, Flood, Ground, NavigateConfig, Navigator, Progress, Raster, Trip};
use piaget_sim::Scenario;
use piaget_terms::{BodyPlan, Chance, Gaze, HostId, Intent, Sight, Travel, Vec2, Vec3, maths};
use piaget_world::{Creature, Sensed, World};

/// How a rival chooses where to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Way {
    /// By a plan whose stops were chosen with so much greed.
    Planned(f32),
    /// To the nearest place that has not been seen.
    Nearest,
    /// From one random place to another.
    Random,
    /// To where it is: told by the scorer.
    Told,
    /// Nowhere: what is out of sight is forgotten at once.
    #[cfg(test)]
    Nowhere,
}

/// The ways among which the best is chosen.
const WAYS: [Way; 4] = [Way::Planned(0.5), Way::Planned(1.0), Way::Planned(2.0), Way::Nearest];
/// How long a look round takes, besides the way.
const LOOK_S: f32 = 1.0;
/// Room that is left between the body and what stands about, so that corners are not cut.
const ROOM_M: f32 = 0.08;
/// Who has been pressed against something for so long gives way, for so long.
const PRESSED_S: f32 = 0.4;
const GIVES_WAY_S: f32 = 0.8;
/// Nobody looks round for longer than this.
const MOST_LOOK_S: f32 = 3.0;
/// A way point is reached from this near.
const NEAR_M: f32 = 0.4;
/// Into how many directions the gaze may go.
const DIRECTIONS: usize = 24;
/// So near to one's own feet nothing can be that was not noticed.
const AT_FEET_M: f32 = 0.5;
/// Rivals think as often as this, whatever the mind's tick is.
const TICK_S: f32 = 1.0 / 30.0;
/// The middle of what may stand somewhere.
const LOOK_HEIGHT_M: f32 = 0.3;

/// The world of a scenario when the mind's search begins, with who searches in it.
struct Arena {
    world: World,
    me: HostId,
    thing: HostId,
    body: BodyPlan,
    ground: Ground,
}

impl Arena {
    fn new(stage: &Stage, scenario: &Scenario) -> Result<Self, String> {
        let refused = |refusal: piaget_world::Refusal| refusal.to_string();
        let mut world = World::new(&stage.truth_without_crates(), scenario.seed);
        let kind = if stage.task.is_guards() { "thief" } else { "sheep" };
        let mut thing_id = None;
        for thing in &scenario.things {
            let id = world.add_thing(thing.clone()).map_err(refused)?;
            if thing.name == kind {
                world.transport(id, maths::on_ground(stage.at)).map_err(refused)?;
                if stage.task.is_absent() {
                    world.hide(id).map_err(refused)?;
                }
                thing_id = Some(id);
            }
            if let Some(cart) = stage.cart.filter(|_| thing.name == "cart") {
                let path = (0..200).map(|turn| maths::on_ground(cart.ends[(turn + 1) % 2])).collect();
                world.slide(id, path, cart.speed_m_per_s).map_err(refused)?;
            }
        }
        let plan = scenario.creatures.first().ok_or("there is no searcher")?;
        let body = plan.character.body;
        let mut creature = Creature::new(plan.kind, plan.colour, body, plan.character.eyes);
        let yaw = maths::yaw_of(maths::on_ground(stage.caller - stage.from));
        (creature.position, creature.yaw) = (plan.at, yaw);
        let me = world.add_creature(creature).map_err(refused)?;
        let raster = Raster { cell_m: 0.125, ..Raster::default() };
        let ground = Ground::new(&stage.truth, body.radius_m + ROOM_M, &raster);
        let thing = thing_id.ok_or("there is nothing to search for")?;
        Ok(Self { world, me, thing, body, ground })
    }
}

/// Searches in the world of a scenario, from where the mind's search begins.
pub fn search(stage: &Stage, scenario: &Scenario, way: Way, seed: u64) -> Result<Searched, String> {
    let Arena { mut world, me, thing: thing_id, body, ground } = Arena::new(stage, scenario)?;
    let mut searcher = Searcher::new(stage, &ground, way, body.run_m_per_s, seed);
    let mut watcher = Watcher::new(stage);
    let mut sensed = Sensed::default();
    let mut time_s = 0.0f64;
    while time_s <= f64::from(stage.most_s()) {
        world.sense(me, &mut sensed);
        let creature = world.creature(me).ok_or("the searcher is gone")?;
        let at = maths::ground(creature.position);
        let thing = world.thing(thing_id).map(|thing| maths::ground(thing.position));
        let sees = sensed.sightings.iter().any(|sighting| sighting.id == thing_id);
        let pressed = creature.blocked && creature.velocity.length() < 0.1;
        searcher.pressed_s = if pressed { searcher.pressed_s + TICK_S } else { 0.0 };
        let intent = searcher.intend(&sensed, at, thing.filter(|_| sees), TICK_S);
        let moment = Moment {
            time_s,
            tick_s: f64::from(TICK_S),
            at,
            radius_m: body.radius_m,
            sensed: &sensed,
            thing: thing.map(|at| (sees, at)),
            wants_m_per_s: intent.travel.map(|travel| travel.speed_m_per_s),
            goes_m_per_s: creature.velocity.length(),
            blocked: creature.blocked,
        };
        if watcher.note(&moment) {
            break;
        }
        if stage.task.is_absent() && watcher.inspected() >= ENOUGH {
            watcher.gives_up(time_s);
            break;
        }
        world.act(me, &intent);
        world.tick(TICK_S);
        time_s += f64::from(TICK_S);
    }
    Ok(watcher.finish())
}

/// The quickest look at nine tenths of the hidden ground, of all ways.
pub fn inspect(stage: &Stage, scenario: &Scenario, seed: u64) -> Result<Searched, String> {
    let candidates = hidden_ground(stage).into_iter().map(maths::ground).collect();
    let stage = Stage { candidates, ..stage.clone() };
    let mut best: Option<Searched> = None;
    for way in WAYS {
        let searched = search(&stage, scenario, way, seed)?;
        let enough_s = |searched: &Searched| searched.gave_up_s.unwrap_or(f64::INFINITY);
        best = match best {
            Some(best) if enough_s(&best) <= enough_s(&searched) => Some(best),
            _ => Some(searched),
        };
    }
    best.ok_or_else(|| "there is no way to search".to_owned())
}

/// The way with the least expected time until the thing is reached.
pub fn best_way(stage: &Stage, scenario: &Scenario, seed: u64) -> Result<Way, String> {
    let mut best = (f64::INFINITY, Way::Nearest);
    for way in WAYS {
        let expected = expected_s(stage, scenario, way, seed)?;
        best = if expected < best.0 { (expected, way) } else { best };
    }
    Ok(best.1)
}

/// How long a search takes on average over all places where the thing may be: it is searched for where it is not, and noted
/// when each of these places is first seen, and from where.
fn expected_s(stage: &Stage, scenario: &Scenario, way: Way, seed: u64) -> Result<f64, String> {
    let Arena { mut world, me, thing, body, ground } = Arena::new(stage, scenario)?;
    world.hide(thing).map_err(|refusal| refusal.to_string())?;
    let mut searcher = Searcher::new(stage, &ground, way, body.run_m_per_s, seed);
    let mut sensed = Sensed::default();
    let (mut time_s, mut sum_s) = (0.0f64, 0.0f64);
    let count = searcher.left.len();
    while time_s <= f64::from(MOST_SEARCH_S) && !searcher.left.is_empty() {
        world.sense(me, &mut sensed);
        let creature = world.creature(me).ok_or("the searcher is gone")?;
        let at = maths::ground(creature.position);
        let pressed = creature.blocked && creature.velocity.length() < 0.1;
        searcher.pressed_s = if pressed { searcher.pressed_s + TICK_S } else { 0.0 };
        let before = searcher.left.clone();
        let intent = searcher.intend(&sensed, at, None, TICK_S);
        if searcher.left.len() > before.len() {
            // All has been seen, and it begins anew.
            sum_s += before.len() as f64 * time_s;
            searcher.left.clear();
            break;
        }
        let mut kept = searcher.left.iter().peekable();
        for place in before {
            if kept.next_if(|kept| **kept == place).is_none() {
                let way_s = maths::ground(place).distance(at) / body.run_m_per_s;
                sum_s += time_s + f64::from(way_s);
            }
        }
        world.act(me, &intent);
        world.tick(TICK_S);
        time_s += f64::from(TICK_S);
    }
    sum_s += searcher.left.len() as f64 * f64::from(MOST_SEARCH_S);
    Ok(sum_s / count.max(1) as f64)
}

struct Searcher<'a> {
    ground: &'a Ground,
    way: Way,
    speed: f32,
    /// Where the thing may be, and where it may be still.
    all: Vec<Vec3>,
    left: Vec<Vec3>,
    /// The stops of the plan in the order of the visit, and those that are left.
    plan: Vec<Vec2>,
    stops: Vec<Vec2>,
    goal: Option<Vec2>,
    /// Where one stands, and for how long.
    stands: (Vec2, f32),
    /// For how long one has been pressed against something.
    pressed_s: f32,
    /// Where one gives way to, and for how long still.
    gives_way: (Vec2, f32),
    /// Where it was last seen.
    seen_at: Option<Vec2>,
    /// Where it is; for who is told.
    told: Vec2,
    navigator: Navigator,
    chance: Chance,
    seen: Vec<bool>,
    flood: Flood,
}

impl<'a> Searcher<'a> {
    fn new(stage: &Stage, ground: &'a Ground, way: Way, speed: f32, seed: u64) -> Self {
        let all: Vec<Vec3> = stage.candidates.iter().map(|at| Vec3::new(at.x, LOOK_HEIGHT_M, at.y)).collect();
        let stops = match way {
            Way::Planned(greed) => {
                let task = tour::Task {
                    terrain: &stage.truth,
                    ground,
                    from: stage.from,
                    places: &stage.candidates,
                    speed_m_per_s: speed,
                    look_s: LOOK_S,
                    most_s: MOST_SEARCH_S,
                };
                tour::tour(&task, greed)
            }
            _ => Vec::new(),
        };
        Self {
            ground,
            way,
            speed,
            left: all.clone(),
            all,
            plan: stops.clone(),
            stops,
            goal: None,
            stands: (stage.from, 0.0),
            pressed_s: 0.0,
            gives_way: (stage.from, 0.0),
            seen_at: None,
            told: stage.at,
            navigator: Navigator::default(),
            chance: Chance::of_part(seed, 3),
            seen: Vec::new(),
            flood: Flood::default(),
        }
    }

    fn intend(&mut self, sensed: &Sensed, at: Vec2, thing: Option<Vec2>, tick_s: f32) -> Intent {
        // What does not show within a look round does not show from here: somebody stands before it.
        let stands = at.distance(self.stands.0) < NEAR_M;
        self.stands = if stands { (self.stands.0, self.stands.1 + tick_s) } else { (at, 0.0) };
        if self.stands.1 > MOST_LOOK_S {
            let ground = self.ground;
            self.left.retain(|place| !ground.sees(at, maths::ground(*place)));
            self.stands.1 = 0.0;
        }
        self.seen.clear();
        self.seen.resize(self.left.len(), false);
        sensed.sees(&self.left, &mut self.seen);
        let mut seen = self.seen.iter();
        // Where one stands there is nothing, though no eye looks at its own feet.
        let here = |place: &Vec3| maths::ground(*place).distance(at) < AT_FEET_M;
        self.left.retain(|place| !seen.next().copied().unwrap_or(false) && !here(place));
        // An eye that misses a thing now and then has missed it: all over again.
        if self.left.is_empty() && self.seen_at.is_none() {
            self.left.clone_from(&self.all);
            self.stops.clone_from(&self.plan);
        }
        self.seen_at = thing.or(self.seen_at);
        if self.way == Way::Told {
            self.seen_at = Some(self.told);
        }
        let goal = self.seen_at.or_else(|| self.choose(at));
        let mut intent = Intent::default();
        let Some(goal) = goal else { return intent };
        let trip = Trip { from: at, to: goal, within_m: 0.2 };
        let progress = self.navigator.advance(&NavigateConfig::default(), self.ground, &[], trip);
        let mut ahead = goal;
        // One cannot stand in the thing: then one goes as near as one can.
        let towards = match progress {
            Progress::OnTheWay { towards, .. } => Some(towards),
            Progress::NoWay { nearest, .. } => nearest.filter(|nearest| nearest.distance(at) > 0.05),
            Progress::Arrived => None,
        };
        // What cannot be got to is left alone.
        if matches!(progress, Progress::NoWay { .. }) && self.seen_at.is_none() {
            self.left.retain(|place| maths::ground(*place) != goal);
            self.stops.retain(|stop| *stop != goal);
            self.goal = None;
            self.navigator.forget();
        }
        // Who has come too near to a wall steps away from it first.
        let off = self.ground.cell_at(at).is_none_or(|cell| self.ground.island_of(cell) == 0);
        let free = free_cell(self.ground, at).filter(|_| off).map(|cell| self.ground.centre_of(cell));
        if off {
            self.navigator.forget();
        }
        // What passes is given way to: a step anywhere, and then on.
        self.gives_way.1 -= tick_s;
        if self.pressed_s > PRESSED_S && self.gives_way.1 <= 0.0 {
            let yaw = self.chance.between(-std::f32::consts::PI, std::f32::consts::PI);
            self.gives_way = (at + maths::ground(maths::direction(yaw)), GIVES_WAY_S);
        }
        let aside = (self.gives_way.1 > 0.0).then_some(self.gives_way.0);
        let towards = aside.or(free).or(towards);
        if let Some(towards) = towards {
            ahead = towards;
            let travel = Travel::straight(maths::on_ground(goal), self.speed, 0.1);
            intent = intent.travel(travel.by_way_of(maths::on_ground(towards)));
        }
        let look = self.seen_at.or_else(|| self.gaze(at)).unwrap_or(ahead);
        intent.gaze(Gaze::new(Vec3::new(look.x, LOOK_HEIGHT_M, look.y)))
    }

    fn choose(&mut self, at: Vec2) -> Option<Vec2> {
        let worth = |left: &[Vec3], ground: &Ground, stop: Vec2| {
            left.iter().any(|place| ground.sees(stop, maths::ground(*place)))
        };
        match self.way {
            Way::Planned(_) => {
                while let Some(stop) = self.stops.first().copied() {
                    let reached = stop.distance(at) <= NEAR_M;
                    // There one looks round until nothing is left that shows from there.
                    let shows = worth(&self.left, self.ground, stop);
                    if shows && !reached || reached && worth(&self.left, self.ground, at) {
                        return Some(stop);
                    }
                    self.stops.remove(0);
                }
                self.nearest(at)
            }
            Way::Nearest => self.nearest(at),
            Way::Told => Some(self.told),
            #[cfg(test)]
            Way::Nowhere => None,
            Way::Random => {
                if self.goal.is_none_or(|goal| goal.distance(at) <= NEAR_M) {
                    let here = free_cell(self.ground, at).map(|cell| self.ground.island_of(cell));
                    self.goal = (0..1000).find_map(|_| {
                        let (columns, rows) = (self.ground.columns, self.ground.rows);
                        let cell: Cell = (self.chance.below(columns), self.chance.below(rows));
                        let reachable = Some(self.ground.island_of(cell)) == here;
                        reachable.then(|| self.ground.centre_of(cell))
                    });
                }
                self.goal
            }
        }
    }

    /// The nearest place, by the way there, that has not been seen. It is kept until it is.
    fn nearest(&mut self, at: Vec2) -> Option<Vec2> {
        let kept = self.goal.filter(|goal| self.left.iter().any(|place| maths::ground(*place) == *goal));
        if kept.is_some() {
            return kept;
        }
        self.flood.from(self.ground, free_cell(self.ground, at)?, f32::INFINITY);
        let far = |place: &Vec3| {
            let cell = free_cell(self.ground, maths::ground(*place));
            cell.and_then(|cell| self.flood.distance_m(self.ground, cell)).unwrap_or(f32::INFINITY)
        };
        let nearest = self.left.iter().min_by(|a, b| far(a).total_cmp(&far(b)));
        self.goal = nearest.map(|place| maths::ground(*place));
        self.goal
    }

    /// The point to look at so that most of what is left and shows from here is seen.
    fn gaze(&self, at: Vec2) -> Option<Vec2> {
        if self.way == Way::Random {
            return None;
        }
        let mut counts = [0u32; DIRECTIONS];
        let step = std::f32::consts::TAU / DIRECTIONS as f32;
        for place in self.left.iter().map(|place| maths::ground(*place)) {
            if self.ground.sees(at, place) {
                let towards = place - at;
                let slot = (maths::atan2(towards.x, towards.y) / step).round() as i64;
                counts[slot.rem_euclid(DIRECTIONS as i64) as usize] += 1;
            }
        }
        let wide = |slot: usize| -> u32 {
            (DIRECTIONS - 2..=DIRECTIONS + 2).map(|off| counts[(slot + off) % DIRECTIONS]).sum()
        };
        let best = (0..DIRECTIONS).max_by_key(|slot| (wide(*slot), DIRECTIONS - slot))?;
        let yaw = best as f32 * step;
        (wide(best) > 0).then(|| at + maths::ground(maths::direction(yaw)) * 5.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::Layout;
    use super::super::stage::{Draws, Task};
    use super::super::world;
    use super::*;
    use crate::record::Numbers;
    use crate::scene;

    fn staged(layout: Layout) -> (Stage, Scenario) {
        let draws = Draws {
            layout,
            size: Vec2::new(16.0, 18.0),
            speed_m_per_s: 1.0,
            thing_m: 0.9,
            tick_hz: 30.0,
            noise_m: 0.0,
            missed: 0.0,
        };
        let stage = Stage::draw(Task::Hidden, draws, 5).expect("there is somewhere to hide");
        let simulation = scene::simulation(&world(&stage, false, None, Numbers::default())).unwrap();
        let scenario = simulation.scenario().clone();
        (stage, scenario)
    }

    fn searched(layout: Layout, way: Way) -> (Stage, Searched) {
        let (stage, scenario) = staged(layout);
        let found = search(&stage, &scenario, way, 5).unwrap();
        (stage, found)
    }

    const SOME: [Layout; 5] =
        [Layout::TwoWalls, Layout::SixRooms, Layout::Warehouse, Layout::Maze, Layout::Spiral];

    #[test]
    fn who_is_told_where_it_is_takes_the_time_of_the_way() {
        for layout in SOME {
            let (stage, found) = searched(layout, Way::Told);
            let ground = super::super::stage::ground_of(&stage.truth, 0.3);
            let mut search = piaget_nav::PathSearch::default();
            let cell = |at| free_cell(&ground, at).unwrap();
            let way = search.any_angle(&ground, &[], cell(stage.from), cell(stage.at)).unwrap();
            let least_s = (way as f32 * ground.cell_m - 1.6).max(0.0) / 3.0;
            let reached_s = found.reached_s.expect("it is found") as f32;
            // Turning takes time, and corners are not taken at full speed.
            assert!(
                reached_s >= least_s && reached_s <= 2.0 * least_s + 3.0,
                "{layout:?} {reached_s} {least_s}"
            );
            assert_eq!(found.stuck_s, 0.0, "{layout:?}");
        }
    }

    #[test]
    fn who_forgets_at_once_finds_nothing_and_presses_against_nothing() {
        for layout in SOME {
            let (_, found) = searched(layout, Way::Nowhere);
            assert_eq!((found.reached_s, found.travel_s, found.pressed_s), (None, 0.0, 0.0), "{layout:?}");
            assert!(found.hidden_m2 > 0.0 && found.inspected < 0.01, "{layout:?}: {}", found.inspected);
        }
    }

    #[test]
    fn nobody_is_quicker_than_who_is_told() {
        let time = |way: Way| -> f64 {
            let found = SOME.map(|layout| searched(layout, way).1.reached_s.unwrap_or(MOST_SEARCH_S.into()));
            found.iter().sum()
        };
        let (planned, random, told) = (time(Way::Planned(1.0)), time(Way::Random), time(Way::Told));
        assert!(told <= planned && told <= random, "told {told}, planned {planned}, random {random}");
    }

    #[test]
    fn the_best_way_is_better_than_a_random_walk_on_average() {
        for layout in SOME {
            let (stage, scenario) = staged(layout);
            let expected = |way: Way| expected_s(&stage, &scenario, way, 5).unwrap();
            let best = expected(best_way(&stage, &scenario, 5).unwrap());
            // On average over where the thing may be, so that luck decides nothing.
            assert!(best <= 1.05 * expected(Way::Random), "{layout:?}: {best} {}", expected(Way::Random));
        }
    }
}
