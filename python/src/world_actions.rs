//! What a person or an agent does to the world: it happens at the beginning of the next tick, as the lab's does.

use crate::arrays::{self, Dim, Points};
use crate::errors;
use crate::senses::name;
use crate::world::World;
use numpy::PyUntypedArrayMethods;
use piaget::terms::{Name, Utterance, Vec3};
use piaget::text::nearest;
use piaget_sim::Action;
use pyo3::prelude::*;

/// A path of one point or of many.
pub fn path(given: &Bound<'_, PyAny>) -> PyResult<Vec<Vec3>> {
    let array = arrays::floats("path", given, &[&[Dim::Point], &[Dim::Any("points"), Dim::Point]])?;
    let points = Points::new(array.as_slice()?, array.shape());
    Ok((0..points.len()).map(|index| points.at(index)).collect())
}

#[pymethods]
impl World {
    /// Walks a creature's body along a path, whatever its mind intends.
    #[pyo3(signature = (creature, path, speed_m_per_s=1.2))]
    fn walk(
        &mut self,
        py: Python<'_>,
        creature: &str,
        path: &Bound<'_, PyAny>,
        speed_m_per_s: f32,
    ) -> PyResult<()> {
        let speed_m_per_s = arrays::number("speed_m_per_s", speed_m_per_s)?;
        let action =
            Action::Walk { creature: self.known(py, creature)?, path: self::path(path)?, speed_m_per_s };
        self.act(py, action)
    }

    /// Moves a thing along a path.
    #[pyo3(signature = (thing, path, speed_m_per_s=1.0))]
    fn slide(
        &mut self,
        py: Python<'_>,
        thing: &str,
        path: &Bound<'_, PyAny>,
        speed_m_per_s: f32,
    ) -> PyResult<()> {
        let speed_m_per_s = arrays::number("speed_m_per_s", speed_m_per_s)?;
        let action = Action::Slide { thing: self.known(py, thing)?, path: self::path(path)?, speed_m_per_s };
        self.act(py, action)
    }

    /// Moves a thing or a creature in an instant.
    fn transport(&mut self, py: Python<'_>, what: &str, to: &Bound<'_, PyAny>) -> PyResult<()> {
        let action = Action::Transport { what: self.known(py, what)?, to: arrays::point("to", to)? };
        self.act(py, action)
    }

    /// Makes a thing invisible and untouchable where it is.
    fn hide(&mut self, py: Python<'_>, thing: &str) -> PyResult<()> {
        self.act(py, Action::Hide(self.known(py, thing)?))
    }

    /// Undoes `hide`.
    fn show(&mut self, py: Python<'_>, thing: &str) -> PyResult<()> {
        self.act(py, Action::Show(self.known(py, thing)?))
    }

    /// Takes a thing out of the world.
    fn remove(&mut self, py: Python<'_>, thing: &str) -> PyResult<()> {
        self.act(py, Action::Remove(self.known(py, thing)?))
    }

    /// Puts a thing into a creature's hand.
    fn pick_up(&mut self, py: Python<'_>, creature: &str, thing: &str) -> PyResult<()> {
        let action = Action::PickUp { creature: self.known(py, creature)?, thing: self.known(py, thing)? };
        self.act(py, action)
    }

    /// Takes the thing out of a creature's hand.
    #[pyo3(signature = (creature, at=None))]
    fn put_down(&mut self, py: Python<'_>, creature: &str, at: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let at = at.map(|at| arrays::point("at", at)).transpose()?;
        self.act(py, Action::PutDown { creature: self.known(py, creature)?, at })
    }

    /// A voice.
    #[pyo3(signature = (by, words, at=None, loudness=1.0))]
    fn say(
        &mut self,
        py: Python<'_>,
        by: &str,
        words: &str,
        at: Option<&Bound<'_, PyAny>>,
        loudness: f32,
    ) -> PyResult<()> {
        let long = |_| errors::value(format!("words have {} bytes; at most 60 can be heard", words.len()));
        let action = Action::Say {
            by: name("by", by)?,
            words: Utterance::from(words).map_err(long)?,
            at: at.map(|at| arrays::point("at", at)).transpose()?,
            loudness: arrays::number("loudness", loudness)?,
        };
        self.act(py, action)
    }

    /// Moves a wall in an instant; minds are not told.
    #[pyo3(signature = (wall, to, yaw=None))]
    fn move_wall(
        &mut self,
        py: Python<'_>,
        wall: &str,
        to: &Bound<'_, PyAny>,
        yaw: Option<f32>,
    ) -> PyResult<()> {
        let yaw = yaw.map(|yaw| arrays::number("yaw", yaw)).transpose()?;
        self.act(py, Action::MoveWall { wall: name("wall", wall)?, to: arrays::point("to", to)?, yaw })
    }

    /// Gives a thing or a creature another colour.
    fn paint(&mut self, py: Python<'_>, what: &str, colour: &str) -> PyResult<()> {
        self.act(py, Action::Paint { what: self.known(py, what)?, colour: name("colour", colour)? })
    }

    /// Lets a body perform a movement once.
    fn perform(&mut self, py: Python<'_>, creature: &str, movement: &str) -> PyResult<()> {
        let action =
            Action::Perform { creature: self.known(py, creature)?, movement: name("movement", movement)? };
        self.act(py, action)
    }

    /// Gives a creature another character, from its text; it keeps what it believes and feels.
    #[pyo3(name = "become")]
    fn become_(&mut self, py: Python<'_>, creature: &str, text: &str) -> PyResult<()> {
        self.act(py, Action::Become { creature: self.known(py, creature)?, text: text.to_owned() })
    }

    /// A marker among the events.
    fn note(&mut self, py: Python<'_>, text: &str) -> PyResult<()> {
        self.act(py, Action::Note(text.to_owned()))
    }
}

impl World {
    /// The name of a creature or a thing that is there.
    fn known(&self, py: Python<'_>, wanted: &str) -> PyResult<Name> {
        let world = self.seen(py)?.world();
        if world.named(wanted).is_some() {
            return name("the name", wanted);
        }
        let things = world.things().map(|(_, thing)| thing.name.to_string());
        let names: Vec<String> =
            things.chain(world.creatures().map(|(_, one)| one.name.to_string())).collect();
        let near = nearest(wanted, names.iter().map(String::as_str));
        let hint =
            near.map_or_else(|| format!("there are {names:?}"), |near| format!("did you mean {near:?}?"));
        Err(errors::value(format!("nothing in the world is called {wanted:?}; {hint}")))
    }

    fn act(&mut self, py: Python<'_>, action: Action) -> PyResult<()> {
        self.play(py)?.input(action);
        Ok(())
    }
}
