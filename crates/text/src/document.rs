//! The nodes of a KDL 2 text.
//!
//! The `kdl` crate gives the types; its own parser is not used here, since hostile text overflows its stack (a
//! comment takes a frame for each `*` in it) or keeps it busy for ever (children behind `/-` are read several times
//! at each depth). This reader keeps open braces in a list, reads each character a bounded number of times and
//! stops at the first mistake. Tests compare the two on text that is not hostile.

use crate::lexer::{Lexer, Read, is_forbidden};
use kdl::{KdlDocument, KdlEntry, KdlIdentifier, KdlNode};

/// How deep braces may nest. Readers of the nodes walk them by recursion, and so does what frees them.
pub const MAX_DEPTH: usize = 64;
/// How many nodes and values a text may hold; each takes some hundred bytes of memory.
pub const MAX_PARTS: usize = 100_000;

/// A node that is being read.
struct Pending {
    node: KdlNode,
    start: usize,
    /// It stands behind `/-`.
    dropped: bool,
    /// Braces were read, so that no value may follow.
    had_braces: bool,
    /// The braces that are open now stand behind `/-`.
    drop_braces: bool,
}

/// A node whose braces are open, and the nodes before it.
struct Open {
    pending: Pending,
    brace: usize,
    before: Vec<KdlNode>,
}

/// How the head of a node ends.
enum HeadEnd {
    Braces,
    Terminator,
}

/// Reads a whole text.
pub(crate) fn read(text: &str) -> Read<KdlDocument> {
    let mut reader = Reader { lexer: Lexer::new(text), parts: 0 };
    check_characters(&reader.lexer)?;
    reader.document()
}

/// Looks for what may stand nowhere, comments included: a character that turns the direction of writing could make a comment of what
/// is none, for whoever reads the file.
fn check_characters(lexer: &Lexer<'_>) -> Read<()> {
    let Some((at, found)) = lexer.rest().char_indices().find(|(_, next)| is_forbidden(*next)) else {
        return Ok(());
    };
    let at = lexer.at + at;
    lexer.mistake(
        at..at + found.len_utf8(),
        format!("the character U+{:04X} may not stand in a text", u32::from(found)),
        "remove it, or write it as an escape such as \\u{1b}",
    )
}

struct Reader<'a> {
    lexer: Lexer<'a>,
    parts: usize,
}

impl Reader<'_> {
    fn document(&mut self) -> Read<KdlDocument> {
        let mut open: Vec<Open> = Vec::new();
        let mut nodes: Vec<KdlNode> = Vec::new();
        loop {
            self.lexer.line_space()?;
            let dropped = self.slashdash()?;
            let lexer = &mut self.lexer;
            let pending = match lexer.peek() {
                None | Some('}') if dropped => {
                    return lexer.mistake_here("`/-` stands before nothing", "remove it");
                }
                None => break,
                Some('}') => {
                    let Some(closed) = open.pop() else {
                        let hint = "remove it, or open a brace for it";
                        return lexer.mistake_here("this brace closes nothing", hint);
                    };
                    lexer.at += 1;
                    close(closed, &mut nodes)
                }
                Some(_) => self.node_name(dropped)?,
            };
            self.finish_head(pending, &mut open, &mut nodes)?;
        }
        if let Some(unclosed) = open.last() {
            let at = unclosed.brace..unclosed.brace + 1;
            return self.lexer.mistake(at, "this brace is not closed", "close it with `}`");
        }
        let mut document = KdlDocument::new();
        *document.nodes_mut() = nodes;
        document.set_span(0..self.lexer.text.len());
        Ok(document)
    }

    /// Reads what is left of a node up to its end or to its next brace.
    fn finish_head(
        &mut self,
        mut pending: Pending,
        open: &mut Vec<Open>,
        nodes: &mut Vec<KdlNode>,
    ) -> Read<()> {
        match self.entries(&mut pending)? {
            HeadEnd::Terminator => {
                let Pending { mut node, start, dropped, .. } = pending;
                node.set_span(start..self.lexer.at);
                if !dropped {
                    nodes.push(node);
                }
            }
            HeadEnd::Braces => {
                let brace = self.lexer.at;
                if open.len() == MAX_DEPTH {
                    let hint = format!("nest at most {MAX_DEPTH} braces");
                    return self.lexer.mistake_here("braces are nested too deep", hint);
                }
                self.lexer.at += 1;
                pending.had_braces = true;
                open.push(Open { pending, brace, before: std::mem::take(nodes) });
            }
        }
        Ok(())
    }

    fn node_name(&mut self, dropped: bool) -> Read<Pending> {
        self.count()?;
        let start = self.lexer.at;
        let annotation = self.annotation()?;
        let begin = self.lexer.at;
        let mut name = KdlIdentifier::from(self.lexer.name("the name of a node")?);
        name.set_span(begin..self.lexer.at);
        let mut node = KdlNode::new(name);
        if let Some(annotation) = annotation {
            node.set_ty(annotation);
        }
        Ok(Pending { node, start, dropped, had_braces: false, drop_braces: false })
    }

    /// Values and fields of a node.
    fn entries(&mut self, pending: &mut Pending) -> Read<HeadEnd> {
        loop {
            let spaced = self.lexer.node_space()?;
            if self.lexer.rest().starts_with("//") {
                self.lexer.line_comment();
                return Ok(HeadEnd::Terminator);
            }
            let dropped = self.slashdash()?;
            match self.lexer.peek() {
                Some('{') => {
                    if pending.node.children().is_some() && !dropped {
                        let hint = "put all children into the first braces";
                        return self.lexer.mistake_here("the node has braces already", hint);
                    }
                    pending.drop_braces = dropped;
                    return Ok(HeadEnd::Braces);
                }
                None | Some('}' | ';') if dropped => {
                    return self.lexer.mistake_here("`/-` stands before nothing", "remove it");
                }
                None | Some('}') => return Ok(HeadEnd::Terminator),
                Some(';') => {
                    self.lexer.at += 1;
                    return Ok(HeadEnd::Terminator);
                }
                Some(_) if !dropped && self.lexer.newline() => return Ok(HeadEnd::Terminator),
                Some(_) if pending.had_braces => {
                    let hint = "put values before the braces, or the next node on a line of its own";
                    return self.lexer.mistake_here("a value stands after the braces of its node", hint);
                }
                Some(_) if !spaced && !dropped => {
                    let hint = "put a space before it";
                    return self.lexer.mistake_here("no space stands before this value", hint);
                }
                Some(_) => {
                    let entry = self.entry()?;
                    if !dropped {
                        pending.node.entries_mut().push(entry);
                    }
                }
            }
        }
    }

    /// A value, or a field with its value.
    fn entry(&mut self) -> Read<KdlEntry> {
        self.count()?;
        let start = self.lexer.at;
        let mut entry = self.typed_value()?;
        let end = self.lexer.at;
        self.lexer.node_space()?;
        if !self.lexer.take("=") {
            self.lexer.at = end;
            entry.set_span(start..end);
            return Ok(entry);
        }
        let key = match (entry.ty(), entry.value().as_string()) {
            (None, Some(word)) => word.to_owned(),
            _ => {
                let hint = "before `=` stands the name of a field: a word";
                return self.lexer.mistake(start..end, "this is not the name of a field", hint);
            }
        };
        let mut key = KdlIdentifier::from(key);
        key.set_span(start..end);
        self.lexer.node_space()?;
        let mut entry = self.typed_value()?;
        entry.set_name(Some(key));
        entry.set_span(start..self.lexer.at);
        Ok(entry)
    }

    fn typed_value(&mut self) -> Read<KdlEntry> {
        let annotation = self.annotation()?;
        let mut entry = KdlEntry::new(self.lexer.value()?);
        if let Some(annotation) = annotation {
            entry.set_ty(annotation);
        }
        Ok(entry)
    }

    /// A type in parentheses; at most one may stand before a name or a value.
    fn annotation(&mut self) -> Read<Option<KdlIdentifier>> {
        let open = self.lexer.at;
        if !self.lexer.take("(") {
            return Ok(None);
        }
        self.lexer.node_space()?;
        let start = self.lexer.at;
        let mut name = KdlIdentifier::from(self.lexer.name("the name of a type")?);
        name.set_span(start..self.lexer.at);
        self.lexer.node_space()?;
        if !self.lexer.take(")") {
            let hint = "write one word between them";
            return self.lexer.mistake(open..open + 1, "this parenthesis is not closed", hint);
        }
        self.lexer.node_space()?;
        Ok(Some(name))
    }

    fn slashdash(&mut self) -> Read<bool> {
        let dashed = self.lexer.take("/-");
        if dashed {
            self.lexer.line_space()?;
        }
        Ok(dashed)
    }

    fn count(&mut self) -> Read<()> {
        self.parts += 1;
        if self.parts > MAX_PARTS {
            let message = format!("the file holds more than {MAX_PARTS} nodes and values");
            return self.lexer.mistake_here(message, "split it into several files");
        }
        Ok(())
    }
}

/// Gives a node the children whose braces end here; they are forgotten where they stand behind `/-`.
fn close(closed: Open, nodes: &mut Vec<KdlNode>) -> Pending {
    let Open { mut pending, before, .. } = closed;
    let children = std::mem::replace(nodes, before);
    if !pending.drop_braces {
        let mut document = KdlDocument::new();
        *document.nodes_mut() = children;
        pending.node.set_children(document);
    }
    pending
}
