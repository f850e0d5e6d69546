//! Which words may stand at a place of a text. The reader itself is asked: a word that nobody knows is written there, and the
//! reader's complaint about it lists those that it does know. So what is offered is what is read, always.

use piaget_text::Diagnostics;

/// A word that no reader knows, and so long that none is near it.
const NOBODY_KNOWS: &str = "qzxjqzxjqzxjqzxjqzxjqzxjqzxjqzxjqzxjqzxj";

/// The words that may stand at a byte of a text, in place of the word that is being written there.
pub fn at(text: &str, at: usize, read: &mut dyn FnMut(&str) -> Option<Diagnostics>) -> Vec<String> {
    let Some(before) = text.get(..at) else { return Vec::new() };
    let begin =
        before.len() - before.chars().rev().take_while(|c| is_of_word(*c)).map(char::len_utf8).sum::<usize>();
    let end = at + text[at..].chars().take_while(|c| is_of_word(*c)).map(char::len_utf8).sum::<usize>();
    // The value of a field, and what stands in quotes, are no words of the reader's.
    let line = before[..begin].rsplit('\n').next().unwrap_or("");
    if line.ends_with('=') || line.matches('"').count() % 2 == 1 || line.contains("//") {
        return Vec::new();
    }
    let is_node = line.trim_start().is_empty() || line.trim_end().ends_with(['{', '}', ';']);
    let end = if text[end..].starts_with('=') && !is_node { end + 1 } else { end };
    let mut asked = text[..begin].to_owned();
    asked.push_str(NOBODY_KNOWS);
    if !is_node {
        asked.push_str("=1");
        // The value that is written already would stand there without a name.
        let value = text[end..].chars().take_while(|c| !c.is_whitespace() && !matches!(c, '{' | '}' | ';'));
        let written = if text[..end].ends_with('=') { value.map(char::len_utf8).sum() } else { 0 };
        asked.push_str(&text[end + written..]);
    } else {
        asked.push_str(&text[end..]);
    }
    let found = read(&asked).map_or(Vec::new(), |found| found.0);
    let of = |one: &piaget_text::Diagnostic| {
        asked.get(one.span.clone()).is_some_and(|part| part.contains(NOBODY_KNOWS))
    };
    let mut words =
        found.into_iter().find(|one| of(one) && !one.known.is_empty()).map_or(Vec::new(), |one| one.known);
    let mut seen = std::collections::BTreeSet::new();
    words.retain(|word| seen.insert(word.clone()));
    words
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '-' || c == '_'
}

#[cfg(test)]
mod tests {
    use crate::Playground;

    /// The words at the bar.
    fn words(name: &str, text: &str) -> Vec<String> {
        let at = text.find('|').unwrap();
        Playground::default().words(name, &text.replacen('|', "", 1), at)
    }

    fn has(name: &str, text: &str, wanted: &[&str], unwanted: &[&str]) {
        let found = words(name, text);
        for word in wanted {
            assert!(found.iter().any(|one| one == word), "{word} is not offered at {text:?}: {found:?}");
        }
        for word in unwanted {
            assert!(!found.iter().any(|one| one == word), "{word} is offered at {text:?}: {found:?}");
        }
    }

    #[test]
    fn nodes_and_fields_of_a_character_are_those_that_its_reader_knows() {
        let name = "characters/a.kdl";
        has(
            name,
            "character \"a\"\n|",
            &["eyes", "beliefs", "values", "include"],
            &["thing", "field-of-view"],
        );
        has(name, "character \"a\"\nbel|", &["beliefs"], &[]);
        has(name, "character \"a\"\neyes |", &["field-of-view", "range"], &["eyes"]);
        has(name, "character \"a\"\neyes field-of-view=100 ra|=10", &["range"], &[]);
        has(name, "character \"a\"\nvalues {\n  |\n}", &["drive", "emotion"], &["eyes"]);
    }

    #[test]
    fn nodes_and_fields_of_a_scenario_are_those_that_its_reader_knows() {
        let name = "scenarios/a.kdl";
        let top = "scenario \"a\" { shows \"A.\"; try \"B.\" }\nlength 1\nground { size 9 9 }\n";
        has(name, &format!("{top}|"), &["thing", "creature", "timeline", "wall"], &["eyes"]);
        has(name, &format!("{top}thing \"t\" {{ at 1 1; | }}"), &["shape", "at", "kind"], &["timeline"]);
        has(name, &format!("{top}timeline {{ at 1 {{ | }} }}"), &["slide"], &["shape"]);
    }

    #[test]
    fn nothing_is_offered_in_quotes_values_and_comments_nor_beyond_the_text() {
        let name = "characters/a.kdl";
        for text in ["character \"|\"", "character \"a\"\neyes range=|", "character \"a\"\n// ey|"] {
            assert!(words(name, text).is_empty(), "{text}");
        }
        assert!(Playground::default().words(name, "ä", 1).is_empty());
        assert!(Playground::default().words(name, "a", 9).is_empty());
    }
}
