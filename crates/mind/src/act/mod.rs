//! Act: what was decided becomes something that a body can carry out: where to look, the next step of the
//! way, a movement with its object, a face, words, and the reason.
//!
//! Turning the head first and then the body is the host's business; a mind gives the point to look at.

pub mod obstacles;
pub mod seek;

mod read;
mod search;

pub use obstacles::ObstaclesConfig;
pub use read::{NODES, read};

use crate::expect;
use crate::model::action::{Action, Decision, Speed};
use crate::model::{BeliefId, MOST_SEARCHES, Searching, Selector, Tick, View};
use arrayvec::ArrayVec;
use obstacles::{Obstacles, reach_of};
use piaget_nav::{Disc, Ground, NavigateConfig, Navigator, Progress, Raster, Trip, WhyNot};
use piaget_terms::valid::{Checked, Within, finite, point};
use piaget_terms::{
    BodyPlan, Expression, Gaze, Intent, MovementRequest, Name, Object, Travel, Vec2, Vec3, maths,
};
use search::{Search, Spare};
use seek::{SearchGround, SeekConfig, Seeker};
use serde::{Deserialize, Serialize};

/// How a character gets about.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// How it finds its way.
    pub navigate: NavigateConfig,
    /// How it looks for what is out of sight.
    pub seek: SeekConfig,
    /// How finely it knows the ground.
    pub raster: Raster,
    /// The believed things that it walks around.
    pub avoid: Vec<Avoid>,
    /// What else is in its way.
    pub obstacles: ObstaclesConfig,
    /// How it looks for a place away from a danger.
    pub refuge: RefugeConfig,
}

/// Where a creature that keeps away looks for a place to go to: straight away from the danger first, then to either side
/// of that, and when no such place is free, nearer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RefugeConfig {
    /// How far one way of flight is turned from the next, in radians. Raising it tries fewer directions between the
    /// same sides. Default 0.4.
    pub turn_rad: f32,
    /// How many turns to either side are tried. Raising it lets a creature slip past a danger rather than stay in a
    /// corner. Default 4.
    pub turns: u32,
    /// How often the length of the flight is halved when no place is free. Raising it finds a place in narrower
    /// ground. Default 2.
    pub halvings: u32,
}

impl Default for RefugeConfig {
    fn default() -> Self {
        Self { turn_rad: 0.4, turns: 4, halvings: 2 }
    }
}

/// Believed things to walk around.
#[derive(Clone, Debug)]
pub struct Avoid {
    /// Which.
    pub which: Selector,
    /// How wide they are taken to be.
    pub radius_m: f32,
}

/// What acting keeps from tick to tick.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct State {
    navigator: Navigator,
    /// A goal on which one cannot stand, and the nearest place to it.
    beside: Option<(Vec2, Vec2)>,
    /// How the way stood at the end of the last tick that wanted to go somewhere.
    progress: Option<Progress>,
    /// Which way a creature that looks around has come to look.
    around: Option<f32>,
    /// Where a creature that keeps away is going.
    refuge: Option<Vec2>,
    /// What is looked for, or was of late, and how far each search has come; the one under way or the latest last.
    searches: ArrayVec<Search, MOST_SEARCHES>,
    #[serde(skip)]
    spare: Spare,
    /// What stopped the body.
    obstacles: Obstacles,
}

impl State {
    /// Whether saved ways and places are finite.
    pub fn validate(&self) -> Checked {
        self.navigator.validate().within("navigator")?;
        if let Some((goal, beside)) = self.beside {
            point("beside", goal)?;
            point("beside", beside)?;
        }
        self.progress.map_or(Ok(()), |progress| progress.validate().within("progress"))?;
        self.around.map_or(Ok(()), |around| finite("around", around))?;
        self.refuge.map_or(Ok(()), |refuge| point("refuge", refuge))?;
        self.obstacles.validate().within("obstacles")?;
        self.searches.iter().try_for_each(|search| search.validate().within("search"))
    }

    /// How the way stands that the last tick wanted to go.
    pub fn progress(&self) -> Option<Progress> {
        self.progress
    }

    /// Why the place before the one under way was left, and how many places were set out for.
    pub fn turn(&self) -> (seek::Turn, u32) {
        self.searches.last().map(Search::turn).unwrap_or_default()
    }

    /// How the searches stand, for the next tick's feelings and decisions.
    pub fn searches(&self, config: &Config) -> ArrayVec<Searching, MOST_SEARCHES> {
        let any = self.searches.iter().any(Search::is_active);
        self.searches.iter().map(|search| search.standing(&config.seek, any)).collect()
    }

    /// The corners still to be passed.
    pub fn way(&self) -> &[Vec2] {
        self.navigator.way()
    }
}

/// Buffers that every tick reuses.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    bodies: Vec<Disc>,
    /// What hides things though the terrain does not have it.
    hides: Vec<Disc>,
    seeker: Seeker,
}

/// A body on its ground.
#[derive(Clone, Copy)]
pub struct Footing<'a> {
    /// The body.
    pub body: &'a BodyPlan,
    /// The ground as this body can walk it.
    pub ground: &'a Ground,
    /// The same in regions with the map, for a character that has one.
    pub search: Option<&'a SearchGround>,
    /// How the character foretells where things go.
    pub expect: &'a expect::Config,
}

/// What comes in.
pub struct Input<'a> {
    /// The tick.
    pub tick: &'a Tick<'a>,
    /// The body and the ground that it walks.
    pub on: Footing<'a>,
    /// What is believed.
    pub view: &'a View<'a>,
    /// What was decided.
    pub decision: &'a Decision,
    /// The movement that imitates what was seen, and where it reached to in the root's frame.
    pub imitated: Option<(Name, Option<Vec3>)>,
    /// The face to make.
    pub face: Expression,
}

/// What the body is asked to do.
pub fn step(config: &Config, state: &mut State, scratch: &mut Scratch, input: Input<'_>) -> Intent {
    let decision = input.decision;
    state.obstacles.look(&config.obstacles, input.view);
    let mut intent = Intent::default();
    (intent.because, intent.expression) = (decision.because.non_empty(), input.face.clone());
    let mut object = decision.object.and_then(|id| object(input.view, id));
    intent.gaze = object.map(|object| Gaze::new(object.position));
    if let Some((id, sought)) = decision.object.zip(object.as_mut())
        && let Some(look) =
            search::seek(config, state, scratch, &input, (id, &decision.action), &mut sought.position)
    {
        intent.gaze = Some(Gaze::new(look));
    }
    search::pass(config, state, &input);
    let seeks = state.searches.iter().any(Search::is_active);
    let (around, refuge) = (state.around.take(), state.refuge.take());
    let mut wish = None;
    match decision.action {
        Action::Wait | Action::LookAt => {}
        Action::LookAround { turn_rad_per_s, up_rad } => {
            let yaw = look_around(&input, around, turn_rad_per_s);
            intent.gaze = yaw.and_then(|yaw| gaze_towards(input.view, yaw, up_rad));
            state.around = yaw;
        }
        Action::Approach { speed, within_m } => {
            // Near enough to a thing that is there; a place where it may be is walked up to.
            let near_m = if seeks { within_m.min(config.seek.within_m) } else { within_m };
            wish = object.map(|object| Wish {
                beside_m: within_m,
                ..Wish::new(maths::ground(object.position), near_m, speed)
            });
        }
        Action::KeepAway { speed, distance_m } => {
            state.refuge = object.and_then(|object| {
                find_refuge(&config.refuge, &input, refuge, (object.position, distance_m))
            });
            wish = state.refuge.map(|to| Wish::new(to, input.on.body.radius_m, speed));
            // Who runs away looks where it runs.
            intent.gaze = intent.gaze.filter(|_| wish.is_none());
        }
        Action::Wander { speed, .. } => {
            let place = decision.place.map(|place| standing_place(&input, place));
            wish = place.map(|to| Wish::new(to, input.on.body.radius_m, speed));
        }
        Action::Go { speed, within_m, .. } => {
            let place = decision.place.map(|place| standing_place(&input, place));
            wish = place.map(|to| Wish::new(to, within_m, speed));
        }
        Action::Patrol { speed, turn_rad_per_s, .. } => {
            let place = decision.place.map(|place| standing_place(&input, place));
            wish = place.map(|to| Wish::new(to, input.on.body.radius_m, speed));
            // At a stop it looks around.
            if matches!(input.tick.feedback.travel, Some(Progress::Arrived)) {
                let yaw = look_around(&input, around, turn_rad_per_s);
                intent.gaze = yaw.and_then(|yaw| gaze_towards(input.view, yaw, 0.0));
                state.around = yaw;
            }
        }
        Action::Movement(name) => intent.movement = Some(MovementRequest::new(name, object)),
        Action::Imitate => {
            intent.movement = input.imitated.map(|(name, aim)| {
                MovementRequest::new(name, aim.and_then(|aim| place_before(input.view, aim)))
            });
        }
        // Decided into movements before they come here.
        Action::Told(_) | Action::Enact => {}
        Action::Say(words) => intent.utterance = decision.began.then_some(words),
    }
    match wish {
        Some(wish) => {
            // What stops the body before a place to look from is not the thing that is looked for.
            let goal = Disc { centre: wish.to, radius_m: reach_of(input.view, decision.object) };
            state.obstacles.feel(&config.obstacles, &input, (!seeks).then_some(goal));
            gather_bodies(config, input.view, decision.object, &mut scratch.bodies);
            let apart_from = (decision.object, input.on.body.height_m);
            state.obstacles.gather(&config.obstacles, input.view, apart_from, &mut scratch.bodies);
            intent.travel = travel(config, state, &input, &scratch.bodies, wish);
            state.obstacles.doubt(state.progress);
        }
        None => {
            state.navigator.forget();
            state.beside = None;
            state.progress = None;
        }
    }
    intent
}

/// The nearest place to this one where the body does not reach over the border of the ground.
fn standing_place(input: &Input<'_>, place: Vec3) -> Vec2 {
    let (bounds, radius_m) = (input.tick.terrain.bounds, input.on.body.radius_m);
    let middle = 0.5 * (bounds.min + bounds.max);
    let (least, most) = ((bounds.min + radius_m).min(middle), (bounds.max - radius_m).max(middle));
    maths::ground(place).clamp(least, most)
}

/// A place to be.
#[derive(Clone, Copy)]
struct Wish {
    to: Vec2,
    within_m: f32,
    /// Near enough where one cannot stand any nearer.
    beside_m: f32,
    speed: Speed,
}

impl Wish {
    fn new(to: Vec2, within_m: f32, speed: Speed) -> Self {
        Self { to, within_m, beside_m: within_m, speed }
    }
}

/// A believed thing as the host may hear of it.
pub fn object(view: &View<'_>, id: BeliefId) -> Option<Object> {
    let belief = view.belief(id)?;
    Some(Object::new(belief.seen_as, belief.now.kind.non_empty(), belief.now.position))
}

/// No thing but a place, given in the own root's frame.
fn place_before(view: &View<'_>, aim: Vec3) -> Option<Object> {
    let own = view.viewer()?;
    let (ahead, up) = (maths::direction(own.facing?), Vec3::Y);
    let position = own.position + ahead * aim.z + up * aim.y + up.cross(ahead) * aim.x;
    Some(Object::new(None, None, position))
}

fn travel(
    config: &Config,
    state: &mut State,
    input: &Input<'_>,
    bodies: &[Disc],
    wish: Wish,
) -> Option<Travel> {
    let from = maths::ground(input.view.viewer()?.position);
    let mut advance = |to: Vec2, within_m: f32| {
        state.navigator.advance(&config.navigate, input.on.ground, bodies, Trip { from, to, within_m })
    };
    // One cannot stand on the goal, but near enough to it: beside a wall, or beside a body. And where a body is in the
    // way, it may be gone by the time one has come as near as one can.
    let near_enough = |beside: Vec2| beside.distance(wish.to) <= wish.beside_m;
    let beside_m = input.on.ground.cell_m;
    let kept = state.beside.filter(|(goal, _)| goal.distance(wish.to) <= config.navigate.goal_moves_m);
    let mut progress = match kept {
        Some((_, beside)) => advance(beside, beside_m),
        None => advance(wish.to, wish.within_m),
    };
    state.beside = match progress {
        Progress::NoWay { why, nearest: Some(beside) } if kept.is_none() => {
            let may_clear = why.is_of_bodies() && from.distance(beside) > beside_m;
            (near_enough(beside) || may_clear).then_some((wish.to, beside))
        }
        Progress::NoWay { .. } => None,
        _ => kept,
    };
    if let (None, Some((_, beside))) = (kept, state.beside) {
        progress = advance(beside, beside_m);
    }
    if let (Progress::Arrived, Some((_, beside))) = (progress, state.beside)
        && !near_enough(beside)
    {
        state.beside = None;
        progress = Progress::NoWay { why: WhyNot::BodiesInTheWay, nearest: Some(beside) };
    }
    state.progress = Some(progress);
    // Inside a wall, where the terrain was changed around it, there is no way; it leaves by the nearest free place.
    if let Progress::NoWay { why: WhyNot::StartEnclosed, nearest: Some(out) } = progress {
        return Some(Travel::straight(maths::on_ground(out), wish.speed.of(input.on.body), 0.0));
    }
    let Progress::OnTheWay { towards, .. } = progress else { return None };
    Some(
        Travel::straight(maths::on_ground(wish.to), wish.speed.of(input.on.body), wish.within_m)
            .by_way_of(maths::on_ground(towards)),
    )
}

fn gather_bodies(config: &Config, view: &View<'_>, object: Option<BeliefId>, bodies: &mut Vec<Disc>) {
    bodies.clear();
    for avoid in &config.avoid {
        for id in avoid.which.each(view).filter(|id| Some(*id) != object) {
            if let Some(record) = view.record(id) {
                bodies.push(Disc { centre: maths::ground(record.position), radius_m: avoid.radius_m });
            }
        }
    }
}

/// The yaw to look along next: on from where it looked before, or from straight ahead.
fn look_around(input: &Input<'_>, before: Option<f32>, turn_rad_per_s: f32) -> Option<f32> {
    let eye = input.view.viewer()?.eye?;
    Some(maths::wrap_angle(before.unwrap_or(eye.yaw) + turn_rad_per_s * input.tick.tick_s))
}

fn gaze_towards(view: &View<'_>, yaw: f32, up_rad: f32) -> Option<Gaze> {
    let eye = view.viewer()?.eye?;
    let along = maths::direction(yaw) * maths::cos(up_rad) + Vec3::Y * maths::sin(up_rad);
    Some(Gaze::new(eye.position + along))
}

/// A place far enough from a danger: straight away from it if the ground allows, else as far round as it must be.
/// `None` if the danger is far enough already. A refuge that still serves is kept, so that nobody dithers.
fn find_refuge(
    config: &RefugeConfig,
    input: &Input<'_>,
    before: Option<Vec2>,
    (danger, distance_m): (Vec3, f32),
) -> Option<Vec2> {
    let own = input.view.viewer()?;
    let (here, danger) = (maths::ground(own.position), maths::ground(danger));
    let apart = here.distance(danger);
    if apart >= distance_m {
        return None;
    }
    let still_far = |refuge: &Vec2| refuge.distance(danger) >= distance_m.min(apart + input.on.body.radius_m);
    let on_the_way = |refuge: &Vec2| refuge.distance(here) > input.on.body.radius_m;
    if let Some(kept) = before.filter(|refuge| still_far(refuge) && on_the_way(refuge)) {
        return Some(kept);
    }
    let away = maths::on_ground(here - danger);
    let yaw = if apart > 0.0 { maths::yaw_of(away) } else { own.facing.unwrap_or(0.0) };
    // A little beyond, so that the last step does not stop just within the danger's distance.
    let flight_m = distance_m - apart + 2.0 * input.on.body.radius_m;
    let place = |turn: f32, length_m: f32| here + maths::ground(maths::direction(yaw + turn)) * length_m;
    let lengths = std::iter::successors(Some(flight_m), |length_m| Some(0.5 * length_m));
    // The straightest way first, then to either side.
    let turns = || {
        let sides = (1..=config.turns).map(|turn| config.turn_rad * turn as f32);
        std::iter::once(0.0).chain(sides.flat_map(|turn| [turn, -turn]))
    };
    let lengths = lengths.take(config.halvings as usize + 1);
    let mut places = lengths.flat_map(|length_m| turns().map(move |turn| (turn, length_m)));
    places.find_map(|(turn, length_m)| {
        let place = place(turn, length_m);
        let serves = place.distance(danger) > apart
            && input.tick.terrain.is_open(place, input.on.body.radius_m)
            && !input.tick.terrain.is_cut(here, place, input.on.body.radius_m);
        serves.then_some(place)
    })
}
