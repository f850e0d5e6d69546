//! A visitor who keeps what is told, as a page does, and the lab's own library.

use piaget_lab::messages::{
    BeliefNow, Blob, Caption, Change, Choice, ChoiceNow, CreatureNow, Frame, FromLab, GameNow, Happened,
    MindPlan, Refused, SearchNow, Stage, ThingNow, ToLab, WallNow, bytes,
};
use piaget_lab::{Library, Said, Session, server::assets};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// Everything that comes with the program.
pub fn library() -> Arc<Library> {
    static LIBRARY: OnceLock<Arc<Library>> = OnceLock::new();
    LIBRARY.get_or_init(|| Arc::new(assets::library())).clone()
}

/// What can be seen at a moment, put together from frames.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    pub tick: u32,
    pub digest: String,
    pub creatures: Vec<CreatureNow>,
    pub poses: Vec<Vec<u8>>,
    pub things: BTreeMap<u32, ThingNow>,
    pub walls: Vec<WallNow>,
    pub values: Vec<f32>,
    pub attends: Option<u32>,
    pub beliefs: BTreeMap<u32, BeliefNow>,
    pub choices: BTreeMap<u32, ChoiceNow>,
    pub maps: BTreeMap<u32, Vec<u8>>,
    pub visible: Vec<u8>,
    pub eye: Vec<u8>,
    pub way: Vec<[f32; 2]>,
    pub travel: String,
    pub search: Option<SearchNow>,
}

impl Picture {
    /// Forgets the mind, as a page does when another is told of.
    fn forget_mind(&mut self) {
        let Self { tick, digest, creatures, poses, things, walls, .. } = std::mem::take(self);
        *self = Self { tick, digest, creatures, poses, things, walls, ..Self::default() };
    }

    /// What differs between two pictures; whole pictures are too long to be read.
    pub fn differs(&self, other: &Self) -> Vec<&'static str> {
        [
            ("tick", self.tick == other.tick),
            ("digest", self.digest == other.digest),
            ("creatures", self.creatures == other.creatures),
            ("poses", self.poses == other.poses),
            ("things", self.things == other.things),
            ("walls", self.walls == other.walls),
            ("values", self.values == other.values),
            ("attends", self.attends == other.attends),
            ("beliefs", self.beliefs == other.beliefs),
            ("choices", self.choices == other.choices),
            ("maps", self.maps == other.maps),
            ("visible", self.visible == other.visible),
            ("eye", self.eye == other.eye),
            ("way", self.way == other.way),
            ("travel", self.travel == other.travel),
            ("search", self.search == other.search),
        ]
        .into_iter()
        .filter_map(|(what, same)| (!same).then_some(what))
        .collect()
    }
}

/// A visitor.
pub struct Visitor {
    pub session: Session,
    pub picture: Picture,
    pub stage: Option<Stage>,
    pub plan: Option<MindPlan>,
    pub said: Vec<FromLab>,
    pub frames: u32,
    pub story: Vec<Happened>,
    pub last: Frame,
    pub game: Option<GameNow>,
    pub captions: Vec<Caption>,
}

impl Visitor {
    pub fn new() -> Self {
        let session = Session::new(library()).unwrap();
        let mut visitor = Self {
            session,
            picture: Picture::default(),
            stage: None,
            plan: None,
            said: Vec::new(),
            frames: 0,
            story: Vec::new(),
            last: Frame::default(),
            game: None,
            captions: Vec::new(),
        };
        visitor.listen();
        visitor
    }

    pub fn at(scenario: &str) -> Self {
        let mut visitor = Self::new();
        visitor.choose(scenario);
        visitor
    }

    pub fn choose(&mut self, scenario: &str) {
        self.tell(ToLab::Choose(chosen(scenario)));
        assert!(self.refused().is_none(), "{scenario}: {:?}", self.refused());
    }

    /// Says something and hears the answer.
    pub fn tell(&mut self, message: ToLab) {
        self.said.clear();
        self.session.hear(message);
        self.listen();
    }

    pub fn change(&mut self, change: Change) {
        self.tell(ToLab::Change(change));
        assert!(self.refused().is_none(), "{:?}", self.refused());
    }

    /// Lets so many ticks pass and looks at the end of each.
    pub fn watch(&mut self, ticks: u32) {
        for _ in 0..ticks {
            self.tell(ToLab::Step { ticks: 1 });
            self.session.advance(0.0);
            self.listen();
        }
    }

    /// Lets so many ticks pass and looks only then.
    pub fn wait(&mut self, ticks: u32) {
        let until = self.session.tick() + ticks;
        self.tell(ToLab::Step { ticks });
        while self.session.tick() < until {
            self.session.advance(0.0);
        }
        self.listen();
    }

    pub fn listen(&mut self) {
        while let Some(said) = self.session.say() {
            match said {
                Said::Frame(message) => self.see(&message),
                Said::Text(words) => {
                    match &*words {
                        FromLab::Stage(stage) => {
                            self.stage = Some(stage.clone());
                            self.picture = Picture::default();
                            self.game = None;
                            self.captions.clear();
                        }
                        FromLab::Mind(plan) => self.plan = Some((**plan).clone()),
                        _ => {}
                    }
                    self.said.push(*words);
                }
            }
        }
    }

    pub fn refused(&self) -> Option<&Refused> {
        self.said.iter().find_map(|said| match said {
            FromLab::Refused(refused) => Some(refused),
            _ => None,
        })
    }

    /// What a page keeps of a frame.
    pub fn see(&mut self, message: &[u8]) {
        let (frame, blobs) = bytes::unpack(message).unwrap();
        let patch = |blob: &Blob| &blobs[blob.at as usize..(blob.at + blob.length) as usize];
        let picture = &mut self.picture;
        if frame.whole {
            *picture = Picture::default();
        }
        (picture.tick, picture.digest) = (frame.tick, frame.digest.clone());
        picture.poses.resize(frame.creatures.len(), Vec::new());
        for (creature, pose) in frame.creatures.iter().zip(&mut picture.poses) {
            if let Some(blob) = &creature.pose {
                bytes::apply(patch(blob), pose).unwrap();
            }
        }
        picture.creatures =
            frame.creatures.iter().map(|one| CreatureNow { pose: None, ..one.clone() }).collect();
        picture.things.extend(frame.things.iter().map(|thing| (thing.id, thing.clone())));
        frame.gone.iter().for_each(|id| drop(picture.things.remove(id)));
        if let Some(walls) = &frame.walls {
            picture.walls.clone_from(walls);
        }
        if let Some(mind) = &frame.mind {
            if mind.whole {
                picture.forget_mind();
            }
            if let Some(values) = &mind.values {
                picture.values.clone_from(values);
            }
            picture.attends = mind.attends;
            picture.beliefs.extend(mind.beliefs.iter().map(|belief| (belief.belief, belief.clone())));
            mind.forgotten.iter().for_each(|id| drop(picture.beliefs.remove(id)));
            picture.choices.extend(mind.choices.iter().map(|choice| (choice.tuple, choice.clone())));
            for map in &mind.maps {
                bytes::apply(patch(&map.mass), picture.maps.entry(map.belief).or_default()).unwrap();
            }
            mind.unmapped.iter().for_each(|id| drop(picture.maps.remove(id)));
            if let Some(blob) = &mind.visible {
                bytes::apply(patch(blob), &mut picture.visible).unwrap();
            }
            if let Some(eye) = &mind.eye {
                bytes::apply(patch(&eye.pixels), &mut picture.eye).unwrap();
                assert_eq!(picture.eye.len() as u32, eye.columns * eye.rows);
                assert!(picture.eye.iter().all(|pixel| usize::from(*pixel) < eye.marks.len() + 2));
            }
            if let Some(way) = &mind.way {
                picture.way.clone_from(way);
            }
            if let Some(travel) = &mind.travel {
                picture.travel.clone_from(travel);
            }
            if mind.search.is_some() {
                picture.search.clone_from(&mind.search);
            }
        }
        self.frames += 1;
        self.story.extend(frame.happened.iter().cloned());
        if frame.game.is_some() {
            self.game.clone_from(&frame.game);
        }
        self.captions.extend(frame.story.iter().cloned());
        self.last = frame;
    }
}

/// A scenario as it is written.
pub fn chosen(scenario: &str) -> Choice {
    Choice { scenario: scenario.into(), seed: None, set: Vec::new(), changes: Vec::new(), until: None }
}
