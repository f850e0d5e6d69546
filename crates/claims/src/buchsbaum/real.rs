//! Real motion: an animator's robot at other proportions (Buchsbaum 7.2.1), and captured people (7.2.2).

use super::motion::{
    Capture, captures, examples, faced, limbs, own_axes, parts_along, robot, seen_parts, stretched, warped,
};
use super::onlooker::{Fault, Onlooker};
use super::show::{MOUSE, Puppet, Seat, show_puppet};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::data;
use crate::figure;
use crate::run::{Run, Trial};
use crate::statistics::rate_of;
use piaget_mind::others::Gesture;
use piaget_motor::watch::Parts;
use piaget_motor::{GraphConfig, PoseGraph};
use piaget_terms::{Chance, Effector, Eyes, Name};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "buchsbaum.proportions",
        source: "Buchsbaum 7.2.1",
        says: "A robot sees another robot whose arms and legs are 0.7 to 1.4 times as long stand, perform one of its clips and stand \
               again, from any seat and at any pace; it cuts out the gesture, and the own movement that is nearest to it is the right one. Dynamic time warping with limbs \
               scaled, which is told when the clip begins and ends, does worse.",
        metric: "share of clips cut out and recognised",
        bar: Bar::AtLeast(0.95),
        trials: Trials { full: 100, quick: 2 },
        run: proportions,
    },
    Claim {
        id: "buchsbaum.capture",
        source: "Buchsbaum 7.2.2",
        says: "From one captured example of each gesture, those of other people are seen, cut out and recognised, more often than by \
               dynamic time warping with limbs scaled on what the same eyes saw, which is told when they begin and end.",
        metric: "share recognised, less that of dynamic time warping",
        bar: Bar::AtLeast(0.1),
        trials: Trials { full: 5, quick: 1 },
        run: people,
    },
];

/// Frames per second that dynamic time warping compares.
const WARPED_HZ: f32 = 10.0;

/// What a demonstration was taken for: by the mind, the own movement that is nearest to the longest gesture that it cut out, empty
/// where that is less than half of what was shown; and by time warping, the number of the example.
struct Taken {
    ours: Name,
    /// Whether it was cut out as one gesture, and whether it was held to be something new.
    one: bool,
    novel: bool,
    warped: usize,
}

/// An own movement as time warping has it, with how the body stands.
struct Example {
    looks: Vec<(f64, Parts)>,
    stands: Parts,
}

fn demonstrate(
    graph: &PoseGraph,
    watch: &str,
    puppet: &Puppet,
    examples: &[Example],
    chance: &mut Chance,
    seed: u64,
) -> Result<Taken, String> {
    let seat = Seat { distance_m: chance.between(2.0, 5.0), ..Seat::by_chance(chance) };
    let (shown, span) = show_puppet(puppet, seat, Eyes::default(), seed)?;
    let mut onlooker = Onlooker::new(graph, watch)?;
    let seen: Vec<Gesture> = onlooker.watch(&shown, Fault::default(), chance);
    let lasts_s = |gesture: &&Gesture| gesture.recognised.to_s - gesture.recognised.from_s;
    let longest = seen.iter().max_by(|a, b| lasts_s(a).total_cmp(&lasts_s(b)));
    let longest = longest.filter(|gesture| lasts_s(gesture) >= 0.5 * (span.1 - span.0));
    let nearest = longest.and_then(|gesture| gesture.recognised.ranked.first());
    let novel = longest.is_some_and(|gesture| gesture.recognised.novel);
    let ours = nearest.map_or(Name::default(), |nearest| nearest.name);
    let other = limbs(&puppet.stands);
    let looks = seen_parts(&shown, span);
    let distance = |example: &Example| {
        let own = limbs(&example.stands);
        warped(&faced(&looks, &other, &own, WARPED_HZ), &faced(&example.looks, &own, &own, WARPED_HZ))
    };
    let best = examples.iter().map(distance).enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
    Ok(Taken { ours, one: seen.len() == 1, novel, warped: best.map_or(0, |(best, _)| best) })
}

fn proportions(run: &Run<'_>) -> Result<Measured, String> {
    let model = match data::folder("characters").and_then(|folder| robot(&folder)) {
        Ok(model) => model,
        Err(why) => return Ok(Measured::skipped(why)),
    };
    let graph = PoseGraph::new(&model, GraphConfig::default()).map_err(|why| why.to_string())?;
    let names: Vec<Name> = model.clips.iter().map(|clip| clip.name).filter(|name| *name != "Idle").collect();
    let own = |model: &piaget_motor::Model,
               name: &str,
               seconds: Option<f32>|
     -> Result<Vec<(f64, Parts)>, String> {
        let clip = model.clips.iter().find(|clip| clip.name == *name);
        let clip = clip.ok_or_else(|| format!("the robot has no {name}"))?;
        let looks = parts_along(&model.skeleton, clip, 0.0, seconds.unwrap_or(clip.seconds), 1.0);
        Ok(own_axes(&looks, model.skeleton.height(), MOUSE.height_m, false))
    };
    let stands = |model: &piaget_motor::Model| -> Result<Parts, String> {
        Ok(own(model, "Idle", Some(0.07))?.first().map_or([None; Effector::ALL.len()], |look| look.1))
    };
    let examples = names
        .iter()
        .map(|name| Ok(Example { looks: own(&model, name.as_str(), None)?, stands: stands(&model)? }))
        .collect::<Result<Vec<_>, String>>()?;
    let trials = run.try_each(|trial: Trial| {
        let mut chance = trial.chance();
        let other = stretched(&model, chance.between(0.7, 1.4), chance.between(0.7, 1.4));
        let one = |name: &Name| {
            let puppet = Puppet { looks: own(&other, name.as_str(), None)?, stands: stands(&other)? };
            demonstrate(&graph, "standing=\"Idle\"", &puppet, &examples, &mut chance, trial.seed)
        };
        names.iter().map(one).collect::<Result<Vec<Taken>, String>>()
    })?;
    let all = || trials.iter().flat_map(|trial| trial.iter().zip(&names).enumerate());
    let ours: Vec<bool> = all().map(|(_, (taken, name))| taken.ours == *name).collect();
    let theirs: Vec<bool> = all().map(|(index, (taken, _))| taken.warped == index).collect();
    let novel: Vec<bool> = all().map(|(_, (taken, _))| taken.novel).collect();
    let cut: Vec<bool> = all().map(|(_, (taken, _))| taken.one).collect();
    let (value, rival) = (rate_of(&ours).value, rate_of(&theirs).value);
    let mut measured = Measured::new(value)
        .require(
            "rival: less that of dynamic time warping with limbs scaled",
            value - rival,
            Bar::AtLeast(0.05),
        )
        .detail("recognised by dynamic time warping with limbs scaled", rival)
        .detail("held to be something new", rate_of(&novel).value)
        .detail("cut out as one gesture", rate_of(&cut).value);
    for (index, name) in names.iter().enumerate() {
        let right: Vec<bool> = trials.iter().map(|trial| trial[index].ours == *name).collect();
        measured = measured.detail(name.as_str(), rate_of(&right).value);
    }
    Ok(measured)
}

fn people(run: &Run<'_>) -> Result<Measured, String> {
    let all = match data::folder("mocap-cmu").and_then(|folder| captures(&folder)) {
        Ok(all) => all,
        Err(why) => return Ok(Measured::skipped(why)),
    };
    let (gestures, known) = one_example_each(&all);
    let graph = examples(&known)?;
    let own = |capture: &Capture| {
        let (skeleton, clip) = (&capture.model.skeleton, &capture.model.clips[0]);
        let looks = parts_along(skeleton, clip, 0.0, clip.seconds, 1.0);
        own_axes(&looks, skeleton.height(), MOUSE.height_m, true)
    };
    // Captures begin standing.
    let first = |looks: &[(f64, Parts)]| looks.first().map_or([None; Effector::ALL.len()], |look| look.1);
    let plain = known.iter().map(|capture| {
        let looks = own(capture);
        Example { stands: first(&looks), looks }
    });
    let plain: Vec<Example> = plain.collect();
    let asked: Vec<(usize, &Capture)> = all
        .iter()
        .filter_map(|capture| {
            Some((gestures.iter().position(|gesture| *gesture == capture.gesture)?, capture))
        })
        .filter(|(row, capture)| known[*row].subject != capture.subject)
        .collect();
    let trials = run.try_each(|trial: Trial| {
        let mut chance = trial.chance();
        let one = |(_, capture): &(usize, &Capture)| {
            let looks = own(capture);
            let puppet = Puppet { stands: first(&looks), looks };
            demonstrate(&graph, "", &puppet, &plain, &mut chance, trial.seed)
        };
        asked.iter().map(one).collect::<Result<Vec<Taken>, String>>()
    })?;
    let taken = || trials.iter().flat_map(|trial| trial.iter().zip(&asked));
    let mut counts = vec![vec![0.0; gestures.len()]; gestures.len()];
    for (taken, (row, _)) in taken() {
        if let Some(column) = gestures.iter().position(|gesture| taken.ours == gesture.as_str()) {
            counts[*row][column] += 1.0;
        }
    }
    let ours: Vec<bool> =
        taken().map(|(taken, (_, capture))| taken.ours == capture.gesture.as_str()).collect();
    let theirs: Vec<bool> = taken().map(|(taken, (row, _))| taken.warped == *row).collect();
    let novel: Vec<bool> = taken().map(|(taken, _)| taken.novel).collect();
    let cut: Vec<bool> = taken().map(|(taken, _)| taken.one).collect();
    let (ours, theirs) = (rate_of(&ours), rate_of(&theirs));
    let title = "What people did (rows), and what it was taken for (columns)";
    Ok(Measured::new(ours.value - theirs.value)
        .detail("recognised", ours.value)
        .detail("recognised by dynamic time warping with limbs scaled", theirs.value)
        .detail("held to be something new", rate_of(&novel).value)
        .detail("cut out as one gesture", rate_of(&cut).value)
        .detail("by chance", 1.0 / gestures.len() as f64)
        .detail("clips", asked.len() as f64)
        .figure(figure::matrix(title, &gestures, &gestures, &counts)))
}

/// The gestures that two or more people perform, each with its shortest capture as the example.
fn one_example_each(all: &[Capture]) -> (Vec<String>, Vec<&Capture>) {
    let mut gestures: Vec<String> = all.iter().map(|capture| capture.gesture.clone()).collect();
    gestures.dedup();
    let of =
        |gesture: &String| all.iter().filter(move |capture| capture.gesture == *gesture).collect::<Vec<_>>();
    gestures.retain(|gesture| {
        let people = of(gesture);
        people.iter().any(|capture| capture.subject != people[0].subject)
    });
    let shortest = |gesture: &String| {
        of(gesture).into_iter().min_by(|a, b| a.model.clips[0].seconds.total_cmp(&b.model.clips[0].seconds))
    };
    let known = gestures.iter().filter_map(shortest).collect();
    (gestures, known)
}
