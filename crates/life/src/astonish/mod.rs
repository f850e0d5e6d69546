//! What astonishes: things vanish, appear, jump, come late, too early or from behind the wrong wall, go through things, stop
//! for no reason, change places or colour, multiply. Each impossible scene has a possible twin that shares every draw with it:
//! in the twin the thing goes on, bumps, stops at a wall or comes out from behind a cover.
//!
//! One number is read off the mind for each scene (`Report::nats`): the largest surprise that it tells, in nats. AUCs compare the
//! scenes of a part with their twins; one threshold is used for all parts, chosen on other seeds. Rivals and controls get the
//! same sightings in the same run.

mod figures;
mod moving;
mod play;
mod reaction;
mod rivals;
pub(crate) mod script;
mod stage;
mod standing;
mod surprise;

use crate::family::{About, Case, Family, Fault, Half, Part, Subject, World, Worlds};
use crate::figure::{Better, Curve, Figure, Measure, pooled};
use crate::ranges::{Range, Ranges, Values, common};
use crate::record::Record;
use crate::scene;
use piaget_terms::{Chance, Vec2};
use script::Script;
use stage::Stage;

/// The family.
pub struct Astonish;

/// The walker's body, which cannot walk: a watcher that stays where the generator put it.
pub(crate) const WALKER_HELD_STILL: &str = "body kind=\"person\" height=1.7 radius=0.25 eye-height=1.6 walk=0 run=0 turn=3.5 \
     head-turn=5 head-yaw-limit=1.2 reach=0.7";

/// When it happens in a scene, and where.
#[derive(Clone, Debug)]
struct Moment {
    /// From when on surprise counts, in a scene and in its twin.
    from_s: f32,
    /// When it can be seen first.
    event_s: f32,
    length_s: f32,
    /// Where, first as the watcher sees it, then in the world.
    places: Vec<Vec2>,
    /// How far a thing is from where it should be.
    displacement_m: f32,
    moving: bool,
}

impl Moment {
    fn new(from_s: f32, event_s: f32, length_s: f32, places: Vec<Vec2>) -> Self {
        Self { from_s, event_s, length_s, places, displacement_m: 0.0, moving: false }
    }
}

/// A scene as it is played.
struct Scene {
    world: World,
    moment: Moment,
    /// Things in it, the watcher not counted.
    things: u32,
    noise_m: f32,
    missed: f32,
}

/// The way that a part needs in view, for a speed and a size.
type Way = fn(f32, f32) -> f32;
/// The greatest distance of a part, for a speed.
type Within = fn(f32) -> f32;

const fn part(name: &'static str, says: &'static str, half: Half) -> Part {
    Part { name, says, half }
}

const PARTS: &[Part] = &[
    part("vanish", "A thing in view, or behind a curtain, is gone. Twin: it stays or goes on.", Half::Both),
    part("appear", "A thing is there of a sudden. Twin: it comes out from behind a wall.", Half::Both),
    part(
        "jump",
        "A thing is 0.3 to 8 m away in an instant, in view or behind a curtain. Twin: it stays or goes on.",
        Half::Both,
    ),
    part(
        "delay",
        "A thing comes out from behind a wall 1.5 to 4 s late. Twin: it sets out as much later and comes in time.",
        Half::Both,
    ),
    part(
        "too-early",
        "A thing comes out at the far end of a wall as soon as it is hidden. Twin: it comes in time.",
        Half::Both,
    ),
    part(
        "wrong-side",
        "A thing goes behind one wall and comes out from behind the next; nobody saw it in the gap. Twin: it crosses the gap.",
        Half::Both,
    ),
    part("pass-through", "A thing goes through another. Twin: it bumps into it and stops.", Half::Both),
    part("stop", "A thing stops where nothing stands. Twin: it stops at a wall.", Half::Both),
    part("swap", "Two things of different colour change places. Twin: they stay.", Half::Both),
    part("repaint", "A thing has another colour of a sudden. Twin: it stays as it was.", Half::Both),
    part(
        "split",
        "One becomes two. Twin: the second comes out from behind a wall and walks to the first.",
        Half::Both,
    ),
    part("sum", "Behind a curtain 1 + 1 is 1 or 3. Twin: it is 2.", Half::Both),
    part("bounce", "A thing bounces off a wall.", Half::Possible),
    part("turn", "A thing turns on its way.", Half::Possible),
    part(
        "part-hidden",
        "A thing passes behind a low wall or a post that hides a part of it.",
        Half::Possible,
    ),
    part("walk-in", "A thing walks in from the edge of view.", Half::Possible),
    part("rates", "A thing jumps in view, played at 10, 30, 60 and 120 ticks a second.", Half::Impossible),
];

/// The subjects, ours first.
const SUBJECTS: &[Subject] = &[
    Subject {
        name: Subject::OURS,
        says: "The mind of the watcher: duncan or the walker, as the seed has it.",
    },
    Subject {
        name: "kalman, culled",
        says: "Kalman filters that persist out of sight, lose mass where nothing is seen, and find births in plain view odd.",
    },
    Subject { name: "kalman gate", says: "Kalman filters that forget what is out of sight." },
    Subject {
        name: "frame difference",
        says: "The greatest change from one tick's sightings to the next one's.",
    },
    Subject { name: "random", says: "A number drawn for each scene." },
    Subject { name: "forgets at once", says: "Expects nothing, so that nothing surprises it." },
    Subject { name: Subject::TRUTH, says: "Is told by the scorer which scene is impossible." },
];

const MEASURES: &[Measure] = &[
    Measure {
        name: "told",
        says: "Share of impossible scenes in which the mind tells that it is surprised, confused or disbelieves.",
        of: "told",
        per: None,
        better: Better::Higher,
    },
    Measure {
        name: "visible",
        says: "Share of impossible scenes with a reaction that a person could see and that the twin does not show.",
        of: "visible",
        per: None,
        better: Better::Higher,
    },
    Measure {
        name: "visible in the twin",
        says: "Share of twins with a reaction at the same moment and place that the impossible scene does not show: as often as the \
               former, for one who fidgets.",
        of: "visible_possible",
        per: None,
        better: Better::Lower,
    },
    Measure {
        name: "alarms per object-hour",
        says: "What the mind tells (surprised, confused, disbelieved) in possible scenes, per thing and hour.",
        of: "alarms",
        per: Some("object_hours"),
        better: Better::Lower,
    },
    Measure {
        name: "shown in possible",
        says: "Share of possible scenes in which the watcher startles, rubs its eyes or scratches its head.",
        of: "gestures_possible",
        per: None,
        better: Better::Lower,
    },
];

/// What it is, for people.
const ABOUT: About = About {
    name: "astonish",
    says: "Does the impossible astonish, and the possible not?",
    parts: PARTS,
    subjects: SUBJECTS,
    measures: MEASURES,
    curves: &[
        Curve { measure: "told", over: "speed" },
        Curve { measure: "told", over: "tick" },
        Curve { measure: "told", over: "noise" },
        Curve { measure: "told", over: "displacement" },
        Curve { measure: "alarms per object-hour", over: "noise" },
        Curve { measure: "alarms per object-hour", over: "alike" },
        Curve { measure: "alarms per object-hour", over: "clutter" },
        Curve { measure: "alarms per object-hour", over: "tick" },
    ],
};

impl Family for Astonish {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn ranges(&self) -> Ranges {
        let one_of = |name, says, values: &[f64]| Range {
            name,
            unit: "",
            says,
            values: Values::OneOf(values.to_vec()),
            limits: (0.0, 1.0),
        };
        Ranges::new([
            one_of("watcher", "who watches: 0 duncan, 1 the walker", &[0.0, 1.0]),
            common::tick(),
            common::speed(),
            common::size(),
            common::distance(),
            common::noise(),
            common::missed(),
            one_of("faulty", "whether the eye has noise and misses looks: 0 is the default eye", &[0.0, 1.0]),
            common::alike(),
            common::clutter(),
            Range {
                name: "known",
                unit: "s",
                says: "how long a thing is watched before something happens to it",
                values: Values::Between(1.5, 6.0),
                limits: (0.5, 60.0),
            },
            Range {
                name: "displacement",
                unit: "m",
                says: "how far a thing jumps",
                values: Values::Between(0.3, 8.0),
                limits: (0.0, 12.0),
            },
            one_of(
                "covered",
                "whether it happens behind a curtain, where a part knows curtains",
                &[0.0, 1.0],
            ),
            one_of("event", "1; 0 plays the possible twin in place of the impossible scene", &[1.0]),
        ])
    }

    fn worlds(&self, part: &Part) -> Worlds {
        match part.name {
            "rates" => Worlds { quick: 3, full: 100 },
            _ => Worlds { quick: 6, full: 200 },
        }
    }

    fn world(&self, case: &Case<'_>) -> Result<World, Fault> {
        let happens = case.part.half != Half::Possible && self.event(case);
        Ok(self.scene(case, happens, None).world)
    }

    fn play(&self, case: &Case<'_>) -> Result<Record, Fault> {
        play::play(self, case)
    }

    fn figures(&self, records: &[Record]) -> Vec<Figure> {
        let mut all = pooled(self.measures(), records);
        all.extend(figures::figures(records));
        all
    }
}

impl Astonish {
    /// Whether the impossible happens in the impossible scene, which a person can switch off.
    fn event(&self, case: &Case<'_>) -> bool {
        case.draws("event").whole("event") > 0
    }

    /// The scene of a case, or its twin. Both draw the same numbers in the same order.
    fn scene(&self, case: &Case<'_>, happens: bool, tick_hz: Option<f32>) -> Scene {
        let mut draws = case.draws(case.part.name);
        let anywhere: Within = |_| f32::INFINITY;
        let (way_m, within_m): (Way, Within) = match case.part.name {
            "delay" | "too-early" => (moving::pass_way_m, anywhere),
            "wrong-side" => (moving::two_walls_way_m, anywhere),
            "appear" => (moving::appear_way_m, anywhere),
            "split" => (standing::split_way_m, anywhere),
            "sum" => (standing::sum_way_m, anywhere),
            "walk-in" => (|_, _| 0.0, moving::walk_in_within_m),
            _ => (standing::way_m, anywhere),
        };
        let mut stage = Stage::draw(&mut draws, way_m, within_m);
        if case.part.name == "rates" {
            stage.covered = false;
        }
        stage.tick_hz = tick_hz.unwrap_or(stage.tick_hz);
        let (mut script, mut moment) = perform(case.part.name, &stage, &mut draws.chance, happens);
        if stage.watcher == stage::Watcher::Duncan {
            script.order_to_look();
        }
        moment.places.iter_mut().for_each(|place| *place = script.world(*place));
        draws.conditions.set("displacement", moment.displacement_m.into());
        draws.conditions.set("covered", f64::from(u8::from(stage.covered)));
        draws.conditions.set("moving", f64::from(u8::from(moment.moving)));
        let things = script.count();
        let shows = case.part.says;
        let text = script.finish(shows, moment.length_s, stage.tick_hz, case.seed);
        let character = stage.watcher.character();
        let files = vec![scene::watcher(character, stage.noise_m, stage.missed, stage.watcher.held_still())];
        let world = World { scenario: Some(text), files, conditions: std::mem::take(&mut draws.conditions) };
        Scene { world, moment, things, noise_m: stage.noise_m, missed: stage.missed }
    }
}

fn perform(part: &str, stage: &Stage, chance: &mut Chance, happens: bool) -> (Script, Moment) {
    match part {
        "vanish" => standing::vanish(stage, chance, happens),
        "appear" => moving::appear(stage, chance, happens),
        "delay" => moving::delay(stage, chance, happens),
        "too-early" => moving::early(stage, chance, happens),
        "wrong-side" => moving::wrong_wall(stage, chance, happens),
        "pass-through" => moving::pass_through(stage, chance, happens),
        "stop" => moving::stop(stage, chance, happens),
        "swap" => standing::swap(stage, chance, happens),
        "repaint" => standing::repaint(stage, chance, happens),
        "split" => standing::split(stage, chance, happens),
        "sum" => standing::sum(stage, chance, happens),
        "bounce" => moving::bounce(stage, chance),
        "turn" => moving::turn(stage, chance),
        "part-hidden" => moving::part_hidden(stage, chance),
        "walk-in" => moving::walk_in(stage, chance),
        // Jumps, at the rate of the case or at each of four.
        _ => standing::jump(stage, chance, happens),
    }
}
