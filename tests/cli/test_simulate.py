import json

import pytest


@pytest.mark.parametrize("rules", ["classic", "travel", "bluff"])
@pytest.mark.parametrize("seats", [3, 6])
def test_every_game_ends_by_the_rules_and_no_offered_act_is_refused(companion, rules, seats):
    result = companion("simulate", "--rules", rules, "--seats", seats, "--games", 8, "--seed", 1)
    told = json.loads(result.stdout)
    assert result.exit_code == 0
    assert (told["games"], told["refused"], told["faults"]) == (8, 0, [])
    assert sum(told["endings"].values()) == 8 and told["endings"]["unfinished"] == 0
    assert told["endings"]["outlasted"] == 0 or rules == "bluff"  # nobody is eliminated elsewhere
    assert sum(told["shares"].values()) == pytest.approx(1, abs=0.01)
    assert told["acts"] > 8 * seats


def test_games_on_the_players_honour_end_too(companion):
    words = ("simulate", "--rules", "travel", "--option", "honour=on", "--seats", 4, "--games", 8)
    assert companion(*words).exit_code == 0


def test_the_same_seed_plays_the_same_games(companion):
    def played(seed):
        told = json.loads(companion("simulate", "--rules", "travel", "--games", 2, "--seed", seed).stdout)
        return told["acts"], told["endings"]

    assert played(7) == played(7)
    assert played(7) != played(8)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--rules", "chess"), "found rules 'chess'"),
        (("--option", "dice=many"), "found dice=many"),
        (("--option", "dice"), "found dice="),
        (("--seats", 2), "2 is not in the range 3<=x<=6"),
        (("--games", 0), "0 is not in the range"),
    ],
)
def test_bad_options_are_told_in_a_sentence(companion, words, sentence):
    result = companion("simulate", *words)
    assert result.exit_code == 2
    assert sentence in result.stderr
