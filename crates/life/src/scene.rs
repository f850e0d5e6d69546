//! What generators share: characters with the eyes that were drawn, and worlds ready to be stepped.

use crate::family::World;
use piaget_claims::scene;
use piaget_sim::{Choice, Scenario, Simulation, Threads};
use piaget_text::Source;

/// How far the eyes of generated watchers reach, as those of the committed characters do.
pub const EYE_RANGE_M: f32 = 40.0;
/// How wide they see, in degrees.
pub const FIELD_OF_VIEW_DEG: f32 = 60.0;
/// How many pixels the eye's picture has across: the default of a character.
pub const EYE_COLUMNS: f32 = 160.0;

/// A committed character with other eyes, as a file of a [`World`]: its reference and its text. `missed` is the share of looks
/// that miss a thing in view.
///
/// ```
/// let (file, text) = piaget_life::scene::watcher("duncan", 0.1, 0.2, "");
/// assert_eq!(file, "watcher.kdl");
/// assert!(text.contains("noise=0.1 detection=0.8"));
/// ```
pub fn watcher(character: &str, noise_m: f32, missed: f32, more: &str) -> (String, String) {
    let noise = rounded(noise_m);
    let detection = rounded(1.0 - missed);
    let eyes = format!(
        "eyes field-of-view={FIELD_OF_VIEW_DEG} range={EYE_RANGE_M} noise={noise} detection={detection}"
    );
    // Its own name marks the file as a character's, for whoever looks at the file alone.
    let text = format!("character \"{character}\"\ninclude \"characters/{character}.kdl\"\n{eyes}\n{more}\n");
    (WATCHER.to_owned(), text)
}

/// The file of the character that [`watcher`] gives.
pub const WATCHER: &str = "watcher.kdl";

/// A number as scenario texts have it: to a tenth of a millimetre, so that the text says what is played.
pub fn rounded(number: f32) -> f32 {
    (number * 1e4).round() / 1e4
}

/// The greatest distance at which a thing of this size still covers two pixels of the eye's picture across, so that it can
/// be seen at all.
pub fn seen_within_m(size_m: f32) -> f32 {
    const LEAST_PIXELS: f32 = 2.0;
    let pixel_rad = FIELD_OF_VIEW_DEG.to_radians() / EYE_COLUMNS;
    (size_m / (LEAST_PIXELS * pixel_rad)).min(EYE_RANGE_M)
}

/// A world before its first tick, or why it cannot be played. Trials run side by side; creatures within one do not.
pub fn simulation(world: &World) -> Result<Simulation, String> {
    let text = world.scenario.as_ref().ok_or("it has no scenario")?;
    let mut files = scene::files().clone();
    files.0.extend(world.files.iter().cloned());
    let source = Source::new("world.kdl", text.as_str());
    // The seed of the text, or what `jitter` names would vary.
    let choice = Choice { seed: Some(Scenario::own_seed(&source)), set: Vec::new() };
    let scenario = Scenario::load(&source, &files, &choice).map_err(|mistakes| mistakes.to_string())?;
    Simulation::new(scenario, Threads::One).map_err(|why| why.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_things_are_seen_near_and_large_ones_far() {
        assert!((15.0..16.0).contains(&seen_within_m(0.2)), "{}", seen_within_m(0.2));
        assert_eq!(seen_within_m(1.5), EYE_RANGE_M);
    }

    #[test]
    fn a_world_without_a_scenario_and_one_with_mistakes_are_told() {
        assert!(simulation(&World::default()).is_err());
        let world = World { scenario: Some("ground".into()), ..World::default() };
        assert!(simulation(&world).err().unwrap().contains("scenario"));
    }
}
