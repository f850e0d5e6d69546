//! What a tick costs with 100, 1,000 and 10,000 creatures, each with a target of its own: per creature it should not
//! grow with the crowd. `cargo bench -p bevy_piaget`.

#[path = "../examples/shared/common.rs"]
mod common;
#[path = "../examples/crowd/game.rs"]
mod crowd;

use bevy_asset::AssetServer;
use bevy_piaget::{CharacterAsset, Threads};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::time::Duration;

fn ticks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("crowd");
    group.sample_size(10).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(5));
    for creatures in [100, 1_000, 10_000] {
        let mut app = common::headless(Threads::Bevys);
        let text = include_str!("../assets/watcher.kdl");
        let watcher = CharacterAsset::parse("watcher.kdl", text).expect("our own character");
        let watcher = app.world().resource::<AssetServer>().add(watcher);
        crowd::add(&mut app, creatures, &watcher);
        app.finish();
        app.cleanup();
        // Buffers have grown and some toys are out of sight.
        (0..30).for_each(|_| app.update());
        group.throughput(Throughput::Elements(u64::from(creatures)));
        group.bench_function(BenchmarkId::from_parameter(creatures), |bencher| bencher.iter(|| app.update()));
    }
    group.finish();
}

criterion_group!(benches, ticks);
criterion_main!(benches);
