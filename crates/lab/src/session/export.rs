//! Files to take home. A trace holds every tick, so the run is played again for it, a few ticks at a time.

use super::play::{Play, Refusal};
use super::{Session, TICKS_AT_ONCE};
use crate::messages::{Choice, Export, Exported, FromLab};
use piaget_sim::TraceWriter;

/// The longest trace that is made here; longer ones are for `piaget run --trace`.
const MAX_TRACE_BYTES: usize = 48 << 20;

/// A trace that is being made.
pub struct Exporting {
    play: Play,
    writer: TraceWriter<Vec<u8>>,
    until: u32,
    bytes: usize,
}

impl Session {
    pub(super) fn export(&mut self, what: Export) -> Result<(), Refusal> {
        let name = self.play.choice.scenario.clone();
        match what {
            Export::Recording => {
                let bytes =
                    self.play.simulation.recording().ok_or_else(|| "nothing was recorded".to_owned())?;
                self.replies.push(FromLab::Exported(Exported {
                    name: format!("{name}.piaget"),
                    media: "application/octet-stream".into(),
                    base64: true,
                    content: base64(&bytes),
                }));
            }
            Export::Character { creature } => {
                let content = self.play.text(&creature)?.to_owned();
                let name = format!("{creature}.kdl");
                let media = "text/plain".into();
                self.replies.push(FromLab::Exported(Exported { name, media, base64: false, content }));
            }
            Export::Trace => {
                let shared = self.play.shared();
                let until = self.tick();
                let play = Play::begin(&self.library, &Choice { until: None, ..shared })?;
                let writer =
                    TraceWriter::begin(Vec::new(), &play.simulation).map_err(|error| error.to_string())?;
                self.exporting = Some(Exporting { play, writer, until, bytes: 0 });
            }
        }
        Ok(())
    }

    pub(super) fn go_on_exporting(&mut self) {
        let Some(mut exporting) = self.exporting.take() else { return };
        match exporting.go_on() {
            Err(why) => self.refuse("export", why.into()),
            Ok(false) => self.exporting = Some(exporting),
            Ok(true) => {
                let name = format!("{}.jsonl", exporting.play.choice.scenario);
                let digest = exporting.play.simulation.digest();
                let written =
                    exporting.writer.end(digest).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
                match written {
                    Err(error) => self.refuse("export", error.to_string().into()),
                    Ok(content) => self.replies.push(FromLab::Exported(Exported {
                        name,
                        media: "application/jsonl".into(),
                        base64: false,
                        content,
                    })),
                }
            }
        }
    }
}

impl Exporting {
    /// Some ticks more; whether it is done.
    fn go_on(&mut self) -> Result<bool, String> {
        for _ in 0..TICKS_AT_ONCE {
            if self.play.tick() >= self.until {
                return Ok(true);
            }
            self.play.step();
            self.play.take_happened();
            self.writer.tick(&self.play.simulation).map_err(|error| error.to_string())?;
        }
        self.bytes = self.writer.written().len();
        match self.bytes > MAX_TRACE_BYTES {
            true => Err(format!(
                "the trace has become longer than {} MB; record it and use `piaget replay --trace`",
                MAX_TRACE_BYTES >> 20
            )),
            false => Ok(false),
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
    #[test]
    fn base64_is_that_of_the_standard() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(super::base64(bytes.as_bytes()), text);
        }
    }
}
