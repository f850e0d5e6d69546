//! Why a creature does what it does at this moment: what it sees, believes and feels, every action with its value and
//! reason, and why this object and not another. Put together when somebody asks; no part of a tick.

mod page;

use crate::Mind;
use crate::model::action::{ObjectChoice, TupleId};
use crate::model::{BeliefId, PerceptId, Refusal, Selector, SelectorId, Term, View};
use crate::report::{BeliefReport, Report, SearchReport};
use piaget_nav::Progress;
use piaget_terms::{Extent, HostId, Name, Senses, Sighting, Vec3};
use serde::Serialize;

/// A mind at one moment, with its reasons.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Why {
    /// The clock.
    pub time_s: f64,
    /// What is seen.
    pub sees: Vec<SeenWhy>,
    /// What the host shows at places of which its own `Sight` says that nothing is seen there.
    pub disagreements: Vec<SeenWhy>,
    /// What is believed, with since when.
    pub believes: Vec<BeliefWhy>,
    /// What is felt.
    pub feels: Vec<(Name, f32)>,
    /// Every action, from the top of the tree down.
    pub actions: Vec<ActionWhy>,
    /// The plan: where it goes, or why there is no way.
    pub travel: Option<Progress>,
    /// What it looks for: something that it acts on and does not see.
    pub searches: Option<u32>,
    /// How the search stands, and why the place before the one under way was left.
    pub search: Option<SearchReport>,
    /// How much its memory holds; nothing for a character without one.
    pub remembers: Option<crate::report::MemoryReport>,
}

/// Something that was seen in this tick.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeenWhy {
    /// The host's number.
    pub id: HostId,
    /// Its kind.
    pub kind: Name,
    /// Where.
    pub position: Vec3,
    /// How far away.
    pub distance_m: f32,
}

/// A believed thing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BeliefWhy {
    /// When it was first sensed.
    pub since_s: f64,
    /// When it was last sensed.
    pub sensed_s: f64,
    /// How far away it is believed to be.
    pub distance_m: f32,
    /// The rest.
    #[serde(flatten)]
    pub report: BeliefReport,
}

/// One action.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ActionWhy {
    /// How deep it stands in the tree, from 0.
    pub depth: u8,
    /// The tuple.
    pub tuple: Name,
    /// What it is worth now.
    pub value: f32,
    /// What that is read from: a value of the character, or nothing for a number in its file.
    pub valued_by: Option<Name>,
    /// Whether it is active.
    pub active: bool,
    /// Since when.
    pub since_s: Option<f64>,
    /// Why it is active or not.
    pub because: String,
    /// Which object it takes, and why not another; for an action that picks its own.
    pub object: Option<ObjectWhy>,
}

/// The choice of an object.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ObjectWhy {
    /// The selector that picks it.
    pub selector: Name,
    /// The belief that it is about.
    pub chosen: Option<u32>,
    /// Every believed thing, the chosen one first, then those that would do, then those that would not.
    pub candidates: Vec<CandidateWhy>,
}

/// A believed thing as an object.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CandidateWhy {
    /// The belief.
    pub belief: u32,
    /// Its kind.
    pub kind: Name,
    /// Whether the selector takes it at all.
    pub accepted: bool,
    /// Why it is the one, or why not.
    pub because: String,
}

impl Mind {
    /// Why it does what it does. `senses` are those of its last step, if they are still at hand: they tell what it saw, and
    /// whether sightings and `Sight` agree. Allocates; not part of a tick.
    ///
    /// ```
    /// use piaget_mind::{Character, Mind};
    /// use piaget_terms::{BodySense, Blind, HostId, Name, Rect, Senses, Sighting, Terrain, Vec3};
    /// let text = r#"
    ///     character "guard"
    ///     percepts { kind "thief" }
    ///     selector "thief" "thief" nearest=#true
    ///     actions { tuple "catch" object="thief" { do "approach" } }
    /// "#;
    /// let source = piaget_text::Source::new("guard.kdl", text);
    /// let character = Character::parse(&source, &mut |_| Err("no other files".into())).unwrap();
    /// let mut mind = Mind::new(character.into(), Terrain::open(Rect::centred(20.0, 20.0)).into(), 7);
    /// let thieves = [2.0, 5.0].map(|z| Sighting::new(HostId(z as u32), Name::cut("thief"), Vec3::Z * z));
    /// let body = BodySense::standing(Vec3::ZERO, 0.0);
    /// let senses = Senses::new(0.0, 0.1, &body, &Blind).sightings(&thieves);
    /// mind.step(&senses);
    /// let why = mind.why(Some(&senses));
    /// let object = why.actions[0].object.as_ref().unwrap();
    /// assert_eq!(object.candidates[0].because, "the nearest, 2.0 m away");
    /// assert_eq!(object.candidates[1].because, "5.0 m away, farther than the one that was chosen");
    /// assert_eq!(why.disagreements.len(), 2, "`Blind` says that nothing is seen where the thieves are");
    /// ```
    pub fn why(&self, senses: Option<&Senses<'_>>) -> Why {
        let Report { beliefs, memory, values, travel, search, .. } = self.report();
        let view = self.view();
        let distance_m = |id: u32| view.about(BeliefId(id)).map_or(0.0, |found| found.distance_m);
        let believes = beliefs.into_iter().filter_map(|report| {
            let belief = view.belief(BeliefId(report.belief))?;
            let (since_s, sensed_s) = (belief.since_s, belief.sensed_s);
            Some(BeliefWhy { since_s, sensed_s, distance_m: distance_m(report.belief), report })
        });
        let eye_height_m = self.character().perceive.eye_height_m;
        let sought = self.deciding().decision().object.and_then(|id| view.about(id));
        Why {
            time_s: view.time_s(),
            sees: senses.map(sees).unwrap_or_default(),
            disagreements: senses.map(|senses| disagreements(senses, eye_height_m)).unwrap_or_default(),
            believes: believes.collect(),
            feels: values,
            actions: self.actions_why(&view),
            travel,
            searches: sought.filter(|found| !found.seen).map(|found| found.belief.0),
            search: search.filter(|search| sought.is_some_and(|found| found.belief.0 == search.belief)),
            remembers: memory,
        }
    }

    fn actions_why(&self, view: &View<'_>) -> Vec<ActionWhy> {
        let names = self.character().feel.names();
        let with_reasons = self.choices().into_iter().filter_map(|choice| {
            let id = self.actions().find(choice.tuple.as_str())?;
            let tuple = self.actions().get(id)?;
            let valued_by = match tuple.value {
                Term::Constant(_) => None,
                Term::Value(value) | Term::Delayed(value) => names.get(value.index()).copied(),
            };
            let object = match tuple.object {
                ObjectChoice::Inherited => None,
                ObjectChoice::Picked(selector) => self.object_why(view, id, selector),
            };
            Some(ActionWhy {
                depth: choice.depth,
                tuple: choice.tuple,
                value: choice.value,
                valued_by,
                active: choice.active,
                since_s: self.deciding().since_s(self.actions(), id),
                because: choice.because,
                object,
            })
        });
        with_reasons.collect()
    }

    fn object_why(&self, view: &View<'_>, tuple: TupleId, selector: SelectorId) -> Option<ObjectWhy> {
        let selector = self.character().classify.selectors.get(usize::from(selector.0))?;
        let chosen = self.deciding().object(tuple);
        let mut candidates: Vec<CandidateWhy> = view.beliefs()[1..]
            .iter()
            .map(|belief| candidate(selector, view, belief.id, belief.now.kind, chosen))
            .collect();
        candidates.sort_by_key(|one| (Some(BeliefId(one.belief)) != chosen, !one.accepted, one.belief));
        Some(ObjectWhy { selector: selector.name, chosen: chosen.map(|id| id.0), candidates })
    }
}

fn candidate(
    selector: &Selector,
    view: &View<'_>,
    id: BeliefId,
    kind: Name,
    chosen: Option<BeliefId>,
) -> CandidateWhy {
    let refusal = selector.why_not(view, id);
    let because = match refusal {
        Some(refusal) => selector.refuses_because(view, id, refusal),
        None if chosen == Some(id) => selector.preference(view, id),
        None => selector.passed_over(view, id, chosen),
    };
    CandidateWhy { belief: id.0, kind, accepted: refusal.is_none(), because }
}

impl Selector {
    /// Why it does not take a believed thing, in words.
    pub fn refuses_because(&self, view: &View<'_>, id: BeliefId, refusal: Refusal) -> String {
        let percept = |id| view.percepts().name(id);
        match refusal {
            Refusal::NotMeant => "it is not whom the selector asks for".to_owned(),
            Refusal::NotKnown => "nothing was known of it then".to_owned(),
            Refusal::NotThere => "it is missing from where it should be".to_owned(),
            Refusal::Speed(found) if found < self.faster_m_per_s => format!("too slow at {found:.1} m/s"),
            Refusal::Speed(found) => format!("too fast at {found:.1} m/s"),
            Refusal::NotSensed(ago_s) => format!("last sensed {ago_s:.1} s ago"),
            Refusal::Distance(found) if found < self.beyond_m => format!("too near at {found:.1} m"),
            Refusal::Distance(found) => format!("too far at {found:.1} m, more than {} m", self.within_m),
            Refusal::Lacks(lacked) => {
                format!("it is not \"{}\"{}", percept(lacked), self.measured_by(view, id, lacked))
            }
            Refusal::LacksAny => {
                let any: Vec<String> = self.any.iter().map(|id| format!("\"{}\"", percept(*id))).collect();
                format!("it is none of {}", any.join(", "))
            }
            Refusal::Has(id) => format!("it is \"{}\"", percept(id)),
            Refusal::Data(measure) => {
                let found = view.evaluate(measure, id).data.number();
                let found = found.map_or("nothing".to_owned(), |found| format!("{found:.1}"));
                format!("what \"{}\" measures ({found}) is out of its limits", percept(measure))
            }
        }
    }

    /// What a percept measured of a thing that it does not match well enough; nothing for one that measures nothing.
    fn measured_by(&self, view: &View<'_>, id: BeliefId, percept: PerceptId) -> String {
        let found = view.evaluate(percept, id);
        let enough = self.at_least;
        match found.data.number() {
            Some(number) => {
                format!(", which measured {number:.1} and matches {:.2}, less than {enough}", found.matched)
            }
            None if found.matched > 0.0 => {
                format!(", which matches {:.2}, less than {enough}", found.matched)
            }
            None => String::new(),
        }
    }
}

fn sees(senses: &Senses<'_>) -> Vec<SeenWhy> {
    senses.sightings.iter().map(|one| SeenWhy::of(one, senses.body.position)).collect()
}

impl ObjectWhy {
    /// What it is about, and where several would do, why it is this one.
    fn about(&self) -> String {
        let Some(one) = self.candidates.first().filter(|one| self.chosen == Some(one.belief)) else {
            return String::new();
        };
        let would_do = self.candidates.iter().filter(|one| one.accepted).count();
        match would_do {
            0 | 1 => format!(" about {}", one.kind),
            _ => format!(" about {} #{} of {would_do} ({})", one.kind, one.belief, one.because),
        }
    }
}

impl SeenWhy {
    fn of(sighting: &Sighting, from: Vec3) -> Self {
        Self {
            id: sighting.id,
            kind: sighting.kind,
            position: sighting.position,
            distance_m: (sighting.position - from).with_y(0.0).length(),
        }
    }
}

fn disagreements(senses: &Senses<'_>, eye_height_m: f32) -> Vec<SeenWhy> {
    let eye = senses.body.position + Vec3::Y * eye_height_m;
    /// From the middle to the front of a thing whose size the host does not say.
    const HALF_M: f32 = 0.3;
    // A thing's own front hides its middle; asked for as well is what lies before it.
    let before = |at: Vec3, extent: Option<Extent>| {
        let half_m = extent.map_or(HALF_M, |extent| 0.5 * extent.width_m.max(extent.height_m));
        at + (eye - at).normalize_or_zero() * half_m.min(at.distance(eye))
    };
    let in_view = |sighting: &&Sighting| {
        // Of what is cut off, the middle of what shows may lie at the very edge of what hides the rest.
        let is_cut = sighting.occlusion.is_some_and(|cut| cut.is_cut());
        let points = [sighting.position, before(sighting.position, sighting.extent)];
        let mut seen = [false; 2];
        senses.sight.sees(&points, &mut seen);
        is_cut || seen.contains(&true)
    };
    let from = senses.body.position;
    senses.sightings.iter().filter(|one| !in_view(one)).map(|one| SeenWhy::of(one, from)).collect()
}

impl Why {
    /// What it does now: the deepest active action.
    pub fn doing(&self) -> Option<&ActionWhy> {
        self.actions.iter().filter(|action| action.active).max_by_key(|action| action.depth)
    }

    /// The answer in a sentence: what it does, about what, since when and why. Where sightings and `Sight` disagree, that comes
    /// first: nothing that follows from it can be trusted.
    pub fn answer(&self) -> String {
        if let Some(seen) = self.disagreements.first() {
            return format!(
                "sightings and sight disagree: the host shows {} at {}, and its sight says that this place is not in view",
                seen.kind,
                ground(seen.position)
            );
        }
        let Some(doing) = self.doing() else { return "does nothing: no action is possible".to_owned() };
        let about = self.object().map_or(String::new(), ObjectWhy::about);
        let since = doing.since_s.map_or(String::new(), |since| format!(" since {since:.1} s"));
        format!("does \"{}\"{about}{since}: {}", doing.tuple, doing.because)
    }

    /// The choice of the object of what it does now, by that action or by the nearest one above it that picks one.
    fn object(&self) -> Option<&ObjectWhy> {
        let active = self.actions.iter().filter(|action| action.active);
        active.filter_map(|action| action.object.as_ref()).next_back()
    }

    /// A belief by its number.
    pub fn belief(&self, belief: u32) -> Option<&BeliefWhy> {
        self.believes.iter().find(|one| one.report.belief == belief)
    }

    /// Leaves out what is about other things than this believed one.
    pub fn tell_only_of_belief(&mut self, belief: u32) {
        let Some(BeliefReport { kind, seen_as, .. }) = self.belief(belief).map(|one| &one.report) else {
            return;
        };
        let (kind, seen_as) = (*kind, *seen_as);
        self.tell_only_of(kind.as_str());
        self.sees.retain(|seen| Some(seen.id) == seen_as);
        self.believes.retain(|one| one.report.belief == belief);
        for object in self.actions.iter_mut().filter_map(|action| action.object.as_mut()) {
            object.candidates.retain(|one| one.belief == belief);
        }
    }

    /// Leaves out what is about other things than those of a kind, given by its name.
    pub fn tell_only_of(&mut self, kind: &str) {
        self.sees.retain(|seen| seen.kind == *kind);
        self.believes.retain(|belief| belief.report.kind == *kind);
        for object in self.actions.iter_mut().filter_map(|action| action.object.as_mut()) {
            object.candidates.retain(|one| one.kind == *kind);
        }
    }

    /// What is different from an earlier moment, in sentences.
    pub fn changes_since(&self, earlier: &Self) -> Vec<String> {
        let mut all = Vec::new();
        let doing = |why: &Self| why.doing().map(|action| action.tuple);
        if doing(self) != doing(earlier) {
            let name = |tuple: Option<Name>| tuple.map_or("nothing".to_owned(), |name| format!("\"{name}\""));
            all.push(format!("it did {}, and does {} now", name(doing(earlier)), name(doing(self))));
        }
        for now in &self.believes {
            let (id, kind) = (now.report.belief, now.report.kind);
            match earlier.belief(id) {
                None => all.push(format!("it has come to believe in {kind} #{id}")),
                Some(then) => {
                    let seen = (then.report.seen_as.is_some(), now.report.seen_as.is_some());
                    match seen {
                        (false, true) => all.push(format!("{kind} #{id} has come into view")),
                        (true, false) => all.push(format!("{kind} #{id} has gone out of view")),
                        _ => {}
                    }
                }
            }
        }
        for then in &earlier.believes {
            if self.belief(then.report.belief).is_none() {
                all.push(format!("it no longer believes in {} #{}", then.report.kind, then.report.belief));
            }
        }
        /// Feelings that changed by less are as they were.
        const NOTICEABLE: f32 = 0.05;
        for ((name, now), (_, then)) in self.feels.iter().zip(&earlier.feels) {
            if (now - then).abs() >= NOTICEABLE {
                all.push(format!("\"{name}\" went from {then:.2} to {now:.2}"));
            }
        }
        all
    }
}

/// A place as it is written.
fn ground(at: Vec3) -> String {
    format!("({:.1}, {:.1})", at.x, at.z)
}
