//! Strings of a KDL 2 text: in quotes, over several lines, and raw.

use crate::lexer::{Lexer, Read, is_newline, is_space};
use std::ops::Range;

impl Lexer<'_> {
    /// A string in quotes, or one over several lines in three quotes.
    pub fn quoted(&mut self) -> Read<String> {
        let start = self.at;
        if self.take("\"\"\"") {
            let body = self.body_of_lines(start, 0)?;
            return self.dedented(body, true);
        }
        self.at += 1;
        let begin = self.at;
        loop {
            let rest = self.rest();
            let Some(next) = rest.find(['"', '\\']) else { return self.no_end(start) };
            let passed = self.at..self.at + next;
            self.check_line(start, passed.clone())?;
            self.at = passed.end;
            if self.peek() == Some('"') {
                break;
            }
            self.skip_escape();
        }
        let body = begin..self.at;
        self.at += 1;
        let text = &self.text[body.clone()];
        self.unescaped(&without_space_escapes(text), body)
    }

    /// A raw string: between as many `#` on both sides, without escapes.
    pub fn raw(&mut self) -> Read<String> {
        let start = self.at;
        let rest = self.rest();
        let hashes = rest.len() - rest.trim_start_matches('#').len();
        self.at += hashes;
        if self.take("\"\"\"") {
            let body = self.body_of_lines(start, hashes)?;
            return self.dedented(body, false);
        }
        self.at += 1;
        let body = self.raw_body(start, 1, hashes)?;
        self.check_line(start, body.clone())?;
        Ok(self.text[body].to_owned())
    }

    /// The bytes up to so many quotes and hashes, which are passed too.
    fn raw_body(&mut self, start: usize, quotes: usize, hashes: usize) -> Read<Range<usize>> {
        let begin = self.at;
        loop {
            let Some(next) = self.rest().find('"') else { return self.no_end(start) };
            self.at += next;
            let rest = self.rest().as_bytes();
            let ends = rest.len() >= quotes + hashes
                && rest[..quotes].iter().all(|byte| *byte == b'"')
                && rest[quotes..quotes + hashes].iter().all(|byte| *byte == b'#');
            if ends {
                let body = begin..self.at;
                self.at += quotes + hashes;
                return Ok(body);
            }
            self.at += 1;
        }
    }

    /// The lines between two rows of three quotes; escaped quotes do not end them unless the string is raw.
    fn body_of_lines(&mut self, start: usize, hashes: usize) -> Read<Range<usize>> {
        if !self.newline() {
            return self.mistake(
                start..self.at,
                "three quotes begin a string of several lines, and text stands behind them",
                "go on in the next line, or use one quote",
            );
        }
        let body = if hashes > 0 {
            self.raw_body(start, 3, hashes)?
        } else {
            let begin = self.at;
            loop {
                let Some(next) = self.rest().find(['"', '\\']) else { return self.no_end(start) };
                self.at += next;
                if self.peek() == Some('\\') {
                    self.skip_escape();
                } else if self.take("\"\"\"") {
                    break begin..self.at - 3;
                } else {
                    self.at += 1;
                }
            }
        };
        Ok(body)
    }

    /// Lines without the space that the last of them has before its quotes.
    fn dedented(&self, body: Range<usize>, escapes: bool) -> Read<String> {
        let text = self.text[body.clone()].replace("\r\n", "\n");
        let text = if escapes { without_space_escapes(&text) } else { text };
        let mut lines: Vec<&str> = text.split(is_newline).collect();
        let indent = lines.pop().unwrap_or_default();
        if !indent.chars().all(is_space) {
            let hint = "put the three quotes that end it on a line of their own";
            return self.mistake(body, "the last line of this string is not empty", hint);
        }
        let mut whole = String::with_capacity(text.len());
        for (index, line) in lines.iter().enumerate() {
            if index > 0 {
                whole.push('\n');
            }
            if line.chars().all(is_space) {
                continue;
            }
            let Some(line) = line.strip_prefix(indent) else {
                return self.mistake(
                    body,
                    "a line of this string is indented less than the quotes that end it",
                    "begin each line with the same space as the last",
                );
            };
            whole.push_str(line);
        }
        if escapes { self.unescaped(&whole, body) } else { Ok(whole) }
    }

    /// Goes past a backslash and what it makes special.
    fn skip_escape(&mut self) {
        self.at += 1;
        let rest = self.rest();
        let blank = rest.find(|next| !is_space(next) && !is_newline(next)).unwrap_or(rest.len());
        self.at += match blank {
            0 => self.peek().map_or(0, char::len_utf8),
            blank => blank,
        };
    }

    fn no_end<T>(&self, start: usize) -> Read<T> {
        self.mistake(start..start + 1, "this string has no end", "close it with the quotes that begin it")
    }

    fn check_line(&self, start: usize, body: Range<usize>) -> Read<()> {
        if let Some(end) = self.text[body.clone()].find(is_newline) {
            return self.mistake(
                start..body.start + end,
                "this string does not end in its line",
                "close it, or write it between three quotes over several lines",
            );
        }
        Ok(())
    }

    /// The text that escapes stand for; those of space are already gone.
    fn unescaped(&self, text: &str, body: Range<usize>) -> Read<String> {
        let mut whole = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find('\\') {
            whole.push_str(&rest[..at]);
            let mut after = rest[at + 1..].chars();
            let plain = match after.next() {
                Some('\\') => Some('\\'),
                Some('"') => Some('"'),
                Some('b') => Some('\u{8}'),
                Some('f') => Some('\u{c}'),
                Some('n') => Some('\n'),
                Some('r') => Some('\r'),
                Some('t') => Some('\t'),
                Some('s') => Some(' '),
                Some('u') => {
                    let code = after.as_str().strip_prefix('{').and_then(|code| code.split_once('}'));
                    code.and_then(|(code, behind)| {
                        after = behind.chars();
                        unicode(code)
                    })
                }
                _ => None,
            };
            let Some(plain) = plain else {
                return self.mistake(
                    body,
                    "this string has a backslash that makes nothing special",
                    "write \\\\ for a backslash; known are \\n \\r \\t \\s \\b \\f \\\" and \\u{...}",
                );
            };
            whole.push(plain);
            rest = after.as_str();
        }
        whole.push_str(rest);
        Ok(whole)
    }
}

fn unicode(code: &str) -> Option<char> {
    let is_code = (1..=6).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_code.then(|| u32::from_str_radix(code, 16).ok()).flatten().and_then(char::from_u32)
}

/// Without backslashes before space, and without that space.
fn without_space_escapes(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let after = &rest[at + 1..];
        let solid = after.trim_start_matches(|next| is_space(next) || is_newline(next));
        if solid.len() < after.len() {
            whole.push_str(&rest[..at]);
            rest = solid;
        } else {
            let kept = at + 1 + after.chars().next().map_or(0, char::len_utf8);
            whole.push_str(&rest[..kept]);
            rest = &rest[kept..];
        }
    }
    whole.push_str(rest);
    whole
}
