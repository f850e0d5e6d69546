//! How a tick is explained: what was seen of a thing, or that it was not seen, is weighed under every explanation of what the
//! thing may be doing. How improbable it was over all of them is the surprise, in nats.

use super::config::Config;
use super::habituation::Habituation;
use crate::model::expectation::{Came, FeatureConfig, Measure, PlaceNats};
use crate::model::explanation::{EXPLANATIONS, Explanation, Explanations, IMPOSSIBLE};
use crate::model::{Belief, Strayed, Tick, log_sum};
use piaget_terms::{Name, Vec3, maths};

/// How a tick met what was expected of where a thing is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Explained {
    /// How improbable it was.
    pub nats: f32,
    /// The odd explanation that is the likeliest.
    pub oddest: Explanation,
    /// The share of the oddness that is left after what has become usual.
    pub left: f32,
    /// Whether the odd explanation is held for impossible.
    pub is_impossible: bool,
    /// Whether nothing but the odd explanation is left, to its full oddness: it becomes more usual.
    pub is_needed: bool,
    /// Whether what is expected of its place must begin anew.
    pub begins_anew: bool,
}

impl Default for Explained {
    fn default() -> Self {
        Self {
            nats: 0.0,
            oddest: Explanation::GoesOn,
            left: 1.0,
            is_impossible: false,
            is_needed: false,
            begins_anew: false,
        }
    }
}

/// How a thing was seen.
#[derive(Clone, Copy)]
pub(super) struct Sighted<'a> {
    /// With something solid just ahead of it.
    pub touching: bool,
    /// Inside of something, where it was not before.
    pub enters: bool,
    /// A moment after it stood.
    pub sets_out: bool,
    /// How it met where it would be if it went on.
    pub looked: Strayed,
    /// How it met where it was foretold to be some time ago: a stop shows only after a while.
    pub strayed: Option<Strayed>,
    /// How exactly.
    pub measure: Measure,
    /// One standard deviation of that.
    pub seen_to_m: f32,
    /// The tick.
    pub tick: &'a Tick<'a>,
}

/// What a creature makes of one kind of thing.
struct Held<'a> {
    config: &'a Config,
    habituation: &'a Habituation,
    kind: Name,
}

impl Held<'_> {
    fn left(&self, explanations: &Explanations, of: Explanation) -> f32 {
        let usual = explanations.usual[of.index()];
        self.habituation.left_of(&self.config.habituation, usual, self.kind, of)
    }

    /// The logarithm of the prior of an explanation.
    fn prior(&self, explanations: &Explanations, of: Explanation) -> f32 {
        -self.config.explain.oddness(of) * self.left(explanations, of)
    }

    /// What came of weighing the explanations.
    fn explained(
        &self,
        explanations: &Explanations,
        (nats, oddest): (f32, Explanation),
        begins_anew: bool,
    ) -> Explained {
        let left = self.left(explanations, oddest);
        let full_nats = self.config.explain.oddness(oddest) * left;
        let is_needed = explanations.weights[oddest.index()] >= 0.5
            && nats >= self.config.explain.needed_share * full_nats;
        Explained {
            nats,
            oddest,
            left,
            is_impossible: full_nats >= self.config.explain.impossible_nats,
            is_needed: is_needed && !oddest.is_ordinary(),
            begins_anew,
        }
    }

    /// The logarithms of all priors, of a thing that is followed by the eye.
    fn priors(&self, explanations: &Explanations) -> [f32; EXPLANATIONS] {
        let mut logs = Explanation::ALL.map(|of| self.prior(explanations, of));
        // Nothing is held, put back or repeated unless it is known to be.
        for none in [Explanation::Stands, Explanation::Repeats, Explanation::Held, Explanation::PutBack] {
            logs[none.index()] = IMPOSSIBLE;
        }
        logs
    }
}

/// Weighs that a thing was seen where it was seen. `track` is that of its place, for a character to which it is salient.
pub(super) fn see(
    (config, habituation): (&Config, &Habituation),
    belief: &mut Belief,
    place: Option<(&FeatureConfig, usize)>,
    moment: &Sighted<'_>,
) -> Explained {
    use Explanation as E;
    let held = Held { config, habituation, kind: belief.now.kind };
    let at = belief.now.position;
    let turned = turn_log(config, belief, &moment.looked);
    let track = place.and_then(|(feature, index)| Some((feature, belief.expectation.tracks.get(index)?)));
    let nats = match track {
        Some((feature, track)) => track.place_nats(feature, at, moment.measure),
        None => Some(PlaceNats {
            goes_on: moment.looked.nats(),
            repeats: None,
            off: moment.looked.off,
            sure_to_m: moment.looked.sure_to_m,
        }),
    };
    let velocity = match track {
        Some((_, track)) => track.velocity(),
        None => Some(moment.looked.velocity),
    };
    let outcome = belief.place.as_ref().map(|place| place.outcome);
    let mapped = outcome.map(|outcome| maths::ln(outcome.likelihood.max(1e-30)));
    let is_found = outcome.is_some_and(|outcome| outcome.found);
    let strayed = moment.strayed.filter(|_| nats.is_some_and(|nats| nats.repeats.is_none()));
    let looked = nats.map(|nats| Strayed {
        off: nats.off,
        velocity: velocity.unwrap_or_default(),
        sure_to_m: nats.sure_to_m,
    });
    let worst = |strayed: &Option<Strayed>| strayed.map_or(0.0, |strayed| strayed.nats());
    let is_steady = nats.is_some_and(|nats| nats.repeats.is_none());
    let found_nats = if is_steady { moment.looked.nats() } else { 0.0 };
    let goes_on = -nats.map_or(0.0, |nats| nats.goes_on).max(worst(&strayed)).max(found_nats);
    // What the last look showed counts first; what was foretold some time ago tells of what a look does not show.
    let is_sudden = worst(&looked) >= config.explain.surprise_nats || strayed.is_none();
    let telling = if is_sudden { looked } else { strayed };
    let off_m = telling.map_or(0.0, |telling| telling.off.length());
    let hidden_s = if is_found { belief.stray.unseen_s } else { 0.0 };
    let turn_share = telling.map_or(1.0, |telling| turn_share(config, &telling, (moment.sets_out, hidden_s)));
    // What was out of sight went where the map says that it can have gone.
    let turned = if is_found && !moment.touching { turned.min(mapped.unwrap_or(0.0)) } else { turned };
    let is_barred = moment.enters || is_barred(belief.came_from, at, moment);

    let explanations = &mut belief.expectation.explanations;
    if explanations.absent_nats == 0.0 {
        explanations.logs = held.priors(explanations);
    }
    let jumps = -config.explain.jump_nats(off_m) * held.left(explanations, E::Jumped);
    let before = explanations.logs;
    let mut logs = [IMPOSSIBLE; EXPLANATIONS];
    let mut set = |of: E, log: f32| logs[of.index()] = log;
    // It jumped just now, or jumped out of sight before and came from there, or jumped back.
    let returns = mapped.filter(|_| is_found).unwrap_or(IMPOSSIBLE).max(jumps);
    set(E::Jumped, (before[E::GoesOn.index()] + jumps).max(before[E::Jumped.index()] + returns));
    if is_barred {
        set(
            E::PassedThrough,
            before[E::GoesOn.index()] + held.prior(explanations, E::PassedThrough) + goes_on,
        );
    } else {
        set(E::GoesOn, before[E::GoesOn.index()] + goes_on);
    }
    if !is_barred || is_found {
        // Nothing goes through things: that it was held up or turned by one is no wonder.
        let prior = if moment.touching { 0.0 } else { before[E::Turns.index()] * turn_share };
        set(E::Turns, prior + turned);
    }
    if explanations.absent_nats > 0.0 {
        // What was looked for in vain everywhere, and is there again, came out of nothing.
        set(E::Arrived, before[E::Ceased.index()] + held.prior(explanations, E::Arrived));
    }
    if let Some(repeats) = nats.and_then(|nats| nats.repeats) {
        set(E::Repeats, -repeats);
    }
    if belief.was_recalled {
        set(E::PutBack, 0.0);
    }
    explanations.logs = logs;
    let improbable = (explanations.weigh() - explanations.absent_nats).max(0.0);
    let oddest = explanations.oddest();
    rest(config, explanations, velocity);
    explanations.logs = held.priors(explanations);
    (explanations.absent_nats, explanations.culled) = (0.0, 0.0);
    (explanations.hid_at, explanations.uncovered) = (None, 0.0);
    let is_odd = |nats: f32| nats >= config.explain.surprise_nats;
    let begins_anew = is_odd(-goes_on) && nats.is_some_and(|nats| nats.repeats.is_none_or(is_odd));
    held.explained(explanations, (improbable, oddest), begins_anew)
}

/// Weighs that a thing looks otherwise than it did.
pub(super) fn see_change(
    (config, habituation): (&Config, &Habituation),
    belief: &mut Belief,
    looks: [Name; 3],
    explained: Explained,
) -> Explained {
    let held = Held { config, habituation, kind: belief.now.kind };
    let explanations = &mut belief.expectation.explanations;
    let before = std::mem::replace(&mut explanations.looks, looks);
    let differs = |(before, now): (&Name, &Name)| !before.is_empty() && before != now;
    let changes = before.iter().zip(&looks).filter(|(before, now)| differs((before, now))).count();
    let nats = changes as f32 * -held.prior(explanations, Explanation::Changed);
    if changes == 0 || nats <= explained.nats {
        return explained;
    }
    explanations.weights = [0.0; EXPLANATIONS];
    explanations.weights[Explanation::Changed.index()] = 1.0;
    let changed = held.explained(explanations, (nats, Explanation::Changed), false);
    Explained { begins_anew: explained.begins_anew, ..changed }
}

/// How well a sudden turn, stop or start explains a place: fully within what the hardest one reaches from where the thing was
/// seen before. What is not believed yet was not there before: it still comes from where it was believed to be.
fn turn_log(config: &Config, belief: &mut Belief, looked: &Strayed) -> f32 {
    let Some(from) = belief.came_from else { return 0.0 };
    let seconds = belief.stray.unseen_s;
    let reach_m = looked.velocity.length() * seconds
        + 0.5 * config.explain.hardest_turn_m_per_s2 * seconds * seconds
        + looked.sure_to_m;
    let came = belief.expectation.came.get_or_insert(Came { from, reach_m, sure_to_m: looked.sure_to_m });
    let went_m = maths::ground(belief.now.position).distance(maths::ground(came.from));
    let beyond = (went_m - came.reach_m).max(0.0) / came.sure_to_m;
    -0.5 * beyond * beyond
}

/// How much of the oddness of a sudden turn counts: all of it for one that stops, speeds up or goes back where it came from, and
/// little for one that goes on in another direction, as whoever has a goal does.
fn turn_share(config: &Config, strayed: &Strayed, (sets_out, hidden_s): (bool, f32)) -> f32 {
    let explain = &config.explain;
    // What stood sets out when it has a reason of its own; but what was hidden for a moment stands where it stood.
    if sets_out || strayed.velocity.length() <= explain.still_m_per_s {
        return if hidden_s > 0.0 { sets_out_share(config, hidden_s) } else { explain.aside_share };
    }
    let (off, way) = (maths::ground(strayed.off), maths::ground(strayed.velocity));
    let way = way.normalize_or_zero();
    // What is hardly surely aside of its way is on it.
    let (ahead_m, aside_m) = (off.dot(way), (off.perp_dot(way).abs() - 0.5 * strayed.sure_to_m).max(0.0));
    let along = ahead_m.abs() / (ahead_m * ahead_m + aside_m * aside_m).sqrt().max(f32::MIN_POSITIVE);
    let (from, to) = (maths::cos(explain.aside_to_rad), maths::cos(explain.aside_from_rad));
    let ahead = ((along - from) / (to - from)).clamp(0.0, 1.0);
    explain.aside_share + (1.0 - explain.aside_share) * ahead
}

/// How much of the oddness of a sudden start counts, for a thing that stood when it was last seen: the less the longer that is ago.
fn sets_out_share(config: &Config, unseen_s: f32) -> f32 {
    let explain = &config.explain;
    let unseen = unseen_s / (2.0 * explain.looks_for_s).max(f32::MIN_POSITIVE);
    explain.aside_share + (1.0 - explain.aside_share) * maths::exp(-unseen * unseen)
}

/// Whether a wall that the creature knows stands between two places, and not only within the error of the eye.
fn is_barred(from: Option<Vec3>, to: Vec3, moment: &Sighted<'_>) -> bool {
    let Some(from) = from.map(maths::ground) else { return false };
    let way = maths::ground(to) - from;
    let sure_m = way.length() - UNSURE * moment.seen_to_m;
    sure_m > 0.0 && moment.tick.terrain.is_cut(from, from + way.normalize_or_zero() * sure_m, 0.0)
}

/// So many standard deviations beyond a wall may be before it, where two places are measured. Not a setting: a quantile.
const UNSURE: f32 = 5.0;

/// What goes on so slowly that it may as well stand is said to stand.
fn rest(config: &Config, explanations: &mut Explanations, velocity: Option<Vec3>) {
    let Some(velocity) = velocity else { return };
    let slow = velocity.length_squared() / (config.explain.still_m_per_s * config.explain.still_m_per_s);
    let stands = maths::exp(-0.5 * slow);
    let goes_on = explanations.weights[Explanation::GoesOn.index()];
    explanations.weights[Explanation::Stands.index()] += goes_on * stands;
    explanations.weights[Explanation::GoesOn.index()] -= goes_on * stands;
}

/// Weighs that a thing was not seen: `absence` is the share of where it would be if it went on that was looked at in vain.
pub(super) fn miss(
    (config, habituation): (&Config, &Habituation),
    belief: &mut Belief,
    absence: f32,
    (hidden, unseen_s): (bool, f32),
) -> Explained {
    let held = Held { config, habituation, kind: belief.now.kind };
    let explanations = &mut belief.expectation.explanations;
    if let Some(place) = &belief.place {
        let emptied =
            if place.outcome.fell_back || place.outcome.gone { 1.0 } else { place.outcome.confusion };
        explanations.culled = 1.0 - (1.0 - explanations.culled) * (1.0 - emptied.clamp(0.0, 1.0));
    }
    let mapped = belief.place.is_some();
    let log_left = |looked_at: f32| maths::ln((1.0 - looked_at).max(1e-30));
    let mut logs = held.priors(explanations);
    logs[Explanation::GoesOn.index()] = log_left(absence);
    // What stood sets out some time; what moved and is due does not stop for no reason.
    let speed = belief.expectation.steady.velocity().length();
    let turn = &mut logs[Explanation::Turns.index()];
    *turn *= if speed <= config.explain.still_m_per_s { sets_out_share(config, unseen_s) } else { 1.0 };
    // It may have turned or stopped where it cannot be seen, and stays there or comes out elsewhere.
    *turn += match (mapped, hidden) {
        (true, _) => log_left(1.0 - explanations.left(config.explain.stays)),
        (false, true) => 0.0,
        (false, false) => IMPOSSIBLE,
    };
    // Where such things were seen to cease, this one may have, and the likelier the longer it is not seen.
    let ceased = &mut logs[Explanation::Ceased.index()];
    *ceased = log_sum(*ceased, habituation.ceases_log(&config.habituation, held.kind, unseen_s)).min(0.0);
    // It may have jumped to where it cannot be seen, if there is such a place.
    let hides = belief.place.as_ref().is_none_or(|place| !place.outcome.gone);
    let jumped = &mut logs[Explanation::Jumped.index()];
    *jumped = if hides { *jumped - config.explain.hides_nats } else { IMPOSSIBLE };
    logs[Explanation::Changed.index()] = IMPOSSIBLE;
    logs[Explanation::Arrived.index()] = IMPOSSIBLE;
    logs[Explanation::PassedThrough.index()] = IMPOSSIBLE;
    if belief.carried.is_some_and(|carried| carried.goes) {
        logs[Explanation::Held.index()] = 0.0;
    }
    if belief.place.as_ref().is_some_and(|place| place.recalled.is_some()) {
        logs[Explanation::PutBack.index()] = 0.0;
    }
    explanations.logs = logs;
    let nats = explanations.weigh();
    let before = explanations.absent_nats;
    // Only what was not improbable a moment ago surprises.
    explanations.absent_nats = before.max(nats);
    let oddest = explanations.oddest();
    let nats = if nats > before + RISES_NATS { nats } else { 0.0 };
    held.explained(explanations, (nats, oddest), false)
}

/// What adds less than this to how improbable an absence is adds nothing.
const RISES_NATS: f32 = 0.01;
