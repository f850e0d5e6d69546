//! How odd a creature holds each explanation for, and how it weighs them: the `explain` node of a character file.

use super::Explanation;
use crate::model::SteadyConfig;
use piaget_terms::maths;
use piaget_text::Fields;

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
    /// One that ceased to be and comes out of thin air is likelier the same again than another, by so much. Raising it takes
    /// newcomers for those who went. Default 1.
    pub again_nats: f32,
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
    /// After so many seconds without a new thing, half as many are reckoned with.
    pub arrivals_over_s: f32,
    /// Each one that comes adds so many times as many as at first.
    pub arrivals_worth: f32,
    /// The most that one look in vain counts against a thing that should be seen.
    pub look_nats: f32,
    /// Surprise that was felt halves in this time.
    pub felt_half_life_s: f32,
    /// How far ahead a foretelling is scored, in seconds.
    pub foretell_s: f32,
    /// For so many seconds what is seen is held against how the thing went before: a stop shows only after a while. Raising it
    /// tells slower things apart from standing ones, and later.
    pub held_s: f32,
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
            again_nats: 1.0,
            through_nats: 16.0,
            surprise_nats: 12.0,
            looks_for_s: 4.0,
            impossible_nats: 15.0,
            arrivals_per_m2_s: 5e-4,
            arrivals_over_s: 60.0,
            arrivals_worth: 10.0,
            look_nats: 4.0,
            felt_half_life_s: 0.5,
            foretell_s: 0.6,
            held_s: 0.6,
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
            settles_nats: 0.0,
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
            held_s: self.held_s,
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
        let often = 1.0 + self.arrivals_worth * arrived as f32;
        let rate = self.arrivals_per_m2_s * often / (1.0 + seconds / self.arrivals_over_s);
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
        set(&mut config.again_nats, node.number("again", NATS));
        set(&mut config.through_nats, node.number("through", NATS));
        set(&mut config.surprise_nats, node.number("surprise", 1e-3..=100.0));
        set(&mut config.looks_for_s, node.number("looks-for", 0.0..=1e6));
        set(&mut config.impossible_nats, node.number("impossible", NATS));
        set(&mut config.arrivals_per_m2_s, node.number("arrivals", 1e-9..=1e3));
        set(&mut config.arrivals_over_s, node.number("arrivals-over", 1e-3..=1e7));
        set(&mut config.arrivals_worth, node.number("arrivals-worth", 0.0..=1e3));
        set(&mut config.look_nats, node.number("look", 0.0..=30.0));
        set(&mut config.felt_half_life_s, node.number("felt-half-life", 1e-3..=1e3));
        set(&mut config.foretell_s, node.number("foretell", 0.05..=60.0));
        set(&mut config.held_s, node.number("held", 0.05..=60.0));
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
