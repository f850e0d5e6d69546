//! A mind that is given another character in the middle of its life, such as one whose file was edited: it goes on with
//! the same beliefs, feelings, memories and lessons as far as the new character has a place for them. What it cannot keep
//! begins as a newborn's.

use crate::kept::{Fate, Kept};
use crate::model::action::{ActionTree, TupleId};
use crate::model::{Beliefs, Expectation, NamedPlaceId, Place, expectation::FeatureConfig};
use crate::{Blueprint, Character, Mind, MindState, expect, remember};
use piaget_occupancy::{Map, Seen};
use piaget_terms::maths;
use std::mem::discriminant;
use std::sync::Arc;

impl Mind {
    /// Goes on as the character of this blueprint, on its ground, and says what became of its parts. Given the one that it has,
    /// nothing changes.
    pub fn change_character(&mut self, blueprint: &Arc<Blueprint>) -> Kept {
        // The seed plays no part: the generator goes on from where it was.
        let new = MindState::new(blueprint, 0);
        let was = std::mem::replace(&mut self.state, new);
        let old = std::mem::replace(&mut self.blueprint, blueprint.clone());
        let kept = self.state.take_over(was, &old, blueprint);
        self.refresh();
        kept
    }
}

impl MindState {
    fn take_over(&mut self, was: Self, old: &Blueprint, new: &Blueprint) -> Kept {
        let (before, now) = (&old.character, &new.character);
        let mut kept = Kept::of_names(before, now);
        self.chance = was.chance;
        self.perceive = was.perceive;
        for (list, born_with) in was.knowledge.lists.iter().zip(&before.classify.lists) {
            for word in list.words.iter().filter(|word| !born_with.words.contains(word)) {
                self.knowledge.learn(list.name.as_str(), *word);
            }
        }
        for (at, place) in now.classify.places.iter().enumerate() {
            // A place that the file moved is where the file says now.
            let known = before.classify.place(place.name.as_str());
            let same = known.filter(|known| before.classify.places[usize::from(known.0)].at == place.at);
            if let Some(there) = same.and_then(|known| was.knowledge.places.get(known)) {
                self.knowledge.places.set(NamedPlaceId(at as u16), there);
            }
        }
        let same_features = same_features(&before.expect, &now.expect);
        self.beliefs = was.beliefs;
        kept.part("beliefs", Fate::Kept);
        let laid = lay_out(&mut self.beliefs, new.map.as_ref(), same_features);
        kept.part("maps", laid);
        // What others believe is kept on the same lattice, or met anew.
        let thinks = |character: &Character| character.minds.is_some();
        let settings = |character: &Character| character.minds.as_ref().map(|minds| minds.settings.clone());
        let same_minds = settings(before) == settings(now) && laid == Fate::Kept;
        if !same_minds {
            self.beliefs.minds.clear();
        } else {
            self.beliefs.minds.iter_mut().for_each(|mind| {
                lay_out(&mut mind.beliefs, new.map.as_ref(), true);
            });
        }
        kept.optional("others' minds", thinks(before), thinks(now), same_minds);
        let has_features = |character: &Character| !character.expect.features.is_empty();
        kept.optional("expectations", has_features(before), has_features(now), same_features);
        let mut expected = was.expect;
        // What follows what is learnt apart from what is expected of things.
        let learns_as_before = before.expect.contingencies == now.expect.contingencies;
        let learns = |character: &Character| character.expect.contingencies.is_some();
        kept.optional("what follows what", learns(before), learns(now), learns_as_before);
        let learnt = if learns_as_before { &mut expected } else { &mut self.expect }.contingencies.take();
        if same_features && before.expect.stranger == now.expect.stranger {
            self.expect = expected;
        }
        self.expect.contingencies = learnt;
        // Places that it was told of, or found by itself, are its own; those of a file must be the same ones.
        let same_places = |old: &remember::State, new: &remember::State| {
            let told = now.remember.as_ref().is_some_and(|config| config.house.is_none());
            told || old.memory().house().fits(new.memory().house()).is_ok()
        };
        let remembers = (was.remember.is_some(), self.remember.is_some());
        let remembered = was.remember.zip(self.remember.as_ref());
        let remembered = remembered.filter(|(old, new)| same_places(old, new));
        kept.optional("memory", remembers.0, remembers.1, remembered.is_some());
        if let Some((mut old, _)) = remembered {
            if let Some(config) = &now.remember {
                old.set_config(config);
            }
            self.remember = Some(old);
        }
        now.feel.take_over(&before.feel, &was.feel, &mut self.feel);

        self.actions.relearn(&was.actions);
        let same_tuple = Renumbered::new(&was.actions, &self.actions);
        if before.others == now.others {
            self.others = was.others;
            self.others.renumber(|tuple| same_tuple.of(tuple));
        } else {
            self.others.keep_body_of(&was.others);
        }
        let names = |character: &Character| {
            character.classify.selectors.iter().map(|selector| selector.name).collect::<Vec<_>>()
        };
        let learnt = (was.actions.learnt().len(), self.actions.learnt().len());
        kept.optional("learnt actions", learnt.0 > 0, learnt.1 > 0, learnt.0 == learnt.1);
        let watches = |character: &Character| character.others.is_some();
        kept.optional("what others did", watches(before), watches(now), before.others == now.others);
        if was.actions.is_built_like(&self.actions) && names(before) == names(now) {
            self.decide = was.decide;
            kept.part("what it is doing", Fate::Kept);
        } else {
            // Conditions or selectors have other numbers now.
            self.others.forget_goals();
            self.beliefs.want(None);
            let goes_on =
                self.decide.take_over(was.decide, (&was.actions, &self.actions), |id| same_tuple.of(id));
            kept.part("what it is doing", if goes_on { Fate::Kept } else { Fate::Dropped });
        }
        self.feedback = was.feedback;
        self.feedback.path = self.feedback.path.iter().filter_map(|tuple| same_tuple.of(*tuple)).collect();
        (self.act, self.events) = (was.act, was.events);
        kept
    }
}

/// Which tuple of a new tree has the name of one in the old tree.
struct Renumbered(Vec<Option<TupleId>>);

impl Renumbered {
    fn new(old: &ActionTree, new: &ActionTree) -> Self {
        Self(old.tuples().iter().map(|tuple| new.find(tuple.name.as_str())).collect())
    }

    fn of(&self, old: TupleId) -> Option<TupleId> {
        self.0.get(old.index()).copied().flatten()
    }
}

/// Whether expectations that one character formed mean the same to the other.
fn same_features(a: &expect::Config, b: &expect::Config) -> bool {
    let same = |a: &FeatureConfig, b: &FeatureConfig| {
        a.of == b.of
            && discriminant(&a.predictor) == discriminant(&b.predictor)
            && a.repeats.is_some() == b.repeats.is_some()
    };
    a.features.len() == b.features.len() && a.features.iter().zip(&b.features).all(|(a, b)| same(a, b))
}

/// Lays the maps of what is believed on the new character's lattice, each thing where it was believed to be.
fn lay_out(beliefs: &mut Beliefs, map: Option<&Arc<Map>>, keep_expectations: bool) -> Fate {
    let mut fate = Fate::Kept;
    for belief in beliefs.things_mut() {
        belief.place = match (belief.place.take(), map) {
            (Some(_), None) => {
                fate = Fate::Dropped;
                None
            }
            (None, None) => None,
            (Some(place), Some(map)) => {
                let (place, same) = place.on(map);
                fate = if same { fate } else { Fate::LaidAnew };
                Some(place)
            }
            (None, Some(map)) => {
                fate = Fate::New;
                Some(Place::met(map, Seen::at(maths::ground(belief.now.position), 0.0)))
            }
        };
        if !keep_expectations {
            belief.expectation = Expectation::default();
        }
    }
    fate
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::action::NewAction;
    use piaget_terms::{Name, Rect, Terrain};

    const FEEDER: &str = r#"character "feeder"
        watch
        percepts { kind "cheese" }
        selector "food" "cheese" nearest=#true
        list "tools" "stick"
        values { drive "hunger" start=0.5 }
        actions {
            tuple "rest" value=0.1 { do "wait" }
            tuple "get-food" object="food" value="hunger" {
                until success=#true { near within=0.5 }
                do "approach" within=0.4
            }
        }"#;

    fn blueprint(text: &str, terrain: &Arc<Terrain>) -> Arc<Blueprint> {
        let source = piaget_text::Source::new("feeder.kdl", text);
        let character = Character::parse(&source, &mut |_| Err("no other files".into()));
        Arc::new(Blueprint::new(
            Arc::new(character.unwrap_or_else(|found| panic!("{found}"))),
            terrain.clone(),
        ))
    }

    /// What a creature learnt was lost with an edit of its file, while numbers of the lost tuples stayed in use.
    #[test]
    fn learnt_actions_are_kept_and_renumbered() {
        let terrain = Arc::new(Terrain::open(Rect::centred(9.0, 9.0)));
        let mut mind = Mind::from_blueprint(&blueprint(FEEDER, &terrain), 7);
        let like = mind.state.actions.find("get-food").unwrap();
        let lesson = NewAction {
            movement: Name::cut("poke"),
            like,
            goal: mind.state.actions.visible_goal_of(like).unwrap(),
            kind: Name::cut("cheese"),
            distance_m: 1.0,
            approach_m: 0.9,
            tool: None,
            given_up: false,
        };
        let learnt = mind.state.actions.learn(&lesson).unwrap();
        mind.state.others.note_learnt(learnt, None);
        let same = |mind: &Mind| mind.state.actions.clone();
        let before = same(&mind);
        mind.change_character(&blueprint(FEEDER, &terrain));
        assert_eq!(same(&mind), before, "given the character that it has, nothing changes");

        let more = FEEDER.replace("actions {", "actions {\n tuple \"sing\" value=0.2 { do \"wait\" }");
        mind.change_character(&blueprint(&more, &terrain));
        let now = mind.actions().find("poke-cheese").expect("it still knows how to poke");
        assert_eq!(now.index(), learnt.index() + 1, "after one more tuple of the file");
        assert_eq!(mind.watching().understanding().new_action, Some(now));
        assert_eq!(mind.actions().learnt().len(), 1);

        let less = FEEDER.replace("get-food", "fetch");
        mind.change_character(&blueprint(&less, &terrain));
        assert!(mind.actions().find("poke-cheese").is_none(), "what it served is gone");
        assert_eq!(mind.watching().understanding().new_action, None, "and so is its number");
    }
}
