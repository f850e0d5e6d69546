//! Files that include files: all of them are gathered first, so that each stage can read its nodes wherever
//! they stand.

use piaget_text::{KdlDocument, Problems, Source};

/// How deep files may include files.
const MAX_DEPTH: usize = 16;

/// The texts of a character, the included ones before the place that includes them has been read on.
#[derive(Default)]
pub(super) struct Gathered {
    /// Each text with its document.
    pub parts: Vec<(Source, KdlDocument)>,
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
            match include(path) {
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
