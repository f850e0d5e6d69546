//! Taking the other's view (Buchsbaum 6.2.4): what Max concludes with self and other swapped about a past
//! moment is what Morris's own query answered then, on percepts of what both could see.

use crate::support::{character, field};
use piaget_mind::{BeliefId, Mind, SelectorId, View, Viewpoint};
use piaget_terms::{
    Blind, BodySense, Chance, Effector, EffectorSighting, HostId, Name, Senses, Sighting, Vec3, maths,
};
use proptest::prelude::*;

const MOUSE: &str = r#"
    list "edible" "cheese"
    percepts {
        kind "mouse" { pose "faces-viewer" faces="self" within=0.6 }
        kind "lump" "cheese" "rock" {
            on-list "food" list="edible"
            proximity "in-hand" "left-hand" "right-hand" within=0.5
            proximity "in-others-hand" "left-hand" "right-hand" to="other" within=0.5
            location "near" within=2 fade=1
        }
    }
    beliefs persist=10 history=64 give-up=10
    other "mouse"
    selector "nearest-food" "food" nearest=#true
    selector "held-food" "food" "in-hand"
    selector "others" "in-others-hand"
    selector "far-lump" "lump" farthest=#true from="nose" beyond=1
    selector "near-other" "lump" nearest=#true from="other"
    selector "faces-me" "faces-viewer" who="other"
    selector "sure-and-near" "near" surest=#true within=3
    selector "before" "food" ago=0.3 nearest=#true from="right-hand"
"#;

/// A mouse's body: root, nose ahead of it, and two hands.
fn mouse_body(position: Vec3, yaw: f32, hands: [Vec3; 2]) -> BodySense {
    let mut body = BodySense::standing(position, yaw);
    let root = position + Vec3::Y * 0.5;
    let parts = [
        (Effector::Root, root),
        (Effector::Nose, root + maths::direction(yaw) * 0.3 + Vec3::Y * 0.3),
        (Effector::LeftHand, position + hands[0]),
        (Effector::RightHand, position + hands[1]),
    ];
    body.effectors.extend(parts.map(|(effector, position)| EffectorSighting::new(effector, position)));
    body
}

fn seen(id: u32, body: &BodySense) -> Sighting {
    let mut sighting = Sighting::new(HostId(id), Name::cut("mouse"), body.position);
    sighting.effectors.clone_from(&body.effectors);
    sighting
}

/// What each of the character's selectors answers: the host's number of the thing, if any.
fn answers(view: &View<'_>, hosts: &dyn Fn(BeliefId) -> Option<u32>) -> Vec<(Option<u32>, u32)> {
    (0..8)
        .map(|index| {
            let pick = view.pick(SelectorId(index));
            (pick.found.and_then(|found| hosts(found.belief)), pick.count)
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_query_with_self_and_other_swapped_answers_as_the_others_own_did(seed in any::<u64>(), back in 1u32..20) {
        let mut chance = Chance::new(seed);
        let mut place = |reach: f32| Vec3::new(chance.between(-reach, reach), 0.2, chance.between(-reach, reach));
        let lumps: Vec<Vec3> = (0..5).map(|_| place(3.0)).collect();
        let starts = [place(3.0), place(3.0)];
        let drifts: Vec<Vec3> = (0..7).map(|_| place(0.04)).collect();
        let hands = [place(0.5), place(0.5)];
        let both = ["max", "morris"].map(|name| {
            let text = format!("character \"{name}\"\nbody kind=\"mouse\"\n{MOUSE}");
            Mind::new(character(&text), field(), 1)
        });
        let [mut max, mut morris] = both;
        let mut morris_said = Vec::new();
        let tick_s = 0.1f32;
        for tick in 0..40u32 {
            let age = tick as f32;
            let bodies = [0, 1].map(|who| {
                let at = starts[who] + drifts[who] * age;
                mouse_body(Vec3::new(at.x, 0.0, at.z), 0.1 * age + who as f32, hands)
            });
            let things: Vec<Sighting> = lumps.iter().enumerate().map(|(index, lump)| {
                let kind = if index % 2 == 0 { "cheese" } else { "rock" };
                let at = *lump + drifts[2 + index] * age;
                // Each has a colour of its own, so that neither mind takes one for another.
                let colour = Name::cut(["red", "green", "blue", "white", "black"][index]);
                Sighting::new(HostId(10 + index as u32), Name::cut(kind), at).colour(colour)
            }).collect();
            let time_s = f64::from(tick) * 0.1;
            for (who, mind) in [&mut max, &mut morris].into_iter().enumerate() {
                let mut sightings = things.clone();
                sightings.push(seen(1 - who as u32, &bodies[1 - who]));
                let body = &bodies[who];
                mind.step(&Senses::new(time_s, tick_s, body, &Blind).sightings(&sightings));
            }
            let host = |id: BeliefId| match morris.view().belief(id) {
                Some(_) if id == BeliefId::SELF => Some(1),
                belief => belief.and_then(|belief| belief.seen_as).map(|id| id.0),
            };
            morris_said.push((time_s, answers(&morris.view(), &host)));
        }
        let view = max.view();
        let about_morris = view.beliefs().iter().find(|belief| belief.seen_as == Some(HostId(1))).unwrap().id;
        let host = |id: BeliefId| match view.belief(id) {
            Some(_) if id == BeliefId::SELF => Some(0),
            belief => belief.and_then(|belief| belief.seen_as).map(|id| id.0),
        };
        let (time_s, said) = &morris_said[39 - back as usize];
        let as_morris = view.from(Viewpoint { who: about_morris, time_s: *time_s });
        prop_assert_eq!(&answers(&as_morris, &host), said);
    }
}
