//! `piaget evaluate tracks`: the mean log likelihood per cell of where hidden pedestrians were seen again, for
//! occupancy maps and for simpler ways. Each way is fitted on one recording and scored on the other.

use crate::failure::{Done, Failure};
use crate::output;
use crate::tell;
use piaget_claims::tracks::{self, Hiding, Score, WAYS};
use serde_json::json;
use std::io::{self, Write};

/// What `piaget evaluate tracks` can be told.
#[derive(clap::Args)]
pub struct Args {
    /// One JSON object a line instead of a table
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Done {
    for hiding in [Hiding::EyesShut, Hiding::Occluder] {
        let scores = tracks::compare(hiding).map_err(|why| {
            tell!("error: {why}");
            Failure::Told
        })?;
        match args.json {
            true => {
                for score in &scores {
                    output::json_line(score)?;
                }
                for way in WAYS {
                    output::json_line(&json!({
                        "way": way, "hiding": hiding, "scored_on": "all", "mean_log_likelihood": mean(&scores, way),
                    }))?;
                }
            }
            false => table(hiding, &scores)?,
        }
    }
    Ok(())
}

/// Over both recordings, each time seen again counting once.
fn mean(scores: &[Score], way: &str) -> f64 {
    let of_way = || scores.iter().filter(|score| score.way == way);
    let count: usize = of_way().map(|score| score.count).sum();
    of_way().map(|score| score.mean_log_likelihood * score.count as f64).sum::<f64>() / count.max(1) as f64
}

fn table(hiding: Hiding, scores: &[Score]) -> io::Result<()> {
    let mut out = output::stdout();
    let how = match hiding {
        Hiding::EyesShut => "eyes shut for 1.2 to 4.8 s",
        Hiding::Occluder => "behind an occluder for 1 to 5 s",
    };
    writeln!(out, "{how}: mean log likelihood of the cell where they were seen again")?;
    for way in WAYS {
        write!(out, "  {way:14} {:7.3}", mean(scores, way))?;
        for score in scores.iter().filter(|score| score.way == way) {
            write!(out, "   {} {:7.3} ({})", score.scored_on, score.mean_log_likelihood, score.fitted)?;
        }
        writeln!(out)?;
    }
    Ok(())
}
