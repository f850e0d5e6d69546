"""Displays, films and recordings."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import piaget


def read_png(data):
    """Pillow comes with Rerun's and PettingZoo's company; a reader that is not ours."""
    image = pytest.importorskip("PIL.Image")
    return image.open(io.BytesIO(data))


def test_pictures_are_read_back_as_they_were_drawn():
    world = piaget.World(piaget.load_scenario("two-walls"))
    world.run(240)
    picture = piaget.draw(world, size=200)
    assert np.array_equal(np.asarray(read_png(piaget.png(picture))), picture)
    colours = {tuple(colour) for colour in picture.reshape(-1, 3)}
    assert (72, 76, 84) in colours, "walls"
    assert read_png(world._repr_png_()).size[0] > 100
    with pytest.raises(ValueError, match="height, width, 3"):
        piaget.png(np.zeros((3, 3), dtype=np.uint8))


def test_a_map_is_red_where_it_is_likely(yard):
    found = piaget.Map(yard)
    found.observe((5, 5))
    picture = np.asarray(read_png(found._repr_png_())).astype(int)
    red = np.argwhere((picture[..., 0] > 180) & (picture[..., 1] < 120))
    assert len(red) and red[:, 1].mean() > picture.shape[1] / 2 and red[:, 0].mean() < picture.shape[0] / 2


def test_a_population_is_drawn_with_its_walls():
    who = piaget.Character.parse('character "a"\npercepts { kind "person" }\nbeliefs persist=5')
    made = piaget.population(3, who, piaget.Terrain(20, 20, [(0, 0, 4, 0.3)]), seconds=0.5)
    picture = np.asarray(read_png(made._repr_png_()))
    assert (picture == (72, 76, 84)).all(axis=2).sum() > 100


def test_a_film_has_its_frames_and_curves_their_lines(tmp_path):
    result = piaget.run("two-walls", 1, seconds=2)
    film = read_png(result.film(tmp_path / "film.png", every=10, size=120))
    assert film.n_frames == 7 and (tmp_path / "film.png").stat().st_size > 1000
    curves = np.asarray(read_png(result.curves()))
    assert len(np.unique(curves.reshape(-1, 3), axis=0)) > 2
    assert result._repr_png_()[:4] == b"\x89PNG"
    assert "<table>" in result.events._repr_html_()
    assert result._repr_html_().count("data:image/png") == 2


def test_what_cannot_be_drawn_is_told(yard, tmp_path):
    with pytest.raises(TypeError, match="there is no picture of a int; draw shows a World, a Map or a Population"):
        piaget.draw(3)
    with pytest.raises(ValueError, match="size is 0"):
        piaget.draw(piaget.Map(yard), size=0)
    recording = pytest.importorskip("piaget.rerun")
    with pytest.raises(TypeError, match="a recording is made of a Result or a Scenario; this is a str"):
        recording.write("two-walls", tmp_path / "a.rrd")
    with pytest.raises(ValueError, match="there is no creature 'nobody'; there are"):
        recording.write(piaget.load_scenario("two-walls"), tmp_path / "a.rrd", creature="nobody")


def test_curves_are_those_that_are_named(tmp_path):
    result = piaget.run("two-walls", 1, seconds=4)
    name = sorted(set(result.feelings["name"]))[0]
    assert result.curves("duncan", [name]) == result.curves(names=[name])
    with pytest.raises(ValueError, match="does not feel"):
        result.curves("duncan", ["envy of wings"])
    nothing = piaget.Result(**{**vars(result), "feelings": piaget.Columns({})})
    assert nothing.curves()[:4] == b"\x89PNG", "who feels nothing has no curves"


def test_charts_have_their_lines_bars_and_words():
    curve = piaget.chart({"a": ([0, 1, 2], [0.0, 5.0, np.nan]), "b": [1, 2, 3]}, x="s", y="m", size=(300, 120))
    assert curve.shape == (120, 300, 3) and {(208, 52, 44), (58, 104, 190), (60, 60, 64)} <= set(map(tuple, curve.reshape(-1, 3)))
    bars = piaget.chart({"up": 3.0, "down": -1.0, "none": float("nan")}, size=(300, 120))
    blue = np.argwhere(np.all(bars == (58, 104, 190), axis=2))
    assert blue[blue[:, 1] < 110, 0].min() < blue[blue[:, 1] > 140, 0].min(), "one goes up, the other down"
    piaget.chart({}), piaget.chart({"flat": [2, 2]}), piaget.chart({"one": ([1], [1])})
    with pytest.raises(ValueError, match="as many"):
        piaget.chart({"a": ([1, 2], [1])})
    with pytest.raises(ValueError, match="120 x 80"):
        piaget.chart({"a": [1]}, size=(10, 10))


def test_a_mind_shows_what_it_believes_without_running_anything_of_it(yard):
    mind = piaget.Mind(piaget.Character.parse('character "a"\nbeliefs persist=5'), yard)
    mind.step((0, 0, 0), [{"kind": "<b>x</b>", "position": (0, 0, 2)}])
    shown = mind._repr_html_()
    assert "&lt;b&gt;x" in shown and "<b>x" not in shown


@pytest.mark.rerun
def test_a_recording_is_verified_by_rerun(tmp_path):
    pytest.importorskip("rerun")
    import piaget.rerun

    path = piaget.rerun.write(piaget.run("pursuit", 1, seconds=3), tmp_path / "pursuit.rrd", every=10)
    assert path.stat().st_size > 5000
    program = Path(sys.executable).with_name("rerun")
    if not program.exists():
        found = shutil.which("rerun")
        if found is None:
            pytest.skip("there is no program rerun")
        program = Path(found)
    told = subprocess.run([program, "rrd", "verify", path], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr + told.stdout
