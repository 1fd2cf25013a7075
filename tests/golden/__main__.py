"""`python -m tests.golden`: write the views of the golden games anew, where they are meant to change."""

from tests.golden.views import GAMES, golden


def main() -> None:
    """Write one `.views` file beside each `.case`; `git diff` then shows what everybody sees differently."""
    for game in GAMES:
        game.with_suffix(".views").write_text(golden(game), encoding="utf-8")


if __name__ == "__main__":
    main()
