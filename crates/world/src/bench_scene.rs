//! The crowd that `piaget bench eyes` looks at: 100 creatures among 50 boxes. There is no clock here; the caller
//! times [`Crowd::draw`] against [`Crowd::cast`].

use crate::creature::Creature;
use crate::eye::{Eye, Raster, RayCaster, Renderer as _, View};
use crate::shape::Shape;
use crate::thing::Thing;
use crate::world::World;
use piaget_terms::{BodyPlan, Chance, Eyes, Name, Rect, Terrain, Vec3};
use std::f32::consts::TAU;

/// Creatures of the crowd.
pub const CREATURES: u32 = 100;
/// Boxes around them.
pub const BOXES: u32 = 50;
const SIDE_M: f32 = 40.0;

/// The crowd, ready to look.
///
/// ```
/// let mut crowd = piaget_world::bench_scene::Crowd::new(1);
/// assert_eq!(crowd.eyes(), 100);
/// let drawn = crowd.draw(0);
/// let cast = crowd.cast(0);
/// assert!(drawn > 0 && drawn.abs_diff(cast) < 40); // pixels that show something
/// ```
pub struct Crowd {
    world: World,
    eyes: Vec<Eye>,
    caster: RayCaster,
    view: View,
}

impl Crowd {
    /// Places and looks are decided by the seed.
    pub fn new(seed: u64) -> Self {
        let mut chance = Chance::new(seed);
        let mut world = World::new(&Terrain::open(Rect::centred(SIDE_M, SIDE_M)), seed);
        let place = |chance: &mut Chance| {
            let half = SIDE_M * 0.5;
            Vec3::new(chance.between(-half, half), 0.0, chance.between(-half, half))
        };
        for _ in 0..BOXES {
            let size_m =
                Vec3::new(chance.between(0.3, 3.0), chance.between(0.3, 2.5), chance.between(0.3, 3.0));
            let shape = Shape::Box { size_m };
            let mut thing = Thing::new(Name::cut("box"), Name::cut("grey"), shape, place(&mut chance));
            thing.yaw = chance.between(0.0, TAU);
            world.add_thing(thing).expect("the crowd is within the limits");
        }
        for _ in 0..CREATURES {
            let (kind, colour) = (Name::cut("dog"), Name::cut("brown"));
            let mut creature = Creature::new(kind, colour, BodyPlan::default(), Eyes::default());
            creature.position = place(&mut chance);
            creature.yaw = chance.between(0.0, TAU);
            world.add_creature(creature).expect("the field has room");
        }
        let eyes = world.creatures().filter_map(|(id, _)| world.eye(id)).collect();
        let caster = RayCaster::new(world.scene());
        Self { world, eyes, caster, view: View::default() }
    }

    /// How many eyes there are.
    pub fn eyes(&self) -> usize {
        self.eyes.len()
    }

    /// Draws the buffers of one eye, as [`World::sense`] does; gives the pixels that show something.
    pub fn draw(&mut self, eye: usize) -> u32 {
        self.view.begin(&self.eyes[eye]);
        Raster::new(self.world.scene()).render(&self.eyes[eye], &mut self.view);
        self.view.end();
        shown(&self.view)
    }

    /// Fills the buffers of one eye with a parry ray for each pixel, through a tree that was made before.
    pub fn cast(&mut self, eye: usize) -> u32 {
        self.view.begin(&self.eyes[eye]);
        self.caster.render(&self.eyes[eye], &mut self.view);
        self.view.end();
        shown(&self.view)
    }
}

fn shown(view: &View) -> u32 {
    view.slots().iter().filter(|slot| **slot != View::NOTHING).count() as u32
}
