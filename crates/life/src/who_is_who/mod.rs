//! Who is who: things that look the same are hidden and come out again. Is each still the one it was, and how many are there?

mod post;
mod score;
mod stage;
mod truth;
mod watch;

pub use truth::{Detection, Event, FRAMES_HZ, Row, Scene, Stay};

use crate::family::{Case, Family, Fault, Part, Subject, World, Worlds};
use crate::figure::{Better, Curve, Measure};
use crate::ranges::{Range, Ranges, Values, common};
use crate::record::{Numbers, Record, Score};
use stage::Stage;

/// The family.
pub struct WhoIsWho;

const PARTS: &[Part] = &[post::POST, post::GAP_CLOSED, post::GAP_OPEN];

const SUBJECTS: &[Subject] = &[
    Subject { name: Subject::OURS, says: "The sheepdog's mind as shipped." },
    Subject { name: Subject::TRUTH, says: "Told by the scorer who is who and where, also while hidden." },
    Subject { name: FORGETS, says: "Holds what it sees in a frame for new, and forgets it at once." },
];
const FORGETS: &str = "forgets at once";

const MEASURES: &[Measure] = &[
    Measure {
        name: "idf1",
        says: "How much of truth and belief the best pairing of things with identities covers.",
        of: "idf1",
        per: None,
        better: Better::Higher,
    },
    Measure {
        name: "hota",
        says: "Detection and association in one number.",
        of: "hota",
        per: None,
        better: Better::Higher,
    },
    Measure {
        name: "switches per event",
        says: "How often a thing that was hidden is not the one it was when it comes out.",
        of: "switches",
        per: Some("events"),
        better: Better::Lower,
    },
    Measure {
        name: "false per object-hour",
        says: "Things believed in that fit nothing for more than half of the time.",
        of: "false",
        per: Some("object-hours"),
        better: Better::Lower,
    },
    Measure {
        name: "lost per object-hour",
        says: "Things that no identity fits for more than half of their time.",
        of: "lost",
        per: Some("object-hours"),
        better: Better::Lower,
    },
    Measure {
        name: "right number",
        says: "Share of worlds at whose end as many things are believed in as there are.",
        of: "right-number",
        per: None,
        better: Better::Higher,
    },
];

const CURVES: &[Curve] = &[
    Curve { measure: "idf1", over: "speed" },
    Curve { measure: "idf1", over: "noise" },
    Curve { measure: "idf1", over: "tick" },
    Curve { measure: "idf1", over: "clutter" },
    Curve { measure: "right number", over: "cover" },
];

impl WhoIsWho {
    fn stage(&self, case: &Case<'_>) -> Result<(Stage, Numbers), Fault> {
        let build = match case.part.name {
            "post" => post::post,
            "gap-closed" | "gap-open" => post::gap,
            other => return Err(case.unplayable(self, format!("nobody builds `{other}`"))),
        };
        build(case).map_err(|why| case.unplayable(self, why))
    }
}

impl Family for WhoIsWho {
    fn name(&self) -> &'static str {
        "who-is-who"
    }

    fn says(&self) -> &'static str {
        "Things that look the same are hidden and come out again: is each still the one it was?"
    }

    fn parts(&self) -> &'static [Part] {
        PARTS
    }

    fn ranges(&self) -> Ranges {
        let cover = Range {
            name: "cover",
            unit: "m",
            says: "radius of a post; half the length of a screen is four of it",
            values: Values::Between(0.1, 1.0),
            limits: (0.01, 10.0),
        };
        let all = [common::speed(), common::size(), common::distance(), common::tick(), common::noise()];
        Ranges::new(all.into_iter().chain([common::missed(), common::clutter(), cover]))
    }

    fn worlds(&self, _: &Part) -> Worlds {
        Worlds { quick: 20, full: 200 }
    }

    fn subjects(&self) -> &'static [Subject] {
        SUBJECTS
    }

    fn measures(&self) -> &'static [Measure] {
        MEASURES
    }

    fn curves(&self) -> &'static [Curve] {
        CURVES
    }

    fn world(&self, case: &Case<'_>) -> Result<World, Fault> {
        let (stage, conditions) = self.stage(case)?;
        Ok(stage.world(conditions))
    }

    fn play(&self, case: &Case<'_>) -> Result<Record, Fault> {
        let (stage, conditions) = self.stage(case)?;
        let world = stage.world(conditions.clone());
        let (scene, ours) = watch::watch(&stage, &world).map_err(|why| case.unplayable(self, why))?;
        let mut record = case.record(self, conditions);
        let subjects =
            [(Subject::OURS, ours), (Subject::TRUTH, told_the_truth(&scene)), (FORGETS, forgets(&scene))];
        record.scores =
            subjects.into_iter().map(|(name, rows)| Score::new(name, score::score(&scene, &rows))).collect();
        Ok(record)
    }
}

/// What somebody holds whom the scorer tells everything that is scored: every thing from when it could first be seen to the end
/// of its life, and its number for as long as it lasts.
fn told_the_truth(scene: &Scene) -> Vec<Row> {
    let mut rows = Vec::new();
    for (id, stay) in scene.stays.iter().enumerate() {
        let Some((first, last)) = stay.life() else { continue };
        let end = if scene.lasting { stay.at.len() - 1 } else { last };
        rows.extend((first..=end).map(|own| Row {
            frame: stay.first + own,
            id: id as u64,
            at: stay.at[own],
            seen: stay.detected[own],
        }));
    }
    rows.sort_by_key(|row| (row.frame, row.id));
    rows
}

/// What somebody holds for whom every sighting is a new thing that is gone in the next frame.
fn forgets(scene: &Scene) -> Vec<Row> {
    let all = scene.frames.iter().enumerate();
    let all = all.flat_map(|(frame, seen)| seen.iter().map(move |detection| (frame, detection.at)));
    (0..).zip(all).map(|(id, (frame, at))| Row { frame, id, at, seen: true }).collect()
}
