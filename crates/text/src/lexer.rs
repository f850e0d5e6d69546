//! The words of a KDL 2 text: spaces, comments, names, numbers and keywords (strings are in `strings`).
//!
//! Everything here is a loop over the text and looks at each character a bounded number of times. No function
//! calls itself, so that nested comments and long rows of them need no stack.

use kdl::KdlValue;
use std::ops::Range;

/// What is wrong in a text, and where.
#[derive(Debug)]
pub(crate) struct Mistake {
    pub at: Range<usize>,
    pub message: String,
    pub hint: String,
}

pub(crate) type Read<T> = Result<T, Mistake>;

/// A place in a text that moves towards its end.
pub(crate) struct Lexer<'a> {
    pub text: &'a str,
    pub at: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        // A byte order mark may stand at the very beginning.
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, at }
    }

    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Goes past a piece of text, if it stands here.
    pub fn take(&mut self, piece: &str) -> bool {
        let stands = self.rest().starts_with(piece);
        if stands {
            self.at += piece.len();
        }
        stands
    }

    pub fn mistake<T>(
        &self,
        at: Range<usize>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Read<T> {
        Err(Mistake { at, message: message.into(), hint: hint.into() })
    }

    /// A mistake about the character that stands here.
    pub fn mistake_here<T>(&self, message: impl Into<String>, hint: impl Into<String>) -> Read<T> {
        let length = self.peek().map_or(0, char::len_utf8);
        self.mistake(self.at..self.at + length, message, hint)
    }

    /// Goes past one end of a line.
    pub fn newline(&mut self) -> bool {
        if self.take("\r\n") {
            return true;
        }
        match self.peek().filter(|next| is_newline(*next)) {
            Some(next) => {
                self.at += next.len_utf8();
                true
            }
            None => false,
        }
    }

    /// Goes past a comment that ends with its line, the end of the line included.
    pub fn line_comment(&mut self) -> bool {
        if !self.take("//") {
            return false;
        }
        self.at = self.rest().find(is_newline).map_or(self.text.len(), |end| self.at + end);
        self.newline();
        true
    }

    /// Goes past spaces and comments between braces; true if there were any.
    fn spaces(&mut self) -> Read<bool> {
        let start = self.at;
        loop {
            let rest = self.rest();
            let blank = rest.find(|next| !is_space(next)).unwrap_or(rest.len());
            self.at += blank;
            if !self.block_comment()? && blank == 0 {
                return Ok(self.at > start);
            }
        }
    }

    /// Goes past a block comment; comments within it are counted, not walked into.
    fn block_comment(&mut self) -> Read<bool> {
        let start = self.at;
        if !self.take("/*") {
            return Ok(false);
        }
        let mut depth = 1usize;
        while depth > 0 {
            let Some(next) = self.rest().find(['*', '/']) else {
                return self.mistake(start..start + 2, "this comment has no end", "close it with `*/`");
            };
            self.at += next;
            if self.take("*/") {
                depth -= 1;
            } else if self.take("/*") {
                depth += 1;
            } else {
                self.at += 1;
            }
        }
        Ok(true)
    }

    /// Goes past what may stand between the parts of a node; true if there was any.
    pub fn node_space(&mut self) -> Read<bool> {
        let start = self.at;
        loop {
            let spaces = self.spaces()?;
            if self.peek() != Some('\\') {
                if !spaces {
                    return Ok(self.at > start);
                }
                continue;
            }
            let backslash = self.at;
            self.at += 1;
            self.spaces()?;
            if !self.at_end() && !self.newline() && !self.line_comment() {
                return self.mistake(
                    backslash..backslash + 1,
                    "a backslash stands in the middle of a line",
                    "end the line after it to go on in the next, or write it within quotes",
                );
            }
        }
    }

    /// Goes past what may stand between nodes.
    pub fn line_space(&mut self) -> Read<()> {
        while self.node_space()? || self.newline() || self.line_comment() {}
        Ok(())
    }

    pub fn at_end(&self) -> bool {
        self.at == self.text.len()
    }

    /// Whether a value may end here.
    pub fn is_value_end(&self) -> bool {
        let rest = self.rest();
        match self.peek() {
            None | Some('=' | ')' | '{' | '}' | ';' | '\\') => true,
            Some('/') => ["//", "/*", "/-"].iter().any(|piece| rest.starts_with(piece)),
            Some(next) => is_newline(next) || is_space(next),
        }
    }

    /// Any value: a word, a number or a keyword.
    pub fn value(&mut self) -> Read<KdlValue> {
        let start = self.at;
        let value = match self.peek() {
            Some('"') => KdlValue::String(self.quoted()?),
            Some('#') if is_raw(self.rest()) => KdlValue::String(self.raw()?),
            Some('#') => self.keyword()?,
            Some(_) if starts_number(self.rest()) => self.number()?,
            _ => KdlValue::String(self.bare()?.to_owned()),
        };
        self.check_end(start)?;
        Ok(value)
    }

    /// A name: a word, bare or in quotes.
    pub fn name(&mut self, what: &str) -> Read<String> {
        let start = self.at;
        let name = match self.peek() {
            Some('"') => self.quoted()?,
            Some('#') if is_raw(self.rest()) => self.raw()?,
            Some(next) if is_bare(next) && !starts_number(self.rest()) => self.bare()?.to_owned(),
            Some(next) => {
                let hint = format!("write {what} here, in quotes if it is no plain word");
                return self
                    .mistake_here(format!("{what} cannot begin with `{}`", next.escape_debug()), hint);
            }
            None => {
                return self.mistake_here(format!("{what} is missing at the end of the file"), "write it");
            }
        };
        self.check_end(start)?;
        Ok(name)
    }

    fn check_end(&self, start: usize) -> Read<()> {
        if self.is_value_end() {
            return Ok(());
        }
        let length = self.peek().map_or(0, char::len_utf8);
        self.mistake(
            start..self.at + length,
            "the value does not end where it should",
            "put a space after it, or the whole of it in quotes",
        )
    }

    /// A word without quotes.
    fn bare(&mut self) -> Read<&'a str> {
        let rest = self.rest();
        let word = &rest[..rest.find(|next| !is_bare(next)).unwrap_or(rest.len())];
        if word.is_empty() {
            let next = self.peek().map_or_else(String::new, |next| next.escape_debug().to_string());
            return self.mistake_here(
                format!("no value can begin with `{next}`"),
                "a line is a node: `name argument field=value { children }`, with words in quotes",
            );
        }
        let span = self.at..self.at + word.len();
        if ["true", "false", "null", "inf", "-inf", "nan"].contains(&word) {
            let message = format!("`{word}` is neither a word nor a keyword");
            return self.mistake(span, message, format!("write `#{word}`, or \"{word}\" for the word"));
        }
        let unsigned = word.strip_prefix(['+', '-']).unwrap_or(word);
        if unsigned.strip_prefix('.').is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit())) {
            return self.mistake(span, format!("`{word}` is not a number"), "write a 0 before the point");
        }
        self.at = span.end;
        Ok(word)
    }

    fn keyword(&mut self) -> Read<KdlValue> {
        let start = self.at;
        self.at += 1;
        let rest = self.rest();
        let word = &rest[..rest.find(|next| !is_bare(next)).unwrap_or(rest.len())];
        self.at += word.len();
        match word {
            "true" => Ok(KdlValue::Bool(true)),
            "false" => Ok(KdlValue::Bool(false)),
            "null" => Ok(KdlValue::Null),
            "nan" => Ok(KdlValue::Float(f64::NAN)),
            "inf" => Ok(KdlValue::Float(f64::INFINITY)),
            "-inf" => Ok(KdlValue::Float(f64::NEG_INFINITY)),
            _ => self.mistake(
                start..self.at,
                "this keyword is not known",
                "keywords are #true, #false, #null, #nan, #inf and #-inf",
            ),
        }
    }

    fn number(&mut self) -> Read<KdlValue> {
        let rest = self.rest();
        let word = &rest[..rest.find(|next| !is_bare(next)).unwrap_or(rest.len())];
        let span = self.at..self.at + word.len();
        self.at = span.end;
        let value = match number_of(word) {
            Some(value) => value,
            None => {
                let hint = plain_number(word);
                let hint = hint.unwrap_or_else(|| "write it like 12, -0.5, 1e-3 or 0xff".to_owned());
                return self.mistake(span, "this is not a number", hint);
            }
        };
        Ok(value)
    }
}

/// What people write after a number, what one of it is, and in what.
const UNITS: [(&str, f64, &str); 10] = [
    ("mm", 1e-3, ", in metres"),
    ("cm", 1e-2, ", in metres"),
    ("m", 1.0, ", in metres"),
    ("km", 1e3, ", in metres"),
    ("ms", 1e-3, ", in seconds"),
    ("s", 1.0, ", in seconds"),
    ("sec", 1.0, ", in seconds"),
    ("min", 60.0, ", in seconds"),
    ("h", 3600.0, ", in seconds"),
    ("%", 1e-2, ", as a share"),
];

/// A hint for a number with a unit, or with a comma in place of the point; `None` for another word.
pub(crate) fn plain_number(word: &str) -> Option<String> {
    let with_point = word.replacen(',', ".", 1);
    if with_point != word && number_of(&with_point).is_some() {
        return Some(format!("write `{with_point}`"));
    }
    let end = word.rfind(|c: char| c.is_ascii_digit()).map_or(0, |last| last + 1);
    let (number, unit) = (&word[..end], word[end..].trim());
    number_of(number)?;
    let number: f64 = number.parse().ok()?;
    let known = UNITS.iter().find(|(name, ..)| *name == unit);
    // A share of a number as it is written, not as it is held.
    let (one, of) = known.map_or((1.0, ""), |(_, one, of)| (*one, *of));
    Some(format!("write `{}`{of}: numbers have no unit", (number * one) as f32))
}

/// A number as KDL writes it, or `None`.
fn number_of(word: &str) -> Option<KdlValue> {
    let unsigned = word.strip_prefix(['+', '-']).unwrap_or(word);
    for (mark, radix) in [("0x", 16), ("0X", 16), ("0o", 8), ("0O", 8), ("0b", 2), ("0B", 2)] {
        let Some(digits) = unsigned.strip_prefix(mark) else { continue };
        if !digits.starts_with(|first: char| first.is_digit(radix)) || digits.contains(['+', '-']) {
            return None;
        }
        let sign = if word.starts_with('-') { "-" } else { "" };
        let digits = format!("{sign}{}", digits.replace('_', ""));
        return i128::from_str_radix(&digits, radix).ok().map(KdlValue::Integer);
    }
    let (number, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (unsigned, None),
    };
    let (whole, fraction) = match number.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (number, None),
    };
    let is_digits = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_digit())
            && part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_')
    };
    if !is_digits(whole) || !fraction.is_none_or(is_digits) || !exponent.is_none_or(is_digits) {
        return None;
    }
    let plain = word.replace('_', "");
    match fraction.is_none() && exponent.is_none() {
        true => plain.parse().ok().map(KdlValue::Integer),
        false => plain.parse().ok().map(KdlValue::Float),
    }
}

fn starts_number(rest: &str) -> bool {
    let unsigned = rest.strip_prefix(['+', '-']).unwrap_or(rest);
    unsigned.starts_with(|first: char| first.is_ascii_digit())
}

/// Whether a raw string begins here, rather than a keyword.
fn is_raw(rest: &str) -> bool {
    rest.trim_start_matches('#').starts_with('"')
}

pub(crate) fn is_newline(c: char) -> bool {
    matches!(c, '\r' | '\n' | '\u{85}' | '\u{b}' | '\u{c}' | '\u{2028}' | '\u{2029}')
}

pub(crate) fn is_space(c: char) -> bool {
    matches!(
        c,
        '\t' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

/// What KDL allows nowhere in a text: control characters, and those that turn the direction of writing.
pub(crate) fn is_forbidden(c: char) -> bool {
    matches!(c, '\0'..='\u{8}' | '\u{e}'..='\u{1f}' | '\u{7f}' | '\u{200e}' | '\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// What a word without quotes may hold.
fn is_bare(c: char) -> bool {
    !matches!(c, '\\' | '/' | '(' | ')' | '{' | '}' | '[' | ']' | ';' | '"' | '#' | '=')
        && !is_newline(c)
        && !is_space(c)
        && !is_forbidden(c)
}
