//! Answers that wait to be told, and how many bytes they hold. A visitor who does not read makes them grow, so whoever
//! carries the messages can see how far they have grown.

use crate::messages::FromLab;
use std::collections::VecDeque;
use std::io;

/// Answers, the oldest first.
#[derive(Default)]
pub struct Answers {
    waiting: VecDeque<(FromLab, usize)>,
    bytes: usize,
}

impl Answers {
    pub fn push(&mut self, answer: FromLab) {
        let bytes = bytes_of(&answer);
        self.bytes += bytes;
        self.waiting.push_back((answer, bytes));
    }

    pub fn pop(&mut self) -> Option<FromLab> {
        let (answer, bytes) = self.waiting.pop_front()?;
        self.bytes -= bytes;
        Some(answer)
    }

    /// Drops the answers of which `stays` says no.
    pub fn retain(&mut self, stays: impl Fn(&FromLab) -> bool) {
        self.waiting.retain(|(answer, _)| stays(answer));
        self.bytes = self.waiting.iter().map(|(_, bytes)| bytes).sum();
    }

    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

/// The length of an answer on the wire, which is close to what it takes in memory.
fn bytes_of(answer: &FromLab) -> usize {
    struct Count(usize);
    impl io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    serde_json::to_writer(&mut count, answer).expect("messages are plain data");
    count.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_follow_what_waits() {
        let mut answers = Answers::default();
        let bye = |why: &str| FromLab::Bye { why: why.into() };
        answers.push(bye("a"));
        let one = answers.bytes();
        assert_eq!(one, serde_json::to_string(&bye("a")).unwrap().len());
        answers.push(FromLab::Digest { tick: 1, digest: "0".into() });
        answers.push(bye("a"));
        answers.retain(|answer| matches!(answer, FromLab::Bye { .. }));
        assert_eq!((answers.len(), answers.bytes()), (2, 2 * one));
        assert!(answers.pop().is_some() && answers.pop().is_some() && answers.pop().is_none());
        assert_eq!(answers.bytes(), 0);
    }
}
