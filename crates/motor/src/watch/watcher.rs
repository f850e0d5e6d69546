//! Watches one other, look by look, and says what it did whenever a gesture has ended.

use super::approach::Approaches;
use super::cut::{Cut, Cutter};
use super::judge::{from_nothing, is_novel, passes};
use super::likeness::{Placed, root_of};
use super::matching::{Matcher, Shown};
use super::printed::PrintedSearch;
use super::stream::{Look, Span, Stream};
use super::view::{Parts, PoseView};
use super::{GestureMatching, Likeness, OwnPoses, Recognised, Touch, WatchConfig};
use arrayvec::ArrayVec;
use glam::Vec3;
use piaget_terms::Effector;
use piaget_terms::valid::{Checked, Within, time};
use serde::{Deserialize, Serialize};

/// Looks that are kept: the longest gesture at 60 Hz.
const LOOKS: u32 = 512;
/// The most frames of a gesture that are matched.
pub const MOST_FRAMES: u32 = 96;
/// The most gestures that wait to be told.
pub(super) const MOST_WAITING: usize = 4;
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
    pub(super) cutter: Cutter,
    /// Parts that touch a thing now: part, thing.
    touching: ArrayVec<(Effector, u32), 8>,
    /// How near its hands are to things.
    approaches: Approaches,
    /// Since when it gets about: it does nothing in particular, and does not stand.
    about_since: Option<f64>,
    pub(super) recognised: Recognised,
    /// Gestures that have ended and are still to be told, one with every look: of two that followed each other without
    /// standing between them, the second.
    pub(super) waiting: ArrayVec<Stretch, MOST_WAITING>,
}

/// A stretch of the stream that is a gesture.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Stretch {
    pub from_s: f64,
    pub to_s: f64,
    pub cut: Cut,
    /// Whether it did nothing in particular: only walking or turning is told of it.
    pub about: bool,
}

impl Stretch {
    /// Too short to be anything.
    fn is_short(&self, config: &WatchConfig) -> bool {
        ((self.to_s - self.from_s) as f32) < config.shortest_s
    }
}

/// What a watcher is lent to recognise with.
pub(super) struct Lent<'a> {
    pub own: &'a OwnPoses,
    pub config: &'a WatchConfig,
    pub matching: &'a mut Matching,
}

/// Buffers for matching; one serves all watchers.
#[derive(Clone, Debug, Default)]
pub struct Matching {
    matcher: Matcher,
    printed: PrintedSearch,
    pub(super) frames: Vec<PoseView>,
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
        self.approaches.validate().within("approaches")?;
        self.about_since.map_or(Ok(()), |since_s| time("about_since", since_s))?;
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
            approaches: Approaches::default(),
            about_since: None,
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
        self.approaches.clear();
        self.about_since = None;
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

    /// Takes in a look. Where a gesture ended with it, says what it was. A look that shows too few parts is no look: what
    /// cannot be placed is left out.
    pub fn see(
        &mut self,
        own: &OwnPoses,
        config: &WatchConfig,
        matching: &mut Matching,
        seen: &Seen<'_>,
    ) -> Option<&Recognised> {
        let shows = seen.parts.iter().flatten().filter(|part| part.is_finite()).count();
        if shows < (config.least_parts as usize).min(own.standing().seen()) {
            return self.miss(own, config, matching, seen.time_s);
        }
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
            self.about_since = None;
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
        let fastest = view.farthest_part(&before) / (2.0 * smooth_s);
        let was_moving = self.cutter.moving_since().is_some();
        let ended = match self.learns_stance(own, config, &view) {
            true => {
                self.cutter.learn_stance(own, &config.cut, seen.time_s, &view);
                None
            }
            false => self.cutter.see(own, config, seen.time_s, &view, (speed, fastest)),
        };
        match self.cutter.moving_since() {
            Some(_) if !was_moving => {
                self.recognised.touched.clear();
                self.approaches.begin();
            }
            Some(_) => {}
            // How it stands is learned while it stands.
            None if view.speed_per_s().is_none_or(|speed| speed <= config.stands_below_per_s) => {
                let root_m = root_of(own, self.likeness.scale(own), seen.parts).map(|root| root.y);
                self.likeness.stand(own, &view, root_m, passed_s.min(config.gap_s));
            }
            None => {}
        }
        self.approaches.look(seen.parts, seen.things, passed_s, smooth_s);
        let touched = self.touch(config, seen);
        let ended = ended.or_else(|| self.cue(own, config, seen.time_s, &view, touched));
        if let Some((to_s, cut)) = ended {
            self.finish(config, to_s, cut);
        }
        self.get_about(own, config, seen.time_s, &view);
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
        let stretch = Stretch { from_s, to_s, cut, about: false };
        if !stretch.is_short(config) {
            // There is room: every look tells one, and none is taken apart that would take the last place.
            let _ = self.waiting.try_push(stretch);
        }
    }

    /// Walking and turning are no gestures, but they are told when they end: they may be imitated.
    fn get_about(&mut self, own: &OwnPoses, config: &WatchConfig, time_s: f64, view: &PoseView) {
        let far = view.without_head().distance(own.standing());
        let nothing = self.cutter.moving_since().is_none() && !self.cutter.must_stand();
        let about = nothing && far > self.cutter.stands_within(own);
        let since_s = match self.about_since {
            None => {
                self.about_since = about.then_some(time_s);
                return;
            }
            Some(since_s) => since_s,
        };
        let long = (time_s - since_s) as f32 >= config.longest_s;
        if about && !long {
            return;
        }
        self.about_since = about.then_some(time_s);
        let cut = if long { Cut::Long } else { Cut::Stood };
        let stretch = Stretch { from_s: since_s, to_s: time_s, cut, about: true };
        if !stretch.is_short(config) && self.cutter.moving_since().is_none() {
            let _ = self.waiting.try_push(stretch);
        }
    }

    /// Tells the gesture that has waited longest; whether there was one.
    fn tell_next(&mut self, lent: &mut Lent<'_>) -> bool {
        let Some(stretch) = self.waiting.pop_at(0) else { return false };
        self.recognise(lent, stretch);
        if stretch.about {
            return self.gets_about(lent);
        }
        self.tell_apart(lent, stretch);
        !self.recognised.passes
    }

    /// Whether what was recognised last is walking or turning.
    fn gets_about(&self, lent: &Lent<'_>) -> bool {
        let group = |movement: u32| lent.own.movements()[movement as usize].group;
        let taken = self.recognised.movement().map(|taken| group(taken.movement));
        taken.is_some_and(|group| lent.config.passing.contains(&group))
    }

    /// In a pause near to standing: what came before it may be a whole movement. Whether it was.
    fn ask(&mut self, lent: &mut Lent<'_>, time_s: f64) -> bool {
        let Lent { own, config, .. } = *lent;
        let still_s =
            self.cutter.pauses(own, config, time_s).filter(|_| config.search == GestureMatching::Warped);
        let Some((from_s, to_s)) = self.cutter.moving_since().zip(still_s) else { return false };
        let stretch = Stretch { from_s, to_s, cut: Cut::Passed, about: false };
        if stretch.is_short(config) {
            return false;
        }
        let seen = self.recognise(lent, stretch);
        if seen.novel || seen.passes {
            return false;
        }
        self.cutter.end(Cut::Passed, to_s);
        self.tell_apart(lent, stretch);
        !self.recognised.passes
    }

    /// Holds a stretch of the stream against the own movements.
    pub(super) fn recognise(&mut self, lent: &mut Lent<'_>, stretch: Stretch) -> &Recognised {
        let filter_s = self.gather(lent, stretch);
        let Lent { own, config, matching } = lent;
        let Stretch { from_s, to_s, cut, .. } = stretch;
        // What averaging leaves of the noise: places along three axes, over as many looks as the average has.
        let looks = 2.0 * filter_s / self.stream.usual_step_s(from_s).max(1e-3);
        let left_of_noise = self.likeness.noise(own) * (3.0 / looks.max(1.0)).sqrt();
        let lead_s = self.lead_s(own, config);
        let recognised = &mut self.recognised;
        (recognised.from_s, recognised.to_s, recognised.cut) = (from_s, to_s, cut);
        recognised.lead_s = lead_s;
        let step_s = ((to_s - from_s) as f32 + 2.0 * recognised.lead_s) / (matching.frames.len() - 1) as f32;
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
        self.approaches.told(&mut recognised.approached);
        (recognised.nothing, recognised.away) =
            from_nothing(own, config, recognised, &matching.frames, step_s);
        recognised.passes =
            config.search == GestureMatching::Warped && passes(own, config, recognised, left_of_noise);
        recognised.blur_m = left_of_noise / self.likeness.scale(own).max(1e-4);
        &self.recognised
    }

    /// The gesture as frames at a steady rate; gives the time that each is averaged over.
    pub(super) fn gather(&self, lent: &mut Lent<'_>, Stretch { from_s, to_s, .. }: Stretch) -> f32 {
        let Lent { own, config, matching } = lent;
        let lead_s = self.lead_s(own, config);
        let lasts_s = (to_s - from_s) as f32 + 2.0 * lead_s;
        let frames = (lasts_s * config.match_hz).ceil() as u32 + 1;
        let frames = frames.clamp(12, MOST_FRAMES);
        let span = Span {
            from_s: from_s - f64::from(lead_s),
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
        // What was learned once is not unlearned by a quiet gesture that comes soon after.
        let latched = self.cutter.distance().is_some() && stood_s >= 2.5 * config.learn_stance_s;
        let settled = distance <= own.away() || latched;
        let learned = stood_s >= 3.0 * config.learn_stance_s || (stood_s >= config.learn_stance_s && settled);
        !learned && self.cutter.moving_since().is_none() && distance <= config.away_most
    }

    /// The time to average over, the longer the more noise there is in places.
    fn averaged(&self, own: &OwnPoses, config: &WatchConfig, seconds: f32) -> f32 {
        seconds * (1.0 + self.likeness.noise(own) / config.noise_doubles.max(1e-6))
    }

    /// How much before and after what crossed the threshold belongs to a gesture: places that are averaged for longer
    /// cross it later.
    pub(super) fn lead_s(&self, own: &OwnPoses, config: &WatchConfig) -> f32 {
        config.lead_s + self.averaged(own, config, config.smooth_s) - config.smooth_s
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
