//! The report of a family as a page that needs nothing beside itself: figures, curves, and the worst worlds with the way to
//! play them.

use crate::family::{Case, Family, Part, Subject};
use crate::figure::{Better, Curve, Figure, Measure, curve, worst};
use crate::ranges::Ranges;
use crate::record::Record;
use crate::run::{Played, Run};
use piaget_claims::figure::{Labels, Series, lines};
use piaget_claims::page::{STYLE, escaped, number};
use std::fmt::Write as _;

/// How many of the worst worlds are shown.
pub const WORST: usize = 10;
/// Into how many groups a curve's worlds are put.
const GROUPS: usize = 6;
/// How many subjects a curve shows besides ours: as many as there are colours.
const OTHERS: usize = 5;
/// Where a lab that runs on this machine answers.
const LAB: &str = "http://127.0.0.1:7878/";

/// What a page is about.
pub struct Report<'a> {
    /// What was played.
    pub played: &'a Played,
    /// How.
    pub run: Run,
    /// From which ranges.
    pub ranges: &'a Ranges,
    /// The settings of ranges as the command line gave them.
    pub set: &'a [String],
    /// The folder beside the page that holds the scenarios of the worst worlds.
    pub folder: &'a str,
}

impl Report<'_> {
    /// The worlds in which our mind did worst by the family's first measure.
    pub fn worst(&self) -> Vec<(&Record, f64)> {
        let measure = &self.played.family.measures()[0];
        worst(&self.played.records, measure, Subject::OURS, WORST)
    }

    /// The part of a record.
    pub fn part(&self, record: &Record) -> Option<&'static Part> {
        self.played.family.parts().iter().find(|part| part.name == record.part)
    }

    /// The page.
    pub fn page(&self) -> String {
        let family = self.played.family;
        let mut html = head(&format!("Piaget: {}", family.name()));
        let _ = writeln!(html, "<h1>{}</h1><p>{}</p>", escaped(family.name()), escaped(family.says()));
        let _ = writeln!(
            html,
            "<p class=\"soft\">{} worlds from seed {} on. Each world is a function of its part, its seed and the ranges.</p>",
            self.played.records.len(),
            self.run.seed
        );
        for (part, why) in &self.played.skipped {
            let _ = writeln!(html, "<p class=\"skip\">{} was skipped: {}</p>", part.name, escaped(why));
        }
        let figures = self.played.figures();
        self.tables(&mut html, &figures);
        self.curves(&mut html, &figures);
        self.worst_worlds(&mut html);
        self.legend(&mut html);
        html.push_str("</body></html>\n");
        html
    }

    fn tables(&self, html: &mut String, figures: &[Figure]) {
        for (part, of_part) in by_part(figures) {
            let (subjects, measures) = axes(&of_part);
            let worlds = of_part.iter().map(|figure| figure.worlds).max().unwrap_or(0);
            let says =
                self.played.family.parts().iter().find(|one| one.name == part).map_or("", |one| one.says);
            let _ = writeln!(
                html,
                "<article><header><h2>{}</h2><span class=\"soft\">{worlds} worlds</span></header>",
                escaped(part)
            );
            let _ = writeln!(html, "<p>{}</p><table><thead><tr><th></th>", escaped(says));
            for measure in &measures {
                let _ = write!(html, "<th>{}</th>", escaped(measure));
            }
            html.push_str("</tr></thead><tbody>\n");
            for subject in subjects {
                let _ = write!(html, "<tr><td>{}</td>", escaped(subject));
                for measure in &measures {
                    let figure = of_part.iter().find(|one| one.subject == subject && one.measure == *measure);
                    let text = figure.map_or("none".into(), |one| {
                        let half = (one.high - one.low) / 2.0;
                        format!("{} <span class=\"soft\">± {}</span>", number(one.value), number(half))
                    });
                    let _ = write!(html, "<td class=\"number\">{text}</td>");
                }
                html.push_str("</tr>\n");
            }
            html.push_str("</tbody></table></article>\n");
        }
    }

    fn curves(&self, html: &mut String, figures: &[Figure]) {
        let family = self.played.family;
        for Curve { measure, over } in family.curves() {
            let Some(measure) = family.measures().iter().find(|one| one.name == *measure) else { continue };
            let mut series = Vec::new();
            for subject in drawn(figures, measure) {
                let points = curve(&self.played.records, measure, subject, over, GROUPS);
                if !points.is_empty() {
                    series.push(Series::new(subject, points));
                }
            }
            if series.is_empty() {
                continue;
            }
            let unit = self.ranges.get(over).map_or("", |range| range.unit);
            let x = if unit.is_empty() { (*over).to_owned() } else { format!("{over} ({unit})") };
            let title = format!("{} over {over}", measure.name);
            let labels = Labels { title: &title, x: &x, y: measure.name };
            let _ = writeln!(html, "<figure>{}</figure>", lines(labels, &series, None));
        }
    }

    fn worst_worlds(&self, html: &mut String) {
        let family = self.played.family;
        let _ = writeln!(html, "<article><header><h2>the worst worlds</h2></header>");
        let _ = writeln!(
            html,
            "<p>By {}. To play them, start <code>piaget lab --no-token {}</code> in the folder of this page and follow a link.</p>",
            escaped(family.measures()[0].name),
            escaped(self.folder)
        );
        html.push_str("<table><thead><tr><th>world</th><th>value</th><th>drawn</th><th>here in the terminal</th></tr></thead><tbody>\n");
        for (record, value) in self.worst() {
            let Some(part) = self.part(record) else { continue };
            let case = Case { part, seed: record.seed, ranges: self.ranges };
            let stem = case.file_stem(family);
            let has_scenario = family.world(&case).is_ok_and(|world| world.scenario.is_some());
            let name = match has_scenario {
                true => format!("<a href=\"{LAB}#scenario={stem}\">{stem}</a>"),
                false => stem,
            };
            let drawn: Vec<String> = record
                .conditions
                .iter()
                .map(|(name, value)| format!("{} {}", escaped(name), number(value)))
                .collect();
            let _ = writeln!(
                html,
                "<tr><td>{name}</td><td class=\"number\">{}</td><td class=\"soft\">{}</td><td><code>{}</code></td></tr>",
                number(value),
                drawn.join(", "),
                escaped(&self.command(part, record.seed, has_scenario))
            );
        }
        html.push_str("</tbody></table></article>\n");
    }

    /// The command that shows a world, or scores it where there is nothing to show.
    fn command(&self, part: &Part, seed: u64, watch: bool) -> String {
        let mut command = format!("piaget life {}/{} --seed {seed}", self.played.family.name(), part.name);
        for set in self.set {
            let _ = write!(command, " --set {set}");
        }
        command.push_str(if watch { " --watch" } else { " --worlds 1" });
        command
    }

    fn legend(&self, html: &mut String) {
        let family = self.played.family;
        let _ = writeln!(html, "<article><header><h2>what is what</h2></header><dl>");
        for measure in family.measures() {
            let _ = writeln!(html, "<dt>{}</dt><dd>{}</dd>", escaped(measure.name), escaped(measure.says));
        }
        for subject in family.subjects() {
            let _ = writeln!(html, "<dt>{}</dt><dd>{}</dd>", escaped(subject.name), escaped(subject.says));
        }
        for range in self.ranges.iter() {
            let says = format!("{} {}: {}", range.values, range.unit, range.says);
            let _ = writeln!(html, "<dt>{}</dt><dd>{}</dd>", escaped(range.name), escaped(&says));
        }
        html.push_str("</dl></article>\n");
    }
}

/// A page that leads to those of all families: file and family.
pub fn index(pages: &[(String, &'static dyn Family)]) -> String {
    let mut html = head("Piaget: open life");
    html.push_str("<h1>Generated worlds, scored against the truth</h1>\n<table><tbody>\n");
    for (file, family) in pages {
        let (name, says) = (escaped(family.name()), escaped(family.says()));
        let _ = writeln!(html, "<tr><td><a href=\"{}\">{name}</a></td><td>{says}</td></tr>", escaped(file));
    }
    html.push_str("</tbody></table>\n</body></html>\n");
    html
}

fn head(title: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>{STYLE}</style></head>\n<body>\n",
        escaped(title)
    )
}

/// Figures of each part, in their order.
fn by_part(figures: &[Figure]) -> Vec<(&'static str, Vec<&Figure>)> {
    let mut parts: Vec<(&'static str, Vec<&Figure>)> = Vec::new();
    for figure in figures {
        match parts.iter_mut().find(|(part, _)| *part == figure.part) {
            Some((_, all)) => all.push(figure),
            None => parts.push((figure.part, vec![figure])),
        }
    }
    parts
}

/// The subjects and the measures of figures, in their order.
fn axes(figures: &[&Figure]) -> (Vec<&'static str>, Vec<&'static str>) {
    let (mut subjects, mut measures) = (Vec::new(), Vec::new());
    for figure in figures {
        if !subjects.contains(&figure.subject) {
            subjects.push(figure.subject);
        }
        if !measures.contains(&figure.measure) {
            measures.push(figure.measure);
        }
    }
    (subjects, measures)
}

/// Ours, then those who do best by this measure over all parts. Who is told the truth is no rival.
fn drawn(figures: &[Figure], measure: &Measure) -> Vec<&'static str> {
    let last = figures.last().map(|figure| figure.part);
    let of_all = |figure: &&Figure| Some(figure.part) == last && figure.measure == measure.name;
    let is_rival = |figure: &&Figure| ![Subject::OURS, Subject::TRUTH].contains(&figure.subject);
    let mut others: Vec<&Figure> = figures.iter().filter(of_all).filter(is_rival).collect();
    others.sort_by(|a, b| match measure.better {
        Better::Higher => b.value.total_cmp(&a.value),
        Better::Lower => a.value.total_cmp(&b.value),
    });
    [Subject::OURS].into_iter().chain(others.iter().take(OTHERS).map(|figure| figure.subject)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_figures_curves_and_links_to_the_worst_worlds() {
        let (family, parts) = crate::find("who-is-who/post").unwrap();
        let (run, ranges) = (Run { seed: 5, worlds: Some(3), quick: true }, family.ranges());
        let played = run.play(family, &parts, &ranges, &|| ()).unwrap();
        let set = ["tick=30".to_owned()];
        let html = Report { played: &played, run, ranges: &ranges, set: &set, folder: "life" }.page();
        for part in [
            "<h1>who-is-who</h1>",
            "<svg",
            "idf1 over speed",
            "#scenario=who-is-who-post-6",
            "piaget life who-is-who/post --seed 6 --set tick=30 --watch",
            "piaget lab --no-token life",
            "told the truth",
        ] {
            assert!(html.contains(part), "{part} is missing");
        }
        assert!(index(&[("life-who-is-who.html".into(), family)]).contains("href=\"life-who-is-who.html\""));
    }
}
