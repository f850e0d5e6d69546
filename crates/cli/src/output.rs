//! What commands share when they speak: progress on a terminal, JSON lines, mistakes in files.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use miette::{GraphicalReportHandler, LabeledSpan, MietteDiagnostic, NamedSource, Report};
use piaget_text::{Diagnostic, Diagnostics, Source, is_printable, printable};
use serde::Serialize;
use std::io::{self, IsTerminal, Write};

/// A bar on a terminal; nothing elsewhere.
pub fn progress(length: u64, what: &str) -> ProgressBar {
    let target = match io::stderr().is_terminal() {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    let style = ProgressStyle::with_template("{msg} [{bar:30}] {pos}/{len} {eta}").unwrap_or_else(|_| {
        // The template is a constant; a wrong one still leaves a usable bar.
        ProgressStyle::default_bar()
    });
    ProgressBar::with_draw_target(Some(length), target).with_style(style).with_message(what.to_owned())
}

/// The standard output for people. Names and sentences come from files; control characters in them are shown as
/// escapes, so that no file moves a cursor or sets a title.
pub fn stdout() -> Plain<io::Stdout> {
    Plain(io::stdout())
}

/// Writes text without control characters other than tabs and ends of lines.
pub struct Plain<W>(W);

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.0.write_all(printable(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Tells something on the error stream. Nobody may be listening there any more, which is no reason to fail.
pub fn tell(text: &str) {
    let _ = writeln!(Plain(io::stderr().lock()), "{text}");
}

/// Formats and tells on the error stream, as [`tell`].
#[macro_export]
macro_rules! tell {
    ($($part:tt)*) => { $crate::output::tell(&format!($($part)*)) };
}

/// One JSON object on a line of its own.
pub fn json_line(value: &impl Serialize) -> io::Result<()> {
    let line = serde_json::to_string(value)?;
    writeln!(io::stdout().lock(), "{}", json_printable(line))
}

/// JSON in which characters that a terminal would obey are escaped; they stand nowhere but in strings.
fn json_printable(line: String) -> String {
    if line.chars().all(is_printable) {
        return line;
    }
    let mut escaped = String::with_capacity(line.len());
    for c in line.chars() {
        match is_printable(c) {
            true => escaped.push(c),
            false => escaped.push_str(&format!("\\u{:04x}", u32::from(c))),
        }
    }
    escaped
}

/// Mistakes with the lines they stand in on a terminal; elsewhere one line each that editors can follow.
pub fn show_mistakes(sources: &[Source], mistakes: &Diagnostics) {
    let graphical = io::stderr().is_terminal();
    for mistake in &mistakes.0 {
        let source = sources.iter().find(|source| source.name == mistake.file);
        match source.filter(|_| graphical) {
            // What is drawn has colours; what it quotes is made printable before.
            Some(source) => {
                let _ = writeln!(io::stderr(), "{}", drawn(source, mistake));
            }
            None => tell(&plain(mistake)),
        }
    }
}

fn plain(mistake: &Diagnostic) -> String {
    let Diagnostic { file, line, column, message, hint, .. } = mistake;
    match hint.is_empty() {
        true => format!("{file}:{line}:{column}: {message}"),
        false => format!("{file}:{line}:{column}: {message}\n  hint: {hint}"),
    }
}

fn drawn(source: &Source, mistake: &Diagnostic) -> String {
    let span = mistake.span.start.min(source.text.len())..mistake.span.end.min(source.text.len());
    let mut diagnostic =
        MietteDiagnostic::new(printable(&mistake.message)).with_label(LabeledSpan::new_with_span(None, span));
    if !mistake.hint.is_empty() {
        diagnostic = diagnostic.with_help(printable(&mistake.hint));
    }
    let report = Report::new(diagnostic)
        .with_source_code(NamedSource::new(printable(&source.name), masked(&source.text)));
    let mut text = String::new();
    match GraphicalReportHandler::new().render_report(&mut text, report.as_ref()) {
        Ok(()) => text,
        Err(_) => plain(mistake),
    }
}

/// A text of which each byte stays in its place, with question marks for what is not printable.
fn masked(text: &str) -> String {
    let mask = |c: char| if is_printable(c) { c.to_string() } else { "?".repeat(c.len_utf8()) };
    text.chars().map(mask).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_speaks_to_the_terminal() {
        let source = Source::new("a\u{1b}[2J.kdl", "sheep \"\u{1b}[31m\u{9b}2J\u{202e}\" speed=-1\n");
        let start = source.text.find("speed").unwrap();
        let mistake = source.problem(start..start + 8, "no \u{1b}]0;title\u{7}", "write \u{9b}1m");
        let drawn = drawn(&source, &mistake);
        // Colours are our own; they begin with ESC [ and end with m.
        assert!(
            !drawn.contains("\u{1b}[2J") && !drawn.contains("\u{1b}]") && !drawn.contains('\u{9b}'),
            "{drawn:?}"
        );
        assert!(drawn.contains("speed=-1"));
        let mut shown = Vec::new();
        writeln!(Plain(&mut shown), "{}", plain(&mistake)).unwrap();
        assert!(String::from_utf8(shown).unwrap().chars().all(is_printable));
        let json = json_printable(serde_json::to_string("\u{1b}\u{9b}\u{202e}é").unwrap());
        assert!(json.chars().all(is_printable), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), "\u{1b}\u{9b}\u{202e}é");
    }

    #[test]
    fn a_mistake_is_drawn_with_file_line_column_and_hint() {
        let source = Source::new("a.kdl", "sheep\nsheep speed=-1\n");
        let mistake = source.problem(18..20, "`speed` is -1, outside 0 to 10", "choose a number");
        assert_eq!(plain(&mistake), "a.kdl:2:13: `speed` is -1, outside 0 to 10\n  hint: choose a number");
        let drawn = drawn(&source, &mistake);
        for part in ["a.kdl:2:13", "sheep speed=-1", "outside 0 to 10", "choose a number"] {
            assert!(drawn.contains(part), "{part} is missing in\n{drawn}");
        }
    }
}
