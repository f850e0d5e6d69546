//! What happened, told in sentences.

use piaget_sim::{Happening, words};
use std::collections::BTreeMap;

/// One line of the story.
pub fn line(happening: &Happening) -> String {
    format!("{:7.2} s  {}", happening.t, sentence(happening))
}

/// One sentence of the story.
pub fn sentence(happening: &Happening) -> String {
    let Happening { creature, event, about, .. } = happening;
    let who = creature.as_ref().map_or("somebody", |name| name.as_str());
    match event.as_str() {
        words::SEES => format!("{who} sees {about}"),
        words::LOSES => format!("{who} loses sight of {about}"),
        words::HEARS => format!("{who} hears {about}"),
        words::CHOSE => format!("{who} decides: {about}"),
        words::SAID => format!("{who} says \"{about}\""),
        words::ATE => format!("{who} eats {about}"),
        words::PICKED_UP => format!("{who} picks up {about}"),
        words::PUT_DOWN => format!("{who} puts down {about}"),
        words::BEGINS => format!("{who} begins to {about}"),
        words::FINISHES => format!("{who} has finished: {about}"),
        words::INTERRUPTED => format!("{who} is interrupted: {about}"),
        words::CANNOT => format!("{who} cannot {about}"),
        words::ARRIVED => format!("{who} has arrived"),
        words::SLIDE_ENDED => format!("{about} comes to rest"),
        "remembers" => format!("{who} remembers that {about}"),
        "surprised" => format!("{who} is surprised: {about}"),
        "confused" => format!("{who} is confused: {about} is not where it was expected"),
        "disbelieved" => format!("{who} does not believe what it sees: {about}"),
        "gave-up" => format!("{who} gives up looking for {about}"),
        "imitated" => format!("{who} imitates: {about}"),
        "learned" => format!("{who} has learnt: {about}"),
        words::EVENT => format!("[{about}]"),
        words::NOTE => format!("({about})"),
        words::REFUSED => format!("the world refuses: {about}"),
        // A stage that came after this was written tells its moments in its own words.
        other if creature.is_some() => format!("{who} {}: {about}", other.replace('-', " ")),
        other => format!("{}: {about}", other.replace('-', " ")),
    }
}

/// Tells a story in which nothing is said more than a few times: what happens again and again is counted.
#[derive(Default)]
pub struct Folded {
    /// How often each sentence came, and when last.
    told: BTreeMap<String, (u32, f64)>,
}

/// A sentence is told so many times before it is only counted.
const TOLD_TIMES: u32 = 3;

impl Folded {
    /// The line for what happened, unless it was told often enough.
    pub fn line(&mut self, happening: &Happening) -> Option<String> {
        let (times, last_s) = self.told.entry(sentence(happening)).or_default();
        (*times, *last_s) = (*times + 1, happening.t);
        (*times <= TOLD_TIMES).then(|| line(happening))
    }

    /// What was left out, in the order of the sentences.
    pub fn counts(&self) -> impl Iterator<Item = String> {
        let often = self.told.iter().filter(|(_, (times, _))| *times > TOLD_TIMES);
        often.map(|(sentence, (times, last_s))| {
            format!("           {sentence}: {times} times, at {last_s:.2} s for the last time")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piaget_terms::Name;

    fn happening(creature: Option<&str>, event: &str, about: &str) -> Happening {
        Happening::new(1.5, creature.map(Name::cut), event, about.into())
    }

    #[test]
    fn what_happens_again_and_again_is_counted() {
        let mut story = Folded::default();
        let told = (0..412).filter_map(|_| story.line(&happening(Some("cat"), "loses", "bowl"))).count();
        assert_eq!(told, 3);
        assert!(story.line(&happening(Some("cat"), "sees", "mouse")).is_some());
        let counts: Vec<String> = story.counts().collect();
        assert_eq!(counts, ["           cat loses sight of bowl: 412 times, at 1.50 s for the last time"]);
    }

    #[test]
    fn happenings_become_sentences() {
        assert_eq!(line(&happening(Some("duncan"), "sees", "sheep")), "   1.50 s  duncan sees sheep");
        assert_eq!(sentence(&happening(None, "note", "it is dark")), "(it is dark)");
        assert_eq!(
            sentence(&happening(Some("duncan"), "gave-up", "sheep")),
            "duncan gives up looking for sheep"
        );
    }
}
