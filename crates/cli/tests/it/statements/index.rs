//! What the sources define: items, members of types, and the words that readers of files know. Found line by line, as
//! rustfmt lays them out; no more of Rust is understood than pages name.

use crate::program::root;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Everything that a page may name.
#[derive(Default)]
pub struct Index {
    /// Items that others can use, with the files that define them or pass them on.
    items: BTreeMap<String, Vec<String>>,
    /// Functions, constants, fields and variants, by the type they belong to.
    members: BTreeMap<String, BTreeSet<String>>,
    /// Words in quotes in the sources that read or write files: nodes, fields, values.
    pub words: BTreeSet<String>,
}

/// Every file below a folder of the repository that ends so; a file itself.
pub fn files_below(folder: &str, ending: &str) -> Vec<PathBuf> {
    if root().join(folder).is_file() {
        return vec![root().join(folder)];
    }
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in
            std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        {
            let path = entry.expect("an entry").path();
            let skipped = path.ends_with("node_modules") || path.ends_with("target");
            if path.is_dir() && !skipped {
                folders.push(path);
            } else if path.to_str().is_some_and(|name| name.ends_with(ending)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The words of a text: letters, digits, `_` and `-`, beginning with a letter.
pub fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let inside = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    text.split(move |c| !inside(c)).filter(|word| word.starts_with(char::is_alphabetic))
}

/// `GaveUp` as files write it: `gave-up`.
fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.extend(letter.to_lowercase());
    }
    kebab
}

/// Whether this source reads or writes text that people or other programs see.
fn speaks(path: &str, text: &str) -> bool {
    let folders = [
        "/scenario/",
        "/perceive/",
        "/classify/",
        "/character/",
        "/cli/src/",
        "/lab/src/messages",
        "/trace.rs",
    ];
    let files = ["/happening.rs", "/terms/src/body.rs", "/expect/signal.rs", "/decide/", "/feel/"];
    text.contains("Fields") || folders.iter().chain(&files).any(|part| path.contains(part))
}

impl Index {
    /// Of all sources of the workspace, without tests.
    pub fn new() -> Self {
        let mut index = Self::default();
        for path in files_below("crates", ".rs") {
            let name = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().into_owned();
            if name.contains("/tests/") || name.ends_with("tests.rs") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a source");
            let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
            index.add(&name, text);
        }
        index
    }

    fn add(&mut self, path: &str, text: &str) {
        // The type whose braces are open, and what it is.
        let mut open: Option<(&str, String)> = None;
        let mut passing_on = false;
        for line in text.lines() {
            let code = line.trim_start();
            if let Some(name) = item(code) {
                self.items.entry(name).or_default().push(path.to_owned());
            }
            passing_on |= code.starts_with("pub use ");
            if passing_on {
                for word in
                    words_of(code).filter(|word| !["pub", "use", "crate", "super", "self"].contains(word))
                {
                    self.items.entry(word.to_owned()).or_default().push(path.to_owned());
                }
                passing_on = !code.contains(';');
            }
            if let Some(owner) = owner(line) {
                open = Some(owner);
            }
            if let Some((sort, owner)) = &open
                && let Some(member) = member(sort, line)
            {
                if *sort == "enum" {
                    self.words.extend([
                        kebab(&member),
                        kebab(&member).replace('-', "_"),
                        member.to_lowercase(),
                    ]);
                }
                self.members.entry(owner.clone()).or_default().insert(member);
            }
            if line.starts_with('}') {
                open = None;
            }
        }
        if speaks(path, text) {
            self.words.extend(text.split('"').skip(1).step_by(2).flat_map(words_of).map(str::to_owned));
        }
    }

    /// Whether there is such an item, or such a member of some type.
    pub fn knows(&self, name: &str) -> bool {
        self.items.contains_key(name) || self.members.values().any(|members| members.contains(name))
    }

    /// Whether `owner::name` exists: a member of a type, or an item of a module or crate.
    pub fn has(&self, owner: &str, name: &str) -> bool {
        let member = self.members.get(owner).is_some_and(|members| members.contains(name));
        let crate_of = owner.strip_prefix("piaget_").unwrap_or(owner);
        let within = |path: &String| {
            let path = Path::new(path);
            path.iter().any(|part| part == owner || part == crate_of)
                || path.file_stem().is_some_and(|stem| stem == owner)
        };
        member || self.items.get(name).is_some_and(|paths| paths.iter().any(within))
    }
}

/// The name of the item that a line defines for others.
fn item(code: &str) -> Option<String> {
    let code = code.strip_prefix("pub ").or_else(|| Some(code.strip_prefix("pub(")?.split_once(") ")?.1))?;
    let code = code.trim_start_matches("unsafe ").trim_start_matches("const fn ").trim_start_matches("fn ");
    let sorts = ["struct ", "enum ", "trait ", "type ", "const ", "mod ", "static "];
    let rest = sorts.iter().find_map(|sort| code.strip_prefix(sort)).unwrap_or(code);
    words_of(rest).next().filter(|name| rest.starts_with(name)).map(str::to_owned)
}

/// The type that a line opens: `struct`, `enum`, `trait` or `impl`, and its name.
fn owner(line: &str) -> Option<(&'static str, String)> {
    let code = line.strip_prefix("pub(crate) ").or(line.strip_prefix("pub ")).unwrap_or(line);
    for sort in ["struct", "enum", "trait"] {
        if let Some(rest) = code.strip_prefix(sort).and_then(|rest| rest.strip_prefix(' ')) {
            return words_of(rest).next().map(|name| (sort, name.to_owned()));
        }
    }
    let rest = code.strip_prefix("impl")?.split(" where ").next()?;
    let rest = rest.rsplit_once(" for ").map_or(rest, |(_, name)| name);
    // `<'a> Name<'a> {`, `crate::Name {`
    let rest = rest.trim_start();
    let rest =
        if rest.starts_with('<') { rest.split_once("> ").map_or(rest, |(_, name)| name) } else { rest };
    let name = rest.split(['<', '{', ' ']).next()?.rsplit("::").next()?;
    Some(("impl", name.trim_start_matches(['&', '\'']).to_owned()))
}

/// The member that a line inside of a type's braces defines.
fn member(sort: &str, line: &str) -> Option<String> {
    let code = line.strip_prefix("    ").filter(|code| !code.starts_with([' ', '/', '#', '}']))?;
    let public = code.strip_prefix("pub ").or_else(|| Some(code.strip_prefix("pub(")?.split_once(") ")?.1));
    let name = match sort {
        "enum" => Some(code),
        "struct" => public.filter(|code| code.contains(':')),
        _ => {
            let code = public.unwrap_or(code);
            let function = code.split_once("fn ").filter(|(before, _)| !before.contains('('));
            function.map(|(_, rest)| rest).or_else(|| code.strip_prefix("const "))
        }
    }?;
    words_of(name).next().filter(|word| name.starts_with(word)).map(str::to_owned)
}

#[test]
fn items_and_members_are_found_as_rustfmt_lays_them_out() {
    let mut index = Index::default();
    let text = "pub struct Mind<'a> {\n    pub age_s: f32,\n    own: u32,\n}\n\nimpl<'a> Mind<'a> {\n    /// Grows.\n    \
                pub fn grow(&mut self) {\n        let inner = 1;\n    }\n}\n\nimpl fmt::Display for Mind<'_> {\n    \
                fn fmt(&self) {}\n}\n\npub(crate) enum Word {\n    GaveUp { at: u32 },\n}\n\npub use other::{Passed, on::More};\n";
    index.add("crates/mind/src/grown/tall.rs", text);
    for (owner, name) in [
        ("Mind", "age_s"),
        ("Mind", "grow"),
        ("Mind", "fmt"),
        ("Word", "GaveUp"),
        ("grown", "Mind"),
        ("tall", "Word"),
        ("mind", "Passed"),
        ("piaget_mind", "More"),
    ] {
        assert!(index.has(owner, name), "{owner}::{name}");
    }
    for (owner, name) in
        [("Mind", "own"), ("Mind", "inner"), ("Word", "at"), ("world", "Mind"), ("Mind", "Mind")]
    {
        assert!(!index.has(owner, name), "{owner}::{name}");
    }
    assert!(index.words.contains("gave-up"));
}
