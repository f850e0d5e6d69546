//! Which part of another is like which of the own, learned in a game of turns (Buchsbaum 7.2.1): the own body
//! moves, the other imitates, and what moves alike corresponds. Serves where the other's parts are not marked as the
//! own are, or where it answers like a mirror.

use super::view::Parts;
use crate::effectors::EFFECTORS;
use glam::Vec3;
use piaget_terms::{Effector, maths};
use serde::{Deserialize, Serialize};

/// The longest that another takes to answer, in turns of the game's own step.
const MOST_LATE: usize = 12;

/// Which own part each of the other's stands for.
///
/// ```
/// use piaget_motor::watch::Correspondence;
/// use piaget_terms::Effector;
/// let given = Correspondence::default();
/// assert_eq!(given.own(Effector::LeftHand), Some(Effector::LeftHand));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Correspondence {
    own: [Option<Effector>; EFFECTORS],
}

impl Default for Correspondence {
    /// Every part is what it is called: the correspondence that the thesis gives.
    fn default() -> Self {
        Self { own: Effector::ALL.map(Some) }
    }
}

impl Correspondence {
    /// The own part that one of the other's stands for; `None` for one that is like none.
    pub fn own(&self, theirs: Effector) -> Option<Effector> {
        self.own[theirs as usize]
    }

    /// The other's parts, in the places of the own that they stand for.
    pub fn translate(&self, parts: &Parts) -> Parts {
        let mut own = [None; EFFECTORS];
        for (theirs, place) in parts.iter().enumerate() {
            if let Some(part) = self.own[theirs] {
                own[part as usize] = *place;
            }
        }
        own
    }
}

/// A game of turns: looks at the own body and at the other, taken at the same moments.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Game {
    own: Vec<Parts>,
    theirs: Vec<Parts>,
}

impl Game {
    /// Takes in one moment: where the own parts are, and where those of whoever imitates are, in the world. Moments
    /// come at a steady rate.
    pub fn turn(&mut self, own: &Parts, theirs: &Parts) {
        self.own.push(*own);
        self.theirs.push(*theirs);
    }

    /// How many moments it has lasted.
    pub fn len(&self) -> usize {
        self.own.len()
    }

    /// Whether it has not begun.
    pub fn is_empty(&self) -> bool {
        self.own.is_empty()
    }

    /// What corresponds, from how the parts moved: each of the other's parts goes to the own part whose movements
    /// it followed best, however late the answers came. `None` where too little moved to tell.
    pub fn learn(&self) -> Option<Correspondence> {
        let late = (0..MOST_LATE.min(self.len() / 4 + 1)).map(|late| (self.likeness(late), late));
        let total = |table: &[[f32; EFFECTORS]; EFFECTORS]| -> f32 {
            table.iter().map(|row| row.iter().copied().fold(0.0, f32::max)).sum()
        };
        let (table, _) = late.max_by(|a, b| total(&a.0).total_cmp(&total(&b.0)).then(b.1.cmp(&a.1)))?;
        let mut pairs: Vec<(f32, usize, usize)> = Vec::new();
        for (theirs, row) in table.iter().enumerate() {
            pairs.extend(row.iter().enumerate().map(|(own, like)| (*like, theirs, own)));
        }
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        let (mut own, mut taken) = ([None; EFFECTORS], [false; EFFECTORS]);
        for (like, theirs, part) in pairs {
            if like > 0.5 && own[theirs].is_none() && !taken[part] {
                own[theirs] = Some(Effector::ALL[part]);
                taken[part] = true;
            }
        }
        (own.iter().flatten().count() > EFFECTORS / 2).then_some(Correspondence { own })
    }

    /// For each of the other's parts and each own one, how alike their movements are: the cosine of what they did
    /// about their mean place, up and down and away from the body, which no facing changes; less what their usual
    /// height differs.
    fn likeness(&self, late: usize) -> [[f32; EFFECTORS]; EFFECTORS] {
        let ours: Vec<Vec<Option<[f32; 2]>>> = traces(&self.own);
        let theirs: Vec<Vec<Option<[f32; 2]>>> = traces(&self.theirs);
        let mut table = [[0.0; EFFECTORS]; EFFECTORS];
        for (row, their) in table.iter_mut().zip(&theirs) {
            for (like, our) in row.iter_mut().zip(&ours) {
                *like = alike(our, their, late);
            }
        }
        table
    }
}

/// Per part, over time: how high it is and how far from the axis through the middle of all parts.
fn traces(looks: &[Parts]) -> Vec<Vec<Option<[f32; 2]>>> {
    let size = looks.iter().map(size_of).fold(0.0, f32::max).max(1e-6);
    let mut traces: Vec<Vec<Option<[f32; 2]>>> =
        (0..EFFECTORS).map(|_| Vec::with_capacity(looks.len())).collect();
    for look in looks {
        let seen = look.iter().flatten();
        let middle = seen.clone().copied().sum::<Vec3>() / seen.count().max(1) as f32;
        for (trace, place) in traces.iter_mut().zip(look) {
            let off = place.map(|place| place - middle);
            trace.push(off.map(|off| [off.y / size, maths::ground(off).length() / size]));
        }
    }
    traces
}

fn size_of(look: &Parts) -> f32 {
    let heights = look.iter().flatten().map(|place| place.y);
    heights.clone().fold(f32::MIN, f32::max) - heights.fold(f32::MAX, f32::min)
}

fn alike(ours: &[Option<[f32; 2]>], theirs: &[Option<[f32; 2]>], late: usize) -> f32 {
    let pairs: Vec<([f32; 2], [f32; 2])> =
        ours.iter().zip(theirs.iter().skip(late)).filter_map(|(a, b)| Some(((*a)?, (*b)?))).collect();
    if pairs.len() < 8 {
        return 0.0;
    }
    let count = pairs.len() as f32;
    let mean = |axis: usize| {
        let sums = pairs.iter().fold((0.0, 0.0), |sums, (a, b)| (sums.0 + a[axis], sums.1 + b[axis]));
        (sums.0 / count, sums.1 / count)
    };
    let means = [mean(0), mean(1)];
    let (mut dot, mut own, mut other) = (0.0, 0.0, 0.0);
    for (a, b) in &pairs {
        for axis in 0..2 {
            let (a, b) = (a[axis] - means[axis].0, b[axis] - means[axis].1);
            dot += a * b;
            own += a * a;
            other += b * b;
        }
    }
    /// Movements smaller than this, in body heights, tell nothing by themselves.
    const LITTLE: f32 = 0.01;
    let still = LITTLE * LITTLE * count;
    let moved = (dot + still) / ((own + still) * (other + still)).sqrt();
    let apart = (means[0].0 - means[0].1).abs() + (means[1].0 - means[1].1).abs();
    moved - 2.0 * apart
}
