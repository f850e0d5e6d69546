//! One search from tick to tick: a plan is made, kept until it is done, and the eyes sweep meanwhile.

use super::plan::{Planned, Planner, UnderWay};
use super::survey::{District, Done, Survey};
use super::sweep::{Glance, MOST_SLOWLY_RAD_PER_S, Sweep, Swept};
use super::{Hope, Policy, SearchGround, SeekConfig};
use piaget_nav::{Disc, Ground};
use piaget_occupancy::Distribution;
use piaget_terms::valid::{Checked, Within, amount, finite, point};
use piaget_terms::{Vec2, maths};
use serde::{Deserialize, Serialize};

/// The seeker's body in this tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stance {
    /// Where it stands.
    pub at: Vec2,
    /// Which way it looks.
    pub gaze_yaw: f32,
    /// How fast it goes.
    pub speed_m_per_s: f32,
    /// How fast it turns its gaze.
    pub turn_rad_per_s: f32,
    /// How far off it would notice the thing.
    pub sees_m: f32,
    /// How wide its view is.
    pub view_rad: f32,
    /// Which way its body faces, and how far its neck turns to either side of that.
    pub facing_yaw: f32,
    /// See there.
    pub neck_rad: f32,
    /// Whether it may walk, or only look from where it stands.
    pub may_go: bool,
    /// Whether no way leads to where it wanted to go.
    pub no_way: bool,
}

impl Stance {
    /// How fast it goes, so that no way takes for ever.
    pub(super) fn pace_m_per_s(&self) -> f32 {
        self.speed_m_per_s.max(0.05)
    }
}

/// What a search goes by in one tick.
#[derive(Clone, Copy)]
pub struct Situation<'a> {
    /// How it seeks.
    pub config: &'a SeekConfig,
    /// Where the thing may be.
    pub map: &'a Distribution,
    /// The ground that is walked.
    pub ground: &'a Ground,
    /// The same in regions.
    pub on: &'a SearchGround,
    /// What hides what is behind it though the ground does not have it.
    pub hides: &'a [Disc],
    /// The body.
    pub stance: &'a Stance,
    /// How long the tick is.
    pub tick_s: f32,
}

impl Situation<'_> {
    /// Line of sight, past what the ground does not have.
    pub(super) fn sees(&self, from: Vec2, to: Vec2) -> bool {
        let blocks = |disc: &Disc| {
            let (way, off) = (to - from, disc.centre - from);
            let share = off.dot(way) / way.length_squared().max(f32::MIN_POSITIVE);
            // What is at either end does not stand between them.
            (0.0..1.0).contains(&share)
                && disc.centre.distance(from) > disc.radius_m
                && disc.centre.distance(to) > disc.radius_m
                && disc.centre.distance(from + way * share) < disc.radius_m
        };
        self.ground.sees(from, to) && !self.hides.iter().any(blocks)
    }

    /// Where to stand to look into a district: at its middle, or at its likeliest point when it was looked at before.
    pub(super) fn stand(&self, district: &District) -> Vec2 {
        let middle = self.on.regions.place(district.region);
        if district.from_afar >= district.mass {
            return middle;
        }
        let same = |cell| self.on.regions.of(cell) == Some(district.region);
        self.ground.nearest_cell(district.peak, same).map_or(middle, |cell| self.ground.centre_of(cell))
    }
}

/// Where to go and where to look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Where the thing is to be met.
    pub go: Vec2,
    /// Where to look meanwhile.
    pub look: Vec2,
}

/// Why the place under way was left for another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Turn {
    /// There was none before.
    #[default]
    First,
    /// It was reached, and looked at from there.
    Reached,
    /// What it would have shown was seen on the way.
    SeenInPassing,
    /// No way leads there.
    NoWay,
    /// The way took much longer than it should.
    Late,
    /// Another place finds more for the time.
    Better,
}

impl Turn {
    /// Why, in words; nothing where there was no place before.
    pub fn because(self) -> Option<&'static str> {
        match self {
            Self::First => None,
            Self::Reached => Some("it was reached and looked at"),
            Self::SeenInPassing => Some("what it would show was seen on the way"),
            Self::NoWay => Some("no way leads there"),
            Self::Late => Some("the way took much longer than it should"),
            Self::Better => Some("another finds more for the time"),
        }
    }
}

/// The place under way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Chosen {
    at: Vec2,
    region: u32,
    /// What it would show, as a joint probability with what was seen so far.
    promised: f32,
    /// How long the way should take, and how long one has been on it.
    eta_s: f32,
    under_way_s: f32,
    /// How long one has been there.
    there_s: f32,
    /// Where most of what it shows will be seen.
    shows: Vec2,
}

/// What one search remembers from tick to tick.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Seeking {
    chosen: Option<Chosen>,
    /// Why the place before was left.
    turn: Turn,
    /// How often it turned away from a place where the thing may still be, without having been at one.
    turns: u8,
    /// How many places were set out for.
    plans: u32,
    since_plan_s: f32,
    since_look_s: f32,
    /// What the best place elsewhere finds in a second, as of the last plan.
    elsewhere_per_s: f32,
    done: Vec<Done>,
    /// How many regions the ground had that these are about.
    regions: u32,
    swept: Swept,
    /// Where the eyes are to go, and for how long they have been.
    look: Option<(f32, f32)>,
    hope: Hope,
}

impl Seeking {
    /// Whether a saved search is one.
    pub(crate) fn validate(&self) -> Checked {
        if let Some(chosen) = &self.chosen {
            point("chosen", chosen.at)?;
            point("chosen", chosen.shows)?;
            for number in [chosen.promised, chosen.eta_s, chosen.under_way_s, chosen.there_s] {
                amount("chosen", number)?;
            }
        }
        for time_s in [self.since_plan_s, self.since_look_s, self.elsewhere_per_s] {
            amount("since", time_s)?;
        }
        self.done.iter().try_for_each(Done::validate).within("done")?;
        self.look.map_or(Ok(()), |(yaw, held_s)| finite("look", yaw).and(amount("look", held_s)))?;
        self.swept.validate().within("swept")?;
        self.hope.validate().within("hope")
    }

    /// What is left to hope for.
    pub fn hope(&self) -> &Hope {
        &self.hope
    }

    /// See there.
    pub fn hope_mut(&mut self) -> &mut Hope {
        &mut self.hope
    }

    /// Why the place before the one under way was left, and how many places were set out for.
    pub fn turn(&self) -> (Turn, u32) {
        (self.turn, self.plans)
    }

    /// Begins anew with what was looked at so far: the thing is wanted again.
    pub fn take_up(&mut self) {
        (self.hope, self.chosen, self.turns) = (Hope::default(), None, 0);
        self.done.clear();
    }

    /// A search that has not begun, in the room of this one.
    pub(crate) fn emptied(self) -> Self {
        let mut done = self.done;
        done.clear();
        Self { done, ..Self::default() }
    }

    /// Forgets what is about regions of another ground, such as before the terrain changed.
    fn stand_on(&mut self, regions: u32) {
        if std::mem::replace(&mut self.regions, regions) != regions {
            self.chosen = None;
            self.done.clear();
        }
        self.chosen = self.chosen.filter(|chosen| chosen.region < regions);
        self.done.retain(|done| done.region < regions);
    }

    fn done_at(&mut self, region: u32) -> &mut Done {
        let at = match self.done.binary_search_by_key(&region, |done| done.region) {
            Ok(at) => at,
            Err(at) => {
                self.done.insert(at, Done { region, ..Done::default() });
                at
            }
        };
        &mut self.done[at]
    }

    fn end(&mut self, turn: Turn) {
        (self.chosen, self.turn, self.turns) = (None, turn, 0);
    }
}

/// Buffers of a search; nothing in them outlives a look at the map.
#[derive(Clone, Debug, Default)]
pub struct Seeker {
    survey: Survey,
    sweep: Sweep,
    planner: Planner,
}

impl Seeker {
    /// Where to go and look now; `None` if the map says nothing.
    pub fn target(&mut self, seeking: &mut Seeking, now: &Situation<'_>) -> Option<Target> {
        let likely = || now.map.most_likely().map(|likely| likely.place);
        if now.config.policy == Policy::Likely || !now.stance.may_go {
            (seeking.chosen, seeking.look) = (None, None);
            // Without a plan nothing is promised: it is given up by feeling alone, as printed.
            return likely().map(|place| Target { go: place, look: place });
        }
        seeking.swept.note(now);
        seeking.since_plan_s += now.tick_s;
        seeking.since_look_s += now.tick_s;
        if let Some(chosen) = &mut seeking.chosen {
            // On the cell itself: a cell beside it does not show what is on it.
            let near_m = now.config.within_m.max(0.6 * now.ground.cell_m);
            let there = chosen.at.distance(now.stance.at) <= near_m;
            *(if there { &mut chosen.there_s } else { &mut chosen.under_way_s }) += now.tick_s;
        }
        if let Some((_, held_s)) = &mut seeking.look {
            *held_s += now.tick_s;
        }
        let first = seeking.hope.rate_per_s(now.config).is_none();
        if first || seeking.since_look_s >= now.config.look_every_s {
            self.look_at_the_map(seeking, now);
        }
        let go = seeking.chosen.map_or(now.stance.at, |chosen| chosen.at);
        let far_m = now.config.sweep_m * 0.5;
        let ahead = |yaw: f32| now.stance.at + Vec2::new(maths::sin(yaw), maths::cos(yaw)) * far_m;
        let look = match seeking.look {
            Some((yaw, _)) => ahead(yaw),
            None => match &seeking.chosen {
                Some(chosen) => lead(now, chosen),
                None => likely()?,
            },
        };
        Some(Target { go, look })
    }

    fn look_at_the_map(&mut self, seeking: &mut Seeking, now: &Situation<'_>) {
        let since_s = std::mem::take(&mut seeking.since_look_s);
        seeking.stand_on(now.on.regions.len() as u32);
        seeking.done.iter_mut().for_each(|done| done.shut_s = (done.shut_s - since_s).max(0.0));
        let survived = seeking.hope.survived();
        self.survey.take(now.map, now.on, &seeking.done, survived);
        self.sweep.look(now, &self.survey, &seeking.swept);
        self.review(seeking, now);
        let stays = seeking.chosen.is_none() && self.sweep.rate_per_s(now) > seeking.elsewhere_per_s;
        let due = seeking.since_plan_s >= now.config.plan_every_s;
        if due || (seeking.chosen.is_none() && !stays) || seeking.hope.rate_per_s(now.config).is_none() {
            self.plan(seeking, now);
        }
        self.sweep_on(seeking, now);
    }

    /// Whether the place under way is done with.
    fn review(&mut self, seeking: &mut Seeking, now: &Situation<'_>) {
        if let Some(chosen) = &mut seeking.chosen {
            chosen.shows = Planner::heaviest(now, &self.survey, chosen.region).unwrap_or(chosen.shows);
        }
        let Some(chosen) = seeking.chosen else { return };
        let survived = seeking.hope.survived();
        let left = survived * Planner::promise(now, &self.survey, chosen.region);
        let whole_turn_s =
            std::f32::consts::TAU / now.stance.turn_rad_per_s.max(MOST_SLOWLY_RAD_PER_S) + now.config.look_s;
        let rest = (1.0 - now.config.seen_in_passing) * chosen.promised;
        let turn = if left <= rest {
            Turn::SeenInPassing
        } else if chosen.there_s > whole_turn_s
            || (chosen.there_s > 0.0 && self.sweep.left * survived <= now.config.leaves * chosen.promised)
        {
            Turn::Reached
        } else if now.stance.no_way {
            Turn::NoWay
        } else if chosen.under_way_s > now.config.late * chosen.eta_s + whole_turn_s {
            Turn::Late
        } else {
            return;
        };
        match turn {
            Turn::Reached => {
                for region in now.on.regions.seen_from(chosen.region) {
                    let Some((_, district)) = self.survey.of(*region) else { continue };
                    let done = seeking.done_at(*region);
                    done.from_afar = district.mass * survived;
                    if *region == chosen.region {
                        done.from_within = done.from_afar;
                    }
                }
            }
            Turn::NoWay | Turn::Late => {
                seeking.done_at(chosen.region).shut(now.config.retry_s);
            }
            _ => {}
        }
        seeking.end(turn);
        if turn != Turn::SeenInPassing {
            self.survey.take(now.map, now.on, &seeking.done, survived);
            self.sweep.look(now, &self.survey, &seeking.swept);
        }
    }

    /// Makes a plan, and keeps to the place under way unless the plan begins elsewhere.
    fn plan(&mut self, seeking: &mut Seeking, now: &Situation<'_>) {
        seeking.since_plan_s = 0.0;
        // What a plan counts on seeing on its way may not lie on the way that is walked, and then the next plan looks better each
        // time: were it not harder to turn each time, a seeker could go to and fro between two plans for ever.
        let sticks_once = 1.0 - now.config.stickiness.clamp(0.0, 0.9);
        let sticks = (0..seeking.turns).fold(sticks_once, |sticks, _| sticks * sticks_once);
        let under_way = seeking.chosen.map(|chosen| UnderWay { region: chosen.region, sticks });
        let planned = self.planner.plan(now, &self.survey, &self.sweep.from_here, under_way);
        let here_per_s = self.sweep.rate_per_s(now);
        seeking.elsewhere_per_s = planned.map_or(0.0, |planned| planned.rate_per_s);
        seeking.hope.promise(here_per_s.max(seeking.elsewhere_per_s).max(self.survey.shut_per_s));
        // Who stands and looks where the thing rather is than not may as well go there meanwhile.
        let stays = seeking.chosen.is_none() && here_per_s > seeking.elsewhere_per_s;
        let likely = self.sweep.likely(now, &self.survey).filter(|_| stays);
        if let Some(likely) = likely.and_then(|district| self.planner.way_to(now, district)) {
            return self.set_out(seeking, now, likely);
        }
        let Some(planned) = planned.filter(|_| !stays) else { return };
        match seeking.chosen {
            None => self.set_out(seeking, now, planned),
            Some(chosen) if chosen.region == planned.region => {}
            // Standing at a place, one looks around before one goes on; and what is in sight is looked at before it is left.
            Some(chosen) if chosen.there_s > 0.0 || self.is_in_sight(chosen.region) => {}
            Some(_) => {
                let turns = seeking.turns.saturating_add(1);
                seeking.end(Turn::Better);
                seeking.turns = turns;
                self.set_out(seeking, now, planned);
            }
        }
    }

    /// Whether a region is left to the eyes from here.
    fn is_in_sight(&self, region: u32) -> bool {
        self.survey.of(region).is_some_and(|(slot, _)| self.sweep.from_here[slot])
    }

    fn set_out(&mut self, seeking: &mut Seeking, now: &Situation<'_>, planned: Planned) {
        let Planned { at, region, eta_s, .. } = planned;
        let promised = seeking.hope.survived() * Planner::promise(now, &self.survey, region);
        let shows = Planner::heaviest(now, &self.survey, region).unwrap_or(at);
        seeking.plans = seeking.plans.saturating_add(1);
        seeking.chosen = Some(Chosen { at, region, promised, eta_s, under_way_s: 0.0, there_s: 0.0, shows });
    }

    /// Keeps the eyes on their way until they have rested, then finds where they go next.
    fn sweep_on(&mut self, seeking: &mut Seeking, now: &Situation<'_>) {
        if let Some((yaw, held_s)) = seeking.look {
            let turn_s = std::f32::consts::PI / now.stance.turn_rad_per_s.max(MOST_SLOWLY_RAD_PER_S);
            if seeking.swept.has(yaw, now.config.rest_s) {
                seeking.look = None;
            } else if held_s > turn_s + now.config.look_s {
                // The neck does not go there while the feet go elsewhere.
                seeking.swept.pass_over(yaw);
                seeking.look = None;
            }
        }
        if seeking.look.is_none() {
            let walks = seeking.chosen.is_some_and(|chosen| chosen.there_s <= 0.0);
            let glance = self.sweep.best(now, walks).filter(|glance| worth_while(seeking, now, *glance));
            seeking.look = glance.map(|glance| (glance.yaw, 0.0));
        }
    }
}

/// Where to look on the way: ahead, and as far to the side on which most is going to show as keeps the way in view.
fn lead(now: &Situation<'_>, chosen: &Chosen) -> Vec2 {
    let (way, shows) = (chosen.at - now.stance.at, chosen.shows - now.stance.at);
    if chosen.there_s > 0.0 || way.length() <= now.config.within_m {
        return chosen.shows;
    }
    let most = now.config.leads * now.stance.view_rad;
    let ahead = maths::atan2(way.x, way.y);
    let turn = maths::wrap_angle(maths::atan2(shows.x, shows.y) - ahead).clamp(-most, most);
    now.stance.at + Vec2::new(maths::sin(ahead + turn), maths::cos(ahead + turn)) * way.length()
}

/// Whether a glance to a side, there and back, finds more in a second than the place under way.
fn worth_while(seeking: &Seeking, now: &Situation<'_>, glance: Glance) -> bool {
    let Some(chosen) = seeking.chosen.filter(|chosen| chosen.there_s <= 0.0) else { return true };
    let way = chosen.at - now.stance.at;
    let eta_s = way.length() / now.stance.pace_m_per_s();
    let back = maths::wrap_angle(maths::atan2(way.x, way.y) - glance.yaw).abs();
    let back_s = back / now.stance.turn_rad_per_s.max(MOST_SLOWLY_RAD_PER_S);
    let glance_per_s = glance.mass / (glance.turn_s + now.config.look_s + back_s).max(f32::MIN_POSITIVE);
    let promised = chosen.promised / seeking.hope.survived().max(f32::MIN_POSITIVE);
    let there_per_s = promised / (eta_s + now.config.look_s).max(f32::MIN_POSITIVE);
    glance_per_s >= now.config.aside * there_per_s
}
