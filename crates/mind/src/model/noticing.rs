//! Whether a thing would have been noticed at a place, were it there. What shows as less than a pixel, or in some ticks
//! only, is not seen to be absent: the chance of being noticed goes by size and distance.

use super::Record;
use piaget_occupancy::{Lattice, Visible};
use piaget_terms::valid::{Checked, amount};
use piaget_terms::{Extent, Sight, Vec3};
use serde::{Deserialize, Serialize};

/// A creature's eye in one tick, as far as absences are judged by it.
#[derive(Clone, Copy)]
pub struct Noticing<'a> {
    /// To ask what is in view.
    pub sight: &'a dyn Sight,
    /// Where the eye is.
    pub eye: Vec3,
    /// A thing with so many pixels across and down is sure to be noticed; one with less than a pixel is not noticed.
    /// 0: things are noticed however small they are.
    pub sure_pixels: f32,
    /// The share of looks in which things in plain view have been seen: a host's eye may blink without saying so.
    pub notices: f32,
}

impl Noticing<'_> {
    /// The chance that a large thing in view is noticed in one tick.
    pub fn rate(&self) -> f32 {
        let told = self.sight.detection_rate();
        if told.is_nan() { 0.0 } else { told.clamp(0.0, 1.0).min(self.notices) }
    }

    /// The chance that a thing at a place in view is noticed in one tick. One whose size is unknown counts as large.
    pub fn chance(&self, extent: Option<Extent>, place: Vec3) -> f32 {
        self.chances(extent).at(place)
    }

    /// The chances of a thing of this size by its place.
    pub fn chances(&self, extent: Option<Extent>) -> Chances {
        let (rate, resolution) = (self.rate(), self.sight.resolution_rad());
        let by_size = extent.filter(|_| self.sure_pixels > 0.0 && resolution > 0.0);
        let (mut pixels_m, mut sure_m) = (Extent::default(), f32::INFINITY);
        if let Some(extent) = by_size {
            // So many pixels at one metre; as many fewer as it is farther.
            pixels_m = Extent::new(extent.width_m / resolution, extent.height_m / resolution);
            sure_m = pixels_m.width_m.min(pixels_m.height_m) / self.sure_pixels;
        }
        let sure_m2 = if by_size.is_some() { sure_m * sure_m } else { f32::INFINITY };
        Chances { rate, eye: self.eye, pixels_m, sure_m2, sure_pixels: self.sure_pixels }
    }

    /// How far off a thing of this size is noticed rather than not.
    pub fn noticed_within_m(&self, extent: Option<Extent>) -> f32 {
        let resolution = self.sight.resolution_rad();
        let by_size = extent.filter(|_| self.sure_pixels > 0.0 && resolution > 0.0);
        // Halfway between one pixel and those that make it sure.
        let pixels = 0.5 * (1.0 + self.sure_pixels.max(1.0));
        by_size.map_or(f32::INFINITY, |extent| {
            (extent.width_m.min(extent.height_m) / (resolution * pixels)).max(0.0)
        })
    }

    /// Whether a thing of this size may be overlooked for its size somewhere within this distance.
    pub fn is_small(&self, extent: Extent, within_m: f32) -> bool {
        let reach = self.sure_pixels * self.sight.resolution_rad() * within_m;
        self.sure_pixels > 0.0 && extent.width_m.min(extent.height_m) < reach
    }
}

/// How often things in plain view were seen in the tick after one in which they were seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Noticed {
    seen: f32,
    missed: f32,
}

impl Noticed {
    /// Whether saved counts could have been made.
    pub(crate) fn validate(&self) -> Checked {
        amount("noticed", self.seen)?;
        amount("noticed", self.missed)
    }

    /// A look at a thing in plain view; over about so many the share is averaged.
    pub fn look(&mut self, seen: bool, over: f32) {
        let kept = (over / (self.seen + self.missed + 1.0)).min(1.0);
        (self.seen, self.missed) = (self.seen * kept, self.missed * kept);
        *(if seen { &mut self.seen } else { &mut self.missed }) += 1.0;
    }

    /// The share of looks in which such things are seen, for one who took it for 1 as if after so many looks.
    pub fn share(&self, trusted: f32) -> f32 {
        (self.seen + trusted) / (self.seen + self.missed + trusted).max(f32::MIN_POSITIVE)
    }
}

/// How likely a thing is noticed, by its place.
#[derive(Clone, Copy, Debug)]
pub struct Chances {
    rate: f32,
    eye: Vec3,
    /// Its pixels across and down, a metre away.
    pixels_m: Extent,
    /// Within this distance, squared, it is noticed as surely as anything.
    sure_m2: f32,
    sure_pixels: f32,
}

impl Chances {
    /// The chance at a place in view, in one tick.
    pub fn at(&self, place: Vec3) -> f32 {
        let away_m2 = place.distance_squared(self.eye);
        if away_m2 <= self.sure_m2 {
            return self.rate;
        }
        let away_m = away_m2.sqrt();
        // Less than a pixel falls between their centres; from there on more shows, and more often.
        let more_than_one = (self.sure_pixels - 1.0).max(1e-3);
        let noticed = |pixels_m: f32| ((pixels_m / away_m - 1.0) / more_than_one).clamp(0.0, 1.0);
        self.rate * noticed(self.pixels_m.width_m) * noticed(self.pixels_m.height_m)
    }
}

/// How a thing shows that is looked for: how large it is, and how high its middle is above the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sought {
    /// Its size as it was last seen.
    pub extent: Extent,
    /// The height of its middle.
    pub height_m: f32,
}

impl Sought {
    /// Of a record whose eye told the size.
    pub fn of(record: &Record) -> Option<Self> {
        record.extent.map(|extent| Self { extent, height_m: record.position.y })
    }

    /// Whether a look at this height passes over it.
    pub fn is_below(&self, height_m: f32) -> bool {
        self.height_m + 0.5 * self.extent.height_m < height_m
    }
}

/// What is known of the view of this tick: asked once for all things of ordinary size, and anew for each that is too low or
/// too small for that.
#[derive(Clone, Debug)]
pub struct LookedAt {
    /// For all.
    pub shared: Visible,
    /// For one.
    pub own: Visible,
}

impl LookedAt {
    /// Nothing in view.
    pub fn new(lattice: &Lattice) -> Self {
        Self { shared: Visible::new(lattice), own: Visible::new(lattice) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Pixels(f32);

    impl Sight for Pixels {
        fn sees(&self, _points: &[Vec3], seen: &mut [bool]) {
            seen.fill(true);
        }

        fn resolution_rad(&self) -> f32 {
            self.0
        }

        fn detection_rate(&self) -> f32 {
            0.8
        }
    }

    fn chance(resolution_rad: f32, sure_pixels: f32, extent: Option<Extent>, away_m: f32) -> f32 {
        let sight = Pixels(resolution_rad);
        Noticing { sight: &sight, eye: Vec3::Y, sure_pixels, notices: 1.0 }
            .chance(extent, Vec3::Y + Vec3::X * away_m)
    }

    #[test]
    fn the_chance_falls_with_distance_to_nothing_at_a_pixel() {
        let bowl = Some(Extent::new(0.2, 0.1));
        // A tenth of a metre takes two pixels at 5 m and one at 10 m.
        let at = |away_m: f32| chance(0.01, 2.0, bowl, away_m);
        assert_eq!(at(1.0), 0.8);
        assert!((at(5.0) - 0.8).abs() < 1e-5);
        assert!(at(7.0) > 0.0 && at(7.0) < 0.8);
        assert_eq!(at(10.5), 0.0);
        let all: Vec<f32> = (1..40).map(|step| at(step as f32 * 0.5)).collect();
        assert!(all.is_sorted_by(|a, b| a >= b), "{all:?}");
    }

    #[test]
    fn what_nobody_told_the_size_of_and_eyes_without_pixels_notice_as_ever() {
        assert_eq!(chance(0.01, 2.0, None, 50.0), 0.8);
        assert_eq!(chance(0.0, 2.0, Some(Extent::new(0.01, 0.01)), 50.0), 0.8);
        assert_eq!(chance(0.01, 0.0, Some(Extent::new(0.01, 0.01)), 50.0), 0.8);
        for nonsense in [f32::NAN, -1.0, f32::INFINITY] {
            let chance = chance(nonsense, 2.0, Some(Extent::new(0.1, 0.1)), 5.0);
            assert!((0.0..=0.8).contains(&chance), "{nonsense}: {chance}");
        }
        assert_eq!(chance(0.01, 2.0, Some(Extent::default()), 0.1), 0.0);
    }
}
