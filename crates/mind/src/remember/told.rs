//! Being told: "the ball is in the kitchen". Only a plain statement about a thing and a place that are known is
//! understood; everything else is somebody talking.

use piaget_memory::{Memory, ObjectName, PlaceId, What};
use piaget_terms::Name;

const LINKS: [&str; 8] =
    [" is in ", " is on ", " is at ", " is under ", " are in ", " are on ", " are at ", " are under "];
const ARTICLES: [&str; 6] = ["the ", "a ", "an ", "my ", "your ", "our "];

fn bare(words: &str) -> &str {
    let words = words.trim().trim_end_matches(['.', '!', ',']);
    ARTICLES.iter().find_map(|article| words.strip_prefix(article)).unwrap_or(words)
}

/// The thing and the place that words speak of.
pub(super) fn understand(memory: &Memory, words: &str) -> Option<(What, PlaceId)> {
    let (thing, place) = LINKS.iter().find_map(|link| words.split_once(link))?;
    let (thing, place) = (bare(thing), bare(place));
    let place = memory.house().find(place).filter(|_| !thing.is_empty())?;
    Some((what_is(memory, thing), place))
}

/// The thing of a name: one that is remembered so, the one of that kind that was met last, or one that is new.
pub(super) fn what_is(memory: &Memory, name: &str) -> What {
    if let Some(what) = memory.called(name) {
        return what;
    }
    let of_kind = memory.objects().filter(|(what, _)| what.kind == *name);
    let when = |last: &Option<(PlaceId, f64)>| last.map_or(f64::NEG_INFINITY, |(_, when)| when);
    let met = of_kind.max_by(|a, b| when(&a.1).total_cmp(&when(&b.1))).map(|(what, _)| what);
    met.unwrap_or_else(|| {
        let kind = Name::cut(name.rsplit(' ').next().unwrap_or_default());
        What { object: ObjectName::of_words(name, kind), kind }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use piaget_memory::{House, MemoryConfig};

    #[test]
    fn plain_statements_are_understood_and_others_are_not() {
        let house =
            House::from_text("h.kdl", r#"place "home" { place "kitchen"; place "toy chest" }"#).unwrap();
        let mut memory = Memory::new(house, MemoryConfig::default());
        let kind = Name::cut("ball");
        let ball = What { object: ObjectName::of_words("red ball", kind), kind };
        memory.found(ball, memory.house().find("kitchen").unwrap(), 0.0);
        for (words, object, place) in [
            ("the ball is in the kitchen", "red ball", "kitchen"),
            ("red ball is in the toy chest.", "red ball", "toy chest"),
            ("my keys are on the kitchen", "keys", "kitchen"),
        ] {
            let (what, at) = understand(&memory, words).expect(words);
            assert_eq!((what.object.to_string().as_str(), memory.house()[at].name.as_str()), (object, place));
        }
        for words in
            ["fetch the ball", "the ball is in the cellar", " is in the kitchen", "is it in the kitchen"]
        {
            assert!(understand(&memory, words).is_none(), "{words}");
        }
    }
}
