"""The settings file: every option documented, every fault told at once, the command line goes before it."""

import subprocess
import tomllib

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.cli.options_file import settable
from companion.cli.run import command as run
from tests.process import PATIENCE, command, running


def settings(*words):
    done = CliRunner().invoke(main, ["settings", *map(str, words)])
    return done.exit_code, done.output


def test_the_template_documents_every_option_and_is_one_that_can_be_used(tmp_path):
    code, text = settings()
    assert code == 0
    for option in settable(run):
        assert option.help in text
        assert f"# {option.opts[-1].lstrip('-')} = " in text
    file = tmp_path / "companion.toml"
    file.write_text(text, encoding="utf-8")
    assert settings("--check", file) == (0, f"{file} is in order.\n")
    assert tomllib.loads(text) == {}


def test_what_has_a_default_may_be_uncommented_as_it_stands(tmp_path):
    lines = settings()[1].splitlines()
    bare = [line.removeprefix("# ") for line in lines if " = " in line and not line.endswith('"..."')]
    file = tmp_path / "companion.toml"
    file.write_text("\n".join(bare), encoding="utf-8")
    assert len(bare) > 4
    assert settings("--check", file)[0] == 0


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("prot = 8000", ["there is no option prot; did you mean port."]),
        ("xyzzy = 1", ["there is no option xyzzy; there are link, port"]),
        ('port = "eight"', ["port: 'eight' is not a valid"]),
        ("port = 99999", ["port: 99999 is not in the range"]),
        ("port = true", ["port: No true or false here."]),
        ('link = ["auto"]', ["link: A single value is wanted here"]),
        ('link = "atuo"', ["link: The port atuo does not exist"]),
        ('language = "de"\nprot = 1', ["language: 'de' is not one of", "did you mean port"]),
        ("port = ", ["is not TOML: Invalid value (at end of document)"]),
        ("port = 8000\nport = 8001", ["is not TOML: Cannot overwrite a value"]),
    ],
)
def test_faults_are_told_by_name_all_at_once(tmp_path, text, sentences):
    file = tmp_path / "companion.toml"
    file.write_text(text, encoding="utf-8")
    code, told = settings("--check", file)
    assert code == 1
    for sentence in sentences:
        assert sentence in told
    assert str(file) in told


def test_a_file_that_is_missing_is_told(tmp_path):
    code, told = settings("--check", tmp_path / "nothing.toml")
    assert code == 1
    assert "cannot be read: No such file or directory" in told


def test_one_option_can_be_asked_for(tmp_path):
    file = tmp_path / "companion.toml"
    file.write_text('port = 8123\nlink = "none"\n', encoding="ascii")
    assert settings("--get", "port", file) == (0, "8123\n")
    assert settings("--get", "port") == (0, "8000\n")
    assert settings("--get", "prot")[0] == 2


def test_run_takes_the_file_and_the_command_line_goes_before_it(tmp_path):
    file = tmp_path / "companion.toml"
    file.write_text(f'link = "virtual"\nrules = "bluff"\ndata = "{tmp_path / "games"}"\n', encoding="utf-8")
    with running("--settings", file, "--link", "none") as evening:
        assert evening.ask("/healthz")["link"] == "none"
        assert evening.ask("/api/view")["rules"] == "bluff"
        assert (tmp_path / "games/journal.sqlite").exists()


def test_run_does_not_start_with_a_typo_in_the_file(tmp_path):
    file = tmp_path / "companion.toml"
    file.write_text("langauge = 'sv'\n", encoding="utf-8")
    done = subprocess.run(
        command("run", "--settings", file), check=False, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 1
    assert done.stderr == f"Error: {file}: there is no option langauge; did you mean language.\n"
