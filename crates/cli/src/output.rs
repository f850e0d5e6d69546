//! What commands share when they speak: progress on a terminal, JSON lines, mistakes in files.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use miette::{GraphicalReportHandler, LabeledSpan, MietteDiagnostic, NamedSource, Report};
use piaget_text::{Diagnostic, Diagnostics, Source};
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

/// One JSON object on a line of its own.
pub fn json_line(value: &impl Serialize) -> io::Result<()> {
    let line = serde_json::to_string(value)?;
    writeln!(io::stdout().lock(), "{line}")
}

/// Mistakes with the lines they stand in on a terminal; elsewhere one line each that editors can follow.
pub fn show_mistakes(sources: &[Source], mistakes: &Diagnostics) {
    let graphical = io::stderr().is_terminal();
    for mistake in &mistakes.0 {
        let source = sources.iter().find(|source| source.name == mistake.file);
        match source.filter(|_| graphical) {
            Some(source) => eprintln!("{}", drawn(source, mistake)),
            None => eprintln!("{}", plain(mistake)),
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
        MietteDiagnostic::new(&mistake.message).with_label(LabeledSpan::new_with_span(None, span));
    if !mistake.hint.is_empty() {
        diagnostic = diagnostic.with_help(&mistake.hint);
    }
    let report =
        Report::new(diagnostic).with_source_code(NamedSource::new(&source.name, source.text.clone()));
    let mut text = String::new();
    match GraphicalReportHandler::new().render_report(&mut text, report.as_ref()) {
        Ok(()) => text,
        Err(_) => plain(mistake),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
