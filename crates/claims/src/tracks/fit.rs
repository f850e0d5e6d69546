//! Fits each way's settings to a recording.

use super::{Case, LEAST_NOISE_M, Way, score};
use piaget_occupancy::{Calibrated, Course, Habits, Settings, Spread};
use rayon::prelude::*;

/// Settings by name, fitted one after the other.
pub(super) struct Fitted(Vec<(&'static str, f64)>);

impl std::fmt::Display for Fitted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts: Vec<String> = self.0.iter().map(|(name, value)| format!("{name} {value:.3}")).collect();
        write!(f, "{}", parts.join(", "))
    }
}

/// What may be fitted for each way, with a first guess. All are positive.
fn first_guess(way: &str) -> Fitted {
    Fitted(match way {
        "ours" => vec![
            ("watched stray", 0.15),
            ("noise m", 0.04),
            ("steady stray", 0.8),
            ("steady spread", 0.02),
            ("loose weight", 0.15),
            ("loose times", 3.0),
            ("course s", 60.0),
        ],
        "ours as shipped" => vec![],
        "isla 1.3" => vec![("lambda", 0.5)],
        "isla 1.4" => vec![("lambda", 0.1), ("forgets", 0.02)],
        "kalman" | "kalman, culled" => vec![("stray", 0.3), ("noise m", 0.05)],
        _ => vec![("m per root s", 1.0)],
    })
}

/// A way with its first guesses and this noise.
pub(super) fn unfitted(way: &str, noise_m: f64) -> Way {
    let mut guess = first_guess(way);
    guess.0.iter_mut().filter(|(name, _)| *name == "noise m").for_each(|(_, noise)| *noise = noise_m);
    guess.build(way)
}

impl Fitted {
    fn get(&self, name: &str) -> f64 {
        self.0.iter().find(|(known, _)| *known == name).map_or(0.0, |(_, value)| *value)
    }

    /// The way with these settings.
    pub(super) fn build(&self, way: &str) -> Way {
        let get = |name: &str| self.get(name) as f32;
        let with = |spread: Spread| Way::Map(Box::new(Settings { spread, ..Settings::default() }));
        match way {
            "ours" => Way::Map(Box::new(self.ours())),
            "ours as shipped" => Way::Map(Box::default()),
            "kalman, culled" => Way::Map(Box::new(self.one_course())),
            "isla 1.3" => with(Spread::isotropic(get("lambda").min(1.0))),
            "isla 1.4" => {
                with(Spread::velocity_driven(get("lambda").min(1.0), 1.0 - get("forgets").min(1.0)))
            }
            "kalman" => {
                Way::Kalman { stray: self.get("stray"), noise: self.get("noise m").max(LEAST_NOISE_M) }
            }
            _ => Way::LastPosition { per_root_s: self.get("m per root s") },
        }
    }

    /// One course that is kept for ever and strays as it has been seen to.
    fn one_course(&self) -> Settings {
        let course =
            Course { weight: 1.0, speed: 1.0, turn: 0.0, speed_spread: 0.0, turn_spread: 0.0, stray: 1.0 };
        let calibrated = Calibrated { courses: vec![course], stopped: 0.0, ..Calibrated::default() };
        let habits = Habits {
            course_s: f32::INFINITY,
            stray_mps_per_root_s: self.get("stray") as f32,
            noise_m: self.get("noise m").max(LEAST_NOISE_M) as f32,
            ..Habits::default()
        };
        Settings { spread: Spread::Calibrated(calibrated), habits, ..Settings::default() }
    }

    fn ours(&self) -> Settings {
        let get = |name: &str| self.get(name) as f32;
        let loose_weight = get("loose weight").min(0.95);
        let course = |weight, times: f32| Course {
            weight,
            speed: 1.0,
            turn: 0.0,
            speed_spread: get("steady spread") * times,
            turn_spread: get("steady spread") * times,
            stray: get("steady stray") * times,
        };
        let calibrated = Calibrated {
            courses: vec![course(1.0 - loose_weight, 1.0), course(loose_weight, get("loose times"))],
            ..Calibrated::default()
        };
        let habits = Habits {
            course_s: get("course s"),
            stray_mps_per_root_s: get("watched stray"),
            noise_m: get("noise m").max(LEAST_NOISE_M as f32),
            ..Habits::default()
        };
        Settings { spread: Spread::Calibrated(calibrated), habits, ..Settings::default() }
    }
}

/// Coordinate by coordinate, by factors that shrink, while it gets better.
pub(super) fn fit(way: &str, cases: &[&Case<'_>]) -> Fitted {
    let mean = |fitted: &Fitted| {
        let built = fitted.build(way);
        let sums: Vec<(f64, usize)> = cases
            .par_iter()
            .map(|case| {
                let scores = score(case, &built);
                (scores.iter().sum::<f64>(), scores.len())
            })
            .collect();
        let (sum, count) = sums.iter().fold((0.0, 0), |(a, b), (c, d)| (a + c, b + d));
        sum / count.max(1) as f64
    };
    let mut best = first_guess(way);
    let mut best_score = mean(&best);
    for factor in [2.0, 1.4, 1.2] {
        for at in 0..best.0.len() {
            for factor in [factor, 1.0 / factor] {
                // On while it gets better, a few times at most.
                for _ in 0..4 {
                    let mut tried = Fitted(best.0.clone());
                    tried.0[at].1 *= factor;
                    let score = mean(&tried);
                    if score <= best_score {
                        break;
                    }
                    (best, best_score) = (tried, score);
                }
            }
        }
    }
    best
}
