//! A picture made of coloured half blocks: two square pixels in every character, with letters on top.

use piaget_terms::{Rect, Vec2, Wall};
use std::fmt::Write as _;

/// Red, green, blue.
pub type Colour = [u8; 3];

/// The ground from above: x to the right and z downwards, as a bird sees a right-handed world. With z upwards it
/// would be its mirror image, and left turns would look like right turns.
pub struct Canvas {
    bounds: Rect,
    columns: usize,
    rows: usize,
    pixels: Vec<Colour>,
    letters: Vec<Option<(char, Colour)>>,
}

impl Canvas {
    /// A picture of this ground that fits into so many characters, with square pixels.
    pub fn new(bounds: Rect, most_columns: usize, most_lines: usize, ground: Colour) -> Self {
        let size = bounds.size().max(Vec2::splat(0.1));
        let scale = (most_columns as f32 / size.x).min((most_lines * 2) as f32 / size.y);
        let columns = ((size.x * scale) as usize).clamp(1, most_columns.max(1));
        // An even number of rows: two to a line.
        let rows = ((size.y * scale * 0.5).ceil() as usize).clamp(1, most_lines.max(1)) * 2;
        let cells = columns * rows;
        Self { bounds, columns, rows, pixels: vec![ground; cells], letters: vec![None; cells / 2] }
    }

    /// The point of the ground at the middle of a pixel.
    fn point(&self, column: usize, row: usize) -> Vec2 {
        let share =
            Vec2::new((column as f32 + 0.5) / self.columns as f32, (row as f32 + 0.5) / self.rows as f32);
        self.bounds.min + share * self.bounds.size()
    }

    /// The pixel that shows a point, if it is on the picture.
    fn pixel(&self, point: Vec2) -> Option<(usize, usize)> {
        let share = (point - self.bounds.min) / self.bounds.size();
        let inside = share.cmpge(Vec2::ZERO).all() && share.cmple(Vec2::ONE).all();
        inside.then(|| {
            let column = (share.x * self.columns as f32) as usize;
            let row = (share.y * self.rows as f32) as usize;
            (column.min(self.columns - 1), row.min(self.rows - 1))
        })
    }

    /// Changes the colour of every pixel for which `paint` has one.
    pub fn paint(&mut self, mut paint: impl FnMut(Vec2, Colour) -> Option<Colour>) {
        for row in 0..self.rows {
            for column in 0..self.columns {
                let pixel = row * self.columns + column;
                if let Some(colour) = paint(self.point(column, row), self.pixels[pixel]) {
                    self.pixels[pixel] = colour;
                }
            }
        }
    }

    /// A filled wall; a thin one is still a pixel thick.
    pub fn wall(&mut self, wall: &Wall, colour: Colour) {
        let margin = self.bounds.size().x / self.columns as f32 * 0.5;
        self.paint(|point, _| wall.contains(point, margin).then_some(colour));
    }

    /// A filled disc; a small one is still two pixels wide.
    pub fn disc(&mut self, centre: Vec2, radius_m: f32, colour: Colour) {
        let radius_m = radius_m.max(self.bounds.size().x / self.columns as f32);
        self.paint(|point, _| (point.distance_squared(centre) <= radius_m * radius_m).then_some(colour));
        self.dot(centre, colour);
    }

    /// One pixel.
    pub fn dot(&mut self, point: Vec2, colour: Colour) {
        if let Some((column, row)) = self.pixel(point) {
            self.pixels[row * self.columns + column] = colour;
        }
    }

    /// A straight line.
    pub fn line(&mut self, from: Vec2, to: Vec2, colour: Colour) {
        let steps = (2 * self.columns.max(self.rows)) as u32;
        for step in 0..=steps {
            self.dot(from.lerp(to, step as f32 / steps as f32), colour);
        }
    }

    /// Letters on the picture, to the right of a point.
    pub fn label(&mut self, point: Vec2, text: &str, colour: Colour) {
        let Some((column, row)) = self.pixel(point) else { return };
        let line = row / 2 * self.columns;
        for (offset, letter) in text.chars().enumerate().take_while(|(at, _)| column + at < self.columns) {
            self.letters[line + column + offset] = Some((letter, colour));
        }
    }

    /// The point so many letters to the left of another, but not beyond the border.
    pub fn left_of(&self, point: Vec2, letters: usize) -> Vec2 {
        let letter_m = self.bounds.size().x / self.columns as f32;
        Vec2::new((point.x - letters as f32 * letter_m).max(self.bounds.min.x), point.y)
    }

    /// The picture as lines for a terminal that knows 24-bit colours.
    pub fn lines(&self) -> Vec<String> {
        (0..self.rows / 2).map(|line| self.one_line(line)).collect()
    }

    fn one_line(&self, line: usize) -> String {
        let mut text = String::new();
        let (mut last_front, mut last_back) = (None, None);
        for column in 0..self.columns {
            let upper = self.pixels[line * 2 * self.columns + column];
            let lower = self.pixels[(line * 2 + 1) * self.columns + column];
            let (letter, front, back) = match self.letters[line * self.columns + column] {
                Some((letter, colour)) => (letter, colour, upper),
                None => ('▀', upper, lower),
            };
            if last_front != Some(front) {
                let _ = write!(text, "\x1b[38;2;{};{};{}m", front[0], front[1], front[2]);
            }
            if last_back != Some(back) {
                let _ = write!(text, "\x1b[48;2;{};{};{}m", back[0], back[1], back[2]);
            }
            (last_front, last_back) = (Some(front), Some(back));
            text.push(letter);
        }
        text.push_str("\x1b[0m");
        text
    }
}

/// A colour between two.
pub fn mixed(a: Colour, b: Colour, share: f32) -> Colour {
    std::array::from_fn(|i| (f32::from(a[i]) + (f32::from(b[i]) - f32::from(a[i])) * share) as u8)
}

/// The colour of a colour's name; grey for names that are no colour here.
pub fn named(name: &str) -> Colour {
    match name {
        "red" => [226, 74, 74],
        "orange" => [240, 150, 60],
        "yellow" => [240, 210, 80],
        "green" => [96, 190, 110],
        "blue" => [86, 140, 240],
        "purple" | "violet" => [170, 110, 220],
        "pink" => [240, 140, 180],
        "brown" => [176, 120, 74],
        "black" => [20, 20, 20],
        "white" => [245, 245, 240],
        _ => [170, 170, 170],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DARK: Colour = [1, 2, 3];
    const LIGHT: Colour = [200, 201, 202];

    #[test]
    fn the_picture_keeps_the_shape_of_the_ground() {
        let canvas = Canvas::new(Rect::centred(20.0, 10.0), 80, 40, DARK);
        assert_eq!((canvas.columns, canvas.rows), (80, 40));
        let tall = Canvas::new(Rect::centred(10.0, 20.0), 80, 20, DARK);
        assert_eq!((tall.columns, tall.rows), (20, 40));
        assert_eq!(tall.lines().len(), 20);
    }

    #[test]
    fn x_goes_right_and_z_goes_down() {
        let mut canvas = Canvas::new(Rect::centred(10.0, 10.0), 10, 5, DARK);
        canvas.dot(Vec2::new(4.5, -4.5), LIGHT);
        assert_eq!(canvas.pixels[9], LIGHT);
        canvas.dot(Vec2::new(40.0, 0.0), LIGHT);
        assert_eq!(canvas.pixels.iter().filter(|pixel| **pixel == LIGHT).count(), 1);
    }

    #[test]
    fn letters_stand_on_top_and_end_at_the_border() {
        let mut canvas = Canvas::new(Rect::centred(10.0, 10.0), 10, 5, DARK);
        canvas.label(Vec2::new(2.6, 0.0), "sheep", LIGHT);
        let line = &canvas.lines()[2];
        assert!(line.contains("she") && !line.contains("shee"), "{line:?}");
    }
}
