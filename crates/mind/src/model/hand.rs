//! What somebody has in a hand: one definition, for what is carried off (`believe`), for what was held while an action was shown
//! (`others`), and for what is kept nowhere because somebody holds it (`remember`).

use super::Record;
use piaget_terms::{Effector, Vec3};
use piaget_text::Fields;

/// The nodes of a character file that are read here.
pub const NODES: &[&str] = &["hands"];

/// The parts that hold.
const HANDS: [Effector; 2] = [Effector::LeftHand, Effector::RightHand];

/// When a thing counts as in a hand: the `hands` node of a character file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandConfig {
    /// A thing is in a hand that shows and is this near to it. Raising it takes more things beside a hand for held. Default
    /// 0.3 m.
    pub within_m: f32,
    /// Hands need not show. A thing of the kind that somebody is seen to hold is the held one if it is this near to the body,
    /// on the ground. Raising it takes more things near a holder for held. Default 1 m.
    pub reach_m: f32,
}

impl Default for HandConfig {
    fn default() -> Self {
        Self { within_m: 0.3, reach_m: 1.0 }
    }
}

/// `hands within=0.3 reach=1`
pub fn read(nodes: Vec<Fields<'_>>) -> HandConfig {
    let mut config = HandConfig::default();
    for mut node in nodes {
        config.within_m = node.number("within", 0.0..=10.0).unwrap_or(config.within_m);
        config.reach_m = node.number("reach", 0.0..=1e3).unwrap_or(config.reach_m);
    }
    config
}

impl HandConfig {
    /// The hand of a body that a thing is in, and where that hand is: the nearest of those that show.
    pub fn hand_at(&self, body: &Record, thing: Vec3) -> Option<(Effector, Vec3)> {
        let shown = HANDS.into_iter().filter_map(|hand| Some((hand, body.effector(hand)?)));
        let nearest =
            shown.min_by(|a, b| a.1.distance_squared(thing).total_cmp(&b.1.distance_squared(thing)));
        nearest.filter(|(_, at)| at.distance(thing) <= self.within_m)
    }

    /// Whether a body has a thing in a hand.
    pub fn holds(&self, body: &Record, thing: &Record) -> bool {
        self.hand_at(body, thing.position).is_some()
            || (body.holding == Some(thing.kind) && self.is_within_reach(thing, body.position))
    }

    /// Whether a thing is near enough to a body to be what that holds.
    pub fn is_within_reach(&self, thing: &Record, body: Vec3) -> bool {
        thing.distance_m(body) < self.reach_m
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piaget_terms::{EffectorSighting, Name};

    fn at(kind: &str, x: f32) -> Record {
        let mut record = Record::at(0.0, Vec3::new(x, 0.0, 0.0));
        record.kind = Name::cut(kind);
        record
    }

    #[test]
    fn a_thing_is_in_the_nearest_hand_or_within_reach_of_who_holds_its_kind() {
        let config = HandConfig::default();
        let (near, far) = (at("ball", 0.9), at("ball", 2.0));
        let mut body = at("person", 0.0);
        assert!(!config.holds(&body, &near));
        body.holding = Some(Name::cut("ball"));
        assert!(
            config.holds(&body, &near) && !config.holds(&body, &far) && !config.holds(&body, &at("cup", 0.1))
        );
        body.holding = None;
        let hand = |effector, x: f32| EffectorSighting::new(effector, Vec3::new(x, 0.0, 0.0));
        body.effectors.set(&[hand(Effector::LeftHand, 0.7), hand(Effector::RightHand, 1.8)]);
        assert_eq!(config.hand_at(&body, near.position).map(|(hand, _)| hand), Some(Effector::LeftHand));
        assert_eq!(config.hand_at(&body, far.position).map(|(hand, _)| hand), Some(Effector::RightHand));
        assert!(config.holds(&body, &near) && config.hand_at(&body, Vec3::X * 4.0).is_none());
    }
}
