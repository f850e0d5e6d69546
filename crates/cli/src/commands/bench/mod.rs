//! `piaget bench`: quick figures in one run, each beside its reference where it has one. One file per bench.

mod crowd;
mod expect;
mod eyes;
mod imitate;
mod lab;
mod memory;
mod mind;
mod motor;
mod navigate;
mod occupancy;
mod page;
mod search;
mod timing;
mod wanderers;

use crate::failure::{Done, Failure};
use crate::output;
use crate::tell;
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;
pub use timing::time;

/// What `piaget bench` can be told.
#[derive(clap::Args)]
pub struct Args {
    /// Benches by name; all of them if none is given
    names: Vec<String>,
    /// One JSON object a line instead of a table
    #[arg(long)]
    json: bool,
    /// Also write the figures to a file, as a page with the machine and the date
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

/// One figure.
#[derive(Serialize)]
pub struct Figure {
    /// The bench, and what of it: `eyes`, `mind.step`.
    pub bench: &'static str,
    /// How much.
    pub value: f64,
    /// Of what: `us per eye`.
    pub unit: &'static str,
    /// What the same work costs in the usual way, measured in the same run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<f64>,
    /// What the reference is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference_is: Option<&'static str>,
    /// How many times better than the reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio: Option<f64>,
    /// What else is worth knowing: sizes, counts, the spread of the timings.
    #[serde(flatten)]
    pub more: serde_json::Map<String, serde_json::Value>,
}

impl Figure {
    /// A figure by itself, with what else is worth knowing as a JSON object.
    fn new(bench: &'static str, value: f64, unit: &'static str, more: serde_json::Value) -> Self {
        let more = more.as_object().cloned().unwrap_or_default();
        Self { bench, value, unit, reference: None, reference_is: None, ratio: None, more }
    }

    /// The same beside what the usual way took in this run.
    fn beside(self, reference: f64, is: &'static str) -> Self {
        let ratio = Some(reference / self.value);
        Self { reference: Some(reference), reference_is: Some(is), ratio, ..self }
    }

    /// What it is made up of, in the same unit, where it was taken to pieces.
    fn parts(&self) -> impl Iterator<Item = (&str, f64)> {
        let parts = self.more.get("parts").and_then(|parts| parts.as_array());
        parts.into_iter().flatten().filter_map(|part| Some((part.get(0)?.as_str()?, part.get(1)?.as_f64()?)))
    }
}

/// A bench: its name, what it measures, and how.
pub struct Bench {
    name: &'static str,
    about: &'static str,
    run: fn() -> Result<Vec<Figure>, String>,
}

/// Every bench. A new one is a file beside this and a line here. Those that measure memory come first: later, what they
/// take may be room that others have left.
const BENCHES: &[Bench] = &[
    memory::BENCH,
    crowd::BENCH,
    expect::BENCH,
    eyes::BENCH,
    imitate::BENCH,
    lab::BENCH,
    mind::BENCH,
    motor::BENCH,
    navigate::BENCH,
    occupancy::BENCH,
    search::BENCH,
];

/// Runs the command.
pub fn run(args: &Args) -> Done {
    let mut done = Ok(());
    let mut page = page::Page::new();
    for bench in chosen(&args.names)? {
        tell!("{}: {}", bench.name, bench.about);
        let figures = (bench.run)().unwrap_or_else(|why| {
            // One that cannot be measured here (its data is missing, say) keeps none of the others from it.
            tell!("error: bench {}: {why}", bench.name);
            done = Err(Failure::Told);
            Vec::new()
        });
        page.add(bench, &figures);
        for figure in figures {
            match args.json {
                true => output::json_line(&figure)?,
                false => row(&figure)?,
            }
        }
    }
    if let Some(path) = &args.markdown {
        page.write(path)?;
    }
    done
}

fn chosen(names: &[String]) -> Result<Vec<&'static Bench>, Failure> {
    if let Some(unknown) = names.iter().find(|name| !BENCHES.iter().any(|bench| bench.name == **name)) {
        let known: Vec<_> = BENCHES.iter().map(|bench| bench.name).collect();
        return Err(Failure::Usage(match piaget_text::nearest(unknown, known.iter().copied()) {
            Some(nearest) => format!("there is no bench `{unknown}`; did you mean `{nearest}`?"),
            None => format!("there is no bench `{unknown}`; there are: {}", known.join(", ")),
        }));
    }
    let wanted = |bench: &&Bench| names.is_empty() || names.iter().any(|name| name == bench.name);
    Ok(BENCHES.iter().filter(wanted).collect())
}

fn row(figure: &Figure) -> io::Result<()> {
    let mut out = output::stdout();
    write!(out, "{:24} {:>10.3} {}", figure.bench, figure.value, figure.unit)?;
    if let (Some(reference), Some(ratio)) = (figure.reference, figure.ratio) {
        let what = figure.reference_is.unwrap_or("reference");
        write!(out, "; {what} {reference:.3}: {ratio:.1} times")?;
    }
    writeln!(out)?;
    for (part, value) in figure.parts() {
        writeln!(out, "  {part:22} {value:>10.3}")?;
    }
    Ok(())
}
