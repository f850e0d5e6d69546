//! Motor programs: they do what they say, can be stopped at every tick, and never leave a body frozen.

use super::rig;
use piaget_motor::program::Op;
use piaget_motor::{Body, Report, Request, Rig, read_programs};
use piaget_terms::{MovementStage, Name};
use piaget_text::{Diagnostics, Problems, Source};

const TICK_S: f32 = 1.0 / 30.0;
const TEXT: &str = r#"
program "greet" {
    go "wave"
    wait 0.3
    repeat 2 { go "thumbs-up" }
    post "greeted"
}
program "celebrate" {
    choose {
        option weight=2 { go "jump-for-joy" }
        option { go "dance" }
    }
    when "holding" { go "throw" }
    run "greet"
}
program "offer" {
    pose "reach" mark="take"
    wait 0.2
    pose "throw" at=0.5
}
program "plead" { whole { go "beg" }; go "wave" }
program "fidget" { repeat { go "tap-foot"; wait 0.5 } }
"#;

fn read(text: &str, rig: &mut Rig) -> Result<(), Diagnostics> {
    let source = Source::new("programs.kdl", text);
    let problems = Problems::default();
    if let Some(document) = source.parse(&problems) {
        rig.programs = read_programs(source.nodes(&document, &problems), &rig.graph);
    }
    problems.into_result(())
}

fn ask(name: &str) -> Request<'static> {
    Request { movement: Some(Name::cut(name)), ..Request::default() }
}

fn stage(report: &Report) -> Option<MovementStage> {
    report.movement.map(|movement| movement.stage)
}

#[test]
fn a_program_runs_to_its_end_and_posts_its_word() {
    let mut rig = rig("max");
    read(TEXT, &mut rig).unwrap();
    let mut body = Body::new(&rig, 3);
    let mut posted = false;
    for _ in 0..1000 {
        let report = body.step(&rig, TICK_S, &ask("celebrate"));
        posted |= report.posts.contains(&Name::cut("greeted"));
        if stage(&report) == Some(MovementStage::Finished) {
            assert!(posted);
            return;
        }
        assert_eq!(stage(&report), Some(MovementStage::Begun));
    }
    panic!("it never ended");
}

#[test]
fn interrupted_at_every_tick_of_every_program_the_body_is_in_a_defined_state_and_moves_on() {
    let mut rig = rig("max");
    read(TEXT, &mut rig).unwrap();
    for program in rig.programs.iter().map(|program| program.name) {
        let mut running = Body::new(&rig, 5);
        for tick in 0..240 {
            let report = running.step(&rig, TICK_S, &ask(program.as_str()));
            if stage(&report) == Some(MovementStage::Finished) {
                break;
            }
            // From here a copy is stopped, with another request or with none.
            for other in [None, Some(Name::cut("wave"))] {
                let mut body = running.clone();
                let request = Request { movement: other, ..Request::default() };
                let mut seen: Vec<Option<MovementStage>> = Vec::new();
                let mut moved = 0;
                for _ in 0..150 {
                    let before = body.pose().clone();
                    let report = body.step(&rig, TICK_S, &request);
                    assert!(body.pose().is_finite());
                    moved += u32::from(*body.pose() != before);
                    seen.push(stage(&report));
                }
                assert!(moved > 120, "{program} stopped at tick {tick}: frozen after {moved} ticks");
                match other {
                    None => assert_eq!(seen.last(), Some(&None), "{program} at {tick}: it is at rest again"),
                    Some(_) => {
                        assert!(seen.contains(&Some(MovementStage::Begun)), "{program} at {tick}: {seen:?}")
                    }
                }
            }
        }
    }
}

#[test]
fn a_program_may_say_not_yet() {
    let mut rig = rig("max");
    read(TEXT, &mut rig).unwrap();
    let mut body = Body::new(&rig, 5);
    (0..20).for_each(|_| drop(body.step(&rig, TICK_S, &ask("plead"))));
    // It begs to the end before it gives way to the shrug.
    let (mut begged, mut shrugged) = (None, None);
    for tick in 0..400 {
        body.step(&rig, TICK_S, &ask("shrug"));
        let playing = rig.graph.nodes()[body.player().place().0 as usize].movement;
        match rig.graph.movements()[playing as usize].name.as_str() {
            "beg" => begged = Some(tick),
            "shrug" if shrugged.is_none() => shrugged = Some(tick),
            _ => {}
        }
    }
    assert!(begged.unwrap() > 30 && shrugged.unwrap() > begged.unwrap(), "{begged:?} {shrugged:?}");
}

#[test]
fn mistakes_in_a_program_are_told_with_their_place() {
    let mut rig = rig("max");
    let check = |text: &str, message: &str, hint: &str, rig: &mut Rig| {
        let found = read(text, rig).unwrap_err();
        assert!(found.0[0].message.contains(message) && found.0[0].hint.contains(hint), "{found}");
    };
    check("program \"a\" { go \"wvae\" }", "no movement `wvae`", "wave", &mut rig);
    check("program \"a\" { run \"b\" }", "no program `b`", "", &mut rig);
    check("program \"a\" { run \"a\" }", "runs itself", "repeat", &mut rig);
    check("program \"a\" { repeat { post \"x\" } }", "nothing in this block takes time", "wait", &mut rig);
    check("program \"a\" { pose \"reach\" mark=\"tkae\" }", "no mark `tkae`", "take", &mut rig);
    check("program \"a\" { wiat 1 }", "`wiat`", "wait", &mut rig);
    check("program \"wave\" { wait 1 }", "movement already", "", &mut rig);
    check("program \"a\" { choose { } }", "1 to 16 options", "option", &mut rig);
}

#[test]
fn a_program_built_by_hand_that_never_waits_does_not_hold_up_the_world() {
    let mut rig = rig("max");
    let ops = vec![Op::Repeat(0), Op::Post(Name::cut("tick")), Op::Again];
    rig.programs = vec![piaget_motor::program::Program { name: Name::cut("spin"), ops }];
    let mut body = Body::new(&rig, 1);
    for _ in 0..10 {
        assert_eq!(stage(&body.step(&rig, TICK_S, &ask("spin"))), Some(MovementStage::Begun));
    }
    let after = (0..10).map(|_| body.step(&rig, TICK_S, &Request::default())).last().unwrap();
    assert_eq!(stage(&after), None);
}
