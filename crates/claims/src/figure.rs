//! The figures of claims, as SVG: lines over time, columns, tables, and the ground from above. One look for all of them.

use crate::statistics::Rate;
use piaget_terms::{Terrain, Vec2};
use plotters::coord::types::RangedCoordf64;
use plotters::element::DashedPathElement;
use plotters::prelude::*;

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

const SIZE: (u32, u32) = (640, 360);
const FONT: &str = "sans-serif";
/// Told apart by people who see few colours, too (Okabe and Ito).
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];
const WALL: RGBColor = RGBColor(90, 90, 90);

/// What stands around a plot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Labels<'a> {
    /// Above it.
    pub title: &'a str,
    /// Under the horizontal axis.
    pub x: &'a str,
    /// Beside the vertical axis.
    pub y: &'a str,
}

/// A named run of points.
#[derive(Clone, Debug)]
pub struct Series {
    /// As the legend has it.
    pub name: String,
    /// In the order in which they are joined.
    pub points: Vec<(f64, f64)>,
}

impl Series {
    /// A named run of points.
    pub fn new(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.into(), points }
    }
}

/// Lines over a common axis; `bar`, where there is one, as a dashed line.
///
/// ```
/// use piaget_claims::figure::{Labels, Series, lines};
/// let svg = lines(Labels::default(), &[Series::new("speed", vec![(0.0, 0.0), (1.0, 2.0)])], None);
/// assert!(svg.starts_with("<svg") && svg.contains("speed"));
/// ```
pub fn lines(labels: Labels<'_>, series: &[Series], bar: Option<f64>) -> String {
    let points = || series.iter().flat_map(|one| &one.points);
    let x = range(points().map(|point| point.0));
    let y = range(points().map(|point| point.1).chain(bar).chain([0.0]));
    draw(SIZE, |area| {
        let mut chart = axes(area, labels, (x.clone(), y))?;
        for (index, one) in series.iter().enumerate() {
            let style = COLOURS[index % COLOURS.len()].stroke_width(2);
            for part in unbroken(&one.points) {
                chart.draw_series(LineSeries::new(part.iter().copied(), style))?;
            }
            let key = LineSeries::new(one.points.first().copied(), style);
            chart
                .draw_series(key)?
                .label(&one.name)
                .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 18, y)], style));
        }
        if let Some(bar) = bar {
            let ends = [(x.start, bar), (x.end, bar)];
            chart.draw_series([DashedPathElement::new(ends, 6, 4, BLACK.mix(0.6))])?;
        }
        legend(&mut chart)
    })
}

/// Lines over time with what happened written above them, and crosses where a value is undefined.
pub fn annotated(
    labels: Labels<'_>,
    series: &[Series],
    crosses: &[(f64, f64)],
    notes: &[(f64, String)],
) -> String {
    /// Notes stand in so many rows, so that neighbours do not cover each other.
    const ROWS: usize = 5;
    let points = || series.iter().flat_map(|one| &one.points);
    let x = range(points().map(|point| point.0));
    let y = range(points().map(|point| point.1).chain(crosses.iter().map(|cross| cross.1)).chain([0.0]));
    let top = y.end + (y.end - y.start) * 0.08 * (ROWS + 1) as f64;
    let mut notes = notes.to_vec();
    notes.sort_by(|a, b| a.0.total_cmp(&b.0));
    draw((960, 420), |area| {
        let mut chart = axes(area, labels, (x.clone(), y.start..top))?;
        for (index, one) in series.iter().enumerate() {
            let style = COLOURS[index % COLOURS.len()].stroke_width(2);
            for part in unbroken(&one.points) {
                chart.draw_series(LineSeries::new(part.iter().copied(), style))?;
            }
            let key = LineSeries::new(one.points.first().copied().filter(|point| point.1.is_finite()), style);
            chart
                .draw_series(key)?
                .label(&one.name)
                .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 18, y)], style));
        }
        chart.draw_series(crosses.iter().map(|at| Cross::new(*at, 3, BLACK.stroke_width(1))))?;
        for (index, (at, note)) in notes.iter().enumerate() {
            let height = top - (y.end - y.start) * 0.08 * (index % ROWS + 1) as f64;
            chart.draw_series([DashedPathElement::new(
                [(*at, y.start), (*at, height)],
                3,
                3,
                BLACK.mix(0.4),
            )])?;
            chart.draw_series([Text::new(note.clone(), (*at, height), (FONT, 12))])?;
        }
        legend(&mut chart)
    })
}

/// A named value with its interval, where it is known.
#[derive(Clone, Debug)]
pub struct Column {
    /// As it stands under the column.
    pub name: String,
    /// How high it is.
    pub value: f64,
    /// The whisker's ends.
    pub interval: Option<(f64, f64)>,
}

impl Column {
    /// A value alone.
    pub fn new(name: impl Into<String>, value: f64) -> Self {
        Self { name: name.into(), value, interval: None }
    }

    /// A rate with its interval.
    pub fn rate(name: impl Into<String>, rate: Rate) -> Self {
        Self { name: name.into(), value: rate.value, interval: Some((rate.low, rate.high)) }
    }
}

/// Columns side by side; `bar`, where there is one, as a dashed line.
pub fn columns(labels: Labels<'_>, values: &[Column], bar: Option<f64>) -> String {
    let tops = values.iter().flat_map(|one| [one.value, one.interval.map_or(one.value, |i| i.1)]);
    let y = range(tops.chain(bar).chain([0.0]));
    draw(SIZE, |area| {
        let x = -0.6..values.len() as f64 - 0.4;
        let area = area.margin(8, 8, 8, 12);
        let mut chart = ChartBuilder::on(&area)
            .caption(labels.title, (FONT, 16))
            .x_label_area_size(42)
            .y_label_area_size(58)
            .build_cartesian_2d(x.clone(), y)?;
        let name = |x: &f64| {
            let whole = (x - x.round()).abs() < 0.01 && *x > -0.5;
            values.get(x.round() as usize).filter(|_| whole).map_or_else(String::new, |one| one.name.clone())
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(WHITE)
            .bold_line_style(BLACK.mix(0.12))
            .x_desc(labels.x)
            .y_desc(labels.y)
            .x_labels(values.len() * 2 + 1)
            .x_label_formatter(&name)
            .label_style((FONT, 12))
            .draw()?;
        for (index, one) in values.iter().enumerate() {
            let (at, colour) = (index as f64, COLOURS[index % COLOURS.len()]);
            chart
                .draw_series([Rectangle::new([(at - 0.35, 0.0), (at + 0.35, one.value)], colour.filled())])?;
            if let Some((low, high)) = one.interval {
                let whisker = PathElement::new(vec![(at, low), (at, high)], BLACK.stroke_width(2));
                chart.draw_series([whisker])?;
            }
        }
        if let Some(bar) = bar {
            let ends = [(x.start, bar), (x.end, bar)];
            chart.draw_series([DashedPathElement::new(ends, 6, 4, BLACK.mix(0.6))])?;
        }
        Ok(())
    })
}

/// How often values fall into each of `count` equal bins; `bar`, where there is one, as an upright line.
pub fn histogram(labels: Labels<'_>, values: &[f64], count: usize, bar: Option<f64>) -> String {
    let x = range(values.iter().copied().chain(bar));
    let width = (x.end - x.start) / count.max(1) as f64;
    let mut bins = vec![0.0f64; count.max(1)];
    for value in values.iter().filter(|value| value.is_finite()) {
        let bin = ((value - x.start) / width) as usize;
        bins[bin.min(count.max(1) - 1)] += 1.0;
    }
    let y = range(bins.iter().copied().chain([0.0]));
    draw(SIZE, |area| {
        let mut chart = axes(area, labels, (x.clone(), y.clone()))?;
        chart.draw_series(bins.iter().enumerate().map(|(bin, height)| {
            let left = x.start + width * bin as f64;
            Rectangle::new([(left, 0.0), (left + width * 0.92, *height)], COLOURS[0].filled())
        }))?;
        if let Some(bar) = bar {
            chart.draw_series([DashedPathElement::new(
                [(bar, y.start), (bar, y.end)],
                6,
                4,
                BLACK.mix(0.6),
            )])?;
        }
        Ok(())
    })
}

/// The ground from above (x to the right, z upwards): walls, paths that begin with a ring, and marked places.
pub fn ground(title: &str, terrain: &Terrain, paths: &[Series], places: &[(String, Vec2)]) -> String {
    let size = terrain.bounds.size().max(Vec2::splat(0.1));
    let height = (560.0 * size.y / size.x).clamp(160.0, 900.0) as u32 + 90;
    draw((640, height), |area| {
        let bounds = terrain.bounds;
        let x = f64::from(bounds.min.x)..f64::from(bounds.max.x);
        let y = f64::from(bounds.min.y)..f64::from(bounds.max.y);
        let mut chart = axes(area, Labels { title, x: "x (m)", y: "z (m)" }, (x, y))?;
        let corner = |corner: Vec2| (f64::from(corner.x), f64::from(corner.y));
        chart.draw_series(
            terrain.walls.iter().map(|wall| Polygon::new(wall.corners().map(corner).to_vec(), WALL.filled())),
        )?;
        for (index, path) in paths.iter().enumerate() {
            let colour = COLOURS[index % COLOURS.len()];
            chart.draw_series(path.points.first().map(|start| Circle::new(*start, 5, colour)))?;
            chart
                .draw_series(LineSeries::new(path.points.iter().copied(), colour.stroke_width(2)))?
                .label(&path.name)
                .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 18, y)], colour.stroke_width(2)));
        }
        for (name, place) in places {
            let at = (f64::from(place.x), f64::from(place.y));
            let marked = EmptyElement::at(at)
                + Cross::new((0, 0), 5, BLACK.stroke_width(2))
                + Text::new(name.clone(), (8, -6), (FONT, 12));
            chart.draw_series([marked])?;
        }
        legend(&mut chart)
    })
}

/// A table of shares or counts, the darker the more.
///
/// ```
/// let names = ["wave".to_owned(), "jump".to_owned()];
/// let svg = piaget_claims::figure::matrix("taken for", &names, &names, &[vec![0.9, 0.1], vec![0.0, 1.0]]);
/// assert!(svg.starts_with("<svg") && svg.contains("wave"));
/// ```
pub fn matrix(title: &str, rows: &[String], columns: &[String], values: &[Vec<f64>]) -> String {
    const CELL: i32 = 30;
    const NAMES: i32 = 130;
    const TOP: i32 = 140;
    let size = (NAMES + CELL * columns.len() as i32 + 20, TOP + CELL * rows.len() as i32 + 20);
    draw((size.0 as u32, size.1 as u32), |area| {
        let small = (FONT, 11).into_font().color(&BLACK);
        area.draw(&Text::new(title.to_owned(), (8, 8), (FONT, 15).into_font()))?;
        for (column, name) in columns.iter().enumerate() {
            let upright = small.clone().transform(FontTransform::Rotate270);
            area.draw(&Text::new(name.clone(), (NAMES + CELL * column as i32 + 9, TOP - 4), upright))?;
        }
        for (row, (name, values)) in rows.iter().zip(values).enumerate() {
            let top = TOP + CELL * row as i32;
            area.draw(&Text::new(name.clone(), (8, top + 9), small.clone()))?;
            let most = values.iter().copied().fold(0.0, f64::max);
            for (column, value) in values.iter().enumerate() {
                let left = NAMES + CELL * column as i32;
                let share = if most > 0.0 { value / most } else { 0.0 };
                let cell = [(left, top), (left + CELL, top + CELL)];
                area.draw(&Rectangle::new(cell, COLOURS[0].mix(share).filled()))?;
                area.draw(&Rectangle::new(cell, BLACK.mix(0.15)))?;
                if *value > 0.0 {
                    let colour = if share > 0.5 { WHITE } else { BLACK };
                    let number = if *value >= 1.0 { format!("{value:.0}") } else { format!("{value:.2}") };
                    area.draw(&Text::new(
                        number,
                        (left + 4, top + 9),
                        (FONT, 11).into_font().color(&colour),
                    ))?;
                }
            }
        }
        Ok(())
    })
}

type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Draws on an SVG; a plot that cannot be drawn becomes one that says why.
fn draw(size: (u32, u32), paint: impl FnOnce(&Area<'_>) -> Drawn) -> String {
    let mut svg = String::new();
    let drawn = {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        area.fill(&WHITE).map_err(Into::into).and_then(|()| paint(&area)).and_then(|()| Ok(area.present()?))
    };
    match drawn {
        Ok(()) => svg.trim_start().to_owned(),
        Err(error) => format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"40\"><text x=\"8\" y=\"24\">This \
             figure could not be drawn: {error}</text></svg>"
        ),
    }
}

fn axes<'a, 'b>(
    area: &'a Area<'b>,
    labels: Labels<'_>,
    (x, y): (std::ops::Range<f64>, std::ops::Range<f64>),
) -> Result<Chart<'a, 'b>, Box<dyn std::error::Error>>
where
    'b: 'a,
{
    let mut chart = ChartBuilder::on(area)
        .margin(10)
        .caption(labels.title, (FONT, 16))
        .x_label_area_size(42)
        .y_label_area_size(58)
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .bold_line_style(BLACK.mix(0.12))
        .x_desc(labels.x)
        .y_desc(labels.y)
        .label_style((FONT, 12))
        .draw()?;
    Ok(chart)
}

fn legend<'a, 'b: 'a>(chart: &mut Chart<'a, 'b>) -> Drawn {
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.2))
        .label_font((FONT, 12))
        .draw()?;
    Ok(())
}

/// The pieces of a line between points that are not finite.
fn unbroken(points: &[(f64, f64)]) -> impl Iterator<Item = &[(f64, f64)]> {
    points.split(|(x, y)| !x.is_finite() || !y.is_finite()).filter(|part| !part.is_empty())
}

/// From the least to the greatest, with a little air, and never empty.
fn range(values: impl Iterator<Item = f64>) -> std::ops::Range<f64> {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for value in values.filter(|value| value.is_finite()) {
        (low, high) = (low.min(value), high.max(value));
    }
    match high - low {
        width if width > 0.0 => low..high + width * 0.06,
        _ if low.is_finite() => low - 0.5..low + 0.5,
        _ => 0.0..1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::rate;
    use piaget_terms::{Rect, Wall};

    #[test]
    fn odd_numbers_still_give_a_figure() {
        let odd = Series::new("odd", vec![(0.0, f64::NAN), (1.0, 3.0), (2.0, f64::INFINITY), (3.0, 3.0)]);
        for svg in [
            lines(Labels::default(), &[odd], Some(0.5)),
            lines(Labels::default(), &[], None),
            columns(Labels::default(), &[Column::new("a", 0.4), Column::rate("b", rate(1, 3))], Some(0.9)),
            histogram(Labels::default(), &[1.0, 1.0, f64::NAN], 5, None),
            histogram(Labels::default(), &[], 0, None),
            annotated(Labels::default(), &[], &[(1.0, 0.0)], &[(0.5, "here".into())]),
        ] {
            assert!(svg.starts_with("<svg") && !svg.contains("could not be drawn"), "{svg}");
            assert!(!svg.contains("NaN"), "{svg}");
        }
    }

    #[test]
    fn the_ground_shows_walls_paths_and_places() {
        let wall = Wall { centre: Vec2::ZERO, half: Vec2::new(2.0, 0.1), yaw: 0.3, height_m: 2.0 };
        let terrain = Terrain { bounds: Rect::centred(20.0, 10.0), walls: vec![wall], grid: None };
        let path = Series::new("duncan", vec![(-5.0, -3.0), (5.0, 3.0)]);
        let svg = ground("a field", &terrain, &[path], &[("sheep".into(), Vec2::new(1.0, 1.0))]);
        assert!(svg.contains("<polygon") && svg.contains("duncan") && svg.contains("sheep"));
    }
}
