//! An entry's value as the type that was asked for, or what is wrong with it.

use super::{Fields, entry_span};
use crate::is_printable;
use crate::lexer::plain_number;
use kdl::{KdlEntry, KdlValue};
use piaget_terms::Name;
use std::ops::RangeInclusive;

impl<'a> Fields<'a> {
    pub(super) fn as_word(&self, entry: &'a KdlEntry, key: &str) -> Option<&'a str> {
        match entry.value() {
            KdlValue::String(word) if word.chars().all(is_printable) => Some(word),
            KdlValue::String(_) => {
                let message = format!("`{key}` holds a control character");
                self.problem_at(entry_span(entry), message, "remove it; tabs and ends of lines may stay");
                None
            }
            other => {
                self.wrong_type(entry, key, "a word in quotes", other);
                None
            }
        }
    }

    pub(super) fn as_name(&self, entry: &'a KdlEntry, key: &str) -> Option<Name> {
        let word = self.as_word(entry, key)?;
        if word.is_empty() {
            self.problem_at(
                entry_span(entry),
                format!("`{key}` is empty"),
                "write a name between the quotes",
            );
            return None;
        }
        match Name::new(word) {
            Ok(name) => Some(name),
            Err(error) => {
                self.problem_at(entry_span(entry), error.to_string(), "choose a shorter name");
                None
            }
        }
    }

    pub(super) fn as_whole(
        &self,
        entry: &'a KdlEntry,
        key: &str,
        within: RangeInclusive<i64>,
    ) -> Option<i64> {
        let KdlValue::Integer(value) = entry.value() else {
            self.wrong_type(entry, key, "a whole number", entry.value());
            return None;
        };
        let fits = i64::try_from(*value).ok().filter(|value| within.contains(value));
        if fits.is_none() {
            let message = format!("`{key}` is {value}, outside {} to {}", within.start(), within.end());
            self.problem_at(entry_span(entry), message, "choose a number within these limits");
        }
        fits
    }

    pub(super) fn as_flag(&self, entry: &'a KdlEntry, key: &str) -> Option<bool> {
        let KdlValue::Bool(value) = entry.value() else {
            self.wrong_type(entry, key, "#true or #false", entry.value());
            return None;
        };
        Some(*value)
    }

    pub(super) fn as_number(
        &self,
        entry: &'a KdlEntry,
        key: &str,
        within: RangeInclusive<f32>,
    ) -> Option<f32> {
        let value = match entry.value() {
            KdlValue::Integer(value) => *value as f32,
            KdlValue::Float(value) => *value as f32,
            other => {
                self.wrong_type(entry, key, "a number", other);
                return None;
            }
        };
        if !within.contains(&value) {
            let message = format!("`{key}` is {value}, outside {} to {}", within.start(), within.end());
            self.problem_at(entry_span(entry), message, "choose a number within these limits");
            return None;
        }
        Some(value)
    }

    fn wrong_type(&self, entry: &KdlEntry, key: &str, wanted: &str, found: &KdlValue) {
        let (stands, hint) = match found {
            KdlValue::String(word) if wanted.contains("number") && word.parse::<f32>().is_ok() => {
                ("a word", format!("write `{word}` without quotes"))
            }
            KdlValue::String(word) if wanted.contains("number") && plain_number(word).is_some() => {
                ("a word", plain_number(word).unwrap_or_default())
            }
            KdlValue::String(word) if wanted.starts_with('#') => ("a word", truth(word)),
            KdlValue::Integer(number) if wanted.starts_with('#') => ("a number", truth(&number.to_string())),
            KdlValue::String(_) => ("a word", format!("write {wanted}")),
            KdlValue::Integer(number) if wanted.contains("word") => {
                ("a number", format!("write `\"{number}\"`, in quotes"))
            }
            KdlValue::Float(number) if wanted == "a whole number" => {
                ("a number with a fraction", format!("write `{}`, or another whole number", number.round()))
            }
            KdlValue::Integer(_) | KdlValue::Float(_) => ("a number", format!("write {wanted}")),
            KdlValue::Bool(_) => ("true or false", format!("write {wanted}")),
            KdlValue::Null => ("nothing", format!("write {wanted}")),
        };
        let message = format!("`{key}` should be {wanted}, but {stands} stands here");
        self.problem_at(entry_span(entry), message, hint);
    }
}

/// What to write for a word that somebody meant as true or false.
fn truth(word: &str) -> String {
    match word.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => "write `#true`".to_owned(),
        "false" | "no" | "off" | "0" => "write `#false`".to_owned(),
        _ => "write `#true` or `#false`".to_owned(),
    }
}
