//! What a mind says of others' minds when it is asked: where another expects a thing, and what the own selectors answer in the
//! other's beliefs.

use crate::Mind;
use crate::model::{BeliefId, Found, OtherMind};
use piaget_terms::Vec3;

impl Mind {
    /// What others are taken to believe, for a character with `minds`.
    pub fn minds(&self) -> &[OtherMind] {
        self.state.beliefs.minds()
    }

    /// What one other is taken to believe, if its mind is thought of.
    pub fn mind_of(&self, other: BeliefId) -> Option<&OtherMind> {
        self.state.beliefs.mind_of(other)
    }

    /// Where another would look for a thing that this mind believes in: where it is taken to expect it.
    ///
    /// ```
    /// use piaget_mind::{Character, Mind};
    /// use piaget_terms::{Blind, BodySense, Effector, EffectorSighting, HostId, Name, Rect, Senses, Sighting, Terrain, Vec3};
    /// use std::sync::Arc;
    /// let text = "character \"anne\"\nbeliefs { map }\nminds \"person\"";
    /// let source = piaget_text::Source::new("anne.kdl", text);
    /// let character = Character::parse(&source, &mut |_| Err("no other files".into())).unwrap();
    /// let mut anne = Mind::new(Arc::new(character), Arc::new(Terrain::open(Rect::centred(20.0, 20.0))), 7);
    /// let body = BodySense::standing(Vec3::ZERO, 0.0);
    /// // Sally stands 6 m ahead. She looks this way at first, then away.
    /// let sally = |yaw: f32| {
    ///     let at = Vec3::new(0.0, 0.9, 6.0);
    ///     let mut seen = Sighting::new(HostId(1), Name::cut("person"), at);
    ///     let nose = at + Vec3::new(yaw.sin(), 0.0, yaw.cos()) * 0.2;
    ///     seen.effectors.push(EffectorSighting::new(Effector::Root, at));
    ///     seen.effectors.push(EffectorSighting::new(Effector::Nose, nose));
    ///     seen
    /// };
    /// let ball = |x: f32| Sighting::new(HostId(2), Name::cut("ball"), Vec3::new(x, 0.3, 2.0));
    /// for tick in 0..60 {
    ///     let away = if tick < 20 { std::f32::consts::PI } else { 0.0 };
    ///     // Behind her back the ball rolls from left to right.
    ///     let x = (-1.0 + 0.1 * (tick as f32 - 30.0).max(0.0)).min(1.0);
    ///     let seen = [sally(away), ball(x)];
    ///     anne.step(&Senses::new(tick as f64 * 0.1, 0.1, &body, &Blind).sightings(&seen));
    /// }
    /// let id = |kind: &str| anne.view().beliefs().iter().find(|belief| belief.now.kind == *kind).unwrap().id;
    /// let (sally, ball) = (id("person"), id("ball"));
    /// assert!(anne.view().record(ball).unwrap().position.x > 0.9, "Anne knows where it is");
    /// assert!(anne.expects_at(sally, ball).unwrap().x < -0.4, "and that Sally does not");
    /// ```
    pub fn expects_at(&self, other: BeliefId, thing: BeliefId) -> Option<Vec3> {
        self.mind_of(other)?.expects_at(thing)
    }

    /// What one of the character's named selectors answers in the other's beliefs: which thing it would take, and where it believes
    /// it to be. The belief is the own one, where the other's is about one.
    pub fn would_pick(&self, other: BeliefId, selector: &str) -> Option<Found> {
        let mind = self.mind_of(other)?;
        let selectors = &self.blueprint.character.classify.selectors;
        let selector = selectors.iter().find(|known| known.name == *selector)?;
        let found = selector.pick(&self.view().of(mind)).found?;
        Some(Found { belief: mind.ours(found.belief).unwrap_or(found.belief), ..found })
    }
}
