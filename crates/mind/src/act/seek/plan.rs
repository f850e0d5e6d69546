//! A plan: the few places from which most may be seen for the time it takes to get there, in the order of least expected time.

use super::seeker::Situation;
use super::survey::{District, Survey};
use piaget_memory::{SearchOrder, SearchPlaces};
use piaget_nav::RegionFlood;
use piaget_terms::Vec2;

/// Nothing is inspected sooner than this. Not a setting: keeps what a place is worth finite where nothing takes time.
const SOON_S: f32 = 0.05;

/// Buffers for planning; nothing in them outlives a plan.
#[derive(Clone, Debug, Default)]
pub(super) struct Planner {
    flood: RegionFlood,
    /// Distances from one place to look from to the others.
    between: RegionFlood,
    /// Promising places to look from, the best last.
    queue: Vec<(f32, u32)>,
    /// Per district, whether it is left to a place to look from, or to the eyes from here.
    taken: Vec<Taken>,
    vantages: Vec<Vantage>,
    places: SearchPlaces,
    order: SearchOrder,
    /// Of each place's mass, what has been seen on a way.
    passed: Vec<f32>,
    counted: Vec<u32>,
    round: u32,
    way: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Taken {
    Free,
    FromHere,
    By(u8),
}

/// A place to look from.
#[derive(Clone, Copy, Debug)]
struct Vantage {
    region: u32,
    at: Vec2,
    eta_s: f32,
    /// What is seen from it and from no better one.
    mass: f32,
}

/// What a plan begins with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Planned {
    pub region: u32,
    /// Where to stand.
    pub at: Vec2,
    /// How long the way there takes.
    pub eta_s: f32,
    /// The share of what is here that the plan finds in a second.
    pub rate_per_s: f32,
}

/// What is under way while a plan is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnderWay {
    pub region: u32,
    /// The factor on the time that it still takes: the smaller, the less another place is turned to.
    pub sticks: f32,
}

impl Planner {
    /// Plans from where one stands; nothing where nothing is left to look for elsewhere.
    pub fn plan(
        &mut self,
        now: &Situation<'_>,
        survey: &Survey,
        from_here: &[bool],
        under_way: Option<UnderWay>,
    ) -> Option<Planned> {
        let speed = now.stance.pace_m_per_s();
        let regions = &now.on.regions;
        // What can be reached soon is what matters; only where nothing is there is it worth looking further.
        for reach_s in [now.config.horizon_s, f32::INFINITY] {
            self.flood.from(now.ground, regions, now.stance.at, reach_s * speed);
            self.choose(now, survey, from_here, (under_way, speed));
            if !self.vantages.is_empty() {
                break;
            }
        }
        if self.vantages.is_empty() {
            return None;
        }
        self.weigh(now, survey, under_way, speed);
        let order = self.order.find(&self.places);
        let rate_per_s = rate_per_s(order, &self.places, &self.vantages);
        let first = *order.first()?;
        let first = self.vantages[usize::from(first)];
        let Vantage { region, at, eta_s, .. } = first;
        Some(Planned { region, at, eta_s, rate_per_s })
    }

    /// The way to a district from where the last plan began.
    pub fn way_to(&self, now: &Situation<'_>, district: &District) -> Option<Planned> {
        let eta_s = self.flood.to_region_m(district.region)? / now.stance.pace_m_per_s();
        let rate_per_s = district.mass / (eta_s + now.config.look_s).max(SOON_S);
        Some(Planned { region: district.region, at: now.stand(district), eta_s, rate_per_s })
    }

    /// Takes the best place again and again; what it sees is left to it. An upper bound on what a place shows spares asking
    /// most of them again: what is left to see only ever gets less.
    fn choose(
        &mut self,
        now: &Situation<'_>,
        survey: &Survey,
        from_here: &[bool],
        (under_way, speed): (Option<UnderWay>, f32),
    ) {
        self.vantages.clear();
        self.queue.clear();
        self.taken.clear();
        self.taken.extend(from_here.iter().map(|here| if *here { Taken::FromHere } else { Taken::Free }));
        let worth = |mass: f32, eta_s: f32| mass / (eta_s + now.config.look_s).max(SOON_S);
        for (slot, district) in survey.districts.iter().enumerate() {
            let Some(metres) = self.flood.to_region_m(district.region) else { continue };
            if district.from_within <= 0.0 || from_here[slot] {
                continue;
            }
            let shown = self.shown(now, survey, district, None);
            self.queue.push((worth(shown, metres / speed), slot as u32));
        }
        let by_worth = |a: &(f32, u32), b: &(f32, u32)| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1));
        self.queue.sort_unstable_by(by_worth);
        let most = (now.config.districts as usize).clamp(1, piaget_memory::MOST_EXACT_PLACES);
        // What is under way is weighed in any case, so that it is left only for something better.
        if let Some((_, district)) = under_way.and_then(|under_way| survey.of(under_way.region)) {
            self.look_from(now, survey, district, speed);
        }
        while self.vantages.len() < most {
            let Some((_, slot)) = self.queue.pop() else { break };
            let district = &survey.districts[slot as usize];
            let eta_s = self.flood.to_region_m(district.region).map_or(f32::INFINITY, |m| m / speed);
            let mass = self.shown(now, survey, district, None);
            if mass <= 0.0 {
                continue;
            }
            let value = worth(mass, eta_s);
            if self.queue.last().is_some_and(|next| next.0 > value) {
                let at = self.queue.partition_point(|other| by_worth(other, &(value, slot)).is_lt());
                self.queue.insert(at, (value, slot));
                continue;
            }
            self.look_from(now, survey, district, speed);
        }
    }

    /// Adds a place to look from, if it shows anything that is not left to others.
    fn look_from(&mut self, now: &Situation<'_>, survey: &Survey, district: &District, speed: f32) {
        let Some(metres) = self.flood.to_region_m(district.region) else { return };
        let mass = self.shown(now, survey, district, Some(self.vantages.len() as u8));
        if mass > 0.0 {
            let (region, at, eta_s) = (district.region, now.stand(district), metres / speed);
            self.vantages.push(Vantage { region, at, eta_s, mass });
        }
    }

    /// What a place in a district shows of what is not left to others yet, and leaves it to this one if a number is given.
    fn shown(&mut self, now: &Situation<'_>, survey: &Survey, from: &District, leave_to: Option<u8>) -> f32 {
        let place = now.on.regions.place(from.region);
        let mut sum = 0.0;
        for region in now.on.regions.seen_from(from.region) {
            let Some((slot, seen)) = survey.of(*region) else { continue };
            let own = *region == from.region;
            let near = own || now.on.regions.place(*region).distance(place) <= now.stance.sees_m;
            let mass = if own { seen.from_within } else { seen.from_afar };
            if self.taken[slot] == Taken::Free && near && mass > 0.0 {
                sum += mass;
                if let Some(number) = leave_to {
                    self.taken[slot] = Taken::By(number);
                }
            }
        }
        sum
    }

    /// Fills in chances, times and what is seen on the ways between the places.
    fn weigh(&mut self, now: &Situation<'_>, survey: &Survey, under_way: Option<UnderWay>, speed: f32) {
        let stops = self.vantages.len() + 1;
        self.places.chance.clear();
        self.places.chance.extend(self.vantages.iter().map(|vantage| vantage.mass));
        self.places.effort.clear();
        self.places.effort.resize(stops * stops, 0.0);
        self.places.seen.clear();
        self.places.seen.resize(stops * stops, 0);
        for to in 0..self.vantages.len() {
            let Vantage { region, eta_s, .. } = self.vantages[to];
            let sticks = under_way.filter(|under_way| under_way.region == region).map_or(1.0, |u| u.sticks);
            self.places.effort[to + 1] = eta_s * sticks + now.config.look_s;
            self.places.seen[to + 1] = self.seen_on_the_way(now, survey, false, region);
        }
        let regions = &now.on.regions;
        let longest = self.vantages.iter().map(|vantage| vantage.eta_s).fold(0.0, f32::max);
        for from in 0..self.vantages.len() {
            // No way between two of them is longer than by where one stands now.
            let reach = (self.vantages[from].at, 2.0 * longest * speed + 1.0);
            let goals = self.vantages.iter().map(|vantage| vantage.region);
            self.between.towards(now.ground, regions, reach, goals);
            for to in (0..self.vantages.len()).filter(|to| *to != from) {
                let (a, b) = (self.vantages[from], self.vantages[to]);
                let apart_s = self.between.to_region_m(b.region).map_or(a.eta_s + b.eta_s, |m| m / speed);
                let slot = (from + 1) * stops + to + 1;
                self.places.effort[slot] = apart_s + now.config.look_s;
                self.places.seen[slot] = self.seen_on_the_way(now, survey, true, b.region);
            }
        }
    }

    /// The places of which most is seen on the way to a region: from where one stands, or from where the last flood began.
    fn seen_on_the_way(&mut self, now: &Situation<'_>, survey: &Survey, onward: bool, region: u32) -> u64 {
        self.passed.clear();
        self.passed.resize(self.vantages.len(), 0.0);
        self.counted.resize(survey.districts.len().max(self.counted.len()), 0);
        self.round = self.round.wrapping_add(1);
        self.way.clear();
        let flood = if onward { &self.between } else { &self.flood };
        flood.way_back(region, |on_the_way| self.way.push(on_the_way));
        for on_the_way in self.way.iter().filter(|on_the_way| **on_the_way != region) {
            let place = now.on.regions.place(*on_the_way);
            for seen in now.on.regions.seen_from(*on_the_way) {
                let Some((slot, district)) = survey.of(*seen) else { continue };
                let Taken::By(vantage) = self.taken[slot] else { continue };
                let near = now.on.regions.place(*seen).distance(place) <= now.stance.sees_m;
                if near && std::mem::replace(&mut self.counted[slot], self.round) != self.round {
                    self.passed[usize::from(vantage)] += district.from_afar;
                }
            }
        }
        let most = |(passed, vantage): (&f32, &Vantage)| *passed > now.config.seen_in_passing * vantage.mass;
        let each = self.passed.iter().zip(&self.vantages).map(most);
        each.enumerate().fold(0, |bits, (place, seen)| bits | u64::from(seen) << place)
    }

    /// What the places of a region's view may still show: what going there promises.
    pub fn promise(now: &Situation<'_>, survey: &Survey, region: u32) -> f32 {
        promised(now, survey, region).map(|(_, mass)| mass).sum()
    }

    /// Where most of that is to be seen.
    pub fn heaviest(now: &Situation<'_>, survey: &Survey, region: u32) -> Option<Vec2> {
        let shown = promised(now, survey, region).filter(|(_, mass)| *mass > 0.0);
        let most = shown.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.region.cmp(&a.0.region)));
        most.map(|(district, _)| district.peak)
    }
}

/// The districts that are seen from a region, and what a look from there may still show of each.
fn promised<'a>(
    now: &'a Situation<'_>,
    survey: &'a Survey,
    region: u32,
) -> impl Iterator<Item = (&'a District, f32)> {
    let place = now.on.regions.place(region);
    let seen = now.on.regions.seen_from(region).iter().filter_map(|seen| survey.of(*seen));
    seen.map(move |(_, district)| {
        let near = now.on.regions.place(district.region).distance(place) <= now.stance.sees_m;
        let mass = match (district.region == region, near) {
            (true, _) => district.from_within,
            (false, true) => district.from_afar,
            (false, false) => 0.0,
        };
        (district, mass)
    })
}

/// The best that a plan finds in a second, over its first place, its first two, and so on.
fn rate_per_s(order: &[u8], places: &SearchPlaces, vantages: &[Vantage]) -> f32 {
    let stops = vantages.len() + 1;
    let (mut at, mut done, mut found, mut time_s, mut best) = (0, 0u64, 0.0, 0.0, 0.0f32);
    for place in order.iter().map(|place| usize::from(*place)) {
        let leg = at * stops + place + 1;
        time_s += places.effort[leg];
        // What is seen on the way is found too, and is no longer in the order.
        let fresh = (places.seen[leg] | 1 << place) & !done;
        let seen = vantages.iter().enumerate().filter(|(other, _)| fresh >> other & 1 == 1);
        found += seen.map(|(_, vantage)| vantage.mass).sum::<f32>();
        (done, at) = (done | fresh, place + 1);
        best = best.max(found / time_s.max(SOON_S));
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_on_the_way_counts_for_what_a_plan_finds() {
        let vantage = |mass: f32| Vantage { region: 0, at: Vec2::ZERO, eta_s: 4.0, mass };
        let vantages = [vantage(0.9), vantage(0.01)];
        let mut places = SearchPlaces {
            chance: vec![0.9, 0.01],
            effort: vec![0.0, 4.0, 5.0, 4.0, 0.0, 5.0, 5.0, 5.0, 0.0],
            seen: vec![0; 9],
        };
        // The first is seen on the way to the second, and so is not in the order.
        places.seen[2] = 1;
        assert!((rate_per_s(&[1], &places, &vantages) - 0.91 / 5.0).abs() < 1e-6);
        assert!((rate_per_s(&[0, 1], &places, &vantages) - 0.9 / 4.0).abs() < 1e-6);
    }
}
