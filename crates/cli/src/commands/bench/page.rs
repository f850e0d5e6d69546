//! The figures as a page of the book: `piaget bench --markdown docs/cost.md` (`make cost`).

use super::{Bench, Figure};
use crate::failure::Failure;
use crate::files::save;
use std::fmt::Write;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// The page, as far as it is written.
pub struct Page {
    text: String,
}

impl Page {
    /// Begins with where and when.
    pub fn new() -> Self {
        let text = format!(
            "# What it costs\n\n\
             Written by `make cost`, which is `piaget bench --markdown docs/cost.md`. Each figure is a median; where a \
             reference does the same work, it did so in the same run. Times depend on the machine and on what else it \
             does, ratios less so.\n\n\
             {}, {}.\n",
            machine(),
            date(),
        );
        Self { text }
    }

    /// Adds what a bench found.
    pub fn add(&mut self, bench: &Bench, figures: &[Figure]) {
        let text = &mut self.text;
        // Writing to a string cannot fail.
        let _ = write!(text, "\n## {}\n\nMeasures {}.\n\n", bench.name, bench.about);
        if figures.is_empty() {
            text.push_str("Could not be measured there.\n");
            return;
        }
        text.push_str("| what | | unit | reference | times better |\n|---|--:|---|---|--:|\n");
        for figure in figures {
            let (name, value, unit) = (figure.bench, rounded(figure.value), figure.unit);
            let reference = match (figure.reference, figure.reference_is) {
                (Some(value), what) => format!("{}: {}", what.unwrap_or("reference"), rounded(value)),
                (None, _) => String::new(),
            };
            let ratio = figure.ratio.map(rounded).unwrap_or_default();
            let _ = writeln!(text, "| {name} | {value} | {unit} | {reference} | {ratio} |");
            for (part, value) in figure.parts() {
                let _ = writeln!(text, "| &emsp;{part} | {} | | | |", rounded(value));
            }
        }
    }

    /// Writes the page.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        save(path, self.text.as_bytes())
    }
}

/// Three digits that count.
fn rounded(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// The processor by name and how many threads it runs, where the system tells.
fn machine() -> String {
    let processors = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let named = processors.lines().find(|line| line.starts_with("model name"));
    let name = named.and_then(|line| line.split_once(':')).map_or("a processor", |(_, name)| name.trim());
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    format!("{name}, {threads} threads")
}

/// The day, as the clock of the machine has it.
#[allow(clippy::disallowed_methods, reason = "a page of measurements says when they were made")]
fn date() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let (year, month, day) = day_of(since.as_secs() / 86_400);
    format!("{year}-{month:02}-{day:02}")
}

/// The day of the calendar that is so many days after 1970-01-01. Years are counted from March, so that a leap day
/// ends one.
fn day_of(days: u64) -> (u64, u64, u64) {
    const DAYS_OF_400_YEARS: u64 = 146_097;
    let days = days + 719_468;
    let (era, of_era) = (days / DAYS_OF_400_YEARS, days % DAYS_OF_400_YEARS);
    let years = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * years + years / 4 - years / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (era * 400 + years + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        let days = [(0, (1970, 1, 1)), (58, (1970, 2, 28)), (59, (1970, 3, 1)), (11_016, (2000, 2, 29))];
        for (after, day) in days.into_iter().chain([(11_017, (2000, 3, 1)), (20_453, (2025, 12, 31))]) {
            assert_eq!(day_of(after), day);
        }
    }

    #[test]
    fn a_page_holds_every_figure_with_its_reference_and_its_parts() {
        let more = serde_json::json!({ "parts": [["spread", 0.5]] });
        let figure = Figure {
            bench: "x.step",
            value: 12.34,
            unit: "us",
            reference: Some(250.0),
            reference_is: Some("the plain way"),
            ratio: Some(20.26),
            more: more.as_object().cloned().unwrap_or_default(),
        };
        let mut page = Page::new();
        page.add(&Bench { name: "x", about: "an example", run: || Ok(Vec::new()) }, &[figure]);
        assert!(page.text.contains("| x.step | 12.3 | us | the plain way: 250 | 20.3 |"), "{}", page.text);
        assert!(page.text.contains("spread | 0.500 |"), "{}", page.text);
    }
}
