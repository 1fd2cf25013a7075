"""`python -m tests.recordings`: play the recorded evenings anew, in some minutes of real time.

Needed where the protocol, the tracker or the rules are meant to play a recording otherwise; their own tests
say first what is right then.
"""

import sys
import tempfile
from pathlib import Path

from companion.sensing.recording import recordings
from tests.recordings.evenings import EVENINGS, recorded

HERE = Path(__file__).parent


def main(names: list[str]) -> None:
    """Write one `.recording` for each evening, or for those that are named."""
    for name in names or EVENINGS:
        happens, seed, readers = EVENINGS[name]
        with tempfile.TemporaryDirectory(prefix="companion-evening-") as folder:
            with recorded(Path(folder), seed, readers) as evening:
                happens(evening)
            newest = recordings(Path(folder) / "recordings")[-1]
            (HERE / f"{name}.recording").write_bytes(newest.read_bytes())


main(sys.argv[1:])
