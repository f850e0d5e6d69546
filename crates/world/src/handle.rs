//! What posed hands do to things: a hand that comes to a thing takes hold of it, one that lets go leaves it hanging
//! where it is, a bite at the right moment eats it. The host that moves a body says when a mark of a movement is
//! passed ([`World::pass_mark`]); here is what then happens.

use crate::config::Refusal;
use crate::creature::{Creature, Performing};
use crate::thing::{Slide, Thing};
use crate::world::{Event, World};
use piaget_terms::{Effector, FeatureValue, HostId, MovementStage, Name, Object, Vec3, maths};
use serde::{Deserialize, Serialize};

/// What a movement does to the thing it is done to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Effect {
    /// Takes what is in the body's reach into the hand, at the mark.
    Take,
    /// Takes what a hand comes to, at any moment; a full hand held out to somebody lets go, at the mark.
    Grasp,
    /// Eats what is held, at the mark.
    Eat,
    /// Throws what is held up into the air, at the mark; it comes down before the body.
    Toss,
    /// Sweeps to the body what the held tool reaches, at the mark; with no tool in hand it does nothing.
    Pull,
}

/// A movement that does something, and the mark at which it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Doing {
    /// The movement's name.
    pub movement: Name,
    /// What it does.
    pub effect: Effect,
    /// The mark at which it does it; at its end, where the host passes no such mark.
    pub mark: Name,
}

/// What the movements of our own bodies do.
pub(crate) fn doings() -> Vec<Doing> {
    let doing =
        |movement, effect, mark| Doing { movement: Name::cut(movement), effect, mark: Name::cut(mark) };
    vec![
        doing("pick-up", Effect::Take, "take"),
        doing("reach", Effect::Grasp, "take"),
        doing("jump", Effect::Grasp, "land"),
        doing("eat", Effect::Eat, "end"),
        doing("throw", Effect::Toss, "release"),
        doing("wave", Effect::Pull, "end"),
    ]
}

/// The feature of a thing that says how many metres it lengthens an arm.
pub const TOOL_REACH: &str = "reach";

/// How high a tossed thing flies, and where it (or one that is drawn near) comes to hang before the body, as shares of
/// the body's height.
const TOSS_UP: f32 = 0.6;
const TOSS_DOWN: Vec3 = Vec3::new(-0.11, 0.62, 0.24);
/// How fast tossed and drawn things go.
const TOSS_M_PER_S: f32 = 1.6;
/// A drawn thing is lifted over low fences.
const PULL_OVER: Vec3 = Vec3::new(0.0, 0.4, 0.0);
/// A held thing sticks out of the hand by this share of its own radius, so that the hand can be seen.
const STICKS_OUT: f32 = 0.8;

impl World {
    /// A mark of the movement that a host performs for a creature was passed; what it does happens in the next tick.
    pub fn pass_mark(&mut self, id: HostId, mark: Name) {
        if let Some(creature) = self.creatures.get_mut(&id) {
            let _ = creature.marks.try_push(mark);
        }
    }

    /// Carries on a movement that a host performs.
    pub(crate) fn carry_on_posed(
        &mut self,
        id: HostId,
        mut under_way: Performing,
        reported: Option<MovementStage>,
    ) -> MovementStage {
        let stage = reported.unwrap_or(MovementStage::Begun);
        let Some(creature) = self.creatures.get_mut(&id) else { return MovementStage::Cannot };
        let marks = std::mem::take(&mut creature.marks);
        let doing = self.doings.iter().find(|doing| doing.movement == under_way.request.name).copied();
        if let (Some(doing), Some(object), false) = (doing, under_way.request.object, under_way.done) {
            let passed = marks.contains(&doing.mark) || stage == MovementStage::Finished;
            under_way.done = self.handle(id, doing.effect, object, passed).is_ok();
        } else if doing.is_none() && stage == MovementStage::Finished && !under_way.done {
            let target = self.target_by_rule(id, &under_way.request).ok().flatten();
            under_way.done = target
                .is_some_and(|thing| self.take_effect_by_rule(id, under_way.request.name, thing).is_ok());
        }
        if let Some(creature) = self.creatures.get_mut(&id) {
            creature.performing = Some(under_way);
        }
        stage
    }

    /// Does it if it can be done now.
    fn handle(&mut self, id: HostId, effect: Effect, object: Object, passed: bool) -> Result<(), Refusal> {
        let creature = self.creatures.get(&id).ok_or(Refusal::NoSuch(id))?;
        let held = creature.holding;
        if effect == Effect::Grasp
            && let Ok(thing) = self.at_hand(creature, object)
        {
            // A hand that takes another thing lets go of what it held.
            held.into_iter().for_each(|held| self.let_go(held));
            return self.take_hold(id, thing);
        }
        if !passed {
            return Err(Refusal::Hands);
        }
        match effect {
            Effect::Grasp => {
                let somebody = self.creatures.values().any(|other| Some(other.kind) == object.kind);
                let held = held.filter(|_| somebody).ok_or(Refusal::Hands)?;
                self.let_go(held);
                self.events.push(Event::PutDown { creature: id, thing: held });
                Ok(())
            }
            Effect::Take => {
                let thing = self.in_reach(id, creature, Some(object), false)?;
                if held.is_some() {
                    self.lay_down(id, None)?;
                }
                self.take_hold(id, thing)
            }
            Effect::Eat => self.swallow(id, held.ok_or(Refusal::Hands)?),
            Effect::Toss => self.toss(id, held.ok_or(Refusal::Hands)?),
            Effect::Pull => self.pull(id, held.ok_or(Refusal::Hands)?, object),
        }
    }

    /// The thing that is meant, if a hand has come to it.
    fn at_hand(&self, creature: &Creature, object: Object) -> Result<HostId, Refusal> {
        let touches = |thing: &Thing| {
            let middle = thing.middle();
            let near = creature.body.grasp_m + thing.ground_radius_m.min(thing.height_m * 0.5);
            hands(creature).any(|hand| hand.distance(middle) <= near)
        };
        let free =
            |thing: &Thing| Some(thing.kind) == object.kind && !thing.hidden && thing.held_by.is_none();
        let mut found = self.things.iter().filter(|(_, thing)| free(thing) && touches(thing));
        found.next().map(|(id, _)| *id).ok_or(Refusal::Hands)
    }

    fn toss(&mut self, id: HostId, held: HostId) -> Result<(), Refusal> {
        let creature = self.creatures.get(&id).ok_or(Refusal::NoSuch(id))?;
        let (height, down) =
            (creature.body.height_m, creature.world_from_own(TOSS_DOWN * creature.body.height_m));
        self.let_go(held);
        let thing = self.things.get_mut(&held).ok_or(Refusal::NoSuch(held))?;
        let path = vec![thing.position + Vec3::Y * (TOSS_UP * height), down];
        thing.slide = Some(Slide { path, speed_m_per_s: TOSS_M_PER_S, next: 0 });
        self.events.push(Event::PutDown { creature: id, thing: held });
        Ok(())
    }

    fn pull(&mut self, id: HostId, tool: HostId, object: Object) -> Result<(), Refusal> {
        let creature = self.creatures.get(&id).ok_or(Refusal::NoSuch(id))?;
        let tool = self.things.get(&tool).ok_or(Refusal::NoSuch(tool))?;
        let reach =
            tool.features.iter().find(|feature| feature.path == *TOOL_REACH).map(|feature| feature.value);
        let Some(FeatureValue::Number(longer_m)) = reach else { return Err(Refusal::Hands) };
        let here = maths::ground(creature.position);
        let most = creature.body.reach_m + longer_m;
        let meant = |thing: &Thing| {
            Some(thing.kind) == object.kind
                && !thing.hidden
                && thing.held_by.is_none()
                && maths::ground(thing.position).distance(here) <= most
                && thing.slide.is_none()
        };
        let drawn = self.things.iter().filter(|(_, thing)| meant(thing)).min_by(|(_, a), (_, b)| {
            let far = |thing: &Thing| thing.position.distance_squared(object.position);
            far(a).total_cmp(&far(b))
        });
        let drawn = drawn.map(|(id, _)| *id).ok_or(Refusal::Hands)?;
        let end = creature.world_from_own(TOSS_DOWN * creature.body.height_m);
        let thing = self.things.get_mut(&drawn).ok_or(Refusal::NoSuch(drawn))?;
        let path = vec![thing.position + PULL_OVER, end];
        thing.slide = Some(Slide { path, speed_m_per_s: TOSS_M_PER_S, next: 0 });
        Ok(())
    }
}

fn hands(creature: &Creature) -> impl Iterator<Item = Vec3> + '_ {
    let is_hand = |effector: &Effector| matches!(effector, Effector::LeftHand | Effector::RightHand);
    creature.effectors().filter(move |part| is_hand(&part.effector)).map(|part| part.position)
}

impl Creature {
    /// Where the middle of a held thing is: in the hand, and for a posed body a little beyond it, so that both show.
    pub(crate) fn grip(&self, thing: &Thing) -> Vec3 {
        let hand = self.hand();
        let place = |part| self.effectors().find(|one| one.effector == part).map(|one| one.position);
        let elbow = place(Effector::RightElbow).filter(|_| self.host_moves);
        let Some(elbow) = elbow else { return hand };
        let sticks_out_m = self.mark_radius_m(Effector::RightHand) + STICKS_OUT * thing.ground_radius_m;
        hand + (hand - elbow).normalize_or_zero() * sticks_out_m
    }
}
