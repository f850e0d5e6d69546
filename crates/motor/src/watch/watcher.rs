//! Watches one other, look by look, and says what it did whenever a gesture has ended.

use super::cut::{Cut, Cutter};
use super::likeness::Placed;
use super::matching::{Matcher, Shown};
use super::printed::PrintedSearch;
use super::stream::{Look, Span, Stream};
use super::view::{Parts, PoseView};
use super::{Candidate, GestureMatching, Likeness, OwnPoses, Recognised, Touch, WatchConfig};
use arrayvec::ArrayVec;
use glam::Vec3;
use piaget_terms::Effector;
use piaget_terms::valid::{Checked, Within, time};
use serde::{Deserialize, Serialize};

/// Looks that are kept: the longest gesture at 60 Hz.
const LOOKS: u32 = 512;
/// The most frames of a gesture that are matched.
pub const MOST_FRAMES: u32 = 96;
/// The most moments near to standing at which a gesture is tried to be taken apart.
const MOST_HUBS: usize = 3;
/// The most gestures that wait to be told.
const MOST_WAITING: usize = 4;
/// Parts that touch things.
const TOUCHING: [Effector; 4] =
    [Effector::LeftHand, Effector::RightHand, Effector::LeftFoot, Effector::RightFoot];

/// One look at the other, as the eyes give it.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// When.
    pub time_s: f64,
    /// Where its visible parts are, in the world.
    pub parts: &'a Parts,
    /// Things that it might handle: a number of the caller's own, and where.
    pub things: &'a [(u32, Vec3)],
}

/// What is known of one other from watching it. Can be saved.
///
/// ```
/// # use piaget_motor::{Clip, EffectorMap, GraphConfig, Joint, PoseGraph, Skeleton, Transform};
/// # use piaget_terms::{Effector, Name}; use glam::Vec3;
/// # let joint = |name: &str, parent, y| Joint { name: name.into(), parent, rest: Transform::at(Vec3::Y * y) };
/// # let bones = Skeleton::new(vec![joint("root", None, 0.5), joint("neck", Some(0), 0.4)]).unwrap();
/// # let clip = Clip::new(Name::cut("stand"), 1.0);
/// # let map = EffectorMap::guess(&bones);
/// # let graph = PoseGraph::of_clips(&bones, map, 0, &[clip], GraphConfig::default()).unwrap();
/// use piaget_motor::watch::{Matching, OwnPoses, Seen, WatchConfig, Watcher};
/// let config = WatchConfig::default();
/// let own = OwnPoses::new(&graph, &config);
/// let (mut watcher, mut matching) = (Watcher::new(), Matching::default());
/// let mut parts = [None; 11];
/// parts[Effector::Root as usize] = Some(Vec3::new(3.0, 0.5, 1.0));
/// parts[Effector::Neck as usize] = Some(Vec3::new(3.0, 0.9, 1.0));
/// let seen = Seen { time_s: 0.0, parts: &parts, things: &[] };
/// assert!(watcher.see(&own, &config, &mut matching, &seen).is_none(), "it only stands there");
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Watcher {
    likeness: Likeness,
    stream: Stream,
    cutter: Cutter,
    /// Parts that touch a thing now: part, thing.
    touching: ArrayVec<(Effector, u32), 8>,
    recognised: Recognised,
    /// Gestures that have ended and are still to be told, one with every look: of two that followed each other without
    /// standing between them, the second.
    waiting: ArrayVec<Stretch, MOST_WAITING>,
}

/// A stretch of the stream that is a gesture.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Stretch {
    from_s: f64,
    to_s: f64,
    cut: Cut,
}

impl Stretch {
    /// Too short to be anything.
    fn is_short(&self, config: &WatchConfig) -> bool {
        ((self.to_s - self.from_s) as f32) < config.shortest_s
    }
}

/// What a watcher is lent to recognise with.
struct Lent<'a> {
    own: &'a OwnPoses,
    config: &'a WatchConfig,
    matching: &'a mut Matching,
}

/// Buffers for matching; one serves all watchers.
#[derive(Clone, Debug, Default)]
pub struct Matching {
    matcher: Matcher,
    printed: PrintedSearch,
    frames: Vec<PoseView>,
    placed: Vec<(f64, Placed)>,
    moment: Vec<PoseView>,
}

impl Matching {
    /// The gesture that was matched last, at a steady rate on the own body.
    pub fn frames(&self) -> &[PoseView] {
        &self.frames
    }
}

impl Default for Watcher {
    fn default() -> Self {
        Self::new()
    }
}

impl Watcher {
    /// Whether a saved watcher could have seen what it says.
    pub fn validate(&self) -> Checked {
        self.likeness.validate().within("likeness")?;
        self.stream.validate(LOOKS).within("stream")?;
        self.cutter.validate().within("cutter")?;
        self.recognised.validate().within("recognised")?;
        for stretch in &self.waiting {
            time("waiting", stretch.from_s)?;
            time("waiting", stretch.to_s)?;
        }
        Ok(())
    }

    /// Who has seen nothing yet.
    pub fn new() -> Self {
        Self {
            likeness: Likeness::default(),
            stream: Stream::new(LOOKS),
            cutter: Cutter::default(),
            touching: Default::default(),
            recognised: Recognised::default(),
            waiting: Default::default(),
        }
    }

    /// Forgets the other and keeps the room, to watch somebody else.
    pub fn forget(&mut self) {
        self.likeness = Likeness::default();
        self.stream.clear();
        self.cutter = Cutter::default();
        self.touching.clear();
        self.waiting.clear();
    }

    /// Since when the other is doing something; `None` while it stands.
    pub fn moving_since(&self) -> Option<f64> {
        self.cutter.moving_since()
    }

    /// What it has learned of the other's body.
    pub fn likeness(&self) -> &Likeness {
        &self.likeness
    }

    /// How far it is from standing, smoothed, in own body heights.
    pub fn from_standing(&self) -> Option<f32> {
        self.cutter.distance()
    }

    /// The last gesture.
    pub fn recognised(&self) -> &Recognised {
        &self.recognised
    }

    /// Takes in a look. Where a gesture ended with it, says what it was. A look without a root is no look: what
    /// cannot be placed is left out.
    pub fn see(
        &mut self,
        own: &OwnPoses,
        config: &WatchConfig,
        matching: &mut Matching,
        seen: &Seen<'_>,
    ) -> Option<&Recognised> {
        let Some(root) = seen.parts[Effector::Root as usize].filter(|root| root.is_finite()) else {
            return self.miss(own, config, matching, seen.time_s);
        };
        if self.stream.latest().is_some_and(|last| last.time_s >= seen.time_s) {
            return None;
        }
        let gap = self.stream.latest().is_some_and(|last| (seen.time_s - last.time_s) as f32 > config.gap_s);
        if gap && (self.cutter.moving_since().is_some() || !self.waiting.is_empty()) {
            // What it did before it went is told first.
            return self.miss(own, config, matching, seen.time_s);
        }
        if gap {
            // It was away for too long: what it does now is something new.
            self.cutter.end(Cut::Lost, seen.time_s);
            self.likeness.look_anew();
            self.stream.clear();
        }
        let passed_s = self.stream.latest().map_or(0.0, |last| (seen.time_s - last.time_s) as f32);
        // Limbs that bend look shorter or longer; they are measured before anything is done with them.
        if self.cutter.moving_since().is_none() || self.stream.len() < config.first_looks as usize {
            self.likeness.measure(&config.likeness, seen.parts);
        }
        self.stream.push(Look { time_s: seen.time_s, parts: *seen.parts });
        let last = self.stream.len();
        if let [Some(a), Some(b), Some(c)] = [3, 2, 1].map(|back| self.stream.get(last.wrapping_sub(back))) {
            self.likeness.measure_noise(&config.likeness, [&a.parts, &b.parts, &c.parts]);
        }
        let smooth_s = self.averaged(own, config, config.smooth_s);
        let view = self.view(own, matching, seen.time_s, smooth_s);
        let before = self.view(own, matching, seen.time_s - f64::from(2.0 * smooth_s), smooth_s);
        let moved = view.distance(&before);
        let speed = if moved.is_finite() { moved / (2.0 * smooth_s) } else { 0.0 };
        let was_moving = self.cutter.moving_since().is_some();
        let ended = match self.learns_stance(own, config, &view) {
            true => {
                self.cutter.learn_stance(own, &config.cut, seen.time_s, &view);
                None
            }
            false => self.cutter.see(own, config, seen.time_s, &view, speed),
        };
        match self.cutter.moving_since() {
            Some(_) if !was_moving => self.recognised.touched.clear(),
            Some(_) => {}
            // How it stands is learned while it stands.
            None => self.likeness.stand(own, &view, root.y, passed_s.min(config.gap_s)),
        }
        let touched = self.touch(config, seen);
        let ended = ended.or_else(|| self.cue(own, config, seen.time_s, &view, touched));
        if let Some((to_s, cut)) = ended {
            self.finish(config, to_s, cut);
        }
        let lent = &mut Lent { own, config, matching };
        (self.tell_next(lent) || self.ask(lent, seen.time_s)).then_some(&self.recognised)
    }

    /// The other is out of sight, or what shows of it cannot be placed. A gesture under way is broken off after a
    /// while; what was seen of it is matched all the same.
    pub fn miss(
        &mut self,
        own: &OwnPoses,
        config: &WatchConfig,
        matching: &mut Matching,
        time_s: f64,
    ) -> Option<&Recognised> {
        let last_s = self.stream.latest()?.time_s;
        if self.cutter.moving_since().is_some() && (time_s - last_s) as f32 > config.gap_s {
            self.finish(config, last_s, Cut::Lost);
        }
        self.tell_next(&mut Lent { own, config, matching }).then_some(&self.recognised)
    }

    /// The gesture under way is over; it waits to be told.
    fn finish(&mut self, config: &WatchConfig, to_s: f64, cut: Cut) {
        let Some(from_s) = self.cutter.moving_since() else { return };
        self.cutter.end(cut, to_s);
        let stretch = Stretch { from_s, to_s, cut };
        if !stretch.is_short(config) {
            // There is room: every look tells one, and none is taken apart that would take the last place.
            let _ = self.waiting.try_push(stretch);
        }
    }

    /// Tells the gesture that has waited longest; whether there was one.
    fn tell_next(&mut self, lent: &mut Lent<'_>) -> bool {
        let next = self.waiting.pop_at(0);
        if let Some(stretch) = next {
            self.recognise(lent, stretch);
            self.tell_apart(lent, stretch);
        }
        next.is_some()
    }

    /// In a pause near to standing: what came before it may be a whole movement. Whether it was.
    fn ask(&mut self, lent: &mut Lent<'_>, time_s: f64) -> bool {
        let Lent { own, config, .. } = *lent;
        let still_s =
            self.cutter.pauses(own, config, time_s).filter(|_| config.search == GestureMatching::Warped);
        let Some((from_s, to_s)) = self.cutter.moving_since().zip(still_s) else { return false };
        let stretch = Stretch { from_s, to_s, cut: Cut::Passed };
        if stretch.is_short(config) || self.recognise(lent, stretch).novel {
            return false;
        }
        self.cutter.end(Cut::Passed, to_s);
        self.tell_apart(lent, stretch);
        true
    }

    /// Where two own movements explain the stretch that was recognised last clearly better than one, it was two: the
    /// first is said now, the rest with the next look.
    fn tell_apart(&mut self, lent: &mut Lent<'_>, stretch: Stretch) {
        let far = |one: &Recognised| one.nearest().map_or(f32::INFINITY, |nearest| nearest.distance);
        let hubs =
            if self.waiting.len() + 2 > MOST_WAITING { ArrayVec::new() } else { self.hubs(lent, stretch) };
        if hubs.is_empty() {
            return;
        }
        let mut best = lent.config.apart * far(&self.recognised);
        let (mut told, mut first, mut rest) = (self.recognised.clone(), stretch, None);
        for at_s in hubs {
            let earlier = Stretch { to_s: at_s, cut: Cut::Passed, ..stretch };
            let later = Stretch { from_s: at_s, ..stretch };
            let share = ((at_s - stretch.from_s) / (stretch.to_s - stretch.from_s)) as f32;
            let far_later = (1.0 - share) * far(self.recognise(lent, later));
            // However near the earlier part comes, both would not be nearer.
            if far_later >= best {
                continue;
            }
            let seen = self.recognise(lent, earlier);
            let both = share * far(seen) + far_later;
            if both < best && !seen.novel {
                best = both;
                told.clone_from(seen);
                (first, rest) = (earlier, Some(later));
            }
        }
        if let Some(rest) = rest {
            self.waiting.insert(0, rest);
        }
        // What was seen of it is remembered with what it was taken for.
        self.recognised = told;
        self.gather(lent, first);
    }

    /// Holds a stretch of the stream against the own movements.
    fn recognise(&mut self, lent: &mut Lent<'_>, stretch: Stretch) -> &Recognised {
        let filter_s = self.gather(lent, stretch);
        let Lent { own, config, matching } = lent;
        let Stretch { from_s, to_s, cut } = stretch;
        // What averaging leaves of the noise: places along three axes, over as many looks as the average has.
        let looks = 2.0 * filter_s / self.stream.usual_step_s(from_s).max(1e-3);
        let left_of_noise = self.likeness.noise(own) * (3.0 / looks.max(1.0)).sqrt();
        let recognised = &mut self.recognised;
        (recognised.from_s, recognised.to_s, recognised.cut) = (from_s, to_s, cut);
        let step_s = ((to_s - from_s) as f32 + 2.0 * config.lead_s) / (matching.frames.len() - 1) as f32;
        match config.search {
            GestureMatching::AsPrinted => {
                let frames = &matching.frames;
                recognised.novel = matching.printed.rank(own, config, frames, &mut recognised.ranked);
            }
            GestureMatching::Warped => {
                let whole = (true, matches!(cut, Cut::Stood | Cut::Held | Cut::Passed));
                let shown = Shown { frames: &matching.frames, step_s, filter_s, whole };
                matching.matcher.rank(own, config, &shown, &mut recognised.ranked);
                recognised.novel = is_novel(config, &recognised.ranked, left_of_noise);
            }
        }
        &self.recognised
    }

    /// The moments within what was matched last at which the other came nearest to standing, if it came near.
    fn hubs(&self, lent: &Lent<'_>, stretch: Stretch) -> ArrayVec<f64, MOST_HUBS> {
        let Lent { own, config, ref matching } = *lent;
        let Stretch { from_s, to_s, .. } = stretch;
        let mut hubs = ArrayVec::new();
        if config.search == GestureMatching::AsPrinted {
            return hubs;
        }
        let (least_s, within) =
            (f64::from(config.shortest_s), config.passes_within * self.cutter.stands_within(own));
        let first_s = from_s - f64::from(config.lead_s);
        let step_s = (to_s - from_s + f64::from(2.0 * config.lead_s)) / (matching.frames.len() - 1) as f64;
        let far = |at: usize| matching.frames[at].distance(own.standing());
        while !hubs.is_full() {
            let moments = (0..matching.frames.len()).map(|at| (first_s + at as f64 * step_s, far(at)));
            let apart = |time_s: f64| hubs.iter().all(|hub: &f64| (hub - time_s).abs() >= least_s);
            let inside = |time_s: f64| time_s >= from_s + least_s && time_s <= to_s - least_s;
            let near = moments.filter(|(time_s, far)| inside(*time_s) && *far <= within && apart(*time_s));
            let Some((time_s, _)) = near.min_by(|a, b| a.1.total_cmp(&b.1)) else { break };
            hubs.push(time_s);
        }
        hubs
    }

    /// The gesture as frames at a steady rate; gives the time that each is averaged over.
    fn gather(&self, lent: &mut Lent<'_>, Stretch { from_s, to_s, .. }: Stretch) -> f32 {
        let Lent { own, config, matching } = lent;
        let lasts_s = (to_s - from_s) as f32 + 2.0 * config.lead_s;
        let frames = (lasts_s * config.match_hz).ceil() as u32 + 1;
        let frames = frames.clamp(12, MOST_FRAMES);
        let span = Span {
            from_s: from_s - f64::from(config.lead_s),
            step_s: lasts_s / (frames - 1) as f32,
            frames,
            filter_s: self.averaged(own, config, config.filter_s).max(self.stream.usual_step_s(from_s) * 0.6),
        };
        self.stream.resample(own, &self.likeness, &span, &mut matching.placed, &mut matching.frames);
        span.filter_s
    }

    /// Whether the other has only come into view and, as far as its body tells, stands: how it does is learned first.
    fn learns_stance(&self, own: &OwnPoses, config: &WatchConfig, view: &PoseView) -> bool {
        let (stood_s, distance) = (self.likeness.stood_s(), view.distance(own.standing()));
        if stood_s < 0.5 * config.learn_stance_s && distance <= 2.0 * config.away_most {
            // The first looks tell little where there is much noise.
            return self.cutter.moving_since().is_none();
        }
        let learned = stood_s >= 3.0 * config.learn_stance_s
            || (stood_s >= config.learn_stance_s && distance <= own.away());
        !learned && self.cutter.moving_since().is_none() && distance <= config.away_most
    }

    /// The time to average over, the longer the more noise there is in places.
    fn averaged(&self, own: &OwnPoses, config: &WatchConfig, seconds: f32) -> f32 {
        seconds * (1.0 + self.likeness.noise(own) / config.noise_doubles.max(1e-6))
    }

    /// What it looks like at a moment.
    fn view(&self, own: &OwnPoses, matching: &mut Matching, time_s: f64, filter_s: f32) -> PoseView {
        let span = Span { from_s: time_s, step_s: 0.0, frames: 1, filter_s };
        self.stream.resample(own, &self.likeness, &span, &mut matching.placed, &mut matching.moment);
        matching.moment.first().copied().unwrap_or_default()
    }

    /// Notes which parts come to things or leave them; true if one did in this look.
    fn touch(&mut self, config: &WatchConfig, seen: &Seen<'_>) -> bool {
        let mut changed = false;
        for effector in TOUCHING {
            let Some(part) = seen.parts[effector as usize] else { continue };
            for (thing, place) in seen.things {
                let held = self.touching.iter().position(|entry| *entry == (effector, *thing));
                // A little farther to leave than to come, so that noise in a hand's place does not count twice.
                let within_m =
                    if held.is_some() { config.touch_m * config.touch_leaves } else { config.touch_m };
                let nears = part.distance(*place) <= within_m;
                if nears == held.is_some() {
                    continue;
                }
                match held {
                    Some(entry) => {
                        self.touching.swap_remove(entry);
                    }
                    None => {
                        let _ = self.touching.try_push((effector, *thing));
                    }
                }
                changed = true;
                let touch = Touch { effector, thing: *thing, time_s: seen.time_s, nears };
                let _ = self.recognised.touched.try_push(touch);
            }
        }
        changed
    }

    /// The supporting cues (6.1.2), for a gesture that has gone on for long without standing.
    fn cue(
        &self,
        own: &OwnPoses,
        config: &WatchConfig,
        time_s: f64,
        view: &PoseView,
        touched: bool,
    ) -> Option<(f64, Cut)> {
        let since = self.cutter.moving_since()?;
        if ((time_s - since) as f32) < config.return_after_s {
            return None;
        }
        if touched {
            return Some((time_s, Cut::Touched));
        }
        let (apart_s, mut was_away) = (f64::from(config.return_apart_s), false);
        for look in (0..self.stream.len()).rev().filter_map(|index| self.stream.get(index)) {
            if look.time_s < since {
                break;
            }
            let Some(placed) = self.likeness.onto_own(own, &look.parts) else { continue };
            let distance = PoseView::new(&placed.parts, None).distance(view);
            was_away |= distance > 2.0 * config.return_within;
            if was_away && time_s - look.time_s > apart_s && distance <= config.return_within {
                return Some((time_s, Cut::Returned));
            }
        }
        None
    }
}

/// Whether a gesture is none of the own movements. Where one of them is far nearer than all others, what is left of the
/// distance is more likely a matter of how it was performed and seen.
fn is_novel(config: &WatchConfig, ranked: &[Candidate], left_of_noise: f32) -> bool {
    let far = |place: usize| ranked.get(place).map_or(f32::INFINITY, |candidate| candidate.distance);
    let clear = far(1) >= config.clearly * far(0);
    let beyond = if clear { config.novel_clear * config.novel_beyond } else { config.novel_beyond };
    far(0) > beyond + left_of_noise
}
