//! Morph targets by name: meshes that name one alike share it.

use super::buffers::Source;
use crate::BadFile;
use ::gltf::json;
use std::collections::BTreeMap;

/// More names of morph targets than this are refused.
const MAX_MORPHS: usize = 1024;

/// All morph targets of a file.
pub(super) struct Morphs {
    /// Their names, in the order in which meshes name them first.
    pub names: Vec<String>,
    /// Per mesh, which of them each of its targets is.
    of_mesh: Vec<Vec<u32>>,
}

impl Morphs {
    pub fn of(source: &Source) -> Result<Self, BadFile> {
        let mut numbers = BTreeMap::new();
        let (mut names, mut of_mesh) = (Vec::new(), Vec::new());
        for (index, mesh) in source.root.meshes.iter().enumerate() {
            let mut own = Vec::new();
            for name in names_of(mesh) {
                let next = names.len() as u32;
                own.push(*numbers.entry(name).or_insert_with_key(|name| {
                    names.push(name.clone());
                    next
                }));
            }
            of_mesh.push(own);
            if names.len() > MAX_MORPHS {
                let what = format!("more than {MAX_MORPHS} morph targets have names of their own");
                return Err(source.bad(format!("meshes[{index}]"), what, "export fewer of them"));
            }
        }
        Ok(Self { names, of_mesh })
    }

    /// Which morph each target of a mesh is.
    pub fn of_mesh(&self, mesh: usize) -> &[u32] {
        self.of_mesh.get(mesh).map_or(&[], Vec::as_slice)
    }
}

/// The names of a mesh's morph targets, invented where the file gives none.
fn names_of(mesh: &json::Mesh) -> Vec<String> {
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Extras {
        target_names: Vec<String>,
    }
    let targets = mesh.primitives.iter().filter_map(|primitive| primitive.targets.as_ref());
    // One more than is read, so that too many are noticed.
    let count = targets.map(|targets| targets.len().min(MAX_MORPHS + 1)).max();
    let extras = mesh.extras.as_ref().and_then(|extras| serde_json::from_str::<Extras>(extras.get()).ok());
    let mut names = extras.map_or_else(Vec::new, |extras| extras.target_names);
    names.truncate(count.unwrap_or(0));
    for index in names.len()..count.unwrap_or(0) {
        names.push(format!("{} {index}", super::cut(mesh.name.as_deref().unwrap_or("morph"))));
    }
    names
}
