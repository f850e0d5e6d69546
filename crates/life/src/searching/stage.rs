//! One search before it begins: the ground, who searches, where the thing is seen first, where it is when the search begins,
//! and what stands in the way that nobody told of. Drawn from a seed; every label is checked on the plan.

use super::layout::Layout;
use piaget_nav::{Cell, Flood, Ground, PathSearch, Raster};
use piaget_terms::{Chance, Terrain, Vec2, Wall, maths};

/// What a search is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Behind his back the thing went where it cannot be seen from where he stands.
    Hidden,
    /// The same, and while he searches it goes elsewhere once more.
    Moved,
    /// The same, but it has left the ground.
    Absent,
    /// Crates stand in the way that the terrain does not know.
    Crates,
    /// A wall has been moved into the way.
    MovedWall,
    /// A cart passes to and fro across the way.
    Cart,
    /// The guard of the README watches a thief walk out of sight.
    GuardHidden,
    /// The same, and crates that nobody told of stand in the way.
    GuardCrates,
    /// The same without crates, and the thief leaves the ground there.
    GuardAbsent,
}

impl Task {
    /// Whether it is the guard who searches.
    pub fn is_guards(self) -> bool {
        matches!(self, Self::GuardHidden | Self::GuardCrates | Self::GuardAbsent)
    }

    /// Whether there is nothing to be found.
    pub fn is_absent(self) -> bool {
        matches!(self, Self::Absent | Self::GuardAbsent)
    }
}

/// What is drawn for a search besides the ground.
#[derive(Clone, Copy, Debug)]
pub struct Draws {
    /// The kind of ground.
    pub layout: Layout,
    /// Its sides.
    pub size: Vec2,
    /// How fast the thing goes while nobody sees it.
    pub speed_m_per_s: f32,
    /// How high the thing is.
    pub thing_m: f32,
    /// Ticks per second.
    pub tick_hz: f32,
    /// The error of the eye.
    pub noise_m: f32,
    /// The share of looks that give nothing.
    pub missed: f32,
}

/// A cart that passes to and fro.
#[derive(Clone, Copy, Debug)]
pub struct Cart {
    /// From where to where.
    pub ends: [Vec2; 2],
    /// How fast.
    pub speed_m_per_s: f32,
}

/// Half the sides of a cart, and its height.
pub(super) const CART_M: (Vec2, f32) = (Vec2::new(0.6, 0.4), 1.0);
/// How high crates are: nothing that is hidden looks over them.
const CRATE_HEIGHT_M: f32 = 2.0;
/// Bodies and things keep this far from walls when they are placed.
pub const CLEAR_M: f32 = 0.35;
/// When the thing goes, and the most that it may take.
pub(super) const GOES_S: f32 = 3.0;
const MOST_AWAY_S: f32 = 30.0;
/// How long a search may last.
pub const MOST_SEARCH_S: f32 = 90.0;
/// The same where there is nothing to find: until it is given up, if it ever is.
const MOST_IN_VAIN_S: f32 = 300.0;
/// How often a beginning is drawn anew when its label would be wrong.
const DRAWS: u32 = 3000;

/// One search before it begins.
#[derive(Clone, Debug)]
pub struct Stage {
    /// What it is about.
    pub task: Task,
    /// What was drawn.
    pub draws: Draws,
    /// The ground as minds know it.
    pub known: Terrain,
    /// The ground as it is when the search begins, crates included.
    pub truth: Terrain,
    /// Crates that minds are not told of.
    pub crates: Vec<Wall>,
    /// The number of the wall that is moved, and where to.
    pub moved: Option<(usize, Vec2)>,
    /// A cart.
    pub cart: Option<Cart>,
    /// Where he stands.
    pub from: Vec2,
    /// Where the thing is seen first.
    pub seen_at: Vec2,
    /// Where the one who calls him stands.
    pub caller: Vec2,
    /// Where the thing is when the search begins.
    pub at: Vec2,
    /// Where it goes while he searches.
    pub then_at: Vec2,
    /// How long it was gone when the search begins.
    pub away_s: f32,
    /// The way that it took.
    pub way: Vec<Vec2>,
    /// Every place where it could as well have been drawn: what the best plan goes by.
    pub candidates: Vec<Vec2>,
}

impl Stage {
    /// Draws a beginning. `None` if the ground has none with a true label.
    pub fn draw(task: Task, draws: Draws, seed: u64) -> Option<Self> {
        let terrain = draws.layout.draw(draws.size, &mut Chance::of_part(seed, 1));
        let mut chance = Chance::of_part(seed, 2);
        let ground = ground_of(&terrain, CLEAR_M);
        let mut search = PathSearch::default();
        let mut flood = Flood::default();
        (0..DRAWS).find_map(|_| {
            Self::try_draw(task, draws, &terrain, &ground, (&mut search, &mut flood), &mut chance)
        })
    }

    fn try_draw(
        task: Task,
        draws: Draws,
        terrain: &Terrain,
        ground: &Ground,
        (search, flood): (&mut PathSearch, &mut Flood),
        chance: &mut Chance,
    ) -> Option<Self> {
        let from = anywhere(ground, chance)?;
        let island = ground.island_of(ground.cell_at(from)?);
        let near = |chance: &mut Chance, least: f32, most: f32| {
            let towards =
                maths::ground(maths::direction(chance.between(-std::f32::consts::PI, std::f32::consts::PI)));
            let place = from + towards * chance.between(least, most);
            let cell = ground.cell_at(place).filter(|cell| ground.island_of(*cell) == island)?;
            let place = ground.centre_of(cell);
            (!terrain.is_cut(from, place, 0.05)).then_some(place)
        };
        let seen_at = near(chance, 2.0, 10.0)?;
        let caller = near(chance, 1.5, 6.0)?;
        let apart = |a: Vec2, b: Vec2| {
            let yaw = |to: Vec2| maths::yaw_of(maths::on_ground(to - from));
            maths::wrap_angle(yaw(a) - yaw(b)).abs()
        };
        // Looking at the caller he does not see the thing, wherever the edge of his view is.
        if !task.is_guards() && apart(seen_at, caller) < 1.9 {
            return None;
        }
        flood.from(ground, ground.cell_at(seen_at)?, draws.speed_m_per_s * MOST_AWAY_S);
        let mut candidates = Vec::new();
        for row in (0..ground.rows).step_by(2) {
            for column in (0..ground.columns).step_by(2) {
                let Some(distance_m) = flood.distance_m(ground, (column, row)) else { continue };
                let place = ground.centre_of((column, row));
                let hidden = terrain.is_cut(from, place, 0.0);
                // On ground where nothing can hide, behind his back is all there is; before a guard it vanishes in plain view.
                let open = draws.layout == Layout::OpenField
                    && (task == Task::GuardAbsent || !task.is_guards() && apart(place, caller) > 0.9);
                if distance_m > 1.5 && place.distance(from) > 2.0 && (hidden || open) {
                    candidates.push(place);
                }
            }
        }
        if candidates.is_empty() {
            return None;
        }
        let mut pick = || candidates[chance.below(candidates.len() as u32) as usize];
        let (at, then_at) = (pick(), pick());
        let away_s = flood.distance_m(ground, ground.cell_at(at)?)? / draws.speed_m_per_s;
        let mut way_between = |a: Vec2, b: Vec2| -> Option<Vec<Vec2>> {
            search.any_angle(ground, &[], ground.cell_at(a)?, ground.cell_at(b)?)?;
            Some(search.path().iter().map(|cell| ground.centre_of(*cell)).collect())
        };
        let way = way_between(seen_at, at)?;
        let his_way = way_between(from, at)?;
        let mut stage = Self {
            task,
            draws,
            known: terrain.clone(),
            truth: terrain.clone(),
            crates: Vec::new(),
            moved: None,
            cart: None,
            from,
            seen_at,
            caller,
            at,
            then_at,
            away_s,
            way,
            candidates,
        };
        match task {
            Task::Crates | Task::GuardCrates => stage.put_crates(&his_way, chance),
            Task::MovedWall => stage.move_a_wall(&his_way, chance),
            Task::Cart => stage.put_cart(&his_way, chance)?,
            _ => {}
        }
        if !stage.is_true() {
            return None;
        }
        // Where a crate stands it cannot be.
        let ground = ground_of(&stage.truth, CLEAR_M);
        let island = |place: Vec2| ground.cell_at(place).map_or(0, |cell| ground.island_of(cell));
        let here = island(stage.from);
        stage.candidates.retain(|place| island(*place) == here);
        Some(stage)
    }

    /// Crates on the way, and beside it.
    fn put_crates(&mut self, way: &[Vec2], chance: &mut Chance) {
        for index in 0..1 + chance.below(3) {
            let aside = if index == 0 { 0.0 } else { 2.0 };
            let at = along(way, chance.between(0.25, 0.85))
                + Vec2::new(chance.between(-aside, aside), chance.between(-aside, aside));
            let half = Vec2::new(chance.between(0.4, 0.9), chance.between(0.4, 0.9));
            let bounds = self.known.bounds;
            let at = at.clamp(bounds.min + half, bounds.max - half);
            self.crates.push(Wall { centre: at, half, yaw: 0.0, height_m: CRATE_HEIGHT_M });
        }
        self.truth.walls.extend(&self.crates);
    }

    /// A wall that stands somewhere, and is then moved across the way.
    fn move_a_wall(&mut self, way: &[Vec2], chance: &mut Chance) {
        let share = chance.between(0.25, 0.85);
        let (at, ahead) = (along(way, share), along(way, (share + 0.05).min(1.0)) - along(way, share));
        let long = chance.between(0.8, 2.0);
        let half = if ahead.x.abs() > ahead.y.abs() { Vec2::new(0.15, long) } else { Vec2::new(long, 0.15) };
        let room = self.known.bounds.max - long - 0.5;
        let before = Vec2::new(chance.between(-room.x, room.x), chance.between(-room.y, room.y));
        let wall = Wall { centre: before, half, yaw: 0.0, height_m: CRATE_HEIGHT_M };
        self.moved = Some((self.known.walls.len(), at));
        self.known.walls.push(wall);
        self.truth.walls.push(Wall { centre: at, ..wall });
    }

    fn put_cart(&mut self, way: &[Vec2], chance: &mut Chance) -> Option<()> {
        let share = chance.between(0.3, 0.8);
        let (at, ahead) = (along(way, share), along(way, (share + 0.05).min(1.0)) - along(way, share));
        let across = ahead.normalize_or_zero().perp();
        let reach = chance.between(1.5, 3.0);
        let ends = [at - across * reach, at + across * reach];
        let clear = CART_M.0.length();
        let free = ends.iter().all(|end| self.known.is_open(*end, clear)) && across != Vec2::ZERO;
        (free && !self.known.is_cut(ends[0], ends[1], clear)).then(|| {
            self.cart = Some(Cart { ends, speed_m_per_s: chance.between(0.3, 1.5) });
        })
    }

    /// Whether everything is as its label says: all stand on free ground that hangs together, with and without what nobody
    /// told of; he sees the thing first, and does not when the search begins.
    fn is_true(&self) -> bool {
        for terrain in [&self.known, &self.truth] {
            let ground = ground_of(terrain, CLEAR_M);
            let island = |place: Vec2| ground.cell_at(place).map_or(0, |cell| ground.island_of(cell));
            let here = island(self.from);
            let all = [self.seen_at, self.caller, self.at, self.then_at];
            if here == 0 || all.iter().any(|place| island(*place) != here) {
                return false;
            }
            if terrain.is_cut(self.from, self.seen_at, 0.05) || terrain.is_cut(self.from, self.caller, 0.05) {
                return false;
            }
        }
        let hidden = self.truth.is_cut(self.from, self.at, 0.0);
        let clear_of_cart = self.cart.is_none_or(|cart| {
            let places = [self.from, self.at, self.seen_at, self.caller];
            places.iter().all(|place| distance_to_line(*place, cart.ends) > 1.2 + self.thing_radius_m())
        });
        clear_of_cart && (hidden || self.draws.layout == Layout::OpenField)
    }

    /// How long the search may last.
    pub fn most_s(&self) -> f32 {
        if self.task.is_absent() { MOST_IN_VAIN_S } else { MOST_SEARCH_S }
    }

    /// When the search begins.
    pub fn order_s(&self) -> f32 {
        GOES_S + self.away_s
    }

    /// The walls as they stand when the search begins. Crates are things.
    pub fn truth_without_crates(&self) -> Terrain {
        let walls = self.truth.walls.len() - self.crates.len();
        Terrain { walls: self.truth.walls[..walls].to_vec(), ..self.truth.clone() }
    }

    /// How wide the thing is, from its middle.
    pub fn thing_radius_m(&self) -> f32 {
        self.draws.thing_m / 3.0
    }
}

/// The ground of a terrain, fine enough for the narrowest door.
pub fn ground_of(terrain: &Terrain, radius_m: f32) -> Ground {
    Ground::new(terrain, radius_m, &Raster { cell_m: 0.25, ..Raster::default() })
}

fn anywhere(ground: &Ground, chance: &mut Chance) -> Option<Vec2> {
    let cell: Cell = (chance.below(ground.columns), chance.below(ground.rows));
    (ground.island_of(cell) != 0).then(|| ground.centre_of(cell))
}

fn distance_to_line(point: Vec2, [a, b]: [Vec2; 2]) -> f32 {
    let share = (point - a).dot(b - a) / (b - a).length_squared().max(1e-9);
    point.distance(a.lerp(b, share.clamp(0.0, 1.0)))
}

/// The point at such a share of a way.
fn along(way: &[Vec2], share: f32) -> Vec2 {
    let whole: f32 = way.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let mut left = whole * share;
    for pair in way.windows(2) {
        let length = pair[0].distance(pair[1]);
        if left <= length {
            return pair[0].lerp(pair[1], left / length.max(1e-6));
        }
        left -= length;
    }
    way[way.len() - 1]
}
