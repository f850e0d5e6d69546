//! How a scenario's world and a creature's mind are built, as a page is told.

use super::play::Play;
use super::puppet::Puppet;
use super::text;
use crate::messages::{
    ActionPlan, CreaturePlan, GroundPlan, InputPlan, LatticePlan, LatticeShape, MemoryPlan, MindPlan,
    OrderPlan, PerceptPlan, PlacePlan, Stage, ValuePlan, ValueRole, WallNow,
};
use piaget_memory::{House, PlaceId};
use piaget_mind::feel::{Described, Node};
use piaget_mind::model::Term;
use piaget_mind::model::action::{Condition, ConditionId};
use piaget_mind::{Character, Mind};
use piaget_occupancy::{Lattice, Map, Shape};
use piaget_terms::{Grid, Name, Wall};
use std::sync::Arc;

/// Maps with more nodes than this are not told: no page draws them.
pub const MAX_NODES: usize = 60_000;

/// More orders than this are not offered.
const MAX_ORDERS: usize = 60;
/// The slot of a pattern in which a movement is named.
const MOVEMENT: &str = "{movement}";

/// A scenario at its beginning.
pub fn stage(play: &Play) -> Stage {
    let scenario = play.simulation.scenario();
    let terrain = &scenario.terrain;
    let creatures = play.simulation.actors().iter().zip(&play.puppets).filter_map(|(actor, puppet)| {
        let creature = play.simulation.world().creature(actor.id)?;
        Some(CreaturePlan {
            name: actor.name.to_string(),
            id: actor.id.0,
            kind: creature.kind.to_string(),
            colour: creature.colour.to_string(),
            character: actor.mind.character().name.to_string(),
            height: creature.body.height_m,
            radius: creature.body.radius_m,
            eye_height: creature.body.eye_height_m,
            field_of_view: creature.eyes.eye.field_of_view_rad,
            range: creature.eyes.eye.range_m,
            body: puppet.as_ref().map(Puppet::plan),
            orders: orders(actor.mind.character(), puppet.as_ref()),
        })
    });
    Stage {
        choice: play.choice.clone(),
        shows: scenario.shows.clone(),
        try_this: scenario.try_this.clone(),
        length_s: scenario.length_s,
        tick_hz: scenario.tick_hz,
        ground: GroundPlan {
            min: terrain.bounds.min.into(),
            max: terrain.bounds.max.into(),
            walls: terrain
                .walls
                .iter()
                .zip(&scenario.walls)
                .map(|(wall, name)| wall_now(wall, name))
                .collect(),
            blocked: terrain.grid.as_ref().map(blocked).unwrap_or_default(),
        },
        creatures: creatures.collect(),
    }
}

/// A wall as a page is told.
pub fn wall_now(wall: &Wall, name: &Name) -> WallNow {
    WallNow {
        name: name.to_string(),
        at: wall.centre.into(),
        size: (wall.half * 2.0).into(),
        height: wall.height_m,
        yaw: wall.yaw,
    }
}

/// The blocked cells of a grid, those beside each other in a row as one.
fn blocked(grid: &Grid) -> Vec<[f32; 4]> {
    let mut found = Vec::new();
    for row in 0..grid.rows {
        let mut column = 0;
        while column < grid.columns {
            let free = |column: u32| grid.is_free(column.into(), row.into());
            let length = (column..grid.columns).take_while(|column| !free(*column)).count() as u32;
            if length > 0 {
                let corner = grid.origin + piaget_terms::Vec2::new(column as f32, row as f32) * grid.cell_m;
                found.push([corner.x, corner.y, length as f32 * grid.cell_m, grid.cell_m]);
            }
            column += length.max(1);
        }
    }
    found
}

/// How a creature's mind is built.
pub fn mind(play: &mut Play, creature: usize) -> Option<MindPlan> {
    let name = play.simulation.actors().get(creature)?.name;
    let text = play.text(name.as_str()).map(str::to_owned).unwrap_or_default();
    let mind = &play.simulation.actors()[creature].mind;
    let character = mind.character();
    let tree = character.classify.percepts.nodes();
    let percepts = tree.iter().map(|node| PerceptPlan {
        name: node.name.to_string(),
        parent: node.parent.map(|parent| parent.0.into()),
    });
    // As the reports of every tick list them, what was learnt included.
    let tuples = mind.choices();
    let actions = tuples.into_iter().map(|choice| ActionPlan {
        tuple: choice.tuple.to_string(),
        depth: choice.depth,
        value: value_of(mind, choice.tuple),
    });
    Some(MindPlan {
        creature: name.to_string(),
        character: character.name.to_string(),
        field_of_view: character.eyes.eye.field_of_view_rad,
        range: character.eyes.eye.range_m,
        values: character.feel.describe().map(|value| value_plan(&value)).collect(),
        actions: actions.collect(),
        percepts: percepts.collect(),
        lattice: lattice_of(mind, character).as_ref().map(|map| lattice_plan(map.lattice())),
        memory: mind.memory().map(|memory| memory_plan(memory.house())),
        motor: play.puppets[creature].as_ref().map(Puppet::motor_plan),
        orders: orders(character, play.puppets[creature].as_ref()),
        parameters: text::parameters(&text),
        text,
    })
}

/// The place of the value that a tuple's worth is read from.
fn value_of(mind: &Mind, tuple: Name) -> Option<u32> {
    let tuple = mind.actions().tuples().iter().find(|own| own.name == tuple)?;
    match tuple.value {
        Term::Constant(_) => None,
        Term::Value(id) | Term::Delayed(id) => Some(id.0.into()),
    }
}

/// What a creature does something about when it is said. Where any movement may be named, its body's are.
fn orders(character: &Character, body: Option<&Puppet>) -> Vec<OrderPlan> {
    let felt = character.feel.listens_for().map(|(words, about)| (words.to_owned(), about.to_string()));
    let conditions = character.decide.conditions();
    let heard = (0..conditions.len()).filter_map(|at| match conditions.get(ConditionId(at as u16)) {
        Some(Condition::Heard(words)) => Some((words.to_string(), String::new())),
        _ => None,
    });
    let mut orders = Vec::new();
    for (words, about) in felt.chain(heard) {
        let movements: Vec<Name> = body.map(|body| body.movements().collect()).unwrap_or_default();
        match words.contains(MOVEMENT) {
            true => orders
                .extend(movements.iter().map(|name| (words.replace(MOVEMENT, name.as_str()), about.clone()))),
            false => orders.push((words, about)),
        }
    }
    orders.dedup();
    orders.into_iter().take(MAX_ORDERS).map(|(words, about)| OrderPlan { words, about }).collect()
}

/// The lattice that a mind's maps lie on, if it keeps maps and they can be told.
pub fn lattice_of(mind: &Mind, character: &Character) -> Option<Arc<Map>> {
    let map = character.believe.map.as_ref()?.map_of(mind.terrain());
    (map.lattice().len() <= MAX_NODES).then_some(map)
}

fn lattice_plan(lattice: &Lattice) -> LatticePlan {
    let centimetres = |node| {
        let place = lattice.place(node) * 100.0;
        [place.x.round() as i32, place.y.round() as i32]
    };
    LatticePlan {
        shape: match lattice.shape() {
            Shape::Hexagons => LatticeShape::Hexagons,
            Shape::Squares => LatticeShape::Squares,
            Shape::Graph => LatticeShape::Graph,
        },
        cell: lattice.cell_m(),
        places: lattice.open_nodes().map(centimetres).collect(),
    }
}

/// All places of a memory; a child stands after its parent.
fn memory_plan(house: &House) -> MemoryPlan {
    let place = |at: usize| {
        let place = &house[PlaceId(at as u32)];
        PlacePlan {
            name: place.name.to_string(),
            parent: place.parent.map(|parent| parent.0),
            at: place.at.map(Into::into),
        }
    };
    MemoryPlan { places: (0..house.len()).map(place).collect() }
}

fn value_plan(value: &Described<'_>) -> ValuePlan {
    let role = match value.node {
        Node::Sensed(_) => ValueRole::Sense,
        Node::Accumulator(_) => ValueRole::Accumulator,
        Node::Level(..) if value.face.is_some() => ValueRole::Emotion,
        Node::Level(..) => ValueRole::Drive,
        Node::Strength { .. } => ValueRole::Strength,
    };
    let from = |term: &Term| match term {
        Term::Constant(_) => None,
        Term::Value(id) | Term::Delayed(id) => Some(u32::from(id.0)),
    };
    let constant = |term: &Term| if let Term::Constant(number) = term { Some(*number) } else { None };
    let inputs = value.inputs.iter().map(|(input, gain)| InputPlan {
        from: from(input),
        constant: constant(input),
        gain: constant(gain),
        gain_from: from(gain),
        delayed: matches!(input, Term::Delayed(_)),
    });
    // JSON has no word for what never ends.
    let told = |limit: f32| limit.clamp(-1e6, 1e6);
    ValuePlan {
        name: value.name.to_string(),
        role,
        inputs: inputs.collect(),
        range: value.range.map(told),
        group: value.group.map(|group| group.to_string()),
        face: value.face.map(|face| face.to_string()),
    }
}
