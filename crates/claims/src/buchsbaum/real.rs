//! Real motion: an animator's robot at other proportions (Buchsbaum 7.2.1), and captured people (7.2.2).

use super::motion::{
    Capture, Judge, captures, elsewhere, examples, faced, parts_along, robot, stretched, warped,
};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::data;
use crate::figure;
use crate::run::Run;
use crate::statistics::rate_of;
use piaget_motor::watch::{MOST_RIVALS, WatchConfig};
use piaget_motor::{GraphConfig, PoseGraph};
use piaget_terms::Name;

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "buchsbaum.proportions",
        source: "Buchsbaum 7.2.1",
        says: "A robot recognises each of its clips on another robot whose arms and legs are 0.7 to 1.4 times as long, at \
               another pace, cut a little early or late.",
        metric: "share of clips recognised",
        bar: Bar::AtLeast(0.95),
        trials: Trials { full: 100, quick: 3 },
        run: proportions,
    },
    Claim {
        id: "buchsbaum.capture",
        source: "Buchsbaum 7.2.2",
        says: "From one captured example of each gesture, those of other people are recognised better than by dynamic time \
               warping on the same parts.",
        metric: "share recognised, less that of dynamic time warping",
        bar: Bar::AtLeast(0.1),
        trials: Trials { full: 1, quick: 1 },
        run: people,
    },
];

fn proportions(run: &Run<'_>) -> Result<Measured, String> {
    let model = match data::folder("characters").and_then(|folder| robot(&folder)) {
        Ok(model) => model,
        Err(why) => return Ok(Measured::skipped(why)),
    };
    let config =
        WatchConfig { standing: Name::cut("Idle"), beam: MOST_RIVALS as u32, ..WatchConfig::default() };
    let graph = PoseGraph::new(&model, GraphConfig::default()).map_err(|why| why.to_string())?;
    let trials = run.try_each(|trial| {
        let mut chance = trial.chance();
        let mut judge = Judge::new(&graph, config);
        let other = stretched(&model, chance.between(0.7, 1.4), chance.between(0.7, 1.4));
        let idle = other.clips.iter().find(|clip| clip.name == "Idle").ok_or("the robot has no Idle")?;
        let mut right = Vec::new();
        for clip in other.clips.iter().filter(|clip| clip.name != "Idle") {
            let (pace, yaw) = (chance.between(0.7, 1.4), chance.between(-3.1, 3.1));
            let late = 0.05 * clip.seconds;
            let (from_s, to_s) = (chance.between(0.0, late), clip.seconds - chance.between(0.0, late));
            let mut stands = parts_along(&other.skeleton, idle, 0.0, 0.07, 1.0);
            let mut shown = parts_along(&other.skeleton, clip, from_s, to_s, pace);
            elsewhere(&mut stands, &mut chance.clone(), yaw);
            elsewhere(&mut shown, &mut chance, yaw);
            let ranked = judge.rank(&stands, &shown, true);
            right.push((clip.name, ranked.first().is_some_and(|nearest| nearest.name == clip.name)));
        }
        Ok::<_, String>(right)
    })?;
    let all: Vec<bool> = trials.iter().flatten().map(|(_, right)| *right).collect();
    let mut measured = Measured::new(rate_of(&all).value);
    for index in 0..trials.first().map_or(0, Vec::len) {
        let right: Vec<bool> = trials.iter().map(|trial| trial[index].1).collect();
        measured = measured.detail(trials[0][index].0.as_str(), rate_of(&right).value);
    }
    Ok(measured)
}

fn people(_: &Run<'_>) -> Result<Measured, String> {
    /// Frames per second of either way to compare.
    const HZ: f32 = 10.0;
    let all = match data::folder("mocap-cmu").and_then(|folder| captures(&folder)) {
        Ok(all) => all,
        Err(why) => return Ok(Measured::skipped(why)),
    };
    let (gestures, known) = one_example_each(&all);
    let config =
        WatchConfig { beam: MOST_RIVALS as u32, match_hz: HZ, filter_s: 1.0 / HZ, ..WatchConfig::default() };
    let mut judge = Judge::new(&examples(&known)?, config);
    let plain: Vec<_> = known.iter().map(|capture| faced(capture, HZ)).collect();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let mut counts = vec![vec![0.0; gestures.len()]; gestures.len()];
    for capture in &all {
        let Some(row) = gestures.iter().position(|gesture| *gesture == capture.gesture) else { continue };
        if known[row].subject == capture.subject {
            continue;
        }
        let clip = &capture.model.clips[0];
        let shown = parts_along(&capture.model.skeleton, clip, 0.0, clip.seconds, 1.0);
        let ranked = judge.rank(&[], &shown, true);
        let nearest = ranked.first().map_or("", |nearest| nearest.name.as_str());
        if let Some(column) = gestures.iter().position(|gesture| gesture == nearest) {
            counts[row][column] += 1.0;
        }
        ours.push(nearest == capture.gesture);
        let own = faced(capture, HZ);
        let distances = plain.iter().map(|example| warped(&own, example));
        let best = distances.enumerate().min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(best, _)| best);
        theirs.push(best == row);
    }
    let (ours, theirs) = (rate_of(&ours), rate_of(&theirs));
    let title = "What people did (rows), and what it was taken for (columns)";
    Ok(Measured::new(ours.value - theirs.value)
        .detail("recognised", ours.value)
        .detail("recognised by dynamic time warping", theirs.value)
        .detail("clips", counts.iter().flatten().sum())
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
