//! Whatever a page names between backticks exists: paths, commands and flags, targets of make, types and their members,
//! nodes and fields of files. A span that fits nothing fails, so a page cannot name what is gone.

mod index;
mod whole;

use crate::pages::{fenced, pages, read, spans};
use crate::program::{piaget, root, stdout};
use index::{Index, files_below, words_of};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// What a span names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Path,
    Command,
    Rust,
    Words,
    Excepted,
}

/// Spans that name nothing of this repository.
const EXCEPTED: &[(&str, &[&str])] = &[
    // A file of the reader's own project; what ends a program.
    ("docs/start.md", &["src/main.rs", "Ctrl-C"]),
    ("docs/bevy.md", &["src/main.rs", "assets/guard.kdl"]),
    // Files that the page itself writes.
    ("docs/first-character.md", &["pip.kdl", "pip-at-home.kdl"]),
    // Written into a folder that the reader chooses.
    ("docs/cli.md", &["index.html"]),
    // An address, a formula, and words of the web.
    ("docs/lab.md", &["/session", "2^(24 (byte / 255 - 1))", "Origin", "Content-Security-Policy"]),
    // Formulas of the papers.
    ("docs/concepts.md", &["1/L - 1"]),
    ("docs/paper-to-code.md", &["1/L - 1"]),
    // A word of Rust.
    ("docs/own-world.md", &["None"]),
    // A word of Rust; many crates at once, which the table of libraries is held to.
    ("ARCHITECTURE.md", &["unsafe", "bevy_*"]),
];

/// Words that stand for whatever the reader writes in their place.
fn is_placeholder(word: &str) -> bool {
    word.len() == 1 || word.starts_with('<') || word.chars().all(|c| c.is_ascii_uppercase() || c == '-')
}

struct Checker {
    index: Index,
    makefile: String,
    /// Words that pages may use, besides those of the index.
    known: BTreeSet<String>,
    /// What `piaget COMMAND --help` says.
    help: RefCell<BTreeMap<String, Option<String>>>,
}

impl Checker {
    fn new() -> Self {
        let mut known = BTreeSet::new();
        let mut learn = |text: &str| known.extend(words_of(text).map(str::to_owned));
        for manifest in files_below("crates", "Cargo.toml") {
            learn(&std::fs::read_to_string(manifest).expect("a manifest"));
        }
        for line in read("Cargo.lock").lines().filter(|line| line.starts_with("name = ")) {
            learn(line);
        }
        for folder in ["scenarios", "characters", "places", "recipes"] {
            for file in files_below(folder, ".kdl") {
                learn(file.file_stem().and_then(|stem| stem.to_str()).expect("a plain name"));
                let text = std::fs::read_to_string(&file).expect("a file");
                text.split('"').skip(1).step_by(2).for_each(&mut learn);
            }
        }
        learn(&stdout(&piaget(&["replicate", "--list"])));
        learn(&stdout(&piaget(&["life", "--list"])));
        let (index, makefile) = (Index::new(), read("Makefile"));
        Self { index, makefile, known, help: RefCell::default() }
    }

    /// Words that only this page may use.
    fn own_words(page: &str) -> BTreeSet<String> {
        let mut own = fenced(&read(page));
        let folders: &[(&str, &str)] = match page {
            "docs/lab.md" | "docs/using-the-lab.md" | "docs/playground.md" | "CONTRIBUTING.md" => &[
                ("web/src", ".ts"),
                ("web/src", ".tsx"),
                ("web/vite.config.ts", ""),
                ("scripts/wasm.sh", ""),
            ],
            "docs/bevy.md" => &[("crates/bevy_piaget/src", ".rs")],
            "docs/life-who-is-who.md" => &[("crates/life/src/who_is_who", ".rs"), ("scripts/metrics", "")],
            "docs/python.md" => {
                &[("python/piaget", ".py"), ("python/piaget", ".pyi"), ("python/pyproject.toml", "")]
            }
            "ARCHITECTURE.md" => &[("clippy.toml", ""), ("python/Cargo.toml", "")],
            _ => &[],
        };
        for (folder, ending) in folders {
            for file in files_below(folder, ending) {
                own += &std::fs::read_to_string(file).expect("a source");
            }
        }
        words_of(&own).map(str::to_owned).collect()
    }

    /// What the span names, or why that does not exist.
    fn check(&self, own: &BTreeSet<String>, span: &str) -> Result<Sort, String> {
        let first = span.split(' ').next().unwrap_or_default();
        let rest: Vec<&str> = span.split(' ').skip(1).collect();
        let named = |named: bool, sort: Sort, why: String| if named { Ok(sort) } else { Err(why) };
        match first {
            "make" => self.check_make(&rest),
            "piaget" if rest.is_empty() => Ok(Sort::Command),
            "piaget" => self.check_piaget(&rest),
            "npm" => {
                let script = rest.last().unwrap_or(&"");
                let has = read("web/package.json").contains(&format!("\"{script}\":"));
                named(has, Sort::Command, format!("web/package.json has no script {script}"))
            }
            "cargo" => {
                let known = ["add", "build", "clippy", "fmt", "install", "new", "nextest", "run", "test"];
                named(
                    rest.first().is_some_and(|word| known.contains(word)),
                    Sort::Command,
                    "not a command of cargo".into(),
                )
            }
            _ if first.starts_with("--") => self.check_flags(span),
            _ if first.starts_with("scripts/") && !rest.is_empty() => {
                let has = root().join(first).is_file() && rest.iter().all(|word| read(first).contains(word));
                named(has, Sort::Command, "no such script, or it does not know the word".into())
            }
            _ if is_path(span) => check_path(span),
            _ if span.contains("::") => self.check_rust(span),
            _ => self.check_words(own, span),
        }
    }

    fn check_make(&self, rest: &[&str]) -> Result<Sort, String> {
        for word in rest {
            let (name, known) = match word.split_once('=') {
                Some((variable, _)) => (variable, self.makefile.contains(&format!("{variable} ?="))),
                None => (*word, self.makefile.contains(&format!("\n{word}: ## "))),
            };
            if !known {
                return Err(format!("the Makefile has no {name}"));
            }
        }
        Ok(Sort::Command)
    }

    /// What this command says of itself; `None` if there is no such command.
    fn help(&self, command: &str) -> Option<String> {
        let ask = || {
            let arguments: Vec<&str> = command.split_whitespace().chain(["--help"]).collect();
            let output = piaget(&arguments);
            output.status.success().then(|| stdout(&output))
        };
        self.help.borrow_mut().entry(command.to_owned()).or_insert_with(ask).clone()
    }

    fn check_piaget(&self, rest: &[&str]) -> Result<Sort, String> {
        let command = rest[0];
        let mut help = self.help(command).ok_or_else(|| format!("there is no command {command}"))?;
        let arguments: Vec<&str> = rest[1..].to_vec();
        if ["evaluate", "experiment"].contains(&command)
            && let Some(what) = arguments.first().filter(|word| !is_placeholder(word))
        {
            let both = format!("{command} {what}");
            help = self.help(&both).ok_or_else(|| format!("there is no command {both}"))?;
        }
        let has = |flag: &str| words(&help).any(|word| word == flag);
        for flag in arguments.iter().filter(|word| word.starts_with('-')) {
            if !has(flag.split('=').next().unwrap_or_default()) {
                return Err(format!("`piaget {command}` has no {flag}"));
            }
        }
        let first = arguments.first().filter(|word| !word.starts_with('-') && !is_placeholder(word));
        let known = match (command, first) {
            ("bench", Some(name)) => {
                root().join(format!("crates/cli/src/commands/bench/{name}.rs")).is_file()
            }
            ("replicate", Some(name)) => {
                let claims = stdout(&piaget(&["replicate", "--list"]));
                claims.lines().any(|line| line.trim_start().starts_with(name))
            }
            ("run" | "watch" | "endure", Some(name)) if !name.ends_with(".kdl") => {
                root().join(format!("scenarios/{name}.kdl")).is_file()
            }
            _ => true,
        };
        if known { Ok(Sort::Command) } else { Err(format!("`piaget {command}` does not know {first:?}")) }
    }

    fn check_flags(&self, span: &str) -> Result<Sort, String> {
        let commands = [
            "run",
            "watch",
            "strip",
            "why",
            "lab",
            "replay",
            "new",
            "check",
            "clips",
            "scenarios",
            "replicate",
            "life",
            "bench",
            "endure",
            "memory",
            "instructions",
        ];
        let more = ["evaluate homes", "evaluate search", "evaluate tracks", "experiment new-house"];
        let helps: Vec<String> =
            commands.iter().chain(&more).filter_map(|command| self.help(command)).collect();
        let mut flags = span.split_whitespace().filter(|word| word.starts_with("--"));
        // `--release` is cargo's.
        let known =
            |flag: &str| flag == "--release" || helps.iter().any(|help| words(help).any(|word| word == flag));
        match flags.find(|flag| !known(flag.split('=').next().unwrap_or_default())) {
            Some(flag) => Err(format!("no command of piaget has {flag}")),
            None => Ok(Sort::Command),
        }
    }

    fn check_rust(&self, span: &str) -> Result<Sort, String> {
        let path = span.split('(').next().unwrap_or_default();
        let mut parts = path.rsplit("::");
        let (name, owner) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        if self.index.has(owner, name) {
            Ok(Sort::Rust)
        } else {
            Err(format!("{owner} has no {name} in the sources"))
        }
    }

    fn check_words(&self, own: &BTreeSet<String>, span: &str) -> Result<Sort, String> {
        let knows = |word: &str| {
            is_placeholder(word)
                || self.index.knows(word)
                || self.index.words.contains(word)
                || self.known.contains(word)
                || own.contains(word)
                || root().join(word).is_dir()
        };
        match words_of(span).find(|word| !knows(word)) {
            Some(word) => Err(format!("no source, file or command knows the word {word}")),
            None if span.starts_with(char::is_uppercase) => Ok(Sort::Rust),
            None => Ok(Sort::Words),
        }
    }
}

/// The words of what a program prints, flags with their dashes.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "=<>[],`.".contains(c))
}

/// A span that names a file or folder: it has a slash or a known ending, and no holes to fill.
fn is_path(span: &str) -> bool {
    let endings = [".md", ".rs", ".kdl", ".toml", ".ts", ".sh", ".py", ".txt", ".html"];
    let shaped =
        span.contains('/') || endings.iter().any(|end| span.ends_with(end) && span.len() > end.len());
    shaped && !span.contains(|c: char| c.is_whitespace() || "*$={}()|:\"^".contains(c))
}

fn check_path(span: &str) -> Result<Sort, String> {
    // What is made is not there before; a hole in the last part leaves its folder to be checked.
    let made = ["out/", "target/", "web/dist"].iter().any(|folder| span.starts_with(folder));
    let whole =
        if span.contains('<') { span.rsplit_once('/').map_or(span, |(folder, _)| folder) } else { span };
    if made || root().join(whole).exists() { Ok(Sort::Path) } else { Err("it does not exist".into()) }
}

#[test]
fn everything_that_a_page_names_exists() {
    let checker = Checker::new();
    let mut counts: BTreeMap<Sort, usize> = BTreeMap::new();
    let mut excepted: BTreeSet<(&str, &str)> =
        EXCEPTED.iter().flat_map(|(page, spans)| spans.iter().map(|span| (*page, *span))).collect();
    let all = excepted.clone();
    let mut wrong = Vec::new();
    for page in pages() {
        let own = Checker::own_words(&page);
        for (line, span) in spans(&read(&page)) {
            let sort = if all.contains(&(page.as_str(), span.as_str())) {
                excepted.retain(|entry| *entry != (page.as_str(), span.as_str()));
                Ok(Sort::Excepted)
            } else {
                checker.check(&own, &span)
            };
            match sort {
                Ok(sort) => *counts.entry(sort).or_default() += 1,
                Err(why) => wrong.push(format!("{page}:{line}: `{span}`: {why}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{} statements name what does not exist:\n{}", wrong.len(), wrong.join("\n"));
    assert!(excepted.is_empty(), "no page says {excepted:?} any longer");
    for (sort, least) in [(Sort::Path, 80), (Sort::Command, 60), (Sort::Rust, 60), (Sort::Words, 400)] {
        assert!(counts.get(&sort) >= Some(&least), "only {counts:?} were found");
    }
}

#[test]
fn a_statement_about_what_is_gone_is_found() {
    let checker = Checker::new();
    let own = BTreeSet::new();
    for gone in [
        "crates/mind/src/gone.rs",
        "docs/gone.md",
        "make nothing",
        "make watch SCENERY=forager",
        "piaget dance",
        "piaget run SCENARIO --loudly",
        "piaget bench nothing",
        "piaget evaluate nothing",
        "piaget replicate nothing.at.all",
        "piaget watch no-such-scenario",
        "--loudly",
        "scripts/page.sh dance",
        "npm --prefix web run dance",
        "Mind::fly",
        "believe::NoSuchType",
        "piaget_sim::NoSuchType",
        "NoSuchType",
        "report().nothing_of_that_name",
        "beliefs forgetfulness=3",
        "no-such-node \"sheep\"",
        "policy=\"no-such-policy\"",
    ] {
        assert!(checker.check(&own, gone).is_err(), "`{gone}` is taken for something that exists");
    }
    for (there, sort) in [
        ("crates/mind/src/lib.rs", Sort::Path),
        ("scenarios/<name>.kdl", Sort::Path),
        ("make watch SCENARIO=forager", Sort::Command),
        ("piaget run SCENARIO --trace FILE", Sort::Command),
        ("piaget bench mind", Sort::Command),
        ("Mind::step", Sort::Rust),
        ("beliefs persist=30 { map }", Sort::Words),
    ] {
        assert_eq!(checker.check(&own, there), Ok(sort), "{there}");
    }
}
