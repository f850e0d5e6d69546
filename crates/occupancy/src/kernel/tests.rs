use crate::instructions::tests::ASKED;
use crate::{Distribution, Instructions, Lattice, Map, Prior, Seen, Visible};
use piaget_terms::{Rect, Terrain, Vec2, Wall};

/// A walker passes, is lost, and is looked for: hops, courses given up, even and uneven spreading, culling.
fn lived_through(lattice: Lattice, instructions: Instructions) -> Vec<u32> {
    ASKED.set(Some(instructions));
    let map = Map::new(lattice);
    let mut visible = Visible::new(map.lattice());
    let mut bits = Vec::new();
    for velocity in [Vec2::ZERO, Vec2::new(1.1, 0.7)] {
        let seen = Seen { velocity: Some(velocity), ..Seen::at(Vec2::new(-4.0, -2.0), 0.1) };
        let mut belief = Distribution::seen(&map, seen);
        for tick in 0..400u32 {
            belief.spread(0.1);
            visible.clear();
            visible.ask_with(&belief, 0.3, |points, seen| {
                for (point, seen) in points.iter().zip(seen) {
                    *seen = (point.x + point.z * 0.3) > 4.0 - (tick % 50) as f32 * 0.1;
                }
            });
            let culled = belief.cull(&visible, 0.4, Prior::Uniform);
            bits.push(culled.confusion.to_bits());
        }
        bits.extend(map.lattice().open_nodes().map(|node| belief.probability(node).to_bits()));
    }
    ASKED.set(None);
    bits
}

/// On a machine without the wider instructions this compares less, or nothing.
#[test]
fn wider_instructions_change_no_bit() {
    let wall = Wall { centre: Vec2::ZERO, half: Vec2::new(3.0, 0.1), yaw: 0.4, height_m: 2.0 };
    let field = Terrain { bounds: Rect::centred(23.0, 17.0), walls: vec![wall], grid: None };
    for lattice in [Lattice::hexagons(&field, 0.5, 0.0), Lattice::squares(&field, 0.5, 0.0)] {
        let plain = lived_through(lattice.clone(), Instructions::Scalar);
        assert!(plain.iter().any(|bits| *bits != 0));
        for wider in [Instructions::Avx2, Instructions::Avx512] {
            assert!(plain == lived_through(lattice.clone(), wider), "{wider}");
        }
    }
}

/// A map that mass fills is passed over in one go, in pairs of rows where no way is cut, and in registers where it is
/// only a few blocks wide; any other row by row: the arithmetic is the same.
#[test]
fn a_full_map_spreads_as_a_part_of_a_larger_one_does() {
    use crate::layer::{Layer, Scratch};
    use crate::spread::Variance;
    let wall = |half: Vec2| Wall { centre: Vec2::ZERO, half, yaw: 0.4, height_m: 2.0 };
    let (thin, thick) = (wall(Vec2::new(3.0, 0.1)), wall(Vec2::new(3.0, 2.0)));
    let fields = [(vec![thin], 17.0), (vec![thick], 17.0), (vec![], 17.0), (vec![], 17.5), (vec![], 0.5)];
    let fields = fields.iter().flat_map(|field| [7.0, 15.0, 23.0, 31.0].map(|width_m| (width_m, field)));
    for (width_m, (walls, depth_m)) in fields {
        let bounds = Rect::centred(width_m, *depth_m);
        let lattice = Lattice::hexagons(&Terrain { bounds, walls: walls.clone(), grid: None }, 0.5, 0.0);
        let (shares, _) = Variance::even(0.05).shares(&lattice);
        let mut scratch = Scratch::new(&lattice);
        let mut full = Layer::new(&lattice);
        for (index, node) in lattice.open_nodes().enumerate() {
            full.put(&lattice, node, 1.0 + (index % 7) as f32);
        }
        full.count(&lattice);
        let mut by_rows = full.clone();
        for _ in 0..20 {
            full.pass(&lattice, &shares, &mut scratch);
            by_rows.pass_by_rows(&lattice, &shares, &mut scratch);
        }
        assert!(full.mass[..] == by_rows.mass[..], "{width_m} x {depth_m}");
    }
}

/// Every width up to three blocks and a little, every height up to a few rows, with and without a wall that cuts ways, by each set of
/// instructions: no pass reads or writes outside of its slices (debug assertions, `make sanitize`, `make miri`), and mass is kept.
#[test]
fn bounds_hold_for_every_small_lattice() {
    use crate::layer::{Layer, Scratch};
    use crate::spread::Variance;
    let wall = Wall { centre: Vec2::ZERO, half: Vec2::new(1.1, 0.05), yaw: 0.3, height_m: 2.0 };
    // Under Miri, which takes a second for what takes the processor a millisecond: around the ends of blocks only.
    let widths: Vec<u32> = if cfg!(miri) { vec![1, 16, 17, 33] } else { (1..=67).collect() };
    for ((width, height), walled) in widths
        .iter()
        .flat_map(|width| (1..=5u32).map(move |height| (*width, height)))
        .flat_map(|size| [(size, false), (size, true)])
    {
        let bounds = Rect::centred(width as f32 * 0.5, height as f32 * 0.5);
        let walls = if walled { vec![wall] } else { vec![] };
        let lattice = Lattice::hexagons(&Terrain { bounds, walls, grid: None }, 0.5, 0.0);
        let (shares, _) = Variance::even(0.05).shares(&lattice);
        let mut scratch = Scratch::new(&lattice);
        let mut full = Layer::new(&lattice);
        for node in lattice.open_nodes() {
            full.put(&lattice, node, 1.0);
        }
        full.count(&lattice);
        let nodes = lattice.open_nodes().count() as f32;
        let mut first: Option<Vec<f32>> = None;
        for instructions in [Instructions::Scalar, Instructions::Avx2, Instructions::Avx512] {
            ASKED.set(Some(instructions));
            let (mut whole, mut by_rows) = (full.clone(), full.clone());
            for _ in 0..3 {
                whole.pass(&lattice, &shares, &mut scratch);
                by_rows.pass_by_rows(&lattice, &shares, &mut scratch);
            }
            let case = format!("{width} x {height}, walled {walled}, {instructions}");
            assert!(whole.mass[..] == by_rows.mass[..], "{case}");
            let sum: f32 = whole.mass.iter().sum();
            assert!((sum - nodes).abs() <= nodes * 1e-4, "{case}: {sum} of {nodes}");
            assert!(first.get_or_insert_with(|| whole.mass.to_vec())[..] == whole.mass[..], "{case}");
        }
    }
    ASKED.set(None);
}
