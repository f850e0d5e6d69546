//! The page's end of the messages: TypeScript types made from ours. `PIAGET_BLESS=1` writes them anew.

use super::{Frame, FromLab, PROTOCOL, ToLab, bytes};
use std::collections::BTreeMap;
use std::path::PathBuf;
use ts_rs::{Config, TS, TypeVisitor};

/// Every type that can be reached from a message, by name.
struct Types<'a>(&'a Config, BTreeMap<String, String>);

impl TypeVisitor for Types<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() || self.1.contains_key(&T::ident(self.0)) {
            T::visit_generics(self);
            return;
        }
        let docs = T::docs().unwrap_or_default();
        self.1.insert(T::ident(self.0), format!("{docs}export {}\n", T::decl(self.0)));
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

fn types() -> String {
    let config = Config::new().with_large_int("number");
    let mut types = Types(&config, BTreeMap::new());
    types.visit::<ToLab>();
    types.visit::<FromLab>();
    types.visit::<Frame>();
    let mut text = format!(
        "// Generated from crates/lab/src/messages by its tests (PIAGET_BLESS=1 writes it anew). Do not edit.\n\n\
         /** The version of these messages. */\nexport const PROTOCOL = {PROTOCOL};\n"
    );
    for declaration in types.1.values() {
        text.push('\n');
        text.push_str(declaration);
    }
    text
}

/// Arrays with the patches between them: the page's reader is checked against these.
fn examples() -> String {
    let arrays: [Vec<u8>; 6] = [
        vec![],
        vec![0; 5],
        (0..200).map(|n| (n / 50) as u8).collect(),
        (0..200).map(|n| if n % 17 == 3 { n as u8 } else { (n / 50) as u8 }).collect(),
        vec![255; 200],
        (0..=255).collect(),
    ];
    let steps = arrays.windows(2).map(|pair| {
        let mut patch = Vec::new();
        bytes::diff(&pair[0], &pair[1], &mut patch);
        serde_json::json!({ "before": pair[0], "patch": patch, "after": pair[1] })
    });
    let text = serde_json::to_string(&steps.collect::<Vec<_>>()).expect("plain data");
    text.replace("},{", "},\n{") + "\n"
}

#[test]
fn the_pages_types_are_up_to_date() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/messages");
    for (name, text) in [("types.ts", types()), ("patches.json", examples())] {
        let file = folder.join(name);
        if std::env::var_os("PIAGET_BLESS").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&file, &text).unwrap();
        }
        let there = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(there == text, "web/src/messages/{name} is out of date: run with PIAGET_BLESS=1");
    }
}
