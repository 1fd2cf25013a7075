"""The three ways to build it: hardware/builds.toml."""

import dataclasses
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.assets import asset_dir
from companion.hardware.folder import Hardware, read_hardware


@dataclass(frozen=True, slots=True)
class Build:
    """One of them. hours: from and to, an estimate. without: what of the folder's wiring is not fitted."""

    name: str
    title: str
    about: str
    hours: Sequence[int]
    folder: str = "."
    without: Sequence[str] = ()

    def hardware(self) -> Hardware:
        """Its wiring, as far as it is fitted. Raises HardwareFault.

        >>> builds()["reeds"].hardware().wiring.role, builds()["bench"].hardware().wiring.role
        ('squares', 'squares+rooms')
        """
        whole = read_hardware(asset_dir("hardware") / self.folder)
        wiring = whole.wiring
        fitted = dataclasses.replace(
            wiring,
            readers=None if "rooms" in self.without else wiring.readers,
            lamps=None if "lamps" in self.without else wiring.lamps,
        )
        return dataclasses.replace(whole, wiring=fitted)


@lru_cache(maxsize=1)
def builds() -> Mapping[str, Build]:
    """All of them, by name, the smallest first."""
    text = (asset_dir("hardware") / "builds.toml").read_text(encoding="utf-8")
    return {name: Build(name, **facts) for name, facts in tomllib.loads(text).items()}
