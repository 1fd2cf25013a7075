from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.evening import Evening, open_evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """A classic game's lobby."""
    evening = open_evening(tmp_path)
    yield evening
    evening.table.close()
