//! A small picture and how triangles are drawn on it: orthographic, with depth, lit from above.

use super::font;
use piaget_terms::Vec3;

/// A picture of three bytes per dot.
pub struct Picture {
    /// In dots.
    pub width: usize,
    /// In dots.
    pub height: usize,
    dots: Vec<[u8; 3]>,
}

/// A part of a picture that is being drawn, with depth, at twice the resolution.
pub struct Canvas {
    /// In dots of the picture.
    pub size: usize,
    colour: Vec<Vec3>,
    depth: Vec<f32>,
}

impl Picture {
    /// Blank paper.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, height, dots: vec![[250, 249, 245]; width * height] }
    }

    /// Copies a canvas onto it.
    pub fn paste(&mut self, canvas: &Canvas, left: usize, top: usize) {
        for y in 0..canvas.size {
            for x in 0..canvas.size {
                let mut sum = Vec3::ZERO;
                for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    sum += canvas.colour[(2 * y + dy) * 2 * canvas.size + 2 * x + dx];
                }
                let shown = |value: f32| ((value * 0.25).clamp(0.0, 1.0).sqrt() * 255.0) as u8;
                if let Some(dot) = self.dots.get_mut((top + y) * self.width + left + x) {
                    *dot = [shown(sum.x), shown(sum.y), shown(sum.z)];
                }
            }
        }
    }

    /// Writes words, two dots per dot of a letter.
    pub fn write(&mut self, text: &str, left: usize, top: usize) {
        for (index, letter) in text.chars().enumerate() {
            for (y, row) in font::rows(letter).into_iter().enumerate() {
                for x in (0..3).filter(|x| row >> (2 - x) & 1 == 1) {
                    for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                        let (x, y) = (left + index * 8 + 2 * x + dx, top + 2 * y + dy);
                        if x < self.width && y < self.height {
                            self.dots[y * self.width + x] = [40, 40, 40];
                        }
                    }
                }
            }
        }
    }

    /// The colour of a dot.
    pub fn dot(&self, x: usize, y: usize) -> [u8; 3] {
        self.dots.get(y * self.width + x).copied().unwrap_or_default()
    }

    /// Colours a dot; none outside of the picture.
    pub fn set(&mut self, x: usize, y: usize, colour: [u8; 3]) {
        if let Some(dot) = self.dots.get_mut(y * self.width + x).filter(|_| x < self.width) {
            *dot = colour;
        }
    }

    /// The picture as a PNG file.
    pub fn png(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let data: Vec<u8> = self.dots.iter().flatten().copied().collect();
        // Writing to memory fails only if the sizes above disagree, which they cannot.
        if let Ok(mut writer) = encoder.write_header() {
            let _ = writer.write_image_data(&data);
        }
        bytes
    }
}

impl Canvas {
    /// A blank one.
    pub fn new(size: usize) -> Self {
        let dots = 4 * size * size;
        Self { size, colour: vec![Vec3::new(0.93, 0.925, 0.9); dots], depth: vec![f32::INFINITY; dots] }
    }

    /// A triangle whose corners are given in dots (x right, y down) and depth (z away), lit by its normals.
    pub fn triangle(&mut self, corners: [Vec3; 3], normals: [Vec3; 3], colour: Vec3) {
        let [a, b, c] = corners.map(|corner| corner * Vec3::new(2.0, 2.0, 1.0));
        let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        if area.abs() < 1e-6 {
            return;
        }
        let wide = 2 * self.size;
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let range =
            |low: f32, high: f32| (low.floor().max(0.0) as usize, (high.ceil().max(0.0) as usize).min(wide));
        let ((x0, x1), (y0, y1)) = (range(low.x, high.x), range(low.y, high.y));
        for y in y0..y1 {
            for x in x0..x1 {
                let (px, py) = (x as f32 + 0.5, y as f32 + 0.5);
                let u = ((b.x - px) * (c.y - py) - (b.y - py) * (c.x - px)) / area;
                let v = ((c.x - px) * (a.y - py) - (c.y - py) * (a.x - px)) / area;
                let w = 1.0 - u - v;
                if u < 0.0 || v < 0.0 || w < 0.0 {
                    continue;
                }
                let depth = u * a.z + v * b.z + w * c.z;
                let dot = y * wide + x;
                if depth < self.depth[dot] {
                    self.depth[dot] = depth;
                    let normal = (normals[0] * u + normals[1] * v + normals[2] * w).normalize_or_zero();
                    let light = normal.dot(Vec3::new(0.35, 0.75, 0.55)).max(0.0);
                    let sky = 0.5 + 0.5 * normal.y;
                    self.colour[dot] = colour * (0.28 + 0.25 * sky + 0.75 * light);
                }
            }
        }
    }

    /// Darkens the ground around a point, as a soft shadow does.
    pub fn shadow(&mut self, x: f32, y: f32, across: f32, down: f32) {
        let wide = 2 * self.size;
        for row in 0..wide {
            for column in 0..wide {
                let (dx, dy) = ((column as f32 * 0.5 - x) / across, (row as f32 * 0.5 - y) / down);
                let far = dx * dx + dy * dy;
                if far < 1.0 {
                    self.colour[row * wide + column] *= 0.72 + 0.28 * far;
                }
            }
        }
    }
}
