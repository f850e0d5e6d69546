//! The plugin: what runs when, with which settings, on which threads.

use crate::bodies::Body;
use crate::character::{CharacterAsset, CharacterLoader};
use crate::creature::{Creature, Intention};
use crate::legs::{self, Legs};
use crate::perceivable::{Noise, Perceivable};
use crate::saving::SavedMind;
use crate::sight::{self, Opaque, OpaqueSight, Opaques, SightSource};
use crate::spawn::{self, Blueprints};
use crate::surroundings::{self, Noises, Surroundings};
use crate::think;
use crate::warnings::{Trouble, Warnings};
use bevy_app::{App, FixedUpdate, Plugin};
use bevy_asset::AssetApp;
use bevy_ecs::prelude::*;
use bevy_tasks::{ComputeTaskPool, TaskPool, TaskPoolBuilder};
use std::marker::PhantomData;
use std::num::NonZeroU32;

/// Everything that can be set; change it at any time.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct PiagetSettings {
    /// How many minds step in one tick at most; `None` for all. Those that wait longest come first, and a mind that
    /// waited is told how much time has passed, so that a smaller budget makes creatures slower to notice and no less
    /// clever. A count, never a time: a slow machine must not change what happens.
    pub minds_per_tick: Option<NonZeroU32>,
}

/// Which threads step minds. It changes speed alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threads {
    /// Bevy's compute threads.
    #[default]
    Bevys,
    /// So many of the plugin's own; 1 for the thread that runs the schedule.
    Own(u16),
}

/// Gives minds to creatures; sight is by rays against what is [`Opaque`].
#[derive(Clone, Debug, Default)]
pub struct PiagetPlugin {
    /// The settings to begin with.
    pub settings: PiagetSettings,
    /// The threads.
    pub threads: Threads,
}

impl PiagetPlugin {
    /// The plugin with another way to see, such as a physics engine's rays.
    pub fn seeing_by<S: SightSource>() -> PiagetPluginBy<S> {
        PiagetPluginBy { common: Self::default(), source: PhantomData }
    }
}

/// [`PiagetPlugin`] with a [`SightSource`] of the game's own.
pub struct PiagetPluginBy<S> {
    /// What both have in common.
    pub common: PiagetPlugin,
    source: PhantomData<fn() -> S>,
}

/// The parts of a tick, one after the other in `FixedUpdate`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PiagetSystems {
    /// Newcomers get minds; edited characters are taken over.
    Live,
    /// What can be seen is gathered. Move your things before this.
    Look,
    /// Minds step and intentions are written.
    Think,
    /// [`Legs`] carry them out. Systems that read [`Intention`] go here or after.
    Act,
}

/// Counts the ticks in which minds could step.
#[derive(Resource, Default)]
pub(crate) struct MindClock(pub u64);

/// The threads at work.
#[derive(Resource)]
pub(crate) enum WorkerPool {
    Here,
    Bevys,
    Own(TaskPool),
}

impl WorkerPool {
    fn new(threads: Threads) -> Self {
        match threads {
            Threads::Bevys => Self::Bevys,
            Threads::Own(0 | 1) => Self::Here,
            Threads::Own(count) => Self::Own(TaskPoolBuilder::new().num_threads(usize::from(count)).build()),
        }
    }

    /// Does something to each item, shared out in blocks.
    pub fn for_each<T: Send>(&self, items: &mut [T], work: impl Fn(&mut T) + Sync) {
        let pool = match self {
            Self::Here => None,
            Self::Bevys => ComputeTaskPool::try_get().map(|pool| &**pool),
            Self::Own(pool) => Some(pool),
        };
        let threads = pool.map_or(1, TaskPool::thread_num).max(1);
        let Some(pool) = pool.filter(|_| threads > 1 && items.len() > 1) else {
            items.iter_mut().for_each(work);
            return;
        };
        // A few blocks per thread even out creatures that have more to think about.
        const BLOCKS_PER_THREAD: usize = 4;
        let block = items.len().div_ceil(threads * BLOCKS_PER_THREAD);
        let work = &work;
        pool.scope(|scope| {
            for items in items.chunks_mut(block) {
                scope.spawn(async move { items.iter_mut().for_each(work) });
            }
        });
    }
}

impl Plugin for PiagetPlugin {
    fn build(&self, app: &mut App) {
        if build::<OpaqueSight<'static>>(self, app) {
            app.init_resource::<Opaques>();
            app.add_systems(FixedUpdate, sight::gather_opaques.in_set(PiagetSystems::Look));
        }
    }

    fn is_unique(&self) -> bool {
        // Bevy would end the program; a second one is warned of and left out.
        false
    }
}

impl<S: SightSource> Plugin for PiagetPluginBy<S> {
    fn build(&self, app: &mut App) {
        build::<S>(&self.common, app);
    }

    fn is_unique(&self) -> bool {
        false
    }
}

/// Adds everything but what is particular to a way of seeing; false if that was done before.
fn build<S: SightSource>(plugin: &PiagetPlugin, app: &mut App) -> bool {
    app.init_resource::<Warnings>();
    if app.world().contains_resource::<MindClock>() {
        app.world_mut().resource_mut::<Warnings>().say(None, Trouble::AddedTwice, || {
            "PiagetPlugin was added twice; the first one stays, take the second out".into()
        });
        return false;
    }
    app.insert_resource(plugin.settings.clone())
        .insert_resource(WorkerPool::new(plugin.threads))
        .init_resource::<MindClock>()
        .init_resource::<Blueprints>()
        .init_resource::<Surroundings>()
        .init_resource::<Noises>()
        .init_asset::<CharacterAsset>()
        .init_asset_loader::<CharacterLoader>()
        .add_message::<Noise>()
        .register_type::<Body>()
        .register_type::<Creature>()
        .register_type::<Intention>()
        .register_type::<Legs>()
        .register_type::<Opaque>()
        .register_type::<Perceivable>()
        .register_type::<SavedMind>();
    let order = (PiagetSystems::Live, PiagetSystems::Look, PiagetSystems::Think, PiagetSystems::Act).chain();
    app.configure_sets(FixedUpdate, order).add_systems(
        FixedUpdate,
        (
            (spawn::change_characters, spawn::make_minds).chain().in_set(PiagetSystems::Live),
            surroundings::gather.in_set(PiagetSystems::Look),
            think::think::<S>.in_set(PiagetSystems::Think),
            legs::walk.in_set(PiagetSystems::Act),
        ),
    );
    true
}
