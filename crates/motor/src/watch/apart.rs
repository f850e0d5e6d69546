//! Takes a stretch apart that is two gestures without standing between them.

use super::cut::Cut;
use super::watcher::{Lent, MOST_WAITING, Stretch, Watcher};
use super::{GestureMatching, Recognised};
use arrayvec::ArrayVec;

/// The most moments near to standing at which a gesture is tried to be taken apart.
const MOST_HUBS: usize = 3;

impl Watcher {
    /// Where two own movements explain the stretch that was recognised last clearly better than one, it was two: the
    /// first is said now, the rest with the next look.
    pub(super) fn tell_apart(&mut self, lent: &mut Lent<'_>, stretch: Stretch) {
        let far = |one: &Recognised| one.nearest().map_or(f32::INFINITY, |nearest| nearest.distance);
        let hubs =
            if self.waiting.len() + 2 > MOST_WAITING { ArrayVec::new() } else { self.hubs(lent, stretch) };
        if hubs.is_empty() {
            return;
        }
        let mut best = lent.config.apart * far(&self.recognised);
        let (mut told, mut first, mut rest) = (self.recognised.clone(), stretch, None);
        for at_s in hubs {
            let earlier = Stretch { to_s: at_s, cut: Cut::Passed, ..stretch };
            let later = Stretch { from_s: at_s, ..stretch };
            let share = ((at_s - stretch.from_s) / (stretch.to_s - stretch.from_s)) as f32;
            let far_later = (1.0 - share) * far(self.recognise(lent, later));
            // However near the earlier part comes, both would not be nearer.
            if far_later >= best {
                continue;
            }
            let seen = self.recognise(lent, earlier);
            let both = share * far(seen) + far_later;
            if both < best && !seen.novel {
                best = both;
                told.clone_from(seen);
                (first, rest) = (earlier, Some(later));
            }
        }
        if let Some(rest) = rest {
            self.waiting.insert(0, rest);
        }
        // What was seen of it is remembered with what it was taken for.
        self.recognised = told;
        self.gather(lent, first);
    }

    /// The moments within what was matched last at which the other came nearest to standing, if it came near.
    fn hubs(&self, lent: &Lent<'_>, stretch: Stretch) -> ArrayVec<f64, MOST_HUBS> {
        let Lent { own, config, ref matching } = *lent;
        let Stretch { from_s, to_s, .. } = stretch;
        let mut hubs = ArrayVec::new();
        if config.search == GestureMatching::AsPrinted {
            return hubs;
        }
        let (least_s, within) =
            (f64::from(config.shortest_s), config.passes_within * self.cutter.stands_within(own));
        let lead_s = f64::from(self.lead_s(own, config));
        let first_s = from_s - lead_s;
        let step_s = (to_s - from_s + 2.0 * lead_s) / (matching.frames.len() - 1) as f64;
        let far = |at: usize| matching.frames[at].distance(own.standing());
        while !hubs.is_full() {
            let moments = (0..matching.frames.len()).map(|at| (first_s + at as f64 * step_s, far(at)));
            let apart = |time_s: f64| hubs.iter().all(|hub: &f64| (hub - time_s).abs() >= least_s);
            let inside = |time_s: f64| time_s >= from_s + least_s && time_s <= to_s - least_s;
            let near = moments.filter(|(time_s, far)| inside(*time_s) && *far <= within && apart(*time_s));
            let Some((time_s, _)) = near.min_by(|a, b| a.1.total_cmp(&b.1)) else { break };
            hubs.push(time_s);
        }
        hubs
    }
}
