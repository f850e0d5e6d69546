//! Only the map: a guard of a game that has its own grid, sight and feet asks where a thief may be who is out of view.
//! Give it a map of movingai.com: `cargo run -p piaget --example guard_map -- arena.map`.
use pathfinding::prelude::bfs;
use piaget::{prelude::*, terms::Vec2};

fn sees(grid: &Grid, from: Vec2, to: Vec2) -> bool {
    let steps = (from.distance(to) * 2.0).ceil().max(1.0);
    let along = (0..=steps as u32).map(|step| grid.cell_at(from.lerp(to, step as f32 / steps)));
    along.into_iter().all(|cell| cell.is_some_and(|(column, row)| grid.is_free(column.into(), row.into())))
}

fn main() {
    let text = std::env::args().nth(1).and_then(|file| std::fs::read_to_string(file).ok()).expect("a map");
    let lines: Vec<&str> = text.lines().skip(4).collect();
    let free = lines.concat().bytes().map(|cell| b".GS".contains(&cell)).collect();
    let (columns, rows) = (lines[0].len() as u32, lines.len() as u32);
    let grid = Grid { columns, rows, cell_m: 1.0, origin: Vec2::ZERO, free };
    let terrain = Terrain { bounds: grid.bounds(), walls: Vec::new(), grid: Some(grid.clone()) };
    let (map, grid) = (Map::new(Lattice::squares(&terrain, 1.0, 0.0)), &grid);
    let lattice = map.lattice();
    let way = |from, to| bfs(&from, |at| lattice.neighbours(*at).collect::<Vec<_>>(), |at| *at == to);
    let step = |from, to| way(from, to).and_then(|way| way.get(1).copied()).unwrap_or(from);
    let mut guard = lattice.open_nodes().next().expect("room to stand");
    let hideout = lattice.open_nodes().filter(|to| way(guard, *to).is_some()).last().expect("a hideout");
    let (mut thief, mut belief, mut visible) = (guard, Distribution::uniform(&map), Visible::new(lattice));
    for time_s in 0..9999 {
        thief = step(step(thief, hideout), hideout); // twice as fast as the guard
        let (here, there) = (lattice.place(guard), lattice.place(thief));
        let seen = sees(grid, here, there);
        belief.spread(1.0);
        if seen {
            belief.observe(Seen::at(there, 1.0));
        } else {
            visible.clear();
            visible.ask(&belief, &SightBy(|point| sees(grid, here, ground(point))), 0.0, false);
            belief.cull(&visible, 1.0, Prior::Uniform);
        }
        println!("{time_s} s: at {here} the guard {}", if seen { "sees the thief" } else { "sees nobody" });
        if seen && here.distance(there) < 1.5 && time_s > 1 {
            return println!("caught after {time_s} s");
        }
        guard = step(guard, belief.most_likely().expect("a place").node);
    }
}
