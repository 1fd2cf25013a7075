"""What needs root is only wished for, and only where somebody acts on it."""

import pytest

from companion.cli.wishes import SOURCE, UNITS, UPDATE_SAID, Wishes


@pytest.fixture
def root(tmp_path):
    for file in (f"{UNITS}/companion-shutdown.path", f"{UNITS}/companion-update.path", SOURCE):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    (tmp_path / "runtime").mkdir()
    return tmp_path


def service(root):
    return Wishes(root, {"RUNTIME_DIRECTORY": str(root / "runtime")})


def test_a_wish_is_a_file_and_nothing_more(root):
    wishes = service(root)
    assert wishes.can == {"shutdown", "update"}
    wishes.ask("shutdown")
    assert [file.name for file in (root / "runtime").iterdir()] == ["shutdown"]


def test_where_nobody_would_act_there_is_nothing_to_wish_for(root):
    assert Wishes(root, {}).can == set()
    (root / SOURCE).unlink()  # installed from a bundle: there is no checkout to fetch into
    assert service(root).can == {"shutdown"}
    (root / UNITS / "companion-shutdown.path").unlink()
    assert service(root).can == set()
    with pytest.raises(OSError):
        Wishes(root, {}).ask("shutdown")


def test_the_last_word_of_an_update_is_kept(root):
    assert service(root).update_said == ""
    said = root / UPDATE_SAID
    said.parent.mkdir(parents=True)
    said.write_text("Installing ...\nThe newest version is in place.\n\n")
    assert service(root).update_said == "The newest version is in place."
