import json

from companion.bench import browsing, sensing


def test_figures_name_the_machine_and_come_as_json_and_as_a_table(companion):
    result = companion("bench", "reach")
    told = json.loads(result.stdout)
    assert told["machine"]["cores"] > 0
    figures = {figure["name"]: figure for figure in told["figures"]}
    longest = figures["reach, two dice, longest"]
    assert longest["unit"] == "ms" and longest["value"] > 0
    assert "reach, two dice, longest" in result.stderr


def test_a_benchmark_that_does_not_exist(companion):
    result = companion("bench", "luck")
    assert result.exit_code == 2
    assert "'luck'" in result.stderr


def test_a_move_by_hand_takes_the_time_that_the_token_must_lie_still_and_little_more(companion, monkeypatch):
    monkeypatch.setattr(sensing, "MOVES", 3)
    told = json.loads(companion("bench", "sensing").stdout)
    report, slowest, act, latest = (figure["value"] for figure in told["figures"])
    assert 6 <= report <= slowest  # four samples, 2 ms apart
    assert 400 <= act <= latest


def test_an_act_reaches_the_streams(companion):
    told = json.loads(companion("bench", "stream").stdout)
    median, slow = (figure["value"] for figure in told["figures"])
    assert 0 < median <= slow


def test_pages_are_not_measured_where_no_browser_is(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: None)
    (figure,) = browsing.measure()
    assert "not measured" in figure.note
