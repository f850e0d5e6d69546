//! What a believed thing is doing, as a few rival explanations with weights. A sighting and a look in vain reweigh them;
//! who is who, surprise, disbelief and habituation are read off the weights.
//!
//! All improbability is told on one scale, in nats: the negative logarithm of how likely something is, relative to what was
//! expected. What a creature holds for impossible is an explanation with a small prior, not an absence of one.

use super::SteadyConfig;
use piaget_terms::valid::{Checked, amount, finite, require, share};
use piaget_terms::{Name, Vec2, maths};
use piaget_text::Fields;
use serde::{Deserialize, Serialize};

/// What a thing may be doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Explanation {
    /// It goes on as it went.
    #[default]
    GoesOn,
    /// It stands where it was seen last.
    Stands,
    /// It turned, stopped or sped up of a sudden, no faster than things move.
    Turns,
    /// It repeats what it did a period ago.
    Repeats,
    /// It went with the hand that holds it.
    Held,
    /// It was put back where it is kept.
    PutBack,
    /// It is elsewhere in an instant.
    Jumped,
    /// It has ceased to be.
    Ceased,
    /// It has changed its looks.
    Changed,
    /// It came out of thin air.
    Arrived,
    /// It went through something solid.
    PassedThrough,
}

impl Explanation {
    /// All of them, in the order of their weights.
    pub const ALL: [Self; 11] = [
        Self::GoesOn,
        Self::Stands,
        Self::Turns,
        Self::Repeats,
        Self::Held,
        Self::PutBack,
        Self::Jumped,
        Self::Ceased,
        Self::Changed,
        Self::Arrived,
        Self::PassedThrough,
    ];

    /// Its number in [`Explanations::weights`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// Whether things do this all the time.
    pub fn is_ordinary(self) -> bool {
        matches!(self, Self::GoesOn | Self::Stands | Self::Repeats | Self::Held | Self::PutBack)
    }

    /// Its word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::GoesOn => "goes on",
            Self::Stands => "stands",
            Self::Turns => "turns",
            Self::Repeats => "repeats",
            Self::Held => "held",
            Self::PutBack => "put back",
            Self::Jumped => "jumped",
            Self::Ceased => "ceased",
            Self::Changed => "changed",
            Self::Arrived => "out of thin air",
            Self::PassedThrough => "passed through",
        }
    }
}

/// How many explanations there are.
pub const EXPLANATIONS: usize = Explanation::ALL.len();

/// How sightings are matched and how surprise is felt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Account {
    /// By weighted explanations.
    #[default]
    Explanations,
    /// As the papers print it: a sighting that fits no belief is a new thing (Isla 1.12); what is less likely than a bar is
    /// a violation (Kline 3.2.4).
    AsPrinted,
}

/// How odd a creature holds each explanation for, and how it weighs them: the `explain` node of a character file. The
/// amounts are nats; raising one makes that explanation rarer and more astonishing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExplainConfig {
    /// By explanations, or as printed.
    pub account: Account,
    /// A sudden turn, stop or start without a reason.
    pub turn_nats: f32,
    /// A jump to a place within [`ExplainConfig::jump_scale_m`]; farther ones are odder.
    pub jump_nats: f32,
    /// Jumps beyond this distance are odder the farther they go.
    pub jump_scale_m: f32,
    /// That a jump ends just where nothing can be seen, besides the jump.
    pub hides_nats: f32,
    /// How likely it is that a thing which did not come out from where it cannot be seen stays there, and does not come out
    /// elsewhere.
    pub stays: f32,
    /// Ceasing to be.
    pub cease_nats: f32,
    /// Another colour, shape or kind.
    pub change_nats: f32,
    /// Coming out of thin air.
    pub arrive_nats: f32,
    /// Going through something solid.
    pub through_nats: f32,
    /// From here on surprise is told and shown. Lower tells more.
    pub surprise_nats: f32,
    /// For so many seconds a thing whose place is not salient is looked for where it would be if it went on.
    pub looks_for_s: f32,
    /// What is at least this odd is held for impossible: where nothing else is left, what is seen is not believed.
    pub impossible_nats: f32,
    /// New things that come into view from behind cover or over the edge of view, per square metre and second, for a creature
    /// that has just opened its eyes.
    pub arrivals_per_m2_s: f32,
    /// After so many seconds without a new thing, half as many are reckoned with; each one that comes adds as many as at first.
    pub arrivals_over_s: f32,
    /// The most that one look in vain counts against a thing that should be seen.
    pub look_nats: f32,
    /// Surprise that was felt halves in this time.
    pub felt_half_life_s: f32,
    /// How far ahead a foretelling is scored, in seconds.
    pub foretell_s: f32,
    /// Over about this many seconds of foretelling the score is averaged.
    pub score_over_s: f32,
    /// The share of the oddness of a sudden stop that a turn aside has, or setting out.
    pub aside_share: f32,
    /// What deviates from its way by less than this angle did not turn aside, in radians.
    pub aside_from_rad: f32,
    /// What deviates by more than this turned aside.
    pub aside_to_rad: f32,
    /// Acceleration beyond this is no turn but a jump, in m/s^2: harder than any animal or car.
    pub hardest_turn_m_per_s2: f32,
    /// An odd explanation becomes more usual where what was seen is at least this share of its oddness improbable.
    pub needed_share: f32,
    /// What is slower than about this stands.
    pub still_m_per_s: f32,
    /// Middles that are nearer than this share of what two things take up are those of things inside of each other.
    pub inside_share: f32,
    /// What is nearer than this to another touches it, for all that an eye can tell.
    pub near_m: f32,
    /// A surprise that fades is felt as one down to this share of what surprises.
    pub lasts_surprised: f32,
    /// And as confusion down to this one.
    pub lasts_confused: f32,
    /// What is foretold at least this well is trusted fully.
    pub trusted: f32,
    /// However good the eye is, the middle of what shows of a thing is no more exact than this.
    pub least_noise_m: f32,
    /// A foretelling that is about this far off is wrong, in metres,
    pub tolerance_m: f32,
    /// and this share of the way that the thing would have gone.
    pub tolerance_share: f32,
    /// Before anything was scored, a thing counts as half trusted for about so many seconds of foretelling.
    pub unsure_s: f32,
    /// How freely the velocity of what simply goes on changes, in m^2/s^3. Raising it makes stops and turns less odd.
    pub steady_density: f32,
    /// How fast a thing just met may move, in m/s: one standard deviation.
    pub steady_speed_m_per_s: f32,
    /// The share of a pixel by which the middle of what shows may be off.
    pub pixel_share: f32,
    /// Until the eye's noise is known, it may be this much, in metres.
    pub unknown_noise_m: f32,
    /// A new thing may have come from where it could have been so many seconds ago.
    pub arrives_within_s: f32,
    /// Half the width of a thing of which no size is known.
    pub half_width_m: f32,
    /// Two pairings that are less apart than this leave things as they are.
    pub settles_nats: f32,
}

impl Default for ExplainConfig {
    fn default() -> Self {
        Self {
            account: Account::Explanations,
            turn_nats: 13.5,
            jump_nats: 16.0,
            jump_scale_m: 0.25,
            hides_nats: 4.0,
            stays: 0.3,
            cease_nats: 16.0,
            change_nats: 16.0,
            arrive_nats: 16.0,
            through_nats: 16.0,
            surprise_nats: 12.0,
            looks_for_s: 4.0,
            impossible_nats: 15.0,
            arrivals_per_m2_s: 5e-4,
            arrivals_over_s: 60.0,
            look_nats: 4.0,
            felt_half_life_s: 0.5,
            foretell_s: 0.6,
            score_over_s: 4.0,
            aside_share: 0.4,
            aside_from_rad: 0.17,
            aside_to_rad: 0.28,
            hardest_turn_m_per_s2: 20.0,
            needed_share: 0.6,
            still_m_per_s: 0.1,
            inside_share: 0.5,
            near_m: 0.3,
            lasts_surprised: 0.6,
            lasts_confused: 0.4,
            trusted: 0.4,
            least_noise_m: 0.03,
            tolerance_m: 0.1,
            tolerance_share: 0.15,
            unsure_s: 0.25,
            steady_density: 0.01,
            steady_speed_m_per_s: 1.5,
            pixel_share: 0.5,
            unknown_noise_m: 0.3,
            arrives_within_s: 0.1,
            half_width_m: 0.3,
            settles_nats: 1.0,
        }
    }
}

impl ExplainConfig {
    /// Whether things are explained, or matched as printed.
    pub fn is_printed(&self) -> bool {
        self.account == Account::AsPrinted
    }

    /// How a thing simply goes on.
    pub fn steady(&self) -> SteadyConfig {
        SteadyConfig {
            change_density: self.steady_density,
            speed_m_per_s: self.steady_speed_m_per_s,
            held_s: self.foretell_s,
            strays_over_s: self.score_over_s,
            still_m_per_s: self.still_m_per_s,
        }
    }

    /// The bounded urge that a surprise of so many nats is: it saturates and never falls.
    pub fn urge(&self, nats: f32) -> f32 {
        let share = (nats / self.surprise_nats).max(0.0);
        // What is merely a little off its way all the time is not felt.
        let squared = share * share;
        1.0 - maths::exp(-URGE_AT_SURPRISE * squared * squared)
    }

    /// How odd a creature holds an explanation for that it has never needed.
    pub fn oddness(&self, explanation: Explanation) -> f32 {
        match explanation {
            Explanation::Turns => self.turn_nats,
            Explanation::Jumped => self.jump_nats,
            Explanation::Ceased => self.cease_nats,
            Explanation::Changed => self.change_nats,
            Explanation::Arrived => self.arrive_nats,
            Explanation::PassedThrough => self.through_nats,
            _ => 0.0,
        }
    }

    /// How odd it is that a thing is so far from where it was expected, at once.
    pub fn jump_nats(&self, distance_m: f32) -> f32 {
        let far = distance_m / self.jump_scale_m;
        self.jump_nats + 1.5 * maths::ln(1.0 + far * far)
    }

    /// The same as the logarithm of a density on the ground: that of a Cauchy distribution around the expected place.
    pub fn jump_log_density(&self, distance_m: f32) -> f32 {
        let area = std::f32::consts::TAU * self.jump_scale_m * self.jump_scale_m;
        -self.jump_nats(distance_m) - maths::ln(area)
    }

    /// What it costs that a new thing came into view at a place, after `arrived` others within so many seconds, for a tick of
    /// this length.
    pub fn arrival_cost(&self, arrived: u32, seconds: f32, tick_s: f32) -> f32 {
        let rate = self.arrivals_per_m2_s * (1.0 + arrived as f32) / (1.0 + seconds / self.arrivals_over_s);
        -maths::ln(rate * tick_s.max(SHORTEST_TICK_S))
    }

    /// The most that a jump can cost, at any distance on the ground: a sighting is rather of a thing that jumped than of one
    /// that came out of thin air, if there is one that could have.
    pub fn thin_air_cost(&self) -> f32 {
        -self.jump_log_density(FARTHEST_M) + 1.0
    }
}

/// What just surprises gives an urge of 0.9.
const URGE_AT_SURPRISE: f32 = std::f32::consts::LN_10;

/// What has ceased to be with this probability is no longer told of, and counts as gone. Not a setting: a level of certainty.
const SURELY_CEASED: f32 = 0.95;

/// A shorter tick counts as one of this length. Not a setting: it keeps a logarithm finite.
const SHORTEST_TICK_S: f32 = 1e-4;

/// Farther than any ground.
const FARTHEST_M: f32 = 1e4;

/// The top nodes that explanations read.
pub const NODES: &[&str] = &["explain"];

/// Reads `explain account="printed"` or `explain surprise=12 jump=16`.
pub fn read(nodes: Vec<Fields<'_>>) -> ExplainConfig {
    const NATS: std::ops::RangeInclusive<f32> = 0.0..=100.0;
    let mut config = ExplainConfig::default();
    let set = |to: &mut f32, value: Option<f32>| *to = value.unwrap_or(*to);
    for mut node in nodes {
        let accounts = [("explanations", Account::Explanations), ("printed", Account::AsPrinted)];
        config.account = node.choice("account", &accounts).unwrap_or(config.account);
        set(&mut config.turn_nats, node.number("turn", NATS));
        set(&mut config.jump_nats, node.number("jump", NATS));
        set(&mut config.jump_scale_m, node.number("jump-scale", 1e-2..=1e3));
        set(&mut config.hides_nats, node.number("hides", NATS));
        set(&mut config.stays, node.number("stays", 1e-6..=0.999));
        set(&mut config.cease_nats, node.number("cease", NATS));
        set(&mut config.change_nats, node.number("change", NATS));
        set(&mut config.arrive_nats, node.number("arrive", NATS));
        set(&mut config.through_nats, node.number("through", NATS));
        set(&mut config.surprise_nats, node.number("surprise", 1e-3..=100.0));
        set(&mut config.looks_for_s, node.number("looks-for", 0.0..=1e6));
        set(&mut config.impossible_nats, node.number("impossible", NATS));
        set(&mut config.arrivals_per_m2_s, node.number("arrivals", 1e-9..=1e3));
        set(&mut config.arrivals_over_s, node.number("arrivals-over", 1e-3..=1e7));
        set(&mut config.look_nats, node.number("look", 0.0..=30.0));
        set(&mut config.felt_half_life_s, node.number("felt-half-life", 1e-3..=1e3));
        set(&mut config.foretell_s, node.number("foretell", 0.05..=60.0));
        set(&mut config.score_over_s, node.number("score-over", 0.1..=1e4));
        set(&mut config.aside_share, node.number("aside", 0.0..=1.0));
        set(&mut config.aside_from_rad, node.number("aside-from", 0.0..=1.5));
        set(&mut config.aside_to_rad, node.number("aside-to", 0.0..=1.5));
        set(&mut config.hardest_turn_m_per_s2, node.number("hardest-turn", 0.0..=1e4));
        set(&mut config.needed_share, node.number("needed", 0.0..=1.0));
        set(&mut config.still_m_per_s, node.number("still", 1e-3..=10.0));
        set(&mut config.inside_share, node.number("inside", 0.0..=1.0));
        set(&mut config.near_m, node.number("near", 0.0..=10.0));
        set(&mut config.lasts_surprised, node.number("lasts-surprised", 0.0..=1.0));
        set(&mut config.lasts_confused, node.number("lasts-confused", 0.0..=1.0));
        set(&mut config.trusted, node.number("trusted", 1e-3..=1.0));
        set(&mut config.least_noise_m, node.number("least-noise", 1e-4..=10.0));
        set(&mut config.tolerance_m, node.number("tolerance", 1e-3..=100.0));
        set(&mut config.tolerance_share, node.number("tolerance-share", 0.0..=10.0));
        set(&mut config.unsure_s, node.number("unsure", 1e-3..=1e3));
        set(&mut config.steady_density, node.number("steady", 1e-6..=1e3));
        set(&mut config.steady_speed_m_per_s, node.number("steady-speed", 1e-3..=1e3));
        set(&mut config.pixel_share, node.number("pixel", 0.0..=10.0));
        set(&mut config.unknown_noise_m, node.number("unknown-noise", 0.0..=10.0));
        set(&mut config.arrives_within_s, node.number("arrives-within", 0.0..=10.0));
        set(&mut config.half_width_m, node.number("half-width", 0.0..=10.0));
        set(&mut config.settles_nats, node.number("settles", 0.0..=100.0));
        if config.aside_from_rad >= config.aside_to_rad {
            node.problem(
                "`aside-from` is not below `aside-to`",
                "raise `aside-to`: between them a turn counts in part",
            );
        }
    }
    config
}

/// The explanations of one thing after a tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Explanations {
    /// How likely each is now; they sum to 1.
    pub weights: [f32; EXPLANATIONS],
    /// How improbable what this tick brought was, over all explanations.
    pub nats: f32,
    /// The surprise that is felt: that of the tick, or of an earlier one as far as it has not faded.
    pub felt_nats: f32,
    /// The explanation that was left for what was felt.
    pub felt: Explanation,
    /// How much more this tick surprises than what is still felt, from 0 to 1.
    pub(crate) startle: f32,
    /// Whether what is felt has been a surprise, and has not faded.
    pub(crate) surprised: bool,
    /// How often each explanation was needed, as it is remembered of this thing: what was odd becomes usual.
    pub(crate) usual: [f32; EXPLANATIONS],
    /// Logarithms of how likely each is before the next sighting: its prior, and what looks in vain have made of it.
    pub(crate) logs: [f32; EXPLANATIONS],
    /// How improbable it was, over all explanations, not to see it since it was seen last.
    pub(crate) absent_nats: f32,
    /// Seconds for which all of it has shown.
    pub(crate) whole_s: f32,
    /// Seconds since something solid was just ahead of it.
    pub(crate) untouched_s: f32,
    /// The share of where it would be if it went on that was looked at in vain since.
    pub(crate) absence: f32,
    /// The share of the map that was looked at in vain since.
    pub(crate) culled: f32,
    /// Where it went out of sight, a moment after it was seen last; `None` where it vanished in view.
    pub(crate) hid_at: Option<Vec2>,
    /// How surely it is not there: that place was looked at in vain.
    pub(crate) uncovered: f32,
    /// Its kind, colour and shape as they were last seen; empty for what was not told.
    pub(crate) looks: [Name; 3],
    /// Whether it has counted as one that is no more since it was seen.
    pub(crate) given_up: bool,
    /// What the tick before needed an odd explanation for: it counts once, when it is over.
    pub(crate) odd: Option<Explanation>,
}

impl Default for Explanations {
    fn default() -> Self {
        let mut weights = [0.0; EXPLANATIONS];
        weights[Explanation::GoesOn.index()] = 1.0;
        Self {
            weights,
            nats: 0.0,
            felt_nats: 0.0,
            felt: Explanation::GoesOn,
            startle: 0.0,
            surprised: false,
            usual: [0.0; EXPLANATIONS],
            logs: [0.0; EXPLANATIONS],
            absent_nats: 0.0,
            whole_s: 0.0,
            untouched_s: f32::MAX,
            absence: 0.0,
            culled: 0.0,
            hid_at: None,
            uncovered: 0.0,
            looks: [Name::default(); 3],
            given_up: false,
            odd: None,
        }
    }
}

impl Explanations {
    /// Whether saved weights are shares that sum to 1, and the rest are amounts.
    pub(crate) fn validate(&self) -> Checked {
        self.weights.iter().try_for_each(|weight| share("weights", *weight))?;
        let sum: f32 = self.weights.iter().sum();
        require((sum - 1.0).abs() < 1e-3, "weights", || format!("sum to {sum}"))?;
        amount("nats", self.nats)?;
        amount("felt_nats", self.felt_nats)?;
        share("startle", self.startle)?;
        self.usual.iter().try_for_each(|times| amount("usual", *times))?;
        self.logs.iter().try_for_each(|log| require(*log <= 0.0, "logs", || format!("holds {log}")))?;
        amount("absent_nats", self.absent_nats)?;
        amount("untouched_s", self.untouched_s)?;
        amount("whole_s", self.whole_s)?;
        share("absence", self.absence)?;
        share("culled", self.culled)?;
        self.hid_at.map_or(Ok(()), |at| finite("hid_at", at.x).and(finite("hid_at", at.y)))?;
        share("uncovered", self.uncovered)
    }

    /// Whether it is held for one that surely is no more.
    pub(crate) fn has_surely_ceased(&self) -> bool {
        self.ceased() >= SURELY_CEASED
    }

    /// How likely it is that the thing is no more.
    pub fn ceased(&self) -> f32 {
        self.weights[Explanation::Ceased.index()]
    }

    /// How likely it was, before looks in vain, not to see a thing that turned or stopped out of sight, and stays there with this
    /// chance.
    pub(crate) fn left(&self, stays: f32) -> f32 {
        let stays_there = if self.hid_at.is_some() { 1.0 - self.uncovered } else { 0.0 };
        (1.0 - stays) * (1.0 - self.culled) + stays * stays_there
    }

    /// The likeliest explanation.
    pub fn best(&self) -> Explanation {
        let heavier = |a: &Explanation, b: &Explanation| {
            self.weights[a.index()].total_cmp(&self.weights[b.index()]).then(b.cmp(a))
        };
        Explanation::ALL.into_iter().max_by(heavier).unwrap_or_default()
    }

    /// Reweighs by logarithms of prior times likelihood, and says how improbable the evidence was over all of them.
    pub(crate) fn weigh(&mut self) -> f32 {
        let logs = &self.logs;
        let most = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        if !most.is_finite() {
            return 0.0;
        }
        let mut sum = 0.0;
        for (weight, log) in self.weights.iter_mut().zip(logs) {
            *weight = maths::exp(log - most);
            sum += *weight;
        }
        for weight in &mut self.weights {
            *weight /= sum;
        }
        (-most - maths::ln(sum)).max(0.0)
    }

    /// How odd the explanation was that the tick is left with: the likeliest of those that are not ordinary.
    pub(crate) fn oddest(&self) -> Explanation {
        let odd = Explanation::ALL.into_iter().filter(|one| !one.is_ordinary());
        odd.max_by(|a, b| self.weights[a.index()].total_cmp(&self.weights[b.index()])).unwrap_or_default()
    }
}
