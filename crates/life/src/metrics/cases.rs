//! Random cases that other implementations scored: `scripts/metrics.py` makes the same ones and has trackeval score them.

use super::{Frame, Tables};

/// What trackeval gave.
const EXPECTED: &str = include_str!("expected.txt");
/// How near our scores must be.
const AGREE: f64 = 1e-3;
/// How far places reach in each direction, in metres.
const GROUND_M: f64 = 6.0;

/// SplitMix64 as a counter.
struct Stream {
    key: u64,
    counter: u64,
}

impl Stream {
    fn unit(&mut self) -> f64 {
        self.counter += 1;
        let mut z = self.key.wrapping_add(self.counter.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, count: usize) -> usize {
        (self.unit() * count as f64) as usize
    }
}

/// A thing's way: place, step, first frame and the one after its last.
struct Way {
    at: [f64; 2],
    step: [f64; 2],
    frames: std::ops::Range<usize>,
}

/// The case of this number.
fn case(number: u64) -> Tables {
    let chance = &mut Stream { key: number, counter: 0 };
    let (things, frames) = (1 + chance.below(6), 5 + chance.below(40));
    let (missed, fresh, swapped) = (0.4 * chance.unit(), 0.1 * chance.unit(), 0.2 * chance.unit());
    let (noise, false_share) = (0.8 * chance.unit(), 0.4 * chance.unit());
    let ways: Vec<Way> = (0..things)
        .map(|_| {
            let at = [GROUND_M * chance.unit(), GROUND_M * chance.unit()];
            let step = [0.4 * (chance.unit() - 0.5), 0.4 * (chance.unit() - 0.5)];
            let first = chance.below(frames);
            Way { at, step, frames: first..first + 1 + chance.below(frames - first) }
        })
        .collect();
    let mut ids: Vec<usize> = (0..things).collect();
    let mut next = things;
    let mut tables = Tables { truths: things, ..Tables::default() };
    for frame in 0..frames {
        if things > 1 && chance.unit() < swapped {
            let (a, b) = (chance.below(things), chance.below(things));
            ids.swap(a, b);
        }
        let (mut truth, mut claimed) = (Vec::new(), Vec::new());
        for (thing, way) in ways.iter().enumerate() {
            if chance.unit() < fresh {
                ids[thing] = next;
                next += 1;
            }
            let (seen, off) = (chance.unit() >= missed, [chance.unit() - 0.5, chance.unit() - 0.5]);
            if way.frames.contains(&frame) {
                let at = [0, 1].map(|axis| way.at[axis] + way.step[axis] * frame as f64);
                truth.push((thing, at));
                if seen {
                    claimed.push((ids[thing], [at[0] + noise * off[0], at[1] + noise * off[1]]));
                }
            }
        }
        if chance.unit() < false_share {
            claimed.push((next, [GROUND_M * chance.unit(), GROUND_M * chance.unit()]));
            next += 1;
        }
        let row = |a: [f64; 2]| claimed.iter().map(|(_, b)| Tables::similarity(a, *b)).collect();
        tables.frames.push(Frame {
            similarity: truth.iter().map(|(_, at)| row(*at)).collect(),
            truth: truth.iter().map(|(id, _)| *id).collect(),
            tracks: claimed.iter().map(|(id, _)| *id).collect(),
        });
    }
    tables.tracks = next;
    tables
}

#[test]
fn scores_are_those_of_trackeval() {
    let lines = EXPECTED.lines().filter(|line| !line.starts_with('#'));
    let mut cases = 0;
    for line in lines {
        let numbers: Vec<f64> = line.split(' ').map(|word| word.parse().expect("a number")).collect();
        let (metrics, _) = case(numbers[0] as u64).score();
        let ours =
            [metrics.idf1, metrics.hota, metrics.deta, metrics.assa, metrics.mota, metrics.switches.into()];
        for (ours, theirs) in ours.iter().zip(&numbers[1..]) {
            assert!((ours - theirs).abs() < AGREE, "case {line}\nours {metrics:?}");
        }
        cases += 1;
    }
    assert_eq!(cases, 100);
}
