//! Invariants: what must hold in every mind after every tick, whatever its senses gave it. Fuzzing, endurance runs and tests ask for it;
//! a host that suspects its own senses can too.

use crate::Mind;
use piaget_occupancy::Distribution;
use piaget_terms::{FeatureValue, Intent, Vec2};

/// What does not hold in a mind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct BrokenInvariant {
    /// In words.
    pub what: String,
}

type Checked = Result<(), BrokenInvariant>;

/// How far the probabilities of a map may be from 1 together.
const MASS_TOLERANCE: f64 = 1e-4;

impl Mind {
    /// Whether all that it holds and intends is sound: numbers are numbers, shares are shares, and no probability is lost.
    /// Allocates; not part of a tick.
    ///
    /// ```
    /// # use piaget_mind::{Character, Mind};
    /// # use piaget_terms::{Rect, Terrain};
    /// # let source = piaget_text::Source::new("plain.kdl", "character \"plain\"");
    /// # let character = Character::parse(&source, &mut |_| Err("no other files".into())).unwrap();
    /// # let mind = Mind::new(character.into(), Terrain::open(Rect::centred(9.0, 9.0)).into(), 7);
    /// mind.check().expect("a newborn is sound");
    /// ```
    pub fn check(&self) -> Result<(), BrokenInvariant> {
        self.check_beliefs()?;
        intends(&self.intent)?;
        if let Some(stranger) = self.expecting().stranger() {
            share(stranger.likelihood(Vec2::ZERO), "the likelihood of a stranger")?;
        }
        let urges = self.expecting().urges();
        sound(urges.iter().all(|urge| urge.is_finite()), || format!("urges are {urges:?}"))?;
        let attention = self.attention().at;
        sound(attention.is_none_or(|at| at.is_finite()), || format!("attends to {attention:?}"))?;
        for (value, number) in self.character().feel.report(&self.state.feel) {
            sound(number.is_finite(), || format!("{value} is {number}"))?;
        }
        for tuple in (0..self.actions().tuples().len()).map(|at| crate::model::action::TupleId(at as u16)) {
            let worth = self.deciding().worth(tuple);
            sound(worth.is_finite(), || format!("tuple {} is worth {worth}", tuple.0))?;
        }
        Ok(())
    }

    fn check_beliefs(&self) -> Checked {
        let most = self.character().believe.most.max(1) as usize;
        let view = self.view();
        let count = view.beliefs().len();
        sound(count <= most, || format!("{count} beliefs where {most} are kept at most"))?;
        for mind in view.minds() {
            let most = self.character().minds.as_ref().map_or(0, |minds| minds.settings.things) as usize;
            let count = mind.beliefs.all().len();
            sound(count <= most, || {
                format!("another is taken to hold {count} beliefs, where {most} are kept at most")
            })?;
            let yaw = mind.gaze.yaw;
            sound(yaw.is_none_or(f32::is_finite), || format!("another looks along {yaw:?}"))?;
        }
        let of_others = view.minds().iter().flat_map(|mind| mind.beliefs.all());
        for belief in view.beliefs().iter().chain(of_others) {
            let now = &belief.now;
            sound(now.position.is_finite() && now.velocity.is_finite(), || format!("believes {now:?}"))?;
            share(now.confidence, "the confidence of a belief")?;
            if let Some(place) = &belief.place {
                share(place.outcome.likelihood, "the likelihood of a place")?;
                share(place.outcome.confusion, "what was looked at in vain")?;
                place.map().map_or(Ok(()), holds_all)?;
            }
            for (track, feature) in belief.expectation.tracks.iter().zip(&self.character().expect.features) {
                share(track.confidence.value, "the confidence in a feature")?;
                share(track.confidence.reliability(), "the reliability of a feature")?;
                share(track.likelihood.unwrap_or(1.0), "the likelihood of a measurement")?;
                let expected = track.expected(feature);
                let finite = match &expected {
                    Some(FeatureValue::Number(number)) => number.is_finite(),
                    Some(FeatureValue::Vector(vector)) => vector.is_finite(),
                    _ => true,
                };
                sound(finite, || format!("{} is expected to be {expected:?}", feature.name))?;
                let unsure_m = track.deviation_m(feature);
                sound(unsure_m.is_finite(), || format!("{} is unsure by {unsure_m}", feature.name))?;
            }
        }
        Ok(())
    }
}

/// Whatever was sensed, the host is told nothing that it cannot carry out.
fn intends(intent: &Intent) -> Checked {
    sound(intent.gaze.is_none_or(|gaze| gaze.at.is_finite()), || format!("looks at {:?}", intent.gaze))?;
    if let Some(travel) = &intent.travel {
        let finite = travel.towards.is_finite()
            && travel.goal.is_finite()
            && travel.speed_m_per_s.is_finite()
            && travel.arrive_within_m.is_finite();
        sound(finite && travel.speed_m_per_s >= 0.0, || format!("goes {travel:?}"))?;
    }
    let object = intent.movement.and_then(|movement| movement.object);
    sound(object.is_none_or(|object| object.position.is_finite()), || format!("acts on {object:?}"))?;
    for (face, weight) in &intent.expression {
        sound((0.0..=1.0).contains(weight), || format!("shows {face} by {weight}"))?;
    }
    Ok(())
}

/// A probability that is negative or no number is missing from the sum, which shows it.
fn holds_all(map: &Distribution) -> Checked {
    let total = map.total_probability();
    sound((total - 1.0).abs() < MASS_TOLERANCE, || format!("a map holds {total}"))
}

fn share(value: f32, what: &str) -> Checked {
    sound((0.0..=1.0).contains(&value), || format!("{what} is {value}"))
}

fn sound(holds: bool, otherwise: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(BrokenInvariant { what: otherwise() }) }
}
