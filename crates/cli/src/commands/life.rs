//! `piaget life`: generated worlds, played and scored against the truth, by family.

use super::watch;
use crate::failure::{Done, Failure};
use crate::tell;
use crate::{files, output};
use piaget_life::page::{self, Report};
use piaget_life::{
    Case, FAMILIES, Family, Fault, Figure, Part, Played, Ranges, Run, World, find, full_name, scene,
};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What `piaget life` can be told.
#[derive(clap::Args)]
pub struct Args {
    /// Families, or parts of them (who-is-who, who-is-who/post); all families if none is given
    families: Vec<String>,
    /// Say which families, parts and ranges there are, without playing them
    #[arg(long)]
    list: bool,
    /// The seed of the first world; the next worlds have the next seeds
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many worlds of each part
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    worlds: Option<u32>,
    /// Few worlds of each part
    #[arg(long, conflicts_with = "worlds")]
    quick: bool,
    /// Narrow or widen a range: speed=0.3..3, tick=10,30 or noise=0.1
    #[arg(long, value_name = "RANGE=VALUES")]
    set: Vec<String>,
    /// Another file in the place of a committed character: duncan=mine.kdl
    #[arg(long, value_name = "NAME=FILE")]
    character: Vec<String>,
    /// One JSON object a line: every world, then every figure
    #[arg(long)]
    json: bool,
    /// Show the world of the seed in the terminal instead of scoring it
    #[arg(long, conflicts_with_all = ["json", "list"])]
    watch: bool,
    /// Write a page for each family into this folder, with the worst worlds as scenarios
    #[arg(long, value_name = "DIR", conflicts_with_all = ["list", "watch", "scenario"])]
    report: Option<PathBuf>,
    /// Write the world of the seed as a scenario, with the files that it names, into this folder instead of scoring it
    #[arg(long, value_name = "DIR", conflicts_with_all = ["json", "list", "watch"])]
    scenario: Option<PathBuf>,
}

/// The folder beside the pages that holds the worst worlds.
const WORLDS: &str = "life";

/// A family with those of its parts that were asked for, and its ranges.
struct Chosen {
    family: &'static dyn Family,
    parts: Vec<&'static Part>,
    ranges: Ranges,
}

/// Runs the command.
pub fn run(args: &Args) -> Done {
    files::use_characters(&args.character)?;
    let chosen = chosen(args)?;
    if args.list {
        return list(&chosen, args.json);
    }
    if args.watch || args.scenario.is_some() {
        return show(&chosen, args);
    }
    if let Some(folder) = &args.report {
        // Before hours of worlds, not after.
        files::make_folder(&folder.join(WORLDS))?;
    }
    let run = Run { seed: args.seed, worlds: args.worlds, quick: args.quick };
    let mut pages = Vec::new();
    for one in &chosen {
        let bar = output::progress(run.total(one.family, &one.parts), one.family.name());
        let played = run.play(one.family, &one.parts, &one.ranges, &|| bar.inc(1));
        bar.finish_and_clear();
        let played = played.map_err(|fault| Failure::Usage(fault.to_string()))?;
        for (part, why) in &played.skipped {
            tell!("skipped: {}: {why}", full_name(one.family, part));
        }
        match args.json {
            true => as_json(&played)?,
            false => table(&played)?,
        }
        if let Some(folder) = &args.report {
            let report = Report { played: &played, run, ranges: &one.ranges, set: &args.set, folder: WORLDS };
            pages.push((write_page(&report, folder)?, one.family));
        }
    }
    if let Some(folder) = &args.report {
        let file = folder.join("life.html");
        files::save(&file, page::index(&pages).as_bytes())?;
        tell!("the report is {}", file.display());
    }
    Ok(())
}

/// Writes the page of a family and its worst worlds, and gives the page's name.
fn write_page(report: &Report<'_>, folder: &Path) -> Result<String, Failure> {
    let family = report.played.family;
    let name = format!("life-{}.html", family.name());
    files::save(&folder.join(&name), report.page().as_bytes())?;
    for (record, _) in report.worst() {
        let Some(part) = report.part(record) else { continue };
        let case = Case { part, seed: record.seed, ranges: report.ranges };
        if let Ok(world) = family.world(&case)
            && world.scenario.is_some()
        {
            write(family, &case, &world, &folder.join(WORLDS))?;
        }
    }
    Ok(name)
}

/// The families and parts that were named, in the order of the register, with ranges as they were set.
fn chosen(args: &Args) -> Result<Vec<Chosen>, Failure> {
    let mut chosen: Vec<Chosen> = Vec::new();
    let names: Vec<String> = match args.families.is_empty() {
        true => FAMILIES.iter().map(|family| family.name().to_owned()).collect(),
        false => args.families.clone(),
    };
    for name in &names {
        let (family, parts) = find(name).map_err(|unknown| Failure::Usage(unknown.to_string()))?;
        match chosen.iter_mut().find(|known| known.family.name() == family.name()) {
            Some(known) => known.parts.extend(parts),
            None => chosen.push(Chosen { family, parts, ranges: family.ranges() }),
        }
    }
    for text in &args.set {
        let name = text.split('=').next().unwrap_or_default().trim();
        // Over several families, a range is set in those that have it.
        let some = chosen.iter().any(|one| one.ranges.has(name));
        for one in chosen.iter_mut().filter(|one| !some || one.ranges.has(name)) {
            one.ranges.set(text).map_err(|bad| Failure::Usage(format!("{}: {bad}", one.family.name())))?;
        }
    }
    Ok(chosen)
}

fn list(chosen: &[Chosen], json: bool) -> Done {
    let mut out = output::stdout();
    for Chosen { family, parts, ranges } in chosen {
        if json {
            let of_part =
                |part: &&Part| serde_json::json!({ "part": part.name, "says": part.says, "half": part.half });
            let of_range = |range: &piaget_life::Range| {
                serde_json::json!({
                    "range": range.name, "says": range.says, "unit": range.unit, "values": range.values.to_string(),
                })
            };
            output::json_line(&serde_json::json!({
                "family": family.name(),
                "says": family.says(),
                "parts": parts.iter().map(of_part).collect::<Vec<_>>(),
                "ranges": ranges.iter().map(of_range).collect::<Vec<_>>(),
                "subjects": family.subjects().iter().map(|subject| subject.name).collect::<Vec<_>>(),
                "measures": family.measures().iter().map(|measure| measure.name).collect::<Vec<_>>(),
            }))?;
            continue;
        }
        writeln!(out, "{}  {}", family.name(), family.says())?;
        for part in parts {
            writeln!(out, "  {:24}  {}", full_name(*family, part), part.says)?;
        }
        for range in ranges.iter() {
            let values = format!("{} {}", range.values, range.unit);
            writeln!(out, "  --set {:18}  {values:18} {}", range.name, range.says)?;
        }
    }
    Ok(())
}

/// Shows or writes the world of the seed.
fn show(chosen: &[Chosen], args: &Args) -> Done {
    let Some(Chosen { family, parts, ranges }) = chosen.first() else { return Ok(()) };
    let [part] = parts[..] else {
        let names: Vec<String> = parts.iter().map(|part| full_name(*family, part)).collect();
        return Err(Failure::Usage(format!("name one part to show, such as {}", names.join(", "))));
    };
    let case = Case { part, seed: args.seed, ranges };
    let world = family.world(&case).map_err(|fault| match fault {
        Fault::NoData(why) => Failure::Wrong(why),
        fault => Failure::Usage(fault.to_string()),
    })?;
    if world.scenario.is_none() && (args.watch || world.files.is_empty()) {
        let name = full_name(*family, part);
        return Err(Failure::Usage(format!("{name} is no scenario, so there is nothing to show")));
    }
    match &args.scenario {
        Some(folder) => {
            let file = write(*family, &case, &world, folder)?;
            writeln!(output::stdout(), "{}", file.display())?;
            Ok(())
        }
        None => {
            let unplayable = |why| Failure::Usage(case.unplayable(*family, why).to_string());
            watch::play(&mut scene::simulation(&world).map_err(unplayable)?, 1.0)
        }
    }
}

/// Writes a world's scenario and what it names into a folder, and gives the scenario's file, or that of what stands for it. The files of a world get names of
/// their own, so that many worlds can stand beside each other.
fn write(family: &dyn Family, case: &Case<'_>, world: &World, folder: &Path) -> Result<PathBuf, Failure> {
    files::make_folder(folder)?;
    let stem = case.file_stem(family);
    let renamed = |text: &str| {
        world.files.iter().fold(text.to_owned(), |text, (reference, _)| {
            text.replace(&format!("\"{reference}\""), &format!("\"{stem}-{reference}\""))
        })
    };
    for (reference, text) in &world.files {
        files::save(&folder.join(format!("{stem}-{reference}")), renamed(text).as_bytes())?;
    }
    let Some(scenario) = &world.scenario else {
        let first = world.files.first().map_or("", |(reference, _)| reference);
        return Ok(folder.join(format!("{stem}-{first}")));
    };
    let file = folder.join(format!("{stem}.kdl"));
    files::save(&file, renamed(scenario).as_bytes())?;
    Ok(file)
}

fn as_json(played: &Played) -> io::Result<()> {
    for record in &played.records {
        output::json_line(record)?;
    }
    for figure in played.figures() {
        let mut line = serde_json::to_value(&figure)?;
        line["family"] = played.family.name().into();
        output::json_line(&line)?;
    }
    Ok(())
}

/// A table for each part: a row for each subject, a column for each measure.
fn table(played: &Played) -> io::Result<()> {
    let mut out = output::stdout();
    let figures = played.figures();
    let mut parts: Vec<&'static str> = Vec::new();
    for figure in &figures {
        if !parts.contains(&figure.part) {
            parts.push(figure.part);
        }
    }
    for part in parts {
        let of_part: Vec<&Figure> = figures.iter().filter(|figure| figure.part == part).collect();
        let (mut subjects, mut measures) = (Vec::new(), Vec::new());
        for figure in &of_part {
            if !subjects.contains(&figure.subject) {
                subjects.push(figure.subject);
            }
            if !measures.contains(&figure.measure) {
                measures.push(figure.measure);
            }
        }
        let worlds = of_part.iter().map(|figure| figure.worlds).max().unwrap_or(0);
        writeln!(out, "\n{}/{part} ({worlds} worlds)", played.family.name())?;
        let width = subjects.iter().map(|subject| subject.len()).max().unwrap_or(0);
        let columns: Vec<usize> = measures.iter().map(|measure| measure.len().max(15)).collect();
        write!(out, "  {:width$}", "")?;
        for (measure, column) in measures.iter().zip(&columns) {
            write!(out, "  {measure:>column$}")?;
        }
        writeln!(out)?;
        for subject in subjects {
            write!(out, "  {subject:width$}")?;
            for (measure, column) in measures.iter().zip(&columns) {
                let figure = of_part.iter().find(|one| one.subject == subject && one.measure == *measure);
                let value = figure.filter(|figure| figure.value.is_finite());
                let text = value.map_or("-".into(), |one| {
                    format!("{:.3} ± {:.3}", one.value, (one.high - one.low) / 2.0)
                });
                write!(out, "  {text:>column$}")?;
            }
            writeln!(out)?;
        }
    }
    out.flush()
}
