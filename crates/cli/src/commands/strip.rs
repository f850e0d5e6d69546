//! `piaget strip`: a film strip of a scenario, seen from above: moments side by side, with what each creature believes and does.

use super::clips::raster::Picture;
use super::run::moment;
use super::watch::canvas::{Colour, mixed, named};
use crate::failure::{Done, Failure};
use crate::{files, output};
use piaget_sim::scenario::Choice;
use piaget_sim::{Actor, Simulation, Threads};
use piaget_terms::{Name, Rect, Terrain, Vec2, maths};
use piaget_world::World;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

/// What `piaget strip` can be told.
#[derive(clap::Args)]
pub struct Args {
    /// A scenario: its name or its file
    scenario: String,
    /// The picture to write
    #[arg(value_name = "OUT.png")]
    out: PathBuf,
    /// How many moments, evenly over the scenario
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=64))]
    frames: u32,
    /// These moments instead, in seconds; at most 64
    #[arg(long, value_delimiter = ',', value_name = "SECONDS", value_parser = moment)]
    at: Vec<f64>,
    /// The seed; the scenario's own if left out
    #[arg(long)]
    seed: Option<u64>,
}

/// The most moments of one picture.
const MOST: usize = 64;
const FRAME: usize = 300;
const PER_ROW: usize = 4;
const LABEL: usize = 30;
const GAP: usize = 6;
/// How wide a letter is, and how high a line of them.
const LETTER: usize = 8;
const LINE: usize = 11;
const GROUND: Colour = [226, 230, 220];
const WALL: Colour = [90, 86, 80];
const OUTLINE: Colour = [60, 60, 60];
const MAYBE: Colour = [214, 96, 40];
const IN_VIEW: Colour = [250, 246, 196];
const BELIEVED: Colour = [190, 40, 30];
/// A place that is less likely than the likeliest by this factor does not glow.
const FAINTEST: f32 = 0.02;

/// Runs the command.
pub fn run(args: &Args) -> Done {
    if args.out.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("png")) {
        let sentence = format!("{} should end with .png, since that is what is written", args.out.display());
        return Err(Failure::Usage(sentence));
    }
    let choice = Choice { seed: args.seed, ..Choice::default() };
    let scenario = files::load_scenario(&args.scenario, &choice)?;
    let length_s = f64::from(scenario.length_s);
    let even = (1..=args.frames).map(|frame| length_s * f64::from(frame) / f64::from(args.frames) - 0.1);
    if args.at.len() > MOST {
        let given = args.at.len();
        return Err(Failure::Usage(format!("a strip holds at most {MOST} moments, and --at names {given}")));
    }
    let mut moments: Vec<f64> = if args.at.is_empty() { even.collect() } else { args.at.clone() };
    moments.sort_by(f64::total_cmp);
    let mut simulation = Simulation::new(scenario, Threads::default())
        .map_err(|why| Failure::Wrong(format!("the scenario cannot begin: {why}")))?;
    let rows = moments.len().div_ceil(PER_ROW);
    let columns = moments.len().min(PER_ROW);
    let size = simulation.world().terrain().bounds.max - simulation.world().terrain().bounds.min;
    let high = (FRAME as f32 * size.y / size.x.max(size.y).max(1.0)).ceil() as usize;
    let mut picture = Picture::new(columns * (FRAME + GAP), rows * (high + LABEL + GAP));
    for (index, moment) in moments.iter().enumerate() {
        while simulation.time_s() < *moment && !simulation.is_over() {
            simulation.step();
        }
        let (left, top) = (index % PER_ROW * (FRAME + GAP), index / PER_ROW * (high + LABEL + GAP));
        draw(&simulation, &mut picture, left, top);
    }
    files::save(&args.out, &picture.png())?;
    writeln!(output::stdout(), "{} holds {} moments", args.out.display(), moments.len())?;
    Ok(())
}

/// From places on the ground to dots of one frame: x to the right, z upwards.
struct Frame {
    bounds: Rect,
    per_m: f32,
    left: usize,
    top: usize,
}

impl Frame {
    fn new(bounds: Rect, left: usize, top: usize) -> Self {
        let size = bounds.max - bounds.min;
        Self { bounds, per_m: (FRAME as f32 - 1.0) / size.x.max(size.y).max(1.0), left, top }
    }

    fn dot(&self, place: Vec2) -> (f32, f32) {
        let from = place - self.bounds.min;
        let high = (self.bounds.max.y - self.bounds.min.y) * self.per_m;
        (self.left as f32 + from.x * self.per_m, self.top as f32 + high - from.y * self.per_m)
    }

    /// Colours each dot by its place on the ground.
    fn paint(&self, picture: &mut Picture, colour: impl Fn(Vec2, Colour) -> Option<Colour>) {
        let size = (self.bounds.max - self.bounds.min) * self.per_m;
        for y in 0..=size.y as usize {
            for x in 0..=size.x as usize {
                let place = self.bounds.min + Vec2::new(x as f32, size.y - y as f32) / self.per_m;
                let (x, y) = (self.left + x, self.top + y);
                if let Some(colour) = colour(place, picture.dot(x, y)) {
                    picture.set(x, y, colour);
                }
            }
        }
    }

    fn disc(&self, picture: &mut Picture, place: Vec2, radius_m: f32, colour: Colour) {
        let radius_m = radius_m.max(2.5 / self.per_m);
        self.paint_near(picture, place, radius_m, |at, _| (at.distance(place) <= radius_m).then_some(colour));
    }

    /// A disc with a line around it, so that a white one shows.
    fn body(&self, picture: &mut Picture, place: Vec2, radius_m: f32, colour: Colour) {
        let line_m = 1.0 / self.per_m;
        self.disc(picture, place, radius_m.max(2.5 * line_m) + line_m, OUTLINE);
        self.disc(picture, place, radius_m, colour);
    }

    fn paint_near(
        &self,
        picture: &mut Picture,
        place: Vec2,
        reach_m: f32,
        colour: impl Fn(Vec2, Colour) -> Option<Colour>,
    ) {
        let near = |at: Vec2| (at - place).abs().max_element() <= reach_m;
        self.paint(picture, |at, was| near(at).then(|| colour(at, was)).flatten());
    }

    fn line(&self, picture: &mut Picture, from: Vec2, to: Vec2, colour: Colour) {
        let ((x0, y0), (x1, y1)) = (self.dot(from), self.dot(to));
        let steps = (x1 - x0).abs().max((y1 - y0).abs()).ceil().max(1.0);
        for step in 0..=steps as usize {
            let share = step as f32 / steps;
            picture.set((x0 + (x1 - x0) * share) as usize, (y0 + (y1 - y0) * share) as usize, colour);
        }
    }
}

fn draw(simulation: &Simulation, picture: &mut Picture, left: usize, top: usize) {
    let (world, actors): (&World, &[Actor]) = (simulation.world(), simulation.actors());
    let terrain: Terrain = world.terrain();
    let frame = Frame::new(terrain.bounds, left, top + LABEL);
    frame.paint(picture, |_, _| Some(GROUND));
    for (_, creature) in world.creatures() {
        let (from, eye) = (maths::ground(creature.position), creature.eyes.eye);
        let ahead = maths::ground(maths::direction(creature.gaze_yaw()));
        let least = maths::cos(eye.field_of_view_rad * 0.5);
        frame.paint(picture, |at, was| {
            let (towards, far) = (at - from, at.distance(from));
            let seen = far < eye.range_m
                && towards.dot(ahead) >= least * far
                && !terrain
                    .walls
                    .iter()
                    .any(|wall| wall.height_m >= creature.body.eye_height_m && wall.cuts(from, at, 0.0));
            seen.then(|| mixed(was, IN_VIEW, 0.7))
        });
    }
    for actor in actors {
        for belief in actor.mind.view().beliefs().iter().filter(|belief| belief.seen_as.is_none()) {
            let Some(map) = belief.place.as_ref().and_then(|place| place.map()) else { continue };
            let Some(peak) = map.most_likely().map(|peak| peak.probability) else { continue };
            frame.paint(picture, |at, was| {
                let share = map.probability(map.lattice().nearest(at)?) / peak;
                (share >= FAINTEST).then(|| mixed(was, MAYBE, 0.8 * share.sqrt()))
            });
        }
    }
    frame.paint(picture, |at, _| {
        let blocked = terrain.grid.as_ref().is_some_and(|grid| {
            grid.cell_at(at).is_some_and(|(column, row)| !grid.is_free(column.into(), row.into()))
        });
        let walled = terrain.walls.iter().any(|wall| wall.contains(at, 0.5 / frame.per_m));
        (blocked || walled).then_some(WALL)
    });
    for (_, thing) in world.things().filter(|(_, thing)| !thing.hidden) {
        let place = maths::ground(thing.position);
        frame.body(picture, place, thing.shape.ground_radius_m(), named(thing.colour.as_str()));
    }
    let mut labels = Labels { left, top: top + LABEL, written: Vec::new() };
    for actor in actors {
        for belief in actor.report.beliefs.iter().filter(|belief| belief.seen_as.is_none()) {
            let place = maths::ground(belief.position);
            labels.write(picture, &format!("?{}", belief.kind), frame.dot(place));
            frame.disc(picture, place, 0.0, BELIEVED);
        }
    }
    let mut doing = Vec::new();
    for (creature, actor) in world.creatures().map(|(_, creature)| creature).zip(actors) {
        let place = maths::ground(creature.position);
        frame.body(picture, place, creature.body.radius_m, named(creature.colour.as_str()));
        let nose = place + maths::ground(maths::direction(creature.yaw)) * creature.body.radius_m * 3.0;
        frame.line(picture, place, nose, [20, 20, 20]);
        doing.push((actor.name, actor.intent.because.as_deref().unwrap_or("-")));
    }
    picture.write(&format!("{:.1} s", simulation.time_s()), left + 2, top + 2);
    picture.write(&in_a_line(&doing), left + 2, top + 16);
}

/// What each creature does, or, where that does not fit, how many do what.
fn in_a_line(doing: &[(Name, &str)]) -> String {
    const MOST: usize = FRAME / LETTER;
    let each = doing.iter().map(|(name, does)| format!("{name} {does}")).collect::<Vec<_>>().join("  ");
    if each.len() <= MOST {
        return each;
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    doing.iter().for_each(|(_, does)| *counts.entry(does).or_default() += 1);
    let counts = counts.iter().map(|(does, count)| format!("{count} {does}")).collect::<Vec<_>>().join("  ");
    counts.chars().take(MOST).collect()
}

/// The labels of one frame: none stands over another or above the frame, and one that would stand over the same word is left out.
struct Labels {
    left: usize,
    top: usize,
    written: Vec<(String, usize, usize)>,
}

impl Labels {
    fn write(&mut self, picture: &mut Picture, label: &str, (x, y): (f32, f32)) {
        // What would reach over the frame begins farther left.
        let most = (self.left + FRAME).saturating_sub(LETTER * label.len());
        let x = (x.max(0.0) as usize).min(most);
        let mut y = (y.max(0.0) as usize).saturating_sub(LINE).max(self.top);
        let over = |known: &(String, usize, usize), y: usize| {
            let (word, left, top) = known;
            top.abs_diff(y) < LINE && x < left + LETTER * word.len() && *left < x + LETTER * label.len()
        };
        while let Some(known) = self.written.iter().find(|known| over(known, y)) {
            if known.0 == label {
                return;
            }
            y = known.2 + LINE;
        }
        picture.write(label, x, y);
        self.written.push((label.to_owned(), x, y));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_creatures_are_counted_by_what_they_do() {
        let name = Name::cut;
        let two = [(name("ada"), "stroll"), (name("ben"), "come")];
        assert_eq!(in_a_line(&two), "ada stroll  ben come");
        let herd: Vec<(Name, &str)> =
            (0..5).map(|at| (name("sheep"), if at < 2 { "join" } else { "graze" })).collect();
        assert_eq!(in_a_line(&herd), "3 graze  2 join");
    }

    #[test]
    fn no_label_stands_over_another() {
        let mut picture = Picture::new(FRAME, FRAME);
        let mut labels = Labels { left: 0, top: LABEL, written: Vec::new() };
        for (label, place) in [
            ("?wolf", (40.0, 0.0)),
            ("?sheep", (44.0, 35.0)),
            ("?wolf", (41.0, 38.0)),
            ("?cat", (290.0, 60.0)),
        ] {
            labels.write(&mut picture, label, place);
        }
        let places: Vec<(usize, usize)> = labels.written.iter().map(|(_, x, y)| (*x, *y)).collect();
        assert_eq!(places, [(40, LABEL), (44, LABEL + LINE), (FRAME - 4 * LETTER, 60 - LINE)]);
    }
}
