//! What stands fast: bounds, walls and the blocked cells of a grid as boxes, and a tree over them to find the near
//! ones. Boxes and tree follow from the rest and are not saved.

use crate::config::{Refusal, limits};
use parry3d::bounding_volume::Aabb;
use parry3d::partitioning::{Bvh, BvhBuildStrategy};
use piaget_terms::{Grid, Rect, Terrain, Vec2, Vec3, Wall};
use serde::{Deserialize, Serialize};

/// The world's number for a wall: its place in the terrain's list, or what `add_wall` gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct WallId(pub u32);

/// Blocked cells of a grid are this high: no creature looks over them.
pub const CELL_HEIGHT_M: f32 = 4.0;

/// Bounds, walls and blocked cells.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Saved", into = "Saved")]
pub(crate) struct Ground {
    bounds: Rect,
    grid: Option<Grid>,
    walls: Vec<(WallId, Wall)>,
    next_wall: u32,
    /// Walls, then merged cells.
    boxes: Vec<Wall>,
    /// Over the boxes' footprints.
    tree: Bvh,
}

/// What of the ground is saved.
#[derive(Serialize, Deserialize)]
struct Saved {
    bounds: Rect,
    grid: Option<Grid>,
    walls: Vec<(WallId, Wall)>,
    next_wall: u32,
}

/// A damaged file is refused here: the tree over the walls is built at once.
impl TryFrom<Saved> for Ground {
    type Error = String;

    fn try_from(saved: Saved) -> Result<Self, String> {
        let Rect { min, max } = saved.bounds;
        if !(min.is_finite() && max.is_finite() && min.cmple(max).all()) {
            return Err("the ground has no bounds".into());
        }
        let cells = saved.grid.as_ref().map_or(0, |grid| grid.free.len());
        if saved.walls.len() > limits::MAX_WALLS || cells > limits::MAX_GRID_CELLS {
            return Err("the ground has more walls or cells than a world holds".into());
        }
        for (id, wall) in &saved.walls {
            check(wall).map_err(|refusal| format!("wall {} is refused: {refusal}", id.0))?;
            if id.0 >= saved.next_wall {
                return Err(format!("wall {} has a number that was not given yet", id.0));
            }
        }
        Ok(Self::of(saved))
    }
}

impl Ground {
    fn of(saved: Saved) -> Self {
        let Saved { bounds, grid, walls, next_wall } = saved;
        let mut ground = Self { bounds, grid, walls, next_wall, boxes: Vec::new(), tree: Bvh::new() };
        ground.rebuild();
        ground
    }
}

impl From<Ground> for Saved {
    fn from(ground: Ground) -> Self {
        let Ground { bounds, grid, walls, next_wall, .. } = ground;
        Self { bounds, grid, walls, next_wall }
    }
}

impl PartialEq for Ground {
    fn eq(&self, other: &Self) -> bool {
        self.bounds == other.bounds
            && self.grid == other.grid
            && self.walls == other.walls
            && self.next_wall == other.next_wall
    }
}

impl Ground {
    pub fn new(terrain: &Terrain) -> Self {
        let walls: Vec<_> = (0..).map(WallId).zip(terrain.walls.iter().copied()).collect();
        let next_wall = walls.len() as u32;
        Self::of(Saved { bounds: terrain.bounds, grid: terrain.grid.clone(), walls, next_wall })
    }

    /// The ground as it is now.
    pub fn terrain(&self) -> Terrain {
        Terrain {
            bounds: self.bounds,
            walls: self.walls.iter().map(|(_, wall)| *wall).collect(),
            grid: self.grid.clone(),
        }
    }

    /// Where bodies may be: the bounds, and where there is a grid, no farther than it reaches.
    pub fn limits(&self) -> Rect {
        match &self.grid {
            None => self.bounds,
            Some(grid) => {
                let map = grid.bounds();
                Rect { min: self.bounds.min.max(map.min), max: self.bounds.max.min(map.max) }
            }
        }
    }

    pub fn walls(&self) -> &[(WallId, Wall)] {
        &self.walls
    }

    /// Walls and merged cells, all of them opaque and solid.
    pub fn boxes(&self) -> &[Wall] {
        &self.boxes
    }

    /// The boxes whose surroundings touch a rectangle of the ground, in their order in `boxes`.
    pub fn near(&self, rect: Rect) -> Vec<u32> {
        let low = Vec3::new(rect.min.x, -1.0, rect.min.y);
        let around = Aabb::new(low, Vec3::new(rect.max.x, 1.0, rect.max.y));
        let mut found: Vec<u32> = self.tree.intersect_aabb(&around).collect();
        found.sort_unstable();
        found
    }

    pub fn add(&mut self, wall: Wall) -> Result<WallId, Refusal> {
        check(&wall)?;
        if self.walls.len() >= limits::MAX_WALLS {
            return Err(Refusal::Full("walls", limits::MAX_WALLS));
        }
        let id = WallId(self.next_wall);
        self.next_wall += 1;
        self.walls.push((id, wall));
        self.rebuild();
        Ok(id)
    }

    pub fn change(&mut self, id: WallId, wall: Wall) -> Result<(), Refusal> {
        check(&wall)?;
        let at = self.position_of(id)?;
        self.walls[at].1 = wall;
        self.rebuild();
        Ok(())
    }

    pub fn remove(&mut self, id: WallId) -> Result<Wall, Refusal> {
        let at = self.position_of(id)?;
        let (_, wall) = self.walls.remove(at);
        self.rebuild();
        Ok(wall)
    }

    fn position_of(&self, id: WallId) -> Result<usize, Refusal> {
        self.walls.iter().position(|(own, _)| *own == id).ok_or(Refusal::NoSuchWall(id.0))
    }

    fn rebuild(&mut self) {
        self.boxes.clear();
        self.boxes.extend(self.walls.iter().map(|(_, wall)| *wall));
        if let Some(grid) = &self.grid {
            merge_cells(grid, &mut self.boxes);
        }
        let leaves: Vec<Aabb> = self.boxes.iter().map(footprint_aabb).collect();
        self.tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves);
    }
}

fn check(wall: &Wall) -> Result<(), Refusal> {
    // The least of two numbers is the other one where one is no number.
    let finite = wall.half.is_finite() && wall.centre.is_finite() && wall.height_m.is_finite();
    let size = finite && wall.half.min_element() > 0.0 && wall.half.max_element() <= limits::MAX_SIZE_M;
    let place = wall.centre.abs().max_element() <= limits::MAX_COORDINATE_M && wall.yaw.is_finite();
    let height = wall.height_m > 0.0 && wall.height_m <= limits::SHAPE_SIZE_M.1;
    if size && place && height { Ok(()) } else { Err(Refusal::BadNumber("size or place of the wall")) }
}

fn footprint_aabb(wall: &Wall) -> Aabb {
    let corners = wall.corners();
    let (low, high) =
        corners.iter().fold((corners[0], corners[0]), |(low, high), c| (low.min(*c), high.max(*c)));
    Aabb::new(Vec3::new(low.x, 0.0, low.y), Vec3::new(high.x, 0.0, high.y))
}

/// Blocked cells as few boxes: runs along a row, and equal runs of following rows as one.
fn merge_cells(grid: &Grid, boxes: &mut Vec<Wall>) {
    /// Columns `from..to`, rows from `first` on.
    struct Run {
        from: u32,
        to: u32,
        first: u32,
    }
    let mut open: Vec<Run> = Vec::new();
    let mut close = |run: &Run, row: u32| {
        let low = grid.origin + Vec2::new(run.from as f32, run.first as f32) * grid.cell_m;
        let high = grid.origin + Vec2::new(run.to as f32, row as f32) * grid.cell_m;
        let (centre, half) = ((low + high) * 0.5, (high - low) * 0.5);
        boxes.push(Wall { centre, half, yaw: 0.0, height_m: CELL_HEIGHT_M });
    };
    for row in 0..=grid.rows {
        let mut runs: Vec<Run> = Vec::new();
        let mut column = 0;
        while row < grid.rows && column < grid.columns {
            if grid.is_free(column.into(), row.into()) {
                column += 1;
                continue;
            }
            let from = column;
            while column < grid.columns && !grid.is_free(column.into(), row.into()) {
                column += 1;
            }
            let before = open.iter().position(|run| run.from == from && run.to == column);
            let first = before.map_or(row, |at| open.swap_remove(at).first);
            runs.push(Run { from, to: column, first });
        }
        open.iter().for_each(|run| close(run, row));
        open = runs;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_boxes_cover_the_blocked_cells_exactly() {
        let mut chance = piaget_terms::Chance::new(4);
        for share in [0.1, 0.5, 0.9] {
            let free: Vec<bool> = (0..30 * 20).map(|_| chance.happens(share)).collect();
            let grid = Grid { columns: 30, rows: 20, cell_m: 0.5, origin: Vec2::new(-3.0, 2.0), free };
            let mut boxes = Vec::new();
            merge_cells(&grid, &mut boxes);
            let mut blocked = 0;
            for (row, column) in (0..20).flat_map(|row| (0..30).map(move |column| (row, column))) {
                let covers = boxes.iter().filter(|b| b.contains(grid.centre_of(column, row), 0.0)).count();
                let expected = usize::from(!grid.is_free(column.into(), row.into()));
                assert_eq!(covers, expected, "cell {column}, {row}");
                blocked += expected;
            }
            assert!(boxes.len() < blocked.max(1), "{} boxes for {blocked} cells", boxes.len());
        }
    }
}
