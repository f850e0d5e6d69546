//! A search as text: the scenario with its timeline, and the character of who searches.

use super::stage::{CART_M, GOES_S, MOST_SEARCH_S, Stage, Task};
use piaget_terms::{Vec2, maths};
use std::fmt::Write as _;

/// When he is called to look at the shepherd.
const CALLED_S: f32 = 1.0;
/// How long after the order the thing goes elsewhere once more.
const MOVES_AGAIN_S: f32 = 3.0;

impl Stage {
    /// The scenario's text. The twin knows of what stands in the way: crates are walls, the wall stands where it is from the
    /// beginning, and the cart lets everybody pass.
    pub fn scenario(&self, twin: bool) -> String {
        let guards = self.task.is_guards();
        let (kind, who) = if guards { ("thief", "guard") } else { ("sheep", "duncan") };
        let mut text = String::new();
        let order_s = self.order_s();
        let _ = writeln!(
            text,
            "scenario \"life-searching\" {{\n    shows \"{who} searches for a {kind} ({:?}, {:?}).\"\n    try \"Drag the {kind} elsewhere.\"\n}}",
            self.draws.layout, self.task
        );
        let _ = writeln!(text, "length {}", order_s + self.most_s());
        let _ = writeln!(text, "tick {}\nseed 1", self.draws.tick_hz);
        let _ = writeln!(text, "ground {{ size {} {} }}", self.draws.size.x, self.draws.size.y);
        let walls = if twin { &self.truth.walls } else { &self.known.walls };
        for (index, wall) in walls.iter().enumerate() {
            let _ = writeln!(
                text,
                "wall \"w{index}\" {{ at {} {}; size {} {}; height {}; yaw {} }}",
                wall.centre.x,
                wall.centre.y,
                wall.half.x * 2.0,
                wall.half.y * 2.0,
                wall.height_m,
                wall.yaw.to_degrees()
            );
        }
        for (index, one) in self.crates.iter().enumerate().filter(|_| !twin) {
            let _ = writeln!(
                text,
                "thing \"crate-{index}\" {{ kind \"crate\"; colour \"brown\"; at {} {}; shape \"box\" {{ size {} {} {} }} }}",
                one.centre.x,
                one.centre.y,
                one.half.x * 2.0,
                one.height_m,
                one.half.y * 2.0
            );
        }
        if let Some(cart) = &self.cart {
            let (half, height) = CART_M;
            let _ = writeln!(
                text,
                "thing \"cart\" {{ kind \"cart\"; colour \"red\"; at {} {}; solid #{}; shape \"box\" {{ size {} {height} {} }} }}",
                cart.ends[0].x,
                cart.ends[0].y,
                !twin,
                half.x * 2.0,
                half.y * 2.0
            );
        }
        let _ = writeln!(
            text,
            "thing \"{kind}\" {{ kind \"{kind}\"; colour \"white\"; at {} {}; shape \"capsule\" {{ radius {}; height {} }} }}",
            self.seen_at.x,
            self.seen_at.y,
            self.thing_radius_m(),
            self.draws.thing_m
        );
        if !guards {
            let _ = writeln!(
                text,
                "thing \"shepherd\" {{ kind \"shepherd\"; colour \"blue\"; at {} {}; solid #false; shape \"capsule\" {{ radius 0.3; height 1.7 }} }}",
                self.caller.x, self.caller.y
            );
        }
        let yaw = maths::yaw_of(maths::on_ground(self.seen_at - self.from)).to_degrees();
        let _ = writeln!(
            text,
            "creature \"{who}\" {{ kind \"{}\"; character \"{}\"; colour \"brown\"; at {} {}; yaw {yaw} }}",
            if guards { "guard" } else { "dog" },
            SEARCHER,
            self.from.x,
            self.from.y
        );
        text += &self.timeline(twin);
        text
    }

    fn timeline(&self, twin: bool) -> String {
        let mut text = String::from("timeline {\n");
        let order_s = self.order_s();
        let place = |at: Vec2| format!("to {} {}", at.x, at.y);
        if let Some(cart) = &self.cart {
            let once_s = cart.ends[0].distance(cart.ends[1]) / cart.speed_m_per_s;
            let times = ((order_s + MOST_SEARCH_S) / once_s).ceil() as usize;
            let to: Vec<String> = (0..times).map(|turn| place(cart.ends[(turn + 1) % 2])).collect();
            let _ = writeln!(
                text,
                "    at 0.1 {{ slide \"cart\" {{ {}; speed {} }} }}",
                to.join("; "),
                cart.speed_m_per_s
            );
        }
        if let Some((wall, to)) = self.moved.filter(|_| !twin) {
            let _ = writeln!(text, "    at {} {{ move-wall \"w{wall}\" {{ {} }} }}", GOES_S - 0.5, place(to));
        }
        if self.task.is_guards() {
            // His feet are led while the thief goes; his eyes are his own.
            const STROLL_M: f32 = 0.2;
            let aside = self.from + (self.from - self.seen_at).normalize_or_zero() * STROLL_M;
            let aside = aside.clamp(self.known.bounds.min, self.known.bounds.max);
            let _ = writeln!(
                text,
                "    at 0.1 {{ walk \"guard\" {{ {}; speed {} }} }}",
                place(aside),
                (STROLL_M / order_s).max(0.01)
            );
            let to: Vec<String> = self.way.iter().skip(1).map(|at| place(*at)).collect();
            let speed = self.draws.speed_m_per_s;
            let _ = writeln!(
                text,
                "    at {GOES_S} {{ slide \"thief\" {{ {}; speed {speed} }} }}",
                to.join("; ")
            );
        } else {
            let _ = writeln!(text, "    at {CALLED_S} {{ say \"look at shepherd\" {{ by \"shepherd\" }} }}");
            let goes = match self.task.is_absent() {
                true => "hide \"sheep\"".to_owned(),
                false => format!("transport \"sheep\" {{ {} }}", place(self.at)),
            };
            let _ = writeln!(text, "    at {GOES_S} {{ {goes} }}");
            let _ = writeln!(
                text,
                "    at {order_s} name=\"order\" {{ say \"approach sheep\" {{ by \"shepherd\" }} }}"
            );
        }
        if self.task == Task::Moved {
            let at = place(self.then_at);
            let _ = writeln!(text, "    at {} {{ transport \"sheep\" {{ {at} }} }}", order_s + MOVES_AGAIN_S);
        }
        if self.task == Task::GuardAbsent {
            let _ = writeln!(text, "    at {order_s} {{ hide \"thief\" }}");
        }
        text + "}\n"
    }

    /// The character's file: the shipped one with the eyes that were drawn, and perhaps another policy.
    pub fn character(&self, policy: Option<&str>) -> String {
        let (noise, detection) = (self.draws.noise_m, 1.0 - self.draws.missed);
        let seek = policy.map_or(String::new(), |policy| format!("seek policy=\"{policy}\"\n"));
        match self.task.is_guards() {
            true => format!("{GUARD}eyes noise={noise} detection={detection}\n{seek}"),
            false => format!(
                "character \"duncan\"\ninclude \"characters/duncan.kdl\"\neyes field-of-view=60 range=40 noise={noise} detection={detection}\n{seek}"
            ),
        }
    }
}

/// The file of the character in a scenario.
pub const SEARCHER: &str = "searcher.kdl";

/// The guard of the README.
const GUARD: &str = r#"character "guard"
percepts { kind "thief" }
selector "thief" "thief"
beliefs persist=600 { map }
actions {
    tuple "catch" object="thief" { do "approach" within=0.8 speed="run" }
}
"#;
