//! Writes texts that are nearly KDL: whole nodes out of pieces, of which some are then changed.

/// A small generator (SplitMix64), so that a seed names a text.
pub struct Writer(u64);

const WORDS: [&str; 14] = [
    "a",
    "thing",
    "b-c",
    "-",
    "\"q\"",
    "\"}\"",
    "\"{\"",
    "#\"r\"#",
    "##\"\"#\"##",
    "é",
    "true",
    "\"\\n\"",
    ".x",
    "+y",
];
const VALUES: [&str; 16] = [
    "1",
    "-2.5",
    "1e3",
    "0xff",
    "0b2",
    "#true",
    "#nan",
    "#no",
    "\"s\"",
    "word",
    "\"\"\"\n x\n \"\"\"",
    "#\"\"\"\n\"\"\"#",
    "(t)1",
    "( t ) \"u\"",
    "1x",
    "\"\\u{41}\"",
];
const SPACES: [&str; 10] =
    [" ", "  ", "\t", " \\\n ", "/* c */", "/*/* } */ { */ ", " /* * */ ", "", " \\ // x\n", "\u{a0}"];
const ENDS: [&str; 6] = ["\n", ";", " // c {\n", "\r\n", "\u{85}", ""];
const NOISE: [&str; 24] = [
    "{", "}", "(", ")", "\"", "#", "/", "*", "-", "\\", "=", ";", "\n", "/*", "*/", "/-", "\"\"\"", "#\"",
    "\u{1}", "\u{feff}", "[", "1", "\u{200e}", "\r",
];

impl Writer {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x2545_f491_4f6c_dd1d))
    }

    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) % most as u64) as usize
    }

    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        from[self.below(from.len())]
    }

    /// A text; one in three is left as it is written, the others are changed in a few places.
    pub fn text(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..1 + self.below(4) {
            self.node(&mut text, 0);
        }
        for _ in 0..[0, 1, 3][self.below(3)] {
            self.change(&mut text);
        }
        text
    }

    fn node(&mut self, text: &mut String, depth: usize) {
        if self.below(12) == 0 {
            text.push_str("/-");
        }
        text.push_str(self.pick(&WORDS[..8]));
        for _ in 0..self.below(4) {
            text.push_str(self.pick(&SPACES));
            if self.below(10) == 0 {
                text.push_str("/-");
            }
            if self.below(3) == 0 {
                text.push_str(self.pick(&WORDS));
                text.push('=');
            }
            text.push_str(self.pick(&VALUES));
        }
        if depth < 6 && self.below(3) == 0 {
            text.push_str(self.pick(&SPACES));
            if self.below(10) == 0 {
                text.push_str("/-");
            }
            text.push('{');
            for _ in 0..self.below(3) {
                self.node(text, depth + 1);
            }
            text.push('}');
        }
        text.push_str(self.pick(&ENDS));
    }

    fn change(&mut self, text: &mut String) {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        if places.is_empty() {
            return;
        }
        let at = places[self.below(places.len())];
        match self.below(4) {
            0 => drop(text.remove(at)),
            1 => text.truncate(at),
            // A row of one piece, sometimes a long one.
            2 => {
                let times = [1, 2, 70, 300][self.below(4)];
                let row = self.pick(&NOISE).repeat(times);
                text.insert_str(at, &row);
            }
            _ => {
                let piece = self.pick(&NOISE);
                text.insert_str(at, piece);
            }
        }
    }
}
