//! The world from above: what is there, what each creature can see of it, and where it believes things to be. A
//! creature that keeps a map of an unseen thing has that map drawn as a glow: bright where it expects the thing.

use super::canvas::{Canvas, Colour, mixed, named};
use piaget_occupancy::Distribution;
use piaget_sim::Actor;
use piaget_terms::{Terrain, Vec2, Vec3, maths};
use piaget_world::{Creature, World};

const GROUND: Colour = [34, 40, 36];
const BLOCKED: Colour = [70, 70, 74];
const WALL: Colour = [150, 146, 138];
const IN_VIEW: Colour = [96, 100, 70];
const HEADING: Colour = [250, 250, 250];
const LABEL: Colour = [235, 235, 230];
const BELIEVED: Colour = [255, 214, 90];
/// Where an unseen thing may be, at its likeliest.
const MAYBE: Colour = [196, 92, 40];
/// A place that is less likely than the likeliest by this factor does not glow.
const FAINTEST: f32 = 0.02;

/// Draws one moment into so many characters.
pub fn draw(world: &World, actors: &[Actor], columns: usize, lines: usize) -> Vec<String> {
    let terrain = world.terrain();
    let mut canvas = Canvas::new(terrain.bounds, columns, lines, GROUND);
    for (_, creature) in world.creatures() {
        shade_view(&mut canvas, &terrain, creature);
    }
    for map in actors.iter().flat_map(unseen_maps) {
        shade_map(&mut canvas, map);
    }
    if let Some(grid) = &terrain.grid {
        canvas.paint(|point, _| {
            let (column, row) = grid.cell_at(point)?;
            (!grid.is_free(column.into(), row.into())).then_some(BLOCKED)
        });
    }
    for wall in &terrain.walls {
        canvas.wall(wall, WALL);
    }
    for (_, thing) in world.things().filter(|(_, thing)| !thing.hidden) {
        let place = maths::ground(thing.position);
        canvas.disc(place, thing.shape.ground_radius_m(), named(thing.colour.as_str()));
        canvas.label(place + Vec2::new(thing.shape.ground_radius_m() + 0.2, 0.0), thing.kind.as_str(), LABEL);
    }
    for actor in actors {
        for belief in actor.report.beliefs.iter().filter(|belief| belief.seen_as.is_none()) {
            // Sure beliefs are bright; doubtful ones fade into the ground.
            let colour = mixed(GROUND, BELIEVED, belief.confidence.clamp(0.25, 1.0));
            let text = format!("?{}", belief.kind);
            // To the left, where no name of a real thing stands.
            let place = canvas.left_of(maths::ground(belief.position), text.len());
            canvas.label(place, &text, colour);
        }
    }
    for (_, creature) in world.creatures() {
        draw_creature(&mut canvas, creature);
    }
    canvas.lines()
}

/// Lightens the ground that a creature's eyes reach: within its field of view, and not behind a wall.
fn shade_view(canvas: &mut Canvas, terrain: &Terrain, creature: &Creature) {
    let eye = creature.eyes.eye;
    let (from, yaw) = (maths::ground(creature.position), creature.gaze_yaw());
    let ahead = maths::ground(maths::direction(yaw));
    let least_cosine = maths::cos(eye.field_of_view_rad * 0.5);
    let tall: Vec<_> =
        terrain.walls.iter().filter(|wall| wall.height_m >= creature.body.eye_height_m).collect();
    canvas.paint(|point, colour| {
        let towards = point - from;
        let distance = towards.length();
        let in_cone = distance < eye.range_m && towards.dot(ahead) >= least_cosine * distance;
        let seen = in_cone && !tall.iter().any(|wall| wall.cuts(from, point, 0.0));
        seen.then(|| mixed(colour, IN_VIEW, 0.6))
    });
}

/// The maps of the things that a creature believes in and does not see.
fn unseen_maps(actor: &Actor) -> impl Iterator<Item = &Distribution> {
    let beliefs = actor.mind.view().beliefs().iter();
    beliefs.filter(|belief| belief.seen_as.is_none()).filter_map(|belief| belief.place.as_ref()?.map())
}

/// Lets the ground glow where a thing may be. The root keeps a map that has spread far from fading out of sight.
fn shade_map(canvas: &mut Canvas, map: &Distribution) {
    let Some(peak) = map.most_likely().map(|peak| peak.probability).filter(|most| *most > 0.0) else {
        return;
    };
    canvas.paint(|point, colour| {
        let share = map.probability(map.lattice().nearest(point)?) / peak;
        (share >= FAINTEST).then(|| mixed(colour, MAYBE, 0.85 * share.sqrt()))
    });
}

fn draw_creature(canvas: &mut Canvas, creature: &Creature) {
    let place = maths::ground(creature.position);
    let radius = creature.body.radius_m;
    let nose = place + maths::ground(maths::direction(creature.yaw)) * radius * 4.0;
    canvas.line(place, nose, HEADING);
    canvas.disc(place, radius, named(creature.colour.as_str()));
    canvas.label(place + Vec2::new(radius + 0.3, 0.0), creature.name.as_str(), LABEL);
}

/// The distance on the ground between two places.
pub fn apart(a: Vec3, b: Vec3) -> f32 {
    maths::ground(a).distance(maths::ground(b))
}
