"""The models to print, rendered by OpenSCAD: closed, and as large as the data say."""

import re
import shutil
import subprocess
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from companion.assets import asset_dir
from companion.drawings import read_prints
from companion.drawings.models import OPENSCAD, render

SHIPPED = asset_dir("hardware")
Point = tuple[float, float, float]

pytestmark = pytest.mark.skipif(not shutil.which(OPENSCAD), reason="no OpenSCAD here: no model was rendered")


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[Point, ...]]]:
    """The triangles of every model."""
    target = tmp_path_factory.mktemp("models")
    made = list(render(SHIPPED / "models", target, read_prints(SHIPPED / "prints.toml", 19.0)))
    return {path.stem: triangles(path) for path in made}


@pytest.fixture(scope="module")
def prints() -> dict[str, dict[str, float]]:
    return tomllib.loads((SHIPPED / "prints.toml").read_text(encoding="utf-8"))


def triangles(path: Path) -> list[tuple[Point, ...]]:
    numbers = re.findall(r"vertex (\S+) (\S+) (\S+)", path.read_text(encoding="ascii"))
    points = [(float(x), float(y), float(z)) for x, y, z in numbers]
    return [tuple(points[start : start + 3]) for start in range(0, len(points), 3)]


def size(mesh: list[tuple[Point, ...]]) -> tuple[float, ...]:
    points = [point for triangle in mesh for point in triangle]
    return tuple(max(axis) - min(axis) for axis in zip(*points, strict=True))


def volume(mesh: list[tuple[Point, ...]]) -> float:
    return (
        sum(
            a[0] * (b[1] * c[2] - b[2] * c[1])
            - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
            for a, b, c in mesh
        )
        / 6
    )


def test_every_mesh_is_closed(rendered: dict[str, list[tuple[Point, ...]]]) -> None:
    assert set(rendered) == {"token_base", "reed_holder", "reader_holder"}
    for name, mesh in rendered.items():
        edges = Counter((one, other) for a, b, c in mesh for one, other in ((a, b), (b, c), (c, a)))
        assert edges and all(edges[other, one] == many == 1 for (one, other), many in edges.items()), name
        assert volume(mesh) > 0, f"{name} is inside out"


def test_a_token_base_is_as_wide_as_the_data_say_and_has_room_for_the_magnet(
    rendered: dict[str, list[tuple[Point, ...]]], prints: dict[str, dict[str, float]]
) -> None:
    token, mesh = prints["token"], rendered["token_base"]
    wide, deep, high = size(mesh)
    assert (wide, deep) == pytest.approx((token["base"], token["base"]), abs=0.05)
    assert high > token["thick"] + token["apart"]
    pocket = {
        point[2] for triangle in mesh for point in triangle if (point[0] ** 2 + point[1] ** 2) ** 0.5 < 3
    }
    assert sorted(pocket)[0] == 0 and token["thick"] <= sorted(pocket)[1] <= token["thick"] + 0.5


def test_a_reed_holder_fits_into_its_hole_and_holds_the_whole_glass(
    rendered: dict[str, list[tuple[Point, ...]]], prints: dict[str, dict[str, float]]
) -> None:
    mesh, hole, long = rendered["reed_holder"], prints["reed"]["hole"], prints["reed"]["long"]
    top = max(point[2] for triangle in mesh for point in triangle)
    upper = [point for triangle in mesh for point in triangle if point[2] > top - 0.01]
    assert max((x**2 + y**2) ** 0.5 for x, y, _ in upper) < hole / 2
    assert size(mesh)[2] == pytest.approx(long, abs=0.05)


def test_a_reader_lies_in_its_tray(
    rendered: dict[str, list[tuple[Point, ...]]], prints: dict[str, dict[str, float]]
) -> None:
    wide, deep, _ = size(rendered["reader_holder"])
    assert wide > prints["reader"]["width"] + 10 and deep > prints["reader"]["depth"] + 2


def test_a_larger_magnet_gets_a_larger_pocket(
    rendered: dict[str, list[tuple[Point, ...]]], tmp_path: Path
) -> None:
    only = tmp_path / "models"
    only.mkdir()
    shutil.copy(SHIPPED / "models" / "token_base.scad", only)
    text = (SHIPPED / "prints.toml").read_text(encoding="utf-8").replace("magnet = 5.0 ", "magnet = 8.0 ")
    (tmp_path / "prints.toml").write_text(text, encoding="utf-8")
    (made,) = render(only, tmp_path, read_prints(tmp_path / "prints.toml", 19.0))
    assert volume(triangles(made)) < volume(rendered["token_base"]) - 50


def test_a_model_that_openscad_refuses_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "broken.scad").write_text("cube(", encoding="utf-8")
    with pytest.raises(subprocess.CalledProcessError):
        list(render(tmp_path / "models", tmp_path, read_prints(SHIPPED / "prints.toml", 19.0)))
    assert not (tmp_path / "broken.stl").exists()
