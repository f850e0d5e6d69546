//! What really happened in a scene, what could be seen of it, and what a subject made of that.

use std::fmt::Write as _;

/// Frames a second in which subjects are scored, and in which rivals are given what was seen.
pub const FRAMES_HZ: f64 = 10.0;
/// An occlusion counts from so many hidden frames on, and only if the thing is then visible for as many.
const EVENT_FRAMES: usize = 3;

/// A scene: the truth and what was seen of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The least and greatest x, then the least and greatest y, of where things can be.
    pub area: [f64; 4],
    /// The standard deviation of a seen position, which rivals are told.
    pub noise_m: f64,
    /// What was seen in each frame, sorted by x, so that the order tells nothing.
    pub frames: Vec<Vec<Detection>>,
    /// Things and their ways.
    pub stays: Vec<Stay>,
    /// How many things there are at the end of which an observer can know.
    pub at_end: usize,
    /// Whether things go on existing after they were last visible. A person who left the area does not.
    pub lasting: bool,
}

/// Something seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Detection {
    /// Where.
    pub at: [f64; 2],
    /// Which stay it was of: for the scorer, never for a subject.
    pub stay: usize,
}

/// A thing's unbroken stay in the scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stay {
    /// The frame in which it begins.
    pub first: usize,
    /// Where it was in each frame from then on.
    pub at: Vec<[f64; 2]>,
    /// Whether it could be seen.
    pub visible: Vec<bool>,
    /// Whether it was seen.
    pub detected: Vec<bool>,
}

impl Stay {
    /// The first and the last frame in which it could be seen, counted from its own first; `None` if it never could.
    pub fn life(&self) -> Option<(usize, usize)> {
        let first = self.visible.iter().position(|visible| *visible)?;
        let last = self.visible.iter().rposition(|visible| *visible)?;
        Some((first, last))
    }

    /// The frame of the scene in which it could last be seen.
    pub fn last_frame(&self) -> Option<usize> {
        self.life().map(|(_, last)| self.first + last)
    }
}

/// A thing is hidden, and comes out again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The stay.
    pub stay: usize,
    /// The first frame in which it is hidden.
    pub hidden: usize,
    /// The first frame in which it is visible again.
    pub back: usize,
}

/// Where a subject holds something to be in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The frame.
    pub frame: usize,
    /// What the subject tells things apart by.
    pub id: u64,
    /// Where; not numbers where it is held to be somewhere, and the subject does not say where.
    pub at: [f64; 2],
    /// Whether it was seen in this frame.
    pub seen: bool,
}

impl Row {
    /// Whether the subject says where the thing is.
    pub fn is_placed(&self) -> bool {
        self.at.iter().all(|number| number.is_finite())
    }
}

impl Scene {
    /// The scene as text, for trackers in other languages: a line `area` with the area and one `noise`; a line `thing` for each
    /// frame of each thing (frame, number, x, y, whether visible, whether detected); a line `seen` for each detection
    /// (frame, x, y).
    pub fn text(&self) -> String {
        let [x0, x1, y0, y1] = self.area;
        let mut text =
            format!("area {x0} {x1} {y0} {y1}\nnoise {}\nframes {}\n", self.noise_m, self.frames.len());
        for (number, stay) in self.stays.iter().enumerate() {
            for (own, [x, y]) in stay.at.iter().enumerate() {
                let [visible, detected] = [stay.visible[own], stay.detected[own]].map(u8::from);
                let frame = stay.first + own;
                let _ = writeln!(text, "thing {frame} {number} {x} {y} {visible} {detected}");
            }
        }
        for (frame, seen) in self.frames.iter().enumerate() {
            for Detection { at: [x, y], .. } in seen {
                let _ = writeln!(text, "seen {frame} {x} {y}");
            }
        }
        text
    }

    /// Every occlusion, by stay and time.
    pub fn events(&self) -> Vec<Event> {
        let mut events = Vec::new();
        for (index, stay) in self.stays.iter().enumerate() {
            let Some((first, last)) = stay.life() else { continue };
            let visible = &stay.visible[first..=last];
            let mut at = 0;
            for run in visible.chunk_by(|a, b| a == b) {
                let (from, to) = (at, at + run.len());
                at = to;
                let after = visible.get(to..to + EVENT_FRAMES);
                if !run[0] && run.len() >= EVENT_FRAMES && after.is_some_and(|after| !after.contains(&false))
                {
                    let frame = |own: usize| stay.first + first + own;
                    events.push(Event { stay: index, hidden: frame(from), back: frame(to) });
                }
            }
        }
        events
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stay(visible: &str) -> Stay {
        let visible: Vec<bool> = visible.chars().map(|c| c == '#').collect();
        Stay { first: 5, at: vec![[0.0; 2]; visible.len()], detected: visible.clone(), visible }
    }

    #[test]
    fn an_event_is_hidden_for_three_frames_and_then_visible_for_three() {
        let events = |visible: &str| {
            let scene = Scene { stays: vec![stay(visible)], ..Scene::default() };
            scene.events().iter().map(|event| (event.hidden, event.back)).collect::<Vec<_>>()
        };
        assert_eq!(events("..###...###"), [(10, 13)]);
        assert_eq!(events("###..###"), []);
        assert_eq!(events("###...##"), []);
        assert_eq!(events("###....."), []);
        assert_eq!(events("#...###....####"), [(6, 9), (12, 16)]);
        assert_eq!(events("......"), []);
    }
}
