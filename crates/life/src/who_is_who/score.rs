//! The scores of one subject in one scene.
//!
//! *life*: the truth is each thing from the first to the last frame in which it could be seen, hidden frames in between
//! included; the subject's rows are all it holds, also what it does not see. *seen*: what was seen in the frame, against
//! what the subject saw in it: identity alone.

use super::truth::{FRAMES_HZ, Row, Scene};
use crate::metrics::{Frame, Matches, Tables};
use crate::record::Numbers;
use std::collections::{BTreeMap, BTreeSet};

/// After an occlusion a subject has a second to sort itself out.
const GRACE_FRAMES: usize = 10;

/// The view of a scene that is scored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum View {
    /// All that a subject holds.
    Life,
    /// What was seen in the frame.
    Seen,
}

/// What became of an identity over an occlusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The same one before and after.
    Kept,
    /// A fresh identity after it.
    New,
    /// After it an identity that had been another's.
    Swapped,
    /// None after it.
    Lost,
}

/// All numbers of a subject in a scene.
pub(super) fn score(scene: &Scene, rows: &[Row]) -> Numbers {
    let all = &one_place_each(scene, rows);
    let rows: &[Row] = &all.iter().filter(|row| row.is_placed()).copied().collect::<Vec<_>>();
    let (tables, _) = tables(scene, rows, View::Life);
    let (_, matches) = tables.score();
    let known = without_the_unknowable(scene, rows, &matches);
    let (tables, stays) = self::tables(scene, &known, View::Life);
    let (life, matches) = tables.score();
    let (seen, _) = self::tables(scene, rows, View::Seen).0.score();
    let outcomes = outcomes(scene, &matches, &stays);
    let count = |one: Outcome| outcomes.iter().filter(|outcome| **outcome == one).count() as f64;
    let (new, swapped, lost) = (count(Outcome::New), count(Outcome::Swapped), count(Outcome::Lost));
    let alive: usize = scene.stays.iter().filter_map(|stay| stay.life()).map(|(a, b)| b + 1 - a).sum();
    let at_end = scene.frames.len().checked_sub(1);
    let held = all.iter().filter(|row| Some(row.frame) == at_end).count();
    Numbers::from_iter([
        ("idf1", life.idf1),
        ("hota", life.hota),
        ("deta", life.deta),
        ("assa", life.assa),
        ("mota", life.mota),
        ("idf1-seen", seen.idf1),
        ("events", outcomes.len() as f64),
        ("switches", new + swapped + lost),
        ("new", new),
        ("swapped", swapped),
        ("lost-after", lost),
        ("object-hours", alive as f64 / FRAMES_HZ / 3600.0),
        ("false", false_tracks(&tables, &matches) as f64),
        ("lost", lost_things(&tables, &matches) as f64),
        ("things", scene.at_end as f64),
        ("held", held as f64),
        ("right-number", f64::from(u8::from(held == scene.at_end))),
        ("too-many", f64::from(u8::from(held > scene.at_end))),
    ])
}

/// The rows of the scene's frames. Nothing is in two places at once: who is said to be somewhere else in the same frame is an
/// identity of its own there, which was never told before and never is again.
fn one_place_each(scene: &Scene, rows: &[Row]) -> Vec<Row> {
    let (mut said, mut numbers) = (BTreeSet::new(), BTreeMap::new());
    let within = rows.iter().enumerate().filter(|(_, row)| row.frame < scene.frames.len());
    let one = within.map(|(index, row)| {
        let again = (!said.insert((row.frame, row.id))).then_some(index);
        let next = numbers.len() as u64;
        Row { id: *numbers.entry((row.id, again)).or_insert(next), ..*row }
    });
    one.collect()
}

/// The frames of a view, and the number of each stay in them.
pub(super) fn tables(scene: &Scene, rows: &[Row], view: View) -> (Tables, BTreeMap<usize, usize>) {
    let mut tables = Tables { frames: vec![Frame::default(); scene.frames.len()], ..Tables::default() };
    let mut places: Vec<Vec<[f64; 2]>> = vec![Vec::new(); scene.frames.len()];
    let mut stays = BTreeMap::new();
    for (index, stay) in scene.stays.iter().enumerate() {
        let Some((first, last)) = stay.life() else { continue };
        for own in (first..=last).filter(|own| view == View::Life || stay.detected[*own]) {
            let next = stays.len();
            let number = *stays.entry(index).or_insert(next);
            tables.frames[stay.first + own].truth.push(number);
            places[stay.first + own].push(stay.at[own]);
        }
    }
    let mut ids = BTreeMap::new();
    let mut claimed: Vec<Vec<[f64; 2]>> = vec![Vec::new(); scene.frames.len()];
    for row in rows.iter().filter(|row| view == View::Life || row.seen) {
        let next = ids.len();
        tables.frames[row.frame].tracks.push(*ids.entry(row.id).or_insert(next));
        claimed[row.frame].push(row.at);
    }
    for ((frame, places), claimed) in tables.frames.iter_mut().zip(&places).zip(&claimed) {
        let row = |a: &[f64; 2]| claimed.iter().map(|b| Tables::similarity(*a, *b)).collect();
        frame.similarity = places.iter().map(row).collect();
    }
    (tables_with(tables, stays.len(), ids.len()), stays)
}

fn tables_with(mut tables: Tables, truths: usize, tracks: usize) -> Tables {
    (tables.truths, tables.tracks) = (truths, tracks);
    tables
}

/// The rows without those of which nobody can say whether they are right: where things last, a thing that is out of sight for
/// good is somewhere, and whoever goes on believing in it is neither right nor wrong.
fn without_the_unknowable(scene: &Scene, rows: &[Row], matches: &Matches) -> Vec<Row> {
    if !scene.lasting {
        return rows.to_vec();
    }
    let (_, stays) = tables(scene, rows, View::Life);
    let mut ids = BTreeMap::new();
    for row in rows {
        let next = ids.len();
        ids.entry(row.id).or_insert(next);
    }
    // The last frame of the thing that each track was last matched with, frame by frame.
    let mut gone_after: Vec<Option<usize>> = vec![None; ids.len()];
    let mut by_frame: Vec<Vec<Option<usize>>> = Vec::with_capacity(matches.len());
    for matched in matches {
        for (stay, number) in &stays {
            if let Some(track) = matched[*number] {
                gone_after[track] = scene.stays[*stay].last_frame();
            }
        }
        by_frame.push(gone_after.clone());
    }
    let known =
        |row: &&Row| row.seen || by_frame[row.frame][ids[&row.id]].is_none_or(|last| row.frame <= last);
    rows.iter().filter(known).copied().collect()
}

/// What became of each occluded thing: its identity when it was last seen before, against the last one within a second after.
fn outcomes(scene: &Scene, matches: &Matches, stays: &BTreeMap<usize, usize>) -> Vec<Outcome> {
    let outcome = |event: super::truth::Event| {
        let (stay, number) = (&scene.stays[event.stay], stays[&event.stay]);
        let visible = |frame: usize| stay.visible.get(frame - stay.first).copied().unwrap_or(false);
        let matched = |frame: &usize| visible(*frame).then(|| matches[*frame][number]).flatten();
        let before = (stay.first..event.hidden).rev().find_map(|frame| matched(&frame));
        let grace = (event.back..event.back + GRACE_FRAMES).take_while(|frame| visible(*frame));
        let after = grace.filter_map(|frame| matched(&frame)).last();
        let was_known = |id: usize| matches[..event.hidden].iter().any(|frame| frame.contains(&Some(id)));
        match after {
            None => Outcome::Lost,
            Some(id) if before == Some(id) => Outcome::Kept,
            Some(id) if was_known(id) => Outcome::Swapped,
            Some(_) => Outcome::New,
        }
    };
    scene.events().into_iter().map(outcome).collect()
}

/// Tracks of which more than half of the rows fit nothing.
fn false_tracks(tables: &Tables, matches: &Matches) -> usize {
    let (mut rows, mut hits) = (vec![0usize; tables.tracks], vec![0usize; tables.tracks]);
    for (frame, matched) in tables.frames.iter().zip(matches) {
        frame.tracks.iter().for_each(|track| rows[*track] += 1);
        matched.iter().flatten().for_each(|track| hits[*track] += 1);
    }
    rows.iter().zip(&hits).filter(|(rows, hits)| 2 * **hits < **rows).count()
}

/// Things of which more than half of the life fits no track.
fn lost_things(tables: &Tables, matches: &Matches) -> usize {
    let (mut rows, mut hits) = (vec![0usize; tables.truths], vec![0usize; tables.truths]);
    for (frame, matched) in tables.frames.iter().zip(matches) {
        frame.truth.iter().for_each(|truth| rows[*truth] += 1);
        frame.truth.iter().filter(|truth| matched[**truth].is_some()).for_each(|truth| hits[*truth] += 1);
    }
    rows.iter().zip(&hits).filter(|(rows, hits)| 2 * **hits < **rows).count()
}
