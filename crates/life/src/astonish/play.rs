//! Plays a scene and its twin, and gathers what each subject made of them.

use super::reaction::{self, Appearance};
use super::rivals::{Difference, Filters, Glance};
use super::{Astonish, SUBJECTS, Scene, surprise};
use crate::family::{Case, Fault, Half, Subject};
use crate::record::{Numbers, Record, Score};
use crate::scene;
use piaget_mind::events::EventKind;

/// The ticks a second at which the scenes of the part `rates` are played.
pub(super) const RATES: [(f32, &str); 4] =
    [(10.0, "nats_10"), (30.0, "nats_30"), (60.0, "nats_60"), (120.0, "nats_120")];

/// What the mind tells as an oddity.
const ODDITIES: [EventKind; 3] = [EventKind::Surprised, EventKind::Confused, EventKind::Disbelieved];

/// What a scene gave.
#[derive(Default)]
struct Seen {
    /// The most nats of a tick from the event on, by subject: ours and three rivals.
    nats: [f64; 4],
    /// Whether each oddity was told from the event on.
    told: [bool; 3],
    /// Oddities told in the whole scene.
    alarms: u32,
    /// Whether it rubbed its eyes, and whether it made any gesture, in the whole scene.
    rubs: bool,
    gestures: bool,
    shown: Vec<Appearance>,
}

pub(super) fn play(family: &Astonish, case: &Case<'_>) -> Result<Record, Fault> {
    if case.part.name == "rates" {
        return play_rates(family, case);
    }
    let possible = family.scene(case, false, None);
    let twin = watch(family, case, &possible)?;
    let odd = match case.part.half {
        Half::Possible => None,
        _ => {
            let scene = family.scene(case, family.event(case), None);
            Some((watch(family, case, &scene)?, scene))
        }
    };
    let drawn = odd.as_ref().map_or(&possible, |(_, scene)| scene).world.conditions.clone();
    let mut record = case.record(family, drawn);
    for (index, subject) in SUBJECTS.iter().enumerate() {
        let mut numbers = Numbers::default();
        let nats = |seen: &Seen, impossible: bool| nats_of(subject.name, index, seen, case, impossible);
        numbers.set("possible", nats(&twin, false));
        if let Some((seen, _)) = &odd {
            numbers.set("impossible", nats(seen, true));
        }
        if subject.name == Subject::OURS {
            numbers.set("alarms", twin.alarms.into());
            numbers.set(
                "object_hours",
                f64::from(possible.things) * f64::from(possible.moment.length_s) / 3600.0,
            );
            numbers.set("gestures_possible", yes(twin.gestures));
            numbers.set("rubs_possible", yes(twin.rubs));
            if let Some((seen, scene)) = &odd {
                let [surprised, confused, disbelieved] = seen.told;
                numbers.set("told", yes(surprised || confused || disbelieved));
                numbers.set("surprised", yes(surprised || disbelieved));
                let from_s = f64::from(scene.moment.event_s);
                let reaction = reaction::reaction(&seen.shown, &twin.shown, from_s, &scene.moment.places);
                numbers.set("visible", yes(reaction.any()));
                // A watcher that fidgets shows as much without a reason.
                let without = reaction::reaction(&twin.shown, &seen.shown, from_s, &scene.moment.places);
                numbers.set("visible_possible", yes(without.any()));
                numbers.set("face", yes(reaction.face));
                numbers.set("gesture", yes(reaction.gesture));
                numbers.set("gaze", yes(reaction.gaze));
            }
        }
        record.scores.push(Score::new(subject.name, numbers));
    }
    Ok(record)
}

fn yes(answer: bool) -> f64 {
    f64::from(u8::from(answer))
}

/// The number of a scene for a subject.
fn nats_of(subject: &str, index: usize, seen: &Seen, case: &Case<'_>, impossible: bool) -> f64 {
    match subject {
        Subject::TRUTH => yes(impossible),
        "forgets at once" => 0.0,
        "random" => case.draws(&format!("{} {impossible}", case.part.name)).chance.unit().into(),
        _ => seen.nats[index],
    }
}

fn play_rates(family: &Astonish, case: &Case<'_>) -> Result<Record, Fault> {
    let mut numbers = Numbers::default();
    let mut drawn = Numbers::default();
    for (rate, name) in RATES {
        let scene = family.scene(case, true, Some(rate));
        numbers.set(name, watch(family, case, &scene)?.nats[0]);
        drawn = scene.world.conditions;
    }
    let mut record = case.record(family, drawn);
    record.scores.push(Score::new(Subject::OURS, numbers));
    Ok(record)
}

/// Plays a scene to its end.
fn watch(family: &Astonish, case: &Case<'_>, scene: &Scene) -> Result<Seen, Fault> {
    const WATCHER: &str = "watcher";
    let unplayable = |why: String| case.unplayable(family, why);
    let mut simulation = scene::simulation(&scene.world).map_err(unplayable)?;
    let mut seen = Seen::default();
    let mut culled = Filters::new(true, scene.noise_m, scene.missed);
    let mut gate = Filters::new(false, scene.noise_m, scene.missed);
    let mut difference = Difference::default();
    let tick_s = simulation.scenario().tick_s();
    while !simulation.is_over() {
        // The time of what is sensed in this tick.
        let time_s = simulation.time_s();
        simulation.step();
        let counts = time_s >= f64::from(scene.moment.from_s) - 1e-6;
        let gone = || case.unplayable(family, "the watcher is gone");
        let actor = simulation.actor(WATCHER).ok_or_else(gone)?;
        let glance = Glance { time_s, tick_s, sensed: &actor.sensed };
        let nats =
            [surprise::nats(&actor.report), culled.see(&glance), gate.see(&glance), difference.see(&glance)];
        if counts {
            seen.nats.iter_mut().zip(nats).for_each(|(most, now)| *most = most.max(now));
        }
        for event in actor.mind.events() {
            if let Some(kind) = ODDITIES.iter().position(|kind| *kind == event.kind) {
                seen.alarms += 1;
                seen.told[kind] |= counts;
            }
        }
        let shown = reaction::appearance(&simulation, WATCHER).ok_or_else(gone)?;
        seen.gestures |= shown.gesture.is_some();
        seen.rubs |= shown.gesture.is_some_and(|gesture| gesture == "rub-eyes");
        seen.shown.push(Appearance { time_s, ..shown });
    }
    Ok(seen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::{Family as _, Part};
    use crate::ranges::Ranges;
    use crate::run::Run;

    fn ranges(set: &[&str]) -> Ranges {
        let mut ranges = Astonish.ranges();
        set.iter().for_each(|text| ranges.set(text).unwrap());
        ranges
    }

    /// What the default eye sees of each tick of a scene: the time, and the names of what is seen.
    fn sights(part: &str, seed: u64, happens: bool) -> (Scene, Vec<(f64, Vec<String>)>) {
        let ranges = ranges(&["faulty=0", "tick=30"]);
        let part = Astonish.parts().iter().find(|known| known.name == part).unwrap();
        let scene = Astonish.scene(&Case { part, seed, ranges: &ranges }, happens, None);
        let mut simulation = scene::simulation(&scene.world).unwrap_or_else(|why| {
            panic!("{} {seed}: {why}\n{}", part.name, scene.world.scenario.as_ref().unwrap())
        });
        let mut all = Vec::new();
        while !simulation.is_over() {
            let time_s = simulation.time_s();
            simulation.step();
            let world = simulation.world();
            let actor = simulation.actor("watcher").unwrap();
            let name = |id| world.thing(id).map_or_else(String::new, |thing| thing.name.to_string());
            all.push((time_s, actor.sensed.sightings.iter().map(|seen| name(seen.id)).collect()));
        }
        (scene, all)
    }

    fn sees(all: &[(f64, Vec<String>)], thing: &str, from_s: f32, to_s: f32) -> (usize, usize) {
        let within = all.iter().filter(|(t, _)| *t >= f64::from(from_s) && *t < f64::from(to_s));
        within.fold((0, 0), |(seen, of), (_, names)| {
            (seen + usize::from(names.iter().any(|n| n == thing)), of + 1)
        })
    }

    #[test]
    fn every_part_can_be_played_with_and_without_its_event() {
        for part in Astonish.parts() {
            for seed in 0..10 {
                let ranges = ranges(&[]);
                for happens in [true, false] {
                    let scene = Astonish.scene(&Case { part, seed, ranges: &ranges }, happens, None);
                    let text = scene.world.scenario.clone().unwrap();
                    let made = scene::simulation(&scene.world);
                    assert!(made.is_ok(), "{} {seed}: {}\n{text}", part.name, made.err().unwrap());
                    assert!(
                        scene.moment.length_s < 40.0,
                        "{} {seed} lasts {}",
                        part.name,
                        scene.moment.length_s
                    );
                }
            }
        }
    }

    #[test]
    fn what_happens_in_view_is_seen_and_what_happens_behind_a_cover_is_not() {
        let mut covered = 0;
        for seed in 0..8 {
            let (scene, all) = sights("vanish", seed, true);
            let moment = &scene.moment;
            let before = sees(&all, "thing", moment.from_s - 0.3, moment.from_s - 0.05);
            if scene.world.conditions.get("covered") == Some(1.0) {
                covered += 1;
                assert_eq!(before.0, 0, "seed {seed}: seen through the curtain");
                let known = sees(&all, "thing", 0.2, 1.0);
                assert!(known.0 * 10 >= known.1 * 9, "seed {seed}: not seen before, {known:?}");
            } else {
                assert!(
                    before.0 * 10 >= before.1 * 9,
                    "seed {seed}: not in view before it vanishes, {before:?}"
                );
            }
            assert_eq!(sees(&all, "thing", moment.event_s + 0.05, moment.length_s).0, 0, "seed {seed}");
            let (scene, all) = sights("vanish", seed, false);
            let after = sees(&all, "thing", scene.moment.event_s + 0.1, scene.moment.length_s);
            assert!(after.0 * 10 >= after.1 * 8, "seed {seed}: the twin is not in view, {after:?}");
        }
        assert!((1..=7).contains(&covered), "{covered} of 8 behind a curtain");
    }

    #[test]
    fn walls_hide_what_passes_and_show_it_in_time() {
        for seed in 0..4 {
            for (part, happens) in [("delay", false), ("too-early", false), ("delay", true)] {
                let (scene, all) = sights(part, seed, happens);
                let first = all.iter().position(|(_, names)| !names.iter().any(|n| n == "thing"));
                assert!(first.is_some(), "{part} {seed}: it is never hidden");
                let before = sees(&all, "thing", 0.2, 0.8);
                assert!(before.0 > 0, "{part} {seed}: it is not seen before the wall");
                let last = sees(&all, "thing", scene.moment.length_s - 0.3, scene.moment.length_s);
                if part == "delay" {
                    assert!(last.0 > 0, "{part} {seed} {happens}: it does not come out, {last:?}");
                }
            }
            let (scene, all) = sights("delay", seed, true);
            let due = sees(&all, "thing", scene.moment.event_s + 0.2, scene.moment.event_s + 1.2);
            assert_eq!(due.0, 0, "delay {seed}: it comes in time");
            let (scene, all) = sights("delay", seed, false);
            // It set out later by what the other is late.
            let late_s = scene.moment.displacement_m / scene.world.conditions.get("speed").unwrap() as f32;
            let due_s = scene.moment.event_s + late_s;
            let due = sees(&all, "thing", due_s - 0.15, due_s + 0.8);
            assert!(due.0 > 0, "delay {seed}: the twin does not come in time");
        }
    }

    #[test]
    fn nothing_is_seen_in_the_gap_unless_it_is_the_twin() {
        for seed in 0..4 {
            let (scene, all) = sights("wrong-side", seed, true);
            let gap = sees(&all, "thing", scene.moment.from_s + 0.05, scene.moment.from_s + 0.5);
            assert_eq!(gap.0, 0, "seed {seed}");
            let late = sees(&all, "thing", scene.moment.length_s - 0.4, scene.moment.length_s);
            assert!(late.0 > 0, "seed {seed}: it never comes out");
            let (scene, all) = sights("wrong-side", seed, false);
            let gap = sees(&all, "thing", scene.moment.from_s - 0.1, scene.moment.from_s + 0.5);
            assert!(gap.0 > 0, "seed {seed}: the twin is not seen in the gap");
        }
    }

    #[test]
    fn things_bump_stop_and_pass_through_as_the_label_says() {
        let place = |part: &'static str, seed: u64, happens: bool| {
            let ranges = ranges(&["faulty=0", "tick=30"]);
            let part = Astonish.parts().iter().find(|known| known.name == part).unwrap();
            let scene = Astonish.scene(&Case { part, seed, ranges: &ranges }, happens, None);
            let mut simulation = scene::simulation(&scene.world).unwrap();
            simulation.run(|_| ());
            let world = simulation.world();
            let thing = world.thing(world.named("thing").unwrap()).unwrap();
            (thing.position, scene.moment)
        };
        for seed in 0..5 {
            let (through, moment) = place("pass-through", seed, true);
            let (bumped, _) = place("pass-through", seed, false);
            assert!((through.x - bumped.x).abs() > 0.5, "seed {seed}: {through} {bumped} {moment:?}");
            let (stopped, moment) = place("stop", seed, true);
            let (at_wall, _) = place("stop", seed, false);
            assert!(stopped.distance(at_wall) < 0.2, "seed {seed}: {stopped} and {at_wall}");
            assert!((stopped.x - moment.places[0].x).abs() < 0.2, "seed {seed}");
        }
    }

    #[test]
    fn twins_share_every_draw() {
        for part in Astonish.parts().iter().filter(|part| part.half == Half::Both) {
            let ranges = ranges(&[]);
            let case = Case { part, seed: 5, ranges: &ranges };
            let (odd, twin) = (Astonish.scene(&case, true, None), Astonish.scene(&case, false, None));
            assert_eq!(odd.world.conditions, twin.world.conditions, "{}", part.name);
            assert_ne!(odd.world.scenario, twin.world.scenario, "{}: nothing happens", part.name);
        }
    }

    #[test]
    fn a_scene_and_its_twin_are_equally_long() {
        // Or one who is surprised at random, or more and more with time, would be surprised more in the one than in the other.
        for part in Astonish.parts().iter().filter(|part| part.half == Half::Both) {
            for seed in 0..30 {
                let ranges = ranges(&[]);
                let case = Case { part, seed, ranges: &ranges };
                let [odd, twin] = [true, false].map(|happens| Astonish.scene(&case, happens, None).moment);
                assert_eq!((odd.from_s, odd.length_s), (twin.from_s, twin.length_s), "{} {seed}", part.name);
                assert!(odd.from_s < odd.length_s, "{} {seed}", part.name);
            }
        }
    }

    #[test]
    fn the_same_seeds_give_the_same_records_on_1_and_2_threads() {
        let ranges = ranges(&["tick=10", "alike=1..2", "clutter=0", "known=1.5"]);
        let parts: Vec<&'static Part> = Astonish.parts().iter().collect();
        let played = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let run = Run { seed: 21, worlds: Some(1), quick: true };
            pool.install(|| run.play(&Astonish, &parts, &ranges, &|| ()).unwrap().records)
        };
        assert_eq!(played(1), played(2));
    }

    #[test]
    fn the_same_case_gives_the_same_record_and_known_subjects_know_what_they_should() {
        let ranges = ranges(&["tick=10", "alike=1", "clutter=0"]);
        let part = Astonish.parts().iter().find(|part| part.name == "vanish").unwrap();
        let case = Case { part, seed: 3, ranges: &ranges };
        let record = play(&Astonish, &case).unwrap();
        assert_eq!(record, play(&Astonish, &case).unwrap());
        let number = |subject: &str, name: &str| record.score(subject).unwrap().numbers.get(name).unwrap();
        assert_eq!((number(Subject::TRUTH, "impossible"), number(Subject::TRUTH, "possible")), (1.0, 0.0));
        assert_eq!(
            (number("forgets at once", "impossible"), number("forgets at once", "possible")),
            (0.0, 0.0)
        );
        assert_ne!(number("random", "impossible"), number("random", "possible"));
        assert!(number(Subject::OURS, "object_hours") > 0.0);
    }

    #[test]
    fn the_event_can_be_switched_off_and_then_both_scenes_are_the_same() {
        let ranges = ranges(&["event=0", "tick=10", "alike=1", "clutter=0"]);
        let part = Astonish.parts().iter().find(|part| part.name == "jump").unwrap();
        let record = play(&Astonish, &Case { part, seed: 4, ranges: &ranges }).unwrap();
        for subject in [Subject::OURS, "kalman, culled", "kalman gate", "frame difference"] {
            let numbers = &record.score(subject).unwrap().numbers;
            assert_eq!(numbers.get("impossible"), numbers.get("possible"), "{subject}");
        }
        assert_eq!(record.score(Subject::OURS).unwrap().numbers.get("visible"), Some(0.0));
    }
}
