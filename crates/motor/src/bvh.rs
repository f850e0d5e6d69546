//! Motion capture in the Biovision format: a hierarchy of joints and a table of Euler angles.

use crate::{BadFile, Clip, Joint, Keys, Model, Moves, Skeleton, Track, Transform, pose};
use glam::{Quat, Vec3};
use piaget_terms::Name;

/// The most numbers that a table of frames may hold.
const MAX_NUMBERS: usize = 32 << 20;
/// How deep joints may nest.
const MAX_DEPTH: usize = 256;

#[derive(Clone, Copy, PartialEq)]
enum Channel {
    Move(Vec3),
    Turn(Vec3),
}

/// Reads a `.bvh`: one skeleton (end sites become joints) and one clip, named after the file. Lengths stay in
/// the file's own unit.
///
/// ```
/// let bad = piaget_motor::bvh::read("walk.bvh", "HIERARCHY\nROOT Hips\n{\n OFFSET 0 zero 0").unwrap_err();
/// assert_eq!(bad.to_string(), "walk.bvh: line 4, column 11: `zero` stands where a number should be \
///     (write a number)");
/// ```
pub fn read(name: &str, text: &str) -> Result<Model, BadFile> {
    let mut words = Words { name, text, at: 0, start: 0 };
    words.expect("HIERARCHY")?;
    words.expect("ROOT")?;
    let (mut joints, mut channels) = (Vec::new(), Vec::new());
    hierarchy(&mut words, &mut joints, &mut channels)?;
    words.expect("MOTION")?;
    words.expect("Frames:")?;
    let frames = words.number()?;
    let width: usize = channels.iter().map(|(_, list): &(u32, Vec<Channel>)| list.len()).sum();
    if width == 0 {
        return Err(
            words.bad("no joint has a channel", "write `CHANNELS 3 Zrotation Xrotation Yrotation` in one")
        );
    }
    if !(frames >= 1.0 && frames.fract() == 0.0) {
        return Err(words.bad(format!("{frames} frames cannot be read"), "write a whole number, at least 1"));
    }
    // Each frame makes a time and a place or a turn for each joint that moves.
    let made: usize =
        channels.iter().flat_map(|(joint, list)| moves(*joint, list)).map(|m| 1 + m.width()).sum();
    // A number takes a digit and a blank: what the text has no room for is refused before there is room made for it.
    let room = (words.text.len() - words.at) / 2 + 1;
    let most = (room / width).min(MAX_NUMBERS / made);
    if frames > most as f32 {
        let what = format!("{frames} frames of {width} channels, but the file has room for {most}");
        let hint = format!("it may be cut short; at most {MAX_NUMBERS} numbers are made of it");
        return Err(words.bad(what, hint));
    }
    words.expect("Frame")?;
    words.expect("Time:")?;
    let step = words.number()?;
    if !(step > 0.0 && step < 10.0) {
        return Err(words.bad(format!("a frame lasts {step} s"), "frames usually last 0.008 to 0.04 s"));
    }
    let times: Vec<f32> = (0..frames as usize).map(|frame| frame as f32 * step).collect();
    let mut tracks: Vec<Track> = Vec::new();
    for (joint, list) in &channels {
        let track = |moves| Track { moves, keys: Keys::Linear, times: times.clone(), values: Vec::new() };
        tracks.extend(moves(*joint, list).map(track));
    }
    for _ in 0..frames as usize {
        let mut next = tracks.iter_mut().peekable();
        for (joint, list) in &channels {
            let (mut place, mut turn) = (joints[*joint as usize].rest.translation, Quat::IDENTITY);
            let mut moved = false;
            for channel in list {
                let value = words.number()?;
                match channel {
                    Channel::Move(axis) => {
                        if !moved {
                            place = joints[*joint as usize].rest.translation;
                            moved = true;
                        }
                        place += *axis * value;
                    }
                    Channel::Turn(axis) => turn *= pose::exp(*axis * value.to_radians()),
                }
            }
            while let Some(track) = next.next_if(|track| match track.moves {
                Moves::Translation(of) | Moves::Rotation(of) | Moves::Weight(of) => of == *joint,
            }) {
                match track.moves {
                    Moves::Translation(_) => track.values.extend(place.to_array()),
                    _ => track.values.extend(turn.to_array()),
                }
            }
        }
    }
    let skeleton = Skeleton::new(joints)
        .map_err(|error| words.bad(error.to_string(), "check the hierarchy in the program that made it"))?;
    let stem = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let mut clip = Clip::new(Name::cut(stem.strip_suffix(".bvh").unwrap_or(stem)), step * (frames - 1.0));
    clip.tracks = tracks;
    Ok(Model {
        name: name.into(),
        skeleton,
        clips: vec![clip],
        morphs: Vec::new(),
        skins: Vec::new(),
        meshes: Vec::new(),
        notes: Vec::new(),
    })
}

/// What the channels of a joint move.
fn moves(joint: u32, list: &[Channel]) -> impl Iterator<Item = Moves> {
    let place = list.iter().any(|channel| matches!(channel, Channel::Move(_)));
    let turn = list.iter().any(|channel| matches!(channel, Channel::Turn(_)));
    let of = |there: bool, moves| there.then_some(moves);
    of(place, Moves::Translation(joint)).into_iter().chain(of(turn, Moves::Rotation(joint)))
}

fn hierarchy(
    words: &mut Words,
    joints: &mut Vec<Joint>,
    channels: &mut Vec<(u32, Vec<Channel>)>,
) -> Result<(), BadFile> {
    let mut open: Vec<u32> = Vec::new();
    let mut name = words.line_rest()?;
    loop {
        // Here a joint's name has been read and its block begins.
        words.expect("{")?;
        if joints.len() >= crate::skeleton::MAX_JOINTS || open.len() >= MAX_DEPTH {
            let what = format!("joint {} at depth {}", joints.len() + 1, open.len() + 1);
            let hint =
                format!("at most {} joints and depth {MAX_DEPTH} are read", crate::skeleton::MAX_JOINTS);
            return Err(words.bad(what, hint));
        }
        let index = joints.len() as u32;
        joints.push(Joint { name, parent: open.last().copied(), rest: Transform::IDENTITY });
        open.push(index);
        name = loop {
            match words.word()? {
                "OFFSET" => {
                    let offset = Vec3::new(words.number()?, words.number()?, words.number()?);
                    if let Some(joint) = open.last() {
                        joints[*joint as usize].rest.translation = offset;
                    }
                }
                "CHANNELS" => {
                    let joint = open.last().copied().unwrap_or(index);
                    if channels.iter().any(|(of, _): &(u32, _)| *of == joint) {
                        return Err(
                            words.bad("the joint has channels already", "write all of them in one line")
                        );
                    }
                    let count = words.number()?;
                    if !(0.0..=6.0).contains(&count) {
                        return Err(words.bad(format!("{count} channels"), "a joint has at most six"));
                    }
                    let list = (0..count as u32).map(|_| channel(words)).collect::<Result<_, _>>()?;
                    if count > 0.0 {
                        channels.push((joint, list));
                    }
                }
                "JOINT" => break words.line_rest()?,
                "End" => {
                    words.expect("Site")?;
                    let parent = open.last().map_or("", |joint| joints[*joint as usize].name.as_str());
                    break format!("{} end", cut(parent));
                }
                "}" => {
                    open.pop();
                    if open.is_empty() {
                        return Ok(());
                    }
                }
                other => {
                    let what = format!("`{}` is not known here", cut(other));
                    return Err(words.bad(what, "here may stand: OFFSET, CHANNELS, JOINT, End Site, }"));
                }
            }
        };
    }
}

fn channel(words: &mut Words) -> Result<Channel, BadFile> {
    Ok(match words.word()? {
        "Xposition" => Channel::Move(Vec3::X),
        "Yposition" => Channel::Move(Vec3::Y),
        "Zposition" => Channel::Move(Vec3::Z),
        "Xrotation" => Channel::Turn(Vec3::X),
        "Yrotation" => Channel::Turn(Vec3::Y),
        "Zrotation" => Channel::Turn(Vec3::Z),
        other => {
            let what = format!("`{}` is not a channel", cut(other));
            return Err(words.bad(what, "channels are Xposition ... Zposition and Xrotation ... Zrotation"));
        }
    })
}

fn cut(word: &str) -> String {
    word.chars().take(40).collect()
}

/// The text word by word, with the place of the last one for messages.
struct Words<'a> {
    name: &'a str,
    text: &'a str,
    at: usize,
    start: usize,
}

impl<'a> Words<'a> {
    fn word(&mut self) -> Result<&'a str, BadFile> {
        let rest = &self.text[self.at..];
        let Some(begin) = rest.find(|c: char| !c.is_whitespace()) else {
            self.start = self.text.len();
            return Err(self.bad("the file ends too early", "it may be cut short"));
        };
        let length = rest[begin..].find(char::is_whitespace).unwrap_or(rest.len() - begin);
        self.start = self.at + begin;
        self.at = self.start + length;
        Ok(&self.text[self.start..self.at])
    }

    fn expect(&mut self, wanted: &str) -> Result<(), BadFile> {
        let word = self.word()?;
        if word == wanted {
            return Ok(());
        }
        Err(self
            .bad(format!("`{}` stands where `{wanted}` should be", cut(word)), format!("write `{wanted}`")))
    }

    /// The rest of the line, which is a name and may hold blanks.
    fn line_rest(&mut self) -> Result<String, BadFile> {
        let first = self.word()?;
        let line_end = self.text[self.at..].find(['\n', '{']).map_or(self.text.len(), |end| self.at + end);
        let name = format!("{first}{}", &self.text[self.at..line_end]);
        self.at = line_end;
        Ok(name.trim().to_owned())
    }

    fn number(&mut self) -> Result<f32, BadFile> {
        let word = self.word()?;
        match word.parse::<f32>() {
            Ok(number) if number.is_finite() => Ok(number),
            Ok(_) => Err(self.bad(format!("`{}` is not finite", cut(word)), "write a finite number")),
            Err(_) => {
                Err(self.bad(format!("`{}` stands where a number should be", cut(word)), "write a number"))
            }
        }
    }

    fn bad(&self, what: impl Into<String>, hint: impl Into<String>) -> BadFile {
        let before = &self.text[..self.start];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        let at = format!("line {line}, column {column}");
        BadFile { file: self.name.into(), at, what: what.into(), hint: hint.into() }
    }
}
