//! What time does to a belief: mass that moves is carried, what roams spreads, and courses are given up (Isla 3.2.1).

use crate::distribution::{COURSES, MassLayer, RESTING, ROAMING, State};
use crate::lattice::{Lattice, Shape};
use crate::layer::{GraphStep, Scratch};
use crate::map::Map;
use crate::mobility::Habits;
use crate::spread::{AsPrinted, Calibrated, Course, LEAST_MASS, Spread, Variance, hop, next_step};
use glam::Vec2;
use piaget_terms::maths;

/// A layer waits until so much of its mass moves.
const WORTH_A_PASS: f32 = 0.01;

impl MassLayer {
    /// The share that leaves it in a tick, if that is worth a pass by now.
    fn leaves(&mut self, tick_s: f32, lasts_s: f32) -> Option<f32> {
        let Self { mass, motion } = self;
        let left = maths::exp(-tick_s / lasts_s.max(1e-3));
        motion.giving_up = 1.0 - (1.0 - motion.giving_up) * left;
        if motion.giving_up < WORTH_A_PASS {
            return None;
        }
        let share = std::mem::take(&mut motion.giving_up);
        let nearly_gone = mass.total * f64::from(1.0 - share) < f64::from(LEAST_MASS.sqrt());
        Some(if nearly_gone { 1.0 } else { share })
    }
}

/// A distribution while time passes.
pub(crate) struct Moving<'a> {
    pub map: &'a Map,
    pub layers: &'a mut Vec<MassLayer>,
    pub state: &'a mut State,
    pub scratch: &'a mut Scratch,
}

impl Moving<'_> {
    pub fn advance(&mut self, tick_s: f32, gives_up: bool) {
        let settings = self.map.settings();
        match &settings.spread {
            Spread::AsPrinted(printed) => self.spread_as_printed(printed, tick_s),
            Spread::Calibrated(calibrated) => {
                let habits = self.state.habits.unwrap_or(settings.habits);
                self.spread_calibrated(calibrated, &habits, tick_s, gives_up);
            }
        }
    }

    fn spread_as_printed(&mut self, printed: &AsPrinted, tick_s: f32) {
        let map = self.map;
        let lattice = map.lattice();
        let per_tick = self.state.printed_velocity * tick_s;
        let layer = &mut self.layers[ROAMING].mass;
        if lattice.shape() == Shape::Graph {
            let constant = printed.lambda.clamp(0.0, 1.0) / 6.0;
            let per_tick = if printed.velocity_driven { per_tick } else { Vec2::ZERO };
            layer.pass_graph(lattice, GraphStep::Hop { constant, per_tick }, self.scratch);
        } else {
            let shares = printed.shares(lattice, per_tick);
            layer.pass(lattice, &shares, self.scratch);
        }
        self.state.printed_velocity *= printed.velocity_kept.clamp(0.0, 1.0);
    }

    fn spread_calibrated(&mut self, calibrated: &Calibrated, habits: &Habits, tick_s: f32, gives_up: bool) {
        let from_s = self.state.unseen_s;
        let mobility = self.state.mobility;
        if mobility.moving_share(habits) <= 0.0 {
            return;
        }
        let least = Variance::even(calibrated.least_m_per_root_s * calibrated.least_m_per_root_s * tick_s);
        // Courses first, from where they were; then what they give up joins the roaming mass.
        for index in (RESTING..self.layers.len()).rev() {
            if self.layers[index].mass.is_empty() {
                continue;
            }
            if index >= COURSES + calibrated.courses.len() {
                let way_m = mobility.speed_mps(habits) * tick_s;
                self.travel(index, index - COURSES - calibrated.courses.len(), way_m);
                if gives_up {
                    let lasts_s = calibrated.journeys.map_or(1.0, |journeys| journeys.lasts_s);
                    self.give_up(index, tick_s, lasts_s);
                }
                continue;
            }
            self.layers[index].motion.pending.add(least);
            let lasts_s = if index == RESTING {
                mobility.rest_s(habits)
            } else {
                let course = calibrated.courses.get(index - COURSES);
                self.carry(index, course, from_s, tick_s);
                mobility.course_s(habits)
            };
            diffuse(self.map.lattice(), &mut self.layers[index], self.scratch);
            if gives_up {
                self.give_up(index, tick_s, lasts_s);
            }
        }
        let roaming = &mut self.layers[ROAMING];
        if !roaming.mass.is_empty() {
            roaming.motion.pending.add(least);
            roaming.motion.pending.add(Variance::even(mobility.roaming_gain_m2(from_s, tick_s, habits)));
            diffuse(self.map.lattice(), roaming, self.scratch);
        }
    }

    /// Moves a course by its velocity, whole cells at a time; the rest of the way is remembered.
    fn carry(&mut self, index: usize, course: Option<&Course>, from_s: f32, tick_s: f32) {
        let map = self.map;
        let lattice = map.lattice();
        let known = self.state.mobility.known(self.state.habits.as_ref().unwrap_or(&map.settings().habits));
        let seen_speed = self.state.mobility.velocity().length();
        let MassLayer { mass, motion } = &mut self.layers[index];
        motion.offset += motion.velocity * tick_s;
        if let Some(course) = course {
            let after = course.variance_m2(from_s + tick_s, seen_speed, &known);
            let before = course.variance_m2(from_s, seen_speed, &known);
            let gained = (after - before).max(Vec2::ZERO);
            motion.pending.add(Variance::along(motion.velocity, gained));
        }
        let across = lattice.rows + lattice.columns;
        if lattice.shape() == Shape::Graph {
            let whole = lattice.cell_m() * 0.5;
            for _ in 0..across {
                let far = motion.offset.length();
                if far < whole {
                    break;
                }
                let by = motion.offset * (whole / far);
                mass.pass_graph(lattice, GraphStep::Drift { by }, self.scratch);
                motion.offset -= by;
            }
            return;
        }
        for _ in 0..across {
            let Some(way) = next_step(lattice, motion.offset) else { return };
            mass.pass(lattice, &hop(way), self.scratch);
            motion.offset -= lattice.step(way);
        }
        // Everything that could move stands at a wall by now.
        motion.offset = Vec2::ZERO;
    }

    /// Leaves part of a layer to roam where it is.
    fn give_up(&mut self, index: usize, tick_s: f32, lasts_s: f32) {
        let (roaming, others) = self.layers.split_at_mut(RESTING);
        let layer = &mut others[index - RESTING];
        if let Some(share) = layer.leaves(tick_s, lasts_s) {
            layer.mass.pour_into(&mut roaming[ROAMING].mass, self.map.lattice(), share);
        }
    }
}

/// Spreads the variance that a layer has gained, if that is worth a pass.
pub(crate) fn diffuse(lattice: &Lattice, layer: &mut MassLayer, scratch: &mut Scratch) {
    let MassLayer { mass, motion } = layer;
    let pending = motion.pending;
    let cell_m2 = lattice.cell_m() * lattice.cell_m();
    let little = 2.0 * pending.mean() < WORTH_A_PASS * cell_m2;
    if pending.mean() <= 0.0 || little {
        return;
    }
    motion.pending = Variance::default();
    if let Some(ways) = &lattice.ways {
        let (variance_m2, passes) = pending.graph_passes(ways.greatest_per_m2);
        for _ in 0..passes {
            mass.pass_graph(lattice, GraphStep::Diffuse { variance_m2 }, scratch);
        }
    } else {
        let (shares, passes) = pending.shares(lattice);
        for _ in 0..passes {
            mass.pass(lattice, &shares, scratch);
        }
    }
}
