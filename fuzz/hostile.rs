//! A life made of bytes: whatever the bytes are, they are read as ticks of senses, sound ones and nonsense, and a mind is led through
//! them. What must hold after every tick is asserted. The targets `step` and `mind` share it.

use piaget_mind::{Blueprint, Character, Mind};
use piaget_motor::{GraphConfig, PoseGraph, gltf};
use piaget_terms::{
    BodySense, Effector, EffectorSighting, Extent, Feature, FeatureValue, HostId, MovementSense,
    MovementStage, Name, Occlusion, Rect, Senses, Sight, Sighting, Sound, Terrain, Told, Utterance, Vec2,
    Vec3, Wall,
};
use piaget_text::Source;
use std::sync::{Arc, LazyLock};

macro_rules! kept {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../", $path)))),*]
    };
}

/// Characters that together use every stage, and what they include.
const FILES: &[(&str, &str)] = kept![
    "characters/walker.kdl",
    "characters/duncan.kdl",
    "characters/butler.kdl",
    "characters/max.kdl",
    "characters/anne.kdl",
    "characters/listener.kdl",
    "recipes/characters/watchman.kdl",
    "characters/shared/foresight.kdl",
    "characters/shared/patience.kdl",
    "characters/shared/sheepdog.kdl",
    "characters/shared/mouse.kdl",
    "places/new-house.kdl",
];
const LIVING: [&str; CHARACTERS as usize - 2] = [
    "characters/walker.kdl",
    "characters/duncan.kdl",
    "characters/butler.kdl",
    "characters/max.kdl",
    "characters/anne.kdl",
    "characters/listener.kdl",
    "recipes/characters/watchman.kdl",
];

/// How many characters there are.
pub const CHARACTERS: u8 = 9;

/// One who expects in every way there is, and judges by none of the usual bars.
const STRANGE: &str = r#"
    character "strange"
    percepts {
        kind "thing" anything=#true { location "near" within=3 fade=2; motion "coming" approaching=0.1 }
        proximity "in-hand" "left-hand" "right-hand" within=0.3
        pose "faces-me" faces="self"
        feature "bright" path="glow" above=0.5
        utterance "said" words="look at {kind}"
        was "came" "coming" within=1
    }
    beliefs persist=30 most=8 history=4 { map cell=1 }
    other "faces-me"
    expect min-likelihood=0 look-ahead=100 touching=1 {
        rates min-growth=0.01 max-growth=1000 min-decay=0.01 max-decay=1000 weigh-by-likelihood=#true
        ratio confusion=0.001 surprise=1 disbelief=1e30
        feature "position" predictor="occupancy" extent=1 { repeats sample=0.01 longest=1 ahead=0.1 }
        feature "glow" predictor="kalman" noise=0.0001 jerk=1e6 acceleration-fades=0.01 absence=#true {
            repeats sample=0.05 longest=2
        }
        feature "part.offset" predictor="kalman" jerk=1e-9 acceleration-fades=1e9
        feature "state" predictor="discrete" novelty=1e-9 half-life=0.001
        feature "kind" predictor="hold"
        stranger cell=1 speed=100
    }
    selector "near" "near" nearest=#true within=50 from="left-hand"
    selector "fast" faster=0.1 fastest=#true
    selector "then" "thing" ago=0.5 farthest=#true
    selector "odd" { violated within=1 }
    values {
        sense "puzzling" signal="show-confusion"
        drive "wonder" grow=0.5 { impulse "puzzling" gain=100 }
    }
    actions {
        tuple "flee" object="odd" value="wonder" { do "approach" within=0.1 }
        tuple "watch" object="fast" value=0.3 { do "look-at" }
        tuple "go" object="near" value=0.2 { do "approach" within=0.5 }
    }
"#;

/// One who thinks of others' minds, remembers, searches and patrols with settings at the ends of their ranges.
const EXTREME: &str = r#"
    character "extreme"
    eyes field-of-view=170
    perceive noise-after=1 noise-over=1
    percepts {
        kind "thing" anything=#true
        kind "cube"
        knows "known" by="mouse" within=0.01
        unaware "secret"
        has-seen "shown" by="mouse" within=1
        looks-at "looked-at" within=180
    }
    place "post"
    place "door" { at 9 9 }
    route "round" "post" "door"
    hands within=10 reach=10
    minds "mouse" "cube" "owner" most=3 things=4 history=1 every=0 glance=60 sure=0 doubt=10 lies=10 lives-here=#true gives-way=0 {
        gaze over=0.001 noise=10 nose=0.001 pixel=1 sure=180 walks=0.001 walks-deviations=0 walks-speed=0
    }
    beliefs persist=1 most=6 history=2 covered=100 covered-speed=100 carried=#true {
        map cell=1 top-speed=0.01 { habits "cube" moving=0 rest=0.01 worth=0.01; habits speed=50; journeys goals=4 }
        motion noise=0.001 change=1000 undecided=100 undecided-for=0.1
    }
    explain surprise=0.01 turn=0 jump=0 jump-scale=0.01 cease=0 change=0 arrive=0 through=0 impossible=0.01 held=0.05
    memory after=0.1 note-every=0.1 again=0.1 day=10 recall-every=0.1 { recall "ball" "cheese"; rooms least=0.1 most=4 }
    seek district=1 districts=10 plan-every=0.01 sweep-directions=64 gone=0.5 elsewhere=0.99 again=0.1
    selector "one" "cube" nearest=#true from="post"
    selector "secret-one" "secret" latest=#true
    other "thing"
    values {
        sense "vain" attention="in-vain"
        drive "wish" start=1 grow=1 { rate "vain" gain=-1 }
    }
    actions choose="highest" {
        tuple "look-for" value="wish" object="one" { do "approach" within=0.1 }
        tuple "tell" value=0.5 object="secret-one" {
            can { any { unaware by="mouse"; expects-at near="one" within=1; looks-at within=180 } }
            do "look-at"
        }
        tuple "round" value=0.3 { do "patrol" route="round" pause=0.1 }
    }
"#;

fn character(name: &str, text: &str) -> Arc<Character> {
    let mut include = |path: &str| {
        let found = FILES.iter().find(|file| file.0 == path);
        found.map(|file| Source::new(file.0, file.1)).ok_or_else(|| "there is no such file".to_owned())
    };
    let parsed = Character::parse(&Source::new(name, text), &mut include);
    Arc::new(parsed.unwrap_or_else(|mistakes| panic!("{mistakes}")))
}

/// What each of them shares between lives.
static BLUEPRINTS: LazyLock<Vec<Arc<Blueprint>>> = LazyLock::new(|| {
    let wall = |x: f32, z: f32, yaw: f32| Wall {
        centre: Vec2::new(x, z),
        half: Vec2::new(2.0, 0.1),
        yaw,
        height_m: 2.0,
    };
    let walls = vec![wall(0.0, 3.0, 0.0), wall(-4.0, -2.0, 1.2), wall(5.0, -3.0, 0.4)];
    let terrain = Arc::new(Terrain { bounds: Rect::centred(20.0, 20.0), walls, grid: None });
    let text = |name: &str| FILES.iter().find(|file| file.0 == name).map_or("", |file| file.1);
    let all = LIVING.iter().map(|name| character(name, text(name)));
    all.chain([character("strange.kdl", STRANGE), character("extreme.kdl", EXTREME)])
        .map(|character| Arc::new(Blueprint::new(character, terrain.clone())))
        .collect()
});

static BODY: LazyLock<PoseGraph> = LazyLock::new(|| {
    let bytes = include_bytes!("../bodies/max.glb");
    let model = gltf::read("max.glb", bytes, &mut |_| None).expect("our own body");
    PoseGraph::new(&model, GraphConfig::default()).expect("it has a graph")
});

/// The most ticks of one life.
const MOST_TICKS: usize = 200;
const THINGS: usize = 6;
const WORDS: [&str; 12] =
    ["cube", "sheep", "ball", "owner", "mouse", "cheese", "red", "blue", "holding", "glow", "state", ""];
const PATHS: [&str; 4] = ["glow", "part.offset", "state", "holding"];
const SAYINGS: [&str; 6] =
    ["look at cube", "fetch ball", "max observe", "max imitate", "duncan approach sheep", ""];
/// What a host may say that is no sound number.
const NONSENSE: [f32; 12] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MAX,
    f32::MIN,
    f32::MIN_POSITIVE,
    -0.0,
    1e6,
    -1e6,
    1e20,
    1e-30,
    16_777_216.0,
];

/// Bytes as choices; zeros where they have come to their end.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn one(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    fn below(&mut self, most: usize) -> usize {
        usize::from(self.one()) % most
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Mostly a number within a scale, one time in eight nonsense.
    fn number(&mut self, scale: f32) -> f32 {
        match self.one() {
            byte @ 0..=31 => NONSENSE[usize::from(byte) % NONSENSE.len()],
            byte => (f32::from(byte) - 144.0) / 112.0 * scale,
        }
    }

    fn place(&mut self, scale: f32) -> Vec3 {
        Vec3::new(self.number(scale), self.number(1.0), self.number(scale))
    }

    fn word(&mut self) -> Name {
        Name::cut(self.pick(&WORDS))
    }

    fn value(&mut self) -> FeatureValue {
        match self.below(3) {
            0 => FeatureValue::Number(self.number(2.0)),
            1 => FeatureValue::Vector(self.place(2.0)),
            _ => FeatureValue::Word(self.word()),
        }
    }
}

/// What a host says is in view.
#[derive(Clone, Copy)]
struct Says {
    way: u8,
    at: f32,
    detection: f32,
}

impl Sight for Says {
    fn sees(&self, points: &[Vec3], seen: &mut [bool]) {
        assert_eq!(points.len(), seen.len());
        for (index, (point, seen)) in points.iter().zip(seen).enumerate() {
            assert!(point.is_finite(), "asks whether {point} is in view");
            *seen = match self.way % 4 {
                0 => true,
                1 => false,
                2 => point.x > self.at,
                _ => index % 2 == 0,
            };
        }
    }

    fn detection_rate(&self) -> f32 {
        self.detection
    }
}

/// What a host knows, as the bytes have made it.
struct Host {
    things: [Sighting; THINGS],
    shown: [bool; THINGS],
    body: BodySense,
    time_s: f64,
    tick_s: f32,
    sight: Says,
    sounds: Vec<Sound>,
    /// What friends tell besides.
    hints: Vec<Told>,
    /// Where the mind is told that one of its places is.
    place: Option<Vec3>,
}

impl Host {
    fn new() -> Self {
        let thing = |index: usize| {
            let place = Vec3::new(index as f32 - 3.0, 0.3, 4.0);
            Sighting::new(HostId(index as u32), Name::cut(WORDS[index]), place).colour(Name::cut("red"))
        };
        Self {
            things: std::array::from_fn(thing),
            shown: [true; THINGS],
            body: BodySense::standing(Vec3::ZERO, 0.0),
            time_s: 0.0,
            tick_s: 0.0,
            sight: Says { way: 0, at: 0.0, detection: 1.0 },
            sounds: Vec::new(),
            hints: Vec::new(),
            place: None,
        }
    }

    /// Goes on by one tick.
    fn pass(&mut self, bytes: &mut Bytes<'_>) {
        self.pass_time(bytes);
        self.sounds.clear();
        self.hints.clear();
        for _ in 0..bytes.below(5) {
            self.change(bytes);
        }
    }

    fn pass_time(&mut self, bytes: &mut Bytes<'_>) {
        const USUAL_S: f32 = 1.0 / 30.0;
        self.tick_s = USUAL_S;
        match bytes.one() {
            // The clock stands still, runs back, jumps by an hour or a thousand years, or is none.
            0..=3 => {}
            4..=7 => self.time_s -= 1.0,
            8..=11 => self.time_s += 3600.0,
            12 => self.time_s += 3.2e10,
            13 => self.tick_s = bytes.number(1.0),
            // The same, and the host says that the tick was as long.
            14..=17 => (self.time_s, self.tick_s) = (self.time_s + 3600.0, 3600.0),
            18 => (self.time_s, self.tick_s) = (self.time_s + 3e38, f32::MAX),
            19..=40 => {
                self.tick_s = bytes.number(1.0);
                self.time_s += if self.tick_s.is_finite() { f64::from(self.tick_s) } else { 0.1 };
            }
            _ => self.time_s += f64::from(USUAL_S),
        }
    }

    fn change(&mut self, bytes: &mut Bytes<'_>) {
        let index = bytes.below(THINGS);
        let thing = &mut self.things[index];
        match bytes.below(22) {
            0..=2 => thing.position += bytes.place(0.2),
            3 => thing.position = bytes.place(12.0),
            4 => self.shown[index] = !self.shown[index],
            5 => {
                (thing.kind, thing.colour, thing.shape) =
                    (bytes.word(), Some(bytes.word()), Some(bytes.word()))
            }
            6 => thing.confidence = bytes.number(1.0),
            7 => thing.id = HostId(bytes.below(THINGS + 2) as u32),
            8 => thing.features.clear(),
            9 => {
                let feature = Feature::new(Name::cut(bytes.pick(&PATHS)), bytes.value());
                match thing.features.iter_mut().find(|known| known.path == feature.path) {
                    Some(known) => *known = feature,
                    None => drop(thing.features.try_push(feature)),
                }
            }
            10 => {
                thing.effectors.clear();
                for effector in Effector::ALL.into_iter().take(bytes.below(12)) {
                    let position = thing.position + bytes.place(0.5);
                    thing.effectors.push(EffectorSighting::new(effector, position));
                }
            }
            11 => self.feel(bytes),
            12 => {
                self.body.position += bytes.place(0.2);
                self.body.yaw += bytes.number(0.5);
            }
            13 => {
                self.sight = Says { way: bytes.one(), at: bytes.number(9.0), detection: bytes.number(1.0) };
            }
            14 => {
                let sound = Sound::new(bytes.place(10.0)).speaker(bytes.word()).loudness(bytes.number(2.0));
                let words = Utterance::from(bytes.pick(&SAYINGS)).unwrap_or_default();
                self.sounds.push(sound.words(words));
            }
            15 => {
                let [shown, left_m, right_m, above_m, below_m] = std::array::from_fn(|_| bytes.number(1.0));
                thing.occlusion = Some(Occlusion { shown, left_m, right_m, above_m, below_m });
            }
            16 => thing.extent = Some(Extent::new(bytes.number(2.0), bytes.number(2.0))),
            17 => (thing.solid, thing.pixels) = (Some(bytes.one() > 128), u32::from(bytes.one())),
            18 => {
                let sound = Sound::new(bytes.place(10.0)).speaker(bytes.word()).spread(bytes.number(5.0));
                self.sounds.push(sound.tells(told(bytes)));
            }
            19 => (0..bytes.below(20)).for_each(|_| self.hints.push(told(bytes))),
            20 => self.place = Some(bytes.place(10.0)),
            // All is as it was at first.
            _ => *self = Self { time_s: self.time_s, tick_s: self.tick_s, ..Self::new() },
        }
    }

    fn feel(&mut self, bytes: &mut Bytes<'_>) {
        const STAGES: [MovementStage; 4] = [
            MovementStage::Begun,
            MovementStage::Finished,
            MovementStage::Interrupted,
            MovementStage::Cannot,
        ];
        let body = &mut self.body;
        match bytes.below(6) {
            0 => body.position = bytes.place(12.0),
            1 => {
                (body.yaw, body.head_yaw, body.head_pitch) =
                    (bytes.number(4.0), bytes.number(2.0), bytes.number(1.0))
            }
            2 => body.velocity = bytes.place(3.0),
            3 => (body.holding, body.ate) = (Some(bytes.word()), Some(bytes.word())),
            4 => body.movement = Some(MovementSense::new(bytes.word(), bytes.pick(&STAGES))),
            _ => {
                body.blocked = !body.blocked;
                let position = body.position + bytes.place(0.5);
                body.effectors.clear();
                body.effectors.push(EffectorSighting::new(Effector::LeftHand, position));
            }
        }
    }
}

/// What somebody says of where a thing is.
fn told(bytes: &mut Bytes<'_>) -> Told {
    Told::new(bytes.word(), bytes.place(10.0), bytes.number(4.0))
}

/// A newborn lives through what the bytes say.
pub fn live(bytes: &[u8]) {
    let [which, seed, senses @ ..] = bytes else { return };
    lead(&mut newborn(*which, *seed), senses);
}

/// A newborn mind of one of the characters.
pub fn newborn(which: u8, seed: u8) -> Mind {
    embodied(&BLUEPRINTS[usize::from(which % CHARACTERS)], seed)
}

/// The same on another ground.
pub fn newborn_in(which: u8, seed: u8, terrain: &Arc<Terrain>) -> Mind {
    let character = BLUEPRINTS[usize::from(which % CHARACTERS)].character();
    embodied(&Arc::new(Blueprint::new(character.clone(), terrain.clone())), seed)
}

fn embodied(blueprint: &Arc<Blueprint>, seed: u8) -> Mind {
    let mut mind = Mind::from_blueprint(blueprint, u64::from(seed));
    mind.embody(&BODY);
    mind
}

/// Leads a mind through what the bytes say.
pub fn lead(mind: &mut Mind, senses: &[u8]) {
    lead_for(mind, senses, MOST_TICKS);
}

/// Leads a mind through what the bytes say, for so many ticks at most; gives how many there were.
pub fn lead_for(mind: &mut Mind, senses: &[u8], most_ticks: usize) -> usize {
    let mut bytes = Bytes(senses);
    let mut host = Host::new();
    for tick in 0..most_ticks {
        if bytes.0.is_empty() {
            return tick;
        }
        host.pass(&mut bytes);
        for told in &host.hints {
            mind.hint(*told, Some(told.kind));
        }
        if let Some(at) = host.place.take() {
            mind.set_place("post", at);
        }
        let shown = host.things.iter().zip(host.shown).filter(|(_, shown)| *shown);
        let sightings: Vec<Sighting> = shown.map(|(thing, _)| thing.clone()).collect();
        let senses = Senses::new(host.time_s, host.tick_s, &host.body, &host.sight)
            .sightings(&sightings)
            .sounds(&host.sounds);
        mind.step(&senses);
        mind.check().unwrap_or_else(|broken| panic!("{broken}"));
    }
    most_ticks
}
