use super::super::Raster;
use super::*;
use piaget_terms::{Chance, Rect, Terrain, Wall, maths};

fn wall(x: f32, z: f32, half_x: f32, half_z: f32) -> Wall {
    Wall { centre: Vec2::new(x, z), half: Vec2::new(half_x, half_z), yaw: 0.0, height_m: 2.0 }
}

/// A field with a closed pen around (6, 6) and a wall with a gap at x = 0.
fn field() -> (Terrain, Ground) {
    let mut terrain = Terrain::open(Rect::centred(20.0, 20.0));
    terrain.walls.extend([wall(6.0, 4.5, 1.6, 0.1), wall(6.0, 7.5, 1.6, 0.1)]);
    terrain.walls.extend([wall(4.5, 6.0, 0.1, 1.6), wall(7.5, 6.0, 0.1, 1.6)]);
    terrain.walls.extend([wall(-6.0, 0.0, 4.9, 0.1), wall(5.5, 0.0, 4.5, 0.1)]);
    let ground = Ground::new(&terrain, 0.3, &Raster::default());
    (terrain, ground)
}

fn ask(from: Vec2, to: Vec2, bodies: &[Disc]) -> Progress {
    let trip = Trip { from, to, within_m: 0.1 };
    Navigator::default().advance(&NavigateConfig::default(), &field().1, bodies, trip)
}

fn why(from: Vec2, to: Vec2, bodies: &[Disc]) -> (WhyNot, Option<Vec2>) {
    match ask(from, to, bodies) {
        Progress::NoWay { why, nearest } => (why, nearest),
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_reason_is_told_apart_and_the_nearest_point_is_offered() {
    let here = Vec2::new(-2.0, -5.0);
    assert_eq!(why(here, Vec2::new(f32::NAN, 0.0), &[]).0, WhyNot::NotFinite);
    let (reason, near) = why(here, Vec2::new(30.0, -5.0), &[]);
    assert_eq!(reason, WhyNot::GoalOffMap);
    assert!(near.unwrap().distance(Vec2::new(10.0, -5.0)) < 0.2, "{near:?}");
    let (reason, near) = why(here, Vec2::new(-6.0, 0.0), &[]);
    assert_eq!(reason, WhyNot::GoalInWall);
    assert!(near.unwrap().distance(Vec2::new(-6.0, 0.0)) < 0.7, "{near:?}");
    let (reason, near) = why(here, Vec2::new(6.0, 6.0), &[]);
    assert_eq!(reason, WhyNot::CutOff);
    assert!((1.5..2.3).contains(&near.unwrap().distance(Vec2::new(6.0, 6.0))), "{near:?}");
    assert_eq!(why(Vec2::new(-20.0, 0.0), here, &[]).0, WhyNot::StartEnclosed);
    let post = Disc { centre: Vec2::new(0.1, 0.0), radius_m: 1.0 };
    assert_eq!(why(here, Vec2::new(0.0, 5.0), &[post]).0, WhyNot::BodiesInTheWay);
    let sitter = Disc { centre: Vec2::new(3.0, -5.0), radius_m: 0.4 };
    let (reason, near) = why(here, sitter.centre, &[sitter]);
    assert_eq!(reason, WhyNot::GoalTaken);
    assert!(near.unwrap().distance(sitter.centre) < 1.2, "{near:?}");
}

#[test]
fn near_enough_is_reached_even_where_the_goal_itself_is_not() {
    let trip = Trip { from: Vec2::new(-2.0, -5.0), to: Vec2::new(-6.0, 0.0), within_m: 0.8 };
    let progress = Navigator::default().advance(&NavigateConfig::default(), &field().1, &[], trip);
    assert!(matches!(progress, Progress::OnTheWay { .. }), "{progress:?}");
}

/// Walks until something else than `OnTheWay` is said; never into a wall or a body.
fn walk(mut at: Vec2, to: Vec2, step: f32, bodies: impl Fn(u32) -> Vec<Disc>) -> (Vec2, u64, f32) {
    let (terrain, ground) = field();
    let mut navigator = Navigator::default();
    let mut walked = 0.0;
    for tick in 0..4000 {
        let bodies = bodies(tick);
        let trip = Trip { from: at, to, within_m: 0.1 };
        match navigator.advance(&NavigateConfig::default(), &ground, &bodies, trip) {
            Progress::OnTheWay { towards, remaining_m } => {
                assert!(remaining_m.is_finite() && remaining_m > 0.0);
                let before = at;
                at = at.move_towards(towards, step);
                walked += at.distance(before);
            }
            Progress::Arrived => return (at, navigator.plans(), walked),
            Progress::NoWay { .. } => {}
        }
        assert!(terrain.is_open(at, 0.29), "in a wall at {at}");
        for body in &bodies {
            assert!(at.distance(body.centre) > body.radius_m + 0.2, "in a body at {at}");
        }
    }
    panic!("never arrived; at {at}")
}

#[test]
fn a_kept_way_leads_there_with_one_plan() {
    let (from, to) = (Vec2::new(-5.0, -5.0), Vec2::new(-5.0, 5.0));
    let (end, plans, walked) = walk(from, to, 0.03, |_| Vec::new());
    assert!(end.distance(to) <= 0.1);
    assert_eq!(plans, 1);
    let gap = Vec2::new(-1.1 + 0.3, 0.0);
    let straight = from.distance(gap) + gap.distance(to);
    assert!(walked < straight + 0.4, "{walked} against {straight}");
}

#[test]
fn bodies_in_the_way_are_walked_around() {
    let still = Disc { centre: Vec2::new(-5.0, 3.0), radius_m: 0.4 };
    let walker = |tick: u32| Disc { centre: Vec2::new(tick as f32 * 0.004 - 1.0, -2.5), radius_m: 0.4 };
    let (end, plans, _) =
        walk(Vec2::new(-5.0, -5.0), Vec2::new(-5.0, 5.0), 0.03, |tick| vec![still, walker(tick)]);
    assert!(end.distance(Vec2::new(-5.0, 5.0)) <= 0.1);
    assert!((1..60).contains(&plans), "{plans}");
}

/// Another stands in the way of coming nearer, and what is walked to proves to be a little farther off than it
/// seemed when the way was planned.
#[test]
fn at_the_end_of_a_way_that_fell_short_another_is_planned() {
    let ground = Ground::new(
        &Terrain::open(Rect::centred(8.0, 8.0)),
        0.15,
        &Raster { cell_m: 0.0625, ..Raster::default() },
    );
    let config = NavigateConfig { clearance_m: 0.02, ..NavigateConfig::default() };
    let bodies = [Disc { centre: Vec2::new(0.08, 0.013), radius_m: 0.15 }];
    let mut navigator = Navigator::default();
    let mut at = Vec2::new(-1.0, -0.3);
    let mut to = Vec2::new(-0.05, -0.03);
    let mut stands = 0;
    for _ in 0..300 {
        match navigator.advance(&config, &ground, &bodies, Trip { from: at, to, within_m: 0.28 }) {
            Progress::OnTheWay { towards, .. } => {
                stands = if towards.distance(at) < 1e-4 { stands + 1 } else { 0 };
                assert!(stands < 3, "stands at {at} on its way to {to}");
                at = at.move_towards(towards, 0.02);
                if at.distance(to) < 0.4 {
                    to = Vec2::new(0.0, 0.0);
                }
            }
            Progress::Arrived | Progress::NoWay { .. } => return,
        }
    }
    panic!("neither arrived nor told that there is no way");
}

#[test]
fn a_saved_way_goes_on_the_same() {
    let (_, ground) = field();
    let config = NavigateConfig::default();
    let mut navigator = Navigator::default();
    let mut trip = Trip { from: Vec2::new(-5.0, -5.0), to: Vec2::new(-5.0, 5.0), within_m: 0.1 };
    navigator.advance(&config, &ground, &[], trip);
    let text = serde_json::to_string(&navigator).unwrap();
    let mut restored: Navigator = serde_json::from_str(&text).unwrap();
    for _ in 0..50 {
        let a = navigator.advance(&config, &ground, &[], trip);
        assert_eq!(a, restored.advance(&config, &ground, &[], trip));
        if let Progress::OnTheWay { towards, .. } = a {
            trip.from = trip.from.move_towards(towards, 0.1);
        }
    }
    assert_eq!(restored.plans(), 1);
}

#[test]
fn one_who_stands_in_the_middle_of_his_cell_is_not_sent_there() {
    let (_, ground) = field();
    let mut chance = Chance::new(5);
    let (mut ways, mut hidden) = (0, 0);
    for _ in 0..4000 {
        let mut anywhere = || Vec2::new(chance.between(-9.5, 9.5), chance.between(-9.5, 9.5));
        let (own, to) = (anywhere(), anywhere());
        let Some(middle) = ground.cell_at(own).map(|cell| ground.centre_of(cell)) else { continue };
        // As near to the middle as counts for reached, and as far off as that allows.
        let from = middle + maths::ground(maths::direction(chance.between(0.0, 6.3))) * ground.cell_m * 0.099;
        let mut navigator = Navigator::default();
        let trip = Trip { from, to, within_m: 0.1 };
        let progress = navigator.advance(&NavigateConfig::default(), &ground, &[], trip);
        let Progress::OnTheWay { towards, .. } = progress else { continue };
        ways += 1;
        hidden += u32::from(!ground.sees(from, towards));
        assert!(towards == to || towards.distance(middle) > 1e-4, "from {from} to {to}: sent to {towards}");
    }
    // Some see the next corner from the middle only, not from where they stand.
    assert!(ways > 1000 && hidden > 0, "{ways} {hidden}");
}
