use super::*;
use crate::classify::fixture::{Believed, with_tick};
use crate::feel::{self, Values};
use crate::model::action::{Action, ActionTree, ObjectChoice, Reason, Tuple, Watched, Words};
use crate::model::{BeliefId, Concepts, Feelings, Selector, Term};
use piaget_terms::{BodySense, Chance, MovementSense, MovementStage, Name, Vec3};
use piaget_text::{Diagnostics, Problems, Source};

/// A creature of values and actions alone; the test tells it what it believes.
struct Creature {
    values: Values,
    selectors: Vec<Selector>,
    feelings: Feelings,
    tree: ActionTree,
    deciding: State,
    chance: Chance,
    body: BodySense,
    time_s: f64,
}

fn parse(text: &str) -> Result<(Values, ActionTree, Vec<Selector>), Diagnostics> {
    let selectors: Vec<Selector> = ["food", "toy", "wolf"]
        .map(|name| Selector { name: Name::cut(name), ..Default::default() })
        .into_iter()
        .collect();
    let source = Source::new("test.kdl", text);
    let problems = Problems::default();
    let (mut values, mut tree) = (Values::default(), ActionTree::default());
    if let Some(document) = source.parse(&problems) {
        let (first, second) = source
            .nodes(&document, &problems)
            .into_iter()
            .partition(|node| feel::NODES.contains(&node.node_name()));
        values = feel::read(first, &selectors);
        let concepts = Concepts { selectors: selectors.clone(), ..Concepts::default() };
        tree = read(second, Vocabulary { values: &values, concepts: &concepts, thinks: false });
    }
    problems.into_result((values, tree, selectors))
}

impl Creature {
    fn new(text: &str, seed: u64) -> Self {
        let (values, tree, selectors) = parse(text).unwrap_or_else(|found| panic!("{found}"));
        Self {
            feelings: values.newborn(),
            deciding: State::new(&tree),
            tree,
            chance: Chance::new(seed),
            body: BodySense::standing(Vec3::ZERO, 0.0),
            time_s: 0.0,
            values,
            selectors,
        }
    }

    fn set(&mut self, value: &str, number: f32) -> &mut Self {
        self.feelings.set(self.values.find(value).unwrap(), number);
        self
    }

    /// One tick; the name of what it does.
    fn tick(&mut self, scene: &Believed, tick_s: f32) -> String {
        self.time_s += f64::from(tick_s);
        let view = &scene.view();
        with_tick(&self.body, self.time_s, tick_s, |tick| {
            self.values.feel(&feel::Input { tick, view, signals: &[] }, &mut self.feelings);
            let situation = Situation { tick, view, feelings: &self.feelings, watched: Watched::default() };
            let input = Input { situation, chance: &mut self.chance };
            step(&self.tree, &mut self.deciding, &mut Scratch::default(), input).because.to_string()
        })
    }

    fn because(&self, tuple: &str) -> String {
        let words = Words { values: self.values.names(), selectors: &self.selectors, places: &[] };
        let tuple = self.tree.find(tuple).unwrap();
        self.deciding.reason(tuple).describe(&self.tree, words)
    }
}

const VALUES: &str = r#"values {
    drive "hunger"
    drive "boredom"
    drive "fear"
}
"#;

const FORAGER: &str = r#"
values { drive "hunger"; drive "boredom"; drive "fear" }
actions choose="highest" margin=0.2 commit=1 interrupt-margin=10 {
    tuple "satisfy-hunger" value="hunger" object="food" {
        until success=#true { below "hunger" 0.1 }
        tuple "eat" value=2 {
            can { near within=0.5 }
            do "movement" "eat"
            until success=#true { finished "eat" }
        }
        tuple "get-food" { do "approach" within=0.4; until success=#true { near within=0.5 } }
    }
    tuple "play" value="boredom" object="toy" { do "approach" }
    tuple "flee" value="fear" object="wolf" interrupts=#true {
        should { above "fear" 0.5 }
        do "keep-away" speed="run"
        until success=#true { below "fear" 0.2 }
    }
    tuple "idle" value=0.01 { do "look-around" }
}"#;

fn meadow(food_m: f32) -> Believed {
    Believed::default().thing(0, 1, food_m).thing(1, 2, 3.0)
}

#[test]
fn the_stronger_drive_leads_and_the_tree_goes_down_to_a_leaf() {
    let mut creature = Creature::new(FORAGER, 1);
    creature.set("hunger", 0.8).set("boredom", 0.5);
    assert_eq!(creature.tick(&meadow(4.0), 0.1), "get-food");
    let decision = creature.deciding.decision();
    assert_eq!((decision.path.len(), decision.object), (2, Some(BeliefId(1))));
    assert_eq!(creature.because("satisfy-hunger"), "it had the highest value");
    assert_eq!(creature.because("play"), "\"satisfy-hunger\" had a higher value");
    assert_eq!(creature.because("eat"), "cannot: needs object within 0.5 m");
    assert_eq!(creature.because("flee"), "there is nothing for it to be about");
    assert_eq!(creature.tick(&meadow(0.3), 0.1), "eat");
}

#[test]
fn an_object_lower_down_comes_from_the_top_and_is_kept_until_another_is_clearly_nearer() {
    let mut creature = Creature::new(FORAGER, 1);
    creature.set("hunger", 0.8);
    let object = |creature: &Creature| creature.deciding.decision().object.unwrap().0;
    creature.tick(&Believed::default().thing(0, 1, 4.0).thing(0, 7, 4.1), 0.1);
    assert_eq!(object(&creature), 1);
    creature.tick(&Believed::default().thing(0, 1, 4.0).thing(0, 7, 3.9), 0.1);
    assert_eq!(object(&creature), 1, "hardly nearer");
    creature.tick(&Believed::default().thing(0, 1, 4.0).thing(0, 7, 2.0), 0.1);
    assert_eq!(object(&creature), 7, "clearly nearer");
    creature.tick(&Believed::default().thing(0, 1, 4.0), 0.1);
    assert_eq!(object(&creature), 1, "the other is gone");
}

#[test]
fn a_rival_must_be_clearly_better_and_wait_for_the_commitment() {
    let mut creature = Creature::new(FORAGER, 1);
    creature.set("hunger", 0.5).set("boredom", 0.4);
    let scene = meadow(4.0);
    creature.tick(&scene, 0.1);
    creature.set("boredom", 0.58);
    for _ in 0..50 {
        assert_eq!(creature.tick(&scene, 0.1), "get-food", "16 % more is not enough");
    }
    assert_eq!(creature.because("play"), "not clearly worth more than \"satisfy-hunger\"");
    creature.set("boredom", 0.65);
    assert_eq!(creature.tick(&scene, 0.1), "play");
    assert_eq!(creature.because("satisfy-hunger"), "ended: \"play\" is clearly worth more");
    creature.set("hunger", 0.9);
    for _ in 0..9 {
        assert_eq!(creature.tick(&scene, 0.1), "play", "committed for a second");
        assert_eq!(creature.because("satisfy-hunger"), "\"play\" was chosen a moment ago");
    }
    assert_eq!(creature.tick(&scene, 0.1), "get-food");
}

#[test]
fn a_fright_interrupts_at_once_and_feeding_resumes() {
    let mut creature = Creature::new(FORAGER, 1);
    creature.set("hunger", 0.5);
    creature.tick(&meadow(4.0), 0.1);
    let danger = meadow(4.0).thing(2, 3, 5.0);
    creature.set("fear", 0.6);
    assert_eq!(creature.tick(&danger, 0.1), "flee");
    assert_eq!(creature.because("flee"), "it broke into \"satisfy-hunger\"");
    assert_eq!(creature.because("satisfy-hunger"), "interrupted by \"flee\"");
    creature.set("fear", 0.4);
    for _ in 0..5 {
        assert_eq!(creature.tick(&danger, 0.1), "flee", "should-I is for beginning, do-until for ending");
    }
    creature.set("fear", 0.1);
    assert_eq!(creature.tick(&danger, 0.1), "get-food");
    assert_eq!(creature.because("flee"), "succeeded: fear below 0.2");
}

#[test]
fn what_just_succeeded_may_be_chosen_again() {
    let mut creature = Creature::new(FORAGER, 1);
    creature.set("hunger", 0.9);
    creature.tick(&meadow(0.3), 0.1);
    creature.body.movement = Some(MovementSense::new(Name::cut("eat"), MovementStage::Finished));
    assert_eq!(creature.tick(&meadow(0.3), 0.1), "eat");
    assert!(creature.deciding.decision().began);
    creature.body.movement = None;
    creature.tick(&meadow(0.3), 0.1);
    assert!(!creature.deciding.decision().began);
}

#[test]
fn chance_follows_values_and_sharpness() {
    for (sharpness, expected) in [(1.0, 0.75), (3.0, 27.0 / 28.0)] {
        let text = format!(
            "{VALUES} actions sharpness={sharpness} {{ tuple \"a\" value=3 {{ do \"wait\" }}; tuple \"b\" {{ do \"wait\" }} }}"
        );
        let count = (0..2000)
            .filter(|seed| Creature::new(&text, *seed).tick(&Believed::default(), 0.1) == "a")
            .count();
        let share = count as f64 / 2000.0;
        assert!((share - expected).abs() < 0.03, "sharpness {sharpness}: {share}, not {expected}");
    }
}

#[test]
fn how_often_it_chooses_does_not_depend_on_the_length_of_a_tick() {
    let text = r#"values { drive "x" }
        actions margin=0 commit=2 { tuple "a" value=3 { do "wait" }; tuple "b" value=2 { do "wait" } }"#;
    let mean_switches = |hertz: u32| {
        let count = |seed| {
            let mut creature = Creature::new(text, seed);
            let done: Vec<String> =
                (0..100 * hertz).map(|_| creature.tick(&Believed::default(), 1.0 / hertz as f32)).collect();
            done.windows(2).filter(|pair| pair[0] != pair[1]).count()
        };
        (0..40).map(count).sum::<usize>() as f64 / 40.0
    };
    let (slow, fast) = (mean_switches(10), mean_switches(60));
    // "b" gives way to "a" in 3 of 5 choices, one every 2 s; "a" has no better rival and stays.
    assert!((slow - fast).abs() < 0.3, "{slow} and {fast} switches in 100 s");
}

#[test]
fn nothing_below_leads_to_another_choice() {
    let mut creature = Creature::new(
        r#"values { drive "x" }
        actions choose="highest" {
            tuple "eat" value=2 object="food" { tuple "bite" { can { near within=0.5 }; do "movement" "bite" } }
            tuple "play" object="toy" { do "approach" }
        }"#,
        1,
    );
    assert_eq!(creature.tick(&meadow(4.0), 0.1), "play");
    assert_eq!(creature.because("eat"), "nothing below it can be done");
    assert_eq!(creature.because("bite"), "cannot: needs object within 0.5 m");
    creature.tick(&meadow(4.0), 0.1);
    assert!(
        !creature.deciding.decision().began,
        "a rival that comes to nothing does not disturb the active one"
    );
}

#[test]
fn what_happened_recently_is_remembered_by_all() {
    let mut creature = Creature::new(
        r#"values { drive "x" }
        actions choose="highest" {
            tuple "rest" value=2 { should { recently within=1 { ate "apple" } }; until { not { recently within=1 { ate "apple" } } }; do "wait" }
            tuple "roam" { do "wander" radius=3 }
        }"#,
        1,
    );
    assert_eq!(creature.tick(&Believed::default(), 0.1), "roam");
    let place = creature.deciding.decision().place.unwrap();
    assert!(place.length() <= 3.0);
    creature.tick(&Believed::default(), 0.1);
    assert_eq!(creature.deciding.decision().place, Some(place), "it keeps its goal");
    creature.time_s = 10.0;
    creature.body.ate = Some(Name::cut("apple"));
    assert_eq!(creature.tick(&Believed::default(), 0.1), "rest");
    creature.body.ate = None;
    assert_eq!(creature.tick(&Believed::default(), 0.5), "rest");
    assert_eq!(creature.tick(&Believed::default(), 0.6), "roam");
}

#[test]
fn another_is_judged_by_what_it_could_do() {
    let creature = Creature::new(FORAGER, 1);
    let tree = &creature.tree;
    let eat = tree.find("eat").unwrap();
    assert_eq!(creature.tree.could(eat, &meadow(0.3).view(), 0.0, None), Ok(Some(BeliefId(1))));
    let (stands_in_the_way, reason) = creature.tree.could(eat, &meadow(3.0).view(), 0.0, None).unwrap_err();
    assert_eq!(stands_in_the_way, eat);
    assert!(matches!(reason, Reason::CanNot(_)));
    let (top, reason) = creature.tree.could(eat, &Believed::default().view(), 0.0, None).unwrap_err();
    assert_eq!((top, reason), (tree.find("satisfy-hunger").unwrap(), Reason::NoObject));
}

#[test]
fn a_tuple_can_be_learnt_and_is_then_chosen_like_any_other() {
    let mut creature = Creature::new(FORAGER, 1);
    creature.set("hunger", 0.5);
    let scene = meadow(4.0);
    assert_eq!(creature.tick(&scene, 0.1), "get-food");
    let tree = &mut creature.tree;
    let group = tree.get(tree.find("get-food").unwrap()).unwrap().group;
    let jump = Tuple {
        name: Name::cut("jump-for-food"),
        group,
        action: Some(Action::Movement(Name::cut("jump"))),
        object: ObjectChoice::Inherited,
        can: Vec::new(),
        should: Vec::new(),
        until: Vec::new(),
        value: Term::Constant(5.0),
        interrupts: true,
        below: None,
    };
    assert!(tree.add(jump.clone()).is_some());
    assert_eq!(tree.add(jump), None, "the name is taken");
    assert_eq!(creature.tick(&scene, 0.1), "jump-for-food");
}

#[test]
fn an_empty_tree_does_nothing_and_says_so() {
    let tree = ActionTree::default();
    let (mut state, mut scratch, mut chance) = (State::new(&tree), Scratch::default(), Chance::new(1));
    let body = BodySense::standing(Vec3::ZERO, 0.0);
    with_tick(&body, 0.0, 0.1, |tick| {
        let (scene, feelings) = (Believed::default(), Values::default().newborn());
        let situation =
            Situation { tick, view: &scene.view(), feelings: &feelings, watched: Watched::default() };
        let input = Input { situation, chance: &mut chance };
        assert!(step(&tree, &mut state, &mut scratch, input).because.is_empty());
    });
}

#[test]
fn mistakes_are_explained() {
    let refuses = |actions: &str, message: &str, hint: &str| {
        let found =
            parse(&format!("{VALUES}\n{actions}")).err().unwrap_or_else(|| panic!("accepted: {actions}"));
        let fits = |one: &piaget_text::Diagnostic| one.message.contains(message) && one.hint.contains(hint);
        assert!(found.0.iter().any(fits), "{found}");
        assert!(found.0.iter().all(|one| one.line >= 7), "{found}");
    };
    refuses("actions {\n}", "no members", "tuple");
    refuses("actions { tuple \"a\" }", "does nothing", "approach");
    refuses("actions { tuple \"a\" { do \"aproach\" } }", "no action \"aproach\"", "approach");
    refuses("actions { tuple \"a\" { do \"approach\" } }", "needs an object", "object=");
    refuses("actions { tuple \"a\" object=\"fod\" { do \"approach\" } }", "no selector \"fod\"", "food");
    refuses("actions { tuple \"a\" value=\"hungr\" { do \"wait\" } }", "no value called", "hunger");
    refuses("actions { tuple \"a\" value=0 { do \"wait\" } }", "never chosen", "");
    refuses("actions { tuple \"a\" { do \"wait\" }; tuple \"a\" { do \"wait\" } }", "already a tuple", "");
    refuses("actions { tuple \"a\" { do \"wait\"; can { abve \"hunger\" 1 } } }", "not known here", "above");
    refuses("actions { tuple \"a\" { do \"wait\"; should { above \"hunger\" 1 } } }", "never passes 1", "");
    refuses("actions { tuple \"a\" { do \"wait\"; until { below \"hunger\" 0 } } }", "never below 0", "");
    refuses(
        "actions { tuple \"a\" { do \"wait\"; should { above \"hunger\" 0.5; below \"hunger\" 0.4 } } }",
        "can never be true: hunger above 0.5 and hunger below 0.4",
        "",
    );
    refuses(
        "actions { tuple \"a\" { do \"wait\"; can { believed \"food\" }; should { not { believed \"food\" } } } }",
        "can never hold together",
        "",
    );
    refuses(
        "actions { tuple \"a\" { do \"wait\"; until { finished \"eat\" } } }",
        "no tuple performs",
        "movement",
    );
    refuses("actions { tuple \"a\" { do \"wait\"; can { } } }", "holds no condition", "");
    refuses("actions { tuple \"a\" { do \"say\" } }", "needs `words`", "");
}

#[test]
fn what_was_done_lately_is_not_done_again_at_once() {
    let text = r#"
actions choose="highest" commit=0 margin=0 {
    tuple "work" value=1 { do "wait" }
    tuple "look-out" value=2 {
        should { not { recently within=2 { doing "look-out" } } }
        do "look-around"
        until { after 0.5 }
    }
}"#;
    let mut creature = Creature::new(text, 1);
    let did: Vec<String> = (0..60).map(|_| creature.tick(&Believed::default(), 0.1)).collect();
    let looks = did.iter().filter(|what| *what == "look-out").count();
    let began = did.windows(2).filter(|pair| pair[0] == "work" && pair[1] == "look-out").count();
    // It looks out for half a second in every two and a half.
    assert!((10..=15).contains(&looks) && began == 2, "{looks} {began} {did:?}");
}

#[test]
fn nobody_can_be_doing_what_is_no_tuple() {
    let text = r#"actions { tuple "work" { should { not { doing "wrok" } }; do "wait" } }"#;
    let found = parse(text).unwrap_err().to_string();
    assert!(
        found.contains("there is no tuple \"wrok\"") && found.contains("did you mean \"work\"?"),
        "{found}"
    );
}
