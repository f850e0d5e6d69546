//! Between which values worlds are drawn. Ranges are wide; people narrow or widen them with `--set speed=0.3..3`.

use piaget_terms::Chance;
use piaget_text::nearest;
use std::fmt;

/// What numbers a range has.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Any number between two.
    Between(f64, f64),
    /// Any whole number between two, both included.
    Whole(f64, f64),
    /// One of these.
    OneOf(Vec<f64>),
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Between(low, high) | Self::Whole(low, high) => write!(f, "{low}..{high}"),
            Self::OneOf(values) => {
                let words: Vec<String> = values.iter().map(f64::to_string).collect();
                f.write_str(&words.join(","))
            }
        }
    }
}

/// A named range.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    /// Its name: `speed`.
    pub name: &'static str,
    /// The unit of its numbers; empty for a count or a share.
    pub unit: &'static str,
    /// What its numbers are, in a few words.
    pub says: &'static str,
    /// What is drawn.
    pub values: Values,
    /// What a world can be made with at all: the least and the greatest number that a range may be set to.
    pub limits: (f64, f64),
}

/// The ranges of a family.
///
/// ```
/// use piaget_life::{Ranges, common};
/// let mut ranges = Ranges::new([common::speed()]);
/// ranges.set("speed=1..2").unwrap();
/// assert!(ranges.set("speed=2..1").unwrap_err().to_string().contains("is empty"));
/// let mut chance = piaget_terms::Chance::new(1);
/// assert!((1.0..=2.0).contains(&ranges.draw("speed", &mut chance)));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranges(Vec<Range>);

/// A range that cannot be drawn from; a sentence that names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRange(String);

impl fmt::Display for BadRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadRange {}

impl Ranges {
    /// These ranges.
    pub fn new(ranges: impl IntoIterator<Item = Range>) -> Self {
        Self(ranges.into_iter().collect())
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Range> {
        self.0.iter()
    }

    /// The range of this name.
    pub fn get(&self, name: &str) -> Option<&Range> {
        self.0.iter().find(|range| range.name == name)
    }

    /// Whether there is a range of this name.
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|range| range.name == name)
    }

    /// Sets a range as the command line gives it: `speed=0.3..3`, `tick=10,30` or `noise=0.1`.
    pub fn set(&mut self, text: &str) -> Result<(), BadRange> {
        let bad = |why: String| BadRange(format!("the range `{text}` {why}"));
        let (name, values) = text
            .split_once('=')
            .ok_or_else(|| bad("has no value; write it as speed=0.3..3, tick=10,30 or noise=0.1".into()))?;
        let Some(range) = self.0.iter().position(|range| range.name == name.trim()) else {
            let near = nearest(name.trim(), self.0.iter().map(|range| range.name));
            let hint = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are {}", self.0.iter().map(|r| r.name).collect::<Vec<_>>().join(", ")),
            };
            return Err(bad(format!("names no range of this family; {hint}")));
        };
        let range = &mut self.0[range];
        let number = |word: &str| -> Result<f64, BadRange> {
            let number: f64 = word
                .trim()
                .parse()
                .map_err(|_| bad(format!("holds `{}`, which is no number", word.trim())))?;
            let (least, most) = range.limits;
            match number {
                _ if !number.is_finite() => {
                    Err(bad(format!("is not finite; `{name}` goes from {least} to {most}")))
                }
                _ if number < least || number > most => {
                    Err(bad(format!("leaves what can be played; `{name}` goes from {least} to {most}")))
                }
                _ => Ok(number),
            }
        };
        let values = match values.split_once("..") {
            Some((low, high)) => {
                let (low, high) = (number(low)?, number(high)?);
                match range.values {
                    Values::Whole(..) if low.ceil() > high.floor() => {
                        return Err(bad("is empty; it holds no whole number".into()));
                    }
                    _ if low > high => return Err(bad(format!("is empty; {low} is greater than {high}"))),
                    Values::Whole(..) => Values::Whole(low.ceil(), high.floor()),
                    _ => Values::Between(low, high),
                }
            }
            None => {
                let values = values.split(',').map(number).collect::<Result<Vec<f64>, _>>()?;
                let broken = values.iter().find(|value| value.fract() != 0.0);
                if let (Values::Whole(..), Some(broken)) = (&range.values, broken) {
                    return Err(bad(format!("holds {broken}; `{name}` is a whole number")));
                }
                Values::OneOf(values)
            }
        };
        range.values = values;
        Ok(())
    }

    /// A number of the range of this name.
    ///
    /// # Panics
    ///
    /// Where the family has no such range, which is a mistake in the family.
    pub fn draw(&self, name: &str, chance: &mut Chance) -> f32 {
        let Some(range) = self.0.iter().find(|range| range.name == name) else {
            panic!("the family draws `{name}` and has no such range");
        };
        // One draw whatever the range is, so that narrowing one range leaves what is drawn after it as it was.
        let unit = f64::from(chance.unit());
        let drawn = match &range.values {
            Values::Between(low, high) => low + (high - low) * unit,
            Values::Whole(low, high) => low + ((high - low + 1.0) * unit).floor(),
            Values::OneOf(values) => values[((values.len() as f64 * unit) as usize).min(values.len() - 1)],
        };
        drawn as f32
    }
}

/// The ranges that families share, as wide as life.
pub mod common {
    use super::{Range, Values};

    /// What every scene with a moving thing draws that an eye looks at.
    pub fn seen() -> [Range; 6] {
        [speed(), size(), distance(), tick(), noise(), missed()]
    }

    /// How fast things move.
    pub fn speed() -> Range {
        let values = Values::Between(0.3, 3.0);
        Range { name: "speed", unit: "m/s", says: "how fast things move", values, limits: (0.0, 20.0) }
    }

    /// How large things are.
    pub fn size() -> Range {
        let values = Values::Between(0.2, 1.5);
        Range { name: "size", unit: "m", says: "how high things are", values, limits: (0.0, 5.0) }
    }

    /// How far away it happens.
    pub fn distance() -> Range {
        let values = Values::Between(4.0, 36.0);
        Range {
            name: "distance",
            unit: "m",
            says: "how far from the eye it happens",
            values,
            limits: (0.0, 100.0),
        }
    }

    /// Ticks a second.
    pub fn tick() -> Range {
        let values = Values::OneOf(vec![10.0, 30.0, 60.0, 120.0]);
        Range { name: "tick", unit: "1/s", says: "ticks a second", values, limits: (5.0, 240.0) }
    }

    /// The eye's noise.
    pub fn noise() -> Range {
        let values = Values::Between(0.0, 0.3);
        Range {
            name: "noise",
            unit: "m",
            says: "standard deviation of a seen position",
            values,
            limits: (0.0, 5.0),
        }
    }

    /// Missed looks.
    pub fn missed() -> Range {
        let values = Values::Between(0.0, 0.3);
        Range {
            name: "missed",
            unit: "",
            says: "share of looks that miss a thing in view",
            values,
            limits: (0.0, 0.95),
        }
    }

    /// Things that look the same.
    pub fn alike() -> Range {
        let values = Values::Whole(1.0, 8.0);
        Range { name: "alike", unit: "", says: "how many things look the same", values, limits: (1.0, 32.0) }
    }

    /// Things of other kinds that stand about.
    pub fn clutter() -> Range {
        let values = Values::Whole(0.0, 8.0);
        Range {
            name: "clutter",
            unit: "",
            says: "how many things of other kinds stand about",
            values,
            limits: (0.0, 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges() -> Ranges {
        Ranges::new([common::speed(), common::tick(), common::alike()])
    }

    #[test]
    fn a_range_is_set_and_drawn() {
        let mut ranges = ranges();
        for (text, shown) in
            [("speed=0.5..2", "0.5..2"), ("tick=30", "30"), ("alike=2..3", "2..3"), ("speed=1", "1")]
        {
            ranges.set(text).unwrap();
            let name = text.split_once('=').unwrap().0;
            assert_eq!(ranges.iter().find(|range| range.name == name).unwrap().values.to_string(), shown);
        }
        let mut chance = Chance::new(3);
        for _ in 0..100 {
            assert_eq!(ranges.draw("tick", &mut chance), 30.0);
            assert!([2.0, 3.0].contains(&ranges.draw("alike", &mut chance)));
        }
    }

    #[test]
    fn bad_ranges_are_told_with_name_and_range() {
        for (text, why) in [
            ("speed=3..1", "is empty; 3 is greater than 1"),
            ("speed=nan..1", "is not finite"),
            ("speed=0..inf", "is not finite"),
            ("speed=a..1", "which is no number"),
            ("speed", "has no value"),
            ("sped=1..2", "did you mean `speed`?"),
            ("tick=1", "leaves what can be played"),
            ("alike=1.2..1.8", "is empty"),
            ("alike=1.5", "whole number"),
            ("speed=", "which is no number"),
        ] {
            let told = ranges().set(text).unwrap_err().to_string();
            assert!(told.contains(why) && told.contains(text), "{text}: {told}");
        }
    }

    #[test]
    fn narrowing_one_range_leaves_the_other_draws_as_they_were() {
        let draw = |ranges: &Ranges| {
            let mut chance = Chance::new(9);
            ["speed", "tick", "alike"].map(|name| ranges.draw(name, &mut chance))
        };
        let mut narrow = ranges();
        narrow.set("speed=1").unwrap();
        assert_eq!(draw(&ranges())[1..], draw(&narrow)[1..]);
    }
}
