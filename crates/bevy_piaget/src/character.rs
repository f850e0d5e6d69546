//! Character files as assets. A file that is read again with mistakes in it leaves the one before in use.

use bevy_asset::io::Reader;
use bevy_asset::{Asset, AssetLoader, AssetPath, LoadContext};
use bevy_reflect::TypePath;
use piaget::mind::Character;
use piaget::text::{Diagnostics, Source};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// A character, ready for minds.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct CharacterAsset(pub Arc<Character>);

impl CharacterAsset {
    /// From text that includes no other file. The name is the one that messages use.
    pub fn parse(name: &str, text: &str) -> Result<Self, CharacterMistakes> {
        let character = piaget::parse_character(name, text).map_err(CharacterMistakes::Mistakes)?;
        Ok(Self(Arc::new(character)))
    }
}

/// Why a character file could not be taken.
#[derive(Debug, thiserror::Error)]
pub enum CharacterMistakes {
    /// Each with its file, line and a hint.
    #[error("{0}")]
    Mistakes(Diagnostics),
    /// It is not text.
    #[error("it is not text in UTF-8")]
    NotText,
    /// It could not be read.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
}

/// Reads character files (`.kdl`) and what they include: looked for beside the file, then in the folders above, up to
/// the root of the assets.
#[derive(Default, TypePath)]
pub struct CharacterLoader;

impl AssetLoader for CharacterLoader {
    type Asset = CharacterAsset;
    type Settings = ();
    type Error = CharacterMistakes;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        context: &mut LoadContext<'_>,
    ) -> Result<CharacterAsset, CharacterMistakes> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        let text = String::from_utf8(bytes).map_err(|_| CharacterMistakes::NotText)?;
        let main = Source::new(context.path().to_string(), text);
        // Files are found asynchronously and parsed synchronously, so what a parse misses is fetched before the next.
        let mut known: BTreeMap<String, Result<String, String>> = BTreeMap::new();
        loop {
            let mut missing = Vec::new();
            let parsed = Character::parse(&main, &mut |wanted| match known.get(wanted) {
                Some(found) => found.clone().map(|text| Source::new(wanted, text)),
                None => {
                    missing.push(wanted.to_owned());
                    Err("it is not read yet".into())
                }
            });
            if missing.is_empty() {
                let character = parsed.map_err(CharacterMistakes::Mistakes)?;
                return Ok(CharacterAsset(Arc::new(character)));
            }
            for wanted in missing {
                let found = fetch(context, &wanted).await;
                known.insert(wanted, found);
            }
        }
    }

    fn extensions(&self) -> &[&str] {
        &["kdl"]
    }
}

async fn fetch(context: &mut LoadContext<'_>, wanted: &str) -> Result<String, String> {
    if Path::new(wanted).is_absolute() || wanted.split('/').any(|part| part == "..") {
        return Err("it is no path from this file's folder or one above it".into());
    }
    let own = context.path().clone_owned();
    for folder in own.path().ancestors().skip(1) {
        let path = AssetPath::from(folder.join(wanted)).with_source(own.source().clone_owned());
        if let Ok(bytes) = context.read_asset_bytes(path).await {
            return String::from_utf8(bytes).map_err(|_| "it is not text in UTF-8".into());
        }
    }
    Err("there is no such file in this folder or one above it".into())
}
