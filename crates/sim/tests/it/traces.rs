//! A trace is read back as it was written, and what is wrong with one is told with its line.

use crate::scenarios::{load, root};
use piaget_sim::{Choice, Simulation, Threads, Trace, TraceError, TraceWriter};

fn trace() -> Vec<u8> {
    let choice = Choice { seed: None, set: vec!["length=30".into()] };
    let scenario = load(&root().join("scenarios/square.kdl"), &choice);
    let mut simulation = Simulation::new(scenario, Threads::One).unwrap();
    let mut writer = TraceWriter::begin(Vec::new(), &simulation).unwrap();
    for _ in 0..90 {
        simulation.step();
        writer.tick(&simulation).unwrap();
    }
    writer.end(simulation.digest()).unwrap()
}

#[test]
fn a_trace_holds_every_tick_and_event_and_reads_back() {
    let bytes = trace();
    let trace = Trace::read(&bytes[..]).unwrap();
    assert_eq!((trace.header.scenario.as_str(), trace.header.seed), ("square", 1));
    assert_eq!((trace.moments.len(), trace.end.ticks), (90, 90));
    assert!(trace.moments.windows(2).all(|two| two[0].t < two[1].t));
    assert!(trace.moments.iter().any(|moment| !moment.saw.is_empty()));
    assert!(trace.events.iter().any(|event| event.event == "slide" && event.about == "cube"));
    assert_eq!(trace.end.digest.len(), 16);
}

#[test]
fn every_trace_that_was_cut_is_refused() {
    let bytes = trace();
    for end in (0..bytes.len() - 1).step_by(997).chain(bytes.len() - 20..bytes.len() - 1) {
        let refused = Trace::read(&bytes[..end]).unwrap_err();
        let sentence = refused.to_string();
        let expected = match refused {
            TraceError::Empty => end == 0,
            TraceError::Other => !bytes[..end].contains(&b'\n'),
            TraceError::Truncated { .. } => true,
            _ => false,
        };
        assert!(expected, "cut at {end}: {sentence}");
    }
}

#[test]
fn a_broken_line_is_told_with_its_number() {
    let mut lines: Vec<String> = String::from_utf8(trace()).unwrap().lines().map(str::to_owned).collect();
    lines[4] = "{\"line\":\"moment\",\"tick\":\"four\"}".into();
    let text = lines.join("\n") + "\n";
    assert!(matches!(Trace::read(text.as_bytes()), Err(TraceError::Broken { line: 5, .. })));
}
