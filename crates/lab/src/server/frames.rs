//! Counts the frames of a WebSocket as they come in (RFC 6455, 5.2). The library that reads messages joins fragments and
//! answers pings by itself, so that whoever reads messages never sees how many there were; an empty fragment costs its
//! sender six bytes, and a message of them never ends.

use std::fmt;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;

/// The longest head of a frame: two bytes, eight of length, four of mask.
const MAX_HEAD: usize = 14;

/// More frames came than may.
#[derive(Debug)]
pub struct TooManyFrames;

impl fmt::Display for TooManyFrames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("too many frames")
    }
}

impl std::error::Error for TooManyFrames {}

/// A stream whose incoming frames are counted. Too many end it with [`TooManyFrames`].
pub struct Counted<S> {
    inner: S,
    frames: Frames,
    /// Frames that may still come now.
    left: f64,
    since: Instant,
    per_s: f64,
    burst: f64,
}

impl<S> Counted<S> {
    /// Lets through so many frames per second, and so many at once on top of that.
    pub fn new(inner: S, per_s: f64, burst: f64) -> Self {
        Self { inner, frames: Frames::default(), left: burst, since: Instant::now(), per_s, burst }
    }

    fn count(&mut self, bytes: &[u8]) -> io::Result<()> {
        let now = Instant::now();
        let earned = (now - self.since).as_secs_f64() * self.per_s;
        (self.left, self.since) = ((self.left + earned).min(self.burst), now);
        self.left -= self.frames.count(bytes) as f64;
        if self.left < 0.0 { Err(io::Error::other(TooManyFrames)) } else { Ok(()) }
    }
}

/// Where in a frame the bytes that came so far end.
#[derive(Default)]
struct Frames {
    head: [u8; MAX_HEAD],
    known: usize,
    /// Bytes of the payload that are still to come.
    payload: u64,
}

impl Frames {
    /// How many frames begin with these bytes, the next of the stream. A frame counts when its head is complete.
    fn count(&mut self, mut bytes: &[u8]) -> usize {
        let mut count = 0;
        while !bytes.is_empty() {
            if self.payload > 0 {
                let skipped = self.payload.min(bytes.len() as u64);
                self.payload -= skipped;
                bytes = &bytes[skipped as usize..];
                continue;
            }
            self.head[self.known] = bytes[0];
            self.known += 1;
            bytes = &bytes[1..];
            if self.known >= 2 && self.known == self.head_length() {
                count += 1;
                self.payload = self.payload_length();
                self.known = 0;
            }
        }
        count
    }

    fn head_length(&self) -> usize {
        let length = match self.head[1] & 0x7f {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        let mask = if self.head[1] & 0x80 != 0 { 4 } else { 0 };
        2 + length + mask
    }

    fn payload_length(&self) -> u64 {
        let number = |bytes: &[u8]| bytes.iter().fold(0u64, |sum, byte| sum << 8 | u64::from(*byte));
        match self.head[1] & 0x7f {
            126 => number(&self.head[2..4]),
            127 => number(&self.head[2..10]),
            short => u64::from(short),
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Counted<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.inner).poll_read(context, buffer))?;
        Poll::Ready(self.count(&buffer.filled()[before..]))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Counted<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A masked frame with a payload of this length.
    fn frame(length: usize) -> Vec<u8> {
        let mut frame = vec![0x82];
        match length {
            0..126 => frame.push(0x80 | length as u8),
            126..65_536 => {
                frame.push(0x80 | 126);
                frame.extend((length as u16).to_be_bytes());
            }
            _ => {
                frame.push(0x80 | 127);
                frame.extend((length as u64).to_be_bytes());
            }
        }
        frame.extend([1, 2, 3, 4]);
        // What looks like heads inside of a payload is none.
        frame.resize(frame.len() + length, 0x80);
        frame
    }

    #[test]
    fn frames_are_counted_however_they_are_cut() {
        let lengths = [0, 0, 5, 125, 126, 0, 3000, 70_000, 1, 0];
        let bytes: Vec<u8> = lengths.into_iter().flat_map(frame).collect();
        for piece in [1, 2, 3, 7, 100, 5000, bytes.len()] {
            let mut frames = Frames::default();
            let count: usize = bytes.chunks(piece).map(|bytes| frames.count(bytes)).sum();
            assert_eq!(count, lengths.len(), "in pieces of {piece}");
            assert_eq!((frames.known, frames.payload), (0, 0));
        }
    }
}
