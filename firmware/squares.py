"""The squares' sensors as config["squares"] describes them, of whatever kind."""

from chain import Chain
from expanders import Expanders
from matrix import Matrix

# Each has read(), all inputs as one integer in the order of a SQUARES line, and `unread`: the numbers of the
# chips that do not answer.
KINDS = {"74hc165": Chain, "mcp23017": Expanders, "matrix": Matrix}


def sensors(config):
    """The sensors of this config; None without."""
    return KINDS[config["kind"]](config) if config else None
