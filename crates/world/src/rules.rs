//! What movements do to things: the table of verbs. Those that every world knows are in `built_in`; a scenario adds its own.
//! A movement that stands in no table begins and ends without an effect.

use crate::config::Refusal;
use crate::thing::Slide;
use crate::world::{Event, World};
use piaget_terms::valid::{Checked, Within, amount, finite};
use piaget_terms::{Feature, FeatureValue, HostId, MovementRequest, Name, Vec3, maths};
use serde::{Deserialize, Serialize};

/// A movement, how long it takes and what it does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// The movement's name.
    pub movement: Name,
    /// How long it takes while the world and not a motor system performs it, in seconds.
    pub lasts_s: f32,
    /// What it does to what it is done to; nothing where this is empty.
    pub deeds: Vec<Deed>,
}

/// What a movement does to a thing in reach.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Deed {
    /// To things of this kind; to those of any kind if it is empty.
    pub kind: Name,
    /// What it does to them.
    pub what: What,
}

/// What is done to a thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum What {
    /// A number among its features changes.
    Changes {
        /// Which.
        feature: Name,
        /// By how much.
        by: f32,
        /// It falls to this and no lower; where it cannot change any more, the movement cannot be done.
        least: f32,
        /// It rises to this and no higher.
        most: f32,
        /// Whether the body has then eaten something of the thing's kind.
        eaten: bool,
    },
    /// A feature becomes this, and the thing lets bodies pass or not, where that is said. The thing must have the feature.
    Sets {
        /// The feature with its new value.
        feature: Feature,
        /// Whether bodies must go around it from now on.
        solid: Option<bool>,
    },
    /// It slides away from the body.
    Pushes {
        /// How far, in metres.
        by_m: f32,
        /// How fast.
        speed_m_per_s: f32,
    },
    /// It is thrown ahead, out of the hand.
    Throws {
        /// How far, in metres.
        by_m: f32,
        /// How fast.
        speed_m_per_s: f32,
    },
}

/// The feature that says how much food is in a thing: it is eaten from, and stays.
pub const FOOD: &str = "food";
/// How much of it one meal takes.
pub const MEAL: f32 = 0.2;
/// The feature that says whether a thing is open or closed.
pub const STATE: &str = "state";

/// The movements that every world knows beside "pick-up", "put-down" and "eat". `docs/verbs.md` has them as a table.
pub(crate) fn built_in() -> Vec<Rule> {
    let rule = |movement: &str, what: What| Rule {
        movement: Name::cut(movement),
        lasts_s: 1.0,
        deeds: vec![Deed { kind: Name::default(), what }],
    };
    let state = |word: &str, solid: bool| What::Sets {
        feature: Feature::new(Name::cut(STATE), FeatureValue::Word(Name::cut(word))),
        solid: Some(solid),
    };
    vec![
        rule("open", state("open", false)),
        rule("close", state("closed", true)),
        rule("push", What::Pushes { by_m: 0.5, speed_m_per_s: 0.8 }),
        rule("throw", What::Throws { by_m: 3.0, speed_m_per_s: 4.0 }),
    ]
}

impl Rule {
    /// Whether its numbers are numbers.
    pub(crate) fn validate(&self) -> Checked {
        amount("lasts_s", self.lasts_s)?;
        for deed in &self.deeds {
            match deed.what {
                What::Changes { by, .. } => finite("by", by).within("deeds")?,
                What::Pushes { by_m, speed_m_per_s } | What::Throws { by_m, speed_m_per_s } => {
                    finite("by_m", by_m).within("deeds")?;
                    amount("speed_m_per_s", speed_m_per_s).within("deeds")?;
                }
                What::Sets { .. } => {}
            }
        }
        Ok(())
    }
}

impl World {
    /// Adds a movement, in place of one of the same name.
    pub fn set_rule(&mut self, rule: Rule) {
        self.rules.retain(|known| known.movement != rule.movement);
        self.rules.push(rule);
    }

    pub(crate) fn rule(&self, movement: Name) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.movement == movement)
    }

    /// The thing that a movement of the table is done to: `None` for one that needs nothing.
    pub(crate) fn target_by_rule(
        &self,
        id: HostId,
        request: &MovementRequest,
    ) -> Result<Option<HostId>, Refusal> {
        let Some(rule) = self.rule(request.name).filter(|rule| !rule.deeds.is_empty()) else {
            return Ok(None);
        };
        let creature = self.creatures.get(&id).ok_or(Refusal::NoSuch(id))?;
        if rule.deeds.iter().any(|deed| matches!(deed.what, What::Throws { .. })) {
            return creature.holding.map(Some).ok_or(Refusal::Hands);
        }
        let thing = self.in_reach(id, creature, request.object, false)?;
        let can = rule.deeds.iter().any(|deed| self.can(thing, deed));
        if can { Ok(Some(thing)) } else { Err(Refusal::Hands) }
    }

    fn can(&self, id: HostId, deed: &Deed) -> bool {
        let Some(thing) = self.things.get(&id) else { return false };
        let feature = |path: Name| thing.features.iter().find(|own| own.path == path).map(|own| own.value);
        let meant = deed.kind.is_empty() || deed.kind == thing.kind;
        meant
            && match &deed.what {
                What::Changes { feature: path, by, least, most, .. } => {
                    let value = feature(*path).and_then(|value| match value {
                        FeatureValue::Number(number) => Some(number),
                        _ => None,
                    });
                    value.is_some_and(|value| if *by < 0.0 { value > *least } else { value < *most })
                }
                What::Sets { feature: to, .. } => feature(to.path).is_some(),
                What::Pushes { .. } | What::Throws { .. } => true,
            }
    }

    /// Does what the table says to a thing.
    pub(crate) fn take_effect_by_rule(
        &mut self,
        id: HostId,
        movement: Name,
        thing: HostId,
    ) -> Result<(), Refusal> {
        let Some(rule) = self.rule(movement) else { return Ok(()) };
        let deeds: Vec<Deed> = rule.deeds.iter().filter(|deed| self.can(thing, deed)).cloned().collect();
        for deed in deeds {
            self.carry_out(id, thing, deed.what)?;
        }
        self.changed();
        Ok(())
    }

    fn carry_out(&mut self, id: HostId, thing_id: HostId, what: What) -> Result<(), Refusal> {
        let creature = self.creatures.get(&id).ok_or(Refusal::NoSuch(id))?;
        let (here, yaw) = (creature.position, creature.yaw);
        let thing = self.things.get_mut(&thing_id).ok_or(Refusal::NoSuch(thing_id))?;
        match what {
            What::Changes { feature, by, least, most, eaten } => {
                let own = thing.features.iter_mut().find(|own| own.path == feature);
                if let Some(Feature { value: FeatureValue::Number(number), .. }) = own {
                    *number = (*number + by).clamp(least.min(*number), most.max(*number));
                }
                if eaten {
                    self.note_meal(id, thing_id);
                }
            }
            What::Sets { feature, solid } => {
                self.set_feature(thing_id, feature)?;
                if let Some(solid) = solid {
                    self.set_solid(thing_id, solid)?;
                }
            }
            What::Pushes { by_m, speed_m_per_s } => {
                let there = thing.position;
                let away = maths::ground(there - here).normalize_or_zero();
                let path = self.on_ground(vec![there + maths::on_ground(away) * by_m]);
                if let Some(thing) = self.things.get_mut(&thing_id) {
                    thing.slide = Some(Slide { path, speed_m_per_s, next: 0 });
                }
            }
            What::Throws { by_m, speed_m_per_s } => {
                self.let_go(thing_id);
                let ahead = here + maths::direction(yaw) * by_m;
                let path = self.on_ground(vec![Vec3::new(ahead.x, 0.0, ahead.z)]);
                if let Some(thing) = self.things.get_mut(&thing_id) {
                    thing.slide = Some(Slide { path, speed_m_per_s, next: 0 });
                }
                self.events.push(Event::PutDown { creature: id, thing: thing_id });
            }
        }
        Ok(())
    }

    /// The body has eaten of a thing, which stays.
    fn note_meal(&mut self, id: HostId, thing: HostId) {
        let kind = self.things.get(&thing).map(|thing| thing.kind).unwrap_or_default();
        if let Some(creature) = self.creatures.get_mut(&id) {
            creature.ate = Some(kind);
        }
        self.events.push(Event::Ate { creature: id, thing, kind });
    }

    /// Eats from a thing that holds food; false where it is food itself.
    pub(crate) fn eat_from(&mut self, id: HostId, thing: HostId) -> bool {
        let least = 0.0;
        let what = What::Changes { feature: Name::cut(FOOD), by: -MEAL, least, most: f32::MAX, eaten: true };
        let deed = Deed { kind: Name::default(), what };
        let eats = self.can(thing, &deed);
        if eats {
            // It can: the thing and the creature are there.
            let _ = self.carry_out(id, thing, deed.what);
        }
        eats
    }

    /// Whether a thing has food in it, or had: `Some(false)` for an empty bowl, `None` for what is food itself.
    pub(crate) fn has_food(&self, thing: HostId) -> Option<bool> {
        let features = &self.things.get(&thing)?.features;
        features
            .iter()
            .find(|own| own.path == *FOOD)
            .map(|own| matches!(own.value, FeatureValue::Number(number) if number > 0.0))
    }

    /// Points that lie on the ground that there is.
    fn on_ground(&self, mut path: Vec<Vec3>) -> Vec<Vec3> {
        let limits = self.ground.limits();
        for point in &mut path {
            (point.x, point.z) =
                (point.x.clamp(limits.min.x, limits.max.x), point.z.clamp(limits.min.y, limits.max.y));
        }
        path
    }
}
