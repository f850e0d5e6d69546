//! Those who search: the same legs, eyes and, where they have one, the same map; only how they choose where to go
//! and where to look is their own. What they choose depends on what they saw; only the cheater asks the truth.

use super::episode::{Episode, Field, Rules};
use piaget_mind::act::seek::{Policy, Seeker, Seeking, Situation, Stance};
use piaget_nav::{Ground, NavigateConfig, Navigator, Progress, Trip};
use piaget_occupancy::{Distribution, Prior, Visible};
use piaget_terms::{Chance, Sight, Vec2, Vec3, maths};
use serde::{Deserialize, Serialize};

/// A way of searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Where finding is most likely for the effort.
    Ours,
    /// Always to the most likely place, as the paper has it.
    MostLikely,
    /// To where it was last seen, and looking round there.
    LastKnown,
    /// From one random place to another, looking ahead.
    Random,
    /// Along a tour of the whole map, looking ahead.
    Patrol,
    /// Knows where the thing is, always.
    Cheater,
}

impl Way {
    /// All of them, in the order of tables.
    pub const ALL: [Self; 6] =
        [Self::Ours, Self::MostLikely, Self::LastKnown, Self::Random, Self::Patrol, Self::Cheater];

    /// Those that ours is compared with and that do not know the truth.
    pub const HONEST_OTHERS: [Self; 4] = [Self::MostLikely, Self::LastKnown, Self::Random, Self::Patrol];

    /// As tables and scripts call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::MostLikely => "most-likely",
            Self::LastKnown => "last-known",
            Self::Random => "random",
            Self::Patrol => "patrol",
            Self::Cheater => "cheater",
        }
    }

    fn policy(self) -> Option<Policy> {
        match self {
            Self::Ours => Some(Policy::Effort),
            Self::MostLikely => Some(Policy::Likely),
            _ => None,
        }
    }
}

/// Eyes on a map of cells: a cone with a range, and nothing is seen through a cell that is not free.
pub struct Eyes<'a> {
    /// The cells.
    pub ground: &'a Ground,
    /// Where the eyes are.
    pub at: Vec2,
    /// Which way they look.
    pub yaw: f32,
    /// How wide and how far they see.
    pub rules: &'a Rules,
}

impl Eyes<'_> {
    /// Whether a thing at this place is seen.
    pub fn see(&self, place: Vec2) -> bool {
        let towards = place - self.at;
        if towards.length_squared() > self.rules.view_m * self.rules.view_m {
            return false;
        }
        let off = maths::wrap_angle(maths::atan2(towards.x, towards.y) - self.yaw).abs();
        (off <= self.rules.view_rad * 0.5 || towards == Vec2::ZERO) && self.ground.sees(self.at, place)
    }
}

impl Sight for Eyes<'_> {
    fn sees(&self, points: &[Vec3], seen: &mut [bool]) {
        for (point, seen) in points.iter().zip(seen) {
            *seen = self.see(maths::ground(*point));
        }
    }

    fn detection_rate(&self) -> f32 {
        self.rules.detection
    }
}

/// How a search went.
#[derive(Clone, Debug, PartialEq)]
pub struct Searched {
    /// When the thing was seen, or the most that a search may last.
    pub time_s: f32,
    /// Whether it was seen.
    pub found: bool,
    /// Where the searcher was and which way it looked, tick by tick.
    pub trail: Vec<(Vec2, f32)>,
}

/// Searches until the thing is seen or time is up.
pub fn search(field: &Field, episode: &Episode, way: Way, rules: &Rules) -> Searched {
    let mut searcher = Searcher::new(field, episode, way);
    let mut trail = Vec::new();
    for (tick, truth) in episode.truth.iter().enumerate() {
        let eyes = searcher.eyes(field, rules);
        trail.push((searcher.at, searcher.yaw));
        if eyes.see(*truth) {
            return Searched { time_s: tick as f32 * rules.tick_s, found: true, trail };
        }
        searcher.verify(field, rules);
        let (go, look) = match way {
            Way::Cheater => (*truth, Some(*truth)),
            _ => searcher.choose(field, episode, rules),
        };
        searcher.act(field, rules, go, look);
    }
    Searched { time_s: rules.most_s, found: false, trail }
}

struct Searcher {
    way: Way,
    at: Vec2,
    yaw: f32,
    navigator: Navigator,
    /// Belief, what is in view, and the mind's own search; for those who have a map.
    mind: Option<(Distribution, Visible, Seeker, Seeking)>,
    chance: Chance,
    waypoint: Option<Vec2>,
    /// The next stop of the tour.
    stop: usize,
}

impl Searcher {
    fn new(field: &Field, episode: &Episode, way: Way) -> Self {
        let mind = way.policy().map(|policy| {
            let visible = Visible::new(field.map.lattice());
            let mut belief = episode.belief.clone();
            if policy == Policy::Effort {
                belief.admit_elsewhere(Rules::default().seek(policy).elsewhere);
            }
            (belief, visible, Seeker::default(), Seeking::default())
        });
        let near = |a: &usize, b: &usize| {
            let from = |index: usize| field.tour[index].distance_squared(episode.from);
            from(*a).total_cmp(&from(*b))
        };
        let stop = (0..field.tour.len()).min_by(near).unwrap_or(0);
        Self {
            way,
            at: episode.from,
            yaw: episode.yaw,
            navigator: Navigator::default(),
            mind,
            chance: Chance::new(episode.seed),
            waypoint: None,
            stop,
        }
    }

    fn eyes<'a>(&self, field: &'a Field, rules: &'a Rules) -> Eyes<'a> {
        Eyes { ground: &field.ground, at: self.at, yaw: self.yaw, rules }
    }

    /// Takes what is in view and empty out of the map, then lets the tick pass.
    fn verify(&mut self, field: &Field, rules: &Rules) {
        let eyes = self.eyes(field, rules);
        let Some((belief, visible, _, seeking)) = &mut self.mind else { return };
        visible.clear();
        let lattice = field.map.lattice();
        // Only cells within range are asked about: beyond it the eyes say no.
        let reach = (rules.view_m / field.ground.cell_m).ceil() as i64;
        let Some((column, row)) = field.ground.cell_at(eyes.at) else { return };
        for row in i64::from(row) - reach..=i64::from(row) + reach {
            for column in i64::from(column) - reach..=i64::from(column) + reach {
                let (Ok(column), Ok(row)) = (u32::try_from(column), u32::try_from(row)) else { continue };
                if field.ground.island_of((column, row)) == 0 {
                    continue;
                }
                let place = field.ground.centre_of((column, row));
                if eyes.see(place)
                    && let Some(node) = lattice.nearest(place)
                {
                    visible.set(node, true);
                }
            }
        }
        let culled = belief.cull(visible, rules.detection, Prior::Uniform);
        seeking.hope_mut().looked(culled.confusion);
        belief.spread(rules.tick_s);
    }

    /// Where to go, and where to look unless straight ahead.
    fn choose(&mut self, field: &Field, episode: &Episode, rules: &Rules) -> (Vec2, Option<Vec2>) {
        const NEAR_M: f32 = 1.0;
        match self.way {
            Way::Ours | Way::MostLikely => {
                let stance = Stance {
                    at: self.at,
                    gaze_yaw: self.yaw,
                    speed_m_per_s: rules.speed_m_per_s,
                    turn_rad_per_s: rules.turn_rad_per_s,
                    sees_m: rules.view_m,
                    view_rad: rules.view_rad,
                    facing_yaw: 0.0,
                    neck_rad: std::f32::consts::PI,
                    may_go: true,
                    no_way: false,
                };
                let config = rules.seek(self.way.policy().unwrap_or_default());
                let Some((belief, _, seeker, seeking)) = &mut self.mind else { return (self.at, None) };
                let now = Situation {
                    config: &config,
                    map: belief,
                    ground: &field.ground,
                    on: &field.search,
                    hides: &[],
                    stance: &stance,
                    tick_s: rules.tick_s,
                };
                match seeker.target(seeking, &now) {
                    Some(target) => (target.go, Some(target.look)),
                    None => (self.at, None),
                }
            }
            Way::LastKnown if self.at.distance(episode.last_seen) > NEAR_M => (episode.last_seen, None),
            Way::LastKnown => {
                let round = self.yaw + rules.turn_rad_per_s * rules.tick_s;
                (self.at, Some(self.at + Vec2::new(maths::sin(round), maths::cos(round))))
            }
            Way::Random => {
                let reached = self.waypoint.is_none_or(|place| self.at.distance(place) <= NEAR_M);
                if reached {
                    self.waypoint = Some(field.anywhere(&mut self.chance));
                }
                (self.waypoint.unwrap_or(self.at), None)
            }
            Way::Patrol => {
                if self.at.distance(field.tour[self.stop]) <= NEAR_M {
                    self.stop = (self.stop + 1) % field.tour.len();
                }
                (field.tour[self.stop], None)
            }
            Way::Cheater => (self.at, None),
        }
    }

    /// Walks and turns for one tick.
    fn act(&mut self, field: &Field, rules: &Rules, go: Vec2, look: Option<Vec2>) {
        let mut left = rules.speed_m_per_s * rules.tick_s;
        let mut ahead = None;
        // A tick may lead round a few corners.
        for _ in 0..8 {
            let trip = Trip { from: self.at, to: go, within_m: 0.05 };
            let progress = self.navigator.advance(&NavigateConfig::default(), &field.ground, &[], trip);
            let Progress::OnTheWay { towards, .. } = progress else { break };
            let step = self.at.distance(towards).min(left);
            ahead = Some(towards - self.at).filter(|way| *way != Vec2::ZERO).or(ahead);
            self.at = self.at.move_towards(towards, step);
            left -= step;
            if left <= 0.0 {
                break;
            }
        }
        if let Some(towards) = look.map(|look| look - self.at).or(ahead).filter(|way| way.length() > 1e-3) {
            let turn = maths::wrap_angle(maths::atan2(towards.x, towards.y) - self.yaw);
            let most = rules.turn_rad_per_s * rules.tick_s;
            self.yaw = maths::wrap_angle(self.yaw + turn.clamp(-most, most));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::episode::Target;
    use super::*;
    use piaget_nav::Raster;
    use piaget_terms::{Grid, Terrain};

    /// Rooms of 10 m with doors, so that there is much to hide behind.
    fn rooms() -> Field {
        const SIDE: u32 = 45;
        let free = |column: u32, row: u32| {
            let door = |along: u32| (4..7).contains(&(along % 11));
            (!column.is_multiple_of(11) || door(row)) && (!row.is_multiple_of(11) || door(column))
        };
        let inside = |at: u32| at > 0 && at + 1 < SIDE;
        let cells = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (column, row)));
        let free = cells.map(|(column, row)| inside(column) && inside(row) && free(column, row)).collect();
        let grid = Grid { columns: SIDE, rows: SIDE, cell_m: 1.0, origin: Vec2::ZERO, free };
        let terrain = Terrain { bounds: grid.bounds(), walls: Vec::new(), grid: Some(grid) };
        let ground = Ground::new(&terrain, 0.0, &Raster::default());
        Field::new("rooms", &terrain, ground, &Rules::default()).expect("there is ground")
    }

    #[test]
    fn moving_the_unseen_thing_changes_nothing_until_it_is_seen() {
        let (field, rules) = (rooms(), Rules { most_s: 60.0, ..Rules::default() });
        let mut compared = 0;
        for seed in 0..3 {
            let episode = Episode::draw(&field, Target::Walking, &rules, seed).expect("there is a beginning");
            let nowhere = Episode {
                truth: vec![Vec2::splat(-1e3); episode.truth.len()],
                belief: episode.belief.clone(),
                ..episode
            };
            for way in [Way::Ours, Way::MostLikely, Way::LastKnown, Way::Random, Way::Patrol] {
                let (with, without) =
                    (search(&field, &episode, way, &rules), search(&field, &nowhere, way, &rules));
                assert!(!without.found);
                assert_eq!(with.trail[..], without.trail[..with.trail.len()], "{way:?}, seed {seed}");
                compared += with.trail.len();
            }
        }
        assert!(compared > 100, "{compared}");
    }

    #[test]
    fn the_cheater_is_the_quickest_and_everybody_starts_without_seeing_it() {
        let (field, rules) = (rooms(), Rules::default());
        let (mut cheater, mut ours) = (0.0, 0.0);
        for seed in 0..5 {
            let episode = Episode::draw(&field, Target::Still, &rules, seed).expect("there is a beginning");
            let found = search(&field, &episode, Way::Cheater, &rules);
            assert!(found.found && found.time_s > 0.0);
            cheater += found.time_s;
            ours += search(&field, &episode, Way::Ours, &rules).time_s;
        }
        assert!(cheater <= ours, "{cheater} {ours}");
    }
}
