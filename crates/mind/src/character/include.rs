//! Files that include files: all of them are gathered first, so that each stage can read its nodes wherever
//! they stand.

use piaget_text::{KdlDocument, Problems, Source};

/// How deep files may include files.
const MAX_DEPTH: usize = 16;
/// How many files are read for one character, and their bytes all together. One file has as many names as it likes, and one that is
/// mistaken is read each time.
const MAX_FILES: usize = 256;
const MAX_BYTES: usize = 4 << 20;

/// The texts of a character, the included ones before the place that includes them has been read on.
#[derive(Default)]
pub(super) struct Gathered {
    /// Each text with its document.
    pub parts: Vec<(Source, KdlDocument)>,
    files: usize,
    bytes: usize,
    /// It was told that these are too many.
    told: bool,
}

impl Gathered {
    /// Reads a text and everything that it includes. A file that is included twice is taken once.
    pub fn gather(
        &mut self,
        source: &Source,
        include: &mut dyn FnMut(&str) -> Result<Source, String>,
        problems: &Problems,
    ) {
        let mut open = vec![source.name.clone()];
        self.add(source.clone(), include, problems, &mut open);
    }

    fn add(
        &mut self,
        source: Source,
        include: &mut dyn FnMut(&str) -> Result<Source, String>,
        problems: &Problems,
        open: &mut Vec<String>,
    ) {
        let Some(document) = source.parse(problems) else { return };
        for mut node in source.nodes(&document, problems) {
            if node.node_name() != "include" {
                node.ignore();
                continue;
            }
            let Some(path) = node.word_argument(0, "the file to include") else { continue };
            let at = node.span_of_argument(0);
            if self.files >= MAX_FILES || self.bytes > MAX_BYTES {
                // Once: what follows is passed over.
                if !std::mem::replace(&mut self.told, true) {
                    let what = format!("more than {MAX_FILES} files or {MAX_BYTES} bytes are included");
                    node.problem_at(at, what, "include fewer, or smaller files");
                }
                continue;
            }
            self.files += 1;
            let found = include(path);
            self.bytes += found.as_ref().map_or(0, |found| found.text.len());
            match found {
                Err(why) => {
                    node.problem_at(at, format!("\"{path}\" cannot be read: {why}"), "check the path")
                }
                Ok(found) if open.contains(&found.name) => {
                    let way = open.join(" -> ");
                    let message = format!("files include each other in a circle: {way} -> {}", found.name);
                    node.problem_at(at, message, "take one of these includes out");
                }
                Ok(_) if open.len() >= MAX_DEPTH => {
                    let message = format!("files include files more than {MAX_DEPTH} deep");
                    node.problem_at(at, message, "include the parts from one file");
                }
                Ok(found) if self.parts.iter().any(|(known, _)| known.name == found.name) => {}
                Ok(found) => {
                    open.push(found.name.clone());
                    self.add(found, include, problems, open);
                    open.pop();
                }
            }
        }
        self.parts.push((source, document));
    }
}
