//! The report of many claims as one page that needs nothing beside itself.

use crate::claim::{Outcome, Verdict};
use crate::differences;
use std::fmt::Write as _;

/// The look of every page of the report.
pub const STYLE: &str = "
:root { color-scheme: light dark; --ink: #1c1e21; --soft: #5d646d; --paper: #fbfaf7; --card: #fff;
  --line: #dcd9d2; --pass: #1b7f4d; --fail: #c0392b; --skip: #8a6d1b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --soft: #a3a8af; --paper: #16181b;
  --card: #1f2226; --line: #353a40; --pass: #58c48d; --fail: #ff8373; --skip: #dcb95a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 2rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.05rem; margin: 0; font-family: ui-monospace, monospace; }
a { color: inherit; } p { margin: .5rem 0; } .soft { color: var(--soft); }
table { border-collapse: collapse; width: 100%; margin: 1.5rem 0; font-size: .92rem; }
th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid var(--line); }
td.number, td.bar { white-space: nowrap; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
article { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1.1rem 1.3rem;
  margin: 1.2rem 0; }
article header { display: flex; gap: .8rem; align-items: baseline; justify-content: space-between; flex-wrap: wrap; }
.badge { font-weight: 600; } .pass { color: var(--pass); } .fail { color: var(--fail); } .skip { color: var(--skip); }
.value { font-size: 1.3rem; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; font-size: .88rem; margin: .6rem 0; }
dt { color: var(--soft); } dd { margin: 0; font-variant-numeric: tabular-nums; }
figure { margin: 1rem 0 0; background: #fff; border-radius: .4rem; padding: .4rem; }
figure svg { max-width: 100%; height: auto; display: block; margin: 0 auto; }
";

/// An HTML page with every claim: where it comes from, what it says, its number, its bar, where it differs from the paper and why, and its
/// figure.
pub fn page(outcomes: &[Outcome]) -> String {
    let passed = outcomes.iter().filter(|outcome| outcome.passed()).count();
    let mut html = String::new();
    html.push_str("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n");
    html.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    let _ =
        write!(html, "<title>Piaget: the papers' claims</title>\n<style>{STYLE}</style></head>\n<body>\n");
    let _ = writeln!(html, "<h1>The papers' claims, run again</h1>");
    let _ = writeln!(html, "<p class=\"soft\">{passed} of {} hold.</p>", outcomes.len());
    html.push_str(
        "<table><thead><tr><th>claim</th><th>says</th><th>value</th><th>bar</th><th></th></tr></thead>",
    );
    html.push_str("<tbody>\n");
    for outcome in outcomes {
        let (class, word) = badge(&outcome.verdict);
        let claim = outcome.claim;
        let _ = writeln!(
            html,
            "<tr><td><a href=\"#{id}\"><code>{id}</code></a></td><td>{says}</td><td class=\"number\">{value}</td>\
             <td class=\"bar\">{bar}</td><td class=\"badge {class}\">{word}</td></tr>",
            id = claim.id,
            says = escaped(claim.says),
            value = number(outcome.measured.value),
            bar = claim.bar,
        );
    }
    html.push_str("</tbody></table>\n");
    for outcome in outcomes {
        article(&mut html, outcome);
    }
    html.push_str("</body></html>\n");
    html
}

fn article(html: &mut String, outcome: &Outcome) {
    let (class, word) = badge(&outcome.verdict);
    let (claim, measured) = (outcome.claim, &outcome.measured);
    let _ = writeln!(
        html,
        "<article id=\"{id}\"><header><h2>{id}</h2><span class=\"badge {class}\">{word}</span></header>\n\
         <p>{says}</p><p class=\"soft\">{source}</p>\n\
         <p><span class=\"value\">{value}</span> <span class=\"soft\">{metric}; should be {bar}</span></p>",
        id = claim.id,
        says = escaped(claim.says),
        source = escaped(claim.source),
        value = number(measured.value),
        metric = escaped(claim.metric),
        bar = claim.bar,
    );
    if let Some(why) = outcome.why_not() {
        let _ = writeln!(html, "<p class=\"{class}\">{}</p>", escaped(&why));
    }
    let _ = writeln!(
        html,
        "<dl><dt>trials</dt><dd>{}</dd><dt>seed</dt><dd>{}</dd>",
        outcome.trials, outcome.seed
    );
    for required in &measured.requirements {
        let value = number(required.value);
        let name = escaped(&required.name);
        let _ = writeln!(html, "<dt>{name}</dt><dd>{value} (must be {})</dd>", required.bar);
    }
    for (name, value) in &measured.details {
        let _ = writeln!(html, "<dt>{}</dt><dd>{}</dd>", escaped(name), number(*value));
    }
    html.push_str("</dl>\n");
    for note in differences(claim.id) {
        let _ = writeln!(html, "<p class=\"soft\">{}</p>", escaped(note));
    }
    if let Some(svg) = &measured.figure {
        let _ = writeln!(html, "<figure>{svg}</figure>");
    }
    html.push_str("</article>\n");
}

fn badge(verdict: &Verdict) -> (&'static str, &'static str) {
    match verdict {
        Verdict::Pass => ("pass", "holds"),
        Verdict::Fail => ("fail", "does not hold"),
        Verdict::Broken(_) => ("fail", "could not run"),
        Verdict::Skipped(_) => ("skip", "skipped"),
    }
}

/// A number with as many digits as people read.
pub fn number(value: f64) -> String {
    match value {
        value if !value.is_finite() => "none".into(),
        value if value == value.trunc() && value.abs() < 1e9 => format!("{value}"),
        value if value.abs() >= 100.0 => format!("{value:.1}"),
        value if value.abs() >= 0.01 => format!("{value:.4}"),
        value => format!("{value:.3e}"),
    }
}

/// A text in which HTML sees no marks.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::{Bar, Claim, Measured, Trials};

    #[test]
    fn the_page_tells_each_claim_whole_and_escapes_words() {
        let claim: &'static Claim = Box::leak(Box::new(Claim {
            id: "test.page",
            source: "Nobody 1.2",
            says: "a < b & so on, in our own words",
            metric: "share",
            bar: Bar::AtLeast(0.9),
            trials: Trials { full: 1, quick: 1 },
            run: |_| Ok(Measured::new(0.25).detail("median_m", 3.5).figure("<svg>figure</svg>".into())),
        }));
        let html = page(&[claim.replicate(4, 99, &|| ())]);
        for part in [
            "a &lt; b &amp; so on",
            "Nobody 1.2",
            "0.2500",
            "at least 0.9",
            "does not hold",
            "<dd>99</dd>",
            "median_m",
            "<figure><svg>figure</svg></figure>",
            "0 of 1 hold",
        ] {
            assert!(html.contains(part), "{part} is missing");
        }
        assert!(!html.contains("http://") && !html.contains("src="), "the page should need nothing else");
    }
}
