//! Files to take home. A trace and a recording hold the whole run, so the run is played again for them, a few ticks at a
//! time. They are told in parts, and no more is made before the parts are read: a visitor who does not read holds little.

use super::play::{Play, Refusal};
use super::{GoOn, Session, TICKS_AT_ONCE};
use crate::messages::{Choice, Export, Exported, FromLab};
use piaget_sim::TraceWriter;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;

/// The longest trace that is made here; longer ones are for `piaget run --trace`.
const MAX_TRACE_BYTES: usize = 48 << 20;
/// The most bytes of character texts in a recording that is made here.
const MAX_RECORDED_BYTES: usize = 8 << 20;
/// The bytes of one part. A multiple of 3, so that the base64 of the parts is the base64 of the whole.
const PART_BYTES: usize = 48 << 10;
/// How much of a file is made ahead of what is read.
const AHEAD_BYTES: usize = 4 * PART_BYTES;

/// A file that is being made and told.
pub struct Exporting {
    name: String,
    media: &'static str,
    base64: bool,
    /// What is made and not yet told.
    ready: VecDeque<u8>,
    /// All that was made so far.
    made: usize,
    /// What makes more of it; nothing where all is made.
    replay: Option<Replay>,
}

/// The run, played again for a file.
struct Replay {
    play: Play,
    until: u32,
    /// What writes the trace; a recording is made at the end of the run.
    trace: Option<TraceWriter<Pipe>>,
}

/// What was written and not yet taken.
#[derive(Default)]
struct Pipe(RefCell<Vec<u8>>);

impl io::Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.get_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Session {
    pub(super) fn export(&mut self, what: Export) -> Result<(), Refusal> {
        let name = self.play.choice.scenario.clone();
        let (name, media, base64, trace) = match what {
            Export::Character { creature } => {
                let content = self.play.text(&creature)?.to_owned();
                let (name, media) = (format!("{creature}.kdl"), "text/plain".into());
                let file = Exported { name, media, base64: false, content, more: false };
                self.answers.push(FromLab::Exported(file));
                return Ok(());
            }
            Export::Recording => (format!("{name}.piaget"), "application/octet-stream", true, false),
            Export::Trace => (format!("{name}.jsonl"), "application/jsonl", false, true),
        };
        let again = Choice { until: None, ..self.play.shared() };
        let mut play = Play::begin(&self.library, &again)?;
        let trace = match trace {
            true => Some(
                TraceWriter::begin(Pipe::default(), &play.simulation).map_err(|error| error.to_string())?,
            ),
            false => {
                play.simulation.record();
                None
            }
        };
        let replay = Some(Replay { play, until: self.tick(), trace });
        self.exporting = Some(Exporting { name, media, base64, ready: VecDeque::new(), made: 0, replay });
        Ok(())
    }

    pub(super) fn go_on_exporting(&mut self, go_on: GoOn<'_>) {
        let Some(exporting) = &mut self.exporting else { return };
        if let Err(why) = exporting.go_on(go_on) {
            self.exporting = None;
            self.refuse("export", why.into());
        }
    }
}

impl Exporting {
    /// The bytes that it holds.
    pub fn bytes(&self) -> usize {
        self.ready.len()
    }

    /// Some ticks more, as far as there is room for what comes of them.
    fn go_on(&mut self, go_on: GoOn<'_>) -> Result<(), String> {
        let Some(replay) = &mut self.replay else { return Ok(()) };
        for _ in 0..TICKS_AT_ONCE {
            if self.ready.len() >= AHEAD_BYTES {
                return Ok(());
            }
            if replay.play.tick() >= replay.until {
                let rest = self.replay.take().map_or(Ok(Vec::new()), Replay::end)?;
                self.made += rest.len();
                self.ready.extend(rest);
                return Ok(());
            }
            if !go_on() || !replay.play.step(go_on) {
                return Ok(());
            }
            replay.play.take_happened();
            if let Some(trace) = &mut replay.trace {
                trace.tick(&replay.play.simulation).map_err(|error| error.to_string())?;
                let written = trace.written().0.take();
                self.made += written.len();
                self.ready.extend(written);
            }
            if self.made > MAX_TRACE_BYTES {
                let most = MAX_TRACE_BYTES >> 20;
                return Err(format!(
                    "the trace has become longer than {most} MB; record it and use `piaget replay --trace`"
                ));
            }
            if replay.play.text_bytes() > MAX_RECORDED_BYTES {
                let most = MAX_RECORDED_BYTES >> 20;
                return Err(format!(
                    "the character files of this run have more than {most} MB together; share a link instead"
                ));
            }
        }
        Ok(())
    }

    /// The next part and whether it is the last, if there is one to tell.
    pub fn part(&mut self) -> Option<(Exported, bool)> {
        let all_made = self.replay.is_none();
        if self.ready.len() < PART_BYTES && !all_made {
            return None;
        }
        let mut length = self.ready.len().min(PART_BYTES);
        // A letter of several bytes is not cut in two.
        while !self.base64 && length < self.ready.len() && self.ready[length] & 0xc0 == 0x80 {
            length -= 1;
        }
        let bytes: Vec<u8> = self.ready.drain(..length).collect();
        let content = match self.base64 {
            true => base64(&bytes),
            false => String::from_utf8_lossy(&bytes).into_owned(),
        };
        let more = !(all_made && self.ready.is_empty());
        let (name, media) = (self.name.clone(), self.media.to_owned());
        Some((Exported { name, media, base64: self.base64, content, more }, !more))
    }
}

impl Replay {
    /// What a file has after its last tick.
    fn end(self) -> Result<Vec<u8>, String> {
        let simulation = &self.play.simulation;
        match self.trace {
            Some(trace) => {
                let written = trace.end(simulation.digest()).map_err(|error| error.to_string())?;
                Ok(written.0.into_inner())
            }
            None => simulation.recording().ok_or_else(|| "nothing was recorded".to_owned()),
        }
    }
}

/// Bytes as text that JSON can hold (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let number =
            three.iter().fold(0u32, |sum, byte| sum << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for digit in 0..4 {
            let taken = digit <= three.len();
            text.push(if taken { DIGITS[(number >> (18 - 6 * digit) & 63) as usize] as char } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn parts_together_are_the_file() {
        let letters = "ä€x\u{1f411}".repeat(PART_BYTES);
        let bytes: Vec<u8> = (0..PART_BYTES * 3 + 7).map(|at| (at * 31) as u8).collect();
        for (content, base64) in [(letters.clone().into_bytes(), false), (bytes.clone(), true)] {
            let (name, media) = (String::new(), "");
            let made = content.len();
            let mut file = Exporting { name, media, base64, ready: content.into(), made, replay: None };
            let mut whole = String::new();
            loop {
                let (part, last) = file.part().unwrap();
                assert!(part.content.len() <= PART_BYTES.div_ceil(3) * 4 && part.more != last);
                whole.push_str(&part.content);
                if last {
                    break;
                }
            }
            assert!(whole == if base64 { super::base64(&bytes) } else { letters.clone() });
        }
    }
}
