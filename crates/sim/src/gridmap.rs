//! Reads the grid maps and path problems of the Moving AI benchmark (Sturtevant 2012): `.map` becomes a
//! [`Grid`] with cells of one metre, `.scen` a list of [`PathProblem`]s with their published optimal lengths.
//!
//! Swamp costs what open ground costs; the benchmark's lengths assume so too. Nothing here looks for a path.

use piaget_terms::{Grid, Vec2};
use piaget_text::{Diagnostics, Problems, Source};
use std::ops::Range;

/// The most cells along one side of a map.
pub const MAX_SIDE: u32 = 4096;
/// The most problems that are read from one file.
pub const MAX_PROBLEMS: usize = 100_000;
/// The characters of cells that one can stand in: ground, ground, swamp.
pub const FREE: [u8; 3] = [b'.', b'G', b'S'];
/// The characters of cells that one cannot: out of bounds twice, trees, water.
pub const BLOCKED: [u8; 4] = [b'@', b'O', b'T', b'W'];

/// One path to find on a map, and how long the shortest one is.
#[derive(Clone, Debug, PartialEq)]
pub struct PathProblem {
    /// The benchmark's class of length (4 metres each).
    pub bucket: u32,
    /// The map that it is about, as the file names it.
    pub map: String,
    /// The map's columns and rows.
    pub size: (u32, u32),
    /// Column and row to start from.
    pub start: (u32, u32),
    /// Column and row to reach.
    pub goal: (u32, u32),
    /// The length of the shortest octile path: steps to the side cost 1, diagonal ones the square root of 2
    /// and only where both neighbours are free.
    pub optimal_m: f64,
}

/// Reads a map. Its corner with the smallest x and z is the origin; row 0 is at the smallest z.
///
/// ```
/// use piaget_text::Source;
/// let text = "type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n";
/// let grid = piaget_sim::gridmap::read_map(&Source::new("small.map", text)).unwrap();
/// assert!(grid.is_free(0, 0) && !grid.is_free(1, 0));
/// ```
pub fn read_map(source: &Source) -> Result<Grid, Diagnostics> {
    let problems = Problems::default();
    let grid = map_of(source, &problems);
    problems.into_result(()).map(|()| grid.expect("a map without a mistake was read"))
}

/// Reads a file of path problems.
pub fn read_problems(source: &Source) -> Result<Vec<PathProblem>, Diagnostics> {
    let problems = Problems::default();
    let found = problems_of(source, &problems);
    problems.into_result(found)
}

fn map_of(source: &Source, problems: &Problems) -> Option<Grid> {
    let report = |span, message: String, hint: &str| problems.note(source, span, message, hint);
    let mut lines = lines(&source.text);
    let (mut rows, mut columns) = (None, None);
    let mut last = 0..0;
    loop {
        let Some((span, line)) = lines.next() else {
            report(last, "the map ends before its cells begin".into(), "write `map`, then a line per row");
            return None;
        };
        last = span.clone();
        let mut words = line.split_whitespace();
        let (key, value) = (words.next().unwrap_or(""), words.next());
        match key {
            "" => {}
            "type" if value == Some("octile") => {}
            "type" => report(span, "this type of map is not known".into(), "write `type octile`"),
            "height" | "width" => {
                let side = value.and_then(|v| v.parse().ok()).filter(|side| (1..=MAX_SIDE).contains(side));
                if side.is_none() {
                    let hint = format!("write `{key} N` with N from 1 to {MAX_SIDE}");
                    report(span, format!("`{key}` needs a whole number of cells"), &hint);
                    return None;
                }
                *(if key == "height" { &mut rows } else { &mut columns }) = side;
            }
            "map" => break,
            _ => {
                report(span, format!("`{key}` is not known here"), "a map begins: type, height, width, map");
                return None;
            }
        }
    }
    let (Some(rows), Some(columns)) = (rows, columns) else {
        report(last, "the map has no size".into(), "write `height N` and `width N` before `map`");
        return None;
    };
    let mut free = Vec::with_capacity(rows as usize * columns as usize);
    let mut found_rows = 0;
    for (span, line) in lines.filter(|(_, line)| !line.is_empty()) {
        found_rows += 1;
        last = span.clone();
        if found_rows > rows {
            report(span, format!("the map has more than {rows} rows"), "make `height` agree with the rows");
            return None;
        }
        if line.len() != columns as usize {
            let message = format!("this row has {} cells, but the map is {columns} wide", line.len());
            report(span.clone(), message, "make every row as long as `width` says");
            return None;
        }
        for (column, byte) in line.bytes().enumerate() {
            if !FREE.contains(&byte) && !BLOCKED.contains(&byte) {
                let at = span.start + column;
                report(at..at + 1, "this is no cell".into(), "cells are . G S (free) and @ O T W (blocked)");
                return None;
            }
            free.push(FREE.contains(&byte));
        }
    }
    if found_rows < rows {
        let message = format!("the map ends after {found_rows} of {rows} rows");
        report(last, message, "make `height` agree with the rows");
        return None;
    }
    Some(Grid { columns, rows, cell_m: 1.0, origin: Vec2::ZERO, free })
}

fn problems_of(source: &Source, problems: &Problems) -> Vec<PathProblem> {
    const HINT: &str = "a line is: bucket, map, width, height, start x, start y, goal x, goal y, length";
    let mut found = Vec::new();
    let mut lines = lines(&source.text);
    match lines.next() {
        Some((_, line)) if version(line).is_some_and(|version| version.floor() == 1.0) => {}
        first => {
            let span = first.map_or(0..0, |(span, _)| span);
            problems.note(source, span, "this is not a version that is known", "write `version 1`");
            return found;
        }
    }
    for (span, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        match problem_of(line) {
            Some(_) if found.len() == MAX_PROBLEMS => {
                let message = format!("the file has more than {MAX_PROBLEMS} problems");
                problems.note(source, span, message, "split it into several files");
                return found;
            }
            Some(problem) => found.push(problem),
            None => problems.note(source, span, "this is no path problem", HINT),
        }
    }
    found
}

fn version(line: &str) -> Option<f32> {
    line.strip_prefix("version")?.trim().parse().ok()
}

fn problem_of(line: &str) -> Option<PathProblem> {
    let mut words = line.split_whitespace();
    let bucket = words.next()?.parse().ok()?;
    let map = words.next()?.to_owned();
    let mut whole = || words.next()?.parse::<u32>().ok();
    let (size, start, goal) = ((whole()?, whole()?), (whole()?, whole()?), (whole()?, whole()?));
    let optimal_m = words.next()?.parse().ok().filter(|m: &f64| m.is_finite() && *m >= 0.0)?;
    let on_map = |(column, row): (u32, u32)| column < size.0 && row < size.1;
    let fits = words.next().is_none() && on_map(start) && on_map(goal);
    fits.then_some(PathProblem { bucket, map, size, start, goal, optimal_m })
}

/// The lines without their ends, each with its bytes in the text.
fn lines(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut start = 0;
    text.split_inclusive('\n').map(move |whole| {
        let line = whole.trim_end_matches(['\n', '\r']);
        let span = start..start + line.len();
        start += whole.len();
        (span, line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(text: &str) -> (usize, String) {
        let found = read_map(&Source::new("x.map", text)).unwrap_err();
        (found.0[0].line, found.0[0].message.clone())
    }

    #[test]
    fn a_broken_map_is_told_where_it_breaks() {
        assert_eq!(complaint("type octile\nheight 2\nwidth x\nmap\n").0, 3);
        assert_eq!(complaint("type octile\nheight 2\nwidth 2\nmap\n..\n.\n").0, 6);
        assert_eq!(
            complaint("type octile\nheight 2\nwidth 2\nmap\n..\n").1,
            "the map ends after 1 of 2 rows"
        );
        assert_eq!(
            complaint("type octile\r\nheight 1\r\nwidth 2\r\nmap\r\n.x\r\n"),
            (5, "this is no cell".into())
        );
        assert_eq!(complaint("type octile\nheight 99999\n").0, 2);
        assert_eq!(complaint("").0, 1);
    }

    #[test]
    fn problems_may_be_split_by_any_white_space() {
        let text = "version 1.0\n3  a.map 4\t5 0 1  3 4 6.5\n";
        let found = read_problems(&Source::new("a.scen", text)).unwrap();
        assert_eq!((found[0].start, found[0].goal, found[0].optimal_m), ((0, 1), (3, 4), 6.5));
        let off = "version 1\n0 a.map 4 5 0 1 4 4 6.5\n";
        assert_eq!(read_problems(&Source::new("a.scen", off)).unwrap_err().0[0].line, 2);
        assert!(read_problems(&Source::new("a.scen", "version 2\n")).is_err());
    }

    #[test]
    fn every_map_of_the_benchmark_reads_and_its_problems_start_and_end_on_free_cells() {
        let Some(folder) = data("maps") else {
            println!("skipped: the folder of test data is not here");
            return;
        };
        let mut maps = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|end| end != "map") {
                continue;
            }
            let read = |path: &std::path::Path| {
                Source::new(path.display().to_string(), std::fs::read_to_string(path).unwrap())
            };
            let grid = read_map(&read(&path)).unwrap();
            for problem in read_problems(&read(&path.with_extension("map.scen"))).unwrap() {
                assert_eq!(problem.size, (grid.columns, grid.rows));
                for (column, row) in [problem.start, problem.goal] {
                    assert!(grid.is_free(column.into(), row.into()), "{} {problem:?}", path.display());
                }
            }
            maps += 1;
        }
        assert!(maps > 0);
    }

    fn data(folder: &str) -> Option<std::path::PathBuf> {
        let root = std::env::var_os("PIAGET_DATA").map_or_else(
            || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
            std::path::PathBuf::from,
        );
        Some(root.join(folder)).filter(|path| path.is_dir())
    }
}
