//! Being told: "the ball is in the kitchen", "the ball is not in the kitchen". Only a plain statement about a thing and a place that
//! are known is understood; everything else is somebody talking.

use piaget_memory::{Memory, ObjectName, PlaceId, What};
use piaget_terms::Name;

const VERBS: [(&str, bool); 6] = [
    (" is not ", false),
    (" isn't ", false),
    (" are not ", false),
    (" aren't ", false),
    (" is ", true),
    (" are ", true),
];
const WHERE: [&str; 4] = ["in ", "on ", "at ", "under "];
const ARTICLES: [&str; 6] = ["the ", "a ", "an ", "my ", "your ", "our "];

fn bare(words: &str) -> &str {
    let words = words.trim().trim_end_matches(['.', '!', ',']);
    ARTICLES.iter().find_map(|article| words.strip_prefix(article)).unwrap_or(words)
}

/// The thing and the place that words speak of, and whether it is said to be there.
pub(super) fn understand(memory: &Memory, words: &str) -> Option<(What, PlaceId, bool)> {
    let said =
        |(verb, there): &(&str, bool)| words.split_once(verb).map(|(thing, rest)| (thing, rest, *there));
    let (thing, rest, there) = VERBS.iter().find_map(said)?;
    let place = WHERE.iter().find_map(|link| rest.strip_prefix(link))?;
    let (thing, place) = (bare(thing), bare(place));
    let place = memory.house().find(place).filter(|_| !thing.is_empty())?;
    Some((what_is(memory, thing), place, there))
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
        for (words, object, place, is_there) in [
            ("the ball is in the kitchen", "red ball", "kitchen", true),
            ("red ball is in the toy chest.", "red ball", "toy chest", true),
            ("my keys are on the kitchen", "keys", "kitchen", true),
            ("the ball is not in the kitchen", "red ball", "kitchen", false),
            ("the keys aren't in the toy chest", "keys", "toy chest", false),
        ] {
            let (what, at, there) = understand(&memory, words).expect(words);
            assert_eq!(there, is_there, "{words}");
            assert_eq!((what.object.to_string().as_str(), memory.house()[at].name.as_str()), (object, place));
        }
        for words in
            ["fetch the ball", "the ball is in the cellar", " is in the kitchen", "is it in the kitchen"]
        {
            assert!(understand(&memory, words).is_none(), "{words}");
        }
    }
}
