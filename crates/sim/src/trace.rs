//! The trace of a run as JSON Lines: a header, then per tick what each creature saw, believed, felt, chose and
//! intended, every event, and a last line with the digest. `docs/trace.md` describes it to those who read it with
//! other programs; [`Trace::read`] reads it back.

use crate::digest::Digest;
use crate::happening::Happening;
use crate::simulation::Simulation;
use piaget_mind::report::{BeliefReport, ChoiceReport};
use piaget_terms::{BodySense, Intent, Name, Sighting, Sound};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Write};

/// The version that is written, and the greatest that is read.
pub const TRACE_VERSION: u32 = 1;
/// The longest line that is read.
const MAX_LINE_BYTES: u64 = 64 << 20;

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub version: u32,
    /// The scenario's name.
    pub scenario: Name,
    /// The seed it was played with.
    pub seed: u64,
    /// Ticks per second.
    pub tick_hz: f32,
    /// The creatures' names.
    pub creatures: Vec<Name>,
}

/// One creature in one tick.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// The tick, from 0.
    pub tick: u64,
    /// Its time in seconds.
    pub t: f64,
    /// The creature.
    pub creature: Name,
    /// Its sense of its own body.
    pub body: BodySense,
    /// What it saw.
    pub saw: Vec<Sighting>,
    /// What it heard.
    pub heard: Vec<Sound>,
    /// What it believed.
    pub believed: Vec<BeliefReport>,
    /// What it felt: every value by name.
    pub felt: Vec<(Name, f32)>,
    /// What it chose among, and why.
    pub chose: Vec<ChoiceReport>,
    /// What it intended.
    pub intended: Intent,
}

/// The last line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// How many ticks the trace holds.
    pub ticks: u64,
    /// The digest of the run.
    pub digest: String,
}

/// One line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "kebab-case")]
enum Line {
    PiagetTrace(Header),
    Moment(Box<Moment>),
    Event(Happening),
    End(End),
}

/// Only what every version's first line has, so that a later version is told apart from damage.
#[derive(Deserialize)]
struct AnyHeader {
    line: String,
    version: u32,
}

/// Writes the trace of a simulation, tick by tick.
pub struct TraceWriter<W> {
    to: W,
    ticks: u64,
}

impl<W: Write> TraceWriter<W> {
    /// Writes the header.
    pub fn begin(to: W, simulation: &Simulation) -> io::Result<Self> {
        let scenario = simulation.scenario();
        let mut writer = Self { to, ticks: 0 };
        writer.line(&Line::PiagetTrace(Header {
            version: TRACE_VERSION,
            scenario: scenario.name,
            seed: scenario.seed,
            tick_hz: scenario.tick_hz,
            creatures: simulation.actors().iter().map(|actor| actor.name).collect(),
        }))?;
        Ok(writer)
    }

    /// Writes the tick that was just stepped.
    pub fn tick(&mut self, simulation: &Simulation) -> io::Result<()> {
        let tick = simulation.tick().saturating_sub(1);
        let t = simulation.time_s() - f64::from(simulation.scenario().tick_s());
        for actor in simulation.actors() {
            let report = &actor.report;
            self.line(&Line::Moment(Box::new(Moment {
                tick,
                t,
                creature: actor.name,
                body: actor.sensed.body.clone(),
                saw: actor.sensed.sightings.clone(),
                heard: actor.sensed.sounds.clone(),
                believed: report.beliefs.clone(),
                felt: report.values.clone(),
                chose: report.choices.clone(),
                intended: actor.intent.clone(),
            })))?;
        }
        for happening in simulation.happened() {
            self.line(&Line::Event(happening.clone()))?;
        }
        self.ticks += 1;
        Ok(())
    }

    /// Where it was written to.
    pub fn written(&self) -> &W {
        &self.to
    }

    /// Writes the last line, without which a trace counts as cut short.
    pub fn end(mut self, digest: Digest) -> io::Result<W> {
        let ticks = self.ticks;
        self.line(&Line::End(End { ticks, digest: digest.to_string() }))?;
        self.to.flush()?;
        Ok(self.to)
    }

    fn line(&mut self, line: &Line) -> io::Result<()> {
        serde_json::to_writer(&mut self.to, line)?;
        self.to.write_all(b"\n")
    }
}

/// A trace that was read back.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Its first line.
    pub header: Header,
    /// Every creature in every tick, in order.
    pub moments: Vec<Moment>,
    /// Every event, in order.
    pub events: Vec<Happening>,
    /// Its last line.
    pub end: End,
}

/// Why a trace cannot be read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum TraceError {
    #[error("the trace cannot be read: {0}")]
    Io(#[from] io::Error),
    #[error("the trace is empty; run the scenario again with --trace")]
    Empty,
    #[error("this is no trace: its first line should hold \"line\":\"piaget-trace\" and a version")]
    Other,
    #[error(
        "the trace has version {found}, but this program reads up to {TRACE_VERSION}; use a newer program"
    )]
    Future { found: u32 },
    #[error("line {line} of the trace is broken: {why}")]
    Broken { line: u64, why: String },
    #[error("the trace is cut short after line {line}: its last line should hold \"line\":\"end\"")]
    Truncated { line: u64 },
}

impl Trace {
    /// Reads a whole trace.
    ///
    /// ```
    /// use piaget_sim::{Trace, TraceError};
    /// let later = br#"{"line":"piaget-trace","version":99,"what":"nobody knows yet"}"#;
    /// assert!(matches!(Trace::read(&later[..]), Err(TraceError::Future { found: 99 })));
    /// ```
    pub fn read(mut from: impl BufRead) -> Result<Self, TraceError> {
        let mut bytes = Vec::new();
        let mut number = 0;
        let mut header = None;
        let (mut moments, mut events) = (Vec::new(), Vec::new());
        while next_line(&mut from, &mut bytes)? {
            number += 1;
            let broken = |why: String| TraceError::Broken { line: number, why };
            if header.is_none() {
                let any: AnyHeader = serde_json::from_slice(&bytes).map_err(|_| TraceError::Other)?;
                if any.line != "piaget-trace" {
                    return Err(TraceError::Other);
                }
                if any.version > TRACE_VERSION {
                    return Err(TraceError::Future { found: any.version });
                }
            }
            let line = match serde_json::from_slice(&bytes) {
                Ok(line) => line,
                // A line without its end is the place where the writing stopped.
                Err(_) if !bytes.ends_with(b"\n") => return Err(TraceError::Truncated { line: number }),
                Err(error) => return Err(broken(error.to_string())),
            };
            match line {
                Line::PiagetTrace(first) if header.is_none() => header = Some(first),
                Line::PiagetTrace(_) => return Err(broken("a second header stands here".into())),
                Line::Moment(moment) => moments.push(*moment),
                Line::Event(event) => events.push(event),
                Line::End(end) => {
                    let header = header.ok_or(TraceError::Other)?;
                    if next_line(&mut from, &mut bytes)? {
                        return Err(TraceError::Broken {
                            line: number + 1,
                            why: "it stands after the end".into(),
                        });
                    }
                    return Ok(Self { header, moments, events, end });
                }
            }
        }
        Err(if number == 0 { TraceError::Empty } else { TraceError::Truncated { line: number } })
    }
}

/// Reads the next line with its end; false when there is none.
fn next_line(from: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<bool> {
    bytes.clear();
    io::Read::take(&mut *from, MAX_LINE_BYTES).read_until(b'\n', bytes)?;
    if bytes.len() as u64 == MAX_LINE_BYTES {
        return Err(io::Error::other(format!("a line has more than {MAX_LINE_BYTES} bytes")));
    }
    Ok(!bytes.is_empty())
}
