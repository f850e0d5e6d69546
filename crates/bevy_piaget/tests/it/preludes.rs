//! A game imports Bevy's prelude and ours side by side. A name that both export could be used by neither.

/// Every name of Bevy's preludes.
#[allow(unused_imports)] // They are here to collide, not to be used.
mod of_bevy {
    #[cfg(feature = "window")]
    pub use bevy::prelude::*;
    pub use bevy_app::prelude::*;
    pub use bevy_asset::prelude::*;
    pub use bevy_ecs::prelude::*;
    pub use bevy_math::prelude::*;
    pub use bevy_reflect::prelude::*;
    pub use bevy_tasks::prelude::*;
    pub use bevy_time::prelude::*;
    pub use bevy_transform::prelude::*;
}

mod with_the_plugin {
    pub use super::of_bevy::*;
    pub use bevy_piaget::prelude::*;
}

#[allow(unused_imports)] // What is imported from Bevy is here to collide.
mod with_the_crate {
    pub use super::of_bevy::*;
    pub use bevy_piaget::piaget::prelude::*;
}

/// What the plugin's prelude exports: a name that Bevy exports too is ambiguous and does not compile here.
#[allow(unused_imports)]
mod of_the_plugin {
    pub use super::with_the_plugin::{
        Body, CharacterAsset, CommonLand, Confused, Creature, Disbelieved, Embodied, Found, GaveUp, Imitated,
        Intention, Land, Learned, Legs, LiveMind, Lost, Noise, Opaque, Perceivable, PiagetPlugin,
        PiagetSettings, PiagetSystems, SavedMind, Surprised, Wall,
    };
}

/// What the crate's prelude exports.
#[allow(unused_imports)]
mod of_the_crate {
    pub use super::with_the_crate::{
        Attention, Blind, BodySense, Character, Distribution, Grid, HostId, Intent, Lattice, Map, Mind,
        MovementSense, MovementStage, Prior, Seen, Senses, Sight, SightBy, Sighting, Sound, Terrain, Visible,
        Wall, direction, ground, on_ground, yaw_of,
    };
}

/// The names within the braces of a prelude's `pub use`, features left out.
fn names(text: &str) -> Vec<String> {
    let start = text.find("pub mod prelude {").expect("a prelude") + "pub mod prelude {".len();
    let prelude = &text[start..start + text[start..].find("\n}").expect("its end")];
    let always = prelude.split(';').filter(|line| !line.contains("#[cfg"));
    let inner = always.filter_map(|line| line.trim().strip_prefix("pub use ")?.rsplit("::").next());
    let words = inner.flat_map(|list| list.split(['{', '}', ',']).map(str::trim).collect::<Vec<_>>());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn is_bevys(_: bevy_math::Vec2, _: bevy_math::Vec3) {}

#[test]
fn names_of_bevys_prelude_mean_bevys_types() {
    use with_the_plugin::*;
    let name = Name::new("guard");
    assert_eq!(name.as_str(), "guard");
    let rect = Rect::from_center_size(Vec2::ZERO, Vec2::splat(2.0));
    is_bevys(rect.max, Vec3::ZERO);
}

/// A name that is added to a prelude must be added above, where a collision does not compile.
#[test]
fn every_name_of_our_preludes_is_checked() {
    let here = include_str!("preludes.rs");
    let listed = |module: &str| {
        let from = here.find(&format!("mod {module} {{")).expect("the list");
        here[from..from + here[from..].find("\n}").expect("its end")].to_owned()
    };
    for (text, module) in [
        (include_str!("../../src/lib.rs"), "of_the_plugin"),
        (include_str!("../../../piaget/src/lib.rs"), "of_the_crate"),
    ] {
        let (list, all) = (listed(module), names(text));
        assert!(all.len() > 15, "{all:?}");
        for name in all {
            let known = list.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            assert!(known.into_iter().any(|known| known == name), "add {name} to {module}");
        }
    }
}
