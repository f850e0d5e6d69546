//! `piaget evaluate search`: how soon a thing lost from sight is found again on game maps, for our way of searching
//! and for others, all with the same eyes and legs in the same episodes.

use crate::failure::{Done, Failure};
use crate::output;
use piaget_claims::data;
use piaget_claims::search::{Rules, Score, Target, Way, compare, fields, furthest_behind, overall};
use serde_json::json;
use std::io::{self, Write};
use std::path::PathBuf;

/// What `piaget evaluate search` can be told.
#[derive(clap::Args)]
pub struct Args {
    /// A folder of game maps (.map); without it, those of the data folder
    #[arg(long, value_name = "DIR")]
    maps: Option<PathBuf>,
    /// Episodes per map and target
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    episodes: u32,
    /// Decides every episode
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One JSON object a line instead of a table
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Done {
    let rules = Rules::default();
    let folder = match &args.maps {
        Some(folder) => folder.clone(),
        None => data::folder("maps").map_err(Failure::Wrong)?,
    };
    let fields = fields(&folder, &rules).map_err(Failure::Wrong)?;
    let targets = [Target::Walking, Target::Still];
    let bar = output::progress(u64::from(args.episodes) * (fields.len() * targets.len()) as u64, "episodes");
    let mut all = Vec::new();
    for field in &fields {
        for target in targets {
            let scores = compare(field, target, &rules, (args.seed, args.episodes), &|| bar.inc(1));
            if args.json {
                scores.iter().try_for_each(output::json_line)?;
            }
            all.extend(scores);
        }
    }
    bar.finish_and_clear();
    match args.json {
        true => {
            let (behind, map) = furthest_behind(&all);
            let means: serde_json::Map<_, _> =
                Way::ALL.into_iter().map(|way| (way.name().to_owned(), overall(&all, way).into())).collect();
            output::json_line(&json!({
                "map": "all", "mean_s": means, "episodes": all.iter().map(|s| s.episodes).sum::<usize>() / Way::ALL.len(),
                "ours_by_most_likely": overall(&all, Way::Ours) / overall(&all, Way::MostLikely),
                "furthest_behind_best": behind, "furthest_behind_on": map,
            }))?;
        }
        false => table(&all, &rules)?,
    }
    Ok(())
}

fn table(all: &[Score], rules: &Rules) -> io::Result<()> {
    let mut out = output::stdout();
    writeln!(out, "mean seconds until seen, at most {} (95 % interval)", rules.most_s)?;
    for target in [Target::Walking, Target::Still] {
        let name = if target == Target::Walking { "walking target" } else { "still target" };
        write!(out, "\n{name:20}")?;
        Way::ALL.iter().try_for_each(|way| write!(out, "{:>15}", way.name()))?;
        writeln!(out)?;
        let of_target: Vec<Score> = all.iter().filter(|score| score.target == target).cloned().collect();
        for row in of_target.chunks(Way::ALL.len()) {
            write!(out, "{:20}", row[0].map)?;
            row.iter().try_for_each(|s| write!(out, "{:>8.1} ±{:>5.1}", s.mean_s, s.half_width_s))?;
            writeln!(out)?;
        }
        write!(out, "{:20}", "all maps")?;
        Way::ALL.iter().try_for_each(|way| write!(out, "{:>8.1}       ", overall(&of_target, *way)))?;
        writeln!(out)?;
    }
    let (behind, map) = furthest_behind(all);
    let gain = 1.0 - overall(all, Way::Ours) / overall(all, Way::MostLikely);
    writeln!(out, "\nours is {:.1} % quicker than most-likely-first", gain * 100.0)?;
    match behind > 0.0 {
        true => writeln!(out, "and {:.1} % behind the best honest one on {map}", behind * 100.0),
        false => writeln!(
            out,
            "and on every map ahead of the best honest one, least on {map} ({:.1} %)",
            -behind * 100.0
        ),
    }
}
