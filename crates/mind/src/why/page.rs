//! The page that a person reads, and its lines.

use super::{ActionWhy, BeliefWhy, Why, ground};
use piaget_nav::Progress;
use std::fmt::{self, Display, Formatter, Write};

impl Display for Why {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (title, lines) in self.sections() {
            writeln!(f, "{title}")?;
            lines.iter().try_for_each(|line| writeln!(f, "  {line}"))?;
        }
        Ok(())
    }
}

impl Why {
    /// The page by its sections: what each is about, and its lines.
    pub fn sections(&self) -> Vec<(&'static str, Vec<String>)> {
        let or =
            |lines: Vec<String>, none: &str| if lines.is_empty() { vec![none.to_owned()] } else { lines };
        let sees = self
            .sees
            .iter()
            .map(|seen| format!("{} at {}, {:.1} m away", seen.kind, ground(seen.position), seen.distance_m));
        let believes = self.believes.iter().map(BeliefWhy::line);
        let mut all = vec![
            ("Sees", or(sees.collect(), "nothing")),
            ("Believes", or(believes.collect(), "in nothing but itself")),
        ];
        if let Some(memory) = self.remembers {
            all.push(("Remembers", vec![format!("{} things in {} places", memory.objects, memory.places)]));
        }
        all.push(("Feels", self.feels.iter().map(|(name, value)| format!("{name} {value:.2}")).collect()));
        all.push(("Actions", self.actions.iter().flat_map(ActionWhy::lines).collect()));
        all.push(("Plan", self.plan()));
        all
    }

    fn plan(&self) -> Vec<String> {
        let way = match self.travel {
            None => "it wants to go nowhere".to_owned(),
            Some(Progress::Arrived) => "it has arrived".to_owned(),
            Some(Progress::OnTheWay { towards, remaining_m }) => {
                format!("on the way by ({:.1}, {:.1}), {remaining_m:.1} m to go", towards.x, towards.y)
            }
            Some(Progress::NoWay { why, .. }) => format!("there is no way: {why}"),
        };
        let Some(sought) = self.searches.and_then(|id| self.belief(id)) else { return vec![way] };
        let mut lines = vec![format!("it looks for {} #{}; {way}", sought.report.kind, sought.report.belief)];
        let Some(search) = &self.search else { return lines };
        let rate =
            search.rate_per_s.map_or(String::new(), |rate| format!(", and to find it {rate:.3} a second"));
        lines.push(format!("the chance that it is here is {:.2}{rate}", search.here));
        if let (Some(why), places) = (search.turn.0.because(), search.turn.1) {
            lines.push(format!("{places} places were set out for; the one before was left because {why}"));
        }
        lines
    }
}

impl BeliefWhy {
    fn line(&self) -> String {
        let report = &self.report;
        let mut line = format!(
            "{} #{} at {}, {:.1} m away, since {:.1} s; ",
            report.kind,
            report.belief,
            ground(report.position),
            self.distance_m,
            self.since_s
        );
        match report.seen_as {
            Some(_) => line.push_str("seen now"),
            None => {
                // Writing to a `String` cannot fail.
                let _ = write!(line, "last sensed at {:.1} s", self.sensed_s);
            }
        }
        let _ = write!(line, ", sure {:.2}", report.confidence);
        if let Some(recalled) = report.recalled {
            let _ = write!(line, "; memory says {} ({:.0} %)", recalled.place, recalled.chance * 100.0);
        }
        let told: Vec<String> =
            report.explanations.iter().map(|(what, weight)| format!("{} {weight:.2}", what.word())).collect();
        if !told.is_empty() {
            let _ = write!(line, "; {}", told.join(", "));
        }
        line
    }
}

impl ActionWhy {
    fn lines(&self) -> Vec<String> {
        let indent = "  ".repeat(usize::from(self.depth));
        let mark = if self.active { "*" } else { "-" };
        let by = self.valued_by.map_or(String::new(), |name| format!(" ({name})"));
        let since = self.since_s.map_or(String::new(), |since| format!(", since {since:.1} s"));
        let own = format!("{indent}{mark} {} {:.2}{by}{since}: {}", self.tuple, self.value, self.because);
        let candidates = self.object.iter().flat_map(|object| &object.candidates);
        let candidates =
            candidates.map(|one| format!("{indent}    {} #{}: {}", one.kind, one.belief, one.because));
        [own].into_iter().chain(candidates).collect()
    }
}
