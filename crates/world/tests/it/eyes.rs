//! The rasteriser against parry's rays, the frustum's formulas against themselves, and test points against rays.

use crate::random;
use piaget_terms::{Chance, EyePlan, Name, Rect, Terrain, Vec2, Vec3, Wall};
use piaget_world::eye::{Eye, Mark, NEAR_M, Raster, RayCaster, Renderer, Scene, View};
use piaget_world::{Shape, Thing, World};
use std::collections::BTreeSet;

fn look(renderer: &dyn Renderer, eye: &Eye) -> View {
    let mut view = View::default();
    view.begin(eye);
    renderer.render(eye, &mut view);
    view.end();
    view
}

fn seen(view: &View) -> BTreeSet<Mark> {
    let slots: BTreeSet<u32> = view.slots().iter().copied().filter(|slot| *slot != View::NOTHING).collect();
    slots.into_iter().map(|slot| view.marks()[slot as usize]).collect()
}

#[test]
fn a_visible_point_is_found_again_within_half_a_pixel() {
    let mut chance = Chance::new(11);
    let (mut points, mut met_by_rays, mut worst) = (0, 0, 0.0f32);
    while points < 10_000 {
        let (world, _) = random::world(u64::from(chance.bits()), 8, 40, 4, true);
        let eye = random::eye(&mut chance, None);
        let (view, caster) = (look(&Raster::new(world.scene()), &eye), RayCaster::new(world.scene()));
        for _ in 0..400 {
            let (column, row) = (chance.below(eye.columns), chance.below(eye.rows));
            let Some((_, depth)) = view.at(column, row) else { continue };
            // A visible point somewhere in the pixel, at the depth that the buffer holds.
            let within = Vec2::new(chance.between(0.001, 0.999), chance.between(0.001, 0.999));
            let point = eye.world_from_screen(Vec2::new(column as f32, row as f32) + within, depth);
            let Some(screen) = eye.screen_from_world(point) else { continue };
            assert_eq!((screen.x as u32, screen.y as u32), (column, row));
            // Back from the buffers alone, through NDC and eye space.
            let centre = Vec2::new(column as f32 + 0.5, row as f32 + 0.5);
            let on_axis = eye.ndc_from_eye(Vec3::new(0.0, 0.0, -depth));
            let ndc = eye.ndc_from_screen(centre).extend(on_axis.z);
            let back = eye.point_from_eye(eye.eye_from_ndc(ndc));
            let share = back.distance(point) / (0.5 * eye.footprint_m(depth));
            worst = worst.max(share);
            assert!(share <= 1.0 + 1e-2, "{share} of half a pixel at depth {depth}");
            // What a ray meets at the pixel's centre is a visible point too, found without the buffers.
            let towards = eye.world_from_screen(centre, 1.0) - eye.position;
            if let Some((_, along)) = caster.cast(&eye, towards) {
                let met = eye.position + towards * along;
                let share = back.distance(met) / (0.5 * eye.footprint_m(depth));
                assert!(share <= 1.0 || near_edge(&view, column, row), "{share} of half a pixel from {met}");
                met_by_rays += 1;
            }
            points += 1;
        }
    }
    assert!(met_by_rays * 100 > points * 99, "{met_by_rays}");
    println!("{points} points, the worst at {worst} of half a pixel's footprint");
}

#[test]
fn frustum_formulas_invert_each_other() {
    let mut chance = Chance::new(12);
    for _ in 0..10_000 {
        let eye = random::eye(&mut chance, None);
        let depth = chance.between(0.05, eye.range_m);
        let side = Vec2::new(chance.between(-1.0, 1.0), chance.between(-1.0, 1.0)) * eye.half * depth;
        let point = side.extend(-depth);
        let ndc = eye.ndc_from_eye(point);
        assert!(ndc.abs().max_element() <= 1.0 + 1e-5 && ndc.z >= 0.0, "{ndc}");
        let back = eye.eye_from_ndc(ndc);
        // z in NDC has few digits left far away: that is why the buffer holds inverse depths.
        assert!((back - point).length() <= 1e-6 * depth * depth / NEAR_M + 1e-5, "{back} {point}");
        let again = eye.eye_from_point(eye.point_from_eye(point));
        assert!((again - point).length() < 1e-4);
    }
}

/// Pixels where the drawing and the rays differ lie at an edge, and there are few of them.
#[test]
fn drawing_agrees_with_a_ray_through_each_pixel() {
    let mut chance = Chance::new(13);
    let (mut pixels, mut shown, mut differ) = (0u32, 0u32, 0u32);
    for round in 0..40 {
        let (world, ids) = random::world(round, 8, 40, 6, true);
        let eye = random::eye(&mut chance, Some(ids[0]));
        let (drawn, cast) =
            (look(&Raster::new(world.scene()), &eye), look(&RayCaster::new(world.scene()), &eye));
        for (column, row) in (0..eye.rows).flat_map(|row| (0..eye.columns).map(move |column| (column, row))) {
            let (ours, theirs) = (drawn.at(column, row), cast.at(column, row));
            pixels += 1;
            shown += u32::from(theirs.is_some());
            let same = match (ours, theirs) {
                (None, None) => true,
                (Some((a, da)), Some((b, db))) => a == b && (da - db).abs() < 1e-3 * db.max(1.0),
                _ => false,
            };
            if !same {
                differ += 1;
                assert!(
                    near_edge(&cast, column, row),
                    "round {round} at {column}, {row}: {ours:?} {theirs:?}"
                );
            }
        }
    }
    println!("{differ} of {pixels} pixels differ, {shown} show something");
    assert!(shown * 8 > pixels && differ * 2_000 < pixels, "{differ} of {shown} of {pixels}");
}

/// Whether the pixel and one of those around it show different surfaces or clearly different depths.
fn near_edge(view: &View, column: u32, row: u32) -> bool {
    let here = view.at(column, row);
    let rows = row.saturating_sub(1)..=(row + 1).min(view.rows() - 1);
    let mut around = rows.flat_map(|row| {
        (column.saturating_sub(1)..=(column + 1).min(view.columns() - 1)).map(move |column| (column, row))
    });
    around.any(|(column, row)| match (here, view.at(column, row)) {
        (None, None) => false,
        (Some((a, da)), Some((b, db))) => a != b || (da - db).abs() > 0.02 * da.min(db),
        _ => true,
    })
}

/// Isla 4.1: any visible pixel counts. The oracle is one parry ray for each pixel's centre; where a ray only grazes a
/// surface, a hair beside it decides whether the pixel is to be counted.
#[test]
fn a_thing_is_seen_exactly_if_a_pixel_shows_it() {
    let mut chance = Chance::new(14);
    let mut things = 0;
    for round in 100..200 {
        let (world, ids) = random::world(round, 8, 40, 6, true);
        let eye = random::eye(&mut chance, Some(ids[0]));
        let (drawn, caster) = (look(&Raster::new(world.scene()), &eye), RayCaster::new(world.scene()));
        let cast = look(&caster, &eye);
        let (ours, theirs) = (seen(&drawn), seen(&cast));
        things += theirs.len();
        for mark in ours.symmetric_difference(&theirs) {
            assert!(only_grazed(&drawn, &cast, &caster, *mark), "round {round}: {mark:?}");
        }
    }
    assert!(things > 200, "{things}");
}

/// Whether a thousandth of a pixel decides each pixel in which only one of the two views shows a surface.
fn only_grazed(drawn: &View, cast: &View, caster: &RayCaster, mark: Mark) -> bool {
    let eye = cast.eye();
    let shows = |view: &View, column, row| view.at(column, row).is_some_and(|(own, _)| own == mark);
    (0..eye.rows).flat_map(|row| (0..eye.columns).map(move |column| (column, row))).all(|(column, row)| {
        if shows(drawn, column, row) == shows(cast, column, row) {
            return true;
        }
        let beside = [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)].map(|(x, y)| {
            let screen = Vec2::new(column as f32 + 0.5 + x * 1e-2, row as f32 + 0.5 + y * 1e-2);
            let towards = eye.world_from_screen(screen, 1.0) - eye.position;
            caster.cast(eye, towards).is_some_and(|(own, _)| own == mark)
        });
        beside.iter().any(|shown| *shown != beside[0]) || beside[0] != shows(cast, column, row)
    })
}

#[test]
fn a_thing_fully_behind_a_wall_is_never_seen() {
    let mut chance = Chance::new(15);
    let wall = Wall { centre: Vec2::new(0.0, 3.0), half: Vec2::new(2.0, 0.1), yaw: 0.0, height_m: 2.5 };
    let terrain = Terrain { bounds: Rect::centred(40.0, 40.0), walls: vec![wall], grid: None };
    let mut seen_without = 0;
    for _ in 0..2_000 {
        let mut world = World::new(&terrain, 1);
        let mut thing = random::thing(&mut chance, false);
        // Behind the wall as seen from every eye below: nearer to the axis than the wall's shadow is wide.
        let far = chance.between(4.5, 9.0);
        let room = 2.0 * far / 3.1 - 1.3 - thing.shape.ground_radius_m();
        thing.position = Vec3::new(chance.between(-0.3, 0.3) * room.max(0.0), 0.0, far);
        let id = world.add_thing(thing).unwrap();
        let at = Vec3::new(chance.between(-0.4, 0.4), chance.between(0.5, 1.2), chance.between(-0.2, 0.2));
        let eye =
            Eye::new(&EyePlan::default(), at, chance.between(-0.5, 0.5), chance.between(-0.4, 0.4), None);
        assert!(!seen(&look(&Raster::new(world.scene()), &eye)).contains(&Mark::Thing(id)));
        world.remove_wall(world.walls()[0].0).unwrap();
        seen_without += u32::from(seen(&look(&Raster::new(world.scene()), &eye)).contains(&Mark::Thing(id)));
    }
    assert!(seen_without > 1_000, "{seen_without}: the wall must have been the reason");
}

#[test]
fn test_points_agree_with_rays() {
    let mut chance = Chance::new(16);
    let (mut asked, mut hidden, mut wrong) = (0u32, 0u32, 0u32);
    let mut round = 1_000;
    while asked < 100_000 {
        round += 1;
        let (world, ids) = random::world(round, 8, 40, 6, true);
        let eye = random::eye(&mut chance, Some(ids[0]));
        let (view, caster) = (look(&Raster::new(world.scene()), &eye), RayCaster::new(world.scene()));
        let points: Vec<Vec3> = (0..2_000)
            .map(|_| {
                let screen =
                    Vec2::new(chance.between(0.0, eye.columns as f32), chance.between(0.0, eye.rows as f32));
                eye.world_from_screen(screen, chance.between(0.1, 20.0))
            })
            .collect();
        let mut answers = vec![false; points.len()];
        view.sees(&points, &mut answers);
        for (point, answer) in points.iter().zip(answers) {
            let Some(screen) = eye.screen_from_world(*point) else {
                assert!(!answer, "out of view");
                continue;
            };
            asked += 1;
            hidden += u32::from(!answer);
            if answer != caster.is_clear(&eye, *point) {
                wrong += 1;
                assert!(edge_within_a_pixel(&caster, &eye, screen), "round {round}: {point} {screen}");
            }
        }
    }
    println!("{wrong} of {asked} test points differ from a ray; {hidden} are hidden");
    assert!(hidden * 8 > asked && hidden * 2 < asked, "{hidden} of {asked}");
    assert!(wrong * 1_000 <= asked, "{wrong} of {asked}");
}

/// Whether rays to points of the same depth, at most one pixel away, do not all give the same answer.
fn edge_within_a_pixel(caster: &RayCaster, eye: &Eye, screen: Vec3) -> bool {
    let steps = [-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0];
    let clear = |x: f32, y: f32| {
        let beside = screen.truncate() + Vec2::new(x, y);
        caster.is_clear(eye, eye.world_from_screen(beside, screen.z))
    };
    let here = clear(0.0, 0.0);
    steps.iter().any(|y| steps.iter().any(|x| clear(*x, *y) != here))
}

/// Without surfaces (a host's own renderer) the depth buffer alone answers, as Isla has it.
#[test]
fn test_points_from_buffers_alone_agree_away_from_edges() {
    let mut chance = Chance::new(17);
    let (mut asked, mut wrong) = (0u32, 0u32);
    for round in 2_000..2_010 {
        let (world, _) = random::world(round, 3, 8, 2, true);
        let eye = random::eye(&mut chance, None);
        let caster = RayCaster::new(world.scene());
        let view = look(&caster, &eye);
        for _ in 0..2_000 {
            let (column, row) = (chance.below(eye.columns), chance.below(eye.rows));
            let depth = chance.between(0.1, 20.0);
            let point = eye.world_from_screen(Vec2::new(column as f32 + 0.5, row as f32 + 0.5), depth);
            if eye.screen_from_world(point).is_none() || near_edge(&view, column, row) {
                continue;
            }
            asked += 1;
            wrong += u32::from(view.sees_point(point) != caster.is_clear(&eye, point));
        }
    }
    assert!(asked > 5_000 && wrong * 500 <= asked, "{wrong} of {asked}");
}

#[test]
fn a_whole_cell_in_view_has_all_its_points_in_view() {
    let mut chance = Chance::new(18);
    let (mut whole, mut part, mut clear) = (0, 0, 0);
    for round in 3_000..3_020 {
        let (world, _) = random::world(round, 5, 15, 2, true);
        let eye = random::eye(&mut chance, None);
        let (view, caster) = (look(&Raster::new(world.scene()), &eye), RayCaster::new(world.scene()));
        for _ in 0..500 {
            let centre = random::place(&mut chance) + Vec3::Y * 0.5;
            let mut seen = [false];
            view.sees_whole(&[centre], 0.3, &mut seen);
            part += u32::from(!seen[0] && view.sees_point(centre));
            if seen[0] {
                whole += 1;
                let around = [Vec3::X, Vec3::NEG_X, Vec3::ZERO].map(|offset| centre + offset * 0.29);
                clear += around.iter().filter(|point| caster.is_clear(&eye, **point)).count();
            }
        }
    }
    // What is smaller than a pixel may still stand in between.
    assert!(whole > 100 && part > 20, "{whole} {part}");
    assert!(clear * 100 >= 3 * whole * 99, "{clear} of {} points", 3 * whole);
}

#[test]
fn nothing_beyond_the_range_is_seen() {
    let mut world = World::new(&Terrain::open(Rect::centred(60.0, 60.0)), 1);
    let wide = Shape::Box { size_m: Vec3::new(40.0, 2.0, 0.5) };
    let id =
        world.add_thing(Thing::new(Name::cut("hedge"), Name::cut("green"), wide, Vec3::Z * 10.0)).unwrap();
    let plan = EyePlan { range_m: 10.5, field_of_view_rad: 1.5, ..EyePlan::default() };
    let eye = Eye::new(&plan, Vec3::Y, 0.0, 0.0, None);
    let view = look(&Raster::new(world.scene()), &eye);
    assert_eq!(seen(&view), [Mark::Thing(id)].into());
    for (column, row) in (0..eye.rows).flat_map(|row| (0..eye.columns).map(move |column| (column, row))) {
        if let Some((_, depth)) = view.at(column, row) {
            let point = eye.world_from_screen(Vec2::new(column as f32 + 0.5, row as f32 + 0.5), depth);
            assert!(point.distance(eye.position) <= 10.5 + 1e-3);
        }
    }
    assert!(view.at(0, 60).is_none(), "the ends of the hedge are farther than the range");
}

/// Parry finds a ray's way into a cylinder by iteration, and now and then misses one. Here the oracle is the
/// intersection of two intervals in f64.
#[test]
fn cylinders_are_drawn_where_they_are() {
    let mut chance = Chance::new(19);
    let (mut shown, mut differ) = (0u32, 0u32);
    for round in 0..30 {
        let mut world = World::new(&Terrain::open(Rect::centred(30.0, 30.0)), round);
        for _ in 0..20 {
            let shape =
                Shape::Cylinder { height_m: chance.between(0.2, 1.5), radius_m: chance.between(0.1, 0.7) };
            let mut thing =
                Thing::new(Name::cut("log"), Name::cut("brown"), shape, random::place(&mut chance));
            thing.position.y = chance.between(0.0, 1.0);
            world.add_thing(thing).unwrap();
        }
        let eye = random::eye(&mut chance, None);
        let drawn = look(&Raster::new(world.scene()), &eye);
        for at in 0..drawn.slots().len() as u32 {
            let (column, row) = (at % eye.columns, at / eye.columns);
            let centre = Vec2::new(column as f32 + 0.5, row as f32 + 0.5);
            let towards = eye.world_from_screen(centre, 1.0) - eye.position;
            let entries =
                world.things().filter_map(|(_, thing)| cylinder_entry(thing, eye.position, towards));
            let within = eye.range_m / towards.length();
            let truth = entries.reduce(f64::min).filter(|depth| *depth <= f64::from(within));
            let ours = drawn.at(column, row).map(|(_, depth)| f64::from(depth));
            shown += u32::from(ours.is_some());
            let same = match (ours, truth) {
                (Some(ours), Some(truth)) => (ours - truth).abs() < 1e-3 * truth.max(1.0),
                (None, None) => true,
                _ => false,
            };
            differ += u32::from(!same);
        }
    }
    println!("{differ} of {shown} pixels of cylinders differ");
    assert!(shown > 10_000 && differ * 5_000 <= shown, "{differ} of {shown}");
}

fn cylinder_entry(thing: &Thing, from: Vec3, along: Vec3) -> Option<f64> {
    let Shape::Cylinder { height_m, radius_m } = thing.shape else { return None };
    let (from, along) = ((from - thing.position).to_array(), along.to_array());
    let ([fx, fy, fz], [ax, ay, az]) = (from.map(f64::from), along.map(f64::from));
    let (a, b) = (ax * ax + az * az, fx * ax + fz * az);
    let c = fx * fx + fz * fz - f64::from(radius_m) * f64::from(radius_m);
    let root = (b * b - a * c).sqrt();
    let height = (-fy / ay, (f64::from(height_m) - fy) / ay);
    let enter = ((-b - root) / a).max(height.0.min(height.1));
    let leave = ((-b + root) / a).min(height.0.max(height.1));
    (enter <= leave && enter > 0.0 && !root.is_nan()).then_some(enter)
}

#[test]
fn an_empty_scene_shows_nothing_and_hides_nothing() {
    let eye = Eye::new(&EyePlan::default(), Vec3::Y, 0.3, 0.1, None);
    let view = look(&Raster::new(&Scene::default()), &eye);
    assert!(seen(&view).is_empty());
    assert!(view.sees_point(eye.world_from_screen(Vec2::new(3.0, 5.0), 20.0)));
    assert!(
        !view.sees_point(eye.position - (eye.world_from_screen(Vec2::new(80.0, 60.0), 1.0) - eye.position))
    );
}
