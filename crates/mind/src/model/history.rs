//! The past of one thing: a ring of records (Buchsbaum 5.5).

use super::Record;
use piaget_terms::valid::{Checked, Within, at_most, count, index, require};
use serde::{Deserialize, Serialize};

/// The past of one thing: records at rising times, the oldest given up when there is no more room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct History {
    records: Vec<Record>,
    /// When each was sensed: a look back in time touches these alone.
    times: Vec<f64>,
    capacity: u32,
    /// Where the oldest record is, once all places are taken.
    first: u32,
}

/// The most records of one thing that a character may ask for.
pub const MOST_MOMENTS: u32 = 100_000;

impl History {
    /// An empty past with room for so many records.
    pub fn new(capacity: u32) -> Self {
        let room = capacity as usize;
        Self { records: Vec::with_capacity(room), times: Vec::with_capacity(room), capacity, first: 0 }
    }

    /// What it has on the heap.
    pub fn bytes(&self) -> usize {
        self.records.capacity() * size_of::<Record>() + self.times.capacity() * size_of::<f64>()
    }

    /// Whether a saved past is a ring of records at rising times.
    pub(super) fn validate(&self) -> Checked {
        at_most("capacity", self.capacity as usize, MOST_MOMENTS as usize)?;
        at_most("records", self.records.len(), self.capacity as usize)?;
        count("times", self.times.len(), self.records.len())?;
        let full = !self.records.is_empty() && self.records.len() == self.capacity as usize;
        index("first", self.first as usize, if full { self.records.len() } else { 1 })?;
        for (record, time_s) in self.records.iter().zip(&self.times) {
            record.validate().within("records")?;
            require(record.time_s == *time_s, "times", || "are not those of the records".into())?;
        }
        let times = || (0..self.len()).map(|at| self.times[self.place(at)]);
        require(times().is_sorted(), "times", || "do not rise".into())
    }

    /// How many records it holds.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Where the record lies that is at a position counted from the oldest.
    fn place(&self, index: usize) -> usize {
        let place = self.first as usize + index;
        if place >= self.records.len() { place - self.records.len() } else { place }
    }

    /// The record at a position counted from the oldest.
    fn nth(&self, index: usize) -> Option<&Record> {
        if index < self.records.len() { self.records.get(self.place(index)) } else { None }
    }

    /// Adds a record, in place of the oldest where there is no room. Times must not fall.
    pub fn push(&mut self, record: &Record) {
        let first = self.first as usize;
        if self.records.len() < self.capacity as usize {
            self.records.push(record.clone());
            self.times.push(record.time_s);
        } else if let (Some(oldest), Some(time)) = (self.records.get_mut(first), self.times.get_mut(first)) {
            oldest.clone_from(record);
            *time = record.time_s;
            self.first = (self.first + 1) % self.capacity;
        }
    }

    /// The last record.
    pub fn latest(&self) -> Option<&Record> {
        self.nth(self.records.len().checked_sub(1)?)
    }

    /// What was sensed last at or before a time, if the past reaches that far back.
    pub fn at(&self, time_s: f64) -> Option<&Record> {
        let (mut low, mut high) = (0, self.records.len());
        while low < high {
            let middle = (low + high) / 2;
            if self.times.get(self.place(middle)).is_some_and(|time| *time <= time_s) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        self.nth(low.checked_sub(1)?)
    }

    /// The records, the latest first.
    pub fn latest_first(&self) -> impl Iterator<Item = &Record> {
        (0..self.records.len()).rev().filter_map(|index| self.nth(index))
    }

    /// Forgets everything and keeps the room.
    pub(super) fn clear(&mut self) {
        self.records.clear();
        self.times.clear();
        self.first = 0;
    }
}
